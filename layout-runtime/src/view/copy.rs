//! Loops over two views: copies, elementwise functions, folds.

#![allow(unsafe_code)]

use core::array;
use core::marker::PhantomData;

use super::iter::assert_injective;
use super::message::Message;
use super::nest::{By, Leaves, Loop, Nest};
use super::place::assert_modes;
use super::{View, ViewMut};
use crate::offset::offset_of;
use crate::{Layout, Profile};

impl<T, L: Layout> View<'_, T, L> {
    /// Copies each element to the same 1-D coordinate of another view, in an order and in
    /// blocks that suit both layouts; those are found while the program compiles.
    ///
    /// Does not compile where the sizes differ, or two coordinates of the target share an
    /// element.
    ///
    /// ```
    /// use layout_runtime::{View, ViewMut, layout};
    ///
    /// let source: Vec<u32> = (0..12).collect();
    /// let mut target = [0; 12];
    /// // From row-major to column-major: a transpose.
    /// let rows = View::new(&source, layout!((3,4):(4,1)));
    /// rows.copy_to(&mut ViewMut::new(&mut target, layout!((3,4):(1,3))));
    /// assert_eq!(target, [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
    /// ```
    #[inline(always)]
    pub fn copy_to<M: Layout>(self, target: &mut ViewMut<'_, T, M>)
    where
        T: Copy,
    {
        const { assert_pair::<L::Profile, M::Profile>() };
        let (source, target) = (self.place().zero().as_ptr(), target.place().zero().as_ptr());
        // SAFETY: the offsets of one coordinate in both layouts, so that both are elements;
        // those of the target are borrowed, and nobody else has them.
        unsafe { copy::<T, L::Profile, M::Profile>(source, target) };
    }

    /// Folds the first mode for each coordinate of the others into another view, whose
    /// elements are what the folds start from.
    ///
    /// In which order the elements of a fold come is not specified. Does not compile where
    /// the target has another size than the modes after the first, or two coordinates of it
    /// share an element.
    ///
    /// ```
    /// use layout_runtime::{View, ViewMut, layout};
    ///
    /// let ones = [1; 12];
    /// let mut sums = [0; 4];
    /// let columns = View::new(&ones, layout!((3,4):(4,1)));
    /// columns.fold_to(&mut ViewMut::new(&mut sums, layout!(4:1)), |sum, x| *sum += x);
    /// assert_eq!(sums, [3; 4]);
    /// ```
    #[inline(always)]
    pub fn fold_to<U, M: Layout>(
        self,
        target: &mut ViewMut<'_, U, M>,
        mut f: impl FnMut(&mut U, &T),
    ) {
        const { assert_fold::<L::Profile, M::Profile>() };
        let (source, target) = (self.place().zero(), target.place().zero());
        sweep::<L::Profile, Fold<L::Profile, M::Profile>>(|s, t| {
            // SAFETY: `s` is the offset of a coordinate of the source, `t` that of its part
            // after the first mode in the target, which is borrowed.
            unsafe { f(target.offset(t).as_mut(), source.offset(s).as_ref()) }
        });
    }
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// Calls a function with each element and that of another view at the same 1-D
    /// coordinate, in an order that suits both layouts and is not specified.
    ///
    /// Does not compile where the sizes differ.
    ///
    /// ```
    /// use layout_runtime::{View, ViewMut, layout};
    ///
    /// let mut sum = [1, 2, 3, 4];
    /// let mut v = ViewMut::new(&mut sum, layout!((2,2):(2,1)));
    /// v.zip_with(View::new(&[10, 20, 30, 40], layout!((2,2):(1,2))), |x, y| *x += y);
    /// assert_eq!(sum, [11, 32, 23, 44]);
    /// ```
    #[inline(always)]
    pub fn zip_with<U, M: Layout>(&mut self, other: View<'_, U, M>, mut f: impl FnMut(&mut T, &U)) {
        const { assert_sizes::<M::Profile, L::Profile>() };
        let (source, target) = (other.place().zero(), self.place().zero());
        sweep::<M::Profile, Whole<M::Profile, L::Profile>>(|s, t| {
            // SAFETY: the offsets of one coordinate in both layouts, so that both are
            // elements; this view is borrowed.
            unsafe { f(target.offset(t).as_mut(), source.offset(s).as_ref()) }
        });
    }
}

/// The layout of a target, over the coordinates of a source.
trait Target {
    /// `None` where there are no common loops.
    const NEST: Option<Nest>;
    /// The offset at a 1-D coordinate of the source.
    fn offset(i: usize) -> isize;
}

/// `Q` at the coordinates of `P`.
struct Whole<P, Q>(PhantomData<(P, Q)>);

