//! What a batch is given and writes, and the blocks in which it is worked off.

use crate::physics::Vector3;

/// What is given: each slice has one number per contact.
#[derive(Clone, Copy, Debug)]
pub struct Contacts<'a> {
    /// x [m]
    pub penetration: &'a [f64],
    /// n by axis, any length from 1e-100 to 1e100
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
pub(super) const BLOCK: usize = 64;

/// Contacts from which on a batch is far: 5 MB, more than is kept near while others are at work, too. What it reads and writes
/// is fetched ahead, as there are more columns than a processor follows by itself; smaller batches take longer by it.
pub(super) const FAR: usize = 1 << 15;

/// Contacts of a block of a far batch: so few that fetching the next ones is spread evenly.
pub(super) const FAR_BLOCK: usize = 16;

/// Contacts beyond the block that are fetched while it is calculated.
const AHEAD: usize = 2 * FAR_BLOCK;

/// Numbers in a cache line.
pub(super) const LINE: usize = 8;

/// Where columns begin, those that are fetched before each stage: not all at once, as a processor has few lines under way.
pub(super) struct Beginnings([[*const f64; 6]; 4]);

impl Beginnings {
    #[inline(always)]
    pub(super) fn of(contacts: &Contacts, rates: &Rates) -> Self {
        let Contacts { penetration, normal, relative_velocity, turning_rate, z, s_dw, damping } = contacts;
        let three = |of: &[&[f64]; 3]| of.map(<[f64]>::as_ptr);
        let (normal, relative_velocity, z) = (three(normal), three(relative_velocity), three(z));
        // where there are none another column again
        let turning_rate = turning_rate.as_ref().map_or(normal, three);
        let [force, z_rate] = [&rates.force, &rates.z_rate].map(|of| of.each_ref().map(|of| of.as_ptr()));
        let rest = [*penetration, *s_dw, *damping, rates.s_dw_rate].map(<[f64]>::as_ptr);
        let quarter = |[a, b, c]: [*const f64; 3], d, e, f| [a, b, c, d, e, f];
        Beginnings([
            quarter(normal, force[0], force[1], turning_rate[0]),
            quarter(relative_velocity, force[2], z_rate[0], turning_rate[1]),
            quarter(z, z_rate[1], z_rate[2], turning_rate[2]),
            quarter([rest[0], rest[1], rest[2]], rest[3], rest[3], rest[3]),
        ])
    }

    /// Has `fetch` bring a stage's columns of the contacts that come [`AHEAD`] of the block from `from` on, which may be none.
    #[inline(always)]
    pub(super) fn fetch_ahead(&self, from: usize, stage: usize, fetch: impl Fn(*const f64)) {
        for column in self.0[stage] {
            for line in (0..FAR_BLOCK).step_by(LINE) {
                fetch(column.wrapping_add(from + AHEAD + line));
            }
        }
    }
}

/// Stands for numbers that are not given.
static ZEROS: [f64; BLOCK] = [0.0; BLOCK];

/// A part of [`Contacts`]. The compiler knows its length: so its loops check no bounds, which would leave a vector's worth of single
/// contacts over.
pub(super) struct Block<'a, const N: usize> {
    pub(super) penetration: &'a [f64; N],
    pub(super) normal: [&'a [f64; N]; 3],
    pub(super) relative_velocity: [&'a [f64; N]; 3],
    pub(super) turning_rate: [&'a [f64; N]; 3],
    pub(super) z: [&'a [f64; N]; 3],
    pub(super) s_dw: &'a [f64; N],
    pub(super) damping: &'a [f64; N],
}

impl<'a, const N: usize> Block<'a, N> {
    #[inline(always)]
    pub(super) fn of(contacts: &Contacts<'a>, from: usize) -> Self {
        let one = |of: &'a [f64]| part(of, from);
        let three = |of: [&'a [f64]; 3]| of.map(one);
        Block {
            penetration: one(contacts.penetration),
            normal: three(contacts.normal),
            relative_velocity: three(contacts.relative_velocity),
            turning_rate: contacts.turning_rate.map_or([part(&ZEROS, 0); 3], three),
            z: three(contacts.z),
            s_dw: one(contacts.s_dw),
            damping: one(contacts.damping),
        }
    }
}

/// The same part of [`Rates`].
pub(super) struct Results<'a, const N: usize> {
    pub(super) force: [&'a mut [f64; N]; 3],
    pub(super) z_rate: [&'a mut [f64; N]; 3],
    pub(super) s_dw_rate: &'a mut [f64; N],
}

impl<'a, const N: usize> Results<'a, N> {
    #[inline(always)]
    pub(super) fn of(rates: &'a mut Rates, from: usize) -> Self {
        let Rates { force: [fx, fy, fz], z_rate: [zx, zy, zz], s_dw_rate } = rates;
        Results {
            force: [part_mut(fx, from), part_mut(fy, from), part_mut(fz, from)],
            z_rate: [part_mut(zx, from), part_mut(zy, from), part_mut(zz, from)],
            s_dw_rate: part_mut(s_dw_rate, from),
        }
    }
}

#[inline(always)]
fn part<const N: usize>(of: &[f64], from: usize) -> &[f64; N] {
    of[from..].first_chunk().expect("a number per contact")
}

#[inline(always)]
fn part_mut<const N: usize>(of: &mut [f64], from: usize) -> &mut [f64; N] {
    of[from..].first_chunk_mut().expect("a number per contact")
}

/// One number of each contact of a block, on the border of a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Column<const N: usize>([f64; N]);

impl<const N: usize> core::ops::Index<usize> for Column<N> {
    type Output = f64;
    #[inline(always)]
    fn index(&self, k: usize) -> &f64 {
        &self.0[k]
    }
}

impl<const N: usize> core::ops::IndexMut<usize> for Column<N> {
    #[inline(always)]
    fn index_mut(&mut self, k: usize) -> &mut f64 {
        &mut self.0[k]
    }
}

/// What one stage leaves to the next.
pub(super) struct Between<const N: usize> {
    pub(super) normal: [Column<N>; 3],
    pub(super) v_t: [Column<N>; 3],
    /// f_n [N], of those apart as if they touched
    pub(super) f_n: Column<N>,
    /// |v_t|² [m²/s²]
    pub(super) square: Column<N>,
    /// Direction of slip by slip [s/m]
    pub(super) by_slip: Column<N>,
    /// s [1], likewise
    pub(super) s: Column<N>,
    /// f_br [N], likewise
    pub(super) f_br: [Column<N>; 3],
    /// f_max [N], likewise
    pub(super) bound: Column<N>,
    /// Not finite where x is not or n has no direction
    pub(super) check: Column<N>,
}

impl<const N: usize> Default for Between<N> {
    #[inline(always)]
    fn default() -> Self {
        // what no stage has written shows, and nothing is called for it as for zeros
        let none = Column([f64::NAN; N]);
        Between {
            normal: [none; 3],
            v_t: [none; 3],
            f_n: none,
            square: none,
            by_slip: none,
            s: none,
            f_br: [none; 3],
            bound: none,
            check: none,
        }
    }
}

/// Number k of three columns.
#[inline(always)]
pub(super) fn at<C: core::ops::Index<usize, Output = f64> + ?Sized>(columns: [&C; 3], k: usize) -> Vector3<f64> {
    Vector3::new(columns[0][k], columns[1][k], columns[2][k])
}

#[inline(always)]
pub(super) fn put<const N: usize>(columns: &mut [Column<N>; 3], k: usize, v: Vector3<f64>) {
    columns[0][k] = v[0];
    columns[1][k] = v[1];
    columns[2][k] = v[2];
}
