//! The functions of a layout, as compilers of shaders take them.
//!
//! WGSL and GLSL are read and validated by naga, which is a dependency, so that no machine skips it.
//! GLSL and HLSL are read by Khronos' glslang too, where it is at hand.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

use layout_codegen::Language;
use naga::ShaderStage;
use naga::front::{glsl, wgsl};
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// The versions of GLSL that its functions are promised for, the oldest that each compiler reads.
const OF_NAGA: &str = "#version 440 core\nlayout(local_size_x = 1) in;\n";
const OF_GLSLANG: [(&str, &str); 2] = [("#version 330\n", "vert"), ("#version 300 es\n", "vert")];

/// Validates the functions of one layout by naga.
#[track_caller]
pub(crate) fn validate(language: Language, text: &str) {
    if let Some(module) = parsed(language, text) {
        assert!(module.functions.len() >= 3, "{language}: functions are lost in {text}");
    }
}

/// Reads functions and validates them by naga, which knows these languages.
#[track_caller]
pub(crate) fn parsed(language: Language, text: &str) -> Option<naga::Module> {
    let (source, parsed) = match language {
        Language::Wgsl => {
            let parsed = wgsl::parse_str(text).map_err(|error| error.emit_to_string(text));
            (text.to_owned(), parsed)
        }
        Language::Glsl => {
            let source = format!("{OF_NAGA}{text}void main() {{}}\n");
            let options = glsl::Options::from(ShaderStage::Compute);
            let parsed = glsl::Frontend::default().parse(&options, &source);
            let parsed = parsed.map_err(|errors| errors.emit_to_string(&source));
            (source, parsed)
        }
        _ => return None,
    };
    let module = parsed.unwrap_or_else(|error| panic!("{language}: {error}"));
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    if let Err(error) = validator.validate(&module) {
        panic!("{language}: {}", error.emit_to_string(&source));
    }
    Some(module)
}

/// Has glslang read the functions of all layouts, and says where there is none.
#[track_caller]
pub(crate) fn compile(language: Language, text: &str) {
    match language {
        Language::Glsl => {
            for (version, stage) in OF_GLSLANG {
                let precision = "precision highp float;\nprecision highp int;\n";
                let source = format!("{version}{precision}{text}void main() {{}}\n");
                glslang(language, &["--stdin", "-S", stage], &source);
            }
        }
        Language::Hlsl => {
            let source = format!("{text}[numthreads(1,1,1)] void main() {{}}\n");
            // glslang reads HLSL only to write SPIR-V.
            let writes = ["-V", "-o", "/dev/null"];
            let reads = ["--stdin", "-D", "-e", "main", "-S", "comp"];
            glslang(language, &[&writes[..], &reads].concat(), &source);
        }
        _ => {}
    }
}

#[track_caller]
fn glslang(language: Language, arguments: &[&str], source: &str) {
    let mut command = Command::new("glslangValidator");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = match command.spawn() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return println!("{language}: skipped, there is no glslangValidator");
        }
        child => child.expect("a program that starts"),
    };
    child.stdin.take().expect("a pipe").write_all(source.as_bytes()).expect("a reader");
    let output = child.wait_with_output().expect("an end");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{language}: {said}");
}
