//! Routh's construction of an impact in the plane [WK91 chapter 3]: what it computes on the way, and its two pictures.

use super::number::number;
use super::plot::{Axis, Chart, Curve, Marker, Sheet, Stroke};
use asperity::rigid::{Fault, Friction, Hypothesis, Impulse, InverseMass, Outcome, Velocity, impact};

/// An impact and its outcome under every hypothesis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Construction {
    /// W [1/kg]
    pub w: InverseMass,
    /// Relative velocity before the impact
    pub before: Velocity,
    /// Coefficients of friction
    pub friction: Friction,
    /// Coefficient of restitution [1]
    pub e: f64,
    /// In the order of [`Hypothesis::ALL`]
    pub outcomes: [Outcome; 3],
}

/// Effective masses of slip in one direction [kg]  [WK91 eq. 3.4].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlidingMasses {
    /// m_x of  dS/dP_y = −j·μ/m_x:  m_x = μ/(μ·w_tt − j·w_tn);  not a number where neither friction nor coupling changes
    /// slip
    pub m_x: f64,
    /// m_y of  dC/dP_y = −1/m_y:  m_y = −1/(w_nn − j·μ·w_tn),  above 0 where slip draws the bodies together
    pub m_y: f64,
}

impl Construction {
    /// Computes the outcomes. Errors: those of [`impact()`].
    pub fn new(w: InverseMass, before: Velocity, friction: Friction, e: f64) -> Result<Self, Fault> {
        let [newton, poisson, stronge] = Hypothesis::ALL.map(|hypothesis| impact(&w, before, friction, hypothesis, e));
        Ok(Self { w, before, friction, e, outcomes: [newton?, poisson?, stronge?] })
    }

    /// j [1]: direction of slip before the impact, without any the one to which friction that is too weak lets it go.
    pub fn direction(&self) -> f64 {
        let leads = if self.before.slip == 0.0 { self.w.tn } else { self.before.slip };
        if leads < 0.0 { -1.0 } else { 1.0 }
    }

    /// Effective masses while slip has the direction `j`, 1 or −1 [1].
    pub fn sliding_masses(&self, j: f64) -> SlidingMasses {
        let (InverseMass { tt, tn, nn }, mu) = (self.w, self.friction.mu_k);
        SlidingMasses { m_x: mu / (mu * tt - j * tn), m_y: -1.0 / (nn - j * mu * tn) }
    }

    /// m_y^σ = −1/(w_nn − w_tn²/w_tt)  [kg], that of stick; the print has another sign before m_1/m_3.
    pub fn sticking_mass(&self) -> f64 {
        -1.0 / (self.w.nn - self.w.tn * (self.w.tn / self.w.tt))
    }

    /// Kinetic energy that an impulse can change  ½·uᵀ·W⁻¹·u  [J].
    pub fn energy(&self) -> f64 {
        let (InverseMass { tt, tn, nn }, Velocity { slip, normal }) = (self.w, self.before);
        0.5 * (nn * slip * slip - 2.0 * tn * slip * normal + tt * normal * normal) / (tt * nn - tn * tn)
    }

    /// Impulse (P_n, P_t) [N·s] and velocity where the process bends and at its farthest end.
    fn corners(&self) -> Vec<Corner> {
        let farthest = self.outcomes.iter().max_by(|a, b| a.impulse().normal.total_cmp(&b.impulse().normal));
        let mut corners = vec![self.corner(0.0, 0.0)];
        let Some(outcome) = farthest else { return corners };
        if let Some(stop) = outcome.slip_stop {
            corners.push(self.stop(stop));
        }
        corners.push(self.end_of(outcome.compression.impulse));
        corners.push(self.end_of(outcome.impulse()));
        corners.sort_by(|a, b| a.normal.total_cmp(&b.normal));
        corners
    }

    /// Where slip stops after so much normal impulse  P_t = −j·μ·P_n.
    fn stop(&self, normal: f64) -> Corner {
        self.corner(normal, -self.direction() * self.friction.mu_k * normal)
    }

    fn end_of(&self, impulse: Impulse) -> Corner {
        self.corner(impulse.normal, impulse.tangential)
    }

    /// u = u⁻ + W·P
    fn corner(&self, normal: f64, tangential: f64) -> Corner {
        let InverseMass { tt, tn, nn } = self.w;
        Corner {
            normal,
            tangential,
            slip: self.before.slip + tt * tangential + tn * normal,
            approach: self.before.normal + tn * tangential + nn * normal,
        }
    }

    /// Plane of impulses [WK91 Fig. 3.2] above the velocities over the normal impulse [WK91 Fig. 3.3].
    pub fn sheet(&self) -> Sheet {
        let corners = self.corners();
        let farthest = corners.last().map_or(0.0, |corner| corner.normal);
        let across = (0.0, 1.12 * farthest);
        let Friction { mu_s, mu_k } = self.friction;
        let holds = if mu_s > mu_k { format!(", μ_s = {}", digits(mu_s)) } else { String::new() };
        Sheet {
            title: format!("Impact with μ = {}{holds} and e = {}", digits(mu_k), digits(self.e)),
            charts: vec![self.plane_of_impulses(&corners, across), self.velocities(&corners, across)],
        }
    }

