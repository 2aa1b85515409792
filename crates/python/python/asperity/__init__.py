"""Frictional contact between bodies: FMUs of it, simulations with it, and the contact itself on NumPy arrays.

SI units throughout, angles in rad, vectors in world axes, quaternions w, x, y, z from body to world. Variables and parameters
go by the names of the FMU, ``friction.mu_S`` or ``ball.force``; ``parameters()`` lists the parameters.

What is wrong with an argument or a file is an ``asperity.Error`` of one line that names the culprit.
"""

import sys as _sys
from pathlib import Path as _Path
from typing import NamedTuple as _NamedTuple
from typing import Optional as _Optional
from typing import Tuple as _Tuple
from typing import Union as _Union

from . import _asperity
from ._asperity import Batch, Contact, Error, System, __version__

__all__ = [
    "Batch",
    "Contact",
    "Error",
    "Figure",
    "Material",
    "Parameter",
    "System",
    "check",
    "fmu",
    "materials",
    "pack",
    "parameters",
    "simulate",
    "sweep",
]


class Parameter(_NamedTuple):
    """A parameter of a contact."""

    name: str
    start: _Union[float, bool, str, _Tuple[float, ...]]
    """Start value: a number, a tuple of a vector's elements, True or False, or the name of an item"""
    unit: str
    description: str
    minimum: _Optional[float]
    maximum: _Optional[float]
    items: _Tuple[str, ...]
    """What a parameter that chooses may be"""
    tunable: bool
    """Whether it may change after the start"""


class Material(_NamedTuple):
    """Properties of a material."""

    name: str
    also: _Tuple[str, ...]
    """Other names for it"""
    description: str
    young: float
    """Young's modulus E [Pa]"""
    poisson: float
    """Poisson's ratio nu [1]"""
    density: float
    """[kg/m3]"""
    yield_strength: _Optional[float]
    """In tension [Pa], where the material yields"""


class Figure:
    """Lines over a common axis, in panels above one another, as SVG: a notebook shows it, ``save`` writes it.

    ``x`` has the shape (m,), ``panels`` is a dict from the name of a value axis to a dict from the name of a line to its values
    of shape (m,)::

        Figure("Drop", "time [s]", run["time"], {"height [m]": {"ball": run["ball.position"][:, 2]}})
    """

    def __init__(self, title, axis, x, panels):
        lines = [(name, [(label, x, y) for label, y in of.items()]) for name, of in panels.items()]
        self.svg = _asperity.svg(title, axis, lines)

    def _repr_svg_(self):
        return self.svg

    def save(self, path):
        """Writes the SVG file."""
        _Path(path).write_text(self.svg, encoding="utf-8")


def fmu():
    """Path of the FMU of one contact, as it is installed: FMI 2.0, Model Exchange and Co-Simulation."""
    return _Path(__file__).with_name("Asperity.fmu")


def pack(system, out=None):
    """Packs a system of bodies and contacts into an FMU; needs neither compiler nor source tree.

    ``system``: path of a system.toml, or its text. ``out``: the .fmu to write, by default its name in the current folder.
    The answer is its path. Raises Error with file, line and key of what is wrong.
    """
    return _Path(_asperity.pack(system, out, fmu()))


def check(system):
    """What keeps ``simulate`` from moving the bodies of a system, a list of lines: empty if nothing does.

    ``system``: path of a system.toml, or its text. Raises Error with file, line and key where it is no system at all, which
    ``pack``, ``System`` and ``simulate`` refuse too.
    """
    return _asperity.check(system)


def simulate(
    system,
    stop=1.0,
    step=None,
    *,
    gravity=(0.0, 0.0, -9.81),
    every=0.0,
    tolerance=1e-9,
    parameters=None,
    progress=False,
):
    """Lets the bodies of a system move under gravity and their contacts, by the FMU that ``pack`` makes.

    ``system``: path of a system.toml, or its text.
    ``stop``: end [s].
    ``step``: communication step of Co-Simulation [s]; None: Model Exchange by a solver of order 8 with step control.
    ``gravity``: [m/s2], shape (3,).
    ``every``: least time between samples [s]; where a contact closes or opens there is one in any case.
    ``tolerance``: of the solver.
    ``parameters``: dict from variables of the FMU to values, ``{"ball__table.friction.mu_C": 0.2}``.
    ``progress``: True for a bar on stderr, or a function that is called with the time [s] ten times a second.

    The answer is a dict of arrays with m samples, by the names of the FMU's variables: ``time`` (m,) [s]; of each body that
    moves ``ball.position`` (m, 3) [m], ``ball.orientation`` (m, 4), ``ball.velocity`` (m, 3) [m/s], ``ball.angularVelocity``
    (m, 3) [rad/s]; of each body ``ball.force`` (m, 3) [N] and ``ball.torque`` (m, 3) [N.m] about the origin of its frame; of
    each contact ``ball__table.normalForce`` (m,) [N] and ``ball__table.gap`` (m,) [m]; and energies (m,) [J]: ``energyKinetic``,
    ``energyPotential``, ``energyElastic``, ``energyWork``, ``energyDissipatedNormal``, ``energyDissipatedFriction``,
    ``energyResidual``.

    Raises Error; what the FMU warns of are Python's warnings.
    """
    tell = _bar(stop) if progress is True else progress or None
    chosen = [(name, _text(value)) for name, value in (parameters or {}).items()]
    return _asperity.simulate(system, stop, step, gravity, every, tolerance, chosen, tell, fmu())


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _bar(stop, width=40):
    def tell(time):
        done = round(width * min(time / stop, 1.0))
        end = "" if time < stop else "\n"
        print(f"\r{'#' * done}{'.' * (width - done)} {time:.3f} of {stop} s", end=end, file=_sys.stderr, flush=True)

    return tell


def materials():
    """Materials by their names: a dict from ``"steel"`` to its ``Material``."""
    return {of["name"]: Material(**of) for of in _asperity.materials()}


def parameters():
    """Parameters of a contact by their names: a dict from ``"friction.mu_S"`` to its ``Parameter``."""
    return {of["name"]: Parameter(**of) for of in _asperity.parameters()}


from ._sweep import sweep  # noqa: E402  it uses what stands above
