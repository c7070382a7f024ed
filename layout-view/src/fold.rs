//! Reductions: folds of the first mode.

#![allow(unsafe_code)]

use super::data::{Source, Target};
use super::domain::Reduction;
use super::loop_nest::elements::for_each_row;
use super::operand::Operand;
use super::sizes::{check_sizes, done};
use super::{View, inner_loop};
use crate::Layout;
use crate::dynamic::ShapeError;
use crate::proofs::Pairs;

impl<T, L: Layout> View<'_, T, L> {
    /// Folds the first mode for each coordinate of the others into another view, whose
    /// elements the folds start from.
    ///
    /// In which order the elements of a fold come is not specified. Does not compile where
    /// the target has another size than the modes after the first, or two coordinates of it
    /// share an element.
    ///
    /// # Panics
    ///
    /// Where a layout is known only at run time: if the target has another size than the modes after the first, or if two coordinates
    /// of it may share an element, because a stride is not above the offsets that the leaves with smaller strides reach.
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
        let () = Pairs::<<Self as Source>::Operand, D::Operand>::FOLDED;
        done(fold(self, target, f));
    }

    /// [`View::fold_to`] for run-time numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// The target has another size than the modes after the first, or two coordinates of it may share an element: a stride is not above
    /// the offsets that the leaves with smaller strides reach.
    #[inline(always)]
    pub fn try_fold_to<D: Target + ?Sized>(
        &self,
        target: &mut D,
        f: impl FnMut(&mut D::Element, &T),
    ) -> Result<(), ShapeError> {
        let () = Pairs::<<Self as Source>::Operand, D::Operand>::FOLDED;
        fold(self, target, f)
    }
}

/// Folds the first mode of a source for each coordinate of the others into a target.
///
/// # Errors
///
/// The target has another size than these, or two coordinates of it may share an element; if
/// the compiler knows that, it does not compile.
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
    let domain = Reduction(source.operand(), target.operand());
    let head = domain.0.head();
    let () = Pairs::<S::Operand, D::Operand>::FOLDED;
    if head == 0 {
        // There is nothing to fold, whatever the other modes are.
        return Ok(());
    }
    check_sizes(domain.0.size() / head, domain.1.size())?;
    domain.1.assert_injective()?;
    if domain.0.size() == 0 {
        return Ok(());
    }
    // SAFETY: the offset of a coordinate of the source, and that of its part after the first mode
    // in the target, which is borrowed as exclusive.
    unsafe {
        for_each_row(domain, source.elements(), target.elements_mut(), move |l, s, t| {
            inner_loop::fold(l, s, t, |s, mut t| f(t.as_mut(), s.as_ref()));
        });
    }
    Ok(())
}
