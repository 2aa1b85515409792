//! The coefficient of restitution of an impact speed, and from it to the damping factor and back, exactly [G04 eqs. 7–12].

use crate::physics::parameters::{Compliance, RESTITUTION_POINTS, RestitutionCurve, RestitutionTable};
use crate::physics::{ContactFault, Parameters, Scalar};

/// Least coefficient of restitution: eq. (10) divides by e.
pub const E_MIN: f64 = 1e-3;

/// [`nominal`] restitution at the impact speed v_i, never below [`E_MIN`].
///
/// `v_i` [m/s] ≥ 0
pub fn restitution<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    nominal(parameters, v_i).at_least(T::from(E_MIN))
}

/// Restitution at the impact speed v_i, by the curve that the settings name; a line may lead below 0:
///
/// - constant: e₀;
/// - linear: e₀ − α·v_i  [G04 eq. 12, which has e₀ = 1];
/// - power: e₀·(v_ref/v_i)^q above v_ref, e₀ up to it; q = ¼ where the material yields (Johnson, *Contact Mechanics*,
///   §11.4);
/// - table: linear between the points, constant outside.
///
/// `v_i` [m/s] ≥ 0
pub fn nominal<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let c = &parameters.compliance;
    match parameters.settings.restitution_curve {
        RestitutionCurve::Constant => c.e,
        RestitutionCurve::Linear => c.e - c.alpha * v_i,
        RestitutionCurve::Power => c.e * fallen(c, v_i),
        RestitutionCurve::Table => tabulated(&c.table, points(parameters), v_i),
    }
}

/// 1 − e of [`restitution`], formed so that it keeps its digits where e is close to 1.
pub fn restitution_deficit<T: Scalar>(parameters: &Parameters<T>, v_i: T) -> T {
    let c = &parameters.compliance;
    match parameters.settings.restitution_curve {
        RestitutionCurve::Linear => (T::one() - c.e + c.alpha * v_i).at_most(T::from(1.0 - E_MIN)),
        _ => T::one() - restitution(parameters, v_i),
    }
}

/// (v_ref/v_i)^q above v_ref, 1 up to it.
fn fallen<T: Scalar>(c: &Compliance<T>, v_i: T) -> T {
    if v_i.value() <= c.v_ref.value() {
        return T::one();
    }
    let (ratio, q) = (v_i / c.v_ref, c.q);
    let (r, n) = (ratio.value(), q.value());
    let f = libm::pow(r, -n);
    ratio.chain(f, -n * f / r) + q.chain(0.0, -libm::log(r) * f)
}

/// e of the table at v_i.
fn tabulated<T: Scalar>(table: &RestitutionTable<T>, points: usize, v_i: T) -> T {
    let RestitutionTable { speed, e } = table;
    let above = speed[..points].iter().position(|speed| v_i.value() < speed.value());
    match above {
        Some(0) => e[0],
        Some(k) => e[k - 1] + (e[k] - e[k - 1]) * ((v_i - speed[k - 1]) / (speed[k] - speed[k - 1])),
        None => e[points - 1],
    }
}

/// Points of the table that are used.
fn points<T: Scalar>(parameters: &Parameters<T>) -> usize {
    (parameters.settings.restitution_points as usize).clamp(1, RESTITUTION_POINTS)
}

/// Whether the speeds of a table in use rise. Errors: [`ContactFault::SpeedsDoNotRise`].
pub fn check<T: Scalar>(parameters: &Parameters<T>) -> Result<(), ContactFault> {
    if parameters.settings.restitution_curve != RestitutionCurve::Table {
        return Ok(());
    }
    let speeds = parameters.compliance.table.speed.map(|speed| speed.value());
    let fallen = speeds[..points(parameters)].windows(2).position(|pair| pair[1] <= pair[0]);
    fallen.map_or(Ok(()), |k| {
        Err(ContactFault::SpeedsDoNotRise { point: k + 2, speed: speeds[k + 1], before: speeds[k] })
    })
}

/// Dimensionless damping factor  d(e) = 2e/(1+e)·L⁻¹((1−e)/(1+e))  with the inverse Langevin function L⁻¹.
///
/// The closed form of [G04 eq. 10]: with w = (1+e)·d/(2e) that equation reads coth w − 1/w = (1−e)/(1+e).
/// `e` [1], 0.001…1 → d [1], 0…1; relative error a few ulp.
pub fn damping_factor<T: Scalar>(e: T) -> T {
    let v = e.value();
    let (w, slope) = inverse_langevin(v);
    let sum = 1.0 + v;
    // dd/de with dy/de = −2/(1+e)²
    let rate = 2.0 / (sum * sum) * (w - 2.0 * v / sum * slope);
    // rounding may reach one ulp above 1, where the force would be clipped before the release
    e.chain((2.0 * v / sum * w).min(1.0), rate)
}

