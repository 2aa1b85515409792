//! Impacts of a run: what the unit tells in its log of contact made and lost, and what the plant measures.

use super::log::Message;
use super::record::Sample;

/// Contact is made or lost, as the unit logs it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// At `time` [s] the bodies meet with `approach` [m/s], 0 where they do not approach.
    Onset {
        /// When [s].
        time: f64,
        /// How fast [m/s].
        approach: f64,
    },
    /// At `time` [s] they part with `rebound` [m/s].
    Release {
        /// When [s].
        time: f64,
        /// How fast [m/s].
        rebound: f64,
    },
}

impl Event {
    /// Of a message of the category `logEvents`; none if it is about something else.
    pub fn of(message: &Message) -> Option<Self> {
        let text = message.text.as_str();
        if message.category != "logEvents" {
            return None;
        }
        let time = number_after(text, "at t = ")?;
        match text.split_whitespace().next()? {
            "impact" | "contact" => {
                Some(Self::Onset { time, approach: number_after(text, "approach speed ").unwrap_or(0.0) })
            }
            "release" => Some(Self::Release { time, rebound: number_after(text, "rebound speed ")? }),
            _ => None,
        }
    }
}

fn number_after(text: &str, words: &str) -> Option<f64> {
    text.split_once(words)?.1.split_whitespace().next()?.parse().ok()
}

/// One impact, from touching to parting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// When the bodies touch [s].
    pub onset: f64,
    /// How fast they approach then [m/s].
    pub approach: f64,
    /// Greatest penetration before they part [m]; none where nobody knows it.
    pub depth: Option<f64>,
    /// When they part [s] and how fast [m/s]; none if they stay together.
    pub release: Option<(f64, f64)>,
}

impl Impact {
    /// Rebound speed over approach speed.
    pub fn ratio(&self) -> Option<f64> {
        self.release.map(|(_, rebound)| rebound / self.approach).filter(|ratio| ratio.is_finite())
    }

    /// When they part [s], without end if they stay together.
    fn end(&self) -> f64 {
        self.release.map_or(f64::INFINITY, |(time, _)| time)
    }
}

/// All impacts that the samples show: where the gap changes its sign.
pub fn measured(samples: &[Sample]) -> Vec<Impact> {
    let mut found: Vec<Impact> = Vec::new();
    if let Some(first) = samples.first().filter(|first| first.contact.gap < 0.0) {
        found.push(Impact { onset: first.time, approach: 0.0 - first.gap_rate, depth: first.depth(), release: None });
    }
    for (before, after) in pairs(samples) {
        let cubic = Cubic::between(before, after);
        let touches = [before.contact.gap < 0.0, after.contact.gap < 0.0];
        if touches == [false, true] {
            let (onset, rate) = cubic.at(cubic.crossing());
            found.push(Impact { onset, approach: -rate, depth: None, release: None });
        }
        let Some(last) = found.last_mut().filter(|_| touches != [false; 2]) else { continue };
        last.depth = deeper(deeper(last.depth, after.depth()), cubic.depth());
        if touches == [true, false] {
            last.release = Some(cubic.at(cubic.crossing()));
        }
    }
    found
}

/// All impacts that the unit tells, and how deep they are where the ends of its steps show it: an impact that turns from
/// closing to opening inside its first or last step hides its depth.
pub fn told(events: &[Event], samples: &[Sample]) -> Vec<Impact> {
    let mut found: Vec<Impact> = Vec::new();
    for event in events {
        match *event {
            Event::Onset { time: onset, approach } => {
                found.push(Impact { onset, approach, depth: None, release: None })
            }
            Event::Release { time, rebound } => {
                if let Some(last) = found.last_mut().filter(|last| last.release.is_none()) {
                    last.release = Some((time, rebound));
                }
            }
        }
    }
    for impact in &mut found {
        let from = samples.partition_point(|sample| sample.time < impact.onset);
        let until = samples.partition_point(|sample| sample.time <= impact.end());
        impact.depth = samples.get(from..until).and_then(|during| seen_depth(during, impact.release.is_some()));
    }
    found
}

