"""Times the products of bf16 and the convolutions on a GPU, and writes what chooses among them: tune.py FOLDER KERNELS [bf16 | conv | fit | compare], as
`kernels/src` for KERNELS.

`KERNELS/bf16_times.in` has a row for each kernel, which both Rust and Python read: its name, the rows and columns of a tile, the parts that
the depth of a tile is divided into, the blocks of a cluster that share the rows of `A` (0: no kernel of bf16_few.rs or bf16_multicast.rs) and of `B`, how many
clusters run at the same time, the bytes of shared memory of a block, and nanoseconds: of a step of 64 in depth, of a step where rows are no multiple of 128 bytes, and of a turn beside its steps. This script asks for the clusters
and measures the nanoseconds anew. `bf16_choices.in` has what `choose` makes of them for some sizes: the test of `choose` in bf16_choice.rs compares.

`KERNELS/bf16_rates.in` has what the kernels share, `Rates` of bf16_choice.rs: those for which `choose` is nearest to the fastest kernel of many sizes, whose
times with most kernels `fit` measures and leaves as FOLDER/bf16_fit.txt (where that is there, no GPU is needed). `compare` prints what is chosen beside the fastest and cuBLAS,
also for random sizes that `fit` does not see.

`KERNELS/conv_times.in` has those of convolutions, as `Kernel` of conv_choice.rs names them: their steps and turns are those nearest to the times
of many sizes. `conv_choices.in` has what `choose` makes of them.
"""

import ast
import collections
import ctypes
import math
import os
import random
import statistics
import struct
import sys

SIZES = [(n, n, n) for n in (256, 512, 768, 1024, 1536, 2048, 4096, 8192, 16384)]
SIZES += [(128, 8192, 8192), (300, 5000, 2048), (64, 4096, 4096), (1, 4096, 11008), (1000, 1048, 1032), (2000, 2056, 2008), (333, 776, 1000)]
SIZES += [(1, 512, 512), (1, 8192, 8192), (1, 32000, 4096), (2, 4096, 4096), (4, 4096, 4096), (8, 4096, 4096)]
SIZES += [(m, 4096, 4096) for m in (16, 32, 48)] + [(8, 14336, 4096), (32, 8192, 8192), (32, 4096, 14336), (16, 1000, 4040), (64, 4096, 1024), (128, 4096, 4096)]
SIZES += [(4000, 4104, 4040), (5000, 3000, 4096), (200, 136, 4200), (256, 512, 65536), (8200, 8184, 8200), (512, 2048, 4096), (16, 14336, 4096)]
SIZES += [(96, 4096, 4096), (200, 4096, 4096), (256, 4096, 4096), (8, 4096, 14336), (16, 4096, 14336), (128, 14336, 4096), (128, 4096, 14336), (1024, 4096, 1024), (1024, 1024, 4096)]
SIZES += [(700, 1000, 2048), (600, 2000, 1000), (600, 4096, 1024), (400, 5000, 1024), (150, 5000, 2048), (256, 2048, 2048), (192, 2048, 4096), (2048, 768, 768), (250, 3000, 1504)]

# Of convolutions: images, rows, columns, channels and filters, the pixels of a window each way and from each to the next.
CONV = [(n, 56, 56, 64, 64, 3, 1) for n in (1, 8, 32, 64)] + [(n, 28, 28, 128, 128, 3, 1) for n in (1, 32, 64, 128)]
CONV += [(n, 14, 14, 256, 256, 3, 1) for n in (1, 8, 16, 32, 64)] + [(n, 7, 7, 512, 512, 3, 1) for n in (1, 8, 32, 64)]
CONV += [(32, 56, 56, 64, 128, 3, 1), (32, 56, 56, 128, 64, 3, 1), (32, 56, 56, 256, 256, 3, 1), (16, 28, 28, 256, 256, 3, 1)]
CONV += [(32, 28, 28, channels, 128, 3, 1) for channels in (64, 256, 512)]
CONV += [(32, 56, 56, 128, 128, 3, 2), (32, 28, 28, 256, 256, 3, 2), (32, 14, 14, 512, 512, 3, 2)]
CONV += [(32, 56, 56, 64, 256, 1, 1), (32, 56, 56, 256, 64, 1, 1), (32, 28, 28, 128, 512, 1, 1), (32, 28, 28, 512, 128, 1, 1)]
CONV += [(32, 14, 14, 1024, 256, 1, 1), (32, 14, 14, 256, 1024, 1, 1), (32, 7, 7, 2048, 512, 1, 1), (32, 7, 7, 512, 2048, 1, 1), (32, 56, 56, 256, 512, 1, 2)]
CONV += [(16, 57, 43, 72, 96, 3, 1), (16, 57, 43, 200, 136, 3, 2), (8, 61, 99, 512, 320, 3, 1), (20, 31, 37, 96, 192, 3, 1), (20, 31, 37, 320, 320, 3, 2)]
CONV += [(3, 9, 11, 8, 8, 3, 1), (1, 1, 1, 64, 64, 3, 1)]
# The nanoseconds of a launch beside its tiles.
LAUNCH = 2500


