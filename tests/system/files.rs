//! The file of a system: what it means, and what is said of a bad one.

use super::scene;
use asperity::unit::named;
use asperity::unit::system::text;

const BOX: &str = r#"
[unit]
name = "Billiard"

[bodies.table]
shape = [
    { name = "floor", plane = { normal = [0, 0, 2], height = 0.5 } },
    { name = "rail", plane = { normal = [1, 0, 0] }, position = [-1, 0, 0] },
]
[bodies.white]
mass = 0.17
position = [0, 0, 0.53]
shape = { sphere = { radius = 0.03 } }
[bodies.red]
mass = 0.17
inertia = [6e-5, 6e-5, 6e-5, 0, 0, 0]
shape = { sphere = { radius = 0.03 }, position = [0, 0, 0.001] }

[contacts]
friction.mu_S = 0.2
friction.mu_C = 0.15
[[contacts.pair]]
between = ["white", "red"]
name = "click"
compliance.e = 0.95
[[contacts.without]]
between = ["red", "table.rail"]
"#;

#[test]
fn a_file_gives_bodies_contacts_and_parameters() {
    let scene = scene(BOX);
    let names: Vec<_> = scene.bodies.iter().map(|body| (body.name.as_str(), body.moves)).collect();
    assert_eq!(names, [("table", false), ("white", true), ("red", true)]);
    let contacts: Vec<_> = scene.contacts.iter().map(|contact| (contact.name.as_str(), contact.bodies)).collect();
    let wanted = [
        ("white__table_floor", [1, 0]),
        ("white__table_rail", [1, 0]),
        ("red__table_floor", [2, 0]),
        ("click", [1, 2]),
    ];
    assert_eq!(contacts, wanted);
    let value = |contact: usize, name: &str| named::get(&scene.contacts[contact].parameters, name).unwrap();
    assert_eq!([value(0, "friction.mu_S"), value(3, "friction.mu_S")], [0.2, 0.2]);
    assert_eq!([value(0, "compliance.e"), value(3, "compliance.e")], [0.5, 0.95]);
    // the rail's plane goes through its position: n·x = −1
    assert_eq!([value(1, "geometry.heightJ"), value(1, "geometry.normalJ[1]")], [-1.0, 1.0]);
    assert_eq!([value(0, "geometry.heightJ"), value(2, "geometry.centerI[3]")], [0.5, 0.001]);
    let loaded = super::scene(&BOX.replacen("mass = 0.17", "mass = 0.17\nforce = [1, -2, 3]", 1));
    let loads: Vec<[f64; 3]> = loaded.bodies.iter().map(|body| body.load.into()).collect();
    assert_eq!(loads, [[0.0; 3], [1.0, -2.0, 3.0], [0.0; 3]]);
}

/// Planes stand in the file alone, for all contacts or for one, and are in the lines that the packed binary reads.
#[test]
fn planes_of_friction_come_from_the_file() {
    let planes = "friction.map = \"planes\"\nfriction.planes = [[1, 0, 0], [-2, 0, 0], [0, 1, 0], [0, -1, 0]]\n[[contacts.pair]]";
    let text = BOX
        .replacen("[[contacts.pair]]", planes, 1)
        .replace("compliance.e = 0.95", "friction.planes = [[0.5, 0, 0], [-0.5, 0, 0], [0, 1, 0.0], [0.0, -1, 0]]");
    let scene = scene(&text);
    let rows = |contact: usize| scene.contacts[contact].parameters.laws.settings.planes.rows;
    assert_eq!(rows(0)[..5], [[1.0, 0.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0; 3]]);
    assert_eq!(rows(3)[..2], [[0.5, 0.0, 0.0], [-0.5, 0.0, 0.0]]);
    let lines = asperity::unit::system::lines::of(&scene);
    let pairs: Vec<(&str, &str)> = lines.lines().map(|line| line.split_once(" = ").unwrap()).collect();
    let again = asperity::unit::system::lines::scene(&pairs).unwrap();
    assert_eq!(again.contacts[3].parameters, scene.contacts[3].parameters);
    for (from, to, says) in [
        ("[0, 1, 0]", "[0, 1, 0, 4]", "friction.planes[3][4]"),
        ("[0, 1, 0]", "[0, inf, 0]", "friction.planes[3][2]: must be a finite number"),
        ("[-2, 0, 0]", "[2, 0, 0]", "limits no force along (t, o, r) = (-1.0, 0.0, 0.0)"),
    ] {
        let error =
            asperity::unit::system::text::scene(&text.replace(from, to), &|_| None).expect_err(says).to_string();
        assert!(error.contains(says), "{error} does not say {says}");
    }
}

