"""A ball hits a wall head-on: restitution over speed, and force over indentation [G04 section 2.1, Figs 2 and 3].

A ball of 0.454 kg, k = 3.4e10 N/m^1.5, without gravity. The restitution asked for is e = 1 - alpha v; the one that
comes out is exact with the damping of Gonthier and not with that of Hunt and Crossley. Example:

    python drop.py Asperity.fmu --alpha 0.2 --out drop.csv
"""

import numpy as np
from common import Refused, main, number, parser, print_table, simulate, write_csv

MASS = 0.454
SETTINGS = {
    "geometry.pair": "external",
    "compliance.k": 3.4e10,
    "compliance.p": 1.5,
    "friction.law": "none",
}
SPEEDS = (0.1, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5)


class HeadOn:
    """One body against a wall through the external pair. State: penetration and its rate; gravity presses it on."""

    input_names = ("penetration", "relativeVelocity")
    output_names = ("normalForce",)
    columns = ["x [m]", "x rate [m/s]"]

    def __init__(self, mass, v, x=0.0, gravity=0.0):
        self.mass, self.gravity, self.start = mass, gravity, np.array((x, v), float)

    def inputs(self, _t, y):
        return np.array((y[0], 0.0, 0.0, -y[1]))

    def rates(self, _t, y, outputs):
        return np.array((y[1], self.gravity - outputs[0] / self.mass))

    def depth(self, _t, y):
        return y[0], y[1]


def drop(package, v, e, alpha, law="gonthier", until=1.0, **how):
    """The ball starts a microsecond before the wall; the run ends when it has left it."""
    settings = SETTINGS | {"compliance.law": law, "compliance.e": e, "compliance.alpha": alpha}
    outputs = ("gap", "normalForce")

    def parted(host):
        return bool(host.impacts) and not host.touching

    run = simulate(
        package, HeadOn(MASS, v, x=-1e-6 * v), settings, until, outputs=outputs, watch=parted, max_step=1e-3, **how
    )
    if not run.impacts or np.isinf(run.impacts[0].t_off):
        raise Refused(f"the ball is still in the wall after {until:g} s: take a longer --until")
    return run


def experiment(package, arguments):
    a = arguments
    how = dict(until=a.until, mode=a.mode, step=a.step, rtol=a.rtol, paper=a.paper)
    if not 0.0 <= a.alpha <= 0.2:
        raise Refused(f"--alpha {a.alpha:g} is not in 0 ... 0.2: e would fall below 0 at {SPEEDS[-1]} m/s")
    rows = []
    for v in SPEEDS:
        gonthier, hunt = (drop(package, v, 1.0, a.alpha, law, **how).impacts[0] for law in ("gonthier", "huntCrossley"))
        asked = 1.0 - a.alpha * v
        rows.append([v, asked, gonthier.rebound / v / asked, hunt.rebound / v / asked, 1e3 * gonthier.deepest])
    columns = ["v_i [m/s]", "e asked for", "e_eff/e gonthier", "e_eff/e huntCrossley", "deepest [mm] gonthier"]
    print_table("Restitution", columns, rows)
    run = drop(package, 1.0, a.e, 0.0, **how)
    deepest, force = 1e3 * run.impacts[0].deepest, 1e-3 * run["normalForce [N]"].max()
    print_table(f"Impact at 1 m/s, e = {a.e:g}", ["deepest [mm]", "largest force [kN]"], [[f"{deepest:.7g}", force]])
    write_csv(a.out, run)


if __name__ == "__main__":
    options = parser(__doc__, until=1.0)
    options.add_argument("--alpha", type=number, default=0.2, help="in e = 1 - alpha v [s/m] (default 0.2)")
    options.add_argument("--e", type=number, default=0.5, help="restitution for force over indentation (default 0.5)")
    main(experiment, options)
