//! The layout of a full table: the coalesced layout of a function is unique.

use alloc::vec::Vec;
use core::convert::Infallible;

use crate::exact::step_sum::Mode;

/// The layout of a table, or the first index that proves that there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Total<T = Vec<Mode>> {
    /// The modes `(extent, stride)`, the fewest; none for a table of one value.
    Found(T),
    /// Every layout of this size that has the values before `index` has another
    /// value there.
    Differs {
        /// The index.
        index: usize,
        /// The value that it has; none if that overflows.
        expected: Option<i128>,
    },
}

/// The layout with the values of a table at `0, 1, …`, and no other size.
///
/// A layout steps evenly over its first mode and differently after it: the first
/// extent is the longest run of equal steps, which must divide the size, and every
/// further value is the sum of one in the run and one at a multiple of it.
pub(crate) fn total(values: &[i128]) -> Total {
    let Ok(total) = total_of(values.len(), &mut |i| Ok::<_, Infallible>(values[i]));
    total
}

/// [`total`] of `size` values that are asked for.
fn total_of<E>(size: usize, at: &mut impl FnMut(usize) -> Result<i128, E>) -> Result<Total, E> {
    if size > 0 && at(0)? != 0 {
        return Ok(Total::Differs { index: 0, expected: Some(0) });
    }
    let mut modes = Vec::new();
    // The earliest failure to add up, at any level.
    let mut unequal: Option<(usize, Option<i128>)> = None;
    let mut scale = 1;
    while scale < size {
        let extent = size / scale;
        let step = at(scale)?;
        let mut run = 1;
        let mut expected = step.checked_mul(run as i128);
        while run < extent && expected == Some(at(run * scale)?) {
            if let Some((index, expected)) = unequal.filter(|(index, _)| *index <= run * scale) {
                return Ok(Total::Differs { index, expected });
            }
            run += 1;
            expected = step.checked_mul(run as i128);
        }
        if !extent.is_multiple_of(run) {
            return Ok(match unequal {
                Some((index, expected)) if index < run * scale => {
                    Total::Differs { index, expected }
                }
                _ => Total::Differs { index: run * scale, expected },
            });
        }
        let end = unequal.map_or(extent, |(index, _)| extent.min(index.div_ceil(scale)));
        for c in run..end {
            let low = c % run;
            let expected = at(low * scale)?.checked_add(at((c - low) * scale)?);
            if expected != Some(at(c * scale)?) {
                unequal = Some((c * scale, expected));
                break;
            }
        }
        modes.push((run as i128, step));
        scale *= run;
    }
    Ok(match unequal {
        Some((index, expected)) => Total::Differs { index, expected },
        None => Total::Found(modes),
    })
}

