//! `Bitwise`: functions of the bits of a coordinate, linear over GF(2).
//!
//! A layout of extents `2^k` takes the bits of its 1-D coordinate apart. Where no
//! two of its steps `d·2^j` share a bit, adding them up is flipping bits: the
//! layout is linear over the field of two elements, as every swizzle is. What
//! such functions reach, and whether two of them are equal, is then read off
//! their columns, one for each bit of the coordinate, however large the domain.

use alloc::vec::Vec;

use super::checked_mul_add;
use super::step_sum::Mode;
use crate::Swizzle;

/// `c ↦ base ⊕ ⊕ⱼ columnⱼ`, over the bits `j` that are set in the 1-D coordinate `c`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bitwise {
    base: i128,
    columns: Vec<i128>,
}

impl Bitwise {
    /// `c ↦ offset + Σ cᵢ·dᵢ` for leaves `(extent, stride)`, if it only flips bits.
    pub(crate) fn of_leaves(offset: i128, leaves: &[Mode]) -> Option<Self> {
        let (mut columns, mut taken) = (Vec::new(), 0i128);
        for &(extent, stride) in leaves {
            if extent.count_ones() != 1 {
                return None;
            }
            for j in 0..extent.trailing_zeros() {
                let step = stride.checked_mul(1 << j)?;
                let column = step.checked_abs()?;
                // A step up sets bits that are clear, a step down clears set ones.
                let clear = offset & column == 0;
                let set = offset & column == column;
                if taken & column != 0 || !(if step < 0 { set } else { clear }) {
                    return None;
                }
                taken |= column;
                columns.push(column);
            }
        }
        Some(Bitwise { base: offset, columns })
    }

    /// The bits that the value may have.
    pub(crate) fn reached(&self) -> i128 {
        let mut mask = self.base;
        for column in &self.columns {
            mask |= column;
        }
        mask
    }

    /// `c ↦ offset + self(c)`, if that only flips bits.
    pub(crate) fn plus(mut self, offset: i128) -> Option<Self> {
        if self.reached() & offset != 0 {
            return None;
        }
        self.base ^= offset;
        Some(self)
    }

    /// `c ↦ swizzle(self(c))`.
    pub(crate) fn swizzled(mut self, swizzle: &Swizzle) -> Self {
        self.base = swizzle.apply(self.base);
        for column in &mut self.columns {
            *column = swizzle.apply(*column);
        }
        self
    }

    /// `c ↦ L(self(c))` for the leaves of `L`, the last one not wrapped, if that
    /// only flips bits.
    pub(crate) fn through(mut self, leaves: &[Mode]) -> Option<Self> {
        let reached = self.reached();
        let (_, before) = leaves.split_last()?;
        if reached < 0 || before.iter().any(|(extent, _)| extent.count_ones() != 1) {
            return None;
        }
        let mut taken = 0i128;
        let mut images = Vec::new();
        for j in (0..i128::BITS - 1).filter(|j| reached >> j & 1 == 1) {
            let image = at(leaves, 1 << j)?;
            if image < 0 || taken & image != 0 {
                return None;
            }
            taken |= image;
            images.push((j, image));
        }
        self.base = mapped(&images, self.base);
        for column in &mut self.columns {
            *column = mapped(&images, *column);
        }
        Some(self)
    }

    /// The smallest and the largest value.
    pub(crate) fn range(&self) -> (i128, i128) {
        let (mut least, mut most) = (self.base, self.base);
        for vector in self.echelon() {
            // The vector alone decides on its leading bit.
            most = most.max(most ^ vector);
            least = least.min(least ^ vector);
        }
        (least, most)
    }

    /// The number of different values.
    pub(crate) fn count(&self) -> Option<i128> {
        1i128.checked_shl(self.echelon().len() as u32).filter(|count| *count > 0)
    }

    /// `(c, d) ↦ self(c) + other(d)`, if that only flips bits.
    pub(crate) fn followed_by(mut self, other: &Bitwise) -> Option<Self> {
        if self.reached() & other.reached() != 0 {
            return None;
        }
        self.base |= other.base;
        self.columns.extend(&other.columns);
        Some(self)
    }

    /// Returns true if no value comes up twice.
    pub(crate) fn is_injective(&self) -> bool {
        self.echelon().len() == self.columns.len()
    }

