//! Swizzles after a layout with run-time numbers.

use core::marker::PhantomData;

use super::Dynamic;
use crate::error::ShapeError;
use crate::geometry::Geometry;
use crate::geometry::range::Range;
use crate::layout::Map;
use crate::map::blocks;

const OFFSET: &str = "every swizzled offset must fit `isize`";

impl<M: Geometry, const LEAVES: usize, Linear: Geometry> Dynamic<M, LEAVES, Linear> {
    /// The layout whose offsets go through the swizzles `O`, [`Swizzled`](crate::Swizzled)
    /// with a `MIN` above its `MAX`.
    ///
    /// A swizzle keeps each offset in its block: [`Dynamic::min_offset`],
    /// [`Dynamic::max_offset`] and [`Dynamic::cosize`] are those of whole blocks.
    ///
    /// # Errors
    ///
    /// These do not fit an `isize`.
    ///
    /// ```
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode, Swizzled};
    ///
    /// // Sw<3,4,3> o 0 o (m,64):(64,1)
    /// let rows = Mode { extent: Extent::new(20), stride: Fixed::<64> };
    /// let columns = Mode { extent: Fixed::<64>, stride: Fixed::<1> };
    /// let plain = Dynamic::<_, 2>::new((rows, columns))?;
    /// let banked = plain.swizzled::<Swizzled<3, 4, 3, 0, 1, 0>>()?;
    /// assert_eq!(banked.at(2, 5), (2 * 64 + 5) ^ (2 << 3));
    /// assert_eq!((banked.size(), banked.cosize()), (20 * 64, 20 * 64));
    /// assert_eq!(banked.to_string(), "Sw<3,4,3> o 0 o (20,64):(64,1)");
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    #[inline]
    pub fn swizzled<O: Map>(self) -> Result<Dynamic<M, LEAVES, Linear, O>, ShapeError> {
        let Range { size, min, max } = self.range;
        let range = if size == 0 { Some((min, max)) } else { blocks::<O>(min, max) };
        match range {
            Some((min, max)) => Ok(Dynamic {
                modes: self.modes,
                linear: self.linear,
                range: Range { size, min, max },
                bounds: self.bounds,
                after: PhantomData,
            }),
            None => {
                let names = &["min_offset", "max_offset"];
                Err(ShapeError::broken("", OFFSET, names, &[min as i128, max as i128]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::dynamic::Dynamic;
    use crate::geometry::mode::Mode;
    use crate::map::Swizzled;
    use crate::number::{Extent, Fixed};

    #[test]
    fn offsets_may_all_be_above_0() {
        let leaf = Mode { extent: Extent::new(4), stride: Fixed::<4> };
        let plain = Dynamic::<_, 1>::new(leaf).unwrap();
        let l = plain.swizzled::<Swizzled<1, 0, 5, 62, 1, 0>>().unwrap();
        assert_eq!([0, 1, 2, 3].map(|i| l.index(i)), [63, 66, 70, 74]);
        assert_eq!((l.at(1), l.at_flat([2]), l.crd2idx(3)), (66, 70, 74));
        // The elements that hold every offset, from 0 on.
        assert_eq!((l.min_offset(), l.max_offset(), l.cosize()), (62, 75, 76));
    }
}
