//! Sums of products of several sources, by the loops of `joint.rs`: what [`einsum!`](crate::einsum) expands to.
//!
//! Along the innermost loop a source is one element, elements next to each other, or elements apart. The first two are types of
//! their own, so that compilers make vectors of the loop. A loop at one element of the target is a sum, of which several parts are
//! added at once; where the second loop is at one row of the target, several rows are added to it at once.

#![allow(unsafe_code)]

use core::array;
use core::ops::{Add, Mul};
use core::ptr::NonNull;
use core::slice;

use super::data::{Source, Target};
use super::joint::{JointLoop, Offsets, Sources, visit};
use super::place::Elements;
use super::side::Side;
use super::{AsViewMut, between};
use crate::bounds::Unpadded;
use crate::{Layout, Map};

/// The sums of which one is made: as many elements as some vectors have.
const SUMS: usize = 16;

/// The sums that are added up one after the other.
const VECTOR: usize = 4;

/// The rows that are added to one at once: so many are a load and a store of the target for each.
const ROWS: usize = 4;

/// The bytes of an element up to which several sums of it are kept in registers.
const SMALL: usize = 8;

/// What elements are multiplied and added with.
pub trait Number: Copy + Default + Add<Output = Self> + Mul<Output = Self> {}

impl<T: Copy + Default + Add<Output = T> + Mul<Output = T>> Number for T {}

/// The products at the turns of two loops.
#[doc(hidden)]
pub trait Factor<T>: Copy {
    #[doc(hidden)]
    type Row: Row<T>;

    /// Those of the inner loop at a turn of the outer one.
    ///
    /// # Safety
    ///
    /// The loop has so many turns.
    #[doc(hidden)]
    unsafe fn row(self, turn: usize) -> Self::Row;
}

/// The products at the turns of one loop.
#[doc(hidden)]
pub trait Row<T>: Copy {
    /// Whether all elements are the same or next to each other.
    #[doc(hidden)]
    const IS_LINE: bool;

    /// # Safety
    ///
    /// The loop has so many turns.
    #[doc(hidden)]
    unsafe fn product(self, turn: usize) -> T;
}

/// One element along the inner loop, and the step of the outer one.
#[derive(Clone, Copy)]
pub(super) struct Same<T>(NonNull<T>, isize);

#[derive(Clone, Copy)]
pub(super) struct Value<T>(T);

impl<T: Copy> Factor<T> for Same<T> {
    type Row = Value<T>;

    #[inline(always)]
    unsafe fn row(self, turn: usize) -> Value<T> {
        // SAFETY: by the caller: the offset of a turn.
        Value(unsafe { self.0.offset(turn as isize * self.1).read() })
    }
}

impl<T: Copy> Row<T> for Value<T> {
    const IS_LINE: bool = true;

    #[inline(always)]
    unsafe fn product(self, _: usize) -> T {
        self.0
    }
}

/// Elements next to each other along the inner loop, and the step of the outer one.
#[derive(Clone, Copy)]
pub(super) struct Next<T>(NonNull<T>, isize);

#[derive(Clone, Copy)]
pub(super) struct Line<T>(NonNull<T>);

impl<T: Copy> Factor<T> for Next<T> {
    type Row = Line<T>;

    #[inline(always)]
    unsafe fn row(self, turn: usize) -> Line<T> {
        // SAFETY: by the caller: the offset of a turn.
        Line(unsafe { self.0.offset(turn as isize * self.1) })
    }
}

impl<T: Copy> Row<T> for Line<T> {
    const IS_LINE: bool = true;

    #[inline(always)]
    unsafe fn product(self, turn: usize) -> T {
        // SAFETY: by the caller.
        unsafe { self.0.add(turn).read() }
    }
}

/// Elements wherever they are: where the loops begin, and the steps of both.
#[derive(Clone, Copy)]
pub struct Apart<E>(E, isize, [isize; 2]);

impl<T: Copy, E: Elements<T>> Factor<T> for Apart<E> {
    type Row = Self;

    #[inline(always)]
    unsafe fn row(self, turn: usize) -> Self {
        Apart(self.0, self.1 + turn as isize * self.2[1], self.2)
    }
}

impl<T: Copy, E: Elements<T>> Row<T> for Apart<E> {
    const IS_LINE: bool = false;

    #[inline(always)]
    unsafe fn product(self, turn: usize) -> T {
        // SAFETY: by the caller: the offset of a coordinate.
        unsafe { self.0.element(self.1 + turn as isize * self.2[0]).read() }
    }
}

