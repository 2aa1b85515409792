//! How far the stepped wheel is off the one with ideal Coulomb friction, in the figures of [P16].

use nalgebra::Vector3;

use super::Wheel;
use super::reference::Motion;
use super::stepping::{Run, Step};

/// A wheel whose slip is faster than this slides [m/s]; below, bristles creep and the direction means nothing.
const SLIDES: f64 = 1e-3;
/// Shortest distance from the start that a position error is a part of [m]: at the very start the ratio means nothing.
const FAR: f64 = 0.1;

/// |λ_T|/(μ·λ_N)  [1] [P16 Fig. 4], 0 without a normal force
pub fn normalised(wheel: &Wheel, force: &Vector3<f64>) -> f64 {
    if force.x > 0.0 { force.y.hypot(force.z) / (wheel.mu * force.x) } else { 0.0 }
}

/// Angle from −λ_T⁺ to v_T⁺ [rad] [P16 Fig. 5.c]; none in steps that end without slip, or had no friction.
pub fn misalignment(step: &Step) -> Option<f64> {
    let ([a, b], [x, y]) = ([-step.force.y, -step.force.z], step.slip);
    (x.hypot(y) > SLIDES && a.hypot(b) > 0.0).then(|| (a * y - b * x).atan2(a * x + b * y))
}

/// Errors of one step. Force and slip are those of its end [P16, notation after eq. 6]; position and energy are of its
/// start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// Start of the step [s]
    pub time: f64,
    /// Of the normalised friction force [1]
    pub force: f64,
    /// −λ_T⁺ against v_T⁺ [rad]
    pub misalignment: Option<f64>,
    /// Of the centre of the wheel [m]
    pub position: f64,
    /// The same as a part of the distance from the start; none closer to it than `FAR`
    pub relative: Option<f64>,
    /// Of kinetic and potential energy [J], > 0 where the stepped wheel has more
    pub energy: f64,
}

/// Errors of all steps. The steps must be a whole multiple of the distance of the moments.
pub fn errors(wheel: &Wheel, run: &Run, motion: &Motion) -> Vec<Errors> {
    let every = motion.moments[1].time - motion.moments[0].time;
    let stride = (run.h / every).round() as usize;
    let centre = |q: &super::Coordinates| Vector3::new(q[0], q[1], q[2]);
    let start = centre(&motion.moments[0].state.q);
    let moments = || motion.moments.iter().step_by(stride);
    (run.steps.iter().zip(moments()).zip(moments().skip(1)))
        .map(|((step, before), after)| {
            let there = centre(&before.state.q);
            let length = |v: Vector3<f64>| v.dot(&v).sqrt();
            let (position, way) = (length(centre(&step.state.q) - there), length(there - start));
            Errors {
                time: before.time,
                force: normalised(wheel, &step.force) - normalised(wheel, &after.force),
                misalignment: misalignment(step),
                position,
                relative: (way >= FAR).then(|| position / way),
                energy: wheel.energy(&step.state) - wheel.energy(&before.state),
            }
        })
        .collect()
}

/// Errors over a window from the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// Root mean square of the normalised force's [1]
    pub force: f64,
    /// Mean amount of the normalised force's [1]
    pub mean_force: f64,
    /// Root mean square of the misalignment while sliding [rad]
    pub misalignment: f64,
    /// Greatest of the position [m]
    pub position: f64,
    /// Greatest of the position as a part of the distance from the start
    pub relative: f64,
    /// Greatest amount of the energy's [J]
    pub energy: f64,
}

impl Deviation {
    /// Over steps that start before `until` [s].
    pub fn of(errors: &[Errors], until: f64) -> Self {
        let count = errors.partition_point(|errors| errors.time < until * (1.0 - 1e-12));
        let errors = &errors[..count];
        let greatest = |value: &dyn Fn(&Errors) -> f64| errors.iter().map(value).fold(0.0, f64::max);
        let angles: Vec<f64> = errors.iter().filter_map(|errors| errors.misalignment).collect();
        let mean = |values: &mut dyn Iterator<Item = f64>, count: usize| values.sum::<f64>() / count as f64;
        Self {
            force: mean(&mut errors.iter().map(|errors| errors.force * errors.force), count).sqrt(),
            mean_force: mean(&mut errors.iter().map(|errors| errors.force.abs()), count),
            misalignment: mean(&mut angles.iter().map(|angle| angle * angle), angles.len()).sqrt(),
            position: greatest(&|errors| errors.position),
            relative: greatest(&|errors| errors.relative.unwrap_or(0.0)),
            energy: greatest(&|errors| errors.energy.abs()),
        }
    }
}
