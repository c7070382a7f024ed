"""What mypy must accept of a user's program, and what it must not."""

import numpy as np

from layouts import Layout, LayoutError, evaluate, gather, layout_of, mesh, view, zipped_divide
from layouts.testing import assert_banks

tile = Layout("(8,8):(8,1)", allow="non_injective")
size: int = tile.rank + tile.depth
divided = zipped_divide(tile, (2, 4), allow=["padding"])
array = view(np.zeros(64), tile)
again: Layout = layout_of(gather(array, tile.flat, offset=0))
assert_banks(tile, bits=32, by=[again])
plan = mesh.plan("Shard(0)", tile, mesh={"x": 4}, shape=[8, 8], node=2, m=4)
moved: int = plan.moved + plan.steps[0].sends(0)[0].transfers[0].source_layout.rank
try:
    evaluate("size(A)", A=tile, m=4)
except LayoutError as error:
    text: str = error.helps[0] + error.repairs[0].text
tile.shap  # type: ignore[attr-defined]
Layout()  # type: ignore[call-arg]
tile.emit(3)  # type: ignore[arg-type]
plan.move  # type: ignore[attr-defined]
mesh.plan("Shard(0)")  # type: ignore[call-arg]
