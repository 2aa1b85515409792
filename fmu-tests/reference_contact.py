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


def hunt_crossley_restitution(e: float) -> float:
    """What d_HC of eq. (14) for a nominal e really gives: eq. (9) for a v_i = u = 3/2 (1-e), by Lambert's W.

    With y = 1 - e_eff u eq. (9) is -y exp(-y) = -(1+u) exp(-(1+u)); the branch y < 1 is -y = W_0. Sixty digits, since
    W_0 is close to its branch point for small u.
    """
    if e == 1.0:
        return 1.0
    with mpmath.workdps(60):
        u = mpmath.mpf(3) / 2 * (1 - mpmath.mpf(e))
        return float((1 + mpmath.lambertw(-(1 + u) * mpmath.exp(-1 - u)).real) / u)


@dataclass(frozen=True)
class Law:
    """Parameters; the defaults are those of the unit."""

    k: float = 1e6
    p: float = 1.5
    e: float = 0.5
    alpha: float = 0.0
    v_min: float = 1e-3
    elastic: bool = False
    hunt_crossley: bool = False
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

    def restitution(self, v_i: float) -> float:
        """Nominal e at this approach speed, eq. (12) with e_0 instead of 1; the unit ends at 0.001"""
        return max(self.e - self.alpha * v_i, 0.001)

    def met(self, x: float, x_rate: float) -> float:
        """v_i of bodies found to overlap: x_rate, or that of a body set down, which is deeper than x_rate brings it in 1 ms"""
        return max(x_rate, min(x / 1e-3, self.v_min)) if x > 0.0 else self.v_min

    def damping(self, v_i: float) -> float:
        """a = lambda/k [s/m]: d/(e v_i) by eq. (11), or of Hunt and Crossley, d_HC/(e v_i) by eq. (14)"""
        if self.elastic:
            return 0.0
        e = self.restitution(v_i)
        d = 1.5 * e * (1.0 - e) if self.hunt_crossley else damping_factor(e)
        return d / (e * v_i)

    def acting_damping(self, x_rate: float, v_i: float) -> float:
        """a of v_i, or of a motion faster than that"""
        return self.damping(max(v_i, x_rate))

    def normal_force(self, x: float, x_rate: float, v_i: float) -> float:
        """f_n = k x^p (1 + a x_rate), eqs. (4), (5) with x_rate = -v_n; never below zero [N]"""
        if x <= 0.0:
            return 0.0
        return max(0.0, self.k * x**self.p * (1.0 + self.acting_damping(x_rate, v_i) * x_rate))

    def direction(self, speed: float) -> float:
        """dir(v)/v of eq. (20), in the form with a continuous slope: (3/2 - (|v|/v_eps)^2/2)/v_eps inside v_eps"""
        v_eps = self.v_s / 100.0 if self.v_eps is None else self.v_eps
        if speed >= v_eps:
            return 1.0 / speed
        return (1.5 - 0.5 * (speed / v_eps) ** 2) / v_eps

    def friction(self, f_n: float, v_t, z, s_dw: float, touching: bool):
        """(f_t on body i, z rate without the turning of the frame, s_dw rate), eqs. (15)-(26).

        Plain floats: this is evaluated a million times, and arrays of three would take four times as long.
        """
        zx, zy, zz = z
        sigma_0, sigma_1 = self.sigma_0, self.sigma_1
        tau_br = sigma_1 / sigma_0
        if not touching:
            return (0.0, 0.0, 0.0), (-zx / tau_br, -zy / tau_br, -zz / tau_br), -s_dw / tau_br
        vx, vy, vz = v_t
        speed = sqrt(vx * vx + vy * vy + vz * vz)
        s = exp(-((speed / self.v_s) ** 2))
        coulomb = self.mu_c * f_n * self.direction(speed)
        slide = (1.0 - s) / sigma_1
        rx = s * vx + slide * (coulomb * vx - sigma_0 * zx)
        ry = s * vy + slide * (coulomb * vy - sigma_0 * zy)
        rz = s * vz + slide * (coulomb * vz - sigma_0 * zz)
        fx, fy, fz = sigma_0 * zx + sigma_1 * rx, sigma_0 * zy + sigma_1 * ry, sigma_0 * zz + sigma_1 * rz
        size = sqrt(fx * fx + fy * fy + fz * fz)
        f_max = f_n * (self.mu_c + (self.mu_s - self.mu_c) * s_dw)
        if size > f_max:
            cut = f_max / size
            fx, fy, fz = cut * fx, cut * fy, cut * fz
            if self.limit == "limited":
                rx, ry, rz = (fx - sigma_0 * zx) / sigma_1, (fy - sigma_0 * zy) / sigma_1, (fz - sigma_0 * zz) / sigma_1
        s_dw_rate = (s - s_dw) / (self.tau_dw if s >= s_dw else tau_br)
        sigma_2 = self.sigma_2
        return (-fx - sigma_2 * vx, -fy - sigma_2 * vy, -fz - sigma_2 * vz), (rx, ry, rz), s_dw_rate


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
    deepest: float = 0.0
    state_off: np.ndarray = field(default_factory=lambda: np.zeros(6))

    @property
    def velocity_off(self):
        """Of a ball."""
        return self.state_off[VELOCITY]


