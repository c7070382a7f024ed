//! An operation on any layouts: its answer, or its refusal, is what its law says.
#![no_main]

use arbitrary::{Arbitrary, Unstructured};
use layout_algebra::{HTuple, Int, IntTuple, Layout, Tiler};
use layout_laws::check::Operands;
use layout_laws::{EXHAUSTIVE, checks};
use layout_tests::{layout, leaf, size_of};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: Input| {
    let Input { check, layout, other, tiler, number } = input;
    let index = usize::from(check) % checks().count();
    let check = checks().nth(index).expect("an index below the count");
    let operands = Operands { layout: &layout, other: &other, tiler: &tiler, number };
    if let Err(why) = (check.holds)(&operands) {
        panic!("{:?} of {layout}, {other}, {tiler}, {number}: {why}", check.ops);
    }
});

/// The operands of a check; [`Operands`] explains each.
#[derive(Debug)]
struct Input {
    check: u8,
    layout: Layout,
    other: Layout,
    tiler: Tiler,
    number: i128,
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let (check, number) = (u.arbitrary()?, u.int_in_range(0..=255)?);
        // Small layouts, which laws visit at every point, and large ones.
        let most = if u.ratio(3, 4)? { 128 } else { 1 << 40 };
        let (layout, other) = (any_layout(u, most)?, any_layout(u, most)?);
        Ok(Input { check, layout, other, tiler: any_tiler(u, 2)?, number })
    }
}

/// A layout of up to five leaves, two levels and the given size.
fn any_layout(u: &mut Unstructured, most: i128) -> arbitrary::Result<Layout> {
    let mut room = most;
    let mut modes = Vec::new();
    for _ in 0..u.int_in_range(0..=3)? {
        let mut leaves = Vec::new();
        for _ in 0..u.int_in_range(1..=2)? {
            let extent = any_extent(u, room)?;
            room /= extent;
            leaves.push(leaf(extent));
        }
        let single = leaves.len() == 1 && u.arbitrary()?;
        modes.push(if single { leaves.remove(0) } else { HTuple::Tuple(leaves) });
    }
    let shape: IntTuple = match modes.as_slice() {
        [mode] if u.arbitrary()? => mode.clone(),
        _ => HTuple::Tuple(modes),
    };
    let size = size_of(&shape);
    let mut strides = Vec::new();
    // Strides that meet one another: compact ones, in any order and scaled, and small ones.
    let mut next = 1;
    for extent in layout_tests::extents_of(&shape) {
        let stride = match u.int_in_range(0..=7u8)? {
            0 => 0,
            1 => u.int_in_range(-8..=32)?,
            2 => u.int_in_range(-2 * size..=4 * size)?,
            3 => -next,
            4 => next + u.int_in_range(1..=3)?,
            5 => size / next.clamp(1, size) / extent,
            _ => next,
        };
        strides.push(stride);
        next = extent * if u.ratio(7, 8)? { next } else { stride.abs().max(1) };
    }
    if u.arbitrary()? {
        strides.reverse();
    }
    Ok(layout(&shape, &strides))
}

/// An extent that mostly has small factors.
fn any_extent(u: &mut Unstructured, room: i128) -> arbitrary::Result<i128> {
    let mut extent = 1;
    for _ in 0..u.int_in_range(0..=if room > EXHAUSTIVE { 12 } else { 3 })? {
        extent *= u.choose(&[2, 2, 2, 3, 4, 5, 7])?;
    }
    Ok(if extent <= room { extent } else { room.clamp(1, 7) })
}

fn any_tiler(u: &mut Unstructured, depth: u8) -> arbitrary::Result<Tiler> {
    Ok(match u.int_in_range(0..=if depth == 0 { 2 } else { 3u8 })? {
        0 => Tiler::Layout(any_layout(u, 128)?),
        1 => Tiler::Size(Int::new(u.int_in_range(1..=40)?)),
        2 => Tiler::All,
        _ => {
            let count = u.int_in_range(0..=3)?;
            let modes = (0..count).map(|_| any_tiler(u, depth - 1));
            Tiler::Modes(modes.collect::<Result<_, _>>()?)
        }
    })
}
