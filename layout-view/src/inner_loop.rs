//! The innermost loop of elementwise functions and of folds.

#![allow(unsafe_code)]

use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use super::loop_nest::Loop;
use super::loop_nest::constant::for_each_iteration;

/// The most bytes of an accumulator: registers hold as many, and of more the moves would take longer than they save.
pub(super) const MAX_ACCUMULATOR_BYTES: usize = 64;

/// Calls a function with the addresses of the elements at each iteration of a loop.
///
/// # Safety
///
/// From `source`, at each offset of the loop is an element, all in one allocation; the same holds from
/// `target`.
#[inline(always)]
pub(super) unsafe fn for_each<T, U>(
    l: Loop,
    source: NonNull<T>,
    target: NonNull<U>,
    mut f: impl FnMut(NonNull<T>, NonNull<U>),
) {
    if (l.source(), l.target()) == (0, 1) {
        // One element of the source, as of a bias. Spelled out for vectors, too.
        // SAFETY: by the caller.
        (0..l.extent).for_each(|i| unsafe { f(source, target.add(i)) });
    } else {
        // SAFETY: the same.
        unsafe { for_each_strided(l, source, target, f) };
    }
}

/// [`for_each`] that does not test for one element of the source: in a fold it is seldom one, and the test would cost
/// each row.
///
/// # Safety
///
/// As [`for_each`].
#[inline(always)]
unsafe fn for_each_strided<T, U>(
    l: Loop,
    source: NonNull<T>,
    target: NonNull<U>,
    mut f: impl FnMut(NonNull<T>, NonNull<U>),
) {
    if (l.source(), l.target()) == (1, 1) {
        // Spelled out, so that compilers make vectors of it.
        // SAFETY: by the caller.
        (0..l.extent).for_each(|i| unsafe { f(source.add(i), target.add(i)) });
    } else {
        // SAFETY: the same.
        for_each_iteration(l, 0, 0, |s, t| unsafe { f(source.offset(s), target.offset(t)) });
    }
}

/// [`for_each`] where nobody else has the elements of the target.
///
/// One element that the loop stays at is accumulated in a variable of its own, as one does by
/// hand. A register holds that; the element itself would be stored at each iteration, because as far as
/// the compiler knows the source may share it.
///
/// # Safety
///
/// As [`for_each`], and the elements of the target are borrowed as exclusive.
#[inline(always)]
pub(super) unsafe fn fold<T, U>(
    l: Loop,
    source: NonNull<T>,
    target: NonNull<U>,
    mut f: impl FnMut(NonNull<T>, NonNull<U>),
) {
    if l.target() != 0 || size_of::<U>() > MAX_ACCUMULATOR_BYTES {
        // SAFETY: by the caller.
        return unsafe { for_each_strided(l, source, target, f) };
    }
    // SAFETY: by the caller.
    let mut accumulator = unsafe { Accumulator::new(target) };
    let value = NonNull::from(&mut *accumulator.value);
    if l.source() == 1 {
        // SAFETY: by the caller.
        (0..l.extent).for_each(|i| unsafe { f(source.add(i), value) });
    } else {
        // SAFETY: by the caller.
        for_each_iteration(l, 0, 0, |s, _| unsafe { f(source.offset(s), value) });
    }
}

/// An element that is moved out of memory, and back when this is dropped, also by a panic.
pub(super) struct Accumulator<U> {
    pub(super) value: ManuallyDrop<U>,
    memory: NonNull<U>,
}

impl<U> Accumulator<U> {
    /// # Safety
    ///
    /// The element is borrowed as exclusive, and nobody reads or writes it before this is dropped.
    #[inline(always)]
    pub(super) unsafe fn new(memory: NonNull<U>) -> Self {
        // SAFETY: by the caller: what stays in memory is not used before it is written over.
        Accumulator { value: ManuallyDrop::new(unsafe { memory.read() }), memory }
    }
}

impl<U> Drop for Accumulator<U> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the value is taken once, here, to where it came from.
        unsafe { self.memory.write(ManuallyDrop::take(&mut self.value)) };
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::vec;
    use std::vec::Vec;

    use crate::bounds::Unpadded;
    use crate::dynamic::{Dynamic, Extent, Mode};
    use crate::{Geometry, Layout, View, layout};

    /// Folds `3 x 4` and compares with plain loops, for each element of the target.
    fn check<U: Clone + PartialEq + core::fmt::Debug>(
        layout: impl Layout<Bounds: Unpadded>,
        start: U,
        mut f: impl FnMut(&mut U, &usize),
    ) {
        let numbers: Vec<usize> = (0..24).collect();
        let v = View::new(&numbers, layout);
        let mut folded = vec![start.clone(); 4];
        v.fold_to(&mut folded[..], &mut f);
        for (j, folded) in folded.into_iter().enumerate() {
            let mut expected = start.clone();
            let mut order: Vec<usize> = (0..3).map(|i| v.at(3 * j + i)).collect();
            order.sort();
            order.iter().for_each(|x| f(&mut expected, x));
            assert_eq!(folded, expected);
        }
    }

    fn leaf(extent: usize, stride: isize) -> Mode {
        Mode { extent: Extent::new(extent), stride }
    }

    fn at_run_time<M: Geometry>(modes: M) -> Dynamic<M, 2> {
        Dynamic::new(modes).expect("a layout")
    }

    /// Folds into a target that stays, in rows and apart, and into one that does not; with elements that are moved out,
    /// with some that are too large, and with elements that own memory.
    #[test]
    fn folds_of_all_elements_are_those_of_plain_loops() {
        macro_rules! all {
            ($($layout:expr),*) => {$(
                check($layout, 7usize, |sum, x| *sum += x);
                check($layout, [1usize; 8], |sums, x| sums[x % 8] += x);
                check($layout, [1usize; 9], |sums, x| sums[x % 9] += x);
                check($layout, vec![5usize], |all, x| all.push(*x));
                check($layout, (), |(), _| ());
            )*};
        }
        all!(
            layout!((3,4):(1,3)),
            layout!((3,4):(2,6)),
            layout!((3,4):(4,1)),
            at_run_time((leaf(3, 1), leaf(4, 3))),
            at_run_time((leaf(3, 2), leaf(4, 6))),
            at_run_time((leaf(3, 4), leaf(4, 1)))
        );
    }

    /// The target has the work of a fold until it panics, once: an element that owns memory is
    /// neither lost nor there twice.
    #[test]
    fn a_panic_leaves_what_was_folded() {
        fn check(layout: impl Layout<Bounds: Unpadded>) {
            let numbers: Vec<usize> = (0..12).collect();
            let mut folded = vec![vec![100]; 4];
            let fold = AssertUnwindSafe(|| {
                View::new(&numbers, layout).fold_to(&mut folded[..], |all, x| {
                    all.push(*x);
                    assert!(*x != 4, "enough");
                });
            });
            assert!(catch_unwind(fold).is_err());
            assert_eq!(folded, [vec![100, 0, 1, 2], vec![100, 3, 4], vec![100], vec![100]]);
        }
        check(layout!((3,4):(1,3)));
        check(at_run_time((leaf(3, 1), leaf(4, 3))));
    }
}
