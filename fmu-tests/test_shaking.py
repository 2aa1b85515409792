"""shaking.py really changes the steps of every solver that the tests use, and only as far as a solver can be changed."""

import os
import warnings

import numpy as np
import pytest
import reference_contact
import shaking
from drop import HeadOn
from fmpy.sundials import CVodeSolver
from masters import ExchangeHost
from scipy.integrate import DOP853, RK45, solve_ivp

# What this run has asked for.
ASKED = {"rtol": 1.0, "max_step": 1.0} | shaking.read(os.environ.get(shaking.VARIABLE, ""))


def plain(**other):
    """Without the factors of this run."""
    return shaking.shaken(**{"rtol": 1.0, "max_step": 1.0, **other})


def swing(_t, y):
    return y[1], -y[0]


@pytest.mark.parametrize("solver", [DOP853, RK45])
def test_solvers_get_what_the_run_asks_for(solver):
    made = solver(swing, 0.0, np.array((0.0, 1.0)), 10.0, rtol=1e-8, atol=1e-10, max_step=0.1)
    assert (made.rtol, made.atol, made.max_step) == pytest.approx(
        (1e-8 * ASKED["rtol"], 1e-10 * ASKED["rtol"], 0.1 * ASKED["max_step"]), rel=1e-15
    )


def oscillator(**how):
    return solve_ivp(swing, (0.0, 20.0), (0.0, 1.0), method="DOP853", rtol=1e-9, atol=1e-11, **how).t


def steps_of_the_host(package):
    with package.unit(settings={"friction.law": "none"}) as unit:
        return ExchangeHost(unit, HeadOn(mass=2.0, v=1.0, x=-1e-3), rtol=1e-9, atol=1e-11).run(0.03).times


def steps_of_the_oracle():
    return reference_contact.head_on(reference_contact.Law(), 2.0, 1.0, x=-1e-3, rtol=1e-9).run(0.03).times


def test_tolerances_change_the_steps_of_solver_oracle_and_host(package):
    for steps in (oscillator, steps_of_the_oracle, lambda: steps_of_the_host(package)):
        found = []
        for factor in (0.7, 1.0, 1.4):
            with plain(rtol=factor):
                found.append(set(steps()))
        tight, usual, loose = found
        # only the start, the end, and two steps that grow from the first as fast as a solver allows
        assert len(tight & usual) <= 4 and len(loose & usual) <= 4 and len(usual) > 20
        assert len(tight) >= len(usual) >= len(loose)


def test_longest_step_changes_the_steps():
    with plain(max_step=0.9):
        assert np.max(np.diff(oscillator(max_step=0.02))) == pytest.approx(0.018, rel=1e-9)
        assert np.array_equal(oscillator(), oscillator(max_step=np.inf))
    with plain():
        assert np.max(np.diff(oscillator(max_step=0.02))) == pytest.approx(0.02, rel=1e-9)


def test_relative_tolerance_stays_one_that_scipy_takes():
    with warnings.catch_warnings(), plain(rtol=0.7):
        warnings.simplefilter("error")
        made = DOP853(swing, 0.0, np.array((0.0, 1.0)), 1.0, rtol=shaking.LEAST_RTOL)
        assert made.rtol == shaking.LEAST_RTOL


def test_cvode_of_fmpys_hosts_is_shaken(package, monkeypatch):
    """What reaches CVode: its own constructor is given another tolerance and step."""
    assert hasattr(CVodeSolver.__init__, "shakes")

    class Fake:
        def __init__(self, relativeTolerance=1e-5, maxStep=0.5):
            self.given = relativeTolerance, maxStep

    shaking._wrap(Fake, "relativeTolerance", None, "maxStep")
    with plain(rtol=0.7, max_step=0.9):
        assert Fake().given == pytest.approx((0.7e-5, 0.45), rel=1e-15)


@pytest.mark.parametrize("text", ["rtol", "rtol=0", "rtol=-1", "steps=2", "rtol=nan"])
def test_nonsense_is_refused(text):
    with pytest.raises(ValueError):
        shaking.read(text)


def test_numpy_does_without_what_the_run_takes_away():
    from numpy._core import _multiarray_umath as built

    taken = os.environ.get("NPY_DISABLE_CPU_FEATURES", "").split()
    assert not any(built.__cpu_features__[name] for name in taken)
    assert set(taken) | set(shaking.dispensable_features()) <= set(built.__cpu_dispatch__)
