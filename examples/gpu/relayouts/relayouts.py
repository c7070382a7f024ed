#!/usr/bin/env python3
"""Every permutation of two to five modes as a kernel of `layout emit --relayout`, timed beside a copy on the device.

  relayouts.py emit DIR [SEED]    writes the kernels (needs cargo, or the command in $LAYOUT)
  relayouts.py run DIR...         compiles and runs them (needs nvcc, PyTorch and a GPU), and prints the table of README.md

For each element of 2, 4 and 8 bytes and each number of modes there is a tensor of extents that are powers of two and one
of odd extents, of 64 MB or a little more; with a seed, one of random odd extents. Each kernel is held to the tensor that PyTorch has
for the same strides. Times are medians of 7 rounds, in each of which PyTorch's copy of the whole memory, its copy of the permuted tensor and the
kernel run 4 times one after the other. The kernels of further folders, as those of a command before, run in the same rounds; $ROWS is a
file of the speed of each, as a part of the copy's.
"""

import ctypes
import functools
import itertools
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

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


def random_shapes(seed):
    """Odd extents of two to five modes, none more than 16 times another, of 32 Mi elements and a little more."""
    draw = random.Random(seed)
    for modes in range(2, 6):
        mean = (32 << 20) ** (1 / modes)
        shape = [round(mean * 4 ** draw.uniform(-1, 1)) | 1 for _ in range(modes - 1)]
        last = (32 << 20) / math.prod(shape)
        yield (*shape, math.ceil(last) | 1)


def cases(seed=None):
    listed = SHAPES if seed is None else {f"odd, seed {seed}": list(random_shapes(seed))}
    for size in (2, 4, 8):
        for kind, shapes in listed.items():
            for shape in shapes:
                shape = list(shape)
                # An odd tensor grows by an odd factor.
                factor = 2 if kind == "powers of two" else 3
                while math.prod(shape) * size < LEAST_BYTES:
                    shape[-1] *= factor
                identity = tuple(range(len(shape)))
                for order in itertools.permutations(identity):
                    if order != identity:
                        yield size, kind, shape, strides(shape, identity), strides(shape, order)


def notation(shape, steps):
    return f"({','.join(map(str, shape))}):({','.join(map(str, steps))})"


def emit(folder, seed=None):
    os.makedirs(folder, exist_ok=True)
    command = os.environ.get("LAYOUT")
    if not command:
        root = os.path.join(HERE, "../../..")
        subprocess.run(["cargo", "build", "-q", "--release", "-p", "layout-command"], cwd=root, check=True)
        command = os.path.join(root, "target/release/layout")
    listed = list(cases(seed))
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


@functools.cache
def driver():
    return ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    status = getattr(driver(), name)(*arguments)
    assert status == 0, (name, status)


def load(paths, may_spill=False):
    """The modules of the kernels of some files, none of which spills."""
    import torch

    torch.zeros(1, device="cuda")
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    major, minor = torch.cuda.get_device_capability()

    def compiled(path):
        options = [f"-arch=sm_{major}{minor}", "-Xptxas", "-v", "-cubin", "-o", f"{path}.cubin", f"{path}.cu"]
        told = subprocess.run([nvcc, *options], check=True, capture_output=True, text=True).stderr
        spills = [line for line in told.splitlines() if "bytes spill stores" in line]
        assert spills and (may_spill or all(" 0 bytes spill stores, 0 bytes spill loads" in line for line in spills)), path
        with open(f"{path}.cubin", "rb") as cubin:
            return cubin.read()

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        cubins = list(pool.map(compiled, paths))
    modules = {}
    for path, cubin in zip(paths, cubins):
        modules[path] = ctypes.c_void_p()
        call("cuModuleLoadData", ctypes.byref(modules[path]), cubin)
    return modules


