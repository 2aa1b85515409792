"""Bad input: refused by status, named in the log, and nothing is changed by it."""

import math
import re
from ctypes import POINTER, byref, c_double, c_size_t, c_uint, c_void_p
from pathlib import Path

import numpy as np
import pytest
from hosts import DISCARD, ERROR, Unit, refused
from reference_contact import Law

KINDS = ["ModelExchange", "CoSimulation"]


@pytest.fixture(params=KINDS)
def unit(request, package):
    with package.unit(request.param) as unit:
        yield unit


def unharmed(unit: Unit, call, status, *words):
    """`call` is refused with `status`, the log names all `words`, and the state is the same bit for bit."""
    before, logged = unit.saved(), len(unit.log)
    refused(status, call)
    assert unit.saved() == before
    fresh = unit.log[logged:]
    assert fresh, "nothing in the log"
    text = "\n".join(entry[2] for entry in fresh)
    for word in words:
        assert word in text, f"{word!r} is not in: {text}"
    assert fresh[-1][0] == status
    category = {DISCARD: "logStatusDiscard", ERROR: "logStatusError"}[status]
    assert fresh[-1][1] == category


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize(
    "name",
    [
        "penetration",
        "velocityI[2]",
        "compliance.k",
        "z[1]",
        "z_r",
        "geometry.centerI[3]",
        "geometry.axisJ[2]",
        "inverseMass[4]",
        "inverseInertia[5]",
        "freeAngularAcceleration[2]",
        "turningByForce[9]",
        "coupling.massI",
        "friction.e_r",
        "friction.mu_r",
        "material.E_I",
    ],
)
def test_value_that_is_not_finite(unit, name, value):
    unharmed(unit, lambda: unit.set({name: value}), DISCARD, name)


# Name, refused values, the bound that must be named.
OUT_OF_RANGE = [
    ("compliance.k", (0.0, -1.0), "0"),
    ("compliance.p", (0.999, 5.001), ""),
    ("compliance.e", (-1e-9, 1.0001, -1.0), ""),
    ("compliance.alpha", (-1e-9,), "0"),
    ("compliance.vMin", (0.0, -1.0), "0"),
    ("compliance.v_ref", (0.0, -1.0), "0"),
    ("compliance.q", (-1e-9, 10.1), ""),
    ("compliance.tablePoints", (1, 9, 0, -2), ""),
    ("compliance.tableSpeed[3]", (-1e-9,), "0"),
    ("compliance.tableE[8]", (0.000999, 1.001), ""),
    ("friction.mu_S", (-0.1,), "0"),
    ("friction.mu_C", (-0.1,), "0"),
    ("friction.sigma_0", (0.0, -1.0), "0"),
    ("friction.sigma_1", (0.0, -1.0), "0"),
    ("friction.sigma_2", (-1e-300,), "0"),
    ("friction.v_S", (0.0, -0.01), "0"),
    ("friction.v_eps", (-1e-6,), "0"),
    ("friction.tau_dw", (0.0, -2.0), "0"),
    ("geometry.radiusI", (0.0, -0.1), "0"),
    ("geometry.radiusJ", (0.0, -1.0), "0"),
    ("coupling.massI", (-1e-9,), "0"),
    ("coupling.massJ", (-1.0,), "0"),
    ("coupling.maxMicroSteps", (0, -1, -(2**31)), "1"),
    ("compliance.d_max", (0.0, -2000.0), "0"),
    ("compliance.vsmall", (-1e-9,), "0"),
    ("compliance.m", (0.0, -1.0), "0"),
    ("friction.vsmall", (0.0, -0.01), "0"),
    ("friction.mu_r", (-1e-9,), "0"),
    ("friction.wsmall", (0.0, -0.01), "0"),
    ("friction.e_r", (-1e-9,), "0"),
    ("friction.sides", (3, 0, -8, 40, 2**31 - 1), ""),
    ("geometry.contactRadiusI", (0.0, -0.1), "0"),
    ("geometry.contactRadiusJ", (0.0, -0.1), "0"),
    ("material.E_I", (0.0, -1.0), "0"),
    ("material.E_J", (0.0, -1.0), "0"),
    ("material.nu_I", (-0.1, 0.5001), ""),
    ("material.nu_J", (-1e-9, 1.0), ""),
    ("material.k_red", (0.0, -1.0), "0"),
    ("friction.e_t", (0.0, -1.0), "0"),
    ("friction.e_o", (0.0, -1.0), "0"),
    ("timeStepping.sides", (3, 0, -8, 40), ""),
    ("timeStepping.k_T", (-1e-9,), "0"),
    ("timeStepping.v_th", (-1e-9,), "0"),
]


