//! `asperity impact`

use std::io::{self, Write};

use asperity::rigid::{Body, Case, Fault, Friction, InverseMass, Outcome, Velocity};
use asperity_lab::number::{finite, number};
use asperity_lab::plot;
use asperity_lab::routh::{Construction, SlidingMasses};
use clap::Args;

use crate::Failure;
use crate::files::OutputFile;

#[derive(Args)]
pub struct Options {
    /// Mass of body 1 [kg]
    #[arg(long, value_name = "KG", requires_all = ["inertia", "arm"], allow_negative_numbers = true)]
    mass: Option<f64>,
    /// Inertia of body 1 about its centre of mass [kg m2]
    #[arg(long, value_name = "KGM2", requires = "mass", allow_negative_numbers = true)]
    inertia: Option<f64>,
    /// From the centre of mass of body 1 to the contact point, along the tangent and the normal, which points to body 1 [m]
    #[arg(long, value_name = "T,N", requires = "mass", allow_hyphen_values = true, value_parser = numbers::<2>)]
    arm: Option<[f64; 2]>,
    /// Mass of body 2 [kg] [default: it is fixed]
    #[arg(long, value_name = "KG", requires_all = ["mass", "inertia_2", "arm_2"], allow_negative_numbers = true)]
    mass_2: Option<f64>,
    /// Inertia of body 2 about its centre of mass [kg m2]
    #[arg(long, value_name = "KGM2", requires = "mass_2", allow_negative_numbers = true)]
    inertia_2: Option<f64>,
    /// From the centre of mass of body 2 to the contact point [m]
    #[arg(long, value_name = "T,N", requires = "mass_2", allow_hyphen_values = true, value_parser = numbers::<2>)]
    arm_2: Option<[f64; 2]>,
    /// Inverse effective mass of the contact point w_tt, w_tn, w_nn [1/kg], in the place of masses, inertias and arms
    #[arg(
        long,
        value_name = "TT,TN,NN",
        conflicts_with_all = ["mass", "inertia", "arm", "mass_2", "inertia_2", "arm_2"],
        required_unless_present = "mass",
        allow_hyphen_values = true,
        value_parser = numbers::<3>
    )]
    w: Option<[f64; 3]>,
    /// Velocity of body 1 against body 2 before the impact: slip, and along the normal, below 0 while they approach [m/s]
    #[arg(long, value_name = "SLIP,NORMAL", allow_hyphen_values = true, value_parser = numbers::<2>)]
    u: [f64; 2],
    /// Coefficient of friction of slip
    #[arg(long, allow_negative_numbers = true)]
    mu: f64,
    /// Coefficient of friction of sticking [default: --mu]
    #[arg(long, allow_negative_numbers = true)]
    mu_s: Option<f64>,
    /// Coefficient of restitution
    #[arg(long, allow_negative_numbers = true)]
    e: f64,
    /// SVG file to write: Routh's construction, Figs 3.2 and 3.3 of Wang and Kumar 1991
    #[arg(long, value_name = "FILE")]
    plot: Option<OutputFile>,
}

/// So many numbers with commas between them.
fn numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let found: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    let found = found.ok().and_then(|found| <[f64; N]>::try_from(found).ok());
    found.ok_or_else(|| format!("{N} numbers with commas between them are expected"))
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let found = options.construction()?;
    if let Some(path) = &options.plot {
        plot::write_svg(path, &found.sheet())?;
    }
    let mut out = io::stdout().lock();
    describe(&mut out, &found)?;
    if let Some(path) = &options.plot {
        writeln!(out, "\nWritten: {}", path.display())?;
    }
    Ok(())
}

