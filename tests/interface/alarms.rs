//! What is said of a run against what has happened in it: drawn bodies, steps and hosts, told right and wrong.

use crate::host::{Body, Form, Noise, V3, World, coupling, parameters};
use asperity::stepping::coupling::{CouplingMethod, CouplingMode, HandBack, StepFriction};
use asperity::stepping::interface::Order;

const G: f64 = 9.81;
/// What the host applies of a force, and how the unit hands it back to such a host.
const HOSTS: [(Form, HandBack); 3] =
    [(Form::Mean, HandBack::Mean), (Form::Mean, HandBack::TwoStep), (Form::Slope, HandBack::MeanAndSlope)];

/// A body on its way to a plane, its unit and its host.
struct Drawn {
    world: World,
    h: f64,
    /// The step is another one each time, by up to twice or half
    changes: bool,
    /// Mass, order and acceleration are as told
    right: bool,
    /// Kinetic energy of the impact [J]
    energy: f64,
}

fn drawn(noise: &mut Noise) -> Drawn {
    let (mut p, mut coupling) = (parameters(), coupling());
    coupling.settings.mode = CouplingMode::Interface;
    (p.compliance.e, p.compliance.k) = (0.05 + 0.9 * noise.next(), noise.between(1e5, 1e10));
    if noise.one_in(3.0) {
        coupling.settings.method = CouplingMethod::TimeStepping;
        coupling.settings.step_friction = StepFriction::Regularised;
        coupling.time_stepping.v_th = 1e-4;
    }
    let (h, v, mass) = (noise.between(1e-4, 1e-2), noise.between(3e-2, 5.0), noise.between(0.05, 50.0));
    let gap = v * h * (1.0 + 40.0 * noise.next());
    let mut body = Body::point(mass, -gap, v);
    let is_sphere = noise.one_in(2.0);
    if is_sphere {
        let radius = noise.between(0.02, 0.5);
        let [slip, spin] = [2.0 * noise.next() - 1.0, 2.0 * noise.next() - 1.0].map(|share| share * v);
        body = Body::sphere(mass, radius, V3::new(slip, 0.0, -v), V3::new(0.0, spin, 0.3 * spin) / radius);
        body.position += body.n * gap;
    }
    let falls = noise.one_in(2.0);
    let tilt: f64 = if is_sphere && noise.one_in(2.0) { 0.3 * noise.next() } else { 0.0 };
    if falls {
        body.gravity = V3::new(tilt.sin(), 0.0, -tilt.cos()) * G;
    }
    let order = if noise.one_in(2.0) { Order::Parallel } else { Order::Sequential };
    let (form, hand_back) = HOSTS[(3.0 * noise.next()) as usize];
    let mut world = World { coupling, ..World::new(p, body, order, form) };
    world.may_pull = true;
    world.options.hand_back = hand_back;
    world.options.order = noise.one_in(3.0).then_some(order);
    world.options.mass_known = noise.one_in(5.0);
    if noise.one_in(2.0) {
        world.mass_factor = noise.between(0.1, 20.0);
    }
    if falls && noise.one_in(5.0) {
        world.told = if noise.one_in(2.0) { 0.5 } else { 0.0 };
    }
    Drawn {
        right: world.mass_factor == 1.0 && world.told == 1.0,
        changes: form == Form::Mean && noise.one_in(4.0),
        energy: mass * (0.5 * v * v + if falls { G * gap } else { 0.0 }),
        world,
        h,
    }
}

/// Ten thousand runs of 250 steps with sequential and parallel hosts that hold the mean or apply its slope, with steps that stay or
/// change, masses of 0.1 to 20 times the one told and gravity untold, trusted or not. Nothing that is told right gains energy, but where steps change.
/// What has gained over a hundredth of its impact has been announced: by energy, by an answer, by an order or an acceleration that is
/// another one. What is told right and announced has really got energy from its contact, some impact's share of it.
#[test]
fn what_gains_energy_is_announced_and_nothing_else() {
    let [mut announced, mut gained, mut wrong] = [0; 3];
    for run in 0..10_000 {
        let mut noise = Noise::of(run);
        let Drawn { mut world, h, changes, right, energy } = drawn(&mut noise);
        let what = format!(
            "run {run}: {:?}, {:?}, H = {h:e}, changes: {changes}, told right: {right}, mass × {}, gravity × {}",
            world.order, world.options, world.mass_factor, world.told
        );
        let start = world.body.energy();
        // a body at rest trembles by what gravity brings in a step: the unit does not see less
        let unseen = 3.0 * world.body.mass * (world.body.gravity.norm() * h).powi(2);
        let (mut is_announced, mut stray) = (false, 0.0_f64);
        let (mut lasting, mut gain) = ([0.0; 4], 0.0_f64);
        let (mut lowest, mut given) = (f64::INFINITY, 0.0_f64);
        for _ in 0..250 {
            let known = world.found;
            let outcome = world.step(if changes { h * noise.between(0.5, 2.0) } else { h });
            let flies = world.sent[0].mean == V3::zeros();
            let strays = flies && outcome.unexplained_acceleration.min(stray) > 1.0;
            let turns = known.is_some() && outcome.found.is_some();
            is_announced |= outcome.likely.is_some() || strays || turns;
            stray = outcome.unexplained_acceleration;
            // what a step throws too far and the next one takes back does not count
            lasting.rotate_left(1);
            lasting[3] = world.body.energy() - start;
            gain = gain.max(lasting.iter().copied().fold(f64::INFINITY, f64::min));
            let all = world.body.energy() + outcome.end.energy_elastic;
            lowest = lowest.min(all);
            given = given.max(all - lowest);
        }
        announced += usize::from(is_announced);
        gained += usize::from(gain > 0.01 * energy);
        wrong += usize::from(!right);
        let allowed = 0.01 * energy + unseen;
        assert!(is_announced || gain <= allowed, "{what}: gained {:e} of the impact in silence", gain / energy);
        assert!(!right || changes || gain <= allowed, "{what}: gained {:e} of the impact", gain / energy);
        assert!(!(right && is_announced) || given > 0.01 * energy, "{what}: announced, but given {:e}", given / energy);
    }
    println!("{wrong} runs told wrong, {gained} gained, {announced} announced");
}
