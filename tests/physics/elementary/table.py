#!/usr/bin/env python3
"""Values of e^x and e^x - 1 to many digits, for tests/physics/elementary.rs, and the coefficients of src/physics/elementary.rs.

Needs mpmath from PyPI (written with 1.3):  python3 tests/physics/elementary/table.py
writes table.csv beside this file and prints the coefficients. Nothing is taken from the code under test.
"""

import pathlib
import random
import struct

from mpmath import cos, exp, expm1, fsum, ldexp, log, lu_solve, matrix, mp, mpf, nstr, pi, frexp

mp.prec = 250
LN_2 = log(2)
HEADER = "# x, e^x rounded to nearest, what is missing in units of its last place, the same of e^x - 1; numbers as bits"


def bits(x):
    return "%016x" % struct.unpack("<Q", struct.pack("<d", x))[0]


def rounded(value):
    """The nearest double of value, not 0, and the rest by the unit of its last place; subnormal numbers keep theirs."""
    _, exponent = frexp(abs(value))
    unit = ldexp(mpf(1), max(exponent - 53, -1074))
    nearest = mp.nint(value / unit)
    return float(nearest * unit), (value / unit - nearest)


def points():
    random.seed(2004)
    uniform = random.uniform
    chosen = [uniform(-745, 709.7) for _ in range(300)] + [uniform(-40, 0) for _ in range(300)]
    chosen += [uniform(-1, 1) for _ in range(500)] + [uniform(-745.1, -708) for _ in range(150)]
    # small arguments of every size, down to subnormal ones
    chosen += [random.choice([-1, 1]) * 2.0 ** uniform(-1073, -40) for _ in range(50)]
    chosen += [random.choice([-1, 1]) * 2.0 ** uniform(-60, 0) for _ in range(250)]
    # where k changes, and the last sum of e^x - 1 cancels most
    halves = [(random.randint(-1074, 1022) + 0.5) * float(LN_2) * (1 + uniform(-1e-9, 1e-9)) for _ in range(200)]
    near = [(random.choice([-2, -1, 0, 1]) + 0.5) * float(LN_2) * (1 + uniform(-0.05, 0.05)) for _ in range(250)]
    # where a search found errors close to the greatest ones
    near += [uniform(0.34, 0.43) for _ in range(250)] + [uniform(0.3465, 0.3468) for _ in range(50)]
    near += [0.34668930505157536, 0.34668661443448695, 0.3868137161265272, 0.3937405523476274, 0.34662699235219785]
    near += [-708.7396057040036, -708.4537314928638, -708.6542891873962, -699.7320735651778]
    # k·ln 2 as exactly as a double can hold it: nothing but the reduction counts
    whole = [float(random.randint(-1074, 1023) * LN_2) for _ in range(100)]
    edges = [709.782712893384, -745.1332191019411, -708.3964185322641, -708.3964185322642, 1.0, -1.0, 5e-324, -5e-324]
    edges += [-37.42994775023705, -36.7368005696771, 36.7368005696771, 2.0**-54, -(2.0**-54), 2.0**-53, -(2.0**-53)]
    return [x for x in chosen + halves + near + whole + edges if -745.1332191019412 < x < 709.7827128933841 and x != 0]


def write_table(path):
    lines = [HEADER, "x,exp,exp_rest,expm1,expm1_rest"]
    for x in sorted(set(points())):
        (e, e_rest), (m, m_rest) = rounded(exp(mpf(x))), rounded(expm1(mpf(x)))
        lines.append(f"{bits(x)},{bits(e)},{nstr(e_rest, 3)},{bits(m)},{nstr(m_rest, 3)}")
    path.write_text("\n".join(lines) + "\n")
    print(f"{len(lines) - 2} points")


def coefficients(count=10, steps=12):
    """Q[n] of e^r = 1 + r + r^2/2 + r^3*sum(Q[n]*r^n), |r| <= ln(2)/2, with the least greatest error by |r| (Remez)."""
    half = LN_2 / 2 * (1 + ldexp(mpf(1), -30))

    def wanted(r):
        if abs(r) > mpf("1e-3"):
            return (exp(r) - 1 - r - r * r / 2) / r**3
        return fsum(r**n / mp.factorial(n + 3) for n in range(30))

    def error(q, r):
        return (fsum(q[n] * r**n for n in range(count)) - wanted(r)) * r * r

    grid = [half * (mpf(2 * i) / 4000 - 1) for i in range(4001)]
    # the error vanishes at 0 whatever the coefficients: the point there is moved aside
    at = [half * (cos(pi * i / count) if 2 * i != count else mpf("0.07")) for i in range(count + 1)]
    for _ in range(steps):
        rows = matrix(count + 1, count + 1)
        sides = matrix(count + 1, 1)
        for i, r in enumerate(at):
            for n in range(count):
                rows[i, n] = r**n
            rows[i, count] = (-1) ** i / (r * r + mpf(10) ** -12)
            sides[i] = wanted(r)
        q = list(lu_solve(rows, sides))[:count]
        errors = [error(q, r) for r in grid]
        # the greatest error of each sign run
        peaks = []
        for i, e in enumerate(errors):
            if e == 0:
                continue
            if peaks and errors[peaks[-1]] * e > 0:
                if abs(e) > abs(errors[peaks[-1]]):
                    peaks[-1] = i
            else:
                peaks.append(i)
        while len(peaks) > count + 1:
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        if len(peaks) == count + 1:
            at = [grid[i] for i in peaks]
    q = [float(c) for c in q]
    greatest = max(abs(error([mpf(c) for c in q], r)) for r in grid)
    print(f"Q as doubles, error by |r| at most 2^{nstr(log(greatest, 2), 4)}:")
    for c in q:
        print(f"    {c!r},")


if __name__ == "__main__":
    write_table(pathlib.Path(__file__).with_name("table.csv"))
    coefficients()
