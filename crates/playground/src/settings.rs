//! What the sliders of the page set.

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

/// A slider with equal ways for equal differences.
pub const fn slider(setting: Setting, label: &'static str, unit: &'static str, range: (f64, f64)) -> Slider {
    Slider { setting, label, unit, range, is_log: false, restarts: false }
}

/// The same with equal ways for equal factors.
pub const fn log(slider: Slider) -> Slider {
    Slider { is_log: true, ..slider }
}

/// The same where a new value needs a new start.
pub const fn restarting(slider: Slider) -> Slider {
    Slider { restarts: true, ..slider }
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
