//! The functions of the layouts in other languages: `c` prints generated C, with a symbol for each function; `wgsl`
//! prints a table of the operations of generated WGSL and of the same functions by hand.

mod by_hand;
mod c;
#[allow(dead_code, reason = "the driver calls functions at coordinates")]
#[path = "../../driver/src/layouts.rs"]
mod layouts;
mod operations;
mod wgsl;

use layout_codegen::{Language, Print, Scope, parse_expression, prove};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("c") => print!("{}", c::program()),
        Some("wgsl") => print!("{}", wgsl::table()),
        _ => panic!("usage: index-languages c|wgsl"),
    }
}

/// The functions of a layout in a language.
fn printed(language: Language, bits: Option<u32>, name: &str, notation: &str) -> String {
    let parsed = parse_expression(notation.parse().expect("tokens"));
    let parsed = parsed.unwrap_or_else(|error| panic!("{notation}: {}", error.text()));
    let evaluated = prove(&parsed, &Scope::new()).expect("a layout");
    Print { language, bits }.evaluated(name, &evaluated).expect("a layout with functions")
}
