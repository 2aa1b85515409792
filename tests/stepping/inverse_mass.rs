//! W of the interface coupling against the accelerations that Newton's and Euler's laws give, with nalgebra's inverse.

use crate::common::{V3, matrix, rotation, vector};
use asperity::meet::Pair;
use asperity::physics::{ContactFault, Inputs, Mobility, Symmetric};
use asperity::stepping::Coupling;
use asperity::stepping::coupling::{CouplingOrder, FreeAccelerationSource, MassSource};
use asperity::stepping::inverse_mass::{inverse_mass, turning, validate};
use nalgebra::Matrix3;

fn full(a: &Symmetric<f64>) -> Matrix3<f64> {
    Matrix3::new(a[0], a[3], a[4], a[3], a[1], a[5], a[4], a[5], a[2])
}

/// Two bodies in general position with full inertias, and the point where they touch.
fn scene() -> (Coupling<f64>, Inputs<f64>, V3) {
    let (_, mut inputs) = crate::common::general_position(Pair::External);
    let mut coupling = crate::common::coupling();
    inputs.body_i.position = vector(0.02, -0.07, 0.11);
    inputs.body_i.orientation *= 3.0;
    inputs.body_j.orientation = rotation(vector(0.2, -1.0, 0.6), 2.3);
    coupling.masses.i.mass = 2.5;
    coupling.masses.i.inertia = Symmetric::new(0.03, 0.02, 0.04, 0.005, -0.003, 0.007);
    coupling.masses.j.mass = 0.7;
    coupling.masses.j.inertia = Symmetric::new(0.006, 0.009, 0.005, -0.001, 0.002, 0.0005);
    (coupling, inputs, vector(0.3, 0.1, -0.05))
}

fn w_of(coupling: &Coupling<f64>, inputs: &Inputs<f64>, p_a: &V3) -> Result<Matrix3<f64>, ContactFault> {
    inverse_mass(coupling, inputs, &Mobility::default(), p_a, &V3::z())
}

/// Acceleration of the points of bodies i and j at p_a against each other when `force` acts on i and −force on j, both
/// at rest: v̇ = f/m, I·ω̇ = ρ×f in world axes, a = v̇ + ω̇×ρ.
fn acceleration(coupling: &Coupling<f64>, inputs: &Inputs<f64>, p_a: &V3, force: &V3) -> V3 {
    let of = |mass: &asperity::stepping::coupling::Mass<f64>, body: &asperity::physics::Body<f64>, f: V3| {
        if mass.mass == 0.0 {
            return V3::zeros();
        }
        let turn = matrix(&body.orientation);
        let rho = p_a - body.position;
        let inertia = turn * full(&mass.inertia) * turn.transpose();
        let spin = inertia.try_inverse().map_or(V3::zeros(), |inverse| inverse * rho.cross(&f));
        f / mass.mass + spin.cross(&rho)
    };
    of(&coupling.masses.i, &inputs.body_i, *force) - of(&coupling.masses.j, &inputs.body_j, -force)
}

#[test]
fn w_gives_the_acceleration_of_the_contact_point_of_two_free_bodies() {
    let (mut coupling, inputs, p_a) = scene();
    for (mass_i, mass_j, turns_i) in [(2.5, 0.7, true), (2.5, 0.0, true), (0.0, 0.7, true), (2.5, 0.7, false)] {
        coupling.masses.i.mass = mass_i;
        coupling.masses.j.mass = mass_j;
        if !turns_i {
            coupling.masses.i.inertia = Symmetric::zeros();
        }
        let w = w_of(&coupling, &inputs, &p_a).unwrap();
        for force in [V3::x(), V3::y(), V3::z(), vector(1.0, -2.0, 0.5)] {
            let exact = acceleration(&coupling, &inputs, &p_a, &force);
            crate::common::assert_vectors("W·f", &(w * force), &exact, 1e-13, exact.norm());
        }
        assert_eq!(w, w.transpose(), "symmetric to the last bit");
    }
}

