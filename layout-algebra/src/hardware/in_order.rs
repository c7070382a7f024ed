//! `in_order`: the same elements by threads in the order of memory.

use alloc::vec::Vec;

use crate::exact::{integer_stride, known};
use crate::{Error, Layout};

const OP: &str = "in_order";

/// The offsets of a layout `(thread, values)`, given out in the order of memory to as many threads: first `vector` elements that follow each
/// other to each thread, then the next to its neighbour, and what is left to further values. None where leaves do not split so, or some
/// step down or not at all.
///
/// It has each offset as often as the layout has, so that the same elements are moved, by fewer sectors most often.
///
/// # Errors
///
/// [`ErrorKind::NotKnown`](crate::ErrorKind::NotKnown), [`ErrorKind::BasisStride`](crate::ErrorKind::BasisStride).
///
/// ```
/// use layout_algebra::hardware::in_order;
/// use layout_algebra::Layout;
///
/// let layout: Layout = "((4,8),(2,2)):((2,64),(1,8))".parse().unwrap();
/// assert_eq!(in_order(&layout, 4).unwrap().unwrap().to_string(), "((4,8),4):((4,64),1)");
/// // Eight elements that follow each other are more than the values of a thread.
/// assert_eq!(in_order(&layout, 8), Ok(None));
/// ```
pub fn in_order(layout: &Layout, vector: usize) -> Result<Option<Layout>, Error> {
    let (mut leaves, mut size) = (Vec::new(), 1i128);
    for (extent, stride) in layout.leaves() {
        let (extent, stride) = (known(extent)?, known(integer_stride(stride, OP)?)?);
        let (Some(all), false) = (size.checked_mul(extent), extent > 1 && stride <= 0) else {
            return Ok(None);
        };
        size = all;
        if extent > 1 {
            leaves.push((stride, extent));
        }
    }
    leaves.sort_unstable();
    let mut joined: Vec<(i128, i128)> = Vec::new();
    for (stride, extent) in leaves {
        match joined.last_mut() {
            Some((of, before)) if of.checked_mul(*before) == Some(stride) => *before *= extent,
            _ => joined.push((stride, extent)),
        }
    }
    let mut threads = 1;
    if let Some(mode) = layout.modes().first() {
        for (extent, _) in mode.leaves() {
            threads *= known(extent)?;
        }
    }
    let vector = vector as i128;
    let pieces = |&(stride, extent): &(i128, i128)| stride == 1 && extent % vector == 0;
    let is_piece = vector == 1 || vector > 1 && joined.first().is_some_and(pieces);
    if !is_piece || size / threads % vector != 0 {
        return Ok(None);
    }
    let (Some(mut values), Some(threads)) = (take(&mut joined, vector), take(&mut joined, threads))
    else {
        return Ok(None);
    };
    values.extend(joined);
    Layout::from_modes(&[mode(&threads)?, mode(&values)?]).map(Some)
}

/// The first leaves, of so many elements; none where they do not split so.
fn take(leaves: &mut Vec<(i128, i128)>, mut count: i128) -> Option<Vec<(i128, i128)>> {
    let mut taken = Vec::new();
    while count > 1 {
        let (stride, extent) = leaves.first_mut()?;
        if count % *extent == 0 {
            count /= *extent;
            taken.push(leaves.remove(0));
        } else if *extent % count == 0 {
            taken.push((*stride, count));
            (*stride, *extent) = (stride.checked_mul(count)?, *extent / count);
            count = 1;
        } else {
            return None;
        }
    }
    Some(taken)
}

fn mode(leaves: &[(i128, i128)]) -> Result<Layout, Error> {
    match leaves {
        [] => Layout::new(1, 0),
        [(stride, extent)] => Layout::new(*extent, *stride),
        leaves => {
            let leaves = leaves.iter().map(|&(stride, extent)| Layout::new(extent, stride));
            Layout::from_modes(&leaves.collect::<Result<Vec<_>, _>>()?)
        }
    }
}
