//! The interface coupling with rolling and spinning friction as a host of the unit sees it: two free spheres.

use asperity::fmi::bytes::{Reader, Writer};
use asperity::fmi::description::Kind;
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::{Id, TABLE};

pub type V3 = nalgebra::Vector3<f64>;

const SPHERE_SPHERE: i32 = 3;
const COULOMB: i32 = 3;
const POLYHEDRON: i32 = 2;
const CONTACT_RADIUS: i32 = 2;
/// Radii [m] and masses [kg] of solid spheres.
pub const RADII: [f64; 2] = [0.1, 0.25];
const MASSES: [f64; 2] = [2.0, 5.0];

fn inertia(body: usize) -> f64 {
    0.4 * MASSES[body] * RADII[body] * RADII[body]
}

pub fn set(unit: &mut Contact, id: Id, values: &[f64]) {
    values.iter().enumerate().for_each(|(k, value)| unit.set_real(id, k, *value));
}

pub fn vector(unit: &mut Contact, id: Id) -> V3 {
    V3::from_fn(|k, _| unit.real(id, k).unwrap())
}

/// Both spheres and the unit, in turns.
#[derive(Clone)]
pub struct Pair {
    unit: Contact,
    parallel: bool,
    t: f64,
    pub position: [V3; 2],
    pub velocity: [V3; 2],
    pub spin: [V3; 2],
    /// Force and torque on i, then on j
    given: [V3; 4],
}

impl Pair {
    /// They meet after a third of a step of 1 ms; `told`: masses that the unit is told as a share of the true ones.
    pub fn thrown(parallel: bool, told: f64, settings: &[(Id, i32)]) -> Self {
        let mut unit = Contact::new(Interface::CoSimulation);
        unit.set_integer(Id::GeometryPair, SPHERE_SPHERE);
        unit.set_integer(Id::CouplingMode, 2);
        unit.set_integer(Id::CouplingOrder, 1 + i32::from(parallel));
        settings.iter().for_each(|(id, value)| unit.set_integer(*id, *value));
        set(&mut unit, Id::GeometryRadiusI, &[RADII[0]]);
        set(&mut unit, Id::GeometryRadiusJ, &[RADII[1]]);
        set(&mut unit, Id::ComplianceK, &[1e8]);
        set(&mut unit, Id::FrictionER, &[0.02]);
        set(&mut unit, Id::FrictionMuR, &[0.05]);
        set(&mut unit, Id::ZR, &[1e-5]);
        set(&mut unit, Id::OrientationI, &[0.5, -0.5, 0.5, 0.5]);
        let n = V3::new(0.48, 0.6, 0.64);
        let mut pair = Pair {
            unit,
            parallel,
            t: 0.0,
            position: [n * (RADII[0] + RADII[1] + 1e-3 / 3.0), V3::zeros()],
            velocity: [-n + V3::new(0.6, -0.2, 0.0), V3::zeros()],
            spin: [V3::new(10.0, -5.0, 20.0), V3::new(0.0, 3.0, -8.0)],
            given: [V3::zeros(); 4],
        };
        pair.tell_masses(told);
        pair.wire();
        pair.unit.exit_initialization(&mut |_| ()).unwrap();
        pair
    }

    pub fn tell_masses(&mut self, told: f64) {
        for (body, [mass, tensor]) in
            [[Id::CouplingMassI, Id::CouplingInertiaI], [Id::CouplingMassJ, Id::CouplingInertiaJ]]
                .into_iter()
                .enumerate()
        {
            set(&mut self.unit, mass, &[MASSES[body] * told]);
            let i = inertia(body) * told;
            set(&mut self.unit, tensor, &[i, i, i, 0.0, 0.0, 0.0]);
        }
    }

    pub fn wire(&mut self) {
        let bodies = [
            [Id::PositionI, Id::VelocityI, Id::AngularVelocityI],
            [Id::PositionJ, Id::VelocityJ, Id::AngularVelocityJ],
        ];
        for (body, [position, velocity, spin]) in bodies.into_iter().enumerate() {
            set(&mut self.unit, position, self.position[body].as_slice());
            set(&mut self.unit, velocity, self.velocity[body].as_slice());
            set(&mut self.unit, spin, self.spin[body].as_slice());
        }
    }

