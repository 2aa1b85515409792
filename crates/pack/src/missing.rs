//! Tools that are not on this machine.

use std::fmt;

/// A tool that is not on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The platform that needs it.
    pub platform: &'static str,
    /// Its name.
    pub what: String,
    /// The command that installs it.
    pub command: String,
}

/// What several platforms miss, a line for each command.
#[derive(Debug)]
pub struct AllMissing(pub(super) Vec<Missing>);

impl fmt::Display for AllMissing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut commands: Vec<&str> = Vec::new();
        for Missing { what, command, .. } in &self.0 {
            if commands.contains(&command.as_str()) {
                continue;
            }
            commands.push(command);
            let concerned = self.0.iter().filter(|other| other.command == *command).map(|other| other.platform);
            writeln!(f, "  {what} (for {}): {command}", concerned.collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_platforms_miss_is_named_once_with_its_command() {
        let missing = |platform, what: &str| Missing { platform, what: what.into(), command: format!("get {what}") };
        let all = AllMissing(vec![missing("win64", "gcc"), missing("linux64", "zig"), missing("darwin64", "zig")]);
        assert_eq!(all.to_string(), "  gcc (for win64): get gcc\n  zig (for linux64, darwin64): get zig\n");
    }
}
