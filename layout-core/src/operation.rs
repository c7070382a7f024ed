//! `BinaryOp`: the operations of integers over symbols, for the crates that write, read or compute them.

use crate::Exact;

/// Calls a macro with all operations: each with what it says of itself, its name, its method of
/// [`Exact`] and its word.
#[macro_export]
macro_rules! for_each_operation {
    ($macro:ident) => {
        $macro! {
            /// A sum.
            Sum, plus, "+";
            /// A product.
            Product, times, "*";
            /// A quotient that leaves nothing.
            DivExact, exact_div, "/";
            /// A quotient rounded down.
            DivFloor, floor_div, "floor";
            /// A quotient rounded up.
            DivCeil, ceil_div, "ceil";
            /// A quotient rounded towards 0.
            DivTrunc, trunc_div, "trunc";
            /// The remainder of the quotient rounded down.
            RemFloor, modulo, "%";
            /// The remainder of the quotient rounded towards 0.
            RemTrunc, remainder, "rem";
            /// The lesser.
            Min, min, "min";
            /// The greater.
            Max, max, "max";
        }
    };
}

macro_rules! operations {
    ($($(#[$doc:meta])+ $Op:ident, $method:ident, $word:literal;)+) => {
        /// An operation on two integers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum BinaryOp {
            $($(#[$doc])+ $Op,)+
        }

        impl BinaryOp {
            /// The name, which is that of the type in which rustc computes it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(BinaryOp::$Op => stringify!($Op),)+
                }
            }

            /// The method of [`Exact`] that computes it.
            #[must_use]
            pub const fn method(self) -> &'static str {
                match self {
                    $(BinaryOp::$Op => stringify!($method),)+
                }
            }

            /// The word that stands for it after its operands.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(BinaryOp::$Op => $word,)+
                }
            }

            /// The operation of a word.
            #[must_use]
            pub fn of_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(BinaryOp::$Op),)+
                    _ => None,
                }
            }

            /// The result of the operation on two numbers; none if one of them has none, or on an overflow.
            #[must_use]
            pub const fn apply(self, a: Exact, b: Exact) -> Exact {
                match self {
                    $(BinaryOp::$Op => a.$method(b),)+
                }
            }
        }

        #[cfg(test)]
        const ALL: &[BinaryOp] = &[$(BinaryOp::$Op),+];
    };
}

for_each_operation!(operations);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_for_what_their_operations_make() {
        let (a, b) = (Exact::int(-7), Exact::int(2));
        let made = |word| BinaryOp::of_word(word).map(|op| op.apply(a, b).0);
        let words = ["+", "*", "/", "floor", "ceil", "trunc", "%", "rem", "min", "max"];
        let expected = [
            Some(-5),
            Some(-14),
            None,
            Some(-4),
            Some(-3),
            Some(-3),
            Some(1),
            Some(-1),
            Some(-7),
            Some(2),
        ];
        assert_eq!(words.map(made), expected.map(Some));
        assert_eq!(ALL.len(), words.len());
        assert!(ALL.iter().all(|&op| BinaryOp::of_word(op.word()) == Some(op)));
        assert_eq!(BinaryOp::of_word("and"), None);
    }
}
