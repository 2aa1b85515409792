//! The contact over one interval: flight, onset, contact, release, and again (docs/numerics.md steps 7, 9, 13, 14).

use crate::physics::normal as laws;
use crate::physics::stiffness::stiffness;
use crate::physics::{ContactFault, ContactFrame, Energies, LimitSurface, Parameters, Vector3, elementary, friction};
use crate::rigid::time_stepping::time_to_touch;
use crate::stepping::Changes;
use crate::stepping::interface::ContactSubstate;
use crate::stepping::interface::exponential::relaxed;
use crate::stepping::interface::friction_step::friction_step;
use crate::stepping::interface::impact;
use crate::stepping::interface::interval_run::{IntervalRun, LocalImpulse, LocalMotion, deflected};
use crate::stepping::interface::local::{COORDINATES, Mechanics};
use crate::stepping::interface::middle_search::LastPart;
use crate::stepping::interface::normal::{self, Kick};
use crate::stepping::interface::rigid_forces::RigidForces;
use crate::stepping::interface::solved::Solved;
use crate::stepping::interface::spring::Spring;
use crate::stepping::interface::tangential::{FrictionStep, Middle, SlipState};

/// One interval of length `length` [s]. Errors: never, unlike that of a rigid contact, which stands in its place.
pub fn solve(
    parameters: &Parameters<f64>,
    frame: &ContactFrame<f64>,
    mechanics: &Mechanics,
    start: &ContactSubstate,
    length: f64,
    most: u32,
) -> Result<Solved, ContactFault> {
    let (v, across) = mechanics.coordinates(&start.v_r);
    let axes = if parameters.asks_for_directions() {
        frame.axes().map(|axis| mechanics.local(&axis))
    } else {
        [Vector3::zeros(); 2]
    };
    let mut run = IntervalRun {
        parameters,
        frame,
        mechanics,
        stiffness: stiffness(parameters, frame.effective_radius),
        surface: LimitSurface::new(parameters, axes),
        length,
        most,
        tau: 0.0,
        at: LocalMotion {
            x: start.x,
            v,
            slip: SlipState { v: across, z: mechanics.local(&start.z), z_r: start.z_r, s_dw: start.s_dw },
            latch: start.latch,
            energy: start.energy,
            mean_friction: [0.0; COORDINATES],
            impulse: LocalImpulse::default(),
            moment: LocalImpulse::default(),
            last_part: LastPart::default(),
        },
        micro_steps: 0,
        capped: false,
        changes: Changes::default(),
    };
    let touches = run.at.x > 0.0;
    if touches != run.at.latch.contact {
        run.switch(touches);
    }
    let mut contact_throughout = touches;
    while run.tau < length {
        if run.at.latch.contact {
            run.touch();
        } else {
            run.fly();
        }
        contact_throughout &= run.at.latch.contact;
    }
    let LocalMotion { x, v, slip, latch, energy, impulse, moment, .. } = &run.at;
    Ok(Solved {
        end: ContactSubstate {
            x: *x,
            v_r: mechanics.spatial(-v, &slip.v),
            z: mechanics.world(&slip.z),
            z_r: slip.z_r,
            s_dw: slip.s_dw,
            latch: *latch,
            energy: *energy,
            rigid_forces: RigidForces::default(),
        },
        impulse: mechanics.spatial(impulse.along, &impulse.across),
        moment: mechanics.spatial(moment.along, &moment.across),
        micro_steps: run.micro_steps,
        capped: run.capped,
        contact_throughout,
        changes: run.changes,
        separation_work: 0.0,
        lowered: None,
    })
}

