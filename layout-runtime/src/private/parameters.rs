//! Functions called like the parameters of index functions.
//!
//! A parameter is a pattern: where a constant of its name is in scope, it would mean that
//! constant. An expansion imports these around its functions. They hide what a user has
//! called `i` or `c0`, and a parameter hides them.

macro_rules! parameters {
    ($($name:ident)*) => { $(pub const fn $name() {})* };
}

parameters! {
    coordinate i _i c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19 c20
    c21 c22 c23 c24 c25 c26 c27 c28 c29 c30 c31 c32 c33 c34 c35 c36 c37 c38 c39 c40 c41 c42 c43
    c44 c45 c46 c47 c48 c49 c50 c51 c52 c53 c54 c55 c56 c57 c58 c59 c60 c61 c62 c63 _c0 _c1 _c2
    _c3 _c4 _c5 _c6 _c7 _c8 _c9 _c10 _c11 _c12 _c13 _c14 _c15 _c16 _c17 _c18 _c19 _c20 _c21 _c22
    _c23 _c24 _c25 _c26 _c27 _c28 _c29 _c30 _c31 _c32 _c33 _c34 _c35 _c36 _c37 _c38 _c39 _c40
    _c41 _c42 _c43 _c44 _c45 _c46 _c47 _c48 _c49 _c50 _c51 _c52 _c53 _c54 _c55 _c56 _c57 _c58
    _c59 _c60 _c61 _c62 _c63
}
