//! The impulse process in space. Slip may turn; it is followed by series until it keeps its direction or stops, and from
//! there on the process is a straight line as in the plane.

use crate::rigid::InverseMass;
use crate::rigid::fault::{Fault, finite};
use crate::rigid::impact::hypothesis::{Friction, Goal, Hypothesis, Progress, Work, check};
use crate::rigid::impact::planar::{self, Velocity};
use crate::rigid::impact::principal_inverse_mass::{PrincipalInverseMass, direction, dot, norm};
use crate::rigid::impact::scale::Scale;
use crate::rigid::impact::series::{ImpactChange, Series};
use crate::rigid::impact::spatial_outcome::{SpatialOutcome, SpatialPhase};
use nalgebra::{Matrix3, Vector3};

/// Speed of slip that counts as stopped, in that before the impact.
const STOPPED: f64 = 1e-12;

/// Rate at which slip turns that counts as none, in A of [`Series`]. Where slip grows its direction is stable, and where it
/// does not the part of the velocity across it still decays, at the rate μ times an element of W_tt: what is left out
/// stays below this fraction of A·P_n.
const SETTLED: f64 = 1e-13;

/// What counts as rounding where a direction is compared with another.
const PARALLEL: f64 = 4.0 * f64::EPSILON;

/// Maximum number of stretches of the process. Slip turns towards the next direction that lasts, never beyond it, so by less than one
/// turn in all, and its speed and distance from that direction change by a fraction per unit of the variable of [`Series`]. A
/// series reaches a third as far as it converges (LEFT_OUT^(1/ORDER)); their number goes with the logarithm of STOPPED
/// and SETTLED. Of 1e6 random impacts, conditions of W up to 1e12, each took 54 at most.
const MOST_STRETCHES: u32 = 1000;

/// A part of the process in which dP_t/dP_n is constant; components along the principal axes.
#[derive(Clone, Copy)]
struct Straight {
    /// dP_t/dP_n
    ratio: [f64; 2],
    /// du_t/dP_n [1/kg]
    slip_rate: [f64; 2],
    /// du_n/dP_n [1/kg]
    normal_rate: f64,
    /// Normal impulse that is left until slip stops
    stop: f64,
}

impl Straight {
    fn change(&self, slip: [f64; 2], normal: f64, pressed: f64) -> ImpactChange {
        let after = [0, 1].map(|k| slip[k] + self.slip_rate[k] * pressed);
        let mean = [0, 1].map(|k| 0.5 * (slip[k] + after[k]));
        let rubbed = [self.ratio[0] * pressed, self.ratio[1] * pressed];
        let normal_after = normal + self.normal_rate * pressed;
        ImpactChange {
            slip: after,
            normal: normal_after,
            pressed,
            rubbed,
            work_normal: 0.5 * (normal + normal_after) * pressed,
            work_tangential: dot(mean, rubbed),
        }
    }
}

/// What ends a stretch.
#[derive(Clone, Copy, PartialEq)]
enum StretchEnd {
    /// What ends the phase
    Goal,
    /// u_n falls below 0 in restitution
    Together,
    /// Slip stops
    Stop,
    /// The series holds no longer
    Length,
}

/// The process so far; components along the principal axes.
struct Process {
    inverse_mass: PrincipalInverseMass,
    friction: Friction,
    /// A of [`Series`] [1/kg]
    rate: f64,
    slip: [f64; 2],
    normal: f64,
    /// Speed of slip that counts as stopped
    stopped: f64,
    /// How it goes on, once that is straight
    straight: Option<Straight>,
    pressed: f64,
    slip_stop: Option<f64>,
    /// Compression and restitution
    phases: [Total; 2],
}

/// A phase so far.
#[derive(Clone, Copy, Default)]
struct Total {
    pressed: f64,
    rubbed: [f64; 2],
    work: Work,
}

impl Total {
    fn progress(&self) -> Progress {
        Progress { impulse: self.pressed, work: self.work.normal }
    }

    fn add(&mut self, change: &ImpactChange) {
        self.pressed += change.pressed;
        self.rubbed = [self.rubbed[0] + change.rubbed[0], self.rubbed[1] + change.rubbed[1]];
        self.work.normal += change.work_normal;
        // friction opposes slip; where there is none rounding may say otherwise
        self.work.tangential += change.work_tangential.min(0.0);
    }
}

