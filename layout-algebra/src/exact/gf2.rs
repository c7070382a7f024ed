//! Linear maps of bits, by the images of the bits: which of them are steps of single bits, and swizzles after these.

use alloc::vec::Vec;

use crate::{Error, SortFew, Swizzle};

/// Two numbers of which the images are the same, the first a bit of an image that is not 0; none where images other than 0 are independent.
pub(crate) fn same(images: &[i128]) -> Option<(i128, i128)> {
    // The independent images so far, the greatest first, each with a highest bit that no other has,
    // and the set of images of which it is the sum.
    let mut basis: Vec<(i128, i128)> = Vec::new();
    for (bit, image) in images.iter().enumerate().filter(|(_, image)| **image != 0) {
        let (mut rest, mut of) = (*image, 0);
        for (other, sum) in &basis {
            if rest >> top(*other) & 1 == 1 {
                (rest, of) = (rest ^ other, of ^ sum);
            }
        }
        if rest == 0 {
            return Some((1 << bit, of));
        }
        basis.push((rest, of ^ 1 << bit));
        basis.sort_few_by(&|(a, _), (b, _)| b.cmp(a));
    }
    None
}

/// Flips bit `to` of a number that has bit `from`.
#[derive(Clone, Copy, Debug)]
struct Flip {
    to: u32,
    from: u32,
}

/// A map of bits, whose images are independent but for zeros: the place that each bit goes to, none where its image is 0, and the swizzles
/// that come after, the last first.
pub(crate) fn places(images: &[i128]) -> Result<(Vec<Option<u32>>, Vec<Swizzle>), Error> {
    let mut images = images.to_vec();
    let mut places: Vec<Option<u32>> = alloc::vec![None; images.len()];
    let mut flips = Vec::new();
    // Places that no two images share make no image another one on the way.
    let is_low = !have_own_ends(&images, false) && have_own_ends(&images, true);
    // The places that bits have gone to.
    let mut taken = 0;
    for _ in 0..images.len() {
        let mut next: Option<(u32, usize)> = None;
        for (bit, (image, place)) in images.iter().zip(&places).enumerate() {
            let image = *image & !taken;
            if place.is_none() && image != 0 {
                let this = (end_of(image, is_low), bit);
                next = match next {
                    Some(other) if is_low => Some(this.min(other)),
                    other => other.max(Some(this)),
                };
            }
        }
        let Some((from, bit)) = next else { break };
        (places[bit], taken) = (Some(from), taken | 1 << from);
        let set = images[bit];
        for to in 0..i128::BITS {
            if to == from || set >> to & 1 == 0 {
                continue;
            }
            flips.push(Flip { to, from });
            for image in &mut images {
                *image ^= (*image >> from & 1) << to;
            }
        }
    }
    // The flip that was undone first is done last.
    flips.reverse();
    let mut swizzles = joined(&flips)?;
    swizzles.reverse();
    Ok((places, swizzles))
}

/// The image of a number, by the images of its bits.
pub(crate) fn image(images: &[i128], of: i128) -> i128 {
    let mut sum = 0;
    for (bit, image) in images.iter().enumerate() {
        if of >> bit & 1 == 1 {
            sum ^= image;
        }
    }
    sum
}

/// Returns true if no two images but 0 have the same lowest or highest bit.
fn have_own_ends(images: &[i128], is_low: bool) -> bool {
    let mut seen = 0i128;
    for image in images {
        let end = 1 << end_of(*image, is_low);
        if *image != 0 && seen & end != 0 {
            return false;
        }
        seen |= if *image == 0 { 0 } else { end };
    }
    true
}

/// The lowest or the highest bit of an image that is not 0.
fn end_of(image: i128, is_low: bool) -> u32 {
    if is_low { image.trailing_zeros().min(i128::BITS - 1) } else { top(image) }
}

fn top(image: i128) -> u32 {
    i128::BITS - 1 - image.leading_zeros().min(i128::BITS - 1)
}

/// Flips one after the other as few swizzles: a flip becomes part of one before it that no other between them is in the way of.
fn joined(flips: &[Flip]) -> Result<Vec<Swizzle>, Error> {
    /// A run of `count` flips, of bits that follow each other by bits as far away.
    struct Run {
        count: u32,
        to: u32,
        from: u32,
    }
    let mut runs: Vec<Run> = Vec::new();
    for Flip { to, from } in flips.iter().copied() {
        let far = |run: &Run| {
            (i64::from(run.from) - i64::from(run.to)) == i64::from(from) - i64::from(to)
        };
        let mut found = None;
        for (at, run) in runs.iter().enumerate().rev() {
            let follows = to + 1 == run.to || to == run.to + run.count;
            if far(run) && follows && run.count < from.abs_diff(to) {
                found = Some(at);
                break;
            }
            let within = |bit: u32, first: u32| (first..first + run.count).contains(&bit);
            if within(from, run.to) || within(to, run.from) {
                break;
            }
        }
        match found {
            Some(at) => {
                let run = &mut runs[at];
                (run.to, run.from) = (run.to.min(to), run.from.min(from));
                run.count += 1;
            }
            None => runs.push(Run { count: 1, to, from }),
        }
    }
    let mut swizzles = Vec::new();
    for Run { count, to, from } in runs {
        let shift = i128::from(from) - i128::from(to);
        swizzles.push(Swizzle::new(count.into(), to.min(from).into(), shift)?);
    }
    Ok(swizzles)
}
