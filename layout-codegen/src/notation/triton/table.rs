//! The table that Triton prints of a linear layout: `- register=1 -> (0, 1)`, a line for each bit.

use layout_algebra::CollectVec;
use proc_macro2::{Delimiter, Span, TokenTree};

use super::encoding::combined_extents;
use super::linear::{Linear, check_vector};
use super::{PLACES, registers_text};
use crate::cursor::Cursor;
use crate::notation::scan::{self, group, integers, is_mark, word_at};
use crate::report::{At, Diagnostic};
use crate::token::is_ident;

/// The place of an offset in shared memory, beside those of registers.
const OFFSET: &str = "offset";

fn is_place(word: &str) -> bool {
    word == OFFSET || PLACES.contains(&word)
}

/// Returns whether a line comes next, with or without the dash in front.
pub(crate) fn is_table_next(cursor: &mut Cursor) -> bool {
    let dash = usize::from(is_mark(cursor, 0, '-'));
    matches!(word_at(cursor, dash), Some(word) if is_place(&word))
        && (is_mark(cursor, dash + 1, '=')
            && is_mark(cursor, dash + 3, '-')
            && is_mark(cursor, dash + 4, '>')
            || dash == 1 && is_ident(cursor.ahead(dash + 1), "is"))
}

/// The layout of all lines; of offsets that of coordinates, which is the inverse.
pub(crate) fn read_table(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    let mut places: [Vec<Vec<i128>>; 5] = Default::default();
    while !cursor.is_done() {
        cursor.eat_punct('-');
        let word = cursor.ident("the name of a place")?;
        if word == "where" {
            return finished(cursor, places, start);
        }
        let names = PLACES.iter().copied().chain([OFFSET]).collect_vec();
        let Some(place) = names.iter().position(|name| word == name) else {
            let what = "the places of a linear layout";
            return Err(scan::unknown(&word.to_string(), word.span(), what, &names));
        };
        // `block is a size 1 dimension`
        if cursor.eat_ident("is") {
            while matches!(cursor.peek(), Some(TokenTree::Ident(word)) if !is_place(&word.to_string()) && word != "where")
                || matches!(cursor.peek(), Some(TokenTree::Literal(_)))
            {
                cursor.next();
            }
            continue;
        }
        scan::marks(cursor, "=")?;
        let at = cursor.here();
        let number = scan::integer(cursor)?;
        scan::marks(cursor, "->")?;
        let of = cursor.here();
        let vector = integers(&mut Cursor::inside(&group(
            cursor,
            Delimiter::Parenthesis,
            "`(` and a coordinate",
        )?))?;
        check_vector(&vector).at(cursor.since(of))?;
        let expected = 1i128 << places[place].len().min(100);
        if number != expected {
            let message =
                format!("{word}={number} where {word}={expected} comes next: a line is of one bit");
            return Err(Diagnostic::new(cursor.since(at), message));
        }
        places[place].push(vector);
    }
    finished(cursor, places, start)
}

/// The layout of the vectors, after `where out dims are: [dim0 (size 128), dim1 (size 64)]`.
fn finished(
    cursor: &mut Cursor,
    places: [Vec<Vec<i128>>; 5],
    start: Span,
) -> Result<String, Diagnostic> {
    while cursor.next().is_some() {}
    let range = cursor.since(start);
    let rank = places.iter().flatten().map(Vec::len).max().unwrap_or(0);
    if rank == 0 || places.iter().flatten().any(|vector| vector.len() != rank) {
        let message = "the coordinates of a linear layout have one number of dimensions";
        return Err(Diagnostic::new(range, message));
    }
    let [registers @ .., offsets] = places;
    if offsets.is_empty() {
        let extents = combined_extents(&registers, rank);
        let linear = Linear { places: registers.to_vec(), extents };
        return registers_text(&linear).at(range);
    }
    let places = vec![offsets];
    let extents = combined_extents(&places, rank);
    let linear = Linear { places, extents: extents.clone() };
    super::text(&super::Encoding::SharedLinear(linear), &extents).at(range)
}
