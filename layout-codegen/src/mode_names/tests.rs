use crate::{Evaluated, Scope, Unevaluated, Value, expand, parse_expression, prove};

fn evaluated(text: &str) -> Result<Evaluated, String> {
    let expr = parse_expression(text.parse().unwrap()).map_err(|error| error.text())?;
    prove(&expr, &Scope::new()).map_err(|wrong| match wrong {
        Unevaluated::Wrong(diagnostic) => diagnostic.text(),
        Unevaluated::Tainted(name) => name.text,
    })
}

fn notation(text: &str) -> Result<String, String> {
    Ok(evaluated(text)?.notation())
}

/// Names are written as they are printed.
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

/// A shape alone has names where an operation takes a shape; another shape of the same coordinates keeps those of modes
/// that take the same digits.
#[test]
fn shapes_have_names() {
    for (text, is) in [
        ("make_identity_layout((row: 4, col: 8))", "(row: 4, col: 8):(1@0,1@1)"),
        ("make_ordered_layout((row: 4, col: 8), (1,0))", "(row: 4, col: 8):(8,1)"),
        (
            "make_ordered_layout((b: (row: 4, k: 2), col: 8), LayoutRight)",
            "(b: (row: 4, k: 2), col: 8):((16,8),1)",
        ),
        ("make_layout((row: 4, col: 8), LayoutRight)", "(row: 4, col: 8):(8,1)"),
        ("make_layout((row: 4, col: 8))", "(row: 4, col: 8):(1,4)"),
        ("infer_layout(|i, j| i * 8 + j, (row: 4, col: 8))", "(row: 4, col: 8):(8,1)"),
        ("with_shape((4,8):(8,1), (a: 2, b: 16))", "(a: 2, b: (2,8)):(8,(16,1))"),
        // `row` is cut, and `col` is not.
        ("with_shape((row: 4, col: 8):(8,1), (2,2,8))", "(2, 2, col: 8):(8,16,1)"),
        ("with_shape((row: 4, col: 8):(8,1), (4,(2,4)))", "(row: 4, col: (2,4)):(8,(1,2))"),
        // Within `b`, `col` would be `b.col`.
        ("with_shape((row: 4, col: 8):(8,1), (a: 2, b: 16))", "(a: 2, b: (2,8)):(8,(16,1))"),
        ("layout_add((row: 4, col: 8):(8,1), 32:100)", "(row: 4, col: 8):(108,401)"),
        ("layout_add(32:100, (row: 4, col: 8):(8,1))", "(row: 4, col: 8):(108,401)"),
        // The first operand's name of a mode, and none where the operands contradict each other.
        (
            "layout_add((a: 2, b: 2, c: 8):(16,64,1), (row: 4, col: 8):(16,1))",
            "(a: 2, b: 2, c: 8):(32,96,2)",
        ),
        ("layout_add((row: 4, col: 4):(8,1), (col: 4, row: 4):(8,1))", "(4,4):(16,2)"),
        (
            "expand_modes_alike((row: 4, col: 6):(6,1), ((2,2),6):((1,2),4))",
            "((row: (2,2), col: 6):((6,12),1),(row: (2,2), col: 6):((1,2),4))",
        ),
        ("align_as((row: 4):(1), (row: 4, col: 8))", "(row: 4, col: 8):(1,0)"),
        ("(4,8):(8,1) o make_layout((k: 8))", "(k: (4,2)):((8,1))"),
    ] {
        assert_eq!(notation(text).unwrap(), is, "{text}");
    }
    for (text, says) in [
        ("make_identity_layout((row: 4, row: 8))", "`row` is the name of mode 0 already"),
        ("make_identity_layout((Row: 4, col: 8))", "`Row` is in camel case"),
        ("make_identity_layout((row: 4:1))", "expected `,` or `)`, found `:`"),
        ("size((row: 4, col: 8))", "size: expected a layout"),
    ] {
        let error = notation(text).unwrap_err();
        assert!(error.starts_with(says), "{text}: {error}");
    }
}

#[test]
fn wrong_names_are_refused() {
    for (text, says) in [
        ("(m: 4, m: 8):(8,1)", "`m` is the name of mode 0 already"),
        ("(m: (a: 4, 2), m.a: 8):((16,8),1)", "`m.a` is the name of mode 0,0 already"),
        ("(in: 4, k: 8):(8,1)", "`in` is a keyword of Rust, and no name"),
        ("(Row: 4, k: 8):(8,1)", "`Row` is in camel case, as names of layouts are"),
        ("2 * (m: 4):1", "the name of a mode stands in a shape"),
    ] {
        let error = notation(text).unwrap_err();
        assert!(error.starts_with(says), "{text}: {error}");
    }
}

/// Names are in the definitions for other invocations, and in no other token of an expansion.
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

