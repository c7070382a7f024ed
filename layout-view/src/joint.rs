//! Several layouts of one index space, and the loops that visit them together.
//!
//! The first place is the target, the others are sources; each has a layout with as many coordinates. Of the loops that `nest.rs`
//! finds, the innermost is the one whose elements are next to each other, or the same, in most places.

use core::marker::PhantomData;

use super::data::Source;
use super::found::FEW;
use super::leaves::Leaves;
use super::nest::{By, Loop, Nest};
use super::pair::leaves;
use super::side::{Known, Side};
use crate::dynamic::ShapeError;
use layout_runtime::internals::{MAX, Message};

/// The places of one call: a target, and up to five sources.
pub(super) const PLACES: usize = 6;

/// The loops of calls with a mode more.
const SOME: usize = 16;

/// An offset for each place; 0 for places that are not there.
pub(super) type Offsets = [isize; PLACES];

/// A loop over all places.
pub(super) type JointLoop = Loop<PLACES>;

/// The loops over all places.
type JointNest<const N: usize = MAX> = Nest<N, PLACES>;

/// The sources of a call, as a list: `(a, (b, ()))`.
pub trait Sources {
    #[doc(hidden)]
    const COUNT: usize;
    /// What the compiler knows of each, from the first on.
    #[doc(hidden)]
    const KNOWN: [Option<Known>; PLACES];
    #[doc(hidden)]
    const LEAVES: usize;
    /// Where the elements are, in a list as well.
    #[doc(hidden)]
    type Elements: Copy;

    #[doc(hidden)]
    fn elements(&self) -> Self::Elements;

    /// The size of the first one that has another one.
    #[doc(hidden)]
    fn other_size(&self, size: usize) -> Option<usize>;

    /// The leaves of each, the first of which is at a place.
    #[doc(hidden)]
    fn leaves<const N: usize>(&self, places: &mut [Leaves<N>; PLACES], place: usize);

    /// The offsets at a 1-D coordinate.
    #[doc(hidden)]
    fn offsets(&self, i: usize, at: &mut Offsets, place: usize);
}

impl Sources for () {
    const COUNT: usize = 0;
    const KNOWN: [Option<Known>; PLACES] = [None; PLACES];
    const LEAVES: usize = 0;
    type Elements = ();

    #[inline(always)]
    fn elements(&self) {}

    #[inline(always)]
    fn other_size(&self, _: usize) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn leaves<const N: usize>(&self, _: &mut [Leaves<N>; PLACES], _: usize) {}

    #[inline(always)]
    fn offsets(&self, _: usize, _: &mut Offsets, _: usize) {}
}

impl<S: Source, R: Sources> Sources for (S, R) {
    const COUNT: usize = 1 + R::COUNT;
    const KNOWN: [Option<Known>; PLACES] = {
        let [a, b, c, d, e, _] = R::KNOWN;
        [S::Side::KNOWN, a, b, c, d, e]
    };
    const LEAVES: usize = S::Side::LEAVES + R::LEAVES;
    type Elements = (S::Elements, R::Elements);

    #[inline(always)]
    fn elements(&self) -> Self::Elements {
        (self.0.elements(), self.1.elements())
    }

    #[inline(always)]
    fn other_size(&self, size: usize) -> Option<usize> {
        Some(self.0.side().size()).filter(|own| *own != size).or(self.1.other_size(size))
    }

    #[inline(always)]
    fn leaves<const N: usize>(&self, places: &mut [Leaves<N>; PLACES], place: usize) {
        self.0.side().visit(&mut places[place]);
        self.1.leaves(places, place + 1);
    }

    #[inline(always)]
    fn offsets(&self, i: usize, at: &mut Offsets, place: usize) {
        at[place] = self.0.side().offset(i);
        self.1.offsets(i, at, place + 1);
    }
}

/// What the compiler knows of sources and a target.
pub(super) struct Joint<S, D>(PhantomData<(S, D)>);

impl<S: Sources, D: Side> Joint<S, D> {
    const COUNT: usize = {
        assert!(S::COUNT < PLACES, "more sources than loops are found for");
        S::COUNT + 1
    };

    /// No fewer than the loops: at the end of each a leaf ends, and at that of the last one in all layouts.
    const MOST: usize = S::LEAVES + D::LEAVES - S::COUNT;

    const KNOWN: [Option<Known>; PLACES] = {
        let [a, b, c, d, e, _] = S::KNOWN;
        [D::KNOWN, a, b, c, d, e]
    };

    pub(super) const IS_KNOWN: bool = {
        let mut place = 0;
        while place < Self::COUNT && Self::KNOWN[place].is_some() {
            place += 1;
        }
        place == Self::COUNT
    };

    /// The loops, if the compiler knows all layouts and there are common ones.
    const NEST: Option<JointNest> = if Self::IS_KNOWN {
        let (mut places, mut place) = ([Leaves::EMPTY; PLACES], 0);
        while place < Self::COUNT {
            if let (Some(known), Some(first)) = (Self::KNOWN[place], Self::KNOWN[0]) {
                if known.size != first.size {
                    let message = Message::new("the sizes differ: ")
                        .text(known.notation)
                        .text(" and ")
                        .text(first.notation);
                    panic!("{}", message.as_str());
                }
                places[place] = leaves(known);
            }
            place += 1;
        }
        Nest::of(&places, Self::COUNT, By::Cost)
    } else {
        None
    };

    const IS_SOME: bool = Self::NEST.is_some();

    /// No loops at all where there are no common ones.
    const LOOPS: JointNest = match Self::NEST {
        Some(nest) => nest,
        None => Nest::EMPTY,
    };
}

