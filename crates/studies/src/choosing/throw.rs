//! A point mass that slides on an inclined plane under Coulomb friction: closed form of where and when it stops.
//!
//! With the angle ψ of the velocity against the line of steepest descent, v̇ = g·(sin α·cos ψ − μ·cos α) and
//! v·ψ̇ = −g·sin α·sin ψ. Set κ = μ·cot α and q = tan(ψ/2): dv/dψ gives v = ½·C·q^{κ−1}·(1 + q²), so all that follows
//! is an integral of powers of q.

/// The slope and the throw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// Gravity g [m/s²].
    pub gravity: f64,
    /// Slope α [rad].
    pub slope: f64,
    /// Coefficient of friction μ > tan α.
    pub mu: f64,
    /// Speed at the start, across the slope (ψ = π/2) [m/s].
    pub speed: f64,
}

impl Throw {
    fn pull(&self) -> f64 {
        self.gravity * self.slope.sin()
    }

    fn ratio(&self) -> f64 {
        self.mu / self.slope.tan()
    }

    /// When it stops  v₀·κ/(g·sin α·(κ² − 1))  [s]: v·(κ + cos ψ) falls evenly.
    pub fn time(&self) -> f64 {
        let k = self.ratio();
        self.speed * k / (self.pull() * (k * k - 1.0))
    }

    /// Where it stops: down the slope  v₀²/(4·g·sin α·(κ² − 1)),  across it  2·κ·v₀²/(g·sin α·(4·κ² − 1))  [m].
    pub fn stop(&self) -> [f64; 2] {
        let (k, way) = (self.ratio(), self.speed * self.speed / self.pull());
        [way / (4.0 * (k * k - 1.0)), way * 2.0 * k / (4.0 * k * k - 1.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the equations of motion by the classical Runge–Kutta method. The last speed, below 1e-4 m/s, is left
    /// out: it is stopped evenly within some v/(g·(μ·cos α − sin α)) and v² times as much.
    #[test]
    fn the_throw_stops_where_the_equations_of_motion_say() {
        let throw = Throw { gravity: 9.81, slope: 15_f64.to_radians(), mu: 0.4, speed: 1.0 };
        let (sin, cos) = throw.slope.sin_cos();
        let rate = |y: [f64; 4]| {
            let v = y[2].hypot(y[3]);
            let brake = 9.81 * 0.4 * cos / v;
            [y[2], y[3], 9.81 * sin - brake * y[2], -brake * y[3]]
        };
        let along = |y: [f64; 4], k: [f64; 4], h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
        let (mut y, mut time, h) = ([0.0_f64, 0.0, 0.0, 1.0], 0.0, 1e-5);
        while y[2].hypot(y[3]) > 1e-4 {
            let k1 = rate(y);
            let k2 = rate(along(y, k1, 0.5 * h));
            let k3 = rate(along(y, k2, 0.5 * h));
            let k4 = rate(along(y, k3, h));
            y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
            time += h;
        }
        let [down, across] = throw.stop();
        assert!((y[0] - down).abs() < 1e-6 && (y[1] - across).abs() < 1e-6, "{y:?} {down} {across}");
        assert!((time - throw.time()).abs() < 2e-4, "{time} {}", throw.time());
    }

    /// v₀²/(2·μ·g) in v₀/(μ·g), as on every school's table.
    #[test]
    fn on_a_level_plane_it_stops_after_the_stopping_distance() {
        let throw = Throw { gravity: 9.81, slope: 1e-9, mu: 0.4, speed: 2.0 };
        assert!((throw.stop()[1] - 4.0 / (0.8 * 9.81)).abs() < 1e-9);
        assert!((throw.time() - 2.0 / (0.4 * 9.81)).abs() < 1e-9);
        assert!(throw.stop()[0].abs() < 1e-8);
    }
}
