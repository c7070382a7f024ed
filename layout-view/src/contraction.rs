//! Contractions: sums of products of several sources, by the loops of `operands.rs`: what [`einsum!`](crate::einsum) expands to.
//!
//! Along the innermost loop a source is one element, elements next to each other, or elements apart. The first two are types of
//! their own, so that compilers make vectors of the loop. A loop at one element of the target is a sum, of which several parts are
//! added at once; where the second loop is at one row of the target, several rows are added to it at once.

#![allow(unsafe_code)]

use core::array;
use core::ops::{Add, Mul};
use core::ptr::NonNull;
use core::slice;

use super::AsViewMut;
use super::data::{Source, Target};
use super::operand::Operand;
use super::operands::{Offsets, OperandsLoop, Sources, visit};
use super::place::Elements;
use super::sizes::done;
use crate::bounds::Unpadded;
use crate::{Layout, OffsetMap};

/// The partial sums of a sum: as many elements as some vectors have.
const PARTIAL_SUMS: usize = 16;

/// The partial sums that are added up one after the other.
const LAST_SUMS: usize = 4;

/// The rows that are added to one row of the target at once, for one load and one store of it.
const UNROLLED_ROWS: usize = 4;

/// The most bytes of an element of which partial sums are kept in registers.
const MAX_REGISTER_ELEMENT: usize = 8;

/// A number that can be multiplied and added.
pub trait Number: Copy + Default + Add<Output = Self> + Mul<Output = Self> {}

impl<T: Copy + Default + Add<Output = T> + Mul<Output = T>> Number for T {}

/// The products at the iterations of two loops.
#[doc(hidden)]
pub trait Factor<T>: Copy {
    #[doc(hidden)]
    type Row: FactorRow<T>;

    /// The products of the inner loop at an iteration of the outer one.
    ///
    /// # Safety
    ///
    /// The loop has so many iterations.
    #[doc(hidden)]
    unsafe fn row(self, iteration: usize) -> Self::Row;
}

/// The products at the iterations of one loop.
#[doc(hidden)]
pub trait FactorRow<T>: Copy {
    /// True if all elements are the same or next to each other.
    #[doc(hidden)]
    const IS_VECTORIZABLE: bool;

    /// # Safety
    ///
    /// The loop has so many iterations.
    #[doc(hidden)]
    unsafe fn product(self, iteration: usize) -> T;
}

/// One element along the inner loop, and the step of the outer one.
#[derive(Clone, Copy)]
pub(super) struct Broadcast<T>(NonNull<T>, isize);

/// The value of a broadcast element.
#[derive(Clone, Copy)]
pub(super) struct BroadcastRow<T>(T);

impl<T: Copy> Factor<T> for Broadcast<T> {
    type Row = BroadcastRow<T>;

    #[inline(always)]
    unsafe fn row(self, iteration: usize) -> BroadcastRow<T> {
        // SAFETY: by the caller: the offset of an iteration.
        BroadcastRow(unsafe { self.0.offset(iteration as isize * self.1).read() })
    }
}

impl<T: Copy> FactorRow<T> for BroadcastRow<T> {
    const IS_VECTORIZABLE: bool = true;

    #[inline(always)]
    unsafe fn product(self, _: usize) -> T {
        self.0
    }
}

/// The first of contiguous elements along the inner loop, and the step of the outer one.
#[derive(Clone, Copy)]
pub(super) struct Contiguous<T>(NonNull<T>, isize);

/// The first of a row of contiguous elements.
#[derive(Clone, Copy)]
pub(super) struct ContiguousRow<T>(NonNull<T>);

impl<T: Copy> Factor<T> for Contiguous<T> {
    type Row = ContiguousRow<T>;

    #[inline(always)]
    unsafe fn row(self, iteration: usize) -> ContiguousRow<T> {
        // SAFETY: by the caller: the offset of an iteration.
        ContiguousRow(unsafe { self.0.offset(iteration as isize * self.1) })
    }
}

impl<T: Copy> FactorRow<T> for ContiguousRow<T> {
    const IS_VECTORIZABLE: bool = true;

    #[inline(always)]
    unsafe fn product(self, iteration: usize) -> T {
        // SAFETY: by the caller.
        unsafe { self.0.add(iteration).read() }
    }
}

