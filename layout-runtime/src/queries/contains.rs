//! Containment of a layout in the elements of another, decided while the program
//! compiles, or at run time.
//!
//! The offsets of the outer layout are written as digits: sums of multiples of units,
//! up to a count each, where leaves that continue each other share a digit. If the
//! strides of the inner layout are such sums too, and its largest coordinate has no
//! digit above the outer one's count, then so are all of its offsets. That is
//! all there is in a layout that the algebra derives from another; what is left over
//! is visited point by point, as far as that is little work.

use super::steps::Steps;
use crate::geometry::leaves::LeafNumbers;

/// The answer to the question if all offsets of a layout are offsets of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// Containment.
    Yes,
    /// An offset that is not contained.
    No(isize),
    /// A search that takes more work than there is time for.
    Unknown,
}

/// The most digits of offsets that are visited.
const MAX_VISITED: usize = 1 << 15;

/// Returns true if each leaf of `inner` has the stride of the same leaf of `outer`, and no larger extent:
/// then each coordinate of `inner` is one of `outer`, with the same offset. `inner` has coordinates.
///
/// This is the block of a matrix, and of a batch of them. Nothing is sorted, and all is inlined.
#[inline(always)]
pub(super) fn is_block<const N: usize>(outer: &LeafNumbers<N>, inner: &LeafNumbers<N>) -> bool {
    // Where one has fewer leaves, they are followed by `1:0`.
    (0..N).all(|k| {
        let is_step = (inner.stride[k] == outer.stride[k]) | (inner.shape[k] == 1);
        is_step & (inner.shape[k] <= outer.shape[k])
    })
}

/// Returns true if each leaf of `inner` that moves has the stride of a leaf of `outer`, another one for each, and no larger extent: [`is_block`] with
/// the leaves in any order, and any number that stay, if `outer` has coordinates. `inner` has.
///
/// This is what names of modes make of a layout. Nothing branches, so that numbers of both that the compiler knows to be the same are not compared.
#[inline(always)]
pub(super) fn is_rearranged_block(
    outer: (&[usize], &[isize]),
    inner: (&[usize], &[isize]),
) -> bool {
    let (mut used, mut is_rearranged) = (0u64, true);
    for &most in outer.0 {
        is_rearranged &= most != 0;
    }
    for (&extent, &stride) in inner.0.iter().zip(inner.1) {
        let mut like = 0;
        for (j, (&most, &step)) in outer.0.iter().zip(outer.1).enumerate() {
            like |= u64::from((stride == step) & (extent <= most)) << j;
        }
        // Of leaves with the same stride the first is taken: another choice may be right, too, but is rare.
        let left = like & !used;
        let stays = (extent == 1) | (stride == 0);
        used |= if stays { 0 } else { left & left.wrapping_neg() };
        is_rearranged &= stays | (left != 0);
    }
    is_rearranged
}

/// Decides if every offset of `inner` is one of `outer`; else the answer has one that is not.
pub const fn contains<const N: usize, const M: usize>(
    outer: &Steps<N>,
    inner: &Steps<M>,
) -> Answer {
    if inner.min < outer.min {
        return Answer::No(inner.min);
    }
    if inner.max > outer.max {
        return Answer::No(inner.max);
    }
    let digits = Digits::of(outer);
    // Not negative and no more than the span of `outer`.
    let base = inner.min.abs_diff(outer.min);
    if digits.hold_all(base, inner) {
        return Answer::Yes;
    }
    let mut visited = 0;
    let mut coordinate = [0; M];
    let mut next = Some(0);
    while let Some(sum) = next {
        visited += digits.len + 1;
        if visited > MAX_VISITED {
            return Answer::Unknown;
        }
        if !digits.hold(base + sum) {
            let offset = inner.min + sum as isize;
            return if digits.unique { Answer::No(offset) } else { Answer::Unknown };
        }
        next = inner.next(&mut coordinate, sum);
    }
    Answer::Yes
}

/// The sums `Σ unit[k] * x[k]` with `x[k] < count[k]`, units rising.
struct Digits<const N: usize> {
    unit: [usize; N],
    count: [usize; N],
    len: usize,
    /// True if each unit is more than all smaller digits reach: then each sum has
    /// one way to be written, which the largest unit first finds.
    unique: bool,
}

