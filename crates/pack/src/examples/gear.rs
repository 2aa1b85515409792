//! The surface of the example with a gear.

/// Number of teeth.
const TEETH: usize = 12;
/// Radius [mm] and half angle [deg] of a tooth at its root and at its tip.
const ROOT: [f64; 2] = [40.0, 9.0];
const TIP: [f64; 2] = [50.0, 5.0];
/// Half of its width [mm].
const HALF_WIDTH: f64 = 10.0;

/// A closed surface as OBJ, in mm, the axis along z and a tooth along x.
pub fn surface() -> String {
    let corners: Vec<[f64; 2]> = (0..TEETH)
        .flat_map(|tooth| {
            let middle = 360.0 / TEETH as f64 * tooth as f64;
            [(ROOT, -1.0), (TIP, -1.0), (TIP, 1.0), (ROOT, 1.0)].map(|([radius, half], side)| {
                let (sin, cos) = (middle + side * half).to_radians().sin_cos();
                [radius * cos, radius * sin]
            })
        })
        .collect();
    let count = corners.len();
    let mut text = String::from("# A spur gear, in mm\n");
    for height in [-HALF_WIDTH, HALF_WIDTH] {
        corners.iter().for_each(|[x, y]| text += &format!("v {x:.6} {y:.6} {height}\n"));
    }
    text += &format!("v 0 0 {}\nv 0 0 {HALF_WIDTH}\n", -HALF_WIDTH);
    // corners are counted from 1; the two in the middle of the ends are the last
    let [low_middle, high_middle] = [2 * count + 1, 2 * count + 2];
    for at in 0..count {
        let (this, next) = (at + 1, (at + 1) % count + 1);
        text += &format!("f {this} {next} {} {}\n", count + next, count + this);
        text += &format!("f {low_middle} {next} {this}\nf {high_middle} {} {}\n", count + this, count + next);
    }
    text
}
