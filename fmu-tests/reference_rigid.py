"""One rigid contact over one step: [P16] eqs. 5-31, box and polygonal friction, once more and by other means.

Axes n, t1, t2. With the generalised velocities eliminated, eqs. (21) to (23) read u+ = W p + u + b h in the impulses
p = h lambda+ on body i. Every case of the complementarity conditions (28) is one small linear system: all are solved
and the one that holds is taken. The bound mu lambda_N+ comes from a root finder. A contact that sticks holds no more
than mu lambda_N+ in any direction: where eq. (12), which bounds two components, would let it, friction is Coulomb's.
As printed, which `paper` asks for, the bound is mu lambda_N of the step before, for each of the components. Impacts are
those of reference_spatial_impact.py.
"""

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from math import cos, inf, pi, sin

import numpy as np
from reference_spatial_impact import impact
from scipy.optimize import brentq


@dataclass(frozen=True)
class RigidLaw:
    """mu [1]; `friction` regularised [P16], box [P16 ref. 10] or polygonal [P16 ref. 3]; k_T [N/m], v_th [m/s];
    `hypothesis` stronge, poisson or newton; `paper`: the bounds of eq. (12) as printed."""

    friction: str = "regularised"
    mu: float = 0.3
    k_t: float = inf
    v_th: float = 0.01
    sides: int = 8
    e: float = 0.5
    v_min: float = 1e-3
    hypothesis: str = "stronge"
    paper: bool = False


@dataclass(frozen=True)
class Memory:
    """lambda_N and lambda_T of the previous step [N], without the impulse of an impact."""

    normal: float = 0.0
    friction: np.ndarray = field(default_factory=lambda: np.zeros(2))


def axes(n) -> np.ndarray:
    """Columns n, t1, t2. The first tangent is at right angles to the world axis that n is farthest from."""
    n = np.asarray(n, float) / np.linalg.norm(n)
    t1 = np.cross(n, np.eye(3)[np.argmin(np.abs(n))])
    t1 /= np.linalg.norm(t1)
    return np.column_stack([n, t1, np.cross(n, t1)])


def step(law: RigidLaw, w, u, b, h, least, memory: Memory) -> np.ndarray:
    """Impulse of the step: W [1/kg], u [m/s] at its start, b [m/s2]; `least` is the least u_n+ [m/s]."""
    free = np.asarray(u, float) + h * np.asarray(b, float)
    free[0] -= least
    if law.friction == "polygonal":
        return in_polygon(law, np.asarray(w, float), free)
    held, slip = memory.friction, np.asarray(u, float)[1:]
    turn, compliance, drift, pull = np.eye(2), np.zeros(2), 0.0, None
    if law.friction == "regularised":
        sticks = np.linalg.norm(slip) <= law.v_th
        # eq. (13): the first axis against the force; eq. (16): along the slip
        along = -held if sticks else slip
        if np.any(along):
            along = along / np.linalg.norm(along)
            turn = np.array(((along[0], along[1]), (-along[1], along[0])))
        stiff = 1.0 / (law.k_t * h**2)
        compliance = np.array((stiff, stiff if sticks else 0.0))  # eqs. (26), (27)
        if sticks:
            pull = -np.linalg.norm(held) * h
        else:
            drift = np.linalg.norm(slip)
    whole = np.eye(3)
    whole[1:, 1:] = turn
    w, free = whole @ w @ whole.T, whole @ free

    def impulse(reach):
        m, q = w.copy(), free.copy()
        m[1, 1] += compliance[0]
        m[2, 2] += compliance[1]
        if drift and reach > 0.0:
            m[2, 2] += drift / reach  # 1/(h b_mu), eq. (20)
        q[1] -= compliance[0] * (-reach if pull is None else pull)
        return bounded_components(m, q, reach)

    def excess(reach):
        return law.mu * impulse(reach)[0] - reach

    if law.paper:
        return whole.T @ impulse(law.mu * memory.normal * h)
    top = law.mu * impulse(0.0)[0]
    if top == 0.0:
        return whole.T @ impulse(0.0)
    while excess(top) > 0.0:
        top *= 2.0
    reach = brentq(excess, 0.0, top, xtol=1e-300, rtol=1e-15, maxiter=500)
    p = whole.T @ impulse(reach)
    if pull is not None and np.hypot(p[1], p[2]) > law.mu * p[0] * (1.0 + 1e-9):
        in_world = whole.T @ w @ whole
        in_world[1, 1] += compliance[0]
        in_world[2, 2] += compliance[0]
        given = whole.T @ free
        given[1:] -= compliance[0] * h * held
        return against_slip(law.mu, in_world, given)
    return p


