"""A rocking block on a layer whose pressure k_A*d*(1 + a*d') is summed point by point: what tests/system/rocking.rs compares with.

The base does not slip. Part of the height above the upright that is left after one change of the edge.

    python tests/system/rocking.py
"""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

BASE, HEIGHT, WIDTH, MASS, GRAVITY = 0.05, 0.2, 0.2, 10.0, 9.81
INERTIA = MASS * (4 * BASE**2 + 4 * HEIGHT**2) / 12
K_A, SPEED, TILT, POINTS = 1e10, 0.1, 0.1, 400


def damping(e):
    """a of [G04 eq. 11] for an impact at SPEED: (1 + e)*c = ln((1 + c)/(1 - e*c)), c = a*SPEED."""

    def of(x):
        return -np.expm1(-x) / e

    return of(brentq(lambda x: (1 + e) * of(x) - np.log1p(of(x)) - x, 1e-6, 80)) / SPEED


def points(feet):
    """Places along the base with their areas, by Gauss' rule."""
    at, weight = np.polynomial.legendre.leggauss(POINTS)
    if feet is None:
        return at * BASE, weight * BASE * WIDTH
    half = feet / 2
    return np.concatenate([half - BASE + at * half, BASE - half + at * half]), np.tile(weight * half * WIDTH, 2)


def left(feet, e):
    at, areas = points(feet)
    a = damping(e)

    def rates(_, state):
        z, tilt, up, turning = state
        sine, cosine = np.sin(tilt), np.cos(tilt)
        depth = np.maximum(at * sine - z, 0)
        pressure = K_A * depth * np.maximum(1 + a * (at * cosine * turning - up), 0) * areas
        mass = [[MASS, -MASS * HEIGHT * sine], [-MASS * HEIGHT * sine, INERTIA + MASS * HEIGHT**2]]
        force = pressure.sum() - MASS * GRAVITY + MASS * HEIGHT * cosine * turning**2
        moment = MASS * GRAVITY * HEIGHT * sine - (pressure * at).sum() * cosine
        return [up, turning, *np.linalg.solve(mass, [force, moment])]

    sunk = np.sqrt(2 * MASS * GRAVITY / (K_A * WIDTH) * np.tan(TILT))
    start = [BASE * np.sin(TILT) - sunk, TILT, 0, 0]
    tilts = solve_ivp(rates, [0, 0.4], start, method="LSODA", rtol=1e-8, atol=1e-11, max_step=1e-3).y[1]
    alpha = np.arctan(BASE / HEIGHT)
    heights = np.cos(alpha - np.array([-tilts.min(), TILT])) - np.cos(alpha)
    return heights[0] / heights[1]


housner = (1 - 1.5 * np.sin(np.arctan(BASE / HEIGHT)) ** 2) ** 2
print(f"Housner: {housner:.6f}")
for feet in [None, 0.01, 0.002]:
    for e in [0.1, 0.5]:
        print(f"feet {feet} m, e = {e}: {left(feet, e):.6f}")
