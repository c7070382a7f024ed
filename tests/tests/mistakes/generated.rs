//! Mistakes that nobody wrote: correct programs, each edited by a rule, and what rustc reports on them.
//!
//! `PROGRAMS=5000 SEED=7 cargo test -p layout-tests --test mistakes generated -- --ignored --nocapture` makes as many programs from that
//! seed, and prints the measures of `programs.md` by rule, with the worst programs after them; `WRITE=1` writes them to `tests/data/generated.md`.
//! `RULE=closure` takes only the rules with that word in their names.
//! `LIBRARY` is another build of the library, as that of another commit, and `SHOW=1` prints what rustc reports. In CI
//! `helps_that_are_applied_are_accepted` edits invocations without rustc.
//!
//! An edited program that compiles and runs is another program, and no mistake; so is one of which an assertion of its own fails. What
//! compiles for the same answer although it should not is not seen here: for that there are laws.
//!
//! The place is what was edited; where a word was, each of its uses; where a token was left out, the tokens on both sides; where a mode was
//! added, the tuple or the mode. Where a number or a rank was edited, the invocation is near, and the statements that name what it defines are:
//! which of two numbers is wrong is not known.

use std::collections::{BTreeMap, BTreeSet};
use std::env;

use layout_tests::document;

use super::edits::{self, Part, Rule};
use super::programs::{Count, Crate, Diagnostic, Emit, HEADING, Judge, Panic, Program, measured};
use super::random::Random;
use super::sources::sources;

/// The page with the measures of the last seed, which `WRITE=1` writes.
const TABLE: &str = "tests/data/generated.md";

const TITLE: &str = "# What rustc reports on generated mistakes

Correct programs with an edit by a rule each, of a seed that no error had been changed for. Programs that are right in spite of the edit are left out. An edit
elsewhere than in an invocation of the library is one of Rust's own, such as a name that is not imported, of which rustc reports each use. So it does with the
old name of a layout whose definition has another name by the edit, or none: no macro can know that name. Where the `!` of a macro is left out, its tokens are Rust to rustc's parser, and no macro sees them. These are counted in `all`, and apart.

What is found at run time is a buffer that is shorter than its layout, or a condition of numbers that are known at run time. No type has the length of a slice,
and `cargo check` evaluates no constant of a generic function.

Since the first seeds the rules were amended where they made another mistake than they say: what is on both sides of a token that is left out or moved
stays two tokens, the only name of a `use` is left out with it, a mode that is added is a place of its own beside its tuple, and where a number is left out
the invocation is near, as where it is another. A use of a value that is moved, or that lacks its `mut`, is its borrow, too.

";

/// The end of the name of a program by the part of it that is edited, and the row in which it is counted besides.
fn part(of: Part) -> (&'static str, &'static str) {
    match of {
        Part::Invocation => ("_in", "~ in an invocation"),
        Part::DefinedName => ("_name", "~ the name of a definition"),
        Part::Elsewhere => ("_out", "~ elsewhere"),
    }
}

/// The sources that compile.
fn right(made: &Crate, sources: Vec<String>) -> Vec<String> {
    let name = |number: usize| format!("source_{number}");
    for (number, source) in sources.iter().enumerate() {
        made.write(&name(number), source);
    }
    let names: Vec<(String, &str)> = (0..sources.len()).map(|i| (name(i), "2024")).collect();
    let reports = made.reports(Emit::Metadata, &names);
    let is_right = |number: usize| !reports[&name(number)].iter().any(Diagnostic::is_error);
    let sources = sources.into_iter().enumerate();
    sources.filter(|(i, _)| is_right(*i)).map(|(_, source)| source).collect()
}

