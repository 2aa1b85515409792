"""A ball bounces on an inclined plane and comes to roll [G04 section 4.1, Figs 9 and 10].

The plane is turned by 20 degrees about +Y; the ball starts 0.5 m above it. Example:

    python incline.py Asperity.fmu --out incline.csv
"""

import numpy as np
from common import main, parser, print_impacts, print_ledger, print_table, simulate, write_csv

SLOPE = np.radians(20.0)
NORMAL = np.array((np.sin(SLOPE), 0.0, np.cos(SLOPE)))
DOWNHILL = np.array((np.cos(SLOPE), 0.0, -np.sin(SLOPE)))
# [G04] Table II and the normal force of section 4.1
BALL_SETTINGS = {
    "compliance.k": 1e6,
    "compliance.p": 1.5,
    "compliance.e": 0.5,
    "friction.mu_S": 0.45,
    "friction.mu_C": 0.4,
    "friction.sigma_0": 1e5,
    "friction.sigma_1": 1e4,
    "friction.sigma_2": 0.0,
    "friction.v_S": 0.1,
    "friction.tau_dw": 0.01,
    "geometry.radiusI": 0.1,
}
SETTINGS = BALL_SETTINGS | {
    "geometry.pair": "spherePlane",
    "orientationJ": (np.cos(SLOPE / 2), 0.0, np.sin(SLOPE / 2), 0.0),
}


class BallOnPlane:
    """A solid sphere as body i over a plane at rest through the origin.

    State: position, velocity, angular velocity (3 each), orientation quaternion w, x, y, z.
    """

    input_names = ("positionI", "velocityI", "angularVelocityI", "orientationI")
    output_names = ("forceI", "torqueI")
    columns = ["x [m]", "y [m]", "z [m]", "v_x [m/s]", "v_y [m/s]", "v_z [m/s]"]
    columns += ["omega_x [rad/s]", "omega_y [rad/s]", "omega_z [rad/s]", "q_w [1]", "q_x [1]", "q_y [1]", "q_z [1]"]

    def __init__(self, mass=2.0, radius=0.1, position=(0, 0, 0), velocity=(0, 0, 0), spin=(0, 0, 0), normal=(0, 0, 1)):
        self.mass, self.radius, self.inertia = mass, radius, 0.4 * mass * radius**2
        self.normal, self.gravity = np.array(normal, float), np.array((0.0, 0.0, -9.81))
        self.start = np.concatenate([position, velocity, spin, (1, 0, 0, 0)]).astype(float)

    def inputs(self, _t, y):
        return y

    def rates(self, _t, y, outputs):
        wx, wy, wz = y[6:9]
        w, a, b, c = y[9:13]
        rates = np.empty(13)
        rates[0:3] = y[3:6]
        rates[3:6] = self.gravity + outputs[0:3] / self.mass
        rates[6:9] = outputs[3:6] / self.inertia
        rates[9] = -0.5 * (wx * a + wy * b + wz * c)
        rates[10] = 0.5 * (wx * w + wy * c - wz * b)
        rates[11] = 0.5 * (wy * w + wz * a - wx * c)
        rates[12] = 0.5 * (wz * w + wx * b - wy * a)
        return rates

    def depth(self, _t, y):
        return self.radius - y[0:3] @ self.normal, -(y[3:6] @ self.normal)


def ball():
    return BallOnPlane(position=0.6 * NORMAL, velocity=(-1.0, 0.5, 0.0), normal=NORMAL)


def last_slip(run, v_eps=1e-3):
    """The time after which the slip speed stays below v_eps [s]."""
    slipping = np.flatnonzero((run["slipSpeed [m/s]"] > v_eps) | (run["contactActive [1]"] == 0.0))
    return run["time [s]"][slipping[-1]] if len(slipping) else 0.0


def experiment(package, arguments):
    a = arguments
    run = simulate(package, ball(), SETTINGS, a.until, a.mode, a.step, a.rtol, a.paper)
    print_impacts(run.impacts)
    velocity = np.column_stack([run[f"v_{axis} [m/s]"] for axis in "xyz"]) @ DOWNHILL
    time = run["time [s]"]
    rows = [["rolls from [s]", last_slip(run)], ["downhill speed at the end [m/s]", velocity[-1]]]
    late = time > 0.9 * a.until
    if np.count_nonzero(late) > 2:
        rows.append(["downhill acceleration at the end [m/s2]", np.polyfit(time[late], velocity[late], 1)[0]])
        rows.append(["that of rolling, 5/7 g sin 20 deg [m/s2]", 5 / 7 * 9.81 * np.sin(SLOPE)])
    print_table("Rolling", ["", ""], rows)
    print_ledger(run)
    write_csv(a.out, run)


if __name__ == "__main__":
    main(experiment, parser(__doc__, until=2.5))
