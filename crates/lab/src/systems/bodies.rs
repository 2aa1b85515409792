//! Free bodies of a system under gravity and the forces of its contacts.

use asperity_pack::system::Scene;
use asperity_pack::system::SceneBody;
use nalgebra::Matrix3;

use super::mechanism::Mechanism;
use crate::HostError;
use crate::plants::{Vector, norm, runge_kutta, vector};

/// Position and velocity of the centre of mass, orientation (w, x, y, z) and angular velocity of a body, all in world axes, in
/// the order position, orientation, velocity, angular velocity; the inputs of a body have the same order.
pub const WIDTH: usize = 13;
/// Force, and torque about the origin of the body's frame.
pub const WRENCH: usize = 6;
const ORIENTATION: usize = 3;
/// Where the velocities begin.
pub const VELOCITY: usize = 7;
const ANGULAR_VELOCITY: usize = 10;

/// Angle that a part of a step turns by [rad], and most parts in one step.
const PART: f64 = 0.01;
const MOST_PARTS: f64 = 1000.0;

/// A body that moves.
#[derive(Clone, Debug)]
pub struct FreeBody {
    /// Its name in the file.
    pub name: String,
    mass: f64,
    /// About the centre of mass, in the axes of the body [kg·m²].
    inertia: Matrix3<f64>,
    inverse_inertia: Matrix3<f64>,
    /// Of the mass, in the frame of the body [m].
    centre: Vector,
    /// That acts there, in world axes [N].
    load: Vector,
    start: [f64; WIDTH],
}

impl FreeBody {
    /// Errors: its mass or inertia is neither given nor to be had from its shapes.
    fn of(body: &SceneBody) -> Result<Self, HostError> {
        let missing = |what: &str| HostError::Request(format!("bodies.{}: {what}", body.name));
        let mass = body.mass.ok_or_else(|| missing("mass is missing, without which it does not move by itself"))?;
        let [xx, yy, zz, xy, xz, yz] = body.whole_inertia().ok_or_else(|| {
            missing("inertia is missing, and the body has no sphere, box, cylinder, cone or ellipsoid to take it from")
        })?;
        let inertia = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
        let inverse_inertia = inverse(&inertia);
        if !(inverse_inertia.sum() + 1.0 / mass).is_finite() {
            let text = format!("mass = {mass:?} or its inertia is far too small or too large: it has no acceleration");
            return Err(missing(&text));
        }
        let centre = body.center_of_mass;
        let motion = &body.start;
        let q = motion.orientation;
        let turned = rotation(&[q[0], q[1], q[2], q[3]]) * centre;
        let position = motion.position + turned;
        let velocity = motion.velocity + motion.angular_velocity.cross(&turned);
        let mut start = [0.0; WIDTH];
        start[..ORIENTATION].copy_from_slice(position.as_slice());
        (0..4).for_each(|k| start[ORIENTATION + k] = q[k]);
        start[VELOCITY..ANGULAR_VELOCITY].copy_from_slice(velocity.as_slice());
        start[ANGULAR_VELOCITY..].copy_from_slice(motion.angular_velocity.as_slice());
        normalise(&mut start);
        Ok(FreeBody { name: body.name.clone(), mass, inertia, inverse_inertia, centre, load: body.load, start })
    }

    /// ω̇ under a torque about the centre of mass:  I·ω̇ = τ − ω × I·ω
    fn turn(&self, rotation: &Matrix3<f64>, omega: &Vector, torque: &Vector) -> Vector {
        let momentum = rotation * self.inertia * rotation.tr_mul(omega);
        rotation * self.inverse_inertia * rotation.tr_mul(&(torque - omega.cross(&momentum)))
    }

    /// Forces on it that are the same everywhere [N].
    fn weight(&self, gravity: &Vector) -> Vector {
        gravity * self.mass + self.load
    }

