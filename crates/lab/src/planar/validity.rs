//! Systems that cannot be.

use nalgebra::Vector2;

use super::bodies::{Law, Load, Piece, Shape, Spring, System, edges};
use super::linear::length;
use super::overlap;

/// Depth at the start that counts as touching [m].
pub const TOUCH: f64 = 1e-6;

/// The first thing that is wrong, in words: which body, which value, what is allowed.
pub fn check(system: &System) -> Result<(), String> {
    let mut names: Vec<&str> = (0..system.owners()).map(|owner| system.name(owner)).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("there are two things called \"{}\"", twice[0]));
    }
    if system.bodies.is_empty() {
        return Err("there is no body that moves".into());
    }
    finite("gravity", system.gravity.as_slice())?;
    for body in &system.bodies {
        let name = &body.name;
        positive(&format!("the mass of {name}"), body.mass)?;
        positive(&format!("the inertia of {name}"), body.inertia)?;
        finite(&format!("the place of {name}"), body.place.as_slice())?;
        finite(&format!("the velocity of {name}"), body.velocity.as_slice())?;
        match &body.shape {
            Shape::Disc { radius } => positive(&format!("the radius of {name}"), *radius)?,
            Shape::Polygon { corners } => polygon(name, corners)?,
        }
    }
    for fixture in &system.fixtures {
        let name = &fixture.name;
        match &fixture.piece {
            Piece::HalfPlane { point, normal } => {
                finite(&format!("the point of {name}"), point.as_slice())?;
                finite(&format!("the normal of {name}"), normal.as_slice())?;
                if length(normal) == 0.0 {
                    return Err(format!("the normal of {name} has no direction"));
                }
            }
            Piece::Segment { from, to } => polygon(name, &[*from, *to])?,
            Piece::Disc { centre, radius } => {
                finite(&format!("the centre of {name}"), centre.as_slice())?;
                positive(&format!("the radius of {name}"), *radius)?;
            }
        }
    }
    law("all pairs", &system.law)?;
    for (names, of) in &system.laws {
        if let Some(unknown) = names.iter().find(|name| system.find(name).is_none()) {
            return Err(format!("a contact names \"{unknown}\", which is neither a body nor a part of the world"));
        }
        law(&names.join(" and "), of)?;
    }
    acting(system)?;
    match overlap::deepest(system) {
        Some((names, depth)) if depth > TOUCH => Err(format!(
            "{} and {} overlap by {depth:.6e} m at the start; at most {TOUCH:e} m counts as touching",
            names[0], names[1]
        )),
        _ => Ok(()),
    }
}

/// Joints, springs and loads.
fn acting(system: &System) -> Result<(), String> {
    let known = |what: &str, body: Option<usize>| match body {
        Some(body) if body >= system.bodies.len() => Err(format!("{what} names a body that is not there")),
        _ => Ok(()),
    };
    for joint in &system.joints {
        let what = format!("the joint {}", joint.name);
        for end in &joint.ends {
            known(&what, end.body)?;
            finite(&what, end.at.as_slice())?;
        }
        if joint.ends[0].body == joint.ends[1].body || joint.ends[0].body.is_none() {
            return Err(format!("{what} must join a body with another one or with the world"));
        }
        if let super::JointKind::Slider { direction, .. } = joint.kind
            && !(length(&direction) > 0.0 && length(&direction).is_finite())
        {
            return Err(format!("the direction of {what} has no length"));
        }
    }
    for Spring { ends, stiffness, length } in &system.springs {
        for end in ends {
            known("a spring", end.body)?;
            finite("the end of a spring", end.at.as_slice())?;
        }
        positive("the stiffness of a spring", *stiffness)?;
        if !(*length >= 0.0 && length.is_finite()) {
            return Err(format!("the length of a spring is {length:?}; it must be 0 or more"));
        }
    }
    for Load { body, force, moment } in &system.loads {
        known("a force", Some(*body))?;
        finite("a force", force.as_slice())?;
        finite("a moment", &[*moment])?;
    }
    Ok(())
}

fn finite(what: &str, values: &[f64]) -> Result<(), String> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(value) => Err(format!("{what} is {value:?}; it must be finite")),
        None => Ok(()),
    }
}

fn positive(what: &str, value: f64) -> Result<(), String> {
    if value > 0.0 && value.is_finite() { Ok(()) } else { Err(format!("{what} is {value:?}; it must be above 0")) }
}

fn law(whose: &str, law: &Law) -> Result<(), String> {
    let Law { mu_s, mu_k, e } = *law;
    finite(&format!("friction or restitution of {whose}"), &[mu_s, mu_k, e])?;
    if mu_k < 0.0 {
        return Err(format!("mu_k of {whose} is {mu_k:?}; it must be 0 or more"));
    }
    if mu_s < mu_k {
        return Err(format!("mu_s of {whose} is {mu_s:?}; it must be mu_k = {mu_k:?} or more"));
    }
    if !(0.0..=1.0).contains(&e) {
        return Err(format!("e of {whose} is {e:?}; it must be within 0 to 1"));
    }
    Ok(())
}

/// Counter-clockwise and convex.
fn polygon(name: &str, corners: &[Vector2<f64>]) -> Result<(), String> {
    for corner in corners {
        finite(&format!("a corner of {name}"), corner.as_slice())?;
    }
    if corners.len() < 2 {
        return Err(format!("{name} has {} corners; it needs 2 (a rod) or more", corners.len()));
    }
    let sides: Vec<Vector2<f64>> = edges(corners).map(|(a, b)| b - a).collect();
    if let Some(k) = sides.iter().position(|side| length(side) == 0.0) {
        return Err(format!("corners {} and {} of {name} are the same", k + 1, (k + 1) % corners.len() + 1));
    }
    if corners.len() == 2 {
        return Ok(());
    }
    let mut turned = 0.0;
    for k in 0..sides.len() {
        let (side, next) = (sides[k], sides[(k + 1) % sides.len()]);
        if side.perp(&next) <= 0.0 {
            let corner = (k + 1) % sides.len() + 1;
            return Err(format!(
                "{name} does not turn left at corner {corner}: the corners must go round counter-clockwise and the \
                 polygon must be convex"
            ));
        }
        turned += libm::atan2(side.perp(&next), side.dot(&next));
    }
    if turned > 7.0 { Err(format!("the corners of {name} go round more than once")) } else { Ok(()) }
}
