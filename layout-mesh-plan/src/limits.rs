//! The limits of a plan.

/// The most elements of a tensor, and of a dimension.
pub const MAX_ELEMENTS: i64 = 1 << 48;

/// The most devices of a mesh.
pub const MAX_DEVICES: usize = 1 << 24;

/// The most sections of a dimension: two placements whose blocks have nothing in common meet in as many as there are blocks.
pub const MAX_SECTIONS: usize = 1 << 20;
