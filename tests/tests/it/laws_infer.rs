//! The answers of `infer_layout`, and that it refuses no table of a layout.

use layout_algebra::{ErrorKind, Function, HTuple, Int, IntTuple, Swizzle, ops};
use layout_laws as laws;
use layout_tests::{check, leaf, one_in, tuple};
use proptest::prelude::*;

fn ints(table: &[i128]) -> Vec<Int> {
    table.iter().copied().map(Int::new).collect()
}

/// Infers, and holds the answer against its law.
#[track_caller]
fn infer(table: &[i128], shape: &IntTuple) -> Option<Function> {
    let values = ints(table);
    match ops::swizzled::infer_layout(&values, shape) {
        Ok(found) => {
            check(laws::infer_function(&values, shape, &found));
            Some(found)
        }
        Err(error) => {
            check(laws::no_infer_function(&values, shape, &error));
            None
        }
    }
}

/// The swizzles with small parameters; the identity first.
fn swizzles(bits: i128, most: i128) -> Vec<Swizzle> {
    let mut all = vec![Swizzle::new(0, 0, 0).unwrap()];
    for b in 1..=bits {
        for m in 0..=most {
            for s in b..=most {
                all.push(Swizzle::new(b, m, s).unwrap());
                all.push(Swizzle::new(b, m, -s).unwrap());
            }
        }
    }
    all
}

/// The swizzle of `Sw o O o L`.
fn swizzle_of(function: &Function) -> Option<&Swizzle> {
    match function {
        Function::Composed(composed) => Some(composed.as_swizzled()?.0),
        _ => None,
    }
}

/// `B`, then `M`, then `|S|`, then positive `S` first.
fn rank(swizzle: &Swizzle) -> (u32, u32, u32, bool) {
    match swizzle.is_identity() {
        true => (0, 0, 0, false),
        false => {
            let shift = swizzle.shift();
            (swizzle.bits(), swizzle.base(), shift.unsigned_abs(), shift < 0)
        }
    }
}

/// The tables of layouts of `2^bits` points, by the step of each bit.
fn power_of_two_tables(bits: u32, steps: &[i128]) -> Vec<Vec<i128>> {
    (0..bits).fold(vec![vec![0]], |tables, _| {
        let longer = |table: &Vec<i128>, step: i128| -> Vec<i128> {
            table.iter().copied().chain(table.iter().map(|value| value + step)).collect()
        };
        tables.iter().flat_map(|table| steps.iter().map(|&step| longer(table, step))).collect()
    })
}

#[test]
fn every_small_swizzled_layout_is_found() {
    let mut found = 0;
    for (bits, steps) in [
        (2, &[0, 1, 2, 3, 4, 5, 6, 8, 12, 16, -1, -4][..]),
        (3, &[0, 1, 2, 3, 4, 8, 16, -2]),
        (4, &[0, 1, 2, 4, 8, 16]),
        (5, &[1, 2, 4, 8, 16]),
    ] {
        let size = 1i128 << bits;
        let tables = power_of_two_tables(bits, steps);
        for swizzle in swizzles(3, 4) {
            for (k, layout) in tables.iter().enumerate().step_by(one_in(3)) {
                let offset = [0, 0, 1, 4, 8][k % 5];
                let table: Vec<i128> = layout.iter().map(|v| swizzle.apply(offset + v)).collect();
                let answer = match ops::swizzled::infer_layout(&ints(&table), &leaf(size)) {
                    Ok(Function::Layout(_)) => continue,
                    answer => answer.ok(),
                };
                let Some(smallest) = answer.as_ref().and_then(swizzle_of) else {
                    panic!("{swizzle} o {offset} o {layout:?} = {table:?}");
                };
                found += 1;
                assert!(rank(smallest) <= rank(&swizzle), "{smallest} for {swizzle}: {table:?}");
                if k % 37 == 0 {
                    infer(&table, &leaf(size)).expect("it was found");
                }
            }
        }
    }
    assert!(found > 15_000, "{found}");
}

#[test]
fn every_small_table_is_decided_as_by_trial() {
    let mut count = [0, 0, 0];
    for (shape, most) in [
        (leaf(4), 6),
        (leaf(3), 9),
        (tuple(&[2, 2]), 6),
        (leaf(6), 3),
        (tuple(&[2, 3]), 3),
        (tuple(&[3, 2]), 3),
        (leaf(8), 2),
        (HTuple::Tuple(vec![leaf(2), tuple(&[2, 2])]), 2),
        (leaf(5), 4),
        (leaf(1), 9),
    ] {
        let size = shape.leaves().iter().map(|n| n.known().unwrap()).product::<i128>() as u32;
        let base = most + 1i128;
        for number in 0..base.pow(size) {
            let digit = |k: u32| number / base.pow(k) % base;
            let table: Vec<i128> = (0..size).map(digit).collect();
            // Every table against its law, of which a refusal is the slow one.
            let kind = match infer(&table, &shape) {
                Some(Function::Layout(_)) => 0,
                Some(_) => 1,
                None => 2,
            };
            count[kind] += 1;
        }
    }
    assert!(count.iter().all(|count| *count > 100), "{count:?}");
}

