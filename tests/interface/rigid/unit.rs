//! The unit with rigid steps as a host sees it: a sphere over a plane.

use super::{G, V3};
use asperity::fmi::bytes::{Reader, Writer};
use asperity::fmi::description::Kind;
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::{Id, TABLE};

pub const SPHERE_PLANE: i32 = 2;
pub const TIME_STEPPING: i32 = 2;
pub const LAWS: [i32; 3] = [1, 2, 3];
const RADIUS: f64 = 0.1;
const MASS: f64 = 2.0;
const INERTIA: f64 = 0.4 * MASS * RADIUS * RADIUS;
const H: f64 = 1e-3;

pub fn set(unit: &mut Contact, id: Id, values: &[f64]) {
    values.iter().enumerate().for_each(|(k, value)| unit.set_real(id, k, *value));
}

pub fn vector(unit: &mut Contact, id: Id) -> V3 {
    V3::from_fn(|k, _| unit.real(id, k).unwrap())
}

/// Everything that can be read, as bits.
fn bits(unit: &mut Contact) -> Vec<u64> {
    let mut bits = vec![];
    for row in TABLE {
        for k in 0..row.len() {
            bits.push(match row.kind {
                Kind::Real => unit.real(row.id, k).unwrap().to_bits(),
                _ => unit.integer(row.id).unwrap() as u64,
            });
        }
    }
    bits
}

/// Rigid steps between a sphere and the plane z = 0.
pub fn rigid_unit(law: i32) -> Contact {
    let mut unit = Contact::new(Interface::CoSimulation);
    unit.set_integer(Id::GeometryPair, SPHERE_PLANE);
    unit.set_integer(Id::CouplingMode, 2);
    unit.set_integer(Id::CouplingMethod, TIME_STEPPING);
    unit.set_integer(Id::TimeSteppingFriction, law);
    set(&mut unit, Id::GeometryRadiusI, &[RADIUS]);
    set(&mut unit, Id::CouplingMassI, &[MASS]);
    set(&mut unit, Id::CouplingInertiaI, &[INERTIA, INERTIA, INERTIA, 0.0, 0.0, 0.0]);
    set(&mut unit, Id::FreeAcceleration, &[0.0, 0.0, -G]);
    unit
}

#[derive(Clone)]
pub struct Ball {
    pub unit: Contact,
    parallel: bool,
    t: f64,
    position: V3,
    velocity: V3,
    spin: V3,
    given: [V3; 2],
}

impl Ball {
    fn thrown(law: i32, parallel: bool, change: impl Fn(&mut Contact)) -> Self {
        Ball::thrown_from(0.02, law, parallel, change)
    }

    /// From so much above the plane [m].
    pub fn thrown_from(height: f64, law: i32, parallel: bool, change: impl Fn(&mut Contact)) -> Self {
        let mut unit = rigid_unit(law);
        unit.set_integer(Id::CouplingOrder, 1 + i32::from(parallel));
        change(&mut unit);
        let mut ball = Ball {
            unit,
            parallel,
            t: 0.0,
            position: V3::new(0.0, 0.0, RADIUS + height),
            velocity: V3::new(1.5, -0.6, 0.0),
            spin: V3::new(10.0, -4.0, 7.0),
            given: [V3::zeros(); 2],
        };
        ball.wire();
        ball.unit.exit_initialization(&mut |_| ()).unwrap();
        ball
    }

    fn wire(&mut self) {
        set(&mut self.unit, Id::PositionI, self.position.as_slice());
        set(&mut self.unit, Id::VelocityI, self.velocity.as_slice());
        set(&mut self.unit, Id::AngularVelocityI, self.spin.as_slice());
    }

    pub fn step(&mut self) {
        self.unit.do_step(self.t, H, &mut |_| ()).unwrap();
        let new = [Id::ForceI, Id::TorqueI].map(|id| vector(&mut self.unit, id));
        let [force, torque] = if self.parallel { self.given } else { new };
        self.given = new;
        let before = self.velocity;
        self.velocity += (force / MASS + V3::new(0.0, 0.0, -G)) * H;
        self.spin += torque * (H / INERTIA);
        self.position += (before + self.velocity) * (0.5 * H);
        self.t += H;
        self.wire();
    }
}

