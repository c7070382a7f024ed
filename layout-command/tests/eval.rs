//! `layout eval EXPR…`.

use std::io::Write;
use std::process::Stdio;

use crate::command::{Run, layout, run};

#[track_caller]
fn check_values(arguments: &[&str], values: &[&str]) {
    let out = values.iter().map(|value| format!("{value}\n")).collect();
    let arguments = [&["eval"], arguments].concat();
    assert_eq!(run(&arguments), Run { status: 0, out, err: String::new() });
}

/// The errors of one wrong expression, with nothing on standard output.
#[track_caller]
fn errors(expression: &str) -> String {
    let Run { status, out, err } = run(&["eval", expression]);
    assert_eq!((status, out.as_str()), (1, ""));
    err
}

#[test]
fn values_are_printed_one_a_line() {
    check_values(&["(4,8):(8,1)"], &["(4,8):(8,1)"]);
    check_values(
        &["(4,8)", "_4:_2", "cosize((4,8):(16,1))", "is_injective(4:0)", "shape((4,8):(8,1))"],
        &["(4,8):(1,4)", "4:2", "56", "false", "(4,8)"],
    );
    check_values(&["composition((6,2):(8,2), (4,3):(3,1))"], &["((2,2),3):((24,2),8)"]);
    check_values(&["(6,2):(8,2) o (4,3):(3,1)"], &["((2,2),3):((24,2),8)"]);
    check_values(&["(4,\n8)"], &["(4,8):(1,4)"]);
}

#[test]
fn what_is_assumed_of_symbols_is_known() {
    check_values(
        &["#[assume(n % 16 == 0)] recast((m,n):(n,1), 8, 16)"],
        &["(m,n / 2):(n / 2,1) where 1 <= m, 1 <= n, n % 16 == 0"],
    );
}

#[test]
fn layouts_are_inferred_from_tables_and_closures() {
    check_values(
        &["infer_layout(|i, j| i*8 + (j ^ i), (8,8))", "infer_layout([0,4,2,6])"],
        &["Sw<3,0,3> o 0 o (8,8):(8,1)", "(2,2):(4,2)"],
    );
    let text = errors("infer_layout(|i, j| i * j, (4,4))");
    assert!(text.contains("value 1 at coordinate (1,1)"), "{text}");
    assert!(text.contains("                     ^^^^^\n"), "{text}");
}

#[test]
fn a_negative_integer_is_no_flag() {
    check_values(&["-1"], &["-1"]);
    check_values(&["--", "-1@0"], &["-1@0"]);
}

#[test]
fn allow_lets_lints_through() {
    check_values(&["--allow", "non_injective", "(4,4):(1,0)"], &["(4,4):(1,0)"]);
    check_values(
        &["--allow", "padding", "logical_divide((4,8), (2,3))"],
        &["((2,2),(3,3)):((1,2),(4,12)) in bounds ((2,2),(3,3)):((0,0),(1,3)) < 8"],
    );
    check_values(
        &["--allow", "non_injective,padding", "4:0", "logical_divide(8, 3)"],
        &["4:0", "(3,3):(1,3) in bounds (3,3):(1,3) < 8"],
    );
    check_values(&["4:0", "--allow=padding", "--allow=non_injective"], &["4:0"]);
    assert_eq!(run(&["eval", "--allow", "padding", "4:0"]).status, 1);
}

#[test]
fn padding_is_told() {
    let padded = "zipped_divide((m,8):(8,1), (32,4))";
    let lost = "complement(logical_divide(10, 4), 48)";
    check_values(
        &["--allow", "padding", padded, lost],
        &[
            "((32,4),(ceil_div(m, 32),2)):((8,1),(256,4)) in bounds \
             ((32,4),(ceil_div(m, 32),2)):((1,0),(32,0)) < m where 1 <= m",
            "4:12 in bounds unknown",
        ],
    );
    let value = "((32,4),(2,2)):((8,1),(256,4))";
    check_values(&["--allow", "padding", "--with", "m=64", padded], &[value]);
    let bound = format!("{value} in bounds ((32,4),(2,2)):((1,0),(32,0)) < 50");
    check_values(&["--allow", "padding", "--with", "m=50", padded], &[&bound]);
}