def test_every_parameter_with_a_range_is_refused_beyond_it(package):
    """The list above, and those of the C client, which has the Reals: of a vector one element stands for all."""

    def names(variables):
        return {v.name.partition("[")[0] for v in variables}

    parameters = [v for v in package.variables.values() if v.causality == "parameter"]
    ranged = [v for v in parameters if v.min is not None or v.max is not None]
    assert names(ranged) == {name.partition("[")[0] for name, _, _ in OUT_OF_RANGE}
    client = (Path(__file__).parent / "c-client" / "values.c").read_text()
    for table, wanted in (("out_of_range", ranged), ("settable", parameters)):
        rows = client.partition(f"BadValue {table}[] = {{")[2].partition("};")[0]
        listed = set(re.findall(r'"([^"\[]+)[^"]*", ', rows))
        missing = names(v for v in wanted if v.type == "Real") - listed
        assert not missing, f"{table} of values.c lacks {', '.join(sorted(missing))}"


@pytest.mark.parametrize("name, values, bound", OUT_OF_RANGE)
def test_value_out_of_range(unit, name, values, bound):
    for value in values:
        unharmed(unit, lambda: unit.set({name: value}), DISCARD, name, bound)


def test_bounds_named_for_restitution(unit):
    unharmed(unit, lambda: unit.set({"compliance.e": -0.1}), DISCARD, "compliance.e", "-0.1", "0")
    unharmed(unit, lambda: unit.set({"compliance.e": 1.5}), DISCARD, "compliance.e", "1.5", "1")
    unit.enter_initialization()
    for allowed in (0.001, 1.0):
        unit.set({"compliance.e": allowed})
        assert unit.get("compliance.e") == allowed


def test_call_with_one_bad_value_stores_none_of_them(unit):
    references = unit.package.references("penetration", "relativeVelocity")
    values = [1e-3, 1.0, math.nan, 2.0]
    unharmed(unit, lambda: unit.fmu.setReal(references, values), DISCARD, "relativeVelocity[2]")


def test_unknown_item_of_an_enumeration(unit):
    for name, items in unit.package.choices().items():
        for item in (0, len(items) + 1, -1, 2**31 - 1):
            unharmed(unit, lambda name=name, item=item: unit.set({name: item}), DISCARD, name)


def test_value_reference_that_does_not_exist(unit):
    unit.enter_initialization()
    fmu = unit.fmu
    for reference in (999999, 2**32 - 1):
        for call in (
            lambda: fmu.getReal([reference]),
            lambda: fmu.setReal([reference], [0.0]),
            lambda: fmu.getInteger([reference]),
            lambda: fmu.setInteger([reference], [1]),
            lambda: fmu.getBoolean([reference]),
            lambda: fmu.setBoolean([reference], [1]),
            lambda: fmu.getString([reference]),
            lambda: fmu.setString([reference], ["x"]),
        ):
            unharmed(unit, call, ERROR, str(reference))


def test_value_reference_of_another_type(unit):
    unit.enter_initialization()
    fmu, references = unit.fmu, unit.package.references
    for call, name in (
        (lambda: fmu.getReal(references("contactActive")), "contactActive"),
        (lambda: fmu.setReal(references("compliance.law"), [1.0]), "compliance.law"),
        (lambda: fmu.getInteger(references("penetration")), "penetration"),
        (lambda: fmu.setInteger(references("compliance.k"), [1]), "compliance.k"),
        (lambda: fmu.getBoolean(references("compliance.law")), "compliance.law"),
        (lambda: fmu.setBoolean(references("penetration"), [1]), "penetration"),
        (lambda: fmu.getString(references("penetration")), "String"),
        (lambda: fmu.setString(references("penetration"), ["1"]), "String"),
    ):
        unharmed(unit, call, ERROR, name)


