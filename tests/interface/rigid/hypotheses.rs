//! Impacts end as timeStepping.impact says: the process of Routh, whatever the law of friction of the steps.

use super::{LAWS, M3, V3, coupling};
use crate::common::{Setup, noise};
use asperity::physics::{ContactFrame, Energies};
use asperity::stepping::ContactState;
use asperity::stepping::coupling::{StepFriction, StepImpact, StepLaw};
use asperity::stepping::interface::{CouplingMemory, Order, Outcome, Port, advance};
use asperity::unit::parameters::ContactParameters;

const H: f64 = 1e-3;

/// Bodies that just touch over the plane z = 0.
fn port(w: M3, u: V3, b: V3) -> Port {
    let frame = ContactFrame {
        penetration: 0.0,
        penetration_rate: -u[2],
        normal: V3::new(0.0, 0.0, 1.0),
        point: V3::zeros(),
        v_t: V3::new(u[0], u[1], 0.0),
        omega_c: V3::zeros(),
        omega: V3::zeros(),
        axis: V3::zeros(),
        effective_radius: 0.0,
        rolling_radius: 0.0,
    };
    Port { frame, w, b, b_measured: b, turning_angle: 0.0, turning: None, expected: None }
}

fn law(impact: StepImpact, e: f64, mu: f64) -> ContactParameters<f64> {
    let Setup { mut laws, geometry } = crate::host::parameters();
    let mut coupling = coupling(StepFriction::Regularised);
    coupling.settings.step_impact = impact;
    (laws.compliance.e, laws.friction.mu_C, laws.friction.mu_S) = (e, mu, mu);
    ContactParameters { laws, geometry, coupling }
}

/// A step of H.
fn step(parameters: &ContactParameters<f64>, w: M3, u: V3, b: V3) -> Outcome {
    let options = crate::host::options(Order::Sequential);
    let ContactParameters { laws, coupling, .. } = parameters;
    advance(laws, coupling, &port(w, u, b), &ContactState::default(), &mut CouplingMemory::default(), &options, H)
        .unwrap()
}

/// Energy lost by bodies of W = √W·√W: ½·(uᵀW⁻¹u) less what it is afterwards, −p·(u + ½·W·p).
fn lost(w: &M3, u: &V3, p: &V3) -> f64 {
    -p.dot(&(u + w * p * 0.5))
}

/// Rods (a) of [G04 Fig. 22]: uniform, 1 m, 2 kg, hanging one from the other at 18° and 30° from the vertical, turning at
/// −1 and −2 rad/s. Energy lost by Routh's construction as integrated in `fmu-tests/reference_impact.py`, to its five digits.
#[test]
fn rods_of_fig_22_lose_what_the_process_takes() {
    let [th1, th2] = [18.0f64, 30.0].map(f64::to_radians);
    let inertia = |arm: f64, beyond: f64| 2.0 / 12.0 + 2.0 * arm * arm + beyond;
    let m = nalgebra::Matrix2::new(
        inertia(0.5, 2.0),
        2.0 * 0.5 * (th2 - th1).cos(),
        2.0 * 0.5 * (th2 - th1).cos(),
        inertia(0.5, 0.0),
    );
    // the tip at (sin th1 + sin th2, −cos th1 − cos th2)
    let j = nalgebra::Matrix3x2::new(th1.cos(), th2.cos(), 0.0, 0.0, th1.sin(), th2.sin());
    let rates = nalgebra::Vector2::new(-1.0, -2.0);
    let mut w = j * m.try_inverse().unwrap() * j.transpose();
    // across the plane of the rods nothing moves them
    w = (w + w.transpose()) * 0.5;
    let before = 0.5 * rates.dot(&(m * rates));
    for (e, mu, impact, known) in [
        (0.5, 0.5, StepImpact::Stronge, 44.0219),
        (0.5, 0.5, StepImpact::Poisson, 44.3750),
        (1.0, 0.8, StepImpact::Stronge, 36.0878),
        (1.0, 0.8, StepImpact::Poisson, 42.9429),
        // Newton's hypothesis loses 31.7811 % and would gain 325 %
        (0.5, 0.5, StepImpact::Newton, 31.7811),
        (1.0, 0.8, StepImpact::Newton, 0.0),
    ] {
        for friction in LAWS {
            let mut parameters = law(impact, e, mu);
            parameters.coupling.settings.step_friction = friction;
            let (u, outcome) = (j * rates, step(&parameters, w, j * rates, V3::zeros()));
            let share = 100.0 * lost(&w, &u, &(outcome.force.mean * H)) / before;
            assert!((share - known).abs() < 5e-5, "e {e} mu {mu} {impact:?} {friction:?}: {share} for {known}");
            let Energies { dissipated_normal, dissipated_friction, .. } = outcome.contact.continuous.energy;
            let booked = 100.0 * (dissipated_normal + dissipated_friction) / before;
            assert!((booked - share).abs() < 1e-10, "{impact:?}: {booked} booked of {share}");
            assert!(dissipated_friction > 0.0, "{impact:?}: friction dissipates {dissipated_friction} J");
            assert_eq!(outcome.lowered.is_some(), known == 0.0, "{impact:?}");
        }
    }
}

