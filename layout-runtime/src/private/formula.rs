//! Formulas: numbers that constants make, as types.
//!
//! On stable Rust, an argument of a type is no expression of the parameters of a function
//! around it, but may be one of them. So what constants make is spelled in types: in a
//! kernel that is generic over `BM`, `2*BM` is `Product<Int<2>, Const<BM>>`.
//!
//! An expansion that names a formula demands that its number fits, and of an extent that it
//! is at least 1. Where that does not hold the number is 1 here: there is an error already,
//! and one is enough.

use core::marker::PhantomData;

use layout_core::Exact;

use crate::number::Numbers;

/// A number that constants make. It is the one of [`Numbers`].
pub trait Formula: 'static {
    /// The number, or nothing where 128 bits have no room for what is computed on the way, or
    /// something is divided by 0.
    const EXACT: Exact;
}

const fn number(exact: Exact) -> isize {
    if exact.is_stride() { exact.number() } else { 1 }
}

/// The constant `N`.
#[derive(Clone, Copy, Debug)]
pub struct Const<const N: usize>;

/// The integer `N`.
#[derive(Clone, Copy, Debug)]
pub struct Int<const N: i128>;

/// Defines formulas.
macro_rules! formulas {
    ($([$($parameters:tt)*] $type:ty: $exact:expr;)+) => {
        $(
            impl<$($parameters)*> Formula for $type {
                const EXACT: Exact = $exact;
            }

            impl<$($parameters)*> Numbers for $type {
                const NUMBERS: &'static [isize] = &[number(<$type>::EXACT)];
                const IS_DEMANDED: bool = true;
            }
        )+
    };
}

/// Defines formulas of two others.
macro_rules! operations {
    ($($(#[$doc:meta])+ $name:ident, $method:ident, $word:literal;)+) => {
        $(
            $(#[$doc])+
            #[derive(Clone, Copy, Debug)]
            pub struct $name<A, B>(PhantomData<fn() -> (A, B)>);

            formulas! {
                [A: Formula, B: Formula] $name<A, B>: A::EXACT.$method(B::EXACT);
            }
        )+
    };
}

formulas! {
    [const N: usize] Const<N>: Exact::of(N);
    [const N: i128] Int<N>: Exact::int(N);
}

layout_core::for_each_operation!(operations);

/// The numbers of two formulas, as of an extent and a stride.
impl<A: Formula, B: Formula> Numbers for (A, B) {
    const NUMBERS: &'static [isize] = &[number(A::EXACT), number(B::EXACT)];
    const IS_DEMANDED: bool = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    type N<const VALUE: i128> = Int<VALUE>;

    /// The number of a formula.
    fn of<T: Numbers>() -> isize {
        T::NUMBERS[0]
    }

    #[test]
    fn formulas_are_what_their_operations_make() {
        assert_eq!((of::<Const<7>>(), of::<N<-7>>()), (7, -7));
        assert_eq!(of::<Sum<Const<7>, Product<N<-2>, Const<5>>>>(), -3);
        assert_eq!((of::<DivExact<N<-6>, Const<2>>>(), of::<DivCeil<N<-7>, Const<2>>>()), (-3, -3));
        assert_eq!(
            (of::<DivFloor<N<-7>, Const<2>>>(), of::<DivTrunc<N<-7>, Const<2>>>()),
            (-4, -3)
        );
        assert_eq!((of::<RemFloor<N<-7>, Const<2>>>(), of::<RemTrunc<N<-7>, Const<2>>>()), (1, -1));
        assert_eq!((of::<Min<N<-7>, Const<2>>>(), of::<Max<N<-7>, Const<2>>>()), (-7, 2));
    }

    /// Beyond `isize` on the way, and back.
    #[test]
    fn what_is_on_the_way_need_not_fit() {
        type Max = Const<{ isize::MAX as usize }>;
        assert_eq!(of::<DivExact<Product<Max, Max>, Max>>(), isize::MAX);
        assert_eq!(of::<Sum<Sum<Max, Max>, Product<N<-1>, Max>>>(), isize::MAX);
    }

    #[test]
    fn what_no_number_is_has_no_number() {
        assert!(<DivFloor<Const<1>, Const<0>> as Formula>::EXACT.0.is_none());
        assert!(<DivExact<Const<7>, Const<2>> as Formula>::EXACT.0.is_none());
        assert!(<Sum<N<{ i128::MAX }>, Const<1>> as Formula>::EXACT.0.is_none());
        assert!(<Min<Sum<N<{ i128::MAX }>, Const<1>>, Const<1>> as Formula>::EXACT.0.is_none());
        assert_eq!((of::<DivFloor<Const<1>, Const<0>>>(), of::<Const<{ usize::MAX }>>()), (1, 1));
    }
}
