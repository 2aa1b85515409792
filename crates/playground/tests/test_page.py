"""The built page in headless Chromium: the numbers of the core, sliders, messages, widths and themes.

crates/playground/run --test gives the page, the native program and the browser by environment variables.
"""

import os
import struct
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

PAGE = Path(os.environ["PLAYGROUND"]).resolve()
NATIVE = os.environ["NATIVE"]
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCENES = 3
# setting of the step and of the coupling, by the numbers of crates/playground/src/settings.rs
STEP, COUPLING = 4, 5


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser):
    """Opens the page; at the end nothing may have gone to the console or asked the network."""
    contexts, complaints = [], []

    def open_page(width=1200, theme="light"):
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=theme, reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: complaints.extend([request.url] if request.url != PAGE.as_uri() else []))
        page.goto(PAGE.as_uri())
        page.evaluate("window.playground.ready")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def description(page):
    return page.evaluate("window.playground.page.core.description")


def wait(page, condition):
    """Until it is true of what the page knows. Not wait_for_function, which evaluates texts: the page forbids that."""
    page.evaluate(
        f"""new Promise((then) => {{
            const {{ page }} = window.playground;
            const look = () => (page.{condition} ? then() : requestAnimationFrame(look));
            look();
        }})"""
    )


def run(page, scene, settings, steps):
    """Values after the steps, and why one was refused."""
    answer = page.evaluate(
        """async ([scene, settings, steps]) => {
            const { values, why } = await window.playground.run(scene, settings, steps);
            return { values: [...new BigUint64Array(values.buffer)].map(String), why };
        }""",
        [scene, settings, steps],
    )
    return [int(bits) for bits in answer["values"]], answer["why"]


@pytest.mark.parametrize("coupling", [0, 1])
@pytest.mark.parametrize("scene", range(SCENES))
def test_numbers_are_those_of_the_native_core_bit_for_bit(opened, scene, coupling):
    page = opened()
    settings = description(page)["scenes"][scene]["settings"]
    settings[COUPLING] = coupling
    settings[STEP] = 2e-4
    steps = 7000
    bits, why = run(page, scene, settings, steps)
    native = subprocess.run(
        [NATIVE, str(scene), str(steps), *map(repr, settings)], check=True, capture_output=True, text=True
    )
    assert why is None
    assert bits == [int(line, 16) for line in native.stdout.split()]
    names = [column["name"] for column in description(page)["columns"]]
    values = dict(zip(names, struct.unpack(f"<{len(bits)}d", struct.pack(f"<{len(bits)}Q", *bits)), strict=True))
    assert values["time"] == pytest.approx(steps * settings[STEP]) and values["work"] > 0


@pytest.mark.parametrize("scene", range(SCENES))
def test_every_slider_changes_what_comes_out(opened, scene):
    page = opened()
    page.click(f"#tabs button:nth-child({scene + 1})")

    def outcome():
        """Steps the scene that is shown, with the settings it has, to the same time."""
        settings = page.evaluate("window.playground.page.settings")
        return settings, run(page, scene, settings, round(1.0 / settings[STEP]))[0]

    before, values = outcome()
    sliders = description(page)["scenes"][scene]["sliders"]
    for slider in sliders:
        setting = slider["setting"]
        if setting == COUPLING:
            page.check("#interface")
        else:
            page.focus(f"#setting-{setting}")
            page.keyboard.press("PageUp")
            page.keyboard.press("PageUp")
        settings, changed = outcome()
        assert settings[setting] != before[setting], slider["label"]
        assert changed != values, slider["label"]
        page.click("#defaults")
    assert outcome() == (before, values)


