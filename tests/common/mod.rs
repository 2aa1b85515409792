//! What several of the white-box tests share: parameter sets of the paper, scenes, and integrators of their own.

// every test program is a crate of its own and uses only a part
#![allow(dead_code, unused_imports)]

pub mod extrapolated;
mod pairs;
pub mod random;

pub use pairs::*;

use asperity::meet::{self, Geometry};
use asperity::physics::parameters::{Friction, FrictionMap, NormalForm, NormalLaw, Planes};
use asperity::physics::{
    ContactFault, ContactFrame, Inputs, Latch, Parameters, Quaternion, Response, State, Vector3, normal, respond,
};
use asperity::stepping::{self, ContactState, Coupling, InputRates, KinematicStep, Motion};
use asperity::unit::parameters::ContactParameters;
use std::ops::{Deref, DerefMut};

pub type V3 = Vector3<f64>;

pub fn vector(x: f64, y: f64, z: f64) -> V3 {
    Vector3::new(x, y, z)
}

/// μ_S, μ_C, σ0, σ1, σ2, v_S, τ_dw as the tables of [G04] print them; v_ε = v_S/100 as the text below eq. (26) says.
fn friction_of([mu_s, mu_c, sigma_0, sigma_1, sigma_2, v_s, tau_dw]: [f64; 7]) -> Friction<f64> {
    Friction {
        mu_S: mu_s,
        mu_C: mu_c,
        sigma_0,
        sigma_1,
        sigma_2,
        v_S: v_s,
        v_eps: 0.0,
        tau_dw,
        v_small: 0.01,
        mu_r: 0.0,
        w_small: 0.01,
        e_t: 1.0,
        e_o: 1.0,
        e_r: 0.0,
    }
}

/// [G04 Table I], Bowden and Leben.
pub fn table_i() -> Friction<f64> {
    friction_of([0.15, 0.1, 1e5, 1e5f64.sqrt(), 0.1, 0.001, 2.0])
}

/// [G04 Table II], bouncing ball.
pub fn table_ii() -> Friction<f64> {
    friction_of([0.45, 0.4, 1e5, 1e4, 0.0, 0.1, 0.01])
}

/// [G04 Table III], double pendulum.
pub fn table_iii() -> Friction<f64> {
    friction_of([0.15, 0.12, 1e5, 1e5f64.sqrt(), 0.0, 0.1, 0.75])
}

/// Laws and geometry of a contact; used like its laws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    pub laws: Parameters<f64>,
    pub geometry: Geometry<f64>,
}

impl Deref for Setup {
    type Target = Parameters<f64>;

    fn deref(&self) -> &Parameters<f64> {
        &self.laws
    }
}

impl DerefMut for Setup {
    fn deref_mut(&mut self) -> &mut Parameters<f64> {
        &mut self.laws
    }
}

impl Setup {
    pub fn validate(&self) -> Result<(), ContactFault> {
        self.geometry.validate()?;
        self.laws.validate(self.geometry.effective_radius())
    }

    pub fn motion<'a>(&'a self, inputs: &'a Inputs<f64>, rates: &'a InputRates) -> Motion<'a> {
        Motion::new(&self.laws, &self.geometry, inputs, rates)
    }

    /// One step of the kinematic coupling.
    pub fn advance(
        &self,
        inputs: &Inputs<f64>,
        rates: &InputRates,
        state: &ContactState,
        h: f64,
    ) -> Result<KinematicStep, ContactFault> {
        stepping::advance(&self.laws, &self.geometry, inputs, rates, state, h)
    }
}

/// The contact frame of a setup.
pub fn contact_frame(
    setup: &Setup,
    inputs: &Inputs<f64>,
    normal_rate: Option<V3>,
) -> Result<ContactFrame<f64>, ContactFault> {
    meet::contact_frame(&setup.laws, &setup.geometry, inputs, normal_rate)
}

/// Start values of the variable table.
pub fn parameters() -> Setup {
    let ContactParameters { laws, geometry, .. } = asperity::unit::named::start_values();
    Setup { laws, geometry }
}

/// The same of the coupling.
pub fn coupling() -> Coupling<f64> {
    asperity::unit::named::start_values().coupling
}

