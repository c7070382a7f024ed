//! Compiles the functions of MPI that the engine calls, with the MPI library's own compiler. Nothing is done without the feature `mpi`.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=src/engine/mpi.c");
    println!("cargo::rerun-if-env-changed=MPICC");
    if env::var_os("CARGO_FEATURE_MPI").is_none() {
        return ExitCode::SUCCESS;
    }
    match compile() {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            println!("cargo::error={text}");
            ExitCode::FAILURE
        }
    }
}

fn compile() -> Result<(), String> {
    let mpicc = env::var("MPICC").unwrap_or_else(|_| "mpicc".to_owned());
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let (object, archive) =
        (Path::new(&out).join("mpi.o"), Path::new(&out).join("liblayout_mesh_mpi.a"));
    let mut compiler = Command::new(&mpicc);
    compiler
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-c", "src/engine/mpi.c", "-o"])
        .arg(&object);
    run(
        &mut compiler,
        &format!("`{mpicc}` of MPICH or Open MPI; on Debian: apt-get install mpich libmpich-dev"),
    )?;
    run(Command::new("ar").arg("crs").arg(&archive).arg(&object), "`ar` of binutils")?;
    println!("cargo::rustc-link-search=native={out}");
    println!("cargo::rustc-link-lib=static=layout_mesh_mpi");
    // What `mpicc` links with: `-show` is MPICH's, `--showme:link` Open MPI's.
    let shown = ["--showme:link", "-show"].iter().find_map(|flag| {
        let output = Command::new(&mpicc)
            .arg(flag)
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok()
    });
    for flag in shown.ok_or("`mpicc` does not tell what it links with")?.split_whitespace() {
        if let Some(folder) = flag.strip_prefix("-L") {
            println!("cargo::rustc-link-search=native={folder}");
        } else if let Some(library) = flag.strip_prefix("-l") {
            println!("cargo::rustc-link-lib=dylib={library}");
        }
    }
    Ok(())
}

fn run(command: &mut Command, needs: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} ended with {status}")),
        Err(error) => Err(format!("the feature `mpi` needs {needs} ({error})")),
    }
}