impl<P: Profile, Q: Profile> Target for Whole<P, Q> {
    const NEST: Option<Nest> =
        Nest::new(&Leaves::of(&P::TABLE), &Leaves::of(&Q::TABLE), By::Target);

    #[inline(always)]
    fn offset(i: usize) -> isize {
        offset_of::<Q>(i)
    }
}

/// `Q` at the coordinates of `P` after its first mode.
struct Fold<P, Q>(PhantomData<(P, Q)>);

impl<P: Profile, Q: Profile> Target for Fold<P, Q> {
    const NEST: Option<Nest> = {
        let target = Leaves::EMPTY.push(P::Head::SIZE, 0);
        let target = target.then(Q::TABLE.shape(), Q::TABLE.stride());
        Nest::new(&Leaves::of(&P::TABLE), &target, By::Source)
    };

    #[inline(always)]
    fn offset(i: usize) -> isize {
        offset_of::<Q>(i / P::Head::SIZE)
    }
}

/// The loops of a nest that are spelled out; what further ones there are is one loop, whose
/// counter is divided.
const SPELLED: usize = 6;

/// The loops of a target.
trait Loops: Target {
    const IS_SOME: bool = Self::NEST.is_some();
    /// No loops at all where there are no common ones.
    const LOOPS: Nest = match Self::NEST {
        Some(nest) => nest,
        None => Nest::EMPTY,
    };
    const AT: [Loop; SPELLED] = {
        let (mut first, mut k) = ([Loop::ONCE; SPELLED], 0);
        while k < SPELLED {
            first[k] = Self::LOOPS.loops[k];
            k += 1;
        }
        first
    };
    /// The turns of the loops that are not spelled out.
    const MORE: usize = {
        let (mut turns, mut k) = (1, SPELLED);
        while k < Self::LOOPS.len {
            turns *= Self::LOOPS.loops[k].extent;
            k += 1;
        }
        turns
    };

    /// The offsets at a turn of the loops that are not spelled out.
    #[inline(always)]
    fn start(turn: usize) -> (isize, isize) {
        let nest = const { &Self::LOOPS };
        let (mut turn, mut offsets) = (turn, (nest.source, nest.target));
        if const { Self::MORE > 1 } {
            for l in &nest.loops[SPELLED..nest.len] {
                let digit = (turn % l.extent) as isize;
                offsets = (offsets.0 + digit * l.source, offsets.1 + digit * l.target);
                turn /= l.extent;
            }
        }
        offsets
    }

    /// Calls a function with the offsets at each turn of all loops but the first two.
    #[inline(always)]
    fn outer(mut f: impl FnMut(isize, isize)) {
        let [_, _, l2, l3, l4, l5] = const { Self::AT };
        for turn in 0..const { Self::MORE } {
            let (s, t) = Self::start(turn);
            turns(l5, s, t, |s, t| {
                turns(l4, s, t, |s, t| turns(l3, s, t, |s, t| turns(l2, s, t, &mut f)));
            });
        }
    }
}

impl<X: Target> Loops for X {}

/// One loop, from two offsets on.
#[inline(always)]
fn turns(l: Loop, source: isize, target: isize, mut f: impl FnMut(isize, isize)) {
    for i in 0..l.extent as isize {
        f(source + i * l.source, target + i * l.target);
    }
}

/// The elements of a block to each side: a cache line, or more, of both layouts.
const BLOCK: usize = 16;

/// The elements of a region to each side: blocks are run in regions, so that the pages of
/// both layouts are met again while their addresses are known.
const REGION: usize = 16 * BLOCK;

/// Calls a function with the offsets at each coordinate of the source and the target.
#[inline(always)]
fn sweep<P: Profile, X: Target>(mut f: impl FnMut(isize, isize)) {
    if const { !X::IS_SOME } {
        for i in 0..P::SIZE {
            f(offset_of::<P>(i), X::offset(i));
        }
        return;
    }
    let [l0, l1, ..] = const { X::AT };
    if const { X::LOOPS.blocked } {
        X::outer(|s, t| {
            blocks(l0, l1, s, t, |e0, e1, s, t| {
                let (l0, l1) = (Loop { extent: e0, ..l0 }, Loop { extent: e1, ..l1 });
                turns(l1, s, t, |s, t| turns(l0, s, t, &mut f));
            });
        });
    } else {
        X::outer(|s, t| turns(l1, s, t, |s, t| turns(l0, s, t, &mut f)));
    }
}

