//! A named layout with integers for its parameters is the layout of the text of its
//! definition with these integers in it, under the same conditions.

use std::collections::BTreeMap;

use layout_codegen::{Scope, Value, evaluate, expand, parse_expression, prove};
use layout_tests::one_in;
use proc_macro2::{TokenStream, TokenTree};
use proptest::prelude::*;
use quote::quote;

use crate::symbols_laws::{Values, numbers};

/// Definitions of `m` and `n`; an operand of an operator stands in braces.
const DEFINITIONS: &[&str] = &[
    "(m, n):(n, 1)",
    "(m, n)",
    "(m, n):(-{n}, 1)",
    "(m, (n, 2)):(2 * {n}, (2, 1))",
    "({m} + 1, n):({n} * 3, 1)",
    "(ceil_div(m, 4), n):(n, 1)",
    "(max(m, 3), min(n, 5))",
    "({m} / 2, {n} % 4)",
    "#[assume({m} % 4 == 0)] (m, n):(1, m)",
    "#[assume({m} <= {n}, 2 <= {m})] (m, n):(n, 1)",
    "#[allow(non_injective)] (m, n):(0, 1)",
    "logical_divide((m):(1), (n))",
    "zipped_divide((m, n):(n, 1), (2, 3))",
    "tiled_divide((m, 8):(8, 1), (n, 2))",
    "#[allow(padding)] logical_divide((m, n):(n, 1), (4, 2))",
    "composition((m, n):(n, 1), <2, n>)",
    "(m, n):(n, 1) o (2, n):(1, m)",
    "blocked_product((2, 3):(3, 1), (m, n))",
    "logical_product((m):(2), (n):(1))",
    "complement((4, m):(1, 8), (8 * {m} * {n}))",
    "select((m, n, 2):(2 * {n}, 2, 1), 1, 0)",
    "right_inverse((m, n):(n, 1))",
    "Sw<2,0,3> o 0 o (m, n):(n, 1)",
    "#[assume({n} % 8 == 0)] Sw<1,0,2> o 0 o logical_divide((m, n):(n, 1), (_, 8))",
];

/// Arguments over `k` and `K`.
const ARGUMENTS: &[&str] = &[
    "k",
    "K",
    "k",
    "K",
    "2 * k",
    "4 * K",
    "k + 1",
    "k * K",
    "k / 2",
    "k - 1",
    "K % 5",
    "min(k, 6)",
    "ceil_div(k, 4)",
    "0",
    "1",
    "2",
    "3",
    "4",
    "6",
    "8",
    "12",
    "24",
];

/// The notation and the obligations of a named layout.
#[derive(Debug, PartialEq)]
struct Said {
    notation: String,
    obligations: Vec<String>,
}

/// The notation and the obligations of the structs of an expansion; those that are wrong have none.
fn said(expansion: TokenStream) -> BTreeMap<String, Said> {
    let file: syn::File = syn::parse2(expansion).expect("items");
    let mut all = BTreeMap::new();
    for item in file.items {
        let syn::Item::Impl(item) = item else { continue };
        let name = match (&*item.self_ty, &item.trait_) {
            (syn::Type::Path(path), None) => path.path.segments[0].ident.to_string(),
            _ => continue,
        };
        let texts = |wanted: &[&str]| -> Option<Vec<String>> {
            let value = item.items.iter().find_map(|item| match item {
                syn::ImplItem::Const(item) if wanted.iter().any(|name| item.ident == name) => {
                    Some(&item.expr)
                }
                _ => None,
            })?;
            let mut texts = Vec::new();
            strings(quote!(#value), &mut texts);
            Some(texts)
        };
        // Of constants, the notation of numbers is another.
        let notation = texts(&["SYMBOLIC"]).or_else(|| texts(&["NOTATION"]));
        if let Some(notation) = notation {
            let obligations = texts(&["OBLIGATIONS"]).unwrap_or_default();
            all.entry(name).or_insert(Said { notation: notation.concat(), obligations });
        }
    }
    all
}

fn strings(tokens: TokenStream, texts: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => strings(group.stream(), texts),
            token => texts.extend(syn::parse2(token.into()).map(|text: syn::LitStr| text.value())),
        }
    }
}

