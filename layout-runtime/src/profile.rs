//! `Profile`: the extents and strides of a layout as a type.

mod computed;

pub(crate) use computed::extent as computed_extent;
pub use computed::{Computed, Numbers};

use crate::dynamic::{Constant, Mode, Modes};
use crate::iterate::{Level, Loop};
use crate::offset::{Nothing, join, offset_of, offset_of_u32};
use crate::{Coordinate, CoordinateU32};

/// The most leaves that a profile may have.
pub(crate) const MAX_LEAVES: usize = 64;

/// A profile of one leaf, `EXTENT:STRIDE`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaf<const EXTENT: usize, const STRIDE: isize>;

/// The flattened shape and stride of a profile, and its parentheses.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    shape: [usize; MAX_LEAVES],
    stride: [isize; MAX_LEAVES],
    /// How many tuples begin and end with each leaf.
    opens: [u8; MAX_LEAVES],
    closes: [u8; MAX_LEAVES],
    leaves: usize,
}

impl Table {
    pub(crate) const EMPTY: Table = Table {
        shape: [1; MAX_LEAVES],
        stride: [0; MAX_LEAVES],
        opens: [0; MAX_LEAVES],
        closes: [0; MAX_LEAVES],
        leaves: 0,
    };

    /// The extents of the leaves.
    #[must_use]
    pub const fn shape(&self) -> &[usize] {
        self.shape.split_at(self.leaves).0
    }

    /// The strides of the leaves.
    #[must_use]
    pub const fn stride(&self) -> &[isize] {
        self.stride.split_at(self.leaves).0
    }

    /// How many tuples begin, and how many end, with a leaf.
    pub(crate) const fn parentheses(&self, leaf: usize) -> (usize, usize) {
        (self.opens[leaf] as usize, self.closes[leaf] as usize)
    }

    pub(crate) const fn leaf(extent: usize, stride: isize) -> Table {
        let mut table = Table::EMPTY;
        table.shape[0] = extent;
        table.stride[0] = stride;
        table.leaves = 1;
        table
    }

    pub(crate) const fn then(mut self, next: &Table) -> Table {
        let mut leaf = 0;
        while leaf < next.leaves {
            self.shape[self.leaves] = next.shape[leaf];
            self.stride[self.leaves] = next.stride[leaf];
            self.opens[self.leaves] = next.opens[leaf];
            self.closes[self.leaves] = next.closes[leaf];
            self.leaves += 1;
            leaf += 1;
        }
        self
    }

