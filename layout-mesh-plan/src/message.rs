//! `Message`: elements that one rank sends to another, as layouts.

use layout_algebra::{Error, HTuple, Int, Layout, Stride};

use crate::section::{SOURCE_PLACE, Section, Steps, TARGET_PLACE, size};

/// The elements that go from one rank to another, or stay on one.
///
/// The elements that are read, and those that are written, are products of regular sections: a few layouts, however many elements there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The rank that has the elements.
    pub source: usize,
    /// The rank that gets them.
    pub target: usize,
    elements: i64,
    /// The sections of each dimension, as places in the memories of both.
    sections: Vec<Vec<Transfer>>,
}

/// A part of a message: places in the memory of the source and in that of the target, coordinate by coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The first place on each side.
    pub first: [i64; 2],
    /// Extents, each with its steps in the memories of source and target; the first digit is the fastest.
    pub digits: Vec<(i64, [i64; 2])>,
}

impl Transfer {
    /// The transfer of a section of a dimension with these strides at the source and the target.
    fn new(section: &Section, strides: [i64; 2]) -> Self {
        let [source, target] = strides;
        let places = |steps: Steps| [steps[SOURCE_PLACE] * source, steps[TARGET_PLACE] * target];
        let digits = section.digits.iter().map(|(extent, steps)| (*extent, places(*steps)));
        Transfer { first: places(section.base), digits: digits.collect() }
    }

    /// The transfer of the elements of both, over other dimensions.
    fn times(&self, other: &Transfer) -> Self {
        let ([a, b], [c, d]) = (self.first, other.first);
        Transfer { first: [a + c, b + d], digits: [&*self.digits, &other.digits].concat() }
    }

    /// The number of elements.
    pub fn elements(&self) -> i64 {
        size(&self.digits)
    }

    /// The layout of the elements in the memory of the source, after the first place.
    ///
    /// # Errors
    ///
    /// More leaves than the algebra takes.
    pub fn source_layout(&self) -> Result<Layout, Error> {
        self.layout(0)
    }

    /// The layout of the elements in the memory of the target, after the first place.
    ///
    /// # Errors
    ///
    /// More leaves than the algebra takes.
    pub fn target_layout(&self) -> Result<Layout, Error> {
        self.layout(1)
    }

    fn layout(&self, side: usize) -> Result<Layout, Error> {
        let (mut extents, mut strides) = (Vec::new(), Vec::new());
        for (extent, steps) in &self.digits {
            extents.push(HTuple::Leaf(Int::from(i128::from(*extent))));
            strides.push(HTuple::Leaf(Stride::from(Int::from(i128::from(steps[side])))));
        }
        match (extents.as_slice(), strides.as_slice()) {
            ([], _) => Layout::new(HTuple::Leaf(Int::from(1)), HTuple::Leaf(Int::from(0).into())),
            ([extent], [stride]) => Layout::new(extent.clone(), stride.clone()),
            _ => Layout::new(HTuple::Tuple(extents), HTuple::Tuple(strides)),
        }
    }

    /// The places in both memories of the elements `first..first + count`, in the order of the message.
    fn visit(&self, first: i64, count: i64, visitor: &mut impl FnMut(Run)) {
        let (inner, outer) = match self.digits.split_first() {
            Some((inner, outer)) => (*inner, outer),
            None => ((1, [0, 0]), self.digits.as_slice()),
        };
        let (mut within, mut left) = (first % inner.0, count);
        // Quotients once: an odometer turns from run to run.
        let mut begin = places(self.first, outer, first / inner.0);
        let mut rest = first / inner.0;
        let mut turns: Vec<i64> = Vec::with_capacity(outer.len());
        for (extent, _) in outer {
            turns.push(rest % extent);
            rest /= extent;
        }
        while left > 0 {
            let extent = (inner.0 - within).min(left);
            let step = inner.1;
            let first = [begin[0] + within * step[0], begin[1] + within * step[1]];
            visitor(Run { first, extent, step });
            (within, left) = (0, left - extent);
            for ((extent, steps), turn) in outer.iter().zip(&mut turns) {
                *turn += 1;
                let back = if *turn == *extent { *extent } else { 0 };
                for (place, step) in begin.iter_mut().zip(steps) {
                    *place += (1 - back) * step;
                }
                if back == 0 {
                    break;
                }
                *turn = 0;
            }
        }
    }
}

