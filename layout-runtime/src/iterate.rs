//! Sweeps: every coordinate of a layout, without a division in the loop.
//!
//! `iterators` are the public side of a `Walk`. Where all numbers are known at compile time, `geometry/nest.rs` has the
//! loops as constants, `order` chooses the nest of a layout, `geometry/level.rs` unrolls its loops by types,
//! `geometry/parts.rs` tells which of them a swizzle takes one by one, and `nested` is the walk. With run-time numbers,
//! `counters` is the walk, over the geometry as it is; `sorted` makes another one of the same nest, whose leaves are in
//! storage order.

pub(crate) mod counters;
pub(crate) mod iterators;
mod methods;
mod nested;
pub(crate) mod order;
pub(crate) mod sorted;
mod storage;
#[cfg(test)]
pub(crate) mod tests;
