"""Moments of the part of a shape below a plane, to 30 digits: python3 table.py > table.csv (needs mpmath).

Not the way of the library: every shape is cut into slices z = const, rectangles or ellipses; of each the part beside a straight line is
integrated by Green's theorem or in closed form, and the slices by adaptive quadrature between the heights at which that form changes.
"""

import itertools

from mpmath import asin, cos, mp, mpf, pi, quad, sin, sqrt

mp.dps = 30


def disc(q):
    """Area, and integrals of s, s^2 and t^2 over the part s < q of the disc of radius 1."""
    q = max(mpf(-1), min(mpf(1), q))
    a = asin(q)
    w = sqrt((1 - q) * (1 + q))
    area = a + q * w + pi / 2
    ss = (a + pi / 2) / 4 - q * w * (1 - 2 * q * q) / 4
    tt = (a + pi / 2) / 4 + q * w * (5 - 2 * q * q) / 12
    return area, -2 * w**3 / 3, ss, tt


def ellipse(a, b, nx, ny, h):
    """Integrals of 1, x, y, xx, yy, xy over the ellipse with the half axes a, b where nx*x + ny*y < h."""
    rise = sqrt((nx * a) ** 2 + (ny * b) ** 2)
    if rise == 0:
        q, ex, ey = (mpf(2) if h > 0 else mpf(-2)), mpf(1), mpf(0)
    else:
        q, ex, ey = h / rise, nx * a / rise, ny * b / rise
    area, s, ss, tt = disc(q)
    by = a * b
    return [
        by * area,
        by * a * ex * s,
        by * b * ey * s,
        by * a * a * (ex * ex * ss + ey * ey * tt),
        by * b * b * (ey * ey * ss + ex * ex * tt),
        by * a * b * ex * ey * (ss - tt),
    ]


def rectangle(a, b, nx, ny, h):
    """The same of a rectangle with the half edges a, b: a polygon, by Green's theorem."""
    corners = [(-a, -b), (a, -b), (a, b), (-a, b)]
    kept = []
    for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1]):
        d, e = h - nx * x - ny * y, h - nx * u - ny * v
        if d > 0:
            kept.append((x, y))
        if (d > 0) != (e > 0):
            t = d / (d - e)
            kept.append((x + t * (u - x), y + t * (v - y)))
    sums = [mpf(0)] * 6
    for (x, y), (u, v) in zip(kept, kept[1:] + kept[:1]):
        c = x * v - u * y
        sums[0] += c / 2
        sums[1] += c * (x + u) / 6
        sums[2] += c * (y + v) / 6
        sums[3] += c * (x * x + x * u + u * u) / 12
        sums[4] += c * (y * y + y * v + v * v) / 12
        sums[5] += c * (x * v + 2 * x * y + 2 * u * v + u * y) / 24
    return sums


def moments(section, low, high, breaks, n, height):
    """volume, first x y z, second xx yy zz xy xz yz."""
    marks = sorted({low, high, *(z for z in breaks if low < z < high)})

    def slice_of(z, k):
        return section(z, height - n[2] * z)[k]

    def integral(k, power):
        total = mpf(0)
        for a, b in zip(marks, marks[1:]):
            half = (b - a) / 2
            # roots at the ends are smooth in the angle
            at = lambda t: (a + b) / 2 + half * sin(t)  # noqa: E731
            total += quad(lambda t: slice_of(at(t), k) * at(t) ** power * half * cos(t), [-pi / 2, 0, pi / 2])
        return total

    return [
        integral(0, 0),
        integral(1, 0),
        integral(2, 0),
        integral(0, 1),
        integral(3, 0),
        integral(4, 0),
        integral(0, 2),
        integral(5, 0),
        integral(1, 1),
        integral(2, 1),
    ]


