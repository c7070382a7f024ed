"""Checks the kernels on a GPU and times them, with PyTorch: run.py FOLDER [NAME=FILE…] [--check KERNEL… | --only KERNEL…]

FOLDER has kernels.cubin, as build.sh leaves it. `generated/host.py` makes layouts by value and tensor maps, as `layout emit` prints it. Each
NAME=FILE has kernels to compare with: a cubin those of the same names, such as by_hand.cu's
(`nvcc -arch=sm_90a -O3 -cubin by_hand.cu`) or that of another compiler, and a library (.so) the functions `launch_KERNEL` that
launch them, such as `cute/compare.sh` makes of cute/mma.cu. Kernels of a table run in turn, 21 times; a figure is the median,
with the least and the greatest time. Matrices are of normal random numbers, and clocks are as they are. With `--check`,
the kernels named are checked, and nothing is timed; with `--only`, they are checked and timed.
"""

import ctypes
import math
import os
import statistics
import struct
import sys

import torch

import tune
from generated import host

driver = ctypes.CDLL("libcuda.so.1")
folder, *others = sys.argv[1:]
# None: all kernels.
only, timed = None, "--check" not in others
for option in ("--check", "--only"):
    if option in others:
        others, only = others[: others.index(option)], others[others.index(option) + 1 :]


# Sizes of products.
BF16 = [(n, n, n) for n in (1024, 2048, 4096, 6144, 8192, 16384)]
BF16 += [(512, 512, 512), (128, 8192, 8192), (300, 5000, 2048)]
BF16 += [(m, 4096, 4096) for m in (3, 4, 8, 16, 32, 48, 64)] + [(m, 14336, 4096) for m in (8, 32, 64)] + [(m, 4096, 14336) for m in (8, 32, 64)]
BF16 += [(m, 8192, 8192) for m in (4, 16, 64)] + [(64, 1024, 4096), (16, 1000, 4040), (256, 256, 256), (768, 768, 768), (128, 4096, 4096), (333, 776, 1000), (200, 136, 4200)]
BF16 += [(200, 4096, 4096), (96, 4096, 4096), (512, 2048, 4096), (1536, 1536, 1536), (600, 2000, 1000), (150, 5000, 2048)]
BF16 += [(1, 4096, 11008), (1, 14336, 4096), (1, 8192, 8192), (1, 4096, 4096), (1, 1000, 4040), (2, 4096, 4096)]
BF16 += [(1000, 1048, 1032), (2000, 2056, 2008), (4000, 4104, 4040), (5000, 3000, 4096), (8200, 8184, 8200), (16000, 16200, 16328)]
# Lengths of sequences, heads of keys, and heads of queries to each.
DECODE = [([8192] * 32, 8, 8), ([131072], 8, 4), ([1000 + 613 * i for i in range(64)], 8, 4), ([2048] * 128, 4, 16)]
DECODE += [([5, 200, 64], 2, 16), ([1], 1, 1), ([4097, 63, 1, 700], 3, 7)]
# Images, rows, columns, channels and filters of convolutions, the pixels of a window each way and from each to the next.
CONV = [(n, 56, 56, 64, 64, 3, 1) for n in (32, 64)] + [(n, 28, 28, 128, 128, 3, 1) for n in (32, 64)]
CONV += [(n, 14, 14, 256, 256, 3, 1) for n in (32, 64)] + [(n, 7, 7, 512, 512, 3, 1) for n in (32, 64)]
CONV += [(32, 56, 56, 128, 128, 3, 2), (32, 28, 28, 256, 256, 3, 2), (32, 14, 14, 512, 512, 3, 2), (32, 56, 56, 256, 256, 3, 1)]
CONV += [(32, 56, 56, 64, 256, 1, 1), (32, 56, 56, 256, 64, 1, 1), (32, 14, 14, 1024, 256, 1, 1), (32, 56, 56, 256, 512, 1, 2)]
CONV += [(16, 57, 43, 72, 96, 3, 1), (16, 57, 43, 200, 136, 3, 2), (8, 61, 99, 512, 320, 3, 1), (3, 9, 11, 8, 8, 3, 1), (1, 1, 1, 64, 64, 3, 1)]
W4A16 = [(16, 57344, 8192), (16, 8192, 28672), (16, 8192, 8192), (16, 4096, 14336), (16, 14336, 4096), (16, 4096, 4096), (16, 1024, 4096), (1, 8192, 8192), (1, 4096, 4096), (5, 512, 384), (7, 256, 128), (3, 768, 640)]


def call(name, *arguments):
    if error := getattr(driver, name)(*arguments):
        text = ctypes.c_char_p()
        driver.cuGetErrorString(error, ctypes.byref(text))
        raise RuntimeError(f"{name}: {text.value.decode()}")


class Kernel:
    def __init__(self, module, name, grid, threads, shared, arguments):
        self.function = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(self.function), module, name.encode())
        if shared > 48 * 1024:
            call("cuFuncSetAttribute", self.function, 8, shared)
        self.launch = (*grid, *(1,) * (3 - len(grid)), threads, 1, 1, shared)
        kinds = {int: ctypes.c_uint32, float: ctypes.c_float, bytes: lambda a: ctypes.create_string_buffer(a, len(a))}
        word = lambda a: kinds.get(type(a), lambda a: ctypes.c_uint64(a.data_ptr()))(a)
        self.hold = [word(a) for a in arguments], arguments
        pointers = [ctypes.cast(ctypes.pointer(a), ctypes.c_void_p) for a in self.hold[0]]
        self.arguments = (ctypes.c_void_p * len(pointers))(*pointers)

    def __call__(self):
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        call("cuLaunchKernel", self.function, *self.launch, stream, self.arguments, None)


class Dependent(Kernel):
    """A kernel that begins before the one before it has ended (programmatic dependent launch)."""

    def __init__(self, kernel):
        self.kernel = kernel
        serialization, allowed = 6, 1
        attribute = struct.pack("=I4xI60x", serialization, allowed)
        self.attribute = ctypes.create_string_buffer(attribute, len(attribute))
        self.launch = struct.pack("=7I4x", *kernel.launch)

    def __call__(self):
        stream = torch.cuda.current_stream().cuda_stream
        config = self.launch + struct.pack("=QQI4x", stream, ctypes.addressof(self.attribute), 1)
        call("cuLaunchKernelEx", ctypes.create_string_buffer(config, len(config)), self.kernel.function, self.kernel.arguments, None)


class Graph:
    """The launches of a function as a CUDA graph, up to 50 times until they take a millisecond: the host's part does not count."""

    def __init__(self, run):
        run()
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        run()
        end.record()
        end.synchronize()
        self.launches = max(1, min(50, int(1 / begin.elapsed_time(end))))
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            for _ in range(self.launches):
                run()

    def __call__(self):
        self.graph.replay()


def in_graphs(cases):
    return {by: Graph(run) if timed else run for by, run in cases.items()}


class Launcher(Kernel):
    """A kernel that a library launches."""

    def __init__(self, library, name, arguments):
        self.name, self.function = name, getattr(library, f"launch_{name}", None)
        if self.function is None:
            raise RuntimeError(f"no launch_{name}")
        word = lambda a: ctypes.c_int(a) if isinstance(a, int) else ctypes.c_void_p(a.data_ptr())
        self.hold, self.arguments = arguments, [word(a) for a in arguments]

    def __call__(self):
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        if error := self.function(*self.arguments, stream):
            raise RuntimeError(f"launch_{self.name}: {error}")