class Integration:
    """Solve y' = rate(t, y, mode) with restarts where contact, clipping or the latched speed change.

    `depth(t, y)` gives (x, x_rate). The mode is (touching, v_i, clipped), constant between two restarts. `marks` lists
    the times at which `mark(t, y)` rises through 0. With `dense`, `at(t)` is the state at any time.
    """

    def __init__(
        self, law: Law, rate, depth, y0, rtol=1e-12, atol=1e-14, max_step=0.02, mark=lambda _t, _y: -1.0, dense=False
    ):
        self.law, self.rate, self.depth, self.mark = law, rate, depth, mark
        self.t, self.y = 0.0, np.asarray(y0, float)
        self.tolerances = dict(method="DOP853", rtol=rtol, atol=atol, max_step=max_step, dense_output=dense)
        self._parts = []
        x, x_rate = depth(0.0, self.y)
        self.touching = x > 0.0
        self.v_i = law.met(x, x_rate)
        self.clipped = self.touching and 1.0 + law.damping(self.v_i) * x_rate < 0.0
        self.impacts: list[Impact] = [Impact(0.0, x_rate)] if self.touching else []
        self.marks: list[float] = []
        self.times: list[float] = []
        self.states: list[np.ndarray] = []

    def at(self, t: float) -> np.ndarray:
        """The state at a time that has been passed."""
        return next(part for part in self._parts if t <= part.t_max)(t)

    def jump(self, y):
        """Set a new state by hand, as a blow from outside does."""
        self.y = np.asarray(y, float)
        self._relatch(self.depth(self.t, self.y)[1])

    def _relatch(self, x_rate):
        if self.touching and x_rate >= 2.0 * self.v_i:
            self.v_i = x_rate

    def run(self, t_end: float, impacts: float = inf):
        """Until t_end, or until the bodies have parted after so many impacts."""
        while self.t < t_end and (self.touching or len(self.impacts) < impacts):
            events, actions = self._events()
            part = solve_ivp(
                lambda t, y: self.rate(t, y, self), (self.t, t_end), self.y, events=events, **self.tolerances
            )
            if not part.success:
                raise RuntimeError(part.message)
            self.times.extend(part.t)
            self.states.extend(part.y.T)
            self._parts.append(part.sol)
            self.t, self.y = part.t[-1], part.y[:, -1]
            for times, states, action in zip(part.t_events, part.y_events, actions):
                if len(times):
                    action(times, states)
        return self

    def _events(self):
        """Events of the present mode, with what follows. Only the direction in which the mode ends counts."""
        start = self.t

        def event(value, direction, terminal=True):
            return located(lambda t, y: value(*self.depth(t, y)), direction, terminal)

        def located(value, direction, terminal):
            def g(t, y):
                now = value(t, y)
                # at a restart the value that ended the last mode is zero but for rounding: that is no new event
                return -direction if terminal and t == start and now * direction >= 0.0 else now

            g.terminal, g.direction = terminal, direction
            return g

        marked = located(self.mark, 1, terminal=False), lambda times, _: self.marks.extend(times)
        if not self.touching:
            return zip(marked, (event(lambda x, x_rate: x, 1), self._touch))
        a = self.law.damping(self.v_i)
        return zip(
            marked,
            (event(lambda x, x_rate: x, -1), self._part),
            (event(lambda x, x_rate: 1.0 + a * x_rate, 1 if self.clipped else -1), self._clip),
            (event(lambda x, x_rate: x_rate - 2.0 * self.v_i, 1), self._relatch_now),
            (event(lambda x, x_rate: x_rate, -1, terminal=False), self._deepest),
        )

    def _relatch_now(self, *_):
        self.v_i = self.depth(self.t, self.y)[1]

    def _touch(self, *_):
        x_rate = self.depth(self.t, self.y)[1]
        self.touching, self.clipped = True, False
        self.v_i = max(x_rate, 1e-7)
        self.impacts.append(Impact(self.t, x_rate))

    def _part(self, *_):
        x_rate = self.depth(self.t, self.y)[1]
        self.touching = False
        last = self.impacts[-1]
        last.t_off, last.rebound, last.state_off = self.t, -x_rate, self.y.copy()

    def _deepest(self, times, states):
        last = self.impacts[-1]
        last.deepest = max(last.deepest, *(self.depth(t, y)[0] for t, y in zip(times, states)))

    def _clip(self, *_):
        self.clipped = not self.clipped


