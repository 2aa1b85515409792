//! Slopes by differences over three steps, extrapolated to none after Richardson.

// every test program is a crate of its own and uses only a part
#![allow(dead_code)]

/// Slope at 0 of each number of a function, from central differences over h, h/2 and h/4 with an error of h⁶, and by how much the last extrapolation has
/// moved it: where that is large, the function has a bend within h.
pub fn slopes<const N: usize>(h: f64, f: impl Fn(f64) -> [f64; N]) -> [(f64, f64); N] {
    let [whole, half, quarter] = [h, 0.5 * h, 0.25 * h].map(|h| {
        let (ahead, behind) = (f(h), f(-h));
        std::array::from_fn::<f64, N, _>(|k| (ahead[k] - behind[k]) / (2.0 * h))
    });
    std::array::from_fn(|k| {
        let [coarse, fine] = [(whole[k], half[k]), (half[k], quarter[k])].map(|(far, near)| near + (near - far) / 3.0);
        (fine + (fine - coarse) / 15.0, (fine - coarse).abs())
    })
}

/// Counts how many slopes were compared, and how many had a bend beside them.
#[derive(Default)]
pub struct Compared {
    smooth: usize,
    bent: usize,
}

impl Compared {
    /// Whether a slope may differ at all, and if not by more than 1e-8 of `scale`: those that the last extrapolation moves by more than a tenth of that are
    /// beside a bend.
    pub fn differs(&mut self, slope: f64, (wanted, moved): (f64, f64), scale: f64) -> bool {
        if moved > 1e-9 * scale {
            self.bent += 1;
            return false;
        }
        self.smooth += 1;
        (slope - wanted).abs() > 1e-8 * scale
    }

    /// Share of those that were compared.
    pub fn share(&self) -> f64 {
        self.smooth as f64 / (self.smooth + self.bent).max(1) as f64
    }
}
