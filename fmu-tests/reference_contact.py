"""The contact law once more, written from the paper, as the oracle of the black-box tests.

[G04] is Gonthier, McPhee, Lange, Piedboeuf 2004; equation numbers are theirs. Nothing here is shared with the unit:
d(e) comes from a root of eq. (10) in extended precision instead of the closed form, the bristle rate is formed as
printed, with its divisions by sigma_1, and the motion is integrated by scipy's solve_ivp with its own event location.

Signs: penetration x > 0 while overlapping, its rate > 0 while approaching; f_n n acts on body i.
"""

from dataclasses import dataclass, field, replace
from functools import cache
from math import exp, inf, sqrt

import mpmath
import numpy as np
from scipy.integrate import solve_ivp


@cache
def damping_factor(e: float) -> float:
    """d(e) of eq. (10), the root in (0, 1]; unknown c = -ln(1 - d), since 1 - d underflows for small e."""
    if e == 1.0:
        return 0.0
    with mpmath.workdps(60):
        e_ = mpmath.mpf(e)

        def residual(c):
            d = -mpmath.expm1(-c)
            return (mpmath.log1p(d / e_) + c - d * (1 + 1 / e_)) / c**2

        # c = 0 is the paper's trivial branch, divided out. The other root lies below c = 1 + 1/e, where d = 1;
        # for e near 1 it tends to d = 3(1-e)/2, so 1 - e bounds it from below.
        root = mpmath.findroot(residual, (1 - e_, 2 + 1 / e_), solver="anderson", tol=1e-90, maxsteps=500)
        return float(-mpmath.expm1(-root))


@dataclass(frozen=True)
class Law:
    """Parameters; the defaults are those of the unit."""

    k: float = 1e6
    p: float = 1.5
    e: float = 0.5
    v_min: float = 1e-3
    elastic: bool = False
    mu_s: float = 0.45
    mu_c: float = 0.4
    sigma_0: float = 1e5
    sigma_1: float = 316.227766
    sigma_2: float = 0.0
    v_s: float = 0.01
    v_eps: float | None = None
    tau_dw: float = 1.0
    frame: str = "contact"
    limit: str = "limited"

    def damping(self, v_i: float) -> float:
        """a = d/(e v_i), from lambda = a k and eq. (11) [s/m]"""
        return 0.0 if self.elastic else damping_factor(self.e) / (self.e * v_i)

    def normal_force(self, x: float, x_rate: float, v_i: float) -> float:
        """f_n = k x^p (1 + a x_rate), eqs. (4), (5) with x_rate = -v_n; never below zero [N]"""
        if x <= 0.0:
            return 0.0
        return max(0.0, self.k * x**self.p * (1.0 + self.damping(v_i) * x_rate))

    def direction(self, v: np.ndarray, speed: float) -> np.ndarray:
        """dir of eq. (20) in the form with a continuous slope: (v/v_eps)(3/2 - (|v|/v_eps)^2/2) inside v_eps"""
        v_eps = self.v_s / 100.0 if self.v_eps is None else self.v_eps
        if speed >= v_eps:
            return v / speed
        return v / v_eps * (1.5 - 0.5 * (speed / v_eps) ** 2)

    def friction(self, f_n: float, v_t: np.ndarray, z: np.ndarray, s_dw: float, touching: bool):
        """(f_t on body i, z rate without the turning of the frame, s_dw rate), eqs. (15)-(26)"""
        tau_br = self.sigma_1 / self.sigma_0
        if not touching:
            return np.zeros(3), -z / tau_br, -s_dw / tau_br
        speed = sqrt(v_t @ v_t)
        s = exp(-((speed / self.v_s) ** 2))
        sliding = (self.mu_c * f_n * self.direction(v_t, speed) - self.sigma_0 * z) / self.sigma_1
        z_rate = s * v_t + (1.0 - s) * sliding
        f_br = self.sigma_0 * z + self.sigma_1 * z_rate
        f_max = f_n * (self.mu_c + (self.mu_s - self.mu_c) * s_dw)
        size = sqrt(f_br @ f_br)
        if size > f_max:
            f_br = f_br * (f_max / size)
            if self.limit == "limited":
                z_rate = (f_br - self.sigma_0 * z) / self.sigma_1
        s_dw_rate = (s - s_dw) / (self.tau_dw if s >= s_dw else tau_br)
        return -(f_br + self.sigma_2 * v_t), z_rate, s_dw_rate


# Second break of the block of Bowden and Leben, converged: bristleLimit, speed of the plate [m/s], time to run [s], force [N].
BOWDEN_LEBEN = [
    ("paper", 0.05, 28, 1.495487),
    ("paper", 0.10, 16, 1.445471),
    ("paper", 0.15, 12, 1.367976),
    ("limited", 0.05, 28, 1.495486),
    ("limited", 0.10, 16, 1.445464),
    ("limited", 0.15, 12, 1.367958),
]

