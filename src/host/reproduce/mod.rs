//! The experiments of [G04] through the packed unit, as one report: what the paper shows, what comes out here, and whether
//! the two agree.

mod ball;
pub(super) mod comparison;
mod cylinder;
pub(super) mod damping;
mod energy_loss;
mod pendulum;
mod real_time;
mod stick_slip;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::fmu::Fmu;
use super::plot::{self, Draw};
use super::record::Sample;
use super::report::{self, Entry, Picture, Report, judged};
use super::simulate::{self, Run};
use super::{HostError, cannot, csv};

/// Samples of runs that are only compared are at least this far apart [s].
const EVERY: f64 = 1e-3;
/// About so many samples go into a file.
const FILE_SAMPLES: f64 = 2000.0;

/// An experiment of the paper.
pub struct Experiment {
    /// Figures of [G04].
    pub figures: RangeInclusive<u32>,
    /// What it is.
    pub about: &'static str,
    run: fn(&Bench) -> Result<Entry, HostError>,
}

/// All of them, in the order of the paper. Fig. 4, 8 and 16 are drawings.
pub const EXPERIMENTS: [Experiment; 7] = [
    Experiment { figures: 1..=3, about: "damping and restitution", run: damping::run },
    Experiment { figures: 5..=7, about: "stick–slip of Bowden and Leben", run: stick_slip::run },
    Experiment { figures: 9..=10, about: "ball on an incline", run: ball::run },
    Experiment { figures: 11..=12, about: "ball in a cylinder, plane motion", run: cylinder::plane },
    Experiment { figures: 13..=15, about: "ball in a cylinder, spatial motion", run: cylinder::spatial },
    Experiment { figures: 17..=21, about: "double pendulum", run: pendulum::run },
    Experiment { figures: 22..=23, about: "energy lost in one impact", run: energy_loss::run },
];

/// What an experiment works with.
pub struct Bench<'a> {
    fmu: &'a Fmu,
    folder: &'a Path,
}

impl Bench<'_> {
    /// Draws a figure of the paper, as a file beside the page and as a picture in it.
    fn picture(&self, figure: u32, caption: &str, drawing: &impl Draw) -> Result<Picture, HostError> {
        let svg = plot::svg(drawing)?;
        let path = self.folder.join(format!("fig-{figure:02}.svg"));
        std::fs::write(&path, &svg).map_err(cannot("written", &path))?;
        Ok(Picture { caption: format!("Fig. {figure}: {caption}"), svg })
    }

    /// Writes the samples beside the page, thinned out; answers the name of the file.
    fn samples(&self, name: &str, run: &Run) -> Result<String, HostError> {
        let name = format!("{name}.csv");
        let until = run.samples.last().map_or(0.0, |sample| sample.time);
        let samples = simulate::thinned(&run.samples, until / FILE_SAMPLES)?;
        csv::write(&self.folder.join(&name), run.columns, &samples)?;
        Ok(name)
    }

    /// Writes rows of numbers beside the page; answers the name of the file.
    fn rows(&self, name: &str, head: &str, rows: &[Vec<f64>]) -> Result<String, HostError> {
        let name = format!("{name}.csv");
        let path = self.folder.join(&name);
        let mut text = format!("{head}\n");
        for row in rows {
            let cells: Vec<String> = row.iter().map(|value| format!("{value:.12e}")).collect();
            text.push_str(&cells.join(","));
            text.push('\n');
        }
        std::fs::write(&path, text).map_err(cannot("written", &path))?;
        Ok(name)
    }
}

/// What is to be reproduced: experiments by the numbers of their figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection(Vec<usize>);

