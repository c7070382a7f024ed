//! The coordinates of leaves, as functions of one for each leaf name them.

/// Calls a macro with an empty list, and the name and the number of each leaf that a layout
/// can have.
macro_rules! with_leaves {
    ($macro:ident) => {
        $macro! { []
            c0 0 c1 1 c2 2 c3 3 c4 4 c5 5 c6 6 c7 7
            c8 8 c9 9 c10 10 c11 11 c12 12 c13 13 c14 14 c15 15
            c16 16 c17 17 c18 18 c19 19 c20 20 c21 21 c22 22 c23 23
            c24 24 c25 25 c26 26 c27 27 c28 28 c29 29 c30 30 c31 31
            c32 32 c33 33 c34 34 c35 35 c36 36 c37 37 c38 38 c39 39
            c40 40 c41 41 c42 42 c43 43 c44 44 c45 45 c46 46 c47 47
            c48 48 c49 49 c50 50 c51 51 c52 52 c53 53 c54 54 c55 55
            c56 56 c57 57 c58 58 c59 59 c60 60 c61 61 c62 62 c63 63
        }
    };
}

pub(crate) use with_leaves;
