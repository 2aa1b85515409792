"""A contact in general position, for both pairs: tilted, both bodies moving and turning, any state of the law."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Regime:
    """A state of the contact: how deep, how fast (normal rate > 0 approaching), which slip, which bristles."""

    depth: float = 2e-3
    rate: float = 0.1
    slip: tuple = (0.0, 0.0)
    z: tuple = (1e-5, -5e-6)
    s_dw: float = 0.4
    settings: dict = field(default_factory=dict)


# At 2 mm the elastic force is 89.4 N; mu f_n is about 40 N, and sigma_0 = 1e5 N/m holds that at 0.4 mm.
# A rate of 0.1 m/s latches v_i = 0.1 m/s at the start, where 1 + a*rate = 1 + d/e = 2.43.
REGIMES = {
    "apart": Regime(depth=-1e-3, slip=(2e-3, 1e-3)),
    "sticking": Regime(slip=(2e-3, 1e-3)),
    "sticking inside v_eps": Regime(slip=(3e-5, -4e-5)),
    "saturated": Regime(slip=(2e-3, 1e-3), z=(2e-3, 1e-3), settings={"friction.bristleLimit": "paper"}),
    "bristle at its bound": Regime(slip=(4e-3, 2e-3), z=(8e-4, 4e-4)),
    "sliding": Regime(slip=(0.02, 0.012), z=(3e-4, 1e-4), s_dw=0.1),
    "viscous": Regime(slip=(0.02, 0.012), settings={"friction.sigma_2": 30.0}),
    "clipped": Regime(rate=-1.0, slip=(2e-3, 1e-3)),
    "elastic": Regime(slip=(2e-3, 1e-3), settings={"compliance.law": "elastic"}),
    "no friction": Regime(slip=(2e-3, 1e-3), settings={"friction.law": "none"}),
    "frame of the paper": Regime(slip=(2e-3, 1e-3), settings={"friction.bristleFrame": "paper"}),
}


@dataclass(frozen=True)
class Scene:
    """Inputs and shape parameters of the unit, and the geometry they were made from."""

    inputs: dict
    n: np.ndarray
    p_a: np.ndarray
    r_i: np.ndarray
    r_j: np.ndarray
    v_r: np.ndarray
    w_i: np.ndarray
    w_j: np.ndarray
    z: np.ndarray


W_I, W_J = np.array((0.4, -0.3, 0.7)), np.array((-0.2, 0.5, 0.1))


def external(regime: Regime) -> Scene:
    """The external pair; its normal is not of unit length."""
    n = np.array((0.3, -0.2, 0.9))
    e1 = np.cross((0.0, 1.0, 0.0), n)
    n, e1 = n / np.linalg.norm(n), e1 / np.linalg.norm(e1)
    e2 = np.cross(n, e1)
    v_r = regime.slip[0] * e1 + regime.slip[1] * e2 - regime.rate * n
    p_a, r_i, r_j = (np.array(r) for r in ((0.2, -0.1, 0.3), (0.25, -0.05, 0.38), (-0.3, 0.1, 0.02)))
    inputs = {
        "penetration": regime.depth,
        "contactNormal": 1.1 * n,
        "relativeVelocity": v_r,
        "contactPoint": p_a,
        "positionI": r_i,
        "positionJ": r_j,
        "angularVelocityI": W_I,
        "angularVelocityJ": W_J,
    }
    return Scene(inputs, n, p_a, r_i, r_j, v_r, W_I, W_J, e1 * regime.z[0] + e2 * regime.z[1])


def sphere_plane(regime: Regime) -> Scene:
    """The same contact from poses: sphere off its frame, plane off its own, quaternions not of unit length."""
    q_j, q_i = np.array((0.9, 0.2, -0.3, 0.1)), np.array((0.7, -0.4, 0.3, 0.5))
    q_j, q_i = q_j / np.linalg.norm(q_j), q_i / np.linalg.norm(q_i)
    radius, center, height = 0.12, np.array((0.01, -0.02, 0.015)), 0.05
    normal_in_j, e1_in_j = np.array((0.0, 0.6, 0.8)), np.array((1.0, 0.0, 0.0))
    n, e1 = rotated(q_j, normal_in_j), rotated(q_j, e1_in_j)
    e2 = np.cross(n, e1)
    r_j = np.array((0.2, -0.1, 0.3))
    sphere = r_j + n * (height + radius - regime.depth) + 0.03 * e1 - 0.02 * e2
    r_i, p_a = sphere - rotated(q_i, center), sphere - radius * n
    v_j = np.array((0.1, 0.2, -0.05))
    v_r = regime.slip[0] * e1 + regime.slip[1] * e2 - regime.rate * n
    v_i = v_r + v_j + np.cross(W_J, p_a - r_j) - np.cross(W_I, p_a - r_i)
    inputs = {
        "geometry.radiusI": radius,
        "geometry.centerI": center,
        "geometry.heightJ": height,
        "geometry.normalJ": 1.1 * normal_in_j,
        "positionI": r_i,
        "positionJ": r_j,
        "orientationI": 1.05 * q_i,
        "orientationJ": 0.95 * q_j,
        "velocityI": v_i,
        "velocityJ": v_j,
        "angularVelocityI": W_I,
        "angularVelocityJ": W_J,
    }
    return Scene(inputs, n, p_a, r_i, r_j, v_r, W_I, W_J, e1 * regime.z[0] + e2 * regime.z[1])


def rotated(q, v):
    """v turned by the unit quaternion q."""
    w, u, v = q[0], np.asarray(q[1:]), np.asarray(v, float)
    return v + 2.0 * w * np.cross(u, v) + 2.0 * np.cross(u, np.cross(u, v))


PAIRS = {"external": external, "spherePlane": sphere_plane}
