//! What is written down while the bodies of a system move.

use std::io::{self, Write};
use std::path::Path;

use crate::description::{Description, Kind};
use crate::instance::Instance;
use crate::outcome::{Balance, Gain, gain};
use crate::plot::{Figure, Panel, Series};
use crate::{HostError, cannot};

use super::bodies::{FreeBodies, WIDTH, WRENCH};
use asperity_pack::system::Scene;
use asperity_pack::whole;

/// Everything known at one time.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// [s]
    pub time: f64,
    /// Motion of the origin of each body that moves, as the unit is told it.
    pub motion: Vec<f64>,
    /// What the columns behind the motions are: wrenches of all bodies, normal force and gap of the contacts, energies.
    pub values: Vec<f64>,
    /// Kinetic and potential energy [J].
    pub energy: [f64; 2],
    /// Sum of the sizes of what the potential energy is made of [J].
    pub in_play: f64,
    /// Energy dissipated along the normal until this state of the bodies [J]: in parallel order the unit is a step ahead.
    pub lost: f64,
}

/// Names of what a sample holds.
#[derive(Clone, Debug)]
pub struct Columns {
    /// Bodies that move.
    pub moving: Vec<String>,
    /// All bodies, in the order of their wrenches.
    pub bodies: Vec<String>,
    /// Contacts of which normal force and gap are known.
    pub contacts: Vec<String>,
    references: Vec<u32>,
}

const MOTION: [(&str, &[&str], &str); 4] = [
    ("position", &["x", "y", "z"], "m"),
    ("orientation", &["w", "x", "y", "z"], "1"),
    ("velocity", &["x", "y", "z"], "m/s"),
    ("angularVelocity", &["x", "y", "z"], "rad/s"),
];
const ACTION: [(&str, &[&str], &str); 2] = [("force", &["x", "y", "z"], "N"), ("torque", &["x", "y", "z"], "N.m")];
/// In the order in which a sample ends.
const ENERGIES: [&str; 5] =
    ["energyElastic", "energyWork", "energyDissipatedNormal", "energyDissipatedFriction", "energyResidual"];

impl Columns {
    /// Errors: the unit is not one of this scene.
    pub fn of(description: &Description, scene: &Scene) -> Result<Self, HostError> {
        let bodies: Vec<String> = scene.bodies.iter().map(|body| body.name.clone()).collect();
        let moving = scene.bodies.iter().filter(|body| body.moves).map(|body| body.name.clone()).collect();
        let is_shown = |name: &&String| description.variables.contains_key(&format!("{name}.normalForce"));
        let contacts: Vec<String> = scene.contacts.iter().map(|of| &of.name).filter(is_shown).cloned().collect();
        let mut references = Vec::new();
        for body in &bodies {
            for (quantity, ..) in ACTION {
                references.extend(description.vector(&format!("{body}.{quantity}"), 3)?);
            }
        }
        for contact in &contacts {
            for quantity in ["normalForce", "gap"] {
                references.push(description.reference(&format!("{contact}.{quantity}"), Kind::Real)?);
            }
        }
        for name in ENERGIES {
            references.push(description.reference(name, Kind::Real)?);
        }
        Ok(Columns { moving, bodies, contacts, references })
    }

    /// What is known now. Errors: a number is not finite, or the unit has none.
    pub fn sample(
        &self,
        time: f64,
        bodies: &FreeBodies,
        state: &[f64],
        instance: &Instance,
    ) -> Result<Sample, HostError> {
        let mut values = vec![0.0; self.references.len()];
        instance.get_reals(&self.references, &mut values)?;
        let mut motion = vec![0.0; state.len()];
        bodies.drive(state, &mut motion);
        let is_finite = motion.iter().chain(&values).all(|value| value.is_finite());
        if !is_finite {
            return Err(HostError::NotFinite(time));
        }
        let (energy, in_play) = (bodies.energy(state), bodies.in_play(state));
        let sample = Sample { time, motion, values, energy, in_play, lost: 0.0 };
        let [_, _, lost, ..] = self.energies(&sample);
        Ok(Sample { lost, ..sample })
    }

    /// Force on a body.
    pub fn force(&self, sample: &Sample, body: usize) -> [f64; 3] {
        std::array::from_fn(|k| sample.values[WRENCH * body + k])
    }

    /// Normal force and gap of a contact.
    pub fn contact(&self, sample: &Sample, contact: usize) -> [f64; 2] {
        let first = WRENCH * self.bodies.len() + 2 * contact;
        [sample.values[first], sample.values[first + 1]]
    }

    /// Of all contacts together: stored, work, dissipated by damping and by friction, residual [J].
    pub fn energies(&self, sample: &Sample) -> [f64; 5] {
        let first = sample.values.len() - ENERGIES.len();
        std::array::from_fn(|k| sample.values[first + k])
    }
}

