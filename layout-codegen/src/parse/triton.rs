//! Triton's linear layouts, as it prints them: `#ttg.linear<{register = [[0, 1]], lane = […], …}>`.
//!
//! Each vector is where one bit of the number of a register, a lane, a warp or a block leads; a number
//! leads to the exclusive or of its bits' vectors. Where no two vectors share a bit that is their sum,
//! and they are the strides of a layout; of one dimension, they are what bits add in `xor_layout`.

use proc_macro2::{Delimiter, Group, Span, TokenTree};

use super::number::integer;
use crate::cursor::Cursor;
use crate::mode_names::ModeNames;
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind, OpName};

/// Kinds of numbered hardware, in the order in which their bits follow each other.
pub(crate) const PLACES: [&str; 4] = ["register", "lane", "warp", "block"];

/// The dialects of MLIR that have them: the name of today, and the one before.
pub(super) const DIALECTS: [&str; 2] = ["ttg", "triton_gpu"];

const EXPECTED: &str = "`linear<{register = …, lane = …, warp = …, block = …}>`";

/// Returns whether a layout of Triton comes after `#`.
pub(super) fn is_next(cursor: &mut Cursor) -> bool {
    DIALECTS.iter().any(|dialect| cursor.at_ident(dialect))
}

/// The layout whose mode 0 are the registers, mode 1 the lanes, then the warps and the blocks.
pub(super) fn linear(cursor: &mut Cursor, start: Span) -> Result<ExprKind, Diagnostic> {
    cursor.next();
    if !cursor.eat_joined('.', "linear") {
        let message = "of Triton's layouts those are read that it writes as `#ttg.linear<…>`";
        return Err(Diagnostic::new(cursor.since(start), message));
    }
    let opened = cursor.eat_punct('<');
    let group = cursor.next_group(Delimiter::Brace).filter(|_| opened);
    let closed = cursor.eat_punct('>');
    let Some(group) = group.filter(|_| closed) else {
        return Err(Diagnostic::new(cursor.since(start), format!("expected {EXPECTED} after `.`")));
    };
    let mut bits = Bits::default();
    let mut modes: [Option<Vec<Vector>>; 4] = Default::default();
    let mut inside = Cursor::inside(&group);
    while !inside.is_done() {
        let word = inside.ident("`register`, `lane`, `warp` or `block`")?;
        let place = PLACES.iter().position(|place| word == place);
        let Some(mode) = place.map(|place| &mut modes[place]).filter(|mode| mode.is_none()) else {
            let message = format!(
                "`{word}` is none of `register`, `lane`, `warp` and `block`, or stands twice"
            );
            return Err(Diagnostic::new(word.span(), message));
        };
        let vectors = match inside.eat_punct('=') {
            true => inside.next_group(Delimiter::Bracket),
            false => None,
        };
        let Some(vectors) = vectors else {
            let token = inside.next();
            return Err(inside.unexpected(token, "`= […]`"));
        };
        *mode = Some(bits.read(&vectors)?);
        if !inside.eat_punct(',') && !inside.is_done() {
            let token = inside.next();
            return Err(inside.unexpected(token, "`,` or `}`"));
        }
    }
    let range = cursor.since(start);
    let modes = modes.map(Option::unwrap_or_default);
    let tuple = |items| Expr { kind: ExprKind::Tuple(items), range };
    if let Some(shared) = bits.shared {
        if bits.dims > 1 {
            return Err(shared);
        }
        let (shapes, strides) = modes.iter().map(|vectors| f2_strides(vectors, range)).unzip();
        let operands = vec![tuple(shapes), tuple(strides)];
        return Ok(ExprKind::Call(OpName::new("xor_layout", range), operands));
    }
    let is_plain = bits.dims <= 1;
    let (shapes, strides) =
        modes.iter().map(|vectors| written(&leaves(vectors), is_plain, range)).unzip();
    let (shapes, strides) = (Box::new(tuple(shapes)), Box::new(tuple(strides)));
    Ok(ExprKind::Layout(shapes, strides, ModeNames::NONE))
}

/// A step and the dimension along which it leads.
type Vector = (i128, usize);

/// Bits in a row that lead along one dimension, each twice as far as the one before: an extent, a
/// stride and the dimension.
type Leaf = (i128, i128, usize);

/// The state after the vectors so far.
#[derive(Default)]
struct Bits {
    /// How many numbers each has; 0 before the first.
    dims: usize,
    /// The bits that some vector sets, dimension by dimension.
    taken: Vec<i128>,
    /// The error of the first vector that shares a bit with another.
    shared: Option<Diagnostic>,
}

