//! `Pattern`: the access pattern of a nest's innermost loops, by which a copy has its kernel.

use crate::loop_nest::Loop;

/// The access pattern of the innermost loop, `l0`, and the second, `l1`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Pattern {
    /// A contiguous run of both operands in `l0`.
    Contiguous,
    /// A transpose: `l0` runs along the target, and `l1` along the source.
    Transpose,
    /// One element of the source in `l0`.
    Broadcast,
    /// Any other strides.
    Strided,
}

impl Pattern {
    /// The pattern of two loops, of which a nest may be [tiled](crate::loop_nest::LoopNest::is_tiled).
    #[inline(always)]
    pub(crate) const fn new(is_tiled: bool, l0: Loop, l1: Loop) -> Pattern {
        if l0.is_contiguous() {
            Pattern::Contiguous
        } else if is_tiled && is_transpose(l0, l1) {
            Pattern::Transpose
        } else if l0.source() == 0 {
            Pattern::Broadcast
        } else {
            Pattern::Strided
        }
    }
}

/// The largest stride of a transpose's source in elements, so that a line has several.
const MAX_TRANSPOSE_STRIDE: isize = 8;

/// Returns true if the first loop runs along the target and the second along the source, there with a stride that may leave some elements out.
#[inline]
pub(crate) const fn is_transpose(l0: Loop, l1: Loop) -> bool {
    l0.target() == 1 && l1.source() >= 1 && l1.source() <= MAX_TRANSPOSE_STRIDE
}
