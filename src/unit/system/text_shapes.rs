//! The shapes of a file.

use super::hull;
use super::located::{Error, Table, Value};
use super::shapes::{Cone, Elasticity, Part, Shape};
use crate::fmi::number::Number;
use crate::physics::{Quaternion, Vector3};
use crate::shape::{Capsule, Torus};
use crate::unit::facets::Facets;
use crate::unit::named::{self, Refusal};
use std::sync::Arc;

/// Material by its name, for `material = "steel"`.
pub type Materials<'a> = &'a dyn Fn(&str) -> Option<Elasticity>;

/// Triangles as a file has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    /// [m], before they are scaled
    pub corners: Vec<[f64; 3]>,
    /// Positions of three corners each
    pub triangles: Vec<[usize; 3]>,
}

/// Surface by the name of its file. Errors: why it cannot be read.
pub type Surfaces<'a> = &'a dyn Fn(&str) -> Result<Triangles, String>;

/// What a file of a system names and does not hold.
pub struct Beside<'a> {
    pub materials: Materials<'a>,
    pub surfaces: Surfaces<'a>,
}

pub fn material(value: &Value, materials: Materials) -> Result<Elasticity, Error> {
    if let Ok(name) = value.string() {
        let unknown = || {
            value.wrong(format!(
                "the material \"{name}\" is not known; `asperity material` lists them, or give {{ E = …, nu = … }}"
            ))
        };
        return materials(name).ok_or_else(unknown);
    }
    let table = value.as_table()?;
    table.only(&["E", "nu"])?;
    let checked = |key: &str, parameter: &str| {
        let value = table.required(key)?;
        let number = value.number()?;
        match named::set(&mut named::start_values(), parameter, number) {
            Err(Refusal::Value { why, .. }) => Err(value.wrong(format!("{number:?} {why}"))),
            _ => Ok(number),
        }
    };
    Ok(Elasticity { young: checked("E", "material.E_I")?, poisson: checked("nu", "material.nu_I")? })
}

