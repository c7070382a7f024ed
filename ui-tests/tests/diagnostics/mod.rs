//! The library's own part of what rustc reports: its sentences, their places in the user's file, and how many errors there are.
//!
//! rustc words its own messages anew in each version. What is compared here is the same in all of them.

use std::fs;
use std::path::Path;

/// The beginnings of messages without a code that are rustc's own. All others are those of `compile_error!`.
const OF_RUSTC: &[&str] = &["cannot find macro", "unknown start of token"];

/// A line and a column of the user's file.
type Place = (usize, usize);

/// The sentences that attributes of the library (`#[diagnostic::on_unimplemented]`) give to rustc: each is its parts between the
/// types that rustc fills in.
pub(crate) struct Sentences(Vec<Vec<String>>);

/// One error of rustc.
#[derive(Debug, PartialEq, Eq)]
struct Report {
    /// The library's: a whole message of a macro, or sentences of attributes.
    texts: Vec<String>,
    is_of_macro: bool,
    place: Place,
    /// All lines and columns that it marks.
    marked: Vec<Place>,
}

impl Report {
    /// The library's part of another one is the same. A macro says where its error is; of an attribute's rustc may mark another part of the
    /// expression first, and more of it.
    fn agrees(&self, other: &Self) -> bool {
        let is_there = if self.is_of_macro {
            self.place == other.place
        } else {
            other.marked.contains(&self.place)
        };
        self.texts == other.texts && is_there
    }
}

impl Sentences {
    /// All those in the sources under these folders.
    pub(crate) fn of_sources(folders: &[&Path]) -> Self {
        let mut sentences = Vec::new();
        let mut folders: Vec<_> = folders.iter().map(|folder| folder.to_path_buf()).collect();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("sources").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    sentences_of(&fs::read_to_string(&path).expect("a source"), &mut sentences);
                }
            }
        }
        Sentences(sentences)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The parts that a line has.
    fn in_line(&self, line: &str) -> Vec<String> {
        let has = |parts: &&Vec<String>| {
            let mut rest = line;
            parts.iter().all(|part| match rest.find(part.as_str()) {
                Some(at) => {
                    rest = &rest[at + part.len()..];
                    true
                }
                None => false,
            })
        };
        self.0.iter().filter(has).map(|parts| parts.join("…")).collect()
    }
}

/// The strings of `message`, `label` and `note` in attributes `on_unimplemented`.
fn sentences_of(source: &str, sentences: &mut Vec<Vec<String>>) {
    for attribute in source.split("on_unimplemented(").skip(1) {
        let attribute = attribute.split("\n)]").next().unwrap_or_default();
        for key in ["message = \"", "label = \"", "note = \""] {
            for text in attribute.split(key).skip(1) {
                let mut sentence = String::new();
                let mut lines = text.split('"').next().unwrap_or_default().split("\\\n");
                sentence.push_str(lines.next().unwrap_or_default());
                lines.for_each(|line| sentence.push_str(line.trim_start()));
                let parts = sentence
                    .split('{')
                    .enumerate()
                    .map(|(i, part)| {
                        if i == 0 {
                            part
                        } else {
                            part.split_once('}').map_or("", |(_, rest)| rest)
                        }
                    })
                    .filter(|part| part.chars().filter(|c| c.is_alphabetic()).count() > 2);
                let parts: Vec<String> = parts.map(str::to_string).collect();
                if !parts.is_empty() {
                    sentences.push(parts);
                }
            }
        }
    }
}

/// The errors in what rustc prints of one file.
fn reports(text: &str, file: &str, sentences: &Sentences) -> Vec<Report> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        if line.starts_with("error") {
            blocks.push(vec![line]);
        } else if line.starts_with("warning") {
            blocks.push(Vec::new());
        } else if let Some(block) = blocks.last_mut() {
            block.push(line);
        }
    }
    // The last line of all counts the errors.
    let counts = |block: &&Vec<&str>| {
        block.is_empty()
            || ["error: aborting", "error: could not compile"]
                .iter()
                .any(|last| block[0].starts_with(last))
    };
    blocks
        .iter()
        .filter(|block| !counts(block))
        .map(|block| report(block, file, sentences))
        .collect()
}

fn report(block: &[&str], file: &str, sentences: &Sentences) -> Report {
    let header: Vec<&str> =
        block.iter().copied().take_while(|line| !line.trim_start().starts_with("-->")).collect();
    let mut texts = Vec::new();
    match block[0].strip_prefix("error: ") {
        Some(message) if OF_RUSTC.iter().any(|of| message.starts_with(of)) => {}
        Some(_) => texts.extend(header.iter().map(|line| without_folders(line.trim(), file))),
        None => {
            texts.extend(block.iter().flat_map(|line| sentences.in_line(line)));
            texts.sort();
            texts.dedup();
        }
    }
    let is_of_macro = !texts.is_empty() && block[0].starts_with("error: ");
    let (mut place, mut marked) = (None, Vec::new());
    // The line whose columns the next rows mark, and where its text begins.
    let (mut row, mut is_in_file) = (None, false);
    for line in block {
        let trimmed = line.trim_start();
        if let Some(at) = trimmed.strip_prefix("--> ").or_else(|| trimmed.strip_prefix("::: ")) {
            let mut numbers = at.rsplitn(3, ':').map(|number| number.parse::<usize>().ok());
            let (column, line) = (numbers.next().flatten(), numbers.next().flatten());
            is_in_file = at.contains(file);
            if let (true, Some(line), Some(column)) = (is_in_file, line, column) {
                place = place.or(Some((line, column)));
                marked.push((line, column));
            }
            row = None;
        } else if let Some((number, _)) = trimmed.split_once('|') {
            match number.trim_end() {
                // What is below a line marks its columns.
                "" => {
                    let text = line.find('|').unwrap_or_default() + "| ".len();
                    let marks: Vec<char> = line.chars().skip(text).collect();
                    let columns =
                        (0..marks.len()).filter(|&i| matches!(marks[i], '^' | '-')).map(|i| i + 1);
                    if let Some(row) = row.filter(|_| is_in_file) {
                        marked.extend(columns.map(|column| (row, column)));
                    }
                }
                number => row = number.parse().ok(),
            }
        }
    }
    Report { texts, is_of_macro, place: place.unwrap_or_default(), marked }
}

/// A line in which the user's file has no folders.
fn without_folders(line: &str, file: &str) -> String {
    let words = line.split(' ').map(|word| match word.rfind(file) {
        Some(at) if word[..at].ends_with('/') => &word[at..],
        _ => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The first difference between the library's part of what was recorded and of what a compiler reports of a file.
pub(crate) fn difference(
    recorded: &str,
    reported: &str,
    file: &str,
    sentences: &Sentences,
) -> Option<String> {
    let (recorded, reported) =
        (reports(recorded, file, sentences), reports(reported, file, sentences));
    if recorded.len() != reported.len() {
        return Some(format!(
            "{} errors were recorded, {} are reported",
            recorded.len(),
            reported.len()
        ));
    }
    let mut left: Vec<&Report> = reported.iter().collect();
    for one in recorded.iter().filter(|one| !one.texts.is_empty()) {
        match left.iter().position(|other| one.agrees(other)) {
            Some(at) => drop(left.remove(at)),
            None => return Some(format!("nothing like {one:?} is among {left:#?}")),
        }
    }
    None
}
