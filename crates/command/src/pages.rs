//! `asperity pages`

use std::io::Write;
use std::path::Path;

use asperity_pack::site::MENU_STARTS;
use asperity_pack::{archive, whole};
use clap::Args;

use crate::files::{Files, InputFile, OutputFolder};
use crate::{Failure, unit};

#[derive(Args)]
pub struct Options {
    /// The folder to write the pages into; the first is index.html
    #[arg(long, value_name = "FOLDER", default_value = "pages")]
    out: OutputFolder,
    /// Those of this FMU instead of the program's own
    #[arg(long, value_name = "FILE")]
    fmu: Option<InputFile>,
    /// Put this page, which crates/playground/run makes, beside them and into their menu
    #[arg(long, value_name = "FILE")]
    playground: Option<InputFile>,
}

/// The page to play with, beside the others, and what leads to it.
const PLAYGROUND: &str = "playground.html";
const IN_THE_MENU: &str = "<li><a href=\"playground.html\">Playground</a></li>\n";

pub fn run(options: &Options, files: &mut Files) -> Result<(), Failure> {
    let name = options.fmu.as_deref().unwrap_or(Path::new("the FMU inside the program"));
    let packed = unit::bytes(options.fmu.as_deref())?;
    let entries = archive::entries(&packed).map_err(|error| error.of_file(name))?;
    let refused = |why: &str| Failure::Usage(format!("--fmu {}: {why}", name.display()));
    let playground = options.playground.as_deref().map(|file| {
        let unreadable = |error| Failure::Usage(format!("--playground {}: it cannot be read: {error}", file.display()));
        std::fs::read(file).map_err(unreadable)
    });
    let playground = playground.transpose()?;
    let mut pages = Vec::new();
    for entry in entries {
        let Some(path) = entry.path.strip_prefix("documentation/") else { continue };
        // a name that leads out of the folder is none of ours
        if path.split('/').any(|part| part == "..") {
            return Err(refused(&format!("{path} leads out of the folder")));
        }
        let is_page = path.ends_with(".html");
        let bytes = if playground.is_some() && is_page {
            let page = String::from_utf8_lossy(&entry.bytes);
            page.replace(MENU_STARTS, &format!("{MENU_STARTS}{IN_THE_MENU}")).into_bytes()
        } else {
            entry.bytes
        };
        pages.push((options.out.join(path), bytes, is_page && !path.contains('/')));
    }
    let count = pages.iter().filter(|(.., counts)| *counts).count();
    if count == 0 {
        return Err(refused("there is no page in it"));
    }
    pages.extend(playground.map(|page| (options.out.join(PLAYGROUND), page, false)));
    for (path, ..) in &pages {
        files.writes_inside("--out", path)?;
    }
    let folder = options.out.made()?;
    for (path, bytes, _) in pages {
        let failed = |error| Failure::Failed(format!("{} cannot be written: {error}", path.display()));
        std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(failed)?;
        whole::write(&path, bytes).map_err(failed)?;
    }
    let first = folder.join("index.html");
    Ok(writeln!(std::io::stdout().lock(), "Written: {count} pages; begin with {}", first.display())?)
}
