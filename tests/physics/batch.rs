//! The batch against contacts one by one: the same bits from every path, and the first contact at fault.

use crate::common::random::Random;
use crate::common::{Setup, V3, contact_frame, parameters, with_normal_law};
use asperity::capi::vector::{self, Path};
use asperity::physics::batch::{Contacts, Rates};
use asperity::physics::normal;
use asperity::physics::parameters::{BristleFrame, BristleLimit, FrictionLaw, FrictionMap, NormalLaw};
use asperity::physics::{Inputs, Latch, State, Vector3, respond};

/// One contact, as the laws take it one by one.
#[derive(Clone, Copy)]
struct Single {
    inputs: Inputs<f64>,
    latch: Latch<f64>,
    state: State<f64>,
}

/// f_c, ż, ṡ_dw
type Found = [f64; 7];

/// Inputs of the pair `external` in every regime, on both sides of every limit of `p`.
fn drawn(random: &mut Random, p: &Setup) -> Single {
    let f = &p.friction;
    let mut inputs = Inputs::default();
    let (normal, length) = (random.direction(), random.size(1e-3, 1e3));
    inputs.contact_normal = if random.chance(1.0 / 4.0) { normal } else { normal * length };
    inputs.penetration = if random.chance(1.0 / 10.0) { -random.size(1e-9, 1e-2) } else { random.size(1e-9, 1e-2) };
    let speed = match (random.share() * 10.0) as u32 {
        0 => 0.0,
        1 => random.size(1e-300, 1e-8),
        2..=5 => f.v_S * random.size(1e-3, 3.0),
        _ => random.size(1e-3, 10.0),
    };
    inputs.relative_velocity = random.direction() * speed;
    inputs.body_i.angular_velocity = random.direction() * random.size(1e-3, 1e2);
    inputs.body_j.angular_velocity = random.direction() * random.size(1e-3, 1e2);
    let contact = !random.chance(1.0 / 8.0);
    let a = if random.chance(1.0 / 5.0) { 0.0 } else { random.size(1e-3, 1e3) };
    let mut state = State::default();
    if !random.chance(1.0 / 20.0) {
        state.z = random.direction() * random.size(1e-9, 1e-2);
    }
    state.s_dw = random.within(-0.2, 1.2);
    Single { inputs, latch: Latch { contact, v_i: 1.0, a }, state }
}

fn one_by_one(p: &Setup, single: &Single) -> Found {
    let frame = contact_frame(p, &single.inputs, None).unwrap();
    let response = respond(p, &single.inputs, &frame, &single.latch, &single.state);
    let (force, z) = (response.outputs.force_i, response.rates.z);
    [force[0], force[1], force[2], z[0], z[1], z[2], response.rates.s_dw]
}

/// Arrays of a batch: x, n, v_r, ω_c, z, s_dw, a.
struct Columns([Vec<f64>; 15]);

impl Columns {
    fn of(p: &Setup, singles: &[Single]) -> Self {
        let mut columns: [Vec<f64>; 15] = core::array::from_fn(|_| Vec::with_capacity(singles.len()));
        for Single { inputs, latch, state } in singles {
            let frame = contact_frame(p, inputs, None).unwrap();
            let turning = frame.omega_c;
            let three = |v: &Vector3<f64>| [v[0], v[1], v[2]];
            let a = normal::acting_damping(p, latch, frame.penetration_rate);
            let a = if latch.contact { a } else { f64::NAN };
            let numbers = [
                &[inputs.penetration][..],
                &three(&inputs.contact_normal),
                &three(&inputs.relative_velocity),
                &three(&turning),
                &three(&state.z),
                &[state.s_dw, a],
            ]
            .concat();
            columns.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
        }
        Columns(columns)
    }

    /// The last n contacts.
    fn last(&self, n: usize) -> Self {
        Columns(self.0.each_ref().map(|column| column[column.len() - n..].to_vec()))
    }

    fn contacts(&self) -> Contacts<'_> {
        let c = &self.0;
        let three = |from: usize| [&c[from][..], &c[from + 1], &c[from + 2]];
        Contacts {
            penetration: &c[0],
            normal: three(1),
            relative_velocity: three(4),
            turning_rate: Some(three(7)),
            z: three(10),
            s_dw: &c[13],
            damping: &c[14],
        }
    }
}

