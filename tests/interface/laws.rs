//! Interface coupling: the damping laws of others give the restitution that each really has, at every step size, and
//! the stiffness of materials is that of the laws.

use crate::host::{Body, Cell, Form, World, grid, parameters};
use asperity::physics::damping;
use asperity::physics::parameters::{ComplianceSource, Materials, NormalLaw, Solid};
use asperity::stepping::interface::Order;

/// e_out of an impact that begins `phase`·h after a step's start, and what the law really gives; mass 2 kg, no gravity.
fn restitution(law: NormalLaw, cell: &Cell, order: Order) -> [f64; 2] {
    let Cell { e, k, h, v, phase } = *cell;
    let mut parameters = parameters();
    parameters.settings.normal_law = law;
    let c = &mut parameters.compliance;
    (c.e, c.k, c.d_max, c.v_small, c.mass) = (e, k, 2000.0, 0.01, 2.0);
    if law == NormalLaw::KelvinVoigt {
        c.p = 1.0;
    }
    let body = Body::point(2.0, -v * h * (phase + 1.0), v);
    let mut world = World::new(parameters, body, order, Form::Mean);
    world.bounce(h);
    [world.body.velocity[2] / v, damping::effective_restitution(&parameters, v)]
}

/// Under the linear spring and damper 0.1 and 0.001 are overdamped: ζ = 1 gives e = e⁻² = 0.135.
#[test]
fn restitution_of_every_law_at_every_step_size_and_phase_of_the_impact() {
    for law in [NormalLaw::KelvinVoigt, NormalLaw::LankaraniNikravesh, NormalLaw::Flores] {
        for order in [Order::Sequential, Order::Parallel] {
            let mut worst: f64 = 0.0;
            for cell in grid() {
                // the grid's 0.1 stands for everything below as well
                let also = if cell.e == 0.1 { 0.001 } else { cell.e };
                for e in [cell.e, also] {
                    let Cell { k, h, v, phase, .. } = cell;
                    let [out, exact] = restitution(law, &Cell { e, ..cell }, order);
                    let error = (out - exact).abs();
                    let what = format!("{law:?} {order:?} e {e} k {k:e} h {h} v {v} phase {phase}");
                    assert!(error <= 1e-4, "{what}: off by {error:e}");
                    worst = worst.max(error);
                }
            }
            println!("{law:?}, {order:?}: worst |e_out - e| {worst:.2e}");
        }
    }
}

/// Another mass than the one the damper was chosen for: e = exp(−2ζ'·acos(ζ')/√(1−ζ'²)) with ζ' = ζ·√(m/m'), and for ζ
/// = 0.25, m' = m/4 it is ζ' = ½: exp(−2·½·(π/3)/√¾).
#[test]
fn linear_damper_chosen_for_another_mass_gives_its_own_restitution() {
    let nominal = |zeta: f64| (-2.0 * zeta * zeta.acos() / (1.0 - zeta * zeta).sqrt()).exp();
    let mut parameters = parameters();
    parameters.settings.normal_law = NormalLaw::KelvinVoigt;
    (parameters.compliance.p, parameters.compliance.mass, parameters.compliance.e) = (1.0, 8.0, nominal(0.25));
    let mut world = World::new(parameters, Body::point(2.0, -1e-3, 1.0), Order::Sequential, Form::Mean);
    world.bounce(1e-3);
    let (out, exact) = (world.body.velocity[2], nominal(0.5));
    println!("linear damper: {out} against {exact}");
    assert!((out - exact).abs() < 1e-4, "{out} {exact}");
}

/// f_n = (k·x + c·ẋ)₊ carries the weight at m·g/k.
#[test]
fn body_on_a_linear_damper_rests() {
    for order in [Order::Sequential, Order::Parallel] {
        for e in [0.001, 0.5] {
            let mut parameters = parameters();
            parameters.settings.normal_law = NormalLaw::KelvinVoigt;
            let c = &mut parameters.compliance;
            (c.p, c.mass, c.e, c.k) = (1.0, 2.0, e, 1e5);
            let mut body = Body::point(2.0, -1e-2, 0.0);
            body.gravity[2] = -9.81;
            let mut world = World::new(parameters, body, order, Form::Mean);
            world.run(2000, 1e-2);
            let (mut off, rest) = (0.0f64, 2.0 * 9.81 / 1e5);
            for _ in 0..10_000 {
                world.step(1e-2);
                off = off.max((world.body.penetration() - rest).abs());
            }
            println!("linear damper, {order:?}, e {e}: x off by at most {off:.1e} m");
            assert!(off < 1e-12, "{order:?} {e}: {off:e}");
        }
    }
}

/// Steel on steel, 0.1 m: k = 4/3·√R/(2(1−ν²)/E) = 4.87e10 N/m^1.5; rest at (m·g/k)^(2/3).
#[test]
fn body_on_materials_rests_where_hertz_says() {
    for order in [Order::Sequential, Order::Parallel] {
        let mut parameters = parameters();
        parameters.settings.compliance_source = ComplianceSource::Materials;
        (parameters.geometry.settings.is_flat_j, parameters.geometry.shapes.contact_radius_i) = (true, 0.1);
        let steel = Solid { E: 2.1e11, nu: 0.3 };
        parameters.materials = Materials { i: steel, j: steel, k_red: 1.0 };
        // not looked at
        (parameters.compliance.k, parameters.compliance.p) = (1.0, 5.0);
        let mut body = Body::point(2.0, -1e-4, 0.0);
        body.gravity[2] = -9.81;
        let mut world = World::new(parameters, body, order, Form::Slope);
        world.run(3000, 1e-3);
        let k = 4.0 / 3.0 * 0.1f64.sqrt() / (2.0 * (1.0 - 0.09) / 2.1e11);
        let rest = (2.0 * 9.81 / k).powf(2.0 / 3.0);
        let x = world.body.penetration();
        println!("{order:?}: {x:e} against {rest:e} m");
        assert!((x - rest).abs() < 1e-6 * rest, "{order:?}: {x:e} {rest:e}");
    }
}
