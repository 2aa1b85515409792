//! What is written down while a ball and its contact are simulated, and what is read off it afterwards.

use std::io::{self, Write};
use std::path::Path;

use super::plant::{Plant, RigidSphere, Vector};
use super::wiring::Reading;
use super::{HostError, cannot};

/// Everything known at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Time [s].
    pub time: f64,
    /// Position of the ball's centre [m].
    pub position: Vector,
    /// Its velocity [m/s].
    pub velocity: Vector,
    /// Angular velocity of the ball [rad/s].
    pub angular_velocity: Vector,
    /// Rate of the gap, negative while it closes [m/s].
    pub gap_rate: f64,
    /// Kinetic energy of the ball [J].
    pub kinetic: f64,
    /// Potential energy of the ball [J].
    pub potential: f64,
    /// What the unit says.
    pub contact: Reading,
}

impl Sample {
    /// Ball and contact at a time.
    pub fn new(time: f64, ball: &RigidSphere, contact: Reading) -> Self {
        let motion = ball.motion();
        Self {
            time,
            position: motion.position,
            velocity: motion.velocity,
            angular_velocity: motion.angular_velocity,
            gap_rate: motion.velocity.dot(&contact.normal),
            kinetic: ball.kinetic_energy(),
            potential: ball.potential_energy(),
            contact,
        }
    }

    /// Energy that is still there: kinetic, potential and stored in the contact [J].
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential + self.contact.elastic
    }

    /// Energy dissipated in the contact since the start [J].
    pub fn dissipated(&self) -> f64 {
        self.contact.dissipated_normal + self.contact.dissipated_friction
    }
}

/// A column of the CSV file.
struct Column {
    name: &'static str,
    unit: &'static str,
    value: fn(&Sample) -> f64,
}

const fn column(name: &'static str, unit: &'static str, value: fn(&Sample) -> f64) -> Column {
    Column { name, unit, value }
}

const COLUMNS: [Column; 25] = [
    column("time", "s", |s| s.time),
    column("position_x", "m", |s| s.position.x),
    column("position_y", "m", |s| s.position.y),
    column("position_z", "m", |s| s.position.z),
    column("velocity_x", "m/s", |s| s.velocity.x),
    column("velocity_y", "m/s", |s| s.velocity.y),
    column("velocity_z", "m/s", |s| s.velocity.z),
    column("angularVelocity_x", "rad/s", |s| s.angular_velocity.x),
    column("angularVelocity_y", "rad/s", |s| s.angular_velocity.y),
    column("angularVelocity_z", "rad/s", |s| s.angular_velocity.z),
    column("gap", "m", |s| s.contact.gap),
    column("gapRate", "m/s", |s| s.gap_rate),
    column("normalForce", "N", |s| s.contact.normal_force),
    column("frictionForce_x", "N", |s| s.contact.friction_force.x),
    column("frictionForce_y", "N", |s| s.contact.friction_force.y),
    column("frictionForce_z", "N", |s| s.contact.friction_force.z),
    column("slipSpeed", "m/s", |s| s.contact.slip_speed),
    column("sticking", "1", |s| s.contact.sticking),
    column("energyKinetic", "J", |s| s.kinetic),
    column("energyPotential", "J", |s| s.potential),
    column("energyElastic", "J", |s| s.contact.elastic),
    column("energyWork", "J", |s| s.contact.work),
    column("energyDissipatedNormal", "J", |s| s.contact.dissipated_normal),
    column("energyDissipatedFriction", "J", |s| s.contact.dissipated_friction),
    column("energyResidual", "J", |s| s.contact.residual),
];

/// Writes the samples as comma-separated values, names and units in the first line.
pub fn write_csv(path: &Path, samples: &[Sample]) -> Result<(), HostError> {
    let file = std::fs::File::create(path).map_err(cannot("written", path))?;
    let mut file = io::BufWriter::new(file);
    csv(&mut file, samples).and_then(|()| file.flush()).map_err(cannot("written", path))
}

