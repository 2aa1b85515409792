//! A polyhedron that limits friction: its corners and faces.

use nalgebra::{DVector, MatrixXx3, Vector3};

/// Fraction of its terms that rounding may leave of a product.
const ROUNDING: f64 = 1e-11;

/// Planes that may limit a point at the same time: a face, an edge or a corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    pub count: usize,
    pub planes: [usize; 3],
    /// Whether this plane holds from both sides: friction lies in it.
    pub released: [bool; 3],
    /// p_i·d_j = 1 for i = j, else 0, d_j in the span of the p: multipliers of v = Σu·p are u_j = d_j·v.
    pub dual: [Vector3<f64>; 3],
    /// At right angles to the planes and to each other; the first 3 − count are in use.
    pub along: [Vector3<f64>; 3],
}

/// {c : p·c ≤ τ for all planes p}, bounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Polytope {
    pub planes: DVector<Vector3<f64>>,
    pub faces: DVector<Face>,
    /// Without planes that hold from both sides.
    pub has_inside: bool,
}

/// A direction of unit length that no plane limits.
pub fn unlimited(planes: &MatrixXx3<f64>) -> Option<Vector3<f64>> {
    let p = rows(planes);
    let n = p.len();
    let mut candidates = vec![];
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
    for i in 0..n {
        for j in 0..i {
            candidates.push(p[i].cross(&p[j]));
        }
        // fewer than three independent planes
        candidates.extend(axes.iter().map(|axis| p[i].cross(axis)));
    }
    if n == 0 {
        candidates.push(axes[0]);
    }
    // units of the columns
    let size = Vector3::from_fn(|k, _| p.iter().fold(0.0, |largest, p| f64::max(largest, p[k].abs())));
    if let Some(k) = (0..3).find(|k| size[*k] == 0.0) {
        return Some(axes[k]);
    }
    for d in candidates {
        for d in [d, -d] {
            let terms = |p: &Vector3<f64>| (0..3).fold(0.0, |sum, k| sum + (p[k] * d[k]).abs());
            let largest = size.dot(&d.abs());
            if largest > 0.0 && p.iter().all(|p| p.dot(&d) <= ROUNDING * terms(p).max(ROUNDING * largest)) {
                // −0 is 0
                return Some(d / length(&d) + Vector3::zeros());
            }
        }
    }
    None
}

fn rows(planes: &MatrixXx3<f64>) -> DVector<Vector3<f64>> {
    DVector::from_fn(planes.nrows(), |i, _| planes.row(i).transpose())
}

/// Corners of {p·c ≤ 1}, each once.
pub fn corners(planes: &MatrixXx3<f64>) -> DVector<Vector3<f64>> {
    let p = rows(planes);
    let mut found: DVector<Vector3<f64>> = DVector::from_vec(vec![]);
    for i in 0..p.len() {
        for j in 0..i {
            for k in 0..j {
                if let Some(dual) = dual(&[p[i], p[j], p[k]]) {
                    let corner = dual[0] + dual[1] + dual[2];
                    let known = |other: &Vector3<f64>| {
                        p.iter().all(|p| p.dot(&(other - corner)).abs() <= ROUNDING.sqrt() * terms(p, &corner))
                    };
                    if p.iter().all(|p| p.dot(&corner) - 1.0 <= ROUNDING * terms(p, &corner))
                        && !found.iter().any(known)
                    {
                        found.extend([corner]);
                    }
                }
            }
        }
    }
    found
}

fn terms(p: &Vector3<f64>, c: &Vector3<f64>) -> f64 {
    (0..3).fold(1.0, |sum, k| sum + (p[k] * c[k]).abs())
}

/// d_j with p_i·d_j = δ_ij of three planes; none where they depend on each other.
fn dual(p: &[Vector3<f64>; 3]) -> Option<[Vector3<f64>; 3]> {
    let across = [p[1].cross(&p[2]), p[2].cross(&p[0]), p[0].cross(&p[1])];
    let volume = p[0].dot(&across[0]);
    let size = (0..3).fold(0.0, |sum, k| {
        let (l, m) = ((k + 1) % 3, (k + 2) % 3);
        sum + (p[0][k] * p[1][l] * p[2][m]).abs() + (p[0][k] * p[1][m] * p[2][l]).abs()
    });
    (volume.abs() > ROUNDING * size).then(|| across.map(|across| across / volume))
}

impl Polytope {
    /// `corners` of the same planes.
    pub fn new(planes: &MatrixXx3<f64>, corners: &DVector<Vector3<f64>>) -> Self {
        let p = rows(planes);
        let on = |planes: &[usize]| {
            let at = |c: &&Vector3<f64>| planes.iter().all(|i| touches(&p[*i], c));
            corners.iter().filter(at).count()
        };
        let mut faces = vec![];
        for i in 0..p.len() {
            if on(&[i]) >= 3 {
                faces.extend(face(&p, &[i]));
            }
            for j in 0..i {
                if on(&[i, j]) >= 2 {
                    faces.extend(face(&p, &[i, j]));
                }
                for k in 0..j {
                    if on(&[i, j, k]) >= 1 {
                        faces.extend(face(&p, &[i, j, k]));
                    }
                }
            }
        }
        Polytope { planes: p, faces: DVector::from_vec(faces), has_inside: true }
    }

