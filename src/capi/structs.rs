//! The plain structs of the C interface. Their memory is that of the types of the physics, so that nothing is copied.

#![allow(non_camel_case_types)]

use crate::meet::Pair;
use crate::physics::{Body, Energies, Inputs, Latch, Mobility, Response, State, Vector3};
use crate::unit::slots::Knowns;
use core::fmt;
use core::mem::{offset_of, size_of};
use core::ops::Range;

/// Doubles in asperity_inputs.
pub const ASPERITY_INPUT_NUMBERS: usize = 36;
/// Doubles in asperity_mobility.
pub const ASPERITY_MOBILITY_NUMBERS: usize = 27;
/// Doubles in asperity_outputs.
pub const ASPERITY_OUTPUT_NUMBERS: usize = 31;

/// Motion of one body frame. SI units, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_body {
    /// Origin r [m]
    pub position: [f64; 3],
    /// Quaternion q in the order w x y z, body to world [1], of any length from 1e-100 to 1e100; others, such as 0, are refused
    /// where the orientation counts: that of a sphere does not whose centre is the origin of its body's frame
    pub orientation: [f64; 4],
    /// Velocity of the origin v [m/s]
    pub velocity: [f64; 3],
    /// Angular velocity omega [rad/s]
    pub angular_velocity: [f64; 3],
}

/// What the caller gives: the motion of the two bodies and, with geometry.pair = external, the contact itself. 36
/// doubles.
///
/// With the other pairs the first ten numbers are not read. With the pair external the bodies give the arms of the
/// torques and the turning of the contact; their orientation counts with friction that asks for directions (friction.map = polyhedron or
/// planes, friction.e_t or friction.e_o other than 1) and for inertias.
/// Start with asperity_inputs_init.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_inputs {
    /// x [m], > 0 while the bodies overlap
    pub penetration: f64,
    /// Velocity of body i against body j at the contact point v_r [m/s]
    pub relative_velocity: [f64; 3],
    /// Normal n outward from body j, towards body i, any length from 1e-100 to 1e100 [1]
    pub normal: [f64; 3],
    /// Point of action p_a [m]
    pub point: [f64; 3],
    pub body_i: asperity_body,
    pub body_j: asperity_body,
}

/// How the contact point moves under a force, for coupling.mode = interface. World axes. 27 doubles, all finite: what
/// is not known is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_mobility {
    /// W = J*M^-1*J^T at the contact [1/kg] as xx yy zz xy xz yz, positive semidefinite; read with coupling.massSource
    /// = input
    pub inverse_mass: [f64; 6],
    /// Relative acceleration b of the contact point without the contact force, gravity included [m/s^2]
    pub free_acceleration: [f64; 3],
    /// I_i^-1 + I_j^-1 [1/(kg m^2)] as xx yy zz xy xz yz; read with coupling.massSource = input and friction moments
    pub inverse_inertia: [f64; 6],
    /// Relative angular acceleration b_r without the contact [rad/s^2]; read with friction moments
    pub free_angular_acceleration: [f64; 3],
    /// How a force at the contact turns body i against body j, sum of I_b^-1*[rho_b]x [1/(kg m)], row by row; read with
    /// coupling.massSource = input and friction moments
    pub turning_by_force: [f64; 9],
}

/// Continuous state of a contact, in the order of the states of the unit; where it is named "rates", the same by time.
/// 8 doubles. All 0 at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_state {
    /// Bristle deflection z [m]
    pub z: [f64; 3],
    /// Dwell state s_dw [1], 0 (fresh contact) to 1 (full stiction)
    pub s_dw: f64,
    /// Work that the bodies put into the contact [J]; this and the next two stay as they are without ledger.track
    pub work: f64,
    /// Energy dissipated in the normal direction [J]
    pub dissipated_normal: f64,
    /// Energy dissipated by friction [J]
    pub dissipated_friction: f64,
    /// Bristle deflection about the normal at the radius e_r [m]
    pub z_r: f64,
}

