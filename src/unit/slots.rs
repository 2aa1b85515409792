//! Where each variable of the table lives: parameters, states and inputs, which the host can set, and what follows.

use crate::physics::{Inputs, Mobility, Parameters, Response, Scalar, State};
use crate::unit::table::Id;
use core::slice::{from_mut, from_ref};

/// Everything of a contact that the host can set, as numbers of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowns<T: Scalar> {
    pub parameters: Parameters<T>,
    pub inputs: Inputs<T>,
    pub mobility: Mobility<T>,
    pub state: State<T>,
}

impl<T: Scalar> Default for Knowns<T> {
    fn default() -> Self {
        Knowns {
            parameters: Parameters::default(),
            inputs: Inputs::default(),
            mobility: Mobility::default(),
            state: State::default(),
        }
    }
}

impl<T: Scalar> Knowns<T> {
    /// Values of a Real input, state or parameter; None for all others.
    #[inline]
    pub fn slot(&mut self, id: Id) -> Option<&mut [T]> {
        parameter_slot(&mut self.parameters, id)
            .or_else(|| state_slot(&mut self.state, id))
            .or_else(|| input_slot(&mut self.inputs, id))
            .or_else(|| mobility_slot(&mut self.mobility, id))
    }
}

/// Values of a Real parameter; None for all others.
#[inline]
pub fn parameter_slot<T: Scalar>(parameters: &mut Parameters<T>, id: Id) -> Option<&mut [T]> {
    let Parameters { compliance: c, friction: f, shapes: g, materials, masses: m, .. } = parameters;
    Some(match id {
        Id::ComplianceK => from_mut(&mut c.k),
        Id::ComplianceP => from_mut(&mut c.p),
        Id::ComplianceE => from_mut(&mut c.e),
        Id::ComplianceAlpha => from_mut(&mut c.alpha),
        Id::ComplianceVMin => from_mut(&mut c.v_min),
        Id::ComplianceDMax => from_mut(&mut c.d_max),
        Id::ComplianceVsmall => from_mut(&mut c.v_small),
        Id::ComplianceM => from_mut(&mut c.mass),
        Id::FrictionMuS => from_mut(&mut f.mu_S),
        Id::FrictionMuC => from_mut(&mut f.mu_C),
        Id::FrictionSigma0 => from_mut(&mut f.sigma_0),
        Id::FrictionSigma1 => from_mut(&mut f.sigma_1),
        Id::FrictionSigma2 => from_mut(&mut f.sigma_2),
        Id::FrictionVS => from_mut(&mut f.v_S),
        Id::FrictionVEps => from_mut(&mut f.v_eps),
        Id::FrictionTauDw => from_mut(&mut f.tau_dw),
        Id::FrictionVsmall => from_mut(&mut f.v_small),
        Id::FrictionMuR => from_mut(&mut f.mu_r),
        Id::FrictionWsmall => from_mut(&mut f.w_small),
        Id::FrictionER => from_mut(&mut f.e_r),
        Id::GeometryRadiusI => from_mut(&mut g.radius_i),
        Id::GeometryCenterI => g.center_i.as_mut_slice(),
        Id::GeometryNormalJ => g.normal_j.as_mut_slice(),
        Id::GeometryHeightJ => from_mut(&mut g.height_j),
        Id::GeometryRadiusJ => from_mut(&mut g.radius_j),
        Id::GeometryAxisJ => g.axis_j.as_mut_slice(),
        Id::GeometryCenterJ => g.center_j.as_mut_slice(),
        Id::GeometryContactRadiusI => from_mut(&mut g.contact_radius_i),
        Id::GeometryContactRadiusJ => from_mut(&mut g.contact_radius_j),
        Id::MaterialEI => from_mut(&mut materials.i.E),
        Id::MaterialNuI => from_mut(&mut materials.i.nu),
        Id::MaterialEJ => from_mut(&mut materials.j.E),
        Id::MaterialNuJ => from_mut(&mut materials.j.nu),
        Id::MaterialKRed => from_mut(&mut materials.k_red),
        Id::CouplingMassI => from_mut(&mut m.i.mass),
        Id::CouplingMassJ => from_mut(&mut m.j.mass),
        Id::CouplingInertiaI => m.i.inertia.as_mut_slice(),
        Id::CouplingInertiaJ => m.j.inertia.as_mut_slice(),
        _ => return None,
    })
}

