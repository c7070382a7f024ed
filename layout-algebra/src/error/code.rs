//! The code of each kind of error, by which it is looked up and which programs compare.

use super::ErrorKind;

/// Defines the codes. One that is published is of its kind for good: a new kind takes the next, and that of a kind
/// which is gone is not given again.
macro_rules! codes {
    ($($code:literal $kind:ident,)+) => {
        impl ErrorKind {
            /// The codes of all kinds of errors, as `layout explain` takes them.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            /// The code of the kind, whatever its numbers are: `L0008` is every
            /// [`NotInjective`](ErrorKind::NotInjective).
            pub fn code(&self) -> &'static str {
                match self {
                    $(ErrorKind::$kind { .. } => $code,)+
                }
            }
        }
    };
}

codes! {
    "L0001" Incongruent,
    "L0002" Extent,
    "L0003" Overflow,
    "L0004" Wide,
    "L0005" TooManyTerms,
    "L0006" Inexact,
    "L0007" Unproved,
    "L0008" NotInjective,
    "L0009" MayCollide,
    "L0010" Undecided,
    "L0011" NotKnown,
    "L0012" NotAdditive,
    "L0013" NoSum,
    "L0014" NotTiled,
    "L0015" BrokenRun,
    "L0016" Beyond,
    "L0017" Unfit,
    "L0018" Padded,
    "L0019" Uncovered,
    "L0020" Overlap,
    "L0021" Hole,
    "L0022" NegativeStride,
    "L0023" BasisStride,
    "L0024" MixedStrides,
    "L0025" TooManyModes,
    "L0026" Mismatch,
    "L0027" Sizes,
    "L0028" NoSuchMode,
    "L0029" EmptyRange,
    "L0030" Incompatible,
    "L0031" OutOfBounds,
    "L0032" NoCoordinate,
    "L0033" Underscore,
    "L0034" Indivisible,
    "L0035" DuplicateOrder,
    "L0036" NoInverse,
    "L0037" NoLayout,
    "L0038" Factor,
    "L0039" Straddle,
    "L0040" Adjacent,
    "L0041" NoUnitStride,
    "L0042" SwizzleParameters,
    "L0043" SwizzleMasks,
    "L0044" NoSwizzle,
    "L0045" NoDomain,
    "L0046" NotSwizzled,
    "L0047" SwizzledBlocks,
    "L0048" ElementsApart,
    "L0049" SwizzleInElements,
    "L0050" NoPowerOfTwo,
    "L0051" NoMultiple,
    "L0052" Access,
    "L0053" NoVector,
    "L0054" Misaligned,
    "L0055" SeveralTerms,
    "L0056" NotPermutation,
    "L0057" NotLinear,
    "L0058" Empty,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_counted() {
        for (place, code) in ErrorKind::CODES.iter().enumerate() {
            assert_eq!(*code, alloc::format!("L{:04}", place + 1));
        }
        assert_eq!(ErrorKind::Overflow.code(), "L0003");
    }
}
