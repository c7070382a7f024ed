//! Checks printed functions with the compiler of their language, if one is installed.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

use layout_codegen::Language;

/// A compiler that reads a program from standard input, and what it needs after the functions.
type Compiler = (&'static str, &'static [&'static str], &'static str);

/// The compiler of a language, and its variable in the environment that names another.
fn compiler(language: Language) -> Option<Compiler> {
    Some(match language {
        // All functions take all symbols.
        Language::C => (
            "cc",
            &[
                "-std=c99",
                "-Wall",
                "-Wextra",
                "-Wno-unused-parameter",
                "-Werror",
                "-fsyntax-only",
                "-xc",
                "-",
            ],
            "",
        ),
        Language::Cpp => (
            "c++",
            &[
                "-std=c++14",
                "-Wall",
                "-Wextra",
                "-Wno-unused-parameter",
                "-Werror",
                "-fsyntax-only",
                "-xc++",
                "-",
            ],
            "",
        ),
        Language::Cuda | Language::Ptx => {
            ("nvcc", &["--ptx", "-x", "cu", "-o", "/dev/null", "-"], "")
        }
        Language::Hip => ("hipcc", &["-fsyntax-only", "-x", "hip", "-"], ""),
        Language::Glsl => ("glslangValidator", &["--stdin", "-S", "comp"], "void main() {}\n"),
        Language::Hlsl => (
            "glslangValidator",
            // It reads HLSL only to write SPIR-V.
            &["-V", "-o", "/dev/null", "--stdin", "-D", "-e", "main", "-S", "comp"],
            "[numthreads(1,1,1)] void main() {}\n",
        ),
        Language::OpenCl => {
            ("clang", &["-fsyntax-only", "-Xclang", "-finclude-default-header", "-xcl", "-"], "")
        }
        Language::Python => {
            ("python3", &["-c", "import sys; compile(sys.stdin.read(), 'layout', 'exec')"], "")
        }
        Language::Wgsl => ("naga", &["--stdin-file-path", "layout.wgsl"], ""),
        _ => return None,
    })
}

/// Has the compiler at hand read text.
pub(crate) fn check(language: Language, text: &str) -> Result<(), String> {
    let Some((program, arguments, rest)) = compiler(language) else {
        return Err(format!("no compiler of {language} is known that reads standard input"));
    };
    let mut command = Command::new(program);
    command.args(arguments);
    let version = if language == Language::Glsl { "#version 450\n" } else { "" };
    let absent = format!("there is no `{program}` to check {language} with");
    compile(command, program, absent, &format!("{version}{text}{rest}")).map(drop)
}

/// Has a compiler read functions from its standard input, and returns what it prints; `absent` is the error where there is no such program.
pub(crate) fn compile(
    mut command: Command,
    program: &str,
    absent: String,
    source: &str,
) -> Result<Vec<u8>, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => absent,
        _ => format!("`{program}` does not start: {error}"),
    })?;
    let written = child.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(source.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        return Err(format!("`{program}` fails: {}", String::from_utf8_lossy(&said).trim()));
    }
    written.map_err(|error| format!("`{program}` does not read the functions: {error}"))?;
    Ok(output.stdout)
}
