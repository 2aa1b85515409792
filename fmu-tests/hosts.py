"""Small hosts that drive the packed unit through FMPy: one instance by variable names, and an ODE solver around it."""

from ctypes import c_double, c_uint
from dataclasses import dataclass
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Model, FMU2Slave, fmi2CallbackFunctions, fmi2CallbackLoggerTYPE
from scipy.integrate import DOP853

DISCARD, ERROR = 2, 3


class Package:
    """The unpacked .fmu and its variables by name."""

    def __init__(self, path: Path, directory: Path):
        self.path = Path(path)
        self.description = fmpy.read_model_description(str(path))
        self.directory = fmpy.extract(str(path), unzipdir=str(directory))
        self.variables = {v.name: v for v in self.description.modelVariables}
        self.state_names = [v.derivative.name for v in (u.variable for u in self.description.derivatives)]
        self.indicators = self.description.numberOfEventIndicators

    def elements(self, *names: str) -> list[str]:
        """Scalar names; `velocityI` stands for velocityI[1] to velocityI[3]."""
        scalars = []
        for name in names:
            if name in self.variables:
                scalars.append(name)
            else:
                count = next(n for n in range(1, 100) if f"{name}[{n + 1}]" not in self.variables)
                if f"{name}[1]" not in self.variables:
                    raise KeyError(name)
                scalars += [f"{name}[{n}]" for n in range(1, count + 1)]
        return scalars

    def references(self, *names: str) -> list[int]:
        return [self.variables[name].valueReference for name in self.elements(*names)]

    def reals(self, **attributes) -> list[str]:
        """Names of the Real variables with these attributes."""
        return [
            v.name
            for v in self.description.modelVariables
            if v.type == "Real" and all(getattr(v, key) == value for key, value in attributes.items())
        ]

    def unit(self, kind="ModelExchange", **options) -> "Unit":
        return Unit(self, kind, **options)


class Channel:
    """A fixed group of Real variables with buffers of its own: what an ODE solver reads and writes per evaluation."""

    def __init__(self, unit: "Unit", names):
        references = unit.package.references(*names)
        self.size = len(references)
        self._references = (c_uint * self.size)(*references)
        self._buffer = (c_double * self.size)()
        self.values = np.frombuffer(self._buffer, dtype=float)
        self._unit, library = unit, unit.fmu.dll
        self._get, self._set = library.fmi2GetReal, library.fmi2SetReal

    def write(self, values):
        self.values[:] = values
        self._unit.check("fmi2SetReal", self._set(self._unit.component, self._references, self.size, self._buffer))

    def read(self) -> np.ndarray:
        self._unit.check("fmi2GetReal", self._get(self._unit.component, self._references, self.size, self._buffer))
        return self.values


