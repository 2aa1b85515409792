"""coupling.method = timeStepping: the contact in a step as one complementarity problem [P16], against an oracle by
other means, closed forms, and a host that is moved by mean and slope of the force."""

import re
import subprocess
from dataclasses import replace
from math import cos, inf, radians, sin, sqrt

import numpy as np
import pytest
import reference_pendulum
from reference_impact import inverse_inertia
from reference_rigid import Memory, RigidLaw, advance, axes

G, MASS, RADIUS, MU = 9.81, 2.0, 0.1, 0.4
FRICTIONS = ["regularised", "box", "polygonal"]
HYPOTHESES = ["stronge", "poisson", "newton"]
LAWS = ["coulomb", "paper"]
# hosts of these tests step the unit first and apply mean and slope, unless a test says otherwise
RIGID = {
    "coupling.mode": "interface",
    "coupling.method": "timeStepping",
    "coupling.order": "sequential",
    "coupling.handBack": "meanAndSlope",
}


def rigid(law: RigidLaw, **more) -> dict:
    """The unit's parameters for a reference law."""
    return RIGID | {
        "timeStepping.friction": law.friction,
        "timeStepping.sides": law.sides,
        "timeStepping.k_T": 0.0 if law.k_t == inf else law.k_t,
        "timeStepping.v_th": law.v_th,
        "friction.mu_S": law.mu,
        "friction.mu_C": law.mu,
        "compliance.e": law.e,
        "compliance.vMin": law.v_min,
        "timeStepping.impact": law.hypothesis,
        "timeStepping.law": LAWS[law.paper],
        **more,
    }


class Body:
    """A sphere over the plane z = 0 that weight and wrench move, by mean and slope; a block does not turn."""

    def __init__(self, package, law, height=RADIUS, velocity=(0, 0, 0), spin=(0, 0, 0), slope=0.0, block=False, **more):
        across, along = (0.0 if block else RADIUS**2 / (0.4 * MASS * RADIUS**2)), 1.0 / MASS
        self.inverse_inertia = 0.0 if block else 1.0 / (0.4 * MASS * RADIUS**2)
        self.position, self.velocity, self.spin = (np.array(v, float) for v in ((0, 0, height), velocity, spin))
        self.gravity = G * np.array((sin(slope), 0.0, -cos(slope)))
        self.time, self.pending = 0.0, None
        self.parallel = more.get("coupling.order") == "parallel"
        given = {"geometry.pair": "spherePlane", "geometry.radiusI": RADIUS, "coupling.massSource": "input"}
        self.unit = package.unit("CoSimulation", settings=rigid(law, **given) | more, logging=True)
        inverse_mass = (along + across, along + across, along, 0.0, 0.0, 0.0)
        self.unit.start(self.inputs() | {"inverseMass": inverse_mass, "freeAcceleration": self.gravity})
        self.moves = self.unit.channel("positionI", "velocityI", "angularVelocityI")
        self.wrench = self.unit.channel("forceI", "torqueI")
        self.references = package.references("forceI")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unit.fmu.freeInstance()

    def inputs(self):
        return {"positionI": self.position, "velocityI": self.velocity, "angularVelocityI": self.spin}

    def step(self, h):
        self.moves.write(np.concatenate([self.position, self.velocity, self.spin]))
        self.unit.step(self.time, h)
        mean = self.wrench.read().copy()
        slope = np.array(self.unit.fmu.getRealOutputDerivatives(self.references, [1] * 3))
        if self.parallel:
            self.pending, (mean, slope) = (mean, slope), self.pending or (np.zeros(6), np.zeros(3))
        acceleration = self.gravity + mean[:3] / MASS
        self.position += h * self.velocity + h**2 * (0.5 * acceleration - h * slope / MASS / 12.0)
        self.velocity += h * acceleration
        self.spin += h * mean[3:] * self.inverse_inertia
        self.time += h

    def run(self, steps, h, watch=None):
        for _ in range(steps):
            self.step(h)
            if watch is not None and watch(self):
                break
        return self

    def energy(self):
        turning = 0.5 * self.spin @ self.spin / self.inverse_inertia if self.inverse_inertia else 0.0
        return MASS * (0.5 * self.velocity @ self.velocity - self.gravity @ self.position) + turning

    def slip(self):
        return self.velocity[:2] + RADIUS * np.array((-self.spin[1], self.spin[0]))


