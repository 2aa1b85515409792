//! The usual contact in a straight line: bristles that rest in the contact frame and keep the bound, friction in the plane
//! alone, damping by the elastic force. The formulas are those of [`normal`] and [`friction`]; that nothing is left to
//! choose makes an evaluation three times as fast.

use crate::physics::contact::{Energies, Loads, State};
use crate::physics::kinematics::Approach;
use crate::physics::limit_surface::shortened;
use crate::physics::normal::{NormalForce, Stiffness};
use crate::physics::parameters::{
    BristleFrame, BristleLimit, Friction, FrictionLaw, FrictionMap, NormalLaw, Parameters, SpinRadiusSource,
};
use crate::physics::scalar::select;
use crate::physics::{ContactFrame, Latch, Vector3, friction, normal};

/// What the usual contact needs of its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plain {
    pub stiffness: Stiffness<f64>,
    pub friction: Friction<f64>,
    /// Width of the smoothed direction [m/s]
    pub width: f64,
}

/// One evaluation of the usual contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainLoads {
    pub normal: NormalForce<f64>,
    /// f_t on body i [N]
    pub friction: Vector3<f64>,
    /// s [1]; 0 apart
    pub s: f64,
    /// ż without the turning of the contact frame [m/s]
    pub z_rate: Vector3<f64>,
    /// ṡ_dw [1/s]
    pub s_dw_rate: f64,
}

impl Plain {
    /// None where the parameters ask for something else, or bristles still hold a spin `z_r` [m].
    #[inline(always)]
    pub fn of(parameters: &Parameters<f64>, z_r: f64) -> Option<Self> {
        let (settings, friction) = (&parameters.settings, &parameters.friction);
        let is_plain = settings.friction_law == FrictionLaw::Dwell
            && settings.normal_law != NormalLaw::KelvinVoigt
            && settings.friction_map == FrictionMap::Ellipsoid
            && settings.spin_radius_source == SpinRadiusSource::Given
            && settings.bristle_frame == BristleFrame::Contact
            && settings.bristle_limit == BristleLimit::Limited
            && friction.e_r == 0.0
            && friction.mu_r == 0.0
            && z_r == 0.0;
        is_plain.then(|| Plain {
            stiffness: normal::stiffness(parameters),
            friction: *friction,
            width: friction.direction_width(),
        })
    }

    /// Normal force of bodies that touch, under the damping `a` [s/m]: every law but that of Kelvin and Voigt has this form.
    #[inline(always)]
    pub fn pressing(&self, at: &Approach<f64>, a: f64) -> NormalForce<f64> {
        normal::touching_force(NormalLaw::Gonthier, &self.stiffness, at.penetration, at.penetration_rate, a)
    }

    /// Normal force, friction and rates [G04 eqs. 4–6, 15–26]; `touches` and the damping `a` [s/m] as a latch has them.
    ///
    /// `n` unit · `v_t` [m/s] · `z` [m] · `s_dw` [1]
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub fn evaluate(
        &self,
        at: &Approach<f64>,
        n: &Vector3<f64>,
        v_t: &Vector3<f64>,
        touches: bool,
        a: f64,
        z: &Vector3<f64>,
        s_dw: f64,
    ) -> PlainLoads {
        let f = &self.friction;
        let (pressed, zero) = (self.pressing(at, a), Vector3::zeros());
        let normal = NormalForce {
            force: select(touches, pressed.force, 0.0),
            elastic: select(touches, pressed.elastic, 0.0),
            energy: select(touches, pressed.energy, 0.0),
            clip_margin: select(touches, pressed.clip_margin, 1.0),
        };
        let s = select(touches, friction::sticking_level(v_t, f.v_S), 0.0);
        let f_c = friction::slip_direction(v_t, self.width) * (f.mu_C * normal.force);
        let held = z - n * n.dot(z);
        let f_br = friction::bristle_force(f, s, &held, v_t, &f_c);
        let applied = shortened(&f_br, friction::friction_bound(f, normal.force, s_dw));
        PlainLoads {
            normal,
            friction: chosen(touches, &friction::with_viscous(f, &applied, v_t), &zero),
            s,
            z_rate: friction::bristle_rate(f, &chosen(touches, &applied, &zero), z),
            s_dw_rate: friction::dwell_rate(f, s, s_dw),
        }
    }

    /// Rates of the ledger [W], those of [`contact::powers`](crate::physics::contact::powers).
    #[inline(always)]
    pub fn powers(
        &self,
        normal: &NormalForce<f64>,
        penetration_rate: f64,
        force: &Vector3<f64>,
        v_t: &Vector3<f64>,
        z: &Vector3<f64>,
        z_rate: &Vector3<f64>,
    ) -> Energies<f64> {
        let by_friction = -force.dot(v_t);
        Energies {
            work: normal.force * penetration_rate + by_friction,
            dissipated_normal: (normal.force - normal.elastic) * penetration_rate,
            dissipated_friction: by_friction - z.dot(z_rate) * self.friction.sigma_0,
        }
    }
}

/// [`contact::loads`](crate::physics::contact::loads) of the usual contact.
#[inline(always)]
pub fn loads(
    parameters: &Parameters<f64>,
    frame: &ContactFrame<f64>,
    latch: &Latch<f64>,
    state: &State<f64>,
) -> Option<Loads<f64>> {
    let plain = Plain::of(parameters, state.z_r)?;
    let ContactFrame { normal: n, v_t, omega_c, penetration_rate, .. } = frame;
    let State { z, s_dw, .. } = state;
    let a = normal::acting_damping(parameters, latch, *penetration_rate);
    let at = plain.evaluate(&frame.approach(), n, v_t, latch.contact, a, z, *s_dw);
    let energy = if parameters.settings.track_ledger {
        plain.powers(&at.normal, *penetration_rate, &at.friction, v_t, z, &at.z_rate)
    } else {
        Energies::default()
    };
    Some(Loads {
        normal: at.normal,
        friction: at.friction,
        s: at.s,
        force: n * at.normal.force + at.friction,
        couple: Vector3::zeros(),
        rates: State { z: omega_c.cross(z) + at.z_rate, s_dw: at.s_dw_rate, energy, z_r: 0.0 },
    })
}

/// One of two vectors, element by element.
#[inline(always)]
fn chosen(condition: bool, yes: &Vector3<f64>, no: &Vector3<f64>) -> Vector3<f64> {
    yes.zip_map(no, |yes, no| select(condition, yes, no))
}
