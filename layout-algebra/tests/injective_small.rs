//! Against counting the values.

mod common;

use std::collections::HashSet;

use common::{Random, assert_collides};
use layout_algebra::injective::collision;

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

#[test]
fn random_layouts() {
    let mut random = Random(7);
    let mut free = 0;
    for _ in 0..6000 {
        let mut modes = Vec::new();
        let mut points = 1;
        let bits = 2 + random.below(14) as u32;
        for _ in 0..2 + random.below(7) {
            let extent = 1 + random.sized(5);
            if points * extent > 20_000 {
                break;
            }
            points *= extent;
            let sign = 1 - 2 * random.below(2);
            modes.push((extent, sign * random.below(1 << bits)));
        }
        check(&modes);
        free += i32::from(collision(&modes) == Ok(None));
    }
    assert!(free > 600, "only {free} injective");
}
