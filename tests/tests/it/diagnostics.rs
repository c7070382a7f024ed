//! Every mistake as its author reads it: the tokens underlined, the message below.
//!
//! No compiler takes part: a case is an invocation, its expansion holds the
//! compile errors, and their spans are those of the invocation's text.

use std::fmt::Write;
use std::ops::Range;

use crate::invocation::{Mistake, mistakes};
use crate::repaired::{repair, repaired};

/// A shape, a stride or a layout that is none.
const LAYOUTS: &[&str] = &[
    "layout!((4,8):(1,(2,3)))",
    "layout!((4,(2,2)):(1,4))",
    "layout!((4,8):(1,4,32))",
    "layout!(8:(1,4))",
    "layout!((4,8):2)",
    "layout!((m,0):(1,m))",
    "layout!((4,(2,-2)):(1,(4,8)))",
    "layout!((4,-1))",
    "layout!((18446744073709551616,18446744073709551616):(1,1))",
    "layout!(3:170141183460469231731687303715884105727)",
    "layout!((4,true):(1,4))",
    "layout!((4,_):(1,4))",
    "layout!((4,8:1):(1,4))",
    "layout!(4:<1>)",
    "layout!((4,8):LayoutLeft)",
    "layout!(())",
    "layout!((4,()):(1,()))",
    "layout!((8,8):(3,F9))",
    "layout!((8,8):(-1,F9))",
    "layout!((8,8):(m,F9))",
    "layout!((8,6):(F1,F9))",
    "layout!((8,(8,F2)):(1,(F9,{ F9 })))",
    "layout!(make_layout((8,8), (1,F9)))",
    "layout! { struct Declared<const F1: usize> = (8,8):(F1,F9); }",
];

/// Names of modes.
const MODES: &[&str] = &[
    "layout!((m: 4, m: 8):(8,1))",
    "layout! { struct T = (m: (a: 4, 2), m.a: 8):((16,8),1); }",
    "layout!((in: 4, k: 8):(8,1))",
    "layout!((Row: 4, k: 8):(8,1))",
    "layout!((m: 4, k: 8))",
    "layout!((m: -4, k: 8):(8,1))",
    "layout!((m: 4:1, k: 8):(8,1))",
    "layout!((m: 4, k: 8):(8,k: 1))",
    "layout!(-(m: 4):(1))",
    "divide!(Rows, { cow: 4 })",
    "divide!(Rows, { row: 4, row: 2 })",
    "divide!(Rows, { col: 4, lane: 2 })",
    "divide!(Rows, { row: 5 })",
    "divide!(Rows, { col: 8, row: 5 })",
    "divide!(Rows, <5, 8>)",
    "divide!(Tile, { row: 4 })",
    "divide!(Rows, { row: 4 lane: 2 })",
    "layout!(zipped_divide(Rows, { col: 4 }))",
    "layout!(get(zipped_divide(Rows, (4,4)), tile))",
    "layout!(select(Rows, lane))",
    "layout!(crd2idx({ row: 1 }, Rows))",
    "layout!({ row: 1 })",
    "layout!(ceil_div(4, { row: 1 }))",
    "coordinate!(Rows, row = 1)",
    "coordinate!(Rows, cow = 2, ..)",
    "coordinate!(Rows, rwo = 2, ..)",
    "coordinate!(Rows, column = 2, ..)",
    "coordinate!(zipped_divide(Rows, (4,4)), row = 2, ..)",
    "coordinate!(Rows, row = 1, row = 2, ..)",
    "coordinate!(Rows, row = 1, lane 2)",
    "coordinate!(Rows, row = , ..)",
    "coordinate!(Rows, row = 1, .., lane = 2)",
    "coordinate!(Rows, row = f::<u8, 2>(), ..)",
    "coordinate!(Tile, row = 1)",
    "coordinate!(size(Tile), row = 1)",
];

/// Patterns of axes, and layouts over the modes of others.
const PATTERNS: &[&str] = &[
    "layout!(rearrange((2,30):(30,1), \"b (h d) -> h b d\", h = 8))",
    "layout!(rearrange((2,30):(30,1), \"b (h d) -> h b d\"))",
    "layout!(rearrange((2,30):(30,1), \"b\\u{1b}[31m d -> d b\"))",
    "layout!(rearrange((2,30):(30,1), \"b (h d) -> h b d\", h = 5, d = 5))",
    "layout!(rearrange((2,30):(30,1), \"b (h d) -> h b d\", h = 0))",
    "layout!(rearrange((2,30):(30,1), \"b (h d) -> h b d\", { h: 6, h: 5 }))",
    "layout!(rearrange((2,30):(30,1), \"b h -> h b\", h = 8))",
    "layout!(rearrange((2,30):(30,1), \"b h -> h b\", c = 8))",
    "layout!(rearrange((2,30):(30,1), \"b h -> h b\", h = ))",
    "layout!(rearrange((2,30):(30,1), \"b h -> h b\", h = 30 b = 2))",
    "layout!(rearrange((2,30):(30,1), \"b -> b\"))",
    "layout!(rearrange((2,30):(30,1), \"b h -> h\"))",
    "layout!(rearrange((2,30):(30,1), \"b h -> h b c\"))",
    "layout!(rearrange((2,30):(30,1), \"b b -> b\"))",
    "layout!(rearrange((2,30):(30,1), \"b h -> h b b\"))",
    "layout!(rearrange((2,30):(30,1), \"b 30 -> b\"))",
    "layout!(rearrange((2,30):(30,1), \"1 h -> h\"))",
    "layout!(rearrange((2,30):(30,1), \"b (h -> h b\"))",
    "layout!(rearrange((2,30):(30,1), \"b h) -> h b\"))",
    "layout!(rearrange((2,30):(30,1), \"b ((h d) e) -> h b\"))",
    "layout!(rearrange((2,30):(30,1), \"b h -> h -> b\"))",
    "layout!(rearrange((2,30):(30,1), \"b h\"))",
    "layout!(rearrange((2,30):(30,1), \"b h; -> h b\"))",
    "layout!(rearrange((2,30):(30,1), \"b _h -> h b\"))",
    "layout!(rearrange((2,30):(30,1), \"b 2h -> h b\"))",
    "layout!(rearrange((2,30):(30,1), \"b ... ... -> b\"))",
    "layout!(rearrange((2,30):(30,1), \"b ... -> b\"))",
    "layout!(rearrange((2,30):(30,1), \"b (... d) -> b ... d\"))",
    "layout!(rearrange((2,30):(30,1), \"b h -> h, b\"))",
    "layout!(rearrange((2,(2,3)):(6,(1,100)), \"b (h d) -> b h d\", h = 2))",
    "layout!(rearrange((2,30):(30,1), 3))",
    "layout!(rearrange((2,30):(30,1)))",
    "layout!(rearrange(Rows, \"col row -> row col\"))",
    "layout!(rearrange(Rows, \"row cols -> cols row\"))",
    "layout!(einsum(\"row col, col k -> row k\", Rows, (cl: 32, k: 2):(2,1)))",
    "layout!(einsum(\"row col, colm k -> row k\", Rows, (col: 32, k: 2):(2,1)))",
    "layout!(repeat((2,30):(30,1), \"b h -> b h c\"))",
    "layout!(repeat((2,30):(30,1), \"b h -> b h 0\"))",
    "layout!(einsum(\"ik,kj->ij\", (4,8):(8,1), (7,6):(6,1)))",
    "layout!(einsum(\"ik,kj->ij\", (4,8):(8,1)))",
    "layout!(einsum((4,8):(8,1), (8,6):(6,1)))",
    "layout!(coalesce(\"b h\"))",
    "layout!(\"b h\")",
    "layout!(rename((4,8):(8,1), row, col, lane))",
    "layout!(zipped_divide((row: 12, col: n), (4,8)))",
    "layout!(rename((4,8):(8,1), row, row))",
    "layout!(rename((4,8):(8,1), row, 3))",
    "layout!(rename(Rows, row = col))",
    "layout!(rename(Rows, cow = m))",
    "layout!(rename(Rows, row = m, row = n))",
    "layout!(axis(Rows, half))",
    "layout!(axis((4,8):(8,1), 2))",
    "layout!(align_as(Rows, (row: 12):(1)))",
    "layout!(align_as(Rows, (col: 16, row: 12):(12,1)))",
    "layout!(align_as(Rows, (32,12):(12,1)))",
    "layout!(align_as(Rows, (row: 12, col: (lane: 16, half: 2)):(32,(1,16))))",
    "layout!(align_as(zipped_divide(Rows, (4,4)), Rows))",
    "layout!(align_as((4,8):(8,1), (4,8,2):(8,1,32)))",
    "layout!(align_as((4,8):(8,1), (8,4):(4,1)))",
    "copy!(a)",
    "copy!(a: Rows)",
    "copy!(a: Rows, b)",
    "copy!(a: Rows, b: Rows, c)",
    "copy!(a: Rows, b: (row: 12):(1))",
    "copy!(a: Rows, b: (12,32):(32,1))",
    "zip_with!(b: (row: 12):(1), a: Rows, |x, y| *x += y)",
    "zip_with!(b: Rows, a: Rows)",
    "fold!(a: Rows, b: (row: 16):(1), |x, y| *x += y)",
    "fold!(a: Rows, b: Rows,)",
    "fold!(a: Rows, b: Rows, c: (row: 12):(1), |x, a, b| *x += a * b)",
    "zip_with!(c: (row: 12):(1), a: (row: 12):(1), b: Rows, |c, a, b| *c = a + b)",
    "zip_with!(c: Rows, a: Rows, a: Rows, a: Rows, a: Rows, a: Rows, a: Rows, |c, a, b| *c = a + b)",
    "einsum!(a: Rows, b: (col: 32):(1), c: (row: 12):(1))",
    "einsum!(\"row col, col -> row\")",
    "einsum!(\"row col, col -> row\", a: Rows, b: (col: 32):(1), c)",
    "einsum!(\"row col, col -> row\", a: Rows, c: (row: 12):(1))",
    "einsum!(\"row col, col -> row\", a: Rows, b: (col: 16):(1), c: (row: 12):(1))",
    "einsum!(\"row col, col -> row\", a: Rows, b: (col: 32):(1), c: (row: 16):(1))",
    "einsum!(\"row col, col -> rows\", a: Rows, b: (col: 32):(1), c: (row: 12):(1))",
    "einsum!(\"row col, col -> k\", a: Rows, b: (col: 32):(1), c: (12):(1))",
    "einsum!(\"row col, col\", a: Rows, b: (col: 32):(1), c: (col: 32):(1))",
    "einsum!(\"row col, (col -> row\", a: Rows, b: (col: 32):(1), c: (row: 12):(1))",
    "layout!(einsum(\"ik,kj->ij\", (4,8):(8,1), (8,6):(6,1), (4,7):(7,1)))",
];