def kernel_of(module, name, launch, pointers):
    """The launch of a kernel from one memory to another."""
    import torch

    function = ctypes.c_void_p()
    call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
    pointers = [ctypes.c_void_p(memory.data_ptr()) for memory in pointers]
    arguments = (ctypes.c_void_p * 2)(*(ctypes.addressof(pointer) for pointer in pointers))
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    x, y, threads = (launch[of] for of in ("BLOCKS_X", "BLOCKS_Y", "THREADS"))
    # The pointers live as long as the launch.
    return lambda _=pointers: call("cuLaunchKernel", function, x, y, 1, threads, 1, 1, 0, stream, arguments, None)


def memories(case):
    """Numbers, memory for them, and both as the views of a case."""
    import torch

    size, _, shape, a, b = case
    of_bytes = {2: torch.int16, 4: torch.int32, 8: torch.int64}
    source = torch.randint(-30000, 30000, (math.prod(shape),), dtype=of_bytes[size], device="cuda")
    target = torch.empty_like(source)
    return source, target, source.as_strided(shape, a), target.as_strided(shape, b)


def times(functions):
    """The medians of times of some functions, in turn."""
    import torch

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


def run(*folders):
    import torch

    modules = load([f"{folder}/{k}" for folder in folders for k in range(FILES)])
    listed = []
    for folder in folders:
        with open(f"{folder}/cases.json") as cases_of:
            listed.append(json.load(cases_of))
    assert all([case for case, _ in of] == [case for case, _ in listed[0]] for of in listed)
    rows = {}
    for number, launches in enumerate(zip(*listed)):
        case = size, kind, shape, a, b = launches[0][0]
        source, target, from_view, into_view = memories(case)
        copied = torch.empty_like(source)
        kernels = [
            kernel_of(modules[f"{folder}/{number % FILES}"], f"k{number}", launch, (source, target))
            for folder, (_, launch) in zip(folders, launches)
        ]
        for kernel in kernels:
            target.zero_()
            kernel()
            torch.cuda.synchronize()
            assert torch.equal(into_view, from_view), launches
        copy, torch_copy, *ours = times([lambda: copied.copy_(source), lambda: into_view.copy_(from_view), *kernels])
        speed = 2 * source.numel() * size * LAUNCHES / copy / 1e6
        row = copy / ours[0], copy / torch_copy, speed, shape, b, [copy / time for time in ours]
        rows.setdefault((size, len(shape), kind), []).append(row)
    if "ROWS" in os.environ:
        with open(os.environ["ROWS"], "w") as out:
            json.dump([[key, found] for key, found in rows.items()], out)
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, {len(listed[0])} kernels, all right\n")
    print("| bytes | modes | extents | permutations | copy, GB/s | median | least | below 0.9 | PyTorch: median | least |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for (size, modes, kind), found in rows.items():
        ours, others = [row[0] for row in found], [row[1] for row in found]
        speed = statistics.median(row[2] for row in found)
        print(
            f"| {size} | {modes} | {kind} | {len(found)} | {speed:,.0f} | {statistics.median(ours):.2f} | {min(ours):.2f} "
            f"| {sum(of < 0.9 for of in ours)} | {statistics.median(others):.2f} | {min(others):.2f} |"
        )
    every = [row for found in rows.values() for row in found]
    for of, folder in enumerate(folders):
        ours = [row[5][of] for row in every]
        print(f"\n{folder}: of all {len(ours)}: median {statistics.median(ours):.3f}, {sum(of >= 0.9 for of in ours)} at 0.9 or more.")
        for size in (2, 4, 8):
            ours = [row[5][of] for (bytes, _, kind), found in rows.items() for row in found if bytes == size and kind != "powers of two"]
            print(f"Odd extents of {size} bytes: {sum(of >= 0.9 for of in ours)} of {len(ours)}, median {statistics.median(ours):.3f}.")
    print("The slowest:")
    for ours, others, speed, shape, b, _ in sorted(every)[:12]:
        print(f"{ours:.2f} ({others:.2f} PyTorch) of {speed:,.0f}: {shape} to strides {b}")


if __name__ == "__main__":
    {"emit": emit, "run": run}[sys.argv[1]](*sys.argv[2:])
