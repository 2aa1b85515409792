//! What is measured of the laws, of the stepping functions and of the solvers: one list for the times (`functions`) and
//! for the instruction counts (`instructions`). A sphere of 1 kg on the plane z = 0, start values of the unit; heaps of
//! bodies for the solvers, and impacts of rigid bodies.

mod complementarity;
mod impact;
mod shapes;
mod systems;

pub use complementarity::complementarity;
pub use impact::impacts;
pub use shapes::shapes;
pub use systems::systems;

use asperity::meet::{Geometry, Pair, contact_frame};
use asperity::physics::scalar::power;
use asperity::physics::{
    Body, ContactFrame, Inputs, Latch, Parameters, Quaternion, State, Vector3, elementary, respond, restitution,
};
use asperity::stepping::coupling::HandBack;
use asperity::stepping::interface::{self, CouplingMemory, Matrix3, Options, Order, Port};
use asperity::stepping::{self, ContactState, InputRates};
use asperity::unit::named::start_values;
use asperity::unit::parameters::ContactParameters;
use std::fmt;
use std::hint::black_box;

/// One function under measurement, with everything it is called with.
pub struct Case {
    pub name: &'static str,
    /// Calls it once; answers a number that depends on the whole result.
    pub run: Box<dyn Fn() -> f64 + Send + Sync>,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Case {
    /// `call` with an argument that the compiler knows nothing about.
    fn new<A: Send + Sync + 'static>(
        name: &'static str,
        argument: A,
        call: impl Fn(&A) -> f64 + Send + Sync + 'static,
    ) -> Self {
        Case { name, run: Box::new(move || black_box(call(black_box(&argument)))) }
    }
}

/// Penetration [m] and speed of approach [m/s].
const DEPTH: f64 = 7e-4;
const APPROACH: f64 = 0.02;
const GRAVITY: f64 = 9.81;

fn parameters(pair: Pair) -> (Parameters<f64>, Geometry<f64>) {
    let ContactParameters { laws, mut geometry, .. } = start_values();
    geometry.settings.pair = pair;
    (laws, geometry)
}

/// The sphere pressed in to [`DEPTH`], approaching, slipping with the Stribeck velocity and turning.
fn inputs() -> Inputs<f64> {
    let velocity = Vector3::new(0.028, -0.004, -APPROACH);
    let angular_velocity = Vector3::new(0.1, 0.2, 0.3);
    Inputs {
        penetration: DEPTH,
        relative_velocity: velocity + angular_velocity.cross(&Vector3::new(0.0, 0.0, -0.1)),
        contact_normal: Vector3::z(),
        contact_point: Vector3::new(0.0, 0.0, -DEPTH),
        body_i: Body {
            position: Vector3::new(0.0, 0.0, 0.1 - DEPTH),
            orientation: Quaternion::new(1.0, 0.1, -0.2, 0.05),
            velocity,
            angular_velocity,
        },
        body_j: Body::default(),
    }
}

fn latch(parameters: &Parameters<f64>) -> Latch<f64> {
    Latch { contact: true, v_i: APPROACH, a: 0.0 }.refreshed(parameters)
}

fn state() -> State<f64> {
    State { z: Vector3::new(1e-5, -5e-6, 0.0), s_dw: 0.3, ..State::default() }
}

fn frame(laws: &Parameters<f64>, geometry: &Geometry<f64>) -> ContactFrame<f64> {
    contact_frame(laws, geometry, &inputs(), None).expect("the scene has a contact frame")
}

/// The laws, one by one and together.
pub fn laws() -> Vec<Case> {
    let external = parameters(Pair::External);
    let plane = parameters(Pair::SpherePlane);
    let known = frame(&plane.0, &plane.1);
    vec![
        Case::new("exp", -1.7, |x| elementary::exp(*x)),
        Case::new("damping_factor d(e)", 0.5, |e| restitution::damping_factor(*e)),
        Case::new("restitution_of_damping e(a v)", 1.4, |u| restitution::restitution_of_damping(*u)),
        Case::new("power x^1.5", (DEPTH, 1.5), |(x, p)| power(*x, *p)),
        Case::new("contact_frame, external", (external, inputs()), |((p, g), i)| {
            seen(contact_frame(p, g, i, None).ok())
        }),
        Case::new("contact_frame, sphere on plane", (plane, inputs()), |((p, g), i)| {
            seen(contact_frame(p, g, i, None).ok())
        }),
        Case::new("respond", (plane.0, inputs(), known, latch(&plane.0), state()), |(p, i, f, l, s)| {
            let response = respond(p, i, f, l, s);
            response.outputs.force_i[0] + response.rates.z[0]
        }),
    ]
}

fn seen(frame: Option<ContactFrame<f64>>) -> f64 {
    frame.map_or(f64::NAN, |frame| frame.penetration + frame.v_t[0] + frame.omega_c[0])
}

/// One communication step of each coupling.
pub fn stepping() -> Vec<Case> {
    let plane = parameters(Pair::SpherePlane);
    let kinematic = |name, latch, inputs| {
        let contact = ContactState { continuous: state(), latch, ..ContactState::default() };
        Case::new(name, (plane, inputs, InputRates::default(), contact), |((p, g), i, r, c)| {
            stepping::advance(p, g, i, r, c, 1e-4).map_or(f64::NAN, |step| step.response.outputs.force_i[0])
        })
    };
    let mut above = inputs();
    above.body_i.position[2] = 0.1 + 1e-6;
    let coupling = start_values().coupling;
    let by_interface = |name, inputs: Inputs<f64>, latch, continuous, h: f64| {
        let frame = contact_frame(&plane.0, &plane.1, &inputs, None).expect("the scene has a contact frame");
        let b = Vector3::z() * -GRAVITY;
        let port =
            Port { frame, w: Matrix3::identity(), b, b_measured: b, turning_angle: 0.0, turning: None, expected: None };
        let contact = ContactState { continuous, latch, ..ContactState::default() };
        let options = Options {
            order: Some(Order::Sequential),
            hand_back: HandBack::Mean,
            max_micro_steps: 10_000,
            b_known: true,
            mass_known: true,
        };
        Case::new(
            name,
            (plane.0, coupling, port, contact, CouplingMemory::default(), options, h),
            |(p, by, port, c, memory, o, h)| {
                interface::advance(p, by, port, c, &mut { *memory }, o, *h)
                    .map_or(f64::NAN, |outcome| outcome.force.mean[2])
            },
        )
    };
    let mut rests = above;
    (rests.body_i.velocity, rests.body_i.angular_velocity) = (Vector3::zeros(), Vector3::zeros());
    // k·x^1.5 = m·g with 1 kg
    rests.body_i.position[2] = 0.1 - 4.582632e-4;
    let mut impact = above;
    impact.body_i.velocity[2] = -1.0;
    let apart = Latch::default();
    vec![
        kinematic("advance, in contact, 0.1 ms", latch(&plane.0), inputs()),
        kinematic("advance, onset inside, 0.1 ms", apart, above),
        by_interface("interface::advance, in contact, 0.1 ms", inputs(), latch(&plane.0), state(), 1e-4),
        by_interface("interface::advance, in contact, 1 ms", inputs(), latch(&plane.0), state(), 1e-3),
        by_interface("interface::advance, at rest, 1 ms", rests, latch(&plane.0), State::default(), 1e-3),
        by_interface("interface::advance, whole impact, 30 ms", impact, apart, state(), 0.03),
    ]
}
