//! Width of the accesses of a slice, computed from the layout while the kernel compiles.
//!
//! Elements move together if each vector of them has offsets that follow each other, and begins at a multiple of its length:
//! by what the slicer fixes, by what it keeps, and after the swizzles.

use layout_core::ModeOffsets;
use layout_runtime::{Geometry, OffsetMap};

/// The bytes of the widest access.
const WIDEST: usize = 16;

/// The number of elements of `size` bytes that move together, of the slice `G` that begins at multiples of the bits `fixed`.
pub(crate) const fn vector_of<G: Geometry, M: OffsetMap>(size: usize, fixed: isize) -> usize {
    let table = G::TABLE;
    let mut length = WIDEST / size;
    while length > 1
        && !(fixed.trailing_zeros() >= length.trailing_zeros()
            && keeps::<M>(length)
            && moves_together(table.shape(), table.stride(), G::SIZE, length))
    {
        length /= 2;
    }
    length
}

/// Returns true if the slice `G` is contiguous in the order of 1-D coordinates: `offset(i) = i`, before what the slicer fixes.
pub(crate) const fn is_contiguous<G: Geometry, M: OffsetMap>() -> bool {
    M::IDENTITY && moves_together(G::TABLE.shape(), G::TABLE.stride(), G::SIZE, G::SIZE)
}

/// Returns true if each `length` values follow each other from a multiple of it on.
const fn moves_together(shape: &[usize], stride: &[isize], size: usize, length: usize) -> bool {
    if !size.is_multiple_of(length) {
        return false;
    }
    let (line, mut i) = (ModeOffsets::new(shape, stride, 1), 0);
    while i < size {
        let first = line.offset(i - i % length);
        if first % length as isize != 0 || line.offset(i) != first + (i % length) as isize {
            return false;
        }
        i += 1;
    }
    true
}

/// Returns true if all swizzles keep vectors of `length` elements together.
const fn keeps<M: OffsetMap>(length: usize) -> bool {
    M::IDENTITY
        || (M::SWIZZLE.bits == 0 || M::SWIZZLE.base >= length.trailing_zeros())
            && M::OFFSET % length as isize == 0
            && keeps::<M::Before>(length)
}

#[cfg(test)]
mod tests {
    use layout_runtime::{StaticLayout, layout};

    use super::*;

    /// The width by the definition: all indices of the slices that begin at the given offsets.
    fn by_definition<L: StaticLayout>(layout: L, starts: &[isize], size: usize) -> usize {
        let mut length = 16 / size;
        let fits = |length: usize| {
            layout.size().is_multiple_of(length)
                && (0..layout.size()).all(|i| {
                    let first = layout.offset(i - i % length);
                    starts.iter().all(|s| (s + first) % length as isize == 0)
                        && layout.offset(i) == first + (i % length) as isize
                })
        };
        while length > 1 && !fits(length) {
            length /= 2;
        }
        length
    }

    fn check<L: StaticLayout>(layout: L, size: usize, expected: usize) {
        assert_eq!(vector_of::<L::Geometry, L::Map>(size, 0), expected);
        assert_eq!(by_definition(layout, &[0], size), expected, "{}", L::NOTATION);
        for fixed in [1, 2, 4, 6, 8, 16] {
            let found = vector_of::<L::Geometry, L::Map>(size, fixed);
            if L::Map::IDENTITY {
                assert_eq!(found, by_definition(layout, &[0, fixed], size));
            }
        }
    }

    #[test]
    fn vectors_are_as_long_as_the_layout_allows() {
        check(layout!((4,2):(1,8)), 4, 4);
        check(layout!((2,2):(1,8)), 4, 2);
        check(layout!((2,2):(1,2)), 4, 4);
        check(layout!((2,2):(1,2)), 8, 2);
        check(layout!(4:2), 4, 1);
        check(layout!(6:1), 4, 2);
        check(layout!((8,3):(1,20)), 2, 4);
        check(layout!((8,3):(1,24)), 2, 8);
        check(layout!((8,3):(1,24)), 1, 8);
        check(layout!((16,3):(1,48)), 1, 16);
        check(layout!(5:1), 4, 1);
        check(layout!(#[allow(non_injective)] 4:0), 4, 1);
        check(layout!(1:0), 4, 1);
        check(layout!(Sw<2,2,3> o 0 o (4,8):(1,4)), 4, 4);
        check(layout!(Sw<2,1,3> o 0 o (4,8):(1,4)), 4, 2);
        check(layout!(Sw<2,0,3> o 0 o (4,8):(1,4)), 4, 1);
        check(layout!(Sw<2,2,3> o 2 o (4,8):(1,4)), 4, 2);
    }
}
