//! Reductions: folds of the first mode.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::View;
use super::data::{Source, Target};
use super::domain::{Domain, Reduction};
use super::elementwise::RowOf;
use super::elementwise::fold::{FoldPlan, KnownLoops};
use super::loop_nest::constant::ConstantNest;
use super::loop_nest::elements::for_each_element;
use super::loop_nest::run_time::for_each_coordinate;
use super::loop_nest::{Loop, LoopNest};
use super::operand::Operand;
use super::place::{Elements, is_swizzled};
use super::sizes::{Pairs, check_sizes, done};
use crate::Layout;
use crate::dynamic::ShapeError;
use layout_runtime::internals::{MAX, MAX_LEAVES_SMALL};

impl<T, L: Layout> View<'_, T, L> {
    /// Folds the first mode for each coordinate of the others into another view, whose
    /// elements the folds start from.
    ///
    /// The elements of each fold come in the order in which they lie in this view, from the lowest address on. In which order folds go on is not
    /// specified, nor is that of the elements where a layout has a swizzle, where elements along two modes lie between each other, or where the layouts have
    /// no common loops. Does not compile where the target has another size than the modes after the first, or two coordinates of it share an element.
    ///
    /// # Panics
    ///
    /// If a layout is known only at run time: if the target has another size than the modes after the first, or if two coordinates
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
    S: Source,
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
    let (from, to) = (source.elements(), target.elements_mut());
    let mut f = move |s: NonNull<S::Element>, mut t: NonNull<D::Element>| {
        // SAFETY: elements of the source and of the target, which is borrowed as exclusive.
        unsafe { f(t.as_mut(), s.as_ref()) };
    };
    // SAFETY: the offset of a coordinate of the source, and that of its part after the first mode
    // in the target, which is borrowed as exclusive.
    unsafe {
        if const { is_swizzled::<S::Element, D::Element, S::Elements, D::Elements>() } {
            for_each_element(domain, from, to, f);
        } else if const { !<Reduction<S::Operand, D::Operand>>::IS_CONSTANT } {
            if const { <Reduction<S::Operand, D::Operand>>::LEAVES <= MAX_LEAVES_SMALL } {
                fold_at_run_time::<S, _, _, _, MAX_LEAVES_SMALL>(domain, from, to, f);
            } else {
                fold_at_run_time::<S, _, _, _, MAX>(domain, from, to, f);
            }
        } else if const { <Reduction<S::Operand, D::Operand>>::HAS_NEST } {
            let (plan, outer) = const { &ConstantFold::<S::Operand, D::Operand>::PLAN };
            plan.run::<(S, ()), _, ConstantFold<S::Operand, D::Operand>, _, _>(
                outer,
                ((from, ()), to),
                &mut |t, (s, ())| f(s, t),
            );
        } else {
            domain.for_each_coordinate(|s, t| f(from.element(s), to.element(t)));
        }
    }
    Ok(())
}

/// The plan of a fold over layouts that the compiler knows.
struct ConstantFold<A, B>(PhantomData<(A, B)>);

impl<A: Operand, B: Operand> ConstantFold<A, B> {
    const PLAN: (FoldPlan<2>, LoopNest) = {
        let mut nest = <Reduction<A, B>>::LOOP_NEST;
        (FoldPlan::take(&mut nest, 2, &[None; 2]), nest)
    };
}

impl<A: Operand, B: Operand> KnownLoops<2> for ConstantFold<A, B> {
    const ROW: Option<usize> = A::ROW;
    const IS_CONSTANT: bool = true;
    const LOOPS: Option<[Loop; 3]> = Self::PLAN.0.spelled_out();
}

