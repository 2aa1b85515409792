"""Compares the recordings of a folder with hashes.csv, and says where a difference begins."""

import argparse
import csv
import hashlib
import struct
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from itertools import zip_longest
from pathlib import Path

CASE, STATUS, OUTPUTS, EXCHANGE, RATES, SLOPES, TANGENT, INITIAL, PLANT, MEMORY = range(10)
KINDS = ["case", "status", "outputs", "states, rates and indicators", "stage of a step", "slopes"]
KINDS += ["directional derivatives", "derivatives in initialization", "state of the plant", "serialized state"]
FIELDS = ["scenario", "numbers", "sha256", "states_sha256", "samples"]
SAMPLES = 4


def rows(path):
    """(kind, bytes) of each row, without its head."""
    data, at = memoryview(path.read_bytes()), 0
    while at < len(data):
        kind, count = struct.unpack_from("<II", data, at)
        yield kind, data[at + 8 : at + 8 + 8 * count]
        at += 8 + 8 * count


def numbers(content):
    return struct.unpack(f"<{len(content) // 8}d", content)


def number_name(columns, kind, k):
    names = columns.get(kind, [])
    return names[k] if k < len(names) else f"{KINDS[kind]}, number {k + 1}"


class Scenario:
    """Hashes of a recording, and some of its numbers: position -> (name, value)."""

    def __init__(self, path, columns):
        outputs, states = hashlib.sha256(), hashlib.sha256()
        self.numbers = 0
        self._rows, self._columns = [], columns
        for kind, content in rows(path):
            (states if kind == MEMORY else outputs).update(struct.pack("<II", kind, len(content) // 8))
            (states if kind == MEMORY else outputs).update(content)
            if kind not in (CASE, MEMORY):
                self._rows.append((self.numbers, kind, content))
                self.numbers += len(content) // 8
        self.sha256, self.states_sha256 = outputs.hexdigest(), states.hexdigest()

    def at(self, position):
        """Name and value of a number, None beyond the end."""
        for first, kind, content in self._rows:
            if first <= position < first + len(content) // 8:
                k = position - first
                return number_name(self._columns, kind, k), numbers(content)[k].hex()
        return None

    def samples(self):
        """Outputs that are not 0, of rows at even distances."""
        outputs = [(first, content) for first, kind, content in self._rows if kind == OUTPUTS]
        chosen = {}
        for part in range(1, SAMPLES + 1):
            first, content = outputs[len(outputs) * part // SAMPLES - 1]
            filled = [k for k, value in enumerate(numbers(content)) if value != 0.0]
            k = filled[len(filled) * part // (SAMPLES + 1)]
            chosen[first + k] = numbers(content)[k].hex()
        return " ".join(f"{position}:{value}" for position, value in chosen.items())

    def line(self, name):
        return dict(zip(FIELDS, (name, str(self.numbers), self.sha256, self.states_sha256, self.samples())))


def different_samples(scenario, samples):
    for sample in samples.split():
        position, value = sample.split(":")
        name, now = scenario.at(int(position)) or ("nothing", "nothing")
        if now != value:
            yield f"number {position}, {name}: {value} recorded, {now} now"


def first_difference(here, there, columns):
    """Where two recordings part, as a sentence."""
    case, counts = "", defaultdict(int)
    for mine, other in zip_longest(rows(here), rows(there)):
        if mine is None or other is None:
            return f"one ends {case}after {counts[OUTPUTS]} rows of outputs"
        kind, content = mine
        if kind == CASE and mine == other:
            case = f"with {bytes(content).rstrip(bytes(1)).decode()}, "
            counts.clear()
        counts[kind] += 1
        if mine != other:
            return f"{case}{counts[OUTPUTS]} rows of outputs in, {KINDS[kind]} {counts[kind]}: " + (
                number_difference(mine, other, columns)
            )
    return "the recordings are the same: hashes.csv is of other ones"


def number_difference(mine, other, columns):
    (kind, content), (other_kind, other_content) = mine, other
    if kind != other_kind or len(content) != len(other_content):
        return f"the other has {KINDS[other_kind]} of {len(other_content) // 8}"
    if kind in (CASE, MEMORY):
        k = next(k for k, pair in enumerate(zip(content, other_content)) if pair[0] != pair[1])
        return f"byte {k}: {content[k]:02x}, the other has {other_content[k]:02x}"
    words = [struct.unpack(f"<{len(c) // 8}Q", c) for c in (content, other_content)]
    k = next(k for k, pair in enumerate(zip(*words)) if pair[0] != pair[1])
    a, b = numbers(content)[k], numbers(other_content)[k]
    return f"{number_name(columns, kind, k)} = {a!r} ({a.hex()}), the other has {b!r} ({b.hex()})"


# Items that no settings alone play: friction.map = planes wants planes, which are no variables (test_uneven.py).
OF_FILES = {("friction.map", "4")}


def untried(folder, description):
    """What the model description has and the recordings lack."""
    root = ElementTree.parse(description).getroot()
    items = {kind.get("name"): [item.get("value") for item in kind.iter("Item")] for kind in root.iter("SimpleType")}
    with (folder / "choices.csv").open() as file:
        uses = {(use["parameter"], use["item"]): use for use in csv.DictReader(file)}
    with (folder / "columns.csv").open() as file:
        recorded = {column["name"] for column in csv.DictReader(file) if int(column["row"]) == OUTPUTS}
    for variable in root.iter("ScalarVariable"):
        name, kind = variable.get("name"), variable[0]
        if variable.get("causality") in ("output", "local") and name not in recorded:
            yield f"{name} is not recorded"
        if variable.get("causality") != "parameter" or kind.tag not in ("Enumeration", "Boolean"):
            continue
        for item in ["0", "1"] if kind.tag == "Boolean" else items[kind.get("declaredType")]:
            if (name, item) in OF_FILES:
                continue
            use = uses.get((name, item), {"exchange": 0, "steps": 0})
            # Only steps are coupled.
            needed = ["steps"] if name.startswith(("coupling.", "timeStepping.")) else ["exchange", "steps"]
            yield from (f"{name} = {item} is in no answer of laws-{way}" for way in needed if int(use[way]) == 0)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("hashes", type=Path)
    arguments.add_argument("description", type=Path)
    arguments.add_argument("--label", default="this build")
    arguments.add_argument("--against", type=Path)
    arguments.add_argument("--write", action="store_true")
    options = arguments.parse_args()

    columns = defaultdict(list)
    with (options.folder / "columns.csv").open() as file:
        for column in csv.DictReader(file):
            columns[int(column["row"])].append(column["name"])
    scenarios = {path.stem: Scenario(path, columns) for path in sorted(options.folder.glob("*.bits"))}
    faults = list(untried(options.folder, options.description))

    if options.write:
        with options.hashes.open("w", newline="") as file:
            table = csv.DictWriter(file, FIELDS, lineterminator="\n")
            table.writeheader()
            table.writerows(scenario.line(name) for name, scenario in scenarios.items())
    with options.hashes.open() as file:
        recorded = {line["scenario"]: line for line in csv.DictReader(file)}
    alone = sorted(recorded.keys() ^ scenarios.keys())
    faults += [f"{name} is only in one of hashes.csv and the recordings" for name in alone]

    for name in sorted(recorded.keys() & scenarios.keys()):
        was, now = recorded[name], scenarios[name]
        same_outputs = (was["numbers"], was["sha256"]) == (str(now.numbers), now.sha256)
        if same_outputs and was["states_sha256"] == now.states_sha256:
            continue
        what = "the serialized states" if same_outputs else f"{now.numbers} numbers, {was['numbers']} recorded,"
        faults.append(f"{name}: {what} are others than in hashes.csv")
        faults += [f"  {difference}" for difference in different_samples(now, was["samples"])]
        if options.against:
            paths = (folder / f"{name}.bits" for folder in (options.folder, options.against))
            faults.append(f"  against {options.against}: {first_difference(*paths, columns)}")
    total = sum(scenario.numbers for scenario in scenarios.values())
    page = Path(__file__).parents[2] / "docs" / "platforms.md"
    if f"{total:,} numbers".replace(",", " ") not in page.read_text():
        faults.append(f"docs/platforms.md does not say that there are {total} numbers")
    for fault in faults:
        print(f"{options.label}: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"{options.label}: {len(scenarios)} scenarios, {total} numbers and the serialized states as in hashes.csv")


if __name__ == "__main__":
    main()
