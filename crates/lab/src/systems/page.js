"use strict";
const canvas = document.getElementById("view"), pen = canvas.getContext("2d");
const element = (id) => document.getElementById(id);
const { bodies, frames } = DATA;
const COLOURS = ["#3b7dd8", "#d8663b", "#3a9d5d", "#8a5cc7", "#c2a21b", "#c7507f", "#3aa6a6", "#7d6b5a"];

// quaternion (w, x, y, z): rotates a vector
function turn(q, v) {
  const [w, x, y, z] = q;
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]];
}
const add = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const place = (pose, v) => add(pose.slice(0, 3), turn(pose.slice(3), v));
// two unit vectors across a unit vector
function across(n) {
  const a = Math.abs(n[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const d = a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
  let u = add(a, n, -d);
  const l = Math.hypot(...u);
  u = u.map((c) => c / l);
  return [u, [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]]];
}
const largest = (shapes) => Math.max(0, ...shapes.map((s) => (s.kind === "plane" ? 0 : s.radius + Math.hypot(...s.pose.slice(0, 3)))));

// what is to be seen: where the bodies are in all pictures
const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
for (const body of bodies) {
  const size = largest(body.shapes);
  if (body.moves === null && size === 0) continue;
  for (const frame of frames) {
    const pose = body.moves === null ? body.pose : frame[1].slice(7 * body.moves, 7 * body.moves + 7);
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], pose[k] - size);
      high[k] = Math.max(high[k], pose[k] + size);
    }
    if (body.moves === null) break;
  }
}
const middle = low.map((value, k) => (value + high[k]) / 2);
const extent = Math.max(...low.map((value, k) => high[k] - value), 1e-9);
let strongest = 0;
for (const frame of frames) for (let k = 0; k < frame[2].length; k += 3) strongest = Math.max(strongest, Math.hypot(frame[2][k], frame[2][k + 1], frame[2][k + 2]));

