//! Names of instructions, with the types and parameters of C++ that belong to them.

use layout_algebra::atoms;
use proc_macro2::{Delimiter, Span, TokenTree};

use crate::cursor::Cursor;
use crate::operations::{self, Operand};
use crate::syntax::{Expr, ExprKind};

/// Returns whether a word as this operand of an operation names an instruction.
pub(super) fn is_operand(function: &str, operand: usize) -> bool {
    matches!(operations::find(function), Some(of) if of.takes(operand, Operand::is_instruction))
}

/// Returns whether a name comes next, and no call.
pub(super) fn is_next(cursor: &mut Cursor) -> bool {
    cursor.at_path_separator() || cursor.at_name()
}

/// The name up to the next comma: `SM90::GMMA::MMA_64x64x16_F32F16F16_SS<…>`.
pub(super) fn instruction(cursor: &mut Cursor) -> Expr {
    let start = cursor.here();
    let kind = with_types(String::new(), start, cursor);
    // An object of C++.
    if cursor.at_empty(Delimiter::Brace) {
        cursor.next();
    }
    Expr { kind, range: cursor.since(start) }
}

/// Returns whether a path begins the name of a layout, which has types after it: of shared memory, of tensor memory, of scale factors, or a
/// member of the traits of an instruction.
pub(super) fn is_layout(path: &str) -> bool {
    let last = path.rsplit("::").next().unwrap_or(path);
    let is_shared =
        last.starts_with("Layout_") && (last.ends_with("_Atom") || last.ends_with("_SpAtom"));
    let others = [
        "MMA_Traits",
        "Copy_Traits",
        "Sm1xxBlockScaledBasicChunk",
        "Sm1xxGemmSparseConfig",
        "tmem_e_frg",
    ];
    is_shared || last.starts_with("tmem_frg_") || others.contains(&last)
}

/// Returns whether a path and the types in `<…>` behind it name an instruction.
pub(super) fn is_named(path: &str, cursor: &mut Cursor) -> bool {
    /// The most tokens of a name.
    const MAX_TOKENS: usize = 64;
    let (mut text, mut depth) = (path.to_owned(), 0usize);
    for at in 0..MAX_TOKENS {
        match cursor.ahead(at) {
            Some(TokenTree::Punct(mark)) if mark.as_char() == '<' => depth += 1,
            Some(TokenTree::Punct(mark)) if mark.as_char() == '>' => {
                depth = depth.saturating_sub(1)
            }
            Some(TokenTree::Group(_)) | None => return false,
            Some(_) => {}
        }
        text.extend(cursor.ahead(at).map(ToString::to_string));
        if depth == 0 {
            return atoms::mma(&text).is_some() || atoms::copy(&text).is_some();
        }
    }
    false
}

/// Returns whether a word is that of an atom of CuTe, which has an instruction within.
pub(super) fn is_atom(word: &str) -> bool {
    matches!(word, "MMA_Atom" | "Copy_Atom")
}

/// The name with what stands in `<…>`, of which a part may be read, and the last word of that.
pub(super) fn with_types(mut text: String, mut name: Span, cursor: &mut Cursor) -> ExprKind {
    let mut depth = 0usize;
    // The depth at which the words of the name are: `Copy_Atom<…, half_t>` has it within, and types after it.
    let mut depth_of_name = Some(usize::from(is_atom(&text)));
    while let Some(token) = cursor.peek() {
        match token {
            TokenTree::Punct(punct) => match punct.as_char() {
                ',' if depth == 0 => break,
                '<' => depth += 1,
                '>' if depth == 0 => break,
                '>' => depth -= 1,
                ',' => depth_of_name = None,
                ':' => {}
                _ => break,
            },
            TokenTree::Group(_) => break,
            TokenTree::Ident(word) if Some(depth) == depth_of_name => {
                name = word.span();
                if text.is_empty() && is_atom(&word.to_string()) {
                    depth_of_name = Some(1);
                }
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
        text.push_str(&token.to_string());
        cursor.next();
        // A layout goes on after its type; a member of it does not.
        if depth == 0 && text.ends_with('>') && !cursor.at_path_separator() {
            break;
        }
    }
    ExprKind::Instruction(text, name)
}
