//! The laws: functions of parameters, inputs and state, generic over [`Scalar`], with no step size and no I/O.
//!
//! Data flow in one direction: [`inputs`] → [`kinematics`] → [`normal`], [`friction`], [`rolling`] → [`contact`] (wrench,
//! outputs, rates). Sources are cited by key and equation number: \[G04\] Gonthier, McPhee, Lange, Piedbœuf 2004;
//! \[M3D\] Modia3D, contact force law; \[PT96\] Pang, Trinkle 1996; \[WK91\] Wang, Kumar 1991.
//! SI units, angles in rad, every vector in world axes unless its name says otherwise.

pub mod batch;
pub mod contact;
pub mod damping;
pub mod dual;
pub mod elementary;
pub mod faces;
pub mod fault;
pub mod friction;
pub mod inputs;
pub mod kinematics;
pub mod latch;
pub mod limit_surface;
pub mod loads;
pub mod material;
pub mod normal;
pub mod parameters;
pub mod planar;
pub mod polyhedron;
pub mod region;
pub mod restitution;
pub mod rolling;
pub mod rotation;
pub mod scalar;
pub mod state;
pub mod stiffness;
pub mod validity;

pub use contact::{Outputs, Response, respond};
pub use dual::Dual;
pub use fault::ContactFault;
pub use inputs::{Body, Inputs, Mobility};
pub use kinematics::{ContactFrame, Spot};
pub use latch::Latch;
pub use limit_surface::LimitSurface;
pub use loads::Loads;
pub use parameters::Parameters;
pub use planar::Planar;
pub use region::{Region, Round};
pub use scalar::Scalar;
pub use state::{Energies, State};

/// A vector of three, in world axes.
pub type Vector3<T> = nalgebra::Vector3<T>;
/// A quaternion's components in the order w, x, y, z.
pub type Quaternion<T> = nalgebra::Vector4<T>;
/// A symmetric matrix of 3×3 as its elements xx, yy, zz, xy, xz, yz.
pub type Symmetric<T> = nalgebra::Vector6<T>;
/// A matrix of 3×3, in world axes.
pub type Matrix3<T> = nalgebra::Matrix3<T>;
/// Elements of a 3×3 matrix, row by row.
pub type Rows<T> = nalgebra::SVector<T, 9>;
