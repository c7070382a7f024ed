//! Whole programs with a mistake, in `tests/data/programs.txt`, each with the tokens that are wrong:
//! what `cargo check`, `cargo build` and a run report, and whether the helps repair. Those of `tests/data/hundred.txt` and of
//! `forty.txt` were written after the errors were, and no error was changed for them since. Those of `readme.txt` and of `book.txt` were written
//! as a reader of the README, and of the book, would, those of `readers.txt` and `authors.txt` as a CuTe author, a user of NumPy, a Rust engineer and an
//! author of kernels would, and errors were changed for some. Those of `strangers.txt` are of kinds that no other list has, and those
//! of `guests.txt` are over the whole surface, and were written when all others had been counted; so are those of `visitors.txt` and of `newcomers.txt`,
//! whose marks follow rules that stand at the top.
//!
//! Where the place that is reported was found to be better than the one that an author marked, that one stands between `‹` and `›` still.
//!
//! Each program is compiled by rustc alone, against the library as cargo builds it: without code for what `cargo check` reports, with
//! code if that is nothing. It takes minutes, so that it runs on demand:
//! `WRITE=1 cargo test -p layout-tests --test mistakes programs -- --ignored` writes
//! `tests/data/programs.md`, `hundred.md`, `forty.md`, `readme.md`, `book.md`, `readers.md`, `authors.md`, `strangers.md`, `guests.md`, `visitors.md` and `newcomers.md` anew, `LIST=hundred` one of them. `SHOW=1` prints what rustc reports.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use layout_tests::document;
use serde_json::Value;

use super::repaired;

/// The lists, of which each is a text and a table in `tests/data`.
const LISTS: [&str; 11] = [
    "programs",
    "hundred",
    "forty",
    "readme",
    "book",
    "readers",
    "authors",
    "strangers",
    "guests",
    "visitors",
    "newcomers",
];

/// A file of a list.
fn file_of(list: &str, extension: &str) -> String {
    format!("tests/data/{list}.{extension}")
}

/// The programs that were mistakes once, and compile and run by now, and those that their author took for mistakes.
const RIGHT: &str = "right by now";

/// The longest that a program runs.
const LONGEST: Duration = Duration::from_secs(60);

/// The first line of every program.
pub(crate) const ALLOWED: &str = "#![allow(unused)]\n";

/// The lines in front of every program of the list.
const HEAD: &str = "#![allow(unused)]\nuse layout_view::*;\n\n";

/// The crate beside the programs, whose layouts some of them name.
const TILES: &str = "layout_view::layout! {
    pub struct Tile = (128,64):(64,1);
    pub(crate) struct Inner = (4,8):(8,1);
    struct Private = (4,8):(8,1);
}
pub struct NoLayout;
#[macro_export]
macro_rules! define {
    ($name:ident, $extent:expr) => { layout_view::layout! { pub struct $name = ($extent,8):(8,1); } };
}
";

/// A program, and the bytes of its text that are wrong.
pub(crate) struct Program {
    pub(crate) group: String,
    pub(crate) name: String,
    pub(crate) text: String,
    /// The tokens that are wrong, each of which may be what is underlined.
    pub(crate) wrong: Vec<Range<usize>>,
    /// The tokens that the author of the program marked first, if another place was found to be better.
    pub(crate) first_marked: Option<Range<usize>>,
    /// Places that are near to them besides.
    pub(crate) around: Vec<Range<usize>>,
    pub(crate) edition: &'static str,
}

impl Program {
    fn all(list: &str) -> Vec<Program> {
        let text = document::read(&file_of(list, "txt"));
        let mut group = "";
        let mut programs = Vec::new();
        for line in text.lines().skip(1) {
            if let Some(heading) = line.strip_prefix("# ") {
                group = heading;
                continue;
            }
            let (name, code) = line.split_once(": ").expect("a name and a program");
            let (text, wrong, first_marked) = marked_twice(&code.replace('↵', "\n"));
            programs.push(Program {
                group: group.to_owned(),
                name: name.to_owned(),
                text,
                wrong: vec![wrong],
                first_marked,
                around: Vec::new(),
                edition: "2024",
            });
        }
        programs
    }

