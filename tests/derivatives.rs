//! Exact derivatives: the crate's dual numbers against num-dual's and against central differences, for every output and
//! rate by every input, state and parameter, in each regime of the laws; and the same through the unit's `tangent`.

mod common;

use asperity::fmi2::description::{Causality, Kind};
use asperity::fmi2::{Interface, Model};
use asperity::physics::parameters::{BristleFrame, BristleLimit, NormalLaw, Pair};
use asperity::physics::{
    Dual, Inputs, Latch, Parameters, Planar, Scalar, State, contact_frame, friction, respond, restitution,
};
use asperity::unit::contact::Contact;
use asperity::unit::slots::{Knowns, Unknowns};
use asperity::unit::table::{Id, TABLE};
use common::*;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use num_dual::{Dual64, DualNum};
use num_traits::{One, Zero};

/// num-dual's number under the crate's trait.
#[derive(Clone, Copy, Debug)]
struct Oracle(Dual64);

impl From<f64> for Oracle {
    fn from(value: f64) -> Self {
        Oracle(Dual64::new(value, 0.0))
    }
}

impl Default for Oracle {
    fn default() -> Self {
        Oracle::from(0.0)
    }
}

impl PartialEq for Oracle {
    fn eq(&self, b: &Self) -> bool {
        self.0.re == b.0.re && self.0.eps == b.0.eps
    }
}

impl Neg for Oracle {
    type Output = Oracle;
    fn neg(self) -> Oracle {
        Oracle(-self.0)
    }
}

macro_rules! operator {
    ($trait:ident $function:ident, $assign:ident $in_place:ident) => {
        impl $trait for Oracle {
            type Output = Oracle;
            fn $function(self, b: Oracle) -> Oracle {
                Oracle(self.0.$function(b.0))
            }
        }
        impl $assign for Oracle {
            fn $in_place(&mut self, b: Oracle) {
                *self = self.$function(b);
            }
        }
    };
}
operator!(Add add, AddAssign add_assign);
operator!(Sub sub, SubAssign sub_assign);
operator!(Mul mul, MulAssign mul_assign);
operator!(Div div, DivAssign div_assign);

impl Zero for Oracle {
    fn zero() -> Self {
        Oracle::from(0.0)
    }
    fn is_zero(&self) -> bool {
        *self == Oracle::zero()
    }
}

impl One for Oracle {
    fn one() -> Self {
        Oracle::from(1.0)
    }
}

impl Scalar for Oracle {
    fn value(self) -> f64 {
        self.0.re
    }
    fn chain(self, f: f64, slope: f64) -> Self {
        Oracle(Dual64::new(f, slope * self.0.eps))
    }
    fn exp(self) -> Self {
        Oracle(self.0.exp())
    }
    fn sqrt(self) -> Self {
        Oracle(self.0.sqrt())
    }
    fn power(self, p: Self) -> Self {
        // num-dual forms x^p as exp(p·ln x), which has no value at 0
        if self.0.re > 0.0 { Oracle(self.0.powd(p.0)) } else { Oracle::zero() }
    }
}

/// One point of the laws. Contact is on or off as given, the latch belongs to an impact at `v_i`; `None` means an onset
/// at this very point, where v_i is the approach speed and has a derivative of its own.
struct Case {
    name: &'static str,
    parameters: Parameters<f64>,
    inputs: Inputs<f64>,
    state: State<f64>,
    contact: bool,
    v_i: Option<f64>,
}

impl Case {
    fn new(name: &'static str, pair: Pair) -> Self {
        let (mut parameters, mut inputs) = general_position(pair);
        parameters.friction.v_eps = 5e-4;
        inputs.body_i.orientation *= 1.1;
        let state = with_bristles(vector(2e-5, -1e-5, 3e-6), 0.3);
        Case { name, parameters, inputs, state, contact: true, v_i: Some(0.1) }.moving(8e-4, 0.003, 0.02)
    }

    /// Penetration [m], slip along a fixed direction [m/s] and ẋ [m/s] of any pair.
    fn moving(mut self, x: f64, slip: f64, rate: f64) -> Self {
        bring(&self.parameters, &mut self.inputs, x, slip, rate);
        self
    }

