#!/usr/bin/env bash
# What a layout costs the compiler: a crate and a C++ file with the same layouts and their 1-D index functions, for
# rustc, g++ and clang++, and how that grows; a file of ten layouts, all included; then layouts with symbols beside the
# same ones with literals and beside CuTe's. Writes that section of benches/README.md.
#
#     benches/compile_cost.sh                          everything, some twenty minutes where nothing else runs
#     SIZES=100 CXX_SIZES=100 benches/compile_cost.sh  a quick look; CXX_SIZES= leaves C++ out, SYMBOL_SIZE= the symbols
#
# Time is processor time, user and system, of the compiler above that of the same file without layouts; the least of
# three builds up to 1,000 layouts. Memory is the peak of the largest process above the same. Needs Rust, g++, clang++
# (CLANG names another), GNU time; pip and unzip to fetch the headers.
set -euo pipefail
benches=$(cd "$(dirname "$0")" && pwd)
sizes=${SIZES-100 1000 10000}
cxx_sizes=${CXX_SIZES-100 1000}
clang=${CLANG:-$(command -v clang++ || command -v clang++-19 || true)}
kinds=${KINDS-inline by_hand literal named by_name}
symbol_size=${SYMBOL_SIZE-300}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat > "$work/Cargo.toml" <<TOML
[package]
name = "cost"
edition = "2024"
[dependencies]
layout-runtime = { path = "$benches/../layout-runtime" }
[workspace]
TOML
[ -z "$cxx_sizes" ] || include=$("$benches/fetch_cute.sh")

# language kind n -> the source: functions of 10 layouts each, joined by what no compiler takes for a sum that it could
# make vectors of. All layouts differ.
write() {
    awk -v language="$1" -v kind="$2" -v n="$3" '
        function rust(a, b, c) { return sprintf("(%d,(%d,%d)):(%d,(%d,1))", a, b, c, b * c, c) }
        function cute(a, b, c) {
            return sprintf("make_layout(Shape<Int<%d>, Shape<Int<%d>, Int<%d>>>{}, Stride<Int<%d>, Stride<Int<%d>, Int<1>>>{})",
                a, b, c, b * c, c)
        }
        # One layout by hand: a struct with the function that is called.
        function by_hand(i, a, b, c) {
            return sprintf("/// The layout `%s`.\nstruct L%d;\nimpl L%d {\n    /// The index of the 1-D coordinate `i`.\n" \
                "    #[inline]\n    pub const fn index(self, i: usize) -> usize {\n" \
                "        (i %% %d) * %d + (i / %d %% %d) * %d + i / %d\n    }\n}",
                rust(a, b, c), i, i, a, b * c, a, b, c, a * b)
        }
        BEGIN {
            cxx = language == "cxx"
            print cxx ? "#include <cute/layout.hpp>\nusing namespace cute;" : "#![allow(unused)]\nuse layout_runtime::{divide, layout};"
            # Three bases of 60 by 60 tiles.
            for (d = 1; d <= 5040; d++) if (5040 % d == 0) divisor[tiles++] = d
            if (kind == "by_name") for (j = 0; j * tiles * tiles < n; j++) {
                if (cxx) printf "using Base%d = decltype(make_layout(Shape<Int<5040>, Int<5040>>{}, Stride<Int<1>, Int<%d>>{}));\n", j, 5040 + j
                else printf "layout! { struct Base%d = (5040,5040):(1,%d); }\n", j, 5040 + j
            }
            # Run-time numbers, m and n; P and Q are constants.
            tiled["divide"] = "(5040,5040):(5040,1)"
            tiled["divide_symbols"] = tiled["divide_constants"] = "(m,n):(n,1)"
            tiled["name"] = tiled["name_symbols"] = tiled["name_constants"] = "Base"
            print cxx ? "" : "const P: usize = 12;\nconst Q: usize = 20;"
            if (kind == "name") print "layout! { struct Base = (5040,5040):(5040,1); }"
            if (kind ~ /^name_/) print "layout! { struct Base<m, n> = (m,n):(n,1); }"
            for (i = 0; i < n; i++) {
                a = 2 + i % 10; b = 2 + int(i / 10) % 10; c = 2 + int(i / 100)
                if (kind == "literal") e = cxx ? cute(a, b, c) : "layout!(" rust(a, b, c) ")"
                if (kind == "named") {
                    if (cxx) printf "using L%d = decltype(%s);\n", i, cute(a, b, c)
                    else printf "layout! { struct L%d = %s; }\n", i, rust(a, b, c)
                    e = cxx ? "L" i "{}" : "L" i
                }
                if (kind == "by_name") {
                    base = "Base" int(i / tiles / tiles); p = divisor[i % tiles]; q = divisor[int(i / tiles) % tiles]
                    e = cxx ? sprintf("logical_divide(%s{}, Tile<Int<%d>, Int<%d>>{})", base, p, q) : sprintf("divide!(%s, (%d,%d))", base, p, q)
                }
                if (kind == "by_hand") { print by_hand(i, a, b, c); e = "L" i }
                if (kind == "inline") inline = sprintf("((i %% %d) * %d + (i / %d %% %d) * %d + i / %d)", a, b * c, a, b, c, a * b)
                if (kind == "shape") e = sprintf("layout!((%d,(%d,%d)):(%d,(%d,1)))", a, b, c, b * c, c)
                if (kind == "shape_symbols") e = cxx ? sprintf("make_layout(make_shape(%d * m, make_shape(Int<%d>{}, n)), make_stride(%d * n, make_stride(n, Int<1>{})))", a, b, b) \
                    : sprintf("layout!((%d*m,(%d,n)):(%d*n,(n,1)))", a, b, b)
                if (kind == "shape_constants") e = sprintf("layout!((%d*P,(%d,Q)):(%d*Q,(Q,1)))", a, b, b)
                if (kind in tiled) {
                    p = divisor[i % tiles]; q = divisor[int(i / tiles) % tiles]
                    tile = sprintf("%d,%d", p, q)
                    if (kind ~ /_constants/) { tile = sprintf("%d*P,%d*Q", 1 + i % 30, 1 + int(i / 30)); p = 12 * (1 + i % 30); q = 20 * (1 + int(i / 30)) }
                    e = cxx ? sprintf("logical_divide(make_layout(make_shape(m, n), make_stride(n, Int<1>{})), Tile<Int<%d>, Int<%d>>{})", p, q) \
                        : sprintf("divide!(%s, (%s))", tiled[kind], tile)
                }
                use[i] = kind == "none" ? "i" : kind == "inline" ? inline : (cxx ? e "(i)" : e ".index(i)")
            }
            for (i = 0; i < n; i++) {
                if (i % 10 == 0) {
                    if (i) print cxx ? "    return all;\n}" : "    all\n}"
                    printf cxx ? "size_t f%d(size_t i, size_t m, size_t n) {\n    size_t all = i;\n" : "pub fn f%d(i: usize, m: usize, n: usize) -> usize {\n    let mut all = i;\n", i / 10
                }
                printf "    all = (all << 1) ^ %s;\n", use[i]
            }
            print cxx ? "    return all;\n}" : "    all\n}"
        }'
}