/// The same for a normal law, with the exponent that its form asks for.
pub fn with_normal_law(law: NormalLaw) -> Setup {
    let mut parameters = parameters();
    parameters.settings.normal_law = law;
    match law.form() {
        NormalForm::PowerLaw => {}
        NormalForm::SpringAndDamper => (parameters.compliance.k, parameters.compliance.p) = (3e4, 1.0),
    }
    parameters
}

/// Inputs of an external contact: x, v_r, everything else at its start value.
pub fn external(penetration: f64, relative_velocity: V3) -> Inputs<f64> {
    Inputs { penetration, relative_velocity, ..Inputs::default() }
}

/// x at which k·x^p = `f_n` [m].
pub fn penetration_for(parameters: &Setup, f_n: f64) -> f64 {
    (f_n / parameters.compliance.k).powf(1.0 / parameters.compliance.p)
}

/// Contact since an impact at `v_i` [m/s].
pub fn touching(parameters: &Setup, v_i: f64) -> Latch<f64> {
    Latch { contact: true, v_i, a: 0.0 }.refreshed(parameters)
}

/// One evaluation with the latch as it is.
pub fn evaluate(
    parameters: &Setup,
    inputs: &Inputs<f64>,
    latch: &Latch<f64>,
    state: &State<f64>,
) -> Result<Response<f64>, ContactFault> {
    let frame = contact_frame(parameters, inputs, None)?;
    Ok(respond(parameters, inputs, &frame, latch, state))
}

pub fn with_bristles(z: V3, s_dw: f64) -> State<f64> {
    State { z, s_dw, ..State::default() }
}

/// One step of the classical fourth-order Runge–Kutta method.
pub fn rk4<const N: usize>(t: f64, y: &[f64; N], h: f64, rate: impl Fn(f64, &[f64; N]) -> [f64; N]) -> [f64; N] {
    let moved = |k: &[f64; N], part: f64| core::array::from_fn(|n| y[n] + part * h * k[n]);
    let k1 = rate(t, y);
    let k2 = rate(t + 0.5 * h, &moved(&k1, 0.5));
    let k3 = rate(t + 0.5 * h, &moved(&k2, 0.5));
    let k4 = rate(t + h, &moved(&k3, 1.0));
    core::array::from_fn(|n| y[n] + h / 6.0 * (k1[n] + 2.0 * (k2[n] + k3[n]) + k4[n]))
}

/// Rotation by `angle` [rad] about `axis`, as a unit quaternion; by its definition, not by the code under test.
pub fn rotation(axis: V3, angle: f64) -> Quaternion<f64> {
    let u = axis.normalize() * (0.5 * angle).sin();
    Quaternion::new((0.5 * angle).cos(), u.x, u.y, u.z)
}

/// The rotation matrix of a unit quaternion, for turning vectors independently of the code under test.
pub fn matrix(q: &Quaternion<f64>) -> nalgebra::Matrix3<f64> {
    let unit = nalgebra::UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(q[0], q[1], q[2], q[3]));
    unit.to_rotation_matrix().into_inner()
}

/// Hamilton product a·b by nalgebra.
pub fn composed(a: &Quaternion<f64>, b: &Quaternion<f64>) -> Quaternion<f64> {
    let of = |q: &Quaternion<f64>| nalgebra::Quaternion::new(q[0], q[1], q[2], q[3]);
    let q = of(a) * of(b);
    Quaternion::new(q.w, q.i, q.j, q.k)
}

/// |a − b| ≤ tolerance·scale, with the numbers in the message.
#[track_caller]
pub fn assert_close(what: &str, a: f64, b: f64, tolerance: f64, scale: f64) {
    assert!((a - b).abs() <= tolerance * scale, "{what}: {a:e} against {b:e}, off by {:e}", (a - b).abs() / scale);
}

/// Relative difference within `tolerance`.
#[track_caller]
pub fn assert_relative(what: &str, a: f64, b: f64, tolerance: f64) {
    assert_close(what, a, b, tolerance, b.abs());
}

/// |a − b| ≤ tolerance·scale for vectors.
#[track_caller]
pub fn assert_vectors(what: &str, a: &V3, b: &V3, tolerance: f64, scale: f64) {
    assert!((a - b).norm() <= tolerance * scale, "{what}: {a} against {b}, off by {:e}", (a - b).norm() / scale);
}

