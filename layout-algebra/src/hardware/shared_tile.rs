//! `gmma_canonical`, `tensor_box`: the descriptions of a tile in shared memory that tensor cores and TMA take.

use alloc::vec::Vec;

use layout_core::{Canonical, EncodingError, ModeOffsets, SwizzleMode, TensorBox};

use crate::exact::{integer_stride, known};
use crate::{Error, ErrorKind, Function, Int, Layout, Step};

/// The most coordinates of a mode that are looked at: shared memory has fewer bytes.
const MAX: i128 = 1 << 20;

/// A layout as instructions have it.
struct Tile {
    /// The extents and strides of each mode.
    modes: Vec<(Vec<usize>, Vec<isize>)>,
    /// The swizzles, the outermost first, and what is added before each.
    swizzles: Vec<(layout_core::Swizzle, i64)>,
    bytes: usize,
}

impl Tile {
    fn of(
        op: &'static str,
        layout: &Function,
        bits: usize,
        all_bits: &[usize],
    ) -> Result<Self, Error> {
        if !all_bits.contains(&bits) {
            let question = format_args!("the instruction takes elements of {bits} bits");
            return Err(Error::undecided(op, question));
        }
        let bytes = bits / 8;
        let (domain, outer) = match layout {
            Function::Layout(layout) => (layout, &[][..]),
            Function::Composed(composed) => (composed.domain()?, composed.outer()),
            Function::Swizzle(swizzle) => {
                let kind = ErrorKind::NoDomain { function: alloc::format!("{swizzle}") };
                return Err(Error::new(op, kind));
            }
        };
        domain.check_inhabited(op, 0)?;
        let (mut swizzles, mut modes) = (Vec::new(), Vec::new());
        for (step, offset) in outer {
            let Step::Swizzle(swizzle) = step else {
                let question = format_args!("the instruction takes {layout}: a layout is last");
                return Err(Error::undecided(op, question));
            };
            swizzles.push((**swizzle, word(op, offset)?));
        }
        for mode in domain.modes() {
            modes.push(numbers(op, &mode, bytes)?);
        }
        Ok(Tile { modes, swizzles, bytes })
    }

    /// Its modes, if there are `R`.
    fn lines<const R: usize>(&self) -> Option<[ModeOffsets<'_>; R]> {
        let modes: &[_; R] = self.modes.as_slice().try_into().ok()?;
        Some(modes.each_ref().map(|(shape, stride)| ModeOffsets::new(shape, stride, self.bytes)))
    }
}

fn word(op: &'static str, int: &Int) -> Result<i64, Error> {
    i64::try_from(known(int)?).or(Err(Error::new(op, ErrorKind::Wide)))
}

/// The extents and strides of a mode, whose offsets in bytes fit.
fn numbers(
    op: &'static str,
    mode: &Layout,
    bytes: usize,
) -> Result<(Vec<usize>, Vec<isize>), Error> {
    let wide = || Error::new(op, ErrorKind::Wide);
    let (mut shape, mut strides, mut size) = (Vec::new(), Vec::new(), 1i128);
    for (extent, stride) in mode.leaves() {
        let (extent, stride) = (known(extent)?, known(integer_stride(stride, op)?)?);
        size = size.checked_mul(extent).ok_or_else(wide)?;
        if size > MAX {
            let question = format_args!("the instruction takes {size} coordinates of a mode");
            return Err(Error::undecided(op, question));
        }
        // The last leaf is asked past its end, and a coordinate is less than 2^20.
        if stride.unsigned_abs() > (1 << 32) / bytes as u128 {
            return Err(wide());
        }
        shape.push(usize::try_from(extent).or(Err(wide()))?);
        strides.push(isize::try_from(stride).or(Err(wide()))?);
    }
    Ok((shape, strides))
}

