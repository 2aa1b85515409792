//! The file `system.toml` → [`Scene`]. An error names line and key, and what is allowed.

use super::scene::{Report, Scene, SceneBody, orientation};
use super::shapes::{Elasticity, Part, Shape, pair};
use crate::physics::{Quaternion, Vector3};
use core::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Why a file is no system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Counted from 1
    pub line: usize,
    /// `bodies.box.mass`; empty where the file is not TOML
    pub key: String,
    pub text: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.key.as_str() {
            "" => write!(f, "line {}: {}", self.line, self.text),
            key => write!(f, "line {}, {key}: {}", self.line, self.text),
        }
    }
}

impl core::error::Error for Error {}

/// Material by its name, for `material = "steel"`.
pub type Materials<'a> = &'a dyn Fn(&str) -> Option<Elasticity>;

/// The scene that a text describes.
///
/// Errors: the first thing that is wrong, with its line and key.
pub fn scene(text: &str, materials: Materials) -> Result<Scene, Error> {
    let root = root(text)?;
    let root = Value { text, path: String::new(), key: String::new(), value: &root }.into_table()?;
    root.only(&["unit", "bodies", "contacts", "report"])?;
    let unit = root.table("unit")?.ok_or_else(|| root.wrong("[unit] with name = \"…\" is missing"))?;
    unit.only(&["name"])?;
    let name = unit.required("name")?;
    let mut scene = Scene::new(name.string()?).map_err(|error| name.wrong(error))?;
    let bodies = root.table("bodies")?.ok_or_else(|| root.wrong("[bodies.…] is missing: a system has at least two"))?;
    for (key, value) in bodies.entries() {
        add_body(&mut scene, key, &value.into_table()?, materials)?;
    }
    scene.report = match root.table("report")? {
        None => Report::default(),
        Some(report) => {
            report.only(&["contacts"])?;
            match report.get("contacts") {
                None => Report::default(),
                Some(chosen) => chosen.one_of(&[("few", Report::Few), ("none", Report::None), ("all", Report::All)])?,
            }
        }
    };
    add_contacts(&mut scene, &root)?;
    scene.check().map_err(|error| root.table("contacts").ok().flatten().unwrap_or(root).wrong(error))?;
    Ok(scene)
}

/// The whole file as one table.
fn root(text: &str) -> Result<Spanned<DeValue<'_>>, Error> {
    let root = DeTable::parse(text).map_err(|error| Error {
        line: line_of(text, error.span().map_or(0, |span| span.start)),
        key: String::new(),
        text: error.message().trim_end().replace('\n', "; "),
    })?;
    let span = root.span();
    Ok(Spanned::new(span, DeValue::Table(root.into_inner())))
}

fn add_body(scene: &mut Scene, name: &str, body: &Table, materials: Materials) -> Result<(), Error> {
    body.only(&[
        "motion",
        "mass",
        "inertia",
        "center_of_mass",
        "shape",
        "material",
        "position",
        "orientation",
        "velocity",
        "angularVelocity",
    ])?;
    let mass = body.get("mass").map(|value| value.number()).transpose()?;
    let moves = match body.get("motion") {
        None => mass.is_some(),
        Some(motion) => motion.one_of(&[("input", true), ("fixed", false)])?,
    };
    let mut made = SceneBody::new(name, moves);
    made.mass = mass;
    made.inertia = body.get("inertia").map(|value| value.numbers()).transpose()?;
    let vector = |key: &str| body.get(key).map(|value| value.vector()).transpose();
    made.center_of_mass = vector("center_of_mass")?.unwrap_or_default();
    made.is_placed = body.get("position").is_some();
    made.start.position = vector("position")?.unwrap_or_default();
    if let Some(given) = body.get("orientation") {
        made.start.orientation = given.orientation()?;
    }
    for (key, slot) in [("velocity", &mut made.start.velocity), ("angularVelocity", &mut made.start.angular_velocity)] {
        let Some(value) = body.get(key) else { continue };
        if !moves {
            return Err(value.wrong("a body that is fixed to the world has no velocity"));
        }
        *slot = value.vector()?;
    }
    let of_the_body = body.get("material").map(|value| material(&value, materials)).transpose()?;
    let shapes = match body.get("shape") {
        None => Vec::new(),
        Some(value) if value.is_array() => value.tables()?,
        Some(value) => vec![value.into_table()?],
    };
    for (number, shape) in shapes.iter().enumerate() {
        let mut part = part(shape, materials)?;
        part.material = part.material.or(of_the_body);
        if part.name.is_empty() && shapes.len() > 1 {
            return Err(shape.wrong(format!("name is missing: body \"{name}\" has {} shapes", shapes.len())));
        }
        if made.parts.iter().any(|known| known.name == part.name) {
            return Err(shape.wrong(format!("shape {}: the name \"{}\" is taken", number + 1, part.name)));
        }
        made.parts.push(part);
    }
    scene.add_body(made).map(drop).map_err(|error| body.wrong(error))
}