    fn rates(&self, gravity: &Vector, state: &[f64], wrench: &[f64], rates: &mut [f64]) {
        let (velocity, omega) = (vector(state, VELOCITY), vector(state, ANGULAR_VELOCITY));
        let rotation = rotation(&state[ORIENTATION..VELOCITY]);
        let (force, torque) = (vector(wrench, 0), vector(wrench, 3));
        // the wrench is about the origin of the frame
        let torque = torque - (rotation * self.centre).cross(&force);
        // q̇ = ½·(0, ω)·q
        let (w, u) = (state[ORIENTATION], vector(state, ORIENTATION + 1));
        rates[..ORIENTATION].copy_from_slice(velocity.as_slice());
        rates[ORIENTATION] = -0.5 * omega.dot(&u);
        rates[ORIENTATION + 1..VELOCITY].copy_from_slice(((omega * w + omega.cross(&u)) * 0.5).as_slice());
        rates[VELOCITY..ANGULAR_VELOCITY].copy_from_slice(((force + self.load) / self.mass + gravity).as_slice());
        rates[ANGULAR_VELOCITY..].copy_from_slice(self.turn(&rotation, &omega, &torque).as_slice());
    }

    /// The motion of the origin of the frame.
    fn drive(&self, state: &[f64], inputs: &mut [f64]) {
        inputs.copy_from_slice(state);
        let arm = rotation(&state[ORIENTATION..VELOCITY]) * self.centre;
        let way = vector(state, ANGULAR_VELOCITY).cross(&arm);
        (0..3).for_each(|k| inputs[k] -= arm[k]);
        (0..3).for_each(|k| inputs[VELOCITY + k] -= way[k]);
    }

    /// Rates of these inputs.
    fn drive_rates(&self, state: &[f64], rates: &[f64], input_rates: &mut [f64]) {
        input_rates.copy_from_slice(rates);
        let arm = rotation(&state[ORIENTATION..VELOCITY]) * self.centre;
        let omega = vector(state, ANGULAR_VELOCITY);
        let way = omega.cross(&arm);
        let bend = vector(rates, ANGULAR_VELOCITY).cross(&arm) + omega.cross(&way);
        (0..3).for_each(|k| input_rates[k] -= way[k]);
        (0..3).for_each(|k| input_rates[VELOCITY + k] -= bend[k]);
    }
}

/// Of an orientation w, x, y, z, body to world.
pub fn rotation(q: &[f64]) -> Matrix3<f64> {
    let (w, u) = (q[0], Vector::new(q[1], q[2], q[3]));
    let scale = 2.0 / (w * w + u.dot(&u));
    // R = 1 + 2/|q|²·(w·[u]× + [u]×²), column by column
    let column = |e: Vector| {
        let across = u.cross(&e);
        e + (across * w + u.cross(&across)) * scale
    };
    Matrix3::from_columns(&[Vector::x(), Vector::y(), Vector::z()].map(column))
}

/// Of a symmetric matrix that is positive definite, as the file has checked.
pub fn inverse(matrix: &Matrix3<f64>) -> Matrix3<f64> {
    let column = |k: usize| matrix.column(k).into_owned();
    let [a, b, c] = [column(0), column(1), column(2)];
    Matrix3::from_columns(&[b.cross(&c), c.cross(&a), a.cross(&b)]) / b.cross(&c).dot(&a)
}

/// Takes the length out of an orientation, in which errors of integration gather.
fn normalise(state: &mut [f64]) {
    let q = &mut state[ORIENTATION..VELOCITY];
    let length = q.iter().map(|part| part * part).sum::<f64>().sqrt();
    q.iter_mut().for_each(|part| *part /= length);
}

/// All bodies of a system that move, in its order.
#[derive(Clone, Debug)]
pub struct FreeBodies<'a> {
    /// One after the other.
    pub bodies: Vec<FreeBody>,
    gravity: Vector,
    /// What moves them in the place of gravity and their loads.
    pub mechanism: Option<&'a dyn Mechanism>,
}

impl<'a> FreeBodies<'a> {
    /// Errors: a body has no mass or inertia.
    pub fn of(scene: &Scene, gravity: [f64; 3], mechanism: Option<&'a dyn Mechanism>) -> Result<Self, HostError> {
        let moving = scene.bodies.iter().filter(|body| body.moves);
        let bodies = moving.map(FreeBody::of).collect::<Result<_, _>>()?;
        Ok(FreeBodies { bodies, gravity: gravity.into(), mechanism })
    }

    /// State at the start.
    pub fn start(&self) -> Vec<f64> {
        let mut state: Vec<f64> = self.bodies.iter().flat_map(|body| body.start).collect();
        self.close(&mut state);
        state
    }

