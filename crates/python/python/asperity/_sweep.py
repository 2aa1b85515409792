"""Many runs over a grid of parameters, on the processors of this machine or of a Dask cluster.

What is asked for is in a study, see ``sweep``; points.jsonl in its folder is the journal: a line for every run that is done, written when
it is done. A sweep that is started again reads it and does the rest. results.parquet is written at the end, in the order of the grid.
"""

import hashlib
import inspect
import itertools
import json
import os
import re
import sys
from pathlib import Path

import numpy as np

from . import simulate
from ._asperity import Error

JOURNAL, STUDY, RESULTS, SERIES = "points.jsonl", "study.json", "results.parquet", "series"
SETTINGS = ("stop", "step", "gravity", "every", "tolerance")
REDUCED = {"first": lambda of: of[0], "last": lambda of: of[-1], "min": np.min, "max": np.max, "mean": np.mean}
# beyond this many the scheduler would only hold them
AT_ONCE = 1000


def needs(module):
    """A module of the extra ``sweep``. Raises Error that says how to get it."""
    try:
        return __import__(module, fromlist=["_"])
    except ImportError:
        name = module.partition(".")[0]
        raise Error(f"{name} is missing: pip install 'asperity[sweep]'") from None


def sweep(study, parameters=None, out="sweep", *, scheduler=None, workers=None, progress=True):
    """Runs every combination of some parameters, each run once, and writes one table of all.

    ``study``: path of a study.toml, or a dict of the same form::

        system = "ball.toml"         # path, seen from the study; or its text
        stop = 0.5                   # and step, gravity, every, tolerance, as `simulate` takes them
        series = false               # true: all of each run as series/KEY.parquet

        [parameters]                 # every combination of
        "ball__table.compliance.e" = [0.3, 0.5, 0.7]
        "ball__table.friction.mu_C" = {from = 0.1, to = 1, count = 10}
        "ball__table.compliance.k" = {from = 1e5, to = 1e9, count = 5, spacing = "log"}
        step = [1e-4, 1e-3]          # settings of the run may vary too

        [keep]                       # one number of each run: first, last, min, max or mean of a variable
        rebound = "max ball.velocity[3]"

    or a function with ``parameters``, a dict from the names of its arguments to lists of values; it answers a number or a dict of numbers.
    ``out``: folder of journal and table, made where it is not there. A sweep that was stopped, or killed, goes on where it was; runs
    that failed are done again; more values may be asked for; anything else of the study that changes is refused.
    ``scheduler``: address of a Dask scheduler, ``tcp://host:8786``; None: processes of this machine, ``workers`` of them (all processors).
    ``progress``: a bar on stderr.

    The answer is a dict of arrays (n,), the columns of out/results.parquet in the order of the grid, the last parameter the fastest:
    ``key`` of the run, parameters, what is kept (NaN where a run failed), and ``error``, its text or "".

    Raises Error. As with all that starts processes, a script calls it under ``if __name__ == "__main__":``.
    """
    pq, pa, distributed = needs("pyarrow.parquet"), needs("pyarrow"), needs("dask.distributed")
    what = Study(study, parameters)
    out = folder(out)
    done = what.resume(out)
    points = {key(point): point for point in what.points()}
    missing = {name: point for name, point in points.items() if name not in done}
    if missing:
        tell = bar(len(points)) if progress else lambda *_: None
        with open(out / JOURNAL, "a", encoding="utf-8") as journal:
            for name, result in computed(distributed, what, missing, scheduler, workers):
                if what.series and "series" in result:
                    table = pa.table(result.pop("series"))
                    (out / SERIES).mkdir(exist_ok=True)
                    whole(out / SERIES / f"{name}.parquet", lambda file, table=table: pq.write_table(table, file))
                done[name] = result
                journal.write(json.dumps({"key": name, **result}) + "\n")
                journal.flush()
                os.fsync(journal.fileno())
                tell(len(done.keys() & points.keys()), sum("error" in of for of in done.values()))
    table = what.table(points, done)
    whole(out / RESULTS, lambda file: pq.write_table(pa.table(table), file))
    return table


