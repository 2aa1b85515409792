//! `asperity describe`

use std::io::Write;

use asperity_pack::PackOptions;
use asperity_pack::generated::Rendering;
use clap::{Args, ValueEnum};

use crate::Failure;

#[derive(Args)]
pub struct Options {
    /// What to render; with --check or --write all of them, unless one is named
    #[arg(required_unless_present_any = ["check", "write"])]
    format: Option<Format>,
    /// Compare the committed files with what is rendered now and fail, naming the first that differs
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Update the committed files
    #[arg(long)]
    write: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// modelDescription.xml
    Xml,
    /// The table of variables in Markdown
    Markdown,
    /// The reference page of the documentation in the FMU
    Html,
    /// The C header with the value references
    Header,
    /// The header of the C interface, from its sources
    CHeader,
}

impl From<Format> for Rendering {
    fn from(format: Format) -> Self {
        match format {
            Format::Xml => Self::Xml,
            Format::Markdown => Self::Markdown,
            Format::Html => Self::Html,
            Format::Header => Self::Header,
            Format::CHeader => Self::CHeader,
        }
    }
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let root = PackOptions::default().root;
    let named: Option<Rendering> = options.format.map(Into::into);
    let all = named.map_or(Rendering::ALL.to_vec(), |rendering| vec![rendering]);
    let mut out = std::io::stdout().lock();
    if options.check {
        for rendering in all {
            rendering.check(&root)?;
        }
    } else if options.write {
        for rendering in all {
            if let Some(path) = rendering.write(&root)? {
                writeln!(out, "{}", path.display())?;
            }
        }
    } else if let Some(rendering) = named {
        out.write_all(rendering.text()?.as_bytes())?;
    }
    out.flush()?;
    Ok(())
}
