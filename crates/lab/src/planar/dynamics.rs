//! Equations of motion without contacts, joints eliminated: q̈ = free + M̂⁻¹·Jᵀ·λ.

use core::f64::consts::TAU;

use nalgebra::{DMatrix, DVector, Vector2};

use super::bodies::{Anchor, JointKind, Owner, System};
use super::linear::{Elimination, length, unit};
use super::pairs::{Frame, OnLine, Row, on_line, row};

/// What a system answers to forces at contacts.
pub struct Port {
    /// Accelerations without contacts [m/s², rad/s²].
    pub free: DVector<f64>,
    /// M̂⁻¹ = M⁻¹ − M⁻¹·Gᵀ·(G·M⁻¹·Gᵀ)⁺·G·M⁻¹, G the rows of the joints.
    pub inverse: DMatrix<f64>,
}

/// A row of a joint.
struct Bilateral {
    bodies: [Option<usize>; 2],
    row: Row,
    /// J̇·q̇.
    bias: f64,
    /// What should be 0 [m, rad].
    off: f64,
}

/// A row over all velocities; what stands still has no columns.
pub fn spread(row: &Row, owners: [Owner; 2], size: usize) -> DVector<f64> {
    let mut whole = DVector::zeros(size);
    for (part, owner) in row.iter().zip(owners) {
        if 3 * owner < size {
            for k in 0..3 {
                whole[3 * owner + k] += part[k];
            }
        }
    }
    whole
}

/// Rows one below the other.
pub fn stacked(rows: &[DVector<f64>], size: usize) -> DMatrix<f64> {
    DMatrix::from_fn(rows.len(), size, |i, j| rows[i][j])
}

/// Where an anchor is seen from its body, and that body's frame.
fn placed(end: &Anchor, q: &DVector<f64>, v: &DVector<f64>) -> (Frame, Vector2<f64>) {
    (Frame::of(end.body.unwrap_or(usize::MAX / 4), q, v), end.at)
}

impl System {
    /// Number of coordinates.
    pub fn size(&self) -> usize {
        3 * self.bodies.len()
    }

    /// Coordinates and velocities at the start.
    pub fn start(&self) -> (DVector<f64>, DVector<f64>) {
        let of = |part: fn(&super::Body) -> nalgebra::Vector3<f64>| {
            DVector::from_iterator(self.size(), self.bodies.iter().flat_map(|body| part(body).data.0[0]))
        };
        (of(|body| body.place), of(|body| body.velocity))
    }

    /// The diagonal of M.
    pub fn mass(&self) -> DVector<f64> {
        DVector::from_iterator(self.size(), self.bodies.iter().flat_map(|body| [body.mass, body.mass, body.inertia]))
    }

    /// f: gravity, springs, loads.
    fn forces(&self, q: &DVector<f64>) -> DVector<f64> {
        let mut f = DVector::zeros(self.size());
        for (k, body) in self.bodies.iter().enumerate() {
            f[3 * k] += body.mass * self.gravity.x;
            f[3 * k + 1] += body.mass * self.gravity.y;
        }
        for load in &self.loads {
            f[3 * load.body] += load.force.x;
            f[3 * load.body + 1] += load.force.y;
            f[3 * load.body + 2] += load.moment;
        }
        let still = DVector::zeros(self.size());
        for spring in &self.springs {
            let [a, b] = spring.ends.map(|end| placed(&end, q, &still));
            let arms = [a.0.arm(&a.1), b.0.arm(&b.1)];
            let between = a.0.centre() + arms[0] - b.0.centre() - arms[1];
            let long = length(&between);
            // without length a spring that should have some has no direction
            if long > 0.0 {
                let pull = between * (-spring.stiffness * (long - spring.length) / long);
                for (end, (arm, pull)) in spring.ends.iter().zip(arms.into_iter().zip([pull, -pull])) {
                    if let Some(body) = end.body {
                        f[3 * body] += pull.x;
                        f[3 * body + 1] += pull.y;
                        f[3 * body + 2] += arm.perp(&pull);
                    }
                }
            }
        }
        f
    }

    /// T [J].
    pub fn kinetic(&self, v: &DVector<f64>) -> f64 {
        0.5 * v.component_mul(v).dot(&self.mass())
    }

