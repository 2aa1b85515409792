//! Bodies with shapes of the tests' own, their contacts, and how they move from step to step.

use asperity::rigid::complementarity::Status;
use asperity::rigid::multibody::{Body, Contact, Held, Law, Outcome, Stepper};
use nalgebra::{Matrix3, Rotation3, Vector3};
use std::collections::BTreeMap;

pub const G: f64 = 9.81;
type V3 = Vector3<f64>;

#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Ball(f64),
    /// Half its edges
    Block(V3),
}

#[derive(Clone, Debug)]
pub struct Solid {
    pub shape: Shape,
    pub mass: f64,
    pub place: V3,
    pub turn: Rotation3<f64>,
    pub v: V3,
    pub omega: V3,
    /// Force and torque beside gravity
    pub load: [V3; 2],
    /// Whether it can move along z alone
    pub is_guided: bool,
}

impl Solid {
    pub fn at_rest(shape: Shape, mass: f64, place: V3) -> Solid {
        let zero = V3::zeros();
        Solid {
            shape,
            mass,
            place,
            turn: Rotation3::identity(),
            v: zero,
            omega: zero,
            load: [zero; 2],
            is_guided: false,
        }
    }

    fn inertia(&self) -> V3 {
        match self.shape {
            Shape::Ball(r) => V3::repeat(0.4 * self.mass * r * r),
            Shape::Block(a) => {
                V3::new(a.y * a.y + a.z * a.z, a.x * a.x + a.z * a.z, a.x * a.x + a.y * a.y) * (self.mass / 3.0)
            }
        }
    }

    pub fn corners(&self) -> Vec<V3> {
        let Shape::Block(a) = self.shape else { return vec![] };
        let signs = [-1.0, 1.0];
        let mut all = vec![];
        for x in signs {
            for y in signs {
                for z in signs {
                    all.push(self.place + self.turn * a.component_mul(&V3::new(x, y, z)));
                }
            }
        }
        all
    }

    pub fn energy(&self) -> f64 {
        let spin = self.turn.inverse() * self.omega;
        0.5 * (self.mass * self.v.norm_squared() + spin.component_mul(&self.inertia()).dot(&spin))
    }

    fn body(&self, gravity: &V3) -> Body {
        let turn = self.turn.matrix();
        let i = turn * Matrix3::from_diagonal(&self.inertia()) * turn.transpose();
        let inverse_inertia = turn * Matrix3::from_diagonal(&self.inertia().map(|i| 1.0 / i)) * turn.transpose();
        let mut inverse = [[0.0; 6]; 6];
        for a in 0..3 {
            inverse[a][a] = 1.0 / self.mass;
            (0..3).for_each(|b| inverse[3 + a][3 + b] = inverse_inertia[(a, b)]);
        }
        let a = gravity + self.load[0] / self.mass;
        let alpha = inverse_inertia * (self.load[1] - self.omega.cross(&(i * self.omega)));
        let (a, alpha) = if self.is_guided { (V3::new(0.0, 0.0, a.z), V3::zeros()) } else { (a, alpha) };
        if self.is_guided {
            inverse = [[0.0; 6]; 6];
            inverse[2][2] = 1.0 / self.mass;
        }
        let six = |a: &V3, b: &V3| [a.x, a.y, a.z, b.x, b.y, b.z];
        Body { velocity: six(&self.v, &self.omega), free: six(&a, &alpha), inverse }
    }
}

/// Half-space below n·x = height.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    pub n: V3,
    pub height: f64,
}

pub struct Scene {
    pub solids: Vec<Solid>,
    pub planes: Vec<Plane>,
    pub law: Law,
    pub gravity: V3,
    /// Gap up to which a pair is given
    pub reach: f64,
    /// Corner of the first body below which planes have a hole
    pub lifted: Option<usize>,
    pub held: BTreeMap<(usize, usize, usize), Held>,
    pub stepper: Stepper,
    pub bodies: Vec<Body>,
    pub contacts: Vec<Contact>,
    names: Vec<(usize, usize, usize)>,
}

