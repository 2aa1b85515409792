"""A sphere that spins and rolls on a plane, in Model Exchange: closed forms, the bound of the wrench, energy."""

from math import pi, sqrt

import numpy as np
import pytest
from incline import BallOnPlane
from masters import ExchangeHost, GaussSeidel
from reference_spin import SpinLaw
from settings import spin_settings

GRAVITY, MASS, RADIUS = 9.81, 2.0, 0.1
INERTIA = 0.4 * MASS * RADIUS**2
WEIGHT = MASS * GRAVITY
RESTING = (WEIGHT / 1e6) ** (2 / 3)
SCENE = {"geometry.pair": "spherePlane"}


def resting_ball(velocity=(0, 0, 0), spin=(0, 0, 0)):
    """At the penetration of rest, so that the normal force is the weight from the start and stays it."""
    return BallOnPlane(MASS, RADIUS, position=(0.0, 0.0, RADIUS - RESTING), velocity=velocity, spin=spin)


# mu_S = mu_C: the bound is mu f_n at any s_dw.
MU = 0.4
EQUAL = dict(mu_s=MU, mu_c=MU)


@pytest.mark.parametrize("the_map", ["ellipsoid", "mixed", "polyhedron"])
@pytest.mark.parametrize("from_area", [False, True], ids=["given", "contact radius"])
def test_spinning_sphere_stops_when_its_moment_has_taken_the_spin(package, the_map, from_area, figure):
    """At I w/(mu f_n e_r), to 1e-6: sliding takes mu f_n e_r at once, as s = exp(-V^2/v_S^2) is 0 at the start, and the
    saturated bristles hold it until the spin turns. Every map lets that moment pass, the polyhedron by its pole."""
    law = SpinLaw(**EQUAL, e_r=0.012, from_contact_radius=from_area, map=the_map, v_s=1e-3)
    e_r = 3.0 * pi / 16.0 * sqrt(RADIUS * RESTING) if from_area else law.e_r
    spin = 2.0
    stops = INERTIA * spin / (MU * WEIGHT * e_r)
    with package.unit(settings=spin_settings(law, **SCENE)) as unit:
        host = ExchangeHost(unit, resting_ball(spin=(0, 0, spin)), rtol=1e-11, atol=1e-13, max_step=0.01)
        moments = []

        def watch(h):
            moments.append(h.outputs("frictionMoment[3]")[0])
            return h.plant_state[8] <= 0.0

        host.run(2.0 * stops, watch)
        found = host.locate(lambda y: y[8] <= 0.0)
        host.go_back(found)
        figure("stopping time over closed form less 1", found / stops - 1.0)
        assert found == pytest.approx(stops, rel=1e-6)
        assert moments[:-1] == pytest.approx([-MU * WEIGHT * e_r] * len(moments[:-1]), rel=1e-6)
        assert np.max(np.abs(host.plant_state[:2])) < 1e-12
        # all the energy of the spin is gone, but for what the bristles hold and give back
        assert host.outputs("energyWork")[0] == pytest.approx(0.5 * INERTIA * spin**2, rel=1e-6)
        assert abs(host.outputs("energyResidual")[0]) < 1e-8 * host.outputs("energyWork")[0]


def test_spinning_sphere_with_coulombs_law_slows_down_by_its_closed_form(package, figure):
    """Down to V = vsmall at (w_0 - vsmall/e_r) I/(mu f_n e_r); below, V/reg(V) lets it creep on for ever [M3D]."""
    law = SpinLaw(friction_law="coulomb", mu_c=MU, e_r=0.012, v_small=1e-3)
    spin, moment = 20.0, MU * WEIGHT * law.e_r
    least = law.v_small / law.e_r
    known = (spin - least) * INERTIA / moment
    with package.unit(settings=spin_settings(law, **SCENE)) as unit:
        host = ExchangeHost(unit, resting_ball(spin=(0, 0, spin)), rtol=1e-11, atol=1e-13, max_step=0.01)
        host.run(2.0 * known, watch=lambda h: h.plant_state[8] <= least)
        found = host.locate(lambda y: y[8] <= least)
        figure("time over closed form less 1", found / known - 1.0)
        assert found == pytest.approx(known, rel=1e-9)
        # near 0: reg = vsmall/3, so the spin falls with 3 mu f_n e_r^2/(vsmall I)
        host.run(host.t + 0.2)
        rate = -host.rates(host.t, host.y)[8] / host.plant_state[8]
        assert rate == pytest.approx(3.0 * moment * law.e_r / (law.v_small * INERTIA), rel=1e-6)


