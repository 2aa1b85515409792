//! Force and rates of many contacts at once, on the caller's arrays.

use asperity::capi::batch::{fault_of, supported};
use asperity::capi::vector;
use asperity::physics::batch::{Contacts, Rates};
use asperity::physics::damping;
use asperity::unit::parameters::ContactParameters;
use numpy::{Ix1, PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::arrays::{expect, not_contiguous, one, read, three, three_mut, write};
use crate::contact;
use crate::failure::{error, guarded};

/// n contacts with the same parameters and no memory, structure of arrays: force on body i and rates of bristles and dwell state.
///
/// Arrays are contiguous float64 and are not copied. `parameters`: dict as of asperity.Contact.
#[pyclass(module = "asperity", frozen)]
pub struct Batch {
    parameters: ContactParameters<f64>,
}

/// What [`Batch::rates`] writes: force, z by time, s_dw by time.
type Written<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (parameters=None))]
    fn new(parameters: Option<&Bound<PyMapping>>) -> PyResult<Self> {
        guarded(|| {
            let parameters = contact::parameters(parameters)?;
            supported(&parameters.laws).map_err(error)?;
            Ok(Batch { parameters })
        })
    }

    /// Damping a of the normal force (n,) [s/m] for impacts at these approach speeds (n,) [m/s]; with compliance.law =
    /// kelvinVoigt [s].
    fn damping<'py>(&self, py: Python<'py>, speed: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        guarded(|| {
            let speeds: PyReadonlyArray1<f64> = read("speed", speed)?;
            let speeds = speeds.as_array();
            if let Some(k) = speeds.iter().position(|speed| !(*speed >= 0.0 && speed.is_finite())) {
                return Err(error(format_args!("speed[{k}] = {} must be a finite number >= 0", speeds[k])));
            }
            let damping = speeds.iter().map(|speed| damping::damping(&self.parameters.laws, *speed));
            Ok(PyArray1::from_iter(py, damping))
        })
    }

    /// Force on body i (3, n) [N], z by time (3, n) [m/s], s_dw by time (n,) [1/s]: new arrays, or those of the tuple `out`.
    ///
    /// penetration (n,) [m]; normal (3, n) outward from body j, of any length from 1e-100 to 1e100; relative_velocity (3, n) of body i against
    /// body j [m/s]; z (3, n) bristles [m]; s_dw (n,) dwell state; damping (n,) as of damping(), NaN: apart; turning_rate (3, n) of
    /// the contact frame [rad/s], None: 0.
    #[pyo3(signature = (penetration, normal, relative_velocity, z, s_dw, damping, turning_rate=None, out=None))]
    #[expect(clippy::too_many_arguments, reason = "the arrays of the kernel")]
    fn rates<'py>(
        &self,
        py: Python<'py>,
        penetration: &Bound<'py, PyAny>,
        normal: &Bound<'py, PyAny>,
        relative_velocity: &Bound<'py, PyAny>,
        z: &Bound<'py, PyAny>,
        s_dw: &Bound<'py, PyAny>,
        damping: &Bound<'py, PyAny>,
        turning_rate: Option<&Bound<'py, PyAny>>,
        out: Option<Written<'py>>,
    ) -> PyResult<Written<'py>> {
        guarded(|| {
            let penetration: PyReadonlyArray1<f64> = read("penetration", penetration)?;
            let n = penetration.shape()[0];
            let (normal, z, s_dw) = (read("normal", normal)?, read("z", z)?, read("s_dw", s_dw)?);
            let relative_velocity = read("relative_velocity", relative_velocity)?;
            let damping = read("damping", damping)?;
            let turning_rate = turning_rate.map(|of| read("turning_rate", of)).transpose()?;
            let contacts = Contacts {
                penetration: one("penetration", n, &penetration)?,
                normal: three("normal", n, &normal)?,
                relative_velocity: three("relative_velocity", n, &relative_velocity)?,
                turning_rate: turning_rate.as_ref().map(|of| three("turning_rate", n, of)).transpose()?,
                z: three("z", n, &z)?,
                s_dw: one("s_dw", n, &s_dw)?,
                damping: one("damping", n, &damping)?,
            };
            let zeros = || PyArray2::<f64>::zeros(py, [3, n], false).into_any();
            let out = out.unwrap_or_else(|| (zeros(), zeros(), PyArray1::<f64>::zeros(py, n, false).into_any()));
            let (mut force, mut z_rate) = (write("out: force", &out.0)?, write("out: z_rate", &out.1)?);
            let mut s_dw_rate = write::<Ix1>("out: s_dw_rate", &out.2)?;
            expect("out: s_dw_rate", s_dw_rate.shape(), &[n])?;
            let mut to = Rates {
                force: three_mut("out: force", n, &mut force)?,
                z_rate: three_mut("out: z_rate", n, &mut z_rate)?,
                s_dw_rate: s_dw_rate.as_slice_mut().map_err(|_| not_contiguous("out: s_dw_rate"))?,
            };
            let ContactParameters { laws, geometry, .. } = &self.parameters;
            let first = py.detach(|| vector::rates(laws, geometry.effective_radius(), &contacts, &mut to));
            match first {
                Some(k) => Err(error(format_args!("contact {k}: {}", fault_of(&contacts, k)))),
                None => {
                    drop((force, z_rate, s_dw_rate));
                    Ok(out)
                }
            }
        })
    }
}
