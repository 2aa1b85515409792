//! Many contacts at once answer as one by one.

use crate::common::noise;
use crate::{Given, Stepped, inputs as start_values, *};
use asperity::capi::batch::*;
use asperity::capi::evaluate::*;

/// Arrays of n contacts, each number by its own array.
#[derive(Clone)]
struct Arrays {
    n: usize,
    x: Vec<f64>,
    normal: [Vec<f64>; 3],
    v_r: [Vec<f64>; 3],
    omega: [Vec<f64>; 3],
    z: [Vec<f64>; 3],
    s_dw: Vec<f64>,
    damping: Vec<f64>,
    force: [Vec<f64>; 3],
    z_rate: [Vec<f64>; 3],
    s_dw_rate: Vec<f64>,
}

impl Arrays {
    fn random(n: usize) -> Self {
        let mut noise = noise();
        let mut list = |scale: f64| (0..n).map(|_| scale * noise()).collect::<Vec<_>>();
        let mut arrays = Arrays {
            n,
            x: list(1e-3),
            normal: [list(1.0), list(1.0), list(1.0)],
            v_r: [list(0.1), list(0.1), list(0.1)],
            omega: [list(1.0), list(1.0), list(1.0)],
            z: [list(1e-5), list(1e-5), list(1e-5)],
            s_dw: list(0.7),
            damping: list(2.0),
            force: [vec![7.0; n], vec![7.0; n], vec![7.0; n]],
            z_rate: [vec![7.0; n], vec![7.0; n], vec![7.0; n]],
            s_dw_rate: vec![7.0; n],
        };
        // every slip from creep to sliding, and some apart
        for k in 0..n {
            let scale = 10f64.powi(-(k as i32 % 6));
            (0..3).for_each(|axis| arrays.v_r[axis][k] *= scale);
            arrays.damping[k] = if k % 7 == 3 { f64::NAN } else { arrays.damping[k].abs() };
        }
        arrays
    }

    fn batch(&mut self) -> asperity_batch {
        let of = |by: &[Vec<f64>; 3]| [by[0].as_ptr(), by[1].as_ptr(), by[2].as_ptr()];
        let [f0, f1, f2] = &mut self.force;
        let [r0, r1, r2] = &mut self.z_rate;
        asperity_batch {
            penetration: self.x.as_ptr(),
            normal: of(&self.normal),
            relative_velocity: of(&self.v_r),
            turning_rate: of(&self.omega),
            z: of(&self.z),
            s_dw: self.s_dw.as_ptr(),
            damping: self.damping.as_ptr(),
            force: [f0.as_mut_ptr(), f1.as_mut_ptr(), f2.as_mut_ptr()],
            z_rate: [r0.as_mut_ptr(), r1.as_mut_ptr(), r2.as_mut_ptr()],
            s_dw_rate: self.s_dw_rate.as_mut_ptr(),
        }
    }

    fn written(&self, k: usize) -> [u64; 7] {
        let by_axis = self.force.iter().chain(&self.z_rate).chain([&self.s_dw_rate]);
        let numbers: Vec<_> = by_axis.map(|of| of[k].to_bits()).collect();
        numbers.try_into().unwrap()
    }
}

const LAWS: [&[(&str, f64)]; 7] = [
    &[],
    &[("friction.law", 3.0)],
    &[("friction.law", 2.0), ("compliance.p", 2.2)],
    &[("friction.bristleLimit", 2.0), ("friction.bristleFrame", 2.0), ("friction.sigma_2", 0.3)],
    &[("compliance.law", 6.0), ("compliance.p", 1.0)],
    &[("compliance.law", 6.0), ("compliance.p", 1.0), ("friction.law", 3.0)],
    &[("compliance.source", 2.0), ("friction.map", 3.0)],
];

fn rates(given: &Given, arrays: &mut Arrays) -> (asperity_status, usize) {
    let (n, batch, mut culprit) = (arrays.n, arrays.batch(), usize::MAX);
    (unsafe { asperity_batch_rates(given.0, n, &batch, &mut culprit) }, culprit)
}

