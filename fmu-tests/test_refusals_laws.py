"""Laws and numbers that make no contact: choices that contradict each other, values in range that overflow."""

import numpy as np
import pytest
from fmpy.fmi1 import FMICallException
from hosts import DISCARD, ERROR
from test_refusals import KINDS, unharmed

# Choices that do not go together; they are fixed once the simulation runs.
CHOICES = [
    (
        {"compliance.law": "kelvinVoigt", "compliance.p": 1.0, "compliance.source": "materials"},
        {"compliance.source": "stiffness"},
        ["kelvinVoigt", "compliance.source = stiffness"],
    ),
    (
        {"compliance.restitution": "table", "compliance.tablePoints": 4, "compliance.tableSpeed[3]": 0.03},
        {"compliance.tableSpeed[3]": 0.031},
        ["compliance.tableSpeed[3] = 0.03 m/s", "compliance.tablePoints"],
    ),
    ({"friction.map": "polyhedron", "friction.sides": 7}, {"friction.sides": 8}, ["friction.sides", "7", "even"]),
    (
        {"compliance.source": "materials", "material.E_I": 1e-320, "material.E_J": 1e-320, "material.k_red": 1e-300},
        {"material.E_I": 1e6, "material.E_J": 1e9, "material.k_red": 1.0},
        ["k = 0.0", "material.E_I", "material.k_red"],
    ),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bad, better, words", CHOICES)
def test_choices_that_do_not_go_together_are_refused_by_name(package, kind, bad, better, words):
    with package.unit(kind, settings=bad) as unit:
        unit.enter_initialization({"penetration": 1e-3})
        unharmed(unit, unit.fmu.exitInitializationMode, ERROR, *words)
        unit.set(better)
        unit.fmu.exitInitializationMode()
        assert unit.get("normalForce") > 0.0


# Numbers in their ranges that no force comes out of: settings, inputs.
TOO_LARGE = {
    "e_r": ({"friction.e_r": 1e300}, {"angularVelocityI": (0.0, 0.0, 1e10)}),
    "mu_r": ({"friction.mu_r": 1e304}, {"angularVelocityI": (1.0, 0.0, 0.0), "penetration": 1.0}),
    "wsmall": ({"friction.mu_r": 1.0, "friction.wsmall": 1e-300}, {"angularVelocityI": (1e-320, 0.0, 0.0)}),
    "vsmall": ({"friction.law": "coulomb", "friction.vsmall": 1e-308}, {"relativeVelocity": (1e-320, 0.0, 0.0)}),
    "d_max": (
        {"compliance.law": "flores", "compliance.d_max": 1e308},
        {"penetration": 1.0, "relativeVelocity": (0.0, 0.0, -1e-3)},
    ),
    "m": (
        {"compliance.law": "kelvinVoigt", "compliance.p": 1.0, "compliance.m": 1e308, "compliance.k": 1e308},
        {"penetration": 1.0, "relativeVelocity": (0.0, 0.0, -1.0)},
    ),
    "contact radius": (
        {"friction.e_rSource": "contactRadius", "geometry.contactRadiusI": 1e308, "geometry.isFlatJ": True},
        {"penetration": 1e10, "angularVelocityI": (0.0, 0.0, 1e200)},
    ),
}


@pytest.mark.parametrize("what", TOO_LARGE)
def test_extreme_values_give_numbers_or_are_refused_and_harm_nothing(package, what):
    """Either every answer is a number, or the step is an error and the evaluation discarded, with the state kept."""
    settings, inputs = TOO_LARGE[what]
    with package.unit("CoSimulation", settings=settings).start({"penetration": -1.0}) as unit:
        unit.set(inputs if "penetration" in inputs else inputs | {"penetration": 1e-3})
        before = unit.saved()
        try:
            unit.step(0.0, 1e-3)
            assert np.all(np.isfinite(unit.reals("forceI", "torqueI", "frictionMoment", "z_r", "energyWork")))
        except FMICallException as error:
            assert error.status == ERROR and unit.saved() == before
            assert "finite" in unit.messages() or "overflow" in unit.messages()
        unit.restore(before)
        unit.set({"penetration": -1e-3, **{name: (0.0, 0.0, 0.0) for name in inputs if name != "penetration"}})
        unit.step(0.0, 1e-3)
        assert unit.get("normalForce") == 0.0
    with package.unit("ModelExchange", settings=settings).start({"penetration": 1e-3}) as unit:
        unit.set(inputs)
        try:
            assert np.all(np.isfinite(unit.derivatives()))
        except FMICallException as error:
            assert error.status == DISCARD
            assert "finite" in unit.messages() or "overflow" in unit.messages()


@pytest.mark.parametrize("friction", ["friction.e_r", "friction.mu_r"])
def test_inverse_inertia_is_judged_by_the_step_that_needs_it(package, friction):
    base = {"coupling.mode": "interface", "coupling.massSource": "input"}
    inputs = {"penetration": 1e-3, "inverseMass": (1, 1, 1, 0, 0, 0), "angularVelocityI": (1, 2, 3)}
    with package.unit("CoSimulation", settings=base | {friction: 0.01}).start(inputs) as unit:
        unharmed(unit, lambda: unit.step(0.0, 1e-3), ERROR, "inverseInertia is 0", "not connected", friction[:8])
        for bad in ((1, 1, 1, 2, 0, 0), (-1, 1, 1, 0, 0, 0)):
            unit.set({"inverseInertia": bad})
            unharmed(unit, lambda: unit.step(0.0, 1e-3), ERROR, "inverseInertia", "positive semidefinite")
        unit.set({"inverseInertia": (1, 1, 1, 0, 0, 0)})
        unit.step(0.0, 1e-3)
    with package.unit("CoSimulation", settings=base).start(inputs | {"inverseInertia": (-1, 0, 0, 0, 0, 0)}) as unit:
        unit.step(0.0, 1e-3)
