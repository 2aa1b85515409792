"""Model Exchange: SciPy integrates plant and unit together, stopping at the unit's event indicators."""

from dataclasses import replace
from math import gamma, pi, sqrt

import numpy as np
import pytest
from drop import HeadOn
from incline import BallOnPlane
from masters import ExchangeHost, contacts
from reference_block import BOWDEN_LEBEN
from reference_contact import (
    BRISTLE,
    DWELL,
    INCLINE_ANGLE,
    INCLINE_NORMAL,
    INCLINE_POSITION,
    INCLINE_VELOCITY,
    LOST_FRICTION,
    LOST_NORMAL,
    POSITION,
    SPIN,
    TABLE_I,
    TABLE_II,
    VELOCITY,
    WORK,
    Law,
    head_on,
    incline,
)
from settings import INCLINE_SCENE, settings
from stick_slip import BlockOnPlate, Breaks

GRAVITY = 9.81
DOWNHILL = np.array((np.cos(INCLINE_ANGLE), 0.0, -np.sin(INCLINE_ANGLE)))


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["paper", "limited"])
@pytest.mark.parametrize("frame", ["paper", "contact"])
def test_ball_on_the_incline_agrees_with_the_independent_integration(package, frame, limit, figure):
    """[G04] section 4.1 with Table II as printed, to 1e-7 relative in every impact time and speed; then it rolls."""
    law = replace(TABLE_II, frame=frame, limit=limit)
    n = np.array(INCLINE_NORMAL)
    reference = incline(limit, frame, 2.5)
    plant = BallOnPlane(position=INCLINE_POSITION, velocity=INCLINE_VELOCITY)
    with package.unit(settings=settings(law, **INCLINE_SCENE)) as unit:
        host = ExchangeHost(unit, plant, rtol=1e-11, atol=1e-13).run(2.0)
        at_two_seconds = host.plant_state[3:6].copy()
        host.run(2.5)
        impacts = contacts(host.events)
        assert len(impacts) == len(reference.impacts) == 4
        worst = 0.0
        for (on, off), expected in zip(impacts, reference.impacts):
            pairs = [(on.time, expected.t_on), (-on.plant[3:6] @ n, expected.approach)]
            if off is not None:
                pairs += [(off.time, expected.t_off), (off.plant[3:6] @ n, expected.rebound)]
                pairs += [(np.linalg.norm(off.plant[3:6]), np.linalg.norm(expected.velocity_off))]
            worst = max(worst, *(abs(got / known - 1.0) for got, known in pairs))
        figure("worst relative difference", worst)
        assert worst < 1e-7

        end = reference.y
        for got, known in [
            (host.y[0:3], end[POSITION]),
            (host.y[3:6], end[VELOCITY]),
            (host.y[6:9], end[SPIN]),
            ([host.unit_state(f"z[{i}]") for i in (1, 2, 3)], end[BRISTLE]),
            (host.unit_state("s_dw"), end[DWELL]),
            (host.unit_state("energyWork"), end[WORK]),
            (host.unit_state("energyDissipatedNormal"), end[LOST_NORMAL]),
            (host.unit_state("energyDissipatedFriction"), end[LOST_FRICTION]),
        ]:
            assert np.allclose(got, known, rtol=1e-7, atol=1e-7 * np.max(np.abs(known)))

        # pure rolling: the bristles' share of 1e-3 has died with exp(-10 t/s) since the ball came to roll at 1 s
        acceleration = (host.plant_state[3:6] - at_two_seconds) @ DOWNHILL / 0.5
        figure("rolling acceleration", acceleration)
        assert acceleration == pytest.approx(5 / 7 * GRAVITY * np.sin(INCLINE_ANGLE), rel=1e-7)
        assert acceleration == pytest.approx(2.396584, abs=5e-7)
        # rest penetration (m g cos 20 deg/k)^(2/3); the normal motion has settled to 1e-9
        rest = (2.0 * GRAVITY * np.cos(INCLINE_ANGLE) / 1e6) ** (2 / 3)
        assert -host.outputs("gap")[0] == pytest.approx(rest, rel=1e-7)
        # the ledger closes up to the integration: 15 J of work, rtol 1e-11
        assert abs(host.outputs("energyResidual")[0]) < 1e-8


