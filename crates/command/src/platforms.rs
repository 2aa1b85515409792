//! `asperity platforms`

use std::io::Write;

use crate::Failure;
use asperity_pack::platform::{Builder, readiness};

pub fn run() -> Result<(), Failure> {
    let readiness = readiness()?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{:<15} {:<14} {:<15} on this machine", "platform", "runs from", "built with")?;
    for (platform, missing) in &readiness {
        let builder = match platform.builder {
            Builder::Own => "own tools",
            Builder::Zig => "cargo-zigbuild",
            Builder::Mingw => "mingw-w64",
        };
        let state = if missing.is_empty() { "ready" } else { "not yet" };
        writeln!(out, "{:<15} {:<14} {builder:<15} {state}", platform.name, platform.oldest)?;
        for tool in missing {
            writeln!(out, "                {} is missing: {}", tool.what, tool.command)?;
        }
    }
    writeln!(out, "\nPack them with `asperity pack --platform NAME...` or `asperity pack --all-platforms`.")?;
    Ok(())
}
