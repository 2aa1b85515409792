//! The file `system.toml` → [`Scene`]. An error names line and key, and what is allowed.

pub use super::located::Error;
pub use super::text_shapes::{Beside, Materials, Surfaces, Triangles};

use super::given::Kind;
use super::located::{self, Table, Value};
use super::scene::{MOST_BLOCKS, Report, Scene, SceneBody};
use super::text_patch::PatchTable;
use super::text_shapes::{material, part};
use crate::meet::Way;
use crate::meet::table::{self, NoMeeting};
use crate::stepping::coupling::MassSource;
use std::collections::BTreeSet;

/// The scene that a text describes, which names no other files.
///
/// Errors: as [`scene_beside`].
pub fn scene(text: &str, materials: Materials) -> Result<Scene, Error> {
    let surfaces = &|name: &str| Err(format!("\"{name}\": files are not read here; give convex = {{ points = … }}"));
    scene_beside(text, &Beside { materials, surfaces })
}

/// The scene that a text describes.
///
/// Errors: the first thing that is wrong, with its line and key.
pub fn scene_beside(text: &str, beside: &Beside) -> Result<Scene, Error> {
    let root = located::root(text)?;
    let root = Value::of(text, &root).as_table()?;
    root.only(&["unit", "bodies", "contacts", "report"])?;
    let unit = root.table("unit")?.ok_or_else(|| root.wrong("[unit] with name = \"…\" is missing"))?;
    unit.only(&["name", "model_exchange"])?;
    let name = unit.required("name")?;
    let mut scene = Scene::new(name.string()?).map_err(|error| name.wrong(error))?;
    scene.model_exchange = unit.get("model_exchange").map_or(Ok(true), |value| value.boolean())?;
    let bodies = root.table("bodies")?.ok_or_else(|| root.wrong("[bodies.…] is missing: a system has at least two"))?;
    for (key, value) in bodies.entries() {
        add_body(&mut scene, key, &value.as_table()?, beside)?;
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

fn add_body(scene: &mut Scene, name: &str, body: &Table, beside: &Beside) -> Result<(), Error> {
    body.only(&[
        "motion",
        "mass",
        "inertia",
        "center_of_mass",
        "mass_source",
        "force",
        "shape",
        "material",
        "position",
        "orientation",
        "velocity",
        "angularVelocity",
    ])?;
    let mass = body.get("mass").map(|value| value.number()).transpose()?;
    let moves = match body.get("motion") {
        None => mass.is_some() || body.get("mass_source").is_some(),
        Some(motion) => motion.one_of(&[("input", true), ("fixed", false)])?,
    };
    let mut made = SceneBody::new(name, moves);
    made.mass = mass;
    made.inertia = body.get("inertia").map(|value| value.numbers()).transpose()?;
    let vector = |key: &str| body.get(key).map(|value| value.vector()).transpose();
    made.center_of_mass = vector("center_of_mass")?.unwrap_or_default();
    if let Some(load) = body.get("force") {
        if mass.is_none() {
            return Err(load.wrong("force accelerates a body by its mass: give mass"));
        }
        made.load = load.vector()?;
        if !made.load.sum().is_finite() {
            return Err(load.wrong("must be finite numbers"));
        }
    }
    if let Some(source) = body.get("mass_source") {
        made.mass_source = source.one_of(&[("file", MassSource::Bodies), ("input", MassSource::Input)])?;
    }
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
    let of_the_body = body.get("material").map(|value| material(&value, beside.materials)).transpose()?;
    let shapes = match body.get("shape") {
        None => Vec::new(),
        Some(value) if value.is_array() => value.tables()?,
        Some(value) => vec![value.as_table()?],
    };
    let mut names = BTreeSet::new();
    for (number, shape) in shapes.iter().enumerate() {
        let mut part = part(shape, beside)?;
        part.material = part.material.or(of_the_body);
        if part.name.is_empty() && shapes.len() > 1 {
            return Err(shape.wrong(format!("name is missing: body \"{name}\" has {} shapes", shapes.len())));
        }
        if !names.insert(part.name.clone()) {
            return Err(shape.wrong(format!("shape {}: the name \"{}\" is taken", number + 1, part.name)));
        }
        made.parts.push(part);
    }
    scene.add_body(made).map(drop).map_err(|error| body.wrong(error))
}

/// What an entry of `contacts.pair`, `contacts.without` or `contacts.external` says.
struct Rule<'a> {
    table: Table<'a>,
    /// Bodies or shapes; a name may end with `*`
    between: [String; 2],
    name: Option<String>,
    /// With the place where it is asked for
    way: Option<(Way, Value<'a>)>,
    parameters: Vec<(String, String)>,
    /// Points of the first body in the place of its face
    patch: Option<PatchTable<'a>>,
    /// Pairs of shapes that it has been used for
    used: usize,
}

impl<'a> Rule<'a> {
    fn of(table: Table<'a>, can_choose: bool) -> Result<Self, Error> {
        Ok(Rule {
            between: table.required("between")?.pair()?,
            name: table.get("name").map(|value| value.string().map(String::from)).transpose()?,
            way: match table.get("way") {
                Some(value) if can_choose => Some((value.one_of(&Way::NAMES)?, value)),
                Some(value) => return Err(value.wrong("way is for contacts.pair: the importer computes this contact")),
                None => None,
            },
            parameters: table.parameters(&["between", "name", "way", "patch"])?,
            patch: table.table("patch")?.map(PatchTable::of).transpose()?,
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
        rules.push(Rule::of(table, true)?);
    }
    let mut without = Vec::new();
    for table in tables("without")? {
        table.only(&["between"])?;
        without.push(Rule::of(table, false)?);
    }
    add_pairs(scene, &contacts, all, &common, &mut rules, &mut without)?;
    for table in tables("external")? {
        let Rule { table, between, name, parameters, patch, .. } = Rule::of(table, false)?;
        if let Some(patch) = patch {
            return Err(patch.wrong("a patch lies on a shape: the importer computes this contact"));
        }
        let mut bodies = [0; 2];
        for (at, body) in bodies.iter_mut().zip(&between) {
            *at = scene.find(body).map_err(|error| table.wrong(error))?.0;
        }
        let name = name.unwrap_or_else(|| format!("{}__{}", between[0], between[1]));
        let given: Vec<_> = common.iter().cloned().chain(parameters).collect();
        scene.add_given_contact(&name, bodies, &given).map_err(|error| table.wrong(error))?;
    }
    let Some(Rule { between, table, .. }) = rules.iter().chain(&without).find(|rule| rule.used == 0) else {
        return Ok(());
    };
    let unknown = between.iter().filter(|name| !name.ends_with('*')).find_map(|name| scene.find(name).err());
    let [one, other] = between;
    Err(table.wrong(unknown.unwrap_or_else(|| format!("between {one} and {other} there is no pair of shapes"))))
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
    let (pairs, most) = (pairs(&scene.bodies), if all && without.is_empty() { MOST_BLOCKS } else { MOST_PAIRS });
    if pairs > most as f64 {
        return Err(contacts.wrong(format!(
            "{pairs:.0} pairs of shapes of different bodies are more than {most}, the most that are looked through: take fewer \
             bodies or shapes"
        )));
    }
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
            let matching = rules.iter_mut().filter(|rule| is_between(&rule.between, pair_of_names));
            let fitting: Vec<&Rule> = matching
                .map(|rule| {
                    rule.used += 1;
                    &*rule
                })
                .collect();
            if !all && fitting.is_empty() {
                continue;
            }
            let [a, b] = [&scene.bodies[i].parts[p].shape, &scene.bodies[j].parts[q].shape];
            let parts = [(i, p), (j, q)];
            let parameters: Vec<_> =
                common.iter().chain(fitting.iter().flat_map(|rule| &rule.parameters)).cloned().collect();
            let named = fitting.iter().rev().find_map(|rule| rule.name.as_deref());
            let by = fitting.iter().rev().find_map(|rule| rule.way.as_ref());
            let patch = match fitting.iter().rev().find_map(|rule| Some((rule, rule.patch.as_ref()?))) {
                None => None,
                Some((rule, patch)) => {
                    if let Some((_, way)) = by {
                        return Err(way.wrong("a pair that has a patch meets by its points"));
                    }
                    let (side, points) = patch.on([a, b], !names_first(&rule.between, pair_of_names))?;
                    Some(([parts[side], parts[1 - side]], points))
                }
            };
            let [one, other] = pair_of_names.map(|(_, part)| part.trim_end_matches('.'));
            let asked = by.map(|(way, _)| *way);
            let (way, _) = table::way(a, b, asked).map_err(|refused| match (refused, by) {
                (NoMeeting::NoWay { .. }, Some((_, value))) => value.wrong(format!("{one} and {other}: {refused}")),
                _ => contacts.wrong(format!(
                    "{one} ({}) and {other} ({}) do not meet: {}; leave the pair out by [[contacts.without]], or \
                     list pairs with pairs = \"listed\"",
                    a.name(),
                    b.name(),
                    table::MEETING
                )),
            })?;
            let kind = match (&patch, way) {
                (Some(_), _) => Kind::Patch,
                (None, Way::Volume) => Kind::Faces,
                (None, Way::Point) => Kind::Points,
            };
            for rule in &fitting {
                let Some((name, _)) = rule.parameters.iter().find(|(name, _)| kind.refuses(name)) else { continue };
                return Err(rule.table.wrong(format!(
                    "{name} says nothing about {one} and {other}, {}",
                    match kind {
                        Kind::Faces => "which meet by volume: compliance.k_A is the stiffness of faces",
                        Kind::Patch => "which meet by a patch: compliance.k_A is its stiffness",
                        Kind::Points | Kind::Given => "which meet in a point: compliance.k is its stiffness",
                    }
                )));
            }
            let added = match patch {
                Some((parts, points)) => scene.add_patch(named, parts, &points, &parameters),
                None => scene.add_contact_by(asked, named, parts, &parameters),
            };
            added.map_err(|error| contacts.wrong(error))?;
        }
    }
    Ok(())
}

/// Pairs of shapes that are looked through for those that a rule names, within seconds.
const MOST_PAIRS: usize = 100_000_000;

/// Pairs of shapes of different bodies, one of which moves.
fn pairs(bodies: &[SceneBody]) -> f64 {
    let between = |counts: &mut dyn Iterator<Item = usize>| {
        let (sum, squares) =
            counts.fold((0.0, 0.0), |(sum, squares), n| (sum + n as f64, squares + (n as f64).powi(2)));
        0.5 * (sum * sum - squares)
    };
    let fixed = bodies.iter().filter(|body| !body.moves);
    between(&mut bodies.iter().map(|body| body.parts.len())) - between(&mut fixed.map(|body| body.parts.len()))
}

/// What the shapes of a body are called: by the body alone, and with the shape's name.
fn names_of(body: &SceneBody) -> Vec<(String, String)> {
    body.parts.iter().map(|part| (body.name.clone(), format!("{}.{}", body.name, part.name))).collect()
}

/// Whether two shapes, each as (body, body.shape), are those of a rule, in either order.
fn is_between(between: &[String; 2], [a, b]: [&(String, String); 2]) -> bool {
    names_first(between, [a, b]) || names_first(between, [b, a])
}

/// The same in the order of the rule.
fn names_first(between: &[String; 2], names: [&(String, String); 2]) -> bool {
    let is = |pattern: &str, (body, part): &(String, String)| match pattern.strip_suffix('*') {
        Some(start) => body.starts_with(start) || part.starts_with(start),
        None => pattern == body || pattern == part,
    };
    is(&between[0], names[0]) && is(&between[1], names[1])
}
