//! Whole programs with a mistake, in `tests/data/programs.txt`, each with the tokens that are wrong:
//! what `cargo check`, `cargo build` and a run report, and whether the helps repair.
//!
//! All programs are examples of one crate, so that cargo reports on all of them in one run. It takes
//! minutes, so that it runs on demand:
//! `WRITE=1 cargo test -p layout-tests --test mistakes programs -- --ignored` writes
//! `tests/data/programs.md` anew. `SHOW=1` prints what rustc reports.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use layout_tests::document;
use serde_json::Value;

use super::{marked, repaired};

const PROGRAMS: &str = "tests/data/programs.txt";
const TABLE: &str = "tests/data/programs.md";

/// The programs that were mistakes once, and compile and run by now.
const RIGHT: &str = "right by now";

/// The lines in front of every program.
const HEAD: &str = "#![allow(unused)]\nuse layout_view::*;\n\n";

/// The crate beside the programs, whose layouts some of them name.
const TILES: &str = "layout_view::layout! {
    pub struct Tile = (128,64):(64,1);
    pub(crate) struct Inner = (4,8):(8,1);
    struct Private = (4,8):(8,1);
}
pub struct NoLayout;
";

/// A program, and the bytes of its text that are wrong.
struct Program {
    group: String,
    name: String,
    text: String,
    wrong: Range<usize>,
}

impl Program {
    fn all() -> Vec<Program> {
        let text = document::read(PROGRAMS);
        let mut group = "";
        let mut programs = Vec::new();
        for line in text.lines().skip(1) {
            if let Some(heading) = line.strip_prefix("# ") {
                group = heading;
                continue;
            }
            let (name, code) = line.split_once(": ").expect("a name and a program");
            let (text, wrong) = marked(code);
            programs.push(Program { group: group.to_owned(), name: name.to_owned(), text, wrong });
        }
        programs
    }

    /// The file, and the byte at which the program begins in it.
    fn file(text: &str) -> (String, usize) {
        let open = if text.contains("fn main") { "" } else { "fn main() { " };
        let close = if open.is_empty() { "\n" } else { " }\n" };
        ([HEAD, open, text, close].concat(), HEAD.len() + open.len())
    }
}

/// A diagnostic of rustc, as cargo writes it.
struct Diagnostic {
    level: String,
    message: String,
    spans: Vec<Place>,
    children: Vec<Diagnostic>,
    rendered: Option<String>,
}

struct Place {
    file: String,
    bytes: Range<usize>,
    is_primary: bool,
}

impl Diagnostic {
    fn of(json: &Value) -> Diagnostic {
        let text = |key: &str| json[key].as_str().map(str::to_owned);
        let of = |key: &str| json[key].as_array().map(Vec::as_slice).unwrap_or_default();
        let byte = |place: &Value, key: &str| {
            usize::try_from(place[key].as_u64().unwrap_or_default()).unwrap_or_default()
        };
        let place = |place: &Value| {
            let is_primary = place["is_primary"] == true;
            // Rustc shows what a macro of another crate writes at the macro's call.
            let mut place = place;
            let file = |place: &Value| place["file_name"].as_str().unwrap_or_default().to_owned();
            while !file(place).starts_with("examples/") && place["expansion"].is_object() {
                place = &place["expansion"]["span"];
            }
            let bytes = byte(place, "byte_start")..byte(place, "byte_end");
            Place { file: file(place), bytes, is_primary }
        };
        Diagnostic {
            level: text("level").unwrap_or_default(),
            message: text("message").unwrap_or_default(),
            spans: of("spans").iter().map(place).collect(),
            children: of("children").iter().map(Diagnostic::of).collect(),
            rendered: text("rendered"),
        }
    }

    fn is_error(&self) -> bool {
        self.level == "error" && !self.message.starts_with("aborting due to")
    }

    /// The places of a program that are underlined, and all others that are shown.
    fn places(&self, file: &str, shown: &mut Vec<(bool, Range<usize>)>) {
        for place in self.spans.iter().filter(|place| place.file == file) {
            shown.push((place.is_primary, place.bytes.clone()));
        }
        self.children.iter().for_each(|child| child.places(file, shown));
    }

    fn is_in(&self, file: &str) -> bool {
        self.spans.iter().any(|place| place.is_primary && place.file == file)
    }
}

/// The crate of all programs, in a folder of its own.
struct Crate {
    folder: PathBuf,
}

type Reports = BTreeMap<String, Vec<Diagnostic>>;

