//! `Image`: the offsets of a profile after a map, found while the program compiles.
//!
//! A swizzle flips bits by others that it keeps, and none from some `H` on: it maps each block of
//! `2^H` integers onto itself, one to one. So different offsets stay different, and no offset below
//! the block of a value has that value or a larger one. The search for the largest goes from the
//! largest offset downward, until what is left is below the block of the best value so far. Bits
//! that are lower than all that a swizzle reads or flips stay as they are: offsets that differ
//! in these alone are visited at once. What a map adds in between moves the blocks.

use core::marker::PhantomData;

use super::message::Message;
use super::steps::{Evaluated, Steps};
use crate::geometry::Geometry;
use crate::map::{OffsetMap, mapped};

/// The most offsets that are visited.
const MAX_VISITED: usize = 1 << 12;

/// The offsets of the profile `P` after the map `O`.
pub struct Image<P, O>(PhantomData<(P, O)>);

impl<P: Geometry, O: OffsetMap> Image<P, O> {
    /// The smallest and the largest, 0 where there are none. What the map says of itself is not believed.
    pub const RANGE: (isize, isize) = match range::<O>(&P::STEPS) {
        Ok(_) if P::SIZE == 0 => (0, 0),
        Ok(range) => range,
        Err(reason) => {
            let message = Message::new(reason).text(": ").layout::<P, O>();
            message.panic();
        }
    };
    /// The smallest, or 0.
    pub const FIRST: isize = if Self::RANGE.0 < 0 { Self::RANGE.0 } else { 0 };
    /// The number of offsets from the smallest to the largest, and 0; none where there is no offset.
    pub const SPAN: usize = {
        let last = if Self::RANGE.1 > 0 { Self::RANGE.1 } else { 0 };
        assert!(last.checked_sub(Self::FIRST).is_some(), "this layout spans more than `isize`");
        if P::SIZE == 0 { 0 } else { last.abs_diff(Self::FIRST) + 1 }
    };
}

/// The offset that the first step of a map adds.
pub const fn first_offset<O: OffsetMap>() -> isize {
    if O::IDENTITY || <O::Before as OffsetMap>::IDENTITY {
        O::OFFSET
    } else {
        first_offset::<O::Before>()
    }
}

/// The number of low bits that are neither read nor flipped: they are as the first offset makes them.
pub const fn kept_bits<O: OffsetMap>() -> u32 {
    if O::IDENTITY {
        return isize::BITS - 2;
    }
    let base = O::SWIZZLE.base;
    if <O::Before as OffsetMap>::IDENTITY {
        return base;
    }
    let before = kept_bits::<O::Before>();
    let least = if before < base { before } else { base };
    let whole = O::OFFSET.trailing_zeros();
    if whole < least { whole } else { least }
}

/// The distance by which `N` moves offsets more before the same swizzles; `None` where they are others.
pub const fn apart<O: OffsetMap, N: OffsetMap>() -> Option<isize> {
    if O::IDENTITY || N::IDENTITY {
        return if O::IDENTITY && N::IDENTITY { Some(0) } else { None };
    }
    let (a, b) = (O::SWIZZLE, N::SWIZZLE);
    if a.bits != b.bits || a.base != b.base || a.shift != b.shift {
        return None;
    }
    if <O::Before as OffsetMap>::IDENTITY && <N::Before as OffsetMap>::IDENTITY {
        return N::OFFSET.checked_sub(O::OFFSET);
    }
    if O::OFFSET == N::OFFSET { apart::<O::Before, N::Before>() } else { None }
}

/// The smallest and the largest offset after a map.
const fn range<O: OffsetMap>(steps: &Steps) -> Result<(isize, isize), &'static str> {
    let range = (steps.min, steps.max);
    if O::IDENTITY {
        return Ok(range);
    }
    if bounds::<O>(range).is_none() {
        return Err("an offset of this layout does not fit `isize`");
    }
    let largest = Search::over::<O>(steps, false);
    let smallest = Search::over::<O>(steps, true);
    if largest.visited > MAX_VISITED || smallest.visited > MAX_VISITED {
        return Err("it takes too long to find the smallest and the largest offset of this layout");
    }
    Ok((!smallest.best, largest.best))
}

/// The last integer of a swizzle's block from 0: in the block of `x` are `x & !last ..= x | last`.
const fn last<O: OffsetMap>() -> isize {
    O::SWIZZLE.changed() as isize
}

/// A range that holds every number that a map makes on the way, where those fit.
const fn bounds<O: OffsetMap>(range: (isize, isize)) -> Option<(isize, isize)> {
    if O::IDENTITY {
        return Some(range);
    }
    let Some((min, max)) = bounds::<O::Before>(range) else { return None };
    match (min.checked_add(O::OFFSET), max.checked_add(O::OFFSET)) {
        (Some(min), Some(max)) => Some((min & !last::<O>(), max | last::<O>())),
        _ => None,
    }
}