#[test]
fn rates_of_a_batch_are_those_of_each_contact_to_the_last_bit() {
    for law in LAWS {
        let given = Given::with(law);
        // lengths that leave a rest beside blocks of every size
        for n in [1, 2, 3, 4, 5, 8, 9, 131] {
            let mut arrays = Arrays::random(n);
            assert_eq!(rates(&given, &mut arrays), (ASPERITY_OK, n), "{law:?}");
            for k in 0..n {
                let at = |by: &[Vec<f64>; 3]| [by[0][k], by[1][k], by[2][k]];
                let mut inputs = start_values();
                inputs.penetration = arrays.x[k];
                inputs.normal = at(&arrays.normal);
                inputs.relative_velocity = at(&arrays.v_r);
                let contact = !arrays.damping[k].is_nan();
                let a = if contact { arrays.damping[k] } else { 0.0 };
                let latch = asperity_latch { contact: f64::from(u8::from(contact)), v_i: f64::MAX, a };
                let state = asperity_state { z: at(&arrays.z), s_dw: arrays.s_dw[k], ..RESTING };
                let (mut wrench, mut rates) = (unsafe { std::mem::zeroed::<asperity_wrench>() }, RESTING);
                let status = unsafe { asperity_rates(given.0, &inputs, &latch, &state, &mut wrench, &mut rates) };
                assert_eq!(status, ASPERITY_OK);
                // bodies at rest do not turn the contact frame: the turning is added here as the physics does
                let turns = !law.contains(&("friction.bristleFrame", 2.0));
                let (w, z) = (at(&arrays.omega), state.z);
                let cross = [w[1] * z[2] - w[2] * z[1], w[2] * z[0] - w[0] * z[2], w[0] * z[1] - w[1] * z[0]];
                for (rate, by_turning) in rates.z.iter_mut().zip(cross).filter(|_| turns) {
                    *rate += by_turning;
                }
                let expected = [&wrench.force_i[..], &rates.z, &[rates.s_dw]].concat();
                // 0 and −0 are the same force
                let same = |(a, b): (&u64, &f64)| f64::from_bits(*a) == *b;
                assert!(arrays.written(k).iter().zip(&expected).all(same), "{law:?}, contact {k} of {n}");
            }
        }
    }
}

#[test]
fn without_turning_rates_the_frame_rests() {
    let given = Given::with(&[]);
    let mut arrays = Arrays::random(9);
    arrays.omega = [vec![0.0; 9], vec![0.0; 9], vec![0.0; 9]];
    let mut with = arrays.clone();
    assert_eq!(rates(&given, &mut with), (ASPERITY_OK, 9));
    let batch = asperity_batch { turning_rate: [ptr::null(); 3], ..arrays.batch() };
    assert_eq!(unsafe { asperity_batch_rates(given.0, 9, &batch, ptr::null_mut()) }, ASPERITY_OK);
    for k in 0..9 {
        assert_eq!(arrays.written(k), with.written(k));
    }
}

