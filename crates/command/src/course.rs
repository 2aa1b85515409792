//! How a run goes, and what is made of it: options of several commands.

use asperity::unit::named;
use asperity_lab::exchange::Accuracy;
use asperity_lab::masters::{Coupling, Master};
use asperity_lab::number::{finite, number};
use asperity_lab::simulate::Method;
use clap::{ArgMatches, Args, ValueEnum};

use crate::Failure;
use crate::demo::MasterName;
use crate::files::{InputFile, OutputFile, is_spelled};

/// Of a system [m/s²].
pub const GRAVITY: [f64; 3] = [0.0, 0.0, -9.81];

/// How a scene is run, and what is made of it.
#[derive(Args, Clone)]
pub struct Course {
    /// Model exchange or co-simulation
    #[arg(long, default_value = "me")]
    pub mode: ModeName,
    /// Solver in model exchange [default: adaptive]
    #[arg(long)]
    pub solver: Option<SolverName>,
    /// Order in which contact and plant step in co-simulation [default: gauss-seidel]
    #[arg(long)]
    pub master: Option<MasterName>,
    /// How the contact goes through a step in co-simulation [default: kinematic]
    #[arg(long)]
    pub coupling: Option<CouplingName>,
    /// Step [s]; for the adaptive solver the longest one, which may jump over a touch shorter than a quarter of it
    /// [default: one at which the scene as it starts keeps its energy]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub step: Option<f64>,
    /// Relative tolerance of the adaptive solver [default: 1e-12]
    #[arg(long, allow_negative_numbers = true)]
    pub tolerance: Option<f64>,
    /// Time to stop [s] [default: the scene's, of a system 1]
    #[arg(long, visible_alias = "stop", value_name = "SECONDS", allow_negative_numbers = true)]
    pub until: Option<f64>,
    /// A setting of the scene (scene.…) or a variable of the FMU; may be repeated with another name
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub set: Vec<(String, String)>,
    /// Keep samples at least this far apart [s] [default: all, of more than a million one in a hundred thousandth of the time]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub every: Option<f64>,
    /// The FMU to run [default: the one that the program carries]
    #[arg(long, value_name = "FILE")]
    pub fmu: Option<InputFile>,
    /// CSV file to write
    #[arg(long, visible_alias = "csv", value_name = "FILE")]
    pub out: Option<OutputFile>,
    /// SVG file to write
    #[arg(long, value_name = "FILE")]
    pub plot: Option<OutputFile>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModeName {
    /// Model exchange: plant and FMU are one system of differential equations
    Me,
    /// Co-simulation: FMU and plant take turns
    Cs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CouplingName {
    /// The contact follows the given motion
    Kinematic,
    /// The contact integrates itself; mean and slope of the force move the plant
    Interface,
    /// The same, the mean force alone moves the plant
    InterfaceMean,
    /// As interface, with rigid contacts: coupling.method = timeStepping
    TimeStepping,
}

impl From<CouplingName> for Coupling {
    fn from(name: CouplingName) -> Self {
        match name {
            CouplingName::Kinematic => Self::Kinematic,
            CouplingName::Interface | CouplingName::TimeStepping => Self::Interface { slope: true },
            CouplingName::InterfaceMean => Self::Interface { slope: false },
        }
    }
}

impl CouplingName {
    /// Its item of `coupling.mode`.
    fn mode(self) -> &'static str {
        match self {
            Self::Kinematic => "kinematic",
            Self::Interface | Self::InterfaceMean | Self::TimeStepping => "interface",
        }
    }

    /// Its item of `coupling.handBack`, if it looks at that.
    fn hand_back(self) -> Option<&'static str> {
        match self {
            Self::Kinematic => None,
            Self::Interface | Self::TimeStepping => Some("meanAndSlope"),
            Self::InterfaceMean => Some("mean"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolverName {
    /// Order 8, steps by error, events located
    Adaptive,
    /// Order 3 with a fixed step, as the paper used it
    Rk3,
}

pub fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.trim().into(), value.trim().into())),
        _ => Err("NAME=VALUE is expected, such as compliance.e=0.7".into()),
    }
}

