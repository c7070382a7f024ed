//! Names of blocked formats: oneDNN's tags, `f32::blocked:OIhw4i16o4i::f0 64x32x3x3`, and TVM's layouts,
//! `layout_transform((64, 32, 3, 3), "OIHW", "OIHW16i4o")`.

use layout_algebra::{CollectVec, Layout, SortFew};
use proc_macro2::{Delimiter, Span, TokenTree};

use super::scan::{self, Arguments, Item, Parameter, Value, is_mark, word_at};
use super::strides::{self, Digits, Mode};
use crate::cursor::Cursor;
use crate::parse::number::DIGITS;
use crate::report::{At, Diagnostic, SpanRange};
use crate::token::is_ident;

/// The order of the dimensions of tensors whose axes have letters of their own, for activations, weights and recurrent networks.
const NAMED: [&str; 5] = ["ncdhw", "goidhw", "tnc", "ldigo", "ldnc"];

/// The tags of oneDNN that write an axis without a block in upper case: in its header `OhwI24o` is `Acdb24a`.
const UPPER: [&str; 4] = ["OhwI24o", "OhwI32o", "gOhwI24o", "gOhwI32o"];

/// The distance ahead at which `blocked:` may stand, in tokens.
const AHEAD: usize = 8;

/// Returns whether `f32::blocked:TAG` comes next, or `2x16x7x7:TAG`.
pub(super) fn is_onednn_next(cursor: &mut Cursor) -> bool {
    match cursor.peek() {
        Some(TokenTree::Literal(literal)) if is_dims(&literal.to_string()) => {
            is_mark(cursor, 1, ':')
                && matches!(word_at(cursor, 2), Some(word) if tag(&word).is_ok())
        }
        Some(TokenTree::Ident(_)) => is_memory_next(cursor),
        _ => false,
    }
}

/// Returns whether `blocked:` comes soon, after words and marks.
fn is_memory_next(cursor: &mut Cursor) -> bool {
    for ahead in 1..AHEAD {
        if is_ident(cursor.ahead(ahead), "blocked")
            && is_mark(cursor, ahead - 1, ':')
            && is_mark(cursor, ahead + 1, ':')
        {
            return true;
        }
        // In the places of a name or a number anything goes.
        if ahead != 2
            && ahead != 4
            && !is_mark(cursor, ahead, ':')
            && word_at(cursor, ahead).is_none()
        {
            return false;
        }
    }
    false
}

fn is_dims(text: &str) -> bool {
    text.contains('x') && text.split('x').all(|part| scan::natural(part).is_some())
}

pub(super) fn read_onednn(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    let mut extents = Vec::new();
    if matches!(cursor.peek(), Some(TokenTree::Literal(_))) {
        extents = scan::dimensions(cursor)?.0;
        scan::marks(cursor, ":")?;
    } else {
        while !cursor.eat_ident("blocked") {
            if cursor.next().is_none() {
                return Err(cursor.unexpected(None, "`blocked:` and a tag"));
            }
        }
        scan::marks(cursor, ":")?;
    }
    let word = cursor.ident("a tag such as `aBcd16b`")?;
    // The flags of a memory, `::f0`.
    while cursor.eat_punct(':') {
        cursor.next_ident();
    }
    while cursor.eat_punct(',') {}
    if extents.is_empty() {
        if !matches!(cursor.peek(), Some(TokenTree::Literal(_))) {
            let message =
                format!("`{word}` says the order of dimensions, and not how large they are");
            let help = format!("write the extents behind it: `f32::blocked:{word}::f0 2x16x8x8`");
            return Err(Diagnostic::new(cursor.since(start), message).help(help));
        }
        extents = scan::dimensions(cursor)?.0;
    }
    let (rank, digits) = tag(&word.to_string()).at(word.span())?;
    if rank != extents.len() {
        let message =
            format!("the tag `{word}` has {rank} dimensions, beside {} extents", extents.len());
        return Err(Diagnostic::new(cursor.since(start), message));
    }
    let modes = strides::of_digits(&extents, &digits);
    Ok(strides::text(&modes.at(cursor.since(start))?))
}

