"""The scenes of spinning, rolling and the further laws by `asperity simulate`, against independent integrations."""

from math import pi, sqrt

import numpy as np
import pytest
import reference_contact as reference
from reference_spin import SpinLaw, restitution_of_damping
from scipy.integrate import solve_ivp

GRAVITY = 9.81


def test_bouncing_ball_of_flores_agrees(simulate, figure):
    """1 kg on 1e12 N/m^1.5 from 0.5 m: speeds and times of eight rebounds, and the ninth impact, below 0.01 m/s, is the
    last; the first rebound is 0.4704448 of the approach but for 5e-5 by gravity during the impact."""
    law = SpinLaw(damping_law="flores", k=1e12)
    known = reference.head_on(law, 1.0, 0.0, x=-0.5, gravity=GRAVITY, rtol=1e-12, atol=1e-15).run(1.0).impacts
    found = simulate("bouncing-ball", 1.0).impacts()
    assert len(found) == len(known) == 9
    names = ("t_on", "approach", "rebound")
    pairs = [(getattr(a, name), getattr(b, name)) for a, b in zip(found, known[:8]) for name in names]
    differences = [a / b - 1.0 for a, b in pairs]
    figure("largest relative difference of times and speeds", max(differences, key=abs))
    assert np.max(np.abs(differences)) < 1e-5
    assert found[8].approach < 0.01 and found[8].rebound == 0.0
    assert found[0].rebound / found[0].approach == pytest.approx(restitution_of_damping(1.6), abs=1e-4)


def rigid_sliding(velocity, spin, mu, e_r, mass, inertia, radius, times):
    """Coulomb friction with spin, force and moment against the generalised slip (maximum work, [PT96]): a body with its
    weight on a plane, its contact `radius` below its centre; velocity (3) and spin (3) over time."""
    arm = np.array((0.0, 0.0, -radius))

    def rate(_t, y):
        slip = y[:3] + np.cross(y[3:], arm)
        size = sqrt(slip @ slip + (e_r * y[5]) ** 2)
        force = -mu * mass * GRAVITY * slip / size
        moment = -mu * mass * GRAVITY * e_r**2 * y[5] / size
        return np.concatenate([force / mass, (np.cross(arm, force) + (0.0, 0.0, moment)) / inertia])

    start = np.concatenate([velocity, spin])
    # between its steps DOP853 knows the motion less well than at their ends: no long ones
    how = dict(method="DOP853", rtol=1e-12, atol=1e-14, max_step=times[-1] / 100.0)
    return solve_ivp(rate, (0.0, times[-1]), start, t_eval=times, **how).y.T


def columns(run, name):
    return np.column_stack([run[f"{name}_{axis}"] for axis in ("x [m/s]", "y [m/s]", "z [m/s]")])


def test_spinning_disc_agrees(simulate, figure):
    """Until the generalised slip falls to ten times v_S; force and moment bound each other all the while."""
    radius, mu, mass, v_s = 0.05, 0.2, 0.17, 3e-3
    e_r = 2.0 / 3.0 * radius
    run = simulate("spinning-disc", 0.6)
    v, w = run["velocity_x [m/s]"], run["angularVelocity [rad/s]"]
    fast = np.flatnonzero(np.hypot(v, e_r * w) > 10.0 * v_s)
    times, at = np.unique(run["time [s]"][fast], return_index=True)
    # it falls by mu g at most, and the rows are 20 ms apart at most
    least = (np.hypot(0.5, 20.0 * e_r) - 10.0 * v_s) / (mu * GRAVITY) - 0.02
    assert times[0] == 0.0 and times[-1] > least and np.all(np.diff(fast) == 1)
    known = rigid_sliding((0.5, 0, 0), (0, 0, 20.0), mu, e_r, mass, 0.5 * mass * radius**2, 0.0, times)
    off = np.max(np.abs(np.column_stack([v[fast][at] - known[:, 0], e_r * (w[fast][at] - known[:, 5])])))
    figure("largest difference of velocity and e_r w [m/s]", off)
    assert off < 1e-8
    force = np.hypot(run["frictionForce_x [N]"], run["frictionForce_y [N]"])
    grip = np.hypot(force, run["frictionMoment_z [N.m]"] / e_r)
    assert np.max(grip / (mu * run["normalForce [N]"])) <= 1.0 + 1e-12
    # at the end it rests, but for the swing of the bristles, and all its energy is gone
    kinetic = 0.5 * mass * (0.5**2 + 0.5 * radius**2 * 20.0**2)
    assert run["energyDissipatedFriction [J]"][-1] == pytest.approx(kinetic, rel=1e-3)


