//! `infer_layout`: the layout or swizzled layout of a function.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::xor_layout::{BITS, of_images};
use crate::exact::infer::{EVALUATIONS, Linear, Swizzled, linear, swizzled};
use crate::exact::known;
use crate::exact::step_sum::Mode;
use crate::ops::value_clause;
use crate::ops::{self, idx2crd};
use crate::{
    CollectVec, ComposedLayout, Error, ErrorAddress, ErrorKind, Function, HTuple, Int, IntTuple,
    Layout, ModePath, Stride,
};

const OP: &str = "infer_layout";

/// The smallest layout or swizzled layout `R` with `R(c) = values[i]` at every
/// coordinate `c` of a shape, where `i` is its 1-D coordinate. There are as many
/// values as the shape has elements.
///
/// The shape of `R` refines the given one: each of its extents becomes an extent, or
/// a tuple of as few as there can be. Only its values decide between
///
/// 1. a layout, which is unique;
/// 2. a layout and an offset, `Sw<0,4,3> o offset o layout` with CuTe's swizzle that
///    flips nothing, where the first value is not 0;
/// 3. `Sw<B,M,S> o offset o layout` with the smallest `B`, then `M`, then `|S|`, and
///    positive `S` before negative;
/// 4. where all extents are powers of two, several swizzles after a layout and an offset: whatever [`xor_layout`](super::xor_layout)
///    answers, exclusive-or an offset.
///
/// Whatever its swizzle and its offset, no layout with one swizzle is missed, and no map of bits.
///
/// # Errors
///
/// [`ErrorKind::NoLayout`] with the first index up to which there is none, as the path;
/// [`ErrorKind::Mismatch`] for another number of values, [`ErrorKind::Extent`],
/// [`ErrorKind::Overflow`], [`ErrorKind::Undecided`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let leaf = |n| HTuple::Leaf(Int::new(n));
/// let shape = HTuple::Tuple(vec![leaf(8), leaf(8)]);
/// let infer = |f: fn(i128, i128) -> i128| {
///     let values: Vec<Int> = (0..64).map(|x| Int::new(f(x % 8, x / 8))).collect();
///     ops::swizzled::infer_layout(&values, &shape).map(|found| found.to_string())
/// };
/// assert_eq!(infer(|i, j| i * 8 + j).unwrap(), "(8,8):(8,1)");
/// assert_eq!(infer(|i, j| i * 8 + (j ^ i)).unwrap(), "Sw<3,0,3> o 0 o (8,8):(8,1)");
/// assert_eq!(infer(|i, j| i % 4 * 2 + i / 4 + j * 8).unwrap(), "((4,2),8):((2,1),8)");
/// assert_eq!(infer(|i, j| 5 + i * 8 + j).unwrap(), "Sw<0,4,3> o 5 o (8,8):(8,1)");
/// // Two swizzles.
/// assert_eq!(infer(|i, j| i + j * 8 ^ j / 2 % 2 ^ j / 4 * 2).unwrap(), "Sw<2,0,4> o 0 o (8,8):(1,8)");
/// assert_eq!(
///     infer(|i, j| i + j * 8 ^ (j / 2 + j) % 2).unwrap(),
///     "Sw<1,0,4> o 0 o Sw<1,0,3> o 0 o (8,8):(1,8)",
/// );
/// assert!(infer(|i, j| i * j).is_err());
/// ```
pub fn infer_layout(values: &[Int], shape: &IntTuple) -> Result<Function, Error> {
    crate::layout::check_extents(shape).in_op(OP)?;
    let size = known(&ops::size(&ops::col_major(shape)?)?)?;
    if size != values.len() as i128 {
        let left = format!("{} values", values.len());
        let kind = ErrorKind::Mismatch { left, right: format!("shape {shape}") };
        return Err(Error::new(OP, kind));
    }
    let table = values.iter().map(known).try_collect_vec()?;
    let mut extents = Vec::new();
    for extent in shape.leaves() {
        // None is larger than their product, the number of values.
        extents.push(known(extent)? as usize);
    }
    let one = match swizzled(&table, &extents, EVALUATIONS) {
        Swizzled::Layout(modes) => return Ok(refined(shape, modes)?.into()),
        Swizzled::Composed { swizzle, offset, modes } => {
            let layout = refined(shape, modes)?;
            return Ok(ComposedLayout::new(swizzle, Int::new(offset), layout)?.into());
        }
        // Neither is one swizzle the answer, nor is it out of the question.
        other => other,
    };
    let several = match extents.iter().all(|extent| extent.is_power_of_two()) {
        true => linear(&table, BITS),
        false => Linear::Differs(0),
    };

    match (several, one) {
        (Linear::Found(images), _) => {
            let (mut rest, mut of_leaves) = (images.as_slice(), Vec::new());
            for extent in &extents {
                let (of_leaf, others) = rest.split_at(extent.trailing_zeros() as usize);
                of_leaves.push(of_leaf.to_vec());
                rest = others;
            }
            match of_images(shape, &of_leaves, table[0])? {
                Ok(function) => Ok(function),
                Err(count) => {
                    let question = format_args!(
                        "fewer than {count} swizzles after a layout have these values"
                    );
                    Err(Error::undecided(OP, question))
                }
            }
        }
        (Linear::Differs(several), Swizzled::None { layout, expected, swizzled }) => {
            no_layout(&table, shape, Failed { layout, expected, swizzled, several })
        }
        (Linear::Differs(_), _) => {
            let question = format_args!("a swizzle makes these values those of a layout");
            Err(Error::undecided(OP, question))
        }
    }
}

