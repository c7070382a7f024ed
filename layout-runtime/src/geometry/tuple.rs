//! Tuples of geometries.

use core::fmt;

use super::leaves::Leaves;
use super::mode::Leaf;
use super::size_is::SizeIs;
use super::table::Table;
use super::{Geometry, Written, sealed};
use crate::geometry::level::Level;
use crate::geometry::split::{Flowing, Split};
use crate::layout::plain_layout;
use crate::number::packed::LeafU32;
use crate::number::word::Word;
use crate::phase::Phase;
use crate::rank::for_each_rank;

/// The one stride of the modes `A` and `B`, if their offset is a multiple of the
/// 1-D coordinate; a single coordinate goes with any, and none takes no step.
const fn join<A: Geometry, B: Geometry>() -> Option<isize> {
    match (A::STEP, B::STEP) {
        _ if matches!((A::KNOWN_SIZE, B::KNOWN_SIZE), (Some(0), _) | (_, Some(0))) => Some(0),
        (_, step) if A::SIZE == 1 => step,
        (step, _) if B::SIZE == 1 => step,
        (Some(step), Some(next)) => match step.checked_mul(A::SIZE as isize) {
            Some(end) if end == next => Some(step),
            _ => None,
        },
        _ => None,
    }
}

macro_rules! head {
    ($P:ident $($rest:ident)*) => {
        $P
    };
}

/// The modes after the first, as a type and as a value.
macro_rules! tail {
    ($P:ident) => { Leaf<1, 0> };
    ($P:ident $Q:ident) => { $Q };
    ($P:ident $($Q:ident)+) => { ($($Q,)+) };
}
macro_rules! tail_of {
    ($p:ident) => { Leaf::VALUE };
    ($p:ident $q:ident) => { $q };
    ($p:ident $($q:ident)+) => { ($($q,)+) };
}

macro_rules! all {
    ($P:ident) => { $P::Phase };
    ($P:ident $($rest:ident)+) => { <$P::Phase as Phase>::And<all!($($rest)+)> };
}

macro_rules! loops {
    ($Inner:ty;) => { $Inner };
    ($Inner:ty; $P:ident $($Rest:ident)*) => { loops!($P::Loops<$Inner>; $($Rest)*) };
}

/// A word for each mode.
macro_rules! word {
    ($P:ident $W:ident) => {
        $W
    };
}

/// Splits a coordinate over modes; `$end` takes what is left of it.
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

/// Loops over modes, the first innermost.
macro_rules! nest {
    ([$a:ident $from:ident] $inside:expr;) => { $inside };
    ([$a:ident $from:ident] $inside:expr; $p:ident $c:ident, $($rest:tt)*) => {
        nest!([$a $from] $p.fold($a, $from, &mut |$a, $from, $c| $inside); $($rest)*)
    };
}

/// A tuple of one mode has as many coordinates as that; no type spells the product of several.
macro_rules! size_is {
    ($P:ident) => {
        #[diagnostic::do_not_recommend]
        impl<$P: SizeIs<N>, const N: usize> SizeIs<N> for ($P,) {}
    };
    ($($P:ident)+) => {
        #[diagnostic::do_not_recommend]
        impl<$($P: Geometry,)+ const N: usize> SizeIs<N> for ($($P,)+) {}
    };
}

