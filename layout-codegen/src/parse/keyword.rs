//! Keywords: words of Rust that name nothing.

use proc_macro2::Ident;

use crate::report::Diagnostic;

/// The keywords of Rust, also those of a later edition. `self`, which may be an integer, is
/// refused where it is declared.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "Self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Whether no item and no variable can have a name.
pub(crate) fn is_keyword(name: &Ident) -> bool {
    KEYWORDS.iter().chain(&["_", "self"]).any(|keyword| name == keyword)
}

/// Refuses the name of a layout that is a keyword.
pub(super) fn check_layout(name: &Ident) -> Result<(), Diagnostic> {
    if name == "_" || name == "self" {
        let message = format!("`{name}` is a word of the language: a layout needs another name");
        return Err(Diagnostic::new(name.span(), message));
    }
    check_name(name)
}

/// Refuses the name of a layout or a symbol that is a keyword.
pub(super) fn check_name(name: &Ident) -> Result<(), Diagnostic> {
    if !KEYWORDS.iter().any(|keyword| name == keyword) {
        return Ok(());
    }
    let message = format!("`{name}` is a keyword of Rust, and no name");
    let diagnostic = Diagnostic::new(name.span(), message);
    Err(match name.to_string().as_str() {
        "crate" | "super" | "Self" => diagnostic,
        _ => diagnostic.help(format!("write `r#{name}`, or choose another name")),
    })
}
