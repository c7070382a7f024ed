//! Differences from the definitions that are known and being removed: each leaves this list
//! with the change that removes it.

use super::case::Question;
use layout_laws::tree::{Layout, Tree};

/// The kind of a known difference.
pub fn known(question: &Question) -> Option<&'static str> {
    match question.op.name {
        // The position that such a mode is given has no digit there; other operations go on
        // along the last leaf.
        "composition" | "with_shape" | "coalesce_z" if has_empty(question) => {
            Some("past the end of a layout whose last mode has no leaves")
        }
        _ => None,
    }
}

/// True if the layout, or one of its modes, has no leaves.
fn has_empty(question: &Question) -> bool {
    fn is_empty(layout: &Layout) -> bool {
        match layout {
            Tree::Leaf(_) => false,
            Tree::Tuple(modes) => modes.is_empty() || modes.iter().any(is_empty),
        }
    }
    question.layout.domain.as_ref().is_some_and(is_empty)
}
