//! timeStepping.law: friction as bounded here, and as [P16] has it printed.

use super::{G, LAWS, V3, world};
use crate::host::{Body, Form, World};
use asperity::stepping::coupling::{StepFriction, StepLaw};
use asperity::stepping::interface::Order;

const MASS: f64 = 2.0;
const MU: f64 = 0.4;
const H: f64 = 1e-3;

/// A block on the plane, pulled with this acceleration; held by soft bristles that are not let slip.
fn block(law: StepLaw, pull: V3) -> World {
    let mut world = world(StepFriction::Regularised, Body::point(MASS, 0.0, 0.0), Order::Sequential, Form::Mean);
    world.coupling.settings.step_law = law;
    world.coupling.time_stepping.v_th = 1.0;
    world.body.gravity = pull - V3::new(0.0, 0.0, G);
    world
}

/// Pulled between the two directions of the force before, which lies along the first: the bounds of [P16 eq. 12] are a
/// square, Coulomb's a circle.
#[test]
fn a_block_pulled_aside_holds_more_under_the_bounds_as_printed() {
    let most = MU * G;
    for (law, share) in [(StepLaw::Coulomb, 1.0), (StepLaw::Paper, 2f64.sqrt())] {
        // at rest under a pull along x, then one towards the corner of the square
        let mut world = block(law, V3::new(0.9 * most, 0.0, 0.0));
        world.run(20, H);
        assert!(world.body.velocity.xy().norm() < 0.1, "{law:?}: {}", world.body.velocity);
        world.body.velocity = V3::zeros();
        world.body.gravity = V3::new(3.0 * most, 3.0 * most, -G);
        let force = world.step(H).force.mean;
        let found = force.xy().norm() / (MASS * most);
        assert!((found - share).abs() < 1e-9, "{law:?}: {found} of mu*m*g for {share}");
    }
}

/// λ_N of the step before is 0 in the first step of a contact, and an impact, which is no force, leaves none.
#[test]
fn first_step_of_a_contact_is_without_friction_as_printed() {
    let rubs = |world: &mut World| world.step(H).force.mean.xy().norm() / (MU * MASS * G);
    for friction in LAWS {
        for (law, first) in [(StepLaw::Coulomb, 1.0), (StepLaw::Paper, 0.0)] {
            // polygons are bounded by the f_n of their own step: there is no λ_N in their problem
            let first = if friction == StepFriction::Polygonal { 1.0 } else { first };
            let mut touching = block(law, V3::zeros());
            (touching.coupling.settings.step_friction, touching.coupling.time_stepping.v_th) = (friction, 1e-4);
            touching.body.velocity = V3::new(0.0, 2.0, 0.0);
            let found = [rubs(&mut touching), rubs(&mut touching), rubs(&mut touching)];
            for (found, known) in found.into_iter().zip([first, 1.0, 1.0]) {
                assert!((found - known).abs() < 1e-9, "{friction:?} {law:?}: {found} for {known}");
            }
            // dead at once, with mu*m*v of its own; then as above
            let mut struck = touching.clone();
            struck.contact = Default::default();
            struck.memory = Default::default();
            (struck.parameters.compliance.e, struck.form) = (0.0, Form::Slope);
            (struck.body.position, struck.body.velocity) = (V3::zeros(), V3::new(0.0, 2.0, -0.5));
            let impact = rubs(&mut struck) * G * H;
            let by_the_impact = if first == 0.0 { 0.5 } else { 0.5 + G * H };
            assert!((impact - by_the_impact).abs() < 1e-9, "{friction:?} {law:?}: {impact}");
            let after = rubs(&mut struck);
            assert!((after - 1.0).abs() < 1e-9, "{friction:?} {law:?}: {after}");
        }
    }
}
