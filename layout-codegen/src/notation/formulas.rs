//! Layouts by a formula of the coordinates: MLIR's `memref<4x8xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>`, also with
//! `strided<[8, 1]>`, and TileLang's `Layout((4, 8) -> (32,), transform: (_i, _j) -> (_i * 8 + _j,))`.

use layout_algebra::{CollectVec, Layout};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::scan::{self, Item, Value, is_group, is_mark, word_at};
use super::strides::{self, Mode};
use crate::cursor::Cursor;
use crate::report::{At, Diagnostic};
use crate::token::{is_comma, is_punct};

pub(super) fn is_memref_next(cursor: &mut Cursor) -> bool {
    if !is_mark(cursor, 1, '<') {
        return false;
    }
    match word_at(cursor, 0).as_deref() {
        Some("memref") => scan::is_dimensions(cursor, 2),
        Some("affine_map") => is_group(cursor, 2, Delimiter::Parenthesis),
        _ => false,
    }
}

pub(super) fn read_memref(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    if cursor.eat_ident("affine_map") {
        affine(cursor)?;
        let message = "an `affine_map` alone has no extents";
        let help =
            "write the type that has it: `memref<4x8xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>`";
        return Err(Diagnostic::new(cursor.since(start), message).help(help));
    }
    cursor.next();
    scan::marks(cursor, "<")?;
    let (extents, _) = scan::dimensions(cursor)?;
    let mut layout = None;
    while cursor.eat_punct(',') {
        let place = cursor.here();
        if cursor.at_punct('#') {
            let attribute = scan::value(cursor)?;
            // Behind a layout stands the space of memory.
            if layout.is_none() {
                check_space(&attribute)?;
            }
            continue;
        }
        let Some(word) = word_at(cursor, 0) else {
            scan::integer(cursor)?;
            // `1 : i32`
            if cursor.eat_punct(':') {
                cursor.ident("the type of an integer")?;
            }
            continue;
        };
        if layout.is_some() {
            return Err(Diagnostic::new(place, "a `memref` has one layout, and this is another"));
        }
        layout = Some(match word.as_str() {
            "strided" => {
                cursor.next();
                scan::marks(cursor, "<")?;
                let steps = scan::group(cursor, Delimiter::Bracket, "`[` and strides")?;
                let steps = known(&mut Cursor::inside(&steps))?;
                // The offset is the pointer's.
                if cursor.eat_punct(',') {
                    cursor.word("offset", "`offset:`")?;
                    scan::marks(cursor, ":")?;
                    if !cursor.eat_punct('?') {
                        scan::integer(cursor)?;
                    }
                }
                scan::marks(cursor, ">")?;
                super::arrays::strided(&extents, &steps).at(cursor.since(place))?
            }
            "affine_map" => {
                cursor.next();
                of_map(cursor, &extents, place)?
            }
            other => {
                return Err(scan::unknown(
                    other,
                    place,
                    "the layouts of a `memref`",
                    &["affine_map", "strided"],
                ));
            }
        });
    }
    scan::marks(cursor, ">")?;
    Ok(layout.unwrap_or_else(|| row_major(&extents)))
}

/// The ends of the names of spaces of memory: `#gpu.address_space<workgroup>`, `#spirv.storage_class<…>`, IREE's `#hal.descriptor_type<…>`.
const SPACES: [&str; 3] = ["space", "storage_class", "descriptor_type"];

/// Refuses what is no space of memory by its name: other attributes, and aliases of some, may be layouts.
fn check_space(attribute: &Value) -> Result<(), Diagnostic> {
    let (name, help) = match &attribute.item {
        Item::Call(name, _) if SPACES.iter().any(|end| name.ends_with(end)) => return Ok(()),
        Item::Call(name, _) => (format!("#{name}"), "leave it out if it is no layout"),
        Item::Word(alias) => (
            alias.clone(),
            "write what its line in front says: `affine_map<(d0, d1) -> (d0 * 8 + d1)>`",
        ),
        _ => (String::new(), "write `strided<[8, 1]>`"),
    };
    let message = format!("`{name}` may be a layout, which is not known here");
    Err(Diagnostic::new(attribute.range, message).help(help))
}

