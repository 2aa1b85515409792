//! Renders modelDescription.xml of the plant from its table, with the renderer of the contact's unit.

use std::{env, error::Error, fs, path::Path};

#[allow(dead_code)]
#[path = "../../../src/fmi"]
mod fmi {
    pub mod description;
}

#[allow(dead_code)]
#[path = "src"]
mod unit {
    pub mod table;
}

#[allow(dead_code)]
#[path = "../../../src/unit/render/mod.rs"]
mod render;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/table.rs");
    println!("cargo::rerun-if-changed=../../../src/fmi/description.rs");
    println!("cargo::rerun-if-changed=../../../src/unit/render");
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set; cargo sets it for build scripts")?;
    let out = Path::new(&out);

    let table = render::Elements::of(unit::table::TABLE);
    let guid = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, &render::xml::model_description(&table, "")?).to_string();
    fs::write(out.join("guid.txt"), &guid)?;
    fs::write(out.join("modelDescription.xml"), render::xml::model_description(&table, &guid)?)?;
    Ok(())
}
