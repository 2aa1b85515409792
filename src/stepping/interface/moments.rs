//! Friction inside a micro-step where it bears moments, follows Coulomb's law or has a polyhedron for its limit: forces
//! and couples as one linear system (docs/numerics.md step 12).

use crate::physics::friction::{self, Acts, Sliding};
use crate::physics::parameters::{BristleLimit, FrictionLaw, FrictionMap};
use crate::physics::{LimitSurface, Parameters, Planar, Vector3, elementary, rolling};
use crate::stepping::interface::exponential::{gone, partway, phi, relaxed_by_halves};
use crate::stepping::interface::linear::{DEFLECTIONS, Linear};
use crate::stepping::interface::local::{COORDINATES, Coordinates, Mechanics, SLIDING, SPINNING};
use crate::stepping::interface::rest::NONLINEAR;
use crate::stepping::interface::tangential::{FrictionStep, Middle, PAST_SLIDING, SlipState};

/// One micro-step of length `h` under the mean normal force `f_n`, with e_r [m] of its middle and the limit surface in
/// local axes.
///
/// As in [`tangential`](super::tangential), s, the slopes of f_C and of the rolling couple and the bound belong to the
/// velocities at the `middle`; with V = (E·v_t, e_r·ω_n), E with e_t and e_o along the local axes, the bristles are s·σ0·z̃ + B·V, the rolling couple is D·ω_t with
/// D = μ_r·R_eff·f_n/reg(|ω_t|). All of them and the velocities, which W, L and G couple however hard, take one
/// [`Linear`] step. Its mean force is cut to the limit surface; then the velocities follow the cut force, the rolling
/// couple with them, and z̃ goes towards it (`limited`) or by its own equation (`paper`).
pub fn step(
    parameters: &Parameters<f64>,
    mechanics: &Mechanics,
    surface: &LimitSurface<f64>,
    start: &SlipState,
    middle: &Middle,
    [rolling_radius, e_r, f_n, h]: [f64; 4],
) -> FrictionStep {
    let f = &parameters.friction;
    let tau_br = f.tau_br();
    let resisted = Resisted::at(parameters, mechanics, surface, (start, middle), [rolling_radius, e_r, f_n]);
    let Resisted { law, free, rolling, size, z, bears, .. } = resisted;
    let [dwelt, s_dw] = relaxed_by_halves(start.s_dw, law.s, h / friction::dwell_time(f, law.s, start.s_dw));
    let l = loads(mechanics, f_n);
    let solved = |system: &Linear| system.step(size, &mechanics.inverse_mass, &l, &start.v, &z, h);

    let mut step = solved(&free);
    let mut system = free;
    let bound = law.bound(parameters, f_n, dwelt);
    let unclamped = law.force(&step.u_mean, &step.z_mean);
    if law.acts != Acts::Nothing && surface.exceeds(&unclamped, bound) {
        // a force far beyond the bound would turn the slip as the bound does not: its direction is that of the motion
        // there is
        let there = law.force(&middle.v, &middle.z);
        let clamped = if surface.exceeds(&there, bound * PAST_SLIDING) { there } else { unclamped };
        let applied = surface.saturate(&clamped, bound);
        system = law.clamped(parameters, &applied, rolling);
        step = solved(&system);
        if law.acts == Acts::Bristles {
            let slip = law.slip(&step.u_mean);
            step.z = match parameters.settings.bristle_limit {
                BristleLimit::Limited => {
                    let share = gone(h / tau_br);
                    [0, 1, 2].map(|k| partway(z[k], part(&applied, k) / f.sigma_0, share))
                }
                BristleLimit::Paper => {
                    let y = free.decay * h;
                    let rate = |k: usize| law.slopes[k] / f.sigma_1 * part(&slip, k) + free.drift[k];
                    [0, 1, 2].map(|k| z[k] * elementary::exp(-y) + h * rate(k) * phi(y)[0])
                }
            };
        }
    }
    if law.acts != Acts::Bristles {
        step.z = z.map(|z| z * elementary::exp(-h / tau_br));
    }
    let mean = system.resistance(&step.u_mean, &step.z_mean);
    // what nothing resists
    for (k, row) in mechanics.inverse_mass.iter().enumerate().take(mechanics.size).skip(size) {
        let pushed: f64 = (0..size).map(|c| row[c] * mean[c]).sum();
        step.u[k] = start.v[k] + h * (l[k] - pushed);
    }
    let decay = elementary::exp(-h / tau_br);
    let z_r = if bears { step.z[2] } else { start.z_r * decay };
    let end = SlipState { v: step.u, z: Vector3::new(step.z[0], step.z[1], start.z[2] * decay), z_r, s_dw };
    FrictionStep { end, mean }
}

