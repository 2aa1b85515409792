//! The contact as bytes.

use super::{Contact, Phase};
use crate::fmi2::bytes::{Reader, Writer};
use crate::fmi2::{Interface, Model};
use crate::unit::settings;
use crate::unit::slots::input_slot;
use crate::unit::table::TABLE;

impl Contact {
    /// Everything the unit remembers, variables in the order of the table.
    pub(super) fn write(&self, to: &mut Writer) {
        let (mut knowns, mut rates) = (self.knowns, self.input_rates);
        for row in TABLE {
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
        to.u8(u8::from(self.continued.is_some()));
        let mut continued = self.continued.unwrap_or(self.knowns.inputs);
        for row in TABLE {
            input_slot(&mut continued, row.id).into_iter().flatten().for_each(|value| to.f64(*value));
        }
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
        for row in TABLE {
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
        let was_continued = from.u8()? != 0;
        let mut continued = new.knowns.inputs;
        for row in TABLE {
            read(from, input_slot(&mut continued, row.id))?;
        }
        new.continued = was_continued.then_some(continued);
        Some(new)
    }
}
