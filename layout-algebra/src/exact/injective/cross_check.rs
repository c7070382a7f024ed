//! The two engines against one another and against counting.

use crate::{CollectVec, SortFew};
use alloc::vec::Vec;

use crate::exact::injective::certificate::certify;
use crate::exact::injective::{Mode, Outcome, Work};
use crate::exact::injective::{lattice, search};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> i128 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i128::from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % n)
    }
}

fn collides(outcome: Outcome, strides: &[i128], bounds: &[i128]) -> Option<bool> {
    match outcome {
        Outcome::Free => Some(false),
        Outcome::Unknown => None,
        Outcome::Collision(x) => {
            assert!(lattice::fits(&x, bounds));
            assert_eq!(crate::exact::integer::dot(strides, &x), Some(0));
            Some(true)
        }
    }
}

/// Compares the answers of both engines, and returns how often the lattice left it open.
fn compare(strides: &[i128], bounds: &[i128]) -> u32 {
    let mut modes = (0..)
        .zip(strides.iter().zip(bounds))
        .map(|(index, (&stride, &bound))| Mode { index, stride, bound, scale: 1 })
        .collect_vec();
    modes.sort_few_by_key(|mode| mode.stride);
    let strides: Vec<i128> = modes.iter().map(|mode| mode.stride).collect_vec();
    let bounds: Vec<i128> = modes.iter().map(|mode| mode.bound).collect_vec();
    let found = search::search(&modes, &[], None, &mut Work(8_000_000));
    let searched = collides(found, &strides, &bounds);
    let found = lattice::decide(&strides, &bounds, &mut Work(3_000_000));
    let reduced = collides(found, &strides, &bounds);
    if let (Some(a), Some(b)) = (searched, reduced) {
        assert_eq!(a, b, "{strides:?} {bounds:?}");
    }
    u32::from(reduced.is_none())
}

#[test]
fn small_bounds() {
    let (mut random, mut open, mut free) = (Random(3), 0, 0);
    for _ in 0..1200 {
        let k = 2 + random.below(4);
        let limit = 1 << (2 + random.below(10));
        let strides: Vec<i128> = (0..k).map(|_| 1 + random.below(limit)).collect_vec();
        let bounds: Vec<i128> = (0..k).map(|_| 1 + random.below(5)).collect_vec();
        open += compare(&strides, &bounds);
        // Every value of `sum (d_i c_i)` once: the engines know nothing else.
        let mut values = Vec::from([0]);
        for (&stride, &bound) in strides.iter().zip(&bounds) {
            let step = |v: &i128| {
                let v = *v;
                (0..=bound).map(move |c| v + c * stride)
            };
            values = values.iter().flat_map(step).collect_vec();
        }
        values.sort_unstable();
        let equal = values.windows(2).any(|pair| pair.first() == pair.last());
        let found = lattice::decide(&strides, &bounds, &mut Work(3_000_000));
        let found = collides(found, &strides, &bounds);
        assert!(found.is_none_or(|found| found == equal), "{strides:?} {bounds:?}");
        free += u32::from(!equal);
    }
    assert_eq!(open, 0);
    assert!(free > 150, "{free}");
}

#[test]
fn uneven_bounds() {
    let (mut random, mut open) = (Random(9), 0);
    for round in 0..600 {
        let k = 3 + random.below(2);
        let bounds: Vec<i128> = (0..k)
            .map(|_| {
                let bits = random.below(if round % 2 == 0 { 8 } else { 40 });
                1 + random.below(1 << bits)
            })
            .collect_vec();
        // Near the size at which collisions stop.
        let volume = bounds.iter().fold(1, |volume: i128, &b| volume.saturating_mul(b + 1));
        let most = (volume >> random.below(6)).clamp(2, 1 << 60) as u64;
        let strides: Vec<i128> = (0..k).map(|_| 1 + random.below(most)).collect_vec();
        open += compare(&strides, &bounds);
    }
    assert_eq!(open, 0);
}

/// Collisions in a corner of the box, and bases that do not show them: the
/// certificate alone has to find them.
#[test]
fn corners() {
    let (mut random, mut open) = (Random(13), 0);
    for _ in 0..1500 {
        let k = 3 + random.below(4) as usize;
        let bits = 1 + random.below(12);
        let bounds: Vec<i128> = (0..k).map(|_| 1 + random.below(1 << bits)).collect_vec();
        // d . x = 0 for x = the bounds, the first few positive, the rest not.
        let positive = 1 + random.below(k as u64 - 1) as usize;
        let mut strides: Vec<i128> = (0..k).map(|_| 0).collect_vec();
        for i in 0..positive {
            for j in positive..k {
                let factor = 1 + random.below(1 << 14);
                strides[i] += factor * bounds[j];
                strides[j] += factor * bounds[i];
            }
        }
        let mut work = Work(30_000_000);
        let mut basis = lattice::kernel(&strides, &mut work).unwrap();
        let mut reduction = lattice::Reduction::new(&basis, &bounds);
        reduction.run(&mut basis, &mut work).unwrap();
        for _ in 0..k + 3 {
            let (to, from) = (random.below(k as u64 - 1), random.below(k as u64 - 1));
            if to != from {
                let sign = 1 - 2 * random.below(2);
                lattice::subtract(&mut basis, to as usize, from as usize, sign).unwrap();
            }
        }
        for row in 0..basis.len() {
            reduction.orthogonalise(&basis, row, &mut work).unwrap();
        }
        match certify(&basis, &reduction, &bounds, &mut work) {
            Some(found) => assert_eq!(collides(found, &strides, &bounds), Some(true)),
            None => open += 1,
        }
    }
    assert!(open < 15, "{open}");
}