# Forces of single steps


def random_step(rng, h, e):
    """W with a fifth between its principal values and what acts on it: rest, overlap, impact, landing, flight."""
    q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    w = q @ np.diag(rng.uniform(0.5, 1.0, 3)) @ q.T * rng.uniform(0.2, 5.0)
    b = np.array([-rng.uniform(1.0, 20.0), *rng.normal(size=2) * 5.0])
    slow = 2.0 * abs(b[0]) * h
    what = rng.integers(6)
    away = rng.uniform(0.0, 2.0) * slow
    u_n = [-0.45 * away, -0.45 * away, -0.45 * away, -slow * rng.uniform(2, 30), -slow * rng.uniform(2, 30), away][what]
    x = [0.0, rng.uniform(0, 1e-3), u_n * h * rng.random(), 0.0, u_n * h * rng.random(), -1e-3 * rng.random()][what]
    u_t = rng.normal(size=2) * rng.choice([0.0, 0.003, 0.3])
    return what, x, np.array([u_n, *u_t]), w, b


@pytest.mark.parametrize("k_t", [inf, 1e6, 1e4])
@pytest.mark.parametrize("friction", FRICTIONS)
def test_forces_of_random_steps_are_those_of_the_oracle(package, friction, k_t, figure):
    """1e-10 of the force: its iteration on mu lambda_N stops at 1e-12, and W of these steps is well conditioned."""
    rng = np.random.default_rng(2016)
    worst, seen = 0.0, set()
    for case in range(12):
        law = RigidLaw(friction, rng.uniform(0, 0.6), k_t, sides=int(2 * rng.integers(2, 17)), e=rng.uniform(0.1, 1))
        law = replace(law, hypothesis=HYPOTHESES[case % 3], paper=case % 2 == 1)
        n = rng.normal(size=3)
        world = axes(n)
        memory, t = Memory(), 0.0
        with package.unit("CoSimulation", settings=rigid(law, **{"coupling.massSource": "input"})) as unit:
            unit.start({"penetration": -1.0, "contactNormal": n})
            for _ in range(40):
                h = 10.0 ** rng.uniform(-4, -2)
                what, x, u, w, b = random_step(rng, h, law.e)
                w_world = world @ w @ world.T
                six = (*np.diag(w_world), w_world[0, 1], w_world[0, 2], w_world[1, 2])
                inputs = {"relativeVelocity": world @ u, "freeAcceleration": world @ b, "inverseMass": six}
                unit.set({"penetration": x} | inputs)
                unit.step(t, h)
                t += h
                expected = advance(law, w, x, u, b, h, memory)
                force, memory = expected.impulse / h, expected.memory
                found = world.T @ unit.get("forceI")
                worst = max(worst, np.abs(found - force).max() / max(np.abs(force).max(), 1e-6))
                assert unit.get("normalForce") == found[0] or abs(unit.get("normalForce") / found[0] - 1.0) < 1e-14
                assert np.allclose(unit.get("frictionForce"), world[:, 1:] @ found[1:], rtol=0, atol=1e-12 * force[0])
                seen.add((what, force[0] > 0.0))
    figure("largest difference over the force", worst)
    assert worst < 1e-10
    assert {(what, True) for what in range(5)} | {(5, False)} <= seen


