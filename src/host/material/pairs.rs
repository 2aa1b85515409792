//! What belongs to two surfaces and not to one material. Few values, and rough ones: finish, film, moisture and speed
//! change them more than the choice of a neighbouring material does.

/// Coefficients of dry friction of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// Two names of the palette
    pub pair: [&'static str; 2],
    /// Static coefficient [1]
    pub mu_s: f64,
    /// Sliding coefficient [1]
    pub mu_c: f64,
    /// A key of the sources and how the source names the pair
    pub source: &'static str,
}

/// What is said of the restitution of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounce {
    /// Two names of the palette
    pub pair: [&'static str; 2],
    /// e [1], or a rule for it
    pub e: &'static str,
    /// A key of the sources and the place
    pub source: &'static str,
}

impl Friction {
    /// What the palette has of that pair, in either order.
    pub fn find(i: &str, j: &str) -> Option<&'static Self> {
        FRICTIONS.iter().find(|friction| is(friction.pair, i, j))
    }
}

impl Bounce {
    /// What the palette has of that pair, in either order.
    pub fn find(i: &str, j: &str) -> impl Iterator<Item = &'static Self> {
        BOUNCES.iter().filter(move |bounce| is(bounce.pair, i, j))
    }
}

fn is(pair: [&str; 2], i: &str, j: &str) -> bool {
    pair == [i, j] || pair == [j, i]
}

/// Dry surfaces.
pub const FRICTIONS: &[Friction] = &[
    Friction { pair: ["steel", "steel"], mu_s: 0.74, mu_c: 0.57, source: "Marks, mild steel on mild steel" },
    Friction { pair: ["aluminium", "steel"], mu_s: 0.61, mu_c: 0.47, source: "Marks, aluminum on mild steel" },
    Friction { pair: ["brass", "steel"], mu_s: 0.51, mu_c: 0.44, source: "Marks, brass on mild steel" },
    Friction { pair: ["cast-iron", "cast-iron"], mu_s: 1.10, mu_c: 0.15, source: "Marks, cast iron on cast iron" },
    Friction { pair: ["glass", "glass"], mu_s: 0.94, mu_c: 0.40, source: "Marks, glass on glass" },
    Friction {
        pair: ["oak-across", "oak-across"],
        mu_s: 0.54,
        mu_c: 0.32,
        source: "Marks, oak on oak, perpendicular to the grain",
    },
    Friction { pair: ["ptfe", "steel"], mu_s: 0.04, mu_c: 0.04, source: "Marks, Teflon on steel" },
];

/// Restitution.
pub const BOUNCES: &[Bounce] = &[
    Bounce {
        pair: ["steel", "steel"],
        e: "1 - alpha v_i, alpha = 0.08 ... 0.32 s/m",
        source: "G04, eq. (12) and the sentence after it; at low speed",
    },
    Bounce { pair: ["steel", "steel"], e: "0.7", source: "Modia3D, Steel,Steel" },
    Bounce { pair: ["glass", "glass"], e: "15/16", source: "Newton, balls of glass on pendulums" },
    Bounce { pair: ["oak-across", "oak-across"], e: "0.6", source: "Modia3D, DryWood,DryWood" },
];
