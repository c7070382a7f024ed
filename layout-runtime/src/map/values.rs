//! The offsets of a profile after a map: where a coordinate is, and the range of all.

use super::{OffsetMap, blocks, mapped_u32, mapped_word};
use crate::geometry::table::Table;
use crate::geometry::{Coordinate, Geometry};
use crate::number::word::Word;

/// The offset of a coordinate where all numbers are known, after the map. Multiples of the map's reach are added at the
/// end, so that a loop over them adds to an address and swizzles nothing.
#[inline(always)]
#[must_use]
pub fn located<O: OffsetMap, G: Geometry, W: Word, C: Coordinate<G, W>>(coordinate: C) -> W {
    if const { O::IDENTITY } {
        return coordinate.known();
    }
    let (within, beyond) = coordinate.known_apart(const { O::REACH });
    mapped_word::<O, W>(within).plus(beyond)
}

/// [`mapped_u32`] of the sum of two offsets of a profile, of other modes each: where no addition of such offsets carries, the
/// sum is an exclusive or, which swizzles let through. If the second is a constant, so is what it flips.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn mapped_sum<P: Geometry, O: OffsetMap>(first: u32, second: u32) -> u32 {
    if const { is_linear::<O>() && no_carry(&P::TABLE) } {
        mapped_u32::<O>(first) ^ mapped_u32::<O>(second)
    } else {
        mapped_u32::<O>(first.wrapping_add(second))
    }
}

/// Returns true if a map is swizzles alone, of offsets as they are.
const fn is_linear<O: OffsetMap>() -> bool {
    O::IDENTITY || O::OFFSET == 0 && is_linear::<O::Before>()
}

/// Returns true if no two leaves have offsets with a common bit: all are powers of two, and none reaches into another.
const fn no_carry(table: &Table) -> bool {
    let (shape, stride) = (table.shape(), table.stride());
    let (mut seen, mut leaf) = (0, 0);
    while leaf < shape.len() {
        if shape[leaf] > 1 && stride[leaf] != 0 {
            if stride[leaf] < 0 || !shape[leaf].is_power_of_two() || stride[leaf].count_ones() != 1
            {
                return false;
            }
            let bits = (shape[leaf] - 1) << stride[leaf].trailing_zeros();
            if seen & bits != 0 {
                return false;
            }
            seen |= bits;
        }
        leaf += 1;
    }
    true
}

/// The smallest and the largest offset of a profile after a map; 0 where there is none.
pub(crate) const fn range<P: Geometry, O: OffsetMap>() -> (isize, isize) {
    if P::SIZE == 0 {
        return (0, 0);
    }
    if O::IDENTITY {
        return (P::MIN_OFFSET, P::MAX_OFFSET);
    }
    let (min, max) = O::RANGE;
    if min <= max {
        return (min, max);
    }
    match blocks::<O>(P::MIN_OFFSET, P::MAX_OFFSET) {
        Some(range) => range,
        None => panic!("a swizzled offset of this layout does not fit `isize`"),
    }
}

/// The elements that hold every offset and offset 0; none where there is no offset.
pub(crate) const fn cosize<P: Geometry, O: OffsetMap>() -> usize {
    if P::SIZE == 0 {
        return 0;
    }
    let (min, max) = range::<P, O>();
    let (min, max) = (if min < 0 { min } else { 0 }, if max > 0 { max } else { 0 });
    max.abs_diff(min) + 1
}

/// Returns true if 32 bits hold the numbers that a map computes with: the offsets of the profile once
/// they are moved, of which a swizzle of 32 bits makes no more.
pub(crate) const fn fits_u32<P: Geometry, O: OffsetMap>() -> bool {
    if O::IDENTITY {
        return true;
    }
    let reach = O::SWIZZLE.reach();
    if <O::Before as OffsetMap>::IDENTITY {
        let (min, max) = (P::MIN_OFFSET as i128, P::MAX_OFFSET as i128);
        let offset = O::OFFSET as i128;
        return reach <= 32 && min + offset >= 0 && max + offset <= u32::MAX as i128;
    }
    O::OFFSET == 0 && reach <= 32 && fits_u32::<P, O::Before>()
}

