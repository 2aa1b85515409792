"""Prints the numbers that the documentation states, so that none has to be believed. Standard library only."""

import math

from law import (
    DAMPING_LAWS,
    RK4_REAL_LIMIT,
    creep,
    damping_factor,
    damping_ratio,
    impact,
    restitution_of,
    rk4,
    spring_damper_restitution,
    textbook_damping_ratio,
)
from limit_surface import elliptic
from limit_surface import numbers as limit_surfaces

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


def below_the_slowest():
    u = damping_factor(0.5) / 0.5
    print("e = 0.5, restitution of an impact slower than 1e-7 m/s, by v/(1e-7 m/s)")
    print("  " + "  ".join(f"{share}: {restitution_of(share * u):.9f}" for share in (0.8, 0.5, 0.1)))


def slow_landings():
    """2 kg on k = 1e6 N/m^1.5 under gravity, e = 0.5: how often x' reaches twice the speed that was latched."""
    u, h = damping_factor(0.5) / 0.5, 1e-6
    row = []
    for speed in (1e-3, 0.01, 0.03, 0.04, 0.1):
        y, v_i, times = [0.0, speed], speed, 0
        for _ in range(20_000):
            y = rk4(lambda y: [y[1], G - 5e5 * max(y[0], 0.0) ** 1.5 * max(0.0, 1 + u * min(y[1] / v_i, 1.0))], y, h)
            if y[1] >= 2 * v_i:
                v_i, times = y[1], times + 1
        row.append(f"{1e3 * speed:g} mm/s: {times}")
    print("latched anew on a slow landing: " + ", ".join(row))


def other_laws():
    given = [i / 10 for i in range(1, 10)]
    print("restitution really seen for e = 0.1 ... 0.9")
    rows = {name: [restitution_of(u(e)) for e in given] for name, u in DAMPING_LAWS.items()}
    for name, factor in (("right mass", 1.0), ("half the mass", 2.0), ("twice the mass", 0.5)):
        rows[f"kelvinVoigt, {name}"] = [
            spring_damper_restitution(damping_ratio(e) * math.sqrt(factor)) for e in given
        ]
    rows["textbook damping ratio"] = [spring_damper_restitution(textbook_damping_ratio(e)) for e in given]
    for name, row in rows.items():
        print(f"  {name}: " + " ".join(f"{e:.4f}" for e in row))
    print("  damping ratio: " + " ".join(f"{damping_ratio(e):.4f}" for e in given))
    for name in ("huntCrossley", "lankaraniNikravesh", "flores"):
        row = [restitution_of(DAMPING_LAWS[name](e)) for e in (0.1, 0.3, 0.5)]
        print(f"  {name}, e = 0.1, 0.3, 0.5: " + " ".join(f"{e:.12f}" for e in row))
    print("  damping ratio, the same: " + " ".join(f"{damping_ratio(e):.12f}" for e in (0.1, 0.3, 0.5)))
    print("flores with d_max = 2000 s/m")
    for v_i in (0.01, 0.005, 0.001):
        print(f"  up to vsmall, v_i = {v_i} m/s: {restitution_of(2000 * v_i):.4f}")
    print(f"  d_max acts above vsmall = 0.01 m/s for e below {8 / (8 + 5 * 2000 * 0.01):.4f}")


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
        return [v, G - k / m * max(x, 0.0) ** 1.5 * max(1 + a * min(v, v_i), 0.0)]

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


def hertz_stiffness(radius, modulus=2.1e11, nu=0.3):
    """[M3D] for two bodies of one material."""
    return 4 / 3 * math.sqrt(radius) * modulus / (2 * (1 - nu * nu))


def materials():
    print("stiffness from materials, steel on steel (2.1e11 Pa, 0.3)")
    for radius in (0.1, 0.01):
        print(f"  R_eff = {radius} m: k = {hertz_stiffness(radius):.4e} N/m^1.5")
    m, v, k = 7850 * 4 / 3 * math.pi * 0.01**3, 1.0, hertz_stiffness(0.01)
    x_h = (2.5 * m * v * v / (2 * k)) ** 0.4
    time = 2.943275184324705 * x_h / v
    print(f"  ball of 10 mm, {1e3 * m:.1f} g, 1 m/s: x_H {1e6 * x_h:.1f} um, contact time {1e6 * time:.0f} us")
    print(f"  k_red = 1e-4: impact {1e4**0.4:.1f} times deeper and longer, at rest {1e4 ** (2 / 3):.0f} times deeper")
    print("mean curvature in place of the elliptic contact of Hertz, error of k")
    for name, sign, ratios in (("on", 1, (3.0, 1.0)), ("in", -1, (3.0, 2.0, 1.2))):
        for ratio in ratios:
            curvature = 1 + sign / (2 * ratio)
            exact = elliptic_stiffness(*sorted((1.0, 1 + sign / ratio)))
            error = 4 / 3 / math.sqrt(curvature) / exact - 1
            print(f"  sphere {name} cylinder, R_j = {ratio:g} R: {100 * error:.1f} %")
            if sign > 0:
                error = 4 / 3 / math.sqrt(1 + 1 / ratio) / exact - 1
                print(f"    with the curvature 1/R_j [M3D]: {100 * error:.1f} %")


