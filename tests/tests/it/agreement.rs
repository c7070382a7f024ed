//! Layouts that agree and modes that come round, as they are written: their conditions over symbols, their names, and their
//! contracts against every coordinate.

use layout_algebra::ops::swizzled::{self, Halo};
use layout_algebra::{Condition, Facts, HTuple, Int, Layout, Stride, Symbol};
use layout_codegen::{Scope, parse_expression, prove};

use crate::invocation::{Mistake, mistakes};
use crate::repaired::repaired;

/// The value of an expression with the names of its modes, and what is asked of its symbols.
fn proved(text: &str) -> (String, String) {
    let parsed = parse_expression(text.parse().expect("tokens")).expect("an expression");
    let found = prove(&parsed, &Scope::new()).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    let needs = found.obligations.iter().map(|need| need.condition.assumption());
    (found.notation(), needs.collect::<Vec<_>>().join(", "))
}

#[test]
fn symbols_have_conditions() {
    for (text, value, conditions) in [
        (
            "agrees((m,n):(n,1), (a,b):(k,1))",
            "true",
            "1 <= m, 1 <= n, 1 <= a, 1 <= b, m == a, n == b, n == k",
        ),
        ("agrees((m,n):(n,1), (m,n):(n,1))", "true", "1 <= m, 1 <= n"),
        ("agrees((4 * m,n):(n,1), ((4,m),n):((n,4 * n),1))", "true", "1 <= m, 1 <= n"),
        // Two spellings of one quotient.
        ("functionally_equal((ceil_div(m,8)):(1), ((m+7)/8):(1))", "true", "1 <= ceil_div(m, 8)"),
        // One coordinate steps nowhere.
        ("agrees((m,8):(8,1), (m,8):(9,1))", "false", "1 <= m, 2 <= m"),
        ("#[assume(m <= 1)] agrees((m,8):(8,1), (m,8):(9,1))", "true", "1 <= m, m <= 1"),
        ("agrees((m,n):(n + 2,1), (m + 2,n + 2):(n + 2,1), 1)", "true", "1 <= m, 1 <= n"),
        (
            "#[allow(non_injective)] (64, n mod 4):(1,64)",
            "(64,(4,n / 4)):(1,(64,0))",
            "1 <= n, n % 4 == 0",
        ),
        (
            "#[allow(non_injective)] (row: 64, k: n mod 4):(1,64)",
            "(row: 64, k: (stage: 4, turn: n / 4)):(1,(64,0))",
            "1 <= n, n % 4 == 0",
        ),
        (
            "#[allow(non_injective, padding)] (64, n mod 4):(1,64)",
            "(64,(4,ceil_div(n, 4))):(1,(64,0))",
            "1 <= n",
        ),
        ("live((64, n mod 4):(1,64), w)", "true", "1 <= n, n % 4 == 0, 1 <= w, w <= 4"),
        ("live((64, n mod s):(1,64), 3)", "true", "1 <= s, 1 <= n, n % s == 0, 3 <= s"),
    ] {
        assert_eq!(proved(text), (value.to_owned(), conditions.to_owned()), "{text}");
    }
}