fn material(value: &Value, materials: Materials) -> Result<Elasticity, Error> {
    if let DeValue::String(name) = value.value.get_ref() {
        let unknown = || {
            value.wrong(format!(
                "the material \"{name}\" is not known; `asperity material` lists them, or give {{ E = …, nu = … }}"
            ))
        };
        return materials(name).ok_or_else(unknown);
    }
    let table = value.into_table()?;
    table.only(&["E", "nu"])?;
    Ok(Elasticity { young: table.required("E")?.number()?, poisson: table.required("nu")?.number()? })
}

fn part(shape: &Table, materials: Materials) -> Result<Part, Error> {
    const SHAPES: [&str; 3] = ["sphere", "plane", "cylinder"];
    shape.only(&["name", "position", "orientation", "material", SHAPES[0], SHAPES[1], SHAPES[2]])?;
    let mut kinds = SHAPES.iter().filter_map(|kind| shape.get(kind));
    let (Some(kind), None) = (kinds.next(), kinds.next()) else {
        return Err(shape.wrong(format!("a shape is one of {}", SHAPES.join(", "))));
    };
    let sizes = kind.into_table()?;
    let radius = || {
        let value = sizes.required("radius")?;
        let radius = value.number()?;
        if radius > 0.0 { Ok(radius) } else { Err(value.wrong(format!("{radius} must be > 0"))) }
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
    let shape_of = match kind.key.as_str() {
        "sphere" => {
            sizes.only(&["radius", "hollow"])?;
            Shape::Sphere { radius: radius()?, hollow: hollow()? }
        }
        "plane" => {
            sizes.only(&["normal", "height"])?;
            let height = sizes.get("height").map_or(Ok(0.0), |value| value.number())?;
            Shape::Plane { normal: direction("normal")?, height }
        }
        _ => {
            sizes.only(&["radius", "axis", "hollow"])?;
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
        material: shape.get("material").map(|value| material(&value, materials)).transpose()?,
    })
}

/// What an entry of `contacts.pair`, `contacts.without` or `contacts.external` says.
struct Rule<'a> {
    table: Table<'a>,
    /// Bodies or shapes; a name may end with `*`
    between: [String; 2],
    name: Option<String>,
    parameters: Vec<(String, String)>,
    /// Pairs of shapes that it has been used for
    used: usize,
}

impl<'a> Rule<'a> {
    fn of(table: Table<'a>) -> Result<Self, Error> {
        Ok(Rule {
            between: table.required("between")?.pair()?,
            name: table.get("name").map(|value| value.string().map(String::from)).transpose()?,
            parameters: table.parameters(&["between", "name"])?,
            table,
            used: 0,
        })
    }
}

fn add_contacts(scene: &mut Scene, root: &Table) -> Result<(), Error> {
    let Some(contacts) = root.table("contacts")? else { return add_pairs(scene, root, true, &[], &mut [], &mut []) };
    const LISTS: [&str; 4] = ["pairs", "pair", "without", "external"];
    let common = contacts.parameters(&LISTS)?;
    let all = match contacts.get("pairs") {
        None => true,
        Some(chosen) => chosen.one_of(&[("all", true), ("listed", false)])?,
    };
    let tables = |key: &str| contacts.get(key).map_or(Ok(Vec::new()), |value| value.tables());
    let mut rules = Vec::new();
    for table in tables("pair")? {
        rules.push(Rule::of(table)?);
    }
    let mut without = Vec::new();
    for table in tables("without")? {
        table.only(&["between"])?;
        without.push(Rule::of(table)?);
    }
    add_pairs(scene, &contacts, all, &common, &mut rules, &mut without)?;
    for table in tables("external")? {
        let Rule { table, between, name, parameters, .. } = Rule::of(table)?;
        let mut bodies = [0; 2];
        for (at, body) in bodies.iter_mut().zip(&between) {
            *at = scene.find(body).map_err(|error| table.wrong(error))?.0;
        }
        let name = name.unwrap_or_else(|| format!("{}__{}", between[0], between[1]));
        let given: Vec<_> = common.iter().cloned().chain(parameters).collect();
        scene.add_given_contact(&name, bodies, &given).map_err(|error| table.wrong(error))?;
    }
    match rules.iter().chain(&without).find(|rule| rule.used == 0) {
        Some(rule) => Err(rule
            .table
            .wrong(format!("between {} and {} there is no pair of shapes", rule.between[0], rule.between[1]))),
        None => Ok(()),
    }
}