@dataclass(frozen=True)
class Ball:
    """A solid sphere, inertia 2/5 m R^2."""

    mass: float = 2.0
    radius: float = 0.1
    gravity: tuple = (0.0, 0.0, -9.81)

    @property
    def inertia(self):
        return 0.4 * self.mass * self.radius**2


# State of a ball in contact: position, velocity, angular velocity (3 each), z (3), s_dw, then the ledger of three.
POSITION, VELOCITY, SPIN, BRISTLE = slice(0, 3), slice(3, 6), slice(6, 9), slice(9, 12)
DWELL, WORK, LOST_NORMAL, LOST_FRICTION = 12, 13, 14, 15


def plane(normal):
    """Surface of a fixed plane through the origin; see `ball_on`. The offset of the sphere is eqs. (27), (28)."""
    size = sqrt(sum(c * c for c in normal))
    n = tuple(float(c) / size for c in normal)

    def surface(r, v):
        return r[0] * n[0] + r[1] * n[1] + r[2] * n[2], n, (0.0, 0.0, 0.0)

    return surface


def hollow_cylinder(radius):
    """Inside of a fixed cylinder about the Y axis: n points at the axis and turns as the centre goes round."""

    def surface(r, v):
        x, z = r[0], r[2]
        distance = sqrt(x * x + z * z)
        return radius - distance, (-x / distance, 0.0, -z / distance), (0.0, (z * v[0] - x * v[2]) / distance**2, 0.0)

    return surface


