//! `asperity pages`

use std::io::Write;
use std::path::PathBuf;

use asperity_pack::archive;
use asperity_pack::site::MENU_STARTS;
use clap::Args;

use crate::{Failure, output, unit};

#[derive(Args)]
pub struct Options {
    /// The folder to write the pages into; the first is index.html
    #[arg(long, value_name = "FOLDER", default_value = "pages")]
    out: PathBuf,
    /// Those of this FMU instead of the program's own
    #[arg(long, value_name = "FILE")]
    fmu: Option<PathBuf>,
    /// Put this page, which crates/playground/run makes, beside them and into their menu
    #[arg(long, value_name = "FILE")]
    playground: Option<PathBuf>,
}

/// The page to play with, beside the others, and what leads to it.
const PLAYGROUND: &str = "playground.html";
const IN_THE_MENU: &str = "<li><a href=\"playground.html\">Playground</a></li>\n";

pub fn run(options: &Options) -> Result<(), Failure> {
    output::folder("--out", &options.out)?;
    let name = options.fmu.as_deref().map_or("the FMU inside the program".into(), |file| file.display().to_string());
    let packed = unit::bytes(options.fmu.as_deref())?;
    let entries = archive::entries(&packed).map_err(|error| Failure::Usage(format!("--fmu {name}: {error}")))?;
    let playground = options.playground.as_deref().map(|file| {
        let unreadable = |error| Failure::Usage(format!("--playground {}: it cannot be read: {error}", file.display()));
        std::fs::read(file).map_err(unreadable)
    });
    let playground = playground.transpose()?;
    let mut pages = 0;
    for mut entry in entries {
        let Some(path) = entry.path.strip_prefix("documentation/") else { continue };
        let failed =
            |error| Failure::Failed(format!("{path} cannot be written into {}: {error}", options.out.display()));
        // a name that leads out of the folder is none of ours
        if path.split('/').any(|part| part == "..") {
            return Err(Failure::Usage(format!("--fmu {name}: {path} leads out of the folder")));
        }
        let file = options.out.join(path);
        if playground.is_some() && path.ends_with(".html") {
            let page = String::from_utf8_lossy(&entry.bytes);
            entry.bytes = page.replace(MENU_STARTS, &format!("{MENU_STARTS}{IN_THE_MENU}")).into_bytes();
        }
        std::fs::create_dir_all(file.parent().unwrap_or(&options.out)).map_err(failed)?;
        std::fs::write(&file, entry.bytes).map_err(failed)?;
        pages += usize::from(path.ends_with(".html") && !path.contains('/'));
    }
    if pages == 0 {
        return Err(Failure::Usage(format!("--fmu {name}: there is no page in it")));
    }
    if let Some(page) = playground {
        let failed = |error| Failure::Failed(format!("{PLAYGROUND} cannot be written: {error}"));
        std::fs::write(options.out.join(PLAYGROUND), page).map_err(failed)?;
    }
    writeln!(
        std::io::stdout().lock(),
        "Written: {pages} pages; begin with {}",
        options.out.join("index.html").display()
    )?;
    Ok(())
}
