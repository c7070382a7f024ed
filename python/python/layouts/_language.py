"""The language: expressions to values, and values to expressions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha1
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._error import LayoutError

Allow = str | Iterable[str]
"""The lints that are let through: `"non_injective"`, `"padding"`."""


class Value:
    """A value of the language that Python has none for: a swizzle, a tiler, an instruction, `_`."""

    __slots__ = ("_evaluation", "_origin", "_is_part", "_shape")

    _evaluation: _native.Evaluation
    _origin: Program
    _is_part: bool
    _shape: Any

    @classmethod
    def _of(cls, evaluation: _native.Evaluation, origin: Program, is_part: bool) -> Value:
        value = object.__new__(Layout if evaluation.kind == "layout" else Value)
        value._evaluation, value._origin, value._is_part = evaluation, origin, is_part
        value._shape = _object(evaluation.shape, origin, True)
        return value

    @property
    def _allow(self) -> tuple[str, ...]:
        return self._origin.allow

    @property
    def kind(self) -> str:
        """The word for its kind: `layout`, `swizzle`, `tiler`, `instruction`, `closure`, `value`."""
        return self._evaluation.kind

    @property
    def source(self) -> str:
        """The expression that the value was computed from, with its definitions."""
        return self._origin.source

    @property
    def symbols(self) -> list[str]:
        """The names of the symbols."""
        return self._evaluation.symbols

    def __str__(self) -> str:
        return self._evaluation.text

    def __repr__(self) -> str:
        allow = f", allow={self._allow!r}" if self._allow else ""
        return f"{type(self).__name__}({str(self)!r}{allow})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._origin if self.kind == "layout" and self._evaluation.bounds else Program(str(self), self._allow),)

    def _program(self) -> Program:
        """The program of the value alone: its notation, or of a padded layout the expression that it comes from."""
        question = Question(self._allow)
        return question.program(question._padded(self) or str(self))

    def __matmul__(self, other: Operand) -> Any:
        """The composition: `(A @ B)(c) == A(B(c))`."""
        return call("composition", (self, other))

    def __rmatmul__(self, other: Operand) -> Any:
        return call("composition", (other, self))

    def notation(self, name: str) -> str:
        """The value in the notation of another library, one of `layouts.notations`."""
        return _native.notation(self._program(), name)

    def explain(self) -> str:
        """The steps by which the expression comes to this value."""
        return explain(self)

    def svg(self) -> str:
        """The picture of a layout, or of who holds what of a tiled product or copy."""
        return _native.svg(self._program())

    def _repr_svg_(self) -> str | None:
        try:
            svg = self.svg()
        except LayoutError:
            # Without a picture, a notebook shows the text.
            return None
        return svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


class Layout(Value):
    """A layout, `shape:stride`, as a function of coordinates.

    `Layout("zipped_divide((8,8):(8,1), (2,4))")` evaluates an expression with its definitions, and keeps the numbers;
    `Layout((4, 8), (8, 1))` has a shape and strides, and `Layout((4, 8))` is column-major. Named arguments are the values of
    symbols, or layouts that the expression may use by name. A mistake is a `LayoutError`.
    """

    __slots__ = ()

    def __new__(
        cls,
        expression: Operand,
        stride: Operand | None = None,
        *,
        allow: Allow = (),
        **names: int | Layout,
    ) -> Layout:
        if stride is not None:
            operands = (expression, stride)
            value = call("make_layout", operands, allow=allow)
        elif isinstance(expression, str):
            value = evaluate(expression, allow=allow, **names)
            if not isinstance(value, Layout) and _is_shape(value):
                value = call("make_layout", (value,), allow=allow)
        else:
            value = call("make_layout", (expression,), allow=allow)
        if not isinstance(value, Layout):
            raise TypeError(f"{expression} is {value!r}, and no layout: `evaluate` returns any value")
        return value

    @property
    def shape(self) -> Any:
        """The shape, an integer or a nested tuple of them."""
        if self._shape is None:
            raise TypeError(f"{self} has no shape")
        return self._shape

    @property
    def stride(self) -> Any:
        """The strides, nested like the shape."""
        stride = _object(self._evaluation.stride, self._origin, True)
        if stride is None:
            raise TypeError(f"{self} has no strides of its own: a function follows its layout")
        return stride

    @property
    def size(self) -> Any:
        """The number of coordinates."""
        size = self._evaluation.size
        return call("size", (self,)) if size is None else size

    @property
    def cosize(self) -> Any:
        """The number of places from the least to the greatest of the offsets and 0."""
        return call("cosize", (self,))

    @property
    def rank(self) -> int:
        """The number of modes."""
        shape = self.shape
        return len(shape) if isinstance(shape, tuple) else 1

    @property
    def depth(self) -> int:
        """The depth of the nesting: 0 of an integer."""
        return _depth(self.shape)

    @property
    def flat(self) -> Layout:
        """The same layout without nesting."""
        return _layout(call("flatten", (self,), allow=self._allow))

    @property
    def bounds(self) -> str | None:
        """The conditions for a coordinate of a padded layout not to be padding."""
        return self._evaluation.bounds

    def bind(self, **values: int) -> Layout:
        """The layout with these values for its symbols."""
        question = Question(self._allow, values)
        text = question._padded(self) or str(self)
        return _layout(question.program(text).value())

    def table(self) -> str:
        """The table of the offsets, as CuTe's `print_layout` prints it."""
        return _native.print_layout(self._program())

    def emit(self, language: str, *, name: str = "layout", bits: int | None = None) -> str:
        """The index functions in another language, one of `layouts.languages`, in words of `bits` bits."""
        return _native.emit(self._program(), language, name, bits)

    def offsets(self) -> NDArray[np.int64]:
        """The offsets at all 1-D coordinates."""
        size = self._evaluation.size
        if size is None:
            raise TypeError(f"the offsets of {self} are not known as integers of 64 bits")
        return self._evaluation.all_offsets()

    def __len__(self) -> int:
        """The number of modes."""
        return self.rank

    def __getitem__(self, mode: int) -> Layout:
        """The mode of this number, from the last one if it is negative."""
        if not -self.rank <= mode < self.rank:
            raise IndexError(f"mode {mode} of {self}, which has {self.rank}")
        return _layout(call("get", (self, mode % self.rank), allow=self._allow))

    def __call__(self, *coordinate: Any) -> Any:
        """The offset at a coordinate, 1-D, one index a mode, or nested like the shape.

        Arrays of NumPy as indices are broadcast, and the answer is an array of offsets. With `_` (also `None` or `:`) the
        answer is the layout of the slice. Of a layout as the coordinate it is the composition. An index outside of its mode
        is an `IndexError`.
        """
        crd = coordinate[0] if len(coordinate) == 1 else coordinate
        offset = self._evaluation.at(crd)
        if offset is not None:
            return offset
        if isinstance(crd, Layout):
            return call("composition", (self, crd), allow=self._allow)
        if _has_all(crd):
            return call("slice", (crd, self), allow=self._allow)
        if self._evaluation.size is None:
            # Symbols, or offsets along a basis.
            return call("crd2idx", (crd, self), allow=self._allow)
        index = _index(crd, self.shape, self)
        if isinstance(index, np.ndarray):
            return self._at(index)
        return self._evaluation.offset(int(index))

    def _at(self, index: NDArray[Any]) -> NDArray[np.int64]:
        coordinates = np.asarray(index, dtype=np.int64)
        return self._evaluation.offsets(coordinates.reshape(-1)).reshape(coordinates.shape)


