//! How the inputs move on inside a step.

use crate::meet::{self, Geometry, Place};
use crate::physics::kinematics::Approach;
use crate::physics::{Body, ContactFrame, Inputs, Parameters, Quaternion, Region, Vector3, rotation};
use crate::stepping::together::Together;

/// Part of the sizes by which bodies must be farther apart than they can come together in a step: beyond all rounding [1].
pub const BEYOND_ROUNDING: f64 = 1e-9;

/// First derivatives of inputs as the importer gave them. Those of velocities are accelerations; those of `relative_velocity`,
/// `contact_normal` and `contact_point` are used as they are; those of poses and penetration move with the velocities
/// instead and are not looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputRates {
    pub inputs: Inputs<f64>,
    /// Whether a rate of `contact_normal` was given; without one it turns with body j
    pub normal_given: bool,
}

impl Default for InputRates {
    fn default() -> Self {
        let inputs = Inputs { contact_normal: Vector3::zeros(), ..Inputs::default() };
        InputRates { inputs, normal_given: false }
    }
}

/// The motion of one step, as a function of the time since its start.
///
/// Velocities are linear in time, or held: in world axes, and as far as both bodies move as one in axes that turn with them.
#[derive(Clone, Copy)]
pub struct Motion<'a> {
    parameters: &'a Parameters<f64>,
    place: Place<'a, f64>,
    inputs: &'a Inputs<f64>,
    rates: &'a InputRates,
    together: Option<Together>,
    /// The pair looks at the orientation of body i
    depends_on_i: bool,
    /// Body j stands, and does not turn
    is_j_still: bool,
    /// n of its plane, if it is known already
    plane_normal: Option<Vector3<f64>>,
}

impl<'a> Motion<'a> {
    #[inline(always)]
    pub fn new(
        parameters: &'a Parameters<f64>,
        place: impl Into<Place<'a, f64>>,
        inputs: &'a Inputs<f64>,
        rates: &'a InputRates,
    ) -> Self {
        Motion::of(parameters, place.into(), inputs, rates, (true, false))
    }

    /// The same of inputs that are in order ([`meet::check`]), for more than one look at it: what stays while body j stands is
    /// found once.
    #[inline(always)]
    pub fn to_look_at_often(
        parameters: &'a Parameters<f64>,
        place: Place<'a, f64>,
        inputs: &'a Inputs<f64>,
        rates: &'a InputRates,
    ) -> Self {
        Motion::of(parameters, place, inputs, rates, (true, true))
    }

    /// With velocities linear in time or held in world axes, however the bodies move.
    pub fn in_world_axes(
        parameters: &'a Parameters<f64>,
        place: impl Into<Place<'a, f64>>,
        inputs: &'a Inputs<f64>,
        rates: &'a InputRates,
    ) -> Self {
        Motion::of(parameters, place.into(), inputs, rates, (false, false))
    }

    /// All parts at once: a motion that is completed later would be copied.
    #[inline(always)]
    fn of(
        parameters: &'a Parameters<f64>,
        place: Place<'a, f64>,
        inputs: &'a Inputs<f64>,
        rates: &'a InputRates,
        (may_turn_together, keeps_plane): (bool, bool),
    ) -> Self {
        let is_j_still = stands(&inputs.body_j, &rates.inputs.body_j);
        let together = if is_j_still || !may_turn_together || place.geometry.is_given() {
            None
        } else {
            Together::of(inputs, &rates.inputs, || rates.accelerate())
        };
        let plane_normal = if is_j_still && keeps_plane { place.plane_normal(&inputs.body_j) } else { None };
        let depends_on_i = meet::depends_on_orientation_i(place.geometry);
        Motion { parameters, place, inputs, rates, together, depends_on_i, is_j_still, plane_normal }
    }

