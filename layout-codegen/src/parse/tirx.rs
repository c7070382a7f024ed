//! TIRx's notation of layouts, which is Axe's: `S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid`, also in
//! `TileLayout(…)`, as it is printed. `S` are elements, `R` their replicas, and what follows is where the first element is.
//!
//! The modes are those of `S`, so that a coordinate of several numbers means the same here and there. Of an integer, TIRx's last
//! mode is the fastest, and CuTe's first. An offset is beside the layout, as that of a slice is.

use layout_algebra::CollectVec;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenTree};

use super::axis_names;
use super::label::names_of;
use super::parser::Parser;
use super::symbol::number_of;
use crate::cursor::Cursor;
use crate::mode_names::REPLICA;
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind, Infix, Label, OpName, Operator};
use crate::token::{is_group, is_one_of, is_punct};

/// The axis of memory, along which a stride without an axis steps.
pub(crate) const MEMORY: &str = "m";

const EXPECTED: &str = "`S[…]`, `R[…]` or an offset such as `5@warpid`";

/// Extents and strides in brackets.
#[derive(Default)]
struct Iters {
    extents: Vec<Expr>,
    strides: Vec<Expr>,
}

/// The terms of a layout.
struct Terms {
    elements: Iters,
    replicas: Iters,
    offsets: Vec<Expr>,
}

/// Returns whether a word begins a layout of TIRx.
pub(super) fn is_next(word: &str, cursor: &mut Cursor) -> bool {
    match word {
        "S" | "R" => cursor.at_group(Delimiter::Bracket),
        "TileLayout" => cursor.at_group(Delimiter::Parenthesis),
        // The module, `T.S[…]`.
        "T" | "Tx" => {
            cursor.at_punct('.')
                && matches!(cursor.ahead(1), Some(TokenTree::Ident(word)) if is_one_of(word, &["S", "R", "TileLayout"]))
        }
        _ => false,
    }
}

/// Returns whether a word is a symbol in an offset, and no `S[…]` or `R[…]`.
fn is_offset(word: &Ident, cursor: &mut Cursor) -> bool {
    let is_module = (word == "T" || word == "Tx") && is_punct(cursor.ahead(1), '.');
    !(is_module || (word == "S" || word == "R") && is_group(cursor.ahead(1), Delimiter::Bracket))
}