class Unit:
    """One instance. Settings and reads go by name; a name without index means the whole vector."""

    def __init__(self, package: Package, kind="ModelExchange", name="unit", settings=None, logging=False):
        self.package = package
        model = {"ModelExchange": FMU2Model, "CoSimulation": FMU2Slave}[kind]
        self.exchange = kind == "ModelExchange"
        self.log: list[tuple[int, str, str]] = []
        self.fmu = model(
            guid=package.description.guid,
            modelIdentifier="Asperity",
            unzipDirectory=package.directory,
            instanceName=name,
        )
        self._callbacks = fmi2CallbackFunctions()
        self._callbacks.logger = fmi2CallbackLoggerTYPE(self._on_log)
        self.fmu.instantiate(callbacks=self._callbacks, loggingOn=logging)
        if settings:
            self.set(settings)

    @property
    def component(self):
        return self.fmu.component

    def _on_log(self, _environment, _instance, status, category, message):
        self.log.append((status, category.decode(), message.decode()))

    def messages(self) -> str:
        return "\n".join(text for _, _, text in self.log)

    @staticmethod
    def check(function: str, status: int):
        if status != 0:
            raise FMICallException(function=function, status=status)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.fmu.freeInstance()

    # Variables

    def set(self, values: dict):
        """Real, Integer, Boolean and enumeration items by name; a vector takes a sequence."""
        for name, value in values.items():
            names = self.package.elements(name)
            items = [value] if name in self.package.variables else list(value)
            kind = self.package.variables[names[0]].type
            references = self.package.references(name)
            if kind == "Real":
                self.fmu.setReal(references, items)
            elif kind == "Boolean":
                self.fmu.setBoolean(references, items)
            else:
                self.fmu.setInteger(references, [self._item(names[0], item) for item in items])

    def _item(self, name: str, item) -> int:
        if not isinstance(item, str):
            return item
        items = self.package.variables[name].declaredType.items
        return next(int(i.value) for i in items if i.name == item)

    def get(self, name: str):
        """Number, or array for a vector."""
        kind = self.package.variables[self.package.elements(name)[0]].type
        read = {"Real": self.fmu.getReal, "Boolean": self.fmu.getBoolean}.get(kind, self.fmu.getInteger)
        values = read(self.package.references(name))
        return values[0] if name in self.package.variables else np.array(values)

    def reals(self, *names: str) -> np.ndarray:
        return np.array(self.fmu.getReal(self.package.references(*names)))

    def channel(self, *names: str) -> Channel:
        return Channel(self, names)

    def derivative(self, unknowns: list[str], knowns: list[str], seed) -> np.ndarray:
        references = self.package.references
        return np.array(self.fmu.getDirectionalDerivative(references(*unknowns), references(*knowns), list(seed)))

    # Life cycle

    def start(self, inputs=None, time=0.0, stop=None) -> "Unit":
        """Through initialization; Model Exchange goes on into continuous time."""
        self.enter_initialization(inputs, time, stop)
        self.fmu.exitInitializationMode()
        if self.exchange:
            self.discrete_update()
            self.fmu.enterContinuousTimeMode()
        return self

    def enter_initialization(self, inputs=None, time=0.0, stop=None):
        self.fmu.setupExperiment(startTime=time, stopTime=stop)
        self.fmu.enterInitializationMode()
        if inputs:
            self.set(inputs)

    # Model Exchange

    def discrete_update(self) -> bool:
        """Event iteration in event mode; whether the unit has changed its continuous states."""
        changed = False
        for _ in range(10):
            needed, _, _, values_changed, _, _ = self.fmu.newDiscreteStates()
            changed |= values_changed
            if not needed:
                return changed
        raise AssertionError("event iteration does not end")

    def event(self) -> bool:
        self.fmu.enterEventMode()
        changed = self.discrete_update()
        self.fmu.enterContinuousTimeMode()
        return changed

    def continuous_states(self) -> np.ndarray:
        n = len(self.package.state_names)
        buffer = (c_double * n)()
        self.fmu.getContinuousStates(buffer, n)
        return np.array(buffer)

    def set_continuous_states(self, x):
        self.fmu.setContinuousStates((c_double * len(x))(*x), len(x))

    def derivatives(self) -> np.ndarray:
        n = len(self.package.state_names)
        buffer = (c_double * n)()
        self.fmu.getDerivatives(buffer, n)
        return np.array(buffer)

    def event_indicators(self) -> np.ndarray:
        buffer = (c_double * self.package.indicators)()
        self.fmu.getEventIndicators(buffer, self.package.indicators)
        return np.array(buffer)

    # Co-Simulation

    def step(self, time: float, size: float):
        self.fmu.doStep(time, size)

    def set_input_derivatives(self, values: dict):
        references, items = [], []
        for name, value in values.items():
            references += self.package.references(name)
            items += [value] if name in self.package.variables else list(value)
        self.fmu.setRealInputDerivatives(references, [1] * len(references), items)

    # Snapshots

    def saved(self) -> bytes:
        """All state as bytes."""
        state = self.fmu.getFMUstate()
        try:
            return self.fmu.serializeFMUstate(state)
        finally:
            self.fmu.freeFMUstate(state)

    def restore(self, data: bytes):
        state = self.fmu.deSerializeFMUstate(data)
        try:
            self.fmu.setFMUstate(state)
        finally:
            self.fmu.freeFMUstate(state)


