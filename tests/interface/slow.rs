//! A step at rest or in slow pressing, solved as a whole (docs/numerics.md step 39), against the equations integrated finely.

use crate::common::rk4;
use crate::host::{Body, Form, Setup, V3, World, coupling, options, parameters};
use asperity::physics::Latch;
use asperity::physics::parameters::NormalLaw;
use asperity::stepping::ContactState;
use asperity::stepping::interface::{CouplingMemory, Order, Outcome, advance};

const G: f64 = 9.81;
const MASS: f64 = 2.0;
const H: f64 = 1e-3;

/// By how much of itself the mean force may be off (docs/numerics.md step 39), and friction by how much of its bound.
const PROMISED: f64 = 1e-6;

/// x, ẋ, slip and deflection along x, impulses normal and tangential, their works, and ∫(H − τ)·f_n dτ, which is that of the impulse.
type Motion = [f64; 9];

/// A contact that is nearly at rest.
#[derive(Clone, Copy, Debug)]
struct Slow {
    /// a [s/m]
    damping: f64,
    /// Fractions of the weight by which it is out of balance, and of what the bristles hold
    off: [f64; 2],
    /// ẋ [m/s]
    rate: f64,
    /// Gravity along the plane over that along the normal
    lean: f64,
}

impl Slow {
    fn gravity(&self) -> V3 {
        V3::new(self.lean * G, 0.0, -G)
    }

    /// Where it starts: k·x^p bears m·g but for what is off.
    fn start(&self, laws: &Setup) -> Motion {
        let x = (MASS * G / laws.compliance.k).powf(1.0 / laws.compliance.p) * (1.0 + self.off[0]);
        let z = MASS * self.lean * G / laws.friction.sigma_0 * (1.0 + self.off[1]);
        [x, self.rate, 0.0, z, 0.0, 0.0, 0.0, 0.0, 0.0]
    }

    /// [G04 eqs. 4, 17, 20, 22] of a point mass, bristles below their bound, or a linear spring and damper.
    fn rates(&self, laws: &Setup, [x, v, u, z, impulse, ..]: &Motion) -> Motion {
        let f = &laws.friction;
        let f_n = match laws.settings.normal_law {
            NormalLaw::KelvinVoigt => laws.compliance.k * (x + self.damping * v),
            _ => laws.compliance.k * x.powf(laws.compliance.p) * (1.0 + self.damping * v),
        };
        let s = (-(u * u) / (f.v_S * f.v_S)).exp();
        let f_c = f.mu_C * f_n * 1.5 * u / f.direction_width();
        let f_t = s * (f.sigma_0 * z + f.sigma_1 * u) + (1.0 - s) * f_c;
        let z_rate = s * u + (1.0 - s) * (f_c / f.sigma_1 - z * f.sigma_0 / f.sigma_1);
        [*v, G - f_n / MASS, self.lean * G - f_t / MASS, z_rate, f_n, f_t, f_n * v, f_t * u, *impulse]
    }

    /// By Runge and Kutta's classical method in 20 000 parts: the fastest rate, w·σ1, times a part is below 0.1.
    fn fine(&self, laws: &Setup) -> Motion {
        (0..20_000).fold(self.start(laws), |at, _| rk4(0.0, &at, H / 2e4, |_, at| self.rates(laws, at)))
    }

    fn stepped(&self, laws: &Setup) -> Outcome {
        let [x, v, u, z, ..] = self.start(laws);
        let mut body = Body::point(MASS, x, v);
        (body.velocity[0], body.gravity) = (u, self.gravity());
        let latch = Latch { contact: true, v_i: 0.01, a: self.damping };
        let mut contact = ContactState { latch, ..ContactState::default() };
        (contact.continuous.z[0], contact.continuous.s_dw) = (z, 1.0);
        let p = laws.compliance.p;
        contact.stored = laws.compliance.k / (p + 1.0) * x.powf(p + 1.0) + 0.5 * laws.friction.sigma_0 * z * z;
        let (mut memory, options) = (CouplingMemory::default(), options(Order::Sequential));
        advance(laws, &coupling(), &body.port(1.0), &contact, &mut memory, &options, H).unwrap()
    }

    /// Compares both.
    fn is_right(&self, laws: &Setup) {
        let f = &laws.friction;
        let exact = self.fine(laws);
        let outcome = self.stepped(laws);
        assert_eq!(outcome.micro_steps, 1, "{self:?}");
        let (force, weight) = (outcome.force.mean, MASS * G);
        let bound = f.mu_C * weight;
        let off_n = (force[2] - exact[4] / H).abs() / weight;
        let off_t = (-force[0] - exact[5] / H).abs() / bound;
        let moved = weight * H / MASS;
        // the line with the same impulse and moment
        let slope = 12.0 / (H * H * H) * (0.5 * H * exact[4] - exact[8]);
        let off_slope = (outcome.force.slope[2] - slope).abs() * H / 12.0 / weight;
        let x = (outcome.end.frame.penetration - exact[0]).abs() / (moved * H);
        let v = (outcome.end.frame.penetration_rate - exact[1]).abs() / moved;
        let z = (outcome.contact.continuous.z[0] - exact[3]).abs() * f.sigma_0 / bound;
        // energies by what the force does over the way there is and the one that is missed, and rounding of what is stored
        let rounding = 1e-15 * weight * exact[0];
        let way = (exact[0] - self.start(laws)[0]).abs().max(self.rate * H) + (exact[3] - self.start(laws)[3]).abs();
        let work = (outcome.contact.continuous.energy.work - exact[6] - exact[7]).abs();
        let allowed = PROMISED * weight * (way + 0.5 * moved * H) + rounding;
        println!(
            "{self:?}: {off_n:.1e} {off_t:.1e} slope {off_slope:.1e} x {x:.1e} v {v:.1e} z {z:.1e} work {work:.1e} of {allowed:.1e}"
        );
        assert!(off_n.max(off_t).max(off_slope).max(x).max(v).max(z) < PROMISED, "{self:?}");
        assert!(work < allowed, "{self:?}: {work:e}");
    }
}