fn row_major(extents: &[i128]) -> String {
    strides::text(&strides::of_leaves(extents, &strides::row_major(extents)))
}

/// Strides, none of them `?`.
fn known(inside: &mut Cursor) -> Result<Vec<i128>, Diagnostic> {
    let mut all = Vec::new();
    while !inside.is_done() {
        if inside.at_punct('?') {
            let message = "a stride `?` is known at run time";
            return Err(Diagnostic::new(inside.here(), message).help("write a number for it"));
        }
        all.push(scan::integer(inside)?);
        scan::comma(inside)?;
    }
    Ok(all)
}

/// The variables and the results of `<(d0, d1) -> (d0 * 8 + d1)>`.
fn affine(cursor: &mut Cursor) -> Result<(TokenStream, TokenStream), Diagnostic> {
    scan::marks(cursor, "<")?;
    let variables = scan::group(cursor, Delimiter::Parenthesis, "`(` and dimensions")?.stream();
    if is_group(cursor, 0, Delimiter::Bracket) {
        let message = "a map of symbols `[s0]` takes integers that are known at run time";
        return Err(Diagnostic::new(cursor.here(), message).help("write numbers for them"));
    }
    scan::marks(cursor, "->")?;
    let results = scan::group(cursor, Delimiter::Parenthesis, "`(` and a formula")?.stream();
    scan::marks(cursor, ">")?;
    Ok((variables, results))
}

/// The layout of an affine map of one result.
fn of_map(
    cursor: &mut Cursor,
    extents: &[i128],
    place: proc_macro2::Span,
) -> Result<String, Diagnostic> {
    let (variables, results) = affine(cursor)?;
    let count = commas(&results) + 1;
    if count != 1 {
        let message = format!("an affine map of {count} results is not read: an offset is one");
        return Err(Diagnostic::new(cursor.since(place), message)
            .help("`mlir-opt --normalize-memrefs` makes it one"));
    }
    let mut formula = String::new();
    words(results, &mut formula)?;
    inferred(&variables.to_string(), &formula, extents).at(cursor.since(place))
}

/// The number of commas outside of groups.
fn commas(tokens: &TokenStream) -> usize {
    tokens.clone().into_iter().filter(is_comma).count()
}

/// A formula with the operators of the language for MLIR's words.
fn words(tokens: TokenStream, text: &mut String) -> Result<(), Diagnostic> {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                text.push('(');
                words(group.stream(), text)?;
                text.push(')');
            }
            TokenTree::Ident(word) if word == "floordiv" => text.push_str(" /% "),
            TokenTree::Ident(word) if word == "mod" => text.push_str(" % "),
            TokenTree::Ident(word) if word == "ceildiv" => {
                let message = "`ceildiv` is not read";
                return Err(Diagnostic::new(word.span(), message)
                    .help("write `(a + b - 1) floordiv b` for `a ceildiv b`"));
            }
            TokenTree::Punct(punct) => {
                text.push(punct.as_char());
                if punct.spacing() == proc_macro2::Spacing::Alone {
                    text.push(' ');
                }
            }
            other => text.push_str(&format!("{other} ")),
        }
    }
    Ok(())
}

/// The layout of a formula over extents.
fn inferred(variables: &str, formula: &str, extents: &[i128]) -> Result<String, String> {
    let count = variables.split(',').filter(|variable| !variable.trim().is_empty()).count();
    if count != extents.len() {
        return Err(format!("a formula of {count} coordinates, beside {} extents", extents.len()));
    }
    // The remainder of both notations is that of Python's `lambda`, never below 0 where the divisor is not.
    Ok(format!("infer_layout(lambda {variables}: {formula}, ({}))", strides::list(extents, ",")))
}