/// Elements at any strides: the offset where the loops begin, and the steps of both.
#[derive(Clone, Copy)]
pub struct StridedFactor<E>(E, isize, [isize; 2]);

impl<T: Copy, E: Elements<T>> Factor<T> for StridedFactor<E> {
    type Row = Self;

    #[inline(always)]
    unsafe fn row(self, iteration: usize) -> Self {
        StridedFactor(self.0, self.1 + iteration as isize * self.2[1], self.2)
    }
}

impl<T: Copy, E: Elements<T>> FactorRow<T> for StridedFactor<E> {
    const IS_VECTORIZABLE: bool = false;

    #[inline(always)]
    unsafe fn product(self, iteration: usize) -> T {
        // SAFETY: by the caller: the offset of a coordinate.
        unsafe { self.0.element(self.1 + iteration as isize * self.2[0]).read() }
    }
}

/// The products of one source and of those after it.
#[derive(Clone, Copy)]
pub struct Product<A, B>(A, B);

impl<T, A: Factor<T>, B: Factor<T>> Factor<T> for Product<A, B>
where
    T: Mul<Output = T>,
{
    type Row = Product<A::Row, B::Row>;

    #[inline(always)]
    unsafe fn row(self, iteration: usize) -> Self::Row {
        // SAFETY: by the caller.
        unsafe { Product(self.0.row(iteration), self.1.row(iteration)) }
    }
}

impl<T: Mul<Output = T>, A: FactorRow<T>, B: FactorRow<T>> FactorRow<T> for Product<A, B> {
    const IS_VECTORIZABLE: bool = A::IS_VECTORIZABLE && B::IS_VECTORIZABLE;

    #[inline(always)]
    unsafe fn product(self, iteration: usize) -> T {
        // SAFETY: by the caller.
        unsafe { self.0.product(iteration) * self.1.product(iteration) }
    }
}

/// A loop body over the products of two loops.
#[doc(hidden)]
pub trait LoopBody<T> {
    /// # Safety
    ///
    /// The products are those of elements at the iterations of the loops.
    #[doc(hidden)]
    unsafe fn run<F: Factor<T>>(self, products: F);
}

/// A loop body of products with one more source in front.
pub(super) struct Prepend<A, U>(A, U);

impl<T: Mul<Output = T>, A: Factor<T>, U: LoopBody<T>> LoopBody<T> for Prepend<A, U> {
    #[inline(always)]
    unsafe fn run<F: Factor<T>>(self, products: F) {
        // SAFETY: by the caller.
        unsafe { self.1.run(Product(self.0, products)) };
    }
}

/// Sources of which products are made.
pub trait Factors<T>: Sources {
    #[doc(hidden)]
    type Strided: Factor<T>;

    /// Returns true if each source is one element along a loop, or elements next to each other.
    #[doc(hidden)]
    fn is_vectorizable(step: &Offsets, operand: usize) -> bool;

    /// Runs a loop body with the products, of a type for the strides of each source.
    ///
    /// # Safety
    ///
    /// The inner loop [is vectorizable](Factors::is_vectorizable), and the offsets are those of coordinates.
    #[doc(hidden)]
    unsafe fn dispatch<U: LoopBody<T>>(
        elements: Self::Elements,
        loops: &[OperandsLoop; 2],
        offsets: &Offsets,
        operand: usize,
        body: U,
    );

    #[doc(hidden)]
    fn strided(
        elements: Self::Elements,
        loops: &[OperandsLoop; 2],
        offsets: &Offsets,
        operand: usize,
    ) -> Self::Strided;
}

#[inline(always)]
fn is_vectorizable<T, S: Source<Element = T>>(step: isize) -> bool {
    (const { <S::Elements as Elements<T>>::Map::IDENTITY }) && matches!(step, 0 | 1)
}

#[inline(always)]
fn strided<E>(
    elements: E,
    loops: &[OperandsLoop; 2],
    offsets: &Offsets,
    operand: usize,
) -> StridedFactor<E> {
    StridedFactor(elements, offsets[operand], loops.map(|l| l.step[operand]))
}

impl<T: Number, S: Source<Element = T>> Factors<T> for (S, ()) {
    type Strided = StridedFactor<S::Elements>;

