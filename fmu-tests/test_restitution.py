"""The restitution that each damping law really gives, in Model Exchange, against its closed form."""

from math import sqrt

import pytest
from drop import HeadOn
from masters import ExchangeHost
from reference_spin import (
    SpinLaw,
    damping_ratio,
    restitution_of_damping,
    restitution_of_damping_ratio,
)

NOMINAL = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
# u = a v_i of each law, whose restitution is that of [G04 eq. 9]; v_i drops out.
DAMPING = {
    "huntCrossley": lambda e: 1.5 * (1.0 - e),
    "lankaraniNikravesh": lambda e: 0.75 * (1.0 - e * e),
    "flores": lambda e: 1.6 * (1.0 - e) / e,
}
KNOWN = {
    "gonthier": lambda e: e,
    "kelvinVoigt": lambda e: e,
    "elastic": lambda _: 1.0,
    **{law: lambda e, u=u: restitution_of_damping(u(e)) for law, u in DAMPING.items()},
}


def rebound(package, settings, v_i=1.0, mass=2.0):
    """Speed after over speed before, without gravity, and what the unit says it is."""
    with package.unit(settings={"friction.law": "none", **settings}) as unit:
        host = ExchangeHost(unit, HeadOn(mass=mass, v=v_i, x=-1e-4 * v_i), rtol=1e-12, atol=1e-15)
        host.run(20.0, watch=lambda h: bool(h.events) and not h.touching)
        return -host.plant_state[1] / v_i, unit.get("effectiveRestitution")


def law_settings(law, e):
    """Any stiffness and mass; flores without its two limits."""
    settings = {"compliance.law": law, "compliance.e": e}
    if law == "kelvinVoigt":
        settings |= {"compliance.p": 1.0, "compliance.m": 2.0}
    if law == "flores":
        settings |= {"compliance.vsmall": 1e-3, "compliance.d_max": 1e6}
    return settings


@pytest.mark.parametrize("e", NOMINAL)
@pytest.mark.parametrize("law", KNOWN)
def test_each_law_gives_the_restitution_of_its_closed_form(package, law, e, figure):
    """To 1e-6, and the unit says so itself."""
    known = KNOWN[law](e)
    found, said = rebound(package, law_settings(law, e))
    figure("measured less closed form", found - known)
    assert found == pytest.approx(known, abs=1e-6)
    assert said == pytest.approx(known, rel=1e-12)


def test_published_restitution_of_half_a_nominal_one(package):
    """0.66296, 0.72524 and 0.4704448, found elsewhere as roots of [G04 eq. 9]."""
    for law, known, places in (
        ("huntCrossley", 0.66296, 5e-6),
        ("lankaraniNikravesh", 0.72524, 5e-6),
        ("flores", 0.4704448, 5e-8),
    ):
        assert KNOWN[law](0.5) == pytest.approx(known, abs=places)
        found, said = rebound(package, law_settings(law, 0.5))
        assert found == pytest.approx(known, abs=places + 1e-8)
        assert said == pytest.approx(known, abs=places)


@pytest.mark.parametrize("e", NOMINAL)
@pytest.mark.parametrize("ratio", [0.25, 0.6, 3.0])
def test_linear_damper_meets_another_mass_with_another_restitution(package, e, ratio, figure):
    """c is made for compliance.m: for m' the damping ratio is zeta sqrt(m/m')."""
    known = restitution_of_damping_ratio(damping_ratio(e) * sqrt(1.0 / ratio))
    found, said = rebound(package, law_settings("kelvinVoigt", e), mass=2.0 * ratio)
    figure("measured less closed form", found - known)
    assert found == pytest.approx(known, abs=1e-6)
    assert said == pytest.approx(e, rel=1e-12)


