//! Truncated cone and cylinder: discs about the z axis, the origin half-way up.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::Curvature;
use crate::shape::below::{Cut, Moments};
use crate::shape::nearest::Nearest;
use crate::shape::segment::Segment;

/// Radii of the discs at the lower and the upper end and the length between them [m]; the upper one may be 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<T> {
    pub radius: T,
    pub top_radius: T,
    pub length: T,
}

/// Integrals over z of the discs' moments. Along the line of steepest descent e of the plane, which rises by m per length:
/// what is odd along e is by m, so that it has a derivative also where the cone stands upright.
struct Slices<T> {
    volume: T,
    /// ∫z dV, ∫z² dV
    height: T,
    height_square: T,
    /// ∫s dV/m, ∫s·z dV/m, s along e
    along: T,
    along_height: T,
    /// ∫s² dV, ∫t² dV, t across e
    along_square: T,
    across_square: T,
}

impl<T: Scalar> Slices<T> {
    /// Adds `weight` times the disc of radius `rho` at z, of which `segment` is below the plane; the odd parts with another weight.
    fn add(&mut self, z: T, rho: T, segment: &Segment<T>, weight: T, odd_weight: T) {
        let square = rho * rho;
        let area = segment.area * square * weight;
        let moment = segment.moment * square * rho * odd_weight;
        self.volume += area;
        self.height += area * z;
        self.height_square += area * z * z;
        self.along += moment;
        self.along_height += moment * z;
        let fourth = square * square * weight;
        self.along_square += segment.along_square * fourth;
        self.across_square += segment.across_square * fourth;
    }
}

/// Points of Gauss' rule of 16 in θ on (−π/2, π/2) that are > 0, as sin θ and weight·cos θ: with z = sin θ roots at the ends of an
/// interval of z are smooth in θ, and the part below the plane is found to 1e-11 of itself.
const SINES: [(f64, f64); 8] = [
    (0.148_691_865_890_404_4, 0.294_280_205_357_142_9),
    (0.428_057_063_588_868_6, 0.259_225_609_157_935_13),
    (0.658_971_885_399_084_7, 0.199_858_775_624_148_97),
    (0.825_200_872_426_835_6, 0.132_728_684_486_640_24),
    (0.927_094_888_788_312_5, 0.073_378_600_646_111_28),
    (0.977_808_137_941_973_7, 0.031_315_292_297_907_31),
    (0.996_212_553_862_335_6, 0.008_502_770_188_159_203),
    (0.999_861_409_060_661_8, 0.000_710_062_241_955_347_9),
];

/// Gauss' rule of 3, exact for ρ⁴: √(3/5), 5/9 and 8/9.
const GAUSS: [(f64, f64); 3] =
    [(-0.774_596_669_241_483_4, 5.0 / 9.0), (0.0, 8.0 / 9.0), (0.774_596_669_241_483_4, 5.0 / 9.0)];

/// The part of [from, until] where a linear function with these values at its ends is > 0, as parts of the interval.
fn positive<T: Scalar>(at_from: T, at_until: T) -> Option<[T; 2]> {
    let root = || at_from / (at_from - at_until);
    match (at_from.value() > 0.0, at_until.value() > 0.0) {
        (true, true) => Some([T::zero(), T::one()]),
        (true, false) => Some([T::zero(), root()]),
        (false, true) => Some([root(), T::one()]),
        (false, false) => None,
    }
}

impl<T: Scalar> Cone<T> {
    /// Radius and place along the axis of each end [m].
    pub fn ends(&self) -> [[T; 2]; 2] {
        [[self.radius, -self.half()], [self.top_radius, self.half()]]
    }

    /// Half the length.
    fn half(&self) -> T {
        self.length * T::from(0.5)
    }

    /// Radius at z [m].
    fn radius_at(&self, z: T) -> T {
        let share = z / self.length;
        self.radius * (T::from(0.5) - share) + self.top_radius * (T::from(0.5) + share)
    }

    /// Moments of the part below a plane: discs cut by a straight line, integrated along the axis.
    pub fn below(&self, cut: &Cut<T>) -> Moments<T> {
        let n = &cut.normal;
        let rise = (n[0] * n[0] + n[1] * n[1]).sqrt();
        let mut slices = Slices {
            volume: T::zero(),
            height: T::zero(),
            height_square: T::zero(),
            along: T::zero(),
            along_height: T::zero(),
            along_square: T::zero(),
            across_square: T::zero(),
        };
        // depths of the lowest and of the highest point of the discs at both ends
        let ends = [(-self.half(), self.radius), (self.half(), self.top_radius)];
        let [low, high] = [rise, -rise].map(|rise| ends.map(|(z, radius)| cut.height - n[2] * z + rise * radius));
        if let Some([from, until]) = positive(high[0], high[1]) {
            self.add_whole(&mut slices, from, until);
        }
        let is_below = [low, high].map(|of| of.map(|depth| depth.value() > 0.0));
        if is_below[0] == is_below[1] && is_below[0][0] != is_below[0][1] {
            self.add_free(&mut slices, cut, rise);
        } else if let Some([from, until]) = positive(low[0], low[1]) {
            let between = |share: T| high[0] + (high[1] - high[0]) * share;
            if let Some([start, end]) = positive(-between(from), -between(until)) {
                let width = until - from;
                self.add_cut(&mut slices, low, rise, from + width * start, from + width * end);
            }
        }
        moments(&slices, n, rise)
    }

