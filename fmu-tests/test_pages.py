"""The pages for readers: links lead somewhere, and what stands in the quick start is what its commands print."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("modelica/*.md"), *ROOT.glob("simulink/*.md"), *ROOT.glob("crates/python/*.md")])
QUICK_START = (ROOT / "docs" / "quick-start.md").read_text(encoding="utf-8")
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        found = page.parent / name if name else page
        assert found.exists(), target
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), target
        elif anchor:
            assert f'id="{anchor}"' in found.read_text(encoding="utf-8"), target


def blocks(language: str) -> list[str]:
    """Blocks of code in this language, "" for what is printed: fences come in pairs."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", QUICK_START, re.MULTILINE | re.DOTALL)
    return [text for of, text in found if of == language]


def test_the_ball_of_the_quick_start_prints_what_the_page_says(package, tmp_path):
    (tmp_path / "Asperity.fmu").write_bytes(package.path.read_bytes())
    (program,), (printed,) = blocks("python"), blocks("")
    (tmp_path / "ball.py").write_text(program, encoding="utf-8")
    ran = subprocess.run([sys.executable, "ball.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout == printed


def test_the_demo_prints_what_the_page_of_the_command_line_says(asperity, tmp_path):
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    printed = re.search(r"^```\n(impact .*?)^```$", page, re.MULTILINE | re.DOTALL)
    ran = subprocess.run([asperity, "demo"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert printed.group(1) in ran.stdout


def test_every_command_of_the_quick_start_runs(asperity, tmp_path):
    for line in "".join(blocks("sh")).splitlines():
        program, *arguments = line.split("  #")[0].split()
        assert program == "asperity", line
        subprocess.run([asperity, *arguments], cwd=tmp_path, capture_output=True, text=True, check=True)


def test_the_pairs_of_materials_are_those_of_the_palette(asperity):
    rows = re.findall(r"^\| ([a-z-]+) ([a-z-]+) \| (\S+) \| (\S+) \| (.*?) ?\|$", QUICK_START, re.MULTILINE)
    assert len(rows) == 10
    for first, second, k, lasts, rest in rows:
        command = [asperity, "material", first, second, "--radius", "0.05", "--speed", "0.5"]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert f"k = {k} N/m^1.5" in text and re.search(rf"contact time +{lasts} s", text), (first, second)
        mu_s, mu_c, e = (cell.strip() for cell in rest.split("|"))
        friction = f"friction.mu_S = {mu_s}, friction.mu_C = {mu_c} [" if mu_s else "Friction: not known"
        assert friction in text and (f"Restitution: e = {e} [" if e else "Restitution: not known") in text
