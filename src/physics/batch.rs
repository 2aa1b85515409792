//! Many contacts with the same parameters, structure of arrays: force and rates of each, the same bits as [`contact::loads`]
//! gives one by one.
//!
//! A block of contacts passes the laws in three stages, each a plain loop over the functions of [`friction`] and [`normal`]
//! without branches: the compiler turns it into vector instructions of whatever the caller is compiled for. Stages are
//! short because a processor looks only a few hundred instructions ahead, and the chain of roots and divisions of one
//! contact is long.

use crate::physics::limit_surface::shortened;
use crate::physics::normal::{self, Stiffness};
use crate::physics::parameters::{BristleFrame, BristleLimit, Friction, FrictionLaw, FrictionMap, NormalLaw};
use crate::physics::scalar::select;
use crate::physics::{ContactFrame, Latch, Parameters, State, Vector3, contact, friction, rotation};

/// What is given: each slice has one number per contact, all the same length.
#[derive(Clone, Copy, Debug)]
pub struct Contacts<'a> {
    /// x [m]
    pub penetration: &'a [f64],
    /// n by axis, any length but 0
    pub normal: [&'a [f64]; 3],
    /// v_r by axis [m/s]
    pub relative_velocity: [&'a [f64]; 3],
    /// ω_c by axis [rad/s]; `None`: 0
    pub turning_rate: Option<[&'a [f64]; 3]>,
    /// z by axis [m]
    pub z: [&'a [f64]; 3],
    /// s_dw [1]
    pub s_dw: &'a [f64],
    /// Damping a of the latch [s/m], of the linear spring and damper [s]; NaN: apart
    pub damping: &'a [f64],
}

/// What is written, in slices of the same length.
#[derive(Debug)]
pub struct Rates<'a> {
    /// f_c on body i by axis [N]
    pub force: [&'a mut [f64]; 3],
    /// ż by axis [m/s]
    pub z_rate: [&'a mut [f64]; 3],
    /// ṡ_dw [1/s]
    pub s_dw_rate: &'a mut [f64],
}

/// Contacts of a block: what is kept between the stages stays in the nearest cache.
const BLOCK: usize = 128;

/// Stands for numbers that are not given.
static ZEROS: [f64; BLOCK] = [0.0; BLOCK];

/// Force and rates of every contact; the first that has no normal or whose results are not finite. The others are right.
///
/// Moments are left out: `mu_r` and `e_r` count as 0. Panics if the slices differ in length.
#[inline(always)]
pub fn rates(parameters: &Parameters<f64>, contacts: &Contacts, rates: &mut Rates) -> Option<usize> {
    let n = contacts.penetration.len();
    let turns = parameters.settings.bristle_frame == BristleFrame::Contact;
    let contacts = &Contacts { turning_rate: contacts.turning_rate.filter(|_| turns), ..*contacts };
    let law = Law { parameters, friction: parameters.friction, stiffness: normal::stiffness(parameters) };
    let mut between = Between::default();
    let mut answer = Answer::default();
    let mut first = None;
    for from in (0..n).step_by(BLOCK) {
        let block = Block::of(contacts, from, BLOCK.min(n - from));
        let sound = law.calculate(&block, &mut between, &mut answer);
        answer.copy_to(rates, from, block.len);
        if !sound && first.is_none() {
            first = (0..block.len).find(|k| !is_sound(between.check[*k] + answer.sum(*k))).map(|k| from + k);
        }
    }
    first
}

/// A part of [`Contacts`].
struct Block<'a> {
    len: usize,
    penetration: &'a [f64],
    normal: [&'a [f64]; 3],
    relative_velocity: [&'a [f64]; 3],
    turning_rate: [&'a [f64]; 3],
    z: [&'a [f64]; 3],
    s_dw: &'a [f64],
    damping: &'a [f64],
}

impl<'a> Block<'a> {
    #[inline(always)]
    fn of(contacts: &Contacts<'a>, from: usize, len: usize) -> Self {
        let one = |of: &'a [f64]| &of[from..from + len];
        let three = |of: [&'a [f64]; 3]| of.map(one);
        Block {
            len,
            penetration: one(contacts.penetration),
            normal: three(contacts.normal),
            relative_velocity: three(contacts.relative_velocity),
            turning_rate: contacts.turning_rate.map_or([&ZEROS[..len]; 3], three),
            z: three(contacts.z),
            s_dw: one(contacts.s_dw),
            damping: one(contacts.damping),
        }
    }
}

type Column = [f64; BLOCK];

/// What one stage leaves to the next.
struct Between {
    normal: [Column; 3],
    v_t: [Column; 3],
    /// f_n [N], of those apart as if they touched
    f_n: Column,
    /// s [1], likewise
    s: Column,
    /// Not finite where x is not or n has no direction
    check: Column,
}

impl Default for Between {
    #[inline(always)]
    fn default() -> Self {
        let none = [0.0; BLOCK];
        Between { normal: [none; 3], v_t: [none; 3], f_n: none, s: none, check: none }
    }
}

/// A block of [`Rates`].
struct Answer {
    force: [Column; 3],
    z_rate: [Column; 3],
    s_dw_rate: Column,
}

impl Default for Answer {
    #[inline(always)]
    fn default() -> Self {
        let none = [0.0; BLOCK];
        Answer { force: [none; 3], z_rate: [none; 3], s_dw_rate: none }
    }
}

impl Answer {
    #[inline(always)]
    fn sum(&self, k: usize) -> f64 {
        (at(&self.force, k).sum() + at(&self.z_rate, k).sum()) + self.s_dw_rate[k]
    }

    #[inline(always)]
    fn copy_to(&self, rates: &mut Rates, from: usize, len: usize) {
        for axis in 0..3 {
            rates.force[axis][from..from + len].copy_from_slice(&self.force[axis][..len]);
            rates.z_rate[axis][from..from + len].copy_from_slice(&self.z_rate[axis][..len]);
        }
        rates.s_dw_rate[from..from + len].copy_from_slice(&self.s_dw_rate[..len]);
    }
}

#[inline(always)]
fn at<C: AsRef<[f64]>>(columns: &[C; 3], k: usize) -> Vector3<f64> {
    Vector3::new(columns[0].as_ref()[k], columns[1].as_ref()[k], columns[2].as_ref()[k])
}

#[inline(always)]
fn put(columns: &mut [Column; 3], k: usize, v: Vector3<f64>) {
    columns[0][k] = v[0];
    columns[1][k] = v[1];
    columns[2][k] = v[2];
}

/// A sum of results is finite where each of them is.
#[inline(always)]
fn is_sound(sum: f64) -> bool {
    sum.is_finite()
}

/// Not 0 if the sum is not finite.
#[inline(always)]
fn fault(sum: f64) -> u64 {
    (sum - sum).to_bits()
}

/// Not finite if x is not or if n has no direction.
#[inline(always)]
fn check(x: f64, given: &Vector3<f64>, n: &Vector3<f64>) -> f64 {
    x + given.dot(given) + n[0]
}

/// v where the condition holds, else 0.
#[inline(always)]
fn kept(condition: bool, v: Vector3<f64>) -> Vector3<f64> {
    v.map(|of| select(condition, of, 0.0))
}

/// What all contacts share.
struct Law<'a> {
    parameters: &'a Parameters<f64>,
    friction: Friction<f64>,
    stiffness: Stiffness<f64>,
}

/// Any law of the form k·x^p·(1 + a·ẋ)₊: they differ in a only.
const POWER_LAW: NormalLaw = NormalLaw::Gonthier;

impl Law<'_> {
    /// Whether every contact of the block is sound.
    #[inline(always)]
    fn calculate(&self, block: &Block, between: &mut Between, answer: &mut Answer) -> bool {
        let settings = &self.parameters.settings;
        if settings.friction_map != FrictionMap::Ellipsoid {
            return self.one_by_one(block, between, answer);
        }
        self.approach(block, between);
        match (settings.friction_law, settings.bristle_limit) {
            (FrictionLaw::Dwell, limit) => {
                self.stick(block, between);
                match limit {
                    BristleLimit::Limited => self.rub(block, between, answer, BristleLimit::Limited),
                    BristleLimit::Paper => self.rub(block, between, answer, BristleLimit::Paper),
                }
            }
            (FrictionLaw::Coulomb, _) => self.slide(block, between, answer, FrictionLaw::Coulomb),
            (FrictionLaw::None, _) => self.slide(block, between, answer, FrictionLaw::None),
        }
    }

    /// First stage, contact frame and normal force: the exponent is a constant where that spares the power.
    #[inline(always)]
    fn approach(&self, block: &Block, between: &mut Between) {
        let Stiffness { k, p } = self.stiffness;
        match self.parameters.settings.normal_law {
            NormalLaw::KelvinVoigt => approach(NormalLaw::KelvinVoigt, &Stiffness { k, p: 1.0 }, block, between),
            _ if p == 1.5 => approach(POWER_LAW, &Stiffness { k, p: 1.5 }, block, between),
            _ if p == 1.0 => approach(POWER_LAW, &Stiffness { k, p: 1.0 }, block, between),
            _ if p == 2.0 => approach(POWER_LAW, &Stiffness { k, p: 2.0 }, block, between),
            _ if p == 2.5 => approach(POWER_LAW, &Stiffness { k, p: 2.5 }, block, between),
            _ if p == 3.0 => approach(POWER_LAW, &Stiffness { k, p: 3.0 }, block, between),
            _ => approach(POWER_LAW, &Stiffness { k, p }, block, between),
        }
    }

    /// Second stage, sticking level.
    #[inline(always)]
    fn stick(&self, block: &Block, between: &mut Between) {
        for k in 0..block.len {
            between.s[k] = friction::sticking_level(&at(&between.v_t, k), self.friction.v_S);
        }
    }

    /// Third stage, bristles as in [`friction::friction_force`].
    #[inline(always)]
    fn rub(&self, block: &Block, between: &Between, answer: &mut Answer, limit: BristleLimit) -> bool {
        let f = &self.friction;
        let v_eps = f.direction_width();
        let mut faults = 0;
        for k in 0..block.len {
            let touches = !block.damping[k].is_nan();
            let (n, v_t, z) = (at(&between.normal, k), at(&between.v_t, k), at(&block.z, k));
            let (s_dw, f_n, s) = (block.s_dw[k], between.f_n[k], select(touches, between.s[k], 0.0));
            let f_c = friction::slip_direction(&v_t, v_eps) * (f.mu_C * f_n);
            let held = z - n * n.dot(&z);
            let f_br = friction::bristle_force(f, s, &held, &v_t, &f_c);
            let applied = shortened(&f_br, friction::friction_bound(f, f_n, s_dw));
            let f_hat = match limit {
                BristleLimit::Limited => applied,
                BristleLimit::Paper => f_br,
            };
            let force = n * f_n + friction::with_viscous(f, &applied, &v_t);
            let z_rate = friction::bristle_rate(f, &kept(touches, f_hat), &z);
            put(&mut answer.force, k, kept(touches, force));
            put(&mut answer.z_rate, k, at(&block.turning_rate, k).cross(&z) + z_rate);
            answer.s_dw_rate[k] = friction::dwell_rate(f, s, s_dw);
            faults |= fault(between.check[k] + answer.sum(k));
        }
        faults == 0
    }

    /// Second and last stage of the laws without bristles: what they held springs back.
    #[inline(always)]
    fn slide(&self, block: &Block, between: &Between, answer: &mut Answer, law: FrictionLaw) -> bool {
        let (f, zero) = (&self.friction, Vector3::zeros());
        let mut faults = 0;
        for k in 0..block.len {
            let touches = !block.damping[k].is_nan();
            let (n, v_t, z, f_n) = (at(&between.normal, k), at(&between.v_t, k), at(&block.z, k), between.f_n[k]);
            let sliding = match law {
                FrictionLaw::Coulomb => -(friction::regularised_direction(&v_t, f.v_small) * (f.mu_C * f_n)),
                _ => zero,
            };
            let z_rate = friction::bristle_rate(f, &zero, &z);
            put(&mut answer.force, k, kept(touches, n * f_n + sliding));
            put(&mut answer.z_rate, k, at(&block.turning_rate, k).cross(&z) + z_rate);
            answer.s_dw_rate[k] = friction::dwell_rate(f, 0.0, block.s_dw[k]);
            faults |= fault(between.check[k] + answer.sum(k));
        }
        faults == 0
    }

    /// What the stages do not know.
    #[inline(never)]
    fn one_by_one(&self, block: &Block, between: &mut Between, answer: &mut Answer) -> bool {
        let mut faults = 0;
        for k in 0..block.len {
            let (x, a, given) = (block.penetration[k], block.damping[k], at(&block.normal, k));
            let (normal, v_r, zero) =
                (rotation::unit_vector(&given), at(&block.relative_velocity, k), Vector3::zeros());
            let v_n = v_r.dot(&normal);
            let frame = ContactFrame {
                penetration: x,
                penetration_rate: -v_n,
                normal,
                point: zero,
                v_t: v_r - normal * v_n,
                omega_c: at(&block.turning_rate, k),
                omega: zero,
                axis: zero,
            };
            let latch = Latch { contact: !a.is_nan(), v_i: 0.0, a };
            let state = State { z: at(&block.z, k), s_dw: block.s_dw[k], ..State::default() };
            let loads = contact::loads(self.parameters, &frame, &latch, &state);
            put(&mut answer.force, k, loads.force);
            put(&mut answer.z_rate, k, loads.rates.z);
            answer.s_dw_rate[k] = loads.rates.s_dw;
            between.check[k] = check(x, &given, &normal);
            faults |= fault(between.check[k] + answer.sum(k));
        }
        faults == 0
    }
}

#[inline(always)]
fn approach(law: NormalLaw, stiffness: &Stiffness<f64>, block: &Block, between: &mut Between) {
    for k in 0..block.len {
        let (given, v_r, x) = (at(&block.normal, k), at(&block.relative_velocity, k), block.penetration[k]);
        // rotation::unit_vector without its short cut, which gives the same
        let n = given * (1.0 / given.dot(&given).sqrt());
        let v_n = v_r.dot(&n);
        put(&mut between.normal, k, n);
        put(&mut between.v_t, k, v_r - n * v_n);
        between.f_n[k] = normal::touching_force(law, stiffness, x, -v_n, block.damping[k]).force;
        between.check[k] = check(x, &given, &n);
    }
}
