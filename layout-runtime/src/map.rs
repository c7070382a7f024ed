//! `Map`: what follows the layout of a profile.

use core::marker::PhantomData;

use layout_core::Swizzle;

use crate::Layout;
use crate::bounds::Everywhere;
use crate::geometry::Geometry;
use crate::view::Of;

mod sealed {
    pub trait Sealed {}
}

/// What is applied to the offsets of a profile: nothing, or swizzles.
pub trait Map: sealed::Sealed + Sized + 'static {
    /// The layout of a geometry that this follows: the geometry itself where nothing does.
    #[doc(hidden)]
    type Of<G: Geometry>: Layout<Geometry = G, Map = Self, Bounds = Everywhere>;

    #[doc(hidden)]
    #[must_use]
    fn of<G: Geometry>(geometry: G) -> Self::Of<G>;

    /// What is applied before.
    #[doc(hidden)]
    type Before: Map;
    /// What a view keeps to add to the offsets.
    #[doc(hidden)]
    type Origin: Origin;

    /// Whether nothing is applied.
    const IDENTITY: bool;
    /// The smallest and the largest value for a profile.
    #[doc(hidden)]
    const RANGE: (isize, isize);
    /// The last swizzle.
    #[doc(hidden)]
    const SWIZZLE: Swizzle;
    /// What is added before the swizzle.
    #[doc(hidden)]
    const OFFSET: isize;
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

    #[inline(always)]
    fn of<G: Geometry>(geometry: G) -> G {
        geometry
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
    type Of<G: Geometry> = Of<G, Self>;
    type Before = Before;
    type Origin = isize;
    const IDENTITY: bool = false;
    const RANGE: (isize, isize) = (MIN, MAX);
    const SWIZZLE: Swizzle = match Swizzle::new(BITS, BASE, SHIFT) {
        Some(swizzle) if swizzle.reach() < isize::BITS => swizzle,
        _ => panic!("no swizzle of an `isize`"),
    };
    const OFFSET: isize = OFFSET;

    #[inline(always)]
    fn of<G: Geometry>(geometry: G) -> Of<G, Self> {
        Of::new(geometry)
    }
}

/// The bits that flip others.
pub(crate) const fn flipping<O: Map>() -> isize {
    O::SWIZZLE.y_mask() as isize
}

/// Defines the function for one type of number.
macro_rules! mapped {
    ($(#[$doc:meta])* $name:ident: $number:ty, $offset:expr) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) const fn $name<O: Map>(x: $number) -> $number {
            if const { O::IDENTITY } {
                x
            } else {
                let x = $name::<O::Before>(x).wrapping_add(const { $offset as $number });
                let y = x & const { flipping::<O>() as $number };
                if const { O::SWIZZLE.shift >= 0 } {
                    x ^ (y >> const { O::SWIZZLE.shift.unsigned_abs() % <$number>::BITS })
                } else {
                    x ^ (y << const { O::SWIZZLE.shift.unsigned_abs() % <$number>::BITS })
                }
            }
        }
    };
}

mapped! {
    /// What is made of an offset of the profile.
    mapped: isize, O::OFFSET
}

mapped! {
    /// [`mapped`] in 32 bits, for a profile whose moved offsets fit.
    mapped_u32: u32, O::OFFSET
}

mapped! {
    /// The part of [`mapped`] that is linear over GF(2): the swizzles, without what is added.
    linear: isize, 0
}

/// The smallest and the largest offset of a profile after a map.
pub(crate) const fn range<P: Geometry, O: Map>() -> (isize, isize) {
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

/// Whether 32 bits hold what a map computes with, where they hold what it answers.
pub(crate) const fn fits_chain_u32<O: Map>() -> bool {
    if O::IDENTITY {
        return true;
    }
    let first = <O::Before as Map>::IDENTITY;
    O::SWIZZLE.reach() <= u32::BITS && (first || O::OFFSET == 0 && fits_chain_u32::<O::Before>())
}

/// The elements that hold every offset and offset 0.
pub(crate) const fn cosize<P: Geometry, O: Map>() -> usize {
    let (min, max) = range::<P, O>();
    let (min, max) = (if min < 0 { min } else { 0 }, if max > 0 { max } else { 0 });
    max.abs_diff(min) + 1
}

/// Whether 32 bits hold what a map computes with: the offsets of the profile once
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