#[test]
fn the_first_contact_at_fault_is_named_and_the_others_are_calculated() {
    let given = Given::with(&[]);
    let mut sound = Arrays::random(20);
    assert_eq!(rates(&given, &mut sound), (ASPERITY_OK, 20));
    type Spoil = fn(&mut Arrays, usize);
    let faults: [(asperity_status, Spoil); 12] = [
        (ASPERITY_INPUTS, |a, k| a.x[k] = f64::NAN),
        (ASPERITY_INPUTS, |a, k| a.normal.iter_mut().for_each(|by| by[k] = 0.0)),
        (ASPERITY_INPUTS, |a, k| a.normal[1][k] = f64::NAN),
        (ASPERITY_INPUTS, |a, k| a.v_r[2][k] = f64::INFINITY),
        (ASPERITY_INPUTS, |a, k| a.z[0][k] = f64::NAN),
        (ASPERITY_INPUTS, |a, k| a.s_dw[k] = f64::NEG_INFINITY),
        (ASPERITY_INPUTS, |a, k| a.omega[2][k] = f64::NAN),
        // NaN means apart, anything else must be a number
        (ASPERITY_INPUTS, |a, k| a.damping[k] = f64::INFINITY),
        (ASPERITY_INPUTS, |a, k| a.damping[k] = f64::NEG_INFINITY),
        (ASPERITY_INPUTS, |a, k| a.normal.iter_mut().for_each(|by| by[k] = 1e-160)),
        (ASPERITY_INPUTS, |a, k| a.normal.iter_mut().for_each(|by| by[k] = 1e140)),
        (ASPERITY_OVERFLOW, |a, k| a.x[k] = 1e250),
    ];
    for (expected, spoil) in faults {
        // contact 10 is apart, where a penetration that is not finite is as wrong
        for first in [0, 5, 12, 19] {
            let mut arrays = Arrays::random(20);
            arrays.damping[first] = 1.0;
            sound.damping[first] = 1.0;
            spoil(&mut arrays, first);
            arrays.z[1][19] = f64::NAN;
            let (status, culprit) = rates(&given, &mut arrays);
            assert_eq!(culprit, first);
            assert!(status == expected || first == 19, "{status} for {first}");
            for k in (0..20).filter(|k| *k != first && *k != 19) {
                assert_eq!(arrays.written(k), sound.written(k), "contact {k}");
            }
        }
    }
}

/// A force that is cut to 0 hides a slip that is no number, and friction that there is none of does.
#[test]
fn what_is_no_number_is_a_fault_under_every_law_touching_or_apart() {
    type Column = fn(&mut Arrays) -> &mut Vec<f64>;
    let columns: [Column; 11] = [
        |a| &mut a.x,
        |a| &mut a.normal[0],
        |a| &mut a.normal[1],
        |a| &mut a.normal[2],
        |a| &mut a.v_r[0],
        |a| &mut a.v_r[1],
        |a| &mut a.v_r[2],
        |a| &mut a.z[0],
        |a| &mut a.z[1],
        |a| &mut a.z[2],
        |a| &mut a.s_dw,
    ];
    for law in LAWS {
        let given = Given::with(law);
        for (column, of) in columns.iter().enumerate() {
            for (value, damping) in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY]
                .into_iter()
                .flat_map(|value| [(value, 1.0), (value, f64::NAN)])
            {
                let mut arrays = Arrays::random(11);
                arrays.damping[6] = damping;
                of(&mut arrays)[6] = value;
                assert_eq!(
                    rates(&given, &mut arrays),
                    (ASPERITY_INPUTS, 6),
                    "{law:?}, column {column}, {value}, {damping}"
                );
            }
        }
    }
}

#[test]
fn numbers_that_are_finite_but_too_large_overflow() {
    let mut arrays = Arrays::random(3);
    (0..2).for_each(|axis| arrays.z[axis][1] = 1.7e308);
    assert_eq!(rates(&Given::with(&[]), &mut arrays), (ASPERITY_OVERFLOW, 1));
}

/// Friction along a slip whose square overflows was 0, and its contact counted as calculated.
#[test]
fn a_slip_whose_square_overflows_is_refused_by_all_calls() {
    for law in LAWS {
        let given = Given::with(law);
        for speed in [1e150, 1e160, 1.7e308] {
            let mut arrays = Arrays::random(11);
            let k = 6;
            (arrays.x[k], arrays.damping[k]) = (1e-3, 0.1);
            (0..3).for_each(|axis| (arrays.normal[axis][k], arrays.v_r[axis][k]) = (0.0, 0.0));
            (arrays.normal[2][k], arrays.v_r[0][k]) = (1.0, speed);
            let overflows = speed > 1e154;
            let expected = if overflows { (ASPERITY_OVERFLOW, k) } else { (ASPERITY_OK, 11) };
            assert_eq!(rates(&given, &mut arrays), expected, "{law:?}, {speed}");
            let mut inputs = start_values();
            (inputs.penetration, inputs.normal, inputs.relative_velocity) = (1e-3, [0.0, 0.0, 1.0], [speed, 0.0, 0.0]);
            let latch = asperity_latch { contact: 1.0, v_i: 1.0, a: 0.1 };
            let (mut wrench, mut of) = (unsafe { std::mem::zeroed::<asperity_wrench>() }, RESTING);
            let status = unsafe { asperity_rates(given.0, &inputs, &latch, &RESTING, &mut wrench, &mut of) };
            assert_eq!(status == ASPERITY_OVERFLOW, overflows, "{law:?}, {speed}");
        }
    }
}

