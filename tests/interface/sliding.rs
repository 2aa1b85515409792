//! A step of steady sliding, solved as a whole (docs/numerics.md step 43), against the equations integrated finely.

use crate::common::rk4;
use crate::host::{Body, Setup, V3, coupling, options, parameters};
use asperity::physics::Latch;
use asperity::physics::parameters::BristleLimit;
use asperity::stepping::ContactState;
use asperity::stepping::interface::{CouplingMemory, Order, Outcome, advance};

const G: f64 = 9.81;
const MASS: f64 = 2.0;
const H: f64 = 1e-3;

/// By how much of itself the mean force may be off, and of its bound friction.
const PROMISED: f64 = 1e-6;

/// x, ẋ, slip and deflection along x and y, s_dw, impulses along n, x and y, works along n and of friction, ∫(H − τ)·f dτ along n, x and y.
type Motion = [f64; 15];

/// A point mass that slides on a plane.
#[derive(Clone, Copy, Debug)]
struct Slide {
    /// Slip, and what accelerates it beside friction [m/s, m/s²]
    slip: [f64; 2],
    pull: [f64; 2],
    /// a [s/m]
    damping: f64,
    /// Fraction of the weight by which it is out of balance
    off: f64,
    /// Part of what bristles that slide steadily have
    deflected: f64,
}

const STEADY: Slide = Slide { slip: [0.4, 0.0], pull: [0.0; 2], damping: 0.0, off: 0.0, deflected: 1.0 };

impl Slide {
    fn start(&self, laws: &Setup) -> Motion {
        let x = (MASS * G / laws.compliance.k).powf(1.0 / laws.compliance.p) * (1.0 + self.off);
        let [u, w] = self.slip;
        let z = self.deflected * laws.friction.mu_C * MASS * G / laws.friction.sigma_0 / u.hypot(w);
        let mut motion = [0.0; 15];
        motion[..7].copy_from_slice(&[x, 0.0, u, w, z * u, z * w, 0.7]);
        motion
    }

    /// [G04 eqs. 4, 17-22, 26, 30], with the force of the bristles below its bound: mu_C ≤ mu_C + (mu_S - mu_C)·s_dw.
    fn rates(&self, laws: &Setup, at: &Motion) -> Motion {
        let [x, v, u, w, z_u, z_w, s_dw, impulse_n, impulse_u, impulse_w, ..] = *at;
        let f = &laws.friction;
        let f_n = laws.compliance.k * x.powf(laws.compliance.p) * (1.0 + self.damping * v);
        let speed = u.hypot(w);
        assert!(speed > f.direction_width());
        let s = (-(speed * speed) / (f.v_S * f.v_S)).exp();
        let along = |u: f64, z: f64| {
            let f_c = f.mu_C * f_n * u / speed;
            (
                s * (f.sigma_0 * z + f.sigma_1 * u) + (1.0 - s) * f_c,
                s * u + (1.0 - s) * (f_c - f.sigma_0 * z) / f.sigma_1,
            )
        };
        let ((bristles_u, rate_u), (bristles_w, rate_w)) = (along(u, z_u), along(w, z_w));
        let (f_u, f_w) = (bristles_u + f.sigma_2 * u, bristles_w + f.sigma_2 * w);
        let dwelling = if s >= s_dw { (s - s_dw) / f.tau_dw } else { (s - s_dw) * f.sigma_0 / f.sigma_1 };
        let [pull_u, pull_w] = self.pull;
        let slipping = [pull_u - f_u / MASS, pull_w - f_w / MASS, rate_u, rate_w, dwelling];
        let [a_u, a_w, ..] = slipping;
        let normal = [v, G - f_n / MASS];
        let sums = [f_n, f_u, f_w, f_n * v, f_u * u + f_w * w, impulse_n, impulse_u, impulse_w];
        let mut rates = [0.0; 15];
        rates[..2].copy_from_slice(&normal);
        rates[2..7].copy_from_slice(&[a_u, a_w, slipping[2], slipping[3], slipping[4]]);
        rates[7..].copy_from_slice(&sums);
        rates
    }

    /// By Runge and Kutta's classical method in 2000 parts: the fastest rate, w·σ2 or 1/τ_br, times a part is below 1e-3.
    fn fine(&self, laws: &Setup) -> Motion {
        (0..2000).fold(self.start(laws), |at, _| rk4(0.0, &at, H / 2e3, |_, at| self.rates(laws, at)))
    }