impl Crate {
    fn new() -> Crate {
        let folder = document::root().join("target/mistakes");
        let _ = fs::remove_dir_all(folder.join("examples"));
        for (path, text) in [
            (
                "Cargo.toml",
                "[package]\nname = \"tiles\"\nedition = \"2024\"\n[dependencies]\n\
                 layout-view = { path = \"../../layout-view\" }\n[workspace]\n",
            ),
            ("src/lib.rs", TILES),
        ] {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        fs::create_dir_all(folder.join("examples")).expect("a folder");
        Crate { folder }
    }

    /// The example of a program: a name of Rust may not be a keyword.
    fn example(name: &str) -> String {
        format!("a_{name}")
    }

    /// The file of a program, from the folder of the crate on.
    fn file(name: &str) -> String {
        format!("examples/{}.rs", Crate::example(name))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(Crate::file(name)), Program::file(text).0).expect("a file");
    }

    /// The reports of cargo on examples, by their names.
    fn reports(&self, command: &str, names: &[String]) -> Reports {
        let mut reports = Reports::new();
        // The arguments of a command have a limit.
        for names in names.chunks(400) {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args([command, "--keep-going", "--quiet", "--message-format=json"]);
            for name in names {
                cargo.args(["--example", &Crate::example(name)]);
            }
            cargo.current_dir(&self.folder).env_remove("CARGO_TARGET_DIR");
            let output = cargo.stderr(Stdio::inherit()).output().expect("cargo");
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let Ok(json) = serde_json::from_str::<Value>(line) else { continue };
                let name = json["target"]["name"].as_str().and_then(|name| name.strip_prefix("a_"));
                if let (Some(name), Value::Object(_)) = (name, &json["message"]) {
                    let message = Diagnostic::of(&json["message"]);
                    reports.entry(name.to_owned()).or_default().push(message);
                }
            }
        }
        reports
    }

    /// The place of a panic in the program, if it panics: the column in the line of the program.
    fn run(&self, name: &str) -> Option<Option<usize>> {
        let program = self.folder.join("target/debug/examples").join(Crate::example(name));
        let output = Command::new(program).output().expect("the program");
        if output.status.success() {
            return None;
        }
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let place = text.split_once(&format!("examples/{}.rs:4:", Crate::example(name)));
        let column = place.and_then(|(_, rest)| rest.split(':').next()?.parse::<usize>().ok());
        Some(column)
    }
}

/// Where a mistake is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Check,
    Build,
    Run,
    Not,
}

/// The counts of some mistakes.
#[derive(Default)]
struct Count {
    mistakes: usize,
    found: [usize; 4],
    one: usize,
    exact: usize,
    near: usize,
    wrong: usize,
    library: usize,
    lines: Vec<usize>,
    helps: usize,
    right: usize,
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.mistakes += other.mistakes;
        for (sum, of) in self.found.iter_mut().zip(other.found) {
            *sum += of;
        }
        self.one += other.one;
        self.exact += other.exact;
        self.near += other.near;
        self.wrong += other.wrong;
        self.library += other.library;
        self.lines.extend(&other.lines);
        self.helps += other.helps;
        self.right += other.right;
    }

    fn row(&self, name: &str) -> String {
        let mut lines = self.lines.clone();
        lines.sort_unstable();
        let at = |part: usize| lines.get((lines.len() * part / 100).min(lines.len().max(1) - 1));
        let [check, build, run, not] = self.found;
        format!(
            "| {name} | {} | {check} | {build} | {run} | {not} | {} of {} | {} / {} / {} / {} | {} / {} | {} of {} |\n",
            self.mistakes,
            self.one,
            check + build,
            self.exact,
            self.near,
            self.wrong,
            self.library,
            at(50).copied().unwrap_or_default(),
            lines.last().copied().unwrap_or_default(),
            self.right,
            self.helps,
        )
    }
}

/// A help of an error, and the program with it applied.
struct Applied {
    program: usize,
    help: String,
    text: String,
}

