#!/usr/bin/env python3
"""What `w4a16` could have at most, and what each part of it costs: launch_limits.py FOLDER LIMITS.cubin, with the cubin of
`nvcc -arch=sm_90a -O3 -cubin launch_limits.cu`.

Beside `w4a16` of FOLDER's kernels.cubin, in one process and by the same graphs of launches, are timed: launches of as many threads and as much
shared memory that do nothing; launches that copy the same weights and scales to shared memory by the same stages, and compute nothing;
launches that read them with plain accesses; and the same kernel by hand, with parts left out. Each is launched after the one before, and
before its end. A copy of half as many bytes is the memory's rate. Times are microseconds of a launch: median, least and greatest of 21.
"""

import statistics
import sys

folder, limits = sys.argv[1:]
sys.argv[1:] = [folder, f"limits={limits}", "--only", "w4a16"]

import torch

import run


def main():
    torch.zeros(1, device="cuda")
    found = dict(run.modules())
    processors = torch.cuda.get_device_properties(0).multi_processor_count
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}\n")
    print("| weights | launches | µs of a launch | least to greatest | of a copy's rate |\n|---|---|--:|--:|--:|")
    for m, n, k in run.W4A16[:9]:
        matrices, groups = max(2, -(-(1 << 28) // (n * k))), k // 128
        parts = n // 256 * groups
        blocks = min(processors, parts)
        a, c = torch.randn(m, k, device="cuda").half(), torch.empty(m, n, device="cuda", dtype=torch.float16)
        maps = run.tensor_map(a, 16, kind=6), run.tensor_map(c, 16, 256, 0, 6)
        sums, counters = torch.zeros(blocks * 8192, device="cuda"), torch.zeros(1024, device="cuda", dtype=torch.int32)
        runs = {}
        for _ in range(matrices):
            words = torch.randint(0, 1 << 31, (parts * 4096,), device="cuda", dtype=torch.int32)
            pairs = torch.ones(parts * 256, device="cuda", dtype=torch.float16)
            of = lambda name, grid, threads, shared: run.Kernel(found["limits"], name, (grid, 1), threads, shared, (words, pairs, sums, parts))
            arguments = maps[0], words, pairs, maps[1], sums, counters, groups, parts
            ours = lambda grid: run.Kernel(found["layouts"], "w4a16", (grid, 1), 320, 120000, arguments)
            arguments_by_hand = maps[0], words, pairs, c, sums, counters, groups, parts, n, m
            by_hand = lambda does: run.Kernel(found["limits"], f"by_hand_{does}", (blocks, 1), 288, 104960, arguments_by_hand)
            each = {
                f"w4a16, {blocks} blocks": ours(blocks),
                "w4a16, the blocks of run.py": ours(run.w4a16_blocks(groups, parts, processors)[0]),
                "w4a16 by hand": by_hand("all"),
                "by hand, each group read by the second cache four groups ahead": by_hand("ahead"),
                "by hand, no sums of others": by_hand("no_sums"),
                "by hand, no sums of others, no copies after the first five": by_hand("no_copies"),
                "by hand, no sums of others, no numbers": by_hand("no_numbers"),
                "by hand, no sums of others, no products": by_hand("no_products"),
                "by hand, no sums of others, no rows of A": by_hand("no_rows"),
                "by hand, none of these": by_hand("none"),
                "nothing": of("launch_empty", blocks, 288, 113752),
                "copies to shared memory": of("launch_read", blocks, 288, 112000),
                "plain accesses": of("launch_read_plain", 2 * processors, 512, 0),
            }
            for of_tile in (2, 4, 8):
                divided = maps[0], words, pairs, c, m, n, groups
                one = run.Kernel(found["layouts"], f"w4a16_by_{of_tile}", (n // 256 * of_tile, 1), 320, 168064, divided)
                if run.clusters_at_once(one, of_tile) >= n // 256:
                    each[f"w4a16_by_{of_tile}"] = one
            found_by = []
            for by in (by for by in each if by.startswith("w4a16") or "ahead" in by):
                each[by]()
                found_by.append(c.double())
            assert all((one - found_by[0]).norm() < 2e-3 * found_by[0].norm() for one in found_by), "another result"
            for by, kernel in each.items():
                runs.setdefault(by, []).append(kernel)
                runs.setdefault(f"{by}, each begun before the end of the one before", []).append(run.Dependent(kernel))
        cases = {by: lambda run=run: [one() for one in run] for by, run in runs.items()}
        bytes_of = matrices * parts * (16384 + 512)
        source, target = (torch.empty(bytes_of // 8, device="cuda").normal_() for _ in range(2))
        cases["a copy of half as many bytes"] = lambda: target.copy_(source)
        took = run.times_of(run.in_graphs(cases))
        copy = statistics.median(took["a copy of half as many bytes"])
        for by, times in took.items():
            median, least, most = (1000 * of / matrices for of in (statistics.median(times), min(times), max(times)))
            part = f"{copy / statistics.median(times):.2f}" if "nothing" not in by else ""
            print(f"| {m} rows, {n}x{k}, {matrices} in turn | {by} | {median:.2f} | {least:.2f} to {most:.2f} | {part} |", flush=True)
        assert not counters.any(), "a counter is not 0 again"


if __name__ == "__main__":
    main()
