//! Triton's linear layouts, as it prints them: `#ttg.linear<{register = [[0, 1]], lane = […], …}>`, also with the alias `#linear =`
//! in front; and as its Gluon makes them, `DistributedLinearLayout(reg_bases=[[0, 1]], lane_bases=[…], …)`.
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

/// The name of a linear layout of Gluon.
const GLUON: &str = "DistributedLinearLayout";

/// The operands of Gluon's: the places in the same order, and the extents of the tensor.
const GLUON_PLACES: [&str; 4] = ["reg_bases", "lane_bases", "warp_bases", "block_bases"];

/// Returns whether a layout of Triton comes after `#`.
pub(super) fn is_next(cursor: &mut Cursor) -> bool {
    DIALECTS.iter().any(|dialect| cursor.at_ident(dialect))
}

/// Takes the alias `#linear =` in front of a layout, as it stands at the head of Triton's dumps.
pub(super) fn eat_alias(cursor: &mut Cursor) {
    let is_mark = |token: Option<&TokenTree>, mark| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
    let is_alias = cursor.at_punct('#')
        && matches!(cursor.ahead(1), Some(TokenTree::Ident(_)))
        && is_mark(cursor.ahead(2), '=')
        && is_mark(cursor.ahead(3), '#');
    if is_alias {
        (0..3).for_each(|_| drop(cursor.next()));
    }
}

/// Returns whether a word is the function of Gluon's linear layouts, whose operands come next.
pub(super) fn is_gluon(word: &str, cursor: &mut Cursor) -> bool {
    word == GLUON && cursor.at_group(Delimiter::Parenthesis)
}

/// The layout of `(reg_bases=[[0, 1]], lane_bases=[…], warp_bases=[…], block_bases=[…], shape=[…])`.
pub(super) fn gluon(cursor: &mut Cursor, start: Span) -> Result<ExprKind, Diagnostic> {
    let Some(group) = cursor.next_group(Delimiter::Parenthesis) else {
        return Err(cursor.unexpected(None, "`(reg_bases=[…], …)`"));
    };
    let mut inside = Cursor::inside(&group);
    let (bits, modes, shape) = places(&mut inside, &GLUON_PLACES, true)?;
    if let Some((shape, range)) = shape.filter(|(shape, _)| ![0, *shape].contains(&bits.dims)) {
        let dims = bits.dims;
        let message = format!("a shape of {shape} dimensions, beside vectors of {dims} numbers");
        return Err(Diagnostic::new(range, message));
    }
    layout(bits, modes, cursor.since(start))
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
    let (bits, modes, _) = places(&mut Cursor::inside(&group), &PLACES, false)?;
    layout(bits, modes, cursor.since(start))
}

/// The vectors of each place.
type Modes = [Vec<Vector>; 4];

/// The rank of a shape, and its place in the input.
type Rank = (usize, SpanRange);

/// The vectors behind the names of the places, and the rank of `shape = […]`, if that may be there.
fn places(
    inside: &mut Cursor,
    names: &[&str; 4],
    has_shape: bool,
) -> Result<(Bits, Modes, Option<Rank>), Diagnostic> {
    let [first, second, third, fourth] = names;
    let (mut bits, mut shape) = (Bits::default(), None);
    let mut modes: [Option<Vec<Vector>>; 4] = Default::default();
    while !inside.is_done() {
        let word = inside.ident(&format!("`{first}`, `{second}`, `{third}` or `{fourth}`"))?;
        let is_shape = has_shape && word == "shape" && shape.is_none();
        let place = names.iter().position(|place| word == place);
        let place = place.filter(|place| modes[*place].is_none());
        if place.is_none() && !is_shape {
            let message = format!(
                "`{word}` is none of `{first}`, `{second}`, `{third}` and `{fourth}`, or stands twice"
            );
            return Err(Diagnostic::new(word.span(), message));
        }
        let list = match inside.eat_punct('=') {
            true => inside.next_group(Delimiter::Bracket),
            false => None,
        };
        let Some(list) = list else {
            let token = inside.next();
            return Err(inside.unexpected(token, "`= […]`"));
        };
        match place {
            Some(place) => modes[place] = Some(bits.read(&list)?),
            None => shape = Some((integers(&list)?.len(), inside.since(word.span()))),
        }
        if !inside.eat_punct(',') && !inside.is_done() {
            let token = inside.next();
            return Err(inside.unexpected(token, "`,` or the end of the places"));
        }
    }
    Ok((bits, modes.map(Option::unwrap_or_default), shape))
}

/// The layout of the vectors of each place.
fn layout(bits: Bits, modes: Modes, range: SpanRange) -> Result<ExprKind, Diagnostic> {
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
        let numbers = integers(group)?;
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

/// The numbers of a list.
fn integers(group: &Group) -> Result<Vec<i128>, Diagnostic> {
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
    Ok(numbers)
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
