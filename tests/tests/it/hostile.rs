//! Random tokens: whatever stands in a macro, it neither panics nor runs long.

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use layout_codegen::{Notation, expand, operation_names};
use layout_tests::one_in;
use proc_macro2::TokenStream;
use proptest::prelude::*;

use crate::language::{eval, everything};

/// Words of the language, of Rust, and of neither.
fn word() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        ":",
        ",",
        "<",
        ">",
        "o",
        "_",
        "-",
        "@",
        "::",
        ";",
        "=",
        "#",
        "Sw<2,0,3>",
        "o 0 o",
        "let",
        "pub",
        "struct",
        "#[allow(padding)]",
        "#[allow(non_injective)]",
        "#[allow()]",
        "#[doc = \"x\"]",
        "pub(crate)",
        "LayoutRight",
        "true",
        "_4",
        "2@1",
        "1@1@0",
        "r#fn",
        "r#Tile",
        "Tile",
        "Tile<m, 4>",
        "T::U",
        "m",
        "n",
        "N",
        "T::N",
        "{ N + 1 }",
        "(m,n):(n,1)",
        "(N,4)",
        "%",
        "<=",
        "==",
        "#[assume(m % 4 == 0)]",
        "#[assume(n <= 7, n / 4 == 1)]",
        "'a",
        "\"s\"",
        "1.5",
        "4usize",
        "0x10",
        "1_000",
        "()",
        "{}",
        "[]",
        "=>",
        "$",
        "|",
        "|i|",
        "|i, (j, k)|",
        "i",
        "j",
        "^",
        "&",
        "<<",
        ">>",
        "+",
        "*",
        "/",
        "%",
        "m:",
        "row.tile:",
        "k =",
        "..",
        "{ m: 2 }",
        "{ k: 4:2, m: n }",
        "(m: 4, k: (a: 2, n)):(8,(1,2))",
        "(1024,1024)",
        "170141183460469231731687303715884105727",
    ]);
    let fixed = fixed.prop_map(str::to_owned);
    let number = prop_oneof![0u64..20, any::<u64>()].prop_map(|n| n.to_string());
    let layout = (1u64..9, 1u64..9, 0u64..20, 0u64..20)
        .prop_map(|(a, b, c, d)| format!("({a},{b}):({c},{d})"));
    let names: Vec<&'static str> = operation_names().collect();
    let call = prop::sample::select(names);
    prop_oneof![4 => fixed, 2 => number, 3 => layout, 3 => call.prop_map(str::to_owned)]
}