/// Discrete state of a contact: it changes at impacts and releases only. All 0 before the first impact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_latch {
    /// Whether the bodies touch: 0 or 1
    pub contact: f64,
    /// Approach speed of the present or last impact, 1e-7 at least [m/s]; a faster motion has the damping of its own speed, not a
    pub v_i: f64,
    /// Damping a of the normal force that belongs to v_i [s/m], with compliance.law = kelvinVoigt [s]
    pub a: f64,
}

/// Force and torque on both bodies, world axes; torques about the frame origins.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_wrench {
    /// [N]
    pub force_i: [f64; 3],
    /// [N m]
    pub torque_i: [f64; 3],
    /// [N], the opposite of force_i
    pub force_j: [f64; 3],
    /// [N m]
    pub torque_j: [f64; 3],
}

/// Everything that follows from inputs and state. 31 doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct asperity_outputs {
    /// In coupling.mode = interface the mean over the step, also of friction_force and friction_moment
    pub wrench: asperity_wrench,
    /// f_n [N], never negative
    pub normal_force: f64,
    /// f_t on body i [N]
    pub friction_force: [f64; 3],
    /// Couple of rolling and spinning friction on body i, part of torque_i [N m]
    pub friction_moment: [f64; 3],
    /// Distance of the surfaces -x [m], < 0 while they overlap
    pub gap: f64,
    /// |v_t| [m/s]
    pub slip_speed: f64,
    /// Sticking level s [1]: 1 sticks, 0 slides or apart
    pub sticking: f64,
    /// p_a [m]
    pub point_of_action: [f64; 3],
    /// Unit normal n outward from body j
    pub normal_direction: [f64; 3],
    /// Restitution that the law gives for the present or last impact [1]
    pub effective_restitution: f64,
    /// Energy stored in compliance and bristles [J]
    pub energy_elastic: f64,
    /// x by time [m/s], > 0 while approaching
    pub penetration_rate: f64,
}

const _: () = {
    assert!(size_of::<asperity_inputs>() == ASPERITY_INPUT_NUMBERS * size_of::<f64>());
    assert!(size_of::<asperity_mobility>() == ASPERITY_MOBILITY_NUMBERS * size_of::<f64>());
    assert!(size_of::<asperity_outputs>() == ASPERITY_OUTPUT_NUMBERS * size_of::<f64>());
};

/// What the casts below rest on.
macro_rules! same_memory {
    ($c:ty as $physics:ty: $($field:ident = $of:ident),*) => {
        const _: () = {
            assert!(size_of::<$c>() == size_of::<$physics>() && align_of::<$c>() == align_of::<$physics>());
            $(assert!(offset_of!($c, $field) == offset_of!($physics, $of));)*
        };
    };
}
same_memory!(asperity_body as Body<f64>: position = position, orientation = orientation, velocity = velocity,
    angular_velocity = angular_velocity);
same_memory!(asperity_inputs as Inputs<f64>: penetration = penetration, relative_velocity = relative_velocity,
    normal = contact_normal, point = contact_point, body_i = body_i, body_j = body_j);
same_memory!(asperity_mobility as Mobility<f64>: inverse_mass = inverse_mass, free_acceleration = free_acceleration,
    inverse_inertia = inverse_inertia, free_angular_acceleration = free_angular_acceleration,
    turning_by_force = turning_by_force);
same_memory!(asperity_state as State<f64>: z = z, s_dw = s_dw, work = energy, z_r = z_r);
const _: () = {
    assert!(
        offset_of!(asperity_state, dissipated_normal) - offset_of!(asperity_state, work)
            == offset_of!(Energies<f64>, dissipated_normal)
    );
    assert!(
        offset_of!(asperity_state, dissipated_friction) - offset_of!(asperity_state, work)
            == offset_of!(Energies<f64>, dissipated_friction)
    );
    assert!(offset_of!(Energies<f64>, work) == 0);
};

impl asperity_inputs {
    #[inline(always)]
    pub fn physics(&self) -> &Inputs<f64> {
        // SAFETY: same memory, checked above
        unsafe { &*core::ptr::from_ref(self).cast() }
    }
}

