//! A ball that slides without friction through a hollow cylinder in steps of 5 ms.

use super::host::V3;
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::Id;

/// Step [s], mass [kg], radii of ball and cylinder [m], gravity [m/s²].
const H: f64 = 5e-3;
const MASS: f64 = 2.0;
const RADII: [f64; 2] = [0.1, 1.0];
const G: f64 = 9.81;

/// Steps after which the ball has settled at the wall.
const SETTLED: i32 = 100;

/// What a run has shown: largest energy over the one at first, least, largest gap and penetration [m], and warnings.
pub struct Run {
    pub gain: f64,
    pub loss: f64,
    pub gap: f64,
    pub penetration: f64,
    pub said: Vec<String>,
}

/// It meets the wall near the bottom, along it at `speed` [m/s], and slides for two seconds; looked at from [`SETTLED`] on.
pub fn slide(speed: f64, parallel: bool, time_stepping: bool, slope: bool) -> Run {
    let mut unit = Contact::new(Interface::CoSimulation);
    for (id, value) in [
        (Id::GeometryPair, 4),
        (Id::CouplingMode, 2),
        (Id::CouplingOrder, 1 + i32::from(parallel)),
        (Id::CouplingMethod, 1 + i32::from(time_stepping)),
        (Id::CouplingHandBack, if slope { 3 } else { 1 }),
        (Id::CouplingVerifyMass, 0),
        (Id::FrictionLaw, 2),
    ] {
        unit.set_integer(id, value);
    }
    let mut set = |id, values: &[f64]| values.iter().enumerate().for_each(|(k, value)| unit.set_real(id, k, *value));
    set(Id::GeometryRadiusI, &[RADII[0]]);
    set(Id::GeometryRadiusJ, &[RADII[1]]);
    set(Id::GeometryAxisJ, &[0.0, 1.0, 0.0]);
    set(Id::ComplianceK, &[1e8]);
    set(Id::CouplingMassI, &[MASS]);
    let inertia = 0.4 * MASS * RADII[0] * RADII[0];
    set(Id::CouplingInertiaI, &[inertia, inertia, inertia]);
    set(Id::FreeAcceleration, &[0.0, 0.0, -G]);
    // along the wall, so far from it that it meets it after two steps
    let gap = 0.5 * (speed * 2.0 * H).powi(2) / (RADII[1] - RADII[0]);
    let mut r = V3::new(0.0, 0.0, RADII[0] - RADII[1] + gap);
    let mut v = V3::new(speed, 0.0, 0.0);
    let energy = |r: &V3, v: &V3| 0.5 * MASS * v.norm_squared() + MASS * G * (r.z + RADII[1]);
    let mut before = 0.0;
    let mut run = Run { gain: 0.0, loss: 0.0, gap: 0.0, penetration: 0.0, said: vec![] };
    let mut given = [V3::zeros(); 2];
    for k in 0..400 {
        let set = |unit: &mut Contact, id, values: &V3| (0..3).for_each(|k| unit.set_real(id, k, values[k]));
        set(&mut unit, Id::PositionI, &r);
        set(&mut unit, Id::VelocityI, &v);
        if k == 0 {
            unit.exit_initialization(&mut |_| ()).unwrap();
        }
        unit.do_step(H * f64::from(k), H, &mut |_| ()).unwrap();
        unit.warnings(&mut |text| run.said.push(text.to_string()));
        let force = V3::from_fn(|k, _| unit.real(Id::ForceI, k).unwrap());
        let mut rates = unit.time_derivatives(&mut core::iter::empty()).unwrap();
        let bend = V3::from_fn(|k, _| if slope { Contact::tangent_of(&mut rates, Id::ForceI, k) } else { 0.0 });
        let [f, s] = if parallel { given } else { [force, bend] };
        given = [force, bend];
        let a = V3::new(0.0, 0.0, -G) + f / MASS;
        // the place that a slope about the middle gives: −s·H³/12 beside that of the mean
        r += v * H + a * (0.5 * H * H) - s * (H * H * H / (12.0 * MASS));
        v += a * H;
        if k < SETTLED {
            before = energy(&r, &v);
            continue;
        }
        run.gain = run.gain.max(energy(&r, &v) / before - 1.0);
        run.loss = run.loss.max(1.0 - energy(&r, &v) / before);
        let x = (r.x * r.x + r.z * r.z).sqrt() + RADII[0] - RADII[1];
        run.gap = run.gap.max(-x);
        run.penetration = run.penetration.max(x);
    }
    run
}

/// A ball that is thrown to and fro along a diameter of a hollow body by `RADII` that leave 1 mm of clearance, without gravity, in steps of
/// 1 ms: energy after two seconds over the one at first, and warnings.
pub fn rattle(pair: i32, speed: f64, parallel: bool, time_stepping: bool) -> (f64, Vec<String>) {
    let mut unit = Contact::new(Interface::CoSimulation);
    for (id, value) in [
        (Id::GeometryPair, pair),
        (Id::CouplingMode, 2),
        (Id::CouplingOrder, 1 + i32::from(parallel)),
        (Id::CouplingMethod, 1 + i32::from(time_stepping)),
        (Id::CouplingHandBack, 1),
    ] {
        unit.set_integer(id, value);
    }
    let mut set = |id, values: &[f64]| values.iter().enumerate().for_each(|(k, value)| unit.set_real(id, k, *value));
    set(Id::GeometryRadiusI, &[0.050]);
    set(Id::GeometryRadiusJ, &[0.051]);
    set(Id::ComplianceE, &[0.95]);
    set(Id::ComplianceK, &[1e10]);
    set(Id::CouplingMassI, &[MASS]);
    let (h, mut said) = (1e-3, vec![]);
    // off the axis of the cylinder, which is x, and of the middle
    let (mut r, mut v) = (V3::new(0.0, 1e-5, 2e-4), V3::new(0.0, 0.0, speed));
    let mut given = V3::zeros();
    for k in 0..2000 {
        let set = |unit: &mut Contact, id, values: &V3| (0..3).for_each(|k| unit.set_real(id, k, values[k]));
        set(&mut unit, Id::PositionI, &r);
        set(&mut unit, Id::VelocityI, &v);
        if k == 0 {
            unit.exit_initialization(&mut |_| ()).unwrap();
        }
        let done = unit.do_step(h * f64::from(k), h, &mut |_| ());
        assert!(done.is_ok(), "pair {pair}, {speed} m/s, step {k}: {:?}", done.err());
        unit.warnings(&mut |text| said.push(text.to_string()));
        let newest = V3::from_fn(|k, _| unit.real(Id::ForceI, k).unwrap());
        let force = if parallel { given } else { newest };
        given = newest;
        r += v * h + force * (0.5 * h * h / MASS);
        v += force * (h / MASS);
    }
    (v.norm_squared() / (speed * speed), said)
}