/// A definition with texts for its parameters.
fn filled(definition: &str, m: &str, n: &str) -> String {
    let mut text = String::new();
    for c in definition.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let (word, mark) = c.split_at(c.trim_end_matches(|c: char| !c.is_alphanumeric()).len());
        text.push_str(match word {
            "m" => m,
            "n" => n,
            word => word,
        });
        text.push_str(mark);
    }
    text.replace('{', "(").replace('}', ")")
}

/// The attribute in front of a layout, and the layout.
fn parted(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('#') { text.find("] ").expect("its end") + 2 } else { 0 })
}

/// `struct Name<k, const K: usize> = …;` of a layout of such symbols.
fn item(name: &str, symbols: &[(&str, &str)], text: &str) -> String {
    let (attributes, layout) = parted(text);
    let uses = |word: &str| layout.split(|c: char| !c.is_alphanumeric()).any(|other| other == word);
    let declared: Vec<&str> =
        symbols.iter().filter(|(name, _)| uses(name)).map(|(_, declared)| *declared).collect();
    let declared =
        if declared.is_empty() { String::new() } else { format!("<{}>", declared.join(", ")) };
    format!("{attributes} struct {name}{declared} = {layout};")
}

/// True if obligations hold.
fn holds(obligations: &[String], of: Values<'_>) -> bool {
    let text = format!("#[assume({})] 1:1", obligations.join(", "));
    let tokens = numbers(text.parse().expect("tokens"), of);
    obligations.is_empty()
        || prove(&parse_expression(tokens).expect("assumptions"), &Scope::new()).is_ok()
}

/// The offsets of a layout, of which an expression answers only so many.
fn offsets(notation: &str, of: Values<'_>) -> Vec<i64> {
    let text = format!("#[allow(non_injective)] {notation}");
    let tokens = numbers(text.parse().expect("tokens"), of);
    let numbers = match evaluate(&parse_expression(tokens).expect("a layout"), &Scope::new()) {
        Ok(Value::Layout(layout)) => layout.numbers(),
        Ok(Value::Composed(layout)) => layout.numbers(),
        value => panic!("{notation}: {value:?}"),
    };
    numbers.expect("numbers").offsets().collect()
}

/// True if an extent of a layout is 0, which it may be where the layout is made: no matter what its other extents are.
fn is_nothing(said: Option<&Said>, of: Values<'_>) -> bool {
    let Some(Said { notation, .. }) = said else { return false };
    let geometry = notation.rsplit(" o ").next().expect("a part");
    let shape = geometry.split(':').next().expect("a shape");
    extents(shape.parse().expect("tokens")).iter().any(|extent| {
        let tokens = numbers(format!("0 + ({extent})").parse().expect("tokens"), of);
        // Of a parameter that has no value, nothing is known.
        let value = evaluate(&parse_expression(tokens).expect("an integer"), &Scope::new());
        matches!(value, Ok(Value::Int(int)) if int.known() == Some(0))
    })
}

/// The extents of a shape, as they are printed; what stands in parentheses alone is a tuple or an extent.
fn extents(shape: TokenStream) -> Vec<String> {
    let items: Vec<TokenTree> = shape.into_iter().collect();
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
    let parts = items.split(is_comma).filter(|part| !part.is_empty());
    let of_part = |part: &[TokenTree]| match part {
        [TokenTree::Group(group)] => extents(group.stream()),
        part => vec![part.iter().cloned().collect::<TokenStream>().to_string()],
    };
    parts.flat_map(of_part).collect()
}

/// The integer of an argument; none below 0.
fn integer(argument: &str, of: Values<'_>) -> Option<usize> {
    // Beside an operator a word is an integer.
    let tokens = numbers(format!("0 + ({argument})").parse().expect("tokens"), of);
    match evaluate(&parse_expression(tokens).expect("an integer"), &Scope::new()) {
        Ok(Value::Int(int)) => int.known().and_then(|value| value.try_into().ok()),
        value => panic!("{argument} is {value:?}"),
    }
}

