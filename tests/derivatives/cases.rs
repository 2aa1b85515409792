//! Every regime of the laws, as points to take derivatives at.

use crate::common::*;
use crate::spinning;
use asperity::meet::{self, Pair, PointOfAction};
use asperity::physics::friction::{self, Sliding};
use asperity::physics::parameters::{BristleFrame, BristleLimit, ComplianceSource, NormalLaw, RestitutionCurve};
use asperity::physics::{Inputs, Latch, Parameters, Planar, Quaternion, Scalar, State, damping, respond};
use asperity::unit::parameters::ContactParameters;
use asperity::unit::slots::{Knowns, Unknowns};

/// One point of the laws. Contact is on or off as given, the latch belongs to an impact at `v_i`; `None` means an onset
/// at this very point, where v_i is the approach speed and has a derivative of its own.
pub struct Case {
    pub name: String,
    pub parameters: Setup,
    pub inputs: Inputs<f64>,
    pub state: State<f64>,
    pub contact: bool,
    pub v_i: Option<f64>,
}

impl Case {
    pub fn new(name: &str, pair: Pair) -> Self {
        let (mut parameters, mut inputs) = general_position(pair);
        parameters.friction.v_eps = 5e-4;
        inputs.body_i.orientation *= 1.1;
        let state = with_bristles(vector(2e-5, -1e-5, 3e-6), 0.3);
        Case { name: format!("{name}, {pair:?}"), parameters, inputs, state, contact: true, v_i: Some(0.1) }
            .moving(8e-4, 0.003, 0.02)
    }

    /// Penetration [m], slip along a fixed direction [m/s] and ẋ [m/s] of any pair.
    pub fn moving(mut self, x: f64, slip: f64, rate: f64) -> Self {
        bring(&self.parameters, &mut self.inputs, x, slip, rate);
        self
    }

    pub fn knowns(&self) -> Knowns<f64> {
        let Setup { laws, geometry } = self.parameters;
        let parameters = ContactParameters { laws, geometry, ..ContactParameters::default() };
        Knowns { parameters, inputs: self.inputs, state: self.state, ..Knowns::default() }
    }

    /// Every output and rate on any scalar.
    pub fn unknowns<T: Scalar>(&self, knowns: &Knowns<T>) -> Unknowns<T> {
        let ContactParameters { laws, geometry, .. } = &knowns.parameters;
        let frame = meet::contact_frame(laws, geometry, &knowns.inputs, None).unwrap();
        let latch = match self.v_i {
            Some(v_i) => Latch { contact: self.contact, v_i: T::from(v_i), a: T::zero() }.refreshed(laws),
            None => Latch::default().updated(laws, &frame.approach()),
        };
        let response = respond(laws, &knowns.inputs, &frame, &latch, &knowns.state);
        Unknowns { response, ..Unknowns::default() }
    }

    /// Bristle force, its bound and the sliding that this case has, to see that the regime is the one it is named
    /// after.
    pub fn driven(&self) -> (Planar<f64>, f64, Sliding<'_, f64>) {
        let frame = contact_frame(&self.parameters, &self.inputs, None).unwrap();
        let f_n = self.unknowns(&self.knowns()).response.outputs.normal_force;
        let f = &self.parameters.friction;
        let sliding = friction::sliding(&self.parameters, &frame);
        let drive = friction::drive(&self.parameters, true, &sliding, f_n);
        let z = Planar { t: frame.tangential(&self.state.z), r: self.state.z_r };
        let f_br = friction::bristle_force(f, drive.s, &z, &sliding.slip, &drive.f_c);
        (f_br, friction::friction_bound(f, f_n, self.state.s_dw), sliding)
    }

    /// Lengths of bristle force, bound and slip.
    fn bristles(&self) -> (f64, f64, f64) {
        let (f_br, bound, sliding) = self.driven();
        (f_br.norm(), bound, sliding.slip.t.norm())
    }
}