def elliptic_stiffness(smaller, larger):
    """Hertz's k for E* = 1 and these relative curvatures in two directions across each other."""
    low, high = 1e-3, 1 - 1e-9  # ratio of the axes of the contact area; a larger one means rounder
    for _ in range(100):
        ratio = (low + high) / 2
        big_k, big_e = elliptic(math.sqrt(1 - ratio * ratio))
        along, across = big_k - big_e, big_e / (ratio * ratio) - big_k
        low, high = (ratio, high) if across / along > larger / smaller else (low, ratio)
    # greatest pressure 1, longer half-axis 1: curvatures, force 2/3 pi b, approach b K
    scale = ratio / (1 - ratio * ratio) * math.sqrt(along * across)
    force, approach = 2 / 3 * math.pi * ratio, ratio * big_k
    return force / approach**1.5 * math.sqrt(2 * scale) / (smaller * larger) ** 0.25


def smooth_friction():
    load = math.tan(math.radians(10)) / 0.4
    v = 0.01 * creep(load)
    print(f"law coulomb: block on 10 deg, mu = 0.4: load {load:.4f}, creeps at {1e3 * v:.3f} mm/s, {3600 * v:.2f} m/h")
    rate = 3 * 0.4 * G / 0.01
    print(f"  rate at rest under its own weight: {rate:.0f} 1/s, RK4 below {1e3 * RK4_REAL_LIMIT / rate:.2f} ms")
    load = math.tan(math.radians(0.3)) / 0.01
    w = 0.01 * creep(load)
    print(f"rolling, mu_r = 0.01: ball on 0.3 deg: load {load:.4f}, creeps at {1e3 * w:.3f} mrad/s")
    print(f"  steepest slope it does not run down: {math.degrees(math.atan(0.01)):.3f} deg")
    print(f"  deceleration 5/7 mu_r g = {5 / 7 * 0.01 * G:.7f} m/s2; from 1 m/s it rolls {7 / (10 * 0.01 * G):.4f} m")
    rate = 15 * 0.01 * G / (7 * 0.1 * 0.01)
    print(f"  R = 0.1: time constant below wsmall {1 / rate:.4e} s, rate {rate:.0f} 1/s")


def spinning():
    limit_surfaces()
    m, radius = 2.0, 0.1
    for name, k in (("steel on steel", hertz_stiffness(radius)), ("k = 1e6", 1e6)):
        depth = (m * G / k) ** (2 / 3)
        area = math.sqrt(radius * depth)
        e_r = 3 * math.pi / 16 * area
        print(
            f"  2 kg, R = 0.1 m, {name}: x = {depth:.3e} m, a = {1e3 * area:.3f} mm, e_r = {1e3 * e_r:.4f} mm, "
            f"moment with mu = 0.4: {0.4 * m * G * e_r:.3e} N.m; v_S/e_r = {0.01 / e_r:.1f} rad/s, "
            f"twist at break-away {0.4 * m * G / (1e5 * e_r):.3g} rad"
        )
    print(f"  3 pi/16 = {3 * math.pi / 16:.15f}")
    nu = 0.3
    stiffer = 2 / 3 * (2 - nu) / (3 * math.pi / 16) ** 2  # 16/3 G a^3 over 8 G a/(2 - nu), over e_r^2
    print(f"  twist stiffness of a sticking elastic area by sigma_0 e_r^2: {stiffer:.2f}")
    inertia, omega, mu, e_r = 0.4 * m * radius**2, 10.0, 0.4, 0.01
    print(f"  the ball, e_r = 0.01 m, from 10 rad/s: stops after {inertia * omega / (mu * m * G * e_r):.7f} s")


for part in (
    restitution,
    below_the_slowest,
    slow_landings,
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
    materials,
    smooth_friction,
    spinning,
):
    part()