/// The search for the largest value of a map; or of its mirror image, `!map(!x)`, whose largest
/// value is the smallest of the map.
#[derive(Clone, Copy)]
struct Search {
    is_mirrored: bool,
    best: isize,
    visited: usize,
}

impl Search {
    const fn over<O: OffsetMap>(steps: &Steps, is_mirrored: bool) -> Search {
        let (first, end) =
            if is_mirrored { (!steps.max, !steps.min) } else { (steps.min, steps.max) };
        let mut search = Search { is_mirrored, best: 0, visited: 0 };
        search.best = search.value::<O>(end);
        search.visit::<O>(steps, steps.len, first);
        search
    }

    const fn value<O: OffsetMap>(&self, x: isize) -> isize {
        if self.is_mirrored { !mapped::<O>(!x) } else { mapped::<O>(x) }
    }

    /// Visits the sums of `from` and what the first leaves add, from the largest.
    const fn visit<O: OffsetMap>(&mut self, steps: &Steps, leaves: usize, from: isize) {
        let to = from + steps.reach(leaves) as isize;
        if self.piece::<O>(from) == self.piece::<O>(to) {
            let value = self.value::<O>(to);
            self.best = if value > self.best { value } else { self.best };
            self.visited += 1;
            return;
        }
        let leaf = leaves - 1;
        let (reach, stride) = (steps.reach(leaf) as isize, steps.stride[leaf]);
        let mut left = if stride == 0 { 1 } else { steps.extent[leaf] };
        while left > 0 && self.visited <= MAX_VISITED {
            left -= 1;
            let from = from + (left * stride) as isize;
            // Or there is an offset to visit.
            if from + reach < least::<O>(self.best, self.is_mirrored) {
                return;
            }
            self.visit::<O>(steps, leaf, from);
            // What else begins in the same piece has smaller values.
            if stride > 0 && self.piece::<O>(from) == self.piece::<O>(from + reach) {
                left = left.saturating_sub(self.room::<O>(from) / stride);
            }
        }
    }

    /// Offsets of one piece have values that are as far apart.
    const fn piece<O: OffsetMap>(&self, x: isize) -> isize {
        self.moved::<O>(x) >> kept_bits::<O>()
    }

    /// The number of offsets of the piece below this one.
    const fn room<O: OffsetMap>(&self, x: isize) -> usize {
        (self.moved::<O>(x) & ((1 << kept_bits::<O>()) - 1)) as usize
    }

    /// The piece moved to where pieces begin at multiples of their size.
    const fn moved<O: OffsetMap>(&self, x: isize) -> isize {
        let by = first_offset::<O>();
        if self.is_mirrored { x.wrapping_sub(by) } else { x.wrapping_add(by) }
    }
}

