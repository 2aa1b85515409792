//! The scenes: where a body starts, and what acts on it beside the contact.

use crate::body::{Body, Load, Mass};
use crate::settings::{Setting, Settings, Slider, log, own, restarting, slider};

/// Gravity [m/s²].
pub const GRAVITY: f64 = 9.81;
/// Radius of the ball [m].
pub const RADIUS: f64 = 0.1;
/// Stiffness of the spring that pulls the block [N/m].
pub const SPRING: f64 = 100.0;
/// Dwell time of the block's friction [s]: how long it takes at rest to gain its static friction.
pub const DWELL_TIME: f64 = 0.1;
/// Height from which the block is set down [m].
const SET_DOWN: f64 = 1e-3;

/// A scene of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A ball falls on a floor with some speed and backspin.
    Ball,
    /// A block on a floor, pulled by a spring whose end moves at constant speed.
    Block,
    /// A ball is thrown up a slope, bounces, and rolls or slides down.
    Slope,
}

/// What the page says of a scene.
#[derive(Clone, Copy, Debug)]
pub struct About {
    pub name: &'static str,
    pub title: &'static str,
    pub text: &'static str,
    /// End of the scene [s]
    pub until: f64,
    pub own: Slider,
    pub settings: Settings,
}

const BALL: About = About {
    name: "ball",
    title: "Bouncing ball",
    text: "A solid ball of 2 kg and 0.1 m radius falls on a floor, moving at 0.6 m/s to the right with 20 rad/s of backspin.",
    until: 2.0,
    own: own("drop height", "m", (0.05, 1.0)),
    settings: Settings([0.7, 0.3, 0.3, 1e7, 1e-4, 0.0, 0.5]),
};

const BLOCK: About = About {
    name: "block",
    title: "Stick–slip",
    text: "A block of 1 kg, set down from 1 mm, is pulled by a spring of 100 N/m whose end moves at constant speed. Static friction returns with a dwell time of 0.1 s.",
    until: 5.0,
    own: own("pulling speed", "m/s", (0.02, 0.5)),
    settings: Settings([0.3, 0.6, 0.3, 1e7, 1e-4, 0.0, 0.1]),
};

const SLOPE: About = About {
    name: "slope",
    title: "Ball on a slope",
    text: "The same ball is thrown up the slope at 1 m/s from 0.1 m above it. It bounces, then rolls down if μ ≥ 2/7·tan θ, and slides otherwise.",
    until: 2.5,
    own: own("slope θ", "°", (2.0, 45.0)),
    settings: Settings([0.5, 0.3, 0.3, 1e7, 1e-4, 0.0, 20.0]),
};

impl Scene {
    /// In the order of the page's tabs.
    pub const ALL: [Scene; 3] = [Scene::Ball, Scene::Block, Scene::Slope];

    pub fn about(self) -> &'static About {
        match self {
            Scene::Ball => &BALL,
            Scene::Block => &BLOCK,
            Scene::Slope => &SLOPE,
        }
    }

    /// The sliders of the scene, in the order of the page.
    pub fn sliders(self) -> Vec<Slider> {
        let friction = |setting, label| slider(setting, label, "", (0.0, 1.0));
        let mut sliders = vec![slider(Setting::Restitution, "restitution e", "", (0.05, 1.0))];
        match self.has_ball() {
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
            self.about().own,
        ]);
        sliders
    }

    /// Whether the body is a ball, whose contact with the floor the FMU finds; that of the block is given.
    pub fn has_ball(self) -> bool {
        self != Scene::Block
    }

    /// A solid ball, or a block that does not rotate.
    pub fn mass(self) -> Mass {
        match self.has_ball() {
            true => Mass { mass: 2.0, inertia: 0.4 * 2.0 * RADIUS * RADIUS },
            false => Mass { mass: 1.0, inertia: 0.0 },
        }
    }

    /// Where the body is at time 0. The block's height is that of its lower face.
    pub fn start(self, settings: &Settings) -> Body {
        let still = Body::default();
        match self {
            Scene::Ball => {
                Body { z: RADIUS + settings.get(Setting::Own), velocity_x: 0.6, angular_velocity: -20.0, ..still }
            }
            Scene::Block => Body { z: SET_DOWN, ..still },
            Scene::Slope => Body { z: RADIUS + 0.1, velocity_x: -1.0, ..still },
        }
    }

    /// Gravity along x and z [m/s²].
    pub fn gravity(self, settings: &Settings) -> (f64, f64) {
        let angle = match self {
            Scene::Slope => settings.get(Setting::Own) * (core::f64::consts::PI / 180.0),
            Scene::Ball | Scene::Block => 0.0,
        };
        // of libm: the same bits on every target
        (GRAVITY * libm::sin(angle), -GRAVITY * libm::cos(angle))
    }

    /// Where the pulling end of the spring is at this time [m].
    pub fn pulled(self, settings: &Settings, time: f64) -> f64 {
        match self {
            Scene::Block => settings.get(Setting::Own) * time,
            Scene::Ball | Scene::Slope => 0.0,
        }
    }

    /// Force of the spring on the body at x [N].
    pub fn spring_force(self, settings: &Settings, time: f64, x: f64) -> f64 {
        match self {
            Scene::Block => SPRING * (self.pulled(settings, time) - x),
            Scene::Ball | Scene::Slope => 0.0,
        }
    }

    /// What acts on the body at x beside the contact.
    pub fn load(self, settings: &Settings, time: f64, x: f64) -> Load {
        let (mass, (along, normal)) = (self.mass().mass, self.gravity(settings));
        Load { x: mass * along + self.spring_force(settings, time, x), z: mass * normal, torque: 0.0 }
    }
}
