//! `in_memory_order`: the same elements by threads in the order of memory.

use alloc::vec::Vec;

use crate::exact::{integer_stride, known};
use crate::ops::coalesce;
use crate::{CollectVec, Error, Layout, SortFew};

const OP: &str = "in_memory_order";

/// The offsets of a layout `(thread, values)`, given out in the order of memory to as many threads: first `vector` elements that follow each
/// other to each thread, then the next to its neighbour, and what is left to further values. None where leaves do not split so, or some
/// step down or not at all.
///
/// The answer has each offset as often as the layout has, so that the same elements are moved, by fewer sectors most often.
///
/// # Errors
///
/// [`ErrorKind::NotKnown`](crate::ErrorKind::NotKnown), [`ErrorKind::BasisStride`](crate::ErrorKind::BasisStride).
///
/// ```
/// use layout_algebra::hardware::in_memory_order;
/// use layout_algebra::Layout;
///
/// let layout: Layout = "((4,8),(2,2)):((2,64),(1,8))".parse().unwrap();
/// assert_eq!(in_memory_order(&layout, 4).unwrap().unwrap().to_string(), "((4,8),4):((4,64),1)");
/// // Eight elements that follow each other are more than the values of a thread.
/// assert_eq!(in_memory_order(&layout, 8), Ok(None));
/// ```
pub fn in_memory_order(layout: &Layout, vector: usize) -> Result<Option<Layout>, Error> {
    let Some(leaves) = ascending(layout)? else { return Ok(None) };
    let mut joined: Vec<Leaf> = Vec::new();
    for leaf in leaves {
        match joined.last_mut() {
            Some(of) if of.stride.checked_mul(of.extent) == Some(leaf.stride) => {
                of.extent *= leaf.extent;
            }
            _ => joined.push(leaf),
        }
    }
    let mut threads = 1;
    if let Some(mode) = layout.modes().first() {
        for (extent, _) in mode.leaves() {
            threads *= known(extent)?;
        }
    }
    let Some([threads, values]) = shared(joined, vector as i128, threads) else { return Ok(None) };
    let mode = |leaves: &[Leaf]| mode(leaves, |leaf| leaf.stride);
    Layout::from_modes(&[mode(&threads)?, mode(&values)?]).map(Some)
}

/// The coordinates of a layout, given out to `threads` threads in the order of memory as [`in_memory_order`] does: a layout `(thread, values)` of 1-D
/// coordinates, each of which is there once. None where leaves do not split so, or some step down or not at all.
///
/// # Errors
///
/// [`ErrorKind::NotKnown`](crate::ErrorKind::NotKnown), [`ErrorKind::BasisStride`](crate::ErrorKind::BasisStride).
///
/// ```
/// use layout_algebra::hardware::threads_in_memory_order;
/// use layout_algebra::Layout;
///
/// // Rows of 64 elements: eight threads have the eight pieces of a row, of eight elements each.
/// let rows: Layout = "(64,64):(64,1)".parse().unwrap();
/// let threads = threads_in_memory_order(&rows, 128, 8).unwrap().unwrap();
/// assert_eq!(threads.to_string(), "((8,16),(8,4)):((512,1),(64,16))");
/// ```
pub fn threads_in_memory_order(
    layout: &Layout,
    threads: usize,
    vector: usize,
) -> Result<Option<Layout>, Error> {
    let Some(leaves) = ascending(layout)? else { return Ok(None) };
    let Some([threads, values]) = shared(leaves, vector as i128, threads as i128) else {
        return Ok(None);
    };
    let mode = |leaves: &[Leaf]| coalesce(&mode(leaves, |leaf| leaf.place)?);
    Layout::from_modes(&[mode(&threads)?, mode(&values)?]).map(Some)
}

/// A leaf, and how far apart its coordinates are among all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Leaf {
    stride: i128,
    extent: i128,
    place: i128,
}

/// The leaves that move, by their strides; none where one steps down, or not at all.
fn ascending(layout: &Layout) -> Result<Option<Vec<Leaf>>, Error> {
    let (mut leaves, mut place) = (Vec::new(), 1i128);
    for (extent, stride) in layout.leaves() {
        let (extent, stride) = (known(extent)?, known(integer_stride(stride, OP)?)?);
        let (Some(next), false) = (place.checked_mul(extent), extent > 1 && stride <= 0) else {
            return Ok(None);
        };
        if extent > 1 {
            leaves.push(Leaf { stride, extent, place });
        }
        place = next;
    }
    leaves.sort_few();
    Ok(Some(leaves))
}

/// The leaves of the threads, and of their values: `vector` elements that follow each other first.
fn shared(mut leaves: Vec<Leaf>, vector: i128, threads: i128) -> Option<[Vec<Leaf>; 2]> {
    let is_piece = match leaves.first() {
        _ if vector == 1 => true,
        Some(first) => vector > 1 && first.stride == 1 && first.extent % vector == 0,
        None => false,
    };
    let size = leaves.iter().try_fold(1i128, |size, leaf| size.checked_mul(leaf.extent))?;
    if !is_piece || threads < 1 || size % threads != 0 || size / threads % vector != 0 {
        return None;
    }
    let (mut values, threads) = (take(&mut leaves, vector)?, take(&mut leaves, threads)?);
    values.extend(leaves);
    Some([threads, values])
}

/// The first leaves, `count` elements in all; `None` where no leaf ends there, nor can be split.
fn take(leaves: &mut Vec<Leaf>, mut count: i128) -> Option<Vec<Leaf>> {
    let mut taken = Vec::new();
    while count > 1 {
        let first = leaves.first_mut()?;
        if count % first.extent == 0 {
            count /= first.extent;
            taken.push(leaves.remove(0));
        } else if first.extent % count == 0 {
            taken.push(Leaf { extent: count, ..*first });
            first.stride = first.stride.checked_mul(count)?;
            first.place = first.place.checked_mul(count)?;
            first.extent /= count;
            count = 1;
        } else {
            return None;
        }
    }
    Some(taken)
}

fn mode(leaves: &[Leaf], stride: impl Fn(&Leaf) -> i128) -> Result<Layout, Error> {
    match leaves {
        [] => Layout::new(1, 0),
        [leaf] => Layout::new(leaf.extent, stride(leaf)),
        leaves => {
            let leaves = leaves.iter().map(|leaf| Layout::new(leaf.extent, stride(leaf)));
            Layout::from_modes(&leaves.try_collect_vec()?)
        }
    }
}
