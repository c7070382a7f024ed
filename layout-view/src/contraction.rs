//! Contractions: sums of products of several sources: what [`einsum!`](crate::einsum) expands to.
//!
//! `contraction/plan.rs` chooses the loops inside of a register tile, `contraction/blocks.rs` runs the loops around it, and `contraction/tile.rs`
//! has the micro-kernels. Loops whose lanes are a constant number are compiled for each call, by `contraction/compiled.rs`. Products without a sum are elementwise.

#![allow(unsafe_code)]

mod blocks;
mod compiled;
mod plan;
#[cfg(test)]
mod random_tests;
mod tile;

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::data::{Source, Target};
use super::elementwise::{ElementPointers, each};
use super::loop_nest::TARGET;
use super::operand::Operand;
use super::operands::{
    MAX_OPERANDS, NestBody, Offsets, OperandsDomain, OperandsLoop, OperandsNest, Sources,
    leaf_by_leaf, visit,
};

use super::place::Elements;
use super::sizes::done;
use super::{AsViewMut, ViewMut};
use crate::bounds::Unpadded;
use crate::{Layout, OffsetMap};
use blocks::{Contraction, Place, Room};
use compiled::{CompiledLoops, Loops};
use layout_runtime::internals::{MAX, MAX_LEAVES_SMALL};
use plan::Plan;
pub(crate) use tile::Number;
use tile::{Kernels, kernels};

/// Sources of which products are made.
pub trait Factors<T>: FactorPlaces<T> + ElementPointers<Pointers: Product<T>> {
    /// The micro-kernels, for the sources that move along the lanes, as bits.
    #[doc(hidden)]
    fn kernels(moving: usize) -> Kernels<T>;
}

/// The elements of a list of sources.
#[doc(hidden)]
pub trait FactorPlaces<T>: Sources {
    /// The sources with swizzles, as bits.
    #[doc(hidden)]
    const MAPPED: usize;

    /// Sets where the elements are; the first source is that operand.
    #[doc(hidden)]
    fn places(elements: &Self::Elements, places: &mut [Place<T>; MAX_OPERANDS], operand: usize);
}

impl<T> FactorPlaces<T> for () {
    const MAPPED: usize = 0;

    #[inline(always)]
    fn places((): &(), _: &mut [Place<T>; MAX_OPERANDS], _: usize) {}
}

#[diagnostic::do_not_recommend]
impl<T, S: Source<Element = T>, R: FactorPlaces<T>> FactorPlaces<T> for (S, R) {
    const MAPPED: usize = !<S::Elements as Elements<T>>::Map::IDENTITY as usize | R::MAPPED << 1;

    #[inline(always)]
    fn places(
        (elements, rest): &Self::Elements,
        places: &mut [Place<T>; MAX_OPERANDS],
        operand: usize,
    ) {
        places[operand] = place(elements);
        R::places(rest, places, operand + 1);
    }
}

/// The place of elements, for as long as they are borrowed.
#[inline(always)]
fn place<T, E: Elements<T>>(elements: &E) -> Place<T> {
    /// The element at an offset.
    ///
    /// # Safety
    ///
    /// `elements` is a reference to an `E`, and the offset is that of a coordinate.
    unsafe fn element<T, E: Elements<T>>(elements: *const (), offset: isize) -> NonNull<T> {
        // SAFETY: by the caller.
        unsafe { (*elements.cast::<E>()).element(offset) }
    }
    let mapped = if const { E::Map::IDENTITY } {
        None
    } else {
        Some(((&raw const *elements).cast(), element::<T, E> as _))
    };
    Place { zero: elements.zero(), mapped }
}

/// Pointers to elements that are multiplied.
#[doc(hidden)]
pub trait Product<T> {
    /// The product of the elements, from the last two on.
    ///
    /// # Safety
    ///
    /// The elements may be read.
    #[doc(hidden)]
    unsafe fn product(self) -> T;

    /// The product of the elements, from the first two on.
    ///
    /// # Safety
    ///
    /// The elements may be read.
    #[doc(hidden)]
    unsafe fn product_from_first(self) -> T;

