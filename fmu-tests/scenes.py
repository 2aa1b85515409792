"""A contact in general position, for every pair: tilted, both bodies moving and turning, any state of the law."""

from dataclasses import dataclass, field, replace

import numpy as np


@dataclass(frozen=True)
class Regime:
    """A state of the contact: how deep, how fast (normal rate > 0 approaching), which slip, which bristles."""

    depth: float = 2e-3
    rate: float = 0.1
    slip: tuple = (0.0, 0.0)
    z: tuple = (1e-5, -5e-6)
    s_dw: float = 0.4
    z_r: float = 0.0
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
    "Hunt-Crossley": Regime(slip=(2e-3, 1e-3), settings={"compliance.law": "huntCrossley", "compliance.alpha": 0.5}),
    "no friction": Regime(slip=(2e-3, 1e-3), settings={"friction.law": "none"}),
    "frame of the paper": Regime(slip=(2e-3, 1e-3), settings={"friction.bristleFrame": "paper"}),
    "point of the paper": Regime(slip=(2e-3, 1e-3), settings={"geometry.point": "paper"}),
}

# With a part about the normal: the bodies turn against each other with 0.3 rad/s about it, and faster across it.
TWISTED = Regime(slip=(2e-3, 1e-3), z_r=2e-5, settings={"friction.e_r": 5e-3})


def twisted(settings=None, **more) -> Regime:
    return replace(TWISTED, settings=TWISTED.settings | (settings or {}), **more)


def moving(settings, **more) -> Regime:
    return Regime(slip=(2e-3, 1e-3), settings=settings, **more)


