//! A step in which a contact with moments, or one of another law of friction, holds still (docs/numerics.md step 39), against the equations
//! integrated finely.

use crate::common::Setup;
use crate::host::fine::{Fine, Mover, Ride, fine_from, response};
use crate::host::{M3, V3, parameters};
use asperity::physics::parameters::{BristleFrame, FrictionLaw, FrictionMap, SpinRadiusSource};
use asperity::physics::{Latch, State};
use asperity::stepping::interface::{Order, Outcome, Spatial};

const G: f64 = 9.81;
const MASS: f64 = 2.0;
const H: f64 = 1e-3;

/// By how much of the most they can be the means of force and couple may be off (docs/numerics.md step 39).
const PROMISED: f64 = 1e-6;

/// A body with full inertia that touches beside its centre: every element of W, L and G counts. Its loads are those that friction and
/// weight balance.
struct Still {
    parameters: Setup,
    mover: Mover,
    latch: Latch<f64>,
    state: State<f64>,
}

impl Still {
    /// With friction at the fraction `held` of its bound along x, y and about n, that slips with `v` [m/s] and rolls with `omega` [rad/s].
    fn new(parameters: Setup, held: [f64; 3], v: V3, omega: V3) -> Self {
        let f = &parameters.friction;
        let l = M3::new(125.0, 10.0, -20.0, 10.0, 100.0, 15.0, -20.0, 15.0, 140.0);
        let mut mover = Mover::of_body(MASS, l, V3::new(0.02, -0.01, -0.1));
        (mover.v, mover.x) = (Spatial { linear: v, angular: omega }, (MASS * G / 1e6_f64).powf(2.0 / 3.0));
        let [x, y, r] = held.map(|held| held * f.mu_C * MASS * G / f.sigma_0);
        let state = State { z: V3::new(x, y, 0.0), z_r: r, s_dw: 1.0, ..State::default() };
        let mut still = Still { parameters, mover, latch: Latch { contact: true, v_i: 0.01, a: 1e3 }, state };
        let (_, _, force) = response(&still.parameters, &still.mover, &still.latch, &still.state);
        let lacking = still.mover.acceleration(&force.linear, &force.angular);
        (still.mover.b, still.mover.turning.b) = (-lacking.linear, -lacking.angular);
        still
    }

    fn stepped(&self) -> (Ride, Outcome) {
        let mut ride = Ride::new(self.parameters, self.mover, Order::Sequential);
        (ride.contact.latch, ride.contact.continuous.z) = (self.latch, self.state.z);
        (ride.contact.continuous.z_r, ride.contact.continuous.s_dw) = (self.state.z_r, self.state.s_dw);
        let (compliance, friction) = (&self.parameters.compliance, &self.parameters.friction);
        let deflected = self.state.z.norm_squared() + self.state.z_r * self.state.z_r;
        ride.contact.stored = compliance.k / (compliance.p + 1.0) * self.mover.x.powf(compliance.p + 1.0)
            + 0.5 * friction.sigma_0 * deflected;
        let outcome = ride.step(H);
        (ride, outcome)
    }

    /// Compares force, couple, deflections and work with Runge and Kutta's method in 20 000 parts.
    fn is_right(&self, what: &str) {
        let f = &self.parameters.friction;
        let start = Fine { mover: self.mover, state: self.state, impulse: Spatial::zero(), time: 0.0 };
        let exact = fine_from(&self.parameters, start, &self.latch, H / 2e4, H);
        let (ride, outcome) = self.stepped();
        assert_eq!(outcome.micro_steps, 1, "{what}");
        let bound = f.mu_C * MASS * G;
        let off_force = (outcome.force.mean - exact.impulse.linear / H).norm() / bound;
        // where nothing has a radius of spinning friction, by what acts at 1 cm
        let off_couple = (outcome.couple.mean - exact.impulse.angular / H).norm() / (f.e_r.max(0.01) * bound);
        let state = &outcome.contact.continuous;
        let off_z = ((state.z - exact.state.z).norm() + (state.z_r - exact.state.z_r).abs()) * f.sigma_0 / bound;
        // what the host makes of it, by what its weight would make of it
        let fell = G * H;
        let off_v = (ride.mover.v.linear - exact.mover.v.linear).norm() / fell;
        let off_omega = (ride.mover.v.angular - exact.mover.v.angular).norm() / (fell / 0.1);
        // both go straight but for what is promised
        let [mean, couple] = [exact.impulse.linear, exact.impulse.angular];
        let v = (self.mover.v + exact.mover.v) * 0.5;
        let work = -mean.dot(&v.linear) - couple.dot(&v.angular);
        let way = H * (v.linear.norm() + 0.1 * v.angular.norm() + fell);
        let off_work = (state.energy.work - work).abs() / (bound * way);
        println!(
            "{what}: force {off_force:.1e} couple {off_couple:.1e} z {off_z:.1e} v {off_v:.1e} omega {off_omega:.1e} work {off_work:.1e}"
        );
        let worst = off_force.max(off_couple).max(off_z).max(off_v).max(off_omega).max(off_work);
        assert!(worst < PROMISED, "{what}: {worst:e}");
    }
}

