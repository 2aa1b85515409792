"""`asperity simulate` in Model Exchange, read off its CSV, against the independent integrations."""

from math import isinf

import numpy as np
import pytest
import reference_contact as reference
import reference_pendulum
from peaks import between
from reference_block import block_on_plate, break_forces
from reference_contact import TABLE_I
from test_experiments import difference

AS_PRINTED = ("friction.bristleFrame=paper", "friction.bristleLimit=paper")
TIGHT = dict(rtol=1e-12, atol=1e-14)
SCENES = {
    "incline": (1.0, lambda limit, frame: reference.incline(limit, frame, 1.0, **TIGHT), 4),
    "cylinder": (1.2, lambda limit, frame: reference.cylinder(limit, frame, 1.2, **TIGHT), 5),
    "cylinder-spatial": (1.2, lambda limit, frame: reference.cylinder(limit, frame, 1.2, 0.3, **TIGHT), 5),
    "pendulum": (1.3, lambda limit, _: reference_pendulum.paper_pendulum(limit, 1.3, **TIGHT), 5),
}


@pytest.mark.parametrize("printed", [False, True], ids=["unit's defaults", "as printed"])
@pytest.mark.parametrize("scene", SCENES)
def test_impacts_of_the_command_line_agree(simulate, scene, printed, figure):
    until, oracle, count = SCENES[scene]
    found = simulate(scene, until, *(AS_PRINTED if printed else ())).impacts()
    known = oracle(*(("paper", "paper") if printed else ("limited", "contact"))).impacts
    assert len(found) == count
    worst = difference(found, known)
    figure("largest relative difference", worst)
    assert worst < 1e-6


def test_all_impacts_of_the_pendulum_agree(simulate, figure):
    """38 until the tip stays, to 1e-5."""
    found = simulate("pendulum", 3.4).impacts()
    known = reference_pendulum.paper_pendulum("limited", 3.4, **TIGHT).impacts
    assert len(found) == 38 and isinf(found[-1].t_off)
    worst = difference(found, known)
    figure("largest relative difference", worst)
    assert worst < 1e-5


@pytest.mark.parametrize("configuration", ["a", "b"])
@pytest.mark.parametrize("mu, e", [(0.0, 0.5), (0.3, 1.0), (0.8, 0.5), (0.5, 0.01)])
def test_energy_loss_of_one_impact_agrees(simulate, configuration, mu, e, figure):
    run = simulate(f"impact-{configuration}", 0.5, f"scene.mu={mu}", f"scene.e={e}")
    (impact,) = run.impacts()[:1]
    kinetic = run["energyKinetic [J]"]
    after = kinetic[np.searchsorted(run["time [s]"], impact.t_off)]
    known = reference_pendulum.energy_loss(configuration, mu, e, rtol=1e-12, atol=1e-15)
    figure("difference, over the energy before", 1.0 - after / kinetic[0] - 1e-2 * known)
    assert 1.0 - after / kinetic[0] == pytest.approx(1e-2 * known, abs=1e-6)


@pytest.mark.parametrize("e", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("law", ["gonthier", "huntCrossley"])
def test_drop_agrees(simulate, law, e):
    """The ball touches at the start."""
    known = reference.Law(k=3.4e10, e=e, hunt_crossley=law == "huntCrossley")
    known = reference.head_on(known, 0.454, 1.0, rtol=1e-13, atol=1e-16).run(0.002, impacts=1).impacts[0]
    (found,) = simulate("drop", 0.002, f"scene.e={e}", f"compliance.law={law}").impacts()
    assert found.t_off - found.t_on == pytest.approx(known.t_off, rel=1e-6)
    assert (found.deepest, found.rebound) == pytest.approx((known.deepest, known.rebound), rel=1e-6)


def test_forces_at_which_the_block_breaks_loose_agree(simulate, figure):
    """Four breaks in 60 s; the largest force before the slip exceeds v_S, from break to break, which lies between rows."""
    run = simulate("stick-slip", 60.0)
    slip = run["slipSpeed [m/s]"]
    force = np.hypot(run["frictionForce_x [N]"], run["frictionForce_y [N]"])
    ends = np.flatnonzero((slip[:-1] < TABLE_I.v_s) & (slip[1:] >= TABLE_I.v_s)) + 1
    starts = [0, *((ends[:-1] + ends[1:]) // 2)]
    time = run["time [s]"]
    known = block_on_plate(TABLE_I, 0.05, 60.0, rtol=1e-11, atol=1e-14, max_step=0.01)
    assert len(ends) == len(known.marks) == 4
    for start, end, mark, peak in zip(starts, ends, known.marks, break_forces(known, 0.05)):
        least, most = between(time, force, start + int(np.argmax(force[start:end])))
        figure("force between rows over the reference less 1", (least / peak - 1.0, most / peak - 1.0))
        assert least * (1.0 - 1e-6) <= peak <= most * (1.0 + 1e-6)
        assert time[end - 1] - 1e-6 * mark <= mark <= time[end] + 1e-6 * mark
