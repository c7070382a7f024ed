// The same functions by CuTe's C++ headers, with dynamic integers. Coordinates are unsigned, which is the kind that
// divides in the fewest instructions. COLUMN is the first part of every name.
#include <cstddef>
#include <cute/layout.hpp>

using namespace cute;

template <int N> using I = Int<N>;
using N = size_t;
using D = ptrdiff_t;

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define LAYOUT(name, ...)                                                                                              \
    static auto make_##name(N const* s, D const* d) { return __VA_ARGS__; }                                            \
    using name = decltype(make_##name(nullptr, nullptr));                                                              \
    extern "C" void const* JOIN(COLUMN, name##_make)(N const* s, D const* d) {                                         \
        static name layout;                                                                                            \
        layout = make_##name(s, d);                                                                                    \
        return &layout;                                                                                                \
    }                                                                                                                  \
    extern "C" N JOIN(COLUMN, name)(name const& l, N i) { return l(i); }
#define AT(name) extern "C" N JOIN(COLUMN, name##_at)(name const& l, N i, N j) { return l(i, j); }

LAYOUT(row, make_layout(make_shape(s[0], s[1]), make_stride(d[0], I<1>{})))
AT(row)
LAYOUT(padded, make_layout(make_shape(s[0], s[1]), make_stride(I<1>{}, d[1])))
AT(padded)
LAYOUT(blocks, make_layout(make_shape(s[0], make_shape(I<8>{}, s[2])), make_stride(I<8>{}, make_stride(I<1>{}, d[2]))))
AT(blocks)
LAYOUT(seven, make_layout(make_shape(I<7>{}, s[1]), make_stride(I<1>{}, d[1])))
LAYOUT(nested, make_layout(make_shape(make_shape(s[0], I<4>{}), s[2]), make_stride(make_stride(I<4>{}, I<1>{}), d[2])))
AT(nested)
LAYOUT(cube, make_layout(make_shape(s[0], s[1], s[2]), make_stride(d[0], d[1], I<1>{})))
