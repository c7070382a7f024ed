//! Layouts of nine modes in a package without the feature `rank-16`, which this package turns on: rustc compiles the programs with the
//! library as cargo builds it by default.

use super::marked;
use super::programs::{Crate, Diagnostic, Emit, Judge, Program, measured};

/// The layout of nine modes, and the one of eight.
const NINE: &str = "(2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256)";
const EIGHT: &str = "(2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128)";

/// Programs with a layout, and the tokens that are underlined if it has nine modes: an expression, a definition that is used from
/// Rust and by name, one with a symbol, and the result of an operation.
const PROGRAMS: [(&str, &str); 4] = [
    ("expression", "let l = layout!(«LAYOUT»); let _ = l.size();"),
    (
        "definition",
        "layout! { pub struct Bits = «LAYOUT»; } fn main() { let n = Bits.at(0,0,0,0,0,0,0,0); let d = layout!(coalesce(Bits)); println!(\"{n}\"); }",
    ),
    ("symbol", "let n = 2; let l = layout!(«LAYOUT»); let _ = l.size();"),
    ("result", "let l = layout!(«append(LAYOUT, 1:0)»); let _ = l.size();"),
];

#[test]
fn nine_modes_without_the_feature_are_one_error_at_the_layout() {
    let made = Crate::new("nine-modes");
    let program = |(name, code): &(&str, &str), layout: &str| {
        let (text, wrong) = marked(&code.replace("LAYOUT", layout));
        Program {
            group: "nine modes".to_owned(),
            name: (*name).to_owned(),
            text,
            wrong: vec![wrong],
            first_marked: None,
            around: Vec::new(),
            edition: "2024",
        }
    };
    // The last one has one mode more than it is given.
    let layout = |name: &str| match name {
        "symbol" => NINE.replacen('2', "n", 1),
        "result" => EIGHT.to_owned(),
        _ => NINE.to_owned(),
    };
    let programs: Vec<Program> = PROGRAMS.iter().map(|it| program(it, &layout(it.0))).collect();
    let judge = Judge { is_mistake: |_| true, is_wrong: Diagnostic::is_error };
    let (counts, notes) = measured(&made, &programs, &judge);
    for ((program, count), note) in programs.iter().zip(&counts).zip(&notes) {
        let all = (count.found[0], count.one, count.exact);
        assert_eq!(all, (1, 1, 1), "{}: {note}", program.name);
        assert!(
            count.lines.iter().all(|lines| *lines <= 12),
            "{}: {:?}",
            program.name,
            count.lines
        );
    }
    let names: Vec<(String, &str)> =
        programs.iter().map(|program| (program.name.clone(), program.edition)).collect();
    for (name, messages) in made.reports(Emit::Metadata, &names) {
        let error = messages.iter().find(|message| message.is_error()).expect("an error");
        let text = &error.message;
        assert!(text.starts_with("a tuple of 9 modes has no index functions"), "{name}: {text}");
        assert!(text.contains("`cargo add layout-view --features rank-16`"), "{name}: {text}");
    }
    // Of eight modes the first two are right.
    for it in &PROGRAMS[..2] {
        let right = program(it, EIGHT);
        made.write(&right.name, &right.text);
    }
    for (name, messages) in made.reports(Emit::Metadata, &names[..2]) {
        assert!(!messages.iter().any(Diagnostic::is_error), "{name}");
    }
}
