//! Bodies that an importer moves by Newton and Euler, in fine steps, under the force and torque that a step hands back.

use super::super::{get, run, set};
use asperity::fmi::model::Run;
use asperity::fmi::{Fault, Model};
use asperity::unit::system::System;
use asperity::unit::table::Id;
use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

type V = Vector3<f64>;

/// A body of the importer, its mass centre at `center` in its frame.
#[derive(Clone, Debug)]
pub struct HostBody {
    pub name: &'static str,
    pub mass: f64,
    /// What the unit is told of mass and inertia, by what they are
    pub told: f64,
    pub inertia: Matrix3<f64>,
    pub center: V,
    /// Of the mass centre
    pub position: V,
    pub velocity: V,
    pub turn: UnitQuaternion<f64>,
    pub omega: V,
}

impl HostBody {
    pub fn new(name: &'static str, mass: f64, moments: [f64; 3]) -> Self {
        HostBody {
            name,
            mass,
            told: 1.0,
            inertia: Matrix3::from_diagonal(&V::from(moments)),
            center: V::zeros(),
            position: V::zeros(),
            velocity: V::zeros(),
            turn: UnitQuaternion::identity(),
            omega: V::zeros(),
        }
    }

    fn arm(&self) -> V {
        self.turn * self.center
    }

    /// I⁻¹·(τ − ω×Iω) about the mass centre.
    fn turning(&self, torque: &V) -> V {
        let r = self.turn.to_rotation_matrix();
        let inertia = r * self.inertia * r.inverse();
        inertia.try_inverse().unwrap() * (torque - self.omega.cross(&(inertia * self.omega)))
    }

    pub fn energy(&self, gravity: &V) -> f64 {
        let r = self.turn.to_rotation_matrix();
        let inertia = r * self.inertia * r.inverse();
        0.5 * self.mass * self.velocity.dot(&self.velocity) + 0.5 * self.omega.dot(&(inertia * self.omega))
            - self.mass * gravity.dot(&self.position)
    }
}

/// All of them with the system that they meet in.
pub struct Host {
    pub system: System,
    pub bodies: Vec<HostBody>,
    pub gravity: V,
    pub time: f64,
    pub micro_steps: u64,
    pub is_linked: bool,
    /// The force of a step is that of its start
    pub is_line: bool,
    /// The force of a step acts over the next one, and that of the last step
    pub is_parallel: bool,
    /// It asks for slopes, and applies them
    pub reads_slopes: bool,
    /// In how many steps of Runge and Kutta it integrates how a body turns in a step
    pub parts: usize,
    sent: Vec<[[V; 2]; 2]>,
    /// What the unit has warned of
    pub log: Vec<String>,
}

impl Host {
    pub fn new(text: &str, bodies: Vec<HostBody>, gravity: [f64; 3]) -> Self {
        Host::made(text, bodies, gravity, false)
    }

    /// One that gives the inverse inertia of its bodies.
    pub fn linked(text: &str, bodies: Vec<HostBody>, gravity: [f64; 3]) -> Self {
        Host::made(text, bodies, gravity, true)
    }

    fn made(text: &str, bodies: Vec<HostBody>, gravity: [f64; 3], is_linked: bool) -> Self {
        let mut host = Host {
            system: super::super::system(asperity::fmi::Interface::CoSimulation, text),
            bodies,
            gravity: gravity.into(),
            time: 0.0,
            micro_steps: 0,
            is_linked,
            is_line: text.contains("handBack = \"line\""),
            is_parallel: text.contains("order = \"parallel\""),
            reads_slopes: true,
            parts: 8,
            sent: Vec::new(),
            log: Vec::new(),
        };
        for at in 0..if is_linked { 0 } else { host.bodies.len() } {
            let body = host.bodies[at].clone();
            let i = body.inertia * body.told;
            set(&mut host.system, &format!("{}.mass", body.name), &[body.mass * body.told]);
            let inertia = [i[(0, 0)], i[(1, 1)], i[(2, 2)], i[(0, 1)], i[(0, 2)], i[(1, 2)]];
            set(&mut host.system, &format!("{}.inertia", body.name), &inertia);
            set(&mut host.system, &format!("{}.centerOfMass", body.name), body.center.as_slice());
        }
        host.tell();
        host.system.exit_initialization(&mut |_| {}).unwrap();
        host.sent = host.returned(|_| [V::zeros(); 2]);
        host
    }

    /// The same bodies with another system.
    pub fn twin(&self, system: System) -> Self {
        Host {
            system,
            bodies: self.bodies.clone(),
            gravity: self.gravity,
            time: self.time,
            micro_steps: self.micro_steps,
            is_linked: self.is_linked,
            is_line: self.is_line,
            is_parallel: self.is_parallel,
            reads_slopes: self.reads_slopes,
            parts: self.parts,
            sent: self.sent.clone(),
            log: Vec::new(),
        }
    }

