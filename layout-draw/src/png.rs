//! PNG: the SVG, rendered with the fonts of the system.

use resvg::{tiny_skia, usvg};

use crate::error::Error;
use crate::picture::Picture;
use crate::svg::{Container, svg};

/// Pixels for one of the SVG.
const SCALE: f32 = 2.0;
/// The longest side in pixels.
const MAX_SIDE: f32 = 16384.0;

/// The picture as a PNG, two pixels for one of the SVG. Its numbers are in a font of the system,
/// so that other machines may write other bytes.
///
/// # Errors
///
/// A side of more than 16384 pixels; no font.
pub fn png(picture: &Picture) -> Result<Vec<u8>, Error> {
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    if fonts.is_empty() {
        return Err(broken("the system has no fonts"));
    }
    let tree = usvg::Tree::from_str(&svg(picture, Container::File), &options).map_err(broken)?;
    let (width, height) = (tree.size().width() * SCALE, tree.size().height() * SCALE);
    if width.max(height) > MAX_SIDE {
        let message = format!("{width} x {height} pixels\na PNG has at most {MAX_SIDE} to a side");
        return Err(Error::new(message));
    }
    let pixels = tiny_skia::Pixmap::new(width.ceil() as u32, height.ceil() as u32);
    let mut pixels = pixels.ok_or(broken("it has no pixels"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(broken)
}

fn broken(error: impl std::fmt::Display) -> Error {
    Error::new(format!("no PNG is made: {error}"))
}
