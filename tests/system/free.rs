//! One free body under gravity and the forces of a system in Model Exchange, by the classical method of Runge and Kutta in fixed steps;
//! discrete states are looked at after each of them.

use super::{get, run, system};
use asperity::fmi::model::Run;
use asperity::fmi::{Interface, Model};
use asperity::unit::system::System;
use asperity::unit::table::Id;
use nalgebra::{DVector, Quaternion, UnitQuaternion, Vector3};

/// The body `body` of a system whose only contact is `contact`.
pub struct Free {
    pub system: System,
    pub mass: f64,
    /// Principal moments of inertia about the origin of its frame [kg·m²]
    pub inertia: Vector3<f64>,
    pub gravity: Vector3<f64>,
    /// Position, orientation, velocity, angular velocity, z, z_r, s_dw and the three sums of the ledger
    pub state: DVector<f64>,
    set: Vec<Run<Id>>,
    read: Vec<Run<Id>>,
    gap: Run<Id>,
    normal_force: Run<Id>,
    time: f64,
}

/// What is set, in the order of the states, and what the contact says of its own.
const SET: [&str; 10] = [
    "body.position",
    "body.orientation",
    "body.velocity",
    "body.angularVelocity",
    "contact.z",
    "contact.z_r",
    "contact.s_dw",
    "energyWork",
    "energyDissipatedNormal",
    "energyDissipatedFriction",
];
const READ: [&str; 8] = [
    "body.force",
    "body.torque",
    "contact.der(z)",
    "contact.der(z_r)",
    "contact.der(s_dw)",
    "der(energyWork)",
    "der(energyDissipatedNormal)",
    "der(energyDissipatedFriction)",
];
/// Of the states that the contact has.
const OWN: usize = 13;
/// Of force and torque.
const WRENCH: usize = 6;

impl Free {
    pub fn new(text: &str, mass: f64, inertia: [f64; 3]) -> Self {
        let mut state = DVector::zeros(21);
        state[3] = 1.0;
        let system = system(Interface::ModelExchange, text);
        let layout = system.layout();
        Free {
            set: SET.iter().map(|name| run(&layout, name)).collect(),
            read: READ.iter().map(|name| run(&layout, name)).collect(),
            gap: run(&layout, "contact.gap"),
            normal_force: run(&layout, "contact.normalForce"),
            system,
            mass,
            inertia: inertia.into(),
            gravity: Vector3::new(0.0, 0.0, -9.81),
            state,
            time: 0.0,
        }
    }

    pub fn place(&mut self, position: [f64; 3], orientation: &UnitQuaternion<f64>) {
        let q = orientation.quaternion();
        self.state.rows_mut(0, 3).copy_from_slice(&position);
        self.state.rows_mut(3, 4).copy_from_slice(&[q.w, q.i, q.j, q.k]);
    }

    pub fn launch(&mut self, velocity: [f64; 3], angular_velocity: [f64; 3]) {
        self.state.rows_mut(7, 3).copy_from_slice(&velocity);
        self.state.rows_mut(10, 3).copy_from_slice(&angular_velocity);
    }

    pub fn tell(&mut self, state: &DVector<f64>) {
        self.system.set_reals(&self.set, state.as_slice());
    }

    pub fn start(&mut self) {
        self.tell(&self.state.clone());
        self.system.exit_initialization(&mut |_| {}).unwrap();
    }

