//! The installed library, looked at as files; `fmu-tests/cpp-client/run` links it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use asperity_pack::install::{InstallOptions, Installed, install};
use asperity_pack::root;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("install").join(name)
}

/// Installs once for all tests of this file.
fn installed() -> &'static Installed {
    static INSTALLED: OnceLock<Installed> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let prefix = folder("prefix");
        let _ = std::fs::remove_dir_all(&prefix);
        install(&InstallOptions::new(prefix)).expect("it can be installed")
    })
}

/// Files and links under a folder, as paths from there.
fn listed(folder: &Path) -> BTreeSet<String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![folder.to_path_buf()]);
    while let Some(path) = open.pop() {
        for entry in std::fs::read_dir(&path).expect("a folder").flatten() {
            if entry.file_type().expect("a kind").is_dir() {
                open.push(entry.path());
            } else {
                let path = entry.path();
                let under = path.strip_prefix(folder).expect("it is under the folder");
                found.insert(under.to_string_lossy().into_owned());
            }
        }
    }
    found
}

#[test]
fn everything_is_where_c_and_cpp_people_look_for_it() {
    let Installed { prefix, paths, .. } = installed();
    assert_eq!(listed(prefix), paths.iter().cloned().collect());
    for path in [
        "include/asperity.h",
        "include/asperity.hpp",
        "include/asperity_rigid.hpp",
        "lib/libasperity.a",
        "lib/pkgconfig/asperity.pc",
        "lib/cmake/Asperity/AsperityConfig.cmake",
        "lib/cmake/Asperity/AsperityConfigVersion.cmake",
        "lib/cmake/Asperity/AsperityTargets.cmake",
        "share/doc/asperity/LICENSE-MIT",
        "share/doc/asperity/license.html",
    ] {
        assert!(paths.iter().any(|installed| installed == path), "{path} is missing");
    }
    for header in ["include/asperity.h", "include/asperity.hpp", "include/asperity_rigid.hpp"] {
        let read = |root: &Path| std::fs::read(root.join(header)).expect("a header");
        assert_eq!(read(prefix), read(&root()));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn links_lead_from_the_plain_name_over_the_major_version_to_the_library() {
    let lib = installed().prefix.join("lib");
    let target = |name: &str| std::fs::read_link(lib.join(name)).expect("a link").to_string_lossy().into_owned();
    assert_eq!(target("libasperity.so"), "libasperity.so.0.1");
    assert_eq!(target("libasperity.so.0.1"), format!("libasperity.so.{}", env!("CARGO_PKG_VERSION")));
    assert_eq!(installed().soname, "libasperity.so.0.1");
    let soname = Command::new("readelf").arg("-d").arg(lib.join("libasperity.so")).output().expect("readelf runs");
    let text = String::from_utf8_lossy(&soname.stdout).into_owned();
    assert!(text.lines().any(|line| line.contains("SONAME") && line.contains("[libasperity.so.0.1]")), "{text}");
}

#[test]
fn nothing_of_the_building_machine_is_in_it() {
    let Installed { prefix, paths, .. } = installed();
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().expect("rustc runs").stdout;
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let places = [
        text(root()),
        text(prefix.clone()),
        text(cargo_home.expect("cargo has a home")),
        String::from_utf8(sysroot).expect("a path").trim().to_owned(),
    ];
    for path in paths {
        let bytes = std::fs::read(prefix.join(path)).expect("it was installed");
        for place in &places {
            let found = bytes.windows(place.len()).any(|window| window == place.as_bytes());
            assert!(!found, "{place} is in {path}");
        }
    }
}

#[test]
fn installing_again_elsewhere_and_under_a_destdir_gives_the_same_bytes() {
    let (destdir, first) = (folder("destdir"), installed());
    let _ = std::fs::remove_dir_all(&destdir);
    let options = InstallOptions {
        libdir: "lib/x86_64-linux-gnu".into(),
        destdir: Some(destdir.clone()),
        ..InstallOptions::new("/opt/asperity")
    };
    let place = destdir.join("opt/asperity");
    for _ in 0..2 {
        let second = install(&options).expect("it can be installed");
        assert_eq!(second.prefix, Path::new("/opt/asperity"));
        assert_eq!(listed(&place), second.paths.iter().cloned().collect());
        assert_eq!(second.paths.len(), first.paths.len());
        for name in ["libasperity.a", "libasperity.so"] {
            let bytes = |folder: PathBuf| std::fs::read(folder.join(name)).expect("it was installed");
            assert!(
                bytes(first.prefix.join("lib")) == bytes(place.join("lib/x86_64-linux-gnu")),
                "{name} is another one"
            );
        }
    }
    let pc = std::fs::read_to_string(place.join("lib/x86_64-linux-gnu/pkgconfig/asperity.pc")).expect("it was written");
    assert!(pc.contains("libdir=${prefix}/lib/x86_64-linux-gnu\n") && pc.contains("prefix=${pcfiledir}/../../..\n"));
}

#[test]
fn every_crate_of_the_library_has_its_licence_beside_it() {
    // The oracle is cargo's own tree of the library.
    let tree = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
        .args(["tree", "--package", "asperity", "--features", "capi", "-e", "normal", "--prefix", "none"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8(tree.stdout).expect("names");
    let page = installed().prefix.join("share/doc/asperity/license.html");
    let page = std::fs::read_to_string(page).expect("the page of licences");
    let mut seen = 0;
    for line in tree.lines().filter(|line| !line.starts_with("asperity ")) {
        let mut words = line.split_whitespace();
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        let start = format!("<tr><td>{name}</td><td>{}</td>", version.trim_start_matches('v'));
        let row = page.lines().find(|row| row.starts_with(&start)).unwrap_or_else(|| panic!("{name} is missing"));
        let links: Vec<&str> = row.split("href=\"").skip(1).filter_map(|part| part.split('"').next()).collect();
        assert!(!links.is_empty(), "{row}");
        for link in links {
            let path = format!("share/doc/asperity/{link}");
            assert!(installed().paths.contains(&path), "{path} is missing");
        }
        seen += 1;
    }
    assert!(seen > 3, "{tree}");
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_built() {
    let file = folder("a-file");
    std::fs::create_dir_all(folder("")).expect("a folder");
    std::fs::write(&file, "no folder").expect("a file");
    let text = install(&InstallOptions::new(&file)).expect_err("it is a file").to_string();
    assert!(text.contains("a-file is not a folder") && text.contains("--prefix"), "{text}");
    let nowhere = InstallOptions { root: std::env::temp_dir().join("no-such-tree"), ..InstallOptions::new(&file) };
    let text = install(&nowhere).expect_err("there is nothing to build").to_string();
    assert!(text.contains("no-such-tree") && text.contains("cargo run --release"), "{text}");
}

#[test]
fn the_command_says_what_it_did_and_how_to_use_it() {
    let asperity = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_asperity")).arg("install").args(arguments).output().expect("the program runs")
    };
    let prefix = folder("command");
    let done = asperity(&["--prefix", &prefix.to_string_lossy(), "--libdir", "lib64"]);
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    for said in ["lib64/libasperity.a", "find_package(Asperity 0.1 REQUIRED)", "lib64/pkgconfig", "LD_LIBRARY_PATH"] {
        assert!(text.contains(said), "{said} is not in {text}");
    }
    let left = asperity(&["--prefix", &prefix.to_string_lossy(), "--libdir", "../lib"]);
    assert_eq!(left.status.code(), Some(2));
    let text = String::from_utf8_lossy(&left.stderr).into_owned();
    assert!(text.contains("--libdir ../lib leaves the prefix"), "{text}");
    assert_eq!(asperity(&[]).status.code(), Some(2), "--prefix must be given");
}
