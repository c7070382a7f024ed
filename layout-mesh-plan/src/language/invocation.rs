//! `A -> B, shape = (30, 48), mesh = (dp = 4, tp = 2), node = 8`.

use layout_codegen::{Diagnostic, SpanRange, is_comma, is_punct};
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
    fn of(tokens: Vec<TokenTree>, at: SpanRange, what: &str) -> Result<Self, Diagnostic> {
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
            Side::Layout(tokens) => whole(&Vec::from_iter(tokens.clone())),
        }
    }

    /// The first use of an axis of values in the layout as it is written.
    pub(crate) fn axis(&self, name: &str) -> Option<SpanRange> {
        match self {
            Side::Text(..) => None,
            Side::Layout(tokens) => find_axis(tokens.clone(), name),
        }
    }
}

/// The first `@name` among tokens, at the name.
fn find_axis(tokens: TokenStream, name: &str) -> Option<SpanRange> {
    let mut is_marked = false;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => {
                if let Some(found) = find_axis(group.stream(), name) {
                    return Some(found);
                }
            }
            TokenTree::Ident(word) if is_marked && word == name => return Some(word.span().into()),
            _ => {}
        }
        is_marked = is_punct(&token, '@');
    }
    None
}

/// The text of a string; none of another literal, and of a string with escapes, which no notation has.
fn text(literal: &Literal) -> Option<String> {
    let written = literal.to_string();
    let inner = written.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains('\\')).then_some(inner.to_owned())
}

/// The mark between two placements that stands where the arrow should: `=>`, a half of an arrow, or a comma.
fn in_place_of_arrow(tokens: &[TokenTree]) -> Option<SpanRange> {
    let option = (0..tokens.len()).find(|at| is_option(&tokens[*at..]));
    for at in 1..option.map_or(tokens.len(), |at| at.saturating_sub(1)) {
        if let TokenTree::Punct(mark) = &tokens[at]
            && "=->,".contains(mark.as_char())
        {
            let last = at + usize::from(is_pair(&tokens[at..], '=', '>'));
            return Some(SpanRange { first: mark.span(), last: tokens[last].span() });
        }
    }
    None
}

/// Returns true for tokens that begin with `name =`.
fn is_option(tokens: &[TokenTree]) -> bool {
    match tokens {
        [TokenTree::Ident(_), rest @ ..] => {
            matches!(rest, [equals, ..] if is_punct(equals, '=')) && !is_pair(rest, '=', '>')
        }
        _ => false,
    }
}

/// Returns true for tokens that begin with these marks.
fn is_pair(tokens: &[TokenTree], first: char, second: char) -> bool {
    matches!(tokens, [a, b, ..] if is_punct(a, first) && is_punct(b, second))
}

impl Invocation {
    pub(crate) fn parse(tokens: &TokenStream) -> Result<Self, Diagnostic> {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let Some(arrow) = tokens.windows(2).position(|pair| is_pair(pair, '-', '>')) else {
            let message = "`redistribute!` has two placements, with `->` between them";
            let range = in_place_of_arrow(&tokens).unwrap_or_else(|| whole(&tokens));
            return Err(Diagnostic::new(range, message).help(EXAMPLE));
        };
        let mut parts = tokens[arrow + 2..].split(is_comma);
        let at = whole(&tokens[arrow..arrow + 2]);
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
        for part in parts {
            if !part.is_empty() {
                invocation.option(part)?;
            }
        }
        Ok(invocation)
    }

