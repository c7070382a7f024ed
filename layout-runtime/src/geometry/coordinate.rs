//! The coordinates: an integer, and a tuple with a coordinate for each mode.

use super::out_of_range::{ModePath, OutOfRange};
use super::split::Split;
use super::{Coordinate, Geometry, sealed};
use crate::number::word::Word;
use crate::plan::offset::offset_known;
use crate::rank::for_each_rank;

impl<G: Geometry, W: Word> sealed::Coordinate<G, W> for W {}

#[diagnostic::do_not_recommend]
impl<G: Geometry, W: Word> Coordinate<G, W> for W {
    #[inline(always)]
    fn offset(self, geometry: &G, flow: &G::Flow<W>) -> W {
        geometry.split_last(flow, Split::new(self))
    }

    #[inline(always)]
    fn natural(self, geometry: &G) -> G::Natural<W> {
        geometry.digits_last(self)
    }

    #[inline(always)]
    fn outside(self, geometry: &G, at: ModePath) -> Option<OutOfRange> {
        let extent = geometry.product::<W>();
        if self < extent {
            None
        } else {
            Some(OutOfRange { integer: self.wide(), extent: extent.wide(), mode: at })
        }
    }

    #[inline(always)]
    fn known(self) -> W {
        offset_known::<G, W>(self)
    }

    #[inline(always)]
    fn known_apart(self, reach: u32) -> (W, W) {
        let offset = offset_known::<G, W>(self);
        if const { G::STRIDE_BITS.trailing_zeros() } >= reach {
            (W::ZERO, offset)
        } else {
            (offset, W::ZERO)
        }
    }

    #[inline(always)]
    fn is_within_known(self) -> bool {
        self < W::of(const { G::SIZE })
    }
}

macro_rules! tuple {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<W: Word, $($P: Geometry, $C: Coordinate<$P, W>,)* $Q: Geometry, $D: Coordinate<$Q, W>>
            sealed::Coordinate<($($P,)* $Q,), W> for ($($C,)* $D,)
        {
        }

        #[diagnostic::do_not_recommend]
        impl<W: Word, $($P: Geometry, $C: Coordinate<$P, W>,)* $Q: Geometry, $D: Coordinate<$Q, W>>
            Coordinate<($($P,)* $Q,), W> for ($($C,)* $D,)
        {
            #[inline(always)]
            fn offset(
                self,
                geometry: &($($P,)* $Q,),
                flow: &<($($P,)* $Q,) as Geometry>::Flow<W>,
            ) -> W {
                let ($($p,)* $q,) = geometry;
                let ($($f,)* $g,) = flow;
                let ($($c,)* $d,) = self;
                let offset = W::ZERO;
                $(let offset = offset.plus($c.offset($p, $f));)*
                offset.plus($d.offset($q, $g))
            }

            #[inline(always)]
            fn natural(
                self,
                geometry: &($($P,)* $Q,),
            ) -> <($($P,)* $Q,) as Geometry>::Natural<W> {
                let ($($p,)* $q,) = geometry;
                let ($($c,)* $d,) = self;
                ($($c.natural($p),)* $d.natural($q),)
            }

            #[inline(always)]
            fn outside(self, geometry: &($($P,)* $Q,), at: ModePath) -> Option<OutOfRange> {
                let ($($p,)* $q,) = geometry;
                let ($($c,)* $d,) = self;
                let mode = 0;
                $(
                    if let Some(outside) = $c.outside($p, at.mode(mode)) {
                        return Some(outside);
                    }
                    let mode = mode + 1;
                )*
                $d.outside($q, at.mode(mode))
            }

            #[inline(always)]
            fn known(self) -> W {
                let ($($c,)* $d,) = self;
                let offset = W::ZERO;
                $(let offset = offset.plus($c.known());)*
                offset.plus($d.known())
            }

            #[inline(always)]
            fn known_apart(self, reach: u32) -> (W, W) {
                let ($($c,)* $d,) = self;
                let sum = (W::ZERO, W::ZERO);
                $(
                    let part = $c.known_apart(reach);
                    let sum = (sum.0.plus(part.0), sum.1.plus(part.1));
                )*
                let part = $d.known_apart(reach);
                (sum.0.plus(part.0), sum.1.plus(part.1))
            }

            #[inline(always)]
            fn is_within_known(self) -> bool {
                let ($($c,)* $d,) = self;
                $($c.is_within_known() &)* $d.is_within_known()
            }
        }
    };
}

for_each_rank!(tuple);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::evaluate::Evaluate;
    use crate::geometry::mode::{Leaf, Mode};
    use crate::number::Extent;

    fn check<G: Geometry>(g: G)
    where
        usize: Coordinate<G>,
        (usize, usize): Coordinate<G>,
        (usize, (usize, usize)): Coordinate<G>,
    {
        fn outside<G: Geometry>(g: &G, c: impl Coordinate<G>) -> Option<OutOfRange> {
            let outside = c.outside(g, ModePath::ALL);
            assert_eq!(G::Phase::is_within(g, c), outside.is_none());
            outside
        }
        for i in 0..4 {
            for j in 0..20 {
                assert_eq!(outside(&g, (i, j)).is_none(), i < 2 && j < 15);
            }
            for j in 0..5 {
                for k in 0..7 {
                    assert_eq!(outside(&g, (i, (j, k))).is_none(), i < 2 && j < 3 && k < 5);
                }
            }
        }
        let at = |integer, extent, mode| Some(OutOfRange { integer, extent, mode });
        let all = ModePath::ALL;
        assert_eq!(outside(&g, (1, (3, 9))), at(3, 3, all.mode(1).mode(0)));
        assert_eq!(outside(&g, (1, 16)), at(16, 15, all.mode(1)));
        assert_eq!(outside(&g, 30), at(30, 30, all));
    }

    #[test]
    fn every_integer_is_compared_with_its_extent() {
        let mode = |extent, stride| Mode { extent: Extent::new(extent), stride };
        check((Leaf::<2, 4>::VALUE, (Leaf::<3, 8>::VALUE, Leaf::<5, 1>::VALUE)));
        check((mode(2, 4), (mode(3, 8), mode(5, 1))));
        check((mode(2, 4), (Leaf::<3, 8>::VALUE, mode(5, 1))));
    }
}
