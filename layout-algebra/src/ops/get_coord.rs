//! `get_hier_coord`, `get_flat_coord` and `get_1d_coord`: from an offset back to
//! a coordinate.

use alloc::vec::Vec;

use super::{OnDomain, check_bounds, crd2idx_in_shape, evaluate, idx2crd_strided, product};
use crate::exact::{integer_stride, known, known_operand};
use crate::{
    CollectVec, Crd, Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout, SortFew, Stride,
};

/// The steps of the search before it gives up.
const BUDGET: usize = 1 << 16;

/// A natural coordinate of the offset: `L(c) = offset`, congruent to the shape and
/// inside of it. Where there are several, as in CuTe: 0 along broadcasts.
///
/// CuTe divides the offset by each stride, which is right for layouts without
/// gaps and collisions, and otherwise answers coordinates of other offsets. Here
/// a coordinate is sought where that fails.
///
/// # Errors
///
/// [`ErrorKind::NoCoordinate`] where the layout does not take the offset,
/// [`ErrorKind::BasisStride`], [`ErrorKind::Undecided`] where the search leaves
/// its budget, which takes many modes whose steps interleave.
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let layout: Layout = "(4,3):(4,1)".parse().unwrap();
/// assert_eq!(ops::get_hier_coord(&layout, &Int::new(6)).unwrap().to_string(), "(1,2)");
/// assert!(ops::get_hier_coord(&layout, &Int::new(3)).is_err());
/// ```
pub fn get_hier_coord<L>(layout: &L, offset: &Int) -> Result<IntTuple, Error>
where
    L: OnDomain<Steps = Stride>,
{
    preimage("get_hier_coord", layout, offset)
}

/// [`get_hier_coord`] with one 1-D coordinate for each mode; an integer for a
/// layout of one mode.
///
/// # Errors
///
/// As [`get_hier_coord`].
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// assert_eq!(ops::get_flat_coord(&rows, &Int::new(11)).unwrap().to_string(), "(1,3)");
/// ```
pub fn get_flat_coord<L>(layout: &L, offset: &Int) -> Result<IntTuple, Error>
where
    L: OnDomain<Steps = Stride>,
{
    flat(layout.domain()?, &preimage("get_flat_coord", layout, offset)?)
}

/// The coordinate with a number of a layout that is bijective onto its size, which may be known only
/// at run time: the digits of the number, if it is one.
///
/// # Errors
///
/// [`ErrorKind::OutOfBounds`] where the number is not below the size.
pub(crate) fn flat_coord_of_number(layout: &Layout, number: &Int) -> Result<IntTuple, Error> {
    let size = HTuple::Leaf(product(layout.shape())?);
    check_bounds(&HTuple::Leaf(Crd::At(number.clone())), &size)?;
    let number = HTuple::Leaf(number.clone());
    flat(layout, &idx2crd_strided(&number, layout.shape(), layout.stride())?)
}

/// A 1-D coordinate for each mode of a natural one.
fn flat(layout: &Layout, natural: &IntTuple) -> Result<IntTuple, Error> {
    if layout.rank() == 1 {
        return Ok(HTuple::Leaf(crd2idx_in_shape(natural, layout.shape())?));
    }
    let modes = natural.modes().iter().zip(layout.shape().modes());
    let flat = modes.map(|(crd, mode)| crd2idx_in_shape(crd, mode).map(HTuple::Leaf));
    Ok(HTuple::Tuple(flat.try_collect_vec()?))
}

/// The 1-D coordinate of [`get_hier_coord`].
///
/// # Errors
///
/// As [`get_hier_coord`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// assert_eq!(ops::get_1d_coord(&rows, &Int::new(11)).unwrap(), Int::new(13));
/// // What a swizzle moved there is found, too.
/// let swizzled: ComposedLayout = "Sw<3,0,3> o 0 o (8,8):(8,1)".parse().unwrap();
/// assert_eq!(ops::get_flat_coord(&swizzled, &Int::new(11)).unwrap().to_string(), "(1,2)");
/// ```
pub fn get_1d_coord<L>(layout: &L, offset: &Int) -> Result<Int, Error>
where
    L: OnDomain<Steps = Stride>,
{
    crd2idx_in_shape(&preimage("get_1d_coord", layout, offset)?, layout.domain()?.shape())
}

