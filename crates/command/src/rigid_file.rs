//! The file of `asperity rigid`: bodies in the plane, what stands still, joints, springs, forces.

use asperity::rigid::Hypothesis;
use asperity::unit::system::located::{Error, Table, Value, root};
use asperity_lab::planar::{Anchor, Body, Fixture, Joint, JointKind, Law, Load, Piece, Shape, Spring, System};
use nalgebra::{Vector2, Vector3};

/// What a file says.
pub struct File {
    pub system: System,
    pub until: Option<f64>,
    pub every: Option<f64>,
    pub v_min: Option<f64>,
    pub hypothesis: Option<Hypothesis>,
}

const HYPOTHESES: [(&str, Hypothesis); 3] =
    [("newton", Hypothesis::Newton), ("poisson", Hypothesis::Poisson), ("stronge", Hypothesis::Stronge)];
/// What ends of joints and springs may name beside bodies.
const WORLD: &str = "world";

/// Reads it. Errors: line, key and what is allowed.
pub fn read(text: &str) -> Result<File, Error> {
    let root = root(text)?;
    let file = Value::of(text, &root).as_table()?;
    file.only(&[
        "gravity",
        "until",
        "every",
        "v_min",
        "hypothesis",
        "contact",
        "contacts",
        "bodies",
        "world",
        "joints",
        "springs",
        "forces",
    ])?;
    let named = |key: &str| match file.table(key)? {
        Some(table) => table.entries().into_iter().map(|(name, value)| Ok((name, value.as_table()?))).collect(),
        None => Ok(vec![]),
    };
    let none = Law { mu_s: 0.0, mu_k: 0.0, e: 0.0 };
    let mut system = System {
        gravity: file.get("gravity").map_or(Ok(Vector2::new(0.0, -9.81)), |value| vector(&value))?,
        bodies: named("bodies")?.iter().map(|(name, table)| body(name, table)).collect::<Result<_, _>>()?,
        fixtures: named("world")?.iter().map(|(name, table)| fixture(name, table)).collect::<Result<_, _>>()?,
        joints: vec![],
        springs: vec![],
        loads: vec![],
        law: file.table("contact")?.map_or(Ok(none), |table| law(&table, &[]))?,
        laws: vec![],
    };
    let list = |key: &str| file.get(key).map_or(Ok(vec![]), |value| value.tables());
    for table in list("contacts")? {
        let value = table.required("between")?;
        let names = value.pair()?;
        if let Some(unknown) = names.iter().find(|name| system.find(name).is_none()) {
            return Err(value.wrong(format!("\"{unknown}\" is neither a body nor a part of the world")));
        }
        system.laws.push((names, law(&table, &["between"])?));
    }
    for (number, table) in (1..).zip(list("joints")?) {
        let joint = joint(&system, number, &table)?;
        system.joints.push(joint);
    }
    for table in list("springs")? {
        table.only(&["between", "ends", "stiffness", "length"])?;
        let value = table.required("ends")?;
        let ends = value.items()?;
        let [one, other] = &ends[..] else { return Err(value.wrong("must be two points [x, y]")) };
        let at = [vector(one)?, vector(other)?];
        let ends = anchors(&system, &table.required("between")?, at)?;
        let length =
            table.get("length").map_or(Ok((at[0] - at[1]).x.hypot((at[0] - at[1]).y)), |value| value.number())?;
        system.springs.push(Spring { ends, stiffness: positive(&table.required("stiffness")?)?, length });
    }
    for table in list("forces")? {
        table.only(&["body", "force", "moment"])?;
        let value = table.required("body")?;
        let body = anchor_body(&system, &value, value.string()?)?;
        let body = body.ok_or_else(|| value.wrong("must be a body, the world does not move"))?;
        let force = table.get("force").map_or(Ok(Vector2::zeros()), |value| vector(&value))?;
        let moment = table.get("moment").map_or(Ok(0.0), |value| value.number())?;
        system.loads.push(Load { body, force, moment });
    }
    let time = |key: &str| file.get(key).map(|value| positive(&value)).transpose();
    Ok(File {
        until: time("until")?,
        every: time("every")?,
        v_min: time("v_min")?,
        hypothesis: file.get("hypothesis").map(|value| value.one_of(&HYPOTHESES)).transpose()?,
        system,
    })
}

