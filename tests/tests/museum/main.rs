//! Public issues against other layout systems, each with our answer: the records are in
//! `tests/data/museum.txt`, the page that is made of them is `docs/MUSEUM.md`.
//!
//! Every answer is compared with the record. Where it is a function that a formula can give, it is
//! also held against that formula, which `offsets.rs` evaluates without the algebra.

mod answer;
mod check;
mod formula;
#[path = "../it/invocation.rs"]
#[allow(dead_code)]
mod invocation;
mod offsets;
mod page;
mod record;
mod runs;

use std::collections::BTreeSet;
use std::fmt::Write;

use layout_tests::document;

use answer::answer;
use record::records;

const PAGE: &str = "docs/MUSEUM.md";

#[test]
fn every_issue_has_the_answer_of_its_record() {
    let mut wrong = String::new();
    for record in records() {
        for ask in record.asks {
            let found = answer(&ask.asked);
            if found != ask.answer {
                let (issue, asked, expected) = (&record.issue, ask.asked, ask.answer);
                let _ = writeln!(wrong, "{issue}\n> {asked}\nis\n{found}\nand not\n{expected}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn answers_equal_what_is_written_by_hand() {
    let (mut wrong, mut count) = (String::new(), 0);
    for record in records() {
        for ask in record.asks {
            for check in &ask.checks {
                count += 1;
                if let Err(reason) = check.holds(&ask.answer) {
                    let _ =
                        writeln!(wrong, "{}\n> {}\n{check}\n{reason}\n", record.issue, ask.asked);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 110, "only {count} checks");
}

#[test]
fn an_issue_has_one_record() {
    let mut issues = BTreeSet::new();
    for record in records() {
        assert!(!record.asks.is_empty(), "{} asks nothing", record.issue);
        assert!(!record.met.is_empty() && !record.why.is_empty(), "{} lacks text", record.issue);
        assert!(issues.insert(record.issue.clone()), "{} has two records", record.issue);
    }
}

#[test]
fn every_run_is_of_a_record() {
    let asked: BTreeSet<String> =
        records().iter().flat_map(|r| &r.asks).map(|ask| ask.asked.clone()).collect();
    for (name, _) in runs::ALL {
        assert!(asked.contains(&format!("run {name}")), "no record asks for `run {name}`");
    }
}

#[test]
fn the_page_is_made_of_the_records() {
    let page = page::page(&records());
    if document::is_asked_for() {
        document::write(PAGE, &page);
    }
    let command = "WRITE=1 cargo test -p layout-tests --test museum";
    assert!(document::read(PAGE) == page, "{PAGE} is stale: `{command}` writes it anew");
}
