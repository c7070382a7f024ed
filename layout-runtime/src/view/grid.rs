//! `Grid`: the coordinates of the tiles of a view, one after the other.
//!
//! The next coordinate is counted: the iterators of tiles divide only where they are asked for another than
//! the next.

use core::ops::Range;

use crate::geometry::Geometry;

/// What is left of a walk over the coordinates of `G`, in their order.
#[derive(Clone)]
pub(super) struct Grid<G: Geometry> {
    modes: G,
    /// 1-D coordinates.
    left: Range<usize>,
    /// The coordinate of the first of them. It is not counted where one leaf alone has several coordinates.
    front: G::Natural<usize>,
}

impl<G: Geometry> Grid<G> {
    #[inline(always)]
    pub(super) fn new(modes: G) -> Self {
        Grid { modes, left: 0..modes.product::<usize>(), front: modes.digits_last(0) }
    }

    #[inline(always)]
    pub(super) fn modes(&self) -> &G {
        &self.modes
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        // What is left is a range.
        self.left.end - self.left.start
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<G::Natural<usize>> {
        let k = self.left.next()?;
        if const { only_leaf::<G>().is_some() } {
            return Some(self.coordinate(k));
        }
        let at = self.front;
        self.modes.advance(&mut self.front, &mut 0usize);
        Some(at)
    }

    #[inline(always)]
    pub(super) fn nth(&mut self, n: usize) -> Option<G::Natural<usize>> {
        let k = self.left.nth(n)?;
        let at = self.coordinate(k);
        self.front = at;
        self.modes.advance(&mut self.front, &mut 0usize);
        Some(at)
    }

    #[inline(always)]
    pub(super) fn next_back(&mut self) -> Option<G::Natural<usize>> {
        let k = self.left.next_back()?;
        Some(self.coordinate(k))
    }

    #[inline(always)]
    pub(super) fn nth_back(&mut self, n: usize) -> Option<G::Natural<usize>> {
        let k = self.left.nth_back(n)?;
        Some(self.coordinate(k))
    }

    /// Calls a function with each coordinate that is left: by nested loops, where that is all of them.
    #[inline(always)]
    pub(super) fn fold<A>(mut self, start: A, mut f: impl FnMut(A, G::Natural<usize>) -> A) -> A {
        if self.left == (0..self.modes.product::<usize>()) {
            return self.modes.fold(start, 0usize, &mut |a, _, at| f(a, at));
        }
        let mut a = start;
        while let Some(at) = self.next() {
            a = f(a, at);
        }
        a
    }

    /// The first `n` coordinates that are left, and the others.
    ///
    /// # Panics
    ///
    /// Where fewer than `n` are left.
    #[track_caller]
    pub(super) fn split_at(self, n: usize) -> (Self, Self) {
        assert!(n <= self.len(), "{n} of {} tiles", self.len());
        let middle = self.left.start + n;
        let front = self.coordinate(middle);
        let first = Grid { left: self.left.start..middle, ..self };
        (first, Grid { modes: self.modes, left: middle..self.left.end, front })
    }

    /// The coordinate of a 1-D coordinate.
    #[inline(always)]
    fn coordinate(&self, k: usize) -> G::Natural<usize> {
        match const { only_leaf::<G>() } {
            Some(leaf) => {
                let mut at = self.modes.digits_last(0);
                *G::digit(&mut at, leaf) = k;
                at
            }
            None => self.modes.digits_last(k),
        }
    }
}

/// The one leaf that has several coordinates, where all others are known to have one.
const fn only_leaf<G: Geometry>() -> Option<usize> {
    if G::LEAVES == 1 {
        return Some(0);
    }
    if let Some(1) = <G::Tail as Geometry>::KNOWN_SIZE {
        return only_leaf::<G::Head>();
    }
    if let Some(1) = <G::Head as Geometry>::KNOWN_SIZE
        && let Some(leaf) = only_leaf::<G::Tail>()
    {
        return Some(<G::Head as Geometry>::LEAVES + leaf);
    }
    None
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::number::Counted;
    use crate::{Fixed, Mode};

    type One = Mode<Fixed<1>, Fixed<0>>;

    fn leaf(extent: usize) -> Mode<Counted, Fixed<0>> {
        Mode { extent: Counted(extent), stride: Fixed }
    }

    /// Every way to take coordinates, after some are taken at either end, against those of the geometry.
    fn check<G: Geometry>(modes: G)
    where
        G::Natural<usize>: PartialEq + core::fmt::Debug,
    {
        let size = modes.product::<usize>();
        let all: Vec<_> = (0..size).map(|k| modes.digits_last(k)).collect();
        let folded = |grid: Grid<G>| {
            grid.fold(Vec::new(), |mut all, at| {
                all.push(at);
                all
            })
        };
        assert_eq!(folded(Grid::new(modes)), all);
        for first in 0..=size {
            for last in first..=size {
                let taken = || {
                    let mut grid = Grid::new(modes);
                    (0..first).for_each(|k| assert_eq!(grid.next(), Some(all[k])));
                    (last..size).rev().for_each(|k| assert_eq!(grid.next_back(), Some(all[k])));
                    grid
                };
                let left = &all[first..last];
                assert_eq!((taken().len(), folded(taken()).as_slice()), (left.len(), left));
                for n in 0..=left.len() {
                    let (before, after) = taken().split_at(n);
                    assert_eq!([folded(before), folded(after)].concat(), left);
                    let (mut up, mut down) = (taken(), taken());
                    assert_eq!(up.nth(n), left.get(n).copied());
                    assert_eq!(folded(up), left.get(n + 1..).unwrap_or(&[]));
                    assert_eq!(down.nth_back(n), left.iter().rev().nth(n).copied());
                    let kept = left.len().saturating_sub(n + 1);
                    assert_eq!(folded(down), left[..kept]);
                }
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many steps")]
    fn coordinates_are_taken_once_and_in_order() {
        let one: One = Mode { extent: Fixed, stride: Fixed };
        for n in [0, 1, 3] {
            check(leaf(n));
            check((leaf(n), one));
            check((one, leaf(n)));
            check((one, (leaf(n), one), one));
            for m in [1, 2, 4] {
                check((leaf(m), leaf(n)));
                check((leaf(m), (one, leaf(n)), leaf(2)));
            }
        }
    }
}