    /// Discs that are below the plane as a whole, between shares of the length.
    fn add_whole(&self, slices: &mut Slices<T>, from: T, until: T) {
        let half = (until - from) * self.half();
        let middle = (from + until) * self.half() - self.half();
        for (place, weight) in GAUSS {
            let z = middle + half * T::from(place);
            slices.add(z, self.radius_at(z), &Segment::whole(), half * T::from(weight), T::zero());
        }
    }

    /// Discs that the plane cuts, between shares of the length that are not both where it begins and ends to cut them.
    fn add_cut(&self, slices: &mut Slices<T>, low: [T; 2], rise: T, from: T, until: T) {
        let half = (until - from) * T::from(0.5);
        let middle = (from + until) * T::from(0.5);
        for (sine, weight) in SINES {
            for sine in [-sine, sine] {
                let share = middle + half * T::from(sine);
                let z = self.length * share - self.half();
                let rho = self.radius_at(z);
                let depth = low[0] + (low[1] - low[0]) * share;
                let across = rise * rho;
                if across.value() > 0.0 {
                    let weight = half * self.length * T::from(weight);
                    slices.add(z, rho, &Segment::of(depth / across), weight, weight / rise);
                }
            }
        }
    }

    /// All discs that the plane cuts, from the first to the last: between  z = (h ± m·ρ₀)/(n_z ∓ m·κ)  with ρ = ρ₀ + κ·z, half of
    /// which is m·G, and the height of the segments is (n_z − m·κ)·G·(1 − sin θ)/ρ of their radius: nothing is divided by m, the rise of
    /// the plane, which is 0 where the cone stands upright.
    fn add_free(&self, slices: &mut Slices<T>, cut: &Cut<T>, rise: T) {
        let up = cut.normal[2];
        let slope = (self.top_radius - self.radius) / self.length;
        let middle_radius = (self.radius + self.top_radius) * T::from(0.5);
        let per_rise = (middle_radius * up + slope * cut.height) / (up * up - rise * rise * slope * slope);
        let middle = (cut.height * up + rise * rise * slope * middle_radius) / (up * up - rise * rise * slope * slope);
        // of either sign, as the plane looks up or down
        let side = if per_rise.value() < 0.0 { -T::one() } else { T::one() };
        for (sine, weight) in SINES {
            for sine in [-sine, sine] {
                let z = middle + per_rise * rise * T::from(sine);
                let rho = middle_radius + slope * z;
                if rho.value() > 0.0 {
                    let height = (up - rise * slope) * per_rise * T::from(1.0 - sine) / rho;
                    let odd = per_rise * side * T::from(weight);
                    slices.add(z, rho, &Segment::of(height), odd * rise, odd);
                }
            }
        }
    }

    /// How flat the end that faces a plane lies below it [1]: (1 − s²)², s = m·ρ/d by how much its rim rises above its middle, which is d
    /// deep; 1 where it is parallel to the plane, 0 from where its rim comes out.
    pub fn flatness(&self, cut: &Cut<T>) -> T {
        let n = &cut.normal;
        let is_upright = n[2].value() > 0.0;
        let (height, radius) = if is_upright { (-self.half(), self.radius) } else { (self.half(), self.top_radius) };
        let depth = cut.height - n[2] * height;
        let (rim, deep) = ((n[0] * n[0] + n[1] * n[1]) * radius * radius, depth * depth);
        if depth.value() <= 0.0 || rim.value() >= deep.value() {
            return T::zero();
        }
        let left = T::one() - rim / deep;
        left * left
    }

    /// The point that lies farthest along a direction [m].
    pub fn support(&self, direction: &Vector3<T>) -> Vector3<T> {
        let [x, y, z] = [direction[0], direction[1], direction[2]];
        let across = (x * x + y * y).sqrt();
        let of_bottom = across * self.radius - z * self.half();
        let of_top = across * self.top_radius + z * self.half();
        let (radius, height) = if of_top.value() > of_bottom.value() {
            (self.top_radius, self.half())
        } else {
            (self.radius, -self.half())
        };
        let share = if across.value() > 0.0 { radius / across } else { T::zero() };
        Vector3::new(x * share, y * share, height)
    }
}

/// Slices in the axes of the cone; a plane across its axis has no line of steepest descent, and nothing to tell about it.
fn moments<T: Scalar>(slices: &Slices<T>, n: &Vector3<T>, rise: T) -> Moments<T> {
    let none = T::zero();
    let steep = Vector3::new(n[0], n[1], none);
    let up = Vector3::new(none, none, T::one());
    let e = if rise.value() > 0.0 { steep / rise } else { Vector3::new(T::one(), none, none) };
    let mixed = steep * up.transpose() * slices.along_height;
    let plane = Matrix3::from_diagonal(&Vector3::new(slices.across_square, slices.across_square, slices.height_square));
    Moments {
        volume: slices.volume,
        first: steep * slices.along + up * slices.height,
        second: plane + e * e.transpose() * (slices.along_square - slices.across_square) + mixed + mixed.transpose(),
    }
}

