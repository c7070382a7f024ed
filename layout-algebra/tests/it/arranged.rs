//! The best swizzle and the best padding of accesses at random, against all of them, counted byte by byte.

use std::collections::{HashMap, HashSet};

use crate::common::Random;
use layout_algebra::hardware::{
    Accesses, Kind, Machine, find_padding, find_swizzle, in_memory_order,
};
use layout_algebra::ops::swizzled;
use layout_algebra::{ErrorKind, Function, Int, Layout};
use layout_laws::one_in;

/// A layout `(thread, value)` by its offsets, and what a lane moves of it at a time.
struct Case {
    notation: String,
    offsets: Vec<Vec<i64>>,
    vector: usize,
}

/// The wavefronts of stores on a machine of 32 banks of 4 bytes; none where an instruction does not move its vectors.
fn wavefronts(case: &Case, bits: i64, map: impl Fn(i64) -> i64) -> Option<usize> {
    let vector = case.vector as i64;
    let bytes = vector * bits / 8;
    let group = (128 / bytes.max(4)) as usize;
    let mut all = 0;
    for value in (0..case.offsets[0].len()).step_by(case.vector) {
        for lanes in case.offsets.chunks(32).flat_map(|warp| warp.chunks(group)) {
            let mut banks: HashMap<i64, HashSet<i64>> = HashMap::new();
            for values in lanes {
                let first = map(values[value]);
                let whole = (0..vector).all(|k| map(values[value + k as usize]) == first + k);
                if !whole || first % vector != 0 {
                    return None;
                }
                for byte in first * bits / 8..(first + vector) * bits / 8 {
                    let word = byte.div_euclid(4);
                    banks.entry(word.rem_euclid(32)).or_default().insert(word);
                }
            }
            all += banks.values().map(HashSet::len).max().unwrap_or(0);
        }
    }
    Some(all)
}

fn case(random: &mut Random, bits: i64) -> Case {
    let fits: Vec<i64> =
        [1, 2, 4, 8].into_iter().filter(|v| (8..=128).contains(&(v * bits))).collect();
    let vector = fits[random.below(fits.len() as u128) as usize];
    let stride = |random: &mut Random| {
        let odd = [1, 1, 1, 3, 5][random.below(5) as usize];
        (vector * odd) << random.below(7)
    };
    let extents = [[8, 4], [4, 8], [16, 2], [32, 1], [2, 4], [3, 5], [16, 3]];
    let [a, b] = extents[random.below(extents.len() as u128) as usize];
    let count = 1 + random.below(3) as i64;
    let strides: Vec<i64> = (0..3).map(|_| stride(random)).collect();
    let offset = |thread: i64, value: i64| {
        thread % a * strides[0]
            + thread / a * strides[1]
            + value % vector
            + value / vector * strides[2]
    };
    let offsets = (0..a * b).map(|thread| (0..count * vector).map(|v| offset(thread, v)).collect());
    let notation = format!(
        "(({a},{b}),({vector},{count})):(({},{}),(1,{}))",
        strides[0], strides[1], strides[2]
    );
    Case { notation, offsets: offsets.collect(), vector: vector as usize }
}

