"""Writes linear.jsonl: what Triton's linear layouts answer at each index, the bits of the registers below those of lanes and warps.

    pip install triton==3.9.0
    python3 tests/data/conformance/linear.py > tests/data/conformance/linear.jsonl
"""

import json
import random
from importlib.metadata import version

from triton._C.libtriton.linear_layout import LinearLayout

PLACES = ["register", "lane", "warp", "block"]


def main():
    rng = random.Random(24)
    for _ in range(40):
        dims = rng.choice([1, 2, 2, 2, 3])
        bits = [rng.randint(0, 2) for _ in range(dims)]
        vectors = [[1 << b if d == dim else 0 for d in range(dims)] for dim in range(dims) for b in range(bits[dim])]
        # Some bits move nothing.
        vectors += [[0] * dims for _ in range(rng.choice([0, 0, 1]))]
        rng.shuffle(vectors)
        bases, rest = [], vectors[:]
        for place in PLACES:
            take = len(rest) if place == "block" else rng.randint(0, min(3, len(rest)))
            bases.append((place, rest[:take]))
            rest = rest[take:]
        layout = LinearLayout.from_bases(bases, [f"dim{d}" for d in range(dims)], [1 << b for b in bits], True)
        values, counts = [], [len(of) for _, of in bases]
        for i in range(1 << sum(counts)):
            at, left = {}, i
            for (place, _), count in zip(bases, counts):
                at[place], left = left % (1 << count), left >> count
            found = layout.apply(at)
            values.append([found[f"dim{d}"] for d in range(dims)])
        text = "#ttg.linear<{" + ", ".join(f"{place} = {of}" for place, of in bases) + "}>"
        print(json.dumps({"source": f"triton {version('triton')}", "text": text, "values": values}))


main()
