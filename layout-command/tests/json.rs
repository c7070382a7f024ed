//! `--format json` of each command: an object a line, also of a mistake.

use crate::command::{Run, run};

#[test]
fn answers_are_objects() {
    let cases: &[(&[&str], &str)] = &[
        (&["print", "2:1"], r#"{"expression":"2:1","table":"2:1\u000a"#),
        (&["plan", "2:1"], r#"{"expression":"2:1","plan":"2:1\u000arank 1"#),
        (&["plan", "--time", "2:1"], r#"{"expression":"2:1","milliseconds":{"evaluated":"#),
        (&["emit", "--lang", "c", "2:1"], r#"{"expressions":["2:1"],"language":"c","text":"#),
        (&["import", "Layout<_2,_1>{}"], r#"{"expression":"Layout<_2,_1>{}","value":"2:1"}"#),
        (
            &["diff", "(2,2):(2,1)", "(2,2):(1,2)"],
            r#"{"expressions":["(2,2):(2,1)","(2,2):(1,2)"],"differ":true,"text":"(1,0) is at 2 in the first and at 1 in the second\u000a2 of 4 coordinates differ","coordinate":"(1,0)","offsets":[2,1],"count":2,"size":4}"#,
        ),
        (
            &["diff", "2:1", "2:1"],
            r#"{"expressions":["2:1","2:1"],"differ":false,"text":"no coordinate differs"}"#,
        ),
        (
            &[
                "access",
                "--bits",
                "32",
                "--bytes",
                "4",
                "(32,1):(32,0)",
                "--allow",
                "non_injective",
            ],
            r#"{"expression":"(32,1):(32,0)","value":"(32,1):(32,0)","machine":"sm_90","measured":true,"bits":32,"accesses":1,"lanes":32,"bytes":4,"shared":{"load":{"wavefronts":32,"least":1},"store":{"wavefronts":32,"least":1}},"global":{"sectors":32,"lines":32,"used":128,"moved":1024},"best":{"swizzle":"Sw<5,0,5>","wavefronts":1}}"#,
        ),
        (
            &["tune", "--bits", "32", "--bytes", "4", "(32,1):(32,0)", "--allow", "non_injective"],
            r#"{"machine":"sm_90","measured":true,"accesses":[{"expression":"(32,1):(32,0)","as":"load","bytes":4,"wavefronts":32,"least":1}],"swizzle":{"layout":"Sw<5,0,5>","wavefronts":[1]},"#,
        ),
        (
            &["draw", "--slice", "(1,_)", "(2,2):(2,1)"],
            r#"{"title":"(2,2):(2,1)","caption":"The offset of each coordinate.","panels":[{"name":"","rows":2,"columns":2,"cells":["0","1","2","3"],"picked":[2,3],"padding":[]}]}"#,
        ),
    ];
    for (arguments, expected) in cases {
        let Run { status, out, err } = run(&[arguments, &["--format", "json"][..]].concat());
        assert_eq!(err, "", "{arguments:?}");
        assert!(status == 0 || arguments[0] == "diff", "{arguments:?}");
        assert!(out.starts_with(expected), "{arguments:?}: {out}");
        assert!(out.ends_with("}\n") && out.lines().count() == 1, "{arguments:?}: {out}");
    }
}

#[test]
fn a_mistake_is_an_object_on_standard_output() {
    for command in
        ["access", "diff", "draw", "emit", "eval", "explain", "plan", "print", "tune", "mesh"]
    {
        let more: &[&str] = match command {
            "access" | "tune" => &["--bits", "32", "(2,2):(1,1)"],
            "diff" | "mesh" => &["(2,2):(1,1)", "4:1"],
            "emit" => &["--lang", "c", "(2,2):(1,1)"],
            _ => &["(2,2):(1,1)"],
        };
        let Run { status, out, err } = run(&[&[command, "--format", "json"], more].concat());
        assert!(status != 0 && err.is_empty(), "{command}: {err}");
        let error = match command {
            "mesh" => r#"null,"message":"the stride 1 of (2,2):(1,1) is no number of devices"#,
            _ => r#""L0008","message":"(2,2):(1,1) is not injective"#,
        };
        let start = format!(r#"{{"expression":"(2,2):(1,1)","error":{{"code":{error}"#);
        assert!(out.starts_with(&start), "{command}: {out}");
    }
    for (arguments, start) in [
        (
            ["explain", "L9999"],
            r#"{"expression":"L9999","error":{"code":null,"message":"there is no code L9999""#,
        ),
        (
            ["import", "Layout<_2"],
            r#"{"expression":"Layout<_2","error":{"code":null,"message":"expected `,` or `>`"#,
        ),
    ] {
        let Run { status, out, err } = run(&[&arguments[..], &["--format", "json"]].concat());
        assert!(status != 0 && err.is_empty() && out.starts_with(start), "{out}{err}");
    }
}
