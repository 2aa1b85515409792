"""What importers do around a simulation, each test with an importer that behaves so."""

from ctypes import byref

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import fmi2CallbackFunctions, fmi2CallbackLoggerTYPE, printLogMessage
from fmpy.logging import addLoggerProxy

KINDS = ("ModelExchange", "CoSimulation")


# Reads before initialization, as PyFMI and CasADi make them


@pytest.mark.parametrize("kind", KINDS)
def test_every_variable_can_be_read_before_initialization(package, kind):
    with package.unit(kind) as unit:
        for variable in package.description.modelVariables:
            value = unit.get(variable.name)
            if variable.start is not None:
                words = {"true": 1.0, "false": 0.0}
                assert float(value) == float(words.get(variable.start, variable.start)), variable.name
            assert np.isfinite(value), variable.name
        assert unit.log == []
        # as a unit that was not read
        with package.unit(kind) as other:
            names = package.reals(causality="output")
            assert np.array_equal(unit.start().reals(*names), other.start().reals(*names))


@pytest.mark.parametrize("kind", KINDS)
def test_a_read_before_initialization_shows_set_values_and_0_else(package, kind):
    with package.unit(kind, settings={"geometry.pair": "spherePlane"}) as unit:
        unit.set({"positionI": (0.0, 0.0, 0.25)})
        assert unit.get("gap") == pytest.approx(0.15, abs=1e-15) and unit.get("touching") == 0.0
        # a normal that is half set has no direction yet
        unit.set({"geometry.normalJ": (0.0, 0.0, 0.0)})
        assert unit.get("gap") == 0.0 and unit.get("geometry.radiusI") == 0.1 and not unit.get("contactActive")
        unit.set({"geometry.normalJ": (0.0, 1.0, 0.0)})
        assert unit.get("gap") == pytest.approx(-0.1, abs=1e-15) and unit.get("touching") == 1.0


# Wiring


def test_only_reals_are_connected_and_touching_equals_contact_active(package):
    d = package.description
    wired = [v for v in d.modelVariables if v.causality in ("input", "output")]
    assert {v.type for v in wired} == {"Real"}
    assert {v.type for v in (u.variable for u in d.outputs + d.initialUnknowns)} == {"Real"}
    settings = {"geometry.pair": "spherePlane"}
    with package.unit("CoSimulation", settings=settings).start({"positionI": (0.0, 0.0, 0.2)}) as unit:
        seen = set()
        for k in range(60):
            height = 0.1 + 0.01 * np.cos(0.2 * k)
            unit.set({"positionI": (0.0, 0.0, height), "velocityI": (0.0, 0.0, -2.0 * np.sin(0.2 * k))})
            before = unit.get("touching")
            assert before == float(unit.get("contactActive")) == float(unit.get("gap") < 0.0)
            unit.step(1e-3 * k, 1e-3)
            assert unit.get("touching") == float(unit.get("contactActive"))
            seen.add(unit.get("touching"))
        assert seen == {0.0, 1.0}


def test_enumerations_tell_their_items_in_the_description(package):
    for name, items in package.choices().items():
        text = ", ".join(f"{k} {item}" for k, item in enumerate(items, 1))
        assert package.variables[name].description.endswith(f": {text}")


# Model Exchange without event indicators


def fall(package, answers: bool, completes: bool = True, step: float = 1e-5, until: float = 0.5):
    """2 kg from 0.1 m onto the plane by explicit Euler, by a master that never looks at event indicators. `completes` its steps
    by fmi2CompletedIntegratorStep, and `answers` a wish for event mode. Heights, speeds and warnings."""
    settings = {"geometry.pair": "spherePlane", "compliance.k": 1e8, "compliance.e": 0.5}
    with package.unit("ModelExchange", settings=settings) as unit:
        z, v = 0.2, 0.0
        unit.start({"positionI": (0.0, 0.0, z)})
        motion = unit.channel("positionI[3]", "velocityI[3]")
        states = np.zeros(len(package.state_names))
        heights, speeds = [], []
        for k in range(round(until / step)):
            unit.fmu.setTime(step * k)
            motion.write((z, v))
            states += step * unit.derivatives()
            unit.set_continuous_states(states)
            force = unit.get("forceI[3]")
            z, v = z + step * v, v + step * (force / 2.0 - 9.81)
            unit.fmu.setTime(step * (k + 1))
            motion.write((z, v))
            if completes:
                asked, _ = unit.fmu.completedIntegratorStep()
                if asked and answers:
                    unit.fmu.enterEventMode()
                    unit.discrete_update()
                    unit.fmu.enterContinuousTimeMode()
            heights.append(z)
            speeds.append(v)
        return np.array(heights), np.array(speeds), [text for status, _, text in unit.log if status == 1]


def test_a_master_without_indicators_has_contact_by_completed_steps(package, figure):
    assert not package.description.modelExchange.completedIntegratorStepNotNeeded
    heights, speeds, warnings = fall(package, answers=True)
    approach, rebound = -speeds.min(), speeds.max()
    figure("rebound over approach", rebound / approach)
    assert approach == pytest.approx(np.sqrt(2 * 9.81 * 0.1), rel=1e-3)
    # 0.509 by Euler at 200 steps in the contact time (documentation, section 9), less what gravity does in 2.3 ms
    assert rebound / approach == pytest.approx(0.5, abs=0.015)
    assert heights.min() > 0.09 and warnings == []


@pytest.mark.parametrize("completes", [True, False])
def test_a_master_without_events_is_warned_once_of_a_fall_through(package, completes):
    heights, speeds, warnings = fall(package, answers=False, completes=completes)
    # free fall all the way, by Euler
    assert speeds[-1] == pytest.approx(-9.81 * 0.5, rel=1e-9) and heights[-1] < -0.9
    assert len(warnings) == 1, warnings
    assert "raises no state event" in warnings[0] and "event indicators" in warnings[0]


# lives as long as FMPy's library, which keeps a bare pointer to it
PRINTS = fmi2CallbackLoggerTYPE(printLogMessage)


@pytest.fixture
def own_logger():
    """For tests that give simulate_fmu a logger: FMPy sends the messages of all later simulations in the process to it, and
    crashes once it is gone."""
    yield
    addLoggerProxy(byref(fmi2CallbackFunctions(logger=PRINTS)))


@pytest.mark.parametrize("solver", ["CVode", "Euler"])
def test_fmpys_host_hears_no_warning_where_it_raises_events(package, solver, own_logger):
    said = []
    x = 0.002 * np.sin(np.linspace(0.0, 20.0, 2001))
    signals = np.array(
        list(zip(np.linspace(0.0, 1.0, 2001), x)), dtype=[("time", float), ("penetration", float)]
    )
    result = fmpy.simulate_fmu(
        package.path,
        fmi_type="ModelExchange",
        solver=solver,
        step_size=1e-4,
        stop_time=1.0,
        output_interval=1e-2,
        input=signals,
        output=["normalForce", "gap"],
        logger=lambda *arguments: said.append(arguments),
    )
    # contact is made at t = k·π/10, where x rises through 0; the row of that interval may come before its event
    touches = (result["gap"] < -1e-5) & (result["time"] % (np.pi / 10) > 1e-2)
    assert np.all(result["normalForce"][touches] > 0.0) and np.sum(touches) > 40
    assert not [text for text in map(str, said) if "state event" in text]
