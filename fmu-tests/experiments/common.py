"""What the experiments share: their command line, the simulation in either kind of FMI 2.0, tables and CSV files."""

import argparse
import csv
import math
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from fmpy.fmi1 import FMICallException
from hosts import Package
from masters import ExchangeHost, GaussSeidel, Impact


class Refused(Exception):
    """What the user asked for cannot be done; the text says why."""


def command_line(description: str, until: float) -> argparse.ArgumentParser:
    """The options of every script; `until` is the default end [s]. One that has no others runs in Co-Simulation."""
    p = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    p.add_argument("fmu", type=Path, help="the packed unit, Asperity.fmu")
    p.add_argument("--until", type=positive, default=until, metavar="T", help=f"end [s] (default {until:g})")
    p.add_argument("--step", type=positive, default=1e-3, metavar="H", help="step of cs [s] (default 0.001)")
    p.add_argument("--out", type=Path, metavar="F.csv", help="write the time series there")
    p.set_defaults(mode="cs")
    return p


def parser(description: str, until: float) -> argparse.ArgumentParser:
    """The options of the experiments of [G04], in either kind of FMI 2.0."""
    p = command_line(description, until)
    p.epilog = "[G04] is Gonthier, McPhee, Lange, Piedboeuf 2004, whose experiment this is."
    p.add_argument("--mode", choices=["me", "cs"], default="me", help="Model Exchange (default) or Co-Simulation")
    p.add_argument("--rtol", type=tolerance, default=1e-9, help="relative tolerance of me (default 1e-9)")
    p.add_argument("--paper", action="store_true", help="bristles as the paper prints them")
    return p


def positive(text: str) -> float:
    value = number(text)
    if not 0.0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not above 0 and finite")
    return value


def tolerance(text: str) -> float:
    value = number(text)
    if not 1e-13 <= value <= 1e-2:
        raise argparse.ArgumentTypeError(f"{text} is not in 1e-13 ... 1e-2")
    return value


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None


def main(experiment, options: argparse.ArgumentParser):
    """Run experiment(package, arguments); anything refused ends with one readable sentence."""
    arguments = options.parse_args()
    try:
        if arguments.mode == "cs" and arguments.step > arguments.until:
            raise Refused(f"the step of {arguments.step:g} s is longer than the run of {arguments.until:g} s")
        if arguments.out and not arguments.out.resolve().parent.is_dir():
            raise Refused(f"{arguments.out.parent}: no such directory")
        if not arguments.fmu.is_file():
            raise Refused(f"{arguments.fmu}: no such file")
        if not zipfile.is_zipfile(arguments.fmu):
            raise Refused(f"{arguments.fmu} is not an .fmu")
        with tempfile.TemporaryDirectory() as directory:
            experiment(load(arguments.fmu, directory), arguments)
    except Refused as reason:
        options.exit(1, f"{options.prog}: {reason}\n")


def load(path: Path, directory: str) -> Package:
    try:
        package = Package(path, Path(directory))
    except Exception as error:  # FMPy raises whatever its XML and zip libraries raise
        raise Refused(f"{path} cannot be read as an FMU: {error}") from error
    if package.description.modelName != "Asperity":
        raise Refused(f"{path} holds the model {package.description.modelName}, not Asperity")
    return package


@dataclass
class Run:
    """What came out: the impacts, and one row per step under the names of the columns."""

    impacts: list[Impact]
    columns: list[str]
    rows: np.ndarray

    def __getitem__(self, column: str) -> np.ndarray:
        return self.rows[:, self.columns.index(column)]


BRISTLES_AS_PRINTED = {"friction.bristleFrame": "paper", "friction.bristleLimit": "paper"}
OUTPUTS = ("gap", "normalForce", "frictionForce", "slipSpeed", "sticking", "z", "s_dw")
LEDGER = ("energyWork", "energyDissipatedNormal", "energyDissipatedFriction", "energyElastic", "energyResidual")


