//! `Map`: what follows the layout of a profile.

use core::marker::PhantomData;

use layout_core::Swizzle;

use crate::bounds::Everywhere;
use crate::geometry::coordinate::Coordinate;
use crate::geometry::{Geometry, Table};
use crate::layout::Layout;
use crate::layout::part::PartLayout;
use crate::number::word::{IS_GPU, Word};

mod sealed {
    pub trait Sealed {}
}

/// A map of the offsets of a profile: the identity, or swizzles.
pub trait Map: sealed::Sealed + Sized + 'static {
    /// The layout of a geometry that this follows: the geometry itself where nothing does.
    #[doc(hidden)]
    type Of<G: Geometry>: Layout<Geometry = G, Map = Self, Bounds = Everywhere>;

    #[doc(hidden)]
    #[must_use]
    fn of<G: Geometry>(geometry: G) -> Self::Of<G>;

    /// The map that is applied before.
    #[doc(hidden)]
    type Before: Map;
    /// The number that a view adds to its offsets.
    #[doc(hidden)]
    type Origin: Origin;

    /// True if nothing is applied.
    const IDENTITY: bool;
    /// The smallest and the largest value for a profile.
    #[doc(hidden)]
    const RANGE: (isize, isize);
    /// The last swizzle.
    #[doc(hidden)]
    const SWIZZLE: Swizzle;
    /// The offset that is added before the swizzle.
    #[doc(hidden)]
    const OFFSET: isize;
    /// No bit from this one on is looked at or changed: multiples of `2^REACH` may as well be added
    /// after the map.
    #[doc(hidden)]
    const REACH: u32;

    /// The offset of a coordinate where all numbers are known, after the map. What is beyond its
    /// reach is added at the end, so that a loop over it adds to an address and swizzles nothing.
    #[doc(hidden)]
    #[must_use]
    fn located<G: Geometry, W: Word, C: Coordinate<G, W>>(coordinate: C) -> W;
}

/// The offset from which a view counts, where a map follows. Where none does, a pointer says it.
#[doc(hidden)]
pub trait Origin: Copy + 'static {
    const ZERO: Self;

    #[must_use]
    fn plus(self, offset: isize) -> Self;

    #[must_use]
    fn value(self) -> isize;
}

impl Origin for () {
    const ZERO: () = ();

    #[inline(always)]
    fn plus(self, _: isize) {}

    #[inline(always)]
    fn value(self) -> isize {
        0
    }
}

impl Origin for isize {
    const ZERO: isize = 0;

    #[inline(always)]
    fn plus(self, offset: isize) -> isize {
        self.wrapping_add(offset)
    }

    #[inline(always)]
    fn value(self) -> isize {
        self
    }
}

/// Nothing is applied.
pub struct Identity;

/// `x ↦ Sw<BITS,BASE,SHIFT>(OFFSET + Before(x))`, with the values `MIN..=MAX`; where `MIN` is
/// above `MAX`, they are taken to be all of the blocks that the swizzle keeps apart.
///
/// ```
/// use layout_runtime::{Leaf, Static, Swizzled, layout};
///
/// let tile = layout!(Sw<3,4,3> o 0 o (8,64):(64,1));
/// assert_eq!(tile.at(2, 0), 128 ^ 16);
/// assert_eq!((tile.cosize(), tile.notation()), (512, "Sw<3,4,3> o 0 o (8,64):(64,1)"));
/// ```
pub struct Swizzled<
    const BITS: u32,
    const BASE: u32,
    const SHIFT: i32,
    const OFFSET: isize,
    const MIN: isize,
    const MAX: isize,
    Before = Identity,
>(PhantomData<Before>);

impl sealed::Sealed for Identity {}

impl Map for Identity {
    type Of<G: Geometry> = G;
    type Before = Identity;
    type Origin = ();
    const IDENTITY: bool = true;
    const RANGE: (isize, isize) = (0, 0);
    const SWIZZLE: Swizzle = Swizzle::IDENTITY;
    const OFFSET: isize = 0;
    const REACH: u32 = 0;

    #[inline(always)]
    fn of<G: Geometry>(geometry: G) -> G {
        geometry
    }

    #[inline(always)]
    fn located<G: Geometry, W: Word, C: Coordinate<G, W>>(coordinate: C) -> W {
        coordinate.known()
    }
}

