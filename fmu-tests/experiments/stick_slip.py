"""Stick and slip in the apparatus of Bowden and Leben [G04 section 2.2, Figs 4-7].

A block of 1 kg on a spring of 2 N/m lies on a plate that moves at constant speed, at 45 degrees in the x-y plane. It is
carried along until the spring breaks it loose, slides back and sticks again. Example:

    python stick_slip.py Asperity.fmu --speed 0.1 --out stick_slip.csv
"""

from dataclasses import dataclass

import numpy as np
from common import main, parser, positive, print_table, simulate, write_csv

STIFFNESS, EXPONENT, NORMAL_FORCE = 1e6, 1.5, 10.0
V_S = 1e-3
# [G04] Table I; the block is pressed on by a constant depth and sticks at the start
SETTINGS = {
    "geometry.pair": "external",
    "compliance.law": "elastic",
    "compliance.k": STIFFNESS,
    "compliance.p": EXPONENT,
    "friction.mu_S": 0.15,
    "friction.mu_C": 0.1,
    "friction.sigma_0": 1e5,
    "friction.sigma_1": np.sqrt(1e5),
    "friction.sigma_2": 0.1,
    "friction.v_S": V_S,
    "friction.tau_dw": 2.0,
    "penetration": (NORMAL_FORCE / STIFFNESS) ** (1.0 / EXPONENT),
    "s_dw": 1.0,
}


class BlockOnPlate:
    """The block as body i, the plate as body j: the unit gets their relative velocity.

    State: position (2), velocity (2).
    """

    input_names = ("relativeVelocity",)
    output_names = ("frictionForce",)
    columns = ["x [m]", "y [m]", "v_x [m/s]", "v_y [m/s]"]

    def __init__(self, plate_speed, mass=1.0, spring=2.0):
        self.plate = plate_speed * np.array((1.0, 1.0)) / np.sqrt(2.0)
        self.mass, self.spring = mass, spring
        self.start = np.concatenate([(0.0, 0.0), self.plate])

    def slip(self, y):
        return np.hypot(y[2] - self.plate[0], y[3] - self.plate[1])

    def inputs(self, _t, y):
        return np.array((y[2] - self.plate[0], y[3] - self.plate[1], 0.0))

    def rates(self, _t, y, outputs):
        return np.concatenate([y[2:4], (outputs[:2] - self.spring * y[:2]) / self.mass])


@dataclass
class Break:
    """The block breaks loose: largest friction force, when it had it, and the time at which the slip exceeds v_S."""

    force: float
    force_time: float
    time: float


class Breaks:
    """Watches a run for the block breaking loose."""

    def __init__(self, plant):
        self.plant, self.slip, self.largest = plant, 0.0, (0.0, 0.0)
        self.found: list[Break] = []

    def __call__(self, host):
        slip = self.plant.slip(host.plant_state)
        if slip < V_S <= self.slip:
            self.largest = (0.0, host.t)
        elif slip < V_S:
            self.largest = max(self.largest, host.largest("frictionForce"))
        elif self.slip < V_S:
            self.found.append(Break(*self.largest, host.locate(lambda y: self.plant.slip(y) >= V_S)))
        self.slip = slip


def stick_slip(package, speed, until, **how):
    """The run and the breaks found in it."""
    plant = BlockOnPlate(speed)
    breaks = Breaks(plant)
    outputs = ("frictionForce", "slipSpeed", "sticking", "s_dw")
    run = simulate(package, plant, SETTINGS, until, outputs=outputs, watch=breaks, **how)
    return run, breaks.found


def experiment(package, arguments):
    a = arguments
    run, breaks = stick_slip(package, a.speed, a.until, mode=a.mode, step=a.step, rtol=a.rtol, paper=a.paper)
    rows = [[str(k), b.force, f"{b.force_time:.3f}", b.time] for k, b in enumerate(breaks, 1)]
    print_table("The block breaks loose", ["break", "friction force [N]", "at [s]", "faster than v_S from [s]"], rows)
    write_csv(a.out, run)


if __name__ == "__main__":
    options = parser(__doc__, until=60.0)
    options.add_argument("--speed", type=positive, default=0.05, help="of the plate [m/s] (default 0.05)")
    main(experiment, options)
