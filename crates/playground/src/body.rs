//! A rigid body in the plane x–z, z along the normal of the floor or slope.

/// Force along x and z [N] and torque about y [N·m].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    pub x: f64,
    pub z: f64,
    pub torque: f64,
}

impl Load {
    /// This load and `factor` times the other.
    pub fn plus(&self, factor: f64, other: &Load) -> Load {
        Load { x: self.x + factor * other.x, z: self.z + factor * other.z, torque: self.torque + factor * other.torque }
    }
}

/// Motion of the mass centre, and rotation about +y: positive rolls along +x.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// Along the plane [m]
    pub x: f64,
    /// Along its normal [m]
    pub z: f64,
    /// Angle [rad]
    pub angle: f64,
    /// [m/s]
    pub velocity_x: f64,
    /// [m/s]
    pub velocity_z: f64,
    /// [rad/s]
    pub angular_velocity: f64,
}

/// Mass [kg] and moment of inertia [kg·m²], 0 for a body that does not rotate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    pub mass: f64,
    pub inertia: f64,
}

impl Body {
    /// Semi-implicit Euler, positions first: the body goes on for `h` [s] with its velocity and takes at the end the load there.
    pub fn drift(&mut self, h: f64) {
        self.x += h * self.velocity_x;
        self.z += h * self.velocity_z;
        self.angle += h * self.angular_velocity;
    }

    /// The load of a step of `h` [s] changes the velocities.
    pub fn kick(&mut self, mass: &Mass, load: &Load, h: f64) {
        self.velocity_x += h * load.x / mass.mass;
        self.velocity_z += h * load.z / mass.mass;
        if mass.inertia > 0.0 {
            self.angular_velocity += h * load.torque / mass.inertia;
        }
    }

    /// The exact motion over `h` [s] under a load with this mean and this slope by time.
    pub fn under(&mut self, mass: &Mass, mean: &Load, slope: &Load, h: f64) {
        // position by mean + slope·(t − h/2), integrated twice, less what the kick of the mean does
        let lag = mean.plus(-h / 6.0, slope);
        let mut half = Body { x: 0.0, z: 0.0, angle: 0.0, ..*self };
        half.kick(mass, &lag, h / 2.0);
        half.drift(h);
        self.x += half.x;
        self.z += half.z;
        self.angle += half.angle;
        self.kick(mass, mean, h);
    }

    /// Whether every number is one.
    pub fn is_finite(&self) -> bool {
        [self.x, self.z, self.angle, self.velocity_x, self.velocity_z, self.angular_velocity]
            .iter()
            .all(|v| v.is_finite())
    }
}
