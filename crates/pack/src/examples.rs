//! Files to begin with, and one with every key.

mod gear;

use asperity::unit::render::toml::parameters;
use asperity::unit::system::tables::{CONTACT, COUPLED_SYSTEM, FACE_CONTACT, GIVEN_CONTACT, STIFFNESS_OF_FACES};
use asperity::unit::table::{Id, TABLE};

/// A file that `asperity new` writes.
pub struct Example {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// The file.
    pub text: &'static str,
    /// A file that it names.
    pub beside: Option<Beside>,
}

/// A file beside that of an example, made by code.
pub struct Beside {
    /// Its name, as the example has it.
    pub name: &'static str,
    /// Makes it.
    pub text: fn() -> String,
}

impl Example {
    /// The one of this name.
    pub fn find(name: &str) -> Option<&'static Example> {
        EXAMPLES.iter().find(|example| example.name == name)
    }
}

macro_rules! example {
    ($name:literal, $about:literal) => {
        example!($name, $about, None)
    };
    ($name:literal, $about:literal, $beside:expr) => {
        Example {
            name: $name,
            about: $about,
            text: include_str!(concat!("examples/", $name, ".toml")),
            beside: $beside,
        }
    };
}

/// All of them.
pub static EXAMPLES: [Example; 23] = [
    example!("ball-on-table", "one ball falls on a plane"),
    example!("four-wheels", "a body that stands on four contacts"),
    example!("newtons-cradle", "five balls on a line, e = 1"),
    example!("billiard", "16 balls, four rails"),
    example!("ring", "two balls inside a hollow cylinder"),
    example!("box-on-table", "a box that falls on a plane, topples and slides"),
    example!("stack", "ten boxes that stand on each other"),
    example!("dice", "two dice thrown into a box of five walls"),
    example!("coin", "a coin that spins on its rim and settles"),
    example!("slope", "a box that stands, slides or topples on a slope"),
    example!("rocking-block", "a slender block that rocks from edge to edge"),
    example!("eulers-disc", "a disc in steady precession on its rim, until it lies"),
    example!("rattleback", "an ellipsoid with skewed inertia that turns back"),
    example!("torus-wheels", "three wheels with round rims that slide, then roll"),
    example!(
        "gear",
        "a gear, a mesh, that stands on its teeth",
        Some(Beside { name: "gear.obj", text: gear::surface })
    ),
    example!("peg", "a peg that jams in a hole under a load beside its axis"),
    example!("closed-room", "a box that flies through a closed room, e = 1, no friction"),
    example!("curling", "a stone on a ring of points that slides and spins"),
    example!("wall", "30 bricks on each other's joints"),
    example!("stairs", "a box that slides off a landing and tumbles down"),
    example!("cart", "four wheels of which one is on a slab, on a slope"),
    example!("settling", "300 balls that settle in a box"),
    example!("gripper", "a jaw on a rail presses a box, which friction holds"),
];

/// A file with every key: meaning, default and allowed values. The parameters of the contacts come from the variable table.
pub fn documented() -> String {
    let (head, rest) = ALL.split_at(ALL.find("# Parameters,").unwrap_or(ALL.len()));
    let (before, entries) = head.split_at(head.find("[[contacts.pair]]").unwrap_or(head.len()));
    let point = TABLE.iter().filter(|row| row.name == "geometry.point");
    let of_faces = FACE_CONTACT.iter().filter(|row| row.name == STIFFNESS_OF_FACES);
    let of_masses = TABLE.iter().filter(|row| row.id == Id::CouplingVerifyMass);
    let of_contacts = COUPLED_SYSTEM.iter().chain(of_masses).chain(CONTACT).chain(of_faces).chain(point);
    let given = GIVEN_CONTACT.iter().filter(|row| CONTACT.iter().all(|known| known.id != row.id));
    format!("{before}{rest}{}\n{entries}{}", parameters(of_contacts), parameters(given))
}

const ALL: &str = include_str!("examples/all.toml");