def against_slip(mu, m, q) -> np.ndarray:
    """Friction mu p_n along -d where the slack of both tangents is along d: over all directions."""

    def at(angle):
        d = np.array((np.cos(angle), np.sin(angle)))
        p_n = -q[0] / (m[0, 0] - mu * m[0, 1:] @ d)
        p = p_n * np.array((np.ones_like(p_n), -mu * d[0], -mu * d[1]))
        slack = (m @ p + q.reshape(-1, *(1,) * (p.ndim - 1)))[1:]
        return p, d[0] * slack[1] - d[1] * slack[0], (d * slack).sum(axis=0)

    angles = np.linspace(0.0, 2.0 * pi, 721)
    across = at(angles)[1]
    found = []
    for k in range(720):
        if across[k] * across[k + 1] <= 0.0:
            p, _, along = at(brentq(lambda angle: at(angle)[1], angles[k], angles[k + 1], xtol=1e-15))
            if p[0] > 0.0 and along >= 0.0:
                found.append(p)
    assert len(found) == 1, found
    return found[0]


# p_n is 0 or open, each component of friction at a bound or open: which of both, and the sign of the bound
CASES = np.array(list(product((0, None), (-1, None, 1), (-1, None, 1))), float)
OPEN = np.isnan(CASES)
SIGNS = np.where(OPEN, 0.0, CASES)


def bounded_components(m, q, reach) -> np.ndarray:
    """0 <= p_n, |p_t| <= reach with the slacks of eqs. (24) and (28), all 18 cases at once."""
    rows = np.where(OPEN[:, :, None], m, np.eye(3))
    p = np.linalg.solve(rows, np.where(OPEN, -q, SIGNS * reach)[:, :, None])[:, :, 0]
    p = np.where(OPEN, p, SIGNS * reach)
    slack = p @ m.T + q
    scale = np.maximum((np.abs(p) @ np.abs(m).T + np.abs(q)).max(axis=1), 1e-300)
    pulled = np.maximum(-p[:, 0] * m[0, 0], np.where(OPEN[:, 0], 0.0, -slack[:, 0]))
    held = (np.abs(p) - reach) * np.diag(m)
    kept = slack * np.sign(SIGNS) if reach > 0.0 else np.zeros_like(slack)
    rubbed = np.where(OPEN, held, kept)[:, 1:].max(axis=1)
    miss = np.maximum(np.maximum(pulled, rubbed), 0.0) / scale
    best = int(np.argmin(miss))
    assert miss[best] < 1e-9, (miss[best], p[best])
    return p[best]


def in_polygon(law, w, free) -> np.ndarray:
    """Friction in mu p_n times the polygon with corners d_j, that resists slip most: apart, sticking, on each edge and
    in each corner."""
    angles = 2.0 * pi * np.arange(law.sides) / law.sides
    corners = np.column_stack([np.cos(angles), np.sin(angles)])
    half, mu = pi / law.sides, law.mu
    cases = [np.zeros(3)] if free[0] >= 0.0 else []
    worst = [0.0] * len(cases)
    scale = np.abs(free).max()

    def judge(p, *conditions):
        cases.append(p)
        worst.append(max(0.0, -p[0] * w[0, 0] / scale, *(condition / scale for condition in conditions)))

    stuck = np.linalg.solve(w, -free)
    beyond = (corners * cos(half)) @ turned(half) @ stuck[1:] - mu * stuck[0] * cos(half) ** 2
    judge(stuck, *(beyond * w[0, 0]))
    for j in range(law.sides):
        corner = np.concatenate([[1.0], mu * corners[j]])
        p = corner * (-free[0] / (w[0] @ corner))
        u_t = (w @ p + free)[1:]
        judge(p, *((corners[j] - corners) @ u_t))
        middle = corners[j] @ turned(half)
        along = np.array((-middle[1], middle[0]))
        # p = p_n (1, mu cos(half) middle) + tau (0, along); no slip along the edge
        basis = np.column_stack([np.concatenate([[1.0], mu * cos(half) * middle]), np.concatenate([[0.0], along])])
        rows = np.array([[1.0, 0.0, 0.0], np.concatenate([[0.0], along])])
        p_n, tau = np.linalg.solve(rows @ w @ basis, -rows @ free)
        p = basis @ (p_n, tau)
        u_t = (w @ p + free)[1:]
        judge(p, (abs(tau) - mu * p_n * sin(half)) * w[0, 0], middle @ u_t)
    least = int(np.argmin(worst))
    assert worst[least] < 1e-9, worst
    return cases[least]


