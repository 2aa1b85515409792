//! `asperity material`

use std::io::{self, Write};

use asperity::physics::material::HERTZ_EXPONENT;
use asperity_lab::material::{BOUNCES, Bounce, FRICTIONS, Friction, Material, PALETTE, SOURCES};
use asperity_lab::number::finite;
use clap::Args;

use crate::Failure;
use crate::hertz::{Contact, GRAVITY};
use crate::shape::Shape;

/// Parameters of two materials in contact, and what an impact of a mass does; with no material, the palette
#[derive(Args)]
pub struct Options {
    /// Material of body i [default: list all]
    #[arg(value_name = "MATERIAL_I")]
    i: Option<String>,
    /// Material of body j [default: show the first alone]
    #[arg(value_name = "MATERIAL_J")]
    j: Option<String>,
    /// Radius of body i, a sphere [m]
    #[arg(long, allow_negative_numbers = true, conflicts_with = "shape_i", requires = "j")]
    radius: Option<f64>,
    /// Shape of body i, lengths in m: sphere:D ellipsoid:LX,LY,LZ box:LX,LY,LZ cylinder:D,L cone:D,TOP capsule:D
    /// beam:L,W,T
    #[arg(long, value_name = "SHAPE", requires = "j")]
    shape_i: Option<Shape>,
    /// Radius of body j, a sphere [m] [default: body j is flat]
    #[arg(long, allow_negative_numbers = true, conflicts_with = "shape_j", requires = "j")]
    radius_j: Option<f64>,
    /// Shape of body j
    #[arg(long, value_name = "SHAPE", conflicts_with = "flat_j", requires = "j")]
    shape_j: Option<Shape>,
    /// Body j is flat; a radius of it counts where body i is flat too
    #[arg(long, requires = "j")]
    flat_j: bool,
    /// Effective mass, m_i·m_j/(m_i + m_j) [kg] [default: the sphere i, body j fixed]
    #[arg(long, allow_negative_numbers = true, requires = "j")]
    mass: Option<f64>,
    /// Speed of the impact [m/s]
    #[arg(long, default_value_t = 1.0, allow_negative_numbers = true, requires = "j")]
    speed: f64,
    /// Coefficient of restitution to set
    #[arg(long, value_name = "E", allow_negative_numbers = true, requires = "j")]
    e: Option<f64>,
    /// Factor on the stiffness, k_red of Modia3D
    #[arg(long, default_value_t = 1.0, allow_negative_numbers = true, requires = "j")]
    k_red: f64,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match (&options.i, &options.j) {
        (None, _) => write_palette(&mut out)?,
        (Some(name), None) => write_sources_of(&mut out, found(name)?)?,
        (Some(i), Some(j)) => write(&mut out, options, &contact(options, [found(i)?, found(j)?])?)?,
    }
    Ok(())
}

pub fn found(name: &str) -> Result<&'static Material, Failure> {
    Material::find(name).ok_or_else(|| {
        let names: Vec<&str> = PALETTE.iter().map(|material| material.name).collect();
        let name = if name.trim().is_empty() { format!("{name:?}") } else { name.into() };
        Failure::Usage(format!("{name} is not a material of the palette; it has {}", names.join(", ")))
    })
}

