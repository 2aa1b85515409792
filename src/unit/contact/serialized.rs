//! The contact as bytes.

use super::coupling::{Forces, Notice, Shown};
use super::{Contact, Continued, Phase};
use crate::fmi2::bytes::{Reader, Writer};
use crate::fmi2::{Interface, Model};
use crate::physics::{ContactFrame, Latch, Vector3};
use crate::stepping::interface::{CARRIED, Carried, End};
use crate::unit::settings;
use crate::unit::slots::input_slot;
use crate::unit::table::ROWS;

impl Contact {
    /// Everything the unit remembers, variables in the order of the table.
    pub(super) fn write(&self, to: &mut Writer) {
        let (mut knowns, mut rates) = (self.knowns, self.input_rates);
        for row in &ROWS {
            knowns.slot(row.id).into_iter().flatten().for_each(|value| to.f64(*value));
            settings::get(&knowns.parameters.settings, row.id).into_iter().for_each(|value| to.i32(value));
            input_slot(&mut rates.inputs, row.id).into_iter().flatten().for_each(|value| to.f64(*value));
        }
        to.u8(u8::from(rates.normal_given));
        to.u8(self.phase as u8);
        to.u8(u8::from(self.latch.contact));
        to.u8(u8::from(self.clipped));
        for value in [self.time, self.latch.v_i, self.energy_base, self.stored, self.host_work] {
            to.f64(value);
        }
        to.u8(u8::from(self.stored_before.is_some()));
        to.f64(self.stored_before.unwrap_or(0.0));
        let (mut ahead, mut shown) = (0.0, [0.0; SHOWN]);
        to.u8(match self.continued {
            None => 0,
            Some(Continued::Motion(h)) => {
                ahead = h;
                1
            }
            Some(Continued::Contact(continued)) => {
                shown = numbers_of(&continued);
                2
            }
        });
        to.f64(ahead);
        shown.into_iter().for_each(|number| to.f64(number));
        self.write_coupled(to);
    }

    /// What the interface coupling remembers; as long without a step as with one.
    fn write_coupled(&self, to: &mut Writer) {
        let coupled = &self.coupled;
        coupled.carried.numbers().into_iter().for_each(|number| to.f64(number));
        to.u8(u8::from(coupled.forces.is_some()));
        let Forces { mean, slope } = coupled.forces.unwrap_or_default();
        write_vectors(to, &mean);
        write_vectors(to, &slope);
        to.u32(coupled.micro_steps);
        to.f64(coupled.gained);
        to.u8(coupled.cap as u8);
        to.u8(coupled.gain as u8);
        to.u8(coupled.stray as u8);
    }

    fn read_coupled(&mut self, from: &mut Reader) -> Option<()> {
        let coupled = &mut self.coupled;
        coupled.carried = Carried::from_numbers(&read_numbers::<CARRIED>(from)?);
        let has_forces = from.u8()? != 0;
        let forces = Forces { mean: read_vectors(from)?, slope: read_vectors(from)? };
        coupled.forces = has_forces.then_some(forces);
        coupled.micro_steps = from.u32()?;
        coupled.gained = from.f64()?;
        coupled.cap = read_notice(from)?;
        coupled.gain = read_notice(from)?;
        coupled.stray = read_notice(from)?;
        Some(())
    }

    /// What [`write`](Self::write) wrote; None if the bytes are something else.
    pub(super) fn read(interface: Interface, from: &mut Reader) -> Option<Self> {
        let mut new = Contact::new(interface);
        let read = |from: &mut Reader, slot: Option<&mut [f64]>| {
            slot.into_iter().flatten().try_for_each(|value| {
                *value = from.f64().filter(|value| value.is_finite())?;
                Some(())
            })
        };
        for row in &ROWS {
            read(from, new.knowns.slot(row.id))?;
            if settings::get(&new.knowns.parameters.settings, row.id).is_some() {
                settings::set(&mut new.knowns.parameters.settings, row.id, from.i32()?)?;
            }
            read(from, input_slot(&mut new.input_rates.inputs, row.id))?;
        }
        new.input_rates.normal_given = from.u8()? != 0;
        let phases = [Phase::Initial, Phase::Events, Phase::Steps];
        let phase = from.u8()?;
        new.phase = phases.into_iter().find(|known| *known as u8 == phase)?;
        new.latch.contact = from.u8()? != 0;
        new.clipped = from.u8()? != 0;
        for place in [&mut new.time, &mut new.latch.v_i, &mut new.energy_base, &mut new.stored, &mut new.host_work] {
            *place = from.f64()?;
        }
        let (has_before, before) = (from.u8()? != 0, from.f64()?);
        new.stored_before = has_before.then_some(before);
        let continued = from.u8()?;
        let ahead = from.f64().filter(|h| h.is_finite())?;
        let shown = read_numbers::<SHOWN>(from)?;
        new.continued = match continued {
            0 => None,
            1 => Some(Continued::Motion(ahead)),
            2 => Some(Continued::Contact(shown_of(&shown))),
            _ => return None,
        };
        new.read_coupled(from)?;
        Some(new)
    }
}

/// Length of [`numbers_of`].
const SHOWN: usize = 29;

fn numbers_of(Shown { end, latch }: &Shown) -> [f64; SHOWN] {
    let ContactFrame { penetration, penetration_rate, normal, point, v_t, omega_c, omega, axis } = end.frame;
    let scalars = [
        penetration,
        penetration_rate,
        end.normal_force,
        end.sticking,
        end.effective_restitution,
        end.energy_elastic,
        f64::from(u8::from(latch.contact)),
        latch.v_i,
    ];
    let vectors = [normal, point, v_t, omega_c, omega, axis, end.friction_force];
    let mut numbers = [0.0; SHOWN];
    let values = scalars.iter().chain(vectors.iter().flat_map(Vector3::iter));
    numbers.iter_mut().zip(values).for_each(|(number, value)| *number = *value);
    numbers
}

/// From [`numbers_of`].
fn shown_of(numbers: &[f64; SHOWN]) -> Shown {
    let [
        penetration,
        penetration_rate,
        normal_force,
        sticking,
        effective_restitution,
        energy_elastic,
        contact,
        v_i,
        ..,
    ] = *numbers;
    let [normal, point, v_t, omega_c, omega, axis, friction_force] =
        core::array::from_fn(|k| Vector3::from_fn(|m, _| numbers[8 + 3 * k + m]));
    let frame = ContactFrame { penetration, penetration_rate, normal, point, v_t, omega_c, omega, axis };
    let end = End { frame, normal_force, friction_force, sticking, effective_restitution, energy_elastic };
    Shown { end, latch: Latch { contact: contact != 0.0, v_i, a: 0.0 } }
}

fn read_numbers<const N: usize>(from: &mut Reader) -> Option<[f64; N]> {
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        *number = from.f64()?;
    }
    Some(numbers)
}

fn write_vectors(to: &mut Writer, vectors: &[Vector3<f64>]) {
    vectors.iter().flat_map(Vector3::iter).for_each(|value| to.f64(*value));
}

fn read_vectors<const N: usize>(from: &mut Reader) -> Option<[Vector3<f64>; N]> {
    let mut vectors = [Vector3::zeros(); N];
    for value in vectors.iter_mut().flat_map(Vector3::iter_mut) {
        *value = from.f64()?;
    }
    Some(vectors)
}

fn read_notice(from: &mut Reader) -> Option<Notice> {
    let byte = from.u8()?;
    [Notice::Quiet, Notice::Due, Notice::Given].into_iter().find(|notice| *notice as u8 == byte)
}