impl<const N: usize> Digits<N> {
    const fn of(steps: &Steps<N>) -> Self {
        let mut digits = Digits { unit: [0; N], count: [1; N], len: 0, unique: true };
        let mut reach = 0;
        let mut leaf = 0;
        while leaf < steps.len {
            let (extent, stride) = (steps.extent[leaf], steps.stride[leaf]);
            leaf += 1;
            if stride == 0 {
                continue;
            }
            let last = digits.len.saturating_sub(1);
            let (unit, count) = (digits.unit[last], digits.count[last]);
            // A step to a multiple of the unit, at most one past the count, leaves
            // no hole.
            if digits.len > 0 && stride % unit == 0 && stride / unit <= count {
                digits.count[last] = count + stride / unit * (extent - 1);
            } else {
                digits.unique &= stride > reach;
                digits.unit[digits.len] = stride;
                digits.count[digits.len] = extent;
                digits.len += 1;
            }
            reach += stride * (extent - 1);
        }
        digits
    }

    /// Returns true if all of `base + Σ stride * x` are sums, digit by digit.
    const fn hold_all<const M: usize>(&self, base: usize, steps: &Steps<M>) -> bool {
        let mut largest = [0usize; N];
        if !self.add(&mut largest, base, 1) {
            return false;
        }
        let (extents, _) = steps.extent.split_at(steps.len);
        self.add_last(&mut largest, extents, &steps.stride)
    }

    /// Adds the digits of the last coordinate of each leaf; whether they stay below the counts. Of slices, so that LLVM does not spell out the loop.
    #[inline(never)]
    const fn add_last(
        &self,
        digits: &mut [usize; N],
        extents: &[usize],
        strides: &[usize],
    ) -> bool {
        let mut leaf = 0;
        while leaf < extents.len() {
            if !self.add(digits, strides[leaf], extents[leaf] - 1) {
                return false;
            }
            leaf += 1;
        }
        true
    }

    /// Adds the digits of a number `times` times. Returns true if they stay below the counts. A function of its own, which is there
    /// once for all searches.
    #[inline(never)]
    const fn add(&self, digits: &mut [usize; N], number: usize, times: usize) -> bool {
        let mut number = number;
        let mut k = self.len;
        while k > 0 {
            k -= 1;
            // No more than the span, as is `number * times`.
            digits[k] += number / self.unit[k] * times;
            if digits[k] >= self.count[k] {
                return false;
            }
            number %= self.unit[k];
        }
        number == 0
    }