impl Selection {
    /// From words such as `5`, `fig5`, `fig-05` or `9-10`; none selects all.
    pub fn parse(words: &[String]) -> Result<Self, HostError> {
        if words.is_empty() {
            return Ok(Self((0..EXPERIMENTS.len()).collect()));
        }
        let mut found = Vec::new();
        for word in words {
            let wrong = || HostError::Request(format!("there is no figure {word:?}; {}", Self::choice()));
            let numbers = word.trim_start_matches("figs").trim_start_matches("fig").trim_start_matches(['-', '.']);
            let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
            let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>()) else { return Err(wrong()) };
            let meets = |experiment: &Experiment| (first..=last).any(|figure| experiment.figures.contains(&figure));
            let before = found.len();
            found.extend((0..EXPERIMENTS.len()).filter(|index| meets(&EXPERIMENTS[*index])));
            if found.len() == before {
                return Err(wrong());
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(Self(found))
    }

    /// The figures there are.
    fn choice() -> String {
        let ranges: Vec<String> = EXPERIMENTS.iter().map(|experiment| span(&experiment.figures)).collect();
        format!("there are {}", ranges.join(", "))
    }
}

/// Figures as in "1-3".
fn span(figures: &RangeInclusive<u32>) -> String {
    format!("{}-{}", figures.start(), figures.end())
}

/// Runs what is selected and writes page, pictures and samples into the folder. `progress` is told what begins. Answers the
/// report and the path of the page.
pub fn reproduce(
    fmu: &Fmu,
    selection: &Selection,
    folder: &Path,
    mut progress: impl FnMut(&str),
) -> Result<(Report, PathBuf), HostError> {
    std::fs::create_dir_all(folder).map_err(cannot("written", folder))?;
    let bench = Bench { fmu, folder };
    let mut report = Report {
        title: "The experiments of Gonthier et al. 2004, through the packed unit".into(),
        introduction: introduction(fmu),
        ..Report::default()
    };
    for experiment in selection.0.iter().map(|index| &EXPERIMENTS[*index]) {
        progress(&format!("figures {}: {}", span(&experiment.figures), experiment.about));
        report.entries.push((experiment.run)(&bench)?);
    }
    progress("cost of a step");
    report.footer.push(real_time::table(&bench)?);
    report.footer.push(real_time::couplings(&bench)?);
    let page = folder.join("index.html");
    report::write(&report, &page)?;
    Ok((report, page))
}

fn introduction(fmu: &Fmu) -> Vec<String> {
    vec![
        format!(
            "Every figure here was computed by the binary inside {}.fmu, loaded as any importer loads it. The paper is \
             [G04]: Gonthier, McPhee, Lange and Piedbœuf, A Regularized Contact Model with Asymmetric Damping and \
             Dwell-Time Dependent Friction, 2004.",
            fmu.description.model_name
        ),
        "Pictures show the paper's printed equations (friction.bristleFrame = paper, friction.bristleLimit = paper); the \
         tables set beside them the unit's own default settings, which bound the bristles and let them turn with the \
         contact."
            .into(),
        "Each scene ran in several ways. Model exchange with steps by error, order 8, events located to the last digit and \
         a tolerance of 1e-12 is taken for the truth. Model exchange with a fixed step is the third-order Runge–Kutta \
         method of Bogacki and Shampine, which Simulink calls ode3 and the paper used; events wait for the end of their \
         step. Co-simulation lets the unit step first and the plant follow under the interpolated force (Gauss–Seidel), \
         the velocities with their input derivatives."
            .into(),
    ]
}

/// Points of a curve over time.
fn over_time(run: &Run, value: impl Fn(&Sample) -> f64) -> Vec<(f64, f64)> {
    run.samples.iter().map(|sample| (sample.time, value(sample))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Selection, String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Selection::parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn figures_are_found_by_number_in_any_spelling() {
        assert_eq!(parse(&[]).expect("all").0, [0, 1, 2, 3, 4, 5, 6]);
        for word in ["6", "fig6", "fig-06", "fig.6", "figs5-7", "5-7"] {
            assert_eq!(parse(&[word]).expect(word).0, [1], "{word}");
        }
        assert_eq!(parse(&["22", "1", "2"]).expect("two experiments").0, [0, 6]);
        assert_eq!(parse(&["10-13"]).expect("three experiments").0, [2, 3, 4]);
    }

    #[test]
    fn figures_that_are_not_there_are_named() {
        for word in ["4", "99", "seven", ""] {
            let text = parse(&[word]).expect_err(word);
            assert!(text.contains(&format!("{word:?}")) && text.contains("17-21"), "{text}");
        }
    }
}
