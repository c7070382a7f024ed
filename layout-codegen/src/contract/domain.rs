//! The domain of a function: the layout of its coordinates, before the functions that follow it.

use layout_algebra::{Function, Layout};

/// The layout of a function's coordinates; a swizzle alone has none.
pub(super) fn domain(function: &Function) -> Option<&Layout> {
    match function {
        Function::Layout(layout) => Some(layout),
        Function::Composed(layout) => layout.domain().ok(),
        Function::Swizzle(_) => None,
    }
}

/// The same function of another domain.
pub(super) fn with_domain(function: &Function, domain: Layout) -> Option<Function> {
    match function {
        Function::Composed(layout) => layout.with_domain(domain).ok().map(Function::from),
        _ => Some(domain.into()),
    }
}
