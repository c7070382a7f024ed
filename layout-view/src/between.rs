//! What is between two views: copies, elementwise functions, folds.

#![allow(unsafe_code)]

use core::ops::Shr;
use core::ptr::NonNull;

use super::copy::copy_pair;
use super::data::{Source, Target};
use super::found::visit;
use super::inner::{self, run};
use super::nest::Loop;
use super::pair::{Fold, Pair, Whole};
use super::place::Elements;
use super::side::{Known, Side};
use super::{View, ViewMut, swizzled};
use crate::dynamic::ShapeError;
use crate::proofs::Pairs;
use crate::{Layout, Map};
use layout_runtime::internals::Message;

impl<T, L: Layout> View<'_, T, L> {
    /// Copies each element to the same 1-D coordinate of another view, in an order and in
    /// blocks that suit both layouts; those are found while the program compiles, or at run time
    /// where a layout is known only then.
    ///
    /// Does not compile where the sizes differ, or two coordinates of the target share an
    /// element. [`copy!`](crate::copy) does the same for whatever has elements.
    ///
    /// # Panics
    ///
    /// As [`View::copy_to`](super::View::copy_to), where the target's layout is known only at run
    /// time.
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
        let () = Pairs::<<Self as Source>::Side, D::Side>::COPIED;
        done(copy(self, target));
    }

    /// [`View::copy_to`] where run-time numbers may be wrong.
    ///
    /// # Errors
    ///
    /// As [`View::try_copy_to`](super::View::try_copy_to).
    #[inline(always)]
    pub fn try_copy_to<D: Target<Element = T> + ?Sized>(
        &self,
        target: &mut D,
    ) -> Result<(), ShapeError>
    where
        T: Copy,
    {
        let () = Pairs::<<Self as Source>::Side, D::Side>::COPIED;
        copy(self, target)
    }

    /// Folds the first mode for each coordinate of the others into another view, whose
    /// elements are what the folds start from.
    ///
    /// In which order the elements of a fold come is not specified. Does not compile where
    /// the target has another size than the modes after the first, or two coordinates of it
    /// share an element.
    ///
    /// # Panics
    ///
    /// As [`View::fold_to`](super::View::fold_to), where the target's layout is known only at run
    /// time.
    ///
    /// ```
    /// use layout_view::{View, ViewMut, layout};
    ///
    /// let ones = [1; 12];
    /// let mut sums = [0; 4];
    /// let columns = View::new(&ones, layout!((3,4):(4,1)));
    /// columns.fold_to(&mut ViewMut::new(&mut sums, layout!(4:1)), |sum, x| *sum += x);
    /// assert_eq!(sums, [3; 4]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn fold_to<D: Target + ?Sized>(&self, target: &mut D, f: impl FnMut(&mut D::Element, &T)) {
        let () = Pairs::<<Self as Source>::Side, D::Side>::FOLDED;
        done(fold(self, target, f));
    }

    /// [`View::fold_to`] for run-time numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// The target has another size than the modes after the first, or a stride of it is not above
    /// what the leaves below it reach.
    #[inline(always)]
    pub fn try_fold_to<D: Target + ?Sized>(
        &self,
        target: &mut D,
        f: impl FnMut(&mut D::Element, &T),
    ) -> Result<(), ShapeError> {
        let () = Pairs::<<Self as Source>::Side, D::Side>::FOLDED;
        fold(self, target, f)
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
    /// As [`View::copy_to`](super::View::copy_to), where a layout is known only at run time.
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
        let () = Pairs::<S::Side, <Self as Source>::Side>::COPIED;
        done(copy(&source, self));
    }

    /// [`ViewMut::copy_from`] where run-time numbers may be wrong.
    ///
    /// # Errors
    ///
    /// As [`View::try_copy_to`](super::View::try_copy_to).
    #[inline(always)]
    pub fn try_copy_from<S: Source<Element = T>>(&mut self, source: S) -> Result<(), ShapeError>
    where
        T: Copy,
    {
        let () = Pairs::<S::Side, <Self as Source>::Side>::COPIED;
        copy(&source, self)
    }

    /// Calls a function with each element and that of another view at the same 1-D
    /// coordinate, in an order that suits both layouts and is not specified.
    ///
    /// Does not compile where the sizes differ.
    ///
    /// # Panics
    ///
    /// As [`ViewMut::zip_with`](super::ViewMut::zip_with), where the other view's
    /// layout is known only at run time.
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
        let () = Pairs::<S::Side, <Self as Source>::Side>::SAME;
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
        let () = Pairs::<S::Side, <Self as Source>::Side>::SAME;
        zip(&other, self, f)
    }
}

