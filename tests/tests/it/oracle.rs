//! The language's answers to random nested expressions, held against the definitions of its
//! operations without the algebra.

use layout_laws::function::Within;
use layout_tests::oracle::ask::{Answer, ask};
use layout_tests::oracle::define::TABLE;
use layout_tests::oracle::read::{Value, read};
use layout_tests::oracle::{Padded, Tally, bytes_of, examine, examine_padding};

/// The expressions of the test; `fuzz/README.md` has the longer run.
const EXPRESSIONS: u64 = 2_000;

#[test]
fn random_expressions_are_what_they_are_defined_to_be() {
    let mut tally = Tally::default();
    (0..EXPRESSIONS).for_each(|seed| examine(&bytes_of(seed), &mut tally));
    println!("{tally}");
    for finding in &tally.findings {
        println!("{}\n  {}\n  {}", finding.written, finding.flat, finding.why);
    }
    assert!(tally.findings.is_empty(), "{} findings", tally.findings.len());
    // Each operation is asked and has answers that its definition covers.
    for op in TABLE {
        let held = tally.ops.get(op.name).map_or(0, |count| count.held);
        assert!(held > 20, "{} was held only {held} times", op.name);
    }
}

/// The expressions with padding of the test; `fuzz/README.md` has the longer run.
const PADDED: u64 = 1_500;

#[test]
fn bounds_of_random_expressions_are_those_of_loops() {
    let mut tally = Padded::default();
    (0..PADDED).for_each(|seed| examine_padding(&bytes_of(seed), &mut tally));
    println!("{tally}");
    for (text, why) in &tally.findings {
        println!("{text}\n  {why}");
    }
    assert!(tally.findings.is_empty(), "{} findings", tally.findings.len());
    for (name, count) in &tally.ops {
        assert!(count.padded > 2, "{name} had padding only {} times", count.padded);
    }
}

#[test]
fn the_oracle_finds_wrong_answers() {
    use layout_tests::oracle::ask::Found;
    use layout_tests::oracle::case::{Case, Operand, Question};
    use layout_tests::oracle::define::find;

    let function = |text: &str| match read(text) {
        Ok(Value::Function(function)) => function,
        other => panic!("{text} is {other:?}"),
    };
    let operand = |text: &str| match read(text) {
        Ok(Value::Function(function)) => Operand::Function(function, Within::EVERYWHERE),
        Ok(Value::Tuple(tuple)) => Operand::Tuple(tuple),
        other => panic!("{text} is {other:?}"),
    };
    // What CuTe prints for the first three, and near misses of right answers.
    for (op, layout, other, wrong) in [
        ("composition", "(8,8):(8,1)", "6:3", "(3,2):(24,1)"),
        ("composition", "(8,8):(4,1)", "Sw<2,0,3>", "Sw<2,0,-2> o 0 o (8,8):(4,1)"),
        ("with_shape", "(2,3):(1,2)", "(3,2)", "(3,2):(2,1)"),
        ("complement", "4:2", "24", "(2,3):(1,4)"),
        ("complement", "4:2", "24", "3:8"),
        ("complement", "4:2", "24", "(2,4):(1,8)"),
        ("logical_product", "4:2", "3:1", "(4,3):(2,2)"),
        ("blocked_product", "(2,5):(5,1)", "(3,4):(1,3)", "((2,3),(5,4)):((5,30),(1,10))"),
        ("max_common_layout", "(4,8):(8,1)", "(4,8):(16,1)", "16:4"),
        ("upcast", "(8,4):(1,8)", "4", "(2,4):(1,4)"),
        ("downcast", "(2,4):(1,2)", "4", "(8,4):(1,2)"),
        ("recast", "16:1", "8", "8:1"),
        ("append", "4:1", "2:8", "(4,2):(1,4)"),
    ] {
        let others = vec![operand(other)];
        let words = vec![layout.to_owned(), other.to_owned()];
        let (op, layout, within) = (find(op), function(layout), Within::EVERYWHERE);
        let others = match op.name {
            "recast" => [others, vec![operand("32")]].concat(),
            _ => others,
        };
        let of = Question { op, layout, within, others, words, padding: true };
        let flat = of.flat();
        let (value, within) = (Value::Function(function(wrong)), Within::EVERYWHERE);
        let answer = Found { value, within, conditions: Vec::new() };
        let verdict = (op.holds)(&Case { of, answer });
        assert!(verdict.is_err(), "{flat} is taken to be {wrong}: {verdict:?}");
    }
    for (op, layout, wrong) in [
        ("right_inverse", "(4,8):(8,1)", "(8,4):(4,2)"),
        ("left_inverse", "4:-1", "4:1"),
        ("nullspace", "(2,3):(0,1)", "2:2"),
        ("coalesce", "(2,3):(1,2)", "(2,3):(1,2)"),
        ("coalesce_z", "(4,1):(1,0)", "4:1"),
        ("sort", "(4,8):(8,1)", "(4,8):(8,1)"),
        ("flatten", "((2,3),4):((1,2),6)", "((2,3),4):((1,2),6)"),
    ] {
        let of = Question {
            op: find(op),
            layout: function(layout),
            within: Within::EVERYWHERE,
            others: Vec::new(),
            words: vec![layout.to_owned()],
            padding: true,
        };
        let flat = of.flat();
        let (value, within) = (Value::Function(function(wrong)), Within::EVERYWHERE);
        let answer = Found { value, within, conditions: Vec::new() };
        let verdict = (of.op.holds)(&Case { of, answer });
        assert!(verdict.is_err(), "{flat} is taken to be {wrong}: {verdict:?}");
    }
}

