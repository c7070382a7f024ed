//! Patterns and names are held to their definitions: patterns to what einops and NumPy compute, layouts over the modes
//! of others to a search by name, and new names to the same function.

use std::collections::BTreeMap;

use layout_algebra::{HTuple, Int, Layout, ops};
use layout_codegen::{Evaluated, Scope, Unevaluated, Value, parse_expression, prove};
use layout_tests::tuple;
use serde_json::Value as Json;

fn evaluated(text: &str) -> Result<Evaluated, String> {
    let tokens = text.parse().map_err(|error| format!("{error}"))?;
    let parsed = parse_expression(tokens).map_err(|diagnostic| diagnostic.text())?;
    prove(&parsed, &Scope::new()).map_err(|error| match error {
        Unevaluated::Wrong(diagnostic) => diagnostic.text(),
        Unevaluated::Tainted(name) => name.text,
    })
}

fn layouts(value: &Value) -> Vec<Layout> {
    match value {
        Value::Layout(layout) => vec![layout.clone()],
        Value::Annotated(value, _) => layouts(value),
        Value::List(values) => values.iter().flat_map(layouts).collect(),
        other => panic!("{other}"),
    }
}

fn offset(layout: &Layout, at: &[i128]) -> i128 {
    let value =
        ops::evaluate(&tuple(at), layout).unwrap_or_else(|error| panic!("{layout}: {error}"));
    value.leaves()[0].known().expect("a number")
}

fn extents(layout: &Layout) -> Vec<i128> {
    let mode = |mode: &HTuple<Int>| ops::product(mode).ok().and_then(|size| size.known());
    layout.shape().modes().iter().map(|extent| mode(extent).expect("an extent")).collect()
}

/// All coordinates of a shape, the last mode the fastest.
fn coordinates(shape: &[i128]) -> Vec<Vec<i128>> {
    shape.iter().fold(vec![Vec::new()], |all, &extent| {
        let next = |at: &Vec<i128>| -> Vec<Vec<i128>> {
            (0..extent).map(|i| [at.as_slice(), &[i]].concat()).collect()
        };
        all.iter().flat_map(next).collect()
    })
}

fn ints(json: &Json) -> Vec<i128> {
    json.as_array()
        .expect("a list")
        .iter()
        .map(|it| it.as_i64().expect("a number").into())
        .collect()
}

fn written(json: &Json) -> String {
    let side = |name: &str| {
        let numbers: Vec<String> = ints(&json[name]).iter().map(ToString::to_string).collect();
        format!("({})", numbers.join(","))
    };
    format!("{}:{}", side("shape"), side("stride"))
}

/// The expression of a record, with the pattern first or last.
fn expression(record: &Json) -> String {
    let op = record["op"].as_str().expect("an operation");
    let pattern = format!("{:?}", record["pattern"].as_str().expect("a pattern"));
    let mut operands: Vec<String> =
        record["operands"].as_array().expect("operands").iter().map(written).collect();
    match record["source"].as_str().is_some_and(|source| source.starts_with("numpy")) {
        true => operands.insert(0, pattern),
        false => operands.push(pattern),
    }
    let sizes = record["sizes"].as_object().expect("sizes");
    operands.extend(sizes.iter().map(|(name, size)| format!("{name} = {size}")));
    format!("{op}({})", operands.join(", "))
}

