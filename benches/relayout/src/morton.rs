//! Rows to Morton order and back: the bits of the row and the column in turn, so that what is near in the plane is near
//! in memory.

use layout_view::layout;
use ndarray::{ArrayViewD, ArrayViewMutD, Axis, IxDyn};

use crate::cases::{Case, views};

layout! {
    struct Plane = (4096,4096):(4096,1);
    struct PlaneHalves = ((2048,4096),2):((4096,1),8388608);
    struct PlaneHalf = (2048,4096):(4096,1);
    struct Morton = (
        (2,2,2,2,2,2,2,2,2,2,2,2),
        (2,2,2,2,2,2,2,2,2,2,2,2)
    ):(
        (2,8,32,128,512,2048,8192,32768,131072,524288,2097152,8388608),
        (1,4,16,64,256,1024,4096,16384,65536,262144,1048576,4194304)
    );
    struct MortonHalves = ((
        (2,2,2,2,2,2,2,2,2,2,2),
        (2,2,2,2,2,2,2,2,2,2,2,2)
    ),2):((
        (2,8,32,128,512,2048,8192,32768,131072,524288,2097152),
        (1,4,16,64,256,1024,4096,16384,65536,262144,1048576,4194304)
    ),8388608);
    struct MortonHalf = (
        (2,2,2,2,2,2,2,2,2,2,2),
        (2,2,2,2,2,2,2,2,2,2,2,2)
    ):(
        (2,8,32,128,512,2048,8192,32768,131072,524288,2097152),
        (1,4,16,64,256,1024,4096,16384,65536,262144,1048576,4194304)
    );
}

const SIDE: usize = 4096;

pub fn interleave() -> Case {
    Case {
        name: "rows to Morton order, 4096 x 4096",
        elements: SIDE * SIDE,
        expected: Box::new(|a| {
            (0..a.len()).map(|k| a[SIDE * squeeze(k >> 1) + squeeze(k)]).collect()
        }),
        views: views((Plane, Morton), (PlaneHalves, MortonHalf)),
        by_hand: vec![
            Box::new(|a, b, part, parts| {
                in_rows(part, parts, |row, at| b[at - part * b.len()] = a[row])
            }),
            Box::new(|a, b, part, parts| {
                in_blocks(part, parts, |row, at| b[at - part * b.len()] = a[row])
            }),
        ],
        ndarray: Box::new(|a, b, part, parts| {
            let bits = 24 - parts.trailing_zeros() as usize;
            let a = ArrayViewD::from_shape(IxDyn(&[2; 24]), a).expect("24 bits");
            let a = a.permuted_axes(IxDyn(&zipped()));
            let a = if parts == 2 { a.index_axis_move(Axis(0), part) } else { a };
            ArrayViewMutD::from_shape(IxDyn(&[2; 24][..bits]), b).expect("bits").assign(&a);
        }),
        transpose: None,
    }
}

pub fn separate() -> Case {
    Case {
        name: "Morton order to rows, 4096 x 4096",
        elements: SIDE * SIDE,
        expected: Box::new(|a| {
            (0..a.len()).map(|k| a[spread(k / SIDE) << 1 | spread(k % SIDE)]).collect()
        }),
        views: views((Morton, Plane), (MortonHalves, PlaneHalf)),
        by_hand: vec![
            Box::new(|a, b, part, parts| {
                in_rows(part, parts, |row, at| b[row - part * b.len()] = a[at])
            }),
            Box::new(|a, b, part, parts| {
                in_blocks(part, parts, |row, at| b[row - part * b.len()] = a[at])
            }),
        ],
        ndarray: Box::new(|a, b, part, parts| {
            let bits = 24 - parts.trailing_zeros() as usize;
            let mut axes = zipped();
            for (bit, axis) in zipped().into_iter().enumerate() {
                axes[axis] = bit;
            }
            let a = ArrayViewD::from_shape(IxDyn(&[2; 24]), a)
                .expect("24 bits")
                .permuted_axes(IxDyn(&axes));
            let a = if parts == 2 { a.index_axis_move(Axis(0), part) } else { a };
            ArrayViewMutD::from_shape(IxDyn(&[2; 24][..bits]), b).expect("bits").assign(&a);
        }),
        transpose: None,
    }
}

/// The axis of rows, of columns, of rows, ..., from the highest bit.
fn zipped() -> Vec<usize> {
    (0..12).flat_map(|bit| [bit, 12 + bit]).collect()
}

/// The bits at even places.
fn squeeze(k: usize) -> usize {
    (0..12).map(|bit| (k >> (2 * bit) & 1) << bit).sum()
}

/// The bits, each in front of a 0.
const fn spread(i: usize) -> usize {
    let (mut spread, mut bit) = (0, 0);
    while bit < 12 {
        spread |= (i >> bit & 1) << (2 * bit);
        bit += 1;
    }
    spread
}

/// The even bits.
const EVEN: usize = 0x555555;

/// Calls a function with the offsets of each element of a part's rows; the spread column counts up by a carry through
/// the bits between.
fn in_rows(part: usize, parts: usize, mut f: impl FnMut(usize, usize)) {
    for i in part * SIDE / parts..(part + 1) * SIDE / parts {
        let (row, mut column) = (spread(i) << 1, 0usize);
        for j in 0..SIDE {
            f(SIDE * i + j, row | column);
            column = column.wrapping_sub(EVEN) & EVEN;
        }
    }
}

/// The same in blocks of 8 x 8, which lie together in Morton order.
fn in_blocks(part: usize, parts: usize, mut f: impl FnMut(usize, usize)) {
    const BLOCK: [usize; 64] = {
        let (mut block, mut k) = ([0; 64], 0);
        while k < 64 {
            block[k] = spread(k / 8) << 1 | spread(k % 8);
            k += 1;
        }
        block
    };
    for i in (part * SIDE / parts..(part + 1) * SIDE / parts).step_by(8) {
        for j in (0..SIDE).step_by(8) {
            let at = spread(i) << 1 | spread(j);
            for (k, within) in BLOCK.into_iter().enumerate() {
                f(SIDE * (i + k / 8) + j + k % 8, at + within);
            }
        }
    }
}