/// Acceleration of the coordinates without friction [m/s², rad/s²].
fn loads(mechanics: &Mechanics, f_n: f64) -> Coordinates {
    core::array::from_fn(|k| mechanics.free[k] + mechanics.across[k] * f_n)
}

fn rolling_speed(middle: &Middle) -> Vector3<f64> {
    Vector3::new(middle.v[3], middle.v[4], 0.0)
}

/// What resists a slip, before the limit surface cuts it.
pub struct Resisted {
    law: LinearizedFriction,
    free: Linear,
    /// μ_r·R_eff·f_n/reg(|ω_t|) [N·m·s]
    rolling: f64,
    /// How many coordinates something resists
    size: usize,
    z: [f64; DEFLECTIONS],
    /// Whether the bristles about n bear anything: without a radius they do not, and relax
    bears: bool,
    /// [N]
    f_n: f64,
}

impl Resisted {
    /// With friction of the `middle`, and z of the start.
    pub fn at(
        parameters: &Parameters<f64>,
        mechanics: &Mechanics,
        surface: &LimitSurface<f64>,
        (start, middle): (&SlipState, &Middle),
        [rolling_radius, e_r, f_n]: [f64; 3],
    ) -> Self {
        let bears = e_r > 0.0;
        let middle = &Middle { z: [middle.z[0], middle.z[1], if bears { middle.z[2] } else { 0.0 }], ..*middle };
        let law = LinearizedFriction::at(parameters, surface, middle, e_r, f_n);
        let rolls = parameters.friction.mu_r > 0.0 && mechanics.size > SPINNING;
        let rolling =
            if rolls { f_n * rolling::rolling_slope(parameters, rolling_radius, &rolling_speed(middle)) } else { 0.0 };
        Resisted {
            free: law.system(parameters, rolling),
            rolling,
            size: if rolls { mechanics.size } else { mechanics.size.min(SPINNING) },
            z: [start.z[0], start.z[1], if bears { start.z_r } else { 0.0 }],
            bears,
            f_n,
            law,
        }
    }

    /// −F of the slip `start` [N, N·m].
    pub fn mean(&self, start: &SlipState) -> Coordinates {
        self.free.resistance(&start.v, &self.z)
    }

