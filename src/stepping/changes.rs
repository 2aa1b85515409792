//! Onsets and releases within a step.

/// Maximum number of onsets and releases that one step of the interface coupling reports; more are integrated, but not listed.
pub const MOST_CHANGES: usize = 8;

/// Contact was made or lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactChange {
    /// Time since the step's start [s]
    pub after: f64,
    /// ẋ [m/s]: > 0 at an impact, < 0 at a release
    pub penetration_rate: f64,
    pub contact: bool,
}

/// Onsets and releases in the order they came: the first N, more are integrated but not listed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Changes<const N: usize> {
    count: usize,
    listed: [ContactChange; N],
}

impl<const N: usize> Default for Changes<N> {
    fn default() -> Self {
        Changes { listed: [ContactChange { after: 0.0, penetration_rate: 0.0, contact: false }; N], count: 0 }
    }
}

impl<const N: usize> Changes<N> {
    /// Those that are listed.
    #[inline(always)]
    pub fn all(&self) -> &[ContactChange] {
        self.listed.get(..self.count).unwrap_or_default()
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        self.count = 0;
    }

    pub fn add(&mut self, change: ContactChange) {
        if let Some(place) = self.listed.get_mut(self.count) {
            *place = change;
            self.count += 1;
        }
    }
}
