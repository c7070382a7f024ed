//! `slice` and `slice_and_offset` of composed layouts.

use alloc::vec::Vec;

use super::agree::{agree, agrees_with_layout, leaves};
use crate::exact::bitwise::at;
use crate::exact::known;
use crate::ops;
use crate::{
    ComposedLayout, Coordinate, Crd, Error, Function, HTuple, Int, Layout, Stride, Swizzle,
};

/// A part of a composed layout, and what is to be added to its values.
pub type Part = (Function, Int);

/// The first part of [`slice_and_offset`].
///
/// # Errors
///
/// As [`slice_and_offset`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Crd, HTuple, Int, ops};
/// let layout: ComposedLayout = "Sw<3,0,3> o 0 o (4,8):(8,1)".parse().unwrap();
/// let row = HTuple::Tuple(vec![HTuple::Leaf(Crd::At(Int::ONE)), HTuple::Leaf(Crd::All)]);
/// let slice = ops::swizzled::slice(&row, &layout).unwrap();
/// assert_eq!(slice.to_string(), "((2,4)):((-1,2))");
/// ```
pub fn slice(coordinate: &Coordinate, layout: &ComposedLayout) -> Result<Function, Error> {
    let (slice, _) = slice_and_offset(coordinate, layout)?;
    Ok(slice)
}

/// A function of what the coordinate leaves open, and an offset:
/// `L(c with x for _) = offset + slice(x)`.
///
/// `Sw o O o L` at fixed modes is `Sw(O + p + L'(x))`, where `p` is their part of `L`.
/// The bits of `p` that the swizzle does not look at become the offset, the others
/// part of `O`; where what is left does not hit bits that are swizzled with one
/// another, the result is a layout, whose strides may be negative. Both are
/// answered only where they are the same function, which CuTe does not check;
/// otherwise all of `p` goes into `O`.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, ops};
/// let layout: ComposedLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse().unwrap();
/// let row = "(2,_)".parse().unwrap();
/// let (slice, offset) = ops::swizzled::slice_and_offset(&row, &layout).unwrap();
/// assert_eq!(slice.to_string(), "((16,2,2)):((1,-16,32))");
/// assert_eq!(offset, Int::new(144));
/// ```
///
/// # Errors
///
/// [`crate::ErrorKind::Incompatible`] where the coordinate is none of the domain,
/// [`crate::ErrorKind::NoDomain`].
pub fn slice_and_offset(coordinate: &Coordinate, layout: &ComposedLayout) -> Result<Part, Error> {
    let domain = layout.domain()?;
    let (open, fixed) = ops::slice_and_offset(coordinate, domain)?;
    let HTuple::Leaf(fixed) = fixed else { return Ok((layout.clone().into(), Int::ZERO)) };
    let whole = layout.moved(&fixed, open.clone())?;
    let all_open = coordinate.leaves().into_iter().all(|crd| *crd == Crd::All);
    let Some((swizzle, offset, _)) = layout.as_swizzled() else {
        return Ok((whole.into(), Int::ZERO));
    };
    if all_open {
        return Ok((whole.into(), Int::ZERO));
    }
    let parts = Parts { swizzle, whole: &whole, open: &open };
    let (offset, fixed) = (known(offset)?, known(&fixed)?);
    let seen = fixed & (swizzle.y_mask() | swizzle.z_mask());
    // First as CuTe does, with the bits of p flipped into O; then with O + p.
    for (inside, outside) in [(offset ^ seen, fixed - seen), (offset + fixed, 0)] {
        if let Some(parts) = parts.split(inside, outside)? {
            return Ok(parts);
        }
    }
    Ok((whole.into(), Int::ZERO))
}

/// The parts of a swizzled layout after a slice: `whole = Sw o (O + p) o open`.
struct Parts<'a> {
    swizzle: &'a Swizzle,
    whole: &'a ComposedLayout,
    open: &'a Layout,
}

impl Parts<'_> {
    /// `outside + Sw(inside + open)`, or a layout that does the same, if either is
    /// the whole.
    fn split(&self, inside: i128, outside: i128) -> Result<Option<Part>, Error> {
        let swizzle = self.swizzle;
        if self.is_swizzled_with_itself()? {
            let rest = ComposedLayout::new(*swizzle, Int::new(inside), self.open.clone())?;
            let same = agree(self.whole, outside, &rest)? == Some(true);
            return Ok(same.then(|| (rest.into(), Int::new(outside))));
        }
        let offset = swizzle.apply(inside).checked_add(outside).ok_or(crate::Overflow::Range)?;
        let Some(steps) = steps_around(swizzle, inside) else { return Ok(None) };
        let Ok(decayed) = ops::composition(&steps, self.open) else { return Ok(None) };
        let same = agrees_with_layout(self.whole, offset, &decayed.layout)? == Some(true);
        Ok(same.then(|| (decayed.layout.into(), Int::new(offset))))
    }

    /// Returns true if the open modes together reach bits that are swizzled with one another: their
    /// last value has bits that the swizzle clears.
    fn is_swizzled_with_itself(&self) -> Result<bool, Error> {
        let leaves = leaves(self.open)?;
        let size = known(&ops::size(self.open)?)?;
        let last = at(&leaves, size - 1).ok_or(crate::Overflow::Range)?;
        let seen = last & (self.swizzle.y_mask() | self.swizzle.z_mask());
        Ok(seen & !self.swizzle.apply(seen) != 0)
    }
}

/// The step that each bit adds to `Sw(x)` when it is added to an `x` around `offset`, as a layout
/// of 1-D offsets; right for bits that are clear in the offset and not swizzled with one another.
fn steps_around(swizzle: &Swizzle, offset: i128) -> Option<Layout> {
    let mut modes: Vec<(Int, Int)> = Vec::new();
    let (mut bit, end) = (0u32, swizzle.reach());
    while bit < end {
        let place = 1i128 << bit;
        let seen = (swizzle.y_mask() | swizzle.z_mask()) & place != 0;
        if seen {
            let partner = swizzle.apply(place) ^ place;
            let step = if partner != 0 {
                // The bit flips its partner, up or down.
                let up = offset & partner == 0;
                if up { place + partner } else { place - partner }
            } else {
                // The bit is flipped if its partner is set.
                let by = if swizzle.shift() >= 0 {
                    place << swizzle.shift()
                } else {
                    place >> swizzle.shift().unsigned_abs()
                };
                if offset & by == 0 { place } else { -place }
            };
            modes.push((Int::new(2), Int::new(step)));
            bit += 1;
        } else {
            let mask = swizzle.y_mask() | swizzle.z_mask();
            let mut run = 1;
            while bit + run < end && mask >> (bit + run) & 1 == 0 {
                run += 1;
            }
            modes.push((Int::new(1 << run), Int::new(place)));
            bit += run;
        }
    }
    // Beyond its reach a swizzle adds what is added.
    modes.push((Int::ONE, Int::new(1 << end)));
    let leaf = |int: Int| HTuple::Leaf(int);
    let (shape, stride): (Vec<_>, Vec<_>) =
        modes.into_iter().map(|(s, d)| (leaf(s), HTuple::Leaf(Stride::from(d)))).unzip();
    Layout::new(HTuple::Tuple(shape), HTuple::Tuple(stride)).ok()
}