def test_what_may_not_be_set(unit):
    for name in ("normalForce", "forceI[2]", "der(z[1])", "gap", "time"):
        unharmed(unit, lambda: unit.set({name: 1.0}), ERROR, name)
    unit.start({"penetration": 1e-3})
    unharmed(unit, lambda: unit.set({"normalForce": 1.0}), ERROR, "normalForce")


def test_fixed_parameter_keeps_its_value_but_accepts_it_in_every_state(unit):
    """OpenModelica writes parameters after initialization; what changes nothing is fine."""
    fixed = {
        "geometry.pair": ("external", "spherePlane"),
        "friction.law": ("dwell", "none"),
        "ledger.track": (True, False),
        "compliance.source": ("stiffness", "materials"),
        "friction.e_rSource": ("contactRadius", "given"),
        "friction.map": ("mixed", "ellipsoid"),
        "friction.sides": (6, 8),
        "geometry.point": ("paper", "middle"),
        "geometry.isFlatI": (True, False),
        "geometry.isFlatJ": (False, True),
        "coupling.mode": ("interface", "kinematic"),
        "coupling.maxMicroSteps": (500, 501),
    }

    def keep():
        for name, (own, other) in fixed.items():
            unit.set({name: own})
            unharmed(unit, lambda: unit.set({name: other}), ERROR, name)

    for name, (own, _) in fixed.items():
        unit.set({name: own})
    unit.enter_initialization()
    for name, (own, _) in fixed.items():
        unit.set({name: own})
    unit.fmu.exitInitializationMode()
    keep()
    if unit.exchange:
        unit.discrete_update()
        unit.fmu.enterContinuousTimeMode()
        unit.set({"compliance.k": 1e6})  # integers and Booleans cannot be set here at all (FMI 2.0.5 section 3.2.3)
        unit.fmu.enterEventMode()
    else:
        unit.step(0.0, 1e-3)
    keep()


# Whole settings that no single value can be judged by: what is set, words of the message.
WHOLES = [
    (
        {"geometry.pair": "spherePlane", "geometry.centerI": (0, 0, 0.01), "orientationI": (0, 0, 0, 0)},
        ["orientationI", "wire it", "1,0,0,0"],
    ),
    ({"geometry.pair": "spherePlane", "orientationJ": (0, 0, 0, 0)}, ["orientationJ", "wire it", "1,0,0,0"]),
    ({"contactNormal": (0, 0, 0)}, ["contactNormal"]),
    ({"geometry.pair": "spherePlane", "geometry.normalJ": (0, 0, 0)}, ["geometry.normalJ"]),
    ({"geometry.pair": "sphereInCylinder", "geometry.axisJ": (0, 0, 0)}, ["geometry.axisJ"]),
    ({"geometry.pair": "sphereOnCylinder", "geometry.axisJ": (0, 0, 0)}, ["geometry.axisJ"]),
    ({"geometry.pair": "sphereInCylinder", "geometry.radiusJ": 0.1}, ["geometry.radiusI", "geometry.radiusJ", "fit"]),
    ({"geometry.pair": "sphereInSphere", "geometry.radiusJ": 0.09}, ["geometry.radiusI", "geometry.radiusJ", "fit"]),
    (
        {"geometry.pair": "sphereSphere", "geometry.centerJ": (0, 0, 0.01), "orientationJ": (0, 0, 0, 0)},
        ["orientationJ", "wire it", "1,0,0,0"],
    ),
    ({"friction.mu_S": 0.3, "friction.mu_C": 0.4}, ["friction.mu_S", "friction.mu_C"]),
    ({"compliance.e": 0.0}, ["compliance.e = 0.0 is below 0.001", "coupling.method = timeStepping"]),
    ({"friction.v_eps": 0.02, "friction.v_S": 0.01}, ["friction.v_eps", "friction.v_S"]),
    ({"friction.map": "polyhedron", "orientationJ": (0, 0, 0, 0)}, ["orientationJ", "wire it", "1,0,0,0"]),
    ({"compliance.law": "kelvinVoigt", "compliance.p": 1.5}, ["compliance.law", "kelvinVoigt", "compliance.p", "1.5"]),
]
GOOD = {
    "orientationI": (1, 0, 0, 0),
    "orientationJ": (1, 0, 0, 0),
    "contactNormal": (0, 0, 1),
    "geometry.normalJ": (0, 0, 1),
    "geometry.axisJ": (0, 1, 0),
    "geometry.radiusJ": 1.0,
    "friction.mu_S": 0.45,
    "friction.v_eps": 0.0,
    "compliance.e": 0.5,
    "compliance.p": 1.0,
}
FIXED = {"geometry.pair", "friction.map", "compliance.law"}


