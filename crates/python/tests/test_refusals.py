"""What is wrong is said in one line that names the culprit, and changes nothing."""

import asperity
import numpy as np
import pytest

NAN, INF = float("nan"), float("inf")


def refused(kind, match, call):
    with pytest.raises(kind, match=match) as caught:
        call()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "wrong, match",
    [
        (lambda text: text.replace("mass = 1.0", "mass = -1"), r"^text, line 6, bodies.ball: mass = -1 must be"),
        (lambda text: text.replace("sphere", "cube"), r"^text, line 10, bodies\.ball\.shape"),
        (lambda text: text + "friction.mu_s = 1", r"^text, line 14, contacts.friction.mu_s: .*; did you mean friction.mu_S"),
        (lambda text: text + "= [", r"^text, line 14: "),
        (lambda text: "\n", r"^text, line 1: \[unit\] with name"),
    ],
)
def test_a_text_is_refused_by_line_and_key(ball_on_table, wrong, match, tmp_path):
    text = wrong(ball_on_table(0.3))
    for call in [asperity.check, asperity.pack, asperity.System, asperity.simulate]:
        refused(asperity.Error, match, lambda: call(text))
    (tmp_path / "wrong.toml").write_text(text)
    refused(asperity.Error, r"wrong\.toml, line", lambda: asperity.check(tmp_path / "wrong.toml"))


def test_files_are_refused_by_name(ball_on_table, tmp_path):
    refused(asperity.Error, "^nowhere.toml cannot be read", lambda: asperity.check("nowhere.toml"))
    refused(TypeError, "path of a system.toml", lambda: asperity.check(3))
    refused(asperity.Error, "there is no folder", lambda: asperity.pack(ball_on_table(0.3), tmp_path / "none" / "x.fmu"))
    refused(asperity.Error, "written", lambda: asperity.pack(ball_on_table(0.3), tmp_path))


def test_a_body_without_mass_does_not_move_by_itself(ball_on_table):
    text = ball_on_table(0.3).replace("mass = 1.0", 'motion = "input"')
    assert asperity.check(text) == ["bodies.ball: mass is missing, without which it does not move by itself"]
    refused(asperity.Error, "bodies.ball: mass is missing", lambda: asperity.simulate(text))
    assert asperity.System(text).bodies == ["table", "ball"]


@pytest.mark.parametrize(
    "options, match",
    [
        ({"stop": -1}, "^stop = -1"),
        ({"stop": NAN}, "^stop = NaN"),
        ({"step": 0}, "^step = 0"),
        ({"every": -1}, "^every = -1"),
        ({"tolerance": 1}, "^tolerance = 1"),
        ({"gravity": (0, 0, INF)}, r"^gravity\[2\] = inf"),
        ({"parameters": {"ball.none": 1}}, "ball.none"),
        ({"parameters": {"ball__table.compliance.e": 2}}, "ball__table.compliance.e"),
        ({"step": 1e-9, "stop": 1e9, "parameters": {"ball__table.compliance.e": -1}}, "ball__table.compliance.e"),
    ],
)
def test_a_simulation_is_refused(ball_on_table, options, match):
    refused(asperity.Error, match, lambda: asperity.simulate(ball_on_table(0.3), **options))


def test_what_a_progress_function_raises_stops_the_simulation(ball_on_table):
    def stop(time):
        raise KeyboardInterrupt

    refused(KeyboardInterrupt, None, lambda: asperity.simulate(ball_on_table(0.3), 1e3, 1e-5, progress=stop))


@pytest.mark.parametrize(
    "parameters, match",
    [
        ({"friction.mu_s": 1}, "^there is no variable friction.mu_s; did you mean friction.mu_S"),
        ({"friction.mu_S": -1}, "^friction.mu_S = -1.0 is below its minimum 0"),
        ({"friction.mu_S": NAN}, "^friction.mu_S = NaN is not a finite number"),
        ({"friction.mu_S": "much"}, "^friction.mu_S: one number is expected, not 'much'"),
        ({"friction.mu_S": 0.1, "friction.mu_C": 0.2}, "friction.mu_S = 0.1 is below friction.mu_C = 0.2"),
        ({"geometry.pair": "cube"}, '^geometry.pair = "cube" is not a valid item; there are 1 external'),
        ({"geometry.pair": 0}, "^geometry.pair"),
        ({"geometry.normalJ": [0, 0]}, "^geometry.normalJ: 3 numbers are expected"),
        ({"geometry.normalJ": [0, 0, INF]}, r"^geometry.normalJ\[3\] = inf"),
        ({"ledger.track": "perhaps"}, "^ledger.track: True or False"),
        ({"positionI": [0, 0, 0]}, "^positionI is not a parameter"),
    ],
)
def test_parameters_are_refused(parameters, match):
    refused(asperity.Error, match, lambda: asperity.Contact(parameters))
    refused(asperity.Error, match, lambda: asperity.Batch(parameters))