impl Options {
    /// The impact. Errors: what cannot be, by the name of its option.
    fn construction(&self) -> Result<Construction, Failure> {
        let w = self.inverse_mass()?;
        let [slip, normal] = self.u;
        let friction = Friction { mu_s: self.mu_s.unwrap_or(self.mu), mu_k: self.mu };
        for (option, value) in [("--u: the slip", slip), ("--u: the normal velocity", normal)] {
            is_number(option, value)?;
        }
        within("--u: the normal velocity", normal, normal <= 0.0, "below 0: the bodies approach")?;
        within("--mu", friction.mu_k, friction.mu_k >= 0.0 && friction.mu_k.is_finite(), "0 or more")?;
        let holds = friction.mu_s >= friction.mu_k && friction.mu_s.is_finite();
        within("--mu-s", friction.mu_s, holds, &format!("--mu, {}, or more", number(friction.mu_k)))?;
        within("--e", self.e, (0.0..=1.0).contains(&self.e), "from 0 to 1")?;
        Construction::new(w, Velocity { slip, normal }, friction, self.e).map_err(|fault| match fault {
            Fault::NotApproaching { .. } => Failure::Usage(
                "--u: the normal velocity is 0 and sliding does not draw the bodies together: there is no impact"
                    .into(),
            ),
            fault => self.of_mass(fault),
        })
    }

    fn inverse_mass(&self) -> Result<InverseMass, Failure> {
        if let Some([tt, tn, nn]) = self.w {
            return Ok(InverseMass { tt, tn, nn });
        }
        let one = body("", self.mass, self.inertia, self.arm)?.unwrap_or(Body::FIXED);
        let two = body("-2", self.mass_2, self.inertia_2, self.arm_2)?.unwrap_or(Body::FIXED);
        InverseMass::from_bodies(&one, &two).map_err(|fault| self.of_mass(fault))
    }

    fn of_mass(&self, fault: Fault) -> Failure {
        let options = if self.w.is_some() { "--w" } else { "--mass, --inertia and --arm" };
        Failure::Usage(match fault {
            // as it stands, the text has all digits of three numbers
            Fault::NotPositiveDefinite { .. } => format!(
                "{options}: the inverse effective mass is not positive definite, w_tt > 0, w_nn > 0 and w_tn^2 < w_tt*w_nn \
                 must hold"
            ),
            Fault::NotFinite { .. } => format!("{options}: finite numbers are expected"),
            _ => "these numbers lead to no finite impact: look for one far too large or too small".into(),
        })
    }
}

/// The body of these options, `which` at the end of their names; none without a mass.
fn body(which: &str, mass: Option<f64>, inertia: Option<f64>, arm: Option<[f64; 2]>) -> Result<Option<Body>, Failure> {
    let (Some(mass), Some(inertia), Some([arm_t, arm_n])) = (mass, inertia, arm) else { return Ok(None) };
    for (name, value) in [("mass", mass), ("inertia", inertia)] {
        within(&format!("--{name}{which}"), value, value > 0.0 && value.is_finite(), "greater than 0")?;
    }
    for value in [arm_t, arm_n] {
        is_number(&format!("--arm{which}"), value)?;
    }
    Ok(Some(Body { mass, inertia, arm_t, arm_n }))
}

fn is_number(option: &str, value: f64) -> Result<(), Failure> {
    if value.is_finite() {
        return Ok(());
    }
    Err(Failure::Usage(format!("{option} is {}, it must be a finite number", number(value))))
}

fn within(option: &str, value: f64, fits: bool, range: &str) -> Result<(), Failure> {
    match fits {
        true => Ok(()),
        false => {
            let text = format!("{option} is {}, it must be {}{range}", number(value), finite(value));
            Err(Failure::Usage(text))
        }
    }
}

/// The case as [WK91 Table 3.1] letters it, and in words.
fn case(outcome: &Outcome) -> (&'static str, &'static str) {
    match outcome.case {
        Case::ReversedOnCompression => ("(a)", "slip stops during compression and goes on the other way"),
        Case::ReversedOnRestitution => ("(b)", "slip stops during restitution and goes on the other way"),
        Case::StickingOnCompression => ("(c)", "slip stops during compression, friction holds"),
        Case::StickingOnRestitution => ("(d)", "slip stops during restitution, friction holds"),
        Case::ForwardSliding => ("(e)", "slip keeps its direction"),
        Case::DirectSliding => ("direct, slides", "no slip before the impact, friction too weak to prevent it"),
        Case::DirectSticking => ("direct, sticks", "no slip before the impact, nor during it"),
        Case::Jam => ("jam", "no approach before the impact: sliding draws the bodies together until it stops"),
    }
}

