//! Against counting the values.

use std::collections::HashSet;

use crate::common::{Random, assert_collides};
use layout_algebra::injective::{Limit, collision, collision_within};

/// The values of all points, counted.
fn injective(modes: &[(i128, i128)]) -> bool {
    let mut values = vec![0];
    for &(extent, stride) in modes {
        values = values.iter().flat_map(|v| (0..extent).map(move |c| v + c * stride)).collect();
    }
    let points = values.len();
    values.into_iter().collect::<HashSet<i128>>().len() == points
}

fn check(modes: &[(i128, i128)]) {
    match collision(modes).unwrap() {
        None => assert!(injective(modes), "{modes:?}"),
        Some(x) => assert_collides(modes, &x),
    }
}

fn all(modes: &mut Vec<(i128, i128)>, left: usize, extents: &[i128], strides: &[i128]) {
    check(modes);
    if left == 0 {
        return;
    }
    for &extent in extents {
        for &stride in strides {
            modes.push((extent, stride));
            all(modes, left - 1, extents, strides);
            modes.pop();
        }
    }
}

#[test]
fn every_small_layout() {
    let strides: Vec<i128> = (-8..=12).collect();
    all(&mut Vec::new(), 2, &[1, 2, 3, 4, 5, 6, 9], &strides);
    all(&mut Vec::new(), 3, &[2, 3, 5], &strides);
    all(&mut Vec::new(), 3, &[1, 2, 3, 4, 5], &[-3, 0, 1, 2, 4, 5, 7, 12]);
    all(&mut Vec::new(), 4, &[2, 4], &[1, -2, 3, 5, 8, 9, 13]);
}

/// Modes with strides of less than so many bits, fewer than so many, with extents of a size and at
/// most so many points.
fn random_modes(
    random: &mut Random,
    [bits, count]: [u128; 2],
    size: u32,
    most: i128,
) -> Vec<(i128, i128)> {
    let (mut modes, mut points) = (Vec::new(), 1);
    let bits = 2 + random.below(bits) as u32;
    for _ in 0..2 + random.below(count) {
        let extent = 1 + random.sized(size);
        if points * extent > most {
            break;
        }
        points *= extent;
        let sign = 1 - 2 * random.below(2);
        modes.push((extent, sign * random.below(1 << bits)));
    }
    modes
}

#[test]
fn random_layouts() {
    let mut random = Random(7);
    let mut free = 0;
    for _ in 0..6000 {
        let modes = random_modes(&mut random, [14, 7], 5, 20_000);
        check(&modes);
        free += i32::from(collision(&modes) == Ok(None));
    }
    assert!(free > 600, "only {free} injective");
}

/// The values at the points within limits, counted; and whether a solution is of two of them.
fn check_within(modes: &[(i128, i128)], limits: &[Limit]) -> bool {
    let mut points = vec![Vec::new()];
    for &(extent, _) in modes {
        let longer = |point: &Vec<i128>| {
            let point = point.clone();
            (0..extent).map(move |c| point.iter().copied().chain([c]).collect::<Vec<i128>>())
        };
        points = points.iter().flat_map(longer).collect();
    }
    let sum = |steps: &[i128], point: &[i128]| -> i128 {
        steps.iter().zip(point).map(|(step, c)| step * c).sum()
    };
    let is_within = |point: &[i128]| limits.iter().all(|l| sum(&l.steps, point) <= l.most);
    points.retain(|point| is_within(point));
    let strides: Vec<i128> = modes.iter().map(|&(_, stride)| stride).collect();
    let values: HashSet<i128> = points.iter().map(|point| sum(&strides, point)).collect();
    let is_injective = values.len() == points.len();
    match collision_within(modes, limits).unwrap() {
        None => assert!(is_injective, "{modes:?} {limits:?}"),
        Some(x) => {
            assert_collides(modes, &x);
            let part = |sign: i128| x.iter().map(|x| (x * sign).max(0)).collect::<Vec<_>>();
            assert!(is_within(&part(1)) && is_within(&part(-1)), "{modes:?} {limits:?} {x:?}");
        }
    }
    is_injective
}

#[test]
fn every_small_limit() {
    let strides = [-3, 0, 1, 2, 3, 4, 5, 6, 7];
    let mut freed = 0;
    for a in [2, 3, 4] {
        for b in [2, 3, 4] {
            for (i, &d) in strides.iter().enumerate() {
                for &e in &strides[i..] {
                    for (step, other) in [(0, 1), (1, 1), (1, 2), (1, 3), (2, 1), (4, 1), (3, 2)] {
                        for most in -1..step * (a - 1) + other * (b - 1) {
                            let modes = [(a, d), (b, e)];
                            let limit = Limit { steps: vec![step, other], most };
                            let is_free = check_within(&modes, &[limit]);
                            freed += i32::from(is_free && collision(&modes) != Ok(None));
                        }
                    }
                }
            }
        }
    }
    assert!(freed > 1000, "only {freed} are injective within limits alone");
}

#[test]
fn random_limits() {
    let mut random = Random(11);
    let (mut freed, mut met) = (0, 0);
    for _ in 0..6000 {
        let modes = random_modes(&mut random, [8, 5], 4, 3000);
        let limits: Vec<Limit> = (0..1 + random.below(3))
            .map(|_| {
                let steps: Vec<i128> =
                    modes.iter().map(|_| random.below(2) * random.below(9)).collect();
                let reach: i128 = steps.iter().zip(&modes).map(|(t, (s, _))| t * (s - 1)).sum();
                Limit { most: random.below(2 + reach as u128) - 1, steps }
            })
            .collect();
        let is_free = check_within(&modes, &limits);
        let is_open = collision(&modes) != Ok(None);
        freed += i32::from(is_free && is_open);
        met += i32::from(!is_free);
    }
    assert!(freed > 500 && met > 500, "{freed} are injective within limits alone, {met} not");
}
