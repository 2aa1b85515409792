//! Against an integration over the normal impulse.

use super::random::on_samples;
use super::*;

/// Impulse, velocity and work on the way through an impact.
#[derive(Clone, Copy, Default)]
struct Way {
    p: Impulse,
    u: Velocity,
    work_n: f64,
    work_t: f64,
}

impl Way {
    /// One step of normal impulse `h`: the friction that would stop slip by its end, but no more than μ·h.
    fn step(&self, w: &InverseMass, mu: f64, h: f64) -> (Way, f64) {
        let friction = (-(self.u.slip + w.tn * h) / w.tt).clamp(-mu * h, mu * h);
        let after = u(self.u.slip + w.tt * friction + w.tn * h, self.u.normal + w.tn * friction + w.nn * h);
        let next = Way {
            p: Impulse { tangential: self.p.tangential + friction, normal: self.p.normal + h },
            u: after,
            work_n: self.work_n + 0.5 * (self.u.normal + after.normal) * h,
            work_t: self.work_t + 0.5 * (self.u.slip + after.slip) * friction,
        };
        (next, friction)
    }

    /// The same, halved as often as `depth` says where slip stops: elsewhere a step is exact.
    fn moved(&self, w: &InverseMass, mu: f64, h: f64, depth: u32) -> Way {
        let (next, friction) = self.step(w, mu, h);
        let slides_on = friction == -self.u.slip.signum() * mu * h && next.u.slip * self.u.slip >= 0.0;
        if depth == 0 || slides_on || self.u.slip.abs() < 1e-13 {
            next
        } else {
            self.moved(w, mu, 0.5 * h, depth - 1).moved(w, mu, 0.5 * h, depth - 1)
        }
    }

    /// To where `ended` becomes true, which is found by bisection.
    fn until(self, w: &InverseMass, mu: f64, h: f64, ended: impl Fn(&Way) -> bool) -> Way {
        let mut way = self;
        while !ended(&way) {
            let next = way.moved(w, mu, h, 45);
            if ended(&next) {
                let (mut low, mut high) = (0.0, h);
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    if ended(&way.moved(w, mu, middle, 45)) { high = middle } else { low = middle }
                }
                return way.moved(w, mu, high, 45);
            }
            way = next;
        }
        way
    }
}

#[test]
fn agrees_with_an_integration_over_the_normal_impulse() {
    let worst = RefCell::new(0.0f64);
    on_samples(1500, |&(w, before, mu, e), hypothesis, outcome| {
        let h = 0.05 * before.normal.abs() / w.nn;
        let compression = Way { u: before, ..Way::default() }.until(&w, mu, h, |way| way.u.normal >= 0.0);
        let start = Way { u: compression.u, ..Way::default() };
        let restitution = start.until(&w, mu, h, |way| match hypothesis {
            Hypothesis::Newton => way.u.normal >= -e * before.normal,
            Hypothesis::Poisson => way.p.normal >= e * compression.p.normal,
            Hypothesis::Stronge => way.work_n >= -e * e * compression.work_n,
        });
        let impulse_scale = outcome.impulse().normal;
        let work_scale = -outcome.compression.work.normal + outcome.dissipated_tangential();
        let speed_scale = before.normal.abs() + before.slip.abs() + outcome.after.slip.abs() + outcome.after.normal;
        for (way, phase) in [(&compression, &outcome.compression), (&restitution, &outcome.restitution)] {
            let off = [
                (way.p.normal - phase.impulse.normal) / impulse_scale,
                (way.p.tangential - phase.impulse.tangential) / impulse_scale / (1.0 + mu),
                (way.work_n - phase.work.normal) / work_scale,
                (way.work_t - phase.work.tangential) / work_scale,
                (restitution.u.slip - outcome.after.slip) / speed_scale,
                (restitution.u.normal - outcome.after.normal) / speed_scale,
            ];
            for value in off {
                // steps are exact but for the one that holds the stop, 2⁻⁴⁵ of h long; the rest is rounding: 4e-13
                assert!(value.abs() < 1e-11, "{hypothesis:?} {:?} {off:?}", outcome.case);
                let so_far = *worst.borrow();
                *worst.borrow_mut() = so_far.max(value.abs());
            }
        }
    });
    println!("integration over the normal impulse: off by {:.1e} at most", worst.into_inner());
}
