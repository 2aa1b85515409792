"""One table and two figures from what both examples measured. Usage: report.py [--write] MUJOCO-FOLDER SIMBODY-FOLDER

--write puts them into docs/simulators.md and docs/pictures. Standard library only.
"""

import csv
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "docs" / "figures"))
from plot import Axes, document  # noqa: E402

PAGE = TOP / "docs" / "simulators.md"
PICTURES = TOP / "docs" / "pictures"
BEGIN, END = "<!-- table: written by examples/run -->", "<!-- end of the table -->"

MUJOCO = ["asperity", "start values", "advised", "advised, NoSlip", "spring and damper", "one-step damper"]
SIMBODY = ["asperity", "HuntCrossleyForce"]
HEADS = ["**Asperity** in MuJoCo", *(f"MuJoCo, {name}" for name in MUJOCO[1:]), "**Asperity** in Simbody", SIMBODY[1]]


def figures(folder):
    with open(folder / "figures.csv", newline="") as file:
        return {
            (row["figure"], row["side"]): [float(row[name]) for name in ("value", "least", "most")]
            for row in csv.DictReader(file)
        }


def restitution(value, least, most):
    """Where it depends on the place of the onset inside a step, the range."""
    if most - least < 1e-3:
        return f"{value:.3f}"
    digits = 3 if most - least < 0.01 else 2
    return f"{least:.{digits}f} … {most:.{digits}f}"


def length(value, *_):
    """In millimetres; below a nanometre it is rounding."""
    if abs(value) < 1e-9:
        return "< 10⁻⁶"
    return f"{1e3 * abs(value):.2g}" if abs(value) >= 1e-7 else power(1e3 * abs(value))


def power(value):
    digits, exponent = f"{value:.0e}".split("e")
    return digits + "·10" + str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def ratio(value, *_):
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


ROWS = [
    ("restitution for 0.5 at 0.1 m/s", "restitution 0.1 m/s", restitution),
    ("restitution for 0.5 at 1 m/s", "restitution 1 m/s", restitution),
    ("restitution for 0.5 at 4 m/s", "restitution 4 m/s", restitution),
    ("block flat on four corners, 0.5 at 1 m/s", "flat block", restitution),
    ("the same, k a tenth", "soft block", restitution),
    ("ball down 20°, acceleration over 5/7 g sin 20°", "rolling", lambda value, *_: f"{value:.4f}"),
    ("block at rest on 20°, creep in 10 s [mm]", "creep", length),
    ("stack of three, drift of the top in 10 s [mm]", "stack drift", length),
    ("stack of three, penetration at the bottom [mm]", "stack depth", length),
    ("… and by how much that changes in 10 s [mm]", "stack sinking", length),
    ("gripper, slip in 10 s [mm]", "grip slip", length),
    ("cost per step, one ball at rest", "cost ball", ratio),
    ("cost per step, block on four corners", "cost block", ratio),
    ("cost per step, stack with twelve contacts", "cost stack", ratio),
    ("cost of an evaluation, 100 balls at rest", "cost balls", ratio),
]


def table(mujoco, simbody):
    lines = ["| | " + " | ".join(HEADS) + " |", "|---|" + "---|" * len(HEADS)]
    for label, figure, shown in ROWS:
        cells = [
            shown(*measured[figure, side]) if (figure, side) in measured else ""
            for measured, sides in ((mujoco, MUJOCO), (simbody, SIMBODY))
            for side in sides
        ]
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def motion(folder, name):
    with open(folder / f"{name}.csv", newline="") as file:
        return [(float(row["time"]), 1e3 * float(row["away"])) for row in csv.DictReader(file)]


def below(points, top):
    """The points up to `top`, and the one where the curve passes it."""
    seen = []
    for t, away in points:
        if away > top:
            t0, before = seen[-1]
            return [*seen, (t0 + (t - t0) * (top - before) / (away - before), top)]
        seen.append((t, away))
    return seen


def panel(axes, curves, labels):
    for style, (points, (name, x, y)) in enumerate(zip(curves, labels, strict=True)):
        axes.curve(below(points, axes.y_range[1]), style)
        axes.label(x, y, name, style)


def creep(mujoco, simbody):
    left = Axes((64, 34, 334, 264), (0, 10), (0, 1))
    times, ways = [0, 2, 4, 6, 8, 10], [0, 0.2, 0.4, 0.6, 0.8, 1]
    left.frame(times, ways, "time [s]", "way down the slope [mm]", "block on 20°")
    panel(
        left,
        [
            motion(mujoco, "creep-asperity"),
            motion(mujoco, "creep-start values"),
            motion(mujoco, "creep-advised"),
            motion(simbody, "creep-HuntCrossleyForce"),
        ],
        [
            ("Asperity, both simulators", 4.2, 0.03),
            ("MuJoCo, start values", 0.85, 0.9),
            ("MuJoCo, advised", 5.2, 0.21),
            ("HuntCrossleyForce", 0.85, 0.8),
        ],
    )
    right = Axes((424, 34, 694, 264), (0, 10), (0, 1))
    right.frame(times, ways, "time [s]", "slip along the pads [mm]", "cube in a gripper")
    panel(
        right,
        [motion(mujoco, f"grip-{side}") for side in ("asperity", "start values", "advised")],
        [("Asperity", 7.2, 0.03), ("MuJoCo, start values", 0.6, 0.9), ("MuJoCo, advised", 2.2, 0.42)],
    )
    return document(720, 320, "What should rest: way over ten seconds", left.body + right.body)


def main(arguments):
    write = "--write" in arguments
    mujoco, simbody = (Path(argument) for argument in arguments if argument != "--write")
    measured = table(figures(mujoco), figures(simbody))
    print(measured)
    if write:
        page = PAGE.read_text()
        head, rest = page.split(BEGIN)
        PAGE.write_text(head + BEGIN + "\n" + measured + "\n" + END + rest.split(END)[1])
        (PICTURES / "simulators-rest.svg").write_text(creep(mujoco, simbody))


if __name__ == "__main__":
    main(sys.argv[1:])
