//! Where each variable of the table lives: parameters, states and inputs, which the host can set, and what follows.

use crate::fmi2::layout::Run;
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

/// Makes of each group of fields a function from Id to values, and of all of them together [`Knowns::slot`].
macro_rules! slots {
    ($($(#[$doc:meta])* $slot:ident($group:ident: $type:ident) { $(Id::$id:ident => $values:expr,)* })*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub fn $slot<T: Scalar>($group: &mut $type<T>, id: Id) -> Option<&mut [T]> {
                Some(match id {
                    $(Id::$id => $values,)*
                    _ => return None,
                })
            }
        )*

        impl<T: Scalar> Knowns<T> {
            /// Values of a Real input, state or parameter; None for all others.
            #[inline]
            pub fn slot(&mut self, id: Id) -> Option<&mut [T]> {
                let Knowns { $($group),* } = self;
                Some(match id {
                    $($(Id::$id => $values,)*)*
                    _ => return None,
                })
            }
        }
    };
}

slots! {
    /// Values of a Real parameter; None for all others.
    parameter_slot(parameters: Parameters) {
        Id::ComplianceK => from_mut(&mut parameters.compliance.k),
        Id::ComplianceP => from_mut(&mut parameters.compliance.p),
        Id::ComplianceE => from_mut(&mut parameters.compliance.e),
        Id::ComplianceAlpha => from_mut(&mut parameters.compliance.alpha),
        Id::ComplianceVRef => from_mut(&mut parameters.compliance.v_ref),
        Id::ComplianceQ => from_mut(&mut parameters.compliance.q),
        Id::ComplianceTableSpeed => &mut parameters.compliance.table.speed,
        Id::ComplianceTableE => &mut parameters.compliance.table.e,
        Id::ComplianceVMin => from_mut(&mut parameters.compliance.v_min),
        Id::ComplianceDMax => from_mut(&mut parameters.compliance.d_max),
        Id::ComplianceVsmall => from_mut(&mut parameters.compliance.v_small),
        Id::ComplianceM => from_mut(&mut parameters.compliance.mass),
        Id::FrictionMuS => from_mut(&mut parameters.friction.mu_S),
        Id::FrictionMuC => from_mut(&mut parameters.friction.mu_C),
        Id::FrictionSigma0 => from_mut(&mut parameters.friction.sigma_0),
        Id::FrictionSigma1 => from_mut(&mut parameters.friction.sigma_1),
        Id::FrictionSigma2 => from_mut(&mut parameters.friction.sigma_2),
        Id::FrictionVS => from_mut(&mut parameters.friction.v_S),
        Id::FrictionVEps => from_mut(&mut parameters.friction.v_eps),
        Id::FrictionTauDw => from_mut(&mut parameters.friction.tau_dw),
        Id::FrictionVsmall => from_mut(&mut parameters.friction.v_small),
        Id::FrictionMuR => from_mut(&mut parameters.friction.mu_r),
        Id::FrictionWsmall => from_mut(&mut parameters.friction.w_small),
        Id::FrictionER => from_mut(&mut parameters.friction.e_r),
        Id::GeometryRadiusI => from_mut(&mut parameters.shapes.radius_i),
        Id::GeometryCenterI => parameters.shapes.center_i.as_mut_slice(),
        Id::GeometryNormalJ => parameters.shapes.normal_j.as_mut_slice(),
        Id::GeometryHeightJ => from_mut(&mut parameters.shapes.height_j),
        Id::GeometryRadiusJ => from_mut(&mut parameters.shapes.radius_j),
        Id::GeometryAxisJ => parameters.shapes.axis_j.as_mut_slice(),
        Id::GeometryCenterJ => parameters.shapes.center_j.as_mut_slice(),
        Id::GeometryContactRadiusI => from_mut(&mut parameters.shapes.contact_radius_i),
        Id::GeometryContactRadiusJ => from_mut(&mut parameters.shapes.contact_radius_j),
        Id::MaterialEI => from_mut(&mut parameters.materials.i.E),
        Id::MaterialNuI => from_mut(&mut parameters.materials.i.nu),
        Id::MaterialEJ => from_mut(&mut parameters.materials.j.E),
        Id::MaterialNuJ => from_mut(&mut parameters.materials.j.nu),
        Id::MaterialKRed => from_mut(&mut parameters.materials.k_red),
        Id::CouplingMassI => from_mut(&mut parameters.masses.i.mass),
        Id::CouplingMassJ => from_mut(&mut parameters.masses.j.mass),
        Id::CouplingInertiaI => parameters.masses.i.inertia.as_mut_slice(),
        Id::CouplingInertiaJ => parameters.masses.j.inertia.as_mut_slice(),
        Id::TimeSteppingKT => from_mut(&mut parameters.time_stepping.k_T),
        Id::TimeSteppingVTh => from_mut(&mut parameters.time_stepping.v_th),
    }

    /// Values of a continuous state; None for all others.
    state_slot(state: State) {
        Id::Z => state.z.as_mut_slice(),
        Id::SDw => from_mut(&mut state.s_dw),
        Id::ZR => from_mut(&mut state.z_r),
        Id::EnergyWork => from_mut(&mut state.energy.work),
        Id::EnergyDissipatedNormal => from_mut(&mut state.energy.dissipated_normal),
        Id::EnergyDissipatedFriction => from_mut(&mut state.energy.dissipated_friction),
    }

    /// Values of an input, or of its derivative in the same shape; None for all others.
    input_slot(inputs: Inputs) {
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
    }

    /// Values of an input that only the interface coupling looks at; None for all others.
    mobility_slot(mobility: Mobility) {
        Id::InverseMass => mobility.inverse_mass.as_mut_slice(),
        Id::FreeAcceleration => mobility.free_acceleration.as_mut_slice(),
        Id::InverseInertia => mobility.inverse_inertia.as_mut_slice(),
        Id::FreeAngularAcceleration => mobility.free_angular_acceleration.as_mut_slice(),
        Id::TurningByForce => mobility.turning_by_force.as_mut_slice(),
    }
}

