//! The packed unit, looked at from outside.
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use asperity_lab::CARRIED;
use asperity_pack::generated::Rendering;
use asperity_pack::{MODEL_IDENTIFIER, PackOptions, pack, root};

/// Packs once for all tests of this file.
fn packed() -> &'static Path {
    static PACKED: OnceLock<PathBuf> = OnceLock::new();
    PACKED.get_or_init(|| {
        let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("package/first/Asperity.fmu");
        pack(&PackOptions { output, ..PackOptions::default() }).expect("the unit packs")
    })
}

/// Files of the archive by name.
fn files() -> &'static BTreeMap<String, Vec<u8>> {
    static FILES: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let file = std::fs::File::open(packed()).expect("it was packed");
        let mut archive = zip::ZipArchive::new(file).expect("it is an archive");
        (0..archive.len())
            .map(|index| {
                let mut entry = archive.by_index(index).expect("an entry");
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes).expect("its bytes");
                (entry.name().expect("a readable name").into_owned(), bytes)
            })
            .collect()
    })
}

fn binary() -> &'static [u8] {
    let mut binaries = files().iter().filter(|(name, _)| name.starts_with("binaries/"));
    let (_, bytes) = binaries.next().expect("one binary");
    assert!(binaries.next().is_none(), "one binary only");
    bytes
}

#[test]
fn a_release_build_carries_the_bytes_that_cargo_packs() {
    assert_eq!(CARRIED.is_some(), !cfg!(debug_assertions));
    let packed = std::fs::read(packed()).expect("it was packed");
    assert!(CARRIED.is_none_or(|carried| carried == packed));
}

/// A build script runs under `cargo clippy` and `cargo miri` too, which have cargo call them for the compiler.
#[test]
fn what_stands_in_for_the_compiler_does_not_compile_the_unit() {
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrapped.fmu");
    let answer = Command::new(env!("CARGO_BIN_EXE_asperity"))
        .args(["pack".as_ref(), "--out".as_ref(), output.as_os_str()])
        .envs([("RUSTC_WRAPPER", "no-such-program"), ("RUSTC_WORKSPACE_WRAPPER", "no-such-program")])
        .output()
        .expect("the program starts");
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    assert!(std::fs::read(&output).expect("it was packed") == std::fs::read(packed()).expect("it was packed"));
}

#[test]
fn the_unit_is_smaller_than_1510_kilobytes() {
    let size = std::fs::metadata(packed()).expect("it was packed").len();
    assert!(size < 1_510_000, "{size} bytes");
}

#[test]
fn it_holds_what_importers_and_readers_look_for() {
    for name in ["modelDescription.xml", "model.png", "documentation/index.html", "documentation/reference.html"] {
        assert!(files().contains_key(name), "{name} is missing");
    }
    assert!(files().contains_key("include/asperity_fmu.h"));
    let made_with = String::from_utf8_lossy(&files()["documentation/made-with.txt"]);
    let rustc = Command::new("rustc").arg("-V").output().expect("rustc runs").stdout;
    let release = String::from_utf8(rustc).expect("plain text").split(' ').nth(1).expect("a version").to_owned();
    assert!(made_with.contains(&format!("rustc {release} (")), "{made_with}");
    assert!(files().contains_key("documentation/licenses/license.html"));
    assert_eq!(files()["modelDescription.xml"], asperity::unit::MODEL_DESCRIPTION.as_bytes());
    assert!(files()["model.png"].starts_with(b"\x89PNG"));
    let identifier = format!("modelIdentifier=\"{MODEL_IDENTIFIER}\"");
    assert!(asperity::unit::MODEL_DESCRIPTION.contains(&identifier));
    assert!(files().keys().all(|name| !name.contains('\\') && !name.starts_with('/')));
}

#[test]
fn nothing_of_the_building_machine_is_in_it() {
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().expect("rustc runs").stdout;
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let places = [
        text(root()),
        text(cargo_home.expect("cargo has a home")),
        String::from_utf8(sysroot).expect("a path").trim().to_owned(),
    ];
    for (name, bytes) in files() {
        for place in &places {
            let found = bytes.windows(place.len()).any(|window| window == place.as_bytes());
            assert!(!found, "{place} is in {name}");
        }
    }
}

