//! What belongs to two surfaces and not to one material. Few values, and rough ones: finish, film, moisture and speed
//! change them more than the choice of a neighbouring material does.

/// Coefficients of dry friction of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// Two names of the palette
    pub pair: [&'static str; 2],
    /// Static coefficient [1]
    pub mu_s: f64,
    /// Sliding coefficient [1], if the source has it
    pub mu_c: Option<f64>,
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
    /// e as a number; none where it is a rule [1].
    pub fn value(&self) -> Option<f64> {
        match self.e.split_once('/') {
            Some((upper, lower)) => Some(upper.parse::<f64>().ok()? / lower.parse::<f64>().ok()?),
            None => self.e.parse().ok(),
        }
    }

    /// What the palette has of that pair, in either order.
    pub fn find(i: &str, j: &str) -> impl Iterator<Item = &'static Self> {
        BOUNCES.iter().filter(move |bounce| is(bounce.pair, i, j))
    }
}

fn is(pair: [&str; 2], i: &str, j: &str) -> bool {
    pair == [i, j] || pair == [j, i]
}

/// What one row of the source says of all metals.
const fn metal_on_wood(pair: [&'static str; 2]) -> Friction {
    Friction { pair, mu_s: 0.5, mu_c: Some(0.3), source: "OpenStax, Table 6.1, metal on wood" }
}

/// Dry surfaces.
pub const FRICTIONS: &[Friction] = &[
    Friction { pair: ["steel", "steel"], mu_s: 0.74, mu_c: Some(0.57), source: "Marks, mild steel on mild steel" },
    Friction { pair: ["aluminium", "steel"], mu_s: 0.61, mu_c: Some(0.47), source: "Marks, aluminum on mild steel" },
    Friction { pair: ["brass", "steel"], mu_s: 0.51, mu_c: Some(0.44), source: "Marks, brass on mild steel" },
    Friction {
        pair: ["cast-iron", "cast-iron"],
        mu_s: 1.10,
        mu_c: Some(0.15),
        source: "Marks, cast iron on cast iron",
    },
    Friction { pair: ["glass", "glass"], mu_s: 0.94, mu_c: Some(0.40), source: "Marks, glass on glass" },
    Friction {
        pair: ["oak-across", "oak-across"],
        mu_s: 0.54,
        mu_c: Some(0.32),
        source: "Marks, oak on oak, perpendicular to the grain",
    },
    metal_on_wood(["steel", "oak-across"]),
    metal_on_wood(["cast-iron", "oak-across"]),
    metal_on_wood(["aluminium", "oak-across"]),
    metal_on_wood(["brass", "oak-across"]),
    Friction {
        pair: ["rubber", "concrete"],
        mu_s: 1.0,
        mu_c: Some(0.8),
        source: "Serway, Table 5.1, rubber on concrete",
    },
    Friction { pair: ["concrete", "concrete"], mu_s: 0.4, mu_c: None, source: "BS5975, a value to design with" },
    Friction {
        pair: ["nylon", "nylon"],
        mu_s: 0.085,
        mu_c: None,
        source: "Shackelford, Table 399, nylon 6/6 against itself, middle of 0.04 ... 0.13",
    },
    Friction {
        pair: ["polycarbonate", "polycarbonate"],
        mu_s: 0.52,
        mu_c: None,
        source: "Shackelford, Table 399, polycarbonate against itself",
    },
    Friction { pair: ["ptfe", "steel"], mu_s: 0.04, mu_c: Some(0.04), source: "Marks, Teflon on steel" },
];

/// Restitution.
pub const BOUNCES: &[Bounce] = &[
    Bounce {
        pair: ["steel", "steel"],
        e: "1 - alpha v_i, alpha = 0.08 ... 0.32 s/m",
        source: "G04, eq. (12) and the sentence after it; at low speed",
    },
    Bounce { pair: ["steel", "steel"], e: "0.7", source: "Modia3D, Steel,Steel" },
    Bounce { pair: ["steel", "steel"], e: "5/9", source: "Newton, balls of steel on pendulums, about" },
    Bounce { pair: ["glass", "glass"], e: "0.97", source: "Foerster, spheres of 3 mm at about 1 m/s" },
    Bounce { pair: ["glass", "glass"], e: "15/16", source: "Newton, balls of glass on pendulums" },
    Bounce {
        pair: ["glass", "aluminium"],
        e: "0.83",
        source: "Foerster, a sphere of 3 mm on a thick plate, about 1 m/s",
    },
    Bounce { pair: ["oak-across", "oak-across"], e: "0.6", source: "Modia3D, DryWood,DryWood" },
];
