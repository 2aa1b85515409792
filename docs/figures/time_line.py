"""Draws the time line of the interface coupling for docs/numerics.md: inside a step, the two orders, the check of the mass.

Writes docs/pictures/time-line.svg. The impact is an undamped half sine, drawn much too long. Standard library only.
"""

import math
from pathlib import Path

from geometry import arrow, dot, line
from plot import COLOURS, GREY, GRID, INK, document, number, text

TARGET = Path(__file__).resolve().parents[1] / "pictures" / "time-line.svg"
WIDTH, HEIGHT = 760, 640
LEFT, STEP = 150, 190  # pixels of t and of H
UNIT, HOST, GHOST = COLOURS[0], COLOURS[1], "#eef3f9"
ONSET, LENGTH, DEPTH = 0.16, 0.34, 58.0  # of the impact in steps, and pixels
COUNT = 9  # micro-steps drawn


def at(steps):
    return LEFT + STEP * steps


def path(points, colour, width=2.0, dash="", fill="none"):
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f'<path d="{d}" fill="{fill}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"{dashes}/>'


def box(start, end, y, height, label, colour, fill):
    left, right = at(start), at(end)
    return [
        f'<rect x="{number(left + 2)}" y="{y}" width="{number(right - left - 4)}" height="{height}" rx="4" '
        f'fill="{fill}" stroke="{colour}"/>',
        text((left + right) / 2, y + height / 2 + 4.5, label, size=12, colour=colour),
    ]


def ticks(top, bottom, labels):
    out = []
    for k, label in enumerate(labels):
        out += [line((at(k), top), (at(k), bottom), GRID, 1.5), text(at(k), bottom + 15, label, size=12, colour=GREY)]
    return out


def inside():
    """Penetration and force over one step that is three times as wide as those below."""
    wide = 3 * STEP
    x0, y0, base = LEFT, 92.0, 236.0

    def place(share):
        return x0 + wide * share

    speed = math.pi * DEPTH / LENGTH  # pixels of depth per step
    begin = [(place(0), y0 + speed * ONSET), (place(ONSET), y0)]
    swing = [(ONSET + LENGTH * k / 40, math.sin(math.pi * k / 40)) for k in range(41)]
    end = ONSET + LENGTH
    out = [line((x0, y0), (place(1), y0), GRID, 1.5), text(x0 - 8, y0 + 4, "x = 0", "end", 12, GREY)]
    scale = 0.35  # flights are drawn flatter than they are
    out.append(path([(begin[0][0], y0 + scale * speed * ONSET), begin[1]], UNIT))
    out.append(path([(place(share), y0 - DEPTH * depth) for share, depth in swing], UNIT))
    out.append(path([(place(end), y0), (place(1), y0 + scale * 0.5 * speed * (1 - end))], UNIT))
    for k in range(COUNT + 1):
        share = k / COUNT
        out.append(dot((place(ONSET + LENGTH * share), y0 - DEPTH * math.sin(math.pi * share)), UNIT, 2.6))
    out += [
        text(place(ONSET / 2), y0 + 48, "flight (step 7)", size=12, colour=UNIT, anchor="middle"),
        text(place(ONSET) - 6, y0 - 8, "onset: v_{i}", "end", 12, UNIT),
        text(place(ONSET + LENGTH / 2), y0 - DEPTH - 10, "micro-steps (steps 8 to 12)", size=12, colour=UNIT),
        text(place(end) + 6, y0 - 8, "release (step 13)", "start", 12, UNIT),
        text(place((1 + end) / 2), y0 + 48, "flight", size=12, colour=UNIT),
    ]
    tall = 66.0
    force = [(place(share), base - tall * depth) for share, depth in swing]
    out.append(path([*force, (place(end), base), (place(ONSET), base)], UNIT, 1.5, fill=GHOST))
    # J and K of the half sine, in steps: mean force 2/π over LENGTH, its moment about the middle of the step
    impulse = 2 / math.pi * LENGTH
    centre = ONSET + LENGTH / 2
    moment = impulse * (1 - centre)
    start = 6 * moment - 2 * impulse
    slope = 2 * (impulse - start)
    out += [
        path([(place(0), base - tall * start), (place(1), base - tall * (start + slope))], HOST, 2.0),
        path([(place(0), base - tall * impulse), (place(1), base - tall * impulse)], HOST, 1.5, "6 4"),
        line((x0, base), (place(1), base), INK, 1.0),
        text(x0 - 8, base + 4, "f = 0", "end", 12, GREY),
        text(place(0.985), base - tall * impulse - 6, "mean J/H", "end", 12, HOST),
        text(place(0.005), base - tall * start - 24, "mean, slope", "start", 12, HOST),
        text(place(0.005), base - tall * start - 9, "(step 15)", "start", 12, HOST),
        text(place(centre), base - 40, "impulse J", size=12, colour=UNIT),
        line((place(0), 30), (place(0), base + 6), GRID, 1.5),
        line((place(1), 30), (place(1), base + 6), GRID, 1.5),
        text(place(0), base + 22, "t", size=12, colour=GREY),
        text(place(1), base + 22, "t + H", size=12, colour=GREY),
        text(14, 24, "Inside one step", "start", 14),
    ]
    return out


