//! `layout explore EXPR…`.

use std::env;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::files::write_file;
use crate::render::Failure;

/// The page that `explorer/build.sh` lays into the package.
#[cfg(explorer_page)]
const PAGE: Option<&str> = Some(include_str!("../explorer.html"));
#[cfg(not(explorer_page))]
const PAGE: Option<&str> = None;

/// The arguments of `layout explore`.
#[derive(Debug, clap::Args)]
pub(crate) struct ExploreArguments {
    /// The page, as `explorer/build.sh` builds it, where the command has none of its own.
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Where to write the page of the command.
    #[arg(short, long, value_name = "FILE", conflicts_with = "page")]
    output: Option<PathBuf>,
    /// Print the address, and open nothing.
    #[arg(long)]
    print: bool,
    /// One layout, or two to follow a coordinate from one to the other.
    #[arg(value_name = "EXPR", num_args = 0..=2, allow_negative_numbers = true)]
    expressions: Vec<String>,
}

impl ExploreArguments {
    /// Opens the explorer on expressions.
    pub(crate) fn open(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let address = address(&self.page()?, &self.expressions);
        if !self.print {
            return open_address(&address, out);
        }
        writeln!(out, "{address}")?;
        Ok(ExitCode::SUCCESS)
    }

    /// The page, written if the command has it.
    fn page(&self) -> Result<PathBuf, String> {
        let page = match (&self.page, PAGE) {
            (Some(page), _) => page.clone(),
            (None, Some(text)) => {
                let default = env::temp_dir().join("layout-explorer.html");
                let page = self.output.clone().unwrap_or(default);
                write_file(&page, text.as_ref())?;
                page
            }
            (None, None) => {
                return Err("this command was built without the explorer\n\
                            help: in a clone, `explorer/build.sh` builds its page, `--page layout-command/explorer.html` \
                            opens it, and the next `cargo install --path layout-command` has it"
                    .to_owned());
            }
        };
        fs::canonicalize(&page)
            .map_err(|error| format!("there is no `{}`: {error}", page.display()))
    }
}

/// Opens a file in the browser of the user, and prints its address.
pub(crate) fn open(file: &Path, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let file = fs::canonicalize(file)?;
    open_address(&address(&file, &[]), out)
}

fn open_address(address: &str, out: &mut impl Write) -> Result<ExitCode, Failure> {
    if let Err(reason) = browse(address) {
        return Err(format!("{reason}\nhelp: open {address}").into());
    }
    writeln!(out, "{address}")?;
    Ok(ExitCode::SUCCESS)
}

/// The address of a page, with expressions in its fragment.
fn address(page: &Path, expressions: &[String]) -> String {
    let path = page.to_string_lossy().replace('\\', "/");
    // Windows has a drive in front.
    let root = if path.starts_with('/') { "" } else { "/" };
    let mut address = format!("file://{root}{}", escaped(&path, "/:"));
    for (name, expression) in ["a", "b"].into_iter().zip(expressions) {
        let begin = if address.contains('#') { '&' } else { '#' };
        address.push_str(&format!("{begin}{name}={}", escaped(expression, "")));
    }
    address
}

/// A text as part of an address, in which some characters stay beside letters and digits.
fn escaped(text: &str, stay: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match char::from(byte) {
            c if c.is_ascii_alphanumeric() || "-_.~".contains(c) || stay.contains(c) => {
                escaped.push(c);
            }
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

/// Opens an address in the browser of the user.
fn browse(address: &str) -> Result<(), String> {
    let (program, arguments): (_, &[&str]) = match env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null());
    let status = command.stderr(Stdio::null()).status().map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("there is no `{program}` to open a browser with"),
        _ => format!("`{program}` does not start: {error}"),
    })?;
    if status.success() { Ok(()) } else { Err(format!("`{program}` opens no browser")) }
}
