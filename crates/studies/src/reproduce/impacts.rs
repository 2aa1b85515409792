//! Figs 3.2, 3.3 and 4.1 and Table 3.1 of [WK91]: Routh's construction, the cases of an impact, a contact of patches.

use asperity::rigid::{Case, Friction, Hypothesis, InverseMass, Outcome, Velocity, impact};

use super::bench::Bench;
use asperity_lab::HostError;
use asperity_lab::half_space::{Elasticity, Indenter, Pressed, press};
use asperity_lab::number::scientific;
use asperity_lab::plot::{Axis, Chart, Curve, Stroke};
use asperity_lab::report::{Agreement, Entry, Finding, Table, judged};
use asperity_lab::routh::Construction;

/// Random impacts.
const IMPACTS: usize = 20_000;
/// Fraction of the energy in reach that counts as rounding.
const ROUNDED: f64 = 1e-12;
/// Uniform rod of 1 m and 1 kg at 45°, its tip ahead of the centre or behind it.
const ROD: InverseMass = InverseMass { tt: 2.5, tn: -1.5, nn: 2.5 };

/// Numbers of a linear congruence, 0 to 1: the same at every run.
pub(super) struct Random(pub u64);

impl Random {
    pub(super) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// −1 to 1.
    pub(super) fn signed(&mut self) -> f64 {
        2.0 * self.next() - 1.0
    }
}

/// An impact of which [WK91] speaks.
struct Struck {
    w: InverseMass,
    before: Velocity,
    mu: f64,
    e: f64,
}

impl Struck {
    fn random(random: &mut Random) -> Self {
        let (tt, nn) = (0.1 + random.next(), 0.1 + random.next());
        let w = InverseMass { tt, tn: 0.99 * random.signed() * (tt * nn).sqrt(), nn };
        let before = Velocity { slip: random.signed(), normal: -random.next() };
        Self { w, before, mu: 1.5 * random.next(), e: random.next() }
    }

    fn outcome(&self, hypothesis: Hypothesis) -> Result<Outcome, HostError> {
        impact(&self.w, self.before, Friction::coulomb(self.mu), hypothesis, self.e)
            .map_err(|fault| HostError::Request(fault.to_string()))
    }

    /// P_yc and P_ys where the line of limiting friction meets C = 0 and S = 0  [WK91 eq. 3.4], of either sign.
    fn intersections(&self) -> [f64; 2] {
        let (j, InverseMass { tt, tn, nn }) = (self.before.slip.signum(), self.w);
        [-self.before.normal / (nn - j * self.mu * tn), -self.before.slip / (tn - j * self.mu * tt)]
    }

    /// The case by [WK91 Table 3.1], as it is printed.
    fn by_table(&self) -> Case {
        let [p_yc, p_ys] = self.intersections();
        let sticks = self.w.tn.abs() <= self.mu * self.w.tt;
        match (sticks, p_ys) {
            (_, p_ys) if p_ys < 0.0 => Case::ForwardSliding,
            (true, p_ys) if p_ys < p_yc || p_yc < 0.0 => Case::StickingOnCompression,
            (false, p_ys) if p_ys < p_yc || p_yc < 0.0 => Case::ReversedOnCompression,
            (true, p_ys) if p_ys <= (1.0 + self.e) * p_yc => Case::StickingOnRestitution,
            (false, p_ys) if p_ys <= (1.0 + self.e) * p_yc => Case::ReversedOnRestitution,
            _ => Case::ForwardSliding,
        }
    }

    /// ½·uᵀ·W⁻¹·u
    fn energy(&self) -> f64 {
        let (InverseMass { tt, tn, nn }, Velocity { slip, normal }) = (self.w, self.before);
        0.5 * (nn * slip * slip - 2.0 * tn * slip * normal + tt * normal * normal) / (tt * nn - tn * tn)
    }
}

