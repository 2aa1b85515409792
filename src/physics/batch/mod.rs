//! Many contacts with the same parameters, structure of arrays: force and rates of each, the same bits as
//! [`loads::loads`] gives one by one.
//!
//! A block of contacts passes the laws in four stages, each a plain loop over the functions of [`friction`] and
//! [`normal`] without branches: the compiler turns it into vector instructions of whatever the caller is compiled for.
//! Stages are short because a processor looks only one or two hundred vector instructions ahead, and the chain of roots and
//! divisions of one contact is long.

mod columns;
mod finite;

pub use columns::{Contacts, Rates};

use crate::physics::friction::{Acts, Constants, Drive, FrictionModel, Memoryless, Usual, limited_friction};
use crate::physics::parameters::{BristleFrame, BristleLimit, Friction, FrictionLaw, FrictionMap, NormalForm};
use crate::physics::planar::Space;
use crate::physics::scalar::select;
use crate::physics::stiffness::{Stiffness, stiffness};
use crate::physics::{ContactFrame, Latch, Loads, Parameters, State, Vector3, friction, loads, normal, rotation};
use columns::{BLOCK, Beginnings, Between, Block, FAR, FAR_BLOCK, LINE, Results, at, put};
use core::ops::Range;
use finite::{are_finite, check, fault, hidden, sum};

/// Force and rates of every contact; the first that has no normal or whose results are not finite. The others are
/// right.
///
/// Moments are left out: `mu_r` and `e_r` count as 0. Friction that asks for directions
/// ([`Parameters::asks_for_directions`]) has none here: it is the caller's to refuse. Panics if a slice is shorter than `penetration`.
/// `fetch`: brings the cache line of a number near, any address; large batches call it for numbers to come.
#[inline(always)]
pub fn rates(
    parameters: &Parameters<f64>,
    effective_radius: f64,
    contacts: &Contacts,
    rates: &mut Rates,
    fetch: impl Fn(*const f64),
) -> Option<usize> {
    let n = contacts.penetration.len();
    let turns = parameters.settings.bristle_frame == BristleFrame::Contact;
    let contacts = &Contacts { turning_rate: contacts.turning_rate.filter(|_| turns), ..*contacts };
    if parameters.settings.friction_map != FrictionMap::Ellipsoid {
        return one_by_one(parameters, effective_radius, contacts, rates);
    }
    let law =
        BatchLaw { parameters, friction: parameters.friction, stiffness: stiffness(parameters, effective_radius) };
    let whole = n - n % if n < FAR { BLOCK } else { FAR_BLOCK };
    let first = if n < FAR {
        law.sweep::<BLOCK>(contacts, 0..whole, rates, |_, _| ())
    } else {
        let beginnings = Beginnings::of(contacts, rates);
        law.sweep::<FAR_BLOCK>(contacts, 0..whole, rates, |from, stage| beginnings.fetch_ahead(from, stage, &fetch))
    };
    let rest = whole..n;
    // as many side by side as the longest vector has, or as there are
    first.or(match n {
        8.. => law.sweep::<8>(contacts, rest, rates, |_, _| ()),
        4.. => law.sweep::<4>(contacts, rest, rates, |_, _| ()),
        _ => law.sweep::<1>(contacts, rest, rates, |_, _| ()),
    })
}

/// The first contact of a block, one of which is at fault, that has no normal or no finite results.
#[cold]
#[inline(never)]
fn first_fault<const N: usize>(block: &Block<N>, results: &Results<N>) -> Option<usize> {
    let Results { force: [fx, fy, fz], z_rate: [zx, zy, zz], s_dw_rate } = results;
    (0..N).find(|&k| {
        let (given, v_r) = (at(block.normal, k), at(block.relative_velocity, k));
        let hidden = hidden(block.penetration[k], block.damping[k], &given, &v_r);
        let (force, z_rate) = (at([fx, fy, fz].map(|of| &**of), k), at([zx, zy, zz].map(|of| &**of), k));
        !are_finite(&hidden, &force, &z_rate, s_dw_rate[k])
    })
}