@pytest.mark.parametrize("bad, words", WHOLES)
def test_whole_is_refused_when_initialization_ends_and_can_be_mended(unit, bad, words):
    unit.set(bad)
    unit.enter_initialization()
    unharmed(unit, unit.fmu.exitInitializationMode, ERROR, *words)
    unit.set({name: GOOD[name] for name in bad if name in GOOD})
    unit.fmu.exitInitializationMode()
    if unit.exchange:
        unit.discrete_update()
        unit.fmu.enterContinuousTimeMode()
        unit.derivatives()
    else:
        unit.step(0.0, 1e-3)


def started_then_bad(package, kind, bad):
    fixed = {k: v for k, v in bad.items() if k in FIXED}
    good = {k: v for k, v in GOOD.items() if k in bad and k.startswith("compliance")}
    # clear of every body j: above the plane, inside a hollow one of 1 m, outside a full one
    height = 2.0 if fixed.get("geometry.pair") in ("sphereSphere", "sphereOnCylinder") else 0.5
    unit = package.unit(kind, settings=fixed | good).start({"positionI": (0.0, 0.0, height)})
    rest = {k: v for k, v in bad.items() if k not in FIXED}
    if unit.exchange and any(name.startswith(("compliance", "friction", "geometry")) for name in rest):
        unit.fmu.enterEventMode()
    unit.set(rest)
    return unit


@pytest.mark.parametrize("bad, words", WHOLES)
def test_whole_is_refused_in_co_simulation_and_the_fmu_goes_on(package, bad, words):
    with started_then_bad(package, "CoSimulation", bad) as unit:
        unharmed(unit, lambda: unit.step(0.0, 1e-3), ERROR, *words)
        unharmed(unit, lambda: unit.get("normalForce"), ERROR, *words)
        unit.set({name: GOOD[name] for name in bad if name in GOOD})
        unit.step(0.0, 1e-3)
        assert unit.get("normalForce") == 0.0


@pytest.mark.parametrize("bad, words", WHOLES)
def test_whole_is_discarded_in_model_exchange_and_the_fmu_goes_on(package, bad, words):
    with started_then_bad(package, "ModelExchange", bad) as unit:
        unharmed(unit, lambda: unit.get("normalForce"), DISCARD, *words)
        unharmed(unit, unit.derivatives, DISCARD, *words)
        unharmed(unit, unit.event_indicators, DISCARD, *words)
        unit.set({name: GOOD[name] for name in bad if name in GOOD})
        assert unit.get("normalForce") == 0.0
        assert np.all(np.isfinite(unit.derivatives()))


def test_quaternions_and_normals_unused_by_a_pair_are_not_checked(package):
    with package.unit("CoSimulation").start({"orientationI": (0, 0, 0, 0)}) as unit:
        unit.step(0.0, 1e-3)


@pytest.mark.parametrize("size", [0.0, -1e-3, math.nan, math.inf])
def test_bad_step_size(package, size):
    with package.unit("CoSimulation").start({"penetration": 1e-3}) as unit:
        unharmed(unit, lambda: unit.step(0.0, size), ERROR, "fmi2DoStep")
        unit.step(0.0, 1e-3)


def test_step_past_the_stop_time(package):
    with package.unit("CoSimulation").start(stop=1.0) as unit:
        unit.step(0.0, 0.999)
        unharmed(unit, lambda: unit.step(0.999, 0.1), ERROR, "stop")
        unit.step(0.999, 0.001 * (1.0 + 1e-9))  # rounding of a host that adds up its steps


def test_step_that_overflows_keeps_the_state_of_its_start(package):
    with package.unit("CoSimulation").start({"penetration": 1e-3}) as unit:
        unit.set({"penetration": 1e300, "relativeVelocity": (1e300, 0.0, -1e300)})
        unharmed(unit, lambda: unit.step(0.0, 1e10), ERROR)
        unit.set({"penetration": 1e-3, "relativeVelocity": (0.0, 0.0, 0.0)})
        unit.step(0.0, 1e-3)
        assert unit.get("normalForce") == pytest.approx(1e6 * 1e-3**1.5, rel=1e-12)