pub fn gravity(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let finite = numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite()));
    finite.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| "X,Y,Z is expected, such as 0,0,-9.81".into())
}

/// A time that nothing with impacts is integrated to [s].
const FARTHEST: f64 = 1e6;

/// Refuses an end of the motion of a system that is no time, or too far off to be tried.
pub fn check_end(until: f64) -> Result<(), Failure> {
    let range = match until {
        _ if !(until > 0.0 && until.is_finite()) => format!("{}> 0", finite(until)),
        _ if until > FARTHEST => format!("at most {} s", number(FARTHEST)),
        _ => return Ok(()),
    };
    let name = if is_spelled("stop") { "--stop" } else { "--until" };
    Err(Failure::Usage(format!("{name} is {}, it must be {range}", number(until))))
}

/// Refuses a call with --set that gives a name twice: one of them would be lost.
pub fn names_are_given_once(call: &ArgMatches) -> Result<(), Failure> {
    let given = call.subcommand().and_then(|(_, given)| given.try_get_many::<(String, String)>("set").ok().flatten());
    let mut names: Vec<&str> = given.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Failure::Usage(format!("--set {} is given twice: leave one of them out", pair[0]))),
        None => Ok(()),
    }
}

/// Refuses what is no item of a variable: it is misspelt, and contradicts nothing.
fn item_is_known(name: &str, item: &str) -> Result<(), Failure> {
    let Some(items) = named::items(name).filter(|items| !items.contains(&item)) else { return Ok(()) };
    Err(Failure::Usage(format!("--set {name} cannot be {item:?}: one of {} is expected", items.join(", "))))
}

/// An option as it is given, or as it is unless given, and what to do where --set says otherwise.
fn words<T: ValueEnum>(option: &str, given: Option<T>, default: T) -> [String; 2] {
    let (default_words, instead) = match given {
        Some(_) => ("", "leave one of them out".into()),
        None => (", the default", format!("give {option} instead")),
    };
    let item = given.unwrap_or(default).to_possible_value();
    let name = item.as_ref().map_or("", |item| item.get_name());
    [format!("{option} {name}{default_words}"), instead]
}

/// More steps than this are not all kept unless asked for, but so many samples.
const MANY_STEPS: f64 = 1e6;
const KEPT: f64 = 1e5;