/// The places in both memories of an index of these digits, whose index 0 is at `first`.
pub fn places(first: [i64; 2], digits: &[(i64, [i64; 2])], index: i64) -> [i64; 2] {
    let (mut places, mut rest) = (first, index);
    for (extent, steps) in digits {
        for (place, step) in places.iter_mut().zip(steps) {
            *place += rest % extent * step;
        }
        rest /= extent;
    }
    places
}

/// Elements that are evenly apart in both memories.
pub struct Run {
    /// The places of the first one.
    pub first: [i64; 2],
    /// The number of elements.
    pub extent: i64,
    /// The steps from one to the next.
    pub step: [i64; 2],
}

impl Message {
    /// A message of sections of each dimension, whose places are `strides` apart in the memories of source and target.
    pub(crate) fn new<'a, S: IntoIterator<Item = &'a Section>>(
        source: usize,
        target: usize,
        sections: impl Iterator<Item = S>,
        strides: [&[i64]; 2],
    ) -> Self {
        let mut message = Message { source, target, elements: 1, sections: Vec::new() };
        for (dimension, sections) in sections.enumerate() {
            let strides = [strides[0][dimension], strides[1][dimension]];
            let mut transfers = Vec::new();
            for section in sections {
                transfers.push(Transfer::new(section, strides));
            }
            message.elements *= transfers.iter().map(Transfer::elements).sum::<i64>();
            message.sections.push(transfers);
        }
        message
    }

    /// The number of elements.
    pub fn elements(&self) -> i64 {
        self.elements
    }

    /// The rank that sends, and the one that receives.
    pub(crate) fn ranks(&self) -> (usize, usize) {
        (self.source, self.target)
    }

    /// True if the elements go to another rank.
    pub(crate) fn moves(&self) -> bool {
        self.source != self.target
    }

    /// The transfers of the message, one after the other. Within each, the digit with the shortest steps in the memory of the target is
    /// the fastest.
    pub fn transfers(&self) -> Vec<Transfer> {
        let mut transfers = vec![Transfer { first: [0, 0], digits: Vec::new() }];
        for sections in &self.sections {
            let mut products = Vec::with_capacity(transfers.len() * sections.len());
            for transfer in &transfers {
                for section in sections {
                    products.push(transfer.times(section));
                }
            }
            transfers = products;
        }
        for transfer in &mut transfers {
            transfer.digits.sort_by_key(|(_, steps)| (steps[1], steps[0]));
            merge(&mut transfer.digits);
        }
        transfers
    }
}

/// Writes digits that continue each other on both sides as one.
pub fn merge(digits: &mut Vec<(i64, [i64; 2])>) {
    digits.dedup_by(|next, digit| {
        let continues = digit.1.map(|step| step * digit.0) == next.1;
        if continues {
            digit.0 *= next.0;
        }
        continues
    });
}

/// The part of a transfer that is in a range of the elements of several, which follow each other.
pub struct Part<'a> {
    /// The transfer that the elements belong to.
    pub transfer: &'a Transfer,
    /// The first of its elements that is in the range.
    pub first: i64,
    /// The number of those that are.
    pub count: i64,
}

/// The parts of the elements `first..first + count` of transfers that follow each other.
pub fn parts(transfers: &[Transfer], first: i64, count: i64) -> impl Iterator<Item = Part<'_>> {
    let mut end = 0;
    transfers.iter().filter_map(move |transfer| {
        let begin = end;
        end += transfer.elements();
        let (from, to) = (first.max(begin), (first + count).min(end));
        (from < to).then_some(Part { transfer, first: from - begin, count: to - from })
    })
}

/// Visits the elements `first..first + count` of transfers that follow each other.
pub fn visit(transfers: &[Transfer], first: i64, count: i64, visitor: &mut impl FnMut(Run)) {
    for part in parts(transfers, first, count) {
        part.transfer.visit(part.first, part.count, visitor);
    }
}
