//! `asperity rigid`

use std::io::{self, Write};
use std::path::Path;

use asperity::rigid::Hypothesis;
use asperity_lab::number::{fixed, number, scientific};
use asperity_lab::planar::scenes::{SCENES, Scene};
use asperity_lab::planar::{Contacts, Law, Mode, Motion, Settings, System, as_unit, simulate};
use asperity_lab::{plot, report};
use asperity_pack::whole;
use clap::{Args, ValueEnum};

use crate::Failure;
use crate::files::{Files, InputFile, OutputFile};
use crate::rigid_file::{self, File};
use crate::rigid_units;

#[derive(Clone, Copy, ValueEnum)]
enum HypothesisName {
    Newton,
    Poisson,
    Stronge,
}

impl From<HypothesisName> for Hypothesis {
    fn from(name: HypothesisName) -> Self {
        match name {
            HypothesisName::Newton => Self::Newton,
            HypothesisName::Poisson => Self::Poisson,
            HypothesisName::Stronge => Self::Stronge,
        }
    }
}

#[derive(Args)]
pub struct Options {
    /// Name of a scene, or a TOML file with bodies; without one, all scenes are listed
    scene: Option<String>,
    /// Coefficient of friction of slip [default: the scene's]
    #[arg(long, allow_negative_numbers = true, requires = "scene")]
    mu: Option<f64>,
    /// Coefficient of friction of sticking [default: that of slip]
    #[arg(long, allow_negative_numbers = true, requires = "scene")]
    mu_s: Option<f64>,
    /// Coefficient of restitution [default: the scene's]
    #[arg(long, allow_negative_numbers = true, requires = "scene")]
    e: Option<f64>,
    /// What ends the restitution of a contact that is struck alone; several follow Poisson [default: poisson]
    #[arg(long, requires = "scene")]
    hypothesis: Option<HypothesisName>,
    /// Time to stop [s] [default: the scene's, of a file its own or 1]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, requires = "scene")]
    until: Option<f64>,
    /// Distance of the samples [s] [default: a five-hundredth of the time]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, requires = "scene")]
    every: Option<f64>,
    /// Normal speed below which contacts stay closed [m/s] [default: 1e-3]
    #[arg(long, value_name = "M/S", allow_negative_numbers = true, requires = "scene")]
    v_min: Option<f64>,
    /// CSV file to write
    #[arg(long, value_name = "FILE", requires = "scene")]
    out: Option<OutputFile>,
    /// SVG file to write: speeds, forces, slip, energies over time
    #[arg(long, value_name = "FILE", requires = "scene")]
    plot: Option<OutputFile>,
    /// SVG file to write: the bodies in motion, for a browser
    #[arg(long, value_name = "FILE", requires = "scene")]
    animate: Option<OutputFile>,
    /// HTML file to write: bodies in motion, plot, events, and with --units how near the unit comes
    #[arg(long, value_name = "FILE", requires = "scene")]
    page: Option<OutputFile>,
    /// Let a unit move the same bodies, ever stiffer and in ever shorter steps, and tell how far it comes from this
    #[arg(long, requires = "scene")]
    units: bool,
    /// With --units: the FMU to run [default: the one that the program carries]
    #[arg(long, value_name = "FILE", requires = "units")]
    fmu: Option<InputFile>,
}

/// Speed below which contacts stay closed [m/s].
const V_MIN: f64 = 1e-3;
/// Samples, where nothing else is asked for.
const SAMPLES: f64 = 500.0;

pub fn run(options: &Options, files: &mut Files) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let Some(name) = &options.scene else { return Ok(list(&mut out)?) };
    let (title, system, settings) = options.asked(name, files)?;
    if options.units {
        // what a unit has not is the user's to know
        as_unit(&system, Contacts::Rigid).map_err(|why| Failure::Usage(format!("--units: {why}")))?;
    }
    let motion = simulate(&system, &settings).map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
    let write = |path: &Path, text: String| {
        whole::write(path, text)
            .map_err(|error| Failure::Failed(format!("{} cannot be written: {error}", path.display())))
    };
    if let Some(path) = &options.out {
        write(path, motion.csv())?;
    }
    if let Some(path) = &options.plot {
        plot::write_svg(path, &motion.figure(&title))?;
    }
    if let Some(path) = &options.animate {
        write(path, motion.animation(&system, &title))?;
    }
    describe(&mut out, &title, &settings, &motion)?;
    let is_compared = options.units && motion.stopped.is_none();
    let compared =
        is_compared.then(|| rigid_units::compare(&mut out, &system, &motion, options.fmu.as_deref())).transpose();
    if let Some(path) = &options.page {
        // without what a unit could not do
        let units = compared.as_ref().ok().and_then(|units| units.as_ref().map(|of| &of[..]));
        report::write(&motion.page(&system, &settings, &title, units)?, path)?;
    }
    let written: Vec<String> = [&options.out, &options.plot, &options.animate, &options.page]
        .into_iter()
        .flatten()
        .map(|path| path.display().to_string())
        .collect();
    if !written.is_empty() {
        writeln!(out, "\nWritten: {}", written.join(", "))?;
    }
    compared?;
    motion.stopped.map_or(Ok(()), |why| Err(Failure::Failed(why)))
}

