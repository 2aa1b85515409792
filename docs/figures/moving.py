"""Draws docs/pictures/ball.svg: a ball that bounces and rolls down an incline, as the packed FMU computes it. Standard library only.

    asperity simulate incline --mode cs --coupling interface --step 2e-3 --out ball.csv
    python3 docs/figures/moving.py ball.csv
"""

import csv
import math
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "pictures" / "ball.svg"
RADIUS, ANGLE = 0.1, math.radians(20.0)  # of the scene
NORMAL, DOWN = (math.sin(ANGLE), math.cos(ANGLE)), (math.cos(ANGLE), -math.sin(ANGLE))  # in the plane x, z
WIDTH, HEIGHT, SCALE = 720, 360, 225.0  # pixels, pixels per metre
ORIGIN = (70.0, 165.0)  # of the world, in pixels
FRAMES_PER_SECOND = 40
FORCE_SCALE = 2.5  # pixels per newton; longer arrows are cut
LONGEST = 70.0
STYLE = """
svg { color-scheme: light dark; font: 13px system-ui, sans-serif }
.ground { fill: light-dark(#d7dce1, #3a424b) } .ball { fill: #1f5fa8 } .spoke { stroke: #e8eef5; stroke-width: 2 }
.force { stroke: #e05c10; stroke-width: 4; stroke-linecap: round } text { fill: light-dark(#1d2329, #e6e9ec) }
"""


def pixel(x, z):
    return ORIGIN[0] + SCALE * x, ORIGIN[1] - SCALE * z


def frames(rows):
    """Position in pixels, angle [deg] and normal force [N] at equal times."""
    turned, last, shown, due, force = 0.0, 0.0, [], 0.0, 0.0
    for row in rows:
        time = row["time [s]"]
        turned += row["angularVelocity_y [rad/s]"] * (time - last)
        last = time
        force = max(force, row["normalForce [N]"])  # an impact is shorter than a frame
        if time >= due - 1e-9:
            x, y = pixel(row["position_x [m]"], row["position_z [m]"])
            shown.append((x, y, math.degrees(turned), force))
            due, force = due + 1.0 / FRAMES_PER_SECOND, 0.0
    return shown, last


def listed(values):
    return ";".join(values)


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FILE.csv, as `asperity simulate incline --out FILE.csv` writes it")
    with open(sys.argv[1], newline="") as file:
        shown, last = frames([{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)])
    timing = f'dur="{last:.3g}s" repeatCount="indefinite" calcMode="linear"'
    places = listed(f"{x:.1f},{y:.1f}" for x, y, _, _ in shown)
    turns = listed(f"{angle:.0f}" for _, _, angle, _ in shown)
    lengths = [min(FORCE_SCALE * force, LONGEST) for *_, force in shown]
    tips = [listed(f"{sign * length * part:.1f}" for length in lengths) for sign, part in zip((1, -1), NORMAL)]
    far, r = 8.0, SCALE * RADIUS
    corners = [pixel(s * DOWN[0], s * DOWN[1]) for s in (-far, far)]
    ground = " ".join(f"{x:.0f},{y:.0f}" for x, y in [*corners, (corners[1][0], 4000), (corners[0][0], 4000)])
    TARGET.write_text(f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">
<title>A ball bounces on an incline and rolls down</title>
<style>{STYLE}</style>
<polygon class="ground" points="{ground}"/>
<g><animateTransform attributeName="transform" type="translate" values="{places}" {timing}/>
<circle class="ball" r="{r:.1f}"/>
<g><animateTransform attributeName="transform" type="rotate" values="{turns}" {timing}/>
<line class="spoke" x1="{-r:.1f}" x2="{r:.1f}"/><line class="spoke" y1="{-r:.1f}" y2="{r:.1f}"/></g>
<line class="force"><animate attributeName="x2" values="{tips[0]}" {timing}/>
<animate attributeName="y2" values="{tips[1]}" {timing}/></line></g>
<text x="330" y="30">e = 0.5, 20 degrees, communication step 2 ms:</text>
<text x="330" y="50">the ball bounces {{bounces}} times, then it rolls.</text>
<text x="330" y="70">The line is the normal force, cut at {LONGEST / FORCE_SCALE:.0f} N.</text>
</svg>
""".replace("{bounces}", str(sum(a == 0.0 < b for a, b in zip(lengths, lengths[1:])) - 1)))
    print(f"Written: {TARGET}")


main()
