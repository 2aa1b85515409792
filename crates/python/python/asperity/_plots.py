"""Plots of a sweep."""

import re
from pathlib import Path

import numpy as np

from . import parameters
from ._asperity import Error
from ._sweep import SETTINGS, needs, whole

UNITS = {"position": "m", "velocity": "m/s", "angularVelocity": "rad/s", "force": "N", "torque": "N.m", "normalForce": "N", "gap": "m",
         "time": "s", "stop": "s", "step": "s", "every": "s"}


def plots(study, table, out):
    """Draws each number kept over the parameters that vary: a line over one, a map over two. Answers the files, out/NAME.svg.

    Raises Error where other than one or two vary, or one of them is no number.
    """
    figure = needs("matplotlib.figure")
    vary = [name for name, of in study.values.items() if len(of) > 1]
    if not 1 <= len(vary) <= 2:
        raise Error(f"--plot draws over one or two parameters that vary, here {len(vary)} do: plot out of results.parquet")
    for name in vary:
        if table[name].dtype.kind not in "if":
            raise Error(f"--plot: {name} is no number")
    files = []
    for kept, (reducer, variable, element) in study.keep.items():
        picture = figure.Figure(figsize=(7, 4.5), layout="constrained")
        axes = picture.subplots()
        of = f"{variable}[{element}]" if element else variable
        label = f"{kept}: {reducer} {of}{unit(variable)}"
        if len(vary) == 1:
            order = np.argsort(table[vary[0]], kind="stable")
            axes.plot(table[vary[0]][order], table[kept][order], "o-", markersize=4)
            axes.set_ylabel(label)
            axes.grid(alpha=0.3)
        else:
            shape = [len(of) for of in study.values.values() if len(of) > 1]
            first, second, numbers = (table[name].reshape(shape) for name in (*vary, kept))
            across, up = (edges(np.unique(table[name])) for name in vary)
            ordered = numbers[np.ix_(np.argsort(first[:, 0]), np.argsort(second[0]))]
            drawn = axes.pcolormesh(across, up, ordered.T, cmap="viridis")
            picture.colorbar(drawn, label=label)
            axes.set_ylabel(vary[1] + unit(vary[1]))
            if is_log(table[vary[1]]):
                axes.set_yscale("log")
        axes.set_xlabel(vary[0] + unit(vary[0]))
        if is_log(table[vary[0]]):
            axes.set_xscale("log")
        file = Path(out) / f"{re.sub(r'[^-.0-9A-Za-z_]', '_', kept)}.svg"
        whole(file, lambda part, picture=picture: picture.savefig(part, format="svg"))
        files.append(file)
    return files


def unit(name):
    """`` [N]`` where it is known."""
    known = {of.name: of.unit for of in parameters().values()}
    last = name.rpartition(".")[2]
    plain = name if name in SETTINGS else name.partition(".")[2]
    found = "J" if name.startswith("energy") else UNITS.get(last) or known.get(plain) or ""
    return f" [{found}]" if found not in ("", "1") else ""


def edges(centres):
    """Edges of the cells around these values, ascending: halfway between them on the axis."""
    log = is_log(centres)
    at = np.log(centres) if log else centres
    halves = (at[1:] + at[:-1]) / 2
    at = np.concatenate([[2 * at[0] - halves[0]], halves, [2 * at[-1] - halves[-1]]])
    return np.exp(at) if log else at


def is_log(values):
    """Whether they span so much that an even axis would crowd most of them."""
    return bool(np.min(values) > 0 and np.max(values) >= 50 * np.min(values))