impl Process {
    fn new(inverse_mass: PrincipalInverseMass, friction: Friction, before: &Vector3<f64>) -> Process {
        let slip = inverse_mass.along_axes([before[1], before[2]]);
        let rate = norm(inverse_mass.tn) + friction.mu_k * inverse_mass.beta[0].max(inverse_mass.beta[1]);
        Process {
            inverse_mass,
            friction,
            rate,
            slip,
            normal: before[0],
            // subnormal numbers do not get much smaller
            stopped: (STOPPED * norm(slip)).max(f64::MIN_POSITIVE),
            straight: None,
            pressed: 0.0,
            slip_stop: None,
            phases: [Total::default(); 2],
        }
    }

    /// Slipping with friction against d: du_t/dP_n.
    fn slip_rate(&self, d: [f64; 2]) -> [f64; 2] {
        let PrincipalInverseMass { tn, beta, .. } = self.inverse_mass;
        [0, 1].map(|k| tn[k] - self.friction.mu_k * (beta[k] * d[k]))
    }

    /// Slipping with friction against d: du_n/dP_n.
    fn normal_rate(&self, d: [f64; 2]) -> f64 {
        self.inverse_mass.nn - self.friction.mu_k * dot(self.inverse_mass.tn, d)
    }

    /// As far as slip keeps its direction, or is none.
    fn straight(&self) -> Option<Straight> {
        let Friction { mu_s, mu_k } = self.friction;
        if self.slip == [0.0; 2] {
            return Some(self.without_slip(mu_s));
        }
        if mu_k == 0.0 {
            let ratio = [0.0; 2];
            return Some(Straight {
                ratio,
                slip_rate: self.inverse_mass.tn,
                normal_rate: self.inverse_mass.nn,
                stop: f64::INFINITY,
            });
        }
        let d = direction(self.slip);
        let rate = self.slip_rate(d);
        let across = d[0] * rate[1] - d[1] * rate[0];
        let along = dot(d, rate);
        (across.abs() <= SETTLED * self.rate).then(|| Straight {
            ratio: [-mu_k * d[0], -mu_k * d[1]],
            slip_rate: [along * d[0], along * d[1]],
            normal_rate: self.normal_rate(d),
            stop: if along < 0.0 { -norm(self.slip) / along } else { f64::INFINITY },
        })
    }

    /// Stick if friction can hold, or else slip to where it grows.
    fn without_slip(&self, mu_s: f64) -> Straight {
        let (w, stop) = (&self.inverse_mass, f64::INFINITY);
        let ratio = w.holding();
        if norm(ratio) <= mu_s {
            return Straight { ratio, slip_rate: [0.0; 2], normal_rate: w.nn + dot(w.tn, ratio), stop };
        }
        let mu_k = self.friction.mu_k;
        let (d, lambda) = w.slip_off(mu_k);
        let slip_rate = [lambda * d[0], lambda * d[1]];
        Straight { ratio: [-mu_k * d[0], -mu_k * d[1]], slip_rate, normal_rate: self.normal_rate(d), stop }
    }

    /// A stretch of the phase: compression, or restitution that ends with `goal`.
    fn stretch(&mut self, goal: Goal, restitution: bool) -> StretchEnd {
        let so_far = self.phases[usize::from(restitution)].progress();
        if self.straight.is_none() {
            self.straight = self.straight();
        }
        let (change, end) = match self.straight {
            Some(straight) => {
                let to_goal = goal.normal_impulse(self.normal, straight.normal_rate, &so_far);
                let falls = restitution && straight.normal_rate < 0.0;
                let to_fall = if falls { -self.normal / straight.normal_rate } else { f64::INFINITY };
                let (length, end) = if to_goal < straight.stop && to_goal <= to_fall {
                    (to_goal, StretchEnd::Goal)
                } else if to_fall < straight.stop {
                    (to_fall, StretchEnd::Together)
                } else {
                    (straight.stop, StretchEnd::Stop)
                };
                self.straight =
                    (end != StretchEnd::Stop).then_some(Straight { stop: straight.stop - length, ..straight });
                (straight.change(self.slip, self.normal, length), end)
            }
            None => {
                let series = Series::new(&self.inverse_mass, self.friction.mu_k, self.rate, self.slip, self.normal);
                let (length, end) = end_of(&series, goal, restitution, &so_far);
                (series.change(length), end)
            }
        };
        self.phases[usize::from(restitution)].add(&change);
        self.pressed += change.pressed;
        (self.slip, self.normal) = (change.slip, change.normal);
        match (end, goal) {
            (StretchEnd::Goal, Goal::Velocity(velocity)) => self.normal = velocity,
            (StretchEnd::Together, _) => self.normal = 0.0,
            _ => {}
        }
        if end == StretchEnd::Stop
            || (self.slip != [0.0; 2] && norm(self.slip) < self.stopped && self.straight.is_none())
        {
            self.slip = [0.0; 2];
            self.slip_stop.get_or_insert(self.pressed);
        }
        end
    }
}