/// Each of these is a number, and so are all results; their sum is not.
#[test]
fn a_batch_takes_what_only_adds_up_to_too_much() {
    for law in LAWS {
        let mut arrays = Arrays::random(11);
        (arrays.damping[6], arrays.x[6], arrays.s_dw[6]) = (1.7e308, -1e-3, -1e307);
        (0..3).for_each(|axis| arrays.v_r[axis][6] = 0.0);
        (0..3).for_each(|axis| arrays.z[axis][6] = 0.0);
        assert_eq!(rates(&Given::with(law), &mut arrays), (ASPERITY_OK, 11), "{law:?}");
    }
}

#[test]
fn a_batch_refuses_what_it_does_not_know_and_what_is_missing() {
    let mut arrays = Arrays::random(3);
    let mut refused = |changes: &[(&str, f64)]| {
        assert_eq!(rates(&Given::with(changes), &mut arrays), (ASPERITY_PARAMETERS, 3), "{changes:?}");
        assert_eq!(arrays.force[0], [7.0; 3]);
    };
    refused(&[("friction.e_r", 0.01)]);
    refused(&[("friction.e_rSource", 2.0)]);
    refused(&[("friction.mu_r", 0.01)]);
    refused(&[("friction.e_o", 0.5)]);
    refused(&[("friction.map", 2.0)]);
    assert_eq!(rates(&Given::new(), &mut arrays), (ASPERITY_PARAMETERS, 3));

    let given = Given::with(&[]);
    let null = ptr::null();
    type Spoil = fn(&mut asperity_batch);
    let spoils: [Spoil; 11] = [
        |b| b.penetration = ptr::null(),
        |b| b.normal[0] = ptr::null(),
        |b| b.relative_velocity[1] = ptr::null(),
        |b| b.turning_rate[2] = ptr::null(),
        |b| b.z[0] = ptr::null(),
        |b| b.s_dw = ptr::null(),
        |b| b.damping = ptr::null(),
        |b| b.force[1] = ptr::null_mut(),
        |b| b.z_rate[2] = ptr::null_mut(),
        |b| b.s_dw_rate = ptr::null_mut(),
        |b| b.turning_rate[..2].fill(ptr::null()),
    ];
    for spoil in spoils {
        let mut batch = arrays.batch();
        spoil(&mut batch);
        assert_eq!(unsafe { asperity_batch_rates(given.0, 3, &batch, ptr::null_mut()) }, ASPERITY_NULL);
    }
    // what is written shares memory with nothing, not even by one number
    let refused = |batch: &asperity_batch| unsafe {
        let status = asperity_batch_rates(given.0, 3, batch, ptr::null_mut());
        assert_eq!(status, ASPERITY_SIZE);
    };
    let batch = arrays.batch();
    refused(&asperity_batch { s_dw_rate: batch.force[2], ..batch });
    refused(&asperity_batch { z: [batch.z_rate[1].cast_const(), batch.z[1], batch.z[2]], ..batch });
    refused(&asperity_batch { penetration: batch.force[0].wrapping_add(2), ..batch });
    refused(&asperity_batch { penetration: batch.force[0].wrapping_sub(2), ..batch });
    // no contacts: no arrays
    let nothing = asperity_batch {
        penetration: null,
        normal: [null; 3],
        relative_velocity: [null; 3],
        turning_rate: [null; 3],
        z: [null; 3],
        s_dw: null,
        damping: null,
        force: [ptr::null_mut(); 3],
        z_rate: [ptr::null_mut(); 3],
        s_dw_rate: ptr::null_mut(),
    };
    assert_eq!(unsafe { asperity_batch_rates(given.0, 0, &nothing, ptr::null_mut()) }, ASPERITY_OK);
    let status = unsafe { asperity_batch_step(ptr::null(), 0, null, null, 1e-3, ptr::null_mut(), ptr::null_mut()) };
    assert_eq!(status, ASPERITY_OK);
}