/// The formula of modes, of which each has a variable: words for the quotient and for the remainder.
fn formula(modes: &[Mode], variables: &[String], [quotient, remainder]: [&str; 2]) -> String {
    let mut terms = Vec::new();
    for (mode, variable) in modes.iter().zip(variables) {
        let (mut before, last) = (1i128, mode.len().saturating_sub(1));
        for (place, (extent, stride)) in mode.iter().enumerate() {
            let mut digit = variable.clone();
            if before > 1 {
                digit = format!("({digit} {quotient} {before})");
            }
            if place != last {
                digit = format!("({digit} {remainder} {extent})");
            }
            before *= extent;
            if *stride != 0 && *extent > 1 {
                terms.push(if *stride == 1 { digit } else { format!("{digit} * {stride}") });
            }
        }
    }
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
}

pub(super) fn write_memref(layout: &Layout) -> Result<String, String> {
    let modes = strides::joined_modes(layout)?;
    let sizes = strides::list(&strides::extents(&modes), "x");
    if let Ok(flat) = strides::flat(layout) {
        let steps = flat.iter().map(|leaf| leaf.1.to_string()).collect_vec();
        return Ok(format!("memref<{sizes}xf32, strided<[{}]>>", steps.join(", ")));
    }
    let variables = (0..modes.len()).map(|dim| format!("d{dim}")).collect_vec();
    let formula = formula(&modes, &variables, ["floordiv", "mod"]);
    Ok(format!("memref<{sizes}xf32, affine_map<({}) -> ({formula})>>", variables.join(", ")))
}

/// The lists of TileLang: tuples of Python, or in brackets, as C++ prints them.
const LISTS: [Delimiter; 2] = [Delimiter::Parenthesis, Delimiter::Bracket];

/// Returns whether `Layout((…) -> …)` or `Fragment((…) -> …)` comes next.
pub(super) fn is_tilelang_next(cursor: &mut Cursor) -> bool {
    if !scan::is_word(cursor, 0, &["Layout", "Fragment"]) {
        return false;
    }
    match cursor.ahead(1) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            let mut inside = Cursor::inside(group);
            matches!(inside.peek(), Some(TokenTree::Group(list)) if LISTS.contains(&list.delimiter()))
                && is_mark(&mut inside, 1, '-')
                && is_mark(&mut inside, 2, '>')
        }
        _ => false,
    }
}

/// The parts of a fragment behind its shapes.
const PARTS: [&str; 6] =
    ["replicate", "thread", "forward_thread", "forward_index", "thread_range", "transform"];

