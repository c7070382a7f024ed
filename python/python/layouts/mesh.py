"""Tensors over devices: who sends what to whom, so that a tensor of one placement has another one.

    >>> from layouts import mesh
    >>> plan = mesh.plan("Shard(0)", "Shard(1)", mesh={"tp": 4}, shape=(8, 12), bytes=2)
    >>> plan.collective, plan.moved, plan.kept
    ('all-to-all', 144, 48)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._language import Allow, Layout, Question

Mesh = str | Mapping[str, int] | Any
"""The axes with their devices: `"dp=4,tp=2"`, a mapping, or a mesh of JAX or PyTorch."""

Placement = str | Layout | Sequence[Any] | Any
"""A layout of (device, place), a text in the notation of DTensor or JAX, DTensor's placements, a `PartitionSpec`, or what has one:
a `NamedSharding`, a `DTensor`."""


class Transfer(NamedTuple):
    """A part of a message, coordinate by coordinate: the first place on each side, and the layout of those after it."""

    source_place: int
    source_layout: Layout
    target_place: int
    target_layout: Layout


def _transfer(source_place: int, source: str, target_place: int, target: str) -> Transfer:
    return Transfer(source_place, Layout(source), target_place, Layout(target))


class Message(NamedTuple):
    """The elements that one rank sends to another."""

    source: int
    target: int
    elements: int
    transfers: list[Transfer]


@dataclass(frozen=True)
class Step:
    """An exchange of messages."""

    _plan: _native.MeshPlan
    _number: int
    adds: bool
    """True if elements that arrive are added to each other."""

    def sends(self, rank: int) -> list[Message]:
        """The messages that a rank sends to others."""
        messages = self._plan.messages(self._number, rank)
        return [Message(source, target, count, [_transfer(*parts) for parts in all]) for source, target, count, all in messages]

    def elements(self) -> NDArray[np.int64]:
        """The elements from each rank (row) to each rank (column); those that stay are on the diagonal."""
        return self._plan.elements(self._number)


class Plan:
    """The plan of a redistribution. It is printed as by `layout mesh`, and a notebook shows its picture."""

    __slots__ = ("_plan",)

    _plan: _native.MeshPlan

    def __init__(self, plan: _native.MeshPlan) -> None:
        self._plan = plan

    @property
    def collective(self) -> str:
        """The collective operation that it is, by its name in MPI: `all-to-all`, `reduce-scatter`, `send/receive`, `local`."""
        return self._plan.collective

    @property
    def devices(self) -> int:
        """The number of ranks that it speaks of."""
        return self._plan.devices

    @property
    def node(self) -> int | None:
        """The ranks of a node, if it knows."""
        return self._plan.node

    @property
    def kept(self) -> int:
        """The bytes that stay on their device."""
        return self._plan.traffic[0]

    @property
    def inside(self) -> int:
        """The bytes that go to another device of the same node; without nodes, all that move."""
        return self._plan.traffic[1]

    @property
    def between(self) -> int:
        """The bytes that go to another node."""
        return self._plan.traffic[2]

    @property
    def moved(self) -> int:
        """The bytes that go to another device."""
        return self.inside + self.between

    @property
    def steps(self) -> list[Step]:
        """The exchanges, in order: two, where sums become copies."""
        return [Step(self._plan, number, adds) for number, adds in enumerate(self._plan.steps)]

    def local_shapes(self, rank: int) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
        """The shapes of a rank's parts before and after; `None` of one that holds nothing."""
        before, after = self._plan.local_shapes(rank)
        return None if before is None else tuple(before), None if after is None else tuple(after)

    def text(self, rank: int = 0) -> str:
        """What `layout mesh` prints, with the messages of a rank."""
        return self._plan.text(rank)

    def json(self, rank: int = 0) -> str:
        """The same as an object of JSON."""
        return self._plan.json(rank)

    def svg(self) -> str:
        """The picture of who sends how many elements to whom."""
        svg = self._plan.svg()
        if svg is None:
            raise ValueError(f"the plan has {self.devices} devices: no picture has so many")
        return svg

    def _repr_svg_(self) -> str | None:
        svg = self._plan.svg()
        # Without a picture, a notebook shows the text.
        return svg and svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Plan: {self.collective} of {self.devices} devices, {self.moved} bytes moved, {self.kept} kept>"