/// Layouts that have no index functions.
const WITHOUT_FUNCTIONS: &[&str] = &[
    "layout!((2,2):(1@16,1@0))",
    "layout!((4,2):(1@0,9223372036854775808@1))",
    "layout!(#[allow(non_injective)] 9223372036854775808:0)",
    "layout!((4,2):(1,9223372036854775808))",
    "layout!((2,2):(1,-9223372036854775809))",
    "layout!((1,2):(9223372036854775808,1))",
    "layout!((1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1))",
    "layout!((2,(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)))",
    "layout!(<3, 4>)",
    "layout!(size(<4>))",
    "layout!(take((4,8),1,1))",
    "layout! { let t = remove((4),0); }",
    "layout!(LayoutRight)",
    "layout!(_)",
    "layout!(1@0)",
    "layout! { struct L = true; }",
];

/// Contracts that are broken, or none.
const CONTRACTS: &[&str] = &[
    "layout!(#[cost(div = 0)] ((3,4),(5,7)):((1,15),(3,60)))",
    "layout! { #[cost(div = 0)] pub struct Odd = (3,4):(4,1); }",
    "layout! { #[cost(ops <= 1)] let t = ((4,32),8):((256,1),32); }",
    "layout!(#[cost(ops <= 9, at(ops <= 2))] Sw<3,4,3> o 0 o (8,64):(64,1))",
    "layout! { #[cost(ops <= 1)] struct Tiles = zipped_divide(make_identity_layout((8,8)), (2,4)); }",
    "layout!(#[cost(index(div <= 1))] (7,11,13):(143,13,1))",
    "layout!(#[cost(ops <= 1, offset_at(ops = 0))] (3,4):(-4,1))",
    "layout!(#[cost(offset_at(ops <= 2))] (4,8):(-1,-4))",
    "layout!(#[cost(ops = 0)] 4:-1)",
    "divide!(#[cost(index(ops <= 3))] Tile, (2,4))",
    "layout!(#[cost(ops <= 3)] cosize(Tile))",
    "layout!(#[cost] (4,8))",
    "layout!(#[cost(div)] (4,8))",
    "layout!(#[cost(div >= 0)] (4,8))",
    "layout!(#[cost(div = -1)] (4,8))",
    "layout!(#[cost(div = 4294967296)] (4,8))",
    "layout!(#[cost(muls = 0)] (4,8))",
    "layout!(#[cost(at(index(ops = 0)))] (4,8))",
    "layout!(#[cost(at)] (4,8))",
    "layout!(#[cost(div = 0 ops = 0)] (4,8))",
    "layout!(#[cost()] (4,8))",
    "layout!(#[cost(div = 0) now] (4,8))",
];

/// Contracts of accesses that are broken, or none.
const PROMISES: &[&str] = &[
    "layout!(#[banks(conflicts = 0, bits = 16, bytes = 16)] (8,8):(64,1))",
    "layout! { #[banks(conflicts = 0, bits = 16)] pub struct Rows = (8,8):(64,1); }",
    "layout! { #[banks(bits = 32, conflicts <= 3, bytes = 4)] let t = (32,2):(8,1); }",
    "layout!(#[banks(conflicts = 0, bits = 16, bytes = 16)] Sw<1,3,3> o 0 o (8,8):(64,1))",
    "layout!(#[banks(conflicts = 0, bits = 32, bytes = 4)] ((16,2),1):((1,40),0))",
    "layout!(#[banks(conflicts = 0, bits = 32)] #[coalesced(sectors = 32, bits = 32)] 32:32)",
    "layout!(#[banks(conflicts = 0, bits = 16, bytes = 16)] #[cost(ops <= 2)] (8,8):(64,1))",
    "layout!(#[banks(conflicts = 0, bits = 24, bytes = 16)] (8,8):(64,1))",
    "layout!(#[banks(conflicts = 0, bits = 16, bytes = 3)] (8,8):(64,1))",
    "layout!(#[banks(conflicts = 0, bits = 16)] make_identity_layout((8,8)))",
    "layout!(#[banks(conflicts = 0, bits = 16, bytes = 16, machine = \"gfx950\")] (64,8):(64,1))",
    "layout!(#[banks(conflicts = 0, bits = 16, bytes = 16, machine = \"sm_100\")] (8,8):(64,1))",
    "layout!(#[banks(conflicts = 0, bits = 16, machine = \"gfx951\")] (64,8):(72,1))",
    "layout!(#[banks(conflicts = 0, bits = 16, machine = \"abc\")] (8,8):(64,1))",
    "layout!(#[banks(conflicts = 0, bits = 16, machine = gfx950)] (8,8):(64,1))",
    "layout!(#[banks(conflicts = 0, bits = 16, machine = 950)] (8,8):(64,1))",
    "layout!(#[banks(conflicts = 0, bits = 16, machine = \"xe2\")] (8,8):(64,1))",
    "layout!(#[banks(machine = \"gfx950\", conflicts = 0, bits = 16, machine = \"sm_90\")] (8,8):(64,1))",
    "layout!(#[coalesced(sectors <= 4, bits = 32, machine = \"gfx942\")] (64,1):(4,0))",
    "layout!(#[coalesced(sectors <= 4, bits = 32, bytes = 4)] 32:2)",
    "layout!(#[coalesced(sectors <= 8, bits = 16)] ((4,8),(2,2)):((2,64),(1,8)))",
    "layout!(#[vector(bytes = 16, bits = 16)] (32,8):(12,1))",
    "layout!(#[vector(bytes >= 8, bits = 16)] (32,8):(1,32))",
    "layout!(#[vector(bytes = 16, bits = 16)] (32,4):(4,1))",
    "layout!(#[vector(bytes = 12, bits = 32)] (32,3):(3,1))",
    "layout!(#[vector(bytes = 8, bits = 16)] Sw<2,2,3> o 0 o (32,8):(1,32))",
    "layout!(#[coalesced(sectors <= 16, bits = 16, bytes = 16)] (32,8):(9,1))",
    "layout!(#[coalesced(sectors <= 8, bits = 16)] #[vector(bytes = 8, bits = 16)] ((4,8),(2,2)):((2,64),(1,8)))",
    "divide!(#[banks(conflicts = 0, bits = 32, bytes = 4)] (32,32):(32,1), (32,1))",
    "layout!(#[banks(conflicts = 0, bits = 16)] cosize(Tile))",
    "layout!(#[allow(padding)] #[banks(conflicts = 0, bits = 32)] zipped_divide(10:1, 4))",
    "layout!(#[banks(conflicts = 0, bits = 16)] (m,8):(8,1))",
    "layout! { #[vector(bytes = 16, bits = 16)] struct G<const N: usize> = (32,N):(N,1); }",
    "layout!(#[vector(bytes = 16, bits = 16)] ((4,8),8):((8,m),1))",
    "layout! { #[vector(bytes = 8, bits = 32)] struct G<const N: usize> = (32,2):(N,1); }",
    "layout!(#[coalesced(sectors <= 4, bits = 32)] (32,1):(m,1))",
    "layout!(#[coalesced(sectors <= 8, bits = 32, bytes = 4)] ((8,4),2):((1,m),8))",
    "layout!(#[banks(conflicts = 0, bits = 16, bytes = 16)] (8,8):(m,1))",
    "layout!(#[assume(m % 64 == 0)] #[banks(conflicts = 0, bits = 16, bytes = 16)] (8,8):(m,1))",
    "layout!(#[assume((m - 64) % 512 == 0)] #[banks(conflicts = 0, bits = 16, bytes = 16)] (8,8):(m,1))",
    "layout!(#[assume(m % 8 == 0)] #[banks(conflicts = 0, bits = 32, bytes = 4, by((8,4):(1,8)))] (8,n):(m,1))",
    "layout!(#[banks(conflicts = 0, bits = 32, bytes = 4)] (32,1):(m * n,1))",
    "layout!(#[banks(conflicts = 0, bits = 32, bytes = 4)] ((4,8),1):((m,n),1))",
    "layout!(#[banks] (4,8))",
    "layout!(#[banks()] (4,8))",
    "layout!(#[banks(conflicts = 0)] (4,8))",
    "layout!(#[banks(bits = 16)] (4,8))",
    "layout!(#[vector(bits = 16)] (4,8))",
    "layout!(#[banks(conflicts = 0, conflicts = 1, bits = 16)] (4,8))",
    "layout!(#[banks(conflicts >= 0, bits = 16)] (4,8))",
    "layout!(#[vector(bytes <= 16, bits = 16)] (4,8))",
    "layout!(#[coalesced(sectors <= 4, bits <= 16)] (4,8))",
    "layout!(#[coalesced(lines <= 4, bits = 16)] (4,8))",
    "layout!(#[coalesced(sectors <= 4 bits = 16)] (4,8))",
    "layout!(#[coalesced(sectors = n, bits = 16)] (4,8))",
    "layout!(#[coalesced(sectors = 18446744073709551616, bits = 16)] (4,8))",
    "layout!(#[coalesced(sectors = -1, bits = 16)] (4,8))",
    "layout!(#[bank(conflicts = 0, bits = 16)] (4,8))",
    "layout!(#[banks(conflicts = 0, bits = 16) now] (4,8))",
    "layout!(#[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))] (8,64):(64,1))",
    "layout!(#[banks(conflicts = 0, bits = 32, by((32,4):(32,1), bytes = 16), by(32:1, bytes = 4))] (32,32):(32,1))",
    "layout!(#[banks(conflicts = 0, bits = 32, bytes = 4, by(Tile), by(64:2))] 64:1)",
    "layout!(#[banks(conflicts = 0, bits = 32, bytes = 4, by((m,8)))] 64:1)",
    "layout!(#[banks(conflicts = 0, bits = 32, bytes = 16, by(32:1))] 64:1)",
    "layout!(#[banks(conflicts = 0, bits = 32, by(size(Tile)))] 64:1)",
    "layout!(#[banks(conflicts = 0, bits = 32, by(zipped_divide(10:1, 4)))] 64:1)",
    "layout!(#[banks(conflicts = 0, bits = 32, by)] 64:1)",
    "layout!(#[banks(conflicts = 0, bits = 32, by())] 64:1)",
    "layout!(#[banks(conflicts = 0, bits = 32, by(8:1, 16))] 64:1)",
    "layout!(#[banks(conflicts = 0, bits = 32, by(8:1, bytes = 4 8))] 64:1)",
    "layout!(#[banks(conflicts = 0, bits = 32, by(8:1) by(4:1))] 64:1)",
    "layout!(#[banks(conflicts = 0, lanes = 4, bits = 32)] 64:1)",
    "layout!(#[coalesced(sectors <= 4, bits = 32, by(8:1))] 64:1)",
    "layout!(#[covers((16,8))] (32,(2,2)):(2,(1,128)))",
    "layout! { #[allow(non_injective)] #[covers((16,8))] pub struct Values = (32,(2,2)):(2,(1,32)); }",
    "layout! { #[covers((4,8))] let t = (8,2):(4,1); }",
    "layout!(#[covers(32)] 8:1)",
    "layout!(#[covers((4,8))] (8,4):(5,1))",
    "layout!(#[covers((4,8))] (8,4):(-4,1))",
    "layout!(#[covers((4,8))] (8,5):(5,1))",
    "layout!(#[allow(non_injective)] #[covers((4,8))] (32,2):(1,0))",
    "layout!(#[allow(non_injective)] #[covers((4,8))] Sw<1,0,3> o 0 o (8,4):(2,1))",
    "layout!(#[covers(Tile)] 32:1)",
    "layout!(#[covers((8,64))] #[cost(ops <= 1)] (64,8):(1,32))",
    "layout!(#[covers((8,8))] make_identity_layout((8,8)))",
    "layout!(#[covers((8,8))] cosize(Tile))",
    "layout!(#[covers((8,0))] 64:1)",
    "layout!(#[covers((8,m))] 64:1)",
    "layout!(#[covers((m,4))] (m,8):(8,1))",
    "layout! { #[covers((k,8))] struct Rows<m> = (m,8):(8,1); }",
    "layout!(#[covers((8,m))] (8,m):(-1,8))",
    "layout!(#[banks(conflicts = 0, bits = 32, bytes = 4, by((32,4):(1,m)))] (m,32):(32,1))",
    "layout!(#[banks(conflicts = 0, bits = 32, bytes = 4, by((32,4):(1,k)))] (m,32):(32,1))",
    "layout!(#[banks(conflicts = 0, bits = 32, bytes = 4, by((32,m)))] (m,32):(32,1))",
    "layout!(#[banks(conflicts = 8, bits = 32, bytes = 4, by((32,2):(m,1)), by((32,4):(1,m)))] (m,32):(32,1))",
    "layout!(#[covers(<8,8>)] 64:1)",
    "layout!(#[covers] 64:1)",
    "layout!(#[covers()] 64:1)",
    "layout!(#[covers(8,8)] 64:1)",
    "layout!(#[covers((8,8) now)] 64:1)",
    "layout!(#[allow(padding)] #[covers(12)] zipped_divide(10:1, 4))",
];

