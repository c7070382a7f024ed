"""Writes triton.jsonl: layouts as Triton's compiler prints them and as Gluon's classes do, and the bases of each that Triton computes.

    pip install triton==3.9.0
    python tests/data/conformance/triton_layouts.py [COUNT] > tests/data/conformance/triton.jsonl

It needs no GPU. COUNT is the number of records of each kind.
"""

import json
import random
import re
import sys
from importlib.metadata import version

from triton._C.libtriton import gluon_ir, ir
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language._layouts import DistributedLayout
from triton.experimental.gluon.language.amd._layouts import AMDMFMALayout, AMDWMMALayout

CONTEXT = ir.context()
ir.load_dialects(CONTEXT)
BUILDER = gluon_ir.GluonOpBuilder(CONTEXT)


def split(rng, bits, rank):
    """Powers of two whose product is 2^bits."""
    parts = [0] * rank
    for _ in range(bits):
        parts[rng.randrange(rank)] += 1
    return [1 << part for part in parts]


def cga(rng, rank):
    """Bases of the blocks of a cluster, mostly none."""
    if rng.random() < 0.75:
        return []
    taken, bases = [0] * rank, []
    for _ in range(rng.randint(1, 2)):
        dim = rng.randrange(rank)
        if rng.random() < 0.3:
            bases.append([0] * rank)
            continue
        bases.append([1 << taken[dim] if i == dim else 0 for i in range(rank)])
        taken[dim] += 1
    return bases


def order(rng, rank):
    dims = list(range(rank))
    rng.shuffle(dims)
    return dims


def blocked(rng, rank=None):
    rank = rank or rng.randint(1, 3)
    lanes = rng.choice([5, 6])
    return gl.BlockedLayout(split(rng, rng.randint(0, 3), rank), split(rng, lanes, rank), split(rng, rng.randint(0, 3), rank),
                            order(rng, rank), cga(rng, rank))


def mma(rng, rank=2):
    warps = split(rng, rng.randint(0, 3), rank)
    return gl.NVMMADistributedLayout([2, 0], warps, [1] * (rank - 2) + [16, 8], cga(rng, rank))


def wgmma(rng):
    warps = [4 << rng.randint(0, 1), 1 << rng.randint(0, 1)]
    return gl.NVMMADistributedLayout([3, 0], warps, [16, 8 << rng.randint(0, 5), 16], cga(rng, 2))


def mfma(rng):
    instr = rng.choice([[32, 32, 8], [16, 16, 16], [64, 4, 4], [4, 64, 4]])
    bits = 64 if instr[0] == 16 and rng.random() < 0.3 else 32
    tiles = split(rng, rng.randint(0, 2), 2) if rng.random() < 0.3 else [1, 1]
    return AMDMFMALayout(rng.randint(1, 4), instr, instr[0] + instr[1] == 68 or rng.random() < 0.5, split(rng, rng.randint(0, 3), 2), bits, tiles, cga(rng, 2))


def wmma(rng):
    taken, warp, register = [0, 0], [], []
    for _ in range(rng.randint(0, 3)):
        dim = rng.randrange(2)
        warp.append([1 << taken[dim] if i == dim else 0 for i in range(2)])
        taken[dim] += 1
    if rng.random() < 0.3:
        dim = rng.randrange(2)
        register.append([1 << taken[dim] if i == dim else 0 for i in range(2)])
    version = rng.randint(1, 3)
    instr = [16, 16, 32] if version == 3 else [16, 16, 16]
    return AMDWMMALayout(version, rng.random() < 0.5, warp, register, instr, cga(rng, 2), 2)


def shape_of(rng, rank, least=0):
    return [1 << rng.randint(least, 7 if rank < 3 else 5) for _ in range(rank)]


def nvmma(rng):
    width, bits = rng.choice([0, 32, 64, 128]), rng.choice([8, 16, 32])
    return gl.NVMMASharedLayout(width, bits, 2, rng.random() < 0.5)


def shared_linear(rng):
    rank = rng.randint(1, 2)
    dims = [1 << rng.randint(1, 5) for _ in range(rank)]
    bases = [[1 << bit if i == dim else 0 for i in range(rank)] for dim in range(rank) for bit in range(dims[dim].bit_length() - 1)]
    rng.shuffle(bases)
    # An invertible change of bases: each takes some of those before it.
    for i in range(1, len(bases)):
        if rng.random() < 0.4:
            other = bases[rng.randrange(i)]
            bases[i] = [a ^ b for a, b in zip(bases[i], other)]
    return gl.SharedLinearLayout(bases), dims


def padded(rng):
    shape = [1 << rng.randint(2, 6) for _ in range(2)]
    pairs = [[1 << bit, 1 << rng.randint(0, 4)] for bit in sorted(rng.sample(range(1, 9), rng.randint(1, 2)))]
    layout = gl.PaddedSharedLayout.with_identity_for(pairs, shape, order(rng, 2))
    if rng.random() < 0.4:
        bases = list(layout.offset_bases)
        rng.shuffle(bases)
        layout = gl.PaddedSharedLayout(pairs, bases, [], shape)
    return layout, shape


