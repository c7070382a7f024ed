//! The picture in the documentation of a layout with a name, by the feature `pictures`.
//!
//! ```text
//! #[cfg_attr(doc, doc = $crate::__private::picture!((4,8):(8,1)))]
//! ```
//!
//! rustc drops the attribute unless it documents, so that nothing is drawn in other builds.

use layout_draw::{Format, OffsetsOptions, Picture, Subject, blocks, offsets, write};
use proc_macro2::{Literal, TokenStream};
use quote::ToTokens;

use crate::definition;
use crate::eval::Binding;

/// The most cells that are drawn one by one, where there are blocks.
const CELLS: i128 = 1 << 8;

/// The picture of the layout of a definition, as a string with what Markdown needs around it; empty
/// where there is none.
pub fn picture(encoded: &TokenStream) -> TokenStream {
    let Some(picture) = drawn(encoded) else { return Literal::string("").into_token_stream() };
    let svg = write(&picture, Format::Inline);
    // The space that other lines of documentation begin with.
    let lines: String = svg.lines().map(|line| format!(" {line}\n")).collect();
    Literal::string(&format!(" \n <div>\n{lines} </div>\n")).into_token_stream()
}

fn drawn(encoded: &TokenStream) -> Option<Picture> {
    let (function, bounds) = match definition::numbers(encoded)? {
        Binding::Layout(value, annotations) => (value.as_plain_function()?, annotations.bounds),
        _ => return None,
    };
    let subject = Subject::new(&function, bounds).ok()?;
    if subject.is_table()
        && subject.cells() > CELLS
        && let Ok(picture) = blocks(&subject)
    {
        return Some(picture);
    }
    offsets(&[subject], &OffsetsOptions::default()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(encoded: &str) -> String {
        let literal: syn::LitStr = syn::parse2(picture(&encoded.parse().unwrap())).unwrap();
        literal.value()
    }

    #[test]
    fn layouts_are_drawn_within_markdown() {
        for (encoded, says) in [
            ("(4,8):(8,1)", "The offset of each coordinate."),
            ("Sw<1,0,2> o 0 o (4,4):(4,1)", "The offset of each coordinate."),
            ("(4,8):(1@0,1@1)", "The coordinate that each one answers."),
            ("((4,3),8):((1,4),16) ; [((4,3),8):((1,4),0)] [(1):(10)]", "16 places are padding."),
            ("(128,128):(128,1)", "by blocks of"),
        ] {
            let text = text(encoded);
            assert!(
                text.starts_with(" \n <div>\n <svg ") && text.contains(says),
                "{encoded}: {text}"
            );
            assert!(text.ends_with(" </svg>\n </div>\n"), "{encoded}");
            // A block of HTML ends at an empty line.
            assert!(text.lines().skip(1).all(|line| line.len() > 1 && line.starts_with(' ')));
        }
    }

    #[test]
    fn what_has_no_picture_is_empty() {
        for encoded in
            ["(1000,1000):(1000,1)", "(2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128)", "{ } { }"]
        {
            assert_eq!(text(encoded), "");
        }
    }
}
