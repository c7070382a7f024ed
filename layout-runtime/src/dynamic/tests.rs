//! Every function against the sum of products, written plainly.