/// In the half plane through the axis: distance from the axis and height.
type Profile<T> = [T; 2];

/// The nearest point of a profile: distance, its direction, and by how much that turns in the half plane.
struct OfProfile<T> {
    distance: T,
    normal: Profile<T>,
    turns: T,
}

impl<T: Scalar> Cone<T> {
    /// The nearest point of the surface: of an end, of its rim, or of the side. The curvature that counts for the stiffness is that around the
    /// axis, by the mean of the radii, as far as the normal points away from it, so that it does not jump at the rims; along the side it is 0.
    pub fn nearest(&self, point: &Vector3<T>) -> Nearest<T> {
        let (none, half) = (T::zero(), self.half());
        let across = Vector3::new(point[0], point[1], none);
        let rho = across.dot(&across).sqrt();
        let e = if rho.value() > 0.0 { across / rho } else { Vector3::new(T::one(), none, none) };
        let OfProfile { distance, normal: [out, up], turns } = self.nearest_of_profile([rho, point[2]], half);
        let axis = Vector3::new(none, none, T::one());
        let normal = e * out + axis * up;
        let around = axis.cross(&e);
        // on the axis as in the half plane: over a tip
        let by_turn = if rho.value() > 0.0 { out / rho } else { turns };
        // across the normal in the half plane
        let tangent = axis * out - e * up;
        let bend = around * around.transpose() * by_turn + tangent * tangent.transpose() * turns;
        let mean = out.positive_part() / (self.radius + self.top_radius);
        let uneven = (around * around.transpose() - tangent * tangent.transpose()) * mean;
        Nearest { distance, normal, bend, curvature: Curvature { mean, uneven } }
    }

    fn nearest_of_profile(&self, [rho, z]: Profile<T>, half: T) -> OfProfile<T> {
        let none = T::zero();
        let (narrows, length) = (self.top_radius - self.radius, self.length);
        let side = (narrows * narrows + length * length).sqrt();
        let (along, outward) = ([narrows / side, length / side], [length / side, -(narrows / side)]);
        let from_rim = [rho - self.radius, z + half];
        let of_side = from_rim[0] * outward[0] + from_rim[1] * outward[1];
        let [of_bottom, of_top] = [-half - z, z - half];
        let face = |distance: T, up: T| OfProfile { distance, normal: [none, up], turns: none };
        let rim = |radius: T, height: T| {
            let way = [rho - radius, z - height];
            let distance = (way[0] * way[0] + way[1] * way[1]).sqrt();
            OfProfile { distance, normal: [way[0] / distance, way[1] / distance], turns: T::one() / distance }
        };
        let is_inside = [of_side, of_bottom, of_top].iter().all(|distance| distance.value() <= 0.0);
        let way_along = (from_rim[0] * along[0] + from_rim[1] * along[1]).value();
        let by_side = OfProfile { distance: of_side, normal: outward, turns: none };
        if is_inside {
            let is_nearest = |one: T, others: [T; 2]| others.iter().all(|other| one.value() >= other.value());
            return if is_nearest(of_bottom, [of_side, of_top]) {
                face(of_bottom, -T::one())
            } else if is_nearest(of_top, [of_side, of_bottom]) {
                face(of_top, T::one())
            } else {
                by_side
            };
        }
        if of_bottom.value() > 0.0 && rho.value() < self.radius.value() {
            face(of_bottom, -T::one())
        } else if of_top.value() > 0.0 && rho.value() < self.top_radius.value() {
            face(of_top, T::one())
        } else if way_along < 0.0 {
            rim(self.radius, -half)
        } else if way_along > side.value() {
            rim(self.top_radius, half)
        } else {
            by_side
        }
    }
}

/// Where a circle about the z axis is lowest along `up`, as cosine and sine.
pub fn lowest_around(up: &Vector3<f64>) -> [f64; 2] {
    let across = (up[0] * up[0] + up[1] * up[1]).sqrt();
    if across > 0.0 { [-up[0] / across, -up[1] / across] } else { [1.0, 0.0] }
}

impl Cone<f64> {
    /// Of each rim the place that lies lowest along `up` [m]; of a flat one any.
    pub fn lowest_of_rims(&self, up: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let [x, y] = lowest_around(up);
        self.ends().map(|[radius, z]| Vector3::new(x * radius, y * radius, z))
    }

    /// The lower one of the two.
    pub fn lowest(&self, up: &Vector3<f64>) -> Vector3<f64> {
        let [low, high] = self.lowest_of_rims(up);
        if up.dot(&low) <= up.dot(&high) { low } else { high }
    }

    /// Distance of the farthest place from the origin [m].
    pub fn reach(&self) -> f64 {
        let [far, near] = self.ends().map(|[radius, z]| (radius * radius + z * z).sqrt());
        far.max(near)
    }
}