/// One source after the other.
#[derive(Clone, Copy)]
pub struct Times<A, B>(A, B);

impl<T, A: Factor<T>, B: Factor<T>> Factor<T> for Times<A, B>
where
    T: Mul<Output = T>,
{
    type Row = Times<A::Row, B::Row>;

    #[inline(always)]
    unsafe fn row(self, turn: usize) -> Self::Row {
        // SAFETY: by the caller.
        unsafe { Times(self.0.row(turn), self.1.row(turn)) }
    }
}

impl<T: Mul<Output = T>, A: Row<T>, B: Row<T>> Row<T> for Times<A, B> {
    const IS_LINE: bool = A::IS_LINE && B::IS_LINE;

    #[inline(always)]
    unsafe fn product(self, turn: usize) -> T {
        // SAFETY: by the caller.
        unsafe { self.0.product(turn) * self.1.product(turn) }
    }
}

/// What is done with the products of two loops.
#[doc(hidden)]
pub trait Use<T> {
    /// # Safety
    ///
    /// The products are those of elements at the turns of the loops.
    #[doc(hidden)]
    unsafe fn of<F: Factor<T>>(self, products: F);
}

/// A use of the products with one more source in front.
pub(super) struct After<A, U>(A, U);

impl<T: Mul<Output = T>, A: Factor<T>, U: Use<T>> Use<T> for After<A, U> {
    #[inline(always)]
    unsafe fn of<F: Factor<T>>(self, products: F) {
        // SAFETY: by the caller.
        unsafe { self.1.of(Times(self.0, products)) };
    }
}

/// Sources of which products are made.
pub trait Factors<T>: Sources {
    #[doc(hidden)]
    type Apart: Factor<T>;

    /// Whether each source is one element along a loop, or elements next to each other.
    #[doc(hidden)]
    fn is_line(step: &Offsets, place: usize) -> bool;

    /// Calls a use with the products of lines.
    ///
    /// # Safety
    ///
    /// They are lines, at the offsets of coordinates.
    #[doc(hidden)]
    unsafe fn lines<U: Use<T>>(
        of: Self::Elements,
        loops: &[JointLoop; 2],
        at: &Offsets,
        place: usize,
        used: U,
    );

    #[doc(hidden)]
    fn apart(of: Self::Elements, loops: &[JointLoop; 2], at: &Offsets, place: usize)
    -> Self::Apart;
}

#[inline(always)]
fn is_line<T, S: Source<Element = T>>(step: isize) -> bool {
    (const { <S::Elements as Elements<T>>::Map::IDENTITY }) && matches!(step, 0 | 1)
}

#[inline(always)]
fn apart<E>(of: E, loops: &[JointLoop; 2], at: &Offsets, place: usize) -> Apart<E> {
    Apart(of, at[place], loops.map(|l| l.step[place]))
}

impl<T: Number, S: Source<Element = T>> Factors<T> for (S, ()) {
    type Apart = Apart<S::Elements>;

    #[inline(always)]
    fn is_line(step: &Offsets, place: usize) -> bool {
        is_line::<T, S>(step[place])
    }

    #[inline(always)]
    unsafe fn lines<U: Use<T>>(
        (of, ()): Self::Elements,
        [l0, l1]: &[JointLoop; 2],
        at: &Offsets,
        place: usize,
        used: U,
    ) {
        // SAFETY: by the caller.
        unsafe {
            let first = of.element(at[place]);
            match l0.step[place] {
                0 => used.of(Same(first, l1.step[place])),
                _ => used.of(Next(first, l1.step[place])),
            }
        }
    }

    #[inline(always)]
    fn apart(
        (of, ()): Self::Elements,
        loops: &[JointLoop; 2],
        at: &Offsets,
        place: usize,
    ) -> Self::Apart {
        apart(of, loops, at, place)
    }
}

