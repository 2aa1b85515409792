//! Exponential approaches over a stretch of time.

use crate::physics::elementary;

/// A stretch of time as the bristles see it.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// [s]
    pub h: f64,
    /// h/τ_br
    pub y: f64,
    /// Fraction of an approach with τ_br after h  1 − exp(−y)
    pub fraction: f64,
}

impl Span {
    #[inline(always)]
    pub fn of(h: f64, tau_br: f64) -> Self {
        let y = h / tau_br;
        Span { h, y, fraction: fraction_gone(y) }
    }

    #[inline(always)]
    pub fn doubled(&self) -> Self {
        Span { h: 2.0 * self.h, y: 2.0 * self.y, fraction: doubled(self.fraction) }
    }

    /// Approach from `from` to `to` with τ_br.
    #[inline(always)]
    pub fn relaxed(&self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.fraction
    }
}

/// Half a step, as bristles and dwell state see it.
#[derive(Clone, Copy, Debug)]
pub struct HalfStep {
    /// Length of the whole step [s]
    pub h: f64,
    /// Fraction of an approach with τ_br after half of it
    fraction: f64,
    /// Likewise with τ_dw
    pub risen: f64,
}

impl HalfStep {
    /// `tau_br`, `tau_dw` [s]
    pub fn of(h: f64, tau_br: f64, tau_dw: f64) -> Self {
        let Span { fraction, .. } = Span::of(0.5 * h, tau_br);
        HalfStep { h, fraction, risen: fraction_gone(0.5 * h / tau_dw) }
    }

    /// As bristles of this τ_br see it.
    #[inline(always)]
    pub fn span(&self, tau_br: f64) -> Span {
        let h = 0.5 * self.h;
        Span { h, y: h / tau_br, fraction: self.fraction }
    }
}

/// Fraction of an exponential approach after `y` ≥ 0 time constants  1 − exp(−y).
#[inline(always)]
pub fn fraction_gone(y: f64) -> f64 {
    if y < SHORT { fraction_gone_soon(y) } else { fraction_gone_late(y) }
}

#[inline(never)]
fn fraction_gone_late(y: f64) -> f64 {
    -elementary::expm1(-y)
}

/// Up to here the series is shorter than the exponential; most steps are short against the time constants.
const SHORT: f64 = 0.125;

/// y − y²/2! + y³/3! − …: the terms left out are below 1e-17 of it.
#[inline(always)]
fn fraction_gone_soon(y: f64) -> f64 {
    let y2 = y * y;
    let near = (1.0 - y * 0.5) + y2 * ((1.0 / 6.0) - y * (1.0 / 24.0));
    let far = ((1.0 / 120.0) - y * (1.0 / 720.0)) + y2 * ((1.0 / 5040.0) - y * (1.0 / 40320.0));
    let last = (1.0 / 362_880.0) - y * (1.0 / 3_628_800.0);
    let y4 = y2 * y2;
    y * (near + y4 * (far + y4 * last))
}

/// The same after twice the time.
#[inline(always)]
pub fn doubled(fraction: f64) -> f64 {
    fraction * (2.0 - fraction)
}
