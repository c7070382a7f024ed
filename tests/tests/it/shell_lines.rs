//! The shell lines of all documents, as they are pasted: prose stands behind `#`, and what they name exists.
//!
//! A block ` ```sh ` is lines to paste; in a block ` ```text ` or ` ```console ` a line to paste begins with `$ `. The commands of
//! `console` blocks are run by the tests of `layout-command`.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use layout_tests::document::root;

/// The first words of lines that are commands.
const COMMANDS: &[&str] =
    &["cargo", "rustup", "npm", "pip", "python3", "mdbook", "git", "nvcc", "layout"];

/// A line to paste, and where it stands.
struct Line {
    place: String,
    text: String,
    /// The folder from which the line is pasted: that of the last `cd` in its block.
    folder: PathBuf,
}

/// The documents of the repository: what is not built or fetched.
fn documents(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        match entry.file_type().expect("a type").is_dir() {
            true if name == "target" || name == "node_modules" || name.starts_with('.') => {}
            true => documents(&path, files),
            false if name.ends_with(".md") => files.push(path),
            false => {}
        }
    }
}

/// The lines to paste of a document, whose blocks the shell has to understand.
fn lines(path: &Path, wrong: &mut Vec<String>) -> Vec<Line> {
    let text = fs::read_to_string(path).expect("a document");
    let name = path.strip_prefix(root()).expect("in the repository").display().to_string();
    let (mut lines, mut block, mut folder) = (Vec::new(), None::<String>, root());
    let mut script = String::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            if block.as_deref() == Some("sh") && !is_script(&script) {
                wrong.push(format!("{place}: the shell does not understand\n{script}"));
            }
            block = match block {
                None => Some(kind.to_owned()),
                Some(_) => None,
            };
            (folder, script) = (root(), String::new());
            continue;
        }
        let first = line.split_whitespace().next().unwrap_or_default();
        let pasted = match (block.as_deref(), line.strip_prefix("$ ")) {
            (Some("sh"), _) => line,
            (Some("text" | "console"), Some(pasted)) => pasted,
            (Some("text"), None) if COMMANDS.contains(&first) && line.contains(" -") => {
                wrong.push(format!("{place}: a command in a block that is not `sh`: {line}"));
                continue;
            }
            _ => continue,
        };
        script.push_str(pasted);
        script.push('\n');
        if let Some(to) = pasted.strip_prefix("cd ") {
            folder = folder.join(to.split_whitespace().next().unwrap_or_default());
        }
        lines.push(Line { place, text: pasted.to_owned(), folder: folder.clone() });
    }
    lines
}

/// Returns true if the shell understands a script, which it does not run.
fn is_script(script: &str) -> bool {
    let mut shell = Command::new("sh")
        .arg("-n")
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    shell.stdin.take().expect("its input").write_all(script.as_bytes()).expect("it reads");
    shell.wait().expect("it ends").success()
}

/// The words of a line as the shell passes them, without its comment.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in line.chars() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            ('#', None) if word.is_empty() => break,
            (c, None) if c.is_whitespace() => {
                words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
            }
            (c, _) => word.push(c),
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// The mistakes in a line of cargo: words that it does not take, packages, examples and paths that do not exist.
fn check_cargo(arguments: &[String], folder: &Path) -> Vec<String> {
    let (mut wrong, mut plain) = (Vec::new(), Vec::new());
    let own = arguments.iter().position(|word| word == "--").unwrap_or(arguments.len());
    let mut arguments = arguments[..own].iter().filter(|word| !word.starts_with('+'));
    // The folder of the package, whose name it has.
    let mut package = root();
    while let Some(word) = arguments.next() {
        let mut value = || arguments.next().map(String::as_str).unwrap_or_default();
        let is_missing = match word.as_str() {
            "-p" | "--package" => {
                let name = value();
                let is_member = |folder: &str| {
                    let text = fs::read_to_string(root().join(folder).join("Cargo.toml"));
                    text.is_ok_and(|text| text.contains(&format!("name = \"{name}\"")))
                };
                package = root().join(name);
                ![name, "tests", "ui-tests", "laws", "examples/gpu/host"].into_iter().any(is_member)
            }
            "--example" => {
                let file = format!("examples/{}.rs", value());
                [folder, &root(), &root().join("fuzz"), &package]
                    .map(|of| of.join(&file))
                    .iter()
                    .all(|path| !path.exists() && !path.with_extension("").exists())
            }
            "--path" | "--manifest-path" => {
                // The clone is called `layout` where a folder beside it names it.
                let path = value();
                let in_clone = path.trim_start_matches("../layout/").trim_start_matches("../");
                !folder.join(path).exists() && !root().join(in_clone).exists()
            }
            "--test" | "--features" | "--target" | "--version" | "-Z" | "-s" | "--bin" => {
                value();
                false
            }
            word if word.starts_with('-') => false,
            word => {
                plain.push(word.to_owned());
                false
            }
        };
        if is_missing {
            wrong.push(format!("what `{word}` names does not exist"));
        }
    }
    let most = match plain.first().map(String::as_str) {
        Some("fuzz" | "miri" | "insta") => 3,
        _ => 2,
    };
    if plain.len() > most {
        wrong.push(format!("cargo does not take `{}`", plain[most..].join(" ")));
    }
    wrong
}

/// The mistakes in a line.
fn check(line: &Line) -> Vec<String> {
    let mut wrong = Vec::new();
    for command in line.text.split("&&") {
        let words = words(command);
        let mut words =
            words.iter().skip_while(|word| word.contains('=') || *word == "nice").cloned();
        let Some(first) = words.next() else { continue };
        let rest: Vec<String> = words.collect();
        match first.as_str() {
            "cargo" => wrong.extend(check_cargo(&rest, &line.folder)),
            path if path.contains('/')
                && !line.folder.join(path).exists()
                && !root().join(path).exists() =>
            {
                wrong.push(format!("there is no `{path}`"));
            }
            _ => {}
        }
    }
    wrong
}

#[test]
fn shell_lines_can_be_pasted() {
    let (mut files, mut wrong, mut count) = (Vec::new(), Vec::new(), 0);
    documents(&root(), &mut files);
    for file in &files {
        for line in lines(file, &mut wrong) {
            count += 1;
            let mistakes = check(&line);
            wrong.extend(
                mistakes.iter().map(|mistake| format!("{}: {mistake}: {}", line.place, line.text)),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 150, "{count} lines");
}

#[test]
fn prose_behind_a_command_is_found() {
    let line = |text: &str| Line { place: String::new(), text: text.to_owned(), folder: root() };
    assert_eq!(check(&line("cargo test --workspace   # all tests")), [""; 0]);
    assert_eq!(check(&line("cargo test --workspace   all tests")), ["cargo does not take `tests`"]);
    assert!(!check(&line("cargo install --path nowhere")).is_empty());
    assert!(!check(&line("cargo run --example nothing")).is_empty());
    assert!(!check(&line("benches/nothing.sh")).is_empty());
    assert!(!is_script("layout print `a"));
}
