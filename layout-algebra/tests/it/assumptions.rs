//! Assumptions of one symbol: they contradict each other just where no value meets them.

use layout_algebra::{Condition, Facts, Int, Refused};
use layout_laws::one_in;

/// A statement about `m`.
#[derive(Clone, Copy, Debug)]
enum Says {
    /// `(a·m + b) % p == r`
    Leaves {
        a: i128,
        b: i128,
        p: i128,
        r: i128,
    },
    /// `p` divides `a·m + b`
    Divides {
        a: i128,
        b: i128,
        p: i128,
    },
    /// `m / p == q`
    Quotient {
        p: i128,
        q: i128,
    },
    /// `ceil_div(m, p) == q`
    Ceiling {
        p: i128,
        q: i128,
    },
    /// `m % p >= low`
    LeavesFrom {
        p: i128,
        low: i128,
    },
    /// `m % p <= high`
    LeavesTo {
        p: i128,
        high: i128,
    },
    AtLeast(i128),
    AtMost(i128),
    Is(i128),
}

impl Says {
    fn holds(self, m: i128) -> bool {
        match self {
            Says::Leaves { a, b, p, r } => (a * m + b).rem_euclid(p) == r,
            Says::Divides { a, b, p } => (a * m + b) % p == 0,
            Says::Quotient { p, q } => m / p == q,
            Says::Ceiling { p, q } => (m + p - 1) / p == q,
            Says::LeavesFrom { p, low } => m % p >= low,
            Says::LeavesTo { p, high } => m % p <= high,
            Says::AtLeast(bound) => m >= bound,
            Says::AtMost(bound) => m <= bound,
            Says::Is(value) => m == value,
        }
    }

    fn condition(self, m: &Int) -> Condition {
        let line = |a, b| m.mul(&Int::new(a)).unwrap().add(&Int::new(b)).unwrap();
        match self {
            Says::Leaves { a, b, p, r } => {
                Condition::equal(&line(a, b).rem_floor(&Int::new(p)).unwrap(), &Int::new(r))
            }
            Says::Divides { a, b, p } => Condition::divides(&Int::new(p), &line(a, b)),
            Says::Quotient { p, q } => {
                Condition::equal(&m.div_floor(&Int::new(p)).unwrap(), &Int::new(q))
            }
            Says::Ceiling { p, q } => {
                Condition::equal(&m.div_ceil(&Int::new(p)).unwrap(), &Int::new(q))
            }
            Says::LeavesFrom { p, low } => {
                Condition::at_most(&Int::new(low), &m.rem_floor(&Int::new(p)).unwrap())
            }
            Says::LeavesTo { p, high } => {
                Condition::at_most(&m.rem_floor(&Int::new(p)).unwrap(), &Int::new(high))
            }
            Says::AtLeast(bound) => Condition::at_most(&Int::new(bound), m),
            Says::AtMost(bound) => Condition::at_most(m, &Int::new(bound)),
            Says::Is(value) => Condition::equal(m, &Int::new(value)),
        }
    }
}

/// Returns true if an extent is assumed to meet all of these.
fn assumed(said: &[Says]) -> bool {
    let mut facts = Facts::new();
    facts.extent("m");
    for says in said {
        let condition = says.condition(&facts.int("m").unwrap());
        match facts.assume(&condition) {
            Ok(()) => {}
            Err(Refused::Contradiction) => return false,
            Err(refused) => panic!("{said:?}: {refused:?}"),
        }
    }
    true
}

/// Refused if and only if no extent meets all of it, of which any is below `period`.
#[track_caller]
fn check(said: &[Says], period: i128) {
    let meets = |m: i128| said.iter().all(|says| says.holds(m));
    assert_eq!(assumed(said), (1..=period).any(meets), "{said:?}");
}

#[test]
fn two_congruences_contradict_each_other_where_nothing_meets_both() {
    for p in 1..=12 {
        for q in 1..=12 {
            for r in 0..p {
                for s in 0..q {
                    let first = Says::Leaves { a: 1, b: 0, p, r };
                    check(&[first, Says::Leaves { a: 1, b: 0, p: q, r: s }], p * q);
                    check(&[first, Says::Divides { a: 1, b: s, p: q }], p * q);
                }
            }
        }
    }
}

#[test]
fn a_congruence_of_a_multiple_is_one_of_the_symbol() {
    for p in 1..=9 {
        for a in [-6, -4, -1, 2, 3, 4, 6, 9] {
            for r in 0..p {
                check(&[Says::Leaves { a, b: 1, p, r }], p);
                check(&[Says::Divides { a, b: r, p }], p);
                for s in 0..4 {
                    let second = Says::Leaves { a: 1, b: 0, p: 4, r: s };
                    check(&[Says::Divides { a, b: r, p }, second], 4 * p);
                }
            }
        }
    }
}