/// The layout; of a fragment that from coordinates, and copies, to `thread + threads * index`.
pub(super) fn read_tilelang(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    let is_fragment = cursor.ident("a class")? == "Fragment";
    let operands = scan::group(cursor, Delimiter::Parenthesis, "`(`")?;
    let mut inside = Cursor::inside(&operands);
    let range = cursor.since(start);
    let mut shapes = Vec::new();
    for mark in ["->", ""] {
        let shape = match inside.next_group(Delimiter::Bracket) {
            Some(shape) => shape,
            None => scan::group(&mut inside, Delimiter::Parenthesis, "`(` and extents")?,
        };
        shapes.push(scan::integers(&mut Cursor::inside(&shape))?);
        scan::marks(&mut inside, mark)?;
    }
    let mut parts: Vec<(String, Vec<TokenTree>)> = Vec::new();
    while inside.eat_punct(',') {
        let (expected, what) =
            ("a part such as `forward_index`", "the parts of TileLang's layouts");
        let word = scan::one_of(&mut inside, expected, what, &PARTS)?;
        if parts.iter().any(|(part, _)| word == part) {
            return Err(scan::twice(&word, word.span()));
        }
        scan::marks(&mut inside, ":")?;
        let mut tokens = Vec::new();
        while !inside.is_done() && !inside.at_punct(',') {
            tokens.extend(inside.next());
        }
        parts.push((word.to_string(), tokens));
    }
    inside.end("`,` or `)`")?;
    let part = |name: &str| match parts.iter().find(|(word, _)| word == name) {
        Some((_, tokens)) => Ok(tokens),
        None => Err(Diagnostic::new(range, format!("the layout lacks `{name}`"))),
    };
    let mut extents = shapes[0].clone();
    let mut variables = (0..extents.len()).map(variable).collect_vec();
    let of_outputs = part(if is_fragment { "forward_index" } else { "transform" })?;
    let list = match of_outputs.as_slice() {
        [list] if is_fragment => list,
        [head, dash, angle, list]
            if !is_fragment && is_punct(dash, '-') && is_punct(angle, '>') =>
        {
            variables = split(head).iter().map(ToString::to_string).collect_vec();
            list
        }
        _ => {
            let expected = if is_fragment { "`(_j % 2,)`" } else { "`(_i, _j) -> (_i * 8 + _j,)`" };
            return Err(Diagnostic::new(range, format!("expected formulas such as {expected}")));
        }
    };
    let outputs = split(list);
    if outputs.len() != shapes[1].len() {
        let message =
            format!("{} results, beside {} extents of the output", outputs.len(), shapes[1].len());
        return Err(Diagnostic::new(range, message));
    }
    // The place of the output in its shape, of which the last is fastest.
    let steps = strides::row_major(&shapes[1]);
    let mut terms = Vec::new();
    for (output, step) in outputs.iter().zip(steps) {
        let mut formula = String::new();
        words(output.clone(), &mut formula)?;
        terms.push(format!("({formula}) * {step}"));
    }
    let mut formula = terms.join(" + ");
    if is_fragment {
        let mut thread = String::new();
        words(part("forward_thread")?.iter().cloned().collect(), &mut thread)?;
        formula = format!("({thread}) + ({formula}) * {}", number(part("thread")?)?);
        let copies = number(part("replicate")?)?;
        if copies > 1 {
            extents.push(copies);
            variables.push("_rep".to_owned());
        }
    }
    inferred(&variables.join(", "), &formula, &extents).at(range)
}

fn number(tokens: &[TokenTree]) -> Result<i128, Diagnostic> {
    let mut cursor = Cursor::new(tokens.iter().cloned().collect());
    let number = scan::integer(&mut cursor)?;
    cursor.end("`,` or `)`")?;
    match number {
        1.. => Ok(number),
        _ => {
            Err(Diagnostic::new(cursor.here(), format!("a count is at least 1, and not {number}")))
        }
    }
}

/// The variable of a dimension: `_i`, `_j` and so on.
fn variable(dim: usize) -> String {
    format!("_{}", char::from(b'i' + dim.min(16) as u8))
}

/// The entries of a list.
fn split(list: &TokenTree) -> Vec<TokenStream> {
    let stream = match list {
        TokenTree::Group(group) if LISTS.contains(&group.delimiter()) => group.stream(),
        _ => return Vec::new(),
    };
    let tokens = stream.into_iter().collect_vec();
    let mut entries = Vec::new();
    for entry in tokens.split(is_comma) {
        entries.push(entry.iter().cloned().collect());
    }
    // A tuple of one has a comma behind it.
    if entries.last().is_some_and(TokenStream::is_empty) {
        entries.pop();
    }
    entries
}

pub(super) fn write_tilelang(layout: &Layout) -> Result<String, String> {
    let modes = strides::joined_modes(layout)?;
    let sizes = strides::extents(&modes);
    if modes.len() > 16 {
        return Err(format!("{} modes, of at most 16 there", modes.len()));
    }
    let mut last = 0;
    for (extent, stride) in modes.iter().flatten() {
        if *stride < 0 {
            return Err(format!("the stride {stride} is below 0: an output has no such place"));
        }
        last += (extent - 1) * stride;
    }
    let variables = (0..modes.len()).map(variable).collect_vec();
    let comma = if sizes.len() == 1 { "," } else { "" };
    let (sizes, names) = (strides::list(&sizes, ", "), variables.join(", "));
    let formula = formula(&modes, &variables, ["//", "%"]);
    Ok(format!(
        "Layout(({sizes}{comma}) -> ({},), transform: ({names}{comma}) -> ({formula},))",
        last + 1
    ))
}
