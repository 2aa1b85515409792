//! Several contacts between bodies that the caller moves, on the caller's arrays.

use std::sync::Arc;

use asperity::fmi::description::Row;
use asperity::fmi::{Interface, Model};
use asperity::physics::{Body, Quaternion, Vector3};
use asperity::unit::system::tables;
use asperity::unit::system::{Scene, System as Contacts};
use asperity::unit::table::Id;
use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::arrays::{expect, read, write};
use crate::contact::checked_step;
use crate::failure::{error, guarded};
use crate::source::Source;
use crate::variables::{Block, Names};

/// All contacts of a system.toml, in communication steps between which the caller moves the bodies: the Co-Simulation of the
/// packed system without FMI, with the same bits.
///
/// `system`: path of a system.toml, or its text. Arrays have a row per body, in the order of `bodies`, are float64 and are not
/// copied; rows of bodies that are fixed to the world are not read.
#[pyclass(module = "asperity")]
pub struct System {
    scene: Arc<Scene>,
    contacts: Contacts,
    names: Names,
    is_started: bool,
    /// [s]
    #[pyo3(get)]
    time: f64,
    /// What the last step had to say
    #[pyo3(get)]
    warnings: Vec<String>,
}

/// Numbers of a pose, and of a velocity, an acceleration or a wrench.
const POSE: usize = 7;
const SPATIAL: usize = 6;

fn fresh(scene: &Arc<Scene>) -> Contacts {
    Contacts::new(Interface::CoSimulation, scene.clone(), "")
}

fn names_of(scene: &Scene) -> Names {
    let block = |name: &str, rows: &'static [Row<Id>]| Block { prefix: format!("{name}."), rows };
    let bodies =
        scene.bodies.iter().map(|of| block(&of.name, if of.moves { tables::BODY } else { tables::FIXED_BODY }));
    let contacts = scene
        .contacts
        .iter()
        .map(|of| block(&of.name, if of.is_given { tables::GIVEN_CONTACT } else { tables::CONTACT }));
    let of_the_system = Block { prefix: String::new(), rows: tables::SYSTEM };
    Names(std::iter::once(of_the_system).chain(bodies).chain(contacts).collect())
}

fn vector(row: ArrayView1<f64>, first: usize) -> Vector3<f64> {
    Vector3::new(row[first], row[first + 1], row[first + 2])
}

/// Errors: not a row per body, or a row of a body that moves is not finite.
fn check(scene: &Scene, name: &str, width: usize, array: &PyReadonlyArray2<f64>) -> PyResult<()> {
    expect(name, array.shape(), &[scene.bodies.len(), width])?;
    let view = array.as_array();
    for (row, body) in scene.bodies.iter().enumerate().filter(|(_, body)| body.moves) {
        if let Some(k) = view.row(row).iter().position(|value| !value.is_finite()) {
            let value = view[[row, k]];
            return Err(error(format_args!("{name}[{row}, {k}] = {value} of {} is not a finite number", body.name)));
        }
    }
    Ok(())
}

/// The caller's arrays of one call, whose shapes and numbers are right.
struct Arrays<'py> {
    poses: PyReadonlyArray2<'py, f64>,
    velocities: PyReadonlyArray2<'py, f64>,
    accelerations: Option<PyReadonlyArray2<'py, f64>>,
    /// Where wrenches are written
    to: PyReadwriteArray2<'py, f64>,
}

impl<'py> Arrays<'py> {
    /// Errors: an array is of another type or shape, or not finite, or `out` is one of the others.
    fn of(
        scene: &Scene,
        poses: &Bound<'py, PyAny>,
        velocities: &Bound<'py, PyAny>,
        accelerations: Option<&Bound<'py, PyAny>>,
        out: &Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        let (poses, velocities) = (read("poses", poses)?, read("velocities", velocities)?);
        let accelerations = accelerations.map(|of| read("accelerations", of)).transpose()?;
        let to: PyReadwriteArray2<f64> = write("out", out)?;
        check(scene, "poses", POSE, &poses)?;
        check(scene, "velocities", SPATIAL, &velocities)?;
        accelerations.as_ref().map_or(Ok(()), |of| check(scene, "accelerations", SPATIAL, of))?;
        expect("out", to.shape(), &[scene.bodies.len(), SPATIAL])?;
        Ok(Arrays { poses, velocities, accelerations, to })
    }

    /// Tells the contacts how the bodies move.
    fn tell(&self, scene: &Scene, contacts: &mut Contacts) {
        let (poses, velocities) = (self.poses.as_array(), self.velocities.as_array());
        let accelerations = self.accelerations.as_ref().map(|of| of.as_array());
        for (at, _) in scene.bodies.iter().enumerate().filter(|(_, body)| body.moves) {
            let (pose, velocity) = (poses.row(at), velocities.row(at));
            let motion = Body {
                position: vector(pose, 0),
                orientation: Quaternion::new(pose[3], pose[4], pose[5], pose[6]),
                velocity: vector(velocity, 0),
                angular_velocity: vector(velocity, 3),
            };
            let rates = accelerations.map(|of| Body {
                position: Vector3::zeros(),
                orientation: Quaternion::zeros(),
                velocity: vector(of.row(at), 0),
                angular_velocity: vector(of.row(at), 3),
            });
            contacts.set_body(at, &motion, rates.as_ref());
        }
    }

    /// Writes the wrenches of all bodies.
    fn write(&mut self, contacts: &mut Contacts) -> PyResult<()> {
        let wrenches = contacts.wrenches().map_err(|fault| error(fault.0))?;
        for (mut row, of) in self.to.as_array_mut().rows_mut().into_iter().zip(wrenches) {
            row.iter_mut().zip(of.force.iter().chain(&of.torque)).for_each(|(to, number)| *to = *number);
        }
        Ok(())
    }
}

