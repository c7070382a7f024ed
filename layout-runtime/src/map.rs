//! `OffsetMap`: a function of the offsets of a profile, without the layouts that it follows, which [`Map`](crate::Map) has.

pub(crate) mod values;

use core::marker::PhantomData;

use layout_core::Swizzle;

use crate::number::word::{IS_GPU, Word};

mod sealed {
    pub trait Sealed {}
}

/// A map of the offsets of a profile, as numbers: what [`Map`](crate::Map) computes.
pub trait OffsetMap: sealed::Sealed + Sized + 'static {
    /// The map that is applied before.
    #[doc(hidden)]
    type Before: OffsetMap;
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

/// Map that changes no offset.
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

impl OffsetMap for Identity {
    type Before = Identity;
    type Origin = ();
    const IDENTITY: bool = true;
    const RANGE: (isize, isize) = (0, 0);
    const SWIZZLE: Swizzle = Swizzle::IDENTITY;
    const OFFSET: isize = 0;
    const REACH: u32 = 0;
}

impl<
    const BITS: u32,
    const BASE: u32,
    const SHIFT: i32,
    const OFFSET: isize,
    const MIN: isize,
    const MAX: isize,
    Before: OffsetMap,
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
    Before: OffsetMap,
> OffsetMap for Swizzled<BITS, BASE, SHIFT, OFFSET, MIN, MAX, Before>
{
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
}

/// The bits that flip others.
pub(crate) const fn flipping<O: OffsetMap>() -> isize {
    O::SWIZZLE.y_mask() as isize
}

/// All bits that a map looks at or changes, and those below.
pub(crate) const fn below_reach<O: OffsetMap>() -> isize {
    (1 << O::REACH) - 1
}

/// Defines the function for one type of number.
macro_rules! mapped {
    ($(#[$doc:meta])* $visibility:vis $name:ident: $number:ty, $offset:expr, $is_gpu:expr) => {
        $(#[$doc])*
        #[inline(always)]
        $visibility const fn $name<O: OffsetMap>(x: $number) -> $number {
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

#[cfg(test)]
pub(crate) use mapped as define_mapped;

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
pub(crate) fn mapped_word<O: OffsetMap, W: Word>(offset: W) -> W {
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

/// The ends of the blocks that hold what a map makes of offsets from `min` to `max`: a
/// swizzle changes bits below the end of those that it flips, and no others. None if
/// they, with what lies between, do not fit an `isize`.
pub(crate) const fn blocks<O: OffsetMap>(min: isize, max: isize) -> Option<(isize, isize)> {
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
pub(crate) const fn fits_chain_u32<O: OffsetMap>() -> bool {
    if O::IDENTITY {
        return true;
    }
    let first = <O::Before as OffsetMap>::IDENTITY;
    O::SWIZZLE.reach() <= u32::BITS && (first || O::OFFSET == 0 && fits_chain_u32::<O::Before>())
}
