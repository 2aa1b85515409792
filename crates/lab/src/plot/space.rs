//! Paths in space, drawn in parallel projection within a box of labelled axes.

use plotters::style::WHITE;
use plotters::style::text_anchor::{HPos, VPos};

use super::super::HostError;
use super::Draw;
use super::canvas::{
    Anchor, Area, Colours, Drawn, FRAME, GRID, Look, Marker, Stroke, TITLE_HEIGHT, WIDTH, blend, canvas, legend,
    legend_width, mark, rule, text_width, trace, write,
};
use super::chart::Axis;
use super::scale::{Scale, bounds, widened};
use super::thin::Pixel;

/// A path in space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Its name in the legend; without one it is not in the legend.
    pub label: String,
    /// Width of the line in pixels.
    pub width: u32,
    /// How the line is drawn.
    pub stroke: Stroke,
    /// Whether its projection onto the floor of the box is drawn, in a lighter tone.
    pub shadow: bool,
    /// Whether a circle marks its start.
    pub start: bool,
    /// The points in the order of the path; those outside the axes are left out.
    pub points: Vec<[f64; 3]>,
}

impl Course {
    /// A path with its projection onto the floor and a circle at its start.
    pub fn new(label: impl Into<String>, points: Vec<[f64; 3]>) -> Self {
        Self { label: label.into(), width: 2, shadow: true, start: true, points, ..Self::default() }
    }

    /// A thin dashed line without projection, for what surrounds the paths.
    pub fn guide(label: impl Into<String>, points: Vec<[f64; 3]>) -> Self {
        let (stroke, shadow, start) = (Stroke::Dashed, false, false);
        Self { width: 1, stroke, shadow, start, ..Self::new(label, points) }
    }
}

/// Paths in a box.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// Above the box.
    pub title: String,
    /// x and y of the floor, z upwards; all three have one scale as long as the box stays readable.
    pub axes: [Axis; 3],
    /// Later ones lie on earlier ones.
    pub courses: Vec<Course>,
    /// Direction from the box to the eye, about z from x towards y [deg].
    pub azimuth: f64,
    /// Height of the eye above the floor [deg], 5 to 85.
    pub elevation: f64,
}

impl Default for Space {
    fn default() -> Self {
        Self { title: String::new(), axes: Default::default(), courses: Vec::new(), azimuth: -60.0, elevation: 25.0 }
    }
}

/// No edge of the box is shorter than this part of the longest: short ones are stretched.
const SHORTEST: f64 = 0.4;
/// Room for numbers and names to the sides of the box and below it.
const ASIDE: f64 = 95.0;
const UNDER: f64 = 48.0;
const HIGHEST: f64 = 550.0;
/// From an edge to its numbers.
const OFFSET: f64 = 8.0;
/// Room for numbers between an edge and its name, at least.
const LEAST_ROOM: f64 = 20.0;
/// About as far along an edge from one number to the next.
const SPACING: f64 = 55.0;
/// How light a projection is.
const SHADE: f64 = 0.6;

/// Ranges of the axes and how they lie on the canvas. Points of the box are given as parts of its edges.
struct Scene {
    ranges: [(f64, f64); 3],
    /// From one end of an edge to the other.
    edges: [Pixel; 3],
    /// Place of the corner of the least values.
    origin: Pixel,
    /// Where the sides of x and y that face the eye are: 0 or 1.
    near: [f64; 2],
}

impl Scene {
    /// Place of a point of the box.
    fn part(&self, parts: [f64; 3]) -> Pixel {
        self.edges
            .iter()
            .zip(parts)
            .fold(self.origin, |place, (edge, part)| (place.0 + part * edge.0, place.1 + part * edge.1))
    }

    /// Place of a point in space, if it is in the box.
    fn at(&self, point: [f64; 3]) -> Option<Pixel> {
        let mut parts = [0.0; 3];
        for ((part, value), (low, high)) in parts.iter_mut().zip(point).zip(self.ranges) {
            *part = (value - low) / (high - low);
        }
        parts.iter().all(|part| (-1e-9..=1.0 + 1e-9).contains(part)).then(|| self.part(parts))
    }

    fn far(&self) -> [f64; 2] {
        self.near.map(|near| 1.0 - near)
    }