/// Values of a continuous state; None for all others.
#[inline]
pub fn state_slot<T: Scalar>(state: &mut State<T>, id: Id) -> Option<&mut [T]> {
    Some(match id {
        Id::Z => state.z.as_mut_slice(),
        Id::SDw => from_mut(&mut state.s_dw),
        Id::ZR => from_mut(&mut state.z_r),
        Id::EnergyWork => from_mut(&mut state.energy.work),
        Id::EnergyDissipatedNormal => from_mut(&mut state.energy.dissipated_normal),
        Id::EnergyDissipatedFriction => from_mut(&mut state.energy.dissipated_friction),
        _ => return None,
    })
}

/// Values of an input, or of its derivative in the same shape; None for all others.
#[inline]
pub fn input_slot<T: Scalar>(inputs: &mut Inputs<T>, id: Id) -> Option<&mut [T]> {
    Some(match id {
        Id::Penetration => from_mut(&mut inputs.penetration),
        Id::RelativeVelocity => inputs.relative_velocity.as_mut_slice(),
        Id::ContactNormal => inputs.contact_normal.as_mut_slice(),
        Id::ContactPoint => inputs.contact_point.as_mut_slice(),
        Id::PositionI => inputs.body_i.position.as_mut_slice(),
        Id::PositionJ => inputs.body_j.position.as_mut_slice(),
        Id::OrientationI => inputs.body_i.orientation.as_mut_slice(),
        Id::OrientationJ => inputs.body_j.orientation.as_mut_slice(),
        Id::VelocityI => inputs.body_i.velocity.as_mut_slice(),
        Id::VelocityJ => inputs.body_j.velocity.as_mut_slice(),
        Id::AngularVelocityI => inputs.body_i.angular_velocity.as_mut_slice(),
        Id::AngularVelocityJ => inputs.body_j.angular_velocity.as_mut_slice(),
        _ => return None,
    })
}

/// Values of an input that only the interface coupling looks at; None for all others.
#[inline]
pub fn mobility_slot<T: Scalar>(mobility: &mut Mobility<T>, id: Id) -> Option<&mut [T]> {
    Some(match id {
        Id::InverseMass => mobility.inverse_mass.as_mut_slice(),
        Id::FreeAcceleration => mobility.free_acceleration.as_mut_slice(),
        Id::InverseInertia => mobility.inverse_inertia.as_mut_slice(),
        Id::FreeAngularAcceleration => mobility.free_angular_acceleration.as_mut_slice(),
        _ => return None,
    })
}

/// Everything of a contact that is calculated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unknowns<T> {
    pub response: Response<T>,
    pub energy_residual: T,
}

impl<T: Scalar> Unknowns<T> {
    /// Values of a calculated Real; None for all others.
    #[inline]
    pub fn slot(&self, id: Id) -> Option<&[T]> {
        let (o, r) = (&self.response.outputs, &self.response.rates);
        Some(match id {
            Id::ForceI => o.force_i.as_slice(),
            Id::TorqueI => o.torque_i.as_slice(),
            Id::ForceJ => o.force_j.as_slice(),
            Id::TorqueJ => o.torque_j.as_slice(),
            Id::NormalForce => from_ref(&o.normal_force),
            Id::FrictionForce => o.friction_force.as_slice(),
            Id::FrictionMoment => o.friction_moment.as_slice(),
            Id::Gap => from_ref(&o.gap),
            Id::SlipSpeed => from_ref(&o.slip_speed),
            Id::Sticking => from_ref(&o.sticking),
            Id::PointOfAction => o.point_of_action.as_slice(),
            Id::NormalDirection => o.normal_direction.as_slice(),
            Id::EffectiveRestitution => from_ref(&o.effective_restitution),
            Id::EnergyElastic => from_ref(&o.energy_elastic),
            Id::EnergyResidual => from_ref(&self.energy_residual),
            Id::DerZ => r.z.as_slice(),
            Id::DerSDw => from_ref(&r.s_dw),
            Id::DerZR => from_ref(&r.z_r),
            Id::DerEnergyWork => from_ref(&r.energy.work),
            Id::DerEnergyDissipatedNormal => from_ref(&r.energy.dissipated_normal),
            Id::DerEnergyDissipatedFriction => from_ref(&r.energy.dissipated_friction),
            _ => return None,
        })
    }
}