    #[inline(always)]
    fn is_vectorizable(step: &Offsets, operand: usize) -> bool {
        is_vectorizable::<T, S>(step[operand])
    }

    #[inline(always)]
    unsafe fn dispatch<U: LoopBody<T>>(
        (elements, ()): Self::Elements,
        [l0, l1]: &[OperandsLoop; 2],
        offsets: &Offsets,
        operand: usize,
        body: U,
    ) {
        // SAFETY: by the caller.
        unsafe {
            let first = elements.element(offsets[operand]);
            match l0.step[operand] {
                0 => body.run(Broadcast(first, l1.step[operand])),
                _ => body.run(Contiguous(first, l1.step[operand])),
            }
        }
    }

    #[inline(always)]
    fn strided(
        (elements, ()): Self::Elements,
        loops: &[OperandsLoop; 2],
        offsets: &Offsets,
        operand: usize,
    ) -> Self::Strided {
        strided(elements, loops, offsets, operand)
    }
}

impl<T: Number, S: Source<Element = T>, R, Q> Factors<T> for (S, (R, Q))
where
    (R, Q): Factors<T>,
{
    type Strided = Product<StridedFactor<S::Elements>, <(R, Q) as Factors<T>>::Strided>;

    #[inline(always)]
    fn is_vectorizable(step: &Offsets, operand: usize) -> bool {
        is_vectorizable::<T, S>(step[operand]) && <(R, Q)>::is_vectorizable(step, operand + 1)
    }

    #[inline(always)]
    unsafe fn dispatch<U: LoopBody<T>>(
        (elements, rest): Self::Elements,
        loops: &[OperandsLoop; 2],
        offsets: &Offsets,
        operand: usize,
        body: U,
    ) {
        let [l0, l1] = loops;
        // SAFETY: by the caller.
        unsafe {
            let first = elements.element(offsets[operand]);
            match l0.step[operand] {
                0 => {
                    let body = Prepend(Broadcast(first, l1.step[operand]), body);
                    <(R, Q)>::dispatch(rest, loops, offsets, operand + 1, body);
                }
                _ => {
                    let body = Prepend(Contiguous(first, l1.step[operand]), body);
                    <(R, Q)>::dispatch(rest, loops, offsets, operand + 1, body);
                }
            }
        }
    }

    #[inline(always)]
    fn strided(
        (elements, rest): Self::Elements,
        loops: &[OperandsLoop; 2],
        offsets: &Offsets,
        operand: usize,
    ) -> Self::Strided {
        Product(
            strided(elements, loops, offsets, operand),
            <(R, Q)>::strided(rest, loops, offsets, operand + 1),
        )
    }
}

/// The loop body that writes products to a target, or adds them to it if `IS_SUM`.
struct Accumulation<B, const IS_SUM: bool> {
    target: B,
    at: isize,
    loops: [OperandsLoop; 2],
}