def plan(
    source: Placement,
    target: Placement,
    *,
    mesh: Mesh | None = None,
    shape: Iterable[int] | None = None,
    node: int | None = None,
    bytes: int = 1,
    allow: Allow = (),
    **names: int | Layout,
) -> Plan:
    """The plan from one placement to another.

    Placements of DTensor and JAX are for a mesh, which they have if they are a `NamedSharding` or a `DTensor`, and for a shape, which
    they take from the other side if that is a layout or a tensor. `node` are the ranks of a node, `bytes` those of an element. Named
    arguments are the values of symbols in layouts, or layouts that they may use by name. A mistake is a `LayoutError`.
    """
    question = Question(allow, names)
    sides = [_side(source, question), _side(target, question)]
    programs = [question.program(side.text) if side.is_layout else question.notation(side.text) for side in sides]
    axes = [_axes(mesh if mesh is not None else side.mesh) for side in sides]
    shapes = [side.shape for side in sides if side.shape is not None]
    extents = tuple(int(extent) for extent in (shape if shape is not None else shapes[0] if shapes else ()))
    return Plan(_native.mesh_plan(programs[0], programs[1], (axes[0], axes[1]), extents or None, node, bytes))


_SPECS = ("PartitionSpec", "P")
"""The names of JAX's class, in its versions."""


@dataclass(frozen=True)
class _Side:
    """A placement as text, with the mesh and the shape that it comes with."""

    text: str
    is_layout: bool = False
    mesh: Any = None
    shape: tuple[int, ...] | None = None


def _side(placement: Placement, question: Question) -> _Side:
    if isinstance(placement, Layout):
        # The conditions of its symbols are proved again, of numbers.
        question.allow += placement._allow
        return _Side(question.text(placement) if placement.bounds else placement._evaluation.notation, is_layout=True)
    if isinstance(placement, str):
        return _Side(placement, is_layout=not _native.is_notation(placement))
    # A `PartitionSpec` is a tuple in some versions.
    if type(placement).__name__ in _SPECS:
        return _Side(repr(placement))
    spec, placements, mesh, shape = (getattr(placement, name, None) for name in ("spec", "placements", "mesh", "shape"))
    if type(spec).__name__ in _SPECS:
        return _Side(repr(spec), mesh=mesh)
    if placements is not None:
        mesh = getattr(placement, "device_mesh", mesh)
        return _Side(_words(placements), mesh=mesh, shape=None if shape is None else tuple(shape))
    if isinstance(placement, (tuple, list)):
        return _Side(_words(placement))
    raise TypeError(f"no placement: {placement!r}")


def _words(placements: Iterable[Any]) -> str:
    return ", ".join(word if isinstance(word, str) else repr(word) for word in placements)


def _axes(mesh: Any) -> tuple[list[tuple[str, int]], int] | None:
    """The names of axes with their devices, and the first rank."""
    if mesh is None:
        return None
    if isinstance(mesh, str):
        return [_axis(axis) for axis in mesh.split(",")], 0
    if isinstance(mesh, Mapping):
        return [(str(name), int(extent)) for name, extent in mesh.items()], 0
    shape = mesh.shape
    if isinstance(shape, Mapping):
        # JAX: ranks are places in the mesh, in which its devices may have any numbers.
        return [(str(name), int(extent)) for name, extent in shape.items()], 0
    names = mesh.mesh_dim_names or [f"axis{number}" for number in range(len(shape))]
    ranks = np.asarray(mesh.mesh).reshape(-1)
    first = int(ranks[0])
    if (ranks != np.arange(first, first + ranks.size)).any():
        raise ValueError(f"the ranks of {mesh!r} do not follow each other: {ranks.tolist()}")
    return [(str(name), int(extent)) for name, extent in zip(names, shape)], first


def _axis(text: str) -> tuple[str, int]:
    name, equals, extent = text.partition("=")
    if not equals or not extent.strip().isdecimal():
        raise ValueError(f"axes of a mesh are written as dp=4,tp=2, not {text!r}")
    return name.strip(), int(extent)
