# Signatures; what they mean is said by help().
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
]

__version__: str

Array = NDArray[np.float64]
Path_ = Union[str, "PathLike[str]"]
Value = Union[float, bool, str, ArrayLike]

class Error(ValueError): ...

class Parameter(NamedTuple):
    name: str
    start: Union[float, bool, str, Tuple[float, ...]]
    unit: str
    description: str
    minimum: Optional[float]
    maximum: Optional[float]
    items: Tuple[str, ...]
    tunable: bool

class Material(NamedTuple):
    name: str
    also: Tuple[str, ...]
    description: str
    young: float
    poisson: float
    density: float
    yield_strength: Optional[float]

class Figure:
    svg: str
    def __init__(self, title: str, axis: str, x: ArrayLike, panels: Mapping[str, Mapping[str, ArrayLike]]) -> None: ...
    def save(self, path: Path_) -> None: ...

def fmu() -> Path: ...
def pack(system: Path_, out: Optional[Path_] = None) -> Path: ...
def check(system: Path_) -> List[str]: ...
def simulate(
    system: Path_,
    stop: float = 1.0,
    step: Optional[float] = None,
    *,
    gravity: Sequence[float] = (0.0, 0.0, -9.81),
    every: float = 0.0,
    tolerance: float = 1e-9,
    parameters: Optional[Mapping[str, Union[float, bool, str]]] = None,
    progress: Union[bool, Callable[[float], object]] = False,
) -> Dict[str, Array]: ...
def materials() -> Dict[str, Material]: ...
def parameters() -> Dict[str, Parameter]: ...

class Contact:
    def __init__(self, parameters: Optional[Mapping[str, Value]] = None) -> None: ...
    @property
    def time(self) -> float: ...
    @property
    def warnings(self) -> List[str]: ...
    def start(self, time: float = 0.0, **inputs: Value) -> None: ...
    def step(self, h: float, *, derivatives: Optional[Mapping[str, Value]] = None, **inputs: Value) -> None: ...
    def copy(self) -> Contact: ...
    def __getitem__(self, name: str) -> Any: ...
    def __setitem__(self, name: str, value: Value) -> None: ...

class Batch:
    def __init__(self, parameters: Optional[Mapping[str, Value]] = None) -> None: ...
    def damping(self, speed: Array) -> Array: ...
    def rates(
        self,
        penetration: Array,
        normal: Array,
        relative_velocity: Array,
        z: Array,
        s_dw: Array,
        damping: Array,
        turning_rate: Optional[Array] = None,
        out: Optional[Tuple[Array, Array, Array]] = None,
    ) -> Tuple[Array, Array, Array]: ...

class System:
    def __init__(self, system: Path_) -> None: ...
    @property
    def bodies(self) -> List[str]: ...
    @property
    def contacts(self) -> List[str]: ...
    @property
    def moves(self) -> NDArray[np.bool_]: ...
    @property
    def masses(self) -> Array: ...
    @property
    def time(self) -> float: ...
    @property
    def warnings(self) -> List[str]: ...
    def start_poses(self) -> Array: ...
    def start_velocities(self) -> Array: ...
    def start(self, poses: Array, velocities: Array, *, time: float = 0.0, out: Optional[Array] = None) -> Array: ...
    def step(
        self,
        h: float,
        poses: Array,
        velocities: Array,
        accelerations: Optional[Array] = None,
        *,
        out: Optional[Array] = None,
    ) -> Array: ...
    def copy(self) -> System: ...
    def __getitem__(self, name: str) -> Any: ...
    def __setitem__(self, name: str, value: Value) -> None: ...
