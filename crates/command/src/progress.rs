//! A bar on stderr, hidden where that is no terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Simulated time on its way to the end.
pub struct Progress(ProgressBar);

impl Progress {
    /// `until` in seconds.
    pub fn new(what: &str, until: f64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(milliseconds(until)), ProgressDrawTarget::stderr());
        Self(match ProgressStyle::with_template(&format!("{what} {{bar:40}} {{pos}} of {{len}} ms")) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        })
    }

    /// Called at every step.
    pub fn reach(&self, time: f64) {
        self.0.set_position(milliseconds(time));
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}

fn milliseconds(time: f64) -> u64 {
    (time * 1e3).round() as u64
}
