//! Contact and body, stepped by turns.

use crate::body::{Body, Load};
use crate::observed::Observed;
use crate::scene::{DWELL_TIME, RADIUS, Scene};
use crate::settings::{Setting, Settings};
use asperity::fmi::model::Run;
use asperity::fmi::{Interface, Model};
use asperity::physics::{self, Inputs, Mobility, Vector3};
use asperity::unit::contact::Contact;
use asperity::unit::named;
use asperity::unit::parameters::ContactParameters;
use asperity::unit::table::Id;

/// A scene that runs.
#[derive(Clone, Debug)]
pub struct Simulation {
    scene: Scene,
    settings: Settings,
    contact: Contact,
    /// [s]
    time: f64,
    /// The body now. Tests start it elsewhere.
    pub body: Body,
    /// Whether weight acts on the body. Tests leave it out.
    pub has_weight: bool,
    observed: Observed,
    /// Whether the least and greatest forces start with the next step.
    starts_extremes: bool,
    /// What the contact had to say of the steps so far; "" for nothing.
    note: String,
}

/// The parameters of the contact. Errors: one line that names a value that is refused.
fn parameters(scene: Scene, settings: &Settings) -> Result<ContactParameters<f64>, String> {
    let mut parameters = named::start_values();
    let numbers = [
        ("compliance.e", settings.get(Setting::Restitution)),
        ("compliance.k", settings.get(Setting::Stiffness)),
        // a ball that rolls or slides has no time to gain static friction
        ("friction.mu_S", settings.get(if scene.has_ball() { Setting::Sliding } else { Setting::Static })),
        ("friction.mu_C", settings.get(Setting::Sliding)),
        ("friction.tau_dw", if scene.has_ball() { 1.0 } else { DWELL_TIME }),
        ("geometry.radiusI", RADIUS),
        ("coupling.massI", scene.mass().mass),
        ("coupling.inertiaI[1]", scene.mass().inertia),
        ("coupling.inertiaI[2]", scene.mass().inertia),
        ("coupling.inertiaI[3]", scene.mass().inertia),
    ];
    let items = [
        ("geometry.pair", if scene.has_ball() { "spherePlane" } else { "external" }),
        ("coupling.mode", if settings.is_interface() { "interface" } else { "kinematic" }),
        // what `interface_step` does with the force
        ("coupling.order", "sequential"),
        ("coupling.handBack", "meanAndSlope"),
        ("coupling.verifyMass", "false"),
    ];
    numbers
        .iter()
        .try_for_each(|(name, value)| named::set(&mut parameters, name, *value).map_err(|why| why.to_string()))?;
    items
        .iter()
        .try_for_each(|(name, item)| named::choose(&mut parameters, name, item).map_err(|why| why.to_string()))?;
    Contact::check_parameters(&parameters).map_err(|why| why.to_string())?;
    Ok(parameters)
}

/// Errors: a step that has no length, or a coupling that there is not.
fn check(settings: &Settings) -> Result<(), String> {
    let (step, coupling, own) =
        (settings.get(Setting::Step), settings.get(Setting::Coupling), settings.get(Setting::Own));
    if !(step > 0.0 && step.is_finite()) {
        return Err(format!("communication step H = {step} s must be a finite number > 0"));
    }
    if coupling != 0.0 && coupling != 1.0 {
        return Err(format!("coupling = {coupling} must be 0 (kinematic) or 1 (interface)"));
    }
    if !own.is_finite() {
        return Err(format!("the setting of the scene = {own} must be a finite number"));
    }
    Ok(())
}

impl Simulation {
    /// At time 0. Errors: one line that names a setting that is refused.
    pub fn new(scene: Scene, settings: &Settings) -> Result<Self, String> {
        check(settings)?;
        let mut contact = Contact::new(Interface::CoSimulation);
        contact.set_parameters(&parameters(scene, settings)?);
        let mut new = Simulation {
            scene,
            settings: *settings,
            contact,
            time: 0.0,
            body: scene.start(settings),
            has_weight: true,
            observed: Observed::default(),
            starts_extremes: true,
            note: String::new(),
        };
        new.tell();
        new.contact.settle(&mut |_| {}).map_err(|why| why.to_string())?;
        new.observe(0.0, 0.0)?;
        Ok(new)
    }

    /// Time [s].
    pub fn time(&self) -> f64 {
        self.time
    }

    /// After the last step.
    pub fn observed(&self) -> &Observed {
        &self.observed
    }

    /// What the contact had to say of the steps so far; "" for nothing.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Goes on with other settings of the contact, or another step; coupling and the scene's own setting stay.
    ///
    /// Errors: one line that names a setting that is refused; nothing is changed.
    pub fn change(&mut self, settings: &Settings) -> Result<(), String> {
        check(settings)?;
        let settings = settings
            .with(Setting::Coupling, self.settings.get(Setting::Coupling))
            .with(Setting::Own, self.settings.get(Setting::Own));
        self.contact.set_parameters(&parameters(self.scene, &settings)?);
        self.settings = settings;
        Ok(())
    }

    /// Steps `count` times. From here the least and greatest forces count anew.
    ///
    /// Errors: one line why a step was refused, or is none; contact and body stay where the last good step has led.
    pub fn advance(&mut self, count: u32) -> Result<(), String> {
        self.starts_extremes = true;
        (0..count).try_for_each(|_| self.step())
    }

