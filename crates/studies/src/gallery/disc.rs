//! Friction of a flat disc that slides and spins at once: exactly for even pressure, and by the ellipsoid of [PT96
//! eq. 1].

use std::f64::consts::TAU;

use ivp::prelude::{FirstOrderSystem, Ivp, Method};

use asperity_lab::HostError;
use asperity_lab::scenes::spinning_disc::{GRAVITY, MU};

/// Points of a quadrature round the disc.
const POINTS: u32 = 720;
/// The disc counts as at rest at this part of its first angular velocity.
const REST: f64 = 1e-9;
const TOLERANCE: f64 = 1e-11;

/// Friction force and moment as parts of μ·f_n and μ·f_n·R, for a ratio v/(R·ω) ≥ 0.
pub type Law = fn(f64) -> (f64, f64);

/// Ellipsoid with e_r = 2R/3: the force V/|V| in coordinates V = (v, e_r·ω).
pub fn ellipsoid(ratio: f64) -> (f64, f64) {
    let lever = 2.0 / 3.0;
    let length = ratio.hypot(lever);
    (ratio / length, lever * lever / length)
}

/// Even pressure: every bit of the disc rubs against its own velocity. In polar coordinates about the centre of
/// rotation, at d = v/ω from the disc's, that velocity is along the angle only, and one of the two integrals is
/// elementary:
///
/// inside the disc, d < R:  F = d∫cos²θ·√(R² − d²sin²θ) dθ,  M = ⅓∫(R² − d²sin²θ)^{3/2} dθ  over 0…2π;
/// outside, with d·sin θ = R·sin φ:  F = 2R²∫cos²φ·cos θ dφ,  M = ⅔(R⁴/d)∫cos⁴φ/cos θ dφ  over −π/2…π/2;
///
/// both by μ·f_n/(πR²). The integrands are periodic, so the midpoint rule is as good as any.
pub fn even_pressure(ratio: f64) -> (f64, f64) {
    let mean = |value: &dyn Fn(f64) -> f64| {
        (0..POINTS).map(|k| value(TAU * (f64::from(k) + 0.5) / f64::from(POINTS))).sum::<f64>() / f64::from(POINTS)
    };
    if ratio < 1.0 {
        let chord = |angle: f64| (1.0 - (ratio * angle.sin()).powi(2)).sqrt();
        let force = mean(&|angle| angle.cos().powi(2) * chord(angle));
        (2.0 * ratio * force, 2.0 / 3.0 * mean(&|angle| chord(angle).powi(3)))
    } else {
        let cosine = |angle: f64| (1.0 - (angle.sin() / ratio).powi(2)).sqrt();
        let force = mean(&|angle| angle.cos().powi(2) * cosine(angle));
        // At the rim itself, ratio 1, the last angle has cos φ = cos θ.
        (2.0 * force, 2.0 / 3.0 / ratio * mean(&|angle| angle.cos().powi(4) / cosine(angle)))
    }
}

