#!/usr/bin/env bash
# The speed of copies between layouts, beside `memcpy` of the same bytes: by views, by hand, by ndarray and by the crate
# `transpose`, on one thread and on two, all in one run of less than two minutes. Writes that section of
# benches/README.md. Needs Rust. Meant for a machine that does little else.
#
#     benches/relayout.sh       measures, writes the tables
#     benches/relayout.sh asm   the inner loop of the transpose by views
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target

cargo build --quiet --locked --release --package relayout
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    printf '%s; %s. ' "$(rustc --version)" "$(lscpu | sed -n 's/^Model name: *//p')"
    timeout 120 "$CARGO_TARGET_DIR/release/relayout"
} | tee "$work/tables.md"
./section.sh relayout "$work/tables.md"
