//! Layouts of extents and strides in arrays, as other libraries have them.

use super::Dynamic;
use crate::error::ShapeError;
use crate::geometry::Geometry;
use crate::geometry::mode::Mode;
use crate::number::Extent;

mod sealed {
    pub trait Sealed {}
}

/// An array of one to six numbers, one a mode.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no shape of a strided layout",
    note = "a shape is an array of one to six extents; of a slice, `shape.try_into()` is one"
)]
#[cfg_attr(doc, doc(hidden))]
pub trait PerMode: sealed::Sealed {
    /// A geometry of as many modes, each with an extent and a stride that are known at run time.
    type Modes: Geometry;
}

/// The modes of an array, made of two.
#[doc(hidden)]
pub trait Modes<const RANK: usize>: PerMode {
    fn modes(self, strides: [isize; RANK]) -> Self::Modes;
}

/// The layout that [`strided`] makes: `RANK` modes, whose numbers are all known at run time.
///
/// `StridedLayout<2>` is a `Dynamic<(Mode, Mode), 2>`.
pub type StridedLayout<const RANK: usize> = Dynamic<<[usize; RANK] as PerMode>::Modes, RANK>;

/// The layout with these extents and strides: the function `(i, j, …)` to `i·strides[0] +
/// j·strides[1] + …`.
///
/// This is what an array of another library is, whose numbers are known at run time: strides count
/// elements, may be negative or 0, and an extent may be 0.
///
/// ```
/// use layout_view::View;
/// use layout_view::dynamic::strided;
///
/// let layout = strided([2, 3], [-3, 1])?;
/// assert_eq!((layout.crd2offset((1, 2)), layout.cosize()), (-1, 6));
/// assert_eq!(layout.to_string(), "(2,3):(-3,1)");
///
/// // A tensor of candle: a slice, and a layout with an offset.
/// let (storage, start_offset): (Vec<f32>, usize) = ((0..12).map(|i| i as f32).collect(), 4);
/// let (dims, stride) = (vec![2, 2], vec![1, 4]);
/// let shape = dims.try_into().expect("a matrix");
/// let strides = [stride[0] as isize, stride[1] as isize];
/// let v = View::try_from_start(&storage, start_offset, strided(shape, strides)?)?;
/// assert_eq!((v[(0, 0)], v[(1, 0)], v[(0, 1)]), (4.0, 5.0, 8.0));
/// # Ok::<(), layout_view::ShapeError>(())
/// ```
///
/// # Errors
///
/// The size, an offset or the cosize does not fit an `isize`, with 1 for each extent that is 0.
///
/// ```
/// use layout_runtime::dynamic::strided;
///
/// let error = strided([3, 1 << 40], [1, 1 << 40]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "leaf = 1, extent = 1099511627776, stride = 1099511627776 and every offset must fit `isize`"
/// );
/// ```
pub fn strided<const RANK: usize>(
    shape: [usize; RANK],
    strides: [isize; RANK],
) -> Result<StridedLayout<RANK>, ShapeError>
where
    [usize; RANK]: Modes<RANK>,
{
    Dynamic::new(shape.modes(strides))
}

/// The layout of [`strided`] with `RANK` modes, of an array whose rank is known at run time.
///
/// ```
/// use layout_runtime::dynamic::strided_of_rank;
///
/// let (shape, strides) = (vec![2, 3], vec![3, 1]);
/// let layout = strided_of_rank::<2>(&shape, &strides)?;
/// assert_eq!(layout.crd2offset((1, 2)), 5);
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
///
/// # Errors
///
/// An array has another rank, or the size, an offset or the cosize does not fit an `isize`, with 1 for each extent that is 0.
///
/// ```
/// use layout_runtime::dynamic::strided_of_rank;
///
/// let error = strided_of_rank::<2>(&[2, 3, 4], &[12, 4, 1]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "modes = 2, extents = 3, strides = 3 and an array must have an extent and a stride for each mode"
/// );
/// ```
pub fn strided_of_rank<const RANK: usize>(
    shape: &[usize],
    strides: &[isize],
) -> Result<StridedLayout<RANK>, ShapeError>
where
    [usize; RANK]: Modes<RANK>,
{
    if let (Ok(shape), Ok(strides)) = (shape.try_into(), strides.try_into()) {
        return strided(shape, strides);
    }
    let rule = "an array must have an extent and a stride for each mode";
    let numbers = [RANK, shape.len(), strides.len()].map(|number| number as i128);
    Err(ShapeError::broken("", rule, &["modes", "extents", "strides"], &numbers))
}

/// Implements the traits for an array: a name for each extent and each stride.
macro_rules! per_mode {
    ($rank:literal: $($extent:ident $stride:ident $Mode:ident),+) => {
        impl sealed::Sealed for [usize; $rank] {}

        #[diagnostic::do_not_recommend]
        impl PerMode for [usize; $rank] {
            type Modes = ($($Mode,)+);
        }

        impl Modes<$rank> for [usize; $rank] {
            #[inline(always)]
            fn modes(self, [$($stride),+]: [isize; $rank]) -> ($($Mode,)+) {
                let [$($extent),+] = self;
                ($(Mode { extent: Extent::new($extent), stride: $stride },)+)
            }
        }
    };
}

per_mode!(1: s0 d0 Mode);
per_mode!(2: s0 d0 Mode, s1 d1 Mode);
per_mode!(3: s0 d0 Mode, s1 d1 Mode, s2 d2 Mode);
per_mode!(4: s0 d0 Mode, s1 d1 Mode, s2 d2 Mode, s3 d3 Mode);
per_mode!(5: s0 d0 Mode, s1 d1 Mode, s2 d2 Mode, s3 d3 Mode, s4 d4 Mode);
per_mode!(6: s0 d0 Mode, s1 d1 Mode, s2 d2 Mode, s3 d3 Mode, s4 d4 Mode, s5 d5 Mode);
