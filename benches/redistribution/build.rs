//! Links ScaLAPACK and COSTA, whose folders `benches/redistribution.sh` names.

fn main() {
    println!("cargo::rerun-if-env-changed=COSTA");
    println!("cargo::rustc-link-lib=dylib=scalapack-mpich");
    let Ok(folder) = std::env::var("COSTA") else { return };
    println!("cargo::rustc-check-cfg=cfg(costa)");
    println!("cargo::rustc-cfg=costa");
    println!("cargo::rustc-link-search=native={folder}");
    println!("cargo::rustc-link-lib=static=costa");
    println!("cargo::rustc-link-lib=dylib=stdc++");
    println!("cargo::rustc-link-lib=dylib=gomp");
    println!("cargo::rustc-link-lib=dylib=mpich");
}
