//! `compose_swizzles`: one swizzle after another, where that is a swizzle.

use crate::{Error, ErrorKind, Int, Swizzle};

/// The swizzle that flips the bits of `z` by those of `y`, in their order: CuTe's
/// `make_swizzle<Y,Z>`. With no bits at all it is `Sw<0,0,0>`.
///
/// ```
/// use layout_algebra::ops::swizzled::make_swizzle;
/// assert_eq!(make_swizzle(0b11000000, 0b00000110).unwrap().to_string(), "Sw<2,1,5>");
/// assert!(make_swizzle(0b101000, 0b101).is_err());
/// ```
///
/// # Errors
///
/// [`ErrorKind::SwizzleMasks`] unless both are equally many adjacent bits, and no
/// further apart than a swizzle reaches.
pub fn make_swizzle(y: i128, z: i128) -> Result<Swizzle, Error> {
    let kind = || ErrorKind::SwizzleMasks { y: Int::new(y), z: Int::new(z) };
    // Which bits are flipped is what no swizzle does.
    let refused = || Error::new("make_swizzle", kind()).in_operand(1);
    if y == 0 && z == 0 {
        return Swizzle::new(0, 0, 0);
    }
    let (low_y, low_z) = (i128::from(y.trailing_zeros()), i128::from(z.trailing_zeros()));
    let bits = i128::from(y.count_ones());
    let swizzle = Swizzle::new(bits, low_y.min(low_z), low_y - low_z).map_err(|_| refused())?;
    if swizzle.y_mask() == y && swizzle.z_mask() == z { Ok(swizzle) } else { Err(refused()) }
}

/// The swizzle `first∘second`: `R(x) = first(second(x))` for every `x`, found
/// wherever it exists.
///
/// ```
/// use layout_algebra::{Swizzle, ops::swizzled::compose_swizzles};
/// let (a, b) = (Swizzle::new(2, 0, 3).unwrap(), Swizzle::new(1, 2, 3).unwrap());
/// assert_eq!(compose_swizzles(&a, &b).unwrap().to_string(), "Sw<3,0,3>");
/// assert_eq!(compose_swizzles(&a, &a).unwrap().to_string(), "Sw<0,0,0>");
/// assert!(compose_swizzles(&a, &Swizzle::new(1, 1, 4).unwrap()).is_err());
/// ```
///
/// # Errors
///
/// [`ErrorKind::NoSwizzle`] with an offset that shows it.
pub fn compose_swizzles(first: &Swizzle, second: &Swizzle) -> Result<Swizzle, Error> {
    if first.is_identity() && !second.is_identity() {
        return Ok(*second);
    }
    if second.is_identity() && !first.is_identity() {
        return Ok(*first);
    }
    let both = |x| first.apply(second.apply(x));
    let reach = first.reach().max(second.reach());
    let (mut y, mut z) = (0i128, 0i128);
    for bit in (0..reach).map(|j| 1i128 << j) {
        let flips = both(bit) ^ bit;
        if flips != 0 {
            y |= bit;
            z |= flips;
        }
    }
    let merged = make_swizzle(y, z).ok();
    let wrong = |x: &i128| merged.is_none_or(|swizzle| swizzle.apply(*x) != both(*x));
    let moved = |x: &i128| both(*x) != *x;
    match (0..reach).map(|j| 1i128 << j).find(|bit| wrong(bit) && moved(bit)) {
        None => Ok(merged.unwrap_or(*first)),
        Some(at) => {
            let kind = ErrorKind::NoSwizzle {
                function: alloc::format!("{first} o {second}"),
                at: Int::new(at),
                value: Int::new(both(at)),
            };
            Err(Error::new("composition", kind).in_operand(1))
        }
    }
}
