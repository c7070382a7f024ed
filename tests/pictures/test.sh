#!/usr/bin/env bash
# Builds the documentation with pictures, and without: each layout has its own, or none.
set -euo pipefail
cd "$(dirname "$0")"
target=${CARGO_TARGET_DIR:-target}
pictures() { grep -c '<svg' "$target/doc/layout_pictures/struct.$1.html" || true; }
expect() {
    local name
    for name in Nested Swizzled Coordinates Boxes Padded; do
        [ "$(pictures "$name")" -eq "$1" ] || { echo "$name has $(pictures "$name") pictures, not $1" >&2; exit 1; }
    done
    [ "$(pictures Rows)" -eq 0 ] || { echo "Rows has a picture" >&2; exit 1; }
}
export RUSTDOCFLAGS="-D warnings"
cargo doc --no-deps --locked --features pictures
expect 1
# The table is text, in other builds too, and says what is padding.
cargo doc --no-deps --locked
expect 0
for name in Nested Coordinates Boxes Padded; do
    grep -q 'language-text' "$target/doc/layout_pictures/struct.$name.html" || { echo "$name has no table" >&2; exit 1; }
done
grep -q '<code>·</code> is padding' "$target/doc/layout_pictures/struct.Padded.html" || { echo "Padded does not say so" >&2; exit 1; }
