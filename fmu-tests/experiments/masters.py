"""Masters: plant and unit simulated together, in Model Exchange by an ODE solver and in Co-Simulation step by step.

A plant has `start` (its state), `input_names`, `output_names`, `inputs(t, y)` and `rates(t, y, outputs)`; and, where
impacts are to be listed, `depth(t, y)`: the penetration and its rate.
"""

from ctypes import c_double
from dataclasses import dataclass
from math import inf

import numpy as np
from hosts import Unit
from peaks import first_true, largest
from scipy.integrate import DOP853


@dataclass
class Event:
    time: float
    plant: np.ndarray
    touching: bool
    was_touching: bool


@dataclass
class Impact:
    """One contact, from its onset until the bodies part or the run ends: times [s], speeds [m/s], largest depth [m]."""

    t_on: float
    approach: float
    t_off: float = inf
    rebound: float = 0.0
    deepest: float = 0.0

    def deepen(self, x):
        self.deepest = max(self.deepest, x)

    def end(self, t, x_rate):
        self.t_off, self.rebound = t, -x_rate


class ExchangeHost:
    """Plant and unit as one ordinary differential equation, by DOP853, stopping at the unit's event indicators."""

    def __init__(self, unit: Unit, plant, rtol=1e-12, atol=1e-14, max_step=0.02):
        self.unit, self.plant = unit, plant
        self.tolerances = dict(rtol=rtol, atol=atol, max_step=max_step)
        self._plant_size = len(plant.start)
        self._inputs = None
        self.events: list[Event] = []
        self.impacts: list[Impact] = []
        self._solver = None
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
        if self.touching and self._lists_impacts:
            self.impacts.append(Impact(self.t, self._depth(self.t, self.y)[1]))

    @property
    def _lists_impacts(self):
        return hasattr(self.plant, "depth")

    def _depth(self, t, y):
        return self.plant.depth(t, y[: self._plant_size])

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
        if self._lists_impacts and self.touching != was:
            x_rate = self._depth(self.t, self.y)[1]
            if self.touching:
                self.impacts.append(Impact(self.t, x_rate))
            else:
                self.impacts[-1].end(self.t, x_rate)

    def run(self, t_end: float, watch=None) -> "ExchangeHost":
        """`watch(host)` is called after each accepted step and returns True to stop there."""
        solver = None
        while self.t < t_end:
            if solver is None:
                solver = self._solver = DOP853(self.rates, self.t, self.y, t_end, **self.tolerances)
            message = solver.step()
            if solver.status == "failed":
                raise RuntimeError(message)
            t, y = solver.t, solver.y
            event = self._crossed(t, y)
            if event:
                dense = solver.dense_output()
                t = self._first_crossing(dense, solver.t_old, t)
                y = dense(t)
            if self.touching and self._lists_impacts:
                self._find_deepest(solver)
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

    def locate(self, condition) -> float:
        """The time within the last step at which condition(plant state) comes true."""
        dense = self._solver.dense_output()
        return first_true(lambda t: condition(dense(t)[: self._plant_size]), self._solver.t_old, self.t)

    def go_back(self, t: float):
        """To a time within the last step; the plant must not have jumped at its end."""
        self.t, self.y = t, self._solver.dense_output()(t)
        self._place(self.t, self.y)

    def largest(self, *names: str) -> tuple[float, float]:
        """Largest size of a vector of outputs within the last step, and when it has it; before the first step, that now."""
        if self._solver is None:
            return float(np.linalg.norm(self.outputs(*names))), self.t
        dense = self._solver.dense_output()

        def size(t):
            self._place(t, dense(t))
            return float(np.linalg.norm(self.unit.reals(*names)))

        found = largest(size, self._solver.t_old, self.t)
        self._place(self.t, self.y)
        return found

    def _first_crossing(self, dense, before, after):
        """The later end lies beyond the crossing, where the unit must decide."""
        return first_true(lambda t: self._crossed(t, dense(t)), before, after)

    def _find_deepest(self, solver):
        """Within the last step: where the rate of penetration falls through 0."""
        before = solver.t_old
        if self._depth(before, self.y)[1] > 0.0 >= self._depth(solver.t, solver.y)[1]:
            dense = solver.dense_output()
            turned = first_true(lambda t: self._depth(t, dense(t))[1] <= 0.0, before, solver.t)
            self.impacts[-1].deepen(self._depth(turned, dense(turned))[0])


