"""A rigid disc with thickness that rolls on its rim, with friction of a constant moment about the normal: what tests/system/rim.rs compares with.

    python tests/system/rim.py
"""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

RADIUS, HALF, MASS, GRAVITY = 0.04, 0.003, 0.4, 9.81
ACROSS = MASS * (RADIUS**2 / 4 + HALF**2 / 3)
ALONG = MASS * RADIUS**2 / 2
UP = np.array([0.0, 0.0, 1.0])


def cross(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def inertia(axis):
    return ACROSS * np.eye(3) + (ALONG - ACROSS) * np.outer(axis, axis)


def rim(axis):
    """From the middle to the lowest point, and the direction down the face."""
    sine = np.hypot(axis[0], axis[1])
    down = (axis[2] * axis - UP) / sine
    return RADIUS * down - HALF * axis, down, sine


def rates(_, state, moment):
    """Axis and angular velocity; v = -omega x r of a rim that does not slip takes the force of constraint out."""
    axis, omega = state[:3] / np.linalg.norm(state[:3]), state[3:]
    to_rim, down, sine = rim(axis)
    turning = np.cross(omega, axis)
    sine_rate = -axis[2] * turning[2] / sine
    down_rate = (turning[2] * axis + axis[2] * turning) / sine - down * sine_rate / sine
    rim_rate = RADIUS * down_rate - HALF * turning
    about = inertia(axis)
    force = -MASS * np.cross(omega, rim_rate) + MASS * GRAVITY * UP
    right = -np.cross(omega, about @ omega) + np.cross(to_rim, force) - moment * np.sign(omega[2]) * UP
    return np.concatenate([turning, np.linalg.solve(about - MASS * cross(to_rim) @ cross(to_rim), right)])


def energy(state):
    axis, omega = state[:3], state[3:]
    to_rim, _, _ = rim(axis)
    velocity = -np.cross(omega, to_rim)
    return MASS * (0.5 * velocity @ velocity - GRAVITY * to_rim[2]) + 0.5 * omega @ inertia(axis) @ omega


def start(theta):
    """Steady precession with the middle at rest: omega along the line from it to the rim."""
    sine, cosine = np.sin(theta), np.cos(theta)
    axis, down = np.array([sine, 0, cosine]), np.array([cosine, 0, -sine])

    def omega(rate):
        return rate * sine * (-down + HALF / RADIUS * axis)

    def unbalance(rate):
        return rates(0, np.concatenate([axis, omega(rate)]), 0)[3:] @ np.array([0, 1, 0]) - np.cross(rate * UP, omega(rate))[1]

    return np.concatenate([axis, omega(brentq(unbalance, 10, 1e3))])


first = start(0.4)
for e_r in [0.0, 5e-4]:
    moment = 0.5 * MASS * GRAVITY * e_r
    last = solve_ivp(rates, [0, 1], first, args=(moment,), method="DOP853", rtol=1e-11, atol=1e-12).y[:, -1]
    print(f"e_r = {e_r}: {energy(first) - energy(last):.7g} J lost, leans by {np.arccos(last[2]):.7g} rad")