/// [`copy!`](crate::copy), as `Copies >> (source, target)`: of a function rustc says in addition which of its bounds an argument
/// does not meet, and of an operator it does not. Of a wrong operand, rustc takes the result to be of the type on the left.
#[derive(Clone, Copy, Debug)]
pub struct Copies;

impl<S, D> Shr<(&S, &mut D)> for Copies
where
    S: Source<Element: Copy> + ?Sized,
    D: Target<Element = S::Element> + ?Sized,
{
    type Output = Self;

    #[inline(always)]
    #[track_caller]
    fn shr(self, (source, target): (&S, &mut D)) -> Self {
        let () = Pairs::<S::Side, D::Side>::COPIED;
        done(copy(source, target));
        self
    }
}

/// Panics with the text of an error.
#[inline(always)]
#[track_caller]
pub(super) fn done(result: Result<(), ShapeError>) {
    if let Err(error) = result {
        error.panic();
    }
}

/// Copies each element of a source to the same 1-D coordinate of a target.
///
/// # Errors
///
/// The sizes differ, or two coordinates of the target may share an element; what the compiler
/// knows does not compile.
#[inline(always)]
pub(super) fn copy<S, D>(source: &S, target: &mut D) -> Result<(), ShapeError>
where
    S: Source<Element: Copy> + ?Sized,
    D: Target<Element = S::Element> + ?Sized,
{
    let pair = paired(source.side(), target.side())?;
    let (source, target) = (source.elements(), target.elements_mut());
    // SAFETY: the offsets of one coordinate in both layouts, so that both are elements; those of the
    // target are borrowed, and nobody else has them.
    unsafe {
        if const { !is_swizzled::<S::Element, S::Element, S::Elements, D::Elements>() } {
            copy_pair(pair, source.zero(), target.zero());
        } else if !pair.is_empty() {
            swizzled::copy(pair, source, target);
        }
    }
    Ok(())
}

/// The layouts of a source and of a target of the same size, no two coordinates of which share an
/// element.
///
/// # Errors
///
/// They are not so; what the compiler knows does not compile.
#[inline(always)]
pub(super) fn paired<S: Side, D: Side>(source: S, target: D) -> Result<Whole<S, D>, ShapeError> {
    let () = Pairs::<S, D>::COPIED;
    let pair = Whole(source, target);
    if pair.two_loops().is_none() {
        same(source.size(), target.size())?;
    }
    target.assert_injective()?;
    Ok(pair)
}

/// Calls a function with each element of a target and that of a source at the same 1-D
/// coordinate.
///
/// # Errors
///
/// The sizes differ; what the compiler knows does not compile.
#[inline(always)]
pub(super) fn zip<S, D>(
    source: &S,
    target: &mut D,
    mut f: impl FnMut(&mut D::Element, &S::Element),
) -> Result<(), ShapeError>
where
    S: Source + ?Sized,
    D: Target + ?Sized,
{
    let pair = Whole(source.side(), target.side());
    let () = Pairs::<S::Side, D::Side>::SAME;
    same(pair.0.size(), pair.1.size())?;
    if pair.0.size() == 0 {
        return Ok(());
    }
    // SAFETY: the offsets of one coordinate in both layouts, so that both are elements; the target
    // is borrowed.
    unsafe {
        each(pair, source.elements(), target.elements_mut(), |s, mut t| {
            f(t.as_mut(), s.as_ref());
        });
    }
    Ok(())
}