def turned(angle) -> np.ndarray:
    """Row vectors times this are turned by the angle."""
    return np.array(((cos(angle), sin(angle)), (-sin(angle), cos(angle))))


@dataclass(frozen=True)
class Answer:
    """Impulse [N s] and velocity after it [m/s] in n, t1, t2, and what the next step remembers."""

    impulse: np.ndarray
    velocity: np.ndarray
    memory: Memory


def advance(law: RigidLaw, w, x, u, b, h, memory: Memory) -> Answer:
    """A step from the penetration x [m]: free flight, landing, rest, or an impact. An impact has no duration: no bristle is
    bent before or after."""
    w, u, b = (np.asarray(x, float) for x in (w, u, b))
    apart = Answer(np.zeros(3), u + h * b, Memory())
    rate, b_n = -u[0], -b[0]
    after = 0.0
    if x <= 0.0:
        # first time in the step at which x + rate t + b_n t^2/2 rises through 0
        roots = np.roots([0.5 * b_n, rate, x])
        roots = sorted(root.real for root in roots if abs(root.imag) < 1e-12 and 0.0 <= root.real < h)
        rising = [root for root in roots if rate + b_n * root > 0.0 or (rate + b_n * root == 0.0 and b_n > 0.0)]
        if not rising:
            return apart
        after = rising[0]
    approach, rest = rate + b_n * after, h - after
    is_impact = approach > max(1e-7, 2.0 * abs(b_n) * h)
    if is_impact:
        before = u + b * after
        p = strike(law, w, before, law.e)
        if 2.0 * (before + w @ p)[0] >= b_n * rest:
            return Answer(p, u + h * b + w @ p, Memory())
        # it comes back before the end, lies still, and rubs
        dead = strike(law, w, before, 0.0)
        lying = step(replace(law, k_t=inf), w, before + w @ dead, b, rest, 0.0, Memory())
        return Answer(dead + lying, u + h * b + w @ (dead + lying), Memory(lying[0] / rest))
    # overlap goes in 0.1 s or ten steps, slower than a tenth of what b_n makes of a speed in 10 ms or a step
    give_back = min(x / max(0.1, 10.0 * h), max(law.v_min, 0.1 * abs(b_n) * max(0.01, h)))
    p = step(law, w, u, b, h, give_back if x > 0.0 else x / h, memory)
    if p[0] <= 0.0:
        return apart
    return Answer(p, u + h * b + w @ p, Memory(p[0] / h, p[1:] / h))


def strike(law: RigidLaw, w, before, e) -> np.ndarray:
    """Impulse of an impact; by Newton's hypothesis the greatest restitution up to e that gains no energy."""
    return struck(law.mu, law.hypothesis, e, tuple(w.flat), tuple(before)).copy()


@cache
def struck(mu, hypothesis, e, w, before) -> np.ndarray:
    """The same from numbers: what does not depend on friction's bristles is integrated once for all of them."""
    w, before = np.array(w).reshape(3, 3), np.array(before)

    def lost(e):
        return -impact(w, before, mu, mu, hypothesis, e).works.sum()

    if hypothesis == "newton" and lost(e) < 0.0:
        e = brentq(lost, 0.0, e, xtol=1e-15)
    return impact(w, before, mu, mu, hypothesis, e).impulse