    /// Returns true if a number is a sum, as far as the largest unit first finds it.
    const fn hold(&self, number: usize) -> bool {
        self.add(&mut [0; N], number, 1)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::super::tests::{layouts, offsets};
    use super::*;
    use crate::geometry::leaves::Leaves;

    fn steps((shape, stride): (&[usize], &[isize])) -> Steps {
        Steps::new(shape, stride)
    }

    fn numbers((shape, stride): (&[usize], &[isize])) -> LeafNumbers<4> {
        let mut numbers = LeafNumbers::EMPTY;
        shape.iter().zip(stride).for_each(|(&extent, &stride)| numbers.leaf(extent, stride));
        numbers
    }

    fn check(outer: (&[usize], &[isize]), inner: (&[usize], &[isize])) -> Answer {
        let answer = contains(&steps(outer), &steps(inner));
        let (all, mine) = (offsets(outer.0, outer.1), offsets(inner.0, inner.1));
        let outside = |offset: &isize| !all.contains(offset);
        let is_inside = !mine.iter().any(outside);
        let (outer_numbers, inner_numbers) = (numbers(outer), numbers(inner));
        let is_block = is_block(&outer_numbers, &inner_numbers);
        let is_rearranged = is_rearranged_block(outer, inner);
        assert!(is_inside || !is_block && !is_rearranged, "{outer:?} {inner:?}");
        match answer {
            Answer::Yes => assert!(is_inside, "{outer:?} {inner:?}"),
            Answer::No(offset) => {
                assert!(mine.contains(&offset) && outside(&offset), "{outer:?} {inner:?} {offset}");
            }
            Answer::Unknown => {}
        }
        answer
    }

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn small_layouts_are_decided() {
        let mut count = [0; 3];
        let all: std::vec::Vec<_> = layouts().collect();
        for (i, outer) in all.iter().enumerate() {
            // A prime step visits pairs of all kinds.
            for inner in all.iter().skip(i % 997).step_by(997) {
                let answer = check((&outer.0, &outer.1), (&inner.0, &inner.1));
                count[match answer {
                    Answer::Yes => 0,
                    Answer::No(_) => 1,
                    Answer::Unknown => 2,
                }] += 1;
            }
        }
        assert!(count[0] > 1000 && count[1] > 1000 && count[2] < count[0], "{count:?}");
    }

    #[test]
    fn blocks_are_found_by_their_leaves() {
        let is_block = |outer, inner| is_block(&numbers(outer), &numbers(inner));
        const N: usize = 1 << 40;
        let rows = (&[4, 4][..], &[N as isize, 1][..]);
        assert!(is_block(rows, rows) && is_block(rows, (&[3, 1], &[N as isize, -9])));
        assert!(is_block(rows, (&[3], &[N as isize])) && is_block((&[5], &[-2]), (&[5], &[-2])));
        assert!(!is_block(rows, (&[3, 5], &[N as isize, 1])));
        assert!(!is_block(rows, (&[3, 4], &[N as isize, -1])));
        assert!(!is_block((&[3], &[1]), (&[3, 2], &[1, 3])));
        assert!(!is_block((&[3, 0], &[1, 3]), (&[3, 1], &[1, 3])));
    }

    #[test]
    fn blocks_are_found_in_any_order() {
        let is_block = is_rearranged_block;
        let rows = (&[4, 5][..], &[5, 1][..]);
        assert!(is_block(rows, rows) && is_block(rows, (&[5, 3], &[1, 5])));
        // Leaves that stay, and one of a single coordinate.
        assert!(is_block(rows, (&[5, 9, 4, 1], &[1, 0, 5, 7])) && is_block(rows, (&[9], &[0])));
        // One without coordinates has no offset 0.
        assert!(
            !is_block((&[0], &[1]), (&[1], &[1]))
                && !is_block((&[4, 0], &[1, 4]), (&[3, 9], &[1, 0]))
        );
        // One leaf is not there twice.
        assert!(!is_block(rows, (&[5, 5], &[1, 1])) && !is_block(rows, (&[5, 5], &[1, 5])));
        assert!(is_block((&[2, 4, 2], &[1, 1, 3]), (&[2, 2, 2], &[3, 1, 1])));
        assert!(!is_block((&[2, 4, 2], &[1, 1, 3]), (&[2, 2, 2], &[1, 1, 1])));
    }

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn a_range_without_gaps_is_one() {
        let mut count = [0; 2];
        for (shape, stride) in layouts() {
            let steps = steps((&shape, &stride));
            let mut all = offsets(&shape, &stride);
            all.sort();
            all.dedup();
            let is_range = all.len() == steps.max.abs_diff(steps.min) + 1;
            assert_eq!(steps.has_no_gaps(), is_range, "{shape:?}:{stride:?}");
            count[usize::from(is_range)] += 1;
        }
        assert!(count[0] > 1000 && count[1] > 1000, "{count:?}");
    }

    #[test]
    fn parts_are_found_whatever_the_size() {
        let large = |outer: (&[usize], &[isize]), inner: (&[usize], &[isize])| {
            contains(&steps(outer), &steps(inner))
        };
        const N: usize = 1 << 12;
        let tile = (&[64, 64][..], &[N as isize, 1][..]);
        let tiled = (&[8, 8, 8, 8][..], &[N as isize, 8 * N as isize, 1, 8][..]);
        assert_eq!(large(tile, tiled), Answer::Yes);
        assert_eq!(large(tiled, tile), Answer::Yes);
        assert_eq!(large((&[N, N], &[N as isize, 1]), tiled), Answer::Yes);
        assert_eq!(large(tile, (&[65], &[1])), Answer::No(64));
        assert_eq!(large(tile, (&[64], &[N as isize + 1])), Answer::Yes);
        assert_eq!(large((&[64, 64], &[-(N as isize), 1]), (&[64], &[-(N as isize)])), Answer::Yes);
        assert_eq!(large(tile, (&[64], &[-(N as isize)])), Answer::No(-63 * N as isize));
    }
}
