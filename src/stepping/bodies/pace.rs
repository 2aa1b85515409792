//! Length of the micro-steps of all contacts of an island together (docs/numerics.md step 30).

use crate::meet;
use crate::physics::stiffness::{Stiffness, stiffness};
use crate::physics::{Body, Vector3};
use crate::stepping::bodies::elastic::{area, widest};
use crate::stepping::bodies::list::List;
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::slot::{Contacts, Met, inputs_of};
use crate::stepping::bodies::touch::{Springs, Touch};
use crate::stepping::interface::Spatial;
use crate::stepping::interface::normal::{deepest, length};

/// A contact as a spring: along its normal the stiffness where it will be deepest, across it that of the bristles [N/m].
pub struct Stiff {
    met: Met,
    along: f64,
    across: f64,
    /// What the search for the greatest frequency moves it by
    way: Vector3<f64>,
}

impl Stiff {
    /// Of bodies that have begun a micro-step of no length.
    pub fn new(contacts: &impl Contacts, contact: usize, bodies: &[MovingBody]) -> Self {
        let met = Met::new(contacts, contact, bodies);
        let laws = contacts.laws(contact);
        let (frame, n) = (&met.frame, met.frame.normal);
        let w = n.dot(&(met.w * n));
        let (x, v) = (frame.penetration, frame.penetration_rate);
        let b_n = -n.dot(&met.acceleration(bodies).linear);
        let along = if contacts.place(contact).geometry.is_of_faces() {
            laws.compliance.k * deepest_area(contacts, contact, &met, bodies, w, b_n)
        } else {
            stiffest(stiffness(laws, frame.effective_radius), w, b_n, [x, v])
        };
        // fractions of the golden ratio: no motion of the bodies has all of them alike
        let sign = 1.0 - 2.0 * ((contact as f64 + 1.0) * GOLDEN).fract();
        let way = n + (n.cross(&Vector3::new(0.3, 0.5, 0.8)) + n * sign) * 0.5;
        Stiff { met, along, across: laws.friction.sigma_0, way }
    }
}

/// Stiffness where a contact that is `x` [m] deep and approaches with `v` [m/s] under a load will be deepest [N/m].
pub fn stiffest(of: Stiffness<f64>, w: f64, b_n: f64, [x, v]: [f64; 2]) -> f64 {
    let Stiffness { k, p } = of;
    k * p * libm::pow(deepest(of, w, b_n, x, v), p - 1.0)
}

/// Length of a micro-step [s] for a greatest frequency Ω².
pub fn suited(square: f64) -> f64 {
    length(square * MARGIN)
}

/// Area of faces where they will be deepest [m²]: body i is moved along the normal until the energy stored there is that of the approach and of the
/// load at rest.
fn deepest_area(contacts: &impl Contacts, contact: usize, met: &Met, bodies: &[MovingBody], w: f64, b_n: f64) -> f64 {
    let (laws, place) = (contacts.laws(contact), contacts.place(contact));
    let k_a = laws.compliance.k;
    let [i, j] = met.bodies;
    let n = met.frame.normal;
    let (x, v) = (met.frame.penetration, met.frame.penetration_rate);
    let region_at = |depth: f64| {
        let moved = Body { position: bodies[i].middle.position - n * depth, ..bodies[i].middle };
        let mut region = None;
        let frame = meet::met(laws, place, &inputs_of(&moved, &bodies[j].middle), None, &mut region);
        region.map(|region| (region, frame.penetration))
    };
    let now = met.region.as_ref().map_or(0.0, |region| k_a * region.depth);
    let energy = now + 0.5 * v * v / w;
    let load = b_n.max(0.0) / w;
    let most = widest(&place);
    // from a depth that is small beside everything on, by the exponent that energy and force have there
    let mut depth = SMALLEST_DEPTH.max(-x + SMALLEST_DEPTH);
    let mut found = 0.0;
    for _ in 0..DEPTHS {
        let Some((region, reached)) = region_at(depth) else { return found };
        let (stored, force) = (k_a * region.depth, k_a * region.volume);
        if stored <= 0.0 {
            depth *= 10.0;
            continue;
        }
        found = area(&region, most);
        let exponent = (reached * force / stored).max(1.0);
        let wanted = libm::pow((energy + 2.0 * load * reached) / stored, 1.0 / exponent);
        if !(wanted.is_finite() && (wanted - 1.0).abs() > CLOSE) {
            break;
        }
        depth += reached * (wanted - 1.0);
        if depth <= 0.0 {
            // deeper than it will be: the present place counts
            break;
        }
    }
    met.region.as_ref().map_or(found, |region| found.max(area(region, most)))
}

