//! `asperity patch`

use std::f64::consts::PI;
use std::io::{self, Write};

use asperity_lab::half_space::{Elasticity, Fault, Indenter, Pressed, Pressure, Shear, press, shear};
use asperity_lab::number::{number, scientific};
use asperity_lab::plot::{self, Axis, Chart, Curve, Stroke};
use asperity_pack::whole;
use clap::{Args, ValueEnum};

use crate::Failure;
use crate::files::OutputFile;

#[derive(Clone, Copy, ValueEnum)]
enum Shape {
    /// A ball of --radius
    Sphere,
    /// Two principal radii of curvature, --radius X,Y
    Paraboloid,
    /// The flat end of a round bar of --radius
    Disc,
    /// The flat end of a bar of --sides
    Rectangle,
}

#[derive(Args)]
pub struct Options {
    /// What is pressed into a flat body
    #[arg(long, value_enum)]
    shape: Shape,
    /// Radius of it, or two principal radii of curvature [m]
    #[arg(long, value_name = "M", value_delimiter = ',', allow_negative_numbers = true)]
    radius: Vec<f64>,
    /// Sides of a rectangle [m]
    #[arg(long, value_name = "X,Y", value_delimiter = ',', allow_negative_numbers = true)]
    sides: Vec<f64>,
    /// Young's modulus of both bodies, or of the one and the other [Pa]
    #[arg(
        long = "E",
        value_name = "PA",
        value_delimiter = ',',
        default_value = "2.1e11",
        allow_negative_numbers = true
    )]
    young: Vec<f64>,
    /// Poisson's ratio of both bodies, or of the one and the other
    #[arg(long = "nu", value_name = "NU", value_delimiter = ',', default_value = "0.3", allow_negative_numbers = true)]
    poisson: Vec<f64>,
    /// Approach of the bodies from first touch [m]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    depth: f64,
    /// Turn of the one body against the other about x and y [rad]
    #[arg(long, value_name = "X,Y", value_delimiter = ',', allow_hyphen_values = true)]
    tilt: Vec<f64>,
    /// Then displaces it along the surface so far along x, and maybe y [m]
    #[arg(long, value_name = "X,Y", value_delimiter = ',', requires = "mu", allow_hyphen_values = true)]
    tangential: Vec<f64>,
    /// Coefficient of friction of the displacement
    #[arg(long, requires = "tangential", allow_negative_numbers = true)]
    mu: Option<f64>,
    /// Patches along a side of the grid, 8 to 256
    #[arg(long, default_value_t = 64)]
    grid: usize,
    /// Side of the grid [m] [default: 1.2 times the width of the contact, or what holds it]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    side: Option<f64>,
    /// CSV file to write: pressure, gap and traction of each patch
    #[arg(long, value_name = "FILE")]
    out: Option<OutputFile>,
    /// SVG file to write: pressure and traction along x through the middle
    #[arg(long, value_name = "FILE")]
    plot: Option<OutputFile>,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let pressed = options.pressed()?;
    let pressure = press(&pressed).map_err(|fault| options.refused(fault))?;
    let sheared = match (options.tangential.as_slice(), options.mu) {
        ([], _) => None,
        (to, mu) => {
            let [x, y] = two("--tangential", to, 0.0)?;
            Some(shear(&pressure, mu.unwrap_or_default(), &[[x, y]]).map_err(refused)?)
        }
    };
    if let Some(path) = &options.out {
        let cannot = |error| Failure::Failed(format!("{} cannot be written: {error}", path.display()));
        whole::write(path, table(&pressure, sheared.as_ref())).map_err(cannot)?;
    }
    if let Some(path) = &options.plot {
        plot::write_svg(path, &chart(&pressure, sheared.as_ref(), options.mu))?;
    }
    let mut out = io::stdout().lock();
    describe(&mut out, options, &pressure, sheared.as_ref())?;
    for path in [&options.out, &options.plot].into_iter().flatten() {
        writeln!(out, "Written: {}", path.display())?;
    }
    Ok(())
}

/// One value for both, or two. Errors: more of them, or none.
fn two(option: &str, given: &[f64], second: f64) -> Result<[f64; 2], Failure> {
    match *given {
        [one] if second.is_nan() => Ok([one, one]),
        [one] => Ok([one, second]),
        [one, other] => Ok([one, other]),
        _ => Err(Failure::Usage(format!("{option}: one or two numbers are expected, not {}", given.len()))),
    }
}

