"""Sweeps: the numbers of single runs, nothing lost by a kill, and what is wrong said before the first run."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import asperity
import numpy as np
import pyarrow.parquet as pq
import pytest
from dask.distributed import LocalCluster

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "restitution.toml"
COMMAND = [sys.executable, "-m", "asperity", "sweep"]


@pytest.fixture(scope="module")
def scheduler():
    """Address of a scheduler with one worker, in processes of their own."""
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The example by its command: the folder."""
    out = tmp_path_factory.mktemp("undisturbed") / "sweep"
    subprocess.run([*COMMAND, EXAMPLE, "--out", out, "--workers", "2", "--plot"], check=True, capture_output=True)
    return out


def columns(out):
    return {name: np.array(of) for name, of in pq.read_table(out / "results.parquet").to_pydict().items()}


def journal(out):
    text = (out / "points.jsonl").read_text()
    return [json.loads(line)["key"] for line in text[: text.rfind("\n") + 1].splitlines()]


def test_the_example_bounces_as_the_closed_form_says(undisturbed):
    table = columns(undisturbed)
    e, k = table["ball__table.compliance.e"], table["ball__table.compliance.k"]
    # an impact at 1 m/s that nothing disturbs: e is the speed, whatever k; the solver's tolerance is 1e-9
    np.testing.assert_allclose(table["rebound"], e, atol=1e-6)
    np.testing.assert_allclose(table["loss"], (1 - e**2) / 2, rtol=1e-5)
    # in the order of the grid, the last parameter the fastest
    np.testing.assert_allclose(e.reshape(9, 5)[:, 0], np.linspace(0.1, 0.9, 9))
    np.testing.assert_allclose(k.reshape(9, 5)[0], np.geomspace(1e5, 1e9, 5))
    assert set(table["error"]) == {""}
    for name in ("rebound", "deepest", "loss"):
        picture = (undisturbed / f"{name}.svg").read_text()
        assert "<svg" in picture and len(picture) > 5000


def test_numbers_are_those_of_single_runs(ball_on_table, scheduler, tmp_path):
    system = ball_on_table(0.1, velocity=(0.5, 0, -1))
    study = {
        "system": system,
        "stop": 0.02,
        "series": True,
        "parameters": {"ball__table.friction.mu_C": [0.1, 0.3], "step": [1e-4, 1e-3]},
        "keep": {"slip": "last ball.velocity[1]", "most": "max ball__table.normalForce"},
    }
    table = asperity.sweep(study, out=tmp_path, scheduler=scheduler, progress=False)
    for k, (mu, step) in enumerate([(0.1, 1e-4), (0.1, 1e-3), (0.3, 1e-4), (0.3, 1e-3)]):
        run = asperity.simulate(system, stop=0.02, step=step, parameters={"ball__table.friction.mu_C": mu})
        assert table["slip"][k] == run["ball.velocity"][-1, 0]
        assert table["most"][k] == run["ball__table.normalForce"].max()
        series = pq.read_table(tmp_path / "series" / f"{table['key'][k]}.parquet").to_pydict()
        assert series["ball.position[3]"] == run["ball.position"][:, 2].tolist()
    written = columns(tmp_path)
    assert written["slip"].tolist() == table["slip"].tolist()


def test_a_kill_loses_nothing_that_was_done(undisturbed, tmp_path):
    out = tmp_path / "sweep"
    killed = subprocess.Popen([*COMMAND, EXAMPLE, "--out", out, "--workers", "1", "--quiet"], start_new_session=True)
    deadline = time.monotonic() + 120
    while not (out / "points.jsonl").exists() or len(journal(out)) < 4:
        assert killed.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    before = journal(out)
    assert 4 <= len(before) and not (out / "results.parquet").exists()
    # as if it had been killed inside a line
    with open(out / "points.jsonl", "a", encoding="utf-8") as file:
        file.write('{"key": "0123')
    subprocess.run([*COMMAND, EXAMPLE, "--out", out, "--workers", "1", "--quiet"], check=True, capture_output=True)
    after = journal(out)
    assert after[: len(before)] == before and len(after) == len(set(after)) == 45
    assert {name: of.tolist() for name, of in columns(out).items()} == {name: of.tolist() for name, of in columns(undisturbed).items()}


def product(a, b):
    if a == 3:
        raise ValueError("three is refused")
    return {"product": a * b, "sum": a + b}


