"""The crates whose code is in a product, and their licences. Usage: crates.py PACKAGE    prints the licences"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LICENCE_NAMES = ("LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE")


class Tree:
    """What a package is linked with for a target, as cargo resolves it: normal dependencies, and theirs."""

    def __init__(self, root: Path, package: str, target: str, features: str = ""):
        def cargo(*arguments: str) -> str:
            return subprocess.run(["cargo", *arguments], cwd=root, check=True, capture_output=True, text=True).stdout

        found = json.loads(cargo("metadata", "--locked", "--format-version", "1", "--filter-platform", target))
        self.packages = {f"{each['name']} v{each['version']}": each for each in found["packages"]}
        # the list of cargo metadata has the features of the whole workspace
        tree = cargo("tree", "--locked", "--package", package, "--features", features, "--edges", "normal", "--target", target,
                     "--prefix", "depth", "--format", "\t{p}")
        self.linked_with: dict[str, list[str]] = {}
        above: list[str] = []
        for line in tree.splitlines():
            depth, _, what = line.partition("\t")
            name = " ".join(what.split()[:2])
            # what runs inside the compiler is in no product, nor is what only that needs
            is_macro = "(proc-macro)" in what
            above[int(depth):] = [""] if is_macro or "" in above[: int(depth)] else [name]
            if above[-1]:
                self.linked_with.setdefault(name, [])
                if len(above) > 1 and name not in self.linked_with[above[-2]]:
                    self.linked_with[above[-2]].append(name)
        self.root = next(iter(self.linked_with))

    def others(self) -> Iterator[dict]:
        """Packages of others, by name and version."""
        packages = (self.packages[each] for each in self.linked_with)
        yield from sorted((each for each in packages if each["source"]), key=lambda each: (each["name"], each["version"]))

    def licences(self) -> str:
        """What the licences of others ask to be handed on: a part for each crate, with the texts in its folder."""
        parts = ["Crates of others whose code is in this program, with their licences.\n"]
        for package in self.others():
            folder = Path(package["manifest_path"]).parent
            files = sorted(each for each in folder.iterdir() if each.is_file() and each.name.upper().startswith(LICENCE_NAMES))
            head = f"{package['name']} {package['version']}: {package['license'] or 'see below'}"
            parts.append(f"{'=' * 80}\n{head}\n{package['repository'] or ''}\n")
            parts += [f"--- {file.name}\n{file.read_text(encoding='utf-8', errors='replace').strip()}\n" for file in files]
        return "\n".join(parts)


def host() -> str:
    """What rustc calls this machine."""
    return subprocess.run(["rustc", "--print", "host-tuple"], check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    print(Tree(Path(__file__).resolve().parents[1], sys.argv[1], host()).licences())