#[test]
fn every_crate_of_the_unit_has_its_licence_in_it() {
    // The oracle is cargo's own tree of the unit.
    let tree = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
        .current_dir(root())
        .args(["tree", "--package", "asperity", "--features", "exports", "--edges", "normal", "--prefix", "none"])
        .output()
        .expect("cargo runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).expect("plain text");
    let crates: BTreeSet<[String; 2]> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some([words.next()?.to_owned(), words.next()?.trim_start_matches('v').to_owned()])
        })
        .filter(|[name, _]| !name.starts_with("asperity"))
        .collect();
    assert!(crates.iter().any(|[name, _]| name == "nalgebra"), "{crates:?}");

    let page = String::from_utf8_lossy(&files()["documentation/licenses/license.html"]).into_owned();
    assert!(page.contains("Its binaries are made with these packages, under their own licences:"), "{page}");
    let mut texts = BTreeSet::new();
    for (name, bytes) in files() {
        let Some(rest) = name.strip_prefix("documentation/licenses/") else { continue };
        assert!(!bytes.is_empty(), "{name} is empty");
        assert!(texts.insert(bytes), "{name} is there twice");
        assert!(rest == "license.html" || page.contains(&format!("href=\"{rest}\"")), "{name} is not linked");
    }
    let rows: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("<tr><td>")).collect();
    for [name, version] in &crates {
        let row = rows.iter().find(|row| row.starts_with(&format!("{name}</td><td>{version}</td>")));
        let row = row.unwrap_or_else(|| panic!("{name} {version} is without a licence"));
        let links: Vec<&str> = row.split("href=\"").skip(1).filter_map(|part| part.split('"').next()).collect();
        assert!(!links.is_empty(), "{row}");
        for link in links {
            assert!(files().contains_key(format!("documentation/licenses/{link}").as_str()), "{link} is not there");
        }
    }
    // and Rust's standard library
    assert_eq!(rows.len(), crates.len() + 1, "{rows:?}");
    assert!(files().contains_key("documentation/licenses/LICENSE-MIT"));
    assert!(files().contains_key("documentation/licenses/LICENSE-APACHE"));
}

#[test]
fn the_committed_generated_files_are_in_step_with_the_table() {
    for rendering in Rendering::ALL {
        rendering.check(&root()).expect("run `cargo run -- describe --write`");
    }
}

#[cfg(target_os = "linux")]
mod elf {
    use super::*;
    use object::read::elf::{Dyn, ElfFile64, FileHeader, ProgramHeader};
    use object::{Endianness, Object, ObjectSymbol, elf};

    fn parsed() -> ElfFile64<'static> {
        ElfFile64::parse(binary()).expect("a 64-bit ELF file")
    }

    #[test]
    fn the_binary_exports_the_44_functions_and_nothing_else() {
        let names: Vec<String> = parsed()
            .dynamic_symbols()
            .filter(|symbol| symbol.is_definition())
            .map(|symbol| symbol.name().expect("a name").to_owned())
            .collect();
        assert!(names.iter().all(|name| name.starts_with("fmi2")), "{names:?}");
        assert_eq!(names.len(), 44);
    }

    #[test]
    fn the_binary_stays_loaded_until_its_process_ends() {
        let file = parsed();
        let (header, data) = (file.elf_header(), file.data());
        let endian: Endianness = header.endian().expect("an endianness");
        let flags = header
            .program_headers(endian, data)
            .expect("program headers")
            .iter()
            .find_map(|segment| segment.dynamic(endian, data).expect("a dynamic segment"))
            .expect("it is dynamic")
            .iter()
            .find(|entry| entry.d_tag(endian) == elf::DT_FLAGS_1)
            .expect("flags")
            .d_val(endian);
        assert_ne!(flags & elf::DF_1_NODELETE.0, 0);
    }
}