/// The last stage of a law.
trait Last {
    fn of(&self, k: usize) -> Single;
}

/// Results of one contact.
struct Single {
    force: Vector3<f64>,
    z_rate: Vector3<f64>,
    s_dw_rate: f64,
    check: f64,
}

/// Writes the results of a block; whether all of them are finite.
#[inline(always)]
fn write<const N: usize>(results: &mut Results<N>, last: &impl Last) -> bool {
    let Results { force: [fx, fy, fz], z_rate: [zx, zy, zz], s_dw_rate } = results;
    fill(fx, fy, fz, zx, zy, zz, s_dw_rate, last)
}

/// Each column is an argument of its own: so the compiler knows that none overlaps another, without which it would not
/// put contacts side by side.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn fill<const N: usize>(
    fx: &mut [f64; N],
    fy: &mut [f64; N],
    fz: &mut [f64; N],
    zx: &mut [f64; N],
    zy: &mut [f64; N],
    zz: &mut [f64; N],
    s_dw_rate: &mut [f64; N],
    last: &impl Last,
) -> bool {
    let mut faults = 0;
    for k in 0..N {
        let of = last.of(k);
        (fx[k], fy[k], fz[k]) = (of.force[0], of.force[1], of.force[2]);
        (zx[k], zy[k], zz[k]) = (of.z_rate[0], of.z_rate[1], of.z_rate[2]);
        s_dw_rate[k] = of.s_dw_rate;
        faults |= fault(sum(of.check, &of.force, &of.z_rate, of.s_dw_rate));
    }
    faults == 0
}

/// What all contacts share.
struct BatchLaw<'a> {
    parameters: &'a Parameters<f64>,
    friction: Friction<f64>,
    stiffness: Stiffness<f64>,
}

impl BatchLaw<'_> {
    /// Calculates these contacts in blocks; the first at fault. The last block begins early enough to be whole: some contacts are
    /// calculated twice, to the same results. There are N contacts, if any. `before` is called with the first contact of a block and the
    /// number of the stage that comes.
    #[inline(always)]
    fn sweep<const N: usize>(
        &self,
        contacts: &Contacts,
        of: Range<usize>,
        rates: &mut Rates,
        before: impl Fn(usize, usize),
    ) -> Option<usize> {
        if of.is_empty() {
            return None;
        }
        let last = of.end - N;
        let mut between = Between::default();
        let mut first = None;
        for from in of.step_by(N) {
            let from = from.min(last);
            let block = Block::<N>::of(contacts, from);
            let mut results = Results::of(rates, from);
            let fault = self.calculate(&block, &mut between, &mut results, |stage| before(from, stage));
            first = first.or(fault.map(|k| from + k));
        }
        first
    }

    /// The first contact of the block at fault.
    #[inline(always)]
    fn calculate<const N: usize>(
        &self,
        block: &Block<N>,
        between: &mut Between<N>,
        results: &mut Results<N>,
        before: impl Fn(usize),
    ) -> Option<usize> {
        let (settings, f) = (&self.parameters.settings, &self.friction);
        before(0);
        self.approach(block, between);
        before(1);
        let has_bristles = settings.friction_law == FrictionLaw::Dwell;
        let constants = &f.constants();
        if has_bristles {
            stick(constants, between);
        }
        before(2);
        if has_bristles && bends_apart(N) {
            bend(f, block, between);
        }
        before(3);
        let sound = match (settings.friction_law, settings.bristle_limit) {
            (FrictionLaw::Dwell, BristleLimit::Limited) => {
                let model = Usual::<_, true> { friction: f, constants };
                write(results, &Rubbing { model, block, between })
            }
            (FrictionLaw::Dwell, BristleLimit::Paper) => {
                let model = Usual::<_, false> { friction: f, constants };
                write(results, &Rubbing { model, block, between })
            }
            (FrictionLaw::Coulomb, _) => {
                let model = Memoryless::<_, true> { friction: f };
                write(results, &Rubbing { model, block, between })
            }
            (FrictionLaw::None, _) => {
                let model = Memoryless::<_, false> { friction: f };
                write(results, &Rubbing { model, block, between })
            }
        };
        if sound { None } else { first_fault(block, results) }
    }

    /// First stage, contact frame and normal force: the exponent is a constant where that spares the power.
    #[inline(always)]
    fn approach<const N: usize>(&self, block: &Block<N>, between: &mut Between<N>) {
        use NormalForm::{PowerLaw, SpringAndDamper};
        let Stiffness { k, p } = self.stiffness;
        match self.parameters.settings.normal_law.form() {
            SpringAndDamper => approach(SpringAndDamper, &Stiffness { k, p: 1.0 }, block, between),
            PowerLaw if p == 1.5 => approach(PowerLaw, &Stiffness { k, p: 1.5 }, block, between),
            PowerLaw if p == 1.0 => approach(PowerLaw, &Stiffness { k, p: 1.0 }, block, between),
            PowerLaw if p == 2.0 => approach(PowerLaw, &Stiffness { k, p: 2.0 }, block, between),
            PowerLaw if p == 2.5 => approach(PowerLaw, &Stiffness { k, p: 2.5 }, block, between),
            PowerLaw if p == 3.0 => approach(PowerLaw, &Stiffness { k, p: 3.0 }, block, between),
            PowerLaw => approach(PowerLaw, &Stiffness { k, p }, block, between),
        }
    }
}

