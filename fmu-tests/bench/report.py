#!/usr/bin/env python3
"""From what was measured to docs/benchmarks.md with chart and data; with --smoke only checks that numbers are finite.

Standard library only. The text of the page is page.md beside this file; {{name}} in it is a table made here.
"""

import argparse
import csv
import datetime
import math
import os
import platform
import re
import statistics
import subprocess
import sys
import textwrap
from pathlib import Path

import chart
import scene_tables
from tables import Times, aim, read, short, table

HERE = Path(__file__).resolve().parent
SPEEDS = ("0.1", "1", "4")

# What the table calls a case, in the order of the rows.
CONTACT = {
    "kernel": "bare kernel",
    "c/rates": "`asperity_rates`",
    "c/evaluate": "`asperity_evaluate`",
    "c/step": "`asperity_contact_step`",
}
PAIRS = {
    "external": "contact given",
    "sphere on plane": "sphere on plane",
    "sphere on turned plane": "sphere on turned plane",
}
FMI = {
    "fmi/null/step": "empty unit: set 13, step, get 12",
    "fmi/step/apart": "`Asperity.fmu`: set 13, step, get 12; apart",
    "fmi/step/independent": "the same in contact",
    "fmi/step/chained": "the same in contact, inputs wait for the last outputs",
    "fmi/evaluate/independent": "`Asperity.fmu`, Model Exchange: set time, 8 states, 13 inputs, get rates, 12 outputs",
    "fmi/evaluate/chained": "the same, inputs wait for the last outputs",
    "fmi/interface step/sliding": "`Asperity.fmu`, interface coupling: a step of 1 ms, sliding",
    "fmi/interface step/at rest": "`Asperity.fmu`, interface coupling: a step of 1 ms at rest under its weight",
    "fmi/interface step/at rest, spinning": "the same with spinning friction",
    "fmi/interface step/with an impact": "`Asperity.fmu`, interface coupling: a step of 1 ms with a whole impact, straight",
    "fmi/interface step/with an oblique impact": "the same, with a slip that stops",
    "fmi/rigid step/regularised": "`Asperity.fmu`, time stepping: the sliding step, friction regularised",
    "fmi/rigid step/box": "`Asperity.fmu`, time stepping: the same step, friction box",
    "fmi/rigid step/polygonal": "`Asperity.fmu`, time stepping: the same step, friction polygonal, 8 sides",
    "c/interface step/sliding": "`asperity_contact_step`, interface coupling, the sliding step without FMI",
}

# What is asked: ratios to the empty unit, and nanoseconds.
FMI_RATIOS = {"fmi/step/apart": 5, "fmi/step/independent": 7, "fmi/step/chained": 7}
FMI_TIMES = {
    "fmi/interface step/at rest": 1000,
    "fmi/interface step/with an impact": 10000,
    "fmi/interface step/with an oblique impact": 10000,
}


def smoke(paths):
    rows = 0
    for path in paths:
        for row in read(path):
            for column, value in row.items():
                # empty: not asked of this scene
                if column != "name" and value != "" and not math.isfinite(float(value)):
                    sys.exit(f"{row['name']}: {column} is {value}")
            rows += 1
    if rows == 0:
        sys.exit("nothing was measured")
    print(f"{rows} measurements, all finite")


def contact_table(times):
    rows = []
    for door, what in CONTACT.items():
        for pair, shape in PAIRS.items():
            for chain in ("independent", "chained"):
                name = f"{door}/{pair}/{chain}" if door == "kernel" else f"{door} {pair}/{chain}"
                if name not in times:
                    continue
                ratio = times.ratio(name, f"kernel/{pair}/{chain}")
                judged = aim(ratio, {"independent": 1.4, "chained": 1.2}[chain]) if door == "c/rates" else ""
                rows.append([f"{what}, {shape}, {chain}", *times.cells(name), f"{ratio:.2f}", judged])
    return table(["", "ns", "quartiles", "instructions", "by bare kernel", "aim"], rows)


def fmi_table(times):
    rows = []
    for name, what in FMI.items():
        ratio = times.ratio(name, "fmi/null/step")
        judged = ""
        if name in FMI_RATIOS:
            judged = f"{aim(ratio, FMI_RATIOS[name])} (by empty unit)"
        elif name in FMI_TIMES:
            judged = f"{aim(times.median(name), FMI_TIMES[name])} (ns)"
        rows.append([what, *times.cells(name), f"{ratio:.1f}", judged])
    return table(["", "ns", "quartiles", "instructions", "by empty unit", "aim"], rows)


