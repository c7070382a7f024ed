// The same functions by CuTe's C++ headers, with every extent and stride static. Coordinates are unsigned, which is
// the kind that divides in the fewest instructions.
#include <cstddef>
#include <cstdint>
#include <cute/tensor.hpp>

using namespace cute;

template <int N> using I = Int<N>;

static inline size_t fold(size_t sum, size_t offset) { return (sum << 5 | sum >> 59) ^ offset; }

template <class L> static inline size_t sweep_index(size_t sum) {
    for (size_t i = 0; i < size(L{}); ++i) sum = fold(sum, size_t(L{}(i)));
    return sum;
}

// One loop a mode, the first innermost.
template <class L> static inline size_t sweep_at(size_t sum) {
    if constexpr (rank_v<L> == 2) {
        for (size_t b = 0; b < size<1>(L{}); ++b)
            for (size_t a = 0; a < size<0>(L{}); ++a) sum = fold(sum, size_t(L{}(a, b)));
    } else if constexpr (rank_v<L> == 3) {
        for (size_t c = 0; c < size<2>(L{}); ++c)
            for (size_t b = 0; b < size<1>(L{}); ++b)
                for (size_t a = 0; a < size<0>(L{}); ++a) sum = fold(sum, size_t(L{}(a, b, c)));
    } else {
        for (size_t d = 0; d < size<3>(L{}); ++d)
            for (size_t c = 0; c < size<2>(L{}); ++c)
                for (size_t b = 0; b < size<1>(L{}); ++b)
                    for (size_t a = 0; a < size<0>(L{}); ++a) sum = fold(sum, size_t(L{}(a, b, c, d)));
    }
    return sum;
}

#define LAYOUT(name, ...)                                                                                              \
    using name = decltype(__VA_ARGS__);                                                                                \
    extern "C" size_t name##_index(size_t i) { return name{}(i); }                                                     \
    extern "C" uint32_t name##_index_u32(uint32_t i) { return name{}(i); }                                             \
    extern "C" size_t name##_sweep_index(size_t sum) { return sweep_index<name>(sum); }                                \
    extern "C" size_t name##_sweep_at(size_t sum) { return sweep_at<name>(sum); }

// A function of the coordinates a, b, … with the given coordinate.
#define OF2(T) T a, T b
#define OF3(T) OF2(T), T c
#define OF4(T) OF3(T), T d
#define OF5(T) OF4(T), T e
#define OF6(T) OF5(T), T f
#define OF12(T) OF6(T), T g, T h, T i, T j, T k, T l
#define ENTRY(name, entry, parameters, ...)                                                                            \
    extern "C" size_t name##_##entry(parameters(size_t)) { return name{}(__VA_ARGS__); }                               \
    extern "C" uint32_t name##_##entry##_u32(parameters(uint32_t)) { return name{}(__VA_ARGS__); }

#define C make_coord

LAYOUT(seed, make_layout(Shape<I<2>, Shape<I<2>, I<2>>>{}, Stride<I<4>, Stride<I<2>, I<1>>>{}))
ENTRY(seed, at, OF2, a, b)
ENTRY(seed, flat, OF3, a, C(b, c))

LAYOUT(column, make_layout(Shape<I<128>, I<64>>{}, Stride<I<1>, I<128>>{}))
ENTRY(column, at, OF2, a, b)

LAYOUT(row, make_layout(Shape<I<128>, I<64>>{}, Stride<I<64>, I<1>>{}))
ENTRY(row, at, OF2, a, b)

LAYOUT(padded, make_layout(Shape<I<32>, I<32>>{}, Stride<I<33>, I<1>>{}))
ENTRY(padded, at, OF2, a, b)

LAYOUT(blocked, make_layout(Shape<Shape<I<4>, I<32>>, Shape<I<4>, I<32>>>{},
                            Stride<Stride<I<1>, I<16>>, Stride<I<4>, I<512>>>{}))
ENTRY(blocked, at, OF2, a, b)
ENTRY(blocked, flat, OF4, C(a, b), C(c, d))

LAYOUT(fragment, make_layout(Shape<Shape<I<4>, I<8>>, Shape<I<2>, I<2>, I<2>>>{},
                             Stride<Stride<I<32>, I<1>>, Stride<I<16>, I<8>, I<128>>>{}))
ENTRY(fragment, at, OF2, a, b)
ENTRY(fragment, flat, OF5, C(a, b), C(c, d, e))

