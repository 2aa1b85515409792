//! A step allocates nothing: counted by an allocator that wraps the system's, over the C functions of the layer.

#[path = "common/all_pairs.rs"]
mod all_pairs;
mod counting;

use asperity::fmi::v2::abi::*;
use asperity::fmi::v2::api;
use asperity::fmi::{Interface, Model};
use asperity::meet::Pair;
use asperity::unit::contact::Contact;
use asperity::unit::table::{Id, TABLE};
use counting::allocations;
use std::ptr;

fn reference(id: Id) -> u32 {
    TABLE.iter().find(|row| row.id == id).unwrap().value_reference
}

fn instance(kind: fmi2Type) -> fmi2Component {
    let callbacks = fmi2CallbackFunctions {
        logger: None,
        allocate_memory: None,
        free_memory: None,
        step_finished: None,
        component_environment: ptr::null_mut(),
    };
    let guid = std::ffi::CString::new(asperity::unit::GUID).unwrap();
    unsafe {
        api::instantiate::<Contact>(c"contact".as_ptr(), kind, guid.as_ptr(), ptr::null(), &callbacks, FMI2_FALSE)
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn a_co_simulation_step_with_impact_and_release_allocates_nothing() {
    let c = instance(FMI2_CO_SIMULATION);
    // x and the velocity along the normal
    let vr = [reference(Id::Penetration), reference(Id::RelativeVelocity) + 2];
    let force = reference(Id::ForceI);
    let outputs: Vec<u32> = (force..force + 3).collect();
    unsafe {
        assert_eq!(api::setup_experiment::<Contact>(c, 0.0, 0, 0.0), FMI2_OK);
        use asperity::fmi::lifecycle::State;
        use asperity::fmi::v2::calls::Call;
        assert_eq!(api::change_state::<Contact>(c, Call::EnterInitializationMode, State::Initialization), FMI2_OK);
        assert_eq!(api::exit_initialization_mode::<Contact>(c), FMI2_OK);
        let count = allocations(|| {
            let mut forces = [0.0; 3];
            let mut largest = 0.0f64;
            for step in 0..100 {
                let t = f64::from(step) * 1e-3;
                let values = [1e-4 * (50.0 * t).sin(), -5e-3 * (50.0 * t).cos()];
                assert_eq!(api::set_real::<Contact>(c, vr.as_ptr(), 2, values.as_ptr()), FMI2_OK);
                let order = 1;
                let slope = 0.25 * (50.0 * t).sin();
                assert_eq!(api::set_real_input_derivatives::<Contact>(c, vr[1..].as_ptr(), 1, &order, &slope), FMI2_OK);
                assert_eq!(api::do_step::<Contact>(c, t, 1e-3), FMI2_OK);
                assert_eq!(api::get_real::<Contact>(c, outputs.as_ptr(), 3, forces.as_mut_ptr()), FMI2_OK);
                let (orders, slopes) = ([1; 3], &mut [0.0; 3]);
                let (orders, slopes) = (orders.as_ptr(), slopes.as_mut_ptr());
                let answer = api::get_real_output_derivatives::<Contact>(c, outputs.as_ptr(), 3, orders, slopes);
                assert_eq!(answer, FMI2_OK);
                largest = largest.max(forces[2]);
            }
            assert!(largest > 0.1, "the motion never touched");
        });
        assert_eq!(count, 0);
        api::free_instance::<Contact>(c);
    }
}

#[test]
fn a_step_of_every_pair_allocates_nothing() {
    for (pair, _) in (1..).zip(Pair::ALL) {
        let mut contact = Contact::new(Interface::CoSimulation);
        contact.set_integer(Id::GeometryPair, pair);
        // within reach of the wall of a hollow body, and of any other
        contact.set_real(Id::PositionI, 2, 0.95);
        contact.set_real(Id::VelocityI, 0, 0.1);
        contact.exit_initialization(&mut |_| {}).unwrap();
        let count = allocations(|| contact.do_step(0.0, 1e-3, &mut |_| {}).unwrap());
        assert_eq!(count, 0, "pair {pair}");
    }
}

#[test]
fn an_interface_step_with_several_impacts_allocates_nothing() {
    for order in [1, 2] {
        let mut contact = Contact::new(Interface::CoSimulation);
        contact.set_integer(Id::CouplingMode, 2);
        contact.set_integer(Id::CouplingOrder, order);
        contact.set_real(Id::FreeAcceleration, 2, -50.0);
        contact.set_real(Id::ComplianceK, 0, 1e9);
        contact.set_real(Id::Penetration, 0, -1e-4);
        contact.set_real(Id::RelativeVelocity, 0, 0.1);
        contact.exit_initialization(&mut |_| {}).unwrap();
        let mut micro_steps = 0;
        let count = allocations(|| {
            for step in 0..20 {
                contact.do_step(f64::from(step) * 5e-3, 5e-3, &mut |_| {}).unwrap();
                micro_steps += contact.integer(Id::MicroSteps).unwrap();
                let mut tangent = contact.time_derivatives(&mut core::iter::empty()).unwrap();
                assert!(Contact::tangent_of(&mut tangent, Id::ForceI, 2).is_finite());
            }
        });
        assert!(micro_steps > 100, "{micro_steps}");
        assert_eq!(count, 0, "order {order}");
    }
}

#[test]
fn a_step_of_the_interface_coupling_with_moments_allocates_nothing() {
    // laws dwell and coulomb with every map
    for (law, map) in [(1, 1), (1, 2), (1, 3), (3, 1), (3, 2)] {
        let mut contact = Contact::new(Interface::CoSimulation);
        contact.set_integer(Id::CouplingMode, 2);
        contact.set_integer(Id::FrictionLaw, law);
        contact.set_integer(Id::FrictionMap, map);
        contact.set_real(Id::FrictionER, 0, 0.02);
        contact.set_real(Id::FrictionMuR, 0, 0.02);
        contact.set_real(Id::Penetration, 0, 1e-3);
        contact.set_real(Id::RelativeVelocity, 0, 0.5);
        (0..3).for_each(|k| contact.set_real(Id::AngularVelocityI, k, 20.0));
        contact.exit_initialization(&mut |_| {}).unwrap();
        let count = allocations(|| {
            for step in 0..20 {
                contact.do_step(f64::from(step) * 1e-3, 1e-3, &mut |_| {}).unwrap();
            }
        });
        assert!(contact.real(Id::FrictionMoment, 2).unwrap() < 0.0, "law {law}, map {map}");
        assert_eq!(count, 0, "law {law}, map {map}");
    }
}

#[test]
fn a_step_of_the_rigid_contact_allocates_nothing() {
    // in flight, impact, slide and rest
    for friction in 1..=3 {
        for (order, impact) in [(1, 1), (2, 1), (1, 2), (1, 3)] {
            let mut contact = Contact::new(Interface::CoSimulation);
            contact.set_integer(Id::CouplingMode, 2);
            contact.set_integer(Id::CouplingMethod, 2);
            contact.set_integer(Id::CouplingOrder, order);
            contact.set_integer(Id::TimeSteppingFriction, friction);
            contact.set_integer(Id::TimeSteppingSides, 32);
            contact.set_integer(Id::TimeSteppingImpact, impact);
            // a mechanism in which slip turns, and Newton's hypothesis would gain energy
            contact.set_integer(Id::CouplingMassSource, 2);
            for (k, w) in [2.4, 3.0, 1.6, 0.3, -1.4, 0.5].into_iter().enumerate() {
                contact.set_real(Id::InverseMass, k, w);
            }
            contact.set_real(Id::FreeAcceleration, 2, -9.81);
            contact.exit_initialization(&mut |_| {}).unwrap();
            let mut largest = 0.0f64;
            let count = allocations(|| {
                for step in 0..40 {
                    let t = f64::from(step) * 1e-3;
                    contact.set_real(Id::Penetration, 0, if step < 10 { 1e-3 * (t - 0.01) } else { 0.0 });
                    contact.set_real(Id::RelativeVelocity, 2, if step < 12 { -0.5 } else { 0.0 });
                    contact.set_real(Id::RelativeVelocity, 0, 0.02 - t);
                    contact.do_step(t, 1e-3, &mut |_| {}).unwrap();
                    largest = largest.max(contact.real(Id::ForceI, 2).unwrap());
                }
            });
            assert!(largest > 1.0, "the motion never touched");
            assert_eq!(count, 0, "friction {friction}, order {order}, impact {impact}");
        }
    }
}

#[test]
fn a_step_of_rigid_contacts_of_static_size_allocates_nothing() {
    use asperity::rigid::time_stepping::{Friction, Method, System, advance};
    use nalgebra::{Const, SMatrix, SVector};
    let regularised = Friction::Regularised { stiffness: 1e6, threshold: 0.01 };
    for friction in [regularised, Friction::Box, Friction::Polygonal { sides: 8 }] {
        // two contacts and a constraint, each of its own mass
        let mut w = SMatrix::<f64, 7, 7>::identity();
        (w[(0, 1)], w[(1, 0)], w[(3, 6)], w[(6, 3)]) = (0.3, 0.3, 0.2, 0.2);
        let free = SVector::<f64, 7>::from([-1.0, 2.0, 0.5, -0.5, 0.0, 1.0, 0.1]);
        let system = System { w, free, h: 1e-3 };
        let contact = asperity::rigid::time_stepping::Contact { mu: 0.3, slip: [2.0, 0.5], ..Default::default() };
        // held aside before it gives way: its tangents turn
        let held =
            asperity::rigid::time_stepping::Contact { normal: 1e3, friction: [100.0, 50.0], slip: [0.0; 2], ..contact };
        // several with cones allocate, and the documentation says so
        for (contacts, isotropic) in [([contact; 2], false), ([held; 2], false), ([contact; 2], true)] {
            if isotropic && friction == regularised {
                continue;
            }
            let method = Method { friction, passes: 20, isotropic };
            let count = allocations(|| {
                let step = advance::<Const<7>, Const<22>>(&system, &contacts, &method).unwrap();
                assert!(step.impulse[0] > 0.0);
            });
            assert_eq!(count, 0, "{friction:?}");
        }
        let alone = System { w: w.fixed_view::<3, 3>(0, 0).into(), free: free.fixed_rows::<3>(0).into(), h: 1e-3 };
        for contact in [contact, held] {
            let mut passes = [0, 0];
            let count = allocations(|| {
                passes = [false, true].map(|isotropic| {
                    let method = Method { friction, passes: 20, isotropic };
                    let step = advance::<Const<3>, Const<22>>(&alone, &[contact], &method).unwrap();
                    assert!(step.impulse[0] > 0.0);
                    step.passes
                });
            });
            assert_eq!(count, 0, "{friction:?}");
            assert_eq!(passes[1] > passes[0], friction == regularised && contact == held, "{passes:?}");
        }
    }
}

#[test]
fn derivatives_indicators_and_directional_derivatives_allocate_nothing() {
    use asperity::fmi::lifecycle::State;
    use asperity::fmi::v2::calls::Call;
    let c = instance(FMI2_MODEL_EXCHANGE);
    let (penetration, force) = (reference(Id::Penetration), reference(Id::ForceI));
    unsafe {
        api::setup_experiment::<Contact>(c, 0.0, 0, 0.0);
        api::change_state::<Contact>(c, Call::EnterInitializationMode, State::Initialization);
        assert_eq!(api::set_real::<Contact>(c, &penetration, 1, &1e-4), FMI2_OK);
        assert_eq!(api::exit_initialization_mode::<Contact>(c), FMI2_OK);
        let count = allocations(|| {
            let mut info = fmi2EventInfo::default();
            assert_eq!(api::new_discrete_states::<Contact>(c, &mut info), FMI2_OK);
            assert_eq!(api::change_state::<Contact>(c, Call::EnterContinuousTimeMode, State::Continuous), FMI2_OK);
            let mut rates = [0.0; 8];
            let mut indicators = [0.0; 3];
            let mut slope = 0.0;
            for step in 0..100 {
                let x = [1e-6 * f64::from(step); 8];
                assert_eq!(api::set_continuous_states::<Contact>(c, x.as_ptr(), 8), FMI2_OK);
                let call = Call::GetDerivatives;
                assert_eq!(api::get_continuous::<Contact>(c, call, rates.as_mut_ptr(), 8), FMI2_OK);
                assert_eq!(api::get_event_indicators::<Contact>(c, indicators.as_mut_ptr(), 3), FMI2_OK);
                let answer =
                    api::get_directional_derivative::<Contact>(c, &(force + 2), 1, &penetration, 1, &1.0, &mut slope);
                assert_eq!(answer, FMI2_OK);
                assert!(slope > 0.0);
            }
        });
        assert_eq!(count, 0);
        api::free_instance::<Contact>(c);
    }
}

/// Steps with impacts, derivatives, and rollback into a state that is there.
#[test]
fn a_step_of_a_system_and_its_rollback_allocate_nothing() {
    use asperity::physics::{Body, Vector3};
    use asperity::unit::system::Scene;
    use asperity::unit::system::scene::SceneBody;
    use asperity::unit::system::shapes::{Part, Shape};
    let mut scene = Scene::new("Two").unwrap();
    let ball = Shape::Sphere { radius: 0.1, hollow: false };
    let plane = Shape::Plane { normal: Vector3::z(), height: 0.0 };
    for (name, shape) in [("plane", plane), ("a", ball), ("b", ball)] {
        let (position, orientation) = (Vector3::zeros(), Body::default().orientation);
        let part = Part { name: String::new(), shape, position, orientation, material: None, facets: None };
        let mass = (name != "plane").then_some(1.0);
        scene.add_body(SceneBody { parts: vec![part], mass, ..SceneBody::new(name, name != "plane") }).unwrap();
    }
    for pair in [[1, 0], [2, 0], [1, 2]] {
        scene.add_contact(None, pair.map(|body| (body, 0)), &[]).unwrap();
    }
    let mut coupled = scene.clone();
    coupled.couple(asperity::stepping::coupling::HandBack::Mean).unwrap();
    let mut rigid = coupled.clone();
    for contact in &mut rigid.contacts {
        let parameters = std::sync::Arc::make_mut(&mut contact.parameters);
        parameters.coupling.settings.method = asperity::stepping::coupling::CouplingMethod::TimeStepping;
    }
    [scene, coupled, rigid].into_iter().for_each(no_allocations_in_steps_of);
}

/// Of a plane and two balls.
fn no_allocations_in_steps_of(scene: asperity::unit::system::Scene) {
    use asperity::fmi::model::Run;
    use asperity::unit::system::System;
    let scene = std::sync::Arc::new(scene);
    let mut system = System::new(Interface::CoSimulation, scene, "guid");
    // blocks of the bodies: plane, a, b
    let run = |block, id| Run { block, id, k: 0, length: 3 };
    system.exit_initialization(&mut |_| {}).unwrap();
    // the first derivative makes room for all
    system.time_derivatives(&mut core::iter::once(run(1, Id::BodyForce))).unwrap();
    let mut state = system.clone();
    let mut largest = 0.0f64;
    let count = allocations(|| {
        for step in 0..200 {
            let t = f64::from(step) * 1e-3;
            let (height, fall) = (0.1 + 1e-3 * (50.0 * t).cos(), -0.05 * (50.0 * t).sin());
            for (block, x) in [(2, 0.0), (3, 0.2 + fall * 1e-2)] {
                let values = [x, 0.0, height, 0.1, 0.0, fall];
                system.set_reals(&[run(block, Id::BodyPosition), run(block, Id::BodyVelocity)], &values);
            }
            state.clone_from(&system);
            system.do_step(t, 1e-3, &mut |_| {}).unwrap();
            system.clone_from(&state);
            system.do_step(t, 1e-3, &mut |_| {}).unwrap();
            let mut force = [0.0; 3];
            system.reals(&[run(1, Id::BodyForce)], &mut force).unwrap();
            largest = largest.max(-force[2]);
            system.time_derivatives(&mut core::iter::once(run(1, Id::BodyForce))).unwrap();
            let seed = Run { length: 1, ..run(2, Id::BodyPosition) };
            system.tangent(&mut [(seed, 1.0)].into_iter()).unwrap();
            assert!(system.tangent_of(&mut (), run(1, Id::BodyForce)).is_finite());
        }
    });
    assert!(largest > 1.0, "the balls never touched");
    assert_eq!(count, 0);
}

/// Every pair of shapes through contact and out of it, in Co-Simulation and Model Exchange, with derivatives.
#[test]
fn steps_and_derivatives_of_every_pair_of_shapes_allocate_nothing() {
    use all_pairs::{AllPairs, PAIRS, STEPS};
    let (mut steps, mut exchange) = (AllPairs::new(Interface::CoSimulation), AllPairs::new(Interface::ModelExchange));
    let mut greatest = [0.0_f64; PAIRS.len()];
    // the first derivative makes room for all
    exchange.slopes(0);
    let count = allocations(|| {
        for step in 0..STEPS {
            steps.step(step);
            exchange.update(step);
            for (k, greatest) in greatest.iter_mut().enumerate() {
                *greatest = greatest.max(steps.wrench(k)[2]);
                assert!(exchange.slopes(k).iter().all(|slope| slope.is_finite()));
            }
        }
    });
    assert_eq!(count, 0);
    assert!(greatest.iter().all(|greatest| *greatest > 0.1), "{greatest:?}");
}