    /// Where the number of an axis stands: at the edges of the floor in front, z at the leftmost edge upwards.
    fn number(&self, axis: usize, part: f64) -> [f64; 3] {
        let ([near_x, near_y], [far_x, far_y]) = (self.near, self.far());
        let across = |corner: [f64; 2]| self.part([corner[0], corner[1], 0.0]).0;
        match axis {
            0 => [part, near_y, 0.0],
            1 => [near_x, part, 0.0],
            _ if across([near_x, far_y]) < across([far_x, near_y]) => [near_x, far_y, part],
            _ => [far_x, near_y, part],
        }
    }

    /// Unit direction out of the box where the numbers of an axis stand.
    fn outward(&self, axis: usize) -> Pixel {
        let (edge, near) = match axis {
            0 => (self.edges[1], self.near[1]),
            1 => (self.edges[0], self.near[0]),
            _ => return (-1.0, 0.0),
        };
        let way = if near > 0.5 { 1.0 } else { -1.0 } / edge.0.hypot(edge.1);
        (way * edge.0, way * edge.1)
    }

    /// Line of the grid over floor and wall, or over both walls.
    fn grid(&self, axis: usize, part: f64) -> [[f64; 3]; 3] {
        let ([near_x, near_y], [far_x, far_y]) = (self.near, self.far());
        match axis {
            0 => [[part, near_y, 0.0], [part, far_y, 0.0], [part, far_y, 1.0]],
            1 => [[near_x, part, 0.0], [far_x, part, 0.0], [far_x, part, 1.0]],
            _ => [[near_x, far_y, part], [far_x, far_y, part], [far_x, near_y, part]],
        }
    }

    /// Draws the grid, and numbers and name of an axis.
    fn draw_axis(&self, area: &Area, axis: usize, name: &str) -> Drawn {
        let (edge, (low, high), out) = (self.edges[axis], self.ranges[axis], self.outward(axis));
        let scale = Scale::new((low, high), (edge.0.hypot(edge.1) / SPACING).clamp(2.0, 10.0) as usize);
        let mut widest = LEAST_ROOM;
        for (value, text) in &scale.ticks {
            let part = (value - low) / (high - low);
            for pair in self.grid(axis, part).windows(2) {
                rule(area, self.part(pair[0]), self.part(pair[1]), GRID)?;
            }
            widest = widest.max(text_width(text));
            beside(area, text, self.part(self.number(axis, part)), out, OFFSET)?;
        }
        let name = scale.name(name);
        if axis == 2 {
            let (x, y) = self.part(self.number(axis, 1.0));
            return write(area, &name, (x, y - 0.5 * OFFSET), Anchor(HPos::Right, VPos::Bottom));
        }
        beside(area, &name, self.part(self.number(axis, 0.5)), out, 2.5 * OFFSET + widest)
    }

    /// Draws the edges of the floor and of the two walls behind.
    fn draw_edges(&self, area: &Area) -> Drawn {
        let ([near_x, near_y], [far_x, far_y]) = (self.near, self.far());
        let floor = [[near_x, near_y], [far_x, near_y], [far_x, far_y], [near_x, far_y], [near_x, near_y]];
        let place = |[x, y]: [f64; 2], z| self.part([x, y, z]);
        for pair in floor.windows(2) {
            rule(area, place(pair[0], 0.0), place(pair[1], 0.0), FRAME)?;
        }
        for corner in &floor[1..4] {
            rule(area, place(*corner, 0.0), place(*corner, 1.0), FRAME)?;
        }
        floor[1..4].windows(2).try_for_each(|pair| rule(area, place(pair[0], 1.0), place(pair[1], 1.0), FRAME))
    }
}