/// Length of the micro-steps until something meets or parts (docs/numerics.md steps 30 and 44).
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// What fits whatever happens [s]
    fitting: f64,
    /// How many times as long they are while forces hardly change, and at most; not known before it matters
    times: f64,
    most: Option<f64>,
}

impl Pace {
    /// Of contacts that touch, in the bodies that have begun a micro-step of no length.
    pub fn new(stiffs: &mut List<Stiff>, bodies: &mut [MovingBody]) -> Self {
        Pace { fitting: micro_step_length(stiffs, bodies, OF_BRISTLES), times: 1.0, most: None }
    }

    /// [s]
    pub fn length(&self) -> f64 {
        self.times * self.fitting
    }

    /// How elastic forces are taken in a micro-step of that length.
    pub fn springs(&self) -> Springs {
        if self.most.is_some_and(|most| self.times > most) { Springs::Implicit } else { Springs::Followed }
    }

    /// Whether a micro-step was too long for its `change`, and is to be made again: shorter ones follow.
    pub fn shorten(&mut self, change: &Change) -> bool {
        let is_too_long = match self.springs() {
            Springs::Followed => self.times > 1.0 && (change.forces > MOST_CHANGE || change.meets),
            Springs::Implicit => !change.is_little(1.0),
        };
        if is_too_long {
            self.times = (0.5 * self.times).max(1.0);
        }
        is_too_long
    }

    /// After a micro-step with a `change`, with so much of the step `left` [s]: the next ones are so long that half of what may change would do so if
    /// all went on as it did.
    pub fn go_on(&mut self, change: &Change, left: f64, stiffs: &mut List<Stiff>, bodies: &mut [MovingBody]) {
        let wanted = self.times * 0.5 * MOST_CHANGE / change.forces.max(f64::MIN_POSITIVE);
        if wanted <= 1.0 {
            self.times = 1.0;
            return;
        }
        // 1 where bristles are far stiffer than all else, but for what both searches miss; what fits is never too long
        let most = || (LONGEST * micro_step_length(stiffs, bodies, 1.0) / self.fitting).max(1.0);
        let most = *self.most.get_or_insert_with(most);
        let with_implicit = wanted.min(self.times * 0.5 / change.beside()).min(left / self.fitting);
        let is_implicit = with_implicit > BEYOND * most && !change.leans;
        self.times = if is_implicit { with_implicit } else { wanted.min(most) }.max(1.0);
    }
}

/// What changes in a micro-step.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// (44), of all bodies the greatest [1]
    forces: f64,
    /// Of all elastic forces the greatest, by itself [1]
    springs: f64,
    /// Angle by which a body turns [rad]
    angle: f64,
    /// A body leans on its rim ([`Region::leans`](crate::physics::Region::leans)): implicit springs would let it whirl
    leans: bool,
    /// Bodies touch in another place than at its start ([`Touch::meets_anew`])
    meets: bool,
}