/// How far a series goes, and what ends it.
fn end_of(series: &Series, goal: Goal, restitution: bool, so_far: &Progress) -> (f64, StretchEnd) {
    let missing = |x: f64| match goal {
        Goal::Velocity(goal) => series.normal(x) - goal,
        Goal::Impulse(goal) => so_far.impulse + series.pressed(x) - goal,
        Goal::Work(goal) => so_far.work + series.work_normal(x) - goal,
    };
    if restitution && missing(0.0) >= 0.0 {
        return (0.0, StretchEnd::Goal);
    }
    let (limit, end) = if restitution && series.normal(series.length) < 0.0 {
        (root(|x| -series.normal(x), series.length), StretchEnd::Together)
    } else {
        (series.length, StretchEnd::Length)
    };
    if missing(limit) >= 0.0 { (root(missing, limit), StretchEnd::Goal) } else { (limit, end) }
}

/// Halvings that leave nothing but rounding of a root that is not small beside the interval;
const HALVINGS: u32 = 64;
/// part of a smaller one that others may leave, and halvings after which no interval of doubles shrinks any more.
const LEFT: f64 = 1e-12;
const MOST_HALVINGS: u32 = 2200;

/// Where `of` becomes positive on the way to `high`, however near to 0 that is.
fn root(of: impl Fn(f64) -> f64, high: f64) -> f64 {
    let (mut low, mut high) = (0.0, high);
    for halving in 0..MOST_HALVINGS {
        if halving >= HALVINGS && high - low <= LEFT * high {
            break;
        }
        let middle = 0.5 * (low + high);
        if of(middle) >= 0.0 { high = middle } else { low = middle }
    }
    high
}

/// Impact of two bodies at one point in space with Coulomb friction  [WK91 chapter 3], which has the plane only:
/// du/dP_n = W·(1, −μ_k·u_t/|u_t|) while there is slip. Where it stops it sticks if |W_tt⁻¹·W_tn| ≤ μ_s, or else goes on
/// along d with W_tn − μ_k·W_tt·d = λ·d, λ > 0. Compression is where u_n < 0; if turning slip draws the bodies together
/// again before restitution has ended, this counts to compression.
///
/// `w` W [1/kg], rows and columns n, t₁, t₂ · `before` relative velocity (u_n, u_t1, u_t2) [m/s], u_n < 0 · `friction`
/// 0 ≤ μ_k ≤ μ_s · `e` coefficient of restitution, 0…1.
///
/// W is symmetric, to rounding, and positive definite; it may be semidefinite where the point has no compliance along a tangent,
/// W_tt·d = 0 and W_tn·d = 0: the velocity along it stays. Nothing else may be singular: w_nn > W_tnᵀ·W_tt⁻¹·W_tn.
/// u_n = 0 is accepted where sliding draws the bodies together, u_t ≠ 0 and w_nn − μ_k·W_tn·u_t/|u_t| < 0.
/// Errors: whatever is outside these ranges or not finite, by name.
///
/// Where W_tn has the direction of u_t, which W_tt keeps, this is [`impact()`](crate::rigid::impact()) to the bit; without
/// slip, where W_tt keeps the direction of W_tn.
pub fn spatial(
    w: &Matrix3<f64>,
    before: Vector3<f64>,
    friction: Friction,
    hypothesis: Hypothesis,
    e: f64,
) -> Result<SpatialOutcome, Fault> {
    let inverse_mass = PrincipalInverseMass::new(w)?;
    finite(&[
        ("the normal velocity before the impact", before[0]),
        ("the slip along t1 before the impact", before[1]),
        ("the slip along t2 before the impact", before[2]),
    ])?;
    check(friction, e)?;
    let scale = Scale::of(before[0], before[1].abs().max(before[2].abs()));
    let not_approaching = Fault::NotApproaching { normal: before[0] };
    let before = before * scale.to;
    if let Some(plane) = plane(w, &inverse_mass, &before) {
        let outcome = planar::process(&plane.w, plane.before, friction, hypothesis, e).ok_or(not_approaching)?;
        return plane.in_space(&outcome).scaled_back(scale).finite();
    }
    let mut process = Process::new(inverse_mass, friction, &before);
    if !process.rate.is_finite() {
        return Err(Fault::Overflow { what: "friction times the inverse mass" });
    }
    let jams = before[0] == 0.0 && process.slip != [0.0; 2] && process.normal_rate(direction(process.slip)) < 0.0;
    if before[0] >= 0.0 && !jams {
        return Err(not_approaching);
    }
    let mut restitution = false;
    for _ in 0..MOST_STRETCHES {
        let goal = if restitution {
            hypothesis.goal(e, before[0], &process.phases[0].progress())
        } else {
            Goal::Velocity(0.0)
        };
        match process.stretch(goal, restitution) {
            StretchEnd::Goal if restitution => return process.outcome().scaled_back(scale).finite(),
            StretchEnd::Goal => restitution = true,
            StretchEnd::Together => restitution = false,
            StretchEnd::Stop | StretchEnd::Length if (process.pressed + process.normal).is_finite() => {}
            StretchEnd::Stop | StretchEnd::Length => return Err(Fault::Overflow { what: "the impulse" }),
        }
    }
    Err(Fault::NotFollowed { steps: MOST_STRETCHES })
}

