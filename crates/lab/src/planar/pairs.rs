//! Pairs of features that may touch: a round one, which is a disc or a corner (a disc without radius), on an edge or on
//! another round one. Gap, rows of the Jacobian and their drift.
//!
//! Body 1 is that of the round feature, the normal n points from body 2 to it, t = (n_y, −n_x).

use nalgebra::{DVector, Vector2, Vector3};

use super::bodies::{Law, Owner, Piece, Shape, System};
use super::linear::{length, unit};

/// Sine of the angle by which a side may be behind an edge that its corner touches.
const FACING: f64 = 1e-6;

/// A disc in a body; a corner is one of radius 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// In the body [m].
    pub centre: Vector2<f64>,
    /// [m].
    pub radius: f64,
    /// Of a corner: directions of the side that comes to it and of the one that leaves it.
    pub sides: Option<[Vector2<f64>; 2]>,
}

/// A side of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Where it begins, in the body [m].
    pub from: Vector2<f64>,
    /// Its direction, of length 1.
    pub along: Vector2<f64>,
    /// [m], infinite for a half-plane.
    pub length: f64,
    /// Whether it is free on both sides.
    pub thin: bool,
}

/// What the round feature of body 1 may touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Other {
    /// A side.
    Edge(Edge),
    /// A disc, or a corner that a disc touches.
    Round(Round),
}

/// Two features that may touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Bodies 1 and 2.
    pub owners: [Owner; 2],
    /// Of body 1.
    pub round: Round,
    /// Of body 2.
    pub other: Other,
    /// A point inside body 1, in it [m]: on which side of a thin edge it is.
    pub middle: Vector2<f64>,
    /// Friction and restitution.
    pub law: Law,
    /// Names of the bodies, with the number of the corner.
    pub name: String,
}

/// A row of the Jacobian: what the velocities of the two bodies are multiplied with.
pub type Row = [Vector3<f64>; 2];

/// Where two features are.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// φ [m], > 0 apart.
    pub gap: f64,
    /// How far the point is inside the features' extents [m]; below 0 others are nearer.
    pub inside: f64,
    /// Rate of that [m/s].
    pub inside_rate: f64,
    /// n and t.
    pub rows: [Row; 2],
    /// ζ_N, ζ_F [m/s].
    pub rate: [f64; 2],
    /// J̇·q̇ of both [m/s²].
    pub bias: [f64; 2],
    /// Where they touch, in the world [m].
    pub point: Vector2<f64>,
    /// n.
    pub normal: Vector2<f64>,
}

/// Where a body is and how it moves.
#[derive(Clone, Copy)]
pub struct Frame {
    place: Vector3<f64>,
    velocity: Vector3<f64>,
}

/// A vector turned by an angle.
pub fn turned(vector: &Vector2<f64>, angle: f64) -> Vector2<f64> {
    let (sin, cos) = libm::sincos(angle);
    Vector2::new(cos * vector.x - sin * vector.y, sin * vector.x + cos * vector.y)
}

/// ẑ × v.
fn across(v: &Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-v.y, v.x)
}

impl Frame {
    /// Of a body in q, q̇; what stands still has no part in them.
    pub fn of(owner: Owner, q: &DVector<f64>, v: &DVector<f64>) -> Self {
        let part = |of: &DVector<f64>| match 3 * owner < of.len() {
            true => Vector3::new(of[3 * owner], of[3 * owner + 1], of[3 * owner + 2]),
            false => Vector3::zeros(),
        };
        Self { place: part(q), velocity: part(v) }
    }

    /// From the centre of mass to a point of the body, in the world.
    pub fn arm(&self, at: &Vector2<f64>) -> Vector2<f64> {
        turned(at, self.place.z)
    }

    /// Centre of mass.
    pub fn centre(&self) -> Vector2<f64> {
        self.place.xy()
    }

    /// φ.
    pub fn angle(&self) -> f64 {
        self.place.z
    }

    /// Velocity of the body at an arm.
    pub fn velocity(&self, arm: &Vector2<f64>) -> Vector2<f64> {
        self.velocity.xy() + across(arm) * self.velocity.z
    }

    /// −ω²·ρ.
    pub fn centripetal(&self, arm: &Vector2<f64>) -> Vector2<f64> {
        arm * -(self.velocity.z * self.velocity.z)
    }
}

/// The row of the relative velocity of two points along d.
pub fn row(d: &Vector2<f64>, arms: [Vector2<f64>; 2]) -> Row {
    [Vector3::new(d.x, d.y, arms[0].perp(d)), Vector3::new(-d.x, -d.y, -arms[1].perp(d))]
}