def test_rolling_sphere_slows_down_by_its_closed_form(package, figure):
    """dv/dt = -5/7 mu_r g, to 1e-6.

    About the point of contact the friction force has no moment, so that L = m R v + I w falls by the couple mu_r R f_n
    alone, from the start and whatever the bristles do; and once they hold a steady force, v and R w fall together with
    L = 7/5 m R v.
    """
    law = SpinLaw(mu_r=0.1)
    v0 = 0.7
    with package.unit(settings=spin_settings(law, **SCENE)) as unit:
        plant = resting_ball(velocity=(v0, 0, 0), spin=(0, v0 / RADIUS, 0))
        host = ExchangeHost(unit, plant, rtol=1e-11, atol=1e-13, max_step=0.02)

        def about_contact():
            return MASS * RADIUS * host.plant_state[3] + INERTIA * host.plant_state[7]

        before = about_contact()
        speeds = []
        for t in (0.4, 0.8):
            host.run(t)
            speeds.append(host.plant_state[3])
            known = before - law.mu_r * RADIUS * WEIGHT * host.t
            assert about_contact() == pytest.approx(known, rel=1e-9)
        deceleration = (speeds[0] - speeds[1]) / 0.4
        figure("deceleration over 5/7 mu_r g less 1", deceleration / (5 / 7 * law.mu_r * GRAVITY) - 1.0)
        assert deceleration == pytest.approx(5 / 7 * law.mu_r * GRAVITY, rel=1e-6)
        assert host.outputs("frictionMoment[2]")[0] == pytest.approx(-law.mu_r * RADIUS * WEIGHT, rel=1e-9)
        assert abs(host.outputs("energyResidual")[0]) < 1e-9
        # it stops within the time of its closed form, but for the smoothing below wsmall: R wsmall = 1 mm/s
        host.run(v0 / (5 / 7 * law.mu_r * GRAVITY) + 0.1)
        assert abs(host.plant_state[3]) < 1e-3


def wrench(host):
    """Friction force in the tangent plane and moment about the normal z, and f_n."""
    values = host.outputs("frictionForce", "frictionMoment", "normalForce")
    return values[:3], values[5], values[6]


@pytest.mark.parametrize("limit", ["limited", "paper"])
@pytest.mark.parametrize("mu_s", [MU, 0.6])
def test_force_and_moment_keep_the_ellipsoid_along_a_run(package, limit, mu_s, figure):
    """Thrown with slip and spin: (f_t)^2 + (c_r/e_r)^2 <= (mu f_n)^2 [PT96 eq. 1] every 2 ms, to 1e-12, with
    mu = mu_C + (mu_S - mu_C) s_dw; and while the slip is fast it holds with equality, against the generalised slip."""
    law = SpinLaw(mu_s=mu_s, mu_c=MU, e_r=0.03, limit=limit, mu_r=0.02)
    plant = resting_ball(velocity=(0.3, 0.1, 0), spin=(1.0, -0.5, 10.0))
    with package.unit(settings=spin_settings(law, **SCENE)) as unit:
        host = ExchangeHost(unit, plant, rtol=1e-9, atol=1e-11, max_step=0.01)
        over, on_it, against = [], [], []

        def watch(h):
            f_t, c_r, f_n = wrench(h)
            mu = MU + (mu_s - MU) * h.unit_state("s_dw")
            size = sqrt(f_t @ f_t + (c_r / law.e_r) ** 2)
            over.append(size / (mu * f_n) - 1.0)
            v_t = h.plant_state[3:6] + np.cross(h.plant_state[6:9], (0, 0, -RADIUS))
            slip = np.array((v_t[0], v_t[1], law.e_r * h.plant_state[8]))
            speed = np.linalg.norm(slip)
            if speed > 6.0 * law.v_s:  # s < 1e-15
                on_it.append(abs(size / (MU * f_n) - 1.0))
                force = np.array((f_t[0], f_t[1], c_r / law.e_r))
                against.append(np.max(np.abs(force / size + slip / speed)))

        for t in np.linspace(0.0, 1.0, 501)[1:]:
            host.run(t)
            watch(host)
        assert len(on_it) > 20 and len(over) > len(on_it) + 100
        figure("largest excess over the ellipsoid", max(over))
        figure("largest distance from it, and angle to the slip, in fast slip", [max(on_it), max(against)])
        assert max(over) < 1e-12 and max(on_it) < 1e-12 and max(against) < 1e-12
        assert abs(host.plant_state[8]) < 1e-2  # the spin has gone
        work, residual = host.outputs("energyWork", "energyResidual")
        figure("energy residual over work", residual / work)
        assert abs(residual) < 1e-8 * work