/// The contact that the options describe.
fn contact(options: &Options, materials: [&'static Material; 2]) -> Result<Contact, Failure> {
    let given = [("radius", options.radius), ("radius-j", options.radius_j), ("mass", options.mass)];
    let given = given.into_iter().filter_map(|(name, value)| Some((name, value?)));
    for (name, value) in given.chain([("speed", options.speed), ("k-red", options.k_red)]) {
        if !(value.is_finite() && value > 0.0) {
            let text = format!("--{name} is {}, it must be {}greater than 0", number(value), finite(value));
            return Err(Failure::Usage(text));
        }
    }
    if let Some(e) = options.e.filter(|e| !(0.001..=1.0).contains(e)) {
        return Err(Failure::Usage(format!("--e is {}, it must be from 0.001 to 1", number(e))));
    }
    let shapes = shapes(options)?;
    let mass = match options.mass {
        Some(mass) => mass,
        None if shapes[0].is_sphere() => materials[0].sphere_mass(shapes[0].contour.r_contact),
        None => {
            let text = format!("--mass is needed: that of a {} does not follow from its radius", shapes[0]);
            return Err(Failure::Usage(text));
        }
    };
    let contact = Contact::new(materials, shapes, options.k_red, mass, options.speed);
    if !contact.is_finite() {
        let text = "these numbers lead to no finite impact: look for a size, mass, speed or --k-red far too large or too \
                    small";
        return Err(Failure::Usage(text.into()));
    }
    Ok(contact)
}

fn write(out: &mut impl Write, options: &Options, contact: &Contact) -> io::Result<()> {
    for (body, material, shape) in
        [("i", contact.materials[0], contact.shapes[0]), ("j", contact.materials[1], contact.shapes[1])]
    {
        writeln!(out, "Body {body}: {shape} of {} ({})", material.name, material.what)?;
    }
    write_parameters(out, options, contact)?;
    writeln!(
        out,
        "\nStiffness\n  k = {:.6e} N/m^1.5, p = {HERTZ_EXPONENT}   (R_eff = {:.6e} m, reduced modulus {:.6e} Pa)",
        contact.stiffness, contact.radius, contact.modulus
    )?;
    write_impact(out, options, contact)?;
    writeln!(out)?;
    contact.impact.write_steps(out)?;
    write_pair(out, contact)?;
    for warning in contact.warnings() {
        writeln!(out, "\nNote: {warning}")?;
    }
    Ok(())
}

/// The lines to set; a radius that no formula looks at is left out.
fn write_parameters(out: &mut impl Write, options: &Options, contact: &Contact) -> io::Result<()> {
    writeln!(out, "\nParameters")?;
    set(out, "compliance.source", "materials", "")?;
    for (body, material) in ["I", "J"].into_iter().zip(contact.materials) {
        set(out, &format!("material.E_{body}"), &number(material.young.value), "Pa")?;
        set(out, &format!("material.nu_{body}"), &number(material.poisson.value), "")?;
    }
    set(out, "material.k_red", &number(options.k_red), "")?;
    if let Some(e) = options.e {
        set(out, "compliance.e", &number(e), "")?;
    }
    writeln!(out, "and, with geometry.pair = external")?;
    let both_flat = contact.shapes.iter().all(|shape| shape.contour.is_flat);
    for (body, shape) in ["I", "J"].into_iter().zip(contact.shapes) {
        if both_flat || !shape.contour.is_flat {
            set(out, &format!("geometry.contactRadius{body}"), &number(shape.contour.r_contact), "m")?;
        }
        set(out, &format!("geometry.isFlat{body}"), &shape.contour.is_flat.to_string(), "")?;
    }
    writeln!(out, "The other pairs know their shapes: they take geometry.radiusI and geometry.radiusJ instead.")
}

fn write_impact(out: &mut impl Write, options: &Options, contact: &Contact) -> io::Result<()> {
    let whose = match options.mass {
        Some(_) => "",
        None => " (the sphere i by its density; body j fixed)",
    };
    writeln!(
        out,
        "\nAn impact at {} m/s of {} kg{whose}, without damping:",
        number(options.speed),
        short(contact.mass)
    )?;
    contact.impact.write_impact(out)?;
    let (a, e_r) = contact.radii(contact.impact.depth);
    writeln!(out, "  contact radius        {a:.3e} m, where friction.e_r is {e_r:.3e} m")?;
    let x = contact.rest();
    let (a, e_r) = contact.radii(x);
    writeln!(out, "At rest under its weight (g = {GRAVITY} m/s2):")?;
    writeln!(out, "  penetration           {x:.3e} m")?;
    writeln!(out, "  contact radius        {a:.3e} m, where friction.e_r is {e_r:.3e} m")
}

/// What the tables say of the two surfaces together.
fn write_pair(out: &mut impl Write, contact: &Contact) -> io::Result<()> {
    let [i, j] = contact.materials.map(|material| material.name);
    match Friction::find(i, j) {
        Some(friction) => writeln!(
            out,
            "\nFriction, dry: {} [{}]; surfaces decide, so take it as a start",
            coefficients(friction),
            friction.source
        )?,
        None => writeln!(
            out,
            "\nFriction: not known of {i} on {j}, measure it: the tangent of the slope on which it slides"
        )?,
    }
    if Bounce::find(i, j).next().is_none() {
        writeln!(out, "Restitution: not known of {i} on {j}, measure it: the root of rebound height over drop height")?;
    }
    for bounce in Bounce::find(i, j) {
        writeln!(out, "Restitution: e = {} [{}]", bounce.e, bounce.source)?;
    }
    Ok(())
}

/// The coefficients as they are to be set.
fn coefficients(friction: &Friction) -> String {
    let sliding =
        friction.mu_c.map_or("friction.mu_C not known, measure it".into(), |mu| format!("friction.mu_C = {mu}"));
    format!("friction.mu_S = {}, {sliding}", friction.mu_s)
}

/// Shapes of both bodies. Body j is flat unless it is said to be round.
fn shapes(options: &Options) -> Result<[Shape; 2], Failure> {
    let i = match (options.radius, options.shape_i) {
        (Some(radius), _) => Shape::sphere(radius),
        (None, Some(shape)) => shape,
        (None, None) => {
            return Err(Failure::Usage("how large is body i? Give --radius or --shape-i".into()));
        }
    };
    let j = match (options.radius_j, options.shape_j) {
        (Some(_), _) if options.flat_j && !i.contour.is_flat => {
            return Err(Failure::Usage(format!(
                "--radius-j: nothing comes of it with --flat-j, as body i, a {i}, is round"
            )));
        }
        (Some(radius), _) if options.flat_j => Shape::flat(radius),
        (Some(radius), _) => Shape::sphere(radius),
        (None, Some(shape)) => shape,
        (None, None) if i.contour.is_flat => {
            let text = format!("body i, a {i}, is flat and so is body j: give --radius-j or --shape-j");
            return Err(Failure::Usage(text));
        }
        // Its radius is not looked at, since body i is round.
        (None, None) => Shape::flat(1.0),
    };
    Ok([i, j])
}

fn set(out: &mut impl Write, name: &str, value: &str, unit: &str) -> io::Result<()> {
    writeln!(out, "{}", format!("  {name:<24} = {value:<10} {unit}").trim_end())
}

/// The value so that reading it gives the same value again.
fn number(value: f64) -> String {
    if value == 0.0 || (1e-3..1e5).contains(&value.abs()) { value.to_string() } else { format!("{value:e}") }
}

/// Four digits.
pub fn short(value: f64) -> String {
    let text = format!("{value:.3e}");
    text.parse().map_or(text, number)
}

fn write_palette(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:<14} {:>10} {:>8} {:>9}", "material", "E [Pa]", "nu [1]", "[kg/m3]")?;
    for material in PALETTE {
        let Material { name, young, poisson, density, what, .. } = material;
        writeln!(out, "{name:<14} {:>10e} {:>8} {:>9}  {what}", young.value, poisson.value, density.value)?;
    }
    writeln!(out, "\nWhere the values come from")?;
    for material in PALETTE {
        write_sources(out, material)?;
    }
    writeln!(
        out,
        "\nDry friction. It belongs to two surfaces, their finish and films: measure yours, or take these to start"
    )?;
    for Friction { pair: [i, j], mu_s, mu_c, source } in FRICTIONS {
        let sliding = mu_c.map_or("-".into(), |mu| mu.to_string());
        writeln!(out, "  {:<28} mu_S = {mu_s:<5} mu_C = {sliding:<5} [{source}]", format!("{i}, {j}"))?;
    }
    writeln!(
        out,
        "\nRestitution. It falls with speed and differs with shape and size: these hold for the bodies of their sources"
    )?;
    for Bounce { pair: [i, j], e, source } in BOUNCES {
        writeln!(out, "  {:<28} e = {e} [{source}]", format!("{i}, {j}"))?;
    }
    writeln!(out, "\nWhat is not listed is not known here: measure it.")?;
    writeln!(out, "\nSources")?;
    for (key, text) in SOURCES {
        writeln!(out, "  [{key}] {text}")?;
    }
    writeln!(out, "\nFor two of them: asperity material steel rubber --radius 0.05")
}