impl Parser<'_> {
    /// The layout that begins with a word.
    pub(super) fn tirx(
        &mut self,
        cursor: &mut Cursor,
        mut word: Ident,
    ) -> Result<ExprKind, Diagnostic> {
        let start = word.span();
        self.count_call(cursor)?;
        if cursor.eat_punct('.') {
            word = cursor.ident("`S`, `R` or `TileLayout`")?;
        }
        if word == "TileLayout" {
            let Some(group) = cursor.next_group(Delimiter::Parenthesis) else {
                return Err(cursor.unexpected(None, EXPECTED));
            };
            let mut inside = Cursor::inside(&group);
            let word = inside.ident(EXPECTED)?;
            let of = self.nested(start, false)?.tirx(&mut inside, word)?;
            inside.end("`+` or `)`")?;
            return Ok(of);
        }
        let mut terms =
            Terms { elements: Iters::default(), replicas: Iters::default(), offsets: Vec::new() };
        self.iters(&mut terms, &word, cursor)?;
        while cursor.eat_punct('+') {
            let term = cursor.here();
            match cursor.peek().cloned() {
                Some(TokenTree::Ident(mut word)) if !is_offset(&word, cursor) => {
                    cursor.next();
                    if cursor.eat_punct('.') {
                        word = cursor.ident("`S` or `R`")?;
                    }
                    self.iters(&mut terms, &word, cursor)?;
                }
                _ => {
                    let of = self.nested(term, true)?.factor(cursor)?;
                    // Several may stand in parentheses.
                    terms.offsets.push(match of.kind {
                        ExprKind::Tuple(mut items) if items.len() == 1 => items.remove(0),
                        _ => of,
                    });
                }
            }
        }
        terms.layout(cursor.since(start))
    }

    /// `[extents:strides]` after `S` or `R`.
    fn iters(
        &mut self,
        terms: &mut Terms,
        word: &Ident,
        cursor: &mut Cursor,
    ) -> Result<(), Diagnostic> {
        let Some(group) = cursor.next_group(Delimiter::Bracket) else {
            return Err(cursor.refused(&format!("`[extents:strides]` after `{word}`")));
        };
        let into = match word.to_string().as_str() {
            "S" => &mut terms.elements,
            _ => &mut terms.replicas,
        };
        if !into.extents.is_empty() {
            let message = format!("`{word}[…]` stands twice");
            return Err(Diagnostic::new(word.span(), message).help(
                "its extents and strides stand in one, as in `S[(8,4):(4@laneid,1@laneid)]`",
            ));
        }
        *into = self.nested(group.span_open(), true)?.extents_and_strides(&group)?;
        Ok(())
    }

    fn extents_and_strides(&mut self, group: &Group) -> Result<Iters, Diagnostic> {
        let mut inside = Cursor::inside(group);
        let mut extents = Vec::new();
        while !inside.is_done() && !inside.at_punct(':') {
            extents.push(number_of(self.sum(&mut inside)?));
            if !inside.eat_punct(',') {
                break;
            }
        }
        if let [Expr { kind: ExprKind::Tuple(items), .. }] = extents.as_slice() {
            extents = items.clone();
        }
        if extents.is_empty() {
            return Err(Diagnostic::new(group.span_close(), "expected extents, found none"));
        }
        let strides = match inside.eat_punct(':') {
            true => {
                let strides = self.sum(&mut inside)?;
                match strides.kind {
                    ExprKind::Tuple(items) => items,
                    _ => vec![strides],
                }
            }
            false => row_major(&extents),
        };
        inside.end("`]`")?;
        if extents.len() != strides.len() {
            let message =
                format!("{} extents stand beside {} strides", extents.len(), strides.len());
            return Err(Diagnostic::new(SpanRange::from(group.span_open()), message));
        }
        let strides = strides.into_iter().map(number_of).map(with_axis).collect_vec();
        Ok(Iters { extents, strides })
    }
}

/// The strides of extents alone, of which the last is the fastest.
fn row_major(extents: &[Expr]) -> Vec<Expr> {
    let mut strides: Vec<Expr> = Vec::new();
    for extent in extents.iter().skip(1).rev() {
        let range = extent.range;
        let one = Expr { kind: ExprKind::Int(1), range };
        let inner = strides.last().cloned().unwrap_or(one);
        strides.push(product(inner, extent.clone()));
    }
    strides.reverse();
    let range = extents.last().map_or(Span::call_site().into(), |last| last.range);
    strides.push(Expr { kind: ExprKind::Int(1), range });
    strides
}

fn product(a: Expr, b: Expr) -> Expr {
    let range = b.range;
    let kind = match (&a.kind, &b.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) if a.checked_mul(*b).is_some() => ExprKind::Int(a * b),
        _ => {
            let infix = Infix { operator: Operator::Mul, range };
            ExprKind::Arithmetic(infix, Box::new([a, b]))
        }
    };
    Expr { kind, range }
}

fn sum(a: Expr, b: Expr) -> Expr {
    let range = a.range.to(b.range);
    let infix = Infix { operator: Operator::Add, range: b.range };
    Expr { kind: ExprKind::Arithmetic(infix, Box::new([a, b])), range }
}

/// Python's `"laneid"` and `(4, "laneid")` are steps along an axis.
fn with_axis(stride: Expr) -> Expr {
    let range = stride.range;
    let text = |of: &Expr| match &of.kind {
        ExprKind::Text(text) => Some(Label { text: text.value.clone(), range: of.range }),
        _ => None,
    };
    if let Some(axis) = text(&stride) {
        return one_along(axis, range);
    }
    match &stride.kind {
        ExprKind::Tuple(items) => match items.as_slice() {
            [steps, axis] => match (&steps.kind, text(axis)) {
                (ExprKind::Int(steps), Some(axis)) => {
                    Expr { kind: ExprKind::Axis(*steps, Vec::new(), axis), range }
                }
                (_, Some(axis)) => product(steps.clone(), one_along(axis, range)),
                _ => stride,
            },
            _ => stride,
        },
        _ => stride,
    }
}

