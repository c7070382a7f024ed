//! Keywords: words of Rust that name nothing; and names.

use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::nearest::{lookup, nearest};
use crate::report::{Diagnostic, Patch};
use crate::token::{is_one_of, is_punct, is_semicolon};

/// Rust's keywords in all editions, those that are reserved among them, and `_`.
#[rustfmt::skip]
const RESERVED: [&str; 52] = [
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv",
    "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// The words before the name of a layout that is defined.
const KEYWORDS: [&str; 2] = ["struct", "let"];

/// The words with which a definition begins in C++, in Python and in other languages, and the keyword here.
const ELSEWHERE: [(&str, &str); 8] = [
    ("auto", "let"),
    ("class", "struct"),
    ("constexpr", "let"),
    ("def", "let"),
    ("typedef", "struct"),
    ("using", "struct"),
    ("val", "let"),
    ("var", "let"),
];

/// Further words with which a statement begins there.
const STATEMENTS: [&str; 5] = ["from", "import", "include", "new", "template"];

/// Returns whether a word begins a statement of another language.
pub(crate) fn is_statement(word: &str) -> bool {
    STATEMENTS.contains(&word) || lookup(&ELSEWHERE, word).is_some()
}

/// Returns whether no item and no variable can have a name. `gen` is none: it is a keyword since the edition of 2024 alone, and a
/// token does not show its edition. There rustc itself refuses it.
pub(crate) fn is_keyword(name: &Ident) -> bool {
    is_one_of(name, &RESERVED)
}

/// The keyword of a definition that a word is.
pub(crate) fn definition_keyword(word: &Ident) -> Option<&'static str> {
    KEYWORDS.into_iter().find(|keyword| word == keyword)
}

/// The keyword of a definition that a word is meant for: another language's, another case of it, or one letter away.
pub(crate) fn meant_keyword(word: &Ident) -> Option<&'static str> {
    if definition_keyword(word).is_some() {
        return None;
    }
    let word = word.to_string();
    if let Some(keyword) = lookup(&ELSEWHERE, &word) {
        return Some(keyword);
    }
    nearest(&word.to_lowercase(), KEYWORDS)
}

/// The tokens between `typedef` and the name at the end of a definition of C, and that name.
pub(crate) fn of_typedef(tokens: &[TokenTree]) -> Option<(&[TokenTree], &Ident)> {
    let end = tokens.iter().position(is_semicolon).unwrap_or(tokens.len());
    let [TokenTree::Ident(word), value @ .., TokenTree::Ident(name)] = &tokens[..end] else {
        return None;
    };
    let is_one =
        word == "typedef" && !value.is_empty() && !value.iter().any(|it| is_punct(it, '='));
    is_one.then_some((value, name))
}

/// Refuses the name of a layout that is a keyword.
pub(crate) fn check_layout(name: &Ident) -> Result<(), Diagnostic> {
    if name == "_" || name == "self" {
        let message = format!("`{name}` is a word of the language: a layout needs another name");
        return Err(Diagnostic::new(name.span(), message));
    }
    check_name(name)
}

/// Refuses the name of a layout or a symbol that is a keyword. `self`, which may be an integer,
/// is refused where it is declared.
pub(crate) fn check_name(name: &Ident) -> Result<(), Diagnostic> {
    if name == "_" || name == "self" || !is_keyword(name) {
        return Ok(());
    }
    let message = format!("`{name}` is a keyword of Rust, and no name");
    let diagnostic = Diagnostic::new(name.span(), message);
    Err(match name.to_string().as_str() {
        "crate" | "super" | "Self" => diagnostic,
        _ => {
            let (range, text) = (diagnostic.range, format!("r#{name}"));
            let says = format!("write `{text}`, or choose another name");
            diagnostic.patch(Patch { range, text, says })
        }
    })
}

/// A text as one name of Rust; none if it is something else, or a keyword.
pub(crate) fn name(text: &str) -> Option<Ident> {
    let mut tokens = text.parse::<TokenStream>().ok()?.into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), None) => (!is_keyword(&name)).then_some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_rust() {
        let names = ["a", "_a", "r#fn", "Ä", "union", "auto", "gen", "raw", "safe", "Self_"];
        let others = ["a b", "a.b", "1", "", "'a", "a::b", "(a)", "\"a\""];
        for text in names.into_iter().chain(others).chain(RESERVED) {
            assert_eq!(name(text).is_some(), syn::parse_str::<Ident>(text).is_ok(), "{text}");
        }
    }
}