#[inline(always)]
fn approach<const N: usize>(form: NormalForm, stiffness: &Stiffness<f64>, block: &Block<N>, between: &mut Between<N>) {
    for k in 0..N {
        let (given, v_r, x) = (at(block.normal, k), at(block.relative_velocity, k), block.penetration[k]);
        // rotation::unit_vector without its short cut, which gives the same
        let n = given * (1.0 / given.dot(&given).sqrt());
        let v_n = v_r.dot(&n);
        put(&mut between.normal, k, n);
        let v_t = v_r - n * v_n;
        put(&mut between.v_t, k, v_t);
        between.square[k] = v_t.dot(&v_t);
        between.f_n[k] = normal::touching_force(form, stiffness, x, -v_n, block.damping[k]).force;
        between.check[k] = check(x, block.damping[k], &given, v_n, between.square[k]);
    }
}

/// Second stage, sticking level.
#[inline(always)]
fn stick<const N: usize>(constants: &Constants<f64>, between: &mut Between<N>) {
    for k in 0..N {
        let square = between.square[k];
        between.s[k] = friction::sticking_level(square, constants.per_v_S2);
        between.by_slip[k] = friction::direction_by_slip(square, constants.v_eps, constants.per_v_eps2);
    }
}

/// Whether the third stage is one: a block of one or two vectors waits at the border of a stage, and has nothing else to do.
const fn bends_apart(contacts: usize) -> bool {
    contacts > LINE
}

/// Third stage, bristles.
#[inline(always)]
fn bend<const N: usize>(friction: &Friction<f64>, block: &Block<N>, between: &mut Between<N>) {
    for k in 0..N {
        let (f_br, bound) = bent(friction, block, between, k);
        put(&mut between.f_br, k, f_br);
        between.bound[k] = bound;
    }
}

/// f_br and f_max [N].
#[inline(always)]
fn bent<const N: usize>(f: &Friction<f64>, block: &Block<N>, between: &Between<N>, k: usize) -> (Vector3<f64>, f64) {
    let model = Usual::<_> { friction: f, constants: &f.constants() };
    let (n, v_t, z) = (at(between.normal.each_ref(), k), at(between.v_t.each_ref(), k), at(block.z, k));
    let f_n = between.f_n[k];
    let f_c = v_t * between.by_slip[k] * (f.mu_C * f_n);
    let f_br = friction::bristle_force(f, between.s[k], &model.bearing(&n, &z), &v_t, &f_c);
    (f_br, friction::friction_bound(f, f_n, block.s_dw[k]))
}

