#!/usr/bin/env bash
# The speed of the example `sgemm`, beside `matrixmultiply`, `gemm` and `faer`, on one thread and on two, and the instructions
# per element of packing. Writes that section of benches/README.md. Needs Rust; valgrind for the instructions. Takes four
# minutes, on a machine that does little else: SKIP=1 counts the instructions alone.
#
#     benches/sgemm.sh
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target

cargo build --quiet --locked --release --package sgemm
program=$CARGO_TARGET_DIR/release/sgemm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The instructions within `$1`, by callgrind, of the program with the arguments that follow.
instructions() {
    function=$1
    shift
    MATMUL_NUM_THREADS=1 valgrind --tool=callgrind --toggle-collect="$function" \
        --callgrind-out-file="$work/callgrind" "$program" "$@" 2>&1 >"$work/elements" |
        sed -n 's/.*Collected : //p'
}

packing() {
    echo '| packing | instructions per element |'
    echo '|---|--:|'
    all=$(instructions counted pack)
    echo "$all $(cat "$work/elements")" | awk '{ printf "| B, with AVX2 | %.2f |\n", $1 / $2 }'
}

if [ -z "${SKIP-}" ]; then
    {
        printf '%s; %s. Load average at the start: %s.\n\n' "$(rustc --version)" \
            "$(lscpu | sed -n 's/^Model name: *//p')" "$(cut -d' ' -f1 /proc/loadavg)"
        for threads in 1 2; do
            MATMUL_NUM_THREADS=$threads "$program" "$threads"
        done
    } | tee "$work/tables.md"
    ./section.sh sgemm "$work/tables.md"
fi
if command -v valgrind >/dev/null; then
    packing | tee "$work/packing.md"
    ./section.sh sgemm_packing "$work/packing.md"
fi
