"""The chart of docs/benchmarks.md: time of one contact, and error of restitution over cost. Standard library only."""

import math
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs" / "figures"))
from plot import COLOURS, GREY, GRID, INK, document, number, text  # noqa: E402
from tables import short  # noqa: E402

WIDTH, BAR, HEADING = 900, 25, 52
# Between ticks of a bar's time [ns]
STEPS = [step * 10**power for power in range(7) for step in (1, 2, 5)]
# Width of a letter of a label; most are narrower
LETTER = 6.6
# Exponent of the least error that is shown; the rebound velocities are printed with so many digits
LEAST = -6
OURS, SIMBODY, MUJOCO, RAPIER, _, PLAIN = COLOURS
PEERS = {"simbody": SIMBODY, "mujoco": MUJOCO, "rapier": RAPIER}
KEY = [(OURS, "Asperity"), (SIMBODY, "Simbody"), (MUJOCO, "MuJoCo"), (RAPIER, "rapier")]
KEY += [(PLAIN, "bare kernel, empty unit")]

# Name of the case, label of the bar
BARS = [
    ("kernel/external/chained", "bare kernel, contact given"),
    ("kernel/sphere on plane/chained", "bare kernel, sphere on plane"),
    ("c/rates external/chained", "asperity_rates, contact given"),
    ("c/rates sphere on plane/chained", "asperity_rates, sphere on plane"),
    ("c/evaluate sphere on plane/chained", "asperity_evaluate, sphere on plane"),
    ("c/step sphere on plane/chained", "asperity_contact_step, sphere on plane"),
    ("batch/1000/1 thread", "asperity_batch_rates, 1000 contacts"),
    ("batch/1000000/1 thread", "asperity_batch_rates, 1e6 contacts"),
    ("fmi/null/step", "empty unit: set 13, step, get 12"),
    ("fmi/step/chained", "Asperity.fmu: set 13, step, get 12"),
    ("fmi/evaluate/chained", "Asperity.fmu: Model Exchange evaluation"),
    ("simbody/force alone", "Simbody: force element alone"),
    ("simbody/contact", "Simbody: find contacts and force"),
    ("mujoco/contact part", "MuJoCo: contact part of mj_forward"),
    ("rapier/contact", "rapier: contact part of a step"),
]


class Log:
    """A logarithmic scale from data to pixels, between two exponents of ten."""

    def __init__(self, low, high, start, end):
        self.low, self.high, self.start, self.end = low, high, start, end

    def __call__(self, value):
        return self.start + (value - self.low) * (self.end - self.start) / (self.high - self.low)

    def of(self, value):
        return self(math.log10(value))

    def ticks(self):
        return range(math.ceil(self.low), math.floor(self.high) + 1)


def colour(name):
    """Whose it is, from the first word."""
    if name.startswith(("kernel", "fmi/null")):
        return PLAIN
    return PEERS.get(re.match(r"\w+", name).group().lower(), OURS)


def key(y):
    body, x = [], 270
    for shade, name in KEY:
        body.append(f'<rect x="{x}" y="{y - 10}" width="12" height="12" fill="{shade}"/>')
        body.append(text(x + 17, y, name, "start", 12))
        x += 40 + 7 * len(name)
    return body


