//! The operations that are of strides of several terms alone, or done otherwise for them, one a file.
// The files beside this one, as `WRITE=1 cargo test -p layout-algebra --test it modules` lists them.

mod composition;
mod injective;
mod layout_add;

pub use composition::*;
pub use injective::*;
pub use layout_add::*;
