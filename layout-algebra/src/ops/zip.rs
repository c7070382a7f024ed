//! `zip` and `zip2_by`: modes of modes exchanged.

use alloc::vec::Vec;

use super::get::no_such_mode;
use crate::{CollectVec, Error, ErrorAddress, ErrorKind, HTuple, Nested};

/// The transposed tuple of tuples: `get(R, i, j) = get(T, j, i)`. A tuple whose
/// first mode is a leaf becomes the only mode of the result, a leaf stays, as in
/// CuTe.
///
/// # Errors
///
/// [`ErrorKind::Mismatch`] where a mode has another rank than the first or is a
/// leaf, [`ErrorKind::NoSuchMode`] for an empty tuple.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let pair = |a: i32, b: i32| HTuple::Tuple(vec![a.into(), b.into()]);
/// let t = HTuple::Tuple(vec![pair(2, 3), pair(5, 7), pair(11, 13)]);
/// assert_eq!(ops::zip(&t).unwrap().to_string(), "((2,5,11),(3,7,13))");
/// ```
pub fn zip<M: Nested>(of: &M) -> Result<M, Error> {
    if !of.is_tuple() {
        return Ok(of.clone());
    }
    let modes = of.to_modes();
    let Some(first) = modes.first() else { return Err(no_such_mode("zip", 0, of)) };
    if !first.is_tuple() {
        return M::of_modes(alloc::vec![of.clone()]);
    }
    let rank = first.to_modes().len();
    for (i, mode) in modes.iter().enumerate() {
        if !mode.is_tuple() || mode.to_modes().len() != rank {
            let (left, right) = (alloc::format!("{first}"), alloc::format!("{mode}"));
            return Err(Error::new("zip", ErrorKind::Mismatch { left, right }).under_mode(i));
        }
    }
    let columns: Vec<Vec<M>> = modes.iter().map(Nested::to_modes).collect_vec();
    let rows = (0..rank)
        .map(|i| M::of_modes(columns.iter().map(|column| column[i].clone()).collect_vec()));
    M::of_modes(rows.try_collect_vec()?)
}

/// The first and the second halves of the pairs in the places of the leaves of
/// `guide`, gathered: `((A,a),((B,b),(C,c)),d)` by `(X,(X,X))` is
/// `((A,(B,C)),(a,(b,c),d))`. Modes past the guide go to the second half.
///
/// # Errors
///
/// [`ErrorKind::TooManyModes`] where the guide has modes that the tuple has not,
/// [`ErrorKind::Mismatch`] where something else than a pair stands against a leaf
/// of the guide.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let pair = |a: i32, b: i32| HTuple::Tuple(vec![a.into(), b.into()]);
/// let t = HTuple::Tuple(vec![pair(2, 3), pair(5, 7), 11.into()]);
/// assert_eq!(ops::zip2_by(&t, &pair(0, 0)).unwrap().to_string(), "((2,5),(3,7,11))");
/// ```
pub fn zip2_by<T: core::fmt::Display, M: Nested>(of: &M, guide: &HTuple<T>) -> Result<M, Error> {
    let (first, second) = halves(of, guide)?;
    M::of_modes(alloc::vec![first, second])
}

fn halves<T: core::fmt::Display, M: Nested>(of: &M, guide: &HTuple<T>) -> Result<(M, M), Error> {
    let modes = if of.is_tuple() { of.to_modes() } else { Vec::new() };
    let HTuple::Tuple(guides) = guide else {
        return match <[M; 2]>::try_from(modes) {
            Ok([first, second]) => Ok((first, second)),
            Err(_) => {
                let (left, right) = (alloc::format!("{of}"), "a pair".into());
                Err(Error::new("zip2_by", ErrorKind::Mismatch { left, right }))
            }
        };
    };
    if guides.len() > modes.len() {
        return Err(Error::too_many_modes(
            "zip2_by",
            (format_args!("guide {guide}"), guides.len()),
            (of, modes.len()),
        )
        .in_operand(1));
    }
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    for (i, (mode, guide)) in modes.iter().zip(guides).enumerate() {
        let (first, second) = halves(mode, guide).under_mode(i)?;
        firsts.push(first);
        seconds.push(second);
    }
    seconds.extend(modes.into_iter().skip(guides.len()));
    Ok((M::of_modes(firsts)?, M::of_modes(seconds)?))
}
