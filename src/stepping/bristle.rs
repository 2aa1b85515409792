//! Bristles and dwell state over one phase of a step in contact.
//!
//! Both are linear in themselves, so each takes an exponential step with its coefficients frozen at mid-phase: second
//! order, exact where they are constant, stable for every length.

use crate::physics::friction::{Acts, Chosen, Constants, FrictionModel, Sliding, Usual, limited_friction};
use crate::physics::limit_surface::{is_longer, shortened};
use crate::physics::normal::NormalForce;
use crate::physics::parameters::{Friction, FrictionMap, Parameters};
use crate::physics::planar::Space;
use crate::physics::rotation::Rotation;
use crate::physics::stiffness::{Stiffness, stiffness};
use crate::physics::{ContactFrame, Energies, Planar, Region, Spot, State, Vector3, faces, friction, loads, normal};
use crate::stepping::relaxation::{HalfStep, Span, doubled, fraction_gone};
use crate::stepping::{ContactState, MissedSlip, Motion};

/// A phase in contact, from `from` to `until` [s since the step's start]. `usual`: as [`respond_to`](crate::physics::contact::respond_to)
/// takes it
pub fn touch(motion: &Motion, usual: Option<&Constants<f64>>, from: f64, until: f64, next: &mut ContactState) {
    let parameters = motion.parameters();
    let h = until - from;
    let mut region = None;
    let frame = &motion.met(from + 0.5 * h, &mut region);
    next.latch = next.latch.relatched(parameters, &frame.approach());
    let turn = Rotation::by(&(friction::bristle_turning_rate(parameters, frame) * (0.5 * h)));
    let z = Planar { t: turn.of_vector(&next.continuous.z), r: next.continuous.z_r };
    let half = Span::of(0.5 * h, parameters.friction.tau_br());
    let phase = TouchPhase { parameters, frame, state: next, h, half, risen: None };
    let passed = match usual.filter(|_| region.is_none() && z.r == 0.0) {
        Some(constants) => {
            let stiffness = stiffness(parameters, frame.effective_radius);
            phase.usual(&Usual { friction: &parameters.friction, constants }, &stiffness, &z.t)
        }
        // a copy, so that others have their frame in registers
        None => TouchPhase { frame: &{ *frame }, ..phase }.any(&z, region.as_ref()),
    };
    leave(&passed, &turn, h, &mut next.continuous);
}

/// [`touch`] of the usual contact over a whole step, at `frame` in its middle, with the latch of there. The answer: its state at the end.
#[inline(always)]
pub fn touched(
    parameters: &Parameters<f64>,
    usual: &Usual<f64>,
    stiffness: &Stiffness<f64>,
    frame: &ContactFrame<f64>,
    half_step: &HalfStep,
    state: &ContactState,
) -> State<f64> {
    let HalfStep { h, risen, .. } = *half_step;
    let half = half_step.span(parameters.friction.tau_br());
    let turn = Rotation::by(&(frame.omega_c * (0.5 * h)));
    let z = turn.of_vector(&state.continuous.z);
    let phase = TouchPhase { parameters, frame, state, h, half, risen: Some(risen) };
    let passed = phase.usual(usual, stiffness, &z);
    let mut continuous = state.continuous;
    leave(&passed, &turn, h, &mut continuous);
    continuous
}

/// Leaves what a phase of `h` [s] brings, its bristles turned by another half of its turning.
#[inline(always)]
fn leave(passed: &PhaseResult, turn: &Rotation<f64>, h: f64, next: &mut State<f64>) {
    let State { s_dw, energy, .. } = next;
    energy.work += passed.power.work * h;
    energy.dissipated_normal += passed.power.dissipated_normal * h;
    energy.dissipated_friction += passed.power.dissipated_friction * h;
    *s_dw += (passed.s - *s_dw) * doubled(passed.dwell_fraction);
    next.z = turn.of_vector(&passed.z.t);
    next.z_r = passed.z.r;
}

/// What a phase in contact brings, in the contact frame of its middle.
struct PhaseResult {
    /// z̃ at its end
    z: Planar<f64>,
    /// s at its middle
    s: f64,
    /// Fraction of the approach of s_dw to s at its middle
    dwell_fraction: f64,
    /// Rates of the ledger at its middle [W]
    power: Energies<f64>,
}