    /// What is left where friction has to lie where −v·c is greatest: a corner of {p·c ≤ 1}, or the edge or face.
    pub fn against(&self, v: &Vector3<f64>, corners: &DVector<Vector3<f64>>) -> Result<Vector3<f64>, Polytope> {
        let work = |c: &Vector3<f64>| -c.dot(v);
        let most = corners.iter().fold(f64::NEG_INFINITY, |most, c| f64::max(most, work(c)));
        let size = corners.iter().fold(0.0, |size, c| f64::max(size, (0..3).fold(0.0, |s, k| s + (c[k] * v[k]).abs())));
        let best = DVector::from_vec(corners.iter().filter(|c| most - work(c) <= ROUNDING * size).copied().collect());
        if best.len() == 1 {
            return Ok(best[0]);
        }
        let flat = self.faces.iter().filter(|face| face.count < 3);
        let mut flat =
            flat.filter(|face| best.iter().all(|c| face.planes().iter().all(|i| touches(&self.planes[*i], c))));
        // an edge before the faces beside it
        let widest = flat.clone().find(|face| face.count == 2);
        let Some(base) = widest.or_else(|| flat.next()) else { return Ok(best[0]) };
        let within = self.faces.iter().filter(|face| base.planes().iter().all(|i| face.planes().contains(i)));
        let released = within.map(|face| {
            let mut face = *face;
            for k in 0..face.count {
                face.released[k] = base.planes().contains(&face.planes[k]);
            }
            face
        });
        let faces = DVector::from_vec(released.collect());
        Err(Polytope { planes: self.planes.clone(), faces, has_inside: false })
    }

    /// The face that the point of size `tau` nearest to y lies on; None: y itself.
    pub fn nearest(&self, y: &Vector3<f64>, tau: f64) -> Option<&Face> {
        let beyond = |c: &Vector3<f64>| self.planes.iter().fold(0.0, |far, p| f64::max(far, p.dot(c) - tau));
        let (mut best, mut which) = (if self.has_inside { beyond(y) } else { f64::INFINITY }, None);
        for face in self.faces.iter() {
            if best == 0.0 {
                break;
            }
            let c = face.project(y, tau);
            let pull = (0..face.count).filter(|k| !face.released[*k]).fold(0.0, |pull, k| {
                let p = self.planes[face.planes[k]];
                f64::max(pull, -face.dual[k].dot(&(y - c)) * p.dot(&p))
            });
            let wrong = f64::max(pull, beyond(&c));
            if wrong < best {
                (best, which) = (wrong, Some(face));
            }
        }
        which
    }
}

fn length(v: &Vector3<f64>) -> f64 {
    v.dot(v).sqrt()
}

fn touches(p: &Vector3<f64>, corner: &Vector3<f64>) -> bool {
    (p.dot(corner) - 1.0).abs() <= ROUNDING.sqrt() * terms(p, corner)
}

impl Face {
    pub fn planes(&self) -> &[usize] {
        &self.planes[..self.count]
    }

    /// Nearest point of {p·c = τ}.
    pub fn project(&self, y: &Vector3<f64>, tau: f64) -> Vector3<f64> {
        self.part(y) + self.offset() * tau
    }

    /// Part of y along the face.
    pub fn part(&self, y: &Vector3<f64>) -> Vector3<f64> {
        (0..3 - self.count).fold(Vector3::zeros(), |sum, k| sum + self.along[k] * self.along[k].dot(y))
    }

    /// The point of {p·c = 1} nearest to 0.
    pub fn offset(&self) -> Vector3<f64> {
        (0..self.count).fold(Vector3::zeros(), |sum, k| sum + self.dual[k])
    }
}

/// None where the planes depend on each other.
fn face(p: &DVector<Vector3<f64>>, planes: &[usize]) -> Option<Face> {
    let mut of = [Vector3::zeros(); 3];
    let mut index = [0; 3];
    for (k, i) in planes.iter().enumerate() {
        (of[k], index[k]) = (p[*i], *i);
    }
    let count = planes.len();
    let mut along = [Vector3::zeros(); 3];
    if count == 1 {
        let axis =
            of[0].iter().enumerate().fold(0, |least, (k, x)| if x.abs() < of[0][least].abs() { k } else { least });
        along[0] = of[0].cross(&Vector3::ith(axis, 1.0));
        along[0] /= length(&along[0]);
        along[1] = of[0].cross(&along[0]);
        along[1] /= length(&along[1]);
        (of[1], of[2]) = (along[0], along[1]);
    } else if count == 2 {
        let across = of[0].cross(&of[1]);
        if length(&across) <= ROUNDING * length(&of[0]) * length(&of[1]) {
            return None;
        }
        along[0] = across / length(&across);
        of[2] = along[0];
    }
    let dual = dual(&of)?;
    Some(Face { count, planes: index, released: [false; 3], dual, along })
}
