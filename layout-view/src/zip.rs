//! Elementwise functions of two operands.

#![allow(unsafe_code)]

use core::marker::PhantomData;

use super::ViewMut;
use super::data::{Source, Target};
use super::domain::Elementwise;
use super::elementwise::{is_interleaved, is_jammed, zip_one};
use super::loop_nest::constant::ConstantNest;
use super::loop_nest::elements::for_each_element;
use super::operand::Operand;
use super::sizes::{Pairs, check_sizes, done};
use crate::Layout;
use crate::dynamic::ShapeError;

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// Calls a function with each element and that of another view at the same 1-D
    /// coordinate, in an order that suits both layouts and is not specified.
    ///
    /// Does not compile where the sizes differ.
    ///
    /// # Panics
    ///
    /// If a layout is known only at run time: if the sizes differ.
    ///
    /// ```
    /// use layout_view::{View, ViewMut, layout};
    ///
    /// let mut sum = [1, 2, 3, 4];
    /// let mut v = ViewMut::new(&mut sum, layout!((2,2):(2,1)));
    /// v.zip_with(View::new(&[10, 20, 30, 40], layout!((2,2):(1,2))), |x, y| *x += y);
    /// assert_eq!(sum, [11, 32, 23, 44]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn zip_with<S: Source>(&mut self, other: S, f: impl FnMut(&mut T, &S::Element)) {
        let () = Pairs::<S::Operand, <Self as Source>::Operand>::SAME;
        done(zip(&other, self, f));
    }

    /// [`ViewMut::zip_with`] for run-time numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// The sizes differ.
    #[inline(always)]
    pub fn try_zip_with<S: Source>(
        &mut self,
        other: S,
        f: impl FnMut(&mut T, &S::Element),
    ) -> Result<(), ShapeError> {
        let () = Pairs::<S::Operand, <Self as Source>::Operand>::SAME;
        zip(&other, self, f)
    }
}

/// Calls a function with each element of a target and that of a source at the same 1-D
/// coordinate.
///
/// # Errors
///
/// The sizes differ; if the compiler knows that, it does not compile.
#[inline(always)]
pub(super) fn zip<S, D, F>(source: &S, target: &mut D, f: F) -> Result<(), ShapeError>
where
    S: Source + ?Sized,
    D: Target + ?Sized,
    F: FnMut(&mut D::Element, &S::Element),
{
    let () = Pairs::<S::Operand, D::Operand>::SAME;
    (const { Zip::<S, D, F>::RUN })(source, target, f)
}

/// The choice between the two ways to run a source and a target. It is a constant, so that rustc evaluates the constants of the chosen way alone: both
/// have an error for sizes that differ.
struct Zip<S: ?Sized, D: ?Sized, F>(PhantomData<F>, PhantomData<S>, PhantomData<D>);

impl<S, D, F> Zip<S, D, F>
where
    S: Source + ?Sized,
    D: Target + ?Sized,
    F: FnMut(&mut D::Element, &S::Element),
{
    const RUN: fn(&S, &mut D, F) -> Result<(), ShapeError> =
        match is_interleaved::<&S, D>() || is_jammed_without_tiles::<S, D>() {
            true => |source, target, f| zip_one(source, target, f),
            false => zip_nest::<S, D, F>,
        };
}

/// Returns true if loops that the compiler knows are [jammed](is_jammed), and are not tiled. Nothing is evaluated for sizes that differ.
const fn is_jammed_without_tiles<S, D>() -> bool
where
    S: Source + ?Sized,
    D: Target + ?Sized,
{
    match (S::Operand::SIZE, D::Operand::SIZE) {
        (Some(from), Some(to)) if from == to => !is_tiled::<S, D>() && is_jammed::<&S, D>(),
        _ => false,
    }
}

const fn is_tiled<S, D>() -> bool
where
    S: Source + ?Sized,
    D: Target + ?Sized,
{
    let nest = <Elementwise<S::Operand, D::Operand>>::LOOP_NEST;
    nest.is_tiled && nest.has_long_tiles()
}

/// [`zip`] by the loop nest of the two layouts.
#[inline(always)]
fn zip_nest<S, D, F>(source: &S, target: &mut D, mut f: F) -> Result<(), ShapeError>
where
    S: Source + ?Sized,
    D: Target + ?Sized,
    F: FnMut(&mut D::Element, &S::Element),
{
    let domain = Elementwise(source.operand(), target.operand());
    check_sizes(domain.0.size(), domain.1.size())?;
    if domain.0.size() == 0 {
        return Ok(());
    }
    // SAFETY: the offsets of one coordinate in both layouts, so that both are elements; the target
    // is borrowed.
    unsafe {
        for_each_element(domain, source.elements(), target.elements_mut(), |s, mut t| {
            f(t.as_mut(), s.as_ref());
        });
    }
    Ok(())
}
