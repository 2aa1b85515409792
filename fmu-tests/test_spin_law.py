"""Spinning and rolling friction and every law, one evaluation at a time, against reference_spin at random points."""

from dataclasses import replace
from math import pi
from zlib import crc32

import numpy as np
import pytest
from reference_spin import (
    SpinLaw,
    body_axes,
    contact,
    damping_ratio,
    effective_radius,
    onto_polyhedron,
    polyhedron_normals,
    restitution_of_damping_ratio,
    stiffness_of_materials,
)
from scenes import PAIRS, Q_J, RADIUS_I, Regime, rotated
from scipy.integrate import solve_ivp
from settings import spin_settings

MAPS = ["ellipsoid", "polyhedron", "mixed"]
DAMPING = ["gonthier", "elastic", "huntCrossley", "lankaraniNikravesh", "flores", "kelvinVoigt"]
# 1/R_eff = 1/R_i + mean curvature of body j, whose sphere or cylinder has 0.4 m in scenes.py
RADIUS_J = 0.4
EFFECTIVE = {
    "external": effective_radius(0.1, 1.0, False, True),
    "spherePlane": RADIUS_I,
    "sphereSphere": 1.0 / (1.0 / RADIUS_I + 1.0 / RADIUS_J),
    "sphereInCylinder": 1.0 / (1.0 / RADIUS_I - 0.5 / RADIUS_J),
    "sphereOnCylinder": 1.0 / (1.0 / RADIUS_I + 0.5 / RADIUS_J),
    "sphereInSphere": 1.0 / (1.0 / RADIUS_I - 1.0 / RADIUS_J),
}


def random_law(rng, pair, the_map) -> SpinLaw:
    damping, friction = rng.choice(DAMPING), rng.choice(["dwell", "dwell", "dwell", "coulomb", "none"])
    return SpinLaw(
        damping_law=str(damping),
        p=1.0 if damping == "kelvinVoigt" else rng.uniform(1.0, 2.5),
        k=10.0 ** rng.uniform(4.0, 7.0),
        e=rng.uniform(0.05, 1.0),
        d_max=10.0 ** rng.uniform(-1.0, 3.0),
        v_small_normal=rng.choice([0.0, 0.01, 0.3]),
        mass=rng.uniform(0.1, 5.0),
        friction_law=str(friction),
        mu_c=0.4,
        mu_s=rng.uniform(0.4, 0.9),
        sigma_2=rng.choice([0.0, 20.0]),
        v_s=10.0 ** rng.uniform(-3.0, -1.0),
        v_small=10.0 ** rng.uniform(-3.0, -1.0),
        mu_r=rng.choice([0.0, 10.0 ** rng.uniform(-4.0, 0.0)]),
        w_small=10.0 ** rng.uniform(-3.0, 1.0),
        e_r=10.0 ** rng.uniform(-4.0, 0.0),
        from_contact_radius=bool(rng.random() < 0.3),
        map=the_map,
        sides=int(rng.choice([4, 6, 8, 12])),
        limit=str(rng.choice(["limited", "paper"])),
        frame=str(rng.choice(["contact", "paper"])),
        r_eff=EFFECTIVE[pair],
    )


def random_regime(rng) -> Regime:
    def either(low, high):
        return float(rng.choice([-1.0, 1.0])) * 10.0 ** rng.uniform(low, high)

    return Regime(
        depth=float(rng.choice([-1e-3, 1e-4, 5e-4, 2e-3])),
        rate=either(-3.0, 0.0),
        slip=(either(-5.0, 0.0), either(-5.0, 0.0)),
        z=(either(-7.0, -3.0), either(-7.0, -3.0)),
        z_r=either(-7.0, -3.0),
        s_dw=float(rng.choice([0.0, 0.3, 1.0])),
    )


def compare(unit, known, scene, tolerance):
    f_c, couple = known["f_c"], known["couple"]
    arms = scene.p_a - scene.r_i, scene.p_a - scene.r_j
    rates = unit.derivatives()
    for name, got, expected in [
        ("normalForce", unit.get("normalForce"), known["f_n"]),
        ("frictionForce", unit.get("frictionForce"), known["f_t"]),
        ("frictionMoment", unit.get("frictionMoment"), couple),
        ("forceI", unit.get("forceI"), f_c),
        ("forceJ", unit.get("forceJ"), -f_c),
        ("torqueI", unit.get("torqueI"), np.cross(arms[0], f_c) + couple),
        ("torqueJ", unit.get("torqueJ"), -np.cross(arms[1], f_c) - couple),
        ("sticking", unit.get("sticking"), known["sticking"]),
        ("slipSpeed", unit.get("slipSpeed"), known["slipSpeed"]),
        ("energyElastic", unit.get("energyElastic"), known["stored"]),
        ("der(z)", rates[:3], known["z rate"]),
        ("der(s_dw)", rates[3], known["s_dw rate"]),
        ("der(energyWork)", rates[4], known["work"]),
        ("der(energyDissipatedNormal)", rates[5], known["lost normal"]),
        ("der(energyDissipatedFriction)", rates[6], known["lost friction"]),
        ("der(z_r)", rates[7], known["z_r rate"]),
    ]:
        scale = max(np.max(np.abs(expected)), size_of(name, known))
        assert np.max(np.abs(np.asarray(got) - expected)) <= tolerance * scale, (name, got, expected)


