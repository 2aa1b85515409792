"""Puts style, scripts and the WebAssembly into the one page. Usage: assemble.py WASM OUT"""

import base64
import sys
from pathlib import Path

PAGE = Path(__file__).parent / "page"
# in the order in which they use each other
SCRIPTS = ("core.js", "numbers.js", "plot.js", "scenes.js", "main.js")


def assembled(wasm: bytes) -> str:
    parts = {
        "STYLE": (PAGE / "style.css").read_text("utf-8"),
        "WASM": base64.b64encode(wasm).decode(),
        "SCRIPT": "\n".join((PAGE / name).read_text("utf-8") for name in SCRIPTS),
    }
    page = (PAGE / "index.html").read_text("utf-8")
    for name, text in parts.items():
        page = page.replace("{{" + name + "}}", text)
    return page


if __name__ == "__main__":
    wasm, out = map(Path, sys.argv[1:])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(assembled(wasm.read_bytes()), "utf-8")
    print(f"{out}: {out.stat().st_size / 1e6:.2f} MB")