#[test]
fn patterns_are_what_einops_and_numpy_compute() {
    let records = include_str!("../../data/conformance/patterns.jsonl");
    let (mut held, mut elements) = (0, 0);
    for line in records.lines() {
        let record: Json = serde_json::from_str(line).expect("a record");
        let text = expression(&record);
        let over = evaluated(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let over = layouts(&over.value);
        let (shape, answer) = (ints(&record["shape"]), ints(&record["answer"]));
        let is_sum = matches!(record["op"].as_str(), Some("reduce" | "einsum"));
        let at_all = coordinates(&shape);
        assert_eq!(at_all.len(), answer.len(), "{text}");
        if record["op"] == "einsum" {
            over_the_result(&record, &shape, &at_all);
        }
        for (at, expected) in at_all.iter().zip(&answer) {
            let found = match is_sum {
                false => {
                    assert_eq!(extents(&over[0]), shape, "{text}");
                    offset(&over[0], at)
                }
                true => {
                    assert_eq!(extents(&over[0])[1..], shape, "{text}");
                    let terms = (0..extents(&over[0])[0]).map(|k| {
                        let at = [&[k], at.as_slice()].concat();
                        over.iter().map(|layout| offset(layout, &at)).product::<i128>()
                    });
                    terms.sum()
                }
            };
            assert_eq!(found, *expected, "{text} at {at:?}");
            elements += 1;
        }
        held += 1;
    }
    assert_eq!((held, elements > 10_000), (560, true), "{elements}");
}

/// With a layout for the result, the last answer of `einsum` is that over the same space, whatever is summed over.
fn over_the_result(record: &Json, shape: &[i128], at_all: &[Vec<i128>]) {
    if shape.is_empty() {
        return;
    }
    let mut record = record.clone();
    let strides: Vec<i128> =
        (0..shape.len()).map(|mode| shape[mode + 1..].iter().product()).collect();
    let result = serde_json::json!({ "shape": shape, "stride": strides });
    record["operands"].as_array_mut().expect("operands").push(result);
    let text = expression(&record);
    let over = evaluated(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let over = layouts(&over.value).pop().expect("a layout of the result");
    for k in 0..extents(&over)[0] {
        for (i, at) in at_all.iter().enumerate() {
            assert_eq!(offset(&over, &[&[k], at.as_slice()].concat()), i as i128, "{text}");
        }
    }
}

/// Layouts with the modes of a set in an order; of no mode of two elements is an offset shared.
fn named(modes: &[(&str, i128)], step: i128) -> String {
    let (mut stride, mut strides) = (step, Vec::new());
    for (_, extent) in modes {
        strides.push(stride.to_string());
        stride *= extent;
    }
    let shape: Vec<String> =
        modes.iter().map(|(name, extent)| format!("{name}: {extent}")).collect();
    format!("({}):({})", shape.join(", "), strides.join(","))
}

fn orders<'a>(modes: &[(&'a str, i128)]) -> Vec<Vec<(&'a str, i128)>> {
    if modes.is_empty() {
        return vec![Vec::new()];
    }
    let first = |i: usize| {
        let mut rest = modes.to_vec();
        let first = rest.remove(i);
        orders(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (0..modes.len()).flat_map(first).collect()
}

/// Every order of every part of these modes.
fn parts<'a>(modes: &[(&'a str, i128)]) -> Vec<Vec<(&'a str, i128)>> {
    let all = 1..1 << modes.len();
    let part = |bits: usize| -> Vec<(&str, i128)> {
        modes
            .iter()
            .enumerate()
            .filter(|(i, _)| bits >> i & 1 == 1)
            .map(|(_, mode)| *mode)
            .collect()
    };
    all.flat_map(|bits| orders(&part(bits))).collect()
}