/// The number of dimensions of a tag, and the digits in memory.
fn tag(word: &str) -> Result<(usize, Digits), String> {
    let end = word.find(DIGITS).unwrap_or(word.len());
    let (axes, mut blocks) = word.split_at(end);
    let letters = axes.to_ascii_lowercase().chars().collect_vec();
    let Some(dims) = dimensions(&letters) else {
        return Err(format!(
            "`{word}` is no tag of oneDNN: its axes are `a` to `l`, each once, or as in `nchw` and `goihw`"
        ));
    };
    let mut digits: Digits =
        letters.iter().filter_map(|c| Some((position(&dims, *c)?, None))).collect_vec();
    let mut in_parts = Vec::new();
    while !blocks.is_empty() {
        let rest = blocks.trim_start_matches(DIGITS);
        let number = &blocks[..blocks.len() - rest.len()];
        let (Ok(size @ 1..), Some(letter)) = (number.parse::<i128>(), rest.chars().next()) else {
            return Err(format!("`{blocks}` of the tag `{word}` is no block such as `16b`"));
        };
        let Some(dim) = position(&dims, letter) else {
            return Err(format!(
                "the block `{number}{letter}` of the tag `{word}` is of no axis of it"
            ));
        };
        in_parts.push(letter);
        digits.push((dim, Some(size)));
        blocks = &rest[letter.len_utf8()..];
    }
    for axis in axes.chars() {
        let has_block = in_parts.contains(&axis.to_ascii_lowercase());
        if axis.is_ascii_uppercase() != has_block && !UPPER.contains(&word) {
            return Err(format!(
                "the axis `{axis}` of the tag `{word}` is in upper case if it has a block, and only then"
            ));
        }
    }
    Ok((dims.len(), digits))
}

/// The letters of the dimensions in their order: those from `a` on, or those of a named order.
fn dimensions(letters: &[char]) -> Option<Vec<char>> {
    let mut sorted = letters.to_vec();
    sorted.sort_few();
    if sorted == ('a'..='l').take(letters.len()).collect_vec() {
        return Some(sorted);
    }
    for order in NAMED {
        let mut dims = order.chars().collect_vec();
        dims.retain(|letter| letters.contains(letter));
        let mut of_order = dims.clone();
        of_order.sort_few();
        if of_order == sorted {
            return Some(dims);
        }
    }
    None
}

/// The dimension that has a letter, in lower case.
fn position(dims: &[char], letter: char) -> Option<usize> {
    dims.iter().position(|dim| *dim == letter)
}

/// The extents of the modes, and the digits in memory, those of the dimensions' order in front.
fn in_order(layout: &Layout) -> Result<(Vec<i128>, Digits), String> {
    let modes = strides::joined_modes(layout)?;
    let extents = strides::extents(&modes);
    let digits = strides::digits(&modes)?;
    if strides::has_block(&digits[..modes.len()]) {
        return Err("a block lies outside of the order of the dimensions".to_owned());
    }
    if modes.len() > 12 {
        return Err(format!("{} dimensions, of at most 12 there", modes.len()));
    }
    Ok((extents, digits))
}

/// The letter of a dimension.
fn letter(dim: usize) -> char {
    char::from(b'a' + dim as u8)
}

pub(super) fn write_onednn(layout: &Layout) -> Result<String, String> {
    let (extents, digits) = in_order(layout)?;
    let mut tag = String::new();
    for (dim, block) in &digits {
        match block {
            Some(size) => tag += &format!("{size}{}", letter(*dim)),
            None if strides::block(&digits, *dim) != 1 => {
                tag.push(letter(*dim).to_ascii_uppercase());
            }
            None => tag.push(letter(*dim)),
        }
    }
    Ok(format!("f32::blocked:{tag}::f0 {}", strides::list(&extents, "x")))
}

pub(super) fn is_tvm_next(cursor: &mut Cursor) -> bool {
    scan::call_name(cursor).as_deref() == Some("layout_transform")
}

pub(super) fn read_tvm(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    const PARAMETERS: [Parameter; 3] = [
        Parameter::needed("data"),
        Parameter::needed("src_layout"),
        Parameter::needed("dst_layout"),
    ];
    let value = scan::value(cursor)?;
    let Value { item: Item::Call(name, fields), range } = &value else {
        return Err(Diagnostic::new(value.range, "expected `layout_transform(…)`"));
    };
    let arguments = Arguments::new(name, &PARAMETERS, fields, *range)?;
    let extents = arguments.ints("data")?;
    let (source, at_source) = quoted(arguments.get("src_layout"), *range)?;
    let (target, at_target) = quoted(arguments.get("dst_layout"), *range)?;
    let axes: Vec<char> = source.chars().collect_vec();
    if axes.len() != extents.len() || !axes.iter().all(char::is_ascii_uppercase) {
        let message = format!(
            "the layout \"{source}\" is no letter in upper case for each of {} extents",
            extents.len()
        );
        return Err(Diagnostic::new(at_source, message));
    }
    let digits = tvm(&axes, target).at(at_target)?;
    let modes = strides::of_digits(&extents, &digits);
    Ok(strides::text(&modes.at(*range)?))
}