/// Angular accelerations of i against j under a force at p_a and a couple on i, their opposites on j: I·ω̇ = ρ×f + m.
#[test]
fn l_and_g_give_the_angular_acceleration_of_two_free_bodies() {
    let (mut coupling, inputs, p_a) = scene();
    for (mass_j, turns_i) in [(0.7, true), (0.0, true), (0.7, false)] {
        coupling.masses.j.mass = mass_j;
        if !turns_i {
            coupling.masses.i.inertia = Symmetric::zeros();
        }
        let of = |mass: &asperity::stepping::coupling::Mass<f64>, body: &asperity::physics::Body<f64>, f: V3, m: V3| {
            let turn = matrix(&body.orientation);
            let inertia = turn * full(&mass.inertia) * turn.transpose();
            match inertia.try_inverse() {
                Some(inverse) if mass.mass > 0.0 => inverse * ((p_a - body.position).cross(&f) + m),
                _ => V3::zeros(),
            }
        };
        let (l, g) = turning(&coupling, &inputs, &Mobility::default(), &p_a).unwrap();
        assert_eq!(l, l.transpose(), "symmetric to the last bit");
        for u in [V3::x(), V3::y(), V3::z(), vector(1.0, -2.0, 0.5)] {
            for (f, m) in [(u, V3::zeros()), (V3::zeros(), u)] {
                let asperity::stepping::coupling::Masses { i, j } = &coupling.masses;
                let exact = of(i, &inputs.body_i, f, m) - of(j, &inputs.body_j, -f, -m);
                crate::common::assert_vectors("L·m + G·f", &(l * m + g * f), &exact, 1e-13, exact.norm());
            }
        }
    }
}

/// Gᵀ is how a couple moves the contact point, as reciprocity wants: ω̇×ρ of each body.
#[test]
fn the_transpose_of_g_moves_the_contact_point_under_a_couple() {
    let (mut coupling, inputs, p_a) = scene();
    coupling.masses.j.mass = 0.0;
    let (l, g) = turning(&coupling, &inputs, &Mobility::default(), &p_a).unwrap();
    for m in [V3::x(), V3::y(), vector(1.0, -2.0, 0.5)] {
        let exact = (l * m).cross(&(p_a - inputs.body_i.position));
        crate::common::assert_vectors("Gᵀ·m", &(g.transpose() * m), &exact, 1e-13, exact.norm());
    }
}

#[test]
fn a_given_inverse_inertia_is_used_as_it_is_and_has_no_g() {
    let (mut coupling, inputs, p_a) = scene();
    coupling.settings.mass_source = MassSource::Input;
    let given = |elements: [f64; 6]| {
        let mobility = Mobility { inverse_inertia: elements.into(), ..Mobility::default() };
        turning(&coupling, &inputs, &mobility, &p_a)
    };
    let exact = Matrix3::new(3.0, 0.1, -0.2, 0.1, 2.0, 0.3, -0.2, 0.3, 1.0);
    assert_eq!(given([3.0, 2.0, 1.0, 0.1, -0.2, 0.3]), Ok((exact, Matrix3::zeros())));
    // nobody has wired it
    assert_eq!(given([0.0; 6]), Err(ContactFault::CannotTurn));
    let bad = [1.0, 1.0, 1.0, 0.0, 0.0, 1.1];
    assert_eq!(given(bad), Err(ContactFault::NoInverseInertia { value: bad }));
}

#[test]
fn inverse_mass_of_a_sphere_is_1_along_and_7_halves_across_the_normal() {
    // 2/5·m·R²: 1/m along the arm, 1/m + R²/I = 7/(2m) across it
    let (mut coupling, mut inputs) = (crate::common::coupling(), Inputs::default());
    coupling.masses.i.mass = 2.0;
    coupling.masses.i.inertia = Symmetric::new(0.008, 0.008, 0.008, 0.0, 0.0, 0.0);
    inputs.body_i.position = vector(1.0, 2.0, 0.1);
    let w = w_of(&coupling, &inputs, &vector(1.0, 2.0, 0.0)).unwrap();
    let exact = Matrix3::from_diagonal(&vector(1.75, 1.75, 0.5));
    assert!((w - exact).norm() < 1e-14, "{w}");
}

