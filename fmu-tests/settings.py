"""Settings of the unit for the scenes that several tests share; the numbers live in the reference law."""

import numpy as np
from reference_contact import INCLINE_ANGLE, Law
from reference_spin import SpinLaw


def settings(law: Law, **more) -> dict:
    """The unit's parameters for a reference law."""
    return {
        "compliance.law": "elastic" if law.elastic else "huntCrossley" if law.hunt_crossley else "gonthier",
        "compliance.k": law.k,
        "compliance.p": law.p,
        "compliance.e": law.e,
        "compliance.alpha": law.alpha,
        "compliance.vMin": law.v_min,
        "friction.mu_S": law.mu_s,
        "friction.mu_C": law.mu_c,
        "friction.sigma_0": law.sigma_0,
        "friction.sigma_1": law.sigma_1,
        "friction.sigma_2": law.sigma_2,
        "friction.v_S": law.v_s,
        "friction.v_eps": 0.0 if law.v_eps is None else law.v_eps,
        "friction.tau_dw": law.tau_dw,
        "friction.bristleFrame": law.frame,
        "friction.bristleLimit": law.limit,
        **more,
    }


# The plane of [G04] section 4.1: body j at the origin, turned by 20 degrees about +Y, its normal along z of K_j.
INCLINE_SCENE = {
    "geometry.pair": "spherePlane",
    "geometry.radiusI": 0.1,
    "orientationJ": (np.cos(INCLINE_ANGLE / 2), 0.0, np.sin(INCLINE_ANGLE / 2), 0.0),
}


def spin_settings(law: SpinLaw, **more) -> dict:
    """The unit's parameters for a reference law with everything the unit knows."""
    return settings(law) | {
        "compliance.law": law.damping_law,
        "compliance.d_max": law.d_max,
        "compliance.vsmall": law.v_small_normal,
        "compliance.m": law.mass,
        "friction.law": law.friction_law,
        "friction.vsmall": law.v_small,
        "friction.mu_r": law.mu_r,
        "friction.wsmall": law.w_small,
        "friction.e_r": law.e_r,
        "friction.e_rSource": "contactRadius" if law.from_contact_radius else "given",
        "friction.map": law.map,
        "friction.sides": law.sides,
        **more,
    }
