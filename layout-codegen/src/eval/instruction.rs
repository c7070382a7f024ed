//! Instructions by name.

use layout_algebra::CollectVec;
use layout_algebra::atoms;
use layout_algebra::tiled::CopyAtom;
use proc_macro2::Span;

use super::spans::Spanned;
use crate::nearest::nearest;
use crate::report::{Diagnostic, brief};
use crate::syntax::Expr;
use crate::value::{Tiled, Value};

/// The instruction of a name, or the layout of one.
pub(super) fn find(text: &str, name: Span, expr: &Expr) -> Result<Value, Diagnostic> {
    match named(text, expr) {
        Some(found) => found,
        None => Err(unknown(bare(text), name, expr)),
    }
}

/// The name of a matrix instruction without its wrapper.
fn bare(text: &str) -> &str {
    match text.strip_prefix("MMA_Atom<") {
        Some(rest) => rest.strip_suffix('>').unwrap_or(text),
        None => text,
    }
}

/// The instruction of a name, or the layout of shared memory; `None` if it names neither.
pub(super) fn named(text: &str, expr: &Expr) -> Option<Result<Value, Diagnostic>> {
    let name = bare(text);
    if let Some(atom) = atoms::mma(name) {
        return Some(Ok(Tiled::Mma(atom).into()));
    }
    if let Some(atom) = atoms::copy(name) {
        return Some(Ok(Tiled::Bits(atom).into()));
    }
    if let Some(atom) = CopyAtom::find(name) {
        return Some(atom.spanned(expr).map(Tiled::Copy).map(Value::from));
    }
    Some(Ok(atoms::layout(name)?.into()))
}

/// The error of an instruction that there is not: at its name, unless the path in front or the types behind are wrong.
fn unknown(name: &str, at: Span, expr: &Expr) -> Diagnostic {
    let message = format!("there is no instruction `{}`", brief(name));
    let (here, whole) = (Diagnostic::new(at, &*message), Diagnostic::new(expr.range, &*message));
    // No name is so long, and it is compared with all.
    if name.len() > 200 {
        return whole;
    }
    let mut names = atoms::names().collect_vec();
    for major in ["K", "MN"] {
        for row in ["INTER", "SW32", "SW64", "SW128"] {
            names.push(format!("GMMA::Layout_{major}_{row}_Atom"));
        }
    }
    // The instruction of a copy of elements.
    let copied = name.strip_prefix("Copy_Atom<").and_then(|rest| rest.split(',').next());
    let word = base(copied.unwrap_or(name));
    match nearest(word, names.iter().map(String::as_str).map(base)) {
        Some(found) if found == word => whole.help(
            "an element has a type of CUTLASS or of Rust, or a number of bits: `Copy_Atom<…, half_t>`",
        ),
        Some(found) if path(found) == path(word) => here.meant(&found[path(found).len()..]),
        Some(found) => whole.meant(name.replacen(word, found, 1)),
        None => {
            let diagnostic = if word.ends_with("_Traits") { whole } else { here };
            diagnostic
                .help("instructions have CuTe's names; the documentation of `layout!` lists them")
        }
    }
}

/// The path in front of the last word of a name.
fn path(name: &str) -> &str {
    &name[..name.rfind("::").map_or(0, |at| at + 2)]
}

/// The name without types and parameters.
fn base(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}
