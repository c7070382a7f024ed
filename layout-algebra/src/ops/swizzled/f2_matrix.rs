//! `f2_matrix`: a layout of powers of two as a matrix over GF(2).

use alloc::vec::Vec;

use super::agree::{Points, few_points};
use super::image::composed;
use crate::exact::{gf2, known};
use crate::{CollectVec, Error, ErrorKind, Function, ops};

/// The matrix `M` over GF(2), by rows, with `bits(L(c)) = M·bits(c)` for each 1-D coordinate `c`: column `j` has the bits of
/// `L(2ʲ)`, row `i` is bit `i`, and the last row has a 1.
///
/// # Errors
///
/// [`ErrorKind::NotLinear`] where there is none: for extents that are no powers of two, steps that share a bit of an
/// offset, or an offset at coordinate 0; [`ErrorKind::Undecided`] for layouts after layouts of more than 65536 coordinates,
/// [`ErrorKind::NoDomain`], [`ErrorKind::BasisStride`].
///
/// ```
/// use layout_algebra::{Function, ops::swizzled};
/// let rows: Function = "Sw<1,0,1> o 0 o (2,2):(2,1)".parse().unwrap();
/// assert_eq!(swizzled::f2_matrix(&rows).unwrap(), [[true, true], [true, false]]);
/// ```
pub fn f2_matrix(layout: &Function) -> Result<Vec<Vec<bool>>, Error> {
    let composed = composed(layout)?;
    let domain = composed.domain()?;
    let (size, points) = (known(&ops::size(domain)?)?, Points::of(&composed)?);
    let refused = || {
        let function = alloc::format!("{layout}");
        Error::new("f2_matrix", ErrorKind::NotLinear { function })
    };
    if size.count_ones() != 1 || points.at(0)? != 0 {
        return Err(refused());
    }
    let columns = (0..size.trailing_zeros()).map(|j| points.at(1 << j));
    let columns = columns.try_collect_vec()?;

    if points.bitwise().is_none() {
        // For a layout, with swizzles after it or none, the bits decide; otherwise each coordinate
        // does.
        let is_seen = matches!(layout, Function::Layout(_)) || composed.as_swizzled().is_some();
        if is_seen {
            return Err(refused());
        }
        let Some(size) = few_points(domain)? else {
            let question = format_args!("{layout} is linear over bits");
            return Err(Error::undecided("f2_matrix", question));
        };
        for (c, value) in (0..size).zip(points.walk()) {
            if value? != gf2::image(&columns, c) {
                return Err(refused());
            }
        }
    }
    if columns.iter().any(|column| *column < 0) {
        return Err(refused());
    }
    let rows = i128::BITS - columns.iter().fold(0, |all, column| all | column).leading_zeros();
    let row = |i: u32| columns.iter().map(|column| column >> i & 1 == 1).collect_vec();
    Ok((0..rows).map(row).collect_vec())
}
