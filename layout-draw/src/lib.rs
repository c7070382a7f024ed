//! Pictures of CuTe layouts.
//!
//! ```text
//! layout ──a kind──▶ Picture ──a format──▶ text
//! ```
//!
//! A kind ([`offsets`], [`banks`], [`blocks`], [`thread_values`], [`copy`], [`mma`], [`gemm`]) computes the
//! cells of a [`Picture`] with the algebra; [`write()`] puts them down as SVG, HTML, TikZ or text. No
//! format computes anything of a layout, so that all of them say the same, and the same every time.
//!
//! ```
//! use layout_algebra::{Function, bounds::Bounds};
//! use layout_draw::{Format, OffsetsOptions, Subject, offsets, write};
//!
//! let layout: Function = "(2,2):(2,1)".parse()?;
//! let subject = Subject::new(&layout, Bounds::EVERYWHERE)?;
//! let picture = offsets(&[subject], &OffsetsOptions::default())?;
//! assert!(write(&picture, Format::Text).contains("| 2 | 3 |"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod banks;
mod blocks;
mod error;
mod html;
mod offsets;
mod palette;
mod picture;
mod plane;
#[cfg(feature = "png")]
mod png;
mod subject;
mod svg;
mod text;
mod threads;
mod tikz;

pub use banks::{Banks, banks};
pub use blocks::blocks;
pub use error::Error;
pub use offsets::{Fill, OffsetsOptions, gemm, offsets};
pub use picture::{Axis, Cell, Key, Level, Paint, Panel, Picture, State};
#[cfg(feature = "png")]
pub use png::png;
pub use subject::Subject;
pub use threads::{copy, mma, thread_values};

/// The most cells that are drawn one by one.
pub const MAX_CELLS: usize = 1 << 12;

/// The most panels of a picture.
pub const MAX_PANELS: usize = 16;

/// The most coordinates of a layout that is drawn by blocks.
pub const MAX_BLOCKED: usize = 1 << 18;

/// The format in which a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A file of its own, for a page or a viewer.
    Svg,
    /// SVG within a page: dark where rustdoc or mdBook is, and without an empty line, so that it may
    /// stand in Markdown.
    Inline,
    /// A page of its own, with the picture and its tables.
    Html,
    /// A LaTeX document with a TikZ picture.
    Tikz,
    /// Tables as CuTe's `print_layout` draws them.
    Text,
    /// The same tables, with the colours of cells as escape sequences of terminals.
    Ansi,
}

/// A picture in a format. The same picture is the same text every time.
pub fn write(picture: &Picture, format: Format) -> String {
    match format {
        Format::Svg => svg::svg(picture, svg::Container::File),
        Format::Inline => svg::svg(picture, svg::Container::Page),
        Format::Html => html::html(picture),
        Format::Tikz => tikz::tikz(picture),
        Format::Text => text::text(picture, text::Colours::None),
        Format::Ansi => text::text(picture, text::Colours::Escapes),
    }
}

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
