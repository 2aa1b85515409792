//! Where a step's force acts: how bodies and geometry go on until then (docs/numerics.md steps 3 and 26).

use super::Contact;
use super::forces::Place;
use crate::meet::{self, Pair, contact_frame};
use crate::physics::{self, ContactFrame, Inputs, Vector3};
use crate::stepping::coupling::{HandBack, Mass, MassSource};
use crate::stepping::interface::{self, CouplingMemory, Order, Outcome, Port, PredictedMotion, Turning, transported};
use crate::stepping::inverse_mass;
use crate::stepping::{InputRates, Motion};
use crate::unit::parameters::ContactParameters;
use crate::unit::slots::Knowns;

/// A normal that turns further until the middle of the step belongs to a body that has passed the other [1].
const LEAST_COSINE: f64 = 0.5;

/// Turning of normal or arms in a step up to which an impact keeps its energy to one per cent [rad],
pub(super) const MOST_TURNED: f64 = 0.1;
/// and, where inverseMass is that of the step's start, to eight.
const MOST_TOLD: f64 = 0.02;

/// What holds a body at rest changes its velocity by b_n·H in a step: more than so many times that is an impact.
const RESTING: f64 = 2.0;

/// Inputs, and the contact frame that belongs to them.
pub(super) struct Met {
    inputs: Inputs<f64>,
    frame: ContactFrame<f64>,
}

/// The bodies over an interval of a step, as they move without the contact force.
pub(super) struct Course<'a> {
    knowns: &'a Knowns<f64>,
    /// As measured
    measured: &'a ContactFrame<f64>,
    /// At the interval's start: as measured, in parallel order where the force sent last takes them
    inputs: &'a Inputs<f64>,
    start: &'a ContactFrame<f64>,
    /// Whether `inputs` are expected ones
    is_ahead: bool,
    rates: &'a InputRates,
    /// n of a plane of body j that stands at the interval's start
    plane_normal: Option<Vector3<f64>>,
    /// From the time of `inputs` to the interval's start [s]
    lead: f64,
    /// What normal and arms that turn add to b from this measurement to the next, in the directions of this one [m/s²]
    passing: Vector3<f64>,
    /// By how much normal and arms turn in the step [rad]
    turning_angle: f64,
    /// The contact has held the bodies against b in the last step
    holds: bool,
}

impl Contact {
    /// Derivatives of inputs with velocities held: accelerations that the importer knows hold the contact force of its last step.
    #[inline(always)]
    pub(super) fn held_rates(&self) -> InputRates {
        let InputRates { inputs: Inputs { contact_normal, contact_point, .. }, normal_given } = self.input_rates;
        InputRates { inputs: Inputs { contact_normal, contact_point, ..InputRates::default().inputs }, normal_given }
    }

    /// Whether a step of `h` [s] has an impact in which the bodies turn too far, and if so by how much [rad], the step to take [s] and whether
    /// what they turn is told.
    pub(super) fn turns_too_far(&self, port: &Port, outcome: &Outcome, h: f64) -> Option<[f64; 3]> {
        let is_told = self.knowns.parameters.coupling.settings.mass_source == MassSource::Input;
        let most = if is_told { MOST_TOLD } else { MOST_TURNED };
        let n = port.frame.normal;
        let change = n.dot(&(port.w * outcome.force.mean)) * h;
        let is_impact = change > RESTING * n.dot(&port.b).abs() * h;
        (port.turning_angle > most && is_impact)
            .then(|| [port.turning_angle, h * most / port.turning_angle, f64::from(is_told)])
    }

    /// Parallel order: where the force sent last takes bodies whose shapes and masses are known in `h` [s], with b as acceleration of the
    /// one that moves. Errors: a direction is none.
    pub(super) fn expected_start(&self, how: HandBack, h: f64) -> Result<Option<Met>, physics::ContactFault> {
        let Knowns { parameters: ContactParameters { laws, geometry, coupling }, inputs, mobility, .. } = &self.knowns;
        let knows = !geometry.is_given() && coupling.settings.mass_source == MassSource::Bodies;
        let Some(forces) = self.coupled.forces.filter(|_| knows && self.coupled.memory.is_even(h)) else {
            return Ok(None);
        };
        let fraction = self.coupled.memory.fraction_of_w();
        let [force_i, torque_i, force_j, torque_j] = forces.means(how, h);
        let b = mobility.free_acceleration;
        let moves_i = coupling.masses.i.mass > 0.0;
        let (by_b_i, by_b_j) = if moves_i { (b, Vector3::zeros()) } else { (Vector3::zeros(), -b) };
        let [i, j] = inverse_mass::accelerations(coupling, inputs, [[force_i, torque_i], [force_j, torque_j]])?;
        let mut accelerated = self.held_rates();
        for (body, [linear, angular], b) in
            [(&mut accelerated.inputs.body_i, i, by_b_i), (&mut accelerated.inputs.body_j, j, by_b_j)]
        {
            (body.velocity, body.angular_velocity) = (linear * fraction + b, angular * fraction);
        }
        let inputs = Motion::in_world_axes(laws, geometry, inputs, &accelerated).inputs_at(h);
        Ok(Some(Met { frame: contact_frame(laws, geometry, &inputs, None)?, inputs }))
    }
}

