//! `A -> B, shape = (30, 48), mesh = (dp = 4, tp = 2), node = 8`.

use layout_codegen::{Diagnostic, SpanRange};
use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};

use crate::Mesh;

const EXAMPLE: &str = "as in `(2,4):(1@device,1@place) -> (2,(2,2)):(2@place,(1@place,1@device))`";

/// A placement as it is written.
pub(crate) enum Side {
    /// A layout of the language.
    Layout(TokenStream),
    /// A text in the notation of DTensor or JAX.
    Text(Literal, String),
}

/// The tokens of an invocation.
pub(crate) struct Invocation {
    pub(crate) source: Side,
    pub(crate) target: Side,
    /// The mesh whose ranks the devices are; texts need one.
    pub(crate) mesh: Option<Mesh>,
    /// The devices of a mesh of one axis, or all axes.
    pub(crate) mesh_range: Option<SpanRange>,
    /// The shape of the tensor, where a layout is padded, and of texts.
    pub(crate) shape: Option<Vec<usize>>,
    /// The number of each dimension of the shape.
    pub(crate) shape_ranges: Vec<SpanRange>,
    /// The ranks of a node.
    pub(crate) node: Option<usize>,
}

impl Side {
    fn of(tokens: Vec<TokenTree>, at: Span, what: &str) -> Result<Self, Diagnostic> {
        match tokens.as_slice() {
            [] => {
                let message = format!("the placement {what} `->` is missing");
                Err(Diagnostic::new(at, message).help(EXAMPLE))
            }
            // A fragment of `macro_rules!`.
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
                Side::of(group.stream().into_iter().collect(), at, what)
            }
            [TokenTree::Literal(literal)] => match text(literal) {
                Some(text) => Ok(Side::Text(literal.clone(), text)),
                None => Ok(Side::Layout(tokens.into_iter().collect())),
            },
            _ => Ok(Side::Layout(tokens.into_iter().collect())),
        }
    }

    pub(crate) fn range(&self) -> SpanRange {
        match self {
            Side::Text(literal, _) => literal.span().into(),
            Side::Layout(tokens) => {
                let mut spans = tokens.clone().into_iter().map(|token| token.span());
                let first = spans.next().unwrap_or_else(Span::call_site);
                SpanRange { first, last: spans.last().unwrap_or(first) }
            }
        }
    }
}

/// The text of a string; none of another literal, and of a string with escapes, which no notation has.
fn text(literal: &Literal) -> Option<String> {
    let written = literal.to_string();
    let inner = written.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains('\\')).then(|| inner.to_owned())
}

/// The mark between two placements that stands where the arrow should: `=>`, a half of an arrow, or a comma.
fn in_place_of_arrow(tokens: &[TokenTree]) -> Option<SpanRange> {
    let is = |at: usize, c: char| tokens.get(at).is_some_and(|token| is_punct(token, c));
    let is_option = |at: &usize| {
        matches!(tokens[*at], TokenTree::Ident(_)) && is(at + 1, '=') && !is(at + 2, '>')
    };
    let end = (0..tokens.len()).find(is_option).map_or(tokens.len(), |at| at.saturating_sub(1));
    let at = (1..end).find(|at| ['=', '-', '>', ','].iter().any(|mark| is(*at, *mark)))?;
    let last = at + usize::from(is(at, '=') && is(at + 1, '>'));
    Some(SpanRange { first: tokens[at].span(), last: tokens[last].span() })
}

impl Invocation {
    pub(crate) fn parse(tokens: &TokenStream) -> Result<Self, Diagnostic> {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let is_arrow = |pair: &[TokenTree]| is_punct(&pair[0], '-') && is_punct(&pair[1], '>');
        let Some(arrow) = tokens.windows(2).position(is_arrow) else {
            let message = "`redistribute!` has two placements, with `->` between them";
            let range = in_place_of_arrow(&tokens).unwrap_or_else(|| whole(&tokens));
            return Err(Diagnostic::new(range, message).help(EXAMPLE));
        };
        let mut parts = tokens[arrow + 2..].split(|token| is_punct(token, ','));
        let at = tokens[arrow].span();
        let source = Side::of(tokens[..arrow].to_vec(), at, "before")?;
        let target = Side::of(parts.next().unwrap_or_default().to_vec(), at, "after")?;
        let mut invocation = Invocation {
            source,
            target,
            mesh: None,
            mesh_range: None,
            shape: None,
            shape_ranges: Vec::new(),
            node: None,
        };
        for part in parts.filter(|part| !part.is_empty()) {
            invocation.option(part)?;
        }
        Ok(invocation)
    }