def test_a_function_is_swept_and_a_run_that_fails_is_a_row(scheduler, tmp_path):
    table = asperity.sweep(product, {"a": [1, 2, 3], "b": [0.5, 4.0]}, out=tmp_path, scheduler=scheduler, progress=False)
    assert table["product"].tolist()[:4] == [0.5, 4.0, 1.0, 8.0] and np.isnan(table["product"][4:]).all()
    assert table["error"].tolist() == [""] * 4 + ["ValueError: three is refused"] * 2
    # more values: what is done is not done again; what failed is
    again = asperity.sweep(product, {"a": [2, 3, 5], "b": [4.0]}, out=tmp_path, scheduler=scheduler, progress=False)
    assert again["product"].tolist()[0] == 8.0 and again["sum"].tolist()[2] == 9.0
    assert len(journal(tmp_path)) == 6 + 2


def test_a_command_with_failed_runs_says_so(ball_on_table, scheduler, tmp_path):
    (tmp_path / "ball.toml").write_text(ball_on_table(0.1))
    (tmp_path / "study.toml").write_text(
        'system = "ball.toml"\nstop = 0.001\n[parameters]\n"ball__table.compliance.e" = [0.5, 2.0]\n[keep]\ngap = "min ball__table.gap"\n'
    )
    ran = subprocess.run([*COMMAND, "study.toml", "--scheduler", scheduler, "--quiet"], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 1 and "1 of 2 runs failed" in ran.stderr and "compliance.e" in ran.stderr


def study(**changes):
    good = {"system": "[unit]\nname = 'A'\n", "parameters": {"step": [1e-3]}, "keep": {"gap": "min a__b.gap"}}
    return {name: of for name, of in (good | changes).items() if of is not None}


@pytest.mark.parametrize(
    "given, match",
    [
        ("none.toml", "^none.toml cannot be read"),
        (study(system=None), "^study: system is missing"),
        (study(system="none.toml"), r"^study: system: none\.toml cannot be read"),
        (study(parameters=None), "^study: parameters is missing"),
        (study(parameters={}), "^study: parameters is empty"),
        (study(parameters={"step": []}), r"^study: parameters\.step: a list"),
        (study(parameters={"step": [1.0, float("nan")]}), r"parameters\.step: nan is no value"),
        (study(parameters={"step": [1, "a"]}), "of one kind"),
        (study(parameters={"step": [1, 1.0]}), "1.0 is there twice"),
        (study(parameters={"step": {"from": -1, "to": 1, "count": 3, "spacing": "log"}}), "a log range goes"),
        (study(parameters={"step": {"from": 1, "to": 2}}), "a range is"),
        (study(parameters={"step": {"from": 1, "to": 2, "count": 0}}), "count = 0"),
        (study(parameters={"step": {"from": 1, "to": float("inf"), "count": 2}}), "to = inf"),
        (study(parameters={"step": {"from": 1, "to": 2, "count": 9, "spacing": "odd"}}), "spacing = 'odd'"),
        (study(keep={}), "keep is missing"),
        (study(keep={"a": "most gap"}), "keep.a = 'most gap'"),
        (study(series=1), "series = 1"),
        (study(stop=1, parameters={"stop": [1]}), "stop is given, and varies"),
        (study(stpo=1), "there is no stpo"),
    ],
)
def test_a_wrong_study_is_refused_before_the_first_run(given, match, tmp_path):
    with pytest.raises(asperity.Error, match=match) as caught:
        asperity.sweep(given, out=tmp_path / "out", progress=False)
    assert "\n" not in str(caught.value) and not (tmp_path / "out").exists()


def test_a_folder_of_another_study_is_kept(scheduler, tmp_path):
    asperity.sweep(product, {"a": [1], "b": [1]}, out=tmp_path, scheduler=scheduler, progress=False)
    for match, call in [
        ("its function differs", lambda: asperity.sweep(lambda a, b: a, {"a": [1], "b": [1]}, out=tmp_path)),
        ("^product: .*'[bc]'", lambda: asperity.sweep(product, {"a": [1], "c": [1]}, out=tmp_path)),
        ("cannot be a folder", lambda: asperity.sweep(product, {"a": [1], "b": [1]}, out=tmp_path / "study.json")),
        ("cannot be reached", lambda: asperity.sweep(product, {"a": [2], "b": [1]}, out=tmp_path, scheduler="tcp://127.0.0.1:1")),
        ("its system differs", lambda: asperity.sweep(study(), out=tmp_path)),
        ("parameters belong to a function", lambda: asperity.sweep(study(), {"a": [1]}, out=tmp_path)),
    ]:
        with pytest.raises(asperity.Error, match=match) as caught:
            call()
        assert "\n" not in str(caught.value)
    with open(tmp_path / "points.jsonl", "a", encoding="utf-8") as file:
        file.write("garbage\n")
    with pytest.raises(asperity.Error, match="points.jsonl, line 2, is damaged"):
        asperity.sweep(product, {"a": [1], "b": [1]}, out=tmp_path)
    assert len(columns(tmp_path)["key"]) == 1