/// The counts of the report of one program, with a note on all that is not as it should be.
fn counted(
    (number, program): (usize, &Program),
    found: Found,
    messages: &[Diagnostic],
    panicked: Option<usize>,
    notes: &mut String,
    applied: &mut Vec<Applied>,
) -> Count {
    let mut count = Count { mistakes: 1, ..Count::default() };
    count.found[found as usize] = 1;
    let start = Program::file(&program.text).1;
    let wrong = start + program.wrong.start..start + program.wrong.end;
    let mut note = |text: &str| {
        let _ = writeln!(notes, "- `{}`: {text}", program.name);
    };
    match found {
        Found::Not => {
            if program.group != RIGHT {
                note("not found");
            }
            return count;
        }
        Found::Run => {
            // Columns count characters; the head has three lines.
            let column = panicked.map(|column| HEAD.len() + column - 1);
            if !column.is_some_and(|column| wrong.contains(&column)) {
                note("at run time, elsewhere");
            }
            return count;
        }
        Found::Build => note("found by `cargo build` alone"),
        Found::Check => {}
    }
    let errors: Vec<&Diagnostic> = messages.iter().filter(|message| message.is_error()).collect();
    let shown = messages
        .iter()
        .filter(|message| message.level != "warning" && message.level != "failure-note");
    let shown = shown.filter(|message| !message.message.starts_with("aborting due to"));
    let lines = shown.filter_map(|message| message.rendered.as_deref());
    let lines = lines.flat_map(str::lines).filter(|line| !line.trim().is_empty()).count();
    count.lines.push(lines);
    let file = Crate::file(&program.name);
    let mut places = Vec::new();
    messages.iter().filter(|m| m.level != "warning").for_each(|m| m.places(&file, &mut places));
    let first = errors[0];
    let primary: Vec<Range<usize>> = match first.is_in(&file) && found == Found::Check {
        true => first
            .spans
            .iter()
            .filter(|p| p.is_primary && p.file == file)
            .map(|p| p.bytes.clone())
            .collect(),
        // The notes have the user's call.
        false => {
            places.iter().filter(|(is_primary, _)| *is_primary).map(|(_, at)| at.clone()).collect()
        }
    };
    let text = Program::file(&program.text).0;
    let is_near = |place: &Range<usize>| place.start <= wrong.end && wrong.start <= place.end;
    match errors.len() {
        1 => count.one = 1,
        many => note(&format!("{many} errors, {lines} lines")),
    }
    if primary.is_empty() {
        count.library = 1;
        note(&format!("only in the library, not at `{}`: {}", &text[wrong.clone()], first.message));
    } else if primary.contains(&wrong) {
        count.exact = 1;
    } else {
        let is_near = primary.iter().any(is_near);
        *(if is_near { &mut count.near } else { &mut count.wrong }) = 1;
        let found = text.get(primary[0].clone()).unwrap_or_default();
        note(&format!("at `{found}`, not at `{}`", &text[wrong.clone()]));
    }
    let text = program.text.clone();
    let whole = Applied { program: number, help: String::new(), text };
    for error in errors {
        helps_of(error, &file, &whole, applied);
    }
    count
}

/// A help applied to the invocation in which a range of a program is.
fn repaired_program(text: &str, at: &Range<usize>, help: &str) -> Option<String> {
    let starts = text[..at.start.max(1)].match_indices('!').map(|(bang, _)| {
        let word = text[..bang].rfind(|c: char| !c.is_alphanumeric() && c != '_');
        (word.map_or(0, |at| at + 1), bang)
    });
    let mut inside = starts.filter_map(|(start, bang)| {
        let mut depth = 0;
        let close = text[bang..].find(|c| {
            depth +=
                i32::from(matches!(c, '(' | '{' | '[')) - i32::from(matches!(c, ')' | '}' | ']'));
            depth == 0 && c != '!' && !c.is_whitespace()
        })?;
        let invocation = start..bang + close + 1;
        (invocation.start <= at.start && at.end <= invocation.end).then_some(invocation)
    });
    let invocation = inside.next_back()?;
    let range = at.start - invocation.start..at.end - invocation.start;
    let better = repaired(&text[invocation.clone()], &range, help)?;
    Some([&text[..invocation.start], &better, &text[invocation.end..]].concat())
}

/// How many helps of each program repair it, and how many it has: what is reported of a program with
/// a help applied is repaired by its own first help, up to three times.
fn repair_all(
    made: &Crate,
    programs: &[Program],
    mut applied: Vec<Applied>,
    notes: &mut [String],
) -> Vec<(usize, usize)> {
    let mut right = vec![(0, 0); programs.len()];
    for help in &applied {
        right[help.program].1 += 1;
    }
    for round in 0.. {
        let helped = |number: usize| format!("help_{round}_{number}");
        for (number, help) in applied.iter().enumerate() {
            made.write(&helped(number), &help.text);
        }
        let names: Vec<String> = (0..applied.len()).map(helped).collect();
        let reports = made.reports("check", &names);
        let mut again = Vec::new();
        for (help, name) in applied.into_iter().zip(&names) {
            let messages = reports.get(name).map(Vec::as_slice).unwrap_or_default();
            let Some(error) = messages.iter().find(|message| message.is_error()) else {
                right[help.program].0 += 1;
                continue;
            };
            let mut next = Vec::new();
            helps_of(error, &Crate::file(name), &help, &mut next);
            match next.into_iter().next() {
                Some(next) if round < 2 => again.push(next),
                _ => {
                    let _ = writeln!(
                        notes[help.program],
                        "- `{}`: the help `{}` gives: {}",
                        programs[help.program].name,
                        help.help.replace('`', "'"),
                        error.message.lines().next().unwrap_or_default()
                    );
                }
            }
        }
        if again.is_empty() {
            break;
        }
        applied = again;
    }
    right
}