#[test]
fn a_step_of_many_contacts_is_the_step_of_each() {
    let interface = [("coupling.mode", 2.0), ("geometry.pair", 2.0)];
    for (changes, mobility) in [(&[("geometry.pair", 2.0)][..], false), (&interface, true)] {
        let given = Given::with(changes);
        let n = 5;
        let free = asperity_mobility {
            inverse_mass: [1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
            free_acceleration: [0.0, 0.0, -9.81],
            inverse_inertia: [0.0; 6],
            free_angular_acceleration: [0.0; 3],
            turning_by_force: [0.0; 9],
        };
        let at: Vec<_> = (0..n)
            .map(|k| {
                let mut inputs = start_values();
                inputs.body_i.position[2] = 0.1 - 2e-5 * (k as f64 - 1.0);
                inputs.body_i.velocity = [0.1 * k as f64, 0.0, -0.01];
                inputs
            })
            .collect();
        let contacts: Vec<_> = (0..n).map(|_| Stepped::new(&given)).collect();
        let alone: Vec<_> = (0..n).map(|_| Stepped::new(&given)).collect();
        for k in 0..n {
            assert_eq!(contacts[k].start(&at[k], Some(&free), 0.0), ASPERITY_OK);
            assert_eq!(alone[k].start(&at[k], Some(&free), 0.0), ASPERITY_OK);
        }
        let pointers: Vec<_> = contacts.iter().map(|contact| contact.0).collect();
        let spread = |f: usize, of: &dyn Fn(usize) -> Vec<f64>| -> Vec<f64> {
            (0..f * n).map(|place| of(place % n)[place / n]).collect()
        };
        let mut inputs = spread(36, &|k| numbers(&at[k]).to_vec());
        let mobilities = spread(27, &|_| numbers(&free).to_vec());
        let mut outputs = vec![7.0; 31 * n];
        let mut statuses = vec![-1; n];
        let step = |inputs: &[f64], outputs: &mut [f64], statuses: &mut [asperity_status]| {
            let mobilities = if mobility { mobilities.as_ptr() } else { ptr::null() };
            let (outputs, statuses) = (outputs.as_mut_ptr(), statuses.as_mut_ptr());
            unsafe { asperity_batch_step(pointers.as_ptr(), n, inputs.as_ptr(), mobilities, 1e-3, outputs, statuses) }
        };
        assert_eq!(step(&inputs, &mut outputs, &mut statuses), ASPERITY_OK);
        assert_eq!(statuses, [ASPERITY_OK; 5]);
        for k in 0..n {
            let expected = alone[k].step(&at[k], None, mobility.then_some(&free), 1e-3).unwrap();
            let of_k: Vec<_> = (0..31).map(|f| outputs[f * n + k]).collect();
            assert_eq!(bits(&of_k), bits(numbers(&expected)), "contact {k}");
        }
        // contact 3 fails, the others step; its outputs are not written
        inputs[12 * n + 3] = f64::NAN;
        outputs.fill(7.0);
        assert_eq!(step(&inputs, &mut outputs, &mut statuses), ASPERITY_INPUTS);
        assert_eq!(statuses, [ASPERITY_OK, ASPERITY_OK, ASPERITY_OK, ASPERITY_INPUTS, ASPERITY_OK]);
        assert_eq!(contacts[3].message(), "inputs->body_i.position[2] = NaN is not a finite number");
        assert!((0..31).all(|f| outputs[f * n + 3] == 7.0 && outputs[f * n + 2] != 7.0));
    }
}