    pub fn parameters(&self) -> &'a Parameters<f64> {
        self.parameters
    }

    pub fn geometry(&self) -> &'a Geometry<f64> {
        self.place.geometry
    }

    /// Whether n is that of a plane of a body j that stands.
    pub fn keeps_normal(&self) -> bool {
        self.is_j_still && self.place.has_plane()
    }

    /// Orientations of both bodies at the start.
    pub fn orientations(&self) -> [&'a Quaternion<f64>; 2] {
        [&self.inputs.body_i.orientation, &self.inputs.body_j.orientation]
    }

    /// Derivatives of the inputs after `tau` [s] where the motion does not give them itself: as given, and of velocities
    /// those with which they move on.
    pub fn rates_at(&self, tau: f64) -> Inputs<f64> {
        let given = &self.rates.inputs;
        let Some(together) = &self.together else { return *given };
        let of = |now: &Body<f64>, rates: &Body<f64>| Body { velocity: together.rate(now, rates, tau), ..*rates };
        let body_i = of(&self.inputs.body_i, &given.body_i);
        Inputs { body_i, body_j: of(&self.inputs.body_j, &given.body_j), ..*given }
    }

    /// Both bodies after `tau` [s], with their orientations.
    #[inline(always)]
    pub fn bodies_at(&self, tau: f64) -> [Body<f64>; 2] {
        [self.body_i_at(tau, true), self.body_j_at(tau, true)]
    }

    /// Body i after `tau` [s], turned if somebody looks at its orientation.
    #[inline(always)]
    fn body_i_at(&self, tau: f64, is_looked_at: bool) -> Body<f64> {
        moved(&self.inputs.body_i, &self.rates.inputs.body_i, self.together.as_ref(), tau, is_looked_at)
    }

    /// The same of body j, which is often the ground.
    #[inline(always)]
    fn body_j_at(&self, tau: f64, is_looked_at: bool) -> Body<f64> {
        let now = &self.inputs.body_j;
        if self.is_j_still {
            let orientation = if is_looked_at { now.orientation } else { Body::default().orientation };
            // a sum of 0 as of every moving body: it makes 0 of −0
            return Body { position: now.position.map(|x| x + 0.0), orientation, ..Body::default() };
        }
        moved(now, &self.rates.inputs.body_j, self.together.as_ref(), tau, is_looked_at)
    }

    /// Rate of the given normal, if the importer gave one.
    pub fn normal_rate(&self) -> Option<Vector3<f64>> {
        self.rates.normal_given.then_some(self.rates.inputs.contact_normal)
    }

    /// Contact frame after `tau` [s]; faces leave their region in `region`. The inputs of the start are in order ([`meet::check`]); a given
    /// normal that passes through 0 on its way leaves a frame that is not finite.
    #[inline(never)]
    pub fn met(&self, tau: f64, region: &mut Option<Region<f64>>) -> ContactFrame<f64> {
        self.met_of(&self.seen_at(tau), region)
    }

    /// The same of inputs of this motion that are at hand.
    #[inline(always)]
    pub fn met_of(&self, seen: &Inputs<f64>, region: &mut Option<Region<f64>>) -> ContactFrame<f64> {
        meet::met_knowing(self.parameters, self.place, seen, self.normals(), region)
    }

    /// What is known of normals: the rate of a given one, and that of a plane.
    #[inline(always)]
    fn normals(&self) -> (Option<Vector3<f64>>, Option<Vector3<f64>>) {
        (self.normal_rate(), self.plane_normal)
    }

    /// The frame of [`Motion::met`] alone.
    pub fn frame(&self, tau: f64) -> ContactFrame<f64> {
        self.met(tau, &mut None)
    }

    /// x [m] and ẋ [m/s] at the start.
    #[inline(never)]
    pub fn start(&self) -> Approach<f64> {
        meet::approach_knowing(self.place, self.inputs, self.normals())
    }

    /// x [m] and ẋ [m/s] after `tau` [s].
    pub fn approach(&self, tau: f64) -> Approach<f64> {
        meet::approach_knowing(self.place, &self.seen_at(tau), self.normals())
    }

    /// Times since the start at which ẋ can turn, rising, as if no body turned; NaN: none.
    #[inline(always)]
    pub fn rate_turns(&self) -> [f64; 2] {
        meet::rate_turns(self.place.geometry, self.inputs, &self.rates.inputs, self.rates.normal_given)
    }

    /// Angle by which the bodies turn in a step of `h` [s], as far as x depends on it [rad].
    #[inline(always)]
    pub fn turning_angle(&self, h: f64) -> f64 {
        let (now, rates) = (self.inputs, &self.rates.inputs);
        let with_j = || meet::gap_turns_with_j(self.place.geometry, self.rates.normal_given);
        let together = self.together.is_some();
        let turned = |counts: bool, now: &Body<f64>, rates: &Body<f64>| {
            if !counts {
                return 0.0;
            }
            let [omega, alpha] = [&now.angular_velocity, &rates.angular_velocity].map(|of| of.dot(of));
            if omega + alpha > 0.0 { (omega.sqrt() + 0.5 * h * alpha.sqrt()) * h } else { 0.0 }
        };
        let angle_i = turned(self.depends_on_i || together, &now.body_i, &rates.body_i);
        if self.is_j_still { angle_i } else { angle_i.max(turned(together || with_j(), &now.body_j, &rates.body_j)) }
    }

    /// How fast the gap of two solids can change in a step of `h` [s], whatever its shapes do: |v_i − v_j| + |ω_i|·R_i + |ω_j|·(|r_i − r_j| + R_i), R_i
    /// the reach of body i about its origin, all of them at their greatest [m/s]. None of pairs of the one-contact FMU.
    #[inline(always)]
    pub fn fastest_gap(&self, h: f64) -> Option<f64> {
        self.place.solids.map(|held| self.fastest_within(meet::reach(held, 0).unwrap_or(f64::INFINITY), h))
    }

    /// How far two solids that touch at both ends of a step of `h` [s] can have parted in between [m]: by turning, and by accelerations, but not by
    /// passing along each other, as they are convex. Of depths x₀ and x₁ something is left all the way if (√x₀ + √x₁)² is more than twice this.
    ///
    /// Two convex bodies that overlap in two places do so in all between them, and turning takes no more than 2·s·(1 − s) of this from the straight line
    /// between both depths at the part s of the way. None of pairs of the one-contact FMU.
    pub fn most_parted(&self, h: f64) -> Option<f64> {
        self.place.solids.map(|held| {
            let reach = meet::turning_reach(held).unwrap_or(f64::INFINITY);
            let [passing, bending, turning_i, turning_j] = self.fastest(reach, h);
            let through = if meet::are_hollow(held) { passing + bending } else { 0.25 * bending };
            h * (through + turning_i + turning_j)
        })
    }

    /// By how much the gap of a pair of shapes can close in a step of `h` [s], with room for rounding [m]: it changes no faster than the centre of the
    /// sphere of body i moves as seen from body j. Not finite where something overflows.
    pub fn most_closed(&self, h: f64) -> f64 {
        let shapes = &self.place.geometry.shapes;
        let [centre, i, j] =
            [&shapes.center_i, &self.inputs.body_i.position, &self.inputs.body_j.position].map(|of| of.dot(of).sqrt());
        let sizes = i + j + shapes.radius_i + shapes.radius_j + shapes.height_j.abs();
        self.fastest_within(centre, h) * h + BEYOND_ROUNDING * sizes
    }

    fn fastest_within(&self, reach: f64, h: f64) -> f64 {
        self.fastest(reach, h).iter().sum()
    }

    /// Parts of the speed [m/s] at which points of body i within a reach of its origin can move as seen from body j: what is held, what accelerations add, and
    /// what the turning of both bodies does.
    fn fastest(&self, reach: f64, h: f64) -> [f64; 4] {
        let (i, j) = (&self.inputs.body_i, &self.inputs.body_j);
        let (rates_i, rates_j) = (&self.rates.inputs.body_i, &self.rates.inputs.body_j);
        let length = |v: &Vector3<f64>| v.dot(v).sqrt();
        let [omega_i, omega_j] = [(i, rates_i), (j, rates_j)]
            .map(|(now, rates)| length(&now.angular_velocity) + h * length(&rates.angular_velocity));
        // of bodies that turn together the acceleration in their axes has a part Ω×v
        let passing = length(&(i.velocity - j.velocity));
        let turned = if self.together.is_some() { h * omega_i.max(omega_j) * passing } else { 0.0 };
        let bending = h * length(&(rates_i.velocity - rates_j.velocity)) + turned;
        let apart = length(&(i.position - j.position)) + h * (passing + bending);
        [passing, bending, omega_i * reach, omega_j * (apart + reach)]
    }

    /// Inputs after `tau` [s]: velocities as [`Motion`] has them, positions their integral, orientations turned by the
    /// integral of the angular velocity (exact while its direction stays, else with an error of third order).
    #[inline(never)]
    pub fn inputs_at(&self, tau: f64) -> Inputs<f64> {
        let [body_i, body_j] = self.bodies_at(tau);
        if self.place.geometry.is_given() {
            Inputs { body_i, body_j, ..self.seen_at(tau) }
        } else {
            Inputs { body_i, body_j, ..*self.inputs }
        }
    }

    /// What the geometry pair looks at after `tau` [s]; everything else stands at its start value. No input is copied as a
    /// block: an importer has just stored its elements one by one, and a wide load would wait for them.
    #[inline(always)]
    pub fn seen_at(&self, tau: f64) -> Inputs<f64> {
        let (now, rates) = (self.inputs, &self.rates.inputs);
        let depends_on_j = meet::depends_on_orientation_j(self.parameters, self.place.geometry);
        let (body_i, body_j) = (self.body_i_at(tau, self.depends_on_i), self.body_j_at(tau, depends_on_j));
        if !self.place.geometry.is_given() {
            return Inputs { body_i, body_j, ..Inputs::default() };
        }
        Inputs {
            penetration: now.penetration + self.penetration_gained(tau),
            relative_velocity: self.relative_velocity_at(tau),
            contact_normal: self.normal_at(tau),
            contact_point: now.contact_point + rates.contact_point * tau,
            body_i,
            body_j,
        }
    }

    fn relative_velocity_at(&self, tau: f64) -> Vector3<f64> {
        self.inputs.relative_velocity + self.rates.inputs.relative_velocity * tau
    }

    fn normal_at(&self, tau: f64) -> Vector3<f64> {
        let (now, rates) = (self.inputs, &self.rates.inputs);
        if self.rates.normal_given {
            now.contact_normal + rates.contact_normal * tau
        } else if self.is_j_still {
            now.contact_normal
        } else {
            rotation::turned(&now.contact_normal, &angle(&now.body_j, &rates.body_j, tau))
        }
    }

    /// ∫ −v_r·n over [0, tau] by Simpson's rule: exact while v_r is linear and n quadratic in time.
    fn penetration_gained(&self, tau: f64) -> f64 {
        let length = |n: &Vector3<f64>| n.dot(n).sqrt();
        let rate = |t: f64, n: &Vector3<f64>, length: f64| -self.relative_velocity_at(t).dot(n) / length;
        let [start, middle, end] = [0.0, 0.5 * tau, tau];
        let [first, second, third] = if self.is_j_still && !self.rates.normal_given {
            // one normal, whose length is found once
            let n = &self.inputs.contact_normal;
            let length = length(n);
            [rate(start, n, length), rate(middle, n, length), rate(end, n, length)]
        } else {
            [start, middle, end].map(|t| {
                let n = self.normal_at(t);
                rate(t, &n, length(&n))
            })
        };
        tau / 6.0 * (first + 4.0 * second + third)
    }
}

