"""One impact of two rods [G04 Figs 22, 23]: the packed unit against the independent integration and rigid impact."""

from dataclasses import replace
from math import copysign

import numpy as np
import pytest
import reference_pendulum as reference
from energy_loss import energy_loss
from reference_impact import impact, inverse_inertia, rigid_energy_loss

MUS = np.linspace(0.0, 1.0, 11)
RESTITUTIONS = (0.01, 0.5, 1.0)


@pytest.mark.parametrize("e", RESTITUTIONS)
@pytest.mark.parametrize("configuration", ["a", "b"])
def test_energy_loss_agrees_with_the_independent_integration(package, configuration, e, figure):
    """To 1e-6 of the energy before the impact, for friction from none to sticking."""
    differences = []
    for mu in (0.0, 0.3, 0.6, 1.0):
        known = reference.energy_loss(configuration, mu, e, rtol=1e-12, atol=1e-15)
        differences.append(1e-2 * (energy_loss(package, configuration, mu, e, rtol=1e-10) - known))
    figure("differences", differences)
    assert np.max(np.abs(differences)) < 1e-6


@pytest.mark.parametrize("e", RESTITUTIONS)
def test_energy_loss_in_configuration_b_is_that_of_rigid_impact(package, e, figure):
    """Within 0.05 percentage points: the tip slides one way nearly to the end, where all hypotheses agree."""
    differences = [energy_loss(package, "b", mu, e) - rigid_energy_loss("b", mu, e) for mu in MUS]
    figure("largest difference [percentage points]", max(differences, key=abs))
    assert np.max(np.abs(differences)) < 0.05


@pytest.mark.parametrize("e, near", [(0.01, 0.01), (0.5, 0.5), (1.0, 2.0)])
def test_energy_loss_in_configuration_a_follows_stronge(package, e, near, figure):
    """Slip stops or turns during the impact: near Stronge's hypothesis, within so many points; Poisson's lies farther
    off wherever the two differ, and Newton's gains energy for large e and mu."""
    found = [energy_loss(package, "a", mu, e) for mu in MUS]
    rigid = {h: np.array([rigid_energy_loss("a", mu, e, h) for mu in MUS]) for h in ("stronge", "poisson", "newton")}
    off = {h: np.array(found) - values for h, values in rigid.items()}
    for hypothesis, values in off.items():
        figure(f"largest difference from {hypothesis} [percentage points]", max(values, key=abs))
    assert np.max(np.abs(off["stronge"])) < near
    apart = np.abs(rigid["stronge"] - rigid["poisson"]) > 0.05
    assert np.all(np.abs(off["stronge"][apart]) < np.abs(off["poisson"][apart]))
    assert (rigid["newton"].min() < 0.0) == (e >= 0.5)


def test_routh_construction_agrees_with_small_steps_of_impulse():
    """The same equations, dv = A (f, 1) dp, in 100000 steps, with friction that falls to 0 within 1e-4 m/s of slip."""
    start = reference.absolute(reference.CONFIGURATIONS["a"])
    a_tt, a_tn, a_nn = inverse_inertia(reference.RODS, *start[:2])
    _, _, v_t0, v_n0 = reference.RODS.tip(*start)
    mu, e = 0.7, 0.5
    known = impact((a_tt, a_tn, a_nn), v_t0, v_n0, mu, e)
    v_t, v_n, p_t, work, work_c, dp = v_t0, v_n0, 0.0, 0.0, 0.0, 1.2 * known[1] / 100000
    for k in range(100000):
        f = -mu * (copysign(1.0, v_t) if abs(v_t) > 1e-4 else v_t / 1e-4)
        work += v_n * dp
        v_t, v_n, p_t = v_t + (a_tt * f + a_tn) * dp, v_n + (a_tn * f + a_nn) * dp, p_t + f * dp
        if v_n < 0.0:
            work_c = work
        elif work >= (1.0 - e**2) * work_c:
            break
    assert (p_t, (k + 1) * dp) == pytest.approx(known, rel=2e-4)


@pytest.mark.parametrize("links", [reference.PAPER_LINKS, replace(reference.RODS, gravity=9.81)])
def test_pendulum_of_the_reference_keeps_its_energy_in_the_air(links):
    run = reference.pendulum(reference.PAPER_LAW, links, reference.absolute(reference.START), 10.0).run(2.0)
    before, after = (links.energy(*y[:4]) for y in (run.states[0], run.y))
    assert after == pytest.approx(before, rel=1e-10)