    /// V [J], of loads too; 0 is arbitrary.
    pub fn potential(&self, q: &DVector<f64>) -> f64 {
        let still = DVector::zeros(self.size());
        let place = |body: usize| Vector2::new(q[3 * body], q[3 * body + 1]);
        let weights: f64 =
            self.bodies.iter().enumerate().map(|(k, body)| -body.mass * self.gravity.dot(&place(k))).sum();
        let loads: f64 =
            self.loads.iter().map(|load| -load.force.dot(&place(load.body)) - load.moment * q[3 * load.body + 2]).sum();
        let stretched = |spring: &super::Spring| {
            let [a, b] = spring.ends.map(|end| placed(&end, q, &still)).map(|(of, at)| of.centre() + of.arm(&at));
            let stretch = length(&(a - b)) - spring.length;
            0.5 * spring.stiffness * stretch * stretch
        };
        weights + loads + self.springs.iter().map(stretched).sum::<f64>()
    }

    fn bilateral(&self, q: &DVector<f64>, v: &DVector<f64>) -> Vec<Bilateral> {
        let mut rows = Vec::new();
        for joint in &self.joints {
            let bodies = joint.ends.map(|end| end.body);
            let [(i, at), (j, other)] = joint.ends.map(|end| placed(&end, q, v));
            let arms = [i.arm(&at), j.arm(&other)];
            match joint.kind {
                JointKind::Pin => {
                    let between = i.centre() + arms[0] - j.centre() - arms[1];
                    let kappa = i.centripetal(&arms[0]) - j.centripetal(&arms[1]);
                    for d in [Vector2::x(), Vector2::y()] {
                        rows.push(Bilateral { bodies, row: row(&d, arms), bias: d.dot(&kappa), off: d.dot(&between) });
                    }
                }
                JointKind::Slider { direction, turns } => {
                    let d = unit(&direction);
                    let OnLine { distance, arms, axes: [n, _], bias: [bias, _], .. } =
                        on_line([i, j], &at, &other, &Vector2::new(d.y, -d.x));
                    rows.push(Bilateral { bodies, row: row(&n, arms), bias, off: distance });
                    if !turns {
                        let start = bodies.map(|body| body.map_or(0.0, |body| self.bodies[body].place.z));
                        // a body of the importer is known up to full turns
                        let off = libm::remainder(i.angle() - j.angle() - (start[0] - start[1]), TAU);
                        let row = [nalgebra::Vector3::z(), -nalgebra::Vector3::z()];
                        rows.push(Bilateral { bodies, row, bias: 0.0, off });
                    }
                }
            }
        }
        rows
    }

    /// Rows of the joints, with what should be 0 [m, rad].
    pub fn joint_rows(&self, q: &DVector<f64>, v: &DVector<f64>) -> Vec<(DVector<f64>, f64)> {
        let of = |rows: Bilateral| (spread(&rows.row, rows.owners(), self.size()), rows.off);
        self.bilateral(q, v).into_iter().map(of).collect()
    }

    /// What it answers to forces at contacts.
    pub fn port(&self, q: &DVector<f64>, v: &DVector<f64>) -> Port {
        let size = self.size();
        let lightness = self.mass().map(|mass| 1.0 / mass);
        let mut inverse = DMatrix::from_diagonal(&lightness);
        let mut free = self.forces(q).component_mul(&lightness);
        let joints = self.bilateral(q, v);
        if !joints.is_empty() {
            let rows: Vec<DVector<f64>> = joints.iter().map(|joint| spread(&joint.row, joint.owners(), size)).collect();
            let g = stacked(&rows, size);
            let lever = &inverse * g.transpose();
            let held = Elimination::new(&(&g * &lever));
            let bias = DVector::from_iterator(joints.len(), joints.iter().map(|joint| joint.bias));
            free -= &lever * held.solve(&(&g * &free + bias));
            for k in 0..size {
                let column = &lever * held.solve(&lever.row(k).transpose());
                inverse.column_mut(k).axpy(-1.0, &column, 1.0);
            }
        }
        Port { free, inverse }
    }
}

impl Bilateral {
    /// The world counts as one that has no columns.
    fn owners(&self) -> [Owner; 2] {
        self.bodies.map(|body| body.unwrap_or(usize::MAX / 4))
    }
}