@pytest.mark.parametrize("v_i, small, d_max", [(0.005, 0.01, 2000.0), (0.2, 0.2, 30.0), (1.0, 0.01, 0.7)])
def test_flores_at_its_limits_gives_the_restitution_of_d_max(package, v_i, small, d_max, figure):
    """Up to vsmall e counts as 0, and beyond it d_max caps the damping: u = d_max v_i [M3D]."""
    settings = {"compliance.law": "flores", "compliance.vsmall": small, "compliance.d_max": d_max}
    known = restitution_of_damping(d_max * v_i)
    found, said = rebound(package, settings, v_i)
    figure("measured less closed form", found - known)
    assert found == pytest.approx(known, abs=1e-6)
    assert said == pytest.approx(known, rel=1e-12)


@pytest.mark.parametrize("law", ["lankaraniNikravesh", "flores", "kelvinVoigt"])
def test_restitution_that_falls_with_speed_counts_in_every_law(package, law):
    """e = 0.9 - 0.2*2 = 0.5 at 2 m/s [G04 eq. 12]."""
    found, said = rebound(package, law_settings(law, 0.9) | {"compliance.alpha": 0.2}, v_i=2.0)
    assert found == pytest.approx(KNOWN[law](0.5), abs=1e-6)
    assert said == pytest.approx(KNOWN[law](0.5), rel=1e-12)


def test_linear_damper_lets_go_where_its_force_ends(package):
    """Not where the bodies part: at that depth x = 0 is far, and the body flies on without force."""
    e = 0.3
    law = SpinLaw(damping_law="kelvinVoigt", p=1.0, e=e, mass=2.0)
    with package.unit(settings={"friction.law": "none", **law_settings("kelvinVoigt", e)}) as unit:
        host = ExchangeHost(unit, HeadOn(mass=2.0, v=1.0, x=-1e-4), rtol=1e-12, atol=1e-15)
        forces = []

        def watch(h):
            x, x_rate = h.plant_state
            forces.append((h.outputs("normalForce")[0], law.normal_force(x, x_rate, 1.0) if h.touching else 0.0))
            return bool(h.events) and not h.touching

        host.run(1.0, watch)
        let_go = next(event.plant for event in host.events[1:] if event.touching)
    # the indicator that finds it is k x + c x_rate over k, with the hysteresis of 1e-12 m
    assert let_go[0] == pytest.approx(-law.damping(1.0) * let_go[1], abs=3e-12)
    assert let_go[1] == pytest.approx(-e, abs=1e-9)
    assert all(got == pytest.approx(known, rel=1e-9, abs=1e-6) for got, known in forces)
    assert min(got for got, _ in forces) == 0.0


@pytest.mark.parametrize("v_i", [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0])
def test_restitution_is_e_at_any_speed(package, v_i, figure):
    """Whatever vMin is: it belongs to bodies set down."""
    found, said = rebound(package, {"compliance.vMin": 0.1}, v_i=v_i)
    figure("measured less e", found - 0.5)
    assert found == pytest.approx(0.5, abs=1e-6)
    assert said == 0.5


CURVES = {
    # 0.8 up to 0.1 m/s, half of it 16 times as fast
    "power": ({"compliance.e": 0.8}, {0.01: 0.8, 0.1: 0.8, 1.6: 0.4}),
    "table": (
        {
            "compliance.tablePoints": 3,
            **{f"compliance.tableSpeed[{k}]": v for k, v in ((1, 0.5), (2, 1.0), (3, 3.0))},
            **{f"compliance.tableE[{k}]": e for k, e in ((1, 0.9), (2, 0.7), (3, 0.4))},
        },
        {0.1: 0.9, 0.75: 0.8, 2.0: 0.55, 10.0: 0.4},
    ),
    "constant": ({"compliance.alpha": 0.1}, {1.0: 0.5}),
    "linear": ({"compliance.alpha": 0.1}, {1.0: 0.4}),
}