    fn knowns(&self) -> Knowns<f64> {
        Knowns { parameters: self.parameters, inputs: self.inputs, state: self.state, ..Knowns::default() }
    }

    /// Every output and rate on any scalar.
    fn unknowns<T: Scalar>(&self, knowns: &Knowns<T>) -> Unknowns<T> {
        let frame = contact_frame(&knowns.parameters, &knowns.inputs, None).unwrap();
        let latch = match self.v_i {
            Some(v_i) => Latch { contact: self.contact, v_i: T::from(v_i), a: T::zero() }.refreshed(&knowns.parameters),
            None => Latch::default().updated(&knowns.parameters, &frame),
        };
        let response = respond(&knowns.parameters, &knowns.inputs, &frame, &latch, &knowns.state);
        Unknowns { response, energy_residual: T::zero() }
    }

    /// Bristle force and its bound as this case has them, to see that the regime is the one it is named after.
    fn bristles(&self) -> (f64, f64, f64) {
        let frame = contact_frame(&self.parameters, &self.inputs, None).unwrap();
        let o = self.unknowns(&self.knowns()).response.outputs;
        let f = &self.parameters.friction;
        let sliding = friction::sliding(&self.parameters, &frame);
        let drive = friction::drive(&self.parameters, true, &sliding, o.normal_force);
        let z = Planar { t: frame.tangential(&self.state.z), r: self.state.z_r };
        let f_br = friction::bristle_force(f, drive.s, &z, &sliding.slip, &drive.f_c);
        (f_br.norm(), friction::friction_bound(f, o.normal_force, self.state.s_dw), o.slip_speed)
    }
}

/// Every regime of the laws, for every pair; the conditions that name a regime are asserted here.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for pair in PAIRS {
        let regime = |name| Case::new(name, pair);

        let apart = Case { contact: false, ..regime("apart").moving(-2e-3, 0.3, 0.1) };
        assert_eq!(apart.unknowns(&apart.knowns()).response.outputs.force_i, V3::zeros());
        cases.push(apart);

        // slip below v_eps, bristles far from the bound
        let mut sticking = regime("sticking").moving(8e-4, 2e-4, 0.02);
        sticking.state.z *= 0.5;
        let (f_br, bound, slip) = sticking.bristles();
        assert!(f_br < 0.5 * bound && slip < sticking.parameters.friction.v_eps);
        cases.push(sticking);

        let unsaturated = regime("between sticking and sliding");
        let (f_br, bound, slip) = unsaturated.bristles();
        assert!(f_br < bound && slip > unsaturated.parameters.friction.v_eps);
        cases.push(unsaturated);

        for (name, limit) in [("saturated", BristleLimit::Limited), ("saturated, paper", BristleLimit::Paper)] {
            let mut saturated = regime(name);
            saturated.parameters.settings.bristle_limit = limit;
            saturated.state.z *= 20.0;
            let (f_br, bound, _) = saturated.bristles();
            assert!(f_br > 1.5 * bound);
            cases.push(saturated);
        }

        let sliding = regime("sliding").moving(8e-4, 0.3, 0.02);
        let (_, _, slip) = sliding.bristles();
        assert!(slip > 20.0 * sliding.parameters.friction.v_S);
        cases.push(sliding);

        // pulled apart faster than any rebound
        let clipped = regime("clipped").moving(8e-4, 0.003, -0.5);
        let response = clipped.unknowns(&clipped.knowns()).response;
        assert!(response.clip_margin < 0.0 && response.outputs.normal_force == 0.0);
        cases.push(clipped);

        // |σ0·z| = f_max(1 − 1e-3) and slip that presses on: pushed against its bound
        let mut at_bound = regime("bristle at its bound");
        let (_, bound, _) = at_bound.bristles();
        let frame = contact_frame(&at_bound.parameters, &at_bound.inputs, None).unwrap();
        at_bound.state.z = frame.v_t.normalize() * (bound / at_bound.parameters.friction.sigma_0 * (1.0 - 1e-3));
        let (f_br, bound, _) = at_bound.bristles();
        assert!(f_br > bound);
        cases.push(at_bound);

        let mut in_world = regime("bristleFrame = paper");
        in_world.parameters.settings.bristle_frame = BristleFrame::Paper;
        cases.push(in_world);

        let mut elastic = regime("elastic");
        elastic.parameters.settings.normal_law = NormalLaw::Elastic;
        cases.push(elastic);

        let mut hunt_crossley = regime("huntCrossley");
        hunt_crossley.parameters.settings.normal_law = NormalLaw::HuntCrossley;
        hunt_crossley.parameters.compliance.alpha = 0.2;
        cases.push(hunt_crossley);

        let mut slow_down = regime("alpha > 0");
        slow_down.parameters.compliance.alpha = 0.2;
        cases.push(slow_down);

        let mut onset = Case { v_i: None, ..regime("onset: v_i is the approach speed, alpha > 0") };
        onset.parameters.compliance.alpha = 0.2;
        cases.push(onset);

        let mut onset = Case { v_i: None, ..regime("onset of huntCrossley: v_i is the approach speed, alpha > 0") };
        onset.parameters.settings.normal_law = NormalLaw::HuntCrossley;
        onset.parameters.compliance.alpha = 0.2;
        cases.push(onset);

        let default_width = {
            let mut case = regime("v_eps = v_S/100").moving(8e-4, 5e-5, 0.02);
            case.parameters.friction.v_eps = 0.0;
            case
        };
        cases.push(default_width);
    }
    cases
}

