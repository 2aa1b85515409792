"""Draws the curves of the documentation into modelDescription/documentation/figures. Standard library only."""

import math
from pathlib import Path

from law import (
    DAMPING_LAWS,
    Friction,
    damping_factor,
    damping_ratio,
    impact,
    reg,
    restitution_of,
    rk4,
    spring_damper_restitution,
)
from plot import Axes, document

TARGET = Path(__file__).resolve().parents[2] / "modelDescription" / "documentation" / "figures"
TABLE_III = dict(mu_s=0.15, mu_c=0.12, sigma_0=1e5, sigma_1=math.sqrt(1e5), v_s=0.1, tau_dw=0.75)  # [G04]


def restitution():
    """d over e: exact, Hunt-Crossley's value for the same e [G04 eq. 14], and the start value of the paper."""
    axes = Axes((70, 24, 470, 284), (0, 1), (0, 1.05))
    axes.frame(
        [0, 0.2, 0.4, 0.6, 0.8, 1], [0, 0.2, 0.4, 0.6, 0.8, 1], "coefficient of restitution e", "damping factor d"
    )
    grid = [i / 400 for i in range(1, 401)]
    axes.curve([(e, damping_factor(e)) for e in grid], 0)
    axes.curve([(e, 1.5 * e * (1 - e)) for e in grid], 1)
    axes.curve([(e, 1 - e * e) for e in grid], 2)
    axes.legend(0.6, 0.96, [(0, "exact, this unit"), (1, "Hunt\u2013Crossley, eq. 14"), (2, "1 \u2212 e^{2}")])
    return document(500, 340, "Damping factor d over the coefficient of restitution e", axes.body)


def force():
    """Scaled force over scaled penetration for several e."""
    axes = Axes((70, 24, 470, 324), (0, 1.05), (0, 1.5))
    axes.frame(
        [0, 0.2, 0.4, 0.6, 0.8, 1], [0, 0.5, 1, 1.5], "penetration x / x_{H}", "normal force f_{n} / (k x_{H}^{p})"
    )
    for style, e in enumerate((1.0, 0.7, 0.5, 0.3, 0.1)):
        axes.curve(impact(e)[0], style)
    for style, (e, x, y) in enumerate(
        ((1.0, 0.99, 1.06), (0.7, 0.80, 0.95), (0.5, 0.63, 0.99), (0.3, 0.46, 1.09), (0.1, 0.42, 1.42))
    ):
        axes.label(x, y, f"e = {e:g}", style)
    return document(500, 380, "Normal force over penetration for five coefficients of restitution, p = 3/2", axes.body)


def laws():
    """What each damping law really gives over the restitution it is given."""
    axes = Axes((70, 24, 430, 384), (0, 1), (0, 1))
    ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
    axes.frame(ticks, ticks, "restitution given, e", "restitution that comes out")
    grid = [i / 200 for i in range(2, 201)]
    for style, name in enumerate(DAMPING_LAWS):
        axes.curve([(e, restitution_of(DAMPING_LAWS[name](e))) for e in grid], style)
    for style, factor in ((4, 2.0), (5, 0.5)):
        axes.curve([(e, spring_damper_restitution(damping_ratio(e) * math.sqrt(factor))) for e in grid], style)
    names = ["gonthier; kelvinVoigt", "huntCrossley", "lankaraniNikravesh", "flores"]
    names += ["kelvinVoigt, half the mass", "kelvinVoigt, twice the mass"]
    axes.legend(0.45, 0.29, list(enumerate(names)))
    return document(460, 440, "Restitution that comes out over the restitution given, for every damping law", axes.body)


def coulomb():
    """Regularised friction over slip; read the other way round, the creep under a load."""
    axes = Axes((70, 24, 470, 244), (0, 2), (0, 1.1))
    ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
    axes.frame([0, 0.5, 1, 1.5, 2], ticks, "slip speed |v_{t}| / v_{small}", "friction |f_{t}| / (\u03bc_{C} f_{n})")
    axes.curve([(i / 100, i / 100 / reg(i / 100, 1.0)) for i in range(201)], 0)
    axes.curve([(0, 0), (0.35, 1.05)], 1)
    axes.legend(0.9, 0.5, [(0, "v / reg(v, v_{small})"), (1, "slope at rest, 3 v / v_{small}")])
    return document(500, 300, "Regularised sliding friction over slip speed", axes.body)