impl Bits {
    /// The vectors of a place.
    fn read(&mut self, group: &Group) -> Result<Vec<Vector>, Diagnostic> {
        let mut vectors = Vec::new();
        let mut inside = Cursor::inside(group);
        while !inside.is_done() {
            let start = inside.here();
            let Some(vector) = inside.next_group(Delimiter::Bracket) else {
                let token = inside.next();
                return Err(inside.unexpected(token, "a vector such as `[0, 1]`"));
            };
            vectors.push(self.vector(&vector, inside.since(start))?);
            if !inside.eat_punct(',') && !inside.is_done() {
                let token = inside.next();
                return Err(inside.unexpected(token, "`,` or `]`"));
            }
        }
        Ok(vectors)
    }

    /// The step of one vector and its dimension.
    fn vector(&mut self, group: &Group, range: SpanRange) -> Result<Vector, Diagnostic> {
        let (mut inside, mut numbers) = (Cursor::inside(group), Vec::new());
        while !inside.is_done() {
            match inside.next() {
                Some(TokenTree::Literal(literal)) => {
                    numbers.push(integer(&literal.to_string(), literal.span(), 1)?);
                }
                token => return Err(inside.unexpected(token, "a number from 0 on")),
            }
            if !inside.eat_punct(',') && !inside.is_done() {
                let token = inside.next();
                return Err(inside.unexpected(token, "`,` or `]`"));
            }
        }
        if self.dims == 0 {
            self.dims = numbers.len();
            self.taken = vec![0; self.dims];
        }
        if numbers.len() != self.dims || numbers.is_empty() {
            let (found, dims) = (numbers.len(), self.dims);
            let message = format!("a vector of {found} numbers, beside those of {dims}");
            return Err(Diagnostic::new(range, message));
        }
        let mut steps = numbers.iter().enumerate().filter(|(_, number)| **number != 0);
        let Some((dim, &step)) = steps.next() else { return Ok((0, 0)) };
        if let Some((other, second)) = steps.next() {
            let message = format!(
                "a step would be {step}@{dim} + {second}@{other}\na stride of a layout steps along one \
                 dimension, as 2@0 does"
            );
            return Err(Diagnostic::new(range, message));
        }
        if self.taken[dim] & step != 0 && self.shared.is_none() {
            let message = format!(
                "{step} shares a bit with a vector before it\nTriton's exclusive or of both is not their \
                 sum, which a layout of several dimensions answers"
            );
            self.shared = Some(Diagnostic::new(range, message));
        }
        self.taken[dim] |= step;
        Ok((step, dim))
    }
}

/// The vectors as leaves of a mode.
fn leaves(vectors: &[Vector]) -> Vec<Leaf> {
    let mut leaves: Vec<Leaf> = Vec::new();
    for &(step, dim) in vectors {
        let twice = |&(extent, stride, along): &Leaf| {
            let is_small = extent < 1 << 64;
            along == dim && is_small && stride.checked_mul(extent) == Some(step)
        };
        match leaves.last_mut().filter(|leaf| twice(leaf)) {
            Some((extent, ..)) => *extent *= 2,
            None => leaves.push((2, step, dim)),
        }
    }
    leaves
}

/// The shape of a mode, and what each of its bits adds.
fn f2_strides(vectors: &[Vector], range: SpanRange) -> (Expr, Expr) {
    let expr = |kind| Expr { kind, range };
    let mut steps: Vec<Expr> = vectors.iter().map(|&(step, _)| expr(ExprKind::Int(step))).collect();
    let extent = 1i128.checked_shl(vectors.len() as u32).filter(|extent| *extent > 0);
    let extent = expr(ExprKind::Int(extent.unwrap_or(i128::MAX)));
    match steps.len() {
        0 => (extent, expr(ExprKind::Int(0))),
        1 => (extent, steps.remove(0)),
        _ => (extent, expr(ExprKind::Tuple(steps))),
    }
}

/// The shape and the stride of a mode: integers of one dimension, else steps along a basis.
fn written(leaves: &[Leaf], is_plain: bool, range: SpanRange) -> (Expr, Expr) {
    let expr = |kind| Expr { kind, range };
    let stride = |step: i128, dim: usize| match step {
        0 => ExprKind::Int(0),
        _ if is_plain => ExprKind::Int(step),
        _ => ExprKind::Basis(step, vec![dim]),
    };
    match leaves {
        [] => (expr(ExprKind::Int(1)), expr(ExprKind::Int(0))),
        [(extent, step, dim)] => (expr(ExprKind::Int(*extent)), expr(stride(*step, *dim))),
        _ => {
            let extents = leaves.iter().map(|(extent, ..)| expr(ExprKind::Int(*extent)));
            let strides = leaves.iter().map(|&(_, step, dim)| expr(stride(step, dim)));
            let (extents, strides) = (extents.collect(), strides.collect());
            (expr(ExprKind::Tuple(extents)), expr(ExprKind::Tuple(strides)))
        }
    }
}
