#!/usr/bin/env bash
# Kernels by views as one writes them first, by safe slices with indices computed by hand, and by other crates: their
# speed on one thread and on two, in about five minutes, and the instructions that callgrind counts, in about five more.
# Prints tables. Needs Rust, valgrind, 2 GB and a machine that does little else; SKIP=1 counts alone.
#
#     benches/kernels.sh
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target LD_BIND_NOW=1

cargo build --quiet --locked --release --package kernels
program=$CARGO_TARGET_DIR/release/kernels

# The instructions of one run of a kernel, `$1`, in one way, `$2`.
instructions() {
    valgrind --tool=callgrind --toggle-collect='kernels::case::counted*' --callgrind-out-file=/dev/null \
        "$program" count "$1" "$2" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
}

counts() {
    printf '%s; %s.\n\n' "$(rustc --version)" "$(uname -m)"
    printf '| kernel | views | by hand | others |\n|---|--:|--:|---|\n'
    # Larger ones take long, and do the same more often.
    "$program" list | awk -F '\t' '$2 < 300000' | while IFS=$'\t' read -r name elements ways; do
        views=$(instructions "$name" views)
        cells=
        for way in $ways; do
            case $way in
                views | memcpy) continue ;;
                hand) text= ; end=' |' ;;
                *) text="$way " ; end= ;;
            esac
            cells="$cells $text$(awk -v n="$(instructions "$name" "$way")" -v of="$elements" -v views="$views" \
                'BEGIN { printf "%.2f (%.2f)", n / of, n / views }')$end"
        done
        awk -v name="$name" -v n="$views" -v of="$elements" -v cells="$cells" \
            'BEGIN { printf "| %s | %.2f |%s |\n", name, n / of, cells }'
    done
}

if [ -z "${SKIP-}" ]; then
    printf '%s; ' "$(rustc --version)"
    "$program"
    echo
fi
counts