/// Calls a function with the extents and the offsets of each block of two loops.
#[inline(always)]
fn blocks(
    l0: Loop,
    l1: Loop,
    source: isize,
    target: isize,
    mut f: impl FnMut(usize, usize, isize, isize),
) {
    for jj in (0..l1.extent).step_by(REGION) {
        for ii in (0..l0.extent).step_by(REGION) {
            for j in (jj..l1.extent.min(jj + REGION)).step_by(BLOCK) {
                for i in (ii..l0.extent.min(ii + REGION)).step_by(BLOCK) {
                    let s = source + i as isize * l0.source + j as isize * l1.source;
                    let t = target + i as isize * l0.target + j as isize * l1.target;
                    f(BLOCK.min(l0.extent - i), BLOCK.min(l1.extent - j), s, t);
                }
            }
        }
    }
}

/// Copies what is at each coordinate of `P` to the same of `Q`.
///
/// # Safety
///
/// From `source`, at each offset of `P` is an element to be read; from `target`, at each of
/// `Q` is one to be written, and none is one of the source.
#[inline(always)]
unsafe fn copy<T: Copy, P: Profile, Q: Profile>(source: *const T, target: *mut T) {
    if const { !<Whole<P, Q>>::IS_SOME } {
        // SAFETY: by the caller.
        return sweep::<P, Whole<P, Q>>(|s, t| unsafe { *target.offset(t) = *source.offset(s) });
    }
    let [l0, l1, ..] = const { <Whole<P, Q>>::AT };
    if l0.source == 1 && l0.target == 1 {
        <Whole<P, Q>>::outer(|s, t| {
            turns(l1, s, t, |s, t| {
                // SAFETY: by the caller; the offsets of the first loop are these.
                unsafe {
                    target.offset(t).copy_from_nonoverlapping(source.offset(s), l0.extent);
                }
            });
        });
    } else if const { <Whole<P, Q>>::LOOPS.blocked } && l0.target == 1 && l1.source == 1 {
        <Whole<P, Q>>::outer(|s, t| {
            blocks(l0, l1, s, t, |e0, e1, s, t| {
                // SAFETY: by the caller; the offsets of the two loops are these.
                unsafe {
                    transpose((source.offset(s), l0.source), (target.offset(t), l1.target), e0, e1);
                }
            });
        });
    } else {
        // SAFETY: by the caller.
        sweep::<P, Whole<P, Q>>(|s, t| unsafe { *target.offset(t) = *source.offset(s) });
    }
}

/// The elements of a square to each side, which is turned in registers.
const SQUARE: usize = 4;

/// Copies a block of `e1` rows of `e0` elements of the target, columns of the source; with
/// the distance of the source's rows, and of the target's.
///
/// # Safety
///
/// As [`copy`], for the elements of the block.
#[inline(always)]
unsafe fn transpose<T: Copy>(
    (source, across): (*const T, isize),
    (target, down): (*mut T, isize),
    e0: usize,
    e1: usize,
) {
    let from = |i: usize, j: usize| source.wrapping_offset(i as isize * across).wrapping_add(j);
    let to = |i: usize, j: usize| target.wrapping_offset(j as isize * down).wrapping_add(i);
    let (full0, full1) = (e0 - e0 % SQUARE, e1 - e1 % SQUARE);
    // SAFETY: by the caller, for all `i` below `e0` and `j` below `e1`.
    unsafe {
        for j in (0..full1).step_by(SQUARE) {
            for i in (0..full0).step_by(SQUARE) {
                let rows: [[T; SQUARE]; SQUARE] =
                    array::from_fn(|k| from(i + k, j).cast::<[T; SQUARE]>().read());
                let turned: [[T; SQUARE]; SQUARE] =
                    array::from_fn(|k| array::from_fn(|l| rows[l][k]));
                for (k, row) in turned.into_iter().enumerate() {
                    to(i, j + k).cast::<[T; SQUARE]>().write(row);
                }
            }
            for i in full0..e0 {
                (j..j + SQUARE).for_each(|j| *to(i, j) = *from(i, j));
            }
        }
        for j in full1..e1 {
            (0..e0).for_each(|i| *to(i, j) = *from(i, j));
        }
    }
}

/// A copy from `P` to `Q`.
const fn assert_pair<P: Profile, Q: Profile>() {
    assert_sizes::<P, Q>();
    assert_injective::<Q>();
}

/// A fold of the first mode of `P` into `Q`.
const fn assert_fold<P: Profile, Q: Profile>() {
    assert_modes::<P>("what is folded", "(first, rest)");
    assert_sizes::<P::Tail, Q>();
    assert_injective::<Q>();
}

/// `P` and `Q` have one size.
const fn assert_sizes<P: Profile, Q: Profile>() {
    if P::SIZE != Q::SIZE {
        let message = Message::new("the sizes differ: ")
            .notation::<P>()
            .text(" has ")
            .integer(P::SIZE as isize)
            .text(" coordinates, ")
            .notation::<Q>()
            .text(" has ")
            .integer(Q::SIZE as isize);
        panic!("{}", message.as_str());
    }
}
