"""Rigid planar impact with friction as an integration over the normal impulse p (Routh), piecewise exact.

At the contact point the velocity (v_t, v_n) obeys dv/dp = A (f, 1), where A is the inverse inertia seen there and f
the tangential per normal impulse: -mu sign(v_t) in slip; at v_t = 0 what holds it, -A_tn/A_tt, but no more than mu.
"""

from math import copysign, inf, sqrt

import numpy as np
from reference_pendulum import CONFIGURATIONS, RODS, absolute


def inverse_inertia(links, th1, th2):
    """J M^-1 J^T of the tip: (A_tt, A_tn, A_nn) [1/kg]"""
    m11, m12, m22 = links.inertia(th1, th2)
    # velocity of the tip = J (w1, w2), from unit rates
    columns = [links.tip(th1, th2, *unit)[2:] for unit in ((1.0, 0.0), (0.0, 1.0))]
    j = np.array(columns).T
    a = j @ np.linalg.inv(np.array(((m11, m12), (m12, m22)))) @ j.T
    return a[0, 0], a[0, 1], a[1, 1]


def impact(a, v_t, v_n, mu, e, hypothesis="stronge"):
    """Impulse (P_t, P_n) [N s] of an impact with v_n < 0.

    It ends, for Stronge, when restitution has returned e^2 of the normal work of compression; for Poisson, when it has
    given e times the impulse of compression; for Newton, at e times the speed of approach.
    """
    a_tt, a_tn, a_nn = a
    p_t = p_n = work = p_c = work_c = 0.0  # p_c, work_c: those of compression
    v_n0, compressing = v_n, True
    while True:
        held = -a_tn / a_tt
        sticks = v_t == 0.0 and abs(held) <= mu
        f = held if sticks else copysign(mu, -v_t if v_t != 0.0 else held)
        g_t, g_n = 0.0 if sticks else a_tt * f + a_tn, a_tn * f + a_nn
        slip_ends = -v_t / g_t if v_t * g_t < 0.0 else inf
        if compressing:
            ends = -v_n / g_n if g_n > 0.0 else inf
        elif hypothesis == "stronge":  # work + v_n dp + g_n dp^2/2 = (1 - e^2) of that of compression
            missing = (1.0 - e**2) * work_c - work
            ends = (-v_n + sqrt(v_n**2 + 2.0 * g_n * missing)) / g_n
        elif hypothesis == "poisson":
            ends = (1.0 + e) * p_c - p_n
        else:
            ends = (-e * v_n0 - v_n) / g_n
        dp = min(slip_ends, ends)
        work += v_n * dp + 0.5 * g_n * dp**2
        p_n, p_t, v_n = p_n + dp, p_t + f * dp, v_n + g_n * dp
        v_t = 0.0 if dp == slip_ends else v_t + g_t * dp
        if dp != ends:
            continue
        if not compressing:
            return p_t, p_n
        compressing, v_n, work_c, p_c = False, 0.0, work, p_n


def rigid_energy_loss(configuration, mu, e, hypothesis="stronge"):
    """Kinetic energy lost by the rods of [G04] Figs 22 and 23 in a rigid impact [%]"""
    start = absolute(CONFIGURATIONS[configuration])
    a = inverse_inertia(RODS, *start[:2])
    _, _, v_t, v_n = RODS.tip(*start)
    p = np.array(impact(a, v_t, v_n, mu, e, hypothesis))
    gained = p @ (v_t, v_n) + 0.5 * p @ np.array(((a[0], a[1]), (a[1], a[2]))) @ p
    return -100.0 * gained / RODS.kinetic(*start)