impl Scene {
    pub fn new(solids: Vec<Solid>, planes: Vec<Plane>, law: Law, most: usize) -> Scene {
        let stepper = Stepper::new(most, solids.len(), usize::MAX);
        Scene {
            solids,
            planes,
            law,
            gravity: V3::new(0.0, 0.0, -G),
            reach: 0.01,
            lifted: None,
            held: BTreeMap::new(),
            stepper,
            bodies: vec![],
            contacts: vec![],
            names: vec![],
        }
    }

    fn add(&mut self, name: (usize, usize, usize), bodies: [Option<usize>; 2], point: V3, normal: V3, gap: f64) {
        if gap > self.reach {
            return;
        }
        let held = self.held.get(&name).copied().unwrap_or_default();
        self.contacts.push(Contact {
            bodies,
            driven: [0.0; 3],
            driven_rate: [0.0; 3],
            turned: [0.0; 3],
            arms: bodies.map(|body| body.map_or([0.0; 3], |body| (point - self.solids[body].place).into())),
            normal: normal.into(),
            gap,
            law: self.law,
            held,
        });
        self.names.push(name);
    }

    /// Bodies and contacts as they are now.
    pub fn meet(&mut self) {
        self.contacts.clear();
        self.names.clear();
        self.bodies = self.solids.iter().map(|solid| solid.body(&self.gravity)).collect();
        let count = self.solids.len();
        for i in 0..count {
            let one = self.solids[i].clone();
            for (k, plane) in self.planes.clone().iter().enumerate() {
                match one.shape {
                    Shape::Ball(r) => {
                        let gap = plane.n.dot(&one.place) - plane.height - r;
                        self.add((i, count + k, 0), [Some(i), None], one.place - plane.n * r, plane.n, gap);
                    }
                    Shape::Block(_) => {
                        let lifted = self.lifted.filter(|_| i == 0);
                        for (c, corner) in one.corners().into_iter().enumerate().filter(|(c, _)| lifted != Some(*c)) {
                            let gap = plane.n.dot(&corner) - plane.height;
                            self.add((i, count + k, c), [Some(i), None], corner, plane.n, gap);
                        }
                    }
                }
            }
            for j in 0..i {
                let two = self.solids[j].clone();
                match (one.shape, two.shape) {
                    (Shape::Ball(r), Shape::Ball(s)) => {
                        let apart = one.place - two.place;
                        if apart.norm_squared() < (r + s + self.reach).powi(2) {
                            let (n, gap) = (apart.normalize(), apart.norm() - r - s);
                            self.add((i, j, 0), [Some(i), Some(j)], two.place + n * (s + 0.5 * gap), n, gap);
                        }
                    }
                    (Shape::Block(a), Shape::Block(b)) => {
                        if (one.place - two.place).norm() > a.norm() + b.norm() + self.reach {
                            continue;
                        }
                        self.corners_on(i, &one, j, &two, b, false);
                        self.corners_on(j, &two, i, &one, a, true);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Corners of a block on the upper and lower face of another.
    fn corners_on(&mut self, i: usize, one: &Solid, j: usize, two: &Solid, half: V3, is_turned: bool) {
        for (c, corner) in one.corners().into_iter().enumerate() {
            let local = two.turn.inverse() * (corner - two.place);
            // a corner above an edge belongs to the other block's own corner
            if local.x.abs() > half.x * (1.0 + 1e-6) || local.y.abs() > half.y * (1.0 + 1e-6) {
                continue;
            }
            if is_turned && (local.x.abs() > half.x * (1.0 - 1e-6) && local.y.abs() > half.y * (1.0 - 1e-6)) {
                continue;
            }
            let up = local.z.signum();
            let gap = local.z.abs() - half.z;
            if gap < -0.25 * half.z {
                continue;
            }
            let n = two.turn * V3::new(0.0, 0.0, up);
            self.add((i, j, 8 + c), [Some(i), Some(j)], corner, n, gap);
        }
    }

    pub fn step(&mut self, h: f64) -> Outcome {
        self.meet();
        let outcome = self.stepper.advance(&self.bodies, &self.contacts, h).unwrap();
        self.held.clear();
        for (name, stepped) in self.names.iter().zip(self.stepper.stepped(self.contacts.len())) {
            if stepped.held.normal > 0.0 {
                self.held.insert(*name, stepped.held);
            }
        }
        let mut ways = vec![[0.0; 6]; self.bodies.len()];
        for (contact, stepped) in self.contacts.iter().zip(self.stepper.stepped(self.contacts.len())) {
            for ((body, arm), sign) in contact.bodies.into_iter().zip(contact.arms).zip([1.0, -1.0]) {
                let Some(body) = body else { continue };
                let (of, moment) = (&self.bodies[body], V3::from(stepped.moment) * sign);
                let turn = V3::from(arm).cross(&moment);
                let wrench = [moment.x, moment.y, moment.z, turn.x, turn.y, turn.z];
                for (way, row) in ways[body].iter_mut().zip(of.inverse) {
                    *way += row.iter().zip(wrench).map(|(y, w)| y * w).sum::<f64>();
                }
            }
        }
        for (k, after) in self.stepper.velocities(self.bodies.len()).iter().enumerate() {
            let (solid, body, way) = (&mut self.solids[k], &self.bodies[k], &ways[k]);
            let way = [0, 1, 2, 3, 4, 5].map(|i| h * (body.velocity[i] + 0.5 * h * body.free[i]) + way[i]);
            solid.place += V3::new(way[0], way[1], way[2]);
            solid.turn = Rotation3::new(V3::new(way[3], way[4], way[5])) * solid.turn;
            (solid.v, solid.omega) = (V3::new(after[0], after[1], after[2]), V3::new(after[3], after[4], after[5]));
        }
        outcome
    }

    pub fn energy(&self) -> f64 {
        self.solids.iter().map(|solid| solid.energy() - solid.mass * self.gravity.dot(&solid.place)).sum()
    }

    pub fn fastest(&self) -> f64 {
        self.solids.iter().fold(0.0, |most, solid| f64::max(most, solid.v.norm().max(solid.omega.norm())))
    }
}

pub fn floor() -> Plane {
    Plane { n: V3::z(), height: 0.0 }
}

/// Balls that fall into a box with sides of `side`, on a lattice with some noise.
pub fn balls_in_a_box(count: usize, side: f64, mut noise: impl FnMut() -> f64) -> Scene {
    let r = 0.05;
    let pitch = 2.2 * r;
    let row = ((side - 2.0 * r) / pitch).floor() as usize + 1;
    let solids = (0..count)
        .map(|k| {
            let at = |i: usize| r * 1.05 + i as f64 * pitch;
            let jitter = V3::new(noise(), noise(), noise()) * (0.04 * r);
            let place = V3::new(at(k % row), at(k / row % row), at(k / (row * row))) + jitter;
            Solid::at_rest(Shape::Ball(r), 1.0, place)
        })
        .collect();
    let planes = vec![
        floor(),
        Plane { n: V3::x(), height: 0.0 },
        Plane { n: -V3::x(), height: -side },
        Plane { n: V3::y(), height: 0.0 },
        Plane { n: -V3::y(), height: -side },
    ];
    Scene::new(solids, planes, Law::coulomb(0.5, 0.3), 12 * count)
}

/// Boxes one on the other.
pub fn stack(count: usize) -> Scene {
    let half = V3::repeat(0.1);
    let solids =
        (0..count).map(|k| Solid::at_rest(Shape::Block(half), 1.0, V3::new(0.0, 0.0, 0.1 + 0.2 * k as f64))).collect();
    Scene::new(solids, vec![floor()], Law::coulomb(0.5, 0.2), 16 * count)
}

/// A wall of bricks, each row half a brick aside.
pub fn wall(rows: usize, columns: usize) -> Scene {
    let half = V3::new(0.1, 0.05, 0.04);
    let mut solids = vec![];
    for row in 0..rows {
        for column in 0..columns {
            let x = 0.2 * column as f64 + if row % 2 == 0 { 0.0 } else { 0.1 };
            solids.push(Solid::at_rest(Shape::Block(half), 1.0, V3::new(x, 0.0, 0.04 + 0.08 * row as f64)));
        }
    }
    Scene::new(solids, vec![floor()], Law::coulomb(0.5, 0.2), 16 * rows * columns)
}

/// Fifteen balls of a triangle and one that breaks it.
pub fn billiard(speed: f64, e: f64) -> Scene {
    let r = 0.0286;
    let mut solids = vec![];
    for row in 0..5 {
        for k in 0..=row {
            let (x, y) = (row as f64 * 3f64.sqrt() * r, (2.0 * k as f64 - row as f64) * r);
            solids.push(Solid::at_rest(Shape::Ball(r), 0.17, V3::new(x, y, r)));
        }
    }
    let mut cue = Solid::at_rest(Shape::Ball(r), 0.17, V3::new(-0.3, 0.002, r));
    cue.v = V3::new(speed, 0.0, 0.0);
    solids.push(cue);
    Scene::new(solids, vec![floor()], Law::coulomb(0.05, e), 200)
}

/// Balls in a row with so much between them, the first at 1 m/s; nothing else acts.
pub fn cradle(count: usize, gap: f64, e: f64) -> Scene {
    let r = 0.02;
    let mut solids: Vec<_> = (0..count)
        .map(|k| Solid::at_rest(Shape::Ball(r), 1.0, V3::new(k as f64 * (2.0 * r + gap), 0.0, 0.0)))
        .collect();
    solids[0].v = V3::x();
    let mut scene = Scene::new(solids, vec![], Law::coulomb(0.2, e), 4 * count);
    scene.gravity = V3::zeros();
    scene
}

pub fn assert_solved(outcome: &Outcome) {
    assert!(outcome.status == Status::Solved && outcome.residual <= 1e-8, "{outcome:?}");
}

/// Two fingers on a guide press with 20 N and hold a box between them.
pub fn gripper() -> Scene {
    let mut solids = vec![Solid::at_rest(Shape::Block(V3::repeat(0.05)), 1.0, V3::zeros())];
    for side in [1.0, -1.0] {
        // z of the scene lies along the grip, so that faces meet there
        let mut finger = Solid::at_rest(Shape::Block(V3::new(0.03, 0.03, 0.05)), 0.2, V3::new(0.0, 0.0, side * 0.1));
        (finger.load[0], finger.is_guided) = (V3::new(0.0, 0.0, -side * 20.0), true);
        solids.push(finger);
    }
    let mut scene = Scene::new(solids, vec![], Law::coulomb(0.5, 0.2), 40);
    scene.gravity = V3::new(-G, 0.0, 0.0);
    scene
}

/// A board on four corners on a slope of 10°, of which one stands over a hole.
pub fn cart() -> Scene {
    let solid = Solid::at_rest(Shape::Block(V3::new(0.3, 0.2, 0.05)), 5.0, V3::new(0.0, 0.0, 0.05));
    let mut scene = Scene::new(vec![solid], vec![floor()], Law::coulomb(0.5, 0.2), 8);
    let angle = 10f64.to_radians();
    scene.gravity = V3::new(G * angle.sin(), 0.0, -G * angle.cos());
    // uphill, so that the weight is borne by the others
    scene.lifted = Some(0);
    scene
}