TABLE_I = Law(mu_s=0.15, mu_c=0.1, sigma_0=1e5, sigma_1=sqrt(1e5), sigma_2=0.1, v_s=1e-3, tau_dw=2.0)
TABLE_II = Law(mu_s=0.45, mu_c=0.4, sigma_0=1e5, sigma_1=1e4, sigma_2=0.0, v_s=0.1, tau_dw=0.01)
TABLE_III = Law(mu_s=0.15, mu_c=0.12, sigma_0=1e5, sigma_1=sqrt(1e5), sigma_2=0.0, v_s=0.1, tau_dw=0.75)


@dataclass
class Impact:
    """One contact: from its onset until the bodies part (or for ever)."""

    t_on: float
    approach: float
    t_off: float = inf
    rebound: float = 0.0
    velocity_off: np.ndarray = field(default_factory=lambda: np.zeros(3))


class Integration:
    """Solve y' = rate(t, y, mode) with restarts where contact, clipping or the latched speed change.

    `depth(t, y)` gives (x, x_rate). The mode is (touching, v_i, clipped), constant between two restarts.
    """

    def __init__(self, law: Law, rate, depth, y0, rtol=1e-12, atol=1e-14, max_step=0.02):
        self.law, self.rate, self.depth = law, rate, depth
        self.t, self.y = 0.0, np.asarray(y0, float)
        self.tolerances = dict(method="DOP853", rtol=rtol, atol=atol, max_step=max_step)
        x, x_rate = depth(0.0, self.y)
        self.touching = x > 0.0
        self.v_i = max(x_rate, law.v_min)
        self.clipped = self.touching and 1.0 + law.damping(self.v_i) * x_rate < 0.0
        self.impacts: list[Impact] = [Impact(0.0, x_rate)] if self.touching else []
        self.times: list[float] = []
        self.states: list[np.ndarray] = []

    def jump(self, y):
        """Set a new state by hand, as a blow from outside does."""
        self.y = np.asarray(y, float)
        self._relatch(self.depth(self.t, self.y)[1])

    def _relatch(self, x_rate):
        if self.touching and x_rate >= 2.0 * self.v_i:
            self.v_i = x_rate

    def run(self, t_end: float):
        while self.t < t_end:
            events, actions = self._events()
            part = solve_ivp(
                lambda t, y: self.rate(t, y, self), (self.t, t_end), self.y, events=events, **self.tolerances
            )
            if not part.success:
                raise RuntimeError(part.message)
            self.times.extend(part.t)
            self.states.extend(part.y.T)
            self.t, self.y = part.t[-1], part.y[:, -1]
            for hits, action in zip(part.t_events, actions):
                if len(hits):
                    action()
        return self

    def _events(self):
        """Terminal events of the present mode. Only the direction in which the mode ends counts."""

        def event(value, direction):
            def g(t, y):
                return value(*self.depth(t, y))

            g.terminal, g.direction = True, direction
            return g

        if not self.touching:
            return [event(lambda x, x_rate: x, 1)], [self._touch]
        a = self.law.damping(self.v_i)
        return (
            [
                event(lambda x, x_rate: x, -1),
                event(lambda x, x_rate: 1.0 + a * x_rate, 1 if self.clipped else -1),
                event(lambda x, x_rate: x_rate - 2.0 * self.v_i, 1),
            ],
            [self._part, self._clip, self._relatch_now],
        )

    def _relatch_now(self):
        self.v_i = self.depth(self.t, self.y)[1]

    def _touch(self):
        x_rate = self.depth(self.t, self.y)[1]
        self.touching, self.clipped = True, False
        self.v_i = max(x_rate, self.law.v_min)
        self.impacts.append(Impact(self.t, x_rate))

    def _part(self):
        x_rate = self.depth(self.t, self.y)[1]
        self.touching = False
        last = self.impacts[-1]
        last.t_off, last.rebound, last.velocity_off = self.t, -x_rate, self.y[3:6].copy()

    def _clip(self):
        self.clipped = not self.clipped


@dataclass(frozen=True)
class Ball:
    """A solid sphere over a fixed plane through the origin (inertia 2/5 m R^2)."""

    mass: float = 2.0
    radius: float = 0.1
    normal: tuple = (0.0, 0.0, 1.0)
    gravity: tuple = (0.0, 0.0, -9.81)

    @property
    def inertia(self):
        return 0.4 * self.mass * self.radius**2


