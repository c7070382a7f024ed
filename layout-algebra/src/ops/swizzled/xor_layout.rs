//! `xor_layout`: a layout whose steps are added without carries.

use alloc::vec::Vec;

use crate::exact::{gf2, known};
use crate::{
    ComposedLayout, Error, ErrorAddress, ErrorKind, Function, HTuple, Int, IntTuple, Layout, Stride,
};

const OP: &str = "xor_layout";

/// The most bits that an offset has.
pub(super) const BITS: u32 = 62;

/// The most swizzles after the layout.
const SWIZZLES: usize = 32;

/// The layout of strides that are multiplied and added without carries, over GF(2): `R(c) = ⊕ᵢ cᵢ ⊗ dᵢ`, of digits `cᵢ`, where `c ⊗ d` is the
/// exclusive-or of `d·2ʲ` over the bits `j` of `c`. In the place of a stride may be a tuple of what each bit adds, of which any linear map of
/// bits is made. It is a layout, or one with swizzles after it; whose modes are split where bits that follow each other do not stay together.
///
/// # Errors
///
/// [`ErrorKind::NoPowerOfTwo`] for an extent that is none; [`ErrorKind::Incongruent`]; [`ErrorKind::NotLinear`] for negative strides,
/// [`ErrorKind::Wide`] for offsets of more than 62 bits, [`ErrorKind::Undecided`] where it takes more than 32 swizzles; [`ErrorKind::NotInjective`] where two coordinates share an offset, other than by bits that
/// add nothing: swizzles take no two integers to one; [`ErrorKind::NotKnown`].
///
/// ```
/// use layout_algebra::ops::swizzled::xor_layout;
///
/// // Rows that are exchanged by the number of the row: `Sw<3,0,3>`.
/// let layout = xor_layout(&(8, 8).into(), &(1, 9).into()).unwrap();
/// assert_eq!(layout.to_string(), "Sw<3,0,3> o 0 o (8,8):(1,8)");
/// // 5 ⊗ 9 = 9 ⊕ 36, which is 45; and 3 ⊕ 45 is 46.
/// assert_eq!(layout.numbers().unwrap().at(&[3, 5]), Some(46));
/// // Of powers of two it is a layout.
/// assert_eq!(xor_layout(&(4, 8).into(), &(8, 1).into()).unwrap().to_string(), "(4,8):(8,1)");
/// ```
pub fn xor_layout(shape: &IntTuple, strides: &IntTuple) -> Result<Function, Error> {
    let written = || alloc::format!("xor_layout({shape}, {strides})");
    let mut images = Vec::new();
    if !bits_of(shape, strides, &mut images)? {
        let (shape, stride) = (alloc::format!("{shape}"), alloc::format!("{strides}"));
        return Err(Error::new(OP, ErrorKind::Incongruent { shape, stride }).in_operand(1));
    }
    let all = images.concat();
    if all.iter().any(|image| *image < 0) {
        return Err(Error::new(OP, ErrorKind::NotLinear { function: written() }).in_operand(1));
    }
    if all.iter().any(|image| *image >= 1i128 << BITS) {
        return Err(wide());
    }
    if let Some((first, second)) = gf2::same(&all) {
        let (layout, offset) = (written(), alloc::format!("{}", gf2::image(&all, first)));
        let (first, second) = (alloc::format!("{first}"), alloc::format!("{second}"));
        return Err(Error::new(OP, ErrorKind::NotInjective { layout, first, second, offset }));
    }
    of_images(shape, &images, 0)?.map_err(|found| {
        let text = written();
        let question =
            format_args!("{text} is {SWIZZLES} swizzles after a layout: {found} were found");
        Error::undecided(OP, question)
    })
}

/// The layout `R(c) = start ⊕ ⊕ⱼ imageⱼ` over the bits `j` of `c`, with swizzles after it: each extent of the shape is a power of two, with
/// an image for each of its bits. All images that are not 0 are independent. An error is the number of swizzles, more than [`SWIZZLES`].
pub(super) fn of_images(
    shape: &IntTuple,
    images: &[Vec<i128>],
    start: i128,
) -> Result<Result<Function, usize>, Error> {
    let (places, swizzles) = gf2::places(&images.concat())?;
    if swizzles.len() > SWIZZLES {
        return Ok(Err(swizzles.len()));
    }
    // A swizzle undoes itself.
    let mut start = start;
    for swizzle in &swizzles {
        start = swizzle.apply(start);
    }
    let mut steps = Vec::new();
    for place in places {
        let step = place.map_or(0, |place| 1 << place);
        // To flip a bit that the start has is to subtract it.
        steps.push(if start & step != 0 { -step } else { step });
    }
    let (mut rest, mut extents, mut strides) = (steps.as_slice(), Vec::new(), Vec::new());
    for of in images {
        let (of_leaf, others) = rest.split_at(of.len());
        rest = others;
        let (mut extent, mut stride) = (Vec::new(), Vec::new());
        for (bits, step) in runs(of_leaf) {
            extent.push(HTuple::Leaf(Int::new(1 << bits)));
            stride.push(HTuple::Leaf(Stride::from(Int::new(step))));
        }
        extents.push(HTuple::of_modes(extent));
        strides.push(HTuple::of_modes(stride));
    }
    let layout = Layout::new(shape.with_parts(extents), shape.with_parts(strides))?;
    let (mut function, mut offset) = (Function::from(layout), Int::new(start));
    for swizzle in swizzles.into_iter().rev() {
        function = ComposedLayout::new(swizzle, offset, function)?.into();
        offset = Int::ZERO;
    }
    Ok(Ok(function))
}

fn wide() -> Error {
    Error::new(OP, ErrorKind::Wide).in_operand(1)
}

/// Collects the step that each bit of each extent adds, and returns true if every extent has a
/// stride, or one for each of its bits.
fn bits_of(shape: &IntTuple, strides: &IntTuple, all: &mut Vec<Vec<i128>>) -> Result<bool, Error> {
    let extent = match (shape, strides) {
        (HTuple::Leaf(extent), _) => known(extent)?,
        (HTuple::Tuple(modes), HTuple::Tuple(strides)) if modes.len() == strides.len() => {
            for (mode, stride) in modes.iter().zip(strides) {
                if !bits_of(mode, stride, all)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        _ => return Ok(false),
    };
    if extent.count_ones() != 1 || extent < 0 {
        let int = Int::new(extent);
        return Err(Error::new(OP, ErrorKind::NoPowerOfTwo { int }).in_operand(0));
    }
    let bits = extent.trailing_zeros();
    let mut images = Vec::new();
    match strides {
        HTuple::Leaf(stride) => {
            let stride = known(stride).in_operand(1)?;
            for bit in 0..bits {
                images.push(stride.checked_mul(1 << bit).ok_or_else(wide)?);
            }
        }
        HTuple::Tuple(each) if each.len() == bits as usize => {
            for image in each {
                let HTuple::Leaf(image) = image else { return Ok(false) };
                images.push(known(image).in_operand(1)?);
            }
        }
        HTuple::Tuple(_) => return Ok(false),
    }
    all.push(images);
    Ok(true)
}

/// Runs of bits of which each steps by twice the step of the one before, or by nothing: the number
/// of bits, and the first step.
fn runs(steps: &[i128]) -> Vec<(u32, i128)> {
    let mut runs: Vec<(u32, i128)> = Vec::new();
    for &step in steps {
        match runs.last_mut() {
            Some((bits, first)) if *first << *bits == step => *bits += 1,
            _ => runs.push((1, step)),
        }
    }
    if runs.is_empty() {
        runs.push((0, 0));
    }
    runs
}
