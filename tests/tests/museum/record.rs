//! `Record`: an issue, as `tests/data/museum.txt` has it.
//!
//! A line begins with what it is: `## ` a section, `@ ` an issue and its title, `met: ` what its
//! author met, `> ` a question in our language, `= ` a line of our answer, `check ` what the answer
//! is held against, `why: ` why it is right. Lines that are indented continue the text before.

use crate::check::Check;

pub(crate) struct Record {
    pub(crate) section: String,
    /// As `owner/name#number`; `tests/dialects` where there is none, of what the random questions there met.
    pub(crate) issue: String,
    pub(crate) title: String,
    pub(crate) met: String,
    pub(crate) asks: Vec<Ask>,
    pub(crate) why: String,
}

/// A question and its answer.
pub(crate) struct Ask {
    pub(crate) asked: String,
    pub(crate) answer: String,
    pub(crate) checks: Vec<Check>,
}

impl Record {
    /// The address of the issue; GitHub leads to a pull request from there as well.
    pub(crate) fn address(&self) -> Option<String> {
        let (repository, number) = self.issue.split_once('#')?;
        Some(format!("https://github.com/{repository}/issues/{number}"))
    }

    /// The repository of the issue; none of what our own tests met.
    pub(crate) fn repository(&self) -> Option<&str> {
        self.issue.split_once('#').map(|(repository, _)| repository)
    }
}

/// All records.
pub(crate) fn records() -> Vec<Record> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/museum.txt");
    let text = std::fs::read_to_string(path).expect("the records are in the repository");
    let (mut section, mut records) = (String::new(), Vec::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        read(line, &mut section, &mut records)
            .unwrap_or_else(|| panic!("this line has no place in a record: {line}"));
    }
    records
}

/// Adds a line to the records; none if it does not follow what is there.
fn read(line: &str, section: &mut String, records: &mut Vec<Record>) -> Option<()> {
    if let Some(title) = line.strip_prefix("## ") {
        *section = title.to_owned();
        return Some(());
    }
    if let Some(head) = line.strip_prefix("@ ") {
        let (issue, title) = head.split_once(' ')?;
        records.push(Record {
            section: section.clone(),
            issue: issue.to_owned(),
            title: title.to_owned(),
            met: String::new(),
            asks: Vec::new(),
            why: String::new(),
        });
        return Some(());
    }
    let record = records.last_mut()?;
    if let Some(met) = line.strip_prefix("met: ") {
        met.clone_into(&mut record.met);
    } else if let Some(why) = line.strip_prefix("why: ") {
        why.clone_into(&mut record.why);
    } else if let Some(asked) = line.strip_prefix("> ") {
        let (asked, answer) = (asked.to_owned(), String::new());
        record.asks.push(Ask { asked, answer, checks: Vec::new() });
    } else if let Some(line) = line.strip_prefix("= ") {
        let answer = &mut record.asks.last_mut()?.answer;
        if !answer.is_empty() {
            answer.push('\n');
        }
        answer.push_str(line);
    } else if let Some(check) = line.strip_prefix("check ") {
        record.asks.last_mut()?.checks.push(Check::read(check)?);
    } else {
        let more = line.strip_prefix("  ")?;
        // A record ends with its reason, so that a continued text is one of the two.
        let text = if record.why.is_empty() { &mut record.met } else { &mut record.why };
        text.push('\n');
        text.push_str(more);
    }
    Some(())
}