#[test]
fn law_a_layout_over_the_modes_of_another_is_found_by_name() {
    let modes = [("m", 2), ("n", 3), ("k", 2)];
    let all = parts(&modes);
    let (mut aligned, mut folded) = (0, 0);
    for of in &all {
        for like in &all {
            let (a, b) = (named(of, 3), named(like, 1));
            let source = layouts(&evaluated(&a).expect("a layout").value).remove(0);
            let lacks: Vec<_> = of.iter().filter(|mode| !like.contains(mode)).collect();
            let shape: Vec<i128> = like.iter().map(|(_, extent)| *extent).collect();
            let at_source = |known: &BTreeMap<&str, i128>| {
                let at: Vec<i128> = of.iter().map(|(name, _)| known[name]).collect();
                offset(&source, &at)
            };
            let by_name = |at: &[i128]| -> BTreeMap<&str, i128> {
                like.iter().map(|(name, _)| *name).zip(at.iter().copied()).collect()
            };
            let text = format!("align_as({a}, {b})");
            match (evaluated(&text), lacks.as_slice()) {
                (Ok(over), []) => {
                    assert_eq!(over.names, evaluated(&b).expect("a layout").names, "{text}");
                    let over = layouts(&over.value).remove(0);
                    assert_eq!(extents(&over), shape, "{text}");
                    for at in coordinates(&shape) {
                        assert_eq!(
                            offset(&over, &at),
                            at_source(&by_name(&at)),
                            "{text} at {at:?}"
                        );
                    }
                    aligned += 1;
                }
                (Err(error), [(name, _), ..]) => {
                    assert!(
                        error.contains(&format!("`{name}: ")) && error.contains("is no mode of"),
                        "{error}"
                    );
                }
                (Ok(_), _) => panic!("{text} has no answer by name"),
                (Err(error), []) => panic!("{text}: {error}"),
            }
            let text = format!("fold_as({a}, {b})");
            let over = evaluated(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let over = layouts(&over.value).remove(0);
            for at in coordinates(&shape) {
                let rest: Vec<i128> = lacks.iter().map(|(_, extent)| *extent).collect();
                let mut expected: Vec<i128> = coordinates(&rest)
                    .iter()
                    .map(|rest| {
                        let mut known = by_name(&at);
                        known.extend(lacks.iter().map(|(name, _)| *name).zip(rest.iter().copied()));
                        at_source(&known)
                    })
                    .collect();
                let size = extents(&over)[0];
                let mut found: Vec<i128> =
                    (0..size).map(|k| offset(&over, &[&[k], at.as_slice()].concat())).collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{text} at {at:?}");
            }
            folded += 1;
        }
    }
    assert_eq!((aligned, folded), (117, 225));
}

#[test]
fn law_new_names_are_the_same_function() {
    for (text, plain, notation) in [
        ("rename((4,8):(8,1), row, col)", "(4,8):(8,1)", "(row: 4, col: 8):(8,1)"),
        ("rename((4,8):(8,1), _, col)", "(4,8):(8,1)", "(4, col: 8):(8,1)"),
        ("rename((row: 4, col: 8):(8,1), row = m)", "(4,8):(8,1)", "(m: 4, col: 8):(8,1)"),
        (
            "rename((row: 4, col: 8):(8,1), row = col, col = row)",
            "(4,8):(8,1)",
            "(col: 4, row: 8):(8,1)",
        ),
        (
            "rename((block: (warp: 2, lane: 32), k: 4):((128,4),1), block = cta, lane = thread)",
            "((2,32),4):((128,4),1)",
            "(cta: (warp: 2, thread: 32), k: 4):((128,4),1)",
        ),
        (
            "rename(logical_divide((12,32):(32,1), (4,8)), row, col)",
            "((4,3),(8,4)):((32,128),(1,8))",
            "(row: (4,3), col: (8,4)):((32,128),(1,8))",
        ),
        (
            "rename(Sw<2,1,3> o 0 o (8,8):(8,1), row, col)",
            "Sw<2,1,3> o 0 o (8,8):(8,1)",
            "Sw<2,1,3> o 0 o (row: 8, col: 8):(8,1)",
        ),
    ] {
        let named = evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(named.value.to_string(), plain, "{text}");
        assert_eq!(named.notation(), notation, "{text}");
        let again = evaluated(notation).unwrap_or_else(|error| panic!("{notation}: {error}"));
        assert_eq!((again.value, again.names), (named.value, named.names), "{text}");
    }
}

#[test]
fn names_and_patterns_in_symbols() {
    for (text, notation, conditions) in [
        (
            "rearrange((2,m):(m,1), \"b (h d) -> h b d\", h = 8)",
            "(h: 8, b: 2, d: m / 8):(m / 8,m,1)",
            &["m must be a multiple of 8"][..],
        ),
        (
            "einsum(\"ik,kj->ij\", (m,k):(k,1), (k,n):(n,1))",
            "((k: k, i: m, j: n):(1,k,0),(k: k, i: m, j: n):(n,0,1))",
            &[],
        ),
        ("align_as((row: m, col: n):(n,1), (col: n, row: m):(m,1))", "(col: n, row: m):(1,n)", &[]),
        (
            "align_as((row: m, col: n):(n,1), (col: k, row: m):(m,1))",
            "(col: n, row: m):(1,n)",
            &["n must be k"],
        ),
    ] {
        let found = evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found.notation(), notation, "{text}");
        let found: Vec<String> = found
            .obligations
            .iter()
            .map(|it| it.condition.to_string())
            .filter(|condition| !condition.contains("at least 1"))
            .collect();
        assert_eq!(found, conditions, "{text}");
    }
}
