//! `coordinate!(Tile, col = j, row = i)`: coordinates by the names of modes, as the tuple `(i, j)`.

use layout_algebra::{CollectVec, HTuple};
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::state::{State, find, made};
use crate::eval::{Modes, Scope};
use crate::evaluated::Unevaluated;
use crate::parse::parse_coordinate;
use crate::placeholder::Tainted;
use crate::report::Diagnostic;
use crate::symbols::prove;
use crate::syntax::{Coordinates, Label};
use crate::token::is_punct;

/// The name of the macro.
pub(super) const KIND: &str = "coordinate";

impl State {
    pub(super) fn coordinate(&self, scope: &Scope, tainted: &[(String, Tainted)]) -> TokenStream {
        match ordered(self.tokens.clone(), scope) {
            Ok(tokens) => tokens,
            Err(Unevaluated::Wrong(diagnostic)) => self.wrong(diagnostic),
            Err(Unevaluated::Tainted(name)) => match find(tainted, &name) {
                Some(tainted) => tainted.number(),
                None => name.tokens,
            },
        }
    }
}

/// The coordinates in the order of the modes.
fn ordered(tokens: TokenStream, scope: &Scope) -> Result<TokenStream, Unevaluated> {
    let Coordinates { layout, given, open } = &parse_coordinate(tokens)?;
    let layout = &made(layout);
    let evaluated = prove(layout, scope)?;
    let value = &evaluated.value;
    let Some(of) = value.domain() else {
        let message = format!("coordinates are of a layout, and this is {}", value.describe());
        return Err(Diagnostic::new(layout.of.range, message).into());
    };
    let modes = Modes::new(of, evaluated.names);
    let paths = modes.paths(given)?;
    for ((path, _), (label, given)) in paths.iter().zip(given) {
        if let Some(extent) = modes.extent(path) {
            check_literal(label, extent, given)?;
        }
    }
    match modes.missing(&paths) {
        Some(missing) if !open => {
            let range =
                if let Some((last, _)) = given.last() { last.range } else { layout.of.range };
            let diagnostic = Diagnostic::new(range, format!("{missing} has no coordinate"));
            Err(diagnostic
                .help("in a slice, `..` at the end keeps the modes that are not given")
                .into())
        }
        _ => Ok(tuple(&modes.in_order(&paths, false))),
    }
}

/// Refuses a number that is written past the extent of its mode, alone or as the end of a range.
fn check_literal(mode: &Label, extent: i128, given: &TokenStream) -> Result<(), Diagnostic> {
    let tokens = given.clone().into_iter().collect_vec();
    let (number, past) = match tokens.as_slice() {
        [number] => (number, 0),
        [.., first, second, number] if is_punct(first, '.') && is_punct(second, '.') => (number, 1),
        _ => return Ok(()),
    };
    let TokenTree::Literal(literal) = number else { return Ok(()) };
    let text = literal.to_string();
    let digits = text.strip_suffix("usize").unwrap_or(&text).replace('_', "");
    let Ok(at) = digits.parse::<i128>() else { return Ok(()) };
    if at < extent + past {
        return Ok(());
    }
    let mode = &mode.text;
    let message = match past {
        0 => format!("coordinate {at} is outside of the mode `{mode}`, of extent {extent}"),
        _ => format!("the range ends at {at}, outside of the mode `{mode}`, of extent {extent}"),
    };
    let last = (extent - 1 + past).max(0);
    Err(Diagnostic::new(number.span(), message).write(last.to_string(), "the last"))
}

fn tuple(of: &HTuple<Option<&TokenStream>>) -> TokenStream {
    match of {
        HTuple::Leaf(Some(given)) => (*given).clone(),
        HTuple::Leaf(None) => quote! { .. },
        HTuple::Tuple(items) => {
            let items = items.iter().map(tuple);
            quote! { (#(#items,)*) }
        }
    }
}
