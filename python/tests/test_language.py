"""The language from Python, held against plain sums of products."""

from __future__ import annotations

import itertools
import pickle
import random
import re

import numpy as np
import pytest

import layouts
from layouts import Layout, LayoutError, Value, _native, evaluate, explain
from layouts import _ as ALL

NESTED = "((2,4),(3,(2,2))):((1,16),(2,(6,64)))"


def offset(coordinate, stride):
    """The sum of products of a natural coordinate and strides."""
    if isinstance(stride, tuple):
        return sum(map(offset, coordinate, stride))
    return coordinate * stride


def natural(shape):
    """All natural coordinates, the first mode fastest."""
    if not isinstance(shape, tuple):
        return list(range(shape))
    modes = [natural(mode) for mode in reversed(shape)]
    return [tuple(reversed(each)) for each in itertools.product(*modes)]


def random_layout(random):
    """A random shape with strides, nested up to twice, as tuples."""

    def leaf(depth):
        if depth and random.random() < 0.4:
            parts = [leaf(depth - 1) for _ in range(random.randint(1, 3))]
            return tuple(shape for shape, _ in parts), tuple(stride for _, stride in parts)
        return random.randint(1, 5), random.randint(-9, 9)

    parts = [leaf(2) for _ in range(random.randint(1, 3))]
    return tuple(shape for shape, _ in parts), tuple(stride for _, stride in parts)


def test_offsets_are_sums_of_products():
    source = random.Random(7)
    for _ in range(200):
        shape, stride = random_layout(source)
        layout = Layout(shape, stride, allow="non_injective")
        assert (layout.shape, layout.stride) == (shape, stride)
        coordinates = natural(shape)
        want = [offset(coordinate, stride) for coordinate in coordinates]
        assert [layout(coordinate) for coordinate in coordinates] == want
        assert [layout(*coordinate) for coordinate in coordinates if len(coordinate) > 1] == (want if len(shape) > 1 else [])
        assert [layout(i) for i in range(layout.size)] == want
        assert layout(np.arange(layout.size)).tolist() == want
        assert layout.offsets().tolist() == want
        reach = [*want, 0]
        assert layout.cosize == max(reach) - min(reach) + 1


