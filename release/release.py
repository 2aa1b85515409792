"""Makes everything of a release; see `run`."""

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from bill import bill
from crates import Tree, host

ROOT = Path(__file__).resolve().parents[1]
LICENCES = ("LICENSE-APACHE", "LICENSE-MIT")
# what a user of the C library begins with
EXAMPLE = ("CMakeLists.txt", "drop.cpp", "rest.c")


def refuse(text: str):
    sys.exit(f"release/run: {text}")


def said(*command, **options) -> str:
    """What a command prints."""
    return subprocess.run(list(map(str, command)), cwd=ROOT, check=True, capture_output=True, text=True, **options).stdout


def run(*command, **variables: str):
    print("==", *command, file=sys.stderr)
    if subprocess.run(list(map(str, command)), cwd=ROOT, env={**os.environ, **variables}, check=False).returncode:
        refuse(f"{command[0]} failed: its messages are above")


def why_not(version: str, repository: str | None, changed: str, tags: list[str], changes: str) -> str | None:
    """What keeps a tree from being a release: the first thing found."""
    if changed.strip():
        return f"{changed.strip().splitlines()[0].split()[-1]} is not committed: commit or take it away, or try with --draft"
    if f"v{version}" not in tags:
        has = f"its tag is {tags[0]}" if tags else "it has no tag"
        return f"this commit is not v{version}, which Cargo.toml says: {has}"
    section = re.search(rf"^## {re.escape(version)}\b(.*)$", changes, re.MULTILINE)
    if not section:
        return f"CHANGELOG.md has no section {version}"
    if "not released" in section.group(1):
        return f"CHANGELOG.md says of {version}: not released; give it its date"
    if not repository:
        return "Cargo.toml does not say where the project is: give `repository` its address"
    return None


def archive(folder: Path, target: Path, when: int):
    """A folder as .tar.gz, the same bytes from the same files: sorted, nobody's, of one time."""

    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.uid = info.gid = 0
        info.uname = info.gname = ""
        info.mtime = when
        info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
        return info

    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in [folder, *sorted(folder.rglob("*"))]:
            tar.add(path, path.relative_to(folder.parent), recursive=False, filter=plain)
    target.write_bytes(gzip.compress(packed.getvalue(), compresslevel=9, mtime=0))


def program(out: Path, name: str, asperity: Path, target: str, when: int):
    """The command line, which carries the FMU, as an archive."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / name
        folder.mkdir()
        shutil.copy2(asperity, folder / "asperity")
        for licence in LICENCES:
            shutil.copy2(ROOT / licence, folder)
        (folder / "THIRD-PARTY.txt").write_text(Tree(ROOT, "asperity-command", target).licences(), encoding="utf-8")
        (folder / "README.txt").write_text(
            "Asperity: frictional contact between bodies as one FMU.\n\n"
            "  ./asperity demo     a ball bounces and rolls down an incline through the FMU inside this program\n"
            "  ./asperity pack     writes Asperity.fmu for this platform\n"
            "  ./asperity pages    the documentation, for a browser\n"
            "  ./asperity          the rest\n",
            encoding="utf-8",
        )
        archive(folder, out / f"{name}.tar.gz", when)


def site(out: Path, name: str, asperity: Path, fmu: Path, playground: Path, when: int):
    """The documentation as pages, with the playground where WebAssembly could be compiled."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / name
        extra = ["--playground", playground] if playground.exists() else []
        said(asperity, "pages", "--fmu", fmu, "--out", folder, *extra)
        archive(folder, out / f"{name}.tar.gz", when)


