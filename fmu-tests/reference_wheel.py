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


# What [P16] prints for its time stepping: step, k_T, v_th (Table 1).
STEP, STIFFNESS, THRESHOLD = 1e-3, 1e10, 0.01


def _bounded(w, u, held, reach):
    """p of  0 <= p_n,  |p_1|, |p_2| <= reach  with w p + u - held complementary to it [P16 eq. 30], by trying which
    components are at which bound; nothing where the contact opens."""
    for first in (0.0, -reach, reach):
        for second in (0.0, -reach, reach):
            fixed = np.array([0.0, first, second])
            at_bound = np.array([False, first != 0.0, second != 0.0])
            p = fixed.copy()
            p[~at_bound] = np.linalg.solve(
                w[np.ix_(~at_bound, ~at_bound)], (held - u - w @ fixed)[~at_bound]
            )
            slack = w @ p + u - held
            within = np.all(np.abs(p[1:]) <= reach * (1.0 + 1e-12))
            # at the lower bound slip is forwards, at the upper one backwards [eq. 28]
            if p[0] >= 0.0 and within and np.all(slack[at_bound] * fixed[at_bound] <= 1e-13):
                return p
    return np.zeros(3)


def stepped(count=5000, pressed=MASS * GRAVITY):
    """The regularised law of [P16] with its equations to the letter: q' = Gamma v (eq. 7) with the angular velocity along
    axes that go with the wheel but do not roll, lambda_N of the previous step (eq. 12), `pressed` before the first,
    two bounds, and a normal velocity of at least 0 whatever the gap (eq. 23).

    Answers of each step |lambda_T| / (mu lambda_N) and the angle from -lambda_T to the slip at its end [rad], none
    slower than 1 mm/s."""
    moments = np.array([TRANSVERSAL, AXIAL, TRANSVERSAL])
    place, psi, theta = np.array([0.0, 0.0, RADIUS * np.cos(TILT)]), 0.0, TILT
    speed = np.array([6.0, 0.0, 0.0])
    # about the horizontal in the plane of the wheel, its axis, and the line from contact to centre
    spin = np.array([0.0, -2.0 * np.sin(TILT), -2.0 * np.cos(TILT)])
    force, normalised, angles = np.array([pressed, 0.0, 0.0]), [], []
    for _ in range(count):
        flat = np.array([np.cos(psi), np.sin(psi), 0.0])
        upright = np.array([np.sin(psi) * np.sin(theta), -np.cos(psi) * np.sin(theta), np.cos(theta)])
        turned = np.column_stack([flat, np.cross(upright, flat), upright])
        turning = spin[2] / np.cos(theta)  # about the vertical
        frame = np.array([spin[0], turning * np.sin(theta), turning * np.cos(theta)])
        gyroscopic = -np.cross(frame, moments * spin) / moments
        # velocities of the contact along z, x, y for those of the centre and the spin
        arm = -RADIUS * upright
        lever = np.column_stack([np.cross(column, arm) for column in turned.T])
        rows = np.hstack([np.eye(3), lever])[[2, 0, 1]]
        inverse = np.concatenate([np.full(3, 1.0 / MASS), 1.0 / moments])
        velocity = np.concatenate([speed, spin])
        free = velocity + STEP * np.concatenate([-GRAVITY * UP, gyroscopic])
        slip = (rows @ velocity)[1:]
        reach = MU * force[0] * STEP
        along = force[1:] if np.hypot(*slip) <= THRESHOLD else slip
        size = np.hypot(*along)
        first = along / size if size > 0.0 else np.array([1.0, 0.0])
        axes = np.eye(3)
        axes[1:, 1:] = [first, [-first[1], first[0]]]
        compliance = np.full(2, 1.0 / (STIFFNESS * STEP**2))
        if np.hypot(*slip) <= THRESHOLD:  # eqs. 11 and 13
            held = STEP * axes[1:, 1:] @ force[1:]
        else:  # eqs. 18 to 20
            held = np.array([-reach, 0.0])
            compliance[1] = np.hypot(*slip) / reach if reach > 0.0 else 0.0
        w = axes @ (rows * inverse) @ rows.T @ axes.T + np.diag([0.0, *compliance])
        p = axes.T @ _bounded(w, axes @ rows @ free, np.array([0.0, *(compliance * held)]), reach)
        after = free + inverse * (rows.T @ p)
        force, left = p / STEP, (rows @ after)[1:]
        pull = -force[1:]
        normalised.append(np.hypot(*pull) / (MU * force[0]) if force[0] > 0.0 else 0.0)
        slides = np.hypot(*left) > 1e-3 and np.hypot(*pull) > 0.0
        angles.append(np.arctan2(pull[0] * left[1] - pull[1] * left[0], pull @ left) if slides else np.nan)
        place, psi, theta = place + STEP * speed, psi + STEP * turning, theta + STEP * spin[0]
        speed, spin = after[:3], after[3:]
    return np.array(normalised), np.array(angles)
