//! Correct programs: those of the book, of the documentation and of the cases that compile.

use std::fs;
use std::path::{Path, PathBuf};

use layout_tests::document;

/// The folders, and the ends of the names of the files in them that are read.
const FOLDERS: &[(&str, &str)] = &[
    (".", "README.md"),
    ("docs", ".md"),
    ("layout-runtime/src", ".rs"),
    ("layout-view/src", ".rs"),
    ("ui-tests/tests/ui/pass", ".rs"),
    ("examples", ".rs"),
];

/// The correct programs, in a fixed order.
pub(crate) fn sources() -> Vec<String> {
    let mut sources = Vec::new();
    for (folder, end) in FOLDERS {
        let mut files = Vec::new();
        files_in(&document::root().join(folder), &mut files, *folder != ".");
        files.retain(|path| path.to_string_lossy().ends_with(end));
        files.sort();
        for path in files {
            let text = fs::read_to_string(&path).expect("a file");
            // A program of one file; those of several are not read.
            let is_program = text.contains("\nfn main()") && !text.contains("\nmod ");
            if matches!(*folder, "examples" | "ui-tests/tests/ui/pass") {
                if is_program {
                    sources.push(headed(&text));
                }
                continue;
            }
            let blocks = blocks(&text, *end == ".rs").into_iter();
            let blocks = blocks.filter(|block| block.contains("layout_"));
            sources.extend(blocks.map(|block| whole(&block)));
        }
    }
    sources
}

fn files_in(folder: &Path, files: &mut Vec<PathBuf>, deep: bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && deep {
            files_in(&path, files, deep);
        } else if path.is_file() {
            files.push(path);
        }
    }
}

/// The blocks of Rust in a page, or in the documentation of a module, which compile and run.
fn blocks(text: &str, is_code: bool) -> Vec<String> {
    let (mut blocks, mut block) = (Vec::new(), None::<String>);
    for line in text.lines() {
        let line = match is_code {
            false => line,
            true => match line.trim_start().strip_prefix("//") {
                Some(line) if line.starts_with(['/', '!']) => {
                    line[1..].strip_prefix(' ').unwrap_or(&line[1..])
                }
                _ => "",
            },
        };
        match (line.trim_start().strip_prefix("```"), &mut block) {
            (Some(_), Some(_)) => blocks.extend(block.take()),
            (Some("" | "rust"), None) if is_code || line.trim_start() == "```rust" => {
                block = Some(String::new());
            }
            // A block that rustdoc does not run: to its end nothing is one.
            (Some(_), None) => block = Some("skipped".to_owned()),
            (None, Some(block)) => {
                let line = line.strip_prefix("# ").unwrap_or(if line == "#" { "" } else { line });
                block.push_str(line);
                block.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks.retain(|block| !block.starts_with("skipped"));
    blocks
}

/// A block as a program, as rustdoc makes one of it.
fn whole(block: &str) -> String {
    let block = block.replace("layout_runtime", "layout_view");
    if block.contains("fn main()") {
        return headed(&block);
    }
    match block.trim_end().ends_with("(())") {
        true => headed(&format!(
            "fn main() {{ fn inner() -> Result<(), impl core::fmt::Debug> {{\n{block}}} inner().unwrap() }}\n"
        )),
        false => headed(&format!("fn main() {{\n{block}}}\n")),
    }
}

fn headed(text: &str) -> String {
    format!("{}\n{text}", super::programs::ALLOWED)
}
