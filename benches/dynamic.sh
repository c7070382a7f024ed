#!/usr/bin/env bash
# The instructions of index functions with numbers known only at run time, counted by callgrind: ours, by hand, and
# CuTe's C++ headers by g++ and clang++. Writes that section of benches/README.md.
#
#     benches/dynamic.sh
#
# Needs what benches/index.sh does.
set -euo pipefail
cd "$(dirname "$0")"
clang=${CLANG:-$(command -v clang++ || command -v clang++-19)}
export CARGO_TARGET_DIR=$PWD/target LD_BIND_NOW=1
folder=$CARGO_TARGET_DIR/dynamic
mkdir -p "$folder"
include=$(./fetch_cute.sh)
cargo build --quiet --locked --release --package dynamic
flags=(-O3 -DNDEBUG -std=c++17 -fPIC -shared -fcf-protection=none -w)
# shellcheck disable=SC2086
g++ "${flags[@]}" -DCOLUMN=gxx $include dynamic/cute.cpp -o "$folder/gxx.so"
# shellcheck disable=SC2086
"$clang" "${flags[@]}" -DCOLUMN=clang $include dynamic/cute.cpp -o "$folder/clang.so"
valgrind --quiet --tool=callgrind --compress-strings=no --compress-pos=no --callgrind-out-file="$folder/callgrind.out" \
    "$CARGO_TARGET_DIR/release/dynamic" "$folder/gxx.so" "$folder/clang.so" > "$folder/calls"
{
    printf '%s, %s, %s; %s.\n\n' "$(rustc --version)" "$(g++ --version | head -1)" \
        "$("$clang" --version | head -1)" "$(uname -m)"
    printf '| layout | | ours | hand | g++ | clang++ |\n|---|---|--:|--:|--:|--:|\n'
    awk -v calls="$folder/calls" '
        BEGIN {
            while ((getline line < calls) > 0) { split(line, part, " "); n[part[1]] = part[2]; order[++cases] = part[1] }
            text["row"] = "`(m,n):(n,1)`"; text["padded"] = "`(m,n):(1,ld)`"; text["blocks"] = "`(m,(8,k)):(8,(1,8*m))`"
            text["seven"] = "`(7,n):(1,ld)`"; text["nested"] = "`((m,4),n):((4,1),8*m)`"; text["cube"] = "`(m,n,k):(n*k,k,1)`"
        }
        /^fn=/ { name = substr($0, 4); next }
        /^calls=/ { skip = 1; next }
        /^[0-9]/ { if (!skip) cost[name] += $2; skip = 0 }
        function row(form, label) {
            if (!(("ours_" form) in cost)) return
            line = "| " text[base] " | " label " |"
            for (k = 1; k <= 4; k++) line = line sprintf(" %.4g |", cost[columns[k] "_" form] / n[base])
            print line
        }
        END {
            split("ours hand gxx clang", columns, " ")
            for (c = 1; c <= cases; c++) { base = order[c]; row(base, "index"); row(base "_at", "at") }
        }' "$folder/callgrind.out"
} | tee "$folder/table.md"
./section.sh dynamic "$folder/table.md"
