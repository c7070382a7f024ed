//! Exact integer arithmetic shared by the decision steps.

use layout_core::gcd;
pub(crate) use layout_core::{ceil_div, floor_div};

use crate::Overflow;

/// [`gcd`] of two strides, both in `0..=i128::MAX`.
pub(crate) fn gcd_strides(a: i128, b: i128) -> i128 {
    // The result divides an i128, or is zero, so the cast keeps its value.
    gcd(a.unsigned_abs(), b.unsigned_abs()) as i128
}

/// `a * b mod m`, for `0 <= a, b < m`.
pub(crate) fn mul_mod(a: i128, b: i128, m: i128) -> i128 {
    if let Some(product) = a.checked_mul(b) {
        return product % m;
    }
    // Double and add: every operand stays below 2 m < 2^128.
    let (mut a, mut b, m) = (a.unsigned_abs(), b.unsigned_abs(), m.unsigned_abs());
    let mut sum = 0;
    while b != 0 {
        if b & 1 == 1 {
            sum = (sum + a) % m;
        }
        a = (a + a) % m;
        b >>= 1;
    }
    sum as i128
}

/// The `b` in `0..m` with `a * b = 1 mod m`, if `gcd(a, m) = 1`.
pub(crate) fn inverse(a: i128, m: i128) -> Option<i128> {
    // Each pair (r, t) satisfies r = a * t mod m.
    let (mut old, mut new) = ((m, 0_i128), (a.checked_rem_euclid(m)?, 1_i128));
    while new.0 != 0 {
        let q = old.0 / new.0;
        let next =
            (old.0.checked_sub(q.checked_mul(new.0)?)?, old.1.checked_sub(q.checked_mul(new.1)?)?);
        (old, new) = (new, next);
    }
    if old.0 == 1 { Some(old.1.rem_euclid(m)) } else { None }
}

/// `a·b + c`, or `None` where it overflows.
pub(crate) fn checked_mul_add(a: i128, b: i128, c: i128) -> Option<i128> {
    a.checked_mul(b)?.checked_add(c)
}

/// The inner product, or `None` where a term or a partial sum overflows.
pub(crate) fn dot(a: &[i128], b: &[i128]) -> Option<i128> {
    let mut sum = 0_i128;
    for (&x, &y) in a.iter().zip(b) {
        sum = checked_mul_add(x, y, sum)?;
    }
    Some(sum)
}

/// `into += factor·vector`.
pub(crate) fn add_multiple(
    into: &mut [i128],
    factor: i128,
    vector: &[i128],
) -> Result<(), Overflow> {
    for (into, &component) in into.iter_mut().zip(vector) {
        let step = factor.checked_mul(component).ok_or(Overflow::Range)?;
        *into = into.checked_add(step).ok_or(Overflow::Range)?;
    }
    Ok(())
}

/// The inner product of absolute values, or `None` where it overflows.
pub(crate) fn dot_abs(a: &[i128], b: &[i128]) -> Option<i128> {
    let mut sum = 0_i128;
    for (x, y) in a.iter().zip(b) {
        sum = checked_mul_add(x.checked_abs()?, y.checked_abs()?, sum)?;
    }
    Some(sum)
}

/// Returns true if all components are 0.
pub(crate) fn is_zero(vector: &[i128]) -> bool {
    vector.iter().all(|&component| component == 0)
}

/// The product of the extents, or `None` where it overflows.
pub(crate) fn size(modes: &[(i128, i128)]) -> Option<i128> {
    let mut size = 1_i128;
    for &(extent, _) in modes {
        size = size.checked_mul(extent)?;
    }
    Some(size)
}