pub fn run(bench: &Bench) -> Result<Entry, HostError> {
    let construction = |mu, slip| {
        let before = Velocity { slip, normal: -(9.81_f64).sqrt() };
        Construction::new(ROD, before, Friction::coulomb(mu), 0.5)
            .map_err(|fault| HostError::Request(fault.to_string()))
    };
    let [reversed, sticking] = [construction(0.3, 1.0)?, construction(0.8, 1.0)?];
    let mut random = Random(1991);
    let cases = [
        (Case::ReversedOnCompression, "(a) slip reversed on compression"),
        (Case::ReversedOnRestitution, "(b) slip reversed on restitution"),
        (Case::StickingOnCompression, "(c) sticking on compression"),
        (Case::StickingOnRestitution, "(d) sticking on restitution"),
        (Case::ForwardSliding, "(e) forward sliding"),
    ];
    let mut counts = [[0_usize; 2]; 5];
    let mut greatest = [0.0_f64; 3];
    let mut gains = [0_usize; 3];
    for _ in 0..IMPACTS {
        let struck = Struck::random(&mut random);
        for (k, hypothesis) in Hypothesis::ALL.into_iter().enumerate() {
            let outcome = struck.outcome(hypothesis)?;
            let gain = -outcome.dissipated() / struck.energy();
            greatest[k] = greatest[k].max(gain);
            gains[k] += usize::from(gain > ROUNDED);
            if hypothesis == Hypothesis::Poisson
                && let Some(place) = cases.iter().position(|(case, _)| *case == outcome.case)
            {
                counts[place][0] += 1;
                counts[place][1] += usize::from(struck.by_table() == outcome.case);
            }
        }
    }
    let all: usize = counts.iter().map(|count| count[0]).sum();
    let agree: usize = counts.iter().map(|count| count[1]).sum();
    let (pressure, pressed, hertz) = patches(bench)?;
    let [newton, poisson, stronge] = gains;
    // (3.3) as printed, at the end of compression of the first construction
    let compressed = reversed.outcomes[0].compression.impulse;
    let of_line = |x: f64, y: f64| reversed.before.normal + x * compressed.tangential + y * compressed.normal;
    let (printed, derived) = (of_line(ROD.tt, ROD.tn), of_line(ROD.tn, ROD.nn));
    Ok(Entry {
        id: "wang-kumar".into(),
        title: "[WK91] Figs 3.2, 3.3, 4.1 and Table 3.1: impact with friction, contact of patches".into(),
        claim: "An impact with friction is a path in the plane of impulses, along the line of limiting friction until slip stops \
                (Fig. 3.2); the areas under the velocities over the normal impulse are the dissipated energies (Fig. 3.3). The \
                order of P_ys, P_yc and P_yT says which of five cases it is (Table 3.1). Newton's and Poisson's hypotheses can \
                violate the conservation of energy. A compliant contact is the sum of many patches (Fig. 4.1)."
            .into(),
        reading: format!(
            "[WK91] is Wang and Kumar, Analysis and Simulation of Mechanical Systems with Multiple Frictional Contacts, 1991. \
             The figures have no numbers: here a uniform rod of 1 m and 1 kg falls 0.5 m on its tip at 45°, with 1 m/s sideways \
             and e = 0.5, with μ = 0.3 and 0.8. {IMPACTS} random impacts have W, velocities, μ up to 1.5 and e drawn evenly. The \
             patches are a grid of 64 by 64 under a steel ball of 50 mm."
        ),
        pictures: vec![
            bench.drawing("wang-kumar-3", "[WK91] Figs 3.2 and 3.3, μ = 0.3: slip is reversed on compression", &reversed.sheet())?,
            bench.drawing("wang-kumar-3c", "[WK91] Figs 3.2 and 3.3, μ = 0.8: it sticks on compression", &sticking.sheet())?,
            pressure,
        ],
        tables: vec![Table {
            caption: "[WK91] Table 3.1: cases of the random impacts, Poisson's hypothesis".into(),
            head: ["case", "impacts", "of them as the table says"].map(String::from).to_vec(),
            rows: cases
                .iter()
                .zip(counts)
                .map(|((_, name), [count, same])| vec![(*name).into(), count.to_string(), same.to_string()])
                .collect(),
        }],
        findings: vec![
            judged(
                agree == all && counts.iter().all(|count| count[0] > 0),
                format!("Table 3.1: of {all} random impacts {agree} are of the case that it says, and every case is among them."),
            ),
            judged(
                newton > 0,
                format!(
                    "Section 3.2 (1): by Newton's hypothesis {newton} of {IMPACTS} gain energy, at most {:.1} % of what was in \
                     reach.",
                    100.0 * greatest[0]
                ),
            ),
            Finding::new(
                if poisson == 0 { Agreement::PaperErrs } else { Agreement::Unexplained },
                format!(
                    "Section 3.2 (1) says the same of Poisson's: {poisson} of them gain anything. At one point with one μ the work \
                     per normal impulse is concave, and not above 0 at the end of compression."
                ),
            ),
            judged(stronge == 0, format!("Stronge's hypothesis: {stronge} of them gain anything.")),
            Finding::new(
                if derived.abs() < ROUNDED && printed.abs() > 0.1 { Agreement::PaperErrs } else { Agreement::Unexplained },
                format!(
                    "(3.3a) as printed leaves {printed:.3} m/s at the end of compression of the first rod, with the velocities of \
                     (3.2b) {}: the two lines have each other's coefficients.",
                    scientific(derived, 1)
                ),
            ),
            judged(
                (pressed / hertz - 1.0).abs() < 2e-4,
                format!(
                    "Fig. 4.1: the patches bear {pressed:.3} N where Hertz has {hertz:.3} N, {} of it away.",
                    scientific(pressed / hertz - 1.0, 1)
                ),
            ),
        ],
        files: vec![],
    })
}

