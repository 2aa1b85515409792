//! The simulation: phases by DOP853, events between them [WK91 Fig. 2.1].

use asperity::rigid::Hypothesis;
use ivp::dense::StepInterpolant;
use ivp::ivp::FirstOrderSystem;
use ivp::methods::DOP853;
use ivp::solout::{ControlFlag, SolOut};
use nalgebra::DVector;

use super::bodies::System;
use super::collide::{Collision, NO_SPEED};
use super::decide::{Decision, Hint, NO_SLIP};
use super::dynamics::stacked;
use super::events::{Ending, OUTSIDE};
use super::linear::Elimination;
use super::modes::{Mode, World};
use super::pairs::{Touch, pairs};
use super::record::{ContactSample, Event, EventKind, Frame, Motion};
use super::validity;

/// Error of a step, relative and absolute [SI units].
const RELATIVE: f64 = 1e-12;
const ABSOLUTE: f64 = 1e-14;
/// Longest step [s]: events are looked for eight times in each.
const LONGEST: f64 = 0.01;
/// Distance that counts as touching at an event [m].
const TOUCHING: f64 = 1e-10;
/// A step whose projection moves a body by more is repeated with half of it [m, rad].
const DRIFT: f64 = 1e-9;
/// Events pile up where there are more than so many within so many seconds.
const PILE: usize = 1000;
const WITHIN: f64 = 1e-6;
/// Impacts and jams that may follow each other at one moment.
const AT_ONCE: usize = 100;
/// Limits of what is kept and done.
const EVENTS: usize = 100_000;
const STEPS: usize = 2_000_000;
/// A joint that is apart by more [m, rad], or moves apart by more [m/s, rad/s], is refused.
const JOINT: f64 = 1e-6;
/// Fraction by which (2.10) may be missed.
const MISSED: f64 = 1e-8;

/// How to simulate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// What ends restitution of a contact that is struck alone.
    pub hypothesis: Hypothesis,
    /// [s].
    pub until: f64,
    /// Distance of samples [s].
    pub every: f64,
    /// Normal speed below which contacts stay closed, v_min [m/s].
    pub v_min: f64,
}

/// Simulates a system from its start.
///
/// Errors: what of the system or the settings cannot be, in words. A simulation that does not come to its end is no
/// error: [`Motion::stopped`] says why.
pub fn simulate(system: &System, settings: &Settings) -> Result<Motion, String> {
    validity::check(system)?;
    let Settings { until, every, v_min, .. } = *settings;
    for (name, value) in [("until", until), ("every", every), ("v_min", v_min)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(format!("{name} is {value:?}; it must be above 0"));
        }
    }
    if until / every > 1e6 {
        return Err(format!("{until:?} s with samples every {every:?} s are more than a million"));
    }
    let pairs = pairs(system);
    let world = World { system, pairs: &pairs };
    let (q, v) = system.start();
    joints_hold(&world, &q, &v)?;
    let mut run = Run {
        world: &world,
        settings,
        now: Now { time: 0.0, q, v, sliding: 0.0, impacts: 0.0, modes: vec![Mode::Open; pairs.len()] },
        frames: Vec::new(),
        events: Vec::new(),
        sampled: 0,
        steps: 0,
    };
    let stopped = run.go().err().map(|why| format!("the simulation stopped at t = {:.9} s: {why}", run.now.time));
    let Run { frames, events, .. } = run;
    let bodies = system.bodies.iter().map(|body| body.name.clone()).collect();
    Ok(Motion { bodies, pairs, frames, events, stopped })
}

fn joints_hold(world: &World, q: &DVector<f64>, v: &DVector<f64>) -> Result<(), String> {
    let rows = world.system.joint_rows(q, v);
    let names = world.system.joints.iter().flat_map(|joint| {
        let rows = if matches!(joint.kind, super::JointKind::Slider { turns: true, .. }) { 1 } else { 2 };
        core::iter::repeat_n(&joint.name, rows)
    });
    for ((row, off), name) in rows.iter().zip(names) {
        if off.abs() > JOINT {
            return Err(format!("the joint {name} is apart by {off:.6e} at the start"));
        }
        let rate = row.dot(v);
        if rate.abs() > JOINT {
            return Err(format!("the velocities at the start open the joint {name} with {rate:.6e}"));
        }
    }
    Ok(())
}

