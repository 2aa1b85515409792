//! Renders what the variable table says, before the library is compiled: modelDescription.xml with its GUID, the C header
//! and the reference in HTML and Markdown go to OUT_DIR, where `src/unit` includes them.

use std::{env, error::Error, fs, path::Path};

#[allow(dead_code)]
#[path = "src/fmi2"]
mod fmi2 {
    pub mod description;
}

#[allow(dead_code)]
#[path = "src/unit"]
mod unit {
    pub mod table;
}

#[path = "src/unit/render/mod.rs"]
mod render;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/fmi2/description.rs");
    println!("cargo::rerun-if-changed=src/unit/table");
    println!("cargo::rerun-if-changed=src/unit/render");
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set; cargo sets it for build scripts")?;
    let out = Path::new(&out);

    let table = render::Elements::of(unit::table::TABLE);
    let guid = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, &render::xml::model_description(&table, "")?).to_string();
    fs::write(out.join("guid.txt"), &guid)?;
    fs::write(out.join("modelDescription.xml"), render::xml::model_description(&table, &guid)?)?;
    fs::write(out.join("asperity_fmu.h"), render::header::header(&table, &guid))?;
    fs::write(out.join("reference.md"), render::reference::markdown())?;
    fs::write(out.join("reference.html"), render::reference::html())?;
    Ok(())
}
