#!/usr/bin/env bash
# Compiles the same kernels in CuTe's C++ and counts their instructions: compare.sh CUTLASS OUT
#
# CUTLASS is a checkout of github.com/NVIDIA/cutlass; `NVCC` names the compiler, of CUDA or of NVIDIA's wheels nvidia-cuda-nvcc,
# nvidia-nvvm, nvidia-cuda-crt, nvidia-cuda-runtime and nvidia-cuda-cccl, `NVDISASM` the disassembler. No GPU is needed.
set -euo pipefail
cutlass=$(realpath "$1") out=$2
here=$(dirname "$(realpath "$0")")
nvcc=${NVCC:-nvcc}
cccl=$(dirname "$(realpath "$(command -v "$nvcc")")")/../include/cccl
mkdir -p "$out"
for file in mma wgmma; do
    echo "$file.cu"
    time "$nvcc" -std=c++17 -O3 -arch=sm_90a --expt-relaxed-constexpr -I "$cutlass/include" -I "$cutlass/tools/util/include" \
        -I "$cutlass/examples/cute/tutorial" -I "$cccl" -cubin -Xptxas -v -o "$out/$file.cubin" "$here/$file.cu" 2>"$out/$file.log"
    # What run.py launches, where there is a compiler for the host.
    [ $file = wgmma ] || "$nvcc" -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a --expt-relaxed-constexpr -I "$cutlass/include" \
        -I "$cutlass/tools/util/include" -I "$cutlass/examples/cute/tutorial" -I "$cccl" -shared -Xcompiler -fPIC -o "$out/$file.so" "$here/$file.cu"
    python3 "$here/../count.py" "$out/$file.cubin" "$out/$file.log" | cut -c -400
done
