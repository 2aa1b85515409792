"""The reference law against numbers that do not come from it: closed forms and converged values of the literature."""

from dataclasses import replace

import numpy as np
import pytest
from reference_block import BOWDEN_LEBEN, block_on_plate
from reference_contact import (
    INCLINE_ANGLE,
    TABLE_I,
    VELOCITY,
    Law,
    damping_factor,
    head_on,
    hollow_cylinder,
    hunt_crossley_restitution,
    incline,
)

# Roots of eq. (10) to 18 digits, from coth w - 1/w = (1-e)/(1+e), d = 2 e w/(1+e).
ROOTS = {
    0.1: 0.999815939749566782,
    0.3: 0.926124594338887271,
    0.5: 0.716375266635687514,
    0.7: 0.444379796886491720,
    0.9: 0.149833755616777294,
    0.99: 0.0149998484883465951,
    1.0: 0.0,
}


@pytest.mark.parametrize("e, d", ROOTS.items())
def test_damping_factor_is_the_root_of_eq_10(e, d):
    # e is rounded to 5.6e-17 on its way in, and |dd/de| <= 1.5
    assert damping_factor(e) == pytest.approx(d, rel=2e-16, abs=1e-16)


def test_impact_with_e_half_has_the_known_depth_and_duration():
    # p = 3/2, e = 0.5, m = 2 kg, k = 1e6, v = 1 m/s, converged: 4.454554e-3 m, 18.929704 ms; half the last place
    impact = head_on(Law(), mass=2.0, v=1.0, x=-1e-3, max_step=2e-5).run(0.025)
    (only,) = impact.impacts
    x, x_rate = min(impact.states, key=lambda y: abs(y[1]))
    deepest = x + 0.5 * x_rate**2 * 2.0 / Law().normal_force(x, x_rate, 1.0)  # vertex of the parabola there
    assert deepest == pytest.approx(4.454554e-3, abs=5e-10)
    assert only.t_off - only.t_on == pytest.approx(18.929704e-3, abs=5e-10)
    assert only.rebound == pytest.approx(0.5, rel=1e-11)


@pytest.mark.parametrize("e, known", [(0.5, 0.66296), (1.0, 1.0)])
def test_restitution_of_hunt_and_crossley(e, known):
    """0.66296 for a nominal 0.5: a root of eq. (9) found elsewhere, to its five places; the law integrated gives it."""
    closed_form = hunt_crossley_restitution(e)
    assert closed_form == pytest.approx(known, abs=5e-6)
    (only,) = head_on(Law(e=e, hunt_crossley=True), mass=2.0, v=1.0, x=-1e-3).run(0.1, impacts=1).impacts
    assert only.rebound == pytest.approx(closed_form, rel=1e-10)


def test_normal_of_the_hollow_cylinder_turns_as_its_difference_quotient():
    r, v, dt = np.array((0.3, 0.2, -0.8)), np.array((0.5, 0.3, 0.4)), 1e-6
    surface = hollow_cylinder(1.0)
    distance, n, turning = surface(r, v)
    assert distance == pytest.approx(1.0 - np.hypot(0.3, 0.8), rel=1e-15)
    n_rate = np.subtract(surface(r + dt * v, v)[1], surface(r - dt * v, v)[1]) / (2.0 * dt)
    assert np.cross(n, n_rate) == pytest.approx(turning, abs=1e-9)


def test_ball_on_the_incline_ends_in_pure_rolling():
    run = incline("paper", "paper", 2.5)
    down = np.array((np.cos(INCLINE_ANGLE), 0.0, -np.sin(INCLINE_ANGLE)))
    # 5/7 g sin 20 deg; the bristles let go of the rest with exp(-t sigma_0/sigma_1) = exp(-10 t/s), 1e-7 after 1.6 s
    assert run.rate(run.t, run.y, run)[VELOCITY] @ down == pytest.approx(5 / 7 * 9.81 * np.sin(INCLINE_ANGLE), rel=1e-7)


@pytest.mark.parametrize("limit, speed, t_end, second", BOWDEN_LEBEN)
def test_bowden_and_leben_breaks(limit, speed, t_end, second):
    law = replace(TABLE_I, limit=limit)
    run = block_on_plate(law, speed, t_end, rtol=1e-10, atol=1e-13, max_step=0.01)
    plate = speed * np.array((1.0, 1.0)) / np.sqrt(2.0)
    force = [
        np.linalg.norm(law.friction(10.0, np.append(y[2:4] - plate, 0.0), y[4:7], y[7], True)[0]) for y in run.states
    ]
    breaks = peaks(np.array(run.times), np.array(force), above=1.2)
    # first at mu_S f_n = 1.5 N, when the spring of 2 N/m is drawn out by 0.75 m; then as converged elsewhere
    assert breaks[0] == pytest.approx((0.75 / speed, 1.5), rel=1e-4)
    assert breaks[1][1] == pytest.approx(second, abs=1e-6)


def peaks(times, values, above):
    """(time, value) of the local maxima."""
    inner = np.flatnonzero((values[1:-1] >= values[:-2]) & (values[1:-1] > values[2:])) + 1
    return [(times[i], values[i]) for i in inner if values[i] > above]
