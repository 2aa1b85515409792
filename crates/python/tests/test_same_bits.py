"""The contact and the system of the package against the FMU in FMPy, bit for bit."""

import asperity
import numpy as np
import pytest
from conftest import G
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave

STEPS = 400
H = 1e-3


class Slave:
    """Co-Simulation of an FMU by names."""

    def __init__(self, path, folder, start):
        description = read_model_description(path)
        self.references = {of.name: of.valueReference for of in description.modelVariables}
        self.types = {of.name: of.type for of in description.modelVariables}
        self.fmu = FMU2Slave(
            guid=description.guid,
            modelIdentifier=description.coSimulation.modelIdentifier,
            unzipDirectory=extract(path, folder),
            instanceName="slave",
        )
        self.fmu.instantiate()
        self.fmu.setupExperiment()
        self.set(start)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def names(self, name, count):
        return [self.references[name if count is None else f"{name}[{k + 1}]"] for k in range(count or 1)]

    def set(self, values):
        for name, value in values.items():
            if isinstance(value, int):
                self.fmu.setInteger([self.references[name]], [value])
            else:
                value = np.atleast_1d(value)
                self.fmu.setReal(self.names(name, len(value) if len(value) > 1 else None), value.tolist())

    def derive(self, rates):
        for name, value in rates.items():
            references = self.names(name, len(value))
            self.fmu.setRealInputDerivatives(references, [1] * len(references), list(value))

    def get(self, name, count=None):
        values = self.fmu.getReal(self.names(name, count))
        return values[0] if count is None else np.array(values)

    def close(self):
        self.fmu.terminate()
        self.fmu.freeInstance()


PARAMETERS = {"compliance.k": 1e6, "compliance.e": 0.6, "friction.mu_C": 0.3, "friction.mu_S": 0.4}


@pytest.mark.parametrize("coupling", ["kinematic", "interface"])
def test_a_contact_has_the_bits_of_the_fmu(tmp_path, coupling):
    chosen = {"geometry.pair": 2, "coupling.mode": ["kinematic", "interface"].index(coupling) + 1}
    start = {"positionI": [0.0, 0.0, 0.11], "velocityI": [0.3, 0.1, -1.0], "angularVelocityI": [1.0, -4.0, 2.0]}
    slave = Slave(asperity.fmu(), tmp_path, {**PARAMETERS, **chosen, **start})
    contact = asperity.Contact({**PARAMETERS, "geometry.pair": "spherePlane", "coupling.mode": coupling})
    contact.start(**start)
    position, velocity = np.array(start["positionI"]), np.array(start["velocityI"])
    touched = 0
    for step in range(STEPS):
        inputs = {"positionI": position, "velocityI": velocity}
        rates = {"velocityI": np.array([0.0, 0.0, -G])}
        slave.set(inputs)
        slave.derive(rates)
        slave.fmu.doStep(step * H, H)
        contact.step(H, derivatives=rates, **inputs)
        force = contact["forceI"]
        assert force.tobytes() == slave.get("forceI", 3).tobytes(), step
        assert contact["torqueJ"].tobytes() == slave.get("torqueJ", 3).tobytes(), step
        for name in ["gap", "normalForce", "energyWork", "energyResidual"]:
            assert contact[name] == slave.get(name), (name, step)
        touched += force.any()
        velocity = velocity + H * (force - [0, 0, G])
        position = position + H * velocity
    assert 0 < touched < STEPS
    slave.close()


SYSTEM = """
[unit]
name = "Two"
[bodies.table]
shape = { plane = {} }
[bodies.lower]
mass = 1.0
position = [0, 0, 0.11]
material = "steel"
shape = { sphere = { radius = 0.1 } }
[bodies.upper]
mass = 0.5
position = [0.01, 0, 0.37]
shape = { sphere = { radius = 0.15 } }
[contacts]
compliance.k = 1e5
compliance.e = 0.5
"""


def test_a_system_has_the_bits_of_its_fmu(tmp_path):
    path = asperity.pack(SYSTEM, tmp_path / "Two.fmu")
    slave = Slave(path, tmp_path / "unpacked", {})
    system = asperity.System(SYSTEM)
    poses, velocities = system.start_poses(), system.start_velocities()
    system.start(poses, velocities)
    gravity = np.where(system.moves, -G, 0.0)
    accelerations, wrenches = np.zeros_like(velocities), np.zeros_like(velocities)
    accelerations[:, 2] = gravity
    touched = 0
    for step in range(STEPS):
        for row, body in enumerate(system.bodies):
            if system.moves[row]:
                slave.set({f"{body}.position": poses[row, :3], f"{body}.velocity": velocities[row, :3]})
                slave.derive({f"{body}.velocity": accelerations[row, :3]})
        slave.fmu.doStep(step * H, H)
        system.step(H, poses, velocities, accelerations, out=wrenches)
        for row, body in enumerate(system.bodies):
            expected = np.concatenate([slave.get(f"{body}.force", 3), slave.get(f"{body}.torque", 3)])
            assert wrenches[row].tobytes() == expected.tobytes(), (body, step)
        assert system["energyResidual"] == slave.get("energyResidual")
        touched += bool(wrenches[2].any())
        moves = system.moves
        velocities[moves, :3] += H * (wrenches[moves, :3] / system.masses[moves, None] + [0, 0, -G])
        poses[moves, :3] += H * velocities[moves, :3]
    assert 0 < touched < STEPS
    slave.close()


def test_a_copy_goes_on_with_the_same_bits():
    contact = asperity.Contact({**PARAMETERS, "geometry.pair": "spherePlane"})
    contact.start(positionI=[0, 0, 0.0999], velocityI=[0.2, 0, 0])
    contact.step(H)
    twin = contact.copy()
    contact.step(H, positionI=[2e-4, 0, 0.0998])
    assert twin.time == H
    twin.step(H, positionI=[2e-4, 0, 0.0998])
    assert contact["forceI"].tobytes() == twin["forceI"].tobytes()