/// Returns whether a stride, or a term of it, has an axis other than that of memory.
fn has_axis(of: &mut Expr) -> bool {
    match &of.kind {
        ExprKind::Axis(_, _, axis) => axis.text != MEMORY,
        _ => of.kind.parts_mut().into_iter().any(has_axis),
    }
}

/// Gives steps without an axis that of memory, or takes it from them.
fn along_memory(of: &mut Expr, named: bool) {
    let range = of.range;
    match &mut of.kind {
        ExprKind::Tuple(items) => {
            items.iter_mut().for_each(|item| along_memory(item, named));
            return;
        }
        ExprKind::Arithmetic(infix, operands) => {
            let is_sum = matches!(infix.operator, Operator::Add | Operator::Sub);
            let along = |of: &Expr| matches!(of.kind, ExprKind::Axis(..));
            // A product has the axis of its factor.
            if is_sum || operands.iter().any(along) {
                let operands = operands.iter_mut().filter(|of| is_sum || along(of));
                operands.for_each(|operand| along_memory(operand, named));
                return;
            }
        }
        ExprKind::Axis(steps, inside, axis) => {
            if !named && inside.is_empty() && axis.text == MEMORY {
                of.kind = ExprKind::Int(*steps);
            }
            return;
        }
        _ => {}
    }
    if !named {
        return;
    }
    let axis = Label { text: MEMORY.to_owned(), range };
    of.kind = match &of.kind {
        ExprKind::Int(steps) => ExprKind::Axis(*steps, Vec::new(), axis),
        _ => product(of.clone(), one_along(axis, range)).kind,
    };
}

/// One step along an axis.
fn one_along(axis: Label, range: SpanRange) -> Expr {
    Expr { kind: ExprKind::Axis(1, Vec::new(), axis), range }
}

/// The only item, or the tuple of several.
fn alone_or_tuple(mut items: Vec<Expr>, range: SpanRange) -> Expr {
    match items.len() {
        1 => items.remove(0),
        _ => Expr { kind: ExprKind::Tuple(items), range },
    }
}

impl Terms {
    fn layout(self, range: SpanRange) -> Result<ExprKind, Diagnostic> {
        let Terms { elements, replicas, offsets } = self;
        if elements.extents.is_empty() {
            return Err(Diagnostic::new(range, "replicas stand beside elements: `S[1:1]` has one"));
        }
        let (mut extents, mut strides) = (elements.extents, elements.strides);
        if !replicas.extents.is_empty() {
            let label = Label { text: REPLICA.to_owned(), range };
            let of = Box::new(alone_or_tuple(replicas.extents, range));
            extents.push(Expr { kind: ExprKind::Labelled(label, of), range });
            strides.push(alone_or_tuple(replicas.strides, range));
        }
        let modes = extents.len();
        if let Some(offset) = offsets.into_iter().reduce(sum) {
            extents.push(Expr { kind: ExprKind::Int(2), range });
            strides.push(offset);
        }
        let has_offset = extents.len() > modes;
        let named = strides.iter_mut().any(has_axis);
        strides.iter_mut().for_each(|stride| along_memory(stride, named));
        let (mut shape, mut stride) =
            (alone_or_tuple(extents, range), alone_or_tuple(strides, range));
        let names = names_of(&mut shape)?;
        let names = names.with_axes(&axis_names::of_strides(&mut stride)?);
        let layout = ExprKind::Layout(Box::new(shape), Box::new(stride), names);
        if !has_offset {
            return Ok(layout);
        }
        // The part of the layout at the offset, which is one step of a mode of its own.
        let mut at = vec![Expr { kind: ExprKind::Underscore, range }; modes];
        at.push(Expr { kind: ExprKind::Int(1), range });
        let operands =
            vec![Expr { kind: ExprKind::Tuple(at), range }, Expr { kind: layout, range }];
        Ok(ExprKind::Call(OpName::new("slice_and_offset", range), operands))
    }
}
