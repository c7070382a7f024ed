// The kernels of this folder by hand: the same algorithms, with their index arithmetic written out.
#include <cuda_bf16.h>
#include <cstdint>
extern __shared__ __align__(128) unsigned char dynamic_shared[];

__device__ __forceinline__ uint32_t shared_base() { return (uint32_t)__cvta_generic_to_shared(dynamic_shared); }

extern "C" __global__ void __launch_bounds__(256) transpose(const float* __restrict__ source, float* __restrict__ target) {
  float* s = (float*)dynamic_shared;
  constexpr unsigned N = 16384;
  unsigned t = threadIdx.x, i = blockIdx.x, j = blockIdx.y, r = t >> 3, c = t & 7;
  float4 x = *(const float4*)(source + (32 * j + r) * N + 32 * i + 4 * c);
  *(float4*)(s + 32 * r + 4 * (c ^ (r >> 2))) = x;
  __syncthreads();
  // row r of the result, its columns 4c...: rows 4c... of the tile, column r

  unsigned q = 128 * c + (r ^ (c << 2));
  float y0 = s[q], y1 = s[q + 32], y2 = s[q + 64], y3 = s[q + 96];
  // As an assignment of a float4, nvcc 13.0 makes four stores of it.
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(target + (32 * i + r) * N + 32 * j + 4 * c)), "f"(y0), "f"(y1), "f"(y2), "f"(y3) : "memory");
}

extern "C" __global__ void __launch_bounds__(256) transpose_any(unsigned m, unsigned n, const float* __restrict__ source, float* __restrict__ target) {
  float* s = (float*)dynamic_shared;
  unsigned t = threadIdx.x, c = t & 31, r = t >> 5, i = blockIdx.x, j = blockIdx.y;
#pragma unroll
  for (unsigned v = 0; v < 4; ++v) {
    unsigned row = 32 * j + r + 8 * v, col = 32 * i + c;
    if (row < m && col < n) s[32 * (r + 8 * v) + (c ^ (r + 8 * v))] = source[row * n + col];
  }
  __syncthreads();
#pragma unroll
  for (unsigned v = 0; v < 4; ++v) {
    unsigned row = 32 * i + r + 8 * v, col = 32 * j + c;
    if (row < n && col < m) target[row * m + col] = s[32 * c + (c ^ (r + 8 * v))];
  }
}

__device__ __forceinline__ void cp16(uint32_t s, const void* g) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(__cvta_generic_to_global(g)) : "memory");
}
__device__ __forceinline__ void fence() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }

extern "C" __global__ void __launch_bounds__(256) sgemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
  constexpr unsigned M = 4096, N = 4096, K = 4096, TILES = K / 8;
  float* sa = (float*)dynamic_shared;
  float* sb = sa + 3 * 1024;
  unsigned t = threadIdx.x, lane = t & 31, warp = t >> 5;
  unsigned tm = (lane & 7) * 4 + (warp & 1) * 32, tn = (lane >> 3) * 4 + (warp >> 1) * 16;
  unsigned cm = (t & 31) * 4, ck = t >> 5;
  const float* ga = a + blockIdx.x * 128 + cm + ck * M;
  const float* gb = b + blockIdx.y * 128 + cm + ck * N;
  uint32_t wa = shared_base() + 4 * (cm + ck * 128), wb = wa + 4 * 3 * 1024;
  auto copy = [&](unsigned tile, unsigned stage) {
    cp16(wa + 4096 * stage, ga + tile * 8 * M);
    cp16(wb + 4096 * stage, gb + tile * 8 * N);
    fence();
  };
  float fa[2][8], fb[2][8], acc[8][8] = {};
  auto load = [&](int f, unsigned k, unsigned stage) {
    const float* pa = sa + stage * 1024 + k * 128 + tm;
    const float* pb = sb + stage * 1024 + k * 128 + tn;
    *(float4*)&fa[f][0] = *(const float4*)pa;
    *(float4*)&fa[f][4] = *(const float4*)(pa + 64);
    *(float4*)&fb[f][0] = *(const float4*)pb;
    *(float4*)&fb[f][4] = *(const float4*)(pb + 64);
  };
  copy(0, 0);
  copy(1, 1);
  unsigned read = 0, write = 2, stage = 0, next = 2;
  wait<1>();
  __syncthreads();
  load(0, 0, 0);