impl<'a> Course<'a> {
    /// From the frame that is `measured` over the interval of a step of `h` [s]; `rates`: [`held_rates`](Contact::held_rates), `expected`:
    /// what [`expected_start`](Contact::expected_start) says, `remembered`: of the steps before.
    pub fn new(
        knowns: &'a Knowns<f64>,
        (measured, rates): (&'a ContactFrame<f64>, &'a InputRates),
        expected: Option<&'a Met>,
        (remembered, order): (&CouplingMemory, Order),
        h: f64,
    ) -> Self {
        let mut course = Course {
            knowns,
            measured,
            inputs: &knowns.inputs,
            start: measured,
            is_ahead: false,
            rates,
            plane_normal: None,
            lead: if order == Order::Parallel { h } else { 0.0 },
            passing: Vector3::zeros(),
            turning_angle: 0.0,
            holds: remembered.contact_throughout || remembered.rigid_forces.lasting > 0.0,
        };
        course.plane_normal = course.motion().keeps_normal().then_some(measured.normal);
        course.turning_angle = course.turning_rate() * h;
        if !course.keeps_heading() {
            let [normal, velocity] = course.heading(h);
            if normal.dot(&measured.normal) >= LEAST_COSINE {
                course.passing = (transported(&velocity, &normal, &measured.normal) - measured.velocity()) / h;
            }
            // past the middle of a hollow body the normal turns further than its rate now says
            let chord = normal - measured.normal;
            course.turning_angle = course.turning_angle.max(chord.dot(&chord).sqrt());
        }
        if let Some(Met { inputs, frame }) = expected {
            (course.inputs, course.start, course.is_ahead, course.lead) = (inputs, frame, true, 0.0);
            course.plane_normal = course.motion().keeps_normal().then_some(frame.normal);
        }
        course
    }

    /// How fast what an impact depends on turns [rad/s]: the normal, and with a body the arms of a sphere beside its centre, of a
    /// surface that is not round about its own, or an inertia that is not that of a sphere. A ball may turn as it likes.
    fn turning_rate(&self) -> f64 {
        let (Knowns { parameters, inputs, .. }, frame) = (self.knowns, self.measured);
        let geometry = &parameters.geometry;
        let masses = &parameters.coupling.masses;
        let size = |v: &Vector3<f64>| v.dot(v).sqrt();
        let knows = parameters.coupling.settings.mass_source == MassSource::Bodies;
        let is_round = |mass: &Mass<f64>| {
            let [xx, yy, zz, xy, xz, yz] = mass.inertia.into();
            !knows || mass.mass == 0.0 || (xx == yy && yy == zz && [xy, xz, yz] == [0.0; 3])
        };
        let is_beside_i = !geometry.is_given() && geometry.shapes.center_i != Vector3::zeros();
        let is_beside_j = geometry.goes_round_with_j();
        let of_i = if is_beside_i || !is_round(&masses.i) { size(&inputs.body_i.angular_velocity) } else { 0.0 };
        let of_j = if is_beside_j || !is_round(&masses.j) { size(&inputs.body_j.angular_velocity) } else { 0.0 };
        size(&frame.normal.cross(&frame.omega_c)).max(of_i).max(of_j)
    }

