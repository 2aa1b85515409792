//! Whether a symmetric matrix is positive semidefinite.

/// Whether it is but for `rounding`, a fraction of its diagonal, no diagonal element being negative: by elimination, the largest diagonal
/// element first, of rows and columns divided by the roots of their diagonal elements. What is left must vanish.
pub fn is_semidefinite<const N: usize>(whole: [[f64; N]; N], rounding: f64) -> bool {
    // a direction without compliance leaves its row as it is, and must have nothing in it
    let roots: [f64; N] = core::array::from_fn(|k| whole[k][k].sqrt());
    let of_one = |value: f64, by: f64| if by > 0.0 { value / by } else { value };
    let mut a = [[0.0; N]; N];
    for (row, scaled) in a.iter_mut().enumerate() {
        for (column, value) in scaled.iter_mut().enumerate() {
            *value = of_one(of_one(whole[row][column], roots[row]), roots[column]);
        }
    }
    let mut left = [true; N];
    for _ in 0..N {
        let largest = (0..N).filter(|k| left[*k]).fold(None, |best: Option<usize>, k| match best {
            Some(best) if a[best][best] >= a[k][k] => Some(best),
            _ => Some(k),
        });
        let Some(pivot) = largest.filter(|k| a[*k][*k] > rounding) else { break };
        left[pivot] = false;
        let of_pivot = a[pivot];
        for row in (0..N).filter(|row| left[*row]) {
            let factor = a[row][pivot] / of_pivot[pivot];
            (0..N).filter(|column| left[*column]).for_each(|column| a[row][column] -= factor * of_pivot[column]);
        }
    }
    let rest = |k: usize| (0..N).filter(|other| left[*other]).all(|other| a[k][other].abs() <= rounding);
    (0..N).filter(|k| left[*k]).all(rest)
}
