#!/usr/bin/env python3
"""The time of each permutation below 0.9 of a copy beside that of the same accesses without the permutation.

  ROWS=FILE relayouts.py run DIR; bounds.py DIR FILE    (needs nvcc, PyTorch and a GPU)

The bound of a kernel is the same kernel, in which a thread takes each whole vector that it writes from one place of shared memory, where the kernel puts it
together of elements; of a kernel that moves elements one at a time, in which each element is in shared memory where its thread's number says. The same parts of the
source are read and the same parts of the target written, by the same blocks in the same order, and nothing is permuted. What a bound has, as a part of PyTorch's
copy, no other way through shared memory exceeds with this tile. A kernel without shared memory, whose rows are together in both, is bounded by itself with rows that are
read where they are written. Both and the copy run in turn; each kernel is held to PyTorch's answer, and a bound to write every element.
"""

import json
import re
import sys

from relayouts import FILES, kernel_of, load, memories, times

GATHER = re.compile(r"( +union (k\d+)_vector moved;\n)(?:(?!\bunion\b).)*?( +\(\(uint4 \*\)sink\)\[\(row \+ x\))", re.S)

ELEMENT = re.compile(r"(moved\[turn\] = tile\[)read\d+_at \+ \(int\)(turn|\(first \+ turn\)) \* \d+\]")
ROW = re.compile(r"= source\[read0_at[^\]]*\](?=.*?sink(\[write0_at[^\]]*\]) = moved)", re.S)


def bound(text, threads):
    """The kernel without its permutation."""
    if "tile[" not in text:
        return ROW.sub(r"= source\1", text)
    if "((uint4 *)tile)" not in text:
        places = (1 << (int(re.search(r" tile\[(\d+)\];", text)[1]).bit_length() - 1)) - 1
        text, count = ELEMENT.subn(rf"\1(t + (unsigned)\2 * {threads}u) & {places}u]", text)
        assert count, text
        return text
    vectors = int(re.search(r" tile\[(\d+)\];", text)[1]) // int(re.search(r" one\[(\d+)\];", text)[1])
    places = (1 << (vectors.bit_length() - 1)) - 1
    text, count = GATHER.subn(rf"\1moved.all = ((uint4 *)tile)[(t + (unsigned)x) & {places}u];\n\3", text)
    assert count == 1, text
    return text


def main(folder, rows):
    import torch

    with open(rows) as found:
        parts = [(key, row) for key, of in json.load(found) for row in of]
    with open(f"{folder}/cases.json") as listed:
        listed = json.load(listed)
    speeds = {(key[0], tuple(row[3]), tuple(row[4])): row[0] for key, row in parts}
    slow = [number for number, ((size, _, shape, _, b), _) in enumerate(listed) if speeds[size, tuple(shape), tuple(b)] < 0.9]
    paths, squares = [], 0
    for number in slow:
        with open(f"{folder}/{number % FILES}.cu") as file:
            kernels = re.split(r"(?=^// Copies elements)", file.read(), flags=re.M)
        text = next(text for text in kernels if f" k{number}_BLOCKS " in text)
        if "tile[" not in text and not ROW.search(text):
            squares += 1
            continue
        paths.append(f"{folder}/bound{number}")
        with open(f"{paths[-1]}.cu", "w") as out:
            out.write(text + bound(text, listed[number][1]["THREADS"]).replace(f"k{number}", f"bound{number}"))
    modules = load(paths, may_spill=True)
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}\n")
    print("| bytes | extents | strides of the target | kernel | bound | kernel of the bound |\n|---|---|---|---|---|---|")
    table = []
    for path in paths:
        number = int(path.rsplit("bound", 1)[1])
        case, launch = listed[number]
        source, target, from_view, into_view = memories(case)
        copied = torch.empty_like(source)
        copy = lambda: copied.copy_(source)
        kernel, limit = (kernel_of(modules[path], f"{name}{number}", launch, (source, target)) for name in ("k", "bound"))
        target.fill_(30001)
        # Shared memory that no thread wrote has what the cache had before: numbers of the source.
        copy()
        limit()
        torch.cuda.synchronize()
        assert bool((target != 30001).all()), case
        target.zero_()
        kernel()
        torch.cuda.synchronize()
        assert torch.equal(into_view, from_view), case
        unit, ours, bounds = times([copy, kernel, limit])
        table.append((unit / ours, unit / bounds, case))
    for ours, bounds, (size, _, shape, _, b) in sorted(table, key=lambda row: (row[2][0], row[0])):
        print(f"| {size} | {'x'.join(map(str, shape))} | {' '.join(map(str, b))} | {ours:.2f} | {bounds:.2f} | {ours / bounds:.2f} |")
    near = [row for row in table if row[0] >= 0.95 * row[1]]
    print(f"\n{len(table)} were below 0.9: {len(near)} have 0.95 of their bound or more, {sum(row[1] < 0.9 for row in table)} have a bound below 0.9.")
    print(f"{squares} others transpose squares in registers, and have no bound.")


if __name__ == "__main__":
    main(*sys.argv[1:])
