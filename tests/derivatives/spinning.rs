//! Regimes of spinning, rolling and Coulomb's friction.

use crate::cases::Case;
use crate::common::*;
use asperity::meet::Pair;
use asperity::physics::Planar;
use asperity::physics::parameters::{FrictionLaw, FrictionMap, SpinRadiusSource};

const E_R: f64 = 0.004;

/// Spinning and rolling friction on a map.
fn on(map: FrictionMap, name: &str, pair: Pair) -> Case {
    let mut case = Case::new(name, pair);
    case.name += &format!(", {map:?}");
    case.parameters.settings.friction_map = map;
    case.parameters.settings.planes = some_planes();
    let f = &mut case.parameters.friction;
    (f.e_r, f.mu_r, f.w_small, f.v_small) = (E_R, 0.05, 0.4, 0.02);
    case.state.z_r = -1.3e-5;
    case.turning(0.3, 0.7)
}

impl Case {
    /// Spin about the normal and rolling across it [rad/s], of body i against body j.
    fn turning(mut self, spin: f64, roll: f64) -> Self {
        let meeting = bring(&self.parameters, &mut self.inputs, 8e-4, 0.003, 0.02);
        let aside = (meeting.normal.cross(&vector(0.2, 0.9, -0.5))).normalize();
        self.inputs.body_i.angular_velocity =
            self.inputs.body_j.angular_velocity + meeting.normal * spin + aside * roll;
        self.moving(8e-4, 0.003, 0.02)
    }

    /// How many planes of the polyhedron hold this force, by its coordinates.
    fn planes_held(&self, force: &Planar<f64>, bound: f64) -> usize {
        let (_, _, sliding) = self.driven();
        let held = sliding.surface.saturate(force, bound);
        let [t, o] = sliding.surface.axes;
        let x = vector(held.t.dot(&t), held.t.dot(&o), held.r) / bound;
        let around = (0..8).map(|k| {
            let (sine, cosine) = (core::f64::consts::FRAC_PI_4 * f64::from(k)).sin_cos();
            vector(cosine, sine, 0.0)
        });
        let up = vector(0.0, 0.0, 1.0);
        let planes = around.flat_map(|n| [n, (n + up) / 2f64.sqrt(), (n - up) / 2f64.sqrt()]).chain([up, -up]);
        planes.filter(|n| n.dot(&x) > 1.0 - 1e-9).count()
    }
}

pub fn cases() -> Vec<Case> {
    PAIRS.into_iter().flat_map(|pair| bristles(pair).into_iter().chain(coulomb(pair)).chain(others(pair))).collect()
}