macro_rules! tuple {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Geometry,)* $Q: Geometry> sealed::Sealed for ($($P,)* $Q,) {}

        size_is!($($P)* $Q);

        plain_layout!([$($P: Geometry,)* $Q: Geometry] ($($P,)* $Q,));

        impl<$($P: Geometry,)* $Q: Geometry> Geometry for ($($P,)* $Q,) {
            type Phase = all!($($P)* $Q);
            type Natural<W: Word> = ($($P::Natural<W>,)* $Q::Natural<W>,);
            type Extents<W: Word> = ($(word!($P W),)* word!($Q W),);
            type In<W: Word> = ($($P::In<W>,)* $Q::In<W>,);
            type Flow<W: Word> = ($($P::Flow<W>,)* $Q::Flow<W>,);
            type Head = head!($($P)* $Q);
            type Tail = tail!($($P)* $Q);
            type Tuple = Self;
            type AtRunTime = ($($P::AtRunTime,)* $Q::AtRunTime,);
            type Loops<Inner: Level> = loops!(Inner; $($P)* $Q);

            const RANK: usize = [$(stringify!($P),)* stringify!($Q)].len();
            const DEPTH: usize = {
                let depth = $Q::DEPTH;
                $(let depth = if $P::DEPTH > depth { $P::DEPTH } else { depth };)*
                depth + 1
            };
            const LEAVES: usize = $($P::LEAVES +)* $Q::LEAVES;
            const KNOWN_SIZE: Option<usize> = {
                let size = $Q::KNOWN_SIZE;
                $(
                    let size = match (size, $P::KNOWN_SIZE) {
                        (Some(a), Some(b)) => a.checked_mul(b),
                        _ => None,
                    };
                )*
                size
            };
            const IS_HEAD_FIXED: bool = <head!($($P)* $Q)>::IS_HEAD_FIXED;
            const VALUE: Self = ($($P::VALUE,)* $Q::VALUE,);
            const SIZE: usize = $($P::SIZE *)* $Q::SIZE;
            const MIN_OFFSET: isize = $($P::MIN_OFFSET +)* $Q::MIN_OFFSET;
            const MAX_OFFSET: isize = $($P::MAX_OFFSET +)* $Q::MAX_OFFSET;
            const TABLE: Table = Table::EMPTY $(.then(&$P::TABLE))* .then(&$Q::TABLE).tuple();
            const STEP: Option<isize> = join::<Self::Head, Self::Tail>();
            const STRIDE_BITS: isize = $($P::STRIDE_BITS |)* $Q::STRIDE_BITS;

            #[inline(always)]
            fn visit<V: Leaves>(&self, visitor: &mut V) {
                let ($($p,)* $q,) = self;
                $($p.visit(visitor);)*
                $q.visit(visitor);
            }

            #[inline(always)]
            fn product<W: Word>(&self) -> W {
                let ($($p,)* $q,) = self;
                let size = $q.product::<W>();
                $(let size = size.times($p.product());)*
                size
            }

            #[inline(always)]
            fn head(&self) -> Self::Head {
                self.0
            }

            #[inline(always)]
            fn tail(&self) -> Self::Tail {
                let ($($p,)* $q,) = *self;
                let tail = tail_of!($($p)* $q);
                $(let _ = $p;)*
                let _ = $q;
                tail
            }

            #[inline(always)]
            fn extents<W: Word>(&self) -> Self::Extents<W> {
                let ($($p,)* $q,) = self;
                ($($p.product::<W>(),)* $q.product::<W>(),)
            }

            #[inline(always)]
            fn at_run_time<F: FnMut() -> (usize, isize)>(next: &mut F) -> Self::AtRunTime {
                ($($P::at_run_time(next),)* $Q::at_run_time(next),)
            }

            #[inline(always)]
            fn counted(&self) -> Self::AtRunTime {
                let ($($p,)* $q,) = self;
                ($($p.counted(),)* $q.counted(),)
            }

            #[inline(always)]
            fn narrow<W: Word>(&self) -> Self::In<W> {
                let ($($p,)* $q,) = self;
                ($($p.narrow::<W>(),)* $q.narrow::<W>(),)
            }

            #[inline(always)]
            fn flow<W: Word>(&self, flowing: &mut Flowing<W>) -> Self::Flow<W> {
                let ($($p,)* $q,) = self;
                ($($p.flow(flowing),)* $q.flow(flowing),)
            }

            #[inline(always)]
            fn pack<F: FnMut(LeafU32)>(&self, flowing: &mut Flowing<u32>, leaf: &mut F) {
                let ($($p,)* $q,) = self;
                $($p.pack(flowing, leaf);)*
                $q.pack(flowing, leaf);
            }

            #[inline(always)]
            fn unpack<F: FnMut() -> LeafU32>(leaf: &mut F) -> (Self, Self::Flow<u32>) {
                $(let ($p, $f) = $P::unpack(leaf);)*
                let ($q, $g) = $Q::unpack(leaf);
                (($($p,)* $q,), ($($f,)* $g,))
            }

            #[inline(always)]
            fn split<W: Word>(
                &self,
                flow: &Self::Flow<W>,
                split: Split<W>,
                next_is_fixed: bool,
            ) -> Split<W> {
                let ($($p,)* $q,) = self;
                let ($($f,)* $g,) = flow;
                split!(split, split next_is_fixed; $($P $p $f,)* $Q $q $g,)
            }

            #[inline(always)]
            fn split_last<W: Word>(&self, flow: &Self::Flow<W>, split: Split<W>) -> W {
                let ($($p,)* $q,) = self;
                let ($($f,)* $g,) = flow;
                split!(split, split_last; $($P $p $f,)* $Q $q $g,)
            }

            #[inline(always)]
            fn digits<W: Word>(&self, coordinate: W) -> (Self::Natural<W>, W) {
                let ($($p,)* $q,) = self;
                $(let ($c, coordinate) = $p.digits(coordinate);)*
                let ($d, coordinate) = $q.digits(coordinate);
                (($($c,)* $d,), coordinate)
            }

            #[inline(always)]
            fn digits_last<W: Word>(&self, coordinate: W) -> Self::Natural<W> {
                let ($($p,)* $q,) = self;
                $(let ($c, coordinate) = $p.digits(coordinate);)*
                ($($c,)* $q.digits_last(coordinate),)
            }

            #[inline(always)]
            fn digit<W: Word>(natural: &mut Self::Natural<W>, leaf: usize) -> &mut W {
                let ($($c,)* $d,) = natural;
                $(
                    if leaf < const { $P::LEAVES } {
                        return $P::digit::<W>($c, leaf);
                    }
                    let leaf = leaf - const { $P::LEAVES };
                )*
                $Q::digit::<W>($d, leaf)
            }

            #[inline(always)]
            fn fold<W: Word, A, F: FnMut(A, W, Self::Natural<W>) -> A>(
                &self,
                accumulator: A,
                from: W,
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
            fn advance<W: Word>(&self, at: &mut Self::Natural<W>, offset: &mut W) -> bool {
                let ($($p,)* $q,) = self;
                let ($($c,)* $d,) = at;
                $($p.advance($c, offset) &&)* $q.advance($d, offset)
            }

            #[inline(always)]
            fn retreat<W: Word>(&self, at: &mut Self::Natural<W>, offset: &mut W) -> bool {
                let ($($p,)* $q,) = self;
                let ($($c,)* $d,) = at;
                $($p.retreat($c, offset) &&)* $q.retreat($d, offset)
            }

            #[inline(always)]
            fn advance_on<W: Word>(&self, at: &mut Self::Natural<W>, offset: &mut W) {
                if const { matches!(<Self::Tail as Geometry>::KNOWN_SIZE, Some(1)) } {
                    return self.0.advance_on(&mut at.0, offset);
                }
                let ($($p,)* $q,) = self;
                let ($($c,)* $d,) = at;
                if $($p.advance($c, offset) &&)* true {
                    $q.advance_on($d, offset);
                }
            }

            #[inline(always)]
            fn retreat_on<W: Word>(&self, at: &mut Self::Natural<W>, offset: &mut W) {
                if const { matches!(<Self::Tail as Geometry>::KNOWN_SIZE, Some(1)) } {
                    return self.0.retreat_on(&mut at.0, offset);
                }
                let ($($p,)* $q,) = self;
                let ($($c,)* $d,) = at;
                if $($p.retreat($c, offset) &&)* true {
                    $q.retreat_on($d, offset);
                }
            }

            fn write(&self, f: &mut fmt::Formatter<'_>, part: Written) -> fmt::Result {
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
