//! `layout help OP` and `layout completions SHELL`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use layout_codegen::{Allow, GROUPS, Group, Operation, nearest_operation, operation_names};

use crate::Arguments;
use crate::render::text;
use layout_command::bindings::Bindings;
use layout_command::expression::{Settings, evaluate};
use layout_command::views::table;

/// The meaning of the letters in equations.
const LETTERS: &str = "\
R is the answer. L, A, S, T and a are the first layout, shape or tuple, B and b the second one, c a
coordinate, i a 1-D coordinate; sᵢ and dᵢ are the extents and strides of leaves.";

/// The most cells of a picture in a help text, and the most lines.
const CELLS: usize = 1 << 8;
const LINES: usize = 40;

/// Prints the help of the command, of one of its commands, or of an operation.
pub(crate) fn help(
    topic: Option<&str>,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    let command = Arguments::command();
    let name = match topic {
        Some(name) if command.find_subcommand(name).is_none() => name,
        _ => {
            let arguments = ["layout"].into_iter().chain(topic).chain(["--help"]);
            // Help is clap's error.
            if let Err(help) = command.try_get_matches_from(arguments) {
                help.print()?;
            }
            return Ok(ExitCode::SUCCESS);
        }
    };
    // `eval()` is the operation of a command's name.
    let name = name.split('(').next().unwrap_or_default();
    if let Some((group, operation)) = find(name) {
        write!(out, "{}", describe(group, operation))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(err, "error: there is no operation or command `{name}`")?;
    match nearest_operation(name) {
        Some(near) => writeln!(err, "help: did you mean `{near}`? `layout help {near}` shows it")?,
        None => writeln!(err, "help: `layout help operations` lists all")?,
    }
    Ok(ExitCode::FAILURE)
}

/// Prints the names of all operations, a group a paragraph.
pub(crate) fn operations(out: &mut impl Write) -> io::Result<ExitCode> {
    for group in GROUPS {
        writeln!(out, "{}:", group.title)?;
        let width = group.operations.iter().map(|operation| operation.name().len()).max();
        for operation in group.operations {
            let (name, width) = (operation.name(), width.unwrap_or(0));
            writeln!(out, "  {name:width$}  {}", operation.equation())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{LETTERS}")?;
    Ok(ExitCode::SUCCESS)
}

fn find(name: &str) -> Option<(&'static Group, &'static Operation)> {
    GROUPS.iter().find_map(|group| {
        let found = group.operations.iter().find(|operation| operation.name() == name);
        found.map(|operation| (group, operation))
    })
}

/// The help of an operation: its equation, operands, and an example with its value and its table.
fn describe(group: &Group, operation: &Operation) -> String {
    let (name, example) = (operation.name(), operation.example());
    let mut text = format!("{name}({})    ({})\n\n", operation.usage(), group.title);
    if !operation.described().is_empty() {
        text.push_str(&format!("  {}\n", operation.described()));
    }
    let (least, most) = operation.arity();
    let optional = match most {
        usize::MAX if least > 0 => format!("  {least} or more operands\n"),
        most if least < most => format!("  {least} to {most} operands\n"),
        _ => String::new(),
    };
    text.push_str(&format!("  {}\n{optional}\n", operation.equation()));
    text.push_str(&format!("Example:\n  $ layout eval '{example}'\n  {}\n", value(example)));
    if let Some(picture) = picture(example) {
        text.push_str(&format!("\n{picture}"));
    }
    text.push_str(&format!("\n{LETTERS}\n"));
    text
}

fn settings() -> Settings {
    Settings { allow: Allow::default(), bindings: Bindings::default() }
}

/// The value of an example, as `layout eval` prints it.
fn value(example: &str) -> String {
    match evaluate(example, &settings()) {
        Ok(evaluated) => text(&evaluated),
        Err(mistake) => mistake.message,
    }
}

/// The table of an example, if it is a small layout.
fn picture(example: &str) -> Option<String> {
    let table = table(example, &settings()).ok()?;
    let cells = table.matches('|').count();
    (cells <= 2 * CELLS && table.lines().count() <= LINES)
        .then(|| format!("{}\n", table.trim_end_matches('\n')))
}

/// Prints what a shell completes, the names of operations among it.
pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> io::Result<ExitCode> {
    let command = Arguments::command();
    let commands: Vec<String> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let names = operation_names().map(str::to_owned).chain(["operations".to_owned()]);
    let mut values: Vec<String> = commands.into_iter().chain(names).collect();
    values.sort();
    // `eval` is a command and an operation.
    values.dedup();
    let names = PossibleValuesParser::new(values.clone());
    let mut command =
        command.mut_subcommand("help", |help| help.mut_arg("of", |of| of.value_parser(names)));
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "layout", &mut script);
    if shell == Shell::Fish {
        // clap writes no values of arguments without a name there.
        let values = values.join(" ");
        let when = "__fish_seen_subcommand_from help";
        writeln!(script, "complete -c layout -n '{when}' -f -a '{values}'")?;
    }
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