/// Names go wherever their modes go: in a layout of coordinates, each mode of a result steps along the mode
/// of the operand whose name it has.
#[test]
fn law_names_follow_their_modes() {
    let of = [
        "(a: 12, b: 8, c: 6):(1@0,1@1,1@2)",
        "(a: (d: 4, e: 6), b: 8):((1@0@0,1@1@0),1@1)",
        "(a: 4, (d: 6, (e: 2, 8)), c: 6):(1@0,(1@0@1,(1@0@1@1,1@1@1@1)),1@2)",
        "((d: 4, 6), b: 8, 2):((1@0@0,1@1@0),1@1,1@2)",
    ];
    let calls = [
        "logical_divide(L,(2,4))",
        "zipped_divide(L,(2,4))",
        "tiled_divide(L,(2,4))",
        "flat_divide(L,(2,4))",
        "logical_divide(L,<_,2:2>)",
        "zipped_divide(L,<4>)",
        "tiled_divide(L,<4>)",
        "flat_divide(L,<4>)",
        "flat_divide(L,((2,3),2))",
        "logical_divide(L,((2,3),2))",
        "zipped_divide(L,(2,(3,2)))",
        "flat_divide(L,(2,(3,2)))",
        "composition(L,(2,4))",
        "composition(L,<_,2:4>)",
        "composition(L,((2,3),2))",
        "local_tile(L,(2,2),(1,_))",
        "local_tile(L,(2,2),(_,_))",
        "get(L,0)",
        "get(L,1)",
        "get(L,0,1)",
        "take(L,0,2)",
        "take(L,1,-1)",
        "select(L,1,0)",
        "front(L)",
        "back(L)",
        "insert(L,1,3:1@7)",
        "remove(L,0)",
        "replace(L,1,3:1@7)",
        "replace_front(L,3:1@7)",
        "replace_back(L,3:1@7)",
        "append(L,3:1@7)",
        "prepend(L,3:1@7)",
        "group(L,0,2)",
        "reverse(L)",
        "deep_reverse(L)",
        "transpose(L)",
        "flatten(L)",
        "unflatten(flatten(L),((0,0),0))",
        "unflatten(flatten(L),(0,(0,0)))",
        "wrap(get(L,0))",
        "unwrap(L)",
        "coalesce(L)",
        "coalesce(L,(_,_))",
        "sort(L)",
        "zip(take(L,0,2))",
        "slice((1,_),L)",
        "slice((_,1),L)",
        "slice((1,_,_),L)",
        "slice((_,(_,1),_),L)",
        "slice(((_,1),_),L)",
        "dice((_,1),L)",
        "slice_and_offset((1,_),L)",
        "concat(L,4:1@7)",
        "make_layout(L,4:1@7)",
        "make_layout(get(L,0),get(L,1))",
        "logical_divide[1](L,2)",
        "logical_divide[0](L,2)",
        "logical_divide[0,0](L,2)",
        "reverse[0](L)",
        "coalesce[0](L)",
        "zipped_divide[0](L,(2,2))",
        "composition[0](L,2)",
        "flat_divide(zipped_divide(L,(2,4)),((2,_),2))",
        "flatten(zipped_divide(L,(2,4)))",
        "reverse(flat_divide(L,(2,4)))",
        "get(zipped_divide(L,(2,4)),1)",
        "select(flat_divide(L,(2,4)),2,0)",
        "slice((_,(0,_)),zipped_divide(L,(2,4)))",
        "with_shape(L,(12,(4,2),6))",
        "with_shape(L,((2,2),(3,2),(4,4),6))",
        "with_shape(L,(4,144))",
        "layout_add(L,576:1@5)",
        "expand_modes_alike(L,((3,4),8,6))",
    ];
    let mut names = 0;
    for layout in of {
        let before = evaluated(layout).unwrap();
        for call in calls {
            let text = call.replace('L', layout);
            // Some have not the modes that an operation takes.
            let Ok(after) = evaluated(&text) else { continue };
            let (value, _) = after.value.clone().with(after.names.clone()).parted();
            let result = match &value {
                Value::List(items) => items[0].domain().cloned(),
                value => value.domain().cloned(),
            };
            let Some(result) = result else { continue };
            for (path, name) in after.names.iter() {
                let source = before.names.iter().filter(|(_, of)| {
                    name.strip_prefix(of)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                });
                // Within a mode that is the whole now, names are without its.
                let inner =
                    || before.names.iter().filter(|(_, of)| of.ends_with(&format!(".{name}")));
                let found = source.max_by_key(|(_, of)| of.len()).or_else(|| inner().next());
                let (source, _) = found.unwrap_or_else(|| panic!("{text}: whence is {name}?"));
                let mode = result.stride().get(path).unwrap_or_else(|| panic!("{text}: {name}"));
                for stride in mode.leaves() {
                    let along = stride.mode().indices();
                    let is_still = stride.as_int().is_some_and(|int| int.known() == Some(0));
                    assert!(is_still || along.starts_with(source), "{text}: {name} is {mode}");
                }
                names += 1;
            }
        }
    }
    assert!(names > 300, "{names} modes have names");
}

