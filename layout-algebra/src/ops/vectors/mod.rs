//! The operations on layouts whose strides have several terms, one a file.
// The files beside this one, as `WRITE=1 cargo test -p layout-algebra --test modules` lists them.

mod along;
mod coalesce;
mod composition;
mod coshape;
mod evaluate;
mod injective;
mod layout_add;

pub use along::*;
pub use coalesce::*;
pub use composition::*;
pub use coshape::*;
pub use evaluate::*;
pub use injective::*;
pub use layout_add::*;