    /// With the velocities of the start.
    fn motion(&self) -> Motion<'_> {
        let ContactParameters { laws, geometry, .. } = &self.knowns.parameters;
        Motion::in_world_axes(laws, geometry, self.inputs, self.rates)
    }

    /// Frame after `tau` [s] of `inputs` there; b has moved bodies whose shapes are known.
    #[inline(always)]
    fn met(&self, motion: &Motion, tau: f64, inputs: &mut Inputs<f64>) -> ContactFrame<f64> {
        let ContactParameters { laws, geometry, .. } = &self.knowns.parameters;
        if geometry.is_given() {
            return motion.frame(tau);
        }
        inputs.body_i.position += self.fallen(tau);
        meet::met_knowing(laws, geometry.into(), inputs, (None, self.plane_normal), &mut None)
    }

    /// Way of body i under b in `tau` [s].
    fn fallen(&self, tau: f64) -> Vector3<f64> {
        self.knowns.mobility.free_acceleration * (0.5 * tau * tau)
    }

    /// Held velocities, and nothing that turns them or the normal.
    fn keeps_heading(&self) -> bool {
        let Inputs { body_i, body_j, .. } = self.inputs;
        let is_on_plane = self.knowns.parameters.geometry.settings.pair == Pair::SpherePlane;
        is_on_plane && body_i.angular_velocity == Vector3::zeros() && body_j.angular_velocity == Vector3::zeros()
    }

    /// Normal and velocity after `tau` [s].
    #[inline(never)]
    fn heading(&self, tau: f64) -> [Vector3<f64>; 2] {
        let motion = self.motion();
        let frame = self.met(&motion, tau, &mut motion.seen_at(tau));
        [frame.normal, frame.velocity()]
    }

    /// Port and place of a force that acts `after` [s] after the interval's start, the middle of a step of `h` [s] or another time of it.
    ///
    /// The velocities of the start are taken in the directions of that moment: a normal that turns would push along the motion if
    /// it were that of the start. What velocities change by as normal and arms turn counts as free acceleration: along n v²/ρ on
    /// a round path. Of lasting contact, which the bodies do not leave, the tangents take their rate at the start; where they `fly` until then, what
    /// has become of them.
    pub fn at(&self, after: f64, flies: bool) -> Result<(Port, Place), physics::ContactFault> {
        let Knowns { parameters: ContactParameters { laws, geometry, coupling }, mobility, .. } = self.knowns;
        let ahead = self.lead + after;
        let motion = self.motion();
        let mut inputs = motion.inputs_at(ahead);
        let mut then = self.met(&motion, ahead, &mut inputs);
        let mut b = mobility.free_acceleration;
        let n = then.normal;
        if n.dot(&self.start.normal) < LEAST_COSINE || n.dot(&self.measured.normal) < LEAST_COSINE {
            (then, inputs) = (*self.start, *self.inputs);
        } else {
            if !self.keeps_heading() {
                let from = self.start.velocity();
                let gained = then.velocity() - transported(&from, &self.start.normal, &n);
                let along = n * (n.dot(&gained) / ahead);
                let across = if flies {
                    gained / ahead
                } else {
                    let [halfway, velocity] = self.heading(0.5 * ahead);
                    let gained_half =
                        transported(&(velocity - transported(&from, &self.start.normal, &halfway)), &halfway, &n);
                    (gained_half * 4.0 - gained) / ahead
                };
                b += along + across - n * n.dot(&across);
            }
            if self.holds && !geometry.is_given() {
                // else a moment would be missing between the bodies, which turns what rests; n keeps its share of b
                let fallen = self.fallen(ahead);
                inputs.body_i.position -= fallen;
                then.point -= fallen;
            }
        }
        let n = then.normal;
        // a body that has passed the other goes on in its direction
        let has_passed = n.dot(&self.measured.normal) < LEAST_COSINE;
        let here = |v: &Vector3<f64>, from: &Vector3<f64>| if has_passed { *v } else { transported(v, from, &n) };
        let v = here(&self.measured.velocity(), &self.measured.normal);
        let v_n = if has_passed { -n.dot(&v) } else { self.measured.penetration_rate };
        let frame = ContactFrame { normal: n, penetration_rate: v_n, v_t: v + n * v_n, ..*self.measured };
        let w = inverse_mass::inverse_mass(coupling, &inputs, mobility, &then.point, &n)?;
        let turning = if interface::bears_moments(laws) {
            let (l, g) = inverse_mass::turning(coupling, &inputs, mobility, &then.point)?;
            Some(Turning { l, g, b: mobility.free_angular_acceleration })
        } else {
            None
        };
        let expected = self.is_ahead.then(|| PredictedMotion {
            penetration: self.start.penetration,
            velocity: transported(&self.start.velocity(), &self.start.normal, &n),
        });
        let b_measured = mobility.free_acceleration + here(&self.passing, &self.measured.normal);
        let place = Place { point: then.point, normal: n, positions: [inputs.body_i.position, inputs.body_j.position] };
        Ok((Port { frame, w, b, b_measured, turning_angle: self.turning_angle, turning, expected }, place))
    }
}
