//! The place of a convex body that is nearest to the origin.

use crate::physics::Vector3;

/// Most corners that are looked at; every one brings the bodies nearer to each other.
const MOST_ROUNDS: usize = 128;

/// Part of the distance squared by which another corner must bring them nearer: what it leaves out moves the place by √2 of its root.
const NEARER: f64 = 1e-16;

/// Places of two bodies that are nearest to each other, as mixtures of up to four of their corners.
#[derive(Clone, Copy, Debug)]
pub struct Witnesses {
    /// Positions of the corners of both bodies and their shares
    corners: [(usize, usize, f64); 4],
    count: usize,
    /// Place on body i less that on body j [m]; 0 where the bodies touch
    pub apart: Vector3<f64>,
}

impl Witnesses {
    /// [m]
    pub fn distance(&self) -> f64 {
        self.apart.dot(&self.apart).sqrt()
    }

    /// Positions of the corners in both bodies and their shares.
    pub fn shares(&self) -> impl Iterator<Item = &(usize, usize, f64)> {
        self.corners.iter().take(self.count)
    }
}

/// Corner of the difference of the bodies, by its positions in both.
#[derive(Clone, Copy)]
pub struct Corner {
    pub at: (usize, usize),
    pub place: Vector3<f64>,
}

/// The place of a convex body that is nearest to the origin, by the algorithm of Gilbert, Johnson and Keerthi: the place of a simplex of
/// its corners that is nearest shows where the next corner is looked for. `corner`: the one that lies farthest against a direction
pub fn search(start: &Vector3<f64>, corner: impl Fn(&Vector3<f64>) -> Corner) -> Witnesses {
    let first = corner(start);
    let mut simplex = [first; 4];
    let mut found = Nearest { place: first.place, shares: [1.0, 0.0, 0.0, 0.0], kept: 1 };
    let mut count = 1;
    for _ in 0..MOST_ROUNDS {
        let square = found.place.dot(&found.place);
        let next = corner(&found.place);
        let is_known = simplex.iter().take(count).any(|known| known.at == next.at);
        if is_known || count == 4 || square - found.place.dot(&next.place) <= NEARER * square {
            break;
        }
        simplex[count] = next;
        let nearer = nearest(&simplex, count + 1);
        if nearer.place.dot(&nearer.place) >= square {
            break;
        }
        // corners without a share are left
        let mut kept = 0;
        for k in (0..=count).filter(|k| nearer.kept >> k & 1 == 1) {
            simplex[kept] = simplex[k];
            found.shares[kept] = nearer.shares[k];
            kept += 1;
        }
        (found.place, found.kept, count) = (nearer.place, nearer.kept, kept);
    }
    let corners = core::array::from_fn(|k| (simplex[k].at.0, simplex[k].at.1, found.shares[k]));
    Witnesses { corners, count, apart: found.place }
}

/// The place of a simplex that is nearest to the origin.
struct Nearest {
    place: Vector3<f64>,
    shares: [f64; 4],
    /// Corners with a share, a bit each
    kept: u32,
}

/// Of all sides of the simplex, those of one to four corners, the one whose nearest place lies within it and is nearest.
fn nearest(simplex: &[Corner; 4], count: usize) -> Nearest {
    let mut best = Nearest { place: Vector3::zeros(), shares: [0.0; 4], kept: 0 };
    let mut least = f64::INFINITY;
    for kept in 1u32..1 << count {
        let Some(shares) = foot(simplex, kept) else { continue };
        let place = simplex.iter().zip(shares).map(|(corner, share)| corner.place * share).sum::<Vector3<f64>>();
        let square = place.dot(&place);
        if square < least {
            least = square;
            best = Nearest { place, shares, kept };
        }
    }
    best
}

/// Shares of the corners of a side in the foot of the perpendicular from the origin; None outside of it, and of corners that are no side.
fn foot(simplex: &[Corner; 4], kept: u32) -> Option<[f64; 4]> {
    let mut of = [0; 4];
    let mut count = 0;
    for k in 0..4 {
        if kept >> k & 1 == 1 {
            of[count] = k;
            count += 1;
        }
    }
    let at = |k: usize| simplex[of[k]].place;
    let (base, edge) = (at(0), |k: usize| at(k) - at(0));
    let shares = match count {
        1 => [1.0, 0.0, 0.0, 0.0],
        2 => {
            let along = edge(1);
            let share = -base.dot(&along) / along.dot(&along);
            [1.0 - share, share, 0.0, 0.0]
        }
        3 => {
            let (u, v) = (edge(1), edge(2));
            let normal = u.cross(&v);
            let square = normal.dot(&normal);
            let b = (-base).cross(&v).dot(&normal) / square;
            let c = u.cross(&-base).dot(&normal) / square;
            [1.0 - b - c, b, c, 0.0]
        }
        _ => {
            let (u, v, w) = (edge(1), edge(2), edge(3));
            let volume = u.cross(&v).dot(&w);
            let b = (-base).cross(&v).dot(&w) / volume;
            let c = u.cross(&-base).dot(&w) / volume;
            let d = u.cross(&v).dot(&-base) / volume;
            [1.0 - b - c - d, b, c, d]
        }
    };
    // a share that is no number is none
    if !shares.iter().take(count).all(|share| *share > 0.0) {
        return None;
    }
    let mut all = [0.0; 4];
    for (k, share) in of.into_iter().zip(shares).take(count) {
        all[k] = share;
    }
    Some(all)
}