def test_rolling_ball_agrees(simulate, figure):
    """Angular momentum about the contact falls by mu_r R m g, and the speed by 5/7 mu_r g."""
    mu_r, radius, mass = 0.03, 0.1, 2.0
    inertia = 0.4 * mass * radius**2
    run = simulate("rolling-ball", 4.0, "scene.mu_r=0.03")
    time, v = run["time [s]"], run["velocity_x [m/s]"]
    about = mass * radius * v + inertia * run["angularVelocity_y [rad/s]"]
    rolling = run["angularVelocity_y [rad/s]"] > 0.01
    off = np.max(np.abs(about - (about[0] - mu_r * radius * mass * GRAVITY * time))[rolling])
    assert off < 1e-8
    late = np.flatnonzero(rolling & (time > 0.5))
    deceleration = (v[late[0]] - v[late[-1]]) / (time[late[-1]] - time[late[0]])
    figure("deceleration over 5/7 mu_r g less 1", deceleration / (5 / 7 * mu_r * GRAVITY) - 1.0)
    assert deceleration == pytest.approx(5 / 7 * mu_r * GRAVITY, rel=1e-6)
    assert abs(v[-1]) < 1e-3


def test_billiard_ball_agrees(simulate, figure):
    """Slides as the rigid integration until the slip is ten times v_S; rolls with v of the angular momentum about its
    contact, whatever friction did, and spins on under mu m g e_r."""
    radius, mu, mass, e_r, v_s = 0.028575, 0.2, 0.17, 0.005, 0.01
    inertia = 0.4 * mass * radius**2
    spin = np.array((20.0, -20.0, 100.0))
    run = simulate("billiard", 1.0)
    v = columns(run, "velocity")
    w = np.column_stack([run[f"angularVelocity_{axis} [rad/s]"] for axis in "xyz"])
    slip = np.linalg.norm((v + np.cross(w, (0.0, 0.0, -radius)))[:, :2], axis=1)
    end = np.flatnonzero(slip < 10.0 * v_s)[0]
    times, at = np.unique(run["time [s]"][:end], return_index=True)
    # the slip falls by 7/2 mu g at most, and the rows are 20 ms apart at most
    assert times[0] == 0.0 and times[-1] > (slip[0] - 10.0 * v_s) / (3.5 * mu * GRAVITY) - 0.02
    known = rigid_sliding((1.0, 0, 0), spin, mu, e_r, mass, inertia, radius, times)
    off = max(np.max(np.abs(v[at] - known[:, :3])), radius * np.max(np.abs(w[at] - known[:, 3:])))
    figure("largest difference of velocity and R w while sliding [m/s]", off)
    assert off < 1e-8
    rolls = (5.0 * np.array((1.0, 0.0, 0.0)) + 2.0 * radius * np.cross(spin, (0.0, 0.0, 1.0))) / 7.0
    assert v[-1][:2] == pytest.approx(rolls[:2], abs=1e-4)
    time = run["time [s]"]
    late = np.flatnonzero((time > 0.6) & (w[:, 2] > 10.0))
    slows = (w[late[0], 2] - w[late[-1], 2]) / (time[late[-1]] - time[late[0]])
    assert slows == pytest.approx(mu * mass * GRAVITY * e_r / inertia, rel=1e-5)


def test_soft_finger_slips_where_force_and_moment_meet_the_bound(simulate, figure):
    """It twists by T/(sigma_0 e_r^2) and does not creep; it slips at T = e_r sqrt((mu_S f_n)^2 - W^2) [PT96 eq. 1]."""
    load, weight, mu_s, sigma_0, e_r, rate = 10.0, 2.0, 0.6, 2e4, 0.003, 0.004
    run = simulate("soft-finger", 7.7)
    time, angle = run["time [s]"], run["angle [rad]"]
    held = np.flatnonzero((time > 3.5) & (time < 5.0))
    figure("creep in the pause [rad]", np.ptp(angle[held]))
    assert np.ptp(angle[held]) < 1e-7
    # a slip of 1e-4 of it is left from the 2 s in which the torque grew
    assert angle[held[-1]] == pytest.approx(rate * 2.0 / (sigma_0 * e_r**2), rel=2e-4)
    grip = np.hypot(
        np.hypot(run["frictionForce_x [N]"], run["frictionForce_y [N]"]), run["frictionMoment_z [N.m]"] / e_r
    )
    assert np.max(grip) <= mu_s * load * (1.0 + 1e-9)
    level = 0.999 * mu_s * load
    slips = 5.0 + (e_r * sqrt(level**2 - weight**2) / rate - 2.0)
    after = np.flatnonzero(grip >= level)[0]
    let_go = np.interp(level**2, grip[after - 1 : after + 1] ** 2, time[after - 1 : after + 1])
    figure("bound is met, over closed form less 1", let_go / slips - 1.0)
    # grip^2 = W^2 + (rate t/e_r)^2, on the line through two rows 20 ms apart or less: h^2/(8 t) = 1.2e-5 s
    assert let_go == pytest.approx(slips, abs=2e-5)
    assert angle[-1] > pi
