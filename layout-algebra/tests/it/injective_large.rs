//! Layouts too large to count: known answers, verified witnesses, time.

use std::time::{Duration, Instant};

use crate::common::{Random, assert_collides};
use layout_algebra::injective::{collision, span};
use layout_laws::one_in;

fn free(modes: &[(i128, i128)]) {
    assert_eq!(collision(modes), Ok(None), "{modes:?}");
}

fn collides(modes: &[(i128, i128)]) -> Vec<i128> {
    let x = collision(modes).unwrap().expect("a collision");
    assert_collides(modes, &x);
    x
}

#[test]
fn known() {
    free(&[]);
    free(&[(1, 0), (1, 0)]);
    free(&[(65536, 65536), (65536, 1)]);
    free(&[(65536, -65536), (65536, 1)]);
    free(&[(1 << 100, 1), (1 << 27, 1 << 100)]);
    free(&[(1 << 60, (1 << 60) + 1), (1 << 60, 1 << 60)]);
    free(&[(i128::MAX, i128::MAX)]);
    free(&[(i128::MAX, i128::MIN)]);
    free(&[(1, i128::MIN), (2, 3)]);
    free(&[(0, 0), (2, 0)]);
    free(&[(i128::MIN, 1), (2, 0)]);
    assert_eq!(collides(&[(5, 0), (2, 7)]), [1, 0]);
    assert_eq!(collides(&[(2, 7), (3, -7)]), [1, 1]);
    assert_eq!(collides(&[(4, 1), (4, 3)]), [3, -1]);
    assert_eq!(collides(&[(65536, 1), (65536, 65535)]), [65535, -1]);
    let wide = (1 << 60) + 2;
    assert_eq!(collides(&[(wide, wide - 1), (wide, wide - 2)]), [wide - 2, -(wide - 1)]);
    // 2^127 divides out, or does not fit.
    assert_eq!(collides(&[(3, i128::MIN), (2, i128::MIN)]), [1, -1]);
    assert!(collision(&[(3, i128::MIN), (2, 3)]).is_err());
    assert_eq!(span(&[(4, -3), (5, 2)]), Some(17));
    assert_eq!(span(&[(3, i128::MAX)]), None);
    assert_eq!(span(&[(0, 1)]), None);
}

#[test]
fn structured() {
    // 126 digits of a binary number, and one too many.
    let binary: Vec<(i128, i128)> = (0..64).map(|i| (2, 1 << i)).collect();
    free(&binary);
    free(&(0..126).map(|i| (2, 1 << i)).collect::<Vec<_>>());
    collides(&(0..64).map(|i| (3, 1 << i)).collect::<Vec<_>>());
    collides(&(0..64).map(|i| (2, 1 << (i % 63))).collect::<Vec<_>>());
    // Mixed radix, in any order, signs mixed, scaled.
    let primes = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
    let mut stride = 7;
    let mut modes: Vec<(i128, i128)> = Vec::new();
    for p in primes {
        modes.push((p, if p % 4 == 1 { stride } else { -stride }));
        stride *= p;
    }
    modes.rotate_left(5);
    free(&modes);
    modes[2].0 += 1;
    collides(&modes);
    // Chinese remainders: each stride is the product of the other extents.
    let all: i128 = primes.iter().product();
    free(&primes.map(|p| (p, all / p)));
    collides(&primes.map(|p| (p + i128::from(p == 7 || p == 31), all / p)));
    // Odd strides, and a tile of a padded matrix.
    free(&[(3, 105), (5, 21), (7, 15), (11, 1000)]);
    free(&[(128, 1), (64, 136), (32, 136 * 64), (8, 136 * 64 * 32)]);
    collides(&[(128, 1), (64, 127), (32, 136 * 64), (8, 136 * 64 * 32)]);
}

#[test]
fn wide_lattices() {
    let side = 65536;
    let (a, b, c) = ((1 << 30) + 3, (1 << 45) + 59, (1 << 60) + 33);
    free(&[(side, a), (side, b), (side, c)]);
    free(&[(side, 1), (side, (1 << 31) + 11), (side, (1 << 50) - 27)]);
    // A planted collision (40000, -50000, 60001).
    collides(&[(side, 50000 * b - 60001 * c), (side, 40000 * b), (side, 40000 * c)]);
    // More points than values.
    collides(&[(side, a), (side, a + 2), (side, a + 6)]);
    collides(&[(side, a), (side, b), (side, b + 12), (side, a + 8)]);
    free(&[(side, b * 3 + 1), (side, c - 2), (side, c * 77 + 5), (side, c * 65537 * 3 + 1)]);
    collides(&[(1 << 100, (1 << 100) - 15), (1 << 100, (1 << 99) + 7), (1 << 100, (1 << 98) + 1)]);
    free(&[
        (1 << 30, 1_151_804_726_194_537_915_463_082_905_311),
        (1 << 30, 1_033_825_312_117_114_703_748_350_602_693),
        (1 << 30, 816_912_650_657_057_350_374_179_801_345),
    ]);
}

