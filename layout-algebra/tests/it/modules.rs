//! The modules of the operations declare the files beside them, so that a new operation is a file.
//! `WRITE=1 cargo test -p layout-algebra --test it modules` writes the lists anew.

use std::path::Path;
use std::{env, fs};

/// The names of the files and folders beside `mod.rs`, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let names = names.map(|name| name.expect("a name").trim_end_matches(".rs").to_owned());
    let mut names: Vec<String> = names.filter(|name| name != "mod").collect();
    names.sort();
    names
}

/// Returns true if a module has something public, so that it is re-exported.
fn has_exports(folder: &Path, name: &str) -> bool {
    let file = fs::read_to_string(folder.join(format!("{name}.rs")));
    let text = file.or_else(|_| fs::read_to_string(folder.join(name).join("mod.rs")));
    text.expect("a module").lines().any(|line| line.starts_with("pub "))
}

/// Holds `mod.rs` to the files beside it; `open` are the folders that are no operations.
fn check(folder: &str, open: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let path = folder.join("mod.rs");
    let found = fs::read_to_string(&path).expect("mod.rs");
    let head = found.lines().take_while(|line| line.starts_with("//"));
    let mut text: String = head.map(|line| format!("{line}\n")).collect();
    text.push('\n');
    let names = names(&folder);
    for name in &names {
        text +=
            &format!("{}mod {name};\n", if open.contains(&name.as_str()) { "pub " } else { "" });
    }
    text.push('\n');
    for name in
        names.iter().filter(|name| !open.contains(&name.as_str()) && has_exports(&folder, name))
    {
        text += &format!("pub use {name}::*;\n");
    }
    if env::var_os("WRITE").is_some() {
        fs::write(&path, &text).expect("a file");
        return;
    }
    let command = "WRITE=1 cargo test -p layout-algebra --test it modules";
    assert!(found == text, "{} is stale: `{command}` writes it anew", path.display());
}

#[test]
fn every_file_is_an_operation() {
    check("src/ops", &["swizzled", "vectors"]);
}

#[test]
fn every_file_is_an_operation_on_swizzles() {
    check("src/ops/swizzled", &[]);
}

#[test]
fn every_file_is_an_operation_on_strides_of_several_terms() {
    check("src/ops/vectors", &[]);
}