/// The state of everything.
#[derive(Clone)]
struct Now {
    time: f64,
    q: DVector<f64>,
    v: DVector<f64>,
    sliding: f64,
    impacts: f64,
    modes: Vec<Mode>,
}

impl Now {
    fn packed(&self) -> Vec<f64> {
        self.q.iter().chain(&self.v).copied().chain([self.sliding]).collect()
    }

    fn unpack(&mut self, values: &[f64]) {
        (self.q, self.v) = split(values);
        self.sliding = values[values.len() - 1];
    }
}

fn split(values: &[f64]) -> (DVector<f64>, DVector<f64>) {
    let size = values.len() / 2;
    (DVector::from_column_slice(&values[..size]), DVector::from_column_slice(&values[size..2 * size]))
}

struct Run<'a> {
    world: &'a World<'a>,
    settings: &'a Settings,
    now: Now,
    frames: Vec<Frame>,
    events: Vec<Event>,
    /// Samples taken
    sampled: usize,
    steps: usize,
}

/// How the solver came back.
enum Came {
    ToTheEnd,
    ToAnEvent(Ending),
    /// The projection moved a body too far
    Drifted,
}

impl Run<'_> {
    fn go(&mut self) -> Result<(), String> {
        self.settle(None)?;
        let mut longest = LONGEST;
        let mut times: Vec<f64> = Vec::new();
        while self.now.time < self.settings.until {
            match self.phase(longest)? {
                Came::ToTheEnd => return Ok(()),
                Came::Drifted => {
                    longest *= 0.5;
                    if longest < 1e-9 {
                        return Err("closed contacts drift however short the steps".into());
                    }
                }
                Came::ToAnEvent(ending) => {
                    longest = LONGEST;
                    self.frame();
                    self.settle(Some(ending))?;
                    times.push(self.now.time);
                    let first = times.len().saturating_sub(PILE + 1);
                    if times.len() > PILE && self.now.time - times[first] < WITHIN {
                        return Err(format!("more than {PILE} events within {WITHIN:e} s"));
                    }
                    if self.events.len() > EVENTS {
                        return Err(format!("more than {EVENTS} events"));
                    }
                }
            }
        }
        Ok(())
    }

    /// One phase, from now to its end.
    fn phase(&mut self, longest: f64) -> Result<Came, String> {
        let law = Law { world: self.world, modes: &self.now.modes };
        let (mut state, until) = (self.now.packed(), self.settings.until);
        let solver = DOP853::builder()
            .max_step(longest)
            .max_steps(STEPS - self.steps.min(STEPS - 1))
            .stiff_test(usize::MAX)
            .build();
        let mut watch = Watch {
            law: &law,
            every: self.settings.every,
            reached: self.now.clone(),
            frames: &mut self.frames,
            sampled: &mut self.sampled,
            ending: None,
            drifted: false,
        };
        let time = self.now.time;
        let outcome = solver.solve(&law, time, &state, until, RELATIVE.into(), ABSOLUTE.into(), Some(&mut watch));
        let Watch { reached, ending, drifted, .. } = watch;
        let outcome = outcome.map_err(|error| format!("the solver refused: {error:?}"))?;
        self.steps += outcome.steps.total;
        self.now = reached;
        state.clear();
        if !self.now.q.iter().chain(&self.now.v).all(|value| value.is_finite()) {
            return Err("a body is no longer at a finite place".into());
        }
        match ending {
            _ if drifted => Ok(Came::Drifted),
            Some(ending) => Ok(Came::ToAnEvent(ending)),
            None if self.now.time >= until => Ok(Came::ToTheEnd),
            None => Err(format!("the solver does not get on after {} steps", self.steps)),
        }
    }

    /// Impacts and jams until nothing approaches, then what the contacts do.
    fn settle(&mut self, ending: Option<Ending>) -> Result<(), String> {
        let world = self.world;
        let before = self.now.modes.clone();
        let first_event = self.events.len();
        if ending.is_none() {
            let touching = self.touching(validity::TOUCH);
            self.project(&touching, &[])?;
        }
        let mut notes = String::new();
        let mut jams = 0;
        for round in 0.. {
            if round == AT_ONCE {
                return Err(format!("{AT_ONCE} impacts follow each other at one moment"));
            }
            let closed_before: Vec<usize> =
                (0..before.len()).filter(|pair| self.now.modes[*pair].is_closed()).collect();
            if round == 0 && ending.is_some() {
                self.project(&closed_before, &[])?;
            }
            let touching = self.touching(TOUCHING);
            let rate = |run: &Self, pair: usize| world.pairs[pair].touch(&run.now.q, &run.now.v).rate[0];
            let approach = touching.iter().map(|pair| rate(self, *pair)).fold(0.0, f64::min);
            if approach < -NO_SPEED {
                let v_min = self.settings.v_min;
                let collision = world.collide(self.state(), &touching, self.settings.hypothesis, v_min)?;
                let kind = if approach < -v_min { EventKind::Impact } else { EventKind::Touch };
                self.strike(collision, kind)?;
                continue;
            }
            let closed: Vec<usize> = touching.into_iter().filter(|pair| rate(self, *pair) <= NO_SPEED).collect();
            let touches = world.touches(&self.now.q, &self.now.v);
            let still: Vec<usize> =
                closed.iter().copied().filter(|pair| touches[*pair].rate[1].abs() <= NO_SLIP).collect();
            self.project(&closed, &still)?;
            let hint: Option<Hint> = ending.and_then(|ending| ending.hint);
            match world.decide(self.state(), &closed, &before, hint)? {
                Decision::Modes { modes, note } => {
                    notes = note;
                    self.now.modes = modes;
                    break;
                }
                Decision::None => {
                    jams += 1;
                    let jam = world.jam(self.state(), &closed, self.settings.hypothesis)?;
                    match jam {
                        Some(collision) if jams < 10 => self.strike(collision, EventKind::Jam)?,
                        _ => {
                            return Err(
                                "there are no accelerations, and no impulse at a single contact leads on".into()
                            );
                        }
                    }
                }
            }
        }
        self.log(ending, &before, first_event, notes);
        self.holds()?;
        self.frame();
        Ok(())
    }

    /// Fails where the forces of the phase do not fit the modes: they are not unique, and none that do can be told.
    fn holds(&self) -> Result<(), String> {
        let Now { q, v, modes, .. } = &self.now;
        let touches = self.world.touches(q, v);
        let forces = self.world.forces(q, v, modes, &touches);
        if forces.missed > MISSED {
            return Err(format!("the contacts cannot go on as they do: (2.10) is missed by {:.1e}", forces.missed));
        }
        let largest = forces.contact.iter().flatten().fold(0.0, |largest, force| f64::max(largest, force.abs()));
        for (pair, (mode, force)) in modes.iter().zip(&forces.contact).enumerate() {
            let left = self.world.pairs[pair].law.mu_s * force[0] - force[1].abs();
            if !forces.unique && *mode == Mode::Rolling && left < -1e-9 * largest {
                return Err(format!(
                    "the forces of contacts that hold are not unique, and no choice of them is known in which {} holds; \
                     take fewer contacts",
                    self.world.pairs[pair].name
                ));
            }
        }
        Ok(())
    }

    fn state(&self) -> (&DVector<f64>, &DVector<f64>) {
        (&self.now.q, &self.now.v)
    }

    /// Pairs that touch, overlapping by no more than `depth`.
    fn touching(&self, depth: f64) -> Vec<usize> {
        let is_touching = |touch: &Touch| {
            let leaves = touch.inside < OUTSIDE && touch.inside_rate < 0.0;
            touch.gap >= -depth && touch.gap <= f64::max(TOUCHING, 1e-3 * depth) && touch.inside >= -OUTSIDE && !leaves
        };
        let touches = self.world.touches(&self.now.q, &self.now.v);
        (0..touches.len()).filter(|pair| is_touching(&touches[*pair])).collect()
    }

    /// Lets impulses act; contacts that part slower than v_min stay closed.
    fn strike(&mut self, collision: Collision, kind: EventKind) -> Result<(), String> {
        let world = self.world;
        let before = world.system.kinetic(&self.now.v);
        let Collision { velocity, impulses, note } = collision;
        self.now.v = velocity;
        let touches = world.touches(&self.now.q, &self.now.v);
        let slow: Vec<usize> = impulses
            .iter()
            .map(|(pair, _)| *pair)
            .filter(|pair| touches[*pair].rate[0] < self.settings.v_min)
            .collect();
        self.project(&slow, &[])?;
        let mut lost = before - world.system.kinetic(&self.now.v);
        self.now.impacts += lost;
        for (pair, impulse) in impulses {
            let (time, from) = (self.now.time, self.now.modes[pair]);
            let note = if lost == 0.0 { String::new() } else { note.clone() };
            self.events.push(Event { time, pair, kind, from, to: from, impulse, lost, note });
            lost = 0.0;
        }
        Ok(())
    }

    /// Onto φ = 0 and ζ_N = 0 of closed contacts, ζ_F = 0 of those that do not slip, and onto the joints; answers by how
    /// much it has moved a body.
    fn project(&mut self, closed: &[usize], still: &[usize]) -> Result<f64, String> {
        let moved = self.world.project(&mut self.now.q, &mut self.now.v, closed, still);
        if moved.is_finite() { Ok(moved) } else { Err("closed contacts cannot be kept closed".into()) }
    }

    /// Writes down what has changed.
    fn log(&mut self, ending: Option<Ending>, before: &[Mode], first_event: usize, note: String) {
        let modes = self.now.modes.clone();
        let (time, start) = (self.now.time, ending.is_none());
        let mut told: Vec<usize> = Vec::new();
        for event in &mut self.events[first_event..] {
            event.to = modes[event.pair];
            told.push(event.pair);
        }
        let plain = |pair: usize, kind| Event {
            time,
            pair,
            kind,
            from: before[pair],
            to: modes[pair],
            impulse: [0.0; 2],
            lost: 0.0,
            note: String::new(),
        };
        let mut more = Vec::new();
        if let Some(Ending { pair, kind, .. }) = ending
            && !told.contains(&pair)
        {
            more.push(plain(pair, kind));
            told.push(pair);
        }
        let kind = if start { EventKind::Start } else { EventKind::Follow };
        more.extend(
            (0..modes.len())
                .filter(|pair| !told.contains(pair) && modes[*pair] != before[*pair])
                .map(|pair| plain(pair, kind)),
        );
        // what ended the phase comes first
        let at =
            if ending.is_some_and(|ending| ending.kind != EventKind::Impact) { first_event } else { self.events.len() };
        self.events.splice(at..at, more);
        if let Some(event) = self.events.get_mut(first_event)
            && !note.is_empty()
        {
            event.note = if event.note.is_empty() { note } else { format!("{}; {note}", event.note) };
        }
    }

    fn frame(&mut self) {
        self.frames.push(frame(self.world, &self.now));
    }
}