/// Pressure across the middle of a ball on a flat, the force of the patches and Hertz's.
fn patches(bench: &Bench) -> Result<(asperity_lab::report::Picture, f64, f64), HostError> {
    let steel = Elasticity { young: 2.1e11, poisson: 0.3 };
    let (radius, depth, grid): (f64, f64, usize) = (0.05, 1e-5, 64);
    let a = (radius * depth).sqrt();
    let pressed = Pressed {
        bodies: [steel; 2],
        indenter: Indenter::Paraboloid { radii: [radius; 2] },
        depth,
        tilt: [0.0; 2],
        side: 2.4 * a,
        grid,
    };
    let modulus = 0.5 * steel.young / (1.0 - steel.poisson * steel.poisson);
    let hertz = 4.0 / 3.0 * modulus * radius.sqrt() * depth * depth.sqrt();
    let peak = 1.5 * hertz / (std::f64::consts::PI * a * a);
    let found = press(&pressed).map_err(|fault| HostError::Request(fault.to_string()))?;
    let middle = grid / 2 * grid;
    let patches: Vec<(f64, f64)> =
        (middle..middle + grid).map(|patch| (1e3 * pressed.middle(patch)[0], 1e-9 * found.p[patch])).collect();
    // the row is half a patch off the middle
    let off = pressed.middle(middle)[1];
    let ideal = |x: f64| peak * (1.0 - (x * x + off * off) / (a * a)).max(0.0).sqrt();
    let line = (0..=400).map(|k| 1.2 * a * (f64::from(k) / 200.0 - 1.0)).map(|x| (1e3 * x, 1e-9 * ideal(x))).collect();
    let chart = Chart {
        title: "Pressure across a ball on a flat, patch by patch".into(),
        x: Axis::new("x [mm]"),
        y: Axis::new("p [GPa]"),
        curves: vec![
            Curve::new("Hertz", line).stroke(Stroke::Dashed).colour(1),
            Curve::markers("patches", asperity_lab::plot::Marker::Disc, patches).colour(0),
        ],
        ..Chart::default()
    };
    let picture =
        bench.drawing("wang-kumar-4", "[WK91] Fig. 4.1: the contact area as patches, its pressure", &chart)?;
    Ok((picture, found.force(), hertz))
}
