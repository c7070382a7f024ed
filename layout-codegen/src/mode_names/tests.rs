use crate::{Scope, expand, parse_expression, prove};

fn notation(text: &str) -> Result<String, String> {
    let expr = parse_expression(text.parse().unwrap()).map_err(|error| error.text())?;
    let evaluated = prove(&expr, &Scope::new()).map_err(|wrong| match wrong {
        crate::Unevaluated::Wrong(diagnostic) => diagnostic.text(),
        crate::Unevaluated::Tainted(name) => name.text,
    })?;
    Ok(evaluated.notation())
}

/// What is printed is written so.
#[test]
fn names_read_back() {
    for text in [
        "(m: 128, k: 64):(64,1)",
        "(m: (4,8), k: 64):((512,64),1)",
        "(block: (warp: 2, lane: 32), k: 4):((128,4),1)",
        "(block.warp: 2, block.lane: 32, 4):(32,1,100)",
        "(2, ((a: 2, 3),4), b: 5):(1,((2,4),12),48)",
        "Sw<3,4,3> o 0 o (row: 8, col: 64):(64,1)",
        "(m: 4):(1)",
        "(row: m, col: k):(k,1)",
        "(m: config::N, K: 2 * n):(1@0,1@1)",
    ] {
        let written = notation(text).unwrap();
        let written = written.split(" where ").next().unwrap();
        assert_eq!(written, text);
        assert_eq!(notation(written).unwrap(), text);
    }
}

/// In front of `:` in a shape stands a name, and elsewhere what stood there before.
#[test]
fn words_before_a_colon_elsewhere_are_extents() {
    assert_eq!(notation("(m:4)").unwrap(), "m:4");
    assert_eq!(notation("(m:4,k:8)").unwrap(), "<m:4,k:8>");
    assert_eq!(notation("composition((4,8):(8,1),(m:2,3:1))").unwrap(), "(m,3):(16,1)");
    assert_eq!(notation("(config::N,k):(1,1)").unwrap(), "(config::N,k):(1,1)");
}

#[test]
fn wrong_names_are_refused() {
    for (text, says) in [
        ("(m: 4, m: 8):(8,1)", "`m` is the name of mode 0 already"),
        ("(m: (a: 4, 2), m.a: 8):((16,8),1)", "`m.a` is the name of mode 0,0 already"),
        ("(in: 4, k: 8):(8,1)", "`in` is a keyword of Rust, and no name"),
        ("(o: 4, k: 8):(8,1)", "`o` is a word of the language: a mode needs another name"),
        ("(Row: 4, k: 8):(8,1)", "`Row` is in camel case, as names of layouts are"),
        ("2 * (m: 4):1", "the name of a mode stands in a shape"),
    ] {
        let error = notation(text).unwrap_err();
        assert!(error.starts_with(says), "{text}: {error}");
    }
}

/// Names are in what other invocations are told, and in no other token of an expansion.
#[test]
fn expansions_are_those_without_names() {
    let expanded = |text: &str| {
        let mut numbers = 0;
        let mut unique = move || {
            numbers += 1;
            numbers.to_string()
        };
        expand(format!("[krate] {text}").parse().unwrap(), &mut unique).to_string()
    };
    for (text, parameters, of, told) in [
        ("(zebra: 128, yak: 64):(64,1)", "", "layout", 2),
        ("(zebra: (yak: 4, 8), 64):((512,64),1)", "", "layout", 2),
        ("Sw<3,4,3> o 0 o (zebra: 8, yak: 64):(64,1)", "", "layout", 2),
        ("(zebra: m, yak: k):(k,1)", "<m, k>", "layout", 2),
        ("(zebra: M, yak: 8):(8,1)", "<const M: usize>", "layout", 2),
    ] {
        let plain = text.replace("zebra: ", "").replace("yak: ", "");
        for form in ["struct T", "let t"] {
            let head = match form {
                "let t" => form.to_owned(),
                _ => format!("{form}{parameters}"),
            };
            let named = expanded(&format!("{of} {head} = {text};"));
            let without = named.replace("zebra : ", "").replace("yak : ", "");
            assert_eq!(without, expanded(&format!("{of} {head} = {plain};")), "{text}");
            assert!(!without.contains("zebra") && !without.contains("yak"), "{named}");
            let count = named.matches("zebra").count() + named.matches("yak").count();
            assert_eq!(count, told, "{named}");
        }
        assert_eq!(expanded(&format!("{of} {text}")), expanded(&format!("{of} {plain}")));
    }
}
