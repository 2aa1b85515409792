//! A patch: points with weights on one body that carry the contact, each for itself, in the place of a face [WK91, chapter 4].

use super::given::{Assignments, Kind, assign};
use super::scene::Scene;
use crate::meet::{Solids, table};
use crate::physics::elementary::sin_cos;
use crate::physics::rotation::Rotation;
use crate::physics::{Quaternion, Vector3};
use crate::shape::{Cone, Placed, Shape};
use crate::unit::named;
use crate::unit::parameters::ContactParameters;
use core::f64::consts::PI;

/// Most points of a patch: in Model Exchange each of them has five states.
pub const MOST_POINTS: usize = 4096;

/// Fewest points that do not tip.
pub const FEWEST_POINTS: usize = 3;

/// Points x_k [m] with weights w_k [m²], of which the sum is the area.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    points: Vec<(Vector3<f64>, f64)>,
}

/// Nodes and weights of Gauss' rule of `n` points on 0…1, by Newton's iteration on the polynomial of Legendre.
fn gauss(n: usize) -> Vec<(f64, f64)> {
    let order = n as f64;
    let node = |at: usize| {
        let mut x = sin_cos(PI * (at as f64 + 0.75) / (order + 0.5)).1;
        let mut slope = 1.0;
        // quadratic from a start within 1/n² of the root: the rest of them change nothing
        for _ in 0..8 {
            let (mut before, mut value) = (1.0, x);
            for k in (2..=n).map(|k| k as f64) {
                (before, value) = (value, ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k);
            }
            slope = order * (x * value - before) / (x * x - 1.0);
            x -= value / slope;
        }
        (0.5 * (x + 1.0), 1.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..n).map(node).collect()
}

impl Patch {
    /// A disc about the origin in the plane of x and y, or a ring, `inner` > 0 [m]: circles at the nodes of Gauss' rule in r², on each of them
    /// as many points at equal angles. Area and second moments are exact.
    pub fn ring(inner: f64, outer: f64, [circles, on_each]: [usize; 2]) -> Self {
        let (from, to) = (inner * inner, outer * outer);
        let count = on_each as f64;
        let points = gauss(circles).into_iter().flat_map(|(node, weight)| {
            let radius = (from + (to - from) * node).sqrt();
            let weight = weight * PI * (to - from) / count;
            (0..on_each).map(move |k| {
                let (sin, cos) = sin_cos(2.0 * PI * (k as f64 + 0.5) / count);
                (Vector3::new(radius * cos, radius * sin, 0.0), weight)
            })
        });
        Patch { points: points.collect() }
    }

    /// A rectangle about the origin with these edges along x and y [m]: Gauss' rule along both. Area and second moments are exact from two
    /// points along each.
    pub fn rectangle([a, b]: [f64; 2], [along_a, along_b]: [usize; 2]) -> Self {
        let along_b = gauss(along_b);
        let points = gauss(along_a).into_iter().flat_map(|(x, w)| {
            along_b
                .iter()
                .map(move |(y, v)| (Vector3::new(a * (x - 0.5), b * (y - 0.5), 0.0), w * v * (a * b)))
                .collect::<Vec<_>>()
        });
        Patch { points: points.collect() }
    }

    /// Points [m] and weights [m²] as given. Errors: none or too many, a weight that is not positive, a place that is not finite.
    pub fn of_points(points: Vec<(Vector3<f64>, f64)>) -> Result<Self, String> {
        for (k, (at, weight)) in (1..).zip(&points) {
            if !at.sum().is_finite() {
                return Err(format!("point {k} is not finite"));
            }
            if !(*weight > 0.0 && weight.is_finite()) {
                return Err(format!("weight {k} = {weight:?} must be a finite number > 0"));
            }
        }
        let count = points.len();
        is_count(count).map(|()| Patch { points })
    }

    /// The same where its frame sits at `position` [m], turned by `orientation`, any length from 1e-100 to 1e100.
    #[must_use]
    pub fn placed(mut self, position: &Vector3<f64>, orientation: &Quaternion<f64>) -> Self {
        let turn = Rotation::of(orientation);
        self.points.iter_mut().for_each(|(at, _)| *at = position + turn.of_vector(at));
        self
    }

    pub fn points(&self) -> &[(Vector3<f64>, f64)] {
        &self.points
    }

    /// Σw_k [m²]
    pub fn area(&self) -> f64 {
        self.points.iter().map(|(_, weight)| weight).sum()
    }
}

/// Errors: a patch does not have so many points.
pub fn is_count(count: usize) -> Result<(), String> {
    let is_count = (1..=MOST_POINTS).contains(&count);
    if is_count { Ok(()) } else { Err(format!("{count} points: there must be 1 to {MOST_POINTS}")) }
}

/// The middle of the lower end of a shape that has one, in its frame [m]: where a patch is by default.
pub fn lower_end(shape: &Shape<f64>) -> Option<Vector3<f64>> {
    match shape {
        Shape::Box { half } => Some(Vector3::new(0.0, 0.0, -half[2])),
        Shape::Cone(Cone { length, .. }) => Some(Vector3::new(0.0, 0.0, -0.5 * length)),
        _ => None,
    }
}

/// Which of two shapes can have a patch on the other one. Errors: why neither.
pub fn carriers(a: &Shape<f64>, b: &Shape<f64>) -> Result<[bool; 2], String> {
    let is_round = |of: &Shape<f64>| {
        !matches!(of, Shape::Plane { .. } | Shape::Box { .. } | Shape::Cone(_) | Shape::Facets { .. })
    };
    let carries = |i: &Shape<f64>, j: &Shape<f64>| {
        let bears = matches!(j, Shape::Plane { .. }) || table::are_convex(i, j);
        bears && matches!(i, Shape::Box { .. } | Shape::Cone(_) | Shape::Facets { .. })
    };
    let found = [carries(a, b), carries(b, a)];
    if found.contains(&true) && !is_round(a) && !is_round(b) {
        return Ok(found);
    }
    let round = [a, b].into_iter().find(|of| is_round(of)).unwrap_or(a);
    Err(format!(
        "a patch lies on a face: a {} and a {} have none that meet, a {} is {}; boxes, cylinders, cones, convex bodies and meshes can carry \
         one on planes, and those that meet by volume on each other",
        a.name(),
        b.name(),
        round.name(),
        if is_round(round) { "round" } else { "not met" }
    ))
}

impl Scene {
    /// Adds a contact for each point of a patch on the first of two parts (body, part), in its frame: NAME_1, NAME_2 and so on, point k with
    /// the stiffness k_A·w_k and its share w_k/Σw of σ0, σ1 and σ2, so that all of them bear what is given. `given` are parameters of the
    /// pair beside the geometry's.
    ///
    /// Errors: as [`add_contact`](Self::add_contact); neither shape can carry a patch.
    pub fn add_patch(
        &mut self,
        name: Option<&str>,
        parts: [(usize, usize); 2],
        patch: &Patch,
        given: &Assignments,
    ) -> Result<(), String> {
        let name = name.map_or_else(|| self.contact_name(parts), String::from);
        let mut parameters = named::start_values();
        let [i, j] = self.placed(parts);
        assign(&name, self.materials(parts), (Kind::Patch, Some(&Solids { i, j })), &mut parameters, given)?;
        self.add_patch_with(Some(&name), parts, patch, &parameters)
    }

    /// The same with all parameters at once, of which `compliance.k` is k_A and the geometry's are replaced.
    ///
    /// Errors: as [`add_patch`](Self::add_patch).
    pub fn add_patch_with(
        &mut self,
        name: Option<&str>,
        parts: [(usize, usize); 2],
        patch: &Patch,
        parameters: &ContactParameters<f64>,
    ) -> Result<(), String> {
        let name = name.map_or_else(|| self.contact_name(parts), String::from);
        let shapes = parts.map(|(body, part)| self.bodies[body].parts[part].shape);
        let [true, _] = carriers(&shapes[0], &shapes[1])? else {
            return Err(format!("contact \"{name}\": the shape that carries the patch comes first"));
        };
        if parameters.laws.friction.mu_r > 0.0 {
            return Err(format!(
                "contact \"{name}\": friction.mu_r > 0: the points of a patch make its resistance to rolling; leave it at 0"
            ));
        }
        let area = patch.area();
        let before = self.contacts.len();
        for (k, (at, weight)) in (1..).zip(patch.points()) {
            let [mut point, other] = self.placed(parts);
            point = Placed {
                shape: table::point(),
                center: point.center + Rotation::of(&point.orientation).of_vector(at),
                orientation: Quaternion::new(1.0, 0.0, 0.0, 0.0),
            };
            let mut of_point = *parameters;
            of_point.laws.compliance.k *= weight;
            let (friction, share) = (&mut of_point.laws.friction, weight / area);
            for sigma in [&mut friction.sigma_0, &mut friction.sigma_1, &mut friction.sigma_2] {
                *sigma *= share;
            }
            if let Err(why) = self.add_piece_with(&format!("{name}_{k}"), parts, [point, other], &of_point) {
                self.contacts.truncate(before);
                return Err(why);
            }
        }
        Ok(())
    }
}
