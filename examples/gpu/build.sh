#!/usr/bin/env bash
# Builds the kernels to PTX and, where a `ptxas` is at hand, to a cubin for one processor.
#
#   examples/gpu/build.sh [sm_90a]
#
# Needs Rust stable and the target: `rustup target add nvptx64-nvidia-cuda`. Where that cannot be had, `core` is built from
# the sources that the component rust-docs has (core.py, with Python). `PTXAS` names the assembler; NVIDIA's wheel
# nvidia-cuda-nvcc has one, which needs no GPU. Fails if a kernel has local memory or spills, or if `ptxas` says that it will be slow.
# `TILES=few` leaves most tiles of the tuned kernels out, which a host needs and a test of what is in them does not.
# Exits with 77 where the target or `core` cannot be had.
set -euo pipefail
cd "$(dirname "$0")"

cpu=${1:-sm_90a}
target=nvptx64-nvidia-cuda
out=${CARGO_TARGET_DIR:-target}
mkdir -p "$out"
out=$(cd "$out" && pwd -P)

# The kernels use features of Rust that are not stable: PTX's calling convention, and its `asm!`.
export RUSTC_BOOTSTRAP=1
flags="-C target-cpu=$cpu"
if [ -e "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    # Its `core` is for an older processor. PTX is assembled as one piece, so that this is right; newer versions of rustc want to be told.
    if ! said=$(echo '#![no_std]' | rustc --crate-type lib --target $target $flags --emit=metadata -o "$out/probe.rmeta" - 2>&1) &&
        grep -q unsafe-allow-abi-mismatch <<<"$said"; then
        flags="$flags -C unsafe-allow-abi-mismatch=target-cpu"
    fi
else
    if ! python3 core.py "$out/nvptx-sysroot" --toolchain "${RUSTUP_TOOLCHAIN:-stable}" --cpu "$cpu" --no-alloc; then
        echo "no core for $target: rustup target add $target" >&2
        exit 77
    fi
    flags="--sysroot $out/nvptx-sysroot $flags"
fi

features=()
if [ "${TILES:-}" = few ]; then
    features=(--no-default-features)
fi

# The linker has nothing to do: link-time optimisation leaves one piece of PTX.
CARGO_TARGET_NVPTX64_NVIDIA_CUDA_LINKER=$(command -v true) CARGO_TARGET_NVPTX64_NVIDIA_CUDA_RUSTFLAGS=$flags \
    CARGO_TARGET_DIR=$out cargo rustc --quiet --locked -p layout-gpu-kernels "${features[@]}" --crate-type cdylib --release --target $target -- \
    --emit="asm=$out/unbound.ptx"
# What a linker would make; cargo compiles the kernels at each call where it is missing.
touch "$out/$target/release/deps/layout_gpu_kernels.ptx"
awk -f ../../layout-gpu/launch_bounds.awk "$out/unbound.ptx" "$out/unbound.ptx" >"$out/kernels.ptx"
echo "$out/kernels.ptx"

# Each kernel that has what makes it slow, and what that is.
slow() {
    awk '/^\.visible \.entry / { name = $3; sub(/\(.*/, "", name) }
         /\.local.*__local_depot/ { print name ": local memory: " $0 }' "$out/kernels.ptx"
    if [ -e "$out/kernels.log" ]; then
        awk '/Compiling entry function/ { name = $0; sub(/^[^\047]*\047/, "", name); sub(/\047.*/, "", name) }
             /Potential Performance Loss/ { print }
             /stack frame/ && !/ 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads/ { print name ": " $0 }' "$out/kernels.log"
    fi
}

ptxas=${PTXAS:-$(command -v ptxas || true)}
rm -f "$out/kernels.log" "$out/kernels.cubin"
if [ -n "$ptxas" ]; then
    "$ptxas" -arch="$cpu" "$out/kernels.ptx" -o "$out/kernels.cubin" -v 2>"$out/kernels.log" || { cat "$out/kernels.log" >&2; exit 1; }
fi
if found=$(slow) && [ -n "$found" ]; then
    echo "these kernels are slow, as rustc or ptxas made them:" >&2
    echo "$found" >&2
    exit 1
fi
if [ -n "$ptxas" ]; then
    echo "$out/kernels.cubin"
fi
