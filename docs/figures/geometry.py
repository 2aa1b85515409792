"""Draws frames, signs and the sphere-plane pair [G04 Fig. 8, with x > 0 for overlap]. Standard library only."""

import math

from curves import TARGET
from plot import COLOURS, GREY, INK, document, number, text

WIDTH, HEIGHT = 720, 420
FORCE, MOTION, BODY_I, BODY_J = COLOURS[1], COLOURS[2], "#dbe7f5", "#eceff2"
TILT = math.radians(-14)  # the plane falls to the right
SURFACE = (400.0, 292.0)  # the point of the surface below p_a
RADIUS, OVERLAP = 118.0, 34.0


def along(t, n):
    """A point in pixels from lengths along the plane (t) and along its normal (n), counted from SURFACE."""
    return (SURFACE[0] + t * math.cos(TILT) + n * math.sin(TILT), SURFACE[1] - t * math.sin(TILT) - n * math.cos(TILT))


def line(a, b, colour=INK, width=1.5, dash=""):
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}"{dashes}/>'
    )


def arrow(a, b, colour, width=2.0, both=False):
    angle, head = math.atan2(b[1] - a[1], b[0] - a[0]), 6 + 2 * width
    parts = []
    for tip, turn in ((b, 0.0), (a, math.pi)) if both else ((b, 0.0),):
        wings = [
            (tip[0] - head * math.cos(angle + turn + s), tip[1] - head * math.sin(angle + turn + s))
            for s in (0.32, -0.32)
        ]
        parts.append(
            f'<path d="M{number(tip[0])} {number(tip[1])}'
            + "".join(f"L{number(x)} {number(y)}" for x, y in wings)
            + f'Z" fill="{colour}"/>'
        )
    trim = head * 0.7
    start = (a[0] + trim * math.cos(angle), a[1] + trim * math.sin(angle)) if both else a
    return "\n".join(
        [line(start, (b[0] - trim * math.cos(angle), b[1] - trim * math.sin(angle)), colour, width)] + parts
    )


def dot(p, colour=INK, radius=4.0):
    return f'<circle cx="{number(p[0])}" cy="{number(p[1])}" r="{radius}" fill="{colour}"/>'


def frame(origin, angle, name, offset):
    """Two axes of a frame with its name at `offset` from the origin."""
    x = (origin[0] + 34 * math.cos(angle), origin[1] - 34 * math.sin(angle))
    z = (origin[0] - 34 * math.sin(angle), origin[1] - 34 * math.cos(angle))
    return [
        arrow(origin, x, INK, 1.5),
        arrow(origin, z, INK, 1.5),
        dot(origin),
        text(origin[0] + offset[0], origin[1] + offset[1], name, "start"),
    ]


def draw():
    p_a, centre = along(0, -OVERLAP), along(0, RADIUS - OVERLAP)
    ground = [along(-500, 0), along(500, 0), along(500, -400), along(-500, -400)]
    body_j, body_i, world = along(-150, -88), along(-28, RADIUS - OVERLAP + 30), (66.0, 112.0)
    reach = math.sqrt(RADIUS**2 - (RADIUS - OVERLAP) ** 2)
    out = [
        f'<clipPath id="page"><rect width="{WIDTH}" height="{HEIGHT}"/></clipPath>',
        '<g clip-path="url(#page)">',
        '<path d="M' + "L".join(f"{number(x)} {number(y)}" for x, y in ground) + f'Z" fill="{BODY_J}"/>',
        "</g>",
        f'<circle cx="{number(centre[0])}" cy="{number(centre[1])}" r="{RADIUS}" fill="{BODY_I}" '
        f'stroke="{INK}" stroke-width="1.5"/>',
        line(along(-500, 0), along(500, 0), INK, 2),
        line(along(-reach, 0), along(reach, 0), "#fff", 1, "4 4"),
    ]
    out += [
        line(p_a, along(175, -OVERLAP), GREY, 1, "3 3"),
        arrow(along(160, 0), along(160, -OVERLAP), GREY, 1.5, both=True),
        text(*along(128, -OVERLAP - 30), "penetration x > 0", "start"),
    ]
    out += [
        arrow(along(225, 0), along(225, 84), INK, 2.5),
        text(*along(241, 66), "n", size=15),
        text(*along(225, 98), "normal, out of body j", size=12, colour=GREY),
    ]
    out += [
        arrow(p_a, along(0, 74), FORCE, 3),
        text(*along(12, 58), "f_{n} n", "start", 14, FORCE),
        arrow(p_a, along(-104, -OVERLAP), FORCE, 3),
        text(*along(-96, -OVERLAP - 20), "f_{t}", size=14, colour=FORCE),
        arrow(p_a, along(86, -OVERLAP), MOTION, 2.5),
        text(*along(66, -OVERLAP - 24), "v_{t}", size=14, colour=MOTION),
        dot(p_a, radius=5),
        text(*along(-4, -OVERLAP - 26), "p_{a}", size=15),
    ]
    out += [
        line(world, body_i, GREY, 1, "6 4"),
        line(world, body_j, GREY, 1, "6 4"),
        text(190, 126, "r_{i}", colour=GREY),
        text(152, 244, "r_{j}", colour=GREY),
    ]
    out += (
        frame(world, 0.0, "W (world)", (-46, 20))
        + frame(body_j, TILT, "K_{j}", (5, 20))
        + frame(body_i, 0.5, "K_{i}", (3, 18))
    )
    out += [
        dot(centre, GREY, 3),
        text(centre[0] - 8, centre[1] + 14, "sphere centre", "end", 12, GREY),
        arrow(centre, (centre[0] + RADIUS * math.cos(0.62), centre[1] - RADIUS * math.sin(0.62)), GREY, 1.2),
        text(centre[0] + 66, centre[1] - 58, "R", colour=GREY),
        text(centre[0] + 70, 62, "body i", "start", 14),
        text(120, 390, "body j", size=14),
    ]
    return document(
        WIDTH, HEIGHT, "Frames and signs: bodies i and j, normal n, point of action p_a, penetration x", out
    )


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    (TARGET / "geometry.svg").write_text(draw(), encoding="utf-8", newline="\n")