def batch_table(times):
    rows = []
    for contacts, written in (("1000", "1000"), ("100000", "100 000"), ("1000000", "1 000 000")):
        bare = f"bare batch/{contacts}/1 thread"
        for name in filter(times.__contains__, (f"batch/{contacts}/1 thread", f"batch/{contacts}/2 threads", bare)):
            threads = name.rsplit("/", 1)[1]
            ns, moved, triad = times.median(name), float(times.rows[name]["bytes"]), f"memory/triad/{threads}"
            speed = float(times.rows[triad]["bytes"]) / times.median(triad)
            by_bare = times.ratio(name, bare) if bare in times and threads == "1 thread" else None
            by_memory = ns * speed / moved if contacts == "1000000" else None
            judged = aim(by_memory, 1.15) if by_memory else aim(by_bare, 1.1) if by_bare else ""
            rows.append(
                [f"{written} contacts, {threads}{', bare loop' if name == bare else ''}", *times.cells(name)]
                + [f"{by_bare:.2f}" if by_bare else "", f"{moved:.0f}", f"{moved / ns:.1f}"]
                + ([f"{speed:.1f}", short(moved / speed), f"{by_memory:.2f}"] if by_memory else ["", "", ""])
                + ["" if name == bare else judged]
            )
    head = "|ns|quartiles|instructions|by bare loop|bytes|GB/s|triad GB/s|memory alone, ns|by memory|aim"
    return table(head.split("|"), rows)


def memory_table(times):
    rows = []
    kinds = {"triad": "STREAM triad, by element", "same arrays": "the arrays of the batch without a law, by contact"}
    for kind, what in kinds.items():
        for threads in ("1 thread", "2 threads"):
            name = f"memory/{kind}/{threads}"
            moved = float(times.rows[name]["bytes"])
            speed = f"{moved / times.median(name):.1f}"
            rows.append([f"{what}, {threads}", *times.cells(name)[:2], f"{moved:.0f}", speed])
    return table(["", "ns", "quartiles", "bytes", "GB/s"], rows)


def peer_table(times):
    ours = "c/rates sphere on plane/independent"
    peers = [
        ("simbody/force alone", "Simbody `HuntCrossleyForce`, the force element alone", False),
        ("simbody/contact", "Simbody, finding the contacts and the force (difference of two runs)", True),
        ("mujoco/contact part", "MuJoCo, contact part: collision, constraints, solver", False),
        ("mujoco/forward", "MuJoCo, all of `mj_forward`", False),
        ("rapier/contact", "rapier, a step with contacts less one without (difference of two runs)", False),
    ]
    rows = [["Asperity, `asperity_rates`, sphere on plane, independent", *times.cells(ours), "1", ""]]
    for name, what, judged in peers:
        if name in times:
            ratio = times.ratio(name, ours)
            rows.append([what, *times.cells(name), f"{ratio:.1f}", aim(ratio, 7, at_least=True) if judged else ""])
    return table(["", "ns by contact", "quartiles", "instructions", "by Asperity", "aim"], rows)


# Pairs of shapes with what one of them may take [ns].
SHAPES = {
    "sphere on a box": 100,
    "capsule on a box": 200,
    "box on a plane": 400,
    "box flat on a box": 3000,
    "box tilted on a box": 3000,
    "hull of 100 faces on a plane": 3000,
    "box far from a box": 5,
}
# What else is asked of them, by which the time of Asperity is divided.
SHAPE_PEERS = ("shapes/parry contact", "shapes/parry manifold", "mujoco_shapes/collision")


def shapes_table(times, each):
    if "shapes/where/sphere on a box" not in times:
        return "Not measured in this run."
    rows = []
    for pair, bound in SHAPES.items():
        ours, force = f"shapes/where/{pair}", f"shapes/force/{pair}"
        count = times.instructions.get(ours)
        row = [pair, short(times.median(ours)), "" if count is None else f"{count:.0f}", aim(times.median(ours), bound)]
        row.append(short(times.median(force)) if force in times else "")
        for peer in SHAPE_PEERS:
            name = f"{peer}/{pair}"
            if name in times:
                ratios = [a / b for a, b in zip(each[ours], each[name], strict=True)]
                row.append(f"{short(times.median(name))} ({statistics.median(ratios):.2f})")
            else:
                row.append("")
        rows.append(row)
    head = ["", "where, ns", "instructions", "aim [ns]", "with force, ns"]
    return table([*head, "parry, one contact", "parry, manifold", "MuJoCo, collision"], rows)


