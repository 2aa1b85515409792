//! What is written down while a plant and its contact are simulated, and what is read off it afterwards.

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
        Self { time, plant: values, gap_rate, kinetic, potential, contact }
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

/// One impact, from touching to parting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// When the bodies touch [s].
    pub onset: f64,
    /// How fast they approach then [m/s].
    pub approach: f64,
    /// Greatest penetration before they part [m].
    pub depth: f64,
    /// When they part [s] and how fast [m/s]; none if they stay together.
    pub release: Option<(f64, f64)>,
}

impl Impact {
    /// Rebound speed over approach speed.
    pub fn ratio(&self) -> Option<f64> {
        self.release.map(|(_, rebound)| rebound / self.approach).filter(|ratio| ratio.is_finite())
    }
}

/// All impacts, found where the gap changes its sign.
pub fn impacts(samples: &[Sample]) -> Vec<Impact> {
    let mut found: Vec<Impact> = Vec::new();
    if let Some(first) = samples.first().filter(|first| first.contact.gap < 0.0) {
        found.push(Impact { onset: first.time, approach: -first.gap_rate, depth: -first.contact.gap, release: None });
    }
    for (before, after) in samples.iter().zip(samples.iter().skip(1)) {
        let cubic = Cubic::between(before, after);
        match (before.contact.gap < 0.0, after.contact.gap < 0.0) {
            (false, true) => {
                let (onset, rate) = cubic.at(cubic.crossing());
                found.push(Impact { onset, approach: -rate, depth: -after.contact.gap, release: None });
            }
            (true, false) => {
                if let Some(last) = found.last_mut() {
                    last.release = Some(cubic.at(cubic.crossing()));
                }
            }
            (true, true) => {
                let turns = before.gap_rate < 0.0 && after.gap_rate > 0.0;
                let least = if turns { cubic.least() } else { after.contact.gap };
                if let Some(last) = found.last_mut() {
                    last.depth = last.depth.max(-least);
                }
            }
            (false, false) => {}
        }
    }
    found
}

/// All impacts of a contact that goes through its impacts inside the steps: steps in which work is done on it. What happens
/// inside is not sampled, so onset and approach are those of the flight before, the release is that of the step's end.
pub fn impulses(samples: &[Sample]) -> Vec<Impact> {
    let mut found: Vec<Impact> = Vec::new();
    let mut touching = false;
    for (number, (before, after)) in samples.iter().zip(samples.iter().skip(1)).enumerate() {
        let works = after.contact.work != before.contact.work;
        match (touching, works) {
            (false, true) => {
                let earlier = samples[..number].last();
                let (onset, approach) = onset(earlier, before, after);
                found.push(Impact { onset, approach, depth: 0.0, release: None });
            }
            (true, false) => {
                if let Some(last) = found.last_mut() {
                    last.release = Some((before.time, before.gap_rate));
                }
            }
            _ => {}
        }
        if let Some(last) = found.last_mut().filter(|_| works) {
            last.depth = last.depth.max(-after.contact.gap);
        }
        touching = works;
    }
    found
}

/// When and how fast the gap closes after a sample in flight, with the acceleration since an earlier one.
fn onset(earlier: Option<&Sample>, before: &Sample, after: &Sample) -> (f64, f64) {
    let acceleration = earlier
        .filter(|earlier| earlier.contact.work == before.contact.work)
        .map_or(0.0, |earlier| (before.gap_rate - earlier.gap_rate) / (before.time - earlier.time));
    let (gap, rate, step) = (before.contact.gap, before.gap_rate, after.time - before.time);
    let at = |s: f64| gap + s * step * (rate + 0.5 * acceleration * s * step);
    // Apart at the start and closed at the end; a body that is closed already touches at once.
    let s = if gap > 0.0 { halve(|s| at(s) > 0.0) } else { 0.0 };
    (before.time + s * step, -(rate + acceleration * s * step))
}

/// The gap between two samples: the cubic through gap and rate at both.
struct Cubic {
    start: f64,
    step: f64,
    /// Coefficients of the powers of the part of the step.
    c: [f64; 4],
}

