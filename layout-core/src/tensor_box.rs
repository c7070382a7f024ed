//! `TensorBox`: the boxes by which TMA fills a tile of shared memory.

use core::fmt;

use crate::{EncodingError, ModeOffsets, SwizzleMode};

/// The boxes by which TMA fills a tile of `R` modes, one after the other along the mode whose elements are together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorBox<const R: usize = 2> {
    /// The modes of the tile in the order in which a box has them: the one whose elements are together, and then by their strides.
    pub order: [usize; R],
    /// The extents of a box, in that order.
    pub extents: [u32; R],
    /// The number of boxes of a tile.
    pub boxes: u32,
    /// The exchange of units of 16 bytes by the engine.
    pub swizzle: SwizzleMode,
}

/// The extents and strides of a matrix, as a tensor map has them: in the order of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorMatrix<const R: usize = 2> {
    /// Its elements along each mode.
    pub sizes: [u64; R],
    /// The bytes from each element of a mode to the next. A tensor map takes those after the first one.
    pub strides: [u64; R],
}

impl<const R: usize> TensorBox<R> {
    /// The boxes of a tile of these modes with this swizzle.
    ///
    /// # Errors
    ///
    /// Fewer than two modes or more than five; rows that are not multiples of 16 bytes or, with a swizzle, of its rows; more than 256
    /// elements along a side of a box; and a tile whose rows are not contiguous or do not follow each other.
    pub const fn of_lines(
        lines: [ModeOffsets<'_>; R],
        swizzle: SwizzleMode,
    ) -> Result<Self, EncodingError> {
        if R < 2 || R > 5 {
            return Err(EncodingError::new(
                ("modes", R as i64),
                ("at most", 5),
                "a tile of a tensor map has from two to five modes",
            ));
        }
        let bytes = lines[0].bytes;
        let order = order_of(&lines);
        let along = lines[order[0]];
        let length = match swizzle {
            SwizzleMode::None => along.size,
            _ => swizzle.row() / bytes,
        };
        let (mut rows, mut k) = (lines[order[1]].size, 1);
        while k < R {
            if lines[order[k]].size > 256 {
                rows = lines[order[k]].size;
            }
            k += 1;
        }
        if !along.size.is_multiple_of(length)
            || !(length * bytes).is_multiple_of(16)
            || length > 256
            || rows > 256
        {
            return Err(EncodingError::new(
                ("elements along a row", along.size as i64),
                ("rows", rows as i64),
                "a box has at most 256 elements each way, and rows of multiples of 16 bytes: with a swizzle, those of its rows",
            ));
        }
        let (mut i, block) =
            (0, if matches!(swizzle, SwizzleMode::None) { 128 } else { 8 * swizzle.row() as i64 });
        while i < along.size {
            let first = along.byte_offset(i - i % length);
            if along.byte_offset(i) != first + (i % length * bytes) as i64 || first % block != 0 {
                return Err(EncodingError::new(
                    ("place in a row", i as i64),
                    ("its offset in bytes", along.byte_offset(i)),
                    "a row of a box is together, and a box begins where the swizzle does, or at a multiple of 128 bytes",
                ));
            }
            i += 1;
        }
        let (mut extents, mut before, mut k) = ([length as u32; R], 1, 1);
        while k < R {
            let (across, mut i) = (lines[order[k]], 0);
            while i < across.size {
                if across.byte_offset(i) != (i * before * length * bytes) as i64 {
                    return Err(EncodingError::new(
                        ("row of the box", (i * before) as i64),
                        ("its offset in bytes", across.byte_offset(i)),
                        "TMA writes the rows of a box one after the other: a padded tile takes a swizzle instead",
                    ));
                }
                i += 1;
            }
            extents[k] = across.size as u32;
            before *= across.size;
            k += 1;
        }
        Ok(TensorBox { order, extents, boxes: (along.size / length) as u32, swizzle })
    }

    /// The mode of the tile whose elements are together.
    #[must_use]
    pub const fn inner(&self) -> usize {
        self.order[0]
    }

    /// The number of its swizzle in a tensor map, `CUtensorMapSwizzle`.
    #[must_use]
    pub const fn swizzle_in_map(&self) -> u32 {
        self.swizzle.in_tensor_map()
    }

    /// The matrix in global memory from which such tiles are copied: `extents` and `strides` in elements of `bytes` bytes, in the order
    /// of the tile's modes.
    ///
    /// # Errors
    ///
    /// A stride other than 1 along the rows of the box; rows that do not begin at multiples of 16 bytes less than 2⁴⁰ apart; and sides
    /// of no elements, or of more than 2³².
    pub const fn matrix(
        &self,
        extents: [usize; R],
        strides: [isize; R],
        bytes: usize,
    ) -> Result<TensorMatrix<R>, EncodingError> {
        let inner = self.inner();
        if strides[inner] != 1 {
            return Err(EncodingError::new(
                ("mode", inner as i64),
                ("stride", strides[inner] as i64),
                "the elements that are together in the tile are so in the matrix",
            ));
        }
        let mut matrix = TensorMatrix { sizes: [0; R], strides: [bytes as u64; R] };
        let mut k = 0;
        while k < R {
            let mode = self.order[k];
            let stride = strides[mode] as i64 * bytes as i64;
            if k > 0 && (stride % 16 != 0 || stride <= 0 || stride >= 1 << 40) {
                return Err(EncodingError::new(
                    ("stride in bytes", stride),
                    ("mode", mode as i64),
                    "rows of a tensor map begin at multiples of 16 bytes, less than 2^40 from each other",
                ));
            }
            (matrix.sizes[k], matrix.strides[k]) = (extents[mode] as u64, stride as u64);
            k += 1;
        }
        let mut k = 0;
        while k < R {
            if matrix.sizes[k] == 0 || matrix.sizes[k] > 1 << 32 {
                let rows = matrix.sizes[if k == 0 { 1 } else { k }];
                return Err(EncodingError::new(
                    ("elements along a row", matrix.sizes[0] as i64),
                    ("rows", rows as i64),
                    "a matrix of a tensor map has from 1 to 2^32 elements each way",
                ));
            }
            k += 1;
        }
        Ok(matrix)
    }
}

/// The mode whose elements are together, or else the last one; then the others by the step of each, those of one element last.
const fn order_of<const R: usize>(lines: &[ModeOffsets<'_>; R]) -> [usize; R] {
    let (mut order, mut inner, mut k) = ([0; R], R - 1, R);
    while k > 0 {
        k -= 1;
        if lines[k].size > 1 && lines[k].byte_offset(1) == lines[k].bytes as i64 {
            inner = k;
        }
    }
    (order[0], k) = (inner, 0);
    let mut count = 1;
    while k < R {
        if k != inner {
            let (step, mut at) = (step_of(&lines[k]), count);
            while at > 1 && step < step_of(&lines[order[at - 1]]) {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = k;
            count += 1;
        }
        k += 1;
    }
    order
}

/// The distance of the second element from the first, in bytes.
const fn step_of(line: &ModeOffsets<'_>) -> i64 {
    if line.size > 1 { line.byte_offset(1) } else { i64::MAX }
}

/// `2 boxes of 64 x 32 elements along mode 1, with a swizzle of 128 bytes`.
impl<const R: usize> fmt::Display for TensorBox<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.boxes == 1 { "box" } else { "boxes" };
        write!(f, "{} {plural} of {}", self.boxes, self.extents[0])?;
        self.extents[1..].iter().try_for_each(|extent| write!(f, " x {extent}"))?;
        write!(f, " elements along mode {}, with {}", self.inner(), self.swizzle)
    }
}
