//! `asperity pages`

use std::io::Write;
use std::path::PathBuf;

use asperity_pack::archive;
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
}

pub fn run(options: &Options) -> Result<(), Failure> {
    output::folder("--out", &options.out)?;
    let name = options.fmu.as_deref().map_or("the FMU inside the program".into(), |file| file.display().to_string());
    let packed = unit::bytes(options.fmu.as_deref())?;
    let entries = archive::entries(&packed).map_err(|error| Failure::Usage(format!("--fmu {name}: {error}")))?;
    let mut pages = 0;
    for entry in entries {
        let Some(path) = entry.path.strip_prefix("documentation/") else { continue };
        let failed =
            |error| Failure::Failed(format!("{path} cannot be written into {}: {error}", options.out.display()));
        // a name that leads out of the folder is none of ours
        if path.split('/').any(|part| part == "..") {
            return Err(Failure::Usage(format!("--fmu {name}: {path} leads out of the folder")));
        }
        let file = options.out.join(path);
        std::fs::create_dir_all(file.parent().unwrap_or(&options.out)).map_err(failed)?;
        std::fs::write(&file, entry.bytes).map_err(failed)?;
        pages += usize::from(path.ends_with(".html") && !path.contains('/'));
    }
    if pages == 0 {
        return Err(Failure::Usage(format!("--fmu {name}: there is no page in it")));
    }
    writeln!(
        std::io::stdout().lock(),
        "Written: {pages} pages; begin with {}",
        options.out.join("index.html").display()
    )?;
    Ok(())
}
