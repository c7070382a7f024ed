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

