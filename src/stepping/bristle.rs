//! Bristles and dwell state over one phase of a step.
//!
//! Both are linear in themselves, so each takes an exponential step with its coefficients frozen at mid-phase: second
//! order, exact where they are constant, stable for every length.

use crate::physics::friction::{Acts, Sliding};
use crate::physics::limit_surface::{is_longer, shortened};
use crate::physics::parameters::{BristleLimit, Friction, FrictionMap, Parameters};
use crate::physics::plain::Plain;
use crate::physics::planar::Space;
use crate::physics::rotation::{self, Rotation};
use crate::physics::{ContactFrame, Energies, Planar, State, Vector3, contact, elementary, friction, normal, rolling};
use crate::stepping::relaxation::{Span, doubled, share_gone};
use crate::stepping::{ContactState, Motion};

/// A phase in contact, from `from` to `until` [s since the step's start].
pub fn touch(motion: &Motion, from: f64, until: f64, next: &mut ContactState) {
    let parameters = motion.parameters;
    let h = until - from;
    let frame = motion.frame(from + 0.5 * h);
    next.latch = next.latch.relatched(parameters, &frame.approach());
    let turn = Rotation::by(&(friction::bristle_turning_rate(parameters, &frame) * (0.5 * h)));
    let z = Planar { t: turn.of_vector(&next.continuous.z), r: next.continuous.z_r };
    let phase =
        Phase { parameters, frame: &frame, state: next, h, half: Span::of(0.5 * h, parameters.friction.tau_br()) };
    let passed = match Plain::of(parameters, z.r) {
        Some(plain) => phase.plain(&plain, &z.t),
        None => phase.any(&z),
    };

    let State { s_dw, energy, .. } = &mut next.continuous;
    energy.work += passed.power.work * h;
    energy.dissipated_normal += passed.power.dissipated_normal * h;
    energy.dissipated_friction += passed.power.dissipated_friction * h;
    *s_dw += (passed.s - *s_dw) * doubled(passed.dwell_share);
    next.continuous.z = turn.of_vector(&passed.z.t);
    next.continuous.z_r = passed.z.r;
}

/// A phase apart: the bristles turn with the frame and relax with τ_br, as does s_dw; what they held is dissipated.
pub fn spring_back(motion: &Motion, from: f64, until: f64, next: &mut ContactState) {
    let State { s_dw, energy, .. } = next.continuous;
    let z = next.continuous.deflection();
    if z == Planar::zero() && s_dw == 0.0 {
        return;
    }
    let (parameters, f) = (motion.parameters, &motion.parameters.friction);
    let h = until - from;
    let frame = motion.frame(from + 0.5 * h);
    let decay = elementary::exp(-h / f.tau_br());
    let turned = rotation::turned(&z.t, &(friction::bristle_turning_rate(parameters, &frame) * h));
    let rest = Planar { t: turned, r: z.r } * decay;
    (next.continuous.z, next.continuous.z_r) = (rest.t, rest.r);
    next.continuous.s_dw = s_dw * elementary::exp(-h / friction::dwell_time(f, 0.0, s_dw));
    if parameters.settings.track_ledger {
        let lost = 0.5 * f.sigma_0 * (z.dot(&z) - rest.dot(&rest));
        next.continuous.energy.dissipated_friction = energy.dissipated_friction + lost;
    }
}

/// What a phase in contact brings, in the contact frame of its middle.
struct Passed {
    /// z̃ at its end
    z: Planar<f64>,
    /// s at its middle
    s: f64,
    /// Share of the way towards s that s_dw has gone at its middle
    dwell_share: f64,
    /// Rates of the ledger at its middle [W]
    power: Energies<f64>,
}

/// A phase in contact as its laws see it.
struct Phase<'a> {
    parameters: &'a Parameters<f64>,
    /// Of the middle
    frame: &'a ContactFrame<f64>,
    /// Of the start, the latch of the middle
    state: &'a ContactState,
    h: f64,
    half: Span,
}