KELVIN_VOIGT = {"compliance.law": "kelvinVoigt", "compliance.p": 1.0, "compliance.k": 1e4}
SPIN_REGIMES = {
    "twisted": twisted(),
    "twisted to the bound": twisted(z=(8e-4, 4e-4), z_r=5e-4),
    "twisted beyond the bound": twisted({"friction.bristleLimit": "paper"}, z=(2e-3, 1e-3), z_r=-1e-3),
    "spinning": twisted({"friction.e_r": 0.1, "friction.sigma_2": 30.0}, z_r=3e-4),
    "spinning at the contact radius": twisted({"friction.e_rSource": "contactRadius"}),
    "mixed": twisted({"friction.map": "mixed"}, z=(8e-4, 4e-4), z_r=5e-4),
    "mixed, the twist at its bound": twisted({"friction.map": "mixed"}, z_r=-8e-4),
    "polyhedron": twisted({"friction.map": "polyhedron"}),
    "polyhedron, on a face": twisted({"friction.map": "polyhedron"}, z=(8e-4, 4e-5), z_r=2e-5),
    "polyhedron, at a corner": twisted({"friction.map": "polyhedron", "friction.e_r": 0.2}, slip=(0.02, 0.013)),
    "Coulomb": twisted({"friction.law": "coulomb", "friction.e_r": 0.1}, slip=(0.02, 0.012)),
    "Coulomb inside vsmall": twisted({"friction.law": "coulomb"}),
    "Coulomb, polyhedron": twisted({"friction.law": "coulomb", "friction.map": "polyhedron"}, slip=(3e-4, 1e-4)),
    "rolling": twisted({"friction.mu_r": 0.05}),
    "rolling inside wsmall": twisted({"friction.mu_r": 0.05, "friction.wsmall": 5.0}),
    "Lankarani-Nikravesh": moving({"compliance.law": "lankaraniNikravesh", "compliance.alpha": 0.5}),
    "Flores": moving({"compliance.law": "flores"}),
    "Flores at d_max": moving({"compliance.law": "flores", "compliance.d_max": 3.0}),
    "Kelvin-Voigt": moving(KELVIN_VOIGT),
    "Kelvin-Voigt let go": moving(KELVIN_VOIGT, rate=-1.0),
    "materials": moving({"compliance.source": "materials", "material.k_red": 1e-5}),
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
    n_rate: np.ndarray
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
    n_rate = np.cross(W_J, n)  # a given normal turns with body j
    return Scene(inputs, n, p_a, r_i, r_j, v_r, W_I, W_J, n_rate, e1 * regime.z[0] + e2 * regime.z[1])


# Poses of the geometric pairs: shapes off their frames, quaternions not of unit length.
Q_I, Q_J = (np.array(q) / np.linalg.norm(q) for q in ((0.7, -0.4, 0.3, 0.5), (0.9, 0.2, -0.3, 0.1)))
R_J, V_J = np.array((0.2, -0.1, 0.3)), np.array((0.1, 0.2, -0.05))
RADIUS_I, CENTER_I = 0.12, np.array((0.01, -0.02, 0.015))


def sphere_plane(regime: Regime) -> Scene:
    """The same contact from poses."""
    height, normal_in_j, e1_in_j = 0.05, np.array((0.0, 0.6, 0.8)), np.array((1.0, 0.0, 0.0))
    n, e1 = rotated(Q_J, normal_in_j), rotated(Q_J, e1_in_j)
    foot = R_J + n * height + 0.03 * e1 - 0.02 * np.cross(n, e1)
    shapes = {"geometry.heightJ": height, "geometry.normalJ": 1.1 * normal_in_j}
    return sphere_on(regime, n, e1, foot, shapes, lambda _c, _v: np.cross(W_J, n), flat=True)


def around_a_centre(side: int):
    """Sphere outside (side 1) or inside (-1) of a sphere."""

    def scene(regime: Regime) -> Scene:
        radius, center_in_j = 0.4, np.array((0.03, 0.02, -0.01))
        out, e1 = rotated(Q_J, (0.48, 0.6, 0.64)), rotated(Q_J, (0.8, 0.0, -0.6))
        centre = R_J + rotated(Q_J, center_in_j)
        v_centre = V_J + np.cross(W_J, centre - R_J)

        def n_rate(c_i, v_ci):
            d, d_rate = c_i - centre, v_ci - v_centre
            return side * unit_rate(d, d_rate)

        shapes = {"geometry.radiusJ": radius, "geometry.centerJ": center_in_j}
        return sphere_on(regime, side * out, e1, centre + radius * out, shapes, n_rate)

    return scene


def around_an_axis(side: int):
    """Sphere outside (side 1) or inside (-1) of a cylinder."""

    def scene(regime: Regime) -> Scene:
        radius, center_in_j, axis_in_j = 0.4, np.array((0.03, 0.02, -0.01)), np.array((0.64, 0.6, -0.48))
        out_in_j = np.cross(axis_in_j, (0.5, 0.2, 1.0))
        out, a = rotated(Q_J, out_in_j / np.linalg.norm(out_in_j)), rotated(Q_J, axis_in_j)
        centre = R_J + rotated(Q_J, center_in_j)
        v_centre, a_rate = V_J + np.cross(W_J, centre - R_J), np.cross(W_J, a)

        def n_rate(c_i, v_ci):
            d, d_rate = c_i - centre, v_ci - v_centre
            across = d - a * (a @ d)
            return side * unit_rate(across, d_rate - a_rate * (a @ d) - a * (a_rate @ d + a @ d_rate))

        shapes = {
            "geometry.radiusJ": radius,
            "geometry.centerJ": center_in_j,
            "geometry.axisJ": 1.1 * axis_in_j,
        }
        return sphere_on(regime, side * out, a, centre + radius * out + 0.17 * a, shapes, n_rate)

    return scene


def unit_rate(d, d_rate):
    """Rate of d/|d|."""
    length = np.linalg.norm(d)
    return d_rate / length - d * (d @ d_rate) / length**3


def sphere_on(regime: Regime, n, e1, foot, shapes: dict, n_rate, flat=False) -> Scene:
    """The sphere at the point `foot` of the surface of body j; `n_rate` from place and velocity of its centre.

    The force of two curved surfaces acts half-way between `foot` and the deepest point of the sphere, that of a plane
    and of [G04 eq. 27] at the latter.
    """
    e2 = np.cross(n, e1)
    deepest = foot - regime.depth * n
    as_printed = flat or regime.settings.get("geometry.point") == "paper"
    p_a = deepest if as_printed else 0.5 * (foot + deepest)
    sphere = deepest + RADIUS_I * n
    r_i = sphere - rotated(Q_I, CENTER_I)
    v_r = regime.slip[0] * e1 + regime.slip[1] * e2 - regime.rate * n
    v_i = v_r + V_J + np.cross(W_J, p_a - R_J) - np.cross(W_I, p_a - r_i)
    inputs = {
        "geometry.radiusI": RADIUS_I,
        "geometry.centerI": CENTER_I,
        **shapes,
        "positionI": r_i,
        "positionJ": R_J,
        "orientationI": 1.05 * Q_I,
        "orientationJ": 0.95 * Q_J,
        "velocityI": v_i,
        "velocityJ": V_J,
        "angularVelocityI": W_I,
        "angularVelocityJ": W_J,
    }
    turning = n_rate(sphere, v_i + np.cross(W_I, sphere - r_i))
    return Scene(inputs, n, p_a, r_i, R_J, v_r, W_I, W_J, turning, e1 * regime.z[0] + e2 * regime.z[1])


def rotated(q, v):
    """v turned by the unit quaternion q."""
    w, u, v = q[0], np.asarray(q[1:]), np.asarray(v, float)
    return v + 2.0 * w * np.cross(u, v) + 2.0 * np.cross(u, np.cross(u, v))


PAIRS = {
    "external": external,
    "spherePlane": sphere_plane,
    "sphereSphere": around_a_centre(1),
    "sphereInCylinder": around_an_axis(-1),
    "sphereOnCylinder": around_an_axis(1),
    "sphereInSphere": around_a_centre(-1),
}