#[test]
fn modes_are_taken_by_name() {
    for (by_name, by_place) in [
        ("logical_divide(L,{ col: 8 })", "logical_divide(L,<_,8>)"),
        ("zipped_divide(L,{ col: 8, row: 4 })", "zipped_divide(L,(4,8))"),
        ("zipped_divide(L,{ row: 4 })", "zipped_divide(L,<4>)"),
        ("zipped_divide(L,{ col: 4:2, row: 4 })", "zipped_divide(L,<4,4:2>)"),
        ("slice({ col: 3 },L)", "slice((_,3),L)"),
        ("crd2idx({ col: 3, row: 2 },L)", "crd2idx((2,3),L)"),
        ("composition(L,{ col: 8 })", "composition(L,<_,8>)"),
        ("local_tile(L,{ row: 4, col: 8 },{ row: 1 })", "local_tile(L,(4,8),(1,_))"),
        ("get(L,col)", "get(L,1)"),
        ("select(L,col,row)", "select(L,1,0)"),
        ("logical_divide[col](L,4)", "logical_divide[1](L,4)"),
        ("slice({ lane: 3 },N)", "slice(((_,3),_),N)"),
        ("logical_divide(N,{ block: { lane: 8 } })", "logical_divide(N,<<_,8>,_>)"),
        ("get(N,block.lane)", "get(N,0,1)"),
        ("coalesce[block](N)", "coalesce[0](N)"),
    ] {
        let text = |call: &str| {
            call.replace('L', "(row: 12, col: 32):(32,1)")
                .replace('N', "(block: (warp: 2, lane: 32), k: 4):((128,4),1)")
        };
        assert_eq!(notation(&text(by_name)), notation(&text(by_place)), "{by_name}");
    }
}

#[test]
fn names_of_no_mode_are_refused() {
    for (text, says) in [
        (
            "logical_divide(L,{ cow: 8 })",
            "`cow` names no mode\nthe modes are `row`, `col`\nhelp: did you mean `row`?",
        ),
        ("get((4,8):(8,1),k)", "`k` names no mode: the modes of (4,8):(8,1) have no names"),
        ("logical_divide(L,{ col: 8, col: 4 })", "the mode `col` is given twice"),
        (
            "slice({ b: 1, b.d: 3 },((1),b: (d: 4, e: 2)):((0),(2,1)))",
            "`b.d` and `b` are not apart: one is within the other",
        ),
        (
            "get(logical_divide(L,(4,8)),tile)",
            "`tile` is two modes: `row.tile` and `col.tile`\nhelp: write the whole name",
        ),
        (
            "zipped_divide(L,{ col: 8 })",
            "zipped_divide: the mode `row` has no tile\ntiles and rests are apart here\nhelp: `row: 12` makes the whole mode a tile, `row: 1` a rest",
        ),
        ("crd2idx({ col: 8 },L)", "crd2idx: the mode `row` has no coordinate"),
        ("select((b: (d: 4, e: 2), 3):((2,1),8),d)", "select: `d` is within the mode `b`"),
        (
            "logical_divide(4,{ m: 2 })",
            "logical_divide: no operand is a layout whose modes have names",
        ),
        ("{ m: 2 }", "names of modes stand for operands of an operation on a layout that has them"),
    ] {
        let error = notation(&text.replace('L', "(row: 12, col: 32):(32,1)")).unwrap_err();
        assert!(error.starts_with(says), "{text}: {error}");
    }
}

#[test]
fn coordinates_are_put_in_order() {
    let expanded = |text: &str| {
        expand(format!("[krate] coordinate {text}").parse().unwrap(), &mut String::new).to_string()
    };
    let of = "(row: 4, col: (half: 2, lane: 8)):(16,(8,1))";
    for (given, tuple) in [
        ("col = j, row = i", "(i , j ,)"),
        ("col.lane = j + 1, half = f(2), row = i", "(i , (f (2) , j + 1 ,) ,)"),
        ("lane = 3, ..", "(.. , (.. , 3 ,) ,)"),
        ("row = 1..3, ..", "(1 .. 3 , .. ,)"),
        ("..", ".."),
    ] {
        assert_eq!(expanded(&format!("{of}, {given}")), tuple);
    }
    for (given, says) in [
        ("row = 1", "the mode `col` has no coordinate"),
        ("", "the mode `row` has no coordinate"),
        ("row = 1, lane = 2", "the mode `col.half` has no coordinate"),
        ("row = 1, cow = 2", "`cow` names no mode"),
        ("row = 1, row = 2, ..", "the mode `row` is given twice"),
        ("row 1", "expected `=` and the coordinate of `row`, found `1`"),
        ("row = , ..", "expected the coordinate of `row`, found `,`"),
        ("row = 1, .. , col = 2", "expected `,` or the end of the coordinates, found `,`"),
    ] {
        let error = expanded(&format!("{of}, {given}"));
        assert!(error.contains(says), "{given}: {error}");
    }
}