/// Layouts that do not agree with others, and streams that overwrite what is live.
const AGREEMENTS: &[&str] = &[
    "layout!(#[agrees(Tile)] (8,8):(1,8))",
    "layout! { #[agrees(Tile)] pub struct Reads = ((2,4),(2,4)):((8,16),(4,1)); }",
    "layout!(#[agrees(Tile)] (16,4):(1,16))",
    "layout!(#[agrees(Tile)] 64:1)",
    "layout!(#[agrees(32:1)] (4,8):(1,4))",
    "layout!(#[agrees(Sw<1,0,3> o 0 o (4,8):(8,1))] (4,8):(8,1))",
    "layout!(#[agrees(Sw<1,0,3> o 0 o (4,8):(8,1))] Sw<2,0,3> o 0 o (4,8):(8,1))",
    "layout!(#[agrees((64,64):(66,1))] (66,66):(66,1))",
    "layout!(#[agrees((64,64):(66,1), halo = 1)] (66,68):(68,1))",
    "layout!(#[agrees((64,64):(64,1), halo = 1)] (66,66):(66,1))",
    "layout!(#[agrees((100,64):(64,1))] (112,64):(64,1))",
    "layout!(#[agrees(Tile, vector >= 4)] (8,8):(1,8))",
    "layout!(#[agrees(Tile, vector = 4)] (4,16):(1,4))",
    "layout!(#[allow(non_injective)] #[agrees(Tile, vector = 1)] (8,8):(1,1))",
    "layout!(#[agrees(Global<m, 8>)] (4,8):(8,1))",
    "layout!(#[agrees((m,8):(n,1))] (4,8):(8,1))",
    "layout! { struct First = (4,8):(8,1); #[agrees(First)] struct Second = (4,8):(1,4); }",
    "layout!(#[allow(padding)] #[agrees(zipped_divide(10:1, 4))] zipped_divide(11:1, 4))",
    "layout!(#[allow(padding)] #[agrees(zipped_divide(10:1, 4), vector >= 2)] zipped_divide(10:1, 4))",
    "layout!(#[agrees(cosize(Tile))] (4,8):(8,1))",
    "layout!(#[agrees(Tile)] cosize(Tile))",
    "layout!(#[agrees] 64:1)",
    "layout!(#[agrees()] 64:1)",
    "layout!(#[agrees(Tile, hallo = 1)] 64:1)",
    "layout!(#[agrees(Tile, halo 1)] 64:1)",
    "layout!(#[agrees(Tile, halo = -1)] (6,6):(8,1))",
    "layout!(#[agrees(Tile, halo = (1,(1,2,3)))] (8,8):(8,1))",
    "layout!(#[agrees(Tile, halo = (1,1,1))] (8,8):(8,1))",
    "layout!(#[agrees(Tile, vector >= 0)] (4,8):(8,1))",
    "layout!(#[agrees(Tile, halo = 1, vector = 1)] (4,8):(8,1))",
    "layout!(#[agrees(Tile, Tile)] (4,8):(8,1))",
    "layout!((64, 12 mod 4):(1,64))",
    "layout!(#[live(5)] (64, 12 mod 4):(1,64))",
    "layout!(#[live(4)] (64, 12 mod 4):(1,32))",
    "layout!(#[live(4)] (64, 10 mod 4):(1,64))",
    "layout!(#[live(4)] (64, 4):(1,64))",
    "layout!(#[live(3)] #[allow(non_injective)] (64,12):(1,0))",
    "layout!(#[live(65)] circular(64:1, 768))",
    "layout! { #[live(3)] struct Stream<n> = (64, n):(1, 0); }",
    "layout! { #[live(5)] struct Stream<n> = (64, n mod 4):(1, 64); }",
    "layout!(#[live(0)] (64, 12 mod 4):(1,64))",
    "layout!(#[live] 64:1)",
    "layout!(#[live(4, 5)] 64:1)",
    "layout!(#[live(Tile)] (64, 12 mod 4):(1,64))",
    "layout!(#[live(4)] cosize(Tile))",
    "layout!((4,8):(8, 4 mod 2))",
    "layout!((4 mod, 8):(8,1))",
    "layout!((4, 0 mod 4):(8,1))",
    "layout!((4, 8 mod 0):(8,1))",
    "layout!(circular(4:1, 10))",
    "layout!(circular(4:1))",
    "layout!(#[allow(non_injective)] composition(circular(8:1, 64), (8,12):(1,4)))",
    "layout!(agrees(Tile, Tile, -1))",
    "layout!(agrees(Sw<1,0,3>, Tile))",
];

