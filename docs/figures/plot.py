"""A line plot as plain SVG, the same bytes on every machine. Standard library only."""

import math
from html import escape

INK, GREY, GRID = "#1b2733", "#5b6b7a", "#dfe5ea"
COLOURS = ("#1f5fa8", "#c2500a", "#2a7d4f", "#7d3c98", "#a8801f", "#5b6b7a")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "1 2")
FONT = 'font-family="Helvetica, Arial, sans-serif"'


def number(value):
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def rich(text):
    """Text with _{...} and ^{...} as SVG sub- and superscripts."""
    out, rest = "", text
    while rest:
        marks = [i for i in (rest.find("_{"), rest.find("^{")) if i >= 0]
        if not marks:
            return out + escape(rest)
        at = min(marks)
        end = rest.index("}", at)
        shift = 3 if rest[at] == "_" else -5
        out += escape(rest[:at]) + f'<tspan dy="{shift}" font-size="75%">{escape(rest[at + 2 : end])}</tspan>'
        rest = rest[end + 1 :]
        if rest:
            out += f'<tspan dy="{-shift}">{escape(rest[0])}</tspan>' if rest[0] not in "_^" else ""
            rest = rest if rest[0] in "_^" else rest[1:]
    return out


def text(x, y, content, anchor="middle", size=13, colour=INK, extra=""):
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" font-size="{size}" fill="{colour}"'
        f"{extra}>{rich(content)}</text>"
    )


def document(width, height, title, body):
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" {FONT}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    return "\n".join(lines + body + ["</svg>", ""])


def thin(points, tolerance):
    """Leaves out points that lie within `tolerance` of the line through their neighbours (Ramer, Douglas, Peucker)."""
    keep, stack = {0, len(points) - 1}, [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        (x0, y0), (x1, y1) = points[first], points[last]
        length = math.hypot(x1 - x0, y1 - y0)
        worst, at = tolerance, None
        for i in range(first + 1, last):
            x, y = points[i]
            away = (
                abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length if length > 0 else math.hypot(x - x0, y - y0)
            )
            if away > worst:
                worst, at = away, i
        if at is not None:
            keep.add(at)
            stack += [(first, at), (at, last)]
    return [points[i] for i in sorted(keep)]


class Axes:
    """One pair of axes; `box` = left, top, right, bottom in pixels."""

    def __init__(self, box, x_range, y_range):
        self.box, self.x_range, self.y_range, self.body = box, x_range, y_range, []

    def at(self, x, y):
        left, top, right, bottom = self.box
        return (
            left + (x - self.x_range[0]) / (self.x_range[1] - self.x_range[0]) * (right - left),
            bottom - (y - self.y_range[0]) / (self.y_range[1] - self.y_range[0]) * (bottom - top),
        )

    def frame(self, x_ticks, y_ticks, x_label, y_label, title=""):
        left, top, right, bottom = self.box
        for tick in x_ticks:
            x, _ = self.at(tick, 0)
            self.body.append(f'<path d="M{number(x)} {top}V{bottom}" stroke="{GRID}"/>')
            self.body.append(text(x, bottom + 17, f"{tick:g}", size=12, colour=GREY))
        for tick in y_ticks:
            _, y = self.at(0, tick)
            self.body.append(f'<path d="M{left} {number(y)}H{right}" stroke="{GRID}"/>')
            self.body.append(text(left - 7, y + 4, f"{tick:g}".replace("-", "\u2212"), "end", 12, GREY))
        self.body.append(f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="{INK}"/>')
        self.body.append(text((left + right) / 2, bottom + 38, x_label))
        middle = (top + bottom) / 2
        self.body.append(
            text(left - 44, middle, y_label, extra=f' transform="rotate(-90 {left - 44} {number(middle)})"')
        )
        if title:
            self.body.append(text((left + right) / 2, top - 12, title, size=13))

    def curve(self, points, style):
        pixels = thin([self.at(x, y) for x, y in points], 0.15)
        path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in pixels)
        dash = f' stroke-dasharray="{DASHES[style]}"' if DASHES[style] else ""
        self.body.append(
            f'<path d="{path}" fill="none" stroke="{COLOURS[style]}" stroke-width="2" stroke-linejoin="round"{dash}/>'
        )

    def label(self, x, y, content, style=None, anchor="start", dx=0.0, dy=0.0):
        px, py = self.at(x, y)
        colour = INK if style is None else COLOURS[style]
        self.body.append(text(px + dx, py + dy, content, anchor, 13, colour))

    def legend(self, x, y, entries):
        """Short line samples with their names, below each other; `x`, `y` in data coordinates of the first."""
        px, py = self.at(x, y)
        for row, (style, name) in enumerate(entries):
            line = py + 18 * row
            dash = f' stroke-dasharray="{DASHES[style]}"' if DASHES[style] else ""
            self.body.append(
                f'<path d="M{number(px)} {number(line - 4)}h28" stroke="{COLOURS[style]}" stroke-width="2"{dash}/>'
            )
            self.body.append(text(px + 35, line, name, "start"))
