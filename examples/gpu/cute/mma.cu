// Transposes and products in CuTe's C++, of the same tiles, threads and swizzles as `kernels`. Products are the kernel of CUTLASS's tutorial
// `examples/cute/tutorial/sgemm_sm80.cu`, which is included and instantiated for these layouts.
#define main tutorial
#include "sgemm_sm80.cu"
#undef main

using namespace cute;

extern __shared__ __align__(128) unsigned char dynamic_shared[];

extern "C" __global__ void __launch_bounds__(256) transpose(const float* source, float* target) {
  auto matrix = make_layout(make_shape(_16384{}, _16384{}), LayoutRight{});
  auto tile = make_shape(_32{}, _32{});
  Tensor from = local_tile(make_tensor(make_gmem_ptr(source), matrix), tile, make_coord(blockIdx.y, blockIdx.x));
  Tensor to = local_tile(make_tensor(make_gmem_ptr(target), matrix), tile, make_coord(blockIdx.x, blockIdx.y));
  Swizzle<3, 2, 5> swizzle;
  auto memory = make_smem_ptr(reinterpret_cast<float*>(dynamic_shared));
  Tensor rows = make_tensor(memory, composition(swizzle, Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
  Tensor columns = make_tensor(memory, composition(swizzle, Layout<Shape<_32, _32>, Stride<_1, _32>>{}));
  Layout<Shape<_32, _8>, Stride<_8, _1>> threads;
  Layout<Shape<_1, _4>> values;
  auto by_four = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, threads, values);
  auto by_one = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, threads, values);
  auto four = by_four.get_slice(threadIdx.x);
  auto one = by_one.get_slice(threadIdx.x);
  Tensor loaded = make_fragment_like(four.partition_S(from));
  copy(by_four, four.partition_S(from), loaded);
  copy(by_four, loaded, four.partition_D(rows));
  __syncthreads();
  Tensor read = make_fragment_like(one.partition_D(to));
  copy(by_one, one.partition_S(columns), read);
  copy(by_four, make_tensor(read.data(), four.partition_D(to).layout().shape()), four.partition_D(to));
}

