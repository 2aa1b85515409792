"""The documentation as pages, as `asperity pages` writes them out of the packed FMU."""

import re
import subprocess
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest


class Page(HTMLParser):
    """Links, names and words of a page."""

    def __init__(self, text: str):
        super().__init__()
        self.links, self.names, self.menu, self.text, self.fields = [], set(), [], "", 0
        self.in_menu = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.in_menu |= given.get("id") == "menu"
        self.names |= {given["id"]} if "id" in given else set()
        # drawings inside a page refer to their own parts
        if tag in ("a", "link", "img", "script") and (link := given.get("href") or given.get("src")):
            self.links.append(link)
            if self.in_menu and tag == "a":
                self.menu.append(link)
        self.fields += tag == "input" and given.get("type") == "search"

    def handle_endtag(self, tag):
        self.in_menu &= tag != "nav"

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def pages(asperity, package, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "pages"
    command = [asperity, "pages", "--fmu", package.path, "--out", folder]
    subprocess.run(command, check=True, capture_output=True)
    return {page.name: Page(page.read_text(encoding="utf-8")) for page in folder.glob("*.html")}, folder


def test_every_link_of_the_site_leads_somewhere(pages):
    of, folder = pages
    for name, page in of.items():
        for link in page.links:
            if re.match(r"https?:", link):
                continue
            file, _, anchor = link.partition("#")
            file = unquote(file) or name
            assert (folder / file).is_file(), f"{name}: {link}"
            if anchor and file.endswith(".html"):
                assert anchor in of[file].names, f"{name}: {link}"


def test_every_page_has_the_menu_the_search_and_the_style(pages):
    of, _ = pages
    assert of["index.html"].text.lstrip().startswith("Quick start")
    for name, page in of.items():
        assert set(page.menu) == set(of), name
        assert page.menu[0] == "index.html" and page.menu.index("theory.html") < page.menu.index("limits.html")
        assert page.fields == 1 and {"style.css", "search.js"} <= set(page.links), name


def test_the_key_of_a_paper_is_explained_on_each_page(pages):
    of, _ = pages
    used = 0
    for name, page in of.items():
        for key in {"G04", "M3D", "P16", "PT96", "WK91"}:
            if f"[{key}" in page.text:
                used += 1
                assert f"theory.html#{key.lower()}" in page.links, f"{name}: {key}"
    assert used > 20


def test_the_search_knows_every_page_and_the_words_of_its_sections(pages):
    of, folder = pages
    script = (folder / "search.js").read_text(encoding="utf-8")
    links = re.findall(r'^\["(.*?)",".*?",".*?"\],?$', script, re.MULTILINE)
    words = {link: set() for link in links}
    digits = re.search(r'^const DIGITS = "(.*)";$', script, re.MULTILINE)[1]
    ones = int(re.search(r"^const ONES = (\d+);$", script, re.MULTILINE)[1])
    known, places = (script.partition(f"const {name} = `\n")[2].partition("\n`;")[0] for name in ("WORDS", "PLACES"))
    word = ""
    for line, digits_of in zip(known.splitlines(), places.splitlines(), strict=True):
        word, at = word[: digits.index(line[0])] + line[1:], 0
        for value in map(digits.index, digits_of):
            at += value if value < ones else (value - ones + 1) * ones
            if value < ones:
                words[links[at]].add(word)
    assert {link.partition("#")[0] for link in words} == set(of)

    def finds(asked, link):
        return any(word.startswith(asked) for word in words[link])

    assert finds("omsimulator", "index.html#omsimulator") and not finds("dymola", "index.html#omsimulator")
    # as a word, and as the beginning of another one
    assert finds("bristles", "theory.html#friction") and finds("bristle", "theory.html#friction")


def test_the_playground_stands_in_every_menu(asperity, package, tmp_path):
    (tmp_path / "played.html").write_text("<title>Play</title>", encoding="utf-8")
    command = [asperity, "pages", "--fmu", package.path, "--out", "site", "--playground", "played.html"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "site" / "playground.html").read_text(encoding="utf-8") == "<title>Play</title>"
    for page in (tmp_path / "site").glob("*.html"):
        if page.name != "playground.html":
            assert "playground.html" in Page(page.read_text(encoding="utf-8")).menu, page.name


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--fmu", "none.fmu"], "none.fmu"),
        (["--fmu", __file__], "test_site.py"),
        (["--playground", "none.html", "--fmu", "FMU"], "none.html"),
        (["--out", __file__], "a folder is expected"),
        (["--out", "no/such"], "there is no folder no"),
    ],
)
def test_bad_input_of_pages_is_named(asperity, package, arguments, said, tmp_path):
    arguments = [package.path if of == "FMU" else of for of in arguments]
    ran = subprocess.run([asperity, "pages", *arguments], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 2 and said in ran.stderr and ran.stderr.count("\n") == 1, ran.stderr
