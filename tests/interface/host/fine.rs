//! A port that moves by given W, L and G, and a fine integration of the same laws.

use super::{M3, V3, cross};
use crate::common::{Setup, contact_frame};
use asperity::physics::{Body, ContactFrame, Inputs, Latch, State, respond};
use asperity::stepping::ContactState;
use asperity::stepping::interface::{CouplingMemory, Mean, Options, Order, Outcome, Port, Spatial, Turning, advance};

/// What moves: n = e_z, and v_r and ω answer to force and couple by constant matrices.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    pub w: M3,
    pub turning: Turning,
    pub b: V3,
    pub x: f64,
    pub v: Spatial,
}

impl Mover {
    /// A body with its point of contact at `arm` from its centre; `inverse_inertia` in world axes.
    pub fn of_body(mass: f64, inverse_inertia: M3, arm: V3) -> Self {
        let cross = cross(&arm);
        let g = inverse_inertia * cross;
        let turning = Turning { l: inverse_inertia, g, b: V3::zeros() };
        Mover { w: M3::identity() / mass - cross * g, turning, b: V3::zeros(), x: 0.0, v: Spatial::zero() }
    }

    pub fn port(&self, has_moments: bool) -> Port {
        let v = self.v.linear;
        let frame = ContactFrame {
            penetration: self.x,
            penetration_rate: -v[2],
            normal: V3::z(),
            point: V3::zeros(),
            v_t: V3::new(v[0], v[1], 0.0),
            omega_c: V3::zeros(),
            omega: self.v.angular,
            axis: V3::x(),
            // of the pair external as the table starts
            effective_radius: 0.1,
            rolling_radius: 0.1,
        };
        Port {
            frame,
            w: self.w,
            b: self.b,
            b_measured: self.b,
            turning_angle: 0.0,
            turning: has_moments.then_some(self.turning),
            expected: None,
        }
    }

    /// v̇_r and ω̇.
    pub fn acceleration(&self, f: &V3, m: &V3) -> Spatial {
        let Turning { l, g, b } = self.turning;
        Spatial { linear: self.w * f + g.transpose() * m + self.b, angular: l * m + g * f + b }
    }

    /// ½·vᵀ·M⁻¹·v of the motion, with M = [[W, Gᵀ], [G, L]] of full rank [J].
    pub fn kinetic(&self) -> f64 {
        let Turning { l, g, .. } = self.turning;
        let mut m = nalgebra::Matrix6::zeros();
        m.fixed_view_mut::<3, 3>(0, 0).copy_from(&self.w);
        m.fixed_view_mut::<3, 3>(0, 3).copy_from(&g.transpose());
        m.fixed_view_mut::<3, 3>(3, 0).copy_from(&g);
        m.fixed_view_mut::<3, 3>(3, 3).copy_from(&l);
        let Spatial { linear, angular } = self.v;
        let v = nalgebra::Vector6::new(linear[0], linear[1], linear[2], angular[0], angular[1], angular[2]);
        0.5 * v.dot(&m.lu().solve(&v).unwrap())
    }

    fn push(&mut self, force: &Mean, couple: &Mean, h: f64) {
        let before = self.v.linear[2];
        let slope = self.w * force.slope + self.turning.g.transpose() * couple.slope;
        self.v += self.acceleration(&force.mean, &couple.mean) * h;
        self.x -= 0.5 * h * (before + self.v.linear[2]) - slope[2] * h * h * h / 12.0;
    }
}

/// Unit and mover together; the host applies mean and slope.
#[derive(Clone, Debug)]
pub struct Ride {
    pub parameters: Setup,
    pub mover: Mover,
    pub options: Options,
    pub contact: ContactState,
    pub memory: CouplingMemory,
    pub sent: [Mean; 2],
    /// Impulses of force and couple that were applied
    pub impulse: Spatial,
    pub has_moments: bool,
}