fn write_sources_of(out: &mut impl Write, material: &Material) -> io::Result<()> {
    writeln!(out, "{}: {}", material.name, material.what)?;
    for (name, property, unit) in material.properties() {
        writeln!(out, "  {name:<8} {:>9} {unit:<6} [{}]", number(property.value), property.source)?;
    }
    writeln!(out, "\nSources")?;
    for (key, text) in SOURCES {
        if material.properties().any(|(_, property, _)| property.source.split(',').next() == Some(key)) {
            writeln!(out, "  [{key}] {text}")?;
        }
    }
    Ok(())
}

fn write_sources(out: &mut impl Write, material: &Material) -> io::Result<()> {
    for (at, (name, property, unit)) in material.properties().enumerate() {
        let title = if at == 0 { material.name } else { "" };
        writeln!(out, "  {title:<14} {name:<8} {:>9} {unit:<6} [{}]", number(property.value), property.source)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options {
            i: None,
            j: None,
            radius: Some(0.1),
            shape_i: None,
            radius_j: None,
            shape_j: None,
            flat_j: false,
            mass: None,
            speed: 1.0,
            e: None,
            k_red: 1.0,
        }
    }

    #[test]
    fn body_j_is_flat_unless_it_is_said_to_be_round() {
        let steel = Material::find("steel").expect("steel");
        let plain = options();
        let round = Options { radius_j: Some(0.4), ..options() };
        let flat = Options { flat_j: true, ..options() };
        let boxes = Options {
            radius: None,
            shape_i: "box:0.2,1,1".parse().ok(),
            radius_j: Some(0.4),
            flat_j: true,
            mass: Some(1.0),
            ..options()
        };
        for (options, radius) in [(plain, 0.1), (round, 0.08), (flat, 0.1), (boxes, 0.08)] {
            let found = contact(&options, [steel, steel]).unwrap_or_else(|_| panic!("{radius}")).radius;
            assert!((found / radius - 1.0).abs() < 1e-15, "{found} {radius}");
        }
    }

    #[test]
    fn numbers_read_back_as_they_are() {
        for material in PALETTE {
            for (name, property, _) in material.properties() {
                assert_eq!(number(property.value).parse(), Ok(property.value), "{} {name}", material.name);
            }
        }
    }
}