/// A phase in contact as its laws see it.
struct TouchPhase<'a> {
    parameters: &'a Parameters<f64>,
    /// Of the middle
    frame: &'a ContactFrame<f64>,
    /// Of the start, the latch of the middle
    state: &'a ContactState,
    h: f64,
    half: Span,
    /// Fraction of an approach with τ_dw after half of it, if it is known
    risen: Option<f64>,
}

impl TouchPhase<'_> {
    /// Fraction of the approach of s_dw to s at the middle, and s_dw there.
    #[inline(always)]
    fn dwell(&self, s: f64) -> [f64; 2] {
        let s_dw = self.state.continuous.s_dw;
        let fraction = if friction::dwell_rises(s, s_dw) {
            self.risen.unwrap_or_else(|| fraction_gone(0.5 * self.h / self.parameters.friction.tau_dw))
        } else {
            self.half.fraction
        };
        [fraction, s_dw + (s - s_dw) * fraction]
    }

    /// The phase under the normal force that acts in it and a friction model, at the slip V [m/s].
    #[inline(always)]
    fn pass<M: Within>(&self, model: &M, slip: M::Slip, normal: &NormalForce<f64>, z: &M::Slip) -> PhaseResult {
        let TouchPhase { parameters, frame, state, .. } = self;
        let (f, n) = (model.coefficients(), &frame.normal);
        let drive = model.drive(true, &slip, normal.force);
        let [dwell_fraction, s_dw] = self.dwell(drive.s);
        let bound = friction::friction_bound(f, normal.force, s_dw);
        let missed = match drive.acts {
            Acts::Bristles => {
                let MissedSlip { velocity, angular_velocity, .. } = &state.missed;
                model.slip(&frame.tangential(velocity), n, angular_velocity)
            }
            Acts::Coulomb | Acts::Nothing => M::Slip::zero(),
        };
        let bristles = Bristles { friction: f, s: drive.s, slip, missed, f_c: drive.f_c, bound };
        let acting = Acting { model, acts: drive.acts, bristles: &bristles };
        let bearing = model.bearing(n, z);
        let path = acting.path(&Deflection { bearing, remainder: *z - bearing }, &self.half);
        let power = if parameters.settings.track_ledger {
            let there = path.there.bearing + path.there.remainder;
            let mut friction = limited_friction(model, true, &drive, &slip, &path.f_there, bound, &there, s_dw);
            friction.z_rate = friction.z_rate + bristles.made_up(acting.is_saturated(&path.f_there));
            let rolling = model.rolling(frame, normal.force);
            loads::powers::<_, M>(parameters, frame, &(slip + missed), normal, &friction, &rolling, &there)
        } else {
            Energies::default()
        };
        PhaseResult {
            z: Planar { t: path.end.in_plane(), r: path.end.about_normal() },
            s: drive.s,
            dwell_fraction,
            power,
        }
    }

    /// Under the usual laws.
    #[inline(always)]
    fn usual(&self, model: &Usual<f64>, stiffness: &Stiffness<f64>, z: &Vector3<f64>) -> PhaseResult {
        let at = self.frame.approach();
        let a = normal::acting_damping(self.parameters, &self.state.latch, at.penetration_rate);
        self.pass(model, self.frame.v_t, &normal::power_law_force(stiffness, &at, a), z)
    }

    /// Under any laws.
    #[inline(never)]
    fn any(&self, z: &Planar<f64>, region: Option<&Region<f64>>) -> PhaseResult {
        let TouchPhase { parameters, frame, state, .. } = self;
        let spot = Spot { frame, region };
        let normal = faces::force_at(parameters, spot, &state.latch);
        let sliding = friction::sliding(parameters, spot);
        let mut passed = self.pass(&Chosen { parameters, sliding: &sliding }, sliding.slip, &normal, z);
        if let Some((_, power)) = faces::tilting(parameters, spot, &state.latch, normal.force) {
            passed.power += &power;
        }
        passed
    }
}

/// A deflection by its parts.
struct Deflection<V> {
    /// What bears a force ([`FrictionModel::bearing`])
    bearing: V,
    /// What decays with τ_br
    remainder: V,
}

/// Where the bristles come.
struct BristlePath<V> {
    /// Deflection at the middle
    there: Deflection<V>,
    /// Its force [N]
    f_there: V,
    /// z̃ at the end
    end: V,
}