fn vector(value: &Value) -> Result<Vector2<f64>, Error> {
    value.numbers().map(|[x, y]| Vector2::new(x, y))
}

fn positive(value: &Value) -> Result<f64, Error> {
    match value.number()? {
        number if number > 0.0 => Ok(number),
        number => Err(value.wrong(format!("is {number:?}; it must be above 0"))),
    }
}

fn law(table: &Table, but: &[&str]) -> Result<Law, Error> {
    table.only(&[&["mu", "mu_s", "e"], but].concat())?;
    let in_range = |key: &str, least: f64, range: &str, otherwise: f64| match table.get(key) {
        None => Ok(otherwise),
        Some(value) => match value.number()? {
            number if number >= least && (key != "e" || number <= 1.0) => Ok(number),
            number => Err(value.wrong(format!("is {number:?}; it must be {range}"))),
        },
    };
    let mu_k = in_range("mu", 0.0, "0 or more", 0.0)?;
    let mu_s = in_range("mu_s", mu_k, &format!("mu = {mu_k:?} or more"), mu_k)?;
    Ok(Law { mu_s, mu_k, e: in_range("e", 0.0, "within 0 to 1", 0.0)? })
}

const SHAPES: &str = "disc = radius, box = [width, height], rod = length or polygon = [[x, y], ...]";

fn body(name: &str, table: &Table) -> Result<Body, Error> {
    table.only(&["mass", "inertia", "disc", "box", "rod", "polygon", "at", "angle", "velocity", "spin"])?;
    let mut shapes = ["disc", "box", "rod", "polygon"].iter().filter_map(|key| table.get(key));
    let (Some(value), None) = (shapes.next(), shapes.next()) else {
        return Err(table.wrong(format!("a body has one of {SHAPES}")));
    };
    let shape = match value.key.as_str() {
        "disc" => Shape::Disc { radius: positive(&value)? },
        "rod" => Shape::rod(positive(&value)?),
        "box" => {
            let [width, height] = value.numbers()?;
            if !(width > 0.0 && height > 0.0) {
                return Err(value.wrong("must be width and height above 0"));
            }
            Shape::rectangle(0.5 * width, 0.5 * height)
        }
        _ => Shape::Polygon { corners: value.items()?.iter().map(vector).collect::<Result<_, _>>()? },
    };
    let mass = positive(&table.required("mass")?)?;
    let inertia = match table.get("inertia") {
        Some(value) => positive(&value)?,
        None => {
            let (square, off) = shape.uniform();
            if off.is_nan() || off > 1e-9 * square.abs().sqrt() {
                return Err(value.wrong(format!(
                    "has its centroid {off:.6e} m from (0, 0), where the centre of mass is; move the corners, or give \
                     the inertia"
                )));
            }
            mass * square
        }
    };
    let number = |key: &str| table.get(key).map_or(Ok(0.0), |value| value.number());
    let point = |key: &str| table.get(key).map_or(Ok(Vector2::zeros()), |value| vector(&value));
    let (at, velocity) = (point("at")?, point("velocity")?);
    Ok(Body {
        name: name.into(),
        mass,
        inertia,
        shape,
        place: Vector3::new(at.x, at.y, number("angle")?),
        velocity: Vector3::new(velocity.x, velocity.y, number("spin")?),
    })
}