# State of a ball in contact: position, velocity, angular velocity (3 each), z (3), s_dw, then the ledger of three.
POSITION, VELOCITY, SPIN, BRISTLE = slice(0, 3), slice(3, 6), slice(6, 9), slice(9, 12)
DWELL, WORK, LOST_NORMAL, LOST_FRICTION = 12, 13, 14, 15


def cross(a, b):
    return np.array((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


def ball_on_plane(law: Law, ball: Ball, position, velocity, spin=(0, 0, 0), s_dw=0.0, **solver) -> Integration:
    """Sphere and plane of [G04] section 3, eqs. (27)-(30), with the plane at rest."""
    n, g = np.array(ball.normal), np.array(ball.gravity)
    n /= sqrt(n @ n)

    def depth(_t, y):
        return ball.radius - y[POSITION] @ n, -(y[VELOCITY] @ n)

    def rate(t, y, mode):
        x, x_rate = depth(t, y)
        omega, z = y[SPIN], y[BRISTLE]
        arm = -ball.radius * n
        v_r = y[VELOCITY] + cross(omega, arm)
        v_t = v_r - n * (n @ v_r)
        f_n = law.normal_force(x, x_rate, mode.v_i) if mode.touching else 0.0
        f_t, z_rate, s_dw_rate = law.friction(f_n, v_t, z, y[DWELL], mode.touching)
        turning = cross(0.5 * (omega @ n) * n, z) if law.frame == "contact" else 0.0
        f_c = f_n * n + f_t
        f_elastic = law.k * x**law.p if mode.touching and x > 0.0 else 0.0
        out = np.empty(16)
        out[POSITION] = y[VELOCITY]
        out[VELOCITY] = g + f_c / ball.mass
        out[SPIN] = cross(arm, f_c) / ball.inertia
        out[BRISTLE] = z_rate + turning
        out[DWELL] = s_dw_rate
        out[WORK] = -(f_c @ v_r)
        out[LOST_NORMAL] = (f_n - f_elastic) * x_rate
        out[LOST_FRICTION] = -(f_t @ v_t) - law.sigma_0 * (z @ z_rate)
        return out

    y0 = np.concatenate([position, velocity, spin, (0, 0, 0), [s_dw], (0, 0, 0)]).astype(float)
    return Integration(law, rate, depth, y0, **solver)


INCLINE_ANGLE = np.radians(20.0)
INCLINE_NORMAL = (np.sin(INCLINE_ANGLE), 0.0, np.cos(INCLINE_ANGLE))
INCLINE_BALL = Ball(normal=INCLINE_NORMAL)
INCLINE_POSITION = 0.6 * np.array(INCLINE_NORMAL)
INCLINE_VELOCITY = (-1.0, 0.5, 0.0)


def incline(limit: str, frame: str, t_end: float, **solver) -> Integration:
    """[G04] section 4.1, Figs 9 and 10: radius 0.1 m, gap 0.5 m along the normal, Table II as printed."""
    law = replace(TABLE_II, limit=limit, frame=frame)
    return ball_on_plane(law, INCLINE_BALL, INCLINE_POSITION, INCLINE_VELOCITY, **solver).run(t_end)


def head_on(law: Law, mass: float, v: float, x: float = 0.0, gravity: float = 0.0, **solver) -> Integration:
    """One body of `mass` against a wall: state (x, x_rate)."""

    def rate(_t, y, mode):
        f_n = law.normal_force(y[0], y[1], mode.v_i) if mode.touching else 0.0
        return np.array((y[1], gravity - f_n / mass))

    return Integration(law, rate, lambda _t, y: (y[0], y[1]), (x, v), **solver)


def block_on_plate(law: Law, plate_speed: float, t_end: float, **solver) -> Integration:
    """Bowden and Leben's apparatus, [G04] Fig. 4: 1 kg on a spring of 2 N/m, plate drawn at 45 degrees, g = 10 m/s2.

    Starts moving with the plate, spring unstretched, sticking. State: position (2), velocity (2), z (3), s_dw.
    """
    mass, spring, f_n = 1.0, 2.0, 10.0
    plate = plate_speed * np.array((1.0, 1.0)) / sqrt(2.0)

    def rate(_t, y, _mode):
        v_t = np.array((y[2] - plate[0], y[3] - plate[1], 0.0))
        f_t, z_rate, s_dw_rate = law.friction(f_n, v_t, y[4:7], y[7], True)
        return np.concatenate([y[2:4], (f_t[:2] - spring * y[:2]) / mass, z_rate, [s_dw_rate]])

    y0 = np.concatenate([(0, 0), plate, (0, 0, 0), [1.0]])
    system = Integration(law, rate, lambda _t, _y: (1.0, 0.0), y0, **solver)
    return system.run(t_end)