/// By default e_r of faces is the contact radius; one that is given counts, unless its source is given beside it.
#[test]
fn a_given_radius_of_spin_counts_for_faces_too() {
    use asperity::physics::parameters::SpinRadiusSource::{ContactRadius, Given};
    let text = |contacts: &str| {
        format!(
            "[unit]\nname = \"A\"\n[bodies.floor]\nmotion = \"fixed\"\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n[bodies.box]\nmass = 1\n\
             shape = {{ box = {{ size = [0.1, 0.1, 0.1] }} }}\n[contacts]\n{contacts}\n"
        )
    };
    const PAIR: &str = "[[contacts.pair]]\nbetween = [\"box\", \"floor\"]\n";
    for (contacts, source, e_r) in [
        ("".to_string(), ContactRadius, 0.0),
        ("friction.e_r = 0.03".into(), Given, 0.03),
        (format!("{PAIR}friction.e_r = 0.03"), Given, 0.03),
        (format!("friction.e_r = 0.03\n{PAIR}friction.e_rSource = \"contactRadius\""), ContactRadius, 0.03),
    ] {
        let scene = scene(&text(&contacts));
        let laws = &scene.contacts[0].parameters.laws;
        assert_eq!((laws.settings.spin_radius_source, laws.friction.e_r), (source, e_r), "{contacts}");
    }
}

/// Where it is packed, not where it is initialized first.
#[test]
fn spinning_friction_of_points_is_no_time_steppings() {
    let stepped = "[contacts]\nfriction.e_r = 0.02\ncoupling.mode = \"interface\"\ncoupling.method = \"timeStepping\"";
    let error = asperity::unit::system::text::scene(&BOX.replace("[contacts]", stepped), &|_| None).unwrap_err();
    assert!(error.to_string().contains("\": friction.e_r > 0: points of a system stepped by timeStepping"), "{error}");
}

#[test]
fn a_pattern_names_several_bodies_and_listed_leaves_out_the_rest() {
    let text = BOX
        .replace("[contacts]", "[contacts]\npairs = \"listed\"")
        .replace("[\"white\", \"red\"]", "[\"w*\", \"table\"]");
    let scene = scene(&text.replace("name = \"click\"", ""));
    let names: Vec<_> = scene.contacts.iter().map(|contact| contact.name.as_str()).collect();
    assert_eq!(names, ["white__table_floor", "white__table_rail"]);
}

/// Before they are looked through, which would take minutes, or for ever.
#[test]
fn bad_files_of_too_many_bodies_are_refused_at_once() {
    let balls = |count: usize| -> String {
        let ball =
            |k| format!("[bodies.b{k}]\nmass = 1\nposition = [{k}, 0, 0]\nshape = {{ sphere = {{ radius = 0.1 }} }}\n");
        (0..count).map(ball).collect()
    };
    for (count, pairs, most) in [(3000, "all", "4498500 pairs"), (15_000, "listed", "112492500 pairs")] {
        let text = format!("[unit]\nname = \"Many\"\n[contacts]\npairs = \"{pairs}\"\n{}", balls(count));
        let error = asperity::unit::system::text::scene(&text, &|_| None).unwrap_err().to_string();
        assert!(error.contains(&format!("{most} of shapes")) && error.contains("take fewer bodies"), "{error}");
    }
}

