"""Units packed with start values of their own, for importers that cannot set enumerations: asperity pack --set, --simple."""

import ctypes
import os
import subprocess
import threading
import zipfile
from urllib.parse import quote

import numpy as np
import pytest
from fmpy import simulate_fmu
from fmpy.fmi2 import fmi2CallbackFunctions, fmi2CallbackLoggerTYPE
from hosts import Package
from validating import problems

START_VALUES = "resources/start-values.txt"
# 2 kg that bounce by themselves, whatever the importer cannot set
BOUNCING = {
    "geometry.pair": "spherePlane",
    "coupling.mode": "interface",
    "coupling.verifyMass": "false",
    "coupling.massI": 2,
    "compliance.k": 1e7,
}


@pytest.fixture(scope="module")
def pack(asperity, package, tmp_path_factory):
    """pack(settings, *options): the path of a unit that starts with them, with the binaries of the one under test."""
    folder = tmp_path_factory.mktemp("packed")
    count = iter(range(1000))

    def run(settings, *options, fails=False):
        out = folder / f"{next(count)}.fmu"
        words = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
        command = [asperity, "pack", "--fmu", package.path, "--out", out, *words, *options]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if fails:
            assert done.returncode == 2 and not out.exists(), done
            return done.stderr
        assert done.returncode == 0, done.stderr
        return out

    return run


@pytest.fixture(scope="module")
def opened(pack, tmp_path_factory):
    """opened(settings, *options): the package of such a unit."""
    return lambda settings, *options: Package(pack(settings, *options), tmp_path_factory.mktemp("unpacked"))


class Ball:
    """2 kg in flight towards the plane, under the mean force of each step and nothing else."""

    def __init__(self, unit, speed=1.0):
        self.unit, self.z, self.v, self.t = unit, 0.1013, -speed, 0.0
        unit.start({"positionI": (0.0, 0.0, self.z), "velocityI": (0.0, 0.0, self.v)})

    def step(self, h=1e-3):
        self.unit.set({"positionI": (0.0, 0.0, self.z), "velocityI": (0.0, 0.0, self.v)})
        self.unit.step(self.t, h)
        before = self.v
        self.v += self.unit.get("forceI[3]") / 2.0 * h
        self.z += 0.5 * (before + self.v) * h
        self.t += h


def test_nothing_set_bounces_with_the_packed_restitution(opened):
    """Without gravity the ball leaves at e times its speed, which is 1 m/s."""
    for e in (0.3, 0.7):
        with opened(BOUNCING | {"compliance.e": e}).unit("CoSimulation") as unit:
            ball = Ball(unit)
            for _ in range(30):
                ball.step()
            # micro-steps: 2.2e-5 to 8.7e-5 of the speed
            assert ball.v == pytest.approx(e, abs=1e-4)


def test_differently_packed_units_side_by_side_keep_their_own_start_values(opened, package):
    packages = [opened(BOUNCING | {"compliance.e": e}) for e in (0.3, 0.7)]
    units = [p.unit("CoSimulation", name=f"unit{k}") for k, p in enumerate(packages)]
    plain = package.unit("CoSimulation", name="plain")
    assert plain.get("compliance.e") == 0.5 and plain.get("geometry.pair") == 1
    balls = [Ball(unit) for unit in units]
    plain.start()
    for _ in range(30):
        for ball in balls:
            ball.step()
        plain.step(balls[0].t - 1e-3, 1e-3)
    assert [ball.v for ball in balls] == pytest.approx([0.3, 0.7], abs=1e-4)
    assert plain.get("forceI[3]") == 0.0
    for unit in (*units, plain):
        unit.fmu.freeInstance()


