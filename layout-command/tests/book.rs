//! The book's commands are run, its pictures drawn, its links followed.
//!
//! In a block ` ```console `, a line `$ layout …` is a command; what follows it, up to the next one or the end of the
//! block, is what it prints. `WRITE=1` writes it anew, and the pictures of `-o FILE`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::run;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// The pages of the book, and those beside it that are linked and run alike.
fn pages() -> Vec<PathBuf> {
    let pages =
        fs::read_dir(docs()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<_> =
        pages.filter(|page| page.extension().is_some_and(|end| end == "md")).collect();
    pages.push(docs().join("../README.md"));
    pages.push(docs().join("../layout-command/README.md"));
    pages.sort();
    pages
}

fn writes() -> bool {
    std::env::var_os("WRITE").is_some()
}

/// Arguments as a shell splits them, with single quotes.
pub(crate) fn split(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let parts = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    parts.collect()
}

/// The output of a command, with its errors after it. A picture is compared with the file that its page names.
fn answer(command: &str, drawn: &mut BTreeSet<PathBuf>) -> String {
    let (arguments, file) = match command.split_once(" -o ") {
        Some((arguments, file)) => (arguments, Some(docs().join(file.trim()))),
        None => (command, None),
    };
    let arguments = split(arguments);
    let run = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let Some(file) = file else {
        let lines = [run.out, run.err].concat();
        return lines.trim_end().lines().map(|line| format!("{}\n", line.trim_end())).collect();
    };
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{command}");
    if writes() {
        fs::write(&file, &run.out).expect("it is written");
    }
    let committed = fs::read_to_string(&file).expect("it is committed");
    assert!(committed == run.out, "{} is stale: WRITE=1 writes it", file.display());
    drawn.insert(file);
    String::new()
}

/// A page whose commands have what they print; how many there are.
fn rerun(page: &str, drawn: &mut BTreeSet<PathBuf>) -> (String, usize) {
    let (mut text, mut commands, mut inside) = (String::new(), 0, false);
    for line in page.lines() {
        let fence = line.starts_with("```");
        if fence {
            inside = line == "```console";
        }
        let command = line.strip_prefix("$ layout ").filter(|_| inside);
        if let Some(command) = command {
            commands += 1;
            let gap = if text.ends_with("```console\n") { "" } else { "\n" };
            let _ = write!(text, "{gap}{line}\n{}", answer(command, drawn));
        } else if !inside || fence {
            let _ = writeln!(text, "{line}");
        }
    }
    (text, commands)
}

#[test]
fn commands_print_what_the_book_says() {
    let (mut commands, mut drawn) = (0, BTreeSet::new());
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page");
        let (text, count) = rerun(&page, &mut drawn);
        commands += count;
        if writes() && page != text {
            fs::write(&path, &text).expect("it is written");
        }
        let differs = page.lines().zip(text.lines()).position(|(said, is)| said != is);
        assert!(
            writes() || page == text,
            "{}, line {differs:?} + 1: WRITE=1 writes it",
            path.display()
        );
    }
    let committed = fs::read_dir(docs().join("pictures")).expect("a folder");
    let committed: BTreeSet<_> = committed
        .map(|entry| docs().join("pictures").join(entry.expect("an entry").file_name()))
        .collect();
    assert_eq!(drawn, committed, "each picture is some page's");
    assert!(commands >= 40 && drawn.len() >= 8, "{commands} commands, {} pictures", drawn.len());
}

/// The anchor of a heading, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

/// The targets of a page's links outside of code.
fn links(page: &str) -> Vec<&str> {
    let mut inside = false;
    let text = page.lines().filter(|line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    let text = text.flat_map(|line| line.split('`').step_by(2));
    text.flat_map(|text| text.split("](").skip(1).filter_map(|rest| rest.split(')').next()))
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let mut followed = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page");
        for link in links(&page).into_iter().filter(|link| !link.contains("://")) {
            let (file, part) =
                link.split_once('#').map_or((link, None), |(file, part)| (file, Some(part)));
            let target =
                if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            assert!(target.exists(), "{}: {link}", path.display());
            // The book is read without the repository.
            assert!(
                path.ends_with("README.md") || !link.starts_with(".."),
                "{}: {link}",
                path.display()
            );
            if let Some(part) = part {
                let target = fs::read_to_string(&target).expect("a page");
                assert!(anchors(&target).contains(part), "{}: {link}", path.display());
            }
            followed += 1;
        }
    }
    assert!(followed >= 100, "{followed}");
}

/// Each page is a chapter.
#[test]
fn the_summary_has_every_page() {
    let summary = fs::read_to_string(docs().join("SUMMARY.md")).expect("the summary");
    let listed: BTreeSet<_> = links(&summary).into_iter().map(|link| docs().join(link)).collect();
    let there: BTreeSet<_> = pages()
        .into_iter()
        .filter(|page| {
            page.starts_with(docs())
                && !page.ends_with("README.md")
                && !page.ends_with("SUMMARY.md")
        })
        .collect();
    assert_eq!(listed, there);
}
