#!/usr/bin/env bash
# What a layout costs rustc: builds a crate with N layouts of each kind from scratch, and prints the processor time
# (user and system) of `cargo build` above that of the same crate without layouts, in milliseconds a layout, and the
# seconds that all macro expansion took. Needs bash, awk and GNU time.
#
#     benches/compile_cost.sh [N]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
n=${1:-1000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat > "$work/Cargo.toml" <<TOML
[package]
name = "cost"
edition = "2024"
[dependencies]
layout-runtime = { path = "$root/layout-runtime" }
[workspace]
TOML

# kind use -> src/lib.rs: functions of 50 layouts each.
write() {
    awk -v n="$n" -v kind="$1" -v use="$2" 'BEGIN {
        srand(1)
        print "#![allow(unused)]\nuse layout_runtime::{divide, layout};\nlayout! { pub struct Tile = (128,64):(64,1); }"
        for (i = 0; i < n; i++) {
            if (i % 50 == 0) printf "%spub fn f%d(i: usize) -> usize {\n    let mut sum = i;\n", i ? "    sum\n}\n" : "", i / 50
            a = 2 + int(rand() * 14); b = 2 + int(rand() * 6); c = 2 + int(rand() * 6)
            if (kind == "literal") e = sprintf("layout!((%d,(%d,%d)):(%d,(%d,1)))", a, b, c, b * c, c)
            if (kind == "divided") e = sprintf("layout!(zipped_divide((%d,%d):(1,%d), (8,4)))", a * 8, b * 4, a * 8)
            if (kind == "by_name") e = sprintf("divide!(Tile, (%d,%d))", 2 ^ int(1 + rand() * 5), 2 ^ int(1 + rand() * 4))
            if (kind == "none") printf "    sum += i ^ %d;\n", i
            else if (use == "used") printf "    let l = %s;\n    sum += l.index(i);\n", e
            else printf "    let l = %s;\n", e
        }
        print "    sum\n}"
    }' > "$work/src/lib.rs"
}

# profile flag -> the least processor time of three builds, in seconds
build() {
    cargo build --quiet --manifest-path "$work/Cargo.toml" $1
    for _ in 1 2 3; do
        cargo clean --quiet --manifest-path "$work/Cargo.toml" --package cost $1
        { /usr/bin/time -f '%U %S' cargo build --quiet --manifest-path "$work/Cargo.toml" $1; } 2>&1
    done | awk '{ t = $1 + $2; if (NR == 1 || t < least) least = t } END { print least }'
}

printf '%d layouts a crate, ms of rustc for each; expansion: seconds for all\n\n' "$n"
printf '| kind | dev | dev, index called | release | release, index called | expansion |\n|---|---|---|---|---|---|\n'
write none unused
none_dev=$(build "")
none_release=$(build --release)
for kind in literal divided by_name; do
    row="| $kind"
    for flag in "" --release; do
        none=$([ -z "$flag" ] && echo "$none_dev" || echo "$none_release")
        for use in unused used; do
            write "$kind" "$use"
            row+=" | $(awk -v t="$(build "$flag")" -v none="$none" -v n="$n" 'BEGIN { printf "%.2f", (t - none) * 1000 / n }')"
        done
    done
    cargo clean --quiet --manifest-path "$work/Cargo.toml" --package cost
    expansion=$(RUSTC_BOOTSTRAP=1 cargo rustc --quiet --manifest-path "$work/Cargo.toml" -- -Ztime-passes 2>&1 |
        awk '/macro_expand_crate/ { print $2 + 0 }')
    echo "$row | $expansion |"
done
