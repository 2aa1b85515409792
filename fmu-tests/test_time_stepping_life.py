"""coupling.method = timeStepping in the life of an instance: sets between steps, snapshots, refusals, derivatives."""

import numpy as np
import pytest
from hosts import DISCARD, ERROR, refused
from reference_rigid import RigidLaw
from test_refusals import unharmed
from test_snapshots import Run, motion
from test_time_stepping import FRICTIONS, MASS, RIGID, Body, G, rigid

PRESSED = {"penetration": 0.0, "freeAcceleration": (0.0, 0.0, -G)}
# velocities are set by hand here: nothing in them answers a force
BY_HAND = {"coupling.verifyMass": False}


def test_slope_of_the_force_is_that_of_an_impact_inside_the_step(package):
    """0 before the first step and at rest; mean J/H and slope put an impulse at tau after the start where mean alone
    puts it in the middle: 12 J (tau - H/2)/H^3."""
    h = 1e-3
    with package.unit("CoSimulation", settings=rigid(RigidLaw(e=0.8), **{"coupling.massI": 2.0, **BY_HAND})) as unit:
        references = package.references("forceI", "frictionForce")
        unit.start(PRESSED)
        assert not np.any(unit.get("forceI")) and not np.any(unit.fmu.getRealOutputDerivatives(references, [1] * 6))
        unit.step(0.0, h)
        assert unit.get("normalForce") == pytest.approx(2.0 * G, rel=1e-12)
        rounding = 1e-15 * 2.0 * G / h
        assert np.max(np.abs(unit.fmu.getRealOutputDerivatives(references, [1] * 6))) < rounding
        unit.set({"penetration": -2.5e-4, "relativeVelocity": (0.0, 0.0, -1.0), "freeAcceleration": (0.0, 0.0, 0.0)})
        unit.step(h, h)
        impulse = 2.0 * 1.8
        slope = 12.0 * impulse * (2.5e-4 - 0.5 * h) / h**3
        assert unit.get("forceI") == pytest.approx((0.0, 0.0, impulse / h), rel=1e-12)
        found = unit.fmu.getRealOutputDerivatives(references, [1] * 6)
        assert found == pytest.approx((0.0, 0.0, slope, 0.0, 0.0, 0.0), rel=1e-9)
        refused(ERROR, unit.fmu.getRealOutputDerivatives, package.references("normalForce"), [1])


def test_what_is_set_between_steps_is_seen_while_forces_are_held(package):
    with Body(package, RigidLaw(), velocity=(1.0, 0.0, 0.0), block=True) as block:
        block.run(3, 1e-3)
        unit = block.unit
        held = ("forceI", "torqueI", "forceJ", "frictionForce", "normalForce", "energyWork", "energyResidual")
        before = unit.reals(*held)
        assert before[2] == pytest.approx(MASS * G, rel=1e-9)
        unit.set({"positionI": (0.3, -0.2, 0.25), "velocityI": (0.3, 0.4, -2.0)})
        assert unit.get("gap") == pytest.approx(0.15, rel=1e-14)
        assert unit.get("slipSpeed") == pytest.approx(0.5, rel=1e-14)
        assert unit.get("pointOfAction")[:2] == pytest.approx((0.3, -0.2))
        assert np.array_equal(unit.reals(*held), before)
        unit.step(block.time, 1e-3)
        assert not np.any(unit.get("forceI")) and not unit.get("contactActive") and unit.get("normalForce") == 0.0


# Snapshots: every law, and everything that a step leaves to the next one

STATES = [{"timeStepping.friction": friction} for friction in FRICTIONS]
STATES += [{"timeStepping.k_T": 0.0}, {"coupling.order": "parallel"}, {"coupling.verifyMass": True}]


def driven(package, settings, kind="CoSimulation"):
    unit = package.unit(kind, settings={"geometry.pair": "spherePlane"} | settings)
    return Run(package, kind, unit=unit.start(motion(0.0)))


@pytest.mark.parametrize("settings", STATES, ids=lambda settings: "-".join(map(str, settings.values())))
def test_rollback_serialization_reset_and_instances_are_bit_exact(package, settings):
    settings = RIGID | settings
    once, other = driven(package, settings), driven(package, settings)
    expected = [once.advance(15) for _ in range(6)]
    assert len(set(expected)) == 6
    for k in range(3):
        assert other.advance(15) == expected[k]
    kept = other.unit.saved()
    fresh = driven(package, settings)
    fresh.unit.restore(kept)
    fresh.k = 45
    # taken back, tried with a fifth of the step, and taken back again
    other.step_size, other.k = 2e-4, 225
    other.advance(20)
    other.unit.restore(kept)
    other.step_size, other.k = 1e-3, 45
    for k in range(3, 6):
        assert other.advance(15) == expected[k]
        assert fresh.advance(15) == expected[k]
    other.unit.fmu.reset()
    other.unit.set({"geometry.pair": "spherePlane"} | settings)
    other.unit.start(motion(0.0))
    other.k = 0
    assert other.advance(15) == expected[0]
    for run in (once, other, fresh):
        run.unit.fmu.freeInstance()


