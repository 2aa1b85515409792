//! What the bodies have done since the last step's start.

use crate::physics::Vector3;
use crate::physics::rotation::Rotation;
use crate::stepping::interface::{CouplingMemory, Port, Spatial};

/// The motion over the last step, in the directions of now: the contact frame has turned since.
#[derive(Clone, Copy, Debug)]
pub struct Past {
    /// By which the contact frame has turned; None: not at all
    turn: Option<Rotation<f64>>,
    /// v_r and ω at that step's start and now [m/s, rad/s]
    pub before: Spatial,
    pub now: Spatial,
    /// b and b_w by which velocities are judged, as given or estimated then, and as given now [m/s², rad/s²]
    pub free_then: Spatial,
    pub free_now: Spatial,
    /// [`Port::along_normal`]
    pub along_normal: Spatial,
}

impl Past {
    /// `now`: v_r and ω measured.
    pub fn of(port: &Port, now: Spatial, memory: &CouplingMemory) -> Self {
        let angle = port.frame.omega_c * memory.h;
        let turn = (angle.dot(&angle) > 0.0).then(|| Rotation::by(&angle));
        let mut past = Past {
            turn,
            before: Spatial::zero(),
            now,
            free_then: memory.b,
            free_now: port.free_measured(),
            along_normal: port.along_normal(),
        };
        past.before = past.turned(&memory.v_r);
        past
    }

    /// A vector of the last step in the directions of now.
    #[inline]
    pub fn turned_vector(&self, v: &Vector3<f64>) -> Vector3<f64> {
        self.turn.map_or(*v, |turn| turn.of_vector(v))
    }

    /// A velocity or an impulse of the last step in the directions of now.
    #[inline]
    pub fn turned(&self, v: &Spatial) -> Spatial {
        match &self.turn {
            None => *v,
            Some(turn) => Spatial { linear: turn.of_vector(&v.linear), angular: turn.of_vector(&v.angular) },
        }
    }

    pub fn change(&self) -> Spatial {
        self.now - self.before
    }

    /// b went from what was given then to what is given now: its mean.
    pub fn free(&self) -> Spatial {
        (self.free_then + self.free_now) * 0.5
    }
}