/// The paths by name: what is chosen, the instructions of every processor, and the vectors that this one knows.
fn paths() -> impl Iterator<Item = (&'static str, Path)> {
    let known = [("AVX2", vector::avx2()), ("AVX-512", vector::avx512())];
    let known = known.into_iter().filter_map(|(name, path)| Some((name, path?)));
    [("chosen", vector::rates as Path), ("portable", vector::portable)].into_iter().chain(known)
}

fn batch(path: Path, p: &Setup, contacts: &Contacts) -> (Vec<Found>, Option<usize>) {
    batch_into(path, p, contacts, [0; 7])
}

/// [`batch`] into columns that begin so many numbers after the border of a cache line.
fn batch_into(path: Path, p: &Setup, contacts: &Contacts, begins: [usize; 7]) -> (Vec<Found>, Option<usize>) {
    let n = contacts.penetration.len();
    // what was there before must not matter
    let mut columns: [Vec<f64>; 7] = core::array::from_fn(|_| vec![f64::NAN; n + 16]);
    let starts: [usize; 7] = core::array::from_fn(|c| columns[c].as_ptr().align_offset(64) + begins[c]);
    let mut parts = columns.iter_mut().zip(starts).map(|(column, start)| &mut column[start..start + n]);
    let [fx, fy, fz, zx, zy, zz, s] = core::array::from_fn(|_| parts.next().unwrap());
    let mut rates = Rates { force: [fx, fy, fz], z_rate: [zx, zy, zz], s_dw_rate: s };
    let culprit = path(p, p.geometry.effective_radius(), contacts, &mut rates);
    for (column, start) in columns.iter().zip(starts) {
        let beside = column[..start].iter().chain(&column[start + n..]);
        assert!(beside.into_iter().all(|number| number.is_nan()), "written beside a column");
    }
    let found = (0..n).map(|k| core::array::from_fn(|c| columns[c][starts[c] + k])).collect();
    (found, culprit)
}

fn assert_same_bits(what: &str, p: &Setup, singles: &[Single]) {
    let columns = Columns::of(p, singles);
    for (name, path) in paths() {
        let (found, culprit) = batch(path, p, &columns.contacts());
        assert_eq!(culprit, None, "{what}, {name}");
        for (k, (found, single)) in found.iter().zip(singles).enumerate() {
            let alone = one_by_one(p, single);
            assert_eq!(
                found.map(f64::to_bits),
                alone.map(f64::to_bits),
                "{what}, {name}, contact {k}: {found:?} {alone:?}"
            );
        }
    }
}

fn many(random: &mut Random, p: &Setup, n: usize) -> Vec<Single> {
    (0..n).map(|_| drawn(random, p)).collect()
}

/// Start values without the ledger, which a batch has not.
fn start() -> Setup {
    let mut p = parameters();
    p.settings.track_ledger = false;
    p
}

#[test]
fn the_usual_contact_has_the_same_bits_in_every_regime() {
    let (mut random, p) = (Random(6), start());
    let singles = many(&mut random, &p, 600_013);
    let mut seen = [0; 9];
    for single in &singles {
        let frame = contact_frame(&p, &single.inputs, None).unwrap();
        let (speed, x, f) = (frame.v_t.norm(), frame.penetration, &p.friction);
        let f_n = respond(&p, &single.inputs, &frame, &single.latch, &single.state).outputs.normal_force;
        let sticking = (-(speed / f.v_S).powi(2)).exp();
        let contact = single.latch.contact;
        let pulled = 1.0 + single.latch.a * frame.penetration_rate < 0.0;
        let spring = single.state.z.norm() * f.sigma_0;
        for (count, is) in seen.iter_mut().zip([
            !contact,
            contact && x < 0.0,
            contact && pulled,
            contact && x > 0.0 && sticking > 0.99 && spring < f.mu_C * f_n,
            contact && x > 0.0 && sticking > 0.5 && spring > f.mu_S * f_n,
            contact && x > 0.0 && sticking < 1e-3,
            speed == 0.0,
            speed > 0.0 && speed < f.direction_width(),
            sticking < single.state.s_dw,
        ]) {
            *count += usize::from(is);
        }
    }
    assert!(
        seen.iter().all(|count| *count > 5000),
        "apart, x < 0, pulled, stuck, saturated, sliding, still, slow, falling: {seen:?}"
    );
    assert_same_bits("usual", &p, &singles);
}

