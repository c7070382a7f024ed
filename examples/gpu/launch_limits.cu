// What a launch and its bytes take without the work of `w4a16`: `launch_limits.py` times these beside it.
#include <cstdint>
#include <cuda_fp16.h>

constexpr unsigned STAGES = 5, WEIGHTS = 16384, SCALES = 512, LOADER = 256;

__device__ __forceinline__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ __forceinline__ void wait(const uint64_t *barrier, unsigned phase) {
    asm volatile("{\n.reg .pred done;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
                 :: "r"(shared_address(barrier)), "r"(phase) : "memory");
}

__device__ __forceinline__ void arrive(const uint64_t *barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(shared_address(barrier)) : "memory");
}

__device__ __forceinline__ void copy_bulk(void *to, const void *from, unsigned bytes, const uint64_t *full) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :: "r"(shared_address(to)), "l"(from), "r"(bytes), "r"(shared_address(full)) : "memory");
}

// The barriers of all stages, for all threads of the block: a stage is full by one arrival and its bytes, and free by one of each warp that computes.
__device__ __forceinline__ void make_barriers(const uint64_t *full, const uint64_t *free_) {
    if (threadIdx.x == 0) {
        for (unsigned s = 0; s < STAGES; ++s) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(shared_address(full + s)));
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 8;" :: "r"(shared_address(free_ + s)));
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
}

// Nothing, in blocks as large as those of `w4a16`.
extern "C" __global__ void __launch_bounds__(288, 2) launch_empty(const char *, const char *, unsigned *, unsigned) {
    asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

// The weights and scales of `w4a16`, by its grid, its parts, its stages and its thread that copies; nothing is computed.
extern "C" __global__ void __launch_bounds__(288, 2) launch_read(const char *weights, const char *scales, unsigned *sink, unsigned parts) {
    extern __shared__ __align__(128) char memory[];
    __shared__ uint64_t full[STAGES], free_[STAGES];
    const unsigned t = threadIdx.x;
    asm volatile("griddepcontrol.launch_dependents;");
    const unsigned begin = parts * blockIdx.x / gridDim.x, end = parts * (blockIdx.x + 1) / gridDim.x;
    make_barriers(full, free_);
    if (t >= LOADER) {
        if (t == LOADER) {
            for (unsigned part = begin; part < end; ++part) {
                const unsigned turn = part - begin, s = turn % STAGES;
                if (turn == STAGES) asm volatile("griddepcontrol.wait;" ::: "memory");
                if (turn >= STAGES) wait(free_ + s, (turn / STAGES - 1) & 1);
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                             :: "r"(shared_address(full + s)), "r"(WEIGHTS + SCALES) : "memory");
                copy_bulk(memory + s * (WEIGHTS + SCALES), weights + (size_t)part * WEIGHTS, WEIGHTS, full + s);
                copy_bulk(memory + s * (WEIGHTS + SCALES) + WEIGHTS, scales + (size_t)part * SCALES, SCALES, full + s);
            }
            if (end - begin <= STAGES) asm volatile("griddepcontrol.wait;" ::: "memory");
        }
        return;
    }
    unsigned sum = 0;
    for (unsigned turn = 0; turn < end - begin; ++turn) {
        wait(full + turn % STAGES, turn / STAGES & 1);
        sum ^= *(const unsigned *)(memory + turn % STAGES * (WEIGHTS + SCALES) + 64 * t);
        __syncwarp();
        if (t % 32 == 0) arrive(free_ + turn % STAGES);
    }
    if (sum == 0x12345678) *sink = sum;
}

// The same bytes by all threads that fit, 16 bytes at a time, eight of which are on the way.
extern "C" __global__ void __launch_bounds__(512, 2) launch_read_plain(const char *weights, const char *, unsigned *sink, unsigned parts) {
    asm volatile("griddepcontrol.launch_dependents;");
    const uint4 *from = (const uint4 *)weights;
    const unsigned count = parts * (WEIGHTS / 16), threads = gridDim.x * blockDim.x;
    uint4 sum = {};
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += 8 * threads) {
        uint4 values[8];
        #pragma unroll
        for (unsigned k = 0; k < 8; ++k) if (i + k * threads < count) values[k] = __ldcs(from + i + k * threads);
        #pragma unroll
        for (unsigned k = 0; k < 8; ++k) if (i + k * threads < count) sum.x ^= values[k].x ^ values[k].y ^ values[k].z ^ values[k].w;
    }
    asm volatile("griddepcontrol.wait;" ::: "memory");
    if (sum.x == 0x12345678) *sink = sum.x;
}

