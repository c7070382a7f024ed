"""Times the products of bf16 on a GPU, and writes what chooses among them: tune.py FOLDER KERNELS, as `kernels/src` for KERNELS.

`KERNELS/bf16_times.in` has a row for each kernel, which both Rust and Python read: its name, the rows and columns of a tile, the parts that
the depth of a tile is divided into, the blocks of a cluster that share the rows of `A` (0: no kernel of bf16_few.rs or bf16_multicast.rs), how many
clusters run at the same time, the bytes of shared memory of a block, and nanoseconds: of a step of 64 in depth, of a step where rows are no multiple of 128 bytes, and of a turn beside its steps. This script asks for the clusters
and measures the nanoseconds anew. `bf16_choices.in` has what `choose` makes of them for some sizes: the test of `choose` in bf16_choice.rs compares.
"""

import ast
import ctypes
import os
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


def rows_of(folder=os.path.dirname(__file__)):
    """The rows of bf16_times.in: beside this script, or where the kernels are."""
    for place in (folder, os.path.join(folder, "kernels", "src")):
        if os.path.exists(file := os.path.join(place, "bf16_times.in")):
            return ast.literal_eval(open(file).read())
    raise FileNotFoundError("bf16_times.in")


# CACHE_RATE, RAGGED_CACHE_RATE, MEMORY_RATE, CACHED and FEW_ROWS of bf16_choice.rs.
CACHE_RATE, RAGGED_CACHE_RATE, MEMORY_RATE, CACHED, FEW_ROWS = 7400, 4600, 4200, 50_000_000, 64


def bytes_of(m, n, k):
    """The bytes of both factors."""
    return 2 * (m + n) * k


def is_transposed(row):
    """Returns true for the kernels of bf16_few.rs and bf16_multicast.rs, which compute the transpose of C."""
    return row[4] > 0