/// x that gives f_n at ẋ = 0, slip v_t along x.
pub fn slipping(parameters: &Setup, f_n: f64, slip: f64) -> Inputs<f64> {
    external(penetration_for(parameters, f_n), vector(slip, 0.0, 0.0))
}

/// An impact without gravity by RK4 over the normal force of the crate.
pub struct Impact {
    /// Greatest penetration [m]
    pub deepest: f64,
    /// Until the bodies part [s]
    pub duration: f64,
    /// Speed then [m/s]
    pub rebound: f64,
}

/// Until x = 0, with a step of `h` [s].
pub fn impact(parameters: &Setup, mass: f64, v_i: f64, h: f64) -> Impact {
    let force = |y: &[f64; 2]| {
        let inputs = external(y[0], vector(0.0, 0.0, -y[1]));
        let frame = contact_frame(parameters, &inputs, None).unwrap();
        normal::normal_force(parameters, frame.effective_radius, &frame.approach(), &touching(parameters, v_i)).force
    };
    let rate = |_: f64, y: &[f64; 2]| [y[1], -force(y) / mass];
    let (mut t, mut y, mut deepest) = (0.0, [0.0, v_i], 0.0);
    loop {
        let next = rk4(t, &y, h, rate);
        if y[1] > 0.0 && next[1] <= 0.0 {
            // to ẋ = 0 by Newton's method on the step length
            let mut part = 0.5 * h;
            for _ in 0..20 {
                let at = rk4(t, &y, part, rate);
                part -= at[1] / rate(t, &at)[1];
            }
            deepest = rk4(t, &y, part, rate)[0];
        }
        if next[0] <= 0.0 {
            let mut part = 0.5 * h;
            for _ in 0..50 {
                let at = rk4(t, &y, part, rate);
                part -= at[0] / at[1];
            }
            return Impact { deepest, duration: t + part, rebound: -rk4(t, &y, part, rate)[1] };
        }
        (t, y) = (t + h, next);
    }
}

/// Every set of friction forces and moments that is symmetric.
pub const MAPS: [FrictionMap; 3] = [FrictionMap::Ellipsoid, FrictionMap::Polyhedron, FrictionMap::Mixed];
/// With that of given planes.
pub const ALL_MAPS: [FrictionMap; FrictionMap::ALL.len()] = *FrictionMap::ALL.first_chunk().unwrap();

/// Planes without symmetry, corner by corner another number of them, some beyond and some within the ball.
pub fn some_planes() -> Planes {
    let mut planes = Planes::default();
    for (row, plane) in planes.rows.iter_mut().zip([
        [1.1, 0.2, 0.1],
        [-1.8, 0.3, -0.2],
        [0.2, 0.9, 0.3],
        [-0.1, -1.3, 0.4],
        [0.3, 0.1, 1.2],
        [0.2, -0.3, -0.8],
        [0.8, 0.8, 0.6],
        [-0.7, -0.9, 0.5],
    ]) {
        *row = plane;
    }
    planes
}

/// Widest corner of the polyhedron with `sides` sides around its ball.
pub fn widest(sides: u32) -> f64 {
    (core::f64::consts::PI / f64::from(sides)).cos().recip().hypot(2f64.sqrt() - 1.0)
}

/// How far a force reaches in the set of the parameters, 1 on its surface of size 1; axes x, y and n = z.
pub fn gauge(parameters: &Setup, force: &V3) -> f64 {
    let sides = parameters.settings.sides;
    match parameters.settings.friction_map {
        FrictionMap::Ellipsoid => force.norm(),
        FrictionMap::Mixed => force.xy().norm().max(force.z.abs()),
        FrictionMap::Polyhedron => {
            let around = (0..sides).map(|k| {
                let angle = core::f64::consts::TAU * f64::from(k) / f64::from(sides);
                force.x * angle.cos() + force.y * angle.sin()
            });
            let around = around.fold(f64::NEG_INFINITY, f64::max);
            around.max((around + force.z.abs()) / 2f64.sqrt()).max(force.z.abs())
        }
        FrictionMap::Planes => {
            let rows = parameters.settings.planes.rows.iter();
            rows.map(|row| V3::from(*row).dot(force)).fold(0.0, f64::max)
        }
    }
}

/// Numbers evenly in −1…1, always the same ones (xorshift).
pub fn noise() -> impl FnMut() -> f64 {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}
