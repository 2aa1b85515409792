//! What a batch is given and writes, and the blocks in which it is worked off.

use crate::physics::Vector3;

/// What is given: each slice has one number per contact.
#[derive(Clone, Copy, Debug)]
pub struct Contacts<'a> {
    /// x [m]
    pub penetration: &'a [f64],
    /// n by axis, any length but 0
    pub normal: [&'a [f64]; 3],
    /// v_r by axis [m/s]
    pub relative_velocity: [&'a [f64]; 3],
    /// ω_c by axis [rad/s]; `None`: 0
    pub turning_rate: Option<[&'a [f64]; 3]>,
    /// z by axis [m]
    pub z: [&'a [f64]; 3],
    /// s_dw [1]
    pub s_dw: &'a [f64],
    /// Damping a that acts ([`normal::acting_damping`](crate::physics::normal::acting_damping)): that of the latch [s/m], of
    /// the linear spring and damper [s]; NaN: apart
    pub damping: &'a [f64],
}

/// What is written, likewise.
#[derive(Debug)]
pub struct Rates<'a> {
    /// f_c on body i by axis [N]
    pub force: [&'a mut [f64]; 3],
    /// ż by axis [m/s]
    pub z_rate: [&'a mut [f64]; 3],
    /// ṡ_dw [1/s]
    pub s_dw_rate: &'a mut [f64],
}

/// Contacts of a block: what is kept between the stages stays in the nearest cache.
pub(super) const BLOCK: usize = 128;

/// Stands for numbers that are not given.
static ZEROS: [f64; BLOCK] = [0.0; BLOCK];

/// A part of [`Contacts`].
pub(super) struct Block<'a> {
    pub(super) from: usize,
    pub(super) len: usize,
    pub(super) penetration: &'a [f64],
    pub(super) normal: [&'a [f64]; 3],
    pub(super) relative_velocity: [&'a [f64]; 3],
    pub(super) turning_rate: [&'a [f64]; 3],
    pub(super) z: [&'a [f64]; 3],
    pub(super) s_dw: &'a [f64],
    pub(super) damping: &'a [f64],
}

impl<'a> Block<'a> {
    #[inline(always)]
    pub(super) fn of(contacts: &Contacts<'a>, from: usize, len: usize) -> Self {
        let one = |of: &'a [f64]| &of[from..from + len];
        let three = |of: [&'a [f64]; 3]| of.map(one);
        Block {
            from,
            len,
            penetration: one(contacts.penetration),
            normal: three(contacts.normal),
            relative_velocity: three(contacts.relative_velocity),
            turning_rate: contacts.turning_rate.map_or([&ZEROS[..len]; 3], three),
            z: three(contacts.z),
            s_dw: one(contacts.s_dw),
            damping: one(contacts.damping),
        }
    }
}

/// One number of each contact of a block, on the border of a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Column([f64; BLOCK]);

impl Column {
    const ZERO: Column = Column([0.0; BLOCK]);
}

impl core::ops::Index<usize> for Column {
    type Output = f64;
    #[inline(always)]
    fn index(&self, k: usize) -> &f64 {
        &self.0[k]
    }
}

impl core::ops::IndexMut<usize> for Column {
    #[inline(always)]
    fn index_mut(&mut self, k: usize) -> &mut f64 {
        &mut self.0[k]
    }
}

impl AsRef<[f64]> for Column {
    #[inline(always)]
    fn as_ref(&self) -> &[f64] {
        &self.0
    }
}

/// What one stage leaves to the next.
pub(super) struct Between {
    pub(super) normal: [Column; 3],
    pub(super) v_t: [Column; 3],
    /// f_n [N], of those apart as if they touched
    pub(super) f_n: Column,
    /// |v_t|² [m²/s²]
    pub(super) square: Column,
    /// Direction of slip by slip [s/m]
    pub(super) by_slip: Column,
    /// s [1], likewise
    pub(super) s: Column,
    /// Not finite where x is not or n has no direction
    pub(super) check: Column,
}

impl Default for Between {
    #[inline(always)]
    fn default() -> Self {
        let none = Column::ZERO;
        Between { normal: [none; 3], v_t: [none; 3], f_n: none, square: none, by_slip: none, s: none, check: none }
    }
}

#[inline(always)]
pub(super) fn at<C: AsRef<[f64]>>(columns: &[C; 3], k: usize) -> Vector3<f64> {
    Vector3::new(columns[0].as_ref()[k], columns[1].as_ref()[k], columns[2].as_ref()[k])
}

#[inline(always)]
pub(super) fn put(columns: &mut [Column; 3], k: usize, v: Vector3<f64>) {
    columns[0][k] = v[0];
    columns[1][k] = v[1];
    columns[2][k] = v[2];
}
