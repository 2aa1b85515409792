//! A rigid body with a sphere beside its centre of mass, thrown at a plane: the host integrates it itself.

use crate::common::random::Random;
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::Id;

pub type V3 = nalgebra::Vector3<f64>;
type M3 = nalgebra::Matrix3<f64>;
type Turn = nalgebra::UnitQuaternion<f64>;

/// Radius of the sphere [m], step [s].
const RADIUS: f64 = 0.05;
pub const H: f64 = 1e-3;

/// How the unit is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Use {
    pub parallel: bool,
    pub time_stepping: bool,
    /// coupling.massSource = input
    pub told: bool,
}

/// A free rigid body, no gravity.
#[derive(Clone, Copy)]
pub struct Body {
    pub mass: f64,
    /// Principal moments [kg·m²]
    pub inertia: V3,
    pub r: V3,
    pub v: V3,
    pub q: Turn,
    /// In world axes
    pub w: V3,
    /// From the centre of mass to that of the sphere, in body axes
    pub centre: V3,
}

impl Body {
    fn yields(&self) -> M3 {
        let turn = self.q.to_rotation_matrix().into_inner();
        turn * M3::from_diagonal(&self.inertia.map(|i| 1.0 / i)) * turn.transpose()
    }

    fn momentum(&self) -> V3 {
        self.q * self.inertia.component_mul(&(self.q.inverse() * self.w))
    }

    pub fn energy(&self) -> f64 {
        0.5 * self.mass * self.v.norm_squared() + 0.5 * self.w.dot(&self.momentum())
    }

    /// From the centre of mass to the lowest point of the sphere.
    fn arm(&self) -> V3 {
        self.q * self.centre - V3::z() * RADIUS
    }

    pub fn gap(&self) -> f64 {
        (self.r + self.arm()).z
    }

    pub fn contact_velocity(&self) -> V3 {
        self.v + self.w.cross(&self.arm())
    }

    /// ω̇ of a body that nobody turns, −I⁻¹·(ω×I·ω).
    fn free_turning(&self) -> V3 {
        -self.yields() * self.w.cross(&self.momentum())
    }

    fn inverse_mass(&self) -> M3 {
        let rho = self.arm().cross_matrix();
        M3::identity() / self.mass - rho * self.yields() * rho
    }

    /// Moved over `h`, which may be negative, by a force and a torque about the centre of mass that are held: RK4 in forty parts,
    /// the error is (0.01)⁵ where it turns by half a radian.
    pub fn moved(mut self, force: &V3, torque: &V3, h: f64) -> Self {
        const PARTS: u32 = 40;
        let part = h / f64::from(PARTS);
        for _ in 0..PARTS {
            let rate = |body: &Body| (body.w, body.yields() * torque + body.free_turning());
            let at = |(turning, change): (V3, V3), by: f64| Body {
                q: Turn::from_scaled_axis(turning * by) * self.q,
                w: self.w + change * by,
                ..self
            };
            let k1 = rate(&self);
            let k2 = rate(&at(k1, 0.5 * part));
            let k3 = rate(&at(k2, 0.5 * part));
            let k4 = rate(&at(k3, part));
            let mean = |k: [V3; 4]| (k[0] + (k[1] + k[2]) * 2.0 + k[3]) / 6.0;
            self = at((mean([k1.0, k2.0, k3.0, k4.0]), mean([k1.1, k2.1, k3.1, k4.1])), part);
        }
        self.r += self.v * h + force * (0.5 * h * h / self.mass);
        self.v += force * (h / self.mass);
        self
    }

