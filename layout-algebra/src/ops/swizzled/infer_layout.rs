//! `infer_layout`: the layout or swizzled layout of a function.

use alloc::vec::Vec;

use crate::exact::infer::{EVALUATIONS, Swizzled, swizzled};
use crate::exact::known;
use crate::exact::step_sum::Mode;
use crate::ops::has;
use crate::ops::{self, idx2crd};
use crate::{
    ComposedLayout, Error, ErrorKind, Function, HTuple, Int, IntTuple, Layout, ModePath, Stride,
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
///    positive `S` before negative.
///
/// Whatever its swizzle and its offset, no swizzled layout is missed.
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
/// assert!(infer(|i, j| i * j).is_err());
/// ```
pub fn infer_layout(values: &[Int], shape: &IntTuple) -> Result<Function, Error> {
    crate::layout::check_extents(shape).map_err(|error| error.in_op(OP))?;
    let size = known(&ops::size(&ops::col_major(shape)?)?)?;
    if size != values.len() as i128 {
        let left = alloc::format!("{} values", values.len());
        let kind = ErrorKind::Mismatch { left, right: alloc::format!("shape {shape}") };
        return Err(Error::new(OP, kind));
    }
    let table = values.iter().map(known).collect::<Result<Vec<_>, _>>()?;
    // No extent is larger than their product, the number of values.
    let extents = shape.leaves().into_iter().map(|extent| Ok(known(extent)? as usize));
    let extents = extents.collect::<Result<Vec<_>, Error>>()?;
    match swizzled(&table, &extents, EVALUATIONS) {
        Swizzled::Layout(modes) => Ok(refined(shape, modes)?.into()),
        Swizzled::Composed { swizzle, offset, modes } => {
            let layout = refined(shape, modes)?;
            Ok(ComposedLayout::new(swizzle, Int::new(offset), layout)?.into())
        }
        Swizzled::None { layout, expected, swizzled } => {
            no_layout(&table, shape, layout, expected, swizzled)
        }
        Swizzled::Undecided => {
            let question = "a swizzle makes these values those of a layout".into();
            Err(Error::new(OP, ErrorKind::Undecided { question }))
        }
    }
}

/// The layout whose shape refines a shape by the modes of each extent.
fn refined(shape: &IntTuple, modes: Vec<Vec<Mode>>) -> Result<Layout, Error> {
    let tuple = |numbers: Vec<i128>| match numbers.as_slice() {
        [number] => HTuple::Leaf(*number),
        _ => HTuple::Tuple(numbers.into_iter().map(HTuple::Leaf).collect()),
    };
    let mut modes = modes.into_iter();
    let mut of_leaf = |_: &Int| {
        let modes = modes.next().filter(|modes| !modes.is_empty());
        let (extents, strides) = modes.unwrap_or_else(|| alloc::vec![(1, 0)]).into_iter().unzip();
        Ok::<_, Error>(HTuple::Leaf((tuple(extents), tuple(strides))))
    };
    let pairs = shape.try_flat_map(&mut of_leaf)?;
    let extents = pairs.try_flat_map(&mut |(extents, _)| Ok::<_, Error>(extents.clone()))?;
    let strides = pairs.try_flat_map(&mut |(_, strides)| Ok::<_, Error>(strides.clone()))?;
    Layout::new(
        extents.map(&mut |&extent| Int::new(extent)),
        strides.map(&mut |&stride| Stride::from(Int::new(stride))),
    )
}

fn no_layout(
    table: &[i128],
    shape: &IntTuple,
    layout: usize,
    expected: Option<i128>,
    swizzled: Option<usize>,
) -> Result<Function, Error> {
    let place = |index: usize| -> Result<alloc::string::String, Error> {
        let coordinate = idx2crd(&HTuple::Leaf(Int::new(index as i128)), shape)?;
        let word = if shape.is_tuple() { "coordinate" } else { "index" };
        Ok(alloc::format!("{word} {coordinate}"))
    };
    // A layout is 0 at 0.
    let (after, rule) = match table[0] {
        0 => (alloc::string::String::new(), "\nno swizzle and no offset changes that".into()),
        first => (
            alloc::format!(" after offset {first}"),
            alloc::format!("\na layout is 0 at 0, so that {first} is an offset; no swizzle helps"),
        ),
    };
    let of = alloc::format!("every layout of shape {shape}{after} that has the values before it");
    let has = has(expected);
    let index = swizzled.unwrap_or(layout);
    let reason = match swizzled {
        Some(index) if index == layout => {
            alloc::format!("{of} {has}{rule}")
        }
        Some(_) => {
            let first = place(layout)?;
            alloc::format!(
                "no swizzled layout of shape {shape} that has the values before it has it there\n\
                 without a swizzle, {first} is the first: {of} {has}"
            )
        }
        None => alloc::format!("{of} {has}\nno swizzled layout has all the values"),
    };
    let kind = ErrorKind::NoLayout {
        at: place(index)?,
        value: alloc::format!("{}", table[index]),
        reason,
    };
    Err(Error::new(OP, kind).at_path(ModePath::root().child(index)))
}
