#!/usr/bin/env bash
# Builds the explorer as one page, layout-command/explorer.html, which needs no network and no server, so that the command and its package
# have it, and lays it into docs, where a chapter of the book shows it. It takes `rustup target add wasm32-unknown-unknown`.
set -euo pipefail
cd "$(dirname "$0")"

target=${CARGO_TARGET_DIR:-$PWD/engine/target}/explorer
# Deep nesting is an error of the language before it is one of the stack.
RUSTFLAGS="-C link-arg=-zstack-size=8388608" CARGO_TARGET_DIR=$target \
    cargo build --locked --release --manifest-path engine/Cargo.toml --target wasm32-unknown-unknown
engine=$target/wasm32-unknown-unknown/release/explorer_engine.wasm

page=../layout-command/explorer.html
{
    sed '/@ENGINE@/,$d' page.html
    base64 -w 0 "$engine"
    sed '1,/@ENGINE@/d' page.html
} > "$page.new"
# A command that is built meanwhile has the whole page.
mv "$page.new" "$page"
cp "$page" ../docs/explorer.html
printf '%s bytes of WebAssembly (%s by gzip), %s of page: layout-command/explorer.html\n' \
    "$(wc -c < "$engine")" "$(gzip -9c "$engine" | wc -c)" "$(wc -c < "$page")"