impl World<'_> {
    fn project(&self, q: &mut DVector<f64>, v: &mut DVector<f64>, closed: &[usize], still: &[usize]) -> f64 {
        let lightness = self.system.mass().map(|mass| 1.0 / mass);
        let back = |rows: &[DVector<f64>], off: &DVector<f64>| {
            let j = stacked(rows, self.system.size());
            let lever = nalgebra::DMatrix::from_diagonal(&lightness) * j.transpose();
            &lever * Elimination::new(&(&j * &lever)).solve(off)
        };
        let mut moved = 0.0;
        for _ in 0..2 {
            let mut rows = Vec::new();
            let mut off = Vec::new();
            for (row, value) in self.system.joint_rows(q, v) {
                rows.push(row);
                off.push(value);
            }
            let touches = self.touches(q, v);
            for pair in closed {
                rows.push(self.rows(*pair, &touches[*pair])[0].clone());
                off.push(touches[*pair].gap);
            }
            if rows.is_empty() {
                return 0.0;
            }
            let step = back(&rows, &DVector::from_vec(off));
            moved = f64::max(moved, step.amax());
            *q -= step;
        }
        let mut rows: Vec<DVector<f64>> = self.system.joint_rows(q, v).into_iter().map(|(row, _)| row).collect();
        let touches = self.touches(q, v);
        rows.extend(closed.iter().map(|pair| self.rows(*pair, &touches[*pair])[0].clone()));
        rows.extend(still.iter().map(|pair| self.rows(*pair, &touches[*pair])[1].clone()));
        let off = stacked(&rows, self.system.size()) * &*v;
        *v -= back(&rows, &off);
        moved
    }
}