impl asperity_mobility {
    #[inline(always)]
    pub fn physics(&self) -> &Mobility<f64> {
        // SAFETY: same memory, checked above
        unsafe { &*core::ptr::from_ref(self).cast() }
    }
}

impl asperity_state {
    #[inline(always)]
    pub fn physics(&self) -> &State<f64> {
        // SAFETY: same memory, checked above
        unsafe { &*core::ptr::from_ref(self).cast() }
    }
}

impl From<&State<f64>> for asperity_state {
    #[inline(always)]
    fn from(state: &State<f64>) -> Self {
        let State { z, s_dw, energy: Energies { work, dissipated_normal, dissipated_friction }, z_r } = *state;
        asperity_state { z: z.into(), s_dw, work, dissipated_normal, dissipated_friction, z_r }
    }
}

impl From<&asperity_latch> for Latch<f64> {
    #[inline(always)]
    fn from(latch: &asperity_latch) -> Self {
        Latch { contact: latch.contact != 0.0, v_i: latch.v_i, a: latch.a }
    }
}

impl From<&Latch<f64>> for asperity_latch {
    fn from(latch: &Latch<f64>) -> Self {
        asperity_latch { contact: f64::from(u8::from(latch.contact)), v_i: latch.v_i, a: latch.a }
    }
}

impl From<[Vector3<f64>; 4]> for asperity_wrench {
    #[inline(always)]
    fn from([force_i, torque_i, force_j, torque_j]: [Vector3<f64>; 4]) -> Self {
        asperity_wrench {
            force_i: force_i.into(),
            torque_i: torque_i.into(),
            force_j: force_j.into(),
            torque_j: torque_j.into(),
        }
    }
}

impl From<&Response<f64>> for asperity_outputs {
    #[inline(always)]
    fn from(response: &Response<f64>) -> Self {
        let o = &response.outputs;
        asperity_outputs {
            wrench: [o.force_i, o.torque_i, o.force_j, o.torque_j].into(),
            normal_force: o.normal_force,
            friction_force: o.friction_force.into(),
            friction_moment: o.friction_moment.into(),
            gap: o.gap,
            slip_speed: o.slip_speed,
            sticking: o.sticking,
            point_of_action: o.point_of_action.into(),
            normal_direction: o.normal_direction.into(),
            effective_restitution: o.effective_restitution,
            energy_elastic: o.energy_elastic,
            penetration_rate: response.penetration_rate,
        }
    }
}

/// A struct of nothing but doubles, whose fields have names and lengths.
///
/// # Safety
/// The struct is `repr(C)` and consists of doubles, as many as the fields have together.
pub unsafe trait Numbers: Sized {
    const FIELDS: &'static [(&'static str, usize)];

    fn numbers(&self) -> &[f64] {
        // SAFETY: by the promise of the trait
        unsafe { core::slice::from_raw_parts(core::ptr::from_ref(self).cast(), size_of::<Self>() / size_of::<f64>()) }
    }

    /// Errors: the first number that is not finite.
    #[inline]
    fn check(&self, argument: &'static str) -> Result<(), Culprit> {
        self.check_parts(argument, &[Range { start: 0, end: self.numbers().len() }])
    }

    /// Errors: the first number in `reads` that is not finite.
    #[inline(always)]
    fn check_parts(&self, argument: &'static str, reads: &[Range<usize>]) -> Result<(), Culprit> {
        let numbers = self.numbers();
        if reads.iter().all(|range| are_finite(&numbers[range.clone()])) {
            return Ok(());
        }
        Err(self.culprit(argument, reads))
    }

    /// The first number in `reads` that is not finite.
    #[cold]
    #[inline(never)]
    fn culprit(&self, argument: &'static str, reads: &[Range<usize>]) -> Culprit {
        let numbers = self.numbers();
        let at = reads.iter().flat_map(Range::clone).find(|at| !numbers[*at].is_finite()).unwrap_or(0);
        let mut first = 0;
        for (field, length) in Self::FIELDS {
            if at < first + length {
                let element = (*length > 1).then_some(at - first);
                return Culprit { argument, field, element, value: numbers[at] };
            }
            first += length;
        }
        Culprit { argument, field: "", element: None, value: numbers[at] }
    }
}

