"""Each operation of the language as a function, made from the one list of the operations.

Operands are values, integers and tuples of them, or expressions as text; sizes of a pattern's axes are named arguments.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable
from typing import Any

from . import _native
from ._language import Allow, call


def _function(name: str, words: list[str], usage: str, equation: str, example: str) -> Callable[..., Any]:
    patterns = [place for place, word in enumerate(words) if word == "pattern"]

    def operation(*operands: Any, allow: Allow = (), **named: Any) -> Any:
        return call(name, operands, named, allow, patterns)

    operation.__name__ = operation.__qualname__ = python_name(name)
    operation.__module__ = __name__
    operation.__doc__ = f"{name}({usage})\n\n{equation}\n\nFor example `{example}`."
    return operation


def python_name(name: str) -> str:
    """The name of the function of an operation: a keyword of Python has `_` behind it."""
    return name + "_" if keyword.iskeyword(name) else name


__all__ = []
for _name, _words, _usage, _equation, _example in _native.operations():
    globals()[python_name(_name)] = _function(_name, _words, _usage, _equation, _example)
    __all__.append(python_name(_name))