impl IntervalRun<'_> {
    /// Free flight to the next onset or the interval's end.
    fn fly(&mut self) {
        let rest = self.length - self.tau;
        let b_n = self.mechanics.b_n;
        let touch = time_to_touch(self.at.x, self.at.v, b_n).filter(|t| *t < rest);
        // where nothing is left of the cap the bodies fly on into each other, and the log says so
        let onset = touch.filter(|_| self.micro_steps < self.most);
        self.capped |= touch.is_some() && onset.is_none();
        let t = onset.unwrap_or(rest);
        self.at.x += t * (self.at.v + 0.5 * b_n * t);
        self.at.v += b_n * t;
        for k in 0..self.mechanics.size {
            self.at.slip.v[k] += self.mechanics.free[k] * t;
        }
        self.relax(t);
        if onset.is_some() {
            self.tau += t;
            self.at.x = 0.0;
            self.switch(true);
        } else {
            self.tau = self.length;
        }
    }

    /// Bristles out of contact relax with τ_br, as does s_dw; what they stored is dissipated.
    fn relax(&mut self, t: f64) {
        let f = &self.parameters.friction;
        let (z, z_r) = (self.at.slip.z, self.at.slip.z_r);
        let decay = elementary::exp(-t / f.tau_br());
        self.at.slip.z *= decay;
        self.at.slip.z_r *= decay;
        let about_normal = z_r * z_r - self.at.slip.z_r * self.at.slip.z_r;
        self.at.slip.s_dw = relaxed(self.at.slip.s_dw, 0.0, t / friction::dwell_time(f, 0.0, self.at.slip.s_dw));
        self.book(Energies {
            dissipated_friction: 0.5 * f.sigma_0 * (z.dot(&z) - self.at.slip.z.dot(&self.at.slip.z) + about_normal),
            ..Energies::default()
        });
    }

    /// docs/numerics.md step 14: contact to the release or the interval's end, in micro-steps of one length; where they are too many for the
    /// cap, whole impacts first, which may be over before the interval is.
    fn touch(&mut self) {
        let rest = self.length - self.tau;
        if self.solve_whole(rest) {
            return;
        }
        let Mechanics { w, b_n, .. } = *self.mechanics;
        let deepest = normal::deepest(self.stiffness, w, b_n, self.at.x, self.at.v);
        let mut fitting = normal::micro_step(self.stiffness, w, deepest);
        if self.parameters.settings.normal_law.form().has_kink() {
            fitting *= normal::AT_A_KINK;
        }
        let is_alone = impact::is_alone(self.parameters, self.mechanics);
        let longer = if is_alone { self.impact(&self.at.latch).micro_step(fitting, deepest) } else { None };
        let left = self.most.saturating_sub(self.micro_steps).max(1);
        let wanted = (rest / longer.unwrap_or(fitting)).ceil();
        let (count, h, to_the_end) = if wanted <= f64::from(left) {
            let count = (wanted as u32).max(1);
            (count, rest / f64::from(count), true)
        } else if left >= 2 * WHOLE {
            (WHOLE, longer.unwrap_or(fitting), false)
        } else {
            self.capped = true;
            (left, rest / f64::from(left), true)
        };
        if longer.is_some() && !self.capped {
            return self.strike(count, h, to_the_end);
        }
        for k in 1..=count {
            let before = self.at;
            self.micro_step(h);
            self.micro_steps += 1;
            if self.at.x <= 0.0 && self.at.v < 0.0 {
                // once more, and no longer than to the release
                let until = (h - self.at.x / self.at.v).max(0.0);
                self.at = before;
                if until > 0.0 {
                    self.micro_step(until);
                    self.tau += until;
                }
                // what the repetition has left of the stored energy is lost
                let dissipated_normal = Spring::at(self.stiffness, self.at.x).energy;
                self.book(Energies { dissipated_normal, ..Energies::default() });
                self.at.x = 0.0;
                self.switch(false);
                return;
            }
            // the last one ends where the interval ends
            self.tau = if k == count && to_the_end { self.length } else { self.tau + h };
        }
    }

    /// A kick of too long a step, cut to what ẋ and the stored energy can give: |ẋ₁| ≤ √(ẋ₀² + 2w·E).
    fn bounded(&self, kick: Kick, spring: &Spring, h: f64) -> Kick {
        let Mechanics { w, b_n, .. } = *self.mechanics;
        let v = self.at.v;
        let least = -(v * v + 2.0 * w * spring.energy).sqrt() + b_n.min(0.0) * h;
        if kick.v < least && w > 0.0 {
            Kick { v: least, impulse: (kick.impulse - (least - kick.v) / w).max(0.0) }
        } else {
            kick
        }
    }

    /// Friction of a micro-step under the normal force of `kick`.
    pub fn friction(&self, middle: &Middle, kick: &Kick, h: f64) -> FrictionStep {
        let IntervalRun { parameters, mechanics, surface, .. } = self;
        let LocalMotion { x, v, slip, .. } = &self.at;
        let ContactFrame { effective_radius: radius, rolling_radius, .. } = *self.frame;
        let e_r = || friction::spin_radius(parameters, radius, x + 0.25 * h * (v + kick.v));
        friction_step(parameters, mechanics, surface, slip, middle, (rolling_radius, &e_r), [kick.impulse / h, h])
    }

    /// docs/numerics.md step 9: half a drift, kick, half a drift. A capped one is too long for its elastic force to mean anything: it stores no
    /// more than it was given, and what it does not store it loses. Otherwise the kick's elastic force is the mean
    /// over the path of x, so that the stored energy changes by the work of that force; it, the normal and the
    /// tangential force are found by fixed-point iteration.
    fn micro_step(&mut self, h: f64) {
        let IntervalRun { parameters, mechanics, .. } = *self;
        self.at.latch = self.at.latch.relatched(parameters, &self.frame_now().approach());
        let LocalMotion { x, v, slip, latch, mut mean_friction, .. } = self.at;
        let spring = Spring::at(self.stiffness, x);
        let mut elastic = spring.force(x + 0.5 * h * v);
        let mut middle = Middle::between(&slip, &slip);
        let mut kick = Kick::default();
        let mut friction = FrictionStep { end: slip, mean: mean_friction };
        // a ball at its centre is pressed whatever its friction does, which is found afterwards
        let is_coupled = mechanics.across != [0.0; COORDINATES];
        for pass in 1..=PASSES {
            let by_friction = (1..mechanics.size)
                .fold(mechanics.across[0] * mean_friction[0], |sum, k| sum + mechanics.across[k] * mean_friction[k]);
            let a = laws::acting_damping(parameters, &latch, if pass == 1 { v } else { 0.5 * (v + kick.v) });
            let damping = laws::frozen_damping(parameters, a, elastic);
            kick = normal::kick(elastic, damping, mechanics.w, mechanics.b_n + by_friction, v, h);
            if is_coupled {
                friction = self.friction(&middle, &kick, h);
                middle = Middle::between(&slip, &friction.end);
                mean_friction = friction.mean;
            }
            if pass == PASSES || self.capped {
                continue;
            }
            let better = spring.mean_force(x + 0.5 * h * (v + kick.v));
            if pass > 1 && (better - elastic).abs() <= AGREED * elastic {
                break;
            }
            elastic = better;
        }
        if !is_coupled {
            for _ in 0..FRICTION_PASSES {
                friction = self.friction(&middle, &kick, h);
                middle = Middle::between(&slip, &friction.end);
            }
            mean_friction = friction.mean;
        }
        if self.capped {
            kick = self.bounded(kick, &spring, h);
        }
        let rate = 0.5 * (v + kick.v);
        (self.at.v, self.at.latch) = (kick.v, latch.passed(parameters, kick.v));
        self.at.x = x + h * rate;
        self.at.slip = friction.end;
        self.at.mean_friction = mean_friction;
        let impulse = LocalImpulse { along: kick.impulse, across: mean_friction.map(|mean| -h * mean) };
        self.at.impulse.add(&impulse, 1.0);
        self.at.moment.add(&impulse, self.length - self.tau - 0.5 * h);
        let by_friction =
            -(1..mechanics.size).fold(impulse.across[0] * middle.v[0], |sum, k| sum + impulse.across[k] * middle.v[k]);
        let work = kick.impulse * rate;
        let dissipated_normal = if self.capped {
            self.at.x = self.at.x.min(spring.penetration(spring.energy + work));
            (work - spring.energy(self.at.x) + spring.energy(x)).max(0.0)
        } else {
            work - h * elastic * rate
        };
        let dissipated_friction = by_friction - deflected(parameters, &slip, &self.at.slip);
        self.book(Energies { work: work + by_friction, dissipated_normal, dissipated_friction });
    }
}

/// Micro-steps that are taken at their own length while the cap leaves room: four contact times without damping, in which an
/// impact with e ≥ 0.03 is over. One with less restitution goes on with as many again.
const WHOLE: u32 = 400;

/// Times that normal and tangential force are computed from each other in a micro-step.
const PASSES: u32 = 3;

/// Times that friction is computed from its own middle where the normal force is known.
const FRICTION_PASSES: u32 = 2;

/// Fraction by which the elastic force of two passes may differ for another one to be left out: what rest needs no more.
pub const AGREED: f64 = 1e-13;
