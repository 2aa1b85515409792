//! Every combination of states of the contacts, each a linear system with inequalities.

use crate::rigid::Fault;
use crate::rigid::acceleration::elimination::Elimination;
use crate::rigid::acceleration::programme::{Minimum, Programme, minimum};
use crate::rigid::acceleration::reduced::{Block, Limit, Member, Reduced};
use nalgebra::{DMatrix, DVector, RowDVector, Vector3};

/// Two solutions x with the same states; the same one where there is no other.
pub type Ends = (DVector<f64>, DVector<f64>);

/// Fraction of its terms that an inequality may miss.
const SLACK: f64 = 1e-10;
/// Fraction of the forces by which two ends of a family differ at least.
const APART: f64 = 1e-9;

/// States of a block: stick (where it has an inside), then each face or end; a ball has stick and slip.
fn states_of_block(block: &Block) -> usize {
    match &block.limit {
        Limit::Ball if block.size == 1 => 3,
        Limit::Ball => 2,
        Limit::Planes(limit) => usize::from(limit.has_inside) + limit.faces.len(),
    }
}

/// Open, or closed with any states of the blocks.
pub fn states(member: &Member) -> usize {
    1 + member.blocks.iter().map(states_of_block).product::<usize>()
}

/// Combinations of all contacts; infinite beyond the numbers.
pub fn count(problem: &Reduced) -> f64 {
    problem.members.iter().fold(1.0, |count, member| count * states(member) as f64)
}

/// The next one; false after the last.
pub fn advance(problem: &Reduced, choice: &mut DVector<usize>) -> bool {
    for (member, state) in problem.members.iter().zip(choice.iter_mut()) {
        *state += 1;
        if *state < states(member) {
            return true;
        }
        *state = 0;
    }
    false
}

/// equal·x + equal_to = 0, least·x + least_to ≥ 0.
struct Conditions<'a> {
    problem: &'a Reduced,
    equal: DVector<f64>,
    equal_to: DVector<f64>,
    least: DVector<f64>,
    least_to: DVector<f64>,
}

impl Conditions<'_> {
    fn equal(&mut self, row: &RowDVector<f64>, constant: f64) {
        self.equal.extend(row.iter().copied());
        self.equal_to.extend([constant]);
    }

    fn at_least(&mut self, row: &RowDVector<f64>, constant: f64) {
        self.least.extend(row.iter().copied());
        self.least_to.extend([constant]);
    }

    fn unit(&self, i: usize) -> RowDVector<f64> {
        RowDVector::from_fn(self.problem.size(), |_, j| f64::from(u8::from(i == j)))
    }

    /// d·a and its constant, d within the block.
    fn acceleration(&self, block: &Block, d: &Vector3<f64>) -> (RowDVector<f64>, f64) {
        let (mut row, mut constant) = (RowDVector::zeros(self.problem.size()), 0.0);
        for k in 0..block.size {
            row += self.problem.m.row(block.at + k) * d[k];
            constant += self.problem.q[block.at + k] * d[k];
        }
        (row, constant)
    }

    /// μ·c_n − p·c
    fn room(&self, member: &Member, block: &Block, p: &Vector3<f64>) -> RowDVector<f64> {
        let mut row = self.unit(member.normal) * member.mu;
        for k in 0..block.size {
            row[block.at + k] -= p[k];
        }
        row
    }

    fn sticks(&mut self, member: &Member, block: &Block) {
        for k in 0..block.size {
            let (row, constant) = self.acceleration(block, &Vector3::ith(k, 1.0));
            self.equal(&row, constant);
        }
        match &block.limit {
            Limit::Ball if block.size == 1 => {
                for sign in [1.0, -1.0] {
                    self.at_least(&self.room(member, block, &Vector3::new(sign, 0.0, 0.0)), 0.0);
                }
            }
            Limit::Ball => {}
            Limit::Planes(limit) => {
                for p in limit.planes.iter() {
                    self.at_least(&self.room(member, block, p), 0.0);
                }
            }
        }
    }

    fn slips(&mut self, member: &Member, block: &Block, number: usize, towards: &Vector3<f64>) {
        match &block.limit {
            Limit::Ball if block.size == 1 => {
                let sign = if number == 0 { 1.0 } else { -1.0 };
                let p = Vector3::new(sign, 0.0, 0.0);
                self.equal(&self.room(member, block, &p), 0.0);
                let (row, constant) = self.acceleration(block, &-p);
                self.at_least(&row, constant);
            }
            // a start only: the direction is not known
            Limit::Ball => {
                for k in 0..block.size {
                    let row = self.unit(block.at + k) - self.unit(member.normal) * (member.mu * towards[k]);
                    self.equal(&row, 0.0);
                }
            }
            Limit::Planes(limit) => {
                let face = &limit.faces[number];
                for (k, i) in face.planes().iter().enumerate() {
                    self.equal(&self.room(member, block, &limit.planes[*i]), 0.0);
                    if !face.released[k] {
                        let (row, constant) = self.acceleration(block, &-face.dual[k]);
                        self.at_least(&row, constant);
                    }
                }
                for d in &face.along[..3 - face.count] {
                    let (row, constant) = self.acceleration(block, d);
                    self.equal(&row, constant);
                }
                for i in (0..limit.planes.len()).filter(|i| !face.planes().contains(i)) {
                    self.at_least(&self.room(member, block, &limit.planes[i]), 0.0);
                }
            }
        }
    }
}