impl Phase<'_> {
    /// Share of the way towards s that s_dw has gone at the middle, and s_dw there.
    #[inline(always)]
    fn dwell(&self, s: f64) -> [f64; 2] {
        let s_dw = self.state.continuous.s_dw;
        let share = share_gone(0.5 * self.h / friction::dwell_time(&self.parameters.friction, s, s_dw));
        [share, s_dw + (s - s_dw) * share]
    }

    /// Under the usual laws.
    #[inline(always)]
    fn plain(&self, plain: &Plain, z: &Vector3<f64>) -> Passed {
        let Phase { frame, state, .. } = self;
        let (f, n, v_t) = (&plain.friction, &frame.normal, &frame.v_t);
        let at = frame.approach();
        let a = normal::acting_damping(self.parameters, &state.latch, at.penetration_rate);
        let normal = plain.pressing(&at, a);
        let s = friction::sticking_level(v_t, f.v_S);
        let [dwell_share, s_dw] = self.dwell(s);
        let bristles = Bristles {
            friction: f,
            s,
            slip: *v_t,
            f_c: friction::slip_direction(v_t, plain.width) * (f.mu_C * normal.force),
            bound: friction::friction_bound(f, normal.force, s_dw),
        };
        let held = z - n * n.dot(z);
        let start = Deflection { held, stray: z - held };
        let is_saturated = |f_br: &_| is_longer(f_br, bristles.bound);
        let way = bristles.way(&start, &self.half, is_saturated, |held, span, f_br| bristles.in_ball(held, span, f_br));
        let power = if self.parameters.settings.track_ledger {
            let z = way.there.held + way.there.stray;
            let applied = shortened(&way.f_there, bristles.bound);
            let force = friction::with_viscous(f, &applied, v_t);
            plain.powers(&normal, frame.penetration_rate, &force, v_t, &z, &friction::bristle_rate(f, &applied, &z))
        } else {
            Energies::default()
        };
        Passed { z: Planar { t: way.end, r: 0.0 }, s, dwell_share, power }
    }

    /// Under any laws.
    #[inline(never)]
    fn any(&self, z: &Planar<f64>) -> Passed {
        let Phase { parameters, frame, state, .. } = self;
        let f = &parameters.friction;
        let normal = normal::normal_force(parameters, &frame.approach(), &state.latch);
        let sliding = friction::sliding(parameters, frame);
        let drive = friction::drive(parameters, true, &sliding, normal.force);
        let [dwell_share, s_dw] = self.dwell(drive.s);
        let bound = friction::friction_bound(f, normal.force, s_dw);
        let bristles = Bristles { friction: f, s: drive.s, slip: sliding.slip, f_c: drive.f_c, bound };
        let held = sliding.held(frame, z);
        let start = Deflection { held, stray: *z - held };
        let is_limited = parameters.settings.bristle_limit == BristleLimit::Limited;
        let is_saturated =
            |f_br: &_| drive.acts == Acts::Bristles && is_limited && sliding.surface.exceeds(f_br, bound);
        let moved = |held: &_, span: &Span, f_br: &_| match drive.acts {
            Acts::Bristles if is_limited => bristles.within(&sliding, held, span, f_br),
            Acts::Bristles => bristles.grown(held, &bristles.rate(), 1.0 - bristles.s, span),
            Acts::Coulomb | Acts::Nothing => *held * (1.0 - span.share),
        };
        let way = bristles.way(&start, &self.half, is_saturated, moved);
        let there = way.there.held + way.there.stray;
        let friction = friction::limited_friction(parameters, &sliding, &drive, &way.f_there, bound, &there, s_dw);
        let rolling = rolling::rolling_couple(parameters, frame, normal.force);
        let power = contact::powers(parameters, frame, &sliding, &normal, &friction, &rolling, &there);
        Passed { z: way.end, s: drive.s, dwell_share, power }
    }
}

/// A deflection by its parts.
struct Deflection<V> {
    /// What bears a force ([`Sliding::held`])
    held: V,
    /// What decays with τ_br
    stray: V,
}

/// Where the bristles come.
struct Way<V> {
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
    f_c: V,
    /// f_max [N]
    bound: f64,
}

