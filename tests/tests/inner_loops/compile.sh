#!/usr/bin/env bash
# Compiles a program for release, with its assembly beside it, in the target folder TARGET of the workspace.
#
#   TARGET=… compile.sh examples|benches NAME
#
# The test `inner_loops` reads the assembly; `.ci/run` has the programs compiled beside the build of the tests.
set -euo pipefail
cd "$(dirname "$0")/../../.."
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS

case $1 in
examples) package=(--package layout-examples --features rayon --example "$2") ;;
# Without other crates.
benches) package=(--manifest-path benches/Cargo.toml --no-default-features --package "$2" --bin "$2") ;;
esac
"${CARGO:-cargo}" rustc --quiet --locked --release --target-dir "$TARGET" "${package[@]}" \
    -- --emit=asm -Ccodegen-units=1 -Csymbol-mangling-version=v0
