//! The algebra held against loops over coordinates, brute force and known answers.

mod arranged;
mod assumptions;
mod common;
mod common_vectors;
mod infer_maps;
mod injective_large;
mod injective_small;
mod linear;
mod modules;
mod on_domain;
mod relayout;
mod symbols;
mod worst_cases;
mod xor;