def test_start_values_of_xml_and_binary_agree_and_reset_returns_them(opened):
    settings = BOUNCING | {
        "compliance.restitution": "table",
        "compliance.tableE[3]": 0.25,
        "coupling.maxMicroSteps": 500,
        "geometry.normalJ[1]": 1e-3,
        "friction.mu_S": 0.1 + 0.2,
        "friction.mu_C": "0",
    }
    package = opened(settings)
    words = {"true": 1.0, "false": 0.0}

    def number(name, value):
        items = package.choices().get(name, [])
        return float(items.index(value) + 1 if value in items else words.get(value, value))

    expected = {v.name: v.start for v in package.description.modelVariables if v.causality == "parameter"}
    expected = {name: number(name, start) for name, start in expected.items()}
    assert {name: expected[name] for name in settings} == {n: number(n, v) for n, v in settings.items()}
    for kind in ("ModelExchange", "CoSimulation"):
        with package.unit(kind) as unit:
            read = lambda: {name: float(unit.get(name)) for name in expected}  # noqa: E731
            assert read() == expected
            unit.set({"compliance.e": 0.9, "geometry.pair": "external"})
            unit.start()
            unit.fmu.reset()
            assert read() == expected
    assert "packed with compliance.k = 10000000, compliance.restitution = table" in package.description.description


def test_an_fmu_packed_with_the_built_in_values_gives_the_same_bits(opened, package):
    names = ("forceI", "torqueI", "z", "energyWork")
    traces = []
    for of in (package, opened({"compliance.e": 0.5, "friction.mu_S": 0.45, "geometry.pair": "external"})):
        with of.unit("CoSimulation").start() as unit:
            trace = []
            for k in range(50):
                x, v = 1e-3 * np.sin(0.1 * k), 0.1 * np.cos(0.1 * k)
                unit.set({"penetration": x, "relativeVelocity": (0.02, 0.01, -v)})
                unit.step(1e-3 * k, 1e-3)
                trace.append(np.concatenate([unit.get(name) if name != "energyWork" else [unit.get(name)] for name in names]))
            traces.append(np.array(trace))
    assert np.any(traces[0]) and np.array_equal(*traces)


def test_the_guid_is_that_of_the_content_and_binaries_are_untouched(pack, package):
    first = pack({"compliance.e": 0.7, "geometry.pair": "spherePlane"})
    same = pack({"geometry.pair": 2, "compliance.e": "0.70"})
    assert first.read_bytes() == same.read_bytes()
    guids = {package.description.guid}
    with zipfile.ZipFile(package.path) as base:
        for settings in ({"compliance.e": 0.7}, {"compliance.e": 0.8}, {"compliance.e": 0.5}):
            with zipfile.ZipFile(pack(settings)) as archive:
                text = archive.read(START_VALUES).decode()
                guid = next(line.removeprefix("guid = ") for line in text.splitlines() if line.startswith("guid"))
                assert f'guid="{guid}"' in archive.read("modelDescription.xml").decode()
                assert guid in archive.read("include/asperity_fmu.h").decode()
                guids.add(guid)
                binaries = [name for name in base.namelist() if name.startswith("binaries/")]
                assert binaries and all(archive.read(name) == base.read(name) for name in binaries)
                assert set(archive.namelist()) == set(base.namelist()) | {START_VALUES}
        assert START_VALUES not in base.namelist()
    assert len(guids) == 4


