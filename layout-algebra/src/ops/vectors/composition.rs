//! `composition`: one layout after another.

use alloc::vec::Vec;

use super::layout_add;
use crate::axes::on_axis;
use crate::ops::{self, Outcome};
use crate::{Error, ErrorKind, HTuple, Int, Layout, ModePath, Terms, Vector, VectorLayout};

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
    let mut leaves = Vec::new();
    for (path, extent) in rhs.shape().leaf_paths() {
        let mut parts = parts.iter().filter_map(|part| part.get(path.indices()));
        let still = || Layout::of(HTuple::Leaf(extent.clone()), HTuple::Leaf(Vector::none()));
        let first = parts.next().map_or_else(still, Ok)?;
        let sum = parts.try_fold(first, |sum, part| match (sum.stride(), part.stride()) {
            // An extent of 1 keeps its steps: a coordinate of padding takes them.
            (HTuple::Leaf(one), HTuple::Leaf(two)) if *extent == Int::ONE => {
                Layout::of(HTuple::Leaf(Int::ONE), HTuple::Leaf(one.plus(two)?))
            }
            _ => layout_add(&sum, &part).map_err(|error| error.in_op(OP).at_path(path.clone())),
        })?;
        leaves.push(sum);
    }
    let mut each = leaves.iter();
    let shape =
        rhs.shape().try_flat_map(&mut |_| each.next().map(|leaf| leaf.shape().clone()).ok_or(()));
    let mut each = leaves.iter();
    let stride =
        rhs.shape().try_flat_map(&mut |_| each.next().map(|leaf| leaf.stride().clone()).ok_or(()));
    match (shape, stride) {
        (Ok(shape), Ok(stride)) => Ok(Outcome { layout: Layout::of(shape, stride)?, objection }),
        // There is one for each leaf.
        _ => Err(undecided(lhs, rhs, 2, Error::new(OP, ErrorKind::Overflow))),
    }
}

/// A part without a layout is none of the whole, unless others add to it.
fn undecided(lhs: &VectorLayout, rhs: &VectorLayout, domains: usize, error: Error) -> Error {
    match error.kind() {
        ErrorKind::BrokenRun { .. } | ErrorKind::NotAdditive { .. } if domains > 1 => {
            let question = alloc::format!("{lhs} o {rhs} is a layout");
            Error::new(OP, ErrorKind::Undecided { question }).in_operand(1)
        }
        _ => error,
    }
}