/// Greatest penetration in the samples of one impact, if they show it turn from closing to opening, or stay.
fn seen_depth(during: &[Sample], parts: bool) -> Option<f64> {
    let first = during.iter().find(|sample| sample.contact.gap < 0.0)?;
    if first.gap_rate > 0.0 {
        return None;
    }
    let together = |(before, after): &(&Sample, &Sample)| before.contact.gap < 0.0 && after.contact.gap < 0.0;
    let turning: Option<f64> =
        pairs(during).filter(together).map(|(before, after)| Cubic::between(before, after).depth()).fold(None, deeper);
    match turning {
        None if parts => None,
        _ => during.iter().map(Sample::depth).fold(turning, deeper),
    }
}

/// What the plant measures, and between its samples what the unit tells: an impact that begins and ends between two
/// samples. `step` [s] is what both may differ by in time.
pub fn measured_and_told(events: &[Event], samples: &[Sample], step: f64) -> Vec<Impact> {
    let mut found = measured(samples);
    let known = found.clone();
    let near = |impact: &Impact| {
        // A touch between two steps of a contact that was seen belongs to it.
        let (from, until) = (impact.onset - step, impact.end() + step);
        known.iter().any(|known| known.onset <= until && from <= known.end())
    };
    let hidden = told(events, samples).into_iter().filter(|impact| impact.approach > 0.0 && !near(impact));
    found.extend(hidden.map(|impact| Impact { depth: depth_between(samples, &impact), ..impact }));
    found.sort_by(|a, b| a.onset.total_cmp(&b.onset));
    found
}

/// Greatest penetration of the plant between the two samples around an impact, if it overlaps there at all.
fn depth_between(samples: &[Sample], impact: &Impact) -> Option<f64> {
    let after = samples.partition_point(|sample| sample.time < impact.onset);
    let (before, after) = (samples.get(after.checked_sub(1)?)?, samples.get(after)?);
    Cubic::between(before, after).depth()
}

fn pairs(samples: &[Sample]) -> impl Iterator<Item = (&Sample, &Sample)> {
    samples.iter().zip(samples.iter().skip(1))
}

fn deeper(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.max(other)),
        (one, other) => one.or(other),
    }
}

impl Sample {
    /// Penetration, if the bodies overlap [m].
    fn depth(&self) -> Option<f64> {
        (self.contact.gap < 0.0).then_some(-self.contact.gap)
    }
}

/// Times and positions of a metre and some seconds are rounded by less [m].
const ROUNDING: f64 = 1e-13;

/// The gap between two samples: the cubic through gap and rate at both, exact for a body under a force linear in time.
struct Cubic {
    start: f64,
    step: f64,
    /// Coefficients of the powers of the fraction of the step.
    c: [f64; 4],
}

impl Cubic {
    fn between(before: &Sample, after: &Sample) -> Self {
        let step = after.time - before.time;
        let (g0, g1) = (before.contact.gap, after.contact.gap);
        let (r0, r1) = (before.gap_rate * step, after.gap_rate * step);
        // A rate that only rises or only falls leads within |r1 − r0|/2 of their mean. In a very short step, as an event may
        // cut it, the distance lies beyond because times and gaps are rounded: the rates alone tell the path.
        let beyond = (g1 - g0 - 0.5 * (r0 + r1)).abs();
        let c = if beyond > 0.5 * (r1 - r0).abs() && beyond < ROUNDING {
            [g0, r0, 0.5 * (r1 - r0), 0.0]
        } else {
            [g0, r0, 3.0 * (g1 - g0) - 2.0 * r0 - r1, 2.0 * (g0 - g1) + r0 + r1]
        };
        Self { start: before.time, step, c }
    }

