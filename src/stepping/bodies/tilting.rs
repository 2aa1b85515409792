//! The couple of faces that close unevenly, and of what twists them, in a micro-step.

use crate::physics::{Matrix3, Parameters, Region, Vector3, faces};
use crate::stepping::interface::exponential::phi;

/// What acts on body i beside the force at the centroid:  C = −β·k_A·a·T·ω + k_A·t·n, β what the bend leaves
/// ([`faces::kept`]).
///
/// ω is that of the mean over the micro-step of `h` [s]. Along the couple it decays with the rate y/h = Cᵀ·L·C/(−C·ω), L the angular
/// acceleration by a couple, and that mean is fitted to the exponential: ω̄ = ω₁ + θ·(ω₀ − ω₁), θ = 1 − φ₂/φ₁ of y between ½ and 0. So a stiff
/// damper stops the tilting and never reverses it. `omega`: ω₀, and ω₁ without this couple [rad/s]. The answer: the part of damping and
/// that of the twist.
pub fn couples(
    laws: &Parameters<f64>,
    region: &Region<f64>,
    normal: &Vector3<f64>,
    [f_n, a]: [f64; 2],
    omega: [Vector3<f64>; 2],
    by_couple: &Matrix3<f64>,
    h: f64,
) -> [Vector3<f64>; 2] {
    let k_a = laws.compliance.k;
    let twist = normal * (k_a * region.twist);
    let [before, after] = omega;
    let damping = region.tilting * (k_a * a);
    let half_way = (before + after) * 0.5;
    let steep = damping * half_way;
    if f_n <= 0.0 || steep == Vector3::zeros() {
        return [Vector3::zeros(), twist];
    }
    // how fast this couple alone slows its own motion
    let y = h * steep.dot(&(by_couple * steep)) / steep.dot(&half_way).max(f64::MIN_POSITIVE);
    let [first, second] = phi(y);
    let theta = 1.0 - second / first;
    // ω̄ = θ·ω₀ + (1 − θ)·(ω₁ − h·L·β·D·ω̄)
    let free = before * theta + after * (1.0 - theta);
    let mut mean = free;
    for _ in 0..PASSES {
        let beta = faces::kept(laws, region, [f_n, a], &mean);
        let matrix = Matrix3::identity() + by_couple * damping * (h * (1.0 - theta) * beta);
        mean = solved(&matrix, &free);
    }
    [damping * mean * -faces::kept(laws, region, [f_n, a], &mean), twist]
}

/// Times that the bend follows the couple: it is smooth, and the sweeps over the contacts repeat it.
const PASSES: usize = 3;

/// x with M·x = b, M being 1 more than a product of two semidefinite matrices.
fn solved(m: &Matrix3<f64>, b: &Vector3<f64>) -> Vector3<f64> {
    let column = |k: usize| m.column(k).into_owned();
    let [first, second, third] = [column(0), column(1), column(2)];
    let across = [second.cross(&third), third.cross(&first), first.cross(&second)];
    across.map(|of| of.dot(b)).map(|value| value / first.dot(&across[0])).into()
}