fn known_elements() -> impl Iterator<Item = (Id, &'static str, usize)> {
    let is_known = |id| Knowns::<f64>::default().slot(id).is_some();
    TABLE.iter().filter(move |row| is_known(row.id)).flat_map(|row| (0..row.len()).map(|k| (row.id, row.name, k)))
}

fn unknown_rows() -> impl Iterator<Item = (Id, &'static str)> {
    let unknowns = Case::new("", Pair::External).unknowns(&Knowns::<f64>::default());
    TABLE.iter().filter(move |row| unknowns.slot(row.id).is_some()).map(|row| (row.id, row.name))
}

/// Knowns on another scalar, with the seed 1 on one element.
fn seeded<T: Scalar>(knowns: &Knowns<f64>, id: Id, k: usize, seed: impl Fn(f64) -> T) -> Knowns<T> {
    let (mut plain, mut other) = (*knowns, Knowns::<T>::default());
    other.parameters.settings = knowns.parameters.settings;
    for row in TABLE {
        if let (Some(values), Some(slot)) = (plain.slot(row.id), other.slot(row.id)) {
            slot.iter_mut().zip(values).for_each(|(to, value)| *to = T::from(*value));
        }
    }
    let slot = other.slot(id).unwrap();
    slot[k] = seed(slot[k].value());
    other
}