/// The bristles with their coefficients at mid-phase.
struct Bristles<'a, V> {
    friction: &'a Friction<f64>,
    s: f64,
    slip: V,
    /// Slip of the last step that is made up for, over the length of this one [m/s]: it moves the bristles, but damps nothing
    missed: V,
    f_c: V,
    /// f_max [N]
    bound: f64,
}

impl<V: Space<f64>> Bristles<'_, V> {
    #[inline(always)]
    fn force(&self, bearing: &V) -> V {
        friction::bristle_force(self.friction, self.s, bearing, &self.slip, &self.f_c)
    }

    /// ż of bristles within the bound: s·(V + d/H) + (1−s)·f_C/σ1.
    #[inline(always)]
    fn rate(&self) -> V {
        (self.slip + self.missed) * self.s + self.f_c * ((1.0 - self.s) / self.friction.sigma_1)
    }

    /// Part of ż that no force of now explains  s·d/H  [m/s], none while saturated.
    #[inline(always)]
    fn made_up(&self, is_saturated: bool) -> V {
        self.missed * if is_saturated { 0.0 } else { self.s }
    }

    /// z̃ after a span of  ż = rate − decay·z/τ_br.
    #[inline(always)]
    fn grown(&self, z: &V, rate: &V, decay: f64, span: &Span) -> V {
        let y = decay * span.y;
        let fraction = fraction_gone(y);
        // (1 − exp(−y))/y, 1 at y = 0
        let phi_1 = if y > 0.0 { fraction / y } else { 1.0 };
        *z * (1.0 - fraction) + *rate * (span.h * phi_1)
    }

    /// The bearing deflection within the ball |σ0·z| ≤ f_max, after a span.
    ///
    /// Unsaturated: ż = s·(V + d/H) + (1−s)(f_C/σ1 − z/τ_br). Saturated: ż = (sat(f_br) − σ0·z)/σ1, linear in z about `f_br`
    /// ([`saturated`](Self::saturated)).
    #[inline(always)]
    fn in_ball(&self, bearing: &V, span: &Span, f_br: &V) -> V {
        self.in_ball_at(bearing, &self.rate(), span, f_br)
    }

    #[inline(always)]
    fn in_ball_at(&self, bearing: &V, rate: &V, span: &Span, f_br: &V) -> V {
        let sigma_0 = self.friction.sigma_0;
        let end = if is_longer(f_br, self.bound) {
            let length = f_br.norm();
            self.saturated(bearing, rate, &(*f_br * (1.0 / length)), length, span)
        } else {
            self.grown(bearing, rate, 1.0 - self.s, span)
        };
        if !is_longer(&end, self.bound / sigma_0) {
            return end;
        }
        shortened(&end, self.reach(sigma_0 * bearing.norm(), span) / sigma_0)
    }

    /// How far σ0·z̃ can come from where it reaches `from` [N]: the equations never leave the bound from within, and
    /// come back to it from outside with τ_br; a long step that would not is brought back.
    fn reach(&self, from: f64, span: &Span) -> f64 {
        self.bound.max(span.relaxed(from, self.bound))
    }

    /// With c = f_max/|f_br|: along f_br σ0·z relaxes towards f_max with τ_br, across it
    /// ż = c·s·(V + d/H) + c·(1−s)·f_C/σ1 − (1 − c·s)·z/τ_br.
    #[inline(always)]
    fn saturated(&self, bearing: &V, rate: &V, along: &V, length: f64, span: &Span) -> V {
        let c = self.bound / length;
        let across = |u: &V| *u - *along * along.dot(u);
        *along * span.relaxed(along.dot(bearing), self.bound / self.friction.sigma_0)
            + self.grown(&across(bearing), &(across(rate) * c), 1.0 - c * self.s, span)
    }
}

/// The bristles under their friction model.
struct Acting<'a, M: Within> {
    model: &'a M,
    acts: Acts,
    bristles: &'a Bristles<'a, M::Slip>,
}