/// The text of an operand in quotes, with its place; that of the call if there is none.
fn quoted(value: Option<&Value>, call: SpanRange) -> Result<(&str, SpanRange), Diagnostic> {
    let range = match value {
        Some(Value { item: Item::Text(text), range }) => return Ok((text, *range)),
        Some(other) => other.range,
        None => call,
    };
    Err(Diagnostic::new(range, "expected a layout in quotes, such as \"NCHW16c\""))
}

/// The digits of a layout of TVM: an axis in upper case, or a part of one, its size in front.
fn tvm(axes: &[char], text: &str) -> Result<Digits, String> {
    let mut digits: Digits = Vec::new();
    let mut size = String::new();
    for c in text.chars() {
        if c.is_ascii_digit() {
            size.push(c);
            continue;
        }
        let Some(dim) = position(axes, c.to_ascii_uppercase()) else {
            return Err(format!(
                "the axis `{c}` of \"{text}\" is none of the source's, {}",
                String::from_iter(axes)
            ));
        };
        let part = match (c.is_ascii_uppercase(), std::mem::take(&mut size).parse::<i128>()) {
            (true, Err(_)) => None,
            (false, Ok(size)) if size > 0 => Some(size),
            (true, Ok(_)) => {
                return Err(format!(
                    "the axis `{c}` of \"{text}\" has a size: only a part in lower case has one"
                ));
            }
            (false, _) => {
                return Err(format!("the part `{c}` of \"{text}\" has no size in front of it"));
            }
        };
        if digits.iter().any(|digit| digit.0 == dim && digit.1.is_some() == part.is_some()) {
            return Err(format!("`{c}` stands twice in \"{text}\": an axis has one part there"));
        }
        digits.push((dim, part));
    }
    match (0..axes.len()).find(|dim| !digits.contains(&(*dim, None))) {
        Some(dim) => Err(format!("the axis `{}` is missing in \"{text}\"", axes[dim])),
        None => Ok(digits),
    }
}

pub(super) fn write_tvm(layout: &Layout) -> Result<String, String> {
    let (extents, digits) = in_order(layout)?;
    let source = String::from_iter((0..extents.len()).map(letter)).to_ascii_uppercase();
    let axes = source.chars().collect_vec();
    let mut target = String::new();
    for (dim, block) in digits {
        match block {
            Some(size) => target += &format!("{size}{}", letter(dim)),
            None => target.push(axes[dim]),
        }
    }
    tvm(&axes, &target)?;
    let one = if extents.len() == 1 { "," } else { "" };
    let extents = strides::list(&extents, ", ");
    Ok(format!("layout_transform(({extents}{one}), \"{source}\", \"{target}\")"))
}

/// Returns whether a matrix of cuBLASLt's log comes next: `[type=R_8I rows=64 cols=64 ld=2048 order=COL32]`.
pub(super) fn is_cublaslt_next(cursor: &mut Cursor) -> bool {
    match cursor.peek() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
            let mut inside = Cursor::inside(group);
            scan::is_word(&mut inside, 0, &KEYS) && inside.at_assigned()
        }
        _ => false,
    }
}

const KEYS: [&str; 7] = ["type", "rows", "cols", "ld", "order", "batch", "strideBatch"];

/// The orders of a tile of cuBLASLt: its rows and columns, what each bit of a row and of a column adds.
struct Order {
    name: &'static str,
    rows: &'static [i128],
    columns: &'static [i128],
}

/// The orders of matrices, from the documentation of `cublasLtOrder_t`; that of 4 columns by 4 even or odd rows from the formula
/// that TVM's test of cuBLASLt fills, and NVIDIA's `FasterTransformer` computes.
const ORDERS: [Order; 5] = [
    Order { name: "COL", rows: &[], columns: &[] },
    Order { name: "ROW", rows: &[], columns: &[] },
    Order { name: "COL32", rows: &[], columns: &[1, 2, 4, 8, 16] },
    Order { name: "COL4_4R2_8C", rows: &[128, 4, 8], columns: &[1, 2, 16, 32, 64] },
    Order { name: "COL32_2R_4R4", rows: &[32, 256, 512, 64, 128], columns: &[1, 2, 4, 8, 16] },
];

