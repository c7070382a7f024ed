//! The kernels: what multiplies a block, compiled for each instruction set and element.
//!
//! Each kernel arranges a panel of B by its own layout, `(((l,v),k),t)`. Its tiles `t` are as wide as a
//! register tile and lie one after the other. A tile has a row for each step `k`, and a row has vectors
//! `v` of lanes `l`.

use layout_view::{Fixed, layout};

use crate::element::Element;
use crate::layouts::{NR, Packed, Part, PartMut};
use crate::pack::pack;
use crate::registers::Registers;

/// Packs a block of B, and multiplies a block of A by it: to C or, if told so, in addition to what C has.
pub(crate) type Kernel<T> = fn(Part<T>, Part<T>, &mut Vec<Packed<T>>, PartMut<T>, bool);

/// Elements that have kernels.
pub(crate) trait Kernels: Element {
    /// The kernels that this processor can run, the fastest first.
    fn available() -> Vec<(&'static str, Kernel<Self>)>;
}

/// A kernel, by the rows, vectors and lanes of its register tiles, by how many of them lie side by side
/// in a panel, and by whether one instruction multiplies and adds.
macro_rules! kernel {
    ($(#[$attribute:meta])* $name:ident, $T:ty, $rows:tt x ($vectors:tt x $lanes:tt) x $tiles:tt, $fma:expr) => {
        $(#[$attribute])*
        #[inline(never)]
        pub(super) fn $name(
            a: Part<$T>,
            b: Part<$T>,
            packed: &mut Vec<Packed<$T>>,
            c: PartMut<$T>,
            add: bool,
        ) {
            layout! { struct Tiles = ((($lanes,$vectors),512),$tiles); }
            const { assert!($vectors * $lanes * $tiles == NR) };
            let columns = Fixed::<{ $vectors * $lanes }>;
            pack(b, packed, Tiles, columns);
            Registers::<$rows, $vectors, $lanes, { $fma }>.block(a, packed, Tiles, columns, c, add);
        }
    };
}

/// The kernels of an element, by the lanes of a vector and the tiles of a panel for vectors of 64, 32
/// and 16 bytes.
macro_rules! kernels {
    ($module:ident, $T:ty, $l64:tt x $t64:tt, $l32:tt x $t32:tt, $l16:tt x $t16:tt) => {
        mod $module {
            use super::*;

            // Registers for sums, vectors of B and an element of A: 24 + 3 + 1 of 32, and 12 + 2 + 1
            // of 16.
            #[cfg(target_arch = "x86_64")]
            kernel!(#[target_feature(enable = "avx512f")] avx512, $T, 8 x (3 x $l64) x $t64, true);
            #[cfg(target_arch = "x86_64")]
            kernel!(#[target_feature(enable = "avx2,fma")] avx2, $T, 6 x (2 x $l32) x $t32, true);
            // For every processor. Every 64-bit ARM processor multiplies and adds in one instruction.
            kernel!(portable, $T, 4 x (2 x $l16) x $t16, cfg!(any(target_arch = "aarch64", target_feature = "fma")));
        }

        impl Kernels for $T {
            fn available() -> Vec<(&'static str, Kernel<$T>)> {
                let mut kernels: Vec<(&'static str, Kernel<$T>)> = Vec::new();
                #[cfg(target_arch = "x86_64")]
                {
                    if is_x86_feature_detected!("avx512f") {
                        kernels.push(("avx512f", |a, b, packed, c, add| {
                            // SAFETY: the processor has AVX-512F.
                            unsafe { $module::avx512(a, b, packed, c, add) }
                        }));
                    }
                    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                        kernels.push(("avx2,fma", |a, b, packed, c, add| {
                            // SAFETY: the processor has AVX2 and FMA.
                            unsafe { $module::avx2(a, b, packed, c, add) }
                        }));
                    }
                }
                kernels.push(("portable", $module::portable));
                kernels
            }
        }
    };
}

kernels!(single, f32, 16 x 1, 8 x 3, 4 x 6);
kernels!(double, f64, 8 x 2, 4 x 6, 2 x 12);