#[test]
fn every_law_and_setting_has_the_same_bits() {
    let mut random = Random(7);
    let with = |change: &dyn Fn(&mut Setup)| {
        let mut p = start();
        change(&mut p);
        p
    };
    let mut cases = vec![
        ("no friction", with(&|p| p.settings.friction_law = FrictionLaw::None)),
        ("coulomb", with(&|p| p.settings.friction_law = FrictionLaw::Coulomb)),
        ("printed limit", with(&|p| p.settings.bristle_limit = BristleLimit::Paper)),
        ("printed frame", with(&|p| p.settings.bristle_frame = BristleFrame::Paper)),
        ("viscous", with(&|p| (p.friction.sigma_2, p.friction.v_eps) = (0.7, 0.003))),
        ("mixed map", with(&|p| p.settings.friction_map = FrictionMap::Mixed)),
    ];
    for law in NormalLaw::ALL {
        cases.push((
            "another damping",
            with(&|p| {
                p.settings.normal_law = *law;
                p.compliance.p = with_normal_law(*law).compliance.p;
            }),
        ));
    }
    for exponent in [1.0, 2.0, 2.5, 3.0, 1.37, 4.0] {
        cases.push(("another exponent", with(&|p| p.compliance.p = exponent)));
    }
    for (what, p) in cases {
        assert_same_bits(what, &p, &many(&mut random, &p, 30_000));
    }
}

#[test]
fn any_number_of_contacts_has_the_same_bits() {
    let (mut random, p) = (Random(8), start());
    for n in (0..=18).chain([63, 64, 65, 72, 127, 128, 1001]) {
        assert_same_bits(&format!("{n} contacts"), &p, &many(&mut random, &p, n));
    }
}

#[test]
fn columns_that_begin_anywhere_have_the_same_bits() {
    let (mut random, p) = (Random(11), start());
    let singles = many(&mut random, &p, 77);
    let Columns(mut columns) = Columns::of(&p, &singles);
    for (c, column) in columns.iter_mut().enumerate() {
        column.splice(0..0, core::iter::repeat_n(f64::NAN, c % 8));
    }
    let three = |from: usize| [from, from + 1, from + 2].map(|c| &columns[c][c % 8..]);
    let contacts = Contacts {
        penetration: three(0)[0],
        normal: three(1),
        relative_velocity: three(4),
        turning_rate: Some(three(7)),
        z: three(10),
        s_dw: three(12)[1],
        damping: three(12)[2],
    };
    for (name, path) in paths() {
        let (found, culprit) = batch(path, &p, &contacts);
        assert_eq!(culprit, None, "{name}");
        for (found, single) in found.iter().zip(&singles) {
            assert_eq!(found.map(f64::to_bits), one_by_one(&p, single).map(f64::to_bits), "{name}");
        }
    }
}

/// Contacts of a batch that is worked off in smaller blocks and fetched ahead.
const FAR: usize = 1 << 15;

#[test]
fn far_batches_have_the_same_bits_wherever_results_begin() {
    let (mut random, p) = (Random(13), start());
    let singles = many(&mut random, &p, FAR + 45);
    let alone: Vec<_> = singles.iter().map(|single| one_by_one(&p, single).map(f64::to_bits)).collect();
    let columns = Columns::of(&p, &singles);
    for n in [FAR - 1, FAR, FAR + 45] {
        let columns = columns.last(n);
        let contacts = columns.contacts();
        for begins in [[0; 7], [6; 7], [1, 1, 1, 1, 1, 1, 2], [7, 0, 1, 2, 3, 4, 5]] {
            for (name, path) in paths() {
                let (found, culprit) = batch_into(path, &p, &contacts, begins);
                assert_eq!(culprit, None, "{name}, {n} contacts, {begins:?}");
                let differs = found.iter().zip(&alone[alone.len() - n..]).position(|(a, b)| a.map(f64::to_bits) != *b);
                assert_eq!(differs, None, "{name}, {n} contacts, {begins:?}");
            }
        }
    }
}