    /// The product of a number and the elements, from the number on.
    ///
    /// # Safety
    ///
    /// The elements may be read.
    #[doc(hidden)]
    unsafe fn times(self, number: T) -> T;
}

impl<T: Number> Product<T> for (NonNull<T>, ()) {
    #[inline(always)]
    unsafe fn product(self) -> T {
        // SAFETY: by the caller.
        unsafe { self.0.read() }
    }

    #[inline(always)]
    unsafe fn product_from_first(self) -> T {
        // SAFETY: by the caller.
        unsafe { self.0.read() }
    }

    #[inline(always)]
    unsafe fn times(self, number: T) -> T {
        // SAFETY: by the caller.
        number * unsafe { self.0.read() }
    }
}

impl<T: Number, P> Product<T> for (NonNull<T>, (NonNull<T>, P))
where
    (NonNull<T>, P): Product<T>,
{
    #[inline(always)]
    unsafe fn product(self) -> T {
        // SAFETY: by the caller.
        unsafe { self.0.read() * self.1.product() }
    }

    #[inline(always)]
    unsafe fn product_from_first(self) -> T {
        // SAFETY: by the caller.
        unsafe { self.1.times(self.0.read()) }
    }

    #[inline(always)]
    unsafe fn times(self, number: T) -> T {
        // SAFETY: by the caller.
        unsafe { self.1.times(number * self.0.read()) }
    }
}

macro_rules! factors {
    ($($count:literal, $list:ty, [$($Source:ident)*]: $($moving:literal)*;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: Number, $($Source: Source<Element = T>),*> Factors<T> for $list {
            fn kernels(moving: usize) -> Kernels<T> {
                match moving {
                    $($moving => const { kernels::<T, $count, $moving>() },)*
                    _ => unreachable!("a source moves, or is packed"),
                }
            }
        }
    )* };
}

factors! {
    1, (A, ()), [A]: 1;
    2, (A, (B, ())), [A B]: 1 2 3;
    3, (A, (B, (C, ()))), [A B C]: 1 2 3 4 5 6 7;
    4, (A, (B, (C, (D, ())))), [A B C D]: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15;
    5, (A, (B, (C, (D, (E, ()))))), [A B C D E]:
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31;
}

/// The sums over the loops of an index space.
struct Sums<'a, T> {
    places: &'a [Place<T>; MAX_OPERANDS],
    kernels: fn(usize) -> Kernels<T>,
    mapped: usize,
    /// The number of sources.
    count: usize,
}

impl<T: Number> Sums<'_, T> {
    /// Runs the loops of a plan and those around it, and adds to the target, or sets its elements first.
    ///
    /// # Safety
    ///
    /// As [`NestBody::run`].
    unsafe fn add<const N: usize>(&self, plan: &Plan, outer: &OperandsNest<N>, is_added: bool) {
        let &Sums { places, mapped, count, .. } = self;
        let kernels = (self.kernels)(plan.moving);
        if outer.len == 0 && !is_added && mapped == 0 && plan.is_sum_in_place() {
            let target = &places[TARGET];
            if target.mapped.is_none() {
                // SAFETY: by the caller: there are no loops but those of the plan.
                return unsafe { plan.sum_in_place(&kernels, places, &outer.start) };
            }
        }
        let room = &mut Room::new();
        let mut contraction = Contraction::new(plan, kernels, places, count, room);
        let mut writes = plan.writes;
        outer.for_each_outside::<0>(|at| {
            // SAFETY: by the caller: the loops of the plan are those of the nest.
            unsafe { contraction.block(&at, is_added || writes == 0) };
            writes = writes.saturating_sub(1);
        });
    }
}

