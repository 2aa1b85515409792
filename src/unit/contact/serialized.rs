//! The contact as bytes.

use super::{Contact, Continued, Stage};
use crate::physics::Inputs;
use crate::stepping::InputRates;
use crate::stepping::saved::{Saved, saved};
use crate::unit::parameters::ContactParameters;
use crate::unit::settings;
use crate::unit::slots::{Knowns, input_slot, parameter_slot};
use crate::unit::table::ROWS;

saved!(Contact {
    stage, time, knowns, input_rates, latch, clipped, energy_base, stored_before, stored, importer_work, separating,
    parameters_before, exchange, expected, impact, wiring, overlooked, notices, continued, coupled,
} beside { interface, solids, changes, stale, are_laws_moderate, is_bare, steps, prepared, cache, is_evaluated, flies });
saved!(Stage: Initial | Events | Steps);
saved!(Continued: Motion(h) | Contact(shown));
saved!(InputRates { inputs, normal_given });

/// Saves what the importer can set, finite numbers, in the order of the table.
macro_rules! saved_by_table {
    ($($type:ident by $slot:path $(, settings of ($(.$parameters:ident)?))?;)+) => {$(
        impl Saved for $type<f64> {
            fn write(&self, to: &mut impl FnMut(&[u8])) {
                let mut of = *self;
                for row in &ROWS {
                    $slot(&mut of, row.id).into_iter().flatten().for_each(|value| value.write(to));
                }
                $(write_settings(&(*self)$(.$parameters)?, to);)?
            }

            fn read(&mut self, from: &mut &[u8]) -> Option<()> {
                for row in &ROWS {
                    for value in $slot(self, row.id).into_iter().flatten() {
                        value.read(from)?;
                        value.is_finite().then_some(())?;
                    }
                }
                $(read_settings(&mut (*self)$(.$parameters)?, from)?;)?
                Some(())
            }
        }
    )+};
}
saved_by_table! {
    Knowns by Knowns::slot, settings of (.parameters);
    ContactParameters by parameter_slot, settings of ();
    Inputs by input_slot;
}

fn write_settings(of: &ContactParameters<f64>, to: &mut impl FnMut(&[u8])) {
    ROWS.iter().filter_map(|row| settings::get(of, row.id)).for_each(|number| number.write(to));
}

fn read_settings(of: &mut ContactParameters<f64>, from: &mut &[u8]) -> Option<()> {
    ROWS.iter().try_for_each(|row| {
        let Some(mut number) = settings::get(of, row.id) else { return Some(()) };
        number.read(from)?;
        settings::set(of, row.id, number)?;
        // a Boolean may be set to any number, but is read back as 0 or 1
        (settings::get(of, row.id) == Some(number)).then_some(())
    })
}