/// Restitution that the force k·x^p·(1 + a·ẋ) gives an impact at v_i, from u = a·v_i:  e = (1−L)/(1+L), u = w·(1 + L)
/// with the Langevin function L = L(w).
///
/// [G04 eq. 9], the impact (7) integrated, as (1 − e·u)·exp(e·u) = (1 + u)·exp(−u), solved for e by w = (1+e)·u/2: the inverse
/// of [`damping_factor`], for any law of this form. `u` [1] ≥ 0 → e [1], 0…1; relative error a few ulp.
pub fn restitution_of_damping<T: Scalar>(u: T) -> T {
    let v = u.value();
    // w·L(w) is convex and at least w − 1: both bounds lie above the root, and Newton's steps come down to it
    let mut w = v.min(0.5 * (v + 1.0));
    for _ in 0..6 {
        let [l, _] = langevin_and_rest(w);
        w -= (w * (1.0 + l) - v) / (1.0 + l + w * langevin_slope(w));
    }
    let [l, rest] = langevin_and_rest(w);
    let sum = 1.0 + l;
    let slope = langevin_slope(w);
    // de/dL = −2/(1+L)² and dw/du = 1/(1 + L + w·L′)
    u.chain(rest / sum, -2.0 / (sum * sum) * slope / (sum + w * slope))
}

/// Damping ratio ζ = c/(2√(k·m)) at which a linear spring and damper that only pushes gives e:
/// e = exp(−2ζ·A(ζ)),  A = arccos ζ/√(1−ζ²),  for ζ > 1 arcosh ζ/√(ζ²−1).
///
/// x(t) = v_i/ω_d·exp(−ζω₀t)·sin ω_d·t; the force vanishes before the bodies part, when ω_d·t = 2·arccos ζ, and leaves the speed
/// e·v_i. (To the textbooks' e = exp(−πζ/√(1−ζ²)) a force that pulls until x = 0 would belong.)
/// `e` [1], 0.001…1 → ζ [1], 15.72…0; relative error a few ulp.
pub fn damping_ratio<T: Scalar>(e: T) -> T {
    let v = e.value();
    let y = -0.5 * libm::log(v);
    // ζ·A(ζ) is concave and at most ζ·π/2: from below, Newton's steps come up to the root
    let mut zeta = y * core::f64::consts::FRAC_2_PI;
    for _ in 0..10 {
        let [a, slope] = arc_and_slope(zeta);
        zeta += (y - zeta * a) / (a + zeta * slope);
    }
    let [a, slope] = arc_and_slope(zeta);
    e.chain(zeta, -0.5 / v / (a + zeta * slope))
}

/// A(ζ) and A′(ζ) = (ζ·A − 1)/(1 − ζ²), near ζ = 1, where that cancels, by the series Σ c_n·(1−ζ)ⁿ, c_n = c_{n−1}·n/(2n+1).
fn arc_and_slope(zeta: f64) -> [f64; 2] {
    let t = 1.0 - zeta;
    if t.abs() < 0.5 {
        let horner = |(sum, slope): (f64, f64), n: i32| {
            let ratio = f64::from(n) / f64::from(2 * n + 1);
            (1.0 + ratio * t * sum, ratio * (sum + t * slope))
        };
        let (a, slope) = (1..=30).rev().fold((1.0, 0.0), horner);
        return [a, -slope];
    }
    let square = 1.0 - zeta * zeta;
    let a = if square > 0.0 { libm::acos(zeta) / square.sqrt() } else { libm::acosh(zeta) / (-square).sqrt() };
    [a, (zeta * a - 1.0) / square]
}

/// L(w) and 1 − L(w), both to every digit, for w ≥ 0.
fn langevin_and_rest(w: f64) -> [f64; 2] {
    if w < LARGE {
        let l = langevin(w);
        [l, 1.0 - l]
    } else {
        let rest = 1.0 / w - 2.0 / libm::expm1(2.0 * w);
        [1.0 - rest, rest]
    }
}

/// w = L⁻¹(y) and dw/dy at y = (1−e)/(1+e), for e in (0, 1].
///
/// Start: Kröger's rational approximation (error below 0.3 %); four Newton steps on L(w) − y = 0 square the error beyond
/// double precision. For large w the residual is written (1−y) + 2/(exp(2w)−1) − 1/w, where 1−y = 2e/(1+e) keeps every
/// digit of e; for small w, where coth w − 1/w would cancel, L is a continued fraction.
fn inverse_langevin(e: f64) -> (f64, f64) {
    let y = (1.0 - e) / (1.0 + e);
    let rest = 2.0 * e / (1.0 + e);
    if y == 0.0 {
        return (0.0, 3.0);
    }
    let y2 = y * y;
    let mut w = y * (3.0 - y2 / 5.0 * (6.0 + y2 - 2.0 * y2 * y2)) / (rest * (1.0 + y));
    for _ in 0..4 {
        let error = if w < LARGE { langevin(w) - y } else { rest + 2.0 / libm::expm1(2.0 * w) - 1.0 / w };
        w -= error / langevin_slope(w);
    }
    (w, 1.0 / langevin_slope(w))
}

/// Where the two forms of L(w) change places.
const LARGE: f64 = 2.0;

/// L(w) = w/(3 + w²/(5 + w²/(7 + …))), every term positive, for 0 ≤ w < 2: 14 levels leave less than 1e-17.
fn langevin(w: f64) -> f64 {
    w / langevin_denominator(w * w)
}

fn langevin_denominator(w2: f64) -> f64 {
    (1..=14).rev().fold(31.0, |tail, level| (2 * level + 1) as f64 + w2 / tail)
}

/// L′(w) = 1/w² − 1/sinh²w = 1 − L² − 2L/w; the second form, which does not cancel for small w.
fn langevin_slope(w: f64) -> f64 {
    if w < LARGE {
        let l_over_w = 1.0 / langevin_denominator(w * w);
        1.0 - (l_over_w * w) * (l_over_w * w) - 2.0 * l_over_w
    } else {
        let s = libm::sinh(w);
        1.0 / (w * w) - 1.0 / (s * s)
    }
}
