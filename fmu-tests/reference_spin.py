"""Spinning and rolling friction and the further laws once more, from the papers: the oracle beside reference_contact.

[M3D] is Modia3D's contact law, [PT96] Pang and Trinkle 1996. Slip, deflection and force have a part about the normal,
in the unit of the others by the radius e_r: V = (v_t, e_r w_n), (z, z_r), F = (f_t, c_r/e_r). With e_t = e_o = 1 the
ellipsoid of [PT96 eq. 1] is then the ball |F| <= mu f_n. Nothing here is shared with the unit: the damping ratio comes
from a root in extended precision, the polyhedron from every corner, edge and face it has, one by one.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import cos, exp, pi, sin, sqrt

import mpmath
import numpy as np
from reference_contact import Law


def restitution_of_damping(u: float) -> float:
    """e that f_n = k x^p (1 + a x_rate) really gives, u = a v_i: [G04 eq. 9], by Lambert's W.

    With y = 1 - e u eq. (9) is -y exp(-y) = -(1+u) exp(-(1+u)); the branch y < 1 is -y = W_0. Sixty digits, since W_0
    is close to its branch point for small u.
    """
    if u == 0.0:
        return 1.0
    with mpmath.workdps(60):
        u = mpmath.mpf(u)
        return float((1 + mpmath.lambertw(-(1 + u) * mpmath.exp(-1 - u)).real) / u)


def restitution_of_damping_ratio(zeta: float) -> float:
    """A linear spring and damper that only pushes: m x'' = -(k x + c x') from x = 0 until the force is 0.

    With zeta = cos(phi) the force vanishes at the phase 2 phi, and x' is then -exp(-zeta 2 phi/sin(phi)) of the start.
    """
    if zeta == 1.0:
        return exp(-2.0)
    if zeta < 1.0:
        return exp(-2.0 * zeta * np.arccos(zeta) / sqrt(1.0 - zeta**2))
    return exp(-2.0 * zeta * np.arccosh(zeta) / sqrt(zeta**2 - 1.0))


@cache
def damping_ratio(e: float) -> float:
    """zeta of that restitution, a root in thirty digits."""
    if e == 1.0:
        return 0.0
    with mpmath.workdps(30):

        def excess(zeta):
            if zeta == 1:
                return -2 - mpmath.log(mpmath.mpf(e))
            angle = mpmath.acos(zeta) if zeta < 1 else mpmath.acosh(zeta)
            return -2 * zeta * angle / mpmath.sqrt(abs(1 - zeta**2)) - mpmath.log(mpmath.mpf(e))

        return float(mpmath.findroot(excess, (mpmath.mpf("1e-30"), mpmath.mpf("1e4")), solver="anderson", tol=1e-50))


def reg(size: float, small: float) -> float:
    """reg(v_abs, v_small) of [M3D]."""
    return size if size >= small else size**2 / small * (1.0 - size / (3.0 * small)) + small / 3.0


def effective_radius(r_i: float, r_j: float, flat_i: bool, flat_j: bool) -> float:
    """mu_r,geo of [M3D]: the table of flat and round shapes."""
    if flat_i == flat_j:
        return r_i * r_j / (r_i + r_j)
    return r_j if flat_i else r_i


def stiffness_of_materials(r_eff, e_i, nu_i, e_j, nu_j, k_red) -> float:
    """k_red c_res c_geo of [M3D], for the exponent 3/2."""
    c_i, c_j = e_i / (1.0 - nu_i**2), e_j / (1.0 - nu_j**2)
    return k_red * 4.0 / 3.0 * sqrt(r_eff) / (1.0 / c_i + 1.0 / c_j)


def spin_radius_of_area(r_eff: float, x: float) -> float:
    """Moment of a round contact area in pure spin over its friction force, under Hertz's pressure.

    With p = p_0 sqrt(1 - (r/a)^2) the mean of r is 3 pi/16 a; a = sqrt(R_eff x).
    """
    return 3.0 * pi / 16.0 * sqrt(r_eff * max(x, 0.0))


@cache
def polyhedron_normals(sides: int) -> np.ndarray:
    """Planes at a distance of 1 from the centre: around at the latitudes 0 and +-45 degrees, and at the poles."""
    normals = [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]
    for latitude in (0.0, pi / 4.0, -pi / 4.0):
        for k in range(sides):
            around = 2.0 * pi * k / sides
            normals.append((cos(latitude) * cos(around), cos(latitude) * sin(around), sin(latitude)))
    return np.array(normals)


@cache
def polyhedron_faces(sides: int):
    """Per number of planes that meet: affine maps point -> P point + q onto the planes, edges and corners."""
    normals, parts = polyhedron_normals(sides), []
    for count in (1, 2, 3):
        chosen = np.array(list(combinations(range(len(normals)), count)))
        n = normals[chosen]  # (m, count, 3)
        gram = n @ n.transpose(0, 2, 1)
        meets = np.linalg.det(gram) > 1e-9
        n, gram = n[meets], gram[meets]
        inverse = np.linalg.inv(gram)
        onto = np.eye(3) - n.transpose(0, 2, 1) @ inverse @ n
        offset = (n.transpose(0, 2, 1) @ inverse @ np.ones((len(n), count, 1)))[..., 0]
        if count == 3:
            onto = np.zeros_like(onto)
            inside = np.all(offset @ normals.T <= 1.0 + 1e-9, axis=1)
            onto, offset = onto[inside], offset[inside]
        parts.append((onto, offset))
    return normals, np.concatenate([p for p, _ in parts]), np.concatenate([q for _, q in parts])


def onto_polyhedron(sides: int, point, size: float) -> np.ndarray:
    """The nearest point of {F: n.F <= size}: of all its projections onto planes, edges and corners that lie in it."""
    normals, onto, offset = polyhedron_faces(sides)
    point = np.asarray(point, float)
    if size == 0.0 or np.all(normals @ point <= size):
        return point if size > 0.0 else np.zeros(3)
    candidates = onto @ point + size * offset
    reach = 1e-9 * size + 1e-13 * np.linalg.norm(point)
    candidates = candidates[np.all(candidates @ normals.T <= size + reach, axis=1)]
    return candidates[np.argmin(np.linalg.norm(candidates - point, axis=1))]


@dataclass(frozen=True)
class SpinLaw(Law):
    """Everything that the unit knows; the defaults are the unit's. `damping_law` and `friction_law` are its items."""

    damping_law: str = "gonthier"
    d_max: float = 2000.0
    v_small_normal: float = 0.01
    mass: float = 1.0
    friction_law: str = "dwell"
    v_small: float = 0.01
    mu_r: float = 0.0
    w_small: float = 0.01
    e_r: float = 0.0
    from_contact_radius: bool = False
    map: str = "ellipsoid"
    sides: int = 8
    r_eff: float = 0.1

    def damping(self, v_i: float) -> float:
        """a [s/m] by the laws' own names; of the linear damper c/k [s]."""
        v_i = max(v_i, 1e-7)
        e = self.restitution(v_i)
        match self.damping_law:
            case "elastic":
                return 0.0
            case "lankaraniNikravesh":
                return 3.0 * (1.0 - e * e) / (4.0 * v_i)
            case "flores":
                return min(self.d_max, 8.0 * (1.0 - e) / (5.0 * e * v_i)) if v_i > self.v_small_normal else self.d_max
            case "kelvinVoigt":
                return 2.0 * damping_ratio(e) * sqrt(self.mass / self.k)
            case "huntCrossley":
                return 1.5 * (1.0 - e) / v_i
        return super().damping(v_i)

    def acting_damping(self, x_rate: float, v_i: float) -> float:
        """Of Flores d_max until an impact faster than its v_small is latched."""
        is_blunt = self.damping_law == "flores" and v_i <= self.v_small_normal
        return self.damping(v_i) if is_blunt else super().acting_damping(x_rate, v_i)

    def normal_force(self, x: float, x_rate: float, v_i: float) -> float:
        if x > 0.0 and self.damping_law == "kelvinVoigt":
            return max(0.0, self.k * (x + self.acting_damping(x_rate, v_i) * x_rate))
        return super().normal_force(x, x_rate, v_i)

    def real_restitution(self, v_i: float) -> float:
        """What the damping gives, for kelvinVoigt with the mass it is told."""
        if self.damping_law == "kelvinVoigt":
            return self.restitution(v_i)
        return restitution_of_damping(self.damping(v_i) * v_i)

    def spin_radius(self, x: float) -> float:
        return spin_radius_of_area(self.r_eff, x) if self.from_contact_radius else self.e_r

    def saturated(self, force, bound: float, axes) -> np.ndarray:
        """The nearest force that the map allows; `force` is (f_t, c_r/e_r) with f_t in world axes."""
        f_t, f_r = force[:3], force[3]
        if self.map == "ellipsoid":
            return shortened(force, bound)
        if self.map == "mixed":
            return np.append(shortened(f_t, bound), shortened(force[3:], bound))
        a, b = axes
        t, o, r = onto_polyhedron(self.sides, (f_t @ a, f_t @ b, f_r), bound)
        return np.append(t * a + o * b, r)

    def directed(self, slip, axes) -> np.ndarray:
        """Direction of sliding: of the slip, or of the largest work where the map has corners."""
        v_eps = self.v_s / 100.0 if self.v_eps is None else self.v_eps
        if self.friction_law == "coulomb":
            slope = 3.0 / self.v_small
        else:
            slope = 1.5 / v_eps

        def smooth(v):
            size = np.linalg.norm(v)
            return v / reg(size, self.v_small) if self.friction_law == "coulomb" else v * self.direction(size)

        if self.map == "polyhedron":
            return self.saturated(slip * slope, 1.0, axes)
        if self.map == "mixed":
            return np.append(smooth(slip[:3]), smooth(slip[3:]))
        return smooth(slip)

    def generalised(self, f_n, slip, deflection, s_dw, touching, axes):
        """F on body i, rate of (z, z_r) without the turning of the frame, rate of s_dw, and s."""
        tau_br = self.sigma_1 / self.sigma_0
        if not touching or self.friction_law == "none":
            return np.zeros(4), -deflection / tau_br, -s_dw / tau_br, 0.0
        coulomb = self.mu_c * f_n * self.directed(slip, axes)
        if self.friction_law == "coulomb":
            return -coulomb, -deflection / tau_br, -s_dw / tau_br, 0.0
        s = exp(-(slip @ slip) / self.v_s**2)
        rate = s * slip + (1.0 - s) / self.sigma_1 * (coulomb - self.sigma_0 * deflection)
        bristles = self.sigma_0 * deflection + self.sigma_1 * rate
        held = self.saturated(bristles, f_n * (self.mu_c + (self.mu_s - self.mu_c) * min(max(s_dw, 0.0), 1.0)), axes)
        if self.limit == "limited":
            rate = (held - self.sigma_0 * deflection) / self.sigma_1
        s_dw_rate = (s - s_dw) / (self.tau_dw if s >= s_dw else tau_br)
        return -held - self.sigma_2 * slip, rate, s_dw_rate, s

    def rolling_couple(self, f_n, omega_t) -> np.ndarray:
        """On body i, from the part of w_i - w_j across the normal."""
        return -self.mu_r * self.r_eff * f_n * omega_t / reg(np.linalg.norm(omega_t), self.w_small)


def shortened(force, bound):
    size = np.linalg.norm(force)
    return force if size <= bound else force * (bound / size)


def body_axes(x_axis, y_axis, n):
    """Axes of the tangent plane that the polyhedron is counted from: body j's x, or y where x is close to n."""
    along = x_axis if abs(x_axis @ n) <= 0.9 else y_axis
    along = along - n * (n @ along)
    along = along / np.linalg.norm(along)
    return along, np.cross(n, along)


def contact(law: SpinLaw, x, v_r, n, w_i, w_j, n_rate, z, z_r, s_dw, v_i, touching, axes=None) -> dict:
    """Forces, couple, rates and the ledger's powers of one evaluation, at the point of action."""
    x_rate = -(v_r @ n)
    v_t, omega = v_r + n * x_rate, w_i - w_j
    f_n = law.normal_force(x, x_rate, v_i) if touching else 0.0
    e_r = law.spin_radius(x)
    slip = np.append(v_t, e_r * (n @ omega))
    stray = n * (n @ z)
    force, rate, s_dw_rate, s = law.generalised(f_n, slip, np.append(z - stray, z_r), s_dw, touching, axes)
    f_t, c_r = force[:3], e_r * force[3]
    couple = c_r * n + law.rolling_couple(f_n, omega - n * (n @ omega))
    z_rate = rate[:3] - stray * law.sigma_0 / law.sigma_1
    omega_c = np.cross(n, n_rate) + 0.5 * (n @ (w_i + w_j)) * n if law.frame == "contact" else np.zeros(3)
    f_elastic = law.k * x**law.p if touching and x > 0.0 else 0.0
    f_c = f_n * n + f_t
    return {
        "f_n": f_n,
        "f_t": f_t,
        "f_c": f_c,
        "e_r": e_r,
        "c_r": c_r,
        "couple": couple,
        "sticking": s,
        "slipSpeed": np.linalg.norm(v_t),
        "z rate": z_rate + np.cross(omega_c, z),
        "z_r rate": rate[3],
        "s_dw rate": s_dw_rate,
        "work": -(f_c @ v_r) - couple @ omega,
        "lost normal": (f_n - f_elastic) * x_rate,
        "lost friction": -(f_t @ v_t) - couple @ omega - law.sigma_0 * (z @ z_rate + z_r * rate[3]),
        "stored": f_elastic * max(x, 0.0) / (law.p + 1.0) + 0.5 * law.sigma_0 * (z @ z + z_r**2),
    }
