//! The laws of the predicates of layouts of integer strides, of up to
//! [`super::EXHAUSTIVE`] points.

use layout_algebra::{Int, Layout};

use super::function::{sorted_offsets, value};
use super::{Law, col_major, ensure, row_major};

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
