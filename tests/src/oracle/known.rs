//! Differences from the definitions that are known and being removed: each leaves this list
//! with the change that removes it.

use super::case::{Operand, Question};
use super::draw::Tiler;
use super::function::Step;
use super::tree::{Layout, Tree};

/// The kind of a known difference.
pub fn known(question: &Question, why: &str) -> Option<&'static str> {
    let divides = ["divide", "local_tile", "outer_partition", "local_partition"];
    let is_divide = divides.iter().any(|word| question.op.name.contains(word));
    let offset = |step: &Step| matches!(step, Step::Add(_)) && *step != Step::Add(0);
    match question.op.name {
        "composition" if is_negative(question) => Some("composition at negative positions"),
        "composition" if has_empty(question) && why.contains("in bounds") => {
            Some("bounds of a layout without leaves")
        }
        _ if is_divide && has_empty(question) => Some("bounds of a layout without leaves"),
        _ if is_divide && why.contains("is in no tile") => {
            Some("padded divide that leaves positions out")
        }
        "complement" if why.contains("past") => Some("complement past its cotarget"),
        // The position that such a mode is given has no digit there; other operations go on
        // along the last leaf.
        "composition" | "with_shape" | "coalesce_z" if has_empty(question) => {
            Some("past the end of a layout whose last mode has no leaves")
        }
        // A symbol counts as an extent above 1 there.
        "is_injective" | "is_bijective" if question.is_symbolic() => {
            Some("is_injective and is_bijective where a symbol is 1")
        }
        "max_common_layout" if question.functions().any(|f| f.steps.iter().any(offset)) => {
            Some("max_common_layout with an offset")
        }
        _ => None,
    }
}

/// Whether a position that the right operand steps to may be negative.
fn is_negative(question: &Question) -> bool {
    fn has_negative(tiler: &Tiler) -> bool {
        match tiler {
            Tiler::Modes(modes) => modes.iter().any(has_negative),
            tiler => tiler.layout().is_some_and(|layout| layout.leaves().iter().any(|l| l.1 < 0)),
        }
    }
    question.others.iter().any(|operand| match operand {
        Operand::Function(function, _) => function.values().iter().any(|&value| value < 0),
        Operand::Tiler(tiler) => has_negative(tiler),
        _ => false,
    })
}

/// Whether the layout, or one of its modes, has no leaves.
fn has_empty(question: &Question) -> bool {
    fn is_empty(layout: &Layout) -> bool {
        match layout {
            Tree::Leaf(_) => false,
            Tree::Tuple(modes) => modes.is_empty() || modes.iter().any(is_empty),
        }
    }
    question.layout.domain.as_ref().is_some_and(is_empty)
}
