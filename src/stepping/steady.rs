//! A step of the usual contact in one piece, where little happens: body j stands, nothing has derivatives, and the bodies touch all the while, in the
//! impact in which they are already.
//!
//! The operations are those of any other step ([`advance_on`](crate::stepping::advance_on)), so the bits are the same. Left out is what adds ±0, and
//! nothing is found twice that the middle of the step and its end share.

use crate::meet::{self, Geometry, Place};
use crate::physics::contact::response;
use crate::physics::friction::{Constants, Usual};
use crate::physics::kinematics::Approach;
use crate::physics::loads::loads_of_usual;
use crate::physics::parameters::ComplianceSource;
use crate::physics::stiffness::{Stiffness, stiffness};
use crate::physics::{Body, ContactFault, ContactFrame, Inputs, Parameters, Quaternion, Response, Vector3, normal};
use crate::stepping::motion::bits_in;
use crate::stepping::relaxation::HalfStep;
use crate::stepping::{ContactState, InputRates, MissedSlip, bristle, settle};

/// What follows from the parameters of the usual contact alone, from how body j has last been turned, and from the length of its last step.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    constants: Constants<f64>,
    /// How body j was turned, and n of its plane there
    turned: Quaternion<f64>,
    normal: Vector3<f64>,
    half_step: HalfStep,
}

impl Prepared {
    /// Of parameters that are in order; None of any other contact, or one whose place takes more than a few operations.
    pub fn of(laws: &Parameters<f64>, geometry: &Geometry<f64>) -> Option<Self> {
        let is_direct = geometry.is_direct() && !meet::depends_on_orientation_i(geometry);
        Usual::constants_of(laws).filter(|_| is_direct).map(|constants| Prepared {
            constants,
            turned: Quaternion::zeros(),
            normal: Vector3::zeros(),
            half_step: HalfStep::of(0.0, laws.friction.tau_br(), laws.friction.tau_dw),
        })
    }

    /// As [`Place::plane_normal`]; it is found where body j is turned otherwise than it was.
    #[inline(always)]
    pub fn plane_normal(&mut self, place: &Place<f64>, j: &Body<f64>) -> Option<Vector3<f64>> {
        let (now, before) = (&j.orientation, &self.turned);
        let turned = (0..4).fold(0, |bits, k| bits | (now[k].to_bits() ^ before[k].to_bits()));
        if turned != 0 {
            (self.turned, self.normal) = (*now, place.plane_normal(j)?);
        }
        place.has_plane().then_some(self.normal)
    }

    /// Of a step of `h` [s].
    #[inline(always)]
    pub fn half_step(&mut self, laws: &Parameters<f64>, h: f64) -> &HalfStep {
        if self.half_step.h != h {
            self.half_step = HalfStep::of(h, laws.friction.tau_br(), laws.friction.tau_dw);
        }
        &self.half_step
    }
}

/// The motion of such a step.
pub struct Steady<'a> {
    laws: &'a Parameters<f64>,
    geometry: &'a Geometry<f64>,
    constants: Constants<f64>,
    stiffness: Stiffness<f64>,
    now: &'a Inputs<f64>,
    /// n of the plane, if it is one
    plane_normal: Option<Vector3<f64>>,
}

impl<'a> Steady<'a> {
    /// From inputs that are in order ([`meet::check`]), and rates if any are given; None if the motion is another one.
    #[inline(always)]
    pub fn of(
        prepared: &mut Prepared,
        laws: &'a Parameters<f64>,
        place: &Place<'a, f64>,
        now: &'a Inputs<f64>,
        rates: Option<&InputRates>,
    ) -> Option<Self> {
        let j = &now.body_j;
        let mut bits = bits_in([&j.velocity, &j.angular_velocity]);
        if let Some(InputRates {
            inputs: Inputs { relative_velocity, contact_point, body_i, body_j, .. },
            normal_given,
        }) = rates
        {
            bits |= u64::from(*normal_given) | bits_in([relative_velocity, contact_point]);
            bits |= bits_in([&body_i.velocity, &body_i.angular_velocity, &body_j.velocity, &body_j.angular_velocity]);
        }
        if bits != 0 || place.solids.is_some() {
            return None;
        }
        let plane_normal = prepared.plane_normal(place, j);
        let (geometry, constants) = (place.geometry, prepared.constants);
        let is_of_materials = laws.settings.compliance_source == ComplianceSource::Materials;
        let stiffness = stiffness(laws, if is_of_materials { geometry.effective_radius() } else { 0.0 });
        Some(Steady { laws, geometry, constants, stiffness, now, plane_normal })
    }