@pytest.mark.parametrize("curve", CURVES)
def test_restitution_follows_its_curve(package, curve):
    settings, points = CURVES[curve]
    for v_i, e in points.items():
        found, said = rebound(package, {"compliance.restitution": curve, **settings}, v_i=v_i)
        assert found == pytest.approx(e, abs=1e-6)
        assert said == pytest.approx(e, rel=1e-14)


@pytest.mark.parametrize("v_i", [1e-6, 1e-4, 1e-2])
def test_soft_landing_has_no_jump_of_force(package, v_i, figure):
    """Gravity makes a slow landing faster than it began, and v_i follows at events; none of them moves the force."""
    with package.unit(settings={"friction.law": "none"}) as unit:
        host = ExchangeHost(unit, HeadOn(mass=2.0, v=v_i, x=-1e-3 * v_i, gravity=9.81), rtol=1e-10, atol=1e-16)
        jumps, speeds = [], []
        event = unit.event

        def watched():
            before = unit.get("normalForce")
            answer = event()
            after = unit.get("normalForce")
            if before > 0.0 and after > 0.0:
                jumps.append(abs(after / before - 1.0))
                speeds.append(-unit.get("relativeVelocity")[2] if unit.get("contactActive") else 0.0)
            return answer

        unit.event = watched
        host.run(0.02)
        figure("largest jump of the force", max(jumps))
        assert len(jumps) > 1
        assert max(jumps) <= 1e-12


def pressed_slowly(package, order, k, h, settings):
    """Least and largest force [N] in the last fifth of 2.5 s: 2 kg touch at 1 um/s and are pressed with 20 N within 2 s."""
    mass, steps = 2.0, round(2.5 / h)
    x, v, before, forces = -1e-9, 1e-6, 0.0, []
    given = {"friction.law": "none", "geometry.pair": "external", "compliance.k": k, "coupling.order": order}
    with package.unit("CoSimulation", settings={**given, **settings}) as unit:
        unit.start({"penetration": x, "relativeVelocity": (0.0, 0.0, -v)})
        inputs, outputs = unit.channel("penetration", "relativeVelocity"), unit.channel("normalForce")
        for n in range(steps):
            inputs.write((x, 0.0, 0.0, -v))
            unit.step(n * h, h)
            after = outputs.read()[0]
            force, before = (after if order == "sequential" else before), after
            v += h * (10.0 * min(n * h, 2.0) - force) / mass
            x += h * v
            forces.append(force)
    last = forces[-steps // 5 :]
    return min(last), max(last)


@pytest.mark.parametrize("order, k, h", [("sequential", 1e10, 1e-4), ("sequential", 1e8, 1e-4), ("parallel", 1e8, 2e-5)])
def test_slowly_pressed_bodies_rest_after_the_slowest_touch(package, order, k, h, figure):
    """Statics: 20 N. The damper of 1 um/s is too hard for these steps; bodies that part and are pressed on are held by vMin."""
    least, largest = pressed_slowly(package, order, k, h, {})
    figure("force [N]", [least, largest])
    # while the load is just reached the force still follows it, within 0.01 %
    assert (least, largest) == pytest.approx((20.0, 20.0), rel=2e-4)


@pytest.mark.parametrize("order", ["sequential", "parallel"])
def test_slowly_pressed_bodies_rest_where_restitution_rises_to_one(package, order, figure):
    """Statics: 20 N, in steps that are too long for the damper of vMin with a parallel master."""
    rising = {
        "compliance.restitution": "table",
        "compliance.tablePoints": 2,
        "compliance.tableSpeed[1]": 0.0,
        "compliance.tableSpeed[2]": 1e-3,
        "compliance.tableE[1]": 1.0,
        "compliance.tableE[2]": 0.5,
    }
    resting = pressed_slowly(package, order, 1e10, 1e-4, rising)
    figure("force [N]", resting)
    # while the load is just reached the force still follows it, within 0.01 %
    assert resting == pytest.approx((20.0, 20.0), rel=2e-4)
