//! Energy that passes between the bodies and the contact over a step of the kinematic coupling.
//!
//! Along the motion that the contact assumes inside a step its energies always balance, whatever the importer does. What the
//! bodies have gained is known when the next step begins, from the velocities that the importer then brings: an impulse J
//! changes the kinetic energy by J·½(v_n + v_{n+1}), however the positions are integrated and whatever else acts.

use crate::meet::Geometry;
use crate::physics::{Inputs, Outputs, Vector3};
use crate::stepping::InputRates;
use crate::stepping::coupling::CouplingOrder;
use crate::stepping::motion::bits_in;
use crate::stepping::saved::saved;

/// What acts on the bodies; as an impulse, its integral over a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Action {
    /// Force and torque on body i and on body j [N, N·m]; external pair: f_c on body i, its couple m_c, 0, 0
    wrench: [Vector3<f64>; 4],
    /// f_n [N]
    normal: f64,
}

saved!(Action { wrench, normal });

impl Action {
    /// Of these outputs.
    #[inline(always)]
    pub fn of(geometry: &Geometry<f64>, outputs: &Outputs<f64>) -> Self {
        let Outputs { force_i, torque_i, force_j, torque_j, friction_moment, normal_force, .. } = *outputs;
        let wrench = if geometry.is_given() {
            [force_i, friction_moment, Vector3::zeros(), Vector3::zeros()]
        } else {
            [force_i, torque_i, force_j, torque_j]
        };
        Action { wrench, normal: normal_force }
    }

    /// Over `h` [s].
    #[inline(always)]
    fn over(&self, h: f64) -> Self {
        Action { wrench: self.wrench.map(|of| of * h), normal: self.normal * h }
    }

    /// Of a force that goes linearly from this one to `end`.
    fn ramp(&self, end: &Self) -> Self {
        let [a, b, c, d] = &self.wrench;
        let [e, f, g, h] = &end.wrench;
        Action { wrench: [a + e, b + f, c + g, d + h].map(|of| of * 0.5), normal: 0.5 * (self.normal + end.normal) }
    }

    /// Half the sum of impulse times velocity  ½ΣJ·v [J].
    #[inline(always)]
    fn half_work(&self, geometry: &Geometry<f64>, inputs: &Inputs<f64>) -> f64 {
        let Inputs { body_i: i, body_j: j, relative_velocity, .. } = inputs;
        let [a, b, c, d] = &self.wrench;
        let twice = if geometry.is_given() {
            a.dot(relative_velocity) + b.dot(&(i.angular_velocity - j.angular_velocity))
        } else {
            a.dot(&i.velocity) + b.dot(&i.angular_velocity) + c.dot(&j.velocity) + d.dot(&j.angular_velocity)
        };
        0.5 * twice
    }
}

/// The last step, until the motion that came out of it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Exchange {
    /// Impulse over the step, as the importer applies it
    impulse: Action,
    /// ½ΣJ·v with the velocities of the step's start [J]
    at_start: f64,
    /// Work put into the contact as booked along the assumed motion [J]
    booked: f64,
    /// H [s]
    length: f64,
    /// What acts at the step's end
    end: Action,
}

saved!(Exchange { impulse, at_start, booked, length, end });

impl Exchange {
    /// Whether nothing has passed, so that no jump of the bodies is work.
    pub fn is_nothing(&self) -> bool {
        // in which a sign does not count
        let bits = |action: &Action| bits_in(action.wrench.each_ref()) | action.normal.to_bits();
        (bits(&self.impulse) | bits(&self.end) | self.booked.to_bits()) << 1 == 0
    }

    /// Before the first step; in parallel order `now` acts over it.
    pub fn before_steps(now: Action) -> Self {
        Exchange { end: now, ..Exchange::default() }
    }

    /// Of a step that has been made. The importer is taken to apply
    ///
    /// | order | velocities held | with input derivatives |
    /// |---|---|---|
    /// | sequential | the force of the step's end | a force that goes linearly from `start` to that of the step's end |
    /// | parallel | the force of the last step's end | `start` |
    ///
    /// `start`: what acts at the step's start, if velocities have derivatives; `outputs`: those of its end; `work`: booked
    /// along the assumed motion [J]; `h`: length of the step [s]. In `to`, which stays where it is; the answer: whether nothing in it overflows.
    #[inline(always)]
    pub fn after_step(
        &self,
        (geometry, inputs): (&Geometry<f64>, &Inputs<f64>),
        order: CouplingOrder,
        start: Option<&Action>,
        outputs: &Outputs<f64>,
        (work, h): (f64, f64),
        to: &mut Exchange,
    ) -> bool {
        to.end = Action::of(geometry, outputs);
        to.impulse = match (order, start) {
            (CouplingOrder::Parallel, None) => self.end.over(h),
            (CouplingOrder::Parallel, Some(start)) => start.over(h),
            (CouplingOrder::Sequential | CouplingOrder::Detect, None) => to.end.over(h),
            (CouplingOrder::Sequential | CouplingOrder::Detect, Some(start)) => start.ramp(&to.end).over(h),
        };
        (to.at_start, to.booked, to.length) = (to.impulse.half_work(geometry, inputs), work, h);
        to.is_finite()
    }

    /// What the work put into the contact is wrong by, now that the velocities at the end of the step are known [J].
    #[inline(always)]
    pub fn correction(&self, geometry: &Geometry<f64>, inputs: &Inputs<f64>) -> f64 {
        -(self.at_start + self.impulse.half_work(geometry, inputs)) - self.booked
    }

    /// Impulse along the normal over the step [N·s].
    pub fn normal_impulse(&self) -> f64 {
        self.impulse.normal
    }

    /// H [s]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Whether nothing in it overflows.
    #[inline(always)]
    fn is_finite(&self) -> bool {
        let wrench: f64 = self.impulse.wrench.iter().map(Vector3::sum).sum();
        (self.at_start + self.booked + wrench).is_finite()
    }
}

impl InputRates {
    /// Whether velocities have derivatives.
    pub fn accelerate(&self) -> bool {
        let Inputs { relative_velocity, body_i: i, body_j: j, .. } = &self.inputs;
        // in which a sign does not count
        bits_in([relative_velocity, &i.velocity, &i.angular_velocity, &j.velocity, &j.angular_velocity]) << 1 != 0
    }
}
