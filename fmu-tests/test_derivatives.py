"""fmi2GetDirectionalDerivative against differences of what the unit itself returns, in each regime of the law."""

import numpy as np
import pytest
from hosts import ERROR, refused
from scenes import PAIRS, REGIMES, SPIN_REGIMES

# Increment of the differences: small beside the scale on which each input changes the law, large beside its rounding.
INCREMENTS = {
    "penetration": 2e-7,
    "position": 2e-7,
    "orientation": 2e-6,
    "z[": 2e-10,
    "z_r": 2e-10,
    "energy": 1e-3,
    "s_dw": 1e-5,
    "contactPoint": 1e-4,
    "contactNormal": 2e-6,
    "velocity": 1e-6,
    "relativeVelocity": 1e-6,
    "angularVelocity": 2e-6,
    "inverseMass": 1e-3,
    "freeAcceleration": 1e-3,
    "inverseInertia": 1e-3,
    "freeAngularAcceleration": 1e-3,
    "turningByForce": 1e-3,
}


def increment(name: str) -> float:
    return next(INCREMENTS[key] for key in sorted(INCREMENTS, key=len, reverse=True) if name.startswith(key))


def compare(exact, at, known, unknowns, h, scale, tolerance):
    """Differences of fourth order; `scale` is the size of each unknown, so scale/h*eps is their rounding."""
    differences = (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h)
    rounding = 1e-15 * scale / h
    allowed = tolerance * np.maximum(np.abs(differences), np.abs(exact)) + 20.0 * rounding
    wrong = np.abs(exact - differences) > allowed
    assert not wrong.any(), [
        f"d {unknowns[i]}/d {known}: exact {exact[i]}, by differences {differences[i]}" for i in np.flatnonzero(wrong)
    ]


# Where the normal comes from is the same for the regimes of spin, rolling and the other laws.
CASES = [*((pair, regime) for regime in REGIMES for pair in PAIRS)]
CASES += [(pair, regime) for regime in SPIN_REGIMES for pair in ("external", "spherePlane", "sphereInCylinder")]
ALL_REGIMES = REGIMES | SPIN_REGIMES


@pytest.mark.parametrize("pair, regime", CASES)
def test_derivatives_by_inputs_and_states(package, pair, regime):
    case = ALL_REGIMES[regime]
    scene = PAIRS[pair](case)
    inputs, z = scene.inputs, scene.z
    known_names = package.reals(causality="input") + package.state_names
    unknowns = package.reals(causality="output", variability="continuous")
    unknowns = [n for n in unknowns if n not in package.state_names]
    unknowns += [f"der({n})" for n in package.state_names]
    # met a quarter faster: at x_rate = v_i, from where on the damping is that of x_rate, the force has a kink
    met = {name: 1.25 * np.asarray(value) if "elocity" in name else value for name, value in inputs.items()}
    with package.unit(settings={"geometry.pair": pair, **case.settings}).start(met) as unit:
        unit.set(inputs)
        assert bool(unit.get("contactActive")) is (case.depth > 0.0)
        unit.place_states(z, case.s_dw, case.z_r, ledger=(1.0, 2.0, 3.0))
        place = dict(zip(known_names, unit.reals(*known_names)))
        base = unit.reals(*unknowns)
        assert (unit.get("normalForce") == 0.0) is (regime in ("apart", "clipped", "Kelvin-Voigt let go"))
        for known in known_names:
            at = shifted(unit, known, place, unknowns)
            exact = unit.derivative(unknowns, [known], [1.0])
            h = increment(known)
            scale = np.maximum(np.abs(base), size_of(unknowns))
            compare(exact, at, known, unknowns, h, scale, tolerance=2e-6)  # truncation of h^4 within a regime
        assert np.array_equal(unit.reals(*unknowns), base)


def shifted(unit, known, place, unknowns):
    """The unknowns as a function of an offset of one known, which is put back afterwards."""

    def at(offset):
        unit.set({known: place[known] + offset})
        values = unit.reals(*unknowns)
        unit.set({known: place[known]})
        return values

    return at


def size_of(unknowns) -> np.ndarray:
    """Sizes of the terms an output is summed from, for its rounding: 100 N, 1 m, 1 m/s."""
    forces = ("force", "torque", "normalForce", "frictionForce", "der(")
    return np.array([1e2 if name.startswith(forces) else 1.0 for name in unknowns])