/// Contacts of all pairs of shapes of different bodies, or of those that a rule names.
fn add_pairs(
    scene: &mut Scene,
    contacts: &Table,
    all: bool,
    common: &[(String, String)],
    rules: &mut [Rule],
    without: &mut [Rule],
) -> Result<(), Error> {
    // (body, body.shape) of every shape, in their order
    let names: Vec<Vec<(String, String)>> = scene.bodies.iter().map(names_of).collect();
    for (i, j) in (0..names.len()).flat_map(|i| (i + 1..names.len()).map(move |j| (i, j))) {
        if !scene.bodies[i].moves && !scene.bodies[j].moves {
            continue;
        }
        for (p, q) in (0..names[i].len()).flat_map(|p| (0..names[j].len()).map(move |q| (p, q))) {
            let pair_of_names = [&names[i][p], &names[j][q]];
            let left_out = without.iter_mut().filter(|rule| is_between(&rule.between, pair_of_names));
            if left_out.map(|rule| rule.used += 1).count() > 0 {
                continue;
            }
            let mut matching = rules.iter_mut().filter(|rule| is_between(&rule.between, pair_of_names)).peekable();
            if !all && matching.peek().is_none() {
                continue;
            }
            let mut parameters = common.to_vec();
            let mut named = None;
            for rule in matching {
                rule.used += 1;
                parameters.extend(rule.parameters.iter().cloned());
                named = rule.name.clone().or(named);
            }
            let [a, b] = [&scene.bodies[i].parts[p].shape, &scene.bodies[j].parts[q].shape];
            if pair(a, b).is_none() && pair(b, a).is_none() {
                let [(name, shape), (other_name, other)] = [(&names[i][p].1, a.name()), (&names[j][q].1, b.name())]
                    .map(|(name, of)| (name.trim_end_matches('.'), of));
                return Err(contacts.wrong(format!(
                    "{name} ({shape}) and {other_name} ({other}) do not meet: one of two shapes must be a sphere that is not \
                     hollow; leave the pair out by [[contacts.without]], or list pairs with pairs = \"listed\""
                )));
            }
            let added = scene.add_contact(named.as_deref(), [(i, p), (j, q)], &parameters);
            added.map_err(|error| contacts.wrong(error))?;
        }
    }
    Ok(())
}

/// What the shapes of a body are called: by the body alone, and with the shape's name.
fn names_of(body: &SceneBody) -> Vec<(String, String)> {
    body.parts.iter().map(|part| (body.name.clone(), format!("{}.{}", body.name, part.name))).collect()
}

/// Whether two shapes, each as (body, body.shape), are those of a rule, in either order.
fn is_between(between: &[String; 2], names: [&(String, String); 2]) -> bool {
    let is = |pattern: &str, (body, part): &(String, String)| match pattern.strip_suffix('*') {
        Some(start) => body.starts_with(start) || part.starts_with(start),
        None => pattern == body || pattern == part,
    };
    let [a, b] = between;
    is(a, names[0]) && is(b, names[1]) || is(a, names[1]) && is(b, names[0])
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count()
}

/// A table with its place in the file.
struct Table<'a> {
    text: &'a str,
    path: String,
    at: usize,
    table: &'a DeTable<'a>,
}

/// A value with its place in the file.
struct Value<'a> {
    text: &'a str,
    path: String,
    key: String,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Table<'a> {
    fn wrong(&self, text: impl Into<String>) -> Error {
        Error { line: line_of(self.text, self.at), key: self.path.clone(), text: text.into() }
    }

    /// Path of a key of this table.
    fn under(&self, key: &str) -> String {
        if self.path.is_empty() { key.into() } else { format!("{}.{key}", self.path) }
    }

    /// Keys and values in the order of the file.
    fn entries(&self) -> Vec<(&'a str, Value<'a>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let value =
            |key: &'a str, value| (key, Value { text: self.text, path: self.under(key), key: key.into(), value });
        entries.into_iter().map(|(key, of)| value(key.get_ref(), of)).collect()
    }

    fn get(&self, key: &str) -> Option<Value<'a>> {
        let (_, value) = self.table.iter().find(|(known, _)| known.get_ref() == key)?;
        Some(Value { text: self.text, path: self.under(key), key: key.into(), value })
    }

    fn required(&self, key: &str) -> Result<Value<'a>, Error> {
        self.get(key).ok_or_else(|| self.wrong(format!("{key} is missing")))
    }

    fn table(&self, key: &str) -> Result<Option<Table<'a>>, Error> {
        self.get(key).map(|value| value.into_table()).transpose()
    }

    /// Errors: a key that is not among these.
    fn only(&self, keys: &[&str]) -> Result<(), Error> {
        match self.entries().into_iter().find(|(key, _)| !keys.contains(key)) {
            Some((key, value)) => {
                Err(value.wrong(format!("there is no key \"{key}\" here; there are {}", keys.join(", "))))
            }
            None => Ok(()),
        }
    }

    /// All entries but these as parameters: tables give names with points, arrays elements.
    fn parameters(&self, but: &[&str]) -> Result<Vec<(String, String)>, Error> {
        let mut found = Vec::new();
        for (key, value) in self.entries().into_iter().filter(|(key, _)| !but.contains(key)) {
            value.collect(key, &mut found)?;
        }
        Ok(found)
    }
}

