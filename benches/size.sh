#!/usr/bin/env bash
# The code that a call of each tool adds to a program, and a second call with another layout, in thousands of bytes of its section `.text`, by layouts
# known at run time. Writes that section of benches/README.md. Takes some minutes. Needs Rust and binutils.
#
#     benches/size.sh
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target
table=$(mktemp)
trap 'rm -f "$table"' EXIT

# The bytes of code of a program with calls of a tool, `$1`, so many, `$2`.
bytes() {
    TOOL=$1 CALLS=$2 cargo build --quiet --locked --release --package loops --bin size 2> /dev/null
    size -A target/release/size | awk '$1 == ".text" { print $2 }'
}

empty=$(bytes '' 1)
{
    printf '%s; %s.\n\n' "$(rustc --version)" "$(uname -m)"
    printf '| a call | kB | a second one, of another layout, kB |\n|---|--:|--:|\n'
    for tool in slices coordinates split_mut copy_to 'zip_with, one source' 'zip_with!, two sources' 'fold!, sums of rows' 'einsum!, a product' fold_windows; do
        one=$(bytes "$tool" 1) two=$(bytes "$tool" 2)
        awk -v tool="$tool" -v empty="$empty" -v one="$one" -v two="$two" \
            'BEGIN { printf "| `%s` | %.1f | %.1f |\n", tool, (one - empty) / 1000, (two - one) / 1000 }' | sed 's/`\([^,`]*\),\([^`]*\)`/`\1`,\2/'
    done
} > "$table"
cat "$table"
./section.sh size "$table"