    fn plane_of_impulses(&self, corners: &[Corner], across: (f64, f64)) -> Chart {
        let low = corners.iter().map(|corner| corner.tangential).fold(0.0, f64::min);
        let high = corners.iter().map(|corner| corner.tangential).fold(0.0, f64::max);
        // without a tangential impulse there is still a plane
        let room = if high > low { 0.3 * (high - low) } else { 0.3 * across.1 };
        let up = (low - room, high + room);
        let (InverseMass { tt, tn, nn }, Velocity { slip, normal }) = (self.w, self.before);
        let Friction { mu_s, mu_k } = self.friction;
        let cone = |mu: f64| [line([mu, -1.0, 0.0], across, up), line([mu, 1.0, 0.0], across, up)];
        let mut curves = vec![
            Curve::new("C = 0, end of compression", line([nn, tn, -normal], across, up))
                .stroke(Stroke::Dashed)
                .colour(2),
            Curve::new("S = 0, sticking", line([tn, tt, -slip], across, up)).stroke(Stroke::DashDotted).colour(4),
        ];
        let [one, other] = cone(mu_k);
        curves.push(Curve::new("F, limiting friction", one).stroke(Stroke::Dotted).colour(6));
        curves.push(Curve::new("", other).stroke(Stroke::Dotted).colour(6));
        if mu_s > mu_k {
            let [one, other] = cone(mu_s);
            curves.push(Curve::new("the same of sticking, μ_s", one).stroke(Stroke::Dotted).colour(3));
            curves.push(Curve::new("", other).stroke(Stroke::Dotted).colour(3));
        }
        let path = corners.iter().map(|corner| (corner.normal, corner.tangential)).collect();
        curves.push(Curve::new("path of the impulse", path).width(3).colour(0));
        curves.extend(self.marks(|corner| vec![corner.tangential]));
        Chart {
            title: "Routh's construction: the plane of impulses (Wang and Kumar 1991, Fig. 3.2)".into(),
            x: Axis::new("normal impulse P_y [N s]").from_to(across.0, across.1),
            y: Axis::new("tangential impulse P_x [N s]").from_to(up.0, up.1),
            curves,
            ..Chart::default()
        }
    }

    fn velocities(&self, corners: &[Corner], across: (f64, f64)) -> Chart {
        let values = || corners.iter().flat_map(|corner| [corner.slip, corner.approach]);
        let (low, high) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
        let room = 0.12 * (high - low);
        let over = |value: fn(&Corner) -> f64| corners.iter().map(|corner| (corner.normal, value(corner))).collect();
        let mut curves = vec![
            Curve::new("", vec![(across.0, 0.0), (across.1, 0.0)]).width(1).colour(6),
            Curve::new("S, slip", over(|corner| corner.slip)).width(3).colour(4),
            Curve::new("C, separation", over(|corner| corner.approach)).width(3).colour(2),
        ];
        curves.extend(self.marks(|corner| vec![corner.slip, corner.approach]));
        Chart {
            title: "Velocities at the contact point (Wang and Kumar 1991, Fig. 3.3)".into(),
            x: Axis::new("normal impulse P_y [N s]").from_to(across.0, across.1),
            y: Axis::new("velocity [m/s]").from_to(low - room, high + room),
            curves,
            ..Chart::default()
        }
    }

    /// Signs at the end of compression, where slip stops, and at the ends by the hypotheses.
    fn marks(&self, heights: impl Fn(&Corner) -> Vec<f64>) -> Vec<Curve> {
        let at = |corner: Corner| heights(&corner).into_iter().map(|height| (corner.normal, height)).collect();
        let mut marks = Vec::new();
        if let Some(stop) = self.outcomes.iter().find_map(|outcome| outcome.slip_stop) {
            let corner = self.stop(stop);
            marks.push(Curve::markers("slip stops, P_ys", Marker::Cross, at(corner)).colour(6));
        }
        let [first, ..] = &self.outcomes;
        let compressed = self.end_of(first.compression.impulse);
        marks.push(Curve::markers("compression ends, P_yc", Marker::Disc, at(compressed)).colour(6));
        let ends = [("Newton", Marker::Circle), ("Poisson", Marker::Square), ("Stronge", Marker::Triangle)];
        for ((name, marker), outcome) in ends.into_iter().zip(&self.outcomes) {
            let corner = self.end_of(outcome.impulse());
            marks.push(Curve::markers(format!("end by {name}, P_yT"), marker, at(corner)).colour(1));
        }
        marks
    }
}

/// Where the process is.
#[derive(Clone, Copy)]
struct Corner {
    normal: f64,
    tangential: f64,
    slip: f64,
    approach: f64,
}

/// Four digits.
fn digits(value: f64) -> String {
    format!("{value:.3e}").parse().map_or_else(|_| value.to_string(), number)
}

