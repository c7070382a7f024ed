//! The law of bounds.

use layout_algebra::bounds::Bounds;
use layout_algebra::{HTuple, Int, IntTuple, Layout, Truth};

use super::numbers::{components, points, size_of, value, value_at, values};
use super::{Law, ensure, text};

/// A coordinate `c` of `result` is in bounds just if `offset + result(c)` is a value of
/// `layout`.
///
/// This is the definition where the leaves of the layout do not meet, however far they are
/// continued: then it has a value outside of itself at no coordinate past its extents.
pub fn bounds(layout: &Layout, result: &Layout, offset: &Int, bounds: &Bounds) -> Law {
    let components = components(&[layout, result]);
    let [component] = components.as_slice() else { return Ok(()) };
    let mut inside = values(layout, &components)?;
    inside.sort_unstable();
    for x in points(result.shape())? {
        let at: IntTuple = HTuple::Leaf(Int::new(x));
        let here = value_at(&at, result, component)? + value(offset)?;
        let expected = inside.binary_search(&vec![here]).is_ok();
        let found = bounds.contain(&at).map_err(text)?;
        let agrees = match found {
            Truth::True => expected,
            Truth::False => !expected,
            Truth::Unknown => false,
        };
        ensure!(agrees, "{result} at {x} of {layout} is in bounds: {found:?}; {bounds}");
    }
    ensure!(size_of(result.shape())? > 0, "{result} is empty");
    Ok(())
}