    /// Thrown so that the sphere meets the plane after some steps, turning by `turn` [rad] in a step, if nothing touches before.
    pub fn thrown(turn: f64, draw: &mut Random) -> Option<Self> {
        let mass = draw.within(0.2, 2.0);
        let speed = turn / H;
        let mut body = Body {
            mass,
            inertia: V3::from_fn(|_, _| draw.within(0.3, 0.5)) * (mass * RADIUS * RADIUS),
            r: V3::zeros(),
            v: draw.direction() * (speed * RADIUS * draw.within(0.2, 2.0)),
            q: Turn::from_scaled_axis(draw.direction() * draw.within(0.0, 3.0)),
            w: draw.direction() * speed,
            centre: draw.direction() * (RADIUS * draw.within(0.2, 1.0)),
        };
        body.r.z = -body.arm().z;
        let approach = -body.contact_velocity().z;
        if approach < 0.2 * body.contact_velocity().norm() {
            return None;
        }
        let after = draw.within(4.0, 5.0);
        for _ in 0..4 {
            body = body.moved(&V3::zeros(), &V3::zeros(), -0.25 * after * H);
            if body.gap() < 0.0 {
                return None;
            }
        }
        Some(body)
    }

    fn set(&self, unit: &mut Contact, told: bool) {
        let mut set =
            |id, values: &[f64]| values.iter().enumerate().for_each(|(k, value)| unit.set_real(id, k, *value));
        set(Id::PositionI, self.r.as_slice());
        set(Id::OrientationI, &[self.q.w, self.q.i, self.q.j, self.q.k]);
        set(Id::VelocityI, self.v.as_slice());
        set(Id::AngularVelocityI, self.w.as_slice());
        // what arms that turn add the unit finds by itself
        set(Id::FreeAcceleration, self.free_turning().cross(&self.arm()).as_slice());
        if told {
            let w = self.inverse_mass();
            set(Id::InverseMass, &[w.m11, w.m22, w.m33, w.m12, w.m13, w.m23]);
        }
    }
}

/// What an impact without friction and with e = 1 has done.
pub struct Outcome {
    /// Largest energy after it over the one before, less 1
    pub gain: f64,
    /// The same in the end, of either sign
    pub left: f64,
    /// Largest turning in a step [rad]
    pub turned: f64,
    /// Warnings
    pub said: Vec<String>,
}

/// The body until it has met the plane, and some steps more.
pub fn impact(mut body: Body, how: Use) -> Outcome {
    let mut unit = Contact::new(Interface::CoSimulation);
    for (id, value) in [
        (Id::GeometryPair, 2),
        (Id::CouplingMode, 2),
        (Id::CouplingOrder, 1 + i32::from(how.parallel)),
        (Id::CouplingMethod, 1 + i32::from(how.time_stepping)),
        (Id::CouplingMassSource, 1 + i32::from(how.told)),
        (Id::ComplianceLaw, 2),
        (Id::FrictionLaw, 2),
    ] {
        unit.set_integer(id, value);
    }
    unit.set_integer(Id::CouplingVerifyMass, 0);
    let Body { mass, inertia, centre, .. } = body;
    unit.set_real(Id::ComplianceK, 0, 1e11);
    unit.set_real(Id::ComplianceE, 0, 1.0);
    unit.set_real(Id::CouplingMassI, 0, mass);
    unit.set_real(Id::GeometryRadiusI, 0, RADIUS);
    for k in 0..3 {
        unit.set_real(Id::CouplingInertiaI, k, inertia[k]);
        unit.set_real(Id::GeometryCenterI, k, centre[k]);
    }
    body.set(&mut unit, how.told);
    unit.exit_initialization(&mut |_| ()).unwrap();
    let before = body.energy();
    let (mut gain, mut turned, mut said) = (0.0f64, 0.0f64, vec![]);
    let mut given = [V3::zeros(); 2];
    for k in 0..10 {
        turned = turned.max(body.w.norm() * H);
        unit.do_step(H * f64::from(k), H, &mut |_| ()).unwrap();
        unit.warnings(&mut |text| said.push(text.to_string()));
        let new = [Id::ForceI, Id::TorqueI].map(|id| V3::from_fn(|k, _| unit.real(id, k).unwrap()));
        let [force, torque] = if how.parallel { given } else { new };
        given = new;
        body = body.moved(&force, &torque, H);
        gain = gain.max(body.energy() / before - 1.0);
        body.set(&mut unit, how.told);
    }
    Outcome { gain, left: body.energy() / before - 1.0, turned, said }
}
