//! XLA: `f32[8,128]{1,0:T(8,128)(2,1)}`, a shape, the dimensions from minor to major, and tiles.

use layout_algebra::{CollectVec, Layout};
use proc_macro2::{Delimiter, TokenTree};

use super::scan::{self, group, integers, is_group, natural, word_at};
use super::strides::{self, Digit, Mode, list};
use crate::cursor::Cursor;
use crate::parse::number::DIGITS;
use crate::report::{At, Diagnostic};

/// Returns whether a word is a type of elements, of XLA or of PyTorch's graphs.
pub(super) fn is_element(word: &str) -> bool {
    let digits = word.trim_start_matches("bf").trim_start_matches(['s', 'u', 'i', 'f', 'c', 'b']);
    word == "pred" || digits.len() < word.len() && digits.starts_with(DIGITS)
}

/// Returns whether a type of elements comes next, and a list behind it.
fn is_array_next(cursor: &mut Cursor) -> bool {
    matches!(word_at(cursor, 0), Some(word) if is_element(&word))
        && is_group(cursor, 1, Delimiter::Bracket)
}

pub(super) fn is_next(cursor: &mut Cursor) -> bool {
    is_array_next(cursor)
        && !is_group(cursor, 2, Delimiter::Parenthesis)
        && !is_group(cursor, 2, Delimiter::Bracket)
}

pub(super) fn read(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    cursor.next();
    let extents = integers(&mut Cursor::inside(&group(cursor, Delimiter::Bracket, "a shape")?))?;
    let mut order: Vec<usize> = (0..extents.len()).rev().collect_vec();
    let mut tiles = Vec::new();
    if let Some(braces) = cursor.next_group(Delimiter::Brace) {
        let mut inside = Cursor::inside(&braces);
        if !inside.at_punct(':') {
            order = minor_to_major(&mut inside, extents.len())?;
        }
        if inside.eat_punct(':') {
            tiles = self::tiles(&mut inside)?;
        }
        inside.end("`:` and tiles, or `}`")?;
    }
    let modes = of_tiles(&extents, &order, &tiles);
    Ok(strides::text(&modes.at(cursor.since(start))?))
}

/// The dimensions from minor to major.
fn minor_to_major(inside: &mut Cursor, rank: usize) -> Result<Vec<usize>, Diagnostic> {
    let start = inside.here();
    let mut order = Vec::new();
    while !inside.is_done() && !inside.at_punct(':') {
        order.push(scan::integer(inside)?);
        if !inside.at_punct(':') {
            scan::comma(inside)?;
        }
    }
    if let Some(order) = scan::permutation(&order, rank) {
        return Ok(order);
    }
    let message = format!(
        "from minor to major each of the {rank} dimensions stands once, the first is 0: found {order:?}"
    );
    Err(Diagnostic::new(inside.since(start), message))
}

/// The parts of a layout after the colon: tiles; the space of memory and the bits of an element move nothing.
fn tiles(inside: &mut Cursor) -> Result<Vec<Vec<i128>>, Diagnostic> {
    const PARTS: [&str; 3] = ["T", "S", "E"];
    let mut tiles = Vec::new();
    while !inside.is_done() {
        let what = "the parts of XLA's layouts that are read";
        let word = scan::one_of(inside, "`T(…)`, a tile", what, &PARTS)?;
        let mut list = group(inside, Delimiter::Parenthesis, "`(` and numbers")?;
        if word != "T" {
            continue;
        }
        loop {
            let mut numbers = Cursor::inside(&list);
            if numbers.at_punct('*') {
                let message = "a tile of `*` joins dimensions: they are not read";
                return Err(Diagnostic::new(numbers.here(), message));
            }
            tiles.push(integers(&mut numbers)?);
            match inside.next_group(Delimiter::Parenthesis) {
                Some(next) => list = next,
                None => break,
            }
        }
    }
    Ok(tiles)
}

