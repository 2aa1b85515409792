//! Bodies in the plane as the file of a system unit, x and y as they are.

use core::fmt::Write;

use nalgebra::Vector2;

use super::bodies::{Body, Law, Piece, Shape, System};
use super::pairs::joined;
use crate::systems::ways::{Coupling, Order};

/// Radius of the balls that stand for corners, and of the capsules that stand for rods [m].
const CORNER: f64 = 1e-6;
/// How far boxes reach across the plane, and how thick a wall is [m].
const ACROSS: f64 = 0.1;
const WALL: f64 = 0.02;
/// Least coefficient of restitution [1]: at rest, compliant contacts are damped by 1/e and would take as many steps.
const LEAST_E: f64 = 0.05;
/// k_A of faces over k of balls [1/m^1.5].
const OF_FACES: f64 = 100.0;
/// σ_0 over k [m^0.5].
const OF_BRISTLES: f64 = 0.01;

/// What the contacts of a unit are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contacts {
    /// They give way; k of balls [N/m^1.5], with which all others grow.
    Compliant(f64),
    /// They do not, in time stepping. The importer tells the inverse masses of bodies that joints link.
    Rigid,
}

/// The text of a file for `asperity pack --system`: discs become balls, the corners of a single polygon balls of 1 µm where all that
/// stands still are half-planes, else a rod becomes a capsule of that radius, a rectangle a box, and there are no others; walls become
/// boxes behind the line as the first body sees it. Joints, springs and moments of loads are not in it: they are the importer's.
///
/// A coefficient of restitution below 0.05 is written as 0.05.
///
/// Errors: what a unit has not, in words.
pub fn as_unit(system: &System, contacts: Contacts) -> Result<String, String> {
    let is_open = system.fixtures.iter().all(|fixture| matches!(fixture.piece, Piece::HalfPlane { .. }));
    let by_corners = is_open && system.bodies.len() == 1;
    let has_corners = by_corners && matches!(system.bodies[0].shape, Shape::Polygon { .. });
    let mut text = String::from("[unit]\nname = \"Plane\"\n");
    for (at, body) in system.bodies.iter().enumerate() {
        text += &of_body(body, by_corners)?;
        let is_link = system.joints.iter().any(|joint| joint.ends.iter().any(|end| end.body == Some(at)));
        if contacts == Contacts::Rigid && is_link {
            text += "mass_source = \"input\"\n";
        }
        let loads = system.loads.iter().filter(|load| load.body == at);
        let force = loads.fold(Vector2::zeros(), |sum: Vector2<f64>, load| sum + load.force);
        let _ = writeln!(text, "force = {:?}", [force.x, force.y, 0.0]);
    }
    let viewer = system.bodies.first().map_or(Vector2::zeros(), |body| body.place.xy());
    for fixture in &system.fixtures {
        // what the balls stand out beyond the corners
        let lower = if has_corners { CORNER } else { 0.0 };
        let piece = of_piece(&fixture.piece, lower, viewer);
        let _ = write!(text, "\n[bodies.{:?}]\nmotion = \"fixed\"\n{piece}", fixture.name);
    }
    text += "\n[contacts]\n";
    match contacts {
        Contacts::Compliant(stiffness) => {
            let lightest = system.bodies.iter().map(|body| body.mass).fold(f64::INFINITY, f64::min);
            let sigma_0 = OF_BRISTLES * stiffness;
            let _ = write!(
                text,
                "compliance.k = {stiffness:?}\ncompliance.k_A = {:?}\nfriction.sigma_0 = {sigma_0:?}\nfriction.sigma_1 = {:?}\n",
                OF_FACES * stiffness,
                (sigma_0 * lightest).sqrt(),
            );
        }
        Contacts::Rigid => text += &(Coupling::TimeStepping.lines(Order::Sequential).join("\n") + "\n"),
    }
    text += &of_law(&system.law);
    let moves = |pair: [usize; 2]| pair.iter().any(|owner| *owner < system.bodies.len());
    for (names, law) in &system.laws {
        let owners = [0, 1].map(|k| system.find(&names[k]).unwrap_or(usize::MAX));
        if moves(owners) {
            let _ = write!(text, "[[contacts.pair]]\nbetween = {names:?}\n{}", of_law(law));
        }
    }
    for pair in (0..system.bodies.len()).flat_map(|i| (0..i).map(move |j| [j, i])) {
        if joined(system, pair) {
            let names = pair.map(|owner| system.name(owner));
            let _ = write!(text, "[[contacts.without]]\nbetween = {names:?}\n");
        }
    }
    Ok(text)
}