    fn value(&self, s: f64) -> f64 {
        let [c0, c1, c2, c3] = self.c;
        c0 + s * (c1 + s * (c2 + s * c3))
    }

    fn slope(&self, s: f64) -> f64 {
        let [_, c1, c2, c3] = self.c;
        c1 + s * (2.0 * c2 + s * 3.0 * c3)
    }

    /// The fraction of the step where the gap is zero, which it is at one end at most.
    fn crossing(&self) -> f64 {
        halve(|s| (self.value(s) < 0.0) == (self.c[0] < 0.0))
    }

    /// Greatest penetration inside [m], where the rate goes from negative to positive and the bodies overlap there.
    fn depth(&self) -> Option<f64> {
        let turns = self.slope(0.0) < 0.0 && self.slope(1.0) > 0.0;
        let least = turns.then(|| self.value(halve(|s| self.slope(s) < 0.0)))?;
        (least < 0.0).then_some(-least)
    }

    /// Time and rate at a fraction of the step.
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

#[cfg(test)]
mod tests {
    use super::super::wiring::Reading;
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

    fn event(text: &str) -> Option<Event> {
        Event::of(&Message { status: 0, category: "logEvents".into(), text: text.into() })
    }

    #[test]
    fn the_units_words_become_events() {
        let onset = |approach| Some(Event::Onset { time: 0.325, approach });
        assert_eq!(event("impact at t = 0.325000000 s, approach speed 3.132000000 m/s, restitution 0.5"), onset(3.132));
        assert_eq!(event("contact at t = 0.325000000 s without an impact"), onset(0.0));
        assert_eq!(event("contact at t = 0.325000000 s, approach speed 0.25 m/s, without a rebound"), onset(0.25));
        let release = Some(Event::Release { time: 0.5, rebound: 1.547 });
        assert_eq!(event("release at t = 0.500000000 s, rebound speed 1.547000000 m/s"), release);
        assert_eq!(event("energy ledger: work 3 J; of the stored energy the importer moved 0 J"), None);
        let warning = "impact at t = 1 s, approach speed 1 m/s, restitution 1";
        let warning = Message { status: 1, category: "logStatusWarning".into(), text: warning.into() };
        assert_eq!(Event::of(&warning), None);
    }

    /// The release 1.8 ms after the start, at 1 m/s: the solver's last step ends 22 pm before, and the difference of the times
    /// is good to 1e-8 of itself.
    #[test]
    fn a_rebound_speed_does_not_depend_on_how_near_the_last_step_ends() {
        for ahead in [2e-11, 2e-10, 1e-9, 3e-8] {
            let sample = |time: f64, gap: f64| Sample {
                time,
                gap_rate: 1.0,
                contact: Reading { gap, ..Reading::default() },
                ..Sample::default()
            };
            let release = 1.836_386_79e-3;
            let samples =
                [sample(0.0, -1e-4), sample(release - ahead, -ahead), sample(release + 0.2 * ahead, 0.2 * ahead)];
            let (time, rebound) = measured(&samples)[0].release.expect("it parts");
            assert!((time - release).abs() < 1e-18 && (rebound - 1.0).abs() < 1e-12, "{ahead}: {time} {rebound:e}");
        }
    }