@pytest.mark.parametrize("friction", FRICTIONS)
def test_planar_mechanisms_and_rods_are_solved_and_gain_nothing(package, friction):
    """W of rank 2 and 1, in the plane of x and z and turned with its rounding: no pull, friction and the whole impulse never do
    work on the bodies, and by Newton's hypothesis the rebound is e times the approach, or less where that work is 0. What does
    not yield while friction holds, as all of rank 1, is solved to 1e-8, and there may be no rebound at all."""
    rng = np.random.default_rng(1997)
    tried = 0
    for case in range(400):
        law = RigidLaw(friction, rng.uniform(0, 0.8), sides=int(2 * rng.integers(2, 17)), e=rng.uniform(0.01, 1))
        law = replace(law, hypothesis=HYPOTHESES[case % 3])
        root = np.zeros((3, 2))
        root[[0, 2]] = rng.normal(size=(2, 2)) * (1.0, case % 4 != 0)
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0] if case % 2 else np.eye(3)
        w, u = turn @ root @ root.T @ turn.T, turn @ root @ rng.normal(size=2)
        n = turn[:, 2] * (-1.0 if u @ turn[:, 2] > 0.0 else 1.0)
        w_nt = np.linalg.norm(w @ n - n * (n @ w @ n))
        if law.mu * w_nt > 0.9 * (n @ w @ n) or -(u @ n) < 2e-3:
            continue  # Painleve's region, and slower than an impact
        tried += 1
        six = (*np.diag(w), w[0, 1], w[0, 2], w[1, 2])
        start = {"penetration": 0.0, "contactNormal": n, "relativeVelocity": u, "inverseMass": six}
        with package.unit("CoSimulation", settings=rigid(law, **{"coupling.massSource": "input"})) as unit:
            unit.start(start).step(0.0, 1e-3)
            impulse = 1e-3 * unit.get("forceI")
            rubbed = unit.get("energyDissipatedFriction")
        rate = n @ (u + w @ impulse)
        assert impulse @ n > 0.0 and rate > -1e-7 and rubbed >= 0.0
        work = impulse @ (u + 0.5 * w @ impulse)
        assert work < 1e-7
        if law.hypothesis == "newton":
            assert rate < -(n @ u) * (law.e + 1e-7)
            assert rate == pytest.approx(-(n @ u) * law.e, rel=1e-7) or abs(work) < 1e-9 or case % 4 == 0
    assert tried > 200


# Energy lost by rods (a) of [G04] Fig. 22 in Routh's process [%], as reference_impact.py has it
RODS = [
    (0.5, 0.5, "stronge", 44.022),
    (0.5, 0.5, "poisson", 44.375),
    (0.5, 0.5, "newton", 31.781),
    (1.0, 0.8, "stronge", 36.088),
    (1.0, 0.8, "poisson", 42.943),
    (1.0, 0.8, "newton", 0.0),  # would gain 325 %
]


@pytest.mark.parametrize("e, mu, hypothesis, known", RODS)
def test_rods_of_fig_22_lose_what_their_process_takes(package, e, mu, hypothesis, known, figure):
    """Slip stops or turns in it. Friction takes energy, the ledger has all of it, and the log says what would gain."""
    start = reference_pendulum.absolute(reference_pendulum.CONFIGURATIONS["a"])
    tt, tn, nn = inverse_inertia(reference_pendulum.RODS, *start[:2])
    u = np.array((*reference_pendulum.RODS.tip(*start)[2:],))
    law = RigidLaw(mu=mu, e=e, hypothesis=hypothesis)
    with package.unit("CoSimulation", settings=rigid(law, **{"coupling.massSource": "input"}), logging=True) as unit:
        unit.start({"relativeVelocity": (u[0], 0.0, u[1]), "inverseMass": (tt, 0.0, nn, 0.0, tn, 0.0)})
        unit.step(0.0, 1e-3)
        p = 1e-3 * unit.get("forceI")[[0, 2]]
        normal, rubbed = unit.reals("energyDissipatedNormal", "energyDissipatedFriction")
        said = unit.messages()
    lost = -p @ (u + 0.5 * np.array(((tt, tn), (tn, nn))) @ p)
    share = 100.0 / reference_pendulum.RODS.kinetic(*start)
    figure("energy lost [%]", share * lost)
    assert share * lost == pytest.approx(known, abs=1e-3)
    assert rubbed > 0.0 and normal + rubbed == pytest.approx(lost, abs=1e-10)
    assert ("would gain" in said) == (hypothesis == "newton" and e == 1.0)