def simulate(
    package: Package,
    plant,
    settings: dict,
    until: float,
    mode="me",
    step=1e-3,
    rtol=1e-9,
    paper=False,
    outputs=OUTPUTS + LEDGER,
    max_step=0.01,
    watch=None,
) -> Run:
    """Plant and unit from 0 to `until`; plant.columns names the elements of its state, `outputs` further columns."""
    outputs = package.elements(*outputs)
    rows = []

    def record(host):
        rows.append([host.t, *host.plant_state, host.touching, *host.outputs(*outputs)])
        return watch is not None and watch(host)

    with package.unit("ModelExchange" if mode == "me" else "CoSimulation", logging=True) as unit:
        try:
            unit.set({**settings, **(BRISTLES_AS_PRINTED if paper else {})})
            if mode == "me":
                host = ExchangeHost(unit, plant, rtol=rtol, atol=1e-2 * rtol, max_step=max_step)
            else:
                host = GaussSeidel(unit, plant, step)
            record(host)
            with np.errstate(over="ignore", invalid="ignore"):
                host.run(until, record)
        except (KeyError, StopIteration) as missing:
            raise Refused(f"this unit is too old for the experiment, it lacks {missing}") from missing
        except RuntimeError as error:
            raise Refused(f"the solver gives up at {host.t:.7g} s: {error}") from error
        except FMICallException as error:
            if not rows:
                raise Refused(f"{error} {unit.messages()}") from error
            print_impacts(host.impacts)
            advice = "the force of one step throws the body too far, a shorter --step may do" if mode == "cs" else error
            raise Refused(f"stopped at {host.t:.7g} s: {advice}\n{unit.log[-1][2]}") from error
    if mode == "cs" and any(impact.rebound > impact.approach for impact in host.impacts):
        note(f"note: bodies leave faster than they came, {step:g} s are too long a step for this contact")
    units = {name: package.variables[name].unit or "1" for name in outputs}
    columns = ["time [s]", *plant.columns, "contactActive [1]", *(f"{name} [{units[name]}]" for name in outputs)]
    return Run(host.impacts, columns, np.array(rows, float))


@cache
def note(text: str):
    """Said once, on the error stream."""
    print(text, file=sys.stderr)


def print_table(title: str, columns: list[str], rows):
    """Numbers to seven digits under their names."""
    cells = [[c if isinstance(c, str) else f"{c:.7g}" for c in row] for row in rows]
    widths = [max(len(name), *(len(row[i]) for row in cells)) if cells else len(name) for i, name in enumerate(columns)]
    print(f"\n{title}")
    for first, *rest in [columns, *cells] if any(columns) else cells:
        line = "".join("  " + cell.rjust(width) for cell, width in zip(rest, widths[1:]))
        print(f"  {first.ljust(widths[0])}{line}".rstrip())


def print_impacts(impacts: list[Impact]):
    columns = ["impact", "onset [s]", "approach [m/s]", "duration [ms]", "rebound [m/s]", "ratio", "deepest [mm]"]
    rows = []
    for k, i in enumerate(impacts, 1):
        stays = math.isinf(i.t_off)
        out = ["stays", "", ""] if stays else [1e3 * (i.t_off - i.t_on), i.rebound, i.rebound / i.approach]
        rows.append([str(k), i.t_on, i.approach, *out, 1e3 * i.deepest])
    print_table("Impacts", columns, rows)


def print_ledger(run: Run):
    """Energies at the end; turned over is the work in both directions together, the sum of |changes of energyWork|."""
    turned_over = np.abs(np.diff(run["energyWork [J]"])).sum()
    rows = [[name, f"{run[f'{name} [J]'][-1]:.7g}"] for name in LEDGER]
    rows.append(["residual / turned over", f"{run['energyResidual [J]'][-1] / max(turned_over, 1e-300):.1e}"])
    print_table("Energy ledger of the contact [J]", ["", "at the end"], rows)


def write_csv(path: Path | None, run: Run):
    if path is None:
        return
    try:
        with open(path, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(run.columns)
            writer.writerows(run.rows.tolist())
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error
    print(f"{len(run.rows)} rows written to {path}")
