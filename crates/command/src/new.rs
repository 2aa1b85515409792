//! `asperity new`

use std::io::{self, Write};
use std::path::Path;

use asperity_pack::examples::{EXAMPLES, Example, documented};
use asperity_pack::whole;
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
    if let Some((path, _)) = &beside {
        files.writes("--out", path)?;
    }
    write(&path, example.text, "name another file with --out")?;
    if let Some((beside, text)) = beside {
        write(&beside, &text, "move it elsewhere").inspect_err(|_| {
            // both or none
            let _ = std::fs::remove_file(&path);
        })?;
    }
    let (name, page) = (path.display(), path.with_extension("html"));
    writeln!(out, "Written: {name}\n\nNext:\n  asperity simulate --system {name} --page {}", page.display())?;
    Ok(writeln!(out, "  asperity pack --system {name}")?)
}

/// Two calls at once do not write over each other either.
fn write(path: &Path, text: &str, instead: &str) -> Result<(), Failure> {
    let name = path.display();
    whole::write_new(path, text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::Usage(format!("{name} is there already: {instead}")),
        _ => Failure::Usage(format!("{name} cannot be written: {error}")),
    })
}