#[test]
fn no_other_swizzle_or_padding_is_better() {
    let (mut random, mut better, mut padded) = (Random(2718281828), 0, 0);
    for _ in (0..1500).step_by(one_in(4)) {
        let bits = [4, 8, 16, 32][random.below(4) as usize];
        let cases: Vec<Case> = (0..1 + random.below(2)).map(|_| case(&mut random, bits)).collect();
        let accesses: Vec<Accesses> = cases
            .iter()
            .map(|case| {
                let layout: Function = case.notation.parse().unwrap();
                let bytes = case.vector * bits as usize / 8;
                let numbers = layout.numbers().unwrap();
                Accesses::new(&numbers, &Machine::SM_90, bits as usize, bytes).unwrap()
            })
            .collect();
        let stores: Vec<_> = accesses.iter().map(|accesses| (accesses, Kind::Store)).collect();
        let names: Vec<&str> = cases.iter().map(|case| case.notation.as_str()).collect();
        let count = |map: &dyn Fn(i64) -> i64| -> Option<usize> {
            cases.iter().map(|case| wavefronts(case, bits, map)).sum()
        };
        let most = cases.iter().flat_map(|case| case.offsets.iter().flatten()).max().unwrap();
        let reach = 64 - most.leading_zeros();
        let before = count(&|x| x).unwrap();

        let found = find_swizzle(&stores, bits as usize).unwrap();
        let (mut best, mut first) = (before, "Sw<0,0,0>".to_owned());
        for b in 1..=reach {
            for m in 0..reach {
                for s in (b..=reach).filter(|s| b + m + s <= reach) {
                    for down in [false, true] {
                        let mask = ((1i64 << b) - 1) << m;
                        let swizzle = |x: i64| match down {
                            false => x ^ ((x & (mask << s)) >> s),
                            true => x ^ ((x & mask) << s),
                        };
                        if let Some(with) = count(&swizzle).filter(|with| *with < best) {
                            let sign = if down { "-" } else { "" };
                            (best, first) = (with, format!("Sw<{b},{m},{sign}{s}>"));
                        }
                    }
                }
            }
        }
        let text = found.swizzle.to_string();
        assert_eq!(
            (found.before, found.wavefronts, &text),
            (before, best, &first),
            "{names:?} {bits}"
        );
        better += usize::from(best < before);

        let row = [32, 48, 64][random.below(3) as usize];
        let with = |extra: i64| count(&|x: i64| x + x / row * extra);
        let whole = cases.iter().all(|case| (row as usize).is_multiple_of(case.vector));
        let answer = find_padding(&stores, bits as usize, row as usize).unwrap();
        assert_eq!(answer.is_some(), whole);
        let Some(found) = answer else { continue };
        // Past all banks, and past elements of less than a word.
        let all = (0..=1024 / bits).filter_map(|extra| Some((with(extra)?, extra)));
        let (best, extra) = all.min().unwrap();
        let found = (found.before, found.wavefronts, found.extra as i64);
        assert_eq!(found, (before, best, extra), "{names:?} {bits} {row}");
        padded += usize::from(best < before);
    }
    assert!(better > 600 / one_in(4) && padded > 300 / one_in(4), "{better} {padded}");
}

/// Accesses to rows of elements of 16 bits: written by 16 bytes a lane along them, read by `ldmatrix` eight rows at a time.
fn of_rows(length: usize) -> [Accesses; 2] {
    let per_row = length / 8;
    let write = format!("(({per_row},{}),8):((8,{length}),1)", 32 / per_row);
    let read = format!("(8,(8,{per_row})):({length},(1,8))");
    [write, read].map(|layout| {
        let numbers = layout.parse::<Function>().unwrap().numbers().unwrap();
        Accesses::new(&numbers, &Machine::SM_90, 16, 16).unwrap()
    })
}

#[test]
fn published_atoms_are_found_from_their_accesses() {
    // CUTLASS, `cute/atom/mma_traits_sm90_gmma.hpp`: rows of 32, 64 and 128 bytes.
    for (length, atom) in [(16, "SW32"), (32, "SW64"), (64, "SW128")] {
        let [write, read] = of_rows(length);
        let both = [(&write, Kind::Store), (&read, Kind::Ldmatrix)];
        let found = find_swizzle(&both, 16).unwrap();
        let name = format!("GMMA::Layout_K_{atom}_Atom<half_t>");
        let published = layout_algebra::atoms::shared(&name).unwrap().to_string();
        assert!(published.starts_with(&format!("{} o", found.swizzle)), "{published} {found:?}");
        assert_eq!(found.wavefronts, found.least, "{published}");
    }
    // A transpose of words: rows are written, and columns read.
    let of = |layout: &str| {
        let numbers = layout.parse::<Function>().unwrap().numbers().unwrap();
        Accesses::new(&numbers, &Machine::SM_90, 32, 4).unwrap()
    };
    let (write, read) = (of("(32,32):(1,32)"), of("(32,32):(32,1)"));
    let both = [(&write, Kind::Store), (&read, Kind::Load)];
    let found = find_swizzle(&both, 32).unwrap();
    assert_eq!((found.swizzle.to_string(), found.wavefronts), ("Sw<5,0,5>".to_owned(), 64));
    assert_eq!(find_padding(&both, 32, 32).unwrap().unwrap().extra, 1);
}

#[test]
fn large_tiles_are_few_different_accesses() {
    // 256 rows of 1024 elements: 32,768 accesses, which differ in their bits alone.
    let of = |layout: &str| {
        let numbers = layout.parse::<Function>().unwrap().numbers().unwrap();
        Accesses::new(&numbers, &Machine::SM_90, 16, 16).unwrap()
    };
    let write = of("(128,(8,256)):(8,(1,1024))");
    let read = of("(8,(8,128,32)):(1024,(1,8,8192))");
    let found = find_swizzle(&[(&write, Kind::Store), (&read, Kind::Ldmatrix)], 16).unwrap();
    assert_eq!(
        (found.swizzle.to_string(), found.wavefronts),
        ("Sw<3,3,7>".to_owned(), found.least)
    );
    // No two of these are alike.
    let odd = of("(8,(8,40000)):(1024,(1,8))");
    let refused = find_padding(&[(&odd, Kind::Store)], 16, 8);
    assert!(refused.is_err_and(|error| error.to_string().contains("8388608 addresses")));
}

