"""Measures what the documentation says about Co-Simulation, on the packed unit. Needs FMPy and target/fmu/Asperity.fmu.

A 2 kg ball on a plane, one-dimensional, without friction. Four masters, each with a fixed communication step H:
  drift    the bodies move by H*v, the unit steps, then v changes by the force read after the step
  seidel   the unit steps, then the body moves over the same step under the force read after it
  ramp     the unit steps with accelerations as input derivatives, then the body moves under a force that goes linearly
           from the one before to the one after the step; the force is read again for the motion that came out
  jacobi   the body moves under the force of the step before, while the unit steps
"""

import shutil
from pathlib import Path

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave

UNIT = Path(__file__).resolve().parents[2] / "target" / "fmu" / "Asperity.fmu"
MASTERS = ("drift", "seidel", "ramp", "jacobi")
MASS, RADIUS, RESTITUTION = 2.0, 0.1, 0.5
CONTACT_TIME = 3.2959  # in x_H/v_i for e = 0.5 and p = 3/2, from stated_numbers.py


class Ball:
    """The packed unit, a sphere over the plane z = 0, and the height and velocity of the ball over that plane."""

    folder = ""  # the unpacked unit

    def __init__(self, k, v_min, height, velocity, gravity):
        model = read_model_description(str(UNIT))
        self.reference = {v.name: v.valueReference for v in model.modelVariables}
        self.unit = FMU2Slave(
            guid=model.guid,
            unzipDirectory=Ball.folder,
            instanceName="ball",
            modelIdentifier=model.coSimulation.modelIdentifier,
        )
        self.unit.instantiate()
        self.unit.setupExperiment(startTime=0.0)
        self.unit.setInteger([self.reference["geometry.pair"], self.reference["friction.law"]], [2, 2])
        for name, value in (
            ("compliance.k", k),
            ("compliance.e", RESTITUTION),
            ("compliance.vMin", v_min),
            ("geometry.radiusI", RADIUS),
        ):
            self.unit.setReal([self.reference[name]], [value])
        self.inputs = [self.reference["positionI[3]"], self.reference["velocityI[3]"]]
        self.height, self.velocity, self.gravity, self.time, self.force = height, velocity, gravity, 0.0, 0.0
        self.unit.setReal(self.inputs, [RADIUS + height, velocity])
        self.unit.enterInitializationMode()
        self.unit.exitInitializationMode()
        self.force = self.read("forceI[3]")

    def read(self, name):
        return self.unit.getReal([self.reference[name]])[0]

    def step(self, master, h):
        """One communication step; returns the force before it."""
        held = self.force
        self.unit.setReal(self.inputs, [RADIUS + self.height, self.velocity])
        if master == "ramp":
            self.unit.setRealInputDerivatives(self.inputs[1:], [1], [self.gravity + held / MASS])
        self.unit.doStep(currentCommunicationPoint=self.time, communicationStepSize=h)
        self.force = self.read("forceI[3]")
        first = self.gravity + (held if master in ("ramp", "jacobi") else self.force) / MASS
        last = self.gravity + (held if master == "jacobi" else self.force) / MASS
        self.height += h * self.velocity + (0.0 if master == "drift" else h * h * (first / 3 + last / 6))
        self.velocity += h * (first + last) / 2
        if master == "ramp":
            self.unit.setReal(self.inputs, [RADIUS + self.height, self.velocity])
            self.force = self.read("forceI[3]")
        self.time += h
        return held

    def close(self):
        self.unit.terminate()
        self.unit.freeInstance()


def rebound(master, k, h, phase):
    """Rebound speed after an impact at 1 m/s that begins a fraction `phase` of a step after a communication point."""
    ball = Ball(k, 1e-3, h * phase, -1.0, 0.0)
    while True:
        held = ball.step(master, h)
        if ball.velocity > 0 and ball.height > 0 and ball.force == held == 0:
            ball.close()
            return ball.velocity


def restitution():
    print("restitution seen for e = 0.5, least and greatest over eight phases of the onset")
    duration = CONTACT_TIME * (2.5 * MASS / (2 * 1e6)) ** 0.4
    for master in MASTERS:
        for steps in (10, 20, 50, 100, 200):
            seen = [rebound(master, 1e6, duration / steps, (i + 0.5) / 8) for i in range(8)]
            print(f"  {master}, {steps} steps per contact time: {min(seen):.5f} {max(seen):.5f}")
    for master in MASTERS:
        seen = [rebound(master, 1e8, 1e-3, (i + 0.5) / 8) for i in range(8)]
        print(f"  {master}, k = 1e8, 1 ms: {min(seen):.3f} {max(seen):.3f}")


def rest():
    print("set down near the rest penetration: greatest speed in the last of 2 s, depth against (m g/k)^(2/3)")
    k, g = 1e6, -9.81
    depth = (-MASS * g / k) ** (2 / 3)
    for master in MASTERS:
        for v_min, h in ((1e-3, 1e-3), (1e-3, 1e-4), (1e-3, 5e-5), (1e-2, 1e-3), (1e-2, 5e-4), (1e-1, 1e-3)):
            ball = Ball(k, v_min, -0.9 * depth, 0.0, g)
            fastest, farthest = 0.0, 0.0
            for n in range(round(2 / h)):
                ball.step(master, h)
                if n * h > 1:
                    fastest = max(fastest, abs(ball.velocity))
                    farthest = max(farthest, abs(-ball.height / depth - 1))
            ball.close()
            rate = -g * 0.716375266635687514 / (RESTITUTION * v_min) * h
            print(
                f"  {master}, vMin {v_min:g}, H {h:g} (damping rate times H {rate:.2f}): speed {fastest:.1e} m/s, "
                f"depth off by {farthest:.1e}"
            )


if __name__ == "__main__":
    Ball.folder = extract(str(UNIT))
    try:
        restitution()
        rest()
    finally:
        shutil.rmtree(Ball.folder)