/// W and u of three dimensions with the impulses of an independent integration of du/dP = W·(1, −μ·u_t/|u_t|), 8 digits.
#[test]
fn slip_that_turns_in_space_is_followed() {
    // rows n, t1, t2 put on the world's z, x, y
    let w = M3::new(2.4, 0.3, -0.9, 0.3, 3.0, 0.5, -0.9, 0.5, 1.6);
    let u = V3::new(0.8, -0.5, -1.0);
    let energy = |u: &V3| 0.5 * u.dot(&(w.try_inverse().unwrap() * u));
    assert!((energy(&u) - 0.340112680).abs() < 1e-9);
    for (mu, impact, p_n, [n, t1, t2], left) in [
        (0.25, StepImpact::Newton, 0.966447658, [0.6, -0.15317419, 0.08123965], 0.126444669),
        (0.25, StepImpact::Poisson, 0.861679986, [0.45933286, -0.11073493, 0.05873095], 0.074864910),
        (0.25, StepImpact::Stronge, 0.901271234, [0.51249036, -0.12677254, 0.06723689], 0.092772268),
        (0.6, StepImpact::Poisson, 0.811292719, [0.34556962, 0.0, 0.0], 0.052567147),
    ] {
        let outcome = step(&law(impact, 0.6, mu), w, u, V3::zeros());
        let p = outcome.force.mean * H;
        let after = u + w * p;
        assert!((p[2] - p_n).abs() < 1e-7, "mu {mu} {impact:?}: {}", p[2]);
        assert!((after - V3::new(t1, t2, n)).amax() < 1e-7, "mu {mu} {impact:?}: {after}");
        assert!((energy(&after) - left).abs() < 1e-7, "mu {mu} {impact:?}: {}", energy(&after));
    }
}

/// The tip of a rod that leans by 45° (1 m, 1 kg) falls 0.5 m with 1 m/s across: impulse and energy lost, by hand.
#[test]
fn leaning_rod_leaves_as_the_hypotheses_say() {
    for (tn, impact, p_n, known) in [
        (-1.5, StepImpact::Newton, 2.096652648, 1.685053842),
        (-1.5, StepImpact::Poisson, 1.999091673, 1.792885524),
        (-1.5, StepImpact::Stronge, 2.015165363, 1.776314874),
        // slip keeps its direction, where all agree
        (1.5, StepImpact::Newton, 2.2917746, 3.072920542),
        (1.5, StepImpact::Poisson, 2.2917746, 3.072920542),
        (1.5, StepImpact::Stronge, 2.2917746, 3.072920542),
    ] {
        let w = M3::new(2.5, 0.0, tn, 0.0, 1.0, 0.0, tn, 0.0, 2.5);
        let u = V3::new(1.0, 0.0, -3.13209195);
        let p = step(&law(impact, 0.5, 0.3), w, u, V3::zeros()).force.mean * H;
        assert!((p[2] - p_n).abs() < 1e-7, "{tn} {impact:?}: {}", p[2]);
        assert!((lost(&w, &u, &p) - known).abs() < 1e-7, "{tn} {impact:?}: {}", lost(&w, &u, &p));
    }
}