impl<V: Space<f64>> Bristles<'_, V> {
    #[inline(always)]
    fn force(&self, held: &V) -> V {
        friction::bristle_force(self.friction, self.s, held, &self.slip, &self.f_c)
    }

    /// ż of bristles that nothing holds back: s·V + (1−s)·f_C/σ1.
    #[inline(always)]
    fn rate(&self) -> V {
        self.slip * self.s + self.f_c * ((1.0 - self.s) / self.friction.sigma_1)
    }

    /// Through two halves of a phase. `moved` takes what is held over a span, told by a force whether, and in which
    /// direction, it is saturated.
    #[inline(always)]
    fn way(
        &self,
        start: &Deflection<V>,
        half: &Span,
        is_saturated: impl Fn(&V) -> bool,
        moved: impl Fn(&V, &Span, &V) -> V,
    ) -> Way<V> {
        let advanced = |from: &Deflection<V>, span: &Span, f_br: &V| Deflection {
            held: moved(&from.held, span, f_br),
            stray: from.stray * (1.0 - span.share),
        };
        let f_start = self.force(&start.held);
        let there = advanced(start, half, &f_start);
        let f_there = self.force(&there.held);
        // a bound that has fallen is left behind within the step: the second half starts where the first one ended
        let end = if is_saturated(&f_start) && !is_saturated(&f_there) {
            advanced(&there, half, &f_there)
        } else {
            advanced(start, &half.doubled(), &f_there)
        };
        Way { there, f_there, end: end.held + end.stray }
    }

    /// z̃ after a span of  ż = rate − held_back·z/τ_br.
    #[inline(always)]
    fn grown(&self, z: &V, rate: &V, held_back: f64, span: &Span) -> V {
        let y = held_back * span.y;
        let share = share_gone(y);
        // (1 − exp(−y))/y, 1 at y = 0
        let phi_1 = if y > 0.0 { share / y } else { 1.0 };
        *z * (1.0 - share) + *rate * (span.h * phi_1)
    }

    /// What is held within the ball |σ0·z| ≤ f_max, after a span.
    ///
    /// Unsaturated: ż = s·V + (1−s)(f_C/σ1 − z/τ_br). Saturated: ż = (sat(f_br) − σ0·z)/σ1, linear in z about `f_br`
    /// ([`saturated`](Self::saturated)).
    #[inline(always)]
    fn in_ball(&self, held: &V, span: &Span, f_br: &V) -> V {
        self.in_ball_at(held, &self.rate(), span, f_br)
    }

    #[inline(always)]
    fn in_ball_at(&self, held: &V, rate: &V, span: &Span, f_br: &V) -> V {
        let sigma_0 = self.friction.sigma_0;
        let end = if is_longer(f_br, self.bound) {
            let length = f_br.norm();
            self.saturated(held, rate, &(*f_br * (1.0 / length)), length, span)
        } else {
            self.grown(held, rate, 1.0 - self.s, span)
        };
        if !is_longer(&end, self.bound / sigma_0) {
            return end;
        }
        shortened(&end, self.reach(sigma_0 * held.norm(), span) / sigma_0)
    }

    /// How far σ0·z̃ can come from where it reaches `from` [N]: the equations never leave the bound from within, and
    /// come back to it from outside with τ_br; a long step that would not is brought back.
    fn reach(&self, from: f64, span: &Span) -> f64 {
        self.bound.max(span.relaxed(from, self.bound))
    }

    /// With c = f_max/|f_br|: along f_br σ0·z relaxes towards f_max with τ_br, across it
    /// ż = c·s·V + c·(1−s)·f_C/σ1 − (1 − c·s)·z/τ_br.
    #[inline(always)]
    fn saturated(&self, held: &V, rate: &V, along: &V, length: f64, span: &Span) -> V {
        let c = self.bound / length;
        let across = |u: &V| *u - *along * along.dot(u);
        *along * span.relaxed(along.dot(held), self.bound / self.friction.sigma_0)
            + self.grown(&across(held), &(across(rate) * c), 1.0 - c * self.s, span)
    }
}

impl Bristles<'_, Planar<f64>> {
    /// What is held within any limit surface, after a span: translation and rotation each in a ball of its own, or on a face
    /// of a polyhedron, along which z moves as if unsaturated, and towards which σ0·z relaxes with τ_br.
    fn within(&self, sliding: &Sliding<f64>, held: &Planar<f64>, span: &Span, f_br: &Planar<f64>) -> Planar<f64> {
        let rate = self.rate();
        match sliding.surface.map {
            FrictionMap::Ellipsoid => self.in_ball_at(held, &rate, span, f_br),
            FrictionMap::Mixed => {
                self.in_ball_at(&held.translation(), &rate.translation(), span, &f_br.translation())
                    + self.in_ball_at(&held.rotation(), &rate.rotation(), span, &f_br.rotation())
            }
            FrictionMap::Polyhedron => self.in_polyhedron(sliding, held, &rate, span),
        }
    }

    /// [`within`](Self::within) a polyhedron: the face, edge or corner that would hold the bristles if
    /// they moved freely holds them, so that a long step does not leave it on the other side.
    fn in_polyhedron(
        &self,
        sliding: &Sliding<f64>,
        held: &Planar<f64>,
        rate: &Planar<f64>,
        span: &Span,
    ) -> Planar<f64> {
        let (f, surface) = (self.friction, &sliding.surface);
        let free = self.grown(held, rate, 1.0 - self.s, span);
        let f_br = self.force(&free);
        let face = surface.face(&f_br, self.bound);
        let across = |u: &Planar<f64>| *u - surface.along(&face, u);
        let (from, goal) = (across(held), across(&(surface.saturate(&f_br, self.bound) / f.sigma_0)));
        let end = surface.along(&face, &free) + from + (goal - from) * span.share;
        surface.saturate(&(end * f.sigma_0), self.reach(surface.reach(&(*held * f.sigma_0)), span)) / f.sigma_0
    }
}
