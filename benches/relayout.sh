#!/usr/bin/env bash
# The speed of copies between layouts, beside `memcpy` of the same bytes: by views, by hand, by ndarray and by the crate
# `transpose`, on one thread and on two, all in one run of less than two minutes. Writes that section of
# benches/README.md, with the inner loop of the transpose by views. Needs Rust and binutils; x86-64 only. Meant for a
# machine that does little else: SKIP=1 writes the inner loop alone.
#
#     benches/relayout.sh
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target

cargo build --quiet --locked --release --package relayout
program=$CARGO_TARGET_DIR/release/relayout
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

disassemble() {
    objdump -d --no-show-raw-insn --disassemble="$1" "$program"
}

# The innermost loop that turns squares: from where its last jump goes, up to that jump. Where it has several squares,
# the first is shown.
inner_loop() {
    # What checks the lengths of the buffers ends in the function that copies.
    function=$(disassemble relayout_transpose | grep -o '<[^<>+]*4turn[^<>+]*>' | head -1 | tr -d '<>')
    disassemble "${function:-relayout_transpose}" | awk -F '\t' '
        /^ *[0-9a-f]+:/ {
            at = $1; gsub(/[ :]/, "", at)
            line[++n] = $2; place[at] = n
            if ($2 ~ /^unpckhps/ && !first) first = n
            split($2, word, " +")
            if (first && !last && word[1] ~ /^j/ && word[2] in place && place[word[2]] < first) {
                head = place[word[2]]; last = n
            }
        }
        END {
            for (k = head; k <= last; k++) {
                squares += line[k] ~ /^movlhps/
                bad += line[k] ~ /^(i?div|call|ud2)/
                jumps += line[k] ~ /^j/
                if (line[k] ~ /^prefetch/ && squares == 2) done = 1
                sub(/[0-9a-f]+ <.*>/, "the first of these", line[k])
                if (!done) shown = shown line[k] "\n"
            }
            squares /= 2
            printf "The inner loop of the transpose of 4096 x 4096, by views. Instructions: %d, for elements: %d; jumps: %d; " \
                "divisions, calls and panics: %d.\n\n```asm\n%s```\n", last - head + 1, 16 * squares, jumps, bad, shown
        }'
}

if [ -z "${SKIP-}" ]; then
    {
        printf '%s; %s. ' "$(rustc --version)" "$(lscpu | sed -n 's/^Model name: *//p')"
        timeout 120 "$program"
    } | tee "$work/tables.md"
    ./section.sh relayout "$work/tables.md"
fi
inner_loop | tee "$work/loop.md"
./section.sh relayout_loop "$work/loop.md"