pub fn part(shape: &Table, beside: &Beside) -> Result<Part, Error> {
    const SHAPES: [&str; 10] =
        ["sphere", "plane", "cylinder", "box", "cone", "ellipsoid", "capsule", "torus", "convex", "mesh"];
    shape.only(&[&["name", "position", "orientation", "material"], SHAPES.as_slice()].concat())?;
    let mut kinds = SHAPES.iter().filter_map(|kind| shape.get(kind));
    let (Some(kind), None) = (kinds.next(), kinds.next()) else {
        return Err(shape.wrong(format!("a shape is one of {}", SHAPES.join(", "))));
    };
    let sizes = kind.as_table()?;
    let positive = |key: &str| {
        let value = sizes.required(key)?;
        let number = value.number()?;
        if number > 0.0 { Ok(number) } else { Err(value.wrong(format!("{} must be > 0", Number(number)))) }
    };
    let radius = || positive("radius");
    let half = || {
        let value = sizes.required("size")?;
        let size = value.vector()?;
        let is_size = size.iter().all(|length| *length > 0.0);
        if is_size { Ok(size * 0.5) } else { Err(value.wrong("all three lengths must be > 0")) }
    };
    let hollow = || sizes.get("hollow").map_or(Ok(false), |value| value.boolean());
    let direction = |key: &str| {
        let value = sizes.get(key);
        let direction = value.as_ref().map_or(Ok(Vector3::z()), Value::vector)?;
        match value {
            Some(value) if direction.dot(&direction) == 0.0 => Err(value.wrong("has no direction")),
            _ => Ok(direction),
        }
    };
    let mut facets = None;
    let shape_of = match kind.key.as_str() {
        "convex" | "mesh" => {
            let made = surface(&kind.key, &sizes, beside)?;
            let size = made.size();
            facets = Some(Arc::new(made));
            Shape::Facets { size, is_convex: kind.key == "convex" }
        }
        "sphere" => {
            sizes.only(&["radius", "hollow"])?;
            Shape::Sphere { radius: radius()?, hollow: hollow()? }
        }
        "plane" => {
            sizes.only(&["normal", "height"])?;
            let height = sizes.get("height").map_or(Ok(0.0), |value| value.number())?;
            Shape::Plane { normal: direction("normal")?, height }
        }
        "capsule" => {
            sizes.only(&["radius", "length"])?;
            Shape::Capsule(Capsule { radius: radius()?, length: positive("length")? })
        }
        "torus" => {
            sizes.only(&["radius", "tube"])?;
            let torus = Torus { radius: radius()?, tube: positive("tube")? };
            if torus.tube >= torus.radius {
                return Err(sizes.wrong(format!(
                    "tube = {} must be < radius = {}",
                    Number(torus.tube),
                    Number(torus.radius)
                )));
            }
            Shape::Torus(torus)
        }
        "box" => {
            sizes.only(&["size"])?;
            Shape::Box { half: half()? }
        }
        "ellipsoid" => {
            sizes.only(&["size"])?;
            Shape::Ellipsoid { half: half()? }
        }
        "cone" => {
            sizes.only(&["radius", "top_radius", "length"])?;
            let top = sizes.get("top_radius").map_or(Ok(0.0), |value| {
                let top = value.number()?;
                if top >= 0.0 { Ok(top) } else { Err(value.wrong(format!("{} must be >= 0", Number(top)))) }
            })?;
            Shape::Cone(Cone { radius: radius()?, top_radius: top, length: positive("length")? })
        }
        _ if sizes.get("length").is_some() => {
            sizes.only(&["radius", "length"])?;
            let radius = radius()?;
            Shape::Cone(Cone { radius, top_radius: radius, length: positive("length")? })
        }
        _ => {
            sizes.only(&["radius", "axis", "hollow", "length"])?;
            Shape::Cylinder { radius: radius()?, axis: direction("axis")?, hollow: hollow()? }
        }
    };
    Ok(Part {
        name: shape.get("name").map(|value| value.string().map(String::from)).transpose()?.unwrap_or_default(),
        shape: shape_of,
        position: shape.get("position").map(|value| value.vector()).transpose()?.unwrap_or_default(),
        orientation: match shape.get("orientation") {
            Some(given) => given.orientation()?,
            None => Quaternion::new(1.0, 0.0, 0.0, 0.0),
        },
        material: shape.get("material").map(|value| material(&value, beside.materials)).transpose()?,
        facets,
    })
}

/// The surface of `mesh = { file, scale }` or `convex = { points }`, of which the latter may have a file too.
fn surface(kind: &str, sizes: &Table, beside: &Beside) -> Result<Facets, Error> {
    let is_convex = kind == "convex";
    sizes.only(if is_convex { &["points", "file", "scale"] } else { &["file", "scale"] })?;
    let scale = match sizes.get("scale") {
        None => 1.0,
        Some(value) => {
            let scale = value.number()?;
            if scale > 0.0 { scale } else { return Err(value.wrong(format!("{} must be > 0", Number(scale)))) }
        }
    };
    let scaled = |corners: Vec<[f64; 3]>| corners.into_iter().map(|at| at.map(|x| x * scale)).collect::<Vec<_>>();
    match (sizes.get("points").filter(|_| is_convex), sizes.get("file")) {
        (Some(points), None) => {
            let corners = points.vectors()?;
            hull::of(&scaled(corners)).map_err(|why| points.wrong(why))
        }
        (None, Some(file)) => {
            let found = (beside.surfaces)(file.string()?).map_err(|why| file.wrong(why))?;
            let corners = scaled(found.corners);
            let made = if is_convex {
                hull::of(&corners)
            } else {
                Facets::of_file(&corners, &found.triangles).map_err(|why| why.to_string())
            };
            made.map_err(|why| file.wrong(format!("\"{}\": {why}", file.string().unwrap_or_default())))
        }
        (Some(_), Some(_)) => Err(sizes.wrong("either points or file")),
        (None, None) => Err(sizes.wrong(if is_convex { "points or file is missing" } else { "file is missing" })),
    }
}
