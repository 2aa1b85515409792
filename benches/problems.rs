//! Contact problems that others met, which are no part of the project, solved from files:
//! `cargo bench --package asperity --bench problems -- FOLDER`. A file has the number of contacts, W row by row, q and μ, one number a
//! line. Residuals are those of the tests' own natural map; a problem above 1e-8 ends it with exit code 1.

#[path = "../tests/rigid/cones/natural_map.rs"]
mod natural_map;

use asperity::rigid::cones::{Dense, Solver};
use nalgebra::{DMatrix, DVector};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Largest residual of a solution.
const SOLVED: f64 = 1e-8;

fn main() -> ExitCode {
    let Some(folder) = std::env::args().skip(1).find(|argument| !argument.starts_with('-')) else {
        println!("name the folder with the problems: cargo bench --package asperity --bench problems -- FOLDER");
        return ExitCode::SUCCESS;
    };
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    println!("{:<44} {:>8} {:>10} {:>12}", "problem", "contacts", "residual", "time [us]");
    let solved = files.iter().filter(|file| solves(file)).count();
    println!("{solved} of {} problems within {SOLVED:e}", files.len());
    if solved == files.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn solves(file: &Path) -> bool {
    let text = std::fs::read_to_string(file).expect("the problem");
    let numbers: Vec<f64> = text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let contacts = numbers[0] as usize;
    let n = 3 * contacts;
    let w = DMatrix::from_row_slice(n, n, &numbers[1..][..n * n]);
    let q = DVector::from_row_slice(&numbers[1 + n * n..][..n]);
    let mu = &numbers[1 + n * n + n..][..contacts];
    let (mut solver, mut p) = (Solver::new(contacts, n), DVector::zeros(n));
    let dense = Dense::new(w.as_slice(), n, contacts).expect("a square W");
    let start = Instant::now();
    solver.solve(&dense, q.as_slice(), mu, p.as_mut_slice(), 1e-12).expect("finite numbers");
    let time = start.elapsed().as_secs_f64() * 1e6;
    let residual = natural_map::residual(&w, &q, mu, &p);
    println!("{:<44} {contacts:>8} {residual:>10.1e} {time:>12.0}", file.file_name().unwrap_or_default().display());
    residual <= SOLVED
}
