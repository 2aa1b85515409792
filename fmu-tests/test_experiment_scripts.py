"""The scripts in experiments/ as a stranger runs them: in a copy of their folder, with nothing but FMPy and SciPy."""

import csv
import runpy
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent / "experiments"
# Runs a script as `python SCRIPT ...` does, in a world without the packages of the tests, but shaken as these are.
ALONE = """
import runpy, sys
sys.path.append(TESTS)
import shaking
shaking.install()
sys.path.remove(TESTS)
sys.modules.update(dict.fromkeys(("pytest", "mpmath")))
sys.argv = sys.argv[1:]
sys.path[0] = SCRIPTS
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def run(script, *arguments):
    """The script in a copy of the folder, far from the rest of the tests."""
    with tempfile.TemporaryDirectory() as directory:
        folder = shutil.copytree(SCRIPTS, Path(directory) / "experiments")
        code = ALONE.replace("SCRIPTS", repr(str(folder))).replace("TESTS", repr(str(SCRIPTS.parent)))
        command = [sys.executable, "-c", code, str(folder / f"{script}.py"), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True)


# Arguments for a short run, and words of its output.
RUNS = {
    "incline": (["--until", 0.4], "Impacts"),
    "cylinder": (["--until", 0.45, "--spatial"], "Impacts"),
    "stick_slip": (["--until", 5.2, "--speed", 0.15], "breaks loose"),
    "pendulum": (["--until", 0.2], "sticks from"),
    "energy_loss": (["--configuration", "b", "--e", 0.9], "energy lost"),
    "drop": (["--e", 0.3], "huntCrossley"),
}
# Co-Simulation alone
STEPPED = {"cube": (["--until", 0.3, "--slope", 15], "fastest corner")}


@pytest.mark.parametrize("script", RUNS | STEPPED)
def test_script_prints_its_table_and_writes_numbers_with_units(package, script, tmp_path):
    arguments, words = (RUNS | STEPPED)[script]
    out = tmp_path / "out.csv"
    done = run(script, package.path, *arguments, "--out", out)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
    header, *rows = csv.reader(out.read_text().splitlines())
    assert all(name.endswith("]") and " [" in name for name in header)
    assert len(rows) > 1 and all(len(row) == len(header) for row in rows)
    times = [float(row[0]) for row in rows]
    assert times == sorted(times)


@pytest.mark.slow
@pytest.mark.parametrize("script", RUNS)
def test_script_runs_in_co_simulation_too(package, script):
    """At 1 ms, or shorter where an impact takes less."""
    arguments, words = RUNS[script]
    step = {"energy_loss": 2e-5, "drop": 2e-6, "pendulum": 2e-5}.get(script, 1e-3)
    done = run(script, package.path, *arguments, "--mode", "cs", "--step", step)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout and done.stderr == ""


def test_too_long_a_step_is_said(package):
    done = run("pendulum", package.path, "--mode", "cs", "--until", 0.2)
    assert done.returncode == 0 and "0.001 s are too long a step for this contact" in done.stderr
    blown_up = run("pendulum", package.path, "--mode", "cs", "--until", 3)
    assert blown_up.returncode == 1 and "a shorter --step may do" in blown_up.stderr
    assert "Impacts" in blown_up.stdout and "Traceback" not in blown_up.stderr


@pytest.mark.parametrize(
    "script, arguments, words",
    [
        ("incline", ["nothing.fmu"], "nothing.fmu: no such file"),
        ("incline", [__file__], "is not an .fmu"),
        ("incline", ["UNIT", "--until", "-1"], "-1 is not above 0"),
        ("cylinder", ["UNIT", "--until", "nan"], "nan is not above 0"),
        ("cylinder", ["UNIT", "--mode", "cs", "--step", "1", "--until", "0.5"], "longer than the run"),
        ("stick_slip", ["UNIT", "--speed", "fast"], "'fast' is not a number"),
        ("pendulum", ["UNIT", "--rtol", "1e-20"], "is not in 1e-13"),
        ("pendulum", ["UNIT", "--out", "nowhere/out.csv"], "no such directory"),
        ("energy_loss", ["UNIT", "--e", "1.5"], "--e 1.5 is not in"),
        ("energy_loss", ["UNIT", "--until", "1e-5"], "take a longer --until"),
        ("drop", ["UNIT", "--alpha", "0.5"], "e would fall below 0"),
        ("drop", ["UNIT", "--e", "2"], "compliance.e"),
        ("cube", ["UNIT", "--slope", "30"], "--slope 30 is not in 0 ... 20"),
        ("cube", ["UNIT", "--step", "3"], "longer than the run"),
    ],
)
def test_nonsense_is_refused_readably(package, script, arguments, words, monkeypatch, capsys):
    path = str(SCRIPTS / f"{script}.py")
    monkeypatch.setattr("sys.argv", [path, *(str(package.path) if a == "UNIT" else a for a in arguments)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(path, run_name="__main__")
    assert ended.value.code in (1, 2)
    assert words in capsys.readouterr().err