/// Calls a function with two loops and the offsets where they begin, so that together they visit each coordinate once, in an order
/// that suits all places.
///
/// # Errors
///
/// Sizes differ.
#[inline(always)]
pub(super) fn visit<S: Sources, D: Side>(
    sources: &S,
    target: D,
    mut f: impl FnMut([JointLoop; 2], Offsets),
) -> Result<(), ShapeError> {
    let size = target.size();
    if let Some(other) = sources.other_size(size) {
        return Err(differ(other, size));
    }
    if size == 0 {
        return Ok(());
    }
    if const { Joint::<S, D>::IS_KNOWN } {
        if const { Joint::<S, D>::IS_SOME } {
            let nest = const { &Joint::<S, D>::LOOPS };
            by_two(nest, f);
            return Ok(());
        }
    } else {
        let is_visited = if const { Joint::<S, D>::MOST <= FEW } {
            found::<FEW, S, D>(sources, target).map(|nest| by_two(&nest, &mut f))
        } else if const { Joint::<S, D>::MOST <= SOME } {
            found::<SOME, S, D>(sources, target).map(|nest| by_two(&nest, &mut f))
        } else {
            found::<MAX, S, D>(sources, target).map(|nest| by_two(&nest, &mut f))
        };
        if is_visited.is_some() {
            return Ok(());
        }
    }
    for i in 0..size {
        let mut at = [0; PLACES];
        at[0] = target.offset(i);
        sources.offsets(i, &mut at, 1);
        f([JointLoop::ONCE; 2], at);
    }
    Ok(())
}

/// Calls a function with the two innermost loops and the offsets where they begin, at each turn of the others.
#[inline(always)]
fn by_two<const N: usize>(nest: &JointNest<N>, mut f: impl FnMut([JointLoop; 2], Offsets)) {
    let inner = [nest.loops[0], nest.loops[1]];
    nest.after::<2>(|at| f(inner, at));
}

/// The loops, found at run time.
#[inline(always)]
fn found<const N: usize, S: Sources, D: Side>(sources: &S, target: D) -> Option<JointNest<N>> {
    let mut places = [Leaves::<N>::EMPTY; PLACES];
    target.visit(&mut places[0]);
    sources.leaves(&mut places, 1);
    Nest::of(&places, const { Joint::<S, D>::COUNT }, By::Cost)
}

#[cold]
fn differ(source: usize, target: usize) -> ShapeError {
    let rule = "a source and a target must have the same size";
    ShapeError::broken("", rule, &["source", "target"], &[source as i128, target as i128])
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::super::nest::moved;
    use super::super::tests::{layouts, offsets};
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn loops_visit_each_coordinate_once() {
        let all: Vec<_> = layouts().collect();
        let mut checked = 0;
        for (i, first) in all.iter().enumerate() {
            let same = |other: &&(Vec<usize>, Vec<isize>)| {
                other.0.iter().product::<usize>() == first.0.iter().product()
            };
            let of_size: Vec<_> = all.iter().skip(i % 997).step_by(997).filter(same).collect();
            for pair in of_size.windows(2) {
                let three = [first, pair[0], pair[1]];
                let mut places = [Leaves::<MAX>::EMPTY; PLACES];
                for (place, of) in places.iter_mut().zip(three) {
                    *place = Leaves::EMPTY.then(&of.0, &of.1);
                }
                let Some(nest) = JointNest::of(&places, 3, By::Cost) else { continue };
                let mut visited = Vec::new();
                by_two(&nest, |[l0, l1], at| {
                    for j in 0..l1.extent {
                        for i in 0..l0.extent {
                            let at = moved(moved(at, l1.step, j as isize), l0.step, i as isize);
                            visited.push(at);
                        }
                    }
                });
                let [a, b, c] = three.map(|of| offsets(&of.0, &of.1));
                let mut expected: Vec<_> =
                    (0..a.len()).map(|i| [a[i], b[i], c[i], 0, 0, 0]).collect();
                visited.sort_unstable();
                expected.sort_unstable();
                assert_eq!(visited, expected, "{three:?}");
                checked += 1;
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    fn steps(places: &[(&[usize], &[isize])]) -> Vec<(usize, Vec<isize>)> {
        let mut all = [Leaves::<MAX>::EMPTY; PLACES];
        for (place, of) in all.iter_mut().zip(places) {
            *place = Leaves::EMPTY.then(of.0, of.1);
        }
        let nest = JointNest::of(&all, places.len(), By::Cost).expect("a common refinement");
        let loops = nest.loops[..nest.len].iter();
        loops.map(|l| (l.extent, l.step[..places.len()].to_vec())).collect()
    }

    #[test]
    fn loops_are_those_one_would_write() {
        // A product of rows, over (k, m, n): rows of the target innermost, and one of them after the other last.
        let shape: &[usize] = &[50, 37, 41];
        assert_eq!(
            steps(&[(shape, &[0, 41, 1]), (shape, &[1, 50, 0]), (shape, &[41, 0, 1])]),
            [(41, vec![1, 0, 1]), (50, vec![0, 1, 41]), (37, vec![41, 50, 0])]
        );
        // With the second matrix turned: sums of rows innermost.
        assert_eq!(
            steps(&[(shape, &[0, 41, 1]), (shape, &[1, 50, 0]), (shape, &[1, 0, 50])]),
            [(50, vec![0, 1, 1]), (41, vec![1, 0, 50]), (37, vec![41, 50, 0])]
        );
        // All elements in their order: one run.
        assert_eq!(
            steps(&[(shape, &[2050, 1, 37]), (shape, &[2050, 1, 37])]),
            [(1517, vec![1, 1]), (50, vec![2050, 2050])]
        );
    }
}