def ball_on(surface, law: Law, ball: Ball, position, velocity, spin=(0, 0, 0), s_dw=0.0, **solver) -> Integration:
    """Sphere against a fixed surface, eqs. (27)-(30).

    `surface(r, v)` gives, for the centre: its distance from the surface, the normal there, and n x (rate of n).
    """
    radius, mass, inertia = ball.radius, ball.mass, ball.inertia
    gx, gy, gz = ball.gravity

    def depth(_t, y):
        r, v = y[:3].tolist(), y[3:6].tolist()
        distance, n, _ = surface(r, v)
        return radius - distance, -(v[0] * n[0] + v[1] * n[1] + v[2] * n[2])

    def rate(_t, y, mode):
        rx, ry, rz, vx, vy, vz, wx, wy, wz, zx, zy, zz, s_dw, *_ = y.tolist()
        distance, (nx, ny, nz), (ax, ay, az) = surface((rx, ry, rz), (vx, vy, vz))
        x = radius - distance
        # velocity of the point of action, arm -R n [G04 eq. 27]: v + R n x omega
        ux = vx + radius * (ny * wz - nz * wy)
        uy = vy + radius * (nz * wx - nx * wz)
        uz = vz + radius * (nx * wy - ny * wx)
        u_n = ux * nx + uy * ny + uz * nz
        tx, ty, tz = ux - u_n * nx, uy - u_n * ny, uz - u_n * nz
        z_n = zx * nx + zy * ny + zz * nz
        f_n = law.normal_force(x, -u_n, mode.v_i) if mode.touching else 0.0
        tangent = (zx - z_n * nx, zy - z_n * ny, zz - z_n * nz)
        (fx, fy, fz), (sx, sy, sz), s_dw_rate = law.friction(f_n, (tx, ty, tz), tangent, s_dw, mode.touching)
        # the laws see the tangential part of z, the rest decays with tau_br
        stray = z_n * law.sigma_0 / law.sigma_1
        sx, sy, sz = sx - stray * nx, sy - stray * ny, sz - stray * nz
        dissipated = -(fx * tx + fy * ty + fz * tz) - law.sigma_0 * (zx * sx + zy * sy + zz * sz)
        if law.frame == "contact":
            spin_n = 0.5 * (wx * nx + wy * ny + wz * nz)
            ax, ay, az = ax + spin_n * nx, ay + spin_n * ny, az + spin_n * nz
            sx, sy, sz = sx + ay * zz - az * zy, sy + az * zx - ax * zz, sz + ax * zy - ay * zx
        cx, cy, cz = f_n * nx + fx, f_n * ny + fy, f_n * nz + fz
        f_elastic = law.k * x**law.p if mode.touching and x > 0.0 else 0.0
        lever = radius / inertia
        return (
            vx,
            vy,
            vz,
            gx + cx / mass,
            gy + cy / mass,
            gz + cz / mass,
            lever * (nz * cy - ny * cz),
            lever * (nx * cz - nz * cx),
            lever * (ny * cx - nx * cy),
            sx,
            sy,
            sz,
            s_dw_rate,
            -(cx * ux + cy * uy + cz * uz),
            -(f_n - f_elastic) * u_n,
            dissipated,
        )

    y0 = np.concatenate([position, velocity, spin, (0, 0, 0), [s_dw], (0, 0, 0)]).astype(float)
    return Integration(law, rate, depth, y0, **solver)


INCLINE_ANGLE = np.radians(20.0)
INCLINE_NORMAL = (np.sin(INCLINE_ANGLE), 0.0, np.cos(INCLINE_ANGLE))
INCLINE_POSITION = 0.6 * np.array(INCLINE_NORMAL)
INCLINE_VELOCITY = (-1.0, 0.5, 0.0)


def incline(limit: str, frame: str, t_end: float, **solver) -> Integration:
    """[G04] section 4.1, Figs 9 and 10: radius 0.1 m, gap 0.5 m along the normal, Table II as printed."""
    law = replace(TABLE_II, limit=limit, frame=frame)
    ball = ball_on(plane(INCLINE_NORMAL), law, Ball(), INCLINE_POSITION, INCLINE_VELOCITY, **solver)
    return ball.run(t_end)


def cylinder(limit: str, frame: str, t_end: float, along=0.0, **solver) -> Integration:
    """[G04] section 4.1, Figs 11-15: the ball let go inside a cylinder of 1 m, 0.3 m beside its axis Y."""
    law = replace(TABLE_II, limit=limit, frame=frame)
    return ball_on(hollow_cylinder(1.0), law, Ball(), (0.3, 0.0, 0.0), (0.0, along, 0.0), **solver).run(t_end)


def head_on(law: Law, mass: float, v: float, x: float = 0.0, gravity: float = 0.0, **solver) -> Integration:
    """One body of `mass` against a wall: state (x, x_rate)."""

    def rate(_t, y, mode):
        f_n = law.normal_force(y[0], y[1], mode.v_i) if mode.touching else 0.0
        return np.array((y[1], gravity - f_n / mass))

    return Integration(law, rate, lambda _t, y: (y[0], y[1]), (x, v), **solver)
