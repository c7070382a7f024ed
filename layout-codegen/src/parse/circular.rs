//! `n mod 4` in the place of an extent: a mode that comes round, which is `circular[mode]` of the layout of one turn.

use layout_algebra::ModePath;

use crate::syntax::{Expr, ExprKind, OpName};

/// The operation that `mod` stands for.
pub(super) const OP: &str = "circular";

/// A mode that comes round: its place, the extent, and where it is written.
pub(super) type Ring = (ModePath, OpName, Expr);

/// The modes of a shape that come round; in their places are the positions of one turn.
pub(super) fn taken(shape: &mut Expr) -> Vec<Ring> {
    let mut rings = Vec::new();
    take(shape, &ModePath::root(), &mut rings);
    rings
}

fn take(expr: &mut Expr, path: &ModePath, rings: &mut Vec<Ring>) {
    match &mut expr.kind {
        ExprKind::Tuple(items) => {
            for (i, item) in items.iter_mut().enumerate() {
                take(item, &path.child(i), rings);
            }
        }
        ExprKind::Labelled(_, of) => take(of, path, rings),
        ExprKind::Call(op, operands)
            if op.text == OP && op.at.is_empty() && operands.len() == 2 =>
        {
            if let (Some(extent), Some(period)) = (operands.pop(), operands.pop()) {
                rings.push((path.clone(), op.clone(), extent));
                *expr = period;
            }
        }
        _ => {}
    }
}

/// A layout of one turn, with the modes that come round.
pub(super) fn of(mut layout: Expr, rings: Vec<Ring>) -> Expr {
    for (path, mut op, extent) in rings {
        op.at.clear();
        for mode in path.indices() {
            op.at.push(Expr { kind: ExprKind::Int(*mode as i128), range: op.range });
        }
        let range = layout.range;
        layout = Expr { kind: ExprKind::Call(op, vec![layout, extent]), range };
    }
    layout
}

/// A shape that stands for its column-major layout, with the modes that come round.
pub(super) fn whole(mut shape: Expr) -> Expr {
    if !matches!(shape.kind, ExprKind::Tuple(_)) {
        return shape;
    }
    let rings = taken(&mut shape);
    of(shape, rings)
}