@pytest.mark.parametrize("e, mu, hypothesis, known", [rods for rods in RODS if rods[2] != "newton"])
def test_rods_of_fig_22_lose_as_much_as_a_plant(asperity, package, tmp_path, e, mu, hypothesis, known, figure):
    """The double pendulum of `asperity simulate` around the unit: its flight in the step of the impact adds something of
    first order in the step."""
    settings = RIGID | {"timeStepping.impact": hypothesis, "compliance.e": e, "friction.mu_S": mu, "friction.mu_C": mu}
    settings = [f"{name}={value}" for name, value in settings.items() if name != "coupling.mode"]
    lost = []
    for step in (1e-4, 1e-5):
        out = tmp_path / f"{step}.csv"
        command = [asperity, "simulate", "impact-a", "--mode", "cs", "--coupling", "interface", "--until", 1e-3]
        command += ["--step", step, "--fmu", package.path, "--out", out]
        command += [word for setting in settings for word in ("--set", setting)]
        subprocess.run(list(map(str, command)), check=True, capture_output=True)
        kinetic = np.genfromtxt(out, delimiter=",", names=True, deletechars="")["energyKinetic_[J]"]
        lost.append(100.0 * (1.0 - kinetic[-1] / kinetic[0]))
    figure("energy lost [%]", lost)
    assert abs(lost[1] - known) < 2e-3 and abs(lost[0] - lost[1]) < 0.01


# Scenes with closed forms


@pytest.mark.parametrize("friction", FRICTIONS)
def test_sliding_sphere_rolls_on_time(package, friction, figure):
    """2/7 v0/(mu g) = 0.0728120 s, 12/49 v0^2/(mu g) = 0.0624103 m, then 5/7 v0 whatever the step: angular momentum
    about the contact point stays. Slip ends within a step, whose mean force then is too small at first by a share s:
    the ball is mu g h^2 s (1 - s)/2 ahead, at most an eighth of mu g h^2."""
    when, way = 2.0 / 7.0 / (MU * G), 12.0 / 49.0 / (MU * G)
    assert (when, way) == pytest.approx((0.0728120, 0.0624103), rel=1e-6)
    ahead = []
    for h in (4e-3, 2e-3, 1e-3, 5e-4):
        with Body(package, RigidLaw(friction, MU, v_th=1e-6), velocity=(1.0, 0, 0)) as ball:
            ball.run(1000, h, watch=lambda ball: abs(ball.slip()[0]) < 1e-9)
            assert when - 1e-9 <= ball.time <= when + 1.01 * h
            assert ball.velocity[0] == pytest.approx(5 / 7, rel=1e-12)
            share = (ball.time - when) / h
            expected = 0.5 * MU * G * h**2 * share * (1.0 - share)
            ahead.append(ball.position[0] - way - 5 / 7 * (ball.time - when))
            assert ahead[-1] == pytest.approx(expected, rel=1e-6, abs=1e-12)
            assert np.max(np.abs(np.delete(ball.position - (0, 0, RADIUS), 0))) < 1e-12
    figure("way ahead of the closed form [m]", ahead)


def bouncing(t, e, height):
    """Height [m] and velocity [m/s] at t of a point dropped from `height`."""
    v = sqrt(2.0 * G * height)
    start, up = -v / G, v  # as if thrown from the ground
    while t > start + 2.0 * up / G:
        start, up = start + 2.0 * up / G, e * up
    t -= start
    return up * t - 0.5 * G * t**2, up - G * t