/// The helps of an error in a program, each applied.
fn helps_of(error: &Diagnostic, file: &str, of: &Applied, applied: &mut Vec<Applied>) {
    let start = Program::file(&of.text).1;
    let place = error.spans.iter().find(|place| place.is_primary && place.file == file);
    let Some(place) = place else { return };
    let at = place.bytes.start.saturating_sub(start)..place.bytes.end.saturating_sub(start);
    let helps = error.message.lines().filter_map(|line| line.trim_start().strip_prefix("help: "));
    for help in helps {
        if let Some(text) = repaired_program(&of.text, &at, help) {
            applied.push(Applied { program: of.program, help: help.to_owned(), text });
        }
    }
}

fn table() -> String {
    let programs = Program::all();
    let made = Crate::new();
    programs.iter().for_each(|program| made.write(&program.name, &program.text));
    let names: Vec<String> = programs.iter().map(|program| program.name.clone()).collect();
    let failed = |reports: &Reports, name: &str| {
        reports.get(name).is_some_and(|messages| messages.iter().any(Diagnostic::is_error))
    };
    let checked = made.reports("check", &names);
    let rest: Vec<String> = names.iter().filter(|name| !failed(&checked, name)).cloned().collect();
    let built = made.reports("build", &rest);
    let (mut counts, mut notes, mut applied) = (Vec::new(), Vec::new(), Vec::new());
    for (number, program) in programs.iter().enumerate() {
        let name = &program.name;
        let (found, reports) = match (failed(&checked, name), failed(&built, name)) {
            (true, _) => (Found::Check, &checked),
            (_, true) => (Found::Build, &built),
            _ => (Found::Run, &built),
        };
        let panicked = if found == Found::Run { made.run(name) } else { None };
        let found = if found == Found::Run && panicked.is_none() { Found::Not } else { found };
        let messages = reports.get(name).map(Vec::as_slice).unwrap_or_default();
        if std::env::var_os("SHOW").is_some() {
            println!("== {name}");
            messages
                .iter()
                .filter_map(|m| m.rendered.as_deref())
                .for_each(|text| println!("{text}"));
        }
        let mut note = String::new();
        counts.push(counted(
            (number, program),
            found,
            messages,
            panicked.flatten(),
            &mut note,
            &mut applied,
        ));
        notes.push(note);
    }
    let right = repair_all(&made, &programs, applied, &mut notes);
    for (count, (right, helps)) in counts.iter_mut().zip(right) {
        (count.right, count.helps) = (right, helps);
    }
    let mut table = String::from(
        "# What cargo reports on the mistakes in programs.txt\n\n\
         | | mistakes | found by `cargo check` | by `cargo build` | at run time | not | one error | place exact / near / wrong / only in the library | lines, median / most | helps that repair |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    let (mut all, mut from) = (Count::default(), 0);
    for group in programs.chunk_by(|a, b| a.group == b.group) {
        let mut sum = Count::default();
        counts[from..from + group.len()].iter().for_each(|count| sum.add(count));
        from += group.len();
        table.push_str(&sum.row(&group[0].group));
        if group[0].group != RIGHT {
            all.add(&sum);
        }
    }
    table.push_str(&all.row("all"));
    format!("{table}\nWhat is otherwise than it is marked:\n\n{}", notes.concat())
}

#[test]
#[ignore = "it takes minutes: cargo checks, builds and runs every program"]
fn programs_are_measured() {
    let found = table();
    if document::is_asked_for() {
        document::write(TABLE, &found);
    }
    assert_eq!(found, document::read(TABLE), "`WRITE=1` writes {TABLE} anew");
}

#[test]
fn every_program_has_a_name_of_its_own() {
    let programs = Program::all();
    let names: std::collections::BTreeSet<&str> =
        programs.iter().map(|program| program.name.as_str()).collect();
    assert_eq!(names.len(), programs.len());
    assert!(Path::new(&document::root().join(TABLE)).exists());
}