/// Whether a body has neither velocities nor derivatives of them: all are +0, as inputs that nobody has connected.
#[inline(always)]
fn stands(now: &Body<f64>, rates: &Body<f64>) -> bool {
    bits_in([&now.velocity, &now.angular_velocity, &rates.velocity, &rates.angular_velocity]) == 0
}

/// Bits that are set in one of the numbers: one comparison tells whether all are 0.
#[inline(always)]
pub fn bits_in<const N: usize>(vectors: [&Vector3<f64>; N]) -> u64 {
    vectors.iter().fold(0, |bits, of| bits | of[0].to_bits() | of[1].to_bits() | of[2].to_bits())
}

/// Rotation vector ∫ω over [0, tau] [rad].
fn angle(now: &Body<f64>, rates: &Body<f64>, tau: f64) -> Vector3<f64> {
    (now.angular_velocity + rates.angular_velocity * (0.5 * tau)) * tau
}

/// Orientation of a body turned by |φ| about φ [rad].
#[inline(always)]
fn turned(body: &Body<f64>, phi: &Vector3<f64>) -> Quaternion<f64> {
    if *phi == Vector3::zeros() {
        body.orientation
    } else {
        rotation::product(&rotation::quaternion_of(phi), &body.orientation)
    }
}

/// A body moved on by `tau` [s], and turned if somebody looks at its orientation.
#[inline(always)]
fn moved(now: &Body<f64>, rates: &Body<f64>, together: Option<&Together>, tau: f64, is_looked_at: bool) -> Body<f64> {
    let orientation = if is_looked_at { turned(now, &angle(now, rates, tau)) } else { Body::default().orientation };
    let (position, velocity) = match together {
        None => {
            (now.position + (now.velocity + rates.velocity * (0.5 * tau)) * tau, now.velocity + rates.velocity * tau)
        }
        Some(together) => together.moved(now, rates, tau),
    };
    Body { position, orientation, velocity, angular_velocity: now.angular_velocity + rates.angular_velocity * tau }
}
