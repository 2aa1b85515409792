// Tabs, sliders, the clock, and what is shown when something is refused.

const BINS = 800; // samples over a scene
const BUDGET = 12; // milliseconds of stepping in a frame

const by = (id) => document.getElementById(id);
const page = { core: null, scene: 0, settings: [], samples: [], state: "stopped", shownAt: 0, wanted: 0, redraw: true };
const scenes = () => page.core.description.scenes;
const scene = () => scenes()[page.scene];
const STEP = () => page.settings[4];

const LEDGER = [
  ["work", "work of the bodies"],
  ["stored", "stored"],
  ["dissipatedNormal", "dissipated by damping"],
  ["dissipatedFriction", "dissipated by friction"],
  ["residual", "residual"],
];

function show(id, text) {
  by(id).textContent = text ?? "";
  by(id).hidden = !text;
}

function stop(why) {
  page.state = "stopped";
  show("message", why);
  page.redraw = true;
}

function restart() {
  show("message", null);
  show("note", null);
  page.samples = [];
  const why = page.core.start(page.scene, page.settings);
  page.wanted = 0;
  if (why) return stop(why);
  sample();
  page.state = page.state === "paused" ? "paused" : "running";
  page.redraw = true;
}

function sample() {
  const values = page.core.values();
  page.samples.push(values);
  return Object.values(values).every(Number.isFinite);
}

// Steps the scene up to the time that is wanted, as far as a frame's budget goes.
function go() {
  const { until } = scene();
  const deadline = performance.now() + BUDGET;
  const each = Math.max(1, Math.round(until / BINS / STEP()));
  page.wanted = Math.min(page.wanted, until);
  for (;;) {
    const { time } = page.samples.at(-1);
    const left = Math.round((page.wanted - time) / STEP());
    if (left < 1) break;
    const why = page.core.advance(Math.min(each, left));
    if (!sample()) return stop("stopped: a number is no longer finite; take a shorter step or the interface coupling");
    if (why) return stop(why);
    if (performance.now() > deadline) {
      page.wanted = page.samples.at(-1).time;
      break;
    }
  }
  if (page.samples.at(-1).time >= until - STEP()) page.state = "ended";
  show("note", page.core.note());
}

function frame(now) {
  const passed = Math.min(0.05, Math.max(0, (now - page.shownAt) / 1000));
  page.shownAt = now;
  try {
    if (page.state === "running") {
      page.wanted += passed * Number(by("speed").value);
      go();
      page.redraw = true;
    }
    if (page.redraw) draw();
  } catch (fault) {
    fail(fault);
  }
  requestAnimationFrame(frame);
}

// The core is in no state to go on after a fault of its own: the next start makes another one.
function fail(fault) {
  stop(`the core has failed (${fault.message ?? fault}); Restart begins anew`);
  page.broken = true;
}

async function begin() {
  try {
    if (page.broken) page.core = await newCore();
    page.broken = false;
    restart();
  } catch (fault) {
    fail(fault);
  }
}

function draw() {
  page.redraw = false;
  const last = page.samples.at(-1);
  by("pause").textContent = page.state === "paused" ? "Go on" : "Pause";
  by("pause").setAttribute("aria-pressed", page.state === "paused");
  by("pause").disabled = page.state === "ended" || page.state === "stopped";
  if (!last) return;
  const { radius } = page.core.description;
  const { name, until } = scene();
  drawScene(by("scene"), { name, own: page.settings[6] }, last, radius);
  const [position, velocity] = plotsOf(name, radius);
  for (const [id, plot] of [["normal", NORMAL_FORCE], ["friction", FRICTION_FORCE], ["position", position], ["velocity", velocity]]) {
    drawPlot(by(`plot-${id}`), plot, page.samples, until);
  }
  by("clock").textContent = `${last.time.toFixed(3)} s${page.state === "ended" ? " (end)" : ""}`;
  for (const [key] of LEDGER) by(`ledger-${key}`).textContent = inUnit(last[key], "J");
}

// A slider has 1000 places; the value is rounded to three digits.
function valueAt({ min, max, log }, place) {
  const t = place / 1000;
  const value = log ? min * (max / min) ** t : min + (max - min) * t;
  return Math.min(max, Math.max(min, Number(value.toPrecision(log ? 2 : 3))));
}

