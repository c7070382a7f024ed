//! Names where a layout has another shape of the same 1-D coordinates.
//!
//! A mode takes digits of the 1-D coordinate: of `(4,8)`, mode 0 takes `c mod 4` and mode 1 `⌊c/4⌋ mod 8`. A mode of the
//! new shape that takes the same digits is the same mode, and keeps its name.

use layout_algebra::{HTuple, Int, IntTuple, ModePath, ops};

use super::parts::Names;
use crate::mode_names::{ModeNames, is_part};
use crate::operations::annotations;
use crate::operations::row::Call;

/// Names of the result of `with_shape`: those of the shape, then those of the layout.
pub(in super::super) fn reshaped(call: &Call<'_>) -> ModeNames {
    kept(call, &[1, 0])
}

/// Names of two layouts over the common refinement of their shapes: those of the first, then those of the second.
pub(in super::super) fn refined(call: &Call<'_>) -> ModeNames {
    kept(call, &[0, 1])
}

/// The names of operands, where the modes that they have are modes of the result. The first operand that names a mode has
/// the word, and a name that two modes would have is that of neither.
fn kept(call: &Call<'_>, operands: &[usize]) -> ModeNames {
    let Some(result) = annotations::shape(call.result) else { return ModeNames::NONE };
    let modes = digits(&result);
    let mut named = Names::new();
    for &operand in operands {
        let (names, shape) =
            (&call.of[operand].names, annotations::shape(call.operands.value(operand)));
        let (Some(shape), false) = (shape, names.is_none()) else { continue };
        for (path, own) in digits(&shape) {
            let Some(name) = names.of(path.indices()) else { continue };
            let mut same = modes.iter().filter(|(_, other)| *other == own);
            // One that is alone in a tuple is that tuple.
            let Some((found, _)) = same.next() else { continue };
            if same.all(|(inner, _)| inner.indices().starts_with(found.indices())) {
                named.push((found.clone(), name.to_owned()));
            }
        }
    }
    let mut first = Names::new();
    for (path, name) in &named {
        let is_one = named.iter().all(|(other, text)| text != name || other == path);
        if is_one && first.iter().all(|other| fit(other, &(path.clone(), name.clone()))) {
            first.push((path.clone(), name.clone()));
        }
    }
    ModeNames::new(first)
}

/// Returns whether both modes may have these names: a mode within another also has the name of that one.
fn fit(one: &(ModePath, String), other: &(ModePath, String)) -> bool {
    let ((path, name), (other, text)) = (one, other);
    path != other
        && (!path.indices().starts_with(other.indices()) || is_part(name, text))
        && (!other.indices().starts_with(path.indices()) || is_part(text, name))
}

/// The modes of a shape, from the outside, each with the coordinates before it and its own: `(∏ sⱼ of j < i, sᵢ)`.
fn digits(shape: &IntTuple) -> Vec<(ModePath, (Int, Int))> {
    fn walk(
        shape: &IntTuple,
        path: &ModePath,
        before: &Int,
        modes: &mut Vec<(ModePath, (Int, Int))>,
    ) -> Option<Int> {
        let size = ops::product(shape).ok()?;
        if !path.is_root() {
            modes.push((path.clone(), (before.clone(), size.clone())));
        }
        if let HTuple::Tuple(items) = shape {
            let mut before = before.clone();
            for (i, item) in items.iter().enumerate() {
                before = walk(item, &path.child(i), &before, modes)?;
            }
        }
        before.mul(&size).ok()
    }
    let mut modes = Vec::new();
    // Extents that overflow have no digits, and no names.
    match walk(shape, &ModePath::root(), &Int::ONE, &mut modes) {
        Some(_) => modes,
        None => Vec::new(),
    }
}
