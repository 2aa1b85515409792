//! `asperity new`

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use asperity_pack::examples::{EXAMPLES, Example, documented};
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::Failure;
use crate::files::{Files, OutputFile};

#[derive(Args)]
pub struct Options {
    /// The example; without one, all are listed
    #[arg(value_name = "EXAMPLE", value_parser = PossibleValuesParser::new(EXAMPLES.iter().map(|example| example.name)))]
    example: Option<String>,
    /// Print a file with every key instead: meaning, default, allowed values
    #[arg(long, conflicts_with_all = ["example", "out"])]
    all: bool,
    /// File to write; one that is there is not written over [default: the name of the example with .toml]
    #[arg(long, value_name = "FILE", requires = "example")]
    out: Option<OutputFile>,
}

pub fn run(options: &Options, files: &mut Files) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if options.all {
        return Ok(out.write_all(documented().as_bytes())?);
    }
    let Some(example) = options.example.as_deref().and_then(Example::find) else {
        for example in &EXAMPLES {
            writeln!(out, "{:<16} {}", example.name, example.about)?;
        }
        return Ok(writeln!(out, "\nExample: asperity new four-wheels\nasperity new --all prints every key.")?);
    };
    let path = options.out.as_deref().map_or_else(|| format!("{}.toml", example.name).into(), Path::to_path_buf);
    let beside = example.beside.as_ref().map(|beside| (path.with_file_name(beside.name), (beside.text)()));
    // both or none
    if let Some((path, _)) = beside.as_ref().filter(|(path, _)| path.exists()) {
        return Err(Failure::Usage(format!("{} is there already: move it elsewhere", path.display())));
    }
    if let Some((path, _)) = &beside {
        files.writes("--out", path)?;
    }
    write(&path, example.text)?;
    beside.map_or(Ok(()), |(path, text)| write(&path, &text))?;
    let (name, page) = (path.display(), path.with_extension("html"));
    writeln!(out, "Written: {name}\n\nNext:\n  asperity simulate --system {name} --page {}", page.display())?;
    Ok(writeln!(out, "  asperity pack --system {name}")?)
}

/// Writes a file that is not there yet.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let refused = |error: io::Error| {
        Failure::Usage(match error.kind() {
            ErrorKind::AlreadyExists => format!("{} is there already: name another file with --out", path.display()),
            _ => format!("{} cannot be written: {error}", path.display()),
        })
    };
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(refused)?;
    file.write_all(text.as_bytes()).map_err(refused)
}
