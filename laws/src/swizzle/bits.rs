//! The laws of swizzles alone.

use layout_algebra::Swizzle;

use super::values::swizzle_at;
use crate::{Law, ensure};

/// A swizzle is the bits of its definition, undoes itself, and permutes the block
/// of `2^(M+B+|S|)` offsets around each `x`.
pub fn swizzle(swizzle: &Swizzle, x: i128) -> Law {
    let found = swizzle.apply(x);
    let expected = swizzle_at(swizzle, x);
    ensure!(found == expected, "{swizzle} at {x} is {found}, not {expected}");
    ensure!(swizzle.apply(found) == x, "{swizzle} twice takes {x} to {}", swizzle.apply(found));
    let block = swizzle.reach();
    ensure!(found >> block == x >> block, "{swizzle} takes {x} to {found}, out of its block");
    Ok(())
}

/// `R(x) = first(second(x))`.
pub fn compose_swizzles(first: &Swizzle, second: &Swizzle, result: &Swizzle, x: i128) -> Law {
    let expected = swizzle_at(first, swizzle_at(second, x));
    let found = swizzle_at(result, x);
    ensure!(found == expected, "{first} o {second} at {x} is {expected}, {result} is {found}");
    Ok(())
}

/// `U(y) = ⌊Sw(n·y)/n⌋`.
pub fn upcast_swizzle(swizzle: &Swizzle, n: i128, result: &Swizzle, y: i128) -> Law {
    let expected = swizzle_at(swizzle, n * y).div_euclid(n);
    let found = swizzle_at(result, y);
    ensure!(found == expected, "{swizzle} by {n} at {y} is {expected}, {result} is {found}");
    Ok(())
}

/// `D(x) = n·Sw(⌊x/n⌋) + x mod n`.
pub fn downcast_swizzle(swizzle: &Swizzle, n: i128, result: &Swizzle, x: i128) -> Law {
    let expected = n * swizzle_at(swizzle, x.div_euclid(n)) + x.rem_euclid(n);
    let found = swizzle_at(result, x);
    ensure!(found == expected, "{swizzle} by 1/{n} at {x} is {expected}, {result} is {found}");
    Ok(())
}

/// The swizzle of other elements, from its definition by bits: as
/// [`upcast_swizzle`] by `up` of the memory, and then [`downcast_swizzle`] by `down`.
pub fn recast_swizzle(
    swizzle: &Swizzle,
    (up, down): (i128, i128),
    result: &Swizzle,
    x: i128,
) -> Law {
    // One element of the result at x, in the largest unit that both share.
    let upcast = |y: i128| swizzle_at(swizzle, up * y).div_euclid(up);
    let expected = down * upcast(x.div_euclid(down)) + x.rem_euclid(down);
    let found = swizzle_at(result, x);
    ensure!(
        found == expected,
        "{swizzle} by {up}/{down} at {x} is {expected}, {result} is {found}"
    );
    Ok(())
}

/// `E(x)·w = Sw(x·w)` for elements of `w` bytes, and for several in a byte as
/// [`downcast_swizzle`].
pub fn position_independent(swizzle: &Swizzle, bits: i128, result: &Swizzle, x: i128) -> Law {
    if bits < 8 {
        return downcast_swizzle(swizzle, 8 / bits, result, x);
    }
    let bytes = bits / 8;
    let (expected, found) = (swizzle_at(swizzle, x * bytes), swizzle_at(result, x) * bytes);
    ensure!(
        found == expected,
        "{swizzle} of {bits} bits at {x} is byte {expected}, {result} is {found}"
    );
    Ok(())
}

/// The swizzle takes an element of `bits` bits to where none begins.
pub fn no_position_independent(swizzle: &Swizzle, bits: i128) -> Law {
    let bytes = bits / 8;
    let mut starts = (0..swizzle.reach()).map(|bit| swizzle_at(swizzle, bytes << bit));
    ensure!(starts.any(|at| at % bytes != 0), "{swizzle} keeps elements of {bits} bits");
    Ok(())
}
