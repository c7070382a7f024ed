//! Instructions by name.

use layout_algebra::atoms;
use layout_algebra::tiled::CopyAtom;

use super::spans::spanned_value;
use crate::nearest::nearest;
use crate::report::{Diagnostic, brief};
use crate::syntax::Expr;
use crate::value::{Tiled, Value};

/// The instruction of a name, or the layout of one.
pub(super) fn find(text: &str, expr: &Expr) -> Result<Value, Diagnostic> {
    let inside = |wrapper| text.strip_prefix(wrapper)?.strip_suffix('>');
    let name = inside("MMA_Atom<").unwrap_or(text);
    if let Some(atom) = atoms::mma(name) {
        return Ok(Tiled::Mma(atom).into());
    }
    if let Some(atom) = atoms::copy(name) {
        return Ok(Tiled::Bits(atom).into());
    }
    if let Some(atom) = CopyAtom::find(name) {
        let atom = atom.map_err(|error| spanned_value(&error, expr))?;
        return Ok(Tiled::Copy(atom).into());
    }
    if let Some(layout) = atoms::layout(name) {
        return Ok(layout.into());
    }
    Err(unknown(name, expr))
}

fn unknown(name: &str, expr: &Expr) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(expr.range, format!("there is no instruction `{}`", brief(name)));
    // No name is so long, and it is compared with all.
    if name.len() > 200 {
        return diagnostic;
    }
    let shared = ["K", "MN"].into_iter().flat_map(|major| {
        ["INTER", "SW32", "SW64", "SW128"].map(|row| format!("GMMA::Layout_{major}_{row}_Atom"))
    });
    let names: Vec<String> = atoms::names().chain(shared).collect();
    let bases = names.iter().map(|name| base(name));
    // The instruction of a copy of elements.
    let copied = name.strip_prefix("Copy_Atom<").and_then(|rest| rest.split(',').next());
    let word = base(copied.unwrap_or(name));
    match nearest(word, bases) {
        Some(found) if found == word => diagnostic.help(
            "an element has a type of CUTLASS or of Rust, or a number of bits: `Copy_Atom<…, half_t>`",
        ),
        Some(found) => diagnostic.meant(name.replacen(word, found, 1)),
        None => diagnostic
            .help("instructions have CuTe's names; the documentation of `layout!` lists them"),
    }
}

/// The name without types and parameters.
fn base(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}