    /// The file, and the byte at which the program begins in it.
    fn file(text: &str) -> (String, usize) {
        if text.starts_with(ALLOWED) {
            return (text.to_owned(), 0);
        }
        let open = if text.contains("fn main") { "" } else { "fn main() { " };
        let close = if open.is_empty() { "\n" } else { " }\n" };
        ([HEAD, open, text, close].concat(), HEAD.len() + open.len())
    }
}

/// A text without its marks, the bytes between `«` and `»`, and those between `‹` and `›`, where there are some.
pub(crate) fn marked_twice(line: &str) -> (String, Range<usize>, Option<Range<usize>>) {
    let (mut text, mut marks) = (String::new(), [0; 4]);
    let mut is_first_marked = false;
    for character in line.chars() {
        match ['«', '»', '‹', '›'].iter().position(|mark| *mark == character) {
            Some(mark) => {
                marks[mark] = text.len();
                is_first_marked |= mark == 3;
            }
            None => text.push(character),
        }
    }
    let [start, end, first_start, first_end] = marks;
    assert!(line.contains('«') && line.contains('»'), "the tokens at fault are marked: {line}");
    (text, start..end, is_first_marked.then_some(first_start..first_end))
}

/// A diagnostic of rustc.
pub(crate) struct Diagnostic {
    level: String,
    pub(crate) message: String,
    /// True of an error of rustc's own, which has a code.
    pub(crate) has_code: bool,
    spans: Vec<Place>,
    children: Vec<Diagnostic>,
    pub(crate) rendered: Option<String>,
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
            has_code: json["code"].is_object(),
            spans: of("spans").iter().map(place).collect(),
            children: of("children").iter().map(Diagnostic::of).collect(),
            rendered: text("rendered"),
        }
    }

    pub(crate) fn is_error(&self) -> bool {
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

/// The folder of all programs, and the library that they are compiled with.
pub(crate) struct Crate {
    folder: PathBuf,
    /// The arguments of rustc for the library.
    library: Vec<String>,
}

pub(crate) type Reports = BTreeMap<String, Vec<Diagnostic>>;

impl Crate {
    pub(crate) fn new(folder: &str) -> Crate {
        Crate::with(folder, &["layout-view"])
    }

    /// A folder whose programs use these packages, of which the first is `layout-view`.
    pub(crate) fn with(folder: &str, packages: &[&str]) -> Crate {
        let folder = document::root().join("target").join(folder);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("examples")).expect("a folder");
        let mut made = Crate { folder, library: Vec::new() };
        for (name, file) in packages.iter().zip(Crate::built(packages)) {
            let folder = file.parent().expect("the folder of the library");
            let externs = format!("--extern={}={}", name.replace('-', "_"), file.display());
            let folders = [folder.to_owned(), folder.join("deps")];
            let folders = folders.map(|folder| format!("-Ldependency={}", folder.display()));
            made.library.extend(folders.into_iter().chain([externs]));
        }
        fs::write(made.folder.join("tiles.rs"), TILES).expect("a file");
        let is_made =
            made.rustc("tiles.rs", "2024").args(["--crate-type=lib", "--emit=link"]).status();
        assert!(is_made.expect("rustc").success(), "the crate beside the programs");
        let tiles = made.folder.join("libtiles.rlib");
        made.library.push(format!("--extern=tiles={}", tiles.display()));
        made
    }

    /// Packages of the library, as cargo builds them together; `LIBRARY` is another one, as that of another commit, beside the other packages.
    fn built(packages: &[&str]) -> Vec<PathBuf> {
        let file = |package: &str| format!("lib{}.rlib", package.replace('-', "_"));
        if let Some(library) = std::env::var_os("LIBRARY") {
            let library = PathBuf::from(library);
            let beside = |package: &&str| library.with_file_name(file(package));
            return packages.iter().map(beside).collect();
        }
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--message-format=json"]);
        cargo.args(packages.iter().map(|package| format!("--package={package}")));
        let output = cargo.current_dir(document::root()).stderr(Stdio::inherit()).output();
        let output = output.expect("cargo").stdout;
        let artifacts = String::from_utf8_lossy(&output).into_owned();
        let artifacts: Vec<Value> =
            artifacts.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let built = |package: &&str| {
            let of = |json: &&Value| json["target"]["name"] == package.replace('-', "_");
            let files = artifacts.iter().filter(of).filter_map(|json| json["filenames"].as_array());
            let mut files = files.flatten().filter_map(Value::as_str);
            // The one that has a hash in its name: a build of other features leaves it as it is.
            let file = files.find(|file| file.ends_with(".rmeta")).expect("the library is built");
            PathBuf::from(file).with_extension("rlib")
        };
        packages.iter().map(built).collect()
    }

    fn rustc(&self, file: &str, edition: &str) -> Command {
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        rustc.args(["--edition", edition, file]).args(&self.library).current_dir(&self.folder);
        rustc
    }

    /// The name of a program for rustc, which may not be a keyword.
    fn example(name: &str) -> String {
        format!("a_{name}")
    }

    /// The file of a program, from the folder on.
    fn file(name: &str) -> String {
        format!("examples/{}.rs", Crate::example(name))
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(Crate::file(name)), Program::file(text).0).expect("a file");
    }

    /// The reports on programs, each with its name and edition: with code for them, or without.
    pub(crate) fn reports(&self, emit: Emit, programs: &[(String, &str)]) -> Reports {
        let next = AtomicUsize::new(0);
        let reports = Mutex::new(Reports::new());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some((name, edition)) = programs.get(next.fetch_add(1, Relaxed)) {
                        let report = self.report(emit, name, edition);
                        reports.lock().expect("no thread panics").insert(name.clone(), report);
                    }
                });
            }
        });
        reports.into_inner().expect("no thread panics")
    }

    fn report(&self, emit: Emit, name: &str, edition: &str) -> Vec<Diagnostic> {
        let mut rustc = self.rustc(&Crate::file(name), edition);
        rustc.args(["--error-format=json", "--crate-type=bin", "-Cdebuginfo=0"]).arg(match emit {
            Emit::Metadata => "--emit=metadata",
            Emit::Program => "--emit=link",
        });
        let output = rustc.output().expect("rustc").stderr;
        let text = String::from_utf8_lossy(&output).into_owned();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.map(|json| Diagnostic::of(&json)).collect()
    }

    /// The place of a panic in the program, if it panics; none of one that does not end, as an edit of a loop may make it.
    pub(crate) fn run(&self, name: &str) -> Option<Panic> {
        let program = self.folder.join(Crate::example(name));
        let mut command = Command::new(program);
        let mut running =
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program");
        let start = Instant::now();
        while running.try_wait().expect("the program").is_none() {
            if start.elapsed() > LONGEST {
                running.kill().expect("the program ends");
                running.wait().expect("the program ends");
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let output = running.wait_with_output().expect("the program");
        if output.status.success() {
            return None;
        }
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let place = text.split_once(&format!("examples/{}.rs:", Crate::example(name)));
        let mut numbers = place.into_iter().flat_map(|(_, rest)| rest.split(':'));
        let mut number = || numbers.next()?.trim().parse::<usize>().ok();
        Some(Panic { place: number().zip(number()), text })
    }
}

/// The output of rustc for a program.
#[derive(Clone, Copy)]
pub(crate) enum Emit {
    /// No code, as `cargo check`.
    Metadata,
    Program,
}

/// The panic of a program: the line and column in its file, and what it prints.
pub(crate) struct Panic {
    place: Option<(usize, usize)>,
    pub(crate) text: String,
}

/// Where a mistake is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Check,
    Build,
    Run,
    Not,
}