// `w4a16` by hand, with parts left out: the sums that blocks leave and add, the numbers of f16, the products, `A`, and the copies to shared memory after
// the first stages. With all it is what `w4a16` does; without one its result is wrong. With AHEAD the second cache reads each part four before its copy.
constexpr unsigned SUMS = 1, NUMBERS = 2, PRODUCTS = 4, ROWS = 8, COPIES = 16, ALL = 31, AHEAD = 32;
constexpr unsigned OF_A = 4096, STAGE = WEIGHTS + OF_A;

__device__ __forceinline__ unsigned masked(unsigned word, unsigned mask) {
    unsigned number;
    asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(number) : "r"(word), "r"(mask), "r"(0x64006400));
    return number;
}

__device__ __forceinline__ unsigned fma_f16x2(unsigned a, unsigned b, unsigned c) {
    unsigned sum;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
    return sum;
}

__device__ __forceinline__ void mma(float *c, const unsigned *a, unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ __forceinline__ void load_box(void *to, const void *map, unsigned x, const uint64_t *full) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, 0}], [%3];"
                 :: "r"(shared_address(to)), "l"(map), "r"(x), "r"(shared_address(full)) : "memory");
}

template <unsigned DOES>
__device__ __forceinline__ void multiply(const char *weights, const char *scales, unsigned lane, unsigned warp, float (&sums)[2][2][4]) {
    unsigned words[16];
    #pragma unroll
    for (unsigned j = 0; j < 4; ++j) *(uint4 *)(words + 4 * j) = *(const uint4 *)(weights + warp * 2048 + j * 512 + lane * 16);
    const uint2 pairs = *(const uint2 *)(scales + warp * 64 + lane / 4 * 8);
    const unsigned row = lane % 8 + lane / 16 * 8;
    float group[2][2][4] = {};
    #pragma unroll
    for (unsigned k = 0; k < 8; ++k) {
        unsigned b[4] = {lane, lane, lane, lane};
        if constexpr (DOES & ROWS) {
            const unsigned at = shared_address(weights + WEIGHTS) + k / 4 * 2048 + row * 128 + (((k % 4 * 2 + lane / 8 % 2) ^ (row & 7)) << 4);
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(b[0]), "=r"(b[1]), "=r"(b[2]), "=r"(b[3]) : "r"(at));
        }
        #pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
            const unsigned word = words[8 * i + k];
            unsigned a[4] = {word, word, word, word};
            if constexpr (DOES & NUMBERS) {
                #pragma unroll
                for (unsigned h = 0; h < 2; ++h) {
                    a[2 * h] = fma_f16x2(masked(word >> 8 * h, 0x000f000f), 0x3c003c00, 0xe408e408);
                    a[2 * h + 1] = fma_f16x2(masked(word >> 8 * h, 0x00f000f0), 0x2c002c00, 0xd480d480);
                }
            }
            #pragma unroll
            for (unsigned j = 0; j < 2; ++j) {
                if constexpr (DOES & PRODUCTS) mma(group[i][j], a, b[2 * j], b[2 * j + 1]);
                else for (unsigned v = 0; v < 2; ++v) group[i][j][v] += __uint_as_float(a[2 * j + v] ^ b[v]);
            }
        }
    }
    #pragma unroll
    for (unsigned i = 0; i < 2; ++i) {
        const float2 scale = __half22float2(*(const __half2 *)(i ? &pairs.y : &pairs.x));
        #pragma unroll
        for (unsigned v = 0; v < 8; ++v) sums[i][v / 4][v % 4] = fmaf(group[i][v / 4][v % 4], v % 4 / 2 ? scale.y : scale.x, sums[i][v / 4][v % 4]);
    }
}