fn refused(fault: Fault) -> Failure {
    let text = match fault {
        Fault::OutOfRange { .. } | Fault::NoContact { .. } => format!("--{fault}"),
        Fault::ReachesBorder { .. } | Fault::TooCoarse { .. } => format!("--side: {fault}"),
        Fault::UnequalMaterials => format!("--tangential: {fault}"),
        Fault::Unsolved { .. } => return Failure::Failed(fault.to_string()),
    };
    Failure::Usage(text)
}

impl Options {
    /// A side that nobody has given is not to blame: what it follows from is.
    fn refused(&self, fault: Fault) -> Failure {
        match fault {
            Fault::OutOfRange { name: "side", value, range } if self.side.is_none() => {
                let list = |sizes: &[f64]| sizes.iter().map(|size| number(*size)).collect::<Vec<_>>().join(",");
                let culprits = match self.shape {
                    Shape::Sphere | Shape::Paraboloid => {
                        format!("--radius = {} with --depth = {}", list(&self.radius), number(self.depth))
                    }
                    Shape::Disc => format!("--radius = {}", list(&self.radius)),
                    Shape::Rectangle => format!("--sides = {}", list(&self.sides)),
                };
                let side = number(value);
                Failure::Usage(format!("{culprits}: the side of the grid would be {side} m, which must be {range}"))
            }
            fault => refused(fault),
        }
    }

    fn pressed(&self) -> Result<Pressed, Failure> {
        const EACH: f64 = f64::NAN;
        let radius = || two("--radius", &self.radius, EACH);
        let (indenter, width) = match self.shape {
            Shape::Sphere => {
                let [radius, other] = radius()?;
                if radius.to_bits() != other.to_bits() {
                    return Err(Failure::Usage("--radius: a sphere has one; --shape paraboloid has two".into()));
                }
                // Hertz: a² = R·δ
                (Indenter::Paraboloid { radii: [radius; 2] }, 2.0 * (radius * self.depth).sqrt())
            }
            Shape::Paraboloid => {
                let radii = radius()?;
                // no wider than where the undeformed surfaces overlap
                (Indenter::Paraboloid { radii }, 2.0 * (2.0 * radii[0].max(radii[1]) * self.depth).sqrt())
            }
            Shape::Disc => {
                let [radius, _] = radius()?;
                (Indenter::Disc { radius }, 2.0 * radius)
            }
            Shape::Rectangle => {
                let sides = two("--sides", &self.sides, EACH)?;
                (Indenter::Rectangle { sides }, sides[0].max(sides[1]))
            }
        };
        let [young, poisson] = [two("--E", &self.young, EACH)?, two("--nu", &self.poisson, EACH)?];
        let tilt = if self.tilt.is_empty() { [0.0; 2] } else { two("--tilt", &self.tilt, 0.0)? };
        // what is out of range is said by its own name, not by that of the side it would give
        let usual = 1.2 * width;
        let usual = if usual > 0.0 && usual.is_finite() { usual } else { 1.0 };
        Ok(Pressed {
            bodies: [0, 1].map(|k| Elasticity { young: young[k], poisson: poisson[k] }),
            indenter,
            depth: self.depth,
            tilt,
            side: self.side.unwrap_or(usual),
            grid: self.grid,
        })
    }
}

/// The pressure along x that closed forms know, for an upright ball or disc.
fn closed_form(pressed: &Pressed) -> Option<(f64, f64, f64)> {
    let (modulus, depth) = (pressed.effective_modulus(), pressed.depth);
    match pressed.indenter {
        _ if pressed.tilt != [0.0; 2] => None,
        Indenter::Paraboloid { radii: [radius, other] } if radius == other => {
            let a = (radius * depth).sqrt();
            Some((4.0 / 3.0 * modulus * a * depth, 2.0 * modulus * a / (PI * radius), 3.0 * PI / 16.0 * a))
        }
        _ => None,
    }
}

