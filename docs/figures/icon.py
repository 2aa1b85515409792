"""Draws modelDescription/model.png: a sphere on a rough surface and the contact force. Standard library only.

Shapes live in a unit square (y up); edges are smoothed by 4 x 4 samples per pixel. The pixels are the same on every
machine, the bytes too wherever zlib compresses alike.
"""

import math
import struct
import zlib
from pathlib import Path

SIZE, SAMPLES = 256, 4
# of each colour: what no eye tells apart compresses to two thirds
STEP = 4
TARGET = Path(__file__).resolve().parents[2] / "modelDescription" / "model.png"

SPHERE_CENTRE, SPHERE_RADIUS = (0.47, 0.585), 0.285
DEEPEST = (SPHERE_CENTRE[0], SPHERE_CENTRE[1] - SPHERE_RADIUS)
EDGE, GROUND, BODY, LIGHT, FORCE = (27, 39, 51), (176, 186, 196), (31, 95, 168), (120, 170, 222), (224, 92, 16)


def surface(x):
    """Height of the rough surface: asperities of two wavelengths, highest near the contact."""
    return 0.290 + 0.022 * math.cos(44 * (x - DEEPEST[0])) + 0.008 * math.sin(83 * x)


def segment(p, a, b):
    """Distance of p from the segment a b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def inside_arrow(p):
    """The contact force: up and against a slip to the right, from the deepest point."""
    tip = (0.26, 0.80)
    length = math.hypot(tip[0] - DEEPEST[0], tip[1] - DEEPEST[1])
    ux, uy = (tip[0] - DEEPEST[0]) / length, (tip[1] - DEEPEST[1]) / length
    x, y = p[0] - DEEPEST[0], p[1] - DEEPEST[1]
    along, across = x * ux + y * uy, abs(y * ux - x * uy)
    shaft = 0 <= along <= length - 0.11 and across <= 0.024
    head = length - 0.13 <= along <= length and across <= (length - along) * 0.5
    return shaft or head


def colour(x, y):
    """Colour and opacity at a point of the unit square."""
    if math.hypot(x - DEEPEST[0], y - DEEPEST[1]) < 0.034 or inside_arrow((x, y)):
        return FORCE, 1.0
    off_sphere = math.hypot(x - SPHERE_CENTRE[0], y - SPHERE_CENTRE[1]) - SPHERE_RADIUS
    if abs(off_sphere) < 0.011:
        return EDGE, 1.0
    margin = 0.04 < x < 0.96 and y > 0.06
    if margin and y < surface(x):
        return (EDGE, 1.0) if y > surface(x) - 0.024 else (GROUND, 1.0)
    if off_sphere < 0:
        shine = max(0.0, 1 - math.hypot(x - 0.56, y - 0.72) / 0.36)
        return tuple(round(b + (light - b) * shine) for b, light in zip(BODY, LIGHT)), 1.0
    return (0, 0, 0), 0.0


def pixel(column, row):
    total, opacity = [0.0, 0.0, 0.0], 0.0
    for i in range(SAMPLES):
        for j in range(SAMPLES):
            rgb, alpha = colour((column + (i + 0.5) / SAMPLES) / SIZE, 1 - (row + (j + 0.5) / SAMPLES) / SIZE)
            opacity += alpha
            total = [t + alpha * c for t, c in zip(total, rgb)]
    if opacity == 0:
        return bytes(4)
    return bytes([STEP * round(t / opacity / STEP) for t in total] + [round(255 * opacity / SAMPLES**2)])


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png():
    rows = b"".join(b"\0" + b"".join(pixel(column, row) for column in range(SIZE)) for row in range(SIZE))
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


if __name__ == "__main__":
    TARGET.write_bytes(png())
