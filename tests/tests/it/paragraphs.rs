//! The first words of the paragraphs of doc comments: one that begins with `What`, `Whether` or `That of` needs the code
//! to be understood, and a comment explains the code.

use std::path::{Path, PathBuf};
use std::{fs, iter};

/// Words that no paragraph begins with.
const WORDS: [&str; 10] =
    ["What", "Whether", "That", "Of", "So", "Those", "Who", "How", "Which", "Why"];

/// The most such paragraphs of folders that still have some: lower one when a crate has fewer. Other folders have at most
/// [`SHARE`] of all of theirs.
const CEILINGS: &[(&[&str], usize)] = &[
    (&["laws"], 0),
    (&["layout-cubecl"], 0),
    (&["layout-gpu"], 0),
    (&["layout-view"], 0),
    (&["tests"], 3),
    (&["ui-tests"], 0),
];

/// The goal, in paragraphs of a thousand: six other libraries have between 0 and 11.
const SHARE: usize = 15;

/// A paragraph of a doc comment.
struct Paragraph {
    file: PathBuf,
    line: usize,
    text: String,
}

impl Paragraph {
    fn begins_with_any(&self, words: &[&str]) -> bool {
        let text = self.text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let first = text.split(|c: char| !c.is_alphanumeric()).next();
        first.is_some_and(|first| words.contains(&first))
    }
}

/// The paragraphs of the doc comments of a source: without examples, headings and tables.
fn paragraphs(file: &Path, source: &str) -> Vec<Paragraph> {
    let (mut all, mut last, mut in_code) = (Vec::<Paragraph>::new(), None, false);
    for (number, line) in (1..).zip(source.lines()) {
        let line = line.trim_start();
        let marker = ["///", "//!"].into_iter().find(|marker| line.starts_with(marker));
        let text = marker.map(|marker| line[marker.len()..].trim());
        // Four slashes are a comment of Rust's, and no documentation.
        let Some((marker, text)) = marker.zip(text).filter(|_| !line.starts_with("////")) else {
            (last, in_code) = (None, false);
            continue;
        };
        if text.starts_with("```") {
            (last, in_code) = (None, !in_code);
        } else if in_code || text.is_empty() || text.starts_with(['#', '|']) {
            last = None;
        } else if last != Some(marker) || text.starts_with("- ") || text.starts_with("* ") {
            let (file, text) = (file.to_owned(), text.to_owned());
            all.push(Paragraph { file, line: number, text });
            last = Some(marker);
        }
    }
    all
}

/// The Rust files in a folder, without what is built.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = (fs::read_dir(folder).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| !path.is_symlink())
        .collect();
    entries.sort();
    let is_source = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name != "target" && !name.starts_with('.')
    };
    let of = |path: PathBuf| match path.is_dir() {
        true => sources(&path),
        false => {
            iter::once(path).filter(|path| path.extension().is_some_and(|it| it == "rs")).collect()
        }
    };
    entries.into_iter().filter(|path| is_source(path)).flat_map(of).collect()
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    let mut folders: Vec<String> = (fs::read_dir(root).expect("the repository").flatten())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "target" && !name.starts_with('.'))
        .collect();
    folders.sort();
    let (mut rows, mut report) = (Vec::<(String, usize, usize, usize)>::new(), String::new());
    let row = |folder: &str| CEILINGS.iter().find(|(folders, _)| folders.contains(&folder));
    let mut groups: Vec<(Vec<String>, Option<usize>)> = Vec::new();
    for (group, ceiling) in CEILINGS {
        groups.push((group.iter().map(|&it| it.to_owned()).collect(), Some(*ceiling)));
    }
    let others = folders.into_iter().filter(|folder| row(folder).is_none());
    groups.extend(others.map(|folder| (vec![folder], None)));
    for (group, ceiling) in groups {
        let mut all = Vec::new();
        for path in group.iter().flat_map(|folder| sources(&root.join(folder))) {
            let source = fs::read_to_string(&path).expect("a source");
            all.extend(paragraphs(path.strip_prefix(root).expect("a path in it"), &source));
        }
        let ours: Vec<_> = all.iter().filter(|one| one.begins_with_any(&WORDS)).collect();
        let ceiling = ceiling.unwrap_or(all.len() * SHARE / 1000);
        if ours.len() > ceiling {
            let name = group.join(", ");
            report += &format!("{name}: {} paragraphs, and at most {ceiling}:\n", ours.len());
            for Paragraph { file, line, text } in &ours {
                report += &format!("  {}:{line}: {text}\n", file.display());
            }
        }
        rows.push((group.join(", "), all.len(), ours.len(), ceiling));
    }
    for (name, all, ours, ceiling) in &rows {
        println!("{name}: {ours} of {all} paragraphs, at most {ceiling}");
    }
    assert!(report.is_empty(), "doc comments begin with {WORDS:?}\n{report}");
}

#[test]
fn paragraphs_are_found_by_their_first_line() {
    let source = "\
//! Whether a module is one.
//! So it goes on.
//!
//! ```
//! What is code.
//! ```
//! # Of a heading

/// Offsets.
/// - That of a list.
fn f() {} // What is no documentation.
//// What is none either.
/// `So` in quotes.
";
    let found = paragraphs(Path::new("a.rs"), source);
    let lines: Vec<_> = found.iter().map(|one| (one.line, one.begins_with_any(&WORDS))).collect();
    assert_eq!(lines, [(1, true), (9, false), (10, true), (13, true)]);
}
