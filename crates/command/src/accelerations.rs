//! `asperity accelerations`

use std::io::{self, Write};

use asperity::rigid::Fault;
use asperity::rigid::acceleration::{
    AccelerationFault, AccelerationOutcome, ConditionB, ContactMotion, ContactProblem, ContactSolution, ContactState,
    Existence, FrictionMap, Refutation, RigidContact, Uniqueness, Verdict, accelerations,
};
use asperity::unit::system::located::{Error, Table, Value, root};
use asperity_lab::number::number;
use clap::Args;
use nalgebra::{DMatrix, DVector, MatrixXx3};

use crate::Failure;
use crate::files::InputFile;

#[derive(Args)]
pub struct Options {
    /// TOML file with A and b, or J, M, f and bias, and a list of contacts
    file: InputFile,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let place = options.file.display();
    let text = std::fs::read_to_string(&options.file)
        .map_err(|error| Failure::Usage(format!("{place} cannot be read: {error}")))?;
    let wrong = |error: Error| Failure::Usage(format!("{place}, {error}"));
    let root = root(&text).map_err(wrong)?;
    let file = Value::of(&text, &root).as_table().map_err(wrong)?;
    let refused = |fault: AccelerationFault| match located(&file, &fault) {
        Some(error) => wrong(error),
        None => Failure::Usage(format!("{place}: {fault}")),
    };
    let problem = problem(&file).map_err(wrong)?.map_err(refused)?;
    let outcome = accelerations(&problem).map_err(refused)?;
    describe(&mut io::stdout().lock(), &problem, &outcome)?;
    match outcome.verdict {
        Verdict::Unsolved => Err(Failure::Failed("neither a solution nor a proof that there is none was found".into())),
        Verdict::Solved | Verdict::NoSolution(_) => Ok(()),
    }
}

/// The problem of a file. Errors: the line and the key that cannot be; what cannot be computed with.
fn problem(file: &Table) -> Result<Result<ContactProblem, AccelerationFault>, Error> {
    file.only(&["A", "b", "J", "M", "f", "bias", "contacts"])?;
    let contacts: Vec<RigidContact> =
        file.required("contacts")?.tables()?.iter().map(contact).collect::<Result<_, _>>()?;
    let contacts = DVector::from_vec(contacts);
    if file.get("J").is_none() {
        if let Some(key) = ["M", "f", "bias"].iter().find_map(|key| file.get(key)) {
            return Err(key.wrong("belongs to J, which is missing"));
        }
        let a = matrix(&file.required("A")?)?;
        return Ok(Ok(ContactProblem { a, b: vector(&file.required("b")?)?, contacts }));
    }
    if let Some(key) = ["A", "b"].iter().find_map(|key| file.get(key)) {
        return Err(key.wrong("follows from J, M, f and bias"));
    }
    let jacobian = matrix(&file.required("J")?)?;
    let bias = file.get("bias").map_or(Ok(DVector::zeros(jacobian.nrows())), |value| vector(&value))?;
    let (mass, force) = (matrix(&file.required("M")?)?, vector(&file.required("f")?)?);
    Ok(ContactProblem::of_bodies(&jacobian, &mass, &force, &bias, contacts))
}

