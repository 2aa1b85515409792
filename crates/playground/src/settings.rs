//! What the sliders of the page set.

use crate::scene::Scene;

/// A setting, by the place of its value in [`Settings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Coefficient of restitution [1]
    Restitution,
    /// Static friction coefficient [1]
    Static,
    /// Sliding friction coefficient [1]
    Sliding,
    /// Contact stiffness [N/m^1.5]
    Stiffness,
    /// Communication step [s]
    Step,
    /// 0 kinematic, 1 interface coupling
    Coupling,
    /// The setting of the scene's own
    Own,
}

/// A slider of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slider {
    pub setting: Setting,
    pub label: &'static str,
    pub unit: &'static str,
    pub range: (f64, f64),
    /// Whether equal ways on the slider are equal factors.
    pub is_log: bool,
    /// Whether a new value needs a new start.
    pub restarts: bool,
}

const fn slider(setting: Setting, label: &'static str, unit: &'static str, range: (f64, f64)) -> Slider {
    Slider { setting, label, unit, range, is_log: false, restarts: false }
}

const fn log(slider: Slider) -> Slider {
    Slider { is_log: true, ..slider }
}

const fn restarting(slider: Slider) -> Slider {
    Slider { restarts: true, ..slider }
}

/// The sliders of a scene, in the order of the page.
pub fn sliders(scene: Scene) -> Vec<Slider> {
    let friction = |setting, label| slider(setting, label, "", (0.0, 1.0));
    let mut sliders = vec![slider(Setting::Restitution, "restitution e", "", (0.05, 1.0))];
    match scene.has_ball() {
        true => sliders.push(friction(Setting::Sliding, "friction μ")),
        false => sliders.extend([
            friction(Setting::Static, "static friction μ_S"),
            friction(Setting::Sliding, "sliding friction μ_C"),
        ]),
    }
    sliders.extend([
        log(slider(Setting::Stiffness, "stiffness k", "N/m^1.5", (1e5, 1e9))),
        log(slider(Setting::Step, "communication step H", "s", (1e-5, 1e-2))),
        restarting(slider(Setting::Coupling, "coupling", "", (0.0, 1.0))),
        scene.about().own,
    ]);
    sliders
}

/// The slider of a scene's own setting.
pub const fn own(label: &'static str, unit: &'static str, range: (f64, f64)) -> Slider {
    restarting(slider(Setting::Own, label, unit, range))
}

/// Number of settings.
pub const COUNT: usize = Setting::Own as usize + 1;

/// A value for each [`Setting`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings(pub [f64; COUNT]);

impl Settings {
    /// With what the scene starts.
    pub fn of(scene: Scene) -> Self {
        scene.about().settings
    }

    pub fn get(&self, setting: Setting) -> f64 {
        self.0[setting as usize]
    }

    /// The same with another value.
    pub fn with(mut self, setting: Setting, value: f64) -> Self {
        self.0[setting as usize] = value;
        self
    }

    /// Whether the contact integrates the motion inside a step.
    pub fn is_interface(&self) -> bool {
        self.get(Setting::Coupling) == 1.0
    }
}
