//! `layout repl`.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, Parser};
use layout_algebra::atoms;
use layout_codegen::operation_names;
use layout_command::expression::{Settings, evaluate, has_symbol, text};
use layout_command::session::{Session, depth};
use layout_command::steps::reason_of;
use layout_command::views::without_bindings;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Editor, Helper};

use crate::render::report_line;
use crate::{Arguments, Given};

const PROMPT: &str = "layout> ";

/// The commands of a session itself.
const OWN: [&str; 5] = ["definitions", "forget", "allow", "with", "quit"];

/// The arguments of `layout repl`.
#[derive(clap::Args)]
pub(crate) struct ReplArguments {
    #[command(flatten)]
    given: Given,
}

/// The consequence of a line.
enum Next {
    Line,
    End,
}

impl ReplArguments {
    /// Answers line by line, until the input ends.
    pub(crate) fn run(
        &self,
        color: ColorChoice,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        let config = Config::builder().history_ignore_space(true).build();
        let mut editor: Editor<Words, FileHistory> =
            Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(Words::default()));
        let history = history();
        if let Some(file) = &history {
            // There is none the first time.
            let _ = editor.load_history(file);
        }
        let mut reader = Reader {
            session: Session::default(),
            allow: self.given.allow.iter().map(|lint| lint.name().to_owned()).collect(),
            with: self.given.with.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        };
        loop {
            out.flush()?;
            err.flush()?;
            let line = match editor.readline(PROMPT) {
                Ok(line) => line,
                // Only the line is given up.
                Err(ReadlineError::Interrupted) => continue,
                Err(ReadlineError::Eof) => break,
                Err(error) => return Err(io::Error::other(error)),
            };
            let _ = editor.add_history_entry(line.trim());
            if let Next::End = reader.answer(line.trim(), color, out, err)? {
                break;
            }
            if let Some(words) = editor.helper_mut() {
                words.defined = reader.session.names().map(str::to_owned).collect();
            }
        }
        if let Some(file) = history {
            let folder = file.parent().map(fs::create_dir_all);
            // A session without a history is one.
            if folder.is_some_and(|made| made.is_ok()) {
                let _ = editor.save_history(&file);
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The file of the history.
fn history() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || set("HOME").or_else(|| set("USERPROFILE"));
    let state = set("XDG_STATE_HOME").or_else(|| Some(home()?.join(".local/state")));
    Some(state?.join("layout/history"))
}

/// The state that the lines before have left.
struct Reader {
    session: Session,
    /// The arguments of `--allow` and of `--with`.
    allow: Vec<String>,
    with: Vec<String>,
}

impl Reader {
    fn answer(
        &mut self,
        line: &str,
        color: ColorChoice,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<Next> {
        if let Some(command) = line.strip_prefix(':') {
            return self.command(command.trim(), color, out, err);
        }
        if line.is_empty() || line.starts_with("//") {
            return Ok(Next::Line);
        }
        let Some(settings) = self.settings(err)? else { return Ok(Next::Line) };
        let next = self.session.with(line);
        let source = next.source();
        match evaluate(&source, &settings) {
            Ok(evaluated) => {
                let value = text(&evaluated);
                match next.defined() {
                    Some(name) => writeln!(out, "{name} = {value}")?,
                    None => writeln!(out, "{value}")?,
                }
                if let Some(reason) = reason_of(&source, &value, &settings) {
                    writeln!(err, "note: {reason}")?;
                }
                self.session = next.kept();
            }
            Err(mistake) => writeln!(err, "{}\n", report_line(&mistake, &source))?,
        }
        Ok(Next::Line)
    }

    /// The settings of a line; none where those that were set are no options.
    fn settings(&self, err: &mut impl Write) -> io::Result<Option<Settings>> {
        let arguments = ["layout", "repl"].map(str::to_owned).into_iter().chain(self.options());
        match Arguments::try_parse_from(arguments) {
            Ok(Arguments { command: crate::Command::Repl(repl), .. }) => {
                Ok(Some(repl.given.settings()))
            }
            Ok(_) => Ok(None),
            Err(error) => {
                writeln!(err, "{}", error.render())?;
                Ok(None)
            }
        }
    }

    /// The options that say what is allowed, and which values symbols have.
    fn options(&self) -> Vec<String> {
        let allow = self.allow.iter().map(|lint| format!("--allow={lint}"));
        allow.chain(self.with.iter().map(|value| format!("--with={value}"))).collect()
    }

    /// The same for one expression: a command refuses a value for what is no symbol of it.
    fn options_of(&self, source: &str, err: &mut impl Write) -> io::Result<Vec<String>> {
        let Some(settings) = self.settings(err)? else { return Ok(Vec::new()) };
        let Ok(evaluated) = evaluate(source, &without_bindings(&settings)) else {
            return Ok(self.options());
        };
        let lacks = |option: &String| {
            let value = option.strip_prefix("--with=").and_then(|value| value.split_once('='));
            value.is_some_and(|(name, _)| !has_symbol(&evaluated, name.trim()))
        };
        Ok(self.options().into_iter().filter(|option| !lacks(option)).collect())
    }

    fn command(
        &mut self,
        line: &str,
        color: ColorChoice,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<Next> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let words = || rest.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned);
        match name {
            "quit" | "q" | "exit" => return Ok(Next::End),
            "definitions" => write!(out, "{}", self.session.definitions())?,
            "forget" => self.session = Session::default(),
            "allow" | "with" => {
                let before = match name {
                    "allow" => std::mem::replace(&mut self.allow, words().collect()),
                    _ => std::mem::replace(&mut self.with, words().collect()),
                };
                if self.settings(err)?.is_none() {
                    match name {
                        "allow" => self.allow = before,
                        _ => self.with = before,
                    }
                }
            }
            _ => self.run(name, rest, color, out, err)?,
        }
        Ok(Next::Line)
    }

    /// Runs a command of the program on an expression that may use the definitions.
    fn run(
        &self,
        name: &str,
        rest: &str,
        color: ColorChoice,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<()> {
        let program = Arguments::command();
        let Some(command) = program.find_subcommand(name).filter(|_| name != "repl") else {
            let own = OWN.map(|name| format!(":{name}")).join(", ");
            writeln!(err, "error: there is no command `:{name}`")?;
            return writeln!(err, "help: those of `layout help`, and {own}");
        };
        let (mut options, mut left) = (Vec::new(), rest);
        while left.starts_with("--") {
            let (option, rest) = left.split_once(char::is_whitespace).unwrap_or((left, ""));
            options.push(option.to_owned());
            left = rest.trim_start();
        }
        let takes = |id: &str| command.get_arguments().any(|argument| argument.get_id() == id);
        let takes_expressions = takes("expressions") || takes("expression");
        let last = match (left.is_empty(), takes_expressions) {
            (true, _) => None,
            (false, true) => Some(self.session.with(left).source()),
            (false, false) => Some(left.to_owned()),
        };
        let given = match &last {
            Some(source) if takes_expressions => self.options_of(source, err)?,
            _ => Vec::new(),
        };
        let arguments = ["layout".to_owned(), name.to_owned()].into_iter().chain(given);
        match Arguments::try_parse_from(arguments.chain(options).chain(last)) {
            Ok(Arguments { command, .. }) => command.run(color, out, err).map(drop),
            Err(error) => writeln!(err, "{}", error.render()),
        }
    }
}

/// The words that are completed.
#[derive(Default)]
struct Words {
    defined: Vec<String>,
}

impl Words {
    /// The words that begin as a line does before the cursor, and where that beginning is.
    fn matching(&self, line: &str) -> (usize, Vec<String>) {
        let is_word = |c: char| c == '_' || c.is_alphanumeric();
        let start = line
            .rfind(|c| !is_word(c))
            .map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8));
        let word = &line[start..];
        let commands = || {
            let program = Arguments::command();
            let names: Vec<String> =
                program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
            names.into_iter().filter(|name| name != "repl").chain(OWN.map(str::to_owned))
        };
        let names = || {
            let operations = operation_names().map(str::to_owned);
            self.defined.iter().cloned().chain(operations).chain(atoms::names())
        };
        let all: Vec<String> = match line[..start].trim() {
            ":" => commands().collect(),
            ":help" => names().chain(commands()).collect(),
            _ if word.is_empty() => Vec::new(),
            _ => names().chain(["struct".to_owned(), "let".to_owned()]).collect(),
        };
        let mut words: Vec<String> =
            all.into_iter().filter(|name| name.starts_with(word)).collect();
        words.sort();
        words.dedup();
        (start, words)
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.matching(line.get(..at).unwrap_or_default()))
    }
}

impl Validator for Words {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match depth(context.input()) {
            open if open > 0 => ValidationResult::Incomplete,
            _ => ValidationResult::Valid(None),
        })
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed_by_place() {
        let words = Words { defined: vec!["tile".to_owned()] };
        let (start, found) = words.matching("size(til");
        assert_eq!(start, 5);
        assert!(found.iter().all(|word| word.starts_with("til")) && found.is_sorted(), "{found:?}");
        assert!(["tile", "tile_to_shape"].iter().all(|word| found.iter().any(|it| it == word)));
        let (start, commands) = words.matching(":expl");
        assert_eq!((start, commands), (1, vec!["explain".to_owned(), "explore".to_owned()]));
        assert_eq!(words.matching("zipped_div"), (0, vec!["zipped_divide".to_owned()]));
        assert_eq!(words.matching("make_tiled_mma(SM70_8x8x4_F16F16F16F16_T").1.len(), 2);
        assert_eq!(words.matching("size("), (5, Vec::new()));
        assert_eq!(words.matching("é(compl").0, 3);
    }
}