    /// `name = value`
    fn option(&mut self, part: &[TokenTree]) -> Result<(), Diagnostic> {
        let [TokenTree::Ident(name), equals, value] = part else {
            let message = "expected an option, as `shape = (30, 48)`";
            return Err(Diagnostic::new(whole(part), message));
        };
        let option = name.to_string();
        let is_known = ["shape", "mesh", "node"].contains(&option.as_str());
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
        let is_second = match option.as_str() {
            "shape" => {
                let (extents, ranges) = extents(value)?;
                self.shape_ranges = ranges;
                self.shape.replace(extents).is_some()
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

fn whole(tokens: &[TokenTree]) -> SpanRange {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => SpanRange { first: first.span(), last: last.span() },
        _ => Span::call_site().into(),
    }
}

fn number(token: &TokenTree) -> Result<usize, Diagnostic> {
    if let TokenTree::Literal(literal) = token
        && let Ok(number) = literal.to_string().replace('_', "").parse()
    {
        return Ok(number);
    }
    Err(Diagnostic::new(token.span(), format!("expected a number, found `{token}`")))
}

/// The items of a list in parentheses or brackets.
fn items(group: &Group) -> Vec<Vec<TokenTree>> {
    let mut items: Vec<_> =
        Vec::from_iter(group.stream()).split(is_comma).map(<[TokenTree]>::to_vec).collect();
    items.retain(|item| !item.is_empty());
    items
}

/// `(30, 48)`, or `30` of one dimension.
fn extents(value: &TokenTree) -> Result<(Vec<usize>, Vec<SpanRange>), Diagnostic> {
    let TokenTree::Group(group) = value else {
        return Ok((vec![number(value)?], vec![value.span().into()]));
    };
    let (mut extents, mut ranges) = (Vec::new(), Vec::new());
    for item in items(group) {
        let message = "expected the number of coordinates of a dimension";
        let extent = match item.as_slice() {
            [extent] => extent,
            [extent, surplus, ..] if number(extent).is_ok() => {
                return Err(Diagnostic::new(surplus.span(), message));
            }
            other => return Err(Diagnostic::new(whole(other), message)),
        };
        extents.push(number(extent)?);
        ranges.push(extent.span().into());
    }
    Ok((extents, ranges))
}

/// `(dp = 4, tp = 2)`
fn mesh(value: &TokenTree) -> Result<(Mesh, SpanRange), Diagnostic> {
    let expected = "expected the axes of the mesh with their devices, as `(dp = 4, tp = 2)`";
    let TokenTree::Group(group) = value else {
        return Err(Diagnostic::new(value.span(), expected));
    };
    let (mut axes, mut sites) = (Vec::new(), Vec::new());
    for item in items(group) {
        match item.as_slice() {
            [TokenTree::Ident(name), equals, extent] if is_punct(equals, '=') => {
                axes.push((name.to_string(), number(extent)?));
                sites.push((name.span(), extent.span()));
            }
            other => return Err(Diagnostic::new(no_axis(other), expected)),
        }
    }
    let axes: Vec<_> = axes.iter().map(|(name, extent)| (name.as_str(), *extent)).collect();
    match Mesh::new(&axes) {
        Ok(mesh) => {
            let is_line = sites.len() == 1;
            let range = if is_line { sites[0].1 } else { group.span() };
            Ok((mesh, range.into()))
        }
        Err(error) => {
            Err(super::diagnostic(refused_axis(&axes, &sites, group.span()).into(), &error))
        }
    }
}

/// The first token with which an item is not `name = number`.
fn no_axis(item: &[TokenTree]) -> SpanRange {
    let is_begun = is_option(item);
    match item {
        [_, _, _, surplus, ..] if is_begun => surplus.span().into(),
        [TokenTree::Ident(_), other, ..] if !is_begun => other.span().into(),
        [other, ..] if !is_begun => other.span().into(),
        _ => whole(item),
    }
}

/// The first axis with which there is no mesh: its name if another has it too, else its extent. Of no axis all of the mesh.
fn refused_axis(axes: &[(&str, usize)], sites: &[(Span, Span)], mesh: Span) -> Span {
    for (i, (name, extent)) in sites.iter().enumerate() {
        if Mesh::new(&axes[..=i]).is_err() {
            let is_twice = axes[..i].iter().any(|(other, _)| *other == axes[i].0);
            return if is_twice { *name } else { *extent };
        }
    }
    mesh
}
