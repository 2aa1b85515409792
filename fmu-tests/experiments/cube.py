"""A cube stands on four corners, each with a unit of its own: several contacts on one body, in a master to copy from.

A cube of 1 kg is set down on a plane that leans by --slope. In interface coupling each unit integrates its contact as if
it stood alone, so before it steps it is told, as part of freeAcceleration, what the newest forces of the others do at
its point: corner after corner, one sweep a step. --apart leaves that out. Example:

    python cube.py Asperity.fmu --slope 15 --out cube.csv
"""

from contextlib import ExitStack

import numpy as np
from common import Refused, Run, command_line, main, number, print_table, write_csv
from fmpy.fmi1 import FMICallException

MASS, EDGE, GRAVITY = 1.0, 0.2, 9.81
INERTIA = MASS * EDGE**2 / 6.0
CORNERS = 0.5 * EDGE * np.array([(x, y, -1.0) for x in (-1.0, 1.0) for y in (-1.0, 1.0)])
SETTINGS = {
    "geometry.pair": "external",
    "compliance.k": 1e6,
    "compliance.p": 1.5,
    "friction.mu_S": 0.45,
    "friction.mu_C": 0.4,
    "coupling.mode": "interface",
    "coupling.order": "sequential",
    "coupling.massI": MASS,
    "coupling.inertiaI": (INERTIA, INERTIA, INERTIA, 0.0, 0.0, 0.0),
}
# what is told holds, and none takes the forces of the others for a wrong mass
TOLD = {"coupling.verifyMass": False}
INPUTS = ("penetration", "relativeVelocity", "contactNormal", "contactPoint")
INPUTS += ("positionI", "velocityI", "angularVelocityI", "freeAcceleration")
COLUMNS = ["time [s]", "x [m]", "y [m]", "z [m]", "v_x [m/s]", "v_y [m/s]", "v_z [m/s]"]
COLUMNS += ["omega_x [rad/s]", "omega_y [rad/s]", "omega_z [rad/s]", "speed of the fastest corner [m/s]"]
COLUMNS += ["normal forces [N]", "friction uphill [N]"]


class Cube:
    """Body i of every unit, in axes of the plane z = 0, where gravity leans: +x is downhill. Its inertia is that of a sphere,
    so that its orientation is in the arms of the corners alone."""

    def __init__(self, slope):
        self.gravity = GRAVITY * np.array((np.sin(slope), 0.0, -np.cos(slope)))
        self.position, self.velocity = np.array((0.0, 0.0, 0.5 * EDGE)), np.zeros(3)
        self.omega, self.arms = np.zeros(3), CORNERS.copy()

    def speeds(self):
        """Velocities of the corners."""
        return self.velocity + np.cross(self.omega, self.arms)

    def inputs(self, k, free_acceleration):
        """What the unit of corner k reads, in the order of INPUTS."""
        point = self.position + self.arms[k]
        contact = ((-point[2],), self.speeds()[k], (0.0, 0.0, 1.0), point)
        return np.concatenate([*contact, self.position, self.velocity, self.omega, free_acceleration])

    def answer(self, force, torque, arm):
        """Acceleration of the point at `arm` by a force and its torque about the mass centre."""
        return force / MASS + np.cross(torque / INERTIA, arm)

    def move(self, force, torque, h):
        """A step under a force and a torque that are held."""
        acceleration, turning = self.gravity + force / MASS, torque / INERTIA
        self.position = self.position + h * self.velocity + 0.5 * h**2 * acceleration
        self.velocity = self.velocity + h * acceleration
        turn = h * self.omega + 0.5 * h**2 * turning
        self.omega = self.omega + h * turning
        self.arms = turned(self.arms, turn)


def turned(arms, turn):
    """The arms after a rotation by |turn| about it [Rodrigues]."""
    angle = np.linalg.norm(turn)
    if angle == 0.0:
        return arms
    across = np.cross(turn / angle, arms)
    return arms + np.sin(angle) * across + (1.0 - np.cos(angle)) * np.cross(turn / angle, across)


def stand(package, slope, until, step, told=True):
    """The run, and the warnings of the units."""
    cube, rows = Cube(slope), []
    forces, torques = np.zeros((2, len(CORNERS), 3))

    def free_acceleration(k):
        """The recipe: gravity, and what the newest forces of the other corners do at this one."""
        others = [j for j in range(len(CORNERS)) if told and j != k]
        return cube.gravity + cube.answer(forces[others].sum(axis=0), torques[others].sum(axis=0), cube.arms[k])

    def record(time):
        fastest = np.linalg.norm(cube.speeds(), axis=1).max()
        sums = forces.sum(axis=0)
        rows.append([time, *cube.position, *cube.velocity, *cube.omega, fastest, sums[2], 0.0 - sums[0]])

    with ExitStack() as stack:
        names = package.elements(*INPUTS)
        units = [stack.enter_context(package.unit("CoSimulation", logging=True)) for _ in CORNERS]
        for k, unit in enumerate(units):
            unit.set(SETTINGS | (TOLD if told else {}))
            unit.start(dict(zip(names, cube.inputs(k, free_acceleration(k)))))
        inputs = [unit.channel(*INPUTS) for unit in units]
        loads = [unit.channel("forceI", "torqueI") for unit in units]
        record(0.0)
        for count in range(round(until / step)):
            for k, unit in enumerate(units):
                inputs[k].write(cube.inputs(k, free_acceleration(k)))
                unit.step(count * step, step)
                forces[k], torques[k] = loads[k].read().reshape(2, 3)
            cube.move(forces.sum(axis=0), torques.sum(axis=0), step)
            record((count + 1) * step)
        warnings = [text for unit in units for status, _, text in unit.log if status > 0]
    return Run([], COLUMNS, np.array(rows)), warnings


def experiment(package, arguments):
    a = arguments
    if not 0.0 <= a.slope <= 20.0:
        raise Refused(f"--slope {a.slope:g} is not in 0 ... 20: on what is steeper the cube slides")
    slope = np.radians(a.slope)
    try:
        run, warnings = stand(package, slope, a.until, a.step, told=not a.apart)
    except FMICallException as error:
        raise Refused(f"{error}: take a shorter --step") from error
    late = run["time [s]"] >= 0.9 * a.until
    weight = MASS * GRAVITY
    rows = [
        ["fastest corner in the last tenth [mm/s]", 1e3 * run["speed of the fastest corner [m/s]"][late].max()],
        ["further downhill than at the start [mm]", 1e3 * run["x [m]"][-1]],
        ["normal forces, weight across the plane [N]", run["normal forces [N]"][-1], weight * np.cos(slope)],
        ["friction uphill, weight along the plane [N]", run["friction uphill [N]"][-1], weight * np.sin(slope)],
    ]
    print_table("The cube", ["", "at the end", "asked"], [[*row, ""][:3] for row in rows])
    print_table("Warnings of the units", [""], [[text] for text in warnings or ["none"]])
    write_csv(a.out, run)


if __name__ == "__main__":
    options = command_line(__doc__, until=1.0)
    options.add_argument("--slope", type=number, default=0.0, metavar="DEG", help="of the plane, 0 to 20 (default 0)")
    options.add_argument("--apart", action="store_true", help="tell no unit of the others: freeAcceleration is gravity")
    main(experiment, options)