/// Results that are exact but rarely meant.
const LINTS: &[&str] = &[
    "layout!((4,8):(1,0))",
    "layout!((3,6):(1,1))",
    "layout!((4,(2,2)):(1,(4,6)))",
    "layout!(composition((4,8):(1,4), (4,4):(1,1)))",
    "layout! { struct Window = (3,6):(1,1); }",
    "layout! { let broadcast = (4,8):(1,0); }",
    "layout!(make_ordered_layout((2,3,4), (0,0,1)))",
    "divide!(10:1, 4)",
    "divide!((8,12):(12,1), (4,5))",
    "divide!((8,12):(12,1), <4:1, 5:1>)",
    "divide!(Tile, (4,5))",
    "divide!(32:1, (2,2):(1,12))",
    "divide!(24:1, (2,2):(1,8))",
    "divide!(12:1, (2,2):(1,3))",
    "compose!(4:1, 8:1)",
    "compose!(4:1, 4:-1)",
    "compose!((4,8):(8,1), <2, 9>)",
    "complement!((2,2):(1,3), 12)",
    "complement!((2,2):(1,3), 11)",
    "layout!(crd2idx((5,1), (4,3):(3,1)))",
    "layout!(idx2crd(100, (4,(2,3))))",
    "layout!(slice((_,9), Tile))",
    "layout!(local_tile((10,6):(6,1), (4,4), (2,1)))",
    "layout!(local_tile(Tile, (2,4), (4,0)))",
    "layout!(local_partition(Tile, (2,2):(1,1), 0))",
    "layout!(get(local_tile(Tile, (2,4), (1,0)), 2))",
    "layout!(get(local_tile(Tile, (2,4), (1,0)), 0, 1))",
    "layout! { struct Part = local_tile(Tile, (2,4), (1,0)); }",
    "layout!(#[allow(non_injective)] logical_divide(10:1, 4))",
    "layout!(#[allow(padding)] (4,8):(1,0))",
    "layout!(#[allow(padding)] composition(zipped_divide((5,2):(1,4), (4,1)), <(2,2):(2,1), _>))",
    "layout!(#[allow(padding)] make_layout(complement(logical_divide(10, 4), 48), 4:0))",
    "layout!(#[allow(padding)] logical_divide(5:1, (3,3):(5,1)))",
    "layout!(composition((4,4):(4,1), 8:-1))",
    "layout!(#[allow(padding)] composition((4,4):(4,1), (2,2):(4,-1)))",
    "layout!(logical_product(4:1, 8:1@1))",
    "layout!(complement(2:1, (3,4)))",
    "layout!(upcast(3:1, 2))",
    "layout!(recast((4,3):(3,1), 8, 16))",
    "layout!(complement(Sw<2,0,4> o 0 o 6:16, 24))",
];

/// Operations without an exact answer, and operands that do not fit.
const OPERATIONS: &[&str] = &[
    "layout!(Sw<5,0,3> o 0 o (8,64):(64,1))",
    "layout!(Sw<2,0,3> o Sw<2,0,-3>)",
    "layout!(Sw<2,1,3> o smem_ptr[32b](unset) o (8,64):(64,1))",
    "layout!(Sw<3,4,3> o smem_ptr[6b](unset) o (8,64):(64,1))",
    "layout!(size(64:1 o -2 o Sw<3,1,3>))",
    "layout!(upcast(Sw<3,4,3>, 3))",
    "layout!(make_swizzle(20, 3))",
    "layout!(complement(8:1 o 0 o Sw<1,0,1> o 8:1, 8))",
    "layout!(logical_product(3:1, Sw<3,0,3> o (8,8):(8,1)))",
    "layout!(upcast(Sw<1,0,-2> o 4:1, 2))",
    "layout!(upcast(Sw<3,4,3> o 1 o (8,64):(64,1), 2))",
    "layout!(left_inverse((5,4):(4,7)))",
    "layout!(infer_layout(0, 1, 4))",
    "layout!(upcast(4:1, 0))",
    "layout!(upcast((2,2):(1,1), 2))",
    "layout!(downcast((4,4):(2,8), 2))",
    "layout!(take(Tile, 1, 1))",
    "layout!(get_hier_coord((4,3):(4,2), 1))",
    "layout!(tile_to_shape((2,2):(2,1), (5,4)))",
    "layout!(local_partition(Tile, (2,2):(1,4), 0))",
    "layout!(local_partition(Tile, (2,4):(1,-2), 0))",
    "layout!(local_tile(Tile, (2,4), (1,1,1)))",
    "layout!(common_refinement((4,(2,3)), ((2,2),8)))",
    "layout!(common_refinement((2,3), (2,3,1)))",
    "layout!(common_coarsening(4, (2,3)))",
    "layout!(layout_add((2,3):(0,1), (3,2):(0,1)))",
    "layout!(layout_add(4:1, 5:1))",
    "layout!(right_inverse(8:1@0+2@1))",
    "layout!(4:1@0*1@1)",
    "layout!(4:1+1@0)",
    "layout!((3,3):(1@0+1@1,2@0+2@1))",
    "layout!(along((4,8):(1@0,1@1), 2))",
    "layout!(coalesce[2 * 1]((4,8)))",
    "layout!(is_major[_]((4,8)))",
    "layout!(logical_divide[_]((8,9), 2))",
    "layout!(transform((4,8), |a, b| a))",
    "layout!(transform((4,0), |a| 8 / a))",
    "layout!(fold((4,8), 0, 2))",
    "layout!(logical_product((2,2):(1@0,1@1), 3))",
    "layout!(complement(4:1@1, 24))",
    "layout!(logical_divide((8,8):(9,1), (4,2):(1@0,1@2)))",
    "layout!(logical_divide((8,8):(9,1), (4,3):(1@0,1@1)))",
    "layout!(left_inverse((5,4,3):(4@0,7@0,1@1)))",
    "layout!(elem_add((1,2), 3))",
    "layout!(elem_min((1,2), (3,4,5)))",
    "layout!(shape_mod(6, 4))",
    "layout!(leading_dim((4,8):(2,8)))",
    "layout!(size_in_bytes(Tile, 0))",
    "layout!((8):1)",
    "layout!(8:(1))",
    "layout!(bank_conflicts((8,8):(64,1), 16, 3))",
    "layout!(bank_conflicts((8,8):(64,2), 16, 16))",
    "layout!(sectors((8,8):(60,1), 16, 16))",
    "layout!(find_swizzle(16, (8,8):(64,1), (8,4):(1@0,1@1)))",
    "layout!(replace_front((), 1))",
    "compose!((4,6):(1,8), 6:3)",
    "compose!((4,8):(8,1), (2,3):(1,3))",
    "compose!((8,8):(8,1), (4,3):(2,3))",
    "layout!((4,8):(8,1) o (4,2):(1,8) o (2,2):(3,1))",
    "compose!(logical_divide(Tile, (4,4)), (4,3):(2,3))",
    "compose!(4:1@0, 2:1@1)",
    "layout!((4,8):(1@0,3))",
    "layout!((4,(2,2)):(1@0,(1@1,1@0@0)))",
    "layout!(crd2idx((1,1), (4,8), (1@0,3)))",
    "layout!(make_layout(4:1@0, 8:4))",
    "complement!((4,4):(1,2), 24)",
    "complement!(4:-1, 24)",
    "complement!(4:1@0, 24)",
    "complement!(4:1, -1)",
    "product!((4,4):(1,2), 3)",
    "divide!((8,8):(8,1), (2,2,2))",
    "divide!(Tile, <2, 2, 2>)",
    "divide!(Tile, (2,(2,2)))",
    "product!((2,2):(2,1), (2,2,2))",
    "layout!(zipped_divide(Tile, (2,_)))",
    "layout!(make_layout(Sw<2,0,2> o 0 o 16:1, 3:8))",
    "layout!(idx2crd(5, (4,8), (1,4,8)))",
    "layout!(right_inverse(Sw<3,0,3> o 4 o (8,8):(8,1)))",
    "layout!(zipped_product((2,2):(2,1), (2,_)))",
    "layout!(get(Tile, 2))",
    "layout!(get(((4,3),8), 0, 2))",
    "layout!(size(Tile, 3))",
    "layout!(crd2idx((1,2,3), Tile))",
    "layout!(crd2idx((1,(2,3)), (4,8):(8,1)))",
    "layout!(slice((1,_,_), Tile))",
    "layout!(idx2crd((1,2,3), (4,8)))",
    "layout!(shape_div(6, 4))",
    "layout!(shape_div((8,6), (4,4)))",
    "layout!(ceil_div((8,8), (2,2,2)))",
    "layout!(ceil_div(8, 0))",
    "layout!(get((4,8), n))",
    "layout!((fn, 2))",
    "layout!((match, 2):(1, type))",
    "layout! { struct Rows<type> = (4, 2):(type, 1); }",
    "layout! { struct Self = (4, 2); }",
    "layout!(({ a, b }, 2))",
    "layout!(upcast((4,8), n))",
    "layout!(recast((4,8), n, 8))",
    "layout!(get_1d_coord((4,8), n))",
    "layout!(domain_distribute((4,8), n))",
    "layout!(sign(n))",
    "layout!(ceil_div(((4,0),4), 3))",
    "layout!((rows.len(), 2))",
    "layout!((m as usize, 2))",
    "layout!((size_of::<u8>(), 2))",
    "layout!((<T as Sizes>::N, 2))",
    "layout!(crd2crd((1,2), (4,8), (4,8,2)))",
    "layout!(make_ordered_layout((2,3), (0,1,2)))",
    "layout!(make_layout((4,8), (1,4,32)))",
    "layout!(make_layout((4,-1), (1,4)))",
    "divide!((4,8):(8,1), (2,0))",
    "divide!(Tile, 0)",
    "compose!((4,0):(1,4), 4)",
    "layout!(complement((4,0), 24))",
    "layout!(Sw<3,4,3> o 0 o (0,8):(8,1))",
    "layout!(bank_conflicts((32,0):(1,32), 32, 4))",
    "layout!(coalesce(Tile, (1,(1,1))))",
    "layout!(filter_zeros(Tile, (1,1,1)))",
    "layout!(compositon(Tile, 8:2))",
    "layout!(logical_div(Tile, 8))",
    "layout!(divide(Tile, 8))",
    "layout!(zipped(Tile, 8))",
    "layout!(frobnicate(Tile))",
    "layout!(composition(Tile))",
    "layout!(size())",
    "divide!(Tile)",
    "divide!(Tile, 2, 2)",
    "divide!()",
    "complement!()",
    "layout!(make_layout((4,8), (8,1), 3))",
    "layout!(size(_))",
    "layout!(cosize(true))",
    "layout!(get(Tile, _))",
    "layout!(get(Tile, -3))",
    "layout!(get(((2,3),4):((1,2),6), 0, -3))",
    "layout!(get(8, -5))",
    "layout!(get(Tile, 170141183460469231731687303715884105727))",
    "layout!(right_inverse[0](Tile))",
    "layout!(slice[0](Tile, 1))",
    "layout!(coalesce[2](Tile))",
    "layout!(coalesce[](Tile))",
    "layout!(coalesce[n](Tile))",
    "layout!(logical_divide[1]((4,9):(1,4), 4))",
    "layout!(logical_divide[1,0]((4,(2,9)):(1,(4,8)), (2,2)))",
    "layout!(take((4,8,2), 0, 3, 0))",
    "layout!(#ttg.blocked<{sizePerThread = [1, 8]}>)",
    "layout!(#ttg.linear<{register = [[0, 1], [1, 1]], lane = [], warp = [], block = []}>)",
    "layout!(#ttg.linear<{register = [[0, 1], [0, 3]], lane = [], warp = [], block = []}>)",
    "layout!(#ttg.linear<{register = [[0, 1]], lane = [[1]], warp = [], block = []}>)",
    "layout!(#ttg.linear<{register = [[0, 1]], register = []}>)",
    "layout!(#ttg.linear<{offset = [[0, 1]]}>)",
    "layout!(#ttg.linear<[[0, 1]]>)",
    "layout!(gl.DistributedLinearLayout(reg_bases=[[0,1]], lane_bases=[[1,0]], shape=[2,2,2]))",
    "layout!(ttgl.DistributedLinearLayout(reg_bases=[[0,1]], registers=[[1,0]]))",
    "layout!(expand_modes_alike((4,6), (4,5)))",
    "layout!(tiler_to_layout(<4,_>))",
    "divide!(Tile, LayoutLeft)",
    "divide!(Tile, true)",
    "layout!(crd2idx(Tile, 3))",
    "layout!(slice(<1, 2>, Tile))",
    "layout!(eval(Wide))",
    "layout!(eval((4,8):(1,(2,3))))",
    "layout!(Sw<3,4,3> o 0 o Sw<3,4,3>)",
    "layout!(4:2 o 0 o Sw<1,0,1> o 0 o 4:1)",
    "layout!(Sw<2,60,2> o 0 o 4:1)",
    "layout!(cycles((4,8):(9,1)))",
    "layout!(order(4:2))",
    "layout!(f2_matrix((4,3):(3,1)))",
    "layout!(f2_matrix((4,4):(1,1)))",
    "layout!(f2_matrix(Sw<1,0,3> o 1 o 8:2))",
    "layout!(image(1048576:1))",
    "layout!(is_surjective(8:1, <8,8>))",
];