@pytest.mark.parametrize("v_i", [1e-6, 1e-4, 0.01, 0.1, 1.0, 10.0])
@pytest.mark.parametrize("e", [0.01, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0])
def test_restitution_is_exact_for_every_e_and_speed(package, e, v_i, figure):
    """|v_o/(e v_i) - 1| <= 1e-9 without gravity, for any mass, stiffness and exponent (here 2 kg and the defaults)."""
    plant = HeadOn(mass=2.0, v=v_i, x=-1e-4 * v_i)
    with package.unit(settings={"compliance.e": e, "friction.law": "none"}) as unit:
        # the rebound is e v_i: the velocity error per step stays 1e-12 of that
        atol = np.array([1e-15 * v_i, 1e-12 * e * v_i] + [1e-9] * len(package.state_names))
        host = ExchangeHost(unit, plant, rtol=1e-12, atol=atol)
        host.run(5.0, watch=lambda h: bool(h.events) and not h.touching)
        (impact,) = contacts(host.events)
        rebound = -impact[1].plant[1]
        figure("v_o/(e v_i) - 1", rebound / (e * v_i) - 1.0)
        assert abs(rebound / (e * v_i) - 1.0) <= 1e-9
        assert unit.get("effectiveRestitution") == pytest.approx(e, rel=1e-12)


def test_restitution_that_falls_with_speed(package):
    """e = e0 - alpha v_i, eq. (12): 0.9 - 0.2*2 = 0.5 at 2 m/s."""
    with package.unit(settings={"compliance.e": 0.9, "compliance.alpha": 0.2, "friction.law": "none"}) as unit:
        host = ExchangeHost(unit, HeadOn(mass=0.454, v=2.0, x=-1e-3), atol=1e-13)
        host.run(1.0, watch=lambda h: bool(h.events) and not h.touching)
        assert -host.plant_state[1] == pytest.approx(0.5 * 2.0, rel=1e-9)


def test_host_that_pulls_harder_than_the_contact_can_finds_no_force(package):
    """Drawn off at 100 m/s2 the body leaves faster than e v_i: f_n is clipped at 0 from 1 + a x_rate = 0 on."""
    law, pull = Law(e=0.3), -100.0
    reference = head_on(law, 2.0, 1.0, x=-1e-3, gravity=pull).run(0.03)
    assert reference.clipped and reference.impacts[0].rebound > 0.4
    with package.unit(settings={"compliance.e": 0.3, "friction.law": "none"}) as unit:
        host = ExchangeHost(unit, HeadOn(2.0, 1.0, x=-1e-3, gravity=pull))
        smallest = []
        host.run(0.03, watch=lambda h: smallest.append(h.outputs("normalForce")[0]))
        ((on, off),) = contacts(host.events)
        clips = [event.plant[1] for event in host.events if on.time < event.time < off.time]
        assert clips == [pytest.approx(-1.0 / law.damping(on.plant[1]), rel=1e-9)]
        assert off.time - on.time == pytest.approx(reference.impacts[0].t_off - reference.impacts[0].t_on, rel=1e-9)
        assert -off.plant[1] == pytest.approx(reference.impacts[0].rebound, rel=1e-9)
        assert min(smallest) == 0.0
        # the elastic energy given up under the clip counts as dissipated: 1 J put in, rtol 1e-12 over 200 steps
        assert abs(host.outputs("energyResidual")[0]) < 1e-9


@pytest.mark.parametrize("p", [1.0, 1.5, 2.0])
def test_hertz_contact_time_and_depth(package, p):
    """Elastic: (p+1) m v^2/(2k) = x_max^(p+1); contact time 2 x_max/v times the integral of (1-u^(p+1))^-1/2."""
    mass, v, k = 2.0, 1.0, 1e6
    known = {1.0: pi, 1.5: 2.943275184324705, 2.0: 2.804364210650909}[p]
    closed_form = 2.0 * sqrt(pi) * gamma(1.0 + 1.0 / (p + 1.0)) / gamma(0.5 + 1.0 / (p + 1.0))
    assert closed_form == pytest.approx(known, rel=1e-14)
    depth = ((p + 1.0) * mass * v**2 / (2.0 * k)) ** (1.0 / (p + 1.0))
    with package.unit(settings={"compliance.law": "elastic", "compliance.p": p, "friction.law": "none"}) as unit:
        host = ExchangeHost(unit, HeadOn(mass, v, x=-1e-3), max_step=1e-3)
        host.run(1.0, watch=lambda h: bool(h.events) and not h.touching)
        on, off = contacts(host.events)[0]
        # the indicators' hysteresis of 1e-12 m at 1 m/s is 1e-12 s in 5e-3 s or more
        assert off.time - on.time == pytest.approx(known * depth / v, rel=1e-8)
        assert off.plant[1] == pytest.approx(-v, rel=1e-10)


