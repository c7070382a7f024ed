#!/usr/bin/env bash
# The instructions of index functions, counted by callgrind: ours, by hand, CuTe's C++ headers by g++ and clang++,
# ndarray and mdarray, ours in generated C, and ours of literals beside constants, all built and measured in this run; and
# the operations of generated WGSL beside WGSL by hand. Writes that section of benches/README.md.
#
#     benches/index.sh                  builds, checks, measures, writes the tables
#     benches/index.sh asm seed_index   the code of a function in every column, after a run
#
# Needs Rust, g++, clang++ (CLANG names another), valgrind, binutils; pip and unzip to fetch the headers. x86-64 only.
set -euo pipefail
cd "$(dirname "$0")"
clang=${CLANG:-$(command -v clang++ || command -v clang++-19)}
target=$PWD/target
export CARGO_TARGET_DIR=$target LD_BIND_NOW=1

if [ "${1-}" = asm ]; then
    for library in ours hand gxx clang generated peers constants; do
        for form in "$2" "literal_$2" "constant_$2" "${2%_u32}_"{2..6}"$([[ $2 = *_u32 ]] && echo _u32 || true)" "ndarray_$2" "mdarray_$2"; do
            code=$(objdump -d --no-show-raw-insn --disassemble="$form" "$target/index/release/$library.so" |
                awk '/^[0-9a-f]+ <.*>:/ { on = 1; next } /^$/ { on = 0 } on' | cut -f 2-)
            [ -z "$code" ] || printf '%s %s: %d\n%s\n\n' "$library" "$form" "$(wc -l <<< "$code")" "$code"
        done
    done
    exit
fi

include=$(./fetch_cute.sh)
cargo build --quiet --locked --release --package index-driver
for profile in release dev nodebug; do
    built=$target/${profile/#dev/debug}
    folder=$target/index/$profile
    mkdir -p "$folder"
    cargo build --quiet --locked --profile "$profile" --package index-ours
    cargo build --quiet --locked --profile "$profile" --package index-hand
    cp "$built/libindex_ours.so" "$folder/ours.so"
    cp "$built/libindex_hand.so" "$folder/hand.so"
done
folder=$target/index/release
cargo build --quiet --locked --release --package index-peers
cp "$target/release/libindex_peers.so" "$folder/peers.so"
cargo build --quiet --locked --release --package index-constants
cp "$target/release/libindex_constants.so" "$folder/constants.so"
cargo build --quiet --locked --release --package index-languages
"$target/release/index-languages" c > "$target/index/generated.c"
"${clang/clang++/clang}" -std=c99 -O3 -fPIC -shared -fcf-protection=none -Wall -Wextra -Wno-unused-function \
    "$target/index/generated.c" -o "$folder/generated.so"
flags=(-O3 -DNDEBUG -std=c++17 -fPIC -shared -fcf-protection=none -w)
# shellcheck disable=SC2086
g++ "${flags[@]}" $include index/cute.cpp -o "$folder/gxx.so" &
# shellcheck disable=SC2086
"$clang" "${flags[@]}" $include index/cute.cpp -o "$folder/clang.so"
wait $!

for profile in release dev nodebug; do
    folder=$target/index/$profile
    "$target/release/index-driver" run "$folder" all
    valgrind --quiet --tool=callgrind --compress-strings=no --compress-pos=no \
        --callgrind-out-file="$folder/callgrind.out" "$target/release/index-driver" run "$folder" some
done
{
    printf '%s, %s, %s; %s.\n\n' "$(rustc --version)" "$(g++ --version | head -1)" \
        "$("$clang" --version | head -1)" "$(uname -m)"
    "$target/release/index-driver" report "$target/index/"{release,dev,nodebug}
    # The code up to the return, without addresses.
    objdump -d --no-show-raw-insn "$target/index/release/constants.so" | awk -F '\t' '
        /^[0-9a-f]+ <.*>:/ { split($0, part, /[<>]/); name = part[2]; done = 0; next }
        NF > 1 && !done { code[name] = code[name] $2 "\n"; done = $2 ~ /^ret/ }
        END {
            for (name in code) if (name ~ /^literal_/) {
                twin = name; sub(/^literal_/, "constant_", twin)
                all++; same += code[name] == code[twin]
            }
            printf "\nOf the functions under *Constants*, %d of %d are the same code as with literals, in the same order.\n", same, all
        }'
    printf '\n### WGSL\n\n'
    "$target/release/index-languages" wgsl
} | tee "$target/index/tables.md"
./section.sh index "$target/index/tables.md"
