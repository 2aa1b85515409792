//! The command line.

mod accelerations;
mod advise;
mod check;
mod choose;
mod couplings;
mod couplings_system;
mod course;
mod demo;
mod describe;
mod drop;
mod files;
mod gallery;
mod hertz;
mod impact;
mod install;
mod material;
mod new;
mod pack;
mod pages;
mod patch;
mod platforms;
mod progress;
mod reproduce;
mod rigid;
mod rigid_file;
mod rigid_units;
mod shape;
mod simulate;
mod simulate_system;
mod system;
mod tables;
mod unit;

use std::fmt;
use std::io;
use std::process::ExitCode;

use asperity_lab::HostError;
use asperity_pack::PackError;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::files::Files;

const EXAMPLES: &str = "Examples:
  asperity demo                              let a ball bounce and roll down an incline through the FMU
  asperity demo --step 5e-5 --master jacobi  the same with another step and master
  asperity simulate                          list the scenes and their settings
  asperity simulate cylinder --mode cs --step 1e-3 --plot cylinder.svg
  asperity drop steel rubber --radius 0.05 --height 1
  asperity impact --w 2.5,-1.5,2.5 --u 1,-3 --mu .3 --e .5 --plot impact.svg
  asperity rigid topple --mu .5 --animate topple.svg
  asperity patch --shape sphere --radius 0.05 --depth 1e-5 --mu 0.3 --tangential 1e-6 --plot patch.svg
  asperity reproduce                         the paper's figures through the FMU, as one page
  asperity gallery                           scenes with closed forms, as one page
  asperity choose                            compliant or time stepping? accuracy over cost, as one page
  asperity advise --k 1e8 --m 2 --v 1        which communication step for this contact?
  asperity material                          list materials and where their values come from
  asperity material steel rubber --radius 0.05 --speed 0.5
  asperity pack                              write Asperity.fmu for this platform
  asperity pack --all-platforms              pack it for Linux, Windows and macOS in one file
  asperity new four-wheels                   write an example of a system: several contacts on shared bodies
  asperity pack --system four-wheels.toml    write FourWheels.fmu
  asperity simulate --system four-wheels.toml --page four-wheels.html
  asperity install --prefix ~/.local         library, headers, pkg-config and CMake files for C and C++
  asperity describe xml                      print modelDescription.xml
  asperity describe --check                  are the committed generated files up to date?
  asperity pages                             the documentation as pages for a browser
  asperity check Asperity.fmu                validate a packed unit

Files are written into the folder you stand in, unless --out names another place; its folder must be there.
A file that is there is written over, but for one that the same command reads.
The FMU is inside the program. A debug build has none: it packs its source tree with cargo, to the same bytes.

Exit codes
  0  done
  1  it failed: a check did not hold, a simulation went wrong, a tool is missing
  2  an argument is wrong: no such command, scene, setting or material, a value out of range, a file that cannot be
     read or is no FMU, a place that cannot be written";

/// Frictional contact between bodies as one FMU (FMI 2.0): write it, demonstrate it, check it.
#[derive(Parser)]
#[command(name = "asperity", version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Let a ball bounce and roll down an incline through the FMU
    Demo(demo::Options),
    /// Run a scene through the FMU, in model exchange or co-simulation
    Simulate(Box<simulate::Options>),
    /// Drop a ball of one material on a flat of another: how it bounces, as a table and a plot
    Drop(Box<drop::Options>),
    /// Impact of two rigid bodies in the plane with friction, by three hypotheses, and Routh's construction of it
    Impact(Box<impact::Options>),
    /// Forces and accelerations of rigid bodies that touch: a solution, all that were found, or the proof that there is none
    Accelerations(accelerations::Options),
    /// Rigid bodies in the plane that slip, hold, part, collide and jam: a scene or a file, event by event
    Rigid(rigid::Options),
    /// Press two elastic half-spaces together: pressure, stiffness, friction of a face, the reference for contact parameters
    Patch(patch::Options),
    /// Reproduce the figures of Gonthier and others 2004, the wheel of Peiret and others 2016, the impacts of Wang and Kumar 1991
    /// and the theorem of Pang and Trinkle 1996, and write a report about them
    Reproduce(reproduce::Options),
    /// Run the scenes that have closed forms and write a page about them
    Gallery(gallery::Options),
    /// Compare compliant micro-steps with time stepping, accuracy over cost, as a page, or recommend coupling and step for a system
    Choose(choose::Options),
    /// Recommend a communication step for a contact
    Advise(advise::Options),
    /// Stiffness from two materials: parameters to set, and what an impact will do
    Material(Box<material::Options>),
    /// Measure the restitution that each coupling gives, over stiffness and step
    Couplings(couplings::Options),
    /// Write an example of a system of bodies and contacts, to begin with
    New(new::Options),
    /// Write Asperity.fmu, for this platform or for several
    Pack(pack::Options),
    /// Write the documentation as pages for a browser: the folder of that name in the FMU
    Pages(pages::Options),
    /// List the platforms an FMU can be packed for, and what that needs
    Platforms,
    /// Build the library for C and C++ and install it with headers, pkg-config file and CMake package
    Install(install::Options),
    /// Print what is rendered from the variable table, or compare or update the committed files
    Describe(describe::Options),
    /// Validate a packed FMU, load its binary and instantiate it, which runs the code in it
    Check(check::Options),
}

