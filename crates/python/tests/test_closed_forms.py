"""Against what can be written down without the package."""

import asperity
import numpy as np
import pytest
from conftest import RADIUS, STIFF, G

# x at which k·x^1.5 holds the weight of 1 kg
COMPRESSION = (G / STIFF) ** (2 / 3)


@pytest.mark.parametrize("e", [0.1, 0.5, 0.7, 0.95, 1.0])
def test_a_ball_rebounds_with_its_restitution(ball_on_table, e):
    text = ball_on_table(0.11, f"compliance.e = {e}", velocity=(0, 0, -1))
    run = asperity.simulate(text, 0.05, gravity=(0, 0, 0), tolerance=1e-12)
    assert run["ball.velocity"][-1, 2] == pytest.approx(e, rel=1e-6)
    lost = 0.5 * (1 - e**2)
    assert run["energyDissipatedNormal"][-1] == pytest.approx(lost, abs=1e-7)
    assert np.abs(run["energyResidual"]).max() < 1e-9


def test_a_rebound_in_co_simulation_comes_near(ball_on_table):
    text = ball_on_table(0.11, "compliance.e = 0.5", velocity=(0, 0, -1))
    run = asperity.simulate(text, 0.05, 1e-5, gravity=(0, 0, 0))
    assert run["ball.velocity"][-1, 2] == pytest.approx(0.5, rel=1e-3)


def test_a_ball_rests_where_the_compliance_holds_its_weight(ball_on_table):
    # what still swings after 2 s is the tolerance
    run = asperity.simulate(ball_on_table(RADIUS, "compliance.e = 0.05"), 2.0)
    assert run["ball__table.gap"][-1] == pytest.approx(-COMPRESSION, rel=2e-4)
    assert run["table.force"][-1] == pytest.approx([0, 0, -G], rel=2e-4)


def test_a_sliding_ball_ends_up_rolling_at_five_sevenths(ball_on_table):
    # momentum about the line of contact: m·v0·R = m·v·R + 2/5·m·R²·(v/R), whatever the friction
    text = ball_on_table(RADIUS - COMPRESSION, "friction.mu_S = 0.3\nfriction.mu_C = 0.3", velocity=(1, 0, 0))
    run = asperity.simulate(text, 0.5)
    assert run["ball.velocity"][-1, 0] == pytest.approx(5 / 7, rel=2e-4)
    assert run["ball.angularVelocity"][-1, 1] == pytest.approx(5 / 7 / RADIUS, rel=2e-4)


def test_a_contact_holds_what_the_compliance_says():
    contact = asperity.Contact({"compliance.k": STIFF, "geometry.pair": "spherePlane", "geometry.radiusI": RADIUS})
    contact.start(positionI=[0, 0, RADIUS - COMPRESSION])
    contact.step(1e-3)
    assert contact["normalForce"] == pytest.approx(G, rel=1e-12)
    assert contact["forceI"] == pytest.approx([0, 0, G], rel=1e-12)
    assert contact["contactActive"] is True
    assert contact.time == 1e-3


def test_wrenches_of_a_system_follow_from_the_poses(ball_on_table):
    system = asperity.System(ball_on_table(0.5))
    assert system.bodies == ["table", "ball"] and system.contacts == ["ball__table"]
    assert system.moves.tolist() == [False, True] and system.masses[1] == 1.0
    poses, velocities = system.start_poses(), system.start_velocities()
    assert not system.start(poses, velocities).any()
    poses[1, 2] = RADIUS - COMPRESSION
    wrenches = system.step(1e-3, poses, velocities)
    assert wrenches == pytest.approx(np.array([[0, 0, -G, 0, 0, 0], [0, 0, G, 0, 0, 0]]), rel=1e-12)
    assert system["ball__table.normalForce"] == pytest.approx(G, rel=1e-12)


def test_arrays_are_used_as_they_are(ball_on_table):
    system = asperity.System(ball_on_table(RADIUS - COMPRESSION))
    # parts of larger arrays
    motions, forces = np.zeros((4, 20)), np.zeros((4, 40))
    poses, velocities, out = motions[::2, :7], motions[::2, 7:13], forces[::2, 20:26]
    poses[:], velocities[:] = system.start_poses(), system.start_velocities()
    assert system.start(poses, velocities, out=out) is out
    assert forces[2, 22] == pytest.approx(G, rel=1e-12)


def test_a_batch_of_balls_rebounds_with_its_restitution():
    """100 balls at once by a Runge-Kutta method over the forces of the batch, from 0.1 to 10 m/s."""
    e, n = 0.6, 100
    batch = asperity.Batch({"compliance.k": STIFF, "compliance.e": e})
    speed = np.geomspace(0.1, 10, n)
    damping = batch.damping(speed)
    normal, zero, ones = np.zeros((3, n)), np.zeros((3, n)), np.ones(n)
    normal[2] = 1
    # each ball has its own time: a step is a part of its impact
    x, rate = np.zeros(n), speed.copy()
    h = 1e-2 * (1 / (STIFF * np.sqrt(speed))) ** 0.4

    def acceleration(x, rate):
        velocity = np.zeros((3, n))
        velocity[2] = -rate
        force, _, _ = batch.rates(x, normal, velocity, zero, ones, damping)
        return np.where(x > 0, -force[2], 0.0)

    for _ in range(800):
        k1 = (rate, acceleration(x, rate))
        k2 = (rate + h / 2 * k1[1], acceleration(x + h / 2 * k1[0], rate + h / 2 * k1[1]))
        k3 = (rate + h / 2 * k2[1], acceleration(x + h / 2 * k2[0], rate + h / 2 * k2[1]))
        k4 = (rate + h * k3[1], acceleration(x + h * k3[0], rate + h * k3[1]))
        x = x + h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
        rate = rate + h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
    assert (x < 0).all()
    assert -rate / speed == pytest.approx(np.full(n, e), rel=1e-5)


def test_a_batch_writes_where_it_is_told():
    batch, n = asperity.Batch({"compliance.k": STIFF, "compliance.e": 1.0}), 5
    x = np.linspace(1e-5, 1e-4, n)
    normal, none = np.zeros((3, n)), np.zeros((3, n))
    normal[0] = 2.0
    out = (np.full((3, n), np.nan), np.full((3, n), np.nan), np.full(n, np.nan))
    answer = batch.rates(x, normal, none, none, np.zeros(n), np.zeros(n), out=out)
    assert all(one is other for one, other in zip(answer, out))
    assert out[0][0] == pytest.approx(STIFF * x**1.5, rel=1e-14)
    assert not out[0][1:].any() and not out[1].any()


def test_a_batch_that_slides_has_the_friction_of_coulomb():
    # far above the Stribeck velocity of 1 mm/s nothing of the bristles is left, and sigma_2 = 0: no viscous part
    chosen = {"friction.mu_S": 0.3, "friction.mu_C": 0.3, "friction.sigma_2": 0.0, "friction.v_S": 1e-3}
    batch, n = asperity.Batch({"compliance.k": STIFF, **chosen}), 3
    x, none = np.full(n, 1e-4), np.zeros((3, n))
    normal, velocity = np.zeros((3, n)), np.zeros((3, n))
    normal[2], velocity[1] = 1.0, [1.0, 2.0, 3.0]
    force, _, _ = batch.rates(x, normal, velocity, none, np.zeros(n), np.zeros(n))
    assert force[2] == pytest.approx(STIFF * x**1.5, rel=1e-14)
    assert force[1] == pytest.approx(-0.3 * force[2], rel=1e-12)
