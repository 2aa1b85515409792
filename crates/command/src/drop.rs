//! `asperity drop`

use std::ffi::OsString;
use std::io::{self, Write};

use asperity_lab::masters::{Coupling, Master};
use asperity_lab::material::{Bounce, Material};
use asperity_lab::number::number;
use asperity_lab::scenes::{INTERFACE, LONGEST, fall::SCENE};
use asperity_lab::simulate::{Method, Request};
use clap::Args;

use crate::Failure;
use crate::course::Course;
use crate::files::{Files, OutputFile};
use crate::hertz::Contact;
use crate::material::{found, short};
use crate::shape::Shape;
use crate::simulate::carry_out;

/// Steps of a method of second order in the contact time.
const STEPS: f64 = 50.0;
/// The same of a master that holds the force, also for a restitution near 1, where all that it gains stays.
const HELD_STEPS: f64 = 500.0;
/// Rebounds that are simulated unless --until says more.
const REBOUNDS: i32 = 4;
/// Restitution of a pair of which none is known.
const ASSUMED: f64 = 0.5;

#[derive(Args)]
pub struct Options {
    /// Material of the ball; `asperity material` lists all
    #[arg(value_name = "BALL")]
    ball: String,
    /// Material of the flat
    #[arg(value_name = "FLAT")]
    flat: String,
    /// Radius of the ball [m] [default: 0.05]
    #[arg(long, allow_negative_numbers = true)]
    radius: Option<f64>,
    /// Gap at the start [m] [default: 1]
    #[arg(long, allow_negative_numbers = true)]
    height: Option<f64>,
    /// Velocity downwards at the start [m/s] [default: 0]
    #[arg(long, allow_negative_numbers = true)]
    speed: Option<f64>,
    /// Gravity [m/s2] [default: 9.81]
    #[arg(long, allow_negative_numbers = true)]
    gravity: Option<f64>,
    /// Density of the ball [kg/m3] [default: that of its material]
    #[arg(long, allow_negative_numbers = true)]
    density: Option<f64>,
    /// Coefficient of restitution [default: that of the pair, where it is known]
    #[arg(long, allow_negative_numbers = true)]
    e: Option<f64>,
    #[command(flatten)]
    course: Course,
}

pub fn run(options: &Options, files: &mut Files) -> Result<(), Failure> {
    let [ball, flat] = [found(&options.ball)?, found(&options.flat)?];
    let given = &options.course.settings_of_scene()?;
    given.iter().try_for_each(|(name, item)| is_free(name, item))?;
    let has = |name: &str, item: &str| given.iter().any(|(set, value)| set == name && value == item);
    let without_e = [("compliance.law", "elastic"), ("compliance.restitution", "table")];
    let without_e = without_e.into_iter().find(|(name, item)| has(name, item));
    if let (Some(_), Some((name, item))) = (options.e, without_e) {
        return Err(Failure::Usage(format!(
            "--e: nothing comes of it with --set {name}={item}, leave one of them out"
        )));
    }
    let bounce = Bounce::find(ball.name, flat.name).find_map(|bounce| Some((bounce.value()?, bounce.source)));
    let drop = Drop {
        radius: setting("radius", options.radius)?,
        height: setting("height", options.height)?,
        speed: setting("speed", options.speed)?,
        gravity: setting("gravity", options.gravity)?,
        density: setting("density", options.density.or(Some(ball.density.value)))?,
        e: setting("e", options.e.or(bounce.map(|(e, _)| e)).or(Some(ASSUMED)))?,
    };
    // what is no number, or out of range, the FMU refuses
    let k_red = given.iter().find(|(name, _)| name == "material.k_red").and_then(|(_, text)| text.parse().ok());
    let contact = drop.contact([ball, flat], k_red.filter(|k_red| *k_red > 0.0).unwrap_or(1.0))?;

    let mut set = drop.set(ball, flat);
    set.extend(given.iter().cloned());
    let method = options.course.method(|method| drop.step(method, contact.impact.time))?;
    let until = options.course.until.unwrap_or_else(|| drop.until(contact.impact.time));
    let request = Request { method, until, every: options.course.every(method, until), set };
    let mut course = options.course.clone();
    if course.plot.is_none() {
        let plot = OutputFile::from(OsString::from("drop.svg"));
        files.writes("--plot", &plot)?;
        course.plot = Some(plot);
    }
    let e = number(drop.e);
    let restitution = match (without_e, options.e, bounce) {
        (Some((name, item)), ..) => format!("by {name} = {item}, as set"),
        (_, Some(_), _) => format!("e = {e}, as set"),
        (_, None, Some((_, source))) => format!("e = {e}, [{source}]"),
        (_, None, None) => {
            format!("e = {e}, assumed: not known of {} on {}, measure it and give --e", ball.name, flat.name)
        }
    };
    let changed: String = ["compliance.law", "compliance.alpha"]
        .into_iter()
        .filter_map(|changes| given.iter().find(|(name, _)| without_e.is_none() && name == changes))
        .map(|(name, item)| format!("; what it leaves with follows from {name} = {item}"))
        .collect();
    let restitution = restitution + &changed;
    // in all other ways the contact is compliant, whatever its method
    let inside = matches!(request.method, Method::CoSimulation { coupling: Coupling::Interface { .. }, .. });
    let is_rigid = inside && has("coupling.method", "timeStepping");
    let title = format!("A ball of {} falls on a flat of {}", ball.name, flat.name);
    carry_out(&SCENE, &request, &course, &title, |out| drop.describe(out, &contact, &restitution, is_rigid))
}

