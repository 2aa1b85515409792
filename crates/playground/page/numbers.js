// Numbers as people read them.

const PREFIXES = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]];

// The factor and prefix in which a number of this size is between 1 and 1000.
function prefixFor(size) {
  return PREFIXES.find(([factor]) => size >= 0.9995 * factor) ?? [1, ""];
}

// With three digits.
function inUnit(value, unit) {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (unit === "" || size >= 1e12) return `${plain(value, 3)} ${unit}`.trim();
  if (size < 1e-9) return size === 0 ? `0 ${unit}` : `< 1 n${unit}`;
  const [factor, prefix] = prefixFor(size);
  return `${(value / factor).toPrecision(3).replace("-", "−")} ${prefix}${unit}`;
}

function plain(value, digits) {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e4 || size < 1e-3)) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    return `${mantissa.replace("-", "−")}·10${raised(Number(exponent))}`;
  }
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

function raised(exponent) {
  return [...String(exponent)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])).join("");
}

// A text with what follows _ lowered and what follows ^ raised.
function marked(text) {
  return text.split(/(_\w|\^[\d.]+)/).map((part) => {
    if (!/^[_^]/.test(part)) return part;
    const raised = document.createElement(part[0] === "_" ? "sub" : "sup");
    raised.textContent = part.slice(1);
    return raised;
  });
}

// Round numbers from low to high, about `count` of them, and how many digits they need behind the point.
function ticks(low, high, count) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((m) => m * power >= rough * 0.999) ?? 10);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) + (Math.abs(step / power - 2.5) < 1e-9 && power < 10 ? 1 : 0);
  const marks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high * (1 + 1e-9) + 1e-300; k++) marks.push(k * step);
  return { marks, digits: Math.min(digits, 20) };
}
