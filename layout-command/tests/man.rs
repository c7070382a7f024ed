//! `layout man`.

use std::fs;

use crate::command::{Run, run};

#[test]
fn each_command_has_a_page() {
    let folder = std::env::temp_dir().join(format!("layout-man-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let Run { status, out, err } = run(&["man", "-o", folder.to_str().expect("it is UTF-8")]);
    assert_eq!((status, out.as_str(), err.as_str()), (0, "", ""));
    let listed = run(&["help"]).out;
    let commands = listed.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(commands.len() > 15, "{commands:?}");
    for name in commands {
        let page = fs::read_to_string(folder.join(format!("layout-{name}.1"))).expect(name);
        assert!(
            page.contains(".SH SYNOPSIS") && page.contains(&format!("layout\\-{name}")),
            "{page}"
        );
    }
    assert!(
        fs::read_to_string(folder.join("layout.1")).is_ok_and(|page| page.contains(".TH layout 1"))
    );
    fs::remove_dir_all(folder).expect("it is there");
}

#[test]
fn a_page_is_printed() {
    assert!(run(&["man"]).out.contains(".TH layout 1"));
    assert!(run(&["man", "eval"]).out.contains("Evaluates expressions of CuTe"));
    let Run { status, err, .. } = run(&["man", "nothing"]);
    assert_eq!(
        (status, err.as_str()),
        (1, "error: there is no command `nothing`\nhelp: `layout help` lists them\n")
    );
}