/// Where W does not couple normal and tangents: gross slip v_t − μ·(1 + e)·w_tt/w_nn·v_n to rounding, whatever the
/// hypothesis.
#[test]
fn spheres_leave_as_they_always_have() {
    let (mu, e) = (0.4, 0.5);
    for impact in StepImpact::ALL {
        for direction in 0..12 {
            let (s, c) = (0.5 * f64::from(direction)).sin_cos();
            let u = V3::new(20.0 * c, 20.0 * s, -2.0);
            let p =
                step(&law(*impact, e, mu), M3::from_diagonal(&V3::new(1.75, 1.75, 0.5)), u, V3::zeros()).force.mean * H;
            let p_n = (1.0 + e) * 2.0 / 0.5;
            let known = V3::new(-mu * p_n * c, -mu * p_n * s, p_n);
            assert!((p - known).amax() < 1e-12 * p_n, "{impact:?} {direction}: {p} for {known}");
        }
    }
}

/// Neither friction nor all of it does work on the bodies, whatever W: of three directions, of two, and of one.
#[test]
fn no_impact_gains_energy_and_friction_never_does() {
    let mut noise = noise();
    let (mut seen, mut cut) = ([0; 3], [0; 2]);
    for k in 0..100_000 {
        let j = nalgebra::Matrix3xX::from_fn([3, 4, 5, 2, 1][k % 5], |_, _| noise());
        let w = &j * j.transpose();
        let w = (w + w.transpose()) * 0.5;
        let u = if j.ncols() < 3 {
            // as the bodies can move
            let u = &j * nalgebra::DVector::from_fn(j.ncols(), |_, _| noise());
            if u[2] < 0.0 { u } else { -u }
        } else {
            V3::new(noise(), noise(), -1e-2 - noise().abs())
        };
        let u = V3::new(u[0], u[1], u[2]);
        if u[2] > -1e-2 {
            continue;
        }
        let (impact, mu) = (StepImpact::ALL[k % 3], 0.5 * (1.0 + noise()));
        let e = [1.0, 0.5, 0.01, 0.0][k / 3 % 4];
        let outcome = step(&law(impact, e, mu), w, u, V3::zeros());
        let p = outcome.force.mean * H;
        let energy = outcome.contact.continuous.energy;
        let size = p.abs().dot(&u.abs()) + p.abs().dot(&(w.abs() * p.abs()));
        let what = format!("case {k}, {} directions, {impact:?} e {e} mu {mu}", j.ncols());
        // what is added to a W that does not yield while friction holds: 1e-8 of it at most
        let exact = if j.ncols() < 3 { 1e-7 } else { 1e-10 };
        assert!(lost(&w, &u, &p) >= -exact * size, "{what}: {:e} of {size:e}", lost(&w, &u, &p));
        assert!(energy.dissipated_friction >= 0.0, "{what}: friction {:e}", energy.dissipated_friction);
        let booked = energy.dissipated_normal + energy.dissipated_friction;
        assert!(booked >= -1e-13 * size, "{what}: {booked:e} of {size:e}");
        assert!((booked - lost(&w, &u, &p)).abs() <= exact * size, "{what}: {booked} of {}", lost(&w, &u, &p));
        assert!(p.xy().norm() <= mu * p[2] * (1.0 + 1e-12), "{what}: {p}");
        let away = (u + w * p)[2];
        assert!(away >= -exact * (u.amax() + (w.abs() * p.abs()).amax()), "{what}: {away}");
        if let Some(lowered) = outcome.lowered {
            assert_eq!(impact, StepImpact::Newton, "{what}");
            assert!((lowered.full + e * u[2]).abs() < 1e-14 && lowered.rebound <= lowered.full, "{what}: {lowered:?}");
            // no more than is needed; or u_n has a greatest value on the way, beyond which only a gain is met
            cut[usize::from(booked <= 1e-9 * size)] += 1;
        }
        let which = StepImpact::ALL.iter().position(|known| *known == impact).unwrap();
        seen[which] += 1;
    }
    assert!(seen.iter().all(|count| *count > 25_000), "{seen:?}");
    assert!(cut[1] > 500 && cut[0] < cut[1] / 100, "{cut:?}");
}

