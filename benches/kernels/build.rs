//! Finds the source of `matrixmultiply`'s packing, which that crate does not export, so that `packing.rs` can include it.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_avx512)");
    println!("cargo::rustc-check-cfg=cfg(feature, values(\"cgemm\"))");
    if env::var_os("CARGO_FEATURE_PEERS").is_none() {
        return;
    }
    let output = Command::new(env::var("CARGO").expect("cargo"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .expect("cargo metadata");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let manifest = text
        .split('"')
        .find(|path| path.contains("/matrixmultiply-") && path.ends_with("Cargo.toml"))
        .expect("matrixmultiply is a dependency");
    let source = Path::new(manifest).with_file_name("src").join("packing.rs");
    let to = Path::new(&env::var("OUT_DIR").expect("OUT_DIR")).join("packing.rs");
    fs::copy(source, to).expect("a copy");
    println!("cargo::rerun-if-changed=../Cargo.lock");
}
