"""The text of `python/layouts/operations.pyi`, the types of the functions made of the list of operations."""

from layouts import _native
from layouts.operations import python_name

HEAD = '''"""Each operation of the language as a function. Written by `WRITE=1 python/test.sh`, never edited."""

from typing import Any

from ._language import Allow, Operand

def python_name(name: str) -> str: ...
'''


def stubs() -> str:
    """The text of the file."""
    names = "".join(f'    "{python_name(row[0])}",\n' for row in _native.operations())
    text = [HEAD, f"__all__ = [\n{names}]\n"]
    for name, _, usage, equation, example in _native.operations():
        lines = [f"{name}({usage})", *([equation] if equation else []), f"For example `{example}`."]
        body = "\n\n    ".join(lines).replace("\\", "\\\\")
        text.append(f'def {python_name(name)}(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:\n    """{body}"""\n    ...\n')
    return "\n".join(text)