@pytest.mark.parametrize(
    "settings, options, words",
    [
        ({"compliance.f": 1}, (), ["there is no parameter compliance.f"]),
        ({"Compliance.E": 1}, (), ["did you mean compliance.e?"]),
        ({"gap": 1}, (), ["gap is not a parameter"]),
        ({"positionI[1]": 1}, (), ["positionI[1] is not a parameter"]),
        ({"geometry.normalJ": 1}, (), ["geometry.normalJ has 3 elements"]),
        ({"geometry.normalJ[4]": 1}, (), ["there is no geometry.normalJ[4]"]),
        ({"compliance.e": 1.5}, (), ["compliance.e = 1.5 is above its maximum 1"]),
        ({"compliance.e": "nan"}, (), ["compliance.e = NaN is not a finite number"]),
        ({"compliance.e": "much"}, (), ["compliance.e is a number"]),
        ({"geometry.pair": "ball"}, (), ["geometry.pair = ball", "2 spherePlane"]),
        ({"ledger.track": "yes"}, (), ["ledger.track = yes", "false, true"]),
        ({"friction.sides": 8.5}, (), ["friction.sides = 8.5 is not a whole number"]),
        ({"friction.mu_S": 0.1}, (), ["friction.mu_S = 0.1 is below friction.mu_C = 0.4"]),
        ({"coupling.method": "timeStepping"}, (), ["needs coupling.mode = interface"]),
        ({"geometry.pair": "spherePlane", "geometry.normalJ[3]": 0}, (), ["geometry.normalJ", "no direction"]),
        ({"geometry.pair": "sphereInSphere", "geometry.radiusI": 2}, (), ["geometry.radiusI = 2", "must fit"]),
        ({"geometry.pair": "external"}, ("--simple", "sphere-plane"), ["spherePlane", "external"]),
        (
            {"compliance.e": 0.6, "coupling.mode": "interface", "coupling.massSource": "input"},
            ("--simple", "sphere-plane"),
            ["no inverseMass", "with coupling.mode = interface and coupling.massSource = input;", "without --simple"],
        ),
        ({"geometry.centerI[1]": 0.05}, ("--simple", "sphere-plane"), ["no orientationI", "geometry.centerI[1] = 0.05"]),
        (
            {"coupling.inertiaI[1]": 0.008, "coupling.mode": "interface"},
            ("--simple", "sphere-plane"),
            ["no orientationI", "coupling.inertiaI[1] = 0.008"],
        ),
        (
            {"coupling.massJ": 3, "coupling.mode": "interface"},
            ("--simple", "sphere-plane"),
            ["no positionJ", "coupling.massJ = 3"],
        ),
        ({}, (), ["--set"]),
    ],
)
def test_what_no_unit_can_start_with_is_refused_by_name(pack, settings, options, words):
    said = pack(settings, *options, fails=True)
    assert all(word in said for word in words), said


