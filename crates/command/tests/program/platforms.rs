//! `asperity pack --platform` and `asperity platforms` where tools are missing. Where they are there, `fmu-tests/platforms/run`
//! packs and runs every binary.
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use asperity_pack::platform::PLATFORMS;

/// The program where nothing but the Rust compiler is to be found.
fn without_tools(arguments: &[&str]) -> Output {
    let answer = Command::new("rustc").args(["--print", "sysroot"]).output().expect("rustc runs");
    let sysroot = PathBuf::from(String::from_utf8(answer.stdout).expect("a path").trim());
    Command::new(env!("CARGO_BIN_EXE_asperity"))
        .args(arguments)
        .env("PATH", Path::new(env!("CARGO_TARGET_TMPDIR")).join("platforms/no-tools"))
        .env("RUSTC", sysroot.join("bin/rustc"))
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn pack_names_all_that_is_missing_with_the_commands_and_writes_nothing() {
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("platforms.fmu");
    let _ = std::fs::remove_file(&output);
    let answer = without_tools(&["pack", "--all-platforms", "--out", &output.to_string_lossy()]);
    let said = text(&answer.stderr);
    assert_eq!(answer.status.code(), Some(1), "{said}");
    for (platforms, command) in [
        ("(for linux64, aarch64-linux, darwin64, aarch64-darwin)", "cargo install --locked cargo-zigbuild"),
        ("(for linux64, aarch64-linux, darwin64, aarch64-darwin)", "pip install ziglang"),
        ("(for win64)", if cfg!(target_os = "macos") { "brew install mingw-w64" } else { "gcc-mingw-w64-x86-64" }),
    ] {
        let line = said.lines().find(|line| line.contains(command)).unwrap_or_else(|| panic!("{command} in {said}"));
        assert!(line.contains(platforms), "{line}");
    }
    assert!(!output.exists());
}

#[test]
fn one_platform_asks_for_its_own_tools_only() {
    let said = text(&without_tools(&["pack", "--platform", "win64"]).stderr);
    assert!(said.contains("mingw") && !said.contains("zig"), "{said}");
}

#[test]
fn what_can_be_packed_is_listed() {
    let answer = without_tools(&["platforms"]);
    let said = text(&answer.stdout);
    assert_eq!(answer.status.code(), Some(0), "{}", text(&answer.stderr));
    for platform in PLATFORMS {
        let line = said.lines().find(|line| line.starts_with(platform.name)).expect("every platform has its line");
        assert!(line.contains(platform.oldest) && line.ends_with("not yet"), "{line}");
    }
}

#[test]
fn an_unknown_platform_is_wrong_usage() {
    for arguments in [
        ["pack", "--platform", "linux63"].as_slice(),
        &["pack", "--platform", "win64", "--all-platforms"],
        &["pack", "--platform"],
    ] {
        let answer = without_tools(arguments);
        assert_eq!(answer.status.code(), Some(2), "{arguments:?}");
    }
    let said = text(&without_tools(&["pack", "--platform", "linux63"]).stderr);
    assert!(PLATFORMS.iter().all(|platform| said.contains(platform.name)), "{said}");
}
