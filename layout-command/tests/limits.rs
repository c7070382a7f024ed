//! Every command at the limits that `docs/limits.md` names, in a bounded memory; numbers of many digits, in a bounded time of the
//! processor. The system sets both bounds, so that no load of the machine decides a test.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Command, Stdio};

use crate::command::{Run, run};
use layout_laws::all_cases;

/// The most memory of a command, in KiB: its addresses, those of its program included.
const MEMORY: &str = "-v 262144";

/// Runs `layout …` under a limit of `ulimit`, with an input.
fn run_limited(limit: &str, arguments: &[&str], input: &[u8]) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_layout")).args(arguments).env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a shell");
    let mut pipe = child.stdin.take().expect("it is piped");
    let output = std::thread::scope(|scope| {
        // A command that fails does not read its input to the end.
        scope.spawn(move || _ = pipe.write_all(input));
        child.wait_with_output().expect("the command ends")
    });
    assert!(output.status.code().is_some(), "ulimit {limit}: a signal ends {arguments:?}");
    output.into()
}

/// The most values of accesses; the most that share lines; and values whose accesses all differ, for which a search is given up. The first and
/// the last take a minute, and are looked at with `CASES=all`.
const ACCESSES: &str = "(1,16777216):(16777216,1)";
const LINES: &str = "(4,1048576):(1048577,1)";
const DIFFERENT: &str = "(3,5,1048576):(162,182,112)";

/// Invocations of each command at its limits.
fn invocations(command: &str) -> Vec<Vec<&str>> {
    let modes = "(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2)";
    let leaves = "((2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2,2,2),(2,2))";
    match command {
        "access" => vec![
            vec!["--bits", "32", ACCESSES],
            vec!["--bits", "32", "--machine", "x86-64-avx512", LINES],
        ],
        "completions" => vec![vec!["bash"], vec!["zsh"], vec!["fish"]],
        "diff" => vec![
            vec!["(8192,8192):(8192,1)", "(8192,(64,128)):(8192,(1,64))"],
            vec!["Sw<3,4,3> o 0 o (8192,8192):(8192,1)", "Sw<3,4,3> o 0 o (8192,8192):(8192,1)"],
        ],
        "draw" => vec![
            vec!["(64,64)"],
            vec!["--format", "html", "(64,64)"],
            vec!["--format", "tikz", "(64,64)"],
            vec!["--order", "(64,64):(1,64)"],
            vec!["--kind", "blocks", "(512,512)"],
            vec!["--kind", "banks", "(64,64)"],
            vec!["--kind", "tv", "--tile", "(512,512)", "(1024,256):(1,1024)"],
        ],
        "emit" => vec![
            vec!["--lang", "c", modes],
            vec!["--lang", "c", leaves],
            vec![
                "--lang",
                "cuda",
                "--relayout",
                "4",
                "(4096,4096):(1,4096)",
                "(4096,4096):(4096,1)",
            ],
        ],
        "eval" => vec![
            vec![modes],
            vec!["sectors((4,4194304):(184,10), 128, 16)"],
            vec!["find_layout((4096,4096):(4097,1), 16, 65536)"],
            vec!["infer_layout(|i, j| i + j * 1024, (1024,1024))"],
        ],
        "explain" => vec![vec![modes], vec!["infer_layout(|i, j| i ^ j * 1024, (1024,1024))"]],
        "explore" => vec![vec!["--print", modes]],
        "help" => vec![vec![], vec!["operations"], vec!["logical_divide"]],
        "import" => vec![vec![modes], vec![leaves]],
        "plan" => vec![vec![modes], vec![leaves], vec!["--time", modes]],
        "print" => vec![vec!["(256,256)"], vec!["(16,16,16)"]],
        "man" => vec![vec![], vec!["eval"]],
        "repl" => vec![vec![]],
        // One that is there is watched for ever.
        "watch" => vec![vec!["no/such.layout"]],
        "mesh" => vec![
            vec!["(65536,16):(1@0,1@1)", "((16,4096),16):((4096@0,1@0),1@1)"],
            vec!["--mesh", "x=65536", "--shape", "131072,131072", "Shard(0)", "Shard(1)"],
            vec![
                "--mesh",
                "x=256,y=256",
                "--shape",
                "65536,65536",
                "Shard(0), Partial()",
                "Replicate(), Shard(0)",
            ],
        ],
        "tune" => {
            vec![vec!["--bits", "32", "(32,32768):(32768,1)"], vec!["--bits", "32", DIFFERENT]]
        }
        _ => Vec::new(),
    }
}

/// The commands, by the help of the program.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).out;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

