//! The interface coupling of two free spheres gives each body the same, whichever of them is called i.

use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::Id;
use nalgebra::UnitQuaternion;

type V3 = nalgebra::Vector3<f64>;

const SPHERE_SPHERE: i32 = 3;
const INTERFACE: i32 = 2;
/// Radii [m], masses [kg], moments of inertia [kg·m²] and centres of the spheres in their bodies [m].
const RADII: [f64; 2] = [0.1, 0.25];
const MASSES: [f64; 2] = [2.0, 5.0];
const INERTIAS: [f64; 2] = [0.008, 0.125];
const CENTERS: [[f64; 3]; 2] = [[0.02, -0.01, 0.03], [-0.04, 0.05, 0.01]];

/// What the unit has for body i and for body j.
const IDS: [[Id; 10]; 2] = [
    [
        Id::PositionI,
        Id::OrientationI,
        Id::VelocityI,
        Id::AngularVelocityI,
        Id::ForceI,
        Id::TorqueI,
        Id::GeometryRadiusI,
        Id::GeometryCenterI,
        Id::CouplingMassI,
        Id::CouplingInertiaI,
    ],
    [
        Id::PositionJ,
        Id::OrientationJ,
        Id::VelocityJ,
        Id::AngularVelocityJ,
        Id::ForceJ,
        Id::TorqueJ,
        Id::GeometryRadiusJ,
        Id::GeometryCenterJ,
        Id::CouplingMassJ,
        Id::CouplingInertiaJ,
    ],
];

fn set(unit: &mut Contact, id: Id, values: &[f64]) {
    values.iter().enumerate().for_each(|(k, value)| unit.set_real(id, k, *value));
}

/// Two bodies and the unit that calls the first of `roles` i.
struct Spheres {
    unit: Contact,
    roles: [usize; 2],
    t: f64,
    position: [V3; 2],
    orientation: [UnitQuaternion<f64>; 2],
    velocity: [V3; 2],
    spin: [V3; 2],
    /// Force and torque of the last step on each body
    load: [[V3; 2]; 2],
}

impl Spheres {
    /// They meet after a third of a step of 1 ms with a relative speed of 1 m/s, slipping and turning.
    fn thrown(roles: [usize; 2], settings: &[(Id, i32)], numbers: &[(Id, f64)]) -> Self {
        let mut unit = Contact::new(Interface::CoSimulation);
        unit.set_integer(Id::GeometryPair, SPHERE_SPHERE);
        unit.set_integer(Id::CouplingMode, INTERFACE);
        settings.iter().for_each(|(id, value)| unit.set_integer(*id, *value));
        numbers.iter().for_each(|(id, value)| unit.set_real(*id, 0, *value));
        for (body, [.., radius, center, mass, inertia]) in roles.into_iter().zip(IDS) {
            set(&mut unit, radius, &[RADII[body]]);
            set(&mut unit, center, &CENTERS[body]);
            set(&mut unit, mass, &[MASSES[body]]);
            let i = INERTIAS[body];
            set(&mut unit, inertia, &[i, i, i, 0.0, 0.0, 0.0]);
        }
        let n = V3::new(0.48, 0.6, 0.64);
        let orientation = [V3::new(0.3, -0.2, 0.5), V3::new(-0.4, 0.1, 0.2)].map(UnitQuaternion::from_scaled_axis);
        let [c_i, c_j] = [0, 1].map(|body| orientation[body] * V3::from(CENTERS[body]));
        let mut spheres = Spheres {
            unit,
            roles,
            t: 0.0,
            position: [n * (RADII[0] + RADII[1] + 1e-3 / 3.0) + c_j - c_i, V3::zeros()],
            orientation,
            velocity: [-n + V3::new(0.6, -0.2, 0.0), V3::zeros()],
            spin: [V3::new(4.0, -5.0, 3.0), V3::new(0.0, 3.0, -2.0)],
            load: [[V3::zeros(); 2]; 2],
        };
        spheres.wire();
        spheres.unit.exit_initialization(&mut |_| ()).unwrap();
        spheres
    }

    fn wire(&mut self) {
        for (body, [position, orientation, velocity, spin, ..]) in self.roles.into_iter().zip(IDS) {
            set(&mut self.unit, position, self.position[body].as_slice());
            let q = self.orientation[body];
            set(&mut self.unit, orientation, &[q.w, q.i, q.j, q.k]);
            set(&mut self.unit, velocity, self.velocity[body].as_slice());
            set(&mut self.unit, spin, self.spin[body].as_slice());
        }
    }

