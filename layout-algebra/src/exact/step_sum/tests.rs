//! Sums of steps against their values.

use super::*;

fn layout_at(leaves: &[Mode], mut x: i128) -> i128 {
    let mut value = 0;
    for (k, &(extent, stride)) in leaves.iter().enumerate() {
        if k + 1 == leaves.len() {
            value += x * stride;
        } else {
            value += x % extent * stride;
            x /= extent;
        }
    }
    value
}

fn integers(leaves: &[Mode]) -> StepSum {
    let leaves: Vec<_> = leaves.iter().map(|&(s, d)| (s, alloc::vec![d])).collect();
    StepSum::of_leaves(&leaves).unwrap()
}

fn value(sum: &StepSum, x: i128) -> i128 {
    sum.at(x).unwrap()[0]
}

const LEAVES: [&[Mode]; 9] = [
    &[(4, 3)],
    &[(4, 3), (3, 1)],
    &[(8, 8), (8, 1)],
    &[(4, 2), (6, 3), (8, 5)],
    &[(1, 7), (4, 1), (1, 9), (2, 30)],
    &[(2, -1), (4, 512)],
    &[(3, 1), (2, 3), (5, -2)],
    &[(2, 1), (2, 0), (2, 3)],
    &[(2, 5), (3, 1), (1, 0)],
];

#[test]
fn step_sum_is_the_layout() {
    for leaves in LEAVES {
        let sum = integers(leaves);
        for x in -100..300 {
            assert_eq!(value(&sum, x), layout_at(leaves, x), "{leaves:?} at {x}");
        }
    }
}

/// The coalesced layout of a table, by trial of every divisor.
fn fold(table: &[i128]) -> Option<Vec<(usize, i128)>> {
    let n = table.len();
    if n == 1 {
        return (table[0] == 0).then(Vec::new);
    }
    (2..=n).rev().filter(|run| n.is_multiple_of(*run)).find_map(|run| {
        let stride = table[1];
        if !(0..run).all(|c| table[c] == c as i128 * stride) {
            return None;
        }
        let outer: Vec<i128> = table.iter().step_by(run).copied().collect();
        let adds = (0..n).all(|c| table[c] == table[c % run] + outer[c / run]);
        let rest = fold(&outer).filter(|_| adds)?;
        Some([(run, stride)].into_iter().chain(rest).collect())
    })
}

#[test]
fn runs_find_the_layout_exactly_where_there_is_one() {
    for leaves in LEAVES {
        let sum = integers(leaves);
        for stride in -9..=20 {
            for extent in 1..=24 {
                let table: Vec<i128> = (0..extent).map(|c| value(&sum, stride * c)).collect();
                let found = match sum.runs(extent, stride).unwrap() {
                    Runs::Found(modes) => match sum.linear_on(&modes).unwrap() {
                        Linear::Yes => Some(modes),
                        Linear::FailsAt(_) => None,
                        Linear::Undecided => panic!("undecided"),
                    },
                    Runs::Broken { .. } => None,
                    Runs::Undecided => panic!("undecided"),
                };
                let found: Option<Vec<(usize, i128)>> = found.map(|modes| {
                    modes.iter().map(|&(s, d)| (s as usize, value(&sum, d))).collect()
                });
                assert_eq!(found, fold(&table), "{leaves:?} o {extent}:{stride}");
            }
        }
    }
}

#[test]
fn linearity_agrees_with_every_point() {
    for leaves in LEAVES {
        let sum = integers(leaves);
        for (s0, s1) in [(2, 2), (2, 3), (3, 4), (4, 2)] {
            for d0 in -3..=12 {
                for d1 in -3..=12 {
                    let expected = (0..s0).all(|a| {
                        (0..s1).all(|b| {
                            value(&sum, a * d0 + b * d1)
                                == a * value(&sum, d0) + b * value(&sum, d1)
                        })
                    });
                    match sum.linear_on(&[(s0, d0), (s1, d1)]).unwrap() {
                        Linear::Yes => assert!(expected),
                        Linear::Undecided => panic!("undecided"),
                        Linear::FailsAt(c) => {
                            assert!(!expected);
                            assert_ne!(
                                value(&sum, c[0] * d0 + c[1] * d1),
                                c[0] * value(&sum, d0) + c[1] * value(&sum, d1)
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn huge_domains_answer_at_once() {
    let sum = integers(&[(1 << 40, 1), (1 << 40, 1 << 50)]);
    assert_eq!(sum.linear_on(&[(1 << 20, 1), (1 << 20, 1 << 20)]).unwrap(), Linear::Yes);
    assert_eq!(
        sum.runs(1 << 30, 1 << 20).unwrap(),
        Runs::Found(alloc::vec![(1 << 20, 1 << 20), (1 << 10, 1 << 40)])
    );
}