/// Every regime of the laws, for every pair; the conditions that name a regime are asserted here.
pub fn cases() -> Vec<Case> {
    let mut cases = spinning::cases();
    for pair in PAIRS {
        let regime = |name| Case::new(name, pair);

        let apart = Case { contact: false, ..regime("apart").moving(-2e-3, 0.3, 0.1) };
        assert_eq!(apart.unknowns(&apart.knowns()).response.outputs.force_i, V3::zeros());
        cases.push(apart);

        // what may be left out where body j is not turned has derivatives all the same
        let mut unturned = regime("body j not turned");
        unturned.inputs.body_j.orientation = Quaternion::new(1.1, 0.0, 0.0, 0.0);
        cases.push(unturned.moving(8e-4, 0.003, 0.02));

        // slip below v_eps, bristles far from the bound
        let mut sticking = regime("sticking").moving(8e-4, 2e-4, 0.02);
        sticking.state.z *= 0.5;
        let (f_br, bound, slip) = sticking.bristles();
        assert!(f_br < 0.5 * bound && slip < sticking.parameters.friction.v_eps);
        cases.push(sticking);

        let unsaturated = regime("between sticking and sliding");
        let (f_br, bound, slip) = unsaturated.bristles();
        assert!(f_br < bound && slip > unsaturated.parameters.friction.v_eps);
        cases.push(unsaturated);

        for (name, limit) in [("saturated", BristleLimit::Limited), ("saturated, paper", BristleLimit::Paper)] {
            let mut saturated = regime(name);
            saturated.parameters.settings.bristle_limit = limit;
            saturated.state.z *= 20.0;
            let (f_br, bound, _) = saturated.bristles();
            assert!(f_br > 1.5 * bound);
            cases.push(saturated);
        }

        let sliding = regime("sliding").moving(8e-4, 0.3, 0.02);
        let (_, _, slip) = sliding.bristles();
        assert!(slip > 20.0 * sliding.parameters.friction.v_S);
        cases.push(sliding);

        // pulled apart faster than any rebound
        let clipped = regime("clipped").moving(8e-4, 0.003, -0.5);
        let response = clipped.unknowns(&clipped.knowns()).response;
        assert!(response.clip_margin < 0.0 && response.outputs.normal_force == 0.0);
        cases.push(clipped);

        // |σ0·z| = f_max(1 − 1e-3) and slip that presses on: pushed against its bound
        let mut at_bound = regime("bristle at its bound");
        let (_, bound, _) = at_bound.bristles();
        let frame = contact_frame(&at_bound.parameters, &at_bound.inputs, None).unwrap();
        at_bound.state.z = frame.v_t.normalize() * (bound / at_bound.parameters.friction.sigma_0 * (1.0 - 1e-3));
        let (f_br, bound, _) = at_bound.bristles();
        assert!(f_br > bound);
        cases.push(at_bound);

        let mut in_world = regime("bristleFrame = paper");
        in_world.parameters.settings.bristle_frame = BristleFrame::Paper;
        cases.push(in_world);

        let mut at_the_deepest = regime("geometry.point = paper");
        at_the_deepest.parameters.geometry.settings.point = PointOfAction::Paper;
        cases.push(at_the_deepest.moving(8e-4, 0.003, 0.02));

        let mut elastic = regime("elastic");
        elastic.parameters.settings.normal_law = NormalLaw::Elastic;
        cases.push(elastic);

        let mut hunt_crossley = regime("huntCrossley");
        hunt_crossley.parameters.settings.normal_law = NormalLaw::HuntCrossley;
        hunt_crossley.parameters.compliance.alpha = 0.2;
        cases.push(hunt_crossley);

        let mut slow_down = regime("alpha > 0");
        slow_down.parameters.compliance.alpha = 0.2;
        cases.push(slow_down);

        for (name, curve) in [("power", RestitutionCurve::Power), ("table", RestitutionCurve::Table)] {
            let falling = |mut case: Case| {
                let Parameters { settings, compliance, .. } = &mut case.parameters.laws;
                (settings.restitution_curve, settings.restitution_points) = (curve, 3);
                compliance.v_ref = 5e-3;
                // slopes of their own below, between and above the speeds of these cases
                compliance.table.speed[..3].copy_from_slice(&[0.015, 0.05, 0.3]);
                compliance.table.e[..3].copy_from_slice(&[0.8, 0.6, 0.3]);
                case
            };
            cases.push(falling(Case::new(&format!("restitution by a {name}"), pair)));
            cases.push(falling(Case { v_i: None, ..Case::new(&format!("restitution by a {name}, onset"), pair) }));
        }

        // between onset and re-latching the damping is that of the motion's own speed
        let mut faster = Case { v_i: Some(0.013), ..regime("faster than v_i") };
        faster.parameters.compliance.alpha = 0.2;
        cases.push(faster);

        let mut onset = Case { v_i: None, ..regime("onset: v_i is the approach speed, alpha > 0") };
        onset.parameters.compliance.alpha = 0.2;
        cases.push(onset);

        let mut onset = Case { v_i: None, ..regime("onset of huntCrossley: v_i is the approach speed, alpha > 0") };
        onset.parameters.settings.normal_law = NormalLaw::HuntCrossley;
        onset.parameters.compliance.alpha = 0.2;
        cases.push(onset);

        for law in [NormalLaw::LankaraniNikravesh, NormalLaw::Flores, NormalLaw::KelvinVoigt] {
            cases.extend(damped(law, pair));
        }

        let mut from_materials = regime("stiffness from materials");
        from_materials.parameters.settings.compliance_source = ComplianceSource::Materials;
        from_materials.parameters.materials.k_red = 1e-4;
        from_materials.parameters.materials.i.E = 7e10;
        cases.push(from_materials);

        let default_width = {
            let mut case = regime("v_eps = v_S/100").moving(8e-4, 5e-5, 0.02);
            case.parameters.friction.v_eps = 0.0;
            case
        };
        cases.push(default_width);
    }
    cases
}

/// The laws beside those of [G04], with e falling with speed, at a given and at their own impact speed, and in their
/// own limits.
fn damped(law: NormalLaw, pair: Pair) -> Vec<Case> {
    let regime = |name: &str| {
        let mut case = Case::new(&format!("{law:?}{name}"), pair);
        case.parameters.settings.normal_law = law;
        case.parameters.compliance.alpha = 0.2;
        if law == NormalLaw::KelvinVoigt {
            (case.parameters.compliance.p, case.parameters.compliance.k) = (1.0, 3e4);
        }
        case
    };
    let mut cases = vec![regime(""), Case { v_i: None, ..regime(", onset") }];
    if law == NormalLaw::Flores {
        let capped = {
            let mut case = regime(", capped");
            case.parameters.compliance.d_max = 5.0;
            case
        };
        let slow = Case { v_i: Some(0.005), ..regime(", below vsmall") };
        assert_eq!(damping::damping(&capped.parameters, 0.1), 5.0);
        assert_eq!(damping::damping(&slow.parameters, 0.005), 2000.0);
        cases.extend([capped, slow]);
    }
    let clipped = regime(", clipped").moving(8e-4, 0.003, -3.0);
    let response = clipped.unknowns(&clipped.knowns()).response;
    assert!(response.clip_margin < 0.0 && response.outputs.normal_force == 0.0);
    cases.push(clipped);
    cases
}