/// Nine digits, with an exponent where they would be many zeros.
fn digits(value: f64) -> String {
    match format!("{value:.8e}").parse::<f64>() {
        Ok(rounded) if rounded.is_finite() => number(rounded),
        Ok(rounded) if rounded.is_infinite() => "infinite".into(),
        _ => "-".into(),
    }
}

fn describe(out: &mut impl Write, found: &Construction) -> io::Result<()> {
    let Construction { w, before, friction, e, outcomes } = found;
    let [m1, m2, m3] = w.effective_masses().map(digits);
    let [tt, tn, nn] = [w.tt, w.tn, w.nn].map(digits);
    writeln!(out, "Impact in the plane by Routh's construction (Wang and Kumar 1991, chapter 3)")?;
    writeln!(out, "  inverse mass     w_tt = {tt}, w_tn = {tn}, w_nn = {nn} 1/kg")?;
    writeln!(out, "                   m_1 = {m1}, m_2 = {m2}, m_3 = {m3} kg")?;
    let [slip, normal] = [before.slip, before.normal].map(digits);
    let energy = found.energy();
    writeln!(
        out,
        "  before           S_0 = {slip}, C_0 = {normal} m/s, {} J within reach of the impulse",
        digits(energy)
    )?;
    let [mu_s, mu_k, e] = [friction.mu_s, friction.mu_k, *e].map(digits);
    writeln!(out, "  coefficients     mu_s = {mu_s}, mu_k = {mu_k}, e = {e}")?;
    let j = found.direction();
    for (name, j) in [("slip", j), ("slip turned", -j)] {
        let SlidingMasses { m_x, m_y } = found.sliding_masses(j);
        writeln!(out, "  {name:<17}m_x = {}, m_y = {} kg", digits(m_x), digits(m_y))?;
    }
    writeln!(out, "  stick            m_y^sigma = {} kg", digits(found.sticking_mass()))?;

    let row = |out: &mut dyn Write, name: &str, value: &dyn Fn(&Outcome) -> String| {
        write!(out, "{name:<24}")?;
        outcomes.iter().try_for_each(|outcome| write!(out, " {:>16}", value(outcome)))?;
        writeln!(out)
    };
    writeln!(out, "\n{:<24} {:>16} {:>16} {:>16}", "", "Newton", "Poisson", "Stronge")?;
    row(out, "case", &|outcome| case(outcome).0.into())?;
    row(out, "P_yc [N s]", &|outcome| digits(outcome.compression.impulse.normal))?;
    row(out, "P_ys [N s]", &|outcome| outcome.slip_stop.map_or("-".into(), digits))?;
    row(out, "P_yT [N s]", &|outcome| digits(outcome.impulse().normal))?;
    row(out, "P_xT [N s]", &|outcome| digits(outcome.impulse().tangential))?;
    row(out, "slip after [m/s]", &|outcome| digits(outcome.after.slip))?;
    row(out, "separation after [m/s]", &|outcome| digits(outcome.after.normal))?;
    row(out, "D_n [J]", &|outcome| digits(outcome.dissipated_normal()))?;
    row(out, "D_t [J]", &|outcome| digits(outcome.dissipated_tangential()))?;
    row(out, "D_n + D_t [J]", &|outcome| digits(outcome.dissipated()))?;
    row(out, "of what is in reach [%]", &|outcome| digits(100.0 * outcome.dissipated() / energy))?;
    writeln!(out)?;
    let mut named: Vec<&str> = Vec::new();
    for outcome in outcomes {
        let (letter, words) = case(outcome);
        if !named.contains(&letter) {
            named.push(letter);
            writeln!(out, "{letter}: {words}")?;
        }
    }
    if outcomes.iter().all(|outcome| outcome.slip_stop.is_none()) {
        writeln!(out, "P_ys -: slip does not stop")?;
    }
    if outcomes.iter().any(|outcome| outcome.dissipated() < 0.0) {
        writeln!(
            out,
            "Note: a dissipation below 0 is energy from nowhere. Newton's hypothesis gives that where slip stops"
        )?;
    }
    Ok(())
}
