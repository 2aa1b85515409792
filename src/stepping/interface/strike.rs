//! An interval, or what is left of it, by the micro-steps of an impact (docs/numerics.md steps 41 and 42).

use crate::physics::{Energies, Latch};
use crate::stepping::interface::impact::{Impact, Stretch};
use crate::stepping::interface::impact_friction::Rubbing;
use crate::stepping::interface::interval_run::{IntervalRun, LocalImpulse, deflected};
use crate::stepping::interface::local::Mechanics;
use crate::stepping::interface::spring::Spring;

impl IntervalRun<'_> {
    /// The normal motion where friction leaves it alone.
    pub fn impact<'a>(&'a self, latch: &'a Latch<f64>) -> Impact<'a> {
        let Mechanics { w, b_n: b, .. } = *self.mechanics;
        Impact { parameters: self.parameters, latch, stiffness: self.stiffness, w, b }
    }

    /// docs/numerics.md step 41: `count` micro-steps of `h` [s], or less to the release.
    pub fn strike(&mut self, count: u32, h: f64, to_the_end: bool) {
        for k in 1..=count {
            self.at.latch = self.at.latch.relatched(self.parameters, &self.frame_now().approach());
            let stretch = self.impact(&self.at.latch).step([self.at.x, self.at.v], h);
            self.micro_steps += 1;
            if stretch.x[1] <= 0.0 && stretch.v[1] < 0.0 {
                let stretch = self.impact(&self.at.latch).released(&stretch);
                self.follow(&stretch);
                self.tau += stretch.h;
                self.switch(false);
                return;
            }
            self.follow(&stretch);
            self.tau = if k == count && to_the_end { self.length } else { self.tau + h };
        }
    }

    /// Takes the normal motion of a micro-step, and friction with it.
    fn follow(&mut self, stretch: &Stretch) {
        let Stretch { h, impulse, moment, dissipated: dissipated_normal, .. } = *stretch;
        if h <= 0.0 {
            return;
        }
        let IntervalRun { parameters, frame, mechanics, .. } = *self;
        let slip = self.at.slip;
        let rubbing = Rubbing { parameters, frame, mechanics, surface: &self.surface };
        let over = rubbing.over(&slip, &self.at.last_part, stretch);
        let one = LocalImpulse { along: impulse, across: over.impulse };
        self.at.impulse.add(&one, 1.0);
        self.at.moment.add(&one, self.length - self.tau - h);
        self.at.moment.add(&LocalImpulse { along: moment, across: over.moment }, 1.0);
        let [before, after] = stretch.x.map(|x| Spring::at(self.stiffness, x).energy);
        (self.at.x, self.at.v) = (stretch.x[1], stretch.v[1]);
        self.at.latch = self.at.latch.passed(parameters, self.at.v);
        (self.at.slip, self.at.last_part) = (over.end, over.last);
        self.at.mean_friction = over.impulse.map(|impulse| -impulse / h);
        let dissipated_friction = over.work - deflected(parameters, &slip, &over.end);
        let work = after - before + dissipated_normal + over.work;
        self.book(Energies { work, dissipated_normal, dissipated_friction });
    }
}
