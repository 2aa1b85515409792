"""The block of Bowden and Leben, [G04] section 2.2, with the law of reference_contact."""

from itertools import pairwise
from math import sqrt

import numpy as np
from peaks import largest
from reference_contact import Integration, Law

# Second break of the block, converged: bristleLimit, speed of the plate [m/s], time to run [s], force [N].
BOWDEN_LEBEN = [
    ("paper", 0.05, 28, 1.495487),
    ("paper", 0.10, 16, 1.445471),
    ("paper", 0.15, 12, 1.367976),
    ("limited", 0.05, 28, 1.495486),
    ("limited", 0.10, 16, 1.445464),
    ("limited", 0.15, 12, 1.367958),
]


def block_on_plate(law: Law, plate_speed: float, t_end: float, **solver) -> Integration:
    """Bowden and Leben's apparatus, [G04] Fig. 4: 1 kg on a spring of 2 N/m, plate drawn at 45 deg, g = 10 m/s2.

    Starts moving with the plate, spring unstretched, sticking. State: position (2), velocity (2), z (3), s_dw. The
    marks are the times at which the slip exceeds v_S: the block breaks loose.
    """
    mass, spring, f_n = 1.0, 2.0, 10.0
    plate = plate_speed * np.array((1.0, 1.0)) / sqrt(2.0)

    def rate(_t, y, _mode):
        v_t = np.array((y[2] - plate[0], y[3] - plate[1], 0.0))
        f_t, z_rate, s_dw_rate = law.friction(f_n, v_t, y[4:7], y[7], True)
        return np.concatenate([y[2:4], (f_t[:2] - spring * y[:2]) / mass, z_rate, [s_dw_rate]])

    def faster_than_v_s(_t, y):
        return sqrt((y[2] - plate[0]) ** 2 + (y[3] - plate[1]) ** 2) - law.v_s

    y0 = np.concatenate([(0, 0), plate, (0, 0, 0), [1.0]])
    system = Integration(law, rate, lambda _t, _y: (1.0, 0.0), y0, mark=faster_than_v_s, dense=True, **solver)
    return system.run(t_end)


def friction_force(run: Integration, plate_speed: float):
    """Size of the friction force [N] over time."""
    plate = plate_speed * np.array((1.0, 1.0)) / sqrt(2.0)

    def force(t):
        y = run.at(t)
        return float(np.linalg.norm(run.law.friction(10.0, (*(y[2:4] - plate), 0.0), y[4:7], y[7], True)[0]))

    return force


def break_forces(run: Integration, plate_speed: float) -> list[float]:
    """Largest friction force before each of the marks and after the one before it [N]."""
    force, times = friction_force(run, plate_speed), np.array(run.times)
    ends = np.searchsorted(times, run.marks)
    # after a break the force falls to mu_C f_n within milliseconds; from half way to the next on it only rises
    starts = [0, *((ends[:-1] + ends[1:]) // 2)]
    found = []
    for start, end in zip(starts, ends):
        k = start + int(np.argmax([force(t) for t in times[start : end + 1]]))
        found.append(max(largest(force, a, b)[0] for a, b in pairwise(times[max(k - 1, 0) : k + 2])))
    return found
