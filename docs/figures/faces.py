"""Draws docs/pictures/faces.svg: faces of packed systems beside closed forms. Standard library only.

python docs/figures/faces.py PROGRAM FMU   (the command line `asperity` and the packed Asperity.fmu)
"""

import csv
import math
import subprocess
import sys
import tempfile
from pathlib import Path

from plot import Axes, document

TARGET = Path(__file__).resolve().parents[1] / "pictures" / "faces.svg"
G = 9.81
SYSTEM = """[unit]
name = "Faces"
[bodies.floor]
shape = {{ plane = {{}} }}
[bodies.body]
mass = 1
position = [0, 0, {height}]
angularVelocity = [0, 0, {spin}]
shape = {{ {shape} }}
[contacts]
compliance.k_A = 1e9
compliance.e = 0.2
compliance.vMin = 0.1
friction.mu_S = {mu}
friction.mu_C = {mu}
friction.v_S = 1e-3
"""


def run(program, fmu, until, gravity, columns, **system):
    """Time and these columns of the simulated system."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "system.toml").write_text(SYSTEM.format(**system))
        gravity = ",".join(f"{g:.17g}" for g in gravity)
        command = [program, "simulate", "--system", "system.toml", "--until", str(until), f"--gravity={gravity}"]
        subprocess.run([*command, "--csv", "out.csv", "--fmu", fmu], cwd=folder, check=True, capture_output=True)
        rows = list(csv.DictReader((path / "out.csv").open()))
    return [tuple(float(row[name]) for name in ["time [s]", *columns]) for row in rows]


def spin(program, fmu):
    """A disc that spins flat: its torque is 2/3*mu*m*g*R, so it stops after 3*R*omega/(4*mu*g)."""
    radius, omega, mu = 0.1, 10.0, 0.3
    stops = 3 * radius * omega / (4 * mu * G)
    points = run(
        program,
        fmu,
        0.4,
        (0, 0, -G),
        ["body.angularVelocity_z [rad/s]"],
        height=0.01,
        spin=omega,
        mu=mu,
        shape=f"cylinder = {{ radius = {radius}, length = 0.02 }}",
    )
    axes = Axes((62, 40, 300, 270), (0, 0.4), (0, 10))
    axes.frame([0, 0.1, 0.2, 0.3, 0.4], [0, 2, 4, 6, 8, 10], "time [s]", "spin [rad/s]", "Disc that spins down")
    axes.curve(points, 0)
    axes.curve([(0, omega), (stops, 0), (0.4, 0)], 1)
    axes.legend(0.17, 9.2, [(0, "FMU"), (1, "closed form")])
    return axes.body


def slope(program, fmu):
    """A box on slopes below and above its coefficient of friction 0.4."""
    axes = Axes((392, 40, 630, 270), (0, 1), (0, 1.2))
    axes.frame([0, 0.25, 0.5, 0.75, 1], [0, 0.4, 0.8, 1.2], "time [s]", "way [m]", "Box on a slope, \u03bc = 0.4")
    mu = 0.4
    for tangent, label in [(0.35, "0.35, stands"), (0.45, "0.45"), (0.6, "tan \u03b8 = 0.6")]:
        theta = math.atan(tangent)
        gravity = (G * math.sin(theta), 0, -G * math.cos(theta))
        points = run(
            program,
            fmu,
            1,
            gravity,
            ["body.position_x [m]"],
            height=0.02,
            spin=0,
            mu=mu,
            shape="box = { size = [0.2, 0.1, 0.04] }",
        )
        axes.curve(points, 0)
        pull = max(0, G * (math.sin(theta) - mu * math.cos(theta)))
        axes.curve([(k / 50, 0.5 * pull * (k / 50) ** 2) for k in range(51)], 1)
        axes.label(0.98, points[-1][1], label, anchor="end", dy=-8)
    return axes.body


def main():
    program, fmu = (str(Path(path).resolve()) for path in sys.argv[1:3])
    body = spin(program, fmu) + slope(program, fmu)
    TARGET.write_text(document(660, 325, "Faces beside closed forms: a spinning disc, a box on slopes", body))


main()
