//! Many contacts with the same parameters, structure of arrays: force and rates of each, the same bits as
//! [`loads::loads`] gives one by one.
//!
//! A block of contacts passes the laws in three stages, each a plain loop over the functions of [`friction`] and
//! [`normal`] without branches: the compiler turns it into vector instructions of whatever the caller is compiled for.
//! Stages are short because a processor looks only a few hundred instructions ahead, and the chain of roots and
//! divisions of one contact is long.

mod columns;

pub use columns::{Contacts, Rates};

use crate::physics::friction::{Acts, Drive, FrictionModel, Memoryless, Usual, friction_of};
use crate::physics::parameters::{BristleFrame, BristleLimit, Friction, FrictionLaw, FrictionMap, NormalLaw};
use crate::physics::planar::Space;
use crate::physics::scalar::select;
use crate::physics::stiffness::{Stiffness, stiffness};
use crate::physics::{ContactFrame, Latch, Parameters, State, Vector3, friction, loads, normal, rotation};
use columns::{BLOCK, Between, Block, at, put};

/// Force and rates of every contact; the first that has no normal or whose results are not finite. The others are
/// right.
///
/// Moments are left out: `mu_r` and `e_r` count as 0. Friction that asks for directions
/// ([`Parameters::asks_for_directions`]) has none here: it is the caller's to refuse. Panics if a slice is shorter than `penetration`.
#[inline(always)]
pub fn rates(
    parameters: &Parameters<f64>,
    effective_radius: f64,
    contacts: &Contacts,
    rates: &mut Rates,
) -> Option<usize> {
    let n = contacts.penetration.len();
    let turns = parameters.settings.bristle_frame == BristleFrame::Contact;
    let contacts = &Contacts { turning_rate: contacts.turning_rate.filter(|_| turns), ..*contacts };
    let stiffness = stiffness(parameters, effective_radius);
    let law = BatchLaw { parameters, friction: parameters.friction, stiffness, effective_radius };
    let mut between = Between::default();
    let mut first = None;
    for from in (0..n).step_by(BLOCK) {
        let block = Block::of(contacts, from, BLOCK.min(n - from));
        if !law.calculate(&block, &mut between, rates) && first.is_none() {
            first = (0..block.len).find(|k| !is_sound(&block, rates, *k)).map(|k| from + k);
        }
    }
    first
}

/// Whether contact k of the block has a normal and finite results.
fn is_sound(block: &Block, rates: &Rates, k: usize) -> bool {
    let (given, at_all) = (at(&block.normal, k), block.from + k);
    let check = check(block.penetration[k], block.damping[k], &given, &rotation::unit_vector(&given));
    sum(check, &at(&rates.force, at_all), &at(&rates.z_rate, at_all), rates.s_dw_rate[at_all]).is_finite()
}

/// Not finite if one of the results is not.
#[inline(always)]
fn sum(check: f64, force: &Vector3<f64>, z_rate: &Vector3<f64>, s_dw_rate: f64) -> f64 {
    (force.sum() + z_rate.sum()) + (s_dw_rate + check)
}

/// Not finite if x or the damping of a contact that touches is not, or if n has no direction.
#[inline(always)]
fn check(x: f64, a: f64, given: &Vector3<f64>, n: &Vector3<f64>) -> f64 {
    let square = given.dot(given);
    let length = select(rotation::SQUARE_RANGE.contains(&square), square, f64::INFINITY);
    x + select(a.is_nan(), 0.0, a) + length + n[0]
}

/// The last stage of a law.
trait Last {
    fn of(&self, k: usize) -> Single;
}

