"""Views and copies of arrays, held against the offsets of each coordinate."""

from __future__ import annotations

import array as arrays
import random

import numpy as np
import pytest

import layouts
from layouts import Layout, gather, import_, layout_of, view
from layouts.testing import assert_agrees, assert_banks, assert_covers


class OfDlpack:
    """What another library's tensor shows of itself."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_views_and_copies_have_the_elements_at_the_offsets():
    source, viewed = random.Random(3), 0
    for _ in range(300):
        rank = source.randint(1, 3)
        shape = tuple(source.choice([1, 2, 3, 4, (2, 3), (2, 2)]) for _ in range(rank))
        leaves = [leaf for mode in shape for leaf in (mode if isinstance(mode, tuple) else (mode,))]
        strides = iter([source.randint(-6, 9) for _ in leaves])
        stride = tuple(tuple(next(strides) for _ in m) if isinstance(m, tuple) else next(strides) for m in shape)
        layout = Layout(shape, stride, allow="non_injective")
        offset, length = source.randint(0, 40), source.randint(1, 120)
        elements = np.arange(length, dtype=source.choice([np.int8, np.float32, np.int64]))[:: source.choice([1, 2])]
        offsets = layout.offsets() + offset
        if offsets.min() < 0 or offsets.max() >= len(elements):
            for of in (view, gather):
                with pytest.raises((IndexError, ValueError)):
                    of(elements, layout, offset=offset)
            with pytest.raises(IndexError):
                gather(elements, layout, offset=offset)
            continue
        want = elements[offsets].reshape([layout[k].size for k in range(rank)], order="F")
        copied = gather(elements, layout, offset=offset)
        assert (copied == want).all() and not np.shares_memory(copied, elements)
        try:
            seen = view(elements, layout, offset=offset)
        except ValueError as refused:
            assert "help: `gather`" in str(refused)
            assert any(isinstance(mode, tuple) for mode in shape), layout
            continue
        viewed += 1
        assert (seen == want).all() and np.shares_memory(seen, elements)
        assert seen.flags.writeable == (len(set(offsets.tolist())) == offsets.size), layout
    assert viewed > 30


def test_a_view_writes_to_its_array():
    elements = np.zeros(32)
    view(elements, "(4,8):(8,1)")[2, 3] = 1
    assert elements[19] == 1 and elements.sum() == 1


def test_a_mode_of_one_stride_is_one_axis():
    matrix = np.arange(64).reshape(8, 8)
    assert view(matrix, "((2,4),8):((1,2),8)").shape == (8, 8)
    assert (view(matrix, "((2,4),8):((1,2),8)") == matrix.T).all()
    with pytest.raises(ValueError, match="of 2 strides"):
        view(matrix, "((2,2),4):((1,16),2)")
    with pytest.raises(ValueError, match="a function follows"):
        view(matrix, "Sw<1,0,3> o 0 o (8,8):(8,1)")


def test_what_has_no_view_says_why():
    with pytest.raises(IndexError, match="reads the elements 0..=9 of 8"):
        view(np.zeros(8), "10:1")
    with pytest.raises(ValueError, match="is padded"):
        gather(np.zeros(16), layouts.logical_divide("10:1", 4, allow="padding"))
    with pytest.raises(TypeError, match="`bind`"):
        view(np.zeros(8), "m:1")
    with pytest.raises(ValueError, match="ascontiguousarray"):
        view(np.zeros((4, 4)).T, "16:1")
    with pytest.raises(IndexError):
        view(np.zeros(8), f"2:{1 << 40}")


def test_dlpack():
    elements = np.arange(12)
    seen = view(OfDlpack(elements), "(3,4):(4,1)")
    assert np.shares_memory(seen, elements) and seen[1].tolist() == [4, 5, 6, 7]
    assert layout_of(OfDlpack(elements.reshape(3, 4))) == Layout("(3,4):(4,1)")
    assert gather(OfDlpack(elements), "Sw<1,0,1> o 0 o 4:1").tolist() == [0, 1, 3, 2]


def test_layouts_of_arrays():
    matrix = np.zeros((6, 8), np.float32)
    assert layout_of(matrix) == Layout("(6,8):(8,1)")
    assert layout_of(matrix.T[:, ::2]) == Layout("(8,3):(1,16)")
    assert layout_of(matrix[::-1]) == Layout("(6,8):(-8,1)")
    assert layout_of(np.broadcast_to(np.zeros(3), (2, 3)))(1, 2) == 2
    fields = np.zeros(4, dtype=[("a", "i1"), ("b", "i2")])
    with pytest.raises(ValueError, match="no whole number"):
        layout_of(fields["b"])


def test_layouts_that_other_libraries_print():
    for text in ("(_4,_8):(_8,_1)", "Layout((4, 8), (8, 1))", "(4, 8):(8, 1)"):
        assert import_(text) == Layout("(4,8):(8,1)")
    assert import_("tensor<ptr<f16, smem, align<1024>, S<3,4,3>> o (8,64):(64,1)>") == Layout("Sw<3,3,3> o 0 o (8,64):(64,1)")
    with pytest.raises(ValueError, match="0x7f10 is no multiple of 1024"):
        import_("Sw<3,4,3>_smem_ptr[16b](0x7f10) o (8,64):(64,1)")
    assert import_(shape=(4, 8), strides=(8, 1)) == Layout("(4,8):(8,1)")
    with pytest.raises(ValueError, match="2 extents and 1 strides"):
        import_(shape=(4, 8), strides=(1,))
    with pytest.raises(TypeError):
        import_("1 + 1")


def test_a_value_that_is_no_array_says_what_one_is():
    for call in (lambda: layout_of([1, 2]), lambda: view([1, 2], "2:1"), lambda: gather((1, 2), "2:1")):
        with pytest.raises(TypeError, match="`numpy.asarray`"):
            call()
    with pytest.raises(TypeError, match="`layout_of`"):
        import_(np.arange(3))


def test_assertions():
    assert_agrees("(4,8):(8,1)", "((2,2),8):((8,16),1)")
    with pytest.raises(AssertionError, match=r"\(1,0\) is at 8 here, and at 1"):
        assert_agrees(Layout("(4,8):(8,1)"), "(4,8):(1,4)")
    assert_covers("(8,(2,2)):(2,(1,16))", (32,))
    with pytest.raises(AssertionError):
        assert_covers("(8,2):(2,1)", (32,))
    assert_banks("Sw<5,0,5> o 0 o (32,4):(32,1)", bits=32, bytes=4)
    assert_banks("(32,4):(32,1)", bits=32, bytes=4, conflicts=124)
    with pytest.raises(AssertionError, match="124 bank conflicts"):
        assert_banks("(32,4):(32,1)", bits=32, bytes=4)
    rows, columns = Layout("(32,32):(1,32)"), Layout("(32,32):(32,1)")
    assert_banks("Sw<5,0,5> o 0 o (32,32):(32,1)", bits=32, bytes=4, by=[rows, columns])
    with pytest.raises(AssertionError):
        assert_banks("(32,32):(32,1)", bits=32, bytes=4, by=[rows, columns])


def test_other_buffers_are_coordinates():
    assert Layout("8:2")(np.frombuffer(arrays.array("q", [1, 3]), np.int64)).tolist() == [2, 6]
    assert Layout("8:2")([1, 3]).tolist() == [2, 6]
    backwards = np.arange(8)[::-2]
    assert Layout("8:2")(backwards).tolist() == [14, 10, 6, 2]
