"""Rigid impact in space with friction as an integration over the normal impulse p, by SciPy's DOP853.

At the contact point u = (u_n, u_t1, u_t2) obeys du/dp = W (1, -mu_k u_t/|u_t|) while it slips. Slip counts as stopped
at 1e-10 of that before; the rest of the way to the stop is a straight line. From there it sticks if |W_tt^-1 W_tn| <=
mu_s, or slips along d with (W_tn - mu_k W_tt d) parallel to d, which is searched over all directions.

python reference_spatial_impact.py writes tests/rigid/impact/spatial.csv.
"""

from dataclasses import dataclass, field
from math import nan, pi
from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

STOPPED = 1e-10
WRITTEN = Path(__file__).parent.parent / "tests/rigid/impact/spatial.csv"


@dataclass
class Answer:
    """Impulse [N s] and velocity [m/s] in n, t1, t2; works of normal part and friction [J]; place of the stop [N s],
    and how often the bodies were drawn together again."""

    impulse: np.ndarray = field(default_factory=lambda: np.zeros(3))
    velocity: np.ndarray = field(default_factory=lambda: np.zeros(3))
    works: np.ndarray = field(default_factory=lambda: np.zeros(2))
    compression: np.ndarray = field(default_factory=lambda: np.zeros(5))
    stop: float = nan
    again: int = 0


def without_slip(w, mu_s, mu_k):
    """Friction per normal impulse once there is no slip, and whether it slips."""
    held = -np.linalg.solve(w[1:, 1:], w[1:, 0])
    if np.linalg.norm(held) <= mu_s:
        return held, False

    def rate(angle):
        d = np.array((np.cos(angle), np.sin(angle)))
        return d, w[1:, 0] - mu_k * w[1:, 1:] @ d

    def across(angle):
        d, of = rate(angle)
        return d[0] * of[1] - d[1] * of[0]

    best = (0.0, None)
    angles = np.linspace(0.0, 2.0 * pi, 1441)
    for low, high in zip(angles, angles[1:]):
        if across(low) * across(high) <= 0.0:
            d, of = rate(brentq(across, low, high, xtol=1e-15, rtol=1e-15))
            best = max(best, (d @ of, tuple(-mu_k * d)), key=lambda item: item[0])
    return np.array(best[1]), True


def impact(w, before, mu_s, mu_k, hypothesis, e) -> Answer:
    """stronge, poisson, newton; compression is where u_n < 0, restitution the rest."""
    w, u = np.asarray(w, float), np.asarray(before, float)
    start = np.linalg.norm(u[1:])
    rest = without_slip(w, mu_s, mu_k) if start == 0.0 else None
    # u, P_t, work of the normal part, of friction
    y = np.concatenate([u, np.zeros(4)])
    phases, restitution, stop, again = np.zeros((2, 5)), False, nan, 0
    approach = u[0]
    while True:
        compression = phases[0]

        def slope(_, y):
            slip = np.linalg.norm(y[1:3])
            f = rest[0] if rest is not None else -mu_k * y[1:3] / slip
            du = w @ (1.0, *f)
            if rest is not None and not rest[1]:
                du[1:] = 0.0
            return (*du, *f, y[0], y[1:3] @ f)

        so_far = phases[1]

        def ends(p, y):
            if not restitution:
                return y[0]
            return {
                "newton": y[0] + e * approach,
                "poisson": so_far[0] + p - e * compression[0],
                "stronge": so_far[3] + y[5] + e**2 * compression[3],
            }[hypothesis]

        def falls(_, y):
            return y[0] if restitution else 1.0

        def stops(_, y):
            return np.linalg.norm(y[1:3]) - STOPPED * start if rest is None else 1.0

        ends.terminal = falls.terminal = stops.terminal = True
        ends.direction, falls.direction, stops.direction = 1.0, -1.0, -1.0
        span = 20.0 * (1.0 + abs(approach) / w[0, 0])
        if restitution and ends(0.0, y) >= 0.0:
            break
        of = solve_ivp(slope, (0.0, span), y, "DOP853", events=(ends, falls, stops), rtol=3e-14, atol=1e-17)
        which = next((k for k, at in enumerate(of.t_events) if len(at)), None)
        p, last = of.t[-1], of.y[:, -1]
        if which is not None:
            p, last = of.t_events[which][0], of.y_events[which][0]
        if which == 2:
            rate = np.array(slope(p, last))
            left = -np.linalg.norm(last[1:3]) ** 2 / (last[1:3] @ rate[1:3])
            last, p = last + left * rate, p + left
            last[1:3] = 0.0
            stop = phases[:, 0].sum() + p
        phases[int(restitution)] += (p, *last[3:])
        y = np.concatenate([last[:3], np.zeros(4)])
        if which == 2:
            rest = without_slip(w, mu_s, mu_k)
        elif which == 1:
            y[0], restitution, again = 0.0, False, again + 1
        elif which == 0 and restitution:
            break
        elif which == 0:
            y[0], restitution = 0.0, True
    total = phases.sum(axis=0)
    return Answer(total[:3], y[:3], total[3:], phases[0], stop, again)


COLUMNS = (
    "nn,t1t1,t2t2,nt1,nt2,t1t2,u_n,u_t1,u_t2,mu_s,mu_k,e,hypothesis,"
    "P_c,P_ct1,P_ct2,W_cn,W_ct,P_n,P_t1,P_t2,W_n,W_t,u'_n,u'_t1,u'_t2,stop"
)


def rows(count):
    """Random impacts: conditions of W up to some 1e4, mu to 3, a fifth without slip before, half with little of it, and e
    at its ends too."""
    random = np.random.default_rng(20171)
    for number in range(count):
        j = random.uniform(-1.0, 1.0, (3, 3))
        w = j @ np.diag(10.0 ** random.uniform(-1.0, 1.0, 3)) @ j.T + 0.01 * np.eye(3)
        w = np.round(0.5 * (w + w.T), 6)
        before = np.round(random.uniform((-1.0, -1.0, -1.0), (-0.05, 1.0, 1.0)), 6)
        if number % 5 == 4:
            before[1:] = 0.0
        elif number % 2:
            before[1:] = np.round(0.15 * before[1:], 6)
        mu_k = round(random.uniform(0.05, 0.9 if number % 3 else 3.0), 6)
        mu_s = round(mu_k * random.choice((1.0, 1.3)), 6)
        e = round(random.choice((0.0, 1.0, random.uniform(), random.uniform())), 6)
        hypothesis = ("stronge", "poisson", "newton")[number % 3 if number % 2 else (number + 1) % 3]
        yield w, before, mu_s, mu_k, e, hypothesis
    # slip turns to where it draws the bodies together: compression comes again
    w = np.array(((0.208, -0.304, -0.082), (-0.304, 0.533, 0.126), (-0.082, 0.126, 0.319)))
    for hypothesis in ("stronge", "poisson", "newton"):
        yield w, np.array((-0.195, 0.265, 0.692)), 5.0, 5.0, 0.9, hypothesis


def written(count) -> str:
    lines = [COLUMNS]
    for w, before, mu_s, mu_k, e, hypothesis in rows(count):
        of = impact(w, before, mu_s, mu_k, hypothesis, e)
        given = [w[0, 0], w[1, 1], w[2, 2], w[0, 1], w[0, 2], w[1, 2], *before, mu_s, mu_k, e]
        found = [*of.compression, *of.impulse, *of.works, *of.velocity, of.stop]
        lines.append(",".join([*(repr(float(x)) for x in given), hypothesis,
                               *(f"{x:.13e}" for x in found)]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(written(60))