/// 0 where the sum is finite.
#[inline(always)]
#[expect(clippy::eq_op, reason = "the difference is +0 or no number, and a loop can gather its bits")]
fn fault(sum: f64) -> u64 {
    (sum - sum).to_bits()
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
fn write(rates: &mut Rates, block: &Block, last: &impl Last) -> bool {
    let Rates { force: [fx, fy, fz], z_rate: [zx, zy, zz], s_dw_rate } = rates;
    let Block { from, len, .. } = *block;
    fill(
        &mut fx[from..from + len],
        &mut fy[from..from + len],
        &mut fz[from..from + len],
        &mut zx[from..from + len],
        &mut zy[from..from + len],
        &mut zz[from..from + len],
        &mut s_dw_rate[from..from + len],
        last,
    )
}

/// Each column is an argument of its own: so the compiler knows that none overlaps another, without which it would not
/// put contacts side by side.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn fill(
    fx: &mut [f64],
    fy: &mut [f64],
    fz: &mut [f64],
    zx: &mut [f64],
    zy: &mut [f64],
    zz: &mut [f64],
    s_dw_rate: &mut [f64],
    last: &impl Last,
) -> bool {
    let len = s_dw_rate.len();
    let (fx, fy, fz) = (&mut fx[..len], &mut fy[..len], &mut fz[..len]);
    let (zx, zy, zz) = (&mut zx[..len], &mut zy[..len], &mut zz[..len]);
    let mut faults = 0;
    for k in 0..len {
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
    effective_radius: f64,
}

/// Any law of the form k·x^p·(1 + a·ẋ)₊: they differ in a only.
const POWER_LAW: NormalLaw = NormalLaw::Gonthier;

impl BatchLaw<'_> {
    /// Whether every contact of the block is sound.
    #[inline(always)]
    fn calculate(&self, block: &Block, between: &mut Between, rates: &mut Rates) -> bool {
        let (settings, f) = (&self.parameters.settings, &self.friction);
        if settings.friction_map != FrictionMap::Ellipsoid {
            return write(
                rates,
                block,
                &Any { parameters: self.parameters, effective_radius: self.effective_radius, block },
            );
        }
        self.approach(block, between);
        match (settings.friction_law, settings.bristle_limit) {
            (FrictionLaw::Dwell, limit) => {
                let width = f.direction_width();
                self.stick(width, block, between);
                match limit {
                    BristleLimit::Limited => {
                        let model = Usual::<_, true> { friction: f, width };
                        write(rates, block, &Rubbing { model, block, between })
                    }
                    BristleLimit::Paper => {
                        let model = Usual::<_, false> { friction: f, width };
                        write(rates, block, &Rubbing { model, block, between })
                    }
                }
            }
            (FrictionLaw::Coulomb, _) => {
                let model = Memoryless::<_, true> { friction: f };
                write(rates, block, &Rubbing { model, block, between })
            }
            (FrictionLaw::None, _) => {
                let model = Memoryless::<_, false> { friction: f };
                write(rates, block, &Rubbing { model, block, between })
            }
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
    fn stick(&self, v_eps: f64, block: &Block, between: &mut Between) {
        for k in 0..block.len {
            let square = between.square[k];
            between.s[k] = friction::sticking_by_square(square, self.friction.v_S);
            between.by_slip[k] = friction::direction_by_slip(square, v_eps);
        }
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
        let v_t = v_r - n * v_n;
        put(&mut between.v_t, k, v_t);
        between.square[k] = v_t.dot(&v_t);
        between.f_n[k] = normal::touching_force(law, stiffness, x, -v_n, block.damping[k]).force;
        between.check[k] = check(x, block.damping[k], &given, &n);
    }
}

/// Third stage, friction: bristles with what the second stage has found, a law without bristles with nothing.
struct Rubbing<'a, M> {
    model: M,
    block: &'a Block<'a>,
    between: &'a Between,
}

/// What drives friction at contact k of a block.
trait Driven: FrictionModel<f64, Slip = Vector3<f64>> {
    fn driven(&self, between: &Between, k: usize, touches: bool, v_t: &Vector3<f64>) -> Drive<f64, Vector3<f64>>;
}

impl<const LIMITED: bool> Driven for Usual<'_, f64, LIMITED> {
    #[inline(always)]
    fn driven(&self, between: &Between, k: usize, touches: bool, v_t: &Vector3<f64>) -> Drive<f64, Vector3<f64>> {
        Drive {
            s: select(touches, between.s[k], 0.0),
            f_c: v_t * between.by_slip[k] * (self.friction.mu_C * between.f_n[k]),
            acts: Acts::Bristles,
        }
    }
}

impl<const COULOMB: bool> Driven for Memoryless<'_, f64, COULOMB> {
    #[inline(always)]
    fn driven(&self, between: &Between, k: usize, touches: bool, v_t: &Vector3<f64>) -> Drive<f64, Vector3<f64>> {
        self.drive(touches, v_t, between.f_n[k])
    }
}

impl<M: Driven> Last for Rubbing<'_, M> {
    #[inline(always)]
    fn of(&self, k: usize) -> Single {
        let Rubbing { model, block, between } = self;
        let touches = !block.damping[k].is_nan();
        let (n, v_t, z) = (at(&between.normal, k), at(&between.v_t, k), at(&block.z, k));
        let f_n = between.f_n[k];
        let drive = model.driven(between, k, touches, &v_t);
        let friction = friction_of(model, touches, &drive, &v_t, &n, f_n, &z, block.s_dw[k]);
        Single {
            force: (n * f_n + friction.force).kept(touches),
            z_rate: at(&block.turning_rate, k).cross(&z) + friction.z_rate,
            s_dw_rate: friction.s_dw_rate,
            check: between.check[k],
        }
    }
}

/// The laws as one contact takes them, for what the stages do not know.
struct Any<'a> {
    parameters: &'a Parameters<f64>,
    effective_radius: f64,
    block: &'a Block<'a>,
}

impl Last for Any<'_> {
    #[inline(never)]
    fn of(&self, k: usize) -> Single {
        let Any { parameters, effective_radius, block } = self;
        let (x, a, given) = (block.penetration[k], block.damping[k], at(&block.normal, k));
        let (normal, v_r, zero) = (rotation::unit_vector(&given), at(&block.relative_velocity, k), Vector3::zeros());
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
            effective_radius: *effective_radius,
            rolling_radius: *effective_radius,
        };
        let latch = Latch { contact: !a.is_nan(), v_i: f64::INFINITY, a };
        let state = State { z: at(&block.z, k), s_dw: block.s_dw[k], ..State::default() };
        let loads = loads::loads(parameters, &frame, &latch, &state);
        let (force, rates) = (loads.force, loads.rates);
        Single { force, z_rate: rates.z, s_dw_rate: rates.s_dw, check: check(x, a, &given, &normal) }
    }
}
