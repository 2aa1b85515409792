"""What a unit answers along fixed random paths, to the last bit.

`recorded.csv` was written by `python recording.py Asperity.fmu > recorded.csv`; test_recorded.py compares the unit under test
with it on linux64. Recorded first before the unit knew spinning and rolling friction, and again when it was given
exponentials of its own and another order of operations: numbers moved by at most 7e-13 of themselves, along whole paths also
by 1e-6 where the number of micro-steps sits on an edge, as it does under a change of the inputs by 1e-15. Then when sin,
cos and exp were made to hold in every rounding mode (last digits), and a step of the interface coupling no longer lost the
friction of a contact whose normal force is cut. Then when a step was compared with the freeAcceleration told for it, not
with the next one: seven paths in sequential order, on which that jumps by up to 20 m/s2. Then when the kinematic ledger came to
book what the bodies have gained: energyWork and energyResidual of kinematic paths with ledger.track, nothing else.
Then when an impact came to be damped by its own speed, a faster motion by that of the motion, and two curved surfaces to meet
half-way through their overlap: all but the elastic law of external and spherePlane. Then paths of the interface coupling alone, when it
came to know the order, to hand back means, to give impacts the geometry of their moment and to spread forces where steps change.
Then the same paths when x^1.5 of a micro-step came from the laws' own power and rest was solved as a whole: by at most 3e-12 in the numbers here.
Then the same paths when series of the exponential steps were summed four terms at a time: the SHA-256 alone, none of the numbers here.
Then the same paths when a step no longer differenced what does not turn in it: by at most 1e-14 of the numbers here.
Then those of `input` when a step shorter than the last one came to settle no place of a pulse.
Then 67 of the 289, all of interface coupling, when what is struck while it touches came to be latched where its speed doubles: the SHA-256
alone, none of the numbers here.
Only + - * / and sqrt make the inputs, so that they are the same bits on every machine. Each case has the SHA-256 over
all answers of its path, and the answers at some of its points as hexadecimal numbers, to show where a difference
begins. `--points N` makes the paths longer, for a comparison of two units at hand.
"""

import argparse
import csv
import hashlib
import sys
import tempfile
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random

from fmpy.fmi1 import FMICallException

sys.path.append(str(Path(__file__).resolve().parent / "experiments"))
from hosts import Package

OUTPUTS = ["forceI", "torqueI", "forceJ", "torqueJ", "normalForce", "frictionForce", "gap", "slipSpeed", "sticking"]
OUTPUTS += ["pointOfAction", "normalDirection", "effectiveRestitution", "energyElastic", "energyResidual"]
STATES = ["z", "s_dw", "energyWork", "energyDissipatedNormal", "energyDissipatedFriction"]
RATES = [f"der({name})" for name in ("z[1]", "z[2]", "z[3]", *STATES[1:])]
INPUTS = ["penetration", "relativeVelocity", "contactNormal", "contactPoint", "positionI", "positionJ", "orientationI"]
INPUTS += ["orientationJ", "velocityI", "velocityJ", "angularVelocityI", "angularVelocityJ", "freeAcceleration"]

PAIRS = ["external", "spherePlane", "sphereSphere", "sphereInCylinder", "sphereOnCylinder", "sphereInSphere"]
COUPLINGS = {
    "ModelExchange": {},
    "kinematic": {},
    "sequential": {
        "coupling.mode": "interface",
        "coupling.order": "sequential",
        "coupling.handBack": "meanAndSlope",
    },
    "parallel": {"coupling.mode": "interface", "coupling.order": "parallel", "coupling.handBack": "meanAndSlope"},
    "estimated": {
        "coupling.mode": "interface",
        "coupling.freeAccelerationSource": "estimated",
        "coupling.handBack": "line",
    },
    "input": {
        "coupling.mode": "interface",
        "coupling.handBack": "twoStep",
        "coupling.massSource": "input",
        "inverseMass": (1.2, 0.9, 1.0, 0.1, 0.0, 0.2),
    },
}
LAWS = {
    "defaults": {},
    "as printed": {"friction.bristleFrame": "paper", "friction.bristleLimit": "paper", "friction.sigma_2": 20.0},
    "huntCrossley": {"compliance.law": "huntCrossley", "compliance.alpha": 0.2, "friction.v_eps": 2e-3},
    "elastic": {"compliance.law": "elastic", "compliance.p": 1.0, "friction.law": "none"},
    "constant e": {"compliance.restitution": "constant", "compliance.alpha": 0.3},
    "power": {"compliance.restitution": "power", "compliance.e": 0.9, "compliance.v_ref": 1e-2, "compliance.q": 0.3},
    "table": {
        "compliance.restitution": "table",
        "compliance.tablePoints": 3,
        "compliance.tableSpeed[2]": 0.05,
        "compliance.tableE[1]": 0.9,
        "compliance.tableE[3]": 0.2,
    },
    "falling e": {"compliance.e": 0.8, "compliance.alpha": 0.3, "friction.mu_S": 0.9, "ledger.track": False},
}
RADIUS, HOLLOW, CENTER = 0.1, 1.0, (0.01, -0.02, 0.015)
SHOWN = 1  # points of a case that are written out
POINTS = 120


class Numbers(Random):
    """Random numbers, which Python promises to repeat."""

    def between(self, low, high):
        return low + (high - low) * self.random()

    def vector(self, size=None):
        """Each part up to `size`, or up to a size that is itself drawn from five decades."""
        scale = (1e-4, 1e-3, 1e-2, 0.1, 1.0)[int(5 * self.random())] if size is None else size
        return [self.between(-scale, scale) for _ in range(3)]

    def direction(self):
        v = self.vector(1.0)
        # sum() of Python 3.12 rounds otherwise than that of 3.11
        length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
        return [c / length for c in v]

    def quaternion(self):
        return [self.between(0.2, 1.0), *self.vector(0.7)]