def test_model_exchange_overflow_is_discarded(package):
    with package.unit("ModelExchange").start({"penetration": 1e-3}) as unit:
        unit.set({"penetration": 1e300, "relativeVelocity": (1e300, 0.0, -1e300)})
        refused(DISCARD, unit.derivatives)
        unit.set({"penetration": 1e-3, "relativeVelocity": (0.0, 0.0, 0.0)})
        assert np.all(np.isfinite(unit.derivatives()))


def wrong_calls(unit: Unit):
    """State the instance is in, call that this state does not allow."""
    fmu = unit.fmu
    yield "instantiated", "fmi2ExitInitializationMode", fmu.exitInitializationMode
    yield "instantiated", "fmi2Terminate", fmu.terminate
    if unit.exchange:
        yield "instantiated", "fmi2EnterEventMode", fmu.enterEventMode
        yield "instantiated", "fmi2NewDiscreteStates", fmu.newDiscreteStates
        yield "instantiated", "fmi2EnterContinuousTimeMode", fmu.enterContinuousTimeMode
        yield "instantiated", "fmi2GetDerivatives", unit.derivatives
        yield "instantiated", "fmi2SetTime", lambda: fmu.setTime(0.0)
    else:
        yield "instantiated", "fmi2DoStep", lambda: unit.step(0.0, 1e-3)


def test_call_in_the_wrong_state_names_call_and_state(unit):
    for state, name, call in wrong_calls(unit):
        unharmed(unit, call, ERROR, name, state)
    unit.start()
    for name, call in (
        ("fmi2EnterInitializationMode", unit.fmu.enterInitializationMode),
        ("fmi2ExitInitializationMode", unit.fmu.exitInitializationMode),
        ("fmi2SetupExperiment", unit.fmu.setupExperiment),
    ):
        unharmed(unit, call, ERROR, name)
    unit.fmu.terminate()
    if unit.exchange:
        unharmed(unit, unit.fmu.enterEventMode, ERROR, "fmi2EnterEventMode")
    else:
        unharmed(unit, lambda: unit.step(0.0, 1e-3), ERROR, "fmi2DoStep")
    unit.get("normalForce")
    unit.fmu.reset()
    unit.start()


def test_continuous_time_mode_holds_tunable_parameters(package):
    with package.unit("ModelExchange").start() as unit:
        unharmed(unit, lambda: unit.set({"friction.mu_S": 0.6}), ERROR, "friction.mu_S")
        unit.fmu.enterEventMode()
        unit.set({"friction.mu_S": 0.6})
        unit.discrete_update()
        unit.fmu.enterContinuousTimeMode()
        assert unit.get("friction.mu_S") == 0.6


def test_tuned_parameters_count_from_then_on(package):
    """Both kinds, in contact: k scales the force, e changes the damping for the latched speed of 0.1 m/s."""
    pressed = {"penetration": 1e-3, "relativeVelocity": (0.0, 0.0, -0.1)}
    with package.unit("ModelExchange").start(pressed) as exchange, package.unit("CoSimulation").start(pressed) as slave:
        for unit in (exchange, slave):
            x = 1e-3
            assert unit.get("normalForce") == pytest.approx(Law().normal_force(x, 0.1, 0.1), rel=1e-12)
            if unit.exchange:
                unit.fmu.enterEventMode()
            unit.set({"compliance.k": 2e6, "compliance.e": 0.25})
            if unit.exchange:
                unit.discrete_update()
                unit.fmu.enterContinuousTimeMode()
            else:
                unit.step(0.0, 1e-5)
                x += 0.1 * 1e-5
            tuned = Law(k=2e6, e=0.25).normal_force(x, 0.1, 0.1)
            assert unit.get("normalForce") == pytest.approx(tuned, rel=1e-12)
            # doubling k put 1.3e-5 J in, booked as the host's; what is left is the error of one step of second order
            assert abs(unit.get("energyResidual")) < 1e-11


def test_outputs_can_be_read_during_initialization(unit):
    unit.enter_initialization({"penetration": 1e-3})
    assert unit.get("normalForce") == pytest.approx(1e6 * 1e-3**1.5, rel=1e-14)
    unit.set({"penetration": 4e-3})
    assert unit.get("normalForce") == pytest.approx(1e6 * 4e-3**1.5, rel=1e-14)
    assert unit.get("gap") == -4e-3


