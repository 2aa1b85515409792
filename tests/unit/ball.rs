//! A ball that an importer moves by fixed steps against the plane z = 0, by four masters, with its own account of energy.

use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::Id;

pub const MASS: f64 = 2.0;
pub const RADIUS: f64 = 0.1;
/// Of a solid sphere [kg·m²]
pub const INERTIA: f64 = 0.4 * MASS * RADIUS * RADIUS;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Master {
    /// The body moves by H·v, the contact steps, then the velocity changes by the force read.
    Drift,
    /// The contact steps, then the body over the same step under the force read.
    Sequential,
    /// The contact steps with accelerations, then the body under a force from old to new; the force is read again.
    Ramp,
    /// The body moves under the force of the step before, while the contact steps.
    Parallel,
}

pub const MASTERS: [Master; 4] = [Master::Drift, Master::Sequential, Master::Ramp, Master::Parallel];

pub fn vector(unit: &mut Contact, id: Id) -> [f64; 3] {
    [0, 1, 2].map(|k| unit.real(id, k).unwrap())
}

pub fn set(unit: &mut Contact, id: Id, values: &[f64]) {
    values.iter().enumerate().for_each(|(k, value)| unit.set_real(id, k, *value));
}

#[derive(Clone)]
pub struct Ball {
    pub unit: Contact,
    pub master: Master,
    pub gravity: f64,
    pub t: f64,
    pub position: [f64; 3],
    pub velocity: [f64; 3],
    pub spin: [f64; 3],
    /// Force and torque read last
    pub wrench: [[f64; 3]; 2],
    /// Work of gravity, impulse times mean velocity [J]
    pub fallen: f64,
    pub said: Vec<String>,
}

impl Ball {
    /// `gap` over the plane, with parameters set by `prepare`.
    pub fn new(master: Master, gap: f64, velocity: [f64; 3], prepare: impl FnOnce(&mut Contact)) -> Self {
        let mut unit = Contact::new(Interface::CoSimulation);
        unit.set_integer(Id::GeometryPair, 2);
        unit.set_integer(Id::CouplingOrder, if master == Master::Parallel { 2 } else { 1 });
        set(&mut unit, Id::GeometryRadiusI, &[RADIUS]);
        prepare(&mut unit);
        let mut ball = Ball {
            unit,
            master,
            gravity: 0.0,
            t: 0.0,
            position: [0.3, -0.2, RADIUS + gap],
            velocity,
            spin: [0.0; 3],
            wrench: [[0.0; 3]; 2],
            fallen: 0.0,
            said: vec![],
        };
        ball.wire();
        ball.unit.exit_initialization(&mut |_| ()).unwrap();
        ball.wrench = ball.read();
        ball
    }

    pub fn wire(&mut self) {
        set(&mut self.unit, Id::PositionI, &self.position);
        set(&mut self.unit, Id::VelocityI, &self.velocity);
        set(&mut self.unit, Id::AngularVelocityI, &self.spin);
    }

    fn read(&mut self) -> [[f64; 3]; 2] {
        [vector(&mut self.unit, Id::ForceI), vector(&mut self.unit, Id::TorqueI)]
    }

    pub fn step(&mut self, h: f64) {
        let old = self.wrench;
        self.wire();
        if self.master == Master::Ramp {
            let [force, torque] = old;
            let weight = [0.0, 0.0, MASS * self.gravity];
            for (k, ((force, torque), weight)) in force.into_iter().zip(torque).zip(weight).enumerate() {
                self.unit.set_input_derivative(Id::VelocityI, k, (force - weight) / MASS);
                self.unit.set_input_derivative(Id::AngularVelocityI, k, torque / INERTIA);
            }
        }
        self.unit.do_step(self.t, h, &mut |_| ()).unwrap();
        let said = &mut self.said;
        self.unit.warnings(&mut |text| said.push(text.to_string()));
        self.wrench = self.read();
        let new = self.wrench;
        let (first, last) = match self.master {
            Master::Drift | Master::Sequential => (new, new),
            Master::Ramp => (old, new),
            Master::Parallel => (old, old),
        };
        for k in 0..3 {
            let g = if k == 2 { -self.gravity } else { 0.0 };
            let [a, b] = [first, last].map(|wrench| wrench[0][k] / MASS + g);
            let before = self.velocity[k];
            self.position[k] += h * before;
            if self.master != Master::Drift {
                self.position[k] += h * h * (a / 3.0 + b / 6.0);
            }
            self.velocity[k] += 0.5 * h * (a + b);
            self.fallen += 0.5 * MASS * g * h * (before + self.velocity[k]);
            self.spin[k] += 0.5 * h * (first[1][k] + last[1][k]) / INERTIA;
        }
        self.t += h;
        if self.master == Master::Ramp {
            self.wire();
            self.wrench = self.read();
        }
    }

    /// Steps until the ball is above the plane on its way up, without a force for three steps: the second tells what came out
    /// of the last push. At most `most` steps.
    pub fn bounce(&mut self, h: f64, most: usize) {
        let mut free = 0;
        for _ in 0..most {
            self.step(h);
            let is_free = self.wrench == [[0.0; 3]; 2] && self.position[2] > RADIUS;
            free = if is_free && self.velocity[2] > 0.0 { free + 1 } else { 0 };
            if free == 3 {
                return;
            }
        }
        panic!("no rebound: {:?} {:?}", self.position, self.velocity);
    }

    pub fn kinetic(&self) -> f64 {
        let square = |v: &[f64; 3]| v.iter().map(|x| x * x).sum::<f64>();
        0.5 * (MASS * square(&self.velocity) + INERTIA * square(&self.spin))
    }

    pub fn real(&mut self, id: Id) -> f64 {
        self.unit.real(id, 0).unwrap()
    }

    /// Kinetic energy beyond what gravity gave, energy stored and energy dissipated [J].
    pub fn account(&mut self) -> f64 {
        let lost = self.real(Id::EnergyDissipatedNormal) + self.real(Id::EnergyDissipatedFriction);
        self.kinetic() - self.fallen + self.real(Id::EnergyElastic) + lost
    }
}
