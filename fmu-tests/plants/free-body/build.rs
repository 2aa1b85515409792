//! Renders modelDescription.xml of the plant from its table, as `asperity pack --manifest` takes it.

#[allow(dead_code)]
#[path = "src/table.rs"]
mod table;

use asperity::fmi::listing::Listing;
use asperity::fmi::v2::xml;
use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/table.rs");
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set; cargo sets it for build scripts")?;
    let elements: Vec<_> = table::TABLE.iter().flat_map(|row| (0..row.len()).map(move |k| (row, k))).collect();
    let listing = Listing::of(&table::INFORMATION, table::UNITS, table::ENUMERATIONS, &elements);
    let (guid, description) = xml::with_guid(&listing)?;
    fs::write(Path::new(&out).join("guid.txt"), guid)?;
    fs::write(Path::new(&out).join("modelDescription.xml"), description)?;
    Ok(())
}
