//! The contact as bytes.

use super::coupling::{Forces, Shown};
use super::impact::{IMPACT, Impact};
use super::notices::Notices;
use super::overlooked::{OVERLOOKED, Overlooked};
use super::wiring::{WIRING, Wiring};
use super::{Contact, Continued, Phase};
use crate::fmi2::bytes::{Reader, Writer};
use crate::fmi2::{Interface, Model};
use crate::physics::{ContactFrame, Latch, Vector3};
use crate::stepping::exchange::EXCHANGE;
use crate::stepping::expected::EXPECTED;
use crate::stepping::interface::{CARRIED, Carried, End};
use crate::stepping::{Exchange, Expected};
use crate::unit::settings;
use crate::unit::slots::{input_slot, parameter_slot};
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
        to.u8(u8::from(self.parting));
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
        self.write_kinematic(to);
        self.notices.write(to);
    }

    /// What the kinematic coupling remembers; as long without changed parameters as with some.
    fn write_kinematic(&self, to: &mut Writer) {
        to.u8(u8::from(self.parameters_before.is_some()));
        let mut before = self.parameters_before.unwrap_or(self.knowns.parameters);
        for row in &ROWS {
            parameter_slot(&mut before, row.id).into_iter().flatten().for_each(|value| to.f64(*value));
            settings::get(&before.settings, row.id).into_iter().for_each(|value| to.i32(value));
        }
        self.exchange.numbers().into_iter().for_each(|number| to.f64(number));
        self.expected.numbers().into_iter().for_each(|number| to.f64(number));
        self.impact.numbers().into_iter().for_each(|number| to.f64(number));
        self.wiring.numbers().into_iter().for_each(|number| to.f64(number));
        self.overlooked.numbers().into_iter().for_each(|number| to.f64(number));
    }

    fn read_kinematic(&mut self, from: &mut Reader) -> Option<()> {
        let has_changed = from.u8()? != 0;
        let mut before = self.knowns.parameters;
        for row in &ROWS {
            for value in parameter_slot(&mut before, row.id).into_iter().flatten() {
                *value = from.f64().filter(|value| value.is_finite())?;
            }
            if settings::get(&before.settings, row.id).is_some() {
                settings::set(&mut before.settings, row.id, from.i32()?)?;
            }
        }
        self.parameters_before = has_changed.then_some(before);
        self.exchange = Exchange::from_numbers(&read_numbers::<EXCHANGE>(from)?);
        self.expected = Expected::from_numbers(&read_numbers::<EXPECTED>(from)?);
        self.impact = Impact::from_numbers(&read_numbers::<IMPACT>(from)?);
        self.wiring = Wiring::from_numbers(&read_numbers::<WIRING>(from)?);
        self.overlooked = Overlooked::from_numbers(read_numbers::<OVERLOOKED>(from)?);
        Some(())
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
    }

    fn read_coupled(&mut self, from: &mut Reader) -> Option<()> {
        let coupled = &mut self.coupled;
        coupled.carried = Carried::from_numbers(&read_numbers::<CARRIED>(from)?);
        let has_forces = from.u8()? != 0;
        let forces = Forces { mean: read_vectors(from)?, slope: read_vectors(from)? };
        coupled.forces = has_forces.then_some(forces);
        coupled.micro_steps = from.u32()?;
        coupled.gained = from.f64()?;
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
        new.parting = from.u8()? != 0;
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
        new.read_kinematic(from)?;
        new.notices = Notices::read(from)?;
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
