//! `position_independent`: a swizzle of addresses as one of elements.

use super::{downcast_swizzle, upcast_swizzle, whole_elements};
use crate::exact::known;
use crate::{Error, ErrorAddress, ErrorKind, Int, Swizzle};

const OP: &str = "position_independent";

/// The swizzle of elements of `bits` bits that does what another does to the addresses of
/// bytes: `E(x) = Sw(x·bits/8)·8/bits`, as in CuTe's `as_position_independent_swizzle_layout`.
///
/// `M` is less by `log₂(bits/8)`, and more where several elements are in a byte. The two
/// agree in a buffer that begins at a multiple of `2^(M+B+|S|)` bytes.
///
/// ```
/// use layout_algebra::{Int, Swizzle, ops::swizzled::position_independent};
/// let of = |bits| position_independent(&Swizzle::new(3, 4, 3).unwrap(), &Int::new(bits));
/// assert_eq!(of(16).unwrap().to_string(), "Sw<3,3,3>");
/// assert_eq!(of(4).unwrap().to_string(), "Sw<3,5,3>");
/// assert!(of(256).is_err());
/// ```
///
/// # Errors
///
/// [`ErrorKind::NoPowerOfTwo`]; [`ErrorKind::SwizzleInElements`] for a swizzle that flips
/// bits of the addresses within an element; [`ErrorKind::SwizzleParameters`] past the largest
/// swizzle.
pub fn position_independent(swizzle: &Swizzle, bits: &Int) -> Result<Swizzle, Error> {
    let width = known(bits)?;
    if width < 1 || width.count_ones() != 1 {
        return Err(Error::new(OP, ErrorKind::NoPowerOfTwo { int: bits.clone() }).in_operand(1));
    }
    let of_elements = if width < 8 {
        downcast_swizzle(swizzle, &Int::new(8 / width))
    } else {
        let bytes = width / 8;
        whole_elements::check_torn(OP, swizzle, bytes, bits)?;
        upcast_swizzle(swizzle, &Int::new(bytes))
    };
    of_elements.in_op(OP)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An element moves to where the swizzle of elements says, or the error is right: one is
    /// torn apart.
    #[test]
    fn elements_move_as_their_bytes_do() {
        for (b, m, s) in swizzles() {
            let swizzle = Swizzle::new(b, m, s).unwrap();
            for width in [8, 16, 32, 64, 128] {
                let bytes = width / 8;
                let mut starts = (0..512).map(|x| swizzle.apply(x * bytes));
                match position_independent(&swizzle, &Int::new(width)) {
                    Ok(found) => {
                        let moved = (0..512).map(|x| found.apply(x) * bytes);
                        assert!(starts.eq(moved), "{swizzle} of {width} is not {found}");
                    }
                    Err(_) => assert!(starts.any(|at| at % bytes != 0)),
                }
            }
            for width in [1, 2, 4] {
                let found = position_independent(&swizzle, &Int::new(width)).unwrap();
                let parts = 8 / width;
                let whole = |x| swizzle.apply(x / parts) * parts + x % parts;
                assert!((0..512).all(|x| found.apply(x) == whole(x)), "{swizzle} of {width}");
            }
        }
    }

    fn swizzles() -> impl Iterator<Item = (i128, i128, i128)> {
        let of = |b| (0..6).flat_map(move |m| (b..4).flat_map(move |s| [(b, m, s), (b, m, -s)]));
        (0..4).flat_map(of)
    }

    #[test]
    fn elements_are_of_powers_of_two_bits() {
        let swizzle = Swizzle::new(3, 4, 3).unwrap();
        for width in [-8, 0, 6, 12, 24] {
            let error = position_independent(&swizzle, &Int::new(width)).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::NoPowerOfTwo { .. }));
        }
    }
}