/// A contact from when it closes until it opens.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch {
    /// Place of the contact among the columns.
    pub contact: usize,
    /// [s]
    pub onset: f64,
    /// None while it lasts [s]
    pub release: Option<f64>,
    /// Greatest normal force [N] and depth [m] of the samples.
    pub force: f64,
    /// [m]
    pub depth: f64,
}

/// What came out.
pub struct Run {
    /// What the samples hold.
    pub columns: Columns,
    /// By increasing time, the start first.
    pub samples: Vec<Sample>,
    /// What the unit warned of.
    pub warnings: Vec<String>,
    /// Fixed or longest step [s].
    pub step: f64,
    /// Whether its contacts are rigid, in time stepping.
    pub is_rigid: bool,
    /// Whether unit and bodies have stepped at once.
    pub is_parallel: bool,
}

impl Run {
    /// Touches by their onset.
    pub fn touches(&self) -> Vec<Touch> {
        let mut found: Vec<Touch> = Vec::new();
        let mut open: Vec<Option<usize>> = vec![None; self.columns.contacts.len()];
        for sample in &self.samples {
            for (contact, open) in open.iter_mut().enumerate() {
                let [force, gap] = self.columns.contact(sample, contact);
                // an impact of rigid bodies has no overlap, and is over by the end of its step
                let touches = if self.is_rigid { force > 0.0 } else { gap < 0.0 };
                let deep = (-gap).max(0.0);
                match (touches, *open) {
                    (true, None) => {
                        *open = Some(found.len());
                        found.push(Touch { contact, onset: sample.time, release: None, force, depth: deep });
                    }
                    (true, Some(at)) => {
                        found[at].force = found[at].force.max(force);
                        found[at].depth = found[at].depth.max(deep);
                    }
                    (false, Some(at)) => {
                        found[at].release = Some(sample.time);
                        *open = None;
                    }
                    (false, None) => {}
                }
            }
        }
        found
    }

    /// Energy from nowhere.
    pub fn gain(&self) -> Option<Gain> {
        let energies = |sample: &Sample| self.columns.energies(sample);
        let stored = self.samples.first().map_or(0.0, |first| energies(first)[0]);
        let balance = |sample: &Sample| Balance {
            time: sample.time,
            kinetic: sample.energy[0],
            potential: sample.energy[1],
            lost: sample.lost,
            driven: 0.0,
            in_play: sample.in_play,
            stored: energies(sample)[0],
            is_rigid: self.is_rigid,
        };
        gain(stored, self.samples.iter().map(balance))
    }

