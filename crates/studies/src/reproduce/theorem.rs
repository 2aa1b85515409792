//! The theorem of [PT96]: existence and uniqueness of accelerations, on random problems and on the examples of its text.

use asperity::rigid::acceleration::{
    ConditionB, ContactMotion, ContactProblem, FrictionMap, RigidContact, Verdict, accelerations, all_accelerations,
};
use nalgebra::{DMatrix, DVector, Vector3};

use super::bench::Bench;
use super::impacts::Random;
use asperity_lab::HostError;
use asperity_lab::number::number;
use asperity_lab::plot::{Axis, Chart, Curve, Marker};
use asperity_lab::report::{Agreement, Entry, Finding, Table, judged};

/// μ as multiples of μ̄, and problems for each.
const MULTIPLES: [f64; 6] = [0.5, 0.999, 3.0, 10.0, 30.0, 100.0];
const PROBLEMS: usize = 150;

fn refused(fault: impl std::fmt::Display) -> HostError {
    HostError::Request(fault.to_string())
}

fn in_the_plane(a: DMatrix<f64>, b: DVector<f64>, mu: f64, slides: impl Fn(usize) -> f64) -> ContactProblem {
    let contacts = a.nrows() / 2;
    let contact = |k: usize| match slides(k) {
        0.0 => RigidContact { mu, map: FrictionMap::Line, motion: ContactMotion::Rolling },
        slip => {
            let motion = ContactMotion::Sliding { v: Vector3::new(slip, 0.0, 0.0) };
            RigidContact { mu, map: FrictionMap::Line, motion }
        }
    };
    ContactProblem { a, b, contacts: DVector::from_fn(contacts, |k, _| contact(k)) }
}

/// Problems with no solution, one, and several, of [`PROBLEMS`].
fn counted(random: &mut Random, multiple: f64) -> Result<[usize; 3], HostError> {
    let mut counts = [0; 3];
    for number in 0..PROBLEMS {
        let rows = 2 * (1 + number % 2);
        let j = DMatrix::from_fn(rows, rows, |_, _| random.signed());
        let a = &j * j.transpose() + DMatrix::identity(rows, rows) * 0.05;
        let a = (&a + a.transpose()) * 0.5;
        let b = DVector::from_fn(rows, |_, _| random.signed());
        let slips: Vec<f64> = (0..rows / 2).map(|_| random.signed()).map(|s| if s < -0.3 { 0.0 } else { s }).collect();
        let at = |mu| in_the_plane(a.clone(), b.clone(), mu, |k| slips[k]);
        let mu_bar = accelerations(&at(0.0)).map_err(refused)?.certificate.mu_bar;
        let found = all_accelerations(&at(multiple * mu_bar), 4096).map_err(refused)?.found;
        counts[found.len().min(2)] += 1;
    }
    Ok(counts)
}

