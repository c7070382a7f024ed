#!/usr/bin/env bash
# Fetches CuTe's C++ headers and those of CUDA that they include from PyPI into benches/.cute, which Git ignores.
# Prints the compiler flags that find them. Needs pip and unzip; the packages are some 50 MB.
set -euo pipefail
cute=$(cd "$(dirname "$0")" && pwd)/.cute
if [ ! -f "$cute/complete" ]; then
    rm -rf "$cute"
    mkdir -p "$cute/wheels"
    pip download --quiet --no-deps --only-binary :all: --dest "$cute/wheels" nvidia-cutlass==4.2.0.0 \
        nvidia-cuda-runtime-cu12==12.9.79 nvidia-cuda-cccl-cu12==12.9.27 nvidia-cuda-nvcc-cu12==12.9.86 >&2
    for wheel in "$cute"/wheels/*.whl; do
        unzip -q -o "$wheel" 'cutlass_library/source/include/*' 'nvidia/*/include/*' -d "$cute" 2>/dev/null || [ $? = 11 ]
    done
    rm -r "$cute/wheels"
    touch "$cute/complete"
fi
printf -- '-I%s/cutlass_library/source/include' "$cute"
for part in cuda_runtime cuda_cccl cuda_nvcc; do
    printf -- ' -isystem %s/nvidia/%s/include' "$cute" "$part"
done
echo