def drops_by_label(rows):
    """(cost averaged over the speeds, worst error, least and most restitution at each speed) by label, in order."""
    found = {}
    for row in rows:
        step = float(row["step_s"])
        label = row["name"] + (f", {1e3 * step:g} ms" if step > 0 else "")
        found.setdefault(label, []).append(row)
    drops = {}
    for label, group in found.items():
        cost = sum(float(row["us_per_simulated_s"]) for row in group) / len(group)
        error = max(abs(float(row[column]) - 0.5) for row in group for column in ("e_least", "e_most"))
        spans = {row["speed_m_s"]: (float(row["e_least"]), float(row["e_most"])) for row in group}
        drops[label] = (cost, error, spans)
    return drops


def span(low, high):
    return f"{low:.4f}" if f"{low:.4f}" == f"{high:.4f}" else f"{low:.4f}–{high:.4f}"


def restitution_table(drops):
    rows = []
    for label, (cost, error, spans) in drops.items():
        # the steps of the kinematic coupling and the coarse tolerance are there to show what they cost
        exact = "Asperity" in label and ("interface" in label or "1e-6" in label)
        judged = aim(round(error, 5), 5e-4) if exact else ""
        worst = f"{error:.1g}" if error >= 1e-6 else "< 1e-6"
        rows.append([label, *(span(*spans[speed]) for speed in SPEEDS), worst, f"{cost:.0f}", judged])
    head = ["", *(f"{speed} m/s" for speed in SPEEDS), "largest error", "µs per simulated s", "aim"]
    return table(head, rows)


WORST = {
    "kinematic coupling 0.1 ms": "kinematic coupling, step of 0.1 ms",
    "interface coupling 1 ms": "interface coupling, step of 1 ms",
}
QUANTILES = ("median_ns", "p99_ns", "p99_9_ns", "p99_99_ns", "p99_999_ns", "worst_ns")


def worst_table(rows):
    found = {row["name"]: row for row in rows}
    lines = []
    for name, what in WORST.items():
        for row, label in ((found[name], what), (found[f"{name}/arithmetic"], "plain arithmetic, by turns with it")):
            lines.append([label, row["steps"], *(row[column] for column in QUANTILES)])
    return table(["", "times", "median", "99 %", "99.9 %", "99.99 %", "99.999 %", "longest"], lines)


def rest_ratio(rows):
    """Median of a step after a long rest by that of the first ones."""
    found = {row["name"]: float(row["median_ns"]) for row in rows}
    return f"{found['rest/long'] / found['rest/fresh']:.2f}"


def function_table(text, counts):
    """Medians of the table that the Rust benches print, and the counts of `instructions`."""
    counted = {}
    for line in counts.splitlines()[1:]:
        found = re.match(r"(.+?)\s{2,}(\d+)$", line.strip())
        if found:
            counted[found.group(1)] = found.group(2)
    rows = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("│")]
        found = re.search(r"[├╰]─ (.+?)\s{2,}[\d.]+ [nµm]s$", line.split(" │")[0].rstrip())
        values = [cell for cell in cells if re.fullmatch(r"[\d.]+ [nµm]s", cell)]
        if found and len(values) >= 2:
            name = found.group(1)
            rows.append([f"`{name}`" if "::" in name else name, values[1], counted.get(name, "")])
    if not rows:
        sys.exit("the output of the Rust benches has no medians")
    return table(["", "median", "instructions"], rows)


def machine():
    model = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    processors = len(re.findall(r"^processor", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.M))
    virtual = " (virtual machine)" if "hypervisor" in Path("/proc/cpuinfo").read_text(encoding="utf-8") else ""
    return f"{model.group(1) if model else platform.machine()}, {processors} processors{virtual}, {platform.system()}"


def compilers(c_compiler):
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout
    return f"rustc {rustc.split()[1]}, {c_compiler}"


def filled(line, parts):
    """The line with its tables and words; what grows long is wrapped like the lines around it."""
    text = re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found.group(1)], line)
    if text == line or text.startswith("|"):
        return text
    return "\n".join(textwrap.wrap(text, 118, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))