extern "C" __global__ void __launch_bounds__(256) transpose_any(int m, int n, const float* source, float* target) {
  auto tile = make_shape(_32{}, _32{});
  auto at = make_coord(blockIdx.y, blockIdx.x);
  auto there = make_coord(blockIdx.x, blockIdx.y);
  auto shape = make_shape(m, n);
  auto turned = make_shape(n, m);
  Tensor from = local_tile(make_tensor(make_gmem_ptr(source), make_layout(shape, make_stride(n, _1{}))), tile, at);
  Tensor to = local_tile(make_tensor(make_gmem_ptr(target), make_layout(turned, make_stride(m, _1{}))), tile, there);
  Tensor from_at = local_tile(make_identity_tensor(shape), tile, at);
  Tensor to_at = local_tile(make_identity_tensor(turned), tile, there);
  Swizzle<5, 0, 5> swizzle;
  auto memory = make_smem_ptr(reinterpret_cast<float*>(dynamic_shared));
  Tensor rows = make_tensor(memory, composition(swizzle, Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
  Tensor columns = make_tensor(memory, composition(swizzle, Layout<Shape<_32, _32>, Stride<_1, _32>>{}));
  Layout<Shape<_8, _32>, Stride<_32, _1>> threads;
  auto mine = [&](auto const& of) { return local_partition(of, threads, threadIdx.x); };
  Tensor in = mine(from);
  Tensor in_at = mine(from_at);
  Tensor written = mine(rows);
  Tensor out = mine(to);
  Tensor out_at = mine(to_at);
  Tensor read = mine(columns);
  CUTE_UNROLL
  for (int v = 0; v < size(in); ++v) {
    if (elem_less(in_at(v), shape)) written(v) = in(v);
  }
  __syncthreads();
  CUTE_UNROLL
  for (int v = 0; v < size(out); ++v) {
    if (elem_less(out_at(v), turned)) out(v) = read(v);
  }
}

// Launches the kernel for arguments of these types, of `n` rows and columns.
template <class S, class T, class TA, class DA, class LA, class CA, class RA, class TB, class DB, class LB, class CB, class RB,
          class TC, class DC, class LC, class M>
int launched(cudaStream_t stream, S shape, T tile, TA const* a, DA da, LA la, CA ca, RA ra, TB const* b, DB db, LB lb, CB cb,
             RB rb, TC* c, DC dc, LC lc, M mma) {
  auto kernel = gemm_device<S, T, TA, DA, LA, CA, RA, TB, DB, LB, CB, RB, TC, DC, LC, M, float, float>;
  int bytes = sizeof(SharedStorage<TA, TB, LA, LB>);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  dim3 grid(size(ceil_div(get<0>(shape), get<0>(tile))), size(ceil_div(get<1>(shape), get<1>(tile))));
  kernel<<<grid, dim3(size(mma)), bytes, stream>>>(shape, tile, a, da, la, ca, ra, b, db, lb, cb, rb, c, dc, lc, mma, 1.0f, 0.0f);
  return cudaGetLastError();
}

template <class N>
int sgemm(N m, N n, N k, const float* a, const float* b, float* c, cudaStream_t stream) {
  auto tile = make_shape(_128{}, _128{}, _8{});
  auto shared = make_layout(make_shape(_128{}, _8{}, _3{}));
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, float>{}, Layout<Shape<_32, _8>>{},
                              Layout<Shape<_4, _1>>{});
  Copy_Atom<AutoVectorizingCopy, float> read;
  // Lanes 8x4, warps 2x4, four values together.
  using Threads = Layout<Shape<Shape<_8, _2>, Shape<_4, _4>, _1>, Stride<Stride<_1, _32>, Stride<_8, _64>, _0>>;
  using Four = Layout<Shape<_16, _4>, Stride<_4, _1>>;
  auto mma = make_tiled_mma(UniversalFMA<float, float, float>{}, Threads{}, Tile<Four, Four, _1>{});
  return launched(stream, make_shape(m, n, k), tile, a, make_stride(_1{}, m), shared, load, read, b, make_stride(_1{}, n), shared,
                  load, read, c, make_stride(_1{}, m), make_layout(make_shape(_128{}, _128{})), mma);
}

// What `run.py` calls of this file as a library.
extern "C" int launch_transpose(const float* source, float* target, cudaStream_t stream) {
  transpose<<<dim3(512, 512), 256, 4096, stream>>>(source, target);
  return cudaGetLastError();
}

extern "C" int launch_transpose_any(int m, int n, const float* source, float* target, cudaStream_t stream) {
  transpose_any<<<dim3(ceil_div(n, 32), ceil_div(m, 32)), 256, 4096, stream>>>(m, n, source, target);
  return cudaGetLastError();
}

extern "C" int launch_sgemm(const float* a, const float* b, float* c, cudaStream_t stream) {
  return sgemm(_4096{}, _4096{}, _4096{}, a, b, c, stream);
}

extern "C" int launch_sgemm_any(int m, int n, int k, const float* a, const float* b, float* c, cudaStream_t stream) {
  return sgemm(m, n, k, a, b, c, stream);
}

extern "C" int launch_mma_gemm(const bfloat16_t* a, const bfloat16_t* b, float* c, cudaStream_t stream) {
  _8192 n;
  auto tile = make_shape(_128{}, _128{}, _64{});
  auto atom = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  auto shared = tile_to_shape(atom, make_shape(_128{}, _64{}, _3{}));
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, bfloat16_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  Copy_Atom<SM75_U32x4_LDSM_N, bfloat16_t> read;
  auto mma = make_tiled_mma(SM80_16x8x16_F32BF16BF16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto by_rows = make_stride(n, _1{});
  return launched(stream, make_shape(n, n, n), tile, a, by_rows, shared, load, read, b, by_rows, shared, load, read, c, by_rows,
                  make_layout(make_shape(_128{}, _128{})), mma);
}
