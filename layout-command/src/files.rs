//! Files that a command writes.

use std::fs;
use std::path::Path;

/// Writes a file, and makes the folders in front of its name.
pub(crate) fn write_file(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| fs::write(file, bytes));
    written.map_err(|error| format!("`{}` is not written: {error}", file.display()))
}
