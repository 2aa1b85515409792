//! Friction over a micro-step of an impact, whose normal force is known: in as many parts as the slip asks for
//! (docs/numerics.md step 42).

use crate::physics::parameters::FrictionLaw;
use crate::physics::{ContactFrame, LimitSurface, Parameters, Vector3, elementary, friction};
use crate::stepping::interface::exponential::relaxed;
use crate::stepping::interface::friction_step::{friction_step, slides_alone};
use crate::stepping::interface::impact::Stretch;
use crate::stepping::interface::local::{COORDINATES, Coordinates, Mechanics, SLIDING};
use crate::stepping::interface::middle_search::{LastPart, Search, shift};
use crate::stepping::interface::rest::NONLINEAR;
use crate::stepping::interface::sliding::SLIPS;
use crate::stepping::interface::tangential::{Middle, SlipState};

/// Parts of a micro-step: with all of them friction has the step of step 8.
const MOST_PARTS: u32 = 4;

/// Change of the slip over a part, by itself or v_S.
const CALM: f64 = 0.1;

/// Share by which f_n may differ at both ends of a part: where it differs more, bristles go over into slip, or come from it.
const UNEVEN: f64 = 0.3;

/// Most times that friction is computed from its own middle.
const PASSES: u32 = 3;

/// Third term of the mean slip of a decay, where the second ends with 1 − t.
const DECAYED: f64 = 19.0 / 15.0;

/// Times where the measure does not tell.
const WITHOUT_JUDGE: u32 = 2;

/// What friction does over the micro-step.
#[derive(Clone, Copy)]
pub struct FrictionOver {
    pub end: SlipState,
    /// Impulse on the body [N·s, N·m·s]
    pub impulse: Coordinates,
    /// ∫(h − τ)·f dτ [N·s², N·m·s²]
    pub moment: Coordinates,
    /// −∫f·v dτ [J]
    pub work: f64,
    pub last: LastPart,
}

impl FrictionOver {
    fn nothing(end: SlipState, last: LastPart) -> Self {
        let nothing = [0.0; COORDINATES];
        FrictionOver { end, impulse: nothing, moment: nothing, work: 0.0, last }
    }
}

/// What does not change in an interval.
pub struct Rubbing<'a> {
    pub parameters: &'a Parameters<f64>,
    pub frame: &'a ContactFrame<f64>,
    pub mechanics: &'a Mechanics,
    pub surface: &'a LimitSurface<'a, f64>,
}