#[cfg(test)]
mod tests {
    use super::super::{Identity, Swizzled, below_reach, define_mapped, flipping, mapped};
    use super::*;
    use crate::geometry::mode::Leaf;

    define_mapped! {
        /// The computation on a GPU.
        by_low_bits: isize, O::OFFSET, true
    }

    define_mapped! {
        by_low_bits_u32: u32, O::OFFSET, true
    }

    type Up = Swizzled<2, 1, 3, 5, 1, 0>;
    type Down = Swizzled<2, 3, -3, 0, 1, 0>;
    type Both = Swizzled<1, 0, 4, 0, 1, 0, Up>;
    type None = Swizzled<0, 9, 3, 7, 1, 0>;
    /// A mode within the reach of all, one across it, one beyond it, and one of a single step.
    type Profile = (Leaf<5, 3>, (Leaf<4, 16>, Leaf<3, 256>), Leaf<6, 512>, Leaf<1, 7>);

    fn check<M: OffsetMap>() {
        for x in -600..600 {
            assert_eq!(by_low_bits::<M>(x), mapped::<M>(x));
        }
        for x in 0..2000 {
            assert_eq!(by_low_bits_u32::<M>(x), mapped_u32::<M>(x));
        }
        for i in 0..5 {
            for j in 0..12 {
                for k in 0..6 {
                    let whole =
                        mapped::<M>((3 * i + 16 * (j % 4) + 256 * (j / 4) + 512 * k) as isize);
                    let nested = (i, (j % 4, j / 4), k, 0);
                    assert_eq!(located::<M, Profile, usize, _>((i, j, k, 0)) as isize, whole);
                    assert_eq!(located::<M, Profile, usize, _>(nested) as isize, whole);
                }
            }
        }
    }

    #[test]
    fn what_is_beyond_the_reach_may_be_added_after_the_map() {
        check::<Identity>();
        check::<Up>();
        check::<Down>();
        check::<Both>();
        check::<None>();
        assert_eq!((Up::REACH, Down::REACH, Both::REACH, None::REACH), (6, 8, 6, 0));
        let (within, beyond) = (1usize, 2usize, 3usize, 0usize).apart::<Both>();
        assert_eq!((within, beyond), (3 + 32, 512 * 3));
    }

    #[test]
    fn the_map_of_a_sum_is_that_of_its_parts_where_nothing_carries() {
        type Bits = (Leaf<4, 1>, (Leaf<8, 16>, Leaf<1, 3>), Leaf<4, 4>, Leaf<3, 0>);
        type Carries = (Leaf<5, 1>, Leaf<8, 4>);
        type Lower = Swizzled<2, 0, 4, 0, 1, 0>;
        type Twice = Swizzled<1, 1, 3, 0, 1, 0, Lower>;
        assert!(no_carry(&Bits::TABLE) && !no_carry(&Carries::TABLE));
        assert!(!no_carry(&<(Leaf<4, 1>, Leaf<2, 2>)>::TABLE) && !no_carry(&Leaf::<2, -1>::TABLE));
        assert!(is_linear::<Twice>() && !is_linear::<Both>());
        for (i, j, k) in
            (0..4).flat_map(|i| (0..8).flat_map(move |j| (0..4).map(move |k| (i, j, k))))
        {
            let parts = (i + 4 * k, 16 * j);
            let sum = |f: fn(u32) -> u32| f(parts.0 + parts.1);
            assert_eq!(mapped_sum::<Bits, Lower>(parts.0, parts.1), sum(mapped_u32::<Lower>));
            assert_eq!(mapped_sum::<Bits, Twice>(parts.0, parts.1), sum(mapped_u32::<Twice>));
            assert_eq!(mapped_sum::<Bits, Both>(parts.0, parts.1), sum(mapped_u32::<Both>));
            assert_eq!(mapped_sum::<Carries, Lower>(parts.0, parts.1), sum(mapped_u32::<Lower>));
        }
    }

    trait Apart {
        fn apart<M: OffsetMap>(self) -> (usize, usize);
    }

    impl<C: Coordinate<Profile>> Apart for C {
        fn apart<M: OffsetMap>(self) -> (usize, usize) {
            self.known_apart(M::REACH)
        }
    }
}