def read_each(path):
    """Times of every repetition by case."""
    with open(path, encoding="utf-8") as file:
        return {name: [float(value) for value in values] for name, *values in csv.reader(file)}


def write_csv(path, notes, head, rows):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"# {note}\n" for note in notes)
        writer = csv.DictWriter(file, head, extrasaction="ignore", lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", nargs="+")
    parser.add_argument("--exact", nargs=2)
    parser.add_argument("--systems", nargs="+")
    measured = ("times", "each", "drops", "about", "functions", "instructions", "function-instructions", "worst")
    measured += ("memory", "scenes", "scene-times", "scene-each")
    for name in (*measured, "compiler", "to"):
        parser.add_argument(f"--{name}")
    given = parser.parse_args()
    if given.smoke:
        smoke(given.smoke)
        return
    if given.exact:
        scene_tables.check(*(read(path) for path in given.exact))
        return
    worst_rows = read(given.worst)
    if not given.times:
        print(worst_table(worst_rows))
        print(f"a step after a long rest takes {rest_ratio(worst_rows)} times that of a fresh one")
        return
    rows, drop_rows = read(given.times), read(given.drops)
    counts = read(given.instructions) if given.instructions else []
    times, drops = Times(rows, counts), drops_by_label(drop_rows)
    # a module that says no version measures the library itself, one is in two lists
    lines = Path(given.about).read_text(encoding="utf-8").splitlines()
    about = ", ".join(dict.fromkeys(line for line in lines if re.search(r" \d+\.\d", line)))
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    each = read_each(given.each)
    system_rows = [row for path in given.systems for row in read(path)]
    memory_rows, scene_rows = read(given.memory), read(given.scenes)
    scene_times = Times(read(given.scene_times), [])
    middle, worst = times.noise()
    notes = [f"machine: {machine()}", f"date: {day}", f"compilers: {compilers(given.compiler)}"]
    notes.append(f"peers: {about or 'none'}")
    counted = Path(given.function_instructions).read_text(encoding="utf-8") if given.function_instructions else ""
    parts = {
        "machine": machine(),
        "date": day,
        "compilers": compilers(given.compiler),
        "peers": about or "none installed",
        "repetitions": rows[0]["repetitions"],
        "noise": f"{middle:.1f} %, of the least steady one {worst:.0f} %",
        "load": f"{os.getloadavg()[2]:.1f}",
        "fewer": scene_times.rows[scene_rows[0]["name"]]["repetitions"],
        "contact": contact_table(times),
        "fmi": fmi_table(times),
        "batch": batch_table(times),
        "memory": memory_table(times),
        "worst": worst_table(worst_rows),
        "rest": rest_ratio(worst_rows),
        "peer": peer_table(times),
        "shapes": shapes_table(times, each),
        "restitution": restitution_table(drops),
        "systems": scene_tables.systems_table(Times(system_rows, []), memory_rows),
        **scene_tables.parts(scene_rows, scene_times, read_each(given.scene_each)),
        "functions": function_table(Path(given.functions).read_text(encoding="utf-8"), counted),
    }
    page = (HERE / "page.md").read_text(encoding="utf-8")
    page = "\n".join(filled(line, parts) for line in page.split("\n"))
    to = Path(given.to)
    (to / "benchmarks.md").write_text(page, encoding="utf-8")
    shown = {name: (times.median(name), *times.quartiles(name)) for name in times.rows}
    picture = to / "pictures" / "benchmarks.svg"
    picture.parent.mkdir(exist_ok=True)
    picture.write_text(chart.chart(shown, {k: v[:2] for k, v in drops.items()}), encoding="utf-8")
    for row in rows:
        row["instructions"] = f"{times.instructions[row['name']]:.1f}" if row["name"] in times.instructions else ""
    write_csv(to / "benchmarks.csv", notes, [*rows[0]], rows)
    write_csv(to / "benchmarks-restitution.csv", notes, [*drop_rows[0]], drop_rows)
    write_csv(to / "benchmarks-worst.csv", notes, [*worst_rows[0]], worst_rows)
    scene_tables.write(to, notes, system_rows, memory_rows, scene_rows, scene_times, write_csv)
    print(f"written: {to}/benchmarks.md, pictures/benchmarks.svg, benchmarks.csv, benchmarks-restitution.csv,", end=" ")
    print("benchmarks-worst.csv, benchmarks-systems.csv, benchmarks-scenes.csv")


if __name__ == "__main__":
    main()