    const fn tuple(mut self) -> Table {
        self.opens[0] += 1;
        self.closes[self.leaves - 1] += 1;
        self
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A [`Leaf`], or a tuple of at most 16 profiles: `(4,(2,8)):(16,(8,1))` is
/// `(Leaf<4, 16>, (Leaf<2, 8>, Leaf<8, 1>))`.
///
/// ```
/// use layout_runtime::{Leaf, Profile};
///
/// type P = (Leaf<4, 16>, (Leaf<2, 8>, Leaf<8, 1>));
/// assert_eq!((P::RANK, P::DEPTH, P::SIZE, P::COSIZE), (2, 2, 64, 64));
/// assert_eq!(P::TABLE.shape(), [4, 2, 8]);
/// assert_eq!(P::offset(5), 24);
/// assert_eq!(P::idx2crd(5), (1, (1, 0)));
/// ```
pub trait Profile: sealed::Sealed + Sized + 'static {
    /// The natural coordinate: an integer for each leaf, nested like the profile.
    type Natural: Coordinate<Self> + Copy;
    /// The first mode; a leaf is its own.
    #[doc(hidden)]
    type Head: Profile;
    /// What follows the first mode: the second of two, a tuple of more, or `1:0`.
    #[doc(hidden)]
    type Tail: Profile;
    /// A loop for each leaf, around `Inner`.
    #[doc(hidden)]
    type Loops<Inner: Level>: Level;
    /// The profile if it is a tuple, and the same one for all leaves.
    #[doc(hidden)]
    type Tuple: Profile;
    /// The same extents and strides as a value, of which all are constants.
    type Modes: Modes;

    /// The same extents and strides as a value.
    const MODES: Self::Modes;

    /// The number of modes; a leaf has one.
    const RANK: usize;
    /// The levels of nesting; a leaf has none.
    const DEPTH: usize;
    /// The number of coordinates.
    const SIZE: usize;
    /// The smallest offset.
    const MIN_OFFSET: isize;
    /// The largest offset.
    const MAX_OFFSET: isize;
    /// The number of offsets from the smallest to the largest.
    const COSIZE: usize = Self::MAX_OFFSET.abs_diff(Self::MIN_OFFSET) + 1;
    /// The flattened shape and stride.
    const TABLE: Table;
    /// The one stride, if the offset is a multiple of the 1-D coordinate; 0 for
    /// a single coordinate.
    const STEP: Option<isize>;
    /// Whether there is one stride.
    #[doc(hidden)]
    const LINEAR: bool = Self::STEP.is_some();
    /// The one stride, and 0 where there is none.
    #[doc(hidden)]
    const SLOPE: isize = match Self::STEP {
        Some(step) => step,
        None => 0,
    };

    /// The offset of a 1-D coordinate below `SIZE`, which is split
    /// colexicographically. Modes of extent 1 add nothing. Past the size, the answer
    /// is some number.
    #[inline(always)]
    #[must_use]
    fn offset(i: usize) -> isize {
        offset_of::<Self, Nothing>(i)
    }

    /// [`Profile::offset`] in 32 bits, for a size and offsets below 2³².
    #[inline(always)]
    #[must_use]
    fn offset_u32(i: u32) -> u32 {
        offset_of_u32::<Self, Nothing>(i)
    }

    /// The natural coordinate of a 1-D coordinate.
    #[must_use]
    fn idx2crd(i: usize) -> Self::Natural;

    /// The integer of a leaf in a natural coordinate.
    #[doc(hidden)]
    fn digit(natural: &mut Self::Natural, leaf: usize) -> &mut usize;
}

impl<const EXTENT: usize, const STRIDE: isize> sealed::Sealed for Leaf<EXTENT, STRIDE> {}

/// The extent and the stride.
impl<const EXTENT: usize, const STRIDE: isize> Numbers for Leaf<EXTENT, STRIDE> {
    const NUMBERS: &'static [isize] = &[EXTENT as isize, STRIDE];
}

impl<const EXTENT: usize, const STRIDE: isize> Profile for Leaf<EXTENT, STRIDE> {
    type Natural = usize;
    type Head = Self;
    type Tail = Self;
    type Loops<Inner: Level> = Loop<Inner>;
    type Tuple = Leaf<1, 0>;
    type Modes = Mode<Constant<Self, 0>, Constant<Self, 1>>;

    const MODES: Self::Modes = Mode { extent: Constant::NEW, stride: Constant::NEW };
    const RANK: usize = 1;
    const DEPTH: usize = 0;
    const SIZE: usize = EXTENT;
    const MIN_OFFSET: isize = if STRIDE < 0 { (EXTENT as isize - 1) * STRIDE } else { 0 };
    const MAX_OFFSET: isize = if STRIDE > 0 { (EXTENT as isize - 1) * STRIDE } else { 0 };
    const TABLE: Table = Table::leaf(EXTENT, STRIDE);
    const STEP: Option<isize> = Some(if EXTENT == 1 { 0 } else { STRIDE });

    #[inline(always)]
    fn idx2crd(i: usize) -> usize {
        i
    }

