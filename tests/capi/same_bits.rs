//! The C door and the FMI door lead to the same contact: every output of every step has the same bits.

use crate::common::noise;
use crate::{Given, Stepped, inputs as start_values, *};
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::{Id, TABLE};

/// Inputs of the table in the order of the C struct.
const INPUTS: [(Id, usize); 12] = [
    (Id::Penetration, 1),
    (Id::RelativeVelocity, 3),
    (Id::ContactNormal, 3),
    (Id::ContactPoint, 3),
    (Id::PositionI, 3),
    (Id::OrientationI, 4),
    (Id::VelocityI, 3),
    (Id::AngularVelocityI, 3),
    (Id::PositionJ, 3),
    (Id::OrientationJ, 4),
    (Id::VelocityJ, 3),
    (Id::AngularVelocityJ, 3),
];
/// The ten that only the pair external has.
const FOUND: usize = 4;
const MOBILITY: [(Id, usize); 5] = [
    (Id::InverseMass, 6),
    (Id::FreeAcceleration, 3),
    (Id::InverseInertia, 6),
    (Id::FreeAngularAcceleration, 3),
    (Id::TurningByForce, 9),
];
/// Outputs of the table in the order of the C struct, which adds the rate of the penetration.
const OUTPUTS: [(Id, usize); 14] = [
    (Id::ForceI, 3),
    (Id::TorqueI, 3),
    (Id::ForceJ, 3),
    (Id::TorqueJ, 3),
    (Id::NormalForce, 1),
    (Id::FrictionForce, 3),
    (Id::FrictionMoment, 3),
    (Id::Gap, 1),
    (Id::SlipSpeed, 1),
    (Id::Sticking, 1),
    (Id::PointOfAction, 3),
    (Id::NormalDirection, 3),
    (Id::EffectiveRestitution, 1),
    (Id::EnergyElastic, 1),
];
const STATES: [(Id, usize); 6] = [
    (Id::Z, 3),
    (Id::SDw, 1),
    (Id::EnergyWork, 1),
    (Id::EnergyDissipatedNormal, 1),
    (Id::EnergyDissipatedFriction, 1),
    (Id::ZR, 1),
];
const WRENCH: usize = 4;

fn elements(rows: &[(Id, usize)]) -> impl Iterator<Item = (Id, usize)> {
    rows.iter().flat_map(|(id, length)| (0..*length).map(move |k| (*id, k)))
}

fn read(unit: &mut Contact, rows: &[(Id, usize)]) -> Vec<u64> {
    elements(rows).map(|(id, k)| unit.real(id, k).unwrap().to_bits()).collect()
}

/// Both doors to one set of parameters.
struct Both {
    unit: Contact,
    linked: Stepped,
    is_given: bool,
    is_interface: bool,
}

impl Both {
    fn new(changes: &[(&str, f64)]) -> Self {
        let given = Given::with(changes);
        let mut unit = Contact::new(Interface::CoSimulation);
        for (name, value) in changes {
            let row = TABLE.iter().find(|row| row.name == *name).unwrap();
            match row.unit {
                Some(_) => unit.set_real(row.id, 0, *value),
                // the stiffness has no unit in the table
                None if *name == "compliance.k" => unit.set_real(row.id, 0, *value),
                None => unit.set_integer(row.id, *value as i32),
            }
        }
        let value = |name: &str| changes.iter().find(|(known, _)| *known == name).map_or(1.0, |(_, value)| *value);
        let (is_given, is_interface) = (value("geometry.pair") == 1.0, value("coupling.mode") == 2.0);
        Both { unit, linked: Stepped::new(&given), is_given, is_interface }
    }

    fn set(&mut self, inputs: &asperity_inputs, mobility: &asperity_mobility) {
        let skipped = if self.is_given { 0 } else { 10 };
        for ((id, k), value) in elements(&INPUTS).zip(numbers(inputs)).skip(skipped) {
            self.unit.set_real(id, k, *value);
        }
        if self.is_interface {
            for ((id, k), value) in elements(&MOBILITY).zip(numbers(mobility)) {
                self.unit.set_real(id, k, *value);
            }
        }
    }

    fn start(&mut self, inputs: &asperity_inputs, mobility: &asperity_mobility) {
        self.set(inputs, mobility);
        self.unit.exit_initialization(&mut |_| {}).unwrap();
        assert_eq!(self.linked.start(inputs, Some(mobility), 0.0), ASPERITY_OK, "{}", self.linked.message());
    }

    fn step(
        &mut self,
        inputs: &asperity_inputs,
        rates: Option<&asperity_inputs>,
        mobility: &asperity_mobility,
        t: f64,
        h: f64,
    ) {
        self.set(inputs, mobility);
        if let Some(rates) = rates {
            let skipped = if self.is_given { 0 } else { 10 };
            let moves = |id: &Id| {
                !matches!(id, Id::Penetration | Id::PositionI | Id::PositionJ | Id::OrientationI | Id::OrientationJ)
            };
            for ((id, k), rate) in elements(&INPUTS).zip(numbers(rates)).skip(skipped).filter(|((id, _), _)| moves(id))
            {
                self.unit.set_input_derivative(id, k, *rate);
            }
        }
        self.unit.do_step(t, h, &mut |_| {}).unwrap();
        let mut said = Vec::new();
        self.unit.warnings(&mut |text| said.push(text.to_string()));
        let outputs = self.linked.step(inputs, rates, Some(mobility), h);
        let outputs = outputs.unwrap_or_else(|status| panic!("{status}: {}", self.linked.message()));
        let all = bits(numbers(&outputs));
        assert_eq!(all[..30], read(&mut self.unit, &OUTPUTS), "t = {t}");
        assert_eq!(all.len(), 31);
        assert_eq!(self.linked.message(), said.join("; "));

        let (state, latch) = self.linked.state();
        assert_eq!(bits(numbers(&state)), read(&mut self.unit, &STATES), "t = {t}");
        if !self.is_interface {
            assert_eq!(latch.contact as i32, self.unit.integer(Id::ContactActive).unwrap());
        }
        let mut slopes = unsafe { std::mem::zeroed::<asperity_wrench>() };
        assert_eq!(unsafe { asperity_contact_slopes(self.linked.0, &mut slopes) }, ASPERITY_OK);
        let mut tangent = self.unit.time_derivatives(&mut core::iter::empty()).unwrap();
        let expected = elements(&OUTPUTS[..WRENCH]).map(|(id, k)| Contact::tangent_of(&mut tangent, id, k).to_bits());
        assert_eq!(bits(numbers(&slopes)), expected.collect::<Vec<_>>(), "t = {t}");
    }
}

