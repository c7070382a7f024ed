//! The pointers and iterators that CuTe prints before the layouts of tensors.

use proc_macro2::{Delimiter, Ident, TokenTree};

use super::number::integer;
use crate::cursor::Cursor;
use crate::report::{Diagnostic, brief};
use crate::syntax::ExprKind;
use crate::token::is_one_of;

/// The words that CuTe prints before the bits of an element.
const POINTERS: [&str; 5] = ["smem_ptr", "gmem_ptr", "rmem_ptr", "tmem_ptr", "ptr"];

/// The iterators that CuTe prints before the layouts of tensors of coordinates.
const ITERATORS: [&str; 2] = ["ArithTuple", "counting_iter"];

/// Returns whether an identifier begins a pointer, or an iterator.
pub(super) fn is_pointer(ident: &Ident, cursor: &mut Cursor) -> bool {
    cursor.at_group(Delimiter::Bracket) && is_one_of(ident, &POINTERS)
        || cursor.at_group(Delimiter::Parenthesis) && is_iterator(ident)
}

fn is_iterator(ident: &Ident) -> bool {
    is_one_of(ident, &ITERATORS)
}

const AFTER: &str = "of a tensor, write the layout alone: what stands after the pointer's `o`";

/// `[16b](unset)` after `smem_ptr`: what follows is of elements of 16 bits, and the swizzle
/// before it of the addresses of bytes.
pub(super) fn pointer(word: &Ident, cursor: &mut Cursor) -> Result<ExprKind, Diagnostic> {
    const BITS: &str = "the bits of an element, as in `[16b]`";
    if is_iterator(word) {
        let of = cursor.next().as_ref().map(ToString::to_string).unwrap_or_default();
        let of = of.replace(' ', "");
        let message = format!("`{word}{}` is a pointer, which is no part of a layout", brief(&of));
        return Err(Diagnostic::new(cursor.since(word.span()), message).help(AFTER));
    }
    let Some(group) = cursor.next_group(Delimiter::Bracket) else {
        return Err(cursor.unexpected(None, BITS));
    };
    let mut inside = Cursor::inside(&group);
    let bits = match inside.next() {
        Some(TokenTree::Literal(literal)) if inside.is_done() => literal,
        other => return Err(inside.unexpected(other, BITS)),
    };
    let text = bits.to_string();
    let Some(number) = text.strip_suffix('b') else {
        return Err(inside.unexpected(Some(bits.into()), BITS));
    };
    let number = integer(number, bits.span(), 1)?;
    let Some(place) = cursor.next_group(Delimiter::Parenthesis) else {
        return Err(cursor.refused("`(unset)`"));
    };
    let mut of = Cursor::inside(&place);
    if word == "smem_ptr" && of.eat_ident("unset") && of.is_done() {
        return Ok(ExprKind::Pointer(number, bits.span().into()));
    }
    let (range, place) = (cursor.since(word.span()), place.to_string());
    let (word, place) = (word.to_string(), brief(&place));
    let pointer = word.trim_start_matches('_');
    let message = format!("`{pointer}[{text}]{place}` is a pointer, which is no part of a layout");
    Err(Diagnostic::new(range, message).help(if word == pointer {
        AFTER.to_owned()
    } else {
        format!("the layout of a swizzled tensor is `Sw<B,M,S> o smem_ptr[{text}](unset) o L`")
    }))
}
