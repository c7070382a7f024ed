//! `tiler_to_layout`: a tiler as one layout.

use crate::axes::map_leaves;
use crate::{CollectVec, Error, ErrorAddress, ErrorKind, Int, Layout, Stride, Tiler};

const OP: &str = "tiler_to_layout";

/// The layout `R` with `composition(A, R) = composition_with(A, tiler)`, of every layout `A`: what item `i`
/// of a list does to mode `i`, `R` does along `i` of a basis. An integer `n` is `n:1`.
///
/// A divide by it has all tiles in mode 0 and all rests in mode 1, as
/// [`zipped_divide`](super::zipped_divide) by the list.
///
/// # Errors
///
/// [`ErrorKind::Underscore`] for `_`, which is as large as its mode; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// let layout = ops::tiler_to_layout(&"<4:2,5:3>".parse().unwrap()).unwrap();
/// assert_eq!(layout.to_string(), "(4,5):(2@0,3@1)");
/// ```
pub fn tiler_to_layout(tiler: &Tiler) -> Result<Layout, Error> {
    match tiler {
        Tiler::Layout(layout) => Ok(layout.clone()),
        Tiler::Size(size) => Layout::leaf(size.clone(), Int::ONE),
        Tiler::All => Err(Error::new(OP, ErrorKind::Underscore)),
        Tiler::Modes(tilers) => {
            let modes = tilers.iter().enumerate().map(|(i, tiler)| {
                let mode = tiler_to_layout(tiler).under_mode(i)?;
                map_leaves(&mode, &mut |extent, stride| {
                    let (scale, path) = (stride.scale().clone(), stride.mode().under(i));
                    Layout::leaf(extent.clone(), Stride::basis(scale, path))
                })
            });
            Layout::from_modes(&modes.try_collect_vec()?)
        }
    }
}
