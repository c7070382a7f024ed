//! The innermost loop of elementwise functions and of folds.

#![allow(unsafe_code)]

use core::mem::{ManuallyDrop, MaybeUninit};
use core::ptr::NonNull;

use super::loop_nest::constant::for_each_iteration;
use super::loop_nest::{Loop, SOURCE, TARGET};

/// The most bytes of an accumulator: registers hold as many, and of more the moves would take longer than they save.
pub(super) const MAX_ACCUMULATOR_BYTES: usize = 64;

/// The bytes of a vector register that each processor with vectors has.
pub(super) const VECTOR_BYTES: usize = 16;

/// Calls a function with the addresses of the elements at each iteration of a loop. If the steps of it are among those that the compiler knows, as
/// in pixels of three bytes, it makes vectors of what is not next to each other; a row of the extent that it knows is a loop of that many iterations.
///
/// # Safety
///
/// From `source`, at each offset of the loop is an element, all in one allocation; the same holds from
/// `target`.
#[inline(always)]
pub(super) unsafe fn for_each<T, U>(
    l: Loop,
    known: [Option<isize>; 2],
    row: Option<usize>,
    source: NonNull<T>,
    target: NonNull<U>,
    mut f: impl FnMut(NonNull<T>, NonNull<U>),
) {
    if (l.source(), l.target()) == (0, 1) {
        // One element of the source, as of a bias. Spelled out for vectors, too.
        // SAFETY: by the caller.
        (0..l.extent).for_each(|i| unsafe { f(source, target.add(i)) });
    } else if (l.source(), l.target()) == (1, 1) {
        // Spelled out, so that compilers make vectors of it.
        // SAFETY: by the caller.
        let call = |i| unsafe { f(source.add(i), target.add(i)) };
        match row {
            Some(row) if row == l.extent => (0..row).for_each(call),
            _ => (0..l.extent).for_each(call),
        }
    } else if let (Some(step), 1) = (known[SOURCE], l.target())
        && l.source() == step
    {
        // SAFETY: by the caller.
        (0..l.extent).for_each(|i| unsafe { f(source.offset(i as isize * step), target.add(i)) });
    } else if let (1, Some(step)) = (l.source(), known[TARGET])
        && l.target() == step
    {
        // SAFETY: by the caller.
        (0..l.extent).for_each(|i| unsafe { f(source.add(i), target.offset(i as isize * step)) });
    } else {
        // SAFETY: the same.
        for_each_iteration(l, 0, 0, |s, t| unsafe { f(source.offset(s), target.offset(t)) });
    }
}

/// Has no instruction, and keeps LLVM from making vectors of the iterations of the loop that it is in.
///
/// Where an inner loop of few iterations is spelled out, LLVM does that by gathers and scatters, if the processor has both, as AVX-512 does. They take
/// up to ten times as long as vectors along the inner loop.
#[inline(always)]
pub(super) fn prevent_vectorization() {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512f", not(miri)))]
    // SAFETY: no instruction.
    unsafe {
        core::arch::asm!("", options(nomem, nostack, preserves_flags));
    }
}

/// Elements that are moved out of memory, and back when this is dropped, also by a panic.
///
/// Elements apart go through a buffer, so that the loops between are compiled once for these and for elements next to each other.
pub(super) struct Accumulators<U, const LANES: usize> {
    values: [ManuallyDrop<U>; LANES],
    /// The elements next to each other: those in memory, or those in the buffer.
    contiguous: NonNull<U>,
    memory: NonNull<U>,
    /// The distance between two of the elements in memory.
    step: isize,
}

/// One such element.
pub(super) type Accumulator<U> = Accumulators<U, 1>;

impl<U> Accumulator<U> {
    /// # Safety
    ///
    /// The element is borrowed as exclusive, and nobody reads or writes it before this is dropped.
    #[inline(always)]
    pub(super) unsafe fn new(memory: NonNull<U>) -> Self {
        // SAFETY: by the caller. A single element needs no buffer.
        unsafe { Self::strided(memory, 1, &mut MaybeUninit::uninit()) }
    }
}

