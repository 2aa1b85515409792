"""The plant unit, and the ball on the incline as a system (SSP 1.0) in FMPy's own simulation of systems."""

import re
import subprocess
import zipfile
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import fmpy
import numpy as np
import pytest
from fmpy.ssp.simulation import simulate_ssp
from fmpy.ssp.ssd import Parameter, ParameterSet, read_ssd
from reference_contact import INCLINE_NORMAL, INCLINE_POSITION, POSITION, SPIN, VELOCITY, incline
from validating import problems

T_END = 1.5


def packed(package, name: str) -> Path:
    path = package.path.with_name(name)
    if not path.is_file():
        pytest.fail(f"{path} does not exist: run `fmu-tests/plants/pack` first")
    return path


# what they share is made once
pytestmark = pytest.mark.xdist_group("ssp")


@pytest.fixture(scope="module")
def plant(package) -> Path:
    return packed(package, "FreeBody.fmu")


@pytest.fixture(scope="module")
def system(package) -> Path:
    return packed(package, "BallOnIncline.ssp")


@pytest.fixture(scope="module")
def reference():
    """State at T_END of [G04] section 4.1, in its own integration."""
    end = incline("limited", "contact", T_END).y
    return SimpleNamespace(position=end[POSITION] - INCLINE_POSITION, velocity=end[VELOCITY], spin=end[SPIN])


# The plant


def test_fmpy_finds_nothing_to_complain_about_in_the_plant(plant):
    assert problems(plant) == []


@pytest.mark.parametrize("kind", ["CoSimulation", "ModelExchange"])
def test_the_plant_flies_by_its_closed_form_in_fmpys_hosts(plant, kind):
    """2 kg thrown up, pushed and turned steadily: polynomials in time."""
    times = np.linspace(0.0, 1.0, 11)
    signals = np.array([(0.0, 3.0, 0.016)], dtype=[(name, float) for name in ("time", "force[1]", "torque[2]")])
    outputs = ["position[1]", "position[3]", "velocity[1]", "angularVelocity[2]", "potentialEnergy", "kineticEnergy"]
    result = fmpy.simulate_fmu(
        str(plant),
        fmi_type=kind,
        start_values={"mass": 2.0, "start.position[1]": 0.2, "start.velocity[3]": 4.0},
        input=signals,
        output=outputs,
        stop_time=1.0,
        output_interval=0.1,
        solver="CVode",
        relative_tolerance=1e-9,
    )
    t = result["time"]
    assert t == pytest.approx(times)
    x, height, speed, spin = 0.2 + 0.75 * t**2, 4.0 * t - 4.905 * t**2, 1.5 * t, 2.0 * t
    potential, kinetic = 19.62 * height, speed**2 + (4.0 - 9.81 * t) ** 2 + 0.004 * spin**2
    # a step is exact, CVode good to its tolerance times its steps
    tolerance = 1e-13 if kind == "CoSimulation" else 1e-7
    for name, expected in zip(outputs, (x, height, speed, spin, potential, kinetic), strict=True):
        assert result[name] == pytest.approx(expected, rel=tolerance, abs=tolerance), name


# The system


def test_the_system_holds_the_unit_under_test_and_fits_its_connectors(package, plant, system, tmp_path):
    with zipfile.ZipFile(system) as archive:
        contact = tmp_path / "Asperity.fmu"
        contact.write_bytes(archive.read("resources/Asperity.fmu"))
        assert archive.read("resources/FreeBody.fmu") == plant.read_bytes()
    with zipfile.ZipFile(contact) as unit, zipfile.ZipFile(package.path) as under_test:
        for name in filter(re.compile("binaries/|documentation/index").match, under_test.namelist()):
            assert unit.read(name) == under_test.read(name), "pack the system again"
    description = read_ssd(system)  # against the schema of SSP 1.0 that FMPy carries; the parameter sets too
    units = {"ball": fmpy.read_model_description(str(plant)), "contact": fmpy.read_model_description(str(contact))}
    chosen = {v.name: v.start for v in units["contact"].modelVariables if v.type == "Enumeration"}
    assert [chosen[name] for name in ("geometry.pair", "coupling.mode")] == ["2", "2"]
    wired = {(c.endElement, c.endConnector) for c in description.system.connections}
    for component in description.system.elements:
        variables = {v.name: v for v in units[component.name].modelVariables}
        for connector in component.connectors:
            assert variables[connector.name].causality == connector.kind, connector
            assert connector.kind == "output" or (component.name, connector.name) in wired, connector
            # FMPy sends 0 on every listed input first: no direction among them
            assert not connector.name.startswith(("orientation", "contactNormal")) or connector.kind == "output"
        for parameter in bound(component):
            variable = variables[parameter.name]
            assert variable.initial == "exact" or variable.causality == "input", parameter.name
            # not every tool can set others
            assert parameter.type == variable.type == "Real", parameter.name
            assert parameter.unit == variable.unit, parameter.name


