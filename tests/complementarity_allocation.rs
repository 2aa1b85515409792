//! Problems of a size known to the compiler live on the stack: the solvers allocate nothing, whichever way they go, and
//! answer with the same bits as on the heap.

mod counting;

use asperity::rigid::complementarity::{Status, bounded, lemke, quadratic};
use counting::allocations;
use nalgebra::{DMatrix, DVector, SMatrix, SVector};
use std::hint::black_box;

const INF: f64 = f64::INFINITY;

/// M = J·Jᵀ and q = J·u of rank 3.
fn redundant<const N: usize>() -> (SMatrix<f64, N, N>, SVector<f64, N>) {
    let j = SMatrix::<f64, N, 3>::from_fn(|i, k| ((7 * i + 5 * k + 3) % 11) as f64 - 5.0);
    (j * j.transpose(), j * SVector::<f64, 3>::new(1.0, -2.0, 0.5))
}

fn check<const N: usize>(
    what: &str,
    (m, q): (SMatrix<f64, N, N>, SVector<f64, N>),
    low: SVector<f64, N>,
    high: SVector<f64, N>,
    status: Status,
) {
    let mut stack = None;
    assert_eq!(allocations(|| stack = Some(black_box(bounded(&m, &q, &low, &high)))), 0, "{what}");
    let stack = stack.unwrap().unwrap();
    assert_eq!(stack.status, status, "{what}");
    let vector = |of: &SVector<f64, N>| DVector::from_column_slice(of.as_slice());
    let dense = DMatrix::from_column_slice(N, N, m.as_slice());
    let heap = bounded(&dense, &vector(&q), &vector(&low), &vector(&high)).unwrap();
    assert_eq!((vector(&stack.z), vector(&stack.w), stack.pivots), (heap.z, heap.w, heap.pivots), "{what}");
}

#[test]
fn no_method_allocates_and_stack_and_heap_give_the_same_bits() {
    let all = SVector::<f64, 34>::repeat;
    check(
        "blocks, 3",
        redundant(),
        SVector::<f64, 3>::new(0.0, -1.0, -1.0),
        SVector::<f64, 3>::new(INF, 1.0, 1.0),
        Status::Solved,
    );
    check("redundant, 34", redundant(), all(0.0), all(INF), Status::Solved);
    check("without bounds, 34", redundant(), all(-INF), all(INF), Status::Solved);
    let (m, q) = redundant::<34>();
    check("contradiction, 34", (m, q + all(1.0)), all(-INF), all(INF), Status::NoSolution);
    // neither symmetric nor definite, q without a sign: no method solves it, so that each has its turn
    let odd = SMatrix::<f64, 34, 34>::from_fn(|i, k| ((13 * i + 7 * k * k + 2) % 17) as f64 - 8.0);
    let mut solution = None;
    assert_eq!(allocations(|| solution = Some(black_box(lemke(&odd, &(q - all(3.0)))))), 0);
    assert_eq!(solution.unwrap().unwrap().status, Status::Cycling);
    assert_eq!(allocations(|| assert!(black_box(lemke(&m, &all(f64::NAN))).is_err())), 0);
    assert_eq!(allocations(|| assert!(black_box(quadratic(&odd, &q)).is_err())), 0);
    let regular = m + SMatrix::<f64, 34, 34>::identity();
    assert_eq!(allocations(|| assert!(black_box(quadratic(&regular, &q)).is_ok())), 0);
}
