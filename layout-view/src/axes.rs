//! Arrays of other libraries: axes, each with an extent and a stride.

use crate::dynamic::ShapeError;
use crate::{Geometry, Identity};
use layout_runtime::internals::{Checks, Leaves, Span};

/// Calls a function with each axis, its extent and its stride: the leaves, in their order.
pub(super) fn each_axis<G: Geometry>(geometry: &G, f: impl FnMut(usize, usize, isize)) {
    struct Each<F> {
        axis: usize,
        f: F,
    }

    impl<F: FnMut(usize, usize, isize)> Leaves for Each<F> {
        fn leaf(&mut self, extent: usize, stride: isize) {
            (self.f)(self.axis, extent, stride);
            self.axis += 1;
        }
    }

    geometry.visit(&mut Each { axis: 0, f });
}

/// The elements that a layout spans, where its offsets fit and an array has its axes. There are as many of both.
///
/// A stride that is never taken need not be the same: that of an extent of 1, and all of an array
/// without elements.
pub(super) fn check_axes<G: Geometry>(
    geometry: &G,
    (shape, strides): (&[usize], &[isize]),
) -> Result<Span, ShapeError> {
    let Some(span) = G::Phase::span::<G, Identity>(geometry) else {
        return Err(G::Phase::unspanned::<G, Identity>(geometry));
    };
    let mut modes = 0;
    each_axis(geometry, |_, _, _| modes += 1);
    if [shape.len(), strides.len()] != [modes; 2] {
        let rule = "an array must have an axis for each mode of its layout";
        let numbers = [modes as i128, shape.len() as i128];
        let notation = G::Phase::notation::<G, Identity>();
        return Err(ShapeError::broken(notation, rule, &["modes", "array_axes"], &numbers));
    }
    let (mut broken, is_empty) = (None, G::Phase::is_empty(geometry));
    each_axis(geometry, |axis, extent, stride| {
        let is_step = extent <= 1 || is_empty || strides[axis] == stride;
        if broken.is_none() && !(shape[axis] == extent && is_step) {
            broken = Some([
                axis as i128,
                extent as i128,
                stride as i128,
                shape[axis] as i128,
                strides[axis] as i128,
            ]);
        }
    });
    let Some(numbers) = broken else { return Ok(span) };
    let rule = "an array must have the extents and the strides of its layout";
    let names = &["axis", "extent", "stride", "array_extent", "array_stride"];
    Err(ShapeError::broken(G::Phase::notation::<G, Identity>(), rule, names, &numbers))
}