/// Bodies that would come back within the step lie still at its end, and what friction holds there does no work.
#[test]
fn bodies_that_come_back_within_the_step_lie_still_and_rub() {
    let mut noise = noise();
    let mut held = 0;
    for k in 0..20_000 {
        let j = nalgebra::Matrix3xX::from_fn(3 + k % 2, |_, _| noise());
        let w = &j * j.transpose();
        let w = (w + w.transpose()) * 0.5;
        // an impact of more than twice, and a rebound of less than half of what b makes in the step
        let b = V3::new(20.0 * noise(), 20.0 * noise(), -40.0);
        let u = V3::new(0.1 * noise(), 0.1 * noise(), -0.09 - 0.1 * noise().abs());
        let outcome = step(&law(StepImpact::ALL[k % 3], 0.01, 0.5 * (1.0 + noise())), w, u, b);
        if outcome.end.frame.penetration_rate.abs() > 1e-9 {
            continue;
        }
        held += 1;
        let energy = outcome.contact.continuous.energy;
        assert!(outcome.contact.latch.contact && outcome.end.frame.penetration.abs() < 1e-12, "case {k}");
        assert!(energy.dissipated_friction >= 0.0, "case {k}: friction {:e}", energy.dissipated_friction);
        assert!(energy.dissipated_normal + energy.dissipated_friction > 0.0, "case {k}");
        // the host, moved by mean and slope: J·(u + ½·W·J + ½·b·H) + b·(moment − ½·J·H)
        let p = outcome.force.mean * H;
        let moment = p * (0.5 * H) - outcome.force.slope * (H * H * H / 12.0);
        let work = p.dot(&(u + w * p * 0.5)) + b.dot(&(p * H - moment));
        let booked = outcome.contact.importer_work - energy.work;
        let size = p.abs().dot(&u.abs()) + p.abs().dot(&(w.abs() * p.abs()));
        assert!((work - booked).abs() < 1e-10 * size, "case {k}: {work} for {booked} of {size}");
    }
    assert!(held > 10_000, "{held}");
}

/// A mass of 1 kg, dead, with 60 mm/s across: the impact leaves 10 mm/s, which a load turns around in the rest of the step.
/// Friction that then holds has pushed at a mean of 5 mm/s: that is the load's work, not friction's.
#[test]
fn friction_that_a_load_turns_around_after_an_impact_gives_nothing() {
    let outcome =
        step(&law(StepImpact::Stronge, 0.0, 0.5), M3::identity(), V3::new(0.06, 0.0, -0.1), V3::new(-25.0, 0.0, -40.0));
    assert!(outcome.end.frame.v_t.norm() < 1e-15);
    let Energies { work, dissipated_normal, dissipated_friction } = outcome.contact.continuous.energy;
    for (name, found, known) in [
        ("normal", dissipated_normal, 0.5 * 0.1 * 0.1),
        ("friction", dissipated_friction, 0.5 * (0.06 * 0.06 - 0.01 * 0.01)),
        ("work", work, 0.00675),
        ("host", outcome.contact.importer_work, (0.025 - 0.01) * 0.005),
    ] {
        assert!((found - known).abs() < 1e-15, "{name}: {found} for {known}");
    }
}

/// Bodies on guides, W of one or two directions, under any load and beside belts that nothing stops: every step is solved, and
/// friction takes energy.
#[test]
fn impacts_of_guided_bodies_are_always_solved() {
    let mut noise = noise();
    let mut struck = 0;
    for k in 0..40_000 {
        let j = nalgebra::Matrix3xX::from_fn([1, 2, 2][k % 3], |_, _| noise());
        let w = &j * j.transpose();
        let w = M3::from_fn(|row, column| 0.5 * (w[(row, column)] + w[(column, row)]));
        let mut as_it_moves = |size: f64| {
            let v = &j * nalgebra::DVector::from_fn(j.ncols(), |_, _| size * noise());
            V3::new(v[0], v[1], v[2]) * -v[2].signum()
        };
        let (mut u, b) = (as_it_moves(1.0), as_it_moves(100.0));
        if k % 2 == 0 {
            u += V3::new(noise(), noise(), 0.0);
        }
        if u[2] > -1e-2 - 2.1 * b[2].abs() * H {
            // lasting contact
            continue;
        }
        let e = [0.0, 0.01, 0.5][k / 9 % 3];
        let mut parameters = law(StepImpact::ALL[k / 3 % 3], e, 0.8 * (1.0 + noise()));
        (parameters.coupling.settings.step_friction, parameters.coupling.settings.step_law) =
            (LAWS[k / 27 % 3], StepLaw::ALL[k / 81 % 2]);
        let outcome = step(&parameters, w, u, b);
        let rubbed = outcome.contact.continuous.energy.dissipated_friction;
        assert!(rubbed >= 0.0, "case {k}: {rubbed:e}");
        struck += 1;
    }
    assert!(struck > 20_000, "{struck}");
}