impl Course {
    /// The first of the options that is given.
    pub fn given(&self) -> Option<&'static str> {
        let Course { mode, solver, master, coupling, step, tolerance, until, set, every, fmu, out, plot } = self;
        let options = [
            ("--mode", *mode != ModeName::Me),
            ("--solver", solver.is_some()),
            ("--master", master.is_some()),
            ("--coupling", coupling.is_some()),
            ("--step", step.is_some()),
            ("--tolerance", tolerance.is_some()),
            ("--stop", until.is_some() && is_spelled("stop")),
            ("--until", until.is_some()),
            ("--set", !set.is_empty()),
            ("--every", every.is_some()),
            ("--fmu", fmu.is_some()),
            ("--csv", out.is_some() && is_spelled("csv")),
            ("--out", out.is_some()),
            ("--plot", plot.is_some()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// [`Course::settings`] of a scene, which is coupled as --coupling and --master say. Errors: --set contradicts one of them.
    pub fn settings_of_scene(&self) -> Result<Vec<(String, String)>, Failure> {
        if self.mode == ModeName::Cs {
            let coupling = self.coupling.unwrap_or(CouplingName::Kinematic);
            self.agrees("coupling.mode", |mode| mode == coupling.mode(), || self.coupling_words())?;
            let how = coupling.hand_back();
            self.agrees("coupling.handBack", |item| how.is_none_or(|how| item == how), || self.coupling_words())?;
            let master = self.master.unwrap_or(MasterName::GaussSeidel);
            let other = if matches!(master, MasterName::Jacobi) { "sequential" } else { "parallel" };
            self.agrees("coupling.order", |order| order != other, || words("--master", self.master, master))?;
        }
        self.settings()
    }

    /// What --coupling says, and what to do where --set says otherwise.
    pub fn coupling_words(&self) -> [String; 2] {
        words("--coupling", self.coupling, CouplingName::Kinematic)
    }

    /// Refuses what --set makes of a variable unless it agrees with what else is said of it, in words, and what to do.
    pub fn agrees(
        &self,
        name: &str,
        does: impl Fn(&str) -> bool,
        words: impl Fn() -> [String; 2],
    ) -> Result<(), Failure> {
        let Some((_, item)) = self.set.iter().find(|(set, item)| set == name && !does(item)) else { return Ok(()) };
        item_is_known(name, item)?;
        let [other, instead] = words();
        Err(Failure::Usage(format!("--set {name}={item} contradicts {other}: {instead}")))
    }

    /// What the FMU is told, the method of the coupling among it. Errors: --set contradicts --coupling.
    pub fn settings(&self) -> Result<Vec<(String, String)>, Failure> {
        let is_rigid = self.coupling == Some(CouplingName::TimeStepping);
        let method = is_rigid.then(|| self.of_option("--coupling", "coupling.method", "timeStepping")).transpose()?;
        Ok(method.into_iter().chain(self.set.iter().cloned()).collect())
    }

    /// The setting that an option stands for. Errors: --set has it too.
    pub fn of_option(&self, option: &str, name: &str, value: &str) -> Result<(String, String), Failure> {
        match self.set.iter().any(|(set, _)| set == name) {
            true => Err(Failure::Usage(format!("--set {name}: {option} sets it to {value}, leave one of them out"))),
            false => Ok((name.into(), value.into())),
        }
    }

    /// The distance of the samples [s].
    pub fn every(&self, method: Method, until: f64) -> f64 {
        let many = !matches!(method, Method::Exchange(_)) && until / method.step() > MANY_STEPS;
        self.every.unwrap_or(if many { until / KEPT } else { 0.0 })
    }

    /// The method that the options name, with the step that `default` gives unless one is named; options that belong to
    /// another method are refused.
    pub fn method(&self, default: impl Fn(Method) -> f64) -> Result<Method, Failure> {
        let Course { mode, solver, master, coupling, step, tolerance, .. } = self;
        let misplaced = |option: &str, way: &str| Err(Failure::Usage(format!("{option} belongs to {way}")));
        let method = match (mode, solver.unwrap_or(SolverName::Adaptive)) {
            (ModeName::Cs, _) if solver.is_some() => return misplaced("--solver", "--mode me"),
            (ModeName::Cs, _) if tolerance.is_some() => return misplaced("--tolerance", "--mode me"),
            (ModeName::Me, _) if master.is_some() => return misplaced("--master", "--mode cs"),
            (ModeName::Me, _) if coupling.is_some() => return misplaced("--coupling", "--mode cs"),
            (ModeName::Me, SolverName::Rk3) if tolerance.is_some() => {
                return misplaced("--tolerance", "--solver adaptive");
            }
            (ModeName::Cs, _) => {
                let master = master.unwrap_or(MasterName::GaussSeidel).into();
                let coupling = coupling.unwrap_or(CouplingName::Kinematic).into();
                if matches!((master, coupling), (Master::Rollback { .. }, Coupling::Interface { .. })) {
                    return misplaced("--master rollback", "--coupling kinematic");
                }
                Method::CoSimulation { step: 1.0, master, coupling }
            }
            (ModeName::Me, SolverName::Adaptive) => {
                Method::Exchange(Accuracy { tolerance: tolerance.unwrap_or(1e-12), longest: 1.0 })
            }
            (ModeName::Me, SolverName::Rk3) => Method::RungeKutta { step: 1.0 },
        };
        Ok(method.with_step(step.unwrap_or_else(|| default(method))))
    }
}