/// A fault by the line and the key of the file, whose lists are counted from 1; None: it is of no single place.
fn located(file: &Table, fault: &AccelerationFault) -> Option<Error> {
    let number = |contact: usize, key: &str| {
        let table = file.get("contacts")?.tables().ok()?.into_iter().nth(contact)?;
        let of_a_map = |map: &&str| table.table(map).ok()??.get(key);
        table.get(key).or_else(|| ["ellipsoid", "mixed"].iter().find_map(of_a_map))
    };
    let (value, text) = match *fault {
        AccelerationFault::OutOfRange { contact, name, value, must } => {
            (number(contact, name), format!("is {value:?}; it must be {must}"))
        }
        AccelerationFault::Unlimited { contact, t, o, r } => {
            let text =
                format!("these do not enclose 0: nothing limits friction along (t, o, r) = ({t:?}, {o:?}, {r:?})");
            (number(contact, "polyhedron"), text)
        }
        AccelerationFault::SlidesAtRest { contact } => {
            (number(contact, "v"), "slides with v = 0: at rest it is rolling".into())
        }
        AccelerationFault::NoSuchRow { contact, row, value } => {
            (number(contact, "v"), format!("there is no row {row}, but it slides there with {value:?}"))
        }
        AccelerationFault::Number(Fault::NotSymmetric { name, row, column, value, mirrored }) => {
            let rows = file.get(name)?.items().ok()?;
            let element = rows.get(row)?.items().ok()?.into_iter().nth(column);
            let other = format!("{name}[{}][{}]", column + 1, row + 1);
            (element, format!("is {value:?}, but {other} is {mirrored:?}: {name} must be symmetric"))
        }
        AccelerationFault::Number(Fault::WrongSize { name, found, needed }) => {
            (file.get(name), format!("{found} where {needed} are needed"))
        }
        AccelerationFault::Number(Fault::NotDefinite { name, .. }) => {
            (file.get(name), "is not positive definite".into())
        }
        AccelerationFault::Indefinite { .. } => (file.get("A"), fault.to_string()),
        AccelerationFault::TooManyContacts { .. } | AccelerationFault::TooManyCombinations { .. } => {
            (file.get("contacts"), fault.to_string())
        }
        AccelerationFault::Number(_) => return None,
    };
    value.map(|value| value.wrong(text))
}

fn vector(value: &Value) -> Result<DVector<f64>, Error> {
    Ok(DVector::from_vec(value.items()?.iter().map(Value::number).collect::<Result<_, _>>()?))
}

/// Rows of equal length.
fn matrix(value: &Value) -> Result<DMatrix<f64>, Error> {
    let rows: Vec<DVector<f64>> = value.items()?.iter().map(vector).collect::<Result<_, _>>()?;
    let columns = rows.first().map_or(0, |row| row.len());
    if rows.iter().any(|row| row.len() != columns) {
        return Err(value.wrong("must have rows of equal length"));
    }
    Ok(DMatrix::from_fn(rows.len(), columns, |i, j| rows[i][j]))
}

const MAPS: &str =
    "line = true, ellipsoid = { e_t, e_o, e_r }, mixed = { e_t, e_o, e_r } or polyhedron = [[alpha, beta, gamma], ...]";

fn contact(table: &Table) -> Result<RigidContact, Error> {
    table.only(&["mu", "line", "ellipsoid", "mixed", "polyhedron", "v"])?;
    let mut maps = ["line", "ellipsoid", "mixed", "polyhedron"].iter().filter_map(|key| table.get(key));
    let (Some(map), None) = (maps.next(), maps.next()) else {
        return Err(table.wrong(format!("a contact has one of {MAPS}")));
    };
    let map = match map.key.as_str() {
        "line" if map.boolean()? => FrictionMap::Line,
        "line" => return Err(map.wrong(format!("must be true; else a contact has one of {MAPS}"))),
        "polyhedron" => {
            let planes = map.vectors()?;
            FrictionMap::Polyhedron { planes: MatrixXx3::from_fn(planes.len(), |i, j| planes[i][j]) }
        }
        kind => {
            let sizes = map.as_table()?;
            sizes.only(&["e_t", "e_o", "e_r"])?;
            let size = |key: &str| sizes.get(key).map_or(Ok(1.0), |value| value.number());
            let (e_t, e_o) = (size("e_t")?, size("e_o")?);
            if kind == "mixed" {
                FrictionMap::Mixed { e_t, e_o, e_r: sizes.required("e_r")?.number()? }
            } else {
                FrictionMap::Ellipsoid { e_t, e_o, e_r: sizes.get("e_r").map(|value| value.number()).transpose()? }
            }
        }
    };
    let motion = match table.get("v") {
        Some(value) => ContactMotion::Sliding { v: value.vector()? },
        None => ContactMotion::Rolling,
    };
    Ok(RigidContact { mu: table.required("mu")?.number()?, map, motion })
}

/// Ten digits.
fn digits(value: f64) -> String {
    format!("{value:.9e}").parse().map_or("-".into(), number)
}

const ROWS: [&str; 4] = ["n", "t", "o", "r"];

