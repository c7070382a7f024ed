//! Swizzles: `Sw<3,4,3>`.

use layout_algebra::{Error, Swizzle};
use proc_macro2::TokenTree;

use super::cpp;
use super::expression::Parser;
use super::pointer::pointer;
use crate::cursor::Cursor;
use crate::report::Diagnostic;
use crate::syntax::ExprKind;

impl Parser<'_> {
    /// `Sw<B,M,S>` after the name.
    pub(super) fn swizzle(&mut self, cursor: &mut Cursor) -> Result<ExprKind, Diagnostic> {
        let start = cursor.here();
        cursor.next();
        let items = self.nested(start, true, |parser| parser.angles(cursor))?;
        let range = cursor.since(start);
        cpp::eat_object(cursor);
        let mut numbers = Vec::new();
        for item in &items {
            match item.kind {
                ExprKind::Int(number) => numbers.push(number),
                _ => return Err(Diagnostic::new(item.range, "a swizzle takes three integers")),
            }
        }
        // CuTe prints a tensor whose pointer is swizzled as `Sw<3,4,3>_smem_ptr[16b](0x…) o …`.
        if let Some(TokenTree::Ident(ident)) = cursor.peek().cloned()
            && ident == "_smem_ptr"
        {
            cursor.next();
            return pointer(&ident, cursor);
        }
        match numbers.as_slice() {
            &[bits, base, shift] => {
                Swizzle::new(bits, base, shift).map_err(|error| {
                    let at = [bits < 0, base < 0].iter().position(|wrong| *wrong).unwrap_or(2);
                    Diagnostic::new(items[at].range, reason(&error)).because(&error)
                })?;
                Ok(ExprKind::Swizzle(bits, base, shift))
            }
            _ => {
                let message =
                    format!("a swizzle `Sw<B,M,S>` takes three integers, not {}", numbers.len());
                Err(Diagnostic::new(range, message))
            }
        }
    }
}

/// What is wrong with the numbers, without the operation that nobody called.
fn reason(error: &Error) -> String {
    let text = error.to_string();
    text.strip_prefix("make_swizzle: ").map_or_else(|| text.clone(), str::to_owned)
}
