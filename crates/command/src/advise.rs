//! `asperity advise`

use std::io::{self, Write};

use asperity_lab::number::{finite, number, scientific};
use clap::Args;

use crate::Failure;

/// Steps in a contact time that kinematic coupling needs where the master passes input derivatives and interpolates the
/// force, and where it holds the force over the step: measured at e = 0.5, |e_out − e| ≤ 0.01.
pub const INTERPOLATED: f64 = 20.0;
pub const HELD: f64 = 100.0;
/// Longest step with which the interface coupling was measured [s].
const LONGEST: f64 = 0.01;

#[derive(Args)]
pub struct Options {
    /// Stiffness [N/m^p]
    #[arg(long, allow_negative_numbers = true)]
    k: f64,
    /// Exponent of the penetration
    #[arg(long, default_value_t = 1.5, allow_negative_numbers = true)]
    p: f64,
    /// Effective mass m_i·m_j/(m_i + m_j) [kg]
    #[arg(long, allow_negative_numbers = true)]
    m: f64,
    /// Speed of the fastest impact that matters [m/s]
    #[arg(long, allow_negative_numbers = true)]
    v: f64,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let Options { k, p, m, v } = *options;
    for (name, value, low) in [("k", k, 0.0), ("p", p, 1.0), ("m", m, 0.0), ("v", v, 0.0)] {
        let fits = value.is_finite() && if name == "p" { (1.0..=5.0).contains(&value) } else { value > low };
        if !fits {
            let range = if name == "p" { "from 1 to 5" } else { "greater than 0" };
            return Err(Failure::Usage(format!("--{name} is {}, it must be {}{range}", number(value), finite(value))));
        }
    }
    let advice = Advice::new(k, p, m, v);
    if ![advice.depth, advice.force, advice.time].iter().all(|value| value.is_normal()) {
        let text =
            "these numbers lead to no finite impact: look for a stiffness, mass or speed far too large or too small";
        return Err(Failure::Usage(text.into()));
    }
    let mut out = io::stdout().lock();
    let [speed, mass] = [v, m].map(number);
    writeln!(out, "An impact at {speed} m/s of {mass} kg on k = {k:e}, p = {p}, without damping:")?;
    advice.write_impact(&mut out)?;
    writeln!(out)?;
    advice.write_steps(&mut out)?;
    Ok(())
}

/// What an impact without damping does.
pub struct Advice {
    /// Greatest penetration [m]
    pub depth: f64,
    /// Greatest force [N]
    pub force: f64,
    /// Contact time [s]
    pub time: f64,
}

impl Advice {
    /// x = ((p+1)·m·v²/(2k))^{1/(p+1)},  f = k·x^p,  t_c = 2x/v·√π·Γ(1+q)/Γ(½+q)  with q = 1/(p+1).
    pub fn new(k: f64, p: f64, m: f64, v: f64) -> Self {
        let q = 1.0 / (p + 1.0);
        let depth = ((p + 1.0) * m * v * v / (2.0 * k)).powf(q);
        let time = 2.0 * depth / v * std::f64::consts::PI.sqrt() * libm::tgamma(1.0 + q) / libm::tgamma(0.5 + q);
        Self { depth, force: k * depth.powf(p), time }
    }

    pub fn write_impact(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "  maximum penetration   {:.3e} m", self.depth)?;
        writeln!(out, "  maximum force         {:.3e} N", self.force)?;
        writeln!(out, "  contact time          {:.3e} s", self.time)
    }

    pub fn write_steps(&self, out: &mut impl Write) -> io::Result<()> {
        let time = self.time;
        writeln!(out, "Communication step H:")?;
        let [held, interpolated] = [HELD, INTERPOLATED].map(|count| scientific(time / count, 1));
        writeln!(
            out,
            "  coupling.mode = kinematic   H <= t_c/{HELD} = {held} s keeps e = 0.5 to 0.01 with an ordinary master,"
        )?;
        writeln!(out, "                              which holds the force over the step;")?;
        writeln!(
            out,
            "                              H <= t_c/{INTERPOLATED} = {interpolated} s with a Gauss-Seidel master that passes input"
        )?;
        writeln!(
            out,
            "                              derivatives and interpolates the force. Slower impacts last longer"
        )?;
        writeln!(
            out,
            "  coupling.mode = interface   H as the rest of the system wants it; measured up to {LONGEST} s."
        )?;
        writeln!(out, "                              It needs the masses (coupling.*) and freeAcceleration")?;
        writeln!(
            out,
            "  Model Exchange              steps by error; no longer than half the contact time, {} s, where it",
            scientific(0.5 * time, 1)
        )?;
        writeln!(out, "                              could be jumped over")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contact times in units of x/v: Hertz 2.943275184324705, linear π, p = 2: 2.804364210650909.
    #[test]
    fn contact_times_are_the_known_ones() {
        for (p, known) in [(1.5, 2.943_275_184_324_705), (1.0, std::f64::consts::PI), (2.0, 2.804_364_210_650_909)] {
            let Advice { depth, time, .. } = Advice::new(1e6, p, 2.0, 0.7);
            assert!((time * 0.7 / depth / known - 1.0).abs() < 1e-14, "{p}: {}", time * 0.7 / depth);
        }
    }
}
