"""Spinning and rolling in communication steps, kinematic coupling: order, long steps, bounds, energy."""

from dataclasses import replace

import numpy as np
import pytest
from reference_spin import SpinLaw, onto_polyhedron
from scipy.integrate import solve_ivp
from settings import spin_settings

V_S = 0.01
LAW = SpinLaw(mu_s=0.8, damping_law="elastic", v_s=V_S, e_r=0.02, mu_r=0.01)
DURATION = 0.04
NORMAL = np.array((0.0, 0.0, 1.0))


class Path:
    """Given depth, slip (2), spin about the normal and rolling (2) over time, with rates by central differences."""

    def __init__(self, slip, spin):
        self.slip, self.spin = slip, spin

    def depth(self, t):
        return 1.3e-3 + 2e-4 * np.sin(60.0 * t)

    def at(self, t):
        """Depth, velocity and angular velocity of body i."""
        x_rate = 60.0 * 2e-4 * np.cos(60.0 * t)
        return self.depth(t), np.array((*self.slip(t), -x_rate)), np.array((0.3, -0.1 * np.cos(30 * t), self.spin(t)))

    def rates(self, t, d=1e-5):
        (_, v0, w0), (_, v1, w1) = self.at(t - d), self.at(t + d)
        return {"relativeVelocity": (v1 - v0) / (2 * d), "angularVelocityI": (w1 - w0) / (2 * d)}


PATHS = {
    # |V| between 0.2 and 0.5 v_S, the bristles below the bound
    "sticking": Path(
        lambda t: 0.3 * V_S * (1 + 0.3 * np.sin(45 * t)) * np.array((np.cos(80 * t), np.sin(80 * t))),
        lambda t: 0.2 * V_S / LAW.e_r * np.cos(55 * t + 0.4),
    ),
    # |V| about 6 v_S, half of it spin
    "sliding": Path(
        lambda t: 4 * V_S * (1 + 0.2 * np.sin(45 * t)) * np.array((np.cos(20 * t), np.sin(20 * t))),
        lambda t: 4 * V_S / LAW.e_r * (1 + 0.3 * np.cos(35 * t)),
    ),
    # slip and spin through 0 and back, at different times
    "reversals": Path(
        lambda t: 2 * V_S * np.array((0.8 * np.cos(70 * t + 0.3), 0.6 * np.cos(70 * t + 0.3))),
        lambda t: 1.5 * V_S / LAW.e_r * np.cos(90 * t + 1.0),
    ),
}


def truth(law, path):
    """z (2), z_r, s_dw, f_t (2) and c_r at the end, by the reference law; body j does not turn, so the contact frame
    spins with half of body i."""

    def friction(t, y):
        x, v, w = path.at(t)
        f_n = law.normal_force(x, -v[2], 1.0)
        slip = np.array((v[0], v[1], 0.0, law.e_r * w[2]))
        force, rate, s_dw_rate, _ = law.generalised(f_n, slip, np.array((y[0], y[1], 0.0, y[2])), y[3], True, AXES)
        return force, rate, s_dw_rate, 0.5 * w[2]

    def rate(t, y):
        _, z_rate, s_dw_rate, turning = friction(t, y)
        return np.array((z_rate[0] - turning * y[1], z_rate[1] + turning * y[0], z_rate[3], s_dw_rate))

    y = solve_ivp(rate, (0.0, DURATION), np.zeros(4), method="DOP853", rtol=1e-11, atol=1e-14, max_step=1e-4).y[:, -1]
    force = friction(DURATION, y)[0]
    return np.concatenate([y, force[:2], [law.e_r * force[3]]])


AXES = np.array((1.0, 0.0, 0.0)), np.array((0.0, 1.0, 0.0))


def stepped(package, law, path, count, with_derivatives=True):
    h = DURATION / count
    x, v, w = path.at(0.0)
    start = {"penetration": x, "relativeVelocity": v, "angularVelocityI": w}
    with package.unit("CoSimulation", settings=spin_settings(law)).start(start) as unit:
        for k in range(count):
            x, v, w = path.at(k * h)
            unit.set({"penetration": x, "relativeVelocity": v, "angularVelocityI": w})
            if with_derivatives:
                unit.set_input_derivatives(path.rates(k * h))
            unit.step(k * h, h)
        names = ("z[1]", "z[2]", "z_r", "s_dw", "frictionForce[1]", "frictionForce[2]", "frictionMoment[3]")
        return unit.reals(*names)


