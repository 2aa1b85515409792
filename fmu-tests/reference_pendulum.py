"""The double pendulum of [G04] section 4.2 and its single impacts, written from the paper by Lagrange's equations.

Angles th1, th2 of both links against the downward vertical; th1 = phi1, th2 = phi1 + phi2. The paper's x is world X,
its upward y is world Z; the first joint is the origin, the ground lies below it. The law is reference_contact's.
"""

from dataclasses import dataclass, replace
from math import cos, inf, radians, sin

import numpy as np
from reference_contact import TABLE_III, Integration, Law


@dataclass(frozen=True)
class Links:
    """Lengths l [m], masses m [kg], joint to centre of mass c [m], moments of inertia j about it [kg m^2]."""

    l1: float
    l2: float
    m1: float
    m2: float
    c1: float
    c2: float
    j1: float = 0.0
    j2: float = 0.0
    gravity: float = 9.81

    def inertia(self, th1, th2):
        """(M11, M12, M22) for th1, th2"""
        return (
            self.j1 + self.m1 * self.c1**2 + self.m2 * self.l1**2,
            self.m2 * self.l1 * self.c2 * cos(th2 - th1),
            self.j2 + self.m2 * self.c2**2,
        )

    def kinetic(self, th1, th2, w1, w2) -> float:
        m11, m12, m22 = self.inertia(th1, th2)
        return 0.5 * m11 * w1**2 + m12 * w1 * w2 + 0.5 * m22 * w2**2

    def energy(self, th1, th2, w1, w2) -> float:
        """Kinetic and potential [J], the latter from the first joint."""
        g1, g2 = self.m1 * self.c1 + self.m2 * self.l1, self.m2 * self.c2
        return self.kinetic(th1, th2, w1, w2) - self.gravity * (g1 * cos(th1) + g2 * cos(th2))

    def tip(self, th1, th2, w1, w2):
        """Position and velocity of the tip: X, Z, rate of X, rate of Z"""
        ax, az, bx, bz = self.l1 * sin(th1), -self.l1 * cos(th1), self.l2 * sin(th2), -self.l2 * cos(th2)
        return ax + bx, az + bz, -az * w1 - bz * w2, ax * w1 + bx * w2


PAPER_LINKS = Links(l1=0.5, l2=0.25, m1=5.0, m2=2.0, c1=0.5, c2=0.25)  # point masses at the ends
PAPER_LAW = replace(TABLE_III, k=1e9, e=0.9)
RODS = Links(l1=1.0, l2=1.0, m1=2.0, m2=2.0, c1=0.5, c2=0.5, j1=1 / 6, j2=1 / 6, gravity=0.0)
GROUND = 0.61
START = np.radians((45.0, 0.0, -120.0, 130.0))  # phi1, phi2 relative to the first link, and their rates
CONFIGURATIONS = {"a": (radians(18.0), radians(12.0), -1.0, -1.0), "b": (0.0, radians(20.7), -1.0, -1.0)}


def absolute(relative):
    """(th1, th2, rates) from (phi1, phi2, rates)"""
    phi1, phi2, w1, w2 = relative
    return phi1, phi1 + phi2, w1, w1 + w2


def pendulum(law: Law, links: Links, start, ground: float, **solver) -> Integration:
    """`start` holds th1, th2 and their rates; the tip meets a ground `ground` below the first joint.

    State: th1, th2, their rates, z along X, s_dw, and the ledger: work, lost in normal direction, lost by friction.
    """
    l1, l2 = links.l1, links.l2
    g1 = (links.m1 * links.c1 + links.m2 * l1) * links.gravity
    g2 = links.m2 * links.c2 * links.gravity
    h0 = links.m2 * l1 * links.c2

    def depth(_t, y):
        _, z, _, v_z = links.tip(*y[:4].tolist())
        return -ground - z, -v_z

    def rate(_t, y, mode):
        th1, th2, w1, w2, z, s_dw, *_ = y.tolist()
        _, height, v_x, v_z = links.tip(th1, th2, w1, w2)
        x = -ground - height
        f_n = law.normal_force(x, -v_z, mode.v_i) if mode.touching else 0.0
        (f_t, _, _), (z_rate, _, _), s_dw_rate = law.friction(f_n, (v_x, 0.0, 0.0), (z, 0.0, 0.0), s_dw, mode.touching)
        m11, m12, m22 = links.inertia(th1, th2)
        h = h0 * sin(th2 - th1)
        q1 = h * w2 * w2 - g1 * sin(th1) + l1 * (f_t * cos(th1) + f_n * sin(th1))
        q2 = -h * w1 * w1 - g2 * sin(th2) + l2 * (f_t * cos(th2) + f_n * sin(th2))
        det = m11 * m22 - m12 * m12
        f_elastic = law.k * x**law.p if mode.touching and x > 0.0 else 0.0
        return (
            w1,
            w2,
            (m22 * q1 - m12 * q2) / det,
            (m11 * q2 - m12 * q1) / det,
            z_rate,
            s_dw_rate,
            -(f_t * v_x + f_n * v_z),
            -(f_n - f_elastic) * v_z,
            -f_t * v_x - law.sigma_0 * z * z_rate,
        )

    return Integration(law, rate, depth, [*start, 0.0, 0.0, 0.0, 0.0, 0.0], **solver)


def paper_pendulum(limit: str, t_end: float, **solver) -> Integration:
    """Figs 17-21: Table III, k = 1e9, e = 0.9. The contact frame does not turn."""
    law = replace(PAPER_LAW, limit=limit)
    return pendulum(law, PAPER_LINKS, absolute(START), GROUND, max_step=2e-3, **solver).run(t_end)


def energy_loss(configuration: str, mu: float, e: float, **solver) -> float:
    """Figs 22 and 23: kinetic energy lost in the first impact [%]; the tip just touches the ground at the start."""
    law = replace(PAPER_LAW, mu_s=mu, mu_c=mu, e=e)
    start = absolute(CONFIGURATIONS[configuration])
    _, height, _, _ = RODS.tip(*start)
    run = pendulum(law, RODS, start, -height, max_step=1e-4, **solver).run(1.0, impacts=1)
    (impact,) = run.impacts
    if impact.t_off == inf:
        raise RuntimeError("the tip has not left the ground after 1 s")
    return 100.0 * (1.0 - RODS.kinetic(*impact.state_off[:4]) / RODS.kinetic(*start))