    pub fn step(&mut self, h: f64) {
        self.unit.do_step(self.t, h, &mut |_| ()).unwrap();
        let new = [Id::ForceI, Id::TorqueI, Id::ForceJ, Id::TorqueJ].map(|id| vector(&mut self.unit, id));
        let given = if self.parallel { self.given } else { new };
        self.given = new;
        for body in 0..2 {
            let [force, torque] = [given[2 * body], given[2 * body + 1]];
            let before = self.velocity[body];
            self.velocity[body] += force * (h / MASSES[body]);
            self.spin[body] += torque * (h / inertia(body));
            self.position[body] += (before + self.velocity[body]) * (0.5 * h);
        }
        self.t += h;
        self.wire();
    }

    pub fn energy(&self) -> f64 {
        let of = |body: usize| {
            0.5 * MASSES[body] * self.velocity[body].norm_squared()
                + 0.5 * inertia(body) * self.spin[body].norm_squared()
        };
        of(0) + of(1)
    }

    /// Everything that can be read, as bits.
    fn bits(&mut self) -> Vec<u64> {
        let mut bits = vec![];
        for row in TABLE {
            for k in 0..row.len() {
                bits.push(match row.kind {
                    Kind::Real => self.unit.real(row.id, k).unwrap().to_bits(),
                    _ => self.unit.integer(row.id).unwrap() as u64,
                });
            }
        }
        bits
    }
}

pub fn settings() -> Vec<Vec<(Id, i32)>> {
    vec![
        vec![],
        vec![(Id::FrictionERSource, CONTACT_RADIUS)],
        vec![(Id::FrictionLaw, COULOMB)],
        vec![(Id::FrictionMap, POLYHEDRON)],
    ]
}

/// What the couple does to one body it undoes on the other, about one point; and it is part of the torque.
#[test]
fn torques_are_opposite_about_one_point_and_hold_the_couple() {
    for settings in settings() {
        let mut pair = Pair::thrown(false, 1.0, &settings);
        let mut largest = 0.0f64;
        for _ in 0..20 {
            let [p_i, p_j] = pair.position;
            let half = pair.velocity.map(|v| v * 5e-4);
            pair.step(1e-3);
            let [f_i, t_i, f_j, t_j] = pair.given;
            let couple = vector(&mut pair.unit, Id::FrictionMoment);
            // the arms are those of one moment of the step, when the impulse acts: a share of it from the middle
            let (apart, way) = (p_i + half[0] - p_j - half[1], half[0] - half[1]);
            let (at_middle, by_way) = (t_i + t_j + apart.cross(&f_i), way.cross(&f_i));
            let share = if by_way.norm() > 0.0 { -at_middle.dot(&by_way) / by_way.norm_squared() } else { 0.0 };
            let moment = at_middle + by_way * share;
            assert!(share.abs() <= 1.0, "{share}");
            assert!((f_i + f_j).norm() == 0.0 && moment.norm() <= 1e-12 * (1.0 + t_j.norm()), "{moment} {t_i} {t_j}");
            let along = t_i - couple;
            // without the couple the torque about the centre of a sphere is across the normal
            let n = (apart + way * share).normalize();
            assert!(n.dot(&along).abs() < 1e-9 * (1.0 + along.norm()), "{along}");
            largest = largest.max(couple.norm());
        }
        assert!(largest > 0.1, "{settings:?}: {largest}");
    }
}

