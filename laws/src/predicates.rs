//! The laws of the predicates of layouts of integer strides, of up to
//! [`super::EXHAUSTIVE`] points.

use layout_algebra::{Int, Layout, ops};

use super::function::{sorted_offsets, value};
use super::{Law, col_major, ensure, row_major};
use crate::EXHAUSTIVE;
use crate::check::{Answer, Check, Over, always, check, together};
use crate::operands::count_of;

/// The sorted offsets are `0, 1, …, size − 1`.
pub fn is_bijective(layout: &Layout, answer: bool) -> Law {
    let offsets = sorted_offsets(layout)?;
    let holds = offsets.iter().copied().eq(0..offsets.len() as i128);
    ensure!(answer == holds, "is_bijective({layout}) is {answer}");
    Ok(())
}

/// No offset stands twice among all.
pub fn is_injective(layout: &Layout, answer: bool) -> Law {
    let holds = sorted_offsets(layout)?.windows(2).all(|pair| pair[0] != pair[1]);
    ensure!(answer == holds, "is_injective({layout}) is {answer}");
    Ok(())
}

/// From one sorted offset to the next is at most 1.
pub fn is_contiguous(layout: &Layout, answer: bool) -> Law {
    let holds = sorted_offsets(layout)?.windows(2).all(|pair| pair[1] - pair[0] <= 1);
    ensure!(answer == holds, "is_contiguous({layout}) is {answer}");
    Ok(())
}

/// The offsets are `0, 1, …, n − 1`, each as often as there are coordinates along the
/// modes of stride 0.
pub fn is_compact(layout: &Layout, answer: bool) -> Law {
    let mut copies = 1;
    for (extent, stride) in layout.leaves() {
        copies *= if *stride.scale() == Int::ZERO { value(extent)? } else { 1 };
    }
    let offsets = sorted_offsets(layout)?;
    let holds = offsets.iter().enumerate().all(|(i, offset)| *offset == i as i128 / copies);
    ensure!(answer == holds, "is_compact({layout}) is {answer}");
    Ok(())
}

/// The law of [`col_major`] holds for the layout and its shape.
pub fn is_col_major(layout: &Layout, answer: bool) -> Law {
    let holds = col_major(layout.shape(), layout).is_ok();
    ensure!(answer == holds, "is_col_major({layout}) is {answer}");
    Ok(())
}

/// The law of [`row_major`] holds for the layout and its shape.
pub fn is_row_major(layout: &Layout, answer: bool) -> Law {
    let holds = row_major(layout.shape(), layout).is_ok();
    ensure!(answer == holds, "is_row_major({layout}) is {answer}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["is_injective", "is_bijective", "is_contiguous", "is_compact"], |x| {
        if count_of(x.layout.shape()) > EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        together([
            always(ops::is_injective(x.layout), |r| is_injective(x.layout, *r)),
            always(ops::is_bijective(x.layout), |r| is_bijective(x.layout, *r)),
            always(ops::is_contiguous(x.layout), |r| is_contiguous(x.layout, *r)),
            always(ops::is_compact(x.layout), |r| is_compact(x.layout, *r)),
        ])
    }),
    check(Over::Layout, &["is_col_major", "is_row_major"], |x| {
        together([
            always(ops::is_col_major(x.layout), |r| is_col_major(x.layout, *r)),
            always(ops::is_row_major(x.layout), |r| is_row_major(x.layout, *r)),
        ])
    }),
];