/// Tables and closures that are no layout, and closures that have no table.
const INFERENCE: &[&str] = &[
    "infer_layout!([0, 4, 2, 6, 1, 7, 3, 9])",
    "infer_layout!((0, 1, 2, 5, 9))",
    "infer_layout!(0, 1, 2, 5, 9)",
    "infer_layout!([3, 4, 5, 8, 12])",
    "infer_layout!([0, 1, 2, 4, 8, 16, 32, 65])",
    "infer_layout!([0, 170141183460469231731687303715884105727, 0])",
    "infer_layout!([0, 0, 1, 1])",
    "infer_layout!([])",
    "infer_layout!(())",
    "infer_layout!((0, (1, 2)))",
    "infer_layout!((0, _))",
    "infer_layout!([0, 4:1])",
    "infer_layout!([0, n])",
    "infer_layout!([0 1])",
    "infer_layout!([0, 1], 3)",
    "infer_layout!(4:1)",
    "infer_layout!(|i, j| i * j, (4, 4))",
    "infer_layout!(|i, (j, k)| i + (j + k) * (j + k) * 4, (4, (2, 8)))",
    "infer_layout!(|i| i * i, 8)",
    "infer_layout!(|i, j| i / j, (4, 4))",
    "infer_layout!(|i, j| i % (j - 1), (4, 4))",
    "infer_layout!(|i, j| (i + 1) << (100 * j), (4, 4))",
    "infer_layout!(|i| 5 << (i * 42), 4)",
    "infer_layout!(|i| 5 >> -i, 4)",
    "infer_layout!(|i| i + 170141183460469231731687303715884105727, 4)",
    "infer_layout!(|i| -170141183460469231731687303715884105727 - i * 2, 4)",
    "infer_layout!(|i| i * 170141183460469231731687303715884105727, 4)",
    "infer_layout!(|i| -(-170141183460469231731687303715884105727 - i), 4)",
    "infer_layout!(|i| (-170141183460469231731687303715884105727 - 1) / -1, 4)",
    "infer_layout!(|i, j| i, (2048, 1024))",
    "infer_layout!(|i| i, 170141183460469231731687303715884105727)",
    "infer_layout!(|i, j| i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+j, (1024, 1024))",
    "infer_layout!(|i, j, k| i, (4, 4))",
    "infer_layout!(|i, j| i, 16)",
    "infer_layout!(|i, (j, k)| i, (4, 4))",
    "infer_layout!(|i| i)",
    "infer_layout!(|i| i, 4, 4)",
    "infer_layout!(|i| i, (4, 0))",
    "infer_layout!(|i| i, _)",
    "infer_layout!(|| 4, 8)",
    "infer_layout!(|, | 4, 8)",
    "infer_layout!(|i, i| i, (4, 4))",
    "infer_layout!(|i: usize| i, 4)",
    "infer_layout!(|&i| i, 4)",
    "infer_layout!(|(i j)| i, (4, 4))",
    "infer_layout!(|i, j)",
    "infer_layout!(|i, j| , (4, 4))",
    "infer_layout!(|i, j| i +, (4, 4))",
    "infer_layout!(|i, j| i + n, (4, 4))",
    "infer_layout!(|row, column| row * 4 + colum, (4, 4))",
    "infer_layout!(|i| i as usize, 4)",
    "infer_layout!(|i| i == 2, 4)",
    "infer_layout!(|i| i < < 2, 4)",
    "infer_layout!(|i| !i, 4)",
    "infer_layout!(|i| |j| j, 4)",
    "infer_layout!(|i| i + 4:1, 4)",
    "infer_layout!(|i| i.pow(2), 4)",
    "infer_layout!(|i| size(i), 4)",
    "infer_layout!(|i| 2usize * i, 4)",
    "infer_layout!(|i| (i, 2), 4)",
    "layout!(|i, j| i + j)",
    "layout!(size(|i| i))",
];

/// Named layouts with integers for their parameters.
const INSTANCES: &[&str] = &[
    "layout!(Global<m>)",
    "divide!(Global<m, n, 4, k>, (2,2))",
    "layout!(Block<>)",
    "layout!(Tile<4, 8>)",
    "layout!(Wide<>)",
    "layout! { let row = (4,n):(n,1); let tiles = logical_divide(row<5>, (2,2)); }",
    "layout!(Global<(4,8):(8,1), n>)",
    "layout!(Global<m, (2, 3)>)",
    "layout!(Global<_, 4>)",
    "layout!(Global<m, Tile>)",
    "layout!(Global<m, 4)",
    "layout!(Global<m; 4>)",
    "layout!(Global<m, 4> + 1)",
    "layout!((m, Global<m, 4>))",
    "layout!(Global<0, 4>)",
    "layout!(Global<4, -1>)",
    "layout!(Panels<100, 8>)",
    "divide!(Panels<n, 0>, 2)",
    "layout!(#[assume(n % 4 == 2)] Panels<n, 4>)",
    "layout!(#[assume(n < 4)] Global<n - 4, 4>)",
    "layout!(Panels<m / 0, 4>)",
    "layout!(Twice<4, n>)",
    "layout!(Twice<4, size(Tile)>)",
    "layout! { struct Square<n> = Global<n, k>; }",
    "layout! { struct Four<n> = Global<4, 4>; }",
    "layout! { struct Row<const N: usize> = Global<1, m * N>; }",
];