/// A ball that jumps, slides and spins on the plane z = 0, or the same told as an external contact.
fn moving(t: f64, noise: &mut impl FnMut() -> f64) -> asperity_inputs {
    let mut inputs = start_values();
    let height = 2e-4 * (90.0 * t).cos();
    let speed = -0.018 * (90.0 * t).sin();
    let body = &mut inputs.body_i;
    body.position = [0.3 * t, -0.1 * t, 0.1 + height];
    body.orientation = [1.0, 0.1 * t, 0.2, -0.3 * t];
    body.velocity = [0.3 + 0.1 * noise(), -0.1 + 0.1 * noise(), speed];
    body.angular_velocity = [noise(), noise(), 3.0 * noise()];
    inputs.body_j.angular_velocity = [0.01 * noise(), 0.01 * noise(), 0.2];
    inputs.penetration = -height;
    inputs.relative_velocity = [body.velocity[0], body.velocity[1], speed];
    inputs.normal = [0.02 * noise(), 0.02 * noise(), 1.5];
    inputs.point = [body.position[0], body.position[1], 0.0];
    inputs
}

fn rates_of(noise: &mut impl FnMut() -> f64) -> asperity_inputs {
    let mut rates = no_rates();
    rates.relative_velocity = [noise(), noise(), -9.81];
    rates.normal = [0.1 * noise(), 0.1 * noise(), 0.1 * noise()];
    rates.point = [noise(), noise(), noise()];
    rates.body_i.velocity = [noise(), noise(), -9.81];
    rates.body_i.angular_velocity = [noise(), noise(), noise()];
    rates.body_j.angular_velocity = [noise(), noise(), noise()];
    rates
}

const FREE: asperity_mobility = asperity_mobility {
    inverse_mass: [1.0, 1.1, 0.9, 0.01, 0.02, -0.03],
    free_acceleration: [0.0, 0.1, -9.81],
    inverse_inertia: [250.0, 240.0, 260.0, 1.0, 2.0, 3.0],
    free_angular_acceleration: [0.0, 0.2, 0.0],
    turning_by_force: [0.0; 9],
};

#[test]
fn kinematic_steps() {
    let mut noise = noise();
    for pair in 1..=6 {
        for changes in [&[][..], &[("friction.e_r", 0.01), ("friction.mu_r", 0.01), ("friction.map", 2.0)]] {
            let mut all = vec![("geometry.pair", f64::from(pair)), ("compliance.k", 1e7), ("friction.tau_dw", 0.01)];
            all.extend(changes);
            let mut both = Both::new(&all);
            both.start(&moving(0.0, &mut noise), &FREE);
            for k in 0..200 {
                let t = f64::from(k) * 1e-3;
                both.step(&moving(t, &mut noise), None, &FREE, t, 1e-3);
            }
        }
    }
}

#[test]
fn kinematic_steps_with_rates() {
    let mut noise = noise();
    for pair in [1, 2, 4] {
        let mut both = Both::new(&[("geometry.pair", f64::from(pair)), ("friction.tau_dw", 0.01)]);
        both.start(&moving(0.0, &mut noise), &FREE);
        for k in 0..200 {
            let t = f64::from(k) * 1e-3;
            let rates = rates_of(&mut noise);
            both.step(&moving(t, &mut noise), Some(&rates), &FREE, t, 1e-3);
        }
    }
}

#[test]
fn interface_steps() {
    let mut noise = noise();
    let variants: [&[(&str, f64)]; 5] = [
        &[],
        &[("coupling.massSource", 2.0)],
        &[("coupling.order", 2.0)],
        &[("coupling.freeAccelerationSource", 2.0)],
        // few micro-steps: the cap is said once
        &[("friction.e_r", 0.01), ("friction.mu_r", 0.01), ("coupling.maxMicroSteps", 3.0), ("compliance.k", 1e9)],
    ];
    for pair in [1.0, 2.0] {
        for variant in variants {
            let mut changes = vec![("coupling.mode", 2.0), ("geometry.pair", pair), ("friction.tau_dw", 0.01)];
            changes.extend(variant);
            let mut both = Both::new(&changes);
            both.start(&moving(0.0, &mut noise), &FREE);
            for k in 0..200 {
                let t = f64::from(k) * 1e-3;
                both.step(&moving(t, &mut noise), None, &FREE, t, 1e-3);
            }
        }
    }
}

#[test]
fn the_inputs_that_only_an_external_pair_reads_are_four() {
    assert_eq!(INPUTS[..FOUND].iter().map(|(_, length)| length).sum::<usize>(), 10);
    assert_eq!(elements(&INPUTS).count(), 36);
    assert_eq!(elements(&MOBILITY).count(), 27);
}