def friction():
    """Left: steady force over slip speed. Right: the bound over the time of rest."""
    f_n, mu_s, mu_c = 10.0, 0.45, 0.4
    left = Axes((64, 34, 334, 264), (0, 4), (0.38, 0.47))
    left.frame(
        [0, 1, 2, 3, 4],
        [0.38, 0.4, 0.42, 0.44, 0.46],
        "slip speed |v_{t}| / v_{S}",
        "friction |f_{t}| / f_{n}",
        "steady sliding",
    )
    for style, sigma_1 in ((0, 316.227766), (1, 16.0)):
        law = Friction(mu_s, mu_c, 1e5, sigma_1, 0.01, 1.0, True)
        left.curve([(r / 100, law.steady_force(r / 100 * law.v_s, f_n) / f_n) for r in range(2, 401)], style)
    left.legend(1.3, 0.458, [(0, "\u03c3_{1} = 316 N\u00b7s/m"), (1, "\u03c3_{1} = 16 N\u00b7s/m")])
    right = Axes((424, 34, 694, 264), (0, 6), (0.38, 0.47))
    right.frame(
        [0, 1, 2, 3, 4, 5, 6],
        [0.38, 0.4, 0.42, 0.44, 0.46],
        "time t / \u03c4_{dw}",
        "bound f_{max} / f_{n}",
        "sticking from t = 0, broken loose at t = 4",
    )
    grow = [(i / 50, mu_c + (mu_s - mu_c) * -math.expm1(-i / 50)) for i in range(201)]
    held, tau_br = grow[-1][1] - mu_c, 316.227766 / 1e5
    right.curve(grow + [(4 + i * tau_br / 4, mu_c + held * math.exp(-i / 4)) for i in range(41)] + [(6, mu_c)], 0)
    right.label(0.1, mu_s, "\u03bc_{S}", None, dy=-4)
    right.label(0.1, mu_c, "\u03bc_{C}", None, dx=8, dy=15)
    return document(720, 320, "Friction over slip speed, and the stiction bound over time", left.body + right.body)


def wind_up():
    """A slow stroke at v_S/10 and back, constant normal force: bristle and applied force for both settings."""
    f_n, speed, turn, end, h = 10.0, 0.01, 1.5, 3.0, 2e-4
    pair = (Axes((70, 34, 340, 264), (0, 3), (-400, 400)), Axes((424, 34, 694, 264), (0, 3), (-2, 2)))
    pair[0].frame(
        [0, 1, 2, 3], [-400, -200, 0, 200, 400], "time [s]", "bristle force \u03c3_{0} z [N]", "stored in the bristle"
    )
    pair[1].frame(
        [0, 1, 2, 3], [-2, -1, 0, 1, 2], "time [s]", "force against the first stroke [N]", "applied to the body"
    )
    for style, limited in ((1, False), (0, True)):
        law = Friction(**TABLE_III, limited=limited)
        y, stored, applied = [0.0, 0.0], [], []
        for step in range(round(end / h)):
            v = speed if step * h < turn else -speed
            applied.append((step * h, law.force_and_rates(v, f_n, *y)[0]))
            stored.append((step * h, law.sigma_0 * y[0]))
            y = rk4(lambda s, v=v: list(law.force_and_rates(v, f_n, *s)[1:]), y, h)
        pair[0].curve(stored, style)
        pair[1].curve(applied, style)
    pair[0].legend(0.15, -230, [(0, "limited"), (1, "paper")])
    pair[1].legend(0.15, -1.2, [(0, "limited"), (1, "paper")])
    return document(
        720,
        320,
        "A slow stroke and its reversal with both settings of friction.bristleLimit",
        pair[0].body + pair[1].body,
    )


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    drawings = {
        "restitution": restitution,
        "force": force,
        "laws": laws,
        "friction": friction,
        "wind-up": wind_up,
        "coulomb": coulomb,
    }
    for name, draw in drawings.items():
        (TARGET / f"{name}.svg").write_text(draw(), encoding="utf-8", newline="\n")