/// Compares an instance with its text; whether both are layouts.
fn compare(definition: &str, [m, n]: [&str; 2], constant: bool) -> bool {
    let parameters = [("m", "m"), ("n", if constant { "const N: usize" } else { "n" })];
    let of_definition = filled(definition, "m", if constant { "N" } else { "n" });
    let parameters = [parameters[0], (if constant { "N" } else { "n" }, parameters[1].1)];
    let defined = item("Defined", &parameters, &of_definition);
    let uses_n = defined.contains("const N") || defined.contains(", n>");
    let arguments = if uses_n { format!("{m}, {n}") } else { m.to_owned() };
    // What is assumed or allowed is part of the definition; sharing is allowed where it is emitted.
    let shares = if definition.contains("non_injective") { "#[allow(non_injective)] " } else { "" };
    let symbols = [("k", "k"), ("K", "const K: usize")];
    let instance = item("Instance", &symbols, &format!("{shares}Defined<{arguments}>"));
    let text = item("Text", &symbols, &filled(definition, m, n));
    let invocation = format!("{defined} {instance} {text}");
    let mut count = 0;
    let mut unique = || {
        count += 1;
        count.to_string()
    };
    let tokens: TokenStream = invocation.parse().expect("tokens");
    let said = said(expand(quote!([krate] layout #tokens), &mut unique));
    assert!(said.contains_key("Defined"), "{invocation}");
    let (defined, instance, text) = (said.get("Defined"), said.get("Instance"), said.get("Text"));
    // What an operation makes of the values may need less, and look different.
    let is_written = parted(definition).1.starts_with('(') && !definition.contains(" o ");
    for (k, big) in (0..=9).flat_map(|k| [0, 1, 2, 3, 4, 6, 8, 12].map(|big| (k, big))) {
        let at = || format!("{invocation} k = {k}, K = {big}: {instance:?}, {text:?}");
        let of = |name: &str| match name {
            "k" => Some(k),
            "K" => Some(big),
            _ => None,
        };
        let arguments = [m, n].map(|argument| integer(argument, &of));
        let of_definition = |name: &str| match name {
            "m" => arguments[0],
            "n" | "N" => arguments[1],
            _ => None,
        };
        let holds = |said: Option<&Said>, of: Values<'_>| {
            said.is_some_and(|said| holds(&said.obligations, of))
        };
        if is_nothing(defined, &of_definition) || is_nothing(instance, &of) || is_nothing(text, &of)
        {
            continue;
        }
        let is_defined = arguments[0].is_some()
            && (arguments[1].is_some() || !uses_n)
            && holds(defined, &of_definition);
        assert_eq!(holds(instance, &of), is_defined, "{}", at());
        let is_layout = holds(text, &of);
        // A parameter is a `usize`, and an integer in a text is any.
        let may_differ = !is_written || arguments.contains(&None);
        assert!(is_layout == is_defined || (is_layout && may_differ), "{}", at());
        if let (Some(instance), Some(text), true) = (instance, text, is_defined) {
            assert_eq!(offsets(&instance.notation, &of), offsets(&text.notation, &of), "{}", at());
        }
    }
    // More is known of an argument than of a text, so that others may look different.
    let looks_alike = [m, n] == ["k", "K"] || [m, n] == ["K", "k"];
    if let (Some(instance), Some(text), true) = (instance, text, looks_alike) {
        assert_eq!(instance.notation, text.notation, "{invocation}");
    }
    instance.is_some() && text.is_some()
}

#[test]
fn instances_are_the_text_with_their_arguments() {
    let arguments = || prop::sample::select(ARGUMENTS);
    let both = std::cell::Cell::new(0);
    let count = ProptestConfig::default().cases / one_in(4) as u32;
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(count));
    let cases = (prop::sample::select(DEFINITIONS), arguments(), arguments(), any::<bool>());
    // There is no exact quotient by a sum.
    let divides = |definition: &str| definition.contains("_divide(") && definition.contains("(n");
    let cases = cases.prop_filter("divides by a sum", move |(definition, _, n, _)| {
        !(divides(definition) && n.contains(['+', '-']))
    });
    let done = runner.run(&cases, |(definition, m, n, constant)| {
        both.set(both.get() + u32::from(compare(definition, [m, n], constant)));
        Ok(())
    });
    done.unwrap_or_else(|error| panic!("{error}"));
    assert!(both.get() >= count * 2 / 5, "{} of {count}", both.get());
}

/// Where one extent is below 0 and another is 0.
#[test]
fn an_extent_behind_a_wrong_one_is_nothing() {
    let definition = "select((m, n, 2):(2 * {n}, 2, 1), 1, 0)";
    assert!(compare(definition, ["k / 2", "k - 1"], false));
}
