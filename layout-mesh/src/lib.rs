//! Tensors over devices: a placement is a layout, and a redistribution is computed from two of them.
//!
//! ```text
//! Mesh ──shard, partial──▶ Placement ─┐
//!        a layout, DTensor's or JAX's │  Plan::of      redistribute
//!        notation ──────▶ Placement ──┴────▶ Plan ──────────────▶ Engine: threads, MPI, GPUs
//!                                             │
//!                                             └─▶ messages of a rank, traffic, collective
//! ```
//!
//! A [`Placement`] sends each coordinate of a tensor to a device and a place in its memory: a layout with values
//! `(device, place)`. Between a placement `A` and another one, `B`, `composition(B, right_inverse(A))` says where each place of each device
//! goes; grouped by the two devices, that is the messages. Here the dimensions are kept apart: along each one
//! the digits of `A` and `B` are refined to sections on which all four, both devices and both places, step evenly. A
//! message is a product of such sections, one of each dimension. So a [`Plan`] needs no
//! list of elements, and none of messages: its size is a function of the digits, and a rank's messages one of its peers.
//!
//! Copies and summands are digits of devices alone. A [`Placement`] without an axis of the mesh has copies along it; one
//! that is [`partial`](Placement::partial) along it has a summand on each device. Parts of different lengths, rings and fused weights are [pieces](Cut):
//! a few layouts, one after the other.
//!
//! [`redistribute!`] makes a plan while the program compiles, a [`StaticPlan`], from layouts or texts.
//!
//! [`redistribute`](fn@redistribute) runs a plan on an [`Engine`](engine::Engine). The mesh of the target may be another one than that of the source.
//!
//! ```
//! use std::time::Duration;
//! use layout_mesh::engine::{Engine, threads};
//! use layout_mesh::{Collective, Cut, Mesh, Placement, Plan, redistribute};
//!
//! let mesh = Mesh::new(&[("tp", 4)])?;
//! let sums = Placement::replicated(&mesh, &[8, 3])?.partial("tp")?;
//! let rows = Placement::replicated(&mesh, &[8, 3])?.shard(0, "tp", Cut::Block)?;
//! let plan = Plan::of(&sums, &rows)?;
//! assert_eq!(plan.collective(), Collective::ReduceScatter);
//!
//! let parts = threads::run(4, Duration::from_secs(5), |mut rank| {
//!     redistribute(&plan, &mut rank, &[1.0; 24])
//! });
//! assert!(parts.iter().all(|part| *part == Ok(vec![4.0; 6])));
//! # Ok::<(), layout_mesh::Error>(())
//! ```
//!
//! # Features
//!
//! - `mpi`: `engine::mpi`, on MPICH or Open MPI, whose `mpicc` must be there.
//! - `peer`: `engine::gpu`, on the GPUs of one host that reach each other's memory. CUDA is needed to run it, and not to build it.
//! - `nccl`: the same through NCCL as well.

mod element;
pub mod engine;
mod macros;
mod redistribute;

pub use element::Element;
pub use layout_mesh_plan::{
    Collective, Cut, Error, ErrorKind, MAX_DEVICES, MAX_ELEMENTS, MAX_SECTIONS, Mesh, Message,
    Order, Placement, Plan, Role, StaticPlan, Step, Traffic, Transfer, dtensor, jax, notation,
};
/// The names in expansions of [`redistribute!`].
#[doc(hidden)]
pub mod __private {
    pub use std::borrow::Cow;

    pub use layout_macros::{
        a_name_alone_is_a_layout_and_no_type_parameter_a_constant_X_is_X_colon_1,
        a_word_alone_is_a_layout_named_in_layout_let_an_integer_x_is_x_colon_1,
    };
    pub use layout_mesh_macros::{expand, resume};
    pub use layout_mesh_plan::internals::{Axis, Digit, PartOfAxis, Piece, Section, Use};
}

pub use redistribute::{
    Buffers, IN_FLIGHT, redistribute, redistribute_in_pieces, redistribute_into,
};

/// The examples of the page that readers see first.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// The examples of the chapter of the book.
#[cfg(doctest)]
#[doc = include_str!("../../docs/mesh.md")]
mod book {}
