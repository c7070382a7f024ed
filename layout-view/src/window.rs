//! Windows that may reach past a view, where another value stands for the elements.
//!
//! A window of a view begins at a signed coordinate and has a step for each mode. Its coordinates are split
//! into those inside of the view and those outside (`overlap.rs`). Copies between a window and another view
//! copy what is inside and fill the rest (`copy.rs`). A stencil visits a target with the window at each of its
//! coordinates (`stencil.rs`), which is read through the addresses of its rows, in the image or outside of it (`row_table.rs`). A fold visits a target with the
//! elements of its windows, whose rows are listed for all rows of the target with the same ones (`fold.rs`). Both go box by box (`boxes.rs`). Single elements are `signed.rs`.

mod boxes;
mod copy;
mod fold;
mod overlap;
mod row_table;
mod signed;
mod stencil;
#[cfg(test)]
mod tests;

pub use fold::Windows;
pub use stencil::Window;
