//! `SizeIs`: a bound that compares a number with an extent while types are checked.

use super::Geometry;
use super::mode::{Computed, Leaf, Mode};
use crate::number::{AnyExtent, AnyStride, Numbers};

/// A mode of `N` coordinates, as far as its type spells them.
///
/// A [`Leaf`] spells its extent, so that another `N` is an error of types, at the call, and an `N` that is not written is that extent. The
/// numbers of other modes are compared where they are known, by a constant or at run time.
///
/// ```
/// use layout_runtime::{Layout, SizeIs, layout};
///
/// fn gather<L: Layout<Geometry: SizeIs<N>>, const N: usize>(numbers: &[u32], layout: L) -> [u32; N] {
///     std::array::from_fn(|i| numbers[layout.index(i)])
/// }
///
/// assert_eq!(gather(&[1, 2, 3, 4], layout!(2:3)), [1, 4]);
/// ```
///
/// ```compile_fail
/// # use layout_runtime::{Layout, SizeIs, layout};
/// # fn gather<L: Layout<Geometry: SizeIs<N>>, const N: usize>(numbers: &[u32], layout: L) -> [u32; N] {
/// #     std::array::from_fn(|i| numbers[layout.index(i)])
/// # }
/// let _: [u32; 3] = gather(&[1, 2, 3, 4], layout!(2:3)); // expected an array with a size of 3, found one with a size of 2
/// ```
#[diagnostic::on_unimplemented(
    message = "{N} is not the extent of the mode `{Self}`",
    note = "`Leaf<4, 1>` is a mode of extent 4 and stride 1"
)]
pub trait SizeIs<const N: usize>: Geometry {}

#[diagnostic::do_not_recommend]
impl<const N: usize, const STRIDE: isize> SizeIs<N> for Leaf<N, STRIDE> {}

#[diagnostic::do_not_recommend]
impl<E: AnyExtent, D: AnyStride, const N: usize> SizeIs<N> for Mode<E, D> {}

#[diagnostic::do_not_recommend]
impl<T: Numbers, const EXTENT: usize, const STRIDE: usize, const N: usize> SizeIs<N>
    for Computed<T, EXTENT, STRIDE>
{
}
