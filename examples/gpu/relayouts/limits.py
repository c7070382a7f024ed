#!/usr/bin/env python3
"""A limit of permutations between odd extents: nothing is permuted, and rows begin anywhere. limits.py (needs nvcc, PyTorch and a GPU)

Blocks copy tiles of rows, by the passes of the kernels of relayouts.py: vectors of 16 bytes that the rows touch to shared memory, and from there whole sectors of
32 bytes, each element to where it was and one element further on. The rows of a tile follow each other in memory, or are as far apart as blocks are many. Each
result is held to its definition. For each row the table has the fastest of the tiles that were tried, in parts of PyTorch's copy of as many bytes; medians of
7 rounds, in each of which both run 4 times.
"""

import ctypes
import os
import shutil
import statistics
import subprocess
import tempfile

TYPES = {2: "unsigned short", 4: "unsigned", 8: "uint2"}
ROWS = [(7001, 5003), (899, 37 * 25 * 41), (301, 307 * 373), (67, 71 * 79 * 91)]
WIDTHS = [64, 128, 192, 256, 384, 512, 1024]
SHARED, THREADS, FILES = 32 << 10, 256, 16
LEAST_BYTES = 64 << 20


def kernel(name, size, row, rows, wide, high, is_far):
    """`wide` elements of `high` rows for each block."""
    units, sector, of = 16 // size, 32 // size, TYPES[size]
    reach = wide + sector - 1
    across = (reach + units - 2) // units + 1
    pitch, together = (across + 1) * units, max(1, THREADS // across)
    lanes = next((lanes for lanes in (4, 8, 16) if lanes >= across), 32)
    parts, groups = -(-row // wide), -(-rows // high)
    line = f"y * {groups}u + group" if is_far else f"group * {high}u + y"
    begin = f"""const unsigned line = {line};
            const long long row = (long long)line * {row} + first_of;"""
    return f"""
extern "C" __global__ void __launch_bounds__({THREADS}) {name}(const {of} *__restrict__ source, {of} *__restrict__ sink) {{
    union vector {{ uint4 all; {of} one[{units}]; __device__ vector() {{}} }};
    __shared__ __align__(16) {of} tile[{high * pitch}];
    const unsigned t = threadIdx.x, group = blockIdx.x / {parts}u, first_of = blockIdx.x % {parts}u * {wide}u;
    const int length = min({reach}u, {row}u - first_of), column = t % {across}u * {units};
    if (t / {across}u < {together}u)
    #pragma unroll 1
    for (unsigned first = t / {across}u; first < {high}u; first += {4 * together}u) {{
        vector moved[4];
        #pragma unroll
        for (unsigned turn = 0; turn < 4; ++turn) {{
            const unsigned y = first + turn * {together}u;
            {begin}
            const int x = column - (int)(row & {units - 1});
            if (y < {high}u && line < {rows}u && x < length && row + x + {units} <= {row * rows}) moved[turn].all = *(const uint4 *)(source + row + x);
        }}
        #pragma unroll
        for (unsigned turn = 0; turn < 4; ++turn) {{
            const unsigned y = first + turn * {together}u;
            if (y < {high}u) ((uint4 *)tile)[(y * {pitch}u + column) / {units}] = moved[turn].all;
        }}
    }}
    __syncthreads();
    #pragma unroll 1
    for (unsigned y = t / {lanes}u; y < {high}u; y += {THREADS // lanes}u) {{
            {begin}
            if (line >= {rows}u) break;
            const long long to = row + 1;
            const int begin = first_of == 0 ? 0 : (int)(-to & {sector - 1}), end = min({wide} + (int)(-(to + {wide}) & {sector - 1}), length);
            const int at = y * {pitch} + (int)(row & {units - 1});
            #pragma unroll 1
            for (int x = begin - (int)((to + begin) & {units - 1}) + (int)(t % {lanes}u * {units}); x < end; x += {lanes * units}) {{
                if (x >= begin && x + {units} <= end) {{
                    vector moved;
                    #pragma unroll
                    for (int unit = 0; unit < {units}; ++unit) moved.one[unit] = tile[at + x + unit];
                    ((uint4 *)sink)[(to + x) / {units}] = moved.all;
                }} else
                    for (int unit = 0; unit < {units}; ++unit)
                        if (x + unit >= begin && x + unit < end) sink[to + x + unit] = tile[at + x + unit];
            }}
    }}
}}
"""


def cases():
    for size in TYPES:
        for row, rows in ROWS:
            rows *= -(-LEAST_BYTES // (row * rows * size))
            tiles = dict.fromkeys(-(-row // -(-row // min(row, width // size))) for width in WIDTHS)
            for wide in tiles:
                across = (wide + 32 // size - 1 + 16 // size - 2) // (16 // size) + 1
                high = SHARED // (16 * (across + 1))
                for is_far in (False, True):
                    yield size, row, rows, wide, high, is_far


def main():
    import torch

    torch.zeros(1, device="cuda")
    cuda = ctypes.CDLL("libcuda.so.1")

    def call(name, *arguments):
        status = getattr(cuda, name)(*arguments)
        assert status == 0, (name, status)

    listed = list(cases())
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    major, minor = torch.cuda.get_device_capability()
    modules = []
    with tempfile.TemporaryDirectory() as folder:
        compiles = []
        for file in range(FILES):
            path = os.path.join(folder, str(file))
            with open(f"{path}.cu", "w") as out:
                out.write("".join(kernel(f"k{i}", *case) for i, case in enumerate(listed) if i % FILES == file))
            compiles.append(subprocess.Popen([nvcc, f"-arch=sm_{major}{minor}", "-cubin", "-o", f"{path}.cubin", f"{path}.cu"]))
        assert all([compiler.wait() == 0 for compiler in compiles])
        for file in range(FILES):
            module = ctypes.c_void_p()
            with open(os.path.join(folder, f"{file}.cubin"), "rb") as cubin:
                call("cuModuleLoadData", ctypes.byref(module), cubin.read())
            modules.append(module)
    of_bytes = {2: torch.int16, 4: torch.int32, 8: torch.int64}
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    best = {}
    for i, (size, row, rows, wide, high, is_far) in enumerate(listed):
        count = row * rows
        source = torch.randint(-30000, 30000, (count,), dtype=of_bytes[size], device="cuda")
        target, copied = torch.zeros(count + 1, dtype=of_bytes[size], device="cuda"), torch.empty_like(source)
        function = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(function), modules[i % FILES], f"k{i}".encode())
        pointers = [ctypes.c_void_p(memory.data_ptr()) for memory in (source, target)]
        arguments = (ctypes.c_void_p * 2)(*(ctypes.addressof(pointer) for pointer in pointers))
        blocks = -(-row // wide) * -(-rows // high)
        shifted = lambda: call("cuLaunchKernel", function, blocks, 1, 1, THREADS, 1, 1, 0, stream, arguments, None)
        shifted()
        torch.cuda.synchronize()
        # The last vector of the source is not read where it reaches past its end.
        assert torch.equal(target[1 : count - 16], source[: count - 17]), listed[i]
        found = [[], []]
        for round in range(8):
            for k, run in enumerate((lambda: copied.copy_(source), shifted)):
                begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                begin.record()
                for _ in range(4):
                    run()
                end.record()
                end.synchronize()
                if round:
                    found[k].append(begin.elapsed_time(end))
        copy, ours = (statistics.median(times) for times in found)
        key = size, row, is_far
        best[key] = max(best.get(key, (0, "")), (copy / ours, f"{wide} by {high}"))
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}\n")
    print("| bytes | elements of a row | rows one after the other | tile | rows far apart | tile |\n|---|---|---|---|---|---|")
    for size in TYPES:
        for row, _ in ROWS:
            near, far = best[size, row, False], best[size, row, True]
            print(f"| {size} | {row:,} | {near[0]:.2f} | {near[1]} | {far[0]:.2f} | {far[1]} |")


if __name__ == "__main__":
    main()