/// Row and drift of the distance of a point of body 1 from a line of body 2, with what they come from.
pub struct OnLine {
    /// Distance in front of the line [m].
    pub distance: f64,
    /// From both centres of mass to the point.
    pub arms: [Vector2<f64>; 2],
    /// n, t.
    pub axes: [Vector2<f64>; 2],
    /// Velocity of the point against body 2.
    pub w: Vector2<f64>,
    /// J̇·q̇ along n and t: n·κ − 2·ω_j·t·w, t·κ + 2·ω_j·n·w.
    pub bias: [f64; 2],
}

/// `at` in body 1; `from` and `normal` of the line in body 2.
pub fn on_line(frames: [Frame; 2], at: &Vector2<f64>, from: &Vector2<f64>, normal: &Vector2<f64>) -> OnLine {
    let [i, j] = frames;
    let n = j.arm(normal);
    let t = Vector2::new(n.y, -n.x);
    let arm = i.arm(at);
    let point = i.centre() + arm;
    let arms = [arm, point - j.centre()];
    let w = i.velocity(&arms[0]) - j.velocity(&arms[1]);
    let kappa = i.centripetal(&arms[0]) - j.centripetal(&arms[1]);
    let turn = 2.0 * j.velocity.z;
    OnLine {
        distance: n.dot(&(point - j.centre() - j.arm(from))),
        arms,
        axes: [n, t],
        w,
        bias: [n.dot(&kappa) - turn * t.dot(&w), t.dot(&kappa) + turn * n.dot(&w)],
    }
}

impl Pair {
    /// Where the two are.
    pub fn touch(&self, q: &DVector<f64>, v: &DVector<f64>) -> Touch {
        let frames = self.owners.map(|owner| Frame::of(owner, q, v));
        match &self.other {
            Other::Edge(edge) => self.on_edge(frames, edge),
            Other::Round(other) => self.on_round(frames, other),
        }
    }

    fn on_edge(&self, frames: [Frame; 2], edge: &Edge) -> Touch {
        let mut normal = Vector2::new(edge.along.y, -edge.along.x);
        let [i, j] = frames;
        if edge.thin && {
            let middle = i.centre() + i.arm(&self.middle) - j.centre() - j.arm(&edge.from);
            j.arm(&normal).dot(&middle) < 0.0
        } {
            normal = -normal;
        }
        let OnLine { distance, arms, axes: [n, t], w, bias } = on_line(frames, &self.round.centre, &edge.from, &normal);
        let radius = self.round.radius;
        let mut rows = [row(&n, arms), row(&t, arms)];
        rows[1][0].z += radius;
        rows[1][1].z -= radius;
        let along = j.arm(&edge.along);
        let (at, rate) = (along.dot(&(arms[1] - j.arm(&edge.from))), along.dot(&w));
        let (inside, inside_rate) = match edge.length - at {
            _ if !self.faces(i, &n) => (f64::NEG_INFINITY, 0.0),
            f64::INFINITY => (f64::INFINITY, 0.0),
            left if at < left => (at, rate),
            left => (left, -rate),
        };
        Touch {
            gap: distance - radius,
            inside,
            inside_rate,
            rows,
            rate: [n.dot(&w), t.dot(&w) + radius * (i.velocity.z - j.velocity.z)],
            bias,
            point: i.centre() + arms[0] - n * radius,
            normal: n,
        }
    }

    /// Whether the sides of the corner lie in front of an edge with this normal: a corner that passes the end of an edge
    /// may be on the edge's line without touching it.
    fn faces(&self, frame: Frame, n: &Vector2<f64>) -> bool {
        self.round
            .sides
            .is_none_or(|[come, leave]| [-come, leave].iter().all(|side| n.dot(&frame.arm(side)) >= -FACING))
    }

    fn on_round(&self, frames: [Frame; 2], other: &Round) -> Touch {
        let [i, j] = frames;
        let arms = [i.arm(&self.round.centre), j.arm(&other.centre)];
        let between = i.centre() + arms[0] - j.centre() - arms[1];
        let distance = length(&between);
        let n = if distance > 0.0 { between / distance } else { Vector2::x() };
        let t = Vector2::new(n.y, -n.x);
        let w = i.velocity(&arms[0]) - j.velocity(&arms[1]);
        let kappa = i.centripetal(&arms[0]) - j.centripetal(&arms[1]);
        let mut rows = [row(&n, arms), row(&t, arms)];
        rows[1][0].z += self.round.radius;
        rows[1][1].z += other.radius;
        let (along, approach) = (t.dot(&w), n.dot(&w));
        // beyond the ends of both sides of a corner
        let (inside, inside_rate) = other.sides.map_or((f64::INFINITY, 0.0), |[come, leave]| {
            let seen = w - across(&between) * j.velocity.z;
            let [come, leave] = [j.arm(&come), -j.arm(&leave)].map(|d| (d.dot(&between), d.dot(&seen)));
            if come.0 < leave.0 { come } else { leave }
        });
        Touch {
            gap: distance - self.round.radius - other.radius,
            inside,
            inside_rate,
            rows,
            rate: [approach, along + self.round.radius * i.velocity.z + other.radius * j.velocity.z],
            bias: [n.dot(&kappa) + along * along / distance, t.dot(&kappa) - along * approach / distance],
            point: j.centre() + arms[1] + n * other.radius,
            normal: n,
        }
    }
}

