//! Packs the unit that the command line of a release build carries.

use std::path::Path;
use std::{env, error::Error, fs};

use asperity_pack::{PackError, PackOptions, built, site};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rustc-check-cfg=cfg(carries_unit)");
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("PROFILE")? != "release" {
        return Ok(());
    }
    let options = PackOptions::default();
    let sources =
        ["src", "build.rs", "Cargo.toml", "Cargo.lock", "LICENSE-APACHE", "LICENSE-MIT", "include", "modelDescription"];
    for path in sources.into_iter().chain(site::sources()) {
        println!("cargo::rerun-if-changed={}", options.root.join(path).display());
    }
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set; cargo sets it for build scripts")?;
    let out = Path::new(&out);
    // cargo marks the folder of all builds, inside which this script has its own
    let target = out.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file()).unwrap_or(out);
    match built(&PackOptions { build_dir: target.join("unit"), target: Some(env::var("TARGET")?), ..options }) {
        Ok(unit) => {
            fs::write(out.join("Asperity.fmu"), unit)?;
            println!("cargo::rustc-cfg=carries_unit");
        }
        Err(unknown @ PackError::UnsupportedHost(_)) => {
            println!("cargo::warning=the program will carry no unit: {unknown}");
        }
        Err(other) => return Err(other.into()),
    }
    Ok(())
}