/// The descriptor by which `wgmma` reads an operand in shared memory: of a layout `(rows or
/// columns, what is summed over)` of elements of 8, 16 or 32 bits, of which a product takes `mn`
/// rows or columns, and 32 bytes of the other mode; or why the layout is none of PTX's canonical
/// ones, with this swizzle.
///
/// # Errors
///
/// [`ErrorKind::Undecided`] for other bits, a layout after a swizzle, and modes of more than 2^20 coordinates;
/// [`ErrorKind::NotKnown`], [`ErrorKind::BasisStride`], [`ErrorKind::NoDomain`] and [`ErrorKind::Wide`].
///
/// ```
/// use layout_algebra::hardware::{Major, SwizzleMode, gmma_canonical};
/// use layout_algebra::Function;
///
/// let tile: Function = "Sw<3,3,3> o 0 o (128,64):(64,1)".parse()?;
/// let found = gmma_canonical(&tile, 16, 64)?.unwrap();
/// assert_eq!((found.major, found.swizzle, found.stride_bytes), (Major::K, SwizzleMode::B128, 1024));
/// assert_eq!(found.bits(), 1 << 62 | 64 << 32);
///
/// let plain: Function = "(128,64):(64,1)".parse()?;
/// let refused = gmma_canonical(&plain, 16, 64)?.unwrap_err();
/// assert!(refused.to_string().starts_with("row = 1, its offset in bytes = 128: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn gmma_canonical(
    layout: &Function,
    bits: usize,
    mn: usize,
) -> Result<Result<Canonical, EncodingError>, Error> {
    let tile = Tile::of("gmma_canonical", layout, bits, &[8, 16, 32])?;
    let Some([rows, sums]) = tile.lines() else {
        return Ok(Err(EncodingError::new(
            ("modes", tile.modes.len() as i64),
            ("wanted", 2),
            "an operand has rows or columns, and what is summed over",
        )));
    };
    let swizzle = SwizzleMode::from_swizzles(&tile.swizzles, tile.bytes);
    Ok(swizzle.and_then(|swizzle| Canonical::of_lines(rows, sums, mn, swizzle)))
}

/// The boxes by which TMA fills a tile of `R` modes, of elements of 8, 16, 32 or 64 bits in shared memory: one, or, where the rows of the tile
/// are longer than those of its swizzle, several side by side; or why it writes no such tile.
///
/// [`TensorBox::matrix`] has the matrix in global memory, if TMA takes it.
///
/// # Errors
///
/// The errors of [`gmma_canonical`]; [`ErrorKind::Undecided`] for another number of modes.
///
/// ```
/// use layout_algebra::hardware::tensor_box;
/// use layout_algebra::Function;
///
/// let tile: Function = "Sw<3,3,3> o 0 o (32,(64,2)):(64,(1,2048))".parse()?;
/// let found = tensor_box::<2>(&tile, 16)?.unwrap();
/// assert_eq!((found.inner(), found.extents, found.boxes), (1, [64, 32], 2));
/// assert_eq!(found.matrix([1000, 4096], [4096, 1], 2).unwrap().strides, [2, 8192]);
/// assert!(found.matrix([1000, 4100], [4100, 1], 2).is_err());
///
/// let padded: Function = "(32,64):(72,1)".parse()?;
/// let refused = tensor_box::<2>(&padded, 16)?.unwrap_err();
/// assert!(refused.to_string().starts_with("row of the box = 1, its offset in bytes = 144: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tensor_box<const R: usize>(
    layout: &Function,
    bits: usize,
) -> Result<Result<TensorBox<R>, EncodingError>, Error> {
    const OP: &str = "tensor_box";
    let tile = Tile::of(OP, layout, bits, &[8, 16, 32, 64])?;
    let Some(lines) = tile.lines() else {
        let modes = if R == 2 { "two".into() } else { alloc::format!("{R}") };
        let question = format_args!("TMA fills {layout}: tiles of {modes} modes are");
        return Err(Error::undecided(OP, question));
    };
    let swizzle = SwizzleMode::from_swizzles(&tile.swizzles, tile.bytes);
    Ok(swizzle.and_then(|swizzle| TensorBox::of_lines(lines, swizzle)))
}
