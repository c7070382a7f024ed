//! Tuples of modes.

use core::fmt;

use super::{Modes, Part, sealed};
use crate::dynamic::Leaves;
use crate::dynamic::rank::for_each_rank;
use crate::dynamic::split::{Flowing, Split};

/// The first of several modes.
macro_rules! head {
    ($P:ident $($rest:ident)*) => {
        $P
    };
}

/// A number for a mode.
macro_rules! number {
    ($P:ident) => {
        usize
    };
}

/// Splits over each mode in turn, the last by the function `$end`.
macro_rules! split {
    ($split:expr, $end:ident $($next:expr)?; $P:ident $p:ident $flow:ident,) => {
        $p.$end($flow, $split $(, $next)?)
    };
    ($split:expr, $end:ident $($next:expr)?;
        $P:ident $p:ident $flow:ident, $Q:ident $q:ident $f:ident, $($rest:tt)*) => {
        split!(
            $p.split($flow, $split, const { $Q::IS_HEAD_FIXED }),
            $end $($next)?; $Q $q $f, $($rest)*
        )
    };
}

/// Loops over modes around what is inside, the first the innermost.
macro_rules! nest {
    ([$a:ident $from:ident] $inside:expr;) => { $inside };
    ([$a:ident $from:ident] $inside:expr; $p:ident $c:ident, $($rest:tt)*) => {
        nest!([$a $from] $p.fold($a, $from, &mut |$a, $from, $c| $inside); $($rest)*)
    };
}

/// Implements the traits for a tuple; after the bar the last mode, which takes what
/// the others leave.
macro_rules! tuple {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Modes,)* $Q: Modes> sealed::Sealed for ($($P,)* $Q,) {}

        impl<$($P: Modes,)* $Q: Modes> Modes for ($($P,)* $Q,) {
            type Natural = ($($P::Natural,)* $Q::Natural,);
            type Extents = ($(number!($P),)* number!($Q),);
            type Flow = ($($P::Flow,)* $Q::Flow,);

            const RANK: usize = [$(stringify!($P),)* stringify!($Q)].len();
            const DEPTH: usize = {
                let depth = $Q::DEPTH;
                $(let depth = if $P::DEPTH > depth { $P::DEPTH } else { depth };)*
                depth + 1
            };
            const LEAVES: usize = $($P::LEAVES +)* $Q::LEAVES;
            const SIZE: Option<usize> = {
                let size = $Q::SIZE;
                $(
                    let size = match (size, $P::SIZE) {
                        (Some(a), Some(b)) => a.checked_mul(b),
                        _ => None,
                    };
                )*
                size
            };
            const IS_HEAD_FIXED: bool = <head!($($P)* $Q)>::IS_HEAD_FIXED;

            #[inline(always)]
            fn visit<V: Leaves>(&self, visitor: &mut V) {
                let ($($p,)* $q,) = self;
                $($p.visit(visitor);)*
                $q.visit(visitor);
            }

            #[inline(always)]
            fn product(&self) -> usize {
                let ($($p,)* $q,) = self;
                let product = $q.product();
                $(let product = product.wrapping_mul($p.product());)*
                product
            }

            #[inline(always)]
            fn head(&self) -> usize {
                self.0.product()
            }

            #[inline(always)]
            fn extents(&self) -> Self::Extents {
                let ($($p,)* $q,) = self;
                ($($p.product(),)* $q.product(),)
            }

            #[inline(always)]
            fn flow(&self, flowing: &mut Flowing) -> Self::Flow {
                let ($($p,)* $q,) = self;
                ($($p.flow(flowing),)* $q.flow(flowing),)
            }

            #[inline(always)]
            fn split(&self, flow: &Self::Flow, split: Split, next_is_fixed: bool) -> Split {
                let ($($p,)* $q,) = self;
                let ($($f,)* $g,) = flow;
                split!(split, split next_is_fixed; $($P $p $f,)* $Q $q $g,)
            }

            #[inline(always)]
            fn split_last(&self, flow: &Self::Flow, split: Split) -> isize {
                let ($($p,)* $q,) = self;
                let ($($f,)* $g,) = flow;
                split!(split, split_last; $($P $p $f,)* $Q $q $g,)
            }

            #[inline(always)]
            fn digits(&self, coordinate: usize) -> (Self::Natural, usize) {
                let ($($p,)* $q,) = self;
                $(let ($c, coordinate) = $p.digits(coordinate);)*
                let ($d, coordinate) = $q.digits(coordinate);
                (($($c,)* $d,), coordinate)
            }

            #[inline(always)]
            fn digits_last(&self, coordinate: usize) -> Self::Natural {
                let ($($p,)* $q,) = self;
                $(let ($c, coordinate) = $p.digits(coordinate);)*
                ($($c,)* $q.digits_last(coordinate),)
            }

            #[inline(always)]
            fn fold<A, F: FnMut(A, isize, Self::Natural) -> A>(
                &self,
                accumulator: A,
                from: isize,
                visit: &mut F,
            ) -> A {
                let ($($p,)* $q,) = self;
                nest!(
                    [accumulator from]
                    visit(accumulator, from, ($($c,)* $d,));
                    $($p $c,)* $q $d,
                )
            }

            #[inline(always)]
            fn advance(&self, at: &mut Self::Natural, offset: &mut isize) -> bool {
                let ($($p,)* $q,) = self;
                let ($($c,)* $d,) = at;
                $($p.advance($c, offset) &&)* $q.advance($d, offset)
            }

            #[inline(always)]
            fn retreat(&self, at: &mut Self::Natural, offset: &mut isize) -> bool {
                let ($($p,)* $q,) = self;
                let ($($c,)* $d,) = at;
                $($p.retreat($c, offset) &&)* $q.retreat($d, offset)
            }

            fn write(&self, f: &mut fmt::Formatter<'_>, part: Part) -> fmt::Result {
                let ($($p,)* $q,) = self;
                f.write_str("(")?;
                $(
                    $p.write(f, part)?;
                    f.write_str(",")?;
                )*
                $q.write(f, part)?;
                f.write_str(")")
            }
        }
    };
}

for_each_rank!(tuple);