    /// The columns without those that depend on others, the leading bits of which
    /// descend.
    fn echelon(&self) -> Vec<i128> {
        let mut basis: Vec<i128> = Vec::new();
        for &column in &self.columns {
            // Descending, so that each vector clears its leading bit for good.
            let mut rest = column;
            for vector in &basis {
                rest = rest.min(rest ^ vector);
            }
            if rest != 0 {
                let place = basis.partition_point(|&vector| vector > rest);
                basis.insert(place, rest);
            }
        }
        basis
    }

    /// Returns true if this is `c ↦ offset + Σ steps`, over the bits that are set in `c`.
    ///
    /// Flipping the bits of a column adds a sum of `±2^b`, whose signs depend on
    /// what the bits were. Different signs make different sums, so the function
    /// adds up only if no two columns share a bit.
    pub(crate) fn adds_up_to(&self, offset: i128, steps: &[i128]) -> bool {
        if self.base != offset || self.columns.len() != steps.len() {
            return false;
        }
        let mut taken = 0i128;
        for (column, step) in self.columns.iter().zip(steps) {
            let moved = (self.base ^ column).checked_sub(offset);
            if taken & column != 0 || moved != Some(*step) {
                return false;
            }
            taken |= column;
        }
        true
    }
}

/// The union of the images of the bits of `x`.
fn mapped(images: &[(u32, i128)], x: i128) -> i128 {
    let mut union = 0;
    for (bit, image) in images {
        if x >> bit & 1 == 1 {
            union |= image;
        }
    }
    union
}

/// The value of leaves `(extent, stride)` at a 1-D coordinate, the last one not
/// wrapped, as CuTe evaluates it.
pub(crate) fn at(leaves: &[Mode], mut x: i128) -> Option<i128> {
    let Some((&(_, last), before)) = leaves.split_last() else { return Some(0) };
    let mut value = 0i128;
    for &(extent, stride) in before {
        value = checked_mul_add(x % extent, stride, value)?;
        x /= extent;
    }
    checked_mul_add(x, last, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_and_injectivity_agree_with_every_point() {
        let swizzles = [(2, 0, 3), (1, 1, -2), (2, 1, 2), (0, 2, 1), (2, 0, -3)];
        for (bits, base, shift) in swizzles {
            let swizzle = Swizzle::new(bits, base, shift).unwrap();
            for offset in [0, 1, 8, 12, 64, -64] {
                for leaves in [
                    &[(4, 1), (4, 8)][..],
                    &[(2, 3), (4, 4)],
                    &[(8, 8), (8, 1)],
                    &[(2, 16), (2, 0)],
                    &[(2, -4), (2, 1)],
                ] {
                    let Some(function) = Bitwise::of_leaves(offset, leaves) else { continue };
                    let function = function.swizzled(&swizzle);
                    let size: i128 = leaves.iter().map(|(extent, _)| extent).product();
                    let value = |c| swizzle.apply(offset + at(leaves, c).unwrap());
                    let mut values: Vec<i128> = (0..size).map(value).collect();
                    values.sort_unstable();
                    assert_eq!(function.range(), (values[0], values[values.len() - 1]));
                    let all = values.len();
                    values.dedup();
                    assert_eq!(function.is_injective(), all == values.len());
                }
            }
        }
    }

    #[test]
    fn layouts_after_functions_agree_with_every_point() {
        let outer = [(4, 16), (8, 1), (3, 64)];
        for leaves in [&[(8, 1), (4, 8)][..], &[(4, 8), (4, 1)], &[(2, 3), (4, 16)]] {
            let inner = Bitwise::of_leaves(0, leaves).unwrap();
            let Some(function) = inner.through(&outer) else { panic!("{leaves:?}") };
            let size: i128 = leaves.iter().map(|(extent, _)| extent).product();
            for c in 0..size {
                let expected = at(&outer, at(leaves, c).unwrap()).unwrap();
                let columns = function.columns.iter().enumerate();
                let found = columns
                    .filter(|(j, _)| c >> j & 1 == 1)
                    .fold(function.base, |value, (_, column)| value ^ column);
                assert_eq!(found, expected, "{leaves:?} at {c}");
            }
        }
    }
}
