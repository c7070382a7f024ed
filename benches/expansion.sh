#!/usr/bin/env bash
# Microseconds of a macro call by stage, and the processor time of a clean build of the macro crates. Writes that
# section of benches/README.md. Needs Rust and GNU time.
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# profile of the crates that are built -> processor seconds, wall seconds
clean_build() {
    rm -rf "$work/target"
    /usr/bin/time -o "$work/time" -f '%U %S %e' env CARGO_TARGET_DIR="$work/target" \
        cargo build --quiet --locked --manifest-path ../Cargo.toml "$@"
    awk '{ printf "%.1f s (%.1f s on the clock)", $1 + $2, $3 }' "$work/time"
}

sections() {
    printf '%s.\n' "$(rustc --version)"
    printf '\nOptimised:\n\n'
    cargo run --quiet --locked --release --package expansion
    printf '\nUnoptimised, as Cargo builds a proc-macro unless told otherwise:\n\n'
    cargo run --quiet --locked --package expansion
    printf '\nA clean build takes this much processor time:\n\n| | dev | release |\n|---|--:|--:|\n'
    # All that a user of `layout-runtime` builds, and the part of it that is `syn` and what it needs.
    printf '| `layout-runtime` and all below | %s | %s |\n' "$(clean_build -p layout-runtime)" "$(clean_build -p layout-runtime --release)"
    printf '| of that `proc-macro2`, `quote` and `syn` | %s | %s |\n' "$(clean_build -p syn@3)" "$(clean_build -p syn@3 --release)"
}
sections | tee "$work/sections"
./section.sh expansion "$work/sections"