def random_sizes(seed, count):
    """Sizes of products whose logarithms are uniform, multiples of 8."""
    numbers = random.Random(seed)
    sizes = (tuple(8 * round(2 ** numbers.uniform(0, 11)) for _ in range(3)) for _ in range(2 * count))
    return [size for size in sizes if math.prod(size) <= 1 << 38][:count]


# Those that `fit` takes beside SIZES, of which every eighth has few columns, and those that nothing was tuned to.
FIT = random_sizes(2026, 240)
FIT = [(m, min(n, 64), k) if i % 8 == 0 else (m, n, k) for i, (m, n, k) in enumerate(FIT)]
RANDOM = random_sizes(2031, 80)


def rows_of(folder=os.path.dirname(__file__), file="bf16_times.in"):
    """The rows of a file of times: beside this script, or where the kernels are."""
    for place in (folder, os.path.join(folder, "kernels", "src")):
        if os.path.exists(path := os.path.join(place, file)):
            return ast.literal_eval(open(path).read())
    raise FileNotFoundError(file)


# `Rates` of bf16_choice.rs.
Rates = collections.namedtuple("Rates", "cache ragged_cache memory past_edge sums part sum columns launch blocks")
# CACHED, FULL_WIDTH and MOST_PARTS of bf16_choice.rs.
CACHED, FULL_WIDTH, MOST_PARTS = 50_000_000, 32, 16


def bytes_of(m, n, k):
    """The bytes of both factors."""
    return 2 * (m + n) * k


def is_transposed(row):
    """Returns true for the kernels of bf16_few.rs and bf16_multicast.rs, which compute the transpose of C."""
    return row[4] > 0


def is_multicast(row):
    """Returns true for the kernels of bf16_multicast.rs."""
    return row[4] * row[5] > 1


def is_narrow(row):
    """Returns true for the kernels of bf16_few.rs of few columns, by which rows and columns are exchanged."""
    return row[4] * row[5] == 1 and row[2] < 64


def sides(row, m, n):
    """The rows and columns of a tile and of C, exchanged for the kernels of few columns: `Kernel::sides` of bf16_choice.rs."""
    return ((row[2], row[1]), (n, m)) if is_narrow(row) else ((row[1], row[2]), (m, n))


