//! A host for the interface coupling: a free sphere over a plane with frozen normal, moved exactly by the force it is
//! handed.

pub use crate::common::{Setup, coupling, parameters};
use asperity::physics::{ContactFrame, Vector3};
use asperity::stepping::coupling::HandBack;
use asperity::stepping::interface::{
    CouplingMemory, Mean, Options, Order, Outcome, Port, Turning, advance, bears_moments,
};
use asperity::stepping::saved::Saved;
use asperity::stepping::{ContactState, Coupling};

pub mod fine;

pub type V3 = Vector3<f64>;
pub type M3 = nalgebra::Matrix3<f64>;

/// What is carried, saved as bytes and read back.
pub fn restored(memory: &CouplingMemory) -> CouplingMemory {
    let (mut bytes, mut again) = (vec![], CouplingMemory::default());
    memory.write(&mut |more| bytes.extend_from_slice(more));
    let mut rest = bytes.as_slice();
    again.read(&mut rest).unwrap();
    assert!(rest.is_empty());
    again
}

/// Numbers in [0, 1) that are the same everywhere (multiplier and increment by Knuth).
pub struct Noise(u64);

impl Noise {
    /// Numbers of their own for each seed.
    pub fn of(seed: u64) -> Self {
        let mut noise = Noise(seed);
        for _ in 0..4 {
            noise.next();
        }
        noise
    }

    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Between both by their logarithm.
    pub fn between(&mut self, least: f64, most: f64) -> f64 {
        least * (most / least).powf(self.next())
    }

    pub fn one_in(&mut self, n: f64) -> bool {
        self.next() * n < 1.0
    }
}

/// Which force the host applies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    Mean,
    Slope,
}

/// Every order with every form.
pub const EVERY: [(Order, Form); 4] = [
    (Order::Sequential, Form::Mean),
    (Order::Sequential, Form::Slope),
    (Order::Parallel, Form::Mean),
    (Order::Parallel, Form::Slope),
];

/// Sphere (a point mass where `radius` is 0) above the plane through the origin with normal `n`.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub n: V3,
    pub mass: f64,
    pub radius: f64,
    pub inertia: f64,
    pub gravity: V3,
    /// Angular acceleration by a couple of the host's [rad/s²]
    pub drive: V3,
    pub position: V3,
    pub velocity: V3,
    pub omega: V3,
}

impl Body {
    pub fn point(mass: f64, x: f64, rate: f64) -> Self {
        let n = V3::new(0.0, 0.0, 1.0);
        Body {
            n,
            mass,
            radius: 0.0,
            inertia: 1.0,
            gravity: V3::zeros(),
            drive: V3::zeros(),
            position: -n * x,
            velocity: -n * rate,
            omega: V3::zeros(),
        }
    }

    pub fn sphere(mass: f64, radius: f64, velocity: V3, omega: V3) -> Self {
        let mut body = Body::point(mass, 0.0, 0.0);
        (body.radius, body.inertia) = (radius, 0.4 * mass * radius * radius);
        body.position = body.n * radius;
        (body.velocity, body.omega) = (velocity, omega);
        body
    }

    pub fn penetration(&self) -> f64 {
        self.radius - self.n.dot(&self.position)
    }

    pub fn contact_velocity(&self) -> V3 {
        self.velocity + self.omega.cross(&(-self.n * self.radius))
    }

    /// What a unit with the right masses times `mass_factor` sees.
    pub fn port(&self, mass_factor: f64) -> Port {
        let v_r = self.contact_velocity();
        let v_n = v_r.dot(&self.n);
        // as it is known from two places, rounded by how far they are
        let point = self.position - self.n * self.radius;
        let arm = point - self.position;
        let w = M3::identity() / self.mass - cross(&arm) * cross(&arm) / self.inertia;
        Port {
            frame: ContactFrame {
                penetration: self.penetration(),
                penetration_rate: -v_n,
                normal: self.n,
                point,
                v_t: v_r - self.n * v_n,
                omega_c: V3::zeros(),
                omega: self.omega,
                // of the normal e_z; others have no friction that asks for it
                axis: V3::x(),
                // of the pair external as the table starts
                effective_radius: 0.1,
                rolling_radius: 0.1,
            },
            w: w / mass_factor,
            b: self.gravity,
            b_measured: self.gravity,
            turning_angle: 0.0,
            turning: None,
            expected: None,
        }
    }

    /// How the sphere turns: ω̇ = I⁻¹·(m + ρ×f), and b_w a couple of the host's.
    pub fn turning(&self, mass_factor: f64) -> Turning {
        let g = cross(&(-self.n * self.radius)) / (self.inertia * mass_factor);
        Turning { l: M3::identity() / (self.inertia * mass_factor), g, b: self.drive }
    }

    pub fn energy(&self) -> f64 {
        let kinetic = 0.5 * self.mass * self.velocity.norm_squared() + 0.5 * self.inertia * self.omega.norm_squared();
        kinetic - self.mass * self.gravity.dot(&self.position)
    }

    /// Exact motion over `h` under gravity, the host's couple and the contact's force and couple.
    pub fn push(&mut self, force: &Mean, couple: &Mean, form: Form, h: f64) {
        let slope = if form == Form::Slope { force.slope } else { V3::zeros() };
        let acceleration = self.gravity + force.mean / self.mass;
        self.position += self.velocity * h + acceleration * (0.5 * h * h) - slope * (h * h * h / 12.0 / self.mass);
        self.velocity += acceleration * h;
        self.omega += (-self.n * self.radius).cross(&force.mean) * (h / self.inertia);
        self.omega += couple.mean * (h / self.inertia) + self.drive * h;
    }
}