fn preimage<L>(op: &'static str, function: &L, offset: &Int) -> Result<IntTuple, Error>
where
    L: OnDomain<Steps = Stride>,
{
    let layout = function.domain()?;
    let before = function.before(offset).in_op(op).in_operand(1)?;
    let none = |digits: &IntTuple| -> Result<Error, Error> {
        let kind = ErrorKind::NoCoordinate {
            layout: alloc::format!("{function}"),
            offset: offset.clone(),
            coordinate: alloc::format!("{digits}"),
            value: alloc::format!("{}", function.value(digits)?),
        };
        Ok(Error::new(op, kind).in_operand(1))
    };
    let Some(before) = &before else {
        return Err(none(&layout.shape().map(&mut |_| Int::ZERO))?);
    };
    layout.check_inhabited(op, 0)?;
    let index = HTuple::Leaf(before.clone());
    let digits =
        idx2crd_strided(&index, layout.shape(), layout.stride()).in_op(op).in_operand(0)?;
    let value = evaluate(&digits, layout)?;
    let inside = digits.leaves().into_iter().all(|digit| digit.less(&Int::ZERO).is_false());
    if inside && value == index {
        return Ok(digits);
    }
    let mut modes = Vec::new();
    for (i, (extent, stride)) in layout.leaves().into_iter().enumerate() {
        let stride = known(integer_stride(stride, op)?)?;
        if stride != 0 {
            modes.push(Mode { leaf: i, extent: known(extent)?, stride, rest: Reach::ZERO });
        }
    }
    // The largest steps first: what is left must be within the reach of the others.
    modes.sort_few_by_key(|mode| core::cmp::Reverse(mode.stride.unsigned_abs()));
    let mut reach = Reach::ZERO;
    for mode in modes.iter_mut().rev() {
        mode.rest = reach;
        reach = reach.with(mode);
    }
    let mut found = alloc::vec![0; layout.shape().leaf_count()];
    let target = known_operand(before, 1)?;
    let mut budget = BUDGET;
    let search = match reach.contains(target) {
        true => search(&modes, target, &mut found, &mut budget),
        false => Some(false),
    };
    match search {
        Some(true) => Ok(layout.shape().with_leaves(found.into_iter().map(Int::new).collect_vec())),
        Some(false) => Err(none(&digits)?),
        None => {
            Err(Error::undecided(op, format_args!("{function} takes offset {offset}"))
                .in_operand(1))
        }
    }
}

/// A leaf, and what the leaves of smaller steps reach.
struct Mode {
    leaf: usize,
    extent: i128,
    stride: i128,
    rest: Reach,
}

/// A range and a divisor of sums.
#[derive(Clone, Copy)]
struct Reach {
    below: i128,
    above: i128,
    divisor: u128,
}

impl Reach {
    const ZERO: Reach = Reach { below: 0, above: 0, divisor: 0 };

    fn with(self, mode: &Mode) -> Self {
        let end = (mode.extent - 1) * mode.stride;
        let (mut divisor, mut step) = (self.divisor, mode.stride.unsigned_abs());
        while step != 0 {
            (divisor, step) = (step, divisor % step);
        }
        Reach { below: self.below + end.min(0), above: self.above + end.max(0), divisor }
    }

    /// Returns true if a number is in the range and a multiple of the divisor.
    fn contains(self, target: i128) -> bool {
        let multiple = target.unsigned_abs().is_multiple_of(self.divisor);
        self.below <= target && target <= self.above && multiple
    }
}

/// Digits that add up to a target within the reach of the modes; none if the
/// budget runs out.
fn search(modes: &[Mode], target: i128, digits: &mut [i128], budget: &mut usize) -> Option<bool> {
    let Some((mode, rest)) = modes.split_first() else { return Some(target == 0) };
    // The target without this digit must be in the range of the rest.
    let (low, high) = (target - mode.rest.above, target - mode.rest.below);
    let (low, high) = if mode.stride > 0 { (low, high) } else { (-high, -low) };
    let step = mode.stride.abs();
    let first = (low.div_euclid(step) + i128::from(low.rem_euclid(step) != 0)).max(0);
    let last = high.div_euclid(step).min(mode.extent - 1);
    for digit in first..=last {
        *budget = budget.checked_sub(1)?;
        digits[mode.leaf] = digit;
        let left = target - digit * mode.stride;
        if mode.rest.contains(left) && search(rest, left, digits, budget)? {
            return Some(true);
        }
    }
    Some(false)
}