impl<M: Within> Acting<'_, M> {
    /// Whether a force of bristles is beyond a bound that they keep.
    #[inline(always)]
    fn is_saturated(&self, f_br: &M::Slip) -> bool {
        self.acts == Acts::Bristles && self.model.is_limited() && self.model.exceeds(f_br, self.bristles.bound)
    }

    /// The bearing deflection after a span; the force `f_br` [N] says whether, and in which direction, it is saturated.
    #[inline(always)]
    fn moved(&self, bearing: &M::Slip, span: &Span, f_br: &M::Slip) -> M::Slip {
        let Acting { model, acts, bristles } = self;
        match acts {
            Acts::Bristles if model.is_limited() => model.within(bristles, bearing, span, f_br),
            Acts::Bristles => bristles.grown(bearing, &bristles.rate(), 1.0 - bristles.s, span),
            Acts::Coulomb | Acts::Nothing => *bearing * (1.0 - span.fraction),
        }
    }

    #[inline(always)]
    fn advanced(&self, from: &Deflection<M::Slip>, span: &Span, f_br: &M::Slip) -> Deflection<M::Slip> {
        let bearing = self.moved(&from.bearing, span, f_br);
        Deflection { bearing, remainder: from.remainder * (1.0 - span.fraction) }
    }

    /// Through two halves of a phase.
    #[inline(always)]
    fn path(&self, start: &Deflection<M::Slip>, half: &Span) -> BristlePath<M::Slip> {
        let f_start = self.bristles.force(&start.bearing);
        let there = self.advanced(start, half, &f_start);
        let f_there = self.bristles.force(&there.bearing);
        // a bound that has fallen is left behind within the step: the second half starts where the first one ended
        let is_left = self.is_saturated(&f_start) && !self.is_saturated(&f_there);
        let (from, span) = if is_left { (&there, *half) } else { (start, half.doubled()) };
        let end = self.advanced(from, &span, &f_there);
        BristlePath { end: end.bearing + end.remainder, there, f_there }
    }
}

/// How far bristles of a friction model come that keep the bound.
trait Within: FrictionModel<f64> {
    /// The bearing deflection after a span; the force `f_br` [N] says whether, and in which direction, it is saturated.
    fn within(
        &self,
        bristles: &Bristles<Self::Slip>,
        bearing: &Self::Slip,
        span: &Span,
        f_br: &Self::Slip,
    ) -> Self::Slip;
}

impl Within for Usual<'_, f64> {
    #[inline(always)]
    fn within(
        &self,
        bristles: &Bristles<Vector3<f64>>,
        bearing: &Vector3<f64>,
        span: &Span,
        f_br: &Vector3<f64>,
    ) -> Vector3<f64> {
        bristles.in_ball(bearing, span, f_br)
    }
}

impl Within for Chosen<'_, f64> {
    /// Within any limit surface: translation and rotation each in a ball of its own, or on a face of a polyhedron, along which
    /// z moves as if unsaturated, and towards which σ0·z relaxes with τ_br.
    fn within(
        &self,
        bristles: &Bristles<Planar<f64>>,
        bearing: &Planar<f64>,
        span: &Span,
        f_br: &Planar<f64>,
    ) -> Planar<f64> {
        let rate = bristles.rate();
        match self.sliding.surface.map {
            FrictionMap::Ellipsoid => bristles.in_ball_at(bearing, &rate, span, f_br),
            FrictionMap::Mixed => {
                bristles.in_ball_at(&bearing.translation(), &rate.translation(), span, &f_br.translation())
                    + bristles.in_ball_at(&bearing.rotation(), &rate.rotation(), span, &f_br.rotation())
            }
            FrictionMap::Polyhedron | FrictionMap::Planes => bristles.in_polyhedron(self.sliding, bearing, &rate, span),
        }
    }
}

impl Bristles<'_, Planar<f64>> {
    /// [`Within::within`] a polyhedron: the face, edge or corner that would limit the bristles if
    /// they moved freely limits them, so that a long step does not leave it on the other side.
    fn in_polyhedron(
        &self,
        sliding: &Sliding<f64>,
        bearing: &Planar<f64>,
        rate: &Planar<f64>,
        span: &Span,
    ) -> Planar<f64> {
        let (f, surface) = (self.friction, &sliding.surface);
        let free = self.grown(bearing, rate, 1.0 - self.s, span);
        let f_br = self.force(&free);
        let face = surface.face(&f_br, self.bound);
        let across = |u: &Planar<f64>| *u - surface.along(&face, u);
        let (from, goal) = (across(bearing), across(&(surface.saturate(&f_br, self.bound) / f.sigma_0)));
        let end = surface.along(&face, &free) + from + (goal - from) * span.fraction;
        surface.saturate(&(end * f.sigma_0), self.reach(surface.reach(&(*bearing * f.sigma_0)), span)) / f.sigma_0
    }
}
