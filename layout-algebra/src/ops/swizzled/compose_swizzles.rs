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
    if y == 0 && z == 0 {
        return Swizzle::new(0, 0, 0);
    }
    let (low_y, low_z) = (i128::from(y.trailing_zeros()), i128::from(z.trailing_zeros()));
    let bits = i128::from(y.count_ones());
    match Swizzle::new(bits, low_y.min(low_z), low_y - low_z) {
        Ok(swizzle) if swizzle.y_mask() == y && swizzle.z_mask() == z => Ok(swizzle),
        // Which bits are flipped is what no swizzle does.
        _ => {
            let kind = ErrorKind::SwizzleMasks { y: Int::new(y), z: Int::new(z) };
            Err(Error::new("make_swizzle", kind).in_operand(1))
        }
    }
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
    for j in 0..reach {
        let bit = 1i128 << j;
        let flips = both(bit) ^ bit;
        if flips != 0 {
            y |= bit;
            z |= flips;
        }
    }
    let merged = make_swizzle(y, z).ok();
    for j in 0..reach {
        let at = 1i128 << j;
        let value = both(at);
        if value != at && merged.is_none_or(|swizzle| swizzle.apply(at) != value) {
            let function = alloc::format!("{first} o {second}");
            let (at, value) = (Int::new(at), Int::new(value));
            let error = Error::new("composition", ErrorKind::NoSwizzle { function, at, value });
            return Err(error.in_operand(1));
        }
    }
    Ok(merged.unwrap_or(*first))
}
