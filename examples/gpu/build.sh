#!/usr/bin/env bash
# Builds the kernels to PTX and, where a `ptxas` is at hand, to a cubin for one processor.
#
#   examples/gpu/build.sh [sm_90a]
#
# Needs Rust stable and the target: `rustup target add nvptx64-nvidia-cuda`. Where that cannot be had, `core` is built from
# the sources that the component rust-docs has (core.py, with Python). `PTXAS` names the assembler; NVIDIA's wheel
# nvidia-cuda-nvcc has one, which needs no GPU. Exits with 77 where the target or `core` cannot be had.
set -euo pipefail
cd "$(dirname "$0")"

cpu=${1:-sm_90a}
target=nvptx64-nvidia-cuda
out=${CARGO_TARGET_DIR:-target}
mkdir -p "$out"
out=$(cd "$out" && pwd)

# The kernels use features of Rust that are not stable: PTX's calling convention, and its `asm!`.
export RUSTC_BOOTSTRAP=1
flags="-C target-cpu=$cpu"
if ! [ -e "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    if ! python3 core.py "$out/nvptx-sysroot" --toolchain "${RUSTUP_TOOLCHAIN:-stable}" --no-alloc; then
        echo "no core for $target: rustup target add $target" >&2
        exit 77
    fi
    flags="--sysroot $out/nvptx-sysroot $flags"
fi

# The linker has nothing to do: link-time optimisation leaves one piece of PTX.
CARGO_TARGET_NVPTX64_NVIDIA_CUDA_LINKER=$(command -v true) CARGO_TARGET_NVPTX64_NVIDIA_CUDA_RUSTFLAGS=$flags \
    CARGO_TARGET_DIR=$out cargo rustc --quiet --locked -p layout-gpu-kernels --crate-type cdylib --release --target $target -- \
    --emit="asm=$out/unbound.ptx"
awk -v threads="attention=384 attention_causal=384 attention_64=384 attention_64_causal=384 wgmma_gemm=384 wgmma_fp8=384 sgemm_any=256/2" -f bound.awk "$out/unbound.ptx" >"$out/kernels.ptx"
echo "$out/kernels.ptx"

ptxas=${PTXAS:-$(command -v ptxas || true)}
if [ -n "$ptxas" ]; then
    "$ptxas" -arch="$cpu" "$out/kernels.ptx" -o "$out/kernels.cubin" -v 2>"$out/kernels.log" || { cat "$out/kernels.log" >&2; exit 1; }
    echo "$out/kernels.cubin"
fi
