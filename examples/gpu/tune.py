"""Times the products of bf16 on a GPU, and writes what chooses among them: tune.py FOLDER KERNELS, as `kernels/src` for KERNELS.

`KERNELS/bf16_times.in` has a row for each kernel, which both Rust and Python read: its name, the rows and columns of a tile, the parts that
the depth of a tile is divided into, the blocks of a cluster that share the rows of `A` (0: no kernel of bf16_few.rs or bf16_multicast.rs) and of `B`, how many
clusters run at the same time, the bytes of shared memory of a block, and nanoseconds: of a step of 64 in depth, of a step where rows are no multiple of 128 bytes, and of a turn beside its steps. This script asks for the clusters
and measures the nanoseconds anew. `bf16_choices.in` has what `choose` makes of them for some sizes: the test of `choose` in bf16_choice.rs compares.
"""

import ast
import ctypes
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


# Sizes that nothing was tuned to: logarithms are uniform.
_NUMBERS = random.Random(2026)
RANDOM = [size for size in (tuple(8 * round(2 ** _NUMBERS.uniform(0, 11)) for _ in range(3)) for _ in range(80)) if size[0] * size[1] * size[2] <= 1 << 38][:60]


def rows_of(folder=os.path.dirname(__file__)):
    """The rows of bf16_times.in: beside this script, or where the kernels are."""
    for place in (folder, os.path.join(folder, "kernels", "src")):
        if os.path.exists(file := os.path.join(place, "bf16_times.in")):
            return ast.literal_eval(open(file).read())
    raise FileNotFoundError("bf16_times.in")


# CACHE_RATE, RAGGED_CACHE_RATE, MEMORY_RATE, CACHED, FEW_ROWS, SUMS, SUM_RATE and MOST_PARTS of bf16_choice.rs.
CACHE_RATE, RAGGED_CACHE_RATE, MEMORY_RATE, CACHED, FEW_ROWS, SUMS, SUM_RATE, MOST_PARTS = 7400, 4600, 4200, 50_000_000, 64, 2000, 10, 16


def bytes_of(m, n, k):
    """The bytes of both factors."""
    return 2 * (m + n) * k


def is_transposed(row):
    """Returns true for the kernels of bf16_few.rs and bf16_multicast.rs, which compute the transpose of C."""
    return row[4] > 0


def is_multicast(row):
    """Returns true for the kernels of bf16_multicast.rs."""
    return row[4] * row[5] > 1


def turns_of(row, m, n, processors=132):
    """The turns that clusters take: `Kernel::turns` of bf16_choice.rs."""
    _, rows, columns, parts, beside, below, clusters = row[:7]
    high, wide = -(-m // rows), -(-n // columns)
    by_clusters = -(-high // below) * -(-wide // beside) if is_transposed(row) else high * wide
    return -(-by_clusters * (parts if is_multicast(row) else 1) // max(1, clusters * processors // 132))


def predicted(row, m, n, k, processors=132):
    """The nanoseconds that a product takes: `Kernel::time` of bf16_choice.rs."""
    _, rows, columns, parts, beside, below, clusters, _, step, ragged, turn = row
    high, wide, steps = -(-m // rows), -(-n // columns), -(-k // (64 * parts))
    tiles, transposed, turns = high * wide, is_transposed(row), turns_of(row, m, n, processors)
    steps_take = turns * steps * (ragged if k % 64 else step)
    read = tiles * parts * steps * (32 * (4 * columns // below + min(m, rows)) if transposed else 64 * (columns + rows))
    by_cache = read // (RAGGED_CACHE_RATE if k % 64 else CACHE_RATE)
    by_memory = bytes_of(m, n, k) // MEMORY_RATE if bytes_of(m, n, k) > CACHED else 0
    loads_take = max(by_cache, by_memory)
    launches = turns if transposed else 1
    sums = SUMS + rows * columns // SUM_RATE if is_multicast(row) and parts > 1 else 0
    return launches * turn + max(steps_take, loads_take) + min(steps_take, loads_take) // 8 + sums


def choose(m, n, k, processors=132, rows=None):
    """The row of the kernel that takes the least time: `choose` of bf16_choice.rs."""
    rows, cached = rows or rows_of(), bytes_of(m, n, k) <= CACHED
    if m <= 1 and cached:
        return rows[0]  # `gemv`.
    # Of tiles of 128 rows none is past the edge; several tiles of few rows would read `B` from memory more than once.
    fits = lambda row: (is_multicast(row) and m > FEW_ROWS or not is_multicast(row) and (cached or m <= max(FEW_ROWS, row[1]))) if is_transposed(row) else m >= 128
    return min((of for row in rows[1:] if fits(row) for of in in_parts(row, m, n, k, processors)), key=lambda row: predicted(row, m, n, k, processors))


def in_parts(row, m, n, k, processors=132):
    """The kernel by itself, and where its clusters run at the same time, with the depth of tiles in parts."""
    if not is_multicast(row):
        return [row]
    of = [(*row[:3], parts, *row[4:]) for parts in range(1, MOST_PARTS + 1) if k > 64 * (parts - 1)]
    return [row for row in of if row[3] == 1 or turns_of(row, m, n, processors) == 1]


def main():
    import run
    import torch

    folder, kernels = sys.argv[1:]
    torch.cuda.init()
    torch.zeros(1, device="cuda")
    torch.manual_seed(1)
    run.others = []
    (_, module), processors = next(run.modules()), torch.cuda.get_device_properties(0).multi_processor_count
    of_one = lambda name, *launch: {name: run.Kernel(module, name, *launch[:3], launch[3:])}

    label = lambda row: row[0] + (f", in {row[3]} parts" if is_multicast(row) and row[3] > 1 else "")

    def microseconds(rows, m, n, k, library=False):
        a, b = (torch.randn(size, k, device="cuda").bfloat16() for size in (m, n))
        c, cases = torch.empty(m, n, device="cuda", dtype=torch.bfloat16), {}
        for row in rows:
            cases |= {label(row): kernel for kernel in run.bf16_launch(of_one, processors, row, a, b, c).values()}
        run.checked(cases, c, a.float() @ b.float().t(), 5e-3)
        if library:
            cases["cuBLAS"] = lambda: torch.matmul(a, b.t(), out=c)
        return {name: 1e3 * statistics.median(took) for name, took in run.times_of(run.in_graphs(cases)).items()}

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
                turns, m, n = 1, rows, columns * (64 // parts)
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
    chosen = ((size, choose(*size, rows=measured)) for size in SIZES)
    text = "".join(f"    {(size, row[0], row[3])},\n" for size, row in chosen).replace("'", '"')
    open(os.path.join(kernels, "bf16_choices.in"), "w").write(f"[\n{text}]\n")
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}\n")
    for sizes in (SIZES, RANDOM):
        compare(measured, sizes, microseconds, label)


def compare(rows, sizes, microseconds, label):
    """Prints the times of the kernels chosen beside those of the fastest and of cuBLAS, and how the ratios are distributed."""
    print("| size | chosen | µs | said | fastest | µs | cuBLAS, µs |\n|---|---|--:|--:|--:|--:|--:|")
    of_library, of_fastest = [], []
    for m, n, k in sizes:
        if m * n * k > 1 << 38:
            continue
        chosen = choose(m, n, k, rows=rows)
        said = predicted(chosen, m, n, k)
        # Not those that take much longer: only these are timed.
        others = [of for row in rows if row[1] > 1 or m == 1 for of in in_parts(row, m, n, k) if predicted(of, m, n, k) < 1.7 * said]
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
    main()