def test_omsimulator_finds_its_master(system):
    """Without this annotation its program aborts (OpenModelica/OMSimulator issues 1094 and 1318)."""
    with zipfile.ZipFile(system) as archive:
        root = ElementTree.fromstring(archive.read("SystemStructure.ssd"))
    ssd, ssc = ("{http://ssp-standard.org/SSP1/SystemStructure%s}" % name for name in ("Description", "Common"))
    oms = "{https://raw.githubusercontent.com/OpenModelica/OMSimulator/master/schema/oms.xsd}"
    annotation = root.find(f"{ssd}System/{ssd}Annotations/{ssc}Annotation[@type='org.openmodelica']")
    master = annotation.find(f"{oms}Annotations/{oms}SimulationInformation/{oms}FixedStepMaster")
    assert master.get("description") == "oms-ma" and float(master.get("stepSize")) == 1e-3


def bound(component) -> list:
    return [p for binding in component.parameterBindings for set_ in binding.parameterValues for p in set_.parameters]


def simulate(system: Path, step: float, interface: bool) -> np.ndarray:
    """FMPy 0.3.32 reads the bindings of parameters but does not apply them: they go in by hand, under the name of their
    component. It steps both units side by side from the same instant and hands on values afterwards. Its rows bear the
    time of the step's start and the values of its end. `interface`: with the values of the coupling, or kinematic."""
    parameters = [
        Parameter(name=f"{component.name}.{p.name}", value=p.value)
        for component in read_ssd(system).system.elements
        for p in bound(component)
        if interface or not p.name.startswith(("coupling.", "freeAcceleration"))
    ]
    if not interface:
        parameters.append(Parameter(name="contact.coupling.mode", value="1"))
    rows = simulate_ssp(
        system, stop_time=T_END - 0.5 * step, step_size=step, parameter_set=ParameterSet(parameters=parameters)
    )
    rows["time"] += step
    assert rows["time"][-1] == pytest.approx(T_END)
    return rows


def vectors(rows, name: str) -> np.ndarray:
    return np.column_stack([rows[f"{name}[{k}]"] for k in (1, 2, 3)])


def errors(rows, reference) -> list[float]:
    """Distance of position [m], velocity [m/s] and spin [rad/s] at T_END from the reference."""
    names = {"position": reference.position, "velocity": reference.velocity, "angularVelocity": reference.spin}
    return [np.linalg.norm(vectors(rows, f"ball.{name}")[-1] - expected) for name, expected in names.items()]


def impacts(rows) -> int:
    gap = (vectors(rows, "ball.position") + INCLINE_POSITION) @ np.array(INCLINE_NORMAL) - 0.1
    return np.count_nonzero((gap[:-1] > 0.0) & (gap[1:] <= 0.0))


@pytest.mark.parametrize("interface", [True, False])
def test_the_first_step_with_zeros_on_every_connector_does_no_harm(system, interface):
    rows = simulate(system, 1e-3, interface)
    # they touch at 0.293 s; the pulse that asks for the mass comes 24 steps before
    apart = rows["time"] < 0.265
    assert np.all(vectors(rows, "contact.forceI")[apart] == 0.0)
    fall = np.outer(rows["time"], (-1.0, 0.5, 0.0)) - np.outer(4.905 * rows["time"] ** 2, (0.0, 0.0, 1.0))
    assert vectors(rows, "ball.position")[apart] == pytest.approx(fall[apart], abs=1e-12)


# Measured after 2.5 m of way: 7e-6, 1.4e-5, 9.9e-4 m. Most of it is from the first impact. In parallel order its force
# comes a step late, and the ball is deeper by that. A whole impact fits into 20 ms.
@pytest.mark.parametrize("step, allowed", [(1e-4, 3e-5), (1e-3, 6e-5), (1e-2, 3e-3)])
def test_in_interface_coupling_the_ball_is_where_the_reference_is(system, reference, figure, step, allowed):
    rows = simulate(system, step, interface=True)
    found = errors(rows, reference)
    figure("position [m], velocity [m/s], spin [rad/s] at 1.5 s less the reference", found)
    # velocity and spin forget the impacts: in the end the ball rolls
    assert found[0] < allowed and found[1] < 2e-5 and found[2] < 2e-5
    assert impacts(rows) == 4
    residual, work = rows["contact.energyResidual"][-1], rows["contact.energyWork"][-1]
    figure("energy residual over work", residual / work)
    assert abs(residual / work) < 1e-6