# times command… -> the least "seconds KiB" of that many runs from scratch.
measure() {
    local times=$1
    shift
    for ((t = 0; t < times; t++)); do
        rm -rf "$work"/target/*/.fingerprint/cost-* "$work"/target/*/incremental
        /usr/bin/time -o "$work/time" -f '%U %S %M' "$@" >&2
        cat "$work/time"
    done | awk '{ t = $1 + $2; if (NR == 1 || t < least) { least = t; memory = $3 } } END { print least, memory }'
}

# compiler kind n -> seconds KiB
cost() {
    local times=3
    [ "$3" -le 1000 ] || times=1
    case $1 in
    rustc*)
        write rust "$2" "$3" > "$work/src/lib.rs"
        local profile=()
        [ "$1" = rustc ] || profile=(--release)
        measure "$times" cargo build --quiet --manifest-path "$work/Cargo.toml" "${profile[@]}"
        ;;
    *)
        write cxx "$2" "$3" > "$work/cost.cpp"
        # shellcheck disable=SC2086
        measure 1 ${1/clang++/$clang} -std=c++17 -DNDEBUG -w $include -c "$work/cost.cpp" -o "$work/cost.o"
        ;;
    esac
}

export CARGO_TARGET_DIR=$work/target
write rust none 1 > "$work/src/lib.rs"
cargo build --quiet --manifest-path "$work/Cargo.toml"
cargo build --quiet --manifest-path "$work/Cargo.toml" --release

# kind compiler n -> milliseconds for each layout
each() {
    local baseline="$work/none $2 $3"
    [ -f "$baseline" ] || cost "$2" none "$3" > "$baseline"
    awk -v none="$(< "$baseline")" -v some="$(cost "$2" "$1" "$3")" -v n="$3" 'BEGIN {
        split(none, a); split(some, b); printf "%.3f", (b[1] - a[1]) * 1000 / n }'
}

