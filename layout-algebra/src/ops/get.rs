//! `get`: a mode of what has modes.

use crate::{Error, ErrorKind, Nested};

/// The sub-layout at the path `I0,I1,…`, as CuTe's `get<I0,I1,…>(layout)`.
/// Mode 0 of a leaf is the leaf.
///
/// # Errors
///
/// [`ErrorKind::NoSuchMode`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// assert_eq!(ops::get(&rows, &[1]).unwrap().to_string(), "8:1");
/// assert!(ops::get(&rows, &[2]).is_err());
/// ```
pub fn get<M: Nested>(of: &M, path: &[usize]) -> Result<M, Error> {
    let mut mode = of.clone();
    for (level, &index) in path.iter().enumerate() {
        let modes = mode.to_modes();
        mode = modes
            .get(index)
            .cloned()
            .ok_or_else(|| no_such_mode("get", index, &mode).in_operand(level + 1))?;
    }
    Ok(mode)
}

pub(crate) fn no_such_mode<M: Nested>(op: &'static str, mode: usize, of: &M) -> Error {
    let kind = ErrorKind::NoSuchMode {
        mode: alloc::format!("{mode}"),
        of: alloc::format!("{of}"),
        rank: of.to_modes().len(),
    };
    Error::new(op, kind)
}
