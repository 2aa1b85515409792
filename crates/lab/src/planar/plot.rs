//! A motion over time: speeds, contact forces, slip and energies.

use super::modes::Mode;
use super::record::{Frame, Motion};
use crate::plot::{Figure, Panel, Series};

/// Contacts that a panel names at most.
const NAMED: usize = 8;

impl Motion {
    /// Speeds of the bodies, forces and slip of the contacts that carry, and energies.
    pub fn figure(&self, title: &str) -> Figure {
        let series = |label: &str, value: &dyn Fn(&Frame) -> f64| Series {
            label: label.into(),
            width: 2,
            points: self.frames.iter().map(|frame| (frame.time, value(frame))).collect(),
        };
        let speeds = self
            .bodies
            .iter()
            .enumerate()
            .map(|(body, name)| series(name, &|frame: &Frame| frame.v[3 * body].hypot(frame.v[3 * body + 1])));
        let mut panels = vec![Panel { axis: "speed [m/s]".into(), series: speeds.collect() }];
        let carries = |pair: &usize| self.frames.iter().any(|frame| frame.contacts[*pair].mode.is_closed());
        let closed: Vec<usize> = (0..self.pairs.len()).filter(carries).take(NAMED).collect();
        let slips = |frame: &Frame, pair: usize| frame.contacts[pair].mode.direction() != 0.0;
        let closed_only = |pair: usize, value: fn(&super::ContactSample) -> f64| {
            series(&self.pairs[pair].name, &move |frame: &Frame| match frame.contacts[pair].mode {
                Mode::Open => f64::NAN,
                _ => value(&frame.contacts[pair]),
            })
        };
        type Value = fn(&super::ContactSample) -> f64;
        let rows: [(&str, Value); 3] = [
            ("normal force [N]", |contact| contact.normal),
            ("friction force [N]", |contact| contact.friction),
            ("slip [m/s]", |contact| contact.slip),
        ];
        for (axis, value) in rows {
            let slips = closed.iter().any(|pair| self.frames.iter().any(|frame| slips(frame, *pair)));
            let rubs = closed.iter().any(|pair| self.frames.iter().any(|frame| frame.contacts[*pair].friction != 0.0));
            let is_of_use = match axis {
                "slip [m/s]" => slips,
                "friction force [N]" => rubs,
                _ => true,
            };
            if is_of_use && !closed.is_empty() {
                let mut series: Vec<Series> = closed.iter().map(|pair| closed_only(*pair, value)).collect();
                // so that it is seen under the next one
                series[0].width = 4;
                panels.push(Panel { axis: axis.into(), series });
            }
        }
        let start = self.frames.first().map_or(0.0, |frame| frame.potential);
        panels.push(Panel {
            axis: "energy [J]".into(),
            series: vec![
                Series { width: 4, ..series("sum", &|frame| frame.energy() - start) },
                series("kinetic", &|frame| frame.kinetic),
                series("potential", &|frame| frame.potential - start),
                series("lost by slip", &|frame| frame.sliding),
                series("lost by impacts", &|frame| frame.impacts),
            ],
        });
        Figure { title: title.into(), axis: "time [s]".into(), panels }
    }
}
