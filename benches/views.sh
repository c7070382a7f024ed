#!/usr/bin/env bash
# The instructions of small kernels by views and by slices, the example `kernels`, counted by callgrind. Writes that
# section of benches/README.md. Needs Rust and valgrind.
#
#     benches/views.sh
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target LD_BIND_NOW=1
(cd .. && cargo build --quiet --locked --release --package layout-examples --example kernels)
program=$CARGO_TARGET_DIR/release/examples/kernels
"$program" > /dev/null
table=$(mktemp)
trap 'rm -f "$table" "$table.elements"' EXIT

# The instructions of one run of a kernel, `$1`, in one way, `$2`.
instructions() {
    valgrind --tool=callgrind --toggle-collect='kernels::counted*' --callgrind-out-file=/dev/null \
        "$program" "$1" "$2" 2>&1 >"$table.elements" | sed -n 's/.*Collected : //p'
}

row() {
    views=$(instructions "$1" views)
    slices=$(instructions "$1" slices)
    awk -v text="$2" -v views="$views" -v slices="$slices" -v n="$(cat "$table.elements")" \
        'BEGIN { printf "| %s | %.2f | %.2f | %.2f |\n", text, views / n, slices / n, views / slices }'
}
{
    printf '%s; %s.\n\n' "$(rustc --version)" "$(uname -m)"
    printf '| kernel | views | slices | ratio |\n|---|--:|--:|--:|\n'
    row convolve 'convolution, 16 channels to 2 blocks of 8, 3 x 3'
    row pack_rows 'packing rows in panels of 8 x 256, `copy_to`'
    row pack_by_index 'the same, element by element'
    row pack_columns 'packing columns, `copy_to`'
    row relax 'stencil of 5 points, 32 x 258'
    row products 'rows of 24 x 20 by each other, `iter` and `zip`'
    row additions 'the same rows added to each other, `zip_with`'
    row rows_turned 'the same rows from the last to the first, `copy_from`'
    row columns_turned 'their columns from the last to the first, `copy_from`'
    row normalised 'each row by its sum'
    row by_coordinates 'each element by its coordinate, `indexed_iter`'
    row product 'product of 37 x 50 by 50 x 41, `einsum!`'
    row product_of_columns 'the same with B column after column'
    row product_of_vector 'product of 37 x 50 by a vector'
} | tee "$table"
./section.sh views "$table"