const view = { azimuth: -1.1, elevation: 0.35, zoom: 1, shift: [0, 0] };
let width, height, scale;
function project(p) {
  const d = add(p, middle, -1);
  const [sa, ca, se, ce] = [Math.sin(view.azimuth), Math.cos(view.azimuth), Math.sin(view.elevation), Math.cos(view.elevation)];
  const x = -sa * d[0] + ca * d[1], deep = ca * d[0] + sa * d[1];
  return [width / 2 + view.shift[0] + scale * x, height / 2 + view.shift[1] - scale * (ce * d[2] - se * deep), ce * deep + se * d[2]];
}
function path(points, colour, line = 1) {
  pen.beginPath();
  points.forEach((p, k) => { const [x, y] = project(p); k ? pen.lineTo(x, y) : pen.moveTo(x, y); });
  pen.strokeStyle = colour;
  pen.lineWidth = line;
  pen.stroke();
}
// a round step for marks some 1/5 apart
function step(range) {
  const raw = range / 5, power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((m) => m * power >= raw);
}
function axes() {
  const mark = step(extent), digits = Math.max(0, -Math.floor(Math.log10(mark) + 1e-9));
  pen.font = "12px system-ui, sans-serif";
  pen.textAlign = "center";
  const labelled = []; // where numbers stand: one does not cover another
  for (let k = 0; k < 3; k++) {
    const at = (value) => { const p = [...low]; p[k] = value; return p; };
    path([at(low[k]), at(high[k])], "#5a6672", 1.2);
    pen.fillStyle = "#3a444d";
    for (let n = Math.ceil(low[k] / mark); n * mark <= high[k] + 1e-9 * extent; n++) {
      const [x, y] = project(at(n * mark));
      pen.fillRect(x - 1.5, y - 1.5, 3, 3);
      if (labelled.some(([u, v]) => Math.abs(u - x) < 34 && Math.abs(v - y) < 14)) continue;
      labelled.push([x, y]);
      pen.fillText((n * mark).toFixed(digits), x, y + 15);
    }
    const [x, y] = project(at(high[k] + 0.07 * extent));
    pen.font = "bold 13px system-ui, sans-serif";
    pen.fillText("xyz"[k] + " [m]", x, y + 4);
    pen.font = "12px system-ui, sans-serif";
  }
}
function plane(shape, pose) {
  const n = turn(shape.pose.slice(3), shape.normal), [u, v] = across(n);
  const foot = place(pose, add(shape.pose.slice(0, 3), n, shape.height));
  const [wn, wu, wv] = [n, u, v].map((a) => turn(pose.slice(3), a));
  // the grid lies under what is to be seen, on round places
  const gap = wn.reduce((sum, c, k) => sum + c * (middle[k] - foot[k]), 0);
  const centre = add(middle, wn, -gap), half = 0.6 * extent, mark = step(extent);
  for (let t = -3; t <= 3; t++) {
    if (Math.abs(t * mark) > half + 1e-12) continue;
    path([add(add(centre, wu, t * mark), wv, -half), add(add(centre, wu, t * mark), wv, half)], "#d3dae0");
    path([add(add(centre, wv, t * mark), wu, -half), add(add(centre, wv, t * mark), wu, half)], "#d3dae0");
  }
}
function ring(centre, u, v, radius, colour, line = 1, from = 0, to = 2 * Math.PI) {
  const points = [];
  for (let k = 0; k <= 36; k++) {
    const a = from + ((to - from) * k) / 36;
    points.push(add(add(centre, u, radius * Math.cos(a)), v, radius * Math.sin(a)));
  }
  path(points, colour, line);
}
function cylinder(shape, pose, colour) {
  const axis = turn(pose.slice(3), turn(shape.pose.slice(3), shape.axis)), [u, v] = across(axis);
  const centre = place(pose, shape.pose.slice(0, 3)), half = Math.min(extent / 2, shape.radius);
  for (const t of [-half, 0, half]) ring(add(centre, axis, t), u, v, shape.radius, colour);
  for (let k = 0; k < 12; k++) {
    const rim = add(add(centre, u, shape.radius * Math.cos((k * Math.PI) / 6)), v, shape.radius * Math.sin((k * Math.PI) / 6));
    path([add(rim, axis, -half), add(rim, axis, half)], colour + "66");
  }
}
function sphere(shape, pose, colour) {
  const centre = place(pose, shape.pose.slice(0, 3)), [x, y] = project(centre), r = scale * shape.radius;
  pen.beginPath();
  pen.arc(x, y, r, 0, 2 * Math.PI);
  if (!shape.hollow) {
    const shade = pen.createRadialGradient(x - 0.35 * r, y - 0.4 * r, 0.1 * r, x, y, r);
    shade.addColorStop(0, "#ffffff");
    shade.addColorStop(0.35, colour);
    shade.addColorStop(1, "#26303a");
    pen.fillStyle = shade;
    pen.fill();
  }
  pen.strokeStyle = colour;
  pen.stroke();
  // two meridians, of which the half towards the eye shows: one sees the ball turn
  const q = (v) => turn(pose.slice(3), turn(shape.pose.slice(3), v));
  const [ex, ey, ez] = [q([1, 0, 0]), q([0, 1, 0]), q([0, 0, 1])], near = project(centre)[2];
  for (const [u, v] of [[ex, ez], [ex, ey]]) {
    for (let k = 0; k < 24; k++) {
      const a = (k * Math.PI) / 12, b = a + Math.PI / 12, m = (a + b) / 2;
      const p = add(add(centre, u, shape.radius * Math.cos(m)), v, shape.radius * Math.sin(m));
      if (project(p)[2] > near) ring(centre, u, v, shape.radius, "#ffffffcc", 1, a, b);
    }
  }
}
function solid(shape, pose, colour) {
  const centre = place(pose, shape.pose.slice(0, 3));
  const world = (v) => { const w = turn(pose.slice(3), turn(shape.pose.slice(3), v)); return [0, 1, 2].map((k) => centre[k] + w[k]); };
  const shown = shape.faces.map((face) => face.map(world)).map((face) => ({ face, at: face.map(project) }));
  const depth = ({ at }) => at.reduce((sum, p) => sum + p[2], 0) / at.length;
  shown.sort((a, b) => depth(a) - depth(b));
  for (const { face, at } of shown) {
    // of a convex body those that turn counter-clockwise on the screen, whose y points down, look away
    let area = 0;
    at.forEach(([x, y], k) => { const [u, v] = at[(k + 1) % at.length]; area += x * v - u * y; });
    if (area >= 0) continue;
    const edge = (a, b) => [0, 1, 2].map((k) => face[b][k] - face[a][k]), n = face.length;
    const [a, b] = [edge(0, Math.floor(n / 3)), edge(0, Math.floor((2 * n) / 3))];
    const up = a[0] * b[1] - a[1] * b[0], size = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], up);
    pen.beginPath();
    at.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.fillStyle = colour;
    pen.fill();
    const light = size > 0 ? (0.55 * up) / size : 0;
    pen.fillStyle = light > 0 ? "rgba(255,255,255," + light + ")" : "rgba(0,0,0," + -light + ")";
    pen.fill();
    pen.lineWidth = 1;
    // edges of a box; of many faces the gaps between them are filled
    pen.strokeStyle = shape.faces.length <= 6 ? "rgba(38,48,58,0.55)" : pen.fillStyle;
    pen.stroke();
  }
}
function arrow(from, force) {
  const size = Math.hypot(...force);
  if (!(size > 0) || !(strongest > 0)) return;
  // the root lets a weight be seen beside an impact
  const way = (0.35 * extent * Math.sqrt(size / strongest)) / size, [x, y] = project(from), [tx, ty] = project(add(from, force, way));
  const angle = Math.atan2(ty - y, tx - x);
  pen.strokeStyle = pen.fillStyle = "#c01f2e";
  pen.lineWidth = 2;
  pen.beginPath(); pen.moveTo(x, y); pen.lineTo(tx, ty); pen.stroke();
  pen.beginPath(); pen.moveTo(tx, ty);
  for (const side of [2.7, -2.7]) pen.lineTo(tx + 9 * Math.cos(angle + side), ty + 9 * Math.sin(angle + side));
  pen.fill();
}

