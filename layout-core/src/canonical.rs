//! `Canonical`: the descriptor fields of a tile in shared memory that tensor cores read.
//!
//! In units of 16 bytes, PTX's canonical layouts of an operand, `(rows or columns, what is summed over)`, are these (PTX ISA, "Strides"
//! of asynchronous warpgroup products; CuTe's `cute/arch/mma_sm90_desc.hpp` has the same table). `W` is 1, 2, 4, 8 for swizzles of none,
//! 32, 64, 128 bytes.
//!
//! | major | `W` = 1 | `W` > 1 |
//! |---|---|---|
//! | K | `((8,n),2):((1,stride),leading)` | `((8,n),2):((W,stride),1)` |
//! | MN | `((1,n),(8,k)):((X,stride),(1,leading))` | `((W,n),(8,k)):((1,leading),(W,stride))` |

use core::fmt;

use crate::encoding_error::check;
use crate::{EncodingError, ModeOffsets, SwizzleMode};

/// The mode of an operand that has neighbouring elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Major {
    /// The mode that is summed over.
    K,
    /// Rows of the left factor, columns of the right one.
    Mn,
}

/// The canonical layout of an operand, as a descriptor has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The mode that has neighbouring elements.
    pub major: Major,
    /// The swizzle of the rows of the tile.
    pub swizzle: SwizzleMode,
    /// The leading dimension byte offset; 0 where it does not count.
    pub leading_bytes: u32,
    /// The stride dimension byte offset; 0 where it does not count.
    pub stride_bytes: u32,
}

impl Canonical {
    /// The canonical form of a layout `(rows or columns, mode that is summed over)` with this swizzle. A product takes `mn` rows or
    /// columns, and 32 bytes of the other mode.
    ///
    /// # Errors
    ///
    /// Elements of other than 1, 2 or 4 bytes; modes that products do not divide; a layout in no canonical form; and offsets that a
    /// descriptor cannot hold.
    pub const fn of_lines(
        rows: ModeOffsets<'_>,
        sums: ModeOffsets<'_>,
        mn: usize,
        swizzle: SwizzleMode,
    ) -> Result<Self, EncodingError> {
        let bytes = rows.bytes;
        if !matches!(bytes, 1 | 2 | 4) {
            return Err(EncodingError::new(
                ("bytes of an element", bytes as i64),
                ("most", 4),
                "products are of elements of 1, 2 or 4 bytes",
            ));
        }
        let k = 32 / bytes;
        if mn == 0
            || !rows.size.is_multiple_of(mn)
            || !sums.size.is_multiple_of(k)
            || !mn.is_multiple_of(8)
        {
            return Err(EncodingError::new(
                ("rows or columns", rows.size as i64),
                ("what is summed over", sums.size as i64),
                "products of 32 bytes in depth, and of a multiple of 8 rows or columns, divide the tile",
            ));
        }
        if sums.byte_offset(1) == bytes as i64 {
            Self::of_rows(rows, sums, mn, swizzle)
        } else {
            Self::of_columns(rows, sums, mn, swizzle)
        }
    }

    /// The canonical form of an operand whose elements in depth are contiguous.
    ///
    /// # Errors
    ///
    /// The layout is in no such form.
    const fn of_rows(
        rows: ModeOffsets<'_>,
        sums: ModeOffsets<'_>,
        mn: usize,
        swizzle: SwizzleMode,
    ) -> Result<Self, EncodingError> {
        let (row, unit) = (swizzle.row(), 16 / sums.bytes);
        // Eight rows are the block of a swizzle; its first row is as it is.
        check!(rows.steps(8, row as i64, if row > 16 { 8 * row as i64 } else { 16 }, "row"));
        let stride = check!(rows.distance(8, mn, "row"));
        let leading = match swizzle {
            SwizzleMode::None => {
                check!(sums.steps(unit, sums.bytes as i64, 16, "place in a row"));
                check!(sums.distance(unit, 2 * unit, "place in a row"))
            }
            _ => {
                check!(sums.steps(2 * unit, sums.bytes as i64, 32, "place in a row"));
                check!(in_first_row(sums, row));
                0
            }
        };
        Self::fitting(Major::K, swizzle, leading, stride)
    }

    /// The canonical form of an operand whose rows or columns are contiguous.
    ///
    /// # Errors
    ///
    /// The layout is in no such form, or its elements have another width than 16 bits.
    const fn of_columns(
        rows: ModeOffsets<'_>,
        sums: ModeOffsets<'_>,
        mn: usize,
        swizzle: SwizzleMode,
    ) -> Result<Self, EncodingError> {
        if rows.bytes != 2 {
            return Err(EncodingError::new(
                ("bytes of an element", rows.bytes as i64),
                ("bytes from one to the next in depth", sums.byte_offset(1)),
                "elements that are not of 16 bits lie with what is summed over together",
            ));
        }
        let row = swizzle.row();
        let together = row / rows.bytes;
        if !mn.is_multiple_of(together) {
            return Err(EncodingError::new(
                ("rows or columns of a product", mn as i64),
                ("those of a row of the swizzle", together as i64),
                "a product has whole rows of the swizzle",
            ));
        }
        let block = if row > 16 { 8 * row as i64 } else { 16 };
        check!(rows.steps(together, rows.bytes as i64, block, "row or column"));
        check!(sums.steps(8, row as i64, block, "place in depth"));
        let across = check!(rows.distance(together, mn, "row or column"));
        let along = check!(sums.distance(8, 16, "place in depth"));
        match swizzle {
            SwizzleMode::None => Self::fitting(Major::Mn, swizzle, along, across),
            _ => Self::fitting(Major::Mn, swizzle, across, along),
        }
    }

    const fn fitting(
        major: Major,
        swizzle: SwizzleMode,
        leading: i64,
        stride: i64,
    ) -> Result<Self, EncodingError> {
        if leading % 16 != 0 || stride % 16 != 0 || leading >= 1 << 18 || stride >= 1 << 18 {
            return Err(EncodingError::new(
                ("leading bytes", leading),
                ("stride bytes", stride),
                "a descriptor has multiples of 16 below 262144",
            ));
        }
        Ok(Canonical { major, swizzle, leading_bytes: leading as u32, stride_bytes: stride as u32 })
    }

    /// The descriptor, without the address.
    #[must_use]
    pub const fn bits(self) -> u64 {
        (self.leading_bytes as u64 >> 4) << 16
            | (self.stride_bytes as u64 >> 4) << 32
            | self.swizzle.in_descriptor() << 62
    }
}

/// `together in what is summed over, with a swizzle of 128 bytes; leading 0 bytes, stride 1024 bytes`.
impl fmt::Display for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Canonical { major, swizzle, leading_bytes, stride_bytes } = self;
        let together = match major {
            Major::K => "what is summed over",
            Major::Mn => "rows or columns",
        };
        write!(
            f,
            "together in {together}, with {swizzle}; leading {leading_bytes} bytes, stride {stride_bytes} bytes"
        )
    }
}

/// Each 32 bytes of a row begin in the first row of a block, which is not swizzled.
const fn in_first_row(sums: ModeOffsets<'_>, row: usize) -> Result<(), EncodingError> {
    let (mut i, block) = (0, 8 * row as i64);
    while i < sums.size {
        if sums.byte_offset(i).rem_euclid(block) >= row as i64 {
            return Err(EncodingError::new(
                ("place in a row", i as i64),
                ("its offset in bytes", sums.byte_offset(i)),
                "a row of the tile is one of the swizzle, or several whole ones at multiples of eight rows",
            ));
        }
        i += 1;
    }
    Ok(())
}