    /// Of rigid contacts: the one whose bodies overlap most at the start, and by how much [m]. Time stepping pushes them apart, and nothing has
    /// stored what that takes.
    pub fn overlap_at_start(&self) -> Option<(&str, f64)> {
        let start = self.samples.first().filter(|_| self.is_rigid)?;
        let names = self.columns.contacts.iter().enumerate();
        let overlaps = names.map(|(at, name)| (name.as_str(), -self.columns.contact(start, at)[1]));
        overlaps.filter(|of| of.1 > ROUNDED).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Every variable over time: its name in the unit, how many elements it has, and these of all samples one after the other.
    pub fn variables(&self) -> Vec<(String, usize, Vec<f64>)> {
        let Columns { moving, bodies, contacts, .. } = &self.columns;
        let mut names = Vec::new();
        for (bodies, quantities) in [(moving, &MOTION[..]), (bodies, &ACTION)] {
            for (body, (quantity, elements, _)) in bodies.iter().flat_map(|b| quantities.iter().map(move |q| (b, q))) {
                names.push((format!("{body}.{quantity}"), elements.len()));
            }
        }
        let of_contacts =
            contacts.iter().flat_map(|contact| ["normalForce", "gap"].map(|of| format!("{contact}.{of}")));
        let energies = ENERGIES.into_iter().chain(["energyKinetic", "energyPotential"]).map(String::from);
        names.extend(of_contacts.chain(energies).map(|name| (name, 1)));
        let mut variables = vec![("time".to_string(), 1, self.samples.iter().map(|sample| sample.time).collect())];
        let mut first = 0;
        for (name, width) in names {
            let mut numbers = Vec::with_capacity(width * self.samples.len());
            for Sample { motion, values, energy, .. } in &self.samples {
                let of_sample = motion.iter().chain(values).chain(energy).skip(first).take(width);
                numbers.extend(of_sample);
            }
            first += width;
            variables.push((name, width, numbers));
        }
        variables
    }

    /// Writes the samples as comma-separated values, names and units in the first line.
    pub fn write_csv(&self, path: &Path) -> Result<(), HostError> {
        whole::write_by(path, |out| self.rows(out)).map_err(cannot("written", path))
    }

    fn rows(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "time [s]")?;
        let mut names = |bodies: &[String], quantities: &[(&str, &[&str], &str)]| {
            for (body, (quantity, elements, unit)) in bodies.iter().flat_map(|b| quantities.iter().map(move |q| (b, q)))
            {
                elements.iter().try_for_each(|element| write!(out, ",{body}.{quantity}_{element} [{unit}]"))?;
            }
            Ok::<_, io::Error>(())
        };
        names(&self.columns.moving, &MOTION)?;
        names(&self.columns.bodies, &ACTION)?;
        for contact in &self.columns.contacts {
            write!(out, ",{contact}.normalForce [N],{contact}.gap [m]")?;
        }
        for name in ENERGIES {
            write!(out, ",{name} [J]")?;
        }
        writeln!(out, ",energyKinetic [J],energyPotential [J]")?;
        for sample in &self.samples {
            write!(out, "{:.15e}", sample.time)?;
            for value in sample.motion.iter().chain(&sample.values).chain(&sample.energy) {
                // adding 0 makes 0 of -0
                write!(out, ",{:.15e}", value + 0.0)?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Positions, forces and energies over time.
    pub fn figure(&self, title: &str) -> Figure {
        let line = |label: &str, value: &dyn Fn(&Sample) -> f64| Series {
            label: label.into(),
            width: 2,
            points: self.samples.iter().map(|sample| (sample.time, value(sample))).collect(),
        };
        let moving: Vec<_> = self.columns.moving.iter().enumerate().take(MOST_LINES).collect();
        let mut panels = Vec::new();
        for (k, axis) in ["x", "y", "z"].into_iter().enumerate() {
            let of = |(at, name): &(usize, &String)| line(name, &|sample| sample.motion[WIDTH * at + k]);
            let series: Vec<Series> = moving.iter().map(of).collect();
            // a coordinate in which nothing moves tells nothing
            let is_still = |of: &Series| of.points.iter().all(|point| (point.1 - of.points[0].1).abs() < 1e-9);
            if !series.iter().all(is_still) {
                panels.push(Panel { axis: format!("{axis} [m]"), series });
            }
        }
        let force =
            |sample: &Sample, body: usize| self.columns.force(sample, body).iter().map(|f| f * f).sum::<f64>().sqrt();
        let bodies = self.columns.bodies.iter().enumerate().take(MOST_LINES);
        let series = bodies.map(|(at, name)| line(name, &|sample| force(sample, at))).collect();
        panels.push(Panel { axis: "contact force [N]".into(), series });
        let potential = self.samples.first().map_or(0.0, |first| first.energy[1]);
        let series = vec![
            line("kinetic", &|sample| sample.energy[0]),
            line("potential", &|sample| sample.energy[1] - potential),
            line("stored", &|sample| self.columns.energies(sample)[0]),
            line("dissipated", &|sample| {
                let [_, _, normal, friction, _] = self.columns.energies(sample);
                normal + friction
            }),
        ];
        panels.push(Panel { axis: "energy [J]".into(), series });
        Figure { title: title.into(), axis: "time [s]".into(), panels }
    }
}

/// Overlap up to which bodies were placed to touch, but for rounding [m].
const ROUNDED: f64 = 1e-9;

/// Bodies that a panel shows; the others are in the CSV file.
const MOST_LINES: usize = 10;

/// More numbers than this are too many for the memory of a small machine: 800 MB.
const MOST_NUMBERS: usize = 100_000_000;

/// Keeps what is needed of the samples.
pub(super) struct Recorder<'a> {
    columns: &'a Columns,
    every: f64,
    samples: Vec<Sample>,
    /// The last one, while it is not kept.
    pending: Option<Sample>,
}

impl<'a> Recorder<'a> {
    /// Samples at least this far apart [s], but for those where a contact closes or opens.
    pub(super) fn new(columns: &'a Columns, every: f64) -> Self {
        Self { columns, every, samples: Vec::new(), pending: None }
    }

    pub(super) fn add(&mut self, sample: Sample) -> Result<(), HostError> {
        let is_due = self.samples.last().is_none_or(|last| sample.time - last.time >= self.every);
        let touches = |of: &Sample, contact| self.columns.contact(of, contact)[1] < 0.0;
        let before = self.pending.as_ref().or(self.samples.last());
        let turns = before.is_some_and(|before| {
            (0..self.columns.contacts.len()).any(|contact| touches(before, contact) != touches(&sample, contact))
        });
        if is_due || turns {
            self.samples.extend(self.pending.take().filter(|_| turns));
            self.samples.push(sample);
        } else {
            self.pending = Some(sample);
        }
        let numbers = self.samples.len() * self.samples.first().map_or(0, |of| of.motion.len() + of.values.len());
        if numbers > MOST_NUMBERS {
            return Err(HostError::Request("there are too many samples to keep: give --every SECONDS".into()));
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Vec<Sample> {
        self.samples.extend(self.pending.take());
        self.samples
    }
}