def predicted(row, m, n, k, processors=132):
    """The nanoseconds that a product takes: `Kernel::time` of bf16_choice.rs."""
    _, rows, columns, parts, sharing, clusters, _, step, ragged, turn = row
    wide, steps = -(-n // columns), -(-k // (64 * parts))
    tiles = -(-m // rows) * wide
    turns = -(-(-(-m // rows) * -(-wide // max(1, sharing))) // max(1, clusters * processors // 132))
    steps_take = turns * steps * (ragged if k % 64 else step)
    read = tiles * parts * steps * (32 * (4 * columns + min(m, rows)) if sharing else 64 * (columns + rows))
    by_cache = read // (RAGGED_CACHE_RATE if k % 64 else CACHE_RATE)
    by_memory = bytes_of(m, n, k) // MEMORY_RATE if bytes_of(m, n, k) > CACHED else 0
    loads_take = max(by_cache, by_memory)
    launches = 1 if parts == 1 and not sharing else turns
    return launches * turn + max(steps_take, loads_take) + min(steps_take, loads_take) // 8


def choose(m, n, k, processors=132, rows=None):
    """The row of the kernel that takes the least time: `choose` of bf16_choice.rs."""
    rows, cached = rows or rows_of(), bytes_of(m, n, k) <= CACHED
    if m <= 1 and cached:
        return rows[0]  # `gemv`.
    # Of tiles of 128 rows none is past the edge.
    fits = lambda row: (m <= max(FEW_ROWS, row[1]) or cached) and (row[4] == 1 or m > FEW_ROWS) if is_transposed(row) else m >= 128
    return min(filter(fits, rows[1:]), key=lambda row: predicted(row, m, n, k, processors))


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

    def microseconds(rows, m, n, k, library=False):
        a, b = (torch.randn(size, k, device="cuda").bfloat16() for size in (m, n))
        c, cases = torch.empty(m, n, device="cuda", dtype=torch.bfloat16), {}
        for row in rows:
            cases |= run.bf16_launch(of_one, processors, row, a, b, c)
        run.checked(cases, c, a.float() @ b.float().t(), 5e-3)
        if library:
            cases["cuBLAS"] = lambda: torch.matmul(a, b.t(), out=c)
        return {name: 1e3 * statistics.median(took) for name, took in run.times_of(run.in_graphs(cases)).items()}

    def clusters_of(row):
        """The clusters that the GPU runs at once; of single rows one block on each processor, as they share what memory gives."""
        name, rows, _, parts, sharing, _, shared = row[:7]
        if rows == 1:
            return processors
        threads, blocks, found = run.bf16_threads(row), parts * sharing or max(2, parts), ctypes.c_int()
        kernel = run.Kernel(module, name, (1, 1), threads, shared, [])
        cluster_dimension = 4
        attribute = ctypes.create_string_buffer(struct.pack("=I4xIII52x", cluster_dimension, blocks, 1, 1), 72)
        config = struct.pack("=7I4xQQI4x", blocks, 1, 1, threads, 1, 1, shared, 0, ctypes.addressof(attribute), 1)
        run.call("cuOccupancyMaxActiveClusters", ctypes.byref(found), kernel.function, ctypes.create_string_buffer(config, len(config)))
        return found.value

    measured = []
    for row in rows_of(kernels):
        name, rows, columns, parts, sharing = row[:5]
        clusters = clusters_of(row)
        # Where parts divide the depth, products have few rows of tiles.
        across = next(x for x in ((6, 5, 4, 3, 2, 1) if parts == 1 else (2, 1)) if clusters % x == 0)

        def line(twice, few=8, many=40):
            """The time of a step, where rows are multiples of 128 bytes and where not, and that beside steps: of one turn or of four, of single rows of 16 times as many."""
            turns = twice**2 if rows > 1 else 16 * twice**2
            if sharing > 1:
                m, n = rows * across, sharing * columns * clusters // across
            elif sharing:
                # Of a few blocks, that neither the cache nor memory bounds.
                turns, m, n = 1, rows, columns * (64 // parts)
            else:
                m, n = (twice * rows * across, twice * columns * clusters // across) if rows > 1 else (1, turns * columns * clusters)
            at = lambda steps, more: 1e3 * microseconds([row], m, n, 64 * parts * steps + more)[name]
            short, long = at(few, 0), at(many, 0)
            step = (long - short) / (many - few)
            beside = short - few * step
            return [step / turns, (at(many, 8 - 64 * parts) - beside) / many / turns, beside]

        # Where blocks go on to the next tile, steps are longer than in one turn: all processors work all the time.
        one, four = line(1), line(2) if parts == 1 and not is_transposed(row) else None
        measured.append((*row[:5], clusters, row[6], *(round(time) for time in (*(four or one)[:2], one[2]))))
    text = "".join(f"    {row},\n" for row in measured).replace("'", '"')
    open(os.path.join(kernels, "bf16_times.in"), "w").write(f"[\n{text}]\n")
    text = "".join(f"    {((m, n, k), choose(m, n, k, rows=measured)[0])},\n" for m, n, k in SIZES).replace("'", '"')
    open(os.path.join(kernels, "bf16_choices.in"), "w").write(f"[\n{text}]\n")
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}\n")
    print("| size | chosen | µs | said | fastest | µs | cuBLAS, µs |\n|---|---|--:|--:|---|--:|--:|")
    for m, n, k in SIZES:
        if m * n * k > 1 << 38:
            continue
        took = microseconds(measured, m, n, k, True)
        library = took.pop("cuBLAS")
        row, best = choose(m, n, k, rows=measured), min(took, key=took.get)
        said = predicted(row, m, n, k) / 1e3
        print(f"| {m}x{n}x{k} | {row[0]} | {took[row[0]]:.2f} | {said:.2f} | {best} | {took[best]:.2f} | {library:.2f} |", flush=True)


if __name__ == "__main__":
    main()