def test_impact_with_e_half_lasts_18_929704_ms(package):
    with package.unit(settings={"friction.law": "none"}) as unit:
        host = ExchangeHost(unit, HeadOn(mass=2.0, v=1.0, x=-1e-3))
        host.run(1.0, watch=lambda h: bool(h.events) and not h.touching)
        on, off = contacts(host.events)[0]
        assert off.time - on.time == pytest.approx(18.929704e-3, abs=5e-10)  # half a unit in the last place


def test_penetration_at_rest(package):
    """k x^p = m g: 7.274436e-4 m for 2 kg on 1e6 N/m^1.5."""
    x = (2.0 * GRAVITY / 1e6) ** (2 / 3)
    assert x == pytest.approx(7.274436e-4, abs=5e-11)
    with package.unit() as unit:
        host = ExchangeHost(unit, HeadOn(mass=2.0, v=0.0, x=x, gravity=GRAVITY))
        assert host.touching
        host.run(0.01)
        # a = d/(e vMin) = 1433 s/m turns the solver's 1e-14 m/s into 3e-10 N
        assert abs(host.plant_state[0] - x) < 1e-15
        assert host.outputs("normalForce")[0] == pytest.approx(2.0 * GRAVITY, abs=1e-8)


@pytest.mark.parametrize("limit", ["paper", "limited"])
def test_sphere_set_sliding_ends_in_rolling(package, limit):
    """mu = 0.4, v0 = 1: slips until 2 v0/(7 mu g) = 0.0728120 s and 12 v0^2/(49 mu g) = 0.0624103 m, then 5/7 v0."""
    v0, mu = 1.0, 0.4
    x = (2.0 * GRAVITY / 1e6) ** (2 / 3)
    # v_S this small makes friction Coulomb's down to 1e-5 m/s: 1e-5/(7/2 mu g) = 7e-7 s before the end of slip
    law = Law(mu_s=mu, mu_c=mu, v_s=1e-5, limit=limit)
    plant = BallOnPlane(position=(0.0, 0.0, 0.1 - x), velocity=(v0, 0.0, 0.0))
    with package.unit(settings=settings(law, **{"geometry.pair": "spherePlane"})) as unit:
        host = ExchangeHost(unit, plant, rtol=1e-11, atol=1e-13, max_step=1e-3)

        def rolls(y):
            return y[3] - 0.1 * y[7] <= 0.0

        host.run(0.2, watch=lambda h: rolls(h.plant_state))
        host.go_back(host.locate(rolls))
        end_of_slip = 2.0 * v0 / (7.0 * mu * GRAVITY)
        assert end_of_slip == pytest.approx(0.0728120, abs=5e-8)
        assert host.t == pytest.approx(end_of_slip, abs=2e-6)
        assert host.plant_state[0] == pytest.approx(0.0624103, abs=2e-6)
        host.run(0.3)
        # spin and travel about the line of contact: v + 2/5 R omega keeps v0, so pure rolling is exactly 5/7 v0
        assert host.plant_state[3] == pytest.approx(5 / 7 * v0, rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("limit, speed, t_end, second", BOWDEN_LEBEN)
def test_bowden_and_leben_breaks(package, limit, speed, t_end, second):
    """Table I, sticking at the start: first break at mu_S f_n = 1.5 N after 0.75 m of spring, second as converged.

    The plateau of the first is met at 0.75 m and 15 um of bristles; from there on the spring pulls the block back with
    2 N/m times the plate's path, m u' = 2 speed t if friction did not fall, so that u = v_S after sqrt(v_S/speed) at most.
    """
    law = replace(TABLE_I, limit=limit, elastic=True)
    pressed = {"penetration": (10.0 / law.k) ** (1.0 / law.p), "s_dw": 1.0}
    with package.unit(settings=settings(law, **pressed)) as unit:
        plant = BlockOnPlate(speed)
        breaks = Breaks(plant)
        ExchangeHost(unit, plant, rtol=1e-10, atol=1e-13, max_step=0.01).run(t_end, breaks)
    first, again = breaks.found[:2]
    bound = (0.75 + 1.5 / law.sigma_0) / speed
    assert bound < first.time < bound + sqrt(law.v_s / speed)
    assert first.force == pytest.approx(1.5, rel=1e-5)
    assert again.force == pytest.approx(second, abs=1e-6)  # the printed places


class DrawnBackAndForth:
    """Slip of given speed along x under constant depth; `direction` is turned around by the test. State: the path."""

    input_names = ("relativeVelocity",)
    output_names = ("normalForce",)
    start = np.zeros(1)

    def __init__(self, speed):
        self.speed, self.direction = speed, 1.0

    def inputs(self, _t, _y):
        return np.array((self.direction * self.speed, 0.0, 0.0))

    def rates(self, _t, _y, _outputs):
        return np.array((self.direction * self.speed,))


@pytest.mark.parametrize("limit", ["paper", "limited"])
def test_slow_reversals_wind_up_as_printed_and_not_when_limited(package, limit):
    """Table I, 10 N, 0.1 v_S, strokes of 3 times the steady z; s_dw(0) = s, so that f_max is constant."""
    law = replace(TABLE_I, elastic=True, limit=limit)
    speed, f_n = 0.1 * law.v_s, 10.0
    s = np.exp(-0.01)
    rate = (1.0 - s) * law.sigma_0 / law.sigma_1
    steady = law.mu_c * f_n + law.sigma_1 * s * speed / (1.0 - s)
    stroke = 3.0 * steady / law.sigma_0 / speed
    f_max = f_n * (law.mu_c + (law.mu_s - law.mu_c) * s)
    plant = DrawnBackAndForth(speed)
    pressed = {"penetration": (f_n / law.k) ** (1.0 / law.p), "s_dw": s}
    with package.unit(settings=settings(law, **pressed)) as unit:
        host = ExchangeHost(unit, plant, rtol=1e-11, atol=1e-16)
        held, largest = 0.0, []
        for k in range(6):
            host.run((k + 1) * stroke, watch=lambda h: largest.append(abs(h.unit_state("z[1]"))))
            held = plant.direction * steady + (held - plant.direction * steady) * np.exp(-rate * stroke)
            if limit == "paper":  # the linear equation z' = s v + (1-s)(f_C - sigma_0 z)/sigma_1
                assert law.sigma_0 * host.unit_state("z[1]") == pytest.approx(held, rel=1e-8)
            plant.direction = -plant.direction
            host.jump(host.plant_state)
    over = law.sigma_0 * max(largest) / f_max
    assert over > 2.6 if limit == "paper" else over <= 1.0 + 1e-9


def struck_while_resting(package):
    """2 kg at rest on the wall, contact latched at vMin, then hit to 1 m/s. Returns the force history."""
    x = (2.0 * GRAVITY / 1e6) ** (2 / 3)
    with package.unit(settings={"friction.law": "none"}) as unit:
        host = ExchangeHost(unit, HeadOn(mass=2.0, v=0.0, x=x, gravity=GRAVITY), max_step=1e-4)
        host.run(0.001)
        host.jump((host.plant_state[0], 1.0))
        forces = [host.outputs("normalForce")[0]]
        host.run(0.1, watch=lambda h: forces.append(h.outputs("normalForce")[0]) or not h.touching)
        return np.array(forces), -host.plant_state[1]


def test_body_struck_while_touching_meets_the_force_of_a_fresh_impact(package):
    """Without re-latching the damper of the set-down body (v_i = vMin) would answer with 28 kN."""
    x = (2.0 * GRAVITY / 1e6) ** (2 / 3)
    law = Law()
    stale = law.k * x**law.p * (1.0 + law.damping(law.v_min))
    assert stale > 28e3
    reference = head_on(law, 2.0, 0.0, x=x, gravity=GRAVITY, max_step=1e-4)
    reference.jump((x, 1.0))
    reference.run(0.1)
    (impact,) = reference.impacts
    fresh = np.array([law.normal_force(*y, reference.v_i) for y in reference.states])
    forces, rebound = struck_while_resting(package)
    # both sampled at steps of 1e-4 s at most, of half a wave of 19 ms: off the peak by (pi 0.05/19)^2/2 = 3e-5 at most
    assert forces.max() == pytest.approx(fresh.max(), rel=1e-4)
    assert forces.max() < 430.0
    assert rebound == pytest.approx(impact.rebound, rel=1e-7)


def test_smooth_blow_relatches_on_the_way(package):
    """A push of 1 ms that brings a resting body to about 1 m/s: v_i follows by doubling, so the force stays bounded."""

    class Pushed(HeadOn):
        def rates(self, t, y, outputs):
            rates = super().rates(t, y, outputs)
            rates[1] += 2000.0 if t < 1e-3 else 0.0
            return rates

    x = (2.0 * GRAVITY / 1e6) ** (2 / 3)
    with package.unit(settings={"friction.law": "none"}) as unit:
        host = ExchangeHost(unit, Pushed(mass=2.0, v=0.0, x=x, gravity=GRAVITY), max_step=1e-5)
        forces = []
        host.run(1e-3)
        v = host.plant_state[1]
        host.run(0.1, watch=lambda h: forces.append(h.outputs("normalForce")[0]) or not h.touching)
        # v_i is within a factor 2 of the speed reached: at most twice the damping of a fresh impact
        law = Law()
        fresh = head_on(law, 2.0, v, x=x, gravity=GRAVITY, max_step=1e-4).run(0.01)
        peak = max(law.normal_force(*y, v / 2) for y in fresh.states)
        assert max(forces) < 1.1 * peak < 2000.0


def test_forces_are_frozen_off_until_the_event(package):
    """A trial point with x > 0 before the event gives no force; after the event it does."""
    with package.unit(settings={"friction.law": "none"}).start({"penetration": -1e-3}) as unit:
        unit.set({"penetration": 1e-3, "relativeVelocity": (0.0, 0.0, -1.0)})
        assert unit.get("normalForce") == 0.0 and not unit.get("contactActive")
        assert unit.event_indicators()[0] > 0.0
        unit.event()
        assert unit.get("contactActive")
        a = Law().damping(1.0)
        assert unit.get("normalForce") == pytest.approx(1e6 * 1e-3**1.5 * (1.0 + a), rel=1e-14)


@pytest.mark.parametrize("x, touching", [(0.0, False), (1e-300, True), (-1e-300, False)])
def test_contact_at_the_start_is_x_above_zero(package, x, touching):
    with package.unit().start({"penetration": x}) as unit:
        assert bool(unit.get("contactActive")) is touching


def test_body_set_down_meets_the_damper_of_v_min(package):
    """Contact from the start at rest: v_i = vMin, also in e(v_i) = e0 - alpha v_i."""
    with package.unit(settings={"compliance.vMin": 2e-3, "compliance.alpha": 10.0}) as unit:
        unit.start({"penetration": 1e-3})
        e = 0.5 - 10.0 * 2e-3
        assert unit.get("effectiveRestitution") == pytest.approx(e, rel=1e-15)
        unit.set({"relativeVelocity": (0.0, 0.0, -1e-3)})
        assert unit.get("normalForce") == pytest.approx(Law(e=e).normal_force(1e-3, 1e-3, 2e-3), rel=1e-12)


def test_event_indicators_are_never_zero_after_the_event(package):
    for x in (0.0, 1e-13, -1e-13, 5e-13, -5e-13, 1e-12, -1e-12):
        with package.unit().start({"penetration": -1.0}) as unit:
            unit.set({"penetration": x, "relativeVelocity": (0.0, 0.0, -1.0)})
            unit.event()
            assert np.all(unit.event_indicators() != 0.0)


def test_derivatives_are_those_of_the_derivative_variables(package):
    state = {"penetration": 1e-3, "relativeVelocity": (0.02, -0.01, -0.3)}
    with package.unit().start(state) as unit:
        unit.place_states((1e-6, 2e-6, 0.0), 0.3, 4e-6, ledger=(1.0, 2.0, 3.0))
        assert np.array_equal(unit.derivatives(), unit.reals(*(f"der({n})" for n in package.state_names)))
        # a state written by its value reference counts like one written by fmi2SetContinuousStates
        unit.set({"z[1]": 5e-6})
        assert unit.continuous_states()[0] == 5e-6


def test_untracked_ledger_stands_still(package):
    with package.unit(settings={"ledger.track": False, "friction.law": "none"}) as unit:
        host = ExchangeHost(unit, HeadOn(mass=2.0, v=1.0, x=-1e-3)).run(0.02)
        assert all(host.unit_state(n) == 0.0 for n in package.state_names if n.startswith("energy"))


class Turned:
    """A scene and the same scene turning as a whole about a tilted axis."""

    def __init__(self, angle, rate):
        axis = np.array((1.0, -2.0, 3.0)) / sqrt(14.0)
        self.omega = rate * axis
        half = 0.5 * angle
        self.q = np.array((np.cos(half), *(np.sin(half) * axis)))
        k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
        self.r = np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * (k @ k)

    def quaternion(self, q):
        w, v = self.q[0], self.q[1:]
        return np.array((w * q[0] - v @ q[1:], *(w * np.asarray(q[1:]) + q[0] * v + np.cross(v, q[1:]))))

    def pose(self, which, r, q, v, w):
        r, v, w = (np.asarray(x, float) for x in (r, v, w))
        return {
            f"position{which}": self.r @ r,
            f"orientation{which}": self.quaternion(q),
            f"velocity{which}": self.r @ v + np.cross(self.omega, self.r @ r),
            f"angularVelocity{which}": self.r @ w + self.omega,
        }


# The sphere overlaps the plane by 2 mm and slips at about 0.02 m/s; z is tangent.
SCENE_I = dict(r=(0.3, -0.2, 0.0985), q=(0.8, 0.0, 0.6, 0.0), v=(0.004, 0.003, -0.05), w=(0.2, -0.1, 0.5))
SCENE_J = dict(r=(0.1, 0.2, 0.0), q=(1.0, 0.0, 0.0, 0.0), v=(0.001, 0.0, 0.002), w=(0.03, -0.02, 0.1))
VECTORS = ["forceI", "torqueI", "forceJ", "torqueJ", "frictionForce", "frictionMoment", "pointOfAction"]
VECTORS += ["normalDirection"]
SCALARS = ["normalForce", "gap", "slipSpeed", "sticking", "energyElastic", "der(s_dw)", "der(z_r)", "der(energyWork)"]
SCALARS += ["der(energyDissipatedNormal)", "der(energyDissipatedFriction)"]
BRISTLES = np.array((3e-4, -2e-4, 0.0))


def turning_error(package, frame, **more) -> float:
    """Largest difference, relative to each vector, between outputs of the scene at rest turned by hand and as seen."""
    scene = {"geometry.pair": "spherePlane", "geometry.centerI": (0.001, 0.0, 0.002), **more}
    scene["friction.bristleFrame"] = frame
    seen = []
    for turned in (Turned(0.0, 0.0), Turned(0.7, 10.0)):
        inputs = turned.pose("I", **SCENE_I) | turned.pose("J", **SCENE_J)
        with package.unit(settings=scene).start(inputs) as unit:
            assert unit.get("contactActive")
            z = turned.r @ BRISTLES
            unit.place_states(z, 0.4, z_r=2e-4)
            back = {name: turned.r.T @ unit.get(name) for name in VECTORS}
            rate = unit.derivatives()[:3] - np.cross(turned.omega, z)
            seen.append(back | {"z rate": turned.r.T @ rate} | {name: unit.get(name) for name in SCALARS})
    still, moving = seen
    return max(np.max(np.abs(moving[k] - still[k])) / max(np.max(np.abs(still[k])), 1e-3) for k in still)


@pytest.mark.parametrize("the_map", ["ellipsoid", "polyhedron", "mixed"])
@pytest.mark.parametrize("e_r", [0.0, 0.02])
def test_turning_the_whole_scene_turns_every_output_with_it(package, the_map, e_r, figure):
    """10 rad/s about a tilted axis. 1e-12: the world velocities are 60 times the slip they must cancel to."""
    friction = {"friction.e_r": e_r, "friction.mu_r": e_r, "friction.map": the_map}
    error = turning_error(package, "contact", **friction)
    figure("relative error", error)
    assert error < 1e-12


def test_turning_scene_leaves_the_bristles_of_the_paper_behind(package):
    """Eq. (22) integrates z in world axes: 10 rad/s times z is missing in its rate."""
    assert turning_error(package, "paper") > 1e-3
