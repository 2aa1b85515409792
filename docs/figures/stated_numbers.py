"""Prints the numbers that the documentation states, so that none has to be believed. Standard library only."""

import math

from law import RK4_REAL_LIMIT, damping_factor, impact, rk4

G = 9.81
TABLES = {  # [G04] Tables I-III: mu_S, mu_C, sigma_1, v_S
    "I": (0.15, 0.1, math.sqrt(1e5), 0.001),
    "II": (0.45, 0.4, 1e4, 0.1),
    "III": (0.15, 0.12, math.sqrt(1e5), 0.1),
}


def restitution():
    print("d(e) [G04 eq. 10]")
    for e in (0.01, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99):
        print(f"  e = {e}: d = {damping_factor(e):.15f}, a v_i = {damping_factor(e) / e:.6f}")


def restitution_of(u):
    """What [G04 eq. 9] gives for any damping factor, u = a v_i."""
    low, high = 1e-9, min(1.0, 1 / u) - 1e-15
    for _ in range(100):
        e = (low + high) / 2
        positive = u - math.log1p(u) + e * u + math.log1p(-e * u) > 0
        low, high = (e, high) if positive else (low, e)
    return low


def other_laws():
    print("restitution really seen for a nominal e = 0.5")
    for name, u in (("Hunt-Crossley", 1.5 * 0.5), ("Lankarani-Nikravesh", 0.75 * (1 - 0.25)), ("Flores", 1.6)):
        print(f"  {name}: {restitution_of(u):.5f}")
    print("and with Hunt-Crossley, a v_i = 1.5 (1 - e), for other e")
    for e in (0.1, 0.3, 0.5, 0.7, 0.8, 0.9):
        print(f"  e = {e}: {restitution_of(1.5 * (1 - e)):.12f}")


def impact_shape():
    print("one impact, p = 3/2: x_max/x_H, contact time in x_H/v_i, greatest force / force without damping, e_out")
    for e in (0.1, 0.3, 0.5, 0.7, 0.9, 1.0):
        path, time, e_out = impact(e)
        print(f"  e = {e}: {max(x for x, _ in path):.4f}  {time:.4f}  {max(f for _, f in path):.4f}  {e_out:.6f}")
    x_h = (2.5 * 2 * 1 / (2 * 1e6)) ** 0.4
    path, time, _ = impact(0.5)
    print(
        f"  m = 2, k = 1e6, v = 1: x_H {x_h:.6e}, e = 0.5: x_max {x_h * max(x for x, _ in path):.6e} m, "
        f"T {1e3 * x_h * time:.6f} ms; e = 1: T {1e3 * x_h * impact(1.0)[1]:.4f} ms"
    )
    print(f"  the same with k = 1e8: T {1e3 * (2.5 * 2 / 2e8) ** 0.4 * time:.4f} ms")
    print(f"  rest on k = 1e6 with m = 2: {(2 * G / 1e6) ** (2 / 3):.6e} m")


def gravity_in_impact():
    m, k, v_i, e = 0.454, 3.4e10, 0.1, 0.5
    a = damping_factor(e) / (e * v_i)

    def rates(y):
        x, v = y
        return [v, G - k / m * max(x, 0.0) ** 1.5 * max(1 + a * v, 0.0)]

    h, y = 1e-8, [0.0, v_i]
    while True:
        new = rk4(rates, y, h)
        if new[0] <= 0:
            print(f"gravity during a slow impact: e = 0.5 is seen as {-new[1] / v_i:.4f}")
            return
        y = new


def tangential_modes():
    print("explicit step limits of a sticking sphere, m = 2, w_t = 7/(2m) = 1.75 1/kg")
    w_t = 3.5 / 2
    for name, sigma_1 in (("Table II", 1e4), ("sqrt(1e5)", math.sqrt(1e5))):
        trace, product = w_t * sigma_1, w_t * 1e5
        gap = trace * trace - 4 * product
        fast = (trace + math.sqrt(gap)) / 2 if gap > 0 else math.sqrt(product)
        kind = "real" if gap > 0 else "oscillating"
        print(
            f"  {name}: {kind}, rate {fast:.1f} 1/s, RK4 below {RK4_REAL_LIMIT / fast:.3e} s, Euler below "
            f"{2 / fast if gap > 0 else trace / product:.3e} s"
        )


