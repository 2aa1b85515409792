"""What every table of docs/benchmarks.md is made with: times by case, and Markdown. Standard library only."""

import csv


def read(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


class Times:
    """Medians and quartiles [ns] by case, and instructions where they were counted."""

    def __init__(self, rows, instructions):
        self.rows = {row["name"]: row for row in rows}
        self.instructions = {row["name"]: float(row["instructions"]) for row in instructions}
        for peer, step in (("simbody", "realize"), ("rapier", "step")):
            self.add_difference(f"{peer}/contact", f"{peer}/{step} with contact", f"{peer}/{step} without contact")

    def add_difference(self, name, more, less):
        """A case that is the difference of two; its quartiles lie as far apart as those of both together."""
        if more not in self.rows:
            return
        high, low = self.rows[more], self.rows[less]
        numbers = {
            "median_ns": float(high["median_ns"]) - float(low["median_ns"]),
            "q1_ns": float(high["q1_ns"]) - float(low["q3_ns"]),
            "q3_ns": float(high["q3_ns"]) - float(low["q1_ns"]),
        }
        self.rows[name] = {"name": name} | {key: f"{value:.4g}" for key, value in numbers.items()}
        if more in self.instructions:
            self.instructions[name] = self.instructions[more] - self.instructions[less]

    def __contains__(self, name):
        return name in self.rows

    def median(self, name):
        return float(self.rows[name]["median_ns"])

    def quartiles(self, name):
        return float(self.rows[name]["q1_ns"]), float(self.rows[name]["q3_ns"])

    def cells(self, name):
        low, high = self.quartiles(name)
        count = self.instructions.get(name)
        return [short(self.median(name)), f"{short(low)}–{short(high)}", "" if count is None else f"{count:.0f}"]

    def ratio(self, name, to):
        return self.median(name) / self.median(to)

    def noise(self):
        """Spread between the quartiles by the median, of the case in the middle and of the worst [%]."""
        spreads = []
        for name in self.rows:
            low, high = self.quartiles(name)
            if not name.endswith("/contact"):
                spreads.append(100 * (high - low) / self.median(name))
        spreads.sort()
        return spreads[len(spreads) // 2], spreads[-1]


def short(value):
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def aim(value, bound, at_least=False):
    holds = value >= bound if at_least else value <= bound
    return f"{'≥' if at_least else '≤'} {bound:g}: {'met' if holds else 'missed'}"


def table(head, rows):
    align = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, align, *rows])