/// Two points of  a·x + b·y = c  that lie at opposite edges of a picture.
fn line([a, b, c]: [f64; 3], across: (f64, f64), up: (f64, f64)) -> Vec<(f64, f64)> {
    if a.abs() * (across.1 - across.0) < b.abs() * (up.1 - up.0) {
        [across.0, across.1].map(|x| (x, (c - a * x) / b)).to_vec()
    } else {
        [up.0, up.1].map(|y| ((c - b * y) / a, y)).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::super::plot::svg;
    use super::*;

    /// Rod of 1 m and 1 kg at 45°, its tip 0.35 m before and below the centre: w_tt = 1 + 12/8, w_tn = −12/8.
    fn rod(mu_s: f64, mu_k: f64, slip: f64) -> Construction {
        let w = InverseMass { tt: 2.5, tn: -1.5, nn: 2.5 };
        Construction::new(w, Velocity { slip, normal: -3.0 }, Friction { mu_s, mu_k }, 0.5).expect("an impact")
    }

    /// By hand, μ = 0.3: slip forwards 1/m_x = 2.5 + 1.5/0.3, 1/m_y = −(2.5 + 0.3·1.5); backwards 2.5 − 5 and
    /// −(2.5 − 0.45); stick −(2.5 − 0.9).
    #[test]
    fn effective_masses_are_those_by_hand() {
        let rod = rod(0.3, 0.3, 1.0);
        let (forwards, backwards) = (rod.sliding_masses(1.0), rod.sliding_masses(-1.0));
        for (found, by_hand) in [
            (forwards.m_x, 1.0 / 7.5),
            (forwards.m_y, -1.0 / 2.95),
            (backwards.m_x, -1.0 / 2.5),
            (backwards.m_y, -1.0 / 2.05),
            (rod.sticking_mass(), -1.0 / 1.6),
            // ½·(2.5·1 − 2·1.5·3 + 2.5·9)/4, as u_n < 0 and w_tn < 0
            (rod.energy(), 0.5 * (2.5 - 9.0 + 22.5) / 4.0),
        ] {
            assert!((found - by_hand).abs() < 1e-15, "{found} {by_hand}");
        }
    }

    #[test]
    fn slip_that_friction_lets_go_has_the_direction_of_the_coupling() {
        assert_eq!(
            [rod(0.3, 0.3, 0.0), rod(0.3, 0.3, -1.0), rod(0.3, 0.3, 1.0)].map(|rod| rod.direction()),
            [-1.0, -1.0, 1.0]
        );
    }

    /// Slip stops at  1/(1.5 + 0.3·2.5) = 0.4444,  where the path bends; the lines S = 0 and C = 0 meet where no impulse
    /// leaves a velocity.
    #[test]
    fn the_path_begins_without_an_impulse_and_bends_where_slip_stops() {
        let corners = rod(0.3, 0.3, 1.0).corners();
        let [start, stop, compressed, end] = corners[..] else { panic!("{} corners", corners.len()) };
        assert_eq!((start.normal, start.tangential, start.slip, start.approach), (0.0, 0.0, 1.0, -3.0));
        assert!((stop.normal - 1.0 / 2.25).abs() < 1e-15 && stop.slip.abs() < 1e-15, "{} {}", stop.normal, stop.slip);
        assert!((stop.tangential + 0.3 / 2.25).abs() < 1e-15);
        assert!(compressed.approach.abs() < 1e-14 && end.approach > 1.0 && end.slip < 0.0);
    }

    #[test]
    fn lines_are_drawn_from_edge_to_edge_however_steep() {
        assert_eq!(line([1.0, 0.0, 0.5], (0.0, 1.0), (-1.0, 1.0)), [(0.5, -1.0), (0.5, 1.0)]);
        assert_eq!(line([0.0, 2.0, 0.5], (0.0, 1.0), (-1.0, 1.0)), [(0.0, 0.25), (1.0, 0.25)]);
        assert_eq!(line([1.0, -1.0, 0.0], (0.0, 1.0), (-1.0, 1.0)), [(0.0, 0.0), (1.0, 1.0)]);
    }

    #[test]
    fn the_pictures_name_their_lines_and_ends() {
        let text = svg(&rod(0.5, 0.3, 1.0).sheet()).expect("it draws");
        for word in ["S = 0", "C = 0", "limiting", "μ_s", "P_ys", "P_yc", "Newton", "Poisson", "Stronge", "P_x", "slip"]
        {
            assert!(text.contains(word), "{word} is missing");
        }
        assert!(!text.contains("NaN") && !text.contains("inf"));
        let straight = Construction::new(
            InverseMass { tt: 2.5, tn: 0.0, nn: 2.5 },
            Velocity { slip: 1.0, normal: -1.0 },
            Friction::coulomb(0.0),
            0.0,
        );
        let text = svg(&straight.expect("an impact").sheet()).expect("it draws without friction");
        assert!(!text.contains("NaN") && !text.contains("slip stops"));
    }
}