impl<T: Number, S: Source<Element = T>, R, Q> Factors<T> for (S, (R, Q))
where
    (R, Q): Factors<T>,
{
    type Apart = Times<Apart<S::Elements>, <(R, Q) as Factors<T>>::Apart>;

    #[inline(always)]
    fn is_line(step: &Offsets, place: usize) -> bool {
        is_line::<T, S>(step[place]) && <(R, Q)>::is_line(step, place + 1)
    }

    #[inline(always)]
    unsafe fn lines<U: Use<T>>(
        (of, others): Self::Elements,
        loops: &[JointLoop; 2],
        at: &Offsets,
        place: usize,
        used: U,
    ) {
        let [l0, l1] = loops;
        // SAFETY: by the caller.
        unsafe {
            let first = of.element(at[place]);
            match l0.step[place] {
                0 => {
                    let used = After(Same(first, l1.step[place]), used);
                    <(R, Q)>::lines(others, loops, at, place + 1, used);
                }
                _ => {
                    let used = After(Next(first, l1.step[place]), used);
                    <(R, Q)>::lines(others, loops, at, place + 1, used);
                }
            }
        }
    }

    #[inline(always)]
    fn apart(
        (of, others): Self::Elements,
        loops: &[JointLoop; 2],
        at: &Offsets,
        place: usize,
    ) -> Self::Apart {
        Times(apart(of, loops, at, place), <(R, Q)>::apart(others, loops, at, place + 1))
    }
}

/// Products go to a target: added to what is there, or in its place.
struct Placed<B, const ADDED: bool> {
    target: B,
    at: isize,
    loops: [JointLoop; 2],
}

impl<T: Number, B: Elements<T>, const ADDED: bool> Use<T> for Placed<B, ADDED> {
    #[inline(always)]
    unsafe fn of<F: Factor<T>>(self, products: F) {
        let [l0, l1] = self.loops;
        let (s0, s1) = (l0.step[0], l1.step[0]);
        let is_line = const { B::Map::IDENTITY } && <F::Row as Row<T>>::IS_LINE;
        // SAFETY: by the caller; the elements of the target are borrowed as exclusive, and no two coordinates of a row are one.
        unsafe {
            let row = |turn: usize| self.target.element(self.at + turn as isize * s1);
            if is_line && s0 == 1 {
                let line = |turn| slice::from_raw_parts_mut(row(turn).as_ptr(), l0.extent);
                let mut turn = 0;
                if ADDED && s1 == 0 {
                    while turn + ROWS <= l1.extent {
                        add_rows::<T, _, ROWS>(line(0), array::from_fn(|i| products.row(turn + i)));
                        turn += ROWS;
                    }
                }
                while turn < l1.extent {
                    match ADDED {
                        true => add_rows::<T, _, 1>(line(turn), [products.row(turn)]),
                        false => set_row(line(turn), products.row(turn)),
                    }
                    turn += 1;
                }
            } else if ADDED && s0 == 0 {
                for turn in 0..l1.extent {
                    let sum = sum(products.row(turn), l0.extent);
                    let target = row(turn);
                    target.write(target.read() + sum);
                }
            } else {
                for turn in 0..l1.extent {
                    let products = products.row(turn);
                    for i in 0..l0.extent {
                        let at = self.at + turn as isize * s1 + i as isize * s0;
                        let (target, product) = (self.target.element(at), products.product(i));
                        target.write(if ADDED { target.read() + product } else { product });
                    }
                }
            }
        }
    }
}

/// Adds rows to one, in their order.
///
/// # Safety
///
/// The rows have as many turns.
#[inline]
unsafe fn add_rows<T: Number, R: Row<T>, const N: usize>(target: &mut [T], rows: [R; N]) {
    for (i, target) in target.iter_mut().enumerate() {
        // SAFETY: by the caller.
        let sum = rows.iter().fold(*target, |sum, row| sum + unsafe { row.product(i) });
        *target = sum;
    }
}

/// # Safety
///
/// The row has as many turns.
#[inline]
unsafe fn set_row<T: Number, R: Row<T>>(target: &mut [T], row: R) {
    for (i, target) in target.iter_mut().enumerate() {
        // SAFETY: by the caller.
        *target = unsafe { row.product(i) };
    }
}

/// The sum of a few. No part of its caller: what goes to memory is written as a vector, and so LLVM makes vectors of the sums that
/// lead to it.
#[inline(never)]
fn last<T: Number>(sums: &[T; VECTOR]) -> T {
    let [first, others @ ..] = sums;
    others.iter().fold(*first, |sum, other| sum + *other)
}

