//! Where the bodies of a system are when a step of interface coupling starts (docs/numerics.md steps 32 and 38).

use super::System;
use super::coupled::Coupled;
use super::coupled_step::Seen;
use crate::fmi::Fault;
use crate::meet;
use crate::physics::Body;
use crate::physics::damping::SLOWEST_IMPACT;
use crate::stepping::bodies::{BodyMemory, Contacts, Interval, MovingBody, SeenMass, Slot, Start, inputs_of};
use crate::stepping::interface::Spatial;

/// Angle by which a body may turn in a step [rad]: 1600 turns, which nobody means.
const MOST_TURN: f64 = 1e4;

impl System {
    /// Bodies where the interval starts: in their own place, or where what is measured leads.
    ///
    /// Errors: a body has no orientation, what is told of it is no inertia, or it turns too far.
    pub(super) fn begin_bodies(&self, coupled: &mut Coupled, of: &Interval) -> Result<(), Fault> {
        let settings = self.contacts.first_parameters().map(|of| of.coupling.settings);
        let Some(settings) = settings else { return Ok(()) };
        let Coupled { is_stepped, bodies, memories, memories_after, seen_masses, starts, .. } = coupled;
        bodies.clear();
        starts.clear();
        memories_after.copy_from_slice(memories);
        for (at, (moved, told)) in self.bodies.iter().zip(&self.told).enumerate() {
            let scene = &self.scene.bodies[at];
            let in_name = |fault| Fault(format!("{}.{fault}", scene.name));
            let (omega, alpha, length) = (moved.body.angular_velocity, told.free.angular, of.h.max(of.length));
            let turn = (omega.dot(&omega).sqrt() + 0.5 * alpha.dot(&alpha).sqrt() * length) * length;
            if turn.is_nan() || turn > MOST_TURN {
                let text = format!(
                    "{}: it turns by {turn:.1e} rad in the step, more than {MOST_TURN:.0e}; take a shorter one",
                    scene.name
                );
                return Err(Fault(text));
            }
            let memory = &mut memories_after[at];
            let how = memory.hand_back(settings.hand_back, *is_stepped);
            if how != settings.hand_back {
                memory.without_slope(settings.hand_back);
            }
            let mut told = *told;
            if told.is_given(scene.mass_source) {
                told.rate = memory.rate(&told, &moved.body);
                memory.is_own &= memory.goes_with_its_velocity(&told, &moved.body);
            }
            let told = &told;
            seen_masses[at] = if settings.verify_mass { memory.verified.compare(told, &moved.body) } else { None };
            let start = if of.is_parallel {
                let given = memory.given(how);
                let start = memory.lead(told, scene.mass_source, &moved.body, how, of).map_err(in_name)?;
                if let Some(SeenMass { gained, missed, .. }) = &mut seen_masses[at] {
                    *gained += memory.verified.gained_ahead(told, [&moved.body, &start.body], &given, missed);
                }
                start
            } else {
                Start { body: moved.body, told: *told }
            };
            if seen_masses[at].is_some() {
                memory.distrust();
            }
            let told = &memory.verified.corrected(&start.told);
            let measured = MovingBody::new(&start.body, told, scene.mass_source).map_err(in_name)?;
            memory.jump(&moved.body);
            let place = memory.place(&start.body, &measured.inverse_inertia, told);
            if !of.is_parallel
                && let Some(SeenMass { gained, missed, .. }) = &mut seen_masses[at]
            {
                // what the body was not handed yet came from the mass that was told, too
                let pending = memory.pending_impulse();
                *gained += memory.verified.gained_ahead(told, [&moved.body, &place], &pending, missed);
            }
            let stands = place == start.body;
            bodies.push(if stands { measured } else { measured.placed(&place).map_err(in_name)? });
            starts.push(start);
        }
        Ok(())
    }

