//! Normals of faces along which two convex bodies are apart or meet.

/// How bodies stand along the normal of a face of one of them.
#[derive(Clone, Copy)]
pub struct Axis {
    /// Distance of the other body from the face [m]
    pub apart: f64,
    /// By which its nearest place comes nearer in the step [m]
    pub closing: f64,
    /// The body, and its face
    pub k: usize,
    pub face: usize,
}

/// Hands on one after the other.
pub type Axes<'a> = dyn Fn(&mut dyn FnMut(Axis)) + 'a;

impl Axis {
    /// When they meet along it, by the step [1]; infinite of those that pass each other.
    pub fn entry(&self, slack: f64) -> f64 {
        if self.closing > slack { self.apart.max(0.0) / self.closing } else { f64::INFINITY }
    }

    /// The one along which bodies are farthest apart; if they meet along that one within the step, the one along which they do so last: bodies touch when they
    /// have met along all of them. `slack` [m]: less is no difference
    pub fn last(axes: &Axes, slack: f64) -> Self {
        let mut best = Axis { apart: f64::NEG_INFINITY, closing: 0.0, k: 0, face: 0 };
        for is_last in [false, true] {
            if is_last && best.entry(slack) >= 1.0 {
                break;
            }
            axes(&mut |of: Axis| {
                let is_better = match is_last {
                    false => of.apart > best.apart + slack,
                    true => of.apart >= -slack && of.entry(slack) > best.entry(slack),
                };
                if is_better {
                    best = of;
                }
            });
        }
        best
    }

    /// By which part of the step they have moved when they meet along it, or still have none [1].
    pub fn until_met(&self, slack: f64) -> f64 {
        let entry = self.entry(slack);
        if entry < 1.0 { entry } else { 0.0 }
    }
}