fn rate(name: &str, count: u32, mut make: impl FnMut() -> Vec<(i128, i128)>) -> u32 {
    let (mut worst, mut total) = (Duration::ZERO, Duration::ZERO);
    let mut answers = [0, 0, 0];
    for _ in 0..count {
        let modes = make();
        let start = Instant::now();
        let answer = collision(&modes);
        let time = start.elapsed();
        worst = worst.max(time);
        total += time;
        match answer {
            Ok(None) => answers[0] += 1,
            Ok(Some(x)) => {
                assert_collides(&modes, &x);
                answers[1] += 1;
            }
            Err(_) => answers[2] += 1,
        }
    }
    let [free, colliding, open] = answers;
    println!(
        "{name}: {free} free, {colliding} colliding, {open} undecided; mean {:?}, worst {worst:?}",
        total / count
    );
    open
}

#[test]
fn rates() {
    let mut random = Random(11);
    for k in [3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 48, 64] {
        for (extent_bits, slack) in
            [(1, 0), (2, 0), (3, 0), (5, 0), (16, 0), (16, 30), (4, 8), (1, 8)]
        {
            // Strides near the size at which collisions stop.
            let bits = (k * (extent_bits + 1) + slack).min(100) as u32;
            let undecided =
                rate(&format!("k={k} s<2^{extent_bits} d<2^{bits}"), 12 / one_in(3) as u32, || {
                    (0..k)
                        .map(|_| (2 + random.below(1 << extent_bits), 1 + random.below(1 << bits)))
                        .collect()
                });
            assert!(k > 16 || undecided == 0);
        }
    }
}

#[test]
fn dense() {
    let mut random = Random(5);
    for k in [8, 10, 12, 16, 20, 24, 32, 48, 64] {
        for extent in [2, 3, 5] {
            for bits in [12, 16, 20, 24, 32, 40] {
                rate(&format!("dense k={k} s<={extent} d<2^{bits}"), 8, || {
                    (0..k)
                        .map(|_| (2 + random.below(extent - 1), 1 + random.below(1 << bits)))
                        .collect()
                });
            }
        }
    }
}

/// Sizes of every kind, nothing assumed.
#[test]
fn anything() {
    let mut random = Random(23);
    for k in [2, 3, 4, 6, 8, 12, 20, 40, 64] {
        for (s, d) in [(4, 16), (10, 60), (20, 126), (100, 100), (126, 126), (60, 20), (126, 3)] {
            rate(&format!("anything k={k} s<2^{s} d<2^{d}"), 30, || {
                (0..k)
                    .map(|_| {
                        let sign = 1 - 2 * random.below(2);
                        (1 + random.sized(s), sign * random.sized(d))
                    })
                    .collect()
            });
        }
    }
}

/// A mixed radix with one stride or extent disturbed.
#[test]
fn disturbed() {
    let mut random = Random(29);
    for k in [3, 4, 6, 8, 12, 16] {
        let open = rate(&format!("disturbed k={k}"), 200, || {
            let mut modes = Vec::new();
            let mut stride = 1 + random.below(3);
            for _ in 0..k {
                let extent = 1 + random.sized(6);
                modes.push((extent, stride));
                stride *= extent + random.below(2) * random.below(3);
            }
            for _ in 0..1 + random.below(3) {
                let at = random.below(k as u128) as usize;
                modes[at].1 += random.below(9) - 4;
                let at = random.below(k as u128) as usize;
                modes[at].0 += random.below(3);
            }
            modes
        });
        assert_eq!(open, 0);
    }
}

/// The worst of the steps at once: slow divisions, every pair compared, more
/// modes than the budget is meant for.
#[test]
fn heavy() {
    let mut random = Random(31);
    for k in [24, 64, 200, 3000, 100_000] {
        for bits in [100, 126] {
            rate(&format!("heavy k={k} d<2^{bits}"), 4, || {
                let stride = |_| (1 << bits) - random.below(1 << 90);
                (0..k).map(stride).map(|d| (2, d)).collect()
            });
        }
    }
    free(&(0..126).map(|i| (2, 1 << i)).collect::<Vec<_>>());
    // Many groups of three, each to be searched.
    rate("groups", 20, || {
        let mut modes = Vec::new();
        for i in 0..20 {
            for _ in 0..3 {
                modes.push((2, (4 + random.below(4)) << (6 * i)));
            }
        }
        modes
    });
}
