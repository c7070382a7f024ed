"""Writes patterns.jsonl: what einops and NumPy's einsum answer for patterns of axes.

    pip install einops numpy
    python3 tests/data/conformance/patterns.py > tests/data/conformance/patterns.jsonl

Each operand is a view by strides of the numbers 0, 1, 2, ... of a buffer, so that an element that einops answers is
the offset that it reads. `answer` is flat in C order; of `reduce` and `einsum` it is what is summed.
"""

import json
import random

import einops
import numpy as np

EINOPS = f"einops {einops.__version__}"
NUMPY = f"numpy {np.__version__}"


def view(shape, stride):
    span = 1 + sum((s - 1) * d for s, d in zip(shape, stride))
    buffer = np.arange(span, dtype=np.int64)
    return np.lib.stride_tricks.as_strided(buffer, shape, [8 * d for d in stride])


def strides(shape, rng):
    """Compact in a random order, and sometimes with gaps."""
    order, step, out = list(range(len(shape))), 1, [0] * len(shape)
    rng.shuffle(order)
    for mode in order:
        out[mode] = step
        step = step * shape[mode] + rng.choice([0, 0, 0, 1, 3])
    return out


def term(names, rng):
    """Names in modes, some of which are groups."""
    modes, i = [], 0
    while i < len(names):
        take = rng.choice([1, 1, 1, 2, 2, 3])
        group = names[i : i + take]
        modes.append(group[0] if len(group) == 1 else f"({' '.join(group)})")
        i += take
    for _ in range(rng.choice([0, 0, 0, 1])):
        modes.insert(rng.randint(0, len(modes)), rng.choice(["1", "()"]))
    return modes


def extent(mode, sizes):
    size = 1
    for name in mode.strip("()").split():
        size *= int(name) if name.isdigit() else sizes[name]
    return size


def emit(source, op, pattern, operands, sizes, answer):
    record = {
        "source": source,
        "op": op,
        "pattern": pattern,
        "operands": [{"shape": list(map(int, s)), "stride": list(map(int, d))} for s, d in operands],
        "sizes": sizes,
        "shape": list(map(int, answer.shape)),
        "answer": list(map(int, answer.reshape(-1))),
    }
    print(json.dumps(record))


def axes(rng, least, most):
    """Names with sizes of at most 256 elements together."""
    while True:
        names = rng.sample(["b", "h", "w", "c", "head", "d_k", "N", "t1"], rng.randint(least, most))
        sizes = {name: rng.choice([1, 2, 2, 3, 4, 5]) for name in names}
        if np.prod(list(sizes.values())) <= 256:
            return names, sizes


def one(op, rng):
    names, sizes = axes(rng, 1, 5)
    left = term(names, rng)
    shape = [extent(mode, sizes) for mode in left]
    stride = strides(shape, rng)
    right = names[:]
    rng.shuffle(right)
    given = {}
    # Of each group all but one.
    for mode in left:
        group = [name for name in mode.strip("()").split() if not name.isdigit()]
        if len(group) > 1:
            open_axis = rng.choice(group + [None])
            given.update({name: sizes[name] for name in group if name != open_axis})
    if op == "reduce":
        right = right[: rng.randint(0, len(right) - 1)]
    if op == "repeat":
        for name in rng.sample(["new", "k2"], rng.randint(1, 2)):
            sizes[name] = given[name] = rng.choice([1, 2, 3])
            right.insert(rng.randint(0, len(right)), name)
        if rng.random() < 0.3:
            right.insert(rng.randint(0, len(right)), "2")
    right = term(right, rng)
    if rng.random() < 0.15:
        # The other modes: two more, in front or behind.
        place = rng.choice([0, len(left)])
        left = left[:place] + ["..."] + left[place:]
        more = [rng.choice([2, 3]) for _ in range(rng.randint(0, 2))]
        shape = shape[:place] + more + shape[place:]
        stride = strides(shape, rng)
        right.insert(rng.randint(0, len(right)), "...")
    pattern = f"{' '.join(left)} -> {' '.join(right)}"
    x = view(shape, stride)
    try:
        if op == "reduce":
            answer = einops.reduce(x, pattern, "sum", **given)
        else:
            answer = getattr(einops, op)(x, pattern, **given)
    except einops.EinopsError:
        return False
    emit(EINOPS, op, pattern, [(shape, stride)], given, np.asarray(answer))
    return True


def einsum(rng, words):
    names, sizes = axes(rng, 1, 4)
    if not words:
        letters = dict(zip(names, rng.sample("ijklmn", len(names))))
        names, sizes = list(letters.values()), {letters[n]: s for n, s in sizes.items()}
    count = rng.randint(1, 3)
    terms = []
    for _ in range(count):
        chosen = rng.sample(names, rng.randint(1, len(names)))
        # A diagonal.
        if not words and rng.random() < 0.15:
            chosen.append(rng.choice(chosen))
        terms.append(chosen)
    used = sorted({name for chosen in terms for name in chosen})
    right = rng.sample(used, rng.randint(0, len(used)))
    operands = []
    for chosen in terms:
        shape = [sizes[name] for name in chosen]
        operands.append((shape, strides(shape, rng)))
    views = [view(shape, stride) for shape, stride in operands]
    if words:
        pattern = f"{', '.join(' '.join(t) for t in terms)} -> {' '.join(right)}"
        answer = einops.einsum(*views, pattern)
        emit(EINOPS, "einsum", pattern, operands, {}, np.asarray(answer))
    else:
        pattern = ",".join("".join(t) for t in terms)
        if rng.random() < 0.8:
            pattern += "->" + "".join(right)
        answer = np.einsum(pattern, *views)
        emit(NUMPY, "einsum", pattern, operands, {}, np.asarray(answer))
    return True


def main():
    rng = random.Random(24)
    for op in ("rearrange", "repeat", "reduce"):
        count = 0
        while count < 120:
            count += one(op, rng)
    for words in (True, False):
        for _ in range(100):
            einsum(rng, words)


if __name__ == "__main__":
    main()
