//! `composition`: one layout after another.

use alloc::vec::Vec;

use super::layout_add;
use crate::axes::on_axis;
use crate::ops::{self, Outcome};
use crate::{
    Error, ErrorAddress, ErrorKind, HTuple, Int, Layout, ModePath, Terms, Vector, VectorLayout,
};

const OP: &str = "composition";

/// The layout `R(c) = A(B(c))` in a shape that refines that of `B`, as [`ops::composition`](crate::ops::composition), of layouts
/// whose strides may have several terms.
///
/// `A(B(c))` is the sum, over the elements `k` of the basis that `B` steps along, of what mode `k` of `A` answers there: each is a
/// composition of layouts of integers for each element that `A` steps along, and they are added leaf by leaf.
///
/// # Errors
///
/// The errors of [`ops::composition`](crate::ops::composition) and [`layout_add`];
/// [`ErrorKind::Undecided`] where a part is no layout, and with another part, along the same
/// element, may add up to one.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let [matrix, a, b] = ["(4,4):(4,1)", "4:1@0", "4:1@1"].map(|text| text.parse::<Layout>().unwrap().into());
/// let diagonal = ops::vectors::layout_add(&a, &b).unwrap();
/// let composed = ops::vectors::composition(&matrix, &diagonal).unwrap();
/// assert_eq!(composed.layout.to_string(), "4:5");
/// ```
pub fn composition(lhs: &VectorLayout, rhs: &VectorLayout) -> Result<Outcome<VectorLayout>, Error> {
    let (mut parts, mut objection) = (Vec::new(), None);
    let domains = rhs.axes();
    for domain in &domains {
        let mode = ops::mode_at(lhs, domain)?;
        let inner = rhs.along(domain)?;
        let mut axes = mode.axes();
        if axes.is_empty() {
            // A mode that answers 0 everywhere has an end, too.
            axes.push(ModePath::root());
        }
        for axis in axes {
            let composed = ops::composition(&mode.along(&axis)?, &inner);
            let composed = composed.map_err(|error| undecided(lhs, rhs, domains.len(), error))?;
            objection = objection.or(composed.objection);
            parts.push(VectorLayout::from(on_axis(&composed.layout, &axis)?));
        }
    }
    let (mut shapes, mut strides) = (Vec::new(), Vec::new());
    for (path, extent) in rhs.shape().leaf_paths() {
        let mut sum: Option<VectorLayout> = None;
        for part in &parts {
            let Some(part) = part.get(path.indices()) else { continue };
            sum = Some(match &sum {
                Some(sum) => add(sum, &part, extent).at_path(path.clone())?,
                None => part,
            });
        }
        let sum = match sum {
            Some(sum) => sum,
            None => Layout::of(HTuple::Leaf(extent.clone()), HTuple::Leaf(Vector::none()))?,
        };
        shapes.push(sum.shape().clone());
        strides.push(sum.stride().clone());
    }
    let (shape, stride) = (rhs.shape().with_parts(shapes), rhs.shape().with_parts(strides));
    Ok(Outcome { layout: Layout::of(shape, stride)?, objection })
}

/// The sum of two parts of a leaf of this extent. With an extent of 1 it keeps its steps: a coordinate of padding takes them.
fn add(a: &VectorLayout, b: &VectorLayout, extent: &Int) -> Result<VectorLayout, Error> {
    match (a.stride(), b.stride()) {
        (HTuple::Leaf(one), HTuple::Leaf(two)) if *extent == Int::ONE => {
            Layout::of(HTuple::Leaf(Int::ONE), HTuple::Leaf(one.plus(two)?))
        }
        _ => layout_add(a, b).in_op(OP),
    }
}

/// A part without a layout is none of the whole, unless others add to it.
fn undecided(lhs: &VectorLayout, rhs: &VectorLayout, domains: usize, error: Error) -> Error {
    match error.kind() {
        ErrorKind::BrokenRun { .. } | ErrorKind::NotAdditive { .. } if domains > 1 => {
            Error::undecided(OP, format_args!("{lhs} o {rhs} is a layout")).in_operand(1)
        }
        _ => error,
    }
}
