//! `layout explore EXPR…`; the page itself is tested in a browser, see `explorer/README.md`.

use std::fs;

use crate::command::{Run, run};

#[test]
fn an_address_keeps_the_expressions() {
    let page = std::env::temp_dir().join(format!("layout explorer {}.html", std::process::id()));
    fs::write(&page, "<!doctype html>").expect("a file");
    let name = page.to_str().expect("it is UTF-8");
    let Run { status, out, err } =
        run(&["explore", "--print", "--page", name, "(4,8):(8,1)", "A & B#%é"]);
    fs::remove_file(&page).expect("it is there");
    assert_eq!((status, err.as_str()), (0, ""));
    let end = "%20explorer%20PID.html#a=%284%2C8%29%3A%288%2C1%29&b=A%20%26%20B%23%25%C3%A9\n"
        .replace("PID", &std::process::id().to_string());
    assert!(out.starts_with("file:///") && out.ends_with(&end), "{out}");
}

#[test]
fn a_page_that_is_not_there_is_an_error() {
    let Run { status, out, err } = run(&["explore", "--print", "--page", "no/such.html"]);
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.starts_with("error: there is no `no/such.html`"), "{err}");
}

#[cfg(not(explorer_page))]
#[test]
fn without_a_page_it_says_how_to_get_one() {
    let Run { status, out, err } = run(&["explore", "--print"]);
    assert_eq!((status, out.as_str()), (1, ""));
    let expected = "error: this command was built without the explorer\n\
        help: in a clone, `explorer/build.sh` builds its page, `--page layout-command/explorer.html` \
        opens it, and the next `cargo install --path layout-command` has it\n";
    assert_eq!(err, expected);
}

#[cfg(explorer_page)]
#[test]
fn its_own_page_is_written() {
    let page = std::env::temp_dir().join(format!("layout-explorer-{}.html", std::process::id()));
    let name = page.to_str().expect("it is UTF-8");
    let Run { status, .. } = run(&["explore", "--print", "-o", name]);
    let text = fs::read_to_string(&page).expect("it is written");
    fs::remove_file(&page).expect("it is there");
    assert!(status == 0 && text.contains("<title>Layout explorer</title>"));
}