def rotated(q, v):
    """v turned by a quaternion of any length, as the matrix of q divided by |q|^2."""
    w, x, y, z = q
    size = w * w + x * x + y * y + z * z
    tx, ty, tz = 2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])
    return [
        v[0] + (w * tx + y * tz - z * ty) / size,
        v[1] + (w * ty + z * tx - x * tz) / size,
        v[2] + (w * tz + x * ty - y * tx) / size,
    ]


def place(pair, numbers):
    """Every input, with the bodies near each other: from 1 mm apart to 3 mm into each other."""
    depth = numbers.between(-1e-3, 3e-3)
    q_i, q_j, r_j = numbers.quaternion(), numbers.quaternion(), numbers.vector(0.3)
    out, along = numbers.direction(), numbers.between(-0.5, 0.5)
    if pair == "spherePlane":
        centre = [0.3 * out[0], 0.3 * out[1], RADIUS - depth]
    elif pair in ("sphereInCylinder", "sphereOnCylinder"):
        distance = HOLLOW - RADIUS + depth if pair == "sphereInCylinder" else HOLLOW + RADIUS - depth
        across = sqrt(out[0] * out[0] + out[2] * out[2])
        centre = [distance * out[0] / across, along, distance * out[2] / across]
    else:
        distance = HOLLOW - RADIUS + depth if pair == "sphereInSphere" else HOLLOW + RADIUS - depth
        centre = [distance * c for c in out]
    offset = rotated(q_i, CENTER)
    return {
        "penetration": depth,
        "relativeVelocity": numbers.vector(),
        "contactNormal": [1.3 * c for c in numbers.direction()],
        "contactPoint": numbers.vector(0.5),
        "positionI": [r + c - o for r, c, o in zip(r_j, rotated(q_j, centre), offset)],
        "positionJ": r_j,
        "orientationI": q_i,
        "orientationJ": q_j,
        "velocityI": numbers.vector(),
        "velocityJ": numbers.vector(),
        "angularVelocityI": numbers.vector(),
        "angularVelocityJ": numbers.vector(),
        "freeAcceleration": numbers.vector(10.0),
    }


def flat(values):
    return [float(x) for value in values for x in (value if isinstance(value, list) else [value])]


def states(numbers):
    """Some beside the range of the equations, as a solver's trial points are."""
    z = numbers.vector((1e-6, 1e-5, 1e-4, 1e-3)[int(4 * numbers.random())])
    return [*z, numbers.between(-0.05, 1.05), *numbers.vector(1.0)]


def bits(x):
    """Zero without its sign, which a sum with a zero changes."""
    return (float(x) + 0.0).hex()


def answers(unit, pair, numbers, points):
    """A list of numbers per point."""
    names = INPUTS + (STATES if unit.exchange else [])
    given, read = unit.channel(*names), unit.channel(*OUTPUTS, *STATES, *RATES)
    knowns, unknowns = unit.package.elements(*INPUTS, *STATES), unit.package.elements(*OUTPUTS[:11], *RATES)
    time = 0.0
    for k in range(points):
        inputs = flat(place(pair, numbers).values())
        if unit.exchange:
            given.write(inputs + states(numbers))
            trial = [*read.read(), *unit.event_indicators()]
            if k % 3 == 0:
                unit.event()
            row = trial + [*read.read(), *unit.event_indicators()]
            if k % 5 == 0:
                row += [*unit.derivative(unknowns, knowns, [numbers.between(-1, 1) for _ in knowns])]
        else:
            size = (1e-5, 1e-4, 1e-3, 1e-2)[int(4 * numbers.random())]
            given.write(inputs)
            if k % 2:
                rates = {name: numbers.vector(10.0) for name in ("relativeVelocity", "velocityI", "angularVelocityJ")}
                unit.set_input_derivatives(rates)
            try:
                unit.step(time, size)
            except FMICallException as error:
                yield [float(error.status)]
                continue
            time += size
            row = [*read.read(), float(unit.get("microSteps"))]
            references = unit.package.references("forceI", "torqueJ")
            row += unit.fmu.getRealOutputDerivatives(references, [1] * len(references))
            if k % 5 == 0:
                row += [*unit.derivative(["normalForce", "gap"], knowns[:20], [1.0] * 20)]
        yield row


def record(package, points=POINTS):
    """Rows: case, what, value."""
    for coupling, pair, law in product(COUPLINGS, PAIRS, LAWS):
        case = f"{coupling}, {pair}, {law}"
        numbers = Numbers(case)
        settings = {"geometry.pair": pair, "geometry.centerI": CENTER, **LAWS[law], **COUPLINGS[coupling]}
        start = {name: value for name, value in place(pair, numbers).items() if name != "freeAcceleration"}
        whole = hashlib.sha256()
        kind = "ModelExchange" if coupling == "ModelExchange" else "CoSimulation"
        with package.unit(kind, settings=settings).start(start) as unit:
            for k, row in enumerate(answers(unit, pair, numbers, points)):
                whole.update(" ".join(map(bits, row)).encode())
                if law == "defaults" and k < SHOWN:
                    yield from ((case, f"point {k}, number {i}", bits(x)) for i, x in enumerate(row[:14]))
        yield case, "all", whole.hexdigest()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("fmu", type=Path)
    arguments.add_argument("--points", type=int, default=POINTS)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow(("case", "what", "value"))
        rows.writerows(record(Package(options.fmu, Path(directory)), options.points))


if __name__ == "__main__":
    main()
