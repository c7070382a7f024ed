//! `Entry`: the methods that layouts of a rank and a number of leaves share.

use core::marker::PhantomData;

use crate::layout::assert_u32;
use crate::{Coordinate, Layout, Profile};

/// What a layout dereferences to: the methods that its expansion need not spell.
pub struct Entry<L, const RANK: usize, const LEAVES: usize>(PhantomData<L>);

impl<L: 'static, const RANK: usize, const LEAVES: usize> Entry<L, RANK, LEAVES> {
    /// The one value, borrowed.
    pub const NEW: &'static Self = &Entry(PhantomData);
}

impl<L: Layout, const RANK: usize, const LEAVES: usize> Entry<L, RANK, LEAVES> {
    const FITS_U32: () = assert_u32(L::SIZE, L::MIN_OFFSET, L::MAX_OFFSET);

    /// `c` steps along a leaf.
    #[inline(always)]
    fn step<const LEAF: usize>(c: usize) -> isize {
        (c as isize).wrapping_mul(const { <L::Profile as Profile>::TABLE.stride()[LEAF] })
    }

    /// [`Entry::step`] in 32 bits.
    #[inline(always)]
    fn step_u32<const LEAF: usize>(c: u32) -> u32 {
        c.wrapping_mul(const { <L::Profile as Profile>::TABLE.stride()[LEAF] as u32 })
    }

    /// The offset of the 1-D coordinate `i`.
    #[inline(always)]
    #[must_use]
    pub fn offset(&self, i: usize) -> isize {
        L::Linear::offset(i)
    }

    /// The index of the 1-D coordinate `i` in 32 bits.
    #[inline(always)]
    #[must_use]
    pub fn index_u32(&self, i: u32) -> u32 {
        const { Self::FITS_U32 };
        L::Linear::offset_u32(i)
    }

    /// The index of any coordinate: an integer, or a tuple nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn crd2idx<C: Coordinate<L::Profile>>(&self, coordinate: C) -> usize {
        const { assert!(L::MIN_OFFSET >= 0, "this layout has negative offsets: use `crd2offset`") };
        coordinate.offset() as usize
    }

    /// The offset of any coordinate: an integer, or a tuple nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn crd2offset<C: Coordinate<L::Profile>>(&self, coordinate: C) -> isize {
        coordinate.offset()
    }

    /// The natural coordinate of the 1-D coordinate `i`, nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn idx2crd(&self, i: usize) -> <L::Profile as Profile>::Natural {
        L::Profile::idx2crd(i)
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub fn size(&self) -> usize {
        L::SIZE
    }

    /// The number of offsets from the smallest to the largest.
    #[inline(always)]
    #[must_use]
    pub fn cosize(&self) -> usize {
        L::COSIZE
    }

    /// The extents of the leaves.
    #[inline(always)]
    #[must_use]
    pub fn shape(&self) -> &'static [usize] {
        L::SHAPE
    }

    /// The strides of the leaves.
    #[inline(always)]
    #[must_use]
    pub fn stride(&self) -> &'static [isize] {
        L::STRIDE
    }

    /// The layout in CuTe's notation.
    #[inline(always)]
    #[must_use]
    pub fn notation(&self) -> &'static str {
        L::NOTATION
    }
}

impl<L: Layout, const LEAVES: usize> Entry<L, 1, LEAVES> {
    /// The offset of a 1-D coordinate of the one mode.
    #[inline(always)]
    #[must_use]
    pub fn offset_at(&self, c0: usize) -> isize {
        L::Profile::offset(c0)
    }

    /// The index of a 1-D coordinate of the one mode, in 32 bits.
    #[inline(always)]
    #[must_use]
    pub fn at_u32(&self, c0: u32) -> u32 {
        const { Self::FITS_U32 };
        L::Profile::offset_u32(c0)
    }
}

/// Replaces a token by a type.
macro_rules! each {
    ($c:ident, $ty:ty) => {
        $ty
    };
}

/// One coordinate for each mode, for the rank of as many names.
macro_rules! by_mode {
    ($rank:literal: $($c:ident)*) => {
        impl<L: Layout, const LEAVES: usize> Entry<L, $rank, LEAVES>
        where
            ($(each!($c, usize),)*): Coordinate<L::Profile>,
        {
            /// The offset of a 1-D coordinate for each mode.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn offset_at(&self, $($c: usize),*) -> isize {
                ($($c,)*).offset()
            }

            /// The index of a 1-D coordinate for each mode, in 32 bits.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn at_u32(&self, $($c: u32),*) -> u32 {
                const { Self::FITS_U32 };
                ($($c as usize,)*).offset_u32()
            }
        }
    };
}

by_mode!(2: c0 c1);
by_mode!(3: c0 c1 c2);
by_mode!(4: c0 c1 c2 c3);
by_mode!(5: c0 c1 c2 c3 c4);
by_mode!(6: c0 c1 c2 c3 c4 c5);
by_mode!(7: c0 c1 c2 c3 c4 c5 c6);
by_mode!(8: c0 c1 c2 c3 c4 c5 c6 c7);
by_mode!(9: c0 c1 c2 c3 c4 c5 c6 c7 c8);
by_mode!(10: c0 c1 c2 c3 c4 c5 c6 c7 c8 c9);
by_mode!(11: c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10);
by_mode!(12: c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11);
by_mode!(13: c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12);
by_mode!(14: c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13);
by_mode!(15: c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14);
by_mode!(16: c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15);

/// One coordinate for each leaf, for every number of leaves up to that of the names.
macro_rules! by_leaf {
    ([$($c:ident $leaf:literal)*]) => {};
    ([$($c:ident $leaf:literal)*] $next:ident $last:literal $($rest:tt)*) => {
        impl<L: Layout, const RANK: usize> Entry<L, RANK, { $last + 1 }> {
            /// The offset of the natural coordinate, one integer for each leaf.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn offset_at_flat(&self, $($c: usize,)* $next: usize) -> isize {
                let offset = 0isize;
                $(let offset = offset.wrapping_add(Self::step::<$leaf>($c));)*
                offset.wrapping_add(Self::step::<$last>($next))
            }

            /// The index of the natural coordinate in 32 bits, one integer for each leaf.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn at_flat_u32(&self, $($c: u32,)* $next: u32) -> u32 {
                const { Self::FITS_U32 };
                let offset = 0u32;
                $(let offset = offset.wrapping_add(Self::step_u32::<$leaf>($c));)*
                offset.wrapping_add(Self::step_u32::<$last>($next))
            }
        }

        by_leaf!([$($c $leaf)* $next $last] $($rest)*);
    };
}

by_leaf!([]
    c0 0 c1 1 c2 2 c3 3 c4 4 c5 5 c6 6 c7 7
    c8 8 c9 9 c10 10 c11 11 c12 12 c13 13 c14 14 c15 15
    c16 16 c17 17 c18 18 c19 19 c20 20 c21 21 c22 22 c23 23
    c24 24 c25 25 c26 26 c27 27 c28 28 c29 29 c30 30 c31 31
    c32 32 c33 33 c34 34 c35 35 c36 36 c37 37 c38 38 c39 39
    c40 40 c41 41 c42 42 c43 43 c44 44 c45 45 c46 46 c47 47
    c48 48 c49 49 c50 50 c51 51 c52 52 c53 53 c54 54 c55 55
    c56 56 c57 57 c58 58 c59 59 c60 60 c61 61 c62 62 c63 63
);
