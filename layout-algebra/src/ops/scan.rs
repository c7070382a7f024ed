//! `prefix_product`, `suffix_product` and `prefix_sum`: what stands before a leaf,
//! or after it.

use alloc::vec::Vec;

use crate::{Error, Int, IntTuple, Overflow};

/// The exclusive prefix products: congruent to `T`, each leaf is `first` times the
/// product of the leaves of `T` before it, from left to right.
///
/// These are the strides of the column-major layout, but for extents of 1, for
/// which CuTe's [`super::compact_col_major`] has 0.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let tuple = HTuple::Tuple([2, 3, 4].map(|n| Int::new(n).into()).to_vec());
/// assert_eq!(ops::prefix_product(&tuple, &Int::ONE).unwrap().to_string(), "(1,2,6)");
/// assert_eq!(ops::suffix_product(&tuple, &Int::ONE).unwrap().to_string(), "(12,4,1)");
/// assert_eq!(ops::prefix_sum(&tuple, &Int::ZERO).unwrap().to_string(), "(0,2,5)");
/// ```
pub fn prefix_product(tuple: &IntTuple, first: &Int) -> Result<IntTuple, Error> {
    scan(tuple, first, false, Int::mul)
}

/// The exclusive suffix products: congruent to `T`, each leaf is `last` times the
/// product of the leaves of `T` after it. The strides of the row-major layout, as
/// [`prefix_product`] has those of the column-major one.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::suffix_product(&(4, 8).into(), &Int::ONE).unwrap().to_string(), "(8,1)");
/// ```
pub fn suffix_product(tuple: &IntTuple, last: &Int) -> Result<IntTuple, Error> {
    scan(tuple, last, true, Int::mul)
}

/// The exclusive prefix sums: congruent to `T`, each leaf is `first` plus the sum of
/// the leaves of `T` before it. Where pieces of the sizes `T` begin, one after the
/// other.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::prefix_sum(&(4, 8).into(), &Int::ZERO).unwrap().to_string(), "(0,4)");
/// ```
pub fn prefix_sum(tuple: &IntTuple, first: &Int) -> Result<IntTuple, Error> {
    scan(tuple, first, false, Int::add)
}

fn scan(
    tuple: &IntTuple,
    first: &Int,
    backwards: bool,
    step: fn(&Int, &Int) -> Result<Int, Overflow>,
) -> Result<IntTuple, Error> {
    let mut leaves = tuple.leaves();
    if backwards {
        leaves.reverse();
    }
    let (mut next, mut before) = (first.clone(), Vec::with_capacity(leaves.len()));
    for leaf in leaves {
        let after = step(&next, leaf)?;
        before.push(core::mem::replace(&mut next, after));
    }
    if backwards {
        before.reverse();
    }
    Ok(tuple.with_leaves(before))
}