    /// Rates under a wrench per body.
    pub fn rates(&self, state: &[f64], wrenches: &[f64], rates: &mut [f64]) {
        for (((body, state), wrench), rates) in self
            .bodies
            .iter()
            .zip(state.chunks_exact(WIDTH))
            .zip(wrenches.chunks_exact(WRENCH))
            .zip(rates.chunks_exact_mut(WIDTH))
        {
            body.rates(&self.gravity, state, wrench, rates);
        }
        if let Some(mechanism) = self.mechanism {
            mechanism.accelerate(state, wrenches, rates);
        }
    }

    /// Moves them by a step under wrenches that go straight from those at its begin to those at its end, in as many parts as it takes to turn by no more
    /// than PART in each: what a unit hands back in an impact is fitted to the motion of a rigid body, not to that of one step of a method.
    pub fn advance(&self, state: &mut [f64], wrenches: [&[f64]; 2], step: f64) {
        // a mechanism is stepped as whoever tries it asks for
        let turned = if self.mechanism.is_some() { 0.0 } else { self.turn(state, wrenches, step) };
        let parts = (turned / PART).ceil().clamp(1.0, MOST_PARTS);
        let [begin, end] = wrenches;
        let at = |share: f64| begin.iter().zip(end).map(|(a, b)| a + (b - a) * share).collect::<Vec<_>>();
        let mut from = begin.to_vec();
        for part in 1..=parts as u32 {
            let to = if f64::from(part) == parts { end.to_vec() } else { at(f64::from(part) / parts) };
            runge_kutta(&|s, w, r| self.rates(s, w, r), state, &from, &to, step / parts);
            from = to;
        }
        self.settle(state);
    }

    /// Angle that the fastest of them turns by in a step, about [rad].
    fn turn(&self, state: &[f64], wrenches: [&[f64]; 2], step: f64) -> f64 {
        let mut rates = vec![0.0; state.len()];
        let accelerated = wrenches.map(|wrenches| {
            self.rates(state, wrenches, &mut rates);
            let sizes = rates.chunks_exact(WIDTH).map(|rates| norm(&vector(rates, ANGULAR_VELOCITY)));
            sizes.collect::<Vec<_>>()
        });
        let [begin, end] = accelerated;
        let turns = state.chunks_exact(WIDTH).zip(begin).zip(end);
        let turns =
            turns.map(|((state, a), b)| step * (norm(&vector(state, ANGULAR_VELOCITY)) + 0.5 * step * a.max(b)));
        turns.fold(0.0, f64::max)
    }

    /// The inputs of the unit: motion of the origins of the frames.
    pub fn drive(&self, state: &[f64], inputs: &mut [f64]) {
        let each = self.bodies.iter().zip(state.chunks_exact(WIDTH)).zip(inputs.chunks_exact_mut(WIDTH));
        each.for_each(|((body, state), inputs)| body.drive(state, inputs));
    }

    /// Rates of the inputs.
    pub fn drive_rates(&self, state: &[f64], rates: &[f64], input_rates: &mut [f64]) {
        for (((body, state), rates), into) in self
            .bodies
            .iter()
            .zip(state.chunks_exact(WIDTH))
            .zip(rates.chunks_exact(WIDTH))
            .zip(input_rates.chunks_exact_mut(WIDTH))
        {
            body.drive_rates(state, rates, into);
        }
    }

    /// After a step: orientations of length 1, joints closed.
    pub fn settle(&self, state: &mut [f64]) {
        state.chunks_exact_mut(WIDTH).for_each(normalise);
        self.close(state);
    }

    /// Closes the joints; false where there are none.
    pub fn close(&self, state: &mut [f64]) -> bool {
        self.mechanism.is_some_and(|mechanism| mechanism.close(state))
    }

    /// Sum of the sizes of the terms (m·g_k + F_k)·x_k of the potential energy [J], as their sum rounds; of a body at the origin that of
    /// its parts, at the radius of gyration.
    pub fn in_play(&self, state: &[f64]) -> f64 {
        let of = |body: &FreeBody, state: &[f64]| {
            let weight = body.weight(&self.gravity);
            let gyration = (0.5 * body.inertia.trace() / body.mass).sqrt();
            weight.component_mul(&vector(state, 0)).abs().sum() + norm(&weight) * gyration
        };
        self.bodies.iter().zip(state.chunks_exact(WIDTH)).map(|(body, state)| of(body, state)).sum()
    }

