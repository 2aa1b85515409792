//! An interval of contact in which next to nothing happens, to its end as a whole (docs/numerics.md steps 39 and 43).

use crate::physics::{ContactFrame, Energies, Latch, friction};
use crate::stepping::interface::friction_step::slides_alone;
use crate::stepping::interface::impact;
use crate::stepping::interface::interval::AGREED;
use crate::stepping::interface::interval_run::{IntervalRun, LocalImpulse, LocalMotion, deflected};
use crate::stepping::interface::local::{Coordinates, SLIDING};
use crate::stepping::interface::moments::Resisted;
use crate::stepping::interface::rest::{self, Pressed, Rest};
use crate::stepping::interface::sliding::{Rubbed, slid};
use crate::stepping::interface::spring::Spring;
use crate::stepping::interface::tangential::{FrictionStep, Middle};

impl IntervalRun<'_> {
    /// What resists the slip of the start, with moments or another law.
    fn resisted(&self, middle: &Middle) -> Resisted {
        let IntervalRun { parameters, mechanics, surface, .. } = self;
        let ContactFrame { effective_radius: radius, rolling_radius, .. } = *self.frame;
        let x = self.at.x;
        let (f_n, e_r) = (Spring::at(self.stiffness, x).force(x), friction::spin_radius(parameters, radius, x));
        Resisted::at(parameters, mechanics, surface, (&self.at.slip, middle), [rolling_radius, e_r, f_n])
    }

    /// docs/numerics.md steps 39 and 43: the interval to its end as a whole, if next to nothing happens in it along n, and bristles
    /// hold or slide. Whether it was taken.
    pub fn solve_whole(&mut self, h: f64) -> bool {
        let IntervalRun { parameters, mechanics, .. } = *self;
        let LocalMotion { x, v, slip, .. } = self.at;
        let latch = self.at.latch.relatched(parameters, &self.frame_now().approach());
        let pull = |mean: &Coordinates| {
            let slides = mechanics.b_n + mechanics.across[0] * mean[0] + mechanics.across[1] * mean[1];
            (SLIDING..mechanics.size).fold(slides, |sum, k| sum + mechanics.across[k] * mean[k])
        };
        let mut middle = Middle::between(&slip, &slip);
        let resisted = (!slides_alone(parameters, mechanics, &slip)).then(|| self.resisted(&middle));
        let held = match &resisted {
            None => rest::held(parameters, &slip),
            Some(resisted) => resisted.mean(&slip),
        };
        let mut b = pull(&held);
        let Some(rest) = Rest::of(parameters, mechanics, self.stiffness, &latch, [x, v, b, h]) else {
            return false;
        };
        if let Some(resisted) = &resisted {
            let given = [self.frame.rolling_radius, rest.varies, h];
            if !resisted.lasts(parameters, mechanics, &self.surface, &slip, given) {
                return false;
            }
        } else if !rest.clings(parameters, mechanics, &slip) {
            return self.solve_sliding(&rest, &latch, h);
        }
        let mut pressed = rest.pressed([v, b, h]);
        let mut friction = self.friction(&middle, &pressed.kick, h);
        let mut passes = 1;
        while (pull(&friction.mean) - b).abs() > AGREED * b.abs() {
            if passes == WHOLE_PASSES {
                return false;
            }
            passes += 1;
            b = pull(&friction.mean);
            middle = Middle::between(&slip, &friction.end);
            pressed = rest.pressed([v, b, h]);
            friction = self.friction(&middle, &pressed.kick, h);
        }
        let FrictionStep { end, mean } = friction;
        let moment = mean.map(|mean| 0.5 * h * (-h * mean));
        let work = if resisted.is_some() {
            let way = Middle::between(&slip, &end).v;
            h * (0..mechanics.size).map(|k| mean[k] * way[k]).sum::<f64>()
        } else {
            rest::work_of_friction(parameters, mechanics, [&slip, &end], pressed.kick.impulse / h)
        };
        self.keep_whole(&pressed, &Rubbed { end, mean, moment, work }, &latch, h);
        true
    }

    /// Of a contact whose friction does not act along n.
    fn solve_sliding(&mut self, rest: &Rest, latch: &Latch<f64>, h: f64) -> bool {
        let IntervalRun { parameters, mechanics, .. } = *self;
        let LocalMotion { v, slip, .. } = self.at;
        if !impact::is_alone(parameters, mechanics) {
            return false;
        }
        let motion = [v, mechanics.b_n, h];
        let pressed = rest.pressed(motion);
        let found = slid(parameters, mechanics, &slip, (rest, &pressed), motion);
        if let Some(rubbed) = &found {
            self.keep_whole(&pressed, rubbed, latch, h);
        }
        found.is_some()
    }

    /// An interval solved as a whole.
    fn keep_whole(&mut self, pressed: &Pressed, rubbed: &Rubbed, latch: &Latch<f64>, h: f64) {
        let Rubbed { end, mean, moment, work } = *rubbed;
        let LocalMotion { x, slip, .. } = self.at;
        let across = mean.map(|mean| -h * mean);
        self.at.impulse.add(&LocalImpulse { along: pressed.kick.impulse, across }, 1.0);
        self.at.moment.add(&LocalImpulse { along: pressed.moment, across: moment }, 1.0);
        let latch = latch.passed(self.parameters, pressed.kick.v);
        (self.at.x, self.at.v, self.at.slip, self.at.latch) = (x + pressed.path, pressed.kick.v, end, latch);
        self.at.mean_friction = mean;
        let spring = Spring::at(self.stiffness, x);
        let compressed = spring.energy(self.at.x) - spring.energy;
        let deflected = deflected(self.parameters, &slip, &end);
        let dissipated_normal = (pressed.work - compressed).max(0.0);
        let dissipated_friction = (work - deflected).max(0.0);
        let work = compressed + dissipated_normal + deflected + dissipated_friction;
        self.book(Energies { work, dissipated_normal, dissipated_friction });
        self.micro_steps += 1;
        self.tau = self.length;
    }
}

/// Times that normal motion and friction are computed from each other at most: a pass takes a fiftieth of what is missing over, where bodies touch
/// beside their centres.
const WHOLE_PASSES: u32 = 8;