def test_status_queries_of_co_simulation(package):
    """Statuses of a step that never runs asynchronously: discarded, but the two that have an answer give it."""
    with package.unit("CoSimulation").start() as unit:
        unit.step(0.0, 0.25)
        fmu = unit.fmu
        refused(DISCARD, fmu.getStatus, 0)
        refused(DISCARD, fmu.getIntegerStatus, 0)
        refused(DISCARD, fmu.getStringStatus, 1)
        assert fmu.getRealStatus(2) == 0.25
        assert fmu.getBooleanStatus(3) is False
        unharmed(unit, fmu.cancelStep, ERROR, "fmi2CancelStep")
        references = unit.package.references
        derivatives = fmu.getRealOutputDerivatives
        for name in ("normalForce", "gap", "energyWork", "penetration"):
            unharmed(unit, lambda: derivatives(references(name), [1]), ERROR, "fmi2GetRealOutputDerivatives", name)
        for order in (0, 2):
            unharmed(unit, lambda: derivatives(references("forceI[2]"), [order]), ERROR, "forceI[2]", f"order {order}")
        unharmed(unit, lambda: derivatives(references("microSteps"), [1]), ERROR, "microSteps")


# What the interface coupling cannot step with: settings, words of the message.
COUPLINGS = [
    ({"coupling.inertiaI": (1, 1, 0, 0, 0, 0)}, ["coupling.inertiaI", "positive definite"]),
    ({"coupling.massJ": 1.0, "coupling.inertiaJ": (1, 1, 1, 2, 0, 0)}, ["coupling.inertiaJ", "positive definite"]),
    ({"coupling.massI": 0.0}, ["coupling.massI", "coupling.massJ", "fixed"]),
]


@pytest.mark.parametrize("bad, words", COUPLINGS)
def test_masses_that_are_none_are_refused_in_interface_coupling_only(package, bad, words):
    for kind in KINDS:
        with package.unit(kind, settings=bad) as unit:
            unit.start()
    with package.unit("ModelExchange", settings={"coupling.mode": "interface", **bad}) as unit:
        unit.start()
    with package.unit("CoSimulation", settings={"coupling.mode": "interface", **bad}) as unit:
        unit.enter_initialization()
        unharmed(unit, unit.fmu.exitInitializationMode, ERROR, *words)
        good = {"coupling.massI": 1.0, "coupling.inertiaI": [0.0] * 6, "coupling.inertiaJ": [0.0] * 6}
        unit.set(good)
        unit.fmu.exitInitializationMode()
        unit.step(0.0, 1e-3)
        unit.set(bad)
        unharmed(unit, lambda: unit.step(1e-3, 1e-3), ERROR, *words)
        unit.set(good)
        unit.step(1e-3, 1e-3)


def test_inverse_mass_is_judged_by_the_step(package):
    settings = {"coupling.mode": "interface", "coupling.massSource": "input"}
    with package.unit("CoSimulation", settings=settings).start() as unit:
        unharmed(unit, lambda: unit.step(0.0, 1e-3), ERROR, "inverseMass", "wire it")
        unit.set({"inverseMass": (1, 1, 1, 0, 0, 1.5)})
        unharmed(unit, lambda: unit.step(0.0, 1e-3), ERROR, "inverseMass", "positive semidefinite")
        unit.set({"inverseMass": (1, 1, 1, 0, 0, 0)})
        unit.step(0.0, 1e-3)


def test_means_of_a_step_have_the_directional_derivative_0(package):
    """What is set after a step does not change the mean over it, and a corrected master that asks is not stopped."""
    with package.unit("CoSimulation", settings={"coupling.mode": "interface"}).start({"penetration": 1e-4}) as unit:
        assert unit.derivative(["forceI[3]", "normalForce"], ["penetration"], [1.0])[0] > 0.0
        unit.step(0.0, 1e-5)
        names = ["forceI[3]", "torqueJ[1]", "frictionForce[2]", "touching", "normalForce"]
        *means, law = unit.derivative(names, ["penetration"], [1.0])
        assert means == [0.0] * 4 and law > 0.0


