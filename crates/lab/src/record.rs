//! What is written down while a plant and its contact are simulated, and what is read off it afterwards: breaks of friction,
//! rolling, slopes. Impacts are in [`super::impacts`].

use super::plants::{Plant, norm};
use super::wiring::Reading;

/// Everything known at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Time [s].
    pub time: f64,
    /// The plant's own columns.
    pub plant: Vec<f64>,
    /// Rate of the gap, negative while it closes [m/s].
    pub gap_rate: f64,
    /// Kinetic energy of the plant [J].
    pub kinetic: f64,
    /// Potential energy of the plant [J].
    pub potential: f64,
    /// Work of the drives on plant and contact since the start [J].
    pub driven: f64,
    /// Energy dissipated along the normal until this state of the plant [J]: in parallel order the unit is a step ahead.
    pub lost: f64,
    /// What the unit says.
    pub contact: Reading,
}

impl Sample {
    /// Plant and contact at a time.
    pub fn new(time: f64, plant: &dyn Plant, state: &[f64], contact: Reading) -> Self {
        let mut values = vec![0.0; plant.columns().len()];
        plant.observe(state, &mut values);
        let (kinetic, potential) = plant.energy(state);
        let gap_rate = plant.gap_rate(state, &contact.normal);
        let lost = contact.dissipated_normal;
        Self { time, plant: values, gap_rate, kinetic, potential, driven: 0.0, lost, contact }
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

/// Friction giving way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Break {
    /// When it was greatest before [s].
    pub time: f64,
    /// How great it was [N].
    pub force: f64,
    /// When the body began to slide [s].
    pub slides: f64,
}

/// All breaks: the greatest friction between the moments when the bodies begin to stick and to slide.
pub fn breaks(samples: &[Sample]) -> Vec<Break> {
    let mut found = Vec::new();
    let mut greatest: Option<Break> = None;
    for sample in samples {
        // Above and below half its range the sticking level counts as sticking and sliding.
        if sample.contact.sticking > 0.5 {
            let force = norm(&sample.contact.friction_force);
            if greatest.is_none_or(|known| force > known.force) {
                greatest = Some(Break { time: sample.time, force, slides: f64::INFINITY });
            }
        } else {
            found.extend(greatest.take().map(|known| Break { slides: sample.time, ..known }));
        }
    }
    found
}

/// Since when the bodies touch and slip less than `limit` [m/s] until the end. None if they do not at the end.
pub fn rolling_since(samples: &[Sample], limit: f64) -> Option<f64> {
    let rolls = |sample: &Sample| sample.contact.gap < 0.0 && sample.contact.slip_speed < limit;
    let count = samples.iter().rev().take_while(|sample| rolls(sample)).count();
    samples.get(samples.len() - count).map(|sample| sample.time)
}

/// When a value that falls evenly is used up [s]: on the straight line through the last two samples before its sign
/// changes. None if that does not happen.
pub fn used_up(samples: &[Sample], value: impl Fn(&Sample) -> f64) -> Option<f64> {
    let count = samples.iter().take_while(|sample| value(sample) > 0.0).count();
    let [.., before, last] = samples.get(..count)? else { return None };
    let fall = (value(before) - value(last)) / (last.time - before.time);
    (count < samples.len()).then(|| last.time + value(last) / fall)
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
    fn what_falls_evenly_is_used_up_between_two_samples() {
        let samples = sampled(1.0, 10, |t| (2.0 - 3.0 * t, 0.0));
        let time = used_up(&samples, |sample| sample.contact.gap).expect("it changes its sign");
        assert!((time - 2.0 / 3.0).abs() < 1e-15, "{time}");
        // Never, from the first sample on, and after one sample only, which makes no line.
        let shifted = |by: f64| used_up(&samples, |sample| sample.contact.gap + by);
        assert_eq!([shifted(2.0), shifted(-2.5), shifted(-1.9)], [None; 3]);
    }

    #[test]
    fn the_slope_of_a_line_is_its_slope() {
        let samples = sampled(1.0, 10, |t| (7.0 - 3.0 * t, 0.0));
        let slope = slope(&samples, 0.45, |sample| sample.contact.gap).expect("six points");
        assert!((slope + 3.0).abs() < 1e-13);
    }
}