/// The ratio v/(R·ω) that does not change while the disc slows down:  v/(R·ω) = dv/(R·dω) = F/(2M/R)  for I = ½·m·R².
pub fn lasting_ratio() -> f64 {
    let (mut low, mut high) = (0.1, 1.0);
    while high - low > 1e-13 {
        let middle = 0.5 * (low + high);
        let (force, moment) = even_pressure(middle);
        // A disc that slides more slowly than that spins down faster than it slides down.
        if force / (2.0 * moment) < middle { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// A disc on its way to rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Coast {
    /// Until it rests [s].
    pub time: f64,
    /// How far it slides [m].
    pub way: f64,
    /// v/(R·ω) at the end.
    pub ratio: f64,
    /// R·ω and v on the way [m/s].
    pub speeds: Vec<(f64, f64)>,
}

/// The motion over the part of the first angular velocity that is left: v [m/s], time [s], way [m].
struct Slowing {
    law: Law,
    /// R·ω at the start [m/s].
    rim: f64,
}

impl FirstOrderSystem for Slowing {
    fn derivative(&self, left: f64, state: &[f64], rates: &mut [f64]) {
        let rim = left * self.rim;
        let (force, moment) = (self.law)(state[0] / rim);
        // R·dω/dt = −2·μ·g·M and dv/dt = −μ·g·F, with M and F as parts.
        let time = -self.rim / (2.0 * MU * GRAVITY * moment);
        rates.copy_from_slice(&[-MU * GRAVITY * force * time, time, state[0] * time]);
    }
}

/// A disc that starts with v = `speed` [m/s] and R·ω = `rim` > 0 [m/s].
pub fn coast(law: Law, speed: f64, rim: f64) -> Result<Coast, HostError> {
    let start = [speed, 0.0, 0.0];
    let solved = Ivp::first_order(&Slowing { law, rim }, 1.0, REST, &start)
        .method(Method::DOP853)
        .rtol(TOLERANCE)
        .atol(TOLERANCE * REST)
        .solve()
        .map_err(|error| HostError::Request(format!("the disc's equations are not solved: {error:?}")))?;
    let speeds = solved.iter().map(|(left, state)| (left * rim, state[0])).collect();
    let (left, state) = solved.iter().last().ok_or_else(|| HostError::Request("the disc does not move".into()))?;
    Ok(Coast { time: state[1], way: state[2], ratio: state[0] / (left * rim), speeds })
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    /// The same by brute force: every bit of the disc by polar coordinates about its own centre.
    #[test]
    fn force_and_moment_are_sums_over_the_disc() {
        const N: u32 = 800;
        for ratio in [0.1, 0.653, 1.2, 5.0] {
            let mut sums = (0.0, 0.0);
            for (i, j) in (0..N).flat_map(|i| (0..N).map(move |j| (i, j))) {
                let (r, angle) = ((f64::from(i) + 0.5) / f64::from(N), TAU * (f64::from(j) + 0.5) / f64::from(N));
                let (x, y) = (r * angle.cos(), r * angle.sin());
                let (vx, vy) = (ratio - y, x);
                let part = 2.0 * r / f64::from(N * N) / vx.hypot(vy);
                sums = (sums.0 + part * vx, sums.1 + part * (x * vy - y * vx));
            }
            let (force, moment) = even_pressure(ratio);
            // The grid resolves the centre of rotation to some (1/N)².
            assert!((force - sums.0).abs() < 1e-5 && (moment - sums.1).abs() < 1e-5, "{ratio}: {sums:?}");
        }
    }

    #[test]
    fn spinning_and_sliding_alone_are_known() {
        assert_eq!(even_pressure(0.0), (0.0, 2.0 / 3.0));
        let (force, moment) = even_pressure(1e6);
        assert!((force - 1.0).abs() < 1e-12 && moment < 1e-6);
        // Where the rim stands still: F = 8/(3π), M = 8/(9π), by the mean 4/(3π) of |cos φ|³.
        let (force, moment) = even_pressure(1.0);
        assert!((force - 8.0 / (3.0 * PI)).abs() < 1e-6 && (moment - 8.0 / (9.0 * PI)).abs() < 1e-6);
        assert_eq!(ellipsoid(0.0), (0.0, 2.0 / 3.0));
    }

    /// Farkas, Bartels, Unger and Wolf (2003) find 0.653 for a disc under even pressure, whatever the start.
    #[test]
    fn the_exact_disc_ends_with_one_ratio() {
        let lasting = lasting_ratio();
        assert!((lasting - 0.653).abs() < 5e-4, "{lasting}");
        for start in [0.1, 0.5, 2.0] {
            let coast = coast(even_pressure, start, 1.0).expect("it is solved");
            assert!((coast.ratio - lasting).abs() < 1e-3, "{start}: {}", coast.ratio);
        }
    }

    /// The ellipsoid keeps v/ω^{9/8}; pure spin stops after 3Rω/(4μg).
    #[test]
    fn the_ellipsoid_keeps_its_invariant() {
        let found = coast(ellipsoid, 0.5, 1.0).expect("it is solved");
        for (rim, speed) in found.speeds {
            assert!((speed / rim.powf(1.125) / 0.5 - 1.0).abs() < 1e-8, "{rim} {speed}");
        }
        let spin = coast(ellipsoid, 0.0, 1.0).expect("it is solved");
        assert!((spin.time / (0.75 / (MU * GRAVITY)) - 1.0).abs() < 1e-8 && spin.way == 0.0, "{spin:?}");
    }
}