    /// Sets motions and free accelerations.
    pub fn tell(&mut self) {
        for at in 0..self.bodies.len() {
            let body = self.bodies[at].clone();
            let arm = body.arm();
            let alpha = body.turning(&V::zeros());
            let free = self.gravity - alpha.cross(&arm) - body.omega.cross(&body.omega.cross(&arm));
            let q = body.turn.quaternion();
            let name = body.name;
            let system = &mut self.system;
            set(system, &format!("{name}.position"), (body.position - arm).as_slice());
            set(system, &format!("{name}.orientation"), &[q.w, q.i, q.j, q.k]);
            set(system, &format!("{name}.velocity"), (body.velocity - body.omega.cross(&arm)).as_slice());
            set(system, &format!("{name}.angularVelocity"), body.omega.as_slice());
            set(system, &format!("{name}.freeAcceleration"), free.as_slice());
            set(system, &format!("{name}.freeAngularAcceleration"), alpha.as_slice());
            if self.is_linked {
                // at the mass centre force and torque do not know of each other
                let r = body.turn.to_rotation_matrix();
                let angular = (r * body.inertia * r.inverse()).try_inverse().unwrap();
                let y = |row: usize, column: usize| match (row, column) {
                    (0..3, 0..3) if row == column => 1.0 / body.mass,
                    (3.., 3..) => angular[(row - 3, column - 3)],
                    _ => 0.0,
                };
                let upper: Vec<f64> =
                    (0..6).flat_map(|row| (row..6).map(move |column| (row, column))).map(|(r, c)| y(r, c)).collect();
                set(system, &format!("{name}.inverseMass"), &upper);
            }
        }
    }

    /// One step: the unit first, then the bodies under F(t) = mean + slope·(t − H/2).
    pub fn step(&mut self, h: f64) {
        self.try_step(h).unwrap();
    }

    /// The same. Errors: those of the unit.
    pub fn try_step(&mut self, h: f64) -> Result<(), Fault> {
        self.tell();
        let log = &mut self.log;
        self.system.do_step(self.time, h, &mut |_| ())?;
        self.system.warnings(&mut |text| log.push(text.to_string()));
        self.micro_steps += super::super::integer(&mut self.system, "microSteps") as u64;
        let slopes = if self.reads_slopes { self.slopes() } else { vec![[V::zeros(); 2]; self.bodies.len()] };
        let mut acting = self.returned(|at| slopes[at]);
        if self.is_parallel {
            core::mem::swap(&mut acting, &mut self.sent);
        }
        for (body, [mut means, slopes]) in self.bodies.iter_mut().zip(acting) {
            if self.is_line {
                means.iter_mut().zip(slopes).for_each(|(mean, slope)| *mean += slope * (0.5 * h));
            }
            body.go(&self.gravity, means, slopes, h, self.parts);
        }
        self.time += h;
        Ok(())
    }

    /// Slopes of force and torque of each body.
    pub fn slopes(&mut self) -> Vec<[V; 2]> {
        let layout = self.system.layout();
        let runs =
            self.bodies.iter().map(|body| ["force", "torque"].map(|of| run(&layout, &format!("{}.{of}", body.name))));
        let runs: Vec<_> = runs.collect();
        self.system.time_derivatives(&mut runs.iter().flatten().copied()).unwrap();
        let slope = |of: Run<Id>| V::from_fn(|k, _| self.system.tangent_of(&mut (), Run { k, length: 1, ..of }));
        runs.into_iter().map(|of_body| of_body.map(slope)).collect()
    }

    /// Force and torque of each body, and their slopes.
    fn returned(&mut self, slopes: impl Fn(usize) -> [V; 2]) -> Vec<[[V; 2]; 2]> {
        let system = &mut self.system;
        let means = |body: &HostBody| {
            ["force", "torque"].map(|what| V::from(get::<3>(system, &format!("{}.{what}", body.name))))
        };
        self.bodies.iter().map(means).enumerate().map(|(at, means)| [means, slopes(at)]).collect()
    }

    pub fn energy(&mut self) -> f64 {
        let [elastic] = get(&mut self.system, "energyElastic");
        elastic + self.bodies.iter().map(|body| body.energy(&self.gravity)).sum::<f64>()
    }

    pub fn momentum(&self) -> V {
        self.bodies.iter().map(|body| body.velocity * body.mass).sum()
    }
}

impl HostBody {
    /// Translation exactly; rotation by the rule of Runge and Kutta of fourth order in so many steps.
    fn go(&mut self, gravity: &V, [force, torque]: [V; 2], [by, turning]: [V; 2], h: f64, parts: usize) {
        let dt = h / parts as f64;
        for k in 0..parts {
            let t = (k as f64 + 0.5) * dt - 0.5 * h;
            let start = self.clone();
            // q̇ = ½·ω·q beside ω̇, at a part of the fine step
            let rates = |turn: &Quaternion<f64>, omega: &V, part: f64| {
                let at = t + (part - 0.5) * dt;
                let body = HostBody { turn: UnitQuaternion::from_quaternion(*turn), omega: *omega, ..start.clone() };
                let f = force + by * at;
                let spin = Quaternion::from_imag(*omega) * *turn * 0.5;
                (spin, body.turning(&(torque + turning * at - body.arm().cross(&f))))
            };
            let (q, w) = (start.turn.into_inner(), start.omega);
            let (q_1, w_1) = rates(&q, &w, 0.0);
            let (q_2, w_2) = rates(&(q + q_1 * (0.5 * dt)), &(w + w_1 * (0.5 * dt)), 0.5);
            let (q_3, w_3) = rates(&(q + q_2 * (0.5 * dt)), &(w + w_2 * (0.5 * dt)), 0.5);
            let (q_4, w_4) = rates(&(q + q_3 * dt), &(w + w_3 * dt), 1.0);
            self.turn = UnitQuaternion::from_quaternion(q + (q_1 + (q_2 + q_3) * 2.0 + q_4) * (dt / 6.0));
            self.omega = w + (w_1 + (w_2 + w_3) * 2.0 + w_4) * (dt / 6.0);
            let a = (force + by * t) / self.mass + gravity;
            // a changes linearly: the part of third order
            let bend = by / self.mass * (dt * dt * dt / 12.0);
            self.position += self.velocity * dt + a * (0.5 * dt * dt) - bend;
            self.velocity += a * dt;
        }
    }
}