/// Slopes of the couple as of the force: the compression fills the step, so that the couple grows in it.
#[test]
fn frictional_couple_has_a_mean_and_a_slope() {
    let mut pair = Pair::thrown(false, 1.0, &[(Id::CouplingHandBack, 3)]);
    let mut steepest = 0.0f64;
    for _ in 0..10 {
        pair.step(1e-3);
        let mut tangent = pair.unit.time_derivatives(&mut core::iter::empty()).unwrap();
        let mut slope = |id: Id| V3::from_fn(|k, _| Contact::tangent_of(&mut tangent, id, k));
        let [couple, torque, force] = [Id::FrictionMoment, Id::TorqueI, Id::ForceI].map(&mut slope);
        steepest = steepest.max(couple.norm());
        // torqueI is the couple and the force's moment, which is across the force
        assert!((torque - couple).dot(&force).abs() <= 1e-9 * (torque.norm() * force.norm() + 1e-300));
    }
    assert!(steepest > 10.0, "{steepest}");
}

/// Saved as bytes before every step, restored after it, and stepped again: the same bits, whatever is going on. A wrong
/// mass lets the first impact wait, measure and repeat.
#[test]
fn rollback_is_exact_to_the_last_bit_in_every_phase() {
    for parallel in [false, true] {
        for told in [1.0, 4.0, 0.25] {
            for settings in settings() {
                let mut pair = Pair::thrown(parallel, told, &settings);
                for step in 0..60 {
                    let mut counting = Writer::counting();
                    pair.unit.save(&mut counting);
                    let mut bytes = vec![0; counting.length()];
                    pair.unit.save(&mut Writer::into(&mut bytes));
                    let mut again = pair.clone();
                    again.unit = Contact::new(Interface::CoSimulation).restore(&mut Reader::of(&bytes)).unwrap();
                    pair.step(1e-3);
                    again.step(1e-3);
                    assert_eq!(pair.bits(), again.bits(), "{parallel} {told} {settings:?} step {step}");
                }
            }
        }
    }
}

/// The probe finds the true mass: nothing is gained, and the end is that of the right mass.
#[test]
fn wrong_masses_are_found_out_with_couples_acting() {
    for parallel in [false, true] {
        for settings in settings() {
            let end = |told: f64| {
                let mut pair = Pair::thrown(parallel, told, &settings);
                let start = pair.energy();
                for _ in 0..40 {
                    pair.step(1e-3);
                    assert!(pair.energy() <= start * (1.0 + 1e-12), "{parallel} {told} {settings:?}: gained");
                }
                pair
            };
            let right = end(1.0);
            for told in [4.0, 0.25] {
                let wrong = end(told);
                for body in 0..2 {
                    let off = (wrong.velocity[body] - right.velocity[body]).norm() / right.velocity[body].norm();
                    let turned = (wrong.spin[body] - right.spin[body]).norm() / right.spin[body].norm();
                    assert!(off < 2e-2 && turned < 2e-2, "{parallel} {told} {settings:?} {body}: {off} {turned}");
                }
            }
        }
    }
}

/// L given and G left at 0: the sphere that spins on a plane has no G about its normal, so it is the same motion.
#[test]
fn inverse_inertia_is_an_input_with_the_inverse_mass() {
    let stepped = |source: i32| {
        let mut unit = Contact::new(Interface::CoSimulation);
        unit.set_integer(Id::CouplingMode, 2);
        unit.set_integer(Id::CouplingMassSource, source);
        set(&mut unit, Id::CouplingMassI, &[2.0]);
        set(&mut unit, Id::CouplingInertiaI, &[0.008, 0.008, 0.008, 0.0, 0.0, 0.0]);
        set(&mut unit, Id::InverseMass, &[1.75, 1.75, 0.5, 0.0, 0.0, 0.0]);
        set(&mut unit, Id::InverseInertia, &[125.0, 125.0, 125.0, 0.0, 0.0, 0.0]);
        set(&mut unit, Id::FrictionER, &[0.02]);
        set(&mut unit, Id::PositionI, &[0.0, 0.0, 0.1]);
        set(&mut unit, Id::Penetration, &[1e-3]);
        set(&mut unit, Id::AngularVelocityI, &[0.0, 0.0, 5.0]);
        unit.exit_initialization(&mut |_| ()).unwrap();
        unit.do_step(0.0, 1e-3, &mut |_| ()).unwrap();
        [vector(&mut unit, Id::FrictionMoment), vector(&mut unit, Id::ForceI)]
    };
    let [bodies, input] = [stepped(1), stepped(2)];
    assert!(bodies[0][2] < -0.01, "{bodies:?}");
    assert!((bodies[0] - input[0]).norm() < 1e-12 && (bodies[1] - input[1]).norm() < 1e-9, "{bodies:?} {input:?}");
}

