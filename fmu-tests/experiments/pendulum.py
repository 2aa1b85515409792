"""A double pendulum whose tip bounces on the ground, slides to and fro and sticks [G04 section 4.2, Figs 16-21].

The tip is a point: it reaches the unit as body i of the pair external, with its depth and its velocity. Example:

    python pendulum.py Asperity.fmu --out pendulum.csv
"""

from dataclasses import dataclass

import numpy as np
from common import main, parser, print_impacts, print_ledger, print_table, simulate, write_csv

# [G04] Table III and the normal force of section 4.2
SETTINGS = {
    "geometry.pair": "external",
    "compliance.k": 1e9,
    "compliance.p": 1.5,
    "compliance.e": 0.9,
    "friction.mu_S": 0.15,
    "friction.mu_C": 0.12,
    "friction.sigma_0": 1e5,
    "friction.sigma_1": np.sqrt(1e5),
    "friction.sigma_2": 0.0,
    "friction.v_S": 0.1,
    "friction.tau_dw": 0.75,
}


@dataclass(frozen=True)
class Link:
    """Length, mass, distance of the centre of mass from the upper joint, moment of inertia about that centre (SI)."""

    length: float
    mass: float
    center: float
    inertia: float = 0.0


class DoublePendulum:
    """Two links in the x-z plane, the upper joint at the origin, over a horizontal ground.

    State: phi1 from the downward vertical, phi2 relative to the first link, and their rates.
    """

    input_names = ("penetration", "relativeVelocity")
    output_names = ("forceI",)
    columns = ["phi1 [rad]", "phi2 [rad]", "phi1 rate [rad/s]", "phi2 rate [rad/s]"]

    def __init__(self, links, start, ground, gravity=9.81):
        self.links, self.start, self.ground, self.gravity = links, np.array(start, float), ground, gravity

    def point(self, y, along1, along2):
        """A point of the second link: position, Jacobian with respect to (phi1, phi2), and the rest J' q' of its
        acceleration, for lengths counted along both links."""
        phi1, phi2, rate1, rate2 = map(float, y[:4])
        # (x, z) of each part and its derivative by its angle; floats, as most of a run's time goes here. numpy's functions, and
        # products: what grows beyond all bounds is not to end in an exception
        x1, z1 = along1 * float(np.sin(phi1)), along1 * float(np.cos(phi1))
        x2, z2 = along2 * float(np.sin(phi1 + phi2)), along2 * float(np.cos(phi1 + phi2))
        turn1, turn2 = rate1 * rate1, (rate1 + rate2) * (rate1 + rate2)
        jacobian = np.array(((z1 + z2, z2), (x1 + x2, x2)))
        return np.array((x1 + x2, -z1 - z2)), jacobian, np.array((-turn1 * x1 - turn2 * x2, turn1 * z1 + turn2 * z2))

    def tip(self, y):
        """Position and velocity (x, z) of the tip."""
        position, jacobian, _ = self.point(y, self.links[0].length, self.links[1].length)
        return position, jacobian @ y[2:4]

    def masses(self, y):
        """For each link: its mass and inertia, its centre as of `point`, and what turns it: w = turns . q'."""
        upper, lower = self.links
        yield upper, self.point(y, upper.center, 0.0), np.array((1.0, 0.0))
        yield lower, self.point(y, upper.length, lower.center), np.array((1.0, 1.0))

    def depth(self, _t, y):
        position, velocity = self.tip(y)
        return self.ground - position[1], -velocity[1]

    def inputs(self, _t, y):
        position, velocity = self.tip(y)
        return np.array((self.ground - position[1], velocity[0], 0.0, velocity[1]))

    def rates(self, _t, y, outputs):
        _, tip_jacobian, _ = self.point(y, self.links[0].length, self.links[1].length)
        matrix, force = np.zeros((2, 2)), tip_jacobian.T @ outputs[[0, 2]]
        for link, (_, jacobian, rest), turns in self.masses(y):
            matrix += link.mass * jacobian.T @ jacobian + link.inertia * np.outer(turns, turns)
            force -= link.mass * jacobian.T @ (rest + (0.0, self.gravity))
        return np.concatenate([y[2:4], np.linalg.solve(matrix, force)])

    def kinetic_energy(self, y):
        return sum(
            0.5 * link.mass * np.sum((jacobian @ y[2:4]) ** 2) + 0.5 * link.inertia * (turns @ y[2:4]) ** 2
            for link, (_, jacobian, _), turns in self.masses(y)
        )

    def potential_energy(self, y):
        return sum(link.mass * self.gravity * center[1] for link, (center, _, _), _ in self.masses(y))


def paper_pendulum():
    """[G04] Fig. 16, with point masses at the ends of the links."""
    links = Link(length=0.5, mass=5.0, center=0.5), Link(length=0.25, mass=2.0, center=0.25)
    return DoublePendulum(links, start=np.radians((45.0, 0.0, -120.0, 130.0)), ground=-0.61)


def sticks_from(run):
    """When the dwell state begins its last rise: from there on the tip sticks [s]."""
    falling = np.flatnonzero(np.diff(run["s_dw [1]"]) < 0.0)
    return run["time [s]"][falling[-1] + 1] if len(falling) else 0.0


def experiment(package, arguments):
    a, plant = arguments, paper_pendulum()
    run = simulate(package, plant, SETTINGS, a.until, a.mode, a.step, a.rtol, a.paper, max_step=2e-3)
    print_impacts(run.impacts)
    first, last = run.rows[0, 1:5], run.rows[-1, 1:5]
    rows = [
        ["sticks from [s]", sticks_from(run)],
        ["phi1 at the end [deg]", np.degrees(last[0])],
        ["phi2 at the end [deg]", np.degrees(last[1])],
        ["s_dw at the end", run["s_dw [1]"][-1]],
        ["kinetic and potential energy at the start [J]", plant.kinetic_energy(first) + plant.potential_energy(first)],
        ["the same at the end [J]", plant.kinetic_energy(last) + plant.potential_energy(last)],
    ]
    print_table("Settling", ["", ""], rows)
    print_ledger(run)
    write_csv(a.out, run)


if __name__ == "__main__":
    main(experiment, parser(__doc__, until=9.0))
