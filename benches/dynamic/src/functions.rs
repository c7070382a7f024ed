//! The index functions, ours and by hand: each takes its layout by reference, as CuTe's do.

use layout_view::{Dynamic, Extent, Fixed, Mode};

type Run<D> = Mode<Extent, D>;
type F<const N: isize> = Fixed<N>;

/// The layouts, by the numbers `m`, `n` and `ld`.
pub type Row = Dynamic<(Mode, Run<F<1>>), 2>;
pub type Padded = Dynamic<(Run<F<1>>, Mode), 2>;
pub type Blocks = Dynamic<(Run<F<8>>, (Mode<F<8>, F<1>>, Mode)), 3>;
pub type Seven = Dynamic<(Mode<F<7>, F<1>>, Mode), 2>;
pub type Nested = Dynamic<((Run<F<4>>, Mode<F<4>, F<1>>), Mode), 3>;
pub type Cube = Dynamic<(Mode, Mode, Run<F<1>>), 3>;

pub fn run<D>(extent: usize, stride: D) -> Mode<Extent, D> {
    Mode { extent: Extent::new(extent), stride }
}

pub fn known<const S: isize, const D: isize>() -> Mode<Fixed<S>, Fixed<D>> {
    Mode { extent: Fixed, stride: Fixed }
}

/// A division that is exact for every number below 2⁶³ and every divisor but 1, which is one
/// instruction less: hand-written code can know that.
#[derive(Clone, Copy)]
pub struct Division {
    multiplier: usize,
    shift: u32,
}

impl Division {
    pub const fn by(divisor: usize) -> Self {
        let bits = usize::BITS - (divisor - 1).leading_zeros();
        let multiplier = (1u128 << (63 + bits)).div_ceil(divisor as u128) as usize;
        Division { multiplier, shift: bits - 1 }
    }

    #[inline(always)]
    const fn quotient(&self, n: usize) -> usize {
        ((n as u128 * self.multiplier as u128) >> 64) as usize >> (self.shift & 63)
    }
}

const SEVEN: Division = Division::by(7);

/// The numbers of a layout that hand-written code computes once. No remainder is computed: with
/// `q = i / m`, the digit `i % m` times `d` is `i * d - q * (m * d)`, and the factors of the same
/// quotient are added.
pub struct Numbers {
    pub m: Division,
    pub n: Division,
    /// The factor of `i`, or of the last mode's coordinate.
    pub stride: usize,
    /// The factors of the first and of the second quotient, modulo 2⁶⁴.
    pub first: usize,
    pub second: usize,
}

/// Defines functions with the C ABI, which nothing inlines.
macro_rules! functions {
    ($($name:ident($l:ident: $layout:ty, $($c:ident),+) $value:expr;)+) => {
        $(
            #[unsafe(no_mangle)]
            #[inline(never)]
            pub extern "C" fn $name($l: &$layout, $($c: usize),+) -> usize { $value }
        )+
    };
}

functions! {
    ours_row(l: Row, i) l.index(i);
    ours_row_at(l: Row, i, j) l.at(i, j);
    ours_padded(l: Padded, i) l.index(i);
    ours_padded_at(l: Padded, i, j) l.at(i, j);
    ours_blocks(l: Blocks, i) l.index(i);
    ours_blocks_at(l: Blocks, i, j) l.at(i, j);
    ours_seven(l: Seven, i) l.index(i);
    ours_nested(l: Nested, i) l.index(i);
    ours_nested_at(l: Nested, i, j) l.at(i, j);
    ours_cube(l: Cube, i) l.index(i);

    hand_row(l: Numbers, i) add(l.m.quotient(i).wrapping_mul(l.first), i, l.stride);
    hand_row_at(l: Numbers, i, j) i * l.stride + j;
    hand_padded(l: Numbers, i) add(i, l.m.quotient(i), l.first);
    hand_padded_at(l: Numbers, i, j) i + j * l.stride;
    hand_blocks(l: Numbers, i) {
        let q = l.m.quotient(i);
        add(add(i * 8, q, l.first), q >> 3, l.second)
    };
    hand_blocks_at(l: Numbers, i, j) add(i * 8 + j, j >> 3, l.second);
    hand_seven(l: Numbers, i) add(i, SEVEN.quotient(i), l.first);
    hand_nested(l: Numbers, i) {
        let q = l.m.quotient(i);
        add(add(i * 4, q, l.first), q >> 2, l.second)
    };
    hand_nested_at(l: Numbers, i, j) add(i * 4 + j * l.stride, l.m.quotient(i), l.first);
    hand_cube(l: Numbers, i) {
        let q = l.m.quotient(i);
        add(add(i * l.stride, q, l.first), l.n.quotient(q), l.second)
    };
}

#[inline(always)]
fn add(offset: usize, quotient: usize, factor: usize) -> usize {
    offset.wrapping_add(quotient.wrapping_mul(factor))
}