impl<
    const BITS: u32,
    const BASE: u32,
    const SHIFT: i32,
    const OFFSET: isize,
    const MIN: isize,
    const MAX: isize,
    Before: Map,
> sealed::Sealed for Swizzled<BITS, BASE, SHIFT, OFFSET, MIN, MAX, Before>
{
}

impl<
    const BITS: u32,
    const BASE: u32,
    const SHIFT: i32,
    const OFFSET: isize,
    const MIN: isize,
    const MAX: isize,
    Before: Map,
> Map for Swizzled<BITS, BASE, SHIFT, OFFSET, MIN, MAX, Before>
{
    type Of<G: Geometry> = PartLayout<G, Self>;
    type Before = Before;
    type Origin = isize;
    const IDENTITY: bool = false;
    const RANGE: (isize, isize) = (MIN, MAX);
    const SWIZZLE: Swizzle = match Swizzle::new(BITS, BASE, SHIFT) {
        Some(swizzle) if swizzle.reach() < isize::BITS => swizzle,
        _ => panic!("no swizzle of an `isize`"),
    };
    const OFFSET: isize = OFFSET;
    const REACH: u32 = {
        let swizzle = Self::SWIZZLE;
        let reach = if swizzle.bits == 0 { 0 } else { swizzle.reach() };
        if reach > Before::REACH { reach } else { Before::REACH }
    };

    #[inline(always)]
    fn of<G: Geometry>(geometry: G) -> PartLayout<G, Self> {
        PartLayout::new(geometry)
    }

    #[inline(always)]
    fn located<G: Geometry, W: Word, C: Coordinate<G, W>>(coordinate: C) -> W {
        let (within, beyond) = coordinate.known_apart(const { Self::REACH });
        mapped_word::<Self, W>(within).plus(beyond)
    }
}

/// The bits that flip others.
pub(crate) const fn flipping<O: Map>() -> isize {
    O::SWIZZLE.y_mask() as isize
}

/// All bits that a map looks at or changes, and those below.
const fn below_reach<O: Map>() -> isize {
    (1 << O::REACH) - 1
}

