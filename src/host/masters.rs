//! Two ways to let a contact and a plant go forward together by fixed steps.

use super::HostError;
use super::plant::{Acceleration, Motion, Plant, Wrench};

/// The order in which the two step, and which force moves the plant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Master {
    /// The contact first, from the plant's motion and accelerations; then the plant, under a force that goes linearly
    /// from the one at the step's begin to the contact's new one. Second order in the step.
    GaussSeidel,
    /// Both at once; the plant moves under the force known at the step's begin. First order in the step.
    Jacobi,
}

/// A contact as a master sees it.
pub trait Contact {
    /// Passes on how the body moves now.
    fn set_motion(&mut self, motion: &Motion) -> Result<(), HostError>;
    /// Passes on how the velocities change during the next step.
    fn set_acceleration(&mut self, acceleration: &Acceleration) -> Result<(), HostError>;
    /// The wrench on the body for the motion last passed on, or, after a step, at the step's end.
    fn wrench(&mut self) -> Result<Wrench, HostError>;
    /// Steps from `time` [s] over `step` [s].
    fn advance(&mut self, time: f64, step: f64) -> Result<(), HostError>;
}

impl Master {
    /// Takes both from `time` [s] over `step` [s]. `wrench` is the one at `time`; answers the one at the step's end,
    /// for the motion of the plant that came out.
    pub fn step(
        self,
        contact: &mut impl Contact,
        plant: &mut impl Plant,
        wrench: &Wrench,
        time: f64,
        step: f64,
    ) -> Result<Wrench, HostError> {
        contact.set_acceleration(&plant.acceleration(wrench))?;
        contact.advance(time, step)?;
        let end = match self {
            Self::GaussSeidel => contact.wrench()?,
            Self::Jacobi => *wrench,
        };
        plant.advance(wrench, &end, step);
        contact.set_motion(&plant.motion())?;
        // Evaluated again for the motion that came out: with the predicted one, stiff damping would only stand half
        // the step.
        contact.wrench()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::plant::{RigidSphere, Vector};

    /// A spring towards z = 0, continued over the step with the acceleration it was told.
    struct Spring {
        stiffness: f64,
        motion: Motion,
        acceleration: Vector,
    }

    impl Contact for Spring {
        fn set_motion(&mut self, motion: &Motion) -> Result<(), HostError> {
            self.motion = *motion;
            Ok(())
        }
        fn set_acceleration(&mut self, acceleration: &Acceleration) -> Result<(), HostError> {
            self.acceleration = acceleration.linear;
            Ok(())
        }
        fn wrench(&mut self) -> Result<Wrench, HostError> {
            Ok(Wrench { force: self.motion.position * -self.stiffness, torque: Vector::zeros() })
        }
        fn advance(&mut self, _time: f64, step: f64) -> Result<(), HostError> {
            self.motion.position += self.motion.velocity * step + self.acceleration * (step * step / 2.0);
            Ok(())
        }
    }

    /// Distance from the exact end of half a swing of a unit mass on a unit spring.
    fn error(master: Master, steps: u32) -> f64 {
        let motion = Motion {
            position: Vector::new(0.0, 0.0, 1.0),
            orientation: [1.0, 0.0, 0.0, 0.0],
            velocity: Vector::zeros(),
            angular_velocity: Vector::zeros(),
        };
        let mut plant = RigidSphere { mass: 1.0, radius: 0.1, gravity: Vector::zeros(), motion };
        let mut spring = Spring { stiffness: 1.0, motion, acceleration: Vector::zeros() };
        let mut wrench = spring.wrench().expect("it never fails");
        let step = std::f64::consts::PI / f64::from(steps);
        for k in 0..steps {
            wrench = master.step(&mut spring, &mut plant, &wrench, f64::from(k) * step, step).expect("it never fails");
        }
        ((plant.motion.position.z + 1.0).powi(2) + plant.motion.velocity.z.powi(2)).sqrt()
    }

    #[test]
    fn gauss_seidel_is_of_second_order_and_jacobi_of_first() {
        let order = |master| (error(master, 200) / error(master, 400)).log2();
        let (gauss_seidel, jacobi) = (order(Master::GaussSeidel), order(Master::Jacobi));
        assert!((1.9..2.1).contains(&gauss_seidel), "{gauss_seidel}");
        assert!((0.9..1.1).contains(&jacobi), "{jacobi}");
    }
}