Operand = Value | Layout | int | str | tuple[Any, ...] | list[Any] | NDArray[Any] | None
"""What an operation takes: a value, integers and tuples of them, or an expression as text."""


@dataclass(frozen=True)
class Program:
    """An expression with its definitions, what is allowed in it, and the values of its symbols."""

    source: str
    allow: tuple[str, ...] = ()
    bindings: tuple[tuple[str, int], ...] = ()

    def value(self) -> Any:
        """What it evaluates to."""
        return _object(_native.evaluate(self), self, False)

    def split(self) -> tuple[str, str]:
        """The definitions, and the expression after them."""
        definitions, semicolon, expression = self.source.rpartition(";")
        return definitions + semicolon, expression.strip()


def _again(origin: Program) -> Any:
    return origin.value()


def _layout(value: Any) -> Layout:
    assert isinstance(value, Layout), value
    return value


def _is_shape(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_shape(part) for part in value)
    return isinstance(value, int) and not isinstance(value, bool)


def _depth(shape: Any) -> int:
    if not isinstance(shape, tuple):
        return 0
    return 1 + max((_depth(part) for part in shape), default=0)


def _size(shape: Any) -> int:
    if not isinstance(shape, tuple):
        return int(shape)
    size = 1
    for part in shape:
        size *= _size(part)
    return size


