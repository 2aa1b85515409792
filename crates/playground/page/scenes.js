// The pictures of the scenes, and which series their plots show.

const NORMAL_FORCE = {
  title: "normal force",
  unit: "N",
  series: [{ name: "f_n", colour: "normal", value: (s) => s.normalForce, low: (s) => s.normalMin, high: (s) => s.normalMax }],
};
const FRICTION_FORCE = {
  title: "friction force",
  unit: "N",
  series: [{ name: "f_t", colour: "friction", value: (s) => s.frictionForce, low: (s) => s.frictionMin, high: (s) => s.frictionMax }],
};

// By the names that the core gives its scenes.
function plotsOf(name, radius) {
  const series = (title, unit, ...of) => ({
    title,
    unit,
    series: of.map(([label, colour, value, dash]) => ({ name: label, colour, value, dash })),
  });
  const rolling = ["r·ω", "second", (s) => radius * s.angularVelocity, [5, 3]];
  switch (name) {
    case "ball":
      return [
        series("position", "m", ["height", "normal", (s) => s.z - radius], ["along x", "second", (s) => s.x, [5, 3]]),
        series("velocity", "m/s", ["up", "normal", (s) => s.velocityZ], ["along x", "friction", (s) => s.velocityX], rolling),
      ];
    case "block":
      return [
        series("position", "m", ["block", "normal", (s) => s.x], ["end of spring", "second", (s) => s.pulled, [5, 3]]),
        series("velocity", "m/s", ["block", "normal", (s) => s.velocityX]),
      ];
    default:
      return [
        series("position", "m", ["down the slope", "normal", (s) => s.x], ["height", "second", (s) => s.z - radius, [5, 3]]),
        series("velocity", "m/s", ["down the slope", "normal", (s) => s.velocityX], rolling),
      ];
  }
}

// World axes of the picture: pixels per metre, where its origin is, how it leans.
class View {
  constructor(c, scale, origin, angle) {
    Object.assign(this, { c, scale, origin, cos: Math.cos(angle), sin: Math.sin(angle) });
  }

  // along the plane and along its normal, to pixels
  at(x, z) {
    const [u, v] = this.turned(x, z);
    return [this.origin[0] + this.scale * u, this.origin[1] - this.scale * v];
  }

  // to the right and upwards; a slope falls to the right
  turned(x, z) {
    return [this.cos * x + this.sin * z, -this.sin * x + this.cos * z];
  }

  path(points) {
    this.c.beginPath();
    for (const [x, z] of points) this.c.lineTo(...this.at(x, z));
  }
}

function drawScene(canvas, scene, s, radius) {
  const { context: c, width, height } = fitted(canvas);
  if (width === 0) return;
  c.font = FONT;
  const isBlock = scene.name === "block";
  const angle = scene.name === "slope" ? (scene.own * Math.PI) / 180 : 0;
  const wide = isBlock ? 0.8 : 1.5;
  const tall = scene.name === "ball" ? scene.own + 3.2 * radius : isBlock ? 0.5 : 0.9;
  const scale = Math.min(width / wide, (height - 44) / tall);
  const view = new View(c, scale, [0, 0], angle);
  const [right, up] = view.turned(s.x, isBlock ? 0 : radius);
  // a ball on level ground stays where it is in the picture as long as it is in sight
  const reach = Math.max(0, width / 2 / scale - 2 * radius);
  const follow = scene.name === "ball" ? right - Math.max(-reach, Math.min(reach, right)) : right;
  const ground = scene.name === "ball" ? height - 44 : height * 0.65;
  view.origin = [width / 2 - scale * (isBlock ? right + 0.12 : follow), ground + (scene.name === "slope" ? scale * up : 0)];
  drawGround(view, width, s.x);
  const anchor = isBlock ? drawBlock(view, s) : drawBall(view, s, radius);
  drawForces(view, s, anchor);
  sayIfAway(view, s, [width, height]);
}

// A body that left the picture: a step too long for the coupling has thrown it up, or let it fall through.
function sayIfAway(view, s, [width, height]) {
  const { c } = view;
  const y = view.at(s.x, s.z)[1];
  if (y > -20 && y < height + 20) return;
  c.fillStyle = colour("bad");
  c.textAlign = "center";
  c.textBaseline = "middle";
  const where = y < 0 ? "above the ground" : "below the ground";
  c.fillText(`out of the picture: ${inUnit(Math.abs(s.z), "m")} ${where}`, width / 2, y < 0 ? 90 : height - 60);
}

