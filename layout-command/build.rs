//! Says if the page of the explorer is there: `explorer/build.sh` builds it, and a package has it.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(explorer_page)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=explorer.html");
    if Path::new("explorer.html").exists() {
        println!("cargo::rustc-cfg=explorer_page");
    }
}
