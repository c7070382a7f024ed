//! Batches through rustc, without cargo: a program each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::random::Random;
use crate::write::{Drawn, batch, draw};

/// As many layouts are compiled at once.
const BATCH: usize = 250;

/// The findings of compiling and running a batch.
#[derive(Default)]
struct Found {
    refused: usize,
    wrong: usize,
}

/// Where the runtime crate and what it needs are.
struct Crates {
    runtime: PathBuf,
    folder: PathBuf,
}

impl Crates {
    /// The crates that this test was built with: of those in its folder the last that was there before it.
    fn of_this_test() -> Crates {
        let test = std::env::current_exe().expect("this program");
        let folder = test.parent().expect("a folder").to_path_buf();
        let modified =
            |path: &Path| std::fs::metadata(path).and_then(|of| of.modified()).expect("a time");
        let before = modified(&test);
        let files = std::fs::read_dir(&folder)
            .expect("the folder")
            .map(|file| file.expect("a file").path());
        let runtime = files
            .filter(|file| file.extension().is_some_and(|of| of == "rlib"))
            .filter(|file| {
                file.file_name()
                    .is_some_and(|of| of.to_string_lossy().starts_with("liblayout_view-"))
            })
            .filter(|file| modified(file) <= before)
            .max_by_key(|file| modified(file))
            .expect("the crate layout-view");
        Crates { runtime, folder }
    }

    /// The program of some cases; the errors where there is none.
    fn compile(&self, cases: &[Drawn], program: &Path) -> Result<(), String> {
        let source = program.with_extension("rs");
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/index_functions");
        let text = format!(
            "#[macro_use] #[path = \"{here}/cases.rs\"] mod cases;\n\
             #[path = \"{here}/check.rs\"] mod check;\n\
             #[path = \"{here}/generic.rs\"] mod generic;\nuse check::*;\nuse generic::*;\n\
             fn main() {{ CASES.iter().for_each(|case| case()) }}\n{}",
            batch(cases)
        );
        std::fs::write(&source, text).expect("a file");
        let output = Command::new("rustc")
            .args(["--edition=2024", "--cap-lints=allow", "-Copt-level=0", "-Cdebuginfo=0"])
            .args(["-Cdebug-assertions=on", "-Ccodegen-units=1", "-Cpanic=abort"])
            .arg("--extern")
            .arg(format!("layout_view={}", self.runtime.display()))
            .arg("-L")
            .arg(format!("dependency={}", self.folder.display()))
            .args(["-o".as_ref(), program.as_os_str(), source.as_os_str()])
            .output()
            .expect("rustc");
        match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    /// Compiles and runs cases; where that fails, halves of them, down to the case.
    fn check(&self, cases: &[Drawn], program: &Path, found: &mut Found) {
        let (what, why) = match self.compile(cases, program) {
            Ok(()) => {
                let output = Command::new(program).output().expect("the program");
                if output.status.success() {
                    return;
                }
                (&mut found.wrong, String::from_utf8_lossy(&output.stderr).into_owned())
            }
            Err(errors) => (&mut found.refused, errors),
        };
        if let [case] = cases {
            *what += 1;
            println!("{}{why}", case.text);
            return;
        }
        let (first, rest) = cases.split_at(cases.len() / 2);
        self.check(first, program, found);
        self.check(rest, program, found);
    }
}

/// Writes, compiles and runs batches of as many layouts in all.
pub(crate) fn batches(seed: u64, layouts: usize) {
    let crates = Crates::of_this_test();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("index_functions-{seed}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (mut random, mut found) = (Random(seed), Found::default());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for first in (0..layouts).step_by(BATCH) {
        let cases: Vec<Drawn> = (first..layouts.min(first + BATCH))
            .map(|k| draw(&mut random, &format!("c{k}")))
            .collect();
        cases.iter().for_each(|case| *kinds.entry(case.kind).or_default() += 1);
        crates.check(&cases, &folder.join("batch"), &mut found);
        println!(
            "{} layouts, {} refused, {} wrong",
            first + cases.len(),
            found.refused,
            found.wrong
        );
    }
    println!("{kinds:?}");
    assert_eq!((found.refused, found.wrong), (0, 0), "refused, wrong");
}
