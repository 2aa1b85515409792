"""Tries other values of the constants in src/stepping/ and src/rigid/time_stepping/ on the tests that judge them.

A copy of the sources under target/constants/ reads each constant from the environment instead; the test programs are
built from it once and run for each value. Prints a table: constant, value, whether the tests pass, else the first one
that fails, and the worst number that they print. docs/numerics.md quotes it.

    python docs/figures/constants.py                     # all of them, about three quarters of an hour
    python docs/figures/constants.py probe.rs handback   # only those whose place contains one of the words

Standard library only; needs cargo.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
TREE = TOP / "target" / "constants"
FOLDERS = ("src/stepping", "src/rigid/time_stepping")
CONSTANT = re.compile(r"^(pub(?:\([a-z]+\))? )?const ([A-Z_]+): (f64|u32|u8|usize) = ([^;]+);", re.M)
# Lengths of arrays and numbers of coordinates, all usize: no choice of a number.
SIZES = {"MOST", "MOST_CHANGES", "CARRIED", "EXCHANGE", "COORDINATES", "SLIDING", "SPINNING", "DEFLECTIONS", "ROWS", "DEPTH"}
# Follow from a derivation in docs/numerics.md.
DERIVED = {"interface/normal.rs:HERTZ", "together.rs:NODE"}


@dataclass
class Trial:
    """Values of one constant and the tests that judge it, as PROGRAM or PROGRAM:FILTER."""

    place: str
    values: tuple
    tests: tuple
    # of a number that the tests print; the largest is shown
    number: str = ""


IMPACTS = ("interface:restitution::restitution_is",)
WORST = r"worst \|e_out - e\| ([0-9.e+-]+)"
REST = ("interface:rest::pose_set", "interface:rest::body_at_rest_that", "interface:restitution::one_step")
WHOLE = ("interface:slow::", "interface:sliding::", "interface:still::")
MASSES = ("interface:mass::wrong", "interface:mass::gravity")
FRICTION = ("interface:friction::",)
STRUCK = ("interface:oblique::", "interface:friction::oblique")
SLIP_OFF = r"slip off by ([0-9.e+-]+)"
KICKED = STRUCK + ("interface:impact::", "interface:symmetry::", "interface:restitution::restitution_is")
ORDERS = ("interface:order::", "interface:mass::wrong", "interface:mass::gravity")
CAUSES = ("interface:causes::", "interface:alarms::")
SURPLUS = ("interface:alarms::", "interface:causes::", "interface:mass::wrong", "interface:turning::an_impact", "interface:rest::body")
EXPONENTIAL = ("interface:exponential",)
BOUNDS = ("rigid:time_stepping::one_contact", "rigid:time_stepping::several", "rigid:time_stepping::convergence")
CONE = ("rigid:time_stepping::one_contact",)
POLYGON = ("rigid:time_stepping::redundant", "rigid:time_stepping::refusals")
CHECKED = ("rigid:time_stepping::refusals",)
AIMED = ("interface:rigid::",)
STACKS = ("system:coupled::stack::", "system:coupled::room::")
# Values from the smallest to the largest, without the present one; outwards from it until the tests fail.
TRIALS = (
    Trial("interface/impact.rs:ALONE", (0, 1e-13, 1e-6, 1e-3), KICKED, SLIP_OFF),
    Trial("interface/impact.rs:LONGER", (1, 2, 5, 6, 8), KICKED, SLIP_OFF),
    Trial("interface/impact.rs:DAMPED", (0.3, 2, 4), KICKED, SLIP_OFF),
    Trial("interface/impact.rs:PULLED", (0.05, 1, 5), KICKED, SLIP_OFF),
    Trial("interface/impact.rs:CORRECTIONS", (0, 1, 4), KICKED, SLIP_OFF),
    Trial("interface/impact.rs:SLIGHT", (1e-4, 1e-3, 0.1, 1), KICKED, SLIP_OFF),
    Trial("interface/impact.rs:TRIALS", (0, 1, 4), KICKED, SLIP_OFF),
    Trial("interface/order.rs:PULSE", (1e-6, 1e-5, 1e-3), ORDERS),
    Trial("interface/order.rs:FEWEST", (3, 8), ORDERS),
    Trial("interface/order.rs:MOST", (8, 60), ORDERS),
    Trial("interface/order.rs:ANSWERED", (0.005, 0.2), ORDERS),
    Trial("interface/order.rs:PLAINLY", (0.1, 0.5), ORDERS),
    Trial("interface/order.rs:EDGE", (0.003, 0.1, 0.3), ORDERS),
    Trial("interface/order.rs:ROUNDED", (1e-14, 1e-12, 1e-8), ORDERS),
    Trial("interface/order.rs:CLEAR", (1e-3, 0.1), ORDERS),
    Trial("interface/cause.rs:FADES", (0.5, 0.9), CAUSES),
    Trial("interface/cause.rs:LOAD", (10, 1000), CAUSES),
    Trial("interface/cause.rs:EXPLAINS", (0.5, 0.9), CAUSES),
    Trial("interface/cause.rs:MEASURED", (0.005, 0.3), CAUSES),
    Trial("interface/cause.rs:PLAIN", (0.002, 0.1, 0.5), CAUSES),
    Trial("interface/cause.rs:LEAST", (0.004, 0.2), CAUSES),
    Trial("interface/cause.rs:LEAST_LOAD", (0.1, 10), CAUSES),
    Trial("interface/cause.rs:ENOUGH", (2, 4.9), CAUSES),
    Trial("interface/surplus.rs:RIGHT", (1e-3, 0.1), SURPLUS),
    Trial("interface/surplus.rs:UNSEEN", (1, 60), SURPLUS),
    Trial("interface/surplus.rs:BORNE", (0.002, 0.2), SURPLUS),
    Trial("interface/surplus.rs:LASTING", (1, 2, 8), SURPLUS),
    Trial("interface/surplus.rs:CLEAR", (0.002, 0.1, 0.5), SURPLUS),
    Trial("interface/surplus.rs:SEEN", (1e-5, 0.1), SURPLUS),
    Trial("interface/pace.rs:CLOCK", (0, 1e-12, 1e-6, 1e-3), ORDERS),
    Trial("interface/impact_friction.rs:MOST_PARTS", (1, 2, 8), STRUCK, SLIP_OFF),
    Trial("interface/impact_friction.rs:CALM", (0.03, 0.3, 1), STRUCK, SLIP_OFF),
    Trial("interface/impact_friction.rs:UNEVEN", (0.1, 0.6, 0.9), STRUCK, SLIP_OFF),
    Trial("interface/impact_friction.rs:PASSES", (1, 2, 5), STRUCK, SLIP_OFF),
    Trial("interface/middle_search.rs:FOUND", (1e-6, 1e-5, 1e-3, 1e-2), STRUCK, SLIP_OFF),
    Trial("interface/middle_search.rs:MOST_RISE", (1, 4, 64), STRUCK, SLIP_OFF),
    Trial("interface/middle_search.rs:EVEN", (0, 0.2, 1, 5), STRUCK, SLIP_OFF),
    Trial("interface/middle_search.rs:MOST_OVERSHOT", (0, 0.5, 10), STRUCK, SLIP_OFF),
    Trial("interface/normal.rs:PER_CONTACT", (20, 50, 200), IMPACTS, WORST),
    Trial("interface/normal.rs:AT_A_KINK", (0.4, 1, 1.5), ("interface:laws::restitution",), WORST),
    Trial("interface/normal.rs:BESIDE_REST", (1, 4), FRICTION),
    Trial("interface/rest.rs:NONLINEAR", (1e-9, 1e-8, 1e-4), WHOLE),
    Trial("interface/rest.rs:SWAYED", (0.1, 0.9), WHOLE),
    Trial("interface/rest.rs:APART", (1e-9, 1e-6, 0.1), WHOLE),
    Trial("interface/sliding.rs:SLIPS", (3.0, 4.0, 5.0, 6.0), WHOLE),
    Trial("interface/whole.rs:WHOLE_PASSES", (3, 5, 20), WHOLE),
    Trial("interface/interval.rs:PASSES", (1, 2, 4), (*IMPACTS, *FRICTION), WORST),
    Trial("interface/interval.rs:AGREED", (0, 1e-7, 1e-3), FRICTION),
    Trial("interface/spring.rs:SHORT", (1e-8, 1e-2), FRICTION),
    Trial("interface/interval.rs:WHOLE", (50, 200, 800), ("interface:limits::capped",)),
    Trial("interface/exponential.rs:SMALL", (1e-6, 1e-3, 0.5, 2), EXPONENTIAL),
    Trial("interface/exponential.rs:MOST_DOUBLINGS", (2, 10, 40), EXPONENTIAL),
    Trial("interface/tangential.rs:LINEAR", (0, 1e-9, 1e-3, 0.1, 1), FRICTION),
    Trial("interface/tangential.rs:WEAK", (0, 1e-8, 1e-6, 1e-2, 1), FRICTION),
    Trial("interface/moments.rs:LINEAR", (0, 1e-9, 1e-3, 0.1, 1), ("interface:coulomb::", "interface:rolling::")),
    Trial("interface/handback.rs:FRACTION", (0, 0.02, 0.5), REST),
    Trial("interface/handback.rs:TIME", (0.02, 0.5), REST),
    Trial("interface/handback.rs:STEPS", (2, 50), REST),
    Trial("interface/handback.rs:ROUNDING", (0, 1e-5, 1e-2), REST),
    Trial("interface/probe.rs:LEAST_MASS", (0.125, 0.2, 0.3, 0.5), MASSES, WORST),
    Trial("interface/probe.rs:MEASURABLE", (1e-9, 1e-3), ("interface:mass::gravity",)),
    Trial("interface/probe.rs:NEWEST", (0.05, 0.9), ("interface:estimate::estimated",)),
    Trial("interface/rigid_problem.rs:PASSES", (2, 10, 100), AIMED),
    Trial("interface/rigid_impact.rs:LIFT", (1e-14, 1e-10, 1e-6), AIMED),
    Trial("interface/rigid_impact.rs:COARSE", (1e-10, 1e-6), AIMED),
    Trial("interface/rigid_impact.rs:NOT_SEPARATED", (1e-12, 1e-9, 1e-3), AIMED),
    Trial("interface/rigid_impact.rs:JAMMED", (1e3, 1e9, 1e15), AIMED),
    Trial("interface/rigid_impact.rs:TRIALS", (8, 20, 200), AIMED),
    Trial("interface/rigid_impact.rs:ROUNDING", (0, 1e-10, 1e-6), AIMED),
    Trial("phases.rs:MOST_ITERATIONS", (3, 10, 30), ("stepping:long_steps",)),
    Trial("relaxation.rs:SHORT", (0, 0.03, 0.3, 1), ("stepping:long_steps",)),
    Trial("bodies/pace.rs:LONGEST", (3, 30, 100), STACKS),
    Trial("bodies/pace.rs:MOST_CHANGE", (2e-5, 2e-3, 2e-2), STACKS),
    Trial("bodies/pace.rs:MOST_GIVEN", (2e-4, 2e-2, 1e3), STACKS),
    Trial("bodies/touch.rs:AGAINST_TILTING", (1.0, 10.0), (*STACKS, "system:coupled::box_on_its_face_rests")),
    Trial("bodies/verified.rs:LITTLE", (1e6,), ("system:coupled::masses::",)),
    Trial("bodies/mixing.rs:SEPARATE", (0, 1e-14, 1e-6), STACKS),
    Trial("bodies/micro_step.rs:PLAIN_SWEEPS", (1, 6, 60), STACKS),
    Trial("time_stepping/target_velocity.rs:SLOW", (0, 0.5, 1, 3, 6), AIMED),
    Trial("time_stepping/target_velocity.rs:TIME", (0.01, 0.03, 0.3, 1), AIMED),
    Trial("time_stepping/target_velocity.rs:STEPS", (1, 3, 30, 100), AIMED),
    Trial("time_stepping/target_velocity.rs:FRACTION", (0.01, 1), AIMED),
    Trial("time_stepping/target_velocity.rs:PERIOD", (1e-4, 0.1), AIMED),
    Trial("time_stepping/by_bounds.rs:AGREED", (0, 1e-8), BOUNDS),
    Trial("time_stepping/by_bounds.rs:TINY", (0, 1e-100), BOUNDS),
    Trial("time_stepping/by_bounds.rs:EXCESS", (0, 1e-8), BOUNDS),
    Trial("time_stepping/by_bounds.rs:ALIGNED", (1e-14, 1e-6), BOUNDS),
    Trial("time_stepping/by_bounds.rs:TURNING", (20, 1000), BOUNDS),
    Trial("time_stepping/by_bounds.rs:IDLE", (0, 1e-8), BOUNDS),
    Trial("time_stepping/cone.rs:DIRECTIONS", (8, 200), CONE),
    Trial("time_stepping/cone.rs:STEPS", (8, 200), CONE),
    Trial("time_stepping/polygonal.rs:ROUNDED", (0, 1e-11), POLYGON),
    Trial("time_stepping/polygonal.rs:COARSE", (1e-12, 1e-6), POLYGON),
    Trial("time_stepping/polygonal.rs:TINY", (0, 1e-100), POLYGON),
    Trial("time_stepping/polygonal.rs:MISSED", (1e-10, 1e-2), POLYGON),
    Trial("time_stepping/bilateral.rs:REDUNDANT", (1e-15, 1e-7), POLYGON),
    Trial("time_stepping/bilateral.rs:CONTRADICTING", (1e-14, 1e-4), POLYGON),
    Trial("time_stepping/check.rs:ROUNDING", (1e-14, 1e-4), CHECKED),
    Trial("time_stepping/check.rs:SHARED", (0, 1e6), CHECKED),
)

READER = """
pub mod varied {
    /// The value of the constant `name`: that of the environment if it is meant.
    pub fn of(name: &str, usual: f64) -> f64 {
        let Ok(text) = std::env::var("ASPERITY_CONSTANT") else { return usual };
        match text.split_once('=') {
            Some((meant, value)) if meant == name => value.parse().unwrap(),
            _ => usual,
        }
    }
}
"""


def place_of(path: Path) -> str:
    """probe.rs of the interface coupling is interface/probe.rs."""
    return str(path.relative_to(TOP)).removeprefix("src/stepping/").removeprefix("src/rigid/")


def constants():
    """(path, place, type, value) of every constant that is a choice."""
    for folder in FOLDERS:
        for path in sorted((TOP / folder).rglob("*.rs")):
            for _, name, kind, value in CONSTANT.findall(path.read_text()):
                if not (kind == "usize" and name in SIZES):
                    yield path, f"{place_of(path)}:{name}", kind, value


def imported(text: str):
    """(place of the file, name) of what the file takes from others by name."""
    for module, names in re.findall(r"^use crate::(?:stepping|rigid)::([a-z_:]+)::(\w+|\{[^}]*\});", text, re.M):
        for name in re.findall(r"\w+", names):
            yield f"{module.replace('::', '/')}.rs", name


def varied(text: str, place: str) -> str:
    """The file with the constants that have a trial as functions."""
    tried = {trial.place for trial in TRIALS}
    own = [name for _, name, _, _ in CONSTANT.findall(text) if f"{place}:{name}" in tried]
    # of other files, as in crate::stepping::interface::rest::{NONLINEAR, Rest}
    taken = [name for module, name in imported(text) if f"{module}:{name}" in tried]
    names = own + taken

    def function(match):
        visible, name, kind, value = match.groups()
        if name not in own:
            return match[0]
        cell = f"static CELL: std::sync::OnceLock<{kind}> = std::sync::OnceLock::new();"
        of = f'crate::varied::of("{place}:{name}", ({value}) as f64) as {kind}'
        return f"#[allow(non_snake_case)]\n{visible or ''}fn {name}() -> {kind} {{ {cell} *CELL.get_or_init(|| {of}) }}"

    text = CONSTANT.sub(function, text)
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if not line.lstrip().startswith(("//", "fn ", "pub fn ", "use ")):
            for name in names:
                line = re.sub(rf"(?<![:\w\"]){name}\b(?!\()", f"{name}()", line)
            lines[i] = re.sub(r"\bnormal::AT_A_KINK\b", "normal::AT_A_KINK()", line)
    return "\n".join(lines)


def build() -> dict:
    """The test programs of the copy, by name."""
    TREE.mkdir(parents=True, exist_ok=True)
    for name in ("src", "crates", "tests", "benches", "docs", "examples", "modelDescription", "include", "build.rs"):
        if (TOP / name).is_dir():
            shutil.rmtree(TREE / name, ignore_errors=True)
            shutil.copytree(TOP / name, TREE / name)
        else:
            shutil.copy(TOP / name, TREE / name)
    for name in ("Cargo.toml", "Cargo.lock", "README.md", "cbindgen.toml"):
        shutil.copy(TOP / name, TREE / name)
    for path, _, _, _ in constants():
        copy = TREE / path.relative_to(TOP)
        copy.write_text(varied(path.read_text(), place_of(path)))
    with open(TREE / "src" / "lib.rs", "a") as lib:
        lib.write(READER)
    command = ["cargo", "test", "--quiet", "--no-run", "--message-format", "json", "--manifest-path", TREE / "Cargo.toml"]
    command += ["--target-dir", TOP / "target" / "constants" / "target", "--package", "asperity", "--features", "text"]
    for program in sorted({test.partition(":")[0] for trial in TRIALS for test in trial.tests}):
        command += ["--test", program]
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True, check=True)
    messages = (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))
    artifacts = [m for m in messages if m["reason"] == "compiler-artifact" and m["executable"]]
    return {a["target"]["name"]: a["executable"] for a in artifacts}


def run(programs: dict, trial: Trial, value) -> tuple[str, float | None]:
    """"passes" or the tests that fail, and the largest of the printed numbers."""
    failed, numbers = [], []
    for test in trial.tests:
        program, _, word = test.partition(":")
        environment = os.environ | {"ASPERITY_CONSTANT": f"{trial.place}={value!r}"}
        command = [programs[program], *([word] if word else []), "--nocapture"]
        try:
            done = subprocess.run(command, env=environment, cwd=TOP, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            failed.append(f"{test} does not end")
            continue
        failed += re.findall(r"^test (\S+) \.\.\. FAILED", done.stdout, re.M) or re.findall(r"^    (\S+::\S+)$", done.stdout, re.M)
        if done.returncode and not failed:
            failed.append(f"{test} ends with {done.returncode}")
        numbers += [float(n) for n in re.findall(trial.number, done.stdout)] if trial.number else []
    failed = sorted(set(failed))
    text = "passes" if not failed else f"{len(failed)} fail: {failed[0].split('::', 1)[-1]}"
    return text, max(numbers, default=None)


def main():
    words = sys.argv[1:]
    known = {place: (kind, value) for _, place, kind, value in constants()}
    tried = {trial.place for trial in TRIALS}
    missing = known.keys() - tried - DERIVED
    if gone := tried - known.keys():
        sys.exit(f"no constant {', '.join(sorted(gone))}: it has moved, or is no more")
    if missing:
        print(f"without a trial here, by their rows in docs/numerics.md: {', '.join(sorted(missing))}", file=sys.stderr)
    programs = build()
    print("constant,value,tests,worst printed number,seconds")
    for trial in TRIALS:
        if words and not any(word in trial.place for word in words):
            continue
        usual = float(eval(known[trial.place][1]))  # a number, or a quotient of two
        below = [value for value in reversed(trial.values) if value < usual]
        above = [value for value in trial.values if value > usual]
        for values in (below, above):
            for value in values:
                start = time.monotonic()
                text, number = run(programs, trial, value)
                shown = "" if number is None else f"{number:.2e}"
                print(f"{trial.place},{value:.4g},{text},{shown},{time.monotonic() - start:.0f}", flush=True)
                if text != "passes":
                    break


if __name__ == "__main__":
    main()