#[test]
fn symbols_are_printed_with_what_they_must_meet() {
    check_values(&["(m,n):(n,1)"], &["(m,n):(n,1) where 1 <= m, 1 <= n"]);
    // A condition that follows from another is left out.
    let sorted = "#[allow(non_injective)] sort((2,m):(1,1))";
    check_values(&[sorted], &["(2,m):(1,1) where 2 <= m"]);
    check_values(
        &["logical_divide((m):(1), 128)", "cosize((m,N):(N,1))", "(config::BM,{ 2 * N })"],
        &[
            "(128,m / 128):(1,128) where 1 <= m, m % 128 == 0",
            "m * N where 1 <= m, 1 <= N",
            "(config::BM,{2*N}):(1,config::BM) where 1 <= config::BM, 1 <= {2*N}",
        ],
    );
}

#[test]
fn deep_and_long_expressions_of_symbols_are_answered_in_time() {
    let nested = |open: &str, close: &str| [&open.repeat(60), "a", &close.repeat(60)].concat();
    let list = |name: &str, n: usize, separator: &str| {
        (0..n).map(|i| format!("{name}{i}")).collect::<Vec<_>>().join(separator)
    };
    let start = std::time::Instant::now();
    for (expression, status) in [
        (format!("({})", nested("min(", ",b)")), 0), // min(a,b)
        (format!("({})", nested("min(b,2*", "+1)")), 1),
        (format!("({})", nested("(", "+1)")), 0),
        (format!("({})", nested("(", "/b+1)")), 1),
        (format!("({})", list("a", 32, "*")), 0),
        (format!("({})", vec!["a"; 5000].join("+")), 1),
        (format!("({})", list("a", 33, ",")), 1),
        (format!("({}):({})", list("a", 12, ","), list("d", 12, ",")), 0),
        (format!("(1):({}a)", "-".repeat(3000)), 1),
        (format!("({}a{})", "{".repeat(3000), "}".repeat(3000)), 0),
    ] {
        let Run { status: found, err, .. } = run(&["eval", "--", &expression]);
        assert_eq!(found, status, "{expression}: {err}");
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn symbols_are_given_values() {
    let divide = "logical_divide((m,n):(n,1), (32,16))";
    check_values(&["--with", "m=64,n=48", divide], &["((32,2),(16,3)):((48,1536),(1,16))"]);
    check_values(
        &["--with", "m=64", divide],
        &["((32,2),(16,n / 16)):((n,32 * n),(1,16)) where 1 <= n, n % 16 == 0"],
    );
    let Run { status, out, err } = run(&["eval", "--with", "m=64,n=40", divide]);
    assert_eq!((status, out.as_str()), (1, ""));
    insta::assert_snapshot!(err);
    assert_eq!(run(&["eval", "--with", "m", divide]).status, 2);
    for twice in [&["--with", "m=64,n=8,m=32"][..], &["--with", "m=64", "--with", "m=32"]] {
        let Run { status, out, err } = run(&[&["eval"], twice, &[divide]].concat());
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(err.contains("`--with` gives `m` two values, 64 and 32"), "{err}");
    }
}

#[test]
fn a_value_is_for_a_symbol_of_an_expression() {
    for (expression, symbols) in [
        ("(a,b):(b,1)", "its symbols: `a`, `b`"),
        // It has one, of which the value knows nothing.
        ("size((M):(0)) ", "its symbols: `M`"),
        ("4:1", "it has no symbols"),
    ] {
        let allow = ["--allow", "non_injective", "--with", "m=3"];
        for command in ["eval", "print", "plan"] {
            let Run { status, out, err } = run(&[&[command], &allow[..], &[expression]].concat());
            assert_eq!((status, out.as_str()), (1, ""), "{command}");
            assert!(err.contains("`--with` gives `m` a value, which is no symbol here"), "{err}");
            assert!(err.contains(symbols), "{err}");
        }
    }
    // One of several expressions has it.
    check_values(&["--with", "m=3,n=4", "(m):(1)", "(n):(2)"], &["(3):(1)", "(4):(2)"]);
    let Run { status, out, err } = run(&["eval", "--with", "m=3,k=4", "(m):(1)", "(n):(2)"]);
    assert_eq!((status, out.as_str()), (1, ""));
    insta::assert_snapshot!(err);
    // What is wrong may have meant it.
    let Run { status, out, err } = run(&["eval", "--with", "m=3", "4:1", "(m):"]);
    assert_eq!((status, out.as_str()), (1, "4:1\n"));
    assert!(!err.contains("--with"), "{err}");
}

#[test]
fn a_wrong_expression_does_not_stop_the_others() {
    let Run { status, out, err } = run(&["eval", "4:1", "A", "4:", "8:1"]);
    assert_eq!((status, out.as_str()), (1, "4:1\n8:1\n"));
    insta::assert_snapshot!(err);
}

#[test]
fn error_at_a_leaf_with_a_lint_to_allow() {
    insta::assert_snapshot!(errors("(4,(4,2)):(1,(0,16))"));
}

#[test]
fn error_with_a_repair() {
    insta::assert_snapshot!(errors("logical_divide((4,8), (2,3))"));
}

#[test]
fn error_with_a_rule() {
    insta::assert_snapshot!(errors("(4,8):(8,1,2)"));
}

#[test]
fn error_at_a_misspelled_operation() {
    insta::assert_snapshot!(errors("compositon(4:1, 2:1)"));
}

#[test]
fn error_at_the_end() {
    insta::assert_snapshot!(errors("(4,8):"));
}

#[test]
fn error_of_an_empty_expression() {
    insta::assert_snapshot!(errors(""));
}

#[test]
fn error_on_the_second_line() {
    insta::assert_snapshot!(errors("(4,\n  8x)"));
}

#[test]
fn error_after_wide_characters() {
    insta::assert_snapshot!(errors("/* 布局 */ 4:X x"));
}

#[test]
fn error_at_an_unclosed_bracket() {
    insta::assert_snapshot!(errors("(4,(2,2)):(1,(4,8)"));
}

#[test]
fn error_at_a_stray_bracket() {
    insta::assert_snapshot!(errors("(4,8]"));
}

#[test]
fn error_at_an_unknown_character() {
    insta::assert_snapshot!(errors("4:🦀"));
}

#[test]
fn error_at_digits_of_another_base() {
    insta::assert_snapshot!(errors("(4,0b12)"));
}

#[test]
fn error_in_an_unclosed_comment() {
    insta::assert_snapshot!(errors("4:1 /* eight"));
}

#[test]
fn error_in_an_unclosed_literal() {
    insta::assert_snapshot!(errors("4:\"1"));
}

#[test]
fn usage_errors_exit_with_2() {
    for arguments in [
        &[][..],
        &["evaluate"],
        &["eval"],
        &["eval", "--allow", "everything", "4"],
        &["eval", "--stdin", "4"],
        &["eval", "--color", "blue", "4"],
        &["print"],
        &["print", "4:1", "4:1"],
    ] {
        let run = run(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn colors_are_for_terminals_unless_asked_for() {
    assert!(!errors("A").contains('\x1b'));
    assert!(!run(&["eval", "--color", "never", "A"]).err.contains('\x1b'));
    assert!(run(&["eval", "--color", "always", "A"]).err.contains("\x1b["));
    assert!(run(&["--color", "always", "eval", "A"]).err.contains("\x1b["));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    assert!(!errors("\"\x1b[31m\"").contains('\x1b'));
}

#[test]
fn a_closed_stdout_ends_quietly() {
    let mut command = layout(&["eval", "eval(65536:1)", "eval(65536:1)"]);
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(Run::from(output), Run { status: 0, out: String::new(), err: String::new() });
}

/// Every `$ …` of the help prints what the help says; `error: …` stands for any
/// error.
#[cfg(unix)]
#[test]
fn examples_of_the_help_are_true() {
    let help = run(&["help", "eval"]).out;
    let (_, examples) = help.split_once("Examples:").expect("the help has examples");
    let path = std::path::Path::new(env!("CARGO_BIN_EXE_layout")).parent().unwrap();
    let mut tried = 0;
    for example in examples.split("  $ ").skip(1) {
        let (command, answers) = example.split_once('\n').expect("an answer follows");
        let mut shell = std::process::Command::new("/bin/sh");
        let output = shell.arg("-c").arg(command).env("PATH", path).output().unwrap();
        let run = Run::from(output);
        let answers: Vec<&str> = answers.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        assert_eq!(run.out.lines().count(), answers.len(), "{command}: {run:?}");
        for (line, answer) in run.out.lines().zip(answers) {
            match answer.strip_suffix('…') {
                Some(start) => assert!(line.starts_with(start), "{command}: {line}"),
                None => assert_eq!(line, answer, "{command}"),
            }
        }
        tried += 1;
    }
    assert_eq!(tried, 9);
}

#[test]
fn errors_of_a_projected_tiler_are_at_its_modes() {
    insta::assert_snapshot!(errors("local_tile((512,256):(256,1), (128,64,33), (1,2,_), (1,_,1))"));
    insta::assert_snapshot!(errors("local_tile((512,256):(256,1), (128,64), (1,2,_), (1,_,1))"));
}

#[test]
fn what_other_libraries_write_is_read() {
    let swizzled = "Sw<3,4,3> o 0 o (8,64):(64,1)";
    let spelled = [
        ("make_layout(Shape<_4,_8>{}, LayoutRight{})", "(4,8):(8,1)"),
        ("cute::make_layout(cute::make_shape(_4{}, 8), cute::make_stride(8, _1{}))", "(4,8):(8,1)"),
        (
            "cute::Layout<cute::tuple<cute::C<4>, cute::C<8> >, cute::tuple<cute::C<8>, cute::C<1> > >",
            "(4,8):(8,1)",
        ),
        ("logical_divide(Layout<_24,_2>{}, Layout<_4,_2>{})", "(4,(2,3)):(4,(2,16))"),
        (
            "Layout<Shape<_4,_8>,Stride<ScaledBasis<_1,0>,ScaledBasis<_2,1,1>>>{}",
            "(4,8):(1@0,2@1@1)",
        ),
        ("ComposedLayout<Swizzle<3,4,3>,_0,Layout<Shape<_8,_64>,Stride<_64,_1>>>{}", swizzled),
        ("composition(Swizzle<3,4,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})", swizzled),
        ("cute.make_layout((4, 8), stride=(8, 1))", "(4,8):(8,1)"),
        ("cute.make_ordered_layout((4, 8), order=(1, 0))", "(4,8):(8,1)"),
        (
            "cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))",
            swizzled,
        ),
        ("ComposedLayout(Swizzle(3, 4, 3), Layout((8, 64), (64, 1)), offset=0)", swizzled),
        ("ComposedLayout(Swizzle(3,4,3),0,Layout((8, 64),(64, 1)))", swizzled),
        ("SW_3_4_3 o 0 o (8, 64):(64, 1)", swizzled),
        ("SW_2_0_-3 o 0 o (8, 64):(64, 1)", "Sw<2,0,-3> o 0 o (8,64):(64,1)"),
        ("torch.as_strided(x, (4, 8), (8, 1))", "(4,8):(8,1)"),
        (
            "np.lib.stride_tricks.as_strided(x, shape=(4, 8), strides=(8 * x.itemsize, x.itemsize))",
            "(4,8):(8,1)",
        ),
    ];
    let (written, values): (Vec<&str>, Vec<&str>) = spelled.into_iter().unzip();
    check_values(&written, &values);
    // A word at another place is none of a library.
    for wrong in ["make_layout((4,8), order=(1,0))", "rows.make_layout((4,8))", "Layout<_8,_2>"] {
        errors(wrong);
    }
}

#[test]
fn values_in_the_notation_of_others() {
    let written = |notation: &str, expression: &str| {
        let Run { out, err, .. } = run(&["eval", "--notation", notation, expression]);
        format!("{out}{}", err.lines().next().map(|line| format!("{line}\n")).unwrap_or_default())
    };
    let layouts = [
        "(4,(2,2)):(2,(1,8))",
        "(8,8):(1,F9)",
        "(3):(-5)",
        "Sw<2,1,3> o 5 o (8,11):(11,1)",
        "(4,8):(1@0,2@1@1)",
        "(m,n / 4):(n,1)",
        "#[allow(padding)] logical_divide(10, 4)",
        "<4:1, 8>",
    ];
    let mut text = String::new();
    for notation in
        ["cute-cpp", "cute-dsl", "f2", "numpy", "pycute", "tensor-layouts", "torch", "triton"]
    {
        text.extend([notation, ":\n"]);
        text.extend(layouts.map(|layout| written(notation, layout)));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn layouts_that_differ_do_so_at_a_coordinate() {
    for (expression, note) in [
        ("agrees((4,8):(8,1), (4,8):(1,4))", "(1,0) is written at 8 and read at 1"),
        (
            "agrees((4,8):(1@0+1@1,1@1), (4,8):(1@0,1@1))",
            "(1,0) is written at (1,1) and read at (1,0)",
        ),
        (
            "functionally_equal((4,8):(8,1), 32:1)",
            "at 1-D coordinate 1 the first is 8 and the second 1",
        ),
        ("functionally_equal(32:1, 16:1)", "the first has 32 coordinates and the second 16"),
        (
            "functionally_equal((4,8):(1@0+1@1,1@1), (4,8):(1@0,1@1))",
            "at 1-D coordinate 1 the first is (1,1) and the second (1,0)",
        ),
        (
            "functionally_equal(Sw<2,0,2>, Sw<2,0,3>)",
            "at 1-D coordinate 4 the first is 5 and the second 4",
        ),
        (
            "functionally_equal(Sw<1,0,2> o 0 o 8:1, 8:1)",
            "at 1-D coordinate 4 the first is 5 and the second 4",
        ),
    ] {
        let Run { status, out, err } = run(&["eval", expression]);
        let expected = (0, "false\n".to_owned(), format!("note: {note}\n"));
        assert_eq!((status, out, err), expected, "{expression}");
    }
    let Run { out, .. } = run(&["eval", "--format", "json", "agrees(4:2, 4:1)"]);
    assert!(out.contains(r#""value":"false","note":"1 is written at 2 and read at 1""#), "{out}");
    check_values(&["agrees(4:2, 4:2)"], &["true"]);
}

#[test]
fn definitions_stand_in_front_of_an_expression() {
    check_values(
        &[
            "struct A = (4,8):(8,1); let t = zipped_divide(A, (2,4)); size(t)",
            "layout! { /// Rows.\n pub struct A = (4,8):(8,1); } cosize(A)",
            "layout! { struct A = (4,8):(8,1); };",
            "struct Rows<m, n> = (m,n):(n,1); Rows<4, 8>",
            "let a = (m,8):(8,1); zipped_divide(a, (4,2))",
        ],
        &[
            "32",
            "32",
            "(4,8):(8,1)",
            "(4,8):(8,1)",
            "((4,2),(m / 4,4)):((8,1),(32,2)) where 1 <= m, m % 4 == 0",
        ],
    );
    check_values(&["--allow", "non_injective", "struct A = (4,4):(1,0); A"], &["(4,4):(1,0)"]);
}

#[test]
fn a_wrong_definition_is_underlined_where_it_stands() {
    let text = errors("struct A = (4,8):(8,1);\nstruct B = zipped_divide(A, (3,4)); size(B)");
    assert!(text.contains("<argument 1>:2:30"), "{text}");
    let text = errors("struct A = 4:1; struct A = 4:2;");
    assert!(text.contains("the layout `A` is defined twice"), "{text}");
    let text = errors("let a = 4:1; b");
    assert!(text.contains("cannot find a layout named `b`"), "{text}");
}

#[test]
fn an_expression_is_read_from_a_file_and_from_standard_input() {
    let file = std::env::temp_dir().join(format!("layout-{}.txt", std::process::id()));
    std::fs::write(&file, "struct A = (4,8):(8,1);\ncosize(A)\n").expect("it is written");
    check_values(&[&format!("@{}", file.display())], &["32"]);
    std::fs::remove_file(&file).expect("it is there");
    let mut command = layout(&["eval", "-"]).stdin(Stdio::piped()).spawn().expect("it starts");
    command.stdin.take().expect("a pipe").write_all(b"size((4,8))").expect("it reads");
    let output = command.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "32\n");
    assert_eq!(run(&["eval", "@nowhere"]).status, 2);
}
