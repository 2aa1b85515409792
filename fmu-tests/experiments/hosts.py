"""The packed unit through FMPy, one instance by variable names. The masters that simulate with it are in masters.py."""

from ctypes import c_double, c_uint
from pathlib import Path

import fmpy
import numpy as np
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Model, FMU2Slave, fmi2CallbackFunctions, fmi2CallbackLoggerTYPE

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

    def choices(self) -> dict[str, list[str]]:
        """The enumeration parameters, each with its items."""
        kinds = {v.name: v.declaredType for v in self.description.modelVariables if v.declaredType}
        return {name: [item.name for item in kind.items] for name, kind in kinds.items() if kind.items}

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
            modelIdentifier=getattr(package.description, kind[0].lower() + kind[1:]).modelIdentifier,
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

    def place_states(self, z, s_dw=0.0, z_r=0.0, ledger=(0.0, 0.0, 0.0)):
        """The states by their symbols, in the order of the model description."""
        self.set_continuous_states([*z, s_dw, *ledger, z_r])

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
    try:
        call(*arguments, **keywords)
    except FMICallException as error:
        assert error.status == status, f"{error.function}: {error.status} instead of {status}"
    else:
        raise AssertionError(f"not refused, expected status {status}")
