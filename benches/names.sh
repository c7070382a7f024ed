#!/usr/bin/env bash
# What names of modes cost: kernels with and without, in instructions of each function and of rustc itself.
#
#     benches/names.sh            instructions of the kernels; they must be the same where all sizes are constants
#     COMPILER=1 benches/names.sh also those of rustc, by callgrind; writes that section of benches/README.md
set -euo pipefail
benches=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$benches")
target=${CARGO_TARGET_DIR:-$root/target}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
runtime=$(cd "$root" && cargo build -q -p layout-view --message-format=json --target-dir "$target" |
  grep '"name":"layout_view"' | grep -o '[^"]*liblayout_view[^"]*\.rlib' | tail -1)
deps=$target/debug/deps
options=(--edition 2024 -C codegen-units=1 --crate-name kernels --crate-type lib --extern "layout_view=$runtime" -L "dependency=$deps")

# The instructions of a function, without labels and directives.
count() {
  awk -v name="$2" '$0 ~ "^_.*kernels.*[0-9]" name "(17h|$|[^a-z_])" && /:$/ { p = 1; next } /\.size/ { p = 0 } p' "$work/$1.s" |
    grep -cvE '^[[:space:]]*[.#]|:$|^$'
}

kernels() {
  local kernel plain named
  echo "| kernel | instructions without names | with names |"
  echo "|---|--:|--:|"
  for kernel in $(grep -o 'pub fn [a-z_]*' "$benches/names/plain.rs" | cut -d' ' -f3); do
    plain=$(count plain "$kernel") named=$(count named "$kernel")
    echo "| $kernel | $plain | $named |"
    # Of run-time sizes, the layout that is given is compared with the view's.
    [ "$plain" = "$named" ] || [ "$kernel" = transpose_of_any_size ] || touch "$work/differ"
  done
}

# kind -> rustc's own instructions for the file.
compile() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$(rustc --print sysroot)/bin/rustc" "${options[@]}" \
    -C opt-level=0 --emit obj -o "$work/$1.o" "$benches/names/$1.rs" 2>&1 | awk '/Collected/ { print $4 }'
}

for kind in plain named; do
  rustc "${options[@]}" -C opt-level=3 --emit asm -o "$work/$kind.s" "$benches/names/$kind.rs"
done
if [ -z "${COMPILER:-}" ]; then
  kernels
else
  {
    kernels
    awk -v version="$(rustc --version)" -v plain="$(compile plain)" -v named="$(compile named)" 'BEGIN {
      printf "\nInstructions of the compiler, %s, for the whole file, unoptimised: %.3f billion without names, %.3f with names, %.1f %% more.\n",
        version, plain / 1e9, named / 1e9, 100 * (named / plain - 1) }'
  } | tee "$work/table"
  "$benches/section.sh" names "$work/table"
fi
[ ! -e "$work/differ" ]