let now = 0;
const end = frames[frames.length - 1][0];
// pose and forces at a time, on the line between two pictures
function at(time) {
  let a = 0, b = frames.length - 1;
  while (b - a > 1) { const m = (a + b) >> 1; if (frames[m][0] <= time) a = m; else b = m; }
  const [f, g] = [frames[a], frames[b]], part = b === a || g[0] === f[0] ? 0 : Math.min(1, Math.max(0, (time - f[0]) / (g[0] - f[0])));
  const poses = f[1].map((value, k) => value + part * (g[1][k] - value));
  for (let k = 3; k < poses.length; k += 7) {
    // q and −q are one orientation
    const same = [0, 1, 2, 3].reduce((sum, i) => sum + f[1][k + i] * g[1][k + i], 0) < 0 ? -1 : 1;
    const q = [0, 1, 2, 3].map((i) => (1 - part) * f[1][k + i] + same * part * g[1][k + i]), l = Math.hypot(...q);
    q.forEach((value, i) => { poses[k + i] = value / l; });
  }
  return { poses, forces: part < 0.5 ? f[2] : g[2], index: part < 0.5 ? a : b };
}
function draw() {
  const ratio = window.devicePixelRatio || 1;
  width = canvas.clientWidth; height = canvas.clientHeight;
  canvas.width = Math.round(ratio * width); canvas.height = Math.round(ratio * height);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  scale = (0.62 * Math.min(width, height) * view.zoom) / extent;
  const shown = at(now), pose = (b) => (b.moves === null ? b.pose : shown.poses.slice(7 * b.moves, 7 * b.moves + 7));
  const list = [];
  bodies.forEach((body, n) => {
    const p = pose(body), colour = body.moves === null ? "#8b97a3" : COLOURS[body.moves % COLOURS.length];
    for (const shape of body.shapes) {
      if (shape.kind === "plane") plane(shape, p);
      else list.push([shape.kind === "cylinder" ? -Infinity : project(place(p, shape.pose.slice(0, 3)))[2], () => ({ sphere, cylinder, faces: solid })[shape.kind](shape, p, colour)]);
    }
    if (body.moves !== null && element("forces").checked) list.push([1e300, () => arrow(p.slice(0, 3), shown.forces.slice(3 * n, 3 * n + 3))]);
    if (body.moves !== null && element("names").checked && bodies.length <= 30) {
      list.push([1e300, () => {
        const [x, y] = project(p.slice(0, 3));
        pen.fillStyle = "#1d2329"; pen.textAlign = "left"; pen.fillText(body.name, x + 6, y - 6);
      }]);
    }
  });
  axes();
  list.sort((a, b) => a[0] - b[0]).forEach(([, paint]) => paint());
  element("now").textContent = "t = " + now.toFixed(4) + " s";
  element("time").value = Math.round((1e6 * now) / (end || 1));
}

element("time").max = 1e6;
for (const factor of [1, 0.5, 0.2, 0.1, 0.05, 0.01, 0.001]) element("speed").add(new Option(factor === 1 ? "real time" : "× " + factor, factor));
let playing = null;
function play(on) {
  playing = on ? performance.now() : null;
  element("play").textContent = on ? "Pause" : "Play";
  if (on && now >= end) now = 0;
  if (on) requestAnimationFrame(tick);
}
function tick(clock) {
  if (playing === null) return;
  now += (Math.max(0, clock - playing) / 1000) * Number(element("speed").value);
  playing = clock;
  if (now >= end) { now = end; play(false); }
  draw();
  if (playing !== null) requestAnimationFrame(tick);
}
function hop(count) {
  play(false);
  const index = at(now).index + count;
  now = frames[Math.min(frames.length - 1, Math.max(0, index))][0];
  draw();
}
element("play").onclick = () => play(playing === null);
element("back").onclick = () => hop(-1);
element("ahead").onclick = () => hop(1);
element("time").oninput = (event) => { play(false); now = (end * event.target.value) / 1e6; draw(); };
element("forces").onchange = element("names").onchange = draw;
canvas.onpointerdown = (event) => canvas.setPointerCapture(event.pointerId);
canvas.onpointermove = (event) => {
  if (!canvas.hasPointerCapture(event.pointerId)) return;
  if (event.shiftKey) view.shift = [view.shift[0] + event.movementX, view.shift[1] + event.movementY];
  else {
    view.azimuth -= 0.008 * event.movementX;
    view.elevation = Math.min(1.57, Math.max(-1.57, view.elevation + 0.008 * event.movementY));
  }
  draw();
};
canvas.addEventListener("wheel", (event) => { event.preventDefault(); view.zoom *= Math.exp(-0.001 * event.deltaY); draw(); }, { passive: false });
document.onkeydown = (event) => {
  if (event.target.tagName === "SELECT" || event.target.tagName === "INPUT" || event.target.tagName === "BUTTON") return;
  if (event.key === " ") { event.preventDefault(); play(playing === null); }
  if (event.key === "ArrowLeft") hop(-1);
  if (event.key === "ArrowRight") hop(1);
};
window.onresize = draw;
draw();