impl Rubbing<'_> {
    /// Friction from `start` over `stretch`.
    pub fn over(&self, start: &SlipState, last: &LastPart, stretch: &Stretch) -> FrictionOver {
        if !slides_alone(self.parameters, self.mechanics, start) {
            return self.in_parts(start, last, stretch, MOST_PARTS);
        }
        if self.parameters.settings.friction_law == FrictionLaw::None {
            return self.in_parts(start, last, stretch, 1);
        }
        if let Some(over) = self.faint(start, stretch).or_else(|| self.slid(start, stretch)) {
            return over;
        }
        let middle = last.middle(start, stretch.impulse, stretch.h);
        let ahead = core::array::from_fn(|k| 2.0 * middle.v[k] - start.v[k]);
        let parts = self.parts(start, &SlipState { v: ahead, ..*start }, stretch.h).max(uneven_parts(stretch));
        let over = self.in_parts(start, last, stretch, parts);
        let needed = self.parts(start, &over.end, stretch.h);
        if parts == 1 && needed > 1 { self.in_parts(start, last, stretch, needed) } else { over }
    }

    /// No friction, where it is less than [`NONLINEAR`] of that of sliding whatever it does, and s = 1: under a ball that falls straight, but for
    /// rounding.
    fn faint(&self, start: &SlipState, stretch: &Stretch) -> Option<FrictionOver> {
        let f = &self.parameters.friction;
        let Mechanics { free, across, .. } = self.mechanics;
        let Stretch { h, impulse, .. } = *stretch;
        let gained: [f64; SLIDING] = core::array::from_fn(|k| h * free[k] + across[k] * impulse);
        let fastest: f64 = (0..SLIDING).map(|k| start.v[k].abs() + gained[k].abs()).sum();
        let deflected = start.z.abs().sum() + h * fastest;
        let force = f.sigma_0 * deflected + (f.sigma_1 + f.sigma_2) * fastest;
        if force * h > NONLINEAR * f.mu_C * impulse || fastest * fastest > NONLINEAR * f.v_S * f.v_S {
            return None;
        }
        let s_dw = relaxed(start.s_dw, 1.0, h / friction::dwell_time(f, 1.0, start.s_dw));
        let last = LastPart::alone(impulse, gained, Vector3::zeros());
        let mut over = FrictionOver::nothing(SlipState { s_dw, ..*start }, last);
        (0..SLIDING).for_each(|k| over.end.v[k] += gained[k]);
        Some(over)
    }

    /// Friction that slides fast and straight all the time, μ_C·f_n·u against the direction u of the slip, as in [`slid`](super::sliding::slid) but
    /// exact under any normal force: impulse, moment and work follow from J and ∫(h − τ)f_n dτ.
    fn slid(&self, start: &SlipState, stretch: &Stretch) -> Option<FrictionOver> {
        let f = &self.parameters.friction;
        let Mechanics { free, across, inverse_mass, .. } = self.mechanics;
        let Stretch { h, impulse, moment, .. } = *stretch;
        let [v_1, v_2, ..] = start.v;
        let (speed, least) = ((v_1 * v_1 + v_2 * v_2).sqrt(), SLIPS * f.v_S);
        if speed < least || f.sigma_2 != 0.0 {
            return None;
        }
        let (u, w) = ([v_1 / speed, v_2 / speed], [inverse_mass[0][0], inverse_mass[1][1]]);
        let late = h * impulse - moment;
        let mut over = FrictionOver::nothing(*start, LastPart::default());
        let decay = elementary::exp(-h / f.tau_br());
        let mut gained = [0.0; SLIDING];
        for k in 0..SLIDING {
            let along = f.mu_C * u[k];
            gained[k] = h * free[k] + across[k] * impulse - w[k] * along * impulse;
            over.impulse[k] = -along * impulse;
            over.moment[k] = -along * moment;
            let taken = 0.5 * (across[k] - w[k] * along) * impulse * impulse;
            over.work += along * (start.v[k] * impulse + free[k] * late + taken);
            over.end.v[k] += gained[k];
            over.end.z[k] = start.z[k] * decay + along * impulse / (h * f.sigma_0) * (1.0 - decay);
        }
        over.end.z[2] = start.z[2] * decay;
        over.end.s_dw = relaxed(start.s_dw, 0.0, h / friction::dwell_time(f, 0.0, start.s_dw));
        over.last = LastPart::alone(impulse, gained, over.end.z - start.z);
        let slowest = speed.min(over.end.v[0] * u[0] + over.end.v[1] * u[1]);
        let turned = (gained[0] * u[1] - gained[1] * u[0]).abs();
        (slowest >= least && turned <= NONLINEAR * slowest).then_some(over)
    }

    /// In how many parts slip, and what it leads, changes little.
    fn parts(&self, start: &SlipState, end: &SlipState, h: f64) -> u32 {
        let f = &self.parameters.friction;
        let moved = shift(&start.v, &end.v, f.v_S) + (end.s_dw - start.s_dw).abs();
        // a vibration of the bristles, and their bound, are followed
        let [first, second] = [0, 1].map(|k| self.mechanics.inverse_mass[k][k]);
        let swings = h * (first.max(second) * f.sigma_0).sqrt();
        (moved.max(h / f.tau_dw) / CALM).max(swings).ceil().clamp(1.0, f64::from(MOST_PARTS)) as u32
    }

    fn in_parts(&self, start: &SlipState, last: &LastPart, stretch: &Stretch, parts: u32) -> FrictionOver {
        let Rubbing { parameters, frame, mechanics, surface } = *self;
        let size = mechanics.size;
        let judge = slides_alone(parameters, mechanics, start).then_some(parameters.friction.v_S);
        let most = if judge.is_some() { PASSES } else { WITHOUT_JUDGE };
        let mut over = FrictionOver::nothing(*start, *last);
        let share = 1.0 / f64::from(parts);
        let h = stretch.h * share;
        let mut pressed = 0.0;
        for part in 0..parts {
            let [until, centre] = [1.0, 0.5].map(|of| (f64::from(part) + of) * share);
            let sum = if part + 1 == parts { stretch.impulse } else { stretch.impulse_until(until) };
            let normal = (sum - pressed).max(0.0);
            pressed = sum;
            let slip = over.end;
            let e_r = || friction::spin_radius(parameters, frame.effective_radius, stretch.depth(centre));
            let step = |middle: &Middle| {
                let radii: (f64, &dyn Fn() -> f64) = (frame.rolling_radius, &e_r);
                friction_step(parameters, mechanics, surface, &slip, middle, radii, [normal / h, h])
            };
            let mut middle = over.last.middle(&slip, normal, h);
            let mut search = Search { judge, answer: over.last.answer(h), last: None };
            let mut found = step(&middle);
            for _ in 1..most {
                let Some(next) = search.next(&middle, &on_the_way(&slip, &found.end)) else { break };
                middle = next;
                found = step(&middle);
            }
            for k in 0..size {
                let impulse = -h * found.mean[k];
                over.impulse[k] += impulse;
                over.moment[k] += impulse * stretch.h * (1.0 - centre);
                over.work -= impulse * 0.5 * (slip.v[k] + found.end.v[k]);
            }
            over.last = over.last.followed(normal, h, [&slip, &found.end], search.answer);
            over.end = found.end;
        }
        over
    }
}

/// Parts of which f_n differs by no more than [`UNEVEN`] at both ends, as far as it goes evenly.
fn uneven_parts(stretch: &Stretch) -> u32 {
    (stretch.unevenness() / UNEVEN).ceil().clamp(1.0, f64::from(MOST_PARTS)) as u32
}

/// Half-way, with the mean slip of a decay, (v₀ − v₁)/ln(v₀/v₁): so friction without bristles has its impulse at any length. By lengths:
/// the axes of a ball are those of rounding.
fn on_the_way(start: &SlipState, end: &SlipState) -> Middle {
    let mut middle = Middle::between(start, end);
    let square = |v: &[f64]| v[0] * v[0] + v[1] * v[1];
    let share = 0.25 * (square(&start.v) - square(&end.v)) / square(&middle.v);
    let t = share * share;
    if t < 1.0 {
        let factor = 1.0 - t * (1.0 - t) * (1.0 + DECAYED * t) / 3.0;
        (0..SLIDING).for_each(|k| middle.v[k] *= factor);
    }
    middle
}
