//! `layout import TEXT…`.

use std::io::Write;
use std::process::ExitCode;

use layout_command::expression::{Mistake, Settings};
use layout_command::printed_tensor;

use crate::eval::eval;
use crate::render::{Failure, Form, Format};

/// The shape and the strides of a tensor.
#[derive(clap::Args)]
pub(crate) struct Tensor {
    /// The shape of a tensor, such as 4,8 or '(4, 8)'.
    #[arg(long, requires = "strides")]
    shape: Option<String>,
    /// Its strides, in elements, or in bytes with --itemsize.
    #[arg(long, requires = "shape", allow_hyphen_values = true)]
    strides: Option<String>,
    /// The bytes of an element, where strides are in bytes.
    #[arg(long, requires = "strides", value_name = "BYTES")]
    itemsize: Option<u32>,
}

impl Tensor {
    /// The layout as an expression.
    fn expression(&self) -> Option<String> {
        let (shape, strides) = (tuple(self.shape.as_ref()?), tuple(self.strides.as_ref()?));
        Some(match self.itemsize {
            Some(bytes) => format!("upcast({shape}:{strides}, {bytes})"),
            None => format!("{shape}:{strides}"),
        })
    }
}

/// A tuple as Python prints it, `(4,)` among them, or its numbers alone.
fn tuple(text: &str) -> String {
    format!("({})", entries(text))
}

/// The numbers of such a tuple, with commas between them.
pub(crate) fn entries(text: &str) -> &str {
    let trimmed = text.trim();
    let inner = trimmed.strip_prefix(['(', '[']).and_then(|rest| rest.strip_suffix([')', ']']));
    inner.unwrap_or(trimmed).trim().trim_end_matches(',')
}

/// Prints the layouts of other libraries in CuTe's notation. Of a tensor that CuTe prints the pointer is left out.
pub(crate) fn import(
    texts: &[String],
    tensor: &Tensor,
    settings: &Settings,
    format: Format,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<ExitCode, Failure> {
    let tensor = tensor.expression();
    let texts = tensor.as_ref().map_or(texts, std::slice::from_ref);
    let mut expressions = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        expressions.push(match printed_tensor::read(text) {
            None => text.clone(),
            Some(Ok(printed)) => {
                if format == Format::Text {
                    writeln!(
                        err,
                        "note: the pointer `{}` is no part of the layout",
                        printed.pointer
                    )?;
                }
                printed.layout
            }
            Some(Err(message)) => {
                return format.known(Err(Mistake::whole(text, message)), text, index + 1);
            }
        });
    }
    Ok(eval(&expressions, Form { notation: None, format }, settings, out, err)?)
}
