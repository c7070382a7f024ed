//! The map of the bits of an index that a table is.

use alloc::vec::Vec;

use crate::exact::gf2;

/// A table as a map of the bits of its indices, without carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Linear {
    /// `f(i) = f(0) ⊕ ⊕ⱼ imageⱼ` over the bits `j` of `i`. All images that are not 0 are independent.
    Found(Vec<i128>),
    /// The first index at which every such map that has the values before it has another value. A value below 0, one of more
    /// than `width` bits, and one of an index before that no other bit explains are those of no map.
    Differs(usize),
}

/// The map of a table of as many values as a power of two; each of its values is in `[0, 2^width)`.
///
/// The images are those of single bits, `f(0) ⊕ f(2ʲ)`, so that there is one map at most. It is the one of the table if
/// `f(i) = f(0) ⊕ f(b) ⊕ f(i ⊕ b)` for the lowest bit `b` of each index.
pub(crate) fn linear(values: &[i128], width: u32) -> Linear {
    let first = values.first().copied().unwrap_or(0);
    let mut images = Vec::new();
    for (i, &value) in values.iter().enumerate() {
        if value < 0 || value >> width != 0 {
            return Linear::Differs(i);
        }
        let lowest = i & i.wrapping_neg();
        if i == 0 {
            continue;
        }
        if i == lowest {
            images.push(first ^ value);
            if gf2::same(&images).is_some() {
                return Linear::Differs(i);
            }
        } else if value != first ^ values[lowest] ^ values[i ^ lowest] {
            return Linear::Differs(i);
        }
    }
    Linear::Found(images)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_found_where_no_bit_adds_what_others_add() {
        assert_eq!(linear(&[5, 4, 7, 6], 3), Linear::Found(alloc::vec![1, 2]));
        assert_eq!(linear(&[0, 1, 3, 2, 6, 7, 5, 4], 3), Linear::Found(alloc::vec![1, 3, 6]));
        // A bit may add nothing.
        assert_eq!(linear(&[0, 0, 3, 3], 2), Linear::Found(alloc::vec![0, 3]));
        assert_eq!(linear(&[0, 1, 2, 4], 3), Linear::Differs(3));
        assert_eq!(linear(&[0, 1, 2, 3, 3, 2, 1, 0], 3), Linear::Differs(4));
        assert_eq!(linear(&[0, 8, 1, 9], 3), Linear::Differs(1));
        assert_eq!(linear(&[0, -1], 3), Linear::Differs(1));
    }
}
