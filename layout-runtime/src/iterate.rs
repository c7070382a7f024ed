//! Sweeps: every coordinate of a layout, without a division in the loop.
//!
//! `nest` says which loops there are, as constants; `level` unrolls them by types,
//! as nested loops and as counters with a carry; `order` chooses the nest of a
//! layout; `parts` says which of its loops a swizzle takes one by one; `walk` is the one iterator, and `iterators` are what users see of it.

mod iterators;
mod level;
mod nest;
mod order;
mod parts;
mod storage;
#[cfg(test)]
mod tests;
mod walk;

pub use iterators::{Coordinates, Entries, Indices, Offsets};
pub(crate) use level::{Level, Loop};
pub use order::{CoordinateOrder, StorageOrder};
pub use storage::InStorageOrder;