def size_of(name, known) -> float:
    """Size of what a value is summed from, where it may itself be near 0; 0.01 N for the rounding that is left where a
    small bound cuts down a large bristle force."""
    force = 0.01 + known["f_n"] + np.linalg.norm(known["f_t"])
    if name in ("sticking", "slipSpeed"):
        return 1e-3
    if name == "energyElastic":
        return 1e-9
    if name == "frictionMoment":
        return known["e_r"] * force + np.linalg.norm(known["couple"])
    if name in ("der(z)", "der(z_r)"):
        return 1e-2 + 1e-4 * force
    if name.startswith("der(energyDissipated"):
        return force + 1e3 * known["stored"]
    return force


def evaluate(package, pair, law, regime, tolerance, more=None):
    scene = PAIRS[pair](regime)
    axes = body_axes(rotated(Q_J, (1.0, 0.0, 0.0)), rotated(Q_J, (0.0, 1.0, 0.0)), scene.n)
    inputs = scene.inputs | {"orientationJ": 0.95 * Q_J}
    v_i = law.met(regime.depth, regime.rate)
    with package.unit(settings={"geometry.pair": pair, **spin_settings(law), **(more or {})}).start(inputs) as unit:
        unit.place_states(scene.z, regime.s_dw, regime.z_r)
        touching = bool(unit.get("contactActive"))
        assert touching is (regime.depth > 0.0)
        known = contact(
            law, regime.depth, scene.v_r, scene.n, scene.w_i, scene.w_j, scene.n_rate, scene.z, regime.z_r, regime.s_dw,
            v_i, touching, axes,
        )  # fmt: skip
        compare(unit, known, scene, tolerance)
        assert unit.get("effectiveRestitution") == pytest.approx(law.real_restitution(v_i), rel=1e-12)


@pytest.mark.parametrize("sides", [4, 16, 32])
def test_every_number_of_sides_at_random_points(package, sides):
    rng = np.random.default_rng(sides)
    for _ in range(25):
        law = replace(random_law(rng, "external", "polyhedron"), sides=sides, friction_law="dwell")
        evaluate(package, "external", law, replace(random_regime(rng), depth=1e-3), 1e-12)


@pytest.mark.parametrize("flat_i", [False, True])
@pytest.mark.parametrize("flat_j", [False, True])
def test_materials_and_contact_shapes_of_the_external_pair(package, flat_i, flat_j):
    """Stiffness, rolling couple and radius of the contact area by [M3D]'s table; k and p given are not looked at."""
    r_eff = effective_radius(0.2, 0.7, flat_i, flat_j)
    k = stiffness_of_materials(r_eff, 7e10, 0.33, 2e9, 0.4, 1e-3)
    law = SpinLaw(k=k, p=1.5, e=0.7, from_contact_radius=True, mu_r=0.01, r_eff=r_eff)
    more = {
        **{"geometry.contactRadiusI": 0.2, "geometry.contactRadiusJ": 0.7},
        **{"geometry.isFlatI": flat_i, "geometry.isFlatJ": flat_j},
        **MATERIALS,
    }
    evaluate(package, "external", law, TWISTED, 1e-12, more)


MATERIALS = {
    **{"compliance.source": "materials", "compliance.k": 123.0, "compliance.p": 4.0},
    **{"material.E_I": 7e10, "material.nu_I": 0.33, "material.E_J": 2e9, "material.nu_J": 0.4, "material.k_red": 1e-3},
}
TWISTED = Regime(depth=1e-4, slip=(2e-3, 1e-3), z_r=2e-5)


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair != "external"])
def test_materials_of_the_round_pairs(package, pair):
    """1/R_eff = 1/R_i + mean curvature of body j: 0, 1/R_J, 1/(2 R_J), and negative inside."""
    r_eff = EFFECTIVE[pair]
    k = stiffness_of_materials(r_eff, 7e10, 0.33, 2e9, 0.4, 1e-3)
    law = SpinLaw(k=k, p=1.5, e=0.7, from_contact_radius=True, mu_r=0.01, r_eff=r_eff)
    evaluate(package, pair, law, TWISTED, 1e-10, MATERIALS)


