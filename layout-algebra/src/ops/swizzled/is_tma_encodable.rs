//! `is_tma_encodable`: whether TMA copies a tile.

use super::vector_bytes::word;
use crate::exact::{integer_stride, known};
use crate::explain::says;
use crate::hardware::{EncodingError, tensor_box};
use crate::{Error, ErrorAddress, ErrorKind, Function, Int, Layout};

const OP: &str = "is_tma_encodable";

/// Returns true if TMA fills a tile of shared memory, of two modes and elements of `bits` bits: by
/// one box, or, where its rows are longer than those of its swizzle, by several side by side. With
/// a matrix in global memory, whose modes are those of the tile in order, there must also be a
/// tensor map of it. [`tensor_box`] has the boxes, or why not.
///
/// # Errors
///
/// The errors of [`tensor_box`]; [`ErrorKind::Undecided`] for a matrix that has other than two
/// modes of a stride each.
///
/// ```
/// use layout_algebra::{Function, Int, Layout, ops::swizzled};
///
/// let tile: Function = "Sw<3,3,3> o 0 o (128,64):(64,1)".parse()?;
/// let is_encodable = |matrix: &str| {
///     let matrix: Layout = matrix.parse().unwrap();
///     swizzled::is_tma_encodable(&tile, &Int::new(16), Some(&matrix)).unwrap()
/// };
/// assert!(is_encodable("(1000,4096):(4096,1)"));
/// // Rows of 8200 bytes do not begin at multiples of 16.
/// assert!(!is_encodable("(1000,4100):(4100,1)"));
/// // The elements that are together in the tile are not so in the matrix.
/// assert!(!is_encodable("(1000,4096):(1,1000)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_tma_encodable(
    tile: &Function,
    bits: &Int,
    matrix: Option<&Layout>,
) -> Result<bool, Error> {
    let bits = word(bits)?;
    let found = tensor_box::<2>(tile, bits).in_op(OP)?;
    let refused = |_refused: EncodingError| {
        says!("{_refused}");
        Ok(false)
    };
    let boxes = match found {
        Ok(boxes) => boxes,
        Err(why) => return refused(why),
    };
    says!("{boxes}");
    let Some(matrix) = matrix else { return Ok(true) };
    matrix.check_inhabited(OP, 2)?;
    let (extents, strides) = match matrix.leaves().as_slice() {
        [(m, x), (n, y)] if matrix.modes().len() == 2 => {
            let [x, y] = [integer_stride(x, OP)?, integer_stride(y, OP)?];
            ([length(m)?, length(n)?], [stride(x)?, stride(y)?])
        }
        _ => {
            let question = format_args!("{matrix} has a tensor map: those of two strides have");
            return Err(Error::undecided(OP, question).in_operand(2));
        }
    };
    match boxes.matrix(extents, strides, bits / 8) {
        Ok(_matrix) => {
            let ([_along, _rows], [_, _stride]) = (_matrix.sizes, _matrix.strides);
            says!("a matrix of {_rows} rows of {_along} elements, {_stride} bytes apart");
            Ok(true)
        }
        Err(why) => refused(why),
    }
}

fn length(extent: &Int) -> Result<usize, Error> {
    usize::try_from(known(extent)?).or(Err(Error::new(OP, ErrorKind::Wide)))
}

/// A stride whose bytes fit.
fn stride(stride: &Int) -> Result<isize, Error> {
    let stride = isize::try_from(known(stride)?).ok();
    let stride = stride.filter(|stride| stride.checked_mul(8).is_some());
    stride.ok_or_else(|| Error::new(OP, ErrorKind::Wide))
}
