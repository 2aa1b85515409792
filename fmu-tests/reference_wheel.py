"""The wheel of [P16] with ideal Coulomb friction, by Newton and Euler: centre, quaternion, velocity, angular velocity.

[P16] is Peiret, Kövecses, Gholami, Font-Llagunes, IDETC 2016, Table 1. World z points upwards, the ground is z = 0. The
axis of the wheel is y of its body. No Euler angle and no generalised mass matrix is used: the contact is the point of
the rim along -(z - (z.e) e) from the centre, and its force is what keeps the acceleration of the rim there at zero,
along the normal while sliding, in all directions while rolling.
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

RADIUS, MASS, GRAVITY, MU = 0.5, 1.0, 9.81, 0.3
AXIAL, TRANSVERSAL = 0.6, 0.3
TILT = np.radians(20.0)
UP = np.array([0.0, 0.0, 1.0])
# The slip that ends sliding [m/s]; it is left behind in a straight line, within 1e-7 s.
LITTLE = 1e-7


def start():
    """r, q, v, w for theta = 20 deg, x' = 6 m/s, psi' = -2 rad/s and no other Euler rates."""
    return np.concatenate(
        [
            [0.0, 0.0, RADIUS * np.cos(TILT)],
            [np.cos(0.5 * TILT), np.sin(0.5 * TILT), 0.0, 0.0],
            [6.0, 0.0, 0.0],
            [0.0, 0.0, -2.0],
        ]
    )


def axis(q):
    """y of the body in the world"""
    w, x, y, z = q / np.linalg.norm(q)
    return np.array([2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)])


def lowest(e):
    """From the centre to the lowest point of the rim"""
    n = UP - e[2] * e
    return -RADIUS * n / np.linalg.norm(n)


def contact(y):
    """Velocity of the rim at the contact; its acceleration without a force; the acceleration per unit of each force;
    inverse inertia; arm."""
    q, v, w = y[3:7], y[7:10], y[10:13]
    e = axis(q)
    arm = lowest(e)
    spread = np.outer(e, e)
    inertia = TRANSVERSAL * np.eye(3) + (AXIAL - TRANSVERSAL) * spread
    inverse = np.eye(3) / TRANSVERSAL + (1.0 / AXIAL - 1.0 / TRANSVERSAL) * spread
    # How the lowest point wanders: d/dt of n/|n| with n = z - (z.e) e.
    turning = np.cross(w, e)
    n = UP - e[2] * e
    size = np.linalg.norm(n)
    change = -turning[2] * e - e[2] * turning
    wander = -RADIUS * (change / size - n * (n @ change) / size**3)
    free = -GRAVITY * UP + np.cross(inverse @ -np.cross(w, inertia @ w), arm) + np.cross(w, wander)
    per_force = np.column_stack([f / MASS + np.cross(inverse @ np.cross(arm, f), arm) for f in np.eye(3)])
    return v + np.cross(w, arm), free, per_force, inverse, inertia, arm


def force(y, rolling):
    """On the wheel; sliding friction is against the slip, rolling friction whatever rolling needs."""
    velocity, free, per_force, *_ = contact(y)
    if rolling:
        return -np.linalg.solve(per_force, free)
    slip = velocity[:2] / np.hypot(*velocity[:2])
    direction = np.array([-MU * slip[0], -MU * slip[1], 1.0])
    return -free[2] / (per_force[2] @ direction) * direction


def rates(y, rolling):
    q, v, w = y[3:7], y[7:10], y[10:13]
    *_, inverse, inertia, arm = contact(y)
    f = force(y, rolling)
    spin = np.array(
        [
            -q[1] * w[0] - q[2] * w[1] - q[3] * w[2],
            q[0] * w[0] + w[1] * q[3] - w[2] * q[2],
            q[0] * w[1] + w[2] * q[1] - w[0] * q[3],
            q[0] * w[2] + w[0] * q[2] - w[1] * q[1],
        ]
    )
    turning = inverse @ (np.cross(arm, f) - np.cross(w, inertia @ w))
    return np.concatenate([v, 0.5 * spin, f / MASS - GRAVITY * UP, turning])


def energy(y):
    """Kinetic and potential energy [J]"""
    v, w = y[7:10], y[10:13]
    e = axis(y[3:7])
    along = w @ e
    turned = TRANSVERSAL * (w @ w - along**2) + AXIAL * along**2
    return 0.5 * (MASS * v @ v + turned) + MASS * GRAVITY * y[2]


@dataclass
class Motion:
    """When it begins to roll [s], and the motion before and after."""

    rolls: float
    slides: object
    goes_on: object

    def at(self, time):
        """r, q, v, w and the force on the wheel"""
        rolling = time >= self.rolls
        y = (self.goes_on if rolling else self.slides)(time)
        return y, force(y, rolling)


def wheel(until=5.0, rtol=1e-13, atol=1e-14) -> Motion:
    """From Table 1's start. Rolling must not end; the tests look at the force."""

    def slip(_, y):
        velocity = contact(y)[0]
        return np.hypot(velocity[0], velocity[1]) - LITTLE

    slip.terminal = True
    how = dict(method="DOP853", rtol=rtol, atol=atol, max_step=0.02, dense_output=True)
    slides = solve_ivp(lambda _, y: rates(y, False), (0.0, until), start(), events=slip, **how)
    assert slides.status == 1, "the wheel does not come to roll"
    time, y = slides.t[-1], slides.y[:, -1]
    velocity, free, per_force, *_ = contact(y)
    change = (free + per_force @ force(y, False))[:2]
    left = (velocity[:2] @ velocity[:2]) / -(velocity[:2] @ change)
    y = y + left * rates(y, False)
    time += left
    goes_on = solve_ivp(lambda _, y: rates(y, True), (time, until), y, **how)
    assert goes_on.success, goes_on.message
    return Motion(time, slides.sol, goes_on.sol)
