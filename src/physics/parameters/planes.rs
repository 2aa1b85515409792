//! The planes of [PT96 §2 (b)] as they are given.

use nalgebra::Vector3;

/// Most planes of one contact.
pub const MOST_PLANES: usize = 16;

/// α·c_t + β·c_o + γ·c_r/e_r ≤ τ for every row (α, β, γ) [1] that is not 0, c_t and c_o over e_t and e_o: a set of friction forces that
/// need not be symmetric. c on body i.
///
/// Deviation from [PT96 (b)]: γ belongs to c_r/e_r, so that it has no unit. Without a radius e_r there is no moment, and γ counts as 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Planes {
    pub rows: [[f64; 3]; MOST_PLANES],
}

impl Planes {
    /// The normals of the planes, in units of their distance from the middle; with `spin` or at right angles to it.
    pub fn normals(&self, spin: bool) -> impl Iterator<Item = Vector3<f64>> + Clone {
        let normals = self.rows.iter().map(move |[t, o, r]| Vector3::new(*t, *o, if spin { *r } else { 0.0 }));
        normals.filter(|normal| *normal != Vector3::zeros())
    }

    /// A direction (t, o, r) of unit length in which forces have no bound; without `spin` there is no r.
    pub fn unlimited(&self, spin: bool) -> Option<Vector3<f64>> {
        let normals = || self.normals(spin).map(|normal| normal / normal.dot(&normal).sqrt());
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        // in the plane edges are along the third axis, which is no direction
        let about = if spin { &axes[..] } else { &axes[2..] };
        let edges = normals().flat_map(|n| normals().chain(about.iter().copied()).map(move |m| n.cross(&m)));
        let is_free = |d: &Vector3<f64>| {
            let length = d.dot(d).sqrt();
            length > ROUNDING && (spin || d.z == 0.0) && normals().all(|n| n.dot(d) <= ROUNDING * length)
        };
        let found = axes[..1].iter().copied().chain(edges).flat_map(|d| [d, -d]).find(is_free);
        // −0 is 0
        found.map(|d| d / d.dot(&d).sqrt() + Vector3::zeros())
    }
}

/// Part of a length that is rounding.
const ROUNDING: f64 = 1e-11;
