//! Copies between two operands: the checks, and the pipeline after them.
//!
//! ```text
//! copy.rs ──▶ classify.rs ──▶ constant_nest.rs ─────┐
//!                        ├──▶ constant_tail.rs ─────┤
//!                        ├──▶ rank_1.rs, rank_2.rs ─┼──▶ strategy.rs ──▶ kernels/
//!                        └──▶ run_time_nest.rs ─────┘            └──▶ tiles.rs
//! ```
//!
//! A copy is classified by what the compiler knows of its two layouts; `pattern.rs` has the access pattern of its innermost loops. The loop nest runs
//! the outer loops; a kernel copies the inner ones. A transpose larger than the first-level cache has a strategy before.

#![allow(unsafe_code)]

mod classify;
mod constant_nest;
mod constant_tail;
mod kernels;
mod pattern;
mod rank_1;
mod rank_2;
pub(crate) mod run_time_nest;
mod strategy;
mod swizzled;
mod tiles;

use core::marker::PhantomData;
use core::ops::Shr;

use super::data::{Source, Target};
use super::domain::{Domain, Elementwise};
use super::operand::Operand;
use super::place::{Elements, is_swizzled};
use super::sizes::{Pairs, check_sizes, done};
use super::{View, ViewMut};
use crate::Layout;
use crate::dynamic::ShapeError;

impl<T, L: Layout> View<'_, T, L> {
    /// Copies each element to the same 1-D coordinate of another view, in an order and in
    /// tiles that suit both layouts; those are found while the program compiles, or at run time
    /// where a layout is known only then.
    ///
    /// Does not compile where the sizes differ, or two coordinates of the target share an
    /// element. [`copy!`](crate::copy) does the same for whatever has elements.
    ///
    /// # Panics
    ///
    /// If a layout is known only at run time: if the sizes differ, or if two coordinates of the target may share an element, because a
    /// stride is not above the offsets that the leaves with smaller strides reach.
    ///
    /// ```
    /// use layout_view::{View, ViewMut, layout};
    ///
    /// let source: Vec<u32> = (0..12).collect();
    /// let mut target = [0; 12];
    /// // From row-major to column-major: a transpose.
    /// let rows = View::new(&source, layout!((3,4):(4,1)));
    /// rows.copy_to(&mut ViewMut::new(&mut target, layout!((3,4):(1,3))));
    /// assert_eq!(target, [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn copy_to<D: Target<Element = T> + ?Sized>(&self, target: &mut D)
    where
        T: Copy,
    {
        let () = Pairs::<<Self as Source>::Operand, D::Operand>::COPIED;
        done(copy(self, target));
    }

    /// [`View::copy_to`] where run-time numbers may be wrong.
    ///
    /// # Errors
    ///
    /// The sizes differ, or two coordinates of the target may share an element: a stride is not above the offsets that the leaves
    /// with smaller strides reach.
    #[inline(always)]
    pub fn try_copy_to<D: Target<Element = T> + ?Sized>(
        &self,
        target: &mut D,
    ) -> Result<(), ShapeError>
    where
        T: Copy,
    {
        let () = Pairs::<<Self as Source>::Operand, D::Operand>::COPIED;
        copy(self, target)
    }
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// Copies each element of another view, an array's or a slice to the same 1-D coordinate of this one:
    /// [`View::copy_to`](super::View::copy_to) from the target's side.
    ///
    /// Does not compile where the sizes differ, or two coordinates of this view share an element.
    ///
    /// # Panics
    ///
    /// If a layout is known only at run time: if the sizes differ, or if two coordinates of this view may share an element, because a
    /// stride is not above the offsets that the leaves with smaller strides reach.
    ///
    /// ```
    /// use layout_view::{View, ViewMut, layout};
    ///
    /// layout! { struct Rows<m, n> = (m, n):(n, 1); }
    ///
    /// let source = [1, 2, 3, 4, 5, 6];
    /// let mut target = [0; 6];
    /// let (rows, mut upside_down) = (View::new(&source, Rows::of(2, 3)), ViewMut::new(&mut target, Rows::of(2, 3)));
    /// for i in 0..2 {
    ///     upside_down.slice_mut((1 - i, ..)).copy_from(rows.slice((i, ..)));
    /// }
    /// assert_eq!(target, [4, 5, 6, 1, 2, 3]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn copy_from<S: Source<Element = T>>(&mut self, source: S)
    where
        T: Copy,
    {
        let () = Pairs::<S::Operand, <Self as Source>::Operand>::COPIED;
        done(copy(&source, self));
    }

    /// [`ViewMut::copy_from`] where run-time numbers may be wrong.
    ///
    /// # Errors
    ///
    /// The sizes differ, or two coordinates of this view may share an element: a stride is not above the offsets that the leaves
    /// with smaller strides reach.
    #[inline(always)]
    pub fn try_copy_from<S: Source<Element = T>>(&mut self, source: S) -> Result<(), ShapeError>
    where
        T: Copy,
    {
        let () = Pairs::<S::Operand, <Self as Source>::Operand>::COPIED;
        copy(&source, self)
    }
}