    #[inline(always)]
    fn digit(natural: &mut usize, _: usize) -> &mut usize {
        natural
    }
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

/// The first of several modes.
macro_rules! head {
    ($P:ident $($Rest:ident)*) => {
        $P
    };
}

/// What follows the first of several modes.
macro_rules! tail {
    ($P:ident) => { Leaf<1, 0> };
    ($P:ident $Rest:ident) => { $Rest };
    ($P:ident $($Rest:ident)+) => { ($($Rest,)+) };
}

/// A loop for each leaf of several modes; those of the first are the innermost.
macro_rules! loops {
    ($Inner:ty;) => { $Inner };
    ($Inner:ty; $P:ident $($Rest:ident)*) => { loops!($P::Loops<$Inner>; $($Rest)*) };
}

/// Implements the traits for a tuple: for each mode its profile, its coordinate's
/// type and name; after the bar the last mode, which takes what the others leave.
macro_rules! tuple_profile {
    ($rank:literal: $($P:ident $C:ident $c:ident,)* | $Last:ident $D:ident $rest:ident) => {
        impl<$($P: Profile,)* $Last: Profile> sealed::Sealed for ($($P,)* $Last,) {}

        impl<$($P: Profile,)* $Last: Profile> Profile for ($($P,)* $Last,) {
            type Natural = ($($P::Natural,)* $Last::Natural,);
            type Head = head!($($P)* $Last);
            type Tail = tail!($($P)* $Last);
            type Loops<Inner: Level> = loops!(Inner; $($P)* $Last);
            type Tuple = Self;
            type Modes = ($($P::Modes,)* $Last::Modes,);

            const MODES: Self::Modes = ($($P::MODES,)* $Last::MODES,);
            const RANK: usize = $rank;
            const DEPTH: usize = {
                let depth = $Last::DEPTH;
                $(let depth = max($P::DEPTH, depth);)*
                depth + 1
            };
            const SIZE: usize = $($P::SIZE *)* $Last::SIZE;
            const MIN_OFFSET: isize = $($P::MIN_OFFSET +)* $Last::MIN_OFFSET;
            const MAX_OFFSET: isize = $($P::MAX_OFFSET +)* $Last::MAX_OFFSET;
            const STEP: Option<isize> = join::<Self::Head, Self::Tail>();
            const TABLE: Table = Table::EMPTY $(.then(&$P::TABLE))* .then(&$Last::TABLE).tuple();

            #[inline(always)]
            fn idx2crd($rest: usize) -> Self::Natural {
                $(
                    let $c = $P::idx2crd($rest % $P::SIZE);
                    let $rest = $rest / $P::SIZE;
                )*
                ($($c,)* $Last::idx2crd($rest),)
            }

            #[inline(always)]
            fn digit(natural: &mut Self::Natural, leaf: usize) -> &mut usize {
                let ($($c,)* $rest,) = natural;
                $(
                    let leaves = const { $P::TABLE.leaves };
                    if leaf < leaves {
                        return $P::digit($c, leaf);
                    }
                    let leaf = leaf - leaves;
                )*
                $Last::digit($rest, leaf)
            }
        }

        impl<$($P: Profile, $C: Coordinate<$P>,)* $Last: Profile, $D: Coordinate<$Last>>
            Coordinate<($($P,)* $Last,)> for ($($C,)* $D,)
        {
            #[inline(always)]
            fn offset(self) -> isize {
                let ($($c,)* $rest,) = self;
                let offset = 0isize;
                $(let offset = offset.wrapping_add($c.offset());)*
                offset.wrapping_add($rest.offset())
            }

            #[inline(always)]
            fn offset_u32(self) -> u32 {
                let ($($c,)* $rest,) = self;
                let offset = 0u32;
                $(let offset = offset.wrapping_add($c.offset_u32());)*
                offset.wrapping_add($rest.offset_u32())
            }

            #[inline(always)]
            fn natural(self) -> <($($P,)* $Last,) as Profile>::Natural {
                let ($($c,)* $rest,) = self;
                ($($c.natural(),)* $rest.natural(),)
            }
        }

        impl<$($P: Profile, $C: CoordinateU32<$P>,)* $Last: Profile, $D: CoordinateU32<$Last>>
            CoordinateU32<($($P,)* $Last,)> for ($($C,)* $D,)
        {
            #[inline(always)]
            fn offset_u32(self) -> u32 {
                let ($($c,)* $rest,) = self;
                let offset = 0u32;
                $(let offset = offset.wrapping_add($c.offset_u32());)*
                offset.wrapping_add($rest.offset_u32())
            }
        }
    };
}

tuple_profile!(1: | L D rest);
tuple_profile!(2: P0 C0 c0, | L D rest);
tuple_profile!(3: P0 C0 c0, P1 C1 c1, | L D rest);
tuple_profile!(4: P0 C0 c0, P1 C1 c1, P2 C2 c2, | L D rest);
tuple_profile!(5: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, | L D rest);
tuple_profile!(6: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, | L D rest);
tuple_profile!(7: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, | L D rest);
tuple_profile!(8: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, P6 C6 c6, | L D rest);
tuple_profile!(9: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, P6 C6 c6, P7 C7 c7, | L D rest);
tuple_profile!(10: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, P6 C6 c6, P7 C7 c7, P8 C8 c8, | L D rest);
tuple_profile!(11: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, P6 C6 c6, P7 C7 c7, P8 C8 c8, P9 C9 c9, | L D rest);
tuple_profile!(12: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, P6 C6 c6, P7 C7 c7, P8 C8 c8, P9 C9 c9, P10 C10 c10, | L D rest);
tuple_profile!(13: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, P6 C6 c6, P7 C7 c7, P8 C8 c8, P9 C9 c9, P10 C10 c10, P11 C11 c11, | L D rest);
tuple_profile!(14: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, P6 C6 c6, P7 C7 c7, P8 C8 c8, P9 C9 c9, P10 C10 c10, P11 C11 c11, P12 C12 c12, | L D rest);
tuple_profile!(15: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, P6 C6 c6, P7 C7 c7, P8 C8 c8, P9 C9 c9, P10 C10 c10, P11 C11 c11, P12 C12 c12, P13 C13 c13, | L D rest);
tuple_profile!(16: P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, P6 C6 c6, P7 C7 c7, P8 C8 c8, P9 C9 c9, P10 C10 c10, P11 C11 c11, P12 C12 c12, P13 C13 c13, P14 C14 c14, | L D rest);

#[cfg(test)]
mod tests {
    use super::*;

