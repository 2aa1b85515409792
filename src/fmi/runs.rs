//! What a call names by its references, as runs of neighbouring elements: one lookup per vector instead of one per element.

use crate::fmi::layout::{Layout, Run};

/// References that are kept at least; for fewer than [`FEW`] a comparison would cost more than it saves.
const LONGEST: usize = 32;
const FEW: usize = 6;

/// The references of a call with their runs. Kept until the next call of its kind: hosts name the same variables in every
/// step. They are compared before they are used, so what is kept saves work and changes nothing.
#[derive(Debug)]
pub struct Runs<Id> {
    // both have their room from the start: a call allocates nothing
    references: Vec<u32>,
    runs: Vec<Run<Id>>,
    unbounded_in: u8,
}

impl<Id: Copy + PartialEq> Runs<Id> {
    /// With room for the references of a call that names `count` elements.
    pub fn with_room_for(count: usize) -> Self {
        let room = count.max(LONGEST);
        Runs { references: Vec::with_capacity(room), runs: Vec::with_capacity(room), unbounded_in: 0 }
    }

    /// The runs of these references, with the states of the lifecycle, as bits, in which all of them may be set to any
    /// finite number; None for few, for very many, and if one is not of a Real variable.
    #[inline]
    pub fn of(&mut self, layout: &Layout<Id>, references: &[u32]) -> Option<(&[Run<Id>], u8)> {
        let is_kept = self.references == references && !references.is_empty();
        (is_kept || self.keep(layout, references)).then_some((&self.runs, self.unbounded_in))
    }

    fn keep(&mut self, layout: &Layout<Id>, references: &[u32]) -> bool {
        (FEW..=self.references.capacity()).contains(&references.len()) && self.find(layout, references).is_some()
    }

    #[inline(never)]
    fn find(&mut self, layout: &Layout<Id>, mut references: &[u32]) -> Option<()> {
        self.references.clear();
        self.runs.clear();
        self.unbounded_in = layout.unbounded_in(references);
        let all = references;
        while !references.is_empty() {
            let run = layout.first_run(references)?;
            self.runs.push(run);
            references = &references[run.length..];
        }
        self.references.extend_from_slice(all);
        Some(())
    }
}