    /// Kinetic and potential energy [J].
    pub fn energy(&self, state: &[f64]) -> [f64; 2] {
        let mut sum = [0.0; 2];
        for (body, state) in self.bodies.iter().zip(state.chunks_exact(WIDTH)) {
            let (velocity, omega) = (vector(state, VELOCITY), vector(state, ANGULAR_VELOCITY));
            let own = rotation(&state[ORIENTATION..VELOCITY]).tr_mul(&omega);
            sum[0] += 0.5 * body.mass * velocity.dot(&velocity) + 0.5 * own.dot(&(body.inertia * own));
            sum[1] -= body.weight(&self.gravity).dot(&vector(state, 0));
        }
        if let Some(mechanism) = self.mechanism {
            sum[1] = mechanism.potential(state);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lopsided body without gravity.
    fn stone() -> FreeBodies<'static> {
        let mut body = SceneBody::new("stone", true);
        body.mass = Some(2.0);
        body.inertia = Some([0.1, 0.2, 0.25, 0.01, 0.0, -0.02]);
        body.center_of_mass = Vector::new(0.3, -0.1, 0.2);
        body.start.angular_velocity = Vector::new(2.0, 0.1, -1.0);
        FreeBodies { bodies: vec![FreeBody::of(&body).expect("a body")], gravity: Vector::zeros(), mechanism: None }
    }

    #[test]
    fn a_free_body_keeps_energy_and_angular_momentum() {
        let bodies = stone();
        let mut state = bodies.start();
        let momentum = |state: &[f64]| {
            let rotation = rotation(&state[ORIENTATION..VELOCITY]);
            rotation * bodies.bodies[0].inertia * rotation.tr_mul(&vector(state, ANGULAR_VELOCITY))
        };
        let (before, energy) = (momentum(&state), bodies.energy(&state)[0]);
        for _ in 0..1000 {
            runge_kutta(&|s, a, r| bodies.rates(s, a, r), &mut state, &[0.0; WRENCH], &[0.0; WRENCH], 1e-3);
            bodies.settle(&mut state);
        }
        // (ω·h)⁴ of the method: 2e-3⁴ a step
        assert!(norm(&(momentum(&state) - before)) < 1e-9 && (bodies.energy(&state)[0] - energy).abs() < 1e-9);
    }

    /// Two balls of half the mass each, R and a from the middle: 2/5·m·R² + m·a² across. It had the inertia of the first ball, an eighth of that. At rest at the origin the energies round as those of
    /// its parts do, not as 0.
    #[test]
    fn a_body_of_two_balls_has_the_inertia_of_both() {
        let text = "[unit]\nname = \"Pair\"\n[bodies.floor]\nshape = { plane = { normal = [0, 0, 1] } }\n[bodies.pair]\nmass = 2\nshape = [\
                    { name = \"a\", sphere = { radius = 0.03 }, position = [0.05, 0, 0] }, { name = \"b\", sphere = { radius = 0.03 }, position = [-0.05, 0, 0] }]\n";
        let system = asperity_pack::system::System::read(text, &|_| None).expect("a scene");
        let pair = system.scene().bodies.iter().find(|body| body.name == "pair").expect("it is there");
        let body = FreeBody::of(pair).expect("a body");
        let [along, across] = [0.4 * 2.0 * 0.03 * 0.03, 0.4 * 2.0 * 0.03 * 0.03 + 2.0 * 0.05 * 0.05];
        let off = body.inertia - Matrix3::from_diagonal(&Vector::new(along, across, across));
        assert!(off.amax() < 1e-15, "{}", body.inertia);
        let gyration = ((along + 2.0 * across) / (2.0 * 2.0)).sqrt();
        let bodies = FreeBodies { bodies: vec![body], gravity: Vector::new(0.0, 0.0, -9.81), mechanism: None };
        let in_play = bodies.in_play(&bodies.start());
        assert!((in_play - 2.0 * 9.81 * gyration).abs() < 1e-12, "{in_play}");
    }

    #[test]
    fn a_step_in_which_a_body_is_struck_is_as_good_as_a_thousand_of_them() {
        let bodies = stone();
        let (begin, end) = ([0.0, 0.0, 4.0, 1.0, 3.0, -2.0], [0.0, 0.0, 40.0, -5.0, 12.0, 9.0]);
        let step = 0.05;
        let mut fine = bodies.start();
        let at = |share: f64| std::array::from_fn::<f64, WRENCH, _>(|k| begin[k] + (end[k] - begin[k]) * share);
        for k in 0..1000 {
            let [from, to] = [k, k + 1].map(|k| at(f64::from(k) / 1000.0));
            runge_kutta(&|s, a, r| bodies.rates(s, a, r), &mut fine, &from, &to, step / 1000.0);
        }
        bodies.settle(&mut fine);
        let off = |state: &[f64]| fine.iter().zip(state).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let mut once = bodies.start();
        runge_kutta(&|s, a, r| bodies.rates(s, a, r), &mut once, &begin, &end, step);
        let mut state = bodies.start();
        bodies.advance(&mut state, [&begin, &end], step);
        // fourth order: it turns by more than 0.2 rad, so there are more than 20 parts, which miss 20⁻⁴ of what one misses
        assert!(off(&once) > 1e-3 && off(&state) < off(&once) / 160e3, "{:e} {:e}", off(&once), off(&state));
    }

    #[test]
    fn a_load_accelerates_the_centre_of_mass_and_its_work_is_potential_energy() {
        let mut bodies = stone();
        bodies.bodies[0].load = Vector::new(3.0, -1.0, 0.5);
        let mut state = bodies.start();
        let (start, energy) = (vector(&state, 0), bodies.energy(&state));
        for _ in 0..1000 {
            runge_kutta(&|s, a, r| bodies.rates(s, a, r), &mut state, &[0.0; WRENCH], &[0.0; WRENCH], 1e-3);
            bodies.settle(&mut state);
        }
        // ½·F/m·t² beside the start's velocity, after one second
        let way = bodies.bodies[0].load * (0.5 / 2.0) + vector(&bodies.start(), VELOCITY);
        assert!(norm(&(vector(&state, 0) - start - way)) < 1e-9);
        let now = bodies.energy(&state);
        assert!(((now[0] + now[1]) - (energy[0] + energy[1])).abs() < 1e-9 && now[0] > energy[0] + 1.0);
    }

    #[test]
    fn the_origin_moves_as_its_rates_say_and_a_force_there_turns_the_body() {
        let bodies = stone();
        let (state, mut rates) = (bodies.start(), [0.0; WIDTH]);
        let wrench = [1.0, -2.0, 3.0, 0.1, 0.2, 0.3];
        bodies.rates(&state, &wrench, &mut rates);
        let (mut inputs, mut input_rates) = ([0.0; WIDTH], [0.0; WIDTH]);
        bodies.drive(&state, &mut inputs);
        // the file says how the origin starts: at rest
        assert!(inputs[..3].iter().chain(&inputs[VELOCITY..ANGULAR_VELOCITY]).all(|value| value.abs() < 1e-15));
        bodies.drive_rates(&state, &rates, &mut input_rates);
        let h = 1e-6;
        let [before, after] = [-h, h].map(|h| {
            let moved: Vec<f64> = state.iter().zip(&rates).map(|(value, rate)| value + h * rate).collect();
            let mut inputs = [0.0; WIDTH];
            bodies.drive(&moved, &mut inputs);
            inputs
        });
        for k in (0..3).chain(VELOCITY..WIDTH) {
            // h²·ω³ of the difference quotient
            assert!((input_rates[k] - (after[k] - before[k]) / (2.0 * h)).abs() < 1e-8, "{k}");
        }
        // power of the wrench at the origin is what the kinetic energy gains
        let power = vector(&wrench, 0).dot(&vector(&inputs, VELOCITY))
            + vector(&wrench, 3).dot(&vector(&inputs, ANGULAR_VELOCITY));
        let energy = |h: f64| {
            let moved: Vec<f64> = state.iter().zip(&rates).map(|(value, rate)| value + h * rate).collect();
            bodies.energy(&moved)[0]
        };
        assert!((power - (energy(h) - energy(-h)) / (2.0 * h)).abs() < 1e-8, "{power}");
    }
}
