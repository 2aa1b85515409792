//! The bodies of an island through a step: flight, onsets, contact, releases, as often as they come (docs/numerics.md steps 28 and 31).

use crate::meet;
use crate::physics::kinematics::Approach;
use crate::rigid::time_stepping::time_to_touch;
use crate::stepping::bodies::list::List;
use crate::stepping::bodies::micro_step::micro_step;
use crate::stepping::bodies::mixing::History;
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::near::Near;
use crate::stepping::bodies::onset::{AT_ONCE, farthest, root};
use crate::stepping::bodies::pace::{Change, Pace, Stiff};
use crate::stepping::bodies::slot::{Contacts, Slot, inputs_of};
use crate::stepping::bodies::touch::{Springs, Touch};
use core::fmt;

/// The room that a step of an island needs, for as many contacts and bodies as there are; nothing of it lasts.
pub struct IslandStep<'a> {
    /// Contacts that are not far
    pub near: Near<'a>,
    pub touching: List<'a, usize>,
    /// x and ẋ of each contact that is apart, at the micro-step's start
    pub approaches: &'a mut [Approach<f64>],
    pub touches: List<'a, Touch>,
    pub histories: &'a mut [History],
    pub stiffs: List<'a, Stiff>,
    pub slots_before: List<'a, Slot>,
    pub bodies_before: &'a mut [MovingBody],
}

/// Why a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepFault {
    /// It takes more micro-steps than are allowed.
    TooMany { needed: f64, most: u32 },
    /// Bodies go so far that contacts have to take part that do not.
    TooFar,
}

impl fmt::Display for StepFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StepFault::TooMany { needed, most } => write!(
                f,
                "the step takes {needed} micro-steps, more than coupling.maxMicroSteps = {most}: set more, take shorter steps or a softer contact"
            ),
            StepFault::TooFar => write!(f, "bodies meet that were far from each other"),
        }
    }
}

/// A contact meets that will within this part of the last step forward, or is so close [m]: the force begins at x = 0 all the same.
const EARLY: f64 = 1e-6;
const CLOSE: f64 = 1e-12;

/// A contact that recedes by no more than this in a micro-step, and is no farther, does not part [m]. One that met CLOSE before x = 0 is found
/// to part a quarter of the micro-step after its start, not at once, to meet again.
const APART: f64 = 4.0 * CLOSE;

/// Trials of a parabola for where something meets, which end a millionth of the way behind it where it comes evenly; else halves do.
const ROOTS: u32 = 4;

/// Angle by which bodies turn between two looks at the gaps [rad].
const TURNED: f64 = 0.1;