impl Change {
    /// Of bodies that have made a micro-step of `h` [s], and of their contacts that touch.
    pub fn of(bodies: &[MovingBody], touches: &List<Touch>, h: f64) -> Self {
        let mut change = Change { forces: 0.0, springs: 0.0, angle: 0.0, leans: false, meets: false };
        for body in bodies {
            let omega = &body.motion.angular_velocity;
            change.forces = change.forces.max(body.changed);
            change.angle = change.angle.max(h * omega.dot(omega).sqrt());
        }
        for touch in touches.iter() {
            change.springs = change.springs.max(touch.gives(h));
            change.leans |= touch.met.region.as_ref().is_some_and(|region| region.leans);
            change.meets |= touch.meets_anew(h);
        }
        change
    }

    /// Whether so little changes in a micro-step that is so many `times` as long that springs may be implicit.
    pub fn is_little(&self, times: f64) -> bool {
        self.forces * times <= MOST_CHANGE && self.beside() * times <= 1.0 && !self.leans && !self.meets
    }

    /// What else than forces changes, by what may.
    fn beside(&self) -> f64 {
        (self.springs / MOST_GIVEN).max(self.angle / TURNED).max(f64::MIN_POSITIVE)
    }
}

/// Length of a micro-step [s] by the greatest frequency of the bodies on these springs, Ω² = λ_max(W·K), with so large a part of their bristles.
///
/// By repeated multiplication, which comes from below and ends within a few per cent; MARGIN is for the rest.
fn micro_step_length(stiffs: &mut List<Stiff>, bodies: &mut [MovingBody], of_bristles: f64) -> f64 {
    let mut square = 0.0_f64;
    for _ in 0..MULTIPLICATIONS {
        bodies.iter_mut().for_each(MovingBody::rest);
        let mut before = 0.0_f64;
        for stiff in stiffs.iter() {
            let n = stiff.met.frame.normal;
            let along = n.dot(&stiff.way);
            let across = stiff.across * of_bristles;
            let force = n * (stiff.along * along) + (stiff.way - n * along) * across;
            before += force.dot(&stiff.way);
            stiff.met.push(&Spatial { linear: force, angular: Vector3::zeros() }, bodies);
        }
        let mut after = 0.0_f64;
        for stiff in stiffs.iter_mut() {
            let n = stiff.met.frame.normal;
            let way = stiff.met.acceleration(bodies).linear;
            let along = n.dot(&way);
            after += stiff.along * along * along + stiff.across * of_bristles * (way.dot(&way) - along * along);
            stiff.way = way;
        }
        if !(before > 0.0 && after > 0.0) {
            break;
        }
        square = square.max((after / before).sqrt());
        let size = 1.0 / after.sqrt();
        stiffs.iter_mut().for_each(|stiff| stiff.way *= size);
    }
    suited(square)
}

/// Multiplications of the search for the greatest frequency, and what is added to what they find: the square of a frequency that one contact
/// alone has is met at once.
const MULTIPLICATIONS: usize = 8;
const MARGIN: f64 = 1.1;

/// Part of the stiffness of bristles that counts: they are solved exactly within a contact, and need ten micro-steps in a period to be
/// solved between contacts.
const OF_BRISTLES: f64 = 0.01;

/// Micro-steps that fit into the longest one: ten of those in a contact time, and in that of the bristles.
const LONGEST: f64 = 10.0;

/// Part of what a body bears by which its forces may change in a micro-step that is longer than fits.
const MOST_CHANGE: f64 = 2e-4;

/// How many times as long as the longest one a micro-step has to become for implicit springs, which let vibrations die.
const BEYOND: f64 = 2.0;

/// Part of an elastic force by which it may change in a micro-step with them: what creeps on a damper bears the same all the while.
const MOST_GIVEN: f64 = 2e-3;

/// Angle by which a body turns in a micro-step with them at most [rad].
const TURNED: f64 = 0.01;

/// The golden ratio less 1.
const GOLDEN: f64 = 0.618_033_988_749_894_8;

/// Where the search for the depth of faces begins [m], its trials, and how close it has to come [1].
const SMALLEST_DEPTH: f64 = 1e-7;
const DEPTHS: usize = 12;
const CLOSE: f64 = 0.1;
