//! Mojo's layouts of today: `row_major[4, 4]()` and `Layout(Coord(Idx[4](), Idx[8]()), Coord(Idx[8](), Idx[1]()))`.

use layout_algebra::{CollectVec, HTuple, Int, Layout, Stride};
use proc_macro2::{Delimiter, Group};

use super::scan::{self, is_group, word_at};
use super::strides::list;
use crate::cursor::Cursor;
use crate::nearest::lookup;
use crate::report::Diagnostic;
use crate::token::is_ident;

const MAJORS: [(&str, &str); 2] = [("row_major", "LayoutRight"), ("col_major", "LayoutLeft")];

pub(super) fn is_next(cursor: &mut Cursor) -> bool {
    let Some(word) = word_at(cursor, 0) else { return false };
    if lookup(&MAJORS, &word).is_some() {
        return is_group(cursor, 1, Delimiter::Bracket)
            && is_group(cursor, 2, Delimiter::Parenthesis)
            || is_of_coordinates(cursor);
    }
    word == "Layout" && is_of_coordinates(cursor)
}

/// Returns whether the operands in parentheses begin with `Coord(`.
fn is_of_coordinates(cursor: &mut Cursor) -> bool {
    match cursor.ahead(1) {
        Some(proc_macro2::TokenTree::Group(group))
            if group.delimiter() == Delimiter::Parenthesis =>
        {
            let mut inside = Cursor::inside(group);
            let is_coordinate = is_ident(inside.ahead(0), "Coord");
            is_coordinate && is_group(&mut inside, 1, Delimiter::Parenthesis)
        }
        _ => false,
    }
}

pub(super) fn read(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let word = cursor.ident("a constructor")?.to_string();
    let shape = cursor.next_group(Delimiter::Bracket);
    let operands = scan::group(cursor, Delimiter::Parenthesis, "`(`")?;
    let mut inside = Cursor::inside(&operands);
    let major = lookup(&MAJORS, &word);
    if let Some(shape) = shape {
        let extents = scan::integers(&mut Cursor::inside(&shape))?;
        inside.end("`)`: the extents stand in brackets")?;
        let major = major.unwrap_or(&"LayoutRight");
        return Ok(format!("make_layout(({}), {major})", list(&extents, ",")));
    }
    let shape = coordinate(&mut inside)?;
    if let Some(major) = major {
        inside.end("`)`")?;
        return Ok(format!("make_layout({shape}, {major})"));
    }
    scan::marks(&mut inside, ",")?;
    let stride = coordinate(&mut inside)?;
    inside.eat_punct(',');
    inside.end("`)`")?;
    Ok(format!("{shape}:{stride}"))
}

/// `Coord(…)`, `Idx[4]()`, `Idx(4)`, or a number.
fn coordinate(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    if cursor.eat_ident("Coord") {
        let group = scan::group(cursor, Delimiter::Parenthesis, "`(` of a coordinate")?;
        let mut inside = Cursor::inside(&group);
        let mut items = Vec::new();
        while !inside.is_done() {
            items.push(coordinate(&mut inside)?);
            scan::comma(&mut inside)?;
        }
        return Ok(format!("({})", items.join(",")));
    }
    if !cursor.eat_ident("Idx") {
        return Ok(scan::integer(cursor)?.to_string());
    }
    match cursor.next_group(Delimiter::Bracket) {
        Some(group) => {
            let number = only_number(&group)?;
            let operands = scan::group(cursor, Delimiter::Parenthesis, "`()`")?;
            Cursor::inside(&operands).end("`)`: the number stands in brackets")?;
            Ok(number)
        }
        None => only_number(&scan::group(cursor, Delimiter::Parenthesis, "`(` and a number")?),
    }
}

/// The number that is alone in a group.
fn only_number(group: &Group) -> Result<String, Diagnostic> {
    let mut inside = Cursor::inside(group);
    let number = scan::integer(&mut inside)?;
    inside.end("one number")?;
    Ok(number.to_string())
}

pub(super) fn write(layout: &Layout) -> Result<String, String> {
    let shape = tuple(layout.shape(), known)?;
    let stride = tuple(layout.stride(), known_stride)?;
    Ok(format!("Layout({shape}, {stride})"))
}

fn known_stride(stride: &Stride) -> Result<i128, String> {
    match stride.as_int() {
        Some(stride) => known(stride),
        None => Err(format!("the stride {stride} steps along an axis: strides are integers there")),
    }
}

fn known(int: &Int) -> Result<i128, String> {
    match int.known() {
        Some(value) if value >= 0 => Ok(value),
        Some(value) => Err(format!("the stride {value} is below 0: Mojo's are not")),
        None => Err(format!("{int} is known at run time: a number is written there")),
    }
}

fn tuple<T>(of: &HTuple<T>, leaf: fn(&T) -> Result<i128, String>) -> Result<String, String> {
    match of {
        HTuple::Leaf(of) => Ok(format!("Idx[{}]()", leaf(of)?)),
        HTuple::Tuple(items) => {
            let items = items.iter().map(|item| tuple(item, leaf)).try_collect_vec()?;
            Ok(format!("Coord({})", items.join(", ")))
        }
    }
}
