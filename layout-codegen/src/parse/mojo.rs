//! Mojo's notation of layouts: `Layout(IntTuple(4, 8), IntTuple(8, 1))`, and `Layout.row_major(4, 8)`.

use proc_macro2::{Ident, Span, TokenTree};

use crate::cursor::Cursor;
use crate::syntax::{Expr, ExprKind, Name, OpName};

/// The order of compact strides of a constructor.
pub(super) struct Major(&'static str);

/// Takes `.row_major` or `.col_major` after `Layout`.
pub(super) fn eat_major(word: &str, cursor: &mut Cursor) -> Option<Major> {
    let majors = [("row_major", "LayoutRight"), ("col_major", "LayoutLeft")];
    let mut majors = majors.into_iter().filter(|_| word == "Layout");
    majors.find(|(name, _)| cursor.eat_joined('.', name)).map(|(_, major)| Major(major))
}

impl Major {
    /// The layout of a shape, which is one tuple or its items.
    pub(super) fn layout(&self, op: &OpName, operands: Vec<Expr>) -> ExprKind {
        let shape = match operands.as_slice() {
            [shape] if matches!(shape.kind, ExprKind::Tuple(_)) => shape.clone(),
            _ => Expr { kind: ExprKind::Tuple(operands), range: op.range },
        };
        let word = Ident::new(self.0, Span::call_site());
        let name = Name { text: self.0.to_owned(), tokens: TokenTree::Ident(word).into() };
        let major = Expr { kind: ExprKind::Name(name), range: op.range };
        ExprKind::Call(OpName::new("make_layout", op.range), vec![shape, major])
    }
}

/// The tuple of `IntTuple(…)`: of one integer, the integer.
pub(super) fn tuple(function: &OpName, operands: &[Expr]) -> Option<ExprKind> {
    match operands {
        _ if function.text != "IntTuple" => None,
        [one] => Some(one.kind.clone()),
        items => Some(ExprKind::Tuple(items.to_vec())),
    }
}