def bars(times, top):
    """One bar for each case that was measured; `times` name -> (median, q1, q3) [ns]. Answers body and bottom."""
    shown = [(name, label) for name, label in BARS if name in times]
    left, right, bottom = 300, WIDTH - 70, top + BAR * len(shown)
    longest = max(times[name][2] for name, _ in shown)
    # at most ten of them
    step = next(step for step in STEPS if longest <= 10 * step)
    most = step * math.ceil(longest / step)

    def at(value):
        return left + value / most * (right - left)

    title = "One contact: processor time [ns]; the stroke at the end spans the quartiles"
    body = [text(left, top - 14, title, "start", 14)]
    for tick in range(0, most + 1, step):
        body.append(f'<path d="M{number(at(tick))} {top}V{bottom}" stroke="{GRID}"/>')
        body.append(text(at(tick), bottom + 17, f"{tick}", size=12, colour=GREY))
    for row, (name, label) in enumerate(shown):
        median, q1, q3 = times[name]
        y = top + BAR * row
        body.append(text(left - 8, y + 17, label, "end", 12))
        width = number(at(median) - left)
        body.append(f'<rect x="{left}" y="{y + 4}" width="{width}" height="{BAR - 9}" fill="{colour(name)}"/>')
        body.append(f'<path d="M{number(at(q1))} {y + 12}H{number(at(q3))}" stroke="{INK}" stroke-width="2"/>')
        body.append(text(at(max(median, q3)) + 7, y + 17, short(median), "start", 12))
    body.append(f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="{INK}"/>')
    return body, bottom


def caption(label):
    """What stands beside a point: the colour says whose it is, the circle whether it is stiff."""
    for prefix in ("stiff: ", "Asperity: ", "Asperity, "):
        label = label.removeprefix(prefix)
    return label.replace(": Hunt", " Hunt")


def free_place(point, width, edges, taken):
    """Baseline and anchor of a label beside the point that overlaps nothing in `taken`, which it joins."""
    (x, y), (left, right) = point, edges
    for shift in (0, 13, -13, 26, -26, 39, -39):
        for anchor in ("start", "end"):
            start, end = (x + 11, x + 11 + width) if anchor == "start" else (x - 11 - width, x - 11)
            top, bottom = y + shift - 6, y + shift + 6
            is_free = all(start > b or end < a or top > d or bottom < c for a, b, c, d in taken)
            if is_free and left <= start and end <= right:
                taken.append((start, end, top, bottom))
                return y + shift + 4, anchor
    return y + 4, "start"


def scatter(drops, top):
    """Error over cost; `drops` label -> (cost [us per simulated s], worst error). Answers body and bottom."""
    left, right, bottom = 90, WIDTH - 40, top + 380
    costs = [math.log10(cost) for cost, _ in drops.values()]
    across = Log(math.floor(min(costs)), math.ceil(max(costs)), left, right)
    up = Log(LEAST - 0.4, 0, bottom, top)
    title = "Restitution 0.5 asked for: largest error at 0.1, 1 and 4 m/s over the cost of the run"
    body = [text(left, top - 14, title, "start", 14)]
    for tick in across.ticks():
        body.append(f'<path d="M{number(across(tick))} {top}V{bottom}" stroke="{GRID}"/>')
        body.append(text(across(tick), bottom + 18, f"{10**tick}", size=12, colour=GREY))
    for tick in up.ticks():
        body.append(f'<path d="M{left} {number(up(tick))}H{right}" stroke="{GRID}"/>')
        named = "1" if tick == 0 else f"10^{{\u2212{-tick}}}"
        body.append(text(left - 8, up(tick) + 4, named, "end", 12, GREY))
    body.append(f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="{INK}"/>')
    body.append(text((left + right) / 2, bottom + 40, "processor time per simulated second [µs]"))
    middle = (top + bottom) / 2
    turned = f' transform="rotate(-90 {left - 58} {number(middle)})"'
    body.append(text(left - 58, middle, "largest |e − 0.5|", extra=turned))
    places = {label: (across.of(cost), up.of(max(error, 10.0**LEAST))) for label, (cost, error) in drops.items()}
    taken = [(x - 7, x + 7, y - 7, y + 7) for x, y in places.values()]
    for label, (x, y) in places.items():
        shade = colour(label.removeprefix("stiff: "))
        fill = "#fff" if label.startswith("stiff: ") else shade
        circle = f'cx="{number(x)}" cy="{number(y)}" r="5.5"'
        body.append(f'<circle {circle} fill="{fill}" stroke="{shade}" stroke-width="2"/>')
        line, anchor = free_place((x, y), LETTER * len(caption(label)), (left, right), taken)
        body.append(text(x - 11 if anchor == "end" else x + 11, line, caption(label), anchor, 12, shade))
    note = "Open circles: so stiff that the impact at 1 m/s takes one to three steps. Lowest line: 1e-6 or less."
    body.append(text(left, bottom + 64, note, "start", 12, GREY))
    return body, bottom


def chart(times, drops):
    first, bottom = bars(times, HEADING + 20)
    second, end = scatter(drops, bottom + 80)
    title = "Time of one contact, and error of restitution over cost"
    return document(WIDTH, end + 80, title, key(24) + first + second)
