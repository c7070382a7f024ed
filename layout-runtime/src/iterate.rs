//! Sweeps: every coordinate of a layout, without a division in the loop.
//!
//! `iterators` are what users see of a `Walk`. Where all numbers are known at compile time, `nest` says
//! which loops there are, as constants, `order` chooses the nest of a layout, `level` unrolls its loops
//! by types, `parts` says which of them a swizzle takes one by one, and `nested` is the walk. With
//! run-time numbers, `counters` is the walk, over the geometry as it is; `sorted` makes another one of
//! the same nest, whose leaves are in storage order.

mod counters;
mod iterators;
mod level;
mod methods;
mod nest;
mod nested;
mod order;
mod parts;
mod sorted;
mod storage;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use counters::Counters;
pub use iterators::{Coordinates, Entries, Indices, Offsets};
pub(crate) use level::{Level, Loop};
pub use order::{CoordinateOrder, StorageOrder};
pub(crate) use sorted::InPlace;
pub use storage::InStorageOrder;
pub(crate) use walk::Sweeps;
pub use walk::Walk;