/// The sum of the products of a row, of so many turns.
///
/// # Safety
///
/// The row has as many.
#[inline(always)]
unsafe fn sum<T: Number, R: Row<T>>(row: R, turns: usize) -> T {
    let (mut sum, mut from) = (T::default(), 0);
    if const { R::IS_LINE && size_of::<T>() <= SMALL } && turns >= 2 * SUMS {
        let mut sums = [T::default(); SUMS];
        while from + SUMS <= turns {
            for (i, sum) in sums.iter_mut().enumerate() {
                // SAFETY: by the caller.
                *sum = *sum + unsafe { row.product(from + i) };
            }
            from += SUMS;
        }
        // In vectors as long as may be, and at last one after the other.
        let mut half = SUMS / 2;
        while half >= VECTOR {
            for i in 0..half {
                sums[i] = sums[i] + sums[i + half];
            }
            half /= 2;
        }
        sum = last(&array::from_fn(|i| sums[i]));
    }
    for i in from..turns {
        // SAFETY: by the caller.
        sum = sum + unsafe { row.product(i) };
    }
    sum
}

/// Sets each element of a target to the sum of the products of several sources: [`einsum!`](crate::einsum).
///
/// The layouts of the sources and `over` are over one index space, `over` with stride 0 along what is summed over; without such
/// modes, `ADDED` is false.
#[inline(always)]
#[track_caller]
pub fn sum_products<T, S, D, M, const ADDED: bool>(sources: S, target: &mut D, over: M)
where
    T: Number,
    S: Factors<T>,
    D: Target<Element = T> + AsViewMut<Item = T>,
    M: Layout<Bounds: Unpadded>,
{
    let () = D::Side::INJECTIVE;
    between::done(target.side().assert_injective());
    let mut target = target.__layout_view_mut();
    if ADDED {
        target.fill(T::default());
    }
    let mut target = target.into_layout(over);
    let to = target.elements_mut();
    let from = sources.elements();
    between::done(visit(&sources, target.side(), |loops, at| {
        let used = Placed::<_, ADDED> { target: to, at: at[0], loops };
        // SAFETY: the offsets of one coordinate in all layouts, so that they are elements; those of the target are borrowed.
        unsafe {
            match S::is_line(&loops[0].step, 1) {
                true => S::lines(from, &loops, &at, 1, used),
                false => used.of(S::apart(from, &loops, &at, 1)),
            }
        }
    }));
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use crate::{Array, View, einsum, layout, zip_with};

    /// Rows, sums, single elements and swizzles, in targets whose elements lie in them and in views. Miri runs this.
    #[test]
    fn products_of_all_kinds_of_places() {
        layout! {
            struct A = (m: 2, k: 35):(35,1);
            struct B = (k: 35, n: 3):(3,1);
            struct C = (m: 2, n: 3):(3,1);
            struct Apart = (m: 2, n: 3):(7,2);
            struct Square = (4,4):(4,1);
            struct Banked = Sw<2,0,2> o (4,4):(4,1);
        }
        let numbers: Vec<i32> = (0..105).map(|i| i * 7 % 19 - 9).collect();
        let (a, b) = (View::new(&numbers, A), View::new(&numbers, B));
        let at = |m, n| (0..35).map(|k| a[(m, k)] * b[(k, n)]).sum::<i32>();
        let mut rows = Array::<i32, C, 6>::filled(99, C);
        einsum!("m k, k n -> m n", a: A, b: B, rows: C);
        let turned: Vec<i32> = (0..105).map(|i| b[(i % 35, i / 35)]).collect();
        let turned = View::new(&turned, layout!((n: 3, k: 35):(35,1)));
        let mut sums = Array::<i32, C, 6>::filled(99, C);
        einsum!("m k, n k -> m n", a: A, turned: (n: 3, k: 35):(35,1), sums: C);
        let mut apart = Array::<i32, Apart, 12>::filled(99, Apart);
        einsum!("m k, k n -> m n", a: A, b: B, apart: Apart, |sum, a, b| *sum += a * b);
        for (m, n) in (0..2).flat_map(|m| (0..3).map(move |n| (m, n))) {
            let all = [rows[(m, n)], sums[(m, n)], apart[(m, n)] - 99];
            assert_eq!(all, [at(m, n); 3]);
        }
        let square = View::new(&numbers, Square);
        let mut banked = Array::<i32, Banked, 16>::filled(99, Banked);
        einsum!("m k, k n -> m n", square: Square, square: Square, banked: Banked);
        zip_with!(banked: Banked, square: Square, square: Square, |to, a, b| *to -= a + b);
        for (m, n) in (0..4).flat_map(|m| (0..4).map(move |n| (m, n))) {
            let product: i32 = (0..4).map(|k| square[(m, k)] * square[(k, n)]).sum();
            assert_eq!(banked[(m, n)], product - 2 * square[(m, n)]);
        }
    }
}
