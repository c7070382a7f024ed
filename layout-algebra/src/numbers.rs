//! `Numbers`: a function of integers as machine integers, for loops over its values.

use alloc::vec::Vec;

use crate::exact::{integer_stride, known};
use crate::{
    CollectVec, ComposedLayout, Error, ErrorAddress, ErrorKind, Function, HTuple, Int, Layout, Step,
};

const OP: &str = "numbers";

/// A layout or a composed layout as machine integers, where all its numbers are known and fit 64
/// bits: `offset(i)` takes nanoseconds, where [`evaluate`](crate::ops::evaluate) decides and proves
/// along the way.
///
/// In its domain every value is exact. Past it the last mode continues, as everywhere in the
/// algebra, and an extent of 0 counts as 1; what leaves 64 bits there wraps.
///
/// ```
/// use layout_algebra::{Function, Layout};
/// let layout: Layout = "(4,(2,8)):(2,(1,8))".parse()?;
/// let numbers = layout.numbers()?;
/// assert_eq!((numbers.size(), numbers.offset(6)), (64, 5));
/// // One index for each mode.
/// assert_eq!(numbers.at(&[2, 1]), Some(5));
/// assert_eq!(numbers.coordinate(6), [2, 1]);
/// assert_eq!(numbers.offsets().take(6).collect::<Vec<_>>(), [0, 2, 4, 6, 1, 3]);
///
/// let swizzled: Function = "Sw<1,0,2> o 0 o 8:1".parse()?;
/// assert_eq!(swizzled.numbers()?.table()?, [0, 1, 2, 3, 5, 4, 7, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Numbers {
    domain: Leaves,
    /// The number of leaves of each mode of the domain.
    modes: Vec<usize>,
    size: i64,
    /// The functions that follow the domain, in the order in which they are applied, each with the
    /// offset that is added before it.
    outer: Vec<(i64, Outer)>,
}

/// A function that is applied to the values of the domain.
#[derive(Clone, Debug)]
enum Outer {
    /// `x ^ ((x & mask) >> shift)`.
    Swizzle {
        mask: i64,
        shift: i32,
    },
    Layout(Leaves),
}

/// Extents and strides from left to right.
#[derive(Clone, Debug)]
struct Leaves(Vec<(i64, i64)>);

impl Layout {
    /// The layout as machine integers.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotKnown`], [`ErrorKind::BasisStride`]; [`ErrorKind::Wide`] where the
    /// size, or the extents times the strides, do not fit 64 bits.
    pub fn numbers(&self) -> Result<Numbers, Error> {
        let (domain, mut size) = (Leaves::of(self)?, 1i64);
        for (extent, _) in &domain.0 {
            size = size.checked_mul(*extent).ok_or_else(wide)?;
        }
        domain.reach((size - 1).max(0))?;
        let modes = self.shape().modes().iter().map(HTuple::leaf_count).collect_vec();
        Ok(Numbers { domain, modes, size, outer: Vec::new() })
    }
}

impl ComposedLayout {
    /// The function as machine integers.
    ///
    /// # Errors
    ///
    /// As [`Layout::numbers`], and [`ErrorKind::NoDomain`] if a swizzle is applied first.
    pub fn numbers(&self) -> Result<Numbers, Error> {
        let mut numbers = self.domain().in_op(OP)?.numbers()?;
        let mut reach = numbers.domain.reach((numbers.size - 1).max(0))?;
        for (step, offset) in self.outer().iter().rev() {
            let offset = word(offset)?;
            let moved = offset.checked_abs().ok_or_else(wide)?;
            let moved = reach.checked_add(moved).ok_or_else(wide)?;
            let (outer, end) = Outer::of(step, moved)?;
            numbers.outer.push((offset, outer));
            reach = end;
        }
        Ok(numbers)
    }
}