#[test]
fn dual_numbers_of_the_crate_agree_with_num_dual_in_every_regime() {
    let largest = |slots: &[Oracle], of: fn(&Oracle) -> f64| slots.iter().map(of).fold(0.0f64, f64::max);
    let mut compared = 0;
    for case in cases() {
        let by = |id, k| case.unknowns(&seeded(&case.knowns(), id, k, |value| Oracle(Dual64::new(value, 1.0))));
        for row in TABLE {
            let known = { case.knowns() }.slot(row.id).map_or(vec![], |values| values.to_vec());
            let by_elements: Vec<_> = (0..known.len()).map(|k| by(row.id, k)).collect();
            // elements of one vector, by those of another, are sums of the same terms: the largest of these slopes is
            // the scale of rounding
            let scale_of = |unknown| {
                let slopes = |at: &Unknowns<Oracle>| largest(at.slot(unknown).unwrap(), |dual| dual.0.eps.abs());
                by_elements.iter().map(slopes).fold(0.0f64, f64::max)
            };
            for (k, (known, theirs)) in known.iter().zip(&by_elements).enumerate() {
                let ours = case.unknowns(&seeded(&case.knowns(), row.id, k, |value| Dual { value, slope: 1.0 }));
                let of_all =
                    |of| unknown_rows().fold(0.0f64, |most, (id, _)| most.max(largest(theirs.slot(id).unwrap(), of)));
                // where slopes cancel to 0, a few roundings of the largest slope and of the largest value/known remain
                let left = of_all(|dual| dual.0.eps.abs())
                    + if *known == 0.0 { 0.0 } else { of_all(|dual| dual.0.re.abs()) / known.abs() };
                for (unknown, unknown_name) in unknown_rows() {
                    let tolerance = 1e-12 * scale_of(unknown) + 4.0 * f64::EPSILON * left;
                    for (a, b) in ours.slot(unknown).unwrap().iter().zip(theirs.slot(unknown).unwrap()) {
                        assert!(
                            (a.slope - b.0.eps).abs() <= tolerance,
                            "{}: d {unknown_name}/d {}[{k}]: {:e} against {:e}",
                            case.name,
                            row.name,
                            a.slope,
                            b.0.eps
                        );
                        compared += usize::from(b.0.eps != 0.0);
                    }
                }
            }
        }
    }
    assert!(compared > 30_000, "only {compared} slopes that are not zero");
}

/// Step of a difference: small against the scale on which the laws bend. For velocities that is v_eps or v_S.
fn difference_step(id: Id, value: f64) -> f64 {
    match id {
        Id::Z => 1e-8,
        Id::RelativeVelocity | Id::VelocityI | Id::VelocityJ => 1e-7,
        Id::AngularVelocityI | Id::AngularVelocityJ => 1e-6,
        Id::PositionI | Id::PositionJ | Id::Penetration | Id::GeometryHeightJ => 1e-7,
        Id::GeometryRadiusJ | Id::GeometryCenterJ => 1e-7,
        Id::OrientationI | Id::OrientationJ | Id::GeometryNormalJ | Id::GeometryCenterI | Id::GeometryRadiusI => 1e-6,
        Id::GeometryAxisJ => 1e-6,
        _ => 1e-5 * value.abs().max(1e-3),
    }
}

/// Central difference of fourth order from values at h, −h, 2h, −2h.
fn central_difference([plus, minus, plus_2, minus_2]: [f64; 4], h: f64) -> f64 {
    (8.0 * (plus - minus) - (plus_2 - minus_2)) / (12.0 * h)
}

/// Where [`central_difference`] is evaluated, in steps.
const STENCIL: [f64; 4] = [1.0, -1.0, 2.0, -2.0];

/// Tolerance of a difference of step `h`, relative to the largest slope `scale` of the vector: 1e-6 for the fifth
/// derivative times h⁴ where the laws bend most, plus what rounding of the values (penetrations of 0.8 mm and slips of
/// 0.1 mm/s out of positions of 0.1 m and velocities of 0.1 m/s: 1e3 roundings) leaves after division by h.
fn difference_tolerance(scale: f64, value: f64, h: f64) -> f64 {
    1e-6 * scale + 1e3 * f64::EPSILON * value.abs().max(1e-3) / h
}

#[test]
fn dual_numbers_of_the_crate_agree_with_central_differences_in_every_regime() {
    for case in cases() {
        for (id, name, k) in known_elements() {
            if id == Id::FrictionVEps && case.parameters.friction.v_eps == 0.0 {
                // 0 is the switch to v_S/100: no derivative there
                continue;
            }
            let knowns = case.knowns();
            let ours = case.unknowns(&seeded(&knowns, id, k, |value| Dual { value, slope: 1.0 }));
            let value = { knowns }.slot(id).unwrap()[k];
            let h = difference_step(id, value);
            let around = STENCIL.map(|steps| case.unknowns(&seeded(&knowns, id, k, |value| value + steps * h)));
            for (unknown, unknown_name) in unknown_rows() {
                let exact = ours.slot(unknown).unwrap();
                let scale = exact.iter().fold(0.0f64, |most, dual| most.max(dual.slope.abs()));
                for (element, dual) in exact.iter().enumerate() {
                    let values = around.map(|at| at.slot(unknown).unwrap()[element]);
                    let slope = central_difference(values, h);
                    assert!(
                        (dual.slope - slope).abs() <= difference_tolerance(scale, dual.value, h),
                        "{}: d {unknown_name}/d {name}[{k}]: {:e} against {slope:e} (scale {scale:e}, value {:e})",
                        case.name,
                        dual.slope,
                        dual.value
                    );
                }
            }
        }
    }
}