#[test]
fn bounds_between_which_no_value_of_a_congruence_is_contradict_it() {
    for p in 1..=8 {
        for r in 0..p {
            let class = Says::Leaves { a: 1, b: 0, p, r };
            for low in 0..=18 {
                check(&[class, Says::Is(low)], 40);
                check(&[Says::Is(low), class], 40);
                for high in 0..=18 {
                    let (low, high) = (Says::AtLeast(low), Says::AtMost(high));
                    check(&[class, low, high], 40);
                    check(&[low, high, class], 40);
                    check(&[low, class, high], 40);
                }
            }
        }
    }
}

/// All statements with small numbers.
fn sayings() -> Vec<Says> {
    let mut all = Vec::new();
    for p in 2..=4 {
        all.extend((0..p).map(|r| Says::Leaves { a: 1, b: 0, p, r }));
        all.extend((0..=3).map(|q| Says::Quotient { p, q }));
        all.extend((1..=3).map(|q| Says::Ceiling { p, q }));
        all.extend((1..p).map(|low| Says::LeavesFrom { p, low }));
        all.extend((0..p - 1).map(|high| Says::LeavesTo { p, high }));
    }
    for bound in [0, 1, 2, 3, 5, 7, 8] {
        all.extend([Says::AtLeast(bound), Says::AtMost(bound), Says::Is(bound)]);
    }
    all
}

/// As [`check`], in every order.
fn check_orders(said: &[Says]) {
    let mut orders = vec![said.to_vec()];
    for at in 1..said.len() {
        for swapped in orders.clone() {
            orders.extend((0..at).map(|with| {
                let mut order = swapped.clone();
                order.swap(with, at);
                order
            }));
        }
    }
    for order in orders {
        check(&order, 40);
    }
}

#[test]
fn the_order_of_assumptions_says_nothing_of_what_contradicts_them() {
    let (all, step) = (sayings(), one_in(3));
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all[..i].iter().enumerate() {
            check_orders(&[*a, *b]);
            for c in all[..j].iter().skip(i % step).step_by(step) {
                check_orders(&[*a, *b, *c]);
            }
        }
    }
}

#[test]
fn huge_congruences_are_decided_or_let_through() {
    let leaves = |p, r| Says::Leaves { a: 1, b: 0, p, r };
    let large = 1i128 << 100;
    assert!(!assumed(&[leaves(large, 3), leaves(large * 2, 4)]));
    assert!(!assumed(&[leaves(large, 3), leaves(large - 1, 5), leaves(2, 0)]));
    assert!(assumed(&[leaves(large, 3), leaves(large - 1, 5), leaves(2, 1)]));
    assert!(!assumed(&[Says::Divides { a: 1, b: 0, p: i128::MAX }, Says::AtMost(i128::MAX - 1)]));
    assert!(assumed(&[Says::Divides { a: i128::MAX, b: 0, p: i128::MAX - 1 }]));
}

#[test]
fn what_is_equal_is_of_one_congruence() {
    // m = a·n + b, n % p == r, m % q == s.
    for (a, b) in [(1, 0), (1, 3), (2, 0), (3, 1), (6, 2)] {
        for p in 1..=6 {
            for q in 1..=6 {
                for (r, s) in (0..p).flat_map(|r| (0..q).map(move |s| (r, s))) {
                    let mut facts = Facts::new();
                    facts.extent("m");
                    facts.extent("n");
                    let rest = |facts: &Facts, name: &str, of, rest| {
                        let left = facts.int(name).unwrap().rem_floor(&Int::new(of)).unwrap();
                        Condition::equal(&left, &Int::new(rest))
                    };
                    let n = facts.int("n").unwrap();
                    let line = n.mul(&Int::new(a)).unwrap().add(&Int::new(b)).unwrap();
                    let equal = Condition::equal(&facts.int("m").unwrap(), &line);
                    let all = [equal, rest(&facts, "n", p, r), rest(&facts, "m", q, s)];
                    let met = all.iter().all(|condition| facts.assume(condition).is_ok());
                    let meets = |n: i128| n % p == r && (a * n + b) % q == s;
                    assert_eq!(met, (1..=p * q).any(meets), "{a}n + {b}: {p} {r} {q} {s}");
                }
            }
        }
    }
}