    /// Whether friction stays what it is at the `start` over `h` [s], under a normal force that differs from f_n by the fraction `varies` at most:
    /// if what moves and what lacks balance there went on, which friction hinders, it would change by no more than [`NONLINEAR`] of the most it
    /// bears, and its pull along n by no more than that of f_n; and the limit surface cuts nothing.
    pub fn lasts(
        &self,
        parameters: &Parameters<f64>,
        mechanics: &Mechanics,
        surface: &LimitSurface<f64>,
        start: &SlipState,
        [rolling_radius, varies, h]: [f64; 3],
    ) -> bool {
        let Resisted { law, free, size, z, f_n, .. } = self;
        let f_n = *f_n;
        let bound = (1.0 - varies) * law.bound(parameters, f_n, start.s_dw);
        if law.acts != Acts::Nothing && surface.exceeds(&law.force(&start.v, z), bound) {
            return false;
        }
        let (mean, l) = (self.mean(start), loads(mechanics, f_n));
        let mut pull = 0.0;
        for (k, row) in mechanics.inverse_mass.iter().enumerate().take(*size) {
            let pushed: f64 = (0..*size).map(|c| row[c] * mean[c]).sum();
            let across = mechanics.across[k].abs();
            let gained = h * ((l[k] - pushed).abs() + varies * across * f_n);
            let mut change = free.damping[k] * gained;
            let most = if k < DEFLECTIONS {
                let rate = free.gain[k] * start.v[k] - free.decay * z[k] + free.drift[k];
                change += free.spring[k] * h * (rate.abs() + free.gain[k] * gained);
                law.arms[k] * bound
            } else {
                f_n * parameters.friction.mu_r * rolling_radius
            };
            // couples depend on f_n, and e_r on x, by themselves
            if k >= SLIDING {
                change += varies * mean[k].abs();
            }
            if change.is_nan() || change > NONLINEAR * most {
                return false;
            }
            pull += across * change;
        }
        pull <= NONLINEAR * mechanics.w * f_n
    }
}

/// v_t or z and what is about n, of a [`Planar`] in local axes.
fn part(planar: &Planar<f64>, k: usize) -> f64 {
    if k < 2 { planar.t[k] } else { planar.r }
}

/// The friction law around one slip: the force is s·σ0·z̃ + B·V + rest.
struct LinearizedFriction {
    s: f64,
    acts: Acts,
    /// Of the forces: e_t and e_o [1], e_r [m]
    arms: [f64; DEFLECTIONS],
    /// s·σ0 [N/m]
    stiffness: f64,
    /// B on E·v_t and on e_r·ω_n [N·s/m]
    slopes: [f64; DEFLECTIONS],
    /// What of f_C is not along V: the polyhedron's [N]
    rest: [f64; DEFLECTIONS],
}

impl LinearizedFriction {
    fn at(parameters: &Parameters<f64>, surface: &LimitSurface<f64>, middle: &Middle, e_r: f64, f_n: f64) -> Self {
        let f = &parameters.friction;
        let drive = |slip| friction::drive(parameters, true, &Sliding { slip, e_r, surface: *surface }, f_n);
        let arms = [surface.e[0], surface.e[1], e_r];
        let slip = slip_of(&middle.v, &arms);
        let friction::Drive { s, f_c, acts } = drive(slip);
        // below this the direction is linear to every digit, and a slip of 0 would give 0/0
        let width = match parameters.settings.friction_law {
            FrictionLaw::Coulomb => f.v_small,
            FrictionLaw::Dwell | FrictionLaw::None => f.direction_width(),
        };
        let least = LINEAR * width;
        let along = Planar { t: Vector3::new(least, 0.0, 0.0), r: 0.0 };
        let about = Planar { t: Vector3::zeros(), r: least };
        let lifted =
            |slip: Planar<f64>, least: Planar<f64>| if slip.dot(&slip) < least.dot(&least) { least } else { slip };
        let seen = match surface.map {
            FrictionMap::Mixed => lifted(slip.translation(), along) + lifted(slip.rotation(), about),
            FrictionMap::Ellipsoid | FrictionMap::Polyhedron | FrictionMap::Planes => lifted(slip, along),
        };
        let f_c = if seen == slip { f_c } else { drive(seen).f_c };
        let slope = |force: Planar<f64>, slip: Planar<f64>| force.dot(&slip) / slip.dot(&slip);
        let [along, about] = match surface.map {
            FrictionMap::Mixed => [slope(f_c, seen.translation()), slope(f_c, seen.rotation())],
            FrictionMap::Ellipsoid | FrictionMap::Polyhedron | FrictionMap::Planes => [slope(f_c, seen); 2],
        };
        let rest = match surface.map {
            FrictionMap::Polyhedron | FrictionMap::Planes if seen == slip => f_c - slip * along,
            FrictionMap::Polyhedron | FrictionMap::Planes | FrictionMap::Ellipsoid | FrictionMap::Mixed => {
                Planar::zero()
            }
        };
        let (stiffness, damping, fraction) = match acts {
            Acts::Bristles => (s * f.sigma_0, s * f.sigma_1, 1.0 - s),
            Acts::Coulomb => (0.0, 0.0, 1.0),
            Acts::Nothing => (0.0, 0.0, 0.0),
        };
        LinearizedFriction {
            s,
            acts,
            arms,
            stiffness,
            slopes: [along, along, about].map(|slope| damping + fraction * slope),
            rest: [0, 1, 2].map(|k| fraction * part(&rest, k)),
        }
    }

