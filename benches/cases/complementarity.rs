//! Contacts of a heap of bodies: each between two of them, its arms and directions from a generator of its own.

use super::Case;
use asperity::rigid::complementarity::{bounded, lemke};
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DMatrix, DVector, DefaultAllocator, Dim, OMatrix, OVector, SMatrix, SVector};

const ROWS: usize = 3;
const SIDES: usize = 4;
const MU: f64 = 0.5;
/// Normal impulse that the bounds of friction are taken from [N·s]
const LOAD: f64 = 0.01;

struct Generator(u64);

impl Generator {
    /// From −1 to 1  (splitmix64).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// W = J·M⁻¹·Jᵀ and J·u of as many contacts between a third as many bodies of 1 kg, half of them moving towards each
/// other: three rows for each, with six coordinates for each body, so that W is singular from more than six rows for
/// each body on.
fn heap(contacts: usize) -> (DMatrix<f64>, DVector<f64>) {
    let bodies = contacts.div_ceil(3);
    let mut generator = Generator(contacts as u64);
    let mut j = DMatrix::<f64>::zeros(ROWS * contacts, 6 * bodies);
    for contact in 0..contacts {
        for (body, sign) in [(contact % bodies, 1.0), ((contact * 7 + 1) % bodies, -1.0)] {
            for row in 0..ROWS {
                j[(ROWS * contact + row, 6 * body + row)] += sign;
                for turn in 3..6 {
                    j[(ROWS * contact + row, 6 * body + turn)] += sign * 2.0 * generator.next();
                }
            }
        }
    }
    let u = DVector::from_fn(6 * bodies, |_, _| generator.next());
    (&j * j.transpose(), &j * u)
}

/// Friction bounded by μ·[`LOAD`] in two directions.
fn by_bounds<D: Dim>(name: &'static str, w: OMatrix<f64, D, D>, free: OVector<f64, D>) -> Case
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
    OMatrix<f64, D, D>: Send + Sync,
    OVector<f64, D>: Send + Sync,
{
    let each = |of_normal: f64, of_tangent: f64| {
        let value = |row: usize| if row.is_multiple_of(ROWS) { of_normal } else { of_tangent };
        OVector::<f64, D>::from_fn_generic(free.shape_generic().0, Const::<1>, |row, _| value(row))
    };
    let (low, high) = (each(0.0, -MU * LOAD), each(f64::INFINITY, MU * LOAD));
    Case::new(name, (w, free, low, high), |(w, free, low, high)| {
        bounded(w, free, low, high).map_or(f64::NAN, |solution| solution.residual + f64::from(solution.pivots))
    })
}

/// Friction in a polygon: 0 ≤ β ⟂ Dᵀ·u + γ ≥ 0 and 0 ≤ γ ⟂ μ·p_n − Σβ ≥ 0.
fn polygonal((w, free): (DMatrix<f64>, DVector<f64>)) -> (DMatrix<f64>, DVector<f64>) {
    let contacts = free.len() / ROWS;
    let width = SIDES + 2;
    let directions = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    // impulses of an unknown: along the normal, along the tangents
    let column = |unknown: usize| -> [f64; ROWS] {
        match unknown % width {
            0 => [1.0, 0.0, 0.0],
            place if place <= SIDES => [0.0, directions[place - 1][0], directions[place - 1][1]],
            _ => [0.0; ROWS],
        }
    };
    let n = contacts * width;
    let mut m = DMatrix::<f64>::from_fn(n, n, |row, other| {
        let block = w.view((ROWS * (row / width), ROWS * (other / width)), (ROWS, ROWS));
        let (left, right) = (column(row), column(other));
        (0..ROWS).flat_map(|i| (0..ROWS).map(move |k| (i, k))).map(|(i, k)| left[i] * block[(i, k)] * right[k]).sum()
    });
    for first in (0..n).step_by(width) {
        let slip = first + SIDES + 1;
        m[(slip, first)] = MU;
        for side in first + 1..slip {
            (m[(side, slip)], m[(slip, side)]) = (1.0, -1.0);
        }
    }
    let q = DVector::from_fn(n, |row, _| {
        let first = ROWS * (row / width);
        column(row).iter().enumerate().map(|(i, share)| share * free[first + i]).sum()
    });
    (m, q)
}

fn by_lemke<D: Dim>(name: &'static str, m: OMatrix<f64, D, D>, q: OVector<f64, D>) -> Case
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
    OMatrix<f64, D, D>: Send + Sync,
    OVector<f64, D>: Send + Sync,
{
    Case::new(name, (m, q), |(m, q)| {
        lemke(m, q).map_or(f64::NAN, |solution| solution.residual + f64::from(solution.pivots))
    })
}

/// The first unknowns of a problem, on the stack.
fn first<const N: usize>((m, q): &(DMatrix<f64>, DVector<f64>)) -> (SMatrix<f64, N, N>, SVector<f64, N>) {
    (m.fixed_view::<N, N>(0, 0).into_owned(), q.fixed_rows::<N>(0).into_owned())
}

/// Problems of few unknowns on the stack, as in the unit, and of many on the heap.
pub fn complementarity() -> Vec<Case> {
    let (few, polygons) = (heap(4), polygonal(heap(4)));
    let (w, free) = first::<ROWS>(&few);
    let (m, q) = first::<{ SIDES + 2 }>(&polygons);
    let mut cases =
        vec![by_bounds("bounded, 3 unknowns (1 contact)", w, free), by_lemke("lemke, 6 unknowns (1 contact)", m, q)];
    for (name, contacts) in [("bounded, 60 unknowns (20 contacts)", 20), ("bounded, 180 unknowns (60 contacts)", 60)] {
        let (w, free) = heap(contacts);
        cases.push(by_bounds(name, w, free));
    }
    for (name, contacts) in [("lemke, 60 unknowns (10 contacts)", 10), ("lemke, 180 unknowns (30 contacts)", 30)] {
        let (m, q) = polygonal(heap(contacts));
        cases.push(by_lemke(name, m, q));
    }
    cases
}
