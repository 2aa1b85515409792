//! Sweeps over the contacts, led on by how they have changed the forces.

use crate::stepping::bodies::list::List;
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::touch::{Guess, NUMBERS, Touch};
use crate::stepping::interface::Spatial;

/// Of a contact: where the last sweep has started, and where those before have led.
#[derive(Clone, Copy, Debug)]
pub struct History {
    start: Spatial,
    led_to: [Guess; DEPTH],
    /// Forces there less those at their start
    residuals: [Spatial; DEPTH],
}

impl Default for History {
    fn default() -> Self {
        let zero = Spatial::zero();
        History { start: zero, led_to: [[0.0; NUMBERS]; DEPTH], residuals: [zero; DEPTH] }
    }
}

/// Anderson's mixing (docs/numerics.md step 29): of the last sweeps those parts are taken, one in all, that leave the least of the changes of
/// forces, Σ w·ΔF² + l·ΔC².
pub struct Mixing<'a> {
    /// One for each contact that touches
    histories: &'a mut [History],
    /// Sweeps that they hold; none: not even where the next one starts
    known: Option<usize>,
    /// What the sweep before has changed
    before: f64,
}

impl<'a> Mixing<'a> {
    /// Before the first sweep of a micro-step.
    pub fn new(histories: &'a mut [History]) -> Self {
        Mixing { histories, known: None, before: f64::INFINITY }
    }

    /// After a sweep: where the next one starts.
    pub fn mix(&mut self, touches: &mut List<Touch>, bodies: &mut [MovingBody]) {
        let Some(known) = self.known else {
            touches.iter().zip(self.histories.iter_mut()).for_each(|(touch, of)| of.start = touch.force);
            self.known = Some(0);
            return;
        };
        // of how the last residual differs from those before: products with each other, and with itself
        let mut square = 0.0;
        let (mut matrix, mut right) = ([[0.0; DEPTH]; DEPTH], [0.0; DEPTH]);
        for (touch, of) in touches.iter().zip(self.histories.iter()) {
            let residual = touch.force - of.start;
            square += touch.product(&residual, &residual);
            let differences = of.residuals.map(|before| residual - before);
            for row in 0..known {
                right[row] += touch.product(&differences[row], &residual);
                for column in 0..known {
                    matrix[row][column] += touch.product(&differences[row], &differences[column]);
                }
            }
        }
        // those before are of no use where it has changed more
        let known = if square < self.before { known } else { 0 };
        let parts = least_squares(matrix, right, known);
        for (touch, of) in touches.iter_mut().zip(self.histories.iter_mut()) {
            let (guess, residual) = (touch.guess(), touch.force - of.start);
            if known > 0 {
                let mixed = core::array::from_fn(|k| {
                    (0..known).fold(guess[k], |sum, at| sum - parts[at] * (guess[k] - of.led_to[at][k]))
                });
                touch.take(&mixed, bodies);
            }
            of.led_to.copy_within(0..DEPTH - 1, 1);
            of.residuals.copy_within(0..DEPTH - 1, 1);
            (of.led_to[0], of.residuals[0], of.start) = (guess, residual, touch.force);
        }
        (self.known, self.before) = (Some(DEPTH.min(known + 1)), square);
    }
}

/// x of the symmetric positive semidefinite M·x = r with `size` rows; 0 where a row is one of those above.
fn least_squares(mut m: [[f64; DEPTH]; DEPTH], mut x: [f64; DEPTH], size: usize) -> [f64; DEPTH] {
    let smallest: [f64; DEPTH] = core::array::from_fn(|row| SEPARATE * m[row][row]);
    let stands = |m: &[[f64; DEPTH]; DEPTH], row: usize| m[row][row] > smallest[row];
    for pivot in 0..size {
        if !stands(&m, pivot) {
            continue;
        }
        let above = m[pivot];
        for row in pivot + 1..size {
            let part = m[row][pivot] / above[pivot];
            m[row].iter_mut().zip(above).for_each(|(to, of)| *to -= part * of);
            x[row] -= part * x[pivot];
        }
    }
    for row in (0..size).rev() {
        let known = (row + 1..size).fold(x[row], |sum, k| sum - m[row][k] * x[k]);
        x[row] = if stands(&m, row) { known / m[row][row] } else { 0.0 };
    }
    x
}

/// Sweeps before the last one that are mixed.
const DEPTH: usize = 3;

/// What a direction differs from others by at least, sin² of the angle between them.
const SEPARATE: f64 = 1e-10;
