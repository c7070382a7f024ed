//! `find_swizzle`: the swizzle with which accesses by layouts meet least in the banks.

use super::vector_bytes::{accesses_of, word};
use crate::explain::says;
use crate::hardware::{self, Kind};
use crate::{CollectVec, Error, Function, Int, Swizzle};

/// The swizzle with which the accesses of all layouts `(thread, values)` of the same memory, of `bits` bits an element, take the fewest
/// wavefronts of the banks together. Each lane of a warp of an NVIDIA GPU moves as many bytes at a time as its values have
/// in one piece ([`vector_bytes`](super::vector_bytes)).
///
/// The answer is the best of all swizzles, see [`hardware::find_swizzle`]; `Sw<0,0,0>` where none is better.
///
/// # Errors
///
/// The errors of [`hardware::find_swizzle`], [`Accesses::new`](hardware::Accesses::new) and
/// [`Function::numbers`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
///
/// let layout = |text: &str| text.parse::<Function>().unwrap();
/// // Written by rows, read by eight rows at a time.
/// let accesses = [layout("((8,4),8):((8,64),1)"), layout("(8,(8,8)):(64,(1,8))")];
/// let found = swizzled::find_swizzle(&Int::new(16), &accesses).unwrap();
/// assert_eq!(found.to_string(), "Sw<3,3,3>");
/// ```
pub fn find_swizzle(bits: &Int, layouts: &[Function]) -> Result<Swizzle, Error> {
    let accesses = accesses_of("find_swizzle", layouts, bits)?;
    let each = accesses.iter().map(|one| (one, Kind::Ldmatrix)).collect_vec();
    let found = hardware::find_swizzle(&each, word(bits)?.max(1))?;
    says!(
        "{} wavefronts without a swizzle, {} with it, {} at least: the best of all Sw<B,M,S>",
        found.before,
        found.wavefronts,
        found.least
    );
    says!("{}", why(&found.swizzle, bits));
    Ok(found.swizzle)
}

/// The effect of a swizzle on offsets, in words.
#[cfg(feature = "explain")]
fn why(swizzle: &Swizzle, bits: &Int) -> alloc::string::String {
    let (count, base) = (swizzle.bits(), swizzle.base());
    if count == 0 {
        return "no swizzle takes fewer".into();
    }
    let run = |first: u32| match count {
        1 => alloc::format!("bit {first}"),
        _ => alloc::format!("bits {first} to {}", first + count - 1),
    };
    let (low, high) = (run(base), run(base.saturating_add_signed(swizzle.shift())));
    let together = match bits.known().map(|bits| (bits << base) / 8) {
        Some(bytes) if base > 0 && bytes > 0 => {
            alloc::format!("{} elements, {bytes} bytes, stay together; ", 1u64 << base)
        }
        _ => alloc::string::String::new(),
    };
    alloc::format!(
        "{together}{low} of an offset, which choose among the banks, are flipped by {high}"
    )
}