impl Draw for Space {
    fn svg(&self) -> Result<String, HostError> {
        let beside = legend_width(self.courses.iter().map(|course| course.label.as_str()));
        let ranges = self.ranges()?;
        let sizes = sizes(&ranges);
        let elevation = self.elevation.clamp(5.0, 85.0);
        let units = units(self.azimuth, elevation);
        // Extent of the box per unit of its longest edge.
        let extent = |pick: fn(Pixel) -> f64| (0..3).map(|axis| (sizes[axis] * pick(units[axis])).abs()).sum::<f64>();
        let (across, up) = (extent(|unit| unit.0), extent(|unit| unit.1));
        let room = WIDTH - beside - 2.0 * ASIDE;
        let scale = (room / across).min(HIGHEST / up);
        let edges: [Pixel; 3] =
            std::array::from_fn(|axis| (scale * sizes[axis] * units[axis].0, scale * sizes[axis] * units[axis].1));
        let least = |pick: fn(Pixel) -> f64| edges.iter().map(|&edge| pick(edge).min(0.0)).sum::<f64>();
        let top = TITLE_HEIGHT + 10.0;
        let left = ASIDE + 0.5 * (room - scale * across);
        let origin = (left - least(|edge| edge.0), top - least(|edge| edge.1));
        let near = [self.azimuth.to_radians().cos(), self.azimuth.to_radians().sin()];
        let near = near.map(|way| if way > 0.0 { 1.0 } else { 0.0 });
        let scene = Scene { ranges, edges, origin, near };
        let height = top + scale * up + UNDER;
        canvas(height, &self.title, |area| {
            for (axis, Axis { name, .. }) in self.axes.iter().enumerate() {
                scene.draw_axis(area, axis, name)?;
            }
            scene.draw_edges(area)?;
            self.draw_courses(area, &scene)?;
            let look = |number| Look { marker: None, ..self.look(number) };
            let entries = self.courses.iter().enumerate().map(|(n, course)| (course.label.as_str(), look(n)));
            legend(area, WIDTH - beside, top, entries)
        })
    }
}

impl Space {
    fn ranges(&self) -> Result<[(f64, f64); 3], HostError> {
        let mut ranges = [(0.0, 1.0); 3];
        let mut free = [true; 3];
        for (axis, range) in ranges.iter_mut().enumerate() {
            let fixed = self.axes[axis].fixed()?;
            let values = self.courses.iter().flat_map(|course| &course.points).map(|point| point[axis]);
            *range = fixed.unwrap_or_else(|| bounds(values));
            free[axis] = fixed.is_none();
        }
        // A path in a plane has a box all the same.
        let longest = ranges.iter().map(|range| range.1 - range.0).fold(0.0, f64::max);
        for (range, _) in ranges.iter_mut().zip(free).filter(|(_, free)| *free) {
            let missing = (0.1 * longest - (range.1 - range.0)).max(0.0);
            *range = widened((range.0 - 0.5 * missing, range.1 + 0.5 * missing), 0.03);
        }
        Ok(ranges)
    }

    fn draw_courses(&self, area: &Area, scene: &Scene) -> Drawn {
        let floor = scene.ranges[2].0;
        for (number, course) in self.courses.iter().enumerate().filter(|(_, course)| course.shadow) {
            let look = self.look(number);
            let look = Look { colour: blend(look.colour, WHITE, SHADE), ..look };
            draw(area, course.points.iter().map(|&[x, y, _]| scene.at([x, y, floor])), look)?;
        }
        for (number, course) in self.courses.iter().enumerate() {
            draw(area, course.points.iter().map(|&point| scene.at(point)), self.look(number))?;
        }
        Ok(())
    }

    fn look(&self, number: usize) -> Look {
        let course = &self.courses[number];
        let marker = course.start.then_some(Marker::Circle);
        let colour = Colours::Distinct.pick(number, self.courses.len());
        Look { colour, width: course.width, stroke: course.stroke, marker }
    }
}

/// Draws a path in pieces between points that are not in the box, and its start.
fn draw(area: &Area, places: impl Iterator<Item = Option<Pixel>>, look: Look) -> Drawn {
    let places: Vec<Option<Pixel>> = places.collect();
    for piece in places.split(Option::is_none) {
        let piece: Vec<Pixel> = piece.iter().flatten().copied().collect();
        if piece.len() > 1 {
            trace(area, &piece, look)?;
        }
    }
    let start: Vec<Pixel> = places.first().copied().flatten().into_iter().collect();
    mark(area, &start, look)
}

/// Lengths of the edges: the ranges themselves, of one scale, but for short ones; the longest is 1.
fn sizes(ranges: &[(f64, f64); 3]) -> [f64; 3] {
    let longest = ranges.iter().map(|range| range.1 - range.0).fold(0.0, f64::max);
    ranges.map(|(low, high)| ((high - low) / longest).max(SHORTEST))
}