    fn stepped(&self, laws: &Setup) -> Outcome {
        let [x, v, u, w, z_u, z_w, s_dw, ..] = self.start(laws);
        let mut body = Body::point(MASS, x, v);
        (body.velocity[0], body.velocity[1]) = (u, w);
        body.gravity = V3::new(self.pull[0], self.pull[1], -G);
        let latch = Latch { contact: true, v_i: 0.01, a: self.damping };
        let mut contact = ContactState { latch, ..ContactState::default() };
        (contact.continuous.z, contact.continuous.s_dw) = (V3::new(z_u, z_w, 0.0), s_dw);
        let p = laws.compliance.p;
        contact.stored =
            laws.compliance.k / (p + 1.0) * x.powf(p + 1.0) + 0.5 * laws.friction.sigma_0 * (z_u * z_u + z_w * z_w);
        let (mut memory, options) = (CouplingMemory::default(), options(Order::Sequential));
        advance(laws, &coupling(), &body.port(1.0), &contact, &mut memory, &options, H).unwrap()
    }

    /// Compares both.
    fn is_right(&self, laws: &Setup) {
        let f = &laws.friction;
        let exact = self.fine(laws);
        let outcome = self.stepped(laws);
        assert_eq!(outcome.micro_steps, 1, "{self:?}");
        let (weight, way) = (MASS * G, exact[2].hypot(exact[3]).max(0.1) * H);
        let bound = f.mu_C * weight;
        let against = |mean: f64, exact: f64, of: f64| (mean - exact / H).abs() / of;
        let off_n = against(outcome.force.mean[2], exact[7], weight);
        let off_t =
            against(-outcome.force.mean[0], exact[8], bound).max(against(-outcome.force.mean[1], exact[9], bound));
        // the line with the same impulse and moment
        let slope = |k: usize| 12.0 / (H * H * H) * (0.5 * H * exact[7 + k] - exact[12 + k]) * H / 12.0;
        let seen = outcome.force.slope * (H / 12.0);
        let off_slope = ((seen[2] - slope(0)).abs() / weight)
            .max((-seen[0] - slope(1)).abs() / bound)
            .max((-seen[1] - slope(2)).abs() / bound);
        let v_t = outcome.end.frame.v_t;
        let v = (v_t[0] - exact[2]).hypot(v_t[1] - exact[3]) / (bound / MASS * H);
        let continuous = &outcome.contact.continuous;
        let z = (continuous.z[0] - exact[4]).hypot(continuous.z[1] - exact[5]) * f.sigma_0 / bound;
        let s_dw = (continuous.s_dw - exact[6]).abs();
        let work = (continuous.energy.work - exact[10] - exact[11]).abs() / (bound * way);
        println!(
            "{self:?}: {off_n:.1e} {off_t:.1e} slope {off_slope:.1e} v {v:.1e} z {z:.1e} s_dw {s_dw:.1e} work {work:.1e}"
        );
        assert!(off_n.max(off_t).max(off_slope).max(v).max(z).max(s_dw).max(work) < PROMISED, "{self:?}");
    }
}

/// Along a line or nearly so, pulled or braked, fast and as slow as it may be; settling; bristles that are not yet where sliding has them; viscous.
#[test]
fn sliding_step_is_that_of_the_equations() {
    let laws = parameters();
    let slides = [
        STEADY,
        Slide { slip: [0.0, -0.08], ..STEADY },
        Slide { slip: [30.0, 4.0], ..STEADY },
        Slide { pull: [4.0, 0.0], deflected: 0.2, ..STEADY },
        Slide { slip: [0.3, 0.4], pull: [3.0, 4.0], deflected: -0.5, ..STEADY },
        Slide { pull: [2.0, 2e-4], ..STEADY },
        Slide { damping: 1e3, off: 2e-3, ..STEADY },
        Slide { damping: 200.0, off: -3e-4, ..STEADY },
        Slide { damping: 30.0, off: -1e-4, pull: [-3.0, 0.0], ..STEADY },
        Slide { off: 4e-4, pull: [5.0, 0.0], ..STEADY },
    ];
    for slide in &slides {
        slide.is_right(&laws);
    }
    let mut viscous = laws;
    (viscous.friction.sigma_2, viscous.settings.bristle_limit) = (5.0, BristleLimit::Paper);
    // not what is so fast that the viscous part bends the way, nor what settles meanwhile
    for slide in slides.iter().filter(|slide| slide.slip[0] < 1.0 && slide.damping == 0.0) {
        slide.is_right(&viscous);
    }
}

/// What comes to rest, turns or is pressed unevenly is stepped through.
#[test]
fn what_does_not_slide_steadily_has_micro_steps() {
    let laws = parameters();
    for (what, slide) in [
        ("is slow", Slide { slip: [0.05, 0.0], ..STEADY }),
        ("becomes slow", Slide { slip: [0.067, 0.0], ..STEADY }),
        ("turns round", Slide { slip: [0.1, 0.0], pull: [-300.0, 0.0], ..STEADY }),
        ("turns", Slide { pull: [0.0, 1e-3], ..STEADY }),
        ("vibrates", Slide { off: 0.1, ..STEADY }),
    ] {
        let steps = slide.stepped(&laws).micro_steps;
        assert!(steps > 1, "{what}: {steps}");
    }
}
