//! The linear map with which accesses do not meet: it is one, and none has fewer terms, of all maps of few bits.

use std::collections::BTreeSet;

use crate::common::Random;
use layout_algebra::hardware::{Accesses, Kind, Machine, find_linear, find_swizzle};
use layout_algebra::ops::swizzled::xor_strides;
use layout_algebra::{Function, HTuple, Int};

/// Offsets of words by lane, which are accessed at once.
fn layout(random: &mut Random, bits: u32) -> String {
    // Lanes go along some of the bits of an offset, and values along the others.
    let mut all: Vec<u32> = (0..bits).collect();
    for k in (1..all.len()).rev() {
        all.swap(k, random.below(k as u128 + 1) as usize);
    }
    let lanes = (bits / 2 + random.below(2) as u32).min(5) as usize;
    let mode = |bits: &[u32]| {
        let list =
            |text: &dyn Fn(&u32) -> String| bits.iter().map(text).collect::<Vec<_>>().join(",");
        (list(&|_| "2".to_owned()), list(&|bit| (1u64 << bit).to_string()))
    };
    let ((threads, steps), (values, rest)) = (mode(&all[..lanes]), mode(&all[lanes..]));
    format!("(({threads}),({values})):(({steps}),({rest}))")
}

fn accesses(layout: &str, machine: &Machine) -> Accesses {
    let layout: Function = layout.parse().expect("a layout");
    Accesses::new(&layout.numbers().expect("numbers"), machine, 32, 4).expect("words")
}

/// Returns true if the words of each access are in different banks, of so many.
fn is_apart(all: &[Accesses], banks: i64, map: &dyn Fn(i64) -> i64) -> bool {
    all.iter().flat_map(Accesses::iter).all(|lanes| {
        lanes.chunks(banks as usize).all(|lanes| {
            let words: BTreeSet<i64> = lanes.iter().flatten().map(|at| map(at / 4)).collect();
            words.iter().map(|word| word % banks).collect::<BTreeSet<_>>().len() == words.len()
        })
    })
}

/// The least terms of `count` sums of `width` bits that take the same numbers of an access nowhere to the same bank; of all sums.
fn least(all: &[Accesses], banks: i64, width: u32) -> Option<u32> {
    let count = banks.trailing_zeros();
    let sums = 1u64 << width;
    let mut best: Option<u32> = None;
    for code in 0..sums.pow(count) {
        let rows: Vec<i64> = (0..count).map(|k| (code / sums.pow(k) % sums) as i64).collect();
        let terms = rows.iter().map(|row| row.count_ones()).sum();
        if best.is_some_and(|least| least <= terms) {
            continue;
        }
        // Words stay different, above the banks.
        let bank = |word: i64| {
            let bits = rows.iter().enumerate();
            bits.fold(0, |bank, (k, row)| bank | i64::from((row & word).count_ones() % 2) << k)
        };
        if is_apart(all, banks, &|word| word * banks + bank(word)) {
            best = Some(terms);
        }
    }
    best
}

#[test]
fn no_map_of_few_bits_has_fewer_terms() {
    let (mut random, mut found, mut none) = (Random(112358), 0, 0);
    for _ in 0..300 {
        let banks = [4i64, 8][random.below(2) as usize];
        let machine = Machine { banks: banks as usize, lanes: banks as usize, ..Machine::SM_90 };
        let width = if banks == 4 { 5 } else { 4 };
        let many = 1 + random.below(12);
        let all: Vec<Accesses> =
            (0..many).map(|_| accesses(&layout(&mut random, width), &machine)).collect();
        let each: Vec<&Accesses> = all.iter().collect();
        let answer = find_linear(&each, 32).expect("an answer");
        let Some(least) = least(&all, banks, width) else {
            assert_eq!(answer, None);
            none += 1;
            continue;
        };
        let answer = answer.expect("a map");
        let numbers = answer.numbers().expect("numbers");
        assert!(is_apart(&all, banks, &|word| numbers.offset(word)), "{answer}");
        // It takes each offset once, and its banks have that many terms.
        let image: BTreeSet<i64> = numbers.offsets().collect();
        assert_eq!(image.len() as i64, numbers.size(), "{answer}");
        let images = (0..width).map(|bit| numbers.offset(1 << bit));
        let terms: u32 = images.map(|image| (image & (banks - 1)).count_ones()).sum();
        assert!(terms >= least && terms <= least + banks.trailing_zeros(), "{answer} {least}");
        found += 1;
    }
    assert!(found > 100 && none > 3, "{found} {none}");
}

#[test]
fn it_is_a_swizzle_where_one_is_enough_and_more_where_none_is() {
    let machine = &Machine::SM_90;
    let (mut random, mut both, mut more) = (Random(132134), 0, 0);
    for _ in 0..40 {
        let many = 1 + random.below(3);
        let all: Vec<Accesses> =
            (0..many).map(|_| accesses(&layout(&mut random, 10), machine)).collect();
        let each: Vec<&Accesses> = all.iter().collect();
        let Ok(answer) = find_linear(&each, 32) else { continue };
        let kinds: Vec<_> = all.iter().map(|one| (one, Kind::Store)).collect();
        let swizzle = find_swizzle(&kinds, 32).expect("a swizzle");
        let is_enough = swizzle.wavefronts == swizzle.least;
        let Some(answer) = answer else {
            assert!(!is_enough, "{}", swizzle.swizzle);
            continue;
        };
        let numbers = answer.numbers().expect("numbers");
        assert!(is_apart(&all, 32, &|word| numbers.offset(word)), "{answer}");
        let strides = xor_strides(&answer).expect("a linear layout");
        assert!(!matches!(strides, HTuple::Leaf(ref one) if *one != Int::ONE), "{strides}");
        both += usize::from(is_enough);
        more += usize::from(!is_enough);
    }
    assert!(both >= 1 && more >= 5, "{both} {more}");
}