def test_input_derivatives_take_inputs_and_first_order_only(package):
    with package.unit("CoSimulation").start() as unit:
        references = unit.package.references
        set_derivatives = unit.fmu.setRealInputDerivatives
        unharmed(unit, lambda: set_derivatives(references("normalForce"), [1], [0.0]), ERROR, "normalForce")
        unharmed(unit, lambda: set_derivatives(references("penetration"), [2], [0.0]), ERROR, "order")
        unharmed(unit, lambda: set_derivatives(references("penetration"), [1], [math.nan]), DISCARD, "penetration")
        set_derivatives(references("relativeVelocity"), [1, 1, 1], [0.0, 1.0, 2.0])


def test_null_pointers_with_and_without_length(unit):
    unit.start()
    library, component = unit.fmu.dll, unit.component
    no_references, no_reals = POINTER(c_uint)(), POINTER(c_double)()
    assert library.fmi2GetReal(component, no_references, 0, no_reals) == 0
    assert library.fmi2SetReal(component, no_references, 0, no_reals) == 0
    assert library.fmi2GetReal(component, no_references, 1, no_reals) == ERROR
    assert library.fmi2SetReal(component, no_references, 1, no_reals) == ERROR
    assert library.fmi2GetReal(None, no_references, 0, no_reals) == ERROR
    assert library.fmi2SerializedFMUstateSize(component, None, byref(c_size_t())) == ERROR
    assert library.fmi2FreeFMUstate(component, byref(c_void_p())) == 0


@pytest.mark.parametrize("count", [7, 9, 2**31])
def test_wrong_number_of_states(package, count):
    with package.unit("ModelExchange").start() as unit:
        buffer = (c_double * 16)()
        library, component = unit.fmu.dll, unit.component
        for call in (library.fmi2GetContinuousStates, library.fmi2GetDerivatives, library.fmi2SetContinuousStates):
            assert call(component, buffer, count) == ERROR
        assert library.fmi2GetNominalsOfContinuousStates(component, buffer, count) == ERROR
        assert library.fmi2GetEventIndicators(component, buffer, count) == ERROR
        assert "8" in unit.messages()


def test_continuous_states_that_are_not_finite(package):
    with package.unit("ModelExchange").start() as unit:
        x = [0.0] * 8
        x[2] = math.nan
        unharmed(unit, lambda: unit.set_continuous_states(x), DISCARD, "z[3]")


def test_instantiation_with_a_wrong_guid_or_no_name_fails_with_a_reason(package):
    with package.unit() as unit:
        instantiate = unit.fmu.dll.fmi2Instantiate
        guid = package.description.guid.encode()
        for name, guid_given, word in (
            (b"x", b"wrong", "guid"),
            (b"", guid, "name"),
            (b" ", guid, "name"),
            (None, guid, "name"),
            (b"x", None, "guid"),
        ):
            logged = len(unit.log)
            assert instantiate(name, 0, guid_given, b"", byref(unit.fmu.callbacks), 0, 0) is None
            assert word in "\n".join(e[2] for e in unit.log[logged:]).lower()
        assert instantiate(b"x", 7, guid, b"", byref(unit.fmu.callbacks), 0, 0) is None


def test_log_is_quiet_when_all_is_well_and_can_be_switched_off(package):
    with package.unit("CoSimulation").start({"penetration": 1e-3}) as unit:
        unit.step(0.0, 1e-3)
        assert unit.log == []
        unit.fmu.setDebugLogging(False, [])
        refused(DISCARD, unit.set, {"compliance.e": 2.0})
        assert unit.log == []
        unit.fmu.setDebugLogging(True, ["logStatusDiscard"])
        refused(DISCARD, unit.set, {"compliance.e": 2.0})
        assert len(unit.log) == 1
        refused(ERROR, unit.fmu.setDebugLogging, True, ["noSuchCategory"])


def test_message_with_percent_or_hash_is_not_a_format(package):
    """A name with format characters must reach the host's printf-like logger as text."""
    with package.unit(name="100%d #r1#") as unit:
        refused(DISCARD, unit.set, {"compliance.e": 2.0})
        assert "compliance.e" in unit.messages()


def test_every_instance_survives_a_thousand_refusals(unit):
    unit.start({"penetration": 1e-3})
    before = unit.saved()
    for _ in range(1000):
        status = unit.fmu.dll.fmi2GetReal(unit.component, (c_uint * 1)(999999), 1, (c_double * 1)())
        assert status == ERROR
    assert unit.saved() == before