/// Modes of two leaves each: what is answered over symbols is the answer of all values for which its conditions hold.
#[test]
fn answers_over_symbols_are_those_of_the_values() {
    let mut facts = Facts::new();
    ["m", "k"].iter().for_each(|name| facts.extent(name));
    facts.natural("p");
    let mode = |facts: &Facts, leaves: &[(&str, &str)]| {
        let int = |text: &str| match text.parse() {
            Ok(number) => Int::new(number),
            Err(_) => facts.int(text).expect("a symbol"),
        };
        let (shape, stride) = leaves
            .iter()
            .map(|(s, d)| (HTuple::Leaf(int(s)), HTuple::Leaf(Stride::from(int(d)))))
            .unzip();
        let (shape, stride) = (HTuple::Tuple(shape), HTuple::Tuple(stride));
        Layout::new(HTuple::Tuple(vec![shape]), HTuple::Tuple(vec![stride]))
    };
    let pairs = |first: &[&'static str], second: &[&'static str], steps: &[&'static str]| {
        let mut all = Vec::new();
        for s in first {
            for t in second {
                for d in ["1", "3"] {
                    all.extend(steps.iter().map(|e| [(*s, d), (*t, *e)]));
                }
            }
        }
        all
    };
    let written = pairs(&["4", "m"], &["m", "4"], &["4", "p"]);
    let read = pairs(&["6", "4", "k"], &["k", "4"], &["4", "6", "p"]);
    let (mut alike, mut other, mut undecided) = (0, 0, 0);
    for a in &written {
        for b in &read {
            let proved = layout_algebra::prove(&facts, |facts| {
                let (a, b) = (mode(facts, a)?, mode(facts, b)?);
                let agrees = swizzled::agrees(&a.clone().into(), &b.clone().into(), &Halo::NONE)?;
                Ok((a, b, agrees))
            });
            let Ok(proved) = proved else {
                undecided += 1;
                continue;
            };
            let (one, two, agrees) = proved.value;
            for (m, k) in [(1, 1), (1, 2), (2, 1), (3, 2), (3, 3), (4, 4), (6, 4), (2, 3)] {
                for p in [1, 3, 4, 6, 12] {
                    let value_of = |symbol: &Symbol| {
                        let value = [("m", m), ("k", k), ("p", p)];
                        let value = value.into_iter().find(|(name, _)| *name == symbol.name());
                        value.map(|(_, value)| Int::new(value))
                    };
                    let holds = |of: &Condition| of.holds_at(&value_of).expect("a truth");
                    if !proved.obligations.iter().all(|need| holds(&need.condition)) {
                        continue;
                    }
                    let numbers =
                        |of: &Layout| offsets(&of.substitute(&value_of).unwrap().to_string());
                    assert_eq!(
                        agrees,
                        numbers(&one) == numbers(&two),
                        "{one} and {two} with m = {m}, k = {k}, p = {p}: {:?}",
                        proved.obligations
                    );
                    *if agrees { &mut alike } else { &mut other } += 1;
                }
            }
        }
    }
    assert!(alike > 500 && other > 500 && undecided < 50, "{alike} {other} {undecided}");
}

#[test]
fn a_mode_that_comes_round_is_a_layout() {
    for (text, value) in [
        ("(64, 12 mod 4):(1,64)", "(64,(4,3)):(1,(64,0))"),
        ("(12 mod 4, 64):(64,1)", "((4,3),64):((64,0),1)"),
        ("(64, 12 mod 4)", "(64,(4,3)):(1,(64,0))"),
        ("12 mod 4:2", "(4,3):(2,0)"),
        ("((8, 12 mod 4), 6 mod 3):((1,8),32)", "((8,(4,3)),(3,2)):((1,(8,0)),(32,0))"),
        ("(64, 2 * 6 mod 2 + 2):(1,64)", "(64,(4,3)):(1,(64,0))"),
        (
            "logical_divide((64, 16 mod 4):(1,64), <16, 2>)",
            "((16,4),(2,(2,4))):((1,16),(64,(128,0)))",
        ),
        ("composition(circular(8:1, 64), (4,12):(1,4))", "(4,(2,6)):(1,(4,0))"),
        ("Sw<3,3,3> o 0 o (64, 8 mod 4):(1,64)", "Sw<3,3,3> o 0 o (64,(4,2)):(1,(64,0))"),
        ("circular[1](Sw<3,3,3> o 0 o (64,4):(1,64), 8)", "Sw<3,3,3> o 0 o (64,(4,2)):(1,(64,0))"),
    ] {
        let text = format!("#[allow(non_injective)] {text}");
        assert_eq!(proved(&text).0, value, "{text}");
    }
}

/// The one mistake of a contract in front of a layout, if it breaks it.
fn broken(contract: &str, layout: &str) -> Option<(String, Mistake)> {
    let case = format!("layout!(#[{contract}] {layout})");
    let mut found = mistakes(&case);
    assert!(found.len() <= 1, "{case}: {found:?}");
    found.pop().map(|mistake| (case, mistake))
}

fn offsets(layout: &str) -> Vec<i64> {
    let function: layout_algebra::Function = layout.parse().expect("a layout");
    let numbers = function.numbers().expect("numbers");
    (0..numbers.size()).map(|at| numbers.offset(at)).collect()
}