fn settings() -> [fn(&mut Contact); 5] {
    [
        |_| (),
        |unit| {
            unit.set_real(Id::TimeSteppingKT, 0, 1e6);
            unit.set_real(Id::TimeSteppingVTh, 0, 0.05);
        },
        |unit| unit.set_integer(Id::TimeSteppingSides, 32),
        |unit| {
            unit.set_integer(Id::TimeSteppingImpact, 3);
            unit.set_integer(Id::TimeSteppingLaw, 2);
        },
        // twice the mass, and to be found out
        |unit| unit.set_real(Id::CouplingMassI, 0, 2.0 * MASS),
    ]
}

/// Saved as bytes before every step, restored, and stepped again: the same bits in flight, impact, slide and rest.
#[test]
fn rollback_is_exact_to_the_last_bit_in_every_phase() {
    for law in LAWS {
        for parallel in [false, true] {
            for change in settings() {
                let mut ball = Ball::thrown(law, parallel, change);
                for step in 0..400 {
                    let mut again = ball.clone();
                    again.unit =
                        Contact::new(Interface::CoSimulation).restore(&mut Reader::of(&saved(&ball.unit))).unwrap();
                    ball.step();
                    again.step();
                    assert_eq!(bits(&mut ball.unit), bits(&mut again.unit), "{law} {parallel} step {step}");
                    assert!(saved(&ball.unit) == saved(&again.unit), "{law} {parallel} step {step}");
                }
            }
        }
    }
}

fn saved(unit: &Contact) -> Vec<u8> {
    let mut counting = Writer::counting();
    unit.save(&mut counting);
    let mut bytes = vec![0; counting.length()];
    unit.save(&mut Writer::into(&mut bytes));
    bytes
}

/// λ_T is a state: a unit that has not got it goes another way in the next step.
#[test]
fn force_of_the_bristles_is_part_of_the_state() {
    let soft: fn(&mut Contact) = |unit| {
        unit.set_real(Id::TimeSteppingKT, 0, 1e5);
        unit.set_real(Id::TimeSteppingVTh, 0, 0.5);
        unit.set_integer(Id::CouplingVerifyMass, 0);
    };
    let mut ball = Ball::thrown(1, false, soft);
    (ball.position, ball.velocity, ball.spin) = (V3::new(0.0, 0.0, RADIUS), V3::new(0.02, 0.0, 0.0), V3::zeros());
    ball.wire();
    (0..5).for_each(|_| ball.step());
    let held = vector(&mut ball.unit, Id::FrictionForce);
    assert!(held[0].abs() > 1.0, "{held}");
    let mut fresh = Ball::thrown(1, false, soft);
    (fresh.position, fresh.velocity, fresh.spin) = (ball.position, ball.velocity, ball.spin);
    fresh.wire();
    let (mut kept, mut lost) = (ball.clone(), fresh);
    kept.step();
    lost.step();
    let [kept, lost] = [&mut kept, &mut lost].map(|ball| vector(&mut ball.unit, Id::FrictionForce)[0]);
    // (1/(h²·k_T) + W)·p = λ/(h·k_T) − u with W = 1/m + r²/I = 1/m·7/2 of a sphere: of λ there is left 1/(1 + h²·k_T·W)
    let left = held[0] / (1.0 + 1e-6 * 1e5 * 3.5 / MASS);
    assert!((kept - lost - left).abs() < 1e-9 * held[0].abs(), "{kept} {lost} {held}");
}