template <unsigned DOES>
__device__ __forceinline__ void by_hand(const void *a, const char *weights, const char *scales, __half *c, float *left, unsigned *counters,
                                        unsigned groups, unsigned parts, unsigned n, unsigned m) {
    extern __shared__ __align__(1024) char memory[];
    __shared__ uint64_t full[STAGES], free_[STAGES];
    __shared__ unsigned before;
    const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
    char *of_scales = memory + STAGES * STAGE;
    asm volatile("griddepcontrol.launch_dependents;");
    const unsigned begin = parts * blockIdx.x / gridDim.x, end = parts * (blockIdx.x + 1) / gridDim.x;
    make_barriers(full, free_);
    if (t >= LOADER) {
        if (t > LOADER) return;
        auto fill = [&](unsigned turn) {
            const unsigned s = turn % STAGES;
            if (turn >= STAGES) wait(free_ + s, (turn / STAGES - 1) & 1);
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                         :: "r"(shared_address(full + s)), "r"(WEIGHTS + SCALES + (DOES & ROWS ? OF_A : 0)) : "memory");
            copy_bulk(memory + s * STAGE, weights + (size_t)(begin + turn) * WEIGHTS, WEIGHTS, full + s);
            copy_bulk(of_scales + s * SCALES, scales + (size_t)(begin + turn) * SCALES, SCALES, full + s);
            if ((DOES & AHEAD) && begin + turn + 4 < end)
                asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" :: "l"(weights + (size_t)(begin + turn + 4) * WEIGHTS), "r"(WEIGHTS) : "memory");
        };
        const unsigned first = min(STAGES, end - begin);
        for (unsigned turn = 0; turn < first; ++turn) fill(turn);
        asm volatile("griddepcontrol.wait;" ::: "memory");
        for (unsigned turn = 0; turn < (DOES & COPIES ? end - begin : first); ++turn) {
            if (turn >= first) fill(turn);
            const unsigned s = turn % STAGES, k = (begin + turn) % groups * 128;
            for (unsigned h = 0; (DOES & ROWS) && h < 2; ++h) load_box(memory + s * STAGE + WEIGHTS + h * 2048, a, k + 64 * h, full + s);
        }
        return;
    }
    for (unsigned part = begin, turn = 0; part < end;) {
        const unsigned tile = part / groups, tile_begin = tile * groups, tile_end = tile_begin + groups;
        float sums[2][2][4] = {};
        for (; part < min(tile_end, end); ++part, ++turn) {
            const unsigned s = turn % STAGES;
            if ((DOES & COPIES) || turn < STAGES) wait(full + s, turn / STAGES & 1);
            multiply<DOES>(memory + s * STAGE, of_scales + s * SCALES, lane, warp, sums);
            __syncwarp();
            if ((DOES & COPIES) && lane == 0) arrive(free_ + s);
        }
        const unsigned first = ((tile_begin + 1) * gridDim.x - 1) / parts, last = (tile_end * gridDim.x - 1) / parts;
        auto place = [&](unsigned block) { return (float4 *)left + (size_t)(2 * block + (block == first)) * 1024 + t; };
        if ((DOES & SUMS) && first < last) {
            for (unsigned v = 0; v < 4; ++v) place(blockIdx.x)[256 * v] = *(float4 *)sums[v / 2][v % 2];
            __threadfence();
            asm volatile("bar.sync 1, 256;" ::: "memory");
            if (t == 0) {
                before = atomicAdd(counters + tile, 1);
                if (before == last - first) counters[tile] = 0;
                __threadfence();
            }
            asm volatile("bar.sync 1, 256;" ::: "memory");
            if (before < last - first) continue;
            float *all = &sums[0][0][0];
            for (unsigned v = 0; v < 16; ++v) all[v] = 0;
            for (unsigned block = first; block <= last; ++block) {
                #pragma unroll
                for (unsigned v = 0; v < 4; ++v) {
                    const float4 four = __ldcg(place(block) + 256 * v);
                    all[4 * v] += four.x, all[4 * v + 1] += four.y, all[4 * v + 2] += four.z, all[4 * v + 3] += four.w;
                }
            }
        }
        #pragma unroll
        for (unsigned v = 0; v < 16; ++v) {
            const unsigned row = v / 4 % 2 * 8 + lane % 4 * 2 + v % 2, column = tile * 256 + warp * 32 + v / 8 * 16 + lane / 4 + v % 4 / 2 * 8;
            if (row < m) c[(size_t)row * n + column] = __float2half(sums[v / 8][v / 4 % 2][v % 4]);
        }
    }
}

#define BY_HAND(NAME, DOES)                                                                                                              \
    extern "C" __global__ void __launch_bounds__(288, 2) NAME(const void *a, const char *weights, const char *scales, __half *c, float *left, \
                                                              unsigned *counters, unsigned groups, unsigned parts, unsigned n, unsigned m) { \
        by_hand<DOES>(a, weights, scales, c, left, counters, groups, parts, n, m);                                                       \
    }
BY_HAND(by_hand_all, ALL)
BY_HAND(by_hand_no_sums, ALL - SUMS)
BY_HAND(by_hand_no_numbers, ALL - SUMS - NUMBERS)
BY_HAND(by_hand_no_products, ALL - SUMS - PRODUCTS)
BY_HAND(by_hand_no_rows, ALL - SUMS - ROWS)
BY_HAND(by_hand_no_copies, ALL - SUMS - COPIES)
BY_HAND(by_hand_ahead, ALL + AHEAD)
BY_HAND(by_hand_none, COPIES)