#[test]
fn bad_files_are_refused_with_line_and_key() {
    for (from, to, says) in [
        ("[unit]", "[unit", "line 2: "),
        ("name = \"Billiard\"", "name = \"7up\"", "line 3, unit.name: \"7up\" is not a valid model identifier"),
        ("[unit]\nname = \"Billiard\"", "", "line 1: [unit]"),
        ("mass = 0.17", "mas = 0.17", "line 11, bodies.white.mas: there is no key \"mas\" here"),
        ("mass = 0.17", "mass = -1", "bodies.white: mass = -1 must be a finite number > 0"),
        ("mass = 0.17", "mass = 0x11", "bodies.white.mass: must be a decimal number, without 0x, 0o or 0b"),
        (
            "mass = 0.17\nposition",
            "mass = 1e308\nposition",
            "bodies.white: mass = 1e308: the inertia that follows from its shapes is not finite",
        ),
        ("mass = 0.17", "mass = \"big\"", "line 11, bodies.white.mass: must be a number, not string"),
        ("radius = 0.03 } }", "radius = 0 } }", "line 13, bodies.white.shape.sphere.radius: 0 must be > 0"),
        (
            "radius = 0.03 } }",
            "radius = 0.03 } }\nmaterial = { E = 1e9, nu = 0.7 }",
            "line 14, bodies.white.material.nu: 0.7 is above its maximum 0.5",
        ),
        (
            "radius = 0.03 } }",
            "radius = 0.03 } }\nmaterial = { E = 0, nu = 0.3 }",
            "line 14, bodies.white.material.E: 0.0 must be > 0",
        ),
        ("radius = 0.03 } }", "radius = 0.03, length = 1 } }", "there is no key \"length\""),
        ("sphere = { radius = 0.03 } }", "ball = { radius = 0.03 } }", "line 13, bodies.white.shape.ball"),
        ("[6e-5, 6e-5, 6e-5,", "[6e-5, 6e-5, 2e-4,", "is of no body"),
        ("[6e-5, 6e-5, 6e-5,", "[6e-5, 6e-5, -6e-5,", "not positive definite"),
        ("[6e-5, 6e-5, 6e-5,", "[6e-5, 6e-5,", "bodies.red.inertia: must have 6 numbers, not 5"),
        ("[bodies.white]", "[bodies.time]", "the name \"time\" is taken"),
        ("[bodies.white]", "[bodies.\"a b\"]", "\"a b\" is not a valid name"),
        ("name = \"rail\"", "name = \"floor\"", "the name \"floor\" is taken"),
        (
            "friction.mu_S = 0.2",
            "friction.mu_X = 0.2",
            "line 20, contacts.friction.mu_X: there is no parameter friction.mu_X",
        ),
        (
            "friction.mu_S = 0.2",
            "friction.mu_S = -0.2",
            "contacts.friction.mu_S: friction.mu_S = -0.2 is below its minimum 0",
        ),
        ("friction.mu_S = 0.2", "friction.mu_S = 0.1", "mu_S"),
        ("friction.mu_S = 0.2", "geometry.radiusI = 0.2", "follows from the shapes"),
        (
            "between = [\"white\", \"red\"]",
            "between = [\"white\", \"red\"]\ncoupling.mode = \"interface\"",
            "coupling… is one for all contacts of a system, but not of",
        ),
        (
            "between = [\"white\", \"red\"]",
            "between = [\"white\", \"red\"]\nledger.track = false",
            "ledger.track is one for all contacts of a system, but not of",
        ),
        ("[\"red\", \"table.rail\"]", "[\"red\", \"red\"]", "between red and red there is no pair of shapes"),
        ("[bodies.red]", "[bodies.white]", "duplicate key: white"),
        ("mass = 0.17", "mass_source = \"input\"", "mass_source = \"input\" is of interface coupling"),
        (
            "shape = [",
            "force = [1, 0, 0]\nshape = [",
            "line 6, bodies.table.force: force accelerates a body by its mass: give mass",
        ),
        ("mass = 0.17", "mass = 0.17\nforce = [1, 0]", "bodies.white.force: must have 3 numbers, not 2"),
        ("mass = 0.17", "mass = 0.17\nforce = [inf, 0, 0]", "bodies.white.force"),
        ("mass = 0.17", "mass_source = \"guess\"", "\"guess\" is not one of \"file\", \"input\""),
        ("[\"white\", \"red\"]", "[\"white\", \"green\"]", "there is no body \"green\"; there are table, white, red"),
        ("[\"red\", \"table.rail\"]", "[\"red\", \"table.rial\"]", "body \"table\" has no shape \"rial\""),
        ("[\"white\", \"red\"]", "[\"white\"]", "line 23, contacts.pair[1].between: must have 2 names, not 1"),
        ("sphere = { radius = 0.03 }, pos", "cylinder = { radius = 0.03 }, pos", "red (endless cylinder) do not meet"),
        ("position = [0, 0, 0.53]", "position = [0, 0, 0.51]", "overlap by 0.0"),
        ("mass = 0.17", "motion = \"free\"", "\"free\" is not one of \"input\", \"fixed\""),
    ] {
        assert!(BOX.contains(from), "{from}");
        let text = BOX.replacen(from, to, 1);
        let error = text::scene(&text, &|_| None).expect_err(to).to_string();
        assert!(error.contains(says), "{to}: {error}");
    }
}
