"""The script for Simulink: it can be parsed, and its groups hold all variables of the FMU. Simulink itself is not at hand."""

import re
from pathlib import Path

import pytest
from miss_hit_core import cfg_tree, work_package
from miss_hit_core.errors import Error, Message_Handler
from miss_hit_core.m_lexer import MATLAB_Lexer
from miss_hit_core.m_parser import MATLAB_Parser

SCRIPT = Path(__file__).resolve().parents[1] / "simulink" / "asperity_block.m"


def parsed(text: str):
    handler = Message_Handler("lint")
    handler.register_file("script.m")
    config = cfg_tree.Config()
    lexer = MATLAB_Lexer(config.language, handler, text, "script.m")
    return MATLAB_Parser(handler, lexer, config).parse_file()


def test_the_script_can_be_parsed():
    text = SCRIPT.read_text(encoding="utf-8")
    names = {str(of.n_sig.n_name) for of in parsed(text).l_functions}
    assert {"asperity_block", "read_variables", "group", "add_mask"} <= names


@pytest.mark.parametrize("wrong", ["\nend\n\nfunction variables", "variables(end).width + 1;", "'items', {});"])
def test_the_parser_refuses_a_script_that_lacks_a_part(wrong):
    text = SCRIPT.read_text(encoding="utf-8")
    assert text.count(wrong) == 1
    with pytest.raises(Error):
        parsed(text.replace(wrong, "(", 1))


def test_every_input_and_output_is_in_a_bus(package):
    # the rule of `group` in the script: the last letter of the name tells the body
    for causality, wanted in [
        ("input", {"I": ["position", "orientation", "velocity", "angularVelocity"], "J": ["position", "orientation", "velocity", "angularVelocity"]}),
        ("output", {"I": ["force", "torque"], "J": ["force", "torque"]}),
    ]:
        names = [re.sub(r"\[\d+\]$", "", v.name) for v in package.description.modelVariables if v.causality == causality]
        names = list(dict.fromkeys(names))
        for letter, expected in wanted.items():
            assert [name[:-1] for name in names if name.endswith(letter)] == expected
    assert "'IJ' == variables(k).name(end)" in SCRIPT.read_text(encoding="utf-8")