/// Why the program ends without having done what it was asked.
enum Failure {
    /// It was asked for what cannot be.
    Usage(String),
    /// It tried.
    Failed(String),
    /// Nobody reads the output any more, as after `| head`.
    ReaderGone,
}

impl From<PackError> for Failure {
    fn from(error: PackError) -> Self {
        let text = error.to_string();
        match error {
            PackError::StartValues(_)
            | PackError::OtherUnit(_)
            | PackError::Damaged { .. }
            | PackError::NoManifest(_)
            | PackError::NotAFolder { .. }
            | PackError::LibdirWithSpace(_)
            | PackError::LibdirOutside(_)
            | PackError::NotWritable { .. } => Self::Usage(text),
            _ => Self::Failed(text),
        }
    }
}

impl From<HostError> for Failure {
    fn from(error: HostError) -> Self {
        let text = error.to_string();
        match error {
            HostError::File { action: "read", .. }
            | HostError::Archive { .. }
            | HostError::Entry { .. }
            | HostError::NoDescription { .. }
            | HostError::Variable { .. } => Self::Usage(text),
            _ => Self::Failed(text),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            _ => Self::Failed(format!("the output cannot be written: {error}")),
        }
    }
}

fn main() -> ExitCode {
    let program = Arguments::command();
    let call = program.clone().get_matches();
    let asked = Arguments::from_arg_matches(&call).unwrap_or_else(|error| error.format(&mut program.clone()).exit());
    let Some(command) = asked.command else { return help() };
    let files = course::names_are_given_once(&call).and_then(|()| Files::of(&program, &call));
    match files.and_then(|mut files| run(command, &mut files)) {
        Ok(()) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(Failure::Usage(text)) => stop(&text, 2),
        Err(Failure::Failed(text)) => stop(&text, 1),
    }
}

fn run(command: Command, files: &mut Files) -> Result<(), Failure> {
    match command {
        Command::Demo(options) => demo::run(&options),
        Command::Advise(options) => advise::run(&options),
        Command::Couplings(options) => couplings::run(&options, files),
        Command::Reproduce(options) => reproduce::run(&options),
        Command::Material(options) => material::run(&options),
        Command::Gallery(options) => gallery::run(&options, files),
        Command::Choose(options) => choose::run(&options, files),
        Command::Drop(options) => drop::run(&options, files),
        Command::Impact(options) => impact::run(&options),
        Command::Accelerations(options) => accelerations::run(&options),
        Command::Rigid(options) => rigid::run(&options, files),
        Command::Patch(options) => patch::run(&options),
        Command::Simulate(options) => simulate::run(&options, files),
        Command::New(options) => new::run(&options, files),
        Command::Pack(options) => pack::run(&options, files),
        Command::Pages(options) => pages::run(&options, files),
        Command::Platforms => platforms::run(),
        Command::Install(options) => install::run(&options),
        Command::Describe(options) => describe::run(&options),
        Command::Check(options) => check::run(&options, files),
    }
}

/// What there is to choose from, for whoever asked for nothing.
fn help() -> ExitCode {
    // no reader, no help
    let _ = Arguments::command().print_help();
    ExitCode::SUCCESS
}

fn stop(text: &dyn fmt::Display, code: u8) -> ExitCode {
    eprintln!("error: {text}");
    ExitCode::from(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::any::TypeId;
    use std::path::PathBuf;

    /// Else clap takes -1 for an option, and no range is named.
    #[test]
    fn every_option_of_numbers_takes_negative_ones() {
        for command in Arguments::command().get_subcommands() {
            for option in command.get_arguments() {
                let kind = option.get_value_parser().type_id();
                let (one, more) = (kind == TypeId::of::<f64>(), [TypeId::of::<[f64; 2]>(), TypeId::of::<[f64; 3]>()]);
                let takes = option.is_allow_hyphen_values_set() || one && option.is_allow_negative_numbers_set();
                let is_of_numbers = one || more.iter().any(|more| kind == *more);
                assert!(takes || !is_of_numbers, "{} --{}", command.get_name(), option.get_id());
            }
        }
    }

    /// Else the program could write over what it reads.
    #[test]
    fn every_path_says_by_its_type_whether_it_is_read_or_written() {
        Arguments::command().debug_assert();
        let path = clap::value_parser!(PathBuf).type_id();
        for command in Arguments::command().get_subcommands() {
            let names = command.get_arguments().filter(|option| option.get_value_parser().type_id() == path);
            let names: Vec<&str> = names.map(|option| option.get_id().as_str()).collect();
            // it reads nothing, and makes its folders itself
            let allowed: &[&str] = if command.get_name() == "install" { &["prefix", "libdir", "destdir"] } else { &[] };
            assert_eq!(names, allowed, "{}: InputFile, OutputFile or OutputFolder", command.get_name());
        }
    }
}