/// The features of a body or a fixture.
struct Features {
    middle: Vector2<f64>,
    rounds: Vec<Round>,
    edges: Vec<Edge>,
}

impl Features {
    fn of(system: &System, owner: Owner) -> Self {
        let disc = |centre, radius| {
            let rounds = vec![Round { centre, radius, sides: None }];
            Self { middle: centre, rounds, edges: vec![] }
        };
        match system.bodies.get(owner).map(|body| &body.shape) {
            Some(Shape::Disc { radius }) => disc(Vector2::zeros(), *radius),
            Some(Shape::Polygon { corners }) => Self::polygon(corners, Vector2::zeros()),
            None => match &system.fixtures[owner - system.bodies.len()].piece {
                Piece::HalfPlane { point, normal } => {
                    let along = across(&unit(normal));
                    let edges = vec![Edge { from: *point, along, length: f64::INFINITY, thin: false }];
                    Self { middle: *point, rounds: vec![], edges }
                }
                Piece::Segment { from, to } => Self::polygon(&[*from, *to], (from + to) * 0.5),
                Piece::Disc { centre, radius } => disc(*centre, *radius),
            },
        }
    }

    fn polygon(corners: &[Vector2<f64>], middle: Vector2<f64>) -> Self {
        let thin = corners.len() == 2;
        let edge = |k: usize| {
            let (from, to) = (corners[k % corners.len()], corners[(k + 1) % corners.len()]);
            Edge { from, along: unit(&(to - from)), length: length(&(to - from)), thin }
        };
        let round = |k: usize| {
            let sides = [edge(k + corners.len() - 1).along, edge(k).along];
            Round { centre: corners[k], radius: 0.0, sides: Some(sides) }
        };
        let sides = if thin { 1 } else { corners.len() };
        Self { middle, rounds: (0..corners.len()).map(round).collect(), edges: (0..sides).map(edge).collect() }
    }
}

/// Whether a joint links the two and no law names them.
pub fn joined(system: &System, pair: [Owner; 2]) -> bool {
    let links = |ends: [Option<usize>; 2]| ends == pair.map(Some) || ends == [Some(pair[1]), Some(pair[0])];
    system.joints.iter().any(|joint| links(joint.ends.map(|end| end.body))) && !system.law_of(pair).1
}

/// All pairs of features of different bodies.
pub fn pairs(system: &System) -> Vec<Pair> {
    let features: Vec<Features> = (0..system.owners()).map(|owner| Features::of(system, owner)).collect();
    let mut found = Vec::new();
    for a in 0..system.bodies.len() {
        for b in (a + 1..system.owners()).filter(|b| !joined(system, [a, *b])) {
            let law = system.law_of([a, b]).0;
            for owners in [[a, b], [b, a]] {
                let [one, other] = owners.map(|owner| &features[owner]);
                for (k, round) in one.rounds.iter().enumerate() {
                    let name = match (round.sides, owners.map(|owner| system.name(owner))) {
                        (None, [one, other]) => format!("{one}-{other}"),
                        (Some(_), [one, other]) => format!("{one}.{}-{other}", k + 1),
                    };
                    let pair = |(other, name)| Pair { owners, round: *round, other, middle: one.middle, law, name };
                    let edges = other.edges.iter().map(|edge| (Other::Edge(*edge), name.clone()));
                    found.extend(edges.map(pair));
                    // corners do not touch corners, and of two discs each is there once
                    if round.sides.is_some() {
                        continue;
                    }
                    for (k, disc) in other.rounds.iter().enumerate() {
                        match disc.sides {
                            Some(_) => found.push(pair((Other::Round(*disc), format!("{name}.{}", k + 1)))),
                            None if owners == [a, b] => found.push(pair((Other::Round(*disc), name.clone()))),
                            None => {}
                        }
                    }
                }
            }
        }
    }
    number_edges(&mut found);
    found
}

/// Sides of one body that a corner may touch are told apart by a letter.
fn number_edges(pairs: &mut [Pair]) {
    let names: Vec<String> = pairs.iter().map(|pair| pair.name.clone()).collect();
    for (k, pair) in pairs.iter_mut().enumerate() {
        let (before, all) = (
            names[..k].iter().filter(|name| **name == pair.name).count(),
            names.iter().filter(|name| **name == pair.name).count(),
        );
        if all > 1 {
            pair.name = format!("{}:{}", pair.name, before + 1);
        }
    }
}
