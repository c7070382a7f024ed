#!/usr/bin/env bash
# What names of modes cost: kernels with and without, in instructions of each function and of rustc itself.
#
#     benches/names.sh            instructions of the kernels; they must be the same
#     COMPILER=1 benches/names.sh and of rustc, which takes minutes. Needs valgrind.
set -euo pipefail
benches=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$benches")
target=${CARGO_TARGET_DIR:-$root/target}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
runtime=$(cd "$root" && cargo build -q -p layout-runtime --message-format=json --target-dir "$target" |
  grep '"name":"layout_runtime"' | grep -o '[^"]*liblayout_runtime[^"]*\.rlib' | tail -1)
deps=$target/debug/deps
options=(--edition 2024 -C codegen-units=1 --crate-name kernels --crate-type lib --extern "layout_runtime=$runtime" -L "dependency=$deps")

# The instructions of a function, without labels and directives.
count() {
  awk -v name="$2" '$0 ~ "^_.*kernels.*[0-9]" name "(17h|$|[^a-z_])" && /:$/ { p = 1; next } /\.size/ { p = 0 } p' "$work/$1.s" |
    grep -cvE '^[[:space:]]*[.#]|:$|^$'
}

for kind in plain named; do
  rustc "${options[@]}" -C opt-level=3 --emit asm -o "$work/$kind.s" "$benches/names/$kind.rs"
done
echo "| kernel | instructions without names | with names |"
echo "|---|---|---|"
differ=0
for kernel in $(grep -o 'pub fn [a-z_]*' "$benches/names/plain.rs" | cut -d' ' -f3); do
  plain=$(count plain "$kernel") named=$(count named "$kernel")
  echo "| $kernel | $plain | $named |"
  [ "$plain" = "$named" ] || differ=1
done
if [ -n "${COMPILER:-}" ]; then
  for kind in plain named; do
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$(rustc --print sysroot)/bin/rustc" "${options[@]}" \
      -C opt-level=0 --emit obj -o "$work/$kind.o" "$benches/names/$kind.rs" 2>&1 |
      awk -v kind="$kind" '/Collected/ { printf "rustc, %s: %.2f billion instructions\n", kind, $4 / 1e9 }'
  done
fi
exit $differ