def test_a_unit_with_start_values_of_its_own_is_not_changed_again(pack, asperity, tmp_path):
    base = pack({"compliance.e": 0.7})
    command = [asperity, "pack", "--fmu", base, "--set", "compliance.e=0.3", "--out", tmp_path / "second.fmu"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 2 and str(base) in done.stderr and "built-in start values" in done.stderr


# fmuResourceLocation


class Library:
    """The binary without FMPy between: any text as fmuResourceLocation."""

    def __init__(self, package):
        self.unit = package.unit()
        self.dll, self.guid = self.unit.fmu.dll, package.description.guid
        self.said = []
        logger = lambda *arguments: self.said.append(arguments[4].decode())  # noqa: E731
        self.callbacks = fmi2CallbackFunctions()
        self.callbacks.logger = fmi2CallbackLoggerTYPE(logger)

    def instantiate(self, location, guid=None):
        """Whether there is an instance; its compliance.e if there is."""
        make = self.dll.fmi2Instantiate
        make.restype = ctypes.c_void_p
        guid = (guid or self.guid).encode()
        location = None if location is None else location.encode()
        component = make(b"unit", 1, guid, location, ctypes.byref(self.callbacks), 0, 0)
        if not component:
            return None
        value, reference = ctypes.c_double(), ctypes.c_uint(103)
        pointer = ctypes.c_void_p(component)
        assert self.dll.fmi2GetReal(pointer, ctypes.byref(reference), ctypes.c_size_t(1), ctypes.byref(value)) == 0
        self.dll.fmi2FreeInstance(pointer)
        return value.value


def test_every_form_of_the_resource_location_leads_to_the_start_values(pack, tmp_path):
    folder = tmp_path / "a folder {1} ü 100%"
    package = Package(pack({"compliance.e": 0.7}), folder)
    assert package.variables["compliance.e"].valueReference == 103
    library = Library(package)
    resources = f"{package.directory}/resources"
    for location in (
        f"file://{quote(resources)}",
        f"file://{quote(resources)}/",
        f"file:{quote(resources)}",
        f"file://localhost{quote(resources)}",
        f"file:///{quote(resources)}",
        "file://" + "".join(f"%{byte:02x}" if byte != ord("/") else "/" for byte in resources.encode()),
        f"file://{quote(resources, safe='/ü{}')}",
        resources,
    ):
        assert library.instantiate(location) == 0.7, location


def test_without_its_resources_a_packed_unit_says_where_it_looked(opened, package):
    library = Library(opened({"compliance.e": 0.7}))
    for location in (None, "", "file:///no/such/folder", "http://example.org/resources"):
        assert library.instantiate(location) is None
        said = library.said[-1]
        assert library.guid in said and package.description.guid in said and "start-values.txt" in said
        assert ("NULL" if location is None else f'"{location}"') in said
        # the built-in GUID asks for the built-in values
        assert library.instantiate(location, guid=package.description.guid) == 0.5


def test_a_default_unit_reads_no_resources(package, tmp_path):
    """Tools unpack into folders where another unit's files may be left, or on shares that do not answer."""
    library = Library(package)
    left, blocking = tmp_path / "left", tmp_path / "blocking"
    for folder in (left, blocking):
        folder.mkdir()
    (left / "start-values.txt").write_text("guid = another\ncompliance.e = 0.7\n")
    locations = [None, "", "file:///no/such/folder", "http://example.org/resources", str(left)]
    if hasattr(os, "mkfifo"):
        os.mkfifo(blocking / "start-values.txt")
        locations.append(str(blocking))
    for location in locations:
        found = []
        asks = threading.Thread(target=lambda: found.append(library.instantiate(location)), daemon=True)
        asks.start()
        asks.join(10)
        assert found == [0.5], (location, library.said)


def test_an_unreadable_place_stops_only_an_fmu_with_start_values_there(opened, package, tmp_path):
    (tmp_path / START_VALUES).mkdir(parents=True)
    for location in (f"file://{quote(str(tmp_path))}/resources", "file:///" + 300 * "x", "?"):
        assert Library(package).instantiate(location) == 0.5
        library = Library(opened({"compliance.e": 0.7}))
        assert library.instantiate(location) is None
        assert "start-values.txt" in library.said[-1], library.said


def test_a_guid_or_a_file_that_does_not_belong_is_refused_with_the_reason(opened, package):
    of = opened({"compliance.e": 0.7})
    library = Library(of)
    path = f"{of.directory}/{START_VALUES}"
    location = f"file://{quote(str(of.directory))}/resources"
    with open(path) as file:
        text = file.read()
    assert library.instantiate(location, guid="another") is None
    assert library.guid in library.said[-1] and "resources differ" in library.said[-1]
    with open(path, "w", encoding="utf-8-sig") as file:
        file.write(text)
    assert library.instantiate(location) == 0.7
    for bad, words in (
        (text + "compliance.e = 2\n", ["compliance.e = 2", "maximum"]),
        (text + "compliance.x = 2\n", ["there is no parameter compliance.x"]),
        (text + "nonsense\n", ['"nonsense"']),
        ("compliance.e = 0.7\n", ["guid"]),
    ):
        with open(path, "w") as file:
            file.write(bad)
        assert library.instantiate(location) is None
        assert all(word in library.said[-1] for word in ("start-values.txt", *words)), library.said[-1]


# Only what one use wires


def test_the_simple_unit_is_valid_and_has_numbers_only(pack, opened):
    options = ("--simple", "sphere-plane")
    assert problems(pack({}, *options)) == []
    package = opened({"material.k_red": 0.5, "compliance.source": "materials"}, *options)
    variables = package.description.modelVariables
    assert {v.type for v in variables} == {"Real"} and len(variables) < 100
    inputs = [v.name for v in variables if v.causality == "input"]
    assert inputs == package.elements("positionI", "velocityI", "angularVelocityI", "freeAcceleration")
    # a number that is packed can be tuned, though the use would not show it
    assert package.variables["material.k_red"].start == "0.5"
    assert "compliance.source = materials" in package.description.description
    assert package.state_names[:4] == ["z[1]", "z[2]", "z[3]", "s_dw"] and len(package.state_names) == 8


def test_the_simple_unit_bounces_in_fmpys_own_host(pack):
    """Pressed 1 mm into the plane, at rest: f_n = k x^p from the value references that all units share."""
    result = simulate_fmu(
        str(pack({}, "--simple", "sphere-plane")),
        fmi_type="CoSimulation",
        start_values={"positionI[3]": 0.099, "compliance.k": 2e6},
        output=["normalForce", "forceI[3]", "touching"],
        stop_time=0.01,
        output_interval=1e-3,
    )
    assert result["normalForce"] == pytest.approx(2e6 * 1e-3**1.5, rel=1e-9)
    assert np.all(result["touching"] == 1.0)