impl Cubic {
    fn between(before: &Sample, after: &Sample) -> Self {
        let step = after.time - before.time;
        let (g0, g1) = (before.contact.gap, after.contact.gap);
        let (r0, r1) = (before.gap_rate * step, after.gap_rate * step);
        Self { start: before.time, step, c: [g0, r0, 3.0 * (g1 - g0) - 2.0 * r0 - r1, 2.0 * (g0 - g1) + r0 + r1] }
    }

    fn value(&self, s: f64) -> f64 {
        let [c0, c1, c2, c3] = self.c;
        c0 + s * (c1 + s * (c2 + s * c3))
    }

    fn slope(&self, s: f64) -> f64 {
        let [_, c1, c2, c3] = self.c;
        c1 + s * (2.0 * c2 + s * 3.0 * c3)
    }

    /// The part of the step where the gap is zero, which it is at one end at most.
    fn crossing(&self) -> f64 {
        halve(|s| (self.value(s) < 0.0) == (self.c[0] < 0.0))
    }

    /// The least gap, where the rate goes from negative to positive.
    fn least(&self) -> f64 {
        self.value(halve(|s| self.slope(s) < 0.0))
    }

    /// Time and rate at a part of the step.
    fn at(&self, s: f64) -> (f64, f64) {
        (self.start + s * self.step, self.slope(s) / self.step)
    }
}

/// Where in 0…1 the answer changes from true to false.
fn halve(before: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    // Halving until nothing is left between the two: the mantissa has 53 bits.
    for _ in 0..53 {
        let middle = 0.5 * (low + high);
        if before(middle) { low = middle } else { high = middle }
    }
    0.5 * (low + high)
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
    fn onset_and_release_lie_between_the_samples() {
        // (t − 1)(t − 3): apart, together from 1 s to 3 s, apart again; the rate at both ends is ∓2.
        let found = impacts(&sampled(5.0, 7, |t| ((t - 1.0) * (t - 3.0), 2.0 * t - 4.0)));
        assert_eq!(found.len(), 1);
        let (release, rebound) = found[0].release.expect("it parts again");
        for (value, expected) in [(found[0].onset, 1.0), (found[0].approach, 2.0), (release, 3.0), (rebound, 2.0)] {
            assert!((value - expected).abs() < 1e-14, "{value} for {expected}");
        }
        assert!((found[0].ratio().expect("it parts") - 1.0).abs() < 1e-14);
        // −1 at 2 s, between two samples.
        assert!((found[0].depth - 1.0).abs() < 1e-14, "{}", found[0].depth);
    }

    #[test]
    fn impacts_inside_a_step_are_those_of_the_flights_around_it() {
        // Falls with 10 m/s² from 1 m at 1 m/s, and is thrown back at half the speed in the step in which it touches.
        let (fall, touch) = (|t: f64| 1.0 - t - 5.0 * t * t, (21.0_f64.sqrt() - 1.0) / 10.0);
        let speed = 1.0 + 10.0 * touch;
        let samples: Vec<Sample> = (0..=12)
            .map(|k| {
                let t = 0.05 * f64::from(k);
                let hit = t > touch;
                let gap = if hit { 0.01 } else { fall(t) };
                let gap_rate = if hit { 0.5 * speed - 10.0 * (t - touch) } else { -1.0 - 10.0 * t };
                let contact = Reading { gap, work: if hit { 3.0 } else { 0.0 }, ..Reading::default() };
                Sample { time: t, gap_rate, contact, ..Sample::default() }
            })
            .collect();
        let found = impulses(&samples);
        assert_eq!(found.len(), 1);
        assert!((found[0].onset - touch).abs() < 1e-14, "{} {touch}", found[0].onset);
        assert!((found[0].approach - speed).abs() < 1e-13, "{} {speed}", found[0].approach);
        let (release, rebound) = found[0].release.expect("it parts");
        assert!((release - 0.4).abs() < 1e-14, "{release}");
        assert!((rebound - (0.5 * speed - 10.0 * (0.4 - touch))).abs() < 1e-13, "{rebound}");
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
