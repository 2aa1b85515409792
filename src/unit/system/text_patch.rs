//! The patch of a pair: `patch = { shape, size, points }`, or points with weights.

use super::located::{Error, Table, Value};
use super::patch::{FEWEST_POINTS, MOST_POINTS, Patch, carriers, lower_end};
use super::shapes::Shape;
use crate::fmi::number::Number;
use crate::physics::{Quaternion, Vector3};

/// What the key says, before it is known which shape carries it.
pub struct PatchTable<'a> {
    table: Table<'a>,
    patch: Patch,
    position: Option<Vector3<f64>>,
    orientation: Quaternion<f64>,
}

#[derive(Clone, Copy)]
enum Region {
    Disc,
    Ring,
    Rectangle,
}

impl<'a> PatchTable<'a> {
    pub fn of(table: Table<'a>) -> Result<Self, Error> {
        table.only(&["shape", "size", "points", "weights", "position", "orientation"])?;
        let mut position = table.get("position").map(|value| value.vector()).transpose()?;
        let orientation = match table.get("orientation") {
            Some(given) => given.orientation()?,
            None => Quaternion::new(1.0, 0.0, 0.0, 0.0),
        };
        let patch = match table.get("shape") {
            Some(shape) => {
                const REGIONS: [(&str, Region); 3] =
                    [("disc", Region::Disc), ("ring", Region::Ring), ("rectangle", Region::Rectangle)];
                region(&table, shape.one_of(&REGIONS)?)?
            }
            None => {
                position = position.or(Some(Vector3::zeros()));
                listed(&table)?
            }
        };
        Ok(PatchTable { table, patch, position, orientation })
    }

    /// Which of two shapes carries it, the second one only if the first cannot or `is_second_first`, and the patch in the frame of that shape.
    pub fn on(&self, [a, b]: [&Shape; 2], is_second_first: bool) -> Result<(usize, Patch), Error> {
        let carries = carriers(a, b).map_err(|why| self.table.wrong(why))?;
        let side = usize::from(carries[1] && (is_second_first || !carries[0]));
        let shape = [a, b][side];
        let position = self.position.or_else(|| lower_end(shape)).ok_or_else(|| {
            self.table.wrong(format!("position is missing: where the face of a {} is, nobody knows", shape.name()))
        })?;
        Ok((side, self.patch.clone().placed(&position, &self.orientation)))
    }

    /// Errors: always; `why` with line and key.
    pub fn wrong(&self, why: impl Into<String>) -> Error {
        self.table.wrong(why)
    }
}

fn positive(value: &Value) -> Result<f64, Error> {
    let number = value.number()?;
    if number > 0.0 { Ok(number) } else { Err(value.wrong(format!("{} must be > 0", Number(number)))) }
}

/// Two numbers > 0.
fn two(value: &Value) -> Result<[f64; 2], Error> {
    let numbers = value.numbers()?;
    value.items()?.iter().try_for_each(|item| positive(item).map(drop))?;
    Ok(numbers)
}

fn region(table: &Table, region: Region) -> Result<Patch, Error> {
    if let Some(weights) = table.get("weights") {
        return Err(weights.wrong("weights are those of points that are listed, without shape"));
    }
    let (size, points) = (table.required("size")?, table.required("points")?);
    let counts = points.numbers::<2>()?;
    let is_round = !matches!(region, Region::Rectangle);
    if counts.iter().any(|count| *count < 1.0 || count.fract() != 0.0) {
        return Err(points.wrong("both must be whole numbers >= 1"));
    }
    let total = counts[0] * counts[1];
    if total > MOST_POINTS as f64 {
        return Err(points.wrong(format!("{total} points are more than {MOST_POINTS}")));
    }
    if total < FEWEST_POINTS as f64 || is_round && counts[1] < FEWEST_POINTS as f64 {
        let where_ = if is_round { " on each circle" } else { "" };
        return Err(points.wrong(format!("there must be at least {FEWEST_POINTS}{where_}")));
    }
    let counts = counts.map(|count| count as usize);
    Ok(match region {
        Region::Disc => Patch::ring(0.0, positive(&size)?, counts),
        Region::Ring => {
            let [inner, outer] = two(&size)?;
            if inner >= outer {
                return Err(size.wrong(format!("the inner radius {inner} must be < the outer one {outer}")));
            }
            Patch::ring(inner, outer, counts)
        }
        Region::Rectangle => Patch::rectangle(two(&size)?, counts),
    })
}

fn listed(table: &Table) -> Result<Patch, Error> {
    if let Some(size) = table.get("size") {
        return Err(size.wrong("size is that of a shape = \"disc\", \"ring\" or \"rectangle\""));
    }
    let (points, weights) = (table.required("points")?, table.required("weights")?);
    let places = points.vectors()?;
    let areas: Vec<f64> = weights.items()?.iter().map(positive).collect::<Result<_, _>>()?;
    if places.len() < FEWEST_POINTS {
        return Err(points.wrong(format!("{} points: there must be at least {FEWEST_POINTS}", places.len())));
    }
    if areas.len() != places.len() {
        return Err(weights.wrong(format!("{} weights for {} points", areas.len(), places.len())));
    }
    let both = places.into_iter().map(Vector3::from).zip(areas);
    Patch::of_points(both.collect()).map_err(|why| points.wrong(why))
}
