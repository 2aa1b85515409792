#!/usr/bin/env python3
"""Instructions per contact of every single-threaded case, by callgrind; prints CSV.

Usage: instructions.py RUNNER TIMES.csv MODULE...
Each case runs twice with different numbers of operations: the difference is free of loading and opening.
"""

import csv
import re
import subprocess
import sys

# Instructions that one run should execute, about; callgrind manages some 50 million a second.
ENOUGH = 4e6


def collected(runner: str, name: str, operations: int, modules: list[str]) -> int:
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command += [runner, "--count", name, str(operations), *modules]
    report = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", report.stderr)
    if report.returncode != 0 or not found:
        sys.exit(f"callgrind of {name} failed:\n{report.stderr}")
    return int(found.group(1))


def main():
    runner, times, *modules = sys.argv[1:]
    print("name,instructions")
    with open(times, encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    for row in rows:
        name, contacts = row["name"], float(row["contacts"])
        # several threads would only be counted one after the other, and memory is not counted at all
        if "threads" in name or name.startswith("memory/") or contacts > 1e3:
            continue
        per_operation = 3 * float(row["median_ns"]) * contacts
        few = max(3, round(ENOUGH / per_operation))
        # POSES of the scene come round whole
        few = 16 * (few // 16 + 1) if contacts == 1 else few
        own = [module for module in modules if belongs(name, module)]
        difference = collected(runner, name, 2 * few, own) - collected(runner, name, few, own)
        print(f'"{name}",{difference / (few * contacts):.1f}', flush=True)


def belongs(name: str, module: str) -> bool:
    door = name.split("/", maxsplit=1)[0]
    homes = {"fmi": "through_fmi", "c": "through_c", "kernel": "through_c", "bare batch": "batch"}
    home = homes.get(door, door)
    return module.endswith(f"/{home}.so")


if __name__ == "__main__":
    main()