/// Folds with loops that are found at run time.
///
/// # Safety
///
/// The offsets that the domain visits are those of the source and of the target, which is borrowed as exclusive. There are no swizzles.
#[inline(always)]
unsafe fn fold_at_run_time<S: Source, U, O: Operand, B: Elements<U>, const N: usize>(
    domain: Reduction<S::Operand, O>,
    from: S::Elements,
    to: B,
    mut f: impl FnMut(NonNull<S::Element>, NonNull<U>),
) {
    let mut nest = LoopNest::<N>::EMPTY;
    let plan = if let Some([summed, lanes]) = domain.reduced_loops() {
        FoldPlan::of_two(summed, lanes, const { &<Reduction<S::Operand, O>>::STEPS })
    } else {
        if domain.set_aligned(&mut nest) {
            nest.arrange_and_tile(<Reduction<S::Operand, O>>::ORDER);
        } else {
            let leaves = domain.leaves::<N>();
            nest = LoopNest::EMPTY;
            if !nest.set(&leaves, <Reduction<S::Operand, O>>::ORDER) {
                // SAFETY: by the caller.
                return for_each_coordinate(&leaves, |s, t| unsafe {
                    f(from.element(s), to.element(t))
                });
            }
        }
        FoldPlan::take_at_run_time(&mut nest, 2, const { &<Reduction<S::Operand, O>>::STEPS })
    };
    // SAFETY: by the caller.
    unsafe {
        plan.run::<(S, ()), _, RowOf<S::Operand>, _, _>(
            &nest,
            ((from, ()), to),
            &mut |t, (s, ())| f(s, t),
        );
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::fmt::Debug;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::vec;
    use std::vec::Vec;

    use crate::dynamic::{Dynamic, Extent, Mode};
    use crate::{View, ViewMut};

    /// Strides of modes in the order in which they lie in memory, the last one contiguous.
    fn compact<const RANK: usize>(extents: [usize; RANK], order: &[usize]) -> [usize; RANK] {
        let (mut strides, mut stride) = ([0; RANK], 1);
        for &k in order.iter().rev() {
            strides[k] = stride;
            stride *= extents[k];
        }
        strides
    }

    fn leaf(extent: usize, stride: usize) -> Mode {
        Mode { extent: Extent::new(extent), stride: stride as isize }
    }

    /// Whichever loops are inside, the elements of each fold come in the order in which they lie in the source: with the function of a sum of `f32`,
    /// too, all orders of the loops have one result.
    #[test]
    fn elements_of_each_fold_come_in_the_order_of_the_source() {
        // Rows of more elements than are kept together, of a few more, and of less; and more than the first-level cache has.
        let (all, narrow): (&[[usize; 4]], &[[usize; 4]]) = match cfg!(miri) {
            true => (&[[2, 3, 23, 3]], &[[2, 3, 9, 1], [2, 1, 131, 1]]),
            false => (
                &[[3, 2, 23, 5], [4, 5, 3, 1], [1, 7, 9, 2], [40, 3, 21, 19]],
                &[[3, 2, 23, 5], [2, 3, 150, 2], [5, 1, 64, 3], [2, 2, 12, 130]],
            ),
        };
        for &extents in all {
            check_order(
                extents,
                |number| number as u64,
                |sum, x| sum.wrapping_mul(31).wrapping_add(x),
            );
        }
        // Long rows of what LLVM makes no vectors of, of which a few are folded together.
        let long: &[[usize; 4]] = match cfg!(miri) {
            true => &[[11, 3, 4, 2]],
            false => &[[11, 3, 4, 2], [7, 5, 1, 3], [40, 3, 21, 19], [150, 2, 2, 5]],
        };
        for &extents in long {
            check_order(extents, |number| number as f64, |sum, x| sum * 0.75 + x);
        }
        for &extents in narrow {
            check_order(
                extents,
                |number| number as u16,
                |sum, x| sum.wrapping_mul(31).wrapping_add(x),
            );
            check_order(
                extents,
                |number| number as u8,
                |sum, x| sum.wrapping_mul(31).wrapping_add(x),
            );
        }
    }

    /// Folds numbers in the first of three modes, itself of two, in all orders of the modes in memory, of the source and of the target.
    fn check_order<T: Copy + PartialEq + Debug>(
        extents: [usize; 4],
        number: fn(usize) -> T,
        f: fn(T, T) -> T,
    ) {
        let orders: Vec<Vec<usize>> = (0..256)
            .map(|i| vec![i >> 6, i >> 4 & 3, i >> 2 & 3, i & 3])
            .filter(|order| (0..4).all(|k| order.contains(&k)))
            .collect();
        assert_eq!(orders.len(), 24);
        let sampled = if cfg!(miri) { 5 } else { 1 };
        let numbers: Vec<T> = (0..extents.iter().product()).map(number).collect();
        let [a, b, c, d] = extents;
        for order in orders.iter().step_by(sampled) {
            let strides = compact(extents, order);
            let [s0, s1, s2, s3] = strides;
            let modes = ((leaf(a, s0), leaf(b, s1)), leaf(c, s2), leaf(d, s3));
            let source = View::new(&numbers, Dynamic::<_, 4>::new(modes).expect("a layout"));
            for order in [[0, 1], [1, 0]] {
                let [t0, t1] = compact([c, d], &order);
                let target = Dynamic::<_, 2>::new((leaf(c, t0), leaf(d, t1))).expect("a layout");
                let mut folded = vec![number(5); c * d];
                source.fold_to(&mut ViewMut::new(&mut folded, target), |sum, x| *sum = f(*sum, *x));
                for (i, j) in (0..c).flat_map(|i| (0..d).map(move |j| (i, j))) {
                    let at = |r0, r1| r0 * s0 + r1 * s1 + i * s2 + j * s3;
                    let all = (0..a).flat_map(|r0| (0..b).map(move |r1| at(r0, r1)));
                    let (mut all, mut expected): (Vec<usize>, _) = (all.collect(), number(5));
                    all.sort_unstable();
                    all.iter().for_each(|x| expected = f(expected, numbers[*x]));
                    assert_eq!(folded[i * t0 + j * t1], expected, "{extents:?} {strides:?}");
                }
            }
        }
    }

    /// Elements that are kept together are in memory again after a panic, as far as they were folded.
    #[test]
    fn a_panic_keeps_what_is_folded() {
        for (lanes, calls) in [(150, 20), (150, 149), (150, 433), (12, 31)] {
            for step in [1, 3] {
                let numbers = vec![1_u8; 5 * lanes];
                let source = Dynamic::<_, 2>::new((leaf(5, lanes), leaf(lanes, 1)));
                let target = Dynamic::<_, 1>::new((leaf(lanes, step),)).expect("a layout");
                let mut folded = vec![0_u8; step * lanes];
                let mut left = calls;
                let fold = AssertUnwindSafe(|| {
                    let source = View::new(&numbers, source.expect("a layout"));
                    source.fold_to(&mut ViewMut::new(&mut folded, target), |sum, x| {
                        assert!(left > 0, "enough");
                        left -= 1;
                        *sum += x;
                    });
                });
                assert!(catch_unwind(fold).is_err());
                assert_eq!(folded.iter().map(|x| usize::from(*x)).sum::<usize>(), calls);
            }
        }
    }
}
