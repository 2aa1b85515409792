"""The command ``python -m asperity``; everything else is in the program ``asperity``."""

import argparse
import sys

from . import Error
from ._plots import plots
from ._sweep import RESULTS, Study, sweep


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m asperity")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("sweep", help="many runs over a grid of parameters", description=sweep.__doc__.split("\n\n")[0])
    command.add_argument("study", help="the study.toml; `help(asperity.sweep)` says what stands in it")
    command.add_argument("--out", default="sweep", help="folder of journal, table and plots (sweep)")
    command.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask scheduler, tcp://host:8786, instead of this machine's processors")
    command.add_argument("--workers", type=int, metavar="N", help="processes on this machine (all processors)")
    command.add_argument("--plot", action="store_true", help="a plot of each number kept, over one or two parameters, as SVG")
    command.add_argument("--quiet", action="store_true", help="no bar")
    given = parser.parse_args(arguments)
    try:
        if given.workers is not None and given.workers < 1:
            raise Error(f"--workers {given.workers} must be 1 or more")
        table = sweep(given.study, out=given.out, scheduler=given.scheduler, workers=given.workers, progress=not given.quiet)
        written = [f"{given.out}/{RESULTS}"]
        if given.plot:
            written += plots(Study(given.study, None), table, given.out)
    except Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    failed = table["error"] != ""
    print(f"Written: {', '.join(map(str, written))}")
    if failed.any():
        key, text = table["key"][failed][0], table["error"][failed][0]
        print(f"{failed.sum()} of {len(failed)} runs failed; the first, {key}: {text}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
