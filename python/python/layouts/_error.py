"""The mistakes of expressions, as exceptions."""

from __future__ import annotations

import re
from typing import NamedTuple


class Repair(NamedTuple):
    """Other text for a part of an expression, with which it has a value."""

    start: int
    end: int
    text: str
    help: str


def _in_python(help: str) -> str:
    """A help that names an option of the command, as Python writes it."""
    help = re.sub(r"`--allow (\w+)` allows", r'`allow="\1"` allows', help)
    help = re.sub(r"`--mesh (\S+)` gives", r'`mesh="\1"` gives', help)
    help = re.sub(r"`--shape (\S+)` gives", r"`shape=(\1)` gives", help)
    return re.sub(r"`--with (\w+)=…` gives", r"`\1=…` behind the expression gives", help)


class LayoutError(ValueError):
    """A mistake in an expression, with the part at fault underlined and the ways out.

    `start` and `end` count the characters of `source`; `repairs` were tried on the whole expression.
    """

    message: str
    source: str
    start: int
    end: int
    helps: list[str]
    repairs: list[Repair]
    code: str | None

    def __init__(
        self,
        message: str,
        source: str,
        start: int,
        end: int,
        helps: list[str],
        repairs: list[tuple[int, int, str, str]],
        code: str | None,
    ) -> None:
        super().__init__(message, source, start, end, helps, repairs, code)
        self.message = message.replace("`--with` gives", "an argument gives")
        self.source, self.start, self.end, self.code = source, start, end, code
        self.helps = [_in_python(help) for help in helps]
        self.repairs = [Repair(*repair) for repair in repairs]

    def __str__(self) -> str:
        first, *rules = self.message.split("\n")
        lines = [first + (f" [{self.code}]" if self.code else "")]
        begin = self.source.rfind("\n", 0, self.start) + 1
        line, _, _ = self.source[begin:].partition("\n")
        end = min(self.end, begin + len(line))
        lines += ["  " + line, "  " + " " * (self.start - begin) + "^" * max(1, end - self.start)]
        return "\n".join(lines + rules + [f"help: {help}" for help in self.helps])

    def repaired(self) -> str:
        """The expression with the first repair; the error itself, if there is none."""
        if not self.repairs:
            raise self
        start, end, text, _ = self.repairs[0]
        return self.source[:start] + text + self.source[end:]
