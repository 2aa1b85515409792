//! What a scene is made of.

use crate::HostError;
use crate::masters::{Coupling, Master};
use crate::method::Method;
use crate::number::number;
use crate::outcome::Run;
use crate::plants::{self, Plant};
use crate::plot::{Panel, Series};
use crate::record::Sample;

/// A setting of a scene's own, beside the variables of the unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// `scene.…`
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its value unless set.
    pub start: f64,
    /// Least and greatest value.
    pub range: (f64, f64),
    /// What it is.
    pub about: &'static str,
}

/// What a variable of the unit is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// An item of an enumeration.
    Item(&'static str),
}

/// A plant, and what the unit is set to.
pub struct Setup {
    /// The plant.
    pub plant: Box<dyn Plant>,
    /// Variables of the unit with their values.
    pub unit: Vec<(&'static str, Value)>,
}

/// An experiment.
pub struct Scene {
    /// Its name on the command line.
    pub name: &'static str,
    /// What happens, and the paper it belongs to.
    pub about: &'static str,
    /// Time to stop unless told otherwise [s].
    pub until: f64,
    /// Step at which methods of second order keep the energy of the scene as it starts [s].
    pub step: f64,
    /// The same for masters that hold the force over the step, which are of first order [s].
    pub held_step: f64,
    /// Settings of its own.
    pub settings: &'static [Setting],
    /// From the values of these settings, in their order, to plant and unit.
    pub(super) build: fn(&[f64]) -> Setup,
    /// Panels over time that show it, beside gap, forces and energies.
    pub(super) panels: fn(&Run) -> Vec<Panel>,
}

/// Longest step of the adaptive solver [s].
pub const LONGEST: f64 = 0.02;
/// Step of the interface coupling, which goes through impacts inside of it [s].
pub const INTERFACE: f64 = 1e-3;

impl Scene {
    /// Whether a setting is the scene's own.
    pub fn owns(&self, name: &str) -> bool {
        name.starts_with("scene.")
    }

    /// Plant and unit for these settings; of the list only the scene's own are looked at.
    pub fn setup(&self, set: &[(String, String)]) -> Result<Setup, HostError> {
        Ok((self.build)(&self.values(set)?))
    }

    /// Errors: a variable of the unit is set, and a setting of the scene that it follows from is set as well.
    pub fn check_settings(&self, set: &[(String, String)]) -> Result<(), HostError> {
        let values = self.values(set)?;
        let given = |name: &str| set.iter().any(|(known, _)| known == name);
        let before = (self.build)(&values).unit;
        for (position, setting) in self.settings.iter().enumerate().filter(|(_, setting)| given(setting.name)) {
            let (low, high) = setting.range;
            let mut other = values.clone();
            other[position] = if values[position] == high { low } else { high };
            let after = (self.build)(&other).unit;
            let mut follows = before.iter().filter(|value| !after.contains(value)).map(|(name, _)| *name);
            if let Some(name) = follows.find(|name| given(name)) {
                let setting = setting.name;
                let text = format!("{name} follows from {setting} in the scene {}: set only one of them", self.name);
                return Err(HostError::Request(text));
            }
        }
        Ok(())
    }

    /// Values of its settings, in their order.
    fn values(&self, set: &[(String, String)]) -> Result<Vec<f64>, HostError> {
        let mut values: Vec<f64> = self.settings.iter().map(|setting| setting.start).collect();
        for (name, text) in set.iter().filter(|(name, _)| self.owns(name)) {
            let position = self.settings.iter().position(|setting| setting.name == name);
            let Some(position) = position else {
                let names: Vec<&str> = self.settings.iter().map(|setting| setting.name).collect();
                let own = if names.is_empty() { "has none".into() } else { format!("has {}", names.join(", ")) };
                return Err(HostError::Request(format!(
                    "`{name}` is not a setting of the scene {}: it {own}",
                    self.name
                )));
            };
            let (low, high) = self.settings[position].range;
            let value = text.parse().ok().filter(|value| (low..=high).contains(value));
            values[position] = value.ok_or_else(|| {
                HostError::Request(format!(
                    "{name} cannot be {text:?}: a number from {} to {} is expected",
                    number(low),
                    number(high)
                ))
            })?;
        }
        Ok(values)
    }

