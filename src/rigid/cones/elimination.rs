//! A linear system, in place.

/// Share of the largest element of its column from which a pivot is one.
const PIVOT: f64 = 1e-15;

/// M·x = b in place by elimination with the largest pivot of a column; false where M is singular.
pub fn solve(m: &mut [f64], n: usize, b: &mut [f64]) -> bool {
    for c in 0..n {
        let column = &m[c * n..(c + 1) * n];
        let mut pivot = c;
        for r in c + 1..n {
            if column[r].abs() > column[pivot].abs() {
                pivot = r;
            }
        }
        let largest = column.iter().fold(0.0, |largest, element: &f64| f64::max(largest, element.abs()));
        if column[pivot].abs() <= PIVOT * largest || largest.is_nan() {
            return false;
        }
        if pivot != c {
            (0..n).for_each(|j| m.swap(j * n + pivot, j * n + c));
            b.swap(pivot, c);
        }
        let (left, right) = m.split_at_mut((c + 1) * n);
        // rows below the last element of the column have none to be eliminated
        let below = left[c * n + c..].iter().rposition(|element| *element != 0.0).unwrap_or(0);
        let factors = &mut left[c * n + c..=c * n + c + below];
        let inverse = 1.0 / factors[0];
        factors[1..].iter_mut().for_each(|factor| *factor *= inverse);
        for column in right.chunks_exact_mut(n) {
            let top = column[c];
            if top != 0.0 {
                column[c + 1..].iter_mut().zip(&factors[1..]).for_each(|(element, factor)| *element -= factor * top);
            }
        }
        let top = b[c];
        b[c + 1..].iter_mut().zip(&factors[1..]).for_each(|(element, factor)| *element -= factor * top);
    }
    for c in (0..n).rev() {
        b[c] /= m[c * n + c];
        let value = b[c];
        b[..c].iter_mut().zip(&m[c * n..c * n + c]).for_each(|(element, factor)| *element -= factor * value);
    }
    true
}
