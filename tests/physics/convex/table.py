"""Energy, force and moment of two boxes pressed into each other: python3 table.py > table.csv (needs scipy).

Not the way of the library, which integrates over faces: volumes. The force on box i is half the sum of n_g times the volume of the part of the
overlap that is nearest to face g of box j, less the same of box i; the energy is half the sum of the volumes of one box in the other one whose
faces have all moved inwards by p, integrated over p. Intersections of half-spaces by Qhull.
"""

import numpy as np
from scipy.integrate import quad
from scipy.optimize import linprog
from scipy.spatial import ConvexHull, HalfspaceIntersection, QhullError


def moments(planes):
    """Volume and first moments of {x: a.x <= b} for rows (a, b)."""
    a, b = planes[:, :3], planes[:, 3]
    norms = np.linalg.norm(a, axis=1)
    keep = norms > 0
    a, b, norms = a[keep], b[keep], norms[keep]
    found = linprog([0, 0, 0, -1], np.c_[a, norms], b, bounds=[(None, None)] * 3 + [(0, None)])
    if found.status != 0 or found.x[3] < 1e-9:
        return 0.0, np.zeros(3)
    points = HalfspaceIntersection(np.c_[a, -b], found.x[:3]).intersections
    try:
        hull = ConvexHull(points)
    except QhullError:
        return 0.0, np.zeros(3)
    middle = points.mean(axis=0)
    volume, first = 0.0, np.zeros(3)
    for simplex in hull.simplices:
        p, q, r = points[simplex]
        part = abs(np.dot(p - middle, np.cross(q - middle, r - middle))) / 6
        volume += part
        first += part * (p + q + r + middle) / 4
    return volume, first


def turn(q):
    w, x, y, z = np.array(q) / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def box(half, position, rotation):
    normals = np.vstack([rotation.T, -rotation.T])
    return np.c_[normals, normals @ position + np.r_[half, half]]


def pressed(field, other):
    """Of the field of one box on the other: force and moment on the other, and the energy."""
    force, moment = np.zeros(3), np.zeros(3)
    for g, row in enumerate(field):
        # nearer to face g than to the others: b_g - a_g.x <= b_h - a_h.x
        nearer = np.delete(field, g, axis=0) - row
        volume, first = moments(np.vstack([field, other, nearer]))
        force += row[:3] * volume
        moment += np.cross(first, row[:3])

    def shrunk(p):
        moved = field.copy()
        moved[:, 3] -= p
        return moments(np.vstack([moved, other]))[0]

    low, high = 0.0, min(field[:, 3][:3] + field[:, 3][3:]) / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if shrunk(middle) > 0 else (low, middle)
    energy = quad(shrunk, 0.0, high, epsabs=1e-13, epsrel=1e-8, limit=100)[0]
    return force, moment, energy


def main():
    random = np.random.default_rng(4)
    print("half_i,,,half_j,,,position,,,orientation,,,,force,,,moment,,,energy")
    count = 0
    while count < 24:
        half_i, half_j = random.uniform(0.3, 1.0, 3), random.uniform(0.3, 1.0, 3)
        q = random.normal(size=4)
        q /= np.linalg.norm(q)
        direction = random.normal(size=3)
        position = direction / np.linalg.norm(direction) * random.uniform(0.6, 2.0)
        if count % 4 == 0:
            # flat on each other
            q = np.array([1.0, 0.0, 0.0, 0.0])
            position = np.array([*random.uniform(-0.5, 0.5, 2), half_i[2] + half_j[2] - random.uniform(0.01, 0.1)])
        i, j = box(half_i, position, turn(q)), box(half_j, np.zeros(3), np.eye(3))
        by_j, moment_by_j, energy_j = pressed(j, i)
        by_i, moment_by_i, energy_i = pressed(i, j)
        if np.linalg.norm(by_j) < 1e-4:
            continue
        numbers = [*half_i, *half_j, *position, *q]
        numbers += [*(by_j - by_i) / 2, *(moment_by_j - moment_by_i) / 2, (energy_i + energy_j) / 2]
        print(",".join(repr(float(number)) for number in numbers))
        count += 1


main()