LAYOUT(raked, make_layout(Shape<Shape<I<4>, I<32>>, I<8>>{}, Stride<Stride<I<256>, I<1>>, I<32>>{}))
ENTRY(raked, at, OF2, a, b)
ENTRY(raked, flat, OF3, C(a, b), c)

LAYOUT(morton8, make_layout(Shape<Shape<I<2>, I<2>, I<2>>, Shape<I<2>, I<2>, I<2>>>{},
                            Stride<Stride<I<1>, I<4>, I<16>>, Stride<I<2>, I<8>, I<32>>>{}))
ENTRY(morton8, at, OF2, a, b)
ENTRY(morton8, flat, OF6, C(a, b, c), C(d, e, f))

LAYOUT(morton64, make_layout(Shape<Shape<I<2>, I<2>, I<2>, I<2>, I<2>, I<2>>, Shape<I<2>, I<2>, I<2>, I<2>, I<2>, I<2>>>{},
                             Stride<Stride<I<1>, I<4>, I<16>, I<64>, I<256>, I<1024>>,
                                    Stride<I<2>, I<8>, I<32>, I<128>, I<512>, I<2048>>>{}))
ENTRY(morton64, at, OF2, a, b)
ENTRY(morton64, flat, OF12, C(a, b, c, d, e, f), C(g, h, i, j, k, l))

LAYOUT(odd, make_layout(Shape<Shape<I<3>, I<4>>, Shape<I<5>, I<7>>>{}, Stride<Stride<I<1>, I<15>>, Stride<I<3>, I<60>>>{}))
ENTRY(odd, at, OF2, a, b)
ENTRY(odd, flat, OF4, C(a, b), C(c, d))

LAYOUT(odd_row, make_layout(Shape<I<37>, I<53>>{}, Stride<I<53>, I<1>>{}))
ENTRY(odd_row, at, OF2, a, b)

LAYOUT(odd_cube, make_layout(Shape<I<7>, I<11>, I<13>>{}, Stride<I<143>, I<13>, I<1>>{}))
ENTRY(odd_cube, at, OF3, a, b, c)

LAYOUT(nchw16c, make_layout(Shape<I<2>, Shape<I<16>, I<4>>, I<14>, I<14>>{},
                            Stride<I<12544>, Stride<I<1>, I<3136>>, I<224>, I<16>>{}))
ENTRY(nchw16c, at, OF4, a, b, c, d)
ENTRY(nchw16c, flat, OF5, a, C(b, c), d, e)

LAYOUT(divided, zipped_divide(make_layout(Shape<I<256>, I<512>>{}, Stride<I<1>, I<256>>{}), Tile<I<128>, I<64>>{}))
ENTRY(divided, at, OF2, a, b)
ENTRY(divided, flat, OF4, C(a, b), C(c, d))

LAYOUT(divided_row, zipped_divide(make_layout(Shape<I<256>, I<512>>{}, Stride<I<512>, I<1>>{}), Tile<I<128>, I<64>>{}))
ENTRY(divided_row, at, OF2, a, b)
ENTRY(divided_row, flat, OF4, C(a, b), C(c, d))

#define ROWS composition(Swizzle<3, 4, 3>{}, I<0>{}, make_layout(Shape<I<8>, I<64>>{}, Stride<I<64>, I<1>>{}))

LAYOUT(swizzled, ROWS)
ENTRY(swizzled, at, OF2, a, b)

LAYOUT(swizzled_tile, tile_to_shape(ROWS, Shape<I<128>, I<64>>{}))
ENTRY(swizzled_tile, at, OF2, a, b)
ENTRY(swizzled_tile, flat, OF4, C(a, b), C(c, d))

using mirror = decltype(make_layout(Shape<I<64>, I<64>>{}, Stride<I<-64>, I<1>>{}));
extern "C" ptrdiff_t mirror_index(size_t i) { return mirror{}(i); }
extern "C" ptrdiff_t mirror_at(size_t a, size_t b) { return mirror{}(a, b); }
extern "C" size_t mirror_sweep_index(size_t sum) { return sweep_index<mirror>(sum); }
extern "C" size_t mirror_sweep_at(size_t sum) { return sweep_at<mirror>(sum); }

struct Pair { ptrdiff_t first, second; };
using basis = decltype(make_layout(Shape<I<4>, I<8>>{}, Stride<E<1>, E<0>>{}));
template <class T> static inline Pair pair(T const& t) { return {ptrdiff_t(get<0>(t)), ptrdiff_t(get<1>(t))}; }
extern "C" Pair basis_index(size_t i) { return pair(basis{}(i)); }
extern "C" Pair basis_at(size_t a, size_t b) { return pair(basis{}(a, b)); }