/// Names of layouts.
const NAMES: &[&str] = &[
    "layout!(vec)",
    "divide!(line, 4)",
    "layout! { let o = 4:1; }",
    "layout! { let LayoutLeft = 4:1; }",
    "layout! { let _ = 4:1; }",
    "layout! { let mut a = 4:1; }",
    "layout! { struct Self = 4:1; }",
    "layout! { struct self<m> = m:1; }",
    "layout! { struct Sooner = logical_divide(Later, 2); struct Later = (4,8); }",
    "layout! { struct Itself = logical_divide(Itself, 2); }",
    "layout!((4,Tile))",
    "layout!((BM, Bk):(Bk, 1))",
    "layout!((BM, (4, 2)):(1, (2 * config::Bk, -Bk)))",
    "layout!(Tile:1)",
    "layout!(self::)",
    "layout!(::)",
    "layout!(Tile::<4>)",
];

/// Tokens that do not belong there.
const SYNTAX: &[&str] = &[
    "layout!()",
    "layout! {}",
    "layout!(;)",
    "layout!((4,8) (8,1))",
    "layout!((4,8):)",
    "layout!(:(8,1))",
    "layout!((4,8):(8,1)>)",
    "layout!((4,,8):(8,1))",
    "layout!((4 8):(8,1))",
    "layout!((4,8):(8;1))",
    "layout!([4,8]:[8,1])",
    "layout!([4;8])",
    "divide!(Tile, [4:1;8:1,2:1])",
    "divide!(Tile, [4:1;])",
    "layout!([4:1,2])",
    "layout!((?,?{i64 div=8}):(?{i64},1))",
    "layout!(smem_ptr[16b](unset))",
    "layout!(smem_ptr[16b](unset) o 4:1)",
    "layout!((4,8) o smem_ptr[16b](unset) o 4:1)",
    "layout!(Sw<3,4,3> o smem_ptr[16b](unset))",
    "layout!(Sw<3,4,3> o smem_ptr[16](unset) o 4:1)",
    "layout!(Sw<3,4,3> o smem_ptr[16b] o 4:1)",
    "layout!(Sw<3,4,3> o smem_ptr[16b](0x7f0000000400) o 4:1)",
    "layout!(gmem_ptr[16b](0x7f0000000400) o 4:1)",
    "layout!(ArithTuple(0,_0) o (4,8):(1@0,1@1))",
    "layout!(counting_iter(42) o (4):(1))",
    "layout!(Sw<3,4,3>_smem_ptr[16b](0x7f0000000400) o 4:1)",
    "layout!({})",
    "layout!(4:8:1)",
    "layout!(<4, 8)",
    "layout!(<4 8>)",
    "layout!((4,8):(8,1) o)",
    "layout!(o (4,8):(8,1))",
    "layout!(4:1 x 4:1)",
    "layout!(logical_divide(Tile 8))",
    "divide!(Tile 8)",
    "divide!(Tile; 8)",
    "divide!(, 8)",
    "layout!(-(4,8))",
    "layout!(4:--1)",
    "layout!(4@)",
    "layout!(4:1@lane@0)",
    "layout!(4:1@99)",
    "layout!(Sw<3,4>)",
    "layout!(Sw<3,4,x>)",
    "layout!(\"(4,8):(8,1)\")",
    "layout!('a')",
    "layout!(4 +)",
    "layout!((4,8):(8,1), 4)",
];

/// Integers that Rust knows.
const SYMBOLS: &[&str] = &[
    "layout! { struct G<m, n> = (m,n):(k,1); }",
    "layout! { struct G<m, const N: usize> = (m,N,k); }",
    "layout! { struct G<m, n, k> = (m,n):(n,1); }",
    "layout! { struct G<m> = (m,{}); }",
    "layout! { struct G<M> = (M):(1); }",
    "layout! { struct G<const bm: usize> = (bm):(1); }",
    "layout! { struct G<Mode> = 4:1; }",
    "layout! { struct G<o> = (o,8):(8,1); }",
    "layout! { struct G<const BM> = (BM):(1); }",
    "layout! { struct G<const BM: u32> = (BM):(1); }",
    "layout! { struct G<> = 4:1; }",
    "layout! { struct G<m, m> = m:1; }",
    "layout! { struct G<m n> = (m,n); }",
    "layout! { struct G<size> = size:1; }",
    "layout! { struct G<m> = cosize(m:1); }",
    "layout! { let t<m> = m:1; }",
    "layout! { struct G = (Self::BM,4); }",
    "layout! { let t = (n,4); struct G = logical_divide(t, (2,2)); }",
    "layout!((config::m,4))",
    "layout!((m +, 4))",
    "layout!((m * (2,3), 4))",
    "layout!((m / 0, 4))",
    "layout!((m,n):(n,1,1))",
    "layout!((m,0 * m))",
    "layout!((m,n):(0,1))",
    "layout!((m:n):1)",
    "layout!(#[assume(m <= 100)] logical_divide(m:1, 128))",
    "layout!(logical_divide((4,m):(m,1), 3))",
    "layout!(Sw<3,4,3> o 2 * m o (8,64):(64,1))",
    "layout!(Sw<B,4,3>)",
    "layout!(swizzle(Sw<3,4,3>, (m) / 2))",
    "layout!(eval((m,2)))",
    "layout!(equal((m,n):(n,1), (m,n):(m,1)))",
    "layout!(get((m,2), {N}))",
    "infer_layout!(|i, j| i + j, (m,2))",
    "layout!(make_identity_layout((m,n)))",
    "layout!((4,m):(1@0,1@1))",
    "layout!(#[cost(div = 0)] (m,n):(n,1))",
    "layout! { #[cost(div = 0)] struct G<m, n> = (m,n):(n,1); }",
];

/// Assumptions about symbols.
const ASSUMPTIONS: &[&str] = &[
    "layout!(#[assume] m:1)",
    "layout!(#[assume = 4] m:1)",
    "layout!(#[assume(,)] m:1)",
    "layout!(#[assume(m % 4 == 0,, m <= 8)] m:1)",
    "layout!(#[assume(0 == m % 8, m % 12 == 6)] m:1)",
    "layout!(#[assume(m)] m:1)",
    "layout!(#[assume(m = 4)] m:1)",
    "layout!(#[assume(m == 4 n == 4)] (m,n))",
    "layout!(#[assume(m == 4 && n == 4)] (m,n))",
    "layout!(#[assume(m == (1,2))] m:1)",
    "layout!(#[assume(m == Tile)] m:1)",
    "layout!(#[assume(m != 4)] m:1)",
    "layout!(#[assume(m % 128 == 0, m <= 100)] m:1)",
    "layout!(#[assume(m % 4 == 1, m % 4 == 0)] m:1)",
    "layout!(#[assume(m % 4 == 0, m % 8 == 3)] m:1)",
    "layout!(#[assume(n <= 9, m % 6 == 5, m >= 7, m <= 10)] (m,n))",
    "layout!(#[assume(m == 12, m % 8 == 3)] m:1)",
    "layout!(#[assume(m >= 18446744073709551616)] m:1)",
    "layout!(#[assume(m == 99999999999999999999)] m:1)",
    "layout!(#[assume(m % 6000000000 == 0, m % 7000000001 == 0)] m:1)",
    "layout!(#[assume(m / 99999999999999999999 > 0)] (m,n))",
    "layout! { #[assume(m <= 99999999999999999999, n > 18446744073709551615)] struct A<m, n> = (m,n); }",
    "layout! { #[assume(N % 99999999999999999999 == 5, 99999999999999999999 <= N)] let a = (m,N); }",
    "layout!(#[assume(m / 4 == 2, m <= 7)] m:1)",
    "layout!(#[assume(m <= 7, m / 4 == 2)] m:1)",
    "layout!(#[assume(ceil_div(m, 1000) == 2, m <= 1000)] m:1)",
    "layout!(#[assume(min(m, n) >= 5, n <= 4)] (m,n))",
    "layout!(#[assume(m % 8 == 6, m % 4 <= 1)] m:1)",
    "layout!(#[assume(m == n, m % 4 == 0, n % 4 == 2)] (m,n))",
    "layout! { #[assume(m % 4 == 1)] struct A<m> = m:1; #[assume(m % 6 == 0)] struct B<m> = coalesce(A); }",
    "layout!(#[assume(m % 4 == 1)] logical_divide((m), 8))",
    "layout!(#[assume(m % Q == 0)] zipped_divide((3,k,Q+2):(4,1,4), 8))",
    "layout!((4,k):(k,1) o 4:6)",
    "layout!((4,k):(k,1) o (3,3):(1,2))",
    "layout!(#[assume(m < 1)] m:1)",
    "layout!(#[assume(4 <= 2)] 4:1)",
    "layout!(#[assume(m % 0 == 0)] m:1)",
    "layout!(#[assume(injective(m,n))] (m,n):(n,1))",
    "layout! { #[assume(k <= 4)] struct G<m> = m:1; }",
];

/// Numbers.
const NUMBERS: &[&str] = &[
    "layout!(4usize:1)",
    "layout!((4,8u32):(1,4))",
    "layout!(4.0:1)",
    "layout!(4.)",
    "layout!(1e3)",
    "layout!(0x1f:1.5)",
    "layout!(340282366920938463463374607431768211456)",
    "layout!(_4x)",
    "layout!(4i5:1)",
    "layout!(-170141183460469231731687303715884105728:1)",
];

