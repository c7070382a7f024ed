#include <cstddef>
#include <cstdint>
#include <cuda.h>
#include <stdexcept>
#include <string>

#ifndef LAYOUT_TENSOR_MAP
#define LAYOUT_TENSOR_MAP
namespace layout_host {

/// A tensor map, which a kernel reads in global memory, at a multiple of 64 bytes. Strides are bytes, those of an element first.
template <std::size_t R>
CUtensorMap encode_tensor_map(void *address, int data_type, const std::uint64_t (&sizes)[R], const std::uint64_t (&strides)[R],
                              const std::uint32_t (&box)[R], int swizzle) {
    if (reinterpret_cast<std::uintptr_t>(address) % 16 != 0)
        throw std::invalid_argument("a tensor map is of memory at a multiple of 16 bytes");
    cuuint64_t all_sizes[R], other_strides[R];
    cuuint32_t all_box[R], steps[R];
    for (std::size_t mode = 0; mode < R; ++mode) {
        if (sizes[mode] < 1 || sizes[mode] > std::uint64_t{1} << 32)
            throw std::invalid_argument("elements = " + std::to_string(sizes[mode]) + ", mode of the box = " + std::to_string(mode) +
                                        ": a matrix of a tensor map has from 1 to 2^32 elements each way");
        if (mode > 0 && (strides[mode] % 16 != 0 || strides[mode] < 1 || strides[mode] >= std::uint64_t{1} << 40))
            throw std::invalid_argument("stride in bytes = " + std::to_string(strides[mode]) + ", mode of the box = " +
                                        std::to_string(mode) +
                                        ": rows of a tensor map begin at multiples of 16 bytes, less than 2^40 from each other");
        all_sizes[mode] = sizes[mode];
        other_strides[mode] = strides[mode + 1 < R ? mode + 1 : mode];
        all_box[mode] = box[mode];
        steps[mode] = 1;
    }
    CUtensorMap map;
    CUresult error = cuTensorMapEncodeTiled(
        &map, static_cast<CUtensorMapDataType>(data_type), static_cast<cuuint32_t>(R), address, all_sizes, other_strides, all_box,
        steps, CU_TENSOR_MAP_INTERLEAVE_NONE, static_cast<CUtensorMapSwizzle>(swizzle), CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (error != CUDA_SUCCESS)
        throw std::runtime_error("cuTensorMapEncodeTiled: CUDA's error " + std::to_string(static_cast<int>(error)));
    return map;
}

} // namespace layout_host
#endif