pub fn run(bench: &Bench) -> Result<Entry, HostError> {
    let mut random = Random(1996);
    let mut rows = Vec::new();
    for multiple in MULTIPLES {
        rows.push((multiple, counted(&mut random, multiple)?));
    }
    let below = rows.iter().filter(|(multiple, _)| *multiple < 1.0);
    let holds = below.clone().all(|(_, counts)| counts[1] == PROBLEMS);
    let beyond = rows.iter().filter(|(multiple, _)| *multiple > 1.0);
    let fails: usize = beyond.clone().map(|(_, counts)| counts[0] + counts[2]).sum();
    let share = |part: usize| {
        let points = rows.iter().map(|(multiple, counts)| (multiple.log10(), counts[part] as f64 / PROBLEMS as f64));
        points.collect::<Vec<_>>()
    };
    let chart = Chart {
        title: "Solutions of random planar problems".into(),
        x: Axis::new("log10 of μ/μ̄"),
        y: Axis::new("fraction of the problems").from_to(-0.03, 1.05),
        curves: vec![
            Curve::new("none", share(0)).marker(Marker::Cross).colour(1),
            Curve::new("one", share(1)).marker(Marker::Disc).colour(0),
            Curve::new("several", share(2)).marker(Marker::Square).colour(2),
        ],
        ..Chart::default()
    };
    // two walls that a block touches with its sides: their normals, tangents of 1/m each
    let walls = |normal: f64, mu: f64| {
        let w = DMatrix::from_row_slice(4, 4, &[1., 0., -1., 0., 0., 1., 0., 1., -1., 0., 1., 0., 0., 1., 0., 1.]);
        in_the_plane(w, DVector::from_vec(vec![normal, -9.81, normal, -9.81]), mu, |_| 0.0)
    };
    let [held, closing] = [walls(0.0, 0.5), walls(-1.0, 0.5)];
    let [held, closing] = [accelerations(&held).map_err(refused)?, accelerations(&closing).map_err(refused)?];
    let is_held = matches!(held.certificate.condition_b, ConditionB::Holds { .. }) && held.verdict == Verdict::Solved;
    let is_refuted = matches!(closing.certificate.condition_b, ConditionB::Fails { .. })
        && matches!(closing.verdict, Verdict::NoSolution(_));
    // Painlevé's rod
    let rod = |mu: f64, b: [f64; 2]| -> Result<usize, HostError> {
        let a = DMatrix::from_row_slice(2, 2, &[1.6, -1.2, -1.2, 3.4]);
        let problem = in_the_plane(a, DVector::from_row_slice(&b), mu, |_| -1.0);
        Ok(all_accelerations(&problem, 4096).map_err(refused)?.found.len())
    };
    let (fast, slow) = ([62.638_602_471, 36.224_301_236], [-8.915_572_809, 0.447_213_596]);
    let found = [rod(8.0 / 3.0, fast)?, rod(8.0 / 3.0, slow)?, rod(1.0, slow)?];
    Ok(Entry {
        id: "pang-trinkle".into(),
        title: "[PT96] Theorem 1: when rigid contacts have accelerations".into(),
        claim: "If A is positive definite there is a number μ̄ > 0 such that there is a solution while no μ of a sliding contact \
                reaches it, and one alone while no μ does (A). If nothing slides there is a solution for every μ, provided that no \
                forces which move nothing would do negative work (B)."
            .into(),
        reading: format!(
            "[PT96] is Pang and Trinkle, Dynamic Multi-Rigid-Body Systems with Concurrent Distributed Contacts, 1996. It proves that \
             there is a μ̄; the one used here is λ_min(Ã)/‖Ã_T‖. {PROBLEMS} random problems for each multiple of it have one or two \
             contacts in the plane, two thirds of which slide; every combination of states is tried, so that no solution is missed."
        ),
        pictures: vec![bench.drawing("pang-trinkle", "[PT96] Theorem 1 (A): solutions over μ/μ̄", &chart)?],
        tables: vec![Table {
            caption: format!("Problems with so many solutions, of {PROBLEMS} each"),
            head: ["μ/μ̄", "none", "one", "several"].map(String::from).to_vec(),
            rows: rows
                .iter()
                .map(|(multiple, counts)| {
                    [number(*multiple)].into_iter().chain(counts.iter().map(usize::to_string)).collect()
                })
                .collect(),
        }],
        findings: vec![
            judged(holds, format!("(A): below μ̄ each of {} problems has one solution.", 2 * PROBLEMS)),
            Finding::new(
                if fails > 0 { Agreement::Measured } else { Agreement::Unexplained },
                format!(
                    "Beyond it {fails} of {} have none or several; the others have one, as μ̄ is sufficient only.",
                    beyond.count() * PROBLEMS
                ),
            ),
            judged(
                is_held,
                "(B): for a block at rest between two walls it holds, and there is a solution although A is singular.".to_owned(),
            ),
            judged(
                is_refuted,
                "(B): between walls that close it fails, and there is no solution: the sum of both normal accelerations is negative \
                 whatever the forces."
                    .to_owned(),
            ),
            judged(
                found == [2, 0, 1],
                format!(
                    "Sliding contacts with large μ: Painlevé's rod has {} solutions at μ = 8/3 turning with 9 rad/s, {} with 1 rad/s, and \
                     {} there at μ = 1.",
                    found[0], found[1], found[2]
                ),
            ),
        ],
        files: vec![],
    })
}