    /// Which bodies stay in the pose that the unit has led them to: those that touch in it or in the measured one. The others are where they are
    /// measured. And which rest: no contact moves faster than free accelerations make its bodies in a step, or is an impact.
    pub(super) fn own_places(
        &self,
        seen: &Seen,
        (memories, stays, rests): (&mut [BodyMemory], &mut [bool], &mut [bool]),
        (starts, active, slots): (&[Start], &[usize], &[Slot]),
        bodies: &mut [MovingBody],
        h: f64,
    ) -> Result<(), Fault> {
        stays.fill(false);
        rests.fill(true);
        let is_rigid = self.contacts.first_parameters().is_some_and(|of| of.coupling.is_rigid());
        let met = |at: usize, [i, j]: [Body<f64>; 2]| {
            let (laws, place, inputs) = (seen.laws(at), seen.place(at), inputs_of(&i, &j));
            let round = if is_rigid { meet::round_frame(laws, place, &inputs) } else { None };
            round.unwrap_or_else(|| meet::frame_of(laws, place, &inputs, None))
        };
        for at in active.iter().copied() {
            let pair = seen.bodies(at);
            if pair.iter().all(|body| !memories[*body].is_own) {
                continue;
            }
            let own = met(at, pair.map(|body| bodies[body].motion));
            if own.penetration > 0.0 || met(at, pair.map(|body| starts[body].body)).penetration > 0.0 {
                pair.iter().for_each(|body| stays[*body] = true);
            }
            let [b_i, b_j] = pair.map(|body| {
                let Spatial { linear, angular } = starts[body].told.free;
                let b = linear + angular.cross(&(own.point - bodies[body].motion.position));
                b.dot(&b).sqrt()
            });
            // whatever their direction: jaws hold what gravity pulls along them
            let reach = (b_i + b_j) * h + SLOWEST_IMPACT;
            if own.penetration > 0.0 && own.penetration_rate.abs() > reach {
                pair.iter().for_each(|body| rests[*body] = false);
            }
        }
        // a body in its own pose and one that is measured may overlap though neither pair of poses does
        for at in active.iter().copied() {
            let pair = seen.bodies(at);
            let [stays_i, stays_j] = pair.map(|body| stays[body] || !memories[body].is_own);
            if stays_i == stays_j || slots[at].latch.contact {
                continue;
            }
            let mixed = met(at, pair.map(|body| if stays[body] { bodies[body].motion } else { starts[body].body }));
            if mixed.penetration > 0.0 {
                pair.iter().for_each(|body| stays[*body] = true);
            }
        }
        for (at, memory) in memories.iter_mut().enumerate().filter(|(at, memory)| memory.is_own && !stays[*at]) {
            memory.is_own = false;
            let of = &self.scene.bodies[at];
            let told = memory.verified.corrected(&starts[at].told);
            let place = memory.place(&starts[at].body, &bodies[at].inverse_inertia, &told);
            bodies[at] = MovingBody::new(&starts[at].body, &told, of.mass_source)
                .and_then(|measured| measured.placed(&place))
                .map_err(|fault| Fault(format!("{}.{fault}", of.name)))?;
        }
        Ok(())
    }

    /// In parallel order: contacts that the unit does not know of and that meet before its interval starts come too early to be answered. They meet
    /// there at x = 0, or as deep as they are measured: their bodies are moved back along the normal, each as it has come, and stay in
    /// that place for their own.
    pub(super) fn part_unanswered(
        &self,
        seen: &Seen,
        memories: &mut [BodyMemory],
        (starts, is_begun): (&[Start], bool),
        (active, slots): (&[usize], &[Slot]),
        bodies: &mut [MovingBody],
    ) {
        for _ in 0..SWEEPS {
            let mut is_parted = true;
            for at in active.iter().copied() {
                if is_begun && slots[at].latch.contact {
                    continue;
                }
                let pair = seen.bodies(at);
                let [i, j] = pair.map(|body| &bodies[body].motion);
                let x = meet::approach_of(seen.place(at), &inputs_of(i, j), None).penetration;
                if x.is_nan() || x <= 0.0 {
                    continue;
                }
                let frame = meet::frame_of(seen.laws(at), seen.place(at), &inputs_of(i, j), None);
                let [i, j] = pair.map(|body| &self.bodies[body].body);
                let before = meet::approach_of(seen.place(at), &inputs_of(i, j), None).penetration.max(0.0);
                let n = frame.normal;
                let gives = pair.map(|body| n.dot(&(bodies[body].inverse_inertia.linear * n)));
                // as far as it has come towards the other
                let came = [0, 1].map(|side| {
                    let way = starts[pair[side]].body.position - self.bodies[pair[side]].body.position;
                    let towards = if side == 0 { -n.dot(&way) } else { n.dot(&way) };
                    if gives[side] > 0.0 { towards.max(0.0) } else { 0.0 }
                });
                let gives = if came[0] + came[1] > 0.0 { came } else { gives };
                let (by, all) = (x - before, gives[0] + gives[1]);
                if by > ROUNDING && all > 0.0 {
                    is_parted = false;
                    for ((body, gives), sign) in pair.into_iter().zip(gives).zip([1.0, -1.0]) {
                        let told = memories[body].verified.corrected(&starts[body].told);
                        let mut place = bodies[body].motion;
                        place.position += n * (sign * by * gives / all);
                        let moved = MovingBody::new(&place, &told, self.scene.bodies[body].mass_source);
                        if let Ok(moved) = moved
                            && gives > 0.0
                        {
                            memories[body].settle(&place);
                            bodies[body] = moved;
                        }
                    }
                }
            }
            if is_parted {
                break;
            }
        }
    }
}

/// Passes over all contacts.
const SWEEPS: usize = 20;

/// What poses and predictions round to [m].
const ROUNDING: f64 = 1e-9;