impl IslandStep<'_> {
    /// Moves bodies and their `active` contacts by `h` [s] in at most so many micro-steps; the bodies of all others are farther apart than `sleep`
    /// [m]. The answer: how many it took.
    ///
    /// Errors: there would be more, or a contact has to take part that does not; bodies and slots are of no use then.
    pub fn run(
        &mut self,
        (contacts, active): (&impl Contacts, &[usize]),
        slots: &mut [Slot],
        bodies: &mut [MovingBody],
        [h, sleep]: [f64; 2],
        most: u32,
    ) -> Result<u32, StepFault> {
        let (mut tau, mut steps, mut last) = (0.0, 0u32, 0.0);
        let mut pace: Option<Pace> = None;
        // forces hardly changed in the step before
        let mut touched = active.iter().map(|contact| &slots[*contact]).filter(|slot| slot.latch.contact).peekable();
        let was_even = touched.peek().is_some() && touched.all(|slot| slot.is_even);
        self.near.expect(bodies, [h, sleep]);
        self.near.gather(contacts, active, slots, bodies);
        while tau < h {
            if !self.near.holds(bodies) {
                self.near.gather(contacts, active, slots, bodies);
            }
            if !self.near.may_sleep(bodies) {
                return Err(StepFault::TooFar);
            }
            if self.find_onsets(contacts, slots, bodies, last, tau) {
                pace = None;
            }
            let rest = h - tau;
            if tau == 0.0 && was_even && !self.touching.is_empty() {
                self.keep(slots, bodies);
                if self.goes_at_once(contacts, slots, bodies, h) {
                    (steps, last) = (1, h);
                    break;
                }
            }
            let length = if self.touching.is_empty() {
                self.flight(contacts, slots, bodies, rest)
            } else {
                let fitting = pace.get_or_insert_with(|| self.pace(contacts, bodies)).length();
                let count = (rest / fitting).ceil().max(1.0);
                if steps + 1 >= most && count > 1.0 {
                    return Err(StepFault::TooMany { needed: f64::from(steps) + count, most });
                }
                // where they are too many, what touches may have parted before
                if count <= f64::from(most - steps) { rest / count } else { fitting }
            };
            self.keep(slots, bodies);
            let springs = pace.as_ref().map_or(Springs::Followed, Pace::springs);
            self.go(contacts, slots, bodies, [length, rest], springs);
            if self.is_beyond((contacts, active), slots, bodies) {
                continue;
            }
            let change = Change::of(bodies, &self.touches, length);
            if pace.as_mut().is_some_and(|pace| pace.shorten(&change)) {
                self.restore(slots, bodies);
                continue;
            }
            let event = self.first_event(contacts, slots, bodies, length);
            let mut gone = length;
            if event < length * (1.0 - AT_ONCE) {
                let Some(until) = self.go_until(event, (contacts, active), slots, bodies, [length, rest], springs)
                else {
                    continue;
                };
                (gone, pace) = (until, None);
            }
            if let Some(pace) = pace.as_mut().filter(|_| length < rest) {
                pace.go_on(&change, rest - length, &mut self.stiffs, bodies);
            }
            // the last one ends where the step ends
            tau = if gone == length && length >= rest { h } else { tau + gone };
            if event <= length {
                self.part(contacts, slots, bodies, event + AT_ONCE * length, tau);
                pace = None;
            }
            last = gone;
            steps += 1;
            if steps > most {
                return Err(StepFault::TooMany { needed: f64::from(steps), most });
            }
        }
        if !self.near.may_sleep(bodies) {
            return Err(StepFault::TooFar);
        }
        let is_even = !self.touching.is_empty() && Change::of(bodies, &self.touches, last).is_little(h / last);
        for contact in active {
            let slot = &mut slots[*contact];
            slot.is_even = is_even && slot.latch.contact;
            if !slot.latch.contact {
                slot.relax(contacts.laws(*contact), h - slot.apart_since);
            }
        }
        Ok(steps)
    }

    /// Lists the contacts that touch, with those that meet now; the answer: whether one meets.
    fn find_onsets(
        &mut self,
        contacts: &impl Contacts,
        slots: &mut [Slot],
        bodies: &[MovingBody],
        last: f64,
        tau: f64,
    ) -> bool {
        self.touching.clear();
        let mut meets = false;
        for contact in self.near.iter() {
            let slot = &mut slots[contact];
            if !slot.latch.contact {
                let [i, j] = contacts.bodies(contact).map(|body| &bodies[body].motion);
                let (laws, inputs) = (contacts.laws(contact), inputs_of(i, j));
                let at = meet::approach_of(contacts.place(contact), &inputs, None);
                self.approaches[contact] = at;
                let Approach { penetration: x, penetration_rate: rate } = at;
                if rate > 0.0 && x >= -(EARLY * rate * last + CLOSE) {
                    let frame = meet::frame_of(laws, contacts.place(contact), &inputs, None);
                    slot.switch(laws, &frame, true, tau);
                    meets = true;
                }
            }
            if slot.latch.contact {
                self.touching.push(contact);
            }
        }
        meets
    }

    /// How long nothing touches [s].
    fn flight(&self, contacts: &impl Contacts, slots: &[Slot], bodies: &mut [MovingBody], rest: f64) -> f64 {
        let mut length = rest;
        bodies.iter_mut().for_each(|body| body.begin(0.0));
        for contact in self.near.iter().filter(|contact| !slots[*contact].latch.contact) {
            let Approach { penetration: x, penetration_rate: rate } = self.approaches[contact];
            let [i, j] = contacts.bodies(contact);
            let inputs = inputs_of(&bodies[i].motion, &bodies[j].motion);
            let frame = meet::frame_of(contacts.laws(contact), contacts.place(contact), &inputs, None);
            let [of_i, of_j] = [i, j].map(|body| bodies[body].acceleration_at(&frame.point).linear);
            let b_n = -frame.normal.dot(&(of_i - of_j));
            // one that has parted with an overlap of rounding comes back from there
            if let Some(time) = time_to_touch(x.min(0.0), rate, b_n) {
                length = length.min(time.max(AT_ONCE * rest));
            }
            for omega in [i, j].map(|body| bodies[body].motion.angular_velocity) {
                let speed = omega.dot(&omega).sqrt();
                if speed * length > TURNED {
                    length = TURNED / speed;
                }
            }
        }
        length
    }

    /// Length of the micro-steps for all that touch.
    fn pace(&mut self, contacts: &impl Contacts, bodies: &mut [MovingBody]) -> Pace {
        bodies.iter_mut().for_each(|body| body.begin(0.0));
        self.stiffs.clear();
        for contact in self.touching.iter() {
            self.stiffs.push(Stiff::new(contacts, *contact, bodies));
        }
        Pace::new(&mut self.stiffs, bodies)
    }

    /// Makes a whole step of `h` [s] at once, if forces hardly change in it. Else all is as it was kept.
    fn goes_at_once(
        &mut self,
        contacts: &impl Contacts,
        slots: &mut [Slot],
        bodies: &mut [MovingBody],
        h: f64,
    ) -> bool {
        self.go(contacts, slots, bodies, [h, h], Springs::Implicit);
        let is_even = Change::of(bodies, &self.touches, h).is_little(1.0) && self.near.holds(bodies);
        let goes = is_even && self.first_event(contacts, slots, bodies, h) > h;
        if !goes {
            self.restore(slots, bodies);
        }
        goes
    }

    fn keep(&mut self, slots: &[Slot], bodies: &[MovingBody]) {
        self.bodies_before[..bodies.len()].copy_from_slice(bodies);
        self.slots_before.clear();
        for contact in self.touching.iter() {
            self.slots_before.push(slots[*contact]);
        }
    }

    fn restore(&self, slots: &mut [Slot], bodies: &mut [MovingBody]) {
        bodies.copy_from_slice(&self.bodies_before[..bodies.len()]);
        for (contact, before) in self.touching.iter().zip(self.slots_before.iter()) {
            slots[*contact] = *before;
        }
    }

    /// Whether bodies have gone farther than was looked for contacts: then all is put back, and more are looked at from there.
    fn is_beyond(
        &mut self,
        (contacts, active): (&impl Contacts, &[usize]),
        slots: &mut [Slot],
        bodies: &mut [MovingBody],
    ) -> bool {
        if self.near.holds(bodies) {
            return false;
        }
        self.near.widen(bodies);
        self.restore(slots, bodies);
        self.near.gather(contacts, active, slots, bodies);
        true
    }

    fn go(
        &mut self,
        contacts: &impl Contacts,
        slots: &mut [Slot],
        bodies: &mut [MovingBody],
        step: [f64; 2],
        springs: Springs,
    ) {
        let sweeps = (&mut self.touches, &mut *self.histories);
        micro_step(contacts, &self.touching, slots, bodies, sweeps, step, springs);
    }

    /// Makes the micro-step up to its first `event` in place of all its `length` [s], and no farther than to where what meets there has met: a body that leaves
    /// on one side and comes with the other is met later than both ends of the micro-step tell. The answer: how far; None if bodies have gone too far.
    fn go_until(
        &mut self,
        event: f64,
        (contacts, active): (&impl Contacts, &[usize]),
        slots: &mut [Slot],
        bodies: &mut [MovingBody],
        [length, rest]: [f64; 2],
        springs: Springs,
    ) -> Option<f64> {
        let at_once = AT_ONCE * length;
        let (mut until, mut sooner) = (0.0, Some(event));
        for trial in 0.. {
            // a gap that jumps is met as deep as it is
            let Some(next) = sooner.filter(|sooner| *sooner > at_once) else { break };
            until = next;
            self.restore(slots, bodies);
            self.go(contacts, slots, bodies, [until, rest], springs);
            if self.is_beyond((contacts, active), slots, bodies) {
                return None;
            }
            let root = self.overlaps_from(contacts, slots, bodies, until);
            sooner = root.map(|root| if trial < ROOTS { root } else { 0.5 * until });
        }
        if until == 0.0 {
            self.restore(slots, bodies);
        }
        Some(until)
    }

    /// When contacts that are apart at the start of a micro-step of `h` [s] have met, if they overlap at its end by more than what they may meet early [s].
    fn overlaps_from(&self, contacts: &impl Contacts, slots: &[Slot], bodies: &[MovingBody], h: f64) -> Option<f64> {
        let mut first = f64::INFINITY;
        for contact in self.near.iter().filter(|contact| !slots[*contact].latch.contact) {
            let before = self.approaches[contact];
            let [i, j] = contacts.bodies(contact).map(|body| &bodies[body].motion);
            let at = meet::approach_of(contacts.place(contact), &inputs_of(i, j), None);
            let is_deep = at.penetration > EARLY * at.penetration_rate.abs() * h + CLOSE;
            if before.penetration < 0.0 && is_deep {
                first = first.min(root(&before, at.penetration, h));
            }
        }
        first.is_finite().then_some(first)
    }

    /// When the first contact meets or parts within the micro-step that was made [s]; more than its length if none does.
    fn first_event(&mut self, contacts: &impl Contacts, slots: &[Slot], bodies: &[MovingBody], length: f64) -> f64 {
        let mut first = f64::INFINITY;
        for touch in self.touches.iter_mut() {
            let Approach { penetration: x, penetration_rate: rate } = touch.at_end;
            // what only just touches would part and meet by rounding without end
            let is_apart = x < -APART || rate * length < -APART;
            touch.parts_after =
                if x <= 0.0 && rate < 0.0 && is_apart { (length - x / rate).clamp(0.0, length) } else { f64::INFINITY };
            first = first.min(touch.parts_after);
        }
        for contact in self.near.iter().filter(|contact| !slots[*contact].latch.contact) {
            let [i, j] = contacts.bodies(contact).map(|body| &bodies[body].motion);
            let before = self.approaches[contact];
            let at = meet::approach_of(contacts.place(contact), &inputs_of(i, j), None);
            if at.penetration <= 0.0 {
                continue;
            }
            if before.penetration < 0.0 {
                first = first.min(root(&before, at.penetration, length));
            } else if let Some(time) = farthest(before.penetration_rate, &at, length) {
                first = first.min(time);
            }
        }
        first
    }

    /// Contacts that part until then [s] are apart from `tau` on.
    fn part(&mut self, contacts: &impl Contacts, slots: &mut [Slot], bodies: &[MovingBody], until: f64, tau: f64) {
        for touch in self.touches.iter().filter(|touch| touch.parts_after <= until) {
            let contact = touch.contact;
            let [i, j] = contacts.bodies(contact).map(|body| &bodies[body].motion);
            let laws = contacts.laws(contact);
            let frame = meet::frame_of(laws, contacts.place(contact), &inputs_of(i, j), None);
            slots[contact].lose_kept(laws);
            slots[contact].switch(laws, &frame, false, tau);
        }
    }
}
