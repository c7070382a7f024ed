#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <vector>

#ifndef LAYOUT_NARROW
#define LAYOUT_NARROW
namespace layout_host {

/// An extent and a stride, and true where the extent is 1 in the kernel.
struct Leaf {
    std::uint64_t extent;
    std::int64_t stride;
    bool is_one;
    Leaf(std::uint64_t extent, std::uint64_t stride, bool is_one)
        : extent(extent), stride(static_cast<std::int64_t>(stride)), is_one(is_one) {}
};

/// The coordinates whose steps add up to less than the extent are no padding.
struct Bound {
    std::vector<std::uint64_t> steps;
    std::uint64_t extent;
};

struct Swizzle {
    std::int64_t offset, changed;
};

/// The words of a layout as a kernel takes them by value, `NarrowOf`.
template <std::size_t LEAVES, std::size_t BOUNDS>
std::array<std::uint32_t, 1 + 10 * LEAVES + BOUNDS * (LEAVES + 1)>
narrow(const std::vector<Leaf> &modes, const std::vector<Leaf> &linear, const std::vector<Bound> &bounds,
       const std::vector<Swizzle> &swizzles) {
    constexpr std::uint64_t most_i32 = 0x7fffffff;
    constexpr std::int64_t most_u32 = 0xffffffff;
    std::uint64_t size = 1;
    for (const Leaf &leaf : modes) {
        if (leaf.extent > most_i32 || (size *= leaf.extent) > most_i32)
            throw std::length_error("the size must fit `i32`");
    }
    std::int64_t least = 0, most = 0;
    for (const Leaf &leaf : modes) {
        if (size == 0 || leaf.extent == 1)
            continue;
        if (leaf.stride > most_u32 || leaf.stride < -most_u32)
            throw std::length_error("every offset must be from 0 on and fit `u32`");
        std::int64_t end = static_cast<std::int64_t>(leaf.extent - 1) * leaf.stride;
        (end < 0 ? least : most) += end;
        if (most > most_u32 << 20 || least < -(most_u32 << 20))
            throw std::length_error("every offset must be from 0 on and fit `u32`");
    }
    for (const Swizzle &swizzle : swizzles) {
        least = (least + swizzle.offset) & ~swizzle.changed;
        most = (most + swizzle.offset) | swizzle.changed;
    }
    if (size > 0 && (least < 0 || most > most_u32))
        throw std::length_error("every offset must be from 0 on and fit `u32`");
    std::array<std::uint32_t, 1 + 10 * LEAVES + BOUNDS * (LEAVES + 1)> words{};
    auto word = words.begin();
    auto put = [&word](std::uint64_t number) { *word++ = static_cast<std::uint32_t>(number); };
    put(size);
    for (const std::vector<Leaf> *leaves : {&modes, &linear}) {
        std::uint64_t back = 0;
        for (const Leaf &leaf : *leaves) {
            // The reciprocal by which the kernel divides.
            std::uint64_t extent = leaf.extent, stride = static_cast<std::uint64_t>(leaf.stride), shift = 31;
            while (extent > 0 && ((extent - 1) >> (shift - 31)) != 0)
                ++shift;
            put(extent);
            put(extent > 0 ? ((std::uint64_t{1} << shift) + (extent - 1)) / extent : 0);
            put(extent > 0 ? shift : 0);
            put(stride);
            put(stride - back);
            back = leaf.is_one ? back : extent * stride;
        }
        word += static_cast<std::ptrdiff_t>(5 * (LEAVES - leaves->size()));
    }
    for (const Bound &bound : bounds) {
        std::uint64_t reach = 0;
        for (std::size_t k = 0; k < bound.steps.size(); ++k) {
            std::uint64_t last = modes[k].extent - 1;
            if (size > 0 && last > 0 && (bound.steps[k] > most_i32 || (reach += bound.steps[k] * last) > most_i32))
                throw std::length_error("the bounds of padding must fit `i32`");
            put(bound.steps[k]);
        }
        if (size > 0 && bound.extent > most_i32)
            throw std::length_error("the bounds of padding must fit `i32`");
        put(bound.extent);
    }
    return words;
}

} // namespace layout_host
#endif