/// Angular velocity [rad/s] after 20 s of a sphere of 2 kg and 0.1 m on a slope of 0.05 rad with mu_r = 0.1, held in place by rolling
/// friction but for what the regularised law lets creep; gravity leans instead of the plane.
fn creep(h: f64, source: i32, turning_by_force: &[f64]) -> f64 {
    let (mass, inertia, radius, angle, g) = (2.0, 0.008, 0.1, 0.05_f64, 9.81);
    let mut unit = Contact::new(Interface::CoSimulation);
    unit.set_integer(Id::GeometryPair, 2);
    unit.set_integer(Id::CouplingMode, 2);
    unit.set_integer(Id::CouplingMassSource, source);
    unit.set_integer(Id::GeometryIsFlatJ, 1);
    set(&mut unit, Id::GeometryRadiusI, &[radius]);
    set(&mut unit, Id::GeometryContactRadiusI, &[radius]);
    set(&mut unit, Id::FrictionMuR, &[0.1]);
    set(&mut unit, Id::CouplingMassI, &[mass]);
    set(&mut unit, Id::CouplingInertiaI, &[inertia, inertia, inertia, 0.0, 0.0, 0.0]);
    set(&mut unit, Id::InverseMass, &[1.75, 1.75, 0.5, 0.0, 0.0, 0.0]);
    set(&mut unit, Id::InverseInertia, &[125.0, 125.0, 125.0, 0.0, 0.0, 0.0]);
    set(&mut unit, Id::TurningByForce, turning_by_force);
    let gravity = V3::new(g * angle.sin(), 0.0, -g * angle.cos());
    set(&mut unit, Id::FreeAcceleration, gravity.as_slice());
    let mut position = V3::new(0.0, 0.0, radius - (mass * g * angle.cos() / 1e6).powf(2.0 / 3.0));
    let (mut velocity, mut spin) = (V3::zeros(), V3::zeros());
    let wire = |unit: &mut Contact, position: &V3, velocity: &V3, spin: &V3| {
        set(unit, Id::PositionI, position.as_slice());
        set(unit, Id::VelocityI, velocity.as_slice());
        set(unit, Id::AngularVelocityI, spin.as_slice());
    };
    wire(&mut unit, &position, &velocity, &spin);
    unit.exit_initialization(&mut |_| ()).unwrap();
    for step in 0..(20.0 / h) as u32 {
        unit.do_step(f64::from(step) * h, h, &mut |_| ()).unwrap();
        let (force, torque) = (vector(&mut unit, Id::ForceI), vector(&mut unit, Id::TorqueI));
        let before = velocity;
        velocity += (force / mass + gravity) * h;
        spin += torque * (h / inertia);
        position += (before + velocity) * (0.5 * h);
        wire(&mut unit, &position, &velocity, &spin);
    }
    spin[1]
}

/// I⁻¹·[ρ]ₓ with ρ = −R·z, row by row [1/(kg·m)].
const BY_FORCE: [f64; 9] = [0.0, 12.5, 0.0, -12.5, 0.0, 0.0, 0.0, 0.0, 0.0];

