"""FMPy's validation of an FMU. It parses the name of each variable for 10 ms: here, one name of each form."""

import re
from pathlib import Path
from unittest import mock

from fmpy.validation import validate_fmu
from lark import Lark


def form(name: str) -> str:
    """Letters are all alike to the grammar of names, and digits; but `der(` is a word, and a backslash goes with what follows."""
    return re.sub(r"(der\(|\\.)|([A-Za-z_]+)|[0-9]+", lambda found: found[1] or ("a" if found[2] else "0"), name)


def problems(path: Path) -> list[str]:
    """What FMPy finds wrong with it."""
    parse, legal = Lark.parse, set()

    def once(parser, name):
        if form(name) not in legal:
            parse(parser, name)
            legal.add(form(name))

    with mock.patch.object(Lark, "parse", once):
        return validate_fmu(str(path))
