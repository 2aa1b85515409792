"""What is in the wheel, and whether the stubs say the same as the code."""

import ast
import inspect
import zipfile
from pathlib import Path

import asperity
import pytest

STUB = ast.parse((Path(asperity.__file__).parent / "__init__.pyi").read_text())


def test_the_wheel_brings_the_fmu():
    assert asperity.fmu().name == "Asperity.fmu"
    names = zipfile.ZipFile(asperity.fmu()).namelist()
    assert "modelDescription.xml" in names and any(name.startswith("binaries/") for name in names)


def test_the_package_is_typed():
    assert (Path(asperity.__file__).parent / "py.typed").is_file()


def test_stubs_have_the_names_of_the_package():
    listed = next(of.value for of in STUB.body if isinstance(of, ast.Assign) and of.targets[0].id == "__all__")
    assert ast.literal_eval(listed) == asperity.__all__
    declared = {of.name for of in STUB.body if isinstance(of, (ast.ClassDef, ast.FunctionDef))}
    assert declared == set(asperity.__all__)


def arguments(of):
    return [arg.arg for arg in of.args.posonlyargs + of.args.args] + [arg.arg for arg in of.args.kwonlyargs]


def functions():
    for of in STUB.body:
        if isinstance(of, ast.FunctionDef):
            yield of.name, of, getattr(asperity, of.name)
        if isinstance(of, ast.ClassDef):
            for method in of.body:
                if isinstance(method, ast.FunctionDef):
                    yield f"{of.name}.{method.name}", method, getattr(getattr(asperity, of.name), method.name)


@pytest.mark.parametrize("name, stub, real", [pytest.param(*of, id=of[0]) for of in functions()])
def test_stubs_have_the_arguments_and_functions_are_documented(name, stub, real):
    if not stub.decorator_list and not name.endswith("__"):
        wanted = [of.name for of in inspect.signature(real).parameters.values() if of.kind != of.VAR_KEYWORD]
        assert arguments(stub) == wanted
    assert inspect.getdoc(real) or name == "Figure.__init__"


def test_materials_are_those_of_the_command_line():
    steel = asperity.materials()["steel"]
    assert (steel.young, steel.poisson, steel.density, steel.yield_strength) == (2.1e11, 0.3, 7850.0, 2.35e8)
    assert asperity.materials()["oak-across"].also == ("wood",)


def test_parameters_have_start_values_units_and_ranges():
    table = asperity.parameters()
    e, pair = table["compliance.e"], table["geometry.pair"]
    assert e.unit == "1" and e.maximum == 1.0 and e.tunable
    assert table["compliance.k"].unit == "1" or table["compliance.k"].unit.startswith("N")
    assert pair.start == "external" and "spherePlane" in pair.items and not pair.tunable
    assert table["geometry.normalJ"].start == (0.0, 0.0, 1.0)
    assert table["ledger.track"].start is True
    assert all(of.description and "{}" not in of.description for of in table.values())
    # each start value is one that a contact takes and has
    contact = asperity.Contact({name: of.start for name, of in table.items()})
    for name, of in table.items():
        value = contact[name]
        assert (tuple(value) if isinstance(of.start, tuple) else value) == of.start, name


def test_a_system_is_packed_without_a_source_tree(ball_on_table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "system.toml").write_text(ball_on_table(0.3))
    assert asperity.check("system.toml") == []
    assert asperity.check(tmp_path / "system.toml") == []
    path = asperity.pack("system.toml")
    assert path == Path("BallOnTable.fmu") and path.is_file()
    again = asperity.pack(ball_on_table(0.3), tmp_path / "again.fmu")
    assert again.read_bytes() == path.read_bytes()


def test_a_simulation_tells_how_far_it_is(ball_on_table, capsys):
    told = []
    run = asperity.simulate(ball_on_table(0.3), 0.1, progress=told.append)
    assert told[-1] == 0.1 == run["time"][-1]
    asperity.simulate(ball_on_table(0.3), 0.1, progress=True)
    assert "0.100 of 0.1 s\n" in capsys.readouterr().err


def test_samples_come_as_often_as_asked(ball_on_table):
    every = asperity.simulate(ball_on_table(0.3), 0.1, 1e-3, every=0.01)
    all_ = asperity.simulate(ball_on_table(0.3), 0.1, 1e-3)
    assert len(all_["time"]) == 101 and 10 <= len(every["time"]) <= 12


def test_parameters_of_a_simulation_are_those_of_the_fmu(ball_on_table):
    run = asperity.simulate(ball_on_table(0.11), 0.3, parameters={"ball__table.compliance.e": 1.0})
    assert run["energyDissipatedNormal"][-1] == pytest.approx(0, abs=1e-9)


def test_a_figure_is_svg(tmp_path):
    figure = asperity.Figure("title", "time [s]", [0, 1, 2], {"height [m]": {"ball": [0, 1, 0]}})
    figure.save(tmp_path / "figure.svg")
    text = (tmp_path / "figure.svg").read_text()
    assert text == figure.svg == figure._repr_svg_()
    assert text.startswith("<svg") and "height [m]" in text and "title" in text