const BALANCED: Slow = Slow { damping: 0.0, off: [0.0; 2], rate: 0.0, lean: 0.0 };

/// Undamped and damped, settling, pressed and let go, with bristles that hold a tenth of the weight and settle, too.
#[test]
fn slow_step_is_that_of_the_equations() {
    let laws = parameters();
    for slow in [
        BALANCED,
        Slow { off: [4e-4, 0.0], ..BALANCED },
        Slow { rate: 5e-6, ..BALANCED },
        // e = 0.5 of a body set down: a some 1000 s/m
        Slow { damping: 1e3, off: [2e-3, 0.0], ..BALANCED },
        Slow { damping: 1e3, off: [-2e-3, 0.0], rate: 2e-6, ..BALANCED },
        // creeps as fast as its damper lets it: x^1.5·(1 + a·v) is that of rest
        Slow { damping: 1e3, off: [(1.05_f64).powf(-2.0 / 3.0) - 1.0, 0.0], rate: 5e-5, lean: 0.0 },
        Slow { damping: 30.0, off: [-1e-4, 0.0], lean: 0.1, ..BALANCED },
        Slow { damping: 1e3, off: [1e-3, 1e-3], lean: 0.1, ..BALANCED },
    ] {
        slow.is_right(&laws);
    }
    let mut linear = laws;
    linear.settings.normal_law = NormalLaw::KelvinVoigt;
    (linear.compliance.p, linear.compliance.k) = (1.0, 1e5);
    for slow in [
        Slow { off: [1e-2, 0.0], ..BALANCED },
        // c = 200 N·s/m, and strongly damped
        Slow { damping: 2e-3, off: [-1e-2, 0.0], lean: 0.1, ..BALANCED },
        Slow { damping: 0.1, off: [1e-2, 1e-3], rate: 1e-4, lean: 0.1 },
    ] {
        slow.is_right(&linear);
    }
}

/// What vibrates, slips or parts is stepped through.
#[test]
fn what_is_not_slow_has_micro_steps() {
    let laws = parameters();
    for (what, slow) in [
        ("vibrates", Slow { off: [0.1, 0.0], ..BALANCED }),
        ("is pressed fast", Slow { rate: 5e-3, ..BALANCED }),
        ("bristles swing", Slow { off: [0.0, 0.5], lean: 0.2, ..BALANCED }),
        ("slips", Slow { off: [0.0, 0.0], lean: 0.6, ..BALANCED }),
        ("is let go", Slow { off: [-0.5, 0.0], ..BALANCED }),
    ] {
        let steps = slow.stepped(&laws).micro_steps;
        assert!(steps > 1, "{what}: {steps}");
    }
}

/// A load that grows by a tenth in a second at e = 0.5: no step has more than one micro-step, the force is the load but for what the damper
/// holds back, and the ledger closes.
#[test]
fn press_that_grows_slowly_is_followed() {
    let mut body = Body::point(MASS, 0.0, 0.0);
    body.gravity = V3::new(0.0, 0.0, -G);
    let mut world = World::new(parameters(), body, Order::Sequential, Form::Slope);
    world.run(10_000, H);
    let stored = world.contact.stored;
    let before = world.contact.continuous.energy;
    let (mut several, mut off) = (0, 0.0_f64);
    for n in 0..1000 {
        world.body.gravity[2] = -G * (1.0 + f64::from(n) * 1e-4);
        let outcome = world.step(H);
        several += u32::from(outcome.micro_steps > 1);
        off = off.max((outcome.force.mean[2] / (-MASS * world.body.gravity[2]) - 1.0).abs());
    }
    let ledger = world.contact.continuous.energy;
    let work = ledger.work - before.work + world.contact.importer_work;
    let dissipated = ledger.dissipated_normal - before.dissipated_normal;
    let residual = work - dissipated - (world.contact.stored - stored);
    println!(
        "{several} of 1000 steps with several micro-steps, force off by {off:.1e}, residual {residual:.1e} J of {work:.1e}"
    );
    assert!(several == 0, "{several}");
    assert!(off < 1e-3, "{off:e}");
    assert!(residual.abs() < 1e-9 * work.abs(), "{residual:e} of {work:e}");
}
