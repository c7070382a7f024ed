// The transpose of ../kernels/src/transpose.rs in CUDA C++, by the functions that `layout emit` prints of its layouts:
//
//   ./layouts.sh > layouts.cuh && nvcc -arch=sm_90a -O3 -cubin transpose.cu
#include "layouts.cuh"

extern "C" __global__ void __launch_bounds__(256)
transpose(const float *__restrict__ source, float *__restrict__ target) {
  __shared__ __align__(16) float tile[1024];
  const unsigned t = threadIdx.x, i = blockIdx.x, j = blockIdx.y;
  // Four values of a thread follow each other, and the swizzle keeps them together.
  *(float4 *)(tile + written_at(t, 0)) = *(const float4 *)(source + blocks_at(t, 0, j, i));
  __syncthreads();
  const float y0 = tile[read_at(t, 0)], y1 = tile[read_at(t, 1)], y2 = tile[read_at(t, 2)], y3 = tile[read_at(t, 3)];
  // As an assignment of a float4, nvcc 13.0 makes four stores of it.
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(target + blocks_at(t, 0, i, j))),
               "f"(y0), "f"(y1), "f"(y2), "f"(y3)
               : "memory");
}