#[test]
fn the_smallest_swizzle_is_that_of_trial() {
    for number in 0..8i128.pow(4) {
        let table: Vec<i128> = (0..4).map(|k| number >> (3 * k) & 7).collect();
        let extents = [4];
        let trial = laws::begins_swizzled(&table, &extents).unwrap();
        match ops::swizzled::infer_layout(&ints(&table), &leaf(4)) {
            Ok(Function::Layout(_)) => assert_eq!(trial.map(|s| s.bits()), Some(0), "{table:?}"),
            Ok(found) => {
                let found = swizzle_of(&found).map(rank);
                assert_eq!(trial.as_ref().map(rank), found, "{table:?}");
            }
            Err(_) => assert_eq!(trial, None, "{table:?}"),
        }
    }
}

/// A swizzle that looks at several bits of the sign.
#[test]
fn swizzles_of_negative_values_are_found() {
    for table in [[-18, 7, 33], [-14, 7, 33], [-13, 7, 33]] {
        infer(&table, &leaf(3)).expect("a swizzled layout");
    }
    infer(&[0, 3, -4, 2], &leaf(4)).expect("Sw<2,0,2> o 0 o (2,2):(3,-1)");
}

/// Values of a function of two coordinates, the first one fastest.
fn table_of(extents: [i128; 2], f: impl Fn(i128, i128) -> i128) -> Vec<i128> {
    let [rows, columns] = extents;
    (0..rows * columns).map(|x| f(x % rows, x / rows)).collect()
}

#[test]
fn large_functions_are_decided() {
    let shape = tuple(&[1024, 1024]);
    let infer = |f: &dyn Fn(i128, i128) -> i128| {
        let values = ints(&table_of([1024, 1024], f));
        ops::swizzled::infer_layout(&values, &shape)
    };
    let swizzle = Swizzle::new(3, 4, 3).unwrap();
    let rows = |i, j| 1024 * i + j;
    let found = infer(&|i, j| swizzle.apply(rows(i, j))).unwrap();
    assert_eq!(found.to_string(), "Sw<3,4,3> o 0 o (1024,1024):(1024,1)");
    let found = infer(&|i, j| 1024 * i + (j ^ i)).unwrap();
    assert_eq!(found.to_string(), "Sw<10,0,10> o 0 o (1024,1024):(1024,1)");
    // One wrong value at the very end.
    let error = infer(&|i, j| swizzle.apply(rows(i, j)) + i128::from(i + j == 2046)).unwrap_err();
    assert_eq!(error.path().indices(), [(1 << 20) - 1]);
    let error = infer(&|i, j| i * j).unwrap_err();
    assert_eq!(error.path().indices(), [1025], "{error}");
}

#[test]
fn what_does_not_fit_is_an_error() {
    let infer = |table: &[i128]| {
        ops::swizzled::infer_layout(&ints(table), &leaf(table.len() as i128))
            .map(|found| found.to_string())
            .unwrap_err()
    };
    let no_layout = |table: &[i128]| matches!(infer(table).kind(), ErrorKind::NoLayout { .. });
    assert!(no_layout(&[i128::MIN, 0]));
    assert!(no_layout(&[i128::MIN, i128::MAX, 0]));
    assert_eq!(infer(&[0, i128::MAX]).kind(), &ErrorKind::Overflow);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn random_tables_are_decided_as_by_trial(
        table in prop::collection::vec(0i128..40, 1..13),
        negative in any::<bool>(),
    ) {
        let mut table = table;
        if negative {
            table[0] = -table[0];
        }
        let size = table.len() as i128;
        let shape = if size % 3 == 0 { tuple(&[3, size / 3]) } else { leaf(size) };
        infer(&table, &shape);
    }

    #[test]
    fn random_swizzled_layouts_are_found(
        steps in prop::collection::vec(0i128..1 << 20, 1..7),
        (b, m, s) in (1i128..4, 0i128..8, 3i128..9),
        up in any::<bool>(),
        offset in prop_oneof![Just(0i128), 0i128..1 << 12],
    ) {
        let swizzle = Swizzle::new(b, m, if up { s } else { -s }).unwrap();
        let table = steps.iter().fold(vec![0], |table, step| {
            table.iter().copied().chain(table.iter().map(|value| value + step)).collect()
        });
        let table: Vec<i128> = table.into_iter().map(|v| swizzle.apply(offset + v)).collect();
        let shape = leaf(table.len() as i128);
        let found = ops::swizzled::infer_layout(&ints(&table), &shape).unwrap();
        check(laws::infer_function(&ints(&table), &shape, &found));
    }
}