/// No smaller offset has this value or a larger one.
const fn least<O: OffsetMap>(value: isize, is_mirrored: bool) -> isize {
    if O::IDENTITY {
        return value;
    }
    let first = value & !last::<O>();
    // What no `isize` holds is no offset.
    let before =
        if is_mirrored { first.saturating_add(O::OFFSET) } else { first.saturating_sub(O::OFFSET) };
    least::<O::Before>(before, is_mirrored)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use proptest::prelude::*;

    use super::super::tests::{Plain, layouts, offsets, plain};
    use super::*;
    use crate::map::{Identity, Swizzled};

    /// The range, and what hangs together with it, against the values of all offsets.
    fn check<O: OffsetMap>(shape: &[usize], stride: &[isize], map: &Plain) {
        let all = offsets(shape, stride);
        let mut values: Vec<isize> = all.iter().map(|&x| plain(map, x)).collect();
        assert!(all.iter().zip(&values).all(|(&x, &value)| mapped::<O>(x) == value));
        let kept = 1 << kept_bits::<O>();
        for (&x, &value) in all.iter().zip(&values) {
            let left = kept - 1 - (x + first_offset::<O>()).rem_euclid(kept);
            assert_eq!(plain(map, x + left.min(9)), value + left.min(9), "{map:?} {x}");
        }
        values.sort();
        let range = (values[0], values[values.len() - 1]);
        assert_eq!(super::range::<O>(&Steps::new(shape, stride)), Ok(range), "{map:?} {shape:?}");
        values.dedup();
        let mut all = all;
        all.sort();
        all.dedup();
        assert_eq!(all.len(), values.len());
    }

    /// Checks layouts, of which every so many-th is taken, with one swizzle, and before or
    /// after another.
    macro_rules! check {
        ($step:literal: $([$bits:literal $base:literal $shift:literal $offset:literal])*) => {
            for (i, (shape, stride)) in layouts().enumerate() {
                if i % $step != 0 {
                    continue;
                }
                $({
                    type Once = Swizzled<$bits, $base, { $shift }, { $offset }, 0, 0>;
                    type Twice = Swizzled<2, 1, 3, -4, 0, 0, Once>;
                    type Last = Swizzled<$bits, $base, { $shift }, { $offset }, 0, 0, Other>;
                    let once = ($bits, $base, $shift, $offset);
                    check::<Once>(&shape, &stride, &[once]);
                    check::<Twice>(&shape, &stride, &[once, (2, 1, 3, -4)]);
                    check::<Last>(&shape, &stride, &[(1, 2, -2, 7), once]);
                })*
            }
        };
    }

    type Other = Swizzled<1, 2, -2, 7, 0, 0>;

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn ranges_of_small_layouts_are_those_of_their_values() {
        check!(5:
            [0 0 0 0] [1 0 1 0] [1 0 -1 0] [2 0 2 0] [2 1 2 0] [2 1 -2 0] [3 0 3 5] [1 2 4 -9]
            [2 0 -3 11] [1 3 1 -1] [3 1 -4 -30] [2 2 2 1]);
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
        fn ranges_of_random_layouts_are_those_of_their_values(
            leaves in prop::collection::vec((1usize..12, -70isize..70), 1..4)
        ) {
            type Tile = Swizzled<3, 4, 3, 0, 0, 0>;
            type Up = Swizzled<2, 3, -4, -17, 0, 0>;
            let (shape, stride): (Vec<_>, Vec<_>) = leaves.into_iter().unzip();
            check::<Tile>(&shape, &stride, &[(3, 4, 3, 0)]);
            check::<Up>(&shape, &stride, &[(2, 3, -4, -17)]);
            check::<Swizzled<3, 2, 5, 9, 0, 0, Up>>(
                &shape, &stride, &[(2, 3, -4, -17), (3, 2, 5, 9)]
            );
        }
    }

    #[test]
    fn ranges_are_found_whatever_the_size() {
        fn large<O: OffsetMap>(shape: &[usize], stride: &[isize]) -> (isize, isize) {
            let steps = Steps::new(shape, stride);
            let visited = Search::over::<O>(&steps, false).visited;
            assert!(visited <= 128, "{visited}");
            super::range::<O>(&steps).unwrap()
        }
        type Tile = Swizzled<3, 4, 3, 0, 0, 0>;
        const N: usize = 1 << 20;
        assert_eq!(large::<Tile>(&[N, N], &[N as isize, 1]), (0, (N * N) as isize - 1));
        assert_eq!(large::<Tile>(&[N, 16], &[128, 1]), (0, (N * 128) as isize - 1));
        assert_eq!(large::<Tile>(&[5, 64], &[64, 1]), (0, 319));
        assert_eq!(large::<Tile>(&[8, 64], &[-64, 1]), (-512, 63));
        type Far = Swizzled<2, 20, { -30 }, 0, 0, 0>;
        assert_eq!(large::<Far>(&[1 << 22], &[1]), (0, (3 << 50) + (1 << 22) - 1));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        type Large = Swizzled<1, 0, 1, { isize::MAX - 2 }, 0, 0>;
        assert!(super::range::<Large>(&Steps::new(&[3], &[1])).is_ok());
        assert!(super::range::<Large>(&Steps::new(&[4], &[1])).is_err());
        type Wide = Swizzled<20, 0, 20, 0, 0, 0>;
        assert!(super::range::<Wide>(&Steps::new(&[1 << 40], &[1])).is_err());
        assert_eq!(super::range::<Identity>(&Steps::new(&[1 << 40], &[1])), Ok((0, (1 << 40) - 1)));
    }

    #[test]
    fn maps_are_compared_without_their_first_offset() {
        type Once<const OFFSET: isize> = Swizzled<1, 2, 3, OFFSET, 0, 0>;
        type Twice<const OFFSET: isize, const NEXT: isize> =
            Swizzled<1, 0, 1, NEXT, 0, 0, Once<OFFSET>>;
        assert_eq!(apart::<Once<3>, Once<8>>(), Some(5));
        assert_eq!(apart::<Once<{ isize::MIN }>, Once<1>>(), None);
        assert_eq!(apart::<Twice<3, 1>, Twice<1, 1>>(), Some(-2));
        assert_eq!(apart::<Twice<3, 1>, Twice<3, 2>>(), None);
        assert_eq!(apart::<Twice<3, 1>, Once<3>>(), None);
        assert_eq!(apart::<Once<3>, Twice<3, 1>>(), None);
        assert_eq!(apart::<Once<0>, Swizzled<1, 2, 4, 0, 0, 0>>(), None);
        assert_eq!(apart::<Once<0>, Identity>(), None);
        assert_eq!(apart::<Identity, Once<0>>(), None);
        assert_eq!(apart::<Identity, Identity>(), Some(0));
    }
}
