//! `layout repl`.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, Parser};
use layout_algebra::atoms;
use layout_codegen::operation_names;
use layout_command::expression::{Settings, evaluate, has_symbol, is_word, text};
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

use crate::help::commands;
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
            if let Some(Ok(())) = folder {
                let _ = editor.save_history(&file);
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The file of the history.
fn history() -> Option<PathBuf> {
    for (variable, folder) in [
        ("XDG_STATE_HOME", "layout"),
        ("HOME", ".local/state/layout"),
        ("USERPROFILE", ".local/state/layout"),
    ] {
        match env::var_os(variable) {
            Some(value) if !value.is_empty() => {
                return Some(PathBuf::from(value).join(folder).join("history"));
            }
            _ => {}
        }
    }
    None
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
        let arguments = [vec!["layout".to_owned(), "repl".to_owned()], self.options()].concat();
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
        let mut options = Vec::new();
        for (name, values) in [("allow", &self.allow), ("with", &self.with)] {
            options.extend(values.iter().map(|value| format!("--{name}={value}")));
        }
        options
    }

    /// The same for one expression: a command refuses a value for what is no symbol of it.
    fn options_of(&self, source: &str, err: &mut impl Write) -> io::Result<Vec<String>> {
        let Some(settings) = self.settings(err)? else { return Ok(Vec::new()) };
        let Ok(evaluated) = evaluate(source, &without_bindings(&settings)) else {
            return Ok(self.options());
        };
        let mut options = self.options();
        options.retain(|option| match option.strip_prefix("--with=").and_then(name_of_value) {
            Some(name) => has_symbol(&evaluated, name),
            None => true,
        });
        Ok(options)
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
        match name {
            "quit" | "q" | "exit" => return Ok(Next::End),
            "definitions" => write!(out, "{}", self.session.definitions())?,
            "forget" => self.session = Session::default(),
            "allow" | "with" => {
                let before = (self.allow.clone(), self.with.clone());
                let words = if name == "allow" { &mut self.allow } else { &mut self.with };
                *words = rest.split([',', ' ']).map(str::to_owned).collect();
                words.retain(|word| !word.is_empty());
                if self.settings(err)?.is_none() {
                    (self.allow, self.with) = before;
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
        let takes_expressions = command
            .get_arguments()
            .any(|argument| argument.get_id().as_str().starts_with("expression"));
        let last = match (left.is_empty(), takes_expressions) {
            (true, _) => None,
            (false, true) => Some(self.session.with(left).source()),
            (false, false) => Some(left.to_owned()),
        };
        let given = match &last {
            Some(source) if takes_expressions => self.options_of(source, err)?,
            _ => Vec::new(),
        };
        let mut arguments = vec!["layout".to_owned(), name.to_owned()];
        arguments.extend(given.into_iter().chain(options).chain(last));
        match Arguments::try_parse_from(arguments) {
            Ok(Arguments { command, .. }) => command.run(color, out, err).map(drop),
            Err(error) => writeln!(err, "{}", error.render()),
        }
    }
}

/// The name of `m=256`.
fn name_of_value(text: &str) -> Option<&str> {
    Some(text.split_once('=')?.0.trim())
}

/// The words that are completed.
#[derive(Default)]
struct Words {
    defined: Vec<String>,
}

impl Words {
    /// The words that begin as a line does before the cursor, and where that beginning is.
    fn matching(&self, line: &str) -> (usize, Vec<String>) {
        let word = line.trim_end_matches(is_word);
        let (start, word) = (word.len(), &line[word.len()..]);
        let mut commands = commands();
        commands.retain(|name| name != "repl");
        commands.extend(OWN.map(str::to_owned));
        let mut names = self.defined.clone();
        names.extend(operation_names().map(str::to_owned).chain(atoms::names()));
        let mut words = match line[..start].trim() {
            ":" => commands,
            ":help" => [names, commands].concat(),
            _ if word.is_empty() => Vec::new(),
            _ => [names, vec!["struct".to_owned(), "let".to_owned()]].concat(),
        };
        words.retain(|name| name.starts_with(word));
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