@pytest.mark.parametrize("order", ["sequential", "parallel"])
@pytest.mark.parametrize("h", [1e-4, 1e-3, 1e-2])
@pytest.mark.parametrize("e", [0.1, 0.5, 0.9, 1.0])
def test_bounces_lose_e_and_nothing_else(package, e, h, order, figure):
    """Position and velocity over two bounces from 0.3 m, under mean and slope: the closed form, to rounding."""
    height, law = 0.3, RigidLaw(mu=MU, e=e)
    first = sqrt(2.0 * height / G)
    until = round((first + 2.0 * e * first * 1.3) / h) if e > 0.3 else round((first + e * first) / h)
    with Body(package, law, height=RADIUS + height, **{"coupling.order": order}) as ball:
        off = []

        def watch(ball):
            z, v = bouncing(ball.time, e, height)
            off.append((abs(ball.position[2] - RADIUS - z), abs(ball.velocity[2] - v)))

        ball.run(until, h, watch)
        # parallel order applies the force of an impact one step after the one it was found in
        figure("largest difference [m] or [m/s]", np.max(off))
        assert np.max(off) < 1e-9
        said = ball.unit.messages()
        impacts = re.findall(r"impact at t = ([\d.]+) s, approach speed ([\d.]+) m/s, restitution ([\d.]+)", said)
        releases = re.findall(r"release at t = ([\d.]+) s, rebound speed ([\d.]+) m/s", said)
    speed = sqrt(2.0 * G * height)
    assert [float(v) for v in impacts[0]] == pytest.approx([first, speed, e], abs=2e-9)
    assert [float(v) for v in releases[0]] == pytest.approx([first, e * speed], abs=2e-9)
    if e > 0.3:
        second = first + 2.0 * e * speed / G
        assert [float(v) for v in impacts[1]] == pytest.approx([second, e * speed, e], abs=2e-9)


# mu, k_T: just held; bristles, which swing to less than twice the load when it comes at once, held at that too
HOLDING = [*((friction, MU, inf) for friction in FRICTIONS), ("regularised", 0.8, 1e6)]


@pytest.mark.slow
@pytest.mark.parametrize("friction, mu, k_t", HOLDING)
def test_block_on_an_incline_neither_creeps_nor_sinks(package, friction, mu, k_t, figure):
    """20 degrees: 100 000 steps of 1 ms. Bristles stretch by m g sin/k_T, and that is all."""
    slope = radians(20.0)
    with Body(package, RigidLaw(friction, mu, k_t), slope=slope, block=True) as block:
        block.run(1000, 1e-3)
        settled = block.position.copy()
        block.run(99_000, 1e-3)
        figure("way after the first second [m]", np.linalg.norm(block.position - settled))
        assert np.linalg.norm(block.position - settled) < 1e-15
        stretched = (MASS * G * sin(slope) / k_t, 0.0, RADIUS)
        assert block.position == pytest.approx(stretched, rel=0, abs=1e-14)
        assert block.unit.get("forceI") == pytest.approx(-MASS * block.gravity, abs=1e-9)
        assert block.unit.get("contactActive") and block.unit.get("sticking") == 1.0
        elastic, work, residual = block.unit.reals("energyElastic", "energyWork", "energyResidual")
        assert elastic == pytest.approx(0.5 * (MASS * G * sin(slope)) ** 2 / k_t, rel=1e-9, abs=1e-30)
        assert abs(residual) <= 1e-12 * max(work, 1e-9)


@pytest.mark.parametrize("friction", FRICTIONS)
def test_block_on_a_steeper_incline_slides_as_coulomb_says(package, friction):
    """30 degrees along a tangent of box and polygon: g (sin - mu cos), in any step, from rest."""
    slope = radians(30.0)
    for h in (1e-4, 1e-3, 1e-2):
        with Body(package, RigidLaw(friction, MU), slope=slope, block=True) as block:
            block.run(100, h)
            expected = G * (sin(slope) - MU * cos(slope)) * 100 * h
            # the force that breaks loose has its direction to 1e-10
            assert block.velocity == pytest.approx((expected, 0.0, 0.0), rel=1e-11, abs=1e-10 * MU * G * h)
            assert block.position[2] == RADIUS and block.unit.get("sticking") == 0.0


