// The product by TMA and `wgmma` in CuTe's C++: the kernel of CUTLASS's tutorial `examples/cute/tutorial/hopper/wgmma_tma_sm90.cu`,
// which is included and instantiated for tiles of 128x256 and steps of 64, of which four are in shared memory.
#define main tutorial
#include "hopper/wgmma_tma_sm90.cu"
#undef main

template <class S, class T, class LA, class A, class LB, class B, class D, class M>
void instantiated(S, T, LA, A, LB, B, D, M) {
  static volatile auto kernel = gemm_device<S, T, bfloat16_t, LA, A, bfloat16_t, LB, B, float, D, M, float, float>;
  (void)kernel;
}

void wgmma_gemm(const bfloat16_t* a, const bfloat16_t* b) {
  int n = 8192;
  auto tile = make_shape(_128{}, _256{}, _64{});
  auto rows = tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, make_shape(_128{}, _64{}, _4{}));
  auto columns = tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, make_shape(_256{}, _64{}, _4{}));
  auto mma = make_tiled_mma(SM90_64x256x16_F32BF16BF16_SS<GMMA::Major::K, GMMA::Major::K>{}, Layout<Shape<_2, _1, _1>>{});
  auto matrix = [&](auto pointer) { return make_tensor(pointer, make_shape(n, n), make_stride(n, _1{})); };
  auto tma_a = make_tma_atom(SM90_TMA_LOAD{}, matrix(a), rows(_, _, 0), make_shape(_128{}, _64{}));
  auto tma_b = make_tma_atom(SM90_TMA_LOAD{}, matrix(b), columns(_, _, 0), make_shape(_256{}, _64{}));
  instantiated(make_shape(n, n, n), tile, rows, tma_a, columns, tma_b, make_stride(n, _1{}), mma);
}