#[test]
fn contracts_hold_where_every_coordinate_has_one_offset() {
    let layouts = [
        "(4,8):(8,1)",
        "(4,8):(1,4)",
        "((2,2),8):((8,16),1)",
        "((2,2),8):((16,8),1)",
        "(4,(2,4)):(8,(1,2))",
        "(4,(4,2)):(1,(4,16))",
        "Sw<1,0,3> o 0 o (4,8):(8,1)",
        "Sw<1,0,3> o 0 o ((2,2),8):((8,16),1)",
        "Sw<2,0,2> o 0 o (4,8):(1,4)",
        "(4,8):(-8,1)",
    ];
    let (mut kept, mut refused, mut helped) = (0, 0, 0);
    for other in layouts {
        for layout in layouts {
            let broken = broken(&format!("agrees({other})"), layout);
            assert_eq!(broken.is_none(), offsets(layout) == offsets(other), "{layout} {other}");
            let Some((case, Mistake { range, text })) = broken else {
                kept += 1;
                continue;
            };
            refused += 1;
            for help in text.lines().filter_map(|line| line.strip_prefix("help: the layout")) {
                let better = repaired(&case, &range, &format!("the layout{help}"));
                let better = better.expect("a layout to paste");
                assert!(mistakes(&better).is_empty(), "{better}");
                helped += 1;
            }
        }
    }
    assert!(kept >= 14 && refused > 70 && helped > 20, "{kept} {refused} {helped}");
}

#[test]
fn contracts_are_kept() {
    for case in [
        "layout!(#[agrees(Tile)] ((2,4),8):((8,16),1))",
        "layout! { #[agrees(Global)] struct Strided<m, n, ld> = (m,n):(ld,1); }",
        "layout! { #[agrees(Global<m, 8>)] struct Rows8<m> = (m,8):(8,1); }",
        "layout!(#[agrees((64,64):(66,1), halo = 1)] (66,66):(66,1))",
        "layout!(#[agrees((100,64):(64,1), halo = ((0,12),0))] (112,64):(64,1))",
        "layout!(#[agrees(Tile, vector >= 4)] (8,(4,2)):(4,(1,32)))",
        "layout!(#[allow(padding)] #[agrees(zipped_divide(10:1, 4))] zipped_divide(10:1, 4))",
        "layout! { #[live(4)] struct Stages<n> = (64, n mod 4):(1,64); }",
        "layout!(#[agrees((m,8):(n,1))] (m,8):(8,1))",
        "layout!(#[covers((k,8))] (m,8):(8,1))",
        "layout! { #[live(w)] struct Stages<n, w> = (64, n mod w):(1,64); }",
        "layout! { #[live(3)] #[agrees((64, 8 mod 4):(1,64))] struct Ring = (64,(4,2)):(1,(64,0)); }",
    ] {
        assert_eq!(mistakes(case).len(), 0, "{case}: {:?}", mistakes(case));
    }
}

/// Contracts and their errors about strides of several terms.
#[test]
fn layouts_of_several_terms_agree_by_contract() {
    let skewed = "(4,8):(1@0+1@1,1@1)";
    let other = "((2,2),8):((1@0+1@1,2@0+2@1),1@1)";
    assert!(mistakes(&format!("layout!(#[agrees({other})] {skewed})")).is_empty());
    for (of, says) in [
        ("(4,8):(1@0,1@1)", "(1,0) is at (1,1) here, and at (1,0) in (4,8):(1@0,1@1)"),
        ("(4,4):(1@0+1@1,1@1)", "mode 1 has 8 coordinates here and 4 in (4,4):"),
        ("32:1@0", "it has 2 modes, and 32:1@0 has 1"),
    ] {
        let found = mistakes(&format!("layout!(#[agrees({of})] {skewed})"));
        assert!(found.len() == 1 && found[0].text.contains(says), "{of}: {found:?}");
    }
    let found = mistakes(&format!("layout!(#[agrees({skewed})] (4,8):(1@0,1@1))"));
    assert!(found.len() == 1 && found[0].text.contains("(1,0) is at (1,0) here"), "{found:?}");
    let found = mistakes(&format!("layout!(#[agrees({skewed}, vector >= 2)] {skewed})"));
    assert!(found.len() == 1 && found[0].text.contains("several terms"), "{found:?}");
}
