//! The page: every record, with what holds its answer.

use std::fmt::Write;

use crate::record::{Ask, Record};
use crate::runs;

const HEAD: &str = "\
# A museum of issues

RECORDS public issues and pull requests of PROJECTS repositories: what the author met, what is answered here, and why that
is right. One record is of no issue: the random questions of `tests/dialects` met it. A line with `>` is an expression of
this language, which `layout eval` takes as it stands, or an invocation of `layout!`; with `plan`, it asks for the arithmetic
of the index, as `layout plan` does. Below it is the value, of `redistribute!` what moves and how many elements each device
has, or the message of the error, without its `help:`.

They are chosen, not sampled: issues whose layouts can be written down. Many of them are fixed where they were found;
whether a thread is still open is not said here. An answer with `where` holds under that condition, which is proved, or
checked where the layout is made. `#[allow(…)]` lets a result through that is exact but rarely meant.

`cargo test -p layout-tests --test museum` asks all of it again. *Checked* says what an answer is compared with, beside its
text: a formula as one writes it by hand, evaluated at every point by loops that share no code with the algebra; `/` and
`%` are those of integers, `^` is the exclusive or, which binds last. The records are in `tests/data/museum.txt`;
`WRITE=1` makes this page of them.

";

/// The document.
pub(crate) fn page(records: &[Record]) -> String {
    let mut projects: Vec<&str> = records.iter().filter_map(Record::repository).collect();
    let head = HEAD.replace("RECORDS", &projects.len().to_string());
    projects.sort_unstable();
    projects.dedup();
    let mut page = head.replace("PROJECTS", &projects.len().to_string());
    page.push_str("| | issues |\n|---|---|\n");
    for section in records.chunk_by(|a, b| a.section == b.section) {
        let name = &section[0].section;
        let links =
            section.iter().map(|record| format!("[{0}](#{1})", record.issue, anchor(record)));
        let links = links.collect::<Vec<_>>().join(", ");
        let _ = writeln!(page, "| [{name}](#{}) | {links} |", slug(name));
    }
    for section in records.chunk_by(|a, b| a.section == b.section) {
        let _ = writeln!(page, "\n## {}", section[0].section);
        for record in section {
            show(record, &mut page);
        }
    }
    page
}

/// The anchor that GitHub makes of a heading.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchor(record: &Record) -> String {
    slug(&record.issue)
}

fn show(record: &Record, page: &mut String) {
    let title = match record.address() {
        Some(address) => format!("[{}]({address})", record.title),
        None => record.title.clone(),
    };
    let _ = writeln!(page, "\n### {}\n\n{title}\n\n{}\n", record.issue, record.met);
    let mut open = false;
    for Ask { asked, answer, .. } in &record.asks {
        let code = asked.strip_prefix("run ").map(runs::source);
        if code.is_some() && open {
            page.push_str("```\n\n");
            open = false;
        }
        match code {
            Some(code) => {
                let _ = writeln!(page, "```rust\n{code}\n```\n\n```text\n{answer}\n```\n");
            }
            None => {
                page.push_str(if open { "\n" } else { "```text\n" });
                let _ = writeln!(page, "> {asked}\n{answer}");
                open = true;
            }
        }
    }
    if open {
        page.push_str("```\n\n");
    }
    let _ = writeln!(page, "{}", record.why);
    let checks: Vec<String> =
        record.asks.iter().flat_map(|ask| &ask.checks).map(ToString::to_string).collect();
    if !checks.is_empty() {
        let _ = writeln!(page, "\n*Checked*: {}.", checks.join("; "));
    }
}