fn with_moments() -> Setup {
    let mut p = parameters();
    // the fine integration does not turn the contact frame
    p.settings.bristle_frame = BristleFrame::Paper;
    (p.settings.sides, p.geometry.settings.is_flat_j, p.geometry.shapes.contact_radius_i) = (8, true, 0.1);
    (p.friction.e_r, p.friction.mu_r, p.friction.w_small) = (2e-2, 0.02, 0.5);
    p
}

fn coulomb() -> Setup {
    let mut p = with_moments();
    (p.settings.friction_law, p.friction.v_small) = (FrictionLaw::Coulomb, 0.01);
    p
}

const NOTHING: V3 = V3::new(0.0, 0.0, 0.0);
/// Rolls as slowly as the regularised couple lets it
const ROLLS: V3 = V3::new(0.01, -0.02, 0.0);
const HELD: [f64; 3] = [0.3, -0.2, 0.4];

#[test]
fn step_of_what_holds_still_is_that_of_the_equations() {
    Still::new(with_moments(), HELD, NOTHING, NOTHING).is_right("held");
    Still::new(with_moments(), HELD, NOTHING, ROLLS).is_right("rolls by its creep");
    let mut off = Still::new(with_moments(), HELD, NOTHING, ROLLS);
    off.state.z += V3::new(5e-11, -5e-11, 0.0);
    off.state.z_r += 5e-11;
    off.is_right("a little off");
    let mut falls = Still::new(with_moments(), HELD, NOTHING, NOTHING);
    (falls.mover.b, falls.mover.turning.b) = (falls.mover.b * (1.0 + 1e-9), falls.mover.turning.b * (1.0 - 1e-9));
    falls.is_right("loads a little off");
    let mut contact_radius = with_moments();
    contact_radius.settings.spin_radius_source = SpinRadiusSource::ContactRadius;
    Still::new(contact_radius, HELD, NOTHING, NOTHING).is_right("radius of the contact");
    let mut uneven = with_moments();
    (uneven.friction.e_t, uneven.friction.e_o) = (1.0, 0.5);
    Still::new(uneven, HELD, NOTHING, NOTHING).is_right("uneven");
    for map in [FrictionMap::Mixed, FrictionMap::Polyhedron] {
        let mut p = with_moments();
        p.settings.friction_map = map;
        Still::new(p, HELD, NOTHING, NOTHING).is_right(&format!("{map:?}"));
    }
    let mut alone = with_moments();
    alone.friction.e_r = 0.0;
    Still::new(alone, [0.3, -0.2, 0.0], NOTHING, ROLLS).is_right("rolling friction alone");
    let creeps = Spatial { linear: V3::new(1e-3, -2e-3, 0.0), angular: V3::new(0.01, -0.02, 0.03) };
    Still::new(coulomb(), [0.0; 3], creeps.linear, creeps.angular).is_right("Coulomb's creep");
}

/// What swings, is beyond the bound, slips or rolls freely is stepped through.
#[test]
fn what_does_not_hold_still_has_micro_steps() {
    let p = with_moments();
    let slips = |v: V3, omega: V3| Still::new(p, HELD, v, omega);
    let mut swings = slips(NOTHING, NOTHING);
    swings.state.z_r *= 1.001;
    let mut is_pushed = slips(NOTHING, NOTHING);
    is_pushed.mover.turning.b[2] += 1e-2;
    let mut is_pressed = slips(NOTHING, NOTHING);
    is_pressed.mover.b[2] *= 1.01;
    for (what, still) in [
        ("swings about n", swings),
        ("is pushed", is_pushed),
        ("is pressed", is_pressed),
        ("beyond the bound", Still::new(p, [1.2, 0.0, 0.9], NOTHING, NOTHING)),
        ("slips", slips(V3::new(1e-3, 0.0, 0.0), NOTHING)),
        ("spins", slips(NOTHING, V3::new(0.0, 0.0, 0.1))),
        ("Coulomb's creep that slows down", {
            let mut slows = Still::new(coulomb(), [0.0; 3], V3::new(1e-3, 0.0, 0.0), NOTHING);
            slows.mover.v.linear[0] *= 1.01;
            slows
        }),
    ] {
        let steps = still.stepped().1.micro_steps;
        assert!(steps > 1, "{what}: {steps}");
    }
}