#[test]
fn values_carried_by_dual_numbers_are_the_plain_values_bit_for_bit() {
    for case in cases() {
        let plain = case.unknowns(&case.knowns());
        let dual = case.unknowns(&seeded(&case.knowns(), Id::ComplianceK, 0, |value| Dual { value, slope: 1.0 }));
        for (id, name) in unknown_rows() {
            for (a, b) in plain.slot(id).unwrap().iter().zip(dual.slot(id).unwrap()) {
                assert_eq!(a.to_bits(), b.value.to_bits(), "{}: {name}", case.name);
            }
        }
    }
}

#[test]
fn slope_of_the_damping_factor_is_that_of_eq_10() {
    // implicit differentiation of eq. (9) with u = d/e: u' = e·u(1+u)/((1+e)(1−e−d)), d' = u + e·u'
    for n in 10..100 {
        let e = f64::from(n) / 100.0;
        let Dual { value: d, slope } = restitution::damping_factor(Dual { value: e, slope: 1.0 });
        let u = d / e;
        let wanted = u + e * e * u * (1.0 + u) / ((1.0 + e) * (1.0 - e - d));
        // u is up to 1/e and cancels against the second term: 1/e² roundings of d
        assert_close("d'(e)", slope, wanted, 4e-16 / (e * e) + 4e-16 / (1.0 - e), 4.0);
    }
    // e(u) is the inverse of u(e) = d/e: e′(u)·(d′ − d/e)/e = 1
    for n in 1..100 {
        let e = f64::from(n) / 100.0;
        let Dual { value: d, slope } = restitution::damping_factor(Dual { value: e, slope: 1.0 });
        let inverse = restitution::restitution_of_damping(Dual { value: d / e, slope: (slope - d / e) / e });
        assert_relative("e(u(e))", inverse.value, e, 1e-14);
        assert_relative("e'(u)·u'(e)", inverse.slope, 1.0, 1e-13);
    }
    let at_0 = restitution::restitution_of_damping(Dual { value: 0.0, slope: 1.0 });
    assert_relative("e'(0)", at_0.slope, -2.0 / 3.0, 4e-16);
    // d = 3/2·(1−e) + … at e = 1
    assert_relative("d'(1)", restitution::damping_factor(Dual { value: 1.0, slope: 1.0 }).slope, -1.5, 1e-15);
}

/// Outputs and rates of the unit, for differences.
fn read(contact: &mut Contact, id: Id, k: usize) -> f64 {
    contact.real(id, k).unwrap()
}

