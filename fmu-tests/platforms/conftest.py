"""Where the unit with the binaries of several platforms is, and the table of what they are."""

import zipfile
from pathlib import Path

import pytest

PACKED = Path(__file__).resolve().parents[2] / "target" / "platforms" / "Asperity.fmu"


def pytest_addoption(parser):
    try:
        parser.addoption("--fmu", default=str(PACKED), help="the unit under test, packed or unpacked")
    except ValueError:
        # collected with the tests around this folder, which have the option
        pass


TABLE = pytest.StashKey[dict]()


@pytest.fixture
def tell(request):
    """tell(platform, text): a line for the table at the end of the run."""
    return request.config.stash.setdefault(TABLE, {}).setdefault


def pytest_terminal_summary(terminalreporter, config):
    table = config.stash.get(TABLE, {})
    if table:
        terminalreporter.section("binaries")
    for platform, text in table.items():
        terminalreporter.write_line(f"{platform:15} {text}")


@pytest.fixture(scope="session")
def read_binary(request):
    """read_binary(path): the bytes of a file of the unit; None if the unit has no such file."""
    unit = Path(request.config.getoption("--fmu"))
    if not unit.exists():
        pytest.exit(f"{unit} does not exist: `asperity pack --all-platforms --out {unit}` makes it", returncode=2)

    def read(path):
        if unit.is_dir():
            return (unit / path).read_bytes() if (unit / path).is_file() else None
        with zipfile.ZipFile(unit) as archive:
            return archive.read(path) if path in archive.namelist() else None

    return read