    /// `name = value`
    fn option(&mut self, part: &[TokenTree]) -> Result<(), Diagnostic> {
        let [TokenTree::Ident(name), equals, value] = part else {
            let message = "expected an option, as `shape = (30, 48)`";
            return Err(Diagnostic::new(whole(part), message));
        };
        let known = ["shape", "mesh", "node"];
        let is_known = known.iter().any(|known| name == known);
        if !is_known || !is_punct(equals, '=') {
            let message = match is_known {
                true => format!("expected `=` after `{name}`"),
                false => format!("`{name}` is no option of `redistribute!`"),
            };
            let range = if is_known { equals.span() } else { name.span() };
            let diagnostic = Diagnostic::new(range, message);
            return Err(diagnostic
                .help("they are `shape = (30, 48)`, `mesh = (dp = 4, tp = 2)` and `node = 8`"));
        }
        let is_second = match name.to_string().as_str() {
            "shape" => {
                let extents = extents(value)?;
                self.shape_ranges = extents.iter().map(|(_, range)| *range).collect();
                let extents = extents.into_iter().map(|(extent, _)| extent);
                self.shape.replace(extents.collect()).is_some()
            }
            "node" => self.node.replace(number(value)?).is_some(),
            _ => {
                let (mesh, range) = mesh(value)?;
                self.mesh_range = Some(range);
                self.mesh.replace(mesh).is_some()
            }
        };
        match is_second {
            true => Err(Diagnostic::new(name.span(), format!("`{name}` is given twice"))),
            false => Ok(()),
        }
    }
}

fn is_punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

fn whole(tokens: &[TokenTree]) -> SpanRange {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => SpanRange { first: first.span(), last: last.span() },
        _ => Span::call_site().into(),
    }
}

fn number(token: &TokenTree) -> Result<usize, Diagnostic> {
    let number = match token {
        TokenTree::Literal(literal) => literal.to_string().replace('_', "").parse().ok(),
        _ => None,
    };
    number
        .ok_or_else(|| Diagnostic::new(token.span(), format!("expected a number, found `{token}`")))
}

/// The items of a list in parentheses or brackets.
fn items(group: &Group) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let items = tokens.split(|token| is_punct(token, ',')).filter(|item| !item.is_empty());
    items.map(<[TokenTree]>::to_vec).collect()
}

/// `(30, 48)`, or `30` of one dimension.
fn extents(value: &TokenTree) -> Result<Vec<(usize, SpanRange)>, Diagnostic> {
    let numbered = |token: &TokenTree| Ok((number(token)?, token.span().into()));
    let TokenTree::Group(group) = value else { return Ok(vec![numbered(value)?]) };
    let extent = |item: Vec<TokenTree>| match item.as_slice() {
        [one] => numbered(one),
        other => {
            Err(Diagnostic::new(whole(other), "expected the number of coordinates of a dimension"))
        }
    };
    items(group).into_iter().map(extent).collect()
}

/// `(dp = 4, tp = 2)`
fn mesh(value: &TokenTree) -> Result<(Mesh, SpanRange), Diagnostic> {
    let expected = |range: SpanRange| {
        Diagnostic::new(
            range,
            "expected the axes of the mesh with their devices, as `(dp = 4, tp = 2)`",
        )
    };
    let TokenTree::Group(group) = value else { return Err(expected(value.span().into())) };
    let axis = |item: Vec<TokenTree>| match item.as_slice() {
        [TokenTree::Ident(name), equals, extent] if is_punct(equals, '=') => {
            Ok::<_, Diagnostic>((name.clone(), number(extent)?, extent.span()))
        }
        other => Err(expected(whole(other))),
    };
    let axes = items(group).into_iter().map(axis).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<(String, usize)> =
        axes.iter().map(|(name, extent, _)| (name.to_string(), *extent)).collect();
    let range = match axes.as_slice() {
        [(_, _, extent)] => *extent,
        _ => group.span(),
    };
    let axes: Vec<(&str, usize)> =
        names.iter().map(|(name, extent)| (name.as_str(), *extent)).collect();
    let mesh = Mesh::new(&axes).map_err(|error| super::diagnostic(group.span().into(), &error))?;
    Ok((mesh, range.into()))
}
