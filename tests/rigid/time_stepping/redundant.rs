//! A block on four feet: more contact forces than its six coordinates can tell apart.

use super::{Friction, G, LAWS, inverse_mass, iterated, step_any};
use asperity::rigid::time_stepping::{Contact, Step, System};
use nalgebra::{DMatrix, DVector, Dyn};

const MASS: f64 = 3.0;
const H: f64 = 1e-3;
/// Half the distance of the feet along and across [m].
const LONG: f64 = 0.2;
const WIDE: f64 = 0.1;

/// Velocity of the centre, then the rates of rotation.
struct Block {
    height: f64,
    mu: f64,
    v: DVector<f64>,
    contacts: Vec<Contact>,
}

impl Block {
    fn new(height: f64, mu: f64, v: [f64; 6]) -> Self {
        let contacts = vec![Contact { mu, slip: [v[0], v[1]], ..Contact::default() }; 4];
        Block { height, mu, v: DVector::from_row_slice(&v), contacts }
    }

    fn feet(&self) -> [[f64; 3]; 4] {
        [[LONG, WIDE], [LONG, -WIDE], [-LONG, WIDE], [-LONG, -WIDE]].map(|[x, y]| [x, y, -self.height])
    }

    /// Box of homogeneous mass, 2·LONG × 2·WIDE × 2·height.
    fn mass(&self) -> DMatrix<f64> {
        let [a, b, c] = [LONG, WIDE, self.height].map(|half| half * half);
        let third = MASS / 3.0;
        DMatrix::from_diagonal(&DVector::from_row_slice(&[
            MASS,
            MASS,
            MASS,
            third * (b + c),
            third * (a + c),
            third * (a + b),
        ]))
    }

    /// Rows normal (z), x and y of each foot: v + ω × r.
    fn rows(&self) -> DMatrix<f64> {
        let mut j = DMatrix::zeros(12, 6);
        for (foot, [x, y, z]) in self.feet().into_iter().enumerate() {
            let rows = [[0.0, 0.0, 1.0, y, -x, 0.0], [1.0, 0.0, 0.0, 0.0, z, -y], [0.0, 1.0, 0.0, -z, 0.0, x]];
            for (k, row) in rows.iter().enumerate() {
                (0..6).for_each(|c| j[(3 * foot + k, c)] = row[c]);
            }
        }
        j
    }

    /// One step with the feet where they are; `force` acts at the centre.
    #[track_caller]
    fn step(&mut self, friction: Friction, force: [f64; 3]) -> Step<Dyn> {
        let (j, m) = (self.rows(), self.mass());
        let mut applied = DVector::zeros(6);
        (0..3).for_each(|k| applied[k] = force[k] * H / MASS);
        let free = &j * (&self.v + applied.clone());
        let system = System { w: inverse_mass(&j, &m), free, h: H };
        let step = step_any(&system, &self.contacts, &iterated(friction));
        self.v += applied + m.try_inverse().unwrap() * j.transpose() * &step.impulse;
        for (k, contact) in self.contacts.iter_mut().enumerate() {
            *contact = step.next(k, contact, H);
        }
        step
    }
}

fn sum(step: &Step<Dyn>, row: usize) -> f64 {
    (0..4).map(|foot| step.impulse[3 * foot + row]).sum()
}

fn weight() -> [f64; 3] {
    [0.0, 0.0, -MASS * G]
}

#[test]
fn block_on_four_feet_stands() {
    for law in LAWS {
        let mut block = Block::new(0.15, 0.5, [0.0; 6]);
        for _ in 0..2_000 {
            let step = block.step(law, weight());
            assert!((sum(&step, 0) - MASS * G * H).abs() < 1e-12, "{law:?}: {}", step.impulse);
            // no foot pulls, and moments about the centre are none
            assert!((0..4).all(|foot| step.impulse[3 * foot] >= 0.0), "{law:?}: {}", step.impulse);
        }
        // rounding of g·h in each of 2000 steps
        assert!(block.v.norm() < 1e-12, "{law:?}: {}", block.v);
    }
}

#[test]
fn block_on_four_feet_is_held_up_to_its_friction_and_no_further() {
    for law in LAWS {
        for (pull, mu) in [(0.9, 0.5), (1.2, 0.5)] {
            let mut block = Block::new(0.1, mu, [0.0; 6]);
            let [_, _, down] = weight();
            let steps = 200;
            for _ in 0..steps {
                block.step(law, [pull * mu * MASS * G, 0.0, down]);
            }
            let v = f64::from(steps) * (pull - 1.0f64).max(0.0) * mu * G * H;
            // bristles of 1e6 N/m give way by μ·m·g over their stiffness, each foot at a time of its own
            let is_soft = matches!(law, Friction::Regularised { stiffness, .. } if stiffness.is_finite());
            let [off, aside] = if is_soft { [5e-3, 1e-8] } else { [1e-12; 2] };
            assert!((block.v[0] - v).abs() < off, "{law:?} {pull}: {} for {v}", block.v[0]);
            assert!(block.v.rows(1, 5).norm() < aside, "{law:?} {pull}: {}", block.v);
        }
    }
}

/// Sliding, front and rear feet carry m·g/2·(1 ± μ·H/a), until the rear ones carry nothing.
#[test]
fn sliding_block_leans_on_its_front_feet() {
    for law in LAWS {
        for lean in [0.3, 0.9] {
            let height = 0.15;
            let mu = lean * LONG / height;
            let mut block = Block::new(height, mu, [2.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
            let step = block.step(law, weight());
            let front = step.impulse[0] + step.impulse[3];
            let rear = step.impulse[6] + step.impulse[9];
            let half = 0.5 * MASS * G * H;
            // passes follow each other to 1e-12
            assert!((front - half * (1.0 + lean)).abs() < 1e-9 * half, "{law:?}: {front} {rear}");
            assert!((rear - half * (1.0 - lean)).abs() < 1e-9 * half, "{law:?}: {front} {rear}");
            assert!((block.v[0] - 2.0 + mu * G * H).abs() < 1e-12, "{law:?}: {}", block.v);
            assert!(block.v.rows(1, 5).norm() < 1e-11, "{law:?}: {}", block.v);
        }
    }
}

/// Beyond μ·H/a = 1 it tips over the front feet: N = g/(1/m + a·(a − μ·H)/I), the rear feet rise.
#[test]
fn sliding_block_tips_where_its_rear_feet_lose_their_load() {
    for law in LAWS {
        let (lean, height) = (1.3, 0.4);
        let mu = lean * LONG / height;
        let mut block = Block::new(height, mu, [2.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let inertia = block.mass()[(4, 4)];
        let step = block.step(law, weight());
        let n = G / (1.0 / MASS + LONG * (LONG - mu * height) / inertia);
        assert!(n > MASS * G && block.mu == mu);
        let front = (step.impulse[0] + step.impulse[3]) / H;
        assert!((front - n).abs() < 1e-9 * n, "{law:?}: {front} for {n}");
        assert_eq!([step.impulse[6], step.impulse[9]], [0.0; 2], "{law:?}");
        assert!(step.velocity[6] > 0.0 && step.velocity[9] > 0.0, "{law:?}: {}", step.velocity);
        // forwards about y: ω₅ = N·(μ·H − a)/I·h
        let turning = n * (mu * height - LONG) / inertia * H;
        assert!((block.v[4] - turning).abs() < 1e-9 * turning, "{law:?}: {} for {turning}", block.v[4]);
    }
}