impl<U, const LANES: usize> Accumulators<U, LANES> {
    /// # Safety
    ///
    /// At each of `LANES` steps from `memory` on is an element that is borrowed as exclusive, and nobody reads or writes it, nor the
    /// buffer, before this is dropped.
    #[inline(always)]
    pub(super) unsafe fn strided(
        memory: NonNull<U>,
        step: isize,
        buffer: &mut MaybeUninit<[U; LANES]>,
    ) -> Self {
        let mut contiguous = memory;
        // SAFETY: by the caller: what stays in memory is not used before it is written over.
        unsafe {
            if LANES > 1 && step != 1 {
                contiguous = NonNull::from(buffer).cast();
                gather::<U, LANES>(memory, step, contiguous);
            }
            Accumulators { values: contiguous.cast().read(), contiguous, memory, step }
        }
    }

    /// The address of one of the elements.
    ///
    /// # Safety
    ///
    /// There are more lanes.
    #[inline(always)]
    pub(super) unsafe fn value(&mut self, lane: usize) -> NonNull<U> {
        // SAFETY: by the caller.
        unsafe { NonNull::from(&mut self.values).cast::<U>().add(lane) }
    }
}

impl<U, const LANES: usize> Drop for Accumulators<U, LANES> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the values are taken once, here, to where they came from.
        unsafe {
            let values: [ManuallyDrop<U>; LANES] = (&raw const self.values).read();
            self.contiguous.cast().write(values);
            if LANES > 1 && self.step != 1 {
                scatter::<U, LANES>(self.contiguous, self.memory, self.step);
            }
        }
    }
}

/// Moves elements from each step of memory side by side. A function of its own, as [`scatter`]: what is between both is then made of vectors, as if
/// the elements were so in memory, too.
///
/// # Safety
///
/// At each of `LANES` steps from `memory` on is an element that is borrowed as exclusive, and `to` has room for all of them side by side.
#[inline(never)]
unsafe fn gather<U, const LANES: usize>(memory: NonNull<U>, step: isize, to: NonNull<U>) {
    // SAFETY: by the caller.
    (0..LANES).for_each(|i| unsafe { to.add(i).write(memory.offset(i as isize * step).read()) });
}

/// Moves elements that are side by side to each step of memory.
///
/// # Safety
///
/// There is room for elements, which are taken.
#[inline(never)]
unsafe fn scatter<U, const LANES: usize>(from: NonNull<U>, memory: NonNull<U>, step: isize) {
    // SAFETY: by the caller.
    (0..LANES).for_each(|i| unsafe { memory.offset(i as isize * step).write(from.add(i).read()) });
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::vec;
    use std::vec::Vec;

    use crate::bounds::Unpadded;
    use crate::dynamic::{Dynamic, Extent, Mode};
    use crate::{Geometry, Layout, View, ViewMut, layout};

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

    fn at_run_time<M: Geometry, const LEAVES: usize>(modes: M) -> Dynamic<M, LEAVES> {
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
            at_run_time::<_, 2>((leaf(3, 1), leaf(4, 3))),
            at_run_time::<_, 2>((leaf(3, 2), leaf(4, 6))),
            at_run_time::<_, 2>((leaf(3, 4), leaf(4, 1)))
        );
    }

    /// The target has the work of a fold until it panics, once: an element that owns memory is
    /// neither lost nor there twice.
    #[test]
    fn a_panic_leaves_what_was_folded() {
        fn check(layout: impl Layout<Bounds: Unpadded>, expected: [&[usize]; 4]) {
            let numbers: Vec<usize> = (0..12).collect();
            // Side by side, and apart.
            for step in [1, 2] {
                let mut folded = vec![vec![100]; 4 * step];
                let mut target =
                    ViewMut::new(&mut folded, at_run_time::<_, 1>(leaf(4, step as isize)));
                let fold = AssertUnwindSafe(|| {
                    View::new(&numbers, layout).fold_to(&mut target, |all, x| {
                        all.push(*x);
                        assert!(*x != 4, "enough");
                    });
                });
                assert!(catch_unwind(fold).is_err());
                for (i, expected) in expected.into_iter().enumerate() {
                    assert_eq!((folded[step * i][0], &folded[step * i][1..]), (100, expected));
                }
            }
        }
        let one_by_one: [&[usize]; 4] = [&[0, 1, 2], &[3, 4], &[], &[]];
        // A step that the compiler knows, of sums that are made together.
        check(layout!((3,4):(1,3)), [&[0, 1], &[3, 4], &[6], &[9]]);
        check(at_run_time::<_, 2>((leaf(3, 1), leaf(4, 3))), one_by_one);
        let together: [&[usize]; 4] = [&[0, 4], &[1], &[2], &[3]];
        check(layout!((3,4):(4,1)), together);
        check(at_run_time::<_, 2>((leaf(3, 4), leaf(4, 1))), together);
    }
}