def admissible(rng, law, count):
    """Wrenches (f_t along two axes, c_r/e_r) of the set with mu f_n = 1, most of them on its surface."""
    f = rng.normal(size=(count, 3))
    if law.map == "ellipsoid":
        f /= np.linalg.norm(f, axis=1)[:, None]
    elif law.map == "mixed":
        f[:, :2] /= np.linalg.norm(f[:, :2], axis=1)[:, None]
        f[:, 2] = np.sign(f[:, 2])
    else:
        angles = 2.0 * pi * np.arange(law.sides) / law.sides
        around = np.array((np.cos(angles), np.sin(angles), 0.0 * angles)).T
        slanted = (around + (0, 0, 1)) / sqrt(2.0)
        normals = np.concatenate([around, slanted, slanted * (1, 1, -1), [(0, 0, 1), (0, 0, -1)]])
        f /= np.max(f @ normals.T, axis=1)[:, None]
    f[::3] *= rng.random(size=(len(f[::3]), 1))
    return f


@pytest.mark.parametrize("friction", ["dwell", "coulomb"])
@pytest.mark.parametrize("the_map", ["ellipsoid", "mixed", "polyhedron"])
def test_no_admissible_wrench_dissipates_more_in_sliding(package, the_map, friction, figure):
    """Maximum work inequality [PT96 (iv)]: 10000 random forces and moments of the set, against 100 directions of slip
    far above v_S and vsmall. The unit's power is the largest, to rounding; and it is itself admissible."""
    law = SpinLaw(**EQUAL, map=the_map, friction_law=friction, e_r=0.05, v_s=1e-3, v_small=1e-3, sides=6)
    rng = np.random.default_rng(4)
    x, n = 1e-3, np.array((0.0, 0.0, 1.0))
    bound = MU * 1e6 * x**1.5
    spare = []
    with package.unit(settings=spin_settings(law)).start({"penetration": x}) as unit:
        for _ in range(100):
            v_t, omega = rng.normal(size=2), rng.normal() / law.e_r
            unit.set({"relativeVelocity": (*v_t, 0.0), "angularVelocityI": (0.3, -0.2, 0.7 * omega)})
            unit.set({"angularVelocityJ": (0.3, 0.1, -0.3 * omega)})
            f_t, c_r = unit.get("frictionForce"), unit.get("frictionMoment") @ n
            power = -(f_t[:2] @ v_t + c_r * omega)
            slip = np.array((*v_t, law.e_r * omega))
            others = -bound * (admissible(rng, law, 100) @ slip)
            spare.append((power - np.max(others)) / power)
    figure("least share by which the unit's power is larger", min(spare))
    assert min(spare) > -1e-12


def test_ledger_closes_in_co_simulation_with_spin_and_rolling(package, figure):
    """Kinematic coupling at 0.1 ms: the unit books with the motion it is given, to the second order of the step, and
    the kinetic energy lost is the work of the ledger, by a host of fourth order."""
    law = SpinLaw(e_r=0.03, mu_r=0.02)
    plant = resting_ball(velocity=(1.0, 0.4, 0), spin=(3.0, -2.0, 60.0))

    def kinetic(y):
        return 0.5 * MASS * (y[3:6] @ y[3:6]) + 0.5 * INERTIA * (y[6:9] @ y[6:9])

    with package.unit("CoSimulation", settings=spin_settings(law, **SCENE)) as unit:
        host = GaussSeidel(unit, plant, 1e-4)
        before = kinetic(host.plant_state)
        host.run(0.5)
        work, residual = host.outputs("energyWork", "energyResidual")
        lost = before - kinetic(host.plant_state)
        figure("residual over work, kinetic energy lost over work less 1", [residual / work, lost / work - 1.0])
        assert abs(residual) < 1e-6 * work
        assert lost == pytest.approx(work, rel=1e-6)
