"""Other steps for every solver of the tests: tolerances and longest steps times a factor, from one place.

ASPERITY_SHAKEN="rtol=0.7 max_step=0.9" shakes SciPy's solvers, FMPy's CVode and `asperity simulate`, wherever a test
uses them. The processes of the tests inherit it. `rtol` is a factor of both tolerances, so that the steps change as well
where the absolute one rules. `python shaking.py` prints the instructions that NumPy can do without on this processor,
for NPY_DISABLE_CPU_FEATURES.
"""

import os
from contextlib import contextmanager
from functools import wraps
from inspect import signature

import numpy as np
import scipy.integrate

VARIABLE = "ASPERITY_SHAKEN"
SOLVERS = [getattr(scipy.integrate, name) for name in ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")]
# SciPy warns of a relative tolerance below, and takes this one.
LEAST_RTOL = 100 * np.finfo(float).eps

factors = {"rtol": 1.0, "max_step": 1.0}


def read(text: str) -> dict[str, float]:
    """Factors by name; anything else is refused."""
    given = {name: float(value) for name, _, value in (word.partition("=") for word in text.split())}
    wrong = [name for name, value in given.items() if name not in factors or not 0.0 < value < np.inf]
    if wrong:
        raise ValueError(f"{VARIABLE}: {', '.join(wrong)} in '{text}'; known are {', '.join(factors)}, above 0")
    return given


def tolerances(rtol, atol):
    """Both times the factor, the relative one no smaller than SciPy takes."""
    return np.maximum(factors["rtol"] * np.asarray(rtol), LEAST_RTOL)[()], factors["rtol"] * np.asarray(atol)[()]


def install():
    """Wraps the solvers, once, and takes the factors of the environment."""
    from fmpy.sundials import CVodeSolver

    factors.update(read(os.environ.get(VARIABLE, "")))
    for solver in SOLVERS:
        _wrap(solver, "rtol", "atol", "max_step")
    _wrap(CVodeSolver, "relativeTolerance", None, "maxStep")


def _wrap(solver, rtol, atol, max_step):
    original = solver.__init__
    if hasattr(original, "shakes"):
        return
    shape = signature(original)

    @wraps(original)
    def shaken(*arguments, **keywords):
        given = shape.bind(*arguments, **keywords)
        given.apply_defaults()
        values = given.arguments
        scaled, absolute = tolerances(values[rtol], values[atol] if atol else 0.0)
        values.update({rtol: scaled, max_step: factors["max_step"] * values[max_step]})
        if atol:
            values[atol] = absolute
        original(*given.args, **given.kwargs)

    shaken.shakes = True
    solver.__init__ = shaken


@contextmanager
def shaken(**other):
    """These factors instead of those in force."""
    before = dict(factors)
    factors.update(other)
    try:
        yield
    finally:
        factors.update(before)


def dispensable_features() -> list[str]:
    """What this processor offers beyond that which NumPy was built for, as NPY_DISABLE_CPU_FEATURES names it."""
    # NumPy publishes them as text only
    from numpy._core import _multiarray_umath as built

    return [name for name in built.__cpu_dispatch__ if built.__cpu_features__[name]]


if __name__ == "__main__":
    print(*dispensable_features())