    fn rates(&mut self, state: &DVector<f64>) -> DVector<f64> {
        self.tell(state);
        let vector = |from: usize| Vector3::new(state[from], state[from + 1], state[from + 2]);
        let (velocity, omega) = (vector(7), vector(10));
        let q = Quaternion::new(state[3], state[4], state[5], state[6]);
        let turn = UnitQuaternion::from_quaternion(q);
        let mut answer = [0.0; WRENCH + 8];
        self.system.reals(&self.read, &mut answer).unwrap();
        let force = Vector3::from_row_slice(&answer[..3]);
        let torque = turn.inverse() * Vector3::from_row_slice(&answer[3..WRENCH]);
        let own = turn.inverse() * omega;
        let alpha = turn * (torque - own.cross(&self.inertia.component_mul(&own))).component_div(&self.inertia);
        let spin = Quaternion::from_parts(0.0, omega) * q * 0.5;
        let mut rates = DVector::zeros(state.len());
        rates.rows_mut(0, 3).copy_from(&velocity);
        rates.rows_mut(3, 4).copy_from_slice(&[spin.w, spin.i, spin.j, spin.k]);
        rates.rows_mut(7, 3).copy_from(&(force / self.mass + self.gravity));
        rates.rows_mut(10, 3).copy_from(&alpha);
        rates.rows_mut(OWN, 8).copy_from_slice(&answer[WRENCH..]);
        rates
    }

    /// One step of `h` [s].
    pub fn step(&mut self, h: f64) {
        let start = self.state.clone();
        let k1 = self.rates(&start);
        let k2 = self.rates(&(&start + &k1 * (0.5 * h)));
        let k3 = self.rates(&(&start + &k2 * (0.5 * h)));
        let k4 = self.rates(&(&start + &k3 * h));
        self.state = start + (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0);
        let length = self.state.rows(3, 4).norm();
        self.state.rows_mut(3, 4).scale_mut(1.0 / length);
        self.time += h;
        self.tell(&self.state.clone());
        self.system.set_time(self.time);
        self.system.new_discrete_states(&mut |_| {}).unwrap();
    }

    pub fn gap(&mut self) -> f64 {
        let (gap, mut found) = (self.gap, [0.0]);
        self.system.reals(&[gap], &mut found).unwrap();
        found[0]
    }

    pub fn normal_force(&mut self) -> f64 {
        let (force, mut found) = (self.normal_force, [0.0]);
        self.system.reals(&[force], &mut found).unwrap();
        found[0]
    }

    /// Lets it fall from a hair above `height` [m], so that the onset is an event, with 1 m/s and without gravity: the speed at which it has
    /// left.
    pub fn falls_from(&mut self, height: f64, orientation: &UnitQuaternion<f64>) -> f64 {
        self.gravity = Vector3::zeros();
        self.place([0.0, 0.0, height + 1e-12], orientation);
        self.launch([0.0, 0.0, -1.0], [0.0; 3]);
        self.start();
        self.rebound()
    }

    /// Lets it fall straight on, from a hair above, until it has left: the speed at which it does. Steps are a hundredth of the way in, and
    /// short where it leaves, so that the end is found to less than 1e-7.
    pub fn rebound(&mut self) -> f64 {
        self.step(2e-12);
        let (mut h, mut deepest): (f64, f64) = (1e-7, 0.0);
        for _ in 0..1_000_000 {
            self.step(h);
            let gap = self.gap();
            if gap > 0.0 {
                return self.velocity()[2];
            }
            deepest = deepest.max(-gap);
            let is_leaving = self.velocity()[2] > 0.0 && -gap < 0.05 * deepest;
            h = (deepest * 0.01).clamp(1e-7, 1e-6) * if is_leaving { 0.05 } else { 1.0 };
        }
        panic!("it does not come back");
    }

    pub fn number(&mut self, name: &str) -> f64 {
        get::<1>(&mut self.system, name)[0]
    }

    pub fn velocity(&self) -> Vector3<f64> {
        Vector3::new(self.state[7], self.state[8], self.state[9])
    }

    pub fn angular_velocity(&self) -> Vector3<f64> {
        Vector3::new(self.state[10], self.state[11], self.state[12])
    }

    /// Kinetic energy [J].
    pub fn kinetic(&self) -> f64 {
        let q = Quaternion::new(self.state[3], self.state[4], self.state[5], self.state[6]);
        let own = UnitQuaternion::from_quaternion(q).inverse() * self.angular_velocity();
        0.5 * (self.mass * self.velocity().norm_squared() + own.dot(&self.inertia.component_mul(&own)))
    }
}