def test_previous_friction_force_is_part_of_the_state(package):
    """lambda+ = lambda/(1 + h^2 k_T W), eq. (11); a unit without the snapshot holds none."""
    with package.unit("CoSimulation", settings=rigid(RigidLaw(k_t=1e5), **BY_HAND)).start(PRESSED) as one:
        one.set({"relativeVelocity": (1e-3, 0.0, 0.0)})
        one.step(0.0, 1e-3)
        kept, friction = one.saved(), one.get("frictionForce")
        assert friction[0] < -0.01
        one.set({"relativeVelocity": (0.0, 0.0, 0.0)})
        one.step(1e-3, 1e-3)
        assert one.get("frictionForce")[0] == pytest.approx(friction[0] / 1.1, rel=1e-9)
        with package.unit("CoSimulation", settings=rigid(RigidLaw(k_t=1e5), **BY_HAND)).start(PRESSED) as other:
            other.step(0.0, 1e-3)
            assert not np.any(other.get("frictionForce"))
            other.restore(kept)
            assert np.array_equal(other.get("frictionForce"), friction)


def test_friction_that_is_held_turns_with_the_bodies(package):
    """Both bodies turn with 100 rad/s about the normal: the mean over a step stands half-way through its 0.1 rad."""
    with package.unit("CoSimulation", settings=rigid(RigidLaw(k_t=1e5), **BY_HAND)).start(PRESSED) as unit:
        unit.set({"relativeVelocity": (1e-3, 0.0, 0.0)})
        unit.step(0.0, 1e-3)
        first = unit.get("frictionForce")
        spin = (0.0, 0.0, 100.0)
        unit.set({"relativeVelocity": (0.0, 0.0, 0.0), "angularVelocityI": spin, "angularVelocityJ": spin})
        for k in (1, 2):
            unit.step(1e-3 * k, 1e-3)
            angle, share = 0.1 * (k - 0.5), 1.1**-k
            turned = first[0] * share * np.array((np.cos(angle), np.sin(angle), 0.0))
            assert unit.get("frictionForce") == pytest.approx(turned, rel=1e-9, abs=1e-12)


def test_model_exchange_has_no_method(package):
    """The same bits, and what Co-Simulation refuses is no matter."""
    traces = []
    for settings in ({}, {"coupling.method": "timeStepping"}, RIGID):
        run = driven(package, settings, "ModelExchange")
        traces.append(run.advance(60))
        run.unit.fmu.freeInstance()
    assert traces[0] == traces[1] == traces[2]
    with package.unit("ModelExchange", settings=RIGID | {"friction.e_r": 0.02}).start({"penetration": 1e-3}) as unit:
        assert unit.get("normalForce") > 0.0


# Refusals

POLYGONAL = {"timeStepping.friction": "polygonal"}
CHOICES = [
    ({"coupling.mode": "kinematic"}, {"coupling.mode": "interface"}, ["coupling.method", "timeStepping", "kinematic"]),
    ({"friction.mu_r": 0.01}, {"friction.mu_r": 0.0}, ["coupling.method", "friction.mu_r"]),
    (
        {"friction.e_r": 0.01, "timeStepping.friction": "box"},
        {"friction.e_r": 0.0},
        ["friction.e_r > 0", "timeStepping.friction"],
    ),
    ({"friction.e_r": 0.01, "timeStepping.law": "paper"}, {"friction.e_r": 0.0}, ["friction.e_r > 0", "timeStepping.law"]),
    ({"friction.e_r": 0.01, "friction.map": "mixed"}, {"friction.e_r": 0.0}, ["friction.e_r > 0", "friction.map"]),
    ({"friction.e_rSource": "contactRadius"}, {"friction.e_rSource": "given"}, ["friction.e_rSource"]),
    (
        {"coupling.freeAccelerationSource": "estimated"},
        {"coupling.freeAccelerationSource": "input"},
        ["coupling.freeAccelerationSource", "timeStepping"],
    ),
    (POLYGONAL | {"timeStepping.sides": 7}, {"timeStepping.sides": 8}, ["timeStepping.sides", "7", "even"]),
]


