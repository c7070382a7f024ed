//! `get`: a mode of a layout.

use crate::{Error, ErrorKind, Layout};

/// The sub-layout at the path `I0,I1,…`, as CuTe's `get<I0,I1,…>(layout)`.
/// Mode 0 of a leaf is the leaf.
///
/// # Errors
///
/// [`ErrorKind::NoSuchMode`].
pub fn get(layout: &Layout, path: &[usize]) -> Result<Layout, Error> {
    let mut mode = layout.clone();
    for (level, &index) in path.iter().enumerate() {
        mode = mode.get(&[index]).ok_or_else(|| {
            let kind = ErrorKind::NoSuchMode {
                mode: alloc::format!("{index}"),
                of: alloc::format!("{mode}"),
                rank: mode.rank(),
            };
            Error::new("get", kind).in_operand(level + 1)
        })?;
    }
    Ok(mode)
}
