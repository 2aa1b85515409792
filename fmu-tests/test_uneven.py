"""Friction that is not the same along every direction: e_t and e_o, and planes of its own, with which a unit is packed."""

import subprocess
from itertools import combinations

import numpy as np
import pytest
from hosts import Package

MU = 0.4
MAPS = ["planes"]
# a triangle around 0, without symmetry: rows alpha, beta
PLANES = np.array([[1.0, 0.2], [-0.8, 1.0], [-0.5, -1.2]])
# turns of body j about the normal, which is z
ANGLES = [0.0, 0.9, -2.5]


def directions(angle):
    """t, the x axis of body j, and o across it, as columns."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def slide(unit, angle, slip):
    """Friction force along t and o over the normal force, with this slip along t and o."""
    velocity = directions(angle) @ slip
    unit.start(
        {
            "penetration": 1e-3,
            "relativeVelocity": (*velocity, 0.0),
            "contactNormal": (0.0, 0.0, 1.0),
            "orientationJ": (np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)),
        }
    )
    force = np.array(unit.get("frictionForce"))
    assert force[2] == 0.0
    return directions(angle).T @ force[:2] / unit.get("normalForce")


@pytest.mark.parametrize("e", [(0.6, 1.5), (1.0, 0.25), (0.5, 0.5)])
@pytest.mark.parametrize("kind", ["ModelExchange", "CoSimulation"])
def test_sliding_takes_the_force_of_most_work(package, e, kind):
    """-mu*E^2*v/|E*v| at |E*v| of more than 10 v_S, where exp(-100) of the bristles is left."""
    settings = {"friction.mu_S": MU, "friction.mu_C": MU, "friction.e_t": e[0], "friction.e_o": e[1]}
    for angle in ANGLES:
        for slip in (np.array([0.3, 0.7]), np.array([-0.9, 0.4])):
            with package.unit(kind, settings=settings) as unit:
                found = slide(unit, angle, slip)
            stretched = np.array(e) * slip
            wanted = -MU * np.array(e) * stretched / np.linalg.norm(stretched)
            assert found == pytest.approx(wanted, abs=1e-14)


def test_sliding_within_planes_takes_a_corner(package, asperity, tmp_path):
    """The corner of greatest work, by all corners; the set is not symmetric, so that the opposite slip meets another force."""
    out = tmp_path / "Planes.fmu"
    values = {f"friction.planes[{k + 1}][{m + 1}]": of for k, row in enumerate(PLANES) for m, of in enumerate(row)}
    values |= {"friction.map": "planes", "friction.mu_S": MU, "friction.mu_C": MU}
    words = [word for name, value in values.items() for word in ("--set", f"{name}={value}")]
    command = [asperity, "pack", "--fmu", package.path, "--out", out, *words]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    packed = Package(out, tmp_path / "unpacked")
    corners = [np.linalg.solve(PLANES[list(pair)], np.ones(2)) for pair in combinations(range(3), 2)]
    for angle in ANGLES:
        for slip in (np.array([0.8, 0.1]), np.array([-0.8, -0.1]), np.array([0.1, -0.9]), np.array([-0.2, 0.6])):
            with packed.unit() as unit:
                found = slide(unit, angle, slip)
            wanted = MU * min(corners, key=lambda corner: corner @ slip)
            assert found == pytest.approx(wanted, abs=1e-12)


def test_planes_that_limit_nothing_are_refused_by_name(asperity, package, tmp_path):
    out = tmp_path / "Planes.fmu"
    command = [asperity, "pack", "--fmu", package.path, "--out", out, "--set", "friction.map=planes"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 2 and "friction.planes" in done.stderr and "(1.0, 0.0, 0.0)" in done.stderr, done