/// A sum that is finite tells of all at once, and one that overflows nothing. Two sums, so that pairs of numbers can be added.
#[inline(always)]
fn are_finite(numbers: &[f64]) -> bool {
    let (pairs, rest) = numbers.as_chunks::<2>();
    let [a, b] = pairs.iter().fold([0.0; 2], |[a, b], [c, d]| [a + c, b + d]);
    rest.iter().fold(a + b, |sum, n| sum + n).is_finite() || numbers.iter().all(|n| n.is_finite())
}

/// A number that is not finite: `inputs->body_i.velocity[2]`, elements counted from 0 as in C.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Culprit {
    argument: &'static str,
    field: &'static str,
    element: Option<usize>,
    value: f64,
}

impl fmt::Display for Culprit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Culprit { argument, field, element, value } = self;
        write!(f, "{argument}->{field}")?;
        element.map_or(Ok(()), |k| write!(f, "[{k}]"))?;
        write!(f, " = {value} is not a finite number")
    }
}

/// What of [`asperity_inputs`] a geometry pair reads.
pub fn inputs_read(pair: Pair) -> Range<usize> {
    if pair == Pair::External { 0..ASPERITY_INPUT_NUMBERS } else { 10..ASPERITY_INPUT_NUMBERS }
}

/// What of rates of inputs is read: those of velocities, and with the pair `external` of the normal and the point.
pub fn rates_read(pair: Pair) -> [Range<usize>; 3] {
    let found = if pair == Pair::External { 1..10 } else { 0..0 };
    [found, 17..23, 30..36]
}

// SAFETY: twelve fields of 36 doubles
unsafe impl Numbers for asperity_inputs {
    const FIELDS: &'static [(&'static str, usize)] = &[
        ("penetration", 1),
        ("relative_velocity", 3),
        ("normal", 3),
        ("point", 3),
        ("body_i.position", 3),
        ("body_i.orientation", 4),
        ("body_i.velocity", 3),
        ("body_i.angular_velocity", 3),
        ("body_j.position", 3),
        ("body_j.orientation", 4),
        ("body_j.velocity", 3),
        ("body_j.angular_velocity", 3),
    ];
}

// SAFETY: five fields of 27 doubles
unsafe impl Numbers for asperity_mobility {
    const FIELDS: &'static [(&'static str, usize)] = &[
        ("inverse_mass", 6),
        ("free_acceleration", 3),
        ("inverse_inertia", 6),
        ("free_angular_acceleration", 3),
        ("turning_by_force", 9),
    ];
}

// SAFETY: six fields of eight doubles
unsafe impl Numbers for asperity_state {
    const FIELDS: &'static [(&'static str, usize)] =
        &[("z", 3), ("s_dw", 1), ("work", 1), ("dissipated_normal", 1), ("dissipated_friction", 1), ("z_r", 1)];
}

// SAFETY: three doubles
unsafe impl Numbers for asperity_latch {
    const FIELDS: &'static [(&'static str, usize)] = &[("contact", 1), ("v_i", 1), ("a", 1)];
}

/// Sets everything to its start value: bodies at rest in the origin, orientation 1 0 0 0, normal 0 0 1, everything else
/// 0. NULL does nothing.
///
/// `inputs`: caller's memory, need not be initialised.
///
/// # Safety
/// `inputs` is NULL or writable and used by no other thread meanwhile.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_inputs_init(inputs: *mut asperity_inputs) {
    if !inputs.is_null() {
        // SAFETY: not NULL, the rest by the caller's promise; same memory, checked above
        unsafe { inputs.cast::<Inputs<f64>>().write(Knowns::start().inputs) };
    }
}