class Study:
    """What is run, checked as a whole before the first run."""

    def __init__(self, given, parameters):
        self.function, self.fixed, self.keep, self.series = None, {}, {}, False
        if callable(given):
            self.function, self.place = given, getattr(given, "__name__", "the function")
            if not isinstance(parameters, dict):
                raise Error(f"{self.place}: parameters must be a dict from its arguments to lists of values")
            self.refuse_other_arguments(parameters)
        else:
            if parameters is not None:
                raise Error("parameters belong to a function; those of a study stand in it")
            given = self.read(given)
            parameters = given.pop("parameters", None)
            if not isinstance(parameters, dict):
                raise Error(f"{self.place}: parameters is missing: the values that vary")
        if not parameters:
            raise Error(f"{self.place}: parameters is empty: name at least one with its values")
        self.values = {name: values(f"{self.place}: parameters.{name}", of) for name, of in parameters.items()}
        count = 1
        for of in self.values.values():
            count *= len(of)
        if count > 10_000_000:
            raise Error(f"{self.place}: {count} combinations of parameters are more than 10000000")
        if twice := set(self.fixed) & set(self.values):
            raise Error(f"{self.place}: {min(twice)} is given, and varies under parameters: leave one out")

    def refuse_other_arguments(self, parameters):
        try:
            inspect.signature(self.function).bind(**dict.fromkeys(parameters))
        except TypeError as error:
            raise Error(f"{self.place}: {error}") from None

    def read(self, given):
        """The dict of a study; takes what is not the grid out of it."""
        around = Path()
        if isinstance(given, dict):
            self.place, given = "study", dict(given)
        else:
            path = Path(given)
            self.place, around = str(given), path.parent
            toml = needs("tomllib" if sys.version_info >= (3, 11) else "tomli")
            try:
                given = toml.loads(path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as error:
                raise Error(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
            except toml.TOMLDecodeError as error:
                raise Error(f"{path}: {error}".replace("\n", " ")) from None
        system, keep, self.series = given.pop("system", None), given.pop("keep", {}), given.pop("series", False)
        if not isinstance(system, str):
            raise Error(f"{self.place}: system is missing: the path of a system.toml, or its text")
        if "\n" not in system:
            try:
                system = (around / system).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or error
                raise Error(f"{self.place}: system: {around / system} cannot be read: {reason}") from None
        if not isinstance(self.series, bool):
            raise Error(f"{self.place}: series = {self.series!r} must be true or false")
        if not isinstance(keep, dict) or not (keep or self.series):
            raise Error(f"{self.place}: keep is missing: what of a run goes into the table, or series = true")
        for name, text in keep.items():
            reducer, _, variable = str(text).partition(" ")
            found = re.fullmatch(r"\s*([\w.]+?)(?:\[(\d+)\])?\s*", variable)
            if reducer not in REDUCED or not found:
                raise Error(f"{self.place}: keep.{name} = {text!r}: write one of {', '.join(REDUCED)} and a variable, such as 'max ball.velocity[3]'")
            self.keep[name] = (reducer, found.group(1), int(found.group(2) or 0))
        for name, value in given.items():
            if name not in SETTINGS and name != "parameters":
                raise Error(f"{self.place}: there is no {name}: system, {', '.join(SETTINGS)}, series, parameters, keep")
            if name != "parameters":
                self.fixed[name] = value
        self.system = system
        return given

    def identity(self):
        """What must be the same for the journal to count."""
        if self.function is None:
            keep = {name: list(of) for name, of in self.keep.items()}
            of = {"system": self.system, "settings": self.fixed, "keep": keep, "series": self.series}
        else:
            try:
                of = {"function": inspect.getsource(self.function)}
            except (OSError, TypeError):
                of = {"function": self.place}
        return json.loads(json.dumps({**of, "parameters": sorted(self.values)}))

    def resume(self, out):
        """Results of the journal by their keys. Raises Error where the folder is another study's."""
        identity, file = self.identity(), out / STUDY
        if file.exists():
            try:
                before = json.loads(file.read_text(encoding="utf-8"))
            except ValueError:
                raise Error(f"{file} is damaged: take another folder") from None
            for part in identity:
                if identity[part] != before.get(part):
                    raise Error(f"{out} holds another study: its {part} differs; take another folder, or delete this one")
        else:
            if (out / JOURNAL).exists() or (out / RESULTS).exists():
                raise Error(f"{out} holds results without {STUDY}: take another folder")
            whole(file, lambda part: Path(part).write_text(json.dumps(identity, indent=1), encoding="utf-8"))
        done, journal = {}, out / JOURNAL
        if journal.exists():
            text = journal.read_bytes()
            # a kill may have cut the last line
            if text and not text.endswith(b"\n"):
                text = text[: text.rfind(b"\n") + 1]
                whole(journal, lambda part: Path(part).write_bytes(text))
            for number, line in enumerate(text.decode("utf-8").splitlines(), 1):
                try:
                    result = json.loads(line)
                    name = result.pop("key")
                except (ValueError, KeyError, AttributeError):
                    raise Error(f"{journal}, line {number}, is damaged: take the line out") from None
                if "error" not in result:
                    done[name] = result
        return done

    def points(self):
        """The grid: a dict from parameters to values for each point, the last parameter the fastest."""
        for point in itertools.product(*self.values.values()):
            yield dict(zip(self.values, point))

    def run(self):
        """What a worker does with a point: all it needs, without the grid."""
        return (self.function,) if self.function else (None, self.system, self.fixed, self.keep, self.series)

    def table(self, points, done):
        """Columns of the results."""
        kept = list(self.keep)
        for name in points:
            kept += [of for of in done[name].get("kept", {}) if of not in kept]
        columns = {"key": np.array(list(points))}
        columns.update({name: np.array([point[name] for point in points.values()]) for name in self.values})
        for of in kept:
            column = of if of not in columns else f"{of}.result"
            columns[column] = np.array([done[name].get("kept", {}).get(of, np.nan) for name in points], dtype=float)
        columns["error"] = np.array([done[name].get("error", "") for name in points])
        return columns


def values(place, given):
    """The values of a parameter, of a list or of a range."""
    if isinstance(given, dict):
        if set(given) - {"spacing"} != {"from", "to", "count"}:
            raise Error(f"{place}: a range is {{from = …, to = …, count = …}}, and spacing = \"log\" if wanted")
        first, last, count, spacing = given["from"], given["to"], given["count"], given.get("spacing", "even")
        for name, value in (("from", first), ("to", last)):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not np.isfinite(value):
                raise Error(f"{place}: {name} = {value!r} must be a finite number")
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise Error(f"{place}: count = {count!r} must be a whole number from 1 up")
        if spacing not in ("even", "log"):
            raise Error(f"{place}: spacing = {spacing!r} must be even or log")
        if spacing == "log" and not (first > 0 and last > 0):
            raise Error(f"{place}: a log range goes from and to numbers above 0, not from {first} to {last}")
        spaced = np.geomspace if spacing == "log" else np.linspace
        return [float(value) for value in spaced(first, last, count)]
    if not isinstance(given, (list, tuple, np.ndarray)) or len(given) == 0:
        raise Error(f"{place}: a list of values, or a range, with at least one value")
    listed = [of.item() if isinstance(of, np.generic) else of for of in given]
    for of in listed:
        if not isinstance(of, (bool, int, float, str)) or (isinstance(of, float) and not np.isfinite(of)):
            raise Error(f"{place}: {of!r} is no value: finite numbers, true, false or text")
    if len({type(of) if isinstance(of, (bool, str)) else float for of in listed}) > 1:
        raise Error(f"{place}: values are of one kind: numbers, or text, or true and false")
    if len(set(listed)) < len(listed):
        raise Error(f"{place}: {next(of for k, of in enumerate(listed) if of in listed[:k])!r} is there twice")
    return listed


def key(point):
    """Name of a point: the same for the same values."""
    return hashlib.sha256(json.dumps(point, sort_keys=True).encode()).hexdigest()[:16]


def computed(distributed, what, missing, scheduler, workers):
    """Pairs of key and result, in the order in which they are done."""
    try:
        if scheduler is None:
            cluster = distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50)
            client = distributed.Client(cluster)
        else:
            cluster, client = None, distributed.Client(scheduler, timeout=5)
    except (OSError, ValueError) as error:
        raise Error(f"scheduler {scheduler or 'of this machine'} cannot be reached: {str(error).splitlines()[0]}") from None
    try:
        waiting, of = iter(missing.items()), {}

        def submit(pair):
            future = client.submit(run, what.run(), pair[1], pure=False)
            of[future] = pair[0]
            return future

        running = distributed.as_completed([submit(pair) for pair in itertools.islice(waiting, AT_ONCE)])
        for future in running:
            # a worker that died took its run along
            result = {"error": f"{type(future.exception()).__name__}: {future.exception()}"} if future.status == "error" else future.result()
            name = of.pop(future)
            for pair in itertools.islice(waiting, 1):
                running.add(submit(pair))
            yield name, result
    finally:
        client.close()
        if cluster is not None:
            cluster.close()


def run(what, point):
    """One run, on a worker: {"kept": numbers by names}, with "series" if asked for, or {"error": text}."""
    try:
        if what[0] is not None:
            answer = what[0](**point)
            answer = answer if isinstance(answer, dict) else {"result": answer}
            return {"kept": {name: float(value) for name, value in answer.items()}}
        _, system, fixed, keep, series = what
        settings = {**fixed, **{name: value for name, value in point.items() if name in SETTINGS}}
        parameters = {name: value for name, value in point.items() if name not in SETTINGS}
        columns = simulate(system, parameters=parameters, **settings)
        result = {"kept": {name: reduced(columns, *of) for name, of in keep.items()}}
        if series:
            result["series"] = {name: of for name, part in columns.items() for name, of in flat(name, part)}
        return result
    except Exception as error:  # whatever it is, it is this run's, and the others go on
        text = str(error).splitlines()[0] if str(error) else "no reason given"
        return {"error": text if isinstance(error, Error) else f"{type(error).__name__}: {text}"}


def reduced(columns, reducer, variable, element):
    if variable not in columns:
        raise Error(f"there is no variable {variable}: {', '.join(columns)}")
    values = columns[variable]
    if values.ndim > 1:
        if not 1 <= element <= values.shape[1]:
            raise Error(f"{variable} has elements 1 to {values.shape[1]}: write {variable}[1]")
        values = values[:, element - 1]
    elif element:
        raise Error(f"{variable} has no elements: leave out [{element}]")
    return float(REDUCED[reducer](values))


def flat(name, values):
    if values.ndim == 1:
        return [(name, values)]
    return [(f"{name}[{k + 1}]", values[:, k]) for k in range(values.shape[1])]


def folder(out):
    out = Path(out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Error(f"out {out} cannot be a folder: {error.strerror}") from None
    return out


def whole(file, write):
    """Writes a file whole or not at all."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    write(part)
    os.replace(part, file)


def bar(total, width=40):
    def tell(done, failed):
        filled = width * done // total
        told = f", {failed} failed" if failed else ""
        end = "\n" if done == total else ""
        print(f"\r{'#' * filled}{'.' * (width - filled)} {done} of {total}{told}", end=end, file=sys.stderr, flush=True)

    return tell
