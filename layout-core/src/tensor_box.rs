//! `TensorBox`: the boxes by which TMA fills a tile of shared memory.

use core::fmt;

use crate::{Line, Refused, SwizzleMode};

/// How TMA fills a tile: by boxes, one after the other along the mode whose elements are together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorBox {
    /// The mode of the tile whose elements are together.
    pub inner: usize,
    /// The extents of a box: along that mode, then along the other.
    pub extents: [u32; 2],
    /// How many boxes a tile has.
    pub boxes: u32,
    /// How the engine exchanges units of 16 bytes.
    pub swizzle: SwizzleMode,
}

/// The extents and strides of a matrix, as a tensor map has them: the mode that is together first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorMatrix {
    /// Its elements along each mode.
    pub sizes: [u64; 2],
    /// The bytes from each row to the next.
    pub strides: [u64; 1],
}

impl TensorBox {
    /// The boxes of a tile of two modes with this swizzle.
    ///
    /// # Errors
    ///
    /// Rows that are not multiples of 16 bytes or, with a swizzle, of its rows; more than 256 elements along a side of a box; and a
    /// tile whose rows are not contiguous or do not follow each other.
    pub const fn of_lines(
        head: Line<'_>,
        tail: Line<'_>,
        swizzle: SwizzleMode,
    ) -> Result<Self, Refused> {
        let bytes = head.bytes;
        let is_head = head.size > 1 && head.at(1) == bytes as i64;
        let (along, across) = if is_head { (head, tail) } else { (tail, head) };
        let length = match swizzle {
            SwizzleMode::None => along.size,
            _ => swizzle.row() / bytes,
        };
        if along.size % length != 0
            || !(length * bytes).is_multiple_of(16)
            || length > 256
            || across.size > 256
        {
            return Err(Refused::new(
                ("elements along a row", along.size as i64),
                ("rows", across.size as i64),
                "a box has at most 256 elements each way, and rows of multiples of 16 bytes: with a swizzle, those of its rows",
            ));
        }
        let (mut i, block) =
            (0, if matches!(swizzle, SwizzleMode::None) { 128 } else { 8 * swizzle.row() as i64 });
        while i < along.size {
            let first = along.at(i - i % length);
            if along.at(i) != first + (i % length * bytes) as i64 || first % block != 0 {
                return Err(Refused::new(
                    ("place in a row", i as i64),
                    ("its offset in bytes", along.at(i)),
                    "a row of a box is together, and a box begins where the swizzle does, or at a multiple of 128 bytes",
                ));
            }
            i += 1;
        }
        let mut i = 0;
        while i < across.size {
            if across.at(i) != (i * length * bytes) as i64 {
                return Err(Refused::new(
                    ("row of the box", i as i64),
                    ("its offset in bytes", across.at(i)),
                    "TMA writes the rows of a box one after the other: a padded tile takes a swizzle instead",
                ));
            }
            i += 1;
        }
        Ok(TensorBox {
            inner: if is_head { 0 } else { 1 },
            extents: [length as u32, across.size as u32],
            boxes: (along.size / length) as u32,
            swizzle,
        })
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
        extents: [usize; 2],
        strides: [isize; 2],
        bytes: usize,
    ) -> Result<TensorMatrix, Refused> {
        let (inner, outer) = (self.inner, 1 - self.inner);
        if strides[inner] != 1 {
            return Err(Refused::new(
                ("mode", inner as i64),
                ("stride", strides[inner] as i64),
                "the elements that are together in the tile are so in the matrix",
            ));
        }
        let stride = strides[outer] as i64 * bytes as i64;
        if stride % 16 != 0 || stride <= 0 || stride >= 1 << 40 {
            return Err(Refused::new(
                ("stride in bytes", stride),
                ("mode", outer as i64),
                "rows of a tensor map begin at multiples of 16 bytes, less than 2^40 from each other",
            ));
        }
        let sizes = [extents[inner] as u64, extents[outer] as u64];
        if sizes[0] == 0 || sizes[1] == 0 || sizes[0] > 1 << 32 || sizes[1] > 1 << 32 {
            return Err(Refused::new(
                ("elements along a row", sizes[0] as i64),
                ("rows", sizes[1] as i64),
                "a matrix of a tensor map has from 1 to 2^32 elements each way",
            ));
        }
        Ok(TensorMatrix { sizes, strides: [stride as u64] })
    }
}

/// `2 boxes of 64 x 32 elements along mode 1, with a swizzle of 128 bytes`.
impl fmt::Display for TensorBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TensorBox { inner, extents: [along, across], boxes, swizzle } = self;
        let plural = if *boxes == 1 { "box" } else { "boxes" };
        write!(
            f,
            "{boxes} {plural} of {along} x {across} elements along mode {inner}, with {swizzle}"
        )
    }
}