/// Definitions.
const DEFINITIONS: &[&str] = &[
    "layout! { struct L = size(Tile); }",
    "layout! { struct }",
    "layout! { struct = (4,8); }",
    "layout! { struct L }",
    "layout! { struct L; }",
    "layout! { struct L { x: usize } }",
    "layout! { struct L(usize); }",
    "layout! { struct L: (4,8); }",
    "layout! { struct L = ; }",
    "layout! { struct L = (4,8) struct M = (2,2); }",
    "layout! { struct L = (4,8), struct M = (2,2); }",
    "layout! { struct L<M> = (M,8); }",
    "layout! { let l<const N: usize> = (N,8); }",
    "layout! { let = (4,8); }",
    "layout! { let mut l = (4,8); }",
    "layout! { let l: Layout = (4,8); }",
    "layout! { let (a, b) = (4,8); }",
    "layout! { pub let l = (4,8); }",
    "layout! { pub enum L = (4,8); }",
    "layout! { pub }",
    "layout! { const L = (4,8); }",
    "layout! { static L = (4,8); }",
    "layout! { type L = (4,8); }",
    "layout! { L = (4,8); }",
    "layout! { struct L = (4,8); (2,2) }",
    "layout! { struct L = (4,8); struct L = (2,2); }",
    "layout! { #[derive(Debug)] let l = (4,8); }",
    "layout!(#[derive(Debug)] (4,8))",
    "layout!(#[allow(dead_code)] (4,8))",
    "layout!(#[allow(non_injectiv)] (4,8):(1,0))",
    "layout!(#[expect(padding)] zipped_divide(8:1, 4))",
    "layout!(#[expect(padding, non_injective)] (4,8):(1,0))",
    "layout! { #[expect(non_injective)] struct L = (4,8):(8,1); }",
    "layout!(#[expect(pading)] zipped_divide(10:1, 4))",
    "zip_with!(source: #[expect(padding)] Tile, target: Tile, |t, s| *t = *s)",
    "layout!(#[allow] (4,8))",
    "layout!(#[allow = \"padding\"] (4,8))",
    "layout!(# (4,8))",
    "layout!(#![allow(padding)] (4,8))",
    "divide!(#[inline] Tile, 8)",
    "layout! { #[allow(padding)] }",
    "layout!(#[allow(,)] (4,8))",
    "layout!(#[allow(padding, dead_code, reason = \"why\")] (4,8))",
    "layout!(#[allow(padding dead_code)] (4,8))",
    "layout! { pub(crat) struct L = (4,8); }",
    "layout! { pub(in 3) struct L = (4,8); }",
    "layout! { pub(crate) pub struct L = (4,8); }",
    "layout! {\n    pub struct A = logical_divide(\n        (8,12):(12,1),\n        (4,5),\n    );\n}",
    "layout!(composition(\n    (4,6):(1,8),\n    (\n        6\n    ):(3),\n))",
];

/// Uses of a layout whose definition is wrong: its own mistake is reported there.
const TAINTED: &[&str] = &[
    "layout!(Broken)",
    "divide!(Broken, 4)",
    "divide!(Broken<4, 8>, 4)",
    "layout! { let l = Broken<4, n>; }",
    "layout!(size(Broken))",
    "layout! { struct L = logical_divide(Broken, 4); }",
    "layout! { let l = logical_divide(Broken, 4); let m = logical_divide(l, 2); }",
];

/// The bounds of what one invocation may hold.
fn limits() -> Vec<String> {
    let list = |item: &str, count: usize| vec![item; count].join(",");
    let nested = |depth: usize| format!("{}4{}", "(".repeat(depth), ")".repeat(depth));
    vec![
        format!("layout!({}:1)", nested(65)),
        format!("layout!({}4{})", "flatten(".repeat(65), ")".repeat(65)),
        format!("layout!({}4{})", "<".repeat(65), ">".repeat(65)),
        format!("layout!(({}))", list("1", 4096)),
        format!("infer_layout!([{}])", list("1", 4096)),
        format!("infer_layout!(|i| {}i, 4)", "-".repeat(4096)),
        format!("infer_layout!(|i| {}i{}, 4)", "(".repeat(65), ")".repeat(65)),
        format!("infer_layout!({} i, 4)", "|i| ".repeat(65)),
        format!("infer_layout!(|i| {}i, 4)", "i + ".repeat(2048)),
        format!("layout!(concat({}))", list("size(4)", 64)),
        format!("layout!(4:1{})", " o 4:1".repeat(65)),
        format!("layout!(({}):({}))", list("1", 65), list("0", 65)),
        format!("layout!(({}))", list("1", 1000)),
        format!("divide!(Tile, ({}))", list("1", 1000)),
        format!(
            "layout!(concat({}))",
            (0..49).map(|i| format!("N{i}")).collect::<Vec<_>>().join(",")
        ),
    ]
}

const NO_SYMBOLS: &str = "the language has no symbols";

/// Every variant of `ErrorKind`, and words that only its message has.
const KINDS: &[(&str, Coverage)] = &[
    ("Incongruent", Says("is not congruent to shape")),
    ("Extent", Says("is not positive")),
    ("Empty", Says("has no coordinates: an extent is 0")),
    ("Overflow", Says("a size or an offset overflows")),
    ("Wide", Unreached("the language computes with 128 bits")),
    ("TooManyTerms", Unreached(NO_SYMBOLS)),
    ("Inexact", Unreached(NO_SYMBOLS)),
    ("Unproved", Unreached(NO_SYMBOLS)),
    ("NotInjective", Says("is not injective: coordinates")),
    ("MayCollide", Unreached(NO_SYMBOLS)),
    ("Undecided", Says("cannot decide whether")),
    ("NotKnown", Says("a number is needed here")),
    ("NotAdditive", Says("but its modes add up to")),
    ("NoSum", Says("the modes are not those of one swizzled layout")),
    ("NotTiled", Says("makes the whole mode a tile")),
    ("BrokenRun", Says("equal steps does not divide")),
    ("Beyond", Says("is outside of")),
    ("Unfit", Says("is no multiple of")),
    ("Padded", Says("the tiles cover")),
    ("Uncovered", Says("no tile holds position")),
    ("Overlap", Says("interleave: stride")),
    ("Hole", Says("no layout complements")),
    ("NegativeStride", Says("is negative; only strides from 0 on")),
    ("BasisStride", Says("steps along a basis; only integers")),
    ("MixedStrides", Says("do not add up to one coordinate")),
    ("SeveralTerms", Says("stride 1@0+2@1 has several terms")),
    ("TooManyModes", Says("modes, but")),
    ("Mismatch", Says("differ in rank or nesting")),
    ("Sizes", Says(", but 5:1 has size 5")),
    ("NoSuchMode", Says("there is no mode")),
    ("EmptyRange", Says("the range of modes from")),
    ("Incompatible", Says("is not a coordinate of")),
    ("OutOfBounds", Says("positions from 0 on")),
    ("NoCoordinate", Says("no coordinate of")),
    ("Underscore", Says("`_` stands for a whole mode")),
    ("Indivisible", Says("divides the other")),
    ("DuplicateOrder", Says("is given twice: two modes")),
    ("NoInverse", Says("has no left inverse")),
    ("NoLayout", Says("that has the values before it has")),
    ("Factor", Says("is not positive")),
    ("Straddle", Says("does not fall into whole elements")),
    ("Adjacent", Says("has stride 1")),
    ("NoUnitStride", Says("with an extent above 1 has stride 1")),
    ("SwizzleParameters", Says("there is no swizzle")),
    ("SwizzleMasks", Says("no swizzle flips the bits of")),
    ("NoSwizzle", Says("is not a swizzle")),
    ("NoDomain", Says("has no shape")),
    ("NotSwizzled", Says("applies a layout after its domain")),
    ("SwizzledBlocks", Says("no swizzle repeats the blocks")),
    ("ElementsApart", Says("elements together that are one")),
    ("SwizzleInElements", Says("are torn apart by Sw<")),
    ("NoPowerOfTwo", Says("is not a power of two")),
    ("NoMultiple", Says("is not a multiple of")),
    ("Access", Says("no instruction moves the")),
    ("NoVector", Says("beside the one before it")),
    ("Misaligned", Says("which is no multiple of 16 bytes")),
    ("NotPermutation", Says("is no permutation of")),
    ("NotLinear", Says("is not linear over the bits")),
];

const TILED: &[&str] = &[
    "layout!(get_layoutC_TV(SM80_16x8x16_F32F16F16F32_TX))",
    "layout!(get_layoutC_TV(SM90::GMMA::MMA_64x12x16_F32F16F16_SS<SM90::GMMA::Major::K,SM90::GMMA::Major::K>))",
    "layout!(get_layoutC_TV(Tile))",
    "layout!(get_layoutC_TV((4,8)))",
    "layout!(GMMA::Layout_K_SW256_Atom<half_t>)",
    "layout!(make_tiled_mma(SM75_U32x4_LDSM_N))",
    "layout!(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN))",
    "layout!(tile_shape(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2):(1,1))))",
    "layout!(tile_shape(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), <_,24,_>)))",
    "layout!(tile_shape(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1,1))))",
    "layout!(tile_shape(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), <_,_,_,_>)))",
    "layout!(partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), <_,32>), (40,64), 3))",
    "layout!(partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), <_,32>), (64,64), 200))",
    "layout!(partition_C(SM80_16x8x16_F32F16F16F32_TN, 64, 3))",
    "layout!(tile_shape(make_tiled_copy(SM75_U32x4_LDSM_N, (16,8), (1,8))))",
    "layout!(tile_shape(make_tiled_copy(Copy_Atom<SM75_U32x5_LDSM_N, half_t>, (16,8), (1,8))))",
    "layout!(tile_shape(make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N, string>, (16,8), (1,8))))",
    "layout!(tile_shape(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, double>, (16,8), (1,8))))",
    "layout!(tile_shape(make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N, half_t>, (4,4), (1,8))))",
    "layout!(tile_shape(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>, (16,8), (1,4))))",
    "layout!(tile_shape(make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>, (16,8):(1,4), (1,4))))",
    "layout!(tile_shape(make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>, (16,8):(1,32), (1,4))))",
    "layout!(partition_S(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN), (16,8), 0))",
    "layout!(relayout(get_layoutC_TV(SM80_16x8x16_F32F16F16F32_TN), get_layoutA_TV(SM80_16x8x16_F32F16F16F32_TN)))",
];