/// Words in brackets of all depths, so that most of it parses as Rust tokens.
fn tokens() -> impl Strategy<Value = String> {
    word().prop_recursive(5, 48, 6, |inner| {
        let list = prop::collection::vec(inner, 0..6);
        (list, 0..12usize).prop_map(|(items, form)| match form {
            0 | 1 => format!("({})", items.join(",")),
            2 => format!("<{}>", items.join(",")),
            3 => format!("{{{}}}", items.join(" ")),
            4 => format!("logical_divide({})", items.join(",")),
            5 => format!("composition({})", items.join(",")),
            6 => format!("[{}]", items.join(",")),
            7 => format!("infer_layout([{}])", items.join(",")),
            8 => format!("infer_layout(|i, j| {}, (8,9))", items.join("*")),
            9 => format!("(m: {}):({})", items.join(", k: "), items.join(",")),
            10 => format!("infer_layout(|i, j| i {}, (1024,1024))", items.join(" ^ j + ")),
            _ => items.join(" "),
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn macros_never_panic(
        kind in prop::sample::select(
            vec![
                "layout", "divide", "compose", "complement", "product", "infer_layout", "coordinate",
            ],
        ),
        definition in prop::sample::select(vec![
                "",
                "let t = ",
                "let r#type = ",
                "pub struct T = ",
                "struct r#U = ",
                "struct r#U<m, const N: usize> = ",
                "#[assume(m > 3)] pub struct T<m, n> = ",
                "#[assume(m <= N)] let r#U = ",
            ]),
        text in prop::collection::vec(tokens(), 0..4).prop_map(|parts| parts.join(" ")),
    ) {
        let definition = if kind == "layout" { definition } else { "" };
        let source = format!("[krate] {kind} {definition}{text}");
        let Ok(input) = source.parse::<TokenStream>() else { return Ok(()) };
        let start = processor_time();
        let mut count = 0;
        let mut unique = || { count += 1; count.to_string() };
        let expansion = expand(input, &mut unique).to_string();
        prop_assert!(!expansion.is_empty(), "{source} expands to nothing");
        prop_assert!(processor_time() - start < Duration::from_secs(5), "{source}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// Index expressions that parse: most have values, and some of those are layouts.
    #[test]
    fn closures_never_panic(
        body in body(),
        shape in prop_oneof![
            40 => prop::sample::select(vec!["(8,8)", "(4,(2,3))", "(64,24)", "(0,1)"]),
            1 => prop::sample::select(vec!["(1024,1024)", "(1000,1000)", "(7,99991)"]),
        ],
    ) {
        let source = format!("[krate] infer_layout |i, j| {body}, {shape}");
        let input: TokenStream = source.parse().expect("a body is tokens");
        let start = processor_time();
        let expansion = expand(input, &mut || "0".to_owned()).to_string();
        prop_assert!(!expansion.is_empty(), "{source} expands to nothing");
        prop_assert!(processor_time() - start < Duration::from_secs(10), "{source}");
    }
}

/// The time that this thread has had a processor, which is no longer where others are at work; elsewhere than on Linux, the time since the
/// first call.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let scheduled = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = scheduled.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Bodies of closures.
fn body() -> impl Strategy<Value = String> {
    let operand = prop_oneof![
        2 => Just("i".to_owned()),
        2 => Just("j".to_owned()),
        2 => (0u64..20).prop_map(|n| n.to_string()),
        1 => prop::sample::select(vec!["1024", "170141183460469231731687303715884105727"])
            .prop_map(str::to_owned),
    ];
    operand.prop_recursive(4, 24, 2, |inner| {
        let operators = vec!["+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>"];
        let operator = prop::sample::select(operators);
        (inner.clone(), operator, inner, 0..4usize).prop_map(|(a, op, b, form)| match form {
            0 => format!("({a} {op} {b})"),
            1 => format!("-{a} {op} {b}"),
            _ => format!("{a} {op} {b}"),
        })
    })
}

#[test]
fn searches_without_an_end_give_up_in_time() {
    for source in [
        "left_inverse((3,7,8,3,32):(2398,2566,5,32,1))",
        // Every offset has 243 coordinates to choose from.
        "left_inverse(((3,2),(81,3)):((5297,3264),(0,0)))",
    ] {
        let start = processor_time();
        assert!(eval(source, everything()).is_err(), "{source}");
        assert!(
            processor_time() - start < Duration::from_secs(5),
            "{source}: {:?}",
            processor_time() - start
        );
    }
}

/// Every operation, of no operands and of integers at both ends of what there is: also the search for a way out computes with them.
#[test]
fn operations_of_extremes_never_panic() {
    const MOST: &str = "170141183460469231731687303715884105727";
    let swizzle = format!("Sw<2,3,{MOST}> o 6 o 2:4");
    let (most, least) = (MOST.to_owned(), format!("-{MOST} - 1"));
    let extremes = [&most, &least, &format!("{MOST}:1"), &format!("(4,2):(1,{MOST})"), &swizzle];
    let mut operands = vec![String::new(), "()".to_owned(), "(4,8):(8,1)".to_owned()];
    operands.extend(extremes.iter().map(|of| (*of).clone()));
    operands.extend(extremes.iter().map(|of| format!("(4,8):(8,1), {of}")));
    let start = processor_time();
    for name in operation_names() {
        for of in &operands {
            for at in ["", "[_]"] {
                let source = format!("[krate] layout {name}{at}({of})");
                let input: TokenStream = source.parse().expect("tokens");
                let expansion = expand(input, &mut || "0".to_owned());
                assert!(!expansion.is_empty(), "{source} expands to nothing");
            }
        }
    }
    assert!(processor_time() - start < Duration::from_secs(20), "{:?}", processor_time() - start);
}

/// The texts of all notations with something that nests deep in the place of a number, of a group or of what stands in quotes.
#[test]
fn notations_of_others_that_nest_deep_are_refused() {
    const DEEP: usize = 5_000;
    let around = |open: &str, close: &str| open.repeat(DEEP) + "1" + &close.repeat(DEEP);
    let nests = [
        around("[", "]"),
        around("(", ")"),
        around("{", "}"),
        around("#ttg.slice<parent = ", ">"),
        around("#ttg.slice<{parent = ", "}>"),
        around("Coord(", ")"),
    ];
    let start = processor_time();
    // In CI each example has every third, another one than the next.
    let (mut k, step) = (0, one_in(3));
    for notation in Notation::ALL {
        for (text, _) in notation.examples() {
            k += 1;
            let digits = |at: &usize| text.as_bytes()[*at].is_ascii_digit();
            let number = (0..text.len()).rfind(digits).expect("an example has a number");
            let begin = (0..number).rev().take_while(digits).last().unwrap_or(number);
            for nest in nests.iter().skip(k % step).step_by(step) {
                let source = [&text[..begin], nest, &text[number + 1..]].concat();
                let source = format!("[krate] layout {}", source.replace('\'', "\""));
                let Ok(input) = source.parse::<TokenStream>() else { continue };
                let expansion = expand(input, &mut || "0".to_owned()).to_string();
                assert!(expansion.contains("compile_error"), "{notation}: {text}");
            }
        }
    }
    assert!(processor_time() - start < Duration::from_secs(60), "{:?}", processor_time() - start);
}