    fn step(&mut self) -> Result<(), String> {
        let before = self.clone();
        let stepped = match self.settings.is_interface() {
            true => self.interface_step(),
            false => self.kinematic_step(),
        };
        stepped.map_err(|why| {
            let time = before.time;
            *self = before;
            format!("stopped at {time:.4} s: {why}")
        })
    }

    /// The body goes on with its velocity, and then takes the force that the contact has found at the end of that motion.
    fn kinematic_step(&mut self) -> Result<(), String> {
        let h = self.advance_contact()?;
        let action = self.action()?;
        self.body.drift(h);
        let load = self.load(self.time, self.body.x).plus(1.0, &action);
        self.body.kick(&self.scene.mass(), &load, h);
        self.end_step(h, &action)
    }

    /// The contact has integrated the motion; the body takes mean and slope of its force.
    fn interface_step(&mut self) -> Result<(), String> {
        let (h, middle) = (self.settings.get(Setting::Step), self.time);
        let load = self.load(middle + 0.5 * h, self.body.x + 0.5 * h * self.body.velocity_x);
        let h = self.advance_contact()?;
        let action = self.action()?;
        let [force, torque, ..] = self.contact.wrench_rates().map_err(|why| why.to_string())?;
        let slope = Load { x: force.x, z: force.z, torque: torque.y };
        self.body.under(&self.scene.mass(), &load.plus(1.0, &action), &slope, h);
        self.end_step(h, &action)
    }

    /// Tells the contact how the body moves now, and has it step. The answer: the step's length [s].
    fn advance_contact(&mut self) -> Result<f64, String> {
        let h = self.settings.get(Setting::Step);
        self.tell();
        self.contact.step(self.time, h, &mut |_| {}).map_err(|why| why.to_string())?;
        self.time += h;
        let note = &mut self.note;
        self.contact.warnings(&mut |text| {
            if note.is_empty() {
                *note = text.to_string();
            }
        });
        Ok(h)
    }

    fn tell(&mut self) {
        let Body { x, z, velocity_x, velocity_z, angular_velocity, .. } = self.body;
        let (position, velocity) = (Vector3::new(x, 0.0, z), Vector3::new(velocity_x, 0.0, velocity_z));
        let body_i = physics::Body {
            position,
            velocity,
            angular_velocity: Vector3::new(0.0, angular_velocity, 0.0),
            ..physics::Body::default()
        };
        let inputs = Inputs {
            penetration: -z,
            relative_velocity: velocity,
            contact_point: position,
            body_i,
            ..Inputs::default()
        };
        let (load, mass) = (self.load(self.time, x), self.scene.mass().mass);
        let free_acceleration = Vector3::new(load.x / mass, 0.0, load.z / mass);
        let mobility = Mobility { free_acceleration, ..Mobility::default() };
        self.contact.set_inputs(&inputs, None, self.settings.is_interface().then_some(&mobility));
    }

    /// What acts on the body at x beside the contact.
    fn load(&self, time: f64, x: f64) -> Load {
        match self.has_weight {
            true => self.scene.load(&self.settings, time, x),
            false => Load::default(),
        }
    }

    /// What the contact says acts on the body.
    fn action(&mut self) -> Result<Load, String> {
        let outputs = &self.contact.response().map_err(|why| why.to_string())?.outputs;
        Ok(Load { x: outputs.force_i.x, z: outputs.force_i.z, torque: outputs.torque_i.y })
    }

    /// Errors: the body is nowhere any more.
    fn end_step(&mut self, h: f64, action: &Load) -> Result<(), String> {
        if !self.body.is_finite() {
            return Err(format!(
                "the motion is no longer finite; take a step shorter than H = {h} s or the interface coupling"
            ));
        }
        self.observe(action.z, action.x)
    }

    fn observe(&mut self, normal_force: f64, friction_force: f64) -> Result<(), String> {
        let outputs = self.contact.response().map_err(|why| why.to_string())?.outputs;
        let mut residual = [0.0];
        let run = Run { block: 0, id: Id::EnergyResidual, k: 0, length: 1 };
        self.contact.reals(&[run], &mut residual).map_err(|why| why.0)?;
        let energy = self.contact.state().energy;
        let before = match self.starts_extremes {
            true => Observed {
                normal_min: normal_force,
                normal_max: normal_force,
                friction_min: friction_force,
                friction_max: friction_force,
                ..self.observed
            },
            false => self.observed,
        };
        self.starts_extremes = false;
        let Body { x, z, angle, velocity_x, velocity_z, angular_velocity } = self.body;
        let (along, normal) = self.scene.gravity(&self.settings);
        let mass = self.scene.mass().mass;
        self.observed = Observed {
            time: self.time,
            x,
            z,
            angle,
            velocity_x,
            velocity_z,
            angular_velocity,
            pulled: self.scene.pulled(&self.settings, self.time),
            spring_force: self.scene.spring_force(&self.settings, self.time, x),
            weight_x: mass * along,
            weight_z: mass * normal,
            normal_force,
            friction_force,
            sticking: outputs.sticking,
            normal_min: before.normal_min.min(normal_force),
            normal_max: before.normal_max.max(normal_force),
            friction_min: before.friction_min.min(friction_force),
            friction_max: before.friction_max.max(friction_force),
            work: energy.work,
            stored: outputs.energy_elastic,
            damping: energy.dissipated_normal,
            friction: energy.dissipated_friction,
            residual: residual[0],
        };
        Ok(())
    }
}