COUNTS = [40 * 2**i for i in range(6)]  # steps of 1 ms to 31 us: below tau_br = 3.2 ms, where the order shows


def orders(package, law, name, with_derivatives=True):
    """Order from each halving, and the fitted one."""
    known = truth(law, PATHS[name])
    scale = np.array((1e-4, 1e-4, 1e-4, 1e-2, 10.0, 10.0, 10.0 * law.e_r))  # sizes of z, s_dw, f_t and c_r here
    errors = [
        np.linalg.norm((stepped(package, law, PATHS[name], count, with_derivatives) - known) / scale)
        for count in COUNTS
    ]
    return np.log2(np.array(errors[:-1]) / np.array(errors[1:])), -np.polyfit(np.log(COUNTS), np.log(errors), 1)[0]


@pytest.mark.parametrize("the_map", ["ellipsoid", "mixed"])
@pytest.mark.parametrize("name, least", [("sticking", 1.9), ("sliding", 1.9), ("reversals", 1.8)])
def test_order_two_with_spin_and_input_derivatives(package, name, least, the_map, figure):
    each, fitted = orders(package, replace(LAW, map=the_map), name)
    figure("order of each halving, fitted", [*each, fitted])
    assert fitted >= least, each


def test_polyhedron_steps_converge(package, figure):
    """Its faces have kinks between them: the order of the reversals through them."""
    each, fitted = orders(package, replace(LAW, map="polyhedron"), "reversals")
    figure("order of each halving, fitted", [*each, fitted])
    assert fitted >= 1.0, each


def test_order_one_with_held_velocities(package, figure):
    each, fitted = orders(package, LAW, "reversals", with_derivatives=False)
    figure("order of each halving, fitted", [*each, fitted])
    assert fitted >= 0.9, each


def excess(law, deflection, bound):
    """sigma_0 (z, z_r) over the bound by the measure of the map, less 1."""
    force = law.sigma_0 * deflection
    if law.map == "ellipsoid":
        return np.linalg.norm(force) / bound - 1.0
    if law.map == "mixed":
        return max(np.linalg.norm(force[:2]), abs(force[2])) / bound - 1.0
    return np.linalg.norm(force - onto_polyhedron(law.sides, force, bound)) / bound


@pytest.mark.parametrize("step", [1e-3, 1.0, 100.0])
@pytest.mark.parametrize("the_map", ["ellipsoid", "mixed", "polyhedron"])
def test_deflection_and_wrench_stay_within_the_bound_at_any_step(package, the_map, step, figure):
    """Slip and spin thrown about at random, far slower and far faster than v_S, under a constant load.

    The polyhedron stands still with body j, whereas the bristles turn with the mean spin of the bodies: in a long step
    that takes them out of a corner, up to 1/cos(180 deg/sides). So it has the bristles of the paper, which do not turn.
    """
    law = replace(LAW, map=the_map, mu_s=0.4, frame="paper" if the_map == "polyhedron" else "contact")
    rng = np.random.default_rng(3)
    x = 1e-3
    f_n = law.normal_force(x, 0.0, 1.0)
    bound, worst = law.mu_c * f_n, []
    with package.unit("CoSimulation", settings=spin_settings(law)).start({"penetration": x}) as unit:
        reads = unit.channel("z[1]", "z[2]", "z_r", "frictionForce[1]", "frictionForce[2]", "frictionMoment[3]")
        for k in range(300):
            size = 10.0 ** rng.uniform(-5.0, 1.0)
            v, w = size * rng.normal(size=2), size / law.e_r * rng.normal()
            unit.set({"relativeVelocity": (*v, 0.0), "angularVelocityI": (0.0, 0.0, w)})
            unit.step(k * step, step)
            values = reads.read()
            worst.append(excess(law, values[:3], bound))
            force = np.append(values[3:5], values[5] / law.e_r)
            worst.append(excess(replace(law, sigma_0=1.0), force, bound))
    figure("largest excess", max(worst))
    assert max(worst) < 1e-12