impl<T: Number, B: Elements<T>, const IS_SUM: bool> LoopBody<T> for Accumulation<B, IS_SUM> {
    #[inline(always)]
    unsafe fn run<F: Factor<T>>(self, products: F) {
        let [l0, l1] = self.loops;
        let (s0, s1) = (l0.step[0], l1.step[0]);
        let is_vectorizable =
            const { B::Map::IDENTITY } && <F::Row as FactorRow<T>>::IS_VECTORIZABLE;
        // SAFETY: by the caller; the elements of the target are borrowed as exclusive, and no two coordinates of a row are one.
        unsafe {
            let row = |iteration: usize| self.target.element(self.at + iteration as isize * s1);
            if is_vectorizable && s0 == 1 {
                let line =
                    |iteration| slice::from_raw_parts_mut(row(iteration).as_ptr(), l0.extent);
                let mut iteration = 0;
                if IS_SUM && s1 == 0 {
                    while iteration + UNROLLED_ROWS <= l1.extent {
                        add_rows::<T, _, UNROLLED_ROWS>(
                            line(0),
                            array::from_fn(|i| products.row(iteration + i)),
                        );
                        iteration += UNROLLED_ROWS;
                    }
                }
                while iteration < l1.extent {
                    match IS_SUM {
                        true => add_rows::<T, _, 1>(line(iteration), [products.row(iteration)]),
                        false => set_row(line(iteration), products.row(iteration)),
                    }
                    iteration += 1;
                }
            } else if IS_SUM && s0 == 0 {
                for iteration in 0..l1.extent {
                    let sum = sum(products.row(iteration), l0.extent);
                    let target = row(iteration);
                    target.write(target.read() + sum);
                }
            } else {
                for iteration in 0..l1.extent {
                    let products = products.row(iteration);
                    for i in 0..l0.extent {
                        let at = self.at + iteration as isize * s1 + i as isize * s0;
                        let (target, product) = (self.target.element(at), products.product(i));
                        target.write(if IS_SUM { target.read() + product } else { product });
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
/// The rows have as many iterations.
#[inline]
unsafe fn add_rows<T: Number, R: FactorRow<T>, const N: usize>(target: &mut [T], rows: [R; N]) {
    for (i, target) in target.iter_mut().enumerate() {
        // SAFETY: by the caller.
        let sum = rows.iter().fold(*target, |sum, row| sum + unsafe { row.product(i) });
        *target = sum;
    }
}

/// # Safety
///
/// The row has as many iterations.
#[inline]
unsafe fn set_row<T: Number, R: FactorRow<T>>(target: &mut [T], row: R) {
    for (i, target) in target.iter_mut().enumerate() {
        // SAFETY: by the caller.
        *target = unsafe { row.product(i) };
    }
}

/// The sum of a few. No part of its caller: what goes to memory is written as a vector, and so LLVM makes vectors of the sums that
/// lead to it.
#[inline(never)]
fn sum_last<T: Number>(sums: &[T; LAST_SUMS]) -> T {
    let [first, rest @ ..] = sums;
    rest.iter().fold(*first, |sum, other| sum + *other)
}

/// The sum of the products of a row, of so many iterations.
///
/// # Safety
///
/// The row has as many.
#[inline(always)]
unsafe fn sum<T: Number, R: FactorRow<T>>(row: R, iterations: usize) -> T {
    let (mut sum, mut from) = (T::default(), 0);
    if const { R::IS_VECTORIZABLE && size_of::<T>() <= MAX_REGISTER_ELEMENT }
        && iterations >= 2 * PARTIAL_SUMS
    {
        let mut sums = [T::default(); PARTIAL_SUMS];
        while from + PARTIAL_SUMS <= iterations {
            for (i, sum) in sums.iter_mut().enumerate() {
                // SAFETY: by the caller.
                *sum = *sum + unsafe { row.product(from + i) };
            }
            from += PARTIAL_SUMS;
        }
        // In vectors as long as may be, and at last one after the other.
        let mut half = PARTIAL_SUMS / 2;
        while half >= LAST_SUMS {
            for i in 0..half {
                sums[i] = sums[i] + sums[i + half];
            }
            half /= 2;
        }
        sum = sum_last(&array::from_fn(|i| sums[i]));
    }
    for i in from..iterations {
        // SAFETY: by the caller.
        sum = sum + unsafe { row.product(i) };
    }
    sum
}

/// Sets each element of a target to the sum of the products of several sources: [`einsum!`](crate::einsum).
///
/// The layouts of the sources and `over` are over one index space, `over` with stride 0 along what is summed over; without such
/// modes, `IS_SUM` is false.
#[inline(always)]
#[track_caller]
pub fn sum_products<T, S, D, M, const IS_SUM: bool>(sources: S, target: &mut D, over: M)
where
    T: Number,
    S: Factors<T>,
    D: Target<Element = T> + AsViewMut<Item = T>,
    M: Layout<Bounds: Unpadded>,
{
    let () = D::Operand::INJECTIVE;
    done(target.operand().assert_injective());
    let mut target = target.__layout_view_mut();
    if IS_SUM {
        target.fill(T::default());
    }
    let mut target = target.into_layout(over);
    let to = target.elements_mut();
    let from = sources.elements();
    done(visit(&sources, target.operand(), |loops, offsets| {
        let body = Accumulation::<_, IS_SUM> { target: to, at: offsets[0], loops };
        // SAFETY: the offsets of one coordinate in all layouts, so that they are elements; those of the target are borrowed.
        unsafe {
            match S::is_vectorizable(&loops[0].step, 1) {
                true => S::dispatch(from, &loops, &offsets, 1, body),
                false => body.run(S::strided(from, &loops, &offsets, 1)),
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
