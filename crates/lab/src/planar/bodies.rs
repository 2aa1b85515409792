//! Bodies, the world around them, and what acts between them.

use nalgebra::{Vector2, Vector3};

use super::linear::length;

/// Friction and restitution of a pair of bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    /// μ_s [1]: friction that holds.
    pub mu_s: f64,
    /// μ_k [1]: friction of slip, at most μ_s.
    pub mu_k: f64,
    /// Coefficient of restitution [1], 0…1.
    pub e: f64,
}

/// The outline of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc about the centre of mass.
    Disc {
        /// [m].
        radius: f64,
    },
    /// A convex polygon; two corners are a thin rod.
    Polygon {
        /// Counter-clockwise, from the centre of mass [m].
        corners: Vec<Vector2<f64>>,
    },
}

/// A rigid body in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// For people.
    pub name: String,
    /// M [kg].
    pub mass: f64,
    /// About the centre of mass, I [kg·m²].
    pub inertia: f64,
    /// Its outline.
    pub shape: Shape,
    /// x, y [m] of the centre of mass and the angle φ [rad] at the start.
    pub place: Vector3<f64>,
    /// Their rates at the start [m/s, rad/s].
    pub velocity: Vector3<f64>,
}

/// What stands still.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// For people.
    pub name: String,
    /// Its outline.
    pub piece: Piece,
}

/// The outline of what stands still.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Everything behind a line.
    HalfPlane {
        /// A point of the line [m].
        point: Vector2<f64>,
        /// Away from what is solid.
        normal: Vector2<f64>,
    },
    /// A thin wall with two ends.
    Segment {
        /// One end [m].
        from: Vector2<f64>,
        /// The other end [m].
        to: Vector2<f64>,
    },
    /// A disc.
    Disc {
        /// [m].
        centre: Vector2<f64>,
        /// [m].
        radius: f64,
    },
}

/// A body by its place in [`System::bodies`], or what stands still, counted on from there.
pub type Owner = usize;

/// A point that belongs to a body, or to the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// None: the world.
    pub body: Option<usize>,
    /// In the body from its centre of mass, in the world from the origin [m].
    pub at: Vector2<f64>,
}

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// The two points stay together.
    Pin,
    /// The first point stays on a line through the second one.
    Slider {
        /// Of the line, in the frame of the second point's body.
        direction: Vector2<f64>,
        /// Whether the first body may turn against the second one.
        turns: bool,
    },
}

/// A joint without friction.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// For people.
    pub name: String,
    /// What it leaves free.
    pub kind: JointKind,
    /// The body that is guided, and what guides it.
    pub ends: [Anchor; 2],
}

/// A spring without mass.
#[derive(Clone, Debug, PartialEq)]
pub struct Spring {
    /// Where it ends.
    pub ends: [Anchor; 2],
    /// [N/m].
    pub stiffness: f64,
    /// Length without force [m].
    pub length: f64,
}

/// A constant force at the centre of mass, and a constant moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// On which body.
    pub body: usize,
    /// [N].
    pub force: Vector2<f64>,
    /// [N·m].
    pub moment: f64,
}

/// Everything that moves, and what it moves under.
#[derive(Clone, Debug, PartialEq)]
pub struct System {
    /// [m/s²].
    pub gravity: Vector2<f64>,
    /// What moves.
    pub bodies: Vec<Body>,
    /// What stands still.
    pub fixtures: Vec<Fixture>,
    /// Between bodies, or a body and the world. Bodies joined do not touch unless [`System::laws`] names them.
    pub joints: Vec<Joint>,
    /// Between bodies, or a body and the world.
    pub springs: Vec<Spring>,
    /// Constant forces.
    pub loads: Vec<Load>,
    /// Of all pairs that [`System::laws`] does not name.
    pub law: Law,
    /// Of pairs by their names.
    pub laws: Vec<([String; 2], Law)>,
}

/// What the names of bodies and fixtures are looked up in.
impl System {
    /// The name of a body or a fixture.
    pub fn name(&self, owner: Owner) -> &str {
        match self.bodies.get(owner) {
            Some(body) => &body.name,
            None => &self.fixtures[owner - self.bodies.len()].name,
        }
    }

    /// How many there are of both.
    pub fn owners(&self) -> usize {
        self.bodies.len() + self.fixtures.len()
    }

    /// The body or the fixture of this name.
    pub fn find(&self, name: &str) -> Option<Owner> {
        (0..self.owners()).find(|owner| self.name(*owner) == name)
    }

    /// The law of a pair, and whether it is named.
    pub fn law_of(&self, pair: [Owner; 2]) -> (Law, bool) {
        let names = pair.map(|owner| self.name(owner));
        let known = self.laws.iter().find(|(of, _)| {
            let of = [&*of[0], &*of[1]];
            of == names || of == [names[1], names[0]]
        });
        known.map_or((self.law, false), |(_, law)| (*law, true))
    }
}

impl Shape {
    /// Moment of inertia of a uniform body of this outline about its centre of mass, over its mass [m²].
    ///
    /// Also answers how far its centroid is from the origin [m].
    pub fn uniform(&self) -> (f64, f64) {
        match self {
            Self::Disc { radius } => (0.5 * radius * radius, 0.0),
            Self::Polygon { corners } if corners.len() == 2 => {
                let middle = (corners[0] + corners[1]) * 0.5;
                let side = corners[1] - corners[0];
                (side.dot(&side) / 12.0, length(&middle))
            }
            Self::Polygon { corners } => {
                // triangles from the origin: area a×b/2, centroid (a + b)/3, second moment (a² + a·b + b²)/6 of the area
                let (mut area, mut first, mut second) = (0.0, Vector2::zeros(), 0.0);
                for (a, b) in edges(corners) {
                    let part = 0.5 * a.perp(&b);
                    area += part;
                    first += (a + b) * (part / 3.0);
                    second += part * (a.dot(&a) + a.dot(&b) + b.dot(&b)) / 6.0;
                }
                let centroid = first / area;
                (second / area - centroid.dot(&centroid), length(&centroid))
            }
        }
    }

    /// Half a rectangle's width and height to its corners.
    pub fn rectangle(half_width: f64, half_height: f64) -> Self {
        let (x, y) = (half_width, half_height);
        Self::Polygon {
            corners: vec![Vector2::new(-x, -y), Vector2::new(x, -y), Vector2::new(x, y), Vector2::new(-x, y)],
        }
    }

    /// A thin rod along x.
    pub fn rod(length: f64) -> Self {
        Self::Polygon { corners: vec![Vector2::new(-0.5 * length, 0.0), Vector2::new(0.5 * length, 0.0)] }
    }
}

/// Neighbouring corners of a polygon.
pub fn edges(corners: &[Vector2<f64>]) -> impl Iterator<Item = (Vector2<f64>, Vector2<f64>)> + '_ {
    (0..corners.len()).map(|k| (corners[k], corners[(k + 1) % corners.len()]))
}
