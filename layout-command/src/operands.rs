//! The operands of the outermost operation of an expression beside its value, in colours that they share.

use std::collections::BTreeMap;

use layout_codegen::{Evaluated, Value};
use layout_draw::{Key, OffsetsOptions, Paint, Picture, offsets};

use crate::expression::{Settings, evaluate};
use crate::session::Session;
use crate::views::{function, subject, without_bindings};

/// The most coordinates of a layout beside others.
const MAX_CELLS: i64 = 1 << 10;

/// Divides whose answers are one tile after the other, in one order or another.
const DIVIDES: [&str; 4] = ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"];
/// Products whose answers are the copies of the first operand.
const PRODUCTS: [&str; 6] = [
    "logical_product",
    "zipped_product",
    "tiled_product",
    "flat_product",
    "blocked_product",
    "raked_product",
];

/// A value with the operands that it is made of.
pub struct OperandPictures {
    /// The layouts among the operands.
    pub operands: Vec<Picture>,
    /// The value.
    pub result: Picture,
    /// A sentence that says what the colours are.
    pub colours: &'static str,
}

/// The number of the colour of each offset.
type Colours = BTreeMap<i64, usize>;

/// The operands of the outermost operation beside its answer; `None` where it is no operation on a layout with an answer that is one, or one
/// has too many coordinates.
pub fn operand_pictures(source: &str, settings: &Settings) -> Option<OperandPictures> {
    let program = Session::default().with(source);
    let (name, operands) = call(program.expression())?;
    let scoped = |expression: &str| program.definitions() + expression;
    let result = offsets_of(&scoped(program.expression()), settings)?;
    let mut layouts = Vec::new();
    for text in &operands {
        if let Some(offsets) = offsets_of(&scoped(text), settings) {
            layouts.push((*text, offsets));
        }
    }
    let (is_divide, is_product) = (DIVIDES.contains(&name), PRODUCTS.contains(&name));
    // The colours of the answer, those of the operands, and what they are.
    let (colours, of_operands, sentence) = match layouts.as_slice() {
        [_, ..] if is_divide => {
            let colours = by_first_mode("zipped_divide", &operands, &scoped, settings)?;
            let sentence = "Each colour is one tile, in the layout and in its parts.";
            (colours.clone(), vec![colours], sentence)
        }
        [_, (_, order)] if is_product => {
            let colours = by_first_mode("zipped_product", &operands, &scoped, settings)?;
            let sentence = "Each colour is one copy of the first layout, and the cell of the second with its number.";
            (colours.clone(), vec![colours, numbered(order, 1)], sentence)
        }
        [_, (_, inner)] if name == "composition" => {
            let colours = numbered(&result, 1);
            let sentence = "Each colour is a coordinate of the second layout: there, where it points in the first, and in the composition.";
            (colours.clone(), vec![colours, numbered(inner, 1)], sentence)
        }
        [(_, of), ..] if !is_divide && !is_product => {
            let mut colours = Colours::new();
            for offset in result.iter().chain(of) {
                colours.insert(*offset, offset.rem_euclid(8) as usize);
            }
            let sentence = "Cells of one colour have the same offset modulo 8.";
            (colours.clone(), vec![colours], sentence)
        }
        _ => return None,
    };
    let mut pictures = Vec::new();
    for ((text, _), colours) in layouts.iter().zip(&of_operands) {
        pictures.push(picture(text, &scoped(text), settings, colours)?);
    }
    let result = picture(program.expression(), source, settings, &colours)?;
    Some(OperandPictures { operands: pictures, result, colours: sentence })
}

/// The number of each offset, of which `of_one` have one number.
fn numbered(offsets: &[i64], of_one: usize) -> Colours {
    offsets.iter().enumerate().map(|(at, offset)| (*offset, at / of_one)).collect()
}

/// The number of each offset of an operation, where those of the first mode of the answer have one number.
fn by_first_mode(
    operation: &str,
    operands: &[&str],
    scoped: &dyn Fn(&str) -> String,
    settings: &Settings,
) -> Option<Colours> {
    let answer = format!("{operation}({})", operands.join(", "));
    let first = offsets_of(&scoped(&format!("get({answer}, 0)")), settings)?;
    Some(numbered(&offsets_of(&scoped(&answer), settings)?, first.len()))
}

/// The operation that an expression calls, and its operands.
fn call(expression: &str) -> Option<(&str, Vec<&str>)> {
    let expression = expression.trim();
    if let [first, rest @ ..] = parts(expression, " o ")?.as_slice()
        && !rest.is_empty()
    {
        let rest = expression[first.len()..].trim_start().strip_prefix("o ")?;
        return Some(("composition", vec![first.trim(), rest.trim()]));
    }
    let (name, rest) = expression.split_once('(')?;
    let inside = rest.strip_suffix(')')?;
    let is_name = !name.is_empty()
        && name.chars().all(|c| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit());
    let operands = parts(inside, ",")?;
    is_name.then_some((name, operands.into_iter().map(str::trim).collect()))
}