@pytest.mark.slow
def test_in_kinematic_coupling_the_error_is_of_first_order(system, reference, figure):
    """Forces sampled once a step, one step late. At 0.1 ms the friction chatters: sigma_1 (1/m + R^2/I) H = 1.75 > 1."""
    found = {}
    for step in (1e-4, 2.5e-5):
        rows = simulate(system, step, interface=False)
        found[step] = errors(rows, reference)
        figure("position [m], velocity [m/s], spin [rad/s] at 1.5 s less the reference", found[step])
        assert impacts(rows) == 4
    coarse, fine = found.values()
    # 2.2 mm after 2.5 m of way at 0.1 ms, and a quarter of the step leaves a quarter of it
    assert 3.5 < coarse[0] / fine[0] < 5.5 and coarse[0] < 4e-3
    assert fine[1] < 1e-6 and fine[2] < 1e-6


# The same ball, its contact in a packed system

SYSTEM = """
[unit]
name = "Incline"
[bodies.incline]
shape = { plane = { normal = [0.3420201433256687, 0, 0.9396926207859084], height = -0.6 } }
[bodies.sphere]
mass = 2
shape = { sphere = { radius = 0.1 } }
[contacts]
compliance = { k = 1e6, p = 1.5, e = 0.5 }
friction = { mu_S = 0.45, mu_C = 0.4, sigma_0 = 1e5, sigma_1 = 1e4, sigma_2 = 0, v_S = 0.1, tau_dw = 0.01 }
coupling.order = "parallel"
[report]
contacts = "all"
"""

# what the connectors of the one contact are called in the system
RENAMED = {
    "positionI": "sphere.position",
    "velocityI": "sphere.velocity",
    "angularVelocityI": "sphere.angularVelocity",
    "forceI": "sphere.force",
    "torqueI": "sphere.torque",
    "normalForce": "sphere__incline.normalForce",
    "gap": "sphere__incline.gap",
    "slipSpeed": "sphere__incline.slipSpeed",
    "sticking": "sphere__incline.sticking",
}


def test_a_packed_system_moves_the_ball_as_the_one_contact_does(system, asperity, package, tmp_path):
    """Through the first impact, in kinematic coupling: the same numbers to the last bit, since each contact of a system is
    that of the one-contact FMU and a sum of one is its term."""
    (tmp_path / "system.toml").write_text(SYSTEM)
    unit = tmp_path / "Incline.fmu"
    command = [asperity, "pack", "--system", tmp_path / "system.toml", "--fmu", package.path, "--out", unit]
    subprocess.run(command, check=True, capture_output=True)
    assert problems(unit) == []
    other = tmp_path / "Incline.ssp"
    with zipfile.ZipFile(system) as source, zipfile.ZipFile(other, "w") as target:
        text = source.read("SystemStructure.ssd").decode()
        for old, new in RENAMED.items():
            text = re.sub(rf'"{old}(\[\d\])?"', rf'"{new}\1"', text)
        text = text.replace("resources/Asperity.fmu", "resources/Incline.fmu")
        bindings = r"<ssd:ParameterBindings>\s*<ssd:ParameterBinding source=\"resources/contact.ssv\"/>\s*</ssd:ParameterBindings>"
        text, count = re.subn(bindings, "", text)
        assert count == 1
        target.writestr("SystemStructure.ssd", text)
        for name in ("resources/FreeBody.fmu", "resources/ball.ssv"):
            target.writestr(name, source.read(name))
        target.write(unit, "resources/Incline.fmu")
    rows = {}
    for path in (system, other):
        parameters = [
            Parameter(name=f"{component.name}.{p.name}", value=p.value)
            for component in read_ssd(path).system.elements
            for p in bound(component)
            if not p.name.startswith(("coupling.", "freeAcceleration"))
        ]
        if path == system:
            parameters.append(Parameter(name="contact.coupling.mode", value="1"))
        values = ParameterSet(parameters=parameters)
        rows[path] = simulate_ssp(path, stop_time=0.35, step_size=1e-4, parameter_set=values)
    for name in ("position", "velocity", "angularVelocity"):
        one, many = (vectors(rows[path], f"ball.{name}") for path in (system, other))
        assert np.array_equal(one, many), name
    forces = vectors(rows[other], "contact.sphere.force")
    assert np.array_equal(forces, vectors(rows[system], "contact.forceI"))
    # there was an impact: many times the weight
    assert np.max(np.linalg.norm(forces, axis=1)) > 10.0 * 2.0 * 9.81