fn csv(out: &mut impl Write, samples: &[Sample]) -> io::Result<()> {
    let names: Vec<String> = COLUMNS.iter().map(|column| format!("{} [{}]", column.name, column.unit)).collect();
    writeln!(out, "{}", names.join(","))?;
    for sample in samples {
        for (number, column) in COLUMNS.iter().enumerate() {
            let separator = if number == 0 { "" } else { "," };
            write!(out, "{separator}{:.9e}", (column.value)(sample))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// One impact, from touching to parting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// When the bodies touch [s].
    pub onset: f64,
    /// How fast they approach then [m/s].
    pub approach: f64,
    /// When they part [s] and how fast [m/s]; none if they stay together.
    pub release: Option<(f64, f64)>,
}

impl Impact {
    /// Rebound speed over approach speed.
    pub fn ratio(&self) -> Option<f64> {
        self.release.map(|(_, rebound)| rebound / self.approach)
    }
}

/// All impacts, found where the gap changes its sign.
pub fn impacts(samples: &[Sample]) -> Vec<Impact> {
    let mut found: Vec<Impact> = Vec::new();
    if let Some(first) = samples.first().filter(|first| first.contact.gap < 0.0) {
        found.push(Impact { onset: first.time, approach: -first.gap_rate, release: None });
    }
    for (before, after) in samples.iter().zip(samples.iter().skip(1)) {
        match (before.contact.gap < 0.0, after.contact.gap < 0.0) {
            (false, true) => {
                let (onset, rate) = crossing(before, after);
                found.push(Impact { onset, approach: -rate, release: None });
            }
            (true, false) => {
                if let Some(last) = found.last_mut() {
                    last.release = Some(crossing(before, after));
                }
            }
            _ => {}
        }
    }
    found
}

/// Time and rate of the gap where it is zero, on the cubic through gap and rate at both samples.
fn crossing(before: &Sample, after: &Sample) -> (f64, f64) {
    let step = after.time - before.time;
    let (g0, g1) = (before.contact.gap, after.contact.gap);
    let (r0, r1) = (before.gap_rate * step, after.gap_rate * step);
    let (c2, c3) = (3.0 * (g1 - g0) - 2.0 * r0 - r1, 2.0 * (g0 - g1) + r0 + r1);
    let gap = |s: f64| g0 + s * (r0 + s * (c2 + s * c3));
    let (mut low, mut high) = (0.0, 1.0);
    // Halving until nothing is left between the two: the mantissa has 53 bits.
    for _ in 0..53 {
        let middle = 0.5 * (low + high);
        if (gap(middle) < 0.0) == (g0 < 0.0) { low = middle } else { high = middle }
    }
    let s = 0.5 * (low + high);
    (before.time + s * step, (r0 + s * (2.0 * c2 + s * 3.0 * c3)) / step)
}

/// Since when the bodies touch and slip less than `limit` [m/s] until the end. None if they do not at the end.
pub fn rolling_since(samples: &[Sample], limit: f64) -> Option<f64> {
    let rolls = |sample: &Sample| sample.contact.gap < 0.0 && sample.contact.slip_speed < limit;
    let count = samples.iter().rev().take_while(|sample| rolls(sample)).count();
    samples.get(samples.len() - count).map(|sample| sample.time)
}

/// Slope over time of a value, by least squares, in the samples from `since` [s] on.
pub fn slope(samples: &[Sample], since: f64, value: impl Fn(&Sample) -> f64) -> Option<f64> {
    let points: Vec<(f64, f64)> =
        samples.iter().filter(|sample| sample.time >= since).map(|sample| (sample.time, value(sample))).collect();
    if points.len() < 2 {
        return None;
    }
    let count = points.len() as f64;
    let (mean_t, mean_y) = points.iter().fold((0.0, 0.0), |(t, y), point| (t + point.0 / count, y + point.1 / count));
    let (square, product) = points.iter().fold((0.0, 0.0), |(square, product), (t, y)| {
        (square + (t - mean_t).powi(2), product + (t - mean_t) * (y - mean_y))
    });
    Some(product / square)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples of a gap given as a function of time together with its rate.
    fn sampled(until: f64, count: u32, gap: impl Fn(f64) -> (f64, f64)) -> Vec<Sample> {
        (0..=count)
            .map(|k| {
                let time = until * f64::from(k) / f64::from(count);
                let (gap, gap_rate) = gap(time);
                Sample { time, gap_rate, contact: Reading { gap, ..Reading::default() }, ..Sample::default() }
            })
            .collect()
    }

    #[test]
    fn onset_and_release_lie_between_the_samples() {
        // (t − 1)(t − 3): apart, together from 1 s to 3 s, apart again; the rate at both ends is ∓2.
        let found = impacts(&sampled(5.0, 7, |t| ((t - 1.0) * (t - 3.0), 2.0 * t - 4.0)));
        assert_eq!(found.len(), 1);
        let (release, rebound) = found[0].release.expect("it parts again");
        for (value, expected) in [(found[0].onset, 1.0), (found[0].approach, 2.0), (release, 3.0), (rebound, 2.0)] {
            assert!((value - expected).abs() < 1e-14, "{value} for {expected}");
        }
        assert!((found[0].ratio().expect("it parts") - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_body_that_stays_has_no_rebound_and_one_that_starts_in_contact_has_an_onset() {
        let found = impacts(&sampled(2.0, 9, |t| (1.0 - t, -1.0)));
        assert_eq!((found.len(), found[0].release), (1, None));
        let found = impacts(&sampled(2.0, 9, |t| (t - 1.0, 1.0)));
        assert_eq!((found.len(), found[0].onset, found[0].approach), (1, 0.0, -1.0));
        assert!(impacts(&[]).is_empty());
    }

    #[test]
    fn rolling_counts_from_the_last_moment_of_slip_or_flight() {
        let mut samples = sampled(1.0, 10, |_| (-1e-3, 0.0));
        assert_eq!(rolling_since(&samples, 1e-3), Some(0.0));
        samples[3].contact.slip_speed = 0.1;
        assert_eq!(rolling_since(&samples, 1e-3), Some(samples[4].time));
        samples[6].contact.gap = 1e-6;
        assert_eq!(rolling_since(&samples, 1e-3), Some(samples[7].time));
        samples[10].contact.gap = 1e-6;
        assert_eq!(rolling_since(&samples, 1e-3), None);
        assert_eq!(rolling_since(&[], 1e-3), None);
    }

    #[test]
    fn the_slope_of_a_line_is_its_slope() {
        let samples = sampled(1.0, 10, |t| (7.0 - 3.0 * t, 0.0));
        let slope = slope(&samples, 0.45, |sample| sample.contact.gap).expect("six points");
        assert!((slope + 3.0).abs() < 1e-13);
    }

    #[test]
    fn csv_names_every_column_with_its_unit() {
        let mut text = Vec::new();
        csv(&mut text, &sampled(1.0, 1, |t| (t, 1.0))).expect("a vector takes everything");
        let text = String::from_utf8(text).expect("plain ASCII");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("time [s],position_x [m],"));
        assert!(lines.iter().all(|line| line.split(',').count() == COLUMNS.len()));
        assert!(lines[2].starts_with("1.000000000e0,"));
    }
}
