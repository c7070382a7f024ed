"""CuTe layouts: expressions of the layout algebra, checked, as callable values.

    >>> from layouts import Layout, zipped_divide
    >>> tile = Layout("(8,8):(8,1)")
    >>> tile(2, 3)
    19
    >>> zipped_divide(tile, (2, 4))
    Layout('((2,4),(4,2)):((8,1),(16,4))')
"""

from . import mesh, testing
from ._error import LayoutError, Repair
from ._language import Layout, Value, evaluate, explain
from ._native import languages, notations
from .arrays import gather, import_, layout_of, view
from .operations import *  # noqa: F403
from .operations import __all__ as _operations

_ = evaluate("_")
"""The whole mode, in coordinates and tilers."""

__all__ = [
    "Layout",
    "LayoutError",
    "Repair",
    "Value",
    "evaluate",
    "explain",
    "gather",
    "import_",
    "languages",
    "layout_of",
    "mesh",
    "notations",
    "testing",
    "view",
    *_operations,
]