/// tan θ = μ_r·ω/reg(ω, ω_small) [M3D]: by bisection of the cubic.
#[test]
fn rolling_friction_holds_a_sphere_without_creep_with_turning_by_force() {
    let w_small = 0.01;
    let (mut low, mut high) = (0.0, w_small);
    for _ in 0..100 {
        let w: f64 = 0.5 * (low + high);
        let reg = w * w / w_small * (1.0 - w / (3.0 * w_small)) + w_small / 3.0;
        if w < 0.05_f64.tan() / 0.1 * reg { low = w } else { high = w }
    }
    for h in [1e-3, 1e-2] {
        let [bodies, told, not_told] = [creep(h, 1, &[0.0; 9]), creep(h, 2, &BY_FORCE), creep(h, 2, &[0.0; 9])];
        println!("{h} s: {bodies:e}, G told {told:e}, not told {not_told:e} against {low:e} rad/s");
        assert!((told - low).abs() < 1e-9 && (bodies - low).abs() < 1e-9, "{h}: {told} {bodies} {low}");
        assert!(not_told > 3.0 * low, "{h}: {not_told}");
    }
}

/// W − Gᵀ·L⁻¹·G is 1/m·1 of the sphere above, so a G that is longer by √(1 + I/(m·R²)) = 1.18 is the longest.
#[test]
fn a_g_that_no_bodies_have_is_refused_by_its_name() {
    for (factor, refused) in [(1.0, false), (1.18, false), (1.19, true), (-1.0, false), (10.0, true)] {
        let mut unit = Contact::new(Interface::CoSimulation);
        unit.set_integer(Id::CouplingMode, 2);
        unit.set_integer(Id::CouplingMassSource, 2);
        set(&mut unit, Id::InverseMass, &[1.75, 1.75, 0.5, 0.0, 0.0, 0.0]);
        set(&mut unit, Id::InverseInertia, &[125.0, 125.0, 125.0, 0.0, 0.0, 0.0]);
        set(&mut unit, Id::TurningByForce, &BY_FORCE.map(|of| of * factor));
        set(&mut unit, Id::FrictionER, &[0.02]);
        unit.exit_initialization(&mut |_| ()).unwrap();
        let answer = unit.do_step(0.0, 1e-3, &mut |_| ());
        assert_eq!(answer.is_err(), refused, "{factor}");
        if let Err(fault) = answer {
            let text = format!("{fault:?}");
            assert!(text.contains("turningByForce = [0.0, ") && text.contains("positive semidefinite"), "{text}");
        }
    }
    // W of rank 1, L of rank 1, G between both: a slider that a force turns, singular to the last bit
    let mut unit = Contact::new(Interface::CoSimulation);
    unit.set_integer(Id::CouplingMode, 2);
    unit.set_integer(Id::CouplingMassSource, 2);
    set(&mut unit, Id::InverseMass, &[0.0, 0.0, 0.3, 0.0, 0.0, 0.0]);
    set(&mut unit, Id::InverseInertia, &[0.0, 0.0, 2.7, 0.0, 0.0, 0.0]);
    set(&mut unit, Id::TurningByForce, &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.9]);
    set(&mut unit, Id::FrictionER, &[0.02]);
    unit.exit_initialization(&mut |_| ()).unwrap();
    unit.do_step(0.0, 1e-3, &mut |_| ()).unwrap();
}

#[test]
fn an_invalid_inverse_inertia_is_refused_by_name_where_it_matters() {
    for (e_r, refused) in [(0.02, true), (0.0, false)] {
        let mut unit = Contact::new(Interface::CoSimulation);
        unit.set_integer(Id::CouplingMode, 2);
        unit.set_integer(Id::CouplingMassSource, 2);
        set(&mut unit, Id::InverseMass, &[1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        set(&mut unit, Id::InverseInertia, &[1.0, -1.0, 1.0, 0.0, 0.0, 0.0]);
        set(&mut unit, Id::FrictionER, &[e_r]);
        unit.exit_initialization(&mut |_| ()).unwrap();
        let answer = unit.do_step(0.0, 1e-3, &mut |_| ());
        assert_eq!(answer.is_err(), refused, "e_r {e_r}");
        if let Err(fault) = answer {
            let text = format!("{fault:?}");
            assert!(
                text.contains("inverseInertia = (1.0, -1.0, 1.0") && text.contains("positive semidefinite"),
                "{text}"
            );
        }
    }
}