fn describe(
    out: &mut impl Write,
    options: &Options,
    pressure: &Pressure,
    sheared: Option<&Shear>,
) -> Result<(), Failure> {
    let pressed = &pressure.pressed;
    if ![pressure.force(), pressure.peak(), pressure.spin_radius()].iter().all(|found| found.is_finite()) {
        return Err(Failure::Usage("--E: the forces are too small or too large for numbers".into()));
    }
    let known = closed_form(pressed);
    writeln!(
        out,
        "{} patches of {} m in contact",
        pressure.contact().len(),
        scientific(2.0 * pressed.half_patch(), 3)
    )?;
    let mut line = |name: &str, unit: &str, found: f64, known: Option<f64>| {
        let known = known.map_or(String::new(), |known| format!("  Hertz: {:>14}", scientific(known, 6)));
        writeln!(out, "  {name:<24} {:>14} {unit:<4}{known}", scientific(found, 6))
    };
    line("normal force N", "N", pressure.force(), known.map(|of| of.0))?;
    line("greatest pressure p_0", "Pa", pressure.peak(), known.map(|of| of.1))?;
    line("area", "m2", pressure.area(), known.map(|_| PI * disc_radius(pressed).powi(2)))?;
    let stiffness = known.map(|of| 1.5 * of.0 / pressed.depth);
    line("stiffness dN/d(depth)", "N/m", pressure.stiffness().map_err(refused)?, stiffness)?;
    line("spin radius e_r", "m", pressure.spin_radius(), known.map(|of| of.2))?;
    let [about_x, about_y] = pressure.moments();
    line("moment about x", "N.m", about_x, None)?;
    line("moment about y", "N.m", about_y, None)?;
    if let Some(sheared) = sheared {
        let mu = options.mu.unwrap_or_default();
        let [x, y] = sheared.force();
        line("friction Q along x", "N", x, None)?;
        line("friction Q along y", "N", y, None)?;
        line("its bound mu*N", "N", mu * pressure.force(), None)?;
        line("area that sticks", "m2", sheared.stuck_area(), None)?;
        line("greatest moment of spin", "N.m", mu * pressure.force() * pressure.spin_radius(), None)?;
    }
    Ok(())
}

/// Radius of the contact of a ball [m].
fn disc_radius(pressed: &Pressed) -> f64 {
    match pressed.indenter {
        Indenter::Paraboloid { radii: [radius, _] } => (radius * pressed.depth).sqrt(),
        Indenter::Disc { radius } => radius,
        Indenter::Rectangle { .. } => f64::NAN,
    }
}

fn table(pressure: &Pressure, sheared: Option<&Shear>) -> String {
    let mut text = String::from("x [m],y [m],pressure [Pa],gap [m],traction_x [Pa],traction_y [Pa],slips [1]\n");
    let mut traction = vec![([0.0; 2], false); pressure.p.len()];
    if let Some(of) = sheared {
        for (k, &patch) in of.patches.iter().enumerate() {
            traction[patch] = (of.q[k], of.slips[k]);
        }
    }
    for (patch, (p, gap)) in pressure.p.iter().zip(&pressure.gap).enumerate() {
        let ([x, y], ([q_x, q_y], slips)) = (pressure.pressed.middle(patch), traction[patch]);
        text += &format!("{x:e},{y:e},{p:e},{gap:e},{q_x:e},{q_y:e},{}\n", u8::from(slips));
    }
    text
}

fn chart(pressure: &Pressure, sheared: Option<&Shear>, mu: Option<f64>) -> Chart {
    let pressed = &pressure.pressed;
    let n = pressed.grid;
    // the row through the middle, or next to it
    let row = |values: &[f64]| -> Vec<(f64, f64)> {
        let patches = (n / 2) * n..(n / 2 + 1) * n;
        patches.map(|patch| (1e3 * pressed.middle(patch)[0], 1e-6 * values[patch])).collect()
    };
    let mut curves = vec![Curve::new("pressure", row(&pressure.p))];
    if let Some((_, peak, _)) = closed_form(pressed) {
        let a = disc_radius(pressed);
        let hertz = |x: f64| peak * (1.0 - (x / a).powi(2)).max(0.0).sqrt();
        let points = (0..=200).map(|k| pressed.side * (k as f64 / 200.0 - 0.5)).map(|x| (1e3 * x, 1e-6 * hertz(x)));
        curves.push(Curve::new("Hertz", points.collect()).stroke(Stroke::Dashed));
    }
    if let Some(of) = sheared {
        let (mut q, mut bound) = (vec![0.0; n * n], vec![0.0; n * n]);
        for (k, &patch) in of.patches.iter().enumerate() {
            q[patch] = of.q[k][0];
            bound[patch] = mu.unwrap_or_default() * pressure.p[patch];
        }
        curves.push(Curve::new("traction along x", row(&q)));
        curves.push(Curve::new("its bound", row(&bound)).stroke(Stroke::Dotted));
    }
    Chart {
        title: "Half-spaces pressed together".into(),
        x: Axis::new("x [mm]"),
        y: Axis::new("pressure, traction [MPa]"),
        curves,
        ..Chart::default()
    }
}