/// A layout that is too large to look at is an error, and no answer.
#[test]
fn how_wide_many_accesses_are_is_not_guessed() {
    let layout: Function = "(33554432,8):(8,1)".parse().unwrap();
    let error = swizzled::vector_bytes(&layout, &Int::new(16)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Undecided { .. }), "{error}");
    // Three elements of four bits apart, half of them begin within a byte.
    let layout: Function = "(32,2):(3,1)".parse().unwrap();
    assert_eq!(swizzled::vector_bytes(&layout, &Int::new(4)), Ok(Int::ZERO));
}

#[test]
fn errors_have_the_numbers_that_were_given() {
    let layout: Function = "32:1".parse().unwrap();
    for (bits, bytes) in [(32, -4), (-8, 4), (32, 1 << 70)] {
        let error = swizzled::sectors(&layout, &Int::new(bits), &Int::new(bytes)).unwrap_err();
        let text = format!("of {bits} bits each, {bytes} bytes at a time");
        assert!(error.to_string().contains(&text), "{error}");
    }
}

/// The sectors of 32 bytes of stores, byte by byte.
fn sectors(offsets: &[i64], threads: i64, vector: i64, bytes: i64) -> usize {
    let values = offsets.len() as i64 / threads;
    let mut all = 0;
    for (first, value) in (0..threads)
        .step_by(32)
        .flat_map(|first| (0..values).step_by(vector as usize).map(move |value| (first, value)))
    {
        let mut touched = HashSet::new();
        for thread in first..(first + 32).min(threads) {
            for k in 0..vector {
                let at = offsets[(thread + threads * (value + k)) as usize] * bytes;
                touched.extend((at..at + bytes).map(|byte| byte.div_euclid(32)));
            }
        }
        all += touched.len();
    }
    all
}

#[test]
fn threads_in_the_order_of_memory_have_the_same_elements() {
    let (mut random, mut found, mut fewer, mut more) = (Random(31415926), 0, 0, 0);
    for _ in 0..4000 {
        let extents = [1, 2, 2, 3, 4, 4, 8, 16];
        let strides = [1, 1, 2, 4, 8, 16, 32, 64, 3, 12, 256, 0, -1];
        let mut leaf = || {
            let extent: i64 = extents[random.below(8) as usize];
            format!("{extent} {}", strides[random.below(13) as usize])
        };
        let leaves: Vec<String> = (0..4).map(|_| leaf()).collect();
        let (shape, stride): (Vec<_>, Vec<_>) =
            leaves.iter().map(|leaf| leaf.split_once(' ').unwrap()).unzip();
        let nested = |of: &[&str]| format!("(({},{}),({},{}))", of[0], of[1], of[2], of[3]);
        let layout: Layout = format!("{}:{}", nested(&shape), nested(&stride)).parse().unwrap();
        let vector = 1 << random.below(4);
        let Some(ordered) = in_memory_order(&layout, vector).unwrap() else { continue };
        let table = |layout: &Layout| layout.numbers().unwrap().offsets().collect::<Vec<i64>>();
        let (before, after) = (table(&layout), table(&ordered));
        let sorted = |mut offsets: Vec<i64>| {
            offsets.sort_unstable();
            offsets
        };
        assert_eq!(sorted(before.clone()), sorted(after.clone()), "{layout} {ordered}");
        let threads = layout.numbers().unwrap().extents()[0];
        assert_eq!(ordered.numbers().unwrap().extents()[0], threads, "{layout} {ordered}");
        let vector = vector as i64;
        for (place, offset) in after.iter().enumerate() {
            let (thread, value) = (place as i64 % threads, place as i64 / threads);
            let first = after[(thread + threads * (value - value % vector)) as usize];
            assert_eq!(*offset, first + value % vector, "{layout} {ordered}");
        }
        // Of single elements it moves no more than the layout did, but where elements are there twice or groups do not divide.
        if vector == 1 {
            let [before, after] = [before, after].map(|of| sectors(&of, threads, 1, 4));
            fewer += usize::from(after < before);
            more += usize::from(after > before);
        }
        found += 1;
    }
    assert!(found > 500 && fewer > 200 && more < 20, "{found} {fewer} {more}");
}
