"""What a release consists of, and what keeps a tree from being one. Run by `release/run --test`, after `fmu-tests/run --full` has built everything."""

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import unittest
from pathlib import Path
from urllib.parse import quote

from release import ROOT, archive, why_not

HERE = Path(__file__).resolve().parent
GOOD = {"version": "1.2.3", "repository": "https://example.org/a", "changed": "", "tags": ["v1.2.3"], "changes": "# C\n\n## 1.2.3, 2026-01-01\n"}


def made(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, HERE / "release.py", *arguments], capture_output=True, text=True, check=False)


class Refusals(unittest.TestCase):
    def test_a_tree_that_is_a_release_is_one(self):
        self.assertIsNone(why_not(**GOOD))

    def test_what_is_missing_is_named(self):
        for change, culprit in [
            ({"changed": " M src/lib.rs\n"}, "src/lib.rs is not committed"),
            ({"tags": []}, "v1.2.3, which Cargo.toml says: it has no tag"),
            ({"tags": ["v1.2.2"]}, "its tag is v1.2.2"),
            ({"changes": "## 1.2.30\n"}, "no section 1.2.3"),
            ({"changes": "## 1.2.3, not released\n"}, "not released"),
            ({"repository": None}, "give `repository` its address"),
        ]:
            with self.subTest(culprit):
                self.assertIn(culprit, why_not(**(GOOD | change)))

    def test_bad_arguments_are_answered_in_one_line(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "file"
            file.write_text("kept", encoding="utf-8")
            for arguments, culprit in [(["--out", str(file)], "is a file"), (["--draft", "--built", "--out", folder], "file is in it")]:
                ran = made(*arguments)
                self.assertEqual((ran.returncode, ran.stderr.count("\n")), (1, 1), ran.stderr)
                self.assertIn(culprit, ran.stderr)
            self.assertEqual(file.read_text(encoding="utf-8"), "kept")


class Addresses(unittest.TestCase):
    def test_where_the_project_is_stands_in_one_place(self):
        manifest = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
        address = manifest["workspace"]["package"]["repository"]
        for member in ["", *(f"{each}/" for each in manifest["workspace"]["members"])]:
            package = tomllib.loads((ROOT / f"{member}Cargo.toml").read_text(encoding="utf-8"))["package"]
            self.assertEqual(package["repository"], {"workspace": True}, member)
        cited = re.findall(r"^repository-code: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(cited, [address] if address else [])


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        work = tempfile.TemporaryDirectory()
        cls.addClassCleanup(work.cleanup)
        cls.work = Path(work.name)
        cls.out = cls.work / "dist"
        ran = made("--draft", "--built", "--out", str(cls.out))
        if ran.returncode:
            raise AssertionError(ran.stderr)
        cls.unpacked = cls.work / "elsewhere"
        for packed in cls.out.glob("*.tar.gz"):
            with tarfile.open(packed) as tar:
                tar.extractall(cls.unpacked, filter="data")
        (cls.library,) = cls.unpacked.glob("libasperity-*")
        (cls.program,) = cls.unpacked.glob("asperity-*-*-*")

    def test_the_sums_are_those_of_the_files(self):
        lines = (self.out / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
        sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
        self.assertEqual({*sums, "SHA256SUMS"}, {file.name for file in self.out.iterdir()})
        for name, digest in sums.items():
            self.assertEqual(hashlib.sha256((self.out / name).read_bytes()).hexdigest(), digest, name)

    def test_the_program_runs_where_it_is_unpacked(self):
        folder = self.work / "empty"
        folder.mkdir()
        ran = subprocess.run([self.program / "asperity", "demo"], cwd=folder, capture_output=True, text=True, check=True, env={})
        self.assertIn("Energy in the contact", ran.stdout)
        self.assertLessEqual({"LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt", "README.txt"}, set(os.listdir(self.program)))

    def test_a_program_is_built_with_the_library_where_it_is_unpacked(self):
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "asperity"], capture_output=True, text=True, check=True,
                               env={**os.environ, "PKG_CONFIG_PATH": str(self.library / "lib/pkgconfig")}).stdout.split()
        example = self.library / "share/doc/asperity/example/rest.c"
        built = self.work / "rest"
        libraries = f"-Wl,-rpath,{self.library / 'lib'}"
        subprocess.run([os.environ.get("CC", "cc"), "-std=c99", example, "-o", built, *flags, libraries, "-lm"], check=True)
        self.assertTrue(subprocess.run([built], capture_output=True, text=True, check=True).stdout.strip())
        self.assertTrue((self.library / "share/doc/asperity/pages/c-interface.html").is_file())

    def test_the_bills_name_what_is_inside(self):
        locked = {(each["name"], each["version"]): each for each in tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]}
        inside = {}
        for file in self.out.glob("*.cdx.json"):
            bill = json.loads(file.read_text(encoding="utf-8"))
            self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.6"))
            others = [each for each in bill["components"] if "purl" in each]
            for each in others:
                self.assertIn((each["name"], each["version"]), locked)
                self.assertEqual(each["purl"], f"pkg:cargo/{each['name']}@{quote(each['version'])}")
                self.assertTrue(each["licenses"], each["name"])
            inside[file.name.split("-")[-1].split(".")[0]] = {each["name"] for each in others}
        self.assertIn("nalgebra", inside["fmu"])
        self.assertEqual(inside["lib"] & {"toml"}, {"toml"})
        self.assertFalse(inside["fmu"] & {"toml", "quick-xml", "zip"}, "only what is linked into the FMU")
        self.assertLessEqual({"pyo3", "numpy", "zip", "nalgebra"}, inside["wheel"])

    def test_the_documentation_is_there(self):
        (pages,) = self.unpacked.glob("asperity-*-documentation")
        self.assertIn("Quick start", (pages / "index.html").read_text(encoding="utf-8"))

    def test_licences_of_others_are_handed_on(self):
        text = (self.program / "THIRD-PARTY.txt").read_text(encoding="utf-8")
        for name in ("clap_builder", "nalgebra", "zip"):
            self.assertRegex(text, rf"(?m)^{name} \d")
        self.assertGreater(text.count("Permission is hereby granted"), 20)

    def test_nothing_tells_where_it_was_made(self):
        for file in [*self.out.glob("*.json"), *self.program.glob("*.txt"), *self.library.rglob("*.html"), *self.library.rglob("*.pc")]:
            self.assertNotIn(str(ROOT), file.read_text(encoding="utf-8", errors="replace"), file)


class Archives(unittest.TestCase):
    def test_the_same_files_give_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as work:
            packed = []
            for name, time in [("one", 1), ("two", 1_000_000_000)]:
                folder = Path(work) / name / "a"
                folder.mkdir(parents=True)
                for file in sorted(["x", "y"], reverse=name == "two"):
                    (folder / file).write_text(file, encoding="utf-8")
                    os.utime(folder / file, (time, time))
                archive(folder, Path(work) / f"{name}.tar.gz", 7)
                packed.append((Path(work) / f"{name}.tar.gz").read_bytes())
            self.assertEqual(*packed)


if __name__ == "__main__":
    unittest.main()