def test_a_contact_is_as_before_after_a_refusal():
    contact = asperity.Contact({"geometry.pair": "sphereSphere"})
    refused(asperity.Error, "not started", lambda: contact.step(1e-3))
    contact.start(positionI=[0, 0, 0.15])
    contact.step(1e-3)
    before = contact.time, contact["forceI"].tobytes()
    for match, call in [
        ("^h = -1", lambda: contact.step(-1)),
        ("^h = NaN", lambda: contact.step(NAN)),
        ("^positionI: 3 numbers", lambda: contact.step(1e-3, positionI=[1, 2])),
        (r"^positionI\[2\] = NaN", lambda: contact.step(1e-3, positionI=[1, NAN, 2])),
        ("^velocityI: 3 numbers", lambda: contact.step(1e-3, positionI=[0, 0, 0.14], velocityI=1)),
        ("^there is no variable posI", lambda: contact.step(1e-3, posI=[1, 2, 3])),
        ("^forceI is not an input", lambda: contact.step(1e-3, forceI=[1, 2, 3])),
        ("^gap is calculated", lambda: contact.__setitem__("gap", 1)),
        ("^geometry.pair is fixed", lambda: contact.__setitem__("geometry.pair", "external")),
        ("^derivative of velocityI", lambda: contact.step(1e-3, derivatives={"velocityI": [INF, 0, 0]})),
        ("^gap is not an input", lambda: contact.step(1e-3, derivatives={"gap": 1})),
        ("^time = inf", lambda: contact.start(INF)),
    ]:
        refused(asperity.Error, match, call)
        assert before == (contact.time, contact["forceI"].tobytes()), match


def test_arrays_of_a_system_are_refused(ball_on_table):
    system = asperity.System(ball_on_table(0.1))
    poses, velocities = system.start_poses(), system.start_velocities()
    refused(asperity.Error, "not started", lambda: system.step(1e-3, poses, velocities))
    system.start(poses, velocities)
    wrong = poses.copy()
    wrong[1, 2] = NAN
    locked = np.zeros((2, 6))
    locked.flags.writeable = False
    step = system.step
    for kind, match, call in [
        (asperity.Error, r"^poses has the shape \[1, 7\], not \[2, 7\]", lambda: step(1e-3, poses[:1], velocities)),
        (asperity.Error, r"^poses\[1, 2\] = NaN of ball", lambda: step(1e-3, wrong, velocities)),
        (TypeError, "^velocities: an array of float64", lambda: step(1e-3, poses, velocities.astype(int))),
        (TypeError, "^velocities: an array of float64", lambda: step(1e-3, poses, velocities[0])),
        (TypeError, "^poses: an array of float64", lambda: step(1e-3, [[1, 2]], velocities)),
        (asperity.Error, "^out is read-only or shares", lambda: step(1e-3, poses, velocities, out=velocities)),
        (asperity.Error, "^out is read-only or shares", lambda: step(1e-3, poses, velocities, out=locked)),
        (asperity.Error, "^out has the shape", lambda: step(1e-3, poses, velocities, out=np.zeros((2, 5)))),
        (asperity.Error, "^h = 0", lambda: step(0.0, poses, velocities)),
        (asperity.Error, "^there is no variable ball__table.none", lambda: system["ball__table.none"]),
        (asperity.Error, "^there is no variable friction.mu_C", lambda: system["friction.mu_C"]),
    ]:
        refused(kind, match, call)
        assert system.time == 0.0
    # a body that is fixed to the world is not read
    poses[0] = NAN
    step(1e-3, poses, velocities)


def test_arrays_of_a_batch_are_refused():
    refused(asperity.Error, "a batch has no moments", lambda: asperity.Batch({"friction.mu_r": 0.1}))
    batch, n = asperity.Batch(), 4
    normal = np.zeros((3, n))
    normal[2] = 1
    given = {
        "penetration": np.full(n, 1e-4),
        "normal": normal,
        "relative_velocity": np.zeros((3, n)),
        "z": np.zeros((3, n)),
        "s_dw": np.ones(n),
        "damping": np.zeros(n),
    }
    batch.rates(**given)
    force, z_rate, s_dw_rate = np.zeros((3, n)), np.zeros((3, n)), np.zeros(n)
    broken = normal.copy()
    broken[:, 2] = 0
    for match, change in [
        (r"^damping has the shape \[3\], not \[4\]", {"damping": np.zeros(3)}),
        (r"^normal has the shape \[4, 3\]", {"normal": np.zeros((n, 3))}),
        ("^normal is not contiguous", {"normal": np.zeros((n, 3)).T}),
        ("^contact 2: .*direction", {"normal": broken}),
        ("^contact 0: .*finite", {"z": np.full((3, n), NAN)}),
        ("^out: force is read-only or shares its memory", {"out": (given["z"], z_rate, s_dw_rate)}),
        ("^out: z_rate is read-only or shares its memory", {"out": (force, force, s_dw_rate)}),
        ("^out: s_dw_rate has the shape", {"out": (force, z_rate, np.zeros(n + 1))}),
    ]:
        refused(asperity.Error, match, lambda: batch.rates(**{**given, **change}))
    refused(TypeError, "^z: an array of float64", lambda: batch.rates(**{**given, "z": np.zeros((3, n), dtype=np.float32)}))
    refused(asperity.Error, r"^speed\[1\] = -1", lambda: batch.damping(np.array([0.0, -1.0])))
