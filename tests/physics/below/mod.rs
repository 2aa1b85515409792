//! Parts of shapes below a plane: against a table of an independent integration with 30 digits (`table.py`), and by what must hold for
//! every shape.

use crate::common::extrapolated::{Compared, slopes as slopes_of};
use crate::common::random::Random;
use asperity::physics::{Dual, Matrix3, Region, Round, Scalar, Vector3};
use asperity::shape::{Cone, Cut, Moments, Shape};
use std::f64::consts::PI;

type V3 = Vector3<f64>;

fn shape(kind: &str, [a, b, c]: [f64; 3]) -> Shape<f64> {
    match kind {
        "box" => Shape::Box { half: V3::new(a, b, c) },
        "cone" => Shape::Cone(Cone { radius: a, top_radius: b, length: c }),
        _ => Shape::Ellipsoid { half: V3::new(a, b, c) },
    }
}

/// Every kind with sizes of its own.
fn shapes() -> [(&'static str, [f64; 3]); 5] {
    [
        ("box", [0.1, 0.07, 0.05]),
        ("cone", [0.05, 0.05, 0.12]),
        ("cone", [0.06, 0.02, 0.1]),
        ("cone", [0.06, 0.0, 0.1]),
        ("ellipsoid", [0.1, 0.07, 0.05]),
    ]
}

fn numbers(of: &Moments<f64>) -> [f64; 10] {
    let s = &of.second;
    let [x, y, z] = of.first.into();
    [of.volume, x, y, z, s.m11, s.m22, s.m33, s.m12, s.m13, s.m23]
}

/// A plane that leaves `part` of the way from the lowest to the highest point of a shape below it.
fn cut(shape: &Shape<f64>, normal: V3, part: f64) -> Cut<f64> {
    let [low, high] = [-normal, normal].map(|n| shape.support(&n).unwrap().dot(&normal));
    Cut { normal, height: low + part * (high - low) }
}

/// 1e-10 of each moment's size, and for slight overlaps the rounding of the plane's height, a share of 1e-16 by the depth that counts
/// up to five times in the second moments; 20 for the rounding of the normal, which the table takes as it is.
#[test]
fn moments_are_those_of_an_independent_integration() {
    let mut worst: f64 = 0.0;
    for line in include_str!("table.csv").lines().skip(1) {
        let (kind, rest) = line.split_once(',').unwrap();
        let row: Vec<f64> = rest.split(',').map(|number| number.parse().unwrap()).collect();
        let of = shape(kind, [row[0], row[1], row[2]]);
        let cut = Cut { normal: V3::new(row[3], row[4], row[5]), height: row[6] };
        let depth = cut.depth(&of.support(&-cut.normal).unwrap());
        let size = 0.1;
        let found = numbers(&of.below(&cut).unwrap());
        let scales =
            [1.0, size, size, size, size * size, size * size, size * size, size * size, size * size, size * size];
        for (k, (found, wanted)) in found.iter().zip(&row[7..]).enumerate() {
            let error = (found - wanted).abs() / (row[7] * scales[k]);
            worst = worst.max(error);
            assert!(error < 1e-10 + 20.0 * 1e-16 * size / depth, "{line}: number {k} is {found:e}, off by {error:e}");
        }
    }
    assert!(worst > 0.0, "rounding shows");
}

#[test]
fn what_is_below_and_what_is_above_are_the_whole() {
    let mut random = Random(3);
    for (kind, sizes) in shapes() {
        let of = shape(kind, sizes);
        let whole = numbers(&of.whole().unwrap());
        for _ in 0..300 {
            let below = cut(&of, random.direction(), random.within(0.0, 1.0));
            let above = Cut { normal: -below.normal, height: -below.height };
            let [below, above] = [below, above].map(|cut| numbers(&of.below(&cut).unwrap()));
            for k in 0..10 {
                let left = below[k] + above[k] - whole[k];
                // the sums along the axis of a cone are good to 1e-11 of each moment
                let scale = whole[0] * [1.0, 0.1, 0.1, 0.1, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01][k];
                assert!(left.abs() < 2e-11 * scale, "{kind} {sizes:?}: {left:e} is missing of number {k}");
            }
        }
    }
}

/// Whole bodies have the volumes and second moments that books give.
#[test]
fn whole_bodies_have_their_closed_forms() {
    let [a, b, c] = [0.1, 0.07, 0.05];
    let of_box = 8.0 * a * b * c;
    let of_ball = 4.0 / 3.0 * PI * a * b * c;
    let (r, l) = (0.05, 0.12);
    let of_cylinder = PI * r * r * l;
    let by = |volume: f64, squares: [f64; 3], share: f64| squares.map(|square| volume * square * share);
    for (of, volume, squares) in [
        (shape("box", [a, b, c]), of_box, by(of_box, [a * a, b * b, c * c], 1.0 / 3.0)),
        (shape("ellipsoid", [a, b, c]), of_ball, by(of_ball, [a * a, b * b, c * c], 0.2)),
        (shape("cone", [r, r, l]), of_cylinder, by(of_cylinder, [r * r / 4.0, r * r / 4.0, l * l / 12.0], 1.0)),
    ] {
        let found = numbers(&of.whole().unwrap());
        assert!((found[0] / volume - 1.0).abs() < 1e-14, "{}: {}", of.name(), found[0]);
        for (found, wanted) in found[4..7].iter().zip(squares) {
            assert!((found / wanted - 1.0).abs() < 1e-13, "{}: {found}, {wanted}", of.name());
        }
    }
    // π·h/3·(R² + R·r + r²)
    let cone = shape("cone", [0.06, 0.02, 0.1]).whole().unwrap();
    assert!((cone.volume / (PI * 0.1 / 3.0 * (0.0036 + 0.0012 + 0.0004)) - 1.0).abs() < 1e-14);
}

/// V = π·x²·(R − x/3) to rounding.
#[test]
fn a_ball_below_a_plane_is_a_cap() {
    let radius: f64 = 0.07;
    for x in [1e-9, 1e-6, 1e-3, 0.05, 0.07, 0.1, 0.14] {
        let cut = Cut { normal: V3::new(0.6, 0.0, 0.8), height: x - radius };
        let ball = Shape::Sphere { radius, hollow: false };
        let found = ball.below(&cut).unwrap();
        let wanted = PI * x * x * (radius - x / 3.0);
        // the height of the plane is rounded to 1e-17 m
        assert!((found.volume / wanted - 1.0).abs() < 1e-15 + 4e-17 / x, "x = {x}: {}, {wanted}", found.volume);
        // the same by the ellipsoid that it is
        let other = shape("ellipsoid", [radius; 3]).below(&cut).unwrap();
        for (a, b) in numbers(&found).iter().zip(numbers(&other)) {
            assert!((a - b).abs() <= 1e-13 * found.volume.max(1e-300) + 1e-15 * a.abs() / x, "{a:e}, {b:e} at {x}");
        }
    }
}

/// The slopes of dual numbers are extrapolated differences, also where a cone stands upright or a box lies flat.
#[test]
fn derivatives_are_differences() {
    let mut random = Random(11);
    let mut compared = Compared::default();
    for (kind, sizes) in shapes() {
        let of = shape(kind, sizes);
        let dual = match &of {
            Shape::Box { half } => Shape::Box { half: half.map(Dual::from) },
            Shape::Cone(Cone { radius, top_radius, length }) => {
                let [radius, top_radius, length] = [*radius, *top_radius, *length].map(Dual::from);
                Shape::Cone(Cone { radius, top_radius, length })
            }
            Shape::Ellipsoid { half } => Shape::Ellipsoid { half: half.map(Dual::from) },
            _ => unreachable!(),
        };
        for k in 0..60 {
            let normal = match k {
                0 => V3::new(0.0, 0.0, 1.0),
                1 => V3::new(0.0, 0.0, -1.0),
                2 => V3::new(1.0, 0.0, 0.0),
                _ => random.direction(),
            };
            let here = cut(&of, normal, random.within(0.1, 0.9));
            // a turn about an axis across the normal, and a shift
            let axis = normal.cross(&random.direction());
            let shift = random.within(-0.1, 0.1);
            let moved = |by: f64| {
                let normal = normal + axis.cross(&normal) * by;
                Cut { normal: normal / normal.dot(&normal).sqrt(), height: here.height + shift * by }
            };
            let turn = axis.cross(&normal);
            let seeded = Cut {
                normal: normal.zip_map(&turn, |value, slope| Dual { value, slope }),
                height: Dual { value: here.height, slope: shift },
            };
            let found = dual.below(&seeded).unwrap();
            let slopes = {
                let s = found.second.map(|of| of.slope);
                let [x, y, z] = found.first.map(|of| of.slope).into();
                [found.volume.slope, x, y, z, s.m11, s.m22, s.m33, s.m12, s.m13, s.m23]
            };
            let values = Moments {
                volume: found.volume.value(),
                first: found.first.map(Dual::value),
                second: found.second.map(Dual::value),
            };
            assert_eq!(numbers(&values).map(f64::to_bits), numbers(&of.below(&here).unwrap()).map(f64::to_bits));
            let wanted = slopes_of(1e-3, |by| numbers(&of.below(&moved(by)).unwrap()));
            let whole = of.whole().unwrap().volume;
            for (k, slope) in slopes.into_iter().enumerate() {
                let scale = whole * [1.0, 0.1, 0.1, 0.1, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01][k];
                let differs = compared.differs(slope, wanted[k], scale);
                assert!(!differs, "{kind} {sizes:?}, {normal:?}: number {k} has {slope:e}, {:?}", wanted[k]);
            }
        }
    }
    assert!(compared.share() > 0.9, "{}", compared.share());
}

/// Flat and upright: a tilt by dφ about y moves ∫x dV by ∫x² dA·dφ of the section, a·b³/12 and π·R⁴/4.
#[test]
fn upright_bodies_tilt_as_their_section_says() {
    let of_box = Shape::Box { half: V3::new(0.1, 0.07, 0.05).map(Dual::from) };
    let [radius, length] = [0.05, 0.12].map(Dual::from);
    let of_cylinder = Shape::Cone(Cone { radius, top_radius: radius, length });
    for (shape, second) in [(of_box, 0.14 * 0.2_f64.powi(3) / 12.0), (of_cylinder, PI * 0.05_f64.powi(4) / 4.0)] {
        let normal = Vector3::new(0.0, 0.0, 1.0).zip_map(&V3::new(1.0, 0.0, 0.0), |value, slope| Dual { value, slope });
        let found = shape.below(&Cut { normal, height: Dual::from(0.013) }).unwrap();
        // where n leans to +x the plane lies lower there
        let slope = found.first[0].slope;
        assert!((slope / -second - 1.0).abs() < 1e-11, "{}: {slope:e}, {second:e}", shape.name());
        assert!(found.volume.slope.abs() < 1e-15 && found.first[2].slope.abs() < 1e-15);
    }
}

/// Along random motions of the plane, through alignment with faces, edges, rims and axes, nothing jumps: of 1e5 small steps per shape none
/// changes a moment by more than the step allows.
#[test]
fn nothing_jumps_while_faces_edges_and_rims_take_over() {
    let mut random = Random(17);
    for (kind, sizes) in shapes() {
        let of = shape(kind, sizes);
        let whole = of.whole().unwrap().volume;
        for motion in 0..10 {
            // exactly through an axis, the normal of the side of the cone of 0.06 and 0.02 m, an edge
            let through = [V3::x(), V3::y(), V3::z(), V3::new(1.0, 0.0, 0.4), V3::new(0.0, -1.0, -1.0)][motion % 5];
            let through = through / through.dot(&through).sqrt();
            let across = through.cross(&random.direction());
            let part = random.within(0.05, 0.95);
            let (steps, step) = (10_000, 4e-8);
            let mut before: Option<[f64; 10]> = None;
            for k in 0..=steps {
                let angle = step * f64::from(k - steps / 2);
                let normal = through + across * angle;
                let normal = normal / normal.dot(&normal).sqrt();
                let here = Cut { normal, height: cut(&of, through, part).height };
                let now = numbers(&of.below(&here).unwrap());
                if let Some(before) = before {
                    for k in 0..10 {
                        // a turn by dφ moves the surface by at most 0.13 m·dφ over at most 0.03 m²: 30 of the volume a radian
                        let scale = whole * [1.0, 0.1, 0.1, 0.1, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01][k];
                        let jump = (now[k] - before[k]).abs();
                        assert!(
                            jump < scale * (30.0 * step + 1e-10),
                            "{kind} {sizes:?} at {angle:e}: {jump:e} of number {k}"
                        );
                    }
                }
                before = Some(now);
            }
        }
    }
}

/// e_r of even depth, against ∫|ρ| in closed form or by sums of a million points.
#[test]
fn spin_radii_are_as_far_off_as_they_say() {
    let up = V3::z();
    let region = |second: [f64; 2], volume: f64| {
        let second = Matrix3::from_diagonal(&V3::new(second[0], second[1], 0.0));
        Region::of(volume, volume, &second, &up, [Round::No; 2]).spin_radius
    };
    let rectangle = |a: f64, b: f64| region([a * a / 3.0, b * b / 3.0], 1.0);
    // of a rectangle with the half edges a, b: the mean distance from its centre
    let mean = |a: f64, b: f64| {
        let count = 1000;
        let at = |k: usize| (k as f64 + 0.5) / count as f64;
        let sum: f64 = (0..count).flat_map(|j| (0..count).map(move |k| (a * at(j)).hypot(b * at(k)))).sum();
        sum / (count * count) as f64
    };
    assert!((region([0.25, 0.25], 1.0) - 2.0 / 3.0).abs() < 1e-14, "disc");
    assert!((rectangle(1.0, 0.0) - 0.5).abs() < 1e-14, "line");
    for (a, b, off) in [(1.0, 1.0, 7e-3), (1.0, 0.5, 7e-3), (1.0, 0.2, 1.2e-2)] {
        let error = rectangle(a, b) / mean(a, b) - 1.0;
        assert!(error.abs() < off, "{a} × {b}: {error}");
    }
    // p ∝ 1 − r²: ∫r·p = 8/15, ∫x²·p = 1/6 of the whole
    let error = region([1.0 / 6.0, 1.0 / 6.0], 1.0) / (8.0 / 15.0) - 1.0;
    assert!(error > 0.0 && error < 2.1e-2, "paraboloid: {error}");
    // p ∝ 1 − r: ∫r·p = 1/2, ∫x²·p = 3/20 of the whole
    let error = region([0.15, 0.15], 1.0) / 0.5 - 1.0;
    assert!((error - 3.28e-2).abs() < 1e-4, "tip of a cone: {error}");
    // the corner of a cube: a triangle under a pyramid, by sums over its thirds with p = the least barycentric coordinate
    let (count, height) = (600, 3.0_f64.sqrt() / 2.0);
    let (mut volume, mut mean, mut square) = (0.0, 0.0, 0.0);
    for j in 0..count {
        for k in 0..count - j {
            let (a, b) = ((f64::from(j) + 1.0 / 3.0) / f64::from(count), (f64::from(k) + 1.0 / 3.0) / f64::from(count));
            let least = a.min(b).min(1.0 - a - b);
            let away = f64::hypot(a + 0.5 * b - 0.5, height * (b - 1.0 / 3.0));
            volume += least;
            mean += least * away;
            square += least * away * away;
        }
    }
    let error = region([0.5 * square, 0.5 * square], volume) / (mean / volume) - 1.0;
    assert!((0.05..0.06).contains(&error), "corner of a cube: {error}");
}

/// The couple against tilting: never helps, never moves the middle of the pressure beyond 2/√3 of the radius of gyration, and for slow tilting is that of the
/// pressure k_A·δ·(1 + a·δ̇) summed over a flat rectangle, body i turning by ω over body j, which stays. For fast tilting about an edge's direction it is
/// that of the pressure on the half that closes.
#[test]
fn tilting_is_damped_as_the_pressure_is() {
    use asperity::physics::faces::couple;
    let mut random = Random(23);
    let mut parameters = asperity::physics::Parameters::<f64>::default();
    parameters.compliance.k = 1e8;
    let (half, depth, a) = ([0.1, 0.07], 1e-5, 3.0);
    let volume = 4.0 * half[0] * half[1] * depth;
    let second = Matrix3::from_diagonal(&V3::new(half[0] * half[0] / 3.0, half[1] * half[1] / 3.0, 0.0)) * volume;
    let region = Region::of(volume, 0.5 * depth * volume, &second, &V3::z(), [Round::No; 2]);
    let f_n = 1e8 * volume;
    for _ in 0..1000 {
        let omega: V3 = random.direction() * random.size(1e-6, 1e3);
        let found = couple(&parameters, &region, [f_n, a], &omega);
        assert!(found.dot(&omega) <= 0.0 && found[2].abs() < 1e-18, "{found:?}");
        for (k, across) in [half[1], half[0]].into_iter().enumerate() {
            assert!(found[k].abs() <= f_n * 2.0 / 3.0 * across * (1.0 + 1e-12), "{found:?}");
        }
    }
    // the middle of a linear pressure on one half is at 2/3 of it
    let fast = couple(&parameters, &region, [f_n, a], &V3::new(0.0, 1e6, 0.0));
    assert!((fast[1] / (f_n * 2.0 / 3.0 * half[0]) + 1.0).abs() < 1e-9 && fast[0].abs() < 1e-12, "{fast:?}");
    // slow: 1e-4 rad/s is bent by less than 1e-8
    let omega = V3::new(0.8e-4, -0.6e-4, 2e-4);
    let count = 400;
    let mut wanted = V3::zeros();
    for j in 0..count {
        for k in 0..count {
            let at = |k: i32, half: f64| half * (2.0 * (f64::from(k) + 0.5) / f64::from(count) - 1.0);
            let rho = V3::new(at(j, half[0]), at(k, half[1]), 0.0);
            let closing = -omega.cross(&rho)[2];
            let area = 4.0 * half[0] * half[1] / f64::from(count * count);
            wanted += rho.cross(&V3::new(0.0, 0.0, 1e8 * depth * a * closing * area));
        }
    }
    let found = couple(&parameters, &region, [f_n, a], &omega);
    // the sum of count² points has an error of 1/count²
    assert!((found - wanted).iter().all(|off| off.abs() < 1e-5 * wanted.dot(&wanted).sqrt()), "{found:?}, {wanted:?}");
    // a cylinder that lies does not feel its own turning
    let lying = Region::of(volume, depth, &second, &V3::z(), [Round::About { axis: V3::x(), flat: 0.0 }, Round::No]);
    assert_eq!(couple(&parameters, &lying, [f_n, a], &V3::new(5.0, 0.0, 0.0)), V3::zeros());
    let across = couple(&parameters, &lying, [f_n, a], &V3::new(0.0, 1e-4, 0.0));
    assert!(across[1] < 0.0 && across[0] == 0.0);
}

/// What a disc, a cylinder on its side and a cone on its side feel of turns about the axis and about the normal: nothing. What changes the lean is that of
/// the whole pressure. From a rim to the whole face nothing jumps.
#[test]
fn a_rim_feels_only_what_changes_its_lean() {
    let cone = |radius, top_radius, length| Shape::Cone(Cone { radius, top_radius, length });
    let mut random = Random(31);
    let region = |shape: &Shape<f64>, n: V3, height: f64| {
        let cut = Cut { normal: n, height };
        shape.below(&cut).unwrap().region(&cut, shape.round(&cut)).unwrap().0
    };
    let leaning = |tilt: f64| V3::new(tilt.sin(), 0.0, tilt.cos());
    let disc = cone(0.04, 0.04, 0.006);
    let slope = f64::atan2(0.04, 0.1);
    for (shape, n) in [
        (disc, leaning(0.1)),
        (disc, leaning(1.2)),
        (cone(0.05, 0.05, 0.12), V3::x()),
        (cone(0.06, 0.02, 0.1), leaning(0.5 * PI - slope)),
        (cone(0.06, 0.0, 0.1), -leaning(2.0)),
    ] {
        let height = -shape.support(&-n).unwrap().dot(&-n) + 1e-5;
        let (found, t) = (region(&shape, n, height), n.cross(&V3::z()).normalize());
        let whole = {
            let cut = Cut { normal: n, height };
            shape.below(&cut).unwrap().region(&cut, Round::No).unwrap().0.tilting
        };
        let size = t.dot(&(whole * t));
        assert!((t.dot(&(found.tilting * t)) - size).abs() < 1e-12 * size);
        for _ in 0..20 {
            let omega = V3::z() * random.signed() + n * random.signed();
            let felt = found.tilting * omega;
            assert!(felt.amax() < 1e-12 * whole.amax(), "{shape:?}: {felt:?}");
        }
    }
    // the middle of the face 1e-5 m deep: its rim comes out at 2.5e-4 rad
    let depth = 1e-5;
    let at = |tilt: f64| (tilt, region(&disc, leaning(tilt), -0.003 * tilt.cos() + depth).tilting / 1e-5);
    let (flat, rim) = (at(0.0).1, at(3e-4).1);
    assert!((flat[(0, 0)] - flat[(1, 1)]).abs() < 1e-9 * flat[(0, 0)] && rim[(0, 0)].abs() < 1e-9 * rim[(1, 1)]);
    for _ in 0..200 {
        let (mut low, mut high) = (at(-4e-4 * random.share()), at(4e-4 * random.share()));
        for _ in 0..40 {
            let here = at(0.5 * (low.0 + high.0));
            if (low.1 - here.1).amax() > (high.1 - here.1).amax() { high = here } else { low = here }
        }
        assert!((low.1 - high.1).amax() < 1e-9 * flat[(0, 0)], "{} rad", low.0);
    }
}
