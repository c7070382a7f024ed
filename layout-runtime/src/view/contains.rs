//! Whether a layout stays on the elements of another, decided while the program
//! compiles.
//!
//! The offsets of the outer layout are written as digits: sums of multiples of units,
//! up to a count each, where leaves that continue each other share a digit. If the
//! strides of the inner layout are such sums too, and its largest coordinate has no
//! digit above the outer one's count, then so are all of its offsets. That is
//! all there is in a layout that the algebra derives from another; what is left over
//! is visited point by point, as far as that is little work.

use super::injective::Answer;
use super::steps::{MAX, Steps};

/// The most digits of offsets that are visited.
const MAX_VISITED: usize = 1 << 15;

/// Whether every offset of `inner` is one of `outer`; else one that is not.
pub(super) const fn contains(outer: &Steps, inner: &Steps) -> Answer {
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
    let mut coordinate = [0; MAX];
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
        next = inner.next((0, inner.len), &mut coordinate, sum);
    }
    Answer::Yes
}

/// The sums `Σ unit[k] * x[k]` with `x[k] < count[k]`, units rising.
struct Digits {
    unit: [usize; MAX],
    count: [usize; MAX],
    len: usize,
    /// Whether each unit is more than all smaller digits reach: then each sum has
    /// one way to be written, which the largest unit first finds.
    unique: bool,
}

impl Digits {
    const fn of(steps: &Steps) -> Digits {
        let mut digits = Digits { unit: [0; MAX], count: [1; MAX], len: 0, unique: true };
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

    /// Whether all of `base + Σ stride * x` are sums, digit by digit.
    const fn hold_all(&self, base: usize, steps: &Steps) -> bool {
        let mut largest = [0usize; MAX];
        if !self.add(&mut largest, base, 1) {
            return false;
        }
        let mut leaf = 0;
        while leaf < steps.len {
            if !self.add(&mut largest, steps.stride[leaf], steps.extent[leaf] - 1) {
                return false;
            }
            leaf += 1;
        }
        true
    }

    /// Adds the digits of a number so many times; whether they stay below the counts.
    const fn add(&self, digits: &mut [usize; MAX], number: usize, times: usize) -> bool {
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

    /// Whether a number is a sum, as far as the largest unit first finds it.
    const fn hold(&self, number: usize) -> bool {
        self.add(&mut [0; MAX], number, 1)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::super::tests::{layouts, offsets};
    use super::*;

    fn check(outer: (&[usize], &[isize]), inner: (&[usize], &[isize])) -> Answer {
        let answer = contains(&Steps::new(outer.0, outer.1), &Steps::new(inner.0, inner.1));
        let (all, mine) = (offsets(outer.0, outer.1), offsets(inner.0, inner.1));
        let outside = |offset: &isize| !all.contains(offset);
        match answer {
            Answer::Yes => assert!(!mine.iter().any(outside), "{outer:?} {inner:?}"),
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
    fn parts_are_found_whatever_the_size() {
        let large = |outer: (&[usize], &[isize]), inner: (&[usize], &[isize])| {
            contains(&Steps::new(outer.0, outer.1), &Steps::new(inner.0, inner.1))
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