impl Options {
    /// What to simulate.
    fn asked(&self, name: &str, files: &mut Files) -> Result<(String, System, Settings), Failure> {
        if let Some(scene) = SCENES.iter().find(|scene| scene.name == name) {
            return self.scene(scene);
        }
        if !Path::new(name).is_file() {
            let names: Vec<&str> = SCENES.iter().map(|scene| scene.name).collect();
            let what = match Path::new(name).is_dir() {
                true => format!("{name}: a scene or a file is expected, this is a folder"),
                false => format!("there is no scene and no file \"{name}\""),
            };
            return Err(Failure::Usage(format!("{what}; the scenes are {}", names.join(", "))));
        }
        files.reads("", Path::new(name))?;
        for (option, is_given) in [("--mu", self.mu), ("--mu-s", self.mu_s), ("--e", self.e)] {
            if is_given.is_some() {
                return Err(Failure::Usage(format!("{option} belongs to scenes; write it into [contact] of {name}")));
            }
        }
        let text =
            std::fs::read_to_string(name).map_err(|error| Failure::Usage(format!("{name} cannot be read: {error}")))?;
        let File { system, until, every, v_min, hypothesis } =
            rigid_file::read(&text).map_err(|error| Failure::Usage(format!("{name}, {error}")))?;
        let until = self.until.or(until).unwrap_or(1.0);
        let settings = Settings {
            hypothesis: self.hypothesis.map(Hypothesis::from).or(hypothesis).unwrap_or(Hypothesis::Poisson),
            until,
            every: self.every.or(every).unwrap_or(until / SAMPLES),
            v_min: self.v_min.or(v_min).unwrap_or(V_MIN),
        };
        Ok((name.to_owned(), system, settings))
    }

    fn scene(&self, scene: &Scene) -> Result<(String, System, Settings), Failure> {
        let mu_k = self.mu.unwrap_or(scene.mu);
        let law = Law { mu_s: self.mu_s.unwrap_or(mu_k), mu_k, e: self.e.unwrap_or(scene.e) };
        let until = self.until.unwrap_or(scene.until);
        let settings = Settings {
            hypothesis: self.hypothesis.map_or(Hypothesis::Poisson, Hypothesis::from),
            until,
            every: self.every.unwrap_or(until / SAMPLES),
            v_min: self.v_min.unwrap_or(V_MIN),
        };
        let title = format!("{}: mu = {}, e = {}", scene.name, number(mu_k), number(law.e));
        Ok((title, (scene.build)(law), settings))
    }
}

fn list(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Scenes of rigid bodies in the plane: asperity rigid <scene>, or asperity rigid <file.toml>\n")?;
    writeln!(out, "{:<10} {:>7} {:>5} {:>8}  what happens", "scene", "mu", "e", "until")?;
    for Scene { name, about, mu, e, until, .. } in SCENES {
        writeln!(out, "{name:<10} {:>7} {:>5} {:>6} s  {about}", fixed(mu, 4), number(e), number(until))?;
    }
    Ok(())
}

/// Events, the end, and the energy.
fn describe(out: &mut impl Write, title: &str, settings: &Settings, motion: &Motion) -> io::Result<()> {
    let hypothesis = format!("{:?}", settings.hypothesis).to_lowercase();
    writeln!(out, "{title}; until {} s, restitution by {hypothesis}\n", number(settings.until))?;
    let width = motion.events.iter().map(|event| motion.pairs[event.pair].name.len()).max().unwrap_or(0).max(7);
    writeln!(
        out,
        "{:>14} {:<width$} {:<11} {:<10}   {:<10} {:>13} {:>13} {:>12}",
        "time [s]", "contact", "event", "from", "to", "P_n [N s]", "P_t [N s]", "lost [J]"
    )?;
    for event in &motion.events {
        let name = &motion.pairs[event.pair].name;
        write!(
            out,
            "{:>14} {name:<width$} {:<11} {:<10}   {:<10}",
            fixed(event.time, 9),
            event.kind,
            event.from,
            event.to
        )?;
        if event.impulse != [0.0; 2] || event.lost != 0.0 {
            let [normal, friction] = event.impulse.map(|impulse| fixed(impulse, 8));
            write!(out, " {normal:>13} {friction:>13} {:>12}", fixed(event.lost, 8))?;
        }
        writeln!(out)?;
        if !event.note.is_empty() {
            writeln!(out, "{:>14} {}", "", event.note)?;
        }
    }
    if motion.events.is_empty() {
        writeln!(out, "{:>14}", "no events")?;
    }
    let Some(last) = motion.frames.last() else { return Ok(()) };
    writeln!(out, "\nAt {} s", number(last.time))?;
    writeln!(
        out,
        "{:<12} {:>13} {:>13} {:>13} {:>13} {:>13} {:>13}",
        "body", "x [m]", "y [m]", "phi [rad]", "vx [m/s]", "vy [m/s]", "omega [rad/s]"
    )?;
    for (name, (q, v)) in motion.bodies.iter().zip(last.q.chunks(3).zip(last.v.chunks(3))) {
        let values: Vec<String> = q.iter().chain(v).map(|value| format!("{:>13}", fixed(*value, 8))).collect();
        writeln!(out, "{name:<12} {}", values.join(" "))?;
    }
    let closed = motion.pairs.iter().zip(&last.contacts).filter(|(_, contact)| contact.mode != Mode::Open);
    for (pair, contact) in closed {
        let [normal, friction] = [contact.normal, contact.friction].map(|force| fixed(force, 6));
        writeln!(
            out,
            "{:<width$} {:<10} normal {normal} N, friction {friction} N, slip {} m/s",
            pair.name,
            contact.mode,
            fixed(contact.slip, 6)
        )?;
    }
    let (residual, turned) = motion.residual();
    writeln!(
        out,
        "\nDissipated by slip {} J, by impacts {} J; energy residual {} J of {} J turned over",
        fixed(last.sliding, 8),
        fixed(last.impacts, 8),
        scientific(residual, 1),
        fixed(turned, 6)
    )
}