    fn slip(&self, v: &Coordinates) -> Planar<f64> {
        slip_of(v, &self.arms)
    }

    /// −(E⁻¹·f_t, c_r/e_r) without the viscous part [N].
    fn force(&self, v: &Coordinates, z: &[f64; DEFLECTIONS]) -> Planar<f64> {
        let slip = self.slip(v);
        let [x, y, r] = [0, 1, 2].map(|k| self.stiffness * z[k] + self.slopes[k] * part(&slip, k) + self.rest[k]);
        Planar { t: Vector3::new(x, y, 0.0), r }
    }

    /// Of the force [N]; s_dw is what [`friction::friction_bound`] wants of it.
    fn bound(&self, parameters: &Parameters<f64>, f_n: f64, s_dw: f64) -> f64 {
        let f = &parameters.friction;
        match self.acts {
            Acts::Bristles => friction::friction_bound(f, f_n, s_dw),
            Acts::Coulomb => f.mu_C * f_n,
            Acts::Nothing => 0.0,
        }
    }

    fn viscosity(&self, parameters: &Parameters<f64>) -> f64 {
        if self.acts == Acts::Bristles { parameters.friction.sigma_2 } else { 0.0 }
    }

    /// Bristles or Coulomb force, and the rolling couple by the rolling speed `rolling` [N·m·s].
    fn system(&self, parameters: &Parameters<f64>, rolling: f64) -> Linear {
        let f = &parameters.friction;
        let mut system = Linear { damping: [rolling; COORDINATES], ..Linear::default() };
        let viscosity = self.viscosity(parameters);
        let has_bristles = self.acts == Acts::Bristles;
        for (k, arm) in self.arms.into_iter().enumerate() {
            system.damping[k] = arm * arm * (self.slopes[k] + viscosity);
            system.push[k] = arm * self.rest[k];
            system.spring[k] = arm * self.stiffness;
            if has_bristles {
                (system.gain[k], system.drift[k]) = (arm * self.slopes[k] / f.sigma_1, self.rest[k] / f.sigma_1);
            }
        }
        system.decay = (1.0 - self.s) / f.tau_br();
        system
    }

    /// The same with the force that the limit surface leaves.
    fn clamped(&self, parameters: &Parameters<f64>, applied: &Planar<f64>, rolling: f64) -> Linear {
        let mut system = Linear { damping: [rolling; COORDINATES], ..Linear::default() };
        let viscosity = self.viscosity(parameters);
        for (k, arm) in self.arms.into_iter().enumerate() {
            system.damping[k] = arm * arm * viscosity;
            system.push[k] = arm * part(applied, k);
        }
        system
    }
}

/// V = (E·v_t, e_r·ω_n) in local axes.
fn slip_of(v: &Coordinates, [e_t, e_o, e_r]: &[f64; DEFLECTIONS]) -> Planar<f64> {
    Planar { t: Vector3::new(e_t * v[0], e_o * v[1], 0.0), r: e_r * v[2] }
}

/// Fraction of the width of the smoothing below which its direction is linear: what is left is a fraction of 3e-12 there.
const LINEAR: f64 = 1e-6;
