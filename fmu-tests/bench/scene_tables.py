"""Tables of systems by size and of scenes beside peers, and what a smoke run asks of their numbers."""

import math
import statistics
import sys

from tables import aim, short, table

COUPLINGS = {"kinematic": "kinematic", "compliant": "interface coupling", "rigid": "time stepping"}
OURS = "Asperity, time stepping"
# What is judged: column, head of the table, factor to its unit.
JUDGED = {
    "restitution": ("e reached", 1),
    "rolling_m_s": ("off 5/7 of its speed, m/s", 1),
    "creep_m_s": ("creep, m/s", 1),
    "penetration_m": ("deepest, µm", 1e6),
    "gain_J": ("energy gained, J", 1),
    "imbalance": ("unbalanced, of a weight", 1),
}
SCENES = {
    "drop": ("restitution", "penetration_m", "gain_J"),
    "spheres": ("rolling_m_s", "penetration_m", "gain_J", "imbalance"),
    "stack": ("creep_m_s", "penetration_m", "gain_J", "imbalance"),
    "slope": ("creep_m_s", "penetration_m", "gain_J", "imbalance"),
    "mesh": ("creep_m_s", "penetration_m", "gain_J", "imbalance"),
}
# Below this a number is rounding.
ROUNDING = 1e-11


def thousands(number):
    return f"{number:,}".replace(",", " ")


def systems_table(times, memory):
    held = {row["name"]: float(row["bytes_by_contact"]) for row in memory}
    rows = []
    sizes = sorted({tuple(name.split("/")[2:]) for name in times.rows}, key=lambda size: (size[1], int(size[0])))
    for balls, threads in sizes:
        row = [f"{thousands(int(balls))}, {threads}"]
        for coupling in COUPLINGS:
            name = f"systems/{coupling}/{balls}/{threads}"
            if name not in times:
                row += ["", ""]
                continue
            low, high = times.quartiles(name)
            row.append(f"{short(times.median(name))} ({short(low)}–{short(high)})")
            row.append(f"{held[name] / 1e3:.1f}" if name in held else "")
        rows.append(row)
    head = ["contacts"]
    for what in COUPLINGS.values():
        head += [f"{what}, ns", "kB"]
    kinematic = times.median("systems/kinematic/1000/1 thread")
    return table(head, rows) + f"\n\nAim for 1000 contacts, kinematic [ns]: {aim(kinematic, 150)}."


def shown(column, text):
    if text == "":
        return ""
    value, factor = float(text), JUDGED[column][1]
    if column == "restitution":
        return f"{value:.4f}"
    if abs(value) < ROUNDING:
        return "0"
    return f"{factor * value:.0f}" if factor * value >= 100 else f"{factor * value:.2g}"


def scene_table(scene, rows, times, each):
    lines = []
    ours = f"scenes/{scene}/{OURS}"
    for row in rows:
        _, where, world = row["name"].split("/", maxsplit=2)
        if where != scene:
            continue
        name = row["name"]
        low, high = times.quartiles(name)
        ratio = statistics.median(a / b for a, b in zip(each[name], each[ours], strict=True))
        line = [world, short(times.median(name)), f"{short(low)}–{short(high)}", f"{ratio:.2g}"]
        lines.append(line + [shown(column, row[column]) for column in SCENES[scene]])
    head = ["", "ns by step and contact", "quartiles", "by time stepping", *(JUDGED[c][0] for c in SCENES[scene])]
    return table(head, lines)


def against_mujoco(rows, each):
    """What the aims say of 1000 balls: time beside MuJoCo's step, and by whom the weight is borne better."""
    found = {row["name"]: float(row["imbalance"]) for row in rows}
    ours, peer = f"scenes/spheres/{OURS}", "scenes/spheres/MuJoCo"
    if peer not in found:
        return "MuJoCo was not there in this run."
    ratio = statistics.median(a / b for a, b in zip(each[ours], each[peer], strict=True))
    fares = "met" if found[ours] <= found[peer] else "missed"
    return (
        f"Aims for 1000 balls: at most 5 times MuJoCo's step, {aim(ratio, 5)} with {ratio:.2g}; at no larger part of a "
        f"weight unbalanced, {fares} with {found[ours]:.2g} beside {found[peer]:.2g}."
    )