/// The modes of a shape in an order, cut into tiles one after the other.
fn of_tiles(extents: &[i128], order: &[usize], tiles: &[Vec<i128>]) -> Result<Vec<Mode>, String> {
    let whole = |dim: &usize| Digit { dim: *dim, extent: extents[*dim], place: 1 };
    let mut digits = order.iter().rev().map(whole).collect_vec();
    for tile in tiles {
        let (count, rank) = (digits.len(), tile.len());
        if rank > count {
            return Err(format!("a tile of {rank} dimensions, beside {count}"));
        }
        for (place, size) in tile.iter().enumerate() {
            let Digit { dim, extent, place } = &mut digits[count - rank + place];
            if *size < 1 || *extent % size != 0 {
                let next = extent.div_euclid(*size.max(&1)) + 1;
                let part =
                    if *extent == extents[*dim] { "" } else { "what earlier tiles leave of " };
                return Err(format!(
                    "{part}dimension {dim} has {extent} elements, which is no multiple of its tile of {size}: the last of {next} tiles is \
                     padded, write {} for {extent}",
                    next * size
                ));
            }
            // The tile has the lower values of the digit, which may be one of an earlier tile.
            let within = Digit { dim: *dim, extent: *size, place: *place };
            (*extent, *place) = (*extent / size, *place * size);
            digits.push(within);
        }
    }
    strides::of_places(extents.len(), &digits)
}

pub(super) fn write(layout: &Layout) -> Result<String, String> {
    let modes = strides::joined_modes(layout)?;
    let extents = strides::extents(&modes);
    let digits = strides::digits(&modes)?;
    let (leading, blocks) = digits.split_at(modes.len());
    if strides::has_block(leading) {
        return Err("a part of a tile lies outside of the order of the dimensions".to_owned());
    }
    let (mut order, mut tiled, mut tile) = (Vec::new(), Vec::new(), Vec::new());
    for (dim, _) in leading {
        order.insert(0, *dim);
        // The tile begins with the first dimension that is cut.
        let size = strides::block(blocks, *dim);
        if size > 1 || !tile.is_empty() {
            tiled.push(*dim);
            tile.push(size);
        }
    }
    for choice in 0..1usize << tiled.len().min(8) {
        let mut tiles = Vec::new();
        if !tile.is_empty() {
            tiles.push(tile.clone());
        }
        let small = inner_tile(blocks, &tiled, choice);
        if small.iter().max() > Some(&1) {
            tiles.push(small);
        }
        if of_tiles(&extents, &order, &tiles).as_deref() == Ok(modes.as_slice()) {
            let tiles: String = tiles.iter().map(|tile| format!("({})", list(tile, ","))).collect();
            let tiles = if tiles.is_empty() { tiles } else { format!(":T{tiles}") };
            let (extents, order) = (list(&extents, ","), list(&order, ","));
            return Ok(format!("f32[{extents}]{{{order}{tiles}}}"));
        }
    }
    Err(format!("its {} parts of tiles are those of no two tiles in each other", blocks.len()))
}

/// The inner tile that takes the innermost digit of each dimension whose bit is set in a choice, and of the others nothing.
fn inner_tile(blocks: &[(usize, Option<i128>)], tiled: &[usize], choice: usize) -> Vec<i128> {
    let mut sizes = vec![1; tiled.len()];
    for (place, dim) in tiled.iter().enumerate() {
        for (of, size) in blocks {
            if of == dim && choice >> place & 1 == 1 {
                sizes[place] = size.unwrap_or(1);
            }
        }
    }
    sizes
}

/// Returns whether PyTorch's `f32[4, 8][8, 1]cuda:0` comes next.
pub(super) fn is_strided_next(cursor: &mut Cursor) -> bool {
    is_array_next(cursor) && is_group(cursor, 2, Delimiter::Bracket)
}

/// The layout of `f32[4, 8][8, 1]cuda:0`, as PyTorch prints the nodes of its graphs.
pub(super) fn read_strided(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    cursor.next();
    let mut lists = Vec::new();
    for what in ["a shape", "strides"] {
        lists.push(integers(&mut Cursor::inside(&group(cursor, Delimiter::Bracket, what)?))?);
    }
    // The device.
    if cursor.next_ident().is_some() && cursor.eat_punct(':') {
        match cursor.next() {
            Some(TokenTree::Literal(literal)) if natural(&literal.to_string()).is_some() => {}
            token => return Err(cursor.unexpected(token, "the number of a device")),
        }
    }
    super::arrays::strided(&lists[0], &lists[1]).at(cursor.since(start))
}