    /// As [`Motion::start`](crate::stepping::Motion::start), but for the sign of a rate of 0.
    #[inline(always)]
    pub fn start(&self) -> Approach<f64> {
        meet::surface_at_rest(self.geometry, self.now, self.plane_normal).approach()
    }

    /// What the pair looks at after `tau` [s], and the frame there.
    #[inline(always)]
    fn met(&self, tau: f64) -> (Inputs<f64>, ContactFrame<f64>) {
        let Inputs { body_i: i, body_j: j, contact_normal, .. } = self.now;
        let relative_velocity = moved(&self.now.relative_velocity);
        let gained = match self.plane_normal {
            Some(_) => 0.0,
            None => {
                // by Simpson's rule of one rate
                let rate = -relative_velocity.dot(contact_normal) / contact_normal.dot(contact_normal).sqrt();
                tau / 6.0 * (rate + 4.0 * rate + rate)
            }
        };
        let velocity = moved(&i.velocity);
        let seen = Inputs {
            penetration: self.now.penetration + gained,
            relative_velocity,
            contact_normal: *contact_normal,
            contact_point: moved(&self.now.contact_point),
            body_i: Body {
                position: i.position + velocity * tau,
                velocity,
                angular_velocity: moved(&i.angular_velocity),
                ..Body::default()
            },
            body_j: Body { position: moved(&j.position), ..Body::default() },
        };
        let frame = meet::surface_at_rest(self.geometry, &seen, self.plane_normal).frame_alone(&seen);
        (seen, frame)
    }

    /// [`advance_on`](crate::stepping::advance_on) if the step is such a one; else None, and nothing is changed.
    #[inline(always)]
    pub fn advance(
        &self,
        half_step: &HalfStep,
        start: &Approach<f64>,
        next: &mut ContactState,
        to: &mut Response<f64>,
    ) -> Option<Result<(), ContactFault>> {
        let Steady { laws, stiffness, constants, .. } = self;
        let usual = Usual { friction: &laws.friction, constants };
        let is_set_down = next.separating && start.penetration_rate > 0.0;
        let is_new = |at: f64| next.latch.is_met_anew(at);
        let touches = next.latch.contact && start.penetration > 0.0 && next.continuous.z_r == 0.0;
        if !touches || is_set_down || is_new(start.penetration_rate) {
            return None;
        }
        let (_, middle) = self.met(0.5 * half_step.h);
        if is_new(middle.penetration_rate) {
            return None;
        }
        let continuous = bristle::touched(laws, &usual, stiffness, &middle, half_step, next);
        let (seen, end) = self.met(half_step.h);
        let turns = start.penetration_rate < 0.0 && end.penetration_rate > 0.0;
        // in this form a number that is none is no step of this kind
        let touches = end.penetration > 0.0;
        if turns || !touches || is_new(end.penetration_rate) {
            return None;
        }
        next.continuous = continuous;
        next.missed = MissedSlip::default();
        next.separating = end.penetration_rate < 0.0;
        let a = normal::acting_damping(laws, &next.latch, end.penetration_rate);
        let loads = loads_of_usual(laws, stiffness, &usual, &end, true, a, &continuous);
        *to = response(laws, &seen, &end, &next.latch, &continuous, &loads.turned(&end.omega_c, &continuous));
        Some(settle(next, to))
    }
}

/// What any motion adds, if only 0: it makes 0 of −0.
#[inline(always)]
fn moved(v: &Vector3<f64>) -> Vector3<f64> {
    v.map(|of| of + 0.0)
}