impl<'a> Value<'a> {
    fn wrong(&self, text: impl Into<String>) -> Error {
        Error { line: line_of(self.text, self.value.span().start), key: self.path.clone(), text: text.into() }
    }

    fn expected(&self, what: &str) -> Error {
        self.wrong(format!("must be {what}, not {}", self.value.get_ref().type_str()))
    }

    fn into_table(&self) -> Result<Table<'a>, Error> {
        let DeValue::Table(table) = self.value.get_ref() else { return Err(self.expected("a table")) };
        Ok(Table { text: self.text, path: self.path.clone(), at: self.value.span().start, table })
    }

    fn is_array(&self) -> bool {
        self.value.get_ref().is_array()
    }

    fn items(&self) -> Result<Vec<Value<'a>>, Error> {
        let DeValue::Array(array) = self.value.get_ref() else { return Err(self.expected("an array")) };
        let item = |(k, value)| Value {
            text: self.text,
            path: format!("{}[{}]", self.path, k + 1),
            key: self.key.clone(),
            value,
        };
        Ok(array.iter().enumerate().map(item).collect())
    }

    fn tables(&self) -> Result<Vec<Table<'a>>, Error> {
        self.items()?.iter().map(Value::into_table).collect()
    }

    fn string(&self) -> Result<&'a str, Error> {
        self.value.get_ref().as_str().ok_or_else(|| self.expected("a text"))
    }

    fn boolean(&self) -> Result<bool, Error> {
        self.value.get_ref().as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// A finite number.
    fn number(&self) -> Result<f64, Error> {
        let number = match self.value.get_ref() {
            DeValue::Float(float) => float.as_str().parse::<f64>().ok(),
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse::<f64>().ok(),
            _ => return Err(self.expected("a number")),
        };
        number.filter(|number| number.is_finite()).ok_or_else(|| self.wrong("must be a finite number"))
    }

    fn numbers<const N: usize>(&self) -> Result<[f64; N], Error> {
        let items = self.items()?;
        let numbers: Vec<f64> = items.iter().map(Value::number).collect::<Result<_, _>>()?;
        let count = numbers.len();
        numbers.try_into().map_err(|_| self.wrong(format!("must have {N} numbers, not {count}")))
    }

    fn vector(&self) -> Result<Vector3<f64>, Error> {
        self.numbers().map(|[x, y, z]| Vector3::new(x, y, z))
    }

    fn orientation(&self) -> Result<Quaternion<f64>, Error> {
        orientation(self.numbers()?).map_err(|error| self.wrong(error))
    }

    fn one_of<T: Copy>(&self, items: &[(&str, T)]) -> Result<T, Error> {
        let chosen = self.string()?;
        let names: Vec<_> = items.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let found = items.iter().find(|(name, _)| *name == chosen);
        found
            .map(|(_, item)| *item)
            .ok_or_else(|| self.wrong(format!("\"{chosen}\" is not one of {}", names.join(", "))))
    }

    /// Two names.
    fn pair(&self) -> Result<[String; 2], Error> {
        let items = self.items()?;
        let names: Vec<String> = items.iter().map(|item| item.string().map(String::from)).collect::<Result<_, _>>()?;
        let count = names.len();
        names.try_into().map_err(|_| self.wrong(format!("must have 2 names, not {count}")))
    }

    /// The value as parameters under a name.
    fn collect(&self, name: &str, found: &mut Vec<(String, String)>) -> Result<(), Error> {
        match self.value.get_ref() {
            DeValue::Table(_) => {
                for (key, value) in self.into_table()?.entries() {
                    value.collect(&format!("{name}.{key}"), found)?;
                }
            }
            DeValue::Array(_) => {
                for (k, value) in self.items()?.iter().enumerate() {
                    value.collect(&format!("{name}[{}]", k + 1), found)?;
                }
            }
            DeValue::String(text) => found.push((name.into(), text.to_string())),
            DeValue::Boolean(value) => found.push((name.into(), value.to_string())),
            _ => found.push((name.into(), format!("{:?}", self.number()?))),
        }
        // an unknown name or a value out of range is told with this line
        let Some((name, value)) = found.last() else { return Ok(()) };
        let mut trial = crate::unit::named::start_values();
        crate::unit::named::assign(&mut trial, name, value).map_err(|refusal| self.wrong(refusal.to_string()))
    }
}
