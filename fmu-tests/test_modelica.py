"""The Modelica library: it can be parsed, and its names and indices are those of the FMU and of asperity.h."""

import re
from pathlib import Path

import pytest
from pymoca import parser

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = (ROOT / "modelica" / "Asperity" / "package.mo").read_text(encoding="utf-8")
HEADER = (ROOT / "include" / "asperity.h").read_text(encoding="utf-8")


def test_the_library_can_be_parsed():
    library = parser.parse(LIBRARY).classes["Asperity"]
    assert {"Contact", "evaluate", "latched", "SpherePlane", "SphereSphere", "Examples"} <= set(library.classes)


@pytest.mark.parametrize("wrong", ["equation", "end evaluate;", "{0, 0, 0, 0, 0, 0, 1"])
def test_the_parser_refuses_a_library_that_lacks_a_part(wrong):
    assert LIBRARY.count(wrong) >= 1
    broken = LIBRARY.replace(wrong, "", 1)
    try:
        assert parser.parse(broken) is None
    except Exception as error:
        assert not isinstance(error, AssertionError)


def test_what_the_parser_lets_pass_is_not_there():
    # results of a function are assigned to names, and an SI.Distance is never below 0
    assert "der(" not in "".join(re.findall(r"^ *\(.*\) =", LIBRARY, re.MULTILINE))
    assert "SI.Distance" not in LIBRARY


def test_parameters_are_variables_of_the_fmu(package):
    known = {variable.name: variable for variable in package.description.modelVariables}
    calls = re.findall(r'Contact\("(\w+)", \{([^}]*)\}, \{([^}]*)\}\)', LIBRARY)
    assert [pair for pair, *_ in calls] == ["spherePlane", "sphereSphere"]
    for pair, names, values in calls:
        names = re.findall(r'"([^"]+)"', names)
        assert len(names) == len(values.split(","))
        assert {known[name].causality for name in names} == {"parameter"}
        assert pair in [item.name for item in known["geometry.pair"].declaredType.items]


def test_the_frame_of_an_fmu_has_the_variables_of_a_body(package):
    model = parser.parse(LIBRARY).classes["Asperity"].classes["FrameOfFMU"]
    widths = {name: of.dimensions[0][0].value for name, of in model.symbols.items() if of.dimensions[0][0].value}
    del widths["body"]
    of_body = {}
    for variable in package.description.modelVariables:
        name = re.sub(r"\[\d+\]$", "", variable.name)
        if name.endswith("I") and variable.causality in ("input", "output"):
            of_body[name[:-1]] = of_body.get(name[:-1], 0) + 1
    assert widths == of_body
    # its slices are those of `motion`, which has the order of asperity_body
    starts = [int(start) for start in re.findall(r"= body\[(\d+):", LIBRARY)]
    assert starts == [1, 4, 8, 11] and [name for name in widths][:4] == ["position", "orientation", "velocity", "angularVelocity"]


def fields(struct: str) -> list[str]:
    """Names of the doubles of a struct in their order; element k of a field has its name and [k]."""
    (body,) = re.findall(rf"typedef struct {struct} \{{(.*?)\}} {struct};", HEADER, re.DOTALL)
    found = []
    for kind, name, length in re.findall(r"^ *(?:struct )?(\w+) (\w+)(?:\[(\d+)\])?;", body, re.MULTILINE):
        if kind == "double":
            found += [name] if not length else [f"{name}[{k}]" for k in range(int(length))]
        else:
            found += [f"{name}.{inner}" for inner in fields(kind)]
    return found


def test_indices_are_those_of_the_structs_in_c():
    outputs = fields("asperity_outputs")
    shown = dict(re.findall(r" (\w+) = outputs\[(\d+)\]", LIBRARY))
    named = {"normalForce": "normal_force", "gap": "gap", "approach": "penetration_rate"}
    assert {name: outputs[int(index) - 1] for name, index in shown.items()} == named
    slices = [(int(a), int(b)) for a, b in re.findall(r"outputs\[(\d+):(\d+)\]", LIBRARY)]
    wrench = [outputs[a - 1 : b] for a, b in slices]
    of = ["force_i", "torque_i", "force_j", "torque_j"]
    assert wrench == [[f"wrench.{name}[{k}]" for k in range(3)] for name in of]
    sizes = {"inputs": "asperity_inputs", "latch": "asperity_latch", "state": "asperity_state", "outputs": "asperity_outputs"}
    for name, struct in sizes.items():
        assert set(re.findall(rf"Real {name}\[(\d+)\]", LIBRARY)) == {str(len(fields(struct)))}
    inputs = fields("asperity_inputs")
    assert inputs[:10] == ["penetration", *[f"{name}[{k}]" for name in ("relative_velocity", "normal", "point") for k in range(3)]]
    body = [f"{name}[{k}]" for name, n in (("position", 3), ("orientation", 4), ("velocity", 3), ("angular_velocity", 3)) for k in range(n)]
    assert inputs[10:] == [f"{side}.{name}" for side in ("body_i", "body_j") for name in body]