#[test]
fn every_command_takes_a_bounded_memory() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for command in &commands {
        let invocations = invocations(command);
        assert!(!invocations.is_empty(), "`{command}` has no invocation at its limits");
        for invocation in invocations {
            let is_long = [ACCESSES, DIFFERENT].iter().any(|long| invocation.contains(long));
            if is_long && !all_cases() {
                continue;
            }
            let arguments = [&[command.as_str()], invocation.as_slice()].concat();
            let Run { err, status, .. } = run_limited(MEMORY, &arguments, b"");
            assert!(!err.contains("memory allocation"), "{arguments:?}: {err}");
            assert!(status == 0 || err.contains("error: "), "{arguments:?}: {status}, {err}");
            assert_ne!(status, 2, "{arguments:?} is no invocation: {err}");
        }
    }
}

#[test]
fn a_table_of_the_longest_expression_takes_a_bounded_memory() {
    let values: Vec<String> = (0..40_000).map(|value| (value % 1000).to_string()).collect();
    for text in [
        format!("infer_layout([{}])\n", values.join(",")),
        format!("({})\n", "8,".repeat(130_000)),
        format!("{}8{}\n", "(".repeat(130_000), ")".repeat(130_000)),
        format!("{}8\n", "8 o ".repeat(60_000)),
        format!("size({}8)\n", "m+".repeat(120_000)),
    ] {
        let run = run_limited(MEMORY, &["eval", "--stdin"], text.as_bytes());
        let start = &text[..20];
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{start}");
        assert_eq!(run.out.lines().count(), 1, "{start}");
    }
}

/// The places in which a number stands: `#` is the number.
const PLACES: [&str; 25] = [
    "(#,8)",
    "(8,-#)",
    "(4,8):(#,1)",
    "4:2@#",
    "4:#@0",
    "# + 1",
    "Sw<#,4,3>",
    "swizzle<#,4,3>",
    "Int<#>{}",
    "C<#>{}",
    "_#{}",
    "SW_#_4_3",
    "Layout<Shape<_4,Int<#>>,Stride<_1,_4>>",
    "infer_layout(|i, j| i * # + j, (4,8))",
    "infer_layout([0, #])",
    "rearrange((4,8), \"(# a) b -> b a\")",
    "rearrange((4,8), \"(a b) c -> c b a\", a = #)",
    "#[assume(n % # == 0)] (n,4)",
    "#[allow(non_injective, reason = #)] (4,8):(1,1)",
    "#[allow(#)] (4,8):(1,1)",
    "#u32",
    "#.5",
    "1e#",
    "#j",
    "get((4,8), #)",
];

#[test]
fn a_number_of_many_digits_takes_time_linear_in_them() {
    let digits = 200_000;
    let numbers = [
        "9".repeat(digits),
        "0".repeat(digits) + "9",
        "9_".repeat(digits / 2),
        format!("0x{}", "f".repeat(digits)),
        format!("0o{}", "7".repeat(digits)),
        format!("0b{}", "1".repeat(digits)),
    ];
    for number in &numbers {
        let lines = PLACES.map(|place| {
            // An attribute begins with the sign, too.
            let attribute = place.strip_prefix("#[").map(|rest| rest.replace('#', number));
            attribute.map_or_else(|| place.replace('#', number), |rest| format!("#[{rest}"))
        });
        // What reads a number is the same of both.
        for format in [&["text", "json"] as &[&str], &["text"]][usize::from(!all_cases())] {
            let arguments = ["eval", "--stdin", "--format", format];
            let run = run_limited("-t 60", &arguments, lines.join("\n").as_bytes());
            assert_eq!((run.status, run.err.as_str()), (0, ""), "{}…", &number[..10]);
            assert_eq!(run.out.lines().count(), lines.len(), "{}…", &number[..10]);
        }
    }
}

#[test]
fn every_command_takes_time_linear_in_the_digits_of_a_number() {
    // The system takes arguments of up to 128 KiB.
    let number = "9".repeat(120_000);
    let (layout, binding) = (format!("({number},8)"), format!("m={number}"));
    for arguments in [
        &["access", "--bits", "32", &layout] as &[&str],
        &["access", "--bits", &number, "(4,8)"],
        &["draw", &layout],
        &["draw", "--tile", &layout, "(4,8)"],
        &["draw", "--slice", &layout, "(4,8)"],
        &["draw", "--thread", &number, "(4,8)"],
        &["emit", "--lang", "c", &layout],
        &["eval", "--with", &binding, "(m,8)"],
        &["explain", &layout],
        &["explore", "--print", &layout],
        &["help", &number],
        &["import", &layout],
        &["import", "--shape", &layout, "--strides", "(1,2)"],
        &["mesh", &layout, "8"],
        &["plan", &layout],
        &["print", &layout],
        &["tune", "--bits", "32", &layout],
    ] {
        let run = run_limited("-t 10", arguments, b"");
        assert_ne!(run.status, 0, "{:?}", arguments[0]);
        assert!(run.err.contains("error: "), "{:?}", arguments[0]);
    }
}