    fn vector(&mut self, id: Id) -> V3 {
        V3::from_fn(|k, _| self.unit.real(id, k).unwrap())
    }

    fn step(&mut self, h: f64) {
        self.unit.do_step(self.t, h, &mut |_| ()).unwrap();
        for (body, [_, _, _, _, force, torque, ..]) in self.roles.into_iter().zip(IDS) {
            self.load[body] = [self.vector(force), self.vector(torque)];
        }
        for body in 0..2 {
            let [force, torque] = self.load[body];
            let (v, omega) = (self.velocity[body], self.spin[body]);
            self.velocity[body] += force * (h / MASSES[body]);
            self.spin[body] += torque * (h / INERTIAS[body]);
            self.position[body] += (v + self.velocity[body]) * (0.5 * h);
            let turn = UnitQuaternion::from_scaled_axis((omega + self.spin[body]) * (0.5 * h));
            self.orientation[body] = turn * self.orientation[body];
        }
        self.t += h;
        self.wire();
    }

    /// Forces and torques on both bodies, then the ledger and what is seen of the contact.
    fn seen(&mut self) -> ([[V3; 2]; 2], [f64; 7]) {
        let ids = [
            Id::EnergyWork,
            Id::EnergyDissipatedNormal,
            Id::EnergyDissipatedFriction,
            Id::EnergyElastic,
            Id::Gap,
            Id::SlipSpeed,
            Id::Sticking,
        ];
        (self.load, ids.map(|id| self.unit.real(id, 0).unwrap()))
    }
}

/// What a way rounds off to, of the largest force or energy so far. Bristles that slide on the mixed map stand at the bound
/// of their moment, and a rounding decides from which side the step sees it: 1e-15 of one velocity moves the forces by 1e-5.
const ROUNDING: f64 = 1e-12;
const MIXED: f64 = 1e-4;

/// Settings with their numbers and their rounding.
type Way = (Vec<(Id, i32)>, Vec<(Id, f64)>, f64);

/// Compliant with all that turns, and rigid with every friction.
fn ways() -> Vec<Way> {
    let spinning = vec![(Id::FrictionER, 0.02), (Id::FrictionMuR, 0.05), (Id::ComplianceK, 1e8)];
    let plain = vec![(Id::ComplianceK, 1e8)];
    let rigid = |friction| (vec![(Id::CouplingMethod, 2), (Id::TimeSteppingFriction, friction)], vec![], ROUNDING);
    vec![
        (vec![], plain.clone(), ROUNDING),
        (vec![(Id::CouplingOrder, 2)], plain, ROUNDING),
        (vec![], spinning.clone(), ROUNDING),
        (vec![(Id::FrictionERSource, 2)], spinning.clone(), ROUNDING),
        (vec![(Id::FrictionLaw, 3)], spinning.clone(), ROUNDING),
        (vec![(Id::CouplingOrder, 2)], spinning.clone(), ROUNDING),
        (vec![(Id::FrictionMap, 3)], spinning, MIXED),
        rigid(1),
        rigid(2),
        rigid(3),
    ]
}

#[test]
fn exchanged_spheres_get_exchanged_forces_torques_and_ledgers() {
    let h = 1e-3;
    for (settings, numbers, tolerance) in ways() {
        let mut one = Spheres::thrown([0, 1], &settings, &numbers);
        let mut other = Spheres::thrown([1, 0], &settings, &numbers);
        let mut strongest = 0.0f64;
        for step in 0..20 {
            one.step(h);
            other.step(h);
            let ((loads, numbers), (other_loads, other_numbers)) = (one.seen(), other.seen());
            for (load, other) in loads.iter().flatten().zip(other_loads.iter().flatten()) {
                strongest = strongest.max(load.norm());
                let off = (load - other).norm();
                assert!(
                    off <= tolerance * strongest.max(1.0),
                    "{settings:?} step {step}: {load} against {other}, {off:e}"
                );
            }
            for (number, other) in numbers.into_iter().zip(other_numbers) {
                // energies of a joule, a slip of 0.6 m/s, a gap of millimetres
                assert!((number - other).abs() <= tolerance, "{settings:?} step {step}: {number:e} against {other:e}");
            }
        }
        let [_, _, by_friction, ..] = one.seen().1;
        assert!(strongest > 1e3 && by_friction > 5e-3, "{settings:?}: {strongest} N and {by_friction} J are no impact");
    }
}