def turns_of(row, m, n, processors=132):
    """The turns that clusters take: `Kernel::turns` of bf16_choice.rs."""
    (rows, columns), (m, n) = sides(row, m, n)
    parts, beside, below, clusters = row[3:7]
    high, wide = -(-m // rows), -(-n // columns)
    by_clusters = -(-high // below) * -(-wide // beside) if is_transposed(row) else high * wide
    return -(-by_clusters * (parts if is_multicast(row) else 1) // max(1, clusters * processors // 132))


def predicted(row, m, n, k, processors=132, rates=None):
    """The nanoseconds that a product takes: `Kernel::time` of bf16_choice.rs."""
    rates = rates or Rates(*rows_of(file="bf16_rates.in"))
    parts, beside, below, _, _, step, ragged, turn = row[3:]
    turns, (rows, columns), (m, n) = turns_of(row, m, n, processors), *sides(row, m, n)
    high, wide, steps = -(-m // rows), -(-n // columns), -(-k // (64 * parts))
    tiles, transposed, multicast = high * wide, is_transposed(row), is_multicast(row)
    steps_take = turns * steps * (ragged if k % 64 else step)
    of_a = min(m, rows) * 3 // 4 if beside > 1 else min(m, rows) * (2 if not multicast and wide < FULL_WIDTH else 1)
    read = tiles * parts * steps * (32 * (4 * columns // below + of_a) if transposed else 64 * (columns + rows))
    past_edge = 0
    if transposed:
        of_rows = max(0, rows - m) if multicast else high * rows - m
        of_columns = max(0, columns - n) if multicast else wide * columns - n
        past_edge = (of_rows * wide // beside + of_columns * high // below) * parts * steps
    if k % 64:
        # Of the last step all rows end past the edge.
        past_edge += tiles * (rows // max(1, beside) + columns // max(1, below))
    by_cache = read // (rates.ragged_cache if k % 64 else rates.cache) + past_edge // rates.past_edge
    # Turns of tiles in rows read `B` anew, where the cache does not hold it.
    again = min(turns, -(-high // below)) if transposed and 2 * n * k > CACHED else 1
    by_memory = 2 * (m + n * again) * k // rates.memory if bytes_of(m, n, k) > CACHED else 0
    next_turn = max(0, turn - rates.launch) if transposed else columns * rates.columns // 64
    sums = rates.sums + parts * rates.part + rows * columns // rates.sum if multicast and parts > 1 else 0
    blocks = min(tiles * parts, 2 * processors) * rates.blocks // processors
    # An eighth of the shorter of steps and memory is not beside the longer.
    longest = max(steps_take, by_cache, by_memory) + min(steps_take, by_memory) // 8
    return turn + (turns - 1) * next_turn + longest + sums + blocks


def turns_of_conv(row, pixels, filters, processors=132):
    """The tiles that a cluster computes one after the other."""
    _, high, columns, parts, sharing, clusters = row[:6]
    tiles = -(-pixels // (high * (2 if parts == sharing == 1 else 1))) * -(-filters // (sharing * columns))
    return -(-tiles // max(1, clusters * processors // 132))


def predicted_conv(row, pixels, filters, steps, processors=132):
    """The nanoseconds that a convolution takes besides those of a launch: `Kernel::time` of conv_choice.rs."""
    return turns_of_conv(row, pixels, filters, processors) * (steps * row[8] + row[9])


def choose_conv(pixels, filters, channels, window, processors=132, rows=None):
    """The row of the kernel that takes the least time: `choose` of conv_choice.rs."""
    steps = window**2 * -(-channels // 64)
    fits = (row for row in rows or rows_of(file="conv_times.in") if row[3] <= steps)
    return min(fits, key=lambda row: predicted_conv(row, pixels, filters, steps, processors))


def fits(row, m, n, k):
    """Returns true for the kernels that `choose` of bf16_choice.rs considers."""
    if row[1] == 1:
        return m <= 1 and bytes_of(m, n, k) <= CACHED
    return is_transposed(row) or m >= 128


def choose(m, n, k, processors=132, rows=None, rates=None):
    """The row of the kernel that takes the least time: `choose` of bf16_choice.rs."""
    rows, rates = rows or rows_of(), rates or Rates(*rows_of(file="bf16_rates.in"))
    if fits(rows[0], m, n, k):
        return rows[0]  # `gemv`.
    kernels = (of for row in rows[1:] if fits(row, m, n, k) for of in in_parts(row, m, n, k, processors))
    return min(kernels, key=lambda row: predicted(row, m, n, k, processors, rates))


def candidates(m, n, k, rows, rates, most):
    """The kernels that take at most so many times as long as the one that is chosen, by what is predicted; of each the fastest three in parts."""
    of_kernels = (in_parts(row, m, n, k) for row in rows if fits(row, m, n, k) or m == row[1] == 1)
    time = lambda row: predicted(row, m, n, k, rates=rates)
    found = [row for of in of_kernels for row in sorted(of, key=time)[:3]]
    least = min(map(time, found))
    return [row for row in found if time(row) <= most * least]


def nearest_rates(times, rows, rates):
    """The rates by which `choose` is nearest to the fastest kernels, and `predicted` to their times: of the nanoseconds of rows by size."""
    def distance(rates):
        errors, losses = [], []
        for size, took in times:
            best, said = min(took.values()), {row: predicted(row, *size, rates=rates) for row in took}
            errors += [min(0.25, math.log(took[row] / said[row]) ** 2) for row in took if took[row] < 2 * best]
            losses.append(math.log(took[min(said, key=said.get)] / best))
        return statistics.mean(errors) + 2 * statistics.mean(losses) + 6 * statistics.mean(loss**2 for loss in losses)

    best, by = distance(rates), 1.4
    while by > 1.01:
        before = best
        for i in range(len(rates)):
            for factor in (by, 1 / by):
                other = rates._replace(**{rates._fields[i]: max(1, round(rates[i] * factor))})
                if (at := distance(other)) < best:
                    best, rates = at, other
        print(f"{best:.5f} by {by:.3f}: {rates}", flush=True)
        if best > 0.999 * before:
            by **= 0.5
    return rates


def in_parts(row, m, n, k, processors=132):
    """The kernel by itself, and where its clusters run at the same time, with the depth of tiles in parts."""
    if not is_multicast(row):
        return [row]
    of = [(*row[:3], parts, *row[4:]) for parts in range(1, MOST_PARTS + 1) if k > 64 * (parts - 1)]
    return [row for row in of if row[3] == 1 or turns_of(row, m, n, processors) == 1]


def nearest(points):
    """The nanoseconds of a step and of a turn beside its steps that are nearest to times: of turns, steps and nanoseconds, by relative squares."""
    rows = [(turns * steps / time, turns / time, (time - LAUNCH) / time) for turns, steps, time in points]
    product = lambda i, j: sum(row[i] * row[j] for row in rows)
    determinant = product(0, 0) * product(1, 1) - product(0, 1) ** 2
    step = (product(0, 2) * product(1, 1) - product(1, 2) * product(0, 1)) / determinant
    return round(step), round((product(1, 2) * product(0, 0) - product(0, 2) * product(0, 1)) / determinant)


def tune_conv(run, of_one, processors, kernels):
    """Writes conv_times.in and conv_choices.in."""
    rows, points, sizes_of = rows_of(kernels, "conv_times.in"), {}, {}
    for sizes in CONV:
        _, _, _, channels, filters, window, step = sizes
        steps, (x, w, bias, y, _, expected) = window**2 * -(-channels // 64), run.conv_of(*sizes)
        pixels, cases = y.shape[:3].numel(), {}
        for row in (row for row in rows if row[3] <= steps):
            cases |= run.conv_launch(of_one, processors, row, x, w, y, bias, True, step)
        run.checked(cases, y, expected, 5e-3)
        cases |= run.conv_library(x, w, filters, bias, step)
        took = {name: 1e6 * statistics.median(of) for name, of in run.times_of(run.in_graphs(cases)).items()}
        library = {name: took.pop(name) for name in list(took) if name.startswith("cuDNN")}
        sizes_of[sizes] = (pixels, filters, channels, window), took, library
        for row in (row for row in rows if row[0] in took and took[row[0]] < 2 * min(took.values())):
            # Two blocks that share pixels have two tiles of channels.
            if row[4] == 1 or filters > row[2]:
                points.setdefault(row[0], []).append((turns_of_conv(row, pixels, filters, processors), steps, took[row[0]]))
    rows = [(*row[:8], *nearest(points[row[0]])) for row in rows]
    text = "".join(f"    {row},\n" for row in rows).replace("'", '"')
    open(os.path.join(kernels, "conv_times.in"), "w").write(f"[\n{text}]\n")
    chosen = {of[0]: choose_conv(*of[0], rows=rows)[0] for of in sizes_of.values()}
    text = "".join(f"    {item},\n" for item in chosen.items()).replace("'", '"')
    open(os.path.join(kernels, "conv_choices.in"), "w").write(f"[\n{text}]\n")
    print("| convolution | chosen | µs | fastest | µs | cuDNN, µs | with bias and ReLU |\n|---|---|--:|---|--:|--:|--:|")
    for sizes, (of, took, library) in sizes_of.items():
        best, times = min(took, key=took.get), [f"{time / 1e3:.2f}" for time in library.values()]
        print(f"| {sizes} | {chosen[of]} | {took[chosen[of]] / 1e3:.2f} | {best} | {took[best] / 1e3:.2f} | {' | '.join(times)} |", flush=True)


def main():
    import run
    import torch

    folder, kernels, *kinds = sys.argv[1:]
    torch.cuda.init()
    torch.zeros(1, device="cuda")
    torch.manual_seed(1)
    run.others = []
    (_, module), processors = next(run.modules()), torch.cuda.get_device_properties(0).multi_processor_count
    of_one = lambda name, *launch: {name: run.Kernel(module, name, *launch[:3], launch[3:])}
    torch.backends.cudnn.benchmark = True
    if kinds in ([], ["conv"]):
        tune_conv(run, of_one, processors, kernels)
    if kinds == ["conv"]:
        return

    rates = Rates(*rows_of(kernels, "bf16_rates.in"))
    label = lambda row: row[0] + (f", in {row[3]} parts" if is_multicast(row) and row[3] > 1 else "")

    def microseconds(rows, m, n, k, library=False, turns=21):
        a, b = (torch.randn(size, k, device="cuda").bfloat16() for size in (m, n))
        c, cases = torch.empty(m, n, device="cuda", dtype=torch.bfloat16), {}
        for row in rows:
            cases |= {label(row): kernel for kernel in run.bf16_launch(of_one, processors, row, a, b, c).values()}
        run.checked(cases, c, a.float() @ b.float().t(), 5e-3)
        if library:
            cases["cuBLAS"] = lambda: torch.matmul(a, b.t(), out=c)
        return {name: 1e3 * statistics.median(took) for name, took in run.times_of(run.in_graphs(cases), turns).items()}

    def clusters_of(row):
        """The clusters that the GPU runs at once; of single rows one block on each processor, as they share what memory gives."""
        name, rows, _, parts, beside, below, _, shared = row[:8]
        if rows == 1:
            return processors
        threads, blocks, found = run.bf16_threads(row), parts * beside * below or max(2, parts), ctypes.c_int()
        kernel = run.Kernel(module, name, (1, 1), threads, shared, [])
        cluster_dimension = 4
        attribute = ctypes.create_string_buffer(struct.pack("=I4xIII52x", cluster_dimension, blocks, 1, 1), 72)
        config = struct.pack("=7I4xQQI4x", blocks, 1, 1, threads, 1, 1, shared, 0, ctypes.addressof(attribute), 1)
        run.call("cuOccupancyMaxActiveClusters", ctypes.byref(found), kernel.function, ctypes.create_string_buffer(config, len(config)))
        return found.value

    if kinds == ["compare"]:
        return print_comparison(rows_of(kernels), rates, microseconds, label)
    if kinds == ["fit"]:
        lines = []
        for size in SIZES + FIT:
            rows = {label(row): row for row in candidates(*size, rows_of(kernels), rates, 2.5)}
            took = microseconds(rows.values(), *size, turns=7)
            lines.append((size, [(row[0], row[3], round(1e3 * took[name])) for name, row in rows.items()]))
        open(os.path.join(folder, "bf16_fit.txt"), "w").write("[\n" + "".join(f"    {line},\n" for line in lines) + "]\n")
        return

    measured = []
    for row in rows_of(kernels):
        name, rows, columns, parts, beside, below = row[:6]
        clusters = clusters_of(row)
        # Where parts divide the depth, products have few rows of tiles.
        across = next(x for x in ((6, 5, 4, 3, 2, 1) if parts == 1 else (2, 1)) if clusters % x == 0)

        def line(twice, few=8, many=40):
            """The time of a step, where rows are multiples of 128 bytes and where not, and that beside steps: of one turn or of four, of single rows of 16 times as many."""
            turns = twice**2 if rows > 1 else 16 * twice**2
            if beside * below > 1:
                m, n = below * rows * across, beside * columns * clusters // across
            elif beside:
                # Of a few blocks, that neither the cache nor memory bounds.
                turns, m, n = 1, rows * (64 // parts if is_narrow(row) else 1), columns * (1 if is_narrow(row) else 64 // parts)
            else:
                m, n = (twice * rows * across, twice * columns * clusters // across) if rows > 1 else (1, turns * columns * clusters)
            at = lambda steps, more: 1e3 * microseconds([row], m, n, 64 * parts * steps + more)[name]
            short, long = at(few, 0), at(many, 0)
            step = (long - short) / (many - few)
            rest = short - few * step
            return [step / turns, (at(many, 8 - 64 * parts) - rest) / many / turns, rest]

        # Where blocks go on to the next tile, steps are longer than in one turn: all processors work all the time.
        one, four = line(1), line(2) if parts == 1 and not is_transposed(row) else None
        measured.append((*row[:6], clusters, row[7], *(round(time) for time in (*(four or one)[:2], one[2]))))
    text = "".join(f"    {row},\n" for row in measured).replace("'", '"')
    open(os.path.join(kernels, "bf16_times.in"), "w").write(f"[\n{text}]\n")
    write_choices(kernels, measured, rates)
    if not kinds:
        print_comparison(measured, rates, microseconds, label)


def write_choices(kernels, rows, rates):
    """Writes bf16_choices.in."""
    chosen = ((size, choose(*size, rows=rows, rates=rates)) for size in SIZES + FIT[:40])
    text = "".join(f"    {(size, row[0], row[3])},\n" for size, row in chosen).replace("'", '"')
    open(os.path.join(kernels, "bf16_choices.in"), "w").write(f"[\n{text}]\n")


def fit(folder, kernels):
    """Writes bf16_rates.in, of the times that a GPU had."""
    rows, rates = rows_of(kernels), Rates(*rows_of(kernels, "bf16_rates.in"))
    named = {row[0]: row for row in rows}
    with_parts = lambda name, parts: (*named[name][:3], parts, *named[name][4:])
    times = ast.literal_eval(open(os.path.join(folder, "bf16_fit.txt")).read())
    times = [(size, {with_parts(name, parts): time for name, parts, time in of if named[name][1] > 1}) for size, of in times]
    rates = nearest_rates([(size, took) for size, took in times if took], rows, rates)
    open(os.path.join(kernels, "bf16_rates.in"), "w").write(f"{tuple(rates)}\n")
    write_choices(kernels, rows, rates)


def print_comparison(rows, rates, microseconds, label):
    import torch

    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}\n")
    for sizes in (SIZES, RANDOM):
        compare(rows, rates, sizes, microseconds, label)


def compare(rows, rates, sizes, microseconds, label):
    """Prints the times of the kernels chosen beside those of the fastest and of cuBLAS, and how the ratios are distributed."""
    print("| size | chosen | µs | said | fastest | µs | cuBLAS, µs |\n|---|---|--:|--:|--:|--:|--:|")
    of_library, of_fastest = [], []
    for m, n, k in sizes:
        if m * n * k > 1 << 38:
            continue
        chosen = choose(m, n, k, rows=rows, rates=rates)
        said = predicted(chosen, m, n, k, rates=rates)
        # Not those that take much longer: only these are timed.
        others = candidates(m, n, k, rows, rates, 1.5)
        took = microseconds([*others, chosen], m, n, k, True)
        library, mine, best = took.pop("cuBLAS"), took[label(chosen)], min(took, key=took.get)
        of_library.append(library / mine)
        of_fastest.append(took[best] / mine)
        print(f"| {m}x{n}x{k} | {label(chosen)} | {mine:.2f} | {said / 1e3:.2f} | {best} | {took[best]:.2f} | {library:.2f} |", flush=True)
    for name, ratios in (("cuBLAS", sorted(of_library)), ("the fastest", sorted(of_fastest))):
        least = ", ".join(f"{ratio:.3f}" for ratio in ratios[:5])
        fifth, median = ratios[len(ratios) // 20], statistics.median(ratios)
        print(f"\nOf {name}: least {least}; 5 % below {fifth:.3f}, median {median:.3f}, most {ratios[-1]:.3f}.")
    print()


if __name__ == "__main__":
    if sys.argv[3:] == ["fit"] and os.path.exists(os.path.join(sys.argv[1], "bf16_fit.txt")):
        fit(*sys.argv[1:3])
    else:
        main()