/// Last stage, friction: bristles with what the stages before have found, a law without bristles with nothing.
struct Rubbing<'a, M, const N: usize> {
    model: M,
    block: &'a Block<'a, N>,
    between: &'a Between<N>,
}

/// What drives friction at contact k of a block.
trait Driven: FrictionModel<f64, Slip = Vector3<f64>> {
    fn driven<const N: usize>(
        &self,
        between: &Between<N>,
        k: usize,
        touches: bool,
        v_t: &Vector3<f64>,
    ) -> Drive<f64, Vector3<f64>>;
}

impl<const LIMITED: bool> Driven for Usual<'_, f64, LIMITED> {
    #[inline(always)]
    fn driven<const N: usize>(
        &self,
        between: &Between<N>,
        k: usize,
        touches: bool,
        _v_t: &Vector3<f64>,
    ) -> Drive<f64, Vector3<f64>> {
        Drive {
            s: select(touches, between.s[k], 0.0),
            // f_br has it
            f_c: Vector3::zeros(),
            acts: Acts::Bristles,
        }
    }
}

impl<const COULOMB: bool> Driven for Memoryless<'_, f64, COULOMB> {
    #[inline(always)]
    fn driven<const N: usize>(
        &self,
        between: &Between<N>,
        k: usize,
        touches: bool,
        v_t: &Vector3<f64>,
    ) -> Drive<f64, Vector3<f64>> {
        self.drive(touches, v_t, between.f_n[k])
    }
}

impl<M: Driven, const N: usize> Last for Rubbing<'_, M, N> {
    #[inline(always)]
    fn of(&self, k: usize) -> Single {
        let Rubbing { model, block, between } = self;
        let touches = !block.damping[k].is_nan();
        let (n, v_t, z) = (at(between.normal.each_ref(), k), at(between.v_t.each_ref(), k), at(block.z, k));
        let f_n = between.f_n[k];
        let drive = model.driven(between, k, touches, &v_t);
        let (f_br, bound) = if bends_apart(N) {
            (at(between.f_br.each_ref(), k), between.bound[k])
        } else {
            bent(model.coefficients(), block, between, k)
        };
        let friction = limited_friction(model, touches, &drive, &v_t, &f_br, bound, &z, block.s_dw[k]);
        Single {
            force: (n * f_n + friction.force).kept(touches),
            z_rate: at(block.turning_rate, k).cross(&z) + friction.z_rate,
            s_dw_rate: friction.s_dw_rate,
            check: between.check[k],
        }
    }
}

/// The laws as one contact takes them, for what the stages do not know.
#[inline(never)]
fn one_by_one(
    parameters: &Parameters<f64>,
    effective_radius: f64,
    contacts: &Contacts,
    rates: &mut Rates,
) -> Option<usize> {
    let mut first = None;
    for k in 0..contacts.penetration.len() {
        let (x, a, given) = (contacts.penetration[k], contacts.damping[k], at(contacts.normal, k));
        let (normal, v_r, zero) = (rotation::unit_vector(&given), at(contacts.relative_velocity, k), Vector3::zeros());
        let v_n = v_r.dot(&normal);
        let frame = ContactFrame {
            penetration: x,
            penetration_rate: -v_n,
            normal,
            point: zero,
            v_t: v_r - normal * v_n,
            omega_c: contacts.turning_rate.map_or(zero, |of| at(of, k)),
            omega: zero,
            axis: zero,
            effective_radius,
            rolling_radius: effective_radius,
        };
        let latch = Latch { contact: !a.is_nan(), v_i: f64::INFINITY, a };
        let state = State { z: at(contacts.z, k), s_dw: contacts.s_dw[k], ..State::default() };
        let Loads { force, rates: found, .. } = loads::loads(parameters, &frame, &latch, &state);
        for axis in 0..3 {
            (rates.force[axis][k], rates.z_rate[axis][k]) = (force[axis], found.z[axis]);
        }
        rates.s_dw_rate[k] = found.s_dw;
        first = first.or((!are_finite(&hidden(x, a, &given, &v_r), &force, &found.z, found.s_dw)).then_some(k));
    }
    first
}