@pytest.mark.parametrize("bad, better, words", CHOICES)
def test_choices_that_time_stepping_does_not_bear_are_refused_by_name(package, bad, better, words):
    with package.unit("CoSimulation", settings=RIGID | bad) as unit:
        unit.enter_initialization(PRESSED)
        unharmed(unit, unit.fmu.exitInitializationMode, ERROR, *words)
        unit.set(better)
        unit.fmu.exitInitializationMode()
        unit.step(0.0, 1e-3)
        assert unit.get("normalForce") == pytest.approx(G, rel=1e-12)


def test_odd_sides_matter_to_polygons_only(package):
    with package.unit("CoSimulation", settings=RIGID | {"timeStepping.sides": 7}).start(PRESSED) as unit:
        unit.step(0.0, 1e-3)
        assert unit.get("normalForce") == pytest.approx(G, rel=1e-12)


def test_tunable_choice_that_turns_bad_is_an_error_of_the_step(package):
    with package.unit("CoSimulation", settings=RIGID).start(PRESSED) as unit:
        unit.set({"friction.mu_r": 0.01})
        unharmed(unit, lambda: unit.step(0.0, 1e-3), ERROR, "coupling.method", "friction.mu_r")
        unit.set({"friction.mu_r": 0.0})
        unit.step(0.0, 1e-3)
        assert unit.get("normalForce") == pytest.approx(G, rel=1e-12)


OUT_OF_RANGE = [
    ("timeStepping.sides", (3, 0, -8, 33, 34, 2**31 - 1)),
    ("timeStepping.k_T", (-1.0, np.nan, np.inf)),
    ("timeStepping.v_th", (-1e-9, np.nan, np.inf)),
    ("coupling.method", (0, 3, -1)),
    ("timeStepping.friction", (0, 4, -1)),
]


@pytest.mark.parametrize("kind", ["ModelExchange", "CoSimulation"])
@pytest.mark.parametrize("name, values", OUT_OF_RANGE)
def test_value_out_of_range_is_discarded_by_name(package, kind, name, values):
    with package.unit(kind) as unit:
        for value in values:
            unharmed(unit, lambda value=value: unit.set({name: value}), DISCARD, name)


@pytest.mark.parametrize("six", [(-1, 1, 1, 0, 0, 0), (1, 1, 1, 2, 0, 0), (1, 1, 1, 0, 0, 1.1)])
@pytest.mark.parametrize("friction", FRICTIONS)
def test_inverse_mass_that_is_none_is_an_error_of_the_step(package, friction, six):
    settings = RIGID | {"timeStepping.friction": friction, "coupling.massSource": "input"}
    with package.unit("CoSimulation", settings=settings).start({"inverseMass": (1, 1, 1, 0, 0, 0)}) as unit:
        unit.set({"freeAcceleration": (1.0, 2.0, -G), "inverseMass": six})
        unharmed(unit, lambda: unit.step(0.0, 1e-3), ERROR, "inverseMass", "positive semidefinite")
        unit.set({"inverseMass": (1, 1, 1, 0, 0, 0)})
        unit.step(0.0, 1e-3)
        assert unit.get("normalForce") == pytest.approx(G, rel=1e-12)


# Directional derivatives

FRAME = ("gap", "slipSpeed", "pointOfAction", "normalDirection")
FORCES = ("forceI[3]", "torqueI[1]", "forceJ[1]", "frictionForce[2]", "normalForce", "energyElastic", "sticking")


def test_derivatives_of_the_frame_are_right_and_those_of_forces_0(package):
    """Before and after the first steps; central differences over 1e-6 of what the unit answers. Forces are held until the
    next step, whatever is set."""
    knowns = package.elements("positionI", "velocityI", "angularVelocityI")
    place = dict(zip(knowns, (0.02, 0.01, 0.0999, 0.5, 0.3, -0.01, 1.0, 2.0, 3.0)))
    unknowns = package.elements(*FRAME, *FORCES)
    with package.unit("CoSimulation", settings={"geometry.pair": "spherePlane"} | RIGID, logging=True) as unit:
        unit.start(place | {"freeAcceleration": (0.0, 0.0, -G)})
        for step in range(3):
            for known in knowns:
                exact = unit.derivative(unknowns, [known], [1.0])
                sides = []
                for value in (place[known] + 1e-6, place[known] - 1e-6):
                    unit.set({known: value})
                    sides.append(unit.reals(*unknowns))
                unit.set(place)
                # rounding of 0.1 m and 1 m/s over the increment
                assert exact == pytest.approx((sides[0] - sides[1]) / 2e-6, abs=1e-8)
                assert not np.any(exact[-len(FORCES) :])
            assert np.any(unit.derivative(["gap"], ["positionI[3]"], [1.0]))
            unit.step(1e-3 * step, 1e-3)
        # at the end of a step, before anything is set
        assert unit.derivative(["gap"], ["positionI[3]"], [1.0])[0] == 1.0
