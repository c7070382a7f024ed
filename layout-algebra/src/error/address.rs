//! `ErrorAddress`: the address of the error that a result may hold.

use crate::{Error, ModePath, Part};

/// Defines the trait, and implements it for a result: each function is the one of [`Error`] that has its name.
macro_rules! addresses {
    ($($(#[$doc:meta])* $name:ident($part:ident: $of:ty);)*) => {
        /// The address of an error, given to the result that holds it: `divide(a, b).in_op(OP).in_operand(1)?`.
        pub trait ErrorAddress {
            $($(#[$doc])* fn $name(self, $part: $of) -> Self;)*
        }

        impl<T> ErrorAddress for Result<T, Error> {
            $(
                fn $name(self, $part: $of) -> Self {
                    match self {
                        Err(error) => Err(error.$name($part)),
                        ok => ok,
                    }
                }
            )*
        }
    };
}

addresses! {
    /// The same result; its error is one of operation `op`.
    in_op(op: &'static str);
    /// The same result; its error is blamed on operand `operand` (from 0).
    in_operand(operand: usize);
    /// The same result; its error is blamed on a part of the operand.
    in_part(part: Part);
    /// The same result; its error is at a mode of that part.
    at_path(path: ModePath);
    /// The same result; its error is seen from a tuple whose mode `mode` was the operand.
    under_mode(mode: usize);
}
