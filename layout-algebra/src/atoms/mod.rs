//! Instructions as layouts: which thread holds which element of a tile, as its `v`-th value.
//!
//! A layout `(thread, value)` answers a position in a tile, column-major: `m + M·k` of A, `n + N·k`
//! of B and `m + M·n` of C. That of a copy answers bits. [`mma()`] and [`copy()`] find an instruction by
//! the name that CuTe has for it; [`crate::tiled`] tiles them. Where the name is a template, its types and sizes belong to it:
//! `SM100_MMA_F16BF16_SS<half_t,half_t,float,128,256>`. Scale factors of blocks are those of [`scales`]; [`layout()`] has the layouts that
//! CuTe names besides, of shared and of tensor memory.
//!
//! ```
//! use layout_algebra::atoms;
//! let mma = atoms::mma("SM80_16x8x16_F32BF16BF16F32_TN").unwrap();
//! assert_eq!(mma.a.to_string(), "((4,8),(2,2,2)):((32,1),(16,8,128))");
//! // Thread 5 has, as its first value, the element (1, 2) of A.
//! let position = layout_algebra::ops::evaluate(&(5, 0).into(), &mma.a).unwrap();
//! assert_eq!(position, (1 + 16 * 2).into());
//! ```

mod amd;
mod apple;
mod block_scales;
mod copies;
mod element;
mod intel;
mod mma;
mod shared;
mod sme;
mod sparse;
mod tensor_memory;
mod traits;
mod umma;
mod wgmma;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

use crate::Layout;

pub use block_scales::scales;
pub use element::bits_of;
pub use shared::shared;
pub use traits::layout;

/// An instruction that multiplies tiles, `C += A·Bᵀ` with A of M x K and B of N x K.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mma {
    /// CuTe's name.
    pub name: String,
    /// The extents M, N and K.
    pub shape: [i128; 3],
    /// The numbers of its threads.
    pub threads: Layout,
    /// Threads and values to positions in A.
    pub a: Layout,
    /// Threads and values to positions in B.
    pub b: Layout,
    /// Threads and values to positions in C.
    pub c: Layout,
    /// The publication of this.
    pub source: &'static str,
}

/// An instruction that copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// CuTe's name.
    pub name: String,
    /// The numbers of its threads.
    pub threads: Layout,
    /// Threads and bits to bits, where they are read.
    pub source: Layout,
    /// Layout of the places where the values are written.
    pub target: Layout,
    /// The one of the two whose threads and values a tiling is given in.
    pub reference: Layout,
}

/// The matrix instruction of a name, without spaces in it.
pub fn mma(name: &str) -> Option<Mma> {
    let name = plain(name);
    rows()
        .find(|rows| rows.names.contains(&name))
        .and_then(|rows| rows.atom(name))
        .or_else(|| wgmma::find(name))
        .or_else(|| umma::find(name))
        .or_else(|| block_scales::find(name))
        .or_else(|| fma(name))
}

/// The copy of a name, without spaces in it.
pub fn copy(name: &str) -> Option<Copy> {
    let name = plain(name);
    copies::find(name).or_else(|| tensor_memory::find(name))
}

/// Every name that has no parameters of its own, and of the others one with each type.
pub fn names() -> impl Iterator<Item = String> {
    let mut names = Vec::new();
    for rows in rows() {
        names.extend(rows.names.iter().map(ToString::to_string));
    }
    names.extend(wgmma::names());
    names.extend(umma::names());
    names.extend(block_scales::NAMES.iter().map(ToString::to_string));
    names.extend(copies::names());
    names.extend(tensor_memory::names());
    names.into_iter()
}

fn rows() -> impl Iterator<Item = &'static Rows> {
    [mma::TABLE, amd::TABLE, intel::TABLE, apple::TABLE, sme::TABLE].into_iter().flatten()
}

/// A row of a table: the instructions of one shape and of equal layouts, by their names.
struct Rows {
    names: &'static [&'static str],
    shape: [i128; 3],
    threads: &'static str,
    a: &'static str,
    b: &'static str,
    c: &'static str,
    source: &'static str,
}

impl Rows {
    fn atom(&self, name: &str) -> Option<Mma> {
        Some(Mma {
            name: name.to_owned(),
            shape: self.shape,
            threads: self.threads.parse().ok()?,
            a: self.a.parse().ok()?,
            b: self.b.parse().ok()?,
            c: self.c.parse().ok()?,
            source: self.source,
        })
    }
}

/// One multiplication of one thread, `UniversalFMA<float>`.
fn fma(name: &str) -> Option<Mma> {
    let types = arguments(name.strip_prefix("UniversalFMA")?)?;
    if !matches!(types.len(), 1 | 4) || types.iter().any(|of| bits_of(of).is_none()) {
        return None;
    }
    let one: Layout = "(1,1):(0,0)".parse().ok()?;
    Some(Mma {
        name: name.to_owned(),
        shape: [1; 3],
        threads: Layout::unit(),
        a: one.clone(),
        b: one.clone(),
        c: one,
        source: "CUTLASS, cute/atom/mma_traits.hpp",
    })
}

/// A name without the namespaces of CuTe.
fn plain(name: &str) -> &str {
    let name = name.strip_prefix("::").unwrap_or(name);
    name.strip_prefix("cute::").unwrap_or(name)
}

/// The arguments in `<…>`, if the text is nothing else.
pub(crate) fn arguments(text: &str) -> Option<Vec<&str>> {
    let inside = text.strip_prefix('<')?.strip_suffix('>')?;
    let (mut items, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (i, c) in inside.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&inside[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    items.push(&inside[start..]);
    Some(items)
}
