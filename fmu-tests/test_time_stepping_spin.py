"""coupling.method = timeStepping with friction against spin, through the unit: a sphere that spins under FMPy."""

import pytest
from reference_rigid import RigidLaw
from test_time_stepping import MASS, MU, RADIUS, Body, G

INERTIA = 0.4 * MASS * RADIUS**2
E_R = 5e-3
SPINNING = {
    "friction.e_r": E_R,
    "coupling.massSource": "bodies",
    "coupling.massI": MASS,
    "coupling.inertiaI": (INERTIA, INERTIA, INERTIA, 0.0, 0.0, 0.0),
}


@pytest.mark.parametrize("h", [1e-3, 1e-2])
@pytest.mark.parametrize("friction", ["regularised", "polygonal"])
def test_sphere_stops_spinning_on_time_and_its_couple_is_shown(package, friction, h, figure):
    """I omega/(mu m g e_r) = 2.0387 s, the last step within h. The couple is read as frictionMoment and part of torqueI;
    what the body has lost is in the ledger, to the rounding of 200 to 2000 sums."""
    omega = 10.0
    stop = INERTIA * omega / (MU * MASS * G * E_R)
    with Body(package, RigidLaw(friction, MU), spin=(0, 0, omega), **SPINNING) as ball:
        start = ball.energy()
        ball.run(round(1.0 / h), h)
        assert ball.unit.get("frictionMoment") == pytest.approx((0.0, 0.0, -MU * MASS * G * E_R), rel=1e-9, abs=1e-12)
        assert ball.unit.get("torqueI") == pytest.approx((0.0, 0.0, -MU * MASS * G * E_R), rel=1e-9, abs=1e-12)
        assert ball.spin[2] == pytest.approx(omega * (1.0 - 1.0 / stop), rel=1e-9)
        assert ball.unit.get("sticking") == 0.0
        ball.run(100_000, h, watch=lambda ball: abs(ball.spin[2]) < 1e-9)
        figure("stops late [s]", ball.time - stop)
        assert -1e-9 <= ball.time - stop <= 1.01 * h
        ball.run(10, h)
        assert abs(ball.spin[2]) < 1e-12 and ball.unit.get("sticking") == 1.0
        assert ball.unit.get("energyDissipatedFriction") == pytest.approx(start - ball.energy(), rel=1e-9)
        assert abs(ball.unit.get("energyResidual")) < 1e-12 * start
