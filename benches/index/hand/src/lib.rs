//! The index functions as a person writes them who knows the layout and its extents.
//!
//! Where it is not plain which form the compiler makes the most of, there are several, `at`, `at_2`, …, and the best
//! counts. They use what such a person knows: a coordinate is below its extent, so that a division can be narrow, a
//! multiplication by a rounded reciprocal, or gone; where bits move, `|` is `+`; strides have common factors.
//!
//! Forms that only save instructions are separate, as `at_trick`: one multiplication by a constant of few bits that moves
//! a field in several directions at once, a small function as a table in a register. It is a column of its own.
//!
//! Plain Rust for x86-64 without extensions, no `unsafe`, no intrinsics, no tables in memory. Everything is written
//! once for `usize` and `u32`: `T` is the type at hand.

#![allow(
    clippy::precedence,
    reason = "shifts bind tighter than masks, and both are everywhere here"
)]
#![allow(clippy::unnecessary_cast, reason = "`T` is the type of the cast in one width")]

#[inline(always)]
fn fold(sum: usize, offset: usize) -> usize {
    sum.rotate_left(5) ^ offset
}

/// Loops over the given extents, the first innermost.
macro_rules! nest {
    ([] $body:block) => { $body };
    ([$c:ident: $n:literal $($rest:tt)*] $body:block) => { nest!([$($rest)*] { for $c in 0..$n $body }) };
}

/// Exports the functions of a layout as `layout_entry` in `usize` and `layout_entry_u32`, and its loop nests.
macro_rules! by_hand {
    ($name:ident: $($entry:ident($($c:ident),+) = $value:expr;)+
     $(=> $sweep:ident [$($n:tt)+] $offset:expr;)*) => {
        mod $name {
            #[allow(dead_code)]
            mod wide {
                type T = usize;

                $(#[unsafe(export_name = concat!(stringify!($name), "_", stringify!($entry)))]
                extern "C-unwind" fn $entry($($c: T),+) -> T { $value })+

                $(#[unsafe(export_name = concat!(stringify!($name), "_", stringify!($sweep)))]
                extern "C-unwind" fn $sweep(mut sum: usize) -> usize {
                    nest!([$($n)+] { sum = crate::fold(sum, $offset); });
                    sum
                })*
            }

            #[allow(dead_code)]
            mod narrow {
                type T = u32;

                $(#[unsafe(export_name = concat!(stringify!($name), "_", stringify!($entry), "_u32"))]
                extern "C-unwind" fn $entry($($c: T),+) -> T { $value })+
            }
        }
    };
}

mod odd;
mod power_of_two;
mod signed;
