//! `OffsetSwizzle`: a swizzle that follows the offsets of a copy.

use alloc::vec::Vec;

use super::OP;
use crate::{CollectVec, Error, ErrorAddress, ErrorKind, Function, Layout, Step, Swizzle};

/// A swizzle that follows the offsets in a memory: `x ↦ swizzle(x + offset)`, of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OffsetSwizzle {
    /// The offset that is added before.
    pub offset: i64,
    /// The swizzle.
    pub swizzle: Swizzle,
}

impl OffsetSwizzle {
    /// This swizzle of units twice as large; `None` where it takes two neighbours apart.
    fn halved(self) -> Option<OffsetSwizzle> {
        if self.swizzle.is_identity() {
            return (self.offset % 2 == 0)
                .then_some(OffsetSwizzle { offset: self.offset / 2, ..self });
        }
        if self.swizzle.base() == 0 || self.offset % 2 != 0 {
            return None;
        }
        let [bits, base] = [self.swizzle.bits(), self.swizzle.base() - 1].map(i128::from);
        let swizzle = Swizzle::new(bits, base, self.swizzle.shift().into()).ok()?;
        Some(OffsetSwizzle { offset: self.offset / 2, swizzle })
    }
}

/// The same swizzles of units twice as large, if there are any.
pub(super) fn halved(swizzles: &[OffsetSwizzle]) -> Option<Vec<OffsetSwizzle>> {
    swizzles.iter().copied().map(OffsetSwizzle::halved).collect_some()
}

/// The layout of a function and the swizzles that follow it, the first first.
pub(super) fn split_swizzles(
    function: &Function,
    operand: usize,
) -> Result<(&Layout, Vec<OffsetSwizzle>), Error> {
    let wrong = |kind| Error::new(OP, kind).in_operand(operand);
    let layout = match function {
        Function::Layout(layout) => return Ok((layout, Vec::new())),
        Function::Composed(layout) => layout,
        Function::Swizzle(swizzle) => {
            return Err(wrong(ErrorKind::NoDomain { function: alloc::format!("{swizzle}") }));
        }
    };
    let domain = layout.domain().in_op(OP).in_operand(operand)?;
    let mut swizzles = Vec::new();
    for (step, offset) in layout.outer().iter().rev() {
        let Step::Swizzle(swizzle) = step else {
            return Err(wrong(ErrorKind::NotSwizzled { function: alloc::format!("{layout}") }));
        };
        let Some(offset) = offset.known() else {
            return Err(wrong(ErrorKind::NotKnown { int: offset.clone() }));
        };
        let Ok(offset) = i64::try_from(offset) else {
            return Err(wrong(ErrorKind::Wide));
        };
        swizzles.push(OffsetSwizzle { offset, swizzle: *swizzle });
    }
    Ok((domain, swizzles))
}
