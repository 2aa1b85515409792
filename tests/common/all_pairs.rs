//! One system with every pair of shapes, each on two bodies of its own, and a motion by arithmetic alone in which they touch and part.

// every test program is a crate of its own and uses only a part
#![allow(dead_code)]

use asperity::fmi::model::Run;
use asperity::fmi::{Interface, Model};
use asperity::unit::system::text::{Beside, Triangles, scene_beside};
use asperity::unit::system::{Scene, System};
use asperity::unit::table::Id;
use std::sync::Arc;

const BALL: &str = "sphere = { radius = 0.05 }";
const BOX: &str = "box = { size = [0.2, 0.14, 0.1] }";
const CYLINDER: &str = "cylinder = { radius = 0.05, length = 0.12 }";
const CONE: &str = "cone = { radius = 0.06, top_radius = 0.02, length = 0.1 }";
const ELLIPSOID: &str = "ellipsoid = { size = [0.2, 0.14, 0.1] }";
const CAPSULE: &str = "capsule = { radius = 0.03, length = 0.15 }";
const TORUS: &str = "torus = { radius = 0.06, tube = 0.02 }";
const CONVEX: &str = "convex = { points = [[-0.07, -0.05, -0.04], [0.08, -0.04, -0.05], [0, 0.09, -0.04], [-0.02, 0.01, 0.08], [0.05, 0.05, 0.05], \
     [-0.06, 0.05, 0.03], [0.03, -0.06, 0.04]] }";
const MESH: &str = "mesh = { file = \"mesh.obj\" }";
const PLANE: &str = "plane = {}";
const POINT: &str = "way = \"point\"";
const VOLUME: &str = "way = \"volume\"";

/// Body, what it is above, and how they meet.
pub const PAIRS: [(&str, &str, &str); 38] = [
    (BALL, PLANE, POINT),
    (BALL, PLANE, VOLUME),
    (BOX, PLANE, VOLUME),
    (CYLINDER, PLANE, VOLUME),
    (CYLINDER, PLANE, POINT),
    (CONE, PLANE, VOLUME),
    (CONE, PLANE, POINT),
    (ELLIPSOID, PLANE, VOLUME),
    (ELLIPSOID, PLANE, POINT),
    (TORUS, PLANE, POINT),
    (CAPSULE, PLANE, POINT),
    (CONVEX, PLANE, VOLUME),
    (MESH, PLANE, VOLUME),
    (BOX, BOX, VOLUME),
    (CYLINDER, BOX, VOLUME),
    (CONE, BOX, VOLUME),
    (CONVEX, BOX, VOLUME),
    (CYLINDER, CONE, VOLUME),
    (CONVEX, CONVEX, VOLUME),
    (CONVEX, CYLINDER, VOLUME),
    (BALL, BALL, POINT),
    (BALL, BOX, POINT),
    (BALL, CYLINDER, POINT),
    (BALL, CONE, POINT),
    (BALL, ELLIPSOID, POINT),
    (BALL, CAPSULE, POINT),
    (BALL, TORUS, POINT),
    (BALL, CONVEX, POINT),
    (CAPSULE, BOX, POINT),
    (CAPSULE, CYLINDER, POINT),
    (CAPSULE, CONE, POINT),
    (CAPSULE, ELLIPSOID, POINT),
    (CAPSULE, CONVEX, POINT),
    (CAPSULE, CAPSULE, POINT),
    (ELLIPSOID, BOX, POINT),
    (ELLIPSOID, CONE, POINT),
    (ELLIPSOID, ELLIPSOID, POINT),
    (ELLIPSOID, CONVEX, POINT),
];

/// Steps of the motion, and their length [s].
pub const STEPS: u32 = 60;
const H: f64 = 1e-3;

fn scene() -> Scene {
    let mut text =
        String::from("[unit]\nname = \"AllPairs\"\n[contacts]\npairs = \"listed\"\nfriction.tau_dw = 0.01\n");
    text += "friction.e_rSource = \"contactRadius\"\n";
    for (k, (upper, lower, way)) in PAIRS.iter().enumerate() {
        text += &format!(
            "[bodies.lower{k}]\nposition = [0, 0, -9]\nshape = {{ {lower} }}\n[bodies.upper{k}]\nmotion = \"input\"\n"
        );
        text += &format!(
            "shape = {{ {upper} }}\n[[contacts.pair]]\nbetween = [\"upper{k}\", \"lower{k}\"]\nname = \"c{k}\"\n{way}\n"
        );
    }
    text += "[report]\ncontacts = \"all\"\n";
    // a block with a step, which is not convex: 2 by 1 cells and one cell on the first
    let mut mesh = Triangles { corners: Vec::new(), triangles: Vec::new() };
    let rim = [[0.0, 0.0], [0.12, 0.0], [0.12, 0.05], [0.05, 0.05], [0.05, 0.1], [0.0, 0.1]];
    for y in [-0.04, 0.04] {
        mesh.corners.extend(rim.map(|[x, z]| [x - 0.04, y, z - 0.04]));
    }
    for fan in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
        mesh.triangles.push(fan);
        mesh.triangles.push([fan[0] + 6, fan[2] + 6, fan[1] + 6]);
    }
    for from in 0..6 {
        let to = (from + 1) % 6;
        mesh.triangles.extend([[from, from + 6, to + 6], [from, to + 6, to]]);
    }
    scene_beside(&text, &Beside { materials: &|_| None, surfaces: &|_| Ok(mesh.clone()) })
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The system, where its bodies are set down, and what is set and read of each of them.
pub struct AllPairs {
    pub system: System,
    set: Vec<[Run<Id>; 4]>,
    read: Vec<[Run<Id>; 2]>,
    starts: Vec<[f64; 3]>,
    /// Part of their speeds that is told
    pub share: f64,
}

