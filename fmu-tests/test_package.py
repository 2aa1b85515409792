"""The .fmu as a file, and FMPy's own hosts."""

import re
import zipfile

import fmpy
import numpy as np
import pytest
from reference_contact import Law
from validating import problems


def test_fmpy_finds_nothing_to_complain_about(package):
    assert problems(package.path) == []


def test_fmpy_complains_of_each_name_that_is_none(package, tmp_path):
    """Also of the second of the same form, and of one in the form of a derivative that is none."""
    wrong = {"penetration": "1penetration", "s_dw": "2s_dw", "der(s_dw)": "dar(s_dw)"}
    path = tmp_path / "wrong.fmu"
    with zipfile.ZipFile(package.path) as right, zipfile.ZipFile(path, "w") as archive:
        for entry in right.namelist():
            content = right.read(entry)
            if entry == "modelDescription.xml":
                for name, other in wrong.items():
                    assert content.count(f'name="{name}"'.encode()) == 1, name
                    content = content.replace(f'name="{name}"'.encode(), f'name="{other}"'.encode())
            archive.writestr(entry, content)
    found = problems(path)
    assert [name for name in wrong.values() if any(f'"{name}"' in problem for problem in found)] == list(wrong.values())


def test_contents(package):
    with zipfile.ZipFile(package.path) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        infos = archive.infolist()
    for name in (
        "modelDescription.xml",
        "model.png",
        "binaries/linux64/Asperity.so",
        "documentation/index.html",
    ):
        assert name in names
    assert any(name.startswith("documentation/licenses/license.") for name in names)
    # FMI 2.0.5 section 2.3: deflate or store, forward slashes, no encryption, no zip64
    for info in infos:
        assert info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        assert "\\" not in info.filename and not info.flag_bits & 1 and info.extract_version <= 20


def test_both_kinds_promise_what_they_keep(package):
    d = package.description
    for kind in (d.modelExchange, d.coSimulation):
        assert kind.modelIdentifier == "Asperity"
        assert kind.canGetAndSetFMUstate and kind.canSerializeFMUstate and kind.providesDirectionalDerivative
    assert d.coSimulation.canInterpolateInputs and d.coSimulation.canHandleVariableCommunicationStepSize
    assert d.coSimulation.maxOutputDerivativeOrder == 1
    assert package.state_names[:4] == ["z[1]", "z[2]", "z[3]", "s_dw"]
    assert package.state_names[4:7] == ["energyWork", "energyDissipatedNormal", "energyDissipatedFriction"]
    assert package.state_names[7:] == ["z_r"]
    assert d.numberOfEventIndicators == 3


def test_display_units_are_what_people_read(package):
    factor = {"mm": ("m", 1e3), "GPa": ("Pa", 1e-9), "kN": ("N", 1e-3), "deg/s": ("rad/s", np.rad2deg(1))}
    declared = {(shown.name, of.name, shown.factor) for of in package.description.unitDefinitions for shown in of.displayUnits}
    assert declared == {(name, unit, float(times)) for name, (unit, times) in factor.items()}
    shown = {v.name: v.displayUnit for v in package.description.modelVariables if v.displayUnit}
    assert all(package.variables[name].unit == factor[unit][0] for name, unit in shown.items())
    expected = {"penetration": "mm", "material.E_I": "GPa", "normalForce": "kN", "angularVelocityJ[2]": "deg/s"}
    assert expected.items() <= shown.items()
    assert "positionI[1]" not in shown


def test_inputs_come_in_the_order_in_which_one_wires_them(package):
    inputs = [v.name.split("[")[0] for v in package.description.modelVariables if v.causality == "input"]
    motion = ["position", "orientation", "velocity", "angularVelocity"]
    bodies = [quantity + body for body in "IJ" for quantity in motion]
    assert list(dict.fromkeys(inputs))[:9] == [*bodies, "penetration"]


def test_who_made_it_and_what_it_is_stands_in_the_description(package):
    model = package.description
    assert model.author and model.copyright.startswith("Copyright") and model.license and model.version
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT00:00:00Z", model.generationDateAndTime)
    # a dialog shows a description alone: keys of papers mean nothing there
    keys = re.compile(r"\b(G04|PT96|M3D|WK91|P16)\b")
    texts = [v.description for v in model.modelVariables] + [item.description for t in model.typeDefinitions for item in t.items or []]
    assert all(texts) and not [text for text in texts if keys.search(text)]


