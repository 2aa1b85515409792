//! The simulation: phases by DOP853, events between them [WK91 Fig. 2.1].

use asperity::rigid::Hypothesis;
use ivp::methods::DOP853;
use nalgebra::DVector;

use super::bodies::System;
use super::collide::{Collision, NO_SPEED};
use super::decide::{Decision, Hint, NO_SLIP};
use super::events::{Ending, OUTSIDE};
use super::modes::{Mode, World};
use super::pairs::{Touch, pairs};
use super::phase::{Law, Now, Watch, frame};
use super::record::{Event, EventKind, Frame, Motion};
use super::validity;
use crate::number::finite;

/// Error of a step, relative and absolute [SI units].
const RELATIVE: f64 = 1e-12;
const ABSOLUTE: f64 = 1e-14;
/// Longest step [s]: events are looked for eight times in each.
const LONGEST: f64 = 0.01;
/// Distance that counts as touching at an event [m].
const TOUCHING: f64 = 1e-10;
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
            return Err(format!("{name} is {value:?}; it must be {}above 0", finite(value)));
        }
    }
    if until / every > 1e6 {
        return Err(format!("{until:?} s with samples every {every:?} s are more than a million"));
    }
    if until > LONGEST * STEPS as f64 {
        return Err(format!("until is {until:?} s: that takes more than {STEPS} steps of at most {LONGEST} s"));
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