fn frame(world: &World, now: &Now) -> Frame {
    let Now { time, q, v, sliding, impacts, modes } = now;
    let touches = world.touches(q, v);
    let forces = world.forces(q, v, modes, &touches).contact;
    let sample = |((touch, mode), [normal, friction]): ((&Touch, &Mode), &[f64; 2])| ContactSample {
        mode: *mode,
        gap: if touch.inside >= -OUTSIDE { touch.gap } else { f64::NAN },
        normal: *normal,
        friction: *friction,
        slip: touch.rate[1],
    };
    Frame {
        time: *time,
        q: q.iter().copied().collect(),
        v: v.iter().copied().collect(),
        contacts: touches.iter().zip(modes).zip(&forces).map(sample).collect(),
        kinetic: world.system.kinetic(v),
        potential: world.system.potential(q),
        sliding: *sliding,
        impacts: *impacts,
    }
}

/// The equations of motion of a phase, and the work of slip.
struct Law<'a> {
    world: &'a World<'a>,
    modes: &'a [Mode],
}

impl FirstOrderSystem for Law<'_> {
    fn derivative(&self, _: f64, values: &[f64], rates: &mut [f64]) {
        let (q, v) = split(values);
        let touches = self.world.touches(&q, &v);
        let forces = self.world.forces(&q, &v, self.modes, &touches);
        let size = q.len();
        rates[..size].copy_from_slice(v.as_slice());
        rates[size..2 * size].copy_from_slice(forces.acceleration.as_slice());
        let slips = self.modes.iter().map(|mode| mode.direction() != 0.0);
        let powers = forces.contact.iter().zip(&touches).zip(slips).filter(|(_, slips)| *slips);
        rates[2 * size] = powers.map(|((force, touch), _)| -force[1] * touch.rate[1]).sum();
    }
}