def test_what_is_shown_moves_with_the_sliders(opened):
    page = opened()
    page.evaluate("window.playground.page.settings[4] = 1e-3")
    shown = []
    for setting in (None, "#setting-0", "#setting-6"):
        if setting:
            page.focus(setting)
            page.keyboard.press("End")
        # to the end of the scene, whatever the machine's speed
        page.evaluate(
            """() => {
                const { page } = window.playground;
                page.core.start(page.scene, page.settings);
                page.samples = [];
                sample();
                for (page.wanted = 2; page.samples.at(-1).time < 1.9; page.wanted = 2) go();
                draw();
            }"""
        )
        pictures = page.evaluate("[...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL())")
        shown.append((page.inner_text("#ledger"), *pictures))
    assert len({entry[0] for entry in shown}) == 3, "the ledger"
    for pictures in zip(*(entry[1:] for entry in shown)):
        assert len(set(pictures)) == 3, "scene and plots"


def test_scene_runs_pauses_and_ends(opened):
    page = opened()
    page.select_option("#speed", "1")
    wait(page, "state === 'paused'")
    page.click("#pause")
    wait(page, "samples.length > 5")
    page.click("#pause")
    count = page.evaluate("window.playground.page.samples.length")
    page.evaluate("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
    assert page.evaluate("window.playground.page.samples.length") == count
    page.click("#pause")
    wait(page, "state === 'ended'")
    assert page.inner_text("#clock") == "2.000 s (end)"
    page.click("#restart")
    wait(page, "state === 'running'")


def test_a_step_too_long_for_the_coupling_is_said(opened):
    page = opened()
    page.focus(f"#setting-{STEP}")
    page.keyboard.press("End")
    page.select_option("#speed", "1")
    page.click("#pause")
    page.wait_for_selector("#note:visible")
    assert "coupling.mode = interface" in page.inner_text("#note")


def test_a_refusal_is_one_line_and_the_page_goes_on(opened):
    page = opened()
    scenes = description(page)["scenes"]
    refused = scenes[0]["settings"].copy()
    refused[0] = 7
    _, why = run(page, 0, refused, 1)
    assert "compliance.e = 7" in why and "\n" not in why
    # a value that no slider has, as if one did
    page.evaluate("window.playground.page.settings[0] = 7")
    page.click("#restart")
    assert "compliance.e = 7" in page.inner_text("#message")
    page.click("#defaults")
    page.wait_for_selector("#message", state="hidden")
    wait(page, "samples.length > 1")


def test_a_fault_of_the_core_is_one_line_and_restart_recovers(opened):
    page = opened()
    page.evaluate(
        """() => {
            const { core } = window.playground.page;
            core.wasm = { ...core.wasm, playground_advance() { throw new WebAssembly.RuntimeError("unreachable"); } };
        }"""
    )
    page.click("#pause")
    page.wait_for_selector("#message:visible")
    assert page.inner_text("#message") == "the core has failed (unreachable); Restart begins anew"
    page.click("#restart")
    page.wait_for_selector("#message", state="hidden")
    wait(page, "samples.length > 5")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_page_fits_its_width_and_follows_the_theme(opened, width, theme):
    page = opened(width, theme)
    for scene in range(SCENES):
        page.click(f"#tabs button:nth-child({scene + 1})")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        beyond = page.evaluate(
            """() => [...document.querySelectorAll("body *")]
                .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
                .map((element) => element.outerHTML.slice(0, 80))"""
        )
        assert beyond == []
    ink, ground = page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    light = {"light": ground, "dark": ink}[theme]
    dark = {"light": ink, "dark": ground}[theme]
    assert min(channels(light)) > 200 and max(channels(dark)) < 60
    canvas = page.evaluate(
        """() => {
            const canvas = document.getElementById("plot-normal");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            const inked = new Set();
            for (let k = 0; k < data.length; k += 4) if (data[k + 3] === 255) inked.add(data[k]);
            return [Math.min(...inked), Math.max(...inked)];
        }"""
    )
    # axes are drawn dark on light or light on dark
    assert canvas[0] < 100 if theme == "light" else canvas[1] > 150


def channels(colour):
    return [int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
