//! Whether parameters describe a contact at all.

use crate::physics::parameters::{
    Compliance, ComplianceSource, Friction, FrictionMap, NormalForm, NormalLaw, RestitutionCurve,
};
use crate::physics::stiffness::stiffness;
use crate::physics::{ContactFault, Parameters, Scalar, material, restitution};

/// Products of few numbers up to this size, or of their inverses, neither overflow nor underflow.
pub const LARGEST_MODERATE: f64 = 1e60;

impl<T: Scalar> Parameters<T> {
    /// Whether what the laws compute of moderate states is finite beyond doubt; a number that is 0 is no divisor.
    pub fn is_moderate(&self) -> bool {
        let Friction {
            mu_S,
            mu_C,
            sigma_0,
            sigma_1,
            sigma_2,
            v_S,
            v_eps,
            tau_dw,
            v_small,
            mu_r,
            w_small,
            e_r,
            e_t,
            e_o,
        } = self.friction;
        let Compliance { k, alpha, v_ref, v_min, d_max, v_small: v_flores, mass, .. } = self.compliance;
        let friction =
            [mu_S, mu_C, sigma_0, sigma_1, sigma_2, v_S, v_eps, tau_dw, v_small, mu_r, w_small, e_r, e_t, e_o];
        let compliance = [k, alpha, v_ref, v_min, d_max, v_flores, mass];
        let moderate = 1.0 / LARGEST_MODERATE..LARGEST_MODERATE;
        friction.iter().chain(&compliance).all(|of| of.value() == 0.0 || moderate.contains(&of.value()))
    }

    /// Checks what single values cannot show: beside what a rigid contact needs ([`validate_rigid`](Self::validate_rigid)) the
    /// order of the friction coefficients and of the velocities, that a linear spring has p = 1, that there is a restitution
    /// to divide by, that materials give a stiffness with the effective radius [m] of the contact, that a polyhedron is symmetric, and that planes
    /// limit friction.
    /// The range of each value is the caller's to keep; the variable table holds the ranges.
    pub fn validate(&self, effective_radius: T) -> Result<(), ContactFault> {
        let f = &self.friction;
        if f.mu_S.value() < f.mu_C.value() {
            return Err(ContactFault::StictionBelowSliding { mu_s: f.mu_S.value(), mu_c: f.mu_C.value() });
        }
        if f.v_eps.value() > f.v_S.value() {
            return Err(ContactFault::ToleranceAboveStribeck { v_eps: f.v_eps.value(), v_s: f.v_S.value() });
        }
        self.validate_rigid()?;
        match self.settings.normal_law.form() {
            NormalForm::PowerLaw => {}
            NormalForm::SpringAndDamper => {
                let is_hertz = self.settings.compliance_source == ComplianceSource::Materials;
                let p = if is_hertz { material::HERTZ_EXPONENT } else { self.compliance.p.value() };
                if p != 1.0 {
                    return Err(ContactFault::NotLinear { p });
                }
            }
        }
        let (e, least) = (self.compliance.e.value(), restitution::E_MIN);
        if self.settings.restitution_curve != RestitutionCurve::Table && e < least {
            return Err(ContactFault::TooLittleRestitution { e, least });
        }
        let k = stiffness(self, effective_radius).k.value();
        if !(k > 0.0 && k.is_finite()) {
            return Err(ContactFault::NoStiffness { k });
        }
        if self.settings.friction_map == FrictionMap::Polyhedron && !self.settings.sides.is_multiple_of(2) {
            return Err(ContactFault::OddSides { name: "friction.sides", sides: self.settings.sides });
        }
        if self.settings.friction_map == FrictionMap::Planes
            && let Some(d) = self.settings.planes.unlimited(self.holds_a_moment())
        {
            return Err(ContactFault::UnlimitedByPlanes { t: d.x, o: d.y, r: d.z });
        }
        Ok(())
    }

    /// What a contact of faces cannot have: a linear spring and damper, stiffness from radii, rolling resistance, which is by the radius
    /// of the surfaces.
    pub fn validate_faces(&self) -> Result<(), ContactFault> {
        let refused = |name, value, remedy| Err(ContactFault::NotOfFaces { name, value, remedy });
        match self.settings.normal_law {
            NormalLaw::KelvinVoigt => {
                return refused("compliance.law", "= kelvinVoigt", "choose gonthier, which has the same restitution");
            }
            NormalLaw::Gonthier
            | NormalLaw::Elastic
            | NormalLaw::HuntCrossley
            | NormalLaw::LankaraniNikravesh
            | NormalLaw::Flores => {}
        }
        if self.settings.compliance_source == ComplianceSource::Materials {
            return refused("compliance.source", "= materials", "give compliance.k_A");
        }
        if self.friction.mu_r.value() > 0.0 {
            return refused("friction.mu_r", "> 0", "leave it at 0 for this pair");
        }
        Ok(())
    }

    /// The same of a rigid contact: that the speeds of a restitution table rise.
    pub fn validate_rigid(&self) -> Result<(), ContactFault> {
        restitution::check(self)
    }
}