    type Nested = (Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>));

    #[test]
    fn nested_profile_is_cutes_layout() {
        let offsets = [0, 4, 2, 6, 1, 5, 3, 7];
        for (i, offset) in offsets.into_iter().enumerate() {
            assert_eq!(Nested::offset(i), offset);
            assert_eq!(Nested::offset_u32(i as u32), offset as u32);
            assert_eq!(Coordinate::<Nested>::offset(Nested::idx2crd(i)), offset);
        }
        assert_eq!((Nested::RANK, Nested::DEPTH), (2, 2));
        assert_eq!((Nested::SIZE, Nested::COSIZE), (8, 8));
    }

    #[test]
    fn negative_strides_reach_below_zero() {
        type P = ((Leaf<4, -2>, Leaf<3, 10>),);
        assert_eq!((P::MIN_OFFSET, P::MAX_OFFSET, P::COSIZE), (-6, 20, 27));
        assert_eq!((P::RANK, P::DEPTH), (1, 2));
        assert_eq!(P::offset(7), 4);
        assert_eq!(P::offset_u32(7), 4);
    }

    #[test]
    fn table_is_flat() {
        type P = ((Leaf<4, -2>, (Leaf<3, 10>,)), Leaf<5, 0>);
        assert_eq!(P::TABLE.shape(), [4, 3, 5]);
        assert_eq!(P::TABLE.stride(), [-2, 10, 0]);
    }
}