/// Refuses a variable that options and materials determine: what is printed of them would not be what acts.
fn is_free(name: &str, item: &str) -> Result<(), Failure> {
    let instead = match name {
        "compliance.law" if item == "kelvinVoigt" => {
            "its spring of two materials is not linear; asperity simulate drop takes a stiffness".into()
        }
        "compliance.e" => "give --e".into(),
        "compliance.source" | "compliance.k" | "compliance.p" => {
            "the stiffness follows from BALL and FLAT, name other materials or set material.k_red".into()
        }
        "material.E_I" | "material.nu_I" => "name another BALL".into(),
        "material.E_J" | "material.nu_J" => "name another FLAT".into(),
        _ if name.starts_with("geometry.") => "the ball falls on the flat from --height, with --radius".into(),
        _ => match SCENE.settings.iter().find(|known| known.name == name) {
            Some(known) => format!("give --{}", known.name.trim_start_matches("scene.")),
            None => return Ok(()),
        },
    };
    Err(Failure::Usage(format!("--set {name}: drop sets it itself; {instead}")))
}

/// The value of `scene.<name>`: that of the option, else where the scene starts.
fn setting(name: &str, option: Option<f64>) -> Result<f64, Failure> {
    let full = format!("scene.{name}");
    let Some(known) = SCENE.settings.iter().find(|setting| setting.name == full) else {
        return Err(Failure::Failed(format!("the scene {} has no setting {full}", SCENE.name)));
    };
    let (low, high) = known.range;
    if let Some(value) = option.filter(|value| !(low..=high).contains(value)) {
        let unit = if known.unit == "1" { String::new() } else { format!(" {}", known.unit) };
        let range = format!("it must be from {} to {}{unit}", number(low), number(high));
        return Err(Failure::Usage(format!("--{name} is {}, {range}", number(value))));
    }
    Ok(option.unwrap_or(known.start))
}

/// The fall.
struct Drop {
    radius: f64,
    height: f64,
    speed: f64,
    gravity: f64,
    density: f64,
    e: f64,
}

impl Drop {
    /// Speed of the first impact  √(v² + 2·g·h)  [m/s].
    fn impact_speed(&self) -> f64 {
        (self.speed * self.speed + 2.0 * self.gravity * self.height).sqrt()
    }

