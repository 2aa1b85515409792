//! What the page shows of a step.

/// A number that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    pub unit: &'static str,
}

/// A struct of numbers and the list of what they are called.
macro_rules! observed {
    ($($(#[$about:meta])* $field:ident $name:literal $unit:literal,)+) => {
        /// Body, forces and energy ledger after a step.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[repr(C)]
        pub struct Observed {
            $($(#[$about])* pub $field: f64,)+
        }

        /// The fields of [`Observed`], in their order.
        pub const COLUMNS: &[Column] = &[$(Column { name: $name, unit: $unit },)+];

        impl Observed {
            /// The values in the order of [`COLUMNS`].
            pub fn values(&self) -> [f64; COLUMNS.len()] {
                [$(self.$field,)+]
            }
        }
    };
}

observed! {
    /// [s]
    time "time" "s",
    /// Along the plane [m]
    x "x" "m",
    /// Along its normal [m]
    z "z" "m",
    /// [rad]
    angle "angle" "rad",
    /// [m/s]
    velocity_x "velocityX" "m/s",
    /// [m/s]
    velocity_z "velocityZ" "m/s",
    /// [rad/s]
    angular_velocity "angularVelocity" "rad/s",
    /// Pulling end of the spring [m]
    pulled "pulled" "m",
    /// Force of the spring on the block [N]
    spring_force "springForce" "N",
    /// Weight along x [N]
    weight_x "weightX" "N",
    /// Weight along z [N]
    weight_z "weightZ" "N",
    /// [N]
    normal_force "normalForce" "N",
    /// Friction force on the body along x [N]
    friction_force "frictionForce" "N",
    /// 1 sticking, 0 sliding or apart
    sticking "sticking" "",
    /// Least and greatest over the steps since the last call [N]
    normal_min "normalMin" "N",
    normal_max "normalMax" "N",
    friction_min "frictionMin" "N",
    friction_max "frictionMax" "N",
    /// Work of the bodies on the contact [J]
    work "work" "J",
    /// Energy stored [J]
    stored "stored" "J",
    /// Energy dissipated by damping [J]
    damping "dissipatedNormal" "J",
    /// Energy dissipated by friction [J]
    friction "dissipatedFriction" "J",
    /// What the sum lacks: work − stored − dissipated [J]
    residual "residual" "J",
}
