//! Instructions of the same functions, counted by callgrind: `cargo bench --package asperity --bench instructions`.
//! The same number on every run of one binary, so a change of one per cent shows. Needs valgrind.

mod cases;

use std::env;
use std::process::{Command, ExitCode};

/// Calls of the short and of the long run; the difference is free of what starting costs.
const CALLS: [u64; 2] = [1000, 3000];
/// The same where a call takes as long as thousands of the others.
const FEW_CALLS: [u64; 2] = [1, 3];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    if let [_, run, name, calls] = arguments.as_slice()
        && run == "--run"
    {
        return calls.parse().map_or(ExitCode::FAILURE, |calls| repeat(name, calls));
    }
    println!("{:<45} instructions", "function");
    let short = cases::laws()
        .into_iter()
        .chain(cases::stepping())
        .chain(cases::impacts())
        .chain(cases::shapes())
        .map(|case| (case, CALLS));
    for (case, calls) in
        short.chain(cases::complementarity().into_iter().chain(cases::systems()).map(|case| (case, FEW_CALLS)))
    {
        match counted(case.name, calls) {
            Ok(count) => println!("{:<45} {count:>12.0}", case.name),
            Err(why) => {
                eprintln!("no instruction counts: {why}");
                // not installed is no fault of the code under measurement
                return ExitCode::SUCCESS;
            }
        }
    }
    ExitCode::SUCCESS
}

fn repeat(name: &str, calls: u64) -> ExitCode {
    let mut all = cases::laws()
        .into_iter()
        .chain(cases::stepping())
        .chain(cases::impacts())
        .chain(cases::complementarity())
        .chain(cases::systems())
        .chain(cases::shapes());
    let Some(case) = all.find(|case| case.name == name) else {
        eprintln!("no case `{name}`");
        return ExitCode::FAILURE;
    };
    let total: f64 = (0..calls).map(|_| (case.run)()).sum();
    if total.is_finite() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Instructions of one call.
fn counted(name: &str, [few, many]: [u64; 2]) -> Result<f64, String> {
    let (less, more) = (instructions(name, few)?, instructions(name, many)?);
    Ok((more - less) / (many - few) as f64)
}

/// Instructions of a whole process that calls the function so many times.
fn instructions(name: &str, calls: u64) -> Result<f64, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--run", name, &calls.to_string()])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report.lines().find_map(|line| line.split_once("Collected : "));
    collected.and_then(|(_, count)| count.trim().parse().ok()).ok_or_else(|| format!("of {name}: {report}"))
}