def parts(rows, times, each):
    found = {f"scene_{scene}": scene_table(scene, rows, times, each) for scene in SCENES}
    return found | {"scene_aims": against_mujoco(rows, each), "fall": f"{fall_under_gravity():.4f}"}


def write(to, notes, systems, memory, scenes, times, write_csv):
    held = {row["name"]: row["bytes_by_contact"] for row in memory}
    for row in systems:
        row["bytes_by_contact"] = held.get(row["name"], "")
    write_csv(to / "benchmarks-systems.csv", notes, [*systems[0]], systems)
    for row in scenes:
        row |= {key: times.rows[row["name"]][key] for key in ("median_ns", "q1_ns", "q3_ns")}
    write_csv(to / "benchmarks-scenes.csv", notes, [*scenes[0]], scenes)


def fall_under_gravity():
    """Restitution of the compliant ball of the scene `drop`: its law with gravity, by the midpoint rule.

    m*x'' = m*g - k*x^1.5*(1 + a*x')+, with a = d(0.5)/(0.5*v) of [G04 eq. 10], which knows no gravity.
    """
    gravity, stiffness, step = 9.81, 1e6, 2e-7
    impact = math.sqrt(2 * gravity * 0.5)
    damping = 0.716375266635687514 / (0.5 * impact)

    def acceleration(x, v):
        return gravity - stiffness * x * math.sqrt(x) * max(0.0, 1 + damping * v)

    x, v = 0.0, impact
    while True:
        middle = v + step / 2 * acceleration(x, v)
        x, v = x + step * middle, v + step * acceleration(max(0.0, x + step / 2 * v), middle)
        if x <= 0:
            return -v / impact


def check(exact, ours):
    """The judge finds in closed forms what they are made of, and Asperity's fall is that of its law."""
    found = {row["name"].split("/")[1]: row for row in exact}
    # radius or half an edge 0.1 m; an apex is seen once in 1 ms, so low by g*h^2/8 of 0.125 m
    expected = [
        ("drop", "restitution", 0.5, 1e-5),
        ("drop", "penetration_m", 0, 1e-12),
        ("drop", "gain_J", 0, 1e-12),
        ("spheres", "rolling_m_s", 0, 1e-12),
        ("spheres", "penetration_m", 1e-4, 1e-9),
        ("stack", "creep_m_s", 1e-3, 1e-9),
        ("stack", "penetration_m", 2e-4, 1e-9),
        ("stack", "imbalance", 0.5, 1e-9),
        # a cube tilted by 0.1 rad about an edge's direction, and said to turn by 3 rad/s
        ("slope", "penetration_m", 0.1 * (math.sin(0.1) + math.cos(0.1) - 1), 1e-7),
        ("slope", "gain_J", 0.5 * 4 / 6 * 0.1**2 * 3**2, 1e-7),
        ("slope", "creep_m_s", 0, 1e-12),
        # on a triangle, at 0.94 of the radius
        ("mesh", "creep_m_s", 1e-3, 1e-9),
        ("mesh", "penetration_m", 1e-4, 1e-9),
        ("mesh", "gain_J", 0, 1e-12),
    ]
    for scene, column, value, tolerance in expected:
        if not abs(float(found[scene][column]) - value) <= tolerance:
            sys.exit(f"judge: {column} of {scene} is {found[scene][column]}, not {value}")
    reached = {row["name"]: float(row["restitution"]) for row in ours}
    # rigid: e itself, to the same apex; compliant: 100 micro-steps in an impact, e to 1e-4
    for world, value, tolerance in ((OURS, 0.5, 1e-5), ("Asperity, interface coupling", fall_under_gravity(), 2e-4)):
        e = reached[f"scenes/drop/{world}"]
        if not abs(e - value) <= tolerance:
            sys.exit(f"{world}: a ball dropped rebounds with {e}, not {value:.6f}")
    print("judged scenes agree with closed forms")
