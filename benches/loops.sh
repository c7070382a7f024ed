#!/usr/bin/env bash
# Random loops by `einsum!`, `zip_with!`, `fold!`, windows and over pixels, beside loops by hand, of which the best counts: the
# instructions that callgrind counts, and the speed, in half a minute each. Prints tables. Needs Rust and valgrind;
# SKIP=1 counts alone, KIND=einsum,fold takes loops of some kinds, SEED=8 others, and ELEMENT=f64, i32 or u8 those of another type.
# TARGET_CPU=x86-64-v3 compiles for another processor, which valgrind must know: AVX2, but not AVX-512.
#
#     benches/loops.sh
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target LD_BIND_NOW=1
if [ -n "${TARGET_CPU-}" ]; then
    # A folder of its own, so that neither build discards the other one.
    export RUSTFLAGS="${RUSTFLAGS-} -C target-cpu=$TARGET_CPU" CARGO_TARGET_DIR=$PWD/target/$TARGET_CPU
fi

cargo build --quiet --locked --release --package loops
program=$CARGO_TARGET_DIR/release/loops

# The instructions of each loop in each way, ours first, one after the other: all are run once, and callgrind dumps a profile after each.
instructions() {
    valgrind --tool=callgrind --toggle-collect=loops::counted --dump-after=loops::counted \
        --callgrind-out-file="$profiles/profile" "$program" check &> "$profiles/log" || { cat "$profiles/log" >&2 && return 1; }
    for number in $(seq "$(find "$profiles" -name 'profile.*' | wc -l)"); do
        sed -n 's/^totals: //p' "$profiles/profile.$number"
    done
}

# What the best of the first loops by hand, `$1`, takes, divided by what ours takes, `$2`.
ratio_of_best() {
    head -n "$1" | sort -g | awk -v ours="$2" 'NR == 1 { printf "%.2f", $1 / ours }'
}

# The least, the 5th percentile, the median and the most of the ratios of a kind, `$1`.
distribution() {
    grep -q "^$1	" "$ratios" || return 0
    grep "^$1	" "$ratios" | cut -f 2 | sort -g | awk -v kind="$1" '
        { r[NR - 1] = $1 }
        function at(percent) { return r[int(percent * (NR - 1) / 100)] }
        END { printf "| `%s` | %d | %.2f | %.2f | %.2f | %.2f |\n", kind, NR, at(0), at(5), at(50), at(100) }'
}

ratios=$(mktemp) profiles=$(mktemp --directory)
trap 'rm -rf "$ratios" "$profiles"' EXIT
printf '%s; %s.\n\n' "$(rustc --version)" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
if [ -z "${SKIP-}" ]; then
    "$program"
    echo
fi
printf '| loop | instructions | by hand ÷ ours |\n|---|--:|--:|\n'
instructions > "$profiles/counts"
mapfile -t counts < "$profiles/counts"
first=0
while IFS=$'\t' read -r _ ways parts name; do
    ours=${counts[first]}
    hands=$(printf '%s\n' "${counts[@]:first + 1:ways + parts}")
    first=$((first + 1 + ways + parts))
    ratio=$(ratio_of_best "$ways" "$ours" <<< "$hands")
    printf '| %s | %s | %s |\n' "$name" "$ours" "$ratio"
    kind=${name%% *}
    printf '%s\t%s\n' "$kind" "$ratio" >> "$ratios"
    if [ "$kind" = fold ]; then
        printf 'fold, by hand in parts\t%s\n' "$(ratio_of_best $((ways + parts)) "$ours" <<< "$hands")" >> "$ratios"
    fi
done < <("$program" list)
printf '\n| kind | loops | least | 5th percentile | median | most |\n|---|--:|--:|--:|--:|--:|\n'
for kind in einsum zip_with map fold 'fold, by hand in parts' fold_windows zip_windows pixels; do
    distribution "$kind"
done