impl Ride {
    pub fn new(parameters: Setup, mover: Mover, order: Order) -> Self {
        Ride {
            parameters,
            mover,
            options: super::options(order),
            contact: ContactState::default(),
            memory: CouplingMemory::default(),
            sent: [Mean::default(); 2],
            impulse: Spatial::zero(),
            has_moments: asperity::stepping::interface::bears_moments(&parameters),
        }
    }

    pub fn step(&mut self, h: f64) -> Outcome {
        let port = self.mover.port(self.has_moments);
        let outcome =
            advance(&self.parameters, &super::coupling(), &port, &self.contact, &mut self.memory, &self.options, h)
                .unwrap();
        let given = [outcome.force, outcome.couple];
        let [force, couple] = if self.options.order == Some(Order::Sequential) { given } else { self.sent };
        self.mover.push(&force, &couple, h);
        self.impulse += Spatial { linear: force.mean, angular: couple.mean } * h;
        self.sent = given;
        self.contact = outcome.contact;
        outcome
    }
}

impl Ride {
    pub fn run(&mut self, steps: usize, h: f64) {
        for _ in 0..steps {
            self.step(h);
        }
    }
}

/// Where a fine integration has come.
#[derive(Clone, Copy, Debug)]
pub struct Fine {
    pub mover: Mover,
    pub state: State<f64>,
    pub impulse: Spatial,
    /// [s]
    pub time: f64,
}

/// Classical Runge–Kutta steps of `h` until `end` [s] or the release; the laws are evaluated as Model Exchange does,
/// with the latch of the start. The bodies have x > 0 or approach.
pub fn fine(parameters: &Setup, mover: &Mover, h: f64, end: f64) -> Fine {
    let frame = contact_frame(parameters, &seen(mover), None).unwrap();
    let latch = Latch::default().switched(parameters, &frame.approach(), true);
    let start = Fine { mover: *mover, state: State::default(), impulse: Spatial::zero(), time: 0.0 };
    fine_from(parameters, start, &latch, h, end)
}

/// Force and couple of friction on the mover, and how its x and the states change.
pub fn response(
    parameters: &Setup,
    mover: &Mover,
    latch: &Latch<f64>,
    state: &State<f64>,
) -> (f64, State<f64>, Spatial) {
    let inputs = seen(mover);
    let frame = contact_frame(parameters, &inputs, None).unwrap();
    let r = respond(parameters, &inputs, &frame, latch, state);
    (r.penetration_rate, r.rates, Spatial { linear: r.outputs.force_i, angular: r.outputs.friction_moment })
}

fn seen(mover: &Mover) -> Inputs<f64> {
    Inputs {
        penetration: mover.x,
        relative_velocity: mover.v.linear,
        body_i: Body { angular_velocity: mover.v.angular, ..Body::default() },
        ..Inputs::default()
    }
}

/// The same from where it has come, in contact with `latch`.
pub fn fine_from(parameters: &Setup, mut at: Fine, latch: &Latch<f64>, h: f64, end: f64) -> Fine {
    let rate = |at: &Fine| {
        let (x, states, force) = response(parameters, &at.mover, latch, &at.state);
        (x, at.mover.acceleration(&force.linear, &force.angular), states, force)
    };
    type Rate = (f64, Spatial, State<f64>, Spatial);
    let moved = |at: &Fine, (x, v, s, p): &Rate, part: f64| {
        let mut next = *at;
        next.mover.x += x * part;
        next.mover.v += *v * part;
        next.state.z += s.z * part;
        next.state.z_r += s.z_r * part;
        next.state.s_dw += s.s_dw * part;
        next.impulse += *p * part;
        next
    };
    while at.time < end - 0.5 * h {
        let k1 = rate(&at);
        let k2 = rate(&moved(&at, &k1, 0.5 * h));
        let k3 = rate(&moved(&at, &k2, 0.5 * h));
        let k4 = rate(&moved(&at, &k3, h));
        for (k, weight) in [(k1, 1.0), (k2, 2.0), (k3, 2.0), (k4, 1.0)] {
            at = moved(&at, &k, h * weight / 6.0);
        }
        at.time += h;
        if at.mover.x <= 0.0 && at.mover.v.linear[2] > 0.0 {
            break;
        }
    }
    at
}
