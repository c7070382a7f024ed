#!/usr/bin/env bash
# Prints host.py: what `run.py` passes to `transpose_passed`, `gemm_split_k` and the convolutions, of the layouts of kernels/src/transpose.rs,
# split_k.rs and conv.rs.
#
#   examples/gpu/generated/host.sh > examples/gpu/generated/host.py       LAYOUT names the command
set -euo pipefail
layout=${LAYOUT:-layout}
by_rows='((32,8),4):((32,1),8)'
windows='(q,p,n):(step@0,step@1,1@2)'
"$layout" emit --lang python --host --name tiles --name down --name across --name image \
    "#[allow(padding)] #[assume(1 <= m, 1 <= n)] composition(zipped_divide((m,n):(n,1), (32,32)), <$by_rows, _>)" \
    "#[allow(non_injective)] along($windows, 1)" "#[allow(non_injective)] along($windows, 0)" \
    '#[allow(non_injective)] along((q,p,n):(1@0,1@1,1@2), 2)'
factor='tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1), (128,64))'
"$layout" emit --lang python --tensor-map bf16 --name factor --tensor-map f32 --name result \
    '(rows,k):(k,1)' "$factor" '(m,n):(n,1)' '(64,8):(8,1)'
