"""Several units on one body, each told of the others' forces: the recipe of section 10 of the documentation."""

import cube
import numpy as np
import pytest

SLOPES = [0.0, 15.0]
STEP = 1e-3
SECOND = round(1.0 / STEP)


@pytest.mark.parametrize("slope", SLOPES)
def test_cube_on_four_units_that_are_told_of_each_other_rests_in_silence(package, slope, figure):
    """Asked: at most 1 mm/s. Then it stands, so the contacts hold the weight: what is left of the speed, a micrometre per
    second, changes by no more than that in a step, which takes a thousandth of a newton."""
    run, warnings = cube.stand(package, np.radians(slope), until=2.0, step=STEP)
    speed = run["speed of the fastest corner [m/s]"][SECOND:].max()
    figure("fastest corner after a second [m/s]", speed)
    assert warnings == []
    assert speed < 1e-6
    weight = cube.MASS * cube.GRAVITY
    assert abs(run["normal forces [N]"][-1] - weight * np.cos(np.radians(slope))) < 1e-3
    assert abs(run["friction uphill [N]"][-1] - weight * np.sin(np.radians(slope))) < 1e-3


def test_friction_holds_the_cube_on_15_degrees(package, figure):
    """tan 15 deg = 0.27 is below mu_C = 0.4. What it yields is elastic: bristles bend by a quarter of the weight along the plane
    over sigma_0 = 1e5 N/m, 6 um, and the cube leans as it goes in; at rest it goes no micrometre in a second."""
    run, _ = cube.stand(package, np.radians(15.0), until=2.0, step=STEP)
    way = run["x [m]"]
    figure("yielded, and crept in the second after [m]", (way[SECOND], way[-1] - way[SECOND]))
    assert 6e-6 < way[SECOND] < 1e-4
    assert abs(way[-1] - way[SECOND]) < 1e-6


@pytest.mark.parametrize("slope", SLOPES)
def test_units_that_are_not_told_of_each_other_say_so(package, slope):
    """Each says once that the body does not respond as specified, and names further contacts among the causes, with the remedy."""
    _, warnings = cube.stand(package, np.radians(slope), until=1.0, step=STEP, told=False)
    said = [text for text in warnings if "the body does not respond to the contact force as specified" in text]
    assert len(said) == len(cube.CORNERS)
    remedy = (
        "further contacts act on the same body (make them one unit for the system, or add their newest forces to freeAcceleration)"
    )
    assert all(remedy in text for text in said)
