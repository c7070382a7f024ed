//! `Leaves`: the leaves of a layout, with numbers that are known at compile time or at run time.

use layout_runtime::internals::MAX;

/// Leaves with more than one coordinate, coalesced.
#[derive(Clone, Copy)]
pub(crate) struct Leaves<const N: usize = MAX> {
    pub(super) extent: [usize; N],
    pub(super) stride: [isize; N],
    pub(super) len: usize,
}

impl<const N: usize> Leaves<N> {
    // Zeros, which are set faster than copied; none is a leaf.
    pub(super) const EMPTY: Self = Leaves { extent: [0; N], stride: [0; N], len: 0 };

    /// The leaves of one layout after those of another.
    pub(super) const fn then(mut self, shape: &[usize], stride: &[isize]) -> Self {
        self.extend(shape, stride);
        self
    }

    /// [`Leaves::then`] in place.
    #[inline]
    pub(super) const fn extend(&mut self, shape: &[usize], stride: &[isize]) {
        let mut leaf = 0;
        while leaf < shape.len() {
            self.push(shape[leaf], stride[leaf]);
            leaf += 1;
        }
    }

    pub(super) const fn push(&mut self, extent: usize, stride: isize) {
        if extent == 1 {
            return;
        }
        if self.len > 0 {
            let last = self.len - 1;
            let end = self.stride[last].checked_mul(self.extent[last] as isize);
            if matches!(end, Some(end) if end == stride) {
                self.extent[last] *= extent;
                return;
            }
        }
        self.extent[self.len] = extent;
        self.stride[self.len] = stride;
        self.len += 1;
    }
}

/// A coordinate of leaves, as a digit of each, and its offset.
pub(super) struct Digits<const N: usize> {
    digit: [usize; N],
    pub(super) offset: isize,
}

impl<const N: usize> Leaves<N> {
    /// The first coordinate.
    pub(super) fn start(&self) -> Digits<N> {
        Digits { digit: [0; N], offset: 0 }
    }

    /// Goes on to the next coordinate; false, and to the first, at the last.
    pub(super) fn advance(&self, at: &mut Digits<N>) -> bool {
        for k in 0..self.len {
            if at.digit[k] + 1 < self.extent[k] {
                at.digit[k] += 1;
                at.offset += self.stride[k];
                return true;
            }
            at.offset -= self.stride[k] * at.digit[k] as isize;
            at.digit[k] = 0;
        }
        false
    }
}

/// Collects the leaves of a layout whose numbers are known at run time.
impl<const N: usize> crate::dynamic::Leaves for Leaves<N> {
    #[inline]
    fn leaf(&mut self, extent: usize, stride: isize) {
        self.push(extent, stride);
    }
}