impl AllPairs {
    /// Each body 1 mm above the other one, found by its gap.
    pub fn new(interface: Interface) -> Self {
        let system = System::new(interface, Arc::new(scene()), "a-guid");
        let layout = system.layout();
        let run = |name: String| {
            let mut blocks = (0..).zip(&layout.blocks);
            let found = blocks.find_map(|(block, of)| {
                let row = of.table.rows.iter().find(|row| format!("{}{}", of.prefix, row.name) == name)?;
                Some(Run { block, id: row.id, k: 0, length: row.len() })
            });
            found.unwrap_or_else(|| panic!("there is no {name}"))
        };
        let of = |k: usize, name: &str| run(format!("upper{k}.{name}"));
        let motion = ["position", "orientation", "velocity", "angularVelocity"];
        let count = PAIRS.len();
        let set: Vec<_> = (0..count).map(|k| motion.map(|name| of(k, name))).collect();
        let read = (0..count).map(|k| ["force", "torque"].map(|name| of(k, name))).collect();
        let gap = |k: usize| {
            let is_two = PAIRS[k].0 == CAPSULE && PAIRS[k].1 == PLANE;
            run(if is_two { format!("c{k}_1.gap") } else { format!("c{k}.gap") })
        };
        let gaps: Vec<_> = (0..count).map(gap).collect();
        let starts = (0..count).map(|k| [if PAIRS[k].1 == TORUS { 0.06 } else { 0.01 }, 0.005, 0.0]).collect();
        let mut all = AllPairs { system, set, read, starts, share: 1.0 };
        all.starts.iter_mut().for_each(|at| at[2] = -8.0);
        all.place(0);
        all.system.exit_initialization(&mut |_| {}).unwrap();
        for _ in 0..60 {
            all.place(0);
            for (at, gap) in all.starts.iter_mut().zip(&gaps) {
                let mut found = [0.0];
                all.system.reals(&[*gap], &mut found).unwrap();
                at[2] -= 0.5 * (found[0] - 1e-3);
            }
        }
        all
    }

    /// Pose and velocity at a step: down 4 mm and up again, turning.
    pub fn place(&mut self, step: u32) {
        self.place_beside(step, 0.0);
    }

    /// The same moved by a length along the direction of [`slopes`](Self::slopes) [m].
    pub fn place_beside(&mut self, step: u32, by: f64) {
        let t = f64::from(step) / f64::from(STEPS);
        let down = 4.0 * t * (1.0 - t) * 4e-3;
        let (duration, turn) = (f64::from(STEPS) * H, 0.05 * t);
        let fall = -(1.0 - 2.0 * t) * 0.016 / duration;
        for (k, (runs, at)) in self.set.iter().zip(&self.starts).enumerate() {
            let lean = 0.05 * (k % 5) as f64;
            let [x, y, z] = *at;
            let numbers = [x + 0.01 * t + 0.5 * by, y, z - down + by, 1.0, lean + turn, 0.3 * lean, turn - lean];
            let rates = [0.01 / duration, 0.0, fall, 0.1 / duration, 0.0, 0.1 / duration].map(|of| of * self.share);
            self.system.set_reals(&runs[..2], &numbers);
            self.system.set_reals(&runs[2..], &rates);
        }
    }

    /// One step of the motion in Co-Simulation.
    pub fn step(&mut self, step: u32) {
        self.place(step);
        self.system.do_step(f64::from(step) * H, H, &mut |_| {}).unwrap();
    }

    /// The events of a place of the motion in Model Exchange.
    pub fn update(&mut self, step: u32) {
        self.place(step);
        self.system.new_discrete_states(&mut |_| {}).unwrap();
    }

    /// Force and torque on the upper body of a pair.
    pub fn wrench(&mut self, k: usize) -> [f64; 6] {
        let mut found = [0.0; 6];
        self.system.reals(&self.read[k], &mut found).unwrap();
        found
    }

    /// Directional derivatives of that along (0.5, 0, 1) of the position of the body.
    pub fn slopes(&mut self, k: usize) -> [f64; 6] {
        let [force, torque] = self.read[k];
        let of = |run: Run<Id>, along: usize| Run { k: along, length: 1, ..run };
        let seeds = [(of(self.set[k][0], 2), 1.0), (of(self.set[k][0], 0), 0.5)];
        self.system.tangent(&mut seeds.into_iter()).unwrap();
        let slope = |at: usize| self.system.tangent_of(&mut (), of(if at < 3 { force } else { torque }, at % 3));
        std::array::from_fn(slope)
    }
}
