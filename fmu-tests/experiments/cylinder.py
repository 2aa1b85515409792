"""A ball is let go inside a cylinder, bounces and rolls to and fro [G04 section 4.1, Figs 11-15].

The cylinder of 1 m lies along Y; the centre of the ball starts 0.3 m beside its axis. With --spatial it also moves
along the cylinder, at 0.3 m/s. Example:

    python cylinder.py Asperity.fmu --spatial --out cylinder.csv
"""

import numpy as np
from common import main, parser, print_impacts, print_ledger, print_table, simulate, write_csv
from incline import BALL_SETTINGS, BallOnPlane, last_slip

RADIUS = 1.0
SETTINGS = BALL_SETTINGS | {
    "geometry.pair": "sphereInCylinder",
    "geometry.point": "paper",
    "geometry.radiusJ": RADIUS,
    "geometry.axisJ": (0.0, 1.0, 0.0),
}


class BallInCylinder(BallOnPlane):
    """The same ball; its distance from the axis says how deep it is in the wall."""

    def depth(self, _t, y):
        distance = np.hypot(y[0], y[2])
        return distance + self.radius - RADIUS, (y[0] * y[3] + y[2] * y[5]) / distance


def ball(spatial=False):
    return BallInCylinder(position=(0.3, 0.0, 0.0), velocity=(0.0, 0.3 if spatial else 0.0, 0.0))


def total_energy(run, plant):
    """Kinetic and potential energy of the ball and energy stored in the contact [J]"""
    v = np.sum([run[f"v_{axis} [m/s]"] ** 2 for axis in "xyz"], axis=0)
    omega = np.sum([run[f"omega_{axis} [rad/s]"] ** 2 for axis in "xyz"], axis=0)
    moving = 0.5 * plant.mass * v + 0.5 * plant.inertia * omega
    return moving + plant.mass * 9.81 * run["z [m]"] + run["energyElastic [J]"]


def experiment(package, arguments):
    a, plant = arguments, ball(arguments.spatial)
    run = simulate(package, plant, SETTINGS, a.until, a.mode, a.step, a.rtol, a.paper)
    print_impacts(run.impacts)
    energy, rolling = total_energy(run, plant), run["time [s]"] > last_slip(run)
    rows = [["rolls from [s]", last_slip(run)], ["total energy at the start [J]", energy[0]]]
    if rolling.any():
        rows += [
            ["total energy when rolling begins [J]", energy[rolling][0]],
            ["total energy at the end [J]", energy[-1]],
            ["largest |x| while rolling [m]", np.abs(run["x [m]"][rolling]).max()],
            ["largest |omega_y| while rolling [rad/s]", np.abs(run["omega_y [rad/s]"][rolling]).max()],
        ]
    rows.append(["y at the end [m]", run["y [m]"][-1]])
    print_table("Rolling", ["", ""], rows)
    print_ledger(run)
    write_csv(a.out, run)


if __name__ == "__main__":
    options = parser(__doc__, until=6.0)
    options.add_argument("--spatial", action="store_true", help="with a velocity of 0.3 m/s along the cylinder")
    main(experiment, options)