def _is_all(index: Any) -> bool:
    if isinstance(index, slice):
        return index == slice(None)
    return index is None or index is Ellipsis or (isinstance(index, Value) and str(index) == "_")


def _has_all(coordinate: Any) -> bool:
    if isinstance(coordinate, np.ndarray):
        return False
    if isinstance(coordinate, tuple):
        return any(_has_all(part) for part in coordinate)
    return _is_all(coordinate)


def _index(coordinate: Any, shape: Any, layout: Layout) -> Any:
    """The 1-D coordinate in a shape, of integers and arrays."""
    if isinstance(coordinate, tuple):
        modes = shape if isinstance(shape, tuple) else (shape,)
        if len(coordinate) != len(modes):
            raise IndexError(f"the coordinate {coordinate} has {len(coordinate)} modes, {shape} of {layout} has {len(modes)}")
        index, step = 0, 1
        for part, mode in zip(coordinate, modes):
            index = index + step * _index(part, mode, layout)
            step *= _size(mode)
        return index
    size = _size(shape)
    if isinstance(coordinate, (np.ndarray, list)):
        array = np.asarray(coordinate)
        if array.dtype.kind not in "iu":
            if array.size:
                raise TypeError(f"coordinates are integers, not {array.dtype}")
            array = array.astype(np.int64)
        wrong = (array < 0) | (array >= size)
        if wrong.any():
            raise IndexError(f"index {array[wrong].flat[0]} is outside of 0..{size}, a mode of {layout}")
        return array.astype(np.int64, copy=False)
    if not isinstance(coordinate, (Integral, np.integer)):
        raise TypeError(f"a coordinate is an integer, a tuple, or an array, not {coordinate!r}")
    index = int(coordinate)
    if not 0 <= index < size:
        raise IndexError(f"index {index} is outside of 0..{size}, a mode of {layout}")
    return index


def _object(value: Any, origin: Program, is_part: bool) -> Any:
    """A value of the extension as one of this module; a part is not all that its origin evaluates to."""
    if isinstance(value, _native.Evaluation):
        return Value._of(value, origin, is_part)
    if isinstance(value, (tuple, list)):
        return type(value)(_object(part, origin, True) for part in value)
    return value


def _lints(allow: Allow) -> tuple[str, ...]:
    return (allow,) if isinstance(allow, str) else tuple(allow)