function placeOf({ min, max, log }, value) {
  return 1000 * (log ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min));
}

function set(slider, value) {
  page.settings[slider.setting] = value;
  // static friction is not below sliding friction: the one takes the other along
  if (slider.setting === 1) page.settings[2] = Math.min(page.settings[2], value);
  if (slider.setting === 2) page.settings[1] = Math.max(page.settings[1], value);
  tellSliders();
  try {
    if (slider.restarts || page.state === "ended" || page.state === "stopped") return begin();
    show("message", page.core.change(page.settings));
  } catch (fault) {
    fail(fault);
  }
}

function tellSliders() {
  for (const slider of scene().sliders) {
    const value = page.settings[slider.setting];
    if (slider.setting === 5) {
      by(value === 1 ? "interface" : "kinematic").checked = true;
      continue;
    }
    const input = by(`setting-${slider.setting}`);
    if (valueAt(slider, Number(input.value)) !== value) input.value = placeOf(slider, value);
    const text = slider.setting === 4 ? inUnit(value, "s") : `${plain(value, slider.log ? 2 : 3)} ${slider.unit}`.trim();
    by(`value-${slider.setting}`).replaceChildren(...marked(text));
    input.setAttribute("aria-valuetext", text);
  }
}

function element(name, attributes, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

function coupling(slider) {
  const choices = ["kinematic", "interface"].map((name, value) => {
    const input = element("input", { type: "radio", name: "coupling", id: name });
    input.addEventListener("change", () => set(slider, value));
    return element("label", {}, input, name);
  });
  return element("fieldset", {}, element("legend", { textContent: "coupling" }), ...choices);
}

function rangeOf(slider) {
  const id = `setting-${slider.setting}`;
  const input = element("input", { type: "range", id, min: 0, max: 1000, step: "any" });
  input.addEventListener("input", () => set(slider, valueAt(slider, Number(input.value))));
  const caption = element("label", { htmlFor: id }, ...marked(slider.label));
  return element("div", { className: "slider" }, caption, element("output", { id: `value-${slider.setting}`, htmlFor: id }), input);
}

function choose(index) {
  page.scene = index;
  page.settings = [...scene().settings];
  [...by("tabs").children].forEach((tab, k) => {
    tab.setAttribute("aria-selected", k === index);
    tab.tabIndex = k === index ? 0 : -1;
  });
  by("about").textContent = scene().text;
  by("sliders").replaceChildren(...scene().sliders.map((slider) => (slider.setting === 5 ? coupling(slider) : rangeOf(slider))));
  tellSliders();
  return begin();
}

function build() {
  scenes().forEach(({ title }, k) => {
    const tab = element("button", { type: "button", textContent: title });
    tab.setAttribute("role", "tab");
    tab.addEventListener("click", () => choose(k));
    tab.addEventListener("keydown", ({ key }) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!way) return;
      const next = (k + way + scenes().length) % scenes().length;
      by("tabs").children[next].focus();
      choose(next);
    });
    by("tabs").append(tab);
  });
  for (const [key, title] of LEDGER) {
    by("ledger").append(element("tr", {}, element("th", { scope: "row", textContent: title }), element("td", { id: `ledger-${key}` })));
  }
  by("version").textContent = `Asperity ${page.core.description.version}.`;
  by("restart").addEventListener("click", () => {
    page.state = "running";
    begin();
  });
  by("pause").addEventListener("click", () => {
    if (page.state === "running" || page.state === "paused") page.state = page.state === "paused" ? "running" : "paused";
    page.redraw = true;
  });
  by("defaults").addEventListener("click", () => choose(page.scene));
  window.addEventListener("resize", () => (page.redraw = true));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (page.redraw = true));
}

async function main() {
  try {
    page.core = await newCore();
  } catch (fault) {
    return show("message", `this browser cannot run the page: ${fault.message ?? fault}`);
  }
  build();
  by("speed").value = "0.25";
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) page.state = "paused";
  await choose(0);
  requestAnimationFrame(frame);
}

// For tests and for whoever writes in the console: steps a scene on its own. The answer: values after the steps, and why one was refused.
async function run(index, settings, count) {
  const core = await newCore();
  const why = core.start(index, settings) ?? core.advance(count);
  const values = core.array().slice();
  core.free();
  return { names: core.names, values, why };
}

window.playground = { page, run, ready: main() };
