//! The assembly of a plan's functions, by the compiler at hand.

use std::process::Command;

use layout_algebra::HTuple;
use layout_codegen::{Planned, basis_functions, functions};

use crate::check::compile;

/// The options of the compiler.
pub(crate) struct Compiler {
    /// The target, that of the compiler's host without one.
    pub(crate) target: Option<String>,
}

/// The assembly of each function, without directives; or why there is none.
pub(crate) fn assembly(plan: &Planned, compiler: &Compiler) -> Result<String, String> {
    let source = source(plan).ok_or("a layout with symbols has no numbers to compile")?;
    let rustc = std::env::var("RUSTC").unwrap_or("rustc".to_owned());
    let mut command = Command::new(&rustc);
    command.args(["--edition=2024", "--crate-type=lib", "--crate-name=plan"]);
    command.args(["-Copt-level=3", "-Cpanic=abort", "-Cdebuginfo=0", "--emit=asm=-", "-"]);
    if let Some(target) = &compiler.target {
        command.args(["--target", target]);
    }
    let absent = format!("there is no `{rustc}`: install Rust, or set RUSTC");
    let printed = compile(command, &rustc, absent, &source)?;
    Ok(instructions(&String::from_utf8_lossy(&printed)))
}

/// A crate of the functions alone, of a layout without symbols.
fn source(plan: &Planned) -> Option<String> {
    let signed = plan.names()[0] == "offset";
    let number = if signed { "isize" } else { "usize" };
    let (functions, abi, result) = match plan {
        Planned::Integers(plan) => (functions(plan), "extern \"C\"", number.to_owned()),
        // A tuple of numbers has no C ABI.
        Planned::Basis(plan) => (basis_functions(plan), "", rust_tuple(&plan.parts, number)),
        Planned::Symbolic(_) => return None,
    };
    let mut source = format!("#![no_std] struct L; impl L {{ {functions} }}\n");
    for (name, count) in plan.names().into_iter().zip(plan.takes()) {
        let takes = (0..count).map(|c| format!("c{c}")).collect::<Vec<_>>().join(", ");
        let typed =
            if count > 0 { takes.replace(',', ": usize,") + ": usize" } else { String::new() };
        // A coordinate of each leaf is an array.
        let takes = if name.ends_with("_flat") { format!("[{takes}]") } else { takes };
        source.push_str(&format!(
            "#[unsafe(no_mangle)] pub {abi} fn {name}({typed}) -> {result} {{ L.{name}({takes}) }}\n"
        ));
    }
    Some(source)
}

/// The type of a tuple nested like `parts`, of one type.
fn rust_tuple<T>(parts: &HTuple<T>, number: &str) -> String {
    match parts {
        HTuple::Leaf(_) => number.to_owned(),
        HTuple::Tuple(items) => {
            let items: String = items.iter().map(|item| rust_tuple(item, number) + ",").collect();
            format!("({items})")
        }
    }
}

/// The lines that are instructions and labels of functions.
fn instructions(assembly: &str) -> String {
    let mut text = String::new();
    for line in assembly.lines().map(str::trim_end) {
        let shown = line.trim_start();
        if !shown.is_empty() && !shown.starts_with(['.', '#', '/', ';']) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}