class Question:
    """What operands need besides an expression: definitions, what is allowed, and values of symbols."""

    def __init__(self, allow: Allow = (), names: Mapping[str, Any] | None = None) -> None:
        self.allow = _lints(allow)
        self.definitions: dict[str, None] = {}
        self.bindings: dict[str, int] = {}
        for name, value in (names or {}).items():
            if isinstance(value, Layout):
                self._define(name, value)
            elif isinstance(value, (Integral, np.integer)) and not isinstance(value, bool):
                self.bindings[name] = int(value)
            else:
                raise TypeError(f"`{name}` is an integer or a layout, not {value!r}")

    def _define(self, name: str, layout: Layout) -> None:
        self.allow += layout._allow
        self.definitions[f"let {name} = {self._padded(layout) or layout};"] = None

    def _padded(self, layout: Value) -> str | None:
        """The expression of a padded layout, whose bounds no notation has."""
        if layout._evaluation.bounds is None:
            return None
        if layout._is_part:
            raise TypeError(f"{layout} is a part of {layout.source!r}: its bounds are known there alone\nhelp: write one expression")
        for name, value in layout._origin.bindings:
            if self.bindings.setdefault(name, value) != value:
                raise TypeError(f"`{name}` is {self.bindings[name]} of one operand and {value} of another")
        definitions, expression = layout._origin.split()
        if definitions:
            self.definitions[definitions] = None
        return expression

    def text(self, operand: Any, pattern: bool = False) -> str:
        """An operand as the language writes it."""
        if isinstance(operand, Value):
            self.allow += operand._allow
            padded = self._padded(operand)
            if padded is not None:
                return padded
            evaluation = operand._evaluation
            if evaluation.text == evaluation.notation:
                return evaluation.text
            # With the conditions of its symbols, it is no operand.
            name = "l" + sha1(evaluation.text.encode()).hexdigest()[:6]
            self._define(name, _layout(operand))
            return name
        if isinstance(operand, str):
            is_pattern = (pattern or "->" in operand) and '"' not in operand
            return f'"{operand}"' if is_pattern else operand
        if isinstance(operand, bool):
            return str(operand).lower()
        if isinstance(operand, (Integral, np.integer)):
            return str(int(operand))
        if _is_all(operand):
            return "_"
        if isinstance(operand, tuple):
            parts = [self.text(part) for part in operand]
            return f"({parts[0]},)" if len(parts) == 1 else f"({','.join(parts)})"
        if isinstance(operand, np.ndarray):
            operand = operand.tolist()
        if isinstance(operand, (list, range)):
            return f"[{', '.join(self.text(part) for part in operand)}]"
        raise TypeError(f"no operation takes {operand!r}")

    def notation(self, text: str) -> Program:
        """A text that is no expression, and uses no names."""
        return Program(text, tuple(dict.fromkeys(self.allow)), tuple(self.bindings.items()))

    def program(self, expression: str) -> Program:
        """The expression with all that its operands need."""
        return self.notation(" ".join([*self.definitions, expression]))


def evaluate(expression: str, /, *, allow: Allow = (), **names: int | Layout) -> Any:
    """The value of an expression with the definitions before it, as `layout eval` has it.

    Integers, tuples, truth values and texts are those of Python; a `Layout` is callable; other values are a `Value`. Named
    arguments are the values of symbols, or layouts that the expression may use by name.
    """
    return Question(allow, names).program(expression).value()


def call(
    name: str,
    operands: Iterable[Any],
    named: Mapping[str, Any] | None = None,
    allow: Allow = (),
    patterns: Iterable[int] = (),
) -> Any:
    """The value of an operation, by its name.

    Operands that are held are values of the language as they are; others are read as it writes them.
    """
    operands, patterns = tuple(operands), tuple(patterns)
    question = Question(allow)
    texts = [question.text(operand, place in patterns) for place, operand in enumerate(operands)]
    texts += [f"{key} = {question.text(operand)}" for key, operand in (named or {}).items()]
    program = question.program(f"{name}({', '.join(texts)})")
    if not named and not question.definitions and not question.bindings:
        held = [operand._evaluation if isinstance(operand, Value) else operand for operand in operands]
        value = _native.apply(name, held, program.allow)
        if value is not None:
            return _object(value, program, False)
    return program.value()


def explain(expression: str | Value, /, *, allow: Allow = (), **names: int | Layout) -> str:
    """The steps by which an expression comes to its value."""
    program = expression._origin if isinstance(expression, Value) else Question(allow, names).program(expression)
    return _native.explain(program)