# Symbols beside literals: run-time numbers, then constants, of a scope.
symbols() {
    printf '\nMilliseconds for each of %s layouts with literals, with symbols in their place, and of CuTe with the same run-time numbers:\n\n' "$symbol_size"
    printf '| layout | | literals, dev | symbols | times more | CuTe, the less | literals, release | symbols | times more | CuTe, the less |\n'
    printf '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n'
    local kind with text compiler literal symbolic level row
    for kind in shape divide name; do
        for with in symbols constants; do
            case $kind-$with in
            shape-symbols) text='`layout!((2*m,(4,n)):(4*n,(n,1)))` | run time' ;;
            shape-constants) text='`layout!((2*P,(4,Q)):(4*Q,(Q,1)))` | constants' ;;
            divide-symbols) text='`divide!((m,n):(n,1), (12,20))` | run time' ;;
            divide-constants) text='`divide!((m,n):(n,1), (2*P,3*Q))` | run time, constant tile' ;;
            name-symbols) text='`divide!(Base, (12,20))` | run time' ;;
            name-constants) text='`divide!(Base, (2*P,3*Q))` | run time, constant tile' ;;
            esac
            row="| $text |"
            for compiler in "rustc" "rustc --release"; do
                literal=$(each "$kind" "$compiler" "$symbol_size")
                symbolic=$(each "${kind}_$with" "$compiler" "$symbol_size")
                row+=$(awk -v a="$literal" -v b="$symbolic" 'BEGIN { printf " %.2f | %.2f | %.1f |", a, b, b / a }')
                level=-O3
                [ "$compiler" != rustc ] || level=-O0
                case $kind-$with in
                shape-symbols | divide-*)
                    [ -z "$cxx_sizes" ] || row+=$(printf '%s\n' "$(each "${kind}_$with" "g++ $level" "$symbol_size")" \
                        "$(each "${kind}_$with" "clang++ $level" "$symbol_size")" | sort -g | awk 'NR == 1 { printf " %.1f", $1 }')
                    ;;
                *) row+=" –" ;;
                esac
                row+=" |"
            done
            echo "$row"
        done
    done
}

table() {
    printf '%s' "$(rustc --version)"
    [ -z "$cxx_sizes" ] || printf ', %s, %s' "$(g++ --version | head -1)" "$("$clang" --version | head -1)"
    printf '.\n\nMilliseconds and KiB of peak memory for each layout:\n\n'
    printf '| layouts | n | rustc, dev | rustc, release | g++ -O0 | g++ -O3 | clang++ -O0 | clang++ -O3 | times less, unoptimised | times less, optimised |\n'
    printf '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n'
    for kind in $kinds; do
        for n in $sizes; do
            row="| $kind | $n"
            per=()
            for compiler in "rustc" "rustc --release" "g++ -O0" "g++ -O3" "clang++ -O0" "clang++ -O3"; do
                if [[ $compiler != rustc* && ($kind = by_hand || $kind = inline || " $cxx_sizes " != *" $n "*) ]]; then
                    row+=" | –"
                    per+=(0)
                    continue
                fi
                baseline="$work/none $compiler $n"
                [ -f "$baseline" ] || cost "$compiler" none "$n" > "$baseline"
                none=$(< "$baseline")
                some=$(cost "$compiler" "$kind" "$n")
                each=$(awk -v none="$none" -v some="$some" -v n="$n" 'BEGIN {
                    split(none, a); split(some, b); printf "%.3f %.0f", (b[1] - a[1]) * 1000 / n, (b[2] - a[2]) / n }')
                row+=" | ${each% *} ms, ${each#* } KiB"
                per+=("${each% *}")
            done
            # The ratio to the C++ compiler that takes less.
            row+=$(awk -v dev="${per[0]}" -v release="${per[1]}" -v g0="${per[2]}" -v g3="${per[3]}" -v c0="${per[4]}" -v c3="${per[5]}" '
                function ratio(g, c, ours) { return g == 0 ? " | –" : sprintf(" | %.0f", (g < c ? g : c) / ours) }
                BEGIN { print ratio(g0, c0, dev) ratio(g3, c3, release) " |" }')
            echo "$row"
        done
    done
}
# A file of ten layouts from its first line to its object file, headers and macros included.
whole() {
    local kind compiler row
    printf '\nMilliseconds for a file of 10 layouts, all that it includes or uses read anew:\n\n'
    printf '| layouts | rustc, dev | rustc, release | g++ -O0 | g++ -O3 | clang++ -O0 | clang++ -O3 |\n'
    printf '|---|--:|--:|--:|--:|--:|--:|\n'
    for kind in none literal named by_name; do
        row="| $kind |"
        for compiler in "rustc" "rustc --release" "g++ -O0" "g++ -O3" "clang++ -O0" "clang++ -O3"; do
            row+=$(cost "$compiler" "$kind" 10 | awk '{ printf " %.0f |", $1 * 1000 }')
        done
        echo "$row"
    done
}
{
    table
    [ -z "$cxx_sizes" ] || whole
    [ -z "$symbol_size" ] || symbols
} | tee "$work/table"
"$benches/section.sh" compile_cost "$work/table"
