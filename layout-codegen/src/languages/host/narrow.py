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

