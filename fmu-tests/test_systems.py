"""Packed systems: several contacts on shared bodies in one unit, against closed forms and balances.

A contact of the form  f_n = k·x^1.5·(1 + d·ẋ)  holds k·x^1.5 where nothing moves; what the bodies exchange inside a system is equal and
opposite, so that momentum is kept to rounding whatever the solver does."""

import subprocess
import zipfile

import numpy as np
import pytest
from hosts import Package
from scipy.integrate import solve_ivp
from validating import problems

G = 9.81
STIFF = 1e6


def table(name, bodies, contacts="", plane=True):
    ground = "[bodies.table]\nshape = { plane = { normal = [0, 0, 1], height = 0 } }\n" if plane else ""
    return f'[unit]\nname = "{name}"\n{ground}{bodies}\n[contacts]\ncompliance.k = {STIFF}\n{contacts}'


def ball(name, position, radius, mass=1.0):
    return f"[bodies.{name}]\nmass = {mass}\nposition = {list(map(float, position))}\nshape = {{ sphere = {{ radius = {radius} }} }}\n"


WHEELS = [(0.4, 0.3), (0.4, -0.3), (-0.4, 0.3), (-0.4, -0.3)]
FEET = ", ".join(f'{{ name = "w{k}", sphere = {{ radius = 0.1 }}, position = [{x}, {y}, -0.1] }}' for k, (x, y) in enumerate(WHEELS))
RADIUS = 0.02
BALLS = 15
COUNT = 1000
# more than the way of a ball in an impact of 4 ms at 1 m/s
GAP = 4e-3


def line(count, gap):
    return [((2 * RADIUS + gap) * k, 0.0, 0.0) for k in range(count)]