fn of_law(law: &Law) -> String {
    format!("compliance.e = {:?}\nfriction.mu_S = {:?}\nfriction.mu_C = {:?}\n", law.e.max(LEAST_E), law.mu_s, law.mu_k)
}

fn of_body(body: &Body, by_corners: bool) -> Result<String, String> {
    let (x, y, phi) = (body.place.x, body.place.y, body.place.z);
    let shape = match &body.shape {
        Shape::Disc { radius } => format!("{{ sphere = {{ radius = {radius:?} }} }}"),
        Shape::Polygon { corners } if by_corners => {
            let balls = corners.iter().enumerate().map(|(k, at)| {
                let place = [at.x, at.y, 0.0];
                format!("{{ name = \"corner{}\", sphere = {{ radius = {CORNER:?} }}, position = {place:?} }}", k + 1)
            });
            format!("[{}]", balls.collect::<Vec<_>>().join(", "))
        }
        Shape::Polygon { corners } => match (rectangle(corners), &corners[..]) {
            (Some([width, height]), _) => format!("{{ box = {{ size = [{width:?}, {height:?}, {ACROSS:?}] }} }}"),
            (None, [from, to]) => of_rod(from, to),
            _ => {
                return Err(format!(
                    "{} is a polygon that meets more than half-planes: only discs, rods and upright rectangles do in a unit",
                    body.name
                ));
            }
        },
    };
    let turned = [libm::cos(0.5 * phi), 0.0, 0.0, libm::sin(0.5 * phi)];
    Ok(format!(
        "\n[bodies.{:?}]\nmass = {:?}\ninertia = [{inertia:?}, {inertia:?}, {inertia:?}, 0.0, 0.0, 0.0]\nposition = {:?}\n\
         orientation = {turned:?}\nvelocity = {:?}\nangularVelocity = {:?}\nshape = {shape}\n",
        body.name,
        body.mass,
        [x, y, 0.0],
        [body.velocity.x, body.velocity.y, 0.0],
        [0.0, 0.0, body.velocity.z],
        inertia = body.inertia,
    ))
}

/// A capsule, which has its line along z.
fn of_rod(from: &Vector2<f64>, to: &Vector2<f64>) -> String {
    let (along, middle) = (to - from, (from + to) * 0.5);
    let length = along.dot(&along).sqrt();
    let axis = along / length;
    // half a turn about the bisector of z and the line
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let turned = [0.0, axis.x * half, axis.y * half, half];
    format!(
        "{{ capsule = {{ radius = {CORNER:?}, length = {length:?} }}, position = {:?}, orientation = {turned:?} }}",
        [middle.x, middle.y, 0.0]
    )
}

/// Width and height of a rectangle about the origin with sides along x and y.
fn rectangle(corners: &[Vector2<f64>]) -> Option<[f64; 2]> {
    let &[a, b, c, d] = corners else { return None };
    let is_upright = a == -c && b == -d && b == Vector2::new(-a.x, a.y) && b.x > 0.0 && d.y > 0.0;
    is_upright.then_some([2.0 * b.x, 2.0 * d.y])
}

fn of_piece(piece: &Piece, lower: f64, viewer: Vector2<f64>) -> String {
    match piece {
        Piece::HalfPlane { point, normal } => {
            let normal = normal / normal.dot(normal).sqrt();
            let (height, normal) = (normal.dot(point) - lower, [normal.x, normal.y, 0.0]);
            format!("shape = {{ plane = {{ normal = {normal:?}, height = {height:?} }} }}\n")
        }
        Piece::Segment { from, to } => {
            let along = to - from;
            let length = along.dot(&along).sqrt();
            let left = Vector2::new(-along.y, along.x) / length;
            let away = if (viewer - from).dot(&left) > 0.0 { -left } else { left };
            let middle = (from + to) * 0.5 + away * (0.5 * WALL);
            let angle = libm::atan2(along.y, along.x);
            let turned = [libm::cos(0.5 * angle), 0.0, 0.0, libm::sin(0.5 * angle)];
            // wider than what stands on it
            let size = [length, WALL, 2.0 * ACROSS];
            let place = [middle.x, middle.y, 0.0];
            format!("position = {place:?}\norientation = {turned:?}\nshape = {{ box = {{ size = {size:?} }} }}\n")
        }
        Piece::Disc { centre, radius } => {
            let place = [centre.x, centre.y, 0.0];
            format!("position = {place:?}\nshape = {{ sphere = {{ radius = {radius:?} }} }}\n")
        }
    }
}
