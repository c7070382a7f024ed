#!/usr/bin/env python3
"""Every permutation of two to five modes as a kernel of `layout emit --relayout`, timed beside a copy on the device.

  relayouts.py emit DIR    writes the kernels (needs cargo, or the command in $LAYOUT)
  relayouts.py run DIR     compiles and runs them (needs nvcc, PyTorch and a GPU), and prints the table of README.md

For each element of 2, 4 and 8 bytes and each number of modes there is a tensor of extents that are powers of two and one
of odd extents, of 64 MB or a little more. Each kernel is held to the tensor that PyTorch has for the same strides. Times are
medians of 7 rounds, in each of which PyTorch's copy of the whole memory, its copy of the permuted tensor and the
kernel run 4 times one after the other.
"""

import ctypes
import itertools
import json
import math
import os
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS, LAUNCHES, FILES = 7, 4, 48
LEAST_BYTES = 64 << 20
SHAPES = {
    "powers of two": [(4096, 8192), (256, 512, 256), (64, 128, 64, 64), (32, 32, 32, 32, 32)],
    "odd": [(5003, 7001), (301, 307, 373), (67, 71, 79, 91), (29, 31, 37, 25, 41)],
}


def strides(shape, order):
    """The first of the order is the fastest."""
    found, reach = [0] * len(shape), 1
    for k in order:
        found[k] = reach
        reach *= shape[k]
    return found


def cases():
    for size in (2, 4, 8):
        for kind, shapes in SHAPES.items():
            for shape in shapes:
                shape = list(shape)
                # An odd tensor grows by an odd factor.
                factor = 2 if kind != "odd" else 3
                while math.prod(shape) * size < LEAST_BYTES:
                    shape[-1] *= factor
                identity = tuple(range(len(shape)))
                for order in itertools.permutations(identity):
                    if order != identity:
                        yield size, kind, shape, strides(shape, identity), strides(shape, order)


def notation(shape, steps):
    return f"({','.join(map(str, shape))}):({','.join(map(str, steps))})"


def emit(folder):
    os.makedirs(folder, exist_ok=True)
    command = os.environ.get("LAYOUT")
    if not command:
        root = os.path.join(HERE, "../../..")
        subprocess.run(["cargo", "build", "-q", "--release", "-p", "layout-command"], cwd=root, check=True)
        command = os.path.join(root, "target/release/layout")
    listed = list(cases())
    groups = {}
    for number, (size, _, shape, source, target) in enumerate(listed):
        arguments = groups.setdefault((number % FILES, size), [])
        arguments.append((f"k{number}", notation(shape, source), notation(shape, target)))
    texts = {}
    for (file, size), copies in groups.items():
        arguments = [command, "emit", "--lang", "cuda", "--relayout", str(size)]
        for name, source, target in copies:
            arguments += ["--name", name, source, target]
        text = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
        texts[file] = texts.get(file, "") + text
    for file, text in texts.items():
        with open(os.path.join(folder, f"{file}.cu"), "w") as out:
            out.write(text)
    launches = {}
    for text in texts.values():
        for line in text.splitlines():
            words = line.split()
            if words[:2] == ["constexpr", "unsigned"]:
                name, what = words[2].split("_", 1)
                launches.setdefault(name, {})[what] = int(words[4].rstrip("u;"))
    with open(os.path.join(folder, "cases.json"), "w") as out:
        json.dump([[case, launches[f"k{number}"]] for number, case in enumerate(listed)], out)
    print(len(listed), "kernels")


def run(folder):
    import torch

    cuda = ctypes.CDLL("libcuda.so.1")

    def call(name, *arguments):
        status = getattr(cuda, name)(*arguments)
        assert status == 0, (name, status)

    torch.zeros(1, device="cuda")
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    major, minor = torch.cuda.get_device_capability()
    built = "/tmp/relayouts"
    os.makedirs(built, exist_ok=True)
    compiles = [
        subprocess.Popen([nvcc, f"-arch=sm_{major}{minor}", "-cubin", "-o", f"{built}/{k}.cubin", f"{folder}/{k}.cu"])
        for k in range(FILES)
    ]
    assert all(compiler.wait() == 0 for compiler in compiles)
    modules = []
    for k in range(FILES):
        module = ctypes.c_void_p()
        with open(f"{built}/{k}.cubin", "rb") as cubin:
            call("cuModuleLoadData", ctypes.byref(module), cubin.read())
        modules.append(module)
    with open(f"{folder}/cases.json") as listed:
        listed = json.load(listed)
    of_bytes = {2: torch.int16, 4: torch.int32, 8: torch.int64}
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)

    def times(functions):
        found = [[] for _ in functions]
        for round in range(ROUNDS + 1):
            for k, function in enumerate(functions):
                begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                begin.record()
                for _ in range(LAUNCHES):
                    function()
                end.record()
                end.synchronize()
                if round:
                    found[k].append(begin.elapsed_time(end))
        return [statistics.median(each) for each in found]

    rows = {}
    for number, ((size, kind, shape, a, b), launch) in enumerate(listed):
        count = math.prod(shape)
        source = torch.randint(-30000, 30000, (count,), dtype=of_bytes[size], device="cuda")
        target, copied = torch.zeros_like(source), torch.empty_like(source)
        from_view, into_view = source.as_strided(shape, a), target.as_strided(shape, b)
        function = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(function), modules[number % FILES], f"k{number}".encode())
        pointers = [ctypes.c_void_p(memory.data_ptr()) for memory in (source, target)]
        arguments = (ctypes.c_void_p * 2)(*(ctypes.addressof(pointer) for pointer in pointers))

        def kernel():
            x, y, threads = (launch[of] for of in ("BLOCKS_X", "BLOCKS_Y", "THREADS"))
            call("cuLaunchKernel", function, x, y, 1, threads, 1, 1, 0, stream, arguments, None)

        kernel()
        torch.cuda.synchronize()
        assert torch.equal(into_view, from_view), listed[number]
        copy, torch_copy, ours = times([lambda: copied.copy_(source), lambda: into_view.copy_(from_view), kernel])
        speed = 2 * count * size * LAUNCHES / copy / 1e6
        rows.setdefault((size, len(shape), kind), []).append((copy / ours, copy / torch_copy, speed, shape, b))
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, {len(listed)} kernels, all right\n")
    print("| bytes | modes | extents | permutations | copy, GB/s | median | least | below 0.9 | PyTorch: median | least |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for (size, modes, kind), found in rows.items():
        ours, others = [row[0] for row in found], [row[1] for row in found]
        speed = statistics.median(row[2] for row in found)
        print(
            f"| {size} | {modes} | {kind} | {len(found)} | {speed:,.0f} | {statistics.median(ours):.2f} | {min(ours):.2f} "
            f"| {sum(of < 0.9 for of in ours)} | {statistics.median(others):.2f} | {min(others):.2f} |"
        )
    every = [row[0] for found in rows.values() for row in found]
    print(f"\nOf all {len(every)}: median {statistics.median(every):.3f}, {sum(of >= 0.9 for of in every)} at 0.9 or more.")
    print("The slowest:")
    for ours, others, speed, shape, b in sorted(row for found in rows.values() for row in found)[:12]:
        print(f"{ours:.2f} ({others:.2f} PyTorch) of {speed:,.0f}: {shape} to strides {b}")


if __name__ == "__main__":
    {"emit": emit, "run": run}[sys.argv[1]](sys.argv[2])
