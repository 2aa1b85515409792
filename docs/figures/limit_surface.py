"""Draws the sets of friction forces and moments and computes what the documentation says of them.
Standard library only.

[PT96] = Pang, Trinkle 1996. Forces by the bound of the friction force, moments by e_r times that bound.
"""

import math

from curves import TARGET
from plot import Axes, document

SLICES = 2000
PRESSURES = {  # radius 1: share of the load by radius, and e_r, its mean distance from the centre
    "flat disc, even pressure": (lambda r: 2 * r, 2 / 3),
    "Hertz's pressure": (lambda r: 3 * r * math.sqrt(1 - r * r), 3 * math.pi / 16),
}


def elliptic(k):
    """Complete elliptic integrals K and E of the modulus k < 1, by the arithmetic-geometric mean."""
    a, b, c = 1.0, math.sqrt(1 - k * k), k
    total, weight = c * c / 2, 1.0
    while abs(c) > 1e-16:
        a, b, c = (a + b) / 2, math.sqrt(a * b), (a - b) / 2
        total += weight * c * c
        weight *= 2
    return math.pi / (2 * a), math.pi / (2 * a) * (1 - total)


def ring(r, d):
    """Force and moment of Coulomb friction on a ring of radius `r` that turns about a point at the distance `d`."""
    big_k, big_e = elliptic(min(2 * math.sqrt(d * r) / (d + r), 1 - 1e-15))
    return ((d + r) * big_e + (d - r) * big_k) / (math.pi * d), ((d + r) * big_e + (r - d) * big_k) / math.pi


def disc(density, d):
    """The same for a disc of radius 1 whose pressure has that density over the radius; substitution for both ends."""
    force = moment = 0.0
    cuts = [0.0, d, 1.0] if d < 1 else [0.0, 1.0]
    for first, last in zip(cuts, cuts[1:]):
        for i in range(SLICES):
            t = (i + 0.5) / SLICES
            r = first + (last - first) * t * t * (3 - 2 * t)
            weight = density(r) * (last - first) * 6 * t * (1 - t) / SLICES
            f, m = ring(r, d)
            force += weight * f
            moment += weight * m
    return force, moment


def curve_of(density, e_r):
    """|f_t| and |c_r|/e_r from pure spinning to pure slip."""
    inside = [disc(density, math.tan(angle / 64 * math.pi / 2)) for angle in range(1, 64)]
    return [(0.0, 1.0)] + [(f, m / e_r) for f, m in inside] + [(1.0, 0.0)]


def planes(sides):
    """Unit normals of the polyhedron's planes: around at the latitudes 0 and +-45 degrees, and the poles."""
    around = [2 * math.pi * k / sides for k in range(sides)]
    latitudes = (-math.pi / 4, 0.0, math.pi / 4)
    slanted = [
        (math.cos(a) * math.cos(b), math.sin(a) * math.cos(b), math.sin(b)) for a in around for b in latitudes
    ]
    return slanted + [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]


def reach(sides, direction):
    """How far the polyhedron reaches in a direction of length 1."""
    return 1 / max(sum(n * u for n, u in zip(normal, direction)) for normal in planes(sides))


def section(sides, azimuth):
    """Section of the polyhedron with the plane of its axis and the azimuth: (|f_t|, c_r/e_r)."""
    points = []
    for i in range(721):
        up = math.pi / 2 * (1 - i / 720)
        flat = math.cos(up)
        length = reach(sides, (flat * math.cos(azimuth), flat * math.sin(azimuth), math.sin(up)))
        points.append((length * flat, length * math.sin(up)))
    return points


def draw():
    axes = Axes((70, 24, 430, 384), (0, 1.2), (0, 1.2))
    ticks = [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2]
    axes.frame(ticks, ticks, "friction force |f_{t}| / f_{max}", "moment |c_{r}| / (e_{r} f_{max})")
    axes.curve([(math.sin(i / 400 * math.pi / 2), math.cos(i / 400 * math.pi / 2)) for i in range(401)], 0)
    axes.curve(curve_of(*PRESSURES["flat disc, even pressure"]), 1)
    axes.curve(curve_of(*PRESSURES["Hertz's pressure"]), 2)
    axes.curve(section(8, 0.0), 3)
    axes.curve([(0, 1), (1, 1), (1, 0)], 4)
    entries = [(0, "ellipsoid (a)"), (1, "disc, even pressure"), (2, "disc, Hertz\u2019s pressure")]
    axes.legend(0.06, 0.42, entries + [(3, "polyhedron (b), through faces"), (4, "mixed (c)")])
    return document(460, 440, "Friction force over moment about the normal: five limit surfaces", axes.body)


def numbers():
    print("limit surfaces: how far the exact curve of a disc lies within the ellipse, greatest over all directions")
    for name, (density, e_r) in PRESSURES.items():
        length, force = min((math.hypot(f, m), f) for f, m in curve_of(density, e_r))
        moment = disc(density, 1e-9)[1]
        print(f"  {name}: e_r = {moment:.6f} ({e_r:.6f}), {100 * (1 - length):.2f} % at |f_t| = {force:.2f} f_max")
    print("polyhedron: how far its corners and its section with the tangent plane lie beyond the ball")
    for sides in (4, 8, 16, 32):
        half = math.pi / sides
        corner = math.hypot(1 / math.cos(half), math.sqrt(2) - 1)
        print(
            f"  {sides} sides: corners {100 * (corner - 1):.1f} %, force alone {100 * (1 / math.cos(half) - 1):.1f} %, "
            f"direction off by up to {math.degrees(half):.4g} deg"
        )


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    (TARGET / "limit-surface.svg").write_text(draw(), encoding="utf-8", newline="\n")
    numbers()
