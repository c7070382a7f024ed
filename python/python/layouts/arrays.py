"""Arrays of NumPy, and tensors by DLPack, viewed by layouts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._error import LayoutError
from ._language import Layout, call, evaluate


def _array(array: Any) -> NDArray[Any]:
    if isinstance(array, np.ndarray):
        return array
    if not hasattr(array, "__dlpack__"):
        raise TypeError(
            f"a value of type {type(array).__name__} is neither an array of NumPy nor a tensor with DLPack\n"
            "help: `numpy.asarray` makes an array of a sequence"
        )
    return np.from_dlpack(array)


def _elements(tensor: Any) -> NDArray[Any]:
    """The elements of an array as they lie in memory, in one dimension, without a copy."""
    array = _array(tensor)
    if array.ndim == 1:
        return array
    if not array.flags.c_contiguous:
        raise ValueError(
            f"the strides {array.strides} of shape {array.shape} leave gaps or another order: offsets count the elements of one "
            "contiguous array\nhelp: `numpy.ascontiguousarray` copies it into one; `layout_of` is its own layout"
        )
    elements: NDArray[Any] = array.reshape(-1)
    assert np.shares_memory(elements, array) or array.size == 0
    return elements


def _in_bounds(layout: Layout, least: int, greatest: int, length: int) -> None:
    if least < 0 or greatest >= length:
        raise IndexError(f"{layout} reads the elements {least}..={greatest} of {length}")


def _known(layout: Layout | str) -> Layout:
    layout = layout if isinstance(layout, Layout) else Layout(layout)
    if layout._evaluation.size is None:
        raise TypeError(f"the offsets of {layout} are not known as integers: `bind` gives its symbols values")
    if layout.bounds is not None:
        raise ValueError(f"{layout} is padded: coordinates past its bounds have no element")
    return layout


def view(array: Any, layout: Layout | str, *, offset: int = 0) -> NDArray[Any]:
    """A view of an array's memory by a layout, without a copy: `view(a, L)[i, j]` is the element at offset `L(i, j)`.

    Each mode becomes an axis. A mode that is not one stride, such as `(2,2):(1,8)`, and a layout with a swizzle have no such
    view: that is a `ValueError`, and `gather` copies. Where coordinates share an element, the view is read-only. The array is
    one of NumPy or any with `__dlpack__`; offsets count its elements from the one at `offset`. An offset outside of the array
    is an `IndexError`.
    """
    layout, elements = _known(layout), _elements(array)
    help = "\nhelp: `gather` copies the elements into an array of this shape"
    if layout._evaluation.stride is None:
        raise ValueError(f"{layout} is no strided view: a function follows its strides{help}")
    shape, strides = [], []
    for number in range(layout.rank):
        mode = call("coalesce", (layout[number],), allow=("non_injective",))
        if mode.rank > 1:
            raise ValueError(f"mode {number} of {layout} is {mode}, of {mode.rank} strides{help}")
        flat = mode.flat
        shape.append(flat.size)
        strides.append(flat.stride if isinstance(flat.stride, int) else flat.stride[0])
    if layout.size == 0:
        return np.empty(shape, elements.dtype)
    ends = [(extent - 1) * stride for extent, stride in zip(shape, strides)]
    _in_bounds(layout, offset + sum(min(end, 0) for end in ends), offset + sum(max(end, 0) for end in ends), elements.size)
    step = elements.strides[0]
    shares = layout.size > 1 and not call("is_injective", (layout,))
    return np.lib.stride_tricks.as_strided(
        elements[offset:],
        tuple(shape),
        tuple(stride * step for stride in strides),
        writeable=elements.flags.writeable and not shares,
    )


def gather(array: Any, layout: Layout | str, *, offset: int = 0) -> NDArray[Any]:
    """A copy of the elements that a layout reads: `gather(a, L)[i, j]` is the element at offset `L(i, j)`.

    Each mode becomes an axis. Any layout of known offsets has one; an offset outside of the array is an `IndexError`.
    """
    layout, elements = _known(layout), _elements(array)
    shape, offsets = tuple(layout[number].size for number in range(layout.rank)), layout.offsets() + offset
    if offsets.size:
        _in_bounds(layout, int(offsets.min()), int(offsets.max()), elements.size)
    return np.take(elements, offsets).reshape(shape, order="F")


def layout_of(array: Any) -> Layout:
    """The layout of an array: its shape and its strides, counted in elements."""
    array = _array(array)
    return import_(shape=array.shape, strides=array.strides, itemsize=array.itemsize)


def import_(
    text: str | None = None,
    *,
    shape: tuple[int, ...] | None = None,
    strides: tuple[int, ...] | None = None,
    itemsize: int | None = None,
) -> Layout:
    """The layout that another library printed, or that has the shape and the strides of a tensor.

    Strides count elements, or bytes with `itemsize`. Read are the notations that `layouts.notations` lists; a layout may hold an
    element twice. Of a tensor that CuTe prints the pointer is left out.
    """
    if text is not None:
        if shape is not None or strides is not None:
            raise TypeError("`import_` takes a text, or a shape and strides")
        if not isinstance(text, str):
            raise TypeError(
                f"`import_` takes a text, and not a value of type {type(text).__name__}\nhelp: `layout_of` is the layout of an array"
            )
        value = evaluate(_native.layout_of_tensor(text) or text, allow="non_injective")
        if not isinstance(value, Layout):
            raise TypeError(f"{text} is {value!r}, and no layout")
        return value
    if shape is None or strides is None:
        raise TypeError("`import_` takes a text, or a shape and strides")
    if len(shape) != len(strides):
        raise ValueError(f"{len(shape)} extents and {len(strides)} strides")
    if itemsize is not None:
        odd = [stride for stride in strides if stride % itemsize]
        if odd:
            raise ValueError(f"a stride of {odd[0]} bytes is no whole number of elements of {itemsize}")
        strides = tuple(stride // itemsize for stride in strides)
    layout = tuple(map(int, shape)), tuple(map(int, strides))
    try:
        return Layout(*layout)
    except LayoutError:
        # A tensor that was broadcast: its coordinates share elements.
        return Layout(*layout, allow="non_injective")
