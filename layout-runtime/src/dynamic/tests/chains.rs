//! All chains of three leaves of every kind: how a digit is taken depends on what the
//! compiler knows of its neighbours.

extern crate std;

use std::vec::Vec;

use super::{digits, fixed, known, leaf, of, split};
use crate::dynamic::Mode;
use crate::dynamic::tests::Flat;
use crate::geometry::Geometry;
use crate::geometry::leaves::numbers;
use crate::prepared::Prepared;

/// The operations on a leaf of each kind.
trait Visit: Copy {
    fn visit(self, leaf: impl Geometry<Natural<usize> = usize>);
}

/// Leaves of all kinds.
fn each(extent: usize, stride: isize, visit: impl Visit) {
    visit.visit(leaf(extent, stride));
    visit.visit(fixed::<1>(extent));
    visit.visit(fixed::<0>(extent));
    visit.visit(of::<1>(stride));
    visit.visit(of::<4>(stride));
    visit.visit(known::<4, -5>());
    visit.visit(known::<3, 8>());
}

#[derive(Clone, Copy)]
struct First([(usize, isize); 3]);

#[derive(Clone, Copy)]
struct Second<A>([(usize, isize); 3], A);

#[derive(Clone, Copy)]
struct Third<A, B>(A, B);

impl Visit for First {
    fn visit(self, a: impl Geometry<Natural<usize> = usize>) {
        each(self.0[1].0, self.0[1].1, Second(self.0, a));
    }
}

impl<A: Geometry<Natural<usize> = usize>> Visit for Second<A> {
    fn visit(self, b: impl Geometry<Natural<usize> = usize>) {
        each(self.0[2].0, self.0[2].1, Third(self.1, b));
    }
}

impl<A: Geometry<Natural<usize> = usize>, B: Geometry<Natural<usize> = usize>> Visit
    for Third<A, B>
{
    fn visit(self, c: impl Geometry<Natural<usize> = usize>) {
        check((self.0, self.1, c));
    }
}

fn check<M: Geometry<Natural<usize>: Flat>>(modes: M) {
    let numbers = numbers::<M, 3>(&modes);
    let prepared = Prepared::new(modes);
    compare((&numbers.shape, &numbers.stride), &|i| prepared.offset(i) as isize, &|i| {
        modes.digits_last(i).flat()
    });
}

fn compare(
    (shape, stride): (&[usize], &[isize]),
    offset: &dyn Fn(usize) -> isize,
    natural: &dyn Fn(usize) -> Vec<usize>,
) {
    for i in 0..shape.iter().product() {
        assert_eq!(offset(i), split(i, shape, stride), "{shape:?}:{stride:?} at {i}");
        assert_eq!(natural(i), digits(i, shape), "{shape:?} at {i}");
    }
}

#[test]
fn every_chain_is_the_sum() {
    for extents in [[1, 1, 1], [1, 2, 3], [5, 1, 2], [3, 5, 1], [2, 3, 4], [4, 7, 3]] {
        for strides in [[1, 5, 20], [100, -10, 1], [0, 2, 0]] {
            let at = |k| (extents[k], strides[k]);
            each(extents[0], strides[0], First([at(0), at(1), at(2)]));
        }
    }
}

/// The nesting does not matter for 1-D coordinates.
#[test]
fn nested_chains_are_the_sum() {
    for (m, n) in [(1, 1), (1, 5), (3, 1), (2, 4), (5, 3)] {
        let flat = (leaf(m, 7), known::<4, 2>(), fixed::<1>(n));
        let offset = |i: usize| Prepared::new(flat).offset(i) as isize;
        let nested: [&dyn Fn(usize) -> isize; 3] = [
            &|i| Prepared::new((flat.0, (flat.1, flat.2))).offset(i) as isize,
            &|i| Prepared::new(((flat.0, flat.1), flat.2)).offset(i) as isize,
            &|i| Prepared::new((((flat.0,), (flat.1, (flat.2,))),)).offset(i) as isize,
        ];
        for i in 0..4 * m * n {
            assert!(nested.iter().all(|f| f(i) == offset(i)), "{m} {n} at {i}");
        }
    }
    let modes: Mode = leaf(5, -2);
    assert_eq!(Prepared::new(modes).offset(3usize) as isize, -6);
}
