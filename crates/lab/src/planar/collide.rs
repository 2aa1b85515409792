//! Impacts and jams.

use asperity::rigid::{Friction, Hypothesis, InverseMass, Velocity, impact};
use nalgebra::{DMatrix, DVector};

use super::bodies::Law;
use super::decide::NO_SLIP;
use super::dynamics::stacked;
use super::guided::{guided, way};
use super::modes::World;
use super::simultaneous::{Several, simultaneous};

/// Normal speed that counts as none [m/s].
pub const NO_SPEED: f64 = 1e-9;
/// Fraction of the largest element of W below which two contacts do not feel each other.
const COUPLED: f64 = 1e-12;

/// What an impact does.
pub struct Collision {
    /// q̇ after it.
    pub velocity: DVector<f64>,
    /// Pairs with their impulses, n and t [N·s].
    pub impulses: Vec<(usize, [f64; 2])>,
    /// What there is to say about it.
    pub note: String,
}

/// W and u of contacts, rows n, t one contact after the other, and what turns impulses into velocities.
struct Struck {
    w: DMatrix<f64>,
    u: DVector<f64>,
    lever: DMatrix<f64>,
}

impl World<'_> {
    fn struck(&self, (q, v): (&DVector<f64>, &DVector<f64>), contacts: &[usize]) -> Struck {
        let touches = self.touches(q, v);
        let rows: Vec<DVector<f64>> = contacts.iter().flat_map(|k| self.rows(*k, &touches[*k])).collect();
        let j = stacked(&rows, self.system.size());
        let lever = self.system.port(q, v).inverse * j.transpose();
        Struck { w: &j * &lever, u: j * v, lever }
    }

    /// Impact of all contacts that approach, with those that feel it: one by the hypothesis, several by Poisson's in two
    /// problems. What approaches slower than `slow` [m/s] does not rebound.
    ///
    /// Errors: an impact that is refused or not solved, in words.
    pub fn collide(
        &self,
        state: (&DVector<f64>, &DVector<f64>),
        touching: &[usize],
        hypothesis: Hypothesis,
        slow: f64,
    ) -> Result<Collision, String> {
        let Struck { w, u, lever } = self.struck(state, touching);
        let mut collision = Collision { velocity: state.1.clone(), impulses: Vec::new(), note: String::new() };
        for group in groups(&w) {
            if group.iter().all(|k| u[2 * k] >= -NO_SPEED) {
                continue;
            }
            let is_slow = group.iter().all(|k| u[2 * k] >= -slow);
            let law = |k: &usize| {
                let law = self.pairs[touching[*k]].law;
                if is_slow { Law { e: 0.0, ..law } } else { law }
            };
            let laws: Vec<Law> = group.iter().map(law).collect();
            let rows: Vec<usize> = group.iter().flat_map(|k| [2 * k, 2 * k + 1]).collect();
            let part = w.select_rows(&rows).select_columns(&rows);
            let before = DVector::from_iterator(rows.len(), rows.iter().map(|row| u[*row]));
            let of_one = [part[(0, 0)], 0.5 * (part[(0, 1)] + part[(1, 0)]), part[(1, 1)]];
            let is_one = group.len() == 1;
            let impulse = if let Some(r) = way(of_one).filter(|_| is_one) {
                DVector::from_row_slice(&guided(of_one[0], r, before[0], laws[0], hypothesis))
            } else if is_one {
                by_routh(&part, before[0], before[1], laws[0], hypothesis)?
            } else {
                let Several { impulse, restored } = simultaneous(&part, &before, &laws)?;
                collision.note = format!("{} contacts at once, Poisson in two problems", group.len());
                if restored < 1.0 {
                    collision.note += &format!("; restitution cut to {restored:.4}, or it would gain energy");
                }
                impulse
            };
            for (place, k) in group.iter().enumerate() {
                let p = [impulse[2 * place], impulse[2 * place + 1]];
                collision.velocity += lever.column(2 * k) * p[0] + lever.column(2 * k + 1) * p[1];
                collision.impulses.push((touching[*k], p));
            }
        }
        Ok(collision)
    }

    /// There are no accelerations: the principle of constraints lets impulses act at a contact whose sliding draws the
    /// bodies together. None: there is no such contact.
    pub fn jam(
        &self,
        state: (&DVector<f64>, &DVector<f64>),
        closed: &[usize],
        hypothesis: Hypothesis,
    ) -> Result<Option<Collision>, String> {
        for k in closed {
            let Struck { w, u, lever } = self.struck(state, &[*k]);
            let law = self.pairs[*k].law;
            if u[1].abs() <= NO_SLIP || w[(0, 0)] - law.mu_k * u[1].signum() * w[(0, 1)] >= 0.0 {
                continue;
            }
            let p = by_routh(&w, 0.0, u[1], law, hypothesis)?;
            let velocity = state.1 + lever * &p;
            return Ok(Some(Collision { velocity, impulses: vec![(*k, [p[0], p[1]])], note: String::new() }));
        }
        Ok(None)
    }
}

/// One contact: impulse n, t.
fn by_routh(
    w: &DMatrix<f64>,
    normal: f64,
    slip: f64,
    law: Law,
    hypothesis: Hypothesis,
) -> Result<DVector<f64>, String> {
    let w = InverseMass { tt: w[(1, 1)], tn: 0.5 * (w[(0, 1)] + w[(1, 0)]), nn: w[(0, 0)] };
    let friction = Friction { mu_s: law.mu_s, mu_k: law.mu_k };
    let outcome = impact(&w, Velocity { slip, normal }, friction, hypothesis, law.e)
        .map_err(|fault| format!("the impact is refused: {fault}"))?;
    let impulse = outcome.impulse();
    Ok(DVector::from_vec(vec![impulse.normal, impulse.tangential]))
}

/// Contacts that feel each other's impulses.
fn groups(w: &DMatrix<f64>) -> Vec<Vec<usize>> {
    let count = w.nrows() / 2;
    let largest = w.amax();
    let felt = |i: usize, j: usize| w.view((2 * i, 2 * j), (2, 2)).amax() > COUPLED * largest;
    let mut group: Vec<usize> = (0..count).collect();
    for i in 0..count {
        for j in 0..i {
            let (one, other) = (group[i], group[j]);
            if one != other && felt(i, j) {
                group.iter_mut().filter(|of| **of == one).for_each(|of| *of = other);
            }
        }
    }
    let members = |g: usize| (0..count).filter(|k| group[*k] == g).collect::<Vec<_>>();
    (0..count).map(members).filter(|members| !members.is_empty()).collect()
}
