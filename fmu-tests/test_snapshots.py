"""State that can be saved, moved and brought back; instances that do not know of each other."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hosts import ERROR, refused
from incline import BallOnPlane
from masters import ExchangeHost
from reference_contact import INCLINE_VELOCITY, Law
from settings import settings

KINDS = ["ModelExchange", "CoSimulation"]
COUPLINGS = {
    "kinematic": {},
    "sequential": {"coupling.mode": "interface"},
    "parallel": {"coupling.mode": "interface", "coupling.order": "parallel"},
    "estimated": {"coupling.mode": "interface", "coupling.freeAccelerationSource": "estimated"},
}
# With a moment about the normal and rolling resistance: z_r lives, and the force comes off a polyhedron.
TWISTED = {"friction.e_r": 0.02, "friction.mu_r": 0.01, "friction.map": "polyhedron", "friction.sides": 6}
COUPLINGS |= {"twisted": TWISTED, "twisted sequential": TWISTED | COUPLINGS["sequential"]}
COUPLINGS |= {f"twisted {coupling}": TWISTED | COUPLINGS[coupling] for coupling in ("parallel", "estimated")}
# Model Exchange has no steps to couple
RUNS = [(kind, coupling) for kind in KINDS for coupling in COUPLINGS]
RUNS = [(kind, coupling) for kind, coupling in RUNS if kind == "CoSimulation" or "mode" not in str(COUPLINGS[coupling])]


def motion(t, offset=0.0):
    """A ball that is pressed into the plane and drawn over it, on a given path."""
    x, v = 0.1 - 4e-3 * np.sin(40.0 * t), -0.16 * np.cos(40.0 * t)
    return {
        "positionI": (0.02 * t + offset, 0.0, x),
        "velocityI": (0.02 + offset, 0.003 * np.sin(90.0 * t), v),
        "angularVelocityI": (0.05 * np.cos(50.0 * t), 0.1, 0.02),
    }


def readings(package):
    """Everything a host can read."""
    return [v.name for v in package.description.modelVariables if v.type == "Real" and v.causality != "independent"]


class Run:
    """An instance driven along the given path, one step at a time; `trace` holds all it answers, as bits."""

    def __init__(self, package, kind, offset=0.0, unit=None, coupling="kinematic"):
        self.offset, self.step_size, self.k = offset, 1e-3, 0
        self.names = readings(package)
        settings = {"geometry.pair": "spherePlane", **COUPLINGS[coupling]}
        self.unit = unit or package.unit(kind, settings=settings)
        self.exchange = self.unit.exchange
        if unit is None:
            self.unit.start(motion(0.0, offset))

    def advance(self, steps):
        trace = []
        for _ in range(steps):
            t = self.k * self.step_size
            self.unit.set(motion(t, self.offset))
            if self.exchange:
                # explicit Euler is host enough here: only equality of bits is asked
                x = self.unit.continuous_states() + self.step_size * self.unit.derivatives()
                self.unit.fmu.setTime(t + self.step_size)
                self.unit.set_continuous_states(x)
                self.unit.fmu.completedIntegratorStep()
                self.unit.event()
                trace.append(self.unit.event_indicators())
            else:
                self.unit.set_input_derivatives({"velocityI": (0.0, 0.27 * np.cos(90.0 * t), 6.4 * np.sin(40.0 * t))})
                self.unit.step(t, self.step_size)
            self.k += 1
            trace.append(self.unit.reals(*self.names))
            if not self.exchange:
                references = self.unit.package.references("forceI", "torqueI", "frictionForce")
                trace.append(np.array(self.unit.fmu.getRealOutputDerivatives(references, [1] * len(references))))
            trace.append(np.array([self.unit.get("microSteps"), self.unit.get("contactActive")], float))
        return b"".join(part.tobytes() for part in trace)


@pytest.mark.parametrize("kind", KINDS)
def test_twist_of_the_bristles_is_part_of_the_state(package, kind):
    """The runs below have a z_r that is not 0, and a unit whose z_r alone is another has another future."""
    run = Run(package, kind, coupling="twisted")
    run.advance(20)
    assert abs(run.unit.get("z_r")) > 1e-7
    first, other = run.unit.saved(), Run(package, kind, coupling="twisted")
    other.unit.restore(first)
    other.k = 20
    if kind == "ModelExchange":
        other.unit.set({"z_r": run.unit.get("z_r") + 1e-9})
        assert other.unit.saved() != first
        assert other.advance(10) != run.advance(10)
    else:
        assert other.advance(10) == run.advance(10)
    for each in (run, other):
        each.unit.fmu.freeInstance()


@pytest.mark.parametrize("kind", KINDS)
def test_trace_notices_the_path(package, kind):
    """The comparisons below mean something: contact is made and lost, and another path gives other bits."""
    with package.unit(kind, settings={"geometry.pair": "spherePlane"}).start(motion(0.0)) as unit:
        run = Run(package, kind, unit=unit)
        touching = {run.advance(1)[-8:] for _ in range(200)}
        assert len(touching) == 2
    traces = []
    for offset in (0.0, 1e-9):
        run = Run(package, kind, offset)
        traces.append(run.advance(50))
        run.unit.fmu.freeInstance()
    assert traces[0] != traces[1]


@pytest.mark.parametrize("kind", KINDS)
def test_reset_is_as_fresh(package, kind):
    fresh = Run(package, kind)
    expected = fresh.advance(60)
    used = Run(package, kind)
    used.advance(37)
    if used.exchange:
        used.unit.fmu.enterEventMode()
    used.unit.set({"friction.mu_S": 0.9})
    used.unit.fmu.reset()
    used.unit.set({"geometry.pair": "spherePlane"})
    used.unit.start(motion(0.0))
    used.k = 0
    assert used.advance(60) == expected
    for run in (fresh, used):
        run.unit.fmu.freeInstance()


@pytest.mark.parametrize("kind", KINDS)
def test_reset_brings_every_start_value_back(package, kind):
    with package.unit(kind) as fresh, package.unit(kind) as used:
        used.set({"compliance.e": 0.25, "friction.bristleLimit": "paper", "ledger.track": False, "z[2]": 1.0})
        used.start({"penetration": 1e-3, "relativeVelocity": (1.0, 2.0, 3.0)})
        used.fmu.reset()
        for unit in (fresh, used):
            unit.enter_initialization()
        for v in package.description.modelVariables:
            if v.causality != "independent":
                assert used.get(v.name) == fresh.get(v.name), v.name


@pytest.mark.parametrize("kind, coupling", RUNS)
@pytest.mark.parametrize("at", [0, 20, 43, 81])
def test_rollback_continues_with_the_same_bits(package, kind, coupling, at):
    run = Run(package, kind, coupling=coupling)
    run.advance(at)
    state = run.unit.fmu.getFMUstate()
    read = run.unit.reals(*run.names).tobytes()
    for _ in range(2):  # a snapshot is not used up
        first = run.advance(90)
        run.unit.fmu.setFMUstate(state)
        assert run.unit.reals(*run.names).tobytes() == read
        run.k = at
        assert run.advance(90) == first
        run.unit.fmu.setFMUstate(state)
        run.k = at
    run.unit.fmu.freeFMUstate(state)
    run.unit.fmu.freeInstance()


@pytest.mark.parametrize("kind, coupling", RUNS)
@pytest.mark.parametrize("at", [0, 20, 43, 81])
def test_serialized_state_continues_elsewhere_with_the_same_bits(package, kind, coupling, at):
    run = Run(package, kind, coupling=coupling)
    run.advance(at)
    data = run.unit.saved()
    expected = run.advance(90)
    # a second instance that has done something else meanwhile, and one that has done nothing but start
    for steps in (0, 31):
        other = Run(package, kind, offset=1e-3, coupling=coupling)
        other.advance(steps)
        other.unit.restore(data)
        other.k, other.offset = at, 0.0
        assert other.unit.saved() == data
        assert other.advance(90) == expected
        other.unit.fmu.freeInstance()
    run.unit.fmu.freeInstance()


@pytest.mark.parametrize("kind", KINDS)
def test_state_of_a_used_instance_can_go_into_a_new_one(package, kind):
    """Also before initialization: the snapshot brings settings and mode with it."""
    run = Run(package, kind)
    run.advance(43)
    data = run.unit.saved()
    expected = run.advance(50)
    with package.unit(kind) as unit:
        unit.restore(data)
        fresh = Run(package, kind, unit=unit)
        fresh.k = 43
        assert fresh.advance(50) == expected
    run.unit.fmu.freeInstance()


@pytest.mark.parametrize("rate", [0.1, 0.3, -0.3])
def test_event_indicators_come_back_with_the_state(package, rate):
    """Apart from the shift that keeps them off zero they follow from the inputs; the shift is state. Here in contact,
    approaching, and drawn off so fast that the force is clipped."""
    with package.unit().start({"penetration": 1e-3, "relativeVelocity": (0.0, 0.0, -0.1)}) as unit:
        unit.set({"relativeVelocity": (0.0, 0.0, -rate)})
        unit.event()
        expected, data = unit.event_indicators(), unit.saved()
        with package.unit() as other:
            other.restore(data)
            assert np.array_equal(other.event_indicators(), expected)


def damaged(data: bytes):
    """Serialized states that no unit has written."""
    yield "empty", b""
    yield "one byte", data[:1]
    yield "cut by one byte", data[:-1]
    yield "cut in half", data[: len(data) // 2]
    yield "one byte more", data + b"\0"
    yield "foreign", b"PK\x03\x04" + bytes(range(256)) * (len(data) // 256 + 1)
    yield "foreign of the same length", bytes(i * 37 % 256 for i in range(len(data)))
    yield "zeros", bytes(len(data))
    yield "ones", b"\xff" * len(data)
    for position in range(0, len(data), max(1, len(data) // 40)):
        changed = bytearray(data)
        changed[position] ^= 0x55
        yield f"byte {position} changed", bytes(changed)


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_state_is_refused_and_harms_nothing(package, kind):
    run, twin = Run(package, kind), Run(package, kind)
    for each in (run, twin):
        each.advance(25)
    data = run.unit.saved()
    for what, wrong in damaged(data):
        before = len(run.unit.log)
        refused(ERROR, run.unit.restore, wrong)
        assert len(run.unit.log) > before, what
        assert run.unit.saved() == data, what
    assert run.advance(60) == twin.advance(60)
    for each in (run, twin):
        each.unit.fmu.freeInstance()


def test_state_of_the_other_kind_is_refused(package):
    with package.unit("ModelExchange").start() as exchange, package.unit("CoSimulation").start() as slave:
        refused(ERROR, exchange.restore, slave.saved())
        refused(ERROR, slave.restore, exchange.saved())


@pytest.mark.parametrize("kind", KINDS)
def test_interleaved_instances_do_not_know_of_each_other(package, kind):
    offsets = (0.0, 1e-3, -2e-3, 5e-4)
    alone = []
    for offset in offsets:
        run = Run(package, kind, offset)
        alone.append(b"".join(run.advance(1) for _ in range(80)))
        run.unit.fmu.freeInstance()
    runs = [Run(package, kind, offset) for offset in offsets]
    together = [b""] * len(runs)
    for _ in range(80):
        for i, run in enumerate(runs):
            together[i] += run.advance(1)
    for run in runs:
        run.unit.fmu.freeInstance()
    assert together == alone


@pytest.mark.parametrize("kind", KINDS)
def test_instances_in_threads_give_the_bits_of_a_single_one(package, kind):
    def whole(offset):
        run = Run(package, kind, offset)
        trace = run.advance(200)
        run.unit.fmu.freeInstance()
        return trace

    offsets = [1e-4 * (i % 3) for i in range(6)]
    alone = [whole(offset) for offset in offsets[:3]]
    with ThreadPoolExecutor(6) as pool:
        threaded = list(pool.map(whole, offsets))
    assert threaded == alone + alone


def test_variable_step_solver_repeats_its_bits(package):
    """A whole adaptive simulation through two impacts, twice."""

    def ends():
        plant = BallOnPlane(position=(0.0, 0.0, 0.15), velocity=INCLINE_VELOCITY)
        with package.unit(settings=settings(Law(), **{"geometry.pair": "spherePlane"})) as unit:
            host = ExchangeHost(unit, plant, rtol=1e-8, atol=1e-10).run(0.3)
            return host.y.tobytes(), len(host.times), len(host.events)

    first = ends()
    assert first[2] >= 2
    assert ends() == first