impl Function {
    /// The function as machine integers.
    ///
    /// # Errors
    ///
    /// As [`ComposedLayout::numbers`].
    pub fn numbers(&self) -> Result<Numbers, Error> {
        match self {
            Function::Layout(layout) => layout.numbers(),
            Function::Composed(composed) => composed.numbers(),
            Function::Swizzle(swizzle) => {
                let kind = ErrorKind::NoDomain { function: alloc::format!("{swizzle}") };
                Err(Error::new(OP, kind))
            }
        }
    }
}

impl Numbers {
    /// The number of coordinates in the domain.
    pub fn size(&self) -> i64 {
        self.size
    }

    /// Refuses a domain without coordinates where there must be one.
    pub(crate) fn check_inhabited(&self, op: &'static str) -> Result<(), Error> {
        if self.size > 0 {
            return Ok(());
        }
        let (mut extents, mut strides) = (Vec::new(), Vec::new());
        for (extent, stride) in self.leaves() {
            extents.push(HTuple::Leaf(extent));
            strides.push(HTuple::Leaf(stride));
        }
        let layout = alloc::format!("{}:{}", HTuple::Tuple(extents), HTuple::Tuple(strides));
        Err(Error::new(op, ErrorKind::Empty { layout }))
    }

    /// The number of coordinates of each mode.
    pub fn extents(&self) -> Vec<i64> {
        let (mut leaves, mut extents) = (self.domain.0.as_slice(), Vec::new());
        for &count in &self.modes {
            let (mode, rest) = leaves.split_at(count);
            extents.push(size_of(mode));
            leaves = rest;
        }
        extents
    }

    /// The strides of the leaves of the domain.
    pub fn strides(&self) -> impl Iterator<Item = i64> {
        self.leaves().map(|(_, stride)| stride)
    }

    /// The extents and strides of the leaves of the domain.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = (i64, i64)> {
        self.domain.0.iter().copied()
    }

    /// The value at a 1-D coordinate.
    pub fn offset(&self, coordinate: i64) -> i64 {
        self.outermost(Leaves::at(&self.domain.0, coordinate))
    }

    /// The value at a coordinate of one index for each mode; `None` for more or fewer indices.
    pub fn at(&self, coordinate: &[i64]) -> Option<i64> {
        if coordinate.len() != self.modes.len() {
            return None;
        }
        let (mut leaves, mut sum) = (self.domain.0.as_slice(), 0i64);
        for (&index, &count) in coordinate.iter().zip(&self.modes) {
            let (mode, rest) = leaves.split_at_checked(count)?;
            sum = sum.wrapping_add(Leaves::at(mode, index));
            leaves = rest;
        }
        Some(self.outermost(sum))
    }

    /// The coordinate of one index for each mode that a 1-D coordinate stands for: the first
    /// mode is the fastest, the last one goes on past its extent.
    pub fn coordinate(&self, mut coordinate: i64) -> Vec<i64> {
        let (mut leaves, mut indices) = (self.domain.0.as_slice(), Vec::new());
        for (k, &count) in self.modes.iter().enumerate() {
            let (mode, rest) = leaves.split_at(count);
            let is_last = k + 1 == self.modes.len();
            let size = size_of(mode).max(1);
            indices.push(if is_last { coordinate } else { coordinate % size });
            coordinate /= size;
            leaves = rest;
        }
        indices
    }

    /// The values at all 1-D coordinates from 0 on.
    pub fn offsets(&self) -> Offsets<'_> {
        let digits = alloc::vec![0; self.domain.0.len()];
        Offsets { numbers: self, digits, sum: 0, left: self.size }
    }

    /// The index of each coordinate, as a list.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Wide`] where there is no memory for one.
    pub fn table(&self) -> Result<Vec<i64>, Error> {
        let mut table = Vec::new();
        match usize::try_from(self.size) {
            Ok(size) if table.try_reserve_exact(size).is_ok() => {
                table.extend(self.offsets());
                Ok(table)
            }
            _ => Err(wide()),
        }
    }

    /// Applies the functions that follow the domain to one of its values.
    fn outermost(&self, value: i64) -> i64 {
        let mut x = value;
        for (offset, outer) in &self.outer {
            x = outer.at(x.wrapping_add(*offset));
        }
        x
    }
}

