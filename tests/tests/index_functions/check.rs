//! The answers that the functions of a layout must have: a plain loop over its leaves, by the
//! definitions of layouts and swizzles, held against the table of the algebra first.
//!
//! This file and `generic.rs` know the runtime crate alone, so that a batch of layouts
//! compiles with nothing else.

use std::collections::BTreeSet;

/// `Sw<bits,base,shift>` and what is added before it.
pub(crate) type Swizzle = (u32, u32, i32, i128);

/// A layout as the generator wrote it down.
pub(crate) struct Case {
    pub(crate) notation: &'static str,
    /// The extent and the stride of each leaf.
    pub(crate) leaves: &'static [(usize, isize)],
    /// The number of leaves of each mode.
    pub(crate) modes: &'static [usize],
    /// The swizzles after the leaves, the first first.
    pub(crate) swizzles: &'static [Swizzle],
    /// The leaves of what is padded, whose offsets are those in bounds.
    pub(crate) origin: &'static [(usize, isize)],
    /// The 1-D coordinates that are visited, or all.
    pub(crate) points: &'static [usize],
    /// The offsets there, by the algebra.
    pub(crate) offsets: &'static str,
}

/// A boxed sweep.
pub(crate) type Sweep<'a, T> = Box<dyn DoubleEndedIterator<Item = T> + 'a>;

/// A coordinate and what a layout answers there.
pub(crate) struct Point {
    index: usize,
    by_mode: Vec<usize>,
    by_leaf: Vec<usize>,
    offset: isize,
    in_bounds: bool,
}

/// A case with its answers.
pub(crate) struct Expected {
    case: &'static Case,
    points: Vec<Point>,
}

/// The digits of a coordinate over extents, the first fastest; the last is not wrapped.
fn digits(mut rest: usize, extents: impl ExactSizeIterator<Item = usize>) -> Vec<usize> {
    let last = extents.len() - 1;
    let digit = |(leaf, extent)| {
        let digit = if leaf == last { rest } else { rest % extent };
        rest /= extent;
        digit
    };
    extents.enumerate().map(digit).collect()
}

/// The offset of the coordinates of leaves, before swizzles.
fn sum(leaves: &[(usize, isize)], digits: &[usize]) -> i128 {
    digits.iter().zip(leaves).map(|(&c, &(_, stride))| c as i128 * stride as i128).sum()
}

/// The swizzles of a sum, by CuTe's definition.
fn swizzled(swizzles: &[Swizzle], sum: i128) -> isize {
    let swizzle = |x: i128, &(bits, base, shift, offset): &Swizzle| {
        let x = x + offset;
        let source = x & ((1 << bits) - 1) << (base as i32 + shift.max(0));
        x ^ if shift >= 0 { source >> shift } else { source << -shift }
    };
    isize::try_from(swizzles.iter().fold(sum, swizzle)).expect("an offset fits")
}

/// True if a coordinate is no padding, in its three forms.
pub(crate) type Within<'a> = &'a dyn Fn(usize, &[usize], &[usize]) -> [bool; 3];

impl Case {
    fn size(&self) -> usize {
        self.leaves.iter().map(|leaf| leaf.0).product()
    }

    fn mode_sizes(&self) -> Vec<usize> {
        let mut leaves = self.leaves;
        let size = |&count: &usize| {
            let (mode, rest) = leaves.split_at(count);
            leaves = rest;
            mode.iter().map(|leaf| leaf.0).product()
        };
        self.modes.iter().map(size).collect()
    }

    fn point(&self, index: usize, inside: &BTreeSet<i128>) -> Point {
        let by_leaf = digits(index, self.leaves.iter().map(|leaf| leaf.0));
        let by_mode = digits(index, self.mode_sizes().into_iter());
        let sum = sum(self.leaves, &by_leaf);
        let in_bounds = self.origin.is_empty() || inside.contains(&sum);
        Point { index, by_mode, by_leaf, offset: swizzled(self.swizzles, sum), in_bounds }
    }

    /// The answers, of which the algebra's are the same.
    pub(crate) fn expected(&'static self) -> Expected {
        let size: usize = self.origin.iter().map(|leaf| leaf.0).product();
        let origin = |i| sum(self.origin, &digits(i, self.origin.iter().map(|leaf| leaf.0)));
        let inside =
            if self.origin.is_empty() { BTreeSet::new() } else { (0..size).map(origin).collect() };
        let indices: Vec<usize> = match self.points {
            [] => (0..self.size()).collect(),
            points => points.to_vec(),
        };
        let points: Vec<Point> = indices.into_iter().map(|i| self.point(i, &inside)).collect();
        let algebra =
            self.offsets.split(' ').map(|offset| offset.parse::<isize>().expect("an offset"));
        assert!(
            algebra.eq(points.iter().map(|point| point.offset)),
            "{} by the algebra",
            self.notation
        );
        Expected { case: self, points }
    }
}