impl Process {
    fn outcome(&self) -> SpatialOutcome {
        let turned = |normal: f64, tangential: [f64; 2]| {
            let [t1, t2] = self.inverse_mass.out_of_axes(tangential);
            Vector3::new(normal, t1, t2)
        };
        let [compression, restitution] =
            self.phases.map(|phase| SpatialPhase { impulse: turned(phase.pressed, phase.rubbed), work: phase.work });
        SpatialOutcome { after: turned(self.normal, self.slip), compression, restitution, slip_stop: self.slip_stop }
    }
}

/// An impact that stays in the plane of n and d.
struct Plane {
    d: [f64; 2],
    w: InverseMass,
    before: Velocity,
}

/// The plane of slip, or without slip that of W_tn, if the impact stays in it.
fn plane(w: &Matrix3<f64>, inverse_mass: &PrincipalInverseMass, before: &Vector3<f64>) -> Option<Plane> {
    let (slip, tn) = ([before[1], before[2]], [w[(1, 0)], w[(2, 0)]]);
    let along = [slip, tn].into_iter().find(|x| *x != [0.0; 2]);
    let d = along.map_or([1.0, 0.0], direction);
    let bent = [w[(1, 1)] * d[0] + w[(2, 1)] * d[1], w[(2, 1)] * d[0] + w[(2, 2)] * d[1]];
    let keeps = |x: [f64; 2]| (d[0] * x[1] - d[1] * x[0]).abs() <= PARALLEL * norm(x);
    // without slip and W_tn nothing starts to move along the tangents
    if along.is_some() && !(keeps(tn) && keeps(bent)) {
        return None;
    }
    let (tt, tn) = inverse_mass.unless_rounding(dot(d, bent), dot(d, tn));
    Some(Plane {
        d,
        w: InverseMass { tt, tn, nn: w[(0, 0)] },
        before: Velocity { slip: norm(slip), normal: before[0] },
    })
}

impl Plane {
    fn in_space(&self, outcome: &planar::Outcome) -> SpatialOutcome {
        let space = |normal: f64, along: f64| Vector3::new(normal, along * self.d[0], along * self.d[1]);
        let phase = |phase: &planar::ImpactPhase| SpatialPhase {
            impulse: space(phase.impulse.normal, phase.impulse.tangential),
            work: phase.work,
        };
        SpatialOutcome {
            after: space(outcome.after.normal, outcome.after.slip),
            compression: phase(&outcome.compression),
            restitution: phase(&outcome.restitution),
            slip_stop: outcome.slip_stop,
        }
    }
}