def test_directions_of_sliding_friction_are_those_of_the_laws(package):
    """At 30 degrees to a tangent: regularised against the slip with mu f_n; box in the corner of its square, sqrt 2 as
    strong; a polygon of 4 sides in its nearest corner, 30 degrees off."""
    slip = np.array((cos(radians(30.0)), sin(radians(30.0)), 0.0))
    expected = {"regularised": -slip, "box": -np.array((1.0, 1.0, 0.0)), "polygonal": -np.array((1.0, 0.0, 0.0))}
    for friction, direction in expected.items():
        with Body(package, RigidLaw(friction, MU, sides=4), velocity=slip, block=True) as block:
            block.run(2, 1e-3)
            assert block.unit.get("frictionForce") == pytest.approx(MU * MASS * G * direction, abs=1e-9)


@pytest.mark.parametrize("friction", FRICTIONS)
def test_energy_that_the_body_loses_is_the_work_of_the_ledger(package, friction, figure):
    """A ball thrown with spin bounces, slides and rolls: its energy, by mean and slope, and the unit's work add up in
    every step, but for what pushes the overlap of its last impact apart, and that is what the log says at the end."""
    thrown = {"height": 0.2, "velocity": (1.0, 0.5, 0.0), "spin": (20.0, -30.0, 5.0)}
    names = ("energyWork", "energyDissipatedNormal", "energyDissipatedFriction", "energyElastic", "energyResidual")
    for h, k_t in ((1e-3, inf), (1e-2, inf), (1e-3, 1e5)):
        with Body(package, RigidLaw(friction, MU, k_t, e=0.7), **thrown) as ball:
            start, sums, given = ball.energy(), [0.0], [0.0]

            def watch(ball):
                work, normal, tangential, stored, residual = ball.unit.reals(*names)
                sums.append(normal + tangential)
                given.append(ball.energy() + work - start)
                # sums of 2000 steps, each rounded at 1e-16
                assert abs(residual) < 1e-12 * start and abs(sums[-1] + stored - work) < 1e-12 * start

            ball.run(round(2.0 / h), h, watch)
            assert np.min(np.diff(given)) > -1e-14 * start and np.min(np.diff(sums)) > -1e-12 * start
            # slower than 2 g h it lies down, so that it overlaps by g h^2 at most
            assert given[-1] < MASS * G * G * h**2 and sums[-1] > 0.2 * start
            ball.unit.fmu.terminate()
            moved = float(re.search(r"the importer moved (\S+) J", ball.unit.messages())[1])
            assert moved == pytest.approx(given[-1], rel=1e-6, abs=1e-11 * start)
            figure("energy given over m g g h^2", given[-1] / (MASS * G * G * h**2))


def test_onset_micro_steps_and_flags_follow_the_contact(package):
    """Drop, one impact, flight, lying still: contactActive is false where a step ends in flight."""
    with Body(package, RigidLaw(e=0.5), height=RADIUS + 0.05) as ball:
        lands, speed = sqrt(2.0 * 0.05 / G), sqrt(2.0 * 0.05 * G)
        h, seen = 1e-3, []

        def watch(ball):
            seen.append((ball.unit.get("microSteps") > 0, bool(ball.unit.get("contactActive"))))

        first = int(lands / h)
        ball.run(first, h, watch)
        assert set(seen) == {(False, False)} and not np.any(ball.unit.get("forceI"))
        ball.run(1, h, watch)
        assert seen[-1] == (True, False)
        assert ball.unit.get("effectiveRestitution") == 0.5
        assert ball.unit.get("forceI")[2] == pytest.approx(1.5 * MASS * speed / h, rel=1e-9)
        flight = 2.0 * 0.5 * speed / G
        seen.clear()
        ball.run(int((lands + flight) / h) - first - 1, h, watch)
        assert set(seen) == {(False, False)}
        ball.run(600, h, watch)
        assert seen[-1] == (True, True)
        assert ball.unit.get("normalForce") == pytest.approx(MASS * G, rel=1e-5)  # what is left of the overlap goes
        assert ball.position[2] == pytest.approx(RADIUS, abs=1e-6)
