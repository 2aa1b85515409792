"""Where the packed unit is, and the unpacked copy that all tests share."""

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import shaking

sys.path.append(str(Path(__file__).resolve().parent / "experiments"))
from hosts import Package
from masters import Impact

TARGET = Path(__file__).resolve().parent.parent / "target"
PACKED = TARGET / "fmu" / "Asperity.fmu"
COMMAND = TARGET / "release" / "asperity"


def pytest_addoption(parser):
    parser.addoption("--fmu", default=str(PACKED), help="the packed unit under test")
    parser.addoption("--asperity", default=str(COMMAND), help="the command line under test")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: long simulation, left to fmu-tests/run --full and --shaken")
    shaking.install()


def pytest_collection_modifyitems(items):
    # what one worker does alone is long: begun last, the others would wait for it
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)


def pytest_report_header():
    return [f"solvers: {name} x {factor:g}" for name, factor in shaking.factors.items() if factor != 1.0]


@pytest.fixture
def figure(record_property):
    """figure(name, value): a measured number, or several, for the summary at the end of the run."""

    def record(name, value):
        record_property(name, np.ravel(value).tolist())

    return record


def pytest_terminal_summary(terminalreporter):
    """The figures of each test; of a large grid only the one farthest from zero."""
    figures = {}
    for report in sum(terminalreporter.stats.values(), []):
        if getattr(report, "when", None) == "call":
            test, _, case = report.nodeid.partition("::")[2].partition("[")
            for name, numbers in report.user_properties:
                figures.setdefault((test, name), []).append((case.rstrip("]"), numbers))
    if figures:
        terminalreporter.section("figures")
    for (test, name), cases in figures.items():
        terminalreporter.write_line(f"{test}: {name}")
        shown = cases if len(cases) <= 6 else [max(cases, key=lambda case: abs(case[1][0]))]
        for case, numbers in shown:
            of = f" (largest of {len(cases)})" if len(shown) < len(cases) else ""
            values = ", ".join(f"{number:.7g}" for number in numbers)
            terminalreporter.write_line(f"    {case or 'value'}: {values}{of}")


@pytest.fixture(scope="session")
def package(request, tmp_path_factory) -> Package:
    path = Path(request.config.getoption("--fmu"))
    if not path.is_file():
        pytest.exit(f"{path} does not exist: `cargo run --release -- pack --out {path}` makes it", returncode=2)
    return Package(path, tmp_path_factory.mktemp("unit"))


@pytest.fixture(scope="session")
def asperity(request) -> Path:
    """The command line."""
    path = Path(request.config.getoption("--asperity"))
    if not path.is_file():
        pytest.fail(f"{path} does not exist: run `cargo build --release` first", pytrace=False)
    return path


class Record:
    """The columns of a run by their names."""

    def __init__(self, path):
        header, *rows = csv.reader(path.read_text().splitlines())
        self._columns = dict(zip(header, np.array(rows, float).T))

    def __getitem__(self, column):
        return self._columns[column]

    def impacts(self):
        """From the rows of the located events: contact begins and ends where contactActive changes."""
        found = []
        time, rate = self["time [s]"], self["gapRate [m/s]"]
        active, gap = self["contactActive [1]"] > 0.5, self["gap [m]"]
        for k in range(len(time)):
            was = k > 0 and active[k - 1]
            if active[k] and not was:
                found.append(Impact(time[k], -rate[k]))
            if active[k]:
                found[-1].deepen(-gap[k])
            elif was:
                found[-1].end(time[k], -rate[k])
        return found


@pytest.fixture
def simulate(asperity, package, tmp_path):
    """simulate(scene, until, name=value, ...): the record of a run."""

    def run(scene, until, *settings):
        out = tmp_path / f"{scene}.csv"
        command = [asperity, "simulate", scene, "--mode", "me", "--until", until, "--fmu", package.path, "--out", out]
        command += ["--tolerance", shaking.tolerances(1e-12, 0.0)[0], "--step", 0.02 * shaking.factors["max_step"]]
        command += [word for setting in settings for word in ("--set", setting)]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return Record(out)

    return run
