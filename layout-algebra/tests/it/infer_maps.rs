//! Maps of bits from their values: chains of swizzles and matrices at random are found again, and nothing that is none.

use crate::common::Random;
use layout_algebra::ops::swizzled::{infer_layout, xor_layout};
use layout_algebra::{ErrorKind, Function, HTuple, Int, IntTuple};

fn int(int: i128) -> IntTuple {
    HTuple::Leaf(Int::new(int))
}

fn ints(values: &[i128]) -> Vec<Int> {
    values.iter().map(|value| Int::new(*value)).collect()
}

/// A shape of so many bits, of up to three modes.
fn shape(random: &mut Random, bits: u32) -> IntTuple {
    let first = random.below(u128::from(bits) + 1) as u32;
    let second = random.below(u128::from(bits - first) + 1) as u32;
    let modes = [first, second, bits - first - second].map(|bits| int(1 << bits));
    match random.below(4) {
        0 => int(1 << bits),
        _ => HTuple::Tuple(modes.into()),
    }
}

/// `Sw<B,M,S>` by the bits that it flips, without the crate.
fn swizzle(bits: i128, base: i128, shift: i128, x: i128) -> i128 {
    let mask = ((1 << bits) - 1) << base;
    match shift {
        0.. => x ^ (x >> shift & mask),
        _ => x ^ ((x & mask) << -shift),
    }
}

/// One to four swizzles after bits in random places, exclusive-or a number.
fn chain(random: &mut Random, bits: u32) -> Vec<i128> {
    let mut places: Vec<u32> = (0..bits + 3).collect();
    for i in (1..places.len()).rev() {
        places.swap(i, random.below(i as u128 + 1) as usize);
    }
    let swizzles: Vec<_> = (0..1 + random.below(4))
        .map(|_| {
            let bits = 1 + random.below(3);
            let shift = (bits + random.below(3)) * if random.below(3) == 0 { -1 } else { 1 };
            (bits, random.below(4), shift)
        })
        .collect();
    let start = if random.below(2) == 0 { 0 } else { random.below(1 << (bits + 3)) };
    let value = |c: i128| {
        let placed =
            (0..bits).filter(|bit| c >> bit & 1 == 1).map(|bit| 1i128 << places[bit as usize]);
        let placed = placed.fold(start, |all, bit| all ^ bit);
        swizzles.iter().fold(placed, |x, &(bits, base, shift)| swizzle(bits, base, shift, x))
    };
    (0..1i128 << bits).map(value).collect()
}

fn found(values: &[i128], shape: &IntTuple) -> Function {
    let layout = infer_layout(&ints(values), shape);
    let layout = layout.unwrap_or_else(|error| panic!("{shape} {values:?}: {error}"));
    let offsets: Vec<i128> = layout.numbers().unwrap().offsets().map(i128::from).collect();
    assert_eq!(offsets, values, "{layout} of {shape}");
    layout
}

#[test]
fn chains_of_swizzles_are_found_again() {
    let (mut random, mut several) = (Random(271828), 0);
    for _ in 0..2000 {
        let bits = 1 + random.below(7) as u32;
        let (values, shape) = (chain(&mut random, bits), shape(&mut random, bits));
        if let Function::Composed(layout) = found(&values, &shape) {
            several += usize::from(layout.outer().len() > 1);
        }
    }
    // Which one swizzle does not say.
    assert!(several > 400, "{several}");
    println!("2000 chains found, {several} of them by several swizzles");
}

#[test]
fn every_map_that_xor_layout_writes_is_found_again() {
    let (mut random, mut asked, mut several) = (Random(662607), 0, 0);
    while asked < 2000 {
        let bits = 1 + random.below(6) as usize;
        let width = bits as u32 + [0, 1, 3][random.below(3) as usize];
        let images: Vec<IntTuple> = (0..bits).map(|_| int(random.below(1 << width))).collect();
        let strides = HTuple::Tuple(vec![HTuple::Tuple(images)]);
        let Ok(layout) = xor_layout(&HTuple::Tuple(vec![int(1 << bits)]), &strides) else {
            continue;
        };
        let values: Vec<i128> = layout.numbers().unwrap().offsets().map(i128::from).collect();
        if let Function::Composed(layout) = found(&values, &shape(&mut random, bits as u32)) {
            several += usize::from(layout.outer().len() > 1);
        }
        asked += 1;
    }
    assert!(several > 400, "{several}");
    println!("2000 maps found, {several} of them by several swizzles");
}

/// One bit of one value is flipped: the error is at an index at which, of all that has the values before, none has the value.
#[test]
fn a_table_with_a_wrong_bit_is_no_map() {
    let (mut random, mut refused) = (Random(314159), 0);
    for _ in 0..1000 {
        let bits = 3 + random.below(4) as u32;
        let (mut values, shape) = (chain(&mut random, bits), int(1 << bits));
        // A value of one bit alone might be that of another map.
        let at = loop {
            let at = random.below(1 << bits) as usize;
            if at.count_ones() > 1 && at + 1 < values.len() {
                break at;
            }
        };
        values[at] ^= 1 << random.below(u128::from(bits) + 3);
        let Err(error) = infer_layout(&ints(&values), &shape) else {
            // Other swizzles may make a layout of it that carries: it has all the values.
            found(&values, &shape);
            continue;
        };
        let ErrorKind::NoLayout { value, .. } = error.kind() else { panic!("{error}") };
        let index = error.path().indices()[0];
        assert_eq!(*value, values[index].to_string(), "{error}");
        // The first index at which it is no map of bits, which one swizzle does not get beyond.
        assert!(index >= at, "{error}, {at}");
        refused += 1;
    }
    assert!(refused > 950, "{refused}");
    println!("{refused} of 1000 refused, the others are layouts that carry");
}

#[test]
fn values_that_repeat_are_no_map_of_swizzles() {
    // Bit 2 adds what bits 0 and 1 add together.
    let values: Vec<i128> =
        (0..8i128).map(|c| (c & 1) ^ ((c >> 1 & 1) * 2) ^ ((c >> 2) * 3)).collect();
    let error = infer_layout(&ints(&values), &int(8)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NoLayout { .. }), "{error}");
}
