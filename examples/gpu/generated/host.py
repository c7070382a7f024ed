import struct


def narrow(modes, linear, bounds, swizzles):
    """The words of a layout as a kernel takes them by value, `NarrowOf`: modes are extents, strides, and true where an
    extent is 1 in the kernel."""
    size, least, most = 1, 0, 0
    for extent, stride, _ in modes:
        size *= extent
        end = (extent - 1) * stride
        least, most = least + min(end, 0), most + max(end, 0)
    for offset, changed in swizzles:
        least, most = (least + offset) & ~changed, (most + offset) | changed
    if size > 0x7FFFFFFF:
        raise ValueError(f"size = {size} and the size must fit `i32`")
    if size > 0 and (least < 0 or most > 0xFFFFFFFF):
        raise ValueError(f"offsets are from {least} to {most} and every offset must be from 0 on and fit `u32`")
    words = [size]
    for leaves in (modes, linear):
        back = 0
        for extent, stride, is_one in leaves:
            # The reciprocal by which the kernel divides.
            shift = 31 + (extent - 1).bit_length() if extent > 0 else 0
            words += [extent, -(-(1 << shift) // extent) if extent > 0 else 0, shift, stride, stride - back]
            back = back if is_one else extent * stride
        words += [0] * (5 * (len(modes) - len(leaves)))
    for steps, extent in bounds:
        reach = sum(step * (leaf[0] - 1) for step, leaf in zip(steps, modes))
        if size > 0 and max(reach, extent) > 0x7FFFFFFF:
            raise ValueError(f"size = {size} and the bounds of padding must fit `i32`")
        words += [*steps, extent]
    return struct.pack(f"{len(words)}I", *(word & 0xFFFFFFFF for word in words))


# (((32,8),4),(ceil_div(m, 32),ceil_div(n, 32))):(((1,n),8 * n),(32 * n,32))
def tiles_holds(m, n):
    return (1 <= m) and (1 <= n)

def tiles_shape(m, n):
    if not tiles_holds(m, n):
        raise ValueError("tiles_holds says that there is no (((32,8),4),(ceil_div(m, 32),ceil_div(n, 32))):(((1,n),8 * n),(32 * n,32)) of these numbers")
    return (((32, 8), 4), ((m + 31) // 32, (n + 31) // 32))

def tiles_argument(m, n):
    if not tiles_holds(m, n):
        raise ValueError("tiles_holds says that there is no (((32,8),4),(ceil_div(m, 32),ceil_div(n, 32))):(((1,n),8 * n),(32 * n,32)) of these numbers")
    return narrow([(32, 1, False), (8, n, False), (4, n << 3, False), ((m + 31) // 32, n << 5, False), ((n + 31) // 32, 32, False)], [(32, 1, False), (((m + 31) // 32) << 5, n, False), ((n + 31) // 32, 32, False)], [([0, 1, 8, 32, 0], m), ([1, 0, 0, 0, 32], n)], [])


# (q,p,n):(0,step,0)
def down_holds(q, p, n, step):
    return (1 <= q) and (1 <= p) and (1 <= n)

def down_shape(q, p, n, step):
    if not down_holds(q, p, n, step):
        raise ValueError("down_holds says that there is no (q,p,n):(0,step,0) of these numbers")
    return (q, p, n)

def down_argument(q, p, n, step):
    if not down_holds(q, p, n, step):
        raise ValueError("down_holds says that there is no (q,p,n):(0,step,0) of these numbers")
    return narrow([(q, 0, False), (p, step, False), (n, 0, False)], [(q, 0, False), (p, step, False), (n, 0, False)], [], [])


# (q,p,n):(step,0,0)
def across_holds(q, p, n, step):
    return (1 <= q) and (1 <= p) and (1 <= n)

def across_shape(q, p, n, step):
    if not across_holds(q, p, n, step):
        raise ValueError("across_holds says that there is no (q,p,n):(step,0,0) of these numbers")
    return (q, p, n)

def across_argument(q, p, n, step):
    if not across_holds(q, p, n, step):
        raise ValueError("across_holds says that there is no (q,p,n):(step,0,0) of these numbers")
    return narrow([(q, step, False), (p, 0, False), (n, 0, False)], [(q, step, False), (p * n, 0, False)], [], [])


# (q,p,n):(0,0,1)
def image_holds(q, p, n):
    return (1 <= q) and (1 <= p) and (1 <= n)

def image_shape(q, p, n):
    if not image_holds(q, p, n):
        raise ValueError("image_holds says that there is no (q,p,n):(0,0,1) of these numbers")
    return (q, p, n)

def image_argument(q, p, n):
    if not image_holds(q, p, n):
        raise ValueError("image_holds says that there is no (q,p,n):(0,0,1) of these numbers")
    return narrow([(q, 0, False), (p, 0, False), (n, 1, False)], [(q * p, 0, False), (n, 1, False)], [], [])

import ctypes
import sys


def encode_tensor_map(address, data_type, sizes, strides, box, swizzle):
    """The 128 bytes of a tensor map, which a kernel reads in global memory, at a multiple of 64 bytes. Strides are bytes,
    those of an element first."""
    if address % 16:
        raise ValueError(f"address = {address:#x}: a tensor map is of memory at a multiple of 16 bytes")
    for mode, (size, stride) in enumerate(zip(sizes, strides)):
        if not 1 <= size <= 1 << 32:
            raise ValueError(f"elements = {size}, mode of the box = {mode}: a matrix of a tensor map has from 1 to 2^32 elements each way")
        if mode and (stride % 16 or not 0 < stride < 1 << 40):
            raise ValueError(f"stride in bytes = {stride}, mode of the box = {mode}: rows of a tensor map begin at multiples of 16 bytes, less than 2^40 from each other")
    room = (ctypes.c_char * 192)()
    at = ctypes.addressof(room) + -ctypes.addressof(room) % 64
    array = lambda of, numbers: (of * len(numbers))(*numbers)
    driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    tiles_of_rows, l2_128b, zeros_outside = 0, 2, 0
    error = driver.cuTensorMapEncodeTiled(
        ctypes.c_void_p(at), data_type, len(box), ctypes.c_void_p(address), array(ctypes.c_uint64, sizes),
        array(ctypes.c_uint64, strides[1:]), array(ctypes.c_uint32, box), array(ctypes.c_uint32, [1] * len(box)),
        tiles_of_rows, swizzle, l2_128b, zeros_outside)
    if error:
        raise RuntimeError(f"cuTensorMapEncodeTiled: CUDA's error {error}")
    return ctypes.string_at(at, 128)


# (rows,k):(k,1)
def factor_holds(rows, k):
    return (1 <= rows) and (1 <= k)

# Tiles Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0)) of bf16: 1 box of 64 x 128 elements along mode 1, with a swizzle of 128 bytes.
def factor_tensor_map(address, rows, k):
    if not factor_holds(rows, k):
        raise ValueError("factor_holds says that there is no (rows,k):(k,1) of these numbers")
    return encode_tensor_map(address, 9, (k, rows), (2, k << 1), (64, 128), 3)


# (m,n):(n,1)
def result_holds(m, n):
    return (1 <= m) and (1 <= n)

# Tiles (64,8):(8,1) of f32: 1 box of 8 x 64 elements along mode 1, with no swizzle.
def result_tensor_map(address, m, n):
    if not result_holds(m, n):
        raise ValueError("result_holds says that there is no (m,n):(n,1) of these numbers")
    return encode_tensor_map(address, 7, (n, m), (4, n << 2), (8, 64), 0)

