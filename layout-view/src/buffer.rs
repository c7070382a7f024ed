//! The error of a buffer that is too short for its layout.

use core::fmt;

use super::place::write_layout;
use crate::{Geometry, Layout, ShapeError};
use layout_runtime::internals::{AtRunTime, name_of};

/// The view that was made, or a panic with the layout, its name and the reason.
#[inline(always)]
#[track_caller]
pub(super) fn viewed<V, L: Layout>(result: Result<V, ShapeError>, layout: L) -> V {
    match result {
        Ok(view) => view,
        Err(error) => refuse::<L>(layout.geometry().counted(), error),
    }
}

/// Panics with the numbers, which are there by value: a reference to the layout would put it into memory where nothing is wrong, too, and what it divides by would
/// be computed.
#[cold]
#[inline(never)]
#[track_caller]
fn refuse<L: Layout>(numbers: AtRunTime<L>, error: ShapeError) -> ! {
    panic!("{}", Refused::<L>(numbers, error))
}

struct Refused<L: Layout>(AtRunTime<L>, ShapeError);

impl<L: Layout> fmt::Display for Refused<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = name_of::<L>() {
            write!(f, "{name}, ")?;
        }
        write_layout::<_, L::Map>(f, &self.0, 0)?;
        write!(f, ": {}", self.1.without_layout())
    }
}