/// The counts of some mistakes.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) mistakes: usize,
    pub(crate) found: [usize; 4],
    pub(crate) one: usize,
    pub(crate) exact: usize,
    /// The programs that are exact by the marks of the author.
    pub(crate) first_exact: usize,
    pub(crate) near: usize,
    pub(crate) wrong: usize,
    pub(crate) library: usize,
    pub(crate) lines: Vec<usize>,
    pub(crate) helps: usize,
    pub(crate) right: usize,
}

impl Count {
    pub(crate) fn add(&mut self, other: &Count) {
        self.mistakes += other.mistakes;
        for (sum, of) in self.found.iter_mut().zip(other.found) {
            *sum += of;
        }
        self.one += other.one;
        self.exact += other.exact;
        self.first_exact += other.first_exact;
        self.near += other.near;
        self.wrong += other.wrong;
        self.library += other.library;
        self.lines.extend(&other.lines);
        self.helps += other.helps;
        self.right += other.right;
    }

    pub(crate) fn row(&self, name: &str) -> String {
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
pub(crate) struct Applied {
    program: usize,
    help: String,
    text: String,
}

/// The counts of the report of one program, with a note on all that is not as it should be.
pub(crate) fn counted(
    (number, program): (usize, &Program),
    found: Found,
    messages: &[Diagnostic],
    panicked: Option<&Panic>,
    notes: &mut String,
    applied: &mut Vec<Applied>,
) -> Count {
    let mut count = Count { mistakes: 1, ..Count::default() };
    count.found[found as usize] = 1;
    let start = Program::file(&program.text).1;
    let in_file = |of: &Range<usize>| start + of.start..start + of.end;
    let wrong: Vec<Range<usize>> = program.wrong.iter().map(in_file).collect();
    let around: Vec<Range<usize>> = program.around.iter().map(in_file).collect();
    let text = Program::file(&program.text).0;
    let meant = wrong.first().and_then(|wrong| text.get(wrong.clone())).unwrap_or_default();
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
            // Columns count characters.
            let place = panicked.and_then(|panic| panic.place).map(|(line, column)| {
                let lines = text.split_inclusive('\n').take(line - 1);
                lines.map(str::len).sum::<usize>() + column - 1
            });
            let is_there = |place: usize| wrong.iter().any(|wrong| wrong.contains(&place));
            if !place.is_some_and(is_there) {
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
    let touches =
        |place: &Range<usize>, of: &Range<usize>| place.start <= of.end && of.start <= place.end;
    let is_in =
        |place: &Range<usize>, of: &Range<usize>| of.start <= place.start && place.end <= of.end;
    let is_near = |place: &Range<usize>| {
        wrong.iter().any(|wrong| touches(place, wrong)) || around.iter().any(|it| is_in(place, it))
    };
    let is_exact = |place: &Range<usize>| match program.wrong.as_slice() {
        [_] => wrong.contains(place),
        // Of several that may be meant, a part is, too.
        _ => wrong.iter().any(|wrong| is_in(place, wrong)),
    };
    let is_first_exact = match &program.first_marked {
        Some(first) => primary.contains(&in_file(first)),
        None => primary.iter().any(is_exact),
    };
    count.first_exact = usize::from(is_first_exact);
    match errors.len() {
        1 => count.one = 1,
        many => note(&format!("{many} errors, {lines} lines")),
    }
    if primary.is_empty() {
        count.library = 1;
        note(&format!("only in the library, not at `{meant}`: {}", first.message));
    } else if primary.iter().any(is_exact) {
        count.exact = 1;
    } else {
        let is_near = primary.iter().any(is_near);
        *(if is_near { &mut count.near } else { &mut count.wrong }) = 1;
        let found = text.get(primary[0].clone()).unwrap_or_default();
        note(&format!("at `{found}`, not at `{meant}`"));
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

/// The number of helps of each program that repair it, and of all that it has: what is reported of a program with
/// a help applied is repaired by its own first help, up to three times.
pub(crate) fn repair_all(
    made: &Crate,
    programs: &[Program],
    mut applied: Vec<Applied>,
    notes: &mut [String],
    judge: &Judge,
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
        let edition = |help: &Applied| programs[help.program].edition;
        let editions = applied.iter().map(edition);
        let names: Vec<(String, &str)> = (0..applied.len()).map(helped).zip(editions).collect();
        let reports = made.reports(Emit::Metadata, &names);
        let mut again = Vec::new();
        for (help, (name, _)) in applied.into_iter().zip(&names) {
            let messages = reports.get(name).map(Vec::as_slice).unwrap_or_default();
            let Some(error) = messages.iter().find(|message| (judge.is_wrong)(message)) else {
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

/// The heading of a table of counts.
pub(crate) const HEADING: &str = "| | mistakes | found by `cargo check` | by `cargo build` | at run time | not | one error | place exact / near / wrong / only in the library | lines, median / most | helps that repair |\n\
     |---|---|---|---|---|---|---|---|---|---|\n";

/// The panics and errors that count.
pub(crate) struct Judge {
    /// True of a panic by which a mistake is found at run time.
    pub(crate) is_mistake: fn(&Panic) -> bool,
    /// True of an error by which a help is wrong that was applied.
    pub(crate) is_wrong: fn(&Diagnostic) -> bool,
}

/// The counts of programs and the notes on each.
pub(crate) fn measured(
    made: &Crate,
    programs: &[Program],
    judge: &Judge,
) -> (Vec<Count>, Vec<String>) {
    programs.iter().for_each(|program| made.write(&program.name, &program.text));
    let failed = |reports: &Reports, name: &str| {
        reports.get(name).is_some_and(|messages| messages.iter().any(Diagnostic::is_error))
    };
    let all: Vec<(String, &str)> =
        programs.iter().map(|program| (program.name.clone(), program.edition)).collect();
    let checked = made.reports(Emit::Metadata, &all);
    let rest: Vec<(String, &str)> =
        all.iter().filter(|(name, _)| !failed(&checked, name)).cloned().collect();
    let built = made.reports(Emit::Program, &rest);
    let (mut counts, mut notes, mut applied) = (Vec::new(), Vec::new(), Vec::new());
    for (number, program) in programs.iter().enumerate() {
        let name = &program.name;
        let (found, reports) = match (failed(&checked, name), failed(&built, name)) {
            (true, _) => (Found::Check, &checked),
            (_, true) => (Found::Build, &built),
            _ => (Found::Run, &built),
        };
        let panicked = if found == Found::Run { made.run(name) } else { None };
        let panicked = panicked.filter(judge.is_mistake);
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
            panicked.as_ref(),
            &mut note,
            &mut applied,
        ));
        notes.push(note);
    }
    let right = repair_all(made, programs, applied, &mut notes, judge);
    for (count, (right, helps)) in counts.iter_mut().zip(right) {
        (count.right, count.helps) = (right, helps);
    }
    (counts, notes)
}

fn table(list: &str) -> String {
    let programs = Program::all(list);
    let (counts, notes) = measured(
        &Crate::with("mistakes", &["layout-view", "layout-gpu", "layout-mesh"]),
        &programs,
        &Judge { is_mistake: |_| true, is_wrong: Diagnostic::is_error },
    );
    let mut table = format!("# What cargo reports on the mistakes in {list}.txt\n\n{HEADING}");
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
    let moved = programs.iter().filter(|program| program.first_marked.is_some()).count();
    if moved > 0 {
        let _ = writeln!(
            table,
            "\nOf {moved} programs the place that the author marked first stands between `‹` and `›`; by those marks {} are exact.",
            all.first_exact
        );
    }
    format!("{table}\nWhat is otherwise than it is marked:\n\n{}", notes.concat())
}

#[test]
#[ignore = "it takes minutes: cargo checks, builds and runs every program"]
fn programs_are_measured() {
    let asked = std::env::var("LIST");
    for list in
        LISTS.iter().filter(|list| asked.as_ref().is_ok_and(|it| it == *list) || asked.is_err())
    {
        let (found, table) = (table(list), file_of(list, "md"));
        if document::is_asked_for() {
            document::write(&table, &found);
        }
        assert_eq!(found, document::read(&table), "`WRITE=1` writes {table} anew");
    }
}

#[test]
fn every_program_has_a_name_of_its_own() {
    let programs: Vec<Program> = LISTS.iter().flat_map(|list| Program::all(list)).collect();
    let names: std::collections::BTreeSet<&str> =
        programs.iter().map(|program| program.name.as_str()).collect();
    assert_eq!(names.len(), programs.len());
    for list in LISTS {
        assert!(document::root().join(file_of(list, "md")).exists(), "{list}");
    }
}