@pytest.mark.parametrize("pair", PAIRS)
def test_derivative_along_a_direction_is_the_sum_of_its_parts(package, pair):
    scene = PAIRS[pair](REGIMES["sliding"])
    with package.unit(settings={"geometry.pair": pair}).start(scene.inputs) as unit:
        unit.place_states(scene.z, 0.1)
        knowns = package.reals(causality="input") + package.state_names
        unknowns = package.elements("forceI", "torqueJ", "der(z[1])", "der(s_dw)")
        seed = np.sin(1.0 + np.arange(len(knowns)))  # any direction
        parts = np.array([unit.derivative(unknowns, [k], [1.0]) for k in knowns])
        assert np.allclose(unit.derivative(unknowns, knowns, seed), seed @ parts, rtol=1e-12, atol=1e-9)


# Parameters change the outputs by their own sizes; relative increments.
PARAMETER_INCREMENT = 1e-5


BY_PARAMETERS = ["sticking", "sliding", "bristle at its bound", "viscous", "clipped", "apart"]
BY_PARAMETERS = [(pair, regime) for regime in BY_PARAMETERS for pair in PAIRS]
BY_PARAMETERS += [(pair, regime) for regime in SPIN_REGIMES for pair in ("external", "sphereInSphere")]


@pytest.mark.parametrize("pair, regime", BY_PARAMETERS)
def test_derivatives_by_parameters_in_initialization_mode(package, pair, regime):
    """InitialUnknowns by inputs and initial=exact reals, the latched speed and a(v_i) included."""
    case = ALL_REGIMES[regime]
    scene = PAIRS[pair](case)
    inputs, z = scene.inputs, scene.z
    knowns = package.reals(causality="input") + package.reals(initial="exact")
    unknowns = [u.variable.name for u in package.description.initialUnknowns]
    unknowns = [n for n in unknowns if package.variables[n].type == "Real"]
    start = inputs | case.settings | {"geometry.pair": pair, "z": z, "s_dw": case.s_dw, "z_r": case.z_r}
    with package.unit(settings={k: v for k, v in start.items() if k not in inputs}) as unit:
        unit.enter_initialization(inputs)
        place = dict(zip(knowns, unit.reals(*knowns)))
        base = unit.reals(*unknowns)
        for known in knowns:
            variable = package.variables[known]
            if place[known] in (_bound(variable.min), _bound(variable.max)):
                continue  # no differences across the end of a range
            is_parameter = variable.causality == "parameter"
            if is_parameter:
                h = PARAMETER_INCREMENT * max(abs(place[known]), 0.1)
            else:
                h = increment(known)

            at = shifted(unit, known, place, unknowns)
            exact = unit.derivative(unknowns, [known], [1.0])
            scale = np.maximum(np.abs(base), size_of(unknowns))
            compare(exact, at, known, unknowns, h, scale, tolerance=2e-6)
        assert np.array_equal(unit.reals(*unknowns), base)


def _bound(text):
    return None if text is None else float(text)


@pytest.mark.parametrize("kind", ["ModelExchange", "CoSimulation"])
def test_derivatives_exist_in_both_kinds_for_the_structure_only(package, kind):
    with package.unit(kind).start({"penetration": 1e-3}) as unit:
        force = unit.derivative(["normalForce"], ["penetration"], [1.0])
        # k p x^(p-1), the bodies at rest
        assert force == pytest.approx(1e6 * 1.5 * np.sqrt(1e-3), rel=1e-12)
        refused(ERROR, unit.derivative, ["normalForce"], ["compliance.k"], [1.0])
        refused(ERROR, unit.derivative, ["penetration"], ["penetration"], [1.0])
        refused(ERROR, unit.fmu.getDirectionalDerivative, [999999], package.references("penetration"), [1.0])


AT_REST = {
    "defaults": {},
    "spin": {"friction.e_r": 0.01, "friction.mu_r": 0.01},
    "contact radius": {"friction.e_rSource": "contactRadius", "friction.map": "mixed"},
    "polyhedron": {"friction.e_r": 0.01, "friction.map": "polyhedron"},
    "Coulomb": {"friction.e_r": 0.01, "friction.law": "coulomb"},
}


@pytest.mark.parametrize("more", AT_REST.values(), ids=AT_REST)
@pytest.mark.parametrize("pair", PAIRS)
def test_derivatives_at_rest_are_finite_though_norms_have_no_slope_there(package, pair, more):
    """Every start value, nothing moves, z = 0: |v_t|, |f_br| and |w_t| are 0."""
    # for the round pairs the sphere sits in the very centre of body j, where the normal has no direction of its own
    with package.unit(settings={"geometry.pair": pair, **more}).start({"penetration": 1e-3}) as unit:
        unknowns = package.reals(causality="output", variability="continuous") + package.reals(causality="local")
        unknowns = [n for n in unknowns if n not in package.state_names]
        for known in package.reals(causality="input") + package.state_names:
            assert np.all(np.isfinite(unit.derivative(unknowns, [known], [1.0]))), known
