"""Assertions about layouts, for pytest: each is a contract of the language, such as `#[banks(…)]`, and its error the message."""

from __future__ import annotations

from typing import Any

from ._error import LayoutError
from ._language import Allow, Layout, Question


def _keeps(contract: str, question: Question, layout: Any) -> None:
    text = question.text(layout)
    try:
        question.program(f"#[{contract}] {text}").value()
    except LayoutError as error:
        raise AssertionError(str(error)) from None


def assert_agrees(layout: Layout | str, other: Layout | str, *, allow: Allow = ()) -> None:
    """Asserts that two layouts have the same offset at each coordinate that both have."""
    question = Question(allow)
    _keeps(f"agrees({question.text(other)})", question, layout)


def assert_covers(layout: Layout | str, tile: Any, *, allow: Allow = ()) -> None:
    """Asserts that the threads and values of a layout reach each element of a tile once."""
    question = Question(allow)
    _keeps(f"covers({question.text(tile)})", question, layout)


def assert_banks(
    layout: Layout | str,
    *,
    bits: int,
    bytes: int | None = None,
    conflicts: int = 0,
    by: list[Layout | str] | tuple[Layout | str, ...] = (),
    allow: Allow = (),
) -> None:
    """Asserts that accesses of shared memory by a layout have at most so many conflicts of banks.

    The layout holds elements of `bits` bits, and its mode 0 is the threads; or `by` are the layouts of threads and values by
    which it is accessed, `bytes` bytes at a time.
    """
    question = Question(allow)
    parts = [f"conflicts = {conflicts}", f"bits = {bits}"]
    parts += [f"bytes = {bytes}"] if bytes is not None else []
    parts += [f"by({question.text(access)})" for access in by]
    _keeps(f"banks({', '.join(parts)})", question, layout)


__all__ = ["assert_agrees", "assert_banks", "assert_covers"]