function drawGround(view, width, middle) {
  const { c, scale } = view;
  const half = width / scale + 0.5;
  view.path([[middle - half, 0], [middle + half, 0], [middle + half, -2 * half], [middle - half, -2 * half]]);
  c.fillStyle = colour("panel");
  c.fill();
  c.strokeStyle = colour("solid");
  c.lineWidth = 2;
  view.path([[middle - half, 0], [middle + half, 0]]);
  c.stroke();
  // marks every 0.1 m, so that one sees it move; a label every 0.5 m
  c.lineWidth = 1;
  c.fillStyle = colour("faint");
  c.textAlign = "center";
  c.textBaseline = "top";
  for (let k = Math.ceil((middle - half) * 10); k <= (middle + half) * 10; k++) {
    const x = k / 10;
    view.path([[x, 0], [x, (k % 5 === 0 ? -9 : -5) / scale]]);
    c.stroke();
    if (k % 5 === 0) {
      const [px, py] = view.at(x, -12 / scale);
      c.fillText(`${x.toFixed(1).replace("-", "−")} m`, px, py);
    }
  }
}

function drawBall(view, s, radius) {
  const { c, scale } = view;
  const [x, y] = view.at(s.x, s.z);
  c.beginPath();
  c.arc(x, y, radius * scale, 0, 2 * Math.PI);
  c.fillStyle = colour("body");
  c.fill();
  c.strokeStyle = colour("ink");
  c.lineWidth = 1.5;
  c.stroke();
  c.beginPath();
  const turn = s.angle + Math.atan2(view.sin, view.cos);
  for (const spoke of [0, Math.PI / 2]) {
    const [dx, dy] = [0.85 * radius * scale * Math.cos(turn + spoke), 0.85 * radius * scale * Math.sin(turn + spoke)];
    c.moveTo(x - dx, y - dy);
    c.lineTo(x + dx, y + dy);
  }
  c.strokeStyle = colour("faint");
  c.lineWidth = 1;
  c.stroke();
  return { centre: [s.x, s.z], point: [s.x, s.z - radius] };
}

const BLOCK = { width: 0.16, height: 0.1 };

function drawBlock(view, s) {
  const { c } = view;
  const { width, height } = BLOCK;
  const [left, right, low, high] = [s.x - width / 2, s.x + width / 2, s.z, s.z + height];
  view.path([[left, low], [right, low], [right, high], [left, high]]);
  c.closePath();
  c.fillStyle = colour("body");
  c.fill();
  c.strokeStyle = colour("ink");
  c.lineWidth = 1.5;
  c.stroke();
  // from the block's side to the pulling end, which starts 0.16 m from it
  const [start, end, z] = [right, right + 0.16 + (s.pulled - s.x), s.z + height / 2];
  const coil = [[start, z]];
  for (let k = 0; k <= 16; k++) coil.push([start + 0.02 + (end - start - 0.04) * (k / 16), z + (k % 2 ? 0.012 : -0.012)]);
  view.path([...coil, [end, z]]);
  c.strokeStyle = colour("spring");
  c.stroke();
  const [px, py] = view.at(end, z);
  c.beginPath();
  c.arc(px, py, 4, 0, 2 * Math.PI);
  c.fillStyle = colour("spring");
  c.fill();
  return { centre: [s.x, s.z + height / 2], point: [s.x, s.z] };
}

// Arrows at the body, and what they stand for in a corner, where nothing covers it.
function drawForces(view, s, { centre, point }) {
  const { c } = view;
  const weight = Math.hypot(s.weightX, s.weightZ);
  const friction = Math.abs(s.frictionMin) > s.frictionMax ? s.frictionMin : s.frictionMax;
  const forces = [
    ["weight", "weight", centre, s.weightX, s.weightZ],
    ["normal", "normal force", point, 0, s.normalMax],
    ["friction", "friction force", point, friction, 0],
    ["spring", "spring force", centre, s.springForce, 0],
  ];
  let row = 16;
  c.textAlign = "left";
  c.textBaseline = "middle";
  for (const [name, label, from, x, z] of forces) {
    if (name === "spring" && s.pulled === 0) continue;
    const force = Math.hypot(x, z);
    c.fillStyle = colour(name);
    c.fillRect(12, row - 5, 10, 10);
    c.fillStyle = colour("ink");
    c.fillText(`${label} ${inUnit(force, "N")}`, 28, row);
    row += 18;
    if (!(force > 1e-3 * weight)) continue;
    const length = 90 * Math.log10(1 + force / weight);
    const [u, v] = view.turned(x / force, z / force);
    const [px, py] = view.at(...from);
    drawArrow(c, [px, py], [px + length * u, py - length * v], colour(name));
  }
}

function drawArrow(c, [x0, y0], [x1, y1], paint) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = Math.hypot(dx, dy);
  const [u, v, head] = [dx / length, dy / length, Math.min(10, length)];
  c.strokeStyle = c.fillStyle = paint;
  c.lineWidth = 3;
  line(c, x0, y0, x1 - head * u, y1 - head * v);
  c.beginPath();
  c.moveTo(x1, y1);
  c.lineTo(x1 - head * (u - 0.5 * v), y1 - head * (v + 0.5 * u));
  c.lineTo(x1 - head * (u + 0.5 * v), y1 - head * (v - 0.5 * u));
  c.fill();
}