impl Order {
    /// The layout of rows and columns, with the leading dimension.
    fn modes(&self, rows: i128, columns: i128, leading: i128) -> Result<Vec<Mode>, String> {
        if self.columns.is_empty() {
            let (row, column) = if self.name == "ROW" { (leading, 1) } else { (1, leading) };
            return Ok(vec![vec![(rows, row)], vec![(columns, column)]]);
        }
        // A tile follows a tile down the rows, and after the leading dimension along the columns.
        let tile = 1i128 << (self.rows.len() + self.columns.len());
        Ok(vec![
            self.side("rows", rows, self.rows, tile)?,
            self.side("columns", columns, self.columns, leading)?,
        ])
    }

    /// The mode of rows or columns: the bits of a place in a tile, and the tiles.
    fn side(
        &self,
        what: &str,
        extent: i128,
        bits: &[i128],
        tile_step: i128,
    ) -> Result<Mode, String> {
        let size = 1i128 << bits.len();
        let used = extent.min(size);
        if used.count_ones() != 1 || extent % used != 0 {
            return Err(format!(
                "{extent} {what} are no multiple of {size}, the tile of {}: the last tile is padded",
                self.name
            ));
        }
        let bits = &bits[..used.trailing_zeros() as usize];
        let mut mode = bits.iter().map(|bit| (2, *bit)).collect_vec();
        mode.push((extent / used, tile_step));
        Ok(strides::joined(&mode))
    }
}

pub(super) fn read_cublaslt(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    let group = scan::group(cursor, Delimiter::Bracket, "`[`")?;
    let mut inside = Cursor::inside(&group);
    let (mut rows, mut columns, mut leading, mut order) = (None, None, None, &ORDERS[0]);
    let mut seen = Vec::new();
    while !inside.is_done() {
        let (expected, what) =
            ("`rows`, `cols`, `ld` or `order`", "cuBLASLt's attributes of a matrix");
        let key = scan::one_of(&mut inside, expected, what, &KEYS)?;
        let word = key.to_string();
        if seen.contains(&word) {
            return Err(scan::twice(word, key.span()));
        }
        seen.push(word.clone());
        scan::marks(&mut inside, "=")?;
        match word.as_str() {
            "rows" => rows = Some(scan::integer(&mut inside)?),
            "cols" => columns = Some(scan::integer(&mut inside)?),
            "ld" => leading = Some(scan::integer(&mut inside)?),
            "order" => {
                let name = inside.ident("an order such as `COL32`")?;
                order = self::order(&name.to_string(), name.span())?;
            }
            _ => drop(inside.next()),
        }
        inside.eat_punct(',');
    }
    let range = cursor.since(start);
    let (Some(rows), Some(columns), Some(leading)) = (rows, columns, leading) else {
        return Err(Diagnostic::new(range, "a matrix of cuBLASLt has `rows`, `cols` and `ld`"));
    };
    if leading < 1 {
        return Err(Diagnostic::new(range, format!("`ld` is at least 1, and not {leading}")));
    }
    let modes = order.modes(rows, columns, leading);
    Ok(strides::text(&modes.at(range)?))
}

fn order(word: &str, span: Span) -> Result<&'static Order, Diagnostic> {
    let name = word.strip_prefix("CUBLASLT_ORDER_").unwrap_or(word);
    for order in &ORDERS {
        if order.name == name {
            return Ok(order);
        }
    }
    Err(scan::unknown(name, span, "cuBLASLt's orders", &order_names()))
}

/// The names of cuBLASLt's orders.
fn order_names() -> [&'static str; ORDERS.len()] {
    ORDERS.map(|order| order.name)
}

pub(super) fn write_cublaslt(layout: &Layout) -> Result<String, String> {
    let modes = strides::joined_modes(layout)?;
    let [row, column] = modes.as_slice() else {
        return Err(format!("{} modes: a matrix has rows and columns", modes.len()));
    };
    let (rows, columns) = (strides::extent(row), strides::extent(column));
    for order in &ORDERS {
        // The leading dimension is the step of the columns or of the rows beyond a tile.
        let beyond = if order.name == "ROW" { row } else { column };
        let fallback = if order.columns.is_empty() {
            1
        } else {
            1i128 << (order.rows.len() + order.columns.len())
        };
        let (_, leading) = beyond.last().copied().unwrap_or((1, fallback));
        for leading in [leading, fallback] {
            let Ok(all) = order.modes(rows, columns, leading) else { continue };
            if leading > 0 && strides::all_joined(&all) == modes {
                return Ok(format!(
                    "[type=R_32F rows={rows} cols={columns} ld={leading} order={}]",
                    order.name
                ));
            }
        }
    }
    Err(format!(
        "{rows} rows and {columns} columns in none of the orders {}",
        order_names().join(", ")
    ))
}