#[test]
fn the_oracle_reads_what_is_printed() {
    for text in [
        "(4,(2,())):(1,(-4,()))",
        "Sw<2,0,-3> o 4 o (8,8):(8,1)",
        "64:1 o -2 o Sw<3,1,3>",
        "(7,3):(11,6) o 0 o Sw<3,0,3> o 0 o (7,3):(1,7)",
    ] {
        match read(text) {
            Ok(Value::Function(function)) => assert_eq!(function.to_string(), text),
            other => panic!("{text} is read as {other:?}"),
        }
    }
    for text in ["4:(1)", "(4,2:1", "4:1 x", "Sw<1,2>", ""] {
        assert!(read(text).is_err(), "{text} is read");
    }
}

/// A position that a swizzle takes out of a layout is padding: no bounds are promised.
#[test]
fn composition_with_a_swizzle_that_leaves_the_layout_has_no_bounds() {
    for text in [
        "composition((7,3):(11,6), Sw<3,0,3>)",
        "composition((4,4):(1,4), Sw<2,0,-4>)",
        "composition(5:7, Sw<3,1,-5>)",
    ] {
        match ask(text, true) {
            Ok(Answer::Found(found)) => assert_eq!(found.within, Within::Unknown, "{text}"),
            other => panic!("{text} is {other:?}"),
        }
        assert!(matches!(ask(text, false), Ok(Answer::Refused(_))), "{text}");
    }
    let inside = "composition((4,4):(1,4), Sw<2,0,2>)";
    match ask(inside, true) {
        Ok(Answer::Found(found)) => assert_eq!(found.within, Within::EVERYWHERE),
        other => panic!("{inside} is {other:?}"),
    }
}

/// A layout without leaves is flat as any other.
#[test]
fn sort_of_nested_nothing_is_flat() {
    for (text, sorted) in [("sort((()):(()))", "():()"), ("sort(():())", "():()")] {
        match ask(text, false) {
            Ok(Answer::Found(found)) => assert_eq!(found.value, read(sorted).expect("a layout")),
            other => panic!("{text} is {other:?}"),
        }
    }
}