def orders():
    top = 300
    out = [text(14, top - 12, "Sequential order", "start", 14), *ticks(top, top + 62, ["t", "t + H", "t + 2H", "t + 3H"])]
    for k in range(3):
        out += box(k, k + 1, top + 4, 24, f"solve, send F_{{{k}}}", UNIT, GHOST)
        out += box(k, k + 1, top + 34, 24, f"importer applies F_{{{k}}}", HOST, "#fdf3ec")
    out += [text(LEFT - 10, top + 20, "Asperity", "end", 12, UNIT), text(LEFT - 10, top + 50, "bodies", "end", 12, HOST)]
    top = 416
    out += [text(14, top - 12, "Parallel order", "start", 14), *ticks(top, top + 62, ["t", "t + H", "t + 2H", "t + 3H"])]
    for k in range(3):
        ahead = f"F_{{{k - 1}}}" if k else "0"
        out += box(k, k + 1, top + 34, 24, f"importer applies {ahead}", HOST, "#fdf3ec")
        if k < 2:
            out += box(k + 1, k + 2, top + 4, 24, f"F_{{{k}}}, solved at {'t' if k == 0 else 't + H'}", UNIT, GHOST)
        if k == 0:
            out.append(arrow((at(0), top + 16), (at(1) - 1, top + 16), UNIT, 1.2))
            out.append(text(at(0.5), top + 11, "predict v̂, x̂ (step 3)", size=11, colour=UNIT))
    out += [text(LEFT - 10, top + 20, "Asperity", "end", 12, UNIT), text(LEFT - 10, top + 50, "bodies", "end", 12, HOST)]
    return out


def check():
    top = 532
    out = [
        text(14, top - 12, "Check of the mass, sequential order (step 16)", "start", 14),
        *ticks(top, top + 62, ["t", "t + H", "t + 2H", "t + 3H"]),
    ]
    out += box(0, 1, top + 4, 24, "impact with m̂: J", UNIT, GHOST)
    out += box(0, 1, top + 34, 24, "J_{c} = κ m̂ v of it", HOST, "#fdf3ec")
    out += box(1, 2, top + 4, 24, "measure w, repeat: J′", UNIT, GHOST)
    out += box(1, 2, top + 34, 24, "J′ − J_{c}, and F_{1}", HOST, "#fdf3ec")
    out += box(2, 3, top + 4, 24, "as usual, with w", UNIT, GHOST)
    out += box(2, 3, top + 34, 24, "F_{2}", HOST, "#fdf3ec")
    out += [text(LEFT - 10, top + 20, "Asperity", "end", 12, UNIT), text(LEFT - 10, top + 50, "bodies", "end", 12, HOST)]
    return out


if __name__ == "__main__":
    body = [*inside(), *orders(), *check()]
    TARGET.write_text(document(WIDTH, HEIGHT, "Time line of the interface coupling", body), encoding="utf-8", newline="\n")
