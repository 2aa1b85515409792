# Signatures; what they mean is said by help().
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union, final

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
    "sweep",
]

__version__: str

_Array = NDArray[np.float64]
_PathLike = Union[str, "PathLike[str]"]
_Value = Union[float, bool, str, ArrayLike]

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
    def save(self, path: _PathLike) -> None: ...

def fmu() -> Path: ...
def pack(system: _PathLike, out: Optional[_PathLike] = None) -> Path: ...
def check(system: _PathLike) -> List[str]: ...
def simulate(
    system: _PathLike,
    stop: float = 1.0,
    step: Optional[float] = None,
    *,
    gravity: Sequence[float] = (0.0, 0.0, -9.81),
    every: float = 0.0,
    tolerance: float = 1e-9,
    parameters: Optional[Mapping[str, Union[float, bool, str]]] = None,
    progress: Union[bool, Callable[[float], object]] = False,
) -> Dict[str, _Array]: ...
def sweep(
    study: Union[_PathLike, Mapping[str, Any], Callable[..., Any]],
    parameters: Optional[Mapping[str, Any]] = None,
    out: _PathLike = "sweep",
    *,
    scheduler: Optional[str] = None,
    workers: Optional[int] = None,
    progress: bool = True,
) -> Dict[str, NDArray[Any]]: ...
def materials() -> Dict[str, Material]: ...
def parameters() -> Dict[str, Parameter]: ...

@final
class Contact:
    def __new__(cls, parameters: Optional[Mapping[str, _Value]] = None) -> Contact: ...
    @property
    def time(self) -> float: ...
    @property
    def warnings(self) -> List[str]: ...
    def start(self, time: float = 0.0, **inputs: _Value) -> None: ...
    def step(self, h: float, *, derivatives: Optional[Mapping[str, _Value]] = None, **inputs: _Value) -> None: ...
    def copy(self) -> Contact: ...
    def __getitem__(self, key: str, /) -> Any: ...
    def __setitem__(self, key: str, value: _Value, /) -> None: ...

@final
class Batch:
    def __new__(cls, parameters: Optional[Mapping[str, _Value]] = None) -> Batch: ...
    def damping(self, speed: _Array) -> _Array: ...
    def rates(
        self,
        penetration: _Array,
        normal: _Array,
        relative_velocity: _Array,
        z: _Array,
        s_dw: _Array,
        damping: _Array,
        turning_rate: Optional[_Array] = None,
        out: Optional[Tuple[_Array, _Array, _Array]] = None,
    ) -> Tuple[_Array, _Array, _Array]: ...

@final
class System:
    def __new__(cls, system: _PathLike) -> System: ...
    @property
    def bodies(self) -> List[str]: ...
    @property
    def contacts(self) -> List[str]: ...
    @property
    def moves(self) -> NDArray[np.bool_]: ...
    @property
    def masses(self) -> _Array: ...
    @property
    def time(self) -> float: ...
    @property
    def warnings(self) -> List[str]: ...
    def start_poses(self) -> _Array: ...
    def start_velocities(self) -> _Array: ...
    def start(self, poses: _Array, velocities: _Array, *, time: float = 0.0, out: Optional[_Array] = None) -> _Array: ...
    def step(
        self,
        h: float,
        poses: _Array,
        velocities: _Array,
        accelerations: Optional[_Array] = None,
        *,
        out: Optional[_Array] = None,
    ) -> _Array: ...
    def copy(self) -> System: ...
    def __getitem__(self, key: str, /) -> Any: ...
    def __setitem__(self, key: str, value: _Value, /) -> None: ...
