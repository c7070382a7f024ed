//! Tables of values, and whether they are those of layouts.

/// True where a table is that of a layout of its size.
pub(crate) fn is_layout(table: &[i128]) -> bool {
    first_steps(table).1
}

/// The places in a table at which each mode of a layout with these values takes its first step, and
/// true where there is one: its first run of equal steps divides it, and so do the values at
/// its multiples. The coalesced layout of a table is unique, and its first mode is that run.
pub(crate) fn first_steps(table: &[i128]) -> (Vec<usize>, bool) {
    let [first, second, ..] = table else {
        return (Vec::new(), table.first().is_none_or(|first| *first == 0));
    };
    let step = second.wrapping_sub(*first);
    let run = 1 + table.windows(2).take_while(|pair| pair[1].wrapping_sub(pair[0]) == step).count();
    let repeats = |chunk: &[i128]| {
        chunk.iter().zip(table).all(|(value, first)| value.wrapping_sub(chunk[0]) == *first)
    };
    if *first != 0 || !table.len().is_multiple_of(run) || !table.chunks(run).all(repeats) {
        return (vec![1], false);
    }
    let starts: Vec<i128> = table.iter().copied().step_by(run).collect();
    let (rest, exists) = first_steps(&starts);
    ([1].into_iter().chain(rest.into_iter().map(|place| place * run)).collect(), exists)
}

/// True where a table is that of a layout whose shape refines that of some extents: it adds up
/// over the digits, and is that of a layout along each.
pub(crate) fn is_layout_of(extents: &[i128], table: &[i128]) -> bool {
    let mut place = 1;
    let axes = extents.iter().map(|&extent| {
        let axis: Vec<i128> = table.iter().step_by(place).take(extent as usize).copied().collect();
        place *= extent as usize;
        axis
    });
    let axes: Vec<Vec<i128>> = axes.collect();
    let sum = |mut rest: usize| {
        axes.iter().fold(0i128, |sum, axis| {
            let digit = axis[rest % axis.len()];
            rest /= axis.len();
            sum.wrapping_add(digit)
        })
    };
    axes.iter().all(|axis| is_layout(axis)) && table.iter().enumerate().all(|(i, v)| sum(i) == *v)
}
