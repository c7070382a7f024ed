"""Writes notations.jsonl: what other libraries print of layouts, and the offsets that they compute.

    pip install tensor-layouts==0.3.2 nvidia-cutlass==4.2.0.0
    CUTE="$(bash benches/fetch_cute.sh)" python tests/data/conformance/notations.py > tests/data/conformance/notations.jsonl

Given the command `layout` as an argument, it instead has the libraries read what
`layout eval --notation` writes of the same layouts, and compares the offsets.
"""

import json
import os
import random
import shlex
import subprocess
import sys
import tempfile

import numpy as np
import pycute
import tensor_layouts as tl


def nested(rng, leaves):
    """Leaves as a tuple, some neighbours in a tuple of their own."""
    modes, rest = [], list(leaves)
    while rest:
        count = rng.randint(1, min(3, len(rest)))
        mode, rest = rest[:count], rest[count:]
        modes.append(mode[0] if count == 1 else tuple(mode))
    return modes[0] if len(modes) == 1 and isinstance(modes[0], int) else tuple(modes)


def layouts():
    rng = random.Random(1)
    found = [(8, 2, None), ((4, 8), (8, 1), None), ((2, (2, 4)), (4, (1, 8)), None), ((8,), (3,), None)]
    while len(found) < 60:
        count = rng.randint(1, 5)
        extents = [rng.choice([1, 2, 3, 4, 5, 6, 8, 12]) for _ in range(count)]
        order, stride, strides = list(range(count)), 1, [0] * count
        rng.shuffle(order)
        for place in order:
            strides[place] = stride
            stride *= extents[place]
        if stride > 512:
            continue
        tree = nested(rng, range(count))
        pick = lambda t, of: of[t] if isinstance(t, int) else tuple(pick(i, of) for i in t)
        swizzle = None
        if rng.random() < 0.4:
            bits = rng.randint(1, 3)
            swizzle = (bits, rng.randint(0, 3), bits + rng.randint(0, 2), rng.choice([0, 0, 8, 5]))
        found.append((pick(tree, extents), pick(tree, strides), swizzle))
    return found


def cpp(found, texts=None):
    """What CuTe's C++ prints of layouts, compilers of their types, and their offsets; of texts, their offsets."""
    def number(n):
        return f"Int<{n}>"

    def tuple_of(name, t):
        return number(t) if isinstance(t, int) else f"{name}<{','.join(tuple_of(name, i) for i in t)}>"

    lines = []
    for place, (shape, stride, swizzle) in enumerate(found):
        layout = f"Layout<{tuple_of('Shape', shape)},{tuple_of('Stride', stride)}>"
        if swizzle:
            b, m, s, offset = swizzle
            layout = f"ComposedLayout<Swizzle<{b},{m},{s}>,{number(offset)},{layout}>"
        lines.append(f"show({texts[place] if texts else layout + '{}'});")
    source = """#include <cute/layout.hpp>
#include <cute/layout_composed.hpp>
#include <cute/swizzle.hpp>
#include <cute/swizzle_layout.hpp>
#include <cute/util/print.hpp>
#include <cxxabi.h>
#include <typeinfo>
using namespace cute;
template <class L> void show(L layout) {
  print(layout); printf("\\n%s\\n", abi::__cxa_demangle(typeid(L).name(), 0, 0, 0));
  for (int i = 0; i < int(size(layout)); i++) printf("%d ", int(layout(i)));
  printf("\\n");
}
int main() {
""" + "\n".join(lines) + "\n}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "show.cpp")
        open(path, "w").write(source)
        flags = shlex.split(os.environ["CUTE"])
        subprocess.run(["g++", "-std=c++17", "-w", *flags, path, "-o", path[:-4]], check=True)
        out = subprocess.run([path[:-4]], check=True, capture_output=True, text=True).stdout.splitlines()
    return [(out[i], out[i + 1], [int(n) for n in out[i + 2].split()]) for i in range(0, len(out), 3)]


def flat(tree):
    return (tree,) if isinstance(tree, int) else tuple(leaf for item in tree for leaf in flat(item))


def strided(view):
    """The offsets of an array of NumPy whose elements count up, the first axis fastest."""
    return [int(n) for n in view.flatten(order="F")]


def records(found):
    def record(source, text, offsets):
        return {"source": source, "text": text, "offsets": offsets}

    for shape, stride, swizzle in found:
        of_pycute, of_tl = pycute.Layout(shape, stride), tl.Layout(shape, stride)
        if swizzle:
            b, m, s, offset = swizzle
            of_pycute = pycute.ComposedLayout(pycute.Swizzle(b, m, s), offset, of_pycute)
            of_tl = tl.ComposedLayout(tl.Swizzle(b, m, s), of_tl, offset=offset)
        for source, layout in [("pycute, nvidia-cutlass 4.2.0.0", of_pycute), ("tensor-layouts 0.3.2", of_tl)]:
            offsets = [layout(i) for i in range(pycute.product(shape))]
            for text in sorted({str(layout), repr(layout)}):
                yield record(source, text, offsets)
    for printed, named, offsets in cpp(found):
        yield record("CuTe C++, nvidia-cutlass 4.2.0.0, print", printed, offsets)
        yield record("CuTe C++, nvidia-cutlass 4.2.0.0, name of the type by g++", named, offsets)


def check(command, found):
    """Has the libraries read what is written."""
    def notation(name, of):
        shown = lambda t: str(t).replace(" ", "").replace(",)", ")")
        expressions = []
        for shape, stride, swizzle in of:
            text = f"{shown(shape)}:{shown(stride)}"
            if swizzle:
                b, m, s, offset = swizzle
                text = f"Sw<{b},{m},{s}> o {offset} o {text}"
            expressions.append(text)
        arguments = [command, "eval", "--notation", name, "--allow", "non_injective", *expressions]
        return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.splitlines()

    plain = [of for of in found if not of[2]]
    expected = [offsets for _, _, offsets in cpp(found)]
    of_plain = [offsets for of, offsets in zip(found, expected) if not of[2]]
    for name, module in [("pycute", pycute), ("tensor-layouts", tl)]:
        for text, offsets in zip(notation(name, found), expected, strict=True):
            layout = eval(text, vars(module).copy())
            assert [layout(i) for i in range(len(offsets))] == offsets, text
        print(f"{name}: {len(found)} layouts are the same")
    for text, (_, _, offsets), wanted in zip(notation("cute-cpp", found), cpp(found, notation("cute-cpp", found)), expected, strict=True):
        assert offsets == wanted, text
    print(f"cute-cpp: {len(found)} layouts are the same")
    x = np.arange(4096, dtype=np.float32)
    for text, offsets in zip(notation("numpy", plain), of_plain, strict=True):
        assert strided(eval(text, {"np": np, "x": x})) == offsets, text
    print(f"numpy: {len(plain)} layouts are the same")


if len(sys.argv) > 1:
    check(sys.argv[1], layouts())
else:
    for line in records(layouts()):
        print(json.dumps(line, separators=(",", ":")))