/// [u]ₓ of u × v.
pub fn cross(u: &V3) -> M3 {
    M3::new(0.0, -u[2], u[1], u[2], 0.0, -u[0], -u[1], u[0], 0.0)
}

/// Unit and host together.
#[derive(Clone, Debug)]
pub struct World {
    pub parameters: Setup,
    pub coupling: Coupling<f64>,
    pub body: Body,
    /// By which the host applies the forces
    pub order: Order,
    pub options: Options,
    pub form: Form,
    pub mass_factor: f64,
    /// Share of gravity that the unit is told
    pub told: f64,
    /// Share of the couple of its own that the unit is told
    pub told_drive: f64,
    pub contact: ContactState,
    pub memory: CouplingMemory,
    /// Force and couple that were sent, and in parallel order are not yet applied
    pub sent: [Mean; 2],
    pub gained: f64,
    /// Order that the unit has found
    pub found: Option<Order>,
    /// Steps in which the unit said that the body does not answer as told
    pub doubts: usize,
    /// Whether the contact may take back what its host has got too much of
    pub may_pull: bool,
    /// Highest energy of the body at any step's end [J]
    pub peak: f64,
}

pub fn options(order: Order) -> Options {
    let hand_back = HandBack::MeanAndSlope;
    Options { order: Some(order), hand_back, max_micro_steps: 10_000, b_known: true, mass_known: true }
}

impl World {
    pub fn new(parameters: Setup, body: Body, order: Order, form: Form) -> Self {
        World {
            parameters,
            coupling: coupling(),
            body,
            order,
            options: options(order),
            form,
            mass_factor: 1.0,
            told: 1.0,
            told_drive: 1.0,
            contact: ContactState::default(),
            memory: CouplingMemory::default(),
            sent: [Mean::default(); 2],
            gained: 0.0,
            found: None,
            may_pull: false,
            doubts: 0,
            peak: f64::MIN,
        }
    }

    pub fn step(&mut self, h: f64) -> Outcome {
        let mut port = self.body.port(self.mass_factor);
        port.b *= self.told;
        port.b_measured = port.b;
        port.turning = bears_moments(&self.parameters).then(|| {
            let turning = self.body.turning(self.mass_factor);
            Turning { b: turning.b * self.told_drive, ..turning }
        });
        let Self { parameters, coupling, contact, memory, options, .. } = self;
        let outcome = advance(parameters, coupling, &port, contact, memory, options, h).unwrap();
        let given = [outcome.force, outcome.couple];
        let [force, couple] = match self.order {
            Order::Sequential => given,
            Order::Parallel => self.sent,
        };
        self.body.push(&force, &couple, self.form, h);
        self.sent = given;
        self.peak = self.peak.max(self.body.energy());
        // the pulse that asks for mass and order is given back in at most three times its force: 1e-4 of the speed at the touch, which is
        // seen 24 steps ahead; half of that is for a load that changes
        let fastest = self.body.velocity.norm() + self.body.gravity.norm() * 24.0 * h;
        let pulse = 4.5e-4 * fastest * self.body.mass * self.mass_factor / h;
        let pull = -self.body.n.dot(&outcome.force.mean);
        let is_asking = outcome.micro_steps == 0;
        let most = if self.may_pull {
            f64::INFINITY
        } else if is_asking {
            pulse
        } else {
            0.0
        };
        assert!(pull <= most, "contact pulls: {pull:e} N of {most:e}");
        self.gained += outcome.gained;
        self.found = outcome.found.map(|found| found.order).or(self.found);
        self.doubts += usize::from(outcome.doubt);
        self.contact = outcome.contact;
        outcome
    }

    pub fn run(&mut self, steps: usize, h: f64) {
        for _ in 0..steps {
            self.step(h);
        }
    }

    /// Steps until contact has been and the body has parted, with nothing more on its way.
    pub fn bounce(&mut self, h: f64) {
        let mut met = false;
        let mut quiet = 0;
        for _ in 0..2_000_000 {
            let outcome = self.step(h);
            met |= outcome.micro_steps > 0;
            quiet = if outcome.force.mean == V3::zeros() { quiet + 1 } else { 0 };
            if met && quiet > 3 && self.body.penetration() <= 0.0 {
                return;
            }
        }
        panic!("never parted: {self:?}");
    }
}

/// The grid of impacts that every figure for the restitution is stated on.
#[derive(Debug)]
pub struct Cell {
    pub e: f64,
    pub k: f64,
    pub h: f64,
    pub v: f64,
    pub phase: f64,
}

pub fn grid() -> impl Iterator<Item = Cell> {
    let mut cells = Vec::new();
    for e in [0.1, 0.5, 0.9] {
        for k in [1e5, 1e6, 1e7, 1e8, 1e9] {
            for h in [1e-4, 1e-3, 5e-3, 1e-2] {
                for v in [0.1, 1.0, 5.0] {
                    for phase in 0..8 {
                        cells.push(Cell { e, k, h, v, phase: f64::from(phase) / 8.0 });
                    }
                }
            }
        }
    }
    cells.into_iter()
}
