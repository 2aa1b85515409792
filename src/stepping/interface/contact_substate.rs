//! What a contact is inside an interval.

use crate::physics::kinematics::Approach;
use crate::physics::loads::{loads, usual_loads};
use crate::physics::{
    ContactFrame, Energies, Latch, Loads, Parameters, Planar, State, Vector3, contact, damping, friction,
};
use crate::physics::{normal as laws, rotation};
use crate::stepping::interface::{Port, RigidForces, Spatial, transported};
use crate::stepping::saved::saved;
use crate::stepping::{ContactState, Coupling};

/// The contact at the end of the step as the unit sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepEnd {
    /// x, ẋ, v_t and, where the contact bears moments, ω as the unit sees them; n, p_a and ω_c are those of the step's
    /// start
    pub frame: ContactFrame<f64>,
    /// f_n [N]
    pub normal_force: f64,
    /// f_t on body i [N]
    pub friction_force: Vector3<f64>,
    /// s [1]; 0 apart
    pub sticking: f64,
    /// Restitution of the present or last impact [1]
    pub effective_restitution: f64,
    /// Energy stored in compliance and bristles where the ledger stands [J]: in parallel order one step ahead
    pub energy_elastic: f64,
}

saved!(StepEnd { frame, normal_force, friction_force, sticking, effective_restitution, energy_elastic });

/// Everything the micro-steps move, in world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactSubstate {
    pub x: f64,
    pub v_r: Spatial,
    pub z: Vector3<f64>,
    pub z_r: f64,
    pub s_dw: f64,
    pub latch: Latch<f64>,
    pub energy: Energies<f64>,
    /// Of a rigid contact
    pub rigid_forces: RigidForces,
}

saved!(ContactSubstate { x, v_r, z, z_r, s_dw, latch, energy, rigid_forces });

impl ContactSubstate {
    pub fn of(contact: &ContactState, x: f64, v_r: Spatial, rigid_forces: RigidForces) -> Self {
        let State { z, s_dw, energy, z_r } = contact.continuous;
        ContactSubstate { x, v_r, z, z_r, s_dw, latch: contact.latch, energy, rigid_forces }
    }

    /// With the damping of these parameters; a rigid contact has none.
    pub fn refreshed(&self, parameters: &Parameters<f64>, coupling: &Coupling<f64>) -> Self {
        let latch = if coupling.is_rigid() { self.latch } else { self.latch.refreshed(parameters) };
        ContactSubstate { latch, ..*self }
    }

    /// Turns what the contact remembers in world axes with the contact frame, by the vector `angle` [rad].
    pub fn turn(&mut self, angle: &Vector3<f64>) {
        if *angle != Vector3::zeros() {
            self.z = rotation::turned(&self.z, angle);
            self.rigid_forces.friction = rotation::turned(&self.rigid_forces.friction, angle);
        }
    }

    /// With the velocity and what the contact remembers in the directions of another normal.
    pub fn transported(&self, from: &Vector3<f64>, to: &Vector3<f64>) -> Self {
        let there = |v: &Vector3<f64>| transported(v, from, to);
        let rigid_forces = RigidForces { friction: there(&self.rigid_forces.friction), ..self.rigid_forces };
        let v_r = Spatial { linear: there(&self.v_r.linear), ..self.v_r };
        ContactSubstate { v_r, z: there(&self.z), rigid_forces, ..*self }
    }

    /// The port's frame with x and velocity of the inside.
    fn frame(&self, port: &Port) -> ContactFrame<f64> {
        let n = port.frame.normal;
        let Spatial { linear, angular } = self.v_r;
        let v_n = n.dot(&linear);
        let omega = port.turning.map_or(port.frame.omega, |_| angular);
        ContactFrame { penetration: self.x, penetration_rate: -v_n, v_t: linear - n * v_n, omega, ..port.frame }
    }

    /// What of it is a state of the contact.
    pub fn continuous(&self) -> State<f64> {
        State { z: self.z, s_dw: self.s_dw, energy: self.energy, z_r: self.z_r }
    }

    fn deflection(&self) -> Planar<f64> {
        Planar { t: self.z, r: self.z_r }
    }

    /// Energy stored in compliance and bristles [J].
    pub fn stored(&self, parameters: &Parameters<f64>, coupling: &Coupling<f64>, port: &Port) -> f64 {
        self.stored_in(&self.latch, parameters, coupling, port)
    }

    fn stored_in(
        &self,
        latch: &Latch<f64>,
        parameters: &Parameters<f64>,
        coupling: &Coupling<f64>,
        port: &Port,
    ) -> f64 {
        if coupling.is_rigid() {
            return self.rigid_forces.stored(coupling);
        }
        let at = Approach { penetration: self.x, penetration_rate: -port.frame.normal.dot(&self.v_r.linear) };
        let normal = laws::normal_force(parameters, port.frame.effective_radius, &at, latch);
        contact::stored_energy(parameters, &normal, &self.deflection())
    }

    /// Energy that a pose or a parameter has brought in since the ledger stood at `stored` [J].
    pub fn jump(&self, parameters: &Parameters<f64>, coupling: &Coupling<f64>, port: &Port, stored: f64) -> f64 {
        let latch = Latch { contact: self.x > 0.0, ..self.latch };
        self.stored_in(&latch, parameters, coupling, port) - stored
    }

    /// What is shown of it, with the energy that is stored in it.
    pub fn seen(&self, parameters: &Parameters<f64>, coupling: &Coupling<f64>, port: &Port) -> StepEnd {
        let frame = self.frame(port);
        if coupling.is_rigid() {
            let RigidForces { normal, friction, .. } = self.rigid_forces;
            return StepEnd {
                normal_force: normal,
                friction_force: friction,
                sticking: self.rigid_forces.sticking(coupling, friction::sliding(parameters, &frame).slip.norm()),
                effective_restitution: damping::rigid_restitution(parameters, self.latch.v_i),
                energy_elastic: self.rigid_forces.stored(coupling),
                frame,
            };
        }
        let state = self.continuous();
        // written out, so that nothing is calculated of the rates, which nobody looks at
        let usual = usual_loads(parameters, &frame, &self.latch, &state);
        let loads = usual.unwrap_or_else(|| loads(parameters, &frame, &self.latch, &state));
        let Loads { normal, friction, s, .. } = loads;
        StepEnd {
            frame,
            normal_force: normal.force,
            friction_force: friction,
            sticking: s,
            effective_restitution: damping::effective_restitution(parameters, self.latch.v_i),
            energy_elastic: contact::stored_energy(parameters, &normal, &self.deflection()),
        }
    }
}