#[test]
fn an_inertia_that_is_none_is_refused_by_its_name_for_a_body_that_moves() {
    let (coupling, inputs, p_a) = scene();
    for (inertia, why) in [
        ([1.0, 1.0, 0.0, 0.0, 0.0, 0.0], "singular: a rod without thickness"),
        ([1.0, 1.0, 1.0, 1.0, 0.0, 0.0], "singular by its products"),
        ([1.0, 1.0, -1.0, 0.0, 0.0, 0.0], "negative"),
        ([1.0, 1.0, 1.0, 2.0, 0.0, 0.0], "indefinite"),
        ([0.0, 0.0, 0.0, 0.1, 0.0, 0.0], "nothing but a product"),
        ([1.0, 1.0, 1.0, 0.9, 0.9, -0.9], "every 2×2 minor positive, determinant negative"),
    ] {
        for body_j in [false, true] {
            let mut bad = coupling;
            let (mass, name) = if body_j {
                (&mut bad.masses.j, "coupling.inertiaJ")
            } else {
                (&mut bad.masses.i, "coupling.inertiaI")
            };
            mass.inertia = inertia.into();
            let expected = Err(ContactFault::NoInertia { name, value: inertia });
            assert_eq!(validate(&bad), expected, "{why}");
            assert_eq!(w_of(&bad, &inputs, &p_a).map(|_| ()), expected, "{why}");
            // a fixed body needs none
            if body_j {
                bad.masses.j.mass = 0.0
            } else {
                bad.masses.i.mass = 0.0
            }
            assert_eq!(validate(&bad), Ok(()), "{why}");
        }
    }
    let mut thin = coupling;
    thin.masses.i.inertia = Symmetric::new(1.0, 1.0, 1e-9, 0.0, 0.0, 0.0);
    assert_eq!(validate(&thin), Ok(()));
}

#[test]
fn a_body_that_turns_needs_an_orientation() {
    let (mut coupling, mut inputs, p_a) = scene();
    inputs.body_j.orientation *= 0.0;
    let fault = w_of(&coupling, &inputs, &p_a).unwrap_err();
    assert_eq!(fault, ContactFault::NoOrientation { name: "orientationJ", value: [0.0; 4] });
    coupling.masses.j.inertia = Symmetric::zeros();
    assert!(w_of(&coupling, &inputs, &p_a).is_ok());
}

#[test]
fn two_fixed_bodies_are_refused() {
    let (mut coupling, inputs, p_a) = scene();
    (coupling.masses.i.mass, coupling.masses.j.mass) = (0.0, 0.0);
    assert_eq!(validate(&coupling), Err(ContactFault::BothFixed));
    assert_eq!(w_of(&coupling, &inputs, &p_a), Err(ContactFault::BothFixed));
    coupling.settings.mass_source = MassSource::Input;
    assert_eq!(validate(&coupling), Ok(()));
}

#[test]
fn an_estimate_in_parallel_order_is_refused() {
    let (mut coupling, ..) = scene();
    coupling.settings.free_acceleration_source = FreeAccelerationSource::Estimated;
    assert_eq!(validate(&coupling), Ok(()));
    coupling.settings.order = CouplingOrder::Parallel;
    assert_eq!(validate(&coupling), Err(ContactFault::EstimatedInParallel));
}

#[test]
fn a_given_w_is_used_if_semidefinite_and_positive_along_the_normal() {
    let (mut coupling, inputs, p_a) = scene();
    coupling.settings.mass_source = MassSource::Input;
    let given = |elements: [f64; 6], normal: V3| {
        let mobility = Mobility { inverse_mass: elements.into(), ..Mobility::default() };
        inverse_mass(&coupling, &inputs, &mobility, &p_a, &normal)
    };
    let w = given([3.0, 2.0, 1.0, 0.1, -0.2, 0.3], V3::z()).unwrap();
    assert_eq!(w, Matrix3::new(3.0, 0.1, -0.2, 0.1, 2.0, 0.3, -0.2, 0.3, 1.0));
    // n·nᵀ of a normal in general position, as a body that only slides along it has; its minors are 0 up to rounding
    let n = vector(0.3, -1.7, 0.9).normalize();
    let rank_one = |m: f64| [n.x * n.x, n.y * n.y, n.z * n.z, n.x * n.y, n.x * n.z, n.y * n.z].map(|e| e / m);
    for mass in [1e-9, 0.7, 1e9] {
        assert!(given(rank_one(mass), n).is_ok());
    }
    for bad in [
        [-1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        [1.0, 1.0, 1.0, 0.0, 0.0, 1.1],
        [1.0, 1.0, 1.0, 0.9, 0.9, -0.9],
        [0.0, 1.0, 1.0, 1e-3, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
    ] {
        assert_eq!(given(bad, V3::z()), Err(ContactFault::NoInverseMass { value: bad }));
    }
    assert_eq!(given([0.0; 6], V3::z()), Err(ContactFault::Immovable { w_nn: 0.0 }));
    assert_eq!(given([1.0, 1.0, 0.0, 0.0, 0.0, 0.0], V3::z()), Err(ContactFault::Immovable { w_nn: 0.0 }));
}