fn bristles(pair: Pair) -> Vec<Case> {
    let mut cases = Vec::new();
    for map in ALL_MAPS {
        // the spin has the name's part: e_r·ω_n of the slip's size
        let mut sticking = on(map, "of the unit: sticking with spin", pair).turning(0.02, 0.7).moving(8e-4, 1e-4, 0.02);
        sticking.state.z *= 0.5;
        let (f_br, bound, sliding) = sticking.driven();
        assert!(f_br.norm() < 0.5 * bound && sliding.slip.norm() < sticking.parameters.friction.v_eps);
        cases.push(sticking);

        let sliding = on(map, "of the unit: sliding with spin", pair).turning(50.0, 0.7).moving(8e-4, 0.3, 0.02);
        let (.., slip) = sliding.driven();
        assert!(slip.slip.norm() > 20.0 * 0.01 && slip.slip.r.abs() > 0.1);
        cases.push(sliding);

        let mut saturated = on(map, "saturated with spin", pair);
        saturated.state.z *= 20.0;
        saturated.state.z_r *= 40.0;
        let (f_br, bound, _) = saturated.driven();
        assert!(f_br.norm() > 1.5 * bound && f_br.r.abs() > 1.2 * bound);
        cases.push(saturated);

        let by_area = {
            let mut case = on(map, "e_r from the contact area", pair);
            case.parameters.settings.spin_radius_source = SpinRadiusSource::ContactRadius;
            case
        };
        cases.push(by_area);
        let uneven = |name, slip| {
            let mut case = on(map, name, pair).turning(0.02, 0.7);
            [case.parameters.friction.e_t, case.parameters.friction.e_o] = [0.6, 1.5];
            case.moving(8e-4, slip, 0.02)
        };
        let mut sticks = uneven("uneven, sticking", 1e-4);
        sticks.state.z *= 0.5;
        let (f_br, bound, _) = sticks.driven();
        assert!(f_br.norm() < 0.7 * bound);
        let slides = uneven("uneven, sliding", 0.3);
        let (.., sliding) = slides.driven();
        assert!(sliding.slip.norm() > 10.0 * 0.01);
        cases.extend([sticks, slides]);
        let apart = Case { contact: false, ..on(map, "apart with spin", pair).moving(-2e-3, 0.3, 0.1) };
        cases.push(apart);
    }

    // one part saturated, the other not
    let mut twisted = on(FrictionMap::Mixed, "twisted to the bound", pair);
    twisted.state.z_r *= 40.0;
    let (f_br, bound, _) = twisted.driven();
    assert!(f_br.t.norm() < 0.9 * bound && f_br.r.abs() > 1.2 * bound);
    cases.push(twisted);

    // so fast that what is left of the smoothing is that of 1e4 widths: on an edge around, where the spin is felt
    let far = on(FrictionMap::Polyhedron, "far sliding", pair).turning(0.025, 0.7).moving(8e-4, 5.0, 0.02);
    let (.., sliding) = far.driven();
    assert!(sliding.slip.norm() * 1.5 / far.parameters.friction.v_eps > 1.2e4);
    cases.push(far);

    // far beyond a face, an edge around, a corner: by the axes of the polyhedron
    let off = 22.5f64.to_radians();
    for (name, direction, planes) in [
        ("face", vector(1.0, 0.05, 0.04), 1),
        ("slanted face", vector(0.7, 0.04, 0.72), 1),
        ("edge", vector(off.cos(), off.sin(), 0.02), 2),
        ("corner", vector(1.22, 0.51, 0.56), 4),
    ] {
        let mut case = on(FrictionMap::Polyhedron, name, pair);
        // f_br = s·σ0·z̃ + what does not depend on z̃
        (case.state.z, case.state.z_r) = (V3::zeros(), 0.0);
        let (rest, bound, sliding) = case.driven();
        let [t, o] = sliding.surface.axes;
        let goal = direction * (2.0 * bound) - vector(rest.t.dot(&t), rest.t.dot(&o), rest.r);
        let s = case.unknowns(&case.knowns()).response.outputs.sticking;
        let z = goal / (s * case.parameters.friction.sigma_0);
        (case.state.z, case.state.z_r) = (t * z.x + o * z.y, z.z);
        let (f_br, bound, _) = case.driven();
        assert_eq!(case.planes_held(&f_br, bound), planes, "{}", case.name);
        cases.push(case);
    }
    cases
}

fn coulomb(pair: Pair) -> Vec<Case> {
    let mut cases = Vec::new();
    for map in MAPS {
        let regime = |name: &str| {
            let mut case = on(map, name, pair);
            case.parameters.settings.friction_law = FrictionLaw::Coulomb;
            case
        };
        // v_small = 0.02 m/s; the slip of (b) is not held back below v_small/3
        for (name, spin, slip, within) in [
            ("of the unit: coulomb, slow", 0.3, 0.003, true),
            ("coulomb, below vsmall", 2.5, 0.012, true),
            ("of the unit: coulomb, above vsmall", 40.0, 0.3, false),
        ] {
            let case = regime(name).turning(spin, 0.7).moving(8e-4, slip, 0.02);
            let (.., sliding) = case.driven();
            assert_eq!(sliding.slip.norm() < case.parameters.friction.v_small, within);
            cases.push(case);
        }
    }
    cases
}

/// Rolling without and beside spinning friction, below and above w_small = 0.4 rad/s.
fn others(pair: Pair) -> Vec<Case> {
    [("of the unit: rolling slowly", 0.2), ("of the unit: rolling", 3.0)]
        .map(|(name, roll)| {
            let mut case = on(FrictionMap::Ellipsoid, name, pair).turning(0.3, roll);
            case.parameters.friction.e_r = 0.0;
            case.state.z_r = 0.0;
            case
        })
        .into()
}