impl Expected {
    #[track_caller]
    fn hold(&self, name: &str, answer: &dyn Fn(&Point) -> isize) {
        for point in &self.points {
            let (answer, expected) = (answer(point), point.offset);
            let notation = self.case.notation;
            assert_eq!(answer, expected, "{name} of {notation} at {}", point.index);
        }
    }

    /// A function of a 1-D coordinate.
    #[track_caller]
    pub(crate) fn index(&self, name: &str, answer: &dyn Fn(usize) -> isize) {
        self.hold(name, &|point| answer(point.index));
    }

    /// A function of a 1-D coordinate for each mode.
    #[track_caller]
    pub(crate) fn by_mode(&self, name: &str, answer: &dyn Fn(&[usize]) -> isize) {
        self.hold(name, &|point| answer(&point.by_mode));
    }

    /// A function of an integer for each leaf.
    #[track_caller]
    pub(crate) fn by_leaf(&self, name: &str, answer: &dyn Fn(&[usize]) -> isize) {
        self.hold(name, &|point| answer(&point.by_leaf));
    }

    /// Checks if a coordinate is no padding: of a 1-D coordinate, of one for each mode, and of
    /// one for each leaf.
    #[track_caller]
    pub(crate) fn in_bounds(&self, answer: Within<'_>) {
        for Point { index, by_mode, by_leaf, in_bounds, .. } in &self.points {
            let notation = self.case.notation;
            assert_eq!(answer(*index, by_mode, by_leaf), [*in_bounds; 3], "{notation} at {index}");
        }
    }

    /// The natural coordinate of a 1-D one.
    #[track_caller]
    pub(crate) fn natural<N: Natural>(&self, answer: &dyn Fn(usize) -> N) {
        for point in &self.points {
            let notation = self.case.notation;
            assert_eq!(
                answer(point.index).digits(),
                point.by_leaf,
                "{notation} at {}",
                point.index
            );
        }
    }

    /// Checks the notation, size, shape and strides that a layout prints.
    #[track_caller]
    pub(crate) fn told(&self, notation: &str, size: usize, shape: &[usize], stride: &[isize]) {
        let case = self.case;
        assert_eq!((notation, size), (case.notation, case.size()));
        assert!(shape.iter().copied().eq(case.leaves.iter().map(|leaf| leaf.0)), "{notation}");
        assert!(stride.iter().copied().eq(case.leaves.iter().map(|leaf| leaf.1)), "{notation}");
    }

    /// The ends of the offsets, which a layout may take to be further apart where it does not
    /// know the ends of swizzled ones.
    #[track_caller]
    pub(crate) fn range(&self, min: isize, max: isize, cosize: usize) {
        let ends = max.max(0).abs_diff(min.min(0));
        assert_eq!(cosize, ends + 1, "{}: {min}..={max}", self.case.notation);
        let offsets = || self.points.iter().map(|point| point.offset);
        let (least, most) = (offsets().min().expect("a point"), offsets().max().expect("a point"));
        assert!(min <= least && most <= max, "{}: {min}..={max}", self.case.notation);
        let exact = self.case.points.is_empty() && self.case.swizzles.is_empty();
        assert!(!exact || (min, max) == (least, most), "{}: {min}..={max}", self.case.notation);
    }

    /// True if every coordinate is visited.
    pub(crate) fn is_swept(&self) -> bool {
        self.case.points.is_empty()
    }

    /// The digits of the coordinates in storage order: loops over the leaves, the smallest
    /// stride innermost, and of equal ones the shorter; backwards where it is negative.
    fn stored(&self) -> Vec<Vec<usize>> {
        let leaves = self.case.leaves;
        let mut order: Vec<usize> = (0..leaves.len()).collect();
        order.sort_by_key(|&leaf| (leaves[leaf].1.unsigned_abs(), leaves[leaf].0));
        let at = |i: usize| {
            let mut digits_of = vec![0; leaves.len()];
            let loops = digits(i, order.iter().map(|&leaf| leaves[leaf].0));
            for (&leaf, c) in order.iter().zip(loops) {
                let (extent, stride) = leaves[leaf];
                digits_of[leaf] = if stride < 0 { extent - 1 - c } else { c };
            }
            digits_of
        };
        (0..self.case.size()).map(at).collect()
    }

    fn offset_of(&self, digits: &[usize]) -> isize {
        swizzled(self.case.swizzles, sum(self.case.leaves, digits))
    }

