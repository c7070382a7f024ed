"""What packages of Python have for layouts, and how fast each evaluates: writes COMPARISON.md.

    python3 -m venv peers
    peers/bin/pip install ./python nvidia-cutlass-dsl==4.8.1 tensor-layouts==0.3.2
    peers/bin/pip install --no-deps nvidia-cutlass==4.2.0.0     # pycute
    peers/bin/python python/compare.py > python/COMPARISON.md

Each cell of the first table is a program that ran; a time is the best of five, in one run. CI does not run this.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import cutlass.cute as cute
import numpy as np
import pycute
import tensor_layouts as tl

import layouts

SWIZZLED = "Sw<3,0,3> o 0 o (8,8):(8,1)"
NAMES = ["here", "pycute", "tensor-layouts", "CuTe DSL"]


def traced(function: Callable[[], Any]) -> Callable[[], Any]:
    """A function of the DSL, whose layouts exist while a program is traced; it needs no GPU."""

    def run() -> Any:
        answers: list[Any] = []

        @cute.jit
        def program() -> None:
            answers.append(function())

        program()
        return answers[0]

    return run


def has(program: Callable[[], Any]) -> str:
    """Returns whether a program runs and does not answer false."""
    try:
        return "yes" if program() is not False else "–"
    except Exception:
        return "–"


def refuses(program: Callable[[], Any]) -> str:
    """Returns whether a program whose answer would be wrong ends in an error."""
    try:
        program()
        return "–"
    except Exception as error:
        return "yes" if str(error) else "an error without a text"


def features() -> list[tuple[str, list[str]]]:
    """What is asked, and the answer of each package."""
    ours = layouts.Layout("(8,8):(8,1)")
    py = pycute.Layout((8, 8), (8, 1))
    other = tl.Layout((8, 8), (8, 1))
    dsl = lambda f: traced(lambda: f(cute.make_layout((8, 8), stride=(8, 1))))
    indices = np.arange(64)
    expected = [8 * (i % 8) + i // 8 for i in range(64)]
    right = lambda answer: list(np.asarray(answer)) == expected
    return [
        ("`L(2, 3)`", [has(lambda: ours(2, 3) == 19), has(lambda: py(2, 3) == 19), has(lambda: other(2, 3) == 19), has(dsl(lambda l: l((2, 3)) == 19))]),
        ("an array of coordinates at once", [has(lambda: right(ours(indices))), has(lambda: right(py(indices))), has(lambda: right(other(indices))), has(dsl(lambda l: right(l(indices))))]),
        ("`L(2, _)`", [has(lambda: ours(2, None).size == 8), has(lambda: py(2, None)), has(lambda: other(2, None)), has(dsl(lambda l: l((2, None))))]),
        ("an index outside of the shape is an error", [refuses(lambda: ours(8, 0)), refuses(lambda: py(8, 0)), refuses(lambda: other(8, 0)), refuses(dsl(lambda l: l((8, 0))))]),
        ("two coordinates at one offset are an error", [refuses(lambda: layouts.Layout("(4,8):(1,2)")), refuses(lambda: pycute.Layout((4, 8), (1, 2))), refuses(lambda: tl.Layout((4, 8), (1, 2))), refuses(traced(lambda: cute.make_layout((4, 8), stride=(1, 2))))]),
        ("a text is a layout", [has(lambda: layouts.Layout("(8,8):(8,1)")(2, 3) == 19), has(lambda: pycute.Layout("(8,8):(8,1)")(2, 3) == 19), has(lambda: tl.Layout("(8,8):(8,1)")(2, 3) == 19), has(traced(lambda: cute.make_layout("(8,8):(8,1)")((2, 3)) == 19))]),
        ("`_repr_svg_` in notebooks", [has(lambda: ours._repr_svg_()), has(lambda: py._repr_svg_()), has(lambda: other._repr_svg_()), has(dsl(lambda l: l._repr_svg_()))]),
        ("sizes as symbols", [has(lambda: layouts.Layout("(m,8):(8,1)")), "–", "–", "as values of the traced program"]),
        ("the steps of an answer", [has(lambda: ours.explain()), "–", "–", "–"]),
        ("operations", [str(len(layouts.operations.__all__)), *(str(count(module)) for module in (pycute, tl, cute))]),
    ]


def count(module: Any) -> int:
    """The public functions of a module that have the name of an operation here."""
    same = set(layouts.operations.__all__)
    return sum(name in same and callable(getattr(module, name)) for name in dir(module))


def seconds(program: Callable[[], Any], repeat: int) -> float:
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(repeat):
            program()
        best = min(best, (time.perf_counter() - begin) / repeat)
    return best


def shown(time: float | None) -> str:
    if time is None:
        return "–"
    unit, scale = next((unit, scale) for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 0.0)) if time >= scale)
    return f"{time / (scale or 1e-9):.3g} {unit}"


def speeds() -> list[tuple[str, list[float | None]]]:
    """What is timed, and the time of each package."""
    ours, swizzled = layouts.Layout("((2,4),(2,4)):((1,4),(2,16))"), layouts.Layout(SWIZZLED)
    shape, stride = ((2, 4), (2, 4)), ((1, 4), (2, 16))
    py, other = pycute.Layout(shape, stride), tl.Layout(shape, stride)
    indices = np.arange(1_000_000) % 64
    few = indices[:10_000].tolist()
    expected = [py(i) for i in range(64)]
    assert [ours(i) for i in range(64)] == [other(i) for i in range(64)] == expected
    assert ours(indices)[:64].tolist() == py(indices)[:64].tolist() == expected
    per = lambda f: seconds(lambda: [f(i) for i in few], 1) / len(few)
    dsl = lambda f: lambda: traced(lambda: timed(lambda: f(cute.make_layout(shape, stride=stride))))()

    def timed(program: Callable[[], Any]) -> float:
        program()
        return min(elapsed(program) for _ in range(200))

    def elapsed(program: Callable[[], Any]) -> float:
        begin = time.perf_counter()
        program()
        return time.perf_counter() - begin

    def scalar(layout: Any) -> float:
        return min(elapsed(lambda: layout(37)) for _ in range(200))

    swizzle = pycute.ComposedLayout(pycute.Swizzle(3, 0, 3), 0, pycute.Layout((8, 8), (8, 1)))
    other_swizzle = tl.compose(tl.Swizzle(3, 0, 3), tl.Layout((8, 8), (8, 1)))
    eight, py_eight, other_eight = layouts.Layout("8:4"), pycute.Layout(8, 4), tl.Layout(8, 4)

    def timed_held() -> float:
        layout, tile = cute.make_layout(shape, stride=stride), cute.make_layout(8, stride=4)
        return timed(lambda: cute.composition(layout, tile))

    assert [swizzled(i) for i in range(64)] == [swizzle(i) for i in range(64)] == [other_swizzle(i) for i in range(64)]
    return [
        ("one 1-D coordinate of `((2,4),(2,4)):((1,4),(2,16))`", [per(ours), per(py), per(other), traced(lambda: scalar(cute.make_layout(shape, stride=stride)))()]),
        ("one of 1,000,000 of them in an array", [seconds(lambda: ours(indices), 1) / len(indices), seconds(lambda: py(indices), 1) / len(indices), None, None]),
        (f"one coordinate of `{SWIZZLED}`", [per(swizzled), per(swizzle), per(other_swizzle), None]),
        ("one of 1,000,000 of them in an array", [seconds(lambda: swizzled(indices), 1) / len(indices), seconds(lambda: swizzle(indices), 1) / len(indices), None, None]),
        ("`composition(L, M)` of two layouts that are held", [
            seconds(lambda: layouts.composition(ours, eight), 300),
            seconds(lambda: pycute.composition(py, py_eight), 300),
            seconds(lambda: tl.compose(other, other_eight), 300),
            traced(lambda: timed_held())(),
        ]),
        ("`composition(L, 8:4)`", [
            seconds(lambda: layouts.composition(ours, layouts.Layout("8:4")), 300),
            seconds(lambda: pycute.composition(py, pycute.Layout(8, 4)), 300),
            seconds(lambda: tl.compose(other, tl.Layout(8, 4)), 300),
            dsl(lambda l: cute.composition(l, cute.make_layout(8, stride=4)))(),
        ]),
        ("`zipped_divide((64,64):(64,1), (8,4))`", [
            seconds(lambda: layouts.zipped_divide("(64,64):(64,1)", (8, 4)), 300),
            seconds(lambda: pycute.zipped_divide(pycute.Layout((64, 64), (64, 1)), (8, 4)), 300),
            seconds(lambda: tl.zipped_divide(tl.Layout((64, 64), (64, 1)), (8, 4)), 300),
            dsl(lambda _: cute.zipped_divide(cute.make_layout((64, 64), stride=(64, 1)), (8, 4)))(),
        ]),
    ]


def main() -> None:
    row = lambda cells: print("| " + " | ".join(cells) + " |")
    print("# Beside other packages\n\nWritten by `python/compare.py`, never edited. Versions: cute-layouts " + layouts_version() + ", " + ", ".join(
        f"{name} {version(package)}" for name, package in (("pycute of nvidia-cutlass", "nvidia-cutlass"), ("tensor-layouts", "tensor-layouts"), ("CuTe DSL", "nvidia-cutlass-dsl"))
    ) + f"; Python {platform.python_version()}, NumPy {np.__version__}.\n")
    row(["", *NAMES])
    row(["---"] * 5)
    for name, cells in features():
        row([name, *cells])
    print(
        "\nEach cell is a program that ran, and `–` is one that fails or answers something else, or a package without a function to call. The operations of others are those with a name that is an\n"
        "operation here; each package has more under other names. In CuTe DSL layouts exist while a kernel is traced.\n\n"
        "## Time\n\nThe least of five runs, each package in the same process, on the same machine while it did other work, too: factors count, not digits. "
        "CuTe DSL\nis timed within a trace, where a call makes operations of a program; what a kernel does with them is not that time.\n"
    )
    row(["", *NAMES])
    row(["---", *["---:"] * 4])
    for name, times in speeds():
        row([name, *map(shown, times)])


def layouts_version() -> str:
    return version("cute-layouts")


if __name__ == "__main__":
    sys.exit(main())