/// The layout whose shape refines a shape by the modes of each extent.
fn refined(shape: &IntTuple, modes: Vec<Vec<Mode>>) -> Result<Layout, Error> {
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    for mut of_leaf in modes {
        if of_leaf.is_empty() {
            of_leaf.push((1, 0));
        }
        let (mut extent, mut stride) = (Vec::new(), Vec::new());
        for (count, step) in of_leaf {
            extent.push(HTuple::Leaf(Int::new(count)));
            stride.push(HTuple::Leaf(Stride::from(Int::new(step))));
        }
        extents.push(HTuple::of_modes(extent));
        strides.push(HTuple::of_modes(stride));
    }
    Layout::new(shape.with_parts(extents), shape.with_parts(strides))
}

/// The indices at which a table is none of what it could be: everything of that kind that has the values before has another one there.
struct Failed {
    /// A layout.
    layout: usize,
    /// The value of every such layout; none if that overflows.
    expected: Option<i128>,
    /// A layout with one swizzle; none if that was not decided within the budget.
    swizzled: Option<usize>,
    /// A map of bits.
    several: usize,
}

fn no_layout(table: &[i128], shape: &IntTuple, failed: Failed) -> Result<Function, Error> {
    let Failed { layout, expected, swizzled, several } = failed;

    // A layout is 0 at 0.
    let (after, rule) = match table[0] {
        0 => (String::new(), "\nno swizzle and no offset changes that".into()),
        first => (
            format!(" after offset {first}"),
            format!("\na layout is 0 at 0, so that {first} is an offset; no swizzle helps"),
        ),
    };
    let of = format!("every layout of shape {shape}{after} that has the values before it");
    let clause = value_clause(expected);
    // Maps of bits are all tried where the coordinates are bits.
    let is_bits = shape
        .leaves()
        .into_iter()
        .all(|extent| extent.known().is_some_and(|extent| extent > 0 && extent.count_ones() == 1));
    let maps = if is_bits { " and no map of bits" } else { "" };
    let index = swizzled.unwrap_or(layout).max(several);
    let reason = match swizzled {
        Some(_) if index == layout => format!("{of} {clause}{rule}"),
        Some(_) => {
            let first = place(layout, shape)?;
            format!(
                "no layout of shape {shape} under one swizzle{maps} that has the values before it has it there\n\
                 without a swizzle, {first} is the first: {of} {clause}"
            )
        }
        None => format!("{of} {clause}\nno layout under one swizzle{maps} has all the values"),
    };
    // Elsewhere it is a swizzle that fails first.
    let expected =
        expected.filter(|_| swizzled.is_some() && index == layout).map(Int::new).map(Box::new);
    let (at, value) = (place(index, shape)?, format!("{}", table[index]));
    let kind = ErrorKind::NoLayout { at, value, expected, reason };
    Err(Error::new(OP, kind).at_path(ModePath::from([index])))
}

/// The words for a coordinate, given by its number.
fn place(index: usize, shape: &IntTuple) -> Result<String, Error> {
    let coordinate = idx2crd(&HTuple::Leaf(Int::new(index as i128)), shape)?;
    let word = if shape.is_tuple() { "coordinate" } else { "index" };
    Ok(format!("{word} {coordinate}"))
}
