//! NumPy's arrays in functions of Rust and back, by the example `dlpack`. `PYTHON` names the interpreter; without NumPy there is
//! nothing to run, and the test says so.

use std::env;
use std::path::Path;
use std::process::Command;

#[test]
fn arrays_go_both_ways() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository");
    // With layouts of sixteen modes, as in the tests of the workspace: cargo then has the macros built already.
    let built = Command::new(env!("CARGO"))
        .args([
            "build",
            "--locked",
            "-p",
            "layout-examples",
            "--features",
            "dlpack,layout-view/rank-16",
        ])
        .args(["--example", "dlpack", "--message-format", "json"])
        .current_dir(root)
        .output()
        .expect("cargo runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let messages = String::from_utf8(built.stdout).expect("UTF-8");
    let library = messages
        .lines()
        .filter_map(|line| line.split_once("\"filenames\":[\"")?.1.split_once('"'))
        .map(|(path, _)| path)
        .find(|path| path.contains("examples") && path.contains("dlpack"))
        .expect("the library of the example");
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let has_numpy = Command::new(&python)
        .args([
            "-c",
            "import numpy, sys; sys.exit(numpy.lib.NumpyVersion(numpy.__version__) < '2.1.0')",
        ])
        .output()
        .is_ok_and(|output| output.status.success());
    if !has_numpy {
        return println!("not run: {python} has no NumPy of version 2.1 or later");
    }
    let ran = Command::new(&python)
        .arg(root.join("examples/dlpack/arrays.py"))
        .arg(library)
        .output()
        .expect("python runs");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{out}{err}");
    println!("{out}");
    assert!(out.starts_with("300 cubes, 300 matrices and 5 refusals"), "{out}");
}
