// A plot over time: lines, or bands between the least and the greatest value since the sample before.

const FONT = "12px system-ui, sans-serif";

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

// Makes the canvas as fine as the screen; the answer: its context and size in CSS pixels.
function fitted(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

// The least and greatest value of all series, 0 among them, with room for one that does not move.
function limits(samples, series) {
  let [low, high] = [0, 0];
  for (const s of series) {
    for (const sample of samples) {
      low = Math.min(low, (s.low ?? s.value)(sample));
      high = Math.max(high, (s.high ?? s.value)(sample));
    }
  }
  if (high - low < 1e-9) [low, high] = [low - 0.5, high + 0.5];
  const room = 0.06 * (high - low);
  return [low < 0 ? low - room : low, high > 0 ? high + room : high];
}

// `plot`: title, unit, and series with name, colour, the value of a sample, and maybe its least and greatest.
function drawPlot(canvas, plot, samples, until) {
  const { context: c, width, height } = fitted(canvas);
  if (width === 0) return;
  const { series } = plot;
  const [low, high] = limits(samples, series);
  const [factor, prefix] = high - low >= 1e12 ? [1, ""] : prefixFor(Math.max(Math.abs(low), Math.abs(high)));
  const [left, right, top, bottom] = [56, 10, 26, 34];
  const [w, h] = [width - left - right, height - top - bottom];
  const x = (time) => left + (time / until) * w;
  const y = (value) => top + ((high - value) / (high - low)) * h;

  c.font = FONT;
  c.lineWidth = 1;
  const { marks, digits } = ticks(low / factor, high / factor, Math.max(2, Math.floor(h / 26)));
  c.textAlign = "right";
  c.textBaseline = "middle";
  for (const mark of marks) {
    const at = Math.round(y(mark * factor)) + 0.5;
    c.strokeStyle = colour(mark === 0 ? "faint" : "line");
    line(c, left, at, left + w, at);
    c.fillStyle = colour("faint");
    const label = Math.abs(mark) >= 1e5 ? plain(mark, 2) : mark.toFixed(digits).replace("-", "−");
    c.fillText(label, left - 6, at);
  }
  const times = ticks(0, until, Math.max(2, Math.floor(w / 50)));
  c.textAlign = "center";
  c.textBaseline = "top";
  for (const mark of times.marks) {
    const at = Math.round(x(mark)) + 0.5;
    c.strokeStyle = colour("line");
    line(c, at, top, at, top + h);
    c.fillStyle = colour("faint");
    c.fillText(mark.toFixed(times.digits), Math.min(at, width - 12), top + h + 4);
  }
  c.textAlign = "right";
  c.fillText("time [s]", left + w, top + h + 19);

  c.textAlign = "left";
  c.textBaseline = "top";
  c.fillStyle = colour("ink");
  const title = `${plot.title} [${prefix}${plot.unit}]`;
  c.fillText(title, 4, 4);
  let at = 4 + c.measureText(title).width + 16;
  c.save();
  c.beginPath();
  c.rect(left, top, w, h);
  c.clip();
  for (const s of series) {
    c.strokeStyle = colour(s.colour);
    c.lineWidth = 1.5;
    c.setLineDash(s.dash ?? []);
    c.beginPath();
    let last = 0;
    for (const sample of samples) {
      const [at, end] = [x(sample.time), s.value(sample)];
      // from where the line is, past the extreme that is nearer, over the other one, to the value now
      const extremes = s.low ? [s.low(sample), s.high(sample)].sort((a, b) => Math.abs(a - last) - Math.abs(b - last)) : [];
      for (const value of [...extremes, end]) c.lineTo(at, y(value));
      last = end;
    }
    c.stroke();
  }
  c.restore();
  if (series.length < 2) return;
  for (const s of series) {
    c.strokeStyle = colour(s.colour);
    c.lineWidth = 2;
    c.setLineDash(s.dash ?? []);
    line(c, at, 11, at + 18, 11);
    c.setLineDash([]);
    c.fillStyle = colour("ink");
    c.fillText(s.name, at + 22, 4);
    at += 22 + c.measureText(s.name).width + 14;
  }
}

function line(c, x0, y0, x1, y1) {
  c.beginPath();
  c.moveTo(x0, y0);
  c.lineTo(x1, y1);
  c.stroke();
}