/// The unit's tangents in one direction each against differences of its own outputs on copies.
fn assert_tangents(what: &str, contact: &Contact, knowns: impl Iterator<Item = (Id, &'static str, usize)>) -> usize {
    let mut moved = 0;
    for (id, name, k) in knowns {
        let value = read(&mut contact.clone(), id, k);
        let h = difference_step(id, value);
        let mut around = STENCIL.map(|steps| {
            let mut copy = contact.clone();
            copy.set_real(id, k, value + steps * h);
            copy
        });
        let mut tangent = contact.clone().tangent(&mut [(id, k, 1.0)].into_iter()).unwrap();
        for row in TABLE.iter().filter(|row| row.is_calculated() && row.kind == Kind::Real) {
            let slopes: Vec<f64> = (0..row.len()).map(|k| Contact::tangent_of(&mut tangent, row.id, k)).collect();
            let scale = slopes.iter().fold(0.0f64, |most, slope| most.max(slope.abs()));
            for (element, exact) in slopes.into_iter().enumerate() {
                let values = around.each_mut().map(|copy| read(copy, row.id, element));
                let slope = central_difference(values, h);
                assert!(
                    (exact - slope).abs() <= difference_tolerance(scale, values[0], h),
                    "{what}: d {}[{element}]/d {name}[{k}]: {exact:e} against {slope:e}",
                    row.name
                );
                moved += usize::from(exact != 0.0);
            }
        }
    }
    moved
}

fn unit_at(case: &Case, interface: Interface) -> Contact {
    let mut contact = Contact::new(interface);
    let settings = &case.parameters.settings;
    let number = PAIRS.iter().zip(1..).find(|(pair, _)| **pair == settings.pair).unwrap().1;
    contact.set_integer(Id::GeometryPair, number);
    contact.set_integer(Id::ComplianceLaw, if settings.normal_law == NormalLaw::HuntCrossley { 3 } else { 1 });
    let mut knowns = case.knowns();
    for (id, _, k) in known_elements() {
        contact.set_real(id, k, knowns.slot(id).unwrap()[k]);
    }
    contact
}

fn inputs_and_states() -> impl Iterator<Item = (Id, &'static str, usize)> {
    let is_parameter = |id| TABLE.iter().any(|row| row.id == id && row.causality == Causality::Parameter);
    known_elements().filter(move |(id, ..)| !is_parameter(*id))
}

/// Cases that the unit reaches by its own latch: contact where x > 0, v_i the approach speed.
fn unit_cases() -> Vec<Case> {
    cases()
        .into_iter()
        .filter(|case| case.v_i.is_none() || ["apart", "sticking", "sliding"].contains(&case.name))
        .collect()
}

#[test]
fn tangents_of_the_unit_in_initialization_are_exact_by_parameters_too() {
    for case in unit_cases() {
        let contact = unit_at(&case, Interface::ModelExchange);
        let moved = assert_tangents(case.name, &contact, known_elements());
        assert!(moved > if case.contact { 300 } else { 50 }, "{}: {moved} slopes that are not zero", case.name);
    }
}

#[test]
fn tangents_of_the_unit_after_initialization_are_exact() {
    for case in unit_cases() {
        for interface in [Interface::ModelExchange, Interface::CoSimulation] {
            let mut contact = unit_at(&case, interface);
            contact.exit_initialization(&mut |_| {}).unwrap();
            assert_tangents(case.name, &contact, inputs_and_states());
        }
    }
}

#[test]
fn tangents_of_the_unit_after_a_step_belong_to_the_newest_inputs_and_the_states_of_the_step() {
    for case in unit_cases() {
        let mut contact = unit_at(&case, Interface::CoSimulation);
        contact.exit_initialization(&mut |_| {}).unwrap();
        contact.do_step(0.0, 1e-3, &mut |_| {}).unwrap();
        let mut inputs = case.knowns();
        for (id, _, k) in inputs_and_states().filter(|(id, ..)| *id != Id::Z && *id != Id::SDw) {
            contact.set_real(id, k, inputs.slot(id).unwrap()[k]);
        }
        assert_tangents(case.name, &contact, inputs_and_states());
    }
}

#[test]
fn a_tangent_along_several_seeds_is_the_sum_of_theirs() {
    let case = Case::new("", Pair::SpherePlane);
    let mut contact = unit_at(&case, Interface::ModelExchange);
    contact.exit_initialization(&mut |_| {}).unwrap();
    let seeds = [(Id::VelocityI, 0, 0.3), (Id::Z, 1, -2.0), (Id::PositionJ, 2, 0.7)];
    let mut of = |seeds: &[(Id, usize, f64)]| {
        let mut tangent = contact.tangent(&mut seeds.iter().copied()).unwrap();
        Contact::tangent_of(&mut tangent, Id::ForceI, 0)
    };
    let sum: f64 = seeds.iter().map(|seed| of(&[*seed])).sum();
    let scale: f64 = seeds.iter().map(|seed| of(&[*seed]).abs()).sum();
    // three roundings of the parts
    assert_close("sum of directions", of(&seeds), sum, 1e-14, scale);
}