#[test]
fn of_a_far_batch_the_first_contact_at_fault_is_named() {
    let (mut random, p) = (Random(14), start());
    let n = FAR + 45;
    let mut columns = Columns::of(&p, &many(&mut random, &p, n));
    for at in [n - 1, n - 46, FAR / 2, 63, 32, 2, 1, 0] {
        columns.0[11][at] = f64::NAN;
        for (name, path) in paths() {
            let (_, culprit) = batch_into(path, &p, &columns.contacts(), [6; 7]);
            assert_eq!(culprit, Some(at), "{name}");
        }
    }
}

#[test]
fn of_a_few_contacts_the_one_at_fault_is_named() {
    let (mut random, p) = (Random(12), start());
    for n in 1..=17 {
        let mut columns = Columns::of(&p, &many(&mut random, &p, n));
        for at in (0..n).rev() {
            columns.0[11][at] = f64::NAN;
            for (name, path) in paths() {
                assert_eq!(batch(path, &p, &columns.contacts()).1, Some(at), "{name}, {n} contacts");
            }
        }
    }
}

#[test]
fn a_turning_rate_that_is_not_given_is_0() {
    let (mut random, p) = (Random(9), start());
    let mut singles = many(&mut random, &p, 1001);
    for single in &mut singles {
        single.inputs.body_i.angular_velocity = V3::zeros();
        single.inputs.body_j.angular_velocity = V3::zeros();
    }
    let columns = Columns::of(&p, &singles);
    for (name, path) in paths() {
        let (found, _) = batch(path, &p, &Contacts { turning_rate: None, ..columns.contacts() });
        for (found, single) in found.iter().zip(&singles) {
            assert_eq!(found.map(f64::to_bits), one_by_one(&p, single).map(f64::to_bits), "{name}");
        }
    }
}

#[test]
fn the_first_contact_at_fault_is_named_and_the_others_are_right() {
    let (mut random, p) = (Random(10), start());
    let singles = many(&mut random, &p, 300);
    let faults: [(&str, usize, f64); 9] = [
        ("x", 0, f64::NAN),
        ("x", 0, f64::INFINITY),
        ("v_r", 5, f64::NAN),
        ("v_r", 5, f64::INFINITY),
        ("omega_c", 8, f64::INFINITY),
        ("z", 11, f64::NAN),
        ("s_dw", 13, f64::NAN),
        ("n", 2, f64::NAN),
        ("n, overflow", 2, 1e200),
    ];
    for (what, column, number) in faults {
        for at in [0, 1, 63, 64, 256, 293, 299] {
            let mut columns = Columns::of(&p, &singles);
            for k in [at, 299] {
                // apart, nobody looks at v_r
                (columns.0[column][k], columns.0[14][k]) = (number, 1.0);
            }
            expect(what, &p, &singles, &columns, at);
        }
    }
    for (what, damping) in [("zero normal", 1.0), ("zero normal, apart", f64::NAN)] {
        let mut columns = Columns::of(&p, &singles);
        (1..4).for_each(|axis| columns.0[axis][77] = 0.0);
        columns.0[14][77] = damping;
        expect(what, &p, &singles, &columns, 77);
    }

    fn expect(what: &str, p: &Setup, singles: &[Single], columns: &Columns, at: usize) {
        for (name, path) in paths() {
            let (found, culprit) = batch(path, p, &columns.contacts());
            assert_eq!(culprit, Some(at), "{what}, {name}");
            for k in (0..singles.len()).filter(|k| *k != at && *k != 299) {
                assert_eq!(
                    found[k].map(f64::to_bits),
                    one_by_one(p, &singles[k]).map(f64::to_bits),
                    "{what}, {name}, {k}"
                );
            }
        }
    }
}
