"""The law of the unit in plain Python, for the figures and numbers of the documentation. Standard library only.

Own code on purpose: it shares nothing with the unit, so a figure that looks wrong is a finding.
[G04] = Gonthier, McPhee, Lange, Piedboeuf 2004; [M3D] = Modia3D's contact force law. SI units. Penetration x > 0
overlaps, its rate > 0 approaches.
"""

import math

RK4_REAL_LIMIT = 2.785293563405282  # RK4 is stable for rate * step below this on the negative real axis


def langevin(w):
    """coth w - 1/w, by its series near 0."""
    if abs(w) < 0.05:
        return w / 3 - w**3 / 45 + 2 * w**5 / 945 - w**7 / 4725
    return 1 / math.tanh(w) - 1 / w


def damping_factor(e):
    """d(e) of [G04 eq. 10]: d = 2e/(1+e) w with coth w - 1/w = (1-e)/(1+e); bisection, then Newton steps."""
    if e >= 1:
        return 0.0
    target = (1 - e) / (1 + e)
    low, high = 0.0, 1 / (1 - target) + 1
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if langevin(middle) < target else (low, middle)
    return 2 * e / (1 + e) * (low + high) / 2


def restitution_of(u):
    """Restitution that the force k x^p (1 + a x') gives for any a, u = a v_i: [G04 eq. 9] by bisection."""
    if u == 0:
        return 1.0
    low, high = 1e-9, min(1.0, 1 / u) - 1e-15
    for _ in range(100):
        e = (low + high) / 2
        positive = u - math.log1p(u) + e * u + math.log1p(-e * u) > 0
        low, high = (e, high) if positive else (low, e)
    return low


DAMPING_LAWS = {  # a v_i over e
    "gonthier": lambda e: damping_factor(e) / e,
    "huntCrossley": lambda e: 1.5 * (1 - e),
    "lankaraniNikravesh": lambda e: 0.75 * (1 - e * e),
    "flores": lambda e: 1.6 * (1 - e) / e,
}


def spring_damper_restitution(zeta):
    """Rebound of a linear spring and damper that only pushes, by its damping ratio: exp(-2 zeta A),
    A = acos(zeta)/sqrt(1 - zeta^2), or acosh(zeta)/sqrt(zeta^2 - 1)."""
    square = 1 - zeta * zeta
    if abs(square) < 1e-9:
        arc = 1.0
    elif square > 0:
        arc = math.acos(zeta) / math.sqrt(square)
    else:
        arc = math.acosh(zeta) / math.sqrt(-square)
    return math.exp(-2 * zeta * arc)


def damping_ratio(e):
    """Damping ratio of a linear spring and damper that only pushes, from its restitution, by bisection."""
    low, high = 0.0, 20.0
    for _ in range(100):
        zeta = (low + high) / 2
        low, high = (zeta, high) if spring_damper_restitution(zeta) > e else (low, zeta)
    return (low + high) / 2


def textbook_damping_ratio(e):
    """The same for a damper that pulls until the spring has its length again."""
    return -math.log(e) / math.hypot(math.pi, math.log(e))


def reg(v, v_small):
    """[M3D]: v from v_small on, below it a polynomial that is v_small/3 at 0."""
    return v if v >= v_small else v * v / v_small * (1 - v / (3 * v_small)) + v_small / 3


def creep(load):
    """Speed by v_small at which v/reg(v) = load, for 0 < load < 1: the cubic in closed form."""
    q = 1 / load - 1
    return 1 - 2 * math.sqrt(q) * math.sinh(math.asinh(1.5 / math.sqrt(q)) / 3)


def rk4(rates, y, h):
    a = rates(y)
    b = rates([p + h / 2 * q for p, q in zip(y, a)])
    c = rates([p + h / 2 * q for p, q in zip(y, b)])
    d = rates([p + h * q for p, q in zip(y, c)])
    return [p + h / 6 * (i + 2 * j + 2 * k + m) for p, i, j, k, m in zip(y, a, b, c, d)]


def impact(e, p=1.5, steps=20000):
    """One impact, scaled: lengths by the greatest penetration x_H without damping, speeds by v_i.

    Returns (x, f) along the impact, f scaled by the greatest force without damping, then contact time in x_H/v_i and
    rebound speed in v_i.
    """
    u = damping_factor(e) / e
    stiffness = (p + 1) / 2

    def rates(y):
        x, v = y
        f = max(x, 0.0) ** p * max(1 + u * v, 0.0)
        return [v, -stiffness * f]

    h = 6.0 / steps
    y, t, path = [0.0, 1.0], 0.0, [(0.0, 0.0)]
    while True:
        new = rk4(rates, y, h)
        if new[0] <= 0:
            back = y[0] / (y[0] - new[0])
            path.append((0.0, 0.0))
            return path, t + back * h, -(y[1] + back * (new[1] - y[1]))
        y, t = new, t + h
        path.append((y[0], y[0] ** p * max(1 + u * y[1], 0.0)))


def direction(v, v_eps):
    """Smoothed sign, C1: the corrected [G04 eq. 20], one-dimensional."""
    r = abs(v) / v_eps
    return math.copysign(1.0, v) if r >= 1 else v / v_eps * (1.5 - 0.5 * r * r)


class Friction:
    """[G04 eqs. 15-26], one-dimensional, with both readings of eq. 22 where the bound acts."""

    def __init__(self, mu_s, mu_c, sigma_0, sigma_1, v_s, tau_dw, limited):
        self.mu_s, self.mu_c, self.sigma_0, self.sigma_1 = mu_s, mu_c, sigma_0, sigma_1
        self.v_s, self.v_eps, self.tau_dw, self.limited = v_s, v_s / 100, tau_dw, limited

    def force_and_rates(self, v, f_n, z, s_dw):
        """Force against the slip (without the viscous part), rate of z, rate of s_dw."""
        s = math.exp(-((v / self.v_s) ** 2))
        f_c = self.mu_c * f_n * direction(v, self.v_eps)
        f_br = s * (self.sigma_0 * z + self.sigma_1 * v) + (1 - s) * f_c
        f_max = f_n * (self.mu_c + (self.mu_s - self.mu_c) * s_dw)
        force = max(-f_max, min(f_max, f_br))
        held = force if self.limited else f_br
        tau = self.tau_dw if s >= s_dw else self.sigma_1 / self.sigma_0
        return force, (held - self.sigma_0 * z) / self.sigma_1, (s - s_dw) / tau

    def steady_force(self, v, f_n):
        """Force in steady slip at v > 0: zero rates, whichever of bristle and bound is lower."""
        r2 = (v / self.v_s) ** 2
        s = math.exp(-r2)
        bristle = self.mu_c * f_n * direction(v, self.v_eps) + self.sigma_1 * v * s / -math.expm1(-r2)
        return min(bristle, f_n * (self.mu_c + (self.mu_s - self.mu_c) * s))