def cases(rng, count):
    for _ in range(count):
        layout = blocked(rng)
        yield "blocked", layout, shape_of(rng, layout.rank)
        parent = blocked(rng, rng.randint(2, 3))
        yield "slice", gl.SliceLayout(rng.randrange(parent.rank), parent), shape_of(rng, parent.rank - 1)
        parent = mma(rng)
        yield "slice", gl.SliceLayout(rng.randrange(2), parent), shape_of(rng, 1, 4)
        rank = rng.choice([2, 2, 3])
        yield "nvidia_mma", mma(rng, rank), shape_of(rng, rank, 2)
        yield "nvidia_mma", wgmma(rng), shape_of(rng, 2, 4)
        operand = rng.randrange(2)
        yield "dot_op", gl.DotOperandLayout(operand, mma(rng), 1 << rng.randint(0, 4)), shape_of(rng, 2, 3)
        yield "dot_op", gl.DotOperandLayout(0, wgmma(rng), 1 << rng.randint(1, 2)), shape_of(rng, 2, 6)
        parent = mfma(rng)
        yield "amd_mfma", parent, shape_of(rng, 2, 4)
        instr = rng.choice([[32, 32, 8], [16, 16, 16], [32, 32, 16], [16, 16, 32]])
        parent = AMDMFMALayout(rng.randint(1, 4), instr, rng.random() < 0.5, split(rng, rng.randint(0, 3), 2), 32, None, cga(rng, 2))
        yield "dot_op", gl.DotOperandLayout(rng.randrange(2), parent, 1 << rng.randint(0, 5)), shape_of(rng, 2, 3)
        yield "amd_wmma", wmma(rng), shape_of(rng, 2, 5)
        warps = [[0, 1], [1, 0]][: rng.randint(0, 2)]
        parent = AMDWMMALayout(2, rng.random() < 0.5, warps, None, [16, 16, 16], cga(rng, 2), 2)
        yield "dot_op", gl.DotOperandLayout(rng.randrange(2), parent, rng.choice([4, 8, 16])), shape_of(rng, 2, 5)
        rank = rng.randint(1, 3)
        shared = gl.SwizzledSharedLayout(1 << rng.randint(0, 3), 1 << rng.randint(0, 2), 1 << rng.randint(0, 3), order(rng, rank))
        yield "swizzled_shared", shared, shape_of(rng, rank, 1)
        layout = nvmma(rng)
        rows, columns = 8 << rng.randint(0, 3), max(layout.swizzle_byte_width, 16) * 8 // layout.element_bitwidth << rng.randint(0, 2)
        yield "nvmma_shared", layout, [columns, rows] if layout.transposed else [rows, columns]
        yield "shared_linear", *shared_linear(rng)
        yield "padded_shared", *padded(rng)


def text(layout, shape):
    """The aliases and the type of a tensor, as a module of Triton's dialect prints them."""
    attribute = layout._to_ir(BUILDER)
    module = BUILDER.create_module()
    bits = getattr(layout, "element_bitwidth", 16)
    element = {8: BUILDER.get_int8_ty, 16: BUILDER.get_half_ty, 32: BUILDER.get_float_ty}.get(bits, BUILDER.get_half_ty)()
    if isinstance(layout, DistributedLayout):
        kind = BUILDER.get_distributed_ty(element, shape, attribute)
    else:
        kind = BUILDER.get_shared_mem_desc_ty(element, shape, attribute, shape)
    module.push_back(BUILDER.get_or_insert_function(module, "f", BUILDER.get_function_ty([kind], []), "public", False))
    printed = str(module)
    aliases = [line for line in printed.splitlines() if re.match(r"#\w+ = #ttg\.", line)]
    kind = re.search(r"function_type = \((.*)\) -> \(\)", printed).group(1)
    return "\n".join([*aliases, kind])


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    source = f"triton {version('triton')}"
    for kind, layout, shape in cases(random.Random(45), count):
        record = {"kind": kind, "text": text(layout, shape), "gluon": repr(layout), "shape": shape}
        if kind == "padded_shared":
            # Triton has no linear layout of these: the definition is in the documentation of the class.
            record["offset"], record["padding"] = layout.offset_bases, layout.interval_padding_pairs
        else:
            linear = BUILDER.to_linear_layout(layout._to_ir(BUILDER), shape)
            names = ["offset_bases"] if hasattr(linear, "offset_bases") else ["reg_bases", "lane_bases", "warp_bases", "block_bases"]
            for name in names:
                record[name.removesuffix("_bases")] = getattr(linear, name)
        print(json.dumps({"source": source, **record}))
        sys.stdout.flush()


main()