/// The case of a kind of error, if it has one.
enum Coverage {
    /// Some case has a message with these words.
    Says(&'static str),
    /// Nothing that can be written has this error, and why.
    Unreached(&'static str),
}
use Coverage::{Says, Unreached};

/// The cases of every group, by its name.
fn groups() -> Vec<(&'static str, Vec<String>)> {
    let owned = |cases: &[&str]| cases.iter().map(ToString::to_string).collect::<Vec<String>>();
    vec![
        ("layouts", owned(LAYOUTS)),
        ("without_functions", owned(WITHOUT_FUNCTIONS)),
        ("contracts", owned(CONTRACTS)),
        ("promises", owned(PROMISES)),
        ("agreements", owned(AGREEMENTS)),
        ("lints", owned(LINTS)),
        ("operations", owned(OPERATIONS)),
        ("tiled", owned(TILED)),
        ("inference", owned(INFERENCE)),
        ("instances", owned(INSTANCES)),
        ("names", owned(NAMES)),
        ("mode_names", owned(MODES)),
        ("patterns", owned(PATTERNS)),
        ("syntax", owned(SYNTAX)),
        ("symbols", owned(SYMBOLS)),
        ("assumptions", owned(ASSUMPTIONS)),
        ("numbers", owned(NUMBERS)),
        ("definitions", owned(DEFINITIONS)),
        ("limits", limits()),
    ]
}

/// The lines of the invocation that a mistake touches, with carets, and its text.
fn render(invocation: &str, range: &Range<usize>, text: &str) -> String {
    const WIDTH: usize = 100;
    let mut rendered = String::new();
    let mut start = 0;
    for line in invocation.split('\n') {
        let end = start + line.len();
        if range.start <= end && start < range.end.max(range.start + 1) {
            let first = range.start.max(start) - start;
            let last = range.end.min(end).max(start + first + 1) - start;
            // A long line shows what is around the start of the underline.
            let (from, cut) =
                if line.len() > WIDTH { (first.saturating_sub(20), "…") } else { (0, "") };
            let shown = &line[from..line.len().min(from + WIDTH)];
            let lead = if from > 0 { "…" } else { "" };
            let blank = " ".repeat(lead.chars().count() + first - from);
            let carets = "^".repeat((last - first).min(WIDTH + from - first));
            let tail = if from + WIDTH < line.len() { cut } else { "" };
            writeln!(rendered, "{lead}{shown}{tail}\n{blank}{carets}").expect("a string");
        }
        start = end + 1;
    }
    rendered + text
}

/// The one mistake of a case.
fn mistake(case: &str) -> Mistake {
    let mut mistakes = mistakes(case);
    assert_eq!(mistakes.len(), 1, "{case}: {mistakes:?}");
    mistakes.remove(0)
}

#[test]
fn every_mistake_reads_well() {
    for (group, cases) in groups() {
        let rendered: Vec<String> = cases
            .iter()
            .map(|case| {
                let Mistake { range, text } = mistake(case);
                render(case, &range, &text)
            })
            .collect();
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(group, rendered.join("\n\n"));
        });
    }
}

#[test]
fn messages_are_facts_in_words_of_the_user() {
    for case in groups().into_iter().flat_map(|(_, cases)| cases) {
        let Mistake { text, .. } = mistake(&case);
        let fact = text.lines().next().expect("a message");
        assert!(!fact.starts_with(char::is_uppercase), "{fact}");
        assert!(!text.lines().any(|line| line.ends_with(['.', ' '])), "{text}");
        // CuTe's word for instructions.
        let text = text.replace("_Atom", "");
        for internal in ["IntTuple", "HTuple", "ModePath", "Plan", "Atom", "Some(", "None", "Int("]
        {
            assert!(!text.contains(internal), "{text}");
        }
    }
}

/// The variants of `ErrorKind` in the source of the algebra: the enum is not
/// exhaustive, so that no `match` here would miss a new one.
fn error_kinds() -> Vec<String> {
    let source = include_str!("../../../layout-algebra/src/error/kind.rs");
    let file = syn::parse_file(source).expect("the algebra is Rust");
    let kinds = file.items.into_iter().find_map(|item| match item {
        syn::Item::Enum(item) if item.ident == "ErrorKind" => Some(item.variants),
        _ => None,
    });
    kinds.expect("the enum").iter().map(|variant| variant.ident.to_string()).collect()
}

#[test]
fn every_kind_of_error_has_a_case() {
    let listed: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(listed, error_kinds());
    let cases = groups().into_iter().flat_map(|(_, cases)| cases);
    let texts: Vec<String> = cases.map(|case| mistake(&case).text).collect();
    for (kind, coverage) in KINDS {
        match coverage {
            Says(words) => {
                assert!(texts.iter().any(|text| text.contains(words)), "{kind} has no case");
            }
            Unreached(reason) => assert!(!reason.is_empty(), "{kind}"),
        }
    }
}

#[test]
fn what_uses_a_wrong_layout_is_silent() {
    for case in TAINTED {
        assert!(mistakes(case).is_empty(), "{case}");
    }
}

#[test]
fn every_definition_has_its_own_mistake() {
    let case = "layout! { struct A = (4,8):(1,0); \
                struct B = logical_divide(A, 3); struct C = (2,2):(1,1); }";
    let underlined: Vec<Range<usize>> = mistakes(case).into_iter().map(|m| m.range).collect();
    assert_eq!(underlined.iter().map(|range| &case[range.clone()]).collect::<Vec<_>>(), ["0", "1"]);
}

#[test]
fn what_uses_a_wrong_layout_with_symbols_is_silent() {
    let case = "layout! { #[allow(padding)] struct Order<m, n> = zipped_divide(make_identity_layout((m, n)), (16, 8)); \
                #[allow(padding)] struct Rows<m, n> = along(Order, 0); \
                #[allow(padding)] struct Columns<m, n> = coalesce(along(Order, 1)); }";
    let messages: Vec<String> = mistakes(case).into_iter().map(|m| m.text).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].contains("steps along a basis"), "{messages:?}");
}

#[test]
fn every_help_helps() {
    // Without optimisation a frame takes more than there is for a test: rustc's own thread has 8 MiB.
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(try_every_help);
    if let Err(panic) = thread.expect("a thread").join() {
        std::panic::resume_unwind(panic);
    }
}

fn try_every_help() {
    let informs = [
        "operations have",
        "instructions have",
        "an element has",
        "names are those",
        "in parentheses a word",
        "each constant expression",
        "what is known at run time",
        "constants are in",
        "name the type",
        "a constant of Rust stands in braces",
        "a variable is one",
        "a constant of Rust of this name",
        "the constants of a layout are",
        "the layout of the list is",
        "`along(…, 0)` is the layout",
        "integers have names",
        "write a name for each `?`",
        "`?{div=8}` is",
        "as CuTe prints it",
        "of a tensor",
        "the layout of a swizzled tensor",
        "a path is that of a module",
        "a tile of several modes is",
        "of the mode alone it is",
        "call mode",
        "the name of a mode is in",
        "names stand in the shape",
        "a word in front of",
        "`col: 8` makes",
        "`row: 12` makes",
        "write the whole name",
        "an operation on modes takes",
        "as in `logical_divide",
        "in a slice, `..`",
        "a coordinate with a comma",
        "a size stands after",
        "write names, numbers",
        "a name stands there",
        "the result stands after",
        "`repeat` adds",
        "`reduce` has",
        "another word where",
        "the names of the layout's modes",
        "write the number in place of a constant",
        "a name is that",
        "`fold_as` has",
        "`fold!` folds",
        "as in `source",
        "as in `\"m k",
        "`einsum!` and",
        "`row` is in parts",
        "`n mod 4` in the place",
        "`circular` makes",
        "the result is the last place",
        "each place has its layout",
        "`struct l<…>` declares",
        "`struct t<…>` declares",
        "a constant of Rust stands in braces",
        "the machines are",
        "the name of an axis is the last",
    ];
    let mut tried = 0;
    for case in groups().into_iter().flat_map(|(_, cases)| cases) {
        let Mistake { range, text } = mistake(&case);
        for help in text.lines().filter_map(|line| line.strip_prefix("help: ")) {
            match repaired(&case, &range, help) {
                Some(better) => {
                    repair(&better).unwrap_or_else(|error| panic!("{error}"));
                    // Other tokens were tried on the whole invocation.
                    let is_tried = [
                        "write `",
                        "did you mean",
                        "leave it out",
                        "move it to",
                        "the nearest tile",
                    ];
                    if is_tried.iter().any(|says| help.starts_with(says)) {
                        let left = mistakes(&better);
                        assert!(left.is_empty(), "{case}\n{help}\n{better}\n{left:?}");
                    }
                    tried += 1;
                }
                None => assert!(informs.iter().any(|words| help.starts_with(words)), "{help}"),
            }
        }
    }
    assert!(tried >= 30, "only {tried} helps were tried");
}
