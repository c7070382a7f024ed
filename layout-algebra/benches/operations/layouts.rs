//! Layouts of 16 modes and of size 2^40, or close to it.

use layout_algebra::{HTuple, Int, IntTuple, Layout};

/// Powers of two with the product 2^40.
const EXTENTS: [i128; 16] = [8, 8, 4, 16, 4, 8, 8, 2, 8, 4, 16, 4, 4, 8, 4, 2];

/// An order of the modes in which no two neighbours stay neighbours.
const ORDER: [usize; 16] = [7, 2, 12, 0, 9, 5, 14, 3, 10, 1, 15, 6, 11, 4, 13, 8];

/// The layouts, by what is special about them.
pub(crate) fn all() -> Vec<(&'static str, Layout)> {
    let backwards: Vec<usize> = (0..16).rev().collect();
    let forwards: Vec<usize> = (0..16).collect();
    // The product is 0.2 % less than 2^40.
    let mixed = [5, 7, 10, 3, 4, 7, 4, 7, 9, 6, 7, 4, 7, 3, 6, 7];
    vec![
        ("column-major", flat(&EXTENTS, &forwards, |stride| stride)),
        ("row-major", flat(&EXTENTS, &backwards, |stride| stride)),
        ("shuffled", flat(&EXTENTS, &ORDER, |stride| stride)),
        ("shuffled, three apart", flat(&EXTENTS, &ORDER, |stride| 3 * stride)),
        ("padded rows", padded(&backwards)),
        ("padded, shuffled", padded(&ORDER)),
        ("mixed extents, row-major", flat(&mixed, &backwards, |stride| stride)),
        ("mixed extents, shuffled", flat(&mixed, &ORDER, |stride| stride)),
        ("nested", nested(&flat(&EXTENTS, &ORDER, |stride| stride))),
        ("broadcast", broadcast()),
        ("backwards", flat(&EXTENTS, &ORDER, |stride| -stride)),
    ]
}

/// Compact strides in an order of the modes, each changed.
fn flat(extents: &[i128], order: &[usize], change: fn(i128) -> i128) -> Layout {
    let (mut strides, mut next) = ([0; 16], 1);
    for &mode in order {
        strides[mode] = change(next);
        next *= extents[mode];
    }
    layout(extents, &strides)
}

/// One element more after every mode: no stride is a power of two but the first.
fn padded(order: &[usize]) -> Layout {
    let (mut strides, mut next) = ([0; 16], 1);
    for &mode in order {
        strides[mode] = next;
        next = next * EXTENTS[mode] + 1;
    }
    layout(&EXTENTS, &strides)
}

/// Every fourth mode has stride 0.
fn broadcast() -> Layout {
    let (mut strides, mut next) = ([0; 16], 1);
    for (k, &mode) in ORDER.iter().enumerate() {
        if k % 4 != 0 {
            strides[mode] = next;
            next *= EXTENTS[mode];
        }
    }
    layout(&EXTENTS, &strides)
}

/// 16 modes, of which those of extent 4 and more are pairs of their halves.
fn nested(of: &Layout) -> Layout {
    let pair = |extent: &Int, stride: i128| {
        let extent = extent.known().expect("an extent");
        layout(&[2, extent / 2], &[stride, 2 * stride])
    };
    let modes = of.leaves().into_iter().map(|(extent, stride)| {
        let stride = stride.known().expect("a stride");
        match extent.known() {
            Some(2) => Layout::leaf(extent.clone(), Int::new(stride)).expect("a leaf"),
            _ => pair(extent, stride),
        }
    });
    Layout::from_modes(&modes.collect::<Vec<_>>()).expect("a layout")
}

pub(crate) fn layout(extents: &[i128], strides: &[i128]) -> Layout {
    let stride = tuple(strides).map(&mut |stride| stride.clone().into());
    Layout::new(tuple(extents), stride).expect("a layout")
}

pub(crate) fn tuple(values: &[i128]) -> IntTuple {
    HTuple::Tuple(values.iter().map(|&value| HTuple::Leaf(Int::new(value))).collect())
}