/// Normal force, slip, stick and energies as a host reads them while the ball slides and then rolls.
#[test]
fn outputs_are_those_of_the_step() {
    for law in LAWS {
        for parallel in [false, true] {
            let mut ball = Ball::thrown(law, parallel, |unit| unit.set_integer(Id::CouplingVerifyMass, 0));
            (ball.position, ball.velocity, ball.spin) =
                (V3::new(0.0, 0.0, RADIUS), V3::new(0.0, 1.0, 0.0), V3::zeros());
            ball.wire();
            (0..20).for_each(|_| ball.step());
            let slides = |unit: &mut Contact| unit.real(Id::Sticking, 0).unwrap() == 0.0;
            assert!(slides(&mut ball.unit), "{law} {parallel}");
            let normal = ball.unit.real(Id::NormalForce, 0).unwrap();
            // parallel order falls for a step first; the overlap is given back at up to 0.1·g·h
            let off = if parallel { 0.1 * MASS * G } else { 1e-9 };
            assert!((normal - MASS * G).abs() < off, "{law} {parallel}: {normal}");
            let friction = vector(&mut ball.unit, Id::FrictionForce);
            // start value of μ_C, against the slip along y: an axis and a corner
            let mu = ball.unit.real(Id::FrictionMuC, 0).unwrap();
            assert!((friction - V3::new(0.0, -mu * normal, 0.0)).norm() < 1e-9, "{law} {parallel}: {friction}");
            assert_eq!(ball.unit.integer(Id::ContactActive).unwrap(), 1);
            assert!(ball.unit.integer(Id::MicroSteps).unwrap() > 0);
            // rolls after v₀·2/7/(μ·g) = 0.073 s with 5/7·v₀
            (0..200).for_each(|_| ball.step());
            assert!(!slides(&mut ball.unit), "{law} {parallel}");
            assert!((ball.velocity[1] - 5.0 / 7.0).abs() < 1e-9, "{law} {parallel}: {}", ball.velocity);
            let residual = ball.unit.real(Id::EnergyResidual, 0).unwrap();
            assert!(residual.abs() < 1e-12, "{law} {parallel}: {residual:e}");
        }
    }
}

/// What a host sets between two steps is met by the next one: friction, threshold, stiffness, and the pose.
#[test]
fn sets_between_steps_are_taken_by_the_next_step() {
    for law in LAWS {
        let mut ball = Ball::thrown(law, false, |unit| unit.set_integer(Id::CouplingVerifyMass, 0));
        (ball.position, ball.velocity, ball.spin) = (V3::new(0.0, 0.0, RADIUS), V3::new(0.0, 2.0, 0.0), V3::zeros());
        ball.wire();
        (0..10).for_each(|_| ball.step());
        set(&mut ball.unit, Id::FrictionMuC, &[0.1]);
        ball.step();
        let friction = vector(&mut ball.unit, Id::FrictionForce);
        assert!((friction[1] + 0.1 * MASS * G).abs() < 1e-6, "{law}: {friction}");
        // lifted, it flies, and nothing holds on
        ball.position[2] += 0.01;
        ball.wire();
        ball.step();
        assert_eq!(vector(&mut ball.unit, Id::ForceI), V3::zeros(), "{law}");
        assert_eq!(ball.unit.real(Id::NormalForce, 0).unwrap(), 0.0);
        assert_eq!(ball.unit.integer(Id::ContactActive).unwrap(), 0);
    }
}

/// By central differences of what is read: that of poses and velocities, and 0 for what the step gave, which stays until the
/// next one.
#[test]
fn outputs_have_derivatives_and_those_of_the_step_are_0() {
    for law in LAWS {
        let mut ball = Ball::thrown(law, false, |unit| {
            // a plane that leans
            set(unit, Id::GeometryNormalJ, &[0.1, -0.2, 1.0]);
        });
        let touches = |ball: &mut Ball| ball.unit.real(Id::NormalForce, 0).unwrap() > 0.0;
        assert!((0..120).any(|_| {
            ball.step();
            touches(&mut ball)
        }));
        let outputs = [
            Id::Gap,
            Id::SlipSpeed,
            Id::PointOfAction,
            Id::NormalDirection,
            Id::ForceI,
            Id::TorqueI,
            Id::ForceJ,
            Id::TorqueJ,
            Id::NormalForce,
            Id::FrictionForce,
            Id::EnergyElastic,
            Id::EnergyResidual,
            Id::EffectiveRestitution,
            Id::DerZ,
        ];
        let knowns = [
            (Id::PositionI, 3, 1e-4),
            (Id::VelocityI, 3, 1e-4),
            (Id::AngularVelocityI, 3, 1e-3),
            (Id::PositionJ, 3, 1e-4),
            (Id::VelocityJ, 3, 1e-4),
        ];
        for (known, length, d) in knowns {
            for k in 0..length {
                let mut tangent = ball.unit.tangent(&mut std::iter::once((known, k, 1.0))).unwrap();
                for id in outputs {
                    for element in 0..TABLE.iter().find(|row| row.id == id).unwrap().len() {
                        let exact = Contact::tangent_of(&mut tangent, id, element);
                        let at = |shift: f64| {
                            let mut unit = ball.unit.clone();
                            let now = unit.real(known, k).unwrap();
                            unit.set_real(known, k, now + shift);
                            unit.real(id, element).unwrap()
                        };
                        let by_difference = (at(d) - at(-d)) / (2.0 * d);
                        // the slip speed is curved: 2nd order in d over the slip
                        let what = format!("{law} {id:?}[{element}] by {known:?}[{k}]");
                        assert!((exact - by_difference).abs() < 1e-5, "{what}: {exact} for {by_difference}");
                    }
                }
            }
        }
    }
}