/// Folds the first mode of a source for each coordinate of the others into a target.
///
/// # Errors
///
/// The target has another size than these, or two coordinates of it may share an element; what
/// the compiler knows does not compile.
#[inline(always)]
pub(super) fn fold<S, D>(
    source: &S,
    target: &mut D,
    mut f: impl FnMut(&mut D::Element, &S::Element),
) -> Result<(), ShapeError>
where
    S: Source + ?Sized,
    D: Target + ?Sized,
{
    let pair = Fold(source.side(), target.side());
    let head = pair.0.head();
    let () = Pairs::<S::Side, D::Side>::FOLDED;
    if head == 0 {
        // There is nothing to fold, whatever the other modes are.
        return Ok(());
    }
    same(pair.0.size() / head, pair.1.size())?;
    pair.1.assert_injective()?;
    if pair.0.size() == 0 {
        return Ok(());
    }
    // SAFETY: the offset of a coordinate of the source, and that of its part after the first mode
    // in the target, which is borrowed as exclusive.
    unsafe {
        each_row(pair, source.elements(), target.elements_mut(), move |l, s, t| {
            inner::fold(l, s, t, |s, mut t| f(t.as_mut(), s.as_ref()));
        });
    }
    Ok(())
}

/// Calls a function with the elements at each coordinate of a pair.
///
/// # Safety
///
/// The offsets that the pair visits are those of the source and of the target.
#[inline(always)]
pub(super) unsafe fn each<T, U, X, A, B>(
    pair: X,
    source: A,
    target: B,
    mut f: impl FnMut(NonNull<T>, NonNull<U>),
) where
    X: Pair,
    A: Elements<T>,
    B: Elements<U>,
{
    // The function is moved: behind a reference it could change with what is written, as far as the
    // compiler knows.
    // SAFETY: by the caller: the rows are those of the pair.
    unsafe { each_row(pair, source, target, move |l, s, t| run(l, s, t, &mut f)) };
}

/// Calls a function with the innermost loop of a pair and where it begins, at each turn of the others.
///
/// # Safety
///
/// The same.
#[inline(always)]
unsafe fn each_row<T, U, X, A, B>(
    pair: X,
    source: A,
    target: B,
    mut row: impl FnMut(Loop, NonNull<T>, NonNull<U>),
) where
    X: Pair,
    A: Elements<T>,
    B: Elements<U>,
{
    if (const { !X::IS_KNOWN }) && pair.is_empty() {
        return;
    }
    // SAFETY: by the caller.
    unsafe {
        if const { is_swizzled::<T, U, A, B>() } {
            // Elements of a row are no steps apart then.
            swizzled::visit(pair, source, target, &mut |s, t| row(Loop::ONCE, s, t));
        } else {
            visit(pair, source.zero(), target.zero(), row);
        }
    }
}

/// Whether swizzles follow one of two layouts.
const fn is_swizzled<T, U, A: Elements<T>, B: Elements<U>>() -> bool {
    !<A::Map as Map>::IDENTITY || !<B::Map as Map>::IDENTITY
}

/// Whether there are as many coordinates on both sides.
#[inline(always)]
fn same(source: usize, target: usize) -> Result<(), ShapeError> {
    if source == target {
        return Ok(());
    }
    let rule = "a source and a target must have the same size";
    let numbers = [source as i128, target as i128];
    Err(ShapeError::broken("", rule, &["source", "target"], &numbers))
}

/// Layouts that the compiler knows have one size.
#[track_caller]
pub(super) const fn assert_sizes(source: Option<Known>, target: Option<Known>) {
    if let (Some(source), Some(target)) = (source, target)
        && source.size != target.size
    {
        differ(source.notation, source.size, " coordinates, ", target);
    }
}

/// A layout has, after its first mode, the size of another.
#[track_caller]
pub(super) const fn assert_fold(source: Option<Known>, target: Option<Known>) {
    if let (Some(source), Some(target)) = (source, target)
        && source.size / source.head != target.size
    {
        let size = source.size / source.head;
        differ(source.notation, size, " coordinates after its first mode, ", target);
    }
}

#[track_caller]
const fn differ(notation: &str, size: usize, coordinates: &str, target: Known) -> ! {
    let message = Message::new("the sizes differ: ")
        .text(notation)
        .text(" has ")
        .integer(size as isize)
        .text(coordinates)
        .text(target.notation)
        .text(" has ")
        .integer(target.size as isize);
    panic!("{}", message.as_str());
}
