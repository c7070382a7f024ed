//! `layout help OP` and `layout completions SHELL`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use layout_algebra::atoms;
use layout_algebra::hardware::Machine;
use layout_codegen::{
    Allow, GROUPS, Group, Notation, Operation, nearest_operation, operation_names,
};

use crate::Arguments;
use crate::render::text;
use layout_command::bindings::Bindings;
use layout_command::expression::{Settings, evaluate};
use layout_command::views::table;

/// The meaning of the letters in equations.
const LETTERS: &str = "\
R is the answer. L, A, S, T and a are the first layout, shape or tuple, B and b the second one, c a
coordinate, i a 1-D coordinate; sᵢ and dᵢ are the extents and strides of leaves.";

/// The notation, for `layout help notation`.
const NOTATION: &str = "\
The notation of layouts

  (4,8):(8,1)                 shape:stride; (i, j) is at 8 i + j
  (4,8)                       a shape alone is column-major: (4,8):(1,4)
  ((2,2),8):((16,1),2)        modes may be nested; strides are nested alike
  4:2                         one mode; an integer in place of a layout is `4:1`
  (row: 4, col: 8):(8,1)      modes with names
  (m,n):(n,1)                 symbols: lower case is known at run time, upper case a constant
  ({2 * N},8)                 an integer in Rust, which rustc evaluates
  (4,8):(1@1,1@0)             strides along axes: the values are coordinates; E<1> is 1@1
  (4,8):(1@lane,1@warp)       axes with names
  (8, copy: 2):(1,8)          replicas: each element is at two places
  Sw<3,4,3> o 0 o (8,64):(64,1)   a swizzle of 3 bits, from bit 4, by the bits 3 above them
  A o B                       composition, A(B(c)); from right to left
  <4:1, 8:2>                  a tiler: a layout for each mode; (4,8) in its place are sizes
  (_,3)                       a coordinate; `_` leaves a mode open
  L(2,3), L(_,3)              the offset of a coordinate; a slice
  L in bounds M < 10          a padded layout: coordinates c with M(c) < 10 are no padding
  L where m % 4 == 0          what is known of symbols, as it is printed
  logical_divide[1](L, 4)     an operation of mode 1 alone; [_] of every mode
  #[allow(padding)] …         consent; #[assume(m % 4 == 0)] what is known of symbols
  struct A = …; let t = …; …  definitions of layouts, tuples and numbers, and an expression

What CuTe prints is read, `(_4,_8):(_8,_1)` and its C++ types among it, and what other libraries print:
`layout help notations`. `layout help operations` lists the operations, `layout help instructions` the
matrix and copy instructions, whose names are operands, and `layout help machines` the machines.
";

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
    if let Some(write) = match name {
        "notation" | "syntax" | "language" | "o" | "Sw" | "where" | "in" | "let" | "struct" => {
            Some(NOTATION.to_owned())
        }
        "notations" => Some(notations()),
        "instructions" => Some(instructions()),
        "machines" => Some(machines()),
        _ => None,
    } {
        write!(out, "{write}")?;
        return Ok(ExitCode::SUCCESS);
    }
    // `eval()` is the operation of a command's name.
    let name = name.split('(').next().unwrap_or_default();
    if let Some((group, operation)) = find(name) {
        write!(out, "{}", describe(group, operation))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(err, "error: there is no operation or command `{name}`")?;
    match nearest_operation(name) {
        Some(near) => writeln!(err, "help: did you mean `{near}`? `layout help {near}` shows it")?,
        None => writeln!(
            err,
            "help: `layout help operations` lists all, `layout help notation` says how layouts are written"
        )?,
    }
    Ok(ExitCode::FAILURE)
}

/// The notations of others, each with what it has words for, and texts with their values.
fn notations() -> String {
    let mut text = String::from(
        "The notations of others: `layout import TEXT` reads them, and `layout eval --notation NAME` writes them.\n",
    );
    for notation in Notation::ALL {
        text.push_str(&format!("\n{notation}: {}\n  holds {}\n", notation.of(), notation.holds()));
        for (example, value) in notation.examples() {
            text.push_str(&format!("    {example}\n      {value}\n"));
        }
    }
    text
}

/// The names of all instructions, those of an architecture a paragraph.
fn instructions() -> String {
    let mut text = String::from(
        "The matrix and copy instructions, by CuTe's names: operands of make_tiled_mma, make_tiled_copy and their kin.\n\
         `layout draw NAME` draws who holds what.\n",
    );
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in atoms::names() {
        // That of AMD's before gfx11 is not in the name.
        let architecture = match name.split(['_', ':']).next().unwrap_or_default() {
            "v" => "MFMA",
            architecture => architecture,
        };
        let architecture = architecture.to_owned();
        groups.entry(architecture).or_default().push(name);
    }
    for (architecture, names) in groups {
        text.push_str(&format!("\n{architecture}:\n"));
        for name in names {
            text.push_str(&format!("  {name}\n"));
        }
    }
    text
}

/// The machines that `access`, `tune` and contracts know, each with the publication of its numbers.
fn machines() -> String {
    let mut text = String::from(
        "The machines of `layout access --machine`, `layout tune --machine` and `#[banks(…, machine = \"…\")]`.\n\n\
         name           lanes  banks  bytes of shared memory  line  numbers\n",
    );
    for machine in Machine::ALL {
        let measured = if machine.measured { "" } else { "; not measured" };
        text.push_str(&format!(
            "{:13}  {:5}  {:>5}  {:>22}  {:4}  {}{measured}\n",
            machine.name,
            machine.lanes,
            counted(machine.banks),
            counted(machine.shared_bytes),
            machine.line_bytes,
            machine.source,
        ));
    }
    text
}

/// A number, or a dash for none.
fn counted(number: usize) -> String {
    if number == 0 { "-".to_owned() } else { number.to_string() }
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
    for group in GROUPS {
        for operation in group.operations {
            if operation.name() == name {
                return Some((group, operation));
            }
        }
    }
    None
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
    let is_small = table.matches('|').count() <= 2 * CELLS && table.lines().count() <= LINES;
    is_small.then_some(table.trim_end_matches('\n').to_owned() + "\n")
}

/// The names of the commands.
pub(crate) fn commands() -> Vec<String> {
    Arguments::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

/// Prints a completion script, with the names of operations and topics.
pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> io::Result<ExitCode> {
    let command = Arguments::command();
    let topics = ["operations", "notation", "notations", "instructions", "machines"];
    let mut values = commands();
    values.extend(operation_names().chain(topics).map(str::to_owned));
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
