//! Friction of a micro-step, by the solution made for what acts (docs/numerics.md steps 11 and 12).

use crate::physics::parameters::FrictionLaw;
use crate::physics::{LimitSurface, Parameters};
use crate::stepping::interface::local::{Mechanics, SLIDING};
use crate::stepping::interface::moments;
use crate::stepping::interface::tangential::{self, FrictionStep, Middle, SlipState};

/// Whether nothing but bristles that are the same in every direction acts.
pub fn slides_alone(parameters: &Parameters<f64>, mechanics: &Mechanics, slip: &SlipState) -> bool {
    let is_round = parameters.settings.friction_law != FrictionLaw::Coulomb && !parameters.asks_for_directions();
    is_round && mechanics.size == SLIDING && slip.z_r == 0.0
}

/// One micro-step of length `h` [s] under the mean normal force `f_n` [N], from the `slip` of its start. The radius of rolling resistance, and e_r of the
/// middle where moments act [m].
pub fn friction_step(
    parameters: &Parameters<f64>,
    mechanics: &Mechanics,
    surface: &LimitSurface<f64>,
    slip: &SlipState,
    middle: &Middle,
    (rolling_radius, e_r): (f64, &dyn Fn() -> f64),
    [f_n, h]: [f64; 2],
) -> FrictionStep {
    if slides_alone(parameters, mechanics, slip) {
        return tangential::step(parameters, mechanics, slip, middle, f_n, h);
    }
    moments::step(parameters, mechanics, surface, slip, middle, [rolling_radius, e_r(), f_n, h])
}
