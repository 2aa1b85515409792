"""One evaluation in general position, every output and rate, against the reference law and plain vector algebra."""

import numpy as np
import pytest
from reference_contact import Law
from scenes import PAIRS, REGIMES
from scipy.optimize import brentq


def law_of(settings: dict) -> Law:
    names = {
        "friction.bristleLimit": "limit",
        "friction.bristleFrame": "frame",
        "friction.sigma_2": "sigma_2",
        "compliance.alpha": "alpha",
    }
    values = {names[name]: value for name, value in settings.items() if name in names}
    damping = settings.get("compliance.law")
    return Law(elastic=damping == "elastic", hunt_crossley=damping == "huntCrossley", **values)


def restitution(law: Law, v_i: float) -> float:
    """What the damping gives: [G04 eq. 9] with u = a v_i, the same compliance on the way in and out, solved for e."""
    u = law.damping(v_i) * v_i
    if u == 0.0:
        return 1.0
    return brentq(lambda e: (u - np.log1p(u)) + (e * u + np.log1p(-e * u)), 1e-9, (1.0 - 1e-12) / u, xtol=1e-15)


def expected(case, scene) -> dict:
    """Outputs and rates by the reference law, [G04] eqs. (1), (29), (30) and the ledger's definitions."""
    law, n, z = law_of(case.settings), scene.n, scene.z
    touching = case.depth > 0.0
    v_t = scene.v_r - n * (n @ scene.v_r)
    f_n = law.normal_force(case.depth, case.rate, law.met(case.depth, case.rate))
    rubbing = touching and case.settings.get("friction.law") != "none"
    f_t, z_rate, s_dw_rate = law.friction(f_n, v_t, z, case.s_dw, rubbing)
    f_t, z_rate = np.array(f_t), np.array(z_rate)
    f_c = f_n * n + f_t
    # the contact frame turns with the normal and spins with the mean of both bodies
    omega_c = np.cross(n, scene.n_rate) + 0.5 * (n @ (scene.w_i + scene.w_j)) * n
    turning = np.cross(omega_c, z) if law.frame == "contact" else np.zeros(3)
    f_elastic = law.k * case.depth**law.p if touching else 0.0
    return {
        "forceI": f_c,
        "forceJ": -f_c,
        "torqueI": np.cross(scene.p_a - scene.r_i, f_c),
        "torqueJ": -np.cross(scene.p_a - scene.r_j, f_c),
        "normalForce": f_n,
        "frictionForce": f_t,
        "gap": -case.depth,
        "slipSpeed": np.linalg.norm(v_t),
        "sticking": np.exp(-(v_t @ v_t) / law.v_s**2) if rubbing else 0.0,
        "pointOfAction": scene.p_a,
        "normalDirection": n,
        "energyElastic": f_elastic * max(case.depth, 0.0) / (law.p + 1.0) + 0.5 * law.sigma_0 * z @ z,
        "effectiveRestitution": restitution(law, law.met(case.depth, case.rate)),
        "z rate": z_rate + turning,
        "der(s_dw)": s_dw_rate,
        "der(energyWork)": -(f_c @ scene.v_r),
        "der(energyDissipatedNormal)": (f_n - f_elastic) * case.rate,
        "der(energyDissipatedFriction)": -(f_t @ v_t) - law.sigma_0 * (z @ z_rate),
    }


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("regime", REGIMES)
def test_every_output_and_rate_is_that_of_the_law(package, pair, regime):
    case = REGIMES[regime]
    scene = PAIRS[pair](case)
    with package.unit(settings={"geometry.pair": pair, **case.settings}).start(scene.inputs) as unit:
        unit.place_states(scene.z, case.s_dw, case.z_r)
        got = {name: unit.derivatives()[:3] if name == "z rate" else unit.get(name) for name in expected(case, scene)}
    for name, known in expected(case, scene).items():
        # the sphere's poses are of size 1: 1e-15 m of rounding in 2 mm of depth, 1e-12 of any force
        assert got[name] == pytest.approx(known, rel=1e-10, abs=1e-11 * max(1.0, np.max(np.abs(known)))), name


def test_deflection_along_the_normal_enters_no_force_and_decays(package):
    """A z that is not tangent: its normal part decays with tau_br = sigma_1/sigma_0, the laws see the rest."""
    case = REGIMES["sticking"]
    scene = PAIRS["external"](case)
    with package.unit(settings={"friction.bristleFrame": "paper"}).start(scene.inputs) as unit:
        forces, rates = [], []
        for stray in (0.0, 1e-4):
            unit.place_states(scene.z + stray * scene.n, case.s_dw)
            forces.append(unit.get("forceI"))
            rates.append(unit.derivatives()[:3])
    assert forces[1] == pytest.approx(forces[0], rel=1e-12)
    assert rates[1] - rates[0] == pytest.approx(-1e-4 / (316.227766 / 1e5) * scene.n, rel=1e-9)