def test_long_step_of_steady_spin_ends_in_the_force_of_sliding(package):
    """1 s against tau_br = 3 ms: bristles and moment are those of steady sliding, -mu f_n e_r, after the first step."""
    law = replace(LAW, mu_s=0.4)
    x = 1e-3
    f_n = law.normal_force(x, 0.0, 1.0)
    start = {"penetration": x, "angularVelocityI": (0.0, 0.0, 10.0 * V_S / law.e_r)}
    with package.unit("CoSimulation", settings=spin_settings(law)).start(start) as unit:
        for k in range(5):
            unit.step(float(k), 1.0)
            assert unit.get("frictionMoment[3]") == pytest.approx(-law.mu_c * f_n * law.e_r, rel=1e-12)
            assert unit.get("z_r") == pytest.approx(law.mu_c * f_n / law.sigma_0, rel=1e-9)
        work = law.mu_c * f_n * law.e_r * 10.0 * V_S / law.e_r * 5.0
        assert unit.get("energyWork") == pytest.approx(work, rel=1e-3)
        assert abs(unit.get("energyResidual")) < 1e-2 * work


@pytest.mark.parametrize("step", [1e-3, 1.0])
def test_disc_under_a_held_torque_twists_the_bristles_and_stops(package, step):
    """Soft finger: the moment that holds a torque below mu f_n e_r is the bristles', at z_r = torque/(sigma_0 e_r).

    The host turns the body as slowly as its bearing allows: w = (torque + c_r)/c, so slowly that long steps are stable.
    """
    law = replace(LAW, mu_s=0.4)
    x, torque = 1e-3, 0.5 * 0.4 * LAW.normal_force(1e-3, 0.0, 1.0) * LAW.e_r
    drag = 3.0 * law.sigma_0 * law.e_r**2 * max(step, law.sigma_1 / law.sigma_0)
    with package.unit("CoSimulation", settings=spin_settings(law)).start({"penetration": x}) as unit:
        for k in range(60):
            w = (torque + unit.get("frictionMoment[3]")) / drag
            unit.set({"angularVelocityI": (0.0, 0.0, w)})
            unit.step(k * step, step)
            assert abs(unit.get("frictionMoment[3]")) <= 0.4 * law.normal_force(x, 0.0, 1.0) * law.e_r * (1 + 1e-12)
        assert unit.get("frictionMoment[3]") == pytest.approx(-torque, rel=1e-2)


def test_bristles_spring_back_apart_about_the_normal_too(package):
    """z_r relaxes with tau_br = sigma_1/sigma_0, exactly, at any step size; the couple is 0, of rolling as well."""
    settings = spin_settings(LAW, z_r=3e-5)
    start = {"penetration": -1.0, "angularVelocityI": (1.0, 2.0, 3.0)}
    with package.unit("CoSimulation", settings=settings).start(start) as unit:
        tau = LAW.sigma_1 / LAW.sigma_0
        for k, step in enumerate((1e-4, 1e-3, 5e-3)):
            before = unit.get("z_r")
            unit.step(float(k), step)
            assert unit.get("z_r") == pytest.approx(before * np.exp(-step / tau), rel=1e-13)
            assert np.all(unit.reals("frictionMoment", "torqueI", "torqueJ", "forceI") == 0.0)


@pytest.mark.parametrize("kind", ["ModelExchange", "CoSimulation"])
def test_rolling_couple_follows_its_regularisation(package, kind):
    """mu_r R_eff f_n in size from wsmall on; half of the curve's slope 3/wsmall at rest [M3D]."""
    x, r_eff = 1e-3, 0.1
    f_n = LAW.normal_force(x, 0.0, 1.0)
    with package.unit(kind, settings=spin_settings(LAW)).start({"penetration": x}) as unit:
        for w, known in ((1e-6, 3e-4), (0.005, 0.005 / (0.0025 * (1 - 1 / 6) + 0.01 / 3)), (0.01, 1.0), (5.0, 1.0)):
            unit.set({"angularVelocityI": (0.0, w, 0.0)})
            couple = unit.get("frictionMoment")
            assert couple[1] == pytest.approx(-LAW.mu_r * r_eff * f_n * known, rel=1e-3 if w < 1e-5 else 1e-12)
            assert couple[0] == couple[2] == 0.0