/// The layout of a table whose shape has the given extents, or refines them: the
/// modes of each, the fewest.
///
/// Each extent has the layout of the values along it, and the value at a
/// coordinate is the sum of those at its digits. Values are asked for by their
/// index, with the first extent fastest; what asking fails with is passed on.
///
/// # Errors
///
/// The errors of `at`.
pub(crate) fn by_leaf<E>(
    extents: &[usize],
    at: &mut impl FnMut(usize) -> Result<i128, E>,
) -> Result<Total<Vec<Vec<Mode>>>, E> {
    let mut first: Option<(usize, Option<i128>)> = None;
    let mut modes = Vec::with_capacity(extents.len());
    let mut place = 1;
    for &extent in extents {
        match total_of(extent, &mut |c| at(c * place))? {
            Total::Found(found) => modes.push(found),
            Total::Differs { index, expected } => {
                if first.is_none_or(|(before, _)| index * place < before) {
                    first = Some((index * place, expected));
                }
            }
        }
        place *= extent;
    }
    // Up to there, each value is that of its last digit plus that of the others,
    // which came before.
    let end = first.map_or(place, |(index, _)| index);
    let mut place = 1;
    for &extent in extents {
        for x in (place..end.min(place * extent)).filter(|x| x % place != 0) {
            let low = x % place;
            let expected = at(low)?.checked_add(at(x - low)?);
            if expected != Some(at(x)?) {
                return Ok(Total::Differs { index: x, expected });
            }
        }
        place *= extent;
    }
    Ok(match first {
        Some((index, expected)) => Total::Differs { index, expected },
        None => Total::Found(modes),
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{tables, value};
    use super::*;

    #[test]
    fn the_first_run_of_equal_steps_divides_the_size() {
        let found = total(&[0, 4, 2, 6, 1, 5, 3, 7]);
        assert_eq!(found, Total::Found(alloc::vec![(2, 4), (2, 2), (2, 1)]));
        // Three steps of one do not divide four values.
        assert_eq!(total(&[0, 1, 2, 4]), Total::Differs { index: 3, expected: Some(3) });
        assert_eq!(total(&[0, 1, 4, 6]), Total::Differs { index: 3, expected: Some(5) });
    }

    #[test]
    fn total_finds_every_layout_and_nothing_else() {
        for size in [1, 2, 4, 5, 6, 8, 12] {
            let layouts = tables(size, &[0, 1, 2, 3, 5, -1], 3);
            for table in &layouts {
                let Total::Found(modes) = total(table) else { panic!("{table:?}") };
                assert!((0..size).all(|x| value(&modes, x) == table[x as usize]), "{table:?}");
                let coalesced = modes.windows(2).all(|m| m[0].0 * m[0].1 != m[1].1);
                assert!(coalesced, "{table:?} is {modes:?}");
            }
            if size > 6 {
                continue;
            }
            // All tables of small values: a layout has strides of that size.
            let layouts = tables(size, &[0, 1, 2], 3);
            for number in 0..3usize.pow(size as u32) {
                let mut rest = number;
                let table: Vec<i128> = (0..size)
                    .map(|_| {
                        rest /= 3;
                        (rest % 3) as i128
                    })
                    .collect();
                let found = matches!(total(&table), Total::Found(_));
                assert_eq!(found, layouts.contains(&table), "{table:?}");
            }
        }
    }

    #[test]
    fn total_names_the_first_index_that_proves_it() {
        let size = 8;
        let layouts = tables(size, &[-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6], 3);
        for number in 0..3usize.pow(7) {
            let mut table = alloc::vec![0];
            let mut rest = number;
            for _ in 1..size {
                table.push((rest % 3) as i128);
                rest /= 3;
            }
            let Total::Differs { index, expected } = total(&table) else { continue };
            let agree = |count: usize| layouts.iter().any(|l| l[..count] == table[..count]);
            assert!(!agree(index + 1), "{table:?} up to {index}");
            assert!(agree(index), "{table:?} before {index}");
            let before = layouts.iter().filter(|layout| layout[..index] == table[..index]);
            for layout in before {
                assert_eq!(Some(layout[index]), expected, "{table:?} at {index}");
            }
        }
    }

    #[test]
    fn by_leaf_agrees_with_every_layout_of_the_shape() {
        for extents in [&[4usize, 2][..], &[2, 4], &[3, 2], &[2, 2, 2], &[2, 1, 3], &[8], &[]] {
            let size: usize = extents.iter().product();
            // Every sum of a layout for each extent.
            let mut layouts = alloc::vec![alloc::vec![0i128]];
            for &extent in extents {
                let axes = tables(extent as i128, &[-3, -2, -1, 0, 1, 2, 3, 4], 3);
                let sum = |low: &Vec<i128>, axis: &Vec<i128>| -> Vec<i128> {
                    axis.iter().flat_map(|high| low.iter().map(move |low| low + high)).collect()
                };
                layouts = layouts.iter().flat_map(|low| axes.iter().map(|a| sum(low, a))).collect();
            }
            layouts.sort();
            layouts.dedup();
            for number in (0..3usize.pow(size as u32 - 1)).step_by(2) {
                let (mut rest, mut table) = (number, alloc::vec![0]);
                for _ in 1..size {
                    table.push((rest % 3) as i128);
                    rest /= 3;
                }
                let Ok(found) = by_leaf(extents, &mut |i| Ok::<_, Infallible>(table[i]));
                let agree = |count: usize| layouts.iter().any(|l| l[..count] == table[..count]);
                match found {
                    Total::Found(modes) => {
                        assert!(agree(size), "{table:?} in {extents:?}");
                        let modes: Vec<Mode> = modes.concat();
                        assert!((0..size).all(|x| value(&modes, x as i128) == table[x]));
                    }
                    Total::Differs { index, expected } => {
                        assert!(agree(index), "{table:?} in {extents:?} before {index}");
                        assert!(!agree(index + 1), "{table:?} in {extents:?} up to {index}");
                        let before = layouts.iter().filter(|l| l[..index] == table[..index]);
                        for layout in before {
                            assert_eq!(Some(layout[index]), expected, "{table:?} at {index}");
                        }
                    }
                }
            }
        }
    }
}