/// Defines the function for one type of number.
macro_rules! mapped {
    ($(#[$doc:meta])* $visibility:vis $name:ident: $number:ty, $offset:expr, $is_gpu:expr) => {
        $(#[$doc])*
        #[inline(always)]
        $visibility const fn $name<O: Map>(x: $number) -> $number {
            if const { O::IDENTITY } {
                x
            } else {
                let x = $name::<O::Before>(x).wrapping_add(const { $offset as $number });
                let low = if $is_gpu { x & const { below_reach::<O>() as $number } } else { x };
                let y = low & const { flipping::<O>() as $number };
                let swizzled = if const { O::SWIZZLE.shift >= 0 } {
                    low ^ (y >> const { O::SWIZZLE.shift.unsigned_abs() % <$number>::BITS })
                } else {
                    low ^ (y << const { O::SWIZZLE.shift.unsigned_abs() % <$number>::BITS })
                };
                // What the low bits gain: of a sum, LLVM leaves out what has none of them.
                if $is_gpu { x.wrapping_add(swizzled.wrapping_sub(low)) } else { swizzled }
            }
        }
    };
}

mapped! {
    /// Applies a map to an offset of the profile.
    pub mapped: isize, O::OFFSET, IS_GPU
}

mapped! {
    /// [`mapped`] in 32 bits, for a profile whose moved offsets fit.
    pub(crate) mapped_u32: u32, O::OFFSET, IS_GPU
}

/// [`mapped`] or [`mapped_u32`], by the word.
#[inline(always)]
fn mapped_word<O: Map, W: Word>(offset: W) -> W {
    if const { W::IS_WIDE } {
        W::of(mapped::<O>(offset.wide() as isize) as usize)
    } else {
        W::of(mapped_u32::<O>(offset.wide() as u32) as usize)
    }
}

mapped! {
    /// The part of [`mapped`] that is linear over GF(2): the swizzles, without what is added.
    pub(crate) linear: isize, 0, IS_GPU
}

/// [`mapped_u32`] of the sum of two offsets of a profile, of other modes each: where no addition of such offsets carries, the
/// sum is an exclusive or, which swizzles let through. If the second is a constant, so is what it flips.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn mapped_sum<P: Geometry, O: Map>(first: u32, second: u32) -> u32 {
    if const { is_linear::<O>() && no_carry(&P::TABLE) } {
        mapped_u32::<O>(first) ^ mapped_u32::<O>(second)
    } else {
        mapped_u32::<O>(first.wrapping_add(second))
    }
}

/// Returns true if a map is swizzles alone, of offsets as they are.
const fn is_linear<O: Map>() -> bool {
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
pub(crate) const fn range<P: Geometry, O: Map>() -> (isize, isize) {
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

/// The ends of the blocks that hold what a map makes of offsets from `min` to `max`: a
/// swizzle changes bits below the end of those that it flips, and no others. None if
/// they, with what lies between, do not fit an `isize`.
pub(crate) const fn blocks<O: Map>(min: isize, max: isize) -> Option<(isize, isize)> {
    if O::IDENTITY {
        return Some((min, max));
    }
    let Some((min, max)) = blocks::<O::Before>(min, max) else { return None };
    let (Some(min), Some(max)) = (min.checked_add(O::OFFSET), max.checked_add(O::OFFSET)) else {
        return None;
    };
    let inside = O::SWIZZLE.changed() as isize;
    let (min, max) = (min & !inside, max | inside);
    match max.checked_sub(min) {
        Some(span) if span < isize::MAX => Some((min, max)),
        _ => None,
    }
}

/// Returns true if 32 bits hold the numbers that a map computes with, where they hold its values.
pub(crate) const fn fits_chain_u32<O: Map>() -> bool {
    if O::IDENTITY {
        return true;
    }
    let first = <O::Before as Map>::IDENTITY;
    O::SWIZZLE.reach() <= u32::BITS && (first || O::OFFSET == 0 && fits_chain_u32::<O::Before>())
}

/// The elements that hold every offset and offset 0; none where there is no offset.
pub(crate) const fn cosize<P: Geometry, O: Map>() -> usize {
    if P::SIZE == 0 {
        return 0;
    }
    let (min, max) = range::<P, O>();
    let (min, max) = (if min < 0 { min } else { 0 }, if max > 0 { max } else { 0 });
    max.abs_diff(min) + 1
}

/// Returns true if 32 bits hold the numbers that a map computes with: the offsets of the profile once
/// they are moved, of which a swizzle of 32 bits makes no more.
pub(crate) const fn fits_u32<P: Geometry, O: Map>() -> bool {
    if O::IDENTITY {
        return true;
    }
    let reach = O::SWIZZLE.reach();
    if <O::Before as Map>::IDENTITY {
        let (min, max) = (P::MIN_OFFSET as i128, P::MAX_OFFSET as i128);
        let offset = O::OFFSET as i128;
        return reach <= 32 && min + offset >= 0 && max + offset <= u32::MAX as i128;
    }
    O::OFFSET == 0 && reach <= 32 && fits_u32::<P, O::Before>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Leaf;

    mapped! {
        /// The computation on a GPU.
        by_low_bits: isize, O::OFFSET, true
    }

    mapped! {
        by_low_bits_u32: u32, O::OFFSET, true
    }

    type Up = Swizzled<2, 1, 3, 5, 1, 0>;
    type Down = Swizzled<2, 3, -3, 0, 1, 0>;
    type Both = Swizzled<1, 0, 4, 0, 1, 0, Up>;
    type None = Swizzled<0, 9, 3, 7, 1, 0>;
    /// A mode within the reach of all, one across it, one beyond it, and one of a single step.
    type Profile = (Leaf<5, 3>, (Leaf<4, 16>, Leaf<3, 256>), Leaf<6, 512>, Leaf<1, 7>);

    fn check<M: Map>() {
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
                    assert_eq!(M::located::<Profile, usize, _>((i, j, k, 0)) as isize, whole);
                    assert_eq!(M::located::<Profile, usize, _>(nested) as isize, whole);
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
        fn apart<M: Map>(self) -> (usize, usize);
    }

    impl<C: Coordinate<Profile>> Apart for C {
        fn apart<M: Map>(self) -> (usize, usize) {
            self.known_apart(M::REACH)
        }
    }
}