impl Outer {
    /// A step, and how far from 0 its values are, if what it is given is at most `reach` from 0.
    fn of(step: &Step, reach: i64) -> Result<(Self, i64), Error> {
        match step {
            Step::Layout(layout) => {
                let leaves = Leaves::of(layout)?;
                let reach = leaves.reach(reach)?;
                Ok((Outer::Layout(leaves), reach))
            }
            Step::Swizzle(swizzle) => {
                let mask = narrowed(swizzle.y_mask())?;
                let flipped = narrowed(swizzle.z_mask())?;
                // To flip bits adds or takes away at most all of them.
                let reach = reach.checked_add(flipped).ok_or_else(wide)?;
                Ok((Outer::Swizzle { mask, shift: swizzle.shift() }, reach))
            }
        }
    }

    fn at(&self, x: i64) -> i64 {
        match self {
            Outer::Layout(leaves) => Leaves::at(&leaves.0, x),
            Outer::Swizzle { mask, shift } if *shift >= 0 => x ^ ((x & mask) >> shift),
            Outer::Swizzle { mask, shift } => x ^ ((x & mask) << -shift),
        }
    }
}

impl Leaves {
    fn of(layout: &Layout) -> Result<Self, Error> {
        let mut leaves = Vec::new();
        for (extent, stride) in layout.leaves() {
            leaves.push((word(extent)?, word(integer_stride(stride, OP)?)?));
        }
        Ok(Leaves(leaves))
    }

    /// `Σ digitₖ(i)·dₖ`: the digits colexicographic, the last one not wrapped.
    fn at(leaves: &[(i64, i64)], mut index: i64) -> i64 {
        let Some((&(_, last), before)) = leaves.split_last() else { return 0 };
        let mut sum = 0i64;
        for &(extent, stride) in before {
            let extent = extent.max(1);
            sum = sum.wrapping_add((index % extent).wrapping_mul(stride));
            index /= extent;
        }
        sum.wrapping_add(index.wrapping_mul(last))
    }

    /// The distance of the values from 0 at coordinates that are at most `most` from 0.
    fn reach(&self, most: i64) -> Result<i64, Error> {
        let (mut rest, mut reach) = (most, 0i64);
        for (k, &(extent, stride)) in self.0.iter().enumerate() {
            let digit = if k + 1 == self.0.len() { rest } else { rest.min(extent.max(1) - 1) };
            let step = i128::from(stride.checked_abs().ok_or_else(wide)?) * i128::from(digit);
            reach = narrowed(i128::from(reach) + step)?;
            rest /= extent.max(1);
        }
        Ok(reach)
    }
}

/// The values of [`Numbers`] in the order of their coordinates, without a division.
#[derive(Clone, Debug)]
pub struct Offsets<'a> {
    numbers: &'a Numbers,
    digits: Vec<i64>,
    sum: i64,
    left: i64,
}

impl Iterator for Offsets<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let value = self.numbers.outermost(self.sum);
        for (digit, &(extent, stride)) in self.digits.iter_mut().zip(&self.numbers.domain.0) {
            *digit += 1;
            self.sum = self.sum.wrapping_add(stride);
            if *digit < extent {
                break;
            }
            *digit = 0;
            self.sum = self.sum.wrapping_sub(stride.wrapping_mul(extent));
        }
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

/// An integer of 64 bits.
fn word(int: &Int) -> Result<i64, Error> {
    narrowed(known(int).in_op(OP)?)
}

fn narrowed(number: i128) -> Result<i64, Error> {
    i64::try_from(number).or(Err(wide()))
}

/// The product of the extents.
fn size_of(leaves: &[(i64, i64)]) -> i64 {
    leaves.iter().map(|(extent, _)| extent).product()
}

fn wide() -> Error {
    Error::new(OP, ErrorKind::Wide)
}
