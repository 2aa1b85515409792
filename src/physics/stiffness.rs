//! Stiffness and exponent of the elastic force, as given or after Hertz.

use crate::physics::parameters::{ComplianceSource, Materials};
use crate::physics::{Parameters, Scalar, material};

/// Stiffness and exponent of the elastic force k·x^p.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stiffness<T> {
    /// k [N/m^p]
    pub k: T,
    /// p [1]
    pub p: T,
}

/// k and p as given, or after Hertz from materials and the effective radius [m] [M3D].
#[inline(always)]
pub fn stiffness<T: Scalar>(parameters: &Parameters<T>, effective_radius: T) -> Stiffness<T> {
    match parameters.settings.compliance_source {
        ComplianceSource::Stiffness => Stiffness { k: parameters.compliance.k, p: parameters.compliance.p },
        ComplianceSource::Materials => {
            let Materials { i, j, k_red } = parameters.materials;
            let modulus = material::reduced_modulus(i.E, i.nu, j.E, j.nu);
            let k = material::stiffness(k_red, modulus, effective_radius);
            Stiffness { k, p: T::from(material::HERTZ_EXPONENT) }
        }
    }
}