    /// The step with which it is run unless told otherwise [s]: of the method's kind, the scene's own one does not count.
    pub fn default_step(&self, method: Method) -> f64 {
        match method {
            Method::Exchange(_) => LONGEST,
            Method::CoSimulation { coupling: Coupling::Interface { .. }, .. } => INTERFACE.min(self.until / 20.0),
            Method::CoSimulation { master: Master::Jacobi, .. } => self.held_step,
            _ => self.step,
        }
    }

    /// What is special to the scene, over time.
    pub fn own_panels(&self, run: &Run) -> Vec<Panel> {
        (self.panels)(run)
    }

    /// Panels over time: gap, forces, what is special to the scene, energies.
    pub fn panels(&self, run: &Run) -> Vec<Panel> {
        let mut panels = vec![
            panel("gap [m]", vec![line(run, 2, "gap", |s| s.contact.gap)]),
            panel(
                "force [N]",
                vec![
                    line(run, 2, "normal", |s| s.contact.normal_force),
                    line(run, 2, "friction", |s| plants::norm(&s.contact.friction_force)),
                ],
            ),
        ];
        panels.extend(self.own_panels(run));
        panels.push(energies(run));
        panels
    }
}

/// A line over time.
pub(super) fn line(run: &Run, width: u32, label: &str, value: impl Fn(&Sample) -> f64) -> Series {
    let points = run.samples.iter().map(|sample| (sample.time, value(sample))).collect();
    Series { label: label.into(), width, points }
}

/// A panel.
pub(super) fn panel(axis: &str, series: Vec<Series>) -> Panel {
    Panel { axis: axis.into(), series }
}

/// Where the energy is.
fn energies(run: &Run) -> Panel {
    panel(
        "energy [J]",
        vec![
            line(run, 2, "kinetic", |s| s.kinetic),
            line(run, 2, "potential", |s| s.potential),
            line(run, 2, "stored in contact", |s| s.contact.elastic),
            line(run, 2, "dissipated", Sample::dissipated),
            line(run, 2, "sum of all", |s| s.energy() + s.dissipated()),
        ],
    )
}

/// What [G04] does not say of its ball.
pub(super) const INERTIA: Setting = Setting {
    name: "scene.inertia",
    unit: "1",
    start: plants::SOLID,
    range: (1e-3, 1.0),
    about: "moment of inertia over m*r^2: 0.4 for a solid ball, 0.667 for a shell",
};

/// A normal force as in [G04] §4, and friction: the columns of its tables.
pub(super) fn contact(k: f64, e: f64, friction: [f64; 7]) -> Vec<(&'static str, Value)> {
    let [mu_s, mu_c, sigma_0, sigma_1, sigma_2, v_s, tau_dw] = friction;
    let numbers = [
        ("compliance.k", k),
        ("compliance.p", 1.5),
        ("compliance.e", e),
        ("compliance.alpha", 0.0),
        ("friction.mu_S", mu_s),
        ("friction.mu_C", mu_c),
        ("friction.sigma_0", sigma_0),
        ("friction.sigma_1", sigma_1),
        ("friction.sigma_2", sigma_2),
        ("friction.v_S", v_s),
        ("friction.tau_dw", tau_dw),
    ];
    numbers.into_iter().map(|(name, value)| (name, Value::Number(value))).collect()
}

/// [G04] Table I: mu_S, mu_C, sigma_0, sigma_1 = √1e5, sigma_2, v_S, tau_dw.
pub(super) const TABLE_I: [f64; 7] = [0.15, 0.1, 1e5, 316.227_766_016_837_94, 0.1, 1e-3, 2.0];
/// [G04] Table II; its sigma_1 is 1e4 as printed.
pub(super) const TABLE_II: [f64; 7] = [0.45, 0.4, 1e5, 1e4, 0.0, 0.1, 0.01];
/// [G04] Table III.
pub(super) const TABLE_III: [f64; 7] = [0.15, 0.12, 1e5, 316.227_766_016_837_94, 0.0, 0.1, 0.75];
