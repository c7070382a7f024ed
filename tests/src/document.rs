//! Documents of the repository that a test makes: `WRITE=1` writes them anew.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The root of the repository.
///
/// # Panics
///
/// If this crate is in no workspace.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

/// True if documents are to be written.
#[must_use]
pub fn is_asked_for() -> bool {
    env::var_os("WRITE").is_some()
}

/// Writes a document, which is named from the root on.
///
/// # Panics
///
/// If it cannot be written.
pub fn write(path: &str, text: &str) {
    let path = root().join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// The text of a document, empty if there is none yet.
#[must_use]
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_default()
}