def test_choices_are_numbered_as_published(package):
    """Users set them as numbers; a new one comes at the end."""
    published = {
        "compliance.law": ["gonthier", "elastic", "huntCrossley", "lankaraniNikravesh", "flores", "kelvinVoigt"],
        "compliance.restitution": ["constant", "linear", "power", "table"],
        "friction.law": ["dwell", "none", "coulomb"],
        "compliance.source": ["stiffness", "materials"],
        "friction.e_rSource": ["given", "contactRadius"],
        "friction.map": ["ellipsoid", "polyhedron", "mixed", "planes"],
        "friction.bristleFrame": ["contact", "paper"],
        "friction.bristleLimit": ["limited", "paper"],
        "geometry.pair": [
            "external",
            "spherePlane",
            "sphereSphere",
            "sphereInCylinder",
            "sphereOnCylinder",
            "sphereInSphere",
        ],
        "geometry.point": ["middle", "paper"],
        "coupling.mode": ["kinematic", "interface"],
        "coupling.order": ["sequential", "parallel", "detect"],
        "coupling.handBack": ["mean", "line", "meanAndSlope", "twoStep"],
        "coupling.massSource": ["bodies", "input"],
        "coupling.freeAccelerationSource": ["input", "estimated"],
        "coupling.method": ["compliant", "timeStepping"],
        "timeStepping.friction": ["regularised", "box", "polygonal"],
        "timeStepping.impact": ["stronge", "poisson", "newton"],
        "timeStepping.law": ["coulomb", "paper"],
    }
    assert published.keys() == package.choices().keys()
    for name, items in published.items():
        found = package.variables[name].declaredType.items
        assert [(item.name, int(item.value)) for item in found] == [(item, n) for n, item in enumerate(items, 1)], name


# Down to 2 mm at 0.1 m/s, then turned around with 10 m/s2; slip along x. Times in ms: onset at 10, turn from 30.
STEP = 1e-4
TIMES = np.arange(0, 451) * STEP
RATE = np.where(TIMES < 0.03, 0.1, 0.1 - 10.0 * (TIMES - 0.03))
DEPTH = np.where(TIMES < 0.03, -1e-3 + 0.1 * TIMES, 2e-3 + 0.1 * (TIMES - 0.03) - 5.0 * (TIMES - 0.03) ** 2)
OUTPUTS = ["normalForce", "frictionForce[1]", "gap", "contactActive", "z[1]"]


def prescribed(package):
    # nine inputs, no more and no fewer: FMPy 0.3.32 can hand on the derivatives of nine only
    names = package.elements("penetration", "relativeVelocity", "contactNormal", "contactPoint[1]", "contactPoint[2]")
    signals = np.zeros(len(TIMES), dtype=[(name, float) for name in ["time", *names]])
    signals["time"], signals["penetration"] = TIMES, DEPTH
    signals["relativeVelocity[1]"], signals["relativeVelocity[3]"] = 0.05, -RATE
    signals["contactNormal[3]"] = 1.0
    return signals


def expected_normal_force(times):
    return np.array([Law().normal_force(np.interp(t, TIMES, DEPTH), np.interp(t, TIMES, RATE), 0.1) for t in times])


def test_fmpy_model_exchange(package):
    result = fmpy.simulate_fmu(
        package.directory,
        fmi_type="ModelExchange",
        input=prescribed(package),
        output=OUTPUTS,
        stop_time=TIMES[-1],
        output_interval=STEP,
        solver="CVode",
        relative_tolerance=1e-6,
    )
    f_n = expected_normal_force(result["time"])
    away_from_onset = np.abs(result["time"] - 0.01) > 2 * STEP  # in this step the host decides when it sees the event
    assert result["normalForce"][away_from_onset] == pytest.approx(f_n[away_from_onset], rel=1e-6, abs=1e-6)
    # slip at five times v_S: s = exp(-25), so the friction is Coulomb's from the first moment
    assert result["frictionForce[1]"][away_from_onset] == pytest.approx(-0.4 * f_n[away_from_onset], rel=1e-6, abs=1e-6)


def test_fmpy_co_simulation(package):
    result = fmpy.simulate_fmu(
        package.directory,
        fmi_type="CoSimulation",
        input=prescribed(package),
        output=OUTPUTS,
        stop_time=TIMES[-1],
        output_interval=STEP,
        set_input_derivatives=True,
    )
    f_n = expected_normal_force(result["time"])
    # rates are linear in time, so the motion continued over a step is exact; only in the step after the kink of the
    # rate FMPy hands on the slope from before it
    exact = np.abs(result["time"] - (0.03 + STEP)) > 0.5 * STEP
    assert result["normalForce"][exact] == pytest.approx(f_n[exact], rel=1e-6, abs=1e-6)
    assert result["frictionForce[1]"][exact] == pytest.approx(-0.4 * f_n[exact], rel=1e-6, abs=1e-6)


def test_fmpy_model_exchange_with_its_defaults_in_slow_slip(package):
    """No tolerance given: the file's own must carry CVode through five impacts with stick. At 1e-8 it runs out of
    steps, because FMPy hands on inputs once a step and the solver resolves each jump."""
    times = np.linspace(0.0, 1.0, 2001)
    phase = 2 * np.pi * 5 * times
    columns = {
        "penetration": 2e-3 * np.sin(phase),
        "relativeVelocity[1]": 3e-3 * np.sin(20 * times),
        "relativeVelocity[3]": -2e-3 * 2 * np.pi * 5 * np.cos(phase),
    }
    signals = np.array(
        list(zip(times, *columns.values(), strict=True)), dtype=[(name, float) for name in ("time", *columns)]
    )
    result = fmpy.simulate_fmu(
        package.directory, fmi_type="ModelExchange", input=signals, output=OUTPUTS, stop_time=times[-1]
    )
    assert result["time"][-1] == pytest.approx(times[-1])
    assert result["normalForce"].max() > 10.0
    assert np.all(np.abs(result["frictionForce[1]"]) <= 0.45 * result["normalForce"] * (1 + 1e-9))