impl<T: Scalar> Knowns<T> {
    /// Values of an input or a state; None for all others.
    #[inline]
    pub fn signal_slot(&mut self, id: Id) -> Option<&mut [T]> {
        let Knowns { inputs, mobility, state, .. } = self;
        input_slot(inputs, id).or_else(|| state_slot(state, id)).or_else(|| mobility_slot(mobility, id))
    }
}

/// Copies values of a slot from the `k`-th on; a whole vector by plain moves, a call would cost more than they do.
#[inline]
pub fn copy_out(slot: &[f64], k: usize, values: &mut [f64]) {
    match (slot, &mut *values) {
        ([a], [x]) if k == 0 => *x = *a,
        ([a, b, c], [x, y, z]) if k == 0 => (*x, *y, *z) = (*a, *b, *c),
        _ => values.copy_from_slice(&slot[k..k + values.len()]),
    }
}

/// Copies values into a slot from its `k`-th on, as [`copy_out`] does.
#[inline]
pub fn copy_in(values: &[f64], slot: &mut [f64], k: usize) {
    match (&mut *slot, values) {
        ([x], [a]) if k == 0 => *x = *a,
        ([x, y, z], [a, b, c]) if k == 0 => (*x, *y, *z) = (*a, *b, *c),
        ([w, x, y, z], [a, b, c, d]) if k == 0 => (*w, *x, *y, *z) = (*a, *b, *c, *d),
        _ => slot[k..k + values.len()].copy_from_slice(values),
    }
}

/// Everything of a contact that is calculated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unknowns<T> {
    pub response: Response<T>,
    pub energy_residual: T,
    /// 1 while the bodies touch, 0 apart
    pub touching: T,
}

impl<T: Scalar> Default for Unknowns<T> {
    fn default() -> Self {
        Unknowns { response: Response::default(), energy_residual: T::zero(), touching: T::zero() }
    }
}

impl Unknowns<f64> {
    /// Copies the elements of these runs, one after the other; false if there is one that is not calculated.
    pub fn copy_to(&self, runs: &[Run<Id>], mut values: &mut [f64]) -> bool {
        for Run { id, k, length } in runs {
            let (now, later) = values.split_at_mut(*length);
            let Some(slot) = self.slot(*id) else { return false };
            copy_out(slot, *k, now);
            values = later;
        }
        true
    }
}

impl<T: Scalar> Unknowns<T> {
    /// Values of a calculated Real; None for all others. Out of line: in a loop all its addresses would be made beforehand.
    #[inline(never)]
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
            Id::Touching => from_ref(&self.touching),
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