/// The rods of [G04 Fig. 22 (a)] with e = 1 and μ = 0.8: Newton's hypothesis would gain 3.25 times their energy, and the
/// log says so once; Stronge's and Poisson's never.
#[test]
fn rebound_that_would_gain_energy_is_said_once() {
    let w = [1.2079395127269765, 0.0, 0.5213895303712678, 0.0, 0.7597074202703038, 0.0];
    for (impact, times) in [(1, 0), (2, 0), (3, 1)] {
        let mut unit = rigid_unit(1);
        unit.set_integer(Id::TimeSteppingImpact, impact);
        unit.set_integer(Id::GeometryPair, 1);
        unit.set_integer(Id::CouplingMassSource, 2);
        set(&mut unit, Id::InverseMass, &w);
        set(&mut unit, Id::FreeAcceleration, &[0.0; 3]);
        set(&mut unit, Id::ComplianceE, &[1.0]);
        set(&mut unit, Id::FrictionMuS, &[0.8]);
        set(&mut unit, Id::FrictionMuC, &[0.8]);
        set(&mut unit, Id::RelativeVelocity, &[-2.683107323864031, 0.0, -1.3090169943749475]);
        unit.exit_initialization(&mut |_| ()).unwrap();
        let mut said = vec![];
        for step in 0..3 {
            set(&mut unit, Id::Penetration, &[0.0]);
            set(&mut unit, Id::RelativeVelocity, &[-2.683107323864031, 0.0, -1.3090169943749475]);
            unit.do_step(f64::from(step) * H, H, &mut |_| ()).unwrap();
            unit.warnings(&mut |text| said.push(text.to_string()));
        }
        said.retain(|text| text.contains("would gain"));
        assert_eq!(said.len(), times, "{impact}: {said:?}");
        // 3.25 of 4.623 J
        let told =
            ["the impact at 1.31 m/s would gain 15.0 J with a rebound of 1.31 m/s", "timeStepping.impact = stronge"];
        assert!(said.iter().all(|text| told.iter().all(|words| text.contains(words))), "{said:?}");
        assert!(unit.real(Id::EnergyDissipatedFriction, 0).unwrap() > 0.0);
    }
}

/// Mean force and slope: their rates are what a host asks for after the step.
#[test]
fn slopes_of_an_impact_are_told() {
    let mut ball = Ball::thrown(1, false, |unit| {
        unit.set_integer(Id::CouplingVerifyMass, 0);
        unit.set_integer(Id::CouplingHandBack, 3);
    });
    let mut first = None;
    for _ in 0..80 {
        let (height, speed) = (ball.position.z - RADIUS, -ball.velocity.z);
        ball.step();
        if vector(&mut ball.unit, Id::ForceI).z > 0.0 && first.is_none() {
            first = Some((height, speed));
            let mut tangent = ball.unit.time_derivatives(&mut core::iter::empty()).unwrap();
            let slope = Contact::tangent_of(&mut tangent, Id::ForceI, 2);
            // J = m·(1 + e)·v at τ has the first moment of a force with the slope 12·J·(τ − H/2)/H³
            let after = ((speed * speed + 2.0 * G * height).sqrt() - speed) / G;
            let impulse = MASS * 1.5 * (speed + G * after);
            let known = 12.0 * impulse * (after - 0.5 * H) / (H * H * H);
            assert!((slope / known - 1.0).abs() < 1e-9, "{slope} for {known}");
        }
    }
    assert!(first.is_some());
}