def test_arrays_of_indices_are_broadcast():
    layout = Layout(NESTED)
    i, j = np.arange(8)[:, None], np.arange(12)
    table = layout(i, j)
    assert table.shape == (8, 12)
    assert all(table[m, n] == layout(m, n) for m in range(8) for n in range(12))
    assert (layout((i % 2, i // 2), j) == table).all()
    assert layout(3, np.array([0, 5])).tolist() == [layout(3, 0), layout(3, 5)]
    assert layout(np.uint8(3), 5) == layout(3, 5)
    assert layout(np.array([], dtype=np.int64)).tolist() == []


@pytest.mark.parametrize(
    ("coordinate", "message"),
    [
        ((96,), "index 96 is outside of 0..96"),
        ((-1,), "index -1 is outside of 0..96"),
        ((8, 0), "index 8 is outside of 0..8"),
        ((0, (3, 0)), "index 3 is outside of 0..3"),
        ((0, 0, 0), "has 3 modes"),
        ((np.array([0, 97]),), "index 97 is outside of 0..96"),
        ((np.array([0, 9]), 0), "index 9 is outside of 0..8"),
    ],
)
def test_an_index_outside_of_its_mode_is_an_error(coordinate, message):
    with pytest.raises(IndexError, match=re.escape(message)):
        Layout(NESTED)(*coordinate)


def test_coordinates_are_integers():
    for wrong in (1.5, "2", np.array([0.5])):
        with pytest.raises(TypeError):
            Layout("8:1")(wrong)


def test_a_coordinate_with_all_is_a_slice():
    layout = Layout("(4,8):(8,1)")
    for rest in (ALL, None, slice(None)):
        part = layout(2, rest)
        assert part == evaluate("slice((2,_), (4,8):(8,1))")
        assert [layout(2, j) for j in range(8)] == [2 * 8 + part(j) for j in range(8)]


def test_properties():
    layout = Layout(NESTED)
    assert (layout.rank, layout.depth, layout.size, len(layout)) == (2, 3, 96, 2)
    assert layout.flat == Layout("(2,4,3,2,2):(1,16,2,6,64)")
    assert layout[1] == layout[-1] == Layout("(3,(2,2)):(2,(6,64))")
    with pytest.raises(IndexError):
        layout[2]
    assert (Layout((4, 8)).stride, Layout(7).depth, Layout(7).rank) == ((1, 4), 0, 1)
    swizzled = Layout("Sw<1,0,3> o 0 o (8,8):(8,1)")
    assert (swizzled.shape, swizzled.size, swizzled(1, 0)) == ((8, 8), 64, 9)
    with pytest.raises(TypeError, match="no strides of its own"):
        swizzled.stride


def test_operators():
    left, right = Layout("(8,8):(8,1)"), Layout("(4,2):(2,8)")
    composed = left @ right
    assert composed == layouts.composition(left, right) == left(right)
    assert composed.offsets().tolist() == [left(right(i)) for i in range(right.size)]
    assert left != right and left != "(8,8):(8,1)" and len({left, Layout("(8,8):(8,1)"), right}) == 2
    swizzled = evaluate("Sw<2,0,3>") @ left
    assert isinstance(swizzled, Layout) and swizzled(3, 1) == 25 ^ 3


def test_values_of_python():
    assert evaluate("1 + 2 * 3") == 7
    assert evaluate("is_injective((4,8):(8,1))") is True
    assert evaluate("shape(((2,4),3):((1,2),8))") == ((2, 4), 3)
    assert str(evaluate("Sw<3,3,3>")) == "Sw<3,3,3>" and evaluate("Sw<3,3,3>").kind == "swizzle"
    assert evaluate("_") == ALL and isinstance(ALL, Value)
    part = layouts.slice_and_offset((2, ALL), "(4,8):(8,1)")
    assert isinstance(part, list) and part[1] == 16 and part[0].offsets().tolist() == list(range(8))


def test_every_operation_is_a_function_and_its_example_has_a_value():
    names = [row[0] for row in _native.operations()]
    assert len(names) > 200 and len(set(names)) == len(names)
    for name, _, usage, _, example in _native.operations():
        function = getattr(layouts, layouts.operations.python_name(name))
        assert callable(function) and usage in function.__doc__, name
        # The call of the example, by the function, is what the language says of the text.
        want = evaluate(example, allow=["non_injective", "padding"])
        if example.startswith(name + "("):
            operands = split(example[len(name) + 1 : -1])
            if operands is not None:
                assert function(*operands, allow=["non_injective", "padding"]) == want, example


def test_operands_that_are_held_are_what_their_texts_are():
    lints = ["non_injective", "padding"]
    held = 0
    for name, *_, example in _native.operations():
        if not example.startswith(name + "("):
            continue
        operands = []
        for part in split(example[len(name) + 1 : -1]) or []:
            try:
                value = evaluate(part, allow=lints)
            except LayoutError:
                value = part
            operands.append(value if isinstance(value, (Layout, int, tuple)) else part)
        if any(isinstance(operand, Layout) for operand in operands):
            function = getattr(layouts, layouts.operations.python_name(name))
            for allow in [[], lints]:
                texts = [str(operand) if isinstance(operand, Layout) else operand for operand in operands]
                want, answer = [attempt(function, of, allow) for of in (texts, operands)]
                assert answer == want, example
            held += 1
    assert held > 100, held
    # By values alone, without a text: the native call has a value, and none of what a text has more of.
    rows, tile = Layout("(8,8):(8,1)")._evaluation, Layout("(4,2):(1,8)")._evaluation
    assert _native.apply("composition", [rows, tile], []).text == str(layouts.composition("(8,8):(8,1)", "(4,2):(1,8)"))
    assert _native.apply("composition", [rows, 3], []) is not None
    padded, named = Layout("logical_divide(10:1, 4)", allow="padding"), Layout("(row: 4, col: 8):(8,1)")
    for operand in (padded, named, Layout("(m,8):(8,1)")):
        assert _native.apply("coalesce", [operand._evaluation], []) is None


def attempt(function, operands, allow):
    """The answer, or the text of the mistake."""
    try:
        return function(*operands, allow=allow)
    except LayoutError as error:
        return str(error)


def split(text):
    """The operands of a call as texts; `None` where it is more than one call, or where an operand has a name."""
    parts, depth, begin, quoted, bars = [], 0, 0, False, 0
    for place, c in enumerate(text):
        quoted ^= c == '"'
        bars += c == "|" and not quoted
        depth += (c in "([{<") - (c in ")]}>" and text[place - 1] not in "-=")
        if depth < 0:
            return None
        if c == "," and depth == 0 and not quoted and bars % 2 == 0:
            parts.append(text[begin:place].strip())
            begin = place + 1
    parts.append(text[begin:].strip())
    return None if any(re.match(r"\w+ = ", part) for part in parts) else [part for part in parts if part]


def test_operands_of_python_are_those_of_the_language():
    tile = Layout("(8,8):(8,1)")
    assert layouts.zipped_divide(tile, (2, 4)) == Layout("zipped_divide((8,8):(8,1), (2,4))")
    assert layouts.make_layout((2, (3, 4)), (1, (2, 6))) == Layout((2, (3, 4)), (1, (2, 6)))
    assert layouts.complement((4, 2), 24) == Layout("complement((4,2), 24)")
    assert layouts.infer_layout([0, 2, 4, 6]) == layouts.infer_layout(np.array([0, 2, 4, 6])) == Layout("4:2")
    assert layouts.rearrange("(8,4):(4,1)", "m n -> n m").offsets().tolist() == Layout("(4,8):(1,4)").offsets().tolist()
    split_rows = layouts.rearrange("(8,4):(4,1)", "(a b) n -> a b n", a=np.int64(2))
    assert split_rows.size == 32 and split_rows.rank == 3
    assert layouts.composition("Sw<1,0,3>", tile) == Layout("Sw<1,0,3> o 0 o (8,8):(8,1)")


def test_definitions_and_names():
    assert Layout("struct A = (4,8):(8,1); let t = logical_divide(A, (2,4)); coalesce(t)").size == 32
    tile = Layout("(4,8):(8,1)")
    assert Layout("composition(Tile, 8:4)", Tile=tile) == Layout("composition((4,8):(8,1), 8:4)")
    with pytest.raises(TypeError, match="integer or a layout"):
        evaluate("size(A)", A="8:1")


def test_symbols():
    layout = Layout("(m,n):(n,1)")
    assert layout.symbols == ["m", "n"] and str(layout.shape) == "(Value('m'), Value('n'))"
    assert layout.bind(m=4, n=8) == Layout("(4,8):(8,1)") == Layout("(m,n):(n,1)", m=4, n=8)
    assert layouts.coalesce(layout) == evaluate("coalesce((m,n):(n,1))")
    with pytest.raises(LayoutError, match="no symbol"):
        Layout("(m,4):(4,1)", k=3)


def test_padding_goes_on_to_what_is_computed_of_it():
    with pytest.raises(LayoutError) as refused:
        layouts.logical_divide("10:1", 4)
    assert 'allow="padding"' in str(refused.value)
    padded = layouts.logical_divide("10:1", 4, allow="padding")
    assert padded.bounds == "(4,3):(1,4) < 10"
    assert padded.flat.bounds == "(4,3):(1,4) < 10"
    assert layouts.coalesce(padded).bounds == "12:1 < 10"
    assert evaluate("coalesce(A)", A=padded).bounds == "12:1 < 10"
    bound = layouts.logical_divide(Layout("m:1", m=10), 4, allow="padding")
    assert layouts.flatten(bound).bounds == "(4,3):(1,4) < 10"
    assert pickle.loads(pickle.dumps(padded)) == padded


def test_pickles_are_what_they_were():
    for text in (NESTED, "Sw<1,0,3> o 0 o (8,8):(8,1)", "(m,n):(n,1)", "Sw<3,3,3>"):
        value = evaluate(text)
        again = pickle.loads(pickle.dumps(value))
        assert again == value and type(again) is type(value)
    copied = pickle.loads(pickle.dumps(Layout("(4,8):(0,1)", allow="non_injective")))
    assert copied(3, 5) == 5


def test_a_mistake_is_underlined_with_its_ways_out():
    with pytest.raises(LayoutError) as error:
        evaluate("coalesce(\n  foo(4))")
    assert str(error.value).splitlines()[1:3] == ["    foo(4))", "    ^^^"]
    with pytest.raises(LayoutError) as error:
        Layout("(4,8):(1,1)")
    mistake = error.value
    assert (mistake.start, mistake.end, mistake.code) == (9, 10, "L0008")
    assert str(mistake).splitlines()[1:3] == ["  (4,8):(1,1)", "           ^"]
    assert mistake.helps[-1] == '`allow="non_injective"` allows it'
    assert Layout(mistake.repaired()) == Layout("(4,8):(1,4)")
    with pytest.raises(LayoutError, match=r"help: did you mean `make_layout`\?"):
        evaluate("make_layot((4,8))")
    # Characters are counted, not bytes.
    with pytest.raises(LayoutError) as error:
        evaluate("/* ä */ foo(4)")
    assert error.value.source[error.value.start : error.value.end] == "foo"
    assert isinstance(mistake, ValueError)


def test_errors_can_be_pickled():
    with pytest.raises(LayoutError) as error:
        Layout("(4,8):(1,1)")
    again = pickle.loads(pickle.dumps(error.value))
    assert str(again) == str(error.value)


def test_an_input_of_any_kind_is_an_error_of_python():
    for wrong in ("", "(" * 5000, "9" * 400 + ":1", "\x00", "(4,8):(8,1", "é" * 100, "let a = 4:1;;", "a" * (1 << 19)):
        with pytest.raises((LayoutError, TypeError, ValueError)):
            Layout(wrong)
    with pytest.raises(TypeError, match="no layout"):
        Layout("is_injective(4:1)")
    with pytest.raises(TypeError):
        layouts.coalesce(object())
    with pytest.raises(ValueError, match="no lint"):
        Layout("4:1", allow="everything")


def test_explain_emit_and_notations():
    assert "rule: " in explain("coalesce((2,4):(1,2))")
    assert layouts.coalesce("(2,4):(1,2)").explain() == explain("coalesce((2,4):(1,2))")
    layout = Layout("Sw<2,0,3> o 0 o (8,8):(8,1)")
    scope = {}
    exec(layout.emit("python", name="tile"), scope)
    assert [scope["tile_index"](i) for i in range(64)] == layout.offsets().tolist()
    assert {"c", "cuda", "python"} <= set(layouts.languages)
    for language in layouts.languages:
        assert Layout("(8,8):(8,1)").emit(language)
    with pytest.raises(ValueError, match="no language"):
        layout.emit("cobol")
    with pytest.raises(ValueError, match="no notation"):
        layout.notation("cobol")
    for notation in layouts.notations:
        try:
            text = Layout("(8,4):(4,1)").notation(notation)
        except LayoutError:
            continue
        if notation in ("cute", "cute-dsl", "pycute"):
            assert layouts.import_(text).offsets().tolist() == Layout("(8,4):(4,1)").offsets().tolist(), notation


def test_pictures():
    layout = Layout("(4,8):(8,1)")
    assert layout.svg().startswith("<svg ") and "max-width:100%" in layout._repr_svg_()
    assert layout.table().splitlines()[0] == "(4,8):(8,1)"
    atom = evaluate("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)")
    assert atom._repr_svg_().startswith("<svg ")
    assert evaluate("Sw<3,3,3>")._repr_svg_() is None