SYSTEMS = {
    "Wheels": table("Wheels", f"[bodies.chassis]\nmass = 20\ninertia = [1, 1, 1, 0, 0, 0]\nposition = [0, 0, 0.2]\nshape = [{FEET}]\n"),
    "Cradle": table(
        "Cradle",
        "".join(ball(f"b{k}", p, RADIUS, 0.1) for k, p in enumerate(line(5, GAP))),
        "compliance.e = 1\nfriction.mu_S = 0\nfriction.mu_C = 0\n",
        plane=False,
    ),
    "Billiard": table("Billiard", "".join(ball(f"b{k}", (0, 0, k), RADIUS, 0.17) for k in range(BALLS)), plane=False),
    # in interface coupling, with the default order
    "Corners": table(
        "Corners",
        f"[bodies.box]\nmass = 2\ninertia = [0.02, 0.02, 0.02, 0, 0, 0]\nposition = [0, 0, 0.3]\nshape = [{FEET}]\n",
        'compliance.e = 0.5\ncoupling.mode = "interface"\n',
    ),
    # listed pairs only: balls that stand a metre apart do not meet
    "Field": table(
        "Field",
        "".join(ball(f"b{k}", (k % 40, k // 40, 0.1), 0.1) for k in range(COUNT)),
        'pairs = "listed"\n[[contacts.pair]]\nbetween = ["b*", "table"]\n[report]\ncontacts = "none"\n',
    ),
}


@pytest.fixture(scope="session")
def systems(asperity, package, tmp_path_factory):
    """systems(name): the packed system, made once."""
    made = {}
    folder = tmp_path_factory.mktemp("systems")

    def get(name):
        if name not in made:
            (folder / f"{name}.toml").write_text(SYSTEMS[name])
            done = subprocess.run(
                [asperity, "pack", "--system", f"{name}.toml", "--fmu", package.path.resolve()],
                cwd=folder,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, done.stderr
            made[name] = Package(folder / f"{name}.fmu", folder / name)
        return made[name]

    return get


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_the_description_is_valid(systems, name):
    assert problems(systems(name).path) == []


@pytest.mark.parametrize("kind", ["ModelExchange", "CoSimulation"])
def test_four_wheels_carry_a_weight(systems, kind):
    weight = 20 * G
    # x of each wheel: m·g = 4·k·x^1.5
    depth = (weight / (4 * STIFF)) ** (2 / 3)
    with systems("Wheels").unit(kind).start({"chassis.position": (0, 0, 0.2 - depth)}) as unit:
        if kind == "CoSimulation":
            unit.step(0.0, 1e-3)
        force, torque = unit.get("chassis.force"), unit.get("chassis.torque")
        # 0.2 − depth has an error of 2.8e-17 in the position, of a depth of 1.3e-3: 1.5·2e-14, with as much again in x
        assert force == pytest.approx((0, 0, weight), abs=1e-12 * weight)
        # four equal loads at ±0.4 and ±0.3 m: nothing is left but rounding
        assert np.abs(torque).max() < 1e-13 * weight
        loads = [unit.get(f"chassis_w{k}__table.normalForce") for k in range(4)]
        assert loads == pytest.approx([weight / 4] * 4, rel=1e-12)
        assert unit.get("table.force") == pytest.approx(-force, abs=1e-12 * weight)
    # leaning to the right: the sum of the moments about the origin is that of the loads by hand
    angle = 1e-3
    q = (np.cos(angle / 2), np.sin(angle / 2), 0, 0)
    with systems("Wheels").unit(kind).start({"chassis.position": (0, 0, 0.2 - depth), "chassis.orientation": q}) as unit:
        c, s = np.cos(angle), np.sin(angle)
        centres = np.array([(x, y * c + 0.1 * s, y * s - 0.1 * c) for x, y in WHEELS])
        depths = np.maximum(0.1 - (0.2 - depth + centres[:, 2]), 0)
        points = centres - [0, 0, 0.1]
        loads = STIFF * depths**1.5
        by_hand = np.cross(points, np.outer(loads, (0, 0, 1))).sum(axis=0)
        # friction is 0 at the start, where no bristle is bent
        assert unit.get("chassis.torque") == pytest.approx(by_hand, abs=1e-11 * weight)
        assert unit.get("chassis.force")[2] == pytest.approx(loads.sum(), rel=1e-12)


def test_a_cradle_keeps_momentum_and_energy(systems, figure):
    """Five free balls with gaps, e = 1, by SciPy's DOP853 over the functions of Model Exchange. They collide one after the
    other, so each pair of equal masses exchanges its velocities."""
    mass, speed = 0.1, 1.0
    package = systems("Cradle")
    starts = np.array(line(5, GAP))
    with package.unit("ModelExchange").start({f"b0.velocity": (speed, 0, 0)}) as unit:
        motion = unit.channel(*[name for k in range(5) for name in (f"b{k}.position[1]", f"b{k}.velocity[1]")])
        forces = unit.channel(*[f"b{k}.force[1]" for k in range(5)])

        def place(t, y):
            unit.fmu.setTime(t)
            unit.set_continuous_states(y[10:])
            motion.write(np.column_stack([y[:5], y[5:10]]).ravel())

        def rates(t, y):
            place(t, y)
            return np.concatenate([y[5:10], forces.read() / mass, unit.derivatives()])

        y = np.concatenate([starts[:, 0], [speed, 0, 0, 0, 0], unit.continuous_states()])
        time, until = 0.0, 0.04
        touched = 0
        while time < until:
            place(time, y)
            signs = unit.event_indicators() > 0
            run = solve_ivp(rates, (time, min(time + 1e-3, until)), y, "DOP853", rtol=1e-11, atol=1e-13, max_step=1e-4)
            # by steps: whichever step ends beyond an event is the last, and is taken back to the event
            for k in range(1, len(run.t)):
                place(run.t[k], run.y[:, k])
                if ((unit.event_indicators() > 0) != signs).any():
                    break
            stop = k
            low, high = run.t[stop - 1], run.t[stop]
            time, y = high, run.y[:, stop]
            if ((unit.event_indicators() > 0) != signs).any():
                start = run.y[:, stop - 1]
                for _ in range(40):
                    mid = 0.5 * (low + high)
                    # short enough to be one step of order 8
                    there = solve_ivp(rates, (run.t[stop - 1], mid), start, "DOP853", rtol=1e-11, atol=1e-13).y[:, -1]
                    place(mid, there)
                    if ((unit.event_indicators() > 0) != signs).any():
                        high, y = mid, there
                    else:
                        low = mid
                time = high
                place(time, y)
                changed = unit.event()
                touched += 1
                if changed:
                    y[10:] = unit.continuous_states()
            velocity = y[5:10]
            # Newton's third law: the sum of the forces is rounding
            assert velocity.sum() == pytest.approx(speed, rel=1e-12)
        figure("velocities", velocity)
        figure("energy over start", (velocity**2).sum() / speed**2 - 1)
        assert touched == 8
        # four elastic impacts, each to the tolerance of the solver and the place of its events
        assert (velocity**2).sum() == pytest.approx(speed**2, rel=1e-6)
        assert velocity == pytest.approx([0, 0, 0, 0, speed], abs=1e-6)


@pytest.mark.parametrize("seed", [1, 2])
def test_fifteen_balls_exchange_no_momentum_with_the_world(systems, seed):
    random = np.random.default_rng(seed)
    package = systems("Billiard")
    with package.unit("ModelExchange") as unit:
        # a heap: distances below the diameter, so that most pairs touch
        positions = random.uniform(-1, 1, (BALLS, 3)) * RADIUS
        inputs = {f"b{k}.position": p for k, p in enumerate(positions)}
        inputs |= {f"b{k}.velocity": random.normal(0, 1, 3) for k in range(BALLS)}
        inputs |= {f"b{k}.angularVelocity": random.normal(0, 9, 3) for k in range(BALLS)}
        unit.start(inputs)
        force = np.array([unit.get(f"b{k}.force") for k in range(BALLS)])
        torque = np.array([unit.get(f"b{k}.torque") for k in range(BALLS)])
        assert np.abs(force).max() > 1.0
        # pairs of equal and opposite numbers, summed in other orders: 105 roundings
        assert np.abs(force.sum(axis=0)).max() < 105 * 2.3e-16 * np.abs(force).sum()
        # the two forces of a pair have one line of action: their moments about any point cancel
        moment = (torque + np.cross(positions, force)).sum(axis=0)
        assert np.abs(moment).max() < 1e-12 * (np.abs(torque).sum() + np.abs(force).sum() * RADIUS)


@pytest.mark.parametrize("kind", ["ModelExchange", "CoSimulation"])
def test_a_thousand_balls_on_a_plane(systems, kind):
    package = systems("Field")
    depths = np.linspace(-1e-3, 3e-3, COUNT)
    with package.unit(kind) as unit:
        heights = {f"b{k}.position[3]": 0.1 - depth for k, depth in enumerate(depths)}
        unit.start(heights)
        found = unit.channel(*[f"b{k}.force[3]" for k in range(COUNT)]).read()
        wanted = STIFF * np.maximum(depths, 0) ** 1.5
        # 0.1 − x has an error of 1.4e-17: relative to the least depth of 2e-6 that is 1e-11, times 1.5
        assert found == pytest.approx(wanted, rel=2e-11, abs=0)
        assert (found == 0).sum() == (depths <= 0).sum()
        assert unit.get("table.force[3]") == pytest.approx(-wanted.sum(), rel=1e-12)


def pushed(unit, first, count):
    """Steps of the four wheels, pressed on and dragged."""
    found = []
    for k in range(first, first + count):
        t = 1e-3 * k
        unit.set({"chassis.position": (0.05 * t, 0, 0.1985 + 1e-3 * np.sin(90 * t)), "chassis.velocity": (0.05, 0, 0.09 * np.cos(90 * t))})
        unit.step(t, 1e-3)
        found.append(unit.reals("chassis.force", "chassis.torque", "energyWork", "energyDissipatedFriction"))
    return np.array(found)


def test_going_back_gives_the_same_bits(systems):
    package = systems("Wheels")
    with package.unit("CoSimulation").start({"chassis.position": (0, 0, 0.199)}) as unit:
        pushed(unit, 0, 20)
        state, data = unit.fmu.getFMUstate(), unit.saved()
        once = pushed(unit, 20, 30)
        unit.fmu.setFMUstate(state)
        assert np.array_equal(pushed(unit, 20, 30), once)
        unit.fmu.freeFMUstate(state)
        unit.restore(data)
        assert np.array_equal(pushed(unit, 20, 30), once)
        assert np.abs(once).max() > 1.0
        # and in another instance
        with package.unit("CoSimulation").start({"chassis.position": (0, 0, 0.199)}) as other:
            other.restore(data)
            assert np.array_equal(pushed(other, 20, 30), once)


@pytest.mark.parametrize("case", ["missing", "edited guid", "edited value", "no system"])
def test_resources_that_do_not_fit_are_refused(asperity, systems, tmp_path, case):
    package = systems("Wheels")
    path = "resources/start-values.txt"
    changes = {
        "missing": lambda text: None,
        "edited guid": lambda text: text.replace("guid = ", "guid = x"),
        "edited value": lambda text: text + "friction.mu_S = -1\n",
        "no system": lambda text: text.replace("system = ", "sytem = "),
    }
    out = tmp_path / "Spoiled.fmu"
    with zipfile.ZipFile(package.path) as source, zipfile.ZipFile(out, "w") as target:
        for entry in source.namelist():
            data = source.read(entry)
            if entry == path:
                text = changes[case](data.decode())
                if text is None:
                    continue
                assert text != data.decode(), case
                data = text.encode()
            target.writestr(entry, data)
    done = subprocess.run([asperity, "check", out], capture_output=True, text=True)
    assert done.returncode == 1, done.stdout
    assert "start-values.txt" in done.stdout, done.stdout


K_A = 1e8
SOLIDS = {
    "box": "box = { size = [0.3, 0.2, 0.1] }",
    "rod": "cylinder = { radius = 0.05, length = 0.3 }, orientation = [1, 1, 0, 0]",
    "egg": "ellipsoid = { size = [0.3, 0.2, 0.1] }",
    "pyramid": "convex = { points = [[0, 0, 0], [0.1, 0, 0.1], [-0.1, 0.1, 0.1], [-0.1, -0.1, 0.1]] }",
    "mesh": 'mesh = { file = "wedge.obj" }',
}
# a roof that lies on its ridge: 0.2 m long, 0.1 m wide at 0.05 m above the ridge
WEDGE = """v -0.1 0 0
v 0.1 0 0
v -0.1 0.05 0.05
v -0.1 -0.05 0.05
v 0.1 0.05 0.05
v 0.1 -0.05 0.05
f 1 4 3
f 2 5 6
f 1 2 6 4
f 2 1 3 5
f 3 4 6 5
"""


def volumes(depth):
    """What of each solid is below the table where its lowest point is this deep, all of them level [m³]."""
    half = np.arccos(1 - depth / 0.05)
    # an ellipsoid is a ball of radius 0.05 m, stretched by 3 and 2
    cap = np.pi * depth**2 * (0.05 - depth / 3) * 3 * 2
    return {
        "box": 0.3 * 0.2 * depth,
        "rod": 0.3 * 0.05**2 * (half - np.sin(half) * np.cos(half)),
        "egg": cap,
        # at 0.1 m its base has 0.02 m²
        "pyramid": 0.02 / 0.1**2 * depth**3 / 3,
        "mesh": 0.2 * depth**2,
    }


LOWEST = {"box": 0.05, "rod": 0.05, "egg": 0.05, "pyramid": 0.0, "mesh": 0.0}


@pytest.fixture(scope="session")
def solids(asperity, package, tmp_path_factory):
    folder = tmp_path_factory.mktemp("solids")
    (folder / "wedge.obj").write_text(WEDGE)
    bodies = "".join(f'[bodies.{name}]\nmotion = "input"\nshape = {{ {shape} }}\n' for name, shape in SOLIDS.items())
    bodies += '[bodies.ball]\nmotion = "input"\nshape = { sphere = { radius = 0.02 } }\n'
    bodies += '[bodies.lid]\nmotion = "input"\nshape = { box = { size = [0.08, 0.06, 0.04] } }\n'
    contacts = "".join(f'[[contacts.pair]]\nbetween = ["{name}", "table"]\n' for name in SOLIDS)
    contacts += '[[contacts.pair]]\nbetween = ["ball", "box"]\n[[contacts.pair]]\nbetween = ["lid", "box"]\n'
    text = table("Solids", bodies, f'compliance.k_A = {K_A}\npairs = "listed"\n{contacts}[report]\ncontacts = "all"\n')
    (folder / "Solids.toml").write_text(text)
    made = subprocess.run(
        [asperity, "pack", "--system", "Solids.toml", "--fmu", package.path.resolve()], cwd=folder, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    return Package(folder / "Solids.fmu", folder / "Solids")


def test_the_description_of_solids_is_valid(solids):
    assert problems(solids.path) == []


@pytest.mark.parametrize("kind", ["ModelExchange", "CoSimulation"])
@pytest.mark.parametrize("depth", [1e-6, 1e-3, 0.02])
def test_faces_press_by_the_volume_below_the_table(solids, kind, depth):
    start = {f"{name}.position": (0.1, -0.2, low - depth) for name, low in LOWEST.items()}
    # half-way into the box it would be too deep to be believed
    start["ball.position"] = (0.1, -0.2, 0.05 - depth + 0.05 + 0.02 - min(depth, 1e-3))
    # clear of the ball
    into = min(depth, 1e-3)
    start["lid.position"] = (0.1 + 0.08, -0.2, 0.05 - depth + 0.05 + 0.02 - into)
    with solids.unit(kind).start(start) as unit:
        if kind == "CoSimulation":
            unit.step(0.0, 1e-3)
        on_box = np.array(unit.get("ball.force"))
        assert on_box[2] == pytest.approx(STIFF * min(depth, 1e-3) ** 1.5, rel=1e-9)
        # half of the depth below the face of the box over that of the lid, half of the depth in the lid, which is less at its rim
        on_lid = np.array(unit.get("lid.force"))
        pressed = 0.08 * 0.06 * into - 0.5 * (0.08 + 0.06) * into**2 + 2 / 3 * into**3
        assert on_lid[2] == pytest.approx(K_A * pressed, rel=1e-11 + 1e-16 / into)
        on_box += on_lid
        for name, volume in volumes(depth).items():
            force, torque = np.array(unit.get(f"{name}.force")), np.array(unit.get(f"{name}.torque"))
            if name == "box":
                force, torque = force + on_box, torque + np.cross((0.08, 0, 0), on_lid)
            # positions near 0.05 m are rounded to 7e-18 m, of a depth that counts up to three times
            assert force[2] == pytest.approx(K_A * volume, rel=1e-11 + 3e-17 / depth), name
            # the centre of the overlap is below the origin, that of a pyramid 3/4 of the depth up the line to the base's at x = −0.1/3
            expected = (0, 0.25 * depth * force[2] if name == "pyramid" else 0, 0)
            assert torque == pytest.approx(expected, rel=1e-9, abs=1e-9 * force[2] * depth), name


def test_a_box_falls_flat_with_its_restitution(solids):
    """Without friction and gravity, by SciPy's DOP853 over the functions of Model Exchange, from the first touch to the last."""
    mass, speed, touch = 2.0, 1.0, 0.05 - 1e-15
    start = {"box.position": (0, 0, 0.06), "ball.position": (0, 0, 9), "lid.position": (0, 0, 18)}
    with solids.unit("ModelExchange").start(start) as unit:
        unit.set({"box.position": (0, 0, touch), "box.velocity": (0, 0, -speed)})
        unit.event()

        def rates(_, state):
            unit.set({"box.position": (0, 0, state[0]), "box.velocity": (0, 0, state[1])})
            return [state[1], unit.get("box.force")[2] / mass]

        def leaves(_, state):
            return state[0] - 0.05

        leaves.terminal, leaves.direction = True, 1
        found = solve_ivp(rates, (0, 0.1), [touch, -speed], "DOP853", rtol=1e-11, atol=1e-14, events=leaves)
        assert found.status == 1
        # e = 0.5 at the start values
        assert found.y[1, -1] == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize("how", ["mean", "meanAndSlope"])
@pytest.mark.parametrize("h", [1e-3, 1e-2])
def test_a_box_on_four_corners_leaves_with_e_in_interface_coupling(systems, figure, how, h):
    """A free box, dropped flat without gravity, under the force that comes back: v_out = e·v_in, by the definition of e."""
    mass, e, speed = 2.0, 0.5, 1.0
    package = systems("Corners")
    references = package.references("box.force")
    height, velocity, time = 0.2013, -speed, 0.0
    with package.unit("CoSimulation", logging=True) as unit:
        unit.set({"coupling.handBack": how})
        unit.start({"box.position": (0, 0, height), "box.velocity": (0, 0, velocity)})
        assert unit.messages().count("which is not measured in a system") == 1
        while velocity <= 0 or height < 0.2:
            unit.set({"box.position": (0, 0, height), "box.velocity": (0, 0, velocity)})
            unit.step(time, h)
            force, slope = unit.get("box.force")[2], 0.0
            if how == "meanAndSlope":
                slope = unit.fmu.getRealOutputDerivatives(references, [1] * 3)[2]
            # the moments of four equal forces at opposite corners cancel but for rounding
            assert np.abs(unit.get("box.torque")).max() <= 1e-10 * max(abs(force), 1.0)
            # twice the integral of force + slope·(t − h/2)
            height += h * velocity + h**2 * (force / 2 - slope * h / 12) / mass
            velocity += h * force / mass
            time += h
            assert time < 0.1
    figure(f"e by {how} at {h}", velocity / speed - e)
    # the law that gives e is integrated in micro-steps to 1e-4 (docs/systems.md)
    assert velocity == pytest.approx(e * speed, abs=1e-4)
