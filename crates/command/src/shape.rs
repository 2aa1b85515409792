//! Shapes of [M3D] and the sphere that stands for each at the contact.

use std::fmt;
use std::str::FromStr;

use asperity::physics::material::Contour;
use asperity_lab::number::{finite, number};

/// A kind of shape, how its sizes are written, and its rule.
struct Kind {
    name: &'static str,
    sizes: &'static str,
    /// r_contact from the sizes, which are as many as `sizes` names
    radius: fn(&[f64]) -> f64,
    is_flat: bool,
}

/// The table of [M3D], section "Response calculation".
const KINDS: [Kind; 7] = [
    Kind { name: "sphere", sizes: "DIAMETER", radius: |d| d[0] / 2.0, is_flat: false },
    Kind { name: "ellipsoid", sizes: "LX,LY,LZ", radius: half_of_the_least, is_flat: false },
    Kind { name: "box", sizes: "LX,LY,LZ", radius: half_of_the_least, is_flat: true },
    Kind { name: "cylinder", sizes: "DIAMETER,LENGTH", radius: half_of_the_least, is_flat: false },
    Kind { name: "cone", sizes: "DIAMETER,TOP", radius: |d| (d[0] + d[1]) / 4.0, is_flat: false },
    Kind { name: "capsule", sizes: "DIAMETER", radius: |d| d[0] / 2.0, is_flat: false },
    Kind { name: "beam", sizes: "LENGTH,WIDTH,THICKNESS", radius: half_of_the_least, is_flat: true },
];

fn half_of_the_least(sizes: &[f64]) -> f64 {
    sizes.iter().copied().fold(f64::INFINITY, f64::min) / 2.0
}

/// A shape at the contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    pub name: &'static str,
    /// r_contact [m] and isFlat
    pub contour: Contour<f64>,
}

impl Shape {
    /// A sphere of this radius [m].
    pub const fn sphere(radius: f64) -> Self {
        Self { name: KINDS[0].name, contour: Contour { r_contact: radius, is_flat: false } }
    }

    /// A flat surface; `radius` counts where the other one is flat as well.
    pub const fn flat(radius: f64) -> Self {
        Self { name: "flat surface", contour: Contour { r_contact: radius, is_flat: true } }
    }

    pub fn is_sphere(&self) -> bool {
        self.name == KINDS[0].name
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.name)
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, sizes) = text.split_once(':').unwrap_or((text, ""));
        let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
            let known: Vec<String> = KINDS.iter().map(|kind| format!("{}:{}", kind.name, kind.sizes)).collect();
            return Err(format!("{name} is not a shape; known are {}", known.join(" ")));
        };
        let wanted = || format!("write {}:{} with lengths in m", kind.name, kind.sizes);
        let sizes: Vec<f64> = sizes
            .split(',')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .map_err(|_| format!("no number; {}", wanted()))?;
        let names: Vec<&str> = kind.sizes.split(',').collect();
        if sizes.len() != names.len() {
            return Err(format!("{} numbers where {} belong; {}", sizes.len(), names.len(), wanted()));
        }
        for (name, size) in names.iter().zip(&sizes) {
            let (fits, range) = match *name {
                "TOP" => (*size >= 0.0, "0 or more"),
                _ => (*size > 0.0, "greater than 0"),
            };
            if !(fits && size.is_finite()) {
                let (number, finite) = (number(*size), finite(*size));
                return Err(format!("{name} is {number} m, it must be {finite}{range}; {}", wanted()));
            }
        }
        Ok(Self { name: kind.name, contour: Contour { r_contact: (kind.radius)(&sizes), is_flat: kind.is_flat } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of [M3D], worked out by hand.
    #[test]
    fn shapes_have_the_radii_of_the_table() {
        for (text, radius, is_flat) in [
            ("sphere:0.1", 0.05, false),
            ("ellipsoid:0.3,0.2,0.4", 0.1, false),
            ("box:0.3,0.2,0.4", 0.1, true),
            ("cylinder:0.2,0.5", 0.1, false),
            ("cylinder:0.5,0.2", 0.1, false),
            ("cone:0.3,0.1", 0.1, false),
            ("cone:0.4,0", 0.1, false),
            ("capsule:0.2", 0.1, false),
            ("beam:1,0.5,0.2", 0.1, true),
        ] {
            let Contour { r_contact, is_flat: flat } = text.parse::<Shape>().expect(text).contour;
            assert!((r_contact / radius - 1.0).abs() < 1e-15, "{text}: {r_contact}");
            assert_eq!(flat, is_flat, "{text}");
        }
    }

    #[test]
    fn what_is_no_shape_is_refused_with_its_fault() {
        for (text, word) in [
            ("cube:1", "cube is not a shape; known are sphere:DIAMETER"),
            ("sphere", "no number; write sphere:DIAMETER"),
            ("sphere:big", "no number"),
            ("sphere:1,2", "2 numbers where 1 belong"),
            ("box:1,2", "2 numbers where 3 belong; write box:LX,LY,LZ"),
            ("box:1,0,2", "LY is 0 m"),
            ("cylinder:-1,2", "DIAMETER is -1 m"),
            ("cone:0,0.1", "DIAMETER is 0 m"),
            ("beam:1,inf,2", "WIDTH is inf m, it must be finite and greater than 0"),
            ("cone:0.1,-0.2", "TOP is -0.2 m, it must be 0 or more"),
            ("capsule:nan", "DIAMETER is NaN m"),
        ] {
            let error = text.parse::<Shape>().expect_err(text);
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