    /// A ball at 2 m/s is thrown back between two samples that both show it apart.
    #[test]
    fn an_impact_that_no_sample_shows_is_the_one_that_the_unit_tells() {
        let samples =
            sampled(0.4, 4, |t| if t < 0.15 { (0.25 - 2.0 * t, -2.0) } else { (0.05 + 9.0 * (t - 0.2), 9.0) });
        assert!(measured(&samples).is_empty());
        let events = [Event::Onset { time: 0.125, approach: 2.0 }, Event::Release { time: 0.2, rebound: 9.0 }];
        let found = measured_and_told(&events, &samples, 0.1);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].onset, found[0].approach, found[0].release), (0.125, 2.0, Some((0.2, 9.0))));
        assert_eq!(found[0].ratio(), Some(4.5));
        // Hermite's cubic in τ = (t − 0.1)/0.1: 0.05 − 0.2τ − 0.5τ² + 0.7τ³, least at τ = (1 + √2.68)/4.2.
        let tau = (0.5 + 0.67_f64.sqrt()) / 2.1;
        let expected = -(0.05 - 0.2 * tau + tau * tau * (0.7 * tau - 0.5));
        assert!(
            (found[0].depth.expect("the cubic overlaps") - expected).abs() < 1e-12,
            "{:?} {expected}",
            found[0].depth
        );
    }

    #[test]
    fn an_impact_that_samples_show_is_not_counted_again() {
        let samples = sampled(5.0, 50, |t| ((t - 1.0) * (t - 3.0), 2.0 * t - 4.0));
        let events = [
            Event::Onset { time: 0.95, approach: 2.0 },
            Event::Release { time: 2.96, rebound: 2.0 },
            Event::Onset { time: 3.02, approach: 0.01 },
            Event::Release { time: 3.1, rebound: 2.0 },
        ];
        assert_eq!(measured_and_told(&events, &samples, 0.1), measured(&samples));
    }

    /// x = ½·sin 2πt while the bodies touch, from 0 to ½ s: 0.5 deep.
    #[test]
    fn the_depth_of_an_impact_inside_the_steps_is_known_or_left_out() {
        let (pi, phase) = (std::f64::consts::PI, 0.03);
        let gap = |t: f64| (-0.5 * (2.0 * pi * (t - phase)).sin(), -pi * (2.0 * pi * (t - phase)).cos());
        let flight = move |t: f64| match t - phase {
            s if s < 0.0 => (-pi * s, -pi),
            s if s > 0.5 => (pi * (s - 0.5), pi),
            _ => gap(t),
        };
        let events = [Event::Onset { time: phase, approach: pi }, Event::Release { time: phase + 0.5, rebound: pi }];
        let depth = |count| told(&events, &sampled(1.0, count, flight))[0].depth;
        // The cubic through both ends of a step H misses the sine by (2πH)⁴/384 of it at most.
        assert!((depth(20).expect("ten steps in contact") - 0.5).abs() < 0.5 * (pi / 10.0).powi(4) / 384.0);
        // One sample in contact, and none.
        assert_eq!([depth(3), depth(1)], [None; 2]);
    }

    #[test]
    fn onset_and_release_lie_between_the_samples() {
        // (t − 1)(t − 3): apart, together from 1 s to 3 s, apart again; the rate at both ends is ∓2.
        let found = measured(&sampled(5.0, 7, |t| ((t - 1.0) * (t - 3.0), 2.0 * t - 4.0)));
        assert_eq!(found.len(), 1);
        let (release, rebound) = found[0].release.expect("it parts again");
        for (value, expected) in [(found[0].onset, 1.0), (found[0].approach, 2.0), (release, 3.0), (rebound, 2.0)] {
            assert!((value - expected).abs() < 1e-14, "{value} for {expected}");
        }
        assert!((found[0].ratio().expect("it parts") - 1.0).abs() < 1e-14);
        // −1 at 2 s, between two samples.
        assert!((found[0].depth.expect("measured") - 1.0).abs() < 1e-14, "{:?}", found[0].depth);
    }

    #[test]
    fn a_staying_body_has_no_rebound_and_initial_contact_is_an_onset() {
        let found = measured(&sampled(2.0, 9, |t| (1.0 - t, -1.0)));
        assert_eq!((found.len(), found[0].release), (1, None));
        let found = measured(&sampled(2.0, 9, |t| (t - 1.0, 1.0)));
        assert_eq!((found.len(), found[0].onset, found[0].approach), (1, 0.0, -1.0));
        assert!(measured(&[]).is_empty());
    }
}