fn fixture(name: &str, table: &Table) -> Result<Fixture, Error> {
    table.only(&["half_plane", "segment", "disc"])?;
    let mut pieces = ["half_plane", "segment", "disc"].iter().filter_map(|key| table.get(key));
    let (Some(value), None) = (pieces.next(), pieces.next()) else {
        return Err(table.wrong(
            "a part of the world has one of half_plane = { point, normal }, segment = [[x, y], [x, y]], disc = { centre, \
             radius }",
        ));
    };
    let piece = match value.key.as_str() {
        "half_plane" => {
            let of = value.as_table()?;
            of.only(&["point", "normal"])?;
            let normal = of.required("normal")?;
            let direction = vector(&normal)?;
            if direction == Vector2::zeros() {
                return Err(normal.wrong("must have a direction"));
            }
            Piece::HalfPlane { point: vector(&of.required("point")?)?, normal: direction }
        }
        "segment" => {
            let ends = value.items()?;
            let [from, to] = &ends[..] else { return Err(value.wrong("must be two points [x, y]")) };
            Piece::Segment { from: vector(from)?, to: vector(to)? }
        }
        _ => {
            let of = value.as_table()?;
            of.only(&["centre", "radius"])?;
            Piece::Disc { centre: vector(&of.required("centre")?)?, radius: positive(&of.required("radius")?)? }
        }
    };
    Ok(Fixture { name: name.into(), piece })
}

/// The body of this name; none for the world.
fn anchor_body(system: &System, value: &Value, name: &str) -> Result<Option<usize>, Error> {
    if name == WORLD {
        return Ok(None);
    }
    let found = system.bodies.iter().position(|body| body.name == name);
    found.map(Some).ok_or_else(|| {
        let names: Vec<&str> = system.bodies.iter().map(|body| &*body.name).collect();
        value.wrong(format!("\"{name}\" is not one of {}, {WORLD}", names.join(", ")))
    })
}

/// Points of the world at the start as points of two bodies.
fn anchors(system: &System, between: &Value, at: [Vector2<f64>; 2]) -> Result<[Anchor; 2], Error> {
    let names = between.pair()?;
    if names[0] == names[1] {
        return Err(between.wrong("must be two different ones"));
    }
    let anchor = |name: &str, at: Vector2<f64>| {
        let body = anchor_body(system, between, name)?;
        let at = body.map_or(at, |body| {
            let place = system.bodies[body].place;
            turned_back(&(at - Vector2::new(place.x, place.y)), place.z)
        });
        Ok(Anchor { body, at })
    };
    Ok([anchor(&names[0], at[0])?, anchor(&names[1], at[1])?])
}

fn turned_back(vector: &Vector2<f64>, angle: f64) -> Vector2<f64> {
    let (sin, cos) = libm::sincos(angle);
    Vector2::new(cos * vector.x + sin * vector.y, cos * vector.y - sin * vector.x)
}

fn joint(system: &System, number: usize, table: &Table) -> Result<Joint, Error> {
    table.only(&["pin", "slider", "at", "direction", "turns"])?;
    let mut kinds = ["pin", "slider"].iter().filter_map(|key| table.get(key));
    let (Some(between), None) = (kinds.next(), kinds.next()) else {
        return Err(table.wrong("a joint is one of pin = [\"body\", \"body or world\"], slider = [...]"));
    };
    let at = vector(&table.required("at")?)?;
    let ends = anchors(system, &between, [at, at])?;
    if ends[0].body.is_none() {
        return Err(between.wrong("must name the body that is guided first"));
    }
    let kind = if between.key == "pin" {
        if let Some(value) = ["direction", "turns"].iter().find_map(|key| table.get(key)) {
            return Err(value.wrong("belongs to a slider"));
        }
        JointKind::Pin
    } else {
        let value = table.required("direction")?;
        let direction = vector(&value)?;
        if direction == Vector2::zeros() {
            return Err(value.wrong("must have a length"));
        }
        let angle = ends[1].body.map_or(0.0, |body| system.bodies[body].place.z);
        let turns = table.get("turns").map_or(Ok(false), |value| value.boolean())?;
        JointKind::Slider { direction: turned_back(&direction, angle), turns }
    };
    Ok(Joint { name: number.to_string(), kind, ends })
}