def contacts(events: list[Event]):
    """Pairs (onset, end) of events; the end is None while the bodies still touch."""
    pairs = []
    for event in events:
        if event.touching and not event.was_touching:
            pairs.append([event, None])
        elif event.was_touching and not event.touching and pairs:
            pairs[-1][1] = event
    return pairs


class GaussSeidel:
    """Co-Simulation with a fixed step: the unit goes first, with the rates of its inputs; then the plant, under outputs
    that go linearly from those before to those after the step."""

    def __init__(self, unit: Unit, plant, step: float):
        self.unit, self.plant, self.size = unit, plant, step
        self.t, self.plant_state = 0.0, np.array(plant.start, float)
        self._count = 0
        self.impacts: list[Impact] = []
        self._names = unit.package.elements(*plant.input_names)
        start = plant.inputs(0.0, self.plant_state)
        unit.start(dict(zip(self._names, start)))
        self._inputs, self._outputs = unit.channel(*plant.input_names), unit.channel(*plant.output_names)
        self._before = self._outputs.read().copy()
        self.touching = bool(unit.get("contactActive"))

    def outputs(self, *names: str) -> np.ndarray:
        """Any Real variables at the present point."""
        return self.unit.reals(*names)

    def locate(self, _condition) -> float:
        """The end of the last step: nothing is known within it."""
        return self.t

    def largest(self, *names: str) -> tuple[float, float]:
        """Size of a vector of outputs at the end of the last step, and its time."""
        return float(np.linalg.norm(self.outputs(*names))), self.t

    def run(self, t_end: float, watch=None) -> "GaussSeidel":
        """`watch(host)` is called after each step and returns True to stop there."""
        while self.t < t_end - 0.5 * self.size:
            self._step()
            if watch is not None and watch(self):
                break
        return self

    def _step(self):
        t, y, size, plant = self.t, self.plant_state, self.size, self.plant
        before = self._before
        self._inputs.write(plant.inputs(t, y))
        self.unit.set_input_derivatives(dict(zip(self._names, self._input_rates(t, y, before))))
        self.unit.step(t, size)
        after, active = self._outputs.read().copy(), bool(self.unit.get("contactActive"))

        def rates(part, y):
            return plant.rates(t + part * size, y, before + part * (after - before))

        k1 = rates(0.0, y)
        k2 = rates(0.5, y + 0.5 * size * k1)
        k3 = rates(0.5, y + 0.5 * size * k2)
        k4 = rates(1.0, y + size * k3)
        self._count += 1
        self.t, self.plant_state = self._count * size, y + size / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        # read again for the motion that came out: what the next step starts from
        self._inputs.write(plant.inputs(self.t, self.plant_state))
        self._before = self._outputs.read().copy()
        if hasattr(plant, "depth"):
            self._list_impacts(active, plant.depth(t, y)[1])

    def _input_rates(self, t, y, outputs):
        """Central difference along the motion, over a ten-thousandth of the step."""
        small = 1e-4 * self.size
        move = small * self.plant.rates(t, y, outputs)
        return (self.plant.inputs(t + small, y + move) - self.plant.inputs(t - small, y - move)) / (2.0 * small)

    def _list_impacts(self, active, rate_before):
        """As the steps show them: contact where the unit has found it, speeds at the ends of the steps around it."""
        x, x_rate = self.plant.depth(self.t, self.plant_state)
        was, self.touching = self.touching, active
        if active and not was:
            self.impacts.append(Impact(self.t, rate_before))
        if was and not active and self.impacts:
            self.impacts[-1].end(self.t, x_rate)
        if self.impacts and active:
            self.impacts[-1].deepen(x)
