//! The laws of swizzles alone.

use layout_algebra::{ErrorKind, Int, Swizzle};

use super::values::swizzle_at;
use crate::check::{Answer, Check, Over, always, check, require, together, verdict};
use crate::operands::{SWIZZLES, refused, swizzle_of};
use crate::text;
use crate::{Law, ensure};
use layout_algebra::ops::swizzled;

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

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Swizzle, &["swizzled::upcast_swizzle", "swizzled::downcast_swizzle"], |x| {
        let (swizzle, _) = swizzle_of(x)?;
        let n = 1i128 << x.number.rem_euclid(5);
        let up = swizzled::upcast_swizzle(&swizzle, &Int::new(n));
        let down = swizzled::downcast_swizzle(&swizzle, &Int::new(n));
        together([
            always(up, |r| (0..256).try_for_each(|c| upcast_swizzle(&swizzle, n, r, c))),
            always(down, |r| (0..256).try_for_each(|c| downcast_swizzle(&swizzle, n, r, c))),
        ])
    }),
    check(Over::Swizzle, &["swizzled::position_independent"], |x| {
        let (swizzle, _) = swizzle_of(x)?;
        for bits in [1, 2, 4, 8, 16, 32, 64, 128] {
            match swizzled::position_independent(&swizzle, &Int::new(bits)) {
                Ok(r) => (0..256).try_for_each(|c| position_independent(&swizzle, bits, &r, c))?,
                Err(error) => {
                    let apart = matches!(error.kind(), ErrorKind::SwizzleInElements { .. });
                    require(apart, || format!("{swizzle} of {bits} bits: {error}"))?;
                    no_position_independent(&swizzle, bits)?;
                }
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["swizzled::compose_swizzles"], |x| {
        let (swizzle, _) = swizzle_of(x)?;
        for ([bits, base, shift], _) in SWIZZLES {
            let other = Swizzle::new(bits, base, shift).map_err(text)?;
            let law =
                |r: &Swizzle| (0..256).try_for_each(|c| compose_swizzles(&swizzle, &other, r, c));
            verdict(swizzled::compose_swizzles(&swizzle, &other), law, refused)?;
        }
        Ok(Answer::Found)
    }),
];
