//! A motion as a page: the bodies in motion, their quantities over time, the events, and what a unit makes of the same bodies.

use super::beside::{Approach, ROUNDING};
use super::bodies::System;
use super::integrate::Settings;
use super::record::Motion;
use crate::HostError;
use crate::number::{fixed, number, scientific};
use crate::plot::{self, Axis, Chart, Curve, Marker};
use crate::report::{Agreement, Entry, Finding, Picture, Reference, Report, Table};

/// Events that the table shows at most.
const EVENTS: usize = 200;

impl Motion {
    /// The page; `units` is what a unit makes of the same bodies, where it was asked.
    ///
    /// Errors: a picture cannot be drawn.
    pub fn page(
        &self,
        system: &System,
        settings: &Settings,
        title: &str,
        units: Option<&[Approach]>,
    ) -> Result<Report, HostError> {
        let mut entries = vec![self.entry(system, settings, title)?];
        if let Some(units) = units {
            entries.push(of_units(units)?);
        }
        Ok(Report {
            title: title.into(),
            reference: Reference::ClosedForm,
            introduction: vec![
                "Rigid bodies in the plane whose contacts change, from event to event, after Wang and Kumar 1991 [WK91].".into(),
            ],
            entries,
            ..Report::default()
        })
    }

    fn entry(&self, system: &System, settings: &Settings, title: &str) -> Result<Entry, HostError> {
        let (residual, turned) = self.residual();
        let until = self.frames.last().map_or(0.0, |last| last.time);
        let rows = self.events.iter().take(EVENTS).map(|event| {
            let [normal, friction] = event.impulse.map(|impulse| fixed(impulse, 8));
            vec![
                fixed(event.time, 9),
                self.pairs[event.pair].name.clone(),
                event.kind.to_string(),
                event.from.to_string(),
                event.to.to_string(),
                normal,
                friction,
                fixed(event.lost, 8),
            ]
        });
        let more = if self.events.len() > EVENTS { format!(", the first {EVENTS}") } else { String::new() };
        let mut findings = vec![Finding::new(
            Agreement::Measured,
            format!(
                "{} events until {} s; the energies miss each other by {} J of {} J turned over.",
                self.events.len(),
                number(until),
                scientific(residual, 1),
                scientific(turned, 3)
            ),
        )];
        if let Some(why) = &self.stopped {
            findings.push(Finding::new(Agreement::Limit, why.clone()));
        }
        Ok(Entry {
            id: "motion".into(),
            title: "From event to event".into(),
            claim: "Between events each contact keeps what it does, parts, slips or holds; impacts and changes are located.".into(),
            reading: format!(
                "Restitution by the hypothesis {:?}; below {} m/s along the normal contacts stay closed.",
                settings.hypothesis,
                number(settings.v_min)
            ),
            pictures: vec![
                Picture { caption: "The bodies in motion".into(), svg: self.animation(system, title) },
                Picture { caption: "Speeds, forces, slip and energies".into(), svg: plot::svg(&self.figure(title))? },
            ],
            tables: vec![Table {
                caption: format!("Events{more}"),
                head: ["time [s]", "contact", "event", "from", "to", "P_n [N s]", "P_t [N s]", "lost [J]"]
                    .map(String::from)
                    .to_vec(),
                rows: rows.collect(),
            }],
            findings,
            files: vec![],
        })
    }
}

fn of_units(units: &[Approach]) -> Result<Entry, HostError> {
    let mut entry = Entry {
        id: "units".into(),
        title: "The same bodies moved by a unit".into(),
        claim: "As contacts grow stiff, and as rigid ones take shorter steps, a unit comes to the motion from event to event.".into(),
        reading: "Compliant contacts by Model Exchange for rising stiffness, rigid ones by time stepping for falling steps. Off is the \
                  largest distance of a centre of mass at the end; its order is the slope from one row to the next in logarithms. Joints, \
                  springs and loads are the importer's. Impacts end by Poisson's hypothesis in time stepping; compliant contacts with \
                  friction may end them otherwise where slip stops or turns, and pass impulses on one after the other where several \
                  are struck at once."
            .into(),
        ..Entry::default()
    };
    for approach in units {
        let Approach { way, quantity, unit, points, left_out } = approach;
        if let Some(why) = left_out {
            entry.findings.push(Finding::new(Agreement::Limit, format!("{way} is left out: {why}.")));
            continue;
        }
        let row = |(at, (value, off)): (usize, &(f64, f64))| {
            let order = approach.order(at).map_or(String::new(), |order| fixed(order, 2));
            vec![scientific(*value, 0), scientific(*off, 1), order]
        };
        entry.tables.push(Table {
            caption: (*way).into(),
            head: vec![format!("{quantity} [{unit}]"), "off [m]".into(), "order".into()],
            rows: points.iter().enumerate().map(row).collect(),
        });
        let shown: Vec<(f64, f64)> = points
            .iter()
            .filter(|(_, off)| *off > ROUNDING)
            .map(|(value, off)| (libm::log10(*value), libm::log10(*off)))
            .collect();
        let (Some(first), Some(last)) = (points.first(), points.last()) else { continue };
        entry.findings.push(Finding::new(
            Agreement::Measured,
            if shown.is_empty() {
                format!("{way}: off by rounding, less than {} m.", scientific(ROUNDING, 0))
            } else {
                format!(
                    "{way}: off by {} m at {quantity} = {} {unit} and {} m at {} {unit}.",
                    scientific(first.1, 1),
                    scientific(first.0, 0),
                    scientific(last.1, 1),
                    scientific(last.0, 0)
                )
            },
        ));
        if shown.len() > 1 {
            let chart = Chart {
                title: format!("{way}: distance from the rigid motion"),
                x: Axis::new(format!("log10 of {quantity} [{unit}]")),
                y: Axis::new("log10 of off [m]"),
                curves: vec![Curve::new("", shown).marker(Marker::Disc)],
                ..Chart::default()
            };
            entry.pictures.push(Picture { caption: (*way).into(), svg: plot::svg(&chart)? });
        }
    }
    Ok(entry)
}