fn describe(out: &mut impl Write, problem: &ContactProblem, outcome: &AccelerationOutcome) -> io::Result<()> {
    writeln!(out, "Accelerations of rigid bodies that touch (Pang and Trinkle 1996)")?;
    let certificate = &outcome.certificate;
    writeln!(
        out,
        "  rank             {} of {}, mu_bar = {}",
        certificate.rank,
        certificate.rows,
        digits(certificate.mu_bar)
    )?;
    let existence = match certificate.existence {
        Existence::ByA => "by (A)",
        Existence::ByB => "by (B)",
        Existence::NotGuaranteed => "not guaranteed",
    };
    let uniqueness = match certificate.uniqueness {
        Uniqueness::Guaranteed => format!("guaranteed, every mu is below mu_bar = {}", digits(certificate.mu_bar)),
        Uniqueness::NotGuaranteed => "not guaranteed".into(),
        Uniqueness::Refuted(count) => format!("refuted, {count} solutions were found"),
    };
    writeln!(out, "  existence        {existence}\n  uniqueness       {uniqueness}")?;
    let condition = match &certificate.condition_b {
        ConditionB::Holds { min: Some(min) } => format!("holds, the least b*c is {} m/s2", digits(*min)),
        ConditionB::Holds { min: None } => "holds, no force moves nothing".into(),
        ConditionB::Fails { c } => {
            format!("fails with c = ({})", c.iter().map(|c| digits(*c)).collect::<Vec<_>>().join(", "))
        }
        ConditionB::NotApplicable => "says nothing, a contact slides".into(),
        ConditionB::Open => "open, by rounding".into(),
    };
    writeln!(out, "  condition (B)    {condition}")?;
    match &outcome.verdict {
        Verdict::Solved => {
            let all: Vec<&ContactSolution> = core::iter::once(&outcome.solution).chain(outcome.others.iter()).collect();
            for (k, solution) in (1..).zip(&all) {
                let which = if all.len() > 1 { format!(" {k} of {}", all.len()) } else { String::new() };
                writeln!(out, "\nSolution{which}, residual {:.1e}", solution.residual)?;
                table(out, problem, solution)?;
            }
        }
        Verdict::NoSolution(Refutation::Virtual { v }) => {
            let v: Vec<String> = v.iter().map(|v| digits(*v)).collect();
            writeln!(
                out,
                "\nNo solution: v*a < 0 for every force that friction admits, but no a_n may be below 0\n  v = ({})",
                v.join(", ")
            )?;
        }
        Verdict::NoSolution(Refutation::Combinations { tried }) => {
            writeln!(out, "\nNo solution: none of all {tried} combinations of states is one")?;
        }
        Verdict::Unsolved => writeln!(out, "\nUnsolved: the least residual met is {:.1e}", outcome.solution.residual)?,
    }
    Ok(())
}

fn table(out: &mut impl Write, problem: &ContactProblem, solution: &ContactSolution) -> io::Result<()> {
    writeln!(out, "{:<9} {:<11} {:<4} {:>18} {:>22}", "contact", "state", "row", "c [N, N m]", "a [m/s2, rad/s2]")?;
    for (k, (contact, first)) in problem.contacts.iter().zip(problem.first_rows().iter()).enumerate() {
        let state = match solution.states[k] {
            ContactState::Separating => "separating",
            ContactState::Rolling => "rolling",
            ContactState::Sliding => "sliding",
        };
        for (row, name) in (*first..).zip(ROWS).take(contact.map.rows()) {
            let (which, state) = if row == *first { ((k + 1).to_string(), state) } else { (String::new(), "") };
            let (c, a) = (digits(solution.c[row]), digits(solution.a[row]));
            writeln!(out, "{which:<9} {state:<11} {name:<4} {c:>18} {a:>22}")?;
        }
    }
    if let Some(family) = &solution.family {
        let moves = if solution.family_moves { "accelerations differ too" } else { "the accelerations are the same" };
        let c: Vec<String> = family.iter().map(|c| digits(*c)).collect();
        writeln!(out, "The forces are not unique, {moves}: all between these and ({})", c.join(", "))?;
    }
    Ok(())
}