impl System {
    /// Where wrenches are written, if nothing is given.
    fn room<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        PyArray2::<f64>::zeros(py, [self.scene.bodies.len(), SPATIAL], false).into_any()
    }

    fn table<'py>(
        &self,
        py: Python<'py>,
        width: usize,
        of: impl Fn(&Body<f64>) -> Vec<f64>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let numbers: Vec<f64> = self.scene.bodies.iter().flat_map(|body| of(&body.start)).collect();
        PyArray1::from_vec(py, numbers).reshape([self.scene.bodies.len(), width])
    }
}

#[pymethods]
impl System {
    #[new]
    fn new(system: Source) -> PyResult<Self> {
        guarded(|| {
            let scene = Arc::new(system.system()?.scene().clone());
            let (contacts, names) = (fresh(&scene), names_of(&scene));
            Ok(System { scene, contacts, names, is_started: false, time: 0.0, warnings: Vec::new() })
        })
    }

    /// Names of the bodies, in the order of the rows of all arrays.
    #[getter]
    fn bodies(&self) -> Vec<&str> {
        self.scene.bodies.iter().map(|body| body.name.as_str()).collect()
    }

    /// Names of the contacts.
    #[getter]
    fn contacts(&self) -> Vec<&str> {
        self.scene.contacts.iter().map(|contact| contact.name.as_str()).collect()
    }

    /// Which bodies move, the others are fixed to the world: shape (n,).
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_iter(py, self.scene.bodies.iter().map(|body| body.moves))
    }

    /// Masses of the bodies [kg], NaN where the file gives none: shape (n,).
    #[getter]
    fn masses<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, self.scene.bodies.iter().map(|body| body.mass.unwrap_or(f64::NAN)))
    }

    /// A new array of the poses that the file starts with: shape (n, 7), position [m] and quaternion w, x, y, z.
    fn start_poses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.table(py, POSE, |start| start.position.iter().chain(&start.orientation).copied().collect())
    }

    /// A new array of the velocities that the file starts with: shape (n, 6), velocity [m/s] and angular velocity [rad/s].
    fn start_velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.table(py, SPATIAL, |start| start.velocity.iter().chain(&start.angular_velocity).copied().collect())
    }

    /// Starts, also again: states 0, contact where shapes overlap. The answer: wrenches of now, as of `step`.
    #[pyo3(signature = (poses, velocities, *, time=0.0, out=None))]
    fn start<'py>(
        &mut self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        velocities: &Bound<'py, PyAny>,
        time: f64,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| {
            if !time.is_finite() {
                return Err(error(format_args!("time = {time} is not a finite number")));
            }
            let out = out.unwrap_or_else(|| self.room(py));
            let mut arrays = Arrays::of(&self.scene, poses, velocities, None, &out)?;
            let mut contacts = fresh(&self.scene);
            arrays.tell(&self.scene, &mut contacts);
            contacts.set_time(time);
            contacts.exit_initialization(&mut |_| {}).map_err(|fault| error(fault.0))?;
            arrays.write(&mut contacts)?;
            (self.contacts, self.time, self.is_started) = (contacts, time, true);
            self.warnings.clear();
            drop(arrays);
            Ok(out)
        })
    }

    /// One communication step of h [s] > 0 from the motion at its start: poses (n, 7) [m] and w, x, y, z, velocities (n, 6) [m/s,
    /// rad/s], accelerations (n, 6) [m/s2, rad/s2], without which velocities are held.
    ///
    /// The answer, `out` if it is given: wrenches at its end (n, 6), force [N] and torque about the origin of the body's frame
    /// [N.m]. After an Error states and time are those of the step's start.
    #[pyo3(signature = (h, poses, velocities, accelerations=None, *, out=None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        h: f64,
        poses: &Bound<'py, PyAny>,
        velocities: &Bound<'py, PyAny>,
        accelerations: Option<&Bound<'py, PyAny>>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| {
            if !self.is_started {
                return Err(error("the system is not started: call start() first"));
            }
            checked_step(self.time, h)?;
            let out = out.unwrap_or_else(|| self.room(py));
            let mut arrays = Arrays::of(&self.scene, poses, velocities, accelerations, &out)?;
            // a panic would leave a system that has to be started again
            self.is_started = false;
            arrays.tell(&self.scene, &mut self.contacts);
            let stepped = self.contacts.do_step(self.time, h, &mut |_| {});
            self.is_started = true;
            stepped.map_err(|fault| error(fault.0))?;
            self.time += h;
            self.warnings.clear();
            self.contacts.warnings(&mut |text| self.warnings.push(text.to_string()));
            arrays.write(&mut self.contacts)?;
            drop(arrays);
            Ok(out)
        })
    }

    /// A system that goes on from here on its own, for trial steps.
    fn copy(&self) -> Self {
        let (scene, contacts) = (self.scene.clone(), self.contacts.clone());
        let names = names_of(&scene);
        System { scene, contacts, names, is_started: self.is_started, time: self.time, warnings: self.warnings.clone() }
    }

    /// A variable of the packed system: system["ball__table.gap"], system["energyWork"].
    fn __getitem__<'py>(&mut self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| self.names.get(py, &mut self.contacts, name))
    }

    /// Sets a parameter of a contact (after the start one that is tunable) or, before the start, a state.
    fn __setitem__(&mut self, name: &str, value: &Bound<PyAny>) -> PyResult<()> {
        guarded(|| self.names.set(&mut self.contacts, self.is_started, name, value))
    }

    fn __repr__(&self) -> String {
        let Scene { name, bodies, contacts, .. } = &*self.scene;
        format!("<asperity.System {name}: {} bodies, {} contacts>", bodies.len(), contacts.len())
    }
}