fn conditions<'a>(problem: &'a Reduced, choice: &DVector<usize>, towards: &Vector3<f64>) -> Conditions<'a> {
    let none = || DVector::from_vec(vec![]);
    let mut of = Conditions { problem, equal: none(), equal_to: none(), least: none(), least_to: none() };
    for (member, state) in problem.members.iter().zip(choice.iter()) {
        let normal = (problem.m.row(member.normal).into_owned(), problem.q[member.normal]);
        let carried = of.unit(member.normal);
        if *state == 0 {
            of.equal(&carried, 0.0);
            for block in member.blocks.iter() {
                for k in 0..block.size {
                    of.equal(&of.unit(block.at + k), 0.0);
                }
            }
            of.at_least(&normal.0, normal.1);
            continue;
        }
        of.equal(&normal.0, normal.1);
        of.at_least(&carried, 0.0);
        let mut rest = state - 1;
        for block in member.blocks.iter() {
            let number = rest % states_of_block(block);
            rest /= states_of_block(block);
            let inside = match &block.limit {
                Limit::Planes(limit) => usize::from(limit.has_inside),
                Limit::Ball => 1,
            };
            if number < inside {
                of.sticks(member, block);
            } else {
                of.slips(member, block, number - inside, towards);
            }
        }
    }
    of
}

/// Solutions x with these states: one, or the ends of a family, the first with the least sum of normal forces.
pub fn solutions(problem: &Reduced, choice: &DVector<usize>) -> Result<Option<Ends>, Fault> {
    let of = conditions(problem, choice, &Vector3::zeros());
    let n = problem.size();
    let equal = DMatrix::from_row_slice(of.equal_to.len(), n, of.equal.as_slice());
    let least = DMatrix::from_row_slice(of.least_to.len(), n, of.least.as_slice());
    let elimination = Elimination::new(&equal);
    let right = -&of.equal_to;
    let mut x = elimination.solve(&right);
    if !elimination.holds(&x, &right) {
        return Ok(None);
    }
    open(problem, choice, &mut x);
    if elimination.nullity() == 0 {
        let holds = (0..least.nrows()).all(|i| {
            let (mut sum, mut size) = (of.least_to[i], of.least_to[i].abs());
            for j in 0..n {
                sum += least[(i, j)] * x[j];
                size += (least[(i, j)] * x[j]).abs();
            }
            sum >= -SLACK * size
        });
        return Ok(holds.then(|| (x.clone(), x)));
    }
    family(problem, &elimination.kernel(), &x, &least, &of.least_to)
}

/// No forces where the contact is open: without rounding.
fn open(problem: &Reduced, choice: &DVector<usize>, x: &mut DVector<f64>) {
    for (member, _) in problem.members.iter().zip(choice.iter()).filter(|(_, state)| **state == 0) {
        let last = member.blocks.iter().map(|block| block.at + block.size).max().unwrap_or(member.normal + 1);
        x.rows_mut(member.normal, last - member.normal).fill(0.0);
    }
}

/// Of x + kernel·y what fulfils the inequalities.
fn family(
    problem: &Reduced,
    kernel: &DMatrix<f64>,
    x: &DVector<f64>,
    least: &DMatrix<f64>,
    least_to: &DVector<f64>,
) -> Result<Option<Ends>, Fault> {
    let free = kernel.ncols();
    let mut sum = DMatrix::zeros(1, problem.size());
    problem.members.iter().for_each(|member| sum[member.normal] = 1.0);
    let normals = exact_product(&sum, kernel).row(0).transpose();
    let least_at = least * x + least_to;
    // what rounding has left of 0
    let terms = least.abs() * x.abs() + least_to.abs();
    let h =
        DVector::from_fn(terms.len(), |i, _| if least_at[i].abs() <= SLACK * terms[i] { 0.0 } else { -least_at[i] });
    let g = exact_product(least, kernel);
    let mut programme = Programme { cost: normals, g, h, e: DMatrix::zeros(0, free), right: DVector::from_vec(vec![]) };
    let Minimum::At(first) = minimum(&programme)? else { return Ok(None) };
    let one = x + kernel * &first;
    let largest = problem.m.amax();
    let size = if one.amax() > 0.0 || largest == 0.0 { one.amax() } else { problem.q.amax() / largest };
    // as far as the forces are large, along a direction that no condition is at right angles to
    let rows = programme.h.len();
    let (mut g, mut h) = (DMatrix::zeros(rows + 2 * free, free), DVector::zeros(rows + 2 * free));
    g.rows_mut(0, rows).copy_from(&programme.g);
    h.rows_mut(0, rows).copy_from(&programme.h);
    for k in 0..free {
        (g[(rows + 2 * k, k)], h[rows + 2 * k]) = (1.0, first[k] - size);
        (g[(rows + 2 * k + 1, k)], h[rows + 2 * k + 1]) = (-1.0, -first[k] - size);
    }
    (programme.g, programme.h) = (g, h);
    for sign in [1.0, -1.0] {
        programme.cost = DVector::from_fn(free, |k, _| sign * ((k + 2) as f64).sqrt());
        if let Minimum::At(end) = minimum(&programme)? {
            let other = x + kernel * end;
            if (&other - &one).amax() > APART * size {
                return Ok(Some((one, other)));
            }
        }
    }
    Ok(Some((one.clone(), one)))
}

/// a·b, with 0 where rounding is all that is left of the terms: a programme scales its rows.
fn exact_product(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    let terms = a.abs() * b.abs();
    (a * b).zip_map(&terms, |value, terms| if value.abs() <= SLACK * terms { 0.0 } else { value })
}

/// Forces of these states where balls that slip have friction along `towards`: where a search may start.
pub fn start(problem: &Reduced, choice: &DVector<usize>, towards: &Vector3<f64>) -> DVector<f64> {
    let of = conditions(problem, choice, towards);
    let equal = DMatrix::from_row_slice(of.equal_to.len(), problem.size(), of.equal.as_slice());
    Elimination::new(&equal).solve(&-of.equal_to)
}
