#!/usr/bin/env bash
# Prints layouts.cuh: the functions of the layouts of kernels/src/transpose.rs in CUDA C++.
#
#   examples/gpu/generated/layouts.sh > layouts.cuh       LAYOUT names the command
set -euo pipefail
layout=${LAYOUT:-layout}
threads='with_shape(right_inverse(raked_product((32,8):(8,1), (1,4):(4,1))), (256,4))'
tile='Sw<3,2,5> o 0 o (32,32):(32,1)'
"$layout" emit --lang cuda --name blocks --name written --name read \
    "with_shape(composition(zipped_divide((16384,16384):(16384,1), (32,32)), <$threads, _>), (256,4,512,512))" \
    "composition($tile, $threads)" \
    "composition(select($tile, 1, 0), $threads)"