/// Programs with a mistake, of a seed.
fn generated(sources: &[String], seed: u64, count: usize) -> Vec<Program> {
    let mut random = Random(seed);
    let asked = env::var("RULE").unwrap_or_default();
    let mut rules = Rule::ALL.to_vec();
    rules.retain(|rule| rule.name().contains(&asked));
    let mut programs = Vec::new();
    while programs.len() < count {
        let source = &sources[random.below(sources.len())];
        let rule = rules[random.below(rules.len())];
        let Some(program) = edits::Program::of(source) else { continue };
        let Some(edited) = program.edited(rule, &mut random) else { continue };
        // An import or a value that nothing uses: no mistake.
        if edited.text == *source || edited.wrong.is_empty() {
            continue;
        }
        programs.push(Program {
            group: rule.name().to_owned(),
            name: format!("{seed}_{}{}", programs.len(), part(edited.part).0),
            text: edited.text,
            wrong: edited.wrong,
            first_marked: None,
            around: edited.around,
            edition: edited.edition,
        });
    }
    programs
}

/// False of an assertion of the program itself: it is another program then, and no mistake.
fn is_mistake(panic: &Panic) -> bool {
    !panic.text.contains("assertion") && !panic.text.contains("called `Result::unwrap()`")
}

/// True of an error of a macro. A help makes the invocation right: a use of the layout that it was before may be wrong then.
fn is_wrong(error: &Diagnostic) -> bool {
    error.is_error() && !error.has_code
}

/// The counts of each rule, of mistakes alone, and the notes.
fn counts(programs: &[Program], counts: &[Count]) -> BTreeMap<String, Count> {
    let mut sums = BTreeMap::<String, Count>::new();
    for (program, count) in programs.iter().zip(counts) {
        // What compiles and runs is another program.
        if count.found[3] == 0 {
            sums.entry(program.group.clone()).or_default().add(count);
            let parts = [Part::Invocation, Part::DefinedName, Part::Elsewhere].map(part);
            let row = parts.into_iter().find(|(end, _)| program.name.ends_with(end));
            for row in [row.expect("a part").1, "~ all"] {
                sums.entry(row.to_owned()).or_default().add(count);
            }
        }
    }
    sums
}

fn number(name: &str, default: u64) -> u64 {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
#[ignore = "it takes a quarter of a second for each program, and more for one that compiles"]
fn generated_mistakes_are_measured() {
    let made = Crate::new("generated-mistakes");
    let all = sources();
    let found = all.len();
    let sources = right(&made, all);
    let count = usize::try_from(number("PROGRAMS", 500)).expect("a number of programs");
    let seed = number("SEED", 7);
    let programs = generated(&sources, seed, count);
    let (of_each, notes) = measured(&made, &programs, &Judge { is_mistake, is_wrong });
    let rows = counts(&programs, &of_each);
    let rows: String = rows.iter().map(|(rule, count)| count.row(rule)).collect();
    let table = format!(
        "{count} programs of seed {seed}, of {} sources of {found}:\n\n{HEADING}{rows}",
        sources.len()
    );
    println!("{table}");
    if document::is_asked_for() {
        document::write(TABLE, &format!("{TITLE}{table}"));
    }
    let worst = programs.iter().zip(&of_each).zip(&notes);
    for ((program, count), note) in worst.filter(|((_, count), _)| count.found[3] == 0) {
        if !note.is_empty() || count.lines.iter().any(|lines| *lines > 25) {
            println!("{} lines {:?} {}\n{note}", program.name, count.lines, program.group);
        }
    }
    assert!(of_each.iter().all(|count| count.library == 0), "an error without a place");
}

#[test]
fn every_rule_edits_programs_inside_of_them() {
    let programs = generated(&sources(), 7, 1_000);
    for program in &programs {
        assert!(!program.wrong.is_empty(), "{}", program.text);
        for range in program.wrong.iter().chain(&program.around) {
            assert!(program.text.get(range.clone()).is_some(), "{range:?} {}", program.text);
        }
    }
    let rules: BTreeSet<&str> = programs.iter().map(|program| program.group.as_str()).collect();
    assert_eq!(rules.len(), Rule::ALL.len(), "{rules:?}");
}