impl<T: Number> NestBody for Sums<'_, T> {
    const PASSES: usize = 2;

    unsafe fn run<const N: usize>(&mut self, nest: &OperandsNest<N>) {
        // SAFETY: by the caller.
        unsafe { self.run_taken(&mut { *nest }) };
    }

    // A function of its own: it is there once for all layouts of such sources.
    #[inline(never)]
    unsafe fn run_taken<const N: usize>(&mut self, nest: &mut OperandsNest<N>) {
        let plan = Plan::take::<N, false>(nest, self.count + 1, self.mapped, size_of::<T>(), 0);
        // SAFETY: by the caller.
        unsafe { self.add(&plan, nest, false) };
    }

    unsafe fn run_at(&mut self, at: &Offsets, pass: usize) {
        // SAFETY: by the caller.
        unsafe {
            if pass == 0 {
                return self.places[0].element(at[0]).write(T::default());
            }
            let mut nest = OperandsNest::<1> { start: *at, ..OperandsNest::EMPTY };
            let plan =
                Plan::take::<1, false>(&mut nest, self.count + 1, self.mapped, size_of::<T>(), 0);
            self.add(&plan, &nest, true);
        }
    }
}

/// The operand of a target in its layout over the index space.
type Whole<'a, T, M> = <ViewMut<'a, T, M> as Source>::Operand;

/// The plan of layouts that the compiler knows.
struct ConstantPlan<T, S, D>(PhantomData<(T, S, D)>);

impl<T: Number, S: Factors<T>, D: Operand> ConstantPlan<T, S, D> {
    const PLAN: (Plan, OperandsNest) = {
        let mut nest = OperandsDomain::<S, D>::LOOP_NEST;
        let plan = Plan::take::<MAX, false>(&mut nest, S::COUNT + 1, S::MAPPED, size_of::<T>(), 0);
        (plan, nest)
    };
}

impl<T: Number, S: Factors<T>, D: Operand> CompiledLoops for ConstantPlan<T, S, D> {
    const LOOPS: Option<Loops> = {
        let mut nest = OperandsDomain::<S, D>::LOOP_NEST;
        let (count, all) = (S::COUNT + 1, usize::MAX);
        let plan = Plan::take::<MAX, true>(&mut nest, count, S::MAPPED, size_of::<T>(), all);
        Loops::of(&plan, &nest, None)
    };
}

/// The plan of layouts of which the compiler knows some numbers.
struct PartPlan<T, S, D>(PhantomData<(T, S, D)>);

impl<T: Number, S: Factors<T>, D: Operand> CompiledLoops for PartPlan<T, S, D> {
    const LOOPS: Option<Loops> = {
        let mut nest = OperandsDomain::<S, D>::GUESSED;
        match OperandsDomain::<S, D>::KNOWN {
            Some(loops) if S::MAPPED == 0 => {
                let (count, known) = (S::COUNT + 1, compiled::known(&nest, loops));
                let plan = Plan::take::<MAX, true>(&mut nest, count, 0, size_of::<T>(), known);
                Loops::of(&plan, &nest, Some(loops))
            }
            _ => None,
        }
    };
}

/// Returns true if loops are to be compiled, for a target with such elements.
const fn is_compiled<T, E: Elements<T>, K: CompiledLoops>() -> bool {
    E::Map::IDENTITY && K::LOOPS.is_some()
}

/// The type of the elements of a product, of which the target is asked first.
pub struct ElementsOf<T>(PhantomData<T>);

impl<T> ElementsOf<T> {
    /// The type, which is not known yet.
    pub const NEW: Self = ElementsOf(PhantomData);

    /// The target, which has such elements.
    #[inline(always)]
    pub fn target<'a, D: AsViewMut<Item = T>>(&self, target: &'a mut D) -> &'a mut D {
        target
    }

    /// No sources.
    #[inline(always)]
    pub fn sources(&self) -> SourcesOf<T, ()> {
        SourcesOf { list: (), elements: PhantomData }
    }
}

/// A list of sources whose elements are `T`.
pub struct SourcesOf<T, R> {
    list: R,
    elements: PhantomData<T>,
}

impl<T, R> SourcesOf<T, R> {
    /// These sources behind another one, which has to have such elements.
    #[inline(always)]
    pub fn behind<S: Factor<T>>(self, source: S) -> S::Sources<R> {
        source.before(self)
    }
}