    /// What Hertz says of the first impact. Errors: the ball does not fall, or no finite impact follows.
    fn contact(&self, materials: [&'static Material; 2], k_red: f64) -> Result<Contact, Failure> {
        let speed = self.impact_speed();
        if speed == 0.0 {
            let missing = if self.gravity == 0.0 { "--gravity is 0: give it" } else { "give --height" };
            return Err(Failure::Usage(format!("nothing falls: {missing}, or --speed, greater than 0")));
        }
        let mass = 4.0 / 3.0 * std::f64::consts::PI * self.radius.powi(3) * self.density;
        let shapes = [Shape::sphere(self.radius), Shape::flat(1.0)];
        let contact = Contact::new(materials, shapes, k_red, mass, speed);
        if contact.impact.time.is_normal() && contact.mass.is_normal() && contact.stiffness.is_normal() {
            return Ok(contact);
        }
        Err(Failure::Usage("these numbers lead to no finite impact: look for one far too large or too small".into()))
    }

    fn set(&self, ball: &Material, flat: &Material) -> Vec<(String, String)> {
        let pairs = [
            ("scene.radius", self.radius),
            ("scene.height", self.height),
            ("scene.speed", self.speed),
            ("scene.gravity", self.gravity),
            ("scene.density", self.density),
            ("scene.e", self.e),
            ("material.E_I", ball.young.value),
            ("material.nu_I", ball.poisson.value),
            ("material.E_J", flat.young.value),
            ("material.nu_J", flat.poisson.value),
        ];
        pairs.into_iter().map(|(name, value)| (name.into(), value.to_string())).collect()
    }

    /// Slower impacts last longer than the first one, which lasts `contact_time` [s].
    fn step(&self, method: Method, contact_time: f64) -> f64 {
        let until = self.until(contact_time);
        let step = match method {
            Method::Exchange(_) => LONGEST,
            Method::CoSimulation { coupling: Coupling::Interface { .. }, .. } => INTERFACE.min(until / 100.0),
            Method::CoSimulation { master: Master::Jacobi, .. } => contact_time / HELD_STEPS,
            _ => contact_time / STEPS,
        };
        round_down(step)
    }

    /// Time for the fall and some rebounds [s].
    fn until(&self, contact_time: f64) -> f64 {
        let v = self.impact_speed();
        let fall = 2.0 * self.height / (self.speed + v);
        let flights: f64 = match self.gravity {
            0.0 => fall / self.e,
            g => (1..=REBOUNDS).map(|n| 2.0 * self.e.powi(n) * v / g).sum(),
        };
        let long = fall + flights + 2.0 * f64::from(REBOUNDS) * contact_time;
        // Two digits.
        let digit = 10_f64.powf(long.log10().floor() - 1.0);
        (long / digit).ceil() * digit
    }

    fn describe(&self, out: &mut impl Write, contact: &Contact, restitution: &str, is_rigid: bool) -> io::Result<()> {
        let [ball, flat] = contact.materials;
        let (radius, mass, height) = (number(self.radius), short(contact.mass), number(self.height));
        writeln!(out, "Ball of {} ({}), radius {radius} m, {mass} kg, from {height} m", ball.name, ball.what)?;
        writeln!(out, "onto a flat of {} ({})", flat.name, flat.what)?;
        writeln!(out, "Restitution {restitution}")?;
        let speed = short(self.impact_speed());
        if is_rigid {
            return writeln!(out, "Rigid contact; the first impact is at {speed} m/s");
        }
        let (k, time) = (short(contact.stiffness), short(contact.impact.time));
        writeln!(out, "k = {k} N/m^1.5; the first impact, at {speed} m/s, lasts {time} s without damping")?;
        contact.warnings().iter().try_for_each(|warning| writeln!(out, "Note: {warning}"))
    }
}

/// 1, 2 or 5 times a power of ten, not above a value.
fn round_down(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    [5.0, 2.0].into_iter().find(|factor| factor * power <= value).unwrap_or(1.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_not_too_long() {
        for (value, step) in [(4.9e-6, 2e-6), (5.2e-3, 5e-3), (1.7, 1.0), (2.6e-4, 2e-4)] {
            assert!((round_down(value) / step - 1.0).abs() < 1e-12, "{value}: {}", round_down(value));
        }
    }

    /// From 1 m under 9.81 m/s²: 4.4294 m/s after 0.45152 s; e = ½ gives flights of 0.45152, 0.22576, 0.11288, 0.05644 s.
    #[test]
    fn the_time_holds_the_fall_and_four_rebounds() {
        let drop = Drop { radius: 0.05, height: 1.0, speed: 0.0, gravity: 9.81, density: 7850.0, e: 0.5 };
        assert!((drop.impact_speed() - 4.429_447).abs() < 1e-6);
        assert!((drop.until(1e-6) - 1.3).abs() < 1e-12, "{}", drop.until(1e-6));
    }
}
