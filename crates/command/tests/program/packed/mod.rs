//! The packed unit, once for each test program.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use asperity_lab::fmu::Fmu;
use asperity_pack::{PackOptions, pack};

/// The unit, packed from this source tree.
pub fn file() -> &'static Path {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join("Asperity.fmu");
        pack(&PackOptions { output, ..PackOptions::default() }).expect("the unit packs")
    })
}

/// The same, loaded.
pub fn fmu() -> &'static Fmu {
    static FMU: OnceLock<Fmu> = OnceLock::new();
    FMU.get_or_init(|| Fmu::open(file()).expect("it loads"))
}
