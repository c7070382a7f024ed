//! Swizzles: `Sw<3,4,3>`, and `Swizzle::<3, 4, 7>` of cuda-oxide, which is the same one.

use layout_algebra::{CollectVec, Swizzle};
use proc_macro2::{Span, TokenTree};

use super::cpp;
use super::expression::not_closed;
use super::parser::Parser;
use super::pointer::pointer;
use crate::cursor::Cursor;
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind};

/// The shift of the swizzles of CuTe's atoms of shared memory: eight rows.
const ATOM_SHIFT: i128 = 3;

impl Parser<'_> {
    /// `Sw<B,M,S>` after the name.
    pub(super) fn swizzle(&mut self, cursor: &mut Cursor) -> Result<ExprKind, Diagnostic> {
        let start = cursor.here();
        cursor.next();
        let items = self.nested(start, true)?.integers(cursor, start)?;
        let range = cursor.since(start);
        cpp::eat_object(cursor);
        let numbers = numbers(&items)?;
        // CuTe prints a tensor whose pointer is swizzled as `Sw<3,4,3>_smem_ptr[16b](0x…) o …`.
        if let Some(TokenTree::Ident(ident)) = cursor.peek().cloned()
            && ident == "_smem_ptr"
        {
            cursor.next();
            return pointer(&ident, cursor);
        }
        match numbers.as_slice() {
            &[bits, base, shift] => {
                // Of more bits than the shift, the bits are wrong where the shift is that of CuTe's atoms.
                let is_of_atom = shift == ATOM_SHIFT;
                let wrong = [bits < 0 || base >= 0 && is_of_atom, base < 0];
                let wrong = wrong.iter().position(|wrong| *wrong).unwrap_or(2);
                checked(bits, base, shift, items[wrong].range)
            }
            _ => {
                let message =
                    format!("a swizzle `Sw<B,M,S>` takes three integers, not {}", numbers.len());
                Err(Diagnostic::new(range, message))
            }
        }
    }
}

impl Parser<'_> {
    /// `::<B, M, S>` after the name: `S` is where the bits that flip others begin, not how far they are from these. It is
    /// read for cuda-oxide (`cuda-device/src/swizzle.rs`), whose swizzles have `M + B <= S`.
    pub(super) fn absolute_swizzle(&mut self, cursor: &mut Cursor) -> Result<ExprKind, Diagnostic> {
        // Past `::` and `<`.
        let start = cursor.here();
        cursor.skip(3);
        let items = self.nested(start, true)?.integers(cursor, start)?;
        let numbers = numbers(&items)?;
        let &[bits, base, from] = numbers.as_slice() else {
            let message = format!(
                "a swizzle `Swizzle::<B, M, S>` takes three integers, not {}",
                numbers.len()
            );
            return Err(Diagnostic::new(cursor.since(start), message));
        };
        if let Some(negative) = numbers.iter().position(|number| *number < 0) {
            let message = "the integers of `Swizzle::<B, M, S>` are not negative";
            return Err(Diagnostic::new(items[negative].range, message));
        }
        let shift = from.saturating_sub(base);
        if shift < bits {
            let message = format!(
                "in `Swizzle::<B, M, S>` S is the first bit that is read, so that M + B = {} must be at most S = {from}\n\
                 `Swizzle<B,M,S>` is CuTe's, whose S is how far that bit is above M",
                base.saturating_add(bits)
            );
            return Err(Diagnostic::new(items[2].range, message));
        }
        checked(bits, base, shift, items[2].range)
    }
}

/// The swizzle of three integers, or the error of the tokens of one.
fn checked(bits: i128, base: i128, shift: i128, at: SpanRange) -> Result<ExprKind, Diagnostic> {
    match Swizzle::new(bits, base, shift) {
        Ok(_) => Ok(ExprKind::Swizzle(bits, base, shift)),
        Err(error) => Err(Diagnostic::new(at, error.fact().to_string()).because(&error)),
    }
}

impl Parser<'_> {
    /// `integer, … >`: no expressions, which would go on past a `>` that is missing, up to where all of them end.
    fn integers(&mut self, cursor: &mut Cursor, open: Span) -> Result<Vec<Expr>, Diagnostic> {
        let mut items = Vec::new();
        while !cursor.eat_punct('>') {
            if cursor.at_punct('<') {
                return Err(cursor.refused("an integer of the swizzle"));
            }
            items.push(self.number(cursor)?);
            if !cursor.eat_punct(',') && !cursor.at_punct('>') {
                return Err(not_closed(cursor, items.last(), open));
            }
        }
        Ok(items)
    }
}

/// Returns whether `<B,M,S>` with three integers comes next.
pub(super) fn is_next(cursor: &mut Cursor) -> bool {
    let (mut integers, mut read) = (0, 1);
    if !cursor.at_punct('<') {
        return false;
    }
    loop {
        match cursor.ahead(read) {
            Some(TokenTree::Literal(_)) => integers += 1,
            Some(TokenTree::Ident(word)) if word.to_string().starts_with('_') => integers += 1,
            Some(TokenTree::Punct(mark)) if matches!(mark.as_char(), ',' | '-') => {}
            Some(TokenTree::Punct(mark)) => return mark.as_char() == '>' && integers == 3,
            _ => return false,
        }
        read += 1;
    }
}

/// The integers of a swizzle.
fn numbers(items: &[Expr]) -> Result<Vec<i128>, Diagnostic> {
    let number = |item: &Expr| match item.kind {
        ExprKind::Int(number) => Ok(number),
        _ => Err(Diagnostic::new(item.range, "a swizzle takes three integers")),
    };
    items.iter().map(number).try_collect_vec()
}