def refused(status: int, call, *arguments, **keywords):
    """The call must fail with this status."""
    with pytest.raises(FMICallException) as caught:
        call(*arguments, **keywords)
    assert caught.value.status == status, f"{caught.value.function}: {caught.value.status} instead of {status}"


@dataclass
class Event:
    time: float
    plant: np.ndarray
    touching: bool
    was_touching: bool


class ExchangeHost:
    """Plant and unit as one ordinary differential equation, by DOP853, stopping at the unit's event indicators.

    The plant has `start` (its state), `input_names`, `output_names`, `inputs(t, y)` and `rates(t, y, outputs)`.
    """

    def __init__(self, unit: Unit, plant, rtol=1e-12, atol=1e-14, max_step=0.02):
        self.unit, self.plant = unit, plant
        self.tolerances = dict(rtol=rtol, atol=atol, max_step=max_step)
        self._plant_size = len(plant.start)
        self._inputs = None
        self.events: list[Event] = []
        self.times: list[float] = []
        self.states: list[np.ndarray] = []
        names = unit.package.elements(*plant.input_names)
        unit.start(dict(zip(names, plant.inputs(0.0, np.array(plant.start, float)))))
        self._inputs = unit.channel(*plant.input_names)
        self._outputs = unit.channel(*plant.output_names)
        n = len(unit.package.state_names)
        self._states, self._rates = (c_double * n)(), (c_double * n)()
        self._states_view, self._rates_view = np.frombuffer(self._states), np.frombuffer(self._rates)
        self._indicators = (c_double * unit.package.indicators)()
        self._indicators_view = np.frombuffer(self._indicators)
        self.t = 0.0
        self.y = np.concatenate([plant.start, unit.continuous_states()])
        self._place(self.t, self.y)
        self.touching = bool(unit.get("contactActive"))
        self._signs = self._read_indicators() > 0.0

    @property
    def plant_state(self):
        return self.y[: self._plant_size]

    def unit_state(self, name: str) -> float:
        return self.y[self._plant_size + self.unit.package.state_names.index(name)]

    def _place(self, t, y):
        library, component = self.unit.fmu.dll, self.unit.component
        n = len(self._states_view)
        self.unit.check("fmi2SetTime", library.fmi2SetTime(component, t))
        self._states_view[:] = y[self._plant_size :]
        self.unit.check("fmi2SetContinuousStates", library.fmi2SetContinuousStates(component, self._states, n))
        self._inputs.write(self.plant.inputs(t, y[: self._plant_size]))

    def rates(self, t, y):
        self._place(t, y)
        n = len(self._rates_view)
        status = self.unit.fmu.dll.fmi2GetDerivatives(self.unit.component, self._rates, n)
        self.unit.check("fmi2GetDerivatives", status)
        outputs = self._outputs.read()
        return np.concatenate([self.plant.rates(t, y[: self._plant_size], outputs), self._rates_view])

    def _read_indicators(self):
        status = self.unit.fmu.dll.fmi2GetEventIndicators(
            self.unit.component, self._indicators, len(self._indicators_view)
        )
        self.unit.check("fmi2GetEventIndicators", status)
        return self._indicators_view

    def _crossed(self, t, y):
        self._place(t, y)
        return bool(np.any((self._read_indicators() > 0.0) != self._signs))

    def outputs(self, *names: str) -> np.ndarray:
        """Any Real variables at the present point."""
        self._place(self.t, self.y)
        return self.unit.reals(*names)

    def jump(self, plant_state):
        """A new plant state by hand, as a blow from outside does: an event for the unit."""
        self.y[: self._plant_size] = plant_state
        self._handle_event()

    def _handle_event(self):
        self._place(self.t, self.y)
        if self.unit.event():
            self.y[self._plant_size :] = self.unit.continuous_states()
        self._place(self.t, self.y)
        was, self.touching = self.touching, bool(self.unit.get("contactActive"))
        self._signs = self._read_indicators() > 0.0
        self.events.append(Event(self.t, self.plant_state.copy(), self.touching, was))

    def run(self, t_end: float, watch=None) -> "ExchangeHost":
        """`watch(host)` is called after each accepted step and returns True to stop there."""
        solver = None
        while self.t < t_end:
            if solver is None:
                solver = DOP853(self.rates, self.t, self.y, t_end, **self.tolerances)
            message = solver.step()
            if solver.status == "failed":
                raise RuntimeError(message)
            t, y = solver.t, solver.y
            event = self._crossed(t, y)
            if event:
                dense = solver.dense_output()
                t = self._first_crossing(dense, solver.t_old, t)
                y = dense(t)
            self.t, self.y = t, y.copy()
            self._place(t, self.y)
            asked, _ = self.unit.fmu.completedIntegratorStep()
            if event or asked:
                self._handle_event()
                solver = None
            self.times.append(self.t)
            self.states.append(self.y.copy())
            if watch is not None and watch(self):
                break
        return self

    def _first_crossing(self, dense, before, after):
        """Bisection to the last bit; the later end lies beyond the crossing, where the unit must decide."""
        while True:
            middle = 0.5 * (before + after)
            if not before < middle < after:
                return after
            if self._crossed(middle, dense(middle)):
                after = middle
            else:
                before = middle