/// A source of a product whose elements are `T`.
#[diagnostic::on_unimplemented(
    message = "a source of `einsum!` has elements of another type than the target, whose elements are `{T}`",
    label = "its elements are no `{T}`",
    note = "products and sums are of one type; with a function after the places, `|sum, a, b| …`, each place may have another"
)]
pub trait Factor<T>: Sized {
    /// Further sources behind it: of one with other elements there are none, so that the compiler says once that it has.
    type Sources<R>;

    /// This source in front of others.
    fn before<R>(self, others: SourcesOf<T, R>) -> Self::Sources<R>;
}

#[diagnostic::do_not_recommend]
impl<T, L: Layout> Factor<T> for crate::View<'_, T, L> {
    type Sources<R> = SourcesOf<T, (Self, R)>;

    #[inline(always)]
    fn before<R>(self, others: SourcesOf<T, R>) -> SourcesOf<T, (Self, R)> {
        SourcesOf { list: (self, others.list), elements: PhantomData }
    }
}

/// Sets each element of a target to the sum of the products of several sources: [`einsum!`](crate::einsum).
///
/// The layouts of the sources and `over` are over one index space, `over` with stride 0 along what is summed over; without such
/// modes, `IS_SUM` is false.
#[inline(always)]
#[track_caller]
pub fn sum_products<T, S, D, M, const IS_SUM: bool>(
    target: &mut D,
    sources: SourcesOf<T, S>,
    over: M,
) where
    T: Number,
    S: Factors<T>,
    // The element is that of the view: asked for twice, another one would be two errors.
    D: Target + AsViewMut<Item = T>,
    M: Layout<Bounds: Unpadded>,
{
    let sources = sources.list;
    let () = D::Operand::INJECTIVE;
    done(target.operand().assert_injective());
    if !IS_SUM {
        let mut target = target.__layout_view_mut().into_layout(over);
        // SAFETY: elements of the sources, and one of the target that nobody else has.
        return each(&sources, &mut target, |to, from| unsafe { to.write(from.product()) });
    }
    let mut view = target.__layout_view_mut();
    let mut whole = view.reborrow().into_layout(over);
    let (to, from) = (whole.elements_mut(), sources.elements());
    let operand = whole.operand();
    let mut places = [place(&to); MAX_OPERANDS];
    S::places(&from, &mut places, 1);
    let mut body = Sums {
        places: &places,
        kernels: S::kernels,
        mapped: const { S::MAPPED },
        count: const { S::COUNT },
    };
    if const { OperandsDomain::<S, Whole<'_, T, M>>::HAS_NEST } {
        if const {
            is_compiled::<
                T,
                <ViewMut<'_, T, M> as Source>::Elements,
                ConstantPlan<T, S, Whole<'_, T, M>>,
            >()
        } {
            let leaves = &[OperandsLoop::UNIT; MAX_LEAVES_SMALL];
            // SAFETY: as below, and there are no swizzles.
            return unsafe {
                compiled::run::<T, S, ConstantPlan<T, S, Whole<'_, T, M>>>(to.zero(), from, leaves)
            };
        }
        let (plan, outer) = const { &ConstantPlan::<T, S, Whole<'_, T, M>>::PLAN };
        // SAFETY: the offsets of the operands are those of their elements; those of the target are borrowed.
        return unsafe { body.add(plan, outer, false) };
    }
    if const {
        is_compiled::<T, <ViewMut<'_, T, M> as Source>::Elements, PartPlan<T, S, Whole<'_, T, M>>>()
    } {
        let mut nest = OperandsNest::<MAX_LEAVES_SMALL>::EMPTY;
        if leaf_by_leaf(&mut nest, &sources, operand)
            && compiled::is_run::<PartPlan<T, S, Whole<'_, T, M>>>(&nest.loops)
        {
            // SAFETY: as above.
            return unsafe {
                compiled::run::<T, S, PartPlan<T, S, Whole<'_, T, M>>>(to.zero(), from, &nest.loops)
            };
        }
    }
    if !done(visit(&sources, operand, &mut body)) {
        clear(&mut view);
    }
}

/// Sets all elements to the sum of nothing.
#[cold]
#[inline(never)]
fn clear<T: Default, L: Layout>(view: &mut ViewMut<'_, T, L>) {
    view.for_each_mut(|x| *x = T::default());
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use crate::{Array, View, ViewMut, einsum, layout, zip_with};

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

    /// Runs `einsum!` of constant layouts, whose loops are compiled for their numbers, and compares it with the sums in their order.
    macro_rules! constants {
        ($($T:ty: $pattern:literal, $($name:ident $L:tt $strides:tt),* -> $C:tt $to:tt;)*) => { $({
            let numbers: Vec<$T> = (0..2048).map(|i| (i * 7 % 19) as $T % 5 as $T).collect();
            $(let $name = View::new(&numbers, layout!($L:$strides));)*
            let (mut sums, mut plain) = (vec![99 as $T; 1024], vec![0 as $T; 1024]);
            let mut target = ViewMut::new(&mut sums, layout!($C:$to));
            einsum!($pattern, $($name: $L:$strides,)* target: $C:$to);
            let mut target = ViewMut::new(&mut plain, layout!($C:$to));
            einsum!($pattern, $($name: $L:$strides,)* target: $C:$to, |sum, $($name),*| {
                *sum += 1 as $T $(* *$name)*;
            });
            let (sums, plain) = (View::new(&sums, layout!($C:$to)), View::new(&plain, layout!($C:$to)));
            assert!(sums.iter().eq(plain.iter()), $pattern);
        })* };
    }

    /// Tiles of several rows and of one, lanes that are left over, set again and added, partial sums, elements apart and turned. Miri runs this.
    #[test]
    fn loops_of_constants_are_those_of_any_numbers() {
        constants! {
            i32: "m k, k n -> m n", a (m: 9, k: 3) (3, 1), b (k: 3, n: 13) (13, 1) -> (m: 9, n: 13) (13, 1);
            i32: "m k, k n -> m n", a (m: 2, k: 4) (4, 1), b (k: 4, n: 47) (47, 1) -> (m: 2, n: 47) (47, 1);
            i32: "m k, k n -> n m", a (m: 5, k: 3) (3, 1), b (k: 3, n: 3) (3, 1) -> (n: 3, m: 5) (7, 1);
            i32: "m k, n k -> m n", a (m: 5, k: 23) (23, 1), b (n: 3, k: 23) (23, 1) -> (m: 5, n: 3) (4, 1);
            i32: "k, k -> 1", a (k: 61) (1), b (k: 61) (-1) -> 1 1;
            i32: "k, k -> 1", a (k: 7) (1), b (k: 7) (1) -> 1 1;
            i32: "m k, n k -> m n", a (m: 5, k: 5) (5, 1), b (n: 3, k: 5) (5, 1) -> (m: 5, n: 3) (4, 1);
            i32: "k -> 1", a (k: 1100) (1) -> 1 1;
            i32: "m k, k -> m", a (m: 2, k: 192) (192, 1), b (k: 192) (1) -> (m: 2) (1);
            i32: "m, n, k n -> m", a (m: 3) (1), b (n: 8) (1), e (k: 5, n: 8) (8, 1) -> (m: 3) (1);
            i32: "m k, k n -> m n", a (m: 5, k: 3) (3, 1), b (k: 3, n: 7) (7, 1) -> (m: 5, n: 7) (7, 1);
            i32: "d k, k n -> d n", a (d: 3, k: 5) (-5, -1), b (k: 5, n: 6) (-6, -1) -> (d: 3, n: 6) (6, 1);
            i64: "c b, d, d c a b -> d a b", a (c: 8, b: 5) (5, 1), b (d: 5) (1), e (d: 5, c: 8, a: 5, b: 5) (200, 25, 5, 1)
                -> (d: 5, a: 5, b: 5) (25, 5, 1);
            i64: "a i b j c, a -> b c", a (a: 3, i: 2, b: 3, j: 4, c: 5) (140, 62, 20, 5, 1), b (a: 3) (2) -> (b: 3, c: 5) (5, 1);
            i64: "a i b j k c -> b c", a (a: 3, i: 2, b: 3, j: 4, k: 2, c: 5) (301, 133, 43, 10, 5, 1) -> (b: 3, c: 5) (11, 2);
            u8: "m k, k n -> m n", a (m: 5, k: 3) (3, 1), b (k: 3, n: 70) (70, 1) -> (m: 5, n: 70) (70, 1);
            u128: "m k, n k -> m n", a (m: 5, k: 7) (7, 1), b (n: 3, k: 7) (7, 1) -> (m: 5, n: 3) (3, 1);
        }
    }

    /// Runs `einsum!` of layouts of which some numbers are constants, and compares it with the sums in their order.
    macro_rules! some_constants {
        ($($T:ty: $pattern:literal, $($name:ident $L:ident [$($of:ident)*]),* -> $C:ident [$($to:ident)*];)*) => { $({
            let numbers: Vec<$T> = (0..600).map(|i| (i * 7 % 19) as $T % 5 as $T).collect();
            $(let $name = View::new(&numbers, $L::new($($of),*).expect("a layout"));)*
            let of = $C::new($($to),*).expect("a layout");
            let (mut sums, mut plain) = (vec![99 as $T; 256], vec![0 as $T; 256]);
            let mut target = ViewMut::new(&mut sums, of);
            einsum!($pattern, $($name: $L<$($of),*>,)* target: $C<$($to),*>);
            let mut target = ViewMut::new(&mut plain, of);
            einsum!($pattern, $($name: $L<$($of),*>,)* target: $C<$($to),*>, |sum, $($name),*| {
                *sum += 1 as $T $(* *$name)*;
            });
            let (sums, plain) = (View::new(&sums, of), View::new(&plain, of));
            assert!(sums.iter().eq(plain.iter()), "{} {}", $pattern, of.size());
        })* };
    }

    /// Rows, sums and strides that are known at run time beside lanes that are constants: few and many, none, summed outside, and apart. Miri runs this.
    #[test]
    fn loops_of_some_constants_are_those_of_any_numbers() {
        layout! {
            struct Rows<m> = (m: m, k: 12):(12, 1);
            struct Apart<m, s> = (m: m, k: 23):(s, 1);
            struct Left<m, k> = (m: m, k: k):(k, 1);
            struct Right<k> = (k: k, n: 21):(21, 1);
            struct Turned<k> = (k: k, n: 6):(1, k);
            struct Downward<k> = (k: k, n: 6):(6, -1);
            struct Product<m> = (m: m, n: 21):(21, 1);
            struct Columns<m, s> = (m: m, n: 6):(1, s);
            struct Sums<m> = (m: m):(1);
            struct Summed<a, b, c, d> = (a: a, b: b, c: c, d: d, n: 5):(b*c*d*5, c*d*5, d*5, 5, 1);
            struct Lanes<s> = (n: 5):(s);
        }
        let (two, three, k, wide) = (2, 3, 23, 30);
        for m in [0, 1, 6].into_iter().skip(usize::from(cfg!(miri))) {
            some_constants! {
                i32: "m k -> m", a Rows [m] -> Sums [m];
                i32: "m k, m k -> m", a Apart [m wide], b Apart [m k] -> Sums [m];
                i32: "m k, k n -> m n", a Left [m three], b Right [three] -> Product [m];
                i32: "m k, k n -> m n", a Left [two m], b Right [m] -> Product [two];
                i64: "m k, k n -> m n", a Left [m three], b Turned [three] -> Columns [m wide];
                i64: "m k, k n -> m n", a Left [m three], b Downward [three] -> Columns [m wide];
                i32: "a b c d n -> n", a Summed [two m three two] -> Lanes [two];
                u128: "m k, k n -> m n", a Left [m three], b Right [three] -> Product [m];
            }
        }
    }
}
