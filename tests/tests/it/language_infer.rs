//! `infer_layout` as it is written: tables, and closures evaluated as Rust evaluates
//! them.

use layout_codegen::{Allow, Value, expand};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use proptest::prelude::*;
use quote::quote;

use crate::language::{eval, everything};

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        match eval(expression, Allow::default()) {
            Ok(value) => assert_eq!(value.to_string(), *expected, "{expression}"),
            Err(error) => panic!("{expression}: {error}"),
        }
    }
}

#[test]
fn tables() {
    check(&[
        ("infer_layout([0, 4, 2, 6, 1, 5, 3, 7])", "(2,2,2):(4,2,1)"),
        ("infer_layout(0, 4, 2, 6, 1, 5, 3, 7)", "(2,2,2):(4,2,1)"),
        ("infer_layout((0, 4, 2, 6, 1, 5, 3, 7,))", "(2,2,2):(4,2,1)"),
        ("infer_layout([0, -3, -6])", "3:-3"),
        ("infer_layout([0, 1, 2, 3, 8, 9, 10, 11], (4, 2))", "(4,2):(1,8)"),
        ("infer_layout([0, size(4:1)])", "2:4"),
        ("infer_layout([0])", "1:0"),
        ("infer_layout(0)", "1:0"),
        ("infer_layout([5, 6, 7, 8])", "Sw<0,4,3> o 5 o 4:1"),
        ("infer_layout(eval((4,2):(2,1)))", "(4,2):(2,1)"),
        ("infer_layout(eval(Sw<2,0,3> o 0 o (8,4):(4,1)))", "Sw<2,0,3> o 0 o (8,4):(4,1)"),
    ]);
}

#[test]
fn closures() {
    check(&[
        ("infer_layout(|i, j| i * 8 + (j ^ i), (8, 8))", "Sw<3,0,3> o 0 o (8,8):(8,1)"),
        ("infer_layout(|i, j| i * 8 + j, (8, 8))", "(8,8):(8,1)"),
        ("infer_layout(|i, j,| i * 8 + j, (8, 8))", "(8,8):(8,1)"),
        ("infer_layout(|i, _| i, (8, 1))", "(8,1):(1,0)"),
        ("infer_layout(|i, j| i % 4 * 2 + i / 4 + j * 8, (8, 8))", "((4,2),8):((2,1),8)"),
        // The shape of the result refines the one given.
        ("infer_layout(|i, (j, k)| i * 16 + j * 8 + k, (4, (2, 8)))", "(4,(2,8)):(16,(8,1))"),
        ("infer_layout(|i, j| i + j * 4, (4, (2, 8)))", "(4,(2,8)):(1,(4,8))"),
        ("infer_layout(|x| x, (4, 8))", "(4,8):(1,4)"),
        ("infer_layout(|(i, j)| i * 8 + j, (4, 8))", "(4,8):(8,1)"),
        ("infer_layout(|(i, j)| i * 8 + j, ((4, 8)))", "((4,8)):((8,1))"),
        ("infer_layout(|i| 2 * i, 8)", "8:2"),
        ("infer_layout(|i| 2 * i, (8))", "(8):(2)"),
        ("infer_layout(|i, j| i + 4 * j, (4,8):(8,1))", "(4,8):(1,4)"),
        ("infer_layout(|i| i / 2 % 2, 1)", "1:0"),
        ("infer_layout(|_| 1 << 3, 1)", "Sw<0,4,3> o 8 o 1:0"),
        ("infer_layout(|_x| 8 - -_x, 4)", "Sw<0,4,3> o 8 o 4:1"),
        ("infer_layout(|o, T| o * 2 + T, (4, 2))", "(4,2):(2,1)"),
        ("infer_layout(|i| div_floor(i, 4) + rem_floor(i, 4) * 2, 8)", "(4,2):(2,1)"),
        ("size(infer_layout(|i, j| i * 8 + (j ^ i), (8, 8)))", "64"),
        ("(infer_layout(|i| i, 64) o 8:8)", "8:8"),
        (
            "infer_layout(|i, j| (i * 64 + j) ^ (i & 7) << 3, (8, 64))",
            "Sw<3,3,3> o 0 o (8,64):(64,1)",
        ),
    ]);
}

