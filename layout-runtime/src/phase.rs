//! `Phase`: the time at which numbers are known, as a type.
//!
//! Where a layout of constants and one of run-time numbers need another function, a phase chooses one of two, and the
//! other is not instantiated. A branch on a constant would not do: unoptimised, rustc also evaluates the constants of the
//! branch not taken, and those of run-time numbers are none.
//!
//! A phase knows nothing of geometries. The computations of a kind are a trait that extends it, each beside what it
//! computes with: [`Evaluate`](crate::geometry::evaluate::Evaluate), [`Checks`](crate::queries::checks::Checks).

use crate::walk::Walk;

mod sealed {
    pub trait Sealed {}
}

/// The time at which all numbers of a geometry are known: [`CompileTime`] or [`RunTime`].
#[doc(hidden)]
pub trait Phase: sealed::Sealed + Copy + Send + Sync + 'static {
    /// [`CompileTime`] if both are.
    #[doc(hidden)]
    type And<O: Phase>: Phase;
    /// A number that is computed once and stored: of no size where it is a constant.
    #[doc(hidden)]
    type Stored<T: Copy + Send + Sync>: Copy + Send + Sync;
    /// The first of two walks over offsets, or the second.
    #[doc(hidden)]
    type Offsets<C: Walk, R: Walk>: Walk;
    /// The first of two walks over coordinates, or the second.
    #[doc(hidden)]
    type Walk<C: Walk, R: Walk<Natural = C::Natural>>: Walk<Natural = C::Natural>;

    #[doc(hidden)]
    const IS_CONSTANT: bool;

    /// Calls the first function at compile time, and the second at run time.
    #[doc(hidden)]
    fn choose<T>(constant: impl FnOnce() -> T, run_time: impl FnOnce() -> T) -> T;

    /// Computes a number that is stored.
    #[doc(hidden)]
    fn store<T: Copy + Send + Sync>(compute: impl FnOnce() -> T) -> Self::Stored<T>;

    /// Computes with a number that is stored, at run time.
    #[doc(hidden)]
    fn load<T: Copy + Send + Sync, C: Computation<T>>(
        stored: &Self::Stored<T>,
        computation: C,
    ) -> C::Output;

    /// [`Phase::choose`] of walks over offsets.
    #[doc(hidden)]
    fn offsets<C: Walk, R: Walk>(
        constant: impl FnOnce() -> C,
        run_time: impl FnOnce() -> R,
    ) -> Self::Offsets<C, R>;

    /// [`Phase::choose`] of walks over coordinates.
    #[doc(hidden)]
    fn walk<C: Walk, R: Walk<Natural = C::Natural>>(
        constant: impl FnOnce() -> C,
        run_time: impl FnOnce() -> R,
    ) -> Self::Walk<C, R>;
}

/// A computation with a stored number `T` at run time, and with none at compile time.
///
/// A computation is a trait, whose functions can be inlined always: where a closure has a reference to a geometry, the reciprocals of its
/// extents are computed before.
#[doc(hidden)]
pub trait Computation<T> {
    type Output;

    fn constant(self) -> Self::Output;

    fn run_time(self, stored: &T) -> Self::Output;
}

/// All numbers are known at compile time.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct CompileTime;

/// Some number is known at run time alone.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct RunTime;

/// Implements [`Phase`]: the types and functions of the one that is chosen.
macro_rules! phase {
    (
        $Phase:ident, $is_constant:literal, $chosen:ident;
        And<$O:ident>: $And:ty, Stored<$T:ident>: $Stored:ty, Chosen<$C:ident, $R:ident>: $Chosen:ty;
        $store:ident: $stored:expr;
        $load:ident, $computation:ident: $loaded:expr
    ) => {
        impl sealed::Sealed for $Phase {}

        impl Phase for $Phase {
            type And<$O: Phase> = $And;
            type Stored<$T: Copy + Send + Sync> = $Stored;
            type Offsets<$C: Walk, $R: Walk> = $Chosen;
            type Walk<$C: Walk, $R: Walk<Natural = $C::Natural>> = $Chosen;

            const IS_CONSTANT: bool = $is_constant;

            #[inline(always)]
            fn choose<T>(constant: impl FnOnce() -> T, run_time: impl FnOnce() -> T) -> T {
                $chosen!(constant, run_time)
            }

            #[inline(always)]
            fn store<$T: Copy + Send + Sync>($store: impl FnOnce() -> $T) -> $Stored {
                $stored
            }

            #[inline(always)]
            fn load<$T: Copy + Send + Sync, C: Computation<$T>>(
                $load: &$Stored,
                $computation: C,
            ) -> C::Output {
                $loaded
            }

            #[inline(always)]
            fn offsets<$C: Walk, $R: Walk>(
                constant: impl FnOnce() -> $C,
                run_time: impl FnOnce() -> $R,
            ) -> $Chosen {
                $chosen!(constant, run_time)
            }

            #[inline(always)]
            fn walk<$C: Walk, $R: Walk<Natural = $C::Natural>>(
                constant: impl FnOnce() -> $C,
                run_time: impl FnOnce() -> $R,
            ) -> $Chosen {
                $chosen!(constant, run_time)
            }
        }
    };
}

macro_rules! first {
    ($first:ident, $second:ident) => {{
        let _ = $second;
        $first()
    }};
}

macro_rules! second {
    ($first:ident, $second:ident) => {{
        let _ = $first;
        $second()
    }};
}

phase!(
    CompileTime, true, first;
    And<O>: O, Stored<T>: (), Chosen<C, R>: C;
    compute: { let _ = compute; };
    stored, computation: { let _ = stored; computation.constant() }
);
phase!(
    RunTime, false, second;
    And<O>: RunTime, Stored<T>: T, Chosen<C, R>: R;
    compute: compute();
    stored, computation: computation.run_time(stored)
);