def box(sizes, n, height):
    a, b, c = sizes
    breaks = [
        (height - sx * n[0] * a - sy * n[1] * b) / n[2] for sx, sy in itertools.product((-1, 1), repeat=2) if n[2] != 0
    ]
    return moments(lambda z, h: rectangle(a, b, n[0], n[1], h), -c, c, breaks, n, height)


def cone(sizes, n, height):
    lower, upper, length = sizes
    slope, middle = (upper - lower) / length, (upper + lower) / 2
    rise = sqrt(n[0] ** 2 + n[1] ** 2)
    breaks = [
        (height + side * rise * middle) / (n[2] - side * rise * slope)
        for side in (-1, 1)
        if n[2] - side * rise * slope != 0
    ]
    radius = lambda z: middle + slope * z  # noqa: E731
    return moments(
        lambda z, h: ellipse(radius(z), radius(z), n[0], n[1], h), -length / 2, length / 2, breaks, n, height
    )


def ellipsoid(sizes, n, height):
    a, b, c = sizes
    # tangents of the ellipse in which the plane of the steepest descent cuts: |slice's rise| = height - nz*z
    rise = (n[0] * a) ** 2 + (n[1] * b) ** 2
    whole = rise + (n[2] * c) ** 2
    root = rise * (whole - height**2) / whole**2 if whole > height**2 else None
    breaks = []
    if root is not None:
        middle = height * n[2] * c * c / whole
        breaks = [middle - c * sqrt(root), middle + c * sqrt(root)]

    def section(z, h):
        scale = sqrt(max(mpf(0), 1 - (z / c) ** 2))
        return ellipse(a * scale, b * scale, n[0], n[1], h)

    return moments(section, -c, c, breaks, n, height)


def support(shape, sizes, n):
    """Greatest n*y of the shape."""
    if shape == "box":
        return sum(abs(n[k]) * sizes[k] for k in range(3))
    if shape == "ellipsoid":
        return sqrt(sum((n[k] * sizes[k]) ** 2 for k in range(3)))
    lower, upper, length = sizes
    rise = sqrt(n[0] ** 2 + n[1] ** 2)
    return max(rise * lower - n[2] * length / 2, rise * upper + n[2] * length / 2)


SHAPES = [
    ("box", box, ("0.1", "0.07", "0.05")),
    ("cone", cone, ("0.05", "0.05", "0.12")),
    ("cone", cone, ("0.06", "0.02", "0.1")),
    ("cone", cone, ("0.06", "0", "0.1")),
    ("ellipsoid", ellipsoid, ("0.1", "0.07", "0.05")),
    ("ellipsoid", ellipsoid, ("0.06", "0.06", "0.06")),
]
# tilted anyhow, nearly along and nearly across each axis, upside down
NORMALS = [
    (0.3, -0.5, 0.8),
    (-0.6, 0.2, -0.7),
    (1e-3, 2e-3, 1.0),
    (1e-8, -1e-8, 1.0),
    (1.0, 0.3, 1e-3),
    (0.7, -0.7, -1e-8),
    (2e-3, 1.0, 0.4),
]
# parts of the way from the lowest to the highest point
PARTS = ["1e-5", "1e-3", "0.2", "0.7", "0.999"]

if __name__ == "__main__":
    print("shape,size,size,size,nx,ny,nz,height,volume,x,y,z,xx,yy,zz,xy,xz,yz")
    for (name, of, sizes), (k, normal) in itertools.product(SHAPES, enumerate(NORMALS)):
        length = sum(x * x for x in normal) ** 0.5
        # the doubles that the library is given; it takes the normal as one of length 1
        n = [mpf(x / length) for x in normal]
        exact = [mpf(float(mpf(size))) for size in sizes]
        part = mpf(PARTS[(k + len(name)) % len(PARTS)])
        low, high = -support(name, exact, [-x for x in n]), support(name, exact, n)
        height = mpf(float(low + part * (high - low)))
        found = of(exact, n, height)
        numbers = [*exact, *n, height, *found]
        print(name + "," + ",".join(repr(float(number)) for number in numbers), flush=True)