#pragma unroll 1
  for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) {
      if (k == 7) {
        stage = read;
        wait<1>();
        __syncthreads();
      }
      load((k + 1) & 1, (k + 1) % 8, stage);
      if (k == 0) {
        copy(next < TILES ? next : TILES - 1, write);
        ++next;
        write = read;
        read = read == 2 ? 0 : read + 1;
      }
#pragma unroll
      for (int n = 0; n < 8; ++n)
#pragma unroll
        for (int m = 0; m < 8; ++m) acc[n][m] = fmaf(fa[k & 1][m], fb[k & 1][n], acc[n][m]);
    }
  }
  float* p = c + blockIdx.x * 128 + tm + (blockIdx.y * 128 + tn) * M;
#pragma unroll
  for (int n = 0; n < 8; ++n)
#pragma unroll
    for (int m = 0; m < 2; ++m)
      *(float4*)(p + 64 * m + ((n & 3) + 64 * (n >> 2)) * M) = *(float4*)&acc[n][4 * m];
}

__device__ __forceinline__ void ldmatrix4(uint32_t (&r)[4], uint32_t s) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(s));
}
__device__ __forceinline__ void mma(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

extern "C" __global__ void __launch_bounds__(128) mma_gemm(const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b, float* __restrict__ c) {
  constexpr unsigned N = 8192, K = 8192, TILES = K / 64;
  unsigned t = threadIdx.x, lane = t & 31, wm = t >> 5 & 1, wn = t >> 6;
  unsigned cr = t >> 3, cc = t & 7;
  const __nv_bfloat16* ga = a + (blockIdx.x * 128 + cr) * K + cc * 8;
  const __nv_bfloat16* gb = b + (blockIdx.y * 128 + cr) * K + cc * 8;
  uint32_t wa = shared_base() + cr * 128 + ((cc ^ (cr & 7)) << 4), wb = wa + 3 * 16384;
  auto copy = [&](unsigned tile, unsigned stage) {
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) {
      cp16(wa + stage * 16384 + i * 2048, ga + tile * 64 + i * 16 * K);
      cp16(wb + stage * 16384 + i * 2048, gb + tile * 64 + i * 16 * K);
    }
    fence();
  };
  // ldmatrix: a lane's row, and its column of eight elements
  unsigned ra = (lane & 15) + 16 * wm, ha = lane >> 4;
  unsigned rb = (lane & 7) + 8 * (lane >> 4) + 16 * wn, hb = lane >> 3 & 1;
  uint32_t la = shared_base() + ra * 128, lb = shared_base() + 3 * 16384 + rb * 128;
  uint32_t xa = (ha ^ (ra & 7)) << 4, xb = (hb ^ (rb & 7)) << 4;
  uint32_t fa[2][4][4], fb[2][4][4];
  float acc[4][8][4] = {};
  auto load = [&](int f, unsigned k, unsigned stage) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      ldmatrix4(fa[f][i], la + stage * 16384 + i * 4096 + (xa ^ (k << 5)));
      ldmatrix4(fb[f][i], lb + stage * 16384 + i * 4096 + (xb ^ (k << 5)));
    }
  };
  copy(0, 0);
  copy(1, 1);
  unsigned read = 0, write = 2, stage = 0, next = 2;
  wait<1>();
  __syncthreads();
  load(0, 0, 0);
#pragma unroll 1
  for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      if (k == 3) {
        stage = read;
        wait<1>();
        __syncthreads();
      }
      load((k + 1) & 1, (k + 1) % 4, stage);
      if (k == 0) {
        copy(next < TILES ? next : TILES - 1, write);
        ++next;
        write = read;
        read = read == 2 ? 0 : read + 1;
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          mma(acc[i][2 * j], fa[k & 1][i], fb[k & 1][j][0], fb[k & 1][j][1]);
          mma(acc[i][2 * j + 1], fa[k & 1][i], fb[k & 1][j][2], fb[k & 1][j][3]);
        }
    }
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
#pragma unroll
      for (int v = 0; v < 2; ++v) {
        unsigned row = blockIdx.x * 128 + 32 * i + 16 * wm + 8 * v + lane / 4;
        unsigned col = blockIdx.y * 128 + 32 * (j / 2) + 16 * wn + 8 * (j % 2) + 2 * (lane % 4);
        *(float2*)(c + row * N + col) = make_float2(acc[i][j][2 * v], acc[i][j][2 * v + 1]);
      }
}