/// The parts of a text between separators that stand outside of brackets and quotes; `None` where these are not closed.
fn parts<'a>(text: &'a str, separator: &str) -> Option<Vec<&'a str>> {
    let (mut parts, mut start, mut open, mut quoted) = (Vec::new(), 0, 0, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' | '<' => open += 1,
            ')' | ']' | '}' | '>' => open -= 1,
            _ => {}
        }
        if open < 0 {
            return None;
        }
        if open == 0 && !quoted && text[at..].starts_with(separator) {
            parts.push(&text[start..at]);
            start = at + separator.len();
        }
    }
    parts.push(&text[start..]);
    (open == 0 && !quoted).then_some(parts)
}

/// The offsets of a layout without padding, at its 1-D coordinates.
fn offsets_of(source: &str, settings: &Settings) -> Option<Vec<i64>> {
    let symbols = evaluate(source, &without_bindings(settings)).ok()?.symbols;
    let evaluated = evaluate(source, settings).ok()?;
    let Evaluated { value, bounds, .. } = evaluated;
    if !bounds.is_everywhere() || !matches!(value, Value::Layout(_) | Value::Composed(_)) {
        return None;
    }
    if symbols.iter().any(|symbol| !settings.bindings.contains(&symbol.name)) {
        return None;
    }
    let numbers = function(value)?.numbers().ok()?;
    if numbers.size() > MAX_CELLS {
        return None;
    }
    Some(numbers.offsets().collect())
}

/// The picture of a layout whose cells have the colours of their offsets.
fn picture(title: &str, source: &str, settings: &Settings, colours: &Colours) -> Option<Picture> {
    let (subject, _) = subject(source, settings).ok()?;
    let mut picture = offsets(&[subject], &OffsetsOptions::default()).ok()?;
    for cell in picture.panels.iter_mut().flat_map(|panel| &mut panel.cells) {
        cell.paint = match cell.text.parse().map(|offset: i64| colours.get(&offset)) {
            Ok(Some(number)) => Paint::Class((number % 8) as u8),
            _ => Paint::Blank,
        };
    }
    picture.legend.retain(|key| !matches!(key, Key::Ramp(..)));
    if title != picture.title {
        picture.caption = format!("{}. {}", title, picture.caption);
    }
    Some(picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bindings::Bindings;
    use layout_codegen::Allow;

    fn of(source: &str) -> Option<OperandPictures> {
        operand_pictures(
            source,
            &Settings { allow: Allow::default(), bindings: Bindings::default() },
        )
    }

    /// The colours of a picture by the text of the cell.
    fn colours(picture: &Picture) -> BTreeMap<String, Paint> {
        let cells = picture.panels.iter().flat_map(|panel| &panel.cells);
        cells.map(|cell| (cell.text.clone(), cell.paint)).collect()
    }

    #[test]
    fn a_tile_has_one_colour_in_the_layout_and_in_its_parts() {
        for operation in DIVIDES {
            let of = of(&format!("let a = (8,8):(8,1); {operation}(a, (2,4))")).expect(operation);
            let (whole, parts) = (colours(&of.operands[0]), colours(&of.result));
            assert_eq!(whole, parts, "{operation}");
            // Rows 0 and 1, columns 0 to 3 are the first tile; below it is the second.
            let tile = |row: usize, column: usize| whole[&(8 * row + column).to_string()];
            assert!(
                tile(0, 0) == tile(1, 3) && tile(0, 0) != tile(2, 0) && tile(0, 0) != tile(0, 4)
            );
        }
    }

    #[test]
    fn a_composition_points_from_the_second_to_the_first() {
        for source in ["(6,2):(8,2) o (4,3):(3,1)", "composition((6,2):(8,2), (4,3):(3,1))"] {
            let of = of(source).expect(source);
            let [outer, inner] = of.operands.as_slice() else { panic!("{}", of.operands.len()) };
            // Coordinate 1 of the second is 3, which in the first is 24.
            assert_eq!(colours(inner)["3"], Paint::Class(1));
            assert_eq!(
                (colours(outer)["24"], colours(&of.result)["24"]),
                (Paint::Class(1), Paint::Class(1))
            );
        }
    }

    #[test]
    fn copies_of_a_product_have_the_colours_of_the_second_operand() {
        for operation in PRODUCTS {
            let of = of(&format!("{operation}((2,2):(1,2), (2,3):(3,1))")).expect(operation);
            let [block, order] = of.operands.as_slice() else { panic!("{operation}") };
            assert!(colours(block).values().all(|paint| *paint == Paint::Class(0)));
            // Number 1 of the order is at 3: that is the fourth place of a block.
            assert_eq!(
                (colours(order)["3"], colours(&of.result)["12"]),
                (Paint::Class(1), Paint::Class(1)),
                "{operation}"
            );
        }
    }

    #[test]
    fn what_has_no_operands_is_alone() {
        for source in [
            "(4,8):(8,1)",
            "size((4,8):(8,1))",
            "let a = 4:1",
            "composition((4,8):(1,5), (2,3):(1,3))",
            "(m,n):(n,1) o 4:1",
            "",
        ] {
            assert!(of(source).is_none(), "{source}");
        }
        assert!(of("coalesce((2,4):(1,2))").is_some_and(|of| of.operands.len() == 1));
    }
}
