//! What is no step is refused by name.

use asperity::rigid::Fault;
use asperity::rigid::multibody::{Body, Contact, Held, Law, Stepper};

fn body() -> Body {
    let mut inverse = [[0.0; 6]; 6];
    (0..6).for_each(|i| inverse[i][i] = 1.0);
    Body { velocity: [0.0; 6], free: [0.0; 6], inverse }
}

fn contact() -> Contact {
    Contact {
        bodies: [Some(0), None],
        driven: [0.0; 3],
        driven_rate: [0.0; 3],
        turned: [0.0; 3],
        arms: [[0.0, 0.0, -0.5]; 2],
        normal: [0.0, 0.0, 1.0],
        gap: 0.0,
        law: Law::coulomb(0.5, 0.5),
        held: Held::default(),
    }
}

/// Of one body and contact after `change`.
fn refused(change: impl FnOnce(&mut Body, &mut Contact, &mut f64)) -> String {
    let (mut body, mut contact, mut h) = (body(), contact(), 1e-3);
    change(&mut body, &mut contact, &mut h);
    let fault: Fault = Stepper::new(2, 2, 1).advance(&[body], &[contact], h).unwrap_err();
    fault.to_string()
}

#[test]
fn what_is_wrong_is_named() {
    assert!(Stepper::new(1, 1, 1).advance(&[body()], &[contact()], 1e-3).is_ok());
    assert!(Stepper::new(0, 0, 1).advance(&[], &[], 1e-3).is_ok());
    assert!(Stepper::new(1, 1, 1).advance(&[body(); 2], &[], 1e-3).unwrap_err().to_string().contains("bodies"));
    for (text, part) in [
        (refused(|_, _, h| *h = 0.0), "h = 0"),
        (refused(|_, _, h| *h = f64::NAN), "h = NaN"),
        (refused(|body, _, _| body.velocity[3] = f64::NAN), "velocity"),
        (refused(|body, _, _| body.inverse[0][1] = 0.5), "symmetric"),
        (refused(|body, _, _| body.inverse[2][2] = -1.0), "semidefinite"),
        (refused(|_, contact, _| contact.bodies = [Some(3), None]), "bodies"),
        (refused(|_, contact, _| contact.bodies = [Some(0); 2]), "body 2"),
        (refused(|_, contact, _| contact.normal = [0.0, 0.0, 2.0]), "normal"),
        (refused(|_, contact, _| contact.gap = f64::INFINITY), "gap"),
        (refused(|_, contact, _| contact.law.mu = -0.1), "mu"),
        (refused(|_, contact, _| contact.law.e = 1.1), "e = 1.1"),
        (refused(|_, contact, _| contact.law.stiffness = 0.0), "k_T"),
        (refused(|_, contact, _| contact.law.threshold = -1.0), "v_th"),
        (refused(|_, contact, _| contact.held.normal = -1.0), "lambda_N"),
    ] {
        assert!(text.contains(part), "{text}");
    }
}
