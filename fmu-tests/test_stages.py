"""stages.sh, which fmu-tests/run is made of: what fails stops only what needs it, and nothing is lost on the way."""

import subprocess
import time
from pathlib import Path

import pytest

STAGES = Path(__file__).resolve().parent / "stages.sh"


def play(script: str):
    return subprocess.run(["bash", "-euo", "pipefail", "-c", f"source {STAGES}\n{script}"], capture_output=True, text=True)


def test_stages_go_on_after_a_failed_one_and_the_end_lists_them_all():
    done = play("""
        gives_up() { echo "in the stage"; exit 3; }
        stage "first" true
        stage "broken" --needs "first" gives_up
        stage "behind it" --needs "first" --needs "broken" echo "must not run"
        stage "farther behind" --needs "behind it" echo "must not run"
        stage "beside it" --needs "first" echo "runs" "with words"
        stage "broken too" false
        finish
    """)
    assert done.returncode == 1
    assert "in the stage" in done.stdout and "runs with words" in done.stdout and "must not run" not in done.stdout
    *_, first, beside = done.stdout.splitlines()
    assert first.startswith("ok ") and first.endswith(" first") and beside.endswith(" beside it")
    *_, broken, behind, farther, too, end = done.stderr.splitlines()
    assert broken.startswith("FAILED ") and broken.endswith(" broken") and too.endswith(" broken too")
    assert behind == 'NOT RUN  behind it: needs "broken"'
    assert farther == 'NOT RUN  farther behind: needs "behind it"'
    assert end.startswith("== 4 of 6 stages failed or were not run")


def test_all_stages_that_a_missing_one_needs_are_named():
    done = play('stage a false\nstage b false\nstage c --needs a --needs b true\nfinish')
    assert done.returncode == 1 and 'NOT RUN  c: needs "a", "b"\n' in done.stderr


def test_nothing_failed():
    done = play('stage "a" true\nstage "b" --needs "a" true\nfinish')
    assert done.returncode == 0 and done.stderr == ""
    assert [line.split()[0] for line in done.stdout.splitlines()[-3:]] == ["ok", "ok", "=="]


def test_stage_that_needs_an_unknown_one_is_a_mistake_of_the_script():
    done = play('stage "a" true\nstage "b" --needs "c" true\nfinish')
    assert done.returncode == 2 and "'b' needs 'c'" in done.stderr


def test_stages_beside_others_are_shown_whole_where_they_are_awaited():
    done = play("""
        stage "first" true
        begin "slow" --needs "first" bash -c 'sleep 0.2; echo "of the slow one"'
        begin "broken" bash -c 'echo "of the broken one" >&2; exit 3'
        stage "second" echo "of the second one"
        await "slow"
        await "broken"
        begin "behind" --needs "broken" echo "must not run"
        await "behind"
        finish
    """)
    assert done.returncode == 1
    *_, first, second, slow = done.stdout.splitlines()
    assert [line.partition(")  ")[2] for line in (first, second, slow)] == ["first", "second", "slow"]
    said = [line for line in done.stdout.splitlines() if line.startswith("of the")]
    assert said == ["of the second one", "of the slow one", "of the broken one"]
    assert 'NOT RUN  behind: needs "broken"' in done.stderr and "must not run" not in done.stdout
    assert "FAILED " in done.stderr and "2 of 5 stages" in done.stderr


def test_what_has_begun_ends_with_the_script(tmp_path):
    pid = tmp_path / "pid"
    play(f"""
        begin "for ever" bash -c 'sleep 3600 & echo $! >{pid}.new; mv {pid}.new {pid}; wait'
        until [ -e {pid} ]; do sleep 0.01; done
    """)
    if not Path("/proc/self/stat").exists():
        pytest.skip("no /proc here")
    child = Path("/proc") / pid.read_text().strip() / "stat"

    def goes_on():
        try:
            # a child that has ended stands there as a zombie until somebody asks for it
            return child.read_text().split()[2] != "Z"
        except OSError:
            return False

    # the signal is sent before the script ends
    deadline = time.monotonic() + 60
    while goes_on():
        assert time.monotonic() < deadline, "it goes on without the script"
        time.sleep(0.01)


def test_stages_say_their_processor_time():
    loop = 'python3 -c "import time\nwhile time.process_time() < 2.5: pass"'
    done = play(f"""
        busy() {{ {loop}; }}
        idle() {{ sleep 1.5; }}
        begin "busy beside" busy
        stage "busy" busy
        stage "idle" idle
        await "busy beside"
        finish
    """)
    assert done.returncode == 0, done.stderr
    said = {}
    for line in done.stdout.splitlines()[-4:-1]:
        took, name = line.split(")  ")
        said[name] = int(took.rpartition("(")[2].removesuffix(" s"))
    # 2.5 s and what starts Python, cut to whole seconds
    assert said["busy"] in (2, 3) and said["busy beside"] in (2, 3) and said["idle"] == 0