    /// The digits of all coordinates in an order, with their offsets.
    fn in_order(&self, order: Order) -> Vec<(Vec<usize>, isize)> {
        let digits = match order {
            Order::Index => self.points.iter().map(|point| point.by_leaf.clone()).collect(),
            Order::Stored => self.stored(),
        };
        digits.into_iter().map(|digits| (digits.clone(), self.offset_of(&digits))).collect()
    }

    /// A sweep of offsets, or of indices.
    #[track_caller]
    pub(crate) fn offsets<T: Offset>(&self, order: Order, sweep: &dyn Fn() -> Sweep<'static, T>) {
        let all: Vec<isize> = self.in_order(order).into_iter().map(|(_, offset)| offset).collect();
        both_ways(self.case.notation, &all, sweep, &|&item| item.offset());
    }

    /// A sweep of coordinates.
    #[track_caller]
    pub(crate) fn coordinates<N: Natural>(
        &self,
        order: Order,
        sweep: &dyn Fn() -> Sweep<'static, N>,
    ) {
        let all: Vec<_> = self.in_order(order).into_iter().map(|(digits, _)| digits).collect();
        both_ways(self.case.notation, &all, sweep, &|item| item.digits());
    }

    /// A sweep of coordinates and indices.
    #[track_caller]
    pub(crate) fn entries<N: Natural>(
        &self,
        order: Order,
        sweep: &dyn Fn() -> Sweep<'static, (N, usize)>,
    ) {
        let all = self.in_order(order);
        both_ways(self.case.notation, &all, sweep, &|(c, i)| (c.digits(), i.offset()));
    }

    /// Checks the offsets that loops have visited, forwards and backwards.
    #[track_caller]
    pub(crate) fn loops(&self, order: Order, forwards: &[isize], backwards: &[isize]) {
        let mut all: Vec<isize> =
            self.in_order(order).into_iter().map(|(_, offset)| offset).collect();
        assert_eq!(forwards, all, "{}, {order:?}", self.case.notation);
        all.reverse();
        assert_eq!(backwards, all, "{}, {order:?}", self.case.notation);
    }
}

/// The order of a sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    Index,
    Stored,
}

/// An offset, or an index.
pub(crate) trait Offset: Copy + 'static {
    fn offset(self) -> isize;
}

impl Offset for isize {
    fn offset(self) -> isize {
        self
    }
}

impl Offset for usize {
    fn offset(self) -> isize {
        self as isize
    }
}

/// An iterator forwards, backwards, and from both ends with jumps.
#[track_caller]
fn both_ways<T, U: PartialEq + std::fmt::Debug>(
    notation: &str,
    all: &[U],
    sweep: &dyn Fn() -> Sweep<'static, T>,
    seen: &dyn Fn(&T) -> U,
) {
    // From the front, from the back, and from both ends with jumps.
    for mut turn in [0, 1, 2] {
        let (mut sweep, mut left) = (sweep(), all.iter());
        loop {
            let (item, expected) = match turn {
                0 => (sweep.next(), left.next()),
                1 => (sweep.next_back(), left.next_back()),
                _ => {
                    turn += 1;
                    match turn % 4 {
                        0 => (sweep.next(), left.next()),
                        1 => (sweep.next_back(), left.next_back()),
                        2 => (sweep.nth(turn % 7), left.nth(turn % 7)),
                        _ => (sweep.nth_back(turn % 3), left.nth_back(turn % 3)),
                    }
                }
            };
            assert_eq!(item.as_ref().map(seen).as_ref(), expected, "a sweep of {notation}");
            assert_eq!(sweep.size_hint(), left.size_hint(), "a sweep of {notation}");
            if expected.is_none() && left.len() == 0 {
                break;
            }
        }
    }
}

/// A natural coordinate as the integers of its leaves.
pub(crate) trait Natural: 'static {
    fn push(&self, into: &mut Vec<usize>);

    fn digits(&self) -> Vec<usize> {
        let mut digits = Vec::new();
        self.push(&mut digits);
        digits
    }
}

impl Natural for usize {
    fn push(&self, into: &mut Vec<usize>) {
        into.push(*self);
    }
}

macro_rules! natural {
    ($($N:ident)*) => {
        impl<$($N: Natural),*> Natural for ($($N,)*) {
            #[allow(non_snake_case)]
            fn push(&self, into: &mut Vec<usize>) {
                let ($($N,)*) = self;
                $($N.push(into);)*
            }
        }
    };
}

natural!(A);
natural!(A B);
natural!(A B C);
natural!(A B C D);
natural!(A B C D E);
natural!(A B C D E F);
natural!(A B C D E F G);
natural!(A B C D E F G H);