/// Looks at every accepted step: keeps the samples in it, keeps closed contacts closed, and stops where the phase ends.
struct Watch<'w> {
    law: &'w Law<'w>,
    every: f64,
    /// Last point of the phase
    reached: Now,
    frames: &'w mut Vec<Frame>,
    sampled: &'w mut usize,
    ending: Option<Ending>,
    drifted: bool,
}

impl Watch<'_> {
    /// Keeps the samples that are due until `to`.
    fn keep(&mut self, to: f64, at: &dyn Fn(f64) -> Vec<f64>) {
        loop {
            let due = *self.sampled as f64 * self.every;
            // the last one may be due a rounding behind the end
            if due > to + 1e-9 * self.every {
                return;
            }
            *self.sampled += 1;
            let mut there = self.reached.clone();
            there.unpack(&at(due.min(to)));
            there.time = due.min(to);
            // at the start it is there already
            if self.frames.last().is_none_or(|last| last.time < there.time) {
                self.frames.push(frame(self.law.world, &there));
            }
        }
    }
}

impl SolOut for Watch<'_> {
    fn solout(&mut self, from: f64, to: &mut f64, end: &mut [f64], step: Option<&StepInterpolant<'_>>) -> ControlFlag {
        let Some(step) = step else { return ControlFlag::Continue };
        if !end.iter().all(|value| value.is_finite()) {
            return ControlFlag::Interrupt;
        }
        let last = end.to_vec();
        let at = |time: f64| {
            if time >= *to {
                return last.clone();
            }
            let mut values = vec![0.0; last.len()];
            step.interpolate(time, &mut values);
            values
        };
        let modes = self.law.modes;
        let ending = self.law.world.ending(modes, from, *to, &|time| split(&at(time)));
        let mut reached = self.reached.clone();
        reached.time = ending.map_or(*to, |ending| ending.time);
        reached.unpack(&at(reached.time));
        let closed: Vec<usize> = (0..modes.len()).filter(|pair| modes[*pair].is_closed()).collect();
        let still: Vec<usize> = closed.iter().copied().filter(|pair| modes[*pair] == Mode::Rolling).collect();
        if ending.is_none() {
            let moved = self.law.world.project(&mut reached.q, &mut reached.v, &closed, &still);
            if moved > DRIFT || !moved.is_finite() {
                self.drifted = true;
                return ControlFlag::Interrupt;
            }
        }
        self.keep(reached.time, &at);
        self.reached = reached;
        self.ending = ending;
        if self.ending.is_some() {
            return ControlFlag::Interrupt;
        }
        end.copy_from_slice(&self.reached.packed());
        ControlFlag::ModifiedSolution
    }
}
