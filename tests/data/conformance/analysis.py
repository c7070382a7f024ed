"""Writes analysis.jsonl: what the tests of tensor-layouts' `analysis` ask, in the language, and what it answers.

    pip install tensor-layouts==0.3.2 pytest
    python tests/data/conformance/analysis.py TESTS > tests/data/conformance/analysis.jsonl

TESTS is `tests/analysis.py` of https://github.com/facebookresearch/tensor-layouts at 8c75af6. Each test runs as it is, with
functions that keep what they are asked; a test that asks nothing which the language has leaves no record.
"""

import contextlib
import importlib.util
import json
import sys

import tensor_layouts as tl
from tensor_layouts import analysis

SWIZZLE = type(tl.Swizzle(1, 0, 1))


def notation(x):
    """A layout as CuTe prints it; none for what is no layout of integers."""
    if isinstance(x, tl.Layout):
        return str(x).replace(" ", "")
    if isinstance(x, SWIZZLE):
        return f"Sw<{x.bits},{x.base},{x.shift}>"
    if isinstance(x, tl.ComposedLayout):
        outer, inner = notation(x.outer), notation(x.inner)
        return outer and inner and f"{outer} o {x.offset} o {inner}"
    return None


def text(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return "(" + ",".join(map(text, value)) + ")"
    return str(value)


def from_zero(layout):
    return min(analysis.image(layout), default=0) == 0


def said(name, args, kwargs, answer):
    """Expressions of the language and their values, as what a function was asked and has answered; an answer of none is a
    refusal."""
    layout, of = args[0], notation(args[0])
    # A layout of the language has coordinates.
    if of is None or tl.size(layout) == 0:
        return
    refused = answer is None
    if name == "image":
        yield f"image({of})", answer
    elif name == "offset_table" and not refused:
        yield f"image({of})", sorted(answer)
        yield f"size({of})", sum(map(len, answer.values()))
    elif name == "aliasing_profile":
        yield f"is_injective({of})", not answer["has_aliasing"]
    elif name == "footprint":
        yield f"offset_range({of})", (answer["min_offset"], answer["max_offset"])
        yield f"gaps({of})", answer["holes"]
        yield f"size({of})", answer["total_elements"]
    elif name == "gap_profile" and answer["runs"]:
        yield f"image({of})", [x for first, last in answer["runs"] for x in range(first, last + 1)]
        yield f"gaps({of})", sum(answer["gap_sizes"])
    elif name == "is_injective":
        yield f"is_injective({of})", answer
    elif name == "is_surjective":
        n = args[1] if len(args) > 1 else kwargs.get("codomain_size")
        # Of its own codomain: no gaps.
        yield (f"is_contiguous({of})" if n is None else f"is_surjective({of}, {n})"), answer
    elif name in ("is_bijective", "is_contiguous") and from_zero(layout):
        # Both are one question there.
        yield f"is_bijective({of})", answer
    elif name == "functionally_equal" and notation(args[1]):
        yield f"functionally_equal({of}, {notation(args[1])})", answer
    elif name == "cycles" and from_zero(layout):
        yield f"cycles({of})", None if refused else [tuple(cycle) for cycle in answer]
    elif name == "fixed_points" and from_zero(layout) and analysis.is_bijective(layout):
        yield f"fixed_points({of})", answer
    # CuTe has no swizzle whose shift is below its bits.
    elif name in ("permutation_parity", "is_even_permutation") and from_zero(layout) and "Sw<2,0,1>" not in of:
        parity = answer if answer is None or name == "permutation_parity" else 1 if answer else -1
        yield f"permutation_parity({of})", parity
    elif name == "order" and from_zero(layout):
        yield f"order({of})", answer
    elif name == "to_F2_matrix":
        rows = None if refused else [tuple(row) for row in answer]
        # The last row has a 1.
        while rows and 1 not in rows[-1]:
            rows.pop()
        yield f"f2_matrix({of})", rows if refused else tuple(rows)
    elif name == "bank_conflicts" and tl.size(layout) <= 32 and set(kwargs) == {"element_bytes"}:
        bytes = kwargs["element_bytes"]
        threads = tl.size(tl.mode(layout, 0)) if tl.rank(layout) > 1 else tl.size(layout)
        if threads == tl.size(layout):
            yield f"bank_conflicts({of}, {8 * bytes}, {bytes})", answer["max_ways"] - 1
    elif name == "segment_analysis" and tl.size(layout) <= 32 and set(kwargs) == {"element_bytes"}:
        bytes = kwargs["element_bytes"]
        if from_zero(layout) and tl.rank(layout) == 1:
            yield f"sectors({of}, {8 * bytes}, {bytes})", answer["segments"]


NAMES = [
    "image", "offset_table", "aliasing_profile", "footprint", "gap_profile", "is_injective", "is_surjective",
    "is_bijective", "is_contiguous", "functionally_equal", "cycles", "order", "to_F2_matrix", "bank_conflicts",
    "segment_analysis", "fixed_points", "permutation_parity", "is_even_permutation",
]


def main():
    spec = importlib.util.spec_from_file_location("analysis_tests", sys.argv[1])
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    records = []

    def recorded(name, function):
        def call(*args, **kwargs):
            try:
                answer = function(*args, **kwargs)
            except ValueError:
                records.extend(said(name, args, kwargs, None))
                raise
            records.extend(said(name, args, kwargs, answer))
            return answer

        return call

    for name in NAMES:
        setattr(tests, name, recorded(name, getattr(analysis, name)))
    run, asked = 0, 0
    for test, function in list(vars(tests).items()):
        if not test.startswith("test_"):
            continue
        records.clear()
        run += 1
        try:
            # Some print.
            with contextlib.redirect_stdout(sys.stderr):
                function()
        except Exception as error:  # A test of another version.
            print(f"{test}: {type(error).__name__}: {error}", file=sys.stderr)
            continue
        seen = set()
        for expression, value in records:
            if expression not in seen:
                seen.add(expression)
                value = None if value is None else text(value)
                print(json.dumps({"test": test, "expression": expression, "value": value}))
        asked += bool(seen)
    print(f"{asked} of {run} tests ask what the language has", file=sys.stderr)


main()
