//! What to take when, in words.

use asperity_lab::report::{Agreement, Entry, Finding, Table, judged};

/// By situation.
pub fn what_to_take() -> Entry {
    let rows = [
        [
            "steps much longer than a contact time; a fixed budget for each step, as in real time",
            "timeStepping, regularised",
            "a few small problems a step, whatever k and H; the number of micro-steps grows with H and k",
        ],
        ["many bodies with one contact each", "timeStepping, regularised", "the same, times their number"],
        [
            "several contacts on one body",
            "kinematic coupling with short steps, Model Exchange; interface coupling where freeAcceleration of each can be told \
             what the newest forces of the others do at its point, one sweep a step (theory page, section 10)",
            "in interface coupling each FMU answers with the whole mass of the body: n of them that do not know of each other and \
             strike in one step throw it back with n·(1 + e) − 1 of its speed where coupling.verifyMass = false; otherwise they \
             see it, answer weakly and say so; told of each other, they rest and stick",
        ],
        [
            "impacts with a known e",
            "either",
            "both throw back with e wherever in the step they strike; timeStepping not below 2·|b|·H",
        ],
        ["bodies that stick", "either", "neither creeps; stiction above μ_C is only in compliant"],
        [
            "wheels and blocks that slide where the path matters",
            "timeStepping, regularised, or compliant",
            "box and polygons push aside, with small steps as well",
        ],
        ["stick–slip, dwell time, a Stribeck curve", "compliant", "timeStepping knows μ_C alone"],
        ["rolling resistance, spinning friction", "compliant", "timeStepping refuses them"],
        [
            "the force in an impact, the depth at rest, a vibration on the contact",
            "compliant",
            "rigid bodies have none of them",
        ],
        [
            "directional derivatives of the force",
            "kinematic coupling, Model Exchange",
            "the impulse of a step has none, in either way",
        ],
        [
            "doubt whether a result hangs on k, σ_0 or v_S",
            "both",
            "their laws have nothing in common but μ_C and e: where they agree, it does not",
        ],
    ];
    Entry {
        id: "what".into(),
        title: "What to take".into(),
        claim:
            "Compliant while the step is about a contact time or the contact itself is of interest; regularised time \
             stepping when the step is long and only the motion after it matters."
                .into(),
        tables: vec![worded("By situation", ["what there is", "take", "because"], &rows)],
        ..Entry::default()
    }
}

/// The laws of friction, and their parameters; `held` is [`super::Grid::held`].
pub fn frictions(held: f64) -> Entry {
    let rows = [
        [
            "regularised",
            "while the slip is at most v_th a spring of stiffness k_T that remembers the last force; above, μ·λ_N \
             along the slip, and across it a viscosity μ·λ_N/|v_T| against drift",
            "the same friction in all directions; of first order in H",
        ],
        [
            "box",
            "each of two components up to μ·λ_N",
            "costs the same; between the axes up to 41 % too much friction, which points towards the diagonal",
        ],
        [
            "polygonal",
            "force in a regular polygon with its corners at μ·λ_N",
            "bound and slip in one problem; the force points up to 180°/sides aside, and more sides cost more",
        ],
    ];
    Entry {
        id: "friction".into(),
        title: "Which friction, and its parameters".into(),
        claim:
            "Take regularised; box and polygonal are there to compare with, and for results that must be like those \
             of simulators that have them. timeStepping.k_T is the stiffness that holds a body while it sticks, 0 for \
             infinite; it bends by the force over k_T. timeStepping.v_th is the slip up to which a contact counts \
             as sticking: well below the speeds of interest."
                .into(),
        findings: vec![judged(
            (0.99..1.0001).contains(&held),
            format!(
                "A load that grows slowly is held up to μ·λ_N: the block that is tried below, at a step of 1 ms, by up \
                 to {held:.4}·μ·λ_N. The bounds of [P16] (12) alone, on two components in a basis that follows the \
                 last force, would let it hold up to √2·μ·λ_N while the slip stays below v_th."
            ),
        )],
        tables: vec![worded("The three laws", ["timeStepping.friction", "what it does", "for and against"], &rows)],
        ..Entry::default()
    }
}

/// The contact in either way, quantity by quantity.
pub fn missing() -> Entry {
    let rows = [
        ["stiction, dwell time, Stribeck curve, bristles σ_0, σ_1, σ_2", "yes", "no: μ is friction.mu_C"],
        ["rolling resistance, spinning friction", "yes", "no: mu_r or e_r above 0 is refused"],
        ["stiffness, penetration", "yes", "no: overlap is given back slowly"],
        [
            "restitution",
            "that of the law",
            "the same e, by Stronge's hypothesis, Poisson's or Newton's: timeStepping.impact",
        ],
        [
            "impacts in which slip stops or turns",
            "friction follows the slip through the impact",
            "the same, as Routh's process of rigid bodies has it",
        ],
        ["slow impacts", "yes", "no rebound up to 2·|b|·H"],
        ["normalForce", "at the end of the step", "mean over the step: m·(1 + e)·v/H in an impact"],
        ["frictionForce, forces, torques", "mean over the step", "mean over the step"],
        ["directional derivatives", "not of forces", "not of forces, sticking and energies"],
        ["energy ledger", "yes", "yes; what is stored is ½·|λ_T|²/k_T"],
        ["saved states, parallel order, check of the masses", "yes", "yes"],
    ];
    Entry {
        id: "missing".into(),
        title: "What time stepping leaves out".into(),
        findings: vec![Finding::new(
            Agreement::Limit,
            "What approaches slower than 2·|b|·H does not rebound: at 10 ms under gravity slower than 0.2 m/s. A ball \
             loses its last hops, which are at most 2·e²·|b|·H² high.",
        )],
        tables: vec![worded("The contact in either way", ["", "compliant", "timeStepping"], &rows)],
        ..Entry::default()
    }
}

fn worded<const N: usize>(caption: &str, head: [&str; N], rows: &[[&str; N]]) -> Table {
    let texts = |row: &[&str; N]| row.iter().map(|&text| text.to_owned()).collect();
    Table { caption: caption.into(), head: texts(&head), rows: rows.iter().map(texts).collect() }
}
