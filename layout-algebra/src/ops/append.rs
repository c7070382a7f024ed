//! `append` and `prepend`: more modes at an end.

use crate::{CollectVec, Error, ErrorKind, Nested};

/// The tuple of the modes of `T`, then `x`: `take(R, 0, rank(T)) = T` and
/// `get(R, rank(T)) = x`.
///
/// # Errors
///
/// [`ErrorKind::Overflow`], for layouts.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let t = HTuple::Tuple(vec![2.into(), 3.into()]);
/// assert_eq!(ops::append(&t, &7.into()).unwrap().to_string(), "(2,3,7)");
/// assert_eq!(ops::prepend(&t, &7.into()).unwrap().to_string(), "(7,2,3)");
/// ```
pub fn append<M: Nested>(of: &M, x: &M) -> Result<M, Error> {
    let mut modes = of.to_modes();
    modes.push(x.clone());
    M::of_modes(modes)
}

/// The tuple of `x`, then the modes of `T`: `get(R, 0) = x` and
/// `remove(R, 0) = T`.
///
/// # Errors
///
/// As [`append`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let prepended = ops::prepend::<Layout>(&"4:1".parse().unwrap(), &"2:8".parse().unwrap());
/// assert_eq!(prepended.unwrap().to_string(), "(2,4):(8,1)");
/// ```
pub fn prepend<M: Nested>(of: &M, x: &M) -> Result<M, Error> {
    let mut modes = of.to_modes();
    modes.insert(0, x.clone());
    M::of_modes(modes)
}

/// `T`, with as many `x` after it as give it rank `rank`, CuTe's `append<N>`. What
/// has that rank already stays as it is, also a leaf.
///
/// # Errors
///
/// [`ErrorKind::TooManyModes`] for `rank < rank(T)`, [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let padded = ops::append_to_rank(&Layout::unit(), &Layout::unit(), 3).unwrap();
/// assert_eq!(padded.to_string(), "(1,1,1):(0,0,0)");
/// ```
pub fn append_to_rank<M: Nested>(of: &M, x: &M, rank: usize) -> Result<M, Error> {
    let Some(missing) = missing("append", of, rank)? else { return Ok(of.clone()) };
    let mut modes = of.to_modes();
    modes.extend(core::iter::repeat_n(x.clone(), missing));
    M::of_modes(modes)
}

/// `T`, with as many `x` before it as give it rank `rank`, CuTe's `prepend<N>`. What
/// has that rank already stays as it is, also a leaf.
///
/// # Errors
///
/// As [`append_to_rank`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let padded = ops::prepend_to_rank(&"4:1".parse().unwrap(), &Layout::unit(), 3).unwrap();
/// assert_eq!(padded.to_string(), "(1,1,4):(0,0,1)");
/// ```
pub fn prepend_to_rank<M: Nested>(of: &M, x: &M, rank: usize) -> Result<M, Error> {
    let Some(missing) = missing("prepend", of, rank)? else { return Ok(of.clone()) };
    let mut modes = core::iter::repeat_n(x.clone(), missing).collect_vec();
    modes.extend(of.to_modes());
    M::of_modes(modes)
}

/// The number of modes to add, if any.
fn missing<M: Nested>(op: &'static str, of: &M, rank: usize) -> Result<Option<usize>, Error> {
    let found = of.to_modes().len();
    match rank.checked_sub(found) {
        Some(0) => Ok(None),
        Some(missing) => Ok(Some(missing)),
        None => {
            let modes = alloc::format!("{of}");
            let layout = "the result".into();
            let kind = ErrorKind::TooManyModes { modes, found, layout, rank };
            Err(Error::new(op, kind))
        }
    }
}
