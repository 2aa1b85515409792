//! The packed unit, once for each test program.

use std::path::Path;
use std::sync::OnceLock;

use asperity::host::fmu::Fmu;
use asperity::package::{PackOptions, pack};

/// The unit, packed from this source tree and loaded.
pub fn fmu() -> &'static Fmu {
    static FMU: OnceLock<Fmu> = OnceLock::new();
    FMU.get_or_init(|| {
        let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join("Asperity.fmu");
        let path = pack(&PackOptions { output, ..PackOptions::default() }).expect("the unit packs");
        Fmu::open(&path).expect("it loads")
    })
}