def modules():
    files = {"layouts": os.path.join(folder, "kernels.cubin")} | dict(other.split("=") for other in others)
    for name, file in files.items():
        if file.endswith(".so"):
            yield name, ctypes.CDLL(os.path.abspath(file))
            continue
        module = ctypes.c_void_p()
        call("cuModuleLoadData", ctypes.byref(module), open(file, "rb").read() + b"\0")
        yield name, module


def distance(run, out, expected, tolerance):
    """How far the result is from what is expected, at most."""
    out.fill_(float("nan"))
    run()
    torch.cuda.synchronize()
    if tolerance == 0:
        assert torch.equal(out, expected), "wrong"
        return "exact"
    error = ((out.double() - expected.double()).norm() / expected.double().norm()).item()
    assert error < tolerance, f"wrong by {error}"
    return f"{error:.0e}"


def checked(cases, out, expected, tolerance=0):
    """The errors of kernels by name; those of libraries need no check."""
    return {name: distance(run, out, expected, tolerance) for name, run in cases.items() if isinstance(run, Kernel)}


def times_of(cases, turns=21):
    """The milliseconds of kernels by name, which run in turn."""
    times = {name: [] for name in cases}
    for turn in range(turns + 3):
        for name, run in cases.items():
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            # The GPU is busy while the host launches.
            torch.cuda._sleep(1 << 19)
            begin.record()
            run()
            end.record()
            end.synchronize()
            if turn >= 3:
                times[name].append(begin.elapsed_time(end) / getattr(run, "launches", 1))
    return times


def table(title, cases, errors, work, unit):
    """Prints the rows of a table; `cases` are kernels by name."""
    if not timed or only is not None and not errors:
        return
    scale = 1e9 if unit == "TFLOP/s" else 1e6
    for name, took in times_of(cases).items():
        rates = [work / ms / scale for ms in (statistics.median(took), max(took), min(took))]
        digits = 0 if unit == "GB/s" else 1
        median, least, most = (f"{rate:.{digits}f}" for rate in rates)
        error = errors.get(name, "")
        print(f"| {title} | {name} | {statistics.median(took):.4f} | {median} {unit} | {least} to {most} | {error} |")


def tensor_map(matrix, rows, columns=64, swizzle=3, kind=None):
    """Of boxes of so many rows and columns, of modes before them one; swizzles of rows of 32, 64 and 128 bytes are 1, 2 and 3."""
    room = (ctypes.c_char * 256)()
    at = (ctypes.addressof(room) + 63) & ~63
    size = matrix.element_size()
    kind = {2: 9, 1: 0}[size] if kind is None else kind
    modes = matrix.dim()
    sizes = (ctypes.c_uint64 * modes)(*matrix.shape[::-1])
    strides = (ctypes.c_uint64 * (modes - 1))(*(size * stride for stride in matrix.stride()[-2::-1]))
    box, steps = (ctypes.c_uint32 * modes)(columns, rows, *[1] * (modes - 2)), (ctypes.c_uint32 * modes)(*[1] * modes)
    l2_128b = 2
    call("cuTensorMapEncodeTiled", ctypes.c_void_p(at), kind, modes, ctypes.c_void_p(matrix.data_ptr()), sizes, strides, box, steps,
         0, swizzle, l2_128b, 0)
    return torch.frombuffer(bytearray(ctypes.string_at(at, 128)), dtype=torch.uint8).cuda()


def im2col_map(images, pixels, window, padding, step):
    """Of so many pixels of 64 channels of images by rows, whose channels are together: `Im2col::arguments`."""
    room = (ctypes.c_char * 256)()
    at = (ctypes.addressof(room) + 63) & ~63
    sizes = (ctypes.c_uint64 * 4)(*images.shape[::-1])
    strides = (ctypes.c_uint64 * 3)(*(2 * stride for stride in images.stride()[-2::-1]))
    # The columns are before the rows.
    lower, upper = (ctypes.c_int * 2)(-padding, -padding), (ctypes.c_int * 2)(*(padding + 1 - pixels for pixels in window[::-1]))
    bf16, swizzle_128b, l2_128b = 9, 3, 2
    call("cuTensorMapEncodeIm2col", ctypes.c_void_p(at), bf16, 4, ctypes.c_void_p(images.data_ptr()), sizes, strides, lower, upper,
         64, pixels, (ctypes.c_uint32 * 4)(1, step, step, 1), 0, swizzle_128b, l2_128b, 0)
    return torch.frombuffer(bytearray(ctypes.string_at(at, 128)), dtype=torch.uint8).cuda()


def forms(of_all):
    """Each canonical form of an operand, written by threads and by TMA, against the product."""
    a, b = (torch.randn(64, 64, device="cuda").bfloat16() for _ in range(2))
    c, expected = torch.empty(64, 64, device="cuda"), a.float() @ b.float().t()
    # By TMA, those with rows or columns together have the other mode of the matrix along its rows.
    by_tma = {"k128": (a, b, 64, 3), "k64": (a, b, 32, 2), "k32": (a, b, 16, 1)}
    columns = [x.t().contiguous() for x in (a, b)]
    by_tma |= {"mn128": (*columns, 64, 3), "mn64": (*columns, 32, 2), "mn32": (*columns, 16, 1)}
    names = ["k128", "k64", "k32", "k_none", "mn128", "mn64", "mn32", "mn_none", "mn_none_by_rows"]
    count, all_of = 0, 0
    for name in names:
        cases = of_all(f"form_{name}", (1, 1), 128, 16384, a, b, c)
        if name in by_tma:
            *matrices, width, swizzle = by_tma[name]
            maps = [tensor_map(x, 64, width, swizzle) for x in matrices]
            cases |= {f"{by}, TMA": run for by, run in of_all(f"form_{name}_tma", (1, 1), 128, 16392, *maps, c).items()}
        all_of += len(cases)
        for by, run in cases.items():
            try:
                distance(run, c, expected, 1e-4)
                count += 1
            except AssertionError as wrong:
                print(f"{name} by {by}: {wrong}")
    print(f"{count} of {all_of} forms of operands are right: by threads and by TMA.\n")