def resting_rate():
    print("damping rate at rest g d/(e v_i), e = 0.5")
    for v_i in (1e-3, 1e-2, 1e-1):
        rate = G * damping_factor(0.5) / (0.5 * v_i)
        print(f"  v_i = {v_i}: {rate:.1f} 1/s, RK4 below {RK4_REAL_LIMIT / rate:.3e} s, Euler below {2 / rate:.3e} s")


def settling():
    depth = (2 * G / 1e6) ** (2 / 3)
    print(f"settling time at rest, e = 0.5, vMin = 1e-3: {damping_factor(0.5) * depth / (1.5 * 0.5 * 1e-3):.3f} s")


def fixed_steps():
    """Contact switched only at step ends, as an integrator without event location does."""
    print("restitution seen for e = 0.5 with fixed steps and no event location, least and greatest of eight phases")
    a_v = damping_factor(0.5) / 0.5
    duration = impact(0.5)[1]

    def rebound(method, h, phase):
        x, v, a, contact = -phase * h - 1e-9, 1.0, 0.0, False
        while contact or x < 0 < v or x > 0:

            def rates(y):
                return [y[1], -1.25 * max(y[0], 0.0) ** 1.5 * max(1 + a * y[1], 0.0) if contact else 0.0]

            x, v = method(rates, [x, v], h)
            if not contact and x > 0:
                contact, a = True, a_v / v
            contact = contact and x > 0
        return -v

    def euler(rates, y, h):
        return [p + h * q for p, q in zip(y, rates(y))]

    for name, method in (("RK4", rk4), ("Euler", euler)):
        for steps in (20, 50, 200):
            seen = [rebound(method, duration / steps, (i + 0.5) / 8) for i in range(8)]
            print(f"  {name}, {steps} steps per contact time: {min(seen):.4f} {max(seen):.4f}")


def wind_up():
    print("steady slip at v_S/10 with eq. 22 and f_n = 10 N: sigma_0 z / f_max")
    f_n, s = 10.0, math.exp(-0.01)
    for name, (mu_s, mu_c, sigma_1, v_s) in TABLES.items():
        stored = mu_c * f_n + sigma_1 * s * 0.1 * v_s / -math.expm1(-0.01)
        print(f"  Table {name}: {stored / (f_n * (mu_c + (mu_s - mu_c) * s)):.4g}")


def guideline():
    least = min((v / 1e5 / -math.expm1(-((v / 1e5) ** 2)), v / 1e5) for v in range(1000, 400000))
    print(f"least of r/(1 - exp(-r^2)): {least[0]:.4f} at r = {least[1]:.3f}")
    for name, (mu_s, mu_c, sigma_1, v_s) in TABLES.items():
        print(f"  Table {name}: holds up to f_n = {least[0] * sigma_1 * v_s / (mu_s - mu_c):.4g} N")
    print(f"  start values: up to f_n = {least[0] * 316.227766 * 0.01 / 0.05:.4g} N")
    print(f"  start values, bristle damping ratio for m_t = 1 kg: {316.227766 / (2 * math.sqrt(1e5)):.4f}")
    print(
        f"  start values, slip at break-away of 10 N normal force: {0.45 * 10 / 1e5:.3e} m; "
        f"tau_br {316.227766 / 1e5:.4e} s"
    )
    print(f"  negative tangential rate, start values: only if f_n > {2 * 316.227766 * 0.01 / 0.4:.4g} N")


def stiffness_choice():
    m, v, x_max, time = 2.0, 1.0, 1e-3, 1e-3
    k = 2.5 * m * v * v / (2 * x_max**2.5)
    print(f"k for m = 2, v = 1 and x_H = 1 mm: {k:.4e}, contact time e = 1: {2.943275184324705 * x_max / v:.4e} s")
    x_h = time * v / 2.943275184324705
    print(f"k for contact time 1 ms: {2.5 * m * v * v / (2 * x_h**2.5):.4e}, x_H = {x_h:.4e} m")


for part in (
    restitution,
    other_laws,
    impact_shape,
    gravity_in_impact,
    tangential_modes,
    resting_rate,
    settling,
    fixed_steps,
    wind_up,
    guideline,
    stiffness_choice,
):
    part()
