//! `on_domain`: what rearranges coordinates.

use super::agree::{Points, few_points, leaves};
use super::{Part, evaluate, find_collision, functionally_equal, slice_and_offset};
use crate::exact::bitwise::at;
use crate::exact::known;
use crate::ops::{self, OnDomain, OneTerm, Outcome};
use crate::{
    ComposedLayout, Coordinate, Error, Function, HTuple, Int, IntTuple, Layout, Overflow, Step,
    Stride, Swizzle,
};

/// An operation on the domain of a composed layout: `A o O o op(L)`.
///
/// This is what CuTe's divides, products, `coalesce`, `filter`, `flatten`, `get`,
/// `group` and `tile_to_shape` do: where `op(L)` is `L` at rearranged coordinates,
/// the result is the composed layout at the same ones.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};
/// let row = Layout::leaf(64, 1).unwrap();
/// let layout = ComposedLayout::new(Swizzle::new(3, 0, 3).unwrap(), Int::ZERO, row).unwrap();
/// let tiler = Layout::leaf(8, 1).unwrap().into();
/// let divide = |layout: &Layout| ops::logical_divide(layout, &tiler)?.strict();
/// let tiles = ops::swizzled::on_domain(&layout, divide).unwrap();
/// assert_eq!(tiles.to_string(), "Sw<3,0,3> o 0 o (8,8):(1,8)");
/// ```
///
/// # Errors
///
/// The errors of the operation, and [`crate::ErrorKind::NoDomain`].
pub fn on_domain(
    layout: &ComposedLayout,
    op: impl FnOnce(&Layout) -> Result<Layout, Error>,
) -> Result<ComposedLayout, Error> {
    layout.with_domain(op(layout.domain()?)?)
}

/// A swizzle as a layout of the block that it permutes,
/// `Sw<B,M,S> o 0 o 2^(M+B+|S|):1`: CuTe's `make_layout(Swizzle)`, which however
/// has `M+B+|S|` coordinates there.
///
/// # Errors
///
/// None for a swizzle that exists: the block fits.
///
/// ```
/// use layout_algebra::{Swizzle, ops};
/// let swizzle = Swizzle::new(3, 0, 3).unwrap();
/// let block = ops::swizzled::swizzle_layout(&swizzle).unwrap();
/// assert_eq!(block.to_string(), "Sw<3,0,3> o 0 o 64:1");
/// ```
pub fn swizzle_layout(swizzle: &Swizzle) -> Result<ComposedLayout, Error> {
    let size = HTuple::Leaf(Int::new(1 << swizzle.reach()));
    ComposedLayout::new(*swizzle, Int::ZERO, ops::col_major(&size)?)
}

/// The same functions with the origin of the coordinates at `coordinate`:
/// `A o (O + L(c)) o L` for `A o O o L`, CuTe's `domain_offset`, so that
/// `R(x) = A(O + L(c) + L(x))`.
///
/// # Errors
///
/// The errors of [`ops::evaluate`]; [`crate::ErrorKind::NoDomain`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let row = Layout::leaf(64, 2).unwrap();
/// let layout = ComposedLayout::new(Swizzle::new(3, 0, 3).unwrap(), Int::ONE, row).unwrap();
/// let moved = swizzled::domain_offset(&5.into(), &layout).unwrap();
/// assert_eq!(moved.to_string(), "Sw<3,0,3> o 11 o 64:2");
/// ```
pub fn domain_offset(
    coordinate: &IntTuple,
    layout: &ComposedLayout,
) -> Result<ComposedLayout, Error> {
    let domain = layout.domain()?;
    match ops::domain_offset(coordinate, domain)? {
        (domain, HTuple::Leaf(offset)) => layout.moved(&offset, domain),
        _ => Ok(layout.clone()),
    }
}

impl OnDomain for ComposedLayout {
    type Part = Part;
    type Steps = Stride;

    fn domain(&self) -> Result<&Layout, Error> {
        ComposedLayout::domain(self)
    }

    fn part(&self, rearranged: &Layout, at: &Coordinate) -> Result<Part, Error> {
        slice_and_offset(at, &self.with_domain(rearranged.clone())?)
    }

    fn value(&self, at: &IntTuple) -> Result<IntTuple, Error> {
        evaluate(at, self).map(HTuple::Leaf)
    }

    fn before(&self, value: &Int) -> Result<Option<Int>, Error> {
        let mut before = value.clone();
        for (step, offset) in self.outer() {
            // A swizzle undoes itself.
            let Step::Swizzle(swizzle) = step else { return find_before(self, value) };
            before = Int::new(swizzle.apply(known(&before)?)).sub(offset)?;
        }
        Ok(Some(before))
    }

    fn rearranged(&self, op: impl FnOnce(&Layout) -> Result<Layout, Error>) -> Result<Self, Error> {
        on_domain(self, op)
    }

    fn with_origin(&self, at: &IntTuple) -> Result<(Self, IntTuple), Error> {
        Ok((domain_offset(at, self)?, Int::ZERO.into()))
    }

    fn is_injective(&self) -> Result<bool, Error> {
        Ok(find_collision(self).map_err(Error::as_case)?.is_none())
    }

    fn is_bijective(&self) -> Result<bool, Error> {
        super::is_bijective(self)
    }

    fn coshape(&self) -> Result<IntTuple, Error> {
        super::cosize(self).map(HTuple::Leaf)
    }
}

impl OneTerm for ComposedLayout {
    fn is_contiguous(&self) -> Result<bool, Error> {
        super::is_contiguous(self)
    }

    fn is_col_major(&self) -> Result<bool, Error> {
        equals(self, ops::col_major(self.shape()?)?)
    }

    fn is_row_major(&self) -> Result<bool, Error> {
        equals(self, ops::row_major(self.shape()?)?)
    }

    fn offset_range(&self) -> Result<(Int, Int), Error> {
        super::offset_range(self)
    }

    fn complement(&self, cotarget: Option<&IntTuple>) -> Result<Outcome, Error> {
        match cotarget {
            Some(cotarget) => super::complement(self, cotarget),
            None => super::complement(self, &super::cosize(self)?.into()),
        }
    }

    fn inverse_by(
        &self,
        inverse: fn(&Layout) -> Result<Layout, Error>,
    ) -> Result<Outcome<Function>, Error> {
        super::inverse(self, &inverse(self.domain()?)?)
    }
}

/// Returns true if a composed layout is the function of a layout.
fn equals(composed: &ComposedLayout, layout: Layout) -> Result<bool, Error> {
    functionally_equal(&composed.clone().into(), &layout.into())
}

/// The value of the domain at the first coordinate that has a value; none if no coordinate has it.
///
/// # Errors
///
/// [`ErrorKind::Undecided`](crate::ErrorKind::Undecided) for more than 65536 coordinates.
fn find_before(layout: &ComposedLayout, value: &Int) -> Result<Option<Int>, Error> {
    let domain = layout.domain()?;
    let (wanted, leaves) = (known(value)?, leaves(domain)?);
    let Some(size) = few_points(domain)? else {
        let question = format_args!("{layout} takes offset {value}");
        return Err(Error::undecided("get_1d_coord", question));
    };
    for (c, found) in (0..size).zip(Points::of(layout)?.walk()) {
        if found? == wanted {
            return Ok(Some(Int::new(at(&leaves, c).ok_or(Overflow::Range)?)));
        }
    }
    Ok(None)
}