def library(out: Path, name: str, prefix: Path, asperity: Path, fmu: Path, when: int):
    """The C library as an archive: to unpack anywhere, with its documentation and an example."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / name
        shutil.copytree(prefix, folder, symlinks=True)
        share = folder / "share" / "doc" / "asperity"
        share.mkdir(parents=True, exist_ok=True)
        said(asperity, "pages", "--fmu", fmu, "--out", share / "pages")
        (share / "example").mkdir()
        for file in EXAMPLE:
            shutil.copy2(ROOT / "fmu-tests" / "cpp-client" / file, share / "example")
        archive(folder, out / f"{name}.tar.gz", when)


def examples(out: Path, fmu: Path, asperity: Path):
    """A system (SSP) of a ball and its contact, and a system of several contacts as one FMU."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        shutil.copy2(fmu, folder / "Asperity.fmu")
        run(ROOT / "fmu-tests/plants/pack", folder, ASPERITY=str(asperity))
        shutil.copy2(folder / "BallOnIncline.ssp", out)
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([asperity, "new", "four-wheels"], cwd=work, check=True, capture_output=True)
        command = [asperity, "pack", "--system", "four-wheels.toml", "--fmu", fmu, "--out", out / "FourWheels.fmu"]
        subprocess.run(command, cwd=work, check=True, capture_output=True)


def main():
    parser = argparse.ArgumentParser(prog="release/run", description="Makes everything of a release into a folder.")
    parser.add_argument("--out", type=Path, default=ROOT / "target" / "dist", help="where to (target/dist)")
    parser.add_argument("--draft", action="store_true", help="also of a tree that is no release")
    parser.add_argument("--built", action="store_true", help="of what fmu-tests/run --full has built; makes no wheel")
    given = parser.parse_args()
    if given.out.exists() and not given.out.is_dir():
        refuse(f"--out {given.out} is a file: give a folder")

    packages = json.loads(said("cargo", "metadata", "--locked", "--format-version", "1", "--no-deps"))["packages"]
    (core,) = (each for each in packages if each["name"] == "asperity")
    version = core["version"]
    if not given.draft:
        changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        tags = said("git", "tag", "--points-at", "HEAD").split()
        if why := why_not(version, core["repository"], said("git", "status", "--porcelain"), tags, changes):
            refuse(why)

    target = host()
    when = int(said("git", "log", "-1", "--format=%ct"))
    given.out.mkdir(parents=True, exist_ok=True)
    out = given.out.resolve()
    for old in out.iterdir():
        refuse(f"--out {out} is not empty, {old.name} is in it: take it away or give another folder")
    build = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    fmu, asperity, prefix = build / "platforms/Asperity.fmu", build / "release/asperity", build / "prefix"
    if not given.built:
        run("cargo", "build", "--release", "--locked")
        run(asperity, "pack", "--all-platforms", "--out", fmu)
        run(ROOT / "crates/playground/run", "--if-possible")
        shutil.rmtree(prefix, ignore_errors=True)
        run(asperity, "install", "--prefix", prefix)
        run(ROOT / "crates/python/run", "--wheel", out, FMU=str(fmu))
    for path in (fmu, asperity, prefix):
        if not path.exists():
            refuse(f"{path} is not there: run fmu-tests/run --full first, or leave out --built")

    shutil.copy2(fmu, out / f"Asperity-{version}.fmu")
    examples(out, fmu, asperity)
    program(out, f"asperity-{version}-{target}", asperity, target, when)
    site(out, f"asperity-{version}-documentation", asperity, fmu, build / "playground.html", when)
    library(out, f"libasperity-{version}-{target}", prefix, asperity, fmu, when)
    for product, package, features in [("fmu", "asperity", "exports"), ("lib", "asperity", "capi"), ("program", "asperity-command", ""),
                                       ("wheel", "asperity-python", "")]:
        text = bill(Tree(ROOT, package, target, features))
        (out / f"asperity-{version}-{product}.cdx.json").write_text(text, encoding="utf-8")
    sums = [(hashlib.sha256(file.read_bytes()).hexdigest(), file.name) for file in sorted(out.iterdir())]
    (out / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for digest, name in sums), encoding="utf-8")
    for file in sorted(out.iterdir()):
        print(f"{file.stat().st_size:>11}  {file}")


if __name__ == "__main__":
    main()