/// Where the unit vectors of x, y and z point on the canvas (y down), seen from this azimuth and elevation [deg].
fn units(azimuth: f64, elevation: f64) -> [Pixel; 3] {
    let ((sin_a, cos_a), (sin_e, cos_e)) = (azimuth.to_radians().sin_cos(), elevation.to_radians().sin_cos());
    [(-sin_a, sin_e * cos_a), (cos_a, sin_e * sin_a), (0.0, -cos_e)]
}

/// Writes a text outside the box, on the side the direction points to.
fn beside(area: &Area, text: &str, at: Pixel, out: Pixel, offset: f64) -> Drawn {
    let place = (at.0 + offset * out.0, at.1 + offset * out.1);
    let across = match out.0 {
        way if way > 0.5 => HPos::Left,
        way if way < -0.5 => HPos::Right,
        _ => HPos::Center,
    };
    let down = if out.1 > 0.5 { VPos::Top } else { VPos::Center };
    write(area, text, place, Anchor(across, down))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helix() -> Space {
        let turn = |k: i32| {
            let angle = f64::from(k) * 1e-3;
            [angle.cos(), 0.2 * angle, angle.sin()]
        };
        Space {
            title: "A helix".into(),
            axes: [Axis::new("x [m]"), Axis::new("y [m]"), Axis::new("z [m]")],
            courses: vec![Course::new("centre", (0..100_000).map(turn).collect())],
            ..Space::default()
        }
    }

    /// The three unit vectors of an orthonormal frame, projected onto a plane, have squares of 2 in sum.
    #[test]
    fn the_projection_is_orthographic() {
        for (azimuth, elevation) in [(-60.0, 25.0), (30.0, 60.0), (200.0, 5.0)] {
            let units = units(azimuth, elevation);
            let square: f64 = units.iter().map(|unit| unit.0 * unit.0 + unit.1 * unit.1).sum();
            assert!((square - 2.0).abs() < 1e-12, "{square}");
        }
        // From +x: y to the right, z up. From above: x down for the eye at +x.
        let front = units(0.0, 0.0);
        assert_eq!((front[1], front[2]), ((1.0, 0.0), (0.0, -1.0)));
        assert!((units(0.0, 90.0)[0].1 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_path_has_a_shadow_and_a_start() {
        let text = helix().svg().expect("it draws");
        for word in ["A helix", "x [m]", "y [m]", "z [m]", "centre", "<circle"] {
            assert!(text.contains(word), "{word} is missing");
        }
        let thick = |text: &str| text.lines().filter(|line| line.contains("stroke-width=\"20\"")).count();
        // Path, shadow and the piece in the legend.
        assert_eq!(thick(&text), 3);
        let mut bare = helix();
        bare.courses[0].shadow = false;
        assert_eq!(thick(&bare.svg().expect("it draws")), 2);
        assert!(text.len() < 200_000, "{}", text.len());
    }

    #[test]
    fn what_is_outside_the_axes_is_left_out() {
        let mut cut = helix();
        let circles = |space: &Space| space.svg().expect("it draws").matches("<circle").count();
        assert_eq!(circles(&cut), 2);
        // The helix starts at x = 1, z = 0.
        cut.axes[2] = Axis::new("z [m]").from_to(0.5, 1.0);
        assert_eq!(circles(&cut), 1, "only the shadow's");
        cut.axes[0] = Axis::new("x [m]").from_to(-1.0, 0.5);
        assert_eq!(circles(&cut), 0);
    }

    #[test]
    fn a_path_in_a_plane_has_a_box_all_the_same() {
        let mut flat = helix();
        flat.courses[0].points.iter_mut().for_each(|point| point[1] = 5.0);
        let ranges = flat.ranges().expect("ranges");
        // A tenth of the other two, which are 2 long, and three hundredths of that at both ends.
        assert!((ranges[1].0 - 4.894).abs() < 1e-6 && (ranges[1].1 - 5.106).abs() < 1e-6, "{ranges:?}");
        flat.courses[0].points.truncate(1);
        assert!(flat.svg().expect("it draws").contains("<circle"));
    }
}
