#!/usr/bin/env bash
# The price of each tool for loops, in instructions of callgrind for an element, for rows of 8 to 512 elements: the table of
# docs/loops.md, which it writes with WRITE=1 and prints without. Takes a minute. Needs Rust and valgrind.
#
#     benches/prices.sh
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target LD_BIND_NOW=1

cargo build --quiet --locked --release --package loops --bin prices
program=$CARGO_TARGET_DIR/release/prices
elements=8192

counts=$(mktemp) table=$(mktemp)
trap 'rm -f "$counts" "$table"' EXIT
"$program" list | while IFS=$'\t' read -r number name length numbers; do
    count=$(valgrind --tool=callgrind --toggle-collect='prices::counted*' --callgrind-out-file=/dev/null \
        "$program" "$number" 2>&1 >/dev/null | sed -n 's/.*Collected : //p')
    printf '%s\t%s\t%s\t%s\n' "$name" "$length" "$numbers" "$count"
done > "$counts"

awk -F '\t' -v elements="$elements" '
    !($1 in seen) { seen[$1] = 1; names[++number] = $1 }
    { price[$1, $2, $3] = sprintf("%.2f", $4 / elements) }
    END {
        print "| loop | 8 | 32 | 128 | 512 |"
        print "|---|--:|--:|--:|--:|"
        split("8 32 128 512", lengths, " ")
        for (i = 1; i <= number; i++) {
            line = "| " names[i]
            for (k = 1; k <= 4; k++) {
                line = line " | " price[names[i], lengths[k], "run time"]
                constant = price[names[i], lengths[k], "constants"]
                if (constant != "") line = line ", " constant
            }
            print line " |"
        }
    }' "$counts" > "$table"

if [ -z "${WRITE-}" ]; then
    cat "$table"
    exit
fi
page=../docs/loops.md
grep -q '^<!-- prices -->$' "$page"
awk -v file="$table" '
    $0 == "<!-- /prices -->" { within = 0 }
    !within
    $0 == "<!-- prices -->" { within = 1; print ""; while ((getline line < file) > 0) print line; print "" }' "$page" > "$page.new"
mv "$page.new" "$page"
