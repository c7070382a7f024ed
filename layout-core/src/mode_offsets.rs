//! `ModeOffsets`: the offsets of one mode of a layout.

use crate::EncodingError;

/// The offsets of one mode, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct ModeOffsets<'a> {
    shape: &'a [usize],
    stride: &'a [isize],
    /// The number of coordinates of the mode.
    pub size: usize,
    /// The bytes of an element.
    pub bytes: usize,
}

impl<'a> ModeOffsets<'a> {
    /// The mode of these extents and strides, of elements of `bytes` bytes.
    ///
    /// # Panics
    ///
    /// The product of the extents overflows, where overflows are checked.
    #[must_use]
    pub const fn new(shape: &'a [usize], stride: &'a [isize], bytes: usize) -> Self {
        let (mut size, mut leaf) = (1, 0);
        while leaf < shape.len() {
            size *= shape[leaf];
            leaf += 1;
        }
        ModeOffsets { shape, stride, size, bytes }
    }

    /// The offset of the 1-D coordinate `i`, in elements; past the end the last leaf continues.
    ///
    /// # Panics
    ///
    /// An extent of 0, fewer strides than extents, or, where overflows are checked, an offset beyond `isize`.
    #[must_use]
    pub const fn offset(&self, i: usize) -> isize {
        let (mut left, mut offset, mut leaf) = (i, 0, 0);
        while leaf < self.shape.len() {
            let last = leaf + 1 == self.shape.len();
            let digit = if last { left } else { left % self.shape[leaf] };
            offset += digit as isize * self.stride[leaf];
            left /= self.shape[leaf];
            leaf += 1;
        }
        offset
    }

    /// The offset of the 1-D coordinate `i`, in bytes.
    ///
    /// # Panics
    ///
    /// The panics of [`ModeOffsets::offset`], or, where overflows are checked, an offset in bytes beyond `i64`.
    #[must_use]
    pub const fn byte_offset(&self, i: usize) -> i64 {
        self.offset(i) as i64 * self.bytes as i64
    }

    /// The one distance in bytes from each group of `group` coordinates to the next, within each `tile` of them; 0 where there is one group.
    ///
    /// # Errors
    ///
    /// The first group at another distance than those before it, or at one that is not positive; `name` says what its number counts.
    pub(crate) const fn distance(
        &self,
        group: usize,
        tile: usize,
        name: &'static str,
    ) -> Result<i64, EncodingError> {
        let (mut found, mut i) = (0, group);
        while i < self.size {
            if i % tile != 0 {
                let distance = self.byte_offset(i) - self.byte_offset(i - group);
                if found != 0 && distance != found || distance <= 0 {
                    return Err(EncodingError::new(
                        (name, i as i64),
                        ("bytes from the one before", distance),
                        "groups of an operand are at the same distance each",
                    ));
                }
                found = distance;
            }
            i += group;
        }
        Ok(found)
    }

    /// Checks that the coordinates of each group of `group` are `step` bytes apart, and that each group begins at a multiple of
    /// `align` bytes.
    ///
    /// # Errors
    ///
    /// The first coordinate that is elsewhere, called by `name`.
    pub(crate) const fn steps(
        &self,
        group: usize,
        step: i64,
        align: i64,
        name: &'static str,
    ) -> Result<(), EncodingError> {
        let mut i = 0;
        while i < self.size {
            let first = self.byte_offset(i - i % group);
            if self.byte_offset(i) != first + (i % group) as i64 * step || first % align != 0 {
                return Err(EncodingError::new(
                    (name, i as i64),
                    ("its offset in bytes", self.byte_offset(i)),
                    "an operand has one of the canonical forms: ((8,n),2):((W,s),1), or ((8,n),2):((1,s),l), or with columns \
                     together ((W,n),(8,k)):((1,l),(W,s)), or ((1,n),(8,k)):((X,s),(1,l)), in units of 16 bytes",
                ));
            }
            i += 1;
        }
        Ok(())
    }
}
