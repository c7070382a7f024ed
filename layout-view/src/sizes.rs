//! Sizes of a source and a target, and the errors where they differ.

use core::marker::PhantomData;

use super::operand::{ConstantLayout, Operand};
use crate::dynamic::ShapeError;
use layout_runtime::internals::Message;

/// Conditions of a source and a target together, as constants that public functions name.
pub(super) struct Pairs<S, D>(PhantomData<(S, D)>);

impl<S: Operand, D: Operand> Pairs<S, D> {
    /// Proof that both have one size.
    pub(super) const SAME: () = assert_sizes(S::CONSTANT, D::CONSTANT);
    /// Besides, no two coordinates of the target share an element.
    pub(super) const COPIED: () = {
        let () = D::INJECTIVE;
        assert_sizes(S::CONSTANT, D::CONSTANT);
    };
    /// The target has the size of the modes after the source's first, and no two coordinates of it share an element.
    pub(super) const FOLDED: () = {
        let () = S::FOLDED;
        let () = D::INJECTIVE;
        assert_fold(S::CONSTANT, D::CONSTANT);
    };
}

/// The value, or a panic with the text of the error.
#[inline(always)]
#[track_caller]
pub(super) fn done<T>(result: Result<T, ShapeError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => error.panic(),
    }
}

/// Checks that there are as many coordinates in the source as in the target.
///
/// # Errors
///
/// The sizes differ.
#[inline(always)]
pub(super) fn check_sizes(source: usize, target: usize) -> Result<(), ShapeError> {
    if source == target { Ok(()) } else { Err(sizes_differ(source, target)) }
}

/// The error of a source and a target whose sizes differ.
#[inline(always)]
pub(super) fn sizes_differ(source: usize, target: usize) -> ShapeError {
    let rule = "a source and a target must have the same size";
    let numbers = [source as i128, target as i128];
    ShapeError::broken("", rule, &["source", "target"], &numbers)
}

/// Panics where two layouts that the compiler knows have different sizes.
#[track_caller]
const fn assert_sizes(source: Option<ConstantLayout>, target: Option<ConstantLayout>) {
    if let (Some(source), Some(target)) = (source, target)
        && source.size != target.size
    {
        differ(source.notation, source.size, " coordinates, ", target);
    }
}

/// Panics where a layout has, after its first mode, another size than the target, if the compiler knows both.
#[track_caller]
const fn assert_fold(source: Option<ConstantLayout>, target: Option<ConstantLayout>) {
    if let (Some(source), Some(target)) = (source, target)
        && source.size / source.head != target.size
    {
        let size = source.size / source.head;
        differ(source.notation, size, " coordinates after its first mode, ", target);
    }
}

#[track_caller]
const fn differ(notation: &str, size: usize, coordinates: &str, target: ConstantLayout) -> ! {
    let message = Message::new("the sizes differ: ")
        .text(notation)
        .text(" has ")
        .integer(size as isize)
        .text(coordinates)
        .text(target.notation)
        .text(" has ")
        .integer(target.size as isize);
    message.panic();
}