def contacts(events: list[Event]):
    """Pairs (onset, end) of events; the end is None while the bodies still touch."""
    pairs = []
    for event in events:
        if event.touching and not event.was_touching:
            pairs.append([event, None])
        elif event.was_touching and not event.touching and pairs:
            pairs[-1][1] = event
    return pairs


class HeadOn:
    """One body against a wall through the external pair. State (x, x_rate); gravity presses it on."""

    input_names = ("penetration", "relativeVelocity")
    output_names = ("normalForce",)

    def __init__(self, mass, v, x=0.0, gravity=0.0):
        self.mass, self.gravity, self.start = mass, gravity, np.array((x, v), float)

    def inputs(self, _t, y):
        return np.array((y[0], 0.0, 0.0, -y[1]))

    def rates(self, _t, y, outputs):
        return np.array((y[1], self.gravity - outputs[0] / self.mass))


class BallOnPlane:
    """A solid sphere as body i over a plane at rest as body j (pair spherePlane).

    State: position, velocity, angular velocity (3 each), orientation quaternion w, x, y, z.
    """

    input_names = ("positionI", "velocityI", "angularVelocityI", "orientationI")
    output_names = ("forceI", "torqueI")

    def __init__(self, mass=2.0, radius=0.1, position=(0, 0, 0), velocity=(0, 0, 0), spin=(0, 0, 0)):
        self.mass, self.inertia = mass, 0.4 * mass * radius**2
        self.gravity = np.array((0.0, 0.0, -9.81))
        self.start = np.concatenate([position, velocity, spin, (1, 0, 0, 0)]).astype(float)

    def inputs(self, _t, y):
        return y

    def rates(self, _t, y, outputs):
        wx, wy, wz = y[6:9]
        w, a, b, c = y[9:13]
        rates = np.empty(13)
        rates[0:3] = y[3:6]
        rates[3:6] = self.gravity + outputs[0:3] / self.mass
        rates[6:9] = outputs[3:6] / self.inertia
        rates[9] = -0.5 * (wx * a + wy * b + wz * c)
        rates[10] = 0.5 * (wx * w + wy * c - wz * b)
        rates[11] = 0.5 * (wy * w + wz * a - wx * c)
        rates[12] = 0.5 * (wz * w + wx * b - wy * a)
        return rates


class BlockOnPlate:
    """Block on a spring over a moving plate ([G04] Fig. 4) through the external pair, pressed on by constant depth.

    State: position (2), velocity (2).
    """

    input_names = ("relativeVelocity",)
    output_names = ("frictionForce",)

    def __init__(self, plate_speed, mass=1.0, spring=2.0):
        self.plate = plate_speed * np.array((1.0, 1.0)) / np.sqrt(2.0)
        self.mass, self.spring = mass, spring
        self.start = np.concatenate([(0.0, 0.0), self.plate])

    def inputs(self, _t, y):
        return np.array((y[2] - self.plate[0], y[3] - self.plate[1], 0.0))

    def rates(self, _t, y, outputs):
        return np.concatenate([y[2:4], (outputs[:2] - self.spring * y[:2]) / self.mass])