@pytest.mark.parametrize("the_map", MAPS)
def test_bodies_that_change_places_get_each_others_forces(package, the_map):
    """n, v_r, z and w_i - w_j change sign, and with them every force and couple; the twist of the bristles does not."""
    rng = np.random.default_rng(9)
    for _ in range(20):
        # a given normal turns with body j, and so would the frame of the bristles
        law, (w_i, w_j, v_r, n) = random_law(rng, "external", the_map), rng.normal(size=(4, 3))
        law = replace(law, frame="paper")
        z, p_a, r_i, r_j = 1e-4 * np.cross(n, rng.normal(size=3)), *rng.normal(size=(3, 3))
        answers = []
        for sign, first, second, origins in ((1.0, w_i, w_j, (r_i, r_j)), (-1.0, w_j, w_i, (r_j, r_i))):
            inputs = {
                **{"penetration": 1e-3, "contactNormal": sign * n, "relativeVelocity": 0.1 * sign * v_r},
                **{"angularVelocityI": first, "angularVelocityJ": second, "contactPoint": p_a},
                **{"positionI": origins[0], "positionJ": origins[1]},
            }
            with package.unit(settings=spin_settings(law)).start(inputs) as unit:
                unit.place_states(sign * z, 0.3, 1e-4)
                first_wrench, second_wrench = unit.reals("forceI", "torqueI"), unit.reals("forceJ", "torqueJ")
                rates = unit.derivatives()
                answers.append((first_wrench, second_wrench, sign * rates[:3], rates[3:]))
                about_origin = np.cross(p_a - origins[0], first_wrench[:3]) + unit.get("frictionMoment")
                assert first_wrench[3:] == pytest.approx(about_origin, rel=1e-12, abs=1e-12)
        (i, j, z_rate, others), (swapped_i, swapped_j, swapped_z_rate, swapped_others) = answers
        size = np.max(np.abs(i))
        assert swapped_i == pytest.approx(j, rel=1e-12, abs=1e-12 * size)
        assert swapped_j == pytest.approx(i, rel=1e-12, abs=1e-12 * size)
        assert swapped_z_rate == pytest.approx(z_rate, rel=1e-12, abs=1e-12)
        assert swapped_others == pytest.approx(others, rel=1e-11, abs=1e-12 * size)


# The oracle itself


@pytest.mark.parametrize("e", [0.001, 0.1, 0.5, 0.9, 1.0])
def test_damping_ratio_of_the_oracle_gives_the_integrated_restitution(e):
    """m x'' = -(k x + c x') by its own integration, with m = k = 1, until the force is 0."""
    zeta = damping_ratio(e)
    assert restitution_of_damping_ratio(zeta) == pytest.approx(e, rel=1e-12)

    def force(_t, y):
        return y[0] + 2.0 * zeta * y[1]

    force.terminal, force.direction = True, -1
    how = dict(method="DOP853", rtol=1e-12, atol=1e-14, max_step=0.1)
    end = solve_ivp(lambda t, y: (y[1], -force(t, y)), (0, 1e4), (0.0, 1.0), events=force, **how)
    assert -end.y_events[0][0][1] == pytest.approx(e, abs=1e-9)


def test_moment_of_the_contact_area_of_the_oracle():
    """3 pi/16 a: mean distance from the centre under Hertz's pressure, by quadrature; 2/3 a under an even one."""
    r = (np.arange(100000) + 0.5) / 100000
    pressure = np.sqrt(1.0 - r**2)
    assert np.sum(pressure * r**2) / np.sum(pressure * r) == pytest.approx(3.0 * pi / 16.0, rel=1e-6)


@pytest.mark.parametrize("sides", [4, 6, 8, 12])
def test_projection_of_the_oracle_is_the_nearest_point(sides):
    """Optimality of a projection on a convex set: (y - x).(f - x) <= 0 for all f of the set; here for its corners and
    for the ball inside; and x fulfils every inequality."""
    rng = np.random.default_rng(sides)
    normals = polyhedron_normals(sides)
    others = [onto_polyhedron(sides, 1e3 * rng.normal(size=3), 1.0) for _ in range(200)]
    for _ in range(100):
        y = rng.normal(size=3) * 10.0 ** rng.uniform(-1.0, 1.0)
        x = onto_polyhedron(sides, y, 1.0)
        assert np.max(normals @ x) <= 1.0 + 1e-9
        assert max((y - x) @ (f - x) for f in [*others, *normals]) <= 1e-9


@pytest.mark.parametrize("the_map", MAPS)
@pytest.mark.parametrize("pair", PAIRS)
def test_every_output_and_rate_at_random_points(package, pair, the_map):
    """The external pair takes what the law takes; poses of size 1 leave 1e-15/1e-4 of rounding in the depth."""
    rng = np.random.default_rng(crc32(f"{pair} {the_map}".encode()))
    tolerance = 1e-12 if pair == "external" else 1e-10
    for _ in range(200 if pair == "external" else 40):
        evaluate(package, pair, random_law(rng, pair, the_map), random_regime(rng), tolerance)