/// The elements of a source, which `>>` copies to a target: [`copy!`](crate::copy). Of a function rustc says in addition which of its
/// bounds an argument does not meet, and of an operator it does not.
#[derive(Debug)]
pub struct CopyOf<'a, T, S, E> {
    operand: S,
    elements: E,
    source: PhantomData<(&'a (), T)>,
}

/// The elements of a source of this type.
pub type CopyOfSource<'a, S> =
    CopyOf<'a, <S as Source>::Element, <S as Source>::Operand, <S as Source>::Elements>;

impl<'a, T, S, E> CopyOf<'a, T, S, E> {
    /// The elements of a source.
    #[inline(always)]
    pub(crate) fn of<V>(source: &'a V) -> Self
    where
        V: Source<Element = T, Operand = S, Elements = E> + ?Sized,
    {
        CopyOf { operand: source.operand(), elements: source.elements(), source: PhantomData }
    }
}

// Of a wrong operand, rustc takes the result to be of the type on the left. That elements are `Copy` is asked of the target, which is not
// known where rustc looks for the operator: of elements that are not, it says so, and not that there is no such operator.
impl<T, S: Operand, E: Elements<T>, D> Shr<&mut D> for CopyOf<'_, T, S, E>
where
    D: Target<Element = T> + ?Sized,
    D::Element: Copy,
{
    type Output = Self;

    #[inline(always)]
    #[track_caller]
    fn shr(self, target: &mut D) -> Self {
        let () = Pairs::<S, D::Operand>::COPIED;
        done(self.copy_to(target));
        self
    }
}

/// Copies each element of a source to the same 1-D coordinate of a target.
///
/// # Errors
///
/// The sizes differ, or two coordinates of the target may share an element; if the compiler
/// knows that, it does not compile.
#[inline(always)]
pub(super) fn copy<S, D>(source: &S, target: &mut D) -> Result<(), ShapeError>
where
    S: Source<Element: Copy> + ?Sized,
    D: Target<Element = S::Element> + ?Sized,
{
    CopyOf::of(source).copy_to(target)
}

impl<T: Copy, S: Operand, E: Elements<T>> CopyOf<'_, T, S, E> {
    /// The copy to a target, as [`copy`] has it.
    #[inline(always)]
    fn copy_to<D>(&self, target: &mut D) -> Result<(), ShapeError>
    where
        D: Target<Element = T> + ?Sized,
    {
        let domain = checked_domain(self.operand, target.operand())?;
        let (source, target) = (self.elements, target.elements_mut());
        // SAFETY: the offsets of one coordinate in both layouts, so that both are elements: those of the source are borrowed for
        // as long as this is, those of the target by this call, and nobody else has them.
        unsafe {
            if const { !is_swizzled::<T, T, E, D::Elements>() } {
                classify::copy_elements(domain, source.zero(), target.zero());
            } else if !domain.is_empty() {
                swizzled::copy(domain, source, target);
            }
        }
        Ok(())
    }
}

/// The domain of a source and of a target of the same size, no two coordinates of which share an
/// element.
///
/// # Errors
///
/// The sizes differ, or two coordinates of the target may share an element; if the compiler
/// knows that, it does not compile.
#[inline(always)]
pub(super) fn checked_domain<S: Operand, D: Operand>(
    source: S,
    target: D,
) -> Result<Elementwise<S, D>, ShapeError> {
    let () = Pairs::<S, D>::COPIED;
    let domain = Elementwise(source, target);
    if domain.two_loops().is_none() {
        check_sizes(source.size(), target.size())?;
    }
    target.assert_injective()?;
    Ok(domain)
}