def kinds(of_all):
    """A product of each kind of elements, by `wgmma` and by `mma.sync`."""
    numbers = [torch.randn(64, 128, device="cuda") for _ in range(2)]
    signed = [torch.randint(-128, 128, (64, 128), device="cuda", dtype=torch.int8) for _ in range(2)]
    unsigned = [torch.randint(0, 256, (64, 128), device="cuda", dtype=torch.uint8) for _ in range(2)]
    words = [x[:, :32].contiguous() for x in numbers]
    # Of 10 bits of mantissa, to the nearest: what tensor cores read of an f32.
    rounded = [((x.view(torch.int32) + 0x1000) & ~0x1FFF).view(torch.float32) for x in words]
    all_of = {
        "e4m3": ([x.to(torch.float8_e4m3fn) for x in numbers], 0, torch.float32, 1e-3),
        "e5m2": ([x.to(torch.float8_e5m2) for x in numbers], 0, torch.float32, 1e-3),
        "s8": (signed, 0, torch.int32, 0),
        "u8": (unsigned, 0, torch.int32, 0),
        "tf32": (rounded, 11, torch.float32, 1e-6),
    }
    count, kernels = 0, 0
    for name, (factors, kind, sum_of, tolerance) in all_of.items():
        a, b = (x.double() for x in factors)
        bytes_of = [x.view(torch.uint8) if x.element_size() == 1 else x for x in factors]
        maps = [tensor_map(x, 64, 128 // x.element_size(), kind=kind) for x in bytes_of]
        results = [torch.full((64, 64), -1, device="cuda", dtype=sum_of) for _ in range(2)]
        for by, run in of_all(f"kind_{name}", (1, 1), 128, 16392, *maps, *results).items():
            run()
            torch.cuda.synchronize()
            for instruction, result in zip(("wgmma", "mma.sync"), results):
                kernels += 1
                error = ((result.double() - a @ b.t()).norm() / (a @ b.t()).norm()).item()
                if error <= tolerance:
                    count += 1
                else:
                    assert only is None, f"{name} by {instruction}: wrong by {error}"
                    print(f"{name} by {instruction} of {by}: wrong by {error}")
    if only is None:
        print(f"{count} of {kernels} products are right: of e4m3, e5m2, s8, u8 and tf32, by wgmma and by mma.sync.\n")


def instructions(of_all):
    """The small kernels of instructions.rs: how many are right."""
    n, right, all_of = 65536, 0, 0

    def close(out, expected, tolerance):
        both = torch.isfinite(expected)
        error = ((out.double() - expected.double()).abs() / expected.double().abs().clamp(min=1))[both].max().item()
        assert error <= tolerance and torch.equal(torch.isnan(out), torch.isnan(expected)), f"wrong by {error}"

    x = 4 * torch.rand(n, device="cuda") + 0.01
    for run in of_all("functions", (64, 1), 256, 0, x, results := torch.full((6, n), float("nan"), device="cuda")).values():
        run()
        expected = [1 / x.double(), torch.exp2(x.double()), torch.log2(x.double()), x.double().sqrt(), x.double().rsqrt(), x.double().tanh()]
        all_of += 4
        for out, one, tolerance in zip(results, expected, [1e-5, 1e-5, 1e-5, 1e-5, 1e-5, 1e-3]):
            close(out, one, tolerance)
        right += 1
    x = 1000 * torch.randn(n, device="cuda")
    x[:4] = torch.tensor([float("inf"), -0.0, 65519.0, 1e-7])
    pairs = torch.zeros(2, n // 2, device="cuda", dtype=torch.int32)
    for run in of_all("conversions", (64, 1), 256, 0, x, pairs, results := torch.full((6, n), float("nan"), device="cuda")).values():
        run()
        bf16, f16 = x.bfloat16(), x.half()
        assert torch.equal(pairs[0].view(torch.bfloat16), bf16) and torch.equal(pairs[1].view(torch.float16), f16), "other bits"
        for out, expected in zip(results, (bf16, f16, bf16, f16)):
            assert torch.equal(out, expected.float()), "not the same number"
        right += 1
    values = torch.randint(3, 250, (n,), device="cuda", dtype=torch.int32)
    zeros = lambda count, kind=torch.int32: torch.zeros(count, device="cuda", dtype=kind)
    bins, count, warps, total, most, least = zeros(256), zeros(1), zeros(512), zeros(1, torch.float32), zeros(1), zeros(1) + 255
    for run in of_all("histogram", (64, 1), 256, 1024, values, bins, count, warps, total, most, least).values():
        for out in (bins, count, total):
            out.zero_()
        run()
        assert torch.equal(bins, torch.bincount(values, minlength=256).int()), "other counts"
        assert count.item() == 512 and torch.equal(warps.sort()[0], torch.arange(512, device="cuda", dtype=torch.int32)), "not each warp once"
        assert total.item() == values.sum().item(), "another sum"
        assert (most.item(), least.item()) == (values.max().item(), values.min().item()), "other extremes"
        right += 1
    for n in (0, 1, 1023, 4098, 65533):
        x, out = torch.randn(max(n, 4), device="cuda"), torch.empty(65536, device="cuda")
        for run in of_all("first_of", (64, 1), 256, 4096, x, n, out).values():
            out.fill_(float("nan"))
            run()
            assert torch.equal(out[:n], x[:n]) and not out[n:].any(), f"wrong of {n} numbers"
            right += n == 65533
    x, out = torch.randn(16, 4, 1024, device="cuda"), torch.full((16, 4, 1024), float("nan"), device="cuda")
    for run in of_all("sums_of_cluster", (64, 1), 256, 4096, x, out).values():
        run()
        all_of += 1
        assert torch.allclose(out, x.sum(1, keepdim=True).expand_as(out), atol=1e-5), "other sums"
        right += 1
    if only is None:
        print(f"{right} of {all_of} small kernels are right: functions, conversions, atomic operations, copies up to an edge, shared memory of a cluster.\n")


def factors(of_all):
    """LU of many matrices of 32x32."""
    count = 1 << 17
    matrices = torch.randn(count, 32, 32, device="cuda")
    out, order = torch.empty_like(matrices), torch.zeros(count, 32, device="cuda", dtype=torch.int32)
    cases = of_all("lu", (count // 4, 1), 128, 16384, matrices, out, order)
    errors = {}
    for by, run in cases.items():
        out.fill_(float("nan"))
        run()
        torch.cuda.synchronize()
        lower = torch.tril(out, -1) + torch.eye(32, device="cuda")
        product = lower.double() @ torch.triu(out).double()
        assert (lower.abs() <= 1 + 1e-5).all(), "a pivot is not the greatest"
        expected = torch.gather(matrices, 1, order.long()[:, :, None].expand(-1, -1, 32)).double()
        error = ((product - expected).norm() / expected.norm()).item()
        assert (order.long().sort(1)[0] == torch.arange(32, device="cuda")).all(), "no permutation"
        assert error < 1e-5, f"wrong by {error}"
        errors[by] = f"{error:.0e}"
    cases["cuBLAS"] = lambda: torch.linalg.lu_factor_ex(matrices, check_errors=False)
    table(f"LU of {count} matrices of 32x32 f32", cases, errors, count * 2 * 32**3 // 3, "TFLOP/s")


def gelu(of_all, processors, m, n, k):
    """A product of f16 with a bias and GELU; cuBLASLt has both in its product."""
    a, b = ((torch.randn(rows, k, device="cuda") / k**0.25).half() for rows in (m, n))
    tiles = -(-m // 128), -(-n // 256)
    bias = torch.randn(tiles[1] * 256, device="cuda").half().float()
    bias[n:] = float("nan")
    c, of_columns = torch.empty(m, n, device="cuda", dtype=torch.float16), bias[:n].half()
    maps = tensor_map(a, 128, kind=6), tensor_map(b, 256, kind=6), tensor_map(c, 64, kind=6)
    cases = of_all("gemm_gelu", (processors, 1), 384, 213040, *maps, bias, *tiles, -(-k // 64))
    expected = torch.nn.functional.gelu(a.float() @ b.float().t() + bias[:n], approximate="tanh")
    errors = checked(cases, c, expected, 2e-3)
    cases["cuBLASLt, bias and GELU in the product"] = lambda: torch._addmm_activation(of_columns, a, b.t(), use_gelu=True)
    cases["cuBLAS, the product alone"] = lambda: torch.matmul(a, b.t(), out=c)
    table(f"f16 {m}x{n}x{k}, bias and GELU, sizes at run time", cases, errors, 2 * m * n * k, "TFLOP/s")


def fp8_blocks(of_all, processors, m, n, k):
    """A product of fp8 with a scale for 1x128 of A and 128x128 of B, as cuBLASLt has it."""
    def in_blocks(x, rows):
        """Numbers and scales, of each `rows` by 128, the greatest of which becomes 448."""
        blocks = torch.nn.functional.pad(x, (0, 0, 0, -len(x) % rows)).view(-1, rows, k // 128, 128)
        scales = blocks.abs().amax((1, 3)).clamp(min=1e-4) / 448
        whole = scales.repeat_interleave(rows, 0)[: len(x)].repeat_interleave(128, 1)
        return (x / whole).to(torch.float8_e4m3fn), scales, whole

    (a, of_a, whole_a), (b, of_b, whole_b) = (in_blocks(torch.randn(size, k, device="cuda") * torch.rand(size, 1, device="cuda"), rows)
                                              for size, rows in ((m, 1), (n, 128)))
    expected = (a.float() * whole_a) @ (b.float() * whole_b).t()
    del whole_a, whole_b
    c = torch.empty(m, n, device="cuda", dtype=torch.bfloat16)
    # By columns; those of B at multiples of 16 bytes.
    scales = of_a.t().contiguous(), torch.nn.functional.pad(of_b.t(), (0, -len(of_b) % 4)).contiguous()
    # `fp8_blocks::columns`.
    pairs = -(-m // 256)
    columns, shared = min(((192, 215520), (128, 199792)), key=lambda tile: -(-pairs * -(-n // tile[0]) // (processors // 2)) * (tile[0] + 32))
    name = "fp8_blocks" if columns == 192 else f"fp8_blocks_{columns}"
    maps = tensor_map(a, 128, 128), tensor_map(b, columns // 2, 128), tensor_map(c, 64)
    of_scales = tensor_map(scales[0], 1, 128, 0, 7), tensor_map(scales[1], 1, 8, 0, 7)
    cases = of_all(name, (processors // 2 * 2, 1), 384, shared, *maps, *of_scales, pairs, -(-n // columns), k // 128)
    errors = checked(cases, c, expected, 5e-3)
    if timed and cases:
        library = lambda: torch._scaled_mm(a, b.t(), scales[0].t(), of_b.t(), out_dtype=torch.bfloat16)
        try:
            errors["cuBLASLt"] = f"{((library().double() - expected).norm() / expected.double().norm()).item():.0e}"
            cases["cuBLASLt"] = library
        except RuntimeError as refused:
            print(f"no cuBLASLt: {str(refused).splitlines()[0]}")
    table(f"fp8 with scales of blocks, {m}x{n}x{k}, tiles of {columns} columns", cases, errors, 2 * m * n * k, "TFLOP/s")


def grouped(of_all, processors, rows, n, k):
    """Products of groups of so many rows each."""
    m, groups = sum(rows), len(rows)
    a, b = torch.randn(m, k, device="cuda").bfloat16(), torch.randn(groups, n, k, device="cuda").bfloat16()
    c = torch.empty(m, n, device="cuda", dtype=torch.bfloat16)
    of_tiles = torch.arange(groups, device="cuda").repeat_interleave(torch.tensor(rows, device="cuda") // 128).int()
    ends = torch.tensor(rows, device="cuda").cumsum(0).int()
    expected = torch.cat([part.float() @ b[i].float().t() for i, part in enumerate(a.split(rows))])
    maps = tensor_map(a, 128), tensor_map(b.view(-1, k), 256), tensor_map(c, 64)
    cases = of_all("gemm_grouped", (processors, 1), 384, 213040, *maps, of_tiles, n, m // 128, -(-n // 256), -(-k // 64))
    errors = checked(cases, c, expected, 5e-3)
    cases["PyTorch"] = lambda: torch._grouped_mm(a, b.transpose(1, 2), offs=ends)
    table(f"bf16, {groups} groups of {min(rows)} to {max(rows)} rows, {m}x{n}x{k}", cases, errors, 2 * m * n * k, "TFLOP/s")


def bf16_threads(row):
    """The threads of a block of a kernel of bf16_times.in; where it computes the transpose of C, 128 for each 64 columns, and a warp that loads; of few columns 128."""
    return 2 * max(row[2], 64) + 32 if tune.is_transposed(row) else 384


def bf16_launch(of_all, processors, row, a, b, c):
    """The launches of a kernel of bf16_times.in."""
    name, rows, columns, parts, beside, below, _, shared = row[:8]
    (m, k), n = a.shape, len(b)
    if rows == 1:
        return of_all(name, (-(-n // columns), m), 256, shared, a, b, c, n, k)
    tiles, steps = (-(-m // rows), -(-n // columns)), -(-k // (64 * parts))
    if beside * below > 1:
        maps = tensor_map(a, rows // beside), tensor_map(b, columns // below), tensor_map(c, rows), tensor_map(c, 16)
        grid = -(-tiles[1] // beside) * beside * below, -(-tiles[0] // below), parts
        blocks = math.prod(grid) if parts > 1 else 0
        sums, counters = torch.full((blocks * rows * columns,), float("nan"), device="cuda"), torch.zeros(3 * blocks, device="cuda", dtype=torch.int32)
        return of_all(name, grid, bf16_threads(row), shared, *maps, sums, counters, m, n, steps, parts)
    if tune.is_narrow(row):
        maps = tensor_map(b, columns), tensor_map(a, rows), tensor_map(c, rows, columns // parts, 0)
        return of_all(name, (parts * tiles[0], tiles[1]), bf16_threads(row), shared, *maps, steps)
    if tune.is_transposed(row):
        maps = tensor_map(a, rows), tensor_map(b, columns), tensor_map(c, rows // parts, columns, 0)
        return of_all(name, (parts * tiles[1], tiles[0]), bf16_threads(row), shared, *maps, steps)
    maps = tensor_map(a, 128), tensor_map(b, columns // 2), tensor_map(c, 64)
    return of_all(name, (processors // 2 * 2, 1), 384, shared, *maps, m, n, steps)


def bf16_right(of_all, processors):
    """All kernels of bf16_times.in, of sizes with edges, and of one step."""
    for m, n, k in ((333, 712, 1000), (130, 520, 64), (600, 776, 2056), (333, 40, 1000), (77, 8, 200)):
        a, b = (torch.randn(rows, k, device="cuda").bfloat16() for rows in (m, n))
        c, expected = torch.empty(m, n, device="cuda", dtype=torch.bfloat16), a.float() @ b.float().t()
        for row in (of for row in tune.rows_of() for of in tune.in_parts(row, m, n, k, processors)):
            cases = bf16_launch(of_all, processors, row, a, b, c)
            checked(cases, c, expected, 5e-3)
            if tune.is_multicast(row) and row[3] > 1:
                # The counters of one launch are those of the next ones, which read no sums of an earlier one.
                for launch in list(cases.values()) * 3:
                    launch.hold[1][4].fill_(float("nan"))
                    distance(launch, c, expected, 5e-3)


def bf16(of_all, processors, m, n, k):
    """A product to bf16 by the kernel that takes the least time."""
    a, b = (torch.randn(rows, k, device="cuda").bfloat16() for rows in (m, n))
    c = torch.empty(m, n, device="cuda", dtype=torch.bfloat16)
    expected = a.float() @ b.float().t()
    row = tune.choose(m, n, k, processors)
    cases = bf16_launch(of_all, processors, row, a, b, c)
    errors = checked(cases, c, expected, 5e-3)
    cases["cuBLAS"] = lambda: torch.matmul(a, b.t(), out=c)
    rows = f"{row[1]} rows and " if tune.is_transposed(row) else ""
    tiles = "" if row[1] == 1 else f", tiles of {rows}{row[2]} columns" + ("" if row[3] == 1 else f", in {row[3]} parts")
    table(f"bf16 to bf16, {m}x{n}x{k}{tiles}", in_graphs(cases), errors, 2 * m * n * k, "TFLOP/s")


def conv_launch(of_all, processors, row, x, w, y, bias, relu, step):
    """The launches of a kernel of conv_times.in, of images by rows and channels (NHWC), filters (KRSC), and results."""
    name, pixels, columns, parts, sharing, _, threads, shared = row[:8]
    (_, height, width, channels), (n, p, q, filters), window = x.shape, y.shape, w.shape[1:3]
    padding = max(window) // 2
    by_filters, result = w.permute(2, 1, 0, 3), y.view(-1, filters)
    if parts == 1:
        # Of a cluster of two blocks each loads half of the pixels or of the filters.
        grid = processors // 2 * 2
        maps = im2col_map(x, pixels // sharing, window, padding, step), tensor_map(by_filters, columns * sharing // 2), tensor_map(result, 64)
    else:
        grid = parts * -(-n * p * q // pixels) * -(-filters // columns)
        maps = im2col_map(x, pixels, window, padding, step), tensor_map(by_filters, columns), tensor_map(result, 64, 16, 1)
    places = host.down_argument(q, p, n, step), host.across_argument(q, p, n, step), host.image_argument(q, p, n)
    sizes = struct.pack("=5I", *window, padding, channels, filters)
    return of_all(name, (grid, 1), threads, shared, *maps, bias, 0.0 if relu else -math.inf, *places, sizes)


def conv_of(n, height, width, channels, filters, window, step):
    """Images, filters, a bias for each channel of the tiles, a result, and what it is, without a bias and with it and ReLU. A window is of so many rows and
    columns, or square, and half of the more are the padding each way."""
    high, wide = window if isinstance(window, tuple) else (window, window)
    x = torch.randn(n, height, width, channels, device="cuda").bfloat16()
    w = (torch.randn(filters, high, wide, channels, device="cuda") / (high * wide * channels) ** 0.5).bfloat16()
    bias = torch.full((-(-filters // 256) * 256,), float("nan"), device="cuda")
    bias[:filters] = torch.randn(filters, device="cuda").bfloat16().float()
    by_channels = lambda images: images.permute(0, 3, 1, 2)
    with torch.backends.cudnn.flags(enabled=True, allow_tf32=False):
        alone = torch.nn.functional.conv2d(by_channels(x).float(), by_channels(w).float(), stride=step, padding=max(high, wide) // 2).permute(0, 2, 3, 1)
    y = torch.empty(alone.shape, device="cuda", dtype=torch.bfloat16)
    return x, w, bias, y, alone, torch.relu(alone + bias[:filters])


def conv_right(of_all, processors):
    """All kernels of conv_times.in, of sizes with edges, with ReLU and without."""
    if only is not None and not any(row[0] in only for row in tune.rows_of(file="conv_times.in")):
        return
    sizes_of = [(2, 13, 9, 72, 136, 3, 1), (3, 11, 14, 136, 72, 3, 2), (5, 7, 7, 64, 264, 1, 1), (2, 9, 16, 8, 256, 5, 3), (1, 3, 2, 64, 64, 3, 1), (40, 12, 12, 64, 128, 3, 1)]
    sizes_of += [(2, 13, 9, 72, 136, (5, 1), 1), (3, 11, 14, 136, 72, (2, 3), 2), (2, 9, 16, 8, 256, (1, 7), 3)]
    for sizes in sizes_of:
        x, w, bias, y, alone, expected = conv_of(*sizes)
        steps = w[0].numel() // sizes[3] * -(-sizes[3] // 64)
        for row in (row for row in tune.rows_of(file="conv_times.in") if row[3] <= steps):
            checked(conv_launch(of_all, processors, row, x, w, y, bias, True, sizes[-1]), y, expected, 5e-3)
            checked(conv_launch(of_all, processors, row, x, w, y, bias, False, sizes[-1]), y, alone + bias[: sizes[4]], 5e-3)


def conv_library(x, w, filters, bias, step):
    """cuDNN's convolution, and with a bias and ReLU."""
    images, kernel, of_channels, padding = x.permute(0, 3, 1, 2), w.permute(0, 3, 1, 2), bias[:filters].bfloat16(), w.shape[1] // 2
    both = 2 * [step], 2 * [padding], 2 * [1], 1
    return {
        "cuDNN, the convolution alone": lambda: torch.nn.functional.conv2d(images, kernel, stride=step, padding=padding),
        "cuDNN, bias and ReLU in the convolution": lambda: torch.ops.aten.cudnn_convolution_relu(images, kernel, of_channels, *both),
    }


def conv(of_all, processors, *sizes):
    """A convolution with a bias and ReLU, by the tile that takes the least time; cuDNN's is the fastest that PyTorch's benchmark finds."""
    n, height, width, channels, filters, window, step = sizes
    of_result = lambda pixels: (pixels + window // 2 * 2 - window) // step + 1
    row = tune.choose_conv(n * of_result(height) * of_result(width), filters, channels, window, processors)
    if only is not None and row[0] not in only:
        return
    x, w, bias, y, _, expected = conv_of(*sizes)
    cases = conv_launch(of_all, processors, row, x, w, y, bias, True, step)
    errors = checked(cases, y, expected, 5e-3)
    cases |= conv_library(x, w, filters, bias, step)
    parts = "" if row[3] == 1 else f" in {row[3]} parts"
    title = f"{window}x{window} convolution, step {step}, {n}x{height}x{width}x{channels} to {filters}, tiles of {row[1]}x{row[2]}{parts}"
    table(title, in_graphs(cases), errors, 2 * y.numel() * window**2 * channels, "TFLOP/s")


def clusters_at_once(kernel, blocks):
    """The clusters of `blocks` blocks of a kernel that run at the same time, as the driver has it."""
    cluster_dimension, found = 4, ctypes.c_int()
    attribute = struct.pack("=I4x3I52x", cluster_dimension, blocks, 1, 1)
    attribute = ctypes.create_string_buffer(attribute, len(attribute))
    config = struct.pack("=7I4xQQI4x", *kernel.launch, 0, ctypes.addressof(attribute), 1)
    call("cuOccupancyMaxActiveClusters", ctypes.byref(found), kernel.function, ctypes.create_string_buffer(config, len(config)))
    return found.value


def w4a16_blocks(groups, parts, processors):
    """The blocks of a launch of `w4a16`, and its cost: all, or as many as divide each tile evenly if that takes fewer microseconds.

    A part takes some 0.6 on an H200, and the sums of a tile 1, and 0.3 for each block of it; 2 more where blocks have parts of two tiles.
    """
    of_all = min(processors, parts)
    costs = {}
    for blocks in range(1, of_all + 1):
        of_one = -(-parts // blocks)
        evenly = parts % blocks == 0 and (groups % of_one == 0 or of_one % groups == 0)
        if evenly or blocks == of_all:
            shared = of_one < groups or not evenly
            costs[blocks] = 0.6 * of_one + (1 + 0.3 * groups / of_one if shared else 0) + (0 if evenly else 2)
    blocks = min(costs, key=costs.get)
    return blocks, costs[blocks]


def w4a16_cluster(groups, clusters, cost):
    """The blocks of a cluster that divide a tile, of those of which all clusters run at once; `None` where that costs more. Their sums take some 0.4."""
    costs = {None: cost} | {blocks: 0.6 * -(-groups // blocks) + 0.4 for blocks, fit in clusters.items() if fit}
    return min(costs, key=costs.get)


def w4a16(of_all, processors, m, n, k):
    """Few rows of f16 with weights of int4, in groups of 128 with scales of f16; several matrices in turn, more than the cache holds."""
    matrices, groups = max(2, -(-(1 << 28) // (n * k))), k // 128
    a, c = (torch.randn(m, k, device="cuda") / k**0.5).half(), torch.empty(m, n, device="cuda", dtype=torch.float16)
    maps, parts = (tensor_map(a, 16, kind=6), tensor_map(c, 16, 256, 0, 6)), n // 256 * groups
    blocks = min(processors, parts)
    sums, counters = torch.full((blocks * 8192,), float("nan"), device="cuda"), torch.zeros(1024, device="cuda", dtype=torch.int32)
    # Parts of 256 of n and a group follow each other along k, and then along n.
    in_parts = lambda x: x.view(n // 256, 8, groups, -1).transpose(1, 2).contiguous()
    runs, dependent, errors, bytes_of = {}, {}, {}, 0
    for _ in range(matrices):
        numbers = torch.randint(0, 16, (n, k), device="cuda", dtype=torch.uint8)
        scales = (0.5 + torch.rand(n, groups, device="cuda")).half()
        # Rows as 32, 2, 2 and 8; columns as groups, 2, 4, steps of 16 in halves of four pairs. A lane is the row in 8 and the pair.
        digits = numbers.view(n // 32, 2, 2, 8, groups, 2, 4, 2, 4, 2).permute(0, 4, 1, 5, 3, 8, 6, 9, 7, 2).reshape(-1, 8).int()
        words = (digits << torch.arange(0, 32, 4, device="cuda", dtype=torch.int32)).sum(1, dtype=torch.int64)
        words = in_parts(torch.where(words >= 1 << 31, words - (1 << 32), words).int())
        pairs = in_parts(scales.view(n // 32, 2, 2, 8, groups).permute(0, 4, 3, 1, 2).contiguous())
        launches = lambda blocks: of_all("w4a16", (blocks, 1), 320, 120000, maps[0], words, pairs, maps[1], sums, counters, groups, parts)
        divided = {of_tile: of_all(f"w4a16_by_{of_tile}", (n // 256 * of_tile, 1), 320, 168064, maps[0], words, pairs, c, m, n, groups) for of_tile in (2, 4, 8)}
        fit = {of_tile: by and all(clusters_at_once(one, of_tile) >= n // 256 for one in by.values()) for of_tile, by in divided.items()}
        of_blocks, cost = w4a16_blocks(groups, parts, processors)
        of_tile = w4a16_cluster(groups, fit, cost)
        cases = launches(of_blocks) if of_tile is None else divided[of_tile]
        expected = a.double() @ ((numbers.double() - 8) * scales.double().repeat_interleave(128, 1)).t()
        for each in (launches(blocks), *divided.values()):
            checked(each, c, expected, 2e-3)
        for by, error in checked(cases, c, expected, 2e-3).items():
            errors[by] = error
            runs.setdefault(by, []).append(cases[by])
            dependent.setdefault(f"{by}, each begun before the end of the one before", []).append(Dependent(cases[by]))
        assert not counters.any(), "a counter is not 0 again"
        bytes_of += 4 * words.numel() + 2 * scales.numel() + 2 * (a.numel() + c.numel())
    all_of = {by: lambda run=run: [one() for one in run] for by, run in (runs | dependent).items()}
    source, target = (torch.empty(bytes_of // 8, device="cuda").normal_() for _ in range(2))
    all_of["a copy of half as many bytes"] = lambda: target.copy_(source)
    by = "" if of_tile is None else f", by {of_tile} blocks each"
    table(f"w4a16, {m} rows, {n}x{k}, {matrices} in turn{by}", in_graphs(all_of), errors, bytes_of, "GB/s")


def decode(of_all, processors, lengths, heads, group):
    """Attention of one query of each sequence to its keys, which are in pages of 64."""
    if only is not None and "decode" not in only:
        return
    counts = [-(-length // 64) for length in lengths]
    cache = torch.randn(2, sum(counts) + 1, 64, heads, 128, device="cuda", dtype=torch.bfloat16)
    order = torch.randperm(sum(counts) + 1, device="cuda")[: sum(counts)].int()
    q = torch.randn(len(lengths), heads * group, 128, device="cuda").bfloat16()
    expected, place, sequences = torch.empty_like(q, dtype=torch.float32), 0, []
    for i, (length, pages) in enumerate(zip(lengths, counts)):
        of_sequence = order[place : place + pages].long()
        # What is past the last key could be anything.
        cache[:, of_sequence[-1], length - 64 * (pages - 1) :] = float("nan")
        k, v = (cache[x, of_sequence].flatten(0, 1)[:length].transpose(0, 1).float() for x in (0, 1))
        weights = torch.softmax(q[i].float().view(heads, group, 128) @ k.transpose(1, 2) / 128**0.5, 2)
        expected[i] = (weights @ v).flatten(0, 1)
        sequences += [place, length]
        place += pages
    del k, v, weights
    # The fewest pages of a block with which all blocks run at once, two on each multiprocessor; or the longest sequence whole.
    fits = lambda pages: heads * sum(-(-count // pages) for count in counts) <= 2 * processors
    pages = next((pages for pages in range(1, max(counts)) if fits(pages)), max(counts))
    grid = -(-max(counts) // pages), heads * len(lengths)
    sequences, out = torch.tensor(sequences, device="cuda", dtype=torch.int32), torch.empty_like(q)
    nan = lambda numbers: torch.full((numbers,), float("nan"), device="cuda")
    sums, stats = nan(2048 * grid[0] * grid[1]), nan(32 * grid[0] * grid[1])
    counters = torch.zeros(grid[1], device="cuda", dtype=torch.int32)
    maps = [tensor_map(x.flatten(0, 1).transpose(0, 1), 64) for x in cache]
    batch = struct.pack("=QQIII4x", sequences.data_ptr(), order.data_ptr(), heads, group, pages)
    scratch = struct.pack("=QQQ", sums.data_ptr(), stats.data_ptr(), counters.data_ptr())
    cases = of_all("decode", grid, 160, 98352, q, *maps, out, batch, scratch)
    errors = checked(cases, out, expected, 5e-3)
    assert not counters.any(), "a counter is not 0 again"
    if len(set(lengths)) == 1:
        k, v = (cache[x, order.long()].view(len(lengths), -1, heads, 128)[:, : lengths[0]].transpose(1, 2) for x in (0, 1))
        alone = q.view(len(lengths), heads * group, 1, 128)
        cases["PyTorch, keys without pages"] = lambda: torch.nn.functional.scaled_dot_product_attention(alone, k, v, enable_gqa=True)
    bytes_of = 2 * 2 * 128 * heads * sum(lengths)
    source, target = (torch.empty(-(-bytes_of // 8), device="cuda").normal_() for _ in range(2))
    cases["a copy of half as many bytes"] = lambda: target.copy_(source)
    title = f"decode, {len(lengths)} sequences of {min(lengths)} to {max(lengths)} keys, {heads} heads for {group} each"
    table(title, in_graphs(cases), errors, bytes_of, "GB/s")


def split_k(of_all, m, n, k, parts):
    """A product of few tiles, each by several blocks."""
    a, b = (torch.randn(rows, k, device="cuda").bfloat16() for rows in (m, n))
    c = torch.empty(m, n, device="cuda")
    tiles = -(-m // 128), -(-n // 128)
    on_device = lambda words: torch.frombuffer(bytearray(words), dtype=torch.uint8).cuda()
    maps = [on_device(host.factor_tensor_map(x.data_ptr(), len(x), k)) for x in (a, b)]
    maps.append(on_device(host.result_tensor_map(c.data_ptr(), m, n)))
    counters = torch.zeros(2 * tiles[0] * tiles[1], device="cuda", dtype=torch.int32)
    cases = of_all("gemm_split_k", (tiles[0] * tiles[1], parts), 384, 196672, *maps, counters, *tiles, -(-k // (64 * parts)))
    errors = checked(cases, c, a.float() @ b.float().t(), 1e-4)
    assert not counters.any(), "a counter is not 0 again"
    cases["cuBLAS"] = lambda: torch.mm(a, b.t(), out_dtype=torch.float32, out=c)
    table(f"bf16 {m}x{n}x{k}, in {parts} parts", in_graphs(cases), errors, 2 * m * n * k, "TFLOP/s")


def rms_norm(of_all, rows):
    """RMSNorm of rows of 4096 bf16, with a residual."""
    x, before = (torch.randn(rows, 4096, device="cuda").bfloat16() for _ in range(2))
    weight = (1 + 0.1 * torch.randn(4096, device="cuda")).bfloat16()
    residual, out = before.clone(), torch.empty_like(x)
    cases = of_all("rms_norm", (rows, 1), 256, 32, x, residual, weight, out, 1e-5)
    sums = (x.float() + before.float()).bfloat16()
    expected = sums.float() * torch.rsqrt(sums.float().pow(2).mean(1, keepdim=True) + 1e-5) * weight.float()
    errors = {}
    for by, run in cases.items():
        residual.copy_(before)
        errors[by] = distance(run, out, expected, 3e-3)
        assert torch.equal(residual, sums), "another residual"
    both, copied = torch.cat([x, before]), torch.empty(2 * rows, 4096, device="cuda", dtype=torch.bfloat16)

    def in_steps():
        residual.add_(x)
        return torch.nn.functional.rms_norm(residual, (4096,), weight, 1e-5)

    cases |= {"PyTorch, sum and norm": in_steps, "a copy of as many bytes": lambda: copied.copy_(both)}
    table(f"RMSNorm with a residual, {rows} rows of 4096 bf16", cases, errors, 8 * x.numel(), "GB/s")


def layer_norm(of_all, rows):
    """LayerNorm of rows of 4096 bf16."""
    x = 3 + torch.randn(rows, 4096, device="cuda").bfloat16()
    weight, bias = ((1 + 0.1 * torch.randn(4096, device="cuda")).bfloat16() for _ in range(2))
    out = torch.empty_like(x)
    cases = of_all("layer_norm", (rows, 1), 256, 64, x, weight, bias, out, 1e-5)
    norm = lambda *of: torch.nn.functional.layer_norm(of[0], (4096,), of[1], of[2], 1e-5)
    errors = checked(cases, out, norm(x.float(), weight.float(), bias.float()), 3e-3)
    cases |= {"PyTorch": lambda: norm(x, weight, bias), "a copy of as many bytes": lambda: out.copy_(x)}
    table(f"LayerNorm, {rows} rows of 4096 bf16", cases, errors, 4 * x.numel(), "GB/s")


def attention(of_all, heads, n, columns, causal):
    """Of 128 columns or 64; the libraries' are those of PyTorch."""
    q, k, v = (torch.randn(1, heads, n, columns, device="cuda").bfloat16() for _ in range(3))
    out = torch.empty_like(q)
    library = torch.nn.functional.scaled_dot_product_attention
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
        few = slice(0, 2)
        expected = library(*(x[:, few].float() for x in (q, k, v)), is_causal=causal)
    maps = [tensor_map(x.view(heads * n, columns), 128) for x in (q, k, v)]
    name = "attention" + ("_64" if columns == 64 else "") + ("_causal" if causal else "")
    logs = torch.empty(heads, n, device="cuda")
    cases = of_all(name, (n // 128, heads), 384, 5 * 256 * columns + 80, *maps, out, logs, n)
    errors = {}
    for by, run in cases.items():
        out.fill_(float("nan"))
        logs.fill_(float("nan"))
        run()
        torch.cuda.synchronize()
        assert torch.isfinite(out).all() and torch.isfinite(logs).all(), "not all is written"
        _, of_library = torch.ops.aten._scaled_dot_product_flash_attention(q, k, v, is_causal=causal)[:2]
        assert torch.allclose(logs, of_library.view(heads, n) / math.log(2), atol=1e-3), "other logarithms"
        error = ((out[:, few].float() - expected).norm() / expected.norm()).item()
        assert error < 1e-2, f"wrong by {error}"
        errors[by] = f"{error:.0e}"
    kernels = torch.nn.attention.SDPBackend

    def library_of(backend):
        def run():
            with torch.nn.attention.sdpa_kernel(backend):
                library(q, k, v, is_causal=causal)
        return run

    cases |= {"cuDNN": library_of(kernels.CUDNN_ATTENTION), "FlashAttention 2": library_of(kernels.FLASH_ATTENTION)}
    work = 4 * heads * n * n * columns // (2 if causal else 1)
    title = f"attention bf16, {heads} heads of {n}x{columns}" + (", causal" if causal else "")
    table(title, cases, errors, work, "TFLOP/s")


def attention_backward(of_all, heads, n, columns, causal):
    """The gradients of attention; the libraries' are those of PyTorch."""
    of_64, suffix, queries = "_64" if columns == 64 else "", "_causal" if causal else "", 8192 // columns
    if only is not None and f"attention{of_64}_backward{suffix}" not in only:
        return
    q, k, v, of_out = (torch.randn(1, heads, n, columns, device="cuda").bfloat16() for _ in range(4))
    library, kernels = torch.nn.functional.scaled_dot_product_attention, torch.nn.attention.SDPBackend

    def gradients_of(backend, gradient, *factors):
        with torch.nn.attention.sdpa_kernel(backend):
            out = library(*factors, is_causal=causal)
        return lambda: torch.autograd.grad(out, factors, gradient, retain_graph=True)

    few = sorted({0, heads - 1})
    expected = gradients_of(kernels.MATH, of_out[:, few].float(), *(x[:, few].float().requires_grad_() for x in (q, k, v)))()
    out, logs = torch.ops.aten._scaled_dot_product_flash_attention(q, k, v, is_causal=causal)[:2]
    logs = logs / math.log(2)
    rows, sums = torch.empty(heads, n, device="cuda"), torch.empty(heads * n * columns // 256, 256, device="cuda")
    results = [torch.empty_like(x) for x in (q, k, v)]
    by_rows = lambda x, rows: tensor_map(x.view(heads * n, columns), rows)
    maps = by_rows(q, queries), by_rows(k, 128), by_rows(v, 128), by_rows(of_out, queries), tensor_map(sums, 16, 256, 0, 7)
    shared = 2 * (4 * 128 * columns + 4 * 8192 + 2 * queries * 128) + 16 * queries + 40
    first = of_all(f"attention{of_64}_rows", (heads * n * columns // 2048, 1), 256, 0, out, of_out, rows, sums)
    second = of_all(f"attention{of_64}_backward{suffix}", (n // 128, heads), 384, shared, *maps, logs, rows, *results[1:], n)
    third = of_all(f"attention{of_64}_round", (heads * n * columns // 4096, 1), 128, 0, sums, results[0])
    errors, cases = {}, {}
    for by in second:
        steps = first[by], second[by], third[by]
        cases[by] = lambda steps=steps: [step() for step in steps]
        for x in (*results, rows, sums):
            x.fill_(float("nan"))
        cases[by]()
        torch.cuda.synchronize()
        assert all(torch.isfinite(x).all() for x in results), "not all is written"
        wrong = [((x[:, few].double() - y.double()).norm() / y.double().norm()).item() for x, y in zip(results, expected)]
        assert max(wrong) < 1e-2, f"wrong by {wrong}"
        errors[by] = f"{max(wrong):.0e}"
    if n < 1024:
        return
    for by, backend in (("cuDNN", kernels.CUDNN_ATTENTION), ("FlashAttention 2", kernels.FLASH_ATTENTION)):
        cases[by] = gradients_of(backend, of_out, *(x.clone().requires_grad_() for x in (q, k, v)))
    work = 10 * heads * n * n * columns // (2 if causal else 1)
    title = f"gradients of attention bf16, {heads} heads of {n}x{columns}" + (", causal" if causal else "")
    table(title, cases, errors, work, "TFLOP/s")


def main():
    torch.cuda.init()
    torch.zeros(1, device="cuda")
    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
    found = dict(modules())
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}\n")

    def of_all(name, grid, threads, shared, *arguments):
        cases = {}
        if only is not None and name not in only:
            return cases
        for by, module in found.items():
            try:
                of_library = isinstance(module, ctypes.CDLL)
                cases[by] = Launcher(module, name, arguments) if of_library else Kernel(module, name, grid, threads, shared, arguments)
            except RuntimeError:
                # It has no kernel of this name.
                if only is not None:
                    raise
        return cases

    if only is None:
        forms(of_all)
    kinds(of_all)
    instructions(of_all)
    if only is None:
        print("| task | by | ms | rate | least to most | error |\n|---|---|--:|--:|--:|--:|")
    n = 16384
    source, target = torch.rand(n, n, device="cuda"), torch.empty(n, n, device="cuda")
    tiles, expected = (n // 32, n // 32), source.t().contiguous()
    cases = of_all("transpose", tiles, 256, 4096, source, target)
    cases |= {f"{by}, views": run for by, run in of_all("transpose_views", tiles, 256, 4096, source, target).items()}
    cases["a copy on the device"] = lambda: target.copy_(source)
    table(f"transpose {n}x{n} f32", cases, checked(cases, target, expected), 8 * n * n, "GB/s")

    m, n = 16383, 16381
    source, target = torch.rand(m, n, device="cuda"), torch.empty(n, m, device="cuda")
    tiles, expected = (-(-n // 32), -(-m // 32)), source.t().contiguous()
    cases = of_all("transpose_any", tiles, 256, 4096, m, n, source, target)
    assert host.tiles_shape(n, m)[1] == tiles
    passed = of_all("transpose_passed", tiles, 256, 4096, host.tiles_argument(m, n), host.tiles_argument(n, m), source, target)
    cases |= {f"{by}, made by the host": run for by, run in passed.items()}
    table(f"transpose {m}x{n} f32, sizes at run time", cases, checked(cases, target, expected), 8 * m * n, "GB/s")
    del source, target, expected

    n = 4096
    a, b, c = (torch.randn(n, n, device="cuda") for _ in range(3))
    expected = (b.double().t() @ a.double()).float()
    cases = of_all("sgemm", (n // 128, n // 128), 256, 24576, a, b, c)
    any_size = of_all("sgemm_any", (n // 128, n // 128), 256, 24576, n, n, n, a, b, c)
    cases |= {f"{by}, sizes at run time": run for by, run in any_size.items()}
    cases["cuBLAS"] = lambda: torch.matmul(b.t(), a, out=c)
    table(f"sgemm {n}^3", cases, checked(cases, c, expected, 1e-5), 2 * n**3, "TFLOP/s")

    n = 8192
    a, b = (torch.randn(n, n, device="cuda").bfloat16() for _ in range(2))
    c, c16 = torch.empty(n, n, device="cuda"), torch.empty(n, n, device="cuda", dtype=torch.bfloat16)
    expected = a.float() @ b.float().t()
    cases = of_all("mma_gemm", (n // 128, n // 128), 128, 98304, a, b, c)
    table(f"bf16 {n}^3, mma.sync", cases, checked(cases, c, expected, 1e-4), 2 * n**3, "TFLOP/s")
    maps = tensor_map(a, 128), tensor_map(b, 256)
    processors = torch.cuda.get_device_properties(0).multi_processor_count
    shared = 2 * 64 * (128 + 256) * 4 + 64
    cases = of_all("wgmma_gemm", (processors, 1), 384, shared, *maps, c)
    any_steps = of_all("wgmma_gemm_steps", (processors, 1), 384, shared, *maps, c, n // 64)
    cases |= {f"{by}, k at run time": run for by, run in any_steps.items()}
    cases["cuBLAS"] = lambda: torch.mm(a, b.t(), out_dtype=torch.float32, out=c)
    cases["cuBLAS, of bf16"] = lambda: torch.matmul(a, b.t(), out=c16)
    table(f"bf16 {n}^3, TMA and wgmma", cases, checked(cases, c, expected, 1e-4), 2 * n**3, "TFLOP/s")

    # Of other numbers of steps, one too.
    for k in (64, 192, 1024):
        of_k = a[:, :k].contiguous(), b[:, :k].contiguous()
        maps = tensor_map(of_k[0], 128), tensor_map(of_k[1], 256)
        checked(of_all("wgmma_gemm_steps", (processors, 1), 384, shared, *maps, c, k // 64), c, of_k[0].float() @ of_k[1].float().t(), 1e-4)

    a8, b8 = (x.to(torch.float8_e4m3fn) for x in (a, b))
    expected = a8.float() @ b8.float().t()
    maps = tensor_map(a8, 128, 128), tensor_map(b8, 256, 128), tensor_map(c16, 64)
    cases = of_all("wgmma_fp8", (processors, 1), 384, 213040, *maps)
    errors = checked(cases, c16, expected, 5e-3)
    one = torch.ones((), device="cuda")
    scaled = lambda: torch._scaled_mm(a8, b8.t(), one, one, out_dtype=torch.bfloat16, use_fast_accum=True)
    table(f"fp8 {n}^3, TMA and wgmma", cases | {"cuBLASLt": scaled}, errors, 2 * n**3, "TFLOP/s")
    del a, b, a8, b8, c, c16, expected

    for m, n, k in ((8192, 8192, 8192), (5000, 3000, 4096), (1000, 264, 72)):
        gelu(of_all, processors, m, n, k)

    for m, n, k in ((8192, 8192, 8192), (4096, 7168, 2048), (4096, 4096, 7168), (1000, 712, 384)):
        fp8_blocks(of_all, processors, m, n, k)
    for rows, n, k in (([2048] * 8, 4096, 4096), ([128, 4096, 1280, 2560, 3072, 640, 512, 4096], 4096, 4096), ([128] * 32, 2048, 2048), ([384, 128], 520, 200)):
        grouped(of_all, processors, rows, n, k)
    for m, n, k, parts in ((256, 512, 65536, 16), (1024, 1024, 16384, 2), (200, 136, 4200, 5)):
        split_k(of_all, m, n, k, parts)
    rms_norm(of_all, 1 << 16)
    layer_norm(of_all, 1 << 16)
    bf16_right(of_all, processors)
    for m, n, k in BF16:
        bf16(of_all, processors, m, n, k)
    conv_right(of_all, processors)
    for sizes in CONV:
        conv(of_all, processors, *sizes)
    for m, n, k in W4A16:
        w4a16(of_all, processors, m, n, k)
    for lengths, heads, group in DECODE:
        decode(of_all, processors, lengths, heads, group)

    rows = 1 << 17
    source, target = torch.randn(rows, 4096, device="cuda"), torch.empty(rows, 4096, device="cuda")
    cases = of_all("softmax", (rows, 1), 256, 64, source, target)
    errors = checked(cases, target, torch.softmax(source, 1), 1e-5)
    cases |= {"PyTorch": lambda: torch.softmax(source, 1, out=target), "a copy on the device": lambda: target.copy_(source)}
    table(f"softmax of {rows} rows of 4096 f32", cases, errors, 8 * source.numel(), "GB/s")
    del source, target
    factors(of_all)

    for columns in (128, 64):
        for n, heads in ((4096, 64), (16384, 16)):
            for causal in (False, True):
                attention(of_all, heads, n, columns, causal)
        for n, heads in ((128, 3), (256, 1), (384, 2), (640, 5), (4096, 64), (16384, 16)):
            for causal in (False, True):
                attention_backward(of_all, heads, n, columns, causal)


if __name__ == "__main__":
    main()