#[test]
fn closures_print_with_their_precedence() {
    check(&[
        ("|i, (j, _)| i + -j * 2 ^ 3 << 1", "|i, (j,_)| ((i + (-j * 2)) ^ (3 << 1))"),
        ("|i| i | 1 & 2 ^ 3", "|i| (i | ((1 & 2) ^ 3))"),
        ("|i| 7 - i - 2 - (3 - 1)", "|i| (((7 - i) - 2) - (3 - 1))"),
        ("|i| - - i", "|i| --i"),
    ]);
    assert_eq!(eval("|i| i+1", everything()), eval("|i| (i + 1)", everything()));
    assert_ne!(eval("|i| i+1", everything()), eval("|i| i - 1", everything()));
}

/// An expression that a macro forwards as `$e:expr` is one operand.
#[test]
fn forwarded_expressions_keep_their_precedence() {
    let forwarded: TokenStream = "i + 4 * j".parse().unwrap();
    let group = TokenTree::Group(Group::new(Delimiter::None, forwarded));
    let strides = |input: TokenStream| {
        let expansion = expand(input, &mut || "0".to_owned()).to_string();
        expansion.split("Leaf").skip(1).map(|leaf| leaf.replace(' ', "")).collect::<String>()
    };
    for (body, value) in [
        (quote!(#group * 2), "|i, j| 2 * i + 8 * j"),
        (quote!(2 * #group), "|i, j| 2 * i + 8 * j"),
        (quote!(-#group), "|i, j| -i - 4 * j"),
        (quote!(#group), "|i, j| i + 4 * j"),
        (quote!((#group)), "|i, j| i + 4 * j"),
    ] {
        let value: TokenStream = value.parse().unwrap();
        let found = strides(quote!([krate] infer_layout |i, j| #body, (4, 2)));
        let expected = strides(quote!([krate] infer_layout #value, (4, 2)));
        assert!(!expected.is_empty());
        assert_eq!(found, expected, "{body}");
    }
}

/// An expression as text, and its value where nothing overflows, by Rust.
macro_rules! evaluated {
    ($i:ident, $j:ident, $($body:expr),+ $(,)?) => {
        [$((stringify!($body), (|$i: i128, $j: i128| $body) as fn(i128, i128) -> i128)),+]
    };
}

#[test]
#[allow(clippy::precedence, unused_variables)]
fn closures_mean_what_rust_means() {
    let bodies = evaluated!(
        i,
        j,
        i - j - 3,
        i - (j - 3),
        i + j * 2 - 5 / 2,
        -i / 2 + -j % 3,
        (i - 5) / 3 * 4 % 3,
        (i - 5) >> 1 << 2,
        1 << i + 1 >> j,
        i ^ j & 3 | 4,
        i & j ^ i | j,
        i | j ^ i & j,
        3 * -i * j,
        i << 2 & 12 ^ j,
        i + 1 & j + 1,
        7 % (i + 1) * 2 / (j + 1),
        -1 >> i ^ j << i,
    );
    for (text, body) in bodies {
        for (i, j) in (0..6).flat_map(|i| (0..5).map(move |j| (i, j))) {
            // The value is the offset of a single point.
            let text = text.replace('i', &format!("(i + {i})")).replace('j', &format!("(j + {j})"));
            let found = eval(&format!("infer_layout(|i, j| {text}, (1, 1))"), Allow::default());
            let expected = match body(i, j) {
                0 => "(1,1):(0,0)".to_owned(),
                value => format!("Sw<0,4,3> o {value} o (1,1):(0,0)"),
            };
            assert_eq!(found.map(|value| value.to_string()), Ok(expected), "{text}");
        }
    }
}

proptest! {
    #[test]
    fn layouts_are_found_from_their_closures(
        (a, b) in (1i128..9, 1i128..9),
        (d, e) in (0i128..100, 0i128..100),
    ) {
        let found = eval(&format!("infer_layout(|i, j| i * {d} + j * {e}, ({a}, {b}))"), everything());
        let stride = |extent: i128, stride: i128| if extent == 1 { 0 } else { stride };
        let expected = format!("({a},{b}):({},{})", stride(a, d), stride(b, e));
        prop_assert_eq!(found.map(|value: Value| value.to_string()), Ok(expected));
    }
}

/// The error denies only what was searched: only maps of bits are found under several swizzles.
#[test]
fn the_error_of_a_table_denies_no_more_than_was_tried() {
    let error = |text: &str| eval(text, Allow::default()).expect_err(text);
    let several = error("infer_layout(eval(Sw<1,0,2> o 0 o Sw<1,1,3> o 0 o 48:1))");
    assert!(several.contains("no layout of shape 48 under one swizzle that has"), "{several}");
    let none = error("infer_layout([0, 4, 2, 6, 1, 7, 3, 9])");
    assert!(none.contains("shape 8 under one swizzle and no map of bits that has"), "{none}");
}
